//! The encoding of the BMC4UML paper (its section 3): paths of exactly k steps, by increasing k.
//!
//! path_k = I(w⁰) ∧ 𝔗(w⁰, w¹) ∧ … ∧ 𝔗(wᵏ⁻¹, wᵏ), where 𝔗 is a disjunction over all objects and kinds of transitions
//! (`rules`), each of which determines the next state (`effects`). The paper prints the same letter for I and for 𝔗, and
//! no idle step, so that k is asked for exactly. What it leaves to a report that cannot be had is as in the definitions:
//! where `TEffect` leaves and enters states, and the order of effects.
//!
//! With [`Repairs::DEFINITION`] the formulas have exactly the paths of the definitions in the paper's reading;
//! [`Repair::Discarding`] then mends the definition, which keeps an event that nobody wants while a timed transition can
//! fire, as UML does not.
//!
//! [`Repair::Discarding`]: super::Repair::Discarding

mod effects;
mod flaw;
mod global;
mod part;
mod queue;
mod rejection;
mod rules;

use super::super::{FormulaCount, TooLarge};
use super::{Ledger, Repairs};
use crate::cnf::{Assignment, ClauseSink, Formula, Lit};
use crate::encode::statecharts::{Beyond, covers};
use crate::encode::symbolic::Bits;
use crate::encode::transitions::cell::Cell;
use crate::encode::transitions::term::term;
use crate::expression::Sort;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{
    Atom, ObjectId, Property, Query, Reading, Subject, TransitionId, VertexKind,
};
use crate::language::statechart::semantics::SystemState;
use crate::sat::{Answer, Backend, Stop};
use effects::Pen;
pub use flaw::{ChartFault, ChartFlaw};
use global::{Global, Sheet};
pub use part::Part;
pub use rejection::ChartRejection;
use rules::{Case, Rules};

/// Why a check is not encoded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UncoveredChart {
    /// The reading of SCXML, with which the paper has nothing to do.
    Reading,
    /// Two readings, of which the paper knows one.
    Readings,
    /// The model has what is not written.
    Model(Beyond),
}

impl UncoveredChart {
    /// In words.
    #[must_use]
    pub fn text(self) -> &'static str {
        match self {
            Self::Reading => "the paper's formulas are compared with `bmc4uml` and `uml` only",
            Self::Readings => "the paper compares no readings",
            Self::Model(Beyond::Scenario) => "the paper encodes no scenarios over objects",
            Self::Model(Beyond::Reading | Beyond::Construct) => {
                "the paper has no pseudostates besides initial ones, do behaviours, deferred events and calls that wait"
            }
            Self::Model(Beyond::Inputs) => "the paper has no inputs",
            Self::Model(Beyond::Division) => "divisions are not written",
            Self::Model(Beyond::Size) => {
                "queues, delays and sets of transitions as large as here are not written"
            }
        }
    }
}

/// What a step of a path is said to be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Taken {
    /// The formula.
    pub part: Part,
    /// Whose, where it is local.
    pub object: Option<ObjectId>,
    /// The transitions that fire.
    pub transitions: Vec<TransitionId>,
}

/// A check as the paper encodes it.
#[derive(Clone, Copy, Debug)]
pub struct ChartInstance<'m> {
    model: &'m StatechartModel,
    property: &'m Property,
}

impl<'m> ChartInstance<'m> {
    /// A check of a model without errors.
    ///
    /// # Errors
    /// Says why it is not encoded.
    pub fn new(model: &'m StatechartModel, property: &'m Property) -> Result<Self, UncoveredChart> {
        if let Subject::Same(_) = property.subject {
            return Err(UncoveredChart::Readings);
        }
        if property.reading == Reading::Scxml {
            return Err(UncoveredChart::Reading);
        }
        covers(model, property).map_err(UncoveredChart::Model)?;
        let too_many = model.charts.iter().any(|chart| {
            let structure = crate::language::statechart::Structure::new(chart);
            (0..model.events.len()).any(|event| {
                let waits = |it: &TransitionId| chart.transitions[*it].triggers.contains(&event);
                let all: Vec<_> = (0..chart.transitions.len()).filter(waits).collect();
                crate::encode::statecharts::sets(&structure, &all).is_none()
            })
        });
        match too_many {
            true => Err(UncoveredChart::Model(Beyond::Size)),
            false => Ok(Self { model, property }),
        }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'m StatechartModel {
        self.model
    }

    /// The check.
    #[must_use]
    pub fn property(&self) -> &'m Property {
        self.property
    }
}

/// path_k with a property of its last state, as clauses.
#[derive(Debug)]
pub struct PrintedCharts<'m> {
    sheet: Sheet<'m>,
    ledger: Ledger,
    /// w⁰ … wᵏ.
    states: Vec<Global>,
    /// For each step its disjuncts, each with the literal that says that it is taken.
    steps: Vec<Vec<(Lit, Taken)>>,
}

impl<'m> PrintedCharts<'m> {
    /// Writes path_k and the property.
    ///
    /// # Errors
    /// Where it would have more clauses than that.
    pub fn new(
        instance: ChartInstance<'m>,
        k: usize,
        repairs: Repairs,
        max_clauses: u64,
    ) -> Result<Self, TooLarge> {
        let sheet = Sheet::new(instance.model, repairs);
        let mut ledger = Ledger::default();
        let part = ledger.part();
        let states: Vec<_> = (0..=k)
            .map(|_| sheet.state(&mut || ledger.new_lit()))
            .collect();
        let most = usize::try_from(max_clauses).unwrap_or(usize::MAX);
        let set = |it: Part| part.set(it as usize);
        let mut bits = Bits::new(&mut ledger);
        match sheet.initial(&bits) {
            Some(start) => same(&mut bits, &[], &states[0], &start),
            None => bits.define(&[]),
        }
        let mut steps = Vec::new();
        for index in 0..k {
            let mut taken = Vec::new();
            for case in cases(&sheet, &mut bits, &set, &states[index]) {
                set(Part::Step);
                if bits.known(case.enabled) == Some(false) {
                    continue;
                }
                let lit = bits.guess();
                bits.define(&[!lit, case.enabled]);
                same(&mut bits, &[!lit], &states[index + 1], &case.after);
                taken.push((lit, case.taken));
            }
            set(Part::Step);
            let any: Vec<Lit> = taken.iter().map(|it| it.0).collect();
            bits.define(&any);
            steps.push(taken);
            if bits.gates() > most {
                return Err(TooLarge);
            }
        }
        let wanted = property(&sheet, &mut bits, &set, &states, instance.property);
        bits.define(&[wanted]);
        drop(bits);
        if ledger.formula.clause_count() > most {
            return Err(TooLarge);
        }
        Ok(Self {
            sheet,
            ledger,
            states,
            steps,
        })
    }

    /// The clauses.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        &self.ledger.formula
    }

    /// How many bits a global state has: r, with what the repairs add.
    #[must_use]
    pub fn bits(&self) -> usize {
        self.states[0].lits().len()
    }

    /// What each formula came to; those without clauses are left out.
    #[must_use]
    pub fn counts(&self) -> Vec<(Part, FormulaCount)> {
        let parts = Part::ALL.map(|it| it.mended(self.sheet.repairs));
        let all = self
            .ledger
            .account
            .close(&self.ledger.formula, &parts)
            .into_iter();
        let part =
            |count: &FormulaCount| Part::ALL.into_iter().find(|it| it.text().0 == count.name);
        all.filter_map(|it| Some((part(&it.0)?, it.0))).collect()
    }

    /// The path that an assignment claims, and what each step of it is said to be.
    #[must_use]
    pub fn decode(&self, assignment: &Assignment) -> (Vec<SystemState>, Vec<Taken>) {
        let states = self.states.iter();
        let states = states.map(|it| self.sheet.decoded(it, assignment));
        let steps = self.steps.iter().filter_map(|all| {
            let taken = all.iter().find(|it| assignment.value(it.0))?;
            Some(taken.1.clone())
        });
        (states.collect(), steps.collect())
    }
}

/// ⋀ premises → w = w'.
fn same(bits: &mut Bits<'_>, unless: &[Lit], one: &Global, other: &Global) {
    for (a, b) in one.lits().into_iter().zip(other.lits()) {
        if a != b {
            bits.define(&[unless, &[!a, b]].concat());
            bits.define(&[unless, &[a, !b]].concat());
        }
    }
}

fn cases(sheet: &Sheet<'_>, bits: &mut Bits<'_>, set: &dyn Fn(Part), state: &Global) -> Vec<Case> {
    Rules::cases(Pen { sheet, bits }, set, state)
}

/// What is asked: in the last state, or of goals that are met one after the other on the way. A deadlock, of which the paper
/// does not speak, is a state in which no disjunct is enabled, or none but of what comes from outside, although some object neither has ended nor
/// rests.
fn property(
    sheet: &Sheet<'_>,
    bits: &mut Bits<'_>,
    set: &dyn Fn(Part),
    states: &[Global],
    property: &Property,
) -> Lit {
    set(Part::Property);
    let last = &states[states.len() - 1];
    match &property.subject {
        Subject::Always(query) => !holds(sheet, bits, last, query),
        Subject::Reach(goals) => {
            let mut met = vec![bits.constant(false); goals.len()];
            for state in states {
                let mut before = bits.constant(true);
                for (goal, met) in goals.iter().zip(&mut met) {
                    let here = holds(sheet, bits, state, goal);
                    let here = bits.and(before, here);
                    *met = match goals.len() {
                        1 => here,
                        _ => bits.or(*met, here),
                    };
                    before = *met;
                }
            }
            met.last().copied().unwrap_or(bits.constant(true))
        }
        // Is not encoded.
        Subject::Scenario(..) | Subject::Same(_) => bits.constant(false),
        Subject::Deadlock | Subject::DeadlockAlone => {
            let mut all = cases(sheet, bits, set, last);
            if property.subject == Subject::DeadlockAlone {
                all.retain(|it| it.taken.part != Part::Environment);
            }
            set(Part::Property);
            let any = bits.any(all.iter().map(|it| it.enabled));
            let mut pen = Pen { sheet, bits };
            let stay: Vec<Lit> = (0..last.objects.len())
                .map(|it| pen.may_stay(last, it))
                .collect();
            let stay = bits.all(stay);
            bits.and(!any, !stay)
        }
    }
}

/// Whether a condition is true in a state; what has no value is not.
fn holds(sheet: &Sheet<'_>, bits: &mut Bits<'_>, state: &Global, query: &Query) -> Lit {
    let mut values = Vec::new();
    for atom in &query.atoms {
        let own = &state.objects[atom.object()];
        values.push(match *atom {
            Atom::In(object, vertex) => {
                let chart = sheet.chart(object);
                debug_assert!(matches!(
                    chart.vertices[vertex].kind,
                    VertexKind::State | VertexKind::Final
                ));
                Cell::Flag(own.active[vertex])
            }
            Atom::Variable(object, variable) => {
                let sort = &sheet.chart(object).variables[variable].sort;
                match (sort, &own.values[variable]) {
                    (Sort::Boolean, Cell::Number(it)) => Cell::Flag(it.0[0]),
                    (_, it) => it.clone(),
                }
            }
            Atom::QueueSize(_) => Cell::Number(own.queue.length(bits)),
            // What is written knows no errors.
            Atom::Overflows(_) => Cell::Flag(bits.constant(false)),
            Atom::Ended(object) => {
                let mut pen = Pen { sheet, bits };
                Cell::Flag(pen.ended(state, object))
            }
        });
    }
    let found = term(bits, &query.term, &values).expect("statecharts have no arrays");
    let stops = bits.or(found.stops.undefined, found.stops.beyond);
    bits.and(found.cell.flag(), !stops)
}

/// A yes of the printed formulas.
#[derive(Clone, Debug)]
pub struct FoundCharts {
    /// The smallest k for which they can be satisfied.
    pub k: usize,
    /// The states of the path that they claim.
    pub states: Vec<SystemState>,
    /// What its steps are said to be.
    pub steps: Vec<Taken>,
}

/// Writes and solves the formulas of k = 0, 1, … `bound`, each afresh as in the paper, up to the first that is satisfiable.
///
/// # Errors
/// Where a formula is too large or the search was stopped.
pub fn smallest_of_charts(
    instance: ChartInstance<'_>,
    bound: usize,
    repairs: Repairs,
    max_clauses: u64,
    solver: Backend,
    stop: Option<Stop<'_>>,
) -> Result<Option<FoundCharts>, super::Unanswered> {
    for k in 0..=bound {
        let printed = PrintedCharts::new(instance, k, repairs, max_clauses)?;
        let mut solver = solver.create(stop);
        solver.read_formula(printed.formula(), &mut 0);
        match solver.solve() {
            Err(_) => return Err(super::Unanswered::Stopped),
            Ok(Answer::Unsatisfiable(_)) => {}
            Ok(Answer::Satisfiable(assignment)) => {
                let (states, steps) = printed.decode(&assignment);
                return Ok(Some(FoundCharts { k, states, steps }));
            }
        }
    }
    Ok(None)
}
