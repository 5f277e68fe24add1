//! Explanations: why an answer is what it is, as data to light up and as sentences to read.

mod after;
mod narrate;
mod phrase;
mod reason;

pub use narrate::narrate;
pub use reason::{Cause, Reason, Survey, Wait, reason};
