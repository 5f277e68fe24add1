//! No text brings the front end down: mutated examples, mutated documents, random bytes, links.

use std::path::Path;

use lockstep_core::api::{self, Clockless, Options, Refusal, analyse};
use lockstep_core::generate::{Random, bytes, document, mutated};
use lockstep_core::interchange::share;
use lockstep_core::language::machines::document::{parse, print};
use lockstep_core::language::read;
use lockstep_core::text::apply;
use lockstep_seeds::{seeds, share, wanted};
use lockstep_tests::spans_fit;

/// Reads a text in every way there is; what it returns must hang together.
fn survive(text: &str) {
    let (model, findings) = read(text);
    spans_fit(&findings, text);
    for finding in &findings {
        assert!(!finding.title.is_empty());
        for fix in &finding.fixes {
            assert!(!fix.title.is_empty() && !fix.patches.is_empty());
            // It panics where patches are no parts of the text, or not in order.
            let mended = apply(text, &fix.patches);
            assert_ne!(mended, text, "{fix:?}");
            let _ = read(&mended);
        }
    }
    let analysis = analyse(text);
    let length = text.encode_utf16().count();
    for finding in &analysis.diagnostics {
        assert!(finding.range.from <= finding.range.to && finding.range.to as usize <= length);
    }
    assert_eq!(analysis.machines.len(), model.machines.len());
    if !analysis.has_errors {
        assert_eq!(analysis.checks.len(), model.checks.len());
        // A text without errors says the same in canonical form.
        let (document, _) = parse(text);
        let (again, findings) = parse(&print(&document));
        assert_eq!(findings, [], "{text}");
        assert_eq!(again.without_spans(), document.without_spans(), "{text}");
    }
}

/// Limits under which any model is given up quickly; each engine has its turn.
fn small_limits(round: u64) -> Options {
    let engine = ["auto", "explicit", "sat"][round as usize % 3];
    Options {
        engine: engine.into(),
        max_states: Some(300),
        max_clauses: Some(1_500),
        ..Options::default()
    }
}

#[test]
fn ten_thousand_mutated_texts() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/machines");
    let entries = std::fs::read_dir(&folder).expect("the examples are part of the repository");
    let mut files: Vec<_> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    let examples: Vec<_> = files
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("an UTF-8 text"))
        .collect();
    assert!(!examples.is_empty());
    let mut sound = 0;
    for round in seeds(0..10_000_u64) {
        let mut random = Random::new(round);
        let text = match random.between(0, 9) {
            9 => print(&document(round)),
            _ => random.choose(&examples).clone(),
        };
        let text = mutated(&text, &mut random);
        survive(&text);
        // Every check of a text without errors is answered within its limits, or refused in words.
        let analysis = analyse(&text);
        sound += usize::from(!analysis.has_errors);
        for number in 0..analysis.checks.len().min(2) {
            let answer = api::check(&text, number, &small_limits(round), &mut Clockless);
            assert!(
                !matches!(answer, Err(Refusal::Defect(_))),
                "{answer:?}\n{text}"
            );
        }
    }
    assert!(
        sound > share(100),
        "mutations that break everything test little: {sound}"
    );
}

#[test]
fn random_bytes() {
    let mut random = Random::new(2);
    for _ in 0..wanted(3_000) {
        let length = random.between(0, 400);
        survive(&bytes(length, &mut random));
    }
}

#[test]
fn random_links() {
    let mut random = Random::new(3);
    let link = share::encode("machine A {\n  [*] --> a\n}\n");
    for _ in 0..wanted(5_000) {
        let _ = share::decode(&mutated(&link, &mut random));
        let _ = share::decode(&format!("#m1={}", bytes(60, &mut random)));
    }
}
