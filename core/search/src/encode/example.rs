//! What a clause says, for readers of formulas.
//!
//! A clause ¬a ∨ ¬b ∨ c ∨ d is read as "if a and b, then c or d". Literals become [`Meaning`]s here;
//! the words for them are somebody else's.

use crate::cnf::{Lit, Var};
use crate::network::LocalPlace;

/// What a variable stands for when it is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A lifeline is in a place.
    At {
        /// Who.
        lifeline: usize,
        /// Where.
        place: LocalPlace,
        /// At which index.
        index: usize,
    },
    /// A lifeline goes from a place to another: b_t, f_t, or silently.
    Moves {
        /// Who.
        lifeline: usize,
        /// The place at the index.
        from: LocalPlace,
        /// The place at the next index.
        to: LocalPlace,
        /// The index before the move.
        index: usize,
    },
    /// A lifeline begins a transition, in the papers' way of speaking: t.
    Begins {
        /// Who.
        lifeline: usize,
        /// The intermediate place of the transition.
        inside: LocalPlace,
        /// The index before.
        index: usize,
    },
    /// A symbol waits to be received, in the papers' way of speaking: a.
    Waits {
        /// What.
        symbol: usize,
        /// At which index.
        index: usize,
    },
    /// A symbol goes from a lifeline to another: d_{σ,a,ρ}.
    Delivery {
        /// σ.
        from: usize,
        /// a.
        symbol: usize,
        /// ρ.
        to: usize,
        /// The index before.
        index: usize,
    },
    /// So many messages of a loose scenario have been exchanged: c_j.
    Exchanged {
        /// How many.
        messages: usize,
        /// At which index.
        index: usize,
    },
    /// What is asked for holds at an index.
    Asked {
        /// At which index.
        index: usize,
    },
    /// Nothing by itself: a counter of "at most one".
    Helper,
}

/// A clause as an implication.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Example {
    /// What must hold all together; nothing: always.
    pub premises: Vec<Meaning>,
    /// Of what one must hold then; nothing: the premises cannot all hold.
    pub conclusions: Vec<Meaning>,
}

/// So many clauses are looked at for the one that reads best.
const LOOKED_AT: usize = 500;

impl Example {
    /// The first clause that reads best: one without helpers, with premises and conclusions, of about
    /// three literals.
    pub fn choose<'c>(
        clauses: impl Iterator<Item = &'c [Lit]>,
        says: impl Fn(Var) -> Meaning,
    ) -> Option<Self> {
        let clauses = clauses.take(LOOKED_AT).map(|clause| {
            let of = |negated: bool| {
                let lits = clause.iter().filter(move |lit| lit.is_negated() == negated);
                lits.map(|lit| says(lit.var())).collect::<Vec<_>>()
            };
            Self {
                premises: of(true),
                conclusions: of(false),
            }
        });
        clauses.min_by_key(|example| {
            let all = || example.premises.iter().chain(&example.conclusions);
            let helped = all().any(|meaning| *meaning == Meaning::Helper);
            let one_sided = example.premises.is_empty() || example.conclusions.is_empty();
            (helped, one_sided, all().count().abs_diff(3))
        })
    }
}
