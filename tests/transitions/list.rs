//! Transition systems as a member of the list of languages.

use std::path::Path;

use lockstep_core::language::Languages;
use lockstep_core::language::transitions::{LANGUAGE, Transitions, read};

fn languages() -> Languages {
    let mut languages = Languages::default();
    languages.bring(&LANGUAGE);
    languages
}

#[test]
fn a_list_reads_them_as_they_are_read_alone() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/systems");
    let mut texts: Vec<String> = std::fs::read_dir(folder)
        .unwrap()
        .map(|file| std::fs::read_to_string(file.unwrap().path()).unwrap())
        .collect();
    let published = super::corpus::cases().unwrap_or_default();
    texts.extend(published.into_iter().map(|it| it.text));
    texts.push("var x : integer = 0 trans { x := y; } init {} prop { x }".into());
    for text in &texts {
        let reading = languages().read(text);
        assert_eq!(reading.title.name, LANGUAGE.title.name, "{text}");
        let (model, findings) = read(text);
        assert_eq!(reading.diagnostics, findings, "{text}");
        assert_eq!(reading.model::<Transitions>(), Some(&model), "{text}");
        assert!(reading.print().is_some());
    }
}

#[test]
fn machines_are_still_machines_and_kinds_are_not_mixed() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/machines");
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        let reading = languages().read(&text);
        assert_eq!(
            reading.title.name,
            Languages::default().titles().next().unwrap().name
        );
        assert_eq!(
            reading.diagnostics,
            Languages::default().read(&text).diagnostics
        );
    }
    let system = "var x : integer = 0\ntrans {} init {} env {}\nprop { x == 0 }\n";
    // The arrow of the other kind is no operator of the check before it.
    for mixed in [
        "machine M {\n}\n",
        "check deadlock\nmachine M {\n  [*] --> a\n}\n",
    ] {
        let reading = languages().read(&format!("{system}{mixed}"));
        let found: Vec<_> = reading.diagnostics.iter().map(|it| it.code).collect();
        assert_eq!(found, ["mixed-kinds"], "{:?}", reading.diagnostics);
    }
}
