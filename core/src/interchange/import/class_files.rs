//! Files of other tools that together are one class model: a USE model, or an OCL file with the file that declares its classes,
//! either with a text of ours that has objects and questions.

use super::{Imported, ocl, use_model, with_one_object_each, with_questions};

/// The endings of files that are read here, beside texts of ours.
pub const CLASS_FILES: [&str; 4] = ["use", "ocl", "emf", "ecore"];

/// A file by its name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedFile {
    /// The name, without its folder.
    pub name: String,
    /// What it says.
    pub text: String,
}

/// The class model of some files, with the objects and questions of the text of ours among them, or else with one object of each
/// class and the question whether there is a valid state.
///
/// # Errors
/// Says in one sentence what is missing, what is there twice, and what cannot be read.
pub fn class_files(files: &[NamedFile]) -> Result<Imported, String> {
    let source = only(files, &["use", "ocl"], "model")?;
    let Some(source) = source else {
        return Err(
            "There is no USE model (`.use`) and no OCL file (`.ocl`) among these files".into(),
        );
    };
    let name = &source.name;
    let imported = match ending(name) {
        "use" => use_model(&source.text).ok_or_else(|| format!("`{name}` is no USE model"))?,
        _ => {
            let names: Vec<_> = files.iter().map(|it| &*it.name).collect();
            let Some(classes) = file_of_classes(name, &names) else {
                return Err(format!(
                    "`{name}` needs the file that declares its classes: open both together, `.ocl` and `.emf` or `.ecore`"
                ));
            };
            ocl(&source.text, &files[classes].text)
                .ok_or_else(|| format!("`{name}` is no OCL file"))?
        }
    };
    if imported.text.is_empty() {
        let first = imported.left_out.first();
        let first = first.map_or(String::new(), |it| {
            let why = it.why.trim_end_matches('.');
            format!(" (line {}: {why})", it.line)
        });
        return Err(format!(
            "Nothing of `{name}` could be read as a class model{first}"
        ));
    }
    let text = match only(files, &["lks"], "text with questions")? {
        Some(questions) => with_questions(&imported.text, &questions.text)
            .map_err(|what| format!("`{}`: {what}", questions.name))?,
        None => with_one_object_each(&imported.text),
    };
    Ok(Imported { text, ..imported })
}

/// The only file with one of these endings, if there is any.
fn only<'f>(
    files: &'f [NamedFile],
    endings: &[&str],
    what: &str,
) -> Result<Option<&'f NamedFile>, String> {
    let found = files
        .iter()
        .filter(|it| endings.contains(&ending(&it.name)));
    match &*found.collect::<Vec<_>>() {
        [] => Ok(None),
        [one] => Ok(Some(one)),
        [first, second, ..] => Err(format!(
            "`{}` and `{}` are two of a kind: open one {what} at a time",
            first.name, second.name
        )),
    }
}

/// The file that declares the classes of an OCL file, by its index among the names of those beside it: the one whose name the OCL
/// file's begins with, the longest such; else the only one there is.
#[must_use]
pub fn file_of_classes(ocl: &str, names: &[&str]) -> Option<usize> {
    let mut all: Vec<_> = (0..names.len())
        .filter(|it| matches!(ending(names[*it]), "emf" | "ecore"))
        .collect();
    // The same file in whatever order they come.
    all.sort_by_key(|it| names[*it]);
    let begins = |it: &&usize| stem(ocl).starts_with(stem(names[**it]));
    if let Some(found) = all
        .iter()
        .filter(begins)
        .max_by_key(|it| stem(names[**it]).len())
    {
        return Some(*found);
    }
    match *all {
        [only] => Some(only),
        _ => None,
    }
}

fn stem(name: &str) -> &str {
    name.rsplit_once('.').map_or(name, |it| it.0)
}

fn ending(name: &str) -> &str {
    name.rsplit_once('.').map_or("", |it| it.1)
}
