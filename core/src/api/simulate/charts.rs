//! Statecharts that are run.

use super::blocked::refused_transitions;
use super::hand::MOST_CHOICES;
use super::model::{Goal, Offers, Simulate, SimulatedModel, Tracked, Wanted};
use super::shown::{is_of_model, listed, tracked_variables};
use super::traces::labels;
use super::{NoSimulation, outside};
use crate::api::statecharts::{action, condition, entry, names, values};
use crate::expression::{Sort, Value};
use crate::language::read_as;
use crate::language::statechart;
use crate::language::statechart::model::{Query, StatechartModel, Subject};
use crate::language::statechart::semantics::scenario::progress;
use crate::language::statechart::semantics::{Grain, StatechartSystem};
use crate::simulate::Session;
use crate::system::{Role, Step, System, Trace, Valuation, Variable};
use crate::view::{
    BlockedChoice, KnownBy, SendView, SimulationOptions, SpaceUnitView, StepAction, SystemStepView,
};

/// Statecharts.
pub(super) struct Statecharts;

impl Simulate for Statecharts {
    fn name(&self) -> &'static str {
        "statecharts"
    }

    fn offers(&self) -> Offers {
        Offers {
            traces: true,
            ..Offers::default()
        }
    }

    fn open(
        &self,
        text: &str,
        options: &SimulationOptions,
        all_runs: bool,
        act: &mut dyn FnMut(&dyn SimulatedModel),
    ) -> Result<(), NoSimulation> {
        let grain = grain(&options.grain, all_runs)?;
        let (model, diagnostics) = read_as::<statechart::Statecharts>(text);
        NoSimulation::of(&diagnostics)?;
        let shows = options.track.iter().any(|it| it == "trace");
        // Any event can be sent by hand; nothing else asks for such steps.
        let system = StatechartSystem::new(&model, model.reading, grain, shows).open();
        act(&SimulatedCharts {
            text,
            model: &model,
            grain,
            tracked: tracked(&system, &options.track)?,
            names: names(&system),
            system,
        });
        Ok(())
    }

    fn grain_of_answers(&self) -> &'static str {
        "behaviour"
    }
}

/// The grain of a name; without one, behaviours where all runs are wanted, and else steps.
fn grain(name: &str, all_runs: bool) -> Result<Grain, NoSimulation> {
    match name {
        "" | "transition" => Ok(if all_runs {
            Grain::Behaviour
        } else {
            Grain::Step
        }),
        "step" => Ok(Grain::Step),
        "behaviour" => Ok(Grain::Behaviour),
        "statement" => Ok(Grain::Statement),
        other => Err(NoSimulation::Option(format!(
            "there is no grain `{other}`; grains of statecharts are step, behaviour and statement"
        ))),
    }
}

/// What is to be shown: variables by their names, or everything but what only says how far a step is.
fn tracked(system: &StatechartSystem<'_>, track: &[String]) -> Result<Vec<Tracked>, NoSimulation> {
    let schema = system.schema();
    let is_shown = |it: &Variable| {
        matches!(
            it.role,
            Role::Location | Role::Attribute | Role::Link | Role::Clock | Role::QueueLength
        )
    };
    let unknown = |name: &str| {
        let known = listed(schema.variables.iter().filter(|it| is_of_model(it)));
        format!("there is no `{name}`; there are trace, {known}")
    };
    tracked_variables(schema, track, is_shown, unknown)
}

/// The statecharts of a text.
struct SimulatedCharts<'m> {
    text: &'m str,
    model: &'m StatechartModel,
    grain: Grain,
    system: StatechartSystem<'m>,
    tracked: Vec<Tracked>,
    names: Vec<String>,
}

impl SimulatedCharts<'_> {
    /// Whether no step is running in a state and a condition has this value.
    fn holds(&self, query: Query, value: bool) -> Wanted<'_> {
        Box::new(move |at| {
            let state = self.system.state(at);
            let state = state.filter(|it| self.system.is_stable(it));
            Some(state.is_some_and(|it| self.system.holds(&it, &query) == value))
        })
    }
}

impl SimulatedModel for SimulatedCharts<'_> {
    fn system(&self) -> &dyn System {
        &self.system
    }

    fn tracked(&self) -> &[Tracked] {
        &self.tracked
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn action(&self, at: &Valuation, step: &Step) -> StepAction {
        action(&self.system, self.text, at, step)
    }

    fn values(&self, at: &Valuation) -> Vec<String> {
        values(&self.system, at)
    }

    /// Of a trace what was shown, without the places at which that is in a list.
    fn written(&self, it: &Tracked, value: Option<&Value>) -> String {
        if it.name == "trace" && matches!(it.term.sort, Sort::Array { .. }) {
            let labels = value.map_or(Vec::new(), |value| labels(value, &it.term.sort));
            return labels.join("; ");
        }
        value.map_or("undefined".into(), |value| value.show(&it.term.sort))
    }

    fn entry(&self, step: Option<(&Valuation, &Step)>, after: &Valuation) -> SystemStepView {
        entry(&self.system, self.text, step, after)
    }

    fn tells_returns(&self) -> bool {
        true
    }

    fn fires(&self, run: &Session<'_>) -> Vec<Vec<(usize, usize)>> {
        let all = run.choices(MOST_CHOICES).all.into_iter();
        let fires = all.map(|it| {
            let report = self.system.taken(run.state(), &it.step).map(|it| it.1);
            report.map_or_else(Vec::new, |it| it.fired)
        });
        fires.collect()
    }

    fn played(&self, check: usize, run: &Trace) -> Option<Vec<usize>> {
        match self.model.properties.get(check)?.subject {
            Subject::Scenario(number, mode) => {
                progress(&self.system, &self.model.scenarios[number], mode, run)
            }
            _ => None,
        }
    }

    fn has_states_between(&self) -> bool {
        true
    }

    fn is_stable(&self, at: &Valuation) -> bool {
        let state = self.system.state(at);
        state.is_some_and(|it| self.system.is_stable(&it))
    }

    fn goal(&self, check: usize) -> Option<Goal<'_>> {
        let (query, value, word) = match &self.model.properties.get(check)?.subject {
            Subject::Always(query) => (query, false, "violated"),
            Subject::Reach(goals) => (goals.last()?, true, Goal::word(goals.len())),
            Subject::Deadlock
            | Subject::DeadlockAlone
            | Subject::Scenario(..)
            | Subject::Same(_) => return None,
        };
        Some(Goal {
            wanted: self.holds(query.clone(), value),
            word,
        })
    }

    fn wanted(&self, written: &str) -> Result<Wanted<'_>, NoSimulation> {
        let (_, query) = condition(self.text, written).map_err(NoSimulation::Option)?;
        Ok(self.holds(query, true))
    }

    fn depth_unit(&self, _between: bool) -> SpaceUnitView {
        SpaceUnitView::Behaviours
    }

    fn step_unit(&self) -> &str {
        match self.grain {
            Grain::Step => "step",
            Grain::Behaviour => "behaviour",
            Grain::Statement => "statement",
        }
    }

    fn blocked(&self, at: &Valuation) -> Vec<BlockedChoice> {
        refused_transitions(self.text, &self.system, at)
    }

    fn sends(&self, at: &Valuation) -> Vec<SendView> {
        outside::sends(&self.system, at)
    }

    fn step_known(&self, at: &Valuation, known_by: &KnownBy) -> Option<Step> {
        outside::step_known(&self.system, at, known_by)
    }

    fn nearby(&self, _at: &Valuation, shown: &[String]) -> Vec<Step> {
        outside::nearby(&self.system, shown)
    }

    fn passes_over_states(&self) -> bool {
        true
    }

    fn tells_when_sealed(&self) -> bool {
        false
    }
}
