//! Calls of class models: what a call changes, keeps and leaves open, and which clauses keep a call from being possible.
//!
//! All of it is found by enumeration with the definitions ([`crate::language::classes::semantics`]), never by formulas.

mod effect;
mod refusal;

use crate::language::classes::ocl::term::EndId;

pub use effect::{Effect, Judged, effect};
pub use refusal::{CallRefusal, MOST_OUTCOMES, is_possible, refusal};

/// Something that a call has to satisfy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Obligation {
    /// A precondition of its operation, by number.
    Pre(usize),
    /// A postcondition of its operation.
    Post(usize),
    /// An invariant of the model.
    Invariant(usize),
    /// The multiplicity of an end.
    Multiplicity(EndId),
}
