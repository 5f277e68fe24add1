//! Canonical form: examples are written in it, and it reads back as what was printed.

use std::path::Path;

use lockstep_core::generate::document;
use lockstep_core::language::machines::document::{parse, print, resolve};
use lockstep_core::language::read;
use lockstep_seeds::seeds;

use super::usable::assert_usable;

const COFFEE: &str = include_str!("../../static/examples/machines/coffee-for-two.lks");

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
    for seed in seeds(0..5_000) {
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
