//! The executions of an operation to its end: every one, those that enter a branch, or the one of given answers.
//!
//! Where the definitions leave something open every answer is tried in turn, and what two ways have in
//! common is followed once. The answers that led to an outcome, in their order, are enough to execute it again.

use std::collections::BTreeSet;

use super::configuration::{Answer, Configuration, Encounter, Progress, Question};
use super::execution::{Fuel, Machine};
use super::model::{OperationId, OperationKind};
use crate::budget::Meter;
use crate::expression::{Sort, Value, pack, unpack};
use crate::system::Flow;

impl Machine<'_> {
    /// Every way to execute an operation to its end, one for each outcome, as they are found. What
    /// stops the other ways is added to `encounter`.
    pub fn outcomes(
        &self,
        operation: OperationId,
        values: Box<[Value]>,
        encounter: &mut Encounter,
        visit: &mut dyn FnMut(&[Value], &[i64]) -> Flow,
    ) -> Flow {
        let from = (operation, values);
        self.outcomes_within(from, &Meter::unlimited(), encounter, visit)
    }

    /// The same, until a meter says that it is enough: what was encountered is not complete then.
    pub fn outcomes_within(
        &self,
        from: (OperationId, Box<[Value]>),
        meter: &Meter<'_>,
        encounter: &mut Encounter,
        visit: &mut dyn FnMut(&[Value], &[i64]) -> Flow,
    ) -> Flow {
        self.executions(from, None, meter, encounter, visit)
    }

    /// The same, of those executions only that enter a branch of a choice: what stops others is not told.
    pub fn outcomes_through(
        &self,
        operation: OperationId,
        branch: OperationId,
        values: Box<[Value]>,
        encounter: &mut Encounter,
        visit: &mut dyn FnMut(&[Value], &[i64]) -> Flow,
    ) -> Flow {
        let (from, meter) = ((operation, values), Meter::unlimited());
        self.executions(from, Some(branch), &meter, encounter, visit)
    }

    fn executions(
        &self,
        (operation, values): (OperationId, Box<[Value]>),
        through: Option<OperationId>,
        meter: &Meter<'_>,
        encounter: &mut Encounter,
        visit: &mut dyn FnMut(&[Value], &[i64]) -> Flow,
    ) -> Flow {
        let mut fuel = Fuel(self.settings().most_substeps);
        let mut open: Vec<Open> = Vec::new();
        let mut decisions = Vec::new();
        let mut met = BTreeSet::new();
        let mut ends = BTreeSet::new();
        // A configuration that is kept: its values, what is still to be done, and its place in a set.
        let bytes_of_one = (size_of_val(&*values) + size_of::<Open>() + BYTES_OF_CONTROL) as u64;
        // Each with whether it has entered the branch; where there is none to enter, it has.
        let mut now = match self.start(operation, values, &mut fuel) {
            Ok(start) => Some((start, through.is_none())),
            Err(obstacle) => {
                encounter
                    .obstacles
                    .extend(through.is_none().then_some(obstacle));
                None
            }
        };
        loop {
            let kept = (met.len() + ends.len()) as u64 * bytes_of_one;
            if kept > MOST_BYTES || meter.work(|| kept).is_break() {
                encounter.is_cut = true;
                return Flow::Break(());
            }
            let Some((mut running, entered)) = now.take() else {
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
                let entered = last.entered || self.enters(last.choice, &answer, through);
                match self.step(&mut next.control, &mut next.values, &mut fuel, Some(answer)) {
                    Progress::Blocked(obstacle) => {
                        encounter.obstacles.extend(entered.then_some(obstacle));
                    }
                    _ => now = Some((next, entered)),
                }
                continue;
            };
            match self.step(&mut running.control, &mut running.values, &mut fuel, None) {
                Progress::Went(_) => now = Some((running, entered)),
                Progress::Done => {
                    if entered && !ends.contains(&running.values) {
                        visit(&running.values, &decisions)?;
                        ends.insert(running.values);
                    }
                }
                Progress::Blocked(obstacle) => {
                    encounter.obstacles.extend(entered.then_some(obstacle));
                }
                // What two ways have in common is followed once.
                Progress::Asks(question) => {
                    if met.insert((running.clone(), entered)) {
                        open.push(Open {
                            configuration: running,
                            entered,
                            choice: match question {
                                Question::Branch(choice, _) => Some(choice),
                                Question::Turn(..) | Question::Value(..) => None,
                            },
                            answers: self.answers(&question, encounter).into_iter(),
                            decided: decisions.len(),
                        });
                    }
                }
            }
        }
    }

    /// Whether an answer to a choice is a certain branch of it.
    fn enters(
        &self,
        choice: Option<OperationId>,
        answer: &Answer,
        branch: Option<OperationId>,
    ) -> bool {
        let (Some(choice), Answer::Branch(number)) = (choice, answer) else {
            return false;
        };
        let OperationKind::Choice(parts) = &self.model().operations[choice].kind else {
            return false;
        };
        branch.is_some() && parts.get(*number).copied() == branch
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
        let mut fuel = Fuel(self.settings().most_substeps);
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
            Question::Branch(choice, count) => {
                let branches = (0..*count).filter(|it| self.tries(*choice, *it));
                branches.map(Answer::Branch).collect()
            }
            Question::Turn(_, branches) => branches.iter().copied().map(Answer::Branch).collect(),
            Question::Value(operation, variable) => {
                if let Some(hints) = self.hints() {
                    encounter.windowed.insert(*operation);
                    let sort = &self.model().variables[*variable].sort;
                    let fitting = hints.iter().filter(|it| it.fits(sort)).cloned();
                    return fitting.map(Answer::Value).collect();
                }
                let sort = &self.model().variables[*variable].sort;
                let named = self
                    .named()
                    .filter(|_| matches!(sort, Sort::Integer { .. }));
                let mut named_values = named.map_or_else(Vec::new, |it| it.values(sort));
                if named.is_none_or(|it| !it.only) {
                    let tried = self.tried(*operation, *variable);
                    if !tried.all {
                        encounter.windowed.insert(*operation);
                    }
                    named_values.extend(tried.values);
                    named_values.sort();
                    named_values.dedup();
                }
                named_values.into_iter().map(Answer::Value).collect()
            }
        }
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
                let sort = &self.model().variables[*variable].sort;
                if !matches!(sort, Sort::Array { .. }) {
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

/// Most bytes that are kept of the executions of one operation.
const MOST_BYTES: u64 = 200_000_000;
/// Bytes that what is still to be done takes of most configurations.
const BYTES_OF_CONTROL: usize = 160;

/// A question whose answers are being tried.
struct Open {
    configuration: Configuration,
    /// Whether the branch that is asked about was entered.
    entered: bool,
    /// The choice, where that is what is asked.
    choice: Option<OperationId>,
    answers: std::vec::IntoIter<Answer>,
    /// How many decisions stand before it.
    decided: usize,
}

/// Appends an answer to a list of decisions: an array with its length before it.
pub(super) fn write_answer(answer: &Answer, decisions: &mut Vec<i64>) {
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
