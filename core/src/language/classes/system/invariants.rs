//! Invariants of class models: whether they hold, whether calls keep them, and whether one follows from the others.

use super::ClassSystem;
use crate::language::classes::semantics::{
    Frame, Guards, Tried, instances_broken, is_valid, starts, successors,
};
use crate::system::{Flow, Valuation};

/// What does not keep an invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breaking {
    /// A call, by its number.
    Call(usize),
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
            Breaking::Call(_) => Some(false),
            Breaking::Nothing => Some(true),
        }
    }

    /// The first call that does not keep an invariant by itself, as in [`Self::preserves`]; `None` where that is not known.
    #[must_use]
    pub fn breaking(&self, invariant: Option<usize>, at: &Valuation) -> Option<Breaking> {
        let values = self.values(at)?;
        let frame = Frame {
            guards: invariant.map_or(Guards::None, Guards::AllBut),
            ..self.frame
        };
        let mut tried = Tried::default();
        let mut is_clear = true;
        for (number, call) in self.calls.iter().enumerate() {
            let mut breaks = false;
            let listed = successors(self.model, frame, &values, call, &mut tried, &mut |after| {
                let broken = match invariant {
                    Some(it) => instances_broken(self.model, after, it),
                    None => is_valid(self.model, after, Guards::All).map(|it| !it),
                };
                breaks |= broken == Ok(true);
                is_clear &= broken.is_ok();
                match breaks {
                    true => Flow::Break(()),
                    false => Flow::Continue(()),
                }
            });
            if breaks {
                return Some(Breaking::Call(number));
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
