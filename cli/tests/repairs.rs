//! `lockstep repair` on the coffee room: what it proposes, and what it writes.

use crate::process::{file, run};
use serde_json::Value;

const COFFEE: &str = include_str!("../../static/examples/machines/coffee-for-two.lks");

#[test]
fn the_first_proposal_is_shown_and_applied() {
    let path = file("coffee-to-mend.lks", COFFEE);
    let shown = run(&["repair", &path]);
    assert_eq!(shown.code, 0, "{}", shown.err);
    let title = "1. After message 4, let `cm` send `repaired` to `alice`";
    assert!(shown.out.contains(title), "{}", shown.out);
    assert!(
        shown.out.contains("\n   37 +   cm    -> alice : repaired"),
        "{}",
        shown.out
    );
    assert_eq!(
        std::fs::read_to_string(&path).unwrap(),
        COFFEE,
        "only --apply writes"
    );

    let applied = run(&["repair", &path, "--check", "coffee for two", "--apply", "1"]);
    assert_eq!(applied.code, 0, "{}", applied.err);
    assert_eq!(run(&["check", &path]).code, 0);
    let again = run(&["repair", &path]);
    assert!(
        again.out.contains("every check is as expected"),
        "{}",
        again.out
    );
}

#[test]
fn json_carries_the_edits() {
    let path = file("coffee-as-json.lks", COFFEE);
    let run = run(&["repair", &path, "--edits", "2", "--json"]);
    let repairs: Value = serde_json::from_str(&run.out).unwrap();
    let patch = &repairs["proposals"][0]["patches"][0];
    assert_eq!(patch["text"], "  cm    -> alice : repaired\n");
    assert_eq!(patch["range"]["from"], patch["range"]["to"]);
    assert_eq!(repairs["proposals"][1]["edits"], 2);
}

#[test]
fn wrong_names_and_numbers_are_named() {
    let path = file("coffee-misnamed.lks", COFFEE);
    for (args, words) in [
        (["--check", "tea"], "there is no check `tea`"),
        (["--apply", "9"], "there is no proposal 9; there are 1"),
        (["--edits", "3"], "3 is not in 1..=2"),
    ] {
        let run = run(&[&["repair", path.as_str()], args.as_slice()].concat());
        assert_eq!(run.code, 2, "{}", run.out);
        assert!(run.err.contains(words), "{}", run.err);
    }
}

/// Whoever reads `docs/command-line.md` can apply what it says a range is.
#[test]
fn ranges_are_what_the_documentation_says() {
    // Letters of two bytes and of two UTF-16 units stand before every edit, and in its line.
    let text = COFFEE
        .replace("coffee for two", "café \u{1f600} for two")
        .replace("  cm    ->", "  /* \u{1f600} é */ cm    ->");
    let path = file("coffee-with-smiles.lks", &text);
    let run_with = |args: &[&str]| run(&[&["repair", &path], args].concat());
    let shown = run_with(&["--json"]);
    let found: Value = serde_json::from_str(&shown.out).unwrap();
    let units: Vec<u16> = text.encode_utf16().collect();
    let number = |range: &Value, key: &str| usize::try_from(range[key].as_u64().unwrap()).unwrap();
    for (index, proposal) in found["proposals"].as_array().unwrap().iter().enumerate() {
        let (mut edited, mut last) = (Vec::new(), 0);
        for patch in proposal["patches"].as_array().unwrap() {
            let (from, to) = (
                number(&patch["range"], "from"),
                number(&patch["range"], "to"),
            );
            assert!(last <= from && from <= to, "in order and without overlap");
            edited.extend(&units[last..from]);
            edited.extend(patch["text"].as_str().unwrap().encode_utf16());
            last = to;
            let before = String::from_utf16(&units[..from]).unwrap();
            let line = before.rsplit('\n').next().unwrap();
            let place = (before.matches('\n').count() + 1, line.chars().count() + 1);
            let told = (
                number(&patch["range"], "line"),
                number(&patch["range"], "column"),
            );
            assert_eq!(told, place);
        }
        edited.extend(&units[last..]);
        run_with(&["--apply", &(index + 1).to_string()]);
        let applied = std::fs::read_to_string(&path).unwrap();
        assert_eq!(String::from_utf16(&edited).unwrap(), applied);
        std::fs::write(&path, &text).unwrap();
    }
    assert!(!found["proposals"].as_array().unwrap().is_empty());
}

/// Statecharts and transition systems have no repairs, and no errors either.
#[test]
fn other_kinds_of_model_are_told_what_there_is_for_them() {
    let chart = "statechart One {\n  [*] --> A\n  A --> B : go\n}\nsystem { one : One }\ncheck reach one.B\n";
    let system = "var x : 0..3 = 0\ntrans { x := 1; }\ninit {}\nenv {}\nprop { x == 0 }\n";
    let cases = [
        ("repair", "Repairs", "--explain"),
        ("matrix", "Combinations of states", "check reach"),
    ];
    for (command, what, instead) in cases {
        for (name, text, holds) in [
            ("other.lks", chart, "statecharts"),
            ("other.xsts", system, "a transition system"),
            ("other-named.lks", system, "a transition system"),
        ] {
            let path = file(&format!("{command}-{name}"), text);
            let said = run(&[command, &path]);
            assert_eq!((said.code, said.out.as_str()), (2, ""), "{command} {name}");
            let wanted = format!("holds {holds}. {what}");
            for part in [wanted.as_str(), instead] {
                assert!(said.err.contains(part), "{command} {name}: {}", said.err);
            }
            let path = file(
                &format!("{command}-broken-{name}"),
                text.replace("go", "(").replace(":=", "+"),
            );
            let said = run(&[command, &path]);
            assert_eq!(said.code, 2, "{command} {name}");
            assert!(
                said.err.contains("has errors"),
                "{command} {name}: {}",
                said.err
            );
        }
    }
}
