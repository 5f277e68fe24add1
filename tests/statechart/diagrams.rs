//! State diagrams of other tools come in: whole where our language can say them, with a report where it cannot.

use std::path::{Path, PathBuf};

use crate::statechart::{parse, read};
use lockstep_core::api::{Clockless, Options, STATECHART_VALUES, analyse, chart_scene, check};
use lockstep_core::generate::{Random, mutated};
use lockstep_core::interchange::import::{Class, Imported, import, state_machine};
use lockstep_core::language::statechart::print;
use lockstep_core::language::statechart::semantics::{Grain, StatechartSystem};
use lockstep_core::text::Severity;
use lockstep_seeds::seeds;

fn plantuml(lines: &str) -> Imported {
    import(&format!("@startuml\n{lines}\n@enduml\n"))
        .unwrap_or_else(|| panic!("recognised: {lines}"))
}

fn mermaid(lines: &str) -> Imported {
    import(&format!("stateDiagram-v2\n{lines}\n")).unwrap_or_else(|| panic!("recognised: {lines}"))
}

/// The lines of a text without those around them all.
fn inside(imported: &Imported) -> Vec<&str> {
    let lines = imported.text.lines().map(str::trim).skip(1);
    lines.filter(|it| !it.is_empty()).collect()
}

/// What is wrong with a text that came in: it must be read without errors, be in its canonical form, and run.
fn judge(imported: &Imported) -> Result<(), String> {
    // A comment above it tells its class.
    let Some((comment, text)) = imported.text.split_once('\n') else {
        return Ok(());
    };
    assert!(
        comment.starts_with("// Imported (") && comment.contains(imported.class().name()),
        "{comment}"
    );
    if !text.starts_with("statechart") {
        let analysis = analyse(text);
        return match analysis.has_errors {
            true => Err(format!("{:?}", analysis.diagnostics)),
            false => Ok(()),
        };
    }
    let (model, diagnostics) = read(text);
    if let Some(error) = diagnostics.iter().find(|it| it.severity == Severity::Error) {
        return Err(format!("{error:?}"));
    }
    let (document, _) = parse(text);
    if imported.notation.ends_with("state diagram") && print::print(&document) != text {
        return Err(format!(
            "not canonical, it is:\n{}",
            print::print(&document)
        ));
    }
    let system = StatechartSystem::new(&model, model.reading, Grain::Step, false);
    let _ = system.successors(&system.machine().initial(false));
    Ok(())
}

#[test]
fn a_flat_diagram_is_a_machine() {
    let found = plantuml(
        "[*] --> Idle\nIdle -> Busy : go\nBusy --> Idle : done it\nBusy -[#red]-> Idle : stop()",
    );
    assert_eq!(found.left_out, []);
    assert!(found.text.contains("machine Diagram"), "{}", found.text);
    assert!(
        found.text.contains("Busy --> Idle : \"done it\""),
        "{}",
        found.text
    );
    judge(&found).unwrap();
    let found = mermaid("[*] --> Still\nStill --> [*]\nStill --> Moving\nMoving --> Still %% back");
    assert!(found.text.contains("Still  --> [*]"), "{}", found.text);
    judge(&found).unwrap();
}

#[test]
fn a_hidden_arrow_is_none() {
    let found = plantuml(
        "[*] --> A\nA -[hidden]-> B\nA --> B : go\nA -[#red,hidden]right-> C\nC -left[hidden]-> B\nA -> C : no [hidden]",
    );
    let arrows: Vec<_> = found.text.lines().filter(|it| it.contains("-->")).collect();
    assert!(
        !arrows.iter().any(|it| it.trim() == "A --> B"),
        "{}",
        found.text
    );
    assert_eq!(arrows.len(), 3, "{}", found.text);
    judge(&found).unwrap();
}

#[test]
fn a_nested_diagram_is_a_statechart() {
    let found = plantuml(
        "[*] --> Off\nOff --> On : press\nstate \"is on\" as On {\n  [*] --> Low\n  Low --> High : more, plus\n  High -up-> [*]\n  --\n\
         state Fan {\n  }\n}\nOn --> Off : press [late] / beep()\nOn : entry / light\nOn : tick / count\nOn : noise / defer\nOn --> On[H] : again",
    );
    let expected = [
        "statechart Diagram {",
        "input late : boolean",
        "state Off",
        "state On as \"is on\" {",
        "entry / trace(\"light\")",
        "tick / trace(\"count\")",
        "noise / defer",
        "state Low",
        "state High",
        "[*] --> Low",
        "Low --> High : more, plus",
        "High --> [*]",
        "--",
        "state Fan",
        "[*] --> Fan",
        "}",
        "[*] --> Off",
        "Off --> On : press",
        "On --> Off : press [late] / trace(\"beep()\")",
        "}",
        "system {",
        "m : Diagram",
        "environment sends tick, noise, more, plus, press to m",
        "}",
    ];
    assert_eq!(inside(&found), expected);
    let report: Vec<_> = found.left_out.iter().map(|it| it.line).collect();
    assert_eq!(
        report,
        [12, 16],
        "the condition, and the history of a state with two regions"
    );
    judge(&found).unwrap();
}

#[test]
fn choices_forks_and_points() {
    let found = mermaid(
        "state c <<choice>>\n[*] --> A\nA --> c : ask\nc --> B : yes\nc --> A : [else]\nB --> A : after 3s",
    );
    assert!(found.text.contains("state c <<choice>>"), "{}", found.text);
    assert!(
        found.text.contains("c --> B : [yes] / trace(\"yes\")"),
        "{}",
        found.text
    );
    assert!(found.text.contains("B --> A : after(3)"), "{}", found.text);
    judge(&found).unwrap();
    let found = mermaid(
        "state f <<fork>>\nstate j <<join>>\n[*] --> f\nf --> A\nf --> B\nA --> j\nB --> j\nj --> C\nC --> [*]",
    );
    assert_eq!(found.left_out, [], "{}", found.text);
    assert!(
        found.text.contains("state \"f branches\" {"),
        "{}",
        found.text
    );
    judge(&found).unwrap();
    let found = plantuml(
        "state S {\nstate i <<entryPoint>>\nstate o <<exitPoint>>\ni --> A\nA --> o : done\n}\n[*] --> i\no --> T",
    );
    assert_eq!(found.left_out, [], "{}", found.text);
    judge(&found).unwrap();
}

/// What a check of what came in says.
fn is_found(found: &Imported, check: &str) -> bool {
    let text = format!("{}\n{check}\n", found.text);
    let outcome =
        STATECHART_VALUES
            .by_visits()
            .check(&text, 0, &Options::default(), &mut Clockless);
    outcome
        .unwrap_or_else(|why| panic!("{why:?}\n{text}"))
        .verdict
        .is_found()
}

#[test]
fn a_condition_that_names_nothing_can_be_true_or_false() {
    let found =
        plantuml("[*] --> A\nA --> B : go [x > 0]\nA --> C : stop\nB --> D : stop\nC --> [*] : x");
    let expected = ["input \"x > 0\" : boolean", "A --> B : go [\"x > 0\"]"];
    for line in expected {
        assert!(inside(&found).contains(&line), "{}", found.text);
    }
    let report: Vec<_> = found
        .left_out
        .iter()
        .map(|it| (it.line, it.why.clone()))
        .collect();
    assert_eq!(report.len(), 1, "{report:?}");
    assert!(report[0].1.contains("discarded"), "{report:?}");
    judge(&found).unwrap();
    // A `go` that finds it false is discarded, and A still takes `stop`; in B it would be D.
    assert!(is_found(&found, "check reach m.A then m.C"));
    assert!(is_found(&found, "check reach m.A then m.B then m.D"));
}

#[test]
fn equal_conditions_are_one_input_and_not_is_its_opposite() {
    let found = mermaid(
        "[*] --> A\nA --> B : go [ ready ]\nA --> C : go [!ready]\nB --> A : back [not ready]\nC --> A : back [x  >  0]\nC --> B : back [else]\nA : tick [x > 0] / count",
    );
    let lines = inside(&found);
    let inputs: Vec<_> = lines.iter().filter(|it| it.starts_with("input")).collect();
    assert_eq!(
        inputs,
        [&"input ready : boolean", &"input \"x > 0\" : boolean"]
    );
    for line in [
        "A --> B : go [ready]",
        "A --> C : go [!ready]",
        "B --> A : back [!ready]",
        "C --> A : back [\"x > 0\"]",
        "C --> B : back [else]",
        "tick [\"x > 0\"] / trace(\"count\")",
    ] {
        assert!(lines.contains(&line), "{line}\n{}", found.text);
    }
    judge(&found).unwrap();
    assert_eq!(found.left_out.len(), 5, "{:?}", found.left_out);
    // One of the two always fires: `go` is never discarded in A.
    assert!(is_found(&found, "check reach m.B"));
    assert!(is_found(&found, "check reach m.C"));
}

#[test]
fn conditions_without_an_event_are_guards_where_they_leave_nothing_out_and_else_events() {
    let found = plantuml(
        "[*] --> A\nA --> B : [ok]\nA --> C : [else]\nB --> D : [x]\nB --> E : [!x]\nC --> A : [done]\nD --> A : go [else]",
    );
    let lines = inside(&found);
    for line in [
        "A --> B : [ok]",
        "A --> C : [else]",
        "B --> D : [x]",
        "B --> E : [!x]",
        "C --> A : \"when done\"",
        "D --> A : go [\"else\"]",
        "environment sends \"when done\", go to m",
    ] {
        assert!(lines.contains(&line), "{line}\n{}", found.text);
    }
    judge(&found).unwrap();
    assert!(is_found(&found, "check reach m.C then m.A"));
}

#[test]
fn one_branch_of_a_choice_is_taken_and_a_junction_may_have_none() {
    let found = plantuml(
        "state c <<choice>>\nstate d <<choice>>\nstate j <<junction>>\n[*] --> A\nA --> c : go\nc --> B : [low]\nc --> C : [high]\nA --> d : stop\nd --> B : [x]\nA --> j : tick\nj --> C : [y]",
    );
    let lines = inside(&found);
    for line in [
        "c --> B : [low]",
        "c --> C : [else] / trace(\"[high]\")",
        "d --> B : / trace(\"[x]\")",
        "j --> C : [y]",
    ] {
        assert!(lines.contains(&line), "{line}\n{}", found.text);
    }
    judge(&found).unwrap();
    assert!(is_found(&found, "check reach m.B"));
    assert!(is_found(&found, "check reach m.C"));
    // No run ends with an error.
    assert!(
        !is_found(&found, "check always not (m.ended)"),
        "{}",
        found.text
    );
}

#[test]
fn what_cannot_be_said_is_in_the_report() {
    let found = plantuml(
        "[*] --> A\n[*] --> B\n!include x\njson J {\n  \"a\": 1\n}\nwhat is this\nA --> B : x",
    );
    let report: Vec<_> = found.left_out.iter().map(|it| it.line).collect();
    assert_eq!(report, [3, 4, 5, 8], "{:?}", found.left_out);
    judge(&found).unwrap();
    // A fork that nobody uses is told at the line that declares it.
    let found = mermaid("[*] --> A\nstate f <<fork>>\nA --> B");
    let [left_out] = &found.left_out[..] else {
        panic!("{:?}", found.left_out);
    };
    assert_eq!((left_out.line, left_out.what.as_str()), (3, "state f"));
    assert!(left_out.why.contains("leads away"), "{}", left_out.why);
    judge(&found).unwrap();
}

/// The lines of the report, each with its class.
fn report(found: &Imported) -> Vec<(usize, Class)> {
    let all = found.left_out.iter().map(|it| (it.line, it.class));
    all.collect()
}

#[test]
fn times_have_one_unit_and_those_in_words_are_told() {
    /// A notation's name, a diagram, and the class of what was left out at each line.
    type Row<'a> = (&'a str, &'a str, &'a [(usize, Class)]);
    let rows: &[Row] = &[
        ("A --> B : after 3", "after(3)", &[]),
        ("A --> B : after 3 s", "after(3)", &[(3, Class::Exact)]),
        (
            "A --> B : after 2 min\nB --> A : after 30s",
            "after(120)",
            &[(3, Class::Exact)],
        ),
        (
            "A --> B : after 2 min\nB --> A : after 30",
            "after(2)",
            &[(3, Class::Lossy)],
        ),
        (
            "A --> B : after 900 h\nB --> A : after 1 ms",
            "after(900)",
            &[(3, Class::Lossy)],
        ),
        ("A --> B : within 3 s", "within 3 s", &[(3, Class::Wider)]),
        (
            "A --> B : go\nnote right of A : at most 3 s",
            "go",
            &[(4, Class::Wider)],
        ),
        (
            "A --> B : go\nnote right of A\nat most 3 s\nend note",
            "go",
            &[(4, Class::Wider)],
        ),
        ("A --> B : go\nA : lasts 3 s", "go", &[(4, Class::Wider)]),
        ("A --> B : go\nnote right of A : the first", "go", &[]),
        ("A --> B : go\nhide empty description", "go", &[]),
        ("A --> B : go\nremove A", "go", &[(4, Class::Wider)]),
    ];
    for (lines, contains, expected) in rows {
        let found = plantuml(&format!("[*] --> A\n{lines}"));
        assert!(found.text.contains(contains), "{lines}\n{}", found.text);
        assert_eq!(report(&found), *expected, "{lines}: {:?}", found.left_out);
        judge(&found).unwrap();
    }
    let found = mermaid("[*] --> A\nnote right of A\nat most 3 s\nend note\nA --> B");
    assert_eq!(report(&found), [(3, Class::Wider)]);
}

#[test]
fn blocks_that_are_no_states_do_not_close_one() {
    let found = plantuml(
        "[*] --> S\nstate S {\n[*] --> A\ntogether {\nstate A\nstate B\n}\nA --> B : go\n}\nS --> T : stop",
    );
    assert_eq!(found.left_out, [], "{}", found.text);
    let found =
        plantuml("[*] --> S\nstate S {\n[*] --> A\nsurprise {\n}\nA --> B : go\n}\nS --> T : stop");
    assert_eq!(report(&found), [(5, Class::Lossy)], "{}", found.text);
    assert!(found.text.contains("    A --> B : go"), "{}", found.text);
}

#[test]
fn deep_nesting_comes_in_as_far_as_a_text_can_be_nested() {
    let nested = |count: usize| {
        let open: String = (0..count).map(|it| format!("state S{it} {{\n")).collect();
        format!("{open}{}", "}\n".repeat(count))
    };
    for count in [59, 70, 150, 15_000] {
        for found in [plantuml(&nested(count)), mermaid(&nested(count))] {
            judge(&found).unwrap();
            let is_exact = found.class() == Class::Exact;
            assert_eq!(is_exact, count < 60, "{count}");
        }
    }
    // Paths, each of which is one level deeper than the one before.
    let paths: String = (0..5_000)
        .map(|it| format!("S{it}.S{} : x\n", it + 1))
        .collect();
    judge(&plantuml(&format!("[*] --> S0\n{paths}"))).unwrap();
    let path: Vec<_> = (0..5_000).map(|it| format!("S{it}")).collect();
    judge(&plantuml(&format!("[*] --> {}", path.join(".")))).unwrap();
}

/// All state diagrams of the folder, by name.
fn diagrams() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/diagrams");
    if !folder.exists() {
        println!("skipped: {} is missing", folder.display());
        return Vec::new();
    }
    let files = |name: &str| -> Vec<PathBuf> {
        let all = std::fs::read_dir(folder.join(name)).unwrap();
        let mut all: Vec<_> = all.map(|it| it.unwrap().path()).collect();
        all.sort();
        all
    };
    let mut all = Vec::new();
    for file in files("plantuml/state").into_iter().chain(files("scxml")) {
        if file.extension().is_some() {
            let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            all.push((name, text));
        }
    }
    let pages = std::fs::read_to_string(folder.join("mermaid/stateDiagram.md")).unwrap();
    for (number, block) in pages.split("```mermaid\n").skip(1).enumerate() {
        let text = block.split("```").next().unwrap();
        all.push((format!("mermaid {number}"), text.to_owned()));
    }
    all
}

fn imported(text: &str) -> Option<Imported> {
    import(text).or_else(|| state_machine(text).and_then(Result::ok))
}

#[test]
fn state_diagrams_of_others_come_in_whole() {
    let (mut whole, mut all) = (0, 0);
    let (mut partly, mut bad) = (Vec::new(), Vec::new());
    for (name, text) in diagrams() {
        all += 1;
        let Some(found) = imported(&text) else {
            partly.push(format!("{name}: not recognised"));
            continue;
        };
        if let Err(what) = judge(&found) {
            bad.push(format!("{name}: {what}\n{}", found.text));
        }
        let mut left_out = found.left_out.iter();
        match left_out.find(|it| it.class != Class::Exact) {
            None => whole += 1,
            Some(it) => partly.push(format!("{name}:{}: {} | {}", it.line, it.why, it.what)),
        }
    }
    println!("{all} diagrams, {whole} whole\n{}", partly.join("\n"));
    assert!(bad.is_empty(), "{}", bad.join("\n\n"));
    assert!(10 * whole >= 9 * all, "{whole} of {all}");
}

#[test]
fn no_mutation_of_a_diagram_brings_it_down() {
    let diagrams = diagrams();
    if diagrams.is_empty() {
        return;
    }
    let mut random = Random::new(17);
    for round in seeds(0..10_000) {
        let (_, text) = &diagrams[round % diagrams.len()];
        let text = mutated(text, &mut random);
        if let Some(found) = imported(&text)
            && round % 10 == 0
        {
            let _ = chart_scene(&found.text);
            // What is no diagram any more may have words that no rule knows.
            if found.notation.ends_with("diagram")
                && let Err(what) = judge(&found)
            {
                panic!("{what}\n{text}\n{}", found.text);
            }
        }
    }
}

#[test]
fn a_machine_that_came_in_can_be_checked() {
    let found = plantuml("[*] --> A\nA --> B : x");
    let text = format!("{}\ncheck reach m.B\n", found.text);
    let outcome = check(&text, 0, &Options::default(), &mut Clockless).unwrap();
    assert!(outcome.verdict.is_found(), "{text}");
}
