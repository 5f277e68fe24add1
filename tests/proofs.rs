//! Somebody else's opinion: a checker that others wrote accepts the proofs, and no forged one.
//!
//! The checker is `rate`, which reads DIMACS and DRAT files; `cargo xtask test` installs it. Asked
//! are the refutations of random models in every shape that reaches a user: of a bound, of an
//! induction step, of blame, of the papers' formulas.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::{Path, PathBuf};
use std::process::Command;

use lockstep_core::cnf::{ClauseSink, Formula};
use lockstep_core::encode::paper::{Instance, Printed, Repairs, Style};
use lockstep_core::engine::bmc::Bmc;
use lockstep_core::engine::{Limits, Unwatched};
use lockstep_core::generate::{Random, Shape, goal, model};
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Check, Question};
use lockstep_core::question::task;
use lockstep_core::sat::proof::{Proof, prove};
use lockstep_core::sat::{self, Solver};

/// Proofs of each kind, per run of the suite.
const PROOFS: usize = 12;
const BOUND: u32 = 4;

/// The checker: where a variable names it, where `cargo xtask test` puts it, or on the path.
fn checker() -> Option<PathBuf> {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../target/tools/bin/rate");
    let named = std::env::var_os("LOCKSTEP_PROOF_CHECKER").map(PathBuf::from);
    let all = named.into_iter().chain([own, PathBuf::from("rate")]);
    let runs = |program: &PathBuf| Command::new(program).arg("--version").output().is_ok();
    all.into_iter().find(runs)
}

/// What the checker says of a proof.
fn accepts(checker: &Path, folder: &Path, proof: &Proof) -> bool {
    let (cnf, drat) = (folder.join("formula.cnf"), folder.join("proof.drat"));
    std::fs::write(&cnf, proof.dimacs("for another checker")).unwrap();
    std::fs::write(&drat, proof.drat_text().unwrap()).unwrap();
    let said = Command::new(checker).arg(&cnf).arg(&drat).output().unwrap();
    let words = String::from_utf8_lossy(&said.stdout);
    let verified = words.lines().any(|line| line == "s VERIFIED");
    assert_eq!(verified, said.status.success(), "{words}");
    verified
}

/// Refutations in random models, by kind.
fn proofs(kind: &str, seed: u64) -> Option<Proof> {
    let mut random = Random::new(seed);
    let shape = Shape {
        effects: (1, 1),
        ..Shape::default()
    };
    let model = model(&shape, &mut random);
    let reach = Question::Reach {
        goal: goal(&model, &mut random),
    };
    let scenario = Question::Scenario {
        scenario: 0,
        mode: Mode::Strict,
    };
    let limits = Limits::default();
    let solvers = || -> Box<dyn Solver> { sat::ALL[0].create(None) };
    match kind {
        "bound" => {
            let task = task(&model, &Check::asking(scenario, Some(BOUND)));
            let mut bmc = Bmc::new(&task, &limits, solvers());
            bmc.run(&mut Unwatched);
            prove(bmc.formula(), &[bmc.refuted()?], None).ok()
        }
        "induction" => {
            let task = task(&model, &Check::asking(reach, None));
            let mut bmc = Bmc::new(&task, &limits, solvers()).with_induction(&limits, &solvers);
            bmc.run(&mut Unwatched);
            let (formula, lit) = bmc.induction()?;
            prove(formula, &[lit], None).ok()
        }
        "printed" => {
            let check = Check::asking(scenario, Some(BOUND));
            let instance = Instance::new(&model, &check).ok()?;
            let style = Style::with(Repairs::ALL);
            let printed = Printed::new(&instance, BOUND as usize, &style).ok()?;
            prove(printed.formula(), &[], None).ok()
        }
        other => unreachable!("{other}"),
    }
}

#[test]
fn another_checker_accepts_the_proofs_and_no_forged_one() {
    let Some(checker) = checker() else {
        eprintln!("skipped: no `rate`; `cargo xtask test` installs it");
        return;
    };
    let folder = std::env::temp_dir().join(format!("lockstep-proofs-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let mut forged = 0;
    for kind in ["bound", "induction", "printed"] {
        let found = (1..).filter_map(|seed| proofs(kind, seed));
        for proof in found.take(PROOFS) {
            assert!(accepts(&checker, &folder, &proof), "{kind}: {proof:?}");
            // The same formula without its last clause, the question: then it can be satisfied, or
            // the proof says too much.
            let formula = without_the_last(proof.formula());
            let mut solver = sat::ALL[0].create(None);
            solver.read_formula(&formula, &mut 0);
            let satisfiable = matches!(solver.solve(), Ok(sat::Answer::Satisfiable(_)));
            if satisfiable {
                let weaker = Proof::new(formula, proof.drat().to_vec());
                assert!(!accepts(&checker, &folder, &weaker), "{kind}: {weaker:?}");
                forged += 1;
            }
        }
    }
    assert!(forged > PROOFS, "only {forged} forgeries were tried");
    std::fs::remove_dir_all(&folder).unwrap();
}

/// The clauses but the last.
fn without_the_last(all: &Formula) -> Formula {
    let mut some = Formula::new();
    for _ in 0..all.var_count() {
        some.new_var();
    }
    for clause in all.clauses().take(all.clause_count() - 1) {
        some.add_clause(clause);
    }
    some
}
