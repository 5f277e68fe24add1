//! `lockstep convert`: what comes in, what is reported, and how it ends.

mod process;

use process::run;
use serde_json::Value;

/// Writes a diagram into a file of its own.
fn diagram(name: &str, text: &str) -> String {
    let path = std::env::temp_dir().join(format!("lockstep-{}-{name}", std::process::id()));
    std::fs::write(&path, text).expect("a file can be written");
    path.to_str().expect("an ASCII name").to_owned()
}

#[test]
fn a_diagram_that_comes_in_whole_can_be_checked() {
    let file = diagram(
        "whole.puml",
        "@startuml\nalice -> bob : hello\nbob --> alice : hi\n@enduml\n",
    );
    let out = diagram("whole.lks", "");
    let said = run(&["convert", &file, "--out", &out]);
    assert_eq!((said.code, &*said.out, &*said.err), (0, "", ""));
    let checked = run(&["check", &out]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    assert!(
        checked.out.contains("as drawn: consistent"),
        "{}",
        checked.out
    );
}

#[test]
fn what_is_left_out_is_told_at_its_line() {
    let file = diagram(
        "part.mmd",
        "sequenceDiagram\nA->>B: x\nloop often\nB->>A: y\nend\n",
    );
    let said = run(&["convert", &file]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("A -> B : x"), "{}", said.out);
    assert!(
        said.err.contains(":3: What is repeated comes in once."),
        "{}",
        said.err
    );
    let said = run(&["convert", "--json", &file]);
    let told: Value = serde_json::from_str(&said.out).expect("it is JSON");
    assert_eq!(told[0]["notation"], "Mermaid sequence diagram");
    assert_eq!(told[0]["left_out"][0]["line"], 3);
}

#[test]
fn what_is_no_diagram_is_refused_with_what_there_is() {
    let file = diagram("none.txt", "hello");
    let said = run(&["convert", &file]);
    assert_eq!((said.code, &*said.out), (2, ""));
    assert!(
        said.err
            .contains("Mermaid sequence diagram, PlantUML sequence diagram"),
        "{}",
        said.err
    );
    let said = run(&["convert", &file, &file, "--out", "x"]);
    assert_eq!(said.code, 2);
}
