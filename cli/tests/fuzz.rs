//! `lockstep fuzz`: reports go to standard output, sums to standard error, and the exit code tells.

use std::path::Path;
use std::process::Command;

/// What a run printed to both outputs, and how it ended.
fn fuzz(args: &[&str]) -> (String, String, Option<i32>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
    command.arg("fuzz").args(args);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let output = command
        .output()
        .expect("the command was built with this test");
    let text = |bytes| String::from_utf8(bytes).expect("lockstep prints UTF-8");
    (
        text(output.stdout),
        text(output.stderr),
        output.status.code(),
    )
}

#[test]
fn our_own_engines_find_nothing() {
    let (out, err, code) = fuzz(&["--count", "20", "--seed", "3"]);
    assert_eq!((out.as_str(), code), ("", Some(0)), "{err}");
    assert!(err.contains("20 models, "), "{err}");
    assert!(err.contains(" 0 disagreements"), "{err}");
}

#[test]
fn the_papers_formulas_are_caught() {
    let (out, err, code) = fuzz(&["--encoding", "paper-gsc", "--count", "20"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.starts_with("// paper-gsc: "), "{out}");
    assert!(err.contains("wrong yes"), "{err}");
}

#[test]
fn statecharts_are_answered_alike() {
    let (out, err, code) = fuzz(&["--encoding", "statecharts", "--count", "3"]);
    assert_eq!((out.as_str(), code), ("", Some(0)), "{err}");
    assert!(
        err.contains("3 models, ") && err.contains(" 0 disagreements"),
        "{err}"
    );
}

#[test]
fn class_models_are_answered_alike_and_the_printed_formula_is_caught() {
    let (out, err, code) = fuzz(&["--encoding", "classes", "--count", "3"]);
    assert_eq!((out.as_str(), code), ("", Some(0)), "{err}");
    assert!(err.starts_with("classes, seed 1: 3 models, "), "{err}");
    let (out, err, code) = fuzz(&["--encoding", "paper-ocl", "--count", "20"]);
    assert_eq!(code, Some(1), "{err}");
    assert!(out.starts_with("// seed "), "{out}");
    assert!(err.contains(" by the printed formula)"), "{err}");
}

#[test]
fn unknown_names_are_refused() {
    for args in [["--encoding", "none"], ["--repair", "everything"]] {
        let (out, err, code) = fuzz(&args);
        assert_eq!((out.as_str(), code), ("", Some(2)), "{err}");
        assert!(err.contains("there is no "), "{err}");
    }
}
