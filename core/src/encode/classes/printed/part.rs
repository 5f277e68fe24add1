//! The formulas of the paper by name, in its order.

use crate::encode::paper::{Repair, Repairs};

/// A conjunct of f, or what it takes besides to ask a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ClassPart {
    /// σ₀.
    Initial,
    /// Legal values of attributes.
    Attributes,
    /// Invariants and multiplicities.
    Invariants,
    /// Legal values of ω.
    Selection,
    /// Preconditions.
    Pre,
    /// Postconditions.
    Post,
    /// Slots that are kept.
    Frame,
    /// Steps without a call.
    Rest,
    /// What is asked.
    Task,
}

impl ClassPart {
    /// All of them.
    pub const ALL: [Self; 9] = [
        Self::Initial,
        Self::Attributes,
        Self::Invariants,
        Self::Selection,
        Self::Pre,
        Self::Post,
        Self::Frame,
        Self::Rest,
        Self::Task,
    ];

    /// What it says, in one sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Initial => "The first state is as it was given.",
            Self::Attributes => "Each word of an attribute stands for one of its values.",
            Self::Invariants => "Each state satisfies all invariants and multiplicities.",
            Self::Selection => "Each word ω stands for a call.",
            Self::Pre => "The preconditions of a call are true before it.",
            Self::Post => "The postconditions of a call are true after it.",
            Self::Frame => "A call changes only what it may change.",
            Self::Rest => "After the last call the state stays the same.",
            Self::Task => "What is asked.",
        }
    }

    /// The name, and the formula with these corrections.
    #[must_use]
    pub fn text(self, repairs: Repairs) -> (&'static str, &'static str) {
        match self {
            Self::Initial => ("σ₀", "σ₀ = the initial system state"),
            Self::Attributes if repairs.has(Repair::Undefined) => {
                ("α", "⋀_{t ≤ k} ⋀_{o, a} α_t < bv(n), n without ⊥")
            }
            Self::Attributes => ("α", "⋀_{t ≤ k} ⋀_{o, a} α_t < bv(n), n with ⊥"),
            Self::Invariants => ("I", "⋀_{t ≤ k} enc(σ_t⟨I⟩)"),
            Self::Selection if repairs.has(Repair::Ceil) => {
                ("ω", "⋀_{t < k} ω_t < bv(|OP|), ω_t ∈ 𝔹^⌈ld |OP|⌉")
            }
            Self::Selection => ("ω", "⋀_{t < k} ω_t < bv(|OP|), ω_t ∈ 𝔹^⌊ld |OP|⌋"),
            Self::Pre => (
                "◁",
                "⋀_{t < k} ⋀_{op ∈ OP} (ω_t = enc(op)) ⇒ enc(σ_t⟨◁_op⟩)",
            ),
            Self::Post => (
                "▷",
                "⋀_{t < k} ⋀_{op ∈ OP} (ω_t = enc(op)) ⇒ enc(σ_{t+1}⟨▷_op⟩)",
            ),
            Self::Frame => (
                "frame",
                "⋀_{t < k} ⋀_{op ∈ OP} (ω_t = enc(op)) ⇒ ⋀_{x not released} x_{t+1} = x_t: not in the paper",
            ),
            Self::Rest => (
                "rest",
                "⋀_{t < k} rest_t ⇒ rest_{t+1} ∧ σ_{t+1} = σ_t: not in the paper",
            ),
            Self::Task => ("τ", "what is asked of σ₀ … σ_k and ω₀ … ω_{k-1}"),
        }
    }
}
