//! `--trace`: runs as files in formats that others read.

use std::path::Path;

use crate::process::check;
use serde_json::Value;

const COFFEE: &str = "static/examples/machines/coffee-for-two.lks";

/// The files that a run with this format writes, by name.
fn written(format: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("traces-{format}"));
    std::fs::remove_dir_all(&folder).ok();
    let place = folder.to_str().expect("Unicode");
    let run = check(&["--trace", place, "--trace-as", format, COFFEE]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(run.out.contains("4 of 6"), "the answers are still given");
    let entries = std::fs::read_dir(&folder).expect("the folder was made");
    let mut files: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("readable").path();
            let name = path.file_name().and_then(|name| name.to_str());
            let text = std::fs::read_to_string(&path).expect("UTF-8");
            (name.expect("ASCII").to_owned(), text)
        })
        .collect();
    files.sort();
    files
}

#[test]
fn json_says_what_the_option_json_says() {
    let all: Value = serde_json::from_str(&check(&["--json", COFFEE]).out).expect("JSON");
    let files = written("json");
    let first = "coffee-for-two-1-coffee-for-two.json";
    assert_eq!(files.first().map(|(name, _)| name.as_str()), Some(first));
    for (name, text) in &files {
        let file: Value = serde_json::from_str(text).expect("JSON");
        let number: usize = name.as_bytes()["coffee-for-two-".len()].into();
        let record = &all[number - usize::from(b'1')];
        let keys = file.as_object().expect("an object");
        assert!(keys.len() >= 12, "{name}: {keys:?}");
        for (key, value) in keys {
            assert_eq!(value, &record[key], "{name}: {key}");
        }
    }
}

#[test]
fn every_format_has_its_files() {
    for (format, ending, start) in [
        ("mermaid", "mmd", "sequenceDiagram\n"),
        ("plantuml", "puml", "@startuml\n"),
        ("svg", "svg", "<svg "),
        ("animated-svg", "animated.svg", "<svg "),
        ("html", "html", "<!doctype html>"),
    ] {
        let files = written(format);
        assert!(files.len() >= 2, "{format}: both scenarios at least");
        for (name, text) in files {
            assert!(name.ends_with(&format!(".{ending}")), "{name}");
            assert!(text.starts_with(start), "{name}: {text}");
        }
    }
}

#[test]
fn runs_of_other_kinds_have_their_files() {
    for (model, formats) in [
        (
            "static/examples/statecharts/railroad-scenarios.lks",
            &["json", "mermaid", "plantuml", "svg", "animated-svg", "html"][..],
        ),
        (
            "static/examples/statecharts/railroad-crossing.lks",
            &["json", "mermaid", "plantuml", "svg", "animated-svg", "html"],
        ),
        (
            "static/examples/systems/beeper.xsts",
            &["json", "svg", "html"],
        ),
        (
            "static/examples/classes/pedestrian-light.lks",
            &["json", "mermaid", "plantuml", "svg", "html"],
        ),
    ] {
        for format in formats {
            let stem = Path::new(model).file_stem().and_then(|it| it.to_str());
            let folder = format!("traces-{}-{format}", stem.expect("ASCII"));
            let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(folder);
            std::fs::remove_dir_all(&folder).ok();
            let place = folder.to_str().expect("Unicode");
            let run = check(&["--trace", place, "--trace-as", format, model]);
            assert_eq!(run.err, "", "{model} as {format}");
            let files = std::fs::read_dir(&folder).expect("the folder was made");
            assert!(files.count() > 0, "{model} as {format}");
        }
    }
}

#[test]
fn an_unknown_format_is_answered_with_the_known_ones() {
    let run = check(&["--trace-as", "pdf", COFFEE]);
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .contains("mermaid, plantuml, json, svg, animated-svg, html"),
        "{}",
        run.err
    );
}
