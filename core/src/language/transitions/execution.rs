//! The execution of an operation, one substep at a time.
//!
//! A basic operation is one substep, and so is the decision of a choice, of a condition and of a loop's
//! bounds; entering and leaving a sequence is none. A parallel asks before each substep whose turn it is.
//! Where the definitions leave something open an execution stops and *asks*; whoever runs it answers one
//! way, or every way in turn ([`Machine::outcomes`]). The answers, in their order, say everything
//! about a run of one transition.
//!
//! A transition is atomic: only an execution that gets to its end has been one. What blocks before is
//! an [`Obstacle`], which says why that way does not exist.

use std::collections::{BTreeMap, BTreeSet};

use super::configuration::{
    Answer, Cause, Configuration, Control, Encounter, Frame, Obstacle, Progress, Question,
};
use super::model::{Initial, OperationId, OperationKind, TransitionModel, VariableId};
use super::narrow;
use super::settings::{Missing, Settings, Tried};
use crate::expression::{Undefined, Value, evaluate, pack, truth, unpack};
use crate::system::Flow;

/// Executes the operations of a model.
#[derive(Clone, Debug)]
pub struct Machine<'m> {
    model: &'m TransitionModel,
    settings: Settings,
    /// The default of each variable's type.
    defaults: Box<[Value]>,
    /// Where few of the values that are possible are not blocked at once: the least and the greatest.
    bounds: BTreeMap<OperationId, (i64, i64)>,
    /// In place of the window: what is tried where any value is possible.
    hints: Option<Vec<Value>>,
}

/// Substeps that are left.
struct Fuel(u64);

impl<'m> Machine<'m> {
    /// The machine of a model.
    #[must_use]
    pub fn new(model: &'m TransitionModel, settings: Settings) -> Self {
        let defaults = model.variables.iter().map(|it| it.sort.default_value());
        Self {
            model,
            settings,
            defaults: defaults.collect(),
            bounds: narrow::bounds(model),
            hints: None,
        }
    }

    /// The same machine, which where any value is possible tries these only.
    #[must_use]
    pub fn hinted(self, mut values: Vec<Value>) -> Self {
        values.sort();
        values.dedup();
        let hints = Some(values);
        Self { hints, ..self }
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'m TransitionModel {
        self.model
    }

    /// How it is read.
    #[must_use]
    pub fn settings(&self) -> Settings {
        self.settings
    }

    /// The default of each variable's type.
    #[must_use]
    pub fn defaults(&self) -> &[Value] {
        &self.defaults
    }

    /// The values of the system's variables, with defaults for all others.
    #[must_use]
    pub fn with_locals(&self, globals: &[Value]) -> Box<[Value]> {
        let locals = &self.defaults[globals.len()..];
        globals.iter().chain(locals).cloned().collect()
    }

    /// The beginning of an operation; it may be too long before it has begun.
    fn start(
        &self,
        operation: OperationId,
        values: Box<[Value]>,
        fuel: &mut Fuel,
    ) -> Result<Configuration, Obstacle> {
        let mut start = Configuration {
            control: vec![Frame::Start(operation)],
            values,
        };
        match self.settled(Progress::Done, &mut start.control, &mut start.values, fuel) {
            Progress::Blocked(obstacle) => Err(obstacle),
            _ => Ok(start),
        }
    }

    /// Every way to execute an operation to its end, one for each outcome, as they are found. What
    /// stops the other ways is added to `encounter`.
    pub fn outcomes(
        &self,
        operation: OperationId,
        values: Box<[Value]>,
        encounter: &mut Encounter,
        visit: &mut dyn FnMut(&[Value], &[i64]) -> Flow,
    ) -> Flow {
        let mut fuel = Fuel(self.settings.most_substeps);
        let mut open: Vec<Open> = Vec::new();
        let mut decisions = Vec::new();
        let mut met = BTreeSet::new();
        let mut ends = BTreeSet::new();
        let mut now = match self.start(operation, values, &mut fuel) {
            Ok(start) => Some(start),
            Err(obstacle) => {
                encounter.obstacles.insert(obstacle);
                None
            }
        };
        loop {
            let Some(mut running) = now.take() else {
                let Some(last) = open.last_mut() else {
                    return Flow::Continue(());
                };
                decisions.truncate(last.decided);
                let Some(answer) = last.answers.next() else {
                    open.pop();
                    continue;
                };
                let mut next = last.configuration.clone();
                write_answer(&answer, &mut decisions);
                match self.step(&mut next.control, &mut next.values, &mut fuel, Some(answer)) {
                    Progress::Blocked(obstacle) => {
                        encounter.obstacles.insert(obstacle);
                    }
                    _ => now = Some(next),
                }
                continue;
            };
            match self.step(&mut running.control, &mut running.values, &mut fuel, None) {
                Progress::Went(_) => now = Some(running),
                Progress::Done => {
                    if !ends.contains(&running.values) {
                        visit(&running.values, &decisions)?;
                        ends.insert(running.values);
                    }
                }
                Progress::Blocked(obstacle) => {
                    encounter.obstacles.insert(obstacle);
                }
                // What two ways have in common is followed once.
                Progress::Asks(question) => {
                    if met.insert(running.clone()) {
                        open.push(Open {
                            configuration: running,
                            answers: self.answers(&question, encounter).into_iter(),
                            decided: decisions.len(),
                        });
                    }
                }
            }
        }
    }

    /// Executes an operation by given answers; `None` where they are not the answers of a whole
    /// execution. `visit` is told each substep and the values after it.
    pub fn follow(
        &self,
        operation: OperationId,
        values: Box<[Value]>,
        decisions: &[i64],
        visit: &mut dyn FnMut(OperationId, &[Value]),
    ) -> Option<Box<[Value]>> {
        let mut fuel = Fuel(self.settings.most_substeps);
        let mut running = self.start(operation, values, &mut fuel).ok()?;
        let mut rest = decisions;
        let mut answer = None;
        loop {
            let asked = answer.is_some();
            match self.step(
                &mut running.control,
                &mut running.values,
                &mut fuel,
                answer.take(),
            ) {
                Progress::Went(operation) => visit(operation, &running.values),
                Progress::Done => return rest.is_empty().then_some(running.values),
                Progress::Blocked(_) => return None,
                Progress::Asks(question) if !asked => {
                    answer = Some(self.read_answer(&question, &mut rest)?);
                }
                Progress::Asks(_) => {}
            }
        }
    }

    /// Every answer to a question, as far as they are tried.
    fn answers(&self, question: &Question, encounter: &mut Encounter) -> Vec<Answer> {
        match question {
            Question::Branch(_, count) => (0..*count).map(Answer::Branch).collect(),
            Question::Turn(_, branches) => branches.iter().copied().map(Answer::Branch).collect(),
            Question::Value(operation, variable) => {
                if let Some(hints) = &self.hints {
                    encounter.windowed.insert(*operation);
                    let sort = &self.model.variables[*variable].sort;
                    let fitting = hints.iter().filter(|it| it.fits(sort)).cloned();
                    return fitting.map(Answer::Value).collect();
                }
                let tried = self.tried(*operation, *variable);
                if !tried.all {
                    encounter.windowed.insert(*operation);
                }
                tried.values.into_iter().map(Answer::Value).collect()
            }
        }
    }

    /// The values that are tried where an operation gives a variable any.
    #[must_use]
    pub fn tried(&self, operation: OperationId, variable: VariableId) -> Tried {
        let window = self.settings.window;
        let declared = &self.model.variables[variable];
        match self.bounds.get(&operation) {
            Some(&(low, high)) => window.values_between(&declared.sort, low, high),
            None => window.values_of(declared),
        }
    }

    /// One substep; or, where an answer is given, what was asked before and this answers. Giving a
    /// branch its turn is no substep, and is answered by the next question or the substep itself.
    fn step(
        &self,
        control: &mut Control,
        values: &mut [Value],
        fuel: &mut Fuel,
        answer: Option<Answer>,
    ) -> Progress {
        let progress = match control.last_mut() {
            None => return Progress::Done,
            Some(Frame::Branches {
                operation,
                all,
                turn,
            }) => match *turn {
                Some(branch) => {
                    let progress = self.step(&mut all[branch], values, fuel, answer);
                    if matches!(progress, Progress::Went(_)) {
                        *turn = None;
                    }
                    progress
                }
                None => {
                    let live = (0..all.len()).filter(|&it| !all[it].is_empty());
                    let live: Vec<_> = live.collect();
                    return match answer {
                        Some(Answer::Branch(branch)) if live.contains(&branch) => {
                            *turn = Some(branch);
                            self.step(control, values, fuel, None)
                        }
                        _ => Progress::Asks(Question::Turn(*operation, live)),
                    };
                }
            },
            Some(Frame::Start(operation)) => {
                let operation = *operation;
                self.execute(operation, control, values, answer)
            }
            Some(Frame::Rest(..) | Frame::Rounds { .. }) => {
                unreachable!("what is settled has something to execute on top")
            }
        };
        match progress {
            Progress::Went(_) => self.settled(progress, control, values, fuel),
            other => other,
        }
    }

    /// The operation on top of the control.
    fn execute(
        &self,
        operation: OperationId,
        control: &mut Control,
        values: &mut [Value],
        answer: Option<Answer>,
    ) -> Progress {
        let blocked = |cause| Progress::Blocked(Obstacle { operation, cause });
        let undefined = |it: Undefined| blocked(Cause::Undefined(it));
        match &self.model.operations[operation].kind {
            OperationKind::Assign(variable, term)
            | OperationKind::Declare(variable, Initial::Term(term)) => {
                match evaluate(term, values) {
                    Err(it) => return undefined(it),
                    Ok(value) if !value.fits(&self.model.variables[*variable].sort) => {
                        return blocked(Cause::OutsideRange(*variable));
                    }
                    Ok(value) => values[*variable] = value,
                }
                control.pop();
            }
            OperationKind::Assume(term) => {
                match truth(term, values) {
                    Err(it) => return undefined(it),
                    Ok(false) => return blocked(Cause::Assumption),
                    Ok(true) => {}
                }
                control.pop();
            }
            OperationKind::Declare(variable, initial)
                if *initial == Initial::Irrelevant || self.settings.missing == Missing::Default =>
            {
                values[*variable] = self.defaults[*variable].clone();
                control.pop();
            }
            OperationKind::Havoc(variable) | OperationKind::Declare(variable, _) => {
                let Some(Answer::Value(value)) = answer else {
                    return Progress::Asks(Question::Value(operation, *variable));
                };
                values[*variable] = value;
                control.pop();
            }
            OperationKind::Choice(parts) => {
                let branch = match (answer, &parts[..]) {
                    (_, []) => return blocked(Cause::NoBranch),
                    (_, [only]) => *only,
                    (Some(Answer::Branch(branch)), parts) if branch < parts.len() => parts[branch],
                    (_, parts) => {
                        return Progress::Asks(Question::Branch(operation, parts.len()));
                    }
                };
                control.pop();
                control.push(Frame::Start(branch));
            }
            OperationKind::If(condition, then, otherwise) => {
                let taken = match truth(condition, values) {
                    Err(it) => return undefined(it),
                    Ok(true) => Some(*then),
                    Ok(false) => *otherwise,
                };
                control.pop();
                control.extend(taken.map(Frame::Start));
            }
            OperationKind::For { from, to, .. } => {
                let bounds =
                    evaluate(from, values).and_then(|from| Ok((from, evaluate(to, values)?)));
                let (next, until) = match bounds {
                    Err(it) => return undefined(it),
                    Ok((Value::Number(next), Value::Number(until))) => (next, until),
                    Ok(_) => unreachable!("the bounds of a loop are integers"),
                };
                control.pop();
                control.push(Frame::Rounds {
                    operation,
                    next,
                    until,
                });
            }
            OperationKind::Sequence(..) | OperationKind::Parallel(_) => {
                unreachable!("what is settled has something to execute on top")
            }
        }
        Progress::Went(operation)
    }

    /// Enters and leaves sequences, loops and parallels until something is to be executed.
    fn settled(
        &self,
        progress: Progress,
        control: &mut Control,
        values: &mut [Value],
        fuel: &mut Fuel,
    ) -> Progress {
        while let Some(top) = control.last_mut() {
            let (Frame::Start(operation)
            | Frame::Rest(operation, _)
            | Frame::Rounds { operation, .. }
            | Frame::Branches { operation, .. }) = top;
            let operation = *operation;
            if fuel.0 == 0 {
                let cause = Cause::TooLong;
                return Progress::Blocked(Obstacle { operation, cause });
            }
            fuel.0 -= 1;
            let kind = &self.model.operations[operation].kind;
            match (top, kind) {
                (Frame::Start(_), OperationKind::Sequence(..)) => {
                    control.pop();
                    control.push(Frame::Rest(operation, 0));
                }
                (Frame::Rest(_, at), OperationKind::Sequence(steps, locals)) => {
                    if let Some(&step) = steps.get(*at) {
                        *at += 1;
                        control.push(Frame::Start(step));
                    } else {
                        for &local in locals {
                            values[local] = self.defaults[local].clone();
                        }
                        control.pop();
                    }
                }
                (Frame::Rounds { next, until, .. }, OperationKind::For { counter, body, .. }) => {
                    if next < until {
                        values[*counter] = Value::Number(*next);
                        *next += 1;
                        control.push(Frame::Start(*body));
                    } else {
                        values[*counter] = self.defaults[*counter].clone();
                        control.pop();
                    }
                }
                (Frame::Start(_), OperationKind::Parallel(parts)) => {
                    let mut all: Vec<_> = parts.iter().map(|&it| vec![Frame::Start(it)]).collect();
                    for branch in &mut all {
                        let inner = self.settled(Progress::Done, branch, values, fuel);
                        if let Progress::Blocked(_) = inner {
                            return inner;
                        }
                    }
                    control.pop();
                    control.push(Frame::Branches {
                        operation,
                        all,
                        turn: None,
                    });
                }
                (Frame::Branches { all, turn, .. }, _) => {
                    let mut live = (0..all.len()).filter(|&it| !all[it].is_empty());
                    match (live.next(), live.next()) {
                        (None, _) => {
                            control.pop();
                        }
                        (Some(only), None) => {
                            *turn = Some(only);
                            return progress;
                        }
                        _ => return progress,
                    }
                }
                _ => return progress,
            }
        }
        progress
    }

    /// Reads the answer to a question from a list of decisions.
    fn read_answer(&self, question: &Question, rest: &mut &[i64]) -> Option<Answer> {
        let (&first, others) = rest.split_first()?;
        *rest = others;
        let branch = || usize::try_from(first).ok();
        match question {
            Question::Branch(_, count) => branch().filter(|it| it < count).map(Answer::Branch),
            Question::Turn(_, branches) => branch()
                .filter(|it| branches.contains(it))
                .map(Answer::Branch),
            Question::Value(_, variable) => {
                let sort = &self.model.variables[*variable].sort;
                if !matches!(sort, crate::expression::Sort::Array { .. }) {
                    let value = Value::Number(first);
                    return value.fits(sort).then_some(Answer::Value(value));
                }
                let length = branch().filter(|&it| it <= rest.len())?;
                let (packed, others) = rest.split_at(length);
                *rest = others;
                let values = unpack(packed, [sort])?;
                Some(Answer::Value(values[0].clone()))
            }
        }
    }
}

/// A question whose answers are being tried.
struct Open {
    configuration: Configuration,
    answers: std::vec::IntoIter<Answer>,
    /// How many decisions stand before it.
    decided: usize,
}

/// Appends an answer to a list of decisions: an array with its length before it.
fn write_answer(answer: &Answer, decisions: &mut Vec<i64>) {
    match answer {
        Answer::Branch(branch) => {
            decisions.push(i64::try_from(*branch).expect("texts are shorter than 2⁶³"));
        }
        Answer::Value(Value::Number(number)) => decisions.push(*number),
        Answer::Value(array) => {
            let packed = pack(std::slice::from_ref(array));
            decisions.push(i64::try_from(packed.len()).expect("arrays are shorter than 2⁶³"));
            decisions.extend(packed.iter());
        }
    }
}
