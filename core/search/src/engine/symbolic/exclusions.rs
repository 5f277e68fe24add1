//! Lengths that bounds on growth exclude have no bad run, as many are excluded as the two segments of a run tell, and what is found of the
//! next length is a run.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeSet;
use std::rc::Rc;

use super::tests::Listed;
use super::{Bmc, GrowthBound, GrowthExclusion, Run, fastest_run};
use crate::engine::Backend;
use crate::sat::{self, Answer};
use crate::symbolic::{Bit, Counter, Relation};
use lockstep_core::generate::Random;

/// The greatest number that is counted to.
const NUMBERS: usize = 9;
/// How far is looked.
const FAR: usize = 60;

/// A number in order encoding, and behind its bits those of a phase.
fn state(number: usize, phase: usize) -> usize {
    ((1 << number) - 1) | phase << NUMBERS
}

/// Counts to a number, one further each time that some phases are over; some steps lead elsewhere.
fn phased(random: &mut Random) -> (Listed, Relation) {
    let phases = random.between(1, 4);
    let mut steps = Vec::new();
    for number in 0..=NUMBERS {
        for phase in 0..phases {
            let next = (phase + 1) % phases;
            let to = number + usize::from(next == 0);
            if to <= NUMBERS {
                steps.push((state(number, phase), state(to, next)));
            }
        }
    }
    for _ in 0..random.between(0, 8) {
        let from = random.between(0, NUMBERS);
        let to = random.between(from.saturating_sub(3), from);
        let [phase, next] = [(); 2].map(|()| random.between(0, phases - 1));
        steps.push((state(from, phase), state(to, next)));
    }
    let bad = (random.between(1, NUMBERS), random.between(0, phases - 1));
    let listed = Listed {
        bits: NUMBERS + 2,
        starts: vec![state(0, random.between(0, phases - 1))],
        steps,
        bad: vec![state(bad.0, bad.1)],
    };
    let level = |index| vec![Bit { index, value: true }];
    let relation = Relation {
        counters: vec![Counter {
            levels: (0..NUMBERS).map(level).collect(),
        }],
        ..listed.relation()
    };
    (listed, relation)
}

/// Of each number of steps whether a run of so many is bad.
fn bad_after(listed: &Listed) -> Vec<bool> {
    let mut layer: BTreeSet<_> = listed.starts.iter().copied().collect();
    let mut all = Vec::new();
    for _ in 0..=FAR {
        all.push(listed.bad.iter().any(|it| layer.contains(it)));
        let next = listed.steps.iter().filter(|it| layer.contains(&it.0));
        layer = next.map(|it| it.1).collect();
    }
    all
}

fn is_refuted(formula: &crate::cnf::Formula) -> bool {
    let mut solver = sat::ALL[0].create(None);
    solver.read_formula(formula, &mut 0);
    matches!(solver.solve(), Ok(Answer::Unsatisfiable(_)))
}

/// Whether this is a run that is bad after so many steps.
fn is_bad_run(listed: &Listed, run: &Run, steps: usize) -> bool {
    let bits = |state: &Vec<bool>| {
        let ones = state.iter().enumerate().filter(|it| *it.1);
        ones.map(|(at, _)| 1 << at).sum::<usize>()
    };
    let states: Vec<_> = run.states.iter().map(bits).collect();
    // A step's choices are the bits of its number in the list.
    let chosen = run.choices[1..].iter().map(bits);
    let goes = states.windows(2).map(|it| (it[0], it[1]));
    states.len() == steps + 1
        && run.choices.len() == states.len()
        && listed.starts.contains(&states[0])
        && listed.bad.contains(&states[steps])
        && goes
            .zip(chosen)
            .all(|(step, number)| listed.steps[number] == step)
}

#[test]
fn what_is_excluded_has_no_bad_run_and_is_what_the_segments_tell() {
    let backend: Backend<'_> = &|stop| sat::ALL[0].create(Some(stop));
    let (mut some, mut tight, mut found, mut always) = (0, 0, 0, 0);
    for seed in 0..150 {
        let (listed, relation) = phased(&mut Random::new(seed));
        let bounds = GrowthBound::all(&relation, backend, u64::MAX, &|| false).0;
        let bounds: Rc<[_]> = bounds.into();
        let bad = bad_after(&listed);
        let longest = |most| {
            GrowthExclusion::longest(&relation, &bounds, most, backend, u64::MAX, &|| false).0
        };
        let excluded = longest(FAR);
        let first = GrowthExclusion::SHORTEST;
        for steps in 0..=FAR {
            let is_excluded = excluded.is_some_and(|it| it.excludes(steps));
            let is_first = bad[steps] && !bad[..steps].contains(&true);
            assert!(!is_excluded || !is_first, "seed {seed}: {steps}");
            assert!(!is_excluded || steps >= first);
        }
        // As many as there are, but none where all are, and where less is asked for less.
        let next = excluded.map_or(first, |it| it.longest + 1);
        let is_open = |longest| {
            let it = GrowthExclusion { longest };
            !is_refuted(&it.negation(&relation, &bounds))
        };
        let is_limited = is_open(GrowthExclusion::FARTHEST);
        assert!(is_limited || excluded.is_none(), "seed {seed}");
        assert!(!is_limited || next > FAR || is_open(next), "seed {seed}");
        always += usize::from(!is_limited);
        let Some(excluded) = excluded else {
            continue;
        };
        let negation = excluded.negation(&relation, &bounds);
        sat::proof::certify(&negation, &[], None).unwrap();
        let disorder = GrowthBound::disorder(&relation, 0);
        sat::proof::certify(&disorder, &[], None).unwrap();
        for most in [first, first + 1, excluded.longest, FAR / 2] {
            let less = longest(most).map(|it| it.longest);
            assert_eq!(
                less,
                Some(most.min(excluded.longest)),
                "seed {seed}: {most}"
            );
        }
        some += 1;
        let nearest = bad.iter().position(|&it| it).filter(|&it| it >= first);
        tight += usize::from(nearest == Some(excluded.longest + 1));
        // Nothing is found where there is nothing, and what is found is a run.
        let end = (excluded.longest + 1, &[][..]);
        let all = (backend, u64::MAX);
        if let (Some(run), _) = fastest_run(&relation, &bounds, end, all, &|| false) {
            assert!(bad[end.0], "seed {seed}");
            assert!(is_bad_run(&listed, &run, end.0), "seed {seed}: {run:?}");
            found += 1;
        }
        // An unrolling that has passed over what is excluded finds the same.
        if let Some(nearest) = nearest {
            let mut bmc = Bmc::new(&relation, &bounds, sat::ALL[0].create(None));
            while bmc.depth() <= excluded.longest {
                bmc.is_good();
                bmc.extend();
            }
            while bmc.bad().unwrap().is_none() {
                bmc.extend();
            }
            assert_eq!(bmc.depth(), nearest, "seed {seed}");
        }
    }
    assert!(
        some > 40 && tight > 25 && found > 20 && always > 5,
        "{some} {tight} {found} {always}"
    );
}

#[test]
fn growth_within_some_steps_never_falls_and_is_no_less_than_what_happens() {
    let backend: Backend<'_> = &|stop| sat::ALL[0].create(Some(stop));
    for seed in 0..50 {
        let (listed, relation) = phased(&mut Random::new(seed));
        let bounds = GrowthBound::all(&relation, backend, u64::MAX, &|| false).0;
        let within = GrowthBound::growth_within(&bounds, 0, FAR).unwrap();
        assert!(within.is_sorted());
        assert_eq!(within[0], 0);
        let number = |state: usize| (state & ((1 << NUMBERS) - 1)).count_ones() as usize;
        let from: BTreeSet<_> = listed.steps.iter().map(|it| it.0).collect();
        for first in from {
            let mut layer = BTreeSet::from([first]);
            for &most in &within {
                let last = layer.iter().map(|&it| number(it)).max();
                assert!(
                    last.is_none_or(|it| it <= number(first) + most),
                    "seed {seed}"
                );
                let next = listed.steps.iter().filter(|it| layer.contains(&it.0));
                layer = next.map(|it| it.1).collect();
            }
        }
    }
    assert_eq!(GrowthBound::growth_within(&[], 0, FAR), None);
}

#[test]
fn steps_among_states_whose_levels_are_out_of_order_are_seen() {
    let is_ordered = |states: [usize; 2]| {
        let listed = Listed {
            bits: 3,
            starts: vec![0],
            steps: vec![(0, 1), (states[0], states[1]), (1, 0b11)],
            bad: vec![0b111],
        };
        let level = |index| vec![Bit { index, value: true }];
        let relation = Relation {
            counters: vec![Counter {
                levels: (0..3).map(level).collect(),
            }],
            ..listed.relation()
        };
        is_refuted(&GrowthBound::disorder(&relation, 0))
    };
    assert!(is_ordered([0b11, 0b111]));
    assert!(!is_ordered([0b10, 0b111]));
    assert!(!is_ordered([0b11, 0b101]));
}
