//! What earlier builds have written, read by this one and compared by what it means: runs by hand with their choices, links,
//! and what the worker answers to each request about each kind of model.

mod addresses;
mod facts;
mod requests;
mod runs;
