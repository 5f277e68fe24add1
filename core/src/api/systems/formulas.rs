//! A check of a transition system as formulas, one relation for each width of integers.

use std::cell::RefCell;

use crate::budget::{Asking, Meter};
use crate::encode::transitions::{Encoding, Limits, Target, Unsupported, encode_until};
use crate::engine::systems::Formulas;
use crate::expression::{Sort, Term, TermKind, Value};
use crate::language::transitions::{
    Initial, Observe, OperationId, OperationKind, Relation as Part, Settings, Subject,
    TransitionModel, TransitionSystem,
};
use crate::symbolic::Relation;
use crate::system::Flow;

/// Integers have no fewer bits than these.
const LEAST_WIDTH: usize = 6;
/// The integers of the interpreter.
const MOST_WIDTH: usize = 64;

/// The formulas of a check.
pub(in crate::api) struct Encoded<'m> {
    model: &'m TransitionModel,
    target: Option<Target<'m>>,
    settings: Settings,
    /// Bytes that may be taken.
    memory: u64,
    /// Those that were asked for, by width.
    written: RefCell<Vec<(usize, Encoding)>>,
    /// Asked while they are written.
    stop: &'m dyn Fn() -> bool,
}

impl<'m> Encoded<'m> {
    pub(in crate::api) fn new(
        (model, subject, settings): (&'m TransitionModel, &'m Subject, Settings),
        memory: u64,
        stop: &'m dyn Fn() -> bool,
    ) -> Self {
        // Formulas are about stable states.
        let target = match subject {
            _ if settings.observe != Observe::Stable => None,
            Subject::Always(term) => Some(Target::Violated(term)),
            Subject::Reach(goals) => Some(Target::Reached(goals)),
            Subject::Deadlock => {
                let mut watch = Asking(stop);
                let meter = Meter::new(&mut watch, memory / 4);
                begins(model, settings, &meter).then_some(Target::Stuck)
            }
        };
        Self {
            model,
            target,
            settings,
            memory,
            written: RefCell::new(Vec::new()),
            stop,
        }
    }

    /// What is known of the relation of a width.
    pub(in crate::api) fn with<R>(
        &self,
        width: usize,
        read: impl FnOnce(&Encoding) -> R,
    ) -> Option<R> {
        let written = self.written.borrow();
        let found = written.iter().find(|it| it.0 == width);
        found.map(|(_, encoding)| read(encoding))
    }

    /// Bits for every integer that the text mentions, and a few more.
    fn first_width(&self) -> usize {
        let mut numbers = vec![0_i64];
        let mut note = |term: &Term| {
            term.each(&mut |it| {
                if let TermKind::Constant(Value::Number(number)) = it.kind
                    && matches!(it.sort, Sort::Integer { .. })
                {
                    numbers.push(number);
                }
            });
        };
        for operation in &self.model.operations {
            operation.kind.terms().for_each(&mut note);
        }
        for variable in &self.model.variables {
            if let Initial::Term(term) = &variable.initial {
                note(term);
            }
        }
        match self.target {
            Some(Target::Violated(term)) => note(term),
            Some(Target::Reached(goals)) => goals.iter().for_each(note),
            Some(Target::Stuck) | None => {}
        }
        let numbers: Vec<_> = numbers.into_iter().map(Value::Number).collect();
        (crate::encode::transitions::width_of(&numbers) + 2).clamp(LEAST_WIDTH, MOST_WIDTH)
    }
}

impl Formulas for Encoded<'_> {
    fn relation(&self, width: usize) -> Option<Relation> {
        let limits = Limits::default();
        let most = usize::try_from(self.memory / BYTES_PER_GATE).unwrap_or(usize::MAX);
        let limits = Limits {
            width,
            gates: limits.gates.min(most),
            ..limits
        };
        let written: Result<_, Unsupported> = encode_until(
            self.model,
            self.target?,
            self.settings.missing,
            limits,
            self.stop,
        );
        let encoding = written.ok()?;
        let relation = encoding.relation.clone();
        self.written.borrow_mut().push((width, encoding));
        Some(relation)
    }

    fn widths(&self) -> Vec<usize> {
        if self.target.is_none() {
            return Vec::new();
        }
        let variables = &self.model.variables[..self.model.globals];
        let first = self.first_width();
        if !variables.iter().any(|it| is_open(&it.sort)) {
            return vec![first];
        }
        let mut widths = Vec::new();
        let mut width = first;
        while width < MOST_WIDTH {
            widths.push(width);
            width *= 2;
        }
        widths.push(MOST_WIDTH);
        widths
    }
}

/// Bytes that a gate takes while formulas are written, and in the two copies that are kept.
const BYTES_PER_GATE: u64 = 500;

/// Start states that are looked at before formulas are asked about deadlocks.
const MOST_STARTS: usize = 200;

/// Whether it is known that `init` can be completed from every start state: of what comes before stable states
/// formulas say nothing.
fn begins(model: &TransitionModel, settings: Settings, meter: &Meter<'_>) -> bool {
    let mut inits = model.alternatives(Part::Init).iter();
    if inits.any(|&it| always_completes(model, it)) {
        return true;
    }
    let system = TransitionSystem::new(model, settings);
    let mut count = 0;
    let mut goes_on = true;
    let all = system.declared_within(meter, &mut |values| {
        count += 1;
        let start = system.valuation(values, Part::Init);
        let mut found = false;
        system.expand_within(&start, meter, &mut |_, _| {
            found = true;
            Flow::Break(())
        });
        goes_on = found && count <= MOST_STARTS;
        match goes_on {
            true => Flow::Continue(()),
            false => Flow::Break(()),
        }
    });
    all && goes_on && meter.ended().is_none()
}

/// Whether an operation can be completed from every state, which its form says.
fn always_completes(model: &TransitionModel, operation: OperationId) -> bool {
    let completes = |it: &OperationId| always_completes(model, *it);
    let has_value = |term: &Term| {
        let mut simple = true;
        term.each(&mut |it| {
            simple &= matches!(
                it.kind,
                TermKind::Constant(_)
                    | TermKind::Variable(_)
                    | TermKind::Not(_)
                    | TermKind::And(_)
                    | TermKind::Or(_)
                    | TermKind::Equal(_)
                    | TermKind::Compare(..)
            );
        });
        simple
    };
    match &model.operations[operation].kind {
        OperationKind::Sequence(steps, _) => steps.iter().all(completes),
        OperationKind::Choice(parts) => parts.iter().any(completes),
        OperationKind::If(condition, then, otherwise) => {
            has_value(condition) && [Some(*then), *otherwise].iter().flatten().all(completes)
        }
        OperationKind::Havoc(_) => true,
        OperationKind::Assign(variable, term) => {
            let sort = &model.variables[*variable].sort;
            let takes_all = matches!(sort, Sort::Boolean | Sort::Integer { range: None });
            takes_all && has_value(term)
        }
        _ => false,
    }
}

/// Whether a sort has integers without a range in it.
fn is_open(sort: &Sort) -> bool {
    match sort {
        Sort::Integer { range } => range.is_none(),
        Sort::Boolean | Sort::Enumeration(_) => false,
        Sort::Array { element, .. } => is_open(element),
    }
}
