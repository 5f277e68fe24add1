//! What a state can still come to within the bound: states that cannot come to anything better need no successors.
//!
//! A component that is farther from every place that allows the value than transactions are left comes too late
//! ([`distances`]). Every state on a path to the value within the bound is in time, so none of these paths is lost, and the
//! shortest is found as without.

use crate::network::distance::distances;
use crate::network::{LocalPlace, Task};

/// How far each component is from a value.
pub(super) struct Reach {
    bound: u32,
    value: u32,
    /// For each component and place the half-steps that it still needs.
    left: Vec<Vec<u32>>,
    /// Whether there was a state that is not in time: then nothing is known beyond the bound.
    pub(super) has_left_out: bool,
}

impl Reach {
    /// Of a value; `None` without a bound, and for objectives that are not met place by place.
    pub(super) fn new(task: &Task, value: u32) -> Option<Self> {
        let left = distances(&task.network, &task.objective, value)?;
        let bound = task.bound?;
        Some(Self {
            bound,
            value,
            left,
            has_left_out: false,
        })
    }

    /// Whether a state after so many transactions is in time for what is better than `best`.
    // Once in the program, not once for each width of states.
    #[inline(never)]
    pub(super) fn admits(
        &mut self,
        task: &Task,
        best: u32,
        places: &[LocalPlace],
        depth: u32,
    ) -> bool {
        if best >= self.value
            && let Some(left) = distances(&task.network, &task.objective, best + 1)
        {
            (self.value, self.left) = (best + 1, left);
        }
        let still = self.bound.saturating_sub(depth);
        let mut components = self.left.iter().zip(places);
        let is_in_time = components.all(|(left, &place)| left[usize::from(place)] <= still);
        self.has_left_out |= !is_in_time;
        is_in_time
    }
}

#[cfg(test)]
mod tests {
    use super::super::{solve, solve_towards};
    use crate::engine::{Coverage, Limits, Unwatched};
    use crate::sample::{is_witnessed, task};
    use lockstep_core::generate::{Random, Shape, goal, model};
    use lockstep_core::language::questions::Mode;
    use lockstep_core::language::{Check, Question};

    #[test]
    fn what_is_left_out_changes_no_value_and_no_depth() {
        let (mut met, mut left_out) = (0, 0);
        for seed in 0..600_u32 {
            let mut random = Random::new(u64::from(seed));
            let model = model(&Shape::default(), &mut random);
            let question = match seed.is_multiple_of(3) {
                true => Question::Reach {
                    goal: goal(&model, &mut random),
                },
                false => Question::Scenario {
                    scenario: 0,
                    mode: Mode::Strict,
                },
            };
            let bound = 1 + seed % 7;
            let check = Check::asking(question, Some(bound));
            let task = task(&model, &check);
            let all = solve(&task, &Limits::default(), &mut Unwatched);
            for known in 0..=all.value {
                let found = solve_towards(&task, known, &Limits::default(), &mut Unwatched);
                let said = |it: &crate::engine::Finding| (it.value, it.met, it.depth, it.shortest);
                assert_eq!(said(&found), said(&all), "seed {seed}, {known}");
                assert!(!matches!(found.coverage, Coverage::Open(_)), "seed {seed}");
                assert!(
                    found.met
                        || found.coverage == all.coverage
                        || found.coverage == Coverage::Bound
                );
                assert!(found.reached.states <= all.reached.states, "seed {seed}");
                assert!(is_witnessed(&model, &check, &found), "seed {seed}");
                left_out += u32::from(found.reached.states < all.reached.states);
            }
            met += u32::from(all.met);
        }
        assert!(
            met > 100 && left_out > 300,
            "{met} met, {left_out} with fewer states"
        );
    }
}
