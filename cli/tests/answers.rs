//! Answers: what the command says about the coffee room, in both of its forms.

use crate::process::{KEYS, check, file};
use serde_json::{Value, json};

const COFFEE: &str = "static/examples/machines/coffee-for-two.lks";

fn records(args: &[&str]) -> Vec<Value> {
    let run = check(&[&["--json"], args].concat());
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}\n{}{}", run.out, run.err))
}

#[test]
fn every_promised_key_is_there() {
    let records = records(&[COFFEE]);
    assert_eq!(records.len(), 4);
    for record in &records {
        let missing = KEYS.iter().filter(|key| record.get(**key).is_none());
        assert_eq!(missing.collect::<Vec<_>>(), [&""; 0], "{record}");
    }
}

#[test]
fn the_fifth_message_of_coffee_for_two_fails() {
    for engine in ["auto", "explicit", "sat"] {
        let record = &records(&["--engine", engine, COFFEE])[0];
        assert_eq!(record["file"], COFFEE);
        assert_eq!(record["check"], "coffee for two");
        assert_eq!(record["kind"], "scenario");
        assert_eq!(record["answer"], "inconsistent");
        assert_eq!(record["expected"], "consistent");
        assert_eq!(record["as_expected"], false);
        assert_eq!(record["bound"], 6);
        assert_eq!(record["prefix"], 4);
        let failing = json!({"index": 5, "from": "bob", "to": "cm", "symbol": "wantCoffee"});
        assert_eq!(record["failing"], failing, "{engine}");
    }
}

#[test]
fn the_forbidden_scenario_is_proved_impossible_for_every_length() {
    let record = &records(&[COFFEE])[1];
    assert_eq!(record["answer"], "inconsistent");
    assert_eq!(record["as_expected"], true);
    assert_eq!(record["bound"], Value::Null);
    assert_eq!(record["proved"], true);
    assert_eq!(record["prefix"], 2);
}

#[test]
fn the_run_of_the_longest_prefix_plays_its_messages_in_order() {
    let record = &records(&[COFFEE])[0];
    let trace = record["trace"].as_array().unwrap();
    let start = json!({"alice": "working", "bob": "working", "cm": "idle", "m": "idle"});
    assert_eq!(
        trace[0],
        json!({"messages": [], "moves": [], "state": start})
    );
    let messages = trace
        .iter()
        .flat_map(|step| step["messages"].as_array().unwrap());
    let messages: Vec<_> = messages.cloned().collect();
    let expected = [
        json!({"from": "alice", "symbol": "wantCoffee", "to": "cm"}),
        json!({"from": "cm", "symbol": "error", "to": "alice"}),
        json!({"from": "cm", "symbol": "repair", "to": "m"}),
        json!({"from": "m", "symbol": "done", "to": "cm"}),
    ];
    assert_eq!(messages, expected);
    // Each move leaves from where the step before ended, and ends where this step says.
    for pair in trace.windows(2) {
        for it in pair[1]["moves"].as_array().unwrap() {
            let lifeline = it["lifeline"].as_str().unwrap();
            assert_eq!(it["from"], pair[0]["state"][lifeline]);
            assert_eq!(it["to"], pair[1]["state"][lifeline]);
        }
    }
    let places: Vec<_> = trace
        .iter()
        .map(|step| step["state"]["cm"].as_str().unwrap())
        .collect();
    // A place inside a transition, as the language writes it.
    assert!(
        places.contains(&"<maintenance/done/repaired/idle>"),
        "{places:?}"
    );
}

#[test]
fn lines_name_file_check_answer_and_evidence_and_the_exit_code_sums_up() {
    let run = check(&[COFFEE]);
    assert_eq!(run.code, 1, "{}", run.err);
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines.len(), 4, "{}", run.out);
    assert!(lines[0].starts_with("NO "), "{}", run.out);
    assert!(
        lines[1..].iter().all(|line| line.starts_with("ok ")),
        "{}",
        run.out
    );
    for part in [
        COFFEE,
        "coffee for two",
        "inconsistent",
        "`repaired`",
        "expected consistent",
    ] {
        assert!(
            lines[0].contains(part),
            "{part} is missing in\n{}",
            lines[0]
        );
    }
}

/// The repair of the paper's Section 3: `error` leads back to `working`, nobody sends `repaired`.
#[test]
fn the_repaired_coffee_room_is_as_expected() {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../");
    let text = std::fs::read_to_string(format!("{root}{COFFEE}")).unwrap();
    let repaired = text
        .lines()
        .map(
            |line| match line.split_whitespace().collect::<Vec<_>>()[..] {
                ["waiting", "-->", "desperate", ..] => "waiting --> working : error",
                ["desperate", "-->", ..] => "",
                ["maintenance", "-->", "idle", ..] => "maintenance --> idle : done",
                _ => line,
            },
        )
        .collect::<Vec<_>>()
        .join("\n");
    let path = file("repaired.lks", repaired);
    let record = &records(&[&path])[0];
    assert_eq!(record["answer"], "consistent", "{record}");
    assert_eq!(record["prefix"], 6);
    assert_eq!(record["failing"], Value::Null);
    assert_eq!(record["certificate"], "replayed");
    assert_eq!(record["depth"], 0);
}

/// Nine philosophers have far too many states for a moment, and no formula refutes every length.
#[test]
fn the_time_limit_gives_unknown_and_never_a_wrong_answer() {
    let mut model = String::new();
    for i in 0..9 {
        let j = (i + 1) % 9;
        let (first, second) = if i == 0 { (j, i) } else { (i, j) };
        model += &format!(
            "machine Fork{i} {{\n [*] --> free\n free --> taken : take{i}\n taken --> free : put{i}\n}}\n\
             machine P{i} {{\n [*] --> think\n think --> one : / take{first}\n \
             one --> eat : / take{second}\n eat --> think : / put{i}, put{j}\n}}\n"
        );
    }
    model += "check reach P3.eat, P4.eat, P7.one\n";
    let path = file("philosophers-nine.lks", &model);
    let limited = ["--timeout", "0.05", "--engine", "explicit"];
    let record = &records(&[&limited[..], &[path.as_str()]].concat())[0];
    assert_eq!(record["answer"], "unknown");
    assert_eq!(record["proved"], false);
    assert_eq!(record["certificate"], Value::Null);
    assert_eq!(record["expected"], Value::Null);
    assert_eq!(record["as_expected"], Value::Null, "nothing was expected");
    let path = file(
        "philosophers-nine-unreachable.lks",
        model + "check reach P3.eat, P4.eat, P7.one expect unreachable\n",
    );
    let all = records(&[&limited[..], &[path.as_str()]].concat());
    assert_eq!(all[1]["answer"], "unknown");
    assert_eq!(all[1]["as_expected"], false);
}

#[test]
fn options_that_do_not_exist_are_named_with_those_that_do() {
    for (option, value, alternative) in [
        ("--engine", "magic", "explicit"),
        ("--solver", "magic", "varisat"),
        ("--encoding", "magic", "delivery"),
    ] {
        let run = check(&[option, value, COFFEE]);
        assert_eq!((run.code, run.out.as_str()), (2, ""));
        assert!(run.err.contains("magic"), "{}", run.err);
        assert!(run.err.contains(alternative), "{}", run.err);
    }
}
