//! `--jobs`: how many checks are answered at a time changes no answer and no order.

use std::path::Path;

use crate::process::{Run, check};
use serde_json::Value;

/// Keys that hold times, which no two runs share.
const TIMES: [&str; 2] = ["encode_ms", "solve_ms"];

/// The examples, each as a file name relative to the repository; some hold mistakes on purpose, and none asks long.
fn examples() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for group in ["machines", "statecharts", "systems"] {
        let folder = format!("static/examples/{group}");
        for entry in std::fs::read_dir(root.join(&folder)).expect("the examples are there") {
            let name = entry.expect("the folder can be read").file_name();
            let name = name.to_str().expect("an ASCII name");
            found.push(format!("{folder}/{name}"));
        }
    }
    found.sort_unstable();
    found
}

fn jobs(number: &str, args: &[&str]) -> Run {
    check(&[&["--jobs", number], args].concat())
}

/// The records of a run, without times.
fn records(run: &Run) -> Vec<Value> {
    let mut records: Vec<Value> = serde_json::from_str(&run.out).expect("it is JSON");
    for record in records.iter_mut().filter_map(Value::as_object_mut) {
        TIMES.iter().for_each(|time| drop(record.remove(*time)));
    }
    records
}

#[test]
fn answers_and_their_order_do_not_depend_on_the_number_of_jobs() {
    let examples = examples();
    let files: Vec<&str> = examples.iter().map(String::as_str).collect();
    let [one, four] = ["1", "4"].map(|it| jobs(it, &[&["--json"], &files[..]].concat()));
    assert!(records(&one).len() > 50, "{}", one.err);
    assert_eq!(records(&one), records(&four));
    assert_eq!((one.err, one.code), (four.err, four.code));
}

#[test]
fn a_refused_option_is_said_once_for_each_file() {
    let files = [
        "static/examples/machines/coffee-for-two.lks",
        "no/such/file.lks",
        "static/examples/machines/coffee-for-two.lks",
    ];
    let [one, four] = ["1", "4"].map(|it| jobs(it, &[&["--engine", "ic3"], &files[..]].concat()));
    assert_eq!(one.err.matches("are not answered by `ic3`").count(), 2);
    assert_eq!(
        (one.out, one.err, one.code),
        (four.out, four.err, four.code)
    );
}

#[test]
fn a_number_that_is_none_is_refused_with_what_is_expected() {
    for bad in ["0", "-1", "four", "1001"] {
        let run = check(&[
            &format!("--jobs={bad}"),
            "static/examples/machines/coffee-for-two.lks",
        ]);
        assert_eq!(run.code, 2, "{bad}");
        assert!(run.err.contains("from 1 to 1000"), "{}", run.err);
    }
}
