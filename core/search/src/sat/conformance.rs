//! One suite for all solvers: whatever is in [`super::ALL`] must pass all of it.

use oorandom::Rand32;

use super::{ALL, Answer, Interrupted, Solver, named};
use crate::cnf::at_most_one::AtMostOne;
use crate::cnf::{Assignment, ClauseSink, Formula, Lit, Var};

/// Runs a test with a fresh solver of every kind, once unstoppable and once stoppable.
fn for_all(test: impl Fn(&mut dyn Solver)) {
    for backend in ALL {
        test(&mut *backend.create(None));
        test(&mut *backend.create(Some(&|| false)));
    }
}

fn lits<const N: usize>(sink: &mut (impl ClauseSink + ?Sized)) -> [Lit; N] {
    std::array::from_fn(|_| sink.new_lit())
}

fn satisfiable(answer: &Result<Answer, Interrupted>) -> bool {
    matches!(answer, Ok(Answer::Satisfiable(_)))
}

/// `pigeons` in `holes`: everybody sits somewhere, nobody shares. Unsatisfiable where pigeons are
/// too many, and hard to refute by resolution (Haken, 1985).
fn pigeonhole(sink: &mut (impl ClauseSink + ?Sized), pigeons: usize, holes: usize) {
    let sits: Vec<Vec<Lit>> = (0..pigeons)
        .map(|_| (0..holes).map(|_| sink.new_lit()).collect())
        .collect();
    for places in &sits {
        sink.add_clause(places);
    }
    for hole in 0..holes {
        let visitors: Vec<Lit> = sits.iter().map(|places| places[hole]).collect();
        AtMostOne::Pairwise.add(sink, &visitors);
    }
}

/// Clauses of one to three literals; about half of the formulas with four clauses per variable
/// are satisfiable.
fn random_clause(random: &mut Rand32, vars: u32) -> Vec<Lit> {
    let length = [1, 2, 2, 3, 3, 3, 3, 3][random.rand_range(0..8) as usize];
    (0..length).map(|_| random_lit(random, vars)).collect()
}

fn random_lit(random: &mut Rand32, vars: u32) -> Lit {
    let var = Var::from_index(random.rand_range(0..vars) as usize);
    var.lit(random.rand_range(0..2) == 0)
}

/// Whether some assignment satisfies the formula and the literals, by trying all of them.
fn by_enumeration(formula: &Formula, given: &[Lit]) -> bool {
    let vars = formula.var_count();
    (0..1_u32 << vars).any(|bits| {
        let assignment: Assignment = (0..vars).map(|bit| bits >> bit & 1 == 1).collect();
        given.iter().all(|&lit| assignment.value(lit)) && formula.holds_in(&assignment)
    })
}

/// Asserts that an answer is right and that its evidence is good.
fn assert_right(name: &str, formula: &Formula, assumptions: &[Lit], answer: &Answer) {
    match answer {
        Answer::Satisfiable(assignment) => {
            assert!(formula.holds_in(assignment), "{name}: a clause is violated");
            assert!(
                assumptions.iter().all(|&lit| assignment.value(lit)),
                "{name}: an assumption is violated"
            );
        }
        Answer::Unsatisfiable(core) => {
            assert!(
                !by_enumeration(formula, assumptions),
                "{name}: is satisfiable"
            );
            assert!(
                core.iter().all(|lit| assumptions.contains(lit)),
                "{name}: the core {core:?} is not among the assumptions {assumptions:?}"
            );
            assert!(
                !by_enumeration(formula, core),
                "{name}: the core {core:?} of {assumptions:?} does not fail"
            );
        }
    }
}

#[test]
fn names_lead_to_solvers() {
    for backend in ALL {
        let found = named(backend.name).expect("every solver has a name");
        assert_eq!(found.create(None).name(), backend.name);
        assert!(!backend.about.is_empty());
    }
    let default = named("").expect("there is a default");
    assert_eq!(default.name, ALL[0].name);
    assert!(named("no such solver").is_none());
}

#[test]
fn nothing_is_satisfiable() {
    for_all(|solver| assert!(satisfiable(&solver.solve())));
}

#[test]
fn the_empty_clause_is_not() {
    for_all(|solver| {
        let [a] = lits(solver);
        solver.add_clause(&[]);
        assert_eq!(solver.solve(), Ok(Answer::Unsatisfiable(vec![])));
        assert_eq!(solver.solve_under(&[a]), Ok(Answer::Unsatisfiable(vec![])));
        solver.add_clause(&[a]);
        assert_eq!(solver.solve(), Ok(Answer::Unsatisfiable(vec![])));
    });
}

#[test]
fn variables_without_clauses_have_a_value_each() {
    for_all(|solver| {
        let [a, b, c] = lits(solver);
        solver.add_clause(&[b]);
        let Ok(Answer::Satisfiable(assignment)) = solver.solve_under(&[!c]) else {
            panic!("{} finds an assignment", solver.name());
        };
        assert!(assignment.value(b) && assignment.value(!c));
        assert_ne!(assignment.value(a), assignment.value(!a));
    });
}

#[test]
fn repeated_and_opposite_literals_are_allowed() {
    for_all(|solver| {
        let [a, b] = lits(solver);
        solver.add_clause(&[a, a, !a]);
        solver.add_clause(&[b, b]);
        solver.add_clause(&[!b, !b, a, a]);
        let answer = solver.solve_under(&[a, a, b]);
        assert!(satisfiable(&answer), "{}", solver.name());
        assert!(!satisfiable(&solver.solve_under(&[!a, !a])));
        assert!(!satisfiable(&solver.solve_under(&[a, !a])));
        assert!(satisfiable(&solver.solve()));
    });
}

#[test]
fn assumptions_count_once() {
    for_all(|solver| {
        let [a, b, c] = lits(solver);
        solver.add_clause(&[!a, b]);
        solver.add_clause(&[!b, c]);
        assert!(satisfiable(&solver.solve_under(&[a])));
        let Ok(Answer::Unsatisfiable(mut core)) = solver.solve_under(&[a, !c]) else {
            panic!("{}: a implies c", solver.name());
        };
        core.sort_unstable();
        assert_eq!(core, [a, !c]);
        assert!(satisfiable(&solver.solve_under(&[!c])));
        assert!(satisfiable(&solver.solve()));
    });
}

#[test]
fn statistics_count_what_was_given() {
    for_all(|solver| {
        pigeonhole(solver, 5, 4);
        let before = solver.statistics();
        assert_eq!((before.vars, before.clauses), (20, 5 + 4 * 10));
        assert!(!satisfiable(&solver.solve()));
        let after = solver.statistics();
        assert_eq!(after.solves, 1);
        assert!(after.conflicts.is_none_or(|count| count > 0));
    });
}

#[test]
fn random_formulas_agree_with_enumeration() {
    for backend in ALL {
        let mut random = Rand32::new(20);
        let mut satisfied = 0;
        let rounds = 2_000;
        for _ in 0..rounds {
            let vars = random.rand_range(1..10);
            let mut formula = Formula::new();
            for _ in 0..vars {
                formula.new_var();
            }
            for _ in 0..random.rand_range(0..4 * vars) {
                formula.add_clause(&random_clause(&mut random, vars));
            }
            let mut solver = backend.create(None);
            solver.read_formula(&formula, &mut 0);
            let answer = solver.solve().expect("nobody stops it");
            assert_right(backend.name, &formula, &[], &answer);
            satisfied += u32::from(satisfiable(&Ok(answer)));
        }
        assert!(rounds / 5 < satisfied && satisfied < rounds * 4 / 5);
    }
}

/// Grows formulas clause by clause and variable by variable, and asks under assumptions between.
#[test]
fn incremental_answers_agree_with_enumeration() {
    for backend in ALL {
        for seed in 0..600 {
            let mut random = Rand32::new(seed);
            let stoppable = seed % 2 == 0;
            let mut solver = backend.create(if stoppable { Some(&|| false) } else { None });
            let mut formula = Formula::new();
            let mut read = 0;
            for _ in 0..12 {
                if formula.var_count() < 10 || formula.var_count() == 0 {
                    formula.new_var();
                }
                let vars = formula.var_count() as u32;
                for _ in 0..random.rand_range(0..4) {
                    formula.add_clause(&random_clause(&mut random, vars));
                }
                solver.read_formula(&formula, &mut read);
                let assumptions: Vec<Lit> = (0..random.rand_range(0..6))
                    .map(|_| random_lit(&mut random, vars))
                    .collect();
                let answer = solver.solve_under(&assumptions).expect("nobody stops it");
                assert_right(backend.name, &formula, &assumptions, &answer);
            }
        }
    }
}

/// What varisat 0.2.2 gets wrong without help: contradicting a fact leaves a mark on the place of
/// the variable, and the next variable in this place hides the assumption that is at fault.
#[test]
fn cores_stay_right_after_a_fact_was_contradicted() {
    for_all(|solver| {
        let [fact, another, x, y] = lits(solver);
        solver.add_clause(&[fact]);
        assert_eq!(
            solver.solve_under(&[!fact]),
            Ok(Answer::Unsatisfiable(vec![!fact]))
        );
        // Learning one more fact makes varisat clear the places of both.
        solver.add_clause(&[another]);
        assert!(satisfiable(&solver.solve()));
        solver.add_clause(&[!x, y]);
        for _ in 0..2 {
            let bystander = solver.new_lit();
            solver.add_clause(&[!x, bystander]);
        }
        let Ok(Answer::Unsatisfiable(mut core)) = solver.solve_under(&[x, !y]) else {
            panic!("{}: x implies y", solver.name());
        };
        core.sort_unstable();
        assert_eq!(core, [x, !y], "{}", solver.name());
    });
}

#[test]
fn pigeons_need_a_hole_each() {
    for_all(|solver| {
        pigeonhole(solver, 6, 5);
        assert_eq!(solver.solve(), Ok(Answer::Unsatisfiable(vec![])));
    });
    for_all(|solver| {
        pigeonhole(solver, 7, 7);
        assert!(satisfiable(&solver.solve()));
    });
}

/// Too large for a truth table: every pair of 60 excludes each other, every single one is allowed.
#[test]
fn at_most_one_of_many() {
    for encoding in AtMostOne::ALL {
        for_all(|solver| {
            let group: [Lit; 60] = lits(solver);
            encoding.add(solver, &group);
            for (at, &first) in group.iter().enumerate() {
                assert!(satisfiable(&solver.solve_under(&[first])), "{encoding:?}");
                for &second in group[..at].iter().step_by(7) {
                    let answer = solver.solve_under(&[first, second]);
                    assert!(!satisfiable(&answer), "{encoding:?}");
                }
            }
        });
    }
}

#[test]
fn a_search_can_be_stopped_and_the_solver_is_spent() {
    use std::cell::Cell;
    for backend in ALL {
        let asked = Cell::new(0);
        let stop = || {
            asked.set(asked.get() + 1);
            asked.get() == 5
        };
        let mut solver = backend.create(Some(&stop));
        // Far beyond what resolution refutes in a lifetime.
        pigeonhole(&mut *solver, 30, 29);
        assert_eq!(solver.solve(), Err(Interrupted), "{}", backend.name);
        assert_eq!(asked.get(), 5, "{}: nobody asks after a yes", backend.name);
        let a = solver.new_lit();
        solver.add_clause(&[a]);
        assert_eq!(solver.solve_under(&[a]), Err(Interrupted));
    }
}
