//! A kind of model as values that verbs are written over: a verb knows no kind, and a kind knows no verb.
//!
//! [`Search`] opens a check as a space of states with the way back to runs, [`Explore`] adds what more a visit can tell, and
//! [`Prove`] adds formulas. Each richer value opens a richer object, so that code that names [`Search`] alone brings neither
//! explanations nor solvers with it. What a value lacks is refused by its name ([`KindValue`]); the caller can fetch the
//! part of the program that has it, and ask again.
//!
//! Invariants: conditions never cross a trait, they stay in the kind's own property; a model is forgotten in [`Asked`] and found
//! again by its own kind only; rows of a space are read back by the object that opened it, and by no other.

mod another;
mod beside;
mod blame;
mod check;
mod depths;
mod proved;
mod repair;
mod shown;
mod start;
mod stepwise;

use std::any::Any;
use std::collections::BTreeSet;

use super::request::{Host, KindValue, Means, Refusal};
use crate::budget::Meter;
use crate::engine::systems::{Choice, Finding, Space};
use crate::engine::{Limits, Watch};
use crate::language::questions::ExpectedAnswer;
use crate::language::{Language, Reading};
use crate::repair::TextEdit;
use crate::sat::{self, Backend};
use crate::simulate::Happening;
use crate::system::{Trace, Valuation};
use crate::text::{Diagnostic, Severity, Span};
use crate::view::{
    Analysis, BlockedChoice, CallView, Kind, Options, Outcome, SystemBlamedView,
    SystemEvidenceView, SystemStepView,
};

/// What requests do with texts of one kind of model.
#[derive(Debug)]
pub struct ModelKind {
    /// How texts of it are read.
    pub language: &'static Language,
    /// What such a text says, as far as that can be known without solving.
    pub analyse: fn(&str, &Reading) -> Analysis,
}

/// The values of a kind that are there.
#[derive(Clone, Copy)]
pub struct KindValues {
    /// Opens checks.
    pub search: &'static dyn Search,
    /// What more a visit can tell, where that is there.
    pub explore: Option<Exploring>,
    /// Formulas, where they are there.
    pub prove: Option<&'static dyn Prove>,
    /// Edits of the text, where they are there.
    pub repair: Option<Repairing>,
    /// Two readings of a check, where they are there.
    pub compare: Option<Comparing>,
    /// Whether a visit has used up its head start without an answer: formulas need not wait for it once more.
    pub continues: bool,
}

impl KindValues {
    /// What opens checks, and nothing else.
    #[must_use]
    pub const fn new(search: &'static dyn Search) -> Self {
        Self {
            search,
            explore: None,
            prove: None,
            repair: None,
            compare: None,
            continues: false,
        }
    }

    /// The same without formulas.
    #[must_use]
    pub const fn by_visits(self) -> Self {
        Self {
            prove: None,
            ..self
        }
    }

    /// Whether a value is there.
    #[must_use]
    pub fn has(&self, value: KindValue) -> bool {
        match value {
            KindValue::Explore => self.explore.is_some(),
            KindValue::Prove => self.prove.is_some(),
            KindValue::Repair => self.repair.is_some(),
            KindValue::Compare => self.compare.is_some(),
        }
    }

    fn explore(&self) -> Result<Exploring, Refusal> {
        self.explore.ok_or_else(|| self.lacks(KindValue::Explore))
    }

    fn prove(&self) -> Result<&'static dyn Prove, Refusal> {
        self.prove.ok_or_else(|| self.lacks(KindValue::Prove))
    }

    /// What a text means.
    fn read(&self, text: &str) -> Result<Box<dyn Any>, Refusal> {
        let (model, diagnostics) = self.search.read(text);
        match diagnostics.iter().any(|it| it.severity == Severity::Error) {
            true => Err(Refusal::Errors),
            false => Ok(model),
        }
    }

    /// That a value is not here; of one that the kind has nowhere, that it cannot be asked for.
    fn lacks(&self, value: KindValue) -> Refusal {
        match self.search.offers(value) {
            true => Refusal::Capabilities(value),
            false => Self::not_answered(),
        }
    }

    fn not_answered() -> Refusal {
        Refusal::Option("this kind of model does not answer that".into())
    }
}

/// What more a visit can tell, with the verb that [`KindValues::check`] reaches by it alone: so code that opens checks
/// does not bring that verb with it.
#[derive(Clone, Copy)]
pub struct Exploring {
    value: &'static dyn Explore,
    blame: blame::Blame,
}

impl Exploring {
    /// With what more a visit can tell of a kind.
    #[must_use]
    pub const fn new(value: &'static dyn Explore) -> Self {
        let blame = blame::blame;
        Self { value, blame }
    }
}

/// A check of a text, as verbs hand it to a kind.
#[derive(Clone, Copy)]
pub struct Asked<'m> {
    /// The text.
    pub text: &'m str,
    /// What it means, as its kind has read it.
    pub model: &'m dyn Any,
    /// Which of its checks.
    pub check: usize,
    /// What the text leaves open.
    pub options: &'m Options,
    /// Whether its model demands less than the text, and many such are asked about: an answer has to come soon, and only its
    /// run and what makes it sure are of use.
    pub is_trial: bool,
}

impl<'m> Asked<'m> {
    /// A check of a text and of what that means.
    fn new((text, model): (&'m str, &'m dyn Any), check: usize, options: &'m Options) -> Self {
        Self {
            text,
            model,
            check,
            options,
            is_trial: false,
        }
    }

    /// The model, for its own kind.
    ///
    /// # Panics
    /// Where the model is of another kind: verbs hand a kind what it has read itself.
    #[must_use]
    pub fn model<M: 'static>(&self) -> &'m M {
        let own = self.model.downcast_ref();
        own.expect("a kind is asked about what it has read itself")
    }
}

/// All that a verb knows of a check.
#[derive(Clone, Copy, Debug)]
pub struct Head {
    /// Which kind of question it is.
    pub kind: Kind,
    /// The bound after `within`, in steps that count.
    pub within: Option<u32>,
    /// The answer after `expect`.
    pub expected: Option<ExpectedAnswer>,
}

/// What was found: a run of the definitions where there is one.
pub struct Found {
    pub(in crate::api) finding: Finding,
    pub(in crate::api) trace: Option<Trace>,
    /// What was found to hold always, in words of the model.
    pub(in crate::api) invariant: Vec<String>,
    /// What a "no" depends on, in words, as [`Opened::limits`] has it.
    pub(in crate::api) limits: String,
}

/// Opens checks of one kind of model.
pub trait Search: Sync {
    /// What a text means, and what is wrong with it. Linear in the text, but for logarithms.
    fn read(&self, text: &str) -> (Box<dyn Any>, Vec<Diagnostic>);

    /// What a verb has to know of a check; `None` where there is none of this number.
    fn head(&self, it: Asked<'_>) -> Option<Head>;

    /// Whether the kind has a value, here or in a part of the program that can be fetched.
    fn offers(&self, value: KindValue) -> bool {
        !matches!(value, KindValue::Repair | KindValue::Compare)
    }

    /// The check as a space with the way back; `None` where there is none of this number.
    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Opened + 'm>>;
}

/// A check that is being answered: its space, and what its rows mean. Verbs ask one object from beginning to end.
pub trait Opened {
    /// The states that are searched.
    fn space(&self) -> &dyn Space;

    /// States that explicit search visits before formulas have their turns. `continues` says that it has done so before.
    fn head_start(&self, continues: bool) -> u64;

    /// Whether what the head start has not ended is left to formulas, if these engines are asked for.
    fn hands_over(&self, choice: Choice) -> bool {
        let _ = choice;
        true
    }

    /// The run of the definitions along some rows, the start first; `None` where they do not allow it, or where the meter says
    /// that it is enough.
    fn run_along(&self, rows: &[Valuation], meter: &Meter<'_>) -> Option<Trace>;

    /// The last state of a run of which the definitions say that it shows what is looked for; `None` as in [`Self::run_along`].
    fn confirmed(&self, trace: &Trace, meter: &Meter<'_>) -> Option<Valuation>;

    /// The names of the values that an entry of a run shows.
    fn names(&self) -> Vec<String>;

    /// A run as plain data, the start first.
    fn entries(&self, trace: &Trace) -> Vec<SystemStepView>;

    /// What a "no" of the visit so far depends on, in words that continue its sentence; empty where that is nothing.
    fn limits(&self) -> String {
        String::new()
    }

    /// What could happen in the last state of a run and must not, where the check asks for that and the kind tells it.
    fn breaking(&self, at: &Valuation) -> Option<CallView> {
        let _ = at;
        None
    }

    /// What is impossible in a state in which nothing can happen, each with what forbids it, where the kind tells that; as much as is
    /// known when `goes_on` says that it is enough.
    fn refused(&self, at: &Valuation, goes_on: &dyn Fn() -> bool) -> Vec<BlockedChoice> {
        let _ = (at, goes_on);
        Vec::new()
    }

    /// Adds to the answer that there is no run what it rests on.
    fn rests_on(
        &self,
        finding: &Finding,
        means: &Means<'_, '_>,
        outcome: &mut Outcome,
        evidence: &mut SystemEvidenceView,
    ) {
        let _ = (finding, means, outcome, evidence);
    }

    /// What would decide a check that was given up, as a sentence behind how far it got.
    fn what_decides(&self) -> Option<String> {
        None
    }

    /// The answer in words, given what a "no" depends on, or the last state of the run.
    fn sentence(&self, outcome: &Outcome, limits: &str, last: Option<&Valuation>) -> String;
}

/// What more a visit of states can tell of one kind of model.
pub trait Explore: Sync {
    /// As [`Search::open`].
    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Explorable + 'm>>;

    /// Answers a check that asks whether two readings admit the same.
    ///
    /// # Errors
    /// Refuses to be answered by formulas, and where the kind has one reading only.
    fn compare(&self, it: Asked<'_>, host: &mut dyn Host) -> Result<Outcome, Refusal> {
        let _ = (it, host);
        Err(Refusal::NoSuchCheck)
    }

    /// How soon each part of the model is in each of its states, in everything that can be visited from the start of a check;
    /// `None` where its parts have no states.
    fn soonest(&self, it: Asked<'_>, most: &Limits, watch: &mut dyn Watch) -> Option<Soonest> {
        let _ = (it, most, watch);
        None
    }

    /// The demands of which some can be to blame for a "no"; `None` where that is not told of such a check.
    fn demands<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Demands + 'm>> {
        let _ = it;
        None
    }
}

/// How soon the parts of a model are in each of their states.
pub struct Soonest {
    pub(in crate::api) parts: Vec<SoonestOfPart>,
    /// What the visit came to, which ends where everything is found.
    pub(in crate::api) finding: Finding,
    /// As [`Opened::limits`].
    pub(in crate::api) limits: String,
}

/// How soon a part of a model, such as an object, is in each of its states.
pub struct SoonestOfPart {
    pub(in crate::api) name: String,
    pub(in crate::api) type_name: String,
    /// Each state by its name, with the fewest steps until it is met; `None` where it was not met.
    pub(in crate::api) states: Vec<(String, Option<u32>)>,
}

/// What a model demands, by number in the order of the text, and the same model where some of that is waived.
pub trait Demands {
    /// How many there are.
    fn count(&self) -> usize;

    /// Whether waiving a demand takes no run away. Then engines of formulas take part, where the kind has them.
    fn is_monotone(&self) -> bool;

    /// The model without some demands. Linear in the model.
    fn without(&self, waived: &[usize]) -> Box<dyn Any>;

    /// Whether the model without some demands is worth a visit where there are formulas.
    fn is_visited_without(&self, waived: &[usize]) -> bool {
        let _ = waived;
        true
    }

    /// Where a demand is written, and in words what it demands.
    fn demand(&self, number: usize) -> (Span, String);

    /// What is to blame in one or two sentences: the steps of a shortest run without all of it, where only that makes one, and
    /// whether nothing less is to blame.
    fn sentence(&self, elements: &[SystemBlamedView], how: (Option<u32>, bool)) -> String;
}

/// A check that was visited and can tell more of it.
pub trait Explorable: Opened {
    /// Adds to the answer about a scenario how far it can be played in what was visited, and why not further. `again` visits
    /// once more.
    ///
    /// # Errors
    /// What `again` refuses.
    fn explain(
        &self,
        found: Found,
        means: &Means<'_, '_>,
        again: &dyn Fn() -> Result<Found, Refusal>,
        answer: (&mut Outcome, &mut SystemEvidenceView),
    ) -> Result<(), Refusal> {
        let _ = (found, means, again, answer);
        Ok(())
    }

    /// The runs that show what is looked for and are none of those that were shown; `None` where one of these is not of this
    /// check.
    fn others(&self, shown: &[Vec<SystemStepView>]) -> Option<Box<dyn OtherRuns + '_>>;

    /// Of a scenario how many of its messages have been sent after each entry of a run.
    fn progress(&self, trace: &Trace) -> Vec<usize> {
        let _ = trace;
        Vec::new()
    }
}

/// The runs of a check beside some that are known.
pub trait OtherRuns {
    /// The states that are searched, in which known runs are passed over.
    fn space(&self) -> &dyn Space;

    /// The run of the definitions along some rows of this space; `None` where they do not allow it, where it does not show what
    /// is looked for or is a known one, or where the meter says that it is enough.
    fn run_along(&self, rows: &[Valuation], meter: &Meter<'_>) -> Option<Trace>;

    /// What sets such a run apart, and so many steps, in words.
    fn words(&self, count: u32) -> OtherWords;
}

/// Edits of texts of one kind of model that may change an answer.
pub trait Repair: Sync {
    /// The edits that are worth a trial, the smallest first. Nothing is promised of them. With `against`, the check is to answer
    /// something else than it expects, and they change that, too.
    fn edits(&self, it: Asked<'_>, against: bool) -> Vec<TextEdit>;

    /// What happens in the runs that a text declares, as [`happenings`](crate::simulate::happenings) finds it out.
    fn happenings(
        &self,
        it: Asked<'_>,
        wanted: Option<&BTreeSet<Happening>>,
        goes_on: &mut dyn FnMut() -> bool,
    ) -> BTreeSet<Happening>;
}

/// Two readings of each check of one kind of model.
pub trait Compare: Sync {
    /// The check in the other reading; `None` where there is none of this number, or both readings of it are the same.
    fn other(&self, it: Asked<'_>) -> Option<OtherReading>;

    /// What sets the runs of both apart first, as a sentence that the definitions have confirmed. It ends soon after `goes_on` says
    /// `false`, and says so.
    fn apart(&self, it: Asked<'_>, runs: BothRuns<'_>, goes_on: &mut dyn FnMut() -> bool)
    -> String;
}

/// Formulas of one kind of model.
pub trait Prove: Sync {
    /// As [`Search::open`].
    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Provable + 'm>>;

    /// The solvers that can be asked for.
    fn solvers(&self) -> &'static [Backend] {
        sat::ALL
    }
}

/// A check that can be asked of all engines.
pub trait Provable: Opened {
    /// Has all engines take turns where the check can be written as formulas, else visits.
    ///
    /// # Errors
    /// Refuses to be answered by formulas alone where there are none, and withholds what does not stand its own examination.
    fn search(&self, means: &Means<'_, '_>) -> Result<Found, Refusal>;
}

pub use crate::wording::another::OtherWords;
pub(in crate::api) use another::ByStates;
pub use beside::{BothRuns, Comparing, OtherReading};
pub(in crate::api) use check::by_visits;
pub use proved::{StepFormulas, Writing};
pub use repair::Repairing;
pub(in crate::api) use shown::analysis_of;
pub use shown::{ShownCheck, ShownKind, ShownOperation, ShownVariable};
pub use stepwise::{Calls, StepAnswer, StepKind, StepQuestion, Stepwise};
pub(in crate::api) use stepwise::{ToldSteps, executed};
