//! Explanations: why an answer is what it is, as data to light up and as sentences to read.

mod blame;
pub mod calls;
mod choose;
mod claim;
mod decisive;
mod ending;
mod narrate;
mod phrase;
mod reason;
mod refused;
mod situation;
mod vacuity;
mod wait_graph;

pub use blame::{Charges, Demand, charges};
pub use claim::{Act, Claim, Scope, Takers};
pub use decisive::decisive;
pub use ending::{Ending, ending};
pub use narrate::narrate;
pub(crate) use phrase::list;
pub use reason::{Cause, Reason, Survey, Wait, reason};
pub use refused::{Hindrance, Missing, Refused, refused};
pub use vacuity::{Idle, vacuity};
pub use wait_graph::{Hold, WaitGraph, Waiting, wait_graph};
