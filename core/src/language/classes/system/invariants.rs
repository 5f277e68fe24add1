//! Invariants of class models: whether they hold, whether calls keep them, and whether one follows from the others.

use super::ClassSystem;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::{
    Frame, Guards, Tried, instances_broken, is_valid, starts, successors,
};
use crate::system::{Flow, Valuation};

/// What does not keep an invariant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Breaking {
    /// A call.
    Call {
        /// Its number.
        number: usize,
        /// The first state that it leads to in which the invariant is violated.
        after: Vec<Value>,
    },
    /// No call.
    Nothing,
}

impl ClassSystem<'_> {
    /// Whether an invariant, or any for `None`, is not true of some instance.
    #[must_use]
    pub fn is_broken(&self, invariant: Option<usize>, at: &Valuation) -> Option<bool> {
        let values = self.values(at)?;
        match invariant {
            Some(it) => instances_broken(self.model, &values, it).ok(),
            None => is_valid(self.model, &values, Guards::All)
                .ok()
                .map(|it| !it),
        }
    }

    /// Whether every call keeps an invariant by itself, or all for `None`: pre, post and frame hold of no state after it that is
    /// valid but for this.
    #[must_use]
    pub fn preserves(&self, invariant: Option<usize>, at: &Valuation) -> Option<bool> {
        match self.breaking(invariant, at)? {
            Breaking::Call { .. } => Some(false),
            Breaking::Nothing => Some(true),
        }
    }

    /// The frame of calls that need not keep an invariant, or none for `None`.
    #[must_use]
    pub fn frame_without(&self, invariant: Option<usize>) -> Frame {
        Frame {
            guards: Guards::without(invariant),
            ..self.frame
        }
    }

    /// The first call that does not keep an invariant by itself, as in [`Self::preserves`]; `None` where that is not known.
    #[must_use]
    pub fn breaking(&self, invariant: Option<usize>, at: &Valuation) -> Option<Breaking> {
        let values = self.values(at)?;
        let frame = self.frame_without(invariant);
        let mut tried = Tried::default();
        let mut is_clear = true;
        for (number, call) in self.calls.iter().enumerate() {
            let mut breaks = None;
            let listed = successors(self.model, frame, &values, call, &mut tried, &mut |after| {
                let broken = match invariant {
                    Some(it) => instances_broken(self.model, after, it),
                    None => is_valid(self.model, after, Guards::All).map(|it| !it),
                };
                is_clear &= broken.is_ok();
                if broken == Ok(true) {
                    breaks = Some(after.to_vec());
                    return Flow::Break(());
                }
                Flow::Continue(())
            });
            if let Some(after) = breaks {
                return Some(Breaking::Call { number, after });
            }
            is_clear &= listed.is_ok();
        }
        (is_clear && !tried.is_over()).then_some(Breaking::Nothing)
    }

    /// Whether there is a state in which all invariants but one are true, and this one is not.
    #[must_use]
    pub fn is_independent(&self, invariant: usize) -> Option<bool> {
        let (mut tried, mut found, mut is_clear) = (Tried::default(), false, true);
        let guards = Guards::AllBut(invariant);
        let guards = (guards, self.model.integers);
        let listed = starts(self.model, &self.from, guards, &mut tried, &mut |state| {
            match instances_broken(self.model, state, invariant) {
                Ok(it) => found |= it,
                Err(_) => is_clear = false,
            }
            match found {
                true => Flow::Break(()),
                false => Flow::Continue(()),
            }
        });
        match found {
            true => Some(true),
            false => (is_clear && listed.is_ok() && !tried.is_over()).then_some(false),
        }
    }
}
