//! On random relations over a few bits, everybody agrees with a visit of all states.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;

use super::*;
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::encode::symbolic::Bits;
use crate::engine::Unwatched;
use crate::sat;
use crate::symbolic::{Relation, Step};
use lockstep_core::generate::Random;

/// A relation given by its lists of states, each a number below 2^bits.
struct Listed {
    bits: usize,
    starts: Vec<usize>,
    steps: Vec<(usize, usize)>,
    bad: Vec<usize>,
}

fn is(bits: usize, number: usize, first: usize) -> Vec<Lit> {
    let bit = |at: usize| Var::from_index(first + at).lit(number >> at & 1 == 1);
    (0..bits).map(bit).collect()
}

/// Demands one of several conjunctions.
fn one_of(formula: &mut Formula, all: &[Vec<Lit>]) {
    let mut some = Vec::new();
    for conjunction in all {
        let chosen = formula.new_lit();
        for &lit in conjunction {
            formula.add_clause(&[!chosen, lit]);
        }
        some.push(chosen);
    }
    formula.add_clause(&some);
}

impl Listed {
    fn random(random: &mut Random) -> Self {
        let bits = random.between(1, 4);
        let count = 1 << bits;
        let state = |random: &mut Random| random.between(0, count - 1);
        let many = |random: &mut Random, most: usize| {
            let count = random.between(1, most);
            (0..count).map(|_| state(random)).collect::<Vec<_>>()
        };
        let starts = many(random, 2);
        let bad = many(random, 2);
        let steps = random.between(1, 2 * count);
        let steps = (0..steps).map(|_| (state(random), state(random)));
        Self {
            bits,
            starts,
            bad,
            steps: steps.collect(),
        }
    }

    /// Inputs choose one of the steps by its number; it is possible where it begins here.
    fn step(&self) -> Step {
        let mut formula = Formula::new();
        let now: Vec<Lit> = (0..self.bits).map(|_| formula.new_lit()).collect();
        let mut gates = Bits::new(&mut formula);
        let inputs: Vec<Lit> = (0..6).map(|_| gates.free()).collect();
        let is = |gates: &mut Bits<'_>, lits: &[Lit], number: usize| {
            let bits = lits.iter().enumerate();
            let each = bits.map(|(at, &lit)| if number >> at & 1 == 1 { lit } else { !lit });
            gates.all(each)
        };
        let mut possible = gates.constant(false);
        let mut next = vec![possible; self.bits];
        for (number, &(from, to)) in self.steps.iter().enumerate() {
            let chosen = is(&mut gates, &inputs, number);
            let here = is(&mut gates, &now, from);
            let taken = gates.and(chosen, here);
            possible = gates.or(possible, taken);
            for (at, bit) in next.iter_mut().enumerate() {
                let value = gates.constant(to >> at & 1 == 1);
                *bit = gates.choose(chosen, value, *bit);
            }
        }
        gates.demand(&[possible]);
        let holds = gates.holds();
        drop(gates);
        Step {
            formula,
            holds,
            next,
            choices: inputs.clone(),
            inputs,
        }
    }

    fn relation(&self) -> Relation {
        let bits = self.bits;
        let with = |vars: usize| {
            let mut formula = Formula::new();
            for _ in 0..vars {
                formula.new_var();
            }
            formula
        };
        let mut initial = with(bits);
        let starts: Vec<_> = self.starts.iter().map(|&it| is(bits, it, 0)).collect();
        one_of(&mut initial, &starts);
        let step = self.step();
        let mut property = with(bits);
        let bad = property.new_lit();
        for number in 0..1 << bits {
            let mut clause: Vec<_> = is(bits, number, 0).iter().map(|&lit| !lit).collect();
            clause.push(if self.bad.contains(&number) {
                bad
            } else {
                !bad
            });
            property.add_clause(&clause);
        }
        Relation {
            bits,
            initial,
            step,
            start_choices: Vec::new(),
            property,
            bad,
        }
    }

    /// The steps of a shortest run into a bad state.
    fn depth(&self) -> Option<usize> {
        let mut depths: BTreeMap<_, _> = self.starts.iter().map(|&it| (it, 0)).collect();
        loop {
            let mut found = depths.clone();
            for &(now, next) in &self.steps {
                if let Some(&depth) = depths.get(&now) {
                    let nearest = found.entry(next).or_insert(depth + 1);
                    *nearest = (*nearest).min(depth + 1);
                }
            }
            if found == depths {
                break;
            }
            depths = found;
        }
        self.bad
            .iter()
            .filter_map(|it| depths.get(it))
            .copied()
            .min()
    }
}

fn number(state: &State) -> usize {
    let bits = state.iter().enumerate();
    bits.map(|(at, &bit)| usize::from(bit) << at).sum()
}

#[test]
fn everybody_agrees_with_a_visit_of_all_states() {
    let (mut never, mut found) = (0, 0);
    for seed in 0..1_500 {
        let listed = Listed::random(&mut Random::new(seed));
        let relation = listed.relation();
        let expected = listed.depth();
        for backend in sat::ALL {
            let solvers = || backend.create(None);
            let mut ic3 = Ic3::new(&relation, &solvers);
            match ic3.run(&mut Unwatched).unwrap() {
                Proved::Never(invariant) => {
                    assert_eq!(expected, None, "seed {seed}");
                    certify(&relation, &invariant, u64::MAX, None).unwrap();
                    never += 1;
                }
                Proved::Reachable { steps, .. } => {
                    let shortest = expected.unwrap_or(usize::MAX);
                    assert!(shortest <= steps, "seed {seed}: {shortest} {steps}");
                    found += 1;
                }
            }
        }
        let solver = || sat::ALL[0].create(None);
        let mut bmc = Bmc::new(&relation, solver());
        let mut induction = Induction::new(&relation, solver());
        // Every state once is as long as it takes.
        for depth in 0..=1 << relation.bits {
            if let Some(run) = bmc.bad().unwrap() {
                assert_eq!(expected, Some(depth), "seed {seed}");
                let run: Vec<_> = run.states.iter().map(number).collect();
                assert!(listed.starts.contains(&run[0]) && listed.bad.contains(&run[depth]));
                let pairs = run.windows(2).map(|it| (it[0], it[1]));
                assert!(pairs.into_iter().all(|it| listed.steps.contains(&it)));
                break;
            }
            if induction.holds().unwrap() {
                assert_eq!(expected, None, "seed {seed}");
                sat::proof::certify(induction.formula(), &[], None).unwrap();
                break;
            }
            assert!(
                depth < 1 << relation.bits,
                "seed {seed}: neither found nor excluded"
            );
            bmc.extend();
        }
    }
    assert!(never > 500 && found > 500, "{never} {found}");
}

#[test]
fn a_wrong_invariant_is_refused() {
    let listed = Listed {
        bits: 2,
        starts: vec![0],
        steps: vec![(0, 1), (1, 2)],
        bad: vec![3],
    };
    let relation = listed.relation();
    let cube = |number: usize| -> crate::symbolic::Cube {
        let bit = |index| crate::symbolic::Bit {
            index,
            value: number >> index & 1 == 1,
        };
        (0..2).map(bit).collect()
    };
    let check = |excluded: &[usize]| {
        let invariant = Invariant {
            excluded: excluded.iter().map(|&it| cube(it)).collect(),
        };
        certify(&relation, &invariant, u64::MAX, None).is_ok()
    };
    assert!(check(&[3]));
    assert!(!check(&[]), "it must exclude the bad state");
    assert!(!check(&[3, 0]), "it must hold at the start");
    assert!(!check(&[3, 2]), "no step may leave it");
}
