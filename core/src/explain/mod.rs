//! Explanations: why an answer is what it is, as data to light up and as sentences to read.

mod after;
mod blame;
mod choose;
mod claim;
mod ending;
mod narrate;
mod phrase;
mod reason;
mod waits;

pub use blame::{Charges, Demand, charges};
pub use claim::{Act, Claim, Scope, Takers};
pub use ending::{Ending, ending};
pub use narrate::narrate;
pub use reason::{Cause, Reason, Survey, Wait, reason};
pub use waits::{Hold, WaitGraph, Waiting, wait_graph};
