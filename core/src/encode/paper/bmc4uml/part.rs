//! The formulas of the paper by name, in its order.

use super::super::{Repair, Repairs};

/// A formula, or what it takes besides to ask a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// I(w⁰).
    Initial,
    /// Discarding completion events: when.
    EO1,
    /// Discarding completion events: what.
    XO1,
    /// A completion transition: when.
    EO2,
    /// A completion transition: what.
    XO2,
    /// Triggered and timed transitions: when.
    EO3,
    /// Triggered and timed transitions: what.
    XO3,
    /// Discarding an event.
    XO4,
    /// Time: when.
    E5,
    /// Time: what.
    X5,
    /// What comes from outside.
    Environment,
    /// One of all.
    Step,
    /// What is asked of the last state.
    Property,
}

impl Part {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Initial,
        Self::EO1,
        Self::XO1,
        Self::EO2,
        Self::XO2,
        Self::EO3,
        Self::XO3,
        Self::XO4,
        Self::E5,
        Self::X5,
        Self::Environment,
        Self::Step,
        Self::Property,
    ];

    /// What it says, in one sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Initial => "Everything is as at the start.",
            Self::EO1 => "Some completed state has no completion transition whose guard is true.",
            Self::XO1 => "All such states are no longer completed, and nothing else changes.",
            Self::EO2 => "Some completed state has a completion transition whose guard is true.",
            Self::XO2 => "One such transition fires.",
            Self::EO3 => {
                "An active state waits for the first event of the queue, or for a time that has come."
            }
            Self::XO3 => "One such transition fires; an event that it has waited for is taken out.",
            Self::XO4 => "The first event is taken out, and nothing else changes.",
            Self::E5 => "No queue of any object holds an event, and no state is completed.",
            Self::X5 => {
                "Time passes: for no transition beyond its end, and until some transition is in time."
            }
            Self::Environment => "Something comes from outside.",
            Self::Step => "From each state to the next one of all that is possible happens.",
            Self::Property => "The last state is as it was asked for.",
        }
    }

    /// The name, and the formula once it is mended.
    #[must_use]
    pub fn mended(self, repairs: Repairs) -> (&'static str, &'static str) {
        let (name, printed) = self.text();
        let text = match self {
            Self::XO3 if repairs.has(Repair::Sets) => {
                "⋁_{M ⊆ out, maximal} ⋀_{t ∈ M} [ ET3(t) ∧ TEffect(t) ] ∧ cpRest ∧ ( popMsg or true )"
            }
            Self::XO4 if repairs.has(Repair::Discarding) => {
                "¬queueEmpty(o) ∧ ⋀_{t ∈ out, untimed} ¬ET3(t) ∧ popMsg ∧ cpRest"
            }
            Self::X5 if repairs.has(Repair::Delays) => {
                "incClocks ∧ ⋀_{t ∈ timeTr} notExpire(t) ∧ ⋁_{t ∈ timeTr} [ active(src(t)) ∧ guard(t) ∧ inTime(t)' ∧ ¬exp(t)' ]"
            }
            _ => printed,
        };
        (name, text)
    }

    /// The name, and the formula.
    #[must_use]
    pub fn text(self) -> (&'static str, &'static str) {
        match self {
            Self::Initial => ("I(w⁰)", "w⁰ = g⁰"),
            Self::EO1 => (
                "EO1",
                "⋁_{s ∈ Cmpl(o)} [ compl(s) ∧ ⋀_{t ∈ outCmpl(s)} ¬guard(t) ]",
            ),
            Self::XO1 => ("XO1", "⋀_{s ∈ Cmpl(o)} [ ES1(s) → ¬compl(s)' ] ∧ cpRest"),
            Self::EO2 => (
                "EO2",
                "⋁_{s ∈ Cmpl(o)} ⋁_{t ∈ outCmpl(s)} [ compl(src(t)) ∧ guard(t) ]",
            ),
            Self::XO2 => (
                "XO2",
                "⋁_{s ∈ Cmpl(o)} ⋁_{t ∈ outCmpl(s)} [ ET2(t) ∧ TEffect(t) ] ∧ cpRest",
            ),
            Self::EO3 => (
                "EO3",
                "⋁_{s ∈ States(o)} ⋁_{t ∈ out(s)} [ active(src(t)) ∧ guard(t) ∧ ( match(msg, trig(t)) or inTime(t) ∧ ¬exp(t) ) ]",
            ),
            Self::XO3 => (
                "XO3",
                "⋁_{s ∈ States(o)} ⋁_{t ∈ out(s)} [ ET3(t) ∧ TEffect(t) ∧ cpRest ∧ ( popMsg or true ) ]",
            ),
            Self::XO4 => ("XO4", "¬queueEmpty(o) ∧ popMsg ∧ cpRest"),
            Self::E5 => ("E5", "⋀_o [ queueEmpty(o) ∧ ⋀_{s ∈ Cmpl(o)} ¬compl(s) ]"),
            Self::X5 => (
                "X5",
                "incClocks ∧ ⋀_{t ∈ timeTr} notExpire(t) ∧ ⋁_{t ∈ timeTr} inTime(t)'",
            ),
            Self::Environment => ("environment", "what comes from outside: not in the paper"),
            Self::Step => ("T", "⋀_{i<k} [ ⋁_o XO(o) ∨ E5 ∧ X5 ]"),
            Self::Property => ("property", "what is asked, in wᵏ"),
        }
    }
}
