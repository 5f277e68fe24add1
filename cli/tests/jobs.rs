//! `--jobs`: how many checks are answered at a time changes no answer and no order.

use std::path::Path;

use crate::process::{Run, check, file, with_peak};
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

/// About a million states, which are 80 MB, for each of six checks.
const LARGE: &str = "\
var a : integer = 0
var b : integer = 0
var c : integer = 0
trans { assume a < 79; a := a + 1; } or { assume b < 79; b := b + 1; } or { assume c < 79; c := c + 1; }
init { }
env { }
prop { a < 100 }
check reach a == 90
check reach b == 90
check reach c == 90
check reach a == 91
check reach b == 91
";

#[test]
fn checks_that_need_too_much_memory_together_wait_for_each_other_and_are_all_answered() {
    let large = file("jobs-memory.xsts", LARGE);
    let asked = |jobs, memory| {
        with_peak(&[
            "check", "--jobs", jobs, "--memory", memory, "--engine", "explicit", "--json", &large,
        ])
    };
    let (one, _) = asked("1", "110");
    assert!(
        records(&one).iter().all(|it| it["proved"] == true),
        "{}",
        one.out
    );
    let (six, peak) = asked("6", "110");
    assert_eq!(records(&one), records(&six));
    let (free, freely) = asked("6", "1000");
    assert_eq!(records(&one), records(&free));
    // A tenth more than the limit, and what the program itself takes; without a limit all six hold their states at once.
    if let (Some(peak), Some(freely)) = (peak, freely) {
        assert!(peak <= 121_000 + 60_000, "{peak} kB");
        assert!(freely > 181_000, "{freely} kB would pass the limit");
    }
}
