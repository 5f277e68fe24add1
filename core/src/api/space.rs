//! The state space as plain data: all global states of a small model with what leads from one to
//! another, or of a large one those around a run.

use std::collections::BTreeMap;

use super::ByHand;
use super::analysis::place_view;
use crate::engine::Unwatched;
use crate::language::machines::{Composition, GlobalState};
use crate::question::{self, Visited};
use crate::view::{EndView, PlaceView, SpaceEdgeView, SpaceStateView, SpaceView, StepView};

/// Most global states that are drawn: more can neither be laid out in time nor read.
pub const MOST_DRAWN: usize = 300;
/// Up to so many are counted.
const MOST_COUNTED: u64 = 2_000;

impl ByHand {
    /// The state space with a run in it: all of it where there are at most [`MOST_DRAWN`] states, else
    /// the states of the run and what can follow them, as many as there is room for. The goal names
    /// places of some lifelines; an empty one holds nowhere. `None` where search and interpreter do
    /// not agree about which states there are, which is a defect.
    #[must_use]
    pub fn space(&self, run: &[StepView], goal: &[(usize, PlaceView)]) -> Option<SpaceView> {
        let visited = question::space(
            &self.model,
            &self.lifelines,
            &self.from,
            MOST_COUNTED,
            &mut Unwatched,
        );
        let composition = Composition::new(&self.model, &self.lifelines, &self.from);
        // The run one message set at a time: what is lit goes along it.
        let path = match run.split_first() {
            None => Vec::new(),
            Some((first, steps)) => {
                let taken = self.along(&first.state, steps);
                let states = taken.iter().filter_map(|step| self.state(&step.state));
                self.state(&first.state).into_iter().chain(states).collect()
            }
        };
        let (states, whole, sentence) = match visited.ok()? {
            Visited::Whole(space) if space.states.len() <= MOST_DRAWN => {
                let count = space.states.len();
                let states = space.states.into_iter();
                let states: Vec<_> = states.zip(space.depths.into_iter().map(Some)).collect();
                let sentence = match count {
                    1 => "There is one global state.".to_owned(),
                    _ => format!("There are {count} global states."),
                };
                (states, true, sentence)
            }
            visited => {
                let states = around(&composition, &path);
                let here = match states.len() {
                    1 => "here is one of them".to_owned(),
                    count => format!("here are {count} of them"),
                };
                // Of a visit that was stopped at once no number is known.
                let all = match visited {
                    Visited::Whole(space) => format!(
                        "There are {} global states, too many to draw",
                        space.states.len()
                    ),
                    Visited::Part(reached) if reached.states > MOST_DRAWN as u64 => format!(
                        "There are more than {} global states, too many to draw",
                        reached.states - 1
                    ),
                    Visited::Part(_) => "Not all global states were visited in time".to_owned(),
                };
                let sentence = format!("{all}: {here}, those of the run and what can follow each.");
                (states, false, sentence)
            }
        };
        let number: BTreeMap<_, _> = (0..).zip(&states).map(|(at, (it, _))| (it, at)).collect();
        let mut view = SpaceView {
            whole,
            sentence,
            goal: "goal".to_owned(),
            ..SpaceView::default()
        };
        for (from, (state, depth)) in states.iter().enumerate() {
            let mut followers = Vec::new();
            for set in composition.admissible_if_few(state).unwrap_or_default() {
                let after = number.get(&composition.after(state, &set));
                followers.extend(after.copied().filter(|to| !followers.contains(to)));
            }
            view.edges
                .extend(followers.into_iter().map(|to| SpaceEdgeView {
                    from,
                    to,
                    lit: false,
                    within: Vec::new(),
                }));
            let places: Vec<_> = state.iter().map(|&place| place_view(place)).collect();
            let holds =
                |&(lifeline, place): &(usize, PlaceView)| places.get(lifeline) == Some(&place);
            view.states.push(SpaceStateView {
                goal: !goal.is_empty() && goal.iter().all(holds),
                steps: (0..run.len())
                    .filter(|&step| run[step].state == places)
                    .collect(),
                end: match composition.stuck(state) {
                    None => EndView::None,
                    Some(true) => EndView::Terminated,
                    Some(false) => EndView::Deadlock,
                },
                depth: *depth,
                places,
                values: Vec::new(),
                between: false,
                way: Vec::new(),
            });
        }
        for pair in path.windows(2) {
            let ends = (number.get(&pair[0]), number.get(&pair[1]));
            if let (Some(&from), Some(&to)) = ends
                && let Some(edge) = view
                    .edges
                    .iter_mut()
                    .find(|it| (it.from, it.to) == (from, to))
            {
                edge.lit = true;
            }
        }
        Some(view)
    }

    /// The run through these global states, from the start, one message set from each to the next;
    /// ends where there is none.
    #[must_use]
    pub fn through(&self, states: &[Vec<PlaceView>]) -> Vec<StepView> {
        let mut taken = vec![self.start()];
        for places in states.iter().skip(1) {
            let here = &taken[taken.len() - 1].state;
            let choices = self.choices(here).unwrap_or_default();
            match choices.into_iter().find(|choice| choice.state == *places) {
                Some(next) => taken.push(next),
                None => break,
            }
        }
        taken
    }
}

/// The states of a path and those that can follow each, the path first.
fn around(composition: &Composition<'_>, path: &[GlobalState]) -> Vec<(GlobalState, Option<u32>)> {
    let mut states: Vec<GlobalState> = Vec::new();
    let mut add = |state: GlobalState| {
        if states.len() < MOST_DRAWN && !states.contains(&state) {
            states.push(state);
        }
    };
    add(composition.initial());
    path.iter().cloned().for_each(&mut add);
    for state in path {
        for set in composition.admissible_if_few(state).unwrap_or_default() {
            add(composition.after(state, &set));
        }
    }
    states.into_iter().map(|state| (state, None)).collect()
}
