//! The published models with their verdicts, where they stand beside the repository.

use std::path::{Path, PathBuf};

use lockstep_core::language::transitions::{Observe, Settings, Window, parse, print, read};

use super::explore::{always, model, search};

/// The folder with the models; `None`, and a word about it, where it is missing.
fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/xsts");
    let there = folder.join("verdicts.json").exists();
    if !there {
        println!("skipped: ../shared/data/xsts is not here");
    }
    there.then_some(folder)
}

/// The strings after a key, in order: enough of JSON for a file that we know.
fn strings<'t>(text: &'t str, key: &str) -> Vec<&'t str> {
    let pattern = format!("\"{key}\": \"");
    let rest = text.split(&pattern).skip(1);
    rest.map(|it| it.split('"').next().unwrap()).collect()
}

fn number(text: &str, key: &str) -> Option<usize> {
    let rest = text.split(&format!("\"{key}\": ")).nth(1)?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    digits.parse().ok()
}

/// A published case.
pub struct Case {
    /// Model and property, by their files.
    pub name: String,
    /// The text.
    pub text: String,
    /// Firings of `trans` on the shortest counterexample; none where it is safe.
    pub depth: Option<usize>,
}

/// The published cases; none, and a word about it, where they are missing.
pub fn cases() -> Option<Vec<Case>> {
    let folder = folder()?;
    let all = std::fs::read_to_string(folder.join("verdicts.json")).unwrap();
    let cases = all.split("\"valid\"").next().unwrap();
    let read = |case: &str| {
        let name = case.split('"').nth(1).unwrap();
        let property = strings(case, "property")[0];
        let mut text = std::fs::read_to_string(folder.join(name)).unwrap();
        if property != "in the model" {
            text += &std::fs::read_to_string(folder.join(property)).unwrap();
        }
        let is_unsafe = strings(case, "verdict")[0] == "UNSAFE";
        Case {
            name: format!("{name} {property}"),
            text,
            depth: is_unsafe.then(|| number(case, "innerTransSteps").unwrap()),
        }
    };
    let cases: Vec<_> = cases.split("\"model\": ").skip(1).map(read).collect();
    assert_eq!(cases.len(), 44);
    Some(cases)
}

#[test]
fn every_published_verdict_and_depth() {
    let Some(folder) = folder() else { return };
    let all = std::fs::read_to_string(folder.join("verdicts.json")).unwrap();
    let cases = all.split("\"valid\"").next().unwrap();
    let cases: Vec<_> = cases.split("\"model\": ").skip(1).collect();
    assert_eq!(cases.len(), 44);
    for case in cases {
        let name = case.split('"').nth(1).unwrap();
        let mut text = std::fs::read_to_string(folder.join(name)).unwrap();
        let property = strings(case, "property")[0];
        if property != "in the model" {
            text += &std::fs::read_to_string(folder.join(property)).unwrap();
        }
        let model = model(&text);
        for (observe, verdict, firings) in [
            (Observe::Stable, "verdict", "firings"),
            (Observe::Every, "verdictAnyState", "firingsAnyState"),
        ] {
            let window = if name.contains("bhmr2007") {
                Window { low: -2, high: 16 }
            } else {
                Window { low: -1, high: 1 }
            };
            let settings = Settings {
                observe,
                window,
                ..Settings::default()
            };
            let found = search(&model, settings, always(&model), 1_000_000);
            let unsafe_ = strings(case, verdict)[0] == "UNSAFE";
            assert_eq!(found.violated.is_some(), unsafe_, "{name} {property}");
            if unsafe_ {
                let depth = number(case, firings).unwrap();
                assert_eq!(found.violated, Some(depth), "{name} {property} {firings}");
            } else {
                assert!(found.complete, "{name} {property}");
            }
        }
    }
}

#[test]
fn valid_texts_are_accepted_and_print_as_themselves() {
    let Some(folder) = folder() else { return };
    let files = std::fs::read_dir(folder.join("valid")).unwrap();
    let files = files.chain(std::fs::read_dir(folder.join("own")).unwrap());
    let mut count = 0;
    for file in files {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        let _ = model(&text);
        let (document, _) = parse(&text);
        let printed = print::print(&document);
        let (again, findings) = parse(&printed);
        assert!(findings.is_empty(), "{findings:?}\n{printed}");
        assert_eq!(again.without_spans(), document.without_spans());
        count += 1;
    }
    assert_eq!(count, 23);
}

#[test]
fn invalid_texts_are_rejected_at_their_place() {
    let Some(folder) = folder() else { return };
    for (name, code, place, label) in [
        ("syntax-choice-else", "expected-item", "else", ""),
        ("syntax-empty", "no-relation", "", ""),
        ("syntax-missingbracket", "unclosed-block", "{", "init"),
        ("syntax-no-prop", "no-property", "}", ""),
        ("type-literals_bad", "type-mismatch", "f == g", ""),
    ] {
        let text = std::fs::read_to_string(folder.join(format!("invalid/{name}.xsts"))).unwrap();
        let (_, findings) = read(&text);
        let found = findings.first().unwrap();
        assert_eq!(
            (found.code, found.span.text(&text)),
            (code, place),
            "{name}: {findings:?}"
        );
        if !label.is_empty() {
            assert_eq!(found.labels[0].span.text(&text), label, "{name}");
            let last_or = text.rfind("or {").unwrap();
            assert_eq!(found.span.start, last_or + 3, "{name}");
        }
    }
}
