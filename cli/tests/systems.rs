//! Transition systems on the command line: what `check` and `simulate` print of every example, to the byte. What is so stands
//! in `golden/facts`, as the JSON has it, and the lines that people read in `golden/words`.
//!
//! `LOCKSTEP_RECORD=1 cargo test -p lockstep-cli --test all systems` records it anew: say in the commit why.

use std::path::Path;

use crate::process::{KEYS, check, file, golden, run, with_input};
use lockstep_tests::golden::{cut, settle, shorten_runs};
use serde_json::Value;

fn examples() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut names = Vec::new();
    for folder in ["static/examples/splitting", "static/examples/systems"] {
        let entries = std::fs::read_dir(root.join(folder)).expect("the examples are there");
        for entry in entries {
            let name = entry.expect("the folder can be read").file_name();
            let name = name.to_str().expect("an ASCII name");
            names.push(format!("{folder}/{name}"));
        }
    }
    names.sort_unstable();
    names
}

/// A line without its time, which no two runs share.
fn timeless(line: &str) -> String {
    match line.rsplit_once(", ") {
        Some((line, time)) if time.ends_with(" ms)") => format!("{line})"),
        _ => line.into(),
    }
}

#[test]
fn examples_are_answered_as_they_were() {
    let (mut all, mut facts) = (String::new(), String::new());
    for name in examples() {
        for engine in ["auto", "sat"] {
            let said = check(&["--json", "--engine", engine, &name]);
            let mut answers: Value = serde_json::from_str(&said.out).expect("this is JSON");
            cut(&mut answers);
            shorten_runs(&mut answers);
            for answer in answers.as_array().expect("one object per check") {
                facts += &format!("{engine} {answer}\n");
            }
            let said = check(&["--engine", engine, &name]);
            assert_eq!(said.err, "", "{name}");
            for line in said.out.lines() {
                all += &format!("{engine} {}\n", timeless(line));
            }
            if engine == "auto" {
                assert_eq!(
                    said.code, 0,
                    "{name}: every expectation is met\n{}",
                    said.out
                );
            }
        }
    }
    settle(&golden(), "systems.txt", &facts, &all);
}

#[test]
fn json_has_the_promised_keys() {
    let said = check(&["--json", "static/examples/systems/beeper.xsts"]);
    let all: Value = serde_json::from_str(&said.out).expect("this is JSON");
    let first = &all[0];
    for key in KEYS.into_iter().chain(["sentence", "invariant"]) {
        assert!(first.get(key).is_some(), "{key}");
    }
    assert_eq!(
        (&first["kind"], &first["answer"]),
        (&"always".into(), &"holds".into())
    );
    let all = all.as_array().expect("one object per check");
    let run = all.iter().find(|it| it["answer"] == "reachable");
    let run = run.expect("the example asks for something that can be reached");
    let steps = run["trace"].as_array().expect("the run");
    assert_eq!(steps[0]["relation"], Value::Null);
    let fired = steps.iter().filter(|it| it["relation"] == "trans").count();
    assert_eq!(run["depth"], fired);
    assert!(steps[1]["state"].is_object() && steps[1]["fired"].is_array());
}

#[test]
fn mistakes_are_bad_inputs_with_their_place() {
    let path = file(
        "wrong.xsts",
        "var x : integer = 0\ntrans { y := 1; } init {} env {} prop { x == 0 }",
    );
    let said = check(&[&path]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("wrong.xsts:2:9"), "{}", said.err);
    assert!(
        said.err.contains("There is no variable `y`"),
        "{}",
        said.err
    );
    let said = run(&["simulate", &path]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("has errors"), "{}", said.err);
}

const SYSTEM: &str = "static/examples/systems/one-end.xsts";
const FORK: &str = "static/examples/splitting/t1.xsts";
const LATE: &str = "static/examples/splitting/t3.xsts";
const MACHINES: &str = "static/examples/machines/coffee-for-two.lks";

#[test]
fn simulations_are_as_they_were() {
    let (mut all, mut facts) = (String::new(), String::new());
    for (args, input) in [
        (&[SYSTEM][..], "1\n1\nx\nb\n1\n1\nq\n"),
        (&[SYSTEM, "--grain", "choice"], "1\n1\n1\n1\n"),
        (
            &[
                SYSTEM,
                "--grain",
                "statement",
                "--track",
                "x, x > 1",
                "--json",
            ],
            "1\n1\n",
        ),
        (&[MACHINES], "1\n2\nb\n"),
        (
            &[
                SYSTEM, "--mode", "random", "--seed", "7", "--runs", "2", "--steps", "4",
            ],
            "",
        ),
        (&[SYSTEM, "--mode", "exhaustive", "--track", "x"], ""),
        (
            &[
                SYSTEM,
                "--mode",
                "exhaustive",
                "--track",
                "x",
                "--grain",
                "choice",
            ],
            "",
        ),
        (&[SYSTEM, "--mode", "exhaustive", "--json"], ""),
        (
            &[
                MACHINES, "--mode", "random", "--grain", "choice", "--steps", "5", "--json",
            ],
            "",
        ),
        (&[MACHINES, "--mode", "exhaustive", "--track", "PhD"], ""),
        (&[MACHINES, "--track", "nobody"], ""),
        (&[SYSTEM, "--track", "y + 1"], ""),
        (&[SYSTEM, "--grain", "huge"], ""),
        (
            &[FORK, "--grain", "choice", "--rules", "literal"],
            "1\n1\n1\n1\n",
        ),
        (
            &[LATE, "--grain", "choice", "--rules", "printed"],
            "1\n1\n1\n1\n",
        ),
        (&[LATE, "--grain", "choice"], "1\n1\n"),
        (
            &[LATE, "--grain", "choice", "--rules", "printed", "--json"],
            "1\n1\n1\n1\n",
        ),
        (
            &[
                LATE, "--grain", "choice", "--rules", "printed", "--mode", "random", "--runs", "2",
            ],
            "",
        ),
        (
            &[
                LATE, "--grain", "choice", "--rules", "printed", "--mode", "random", "--json",
            ],
            "",
        ),
        (
            &[
                LATE,
                "--grain",
                "choice",
                "--rules",
                "printed",
                "--mode",
                "exhaustive",
            ],
            "",
        ),
        (
            &[
                LATE,
                "--grain",
                "choice",
                "--rules",
                "printed",
                "--mode",
                "exhaustive",
                "--json",
            ],
            "",
        ),
        (&[LATE, "--grain", "choice", "--mode", "exhaustive"], ""),
        (&[LATE, "--rules", "printed"], ""),
        (&[MACHINES, "--rules", "printed", "--grain", "choice"], ""),
    ] {
        let said = with_input(&[&["simulate"], args].concat(), input);
        let head = format!("$ lockstep simulate {} ({})\n", args.join(" "), said.code);
        facts += &head;
        facts += &simulated(args, input);
        all += &head;
        all += &said.out;
        all += &said.err;
    }
    settle(&golden(), "simulations.txt", &facts, &all);
}

/// What is so in a simulation: the lines of its JSON without words.
fn simulated(args: &[&str], input: &str) -> String {
    let as_json = match args.contains(&"--json") {
        true => &[][..],
        false => &["--json"],
    };
    let said = with_input(&[&["simulate"], args, as_json].concat(), input);
    // One object in several lines, or by hand one in a line, between what is said to the user.
    let whole = serde_json::from_str::<Value>(&said.out);
    let values = whole.map_or_else(
        |_| {
            let lines = said.out.lines().filter(|it| it.starts_with('{'));
            let read = |line| serde_json::from_str(line).expect("this is JSON");
            lines.map(read).collect()
        },
        |whole| vec![whole],
    );
    let facts = values.into_iter().map(|mut value| {
        cut(&mut value);
        format!("{value}\n")
    });
    facts.collect()
}

#[test]
fn explained_answers_name_what_rules_the_goal_out() {
    let path = file(
        "bounded.xsts",
        "var x : 0..60 = 0 var y : 0..9 = 3\ntrans { assume x < 50; x := x + 1; y := 4; }\ninit {} env {} prop { x != 51 }",
    );
    let said = check(&["--explain", &path]);
    for line in ["line 1: `x` starts with `0`", "line 2: `assume x < 50`"] {
        assert!(said.out.contains(line), "{}", said.out);
    }
    assert!(!said.out.contains("y := 4"), "{}", said.out);
    let said = check(&["--explain", "--json", &path]);
    let all: Value = serde_json::from_str(&said.out).expect("this is JSON");
    let blame = &all[0]["blame"];
    assert_eq!(blame["minimal"], true);
    let lines = blame["elements"].as_array().expect("three demands");
    let lines: Vec<_> = lines.iter().map(|it| it["line"].as_u64()).collect();
    assert_eq!(lines, [Some(1), Some(2), Some(2)]);
    assert!(
        blame["sentence"]
            .as_str()
            .is_some_and(|it| it.contains("Without any one"))
    );
}

/// In a build server a search that ran out of time must not read as success.
#[test]
fn what_a_limit_ended_is_not_as_expected() {
    let counter = "var x : integer = 0\ntrans { x := x + 1; }\ninit {}\nenv {}\n";
    let one = "statechart One {\n  var n : integer = 0\n  [*] --> A\n  A --> A : go / n := n + 1\n}\n\
               system {\n  one : One\n  environment sends go to one\n}\n";
    let cases = [
        (
            "endless.xsts",
            format!("{counter}prop {{ x >= 0 }}\n"),
            "holds",
        ),
        (
            "endless-deadlock.xsts",
            format!("{counter}prop {{ true }}\ncheck deadlock\n"),
            "none",
        ),
        (
            "endless-chart.lks",
            format!("{one}check always one.n >= 0\n"),
            "holds",
        ),
        (
            "endless-goal.lks",
            format!("{one}check reach one.n < 0 expect unreachable\n"),
            "unreachable",
        ),
    ];
    for (name, text, expected) in cases {
        let path = file(name, text);
        let limited = ["--engine", "explicit", "--timeout", "0.05", &path];
        let said = check(&[&["--json"], &limited[..]].concat());
        assert_eq!(said.code, 1, "{name}: {}{}", said.out, said.err);
        let all: Vec<Value> = serde_json::from_str(&said.out).expect("this is JSON");
        let last = all.last().expect("a record");
        assert_eq!(last["answer"], "unknown", "{name}");
        assert_eq!(last["expected"], expected, "{name}");
        assert_eq!(last["as_expected"], false, "{name}");
        let said = check(&limited);
        let note = format!("expected {expected}");
        assert!(said.out.contains(&note), "{name}: {}", said.out);
        assert_eq!(said.code, 1, "{name}");
    }
}

/// A system that is taken apart is a text like others, and answers as the whole one.
#[test]
fn a_system_is_taken_apart_as_a_text() {
    let whole = "static/examples/systems/beeper.xsts";
    for grain in ["choice", "statement"] {
        let split = run(&["convert", "--split", grain, whole]);
        assert_eq!((split.code, split.err.as_str()), (0, ""), "{grain}");
        assert!(split.out.contains("ctrl var pc : "), "{}", split.out);
        let path = file(&format!("beeper-{grain}.xsts"), &split.out);
        let answers = |path: &str| {
            let said = check(&["--json", path]);
            let all: Vec<Value> = serde_json::from_str(&said.out).expect("this is JSON");
            let all = all
                .iter()
                .map(|it| it["answer"].as_str().expect("an answer").to_owned());
            all.collect::<Vec<_>>()
        };
        let before = ["holds", "unreachable", "reachable", "reachable"];
        assert_eq!(answers(whole)[..4], before);
        // Bounds are about other lengths, so the second question is about every length here.
        let after = ["holds", "reachable", "reachable", "reachable"];
        assert_eq!(answers(&path)[..4], after);
    }
    let json = run(&[
        "convert", "--json", "--split", "choice", "--rules", "printed", whole,
    ]);
    let all: Value = serde_json::from_str(&json.out).expect("this is JSON");
    assert_eq!(all[0]["notation"], "transition system");
    assert_eq!(all[0]["left_out"], serde_json::json!([]));
    let machines = "static/examples/machines/coffee-for-two.lks";
    for (args, why) in [
        (&["--split", "choice", machines][..], "no transition system"),
        (&["--split", "huge", whole], "there is no grain `huge`"),
        (&["--split", "transition", whole], "choices or statements"),
        (
            &["--split", "choice", "--rules", "other", whole],
            "there are no rules `other`",
        ),
    ] {
        let said = run(&[&["convert"], args].concat());
        assert_eq!((said.code, said.out.as_str()), (2, ""), "{args:?}");
        assert!(said.err.contains(why), "{args:?}: {}", said.err);
    }
}

/// All runs of every kind of model are a graph that GraphViz draws.
#[test]
fn all_runs_are_drawn_by_graphviz() {
    for (model, part) in [
        ("static/examples/systems/beeper.xsts", " = "),
        ("static/examples/machines/coffee-for-two.lks", "PhD = "),
        ("static/examples/statecharts/master-slave.lks", " = "),
    ] {
        let all = ["simulate", "--mode", "exhaustive", "--steps", "2000", model];
        let said = run(&[&all[..], &["--dot"]].concat());
        assert_eq!(said.code, 0, "{model}: {}", said.err);
        assert!(
            said.out.starts_with("digraph runs {\n"),
            "{model}: {}",
            said.out
        );
        assert!(said.out.trim_end().ends_with('}'), "{model}");
        for part in ["start0 -> n0;", part] {
            assert!(said.out.contains(part), "{model}: {part}\n{}", said.out);
        }
        let said = run(&["simulate", "--dot", model]);
        assert_eq!(said.code, 2);
        assert!(said.err.contains("--mode exhaustive"), "{}", said.err);
    }
}

#[test]
fn engines_and_missing_values_are_chosen_by_name() {
    let text = "var x : 0..3\ntrans {}\ninit {}\nenv {}\nprop { x == 0 }\n";
    let path = file("missing.xsts", text);
    for (engine, by) in [
        ("ic3", "ic3"),
        ("induction", "induction"),
        ("explicit", "explicit"),
    ] {
        let said = check(&["--json", "--missing", "default", "--engine", engine, &path]);
        let all: Value = serde_json::from_str(&said.out).expect("this is JSON");
        assert_eq!(
            (all[0]["answer"].as_str(), all[0]["engine"].as_str()),
            (Some("holds"), Some(by))
        );
        assert!(
            said.err.contains("`x` has no value to begin with"),
            "{}",
            said.err
        );
        assert!(said.err.contains("Write `= 0`"), "{}", said.err);
    }
    let said = check(&[&path]);
    assert_eq!(said.code, 1, "{}", said.out);
    let machines = "static/examples/machines/coffee-for-two.lks";
    let said = check(&["--engine", "ic3", machines]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("machines are not answered by `ic3`"),
        "{}",
        said.err
    );
}
