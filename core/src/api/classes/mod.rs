//! Class models as a kind that is checked by its definitions: what is asked, when a condition holds, and what calls are named.
//!
//! A condition's number is its place among the goals of its check.

mod blame;
mod calls;
mod formulas;
mod frames;
mod refused;
mod shown;

use self::blame::DemandsOfClasses;
use self::formulas::FormulasOfClasses;
use super::kind::{
    Asked, BothRuns, Calls, Comparing, Demands, Exploring, KindValues, ModelKind, OtherReading,
    Prove, Repairing, StepAnswer, StepFormulas, StepKind, StepQuestion, Stepwise, Writing,
    analysis_of,
};
use super::simulate::SimulatedKind;
use crate::language::classes::model::{ClassModel, From, Subject};
use crate::language::classes::{Breaking, ClassSystem, Classes, LANGUAGE};
use crate::language::questions::PropertySubject;
use crate::language::{Language, Languages};
use crate::question::stepwise::{Holds, Reduced};
use crate::repair::TextEdit;
use crate::repair::classes::edits;
use crate::system::{ElementId, Events, System, Valuation};
use crate::text::LineIndex;
use crate::view::{BlockedChoice, CallView, Kind, MemberView, Outcome, Verdict};
use crate::wording::calls::in_order;
use crate::wording::classes::{Named, answer};

pub use self::calls::refused_calls;
pub(super) use self::formulas::encoding;

/// What reads class models.
pub static CLASSES: ModelKind = ModelKind {
    language: &LANGUAGE,
    analyse: analysis_of::<Classes>,
};

/// What verbs ask of class models, without formulas.
pub const CLASS_VISITS: KindValues = KindValues {
    explore: Some(Exploring::new(&STEPS)),
    ..KindValues::new(&STEPS)
};

/// Formulas of class models.
pub const CLASS_PROOFS: &dyn Prove = &STEPS;

/// What verbs ask of class models.
pub const CLASS_VALUES: KindValues = KindValues {
    prove: Some(CLASS_PROOFS),
    repair: Some(CLASS_REPAIRS),
    compare: Some(CLASS_FRAMES),
    ..CLASS_VISITS
};

/// Edits of class models that may change an answer.
pub const CLASS_REPAIRS: Repairing = Repairing::new(&STEPS);

/// The frames of a check, side by side.
pub const CLASS_FRAMES: Comparing = Comparing::new(&STEPS);

/// Class models that are run.
pub const CLASS_RUNS: SimulatedKind = SimulatedKind::new(&STEPS);

const STEPS: Stepwise<Classes> = Stepwise::new();

impl StepKind for Classes {
    fn language() -> &'static Language {
        &LANGUAGE
    }

    fn question(model: &ClassModel, check: usize) -> Option<StepQuestion> {
        let asked = model.checks.get(check)?;
        let within = |calls: usize| {
            let more = u32::try_from(calls).unwrap_or(u32::MAX);
            asked.within.map(|it| it.saturating_add(more))
        };
        let (subject, within) = match &asked.subject {
            Subject::Property(it) => {
                let mut number = 0;
                let subject = it.map(|_| {
                    number += 1;
                    number - 1
                });
                (subject, within(0))
            }
            // K counts the calls before those of a strict scenario.
            Subject::Calls(sequence, is_strict) => {
                let more = if *is_strict { sequence.calls.len() } else { 0 };
                (PropertySubject::Reach(vec![0]), within(more))
            }
            Subject::Preserves(_) => (PropertySubject::Always(0), within(0)),
            Subject::Consistent | Subject::Independent(_) => {
                (PropertySubject::Reach(vec![0]), within(0))
            }
        };
        Some(StepQuestion {
            subject,
            within,
            expected: asked.expected,
        })
    }

    fn kind(model: &ClassModel, check: usize) -> Option<Kind> {
        let check = model.checks.get(check)?;
        match &check.subject {
            Subject::Consistent => Some(Kind::Consistent),
            Subject::Independent(_) => Some(Kind::Independent),
            Subject::Calls(..) => check.is_scenario.then_some(Kind::Consistent),
            Subject::Property(_) | Subject::Preserves(_) => None,
        }
    }

    fn system(model: &ClassModel, check: Option<usize>) -> Box<dyn System + '_> {
        Box::new(ClassSystem::as_asked(model, check))
    }

    fn reduced(model: &ClassModel, check: usize) -> Option<Reduced<'_>> {
        let (system, symmetry) = ClassSystem::reduced(model, check)?;
        Some(Reduced {
            system: Box::new(system),
            orbits: Box::new(symmetry),
        })
    }

    fn is_about_runs(model: &ClassModel, check: usize) -> bool {
        let subject = model.checks.get(check).map(|it| &it.subject);
        !matches!(subject, Some(Subject::Consistent | Subject::Independent(_)))
    }

    fn conditions(model: &ClassModel, check: usize) -> Box<Holds<'_>> {
        let system = ClassSystem::of_check(model, check);
        Box::new(move |goal, at| match &model.checks.get(check)?.subject {
            Subject::Property(it) => system.holds(it.conditions().get(goal)?, at),
            Subject::Calls(..) => system.has_happened(at),
            Subject::Preserves(it) => system.preserves(*it, at),
            Subject::Consistent => Some(true),
            Subject::Independent(Some(it)) => system.is_broken(Some(*it), at),
            Subject::Independent(None) => {
                let all = (0..model.invariants.len()).map(|it| system.is_independent(it));
                all.collect::<Option<Vec<_>>>()
                    .map(|all| all.iter().all(|it| *it))
            }
        })
    }

    fn name(model: &ClassModel, element: ElementId) -> String {
        model.operations[element.index as usize].name.clone()
    }

    fn called(model: &ClassModel, events: &Events) -> String {
        let calls = events.messages.iter();
        let calls: Vec<_> = calls
            .map(|it| format!("{}.{}", model.objects[it.to].name, it.what))
            .collect();
        calls.join(", ")
    }

    fn calls<'m>(
        text: &'m str,
        model: &'m ClassModel,
        check: Option<usize>,
    ) -> Option<Box<Calls<'m>>> {
        let system = ClassSystem::as_asked(model, check);
        let lines = LineIndex::new(text);
        Some(Box::new(move |at, step, after| {
            calls::call((text, &lines), (model, &system), at, step, after)
        }))
    }

    fn counted(model: &ClassModel, check: usize) -> Option<(usize, String, String)> {
        let check = model.checks.get(check)?;
        let Subject::Calls(..) = check.subject else {
            return None;
        };
        let [next, other] = in_order(check.is_scenario);
        Some((model.layout.slots.len(), next, other))
    }

    fn refused(
        text: &str,
        model: &ClassModel,
        check: Option<usize>,
        at: &Valuation,
        goes_on: &dyn Fn() -> bool,
    ) -> Vec<BlockedChoice> {
        refused::refused(text, (model, check), at, goes_on)
    }

    fn members(model: &ClassModel) -> Vec<(String, MemberView)> {
        let slots = model.layout.slots.iter().enumerate();
        let members = slots
            .filter_map(|(number, it)| Some((model.slot_name(number), shown::member(model, it)?)));
        members.collect()
    }

    fn breaking(text: &str, model: &ClassModel, check: usize, at: &Valuation) -> Option<CallView> {
        let Subject::Preserves(it) = model.checks.get(check)?.subject else {
            return None;
        };
        let system = ClassSystem::of_check(model, check);
        calls::breaking((text, &LineIndex::new(text)), (model, &system), it, at)
    }

    fn broken(model: &ClassModel, at: &Valuation) -> Vec<String> {
        refused::broken(model, at)
    }

    fn demands<'m>(it: Asked<'m>) -> Option<Box<dyn Demands + 'm>> {
        Some(Box::new(DemandsOfClasses::new(it)?))
    }

    fn edits(it: Asked<'_>, against: bool) -> Vec<TextEdit> {
        let reading = Languages::only(&LANGUAGE).read(it.text);
        let check = (it.check, against);
        reading
            .document::<Self>()
            .map_or_else(Vec::new, |document| {
                edits(it.text, document, it.model(), check)
            })
    }

    fn other_reading(it: Asked<'_>) -> Option<OtherReading> {
        if !Self::is_about_runs(it.model(), it.check) {
            return None;
        }
        let reading = Languages::only(&LANGUAGE).read(it.text);
        frames::other(it.text, reading.document::<Self>()?, it.check)
    }

    fn apart(it: Asked<'_>, runs: BothRuns<'_>, goes_on: &mut dyn FnMut() -> bool) -> String {
        frames::apart(it.model(), it.check, runs, goes_on)
    }

    fn has_formulas() -> bool {
        true
    }

    fn formulas<'f>(
        model: &'f ClassModel,
        check: usize,
        writing: Writing<'f>,
    ) -> Option<Box<dyn StepFormulas + 'f>> {
        Some(Box::new(FormulasOfClasses::new(model, check, writing)))
    }

    fn bound(model: &ClassModel) -> String {
        let (low, high) = model.integers;
        format!(" with integers {low}..{high}")
    }

    fn sentence(model: &ClassModel, check: usize, it: &StepAnswer<'_>) -> Option<String> {
        let asked = model.checks.get(check)?;
        let is_of_system = matches!(asked.from, From::System);
        let is_about_runs = is_of_system && Self::is_about_runs(model, check);
        let named = Named {
            integers: it.limits.to_owned(),
            broken_start: match is_about_runs && it.outcome.verdict.is_absent() {
                true => refused::broken_by_start(model),
                false => Vec::new(),
            },
            ..named(model, check, it.outcome, it.last)
        };
        Some(answer(model, asked, it.outcome, &named))
    }
}

/// What the answer to a check names beyond what was asked.
fn named(model: &ClassModel, check: usize, outcome: &Outcome, last: Option<&Valuation>) -> Named {
    let system = ClassSystem::of_check(model, check);
    match (&model.checks[check].subject, outcome.verdict) {
        (Subject::Preserves(it), Verdict::Found { .. }) => {
            let evidence = outcome.system.as_ref();
            let shown = evidence.and_then(|it| it.breaking.as_ref());
            // Where what it does cannot be told as a whole, it has a name all the same.
            let breaking = || match system.breaking(*it, last?)? {
                Breaking::Call { number, .. } => system.call_name(number),
                Breaking::Nothing => None,
            };
            Named {
                call: shown.map(|it| it.call.clone()).or_else(breaking),
                ..Named::default()
            }
        }
        (Subject::Independent(None), Verdict::Absent(_)) => {
            let all = model.invariants.iter().enumerate();
            let implied = all.filter(|it| system.is_independent(it.0) == Some(false));
            Named {
                implied: implied.map(|it| it.1.clause.name.clone()).collect(),
                ..Named::default()
            }
        }
        _ => Named::default(),
    }
}
