//! Lifelines and places by name, as the language writes them and as JSON tells them.

use crate::language::written;
use crate::view::{Analysis, CheckView, LifelineView, PlaceView};

/// The names that an outcome's indices stand for.
#[derive(Clone, Copy, Debug)]
pub struct Names<'a> {
    analysis: &'a Analysis,
    lifelines: &'a [LifelineView],
}

impl<'a> Names<'a> {
    /// The names of a check and of the text it stands in.
    #[must_use]
    pub fn of(analysis: &'a Analysis, check: &'a CheckView) -> Self {
        Self::over(analysis, &check.lifelines)
    }

    /// The names of lifelines that play together, and of the text they stand in.
    #[must_use]
    pub fn over(analysis: &'a Analysis, lifelines: &'a [LifelineView]) -> Self {
        Self {
            analysis,
            lifelines,
        }
    }

    /// A lifeline's name; the indices come from the core, which made the list too.
    #[must_use]
    pub fn lifeline(&self, index: usize) -> &'a str {
        self.lifelines.get(index).map_or("?", |it| it.name.as_str())
    }

    /// A place as it is written in a goal: a state's name, or `<source/trigger/effects/target>`.
    #[must_use]
    pub fn place(&self, lifeline: usize, place: PlaceView) -> String {
        let machine = self.lifelines.get(lifeline).map(|it| it.machine);
        let Some(machine) = machine.and_then(|index| self.analysis.machines.get(index)) else {
            return "?".into();
        };
        let state = |index: usize| {
            let state = machine.states.get(index);
            state.map_or_else(|| "?".into(), |state| written(&state.name))
        };
        match place {
            PlaceView::State(index) => state(index),
            PlaceView::Transition(index) => {
                let Some(transition) = machine.transitions.get(index) else {
                    return "?".into();
                };
                let trigger = transition.trigger.as_deref().map(written);
                let effects: Vec<_> = transition.effects.iter().map(|it| written(it)).collect();
                format!(
                    "<{}/{}/{}/{}>",
                    state(transition.source),
                    trigger.unwrap_or_default(),
                    effects.join(","),
                    state(transition.target)
                )
            }
        }
    }
}
