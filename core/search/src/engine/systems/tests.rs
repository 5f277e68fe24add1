//! A visit finds what is nearest, and says where it knows too little.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::rc::Rc;

use super::unrolling::Unrolling;
use super::*;
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::encode::symbolic::{Bits, Word};
use crate::engine::{Backend, Limits, Stop, Unwatched};
use crate::symbolic::{Bit, Counter, Step};

/// A walk over numbers: from n one goes to n + 1 and n · 2, up to a last one.
struct Numbers {
    last: i64,
    wanted: i64,
    /// Of this one nobody knows all steps.
    dark: Option<i64>,
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

/// A number that grows by one up to a last one, in order encoding.
struct Numbered {
    last: usize,
    wanted: usize,
    /// From this one on, two at least, states are cut: beyond what their bits can say.
    cut: Option<usize>,
    /// Whether engines are told that it is a number.
    is_told: bool,
}

impl Numbered {
    const MOST: usize = 127;

    /// A state: the bit that says that it is cut, and whether each number but 0 is reached.
    fn state() -> (Formula, Vec<Lit>) {
        let mut formula = Formula::new();
        let bits: Vec<Lit> = (0..=Self::MOST).map(|_| formula.new_lit()).collect();
        (formula, bits)
    }
}

impl Formulas for Numbered {
    fn relation(&self, _: usize) -> Option<Relation> {
        let (mut initial, start) = Self::state();
        for &bit in &start {
            initial.add_clause(&[!bit]);
        }
        let (mut formula, now) = Self::state();
        let mut gates = Bits::new(&mut formula);
        gates.demand(&[!now[self.last]]);
        let (never, always) = (gates.constant(false), gates.constant(true));
        let reached = now[1..Self::MOST].iter().copied();
        let is_cut = self.cut.map_or(never, |it| now[it - 1]);
        let next = [is_cut, always].into_iter().chain(reached).collect();
        let holds = gates.holds();
        drop(gates);
        let step = Step {
            formula,
            holds,
            next,
            inputs: Vec::new(),
            choices: Vec::new(),
        };
        let (mut property, at) = Self::state();
        let mut gates = Bits::new(&mut property);
        let is_wanted = gates.and(at[self.wanted], !at[self.wanted + 1]);
        let bad = gates.or(is_wanted, at[0]);
        drop(gates);
        let level = |index| vec![Bit { index, value: true }];
        let counter = Counter {
            levels: (1..=Self::MOST).map(level).collect(),
        };
        Some(Relation {
            bits: Self::MOST + 1,
            initial,
            step,
            start_choices: Vec::new(),
            property,
            bad,
            counters: self.is_told.then_some(counter).into_iter().collect(),
            transition: std::cell::OnceCell::new(),
        })
    }

    fn widths(&self) -> Vec<usize> {
        vec![1]
    }
}

/// What bounded model checking finds.
fn bounded(it: &Numbered, within: Option<u32>, backend: Backend<'_>) -> Finding {
    let space = Numbers {
        last: 0,
        wanted: 0,
        dark: None,
    };
    let budget = Budget {
        choice: Choice::Bounded,
        within,
        head_start: 0,
        limits: Limits {
            solving: 1_000_000,
            ..Limits::default()
        },
    };
    search(&space, it, &budget, backend, &|| false, &mut Unwatched).unwrap()
}

/// A solver that asks whether to stop as often as if each question were hard, and counts the questions.
struct Hard<'a> {
    solver: Box<dyn crate::sat::Solver + 'a>,
    stop: crate::sat::Stop<'a>,
    often: u64,
    questions: Rc<Cell<u64>>,
}

impl ClauseSink for Hard<'_> {
    fn new_var(&mut self) -> crate::cnf::Var {
        self.solver.new_var()
    }

    fn add_clause(&mut self, clause: &[Lit]) {
        self.solver.add_clause(clause);
    }
}

impl crate::sat::Solver for Hard<'_> {
    fn name(&self) -> &'static str {
        "hard"
    }

    fn solve_under(
        &mut self,
        assumptions: &[Lit],
    ) -> Result<crate::sat::Answer, crate::sat::Interrupted> {
        self.questions.set(self.questions.get() + 1);
        for _ in 0..self.often {
            if (self.stop)() {
                return Err(crate::sat::Interrupted);
            }
        }
        self.solver.solve_under(assumptions)
    }

    fn statistics(&self) -> crate::sat::Statistics {
        self.solver.statistics()
    }

    fn bytes(&self) -> u64 {
        self.solver.bytes()
    }

    fn limit_bytes(&mut self, most: u64) {
        self.solver.limit_bytes(most);
    }

    fn set_pause(&mut self, _: Option<crate::sat::Pause>) {}
}

#[test]
fn lengths_in_one_question_change_no_answer_and_save_questions() {
    let questions = Rc::new(Cell::new(0_u64));
    // With bounds on growth, without, and with windows that are given up.
    for (is_told, often) in [(true, 0), (false, 0), (true, 2_000)] {
        let asked = |last, wanted, within| {
            questions.set(0);
            let backend: Backend<'_> = &|stop| {
                Box::new(Hard {
                    solver: crate::sat::ALL[0].create(None),
                    stop,
                    often,
                    questions: Rc::clone(&questions),
                })
            };
            let it = Numbered {
                last,
                wanted,
                cut: None,
                is_told,
            };
            bounded(&it, within, backend)
        };
        for wanted in [3, 15, 16, 17, 18, 21, 30, 31, 47, 64, 100] {
            let depth = u32::try_from(wanted).unwrap();
            for within in [None, Some(depth), Some(depth + 1), Some(110)] {
                let found = asked(120, wanted, within);
                assert_eq!((found.depth, found.shortest), (depth, true), "{within:?}");
                let Some(Way::Bits(_, run)) = found.way else {
                    panic!("a run of bits");
                };
                assert_eq!(run.states.len(), wanted + 1);
                assert!(run.states[wanted][wanted] && !run.states[wanted][wanted + 1]);
            }
            let near = asked(120, wanted, Some(depth - 1));
            assert_eq!((near.way, near.coverage), (None, Coverage::Bound));
            assert!(matches!(near.evidence, Evidence::Proof { .. }));
        }
        for last in [3, 15, 16, 17, 19, 33, 64, 90] {
            let ends = u32::try_from(last).unwrap();
            for within in [None, Some(ends + 1), Some(ends + 7), Some(120)] {
                let never = asked(last, 125, within);
                let about = format!("{last} within {within:?}");
                assert_eq!(never.way, None, "{about}");
                // What growth excludes up to a bound is not asked further: that no run is longer is not found out then.
                let may_be_excluded = is_told && within.is_some() && last + 1 >= 16;
                match never.coverage {
                    Coverage::Bound => assert!(may_be_excluded, "{about}"),
                    coverage => assert_eq!(coverage, Coverage::Every, "{about}"),
                }
                assert!(matches!(never.evidence, Evidence::Proof { .. }), "{about}");
            }
        }
        assert_eq!(asked(120, 116, None).depth, 116);
        match (is_told, often) {
            // Two for each of the first 16 lengths, some for bounds and for what they exclude, then one for every four steps.
            (true, 0) => assert!(questions.get() < 90, "{}", questions.get()),
            _ => assert!(questions.get() > 200, "{}", questions.get()),
        }
    }
}

#[test]
fn pieces_are_longer_where_bounds_on_growth_are_known_and_a_bound_is_near() {
    // With the least work after which the bounds are known, and windows have been too hard where they are to be.
    let pieces = |within, is_told, often, is_hard: bool| {
        let backend: Backend<'_> = &|stop| {
            Box::new(Hard {
                solver: crate::sat::ALL[0].create(None),
                stop,
                often,
                questions: Rc::default(),
            })
        };
        // Runs end before what is wanted, which is not found out at once.
        let it = Numbered {
            last: 105,
            wanted: 110,
            cut: None,
            is_told,
        };
        let relation = it.relation(1).unwrap();
        let after = |work| {
            let mut unrolling = Unrolling::new(&relation, within, 0).without_induction();
            let before = unrolling.piece(3);
            let _ = unrolling.go_on(backend, work, &Limits::default(), &|| false);
            let is_there = unrolling.covered > 16 && (!is_hard || unrolling.window.is_none());
            let pieces = (before, unrolling.piece(3));
            is_there.then_some(pieces)
        };
        let mut works = (1..200).map(|it| it * often);
        works.find_map(after).expect("enough work")
    };
    assert_eq!(pieces(Some(112), true, 1, false), (3_200, 12_800));
    assert_eq!(pieces(None, true, 1, false), (3_200, 3_200));
    assert_eq!(pieces(Some(112), false, 1, false), (3_200, 3_200));
    // Windows were too hard.
    assert_eq!(pieces(Some(112), true, 300, true), (3_200, 3_200));
}

#[test]
fn a_cut_inside_a_window_is_no_answer_and_what_is_before_it_is_found() {
    for (is_told, often) in [(true, 0), (false, 0), (true, 2_000)] {
        let backend: Backend<'_> = &|stop| {
            Box::new(Hard {
                solver: crate::sat::ALL[0].create(None),
                stop,
                often,
                questions: Rc::default(),
            })
        };
        let found = |cut, wanted, within| {
            let it = Numbered {
                last: 120,
                wanted,
                cut: Some(cut),
                is_told,
            };
            bounded(&it, within, backend)
        };
        for cut in [5, 17, 18, 19, 23, 31, 40, 64] {
            let last = u32::try_from(cut).unwrap() - 1;
            for within in [None, Some(last), Some(last + 1), Some(last + 5), Some(110)] {
                let nearer = found(cut, cut - 1, within);
                assert_eq!((nearer.depth, nearer.shortest), (last, true), "{cut}");
                assert!(nearer.way.is_some());
                // A state that is cut and looked for is no answer either.
                for wanted in [cut, cut + 1, 100] {
                    let open = found(cut, wanted, within);
                    let about = format!("{cut} {wanted} {within:?}");
                    assert_eq!(open.way, None, "{about}");
                    let is_bound = within == Some(last);
                    assert_eq!(open.coverage == Coverage::Bound, is_bound, "{about}");
                    assert!(
                        is_bound || matches!(open.coverage, Coverage::Open(_)),
                        "{about}"
                    );
                }
            }
        }
    }
}
