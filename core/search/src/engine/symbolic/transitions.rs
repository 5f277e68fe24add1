//! Transitions allow what steps do, and it is shown that they do.
#![allow(clippy::unwrap_used)]

use std::cell::OnceCell;

use super::follow_transition;
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::encode::symbolic::Bits;
use crate::sat::{self, Answer};
use crate::symbolic::{Relation, Step, Taken, Transition};
use lockstep_core::generate::Random;

/// The bits of a state.
const BITS: usize = 3;

/// A step with two inputs and some gates, which demands two clauses.
fn random(random: &mut Random) -> Step {
    let mut formula = Formula::new();
    let mut lits: Vec<_> = (0..BITS).map(|_| formula.new_lit()).collect();
    let mut bits = Bits::new(&mut formula);
    lits.extend([bits.free(), bits.free()]);
    let any = |lits: &[Lit], random: &mut Random| {
        let lit = *random.choose(lits);
        if random.percent(50) { lit } else { !lit }
    };
    for _ in 0..random.between(0, 12) {
        let [a, b, c] = [(); 3].map(|()| any(&lits, random));
        lits.push(match random.between(0, 3) {
            0 => bits.and(a, b),
            1 => bits.xor(a, b),
            2 => bits.choose(a, b, c),
            _ => bits.constant(random.percent(50)),
        });
    }
    for _ in 0..random.between(0, 2) {
        let clause = [(); 3].map(|()| any(&lits, random));
        bits.demand(&clause);
    }
    let next = (0..BITS).map(|_| any(&lits, random)).collect();
    let choices = (0..2).map(|_| any(&lits, random)).collect();
    let (holds, inputs) = (bits.holds(), bits.inputs().to_vec());
    drop(bits);
    Step {
        formula,
        holds,
        next,
        inputs,
        choices,
    }
}

fn relation(step: Step) -> Relation {
    let mut any = Formula::new();
    let bits: Vec<_> = (0..BITS).map(|_| any.new_lit()).collect();
    Relation {
        bits: BITS,
        initial: any.clone(),
        step,
        start_choices: Vec::new(),
        property: any,
        bad: bits[0],
        counters: Vec::new(),
        transition: OnceCell::new(),
    }
}

/// Whether a formula can hold where literals have the values that the bits of a number say.
fn can_hold(formula: &Formula, lits: &[Lit], number: usize) -> bool {
    let mut solver = sat::ALL[0].create(None);
    solver.read_formula(formula, &mut 0);
    let values = lits.iter().enumerate();
    let values: Vec<_> = values
        .map(|(at, &lit)| if number >> at & 1 == 1 { lit } else { !lit })
        .collect();
    matches!(solver.solve_under(&values), Ok(Answer::Satisfiable(_)))
}

#[test]
fn a_transition_allows_what_the_step_does_with_the_same_choices_and_no_more() {
    let (mut can, mut cannot) = (0, 0);
    for seed in 0..100 {
        let relation = relation(random(&mut Random::new(seed)));
        assert!(follow_transition(&relation, None).is_ok(), "seed {seed}");
        // The step with its gates, and what is left of it.
        let mut whole = Formula::new();
        let (now, next) = (relation.state(&mut whole), relation.state(&mut whole));
        let onward = relation.step_into(&mut whole, &now, &next);
        let all = [now, next, vec![onward.holds], onward.choices].concat();
        let mut left = Formula::new();
        let (now, next) = (relation.state(&mut left), relation.state(&mut left));
        let Taken { taken, choices } = relation.transition().write(&mut left, &now, &next);
        let own = [now, next, vec![taken], choices].concat();
        for number in 0..1 << own.len() {
            // Where it is not taken it says less than the step: that the step is not possible is not said.
            let is_taken = number >> (2 * BITS) & 1 == 1;
            let holds = can_hold(&left, &own, number);
            let can_be = can_hold(&whole, &all, number);
            if is_taken {
                assert_eq!(holds, can_be, "seed {seed}, {number:b}");
            } else {
                let possible = can_hold(&whole, &all, number | 1 << (2 * BITS));
                assert_eq!(holds, can_be || possible, "seed {seed}, {number:b}");
            }
            *if holds { &mut can } else { &mut cannot } += 1;
        }
    }
    assert!(can > 1_000 && cannot > 1_000, "{can} {cannot}");
}

#[test]
fn a_transition_that_allows_less_is_not_shown_to_follow() {
    let mut refused = 0;
    for seed in 0..60 {
        let step = random(&mut Random::new(seed));
        let relation = relation(step.clone());
        // One that also demands the first bit of the state.
        let mut less = step;
        let first = crate::cnf::Var::from_index(0).positive();
        less.formula.add_clause(&[first]);
        let set = relation.transition.set(Transition::of(BITS, &less));
        assert!(set.is_ok());
        refused += usize::from(follow_transition(&relation, None).is_err());
    }
    assert_eq!(refused, 60);
}
