//! Checks of statecharts, as verbs open them.

use std::any::Any;
use std::collections::BTreeSet;

use super::{decisive, run, showing, stuck};
use crate::api::kind::{Asked, Head, Opened, Search};
use crate::api::request::Means;
use crate::budget::Meter;
use crate::engine::systems::{Choice, Engine, Finding, Space, Visit};
use crate::language::read_as;
use crate::language::statechart::model::{ObjectId, Overflow, Property, Reading, Subject};
use crate::language::statechart::semantics::Cut;
use crate::language::statechart::{self, StatechartModel};
use crate::question::statecharts::ChartSpace;
use crate::system::{Trace, Valuation};
use crate::text::Diagnostic;
use crate::view::{Kind, Outcome, SystemEvidenceView, SystemStepView};
use crate::wording::statecharts::{self as wording, End};

/// States that explicit search visits before formulas are written: they take longer than it does on what it can visit to the
/// end (two trains and a gate take them more than half a minute).
const HEAD_START: u64 = 2_000_000;
/// States that are visited behind a "no" of formulas about deadlocks, to see whether it rests on the environment.
const LOOKED_AT: u64 = 20_000;

/// Statecharts, as the values that verbs ask: opened here, explained in `explore`, with formulas in `prove`.
#[derive(Clone, Copy, Debug)]
pub struct Statecharts;

impl Search for Statecharts {
    fn read(&self, text: &str) -> (Box<dyn Any>, Vec<Diagnostic>) {
        let (model, diagnostics) = read_as::<statechart::Statecharts>(text);
        (Box::new(model), diagnostics)
    }

    fn head(&self, it: Asked<'_>) -> Option<Head> {
        let property = it.model::<StatechartModel>().properties.get(it.check)?;
        Some(Head {
            kind: kind(&property.subject),
            within: property.within,
            expected: property.expected,
        })
    }

    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Opened + 'm>> {
        Some(Box::new(OpenedChart::new(it)?))
    }
}

/// Which kind of question it is.
pub(in crate::api) fn kind(subject: &Subject) -> Kind {
    match subject {
        Subject::Always(_) => Kind::Always,
        Subject::Reach(_) => Kind::Reach,
        Subject::Deadlock | Subject::DeadlockAlone => Kind::Deadlock,
        Subject::Scenario(..) => Kind::Scenario,
        Subject::Same(_) => Kind::Same,
    }
}

/// A check of statecharts that is being answered.
pub(super) struct OpenedChart<'m> {
    pub(super) text: &'m str,
    pub(super) model: &'m StatechartModel,
    pub(super) property: &'m Property,
    pub(super) space: ChartSpace<'m>,
}

impl<'m> OpenedChart<'m> {
    pub(super) fn new(it: Asked<'m>) -> Option<Self> {
        let model: &StatechartModel = it.model();
        let property = model.properties.get(it.check)?;
        Some(Self {
            text: it.text,
            model,
            property,
            space: ChartSpace::new(model, property),
        })
    }

    /// Whether there is no deadlock only because something can come from outside. Where formulas have answered, some states
    /// are visited for it.
    fn needs_environment(&self, finding: &Finding, means: &Means<'_, '_>) -> bool {
        if self.property.subject != Subject::Deadlock {
            return false;
        }
        if finding.engine != Engine::Explicit && !self.space.needs_environment() {
            let mut visit = Visit::new(&self.space, self.property.within);
            let _ = visit.go_on(LOOKED_AT, &means.budget.limits, &mut means.gate.watch());
        }
        self.space.needs_environment()
    }

    /// What is to be said of the end of a run.
    fn fault(&self, run: &[SystemStepView], last: &Valuation) -> Option<String> {
        let system = self.space.system();
        run::fault(system, last).or_else(|| match &self.property.subject {
            subject if subject.seeks_ends() => {
                let alone = *subject == Subject::DeadlockAlone;
                stuck::stuck(system, self.text, run, last, alone)
            }
            _ => None,
        })
    }

    /// What makes a condition false at the end of a run, where nothing else ends it.
    fn decisive(&self, last: &Valuation) -> Option<String> {
        match &self.property.subject {
            Subject::Always(query) => decisive::seen(self.space.system(), query, last),
            _ => None,
        }
    }
}

impl Opened for OpenedChart<'_> {
    fn space(&self) -> &dyn Space {
        &self.space
    }

    fn head_start(&self, continues: bool) -> u64 {
        if continues { 0 } else { HEAD_START }
    }

    fn hands_over(&self, choice: Choice) -> bool {
        choice == Choice::Auto
            && self.property.reading != Reading::Scxml
            && !matches!(self.property.subject, Subject::Scenario(..))
    }

    fn run_along(&self, rows: &[Valuation], _meter: &Meter<'_>) -> Option<Trace> {
        self.space.run_along(rows)
    }

    fn confirmed(&self, trace: &Trace, _meter: &Meter<'_>) -> Option<Valuation> {
        self.space.confirmed(trace)
    }

    fn names(&self) -> Vec<String> {
        showing::names(self.space.system())
    }

    fn entries(&self, trace: &Trace) -> Vec<SystemStepView> {
        run::steps(self.space.system(), self.text, trace)
    }

    fn limits(&self) -> String {
        let met = (&self.space.beyond()[..], &self.space.cut());
        limits(self.model, met, self.space.exceeds_bits()).in_words()
    }

    fn rests_on(
        &self,
        finding: &Finding,
        means: &Means<'_, '_>,
        _outcome: &mut Outcome,
        evidence: &mut SystemEvidenceView,
    ) {
        evidence.needs_environment = self.needs_environment(finding, means);
    }

    fn sentence(&self, outcome: &Outcome, limits: &str, last: Option<&Valuation>) -> String {
        let run = outcome.system.as_ref().map(|it| &it.run[..]);
        let fault = last.and_then(|it| self.fault(run.unwrap_or_default(), it));
        let decisive = last.filter(|_| fault.is_none());
        let decisive = decisive.and_then(|it| self.decisive(it));
        wording::answer(
            self.model,
            &self.property.subject,
            outcome,
            limits,
            match &fault {
                Some(it) => End::With(it),
                None => decisive.as_deref().map_or(End::Plain, End::Shows),
            },
            self.property.reading,
        )
    }
}

/// What an answer depends on: bounds of queues that some run would have exceeded, steps that were not followed, and how
/// large integers can be.
pub(super) fn limits(
    model: &StatechartModel,
    (beyond, cut): (&[ObjectId], &BTreeSet<(ObjectId, Cut)>),
    bits: bool,
) -> wording::Limits {
    let bounded = beyond.iter().map(|&object| {
        (
            &model.objects[object],
            &model.charts[model.objects[object].chart],
        )
    });
    let bounded = bounded.filter(|(_, chart)| chart.overflow == Overflow::Bound);
    let name = |object: ObjectId| model.objects[object].name.clone();
    wording::Limits {
        bits,
        queues: bounded
            .map(|(object, chart)| (object.name.clone(), chart.queue))
            .collect(),
        cut: cut.iter().map(|&(it, why)| (name(it), why)).collect(),
    }
}
