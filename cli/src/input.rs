//! What the command reads: model texts, never more of one than a text may have, and choices.
//!
//! A name on the command line can stand for anything: a pipe that somebody feeds for ever, `/dev/zero`.
//! So the reading stops one byte after the most that is allowed, and the input is refused.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use lockstep_core::api::{Analysis, Kinds, StructureKind, grouped};
use lockstep_core::language::limits;

/// Reads a model text.
///
/// # Errors
/// Says what is wrong with the input, and what to do about it.
pub fn read(path: &Path) -> Result<String, String> {
    let name = path.display();
    let most = limits::TEXT as u64;
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(most + 1).read_to_end(&mut bytes))
        .map_err(|error| format!("cannot read {name}: {error}"))?;
    if bytes.len() as u64 > most {
        return Err(format!(
            "{name} has more than {} bytes, the most that a model may have; split it into several files",
            grouped(most)
        ));
    }
    String::from_utf8(bytes).map_err(|error| {
        let place = error.utf8_error().valid_up_to();
        format!("{name} is not UTF-8 text (byte {place}); save it as UTF-8")
    })
}

/// What a text says, of whatever kind of model: a file's name can say that it holds a transition system, else its words tell.
pub fn analyse(path: &Path, text: &str) -> Analysis {
    match path.extension().is_some_and(|it| it == "xsts") {
        true => Kinds::whole().analyse_as(StructureKind::Transitions, text),
        false => Kinds::whole().analyse(text),
    }
}

/// Reads a text without errors, of whatever kind of model.
///
/// # Errors
/// Says what is wrong with the input.
pub fn sound(path: &Path) -> Result<(String, Analysis), String> {
    let text = read(path)?;
    let name = path.display();
    let analysis = analyse(path, &text);
    match analysis.has_errors {
        true => Err(format!(
            "{name} has errors; `lockstep check` shows where. Correct them first"
        )),
        false => Ok((text, analysis)),
    }
}

/// That a text is of another kind of model than those that something is there of: `what` says what that is and what to ask instead.
pub fn of_another_kind(path: &Path, kind: StructureKind, what: &str) -> String {
    format!("{} holds {}. {what}", path.display(), kind.title().holds)
}

/// Reads a text of machines, for what is there of machines only: `what` says what that is and what to ask of other kinds of model.
///
/// # Errors
/// Says what is wrong with the input, or that it holds another kind of model.
pub fn machines(path: &Path, what: &str) -> Result<(String, Analysis), String> {
    let (text, analysis) = sound(path)?;
    match analysis.structure.kind() {
        StructureKind::Machines => Ok((text, analysis)),
        kind => Err(of_another_kind(path, kind, what)),
    }
}

/// The lines of standard input, up to its end; of one without an end as much as a text may have.
pub fn choices() -> impl Iterator<Item = String> {
    let lines = io::stdin().lock().take(limits::TEXT as u64).lines();
    lines.map_while(Result::ok)
}
