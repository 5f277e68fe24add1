//! Every operator against plain arithmetic, on all numbers of small widths.
#![allow(clippy::unwrap_used)]

use super::bits::Bits;
use super::word::Word;
use crate::cnf::{Assignment, Formula, Lit};
use crate::sat::{self, Answer, Solver};

/// The widths that are tried, and pairs of different ones.
const WIDTHS: [(usize, usize); 8] = [
    (1, 1),
    (1, 3),
    (2, 2),
    (3, 2),
    (3, 3),
    (4, 4),
    (2, 4),
    (4, 1),
];

fn numbers(width: usize) -> std::ops::Range<i64> {
    -(1 << (width - 1))..1 << (width - 1)
}

fn fits(number: i64, width: usize) -> bool {
    numbers(width).contains(&number)
}

fn set(word: &Word, number: i64) -> Vec<Lit> {
    let bit = |(at, &lit): (usize, &Lit)| if number >> at & 1 == 1 { lit } else { !lit };
    word.0.iter().enumerate().map(bit).collect()
}

fn number(word: &Word, model: &Assignment) -> i64 {
    let bits = word.0.iter().enumerate();
    let sum: i64 = bits
        .map(|(at, &lit)| i64::from(model.value(lit)) << at)
        .sum();
    sum - (i64::from(model.value(word.sign())) << word.width())
}

/// What a circuit of two words says of every pair of numbers; every pair has exactly one answer.
fn table(
    (left, right): (usize, usize),
    circuit: impl Fn(&mut Bits<'_>, &Word, &Word) -> (Vec<Word>, Vec<Lit>),
    mut says: impl FnMut((i64, i64), &[i64], &[bool]),
) {
    let mut formula = Formula::new();
    let mut bits = Bits::new(&mut formula);
    let (a, b) = (Word::free(&mut bits, left), Word::free(&mut bits, right));
    let (words, lits) = circuit(&mut bits, &a, &b);
    let mut solver = sat::ALL[1].create(None);
    solver.read_formula(&formula, &mut 0);
    for x in numbers(left) {
        for y in numbers(right) {
            let inputs = [set(&a, x), set(&b, y)].concat();
            let Ok(Answer::Satisfiable(model)) = solver.solve_under(&inputs) else {
                panic!("{x} and {y} have no answer")
            };
            let found: Vec<_> = words.iter().map(|word| number(word, &model)).collect();
            let flags: Vec<_> = lits.iter().map(|&lit| model.value(lit)).collect();
            says((x, y), &found, &flags);
            only(&mut *solver, &inputs, &words, &lits, &model);
        }
    }
}

/// Nothing that comes out can be otherwise.
fn only(solver: &mut dyn Solver, inputs: &[Lit], words: &[Word], lits: &[Lit], model: &Assignment) {
    let out = words.iter().flat_map(|word| &word.0).chain(lits);
    for &lit in out {
        let other = if model.value(lit) { !lit } else { lit };
        let asked = [inputs, &[other]].concat();
        assert!(matches!(
            solver.solve_under(&asked),
            Ok(Answer::Unsatisfiable(_))
        ));
    }
}

#[test]
fn sums_differences_and_products() {
    for widths in WIDTHS {
        let width = widths.0.max(widths.1);
        table(
            widths,
            |bits, a, b| {
                let all = [a.plus(bits, b), a.minus(bits, b), a.times(bits, b)];
                let words = all.iter().map(|it| it.word.clone()).collect();
                (words, all.iter().map(|it| it.overflow).collect())
            },
            |(x, y), words, overflows| {
                for (at, exact) in [x + y, x - y, x * y].into_iter().enumerate() {
                    assert_eq!(overflows[at], !fits(exact, width), "{x} {y} {at}");
                    assert!(
                        overflows[at] || words[at] == exact,
                        "{x} {y} {at}: {}",
                        words[at]
                    );
                }
            },
        );
    }
}

#[test]
fn comparisons_choices_and_signs() {
    for widths in WIDTHS {
        table(
            widths,
            |bits, a, b| {
                let (less, most) = (a.less(bits, b), a.at_most(bits, b));
                let same = a.equals(bits, b);
                let smaller = Word::choose(bits, less, a, b);
                let negated = a.negated(bits);
                (
                    vec![smaller, negated.word],
                    vec![less, most, same, negated.overflow],
                )
            },
            |(x, y), words, flags| {
                assert_eq!(flags[..3], [x < y, x <= y, x == y], "{x} {y}");
                assert_eq!(words[0], x.min(y));
                assert_eq!(flags[3], !fits(-x, widths.0), "{x}");
                assert!(flags[3] || words[1] == -x, "{x}");
            },
        );
    }
}

#[test]
fn divisions_are_euclidean() {
    for widths in WIDTHS {
        let width = widths.0.max(widths.1);
        table(
            widths,
            |bits, a, b| {
                let division = a.divided(bits, b);
                let (rest, _) = a.remainder(bits, b);
                let quotient = division.quotient;
                let words = vec![quotient.word, division.rest, rest];
                (words, vec![quotient.overflow, division.undefined])
            },
            |(x, y), words, flags| {
                assert_eq!(flags[1], y == 0, "{x} {y}");
                if y == 0 {
                    return;
                }
                let (quotient, rest) = (x.div_euclid(y), x.rem_euclid(y));
                assert_eq!(words[1], rest, "{x} % {y}");
                assert_eq!(words[2], if y < 0 { -rest } else { rest }, "{x} rem {y}");
                assert_eq!(flags[0], !fits(quotient, width), "{x} / {y}");
                assert!(flags[0] || words[0] == quotient, "{x} / {y}");
            },
        );
    }
}

#[test]
fn known_divisors_divide_as_others_do() {
    for by in [1_i64, 2, 3, 4, 5, 7, 8, 100, -1, -2, -3, -4, -6, -8] {
        let wide = Word::width_of(by).max(4);
        table(
            (4, 1),
            |bits, a, _| {
                let by = Word::constant(bits, by, wide);
                let long = a.resized(wide + 1);
                let division = long.divided(bits, &by);
                let (rest, undefined) = long.remainder(bits, &by);
                let quotient = division.quotient;
                let words = vec![quotient.word, division.rest, rest];
                (
                    words,
                    vec![quotient.overflow, division.undefined, undefined],
                )
            },
            |(x, _), words, flags| {
                assert_eq!(flags, [false; 3], "{x} {by}");
                let (quotient, rest) = (x.div_euclid(by), x.rem_euclid(by));
                let signed = if by < 0 { -rest } else { rest };
                assert_eq!(words, [quotient, rest, signed], "{x} by {by}");
            },
        );
    }
    let gates = |by: i64| {
        let mut formula = Formula::new();
        let mut bits = Bits::new(&mut formula);
        let a = Word::free(&mut bits, 64);
        let by = Word::constant(&bits, by, 5);
        a.divided(&mut bits, &by);
        bits.gates()
    };
    assert_eq!(gates(8), 0, "a power of two takes bits as they are");
    assert!(gates(3) < 1_000, "{}", gates(3));
}

#[test]
fn constants_fold_to_constants() {
    let mut formula = Formula::new();
    let mut bits = Bits::new(&mut formula);
    let word = |bits: &Bits<'_>, number| Word::constant(bits, number, 6);
    let (a, b) = (word(&bits, -7), word(&bits, 3));
    let results = [
        (a.plus(&mut bits, &b), -4),
        (a.minus(&mut bits, &b), -10),
        (a.times(&mut bits, &b), -21),
    ];
    for (result, expected) in results {
        assert_eq!(result.word, word(&bits, expected));
        assert_eq!(bits.known(result.overflow), Some(false));
    }
    let less = a.less(&mut bits, &b);
    assert_eq!(bits.known(less), Some(true));
    let division = a.divided(&mut bits, &b);
    assert_eq!(division.quotient.word, word(&bits, -3));
    assert_eq!(division.rest, word(&bits, 2));
    drop(bits);
    assert_eq!(formula.clause_count(), 1, "nothing had to be written");
    let widths = [-9, -8, -1, 0, 1, 7, 8].map(Word::width_of);
    assert_eq!(widths, [5, 4, 1, 1, 2, 4, 5]);
}
