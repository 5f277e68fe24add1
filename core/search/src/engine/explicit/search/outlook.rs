//! How much of a visit is still ahead, by the growth of its layers so far.

use super::Search;

/// So many states are visited in no time, however many may follow.
const FEW_STATES: usize = 1_000;

impl<const W: usize> Search<'_, '_, W> {
    /// The steps that are still before it up to the bound, if its layers go on growing as they did: at
    /// most as many as there are from all combinations of places; 0 where nothing can be said.
    pub(in crate::engine::explicit) fn outlook(&self) -> u64 {
        let task = &self.steps.task;
        let (Some(bound), Some(last)) = (task.bound, self.at.last_layer) else {
            return 0;
        };
        let size = self.at.layer.len() as f64;
        let growth = (size / last.states as f64).max(1.0);
        let per_state = last.steps as f64 / last.states as f64;
        let layers = bound.saturating_sub(self.at.depth);
        let states = (0..layers).scan(size, |states, _| {
            let here = *states;
            *states *= growth;
            Some(here)
        });
        let states = states.sum::<f64>().min(task.combinations() as f64);
        // Too many to count is the greatest number there is.
        (states * per_state) as u64
    }

    /// Whether what is left up to the bound is more than the limits allow. The growth of the first layers says nothing.
    pub(super) fn is_too_much_by_now(&self) -> bool {
        let most = self.limits.transactions;
        self.tried > most / 4 && self.outlook() > 4 * most
    }

    /// Whether the last state may be near: there are few, or the layers do not grow.
    pub(super) fn end_is_in_sight(&self) -> bool {
        let is_few = self.table.len() <= FEW_STATES
            || self.steps.task.combinations() <= self.limits.few_states;
        let (now, last) = (self.at.layer.len(), self.at.last_layer);
        is_few || last.is_none_or(|last| now <= last.states)
    }
}
