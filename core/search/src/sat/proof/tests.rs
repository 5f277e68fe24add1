//! Proofs: what the solver writes the checker accepts, and what is damaged it refuses.

use oorandom::Rand32;

use super::*;
use crate::cnf::{AtMostOne, Var};

fn lit(number: i64) -> Lit {
    Lit::from_dimacs(number).expect("a literal")
}

fn formula(clauses: &[&[i64]]) -> Formula {
    let mut formula = Formula::new();
    let largest = clauses.iter().copied().flatten().map(|n| n.unsigned_abs());
    for _ in 0..largest.max().unwrap_or(0) {
        formula.new_var();
    }
    for clause in clauses {
        let clause: Vec<Lit> = clause.iter().copied().map(lit).collect();
        formula.add_clause(&clause);
    }
    formula
}

fn proof(clauses: &[&[i64]], lemmas: &[&[i64]]) -> Proof {
    let mut drat = Vec::new();
    for lemma in lemmas {
        let lemma: Vec<Lit> = lemma.iter().copied().map(lit).collect();
        drat::push(&mut drat, drat::Step::Add(&lemma));
    }
    Proof::new(formula(clauses), drat)
}

/// Pigeons that are one too many for their holes.
fn pigeonhole(holes: usize) -> Formula {
    let mut formula = Formula::new();
    let sits: Vec<Vec<Lit>> = (0..=holes)
        .map(|_| (0..holes).map(|_| formula.new_lit()).collect())
        .collect();
    for places in &sits {
        formula.add_clause(places);
    }
    for hole in 0..holes {
        let visitors: Vec<Lit> = sits.iter().map(|places| places[hole]).collect();
        AtMostOne::Pairwise.add(&mut formula, &visitors);
    }
    formula
}

/// Clauses of three literals, five or six for each variable: nearly always unsatisfiable.
fn random_formula(random: &mut Rand32, vars: u32) -> Formula {
    let mut formula = Formula::new();
    for _ in 0..vars {
        formula.new_var();
    }
    for _ in 0..vars * random.rand_range(5..7) {
        let clause = [(); 3].map(|()| {
            let var = Var::from_index(random.rand_range(0..vars) as usize);
            var.lit(random.rand_range(0..2) == 0)
        });
        formula.add_clause(&clause);
    }
    formula
}

/// The steps of a proof: whether it is an addition, and the clause.
fn steps(proof: &Proof) -> Vec<(bool, Vec<Lit>)> {
    let mut reader = drat::Steps::new(proof.drat());
    let mut steps = Vec::new();
    while let Some(step) = reader.next_step().expect("well-formed") {
        steps.push(match step {
            drat::Step::Add(clause) => (true, clause.to_vec()),
            drat::Step::Delete(clause) => (false, clause.to_vec()),
        });
    }
    steps
}

fn with_steps(proof: &Proof, steps: &[(bool, Vec<Lit>)]) -> Proof {
    let mut drat = Vec::new();
    for (added, clause) in steps {
        let step = match added {
            true => drat::Step::Add(clause),
            false => drat::Step::Delete(clause),
        };
        drat::push(&mut drat, step);
    }
    Proof::new(proof.formula().clone(), drat)
}

/// All sign patterns of two variables: contradictory, but not by unit propagation.
const SQUARE: [&[i64]; 4] = [&[1, 2], &[1, -2], &[-1, 2], &[-1, -2]];

#[test]
fn a_proof_by_hand() {
    let certificate = proof(&SQUARE, &[&[1], &[]]).check(None).expect("it holds");
    assert_eq!((certificate.clauses, certificate.lemmas), (4, 1));
    let rejected = |lemmas: &[&[i64]]| match proof(&SQUARE, lemmas).check(None) {
        Err(NoCertificate::Rejected(rejection)) => rejection,
        other => panic!("{other:?}"),
    };
    assert_eq!(rejected(&[]), Rejection::NoContradiction);
    assert_eq!(rejected(&[&[1, 2]]), Rejection::NoContradiction);
    assert_eq!(rejected(&[&[]]), Rejection::DoesNotFollow(1, vec![]));
}

/// The lemma speaks of a new variable: it keeps satisfiability (it is a resolution asymmetric
/// tautology) but does not follow.
#[test]
fn lemmas_that_only_keep_satisfiability_are_rejected() {
    let cube: Vec<[i64; 3]> = (0..8)
        .map(|bits| {
            [1, 2, 3].map(|var| {
                if bits >> (var - 1) & 1 == 0 {
                    var
                } else {
                    -var
                }
            })
        })
        .collect();
    let cube: Vec<&[i64]> = cube.iter().map(|clause| &clause[..]).collect();
    let rejected = proof(&cube, &[&[4, 1]]).check(None);
    let rejection = Rejection::DoesNotFollow(1, vec![lit(4), lit(1)]);
    assert_eq!(rejected, Err(NoCertificate::Rejected(rejection)));
    proof(&cube, &[&[1, 2], &[1], &[2]])
        .check(None)
        .expect("this one holds");
}

#[test]
fn satisfiable_formulas_have_no_proof() {
    let clauses = formula(&SQUARE[..3]);
    let Err(NoCertificate::Satisfiable(assignment)) = certify(&clauses, &[], None) else {
        panic!("it is satisfiable");
    };
    assert!(clauses.holds_in(&assignment));
    assert!(matches!(
        certify(&clauses, &[lit(1), lit(2)], None),
        Err(NoCertificate::Satisfiable(_))
    ));
    // Whatever is claimed: a satisfiable formula has no refutation.
    for lemmas in [&[&[1_i64][..], &[2], &[]][..], &[&[-1], &[]], &[&[]]] {
        let claimed = proof(&SQUARE[..3], lemmas).check(None);
        assert!(matches!(claimed, Err(NoCertificate::Rejected(_))));
    }
}

#[test]
fn assumptions_become_clauses() {
    let clauses = formula(&SQUARE[..3]);
    let proof = prove(&clauses, &[lit(-2)], None).expect("2 is implied");
    assert_eq!(proof.formula().clause_count(), 4);
    assert_eq!(
        proof.dimacs("square"),
        "c square\np cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-2 0\n"
    );
    proof.check(None).expect("the proof holds");
}

#[test]
fn contradictions_among_the_clauses_need_no_lemma() {
    for clauses in [
        &[&[][..]][..],
        &[&[1], &[-1]],
        &[&[1, 1], &[-1, 2], &[-2, -1, -1]],
        &[&[1, -1], &[2], &[-2, 3, 3], &[-3]],
    ] {
        let certificate = certify(&formula(clauses), &[], None).expect("refuted");
        assert_eq!(certificate.clauses, clauses.len());
        proof(clauses, &[]).check(None).expect("nothing to prove");
    }
}

#[test]
fn pigeonholes_are_certified() {
    for holes in 1..=6 {
        let certificate = certify(&pigeonhole(holes), &[], None).expect("one too many");
        assert!(certificate.lemmas >= holes - 1);
    }
}

#[test]
fn random_refutations_are_certified_and_every_deletion_is_understood() {
    let mut random = Rand32::new(11);
    let mut refuted = 0;
    for _ in 0..300 {
        let vars = random.rand_range(4..60);
        let formula = random_formula(&mut random, vars);
        let proof = match prove(&formula, &[], None) {
            Err(NoCertificate::Satisfiable(assignment)) => {
                assert!(formula.holds_in(&assignment));
                continue;
            }
            other => other.expect("nobody stops it"),
        };
        refuted += 1;
        let certificate = proof.check(None).expect("the proof holds");
        let deletions = steps(&proof)
            .iter()
            .filter(|(added, clause)| !added && clause.len() > 2)
            .count();
        // The solver goes on with its bookkeeping for a step or two after the contradiction.
        assert!(certificate.deletions <= deletions);
        assert_eq!(certificate.bytes, proof.drat().len());
    }
    assert!(refuted > 200);
}

/// The formula stays contradictory whatever is done to its proof, so some damage does not matter;
/// that much of it does shows that the lemmas are looked at.
#[test]
fn damaged_proofs_are_rejected() {
    let proof = prove(&pigeonhole(5), &[], None).expect("one too many");
    let whole = steps(&proof);
    let lemmas: Vec<usize> = (0..whole.len()).filter(|&at| whole[at].0).collect();
    let rejected = |steps: &[(bool, Vec<Lit>)]| {
        let result = with_steps(&proof, steps).check(None);
        matches!(result, Err(NoCertificate::Rejected(_)))
    };
    assert!(!rejected(&whole));
    // Without its first half nothing leads to the contradiction by unit propagation.
    assert!(rejected(&whole[..whole.len() / 2]));
    assert!(rejected(&whole[whole.len() / 2..]));
    let mut lost = 0;
    let mut negated = 0;
    for &at in &lemmas {
        let mut damaged = whole.clone();
        damaged.remove(at);
        lost += usize::from(rejected(&damaged));
        // Negating every literal makes another claim, which rarely follows.
        let mut damaged = whole.clone();
        for lit in &mut damaged[at].1 {
            *lit = !*lit;
        }
        negated += usize::from(rejected(&damaged));
    }
    assert!(lost * 4 > lemmas.len(), "{lost} of {}", lemmas.len());
    assert!(negated * 2 > lemmas.len(), "{negated} of {}", lemmas.len());
}

#[test]
fn proofs_of_weakened_formulas_are_rejected() {
    let whole = pigeonhole(4);
    let proof = prove(&whole, &[], None).expect("one too many");
    for without in 0..whole.clause_count() {
        let mut weaker = Formula::new();
        for _ in 0..whole.var_count() {
            weaker.new_var();
        }
        for (at, clause) in whole.clauses().enumerate() {
            if at != without {
                weaker.add_clause(clause);
            }
        }
        let result = Proof::new(weaker, proof.drat().to_vec()).check(None);
        assert!(
            matches!(result, Err(NoCertificate::Rejected(_))),
            "{without}"
        );
    }
}

#[test]
fn search_and_check_can_be_stopped() {
    let formula = pigeonhole(7);
    let interrupted = Err(NoCertificate::Interrupted);
    assert_eq!(certify(&formula, &[], Some(&|| true)), interrupted);
    let proof = prove(&formula, &[], Some(&|| false)).expect("one too many");
    assert_eq!(proof.check(Some(&|| true)), interrupted);
    assert!(proof.check(Some(&|| false)).is_ok());
}
