//! What is left says the same of the variables that are kept, and follows from the formula.

use std::collections::BTreeSet;

use super::{Eliminated, eliminate, eliminate_within};
use crate::cnf::{Assignment, ClauseSink, Formula, Lit, gate};
use crate::sat::proof;
use lockstep_core::generate::Random;

/// The values of the first variables with which a formula can hold.
fn meaning(formula: &Formula, kept: usize) -> BTreeSet<u32> {
    let all = 0..1_u32 << formula.var_count();
    let holds = |it: &u32| {
        let values = (0..formula.var_count()).map(|bit| it >> bit & 1 == 1);
        formula.holds_in(&values.collect::<Assignment>())
    };
    all.filter(holds).map(|it| it & ((1 << kept) - 1)).collect()
}

/// Eliminates all variables but the first, and looks at what is left; how many it has.
fn check(formula: &Formula, kept: usize) -> usize {
    let left = eliminate(formula, &|it| it.index() < kept);
    assert!(left.formula.clause_count() <= formula.clause_count() + kept);
    judge(formula, kept, &left)
}

/// Whether what is left says the same and follows; how many variables it has beside those that are kept.
fn judge(formula: &Formula, kept: usize, left: &Eliminated) -> usize {
    assert_eq!(left.formula.var_count(), formula.var_count());
    assert_eq!(
        meaning(&left.formula, kept),
        meaning(formula, kept),
        "{formula:?}"
    );
    let clauses = left.derived.clauses().chain(left.formula.clauses());
    if let Err(why) = proof::follow(formula, clauses, None) {
        panic!("{why:?} {formula:?}");
    }
    let used = left.formula.clauses().flatten().map(|it| it.var());
    let used: BTreeSet<_> = used.filter(|it| it.index() >= kept).collect();
    used.len()
}

#[test]
fn random_clauses_mean_the_same() {
    let (mut before, mut after, mut refuted, mut early) = (0, 0, 0, 0);
    for seed in 0..2_000 {
        let random = &mut Random::new(seed);
        let vars = random.between(1, 11);
        let kept = random.between(0, vars);
        let mut formula = Formula::new();
        let lits: Vec<_> = (0..vars).map(|_| formula.new_lit()).collect();
        for _ in 0..random.between(0, 4 * vars) {
            let clause = (0..random.between(1, 4)).map(|_| {
                let lit = *random.choose(&lits);
                if random.percent(50) { lit } else { !lit }
            });
            let clause: Vec<_> = clause.collect();
            formula.add_clause(&clause);
        }
        refuted += usize::from(meaning(&formula, kept).is_empty());
        before += vars - kept;
        after += check(&formula, kept);
        // With little work more is left, and it says the same.
        let work = random.between(0, 40) as u64;
        let cut = eliminate_within(&formula, &|it| it.index() < kept, work);
        early += judge(&formula, kept, &cut);
    }
    assert!(early > 2 * after, "{early} {after}");
    assert!(
        after * 4 < before && refuted > 200,
        "{before} {after} {refuted}"
    );
}

#[test]
fn random_gates_mean_the_same() {
    let (mut before, mut after) = (0, 0);
    for seed in 0..1_000 {
        let random = &mut Random::new(seed);
        let mut formula = Formula::new();
        let kept = random.between(1, 5);
        let mut lits: Vec<_> = (0..kept).map(|_| formula.new_lit()).collect();
        let count = random.between(1, 6);
        for _ in 0..count {
            let inputs: Vec<_> = (0..random.between(1, 3))
                .map(|_| {
                    let lit = *random.choose(&lits);
                    if random.percent(50) { lit } else { !lit }
                })
                .collect();
            let out = match random.between(0, 2) {
                0 => gate::and(&mut formula, &inputs),
                1 => gate::or(&mut formula, &inputs),
                _ => {
                    let out = formula.new_lit();
                    let (a, b) = (inputs[0], *random.choose(&lits));
                    for clause in [[!out, a, b], [!out, !a, !b], [out, !a, b], [out, a, !b]] {
                        formula.add_clause(&clause);
                    }
                    out
                }
            };
            lits.push(out);
        }
        let demanded = *random.choose(&lits);
        formula.add_clause(&[demanded]);
        before += formula.var_count() - kept;
        after += check(&formula, kept);
    }
    assert!(after * 10 < before, "{before} {after}");
}

#[test]
fn a_gate_that_is_needed_in_one_direction_is_clauses_of_that() {
    let mut formula = Formula::new();
    let inputs: Vec<Lit> = (0..20).map(|_| formula.new_lit()).collect();
    let all = gate::and(&mut formula, &inputs[..10]);
    let some = gate::or(&mut formula, &inputs[10..]);
    let both = gate::and(&mut formula, &[all, some]);
    let when = formula.new_lit();
    formula.add_clause(&[!when, both]);
    let left = eliminate(&formula, &|it| it.index() < 20 || it == when.var()).formula;
    let lengths: BTreeSet<_> = left.clauses().map(<[Lit]>::len).collect();
    assert_eq!(left.clause_count(), 11);
    assert_eq!(lengths, BTreeSet::from([2, 11]));
}

#[test]
fn a_chain_of_equivalences_is_one() {
    let mut formula = Formula::new();
    let lits: Vec<_> = (0..10_000).map(|_| formula.new_lit()).collect();
    for it in lits.windows(2) {
        gate::equals(&mut formula, it[0], it[1]);
    }
    let last = lits[9_999].var();
    let left = eliminate(&formula, &|it| it.index() == 0 || it == last).formula;
    assert_eq!(left.clause_count(), 2);
}
