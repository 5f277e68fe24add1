//! Files of others, as they are: what comes in with exit code 0 has no errors, and nothing brings a reader down.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::statechart::read;
use lockstep_core::api::analyse;
use lockstep_core::interchange::import::{Class, from_any};
use lockstep_core::text::Severity;

/// All files below a folder, in the order of their paths.
fn below(folder: &Path, all: &mut Vec<PathBuf>) {
    let mut inside: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|it| it.unwrap().path())
        .collect();
    inside.sort();
    for path in inside {
        match path.is_dir() {
            true => below(&path, all),
            false => all.push(path),
        }
    }
}

/// Files, and diagrams in pages, of folders that are there.
fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data");
    let mut files = Vec::new();
    for folder in ["diagrams", "inout", "machines", "statecharts"] {
        let folder = root.join(folder);
        match folder.exists() {
            true => below(&folder, &mut files),
            false => println!("skipped: {} is missing", folder.display()),
        }
    }
    let mut all = Vec::new();
    for file in files {
        let text = String::from_utf8_lossy(&std::fs::read(&file).unwrap()).into_owned();
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let end = file.extension().and_then(|it| it.to_str());
        match end {
            Some("md") => {
                for (number, block) in text.split("```mermaid\n").skip(1).enumerate() {
                    let block = block.split("```").next().unwrap_or_default();
                    all.push((format!("{name} {number}"), block.to_owned()));
                }
            }
            Some("puml" | "scxml" | "xml" | "json" | "mmd" | "txt") => all.push((name, text)),
            _ => {}
        }
    }
    all
}

/// The errors of a text of ours.
fn errors(text: &str) -> Vec<String> {
    let is_chart = text.lines().any(|it| it.starts_with("statechart "));
    match is_chart {
        true => {
            let (_, findings) = read(text);
            let errors = findings.iter().filter(|it| it.severity == Severity::Error);
            errors.map(|it| it.title.clone()).collect()
        }
        false => {
            let analysis = analyse(text);
            let all = analysis.diagnostics.iter().map(|it| it.title.clone());
            all.filter(|_| analysis.has_errors).collect()
        }
    }
}

#[test]
fn whatever_comes_in_has_no_errors_and_one_class() {
    let texts = texts();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut why: BTreeMap<String, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for (name, text) in &texts {
        let Some(found) = from_any(text) else {
            continue;
        };
        let found = match found {
            Ok(found) => found,
            Err(what) => {
                *counts.entry(("refused", "")).or_default() += 1;
                println!("{name}: {what}");
                continue;
            }
        };
        let class = found.class();
        *counts.entry((found.notation, class.name())).or_default() += 1;
        for it in found.left_out.iter().filter(|it| it.class == class) {
            *why.entry(it.why.to_string()).or_default() += 1;
        }
        let errors = errors(&found.text);
        if !errors.is_empty() {
            wrong.push(format!("{name}: {errors:?}\n{}", found.text));
        }
        let comment = format!("// Imported ({}): {}.", found.notation, class.name());
        if !found.text.is_empty() && !found.text.contains(&comment) {
            wrong.push(format!("{name}: no class above the text\n{}", found.text));
        }
        if found.text.is_empty() && class != Class::Lossy {
            wrong.push(format!(
                "{name}: nothing comes in, and no word is lost about it"
            ));
        }
    }
    println!("{counts:#?}\n{why:#?}");
    assert!(
        wrong.is_empty(),
        "{} wrong\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
