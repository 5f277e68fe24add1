//! What is checked of a file: its text, or the class model that a USE model or an OCL file comes in as, with the questions of another file.

use std::path::{Path, PathBuf};

use lockstep_core::api::{CLASSES, KindName, StructureKind};
use lockstep_core::interchange::import::{self, Imported};

use crate::convert;
use crate::input;
use crate::snippet::Origin;

/// Other files that a class model is read with.
#[derive(Clone, Copy)]
pub struct ReadWith<'a> {
    /// The objects, scenarios and checks.
    pub questions: Option<&'a Path>,
    /// The classes of OCL files.
    pub classes: Option<&'a Path>,
}

/// A text to check.
pub struct ModelFile {
    /// The text.
    pub text: String,
    /// Where its lines come from.
    pub origins: Vec<Origin>,
    /// For standard error: what was left out of a file of another tool.
    pub said: Vec<String>,
}

/// Reads a file.
///
/// # Errors
/// Says what cannot be read, what an OCL file needs, and why questions do not belong to it.
pub fn read(path: &Path, with: ReadWith<'_>) -> Result<ModelFile, String> {
    let text = input::read(path)?;
    let imported = imported(path, &text, with.classes)?;
    let model = imported.as_ref().map_or(&text, |it| &it.text);
    if model.is_empty()
        && let Some(it) = &imported
    {
        let mut said = convert::report(path, it);
        said.push(format!(
            "nothing of {} could be read as a class model",
            path.display()
        ));
        return Err(said.join("\n"));
    }
    let first = match imported {
        // What was made of it has lines of its own.
        Some(_) => format!("{} (converted)", path.display()),
        None => path.display().to_string(),
    };
    let mut origins = vec![Origin {
        name: first,
        before: 0,
    }];
    let text = match with.questions {
        Some(file) => {
            let is_class_model = imported.is_some() || is_class_model(path, model);
            if !is_class_model {
                let name = path.display();
                return Err(format!(
                    "{name} holds no class model: `--with` adds objects and questions to such, as of USE models"
                ));
            }
            let questions = input::read(file)?;
            let both = import::with_questions(model, &questions);
            let both = both.map_err(|what| format!("{}: {what}", file.display()))?;
            let before = both.len().saturating_sub(questions.len());
            let lines = both.get(..before).unwrap_or_default().matches('\n').count();
            origins.push(Origin {
                name: file.display().to_string(),
                before: u32::try_from(lines).unwrap_or(u32::MAX),
            });
            both
        }
        None if imported.is_some() => import::with_one_object_each(model),
        None => text,
    };
    let said = imported.map_or_else(Vec::new, |it| convert::report(path, &it));
    Ok(ModelFile {
        text,
        origins,
        said,
    })
}

fn is_class_model(path: &Path, text: &str) -> bool {
    let classes = KindName::new(CLASSES.language.title);
    input::analyse(path, text).structure.kind() == StructureKind::Generic(classes)
}

/// A file of another tool as a class model; nothing of any other file.
fn imported(path: &Path, text: &str, classes: Option<&Path>) -> Result<Option<Imported>, String> {
    let has = |ending: &str| path.extension().is_some_and(|it| it == ending);
    if has("use") {
        return match import::use_model(text) {
            Some(it) => Ok(Some(it)),
            None => Err(format!("{} is no USE model", path.display())),
        };
    }
    if !has("ocl") {
        return Ok(None);
    }
    let classes = match classes {
        Some(it) => it.to_owned(),
        None => file_of_classes(path)?,
    };
    let found = import::ocl(text, &input::read(&classes)?);
    let refused = || {
        format!(
            "{} is no OCL file, or {} declares no classes in Emfatic or Ecore",
            path.display(),
            classes.display()
        )
    };
    found.map(Some).ok_or_else(refused)
}

/// The file beside an OCL file that declares its classes.
fn file_of_classes(path: &Path) -> Result<PathBuf, String> {
    let folder = path.parent().filter(|it| !it.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or_else(|| Path::new("."))).into_iter();
    let all: Vec<_> = entries.flatten().flatten().map(|it| it.path()).collect();
    let name = |it: &Path| it.file_name().map(|it| it.to_string_lossy().into_owned());
    let names: Vec<_> = all.iter().map(|it| name(it).unwrap_or_default()).collect();
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    let own = name(path).unwrap_or_default();
    match import::file_of_classes(&own, &names) {
        Some(found) => Ok(all[found].clone()),
        None => Err(format!(
            "{} needs the file that declares its classes: name it with --classes FILE",
            path.display()
        )),
    }
}
