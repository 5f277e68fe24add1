//! Checks of a kind of model that offers its definitions and nothing else: [`Stepwise`] opens them by the default space. Runs are
//! in `simulate/stepwise`.
//!
//! A kind says what its texts mean, what its questions are, with numbers for conditions, and when a condition holds
//! ([`StepKind`]). Questions, visits, replay, runs as plain data and sentences are here, once for all such kinds.

use std::any::Any;
use std::collections::BTreeSet;
use std::marker::PhantomData;

use super::proved::{StepFormulas, Write, Writing};
use super::{
    Asked, BothRuns, ByStates, Compare, Demands, Explorable, Explore, Head, KindValue, Opened,
    OtherReading, OtherRuns, OtherWords, Repair, Search,
};
use crate::api::property;
use crate::api::run_entry::{Executed, Fired, entry, listed_names, listed_values};
use crate::budget::Meter;
use crate::engine::systems::{HEAD_START, Space};
use crate::language::questions::{ExpectedAnswer, PropertySubject};
use crate::language::{self, Language, Languages, ProposedRepairs};
use crate::question::stepwise::{Holds, Reduced, StepSpace};
use crate::repair::TextEdit;
use crate::simulate::{Happening, happenings};
use crate::system::{ElementId, Events, Step, System, Trace, Valuation};
use crate::text::Diagnostic;
use crate::view::{BlockedChoice, CallView, Kind, MemberView, Outcome, StepTurn, SystemStepView};
use crate::wording::stepwise as wording;
use crate::wording::systems::step as told_step;

/// A question of a text, with numbers for its conditions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepQuestion {
    /// What is asked. [`StepKind::conditions`] is asked about the numbers.
    pub subject: PropertySubject<usize>,
    /// The bound after `within`, in steps.
    pub within: Option<u32>,
    /// The answer after `expect`.
    pub expected: Option<ExpectedAnswer>,
}

/// What is known of an answer when its sentence is written.
#[derive(Clone, Copy, Debug)]
pub struct StepAnswer<'a> {
    /// The answer.
    pub outcome: &'a Outcome,
    /// What [`StepKind::bound`] says, where a "no" depends on that.
    pub limits: &'a str,
    /// The last state of the run.
    pub last: Option<&'a Valuation>,
}

/// As [`StepKind::calls`].
pub type Calls<'m> = dyn Fn(&Valuation, &Step, &Valuation) -> Option<CallView> + 'm;

/// A kind of model that is checked and run by its definitions alone.
pub trait StepKind: language::ModelKind + Sync {
    /// The language of its texts.
    fn language() -> &'static Language;

    /// A check by its number; `None` where there is none of it.
    fn question(model: &Self::Model, check: usize) -> Option<StepQuestion>;

    /// Which kind of question a check asks, where the words of its answer are not those of its conditions.
    fn kind(model: &Self::Model, check: usize) -> Option<Kind> {
        let _ = (model, check);
        None
    }

    /// The definitions as a check reads them, in whole steps: every state that they tell is looked at, and every step counts.
    /// `None` for a run that belongs to no check: the system that the text declares, from where that starts.
    fn system(model: &Self::Model, check: Option<usize>) -> Box<dyn System + '_>;

    /// The same system with the orbits of its states, where the kind knows that states count as one for a check.
    fn reduced(model: &Self::Model, check: usize) -> Option<Reduced<'_>> {
        let _ = (model, check);
        None
    }

    /// Whether a check is about runs; by hand the declared system is run in the place of one that is not.
    fn is_about_runs(model: &Self::Model, check: usize) -> bool {
        let _ = (model, check);
        true
    }

    /// Whether a condition of a check, by its number in [`Self::question`], holds in a state; `None` where a limit of the tool keeps
    /// it from being known. Made once for a check, since every state is asked about.
    fn conditions(model: &Self::Model, check: usize) -> Box<Holds<'_>>;

    /// The name of a thing in the model that a step fires ([`System::narrate`]).
    fn name(model: &Self::Model, element: ElementId) -> String;

    /// What a step is called: by default all that it fires.
    fn called(model: &Self::Model, events: &Events) -> String {
        let fired = events.fired.iter();
        let names: Vec<_> = fired.map(|it| Self::name(model, it.element)).collect();
        names.join(", ")
    }

    /// What a step does, given the states before and after it, where the kind tells that; of the definitions as in
    /// [`Self::system`]. `text` is the text of the model. Made once for a run, as [`Self::conditions`].
    fn calls<'m>(
        text: &'m str,
        model: &'m Self::Model,
        check: Option<usize>,
    ) -> Option<Box<Calls<'m>>> {
        let _ = (text, model, check);
        None
    }

    /// Of a check that asks for steps in their order: the variable that counts those that have happened, and what is said of a step
    /// that is the next of them, and of one that is not.
    fn counted(model: &Self::Model, check: usize) -> Option<(usize, String, String)> {
        let _ = (model, check);
        None
    }

    /// The variables that are members of properties, by their names, where readers look for the properties.
    fn members(model: &Self::Model) -> Vec<(String, MemberView)> {
        let _ = model;
        Vec::new()
    }

    /// What could happen in the last state of a run and must not, where a check asks for that and the kind tells it.
    fn breaking(text: &str, model: &Self::Model, check: usize, at: &Valuation) -> Option<CallView> {
        let _ = (text, model, check, at);
        None
    }

    /// What is impossible in a state, with what forbids it, where the kind tells that; of the definitions as in [`Self::system`]. As much
    /// as is known when `goes_on` says that it is enough.
    fn refused(
        text: &str,
        model: &Self::Model,
        check: Option<usize>,
        at: &Valuation,
        goes_on: &dyn Fn() -> bool,
    ) -> Vec<BlockedChoice> {
        let _ = (text, model, check, at, goes_on);
        Vec::new()
    }

    /// What a state breaks that every start and every step keeps, by names between backticks; of the definitions as in [`Self::system`].
    fn broken(model: &Self::Model, at: &Valuation) -> Vec<String> {
        let _ = (model, at);
        Vec::new()
    }

    /// The demands of which some can be to blame for a "no", as [`Explore::demands`].
    fn demands<'m>(it: Asked<'m>) -> Option<Box<dyn Demands + 'm>> {
        let _ = it;
        None
    }

    /// The edits of a text that may change the answer to a check, as [`Repair::edits`]; of kinds whose extras have repairs.
    fn edits(it: Asked<'_>, against: bool) -> Vec<TextEdit> {
        let _ = (it, against);
        Vec::new()
    }

    /// The check in the other of its two readings, as [`Compare::other`]; of kinds whose extras compare some.
    fn other_reading(it: Asked<'_>) -> Option<OtherReading> {
        let _ = it;
        None
    }

    /// What sets the runs of both readings apart, as [`Compare::apart`].
    fn apart(it: Asked<'_>, runs: BothRuns<'_>, goes_on: &mut dyn FnMut() -> bool) -> String {
        let _ = (it, runs, goes_on);
        String::new()
    }

    /// Whether [`Self::formulas`] writes any.
    fn has_formulas() -> bool {
        false
    }

    /// A check as formulas, where the kind writes it.
    fn formulas<'f>(
        model: &'f Self::Model,
        check: usize,
        writing: Writing<'f>,
    ) -> Option<Box<dyn StepFormulas + 'f>> {
        let _ = (model, check, writing);
        None
    }

    /// The bound that [`System::meets_bound`] is about, in words that continue a sentence.
    fn bound(model: &Self::Model) -> String {
        let _ = model;
        String::new()
    }

    /// The answer to a check in words, where the kind has words of its own.
    fn sentence(model: &Self::Model, check: usize, answer: &StepAnswer<'_>) -> Option<String> {
        let _ = (model, check, answer);
        None
    }
}

/// The values of such a kind that verbs ask.
#[derive(Debug)]
pub struct Stepwise<K>(PhantomData<fn() -> K>);

impl<K> Stepwise<K> {
    /// The values of a kind.
    #[must_use]
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

impl<K> Default for Stepwise<K> {
    fn default() -> Self {
        Self::new()
    }
}

impl<K: StepKind> Search for Stepwise<K> {
    fn read(&self, text: &str) -> (Box<dyn Any>, Vec<Diagnostic>) {
        let reading = Languages::only(K::language()).read(text);
        let (model, diagnostics) = reading.into_model::<K>();
        (Box::new(model), diagnostics)
    }

    fn head(&self, it: Asked<'_>) -> Option<Head> {
        let question = K::question(it.model(), it.check)?;
        Some(Head {
            kind: K::kind(it.model(), it.check)
                .unwrap_or_else(|| property::kind(&question.subject)),
            within: question.within,
            expected: question.expected,
        })
    }

    fn offers(&self, value: KindValue) -> bool {
        match value {
            KindValue::Explore => true,
            KindValue::Prove => K::has_formulas(),
            KindValue::Compare => K::TITLE.extras.compares.is_some(),
            KindValue::Repair => K::TITLE.extras.repairs != ProposedRepairs::None,
        }
    }

    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Opened + 'm>> {
        Some(Box::new(on_orbits::<K>(it)?))
    }
}

impl<K: StepKind> Explore for Stepwise<K> {
    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Explorable + 'm>> {
        Some(Box::new(opened::<K>(it)?))
    }

    fn demands<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Demands + 'm>> {
        K::demands(it)
    }
}

impl<K: StepKind> Compare for Stepwise<K> {
    fn other(&self, it: Asked<'_>) -> Option<OtherReading> {
        K::other_reading(it)
    }

    fn apart(
        &self,
        it: Asked<'_>,
        runs: BothRuns<'_>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> String {
        K::apart(it, runs, goes_on)
    }
}

/// States that are looked at to find out what happens.
const MOST_STATES: usize = 20_000;

impl<K: StepKind> Repair for Stepwise<K> {
    fn edits(&self, it: Asked<'_>, against: bool) -> Vec<TextEdit> {
        K::edits(it, against)
    }

    fn happenings(
        &self,
        it: Asked<'_>,
        wanted: Option<&BTreeSet<Happening>>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> BTreeSet<Happening> {
        let system = K::system(it.model(), None);
        happenings(&*system, MOST_STATES, wanted, goes_on)
    }
}

/// A check that is answered by one state of each orbit.
pub(super) fn on_orbits<'m, K: StepKind>(it: Asked<'m>) -> Option<OpenedSteps<'m>> {
    let mut opened = opened::<K>(it)?;
    opened.space = opened.space.on_orbits(K::reduced(it.model(), it.check));
    Some(opened)
}

/// A check whose every state is looked at.
pub(super) fn opened<'m, K: StepKind>(it: Asked<'m>) -> Option<OpenedSteps<'m>> {
    let model: &K::Model = it.model();
    let StepQuestion { subject, .. } = K::question(model, it.check)?;
    let conditions = K::conditions(model, it.check);
    let space = StepSpace::new(K::system(model, Some(it.check)), subject, conditions);
    Some(OpenedSteps {
        names: listed_names(space.system().schema()),
        space,
        called: Box::new(|events| K::called(model, events)),
        bound: Box::new(|| K::bound(model)),
        calls: K::calls(it.text, model, Some(it.check)),
        breaking: Box::new(move |at| K::breaking(it.text, model, it.check, at)),
        refused: Box::new(move |at, goes_on| {
            K::refused(it.text, model, Some(it.check), at, goes_on)
        }),
        sentence: Box::new(move |answer| K::sentence(model, it.check, answer)),
        head_start: match K::has_formulas() {
            // The definitions are interpreted, at about a tenth of the speed of a space of its own.
            true => HEAD_START / 10,
            false => u64::MAX,
        },
        formulas: None,
    })
}

/// A check that is being answered.
pub(super) struct OpenedSteps<'m> {
    space: StepSpace<'m>,
    /// Of the values.
    names: Vec<String>,
    called: Box<dyn Fn(&Events) -> String + 'm>,
    bound: Box<dyn Fn() -> String + 'm>,
    calls: Option<Box<Calls<'m>>>,
    breaking: Box<BreakingAt<'m>>,
    refused: Box<Refused<'m>>,
    sentence: Box<Sentence<'m>>,
    head_start: u64,
    /// What writes its formulas, where these are there.
    pub(super) formulas: Option<(Asked<'m>, Write)>,
}

/// As [`StepKind::breaking`].
type BreakingAt<'m> = dyn Fn(&Valuation) -> Option<CallView> + 'm;

/// As [`StepKind::refused`].
type Refused<'m> = dyn Fn(&Valuation, &dyn Fn() -> bool) -> Vec<BlockedChoice> + 'm;

/// As [`StepKind::sentence`].
type Sentence<'m> = dyn Fn(&StepAnswer<'_>) -> Option<String> + 'm;

impl Opened for OpenedSteps<'_> {
    fn space(&self) -> &dyn Space {
        &self.space
    }

    fn head_start(&self, _continues: bool) -> u64 {
        self.head_start
    }

    fn run_along(&self, rows: &[Valuation], meter: &Meter<'_>) -> Option<Trace> {
        self.space.run_along(rows, meter)
    }

    fn confirmed(&self, trace: &Trace, meter: &Meter<'_>) -> Option<Valuation> {
        self.space.confirmed(trace, meter)
    }

    fn names(&self) -> Vec<String> {
        self.names.clone()
    }

    fn entries(&self, trace: &Trace) -> Vec<SystemStepView> {
        let system = self.space.system();
        let mut at = trace.start.clone();
        let mut entries = vec![self.entry(None, &at)];
        for step in &trace.steps {
            let after = system.apply(&at, step);
            let after = after.expect("the run was replayed");
            entries.push(self.entry(Some((&at, step)), &after));
            at = after;
        }
        entries
    }

    fn limits(&self) -> String {
        match self.space.meets_bound() {
            true => self.bound(),
            false => String::new(),
        }
    }

    fn breaking(&self, at: &Valuation) -> Option<CallView> {
        (self.breaking)(at)
    }

    fn refused(&self, at: &Valuation, goes_on: &dyn Fn() -> bool) -> Vec<BlockedChoice> {
        (self.refused)(at, goes_on)
    }

    fn sentence(&self, outcome: &Outcome, limits: &str, last: Option<&Valuation>) -> String {
        let answer = StepAnswer {
            outcome,
            limits,
            last,
        };
        (self.sentence)(&answer).unwrap_or_else(|| wording::answer(outcome))
    }
}

impl Explorable for OpenedSteps<'_> {
    fn others(&self, shown: &[Vec<SystemStepView>]) -> Option<Box<dyn OtherRuns + '_>> {
        let state = |at: &[i64]| self.values(&self.space.state(at).into());
        let words = |count| OtherWords {
            found: " with other values",
            absent: String::new(),
            steps: wording::steps(count),
        };
        Some(Box::new(ByStates::new(self, Box::new(state), shown, words)))
    }
}

impl OpenedSteps<'_> {
    /// As [`StepKind::bound`].
    pub(super) fn bound(&self) -> String {
        (self.bound)()
    }

    /// The values of a state that runs list, in words.
    fn values(&self, at: &Valuation) -> Vec<String> {
        listed_values(self.space.system().schema(), at)
    }

    /// A state, with what the step into it fires and changes.
    fn entry(&self, step: Option<(&Valuation, &Step)>, after: &Valuation) -> SystemStepView {
        let told = ToldSteps {
            system: self.space.system(),
            names: &self.names,
            called: &*self.called,
            calls: self.calls.as_deref(),
        };
        told.entry(step, after)
    }
}

/// What tells the steps of such a kind: of an answer, and of a run that is made.
pub(in crate::api) struct ToldSteps<'t> {
    pub(in crate::api) system: &'t dyn System,
    /// Of the values.
    pub(in crate::api) names: &'t [String],
    /// As [`StepKind::called`].
    pub(in crate::api) called: &'t dyn Fn(&Events) -> String,
    /// As [`StepKind::calls`].
    pub(in crate::api) calls: Option<&'t Calls<'t>>,
}

impl ToldSteps<'_> {
    /// A state, with what the step into it fires, changes and does.
    pub(in crate::api) fn entry(
        &self,
        step: Option<(&Valuation, &Step)>,
        after: &Valuation,
    ) -> SystemStepView {
        let values = |at| listed_values(self.system.schema(), at);
        let executed = step.map(|(at, step)| {
            let events = self.system.narrate(at, step);
            executed(&events, (self.called)(&events))
        });
        let call = self.calls.zip(step);
        let call = call.and_then(|(calls, (at, step))| calls(at, step, after));
        let mut entry = entry(
            self.names,
            executed,
            step.map(|it| values(it.0)),
            values(after),
        );
        if let Some(call) = call {
            // What it changes is told as of properties, not link by link.
            let changes = call.changes.iter();
            let changes = changes.map(|it| (format!("{}.{}", it.object, it.property), &*it.after));
            let changes: Vec<_> = changes.collect();
            let told: Vec<_> = changes.iter().map(|it| (&*it.0, it.1)).collect();
            entry.sentence = told_step(&entry.turn, &told);
            entry.call = Some(Box::new(call));
        }
        entry
    }
}

/// What a step executes: what it is called, and the numbers of what it fires.
pub(in crate::api) fn executed(events: &Events, called: String) -> Executed {
    let numbers = events.fired.iter().map(|it| it.element.index as usize);
    Executed {
        turn: StepTurn::Call(called),
        fired: Fired {
            operations: numbers.collect(),
            ..Fired::default()
        },
    }
}
