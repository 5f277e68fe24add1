//! `lockstep convert`: what comes in, what is reported, and how it ends.

use crate::process::run;
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
    assert_eq!(told[0]["left_out"][0]["class"], "lossy");
    assert_eq!(told[0]["class"], "lossy");
}

#[test]
fn the_exit_code_is_that_of_the_class() {
    let scxml =
        |inside: &str| format!("<scxml xmlns='http://www.w3.org/2005/07/scxml'>{inside}</scxml>");
    let delayed = "<state id='a'><onentry><send event='t' delay='2s'/></onentry><transition event='t' target='a'/></state>";
    let two =
        "<state id='a'><transition event='e' target='b c'/></state><state id='b'/><state id='c'/>";
    let guarded = r#"{"machine": {"regions": [{"vertices": [{"id": "i", "kind": "initial"}, {"id": "a", "kind": "state"}],
        "transitions": [{"id": "t", "source": "i", "target": "a"}, {"id": "u", "source": "a", "target": "a", "on": ["e"], "guard": "self.ready(1)"}]}]}}"#;
    for (name, text, code, class) in [
        (
            "exact",
            "@startuml\na -> b : x\n...\n@enduml\n".to_owned(),
            0,
            "exact",
        ),
        (
            "hidden",
            "@startuml\n[*] --> A\nA -[hidden]-> B\nA --> B : go\n@enduml\n".to_owned(),
            0,
            "exact",
        ),
        ("wider", scxml(delayed), 1, "wider"),
        ("lossy", scxml(two), 1, "lossy"),
        ("guarded", guarded.to_owned(), 1, "lossy"),
    ] {
        let file = diagram(&format!("{name}.txt"), &text);
        let out = diagram(&format!("{name}.lks"), "");
        let said = run(&["convert", &file, "--out", &out]);
        assert_eq!(said.code, code, "{name}: {}", said.err);
        let written = std::fs::read_to_string(&out).expect("it was written");
        assert!(written.starts_with("// Imported ("), "{written}");
        assert!(written.contains(&format!("): {class}. ")), "{written}");
        let checked = run(&["check", &out]);
        assert_ne!(checked.code, 2, "{written}\n{}", checked.err);
        let said = run(&["convert", "--json", &file]);
        let told: Value = serde_json::from_str(&said.out).expect("it is JSON");
        assert_eq!((told[0]["class"].as_str(), said.code), (Some(class), code));
    }
    let deep = scxml(&format!(
        "{}{}",
        "<state>".repeat(15_000),
        "</state>".repeat(15_000)
    ));
    let said = run(&["convert", &diagram("deep.scxml", &deep)]);
    assert_eq!(said.code, 2, "{}", said.err);
    assert!(said.err.contains("levels deep"), "{}", said.err);
}

#[test]
fn state_diagrams_come_in_and_can_be_simulated() {
    let file = diagram(
        "door.mmd",
        "stateDiagram-v2\n[*] --> Closed\nClosed --> Open : push\nstate Open {\n[*] --> Wide\nWide --> Ajar : after 3\n}\nOpen --> Closed : pull\n",
    );
    let out = diagram("door.lks", "");
    let said = run(&["convert", &file, "--out", &out]);
    assert_eq!((said.code, &*said.out, &*said.err), (0, "", ""));
    let said = run(&["simulate", &out, "--seed", "1", "--steps", "6"]);
    assert_eq!(said.code, 0, "{}{}", said.out, said.err);
    assert!(said.out.contains("push"), "{}", said.out);
    // A flat one is a machine.
    let file = diagram(
        "flat.txt",
        "@startuml\n[*] --> A\nA -> B : go on\nB --> A : [ready] back\n@enduml\n",
    );
    let said = run(&["convert", &file]);
    assert_eq!(said.code, 1);
    assert!(said.out.contains("statechart Diagram {"), "{}", said.out);
    assert!(
        said.err.contains(":4: What this condition is about"),
        "{}",
        said.err
    );
    let file = diagram(
        "flat2.txt",
        "@startuml\n[*] --> A\nA -> B : go on\n@enduml\n",
    );
    let said = run(&["convert", &file]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("A --> B : \"go on\""), "{}", said.out);
}

#[test]
fn state_machines_in_scxml_and_in_json_come_in_by_their_content() {
    let file = diagram(
        "machine.txt",
        "<scxml xmlns='http://www.w3.org/2005/07/scxml' initial='a'><state id='a'>\
         <transition event='e' target='b'/></state><final id='b'/></scxml>",
    );
    let said = run(&["convert", &file]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(said.out.contains("semantics scxml"), "{}", said.out);
    let said = run(&["convert", &diagram("bad.txt", "<scxml><state")]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("this is no XML"), "{}", said.err);
    let shared = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/data/statecharts/pssm/behavior-001.json");
    let Ok(test) = std::fs::read_to_string(&shared) else {
        eprintln!("skipped: {} is missing", shared.display());
        return;
    };
    let said = run(&["convert", "--json", &diagram("test.txt", &test)]);
    let told: Value = serde_json::from_str(&said.out).expect("it is JSON");
    assert_eq!(told[0]["notation"], "PSSM test in JSON");
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

#[test]
fn a_sequence_diagram_becomes_a_scenario_of_statecharts() {
    let model = diagram(
        "door-and-lamp.lks",
        "statechart Door {\n  [*] --> Shut\n  Shut --> Open : push / lamp.on()\n}\nstatechart Lamp {\n  [*] --> Dark\n  \
         Dark --> Lit : on\n}\nsystem {\n  door : Door\n  lamp : Lamp\n  environment sends push to door\n}\n",
    );
    let drawn = diagram(
        "visit.puml",
        "@startuml\ntitle A visit\nactor Visitor\nVisitor -> Door : push()\nDoor -> Lamp : on\nLamp --> Visitor : light\n@enduml\n",
    );
    let out = diagram("visit.lks", "");
    let said = run(&["convert", "--onto", &model, &drawn, "--out", &out]);
    assert_eq!(said.code, 1, "{}", said.err);
    assert!(
        said.err
            .contains(":4: No object has this name: what it sends comes from the environment.")
            && said
                .err
                .contains(":6: What leaves the objects is no message of a scenario."),
        "{}",
        said.err
    );
    let checked = run(&["check", &out]);
    assert_eq!(checked.code, 0, "{}{}", checked.out, checked.err);
    assert!(checked.out.contains("A visit"), "{}", checked.out);
    assert!(checked.out.contains("consistent"), "{}", checked.out);
    let said = run(&["convert", "--onto", &drawn, &drawn]);
    assert_eq!(said.code, 2);
    assert!(
        said.err.contains("--onto takes a sequence diagram"),
        "{}",
        said.err
    );
}
