//! OCL files: contracts and invariants of classes that an Emfatic or Ecore file beside them declares.

use super::class_sources::classes;
use super::class_text::ClassText;
use super::use_model::Reader;
use super::use_tokens::tokens;
use super::{Imported, Why};

const CLASSES: Why = Why::lossy("The classes could not be read.");

/// Whether a text is an OCL file.
pub(super) fn recognises(text: &str) -> bool {
    let all = tokens(text);
    let is_head = |it: &str| matches!(it, "import" | "package" | "context");
    let first = all.first().is_some_and(|it| is_head(it.text));
    first && all.iter().any(|it| it.is_first && it.text == "context")
}

/// Reads an OCL file with the file of its classes, in Emfatic or Ecore.
pub(super) fn read(text: &str, declared: &str) -> Imported {
    let mut out = ClassText::default();
    if let Err(why) = classes(declared, &mut out) {
        out.leave_out(1, &why, CLASSES);
    }
    let mut reader = Reader::new(text, out, false);
    while let Some(token) = reader.peek() {
        match token.text {
            "import" => {
                reader.skip();
                while reader.peek().is_some_and(|it| !it.is_first) {
                    reader.skip();
                }
            }
            "package" => {
                reader.skip();
                reader.word();
            }
            "endpackage" | ";" => reader.skip(),
            "context" => reader.context(),
            _ => reader.unknown(),
        }
    }
    reader.out.finish()
}
