//! `lockstep matrix` on the coffee room: the table, the grid, the JSON and the exit codes.

use crate::process::{Run, file, run};
use serde_json::{Value, json};

const COFFEE: &str = "static/examples/machines/coffee.lks";
const ROOM: &str = "static/examples/machines/coffee-for-two.lks";

fn matrix(args: &[&str]) -> Run {
    run(&[&["matrix"], args].concat())
}

fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().collect()
}

#[test]
fn the_table_has_counts_depths_and_a_line_for_every_combination() {
    let shown = matrix(&[COFFEE]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    let lines: Vec<_> = shown.out.lines().collect();
    assert!(
        lines[0].contains("3 of 36 combinations can be reached, the others never"),
        "{}",
        lines[0]
    );
    let depths = lines[3..6].iter().map(|line| words(line)[..3].join(" "));
    assert_eq!(depths.collect::<Vec<_>>(), ["0 1 1", "3 1 2", "8 1 3"]);
    let table = &lines[7..];
    assert_eq!(words(table[0]), ["User", "Machine", "Technician", "depth"]);
    assert_eq!(table.len(), 37);
    let row = ["Optimistic", "PrepCoffee", "IdleTechnician", "3"];
    assert_eq!(words(table[2]), row);
    let never = table.iter().filter(|line| line.ends_with("never"));
    assert_eq!(never.count(), 33);
}

#[test]
fn pairs_are_grids() {
    let shown = matrix(&[COFFEE, "--pairs", "--within", "5"]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    assert!(shown.out.contains("7 of 33 combinations"), "{}", shown.out);
    let lines: Vec<_> = shown.out.lines().collect();
    let grid = lines
        .iter()
        .position(|line| line.contains("User \\ Machine"));
    let grid = grid.expect("the grid has both names in its corner");
    assert_eq!(
        words(lines[grid])[3..],
        ["Idle", "PrepCoffee", "OutOfOrder"]
    );
    assert_eq!(words(lines[grid + 1]), ["Working", "0", ">", "5", ">", "5"]);
    assert!(shown.out.contains("> 5: not within 5"), "{}", shown.out);
}

#[test]
fn json_has_a_state_and_an_answer_for_every_combination() {
    let name = ["--scenario", "coffee for two"];
    let of = ["--of", "alice, cm", "--json", ROOM];
    let shown = matrix(&[&name[..], &of[..]].concat());
    assert_eq!(shown.code, 0, "{}", shown.err);
    let found: Value = serde_json::from_str(&shown.out).unwrap();
    assert_eq!(found["file"], ROOM);
    assert_eq!(found["choice"], "full");
    assert_eq!(found["bound"], Value::Null);
    assert_eq!(
        (&found["count"], &found["states"]),
        (&json!(12), &json!(144))
    );
    assert_eq!(found["proved"], true);
    assert_eq!(found["certificate"], "exhausted");
    let all = found["combinations"].as_array().unwrap();
    assert_eq!(all.len(), 12);
    assert_eq!(
        all[0],
        json!({"state": {"alice": "working", "cm": "idle"},
               "answer": "reachable", "proved": true, "depth": 0})
    );
    let reachable = all.iter().filter(|it| it["answer"] == "reachable").count();
    assert_eq!(found["reachable"], json!(reachable));
    let sum: u64 = found["by_depth"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_u64().unwrap())
        .sum();
    assert_eq!(found["reachable"], json!(sum));
}

#[test]
fn places_inside_transitions_are_written_as_in_goals() {
    let shown = matrix(&[COFFEE, "--places", "--of", "User"]);
    let mut lines = shown.out.lines().map(words);
    let row = ["<Working//orderCoffee/Optimistic>", "1"];
    assert!(lines.any(|line| line == row), "{}", shown.out);
}

#[test]
fn each_state_alone_from_another_start() {
    let shown = matrix(&[
        COFFEE,
        "--each",
        "--from",
        "User.Waiting, Technician.Fixing",
    ]);
    assert_eq!(shown.code, 0, "{}{}", shown.out, shown.err);
    let mut lines = shown.out.lines().map(words);
    assert!(
        lines.any(|line| line == ["Waiting", "·", "·", "0"]),
        "{}",
        shown.out
    );
    for (from, told) in [
        ("User", "Expected `.` and a state"),
        ("User.Tea", "has no state `Tea`"),
    ] {
        let shown = matrix(&[COFFEE, "--from", from]);
        assert_eq!(shown.code, 2);
        assert!(shown.err.contains(told), "{}", shown.err);
    }
}

#[test]
fn lifelines_and_places_are_named_as_in_checks() {
    let model = "machine \"coffee machine\" {\n  [*] --> \"out, of order\"\n  \
                 \"out, of order\" --> ok : fix / \"thank you\"\n}\n\
                 machine \"a, b\" { [*] --> x\n x --> y : / fix\n y --> x : \"thank you\" }\n";
    let path = file("quoted-names.lks", model);
    let place = "\"coffee machine\".<\"out, of order\"/fix/\"thank you\"/ok>, \"a, b\".y";
    let shown = matrix(&[&path, "--of", "\"a, b\", coffee machine", "--from", place]);
    assert_eq!(shown.code, 0, "{}{}", shown.out, shown.err);
    let mut lines = shown.out.lines().map(words);
    assert!(
        lines.any(|line| line == ["ok", "2", "never"]),
        "{}",
        shown.out
    );
    for (from, told) in [
        ("coffee machine.ok", "quotes"),
        ("\"a, b\".<x/fix//y>", "has no such transition"),
        ("\"a, b\".x within 3", "more than a list of places"),
    ] {
        let shown = matrix(&[&path, "--from", from]);
        assert_eq!((shown.code, shown.out.as_str()), (2, ""));
        assert!(shown.err.contains(told), "{}", shown.err);
    }
}

/// Twelve philosophers have far too many states for a moment.
#[test]
fn what_the_time_did_not_suffice_for_is_unknown() {
    let mut model = String::new();
    for i in 0..12 {
        let j = (i + 1) % 12;
        model += &format!(
            "machine Fork{i} {{\n [*] --> free\n free --> taken : take{i}\n taken --> free : put{i}\n}}\n\
             machine P{i} {{\n [*] --> think\n think --> one : / take{i}\n \
             one --> eat : / take{j}\n eat --> think : / put{i}, put{j}\n}}\n"
        );
    }
    let path = file("philosophers-twelve.lks", model);
    let shown = matrix(&[&path, "--of", "P0,P1", "--pairs", "--timeout", "0.05"]);
    assert_eq!(shown.code, 1, "{}", shown.err);
    assert!(shown.out.contains("At least "), "{}", shown.out);
    assert!(shown.out.contains("?: unknown beyond"), "{}", shown.out);
}

#[test]
fn names_that_do_not_exist_are_told_with_those_that_do() {
    for (args, there) in [
        (["--of", "Tea", COFFEE], "Technician"),
        (["--scenario", "tea", ROOM], "coffee for two"),
    ] {
        let shown = matrix(&args);
        assert_eq!((shown.code, shown.out.as_str()), (2, ""));
        assert!(shown.err.contains(there), "{}", shown.err);
    }
    assert_eq!(matrix(&[COFFEE, "--pairs", "--partial"]).code, 2);
}
