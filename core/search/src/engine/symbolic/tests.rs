//! On random relations over a few bits, everybody agrees with a visit of all states.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::rc::Rc;

use super::*;
use crate::cnf::{ClauseSink, Formula, Lit, Var};
use crate::encode::symbolic::Bits;
use crate::engine::Unwatched;
use crate::sat;
use crate::symbolic::{Bit, Counter, Relation, Step};
use lockstep_core::generate::Random;

/// A relation given by its lists of states, each a number below 2^bits.
pub(super) struct Listed {
    pub bits: usize,
    pub starts: Vec<usize>,
    pub steps: Vec<(usize, usize)>,
    pub bad: Vec<usize>,
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

    pub(super) fn relation(&self) -> Relation {
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
            counters: Vec::new(),
            transition: std::cell::OnceCell::new(),
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
        let mut bmc = Bmc::new(&relation, &Rc::default(), solver());
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
fn lengths_that_are_asked_about_at_once_are_those_asked_one_by_one() {
    let (mut found, mut ends) = (0, 0);
    for seed in 0..3_000 {
        let random = &mut Random::new(seed);
        // Half of them with bounds on growth; where a step is not possible, the state behind it is any.
        let (listed, relation) = match seed % 2 {
            0 => {
                let listed = Listed::random(random);
                let relation = listed.relation();
                (listed, relation)
            }
            _ => ordered(random),
        };
        let backend: crate::engine::Backend<'_> = &|stop| sat::ALL[0].create(Some(stop));
        let growth_bounds = GrowthBound::all(&relation, backend, u64::MAX, &|| false).0;
        let expected = listed.depth();
        let mut bmc = Bmc::new(&relation, &growth_bounds.into(), sat::ALL[0].create(None));
        // The states after so many steps, whichever they were.
        let mut layer: std::collections::BTreeSet<_> = listed.starts.iter().copied().collect();
        let mut goes_on = |steps: usize| {
            for _ in 0..steps {
                let next = listed.steps.iter().filter(|it| layer.contains(&it.0));
                layer = next.map(|it| it.1).collect();
            }
            !layer.is_empty()
        };
        loop {
            let depth = bmc.depth();
            let steps = random.between(0, 6);
            bmc.look_ahead(steps);
            let mut last = steps;
            let mut nearest = None;
            while let Some((at, run)) = bmc.bad_ahead(last).unwrap() {
                assert_eq!(run.states.len(), depth + at + 1, "seed {seed}");
                assert!(listed.bad.contains(&number(&run.states[depth + at])));
                assert!(at <= last, "seed {seed}");
                nearest = Some(at);
                let Some(shorter) = at.checked_sub(1) else {
                    break;
                };
                last = shorter;
            }
            let wanted = expected.map(|it| it - depth).filter(|&it| it <= steps);
            assert_eq!(nearest, wanted, "seed {seed}, from {depth} by {steps}");
            if let Some(at) = nearest {
                for _ in 0..at {
                    bmc.is_good();
                    bmc.extend();
                }
                let run = bmc.bad_where(&[]).unwrap().expect("it was there before");
                assert_eq!(run.states.len(), depth + at + 1, "seed {seed}");
                assert!(listed.bad.contains(&number(&run.states[depth + at])));
                found += 1;
                break;
            }
            bmc.is_good_ahead(steps);
            let is_any = bmc.any(steps).unwrap();
            assert_eq!(
                is_any,
                goes_on(steps),
                "seed {seed}, from {depth} by {steps}"
            );
            if !is_any {
                ends += 1;
                break;
            }
            if depth > 1 << relation.bits {
                break;
            }
            for _ in 0..=steps {
                bmc.extend();
            }
            if !goes_on(1) {
                break;
            }
        }
    }
    assert!(found > 600 && ends > 200, "{found} {ends}");
}

/// Numbers up to 4 in order encoding, which steps change by little, and the relation with its counter.
fn ordered(random: &mut Random) -> (Listed, Relation) {
    let numbers = [0b0000, 0b0001, 0b0011, 0b0111, 0b1111];
    let count = random.between(1, 8);
    let mut steps = Vec::new();
    for _ in 0..count {
        let from = random.between(0, 4);
        let to = random.between(from.saturating_sub(2), (from + 1).min(4));
        steps.push((numbers[from], numbers[to]));
    }
    let listed = Listed {
        bits: 4,
        starts: vec![numbers[random.between(0, 1)]],
        steps,
        bad: vec![numbers[random.between(2, 4)]],
    };
    let level = |index| vec![Bit { index, value: true }];
    let counter = Counter {
        levels: (0..4).map(level).collect(),
    };
    let relation = Relation {
        counters: vec![counter],
        ..listed.relation()
    };
    (listed, relation)
}

/// That a counter with one bit for each level grows by more than so much, in some steps from anywhere.
fn grows_more(listed: &Listed, growth: GrowthBound) -> bool {
    let mut pairs: Vec<_> = (0..1 << listed.bits).map(|it| (it, it)).collect();
    for _ in 0..growth.steps {
        let next = pairs.iter().flat_map(|&(first, now)| {
            let steps = listed.steps.iter().filter(move |it| it.0 == now);
            steps.map(move |it| (first, it.1))
        });
        pairs = next.collect();
    }
    pairs.iter().any(|(first, last)| {
        (0..listed.bits - growth.most)
            .any(|level| last >> (level + growth.most) & 1 == 1 && first >> level & 1 == 0)
    })
}

#[test]
fn what_is_said_of_growth_is_so_from_every_state_and_no_less() {
    let (mut found, mut longer) = (0, 0);
    for seed in 0..3_000 {
        let random = &mut Random::new(seed);
        let (listed, relation) = ordered(random);
        let backend: crate::engine::Backend<'_> = &|stop| sat::ALL[0].create(Some(stop));
        let (all, _) = GrowthBound::all(&relation, backend, u64::MAX, &|| false);
        assert!(!all.is_empty(), "seed {seed}");
        for growth in all {
            assert!(!grows_more(&listed, growth), "seed {seed}: {growth:?}");
            sat::proof::certify(&growth.negation(&relation), &[], None).unwrap();
            if let Some(most) = growth.most.checked_sub(1).filter(|_| growth.steps == 1) {
                assert!(
                    grows_more(&listed, GrowthBound { most, ..growth }),
                    "seed {seed}"
                );
            }
            found += 1;
            longer += usize::from(growth.steps > 1 && growth.most > 0);
        }
    }
    assert!(found > 3_000 && longer > 100, "{found} {longer}");
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
        let bit = |index| Bit {
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
