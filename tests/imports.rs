//! Diagrams of other tools come in as texts of ours: whole where our language can say them, and with a report at its
//! place where it cannot.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::{Path, PathBuf};

use lockstep_core::api::{self, Clockless, Options, analyse};
use lockstep_core::generate::{Random, mutated};
use lockstep_core::interchange::import::{Class, Imported, import};
use lockstep_seeds::seeds;

/// What came in of the lines of a PlantUML text: its messages, and the lines of the report.
fn plantuml(lines: &str) -> (Vec<String>, Vec<usize>) {
    told(&format!("@startuml\n{lines}\n@enduml\n"))
}

fn mermaid(lines: &str) -> (Vec<String>, Vec<usize>) {
    told(&format!("sequenceDiagram\n{lines}\n"))
}

fn told(text: &str) -> (Vec<String>, Vec<usize>) {
    let imported = import(text).unwrap();
    let left_out = imported.left_out.iter().map(|it| it.line).collect();
    (messages(&imported), left_out)
}

/// The messages of the scenario that came in, which must be one that its machines can play.
fn messages(imported: &Imported) -> Vec<String> {
    if imported.text.is_empty() {
        return Vec::new();
    }
    let analysis = analyse(&imported.text);
    assert!(
        !analysis.has_errors,
        "{}\n{:?}",
        imported.text, analysis.diagnostics
    );
    let [scenario] = &*analysis.scenarios else {
        assert!(
            analysis.scenarios.is_empty(),
            "one scenario: {}",
            imported.text
        );
        return Vec::new();
    };
    let outcome = api::check(&imported.text, 0, &Options::default(), &mut Clockless).unwrap();
    assert!(outcome.verdict.is_found(), "{}", imported.text);
    let name = |lifeline: usize| &analysis.checks[0].lifelines[lifeline].name;
    let message = scenario.messages.iter();
    message
        .map(|it| format!("{} > {} {}", name(it.from), name(it.to), it.symbol))
        .collect()
}

/// `(lines, messages, lines of the report)`.
type Row = (&'static str, &'static [&'static str], &'static [usize]);

#[test]
fn plantuml_as_its_authors_write_it() {
    let rows: &[Row] = &[
        ("a -> b : x", &["a > b x"], &[]),
        ("a->b:x\nb-->a : y y", &["a > b x", "b > a y y"], &[]),
        ("a <- b : x\na <-- b", &["b > a x", "b > a message 2"], &[]),
        (
            "a ->> b : x\na -\\ b : y\na //- b : z",
            &["a > b x", "a > b y", "b > a z"],
            &[],
        ),
        (
            "participant \"Long name\" as L\nL -> Bob",
            &["Long name > Bob message 1"],
            &[],
        ),
        (
            "actor A as \"Long name\"\nA -> B : hi",
            &["Long name > B hi"],
            &[],
        ),
        (
            "[-> A : in\nA ->] : out",
            &["environment > A in", "A > environment out"],
            &[],
        ),
        (
            "a -> \"b c\" as d : x\nd -> a : y",
            &["a > b c x", "b c > a y"],
            &[],
        ),
        // A name may be a word of the notation.
        ("actor -> note : x", &["actor > note x"], &[]),
        (
            "a -> b ++ #gold : x\nb -> c ++ : y\nreturn z\nreturn",
            &["a > b x", "b > c y", "c > b z", "b > a return"],
            &[],
        ),
        (
            "a -> b : x\nactivate b\nreturn y",
            &["a > b x", "b > a y"],
            &[],
        ),
        // What only looks says nothing.
        (
            "title T\nskinparam x {\n  a -> b\n}\n' a -> b\n/' a -> b\n'/\nautonumber\na -> b : x\nnote left\n a -> b\nend note\n\
             note over a : a -> b\n== a ==\n...\n|||\nhide footbox\nbox \"B\" #red\nparticipant c\nend box\ndestroy b",
            &["a > b x"],
            &[16, 22],
        ),
        (
            "a -[#red]> b : x\na -[#blue,dashed]-> b",
            &["a > b x", "a > b message 2"],
            &[],
        ),
        // An arrow that is hidden is none, but who stands at its ends is there.
        (
            "a -[hidden]> b : no\na -[#red,hidden]-> c\na -> b : x",
            &["a > b x"],
            &[],
        ),
        (
            "group opt maybe\na -> b : x\nend\ngroup loop\na -> b : x\nend",
            &["a > b x", "a > b x"],
            &[5],
        ),
        // Frames.
        ("group G\na -> b : x\nend", &["a > b x"], &[]),
        (
            "alt one\na -> b : x\nelse two\na -> b : y\nend\na -> b : z",
            &["a > b x", "a > b z"],
            &[4],
        ),
        (
            "opt maybe\na -> b : x\nend\nloop 3\na -> b : y\nend",
            &["a > b x", "a > b y"],
            &[2, 5],
        ),
        (
            "a -> b : x\nbreak\na -> b : y\nend\na -> b : z",
            &["a > b x", "a > b z"],
            &[3],
        ),
        (
            "par\na -> b : x\nelse\na -> c : y\nend",
            &["a > b x", "a > c y"],
            &[2],
        ),
        // What our language cannot say.
        ("a -> a : think\na -> b : x\nb -> b", &["a > b x"], &[]),
        ("a ->x b : gone\na -> b : x", &["a > b x"], &[2]),
        ("a <-> b : x", &["a > b x"], &[2]),
        ("ref over a, b : other\na -> b : x", &["a > b x"], &[2]),
        ("!define X y\na -> b : X", &["a > b X"], &[2]),
        ("what is this\na -> b : x", &["a > b x"], &[2]),
        ("a -> b : x\nreturn", &["a > b x"], &[3]),
    ];
    for (lines, messages, left_out) in rows {
        let (found, report) = plantuml(lines);
        assert_eq!(found, *messages, "{lines}");
        assert_eq!(report, *left_out, "{lines}");
    }
}

#[test]
fn mermaid_as_its_authors_write_it() {
    let rows: &[Row] = &[
        ("A->>B: x", &["A > B x"], &[]),
        (
            "  participant A as Alice\n  A->>John Doe: x;\n  John Doe-->>A: y<br/>z",
            &["Alice > John Doe x", "John Doe > Alice y z"],
            &[],
        ),
        ("A->>+B: x\nB-->>-A: y", &["A > B x", "B > A y"], &[]),
        (
            "A-)B: x\nA--)B: y\nA->B: z\nA-->B: w",
            &["A > B x", "A > B y", "A > B z", "A > B w"],
            &[],
        ),
        (
            "actor A\nparticipant B@{ \"type\" : \"queue\" } as Q\nA->>()B: x",
            &["A > Q x"],
            &[],
        ),
        (
            "autonumber\n%% A->>B: no\nNote right of A: A->>B\nrect rgb(1,2,3)\nbox Aqua G\nparticipant C\nend\nA->>B: x\nend\n\
             links A: {\"x\": \"y\"}\ncreate participant D as Dora\nB->>D: new\ndestroy D",
            &["A > B x", "B > Dora new"],
            &[12, 14],
        ),
        ("alt a\nA->>B: x\nelse b\nA->>B: y\nend", &["A > B x"], &[4]),
        (
            "critical c\nA->>B: x\noption o\nA->>B: y\nend",
            &["A > B x"],
            &[4],
        ),
        (
            "par a\nA->>B: x\nand b\nA->>C: y\nend",
            &["A > B x", "A > C y"],
            &[2],
        ),
        (
            "A-xB: gone\nA->>A: alone\nA<<->>B: both",
            &["A > B both"],
            &[2, 4],
        ),
    ];
    for (lines, messages, left_out) in rows {
        let (found, report) = mermaid(lines);
        assert_eq!(found, *messages, "{lines}");
        assert_eq!(report, *left_out, "{lines}");
    }
}

/// What is asked about a text, and whether each answer is as expected.
fn answers(text: &str) -> Vec<(String, bool)> {
    let analysis = analyse(text);
    assert!(!analysis.has_errors, "{text}\n{:?}", analysis.diagnostics);
    let checks = analysis.checks.iter().enumerate();
    let answer = |at| api::check(text, at, &Options::default(), &mut Clockless).unwrap();
    checks
        .map(|(at, it)| (it.title.clone(), answer(at).as_expected() == Some(true)))
        .collect()
}

#[test]
fn what_must_not_happen_is_a_forbidden_scenario() {
    let found = import("@startuml\nA -> B : a\ngroup neg\nB -> A : never\nend\n@enduml\n").unwrap();
    assert_eq!(found.left_out, []);
    assert!(
        found.text.contains("neg scenario \"must not happen\""),
        "{}",
        found.text
    );
    let (positive, negative) = found.text.split_once("neg scenario").unwrap();
    assert!(!positive.contains("B -> A : never"), "{}", found.text);
    assert!(
        negative.contains("A -> B : a\n  B -> A : never"),
        "{}",
        found.text
    );
    let all = answers(&found.text);
    assert_eq!(all.len(), 2, "{}", found.text);
    assert!(all.iter().all(|it| it.1), "{all:?}");
    // Messages behind it, titles, frames inside, names that are alike.
    let found = import(
        "@startuml\nA -> B : a\ngroup Neg [too late]\nB -> C : x\nopt\nC -> A : y\nend\nend\nB -> A : b\n\
         group neg [too late]\nA -> B : a\nend\n@enduml\n",
    )
    .unwrap();
    let report: Vec<_> = found.left_out.iter().map(|it| it.line).collect();
    assert_eq!(report, [5]);
    assert!(found.text.contains("neg scenario \"too late\""));
    assert!(found.text.contains("neg scenario \"too late 2\""));
    assert!(answers(&found.text).iter().all(|it| it.1), "{}", found.text);
    // Nothing that could be forbidden is in the report.
    for (lines, line) in [
        ("A -> B : a\ngroup neg\nA -> A : think\nend", 3),
        ("A -> B : a\ngroup neg\nend", 3),
        (
            "A -> B : a\ngroup neg\nA -> B : b\ngroup neg\nA -> B : c\nend\nend",
            5,
        ),
    ] {
        let found = import(&format!("@startuml\n{lines}\n@enduml\n")).unwrap();
        let report: Vec<_> = found.left_out.iter().map(|it| it.line).collect();
        assert_eq!(report, [line], "{lines}");
        assert!(answers(&found.text).iter().all(|it| it.1), "{}", found.text);
    }
}

#[test]
fn classes_say_which_answers_carry_over() {
    let rows: &[(&str, &[(usize, Class)])] = &[
        ("a -> b : x", &[]),
        ("a -> b : x\nnote left : the best one", &[]),
        ("a -> b : x\nnote left : within 30s", &[(3, Class::Wider)]),
        ("a -> b : x\nnote left\nat most 5\nseconds\nend note", &[]),
        (
            "a -> b : x\nnote left\nat most 5 seconds\nend note",
            &[(3, Class::Wider)],
        ),
        ("a -> b : x\n...\nb -> a : y", &[(3, Class::Exact)]),
        (
            "a -> b : x\n...5 minutes later...\nb -> a : y",
            &[(3, Class::Wider)],
        ),
        (
            "{s} a -> b : x\n{e} b -> a : y\n{s} <-> {e} : 5 s",
            &[(4, Class::Wider)],
        ),
        ("a ->(10) b : x", &[]),
        ("create b\na -> b : x\nb -> a : y", &[(2, Class::Exact)]),
        ("create b\nb -> a : y", &[(2, Class::Wider)]),
        ("a -> b : x\ncreate b\na -> b : y", &[(3, Class::Wider)]),
        (
            "a -> b ** : x\na -> b !! : y",
            &[(2, Class::Exact), (3, Class::Exact)],
        ),
        ("a -> b : x\ndestroy b", &[(3, Class::Exact)]),
        ("a -> b : x\ndestroy b\na -> b : y", &[(3, Class::Wider)]),
        ("critical\na -> b : x\nend", &[(2, Class::Wider)]),
        ("group strict\na -> b : x\nend", &[(2, Class::Wider)]),
        ("group assert\na -> b : x\nend", &[(2, Class::Lossy)]),
        ("opt\na -> b : x\nend", &[(2, Class::Lossy)]),
        ("a -> b : x\nwhat is this", &[(3, Class::Lossy)]),
    ];
    for (lines, expected) in rows {
        let found = import(&format!("@startuml\n{lines}\n@enduml\n")).unwrap();
        let _ = messages(&found);
        let report: Vec<_> = found
            .left_out
            .iter()
            .map(|it| (it.line, it.class))
            .collect();
        assert_eq!(report, *expected, "{lines}");
        let worst = expected.iter().map(|it| it.1).max().unwrap_or(Class::Exact);
        assert_eq!(found.class(), worst);
        let comment = format!(
            "// Imported (PlantUML sequence diagram): {}. ",
            worst.name()
        );
        assert!(found.text.starts_with(&comment), "{}", found.text);
    }
    let found =
        import("sequenceDiagram\nNote over A: after 3 days\nA->>B: x\ndestroy B\nB->>A: y\n")
            .unwrap();
    let report: Vec<_> = found
        .left_out
        .iter()
        .map(|it| (it.line, it.class))
        .collect();
    assert_eq!(report, [(2, Class::Wider), (4, Class::Exact)]);
}

#[test]
fn what_is_no_diagram_is_not_taken_for_one() {
    for text in ["", "machine A {}", "graph TD\nA->B", "var x : integer"] {
        assert_eq!(import(text), None, "{text}");
    }
}

/// All sequence diagrams of the folder, by name.
fn diagrams() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/diagrams");
    if !folder.exists() {
        eprintln!("skipped: there is no {}", folder.display());
        return Vec::new();
    }
    let mut all = Vec::new();
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder.join("plantuml/sequence"))
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    files.sort();
    for file in files {
        let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
        all.push((
            file.file_name().unwrap().to_string_lossy().into_owned(),
            text,
        ));
    }
    let pages = std::fs::read_to_string(folder.join("mermaid/sequenceDiagram.md")).unwrap();
    for (number, block) in pages.split("```mermaid").skip(1).enumerate() {
        let text = block
            .split_once('\n')
            .unwrap()
            .1
            .split("```")
            .next()
            .unwrap();
        all.push((format!("mermaid {number}"), text.to_owned()));
    }
    all
}

/// Whether a diagram has only participants, messages and what looks: none of what our scenarios do not have.
fn is_simple(text: &str) -> bool {
    const BEYOND: [&str; 14] = [
        "alt", "opt", "loop", "par", "par2", "break", "ref", "critical", "!", "par_over", "&",
        "<<->>", "<<-->>", "<->",
    ];
    let lines = text.lines().map(str::trim);
    let mut lines =
        lines.filter(|line| !line.starts_with("!pragma") && !line.starts_with("!theme"));
    lines.all(|line| {
        let word = line.split([' ', '{']).next().unwrap_or_default();
        !BEYOND.contains(&word)
            && !line.starts_with('!')
            && !line.starts_with('&')
            && !line.contains("<->")
    })
}

#[test]
fn simple_sequence_diagrams_of_others_come_in_whole() {
    let (mut simple, mut whole, mut all) = (0, 0, 0);
    let mut partly = Vec::new();
    for (name, text) in diagrams() {
        let Some(imported) = import(&text) else {
            if is_simple(&text) {
                simple += 1;
                partly.push(format!("{name}: not recognised"));
            }
            continue;
        };
        all += 1;
        let _ = messages(&imported);
        if is_simple(&text) {
            simple += 1;
            let mut left_out = imported.left_out.iter();
            match left_out.find(|it| it.class != Class::Exact) {
                None => whole += 1,
                Some(it) => partly.push(format!("{name}:{}: {} | {}", it.line, it.why, it.what)),
            }
        }
    }
    println!(
        "{all} diagrams, {simple} of them simple, {whole} of these whole\n{}",
        partly.join("\n")
    );
    assert!(10 * whole >= 9 * simple, "{whole} of {simple}");
}

#[test]
fn no_mutation_of_a_diagram_brings_it_down() {
    let diagrams = diagrams();
    if diagrams.is_empty() {
        return;
    }
    let mut random = Random::new(13);
    for round in seeds(0..10_000) {
        let (_, text) = &diagrams[round % diagrams.len()];
        let text = mutated(text, &mut random);
        // What has become a state diagram is judged with these.
        if let Some(imported) = import(&text)
            && round % 10 == 0
            && !imported.text.contains("\nstatechart ")
        {
            let analysis = analyse(&imported.text);
            assert!(
                !analysis.has_errors,
                "{text}\n{}\n{:?}",
                imported.text, analysis.diagnostics
            );
        }
    }
}
