//! Running a system step by step: by hand, by chance, or every way there is.
//!
//! The simulator of P. Szkupien's thesis (Chapter 5), over any [`System`](crate::system::System). A [`Session`] is one run: its steps are
//! taken and taken back, drawn from a seed, or searched for. [`Exhaustive`] visits everything, depth first, a
//! piece at a time; [`Executions`] draws all runs it has found at once, seen through what somebody
//! tracks. Only the exhaustive mode stops where a state comes again: by hand one goes round a loop as often as
//! one likes.

mod executions;
mod exhaustive;
mod happenings;
mod minimise;
mod sealed;
mod session;
mod space;

pub use executions::{Changes, Edge, Execution, Executions, TooMany};
pub use exhaustive::{End, Exhaustive, Node, NodeId, Visit};
pub use happenings::{Happening, happenings};
pub use sealed::sealed_after;
pub use session::{Choice, Choices, Coverage, Dice, Found, Session, Stop};
pub use space::{Seen, SpaceState, Vicinity, vicinity};
