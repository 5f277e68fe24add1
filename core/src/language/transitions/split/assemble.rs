//! From fragments to a system: local variables that outlive a fragment become variables of the system,
//! everything gets its last number and a name that is free, and the flags say whose turn it is.
//!
//! Definitions 4 and 5 of the thesis: a local variable is *used* by the fragments that name it; where
//! these are more than one it is promoted, set at its declaration, and reset at the ends of its scope.

use std::collections::{BTreeMap, BTreeSet};

use super::rules::{Draft, Piece, Splitter, either, is};
use super::{Fragment, Phases, SplitModel};
use crate::expression::{Sort, Term, TermKind};
use crate::language::transitions::model::{
    DeclaredVariable, Initial, OperationId, OperationKind, Property, Relation, Subject,
    TransitionModel, VariableId,
};
use crate::language::transitions::settings::Missing;
use crate::language::transitions::words::RESERVED;
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
        phases: splitter.phases.map(|[init, trans]| Phases {
            init: numbers.of(init),
            trans: numbers.of(trans),
        }),
        rules: splitter.options.rules,
        settings: splitter.options.settings,
    }
}

/// The local variables that more than one fragment uses, and the counters of loops that are split.
fn promoted(splitter: &Splitter<'_>) -> BTreeSet<VariableId> {
    let source = splitter.source;
    let local = source.globals..source.variables.len();
    let mut used_by: BTreeMap<VariableId, BTreeSet<usize>> = BTreeMap::new();
    for (number, draft) in splitter.drafts.iter().enumerate() {
        let mut uses = |variable: VariableId| {
            if local.contains(&variable) {
                used_by.entry(variable).or_default().insert(number);
            }
        };
        let mut names = |term: &Term| {
            term.each(&mut |it| {
                if let TermKind::Variable(variable) = it.kind {
                    uses(variable);
                }
            });
        };
        draft.guard.iter().for_each(&mut names);
        for piece in &draft.pieces {
            match piece {
                Piece::Run(operation) => {
                    for part in source.all_parts(*operation) {
                        source.operations[part].kind.terms().for_each(&mut names);
                    }
                }
                Piece::Set(_, term) => names(term),
                Piece::End(_) | Piece::EndUnless(..) => {}
            }
        }
        for piece in &draft.pieces {
            match piece {
                Piece::Run(operation) => {
                    let parts = source.all_parts(*operation).into_iter();
                    parts
                        .filter_map(|it| source.operations[it].kind.target())
                        .for_each(&mut uses);
                }
                Piece::Set(variable, _) => uses(*variable),
                Piece::End(_) | Piece::EndUnless(..) => {}
            }
        }
    }
    let several = used_by.into_iter().filter(|(_, by)| by.len() > 1);
    let several = several.map(|(variable, _)| variable);
    several.chain(splitter.promoted.iter().copied()).collect()
}

/// The last number of each variable.
struct Numbers(Vec<VariableId>);

impl Numbers {
    /// The system's own, those that are added, those that are promoted, and the other local ones.
    fn new(splitter: &Splitter<'_>, promoted: &BTreeSet<VariableId>) -> Self {
        let source = splitter.source;
        let count = source.variables.len();
        let others = (source.globals..count).filter(|it| !promoted.contains(it));
        let order = (0..source.globals)
            .chain(count..count + splitter.added.len())
            .chain(promoted.iter().copied())
            .chain(others);
        let mut numbers = vec![0; count + splitter.added.len()];
        for (number, variable) in order.enumerate() {
            numbers[variable] = number;
        }
        Self(numbers)
    }

    fn of(&self, variable: VariableId) -> VariableId {
        self.0[variable]
    }

    fn term(&self, term: &Term) -> Term {
        let mut term = term.clone();
        term.renumber(&|variable| self.of(variable));
        term
    }
}

fn variables(
    splitter: &Splitter<'_>,
    promoted: &BTreeSet<VariableId>,
    numbers: &Numbers,
) -> Vec<DeclaredVariable> {
    let source = splitter.source;
    let mut names = Names::new(source);
    let mut all: Vec<Option<DeclaredVariable>> = vec![None; numbers.0.len()];
    for (variable, declared) in source.variables.iter().enumerate() {
        let mut declared = declared.clone();
        if promoted.contains(&variable) {
            let value = declared.sort.default_value();
            declared.initial = Initial::Term(Term::constant(value, declared.sort.clone()));
            declared.name = names.promoted(&declared.name);
        }
        all[numbers.of(variable)] = Some(declared);
    }
    for (at, added) in splitter.added.iter().enumerate() {
        all[numbers.of(source.variables.len() + at)] = Some(DeclaredVariable {
            name: names.free(&added.name),
            sort: added.sort.clone(),
            control: true,
            initial: Initial::Term(Term::constant(added.initial.clone(), added.sort.clone())),
            span: Span::default(),
        });
    }
    all.into_iter().flatten().collect()
}

/// Names that are taken, with how often.
struct Names(BTreeMap<String, usize>);

impl Names {
    fn new(source: &TransitionModel) -> Self {
        let mut taken = BTreeMap::new();
        let types = source.types.iter();
        let literals = types.clone().flat_map(|it| it.literals.iter());
        let variables = source.variables.iter().map(|it| &it.name);
        for name in variables.chain(types.map(|it| &it.name)).chain(literals) {
            *taken.entry(name.clone()).or_default() += 1;
        }
        for word in RESERVED {
            *taken.entry((*word).to_string()).or_default() += 2;
        }
        Self(taken)
    }

    /// A name that nothing has.
    fn free(&mut self, wished: &str) -> String {
        let mut name = wished.to_string();
        while self.0.contains_key(&name) {
            name.push('$');
        }
        self.0.insert(name.clone(), 1);
        name
    }

    /// The name of a local variable that is seen everywhere now: its own, unless another has it.
    fn promoted(&mut self, own: &str) -> String {
        if self.0.get(own) == Some(&1) {
            own.to_string()
        } else {
            self.free(own)
        }
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
            let mut stable = self.turn(Relation::Env);
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
            within: None,
            expected: property.expected.filter(|_| property.within.is_none()),
            span: property.span,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_free() {
        let mut names = Names(BTreeMap::from([("a".into(), 1), ("b".into(), 2)]));
        assert_eq!(names.promoted("a"), "a");
        assert_eq!(names.promoted("b"), "b$");
        assert_eq!(names.free("pc"), "pc");
        assert_eq!(names.free("pc"), "pc$");
    }
}
