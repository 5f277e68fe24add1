//! Sequence diagrams beside statecharts: their messages are a scenario over the objects, with a report of the rest.

use std::borrow::Cow;
use std::path::Path;

use crate::statechart::{parse, read};
use lockstep_core::api::{Clockless, Kinds, Options, STATECHART_VALUES};
use lockstep_core::generate::{Random, mutated};
use lockstep_core::interchange::import::{Imported, from_any, onto};
use lockstep_core::text::Severity;

const MODEL: &str = "signal request(s : Slave)
signal level(n : 0..3)
statechart Master {
  var client : Slave = null
  [*] --> Idle
  Idle --> Busy : request(s) / client := s; client.grant()
  Idle --> Idle : level(n)
  Busy --> Idle : done
}
statechart Slave {
  [*] --> Out
  Out --> Waits : poke / m.request(self)
  Waits --> In : grant / m.done()
}
system {
  m : Master
  slave_1, slave_2 : Slave
  environment sends poke to slave_1, slave_2
  environment sends level(2) to m
}
";

fn errors(text: &str) -> Vec<String> {
    let (_, findings) = read(text);
    let errors = findings.into_iter();
    let errors = errors.filter(|it| it.severity == Severity::Error);
    errors.map(|it| it.title).collect()
}

/// The scenario that comes in, line by line, and the report, `line: why`.
fn told(found: &Imported) -> (Vec<String>, Vec<(usize, &'static str)>) {
    assert!(found.is_scenario);
    assert_eq!(errors(&found.text), Vec::<String>::new(), "{}", found.text);
    let scenario = found.text.split_once("\nscenario ").map_or("", |it| it.1);
    let lines = scenario.lines().map(|it| it.trim().to_owned());
    let report = found.left_out.iter().map(|it| match &it.why {
        Cow::Borrowed(why) => (it.line, *why),
        Cow::Owned(why) => panic!("of no diagram: {why}"),
    });
    (lines.collect(), report.collect())
}

fn comes_in(diagram: &str) -> (Vec<String>, Vec<(usize, &'static str)>) {
    let found = onto(diagram, MODEL)
        .expect("both are read")
        .expect("there is nothing wrong");
    assert!(
        found.text.starts_with(MODEL.trim_end()),
        "what was there stays as it is"
    );
    told(&found)
}

#[test]
fn participants_are_objects_and_messages_are_events() {
    let (lines, report) = comes_in(
        "@startuml\ntitle handing out\nactor User\nUser -> Slave1 : poke\n\"slave_1\" -> M : request(slave_1)\nM --> Slave1 : grant()\n\
         [-> m : level(2)\n@enduml\n",
    );
    assert_eq!(
        lines,
        [
            "\"handing out\" {",
            "environment -> slave_1 : poke",
            "slave_1 -> m : request(slave_1)",
            "m -> slave_1 : grant",
            "environment -> m : level(2)",
            "}"
        ]
    );
    assert_eq!(
        report,
        [(
            4,
            "No object has this name: what it sends comes from the environment."
        )]
    );
    let (lines, report) = comes_in(
        "sequenceDiagram\n  participant S as slave_2\n  participant m\n  S->>m: request\n  m-->>S: grant\n  S->>S: done\n",
    );
    let expected = [
        "\"as drawn\" {",
        "slave_2 -> m : request",
        "m -> slave_2 : grant",
        "slave_2 -> slave_2 : done",
        "}",
    ];
    assert_eq!(
        (&lines[..], &report[..]),
        (&expected.map(String::from)[..], &[][..])
    );
}

#[test]
fn what_is_no_message_here_is_in_the_report() {
    let (lines, report) = comes_in(
        "sequenceDiagram\n  actor U\n  U->>slave_1: poke\n  slave_1->>Slave: request\n  slave_1->>m: ask\n  loop often\n    m->>slave_1: grant(1)\n  end\n  \
         U->>m: level(7)\n  m->>U: done\n",
    );
    let expected = [
        "\"as drawn\" {",
        "environment -> slave_1 : poke",
        "m -> slave_1 : grant",
        "environment -> m : level",
        "}",
    ];
    assert_eq!(lines, expected);
    assert_eq!(
        report,
        [
            (
                3,
                "No object has this name: what it sends comes from the environment."
            ),
            (
                4,
                "No object of the system has this name: its messages are left out."
            ),
            (5, "No statechart here has an event of this name."),
            (6, "What is repeated comes in once."),
            (
                7,
                "What it brings does not fit its event: it comes in with anything."
            ),
            (
                9,
                "What it brings does not fit its event: it comes in with anything."
            ),
            (10, "What leaves the objects is no message of a scenario."),
        ]
    );
    let (lines, report) = comes_in("@startuml\nalice -> bob : hello\n@enduml\n");
    assert_eq!(lines, [""; 0]);
    let why: Vec<_> = report.iter().map(|it| it.1).collect();
    let nobody = "No object of the system has this name: its messages are left out.";
    assert_eq!(
        why,
        [
            nobody,
            nobody,
            "No message of it can be one between these objects."
        ]
    );
}

#[test]
fn what_must_not_happen_is_a_forbidden_scenario_of_its_own() {
    let drawn = "@startuml\nslave_1 -> m : request\ngroup neg [no answer]\nm -> slave_2 : grant\nend\nm -> slave_1 : grant\n@enduml\n";
    let (lines, report) = comes_in(drawn);
    let expected = [
        "\"as drawn\" {",
        "slave_1 -> m : request",
        "m -> slave_1 : grant",
        "}",
        "",
        "neg scenario \"no answer\" {",
        "slave_1 -> m : request",
        "m -> slave_2 : grant",
        "}",
    ];
    assert_eq!(
        (&lines[..], &report[..]),
        (&expected.map(String::from)[..], &[][..])
    );
    // With an unknown message it would forbid something else.
    let (lines, report) = comes_in(&drawn.replace("slave_2 : grant", "slave_2 : shout"));
    assert_eq!(lines.len(), 4);
    let why = "What must not happen here cannot be said with the objects and events of the system.";
    assert_eq!(report, [(3, why)]);
}

#[test]
fn a_diagram_in_the_text_is_found_wherever_it_stands() {
    let drawn = [
        "@startuml",
        "slave_1 -> m : request",
        "m -> slave_1 : grant",
        "@enduml",
    ]
    .join("\n");
    let mermaid = "---\ntitle: x\n---\nsequenceDiagram\n  slave_1->>m: request\n  what is this\n  m->>slave_1: grant";
    let fenced = format!("```mermaid\n{}\n```", &mermaid[17..]);
    let lines = MODEL.lines().count();
    for (text, first) in [
        (format!("{MODEL}{drawn}\n"), None),
        (format!("{drawn}\n{MODEL}"), None),
        (format!("{MODEL}\n{mermaid}\n"), Some(lines + 7)),
        (format!("{MODEL}{fenced}\n"), Some(lines + 4)),
        (format!("{mermaid}\n{MODEL}"), Some(6)),
        (
            MODEL.replace("system {", &format!("{drawn}\nsystem {{")),
            None,
        ),
    ] {
        let found = from_any(&text)
            .expect("it is recognised")
            .expect("it can be read");
        let (scenario, report) = told(&found);
        let messages: Vec<_> = scenario.iter().filter(|it| it.contains("->")).collect();
        assert_eq!(
            messages,
            ["slave_1 -> m : request", "m -> slave_1 : grant"],
            "{text}"
        );
        let places: Vec<_> = report.iter().map(|it| it.0).collect();
        assert_eq!(places, first.into_iter().collect::<Vec<_>>(), "{text}");
        assert!(
            !found.text.contains("startuml") && !found.text.contains("```"),
            "{}",
            found.text
        );
    }
}

#[test]
fn the_scenario_is_asked_about_and_has_a_name_of_its_own() {
    let drawn = "@startuml\nslave_1 -> m : request\n@enduml\n";
    let once = onto(drawn, MODEL).unwrap().unwrap().text;
    let analysis = Kinds::whole().analyse(&once);
    assert_eq!(
        analysis.checks.len(),
        1,
        "without checks each scenario is one"
    );
    let outcome = STATECHART_VALUES
        .by_visits()
        .check(&once, 0, &Options::default(), &mut Clockless)
        .unwrap();
    assert!(outcome.verdict.is_found(), "{once}");
    let twice = onto(drawn, &once).unwrap().unwrap().text;
    assert!(twice.contains("scenario \"as drawn 2\""), "{twice}");
    let checked = onto(drawn, &format!("{MODEL}check deadlock\n"))
        .unwrap()
        .unwrap()
        .text;
    let (document, _) = parse(&checked);
    assert_eq!(
        document.items.len(),
        parse(MODEL).0.items.len() + 3,
        "{checked}"
    );
    assert_eq!(Kinds::whole().analyse(&checked).checks.len(), 2);
}

#[test]
fn statecharts_that_cannot_have_a_scenario_say_why() {
    let drawn = "@startuml\na -> b : x\n@enduml\n";
    let said = |model: &str| onto(drawn, model).map(|it| it.map(|it| it.text));
    assert!(
        matches!(said("statechart A {\n  [*] -->\n}\n"), Some(Err(why)) if why.contains("have errors"))
    );
    let empty = "statechart A {\n  [*] --> b\n}\nsystem {\n}\n";
    assert!(
        matches!(said(empty), Some(Err(why)) if why.contains("objects")),
        "{:?}",
        said(empty)
    );
    assert_eq!(said("machine A {\n  [*] --> b\n}\n"), None);
    assert_eq!(onto("[*] --> A", MODEL), None);
    // A diagram alone comes in as it always did.
    let alone = from_any(drawn).unwrap().unwrap();
    assert!(!alone.is_scenario);
}

#[test]
fn no_mutation_of_a_diagram_or_of_its_model_brings_it_down() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/diagrams/plantuml/sequence");
    let mut diagrams = vec![
        "@startuml\nactor U\nU -> slave_1 : poke\nslave_1 -> m : request(slave_1)\nreturn grant\n[-> m : level(2)\n@enduml\n".to_owned(),
        "sequenceDiagram\n  slave_1->>+m: request\n  m-->>-slave_1: grant(1)\n  loop x\n    slave_1->>m: done()\n  end\n".to_owned(),
    ];
    match std::fs::read_dir(&folder) {
        Ok(files) => {
            let mut files: Vec<_> = files.map(|it| it.unwrap().path()).collect();
            files.sort();
            let text = |it: &std::path::PathBuf| {
                String::from_utf8_lossy(&std::fs::read(it).unwrap()).into_owned()
            };
            diagrams.extend(files.iter().map(text));
        }
        Err(_) => println!("skipped: {} is missing", folder.display()),
    }
    let mut random = Random::new(29);
    let mut scenarios = 0;
    for round in 0..3_000 {
        // Every second one is one of ours, whose participants are objects.
        let which = match round % 2 {
            0 => round / 2 % 2,
            _ => round / 2 % diagrams.len(),
        };
        let diagram = mutated(&diagrams[which], &mut random);
        let model = match round % 3 {
            0 => mutated(MODEL, &mut random),
            _ => MODEL.to_owned(),
        };
        let found = onto(&diagram, &model).into_iter();
        let beside = from_any(&format!("{model}\n{diagram}")).into_iter();
        for found in found.chain(beside).flatten().filter(|it| it.is_scenario) {
            assert_eq!(
                errors(&found.text),
                Vec::<String>::new(),
                "{diagram}\n{}",
                found.text
            );
            assert!(!found.text.contains("scenario") || found.text.len() > model.trim_end().len());
            scenarios += usize::from(found.text.contains("\nscenario "));
        }
    }
    assert!(scenarios > 100, "{scenarios} became scenarios");
}
