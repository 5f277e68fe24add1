//! The rules for conditionals (4.3.4), and those for loops, which the thesis does not have.

use super::Rules;
use super::draft::{Exit, Piece, either, number};
use super::rules::{Splitter, Task};
use crate::expression::{Arithmetic, Comparison, Sort, Term, TermKind, Value};
use crate::language::transitions::model::{OperationId, OperationKind, VariableId};

impl Splitter<'_> {
    /// {([pc = x], pc := ψ ? ξ₁ : ξ₂)} ∪ split(then, ξ₁, y) ∪ split(else, ξ₂, y); where there is no
    /// else, ξ₂ is y, and what happens at y happens in the first fragment.
    pub(super) fn conditional(
        &mut self,
        condition: &Term,
        (then, otherwise): (OperationId, Option<OperationId>),
        counter: VariableId,
        from: i64,
        exit: &Exit,
        origin: Vec<OperationId>,
    ) {
        let inside = self.fresh(counter);
        let printed = self.options.rules != Rules::Corrected;
        let outside = if otherwise.is_some() || printed {
            Some(self.fresh(counter))
        } else {
            None
        };
        let taken = outside.unwrap_or(exit.value);
        let mut pieces = vec![Piece::Set(
            counter,
            either(condition.clone(), number(inside), number(taken)),
        )];
        if outside.is_none() {
            pieces.extend(exit.tail.iter().map(|it| it.unless(counter, inside)));
        }
        let mut tasks = vec![
            Task::Draft(self.draft(counter, from, pieces, origin)),
            Task::Split(then, counter, inside, exit.clone()),
        ];
        tasks.extend(match (otherwise, outside) {
            (Some(otherwise), Some(outside)) => {
                Some(Task::Split(otherwise, counter, outside, exit.clone()))
            }
            (None, Some(outside)) => {
                let empty = self.fragment_of(Vec::new(), counter, outside, exit);
                Some(Task::Draft(empty))
            }
            (_, None) => None,
        });
        self.then(tasks);
    }

    /// A loop keeps its next round and its end in two variables: {([pc = x], next := from, until := to,
    /// pc := ξ₁)} ∪ {([pc = ξ₁], pc := next < until ? ξ₂ : y, i := next, next := next + 1)} ∪
    /// split(body, ξ₂, ξ₁). The thesis has no loops.
    pub(super) fn counted(
        &mut self,
        operation: OperationId,
        counter: VariableId,
        from: i64,
        exit: &Exit,
    ) {
        let OperationKind::For {
            counter: shown,
            from: first,
            to,
            body,
        } = &self.source.operations[operation].kind
        else {
            unreachable!("only loops are counted");
        };
        let (shown, body) = (*shown, *body);
        self.promoted.push(shown);
        let name = self.source.variables[shown].name.clone();
        let mut add = |suffix: &str| {
            let name = format!("{name}_{suffix}");
            self.add(&name, Sort::INTEGER, Value::Number(0))
        };
        let [next, until] = [add("next"), add("until")];
        let [round, inside] = [self.fresh(counter), self.fresh(counter)];
        let begin = vec![
            Piece::Set(next, first.clone()),
            Piece::Set(until, to.clone()),
            Piece::Set(counter, number(round)),
        ];
        let begin = self.draft(counter, from, begin, vec![operation]);
        let whole = |variable| Term::variable(variable, Sort::INTEGER);
        let goes_on = Term::boolean(TermKind::Compare(
            Comparison::Less,
            Box::new([whole(next), whole(until)]),
        ));
        let inner = || Term::equal(whole(counter), number(inside));
        let more = Term {
            kind: TermKind::Arithmetic(Box::new(whole(next)), vec![(Arithmetic::Plus, number(1))]),
            ..number(0)
        };
        let mut pieces = vec![
            Piece::Set(counter, either(goes_on, number(inside), number(exit.value))),
            Piece::Set(shown, either(inner(), whole(next), number(0))),
            Piece::Set(next, either(inner(), more, number(0))),
            Piece::Set(until, either(inner(), whole(until), number(0))),
        ];
        pieces.extend(exit.tail.iter().map(|it| it.unless(counter, inside)));
        let count = self.draft(counter, round, pieces, vec![operation]);
        self.then(vec![
            Task::Draft(begin),
            Task::Draft(count),
            Task::Split(body, counter, inside, Exit::to(round)),
        ]);
    }
}
