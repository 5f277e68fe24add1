//! `--dimacs` and `--proof`: formulas and proofs as files that others can read and check.

use std::path::{Path, PathBuf};

use crate::process::{check, file};
use lockstep_core::cnf::dimacs;
use lockstep_core::sat;

const COFFEE: &str = "static/examples/machines/coffee-for-two.lks";

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    // Files of an earlier run would hide that none were written.
    std::fs::remove_dir_all(&folder).ok();
    folder
}

fn is_satisfiable(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).expect("the file was written");
    let formula = dimacs::read(&text).expect("it is DIMACS");
    let mut solver = sat::ALL[1].create(None);
    solver.read_formula(&formula, &mut 0);
    matches!(solver.solve(), Ok(sat::Answer::Satisfiable(_)))
}

#[test]
fn each_bounded_check_gives_its_formula_and_each_no_its_proof() {
    let folder = folder("proofs");
    let run = check(&["--proof", folder.to_str().expect("Unicode"), COFFEE]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(
        run.out.contains("4 of 6"),
        "the answers are still given: {}",
        run.out
    );
    let mut names: Vec<_> = std::fs::read_dir(&folder)
        .expect("the folder was made")
        .map(|entry| {
            entry
                .expect("readable")
                .file_name()
                .into_string()
                .expect("ASCII")
        })
        .collect();
    names.sort();
    // The second check has no bound and so no formula.
    assert_eq!(
        names,
        [
            "coffee-for-two-1-coffee-for-two.cnf",
            "coffee-for-two-1-coffee-for-two.drat",
            "coffee-for-two-3-reach-PhD-waiting-CoffeeMachine-error.cnf",
            "coffee-for-two-3-reach-PhD-waiting-CoffeeMachine-error.drat",
            "coffee-for-two-4-deadlock.cnf",
            "coffee-for-two-4-deadlock.drat",
        ]
    );
    for name in names.iter().filter(|name| name.ends_with(".cnf")) {
        assert!(!is_satisfiable(&folder.join(name)), "{name}");
    }
}

#[test]
fn a_yes_gives_a_formula_that_can_be_satisfied() {
    let model = "machine A { [*] --> a; a --> b }\ncheck reach A.b within 2\n";
    let folder = folder("formulas");
    let target = folder.to_str().expect("Unicode");
    let run = check(&["--dimacs", target, &file("yes.lks", model)]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(is_satisfiable(&folder.join("yes-1-reach-A-b.cnf")));
}

#[test]
fn the_papers_formula_is_written_beside_ours() {
    let folder = folder("papers");
    let target = folder.to_str().expect("Unicode");
    let model = "machine A { [*] --> a; a --> b }\ncheck reach A.b within 2\n\
                 check deadlock within 2\n";
    let file = file("papers.lks", model);
    let options = ["--encoding", "paper", "--repair", "all", "--dimacs", target];
    let run = check(&[&options[..], &[file.as_str()]].concat());
    assert!(run.code < 2, "{}", run.err);
    assert!(is_satisfiable(&folder.join("papers-1-reach-A-b-paper.cnf")));
    let text = std::fs::read_to_string(folder.join("papers-1-reach-A-b-paper.cnf"));
    let text = text.expect("it was written");
    assert!(text.starts_with("c reach A.b: gsc with "), "{text}");
    assert!(folder.join("papers-2-deadlock.cnf").exists());
    assert!(!folder.join("papers-2-deadlock-paper.cnf").exists());
}

#[test]
fn a_folder_that_cannot_be_written_is_named() {
    let taken = file("taken", "a file, not a folder");
    let run = check(&["--proof", &taken, COFFEE]);
    assert_eq!(run.code, 2);
    assert!(run.err.contains("cannot write"), "{}", run.err);
}
