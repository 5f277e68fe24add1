//! The splitting rules (4.3), each with its formula.
//!
//! `split(op, pc, x, y)` are the fragments of an operation that begin where the counter `pc` is x and end
//! by making it y. That it takes the *name* of its counter is the correction of the rule for parallels:
//! as printed, all branches share one counter and an operation in a branch that needs two fragments can
//! never get to its second.
//!
//! What happens at the end of a scope or transition (resetting local variables, turning the flags) is
//! handed down as a *tail* and stands in the last fragments, so that it is no step of its own.

use super::draft::{Added, Draft, Exit, Piece, number, truth};
use super::{Rules, SplitGrain, SplitOptions};
use crate::expression::{Sort, Term, Value};
use crate::language::transitions::model::{
    Initial, OperationId, OperationKind, Relation, TransitionModel, VariableId,
};
use crate::language::transitions::settings::Missing;

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
    pub(super) splittable: Vec<bool>,
    /// The counters of branches.
    pub branches: Vec<VariableId>,
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
            branches: Vec::new(),
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
    pub(super) fn is_splittable(&self, operation: OperationId) -> bool {
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
}
