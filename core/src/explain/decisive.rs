//! What of a state is enough to make a condition false.

use crate::expression::{Sort, Term, TermKind, Value, truth};

/// Parts of a state that are true or false are left out up to so many together, each way of which is tried.
const MOST_TRIED: usize = 10;

/// The parts of a state, by their numbers in `values`, that a condition reads and that make it not true, whatever the others are:
/// of those that are true or false none that could be left out, and all others, in the order of the condition. What is false is left out before what is true.
/// O(2^n · term) of n parts that are true or false.
#[must_use]
pub fn decisive(term: &Term, values: &[Value]) -> Vec<usize> {
    let mut read = Vec::new();
    term.each(&mut |it| {
        if let TermKind::Variable(at) = it.kind
            && !read.iter().any(|it: &(usize, bool)| it.0 == at)
        {
            read.push((at, it.sort == Sort::Boolean));
        }
    });
    let (tried, kept): (Vec<_>, Vec<_>) = read.iter().partition(|it| it.1);
    let of = |all: Vec<(usize, bool)>| all.into_iter().map(|it| it.0).collect::<Vec<_>>();
    let (mut tried, mut kept) = (of(tried), of(kept));
    if tried.len() > MOST_TRIED {
        kept.append(&mut tried);
    }
    let stays_false = |open: &[usize]| {
        let mut values = values.to_vec();
        (0..1_usize << open.len()).all(|bits| {
            for (bit, &at) in open.iter().enumerate() {
                values[at] = Value::boolean(bits >> bit & 1 == 1);
            }
            truth(term, &values) != Ok(true)
        })
    };
    let (yes, no): (Vec<_>, Vec<_>) = tried.iter().partition(|it| values[**it].is_true());
    let mut open = Vec::new();
    for at in no.into_iter().chain(yes) {
        open.push(at);
        if !stays_false(&open) {
            open.pop();
            kept.push(at);
        }
    }
    kept.sort_by_key(|at| read.iter().position(|it| it.0 == *at));
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let number = Term::equal(
            Term::variable(0, Sort::INTEGER),
            Term::variable(1, Sort::INTEGER),
        );
        let values = [Value::Number(1), Value::Number(2)];
        assert_eq!(decisive(&number, &values), [0, 1]);
    }
}
