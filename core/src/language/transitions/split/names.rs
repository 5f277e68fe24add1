//! The variables of a split system: which local ones it keeps, their last numbers, and names that are free.

use std::collections::{BTreeMap, BTreeSet};

use super::draft::Piece;
use super::rules::Splitter;
use crate::expression::{Term, TermKind};
use crate::language::transitions::model::{DeclaredVariable, Initial, TransitionModel, VariableId};
use crate::language::transitions::words::RESERVED;
use crate::text::Span;

/// The local variables that more than one fragment uses, and the counters of loops that are split.
pub(super) fn promoted(splitter: &Splitter<'_>) -> BTreeSet<VariableId> {
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
pub(super) struct Numbers(pub(super) Vec<VariableId>);

impl Numbers {
    /// The system's own, those that are added, those that are promoted, and the other local ones.
    pub(super) fn new(splitter: &Splitter<'_>, promoted: &BTreeSet<VariableId>) -> Self {
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

    pub(super) fn of(&self, variable: VariableId) -> VariableId {
        self.0[variable]
    }

    pub(super) fn term(&self, term: &Term) -> Term {
        let mut term = term.clone();
        term.renumber(&|variable| self.of(variable));
        term
    }
}

pub(super) fn variables(
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
pub(super) struct Names(pub(super) BTreeMap<String, usize>);

impl Names {
    pub(super) fn new(source: &TransitionModel) -> Self {
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
    pub(super) fn free(&mut self, wished: &str) -> String {
        let mut name = wished.to_string();
        while self.0.contains_key(&name) {
            name.push('$');
        }
        self.0.insert(name.clone(), 1);
        name
    }

    /// The name of a local variable that is seen everywhere now: its own, unless another has it.
    pub(super) fn promoted(&mut self, own: &str) -> String {
        if self.0.get(own) == Some(&1) {
            own.to_string()
        } else {
            self.free(own)
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
