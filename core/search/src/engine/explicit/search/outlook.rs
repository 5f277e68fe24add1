//! What of a visit is still ahead: how much, by the growth of its layers so far, and what of it matters.

use super::super::packed::Packed;
use super::Search;

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

    /// Whether a state of this layer cannot come to anything better within the bound.
    pub(super) fn is_out_of_reach(&mut self, state: Packed<W>) -> bool {
        let Some(reach) = &mut self.reach else {
            return false;
        };
        self.steps.layout.unpack(&state, &mut self.places);
        !reach.admits(
            &self.steps.task,
            self.best.value,
            &self.places,
            self.at.depth,
        )
    }
}
