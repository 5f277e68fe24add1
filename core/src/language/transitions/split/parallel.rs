//! The rules for parallels (4.3.5): as corrected, and as printed.

use super::Rules;
use super::draft::{Draft, Exit, Piece, is, number};
use super::rules::{Splitter, Task};
use crate::expression::{Sort, Value};
use crate::language::transitions::model::{OperationId, OperationKind, VariableId};

impl Splitter<'_> {
    /// {([pc = x], pc₁ := 1, …, pcₙ := 1, pc := ξ)} ∪ ⋃ᵢ split(opᵢ, pcᵢ, 1, 0) ∪
    /// {([pc = ξ ∧ pc₁ = 0 ∧ … ∧ pcₙ = 0], pc := y)}: each branch runs wholly on its own counter.
    pub(super) fn parallel(
        &mut self,
        operation: OperationId,
        parts: &[OperationId],
        counter: VariableId,
        from: i64,
        exit: &Exit,
    ) {
        let parts = parts.iter().copied().filter(|&it| !self.is_empty(it));
        let parts: Vec<_> = parts.collect();
        if parts.is_empty() {
            return self.fragment(Vec::new(), counter, from, exit);
        }
        let inside = self.fresh(counter);
        let counters = self.branch_counters(parts.len());
        let mut tasks = vec![
            Task::Draft(self.fork(operation, &counters, counter, from, inside)),
            Task::Apart(true),
        ];
        for (&part, &own) in parts.iter().zip(&counters) {
            let first = self.fresh(own);
            debug_assert_eq!(first, 1, "the fork sets 1");
            tasks.push(Task::Split(part, own, first, Exit::to(0)));
        }
        tasks.push(Task::Apart(self.apart));
        let join = self.join(operation, &counters, counter, inside, exit);
        tasks.push(Task::Draft(join));
        self.then(tasks);
    }

    /// Every fragment f of split'(opᵢⱼ, ξ, ξ) becomes ([pcᵢ = j], f, pcᵢ := j + 1, or 0 at the end): also the
    /// first of several, after which the others wait for a pcᵢ that does not come again.
    pub(super) fn printed_parallel(
        &mut self,
        operation: OperationId,
        parts: &[OperationId],
        counter: VariableId,
        from: i64,
        exit: &Exit,
    ) {
        let inside = self.fresh(counter);
        let counters = self.branch_counters(parts.len());
        let to = if self.options.rules == Rules::Literal {
            self.fresh(counter)
        } else {
            inside
        };
        let mut tasks = vec![
            Task::Draft(self.fork(operation, &counters, counter, from, to)),
            Task::Apart(true),
        ];
        for (&part, &own) in parts.iter().zip(&counters) {
            let (steps, locals) = match &self.source.operations[part].kind {
                OperationKind::Sequence(steps, locals) => (steps.clone(), locals.clone()),
                _ => (vec![part], Vec::new()),
            };
            for (at, &step) in steps.iter().enumerate() {
                let last = at + 1 == steps.len();
                let ends = locals.iter().filter(|_| last).map(|&it| Piece::End(it));
                let next = if last { 0 } else { number_of(at + 2) };
                let ends = ends.chain([Piece::Set(own, number(next))]).collect();
                tasks.push(Task::Mark);
                tasks.push(Task::Split(step, counter, inside, Exit::to(inside)));
                tasks.push(Task::Wrap(is(own, number_of(at + 1)), ends));
            }
        }
        tasks.push(Task::Apart(self.apart));
        let join = self.join(operation, &counters, counter, inside, exit);
        tasks.push(Task::Draft(join));
        self.then(tasks);
    }

    fn branch_counters(&mut self, count: usize) -> Vec<VariableId> {
        let mut counters = Vec::with_capacity(count);
        for _ in 0..count {
            let name = format!("pc_{}", self.branches.len() + 1);
            let own = self.add(&name, Sort::INTEGER, Value::Number(0));
            self.branches.push(own);
            counters.push(own);
        }
        counters
    }

    /// ([pc = x], pc₁ := 1, …, pcₙ := 1, pc := ξ)
    fn fork(
        &self,
        operation: OperationId,
        counters: &[VariableId],
        counter: VariableId,
        from: i64,
        to: i64,
    ) -> Draft {
        let sets = counters.iter().map(|&it| Piece::Set(it, number(1)));
        let pieces = sets.chain([Piece::Set(counter, number(to))]).collect();
        self.draft(counter, from, pieces, vec![operation])
    }

    /// ([pc = ξ ∧ pc₁ = 0 ∧ … ∧ pcₙ = 0], pc := y)
    fn join(
        &self,
        operation: OperationId,
        counters: &[VariableId],
        counter: VariableId,
        from: i64,
        exit: &Exit,
    ) -> Draft {
        let ended = counters.iter().map(|&it| is(it, 0)).collect();
        let set = Piece::Set(counter, number(exit.value));
        let pieces = exit.tail.iter().cloned().chain([set]).collect();
        Draft {
            guard: ended,
            ..self.draft(counter, from, pieces, vec![operation])
        }
    }
}

fn number_of(index: usize) -> i64 {
    i64::try_from(index).expect("texts are shorter than 2⁶³")
}
