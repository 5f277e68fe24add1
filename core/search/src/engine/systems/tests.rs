//! A visit finds what is nearest, and says where it knows too little.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;

use super::*;
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::encode::symbolic::{Bits, Word};
use crate::engine::{Limits, Stop, Unwatched};
use crate::symbolic::Step;

/// A walk over numbers: from n one goes to n + 1 and n · 2, up to a last one.
pub(super) struct Numbers {
    pub last: i64,
    pub wanted: i64,
    /// Of this one nobody knows all steps.
    pub dark: Option<i64>,
}

impl Space for Numbers {
    fn starts(&self, _: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        visit(&[1]).is_continue()
    }

    fn steps(&self, at: &[i64], _: &Meter<'_>, visit: &mut dyn FnMut(&[i64]) -> Flow) -> bool {
        for next in [at[0] + 1, at[0] * 2] {
            if next <= self.last && visit(&[next]).is_break() {
                break;
            }
        }
        self.dark != Some(at[0])
    }

    fn counts(&self, _at: &[i64]) -> bool {
        true
    }

    fn look(&self, at: &[i64]) -> Look {
        match at[0] == self.wanted {
            true => Look::Wanted,
            false => Look::Other,
        }
    }

    fn seeks_ends(&self) -> bool {
        false
    }
}

fn visited(space: &Numbers, within: Option<u32>) -> Finding {
    let mut visit = Visit::new(space, within);
    let limits = Limits::default();
    loop {
        if let Some(finding) = visit.go_on(3, &limits, &mut Unwatched) {
            return finding;
        }
    }
}

#[test]
fn what_is_found_is_nearest_and_what_is_not_says_why() {
    let mut space = Numbers {
        last: 100,
        wanted: 11,
        dark: None,
    };
    let found = visited(&space, None);
    assert_eq!((found.depth, found.shortest), (5, true));
    let way: Vec<i64> = match found.way.unwrap() {
        Way::States(states) => states.iter().map(|it| it[0]).collect(),
        Way::Bits(..) => panic!("nobody asked formulas"),
    };
    assert_eq!((way[0], way[5], way.len()), (1, 11, 6));
    assert!(visited(&space, Some(5)).way.is_some());
    let near = visited(&space, Some(4));
    assert_eq!((near.way, near.coverage), (None, Coverage::Bound));
    space.wanted = 200;
    let never = visited(&space, None);
    assert_eq!(never.coverage, Coverage::Every);
    assert_eq!(never.evidence, Evidence::Visited(100));
    space.dark = Some(90);
    let open = visited(&space, None);
    assert!(matches!(open.coverage, Coverage::Open(_)));
    assert_eq!(open.evidence, Evidence::None);
    space.wanted = 100;
    assert!(visited(&space, None).shortest, "90 is met later than 100");
    space.dark = Some(2);
    assert!(!visited(&space, None).shortest);
}

#[test]
fn memory_ends_a_visit_before_it_is_exceeded() {
    let space = Numbers {
        last: 1_000_000,
        wanted: 0,
        dark: None,
    };
    for memory in [30_000, 100_000, 1_000_000] {
        let limits = Limits {
            memory,
            ..Limits::default()
        };
        let mut visit = Visit::new(&space, None);
        let finding = loop {
            assert!(visit.bytes() <= memory);
            if let Some(finding) = visit.go_on(1, &limits, &mut Unwatched) {
                break finding;
            }
        };
        assert_eq!(finding.coverage, Coverage::Open(Stop::Memory));
        assert_eq!((finding.way, finding.evidence), (None, Evidence::None));
        let reached = finding.reached;
        assert!(reached.states > 100 && reached.bytes > 0 && reached.bytes <= memory);
        assert!(u64::from(reached.depth) < reached.states);
    }
}

/// A number that grows by one for ever, and is never negative: at every width a run goes beyond it.
struct Growing;

impl Formulas for Growing {
    fn relation(&self, width: usize) -> Option<Relation> {
        let state = || {
            let mut formula = Formula::new();
            let bits: Vec<Lit> = (0..=width).map(|_| formula.new_lit()).collect();
            (formula, bits)
        };
        let (mut initial, start) = state();
        for &bit in &start {
            initial.add_clause(&[!bit]);
        }
        let (mut formula, now) = state();
        let mut gates = Bits::new(&mut formula);
        gates.demand(&[!now[0]]);
        let one = Word::constant(&gates, 1, 2);
        let sum = Word(now[1..].to_vec()).plus(&mut gates, &one);
        let fitting = sum.word.0.iter().map(|&it| gates.and(it, !sum.overflow));
        let next: Vec<Lit> = [sum.overflow].into_iter().chain(fitting).collect();
        let holds = gates.holds();
        drop(gates);
        let step = Step {
            formula,
            holds,
            next,
            inputs: Vec::new(),
            choices: Vec::new(),
        };
        let (mut property, last) = state();
        let mut gates = Bits::new(&mut property);
        let bad = gates.or(last[0], last[width]);
        drop(gates);
        Some(Relation {
            bits: width + 1,
            initial,
            step,
            start_choices: Vec::new(),
            property,
            bad,
            counters: Vec::new(),
            transition: std::cell::OnceCell::new(),
        })
    }

    fn widths(&self) -> Vec<usize> {
        vec![4, 8, 16, 32, 64]
    }
}

#[test]
fn a_search_without_end_comes_to_an_end() {
    let space = Numbers {
        last: i64::MAX / 4,
        wanted: 0,
        dark: None,
    };
    let budget = Budget {
        choice: Choice::Auto,
        within: None,
        head_start: HEAD_START,
        limits: Limits {
            states: 30_000,
            solving: 2,
            ..Limits::default()
        },
    };
    let asked = Cell::new(0_u64);
    let stop = || {
        asked.set(asked.get() + 1);
        false
    };
    let found = search(
        &space,
        &Growing,
        &budget,
        &|stop| crate::sat::ALL[0].create(Some(stop)),
        &stop,
        &mut Unwatched,
    )
    .unwrap();
    assert_eq!((found.way, found.evidence), (None, Evidence::None));
    assert!(matches!(found.coverage, Coverage::Open(_)));
    assert!(asked.get() < 20_000, "{}", asked.get());
}
