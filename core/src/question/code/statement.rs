//! Operations as code. What nests deep in the text stands on a stack of our own.

use super::build::{BLOCKED, Builder};
use super::layout::{places, width, write};
use super::{Address, Instruction, Operation, Register, Table};
use crate::expression::{Sort, Term, TermKind, Value};
use crate::language::transitions::{Initial, Missing, OperationId, OperationKind, VariableId};

/// Arrays for which more rows would be tried are not compiled.
const MOST_ROWS: usize = 1 << 16;

/// What is still to be written, the next on top.
enum Task {
    Do(OperationId),
    Emit(Instruction),
    Place(Address),
    /// A variable gets the default of its type.
    Reset(VariableId),
}

impl Builder<'_> {
    /// The code of an operation with all its parts.
    pub(super) fn operation(&mut self, operation: OperationId) -> Option<()> {
        let mut open = vec![Task::Do(operation)];
        while let Some(task) = open.pop() {
            match task {
                Task::Do(operation) => {
                    let tasks = self.begin(operation)?;
                    open.extend(tasks.into_iter().rev());
                }
                Task::Emit(instruction) => self.emit(instruction),
                Task::Place(label) => self.place(label),
                Task::Reset(variable) => self.reset(variable)?,
            }
        }
        Some(())
    }

    /// Writes what an operation begins with; answers what comes then.
    fn begin(&mut self, operation: OperationId) -> Option<Vec<Task>> {
        let model = self.machine.model();
        let mut then = Vec::new();
        match &model.operations[operation].kind {
            OperationKind::Assign(variable, term)
            | OperationKind::Declare(variable, Initial::Term(term)) => {
                self.assign(*variable, term)?;
            }
            OperationKind::Assume(term) => self.jump_unless(term, BLOCKED)?,
            OperationKind::Declare(variable, initial)
                if *initial == Initial::Irrelevant
                    || self.machine.settings().missing == Missing::Default =>
            {
                self.reset(*variable)?;
            }
            OperationKind::Havoc(variable) | OperationKind::Declare(variable, _) => {
                self.havoc(operation, *variable)?;
            }
            OperationKind::Sequence(steps, locals) => {
                then.extend(steps.iter().map(|&it| Task::Do(it)));
                then.extend(locals.iter().map(|&it| Task::Reset(it)));
            }
            OperationKind::Choice(parts) => {
                let end = self.label();
                let Some((last, others)) = parts.split_last() else {
                    self.emit(Instruction::Blocked);
                    return Some(then);
                };
                for &part in others {
                    let next = self.label();
                    then.push(Task::Emit(Instruction::Fork(next)));
                    then.push(Task::Do(part));
                    then.push(Task::Emit(Instruction::Jump(end)));
                    then.push(Task::Place(next));
                }
                then.extend([Task::Do(*last), Task::Place(end)]);
            }
            OperationKind::If(condition, part, otherwise) => {
                let (other, end) = (self.label(), self.label());
                self.jump_unless(condition, other)?;
                then.push(Task::Do(*part));
                if let Some(otherwise) = otherwise {
                    then.push(Task::Emit(Instruction::Jump(end)));
                    then.extend([Task::Place(other), Task::Do(*otherwise)]);
                    then.push(Task::Place(end));
                } else {
                    then.push(Task::Place(other));
                }
            }
            OperationKind::For {
                counter,
                from,
                to,
                body,
            } => {
                let next: Register = *self.layout.loops.get(&operation)?;
                let until = next + 1;
                // Both are known before either counts.
                let (from, to) = (self.value(from)?, self.value(to)?);
                self.emit(Instruction::Copy { to: next, from });
                self.emit(Instruction::Copy {
                    to: until,
                    from: to,
                });
                let (round, end) = (self.label(), self.label());
                self.place(round);
                self.emit(Instruction::UnlessLess {
                    left: next,
                    right: until,
                    to: end,
                });
                let (counted, one) = (self.layout.register(*counter), self.constant(1));
                self.emit(Instruction::Copy {
                    to: counted,
                    from: next,
                });
                self.emit(Instruction::Arithmetic {
                    operation: Operation::Plus,
                    to: next,
                    left: next,
                    right: one,
                });
                let none = self.constant(0);
                then.push(Task::Do(*body));
                then.push(Task::Emit(Instruction::Jump(round)));
                then.extend([Task::Place(end), Task::Reset(*counter)]);
                // Loops that are over are all alike.
                for to in [next, until] {
                    then.push(Task::Emit(Instruction::Copy { to, from: none }));
                }
            }
            OperationKind::Parallel(_) => return None,
        }
        Some(then)
    }

    fn assign(&mut self, variable: VariableId, term: &Term) -> Option<()> {
        let sort = &self.machine.model().variables[variable].sort;
        let to = self.layout.register(variable);
        if let Sort::Array { .. } = sort {
            let from = self.array(term)?;
            if !matches!(term.kind, TermKind::Variable(_)) || term.sort != *sort {
                self.all_within(from, &term.sort, sort)?;
            }
            let count = places(sort)?.count;
            self.emit(Instruction::Block { to, from, count });
        } else {
            let from = self.value(term)?;
            let is_known = matches!(term.kind, TermKind::Variable(_)) && term.sort == *sort;
            if !is_known {
                self.within(from, sort);
            }
            self.emit(Instruction::Copy { to, from });
        }
        Some(())
    }

    fn reset(&mut self, variable: VariableId) -> Option<()> {
        let sort = &self.machine.model().variables[variable].sort;
        let mut numbers = Vec::new();
        write(&self.machine.defaults()[variable], sort, &mut numbers);
        for (to, number) in (self.layout.register(variable)..).zip(numbers) {
            let from = self.constant(number);
            self.emit(Instruction::Copy { to, from });
        }
        Some(())
    }

    /// Any of the values that are tried.
    fn havoc(&mut self, operation: OperationId, variable: VariableId) -> Option<()> {
        let sort = &self.machine.model().variables[variable].sort;
        let to = self.layout.register(variable);
        let tried = self.machine.tried(operation, variable);
        let all = tried.all;
        if let Sort::Array { .. } = sort {
            let width = width(sort)?;
            if tried.values.len() > MOST_ROWS {
                return None;
            }
            let mut rows = Vec::new();
            for value in &tried.values {
                write(value, sort, &mut rows);
            }
            let table = u32::try_from(self.tables.len()).ok()?;
            self.tables.push(Table { width, rows });
            self.emit(Instruction::Rows { to, table, all });
            return Some(());
        }
        let numbers = tried.values.iter().filter_map(Value::number);
        let (low, high) = (numbers.clone().min(), numbers.max());
        let (Some(low), Some(high)) = (low, high) else {
            // Nothing is tried: that ends the execution, and may not be all there is.
            let (low, high) = (self.constant(1), self.constant(0));
            self.emit(Instruction::Range { to, low, high, all });
            return Some(());
        };
        let count = high.abs_diff(low);
        debug_assert_eq!(count + 1, tried.values.len() as u64, "numbers in a row");
        let (low, high) = (self.constant(low), self.constant(high));
        self.emit(Instruction::Range { to, low, high, all });
        Some(())
    }
}
