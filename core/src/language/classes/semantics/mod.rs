//! The definitions of class models, word for word: slow, obvious, and the judge of every encoding.
//!
//! `valid` says which states there are, `release` what a call may change, `step` which calls lead where, and `search` lists states
//! that fill some slots, looking at a limit on the way.

pub mod release;
mod search;
mod start;
mod step;
mod valid;

pub use search::{MOST_TRIED, Tried};
pub use start::{agrees, starts};
pub use step::{
    Call, Frame, MOST_CALLS, calls, changeable, changeable_properties, is_step, stacks, successors,
};
pub use valid::{Guards, instances_broken, is_valid, multiplicities_hold, multiplicity_holds};
