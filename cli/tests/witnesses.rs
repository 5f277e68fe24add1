//! `lockstep check --witnesses N`: further runs with other messages, for people and as JSON.

use crate::process::{check, file};
use serde_json::Value;

const TALK: &str = "machine P { [*] --> a; a --> b : / x; a --> b : / y; b --> a : / z }
machine Q { [*] --> q; q --> q : x; q --> q : y; q --> q : z }
check reach P.b within 6
check reach P.b, Q.q within 1
";

fn records(args: &[&str]) -> Vec<Value> {
    let run = check(&[&["--json"], args].concat());
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}\n{}{}", run.out, run.err))
}

/// The symbols of a run, in their order.
fn symbols(trace: &Value) -> String {
    let list = |it: &Value| it.as_array().expect("a list").clone();
    let steps = list(trace).into_iter();
    let messages = steps.flat_map(|step| list(&step["messages"]));
    let symbols = messages.map(|it| it["symbol"].as_str().expect("a name").to_string());
    symbols.collect()
}

#[test]
fn json_has_the_further_runs_beside_the_first() {
    let path = file("talk.lks", TALK);
    let found = &records(&["--witnesses", "20", &path]);
    let record = &found[0];
    let others = record["witnesses"].as_array().unwrap();
    let depths: Vec<_> = others
        .iter()
        .map(|it| it["depth"].as_u64().unwrap())
        .collect();
    assert_eq!(
        (&record["depth"], depths.as_slice()),
        (&Value::from(2), &[2, 6, 6, 6, 6][..])
    );
    let mut all: Vec<_> = others.iter().map(|it| symbols(&it["trace"])).collect();
    all.push(symbols(&record["trace"]));
    all.sort();
    assert_eq!(all, ["x", "xzx", "xzy", "y", "yzx", "yzy"]);
    assert_eq!(record["witnesses_complete"], true);
    // Nothing is added to a negative answer.
    assert_eq!(found[1]["answer"], "unreachable");
    assert_eq!(found[1].get("witnesses"), None);
    let three = &records(&["--witnesses", "3", &path])[0];
    assert_eq!(three["witnesses"].as_array().unwrap().len(), 2);
    assert_eq!(three["witnesses_complete"], false);
    assert_eq!(records(&[&path])[0].get("witnesses"), None);
}

#[test]
fn people_see_the_messages_of_each_run() {
    let path = file("talk-for-people.lks", TALK.replace("within 6", "within 5"));
    let run = check(&["--witnesses", "9", &path]);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in [
        "  1. depth  2  P -> Q : ",
        "  2. depth  2  P -> Q : ",
        "There is no other run with other messages within 5 transactions.",
    ] {
        assert!(run.out.contains(part), "{part} is missing in\n{}", run.out);
    }
    assert!(!run.out.contains("  3. "), "{}", run.out);
    assert_eq!(check(&["--witnesses", "0", &path]).code, 2);
}

const CHOICES: &str = "var x : 0..3 = 0
trans {
  choice { x := 1; } or { x := 2; } or { x := 3; }
}
init {}
env {}
check reach x >= 2 within 1
check reach x > 3 within 1
";

#[test]
fn transition_systems_have_further_runs_with_other_values() {
    let path = file("choices.xsts", CHOICES);
    let run = check(&["--witnesses", "9", &path]);
    assert_eq!(run.code, 0, "{}", run.err);
    let mut lines = run.out.lines().skip(1);
    let mut runs: Vec<_> = lines.by_ref().take(2).map(str::trim).collect();
    runs.sort_by_key(|it| it.chars().last());
    assert!(runs[0].ends_with("trans x = 2"), "{}", run.out);
    assert!(runs[1].ends_with("trans x = 3"), "{}", run.out);
    let end = "There is no other run within 1 firing of `trans`.";
    assert_eq!(lines.next().map(str::trim), Some(end), "{}", run.out);
    let found = &records(&["--witnesses", "9", &path]);
    let others = found[0]["witnesses"].as_array().unwrap();
    assert_eq!((others.len(), &others[0]["depth"]), (1, &Value::from(1)));
    assert_eq!(found[0]["witnesses_complete"], true);
    assert_eq!(found[1].get("witnesses"), None);
    let two = &records(&["--witnesses", "2", &path])[0];
    assert_eq!(two["witnesses_complete"], false);
}
