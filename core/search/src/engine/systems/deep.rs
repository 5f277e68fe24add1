//! Deep runs: bounds on growth, lengths that are passed over, and several lengths in one question change no answer.
#![allow(clippy::unwrap_used)]

use std::cell::Cell;
use std::rc::Rc;

use super::growth::Growth;
use super::proofs;
use super::tests::Numbers;
use super::unrolling::{Piece, Unrolling};
use super::*;
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::encode::symbolic::Bits;
use crate::engine::symbolic::GrowthExclusion;
use crate::engine::{Backend, Limits, Unwatched};
use crate::sat::Answer;
use crate::symbolic::{Bit, Counter, Step};

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
        for levels in now[1..].windows(2) {
            gates.demand(&[!levels[1], levels[0]]);
        }
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

impl<'a> Hard<'a> {
    fn boxed(
        stop: crate::sat::Stop<'a>,
        often: u64,
        questions: &Rc<Cell<u64>>,
    ) -> Box<dyn crate::sat::Solver + 'a> {
        Box::new(Self {
            solver: crate::sat::ALL[0].create(None),
            stop,
            often,
            questions: Rc::clone(questions),
        })
    }
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

    fn solve_under(&mut self, assumptions: &[Lit]) -> Result<Answer, crate::sat::Interrupted> {
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
    for (is_told, often) in [(true, 0), (false, 0), (true, 300)] {
        let asked = |last, wanted, within| {
            questions.set(0);
            let backend: Backend<'_> = &|stop| Hard::boxed(stop, often, &questions);
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
            (true, _) => {}
            (false, _) => assert!(questions.get() > 200, "{}", questions.get()),
        }
    }
}

#[test]
fn pieces_are_longer_where_bounds_on_growth_are_known_and_a_bound_is_near() {
    // With the least work after which the bounds are known, and windows have been too hard where they are to be.
    let pieces = |within, is_told, often, is_hard: bool| {
        let backend: Backend<'_> = &|stop| Hard::boxed(stop, often, &Rc::default());
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
    for (is_told, often) in [(true, 0), (false, 0), (true, 300)] {
        let backend: Backend<'_> = &|stop| Hard::boxed(stop, often, &Rc::default());
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

#[test]
fn windows_find_what_single_lengths_find_where_nothing_is_passed_over() {
    let backend: Backend<'_> = &|stop| crate::sat::ALL[0].create(Some(stop));
    let mut cuts = 0;
    for (wanted, cut) in [17, 18, 20, 23, 31, 40, 64].into_iter().flat_map(|it| {
        [
            (it, None),
            (it, Some(it)),
            (it + 3, Some(it)),
            (it, Some(it + 1)),
        ]
    }) {
        let it = Numbered {
            last: 120,
            wanted,
            cut,
            is_told: true,
        };
        let relation = it.relation(1).unwrap();
        for within in [None, Some(90)] {
            let mut unrolling = Unrolling::new(&relation, within, 0).without_induction();
            let end = (0, within, &[][..]);
            let (growth, _, _) = Growth::look_for(&relation, end, (backend, u64::MAX), &|| false);
            let near = cut.unwrap_or(wanted).min(wanted) - 1;
            assert_eq!(growth.excluded, Some(GrowthExclusion { longest: near }));
            unrolling.growth = Some(Rc::new(Growth {
                excluded: None,
                ..growth
            }));
            let piece = unrolling.go_on(backend, 1_000_000, &Limits::default(), &|| false);
            match (piece, cut.is_some_and(|it| it <= wanted)) {
                (Piece::Found(run), false) => assert_eq!(run.states.len(), wanted + 1),
                (Piece::Cut, true) => {
                    assert_eq!(Some(unrolling.covered), cut);
                    cuts += 1;
                }
                _ => panic!("{wanted} {cut:?} {within:?}"),
            }
        }
    }
    assert!(cuts > 20, "{cuts}");
}

#[test]
fn the_formula_of_bad_runs_leaves_out_what_is_excluded_and_nothing_else() {
    for wanted in [3, 15, 16, 17, 24, 25, 30] {
        let it = Numbered {
            last: 120,
            wanted,
            cut: None,
            is_told: true,
        };
        let relation = it.relation(1).unwrap();
        for longest in [None, Some(16), Some(17), Some(24), Some(40)] {
            let known = Growth {
                bounds: Rc::default(),
                excluded: longest.map(|longest| GrowthExclusion { longest }),
            };
            let is_excluded = longest.is_some_and(|it| (16..=it).contains(&wanted));
            for depth in [wanted - 1, wanted, wanted + 1, wanted + 20] {
                let mut solver = crate::sat::ALL[0].create(None);
                solver.read_formula(&proofs::runs(&relation, depth, &known), &mut 0);
                let is_there = matches!(solver.solve(), Ok(Answer::Satisfiable(_)));
                let about = format!("{wanted} of {depth}, {longest:?}");
                assert_eq!(is_there, depth >= wanted && !is_excluded, "{about}");
            }
        }
    }
}
