//! The rules for sequences (4.3.2): what stays together is one fragment, as corrected and as printed.

use super::draft::Exit;
use super::rules::{Splitter, Task};
use crate::language::transitions::model::{OperationId, OperationKind, VariableId};

impl Splitter<'_> {
    /// The parts of a sequence that stay together, each of them one fragment or one splittable operation.
    pub(super) fn parts(&self, steps: &[OperationId]) -> Vec<Vec<OperationId>> {
        let mut parts: Vec<Vec<OperationId>> = Vec::new();
        let mut open = false;
        for &step in steps {
            let kind = &self.source.operations[step].kind;
            let alone = self.is_splittable(step) && !matches!(kind, OperationKind::Assign(..));
            // What is assumed before an assignment decides whether that is made: one step.
            let ends = self.splittable[step] || self.apart;
            if self.is_empty(step) {
                continue;
            }
            if open && !alone {
                parts.last_mut().expect("an open part is there").push(step);
            } else {
                parts.push(vec![step]);
            }
            open = !alone && !ends;
        }
        parts
    }

    /// A sequence is its parts, one after the other. Nothing empty stands between them, and nothing but
    /// an empty sequence makes an empty fragment.
    pub(super) fn sequence(
        &mut self,
        steps: &[OperationId],
        counter: VariableId,
        from: i64,
        exit: &Exit,
    ) {
        let parts = self.parts(steps);
        if parts.is_empty() {
            return self.fragment(Vec::new(), counter, from, exit);
        }
        let mut tasks = Vec::with_capacity(parts.len());
        let (mut from, count) = (from, parts.len());
        for (at, part) in parts.into_iter().enumerate() {
            let exit = if at + 1 == count {
                exit.clone()
            } else {
                Exit::to(self.fresh(counter))
            };
            let next = exit.value;
            tasks.push(match part[..] {
                [only] => Task::Split(only, counter, from, exit),
                _ => Task::Draft(self.fragment_of(part, counter, from, &exit)),
            });
            from = next;
        }
        self.then(tasks);
    }

    /// With opᵢ the first splittable one: {frag((op₁, …, opᵢ₋₁), x, ξ₁)} ∪ split(opᵢ, ξ₁, ξ₂) ∪
    /// split((opᵢ₊₁, …, opₙ), ξ₂, y), the first and the last also where they are empty.
    pub(super) fn printed_sequence(
        &mut self,
        steps: &[OperationId],
        counter: VariableId,
        from: i64,
        exit: &Exit,
    ) {
        let (mut rest, mut from) = (steps, from);
        let mut tasks = Vec::new();
        // split' in branches: every operation by itself.
        if let (true, Some((last, others))) = (self.apart, steps.split_last()) {
            for &step in others {
                let next = self.fresh(counter);
                tasks.push(Task::Split(step, counter, from, Exit::to(next)));
                from = next;
            }
            tasks.push(Task::Split(*last, counter, from, exit.clone()));
            return self.then(tasks);
        }
        while let Some(at) = rest.iter().position(|&it| self.is_splittable(it)) {
            let [before, after] = [self.fresh(counter), self.fresh(counter)];
            let plain = self.fragment_of(rest[..at].to_vec(), counter, from, &Exit::to(before));
            tasks.push(Task::Draft(plain));
            tasks.push(Task::Split(rest[at], counter, before, Exit::to(after)));
            (rest, from) = (&rest[at + 1..], after);
        }
        tasks.push(Task::Draft(self.fragment_of(
            rest.to_vec(),
            counter,
            from,
            exit,
        )));
        self.then(tasks);
    }
}
