//! Every diagnostic, as `suite/diagnostics.md` shows it.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::path::Path;

use lockstep_core::language::{Languages, read};
use lockstep_core::text::{Diagnostic, LineIndex, Severity, Span, apply};

const SUITE: &str = include_str!("../suite/diagnostics.md");
/// How texts of the suite begin that hold other kinds of model.
const OTHERS: [&str; 2] = ["statechart M {", "var until"];

/// What is wrong with a text, read by the language that it is of, or as one of machines.
fn said(source: &str) -> Vec<Diagnostic> {
    match OTHERS.iter().any(|it| source.starts_with(it)) {
        true => Languages::whole().read(source).diagnostics,
        false => read(source).1,
    }
}

/// The findings of a text as the suite writes them.
fn findings(source: &str) -> String {
    let lines = LineIndex::new(source);
    let place = |span: Span| {
        let at = lines.position(span.start);
        format!("{}:{} `{}`", at.line, at.column, span.text(source))
    };
    let mut out = String::new();
    for finding in said(source) {
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
        for fix in &finding.fixes {
            writeln!(out, "    fix: {}", fix.title).expect("strings take all");
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
    let mut failures = String::new();
    let sections: Vec<_> = SUITE.split("\n## ").skip(1).collect();
    assert!(sections.len() > 50);
    for (section, source) in sections.into_iter().zip(texts()) {
        let (title, body) = section.split_once('\n').expect("a title and a body");
        let (_, rest) = block(body, "lks").expect("a text");
        let (expected, _) = block(rest, "text").expect("its findings");
        let found = findings(&source);
        if found != expected {
            writeln!(failures, "## {title}\n{found}").expect("strings take all");
        }
    }
    assert!(failures.is_empty(), "found instead:\n{failures}");
}

/// The texts of the suite.
fn texts() -> Vec<String> {
    let (preamble, _) = block(SUITE, "lks").expect("the suite begins with the common machines");
    let sections = SUITE.split("\n## ").skip(1).map(|section| {
        let (source, _) = block(section, "lks").expect("a text");
        let source = source.strip_suffix('\n').unwrap_or(source);
        if section.contains("(with Tick and Tock)") {
            format!("{preamble}{source}")
        } else {
            source.to_string()
        }
    });
    sections.collect()
}

#[test]
fn every_fix_mends_what_it_stands_beside_and_breaks_nothing() {
    let mut tried = 0;
    for text in texts() {
        let before = said(&text);
        for (finding, fix) in before
            .iter()
            .flat_map(|it| it.fixes.iter().map(move |f| (it, f)))
        {
            let after = said(&apply(&text, &fix.patches));
            let same = |list: &[Diagnostic]| {
                let same =
                    |it: &&Diagnostic| (it.code, &it.title) == (finding.code, &finding.title);
                list.iter().filter(same).count()
            };
            assert!(
                same(&after) < same(&before),
                "{} does not mend {finding:?}\nof {text}",
                fix.title
            );
            let errors = |list: &[Diagnostic]| {
                let errors = list.iter().filter(|it| it.severity == Severity::Error);
                errors.count()
            };
            assert!(
                errors(&after) <= errors(&before),
                "{} of {finding:?}\nmakes {after:#?}\nof {text}",
                fix.title
            );
            tried += 1;
        }
    }
    assert!(tried > 60, "{tried}");
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
        // Expressions, transition systems, statecharts and class models have suites of their own (`reading.rs` in
        // `tests/transitions` and `tests/statechart`, `mistakes.rs` in `tests/classes`, `mod.rs` in `tests/petri`).
        let folders = [
            "expression",
            "transitions",
            "statechart",
            "classes",
            "petri",
        ];
        if path.iter().any(|part| folders.iter().any(|it| part == *it)) {
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
    // These need more text than a page shows, or another language: they have tests of their own.
    for elsewhere in [
        "too-large",
        "more-findings",
        "long-name",
        "mixed-kinds",
        "needs-part",
    ] {
        assert!(codes.remove(elsewhere), "{elsewhere}");
    }
    codes.retain(|code| !SUITE.contains(&format!(" {code} ")));
    assert!(codes.is_empty(), "without an example: {codes:?}");
}
