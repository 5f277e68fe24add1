//! Measurements in the worker as users have it: `cargo xtask bench` sends a text, which no page does,
//! and the part of the program that answers it is fetched then, and only then.
//!
//! What is measured is the program that everybody downloads, with its first part and its solver.

use super::reply::{now, scope};
use crate::parts::{Missing, part};

/// Answers a request of [`lockstep_bench::request`] with a text.
pub fn answer(request: String) {
    wasm_bindgen_futures::spawn_local(async move {
        let answer = measured(request).await.unwrap_or_else(|Missing| {
            r#"{"error": "the part with the measurements could not be fetched"}"#.to_owned()
        });
        if let Err(error) = scope().post_message(&answer.into()) {
            wasm_bindgen::throw_val(error);
        }
    });
}

part! {
    bench;
    fn measured(request: String) -> Result<String, Missing> {
        Ok(lockstep_bench::request::answer(&request, &now, &memory))
    }
}

/// How many bytes the program has taken.
fn memory() -> usize {
    #[cfg(target_arch = "wasm32")]
    {
        /// The size of a page of WebAssembly's memory.
        const PAGE: usize = 65_536;
        core::arch::wasm32::memory_size(0) * PAGE
    }
    #[cfg(not(target_arch = "wasm32"))]
    {
        0
    }
}
