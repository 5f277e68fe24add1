//! The splitting rules (4.3), each with its formula.
//!
//! `split(op, pc, x, y)` are the fragments of an operation that begin where the counter `pc` is x and end
//! by making it y. That it takes the *name* of its counter is the correction of the rule for parallels:
//! as printed, all branches share one counter and an operation in a branch that needs two fragments can
//! never get to its second.
//!
//! What happens at the end of a scope or transition (resetting local variables, turning the flags) is
//! handed down as a *tail* and stands in the last fragments, so that it is no step of its own.

use super::{Rules, SplitGrain, SplitOptions};
use crate::expression::{Sort, Term, TermKind, Value};
use crate::language::transitions::model::{
    Initial, OperationId, OperationKind, Relation, TransitionModel, VariableId,
};
use crate::language::transitions::settings::Missing;

/// A variable that splitting adds; its number, until the end, is the number of variables of the original
/// plus its place among those added.
#[derive(Clone, Debug)]
pub struct Added {
    /// What it should be called.
    pub name: String,
    /// Its values.
    pub sort: Sort,
    /// The value it starts with.
    pub initial: Value,
}

/// A fragment before its variables have their last numbers.
#[derive(Clone, Debug)]
pub struct Draft {
    /// The relation it belongs to.
    pub relation: Relation,
    /// Its counter.
    pub counter: VariableId,
    /// The value at which it can be executed.
    pub from: i64,
    /// What it assumes beyond that.
    pub guard: Vec<Term>,
    /// What it does.
    pub pieces: Vec<Piece>,
    /// The operations that it executes.
    pub origins: Vec<OperationId>,
}

/// A part of a fragment.
#[derive(Clone, Debug)]
pub enum Piece {
    /// An operation of the original.
    Run(OperationId),
    /// A new value of a variable.
    Set(VariableId, Term),
    /// The end of the life of a local variable, if that has become one of the system.
    End(VariableId),
    /// The same, where the counter is not at a value.
    EndUnless(VariableId, VariableId, i64),
}

/// Where fragments lead: the next value of the counter, and what else happens there.
#[derive(Clone, Debug, Default)]
pub struct Exit {
    pub(super) value: i64,
    pub(super) tail: Vec<Piece>,
}

impl Exit {
    pub(super) fn to(value: i64) -> Self {
        Self {
            value,
            tail: Vec::new(),
        }
    }
}

/// What is still to be split, on a stack of our own: the top is next.
pub(super) enum Task {
    /// split(op, pc, x, y)
    Split(OperationId, VariableId, i64, Exit),
    /// A fragment that comes after what is split before it.
    Draft(Draft),
    /// From here on every operation is a fragment of its own, or no longer.
    Apart(bool),
    /// Here begin the fragments of an operation in a branch, by the printed rule.
    Mark,
    /// What the printed rule adds to all fragments since the last mark: its guard and its last pieces.
    Wrap(Term, Vec<Piece>),
}

/// Collects fragments.
pub struct Splitter<'m> {
    /// The system that is split.
    pub source: &'m TransitionModel,
    /// How.
    pub options: SplitOptions,
    /// The variables that are added.
    pub added: Vec<Added>,
    /// The fragments so far.
    pub drafts: Vec<Draft>,
    /// The program counter of whole transitions.
    pub main: VariableId,
    /// The flags `init` and `trans`.
    pub phases: Option<[VariableId; 2]>,
    /// Local variables and counters of loops that must become variables of the system.
    pub promoted: Vec<VariableId>,
    /// The last value of each counter, which is an added variable.
    last: Vec<i64>,
    /// For each operation whether it is taken apart.
    splittable: Vec<bool>,
    /// How many counters of branches there are.
    pub(super) branches: usize,
    work: Vec<Task>,
    /// Where the fragments of operations in branches begin.
    marks: Vec<usize>,
    relation: Relation,
    /// Whether every operation is a fragment of its own: inside a parallel.
    pub(super) apart: bool,
}

impl<'m> Splitter<'m> {
    /// Begins to split a system.
    pub fn new(source: &'m TransitionModel, options: SplitOptions, merged: bool) -> Self {
        let mut splitter = Self {
            source,
            options,
            added: Vec::new(),
            drafts: Vec::new(),
            main: 0,
            phases: None,
            promoted: Vec::new(),
            last: Vec::new(),
            splittable: Vec::new(),
            branches: 0,
            work: Vec::new(),
            marks: Vec::new(),
            relation: Relation::Trans,
            apart: false,
        };
        splitter.splittable = splitter.which_are_splittable();
        splitter.main = splitter.add("pc", Sort::INTEGER, Value::Number(0));
        if merged {
            let mut flag = |name, truth| splitter.add(name, Sort::Boolean, Value::boolean(truth));
            splitter.phases = Some([flag("in_init", true), flag("in_trans", false)]);
        }
        splitter
    }

    /// Adds a variable.
    pub(super) fn add(&mut self, name: &str, sort: Sort, initial: Value) -> VariableId {
        self.added.push(Added {
            name: name.into(),
            sort,
            initial,
        });
        self.last.push(0);
        self.source.variables.len() + self.added.len() - 1
    }

    /// A value that no fragment of a counter has yet: ξ.
    pub(super) fn fresh(&mut self, counter: VariableId) -> i64 {
        let last = &mut self.last[counter - self.source.variables.len()];
        *last += 1;
        *last
    }

    /// Havocs, choices, conditionals and parallels are splittable, and what contains such.
    fn which_are_splittable(&self) -> Vec<bool> {
        let fine = self.options.grain == SplitGrain::Statement;
        let free = self.options.settings.missing == Missing::Free;
        let mut found: Vec<bool> = Vec::with_capacity(self.source.operations.len());
        // The parts of an operation have smaller numbers.
        for operation in &self.source.operations {
            found.push(match &operation.kind {
                OperationKind::Havoc(_)
                | OperationKind::Choice(_)
                | OperationKind::If(..)
                | OperationKind::Parallel(_) => true,
                OperationKind::Assign(..) | OperationKind::For { .. } if fine => true,
                OperationKind::Assign(..) | OperationKind::Assume(_) => false,
                OperationKind::Declare(_, Initial::Missing) => free,
                OperationKind::Declare(..) => false,
                OperationKind::Sequence(steps, _) => steps.iter().any(|&it| found[it]),
                OperationKind::For { body, .. } => found[*body],
            });
        }
        found
    }

    /// Whether an operation is taken apart here. Inside a parallel whatever consists of several
    /// operations is, so that others can come in between.
    fn is_splittable(&self, operation: OperationId) -> bool {
        let composite = matches!(
            self.source.operations[operation].kind,
            OperationKind::Sequence(..) | OperationKind::For { .. }
        );
        self.splittable[operation] || (self.apart && composite)
    }

    /// Whether there is nothing in an operation.
    pub(super) fn is_empty(&self, operation: OperationId) -> bool {
        match &self.source.operations[operation].kind {
            OperationKind::Sequence(parts, _) | OperationKind::Parallel(parts) => {
                parts.iter().all(|&it| self.is_empty(it))
            }
            _ => false,
        }
    }

    /// split(t) = split(t, pc, 0, 0), with the flags turned at its end.
    pub fn transition(&mut self, relation: Relation, operation: OperationId) {
        self.relation = relation;
        self.apart = false;
        let only = self.source.alternatives(relation).len() == 1;
        if self.options.rules == Rules::Literal && only && self.is_empty(operation) {
            return;
        }
        let mut exit = Exit::to(0);
        if let Some([init, trans]) = self.phases {
            exit.tail.push(match relation {
                Relation::Init => Piece::Set(init, truth(false)),
                Relation::Env => Piece::Set(trans, truth(true)),
                Relation::Trans => Piece::Set(trans, truth(false)),
            });
        }
        self.work.push(Task::Split(operation, self.main, 0, exit));
        while let Some(task) = self.work.pop() {
            match task {
                Task::Split(operation, counter, from, exit) => {
                    self.operation(operation, counter, from, &exit);
                }
                Task::Draft(draft) => self.drafts.push(draft),
                Task::Apart(apart) => self.apart = apart,
                Task::Mark => self.marks.push(self.drafts.len()),
                Task::Wrap(guard, last) => {
                    let first = self.marks.pop().expect("what is wrapped was marked");
                    for draft in &mut self.drafts[first..] {
                        draft.guard.push(guard.clone());
                        draft.pieces.extend(last.iter().cloned());
                    }
                }
            }
        }
    }

    /// Puts tasks on the stack, the first one on top.
    pub(super) fn then(&mut self, tasks: Vec<Task>) {
        self.work.extend(tasks.into_iter().rev());
    }

    /// split(op, pc, x, y)
    fn operation(&mut self, operation: OperationId, counter: VariableId, from: i64, exit: &Exit) {
        let source = self.source;
        match &source.operations[operation].kind {
            OperationKind::Sequence(steps, locals) => {
                let mut exit = exit.clone();
                let ends = locals.iter().map(|&local| Piece::End(local));
                exit.tail.splice(0..0, ends);
                if self.options.rules == Rules::Corrected {
                    self.sequence(steps, counter, from, &exit);
                } else {
                    self.printed_sequence(steps, counter, from, &exit);
                }
            }
            // split(ch, x, y) = ⋃ᵢ₌₁ⁿ split(opᵢ, x, y)
            OperationKind::Choice(parts) => {
                let tasks = parts
                    .iter()
                    .map(|&it| Task::Split(it, counter, from, exit.clone()));
                self.then(tasks.collect());
            }
            OperationKind::If(condition, then, otherwise) => {
                let origin = vec![operation];
                self.conditional(condition, (*then, *otherwise), counter, from, exit, origin);
            }
            OperationKind::For { .. } if self.is_splittable(operation) => {
                self.counted(operation, counter, from, exit);
            }
            OperationKind::Parallel(parts) if self.options.rules == Rules::Corrected => {
                self.parallel(operation, parts, counter, from, exit);
            }
            OperationKind::Parallel(parts) => {
                self.printed_parallel(operation, parts, counter, from, exit);
            }
            _ => self.fragment(vec![operation], counter, from, exit),
        }
    }

    /// frag(op, x, y) = ([pc = x], op, pc := y)
    pub(super) fn fragment(
        &mut self,
        operations: Vec<OperationId>,
        counter: VariableId,
        from: i64,
        exit: &Exit,
    ) {
        let draft = self.fragment_of(operations, counter, from, exit);
        self.drafts.push(draft);
    }

    pub(super) fn fragment_of(
        &self,
        operations: Vec<OperationId>,
        counter: VariableId,
        from: i64,
        exit: &Exit,
    ) -> Draft {
        let run = operations.iter().map(|&it| Piece::Run(it));
        let set = Piece::Set(counter, number(exit.value));
        let pieces = run.chain(exit.tail.iter().cloned()).chain([set]);
        self.draft(counter, from, pieces.collect(), operations)
    }

    pub(super) fn draft(
        &self,
        counter: VariableId,
        from: i64,
        pieces: Vec<Piece>,
        origins: Vec<OperationId>,
    ) -> Draft {
        Draft {
            relation: self.relation,
            counter,
            from,
            guard: Vec::new(),
            pieces,
            origins,
        }
    }

    /// The parts of a sequence that stay together, each of them one fragment or one splittable operation.
    fn parts(&self, steps: &[OperationId]) -> Vec<Vec<OperationId>> {
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
    fn sequence(&mut self, steps: &[OperationId], counter: VariableId, from: i64, exit: &Exit) {
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
    fn printed_sequence(
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

impl Piece {
    /// The same, where the counter is not at a value.
    pub(super) fn unless(&self, counter: VariableId, value: i64) -> Self {
        match self {
            Self::Set(variable, term) => {
                let stays = Term::variable(*variable, term.sort.clone());
                Self::Set(*variable, either(is(counter, value), stays, term.clone()))
            }
            Self::End(local) => Self::EndUnless(*local, counter, value),
            Self::Run(_) | Self::EndUnless(..) => {
                unreachable!("a tail only sets and ends variables, and is changed once")
            }
        }
    }
}

/// A number.
pub fn number(number: i64) -> Term {
    Term::constant(Value::Number(number), Sort::INTEGER)
}

fn truth(truth: bool) -> Term {
    Term::constant(Value::boolean(truth), Sort::Boolean)
}

/// Whether a counter is at a value.
pub fn is(counter: VariableId, value: i64) -> Term {
    Term::equal(Term::variable(counter, Sort::INTEGER), number(value))
}

/// ψ ? a : b
pub fn either(condition: Term, then: Term, otherwise: Term) -> Term {
    let sort = then.sort.clone();
    let span = condition.span;
    Term {
        kind: TermKind::If(Box::new([condition, then, otherwise])),
        sort,
        span,
    }
}
