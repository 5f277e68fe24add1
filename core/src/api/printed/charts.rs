//! The printed formulas of the BMC4UML paper next to the definitions of statecharts.
//!
//! A check in the paper's reading is compared with its own definition, the numbers of steps included. One in UML's is
//! compared by its answer alone, for steps are counted otherwise there; what the definition itself keeps from UML can
//! be mended, too.

use super::sentence::{Open, sentence};
use super::{MOST, named};
use crate::api::encoded::FAR;
use crate::api::formula::proved;
use crate::api::found::visited;
use crate::api::request::{Host, HostWatch, Refusal, SearchOptions};
use crate::api::statecharts::{in_short, kind};
use crate::cnf::dimacs;
use crate::encode::paper::{
    ChartInstance, PrintedCharts, Repair, Repairs, Unanswered, smallest_of_charts,
};
use crate::engine::Coverage;
use crate::engine::systems::{Visit, Way};
use crate::language::read_as;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::Statecharts;
use crate::language::statechart::model::{Property, Reading, Subject};
use crate::language::statechart::semantics::SystemState;
use crate::question::statecharts::ChartSpace;
use crate::sat::proof::{self, NoCertificate};
use crate::system::replay;
use crate::text::Severity;
use crate::view::{
    ConjunctView, Extent, FlawView, FormulaFile, Options, PrintedView, RejectedView, StopView,
    Verdict,
};

/// Asks the printed formulas of a check of statecharts, with the repairs of these names, and compares with the definitions.
///
/// # Errors
/// Refuses what [`crate::api::check_of_kind`] refuses, repairs that do not exist, and checks that the paper does not encode;
/// the text says why.
pub fn printed_charts(
    text: &str,
    index: usize,
    repairs: &[String],
    options: &Options,
    host: &mut dyn Host,
) -> Result<PrintedView, Refusal> {
    let solvers = host.capabilities().solvers;
    let chosen = SearchOptions::new(options, solvers)?;
    let (model, property) = asked(text, index)?;
    let instance = instance(&model, &property)?;
    let asker = Asker {
        text,
        instance,
        repairs: concerning(&property, named(repairs)?),
        gate: HostWatch::new(host, options.timeout_ms),
        chosen,
    };
    asker.compare()
}

/// Writes the paper's formula of a check, with the repairs of these names, for k = the check's bound, with its proof where
/// it cannot be satisfied.
///
/// # Errors
/// As [`printed_charts`].
pub fn printed_charts_formula(
    text: &str,
    index: usize,
    repairs: &[String],
    options: &Options,
    host: &mut dyn Host,
) -> Result<FormulaFile, Refusal> {
    let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
    let (model, property) = asked(text, index)?;
    let instance = instance(&model, &property)?;
    let repairs = concerning(&property, named(repairs)?);
    let gate = HostWatch::new(host, options.timeout_ms);
    let k = property.within.unwrap_or(FAR).min(MOST);
    let most = chosen.limits.clauses.min(chosen.limits.memory / 120);
    let printed = PrintedCharts::new(instance, k as usize, repairs, most);
    let printed = printed.map_err(|_| too_large())?;
    let names: Vec<_> = repairs.iter().map(Repair::name).collect();
    let how = match names.as_slice() {
        [] => "as printed".to_owned(),
        some => format!("with {}", some.join(", ")),
    };
    let title = format!("bmc4uml {how}, k = {k}");
    let formula = printed.formula();
    let stop = || gate.should_stop();
    match proof::prove_within(chosen.limits.memory, formula, &[], Some(&stop)) {
        Err(NoCertificate::Satisfiable(_) | NoCertificate::Interrupted | NoCertificate::Memory) => {
            Ok(FormulaFile {
                dimacs: dimacs::write(formula, &title),
                drat: None,
            })
        }
        proof => proved(proof, &title, &stop),
    }
}

fn too_large() -> Refusal {
    Refusal::Option("the formula would be too large".into())
}

fn asked(text: &str, index: usize) -> Result<(StatechartModel, Property), Refusal> {
    let (mut model, diagnostics) = read_as::<Statecharts>(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(Refusal::Errors);
    }
    if index >= model.properties.len() {
        return Err(Refusal::NoSuchCheck);
    }
    let property = model.properties.swap_remove(index);
    Ok((model, property))
}

fn instance<'m>(
    model: &'m StatechartModel,
    property: &'m Property,
) -> Result<ChartInstance<'m>, Refusal> {
    let instance = ChartInstance::new(model, property);
    instance.map_err(|why| Refusal::Option(why.text().into()))
}

/// Those repairs that concern a check: in the paper's own reading its definition is not mended.
fn concerning(property: &Property, repairs: Repairs) -> Repairs {
    let all = repairs.iter().filter(|it| it.is_for_statecharts());
    let all = all.filter(|&it| property.reading != Reading::Bmc4uml || it != Repair::Discarding);
    all.collect()
}

struct Asker<'q, 'h> {
    text: &'q str,
    instance: ChartInstance<'q>,
    repairs: Repairs,
    gate: HostWatch<'h>,
    chosen: SearchOptions,
}

/// What the definitions say.
struct Defined {
    /// Whether it is there; `None` where a limit was hit.
    answer: Option<bool>,
    depth: Option<u32>,
    run: Vec<SystemState>,
}

impl Asker<'_, '_> {
    fn compare(&self) -> Result<PrintedView, Refusal> {
        let property = self.instance.property();
        let own = property.reading == Reading::Bmc4uml;
        let space = ChartSpace::new(self.instance.model(), property);
        let defined = self.defined(&space);
        let defined_k = defined.depth.filter(|_| own);
        let up_to = property.within.unwrap_or(FAR);
        let up_to = up_to.max(defined.depth.unwrap_or(0)).min(MOST);
        let most = self
            .chosen
            .limits
            .clauses
            .min(self.chosen.limits.memory / 120);
        let stop = || self.gate.should_stop();
        let found = smallest_of_charts(
            self.instance,
            up_to as usize,
            self.repairs,
            most,
            self.chosen.solver,
            Some(&stop),
        );
        let (answer, found) = match found {
            Ok(Some(found)) => (Some(true), Some(found)),
            Ok(None) => (Some(false), None),
            Err(Unanswered::Stopped | Unanswered::TooLarge) => (None, None),
        };
        let k = found.as_ref().map(|it| it.k);
        let last = k.unwrap_or(up_to as usize);
        let written = PrintedCharts::new(self.instance, last, self.repairs, most).ok();
        let answer = match &written {
            // That no k below is enough was said by the solver; of the last one the proof is checked.
            Some(written) if answer == Some(false) => self.sure(written)?,
            _ => answer,
        };
        let k = k.and_then(|it| u32::try_from(it).ok());
        let difference = match (defined.answer, answer) {
            (None, _) | (_, None) => None,
            _ if k.is_none() && defined.depth.is_some_and(|it| it > up_to) => None,
            (Some(false), Some(true)) => Some("wrong yes"),
            (Some(true), Some(false)) => Some("wrong no"),
            _ if own && k != defined_k => Some("other k"),
            _ => None,
        };
        let flaw = found.as_ref().filter(|_| own);
        let flaw = flaw.and_then(|it| self.instance.flaw(&it.states, &it.steps));
        let rejected = (own && difference == Some("wrong no"))
            .then(|| self.instance.rejection(&defined.run, self.repairs))
            .flatten();
        let system = space.system();
        let told = match &found {
            Some(found) => found.states.iter(),
            None => defined.run.iter(),
        };
        let mut repairs: Vec<_> = Repair::ALL.into_iter().collect();
        repairs.retain(|&it| it.is_for_statecharts());
        let all = concerning(property, repairs.into_iter().collect());
        let mut view = PrintedView {
            paper: "bmc4uml".into(),
            all_repairs: self.repairs == all,
            repairs: self.repairs.iter().map(|it| it.name().into()).collect(),
            answer: word(&property.subject, answer).into(),
            k,
            lost: None,
            up_to,
            defined: word(&property.subject, defined.answer).into(),
            defined_k,
            difference: difference.map(String::from),
            path: Vec::new(),
            told: told.map(|it| in_short(system, it)).collect(),
            flaw: flaw.map(|flaw| FlawView {
                index: flaw.index,
                sentence: flaw.sentence(&self.instance, self.text),
            }),
            rejected: rejected.map(|it| RejectedView {
                run: Vec::new(),
                index: it.index,
                formulas: vec![it.formula.into()],
            }),
            formulas: written.iter().flat_map(conjuncts).collect(),
            sentence: String::new(),
        };
        let open = Open {
            printed: answer.is_none(),
            defined: defined.answer.is_none(),
        };
        let by = match own {
            true => "the definitions",
            false => "UML’s rules",
        };
        view.sentence = sentence(&view, open, by);
        Ok(view)
    }

    /// The definitions' answer, by visiting states.
    fn defined(&self, space: &ChartSpace<'_>) -> Defined {
        let within = self.instance.property().within;
        let finding = visited(Visit::new(space, within), &self.chosen.limits, &self.gate);
        let trace = match &finding.way {
            Some(Way::States(rows)) => space.run_along(rows),
            _ => None,
        };
        let states = trace.and_then(|it| replay(space.system(), &it).ok());
        let states = states.unwrap_or_default();
        Defined {
            answer: match (&finding.way, finding.coverage) {
                (Some(_), _) => Some(true),
                (None, Coverage::Open(_)) => None,
                (None, _) => Some(false),
            },
            depth: finding.way.as_ref().map(|_| finding.depth),
            run: states
                .iter()
                .filter_map(|it| space.system().state(it))
                .collect(),
        }
    }

    /// "No" with the proof of the last formula checked; nothing where the time did not suffice.
    fn sure(&self, written: &PrintedCharts<'_>) -> Result<Option<bool>, Refusal> {
        let stop = || self.gate.should_stop();
        match proof::certify(written.formula(), &[], Some(&stop)) {
            Ok(_) => Ok(Some(false)),
            Err(NoCertificate::Interrupted | NoCertificate::Memory) => Ok(None),
            Err(error) => Err(Refusal::Defect(format!("a proof did not hold: {error:?}"))),
        }
    }
}

fn conjuncts(written: &PrintedCharts<'_>) -> Vec<ConjunctView> {
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

/// The word of an answer.
fn word(subject: &Subject, answer: Option<bool>) -> &'static str {
    let verdict = match answer {
        Some(true) => Verdict::Found { depth: 0 },
        Some(false) => Verdict::Absent(Extent::Every),
        None => Verdict::Unknown(StopView::Asked),
    };
    verdict.answer(kind(subject)).word()
}
