//! From lifelines of a model to a network, the tables that engines and encodings of machines work on.
//!
//! Tables and tasks themselves know no language and are `lockstep-search`'s; what compiles into them stands here.

mod compile;

pub use compile::{compile, place_number};
pub use lockstep_search::network::*;
