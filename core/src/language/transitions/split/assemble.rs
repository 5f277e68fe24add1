//! From fragments to a system: local variables that outlive a fragment become variables of the system,
//! everything gets its last number and a name that is free, and the flags say whose turn it is.
//!
//! Definitions 4 and 5 of the thesis: a local variable is *used* by the fragments that name it; where
//! these are more than one it is promoted, set at its declaration, and reset at the ends of its scope.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::{Draft, Piece, either, is};
use super::names::{Numbers, promoted, variables};
use super::rules::Splitter;
use super::{Fragment, Phases, SplitModel};
use crate::expression::{Sort, Term, TermKind};
use crate::language::transitions::model::{
    Initial, OperationId, OperationKind, Property, Relation, Subject, TransitionModel, VariableId,
};
use crate::language::transitions::settings::{Missing, Observe};
use crate::text::Span;

/// The system of all fragments.
pub fn assemble(splitter: Splitter<'_>) -> SplitModel {
    let promoted = promoted(&splitter);
    let numbers = Numbers::new(&splitter, &promoted);
    let mut builder = Builder {
        model: TransitionModel {
            types: splitter.source.types.clone(),
            variables: variables(&splitter, &promoted, &numbers),
            globals: splitter.source.globals + splitter.added.len() + promoted.len(),
            ..TransitionModel::default()
        },
        splitter: &splitter,
        promoted: &promoted,
        numbers: &numbers,
        sources: BTreeMap::new(),
    };
    let mut fragments = Vec::with_capacity(splitter.drafts.len());
    for draft in &splitter.drafts {
        let operation = builder.fragment(draft);
        builder.model.trans.push(operation);
        fragments.push(Fragment {
            relation: draft.relation,
            counter: numbers.of(draft.counter),
            from: draft.from,
            origins: draft.origins.clone(),
        });
    }
    let skip = |model: &mut TransitionModel| {
        let nothing = OperationKind::Sequence(Vec::new(), Vec::new());
        vec![model.add(nothing, Span::default())]
    };
    builder.model.init = skip(&mut builder.model);
    builder.model.env = skip(&mut builder.model);
    if splitter.phases.is_some() {
        let properties = splitter.source.properties.iter();
        builder.model.properties = properties.map(|it| builder.property(it)).collect();
    }
    SplitModel {
        model: builder.model,
        sources: builder.sources,
        fragments,
        counter: numbers.of(splitter.main),
        branches: splitter.branches.iter().map(|&it| numbers.of(it)).collect(),
        phases: splitter.phases.map(|[init, trans]| Phases {
            init: numbers.of(init),
            trans: numbers.of(trans),
        }),
        rules: splitter.options.rules,
        settings: splitter.options.settings,
    }
}

struct Builder<'s, 'm> {
    model: TransitionModel,
    splitter: &'s Splitter<'m>,
    promoted: &'s BTreeSet<VariableId>,
    numbers: &'s Numbers,
    /// The originals of copies.
    sources: BTreeMap<OperationId, OperationId>,
}

impl Builder<'_, '_> {
    /// ([whose turn], [pc = x], …)
    fn fragment(&mut self, draft: &Draft) -> OperationId {
        let mut guard = self.turn(draft.relation);
        guard.push(is(draft.counter, draft.from));
        guard.extend(draft.guard.iter().cloned());
        let guard = match guard.len() {
            1 => guard.remove(0),
            _ => Term::boolean(TermKind::And(guard)),
        };
        let guard = OperationKind::Assume(self.numbers.term(&guard));
        let mut steps = vec![self.model.add(guard, Span::default())];
        let mut locals = Vec::new();
        for piece in &draft.pieces {
            match piece {
                Piece::Run(operation) => {
                    let kind = &self.splitter.source.operations[*operation].kind;
                    if let OperationKind::Declare(local, _) = kind
                        && !self.promoted.contains(local)
                    {
                        locals.push(self.numbers.of(*local));
                    }
                    let copied = self.copy(*operation);
                    steps.push(copied);
                }
                Piece::Set(variable, term) => steps.push(self.set(*variable, term)),
                Piece::End(local) => steps.extend(self.end(*local, None)),
                Piece::EndUnless(local, counter, value) => {
                    steps.extend(self.end(*local, Some(is(*counter, *value))));
                }
            }
        }
        let operations = &self.splitter.source.operations;
        let spans = draft.origins.iter().map(|&it| operations[it].span);
        let span = spans.reduce(Span::to).unwrap_or_default();
        self.model.add(OperationKind::Sequence(steps, locals), span)
    }

    /// The flags where it is a relation's turn.
    fn turn(&self, relation: Relation) -> Vec<Term> {
        let Some([init, trans]) = self.splitter.phases else {
            return Vec::new();
        };
        let flag = |variable| Term::variable(variable, Sort::Boolean);
        match relation {
            Relation::Init => vec![flag(init)],
            Relation::Env => vec![flag(init).negated(), flag(trans).negated()],
            Relation::Trans => vec![flag(init).negated(), flag(trans)],
        }
    }

    fn set(&mut self, variable: VariableId, term: &Term) -> OperationId {
        let kind = OperationKind::Assign(self.numbers.of(variable), self.numbers.term(term));
        self.model.add(kind, Span::default())
    }

    /// The end of a variable's life, if it has become one of the system.
    fn end(&mut self, local: VariableId, unless: Option<Term>) -> Option<OperationId> {
        if !self.promoted.contains(&local) {
            return None;
        }
        let sort = &self.splitter.source.variables[local].sort;
        let default = Term::constant(sort.default_value(), sort.clone());
        let value = match unless {
            Some(condition) => either(condition, Term::variable(local, sort.clone()), default),
            None => default,
        };
        Some(self.set(local, &value))
    }

    /// An operation of the original with its variables renumbered. Parts have smaller numbers than wholes.
    fn copy(&mut self, operation: OperationId) -> OperationId {
        let mut parts = self.splitter.source.all_parts(operation);
        parts.sort_unstable();
        let mut copies = BTreeMap::new();
        for part in parts {
            let kind = self.copied(part, &copies);
            let span = self.splitter.source.operations[part].span;
            let copy = self.model.add(kind, span);
            copies.insert(part, copy);
            self.sources.insert(copy, part);
        }
        copies[&operation]
    }

    fn copied(
        &self,
        operation: OperationId,
        copies: &BTreeMap<OperationId, OperationId>,
    ) -> OperationKind {
        let numbers = self.numbers;
        let all = |parts: &[OperationId]| parts.iter().map(|it| copies[it]).collect();
        match &self.splitter.source.operations[operation].kind {
            OperationKind::Assign(variable, term) => {
                OperationKind::Assign(numbers.of(*variable), numbers.term(term))
            }
            OperationKind::Assume(term) => OperationKind::Assume(numbers.term(term)),
            OperationKind::Havoc(variable) => OperationKind::Havoc(numbers.of(*variable)),
            OperationKind::Declare(variable, initial) => self.declare(*variable, initial),
            OperationKind::Sequence(steps, locals) => {
                let locals = locals.iter().filter(|it| !self.promoted.contains(it));
                let locals = locals.map(|&it| numbers.of(it)).collect();
                OperationKind::Sequence(all(steps), locals)
            }
            OperationKind::Choice(parts) => OperationKind::Choice(all(parts)),
            OperationKind::Parallel(parts) => OperationKind::Parallel(all(parts)),
            OperationKind::If(condition, then, otherwise) => OperationKind::If(
                numbers.term(condition),
                copies[then],
                otherwise.map(|it| copies[&it]),
            ),
            OperationKind::For {
                counter,
                from,
                to,
                body,
            } => OperationKind::For {
                counter: numbers.of(*counter),
                from: numbers.term(from),
                to: numbers.term(to),
                body: copies[body],
            },
        }
    }

    /// A declaration, which for what has become a variable of the system is an assignment.
    fn declare(&self, variable: VariableId, initial: &Initial) -> OperationKind {
        let number = self.numbers.of(variable);
        let free = self.splitter.options.settings.missing == Missing::Free;
        let initial = match initial {
            Initial::Term(term) => Initial::Term(self.numbers.term(term)),
            other => other.clone(),
        };
        if !self.promoted.contains(&variable) {
            return OperationKind::Declare(number, initial);
        }
        match initial {
            Initial::Term(term) => OperationKind::Assign(number, term),
            Initial::Missing if free => OperationKind::Havoc(number),
            Initial::Missing | Initial::Irrelevant => {
                let sort = &self.splitter.source.variables[variable].sort;
                let default = Term::constant(sort.default_value(), sort.clone());
                OperationKind::Assign(number, default)
            }
        }
    }

    /// A question about stable states, asked about all: the fragments have more states, and more steps.
    fn property(&self, property: &Property) -> Property {
        let stable = || {
            let mut stable = match property.observe {
                Observe::Stable => self.turn(Relation::Env),
                Observe::Every => Vec::new(),
            };
            stable.push(is(self.splitter.main, 0));
            self.numbers.term(&Term::boolean(TermKind::And(stable)))
        };
        let subject = match &property.subject {
            Subject::Always(term) => {
                let sides = Box::new([stable(), self.numbers.term(term)]);
                Subject::Always(Term::boolean(TermKind::Implies(sides)))
            }
            Subject::Reach(goals) => {
                let both = |goal: &Term| {
                    Term::boolean(TermKind::And(vec![stable(), self.numbers.term(goal)]))
                };
                Subject::Reach(goals.iter().map(both).collect())
            }
            Subject::Deadlock => Subject::Deadlock,
        };
        Property {
            subject,
            observe: Observe::Stable,
            within: None,
            expected: property.expected.filter(|_| property.within.is_none()),
            span: property.span,
        }
    }
}
