//! A text is read once for all that the page asks about it, and says what it says to whoever reads it for one purpose.

use std::path::Path;

use lockstep_core::api::{self, Kinds, StructureKind, chart_scene, chart_scene_of};
use lockstep_core::generate::{Random, mutated};
use lockstep_core::language::{Languages, tokens};

/// The texts of all examples, of every kind of model.
fn examples() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples");
    let mut texts = Vec::new();
    for folder in ["machines", "systems", "statecharts"] {
        let files = std::fs::read_dir(root.join(folder)).expect("the examples are there");
        let mut files: Vec<_> = files.map(|it| it.expect("it can be read").path()).collect();
        files.sort();
        let text = |it: &std::path::PathBuf| std::fs::read_to_string(it).ok();
        texts.extend(files.iter().filter_map(text));
    }
    assert!(texts.len() > 20, "the examples are there");
    texts
}

#[test]
fn one_reading_says_what_several_say() {
    let (kinds, languages) = (Kinds::whole(), Languages::whole());
    let mut random = Random::new(3);
    let mut seen = Vec::new();
    for text in examples() {
        for text in [text.clone(), mutated(&text, &mut random), String::new()] {
            let read = kinds.read(&text);
            assert_eq!(read.text(), text);
            let (own, apart) = (kinds.analysis_of(&read), kinds.analyse(&text));
            assert_eq!(own, apart, "{text}");
            let apart = tokens(&languages, &text);
            let own = read.tokens();
            assert_eq!(own.len(), apart.len(), "{text}");
            let roles = own.iter().zip(&apart);
            assert!(
                roles.clone().all(|(own, apart)| own.role == apart.1 as u32),
                "{text}"
            );
            let kind = kinds.analysis_of(&read).structure.kind();
            if kind == StructureKind::Statecharts {
                assert_eq!(chart_scene_of(&read), chart_scene(&text), "{text}");
            } else {
                assert_eq!(chart_scene_of(&read), Default::default(), "{text}");
            }
            if !seen.contains(&kind) {
                seen.push(kind);
            }
        }
    }
    assert_eq!(seen.len(), 3, "each kind of model is among them: {seen:?}");
}

#[test]
fn a_text_of_a_kind_that_is_still_to_come_is_read_again_with_it() {
    let text = "statechart A {\n  [*] --> S\n}\nsystem {\n  a : A\n}\n";
    let mut kinds = Kinds::default();
    let before = kinds.read(text);
    assert_eq!(
        kinds.analysis_of(&before).needs.as_deref(),
        Some("statecharts")
    );
    assert_eq!(chart_scene_of(&before), Default::default());
    kinds.bring(&api::STATECHARTS);
    let after = kinds.read(text);
    assert_eq!(kinds.analysis_of(&after).needs, None);
    assert_eq!(chart_scene_of(&after).0.len(), 1, "one object");
}

#[test]
fn a_text_that_is_too_long_has_no_tokens() {
    let text = "// a comment\n".repeat(400_000);
    assert_eq!(Kinds::whole().read(&text).tokens().len(), 0);
}
