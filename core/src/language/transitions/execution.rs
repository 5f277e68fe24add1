//! The execution of an operation, one substep at a time.
//!
//! A basic operation is one substep, and so is the decision of a choice, of a condition and of a loop's
//! bounds; entering and leaving a sequence is none. A parallel asks before each substep whose turn it is.
//! Where the definitions leave something open an execution stops and *asks*; whoever runs it answers one
//! way, or every way in turn (`outcomes`). The answers, in their order, say everything
//! about a run of one transition.
//!
//! A transition is atomic: only an execution that gets to its end has been one. What blocks before is
//! an [`Obstacle`], which says why that way does not exist.

use std::collections::{BTreeMap, BTreeSet};

use super::configuration::{
    Answer, Cause, Configuration, Control, Frame, Obstacle, Progress, Question,
};
use super::model::{
    DeclaredVariable, Initial, OperationId, OperationKind, TransitionModel, VariableId,
};
use super::narrow;
use super::settings::{Missing, Settings, Tried};
use crate::expression::{Sort, Undefined, Value, evaluate, truth};

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
    /// Integers that somebody has named.
    named: Option<Named>,
    /// Of choices, where that was said, the branches that are tried.
    branches: Branches,
}

/// Branches of choices.
pub type Branches = BTreeMap<OperationId, BTreeSet<usize>>;

/// Integers that somebody has named where any integer is possible.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The integers.
    pub numbers: Vec<i64>,
    /// Whether no others are tried; else they are tried as well.
    pub only: bool,
}

impl Named {
    /// Those that a variable of a sort can have.
    pub(super) fn values(&self, sort: &Sort) -> Vec<Value> {
        let numbers = match sort {
            Sort::Integer { .. } => &self.numbers[..],
            _ => &[],
        };
        let values = numbers.iter().map(|&it| Value::Number(it));
        values.filter(|it| it.fits(sort)).collect()
    }
}

/// Substeps that are left.
pub(super) struct Fuel(pub(super) u64);

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
            named: None,
            branches: Branches::new(),
        }
    }

    /// The same machine, which where any integer is possible tries these, too.
    #[must_use]
    pub fn naming(self, named: Named) -> Self {
        let named = Some(named);
        Self { named, ..self }
    }

    /// The same machine, which where any value is possible tries these only.
    #[must_use]
    pub fn hinted(self, mut values: Vec<Value>) -> Self {
        values.sort();
        values.dedup();
        let hints = Some(values);
        Self { hints, ..self }
    }

    /// The same machine, which of some choices tries these branches only.
    #[must_use]
    pub fn along(self, branches: Branches) -> Self {
        Self { branches, ..self }
    }

    /// Whether a branch of a choice is tried.
    pub(super) fn tries(&self, choice: OperationId, branch: usize) -> bool {
        let tried = self.branches.get(&choice);
        tried.is_none_or(|it| it.contains(&branch))
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

    /// What is tried where any value is possible, if that was said.
    pub(super) fn hints(&self) -> Option<&[Value]> {
        self.hints.as_deref()
    }

    /// What somebody has named, if anybody did.
    pub(super) fn named(&self) -> Option<&Named> {
        self.named.as_ref()
    }

    /// The same machine with other settings.
    #[must_use]
    pub fn with_settings(self, settings: Settings) -> Self {
        Self { settings, ..self }
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
    pub(super) fn start(
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

    /// The values of a variable that are tried at the start, where it can have any.
    pub(super) fn tried_at_start(&self, variable: &DeclaredVariable) -> Tried {
        let tried = self.settings.window.values_of(variable);
        let Some(named) = self.named() else {
            return tried;
        };
        let only = named.only && matches!(variable.sort, Sort::Integer { .. });
        let mut values = if only { Vec::new() } else { tried.values };
        values.extend(named.values(&variable.sort));
        values.sort();
        values.dedup();
        Tried { values, ..tried }
    }

    /// One substep; or, where an answer is given, what was asked before and this answers. Giving a
    /// branch its turn is no substep, and is answered by the next question or the substep itself.
    pub(super) fn step(
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
}
