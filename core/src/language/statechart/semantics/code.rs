//! Behaviours as lists of operations, so that how far one has got is a number.

use super::super::model::{Chart, EventId, Statement, StatementKind};
use crate::expression::Term;

/// Index of an operation in [`Code::operations`].
pub type Position = usize;

/// The behaviours of a statechart.
#[derive(Clone, Debug, Default)]
pub struct Code<'m> {
    /// The operations of all behaviours, one after the other.
    pub operations: Vec<Operation<'m>>,
    /// Where each behaviour begins.
    pub starts: Vec<Position>,
}

/// One operation.
#[derive(Clone, Copy, Debug)]
pub enum Operation<'m> {
    /// Something that is done.
    Do(&'m Statement),
    /// Goes on where the condition is true, else at a position.
    Unless(&'m Term, Position),
    /// Goes on at a position.
    Jump(Position),
    /// The behaviour ends.
    End,
}

impl<'m> Code<'m> {
    /// The code of a statechart.
    #[must_use]
    pub fn new(chart: &'m Chart) -> Self {
        let mut code = Self::default();
        for it in &chart.behaviours {
            code.starts.push(code.operations.len());
            code.add(&it.statements);
            code.operations.push(Operation::End);
        }
        code
    }

    fn add(&mut self, statements: &'m [Statement]) {
        for it in statements {
            let StatementKind::If(condition, then, otherwise) = &it.kind else {
                self.operations.push(Operation::Do(it));
                continue;
            };
            let branch = self.operations.len();
            self.operations.push(Operation::End);
            self.add(then);
            let jump = self.operations.len();
            self.operations.push(Operation::End);
            self.operations[branch] = Operation::Unless(condition, jump + 1);
            self.add(otherwise);
            self.operations[jump] = Operation::Jump(self.operations.len());
        }
    }

    /// The next position at which something happens, jumps taken.
    #[must_use]
    pub fn settled(&self, mut at: Position) -> Position {
        while let Operation::Jump(to) = self.operations[at] {
            at = to;
        }
        at
    }

    /// Whether nothing is left to do at a position.
    #[must_use]
    pub fn is_end(&self, at: Position) -> bool {
        matches!(self.operations[self.settled(at)], Operation::End)
    }

    /// The events that are waited for at a position.
    #[must_use]
    pub fn accepted(&self, at: Position) -> Option<&'m [EventId]> {
        match self.operations[self.settled(at)] {
            Operation::Do(Statement {
                kind: StatementKind::Accept(events),
                ..
            }) => Some(events),
            _ => None,
        }
    }
}
