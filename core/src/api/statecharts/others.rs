//! Another run of statecharts that shows the same answer: one in which some object takes something else, or elsewhere
//! ([`Sights`]).

use super::run;
use super::search::{OpenedChart, limits};
use crate::api::kind::{OtherRuns, OtherWords};
use crate::budget::Meter;
use crate::engine::systems::Space;
use crate::language::statechart::semantics::StatechartSystem;
use crate::question::statecharts::others::{self, Sights};
use crate::system::{Flow, Step, System, Trace, Valuation};
use crate::view::SystemStepView;
use crate::wording::statecharts as wording;

/// States that may stand for an entry of a run that was shown, at most.
const MOST_ALIKE: usize = 500;

/// The runs of a check of which something else is seen than of some that are known.
struct OthersOfChart<'o, 'm> {
    opened: &'o OpenedChart<'m>,
    others: others::OtherRuns<'m>,
}

impl<'m> OpenedChart<'m> {
    /// Such runs; `None` where one that was shown is not of this check.
    pub(super) fn beside(&self, shown: &[Vec<SystemStepView>]) -> Option<impl OtherRuns + '_> {
        let system = self.space.system();
        let known = shown.iter().map(|it| {
            let trace = told(system, self.text, it)?;
            Sights::of(system, &trace)
        });
        let known = known.collect::<Option<Vec<_>>>()?;
        Some(OthersOfChart {
            opened: self,
            others: others::OtherRuns::new(self.model, self.property, known),
        })
    }
}

impl OtherRuns for OthersOfChart<'_, '_> {
    fn space(&self) -> &dyn Space {
        &self.others
    }

    fn run_along(&self, rows: &[Valuation], _meter: &Meter<'_>) -> Option<Trace> {
        let space = &self.opened.space;
        let trace = self
            .others
            .run_along(rows)
            .filter(|it| space.confirms(it))?;
        // The search does not judge whether it is another one.
        let sights = Sights::of(space.system(), &trace)?;
        let is_new = !self.others.known().contains(&sights);
        is_new.then_some(trace)
    }

    fn words(&self, count: u32) -> OtherWords {
        let met = (&self.others.beyond()[..], &self.others.cut());
        let limits = limits(self.opened.model, met, false).in_words();
        OtherWords {
            found: ", in which some object takes something else",
            absent: format!(" in which some object takes something else{limits}"),
            steps: wording::steps(count, self.opened.property.reading),
        }
    }
}

/// A run of the definitions that is told like this. What is told of a state is not all of it, so all states are followed that
/// may be meant; what is seen is the same in all of them.
fn told(system: &StatechartSystem<'_>, text: &str, run: &[SystemStepView]) -> Option<Trace> {
    let start = system.valuation(&system.beginning());
    // For each entry the states that it may be about, each with the one before it and the step into it.
    let mut layers: Vec<Vec<(Valuation, usize, Option<Step>)>> =
        vec![vec![(start.clone(), 0, None)]];
    for entry in run.get(1..)? {
        let mut layer: Vec<(Valuation, usize, Option<Step>)> = Vec::new();
        for (number, (at, ..)) in layers.last()?.iter().enumerate() {
            system.steps(at, &mut |step| {
                let after = system.apply(at, &step);
                let is_it = |after: &Valuation| {
                    run::entry(system, text, Some((at, &step)), after).is_same_step(entry)
                };
                if let Some(after) = after.filter(is_it)
                    && !layer.iter().any(|it| it.0 == after)
                    && layer.len() < MOST_ALIKE
                {
                    layer.push((after, number, Some(step)));
                }
                Flow::Continue(())
            });
        }
        layers.push(layer);
    }
    let mut steps = Vec::new();
    let mut at = 0;
    for layer in layers.iter().skip(1).rev() {
        let (_, before, step) = layer.get(at)?;
        steps.push(step.clone()?);
        at = *before;
    }
    steps.reverse();
    Some(Trace { start, steps })
}
