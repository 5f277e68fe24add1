//! Resolved scenarios: lifelines and messages refer to each other by index.

use crate::language::{Lifeline, LifelineId, Symbol};
use crate::text::Span;

/// A sequence diagram `(L, μ)`, desired or forbidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scenario {
    /// The name as written, without quotes.
    pub name: String,
    /// True for `neg scenario`: the check passes when it cannot be played.
    pub forbidden: bool,
    /// The lifelines L in the order of their declaration.
    pub lifelines: Vec<Lifeline>,
    /// The messages μ in their order.
    pub messages: Vec<Message>,
    /// Where the name is declared.
    pub span: Span,
}

/// A message (σ, a, ρ) with σ ≠ ρ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// The sender σ.
    pub from: LifelineId,
    /// The receiver ρ.
    pub to: LifelineId,
    /// The symbol a.
    pub symbol: Symbol,
    /// The whole line in the text.
    pub span: Span,
}
