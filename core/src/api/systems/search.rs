//! Checks of transition systems, as verbs open them.

use std::any::Any;

use super::warning::warning;
use super::{decisive, run};
use crate::api::kind::{Asked, Head, Opened, Search};
use crate::api::property;
use crate::api::request::Means;
use crate::budget::Meter;
use crate::engine::systems::{Finding, HEAD_START, Space};
use crate::language::transitions::{Missing, Property, Settings, Subject, TransitionModel, read};
use crate::question::systems::SystemSpace;
use crate::system::{Trace, Valuation};
use crate::text::Diagnostic;
use crate::view::{Outcome, SystemEvidenceView, SystemStepView, VacuityView};
use crate::wording::stopped;
use crate::wording::systems::{self as wording, End};

/// Transition systems, as the values that verbs ask: opened here, with formulas in `prove`.
#[derive(Clone, Copy, Debug)]
pub struct TransitionSystems;

impl Search for TransitionSystems {
    fn read(&self, text: &str) -> (Box<dyn Any>, Vec<Diagnostic>) {
        let (model, diagnostics) = read(text);
        (Box::new(model), diagnostics)
    }

    fn head(&self, it: Asked<'_>) -> Option<Head> {
        let property = it.model::<TransitionModel>().properties.get(it.check)?;
        Some(Head {
            kind: property::kind(&property.subject),
            within: property.within,
            expected: property.expected,
        })
    }

    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Opened + 'm>> {
        Some(Box::new(OpenedSystem::new(it)?))
    }
}

/// A check of a transition system that is being answered.
pub(super) struct OpenedSystem<'m> {
    pub(super) text: &'m str,
    pub(super) model: &'m TransitionModel,
    pub(super) property: &'m Property,
    pub(super) settings: Settings,
    pub(super) is_trial: bool,
    pub(super) space: SystemSpace<'m>,
}

impl<'m> OpenedSystem<'m> {
    pub(super) fn new(it: Asked<'m>) -> Option<Self> {
        let model: &TransitionModel = it.model();
        let property = model.properties.get(it.check)?;
        let settings = settings(property, it);
        Some(Self {
            text: it.text,
            model,
            property,
            settings,
            is_trial: it.is_trial,
            space: SystemSpace::new(model, &property.subject, settings),
        })
    }
}

impl Opened for OpenedSystem<'_> {
    fn space(&self) -> &dyn Space {
        &self.space
    }

    fn head_start(&self, _continues: bool) -> u64 {
        HEAD_START
    }

    fn run_along(&self, rows: &[Valuation], meter: &Meter<'_>) -> Option<Trace> {
        self.space.run_along(rows, meter)
    }

    fn confirmed(&self, trace: &Trace, meter: &Meter<'_>) -> Option<Valuation> {
        self.space.confirmed(trace, meter)
    }

    fn names(&self) -> Vec<String> {
        let shown = self.model.variables[..self.model.globals].iter();
        shown.map(|it| it.name.clone()).collect()
    }

    fn entries(&self, trace: &Trace) -> Vec<SystemStepView> {
        run::steps(self.space.system(), trace)
    }

    fn rests_on(
        &self,
        _finding: &Finding,
        means: &Means<'_, '_>,
        outcome: &mut Outcome,
        evidence: &mut SystemEvidenceView,
    ) {
        if let Some(warning) = warning(self, means) {
            evidence.ends = warning.run;
            outcome.vacuity = Some(VacuityView {
                idle: Vec::new(),
                sentence: warning.sentence,
            });
        }
    }

    fn what_decides(&self) -> Option<String> {
        wording::what_decides(self.model)
    }

    fn sentence(&self, outcome: &Outcome, _limits: &str, last: Option<&Valuation>) -> String {
        let no_value = last.and_then(|it| self.no_value(it));
        let decisive = last.and_then(|it| match &self.property.subject {
            Subject::Always(term) => decisive::seen(self.model, self.space.system(), term, it),
            Subject::Reach(_) | Subject::Deadlock => None,
        });
        wording::answer(
            self.model,
            self.property,
            self.settings,
            outcome,
            match &no_value {
                Some(why) => End::NoValue(why),
                None => decisive.as_deref().map_or(End::Plain, End::Shows),
            },
        )
    }
}

impl OpenedSystem<'_> {
    /// Why a property has no value at the end of a run.
    fn no_value(&self, last: &Valuation) -> Option<String> {
        let Subject::Always(term) = &self.property.subject else {
            return None;
        };
        let why = self.space.system().truth(last, term).err()?;
        Some(stopped::undefined(self.text, why))
    }
}

/// Substeps of one step, where many models are tried.
const SUBSTEPS_OF_A_TRIAL: u64 = 20_000;

/// What the text leaves open of a check, as its options decide it.
fn settings(property: &Property, it: Asked<'_>) -> Settings {
    let usual = Settings::of(property);
    Settings {
        missing: match it.options.missing_default {
            true => Missing::Default,
            false => Missing::Free,
        },
        most_substeps: match it.is_trial {
            true => SUBSTEPS_OF_A_TRIAL,
            false => usual.most_substeps,
        },
        ..usual
    }
}
