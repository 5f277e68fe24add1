//! The worker: the same program as the page, started once more where it can compute without making
//! the page wait.
//!
//! Page and worker share one wasm file, so that the language, the data and the allocator travel
//! once. The page hands its compiled module to each worker: starting one neither loads nor compiles
//! anything.

mod check;
mod client;
mod machines;
mod measure;
mod reply;
mod server;
mod systems;

pub use client::{Client, Event};
pub use server::serve;

/// Whether this instance of the program runs in a worker.
pub fn is_here() -> bool {
    web_sys::window().is_none()
}
