//! The examples of class models: each of their claims holds, and is sure; each has a title, a source and something to look at.

use std::path::{Path, PathBuf};

use lockstep_core::api::{CertificateView, Verdict};
use lockstep_core::language::classes::ClassModel;

use super::{answer, model};

#[test]
fn every_claim_of_the_examples_holds() {
    let files = ["classes", "encodings"].into_iter().flat_map(|folder| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("../static/examples/")
            .join(folder);
        let files = std::fs::read_dir(folder).expect("the examples are there");
        files.map(|it| it.expect("a file").path())
    });
    let is_about_classes = |it: &PathBuf| {
        let name = it.file_name().expect("it is a file").to_string_lossy();
        it.parent().is_some_and(|it| it.ends_with("classes")) || name.starts_with('c')
    };
    let mut files: Vec<_> = files.filter(is_about_classes).collect();
    files.sort();
    assert_eq!(files.len(), 9 + 4);
    for path in files {
        let text = std::fs::read_to_string(&path).expect("an UTF-8 text");
        let heads: Vec<_> = text.lines().take(3).collect();
        for (line, key) in heads.iter().zip(["title", "source", "look"]) {
            assert!(
                line.starts_with(&format!("// {key}: ")),
                "{}",
                path.display()
            );
        }
        let model: ClassModel = model(&text);
        assert!(!model.checks.is_empty(), "{}", path.display());
        for check in 0..model.checks.len() {
            let outcome = answer(&text, check);
            let told = format!("{}, check {check}: {}", path.display(), outcome.sentence);
            assert_eq!(outcome.as_expected(), Some(true), "{told}");
            let is_sure = match outcome.verdict {
                Verdict::Found { .. } => outcome.certificate == CertificateView::Replayed,
                _ => matches!(outcome.certificate, CertificateView::Exhausted { .. }),
            };
            assert!(is_sure, "{told}");
        }
    }
}
