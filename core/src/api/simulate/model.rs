//! A model that is run: its system, and what is shown of its states and steps.
//!
//! Requests are written once over [`SimulatedModel`]. Four methods say what every kind must; all others have a default that is
//! right of any [`System`], and a kind has its own where it can tell more, or differs. So no request asks which kind it has.

use super::NoSimulation;
use super::ending::Why;
use crate::api::run_entry::{Executed, entry, shown_values};
use crate::expression::{Term, Value};
use crate::language::transitions::Named;
use crate::simulate::Session;
use crate::system::{Step, System, Trace, Valuation};
use crate::view::{
    BlockedChoice, Folding, KnownBy, OnwardQuestion, PlaceView, SendView, SimulationOptions,
    SpaceUnitView, StepAction, SystemStepView,
};
use crate::wording::simulate as wording;

/// Whether a state is as is wanted; `None` where a limit keeps that from being known.
pub type Wanted<'s> = Box<dyn Fn(&Valuation) -> Option<bool> + 's>;

/// What a terminal offers in runs of a kind of model, beside choices.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offers {
    /// Rules by which transitions are taken apart.
    pub rules: bool,
    /// Going on until a condition holds.
    pub until: bool,
    /// Naming values that are not listed.
    pub values: bool,
    /// The traces of all runs, where `trace` is tracked.
    pub traces: bool,
}

/// Opens the models of one kind.
pub trait Simulate: Sync {
    /// What models of this kind are called.
    fn name(&self) -> &'static str;

    /// Reads a text and hands its model on, once. Whether all runs are wanted decides how much one step may cost, and how
    /// fine it is where the options leave that open.
    ///
    /// # Errors
    /// Refuses texts with errors, and options that do not exist.
    fn open(
        &self,
        text: &str,
        options: &SimulationOptions,
        all_runs: bool,
        act: &mut dyn FnMut(&dyn SimulatedModel),
    ) -> Result<(), NoSimulation>;

    /// What a terminal offers in runs of this kind.
    fn offers(&self) -> Offers;

    /// The grain whose states runs of answers go through.
    fn grain_of_answers(&self) -> &'static str {
        ""
    }
}

/// Something that is tracked.
pub struct Tracked {
    pub(in crate::api) name: String,
    pub(in crate::api) term: Term,
}

/// What a check asks for, and what a state is where it does.
pub struct Goal<'s> {
    pub(super) wanted: Wanted<'s>,
    pub(super) word: &'static str,
}

impl Goal<'_> {
    /// What a state is where the last of so many goals holds.
    pub(super) fn word(goals: usize) -> &'static str {
        match goals {
            1 => "goal",
            _ => "last goal",
        }
    }
}

/// The state of which an entry of a run lists the values.
pub enum Listed {
    /// Not all of it is listed.
    InPart,
    /// All of it is; `None` where there is no such state.
    Whole(Option<Valuation>),
}

/// A model that is run.
pub trait SimulatedModel {
    /// Its definitions.
    fn system(&self) -> &dyn System;

    /// What is tracked.
    fn tracked(&self) -> &[Tracked];

    /// The names of the values that an entry of a run lists.
    fn names(&self) -> &[String];

    /// What is tracked in the columns that are shown, where these are others: of kinds whose links are properties of objects.
    fn columns(&self) -> Option<&Folding> {
        None
    }

    /// What a step does. A run that is kept knows its steps by it.
    fn action(&self, at: &Valuation, step: &Step) -> StepAction;

    /// The values that an entry of a run lists of a state, in the order of [`Self::names`].
    fn values(&self, at: &Valuation) -> Vec<String> {
        shown_values(self.system().schema(), self.names(), at)
    }

    /// A value of what is tracked, in words; `None` where it has none.
    fn written(&self, it: &Tracked, value: Option<&Value>) -> String {
        value.map_or("undefined".into(), |value| value.show(&it.term.sort))
    }

    /// What is said of a step that counts towards what a check asks for, with the number of the variable that counts: choices say this
    /// in the place of its value.
    fn in_order(&self, at: &Valuation, after: &Valuation) -> Option<(usize, String)> {
        let _ = (at, after);
        None
    }

    /// What a step executes.
    fn executes(&self, at: &Valuation, step: &Step) -> Executed {
        Executed {
            turn: self.action(at, step).turn,
            ..Executed::default()
        }
    }

    /// The entry of a run of a step, or of its start.
    fn entry(&self, step: Option<(&Valuation, &Step)>, after: &Valuation) -> SystemStepView {
        let executed = step.map(|(at, step)| self.executes(at, step));
        let before = step.map(|(at, _)| self.values(at));
        entry(self.names(), executed, before, self.values(after))
    }

    /// Whether an entry says after which one the run was in the same state before.
    fn tells_returns(&self) -> bool {
        false
    }

    /// What fires in each of the choices that are listed where a run is ([`crate::view::SimulatedRun::fires`]).
    fn fires(&self, run: &Session<'_>) -> Vec<Vec<(usize, usize)>> {
        let _ = run;
        Vec::new()
    }

    /// Whether a run goes past an entry that is no decision ([`crate::view::RunRequest::past`]).
    fn passes(&self, entry: &SystemStepView) -> bool {
        let _ = entry;
        false
    }

    /// How many messages of the scenario of a check have been sent after each entry of a run.
    fn played(&self, check: usize, run: &Trace) -> Option<Vec<usize>> {
        let _ = (check, run);
        None
    }

    /// Where each lifeline is along a run, one message set after the other.
    fn places(&self, run: &Trace) -> Option<Vec<Vec<PlaceView>>> {
        let _ = run;
        None
    }

    /// Whether there are states that properties are not about.
    fn has_states_between(&self) -> bool {
        false
    }

    /// Whether properties are about a state.
    fn is_stable(&self, at: &Valuation) -> bool {
        let _ = at;
        true
    }

    /// What a check asks for, by its number; of goals that are to be reached one after the other the last one.
    fn goal(&self, check: usize) -> Option<Goal<'_>> {
        let _ = check;
        None
    }

    /// Reads a condition.
    ///
    /// # Errors
    /// What cannot be read, and where there are no conditions.
    fn wanted(&self, written: &str) -> Result<Wanted<'_>, NoSimulation> {
        let _ = written;
        Err(NoSimulation::Option(wording::no_conditions().into()))
    }

    /// The engines' question for a way from a state to where a condition is true.
    fn question(&self, at: &Valuation, goal: &str) -> Option<OnwardQuestion> {
        let _ = (at, goal);
        None
    }

    /// What the depth of a state counts; `between` says whether every state is shown.
    fn depth_unit(&self, between: bool) -> SpaceUnitView {
        let _ = between;
        SpaceUnitView::Steps
    }

    /// What one step that is taken by hand is called.
    fn step_unit(&self) -> &str {
        "step"
    }

    /// What could be decided in a state and cannot be completed.
    fn blocked(&self, at: &Valuation) -> Vec<BlockedChoice> {
        let _ = at;
        Vec::new()
    }

    /// What can be sent by hand in a state, besides its steps.
    fn sends(&self, at: &Valuation) -> Vec<SendView> {
        let _ = at;
        Vec::new()
    }

    /// The state in which the variables have these values, each a name and a value in words, also where the system does not start in
    /// it; of kinds whose answers show such states.
    fn anywhere(&self, values: &[(&str, &str)]) -> Option<Valuation> {
        let _ = values;
        None
    }

    /// What a state breaks that every state of a run keeps, by names between backticks; where it breaks something no run gets there.
    fn broken(&self, at: &Valuation) -> Vec<String> {
        let _ = at;
        Vec::new()
    }

    /// The variables whose first values tell a start that is not listed.
    fn free(&self) -> &[String] {
        &[]
    }

    /// Those of them that can start with any integer.
    fn free_integers(&self) -> &[String] {
        &[]
    }

    /// Variables whose first values may be any and are never read.
    fn unread(&self) -> &[String] {
        &[]
    }

    /// The variables that a step of a state can give any integer.
    fn nameable(&self, at: &Valuation) -> Vec<String> {
        let _ = at;
        Vec::new()
    }

    /// The starts, where any integer is possible with these as well, or these only.
    fn starts_with(&self, named: Named) -> Vec<Valuation> {
        let _ = named;
        Vec::new()
    }

    /// The steps of a state, where any integer is possible with these as well, or these only.
    fn steps_with(&self, at: &Valuation, named: Named) -> Vec<Step> {
        let _ = (at, named);
        Vec::new()
    }

    /// What cannot be completed in a state, of what gives a variable any value, if that is one of these integers.
    fn refused(&self, at: &Valuation, variable: &str, numbers: &[i64]) -> Vec<BlockedChoice> {
        let _ = (at, variable, numbers);
        Vec::new()
    }

    /// A step of a state that may not be listed, by what it does.
    fn step_known(&self, at: &Valuation, known_by: &KnownBy) -> Option<Step> {
        let _ = (at, known_by);
        None
    }

    /// Steps of a state that are not listed and may lead to one with these values.
    fn nearby(&self, at: &Valuation, shown: &[String]) -> Vec<Step> {
        let _ = (at, shown);
        Vec::new()
    }

    /// Whether a run may go past states of another run of the same steps: some of that lie inside of a step, in whatever grain.
    fn passes_over_states(&self) -> bool {
        false
    }

    /// The state of which an entry of a run lists the values.
    fn state_of(&self, entry: &SystemStepView) -> Listed {
        let _ = entry;
        Listed::InPart
    }

    /// Whether a deadlock says since when every run gets stuck.
    fn tells_when_sealed(&self) -> bool {
        true
    }

    /// Whether a run ends in the first state that it was in before.
    fn ends_where_it_returns(&self) -> bool {
        false
    }

    /// Why nothing goes on where a run is that ends otherwise than by the definitions.
    fn why_stuck(&self, run: &Session<'_>) -> Option<Why> {
        let _ = run;
        None
    }

    /// Whether a limit keeps it from being known which steps can be completed.
    fn gave_up(&self) -> bool {
        false
    }
}
