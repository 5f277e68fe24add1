//! The printed formula of class models next to the definitions: answers, least numbers of calls, and where they part.

use super::sentence::{Open, sentence};
use super::{MOST, named};
use crate::api::classes::CLASS_VALUES;
use crate::api::encoded::FAR;
use crate::api::formula::{proved, unfinished};
use crate::api::kind::StepKind;
use crate::api::request::{Host, HostWatch, Refusal, SearchOptions};
use crate::cnf::dimacs;
use crate::encode::paper::{
    ClassInstance, ClassPath, ClassSheet, PrintedClasses, Repair, Repairs, Smallest, Unanswered,
};
use crate::engine::Stop;
use crate::language::Languages;
use crate::language::classes::model::{ClassModel, Slot};
use crate::language::classes::ocl::value::Value;
use crate::language::classes::{Classes, LANGUAGE};
use crate::sat::proof::{self, NoCertificate};
use crate::text::Severity;
use crate::view::{
    ConjunctView, Extent, FlawView, FormulaFile, Options, Outcome, PrintedView, RejectedView,
    StopView, Verdict,
};

/// Bytes that a gate takes while formulas are written and solved.
const BYTES_PER_GATE: u64 = 500;

/// Asks the printed formula of a check of class models, with the repairs of these names, and compares with the definitions.
///
/// # Errors
/// Refuses what [`crate::api::check_of_kind`] refuses, repairs that do not exist, and checks that the paper does not encode;
/// the text says why.
pub fn printed_classes(
    text: &str,
    index: usize,
    repairs: &[String],
    options: &Options,
    host: &mut dyn Host,
) -> Result<PrintedView, Refusal> {
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    let repairs = concerning(named(repairs)?);
    let model = asked(text, index)?;
    let instance = instance(&model, index)?;
    let visits = Options {
        engine: String::new(),
        ..options.clone()
    };
    let defined = CLASS_VALUES.check(text, index, &visits, host)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let asker = Asker {
        instance: &instance,
        repairs,
        chosen,
        stop: &|| gate.should_stop(),
    };
    asker.compare(index, &defined)
}

/// Writes the paper's formula of a check, with the repairs of these names, for k = the check's bound, with its proof where
/// it cannot be satisfied. That no call leads anywhere is written as far as it was needed to solve it.
///
/// # Errors
/// As [`printed_classes`].
pub fn printed_classes_formula(
    text: &str,
    index: usize,
    repairs: &[String],
    options: &Options,
    host: &mut dyn Host,
) -> Result<FormulaFile, Refusal> {
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    let repairs = concerning(named(repairs)?);
    let model = asked(text, index)?;
    let instance = instance(&model, index)?;
    let gate = HostWatch::new(host, options.timeout_ms);
    let stop = || gate.should_stop();
    let solver = chosen.solver;
    let memory = chosen.limits.memory;
    let k = bound(&model, index).unwrap_or(FAR).min(MOST);
    let asker = Asker {
        instance: &instance,
        repairs,
        chosen,
        stop: &stop,
    };
    let too_large = |_: Unanswered| Refusal::Option(unfinished(Stop::Clauses));
    let sheet = asker.sheet(repairs).map_err(too_large)?;
    let mut printed = PrintedClasses::new(&sheet, k as usize).map_err(too_large)?;
    printed.path(solver).map_err(too_large)?;
    let title = title(repairs, k);
    let formula = printed.formula();
    match proof::prove_within(memory, formula, &[], Some(&stop)) {
        Err(NoCertificate::Satisfiable(_) | NoCertificate::Interrupted | NoCertificate::Memory) => {
            Ok(FormulaFile {
                dimacs: dimacs::write(formula, &title),
                drat: None,
            })
        }
        proof => proved(proof, &title, &stop),
    }
}

/// What a file of the printed formula is called.
pub(super) fn title(repairs: Repairs, k: u32) -> String {
    let names: Vec<_> = repairs.iter().map(Repair::name).collect();
    let how = match names.as_slice() {
        [] => "as printed".to_owned(),
        some => format!("with {}", some.join(", ")),
    };
    format!("ocl {how}, k = {k}")
}

pub(super) fn asked(text: &str, index: usize) -> Result<ClassModel, Refusal> {
    let (model, diagnostics) = Languages::only(&LANGUAGE)
        .read(text)
        .into_model::<Classes>();
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    match index < model.checks.len() {
        true => Ok(model),
        false => Err(Refusal::NoSuchCheck),
    }
}

pub(super) fn instance(model: &ClassModel, index: usize) -> Result<ClassInstance<'_>, Refusal> {
    let instance = ClassInstance::new(model, index);
    instance.map_err(|why| Refusal::Option(why.text().into()))
}

pub(super) fn concerning(repairs: Repairs) -> Repairs {
    repairs.iter().filter(|it| it.is_for_classes()).collect()
}

/// The bound of a check in calls, those of a strict scenario included.
pub(super) fn bound(model: &ClassModel, index: usize) -> Option<u32> {
    Classes::question(model, index)?.within
}

pub(super) struct Asker<'q> {
    pub(super) instance: &'q ClassInstance<'q>,
    pub(super) repairs: Repairs,
    pub(super) chosen: SearchOptions,
    pub(super) stop: &'q dyn Fn() -> bool,
}

impl<'q> Asker<'q> {
    pub(super) fn sheet(&self, repairs: Repairs) -> Result<ClassSheet<'q>, Unanswered> {
        let limits = &self.chosen.limits;
        let most = limits.clauses.min(limits.memory / BYTES_PER_GATE);
        let most = usize::try_from(most).unwrap_or(usize::MAX);
        ClassSheet::new(self.instance, repairs, most, self.stop)
    }

    fn compare(&self, index: usize, defined: &Outcome) -> Result<PrintedView, Refusal> {
        let word = |verdict: Verdict| {
            let of = Outcome {
                verdict,
                ..defined.clone()
            };
            of.answer().word().to_owned()
        };
        let model = self.instance.model();
        let defined_k = defined.depth();
        let is_open = matches!(defined.verdict, Verdict::Unknown(_));
        let up_to = bound(model, index).unwrap_or(FAR);
        let up_to = up_to.max(defined_k.unwrap_or(0)).min(MOST);
        let sheet = self.sheet(self.repairs);
        let found = sheet.as_ref().map_err(|it| *it);
        let found = found.and_then(|it| it.smallest(up_to as usize, self.chosen.solver));
        let is_answered = found.is_ok();
        let Smallest { found, lost } = found.unwrap_or_default();
        let small = |it: usize| u32::try_from(it).unwrap_or(u32::MAX);
        let k = found.as_ref().map(|it| small(it.0));
        let answer = is_answered.then_some(k.is_some() && lost.is_none());
        let last = lost
            .or(found.as_ref().map(|it| it.0))
            .unwrap_or(up_to as usize);
        let mut written = match &sheet {
            Ok(it) => PrintedClasses::new(it, last).ok(),
            Err(_) => None,
        };
        let answer = match (&mut written, answer) {
            // That no other k is enough was said by the solver; of the last one the proof is checked.
            (Some(written), Some(false)) => self.sure(written)?,
            _ => answer,
        };
        let yes = defined_k.is_some();
        let difference = match answer {
            _ if is_open => None,
            None => None,
            Some(_) if k.is_none() && defined_k.is_some_and(|it| it > up_to) => None,
            Some(true) if !yes => Some("wrong yes"),
            Some(false) if yes => Some("wrong no"),
            Some(_) if yes && k != defined_k => Some("other k"),
            Some(_) => None,
        };
        let is_no = difference == Some("wrong no");
        let run = match is_no {
            true => self.defined_run(defined_k),
            false => None,
        };
        let rejected = run.as_ref().map(|it| self.rejected(it, lost));
        let path = found.as_ref().map(|it| &it.1);
        let flaw = path.filter(|_| difference.is_some() && !is_no);
        let flaw = flaw.map(|it| self.instance.flaw(it));
        let told = run.as_ref().or(path);
        let corrections = Repair::ALL.into_iter().collect();
        let verdict = match answer {
            Some(true) => Verdict::Found { depth: 0 },
            Some(false) => Verdict::Absent(Extent::Every),
            None => Verdict::Unknown(StopView::Asked),
        };
        let mut view = PrintedView {
            paper: "ocl".into(),
            all_repairs: self.repairs == concerning(corrections),
            repairs: self.repairs.iter().map(|it| it.name().into()).collect(),
            answer: word(verdict),
            k,
            lost: lost.map(small),
            up_to,
            defined: word(defined.verdict),
            defined_k,
            difference: difference.map(String::from),
            path: Vec::new(),
            told: told.map_or_else(Vec::new, |it| self.told(it)),
            flaw: flaw.map(|flaw| FlawView {
                index: flaw.index,
                sentence: flaw.sentence(self.instance),
            }),
            rejected,
            formulas: written.iter().flat_map(conjuncts).collect(),
            sentence: String::new(),
        };
        let open = Open {
            printed: answer.is_none(),
            defined: is_open,
        };
        view.sentence = sentence(&view, open, "the definitions");
        Ok(view)
    }

    /// A run of the definitions: one of the corrected formula, if the definitions allow all of it.
    fn defined_run(&self, depth: Option<u32>) -> Option<ClassPath> {
        let sheet = self.sheet(Repairs::ALL).ok()?;
        let found = sheet.smallest(depth? as usize, self.chosen.solver).ok()?;
        let (_, path) = found.found?;
        let flaw = self.instance.flaw(&path);
        (flaw.index == path.calls.len()).then_some(path)
    }

    /// Where a run of the definitions is none by the printed formula.
    fn rejected(&self, run: &ClassPath, lost: Option<usize>) -> RejectedView {
        let bits = self.instance.selection_bits(self.repairs);
        let unwritten = run.calls.iter().position(|it| it >> bits != 0);
        let (index, formula) = match (unwritten, lost) {
            (Some(at), _) => (at + 1, "ω"),
            (None, Some(_)) => (run.calls.len(), "f"),
            (None, None) => (run.calls.len(), "τ"),
        };
        RejectedView {
            run: Vec::new(),
            index,
            formulas: vec![formula.into()],
        }
    }

    /// The states of a run in words: attributes and links of the first, then each call with what it changes.
    fn told(&self, path: &ClassPath) -> Vec<String> {
        let model = self.instance.model();
        let shown = |slot: usize, value: &Value| {
            let value = match (value, model.slot_domain(slot)) {
                (Value::Null, domain) if !domain.is_optional => "⊥".to_owned(),
                (value, domain) => model.shown(domain.kind, value),
            };
            format!("{} = {value}", model.slot_name(slot))
        };
        let mut all = Vec::new();
        for (at, state) in path.states.iter().enumerate() {
            let before = at.checked_sub(1).map(|it| &path.states[it]);
            let slots = state.iter().enumerate();
            let slots = slots.filter(|(slot, value)| match before {
                Some(before) => before[*slot] != **value,
                None => matches!(model.layout.slots[*slot], Slot::Attribute { .. }),
            });
            let slots: Vec<_> = slots.map(|(slot, value)| shown(slot, value)).collect();
            let slots = slots.join(", ");
            let call = at.checked_sub(1);
            let call = call.map(|it| self.instance.calls()[path.calls[it]].shown(model));
            all.push(match call {
                Some(call) if slots.is_empty() => call,
                Some(call) => format!("{call}: {slots}"),
                None => slots,
            });
        }
        all
    }

    /// "No" with the proof of the last formula checked; nothing where the time did not suffice.
    fn sure(&self, written: &mut PrintedClasses<'_, '_>) -> Result<Option<bool>, Refusal> {
        if written.path(self.chosen.solver).is_err() {
            return Ok(None);
        }
        match proof::certify(written.formula(), &[], Some(self.stop)) {
            Ok(_) => Ok(Some(false)),
            Err(NoCertificate::Interrupted | NoCertificate::Memory) => Ok(None),
            Err(error) => Err(Refusal::Defect(format!("a proof did not hold: {error:?}"))),
        }
    }
}

fn conjuncts(written: &PrintedClasses<'_, '_>) -> Vec<ConjunctView> {
    let counts = written.counts().into_iter();
    let view = counts.map(|(part, it)| ConjunctView {
        name: it.name.into(),
        text: it.text.into(),
        clauses: it.clauses as u64,
        variables: it.variables as u64,
        example: part.about().into(),
    });
    view.collect()
}
