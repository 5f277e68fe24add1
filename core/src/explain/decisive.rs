//! What of a state is enough to make a condition false.

use crate::expression::{Term, TermKind, Value, truth};

/// Parts of a condition are left out up to so many together, each way of which is tried.
const MOST_TRIED: usize = 10;
/// Terms in a condition above which nothing is looked for: a sentence about one as large would not be read, and each way takes a look
/// at all of it.
const LARGEST: usize = 1_000;

/// The variables, by their numbers in `values`, that make a condition not true: those of parts of it that are enough for that
/// by themselves, whatever the other parts are, and of which none could be left out. A part is what `and`, `or`, `not` and `implies`
/// connect. What is false is left out before what is true. They stand in the order of the condition. None of a condition that is large.
/// O(2^n · term) of n parts, at most ten.
#[must_use]
pub fn decisive(term: &Term, values: &[Value]) -> Vec<usize> {
    let mut size = 0;
    term.each(&mut |_| size += 1);
    if size > LARGEST {
        return Vec::new();
    }
    let mut parts = Vec::new();
    collect(term, &mut parts);
    let truths: Option<Vec<bool>> = parts.iter().map(|it| truth(it, values).ok()).collect();
    let kept = match truths {
        Some(truths) if parts.len() <= MOST_TRIED => enough(term, &parts, &truths),
        _ => (0..parts.len()).collect(),
    };
    let mut all = Vec::new();
    for at in kept {
        parts[at].each(&mut |it| {
            if let TermKind::Variable(variable) = it.kind
                && !all.contains(&variable)
            {
                all.push(variable);
            }
        });
    }
    all
}

/// The parts that are enough, in their order.
fn enough(term: &Term, parts: &[&Term], truths: &[bool]) -> Vec<usize> {
    let stays_false = |open: &[usize]| {
        let mut truths = truths.to_vec();
        (0..1_usize << open.len()).all(|bits| {
            for (bit, &at) in open.iter().enumerate() {
                truths[at] = bits >> bit & 1 == 1;
            }
            !holds(term, parts, &truths)
        })
    };
    let (yes, no): (Vec<_>, Vec<_>) = (0..parts.len()).partition(|&it| truths[it]);
    let (mut open, mut kept) = (Vec::new(), Vec::new());
    for at in no.into_iter().chain(yes) {
        open.push(at);
        if !stays_false(&open) {
            open.pop();
            kept.push(at);
        }
    }
    kept.sort_unstable();
    kept
}

/// Parts of a condition, each once where it is a variable.
fn collect<'t>(term: &'t Term, parts: &mut Vec<&'t Term>) {
    match &term.kind {
        TermKind::And(all) | TermKind::Or(all) => all.iter().for_each(|it| collect(it, parts)),
        TermKind::Implies(both) => both.iter().for_each(|it| collect(it, parts)),
        TermKind::Not(it) => collect(it, parts),
        _ if place(term, parts).is_some() => {}
        _ => parts.push(term),
    }
}

/// Which of the parts a term is.
fn place(term: &Term, parts: &[&Term]) -> Option<usize> {
    parts.iter().position(|it| match (&it.kind, &term.kind) {
        (TermKind::Variable(one), TermKind::Variable(other)) => one == other,
        _ => std::ptr::eq(*it, term),
    })
}

/// Whether a condition is true where its parts are as given.
fn holds(term: &Term, parts: &[&Term], truths: &[bool]) -> bool {
    let of = |it: &Term| holds(it, parts, truths);
    match &term.kind {
        TermKind::And(all) => all.iter().all(of),
        TermKind::Or(all) => all.iter().any(of),
        TermKind::Implies(both) => !of(&both[0]) || of(&both[1]),
        TermKind::Not(it) => !of(it),
        _ => place(term, parts).is_some_and(|at| truths[at]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::expression::Sort;

    fn variable(at: usize) -> Term {
        Term::variable(at, Sort::Boolean)
    }

    #[test]
    fn what_is_enough_is_told_and_no_more() {
        let or = Term::boolean(TermKind::Or(vec![variable(1), variable(2)]));
        let both = Term::boolean(TermKind::And(vec![variable(0), or]));
        let is = |all: [bool; 3]| decisive(&both.clone().negated(), &all.map(Value::boolean));
        assert_eq!(is([true, false, true]), [0, 2]);
        assert_eq!(is([true, true, false]), [0, 1]);
        // One of two is enough.
        assert_eq!(is([true, true, true]), [0, 2]);
        let equal = Term::equal(
            Term::variable(0, Sort::INTEGER),
            Term::variable(1, Sort::INTEGER),
        );
        let values = [Value::Number(1), Value::Number(2), Value::boolean(true)];
        assert_eq!(decisive(&equal, &values), [0, 1]);
        // A comparison that does not matter is left out with what it reads.
        let busy = Term::boolean(TermKind::And(vec![
            variable(2).negated(),
            equal.clone().negated(),
        ]));
        assert_eq!(decisive(&busy, &values), [2]);
        let large = Term::boolean(TermKind::And(vec![busy; LARGEST]));
        assert!(decisive(&large, &values).is_empty());
    }
}
