//! The model language as a whole: diagnostics, canonical form, examples, texts beyond all limits.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use lockstep_core::api::analyse;
use lockstep_core::generate::document;
use lockstep_core::language::document::{parse, print, resolve};
use lockstep_core::language::{Answer, Model, Question, read};
use lockstep_core::text::{LineIndex, MOST_FINDINGS, Severity, Span};

const SUITE: &str = include_str!("suite/diagnostics.md");
const COFFEE: &str = include_str!("../static/examples/machines/coffee-for-two.lks");

/// All examples: file name and text.
fn examples() -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/machines");
    let entries = std::fs::read_dir(&folder).expect("the examples are part of the repository");
    let mut examples: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("a readable folder").path();
            let name = path
                .file_name()
                .expect("a file")
                .to_string_lossy()
                .into_owned();
            (name, std::fs::read_to_string(&path).expect("an UTF-8 text"))
        })
        .collect();
    examples.sort();
    examples
}

/// The findings of a text as the suite writes them.
fn findings(source: &str) -> String {
    let lines = LineIndex::new(source);
    let place = |span: Span| {
        let at = lines.position(span.start);
        format!("{}:{} `{}`", at.line, at.column, span.text(source))
    };
    let mut out = String::new();
    for finding in read(source).1 {
        let severity = match finding.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        };
        let at = place(finding.span);
        let (code, title) = (finding.code, &finding.title);
        writeln!(out, "{severity} {code} {at}\n    {title}").expect("strings take all");
        for label in &finding.labels {
            let (at, text) = (place(label.span), &label.text);
            writeln!(out, "    see {at}: {text}").expect("strings take all");
        }
        if let Some(hint) = &finding.hint {
            writeln!(out, "    {hint}").expect("strings take all");
        }
    }
    out
}

/// The text of a fenced block and what follows it.
fn block<'t>(text: &'t str, fence: &str) -> Option<(&'t str, &'t str)> {
    let (_, rest) = text.split_once(&format!("```{fence}\n"))?;
    let (block, rest) = rest.split_once("```\n")?;
    Some((block, rest))
}

#[test]
fn every_mistake_is_named_with_its_place_and_what_to_do() {
    let (preamble, _) = block(SUITE, "lks").expect("the suite begins with the common machines");
    let mut failures = String::new();
    let sections: Vec<_> = SUITE.split("\n## ").skip(1).collect();
    assert!(sections.len() > 50);
    for section in sections {
        let (title, body) = section.split_once('\n').expect("a title and a body");
        let (source, rest) = block(body, "lks").expect("a text");
        let (expected, _) = block(rest, "text").expect("its findings");
        let source = source.strip_suffix('\n').unwrap_or(source);
        let source = if body.contains("(with Tick and Tock)") {
            format!("{preamble}{source}")
        } else {
            source.to_string()
        };
        let found = findings(&source);
        if found != expected {
            writeln!(failures, "## {title}\n{found}").expect("strings take all");
        }
    }
    assert!(failures.is_empty(), "found instead:\n{failures}");
}

#[test]
fn every_finding_of_the_source_code_is_in_the_suite() {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src");
    let mut open = vec![source.join("language"), source.join("text")];
    let mut codes = BTreeSet::new();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("a readable folder");
            open.extend(entries.map(|entry| entry.expect("a readable folder").path()));
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("an UTF-8 text");
        let product = text.split("#[cfg(test)]").next().unwrap_or_default();
        for call in ["Diagnostic::error(", "Diagnostic::warning(", ".expected("] {
            for after in product.split(call).skip(1) {
                if let Some(code) = after.trim_start().strip_prefix('"') {
                    codes.extend(code.split('"').next().map(str::to_string));
                }
            }
        }
    }
    assert!(codes.len() > 40, "{codes:?}");
    // These need more text than a page shows; they have tests of their own.
    for elsewhere in ["too-large", "more-findings", "long-name"] {
        assert!(codes.remove(elsewhere), "{elsewhere}");
    }
    codes.retain(|code| !SUITE.contains(&format!(" {code} ")));
    assert!(codes.is_empty(), "without an example: {codes:?}");
}

#[test]
fn examples_are_sound_canonical_and_have_a_header() {
    let examples = examples();
    assert_eq!(examples.len(), 8);
    for (name, text) in examples {
        let codes: Vec<_> = read(&text).1.iter().map(|it| it.code).collect();
        // The mistake of this one is that nobody reports a failure.
        let expected: &[_] = match name.as_str() {
            "coffee-broken.lks" => &["never-sent"],
            _ => &[],
        };
        assert_eq!(codes, expected, "{name}");
        for (line, key) in text.lines().zip(["// title: ", "// source: ", "// look: "]) {
            assert!(line.starts_with(key), "{name}: {line}");
            assert!(line.len() > key.len() + 5, "{name}: {line}");
        }
        let body: String = text.lines().skip(4).flat_map(|line| [line, "\n"]).collect();
        assert_eq!(
            print(&parse(&text).0),
            body,
            "{name} is not in canonical form"
        );
    }
}

#[test]
fn the_first_example_means_what_its_text_says() {
    let (model, _) = read(COFFEE);
    let names: Vec<_> = model.machines.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["PhD", "CoffeeMachine", "Maintenance"]);
    assert_eq!(
        model.symbols,
        [
            "wantCoffee",
            "coffeeDone",
            "error",
            "repaired",
            "repair",
            "done"
        ]
    );
    let machine = &model.machines[1];
    let states: Vec<_> = machine.states.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(states, ["idle", "preparing", "error", "maintenance"]);
    let last = &machine.transitions[4];
    assert_eq!(
        (last.source, last.trigger, &last.effects[..], last.target),
        (3, Some(5), &[3][..], 0)
    );
    assert_eq!(
        last.span.text(COFFEE),
        "maintenance --> idle        : done / repaired"
    );

    let scenario = &model.scenarios[0];
    let lifelines: Vec<_> = scenario
        .lifelines
        .iter()
        .map(|it| (&*it.name, it.machine))
        .collect();
    assert_eq!(lifelines, [("alice", 0), ("bob", 0), ("cm", 1), ("m", 2)]);
    let fifth = &scenario.messages[4];
    assert_eq!((fifth.from, fifth.to, fifth.symbol), (1, 2, 0));
    assert_eq!(fifth.span.text(COFFEE), "bob   -> cm    : wantCoffee");

    let checks: Vec<_> = model
        .checks
        .iter()
        .map(|it| (&*it.title, it.bound, it.expected, it.expect_written))
        .collect();
    assert_eq!(
        checks,
        [
            ("coffee for two", Some(6), Some(Answer::Consistent), false),
            ("brewsWhileBroken", None, Some(Answer::Inconsistent), false),
            (
                "reach PhD.waiting, CoffeeMachine.error",
                Some(15),
                Some(Answer::Unreachable),
                true
            ),
            ("deadlock", Some(20), Some(Answer::None), false),
        ]
    );
    let system: Vec<_> = model.system.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(system, names);
}

#[test]
fn texts_without_checks_ask_about_each_scenario() {
    let text = "machine A { [*] --> a; a --> a : x; a --> a : / x }
        system { p, q : A }
        scenario one { p -> q : x }; neg scenario two { q -> p : x }";
    let (model, findings) = read(text);
    assert_eq!(findings, []);
    let checks: Vec<_> = model
        .checks
        .iter()
        .map(|it| (&*it.title, it.span.text(text), it.implicit, it.expected))
        .collect();
    assert_eq!(
        checks,
        [
            ("one", "one", true, Some(Answer::Consistent)),
            ("two", "two", true, Some(Answer::Inconsistent)),
        ]
    );
    assert_eq!(model.scenarios[0].lifelines, model.system);
}

#[test]
fn places_are_found_in_transitions_whatever_the_order_of_their_effects() {
    let text = "machine A { [*] --> a; a --> b : x / y, z; b --> a; a --> b : / x }
        machine B { [*] --> b; b --> b : y / x; b --> b : z }
        check reach A.<a/x/z, y/b>, B.<b/ε/ε/b>
        check deadlock from B.b, A.<b///a> // the empty transition";
    let (model, findings) = read(text);
    let codes: Vec<_> = findings.iter().map(|it| it.code).collect();
    assert_eq!(
        codes,
        ["unknown-transition"],
        "B has no transition without trigger and effect"
    );
    let Question::Reach { goal } = &model.checks[0].question else {
        panic!("the first check is about a goal");
    };
    let names = |places: &[(usize, _)]| -> Vec<String> {
        let places = places.iter();
        places
            .map(|&(it, place)| model.place_name(model.system[it].machine, place))
            .collect()
    };
    assert_eq!(names(goal), ["<a/x/y,z/b>"]);
    assert_eq!(names(&model.checks[1].from), ["b", "<b///a>"]);
    assert_eq!(model.checks[0].title, "reach A.<a/x/z,y/b>, B.<b///b>");
}

#[test]
fn line_ends_blanks_and_a_byte_order_mark_change_nothing() {
    let expected = parse(COFFEE).0.without_spans();
    let semicolons: String = COFFEE
        .lines()
        .skip(3)
        .flat_map(|line| [line, ";"])
        .collect();
    for text in [
        COFFEE.replace('\n', "\r\n"),
        COFFEE.replace('\n', "\r"),
        format!("\u{feff}{COFFEE}"),
        COFFEE.replace("  ", "\t"),
        COFFEE
            .replace(" : ", ":")
            .replace(" --> ", "-->")
            .replace(" -> ", "->"),
        COFFEE.replace('\n', " /* a comment */ // and another one\n"),
        COFFEE.replace(" {", "\n\n{"),
        semicolons.replace("{;", "{"),
    ] {
        let (document, findings) = parse(&text);
        assert_eq!(findings, [], "{text}");
        assert_eq!(document.without_spans(), expected, "{text}");
    }
}

#[test]
fn what_is_printed_reads_back_as_it_was() {
    for seed in 0..5_000 {
        let document = document(seed);
        let text = print(&document);
        let (read, findings) = parse(&text);
        assert_eq!(findings, [], "seed {seed}\n{text}");
        assert_eq!(read.without_spans(), document, "seed {seed}\n{text}");
        assert!(
            !text.lines().any(|line| line.ends_with(' ')),
            "seed {seed}\n{text}"
        );
        let (model, _) = resolve(&document);
        assert_usable(&model);
    }
}

/// Every index of the model is valid, whatever errors its text had.
fn assert_usable(model: &Model) {
    for machine in &model.machines {
        assert!(machine.initial < machine.states.len());
        for it in &machine.transitions {
            assert!(it.source.max(it.target) < machine.states.len());
            assert!(
                it.trigger
                    .iter()
                    .chain(&it.effects)
                    .all(|&it| it < model.symbols.len())
            );
            let effects: BTreeSet<_> = it.effects.iter().collect();
            assert_eq!(effects.len(), it.effects.len());
        }
    }
    let lifelines = model.scenarios.iter().map(|it| &it.lifelines);
    for lifelines in lifelines.chain([&model.system]) {
        assert!(lifelines.iter().all(|it| it.machine < model.machines.len()));
        let names: BTreeSet<_> = lifelines.iter().map(|it| &it.name).collect();
        assert_eq!(names.len(), lifelines.len());
        assert!(lifelines.len() <= 64);
    }
    for scenario in &model.scenarios {
        for it in &scenario.messages {
            assert!(it.from.max(it.to) < scenario.lifelines.len());
            assert_ne!(it.from, it.to);
            assert!(it.symbol < model.symbols.len());
        }
    }
    for check in &model.checks {
        if let Question::Scenario { scenario, .. } = check.question {
            assert!(scenario < model.scenarios.len());
        }
        let lifelines = model.lifelines_of(check);
        let goal: &[_] = match &check.question {
            Question::Reach { goal } => goal,
            _ => &[],
        };
        for places in [goal, &check.from] {
            let distinct: BTreeSet<_> = places.iter().map(|(it, _)| it).collect();
            assert_eq!(distinct.len(), places.len());
            for &(lifeline, place) in places {
                let machine = &model.machines[lifelines[lifeline].machine];
                assert!(machine.place_index(place) < machine.place_count());
            }
        }
        assert!(check.bound.is_none_or(|bound| bound <= 10_000));
    }
}

/// The findings' codes, once each.
fn codes(text: &str) -> Vec<&'static str> {
    let (model, findings) = read(text);
    assert_usable(&model);
    let mut codes: Vec<_> = findings.iter().map(|it| it.code).collect();
    codes.dedup();
    codes
}

#[test]
fn too_much_of_anything_gives_one_clear_message() {
    let states: String = (0..10_000)
        .map(|it| format!("  s{it} --> s{}\n", it + 1))
        .collect();
    let transitions: String = (0..8_001)
        .map(|it| format!("  a --> a : x{it}\n"))
        .collect();
    let many = |count: usize, line: &str| line.repeat(count);
    let lifelines: String = (0..70).map(|it| format!("  p{it} : A\n")).collect();
    let machines: String = (0..65)
        .map(|it| format!("machine M{it} {{ [*] --> a }}\n"))
        .collect();
    let scenarios: String = (0..1_001)
        .map(|it| format!("scenario s{it} {{ }}\n"))
        .collect();
    let a = "machine A { [*] --> a; a --> a : x; a --> a : / x }\n";
    for (text, title) in [
        (
            format!("machine A {{ [*] --> s0\n{states} }}\ncheck reach A.s9"),
            "There are 10,001 states in the model; at most 2,000 can be handled",
        ),
        (
            format!("machine A {{ [*] --> a\n{transitions} }}"),
            "There are 8,001 transitions in the model; at most 8,000 can be handled",
        ),
        (
            format!(
                "{a}scenario s {{ p, q : A\n{} }}",
                many(10_000, "  p -> q : x\n")
            ),
            "There are 10,000 messages in this scenario; at most 2,000 can be handled",
        ),
        (
            format!("{a}system {{\n{lifelines} }}\ncheck reach p3.a, p69.a"),
            "There are 70 lifelines that play together; at most 64 can be handled",
        ),
        (
            format!("{machines}check deadlock"),
            "There are 65 machines that play together; at most 64 can be handled",
        ),
        (
            scenarios,
            "There are 1,001 scenarios; at most 1,000 can be handled",
        ),
        (
            format!("{a}{}", many(1_001, "check deadlock\n")),
            "There are 1,001 checks; at most 1,000 can be handled",
        ),
        (many(1 << 17, "machine "), ""),
        (
            many((1 << 17) + 1, "machine "),
            "The text has 1,048,584 bytes; at most 1,048,576 can be read",
        ),
    ] {
        if title.is_empty() {
            assert!(!codes(&text).contains(&"too-large"));
            continue;
        }
        let (model, findings) = read(&text);
        assert_usable(&model);
        let titles: Vec<_> = findings.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(titles, [title]);
        let analysis = analyse(&text);
        assert!(analysis.has_errors && analysis.checks.is_empty());
        assert_eq!(analysis.diagnostics.len(), 1);
    }
    assert_eq!(
        codes(&machines),
        [""; 0],
        "machines that nothing asks about do no harm"
    );
}

#[test]
fn long_names_are_cut_and_long_lists_of_findings_too() {
    let name = "x".repeat(500);
    let text = format!("machine {name} {{ [*] --> a }}");
    let (model, findings) = read(&text);
    assert_eq!(findings[0].title, "This name has more than 200 characters");
    assert_eq!(model.machines[0].name.len(), 200);

    let (_, findings) = read(&"?\n".repeat(10_000));
    assert_eq!(findings.len(), MOST_FINDINGS);
    let last = findings.last().expect("there are findings");
    assert_eq!(last.title, "There are 9,801 more findings".replace(',', ""));
}

/// Texts of a megabyte, each of which would take hours if anything were quadratic in it.
#[test]
fn a_megabyte_of_anything_comes_to_an_end() {
    let size = 1 << 20;
    let fill = |begin: &str, piece: &str, end: &str| {
        let count = (size - begin.len() - end.len()) / piece.len();
        format!("{begin}{}{end}", piece.repeat(count))
    };
    let a = "machine A { [*] --> a; a --> a : x; a --> a : / x }\n";
    let scenario = format!("{a}scenario s {{ p, q : A;");
    for text in [
        fill("", "x", ""),
        fill("", "{", ""),
        fill("", "}", ""),
        fill("", "machine A {", ""),
        fill("", "machine A { a --> b\n", ""),
        fill("", "\"", ""),
        fill("", "/*", ""),
        fill("", "<a//", ""),
        fill("", "\n", ""),
        fill("", "€", ""),
        fill("", "😀 ", ""),
        fill("machine A { [*] --> a; a --> a : / ", "b,", "b }"),
        fill("machine A { [*] --> a; ", "a-->a:/b;", "}"),
        fill("machine A { [*] --> a; ", "b-->c:d e;", "}"),
        fill(&scenario, "p->q:x;", "}"),
        fill(&scenario, "p->qq:xx;", "}"),
        fill(&scenario, "alt {", "}"),
        fill(&format!("{a}check reach "), "A.a,", "A.a"),
        fill(&format!("{a}check deadlock "), "within 3 ", ""),
        fill(&format!("{a}system {{ "), "b,", "c : A }"),
        fill(a, "check deadlock from ", ""),
        fill(a, "check A\n", ""),
    ] {
        let analysis = analyse(&text);
        assert!(analysis.diagnostics.len() <= MOST_FINDINGS);
        assert_usable(&read(&text).0);
    }
    let distinct: String = (0..90_000).map(|it| format!("e{it},")).collect();
    let _ = analyse(&format!(
        "machine A {{ [*] --> a; a --> a : / {distinct}e }}"
    ));
}

#[test]
fn an_analysis_counts_as_editors_do() {
    let text = "// 😀\r\nmachine Küche { [*] --> 学; 学 --> 学 : / ruf; 学 --> 学 : ruf }\ncheck reach Küche.字\n";
    let analysis = analyse(text);
    assert!(analysis.has_errors);
    assert!(
        analysis.checks.is_empty(),
        "nothing can be asked while there are errors"
    );
    let finding = &analysis.diagnostics[0];
    assert_eq!(
        (finding.code.as_str(), finding.error),
        ("unknown-state", true)
    );
    assert_eq!((finding.range.line, finding.range.column), (3, 19));
    let units: Vec<u16> = text.encode_utf16().collect();
    let marked = |from: u32, to: u32| String::from_utf16_lossy(&units[from as usize..to as usize]);
    assert_eq!(marked(finding.range.from, finding.range.to), "字");
    let machine = &analysis.machines[0];
    assert_eq!(marked(machine.range.from, machine.range.to), "Küche");
    let transition = &machine.transitions[0];
    assert_eq!(
        marked(transition.range.from, transition.range.to),
        "学 --> 学 : / ruf"
    );
    assert_eq!(transition.effects, ["ruf"]);
}

#[test]
fn the_analysis_of_the_first_example_is_complete() {
    let analysis = analyse(COFFEE);
    assert!(!analysis.has_errors && analysis.diagnostics.is_empty());
    assert_eq!(analysis.machines.len(), 3);
    assert_eq!(analysis.scenarios.len(), 2);
    assert!(analysis.scenarios[1].forbidden);
    assert_eq!(analysis.system.len(), 3);
    let checks: Vec<_> = analysis
        .checks
        .iter()
        .map(|it| {
            (
                it.index,
                it.scenario,
                it.goal.len(),
                it.lifelines.len(),
                it.expected.as_deref(),
            )
        })
        .collect();
    assert_eq!(
        checks,
        [
            (0, Some(0), 0, 4, Some("consistent")),
            (1, Some(1), 0, 3, Some("inconsistent")),
            (2, None, 2, 3, Some("unreachable")),
            (3, None, 0, 3, Some("none")),
        ]
    );
}
