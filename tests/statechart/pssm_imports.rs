//! State machines in JSON that are not all of our language: what is left out is told at its line, and the text has no errors.

use crate::statechart::read;
use lockstep_core::interchange::import::{Class, state_machine};

use super::answers::answer;
use super::scxml_imports::without_errors;

#[test]
fn a_local_transition_may_leave_an_entry_point() {
    let found = without_errors(
        r#"{"name": "entry", "machine": {"regions": [{
  "vertices": [
   {"id": "init", "kind": "initial"}, {"id": "idle", "kind": "state"},
   {"id": "P", "kind": "state", "points": [{"id": "in", "kind": "entryPoint"}],
    "regions": [{"vertices": [{"id": "Q", "kind": "state"}],
     "transitions": [{"id": "t3", "source": "in", "target": "Q", "kind": "local", "effect": {"trace": "t3"}}]}]}],
  "transitions": [
   {"id": "t1", "source": "init", "target": "idle", "kind": "external"},
   {"id": "t2", "source": "idle", "target": "in", "kind": "external", "on": ["go"]}]}]},
 "stimuli": [{"send": "go"}]}"#,
    );
    assert_eq!(found.left_out, []);
    assert!(found.text.contains("<<local>>"), "{}", found.text);
    let answer = answer(&format!("{}\ncheck reach test.Q", found.text), 0);
    assert!(answer.verdict.is_found(), "{}", found.text);
}

#[test]
fn a_local_transition_of_an_entry_point_stays_inside() {
    let text = "statechart A {\n[*] --> S\nstate P {\nstate in <<entryPoint>>\nstate Q\nin --> Q <<local>> : / trace(\"in\")\n}\nS --> in : go\n}\nsystem {\na : A\nenvironment sends go to a\n}\n";
    let (_, findings) = read(text);
    let codes: Vec<_> = findings.iter().map(|it| it.code).collect();
    assert!(!codes.contains(&"not-local"), "{findings:#?}");
    assert!(
        answer(&format!("{text}check reach a.Q"), 0)
            .verdict
            .is_found()
    );
    let outside = text
        .replace("state P {", "state R\nstate P {")
        .replace("in --> Q", "in --> R");
    let (_, findings) = read(&outside);
    assert!(
        findings.iter().any(|it| it.code == "not-local"),
        "{findings:#?}"
    );
}

#[test]
fn what_is_none_of_our_language_is_told_at_its_line() {
    let found = without_errors(
        r#"{"name": "odd", "machine": {"regions": [{
  "vertices": [{"id": "init", "kind": "initial"}, {"id": "a", "kind": "state"},
   {"id": "b", "kind": "banana"},
   {"id": "c", "kind": "state", "entry": {"shout": "x"}}],
  "transitions": [
   {"id": "t1", "source": "init", "target": "a", "kind": "external"},
   {"id": "t2", "source": "a", "target": "a", "kind": "external", "on": ["e"], "guard": "self.isReady(1)"},
   {"id": "t3", "source": "a", "target": "b", "kind": "external", "on": ["e"]},
   {"id": "t4", "source": "a", "target": "c", "kind": "sideways", "on": ["f"]}]}]},
 "stimuli": [{"send": "e"}]}"#,
    );
    let report: Vec<_> = found
        .left_out
        .iter()
        .map(|it| (it.line, it.what.as_str()))
        .collect();
    assert_eq!(
        report,
        [(3, "b"), (4, "c"), (7, "t2"), (9, "t4")],
        "{}",
        found.text
    );
    assert_eq!(found.class(), Class::Lossy);
    assert!(found.text.contains("a --> c : f"), "{}", found.text);
    // Nesting is bounded, by what reads JSON.
    let deep = format!("{{\"machine\": {}", "[".repeat(100_000));
    assert!(state_machine(&deep).unwrap().is_err());
}
