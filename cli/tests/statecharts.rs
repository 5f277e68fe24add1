//! Statecharts on the command line: runs by hand of every example, as a script would drive them.

use std::path::Path;

use crate::process::{check, file, with_input};
use serde_json::Value;

fn examples() -> Vec<String> {
    let folder = "static/examples/statecharts";
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let entries = std::fs::read_dir(root.join(folder)).expect("the examples are there");
    let names = entries.map(|it| it.expect("the folder can be read").file_name());
    let names = names.map(|it| format!("{folder}/{}", it.to_str().expect("an ASCII name")));
    names.collect()
}

#[test]
fn a_run_by_hand_goes_on_and_back() {
    for example in examples() {
        for grain in ["step", "behaviour", "statement"] {
            let args = ["simulate", &example, "--grain", grain, "--json"];
            let said = with_input(&args, "1\n1\nb\nq\n");
            assert_eq!((said.code, said.err.as_str()), (0, ""), "{example} {grain}");
            let lines = said.out.lines();
            let states = lines.map(|it| serde_json::from_str::<Value>(it).expect("this is JSON"));
            let states: Vec<_> = states.collect();
            let steps: Vec<_> = states.iter().map(|it| it["steps"].as_u64()).collect();
            assert_eq!(steps, [0, 1, 2, 1].map(Some), "{example} {grain}");
            // Back is where the run was, with the same choices.
            assert_eq!(states[1], states[3], "{example} {grain}");
            assert_ne!(
                states[0]["values"], states[2]["values"],
                "{example} {grain}"
            );
        }
    }
}

#[test]
fn what_only_transition_systems_have_is_not_understood() {
    let args = ["simulate", "static/examples/statecharts/master-slave.lks"];
    let said = with_input(&args, "1\nuntil m.Idle\nx = 3\n");
    assert_eq!(said.code, 0, "{}", said.err);
    let helped = said.out.matches("Type the number of a choice").count();
    assert_eq!(helped, 2, "{}", said.out);
}

#[test]
fn two_readings_are_told_apart_by_a_shortest_run() {
    let file = "static/examples/encodings/b5.lks";
    let said = check(&["--same", "uml,bmc4uml", file]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let wanted = "different static/examples/encodings/b5.lks: uml, bmc4uml. Only `uml`, not `bmc4uml`, admits from the start: `w` takes `noise` in `Wait`.\n   UML removes an event at once that no transition wants; BMC4UML keeps it while the time of a transition has come.\n   A run of `uml`:\n       0  Nothing has begun.";
    assert!(said.out.contains(wanted), "{}", said.out);
    let said = check(&["--json", "--same", "uml, uml", file]);
    let records: Vec<Value> = serde_json::from_str(&said.out).expect("this is JSON");
    let last = records.last().expect("a record of the comparison");
    assert_eq!(last["same"], serde_json::json!(["uml", "uml"]));
    assert_eq!(last["answer"], "same");
    let said = check(&["--same", "uml,sysml", file]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("readings are uml, bmc4uml, scxml"),
        "{}",
        said.err
    );
}

#[test]
fn a_text_asks_what_tells_two_readings_apart() {
    let text = include_str!("../../static/examples/encodings/b5.lks");
    let folder = std::env::temp_dir().join("lockstep-same");
    std::fs::create_dir_all(&folder).expect("there is room for a text");
    let path = folder.join("same.lks");
    let asked = format!("{text}check same uml, bmc4uml expect different\n");
    std::fs::write(&path, asked).expect("there is room for a text");
    let file = path.to_str().expect("a path in UTF-8");
    let said = check(&[file]);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let wanted = "same uml, bmc4uml: different. Only `uml`, not `bmc4uml`, admits from the start: `w` takes `noise` in `Wait`. (replayed, explicit, ";
    assert!(said.out.contains(wanted), "{}", said.out);
    let said = check(&["--json", file]);
    let records: Vec<Value> = serde_json::from_str(&said.out).expect("this is JSON");
    let last = records.last().expect("a record of the comparison");
    assert_eq!(
        (&last["kind"], &last["answer"]),
        (&"same".into(), &"different".into())
    );
    let beside = &last["beside"];
    assert_eq!(
        (&beside["admits"], &beside["lacks"]),
        (&"uml".into(), &"bmc4uml".into())
    );
    assert_eq!(
        beside["seen"],
        serde_json::json!(["`w` takes `noise` in `Wait`"])
    );
    let rule = "UML removes an event at once that no transition wants; BMC4UML keeps it while the time of a transition has come.";
    assert_eq!(beside["rules"], serde_json::json!([rule]));
    let steps = |it: &Value| it.as_array().map(Vec::len);
    assert!(steps(&beside["trace"]) > Some(1));
    assert_eq!(
        steps(&last["trace"]),
        last["depth"].as_u64().map(|it| it as usize + 1)
    );
    // The other checks have no such key.
    assert!(records[0].get("beside").is_none());
}

#[test]
fn explained_answers_name_what_rules_the_goal_out() {
    let login = "static/examples/statecharts/login.lks";
    let said = check(&["--explain", login]);
    let line = "line 14: the delay `after(5)`, with `after(0, 7)` in its place (without it: 17)";
    assert!(said.out.contains(line), "{}", said.out);
    let said = check(&["--explain", "--json", login]);
    let all: Value = serde_json::from_str(&said.out).expect("this is JSON");
    let blame = &all[2]["blame"];
    assert_eq!(blame["how"], "alone");
    assert_eq!(blame["minimal"], true);
    assert_eq!(blame["elements"][0]["depth"], 17);
    assert!(all[0]["blame"].is_null());
}

#[test]
fn scenarios_say_what_has_been_sent_and_why_no_more_is() {
    let text = "statechart M {\n  [*] --> A\n  A --> B : go / n.ping()\n}\nstatechart N {\n  [*] --> C\n  C --> C : ping\n}\n\
                system {\n  m : M\n  n : N\n  environment sends go once to m\n}\nscenario twice {\n  environment -> m : go\n  \
                m -> n : ping\n  m -> n : ping\n}\ncheck twice\n";
    let said = check(&["--json", &file("twice.lks", text)]);
    let all: Value = serde_json::from_str(&said.out).expect("this is JSON");
    let record = &all[0];
    assert_eq!(record["prefix"], 2);
    assert_eq!(record["failing"]["index"], 3);
    let done = record["done"].as_array().expect("one for each entry");
    assert_eq!(done.len(), record["trace"].as_array().map_or(0, Vec::len));
    assert_eq!(done.first(), Some(&Value::from(0)));
    assert_eq!(done.last(), Some(&Value::from(2)));
    // Each entry says what is sent, as those of machines do, and what becomes of it.
    let entries = record["trace"].as_array().expect("the run");
    let sent = |it: &Value| it["messages"].as_array().expect("a list").clone();
    let all: Vec<Value> = entries.iter().flat_map(sent).collect();
    let message = |from: &str, symbol: &str, to: &str| serde_json::json!({"from": from, "symbol": symbol, "to": to});
    assert_eq!(
        all,
        [message("environment", "go", "m"), message("m", "ping", "n")]
    );
    let events = entries.iter().flat_map(|it| it["events"].as_array());
    let events: Vec<_> = events.flatten().collect();
    assert_eq!(events, ["environment -> m: go", "m: go", "m -> n: ping"]);
    let numbers: Vec<_> = entries.iter().map(|it| it["step"].as_str()).collect();
    assert_eq!(numbers.first(), Some(&Some("0")));
    let reason = record["reason"].as_str().expect("it is known");
    assert!(reason.contains("`m` can only be in `B`"), "{reason}");
    // Other questions have neither key.
    let other = check(&["--json", "static/examples/statecharts/login.lks"]);
    let all: Value = serde_json::from_str(&other.out).expect("this is JSON");
    assert!(all[0].get("done").is_none() && all[0].get("reason").is_none());
    // Time that passes is told among the events, and other kinds of model have no such keys.
    let entries = all.as_array().expect("records").iter();
    let entries = entries.flat_map(|it| it["trace"].as_array().expect("a run").clone());
    let events = entries.flat_map(|it| it["events"].as_array().expect("a list").clone());
    let events: Vec<Value> = events.collect();
    assert!(events.iter().any(|it| it == "+1"), "{events:?}");
    let system = check(&["--json", "static/examples/systems/beeper.xsts"]);
    assert!(!system.out.contains("\"events\""), "{}", system.out);
}

#[test]
fn files_that_are_of_machines_only_are_not_written_and_that_is_said() {
    let login = "static/examples/statecharts/login.lks";
    let folder = file("no-formulas", "");
    let said = check(&["--dimacs", &folder, "--encoding", "paper", login]);
    assert!(
        said.err
            .contains("--dimacs writes formulas of machines only"),
        "{}",
        said.err
    );
    assert_eq!(said.code, 0);
}

const TILL: &str = "signal pay(amount : 0..3, note : integer)\nstatechart Till {\n  var taken : integer = 0\n  [*] --> Open\n  \
    Open --> Open : pay(amount, note) / taken := taken + amount + note\n  Open --> Shut : shut\n  Open --> Shut : close\n}\n\
    system {\n  till : Till\n  environment sends shut, close to till\n}\ncheck reach till.Shut\n";

#[test]
fn any_event_is_sent_by_hand_with_what_it_brings() {
    let path = file("till.lks", TILL);
    let args = ["simulate", &path, "--json"];
    let lines = "send pay(4, 1) to till\nsend shut to till\nsend pay(2, -40) to till\n1\nb\nb\nq\n";
    let said = with_input(&args, lines);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let lines: Vec<_> = said.out.lines().collect();
    let state = |line: usize| serde_json::from_str::<Value>(lines[line]).expect("this is JSON");
    let sends = &state(0)["sends"];
    assert_eq!(sends[0]["event"], "pay");
    assert_eq!(
        sends[0]["brings"],
        serde_json::json!([
            {"name": "amount", "sort": "0..3", "values": ["0", "1", "2", "3"]},
            {"name": "note", "sort": "integer", "values": []},
        ])
    );
    // What the environment sends is among the choices.
    assert_eq!(sends.as_array().map(Vec::len), Some(1));
    assert!(lines[1].contains("is not possible"), "{}", lines[1]);
    assert!(lines[2].contains("cannot be sent here"), "{}", lines[2]);
    let sent = state(3);
    let words =
        "sent by hand, not by the environment of the text: environment -> till: pay(2, -40)";
    assert_eq!((&sent["steps"], &sent["done"]), (&1.into(), &words.into()));
    // What follows keeps it, and back is where the run was.
    assert_eq!(state(4)["steps"], 2);
    assert_eq!(state(5), sent);
    assert_eq!(state(6), state(0));
}

#[test]
fn other_runs_are_those_in_which_something_else_is_taken() {
    let path = file("till.lks", TILL);
    let said = check(&["--witnesses", "3", &path]);
    assert_eq!(said.code, 0, "{}", said.err);
    let takes = |event: &str| format!("till: {event}");
    let lines: Vec<_> = said
        .out
        .lines()
        .filter(|it| it.contains("depth "))
        .collect();
    assert_eq!(lines.len(), 2, "{}", said.out);
    assert!(
        said.out
            .contains("There is no other run in which some object takes something else")
    );
    let mut first: Vec<_> = lines.iter().map(|it| it.contains(&takes("shut"))).collect();
    first.sort_unstable();
    assert_eq!(first, [false, true], "{}", said.out);
    let said = check(&["--json", "--witnesses", "3", &path]);
    let all: Value = serde_json::from_str(&said.out).expect("this is JSON");
    assert_eq!(all[0]["witnesses"].as_array().map(Vec::len), Some(1));
    assert_eq!(all[0]["witnesses_complete"], true);
    assert!(all[0]["witnesses"][0]["trace"][1]["events"].is_array());
}
