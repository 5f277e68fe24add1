//! What the command writes: standard output, standard error, and files.
//!
//! A reader that has gone away, as `head` does, is no error: it has what it wanted. Everything else that
//! keeps answers from being written is one, a full disk above all, or half an output would look like a
//! whole one. It is noted where it happens and told once, at the end: see [`finish`].

use std::fs;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::OnceLock;

use crate::exit_status::ExitStatus;
use crate::style::{Meaning, Style};

/// Why standard output could not be written, once that has happened.
static FAILURE: OnceLock<String> = OnceLock::new();

/// Prints a line, or several, to standard output.
pub fn print(text: &str) {
    if FAILURE.get().is_some() {
        return;
    }
    let mut out = io::stdout().lock();
    let written = writeln!(out, "{text}").and_then(|()| out.flush());
    match written {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            FAILURE.get_or_init(|| error.to_string());
        }
        _ => {}
    }
}

/// Prints to standard error; where that fails there is nobody left to tell.
pub fn complain(text: &str) {
    writeln!(io::stderr().lock(), "{}", text.trim_end()).ok();
}

/// Prints an error to standard error.
pub fn error(what: &str) {
    complain(&as_error(what));
}

/// An error as it stands on standard error.
pub fn as_error(what: &str) -> String {
    let word = Style::of(&io::stderr()).paint(Meaning::Bad, "error");
    format!("{word}: {what}")
}

/// How the command ends: badly where its output was lost.
pub fn finish(status: ExitStatus) -> ExitStatus {
    match FAILURE.get() {
        None => status,
        Some(why) => {
            error(&format!("cannot write to standard output: {why}"));
            ExitStatus::Bad
        }
    }
}

/// Writes a file whole or not at all: where the disk is full, what stood there before still does.
///
/// # Errors
/// Says which file could not be written, and why.
pub fn save(path: &Path, content: &str) -> Result<(), String> {
    let cannot = |error: io::Error| format!("cannot write {}: {error}", path.display());
    // A link is followed, or it would be replaced; a device has no neighbour to be renamed from.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
    let before = fs::metadata(&target).ok();
    if before.as_ref().is_some_and(|it| !it.is_file()) {
        return fs::write(&target, content).map_err(cannot);
    }
    let mut name = target.file_name().unwrap_or_default().to_os_string();
    name.push(format!(".{}.part", std::process::id()));
    let part = target.with_file_name(name);
    let written = fs::write(&part, content).and_then(|()| {
        if let Some(before) = before {
            fs::set_permissions(&part, before.permissions())?;
        }
        fs::rename(&part, &target)
    });
    written.map_err(|error| {
        // What is left of it is of no use to anybody.
        fs::remove_file(&part).ok();
        cannot(error)
    })
}
