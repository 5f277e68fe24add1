//! Transition systems that are run, in whole transitions or taken apart.

use super::blocked::blocked;
use super::ending::Why;
use super::fragments::{Fragments, Steps, WholeTransitions, grain, rules};
use super::model::{Goal, Listed, Offers, Simulate, SimulatedModel, Tracked, Wanted};
use super::shown::{expression, tracked_expressions};
use super::{NoSimulation, named, onward};
use crate::api::by_hand::MOST_CHOICES;
use crate::api::run_entry::Executed;
use crate::expression::{Sort, Value, pack, truth};
use crate::language::transitions::split::{SplitOptions, split};
use crate::language::transitions::{
    DeclaredVariable, Initial, Named, Settings, Subject, TransitionModel, free_at_start,
};
use crate::simulate::Session;
use crate::system::{Role, Status, Step, System, Valuation};
use crate::view::{
    BlockedChoice, KnownBy, OnwardQuestion, RELATIONS, SimulationOptions, SpaceUnitView,
    StepAction, StepTurn, SystemStepView,
};

/// Transition systems.
pub(super) struct Transitions;

/// Substeps of one step, where all runs are listed: there are many steps.
const MOST_SUBSTEPS_OF_ALL_RUNS: u64 = 50_000;

impl Simulate for Transitions {
    fn name(&self) -> &'static str {
        "transitions"
    }

    fn offers(&self) -> Offers {
        Offers {
            rules: true,
            until: true,
            values: true,
            traces: false,
        }
    }

    fn open(
        &self,
        text: &str,
        options: &SimulationOptions,
        all_runs: bool,
        act: &mut dyn FnMut(&dyn SimulatedModel),
    ) -> Result<(), NoSimulation> {
        let (grain, rules) = (grain(&options.grain)?, rules(&options.rules)?);
        let (model, diagnostics) = crate::language::transitions::read(text);
        NoSimulation::of(&diagnostics)?;
        let mut settings = Settings::default();
        if all_runs {
            settings.most_substeps = MOST_SUBSTEPS_OF_ALL_RUNS;
        }
        let track = &options.track;
        let Some(grain) = grain else {
            let steps = WholeTransitions::new(&model, settings);
            act(&SimulatedTransitions::new(
                text,
                (&model, settings),
                &steps,
                track,
            )?);
            return Ok(());
        };
        let by_rules = SplitOptions {
            rules,
            grain,
            settings,
        };
        let parts = split(&model, by_rules);
        let steps = Fragments::new(&model, &parts, by_rules);
        act(&SimulatedTransitions::new(
            text,
            (&model, settings),
            &steps,
            track,
        )?);
        Ok(())
    }
}

/// The transition system of a text.
struct SimulatedTransitions<'m> {
    text: &'m str,
    /// What the text means.
    model: &'m TransitionModel,
    /// How fine a step is.
    steps: &'m dyn Steps,
    tracked: Vec<Tracked>,
    declared: Vec<String>,
    free: Vec<String>,
    free_integers: Vec<String>,
    unread: Vec<String>,
}

impl<'m> SimulatedTransitions<'m> {
    fn new(
        text: &'m str,
        (model, settings): (&'m TransitionModel, Settings),
        steps: &'m dyn Steps,
        track: &[String],
    ) -> Result<Self, NoSimulation> {
        let declared = || model.variables[..model.globals].iter();
        let free = || free_at_start(model, settings);
        let unread = declared().filter(|it| it.initial == Initial::Irrelevant);
        Ok(Self {
            text,
            model,
            steps,
            tracked: tracked_expressions(steps.model(), steps.system().schema(), track)?,
            declared: names(declared()),
            free: names(free()),
            free_integers: names(free().filter(|it| matches!(it.sort, Sort::Integer { .. }))),
            unread: names(unread),
        })
    }

    fn blocked_of(
        &self,
        branches: &[crate::language::transitions::branches::Branch],
    ) -> Vec<BlockedChoice> {
        let relation = |label| self.steps.relation(label);
        blocked(self.text, self.steps.model(), branches, |it| {
            relation(it.label)
        })
    }
}

fn names<'v>(variables: impl Iterator<Item = &'v DeclaredVariable>) -> Vec<String> {
    variables.map(|it| it.name.clone()).collect()
}

impl SimulatedModel for SimulatedTransitions<'_> {
    fn system(&self) -> &dyn System {
        self.steps.system()
    }

    fn tracked(&self) -> &[Tracked] {
        &self.tracked
    }

    fn names(&self) -> &[String] {
        &self.declared
    }

    fn action(&self, at: &Valuation, step: &Step) -> StepAction {
        self.steps.action(self.text, at, step)
    }

    fn executes(&self, at: &Valuation, step: &Step) -> Executed {
        Executed {
            turn: StepTurn::Relation(self.steps.relation(step.label).to_owned()),
            fired: self.steps.fired(at, step),
        }
    }

    fn fires(&self, run: &Session<'_>) -> Vec<Vec<(usize, usize)>> {
        let all = run.choices(MOST_CHOICES).all.into_iter();
        let fires = all.map(|it| {
            let executed = self.executes(run.state(), &it.step);
            let relation = RELATIONS
                .iter()
                .position(|it| executed.turn.is_relation(it));
            let each = executed.fired.operations.into_iter();
            each.filter_map(|it| Some((relation?, it))).collect()
        });
        fires.collect()
    }

    fn passes(&self, entry: &SystemStepView) -> bool {
        match entry.turn.word() {
            "init" => true,
            "env" => entry.changed.is_empty(),
            _ => false,
        }
    }

    fn has_states_between(&self) -> bool {
        true
    }

    fn is_stable(&self, at: &Valuation) -> bool {
        self.steps.is_stable(at)
    }

    fn goal(&self, check: usize) -> Option<Goal<'_>> {
        let (term, value, word) = match &self.model.properties.get(check)?.subject {
            Subject::Always(term) => (term, false, "violated"),
            Subject::Reach(goals) => (goals.last()?, true, Goal::word(goals.len())),
            Subject::Deadlock => return None,
        };
        let term = term.clone();
        Some(Goal {
            wanted: Box::new(move |at| {
                let values = self.system().schema().values(at);
                let values = values.filter(|_| self.is_stable(at));
                Some(values.is_some_and(|it| truth(&term, &it) == Ok(value)))
            }),
            word,
        })
    }

    fn wanted(&self, written: &str) -> Result<Wanted<'_>, NoSimulation> {
        let term = expression(self.steps.model(), written.trim())?;
        if term.sort != Sort::Boolean {
            let what = format!("`{}` is neither true nor false", written.trim());
            return Err(NoSimulation::Option(what));
        }
        Ok(Box::new(move |at| {
            let stable = self.system().status(at) != Status::Inside;
            let values = self.system().schema().values(at).filter(|_| stable);
            Some(values.is_some_and(|it| truth(&term, &it) == Ok(true)))
        }))
    }

    fn question(&self, at: &Valuation, goal: &str) -> Option<OnwardQuestion> {
        // Engines know nothing of other rules.
        let turn = self
            .steps
            .turn(at)
            .filter(|_| !self.ends_where_it_returns())?;
        let values = self.system().schema().values(at)?;
        let term = expression(self.steps.model(), goal).ok()?;
        // Some later state is wanted.
        let is_true = truth(&term, &values) == Ok(true);
        let from = (self.system().schema(), &*values, turn);
        (!is_true).then(|| onward::question(self.model, from, goal))?
    }

    fn depth_unit(&self, between: bool) -> SpaceUnitView {
        match between {
            true => SpaceUnitView::Steps,
            false => SpaceUnitView::Firings,
        }
    }

    fn step_unit(&self) -> &str {
        onward::UNIT
    }

    fn blocked(&self, at: &Valuation) -> Vec<BlockedChoice> {
        self.blocked_of(&self.steps.branches(at))
    }

    fn free(&self) -> &[String] {
        &self.free
    }

    fn free_integers(&self) -> &[String] {
        &self.free_integers
    }

    fn unread(&self) -> &[String] {
        &self.unread
    }

    fn nameable(&self, at: &Valuation) -> Vec<String> {
        named::freed(self.steps.model(), &self.steps.branches(at))
    }

    fn starts_with(&self, named: Named) -> Vec<Valuation> {
        named::first_starts(self.steps.naming(named).system())
    }

    fn steps_with(&self, at: &Valuation, named: Named) -> Vec<Step> {
        named::first_steps(self.steps.naming(named).system(), at)
    }

    fn refused(&self, at: &Valuation, variable: &str, numbers: &[i64]) -> Vec<BlockedChoice> {
        let only = Named {
            numbers: numbers.to_vec(),
            only: true,
        };
        let mut branches = self.steps.naming(only).branches(at);
        branches.retain(|it| named::frees(self.steps.model(), it, variable));
        self.blocked_of(&branches)
    }

    fn step_known(&self, at: &Valuation, known_by: &KnownBy) -> Option<Step> {
        named::unlisted(self, at, known_by)
    }

    fn nearby(&self, at: &Valuation, shown: &[String]) -> Vec<Step> {
        let numbers: Vec<i64> = shown.iter().filter_map(|it| it.parse().ok()).collect();
        named::steps_with(self, at, &numbers)
    }

    /// Its values, and whose turn it is.
    fn state_of(&self, entry: &SystemStepView) -> Listed {
        let next = match entry.turn.word() {
            "" => "init",
            "env" => "trans",
            _ => "env",
        };
        let mut shown = entry.state.iter();
        let each = self.system().schema().variables.iter().map(|it| {
            let value = match it.role {
                Role::ProgramCounter => next,
                _ => shown.next()?,
            };
            Value::read(value, &it.sort)
        });
        let values: Option<Vec<_>> = each.collect();
        let values = values.filter(|_| shown.next().is_none());
        Listed::Whole(values.map(|it| pack(&it)))
    }

    fn ends_where_it_returns(&self) -> bool {
        self.steps.ends_where_it_returns()
    }

    fn why_stuck(&self, run: &Session<'_>) -> Option<Why> {
        self.steps.why_stuck(run)
    }

    fn gave_up(&self) -> bool {
        self.steps.gave_up()
    }
}
