//! The lessons of a built page: their files where the page fetches them, and a plain page of each, which needs no script:
//! for search engines, for print and for readers without WebAssembly.
//!
//! A plain page says what the lesson says. Its pictures are those that the page exports, of the same checks, answered while
//! the page is built; a check that a bet is about is drawn as it is asked, and its answer is folded.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;

use anyhow::{Context, Result, bail};
use lockstep_core::api::{Clockless, Kinds, Options, Outcome, StructureKind, chart_scene};
use lockstep_core::interchange::{Format, ObjectScene, export, export_of_objects};
use lockstep_core::lesson::{self, Answer, Bet, Files, Lesson, ModelSource, PATH, Question};

use crate::lesson_page::{self, Shown};
use crate::workspace::Workspace;

/// The directory of the lessons in the built page.
const LESSONS: &str = "lessons";

/// Writes the plain pages into the staged page, which has the files of `static/lessons`, and takes away those that no
/// lesson shows: attempts are there for tests.
pub fn write(workspace: &Workspace, staging: &Path) -> Result<()> {
    let sources = workspace.root().join("static/lessons");
    let target = staging.join(LESSONS);
    let mut titles = Vec::new();
    for (position, (folder, _)) in PATH.iter().enumerate() {
        let lesson = read(&sources.join(folder))?;
        titles.push((*folder, lesson.0.title.clone(), lesson.0.goal.clone()));
        keep(&target.join(folder), &lesson)?;
        let page = page(position, &lesson, &target.join(folder))?;
        fs::write(target.join(format!("{folder}.html")), page)?;
    }
    fs::write(target.join("index.html"), lesson_page::path(&titles))?;
    Ok(())
}

/// A lesson and the texts that it names.
fn read(folder: &Path) -> Result<(Lesson, Files)> {
    let name = folder.join("lesson.md");
    let text =
        fs::read_to_string(&name).with_context(|| format!("cannot read {}", name.display()))?;
    let lesson = lesson::read(&text);
    if let Some(it) = lesson.findings.first() {
        bail!("{}:{}: {}. {}", name.display(), it.line, it.title, it.hint);
    }
    let mut files: Files = lesson.texts.iter().cloned().collect();
    for file in lesson.files() {
        let path = folder.join(file);
        let text = fs::read_to_string(&path)
            .with_context(|| format!("{} names {file}, which cannot be read", name.display()))?;
        files.insert(file.to_owned(), text);
    }
    Ok((lesson, files))
}

/// Takes away what a lesson does not name.
fn keep(folder: &Path, (_, files): &(Lesson, Files)) -> Result<()> {
    for entry in fs::read_dir(folder).with_context(|| format!("no {}", folder.display()))? {
        let path = entry?.path();
        let name = path
            .file_name()
            .and_then(|it| it.to_str())
            .unwrap_or_default();
        if name != "lesson.md" && !files.contains_key(name) {
            fs::remove_file(&path)?;
        }
    }
    Ok(())
}

/// The plain page of a lesson; its pictures are written into the folder.
fn page(position: usize, (lesson, files): &(Lesson, Files), folder: &Path) -> Result<String> {
    let bets: BTreeSet<(&str, usize)> = lesson
        .bets()
        .map(|it| (it.check.file.as_str(), it.check.check))
        .collect();
    let mut models = Vec::new();
    for model in lesson.models() {
        let ModelSource::File(file) = &model.source else {
            models.push(Shown::default());
            continue;
        };
        let text = files.get(file).map(String::as_str).unwrap_or_default();
        let check = model.check.unwrap_or(1);
        let is_bet_on = bets.contains(&(file, check));
        let picture = picture(text, check, is_bet_on);
        if let Some(picture) = &picture {
            fs::write(folder.join(format!("{}.svg", model.name)), picture)?;
        }
        models.push(Shown {
            text: text.to_owned(),
            title: title(text, check),
            has_picture: picture.is_some(),
        });
    }
    let bets: Vec<_> = lesson.bets().map(|bet| right(bet, files)).collect();
    Ok(lesson_page::lesson(position, lesson, files, &models, &bets))
}

/// What a check asks.
fn title(text: &str, check: usize) -> String {
    let analysis = Kinds::whole().analyse(text);
    let check = analysis.checks.get(check.saturating_sub(1));
    check.map(|it| it.title.clone()).unwrap_or_default()
}

/// The picture of a check, with its answer or as it is asked.
fn picture(text: &str, check: usize, only_asked: bool) -> Option<String> {
    let analysis = Arc::new(Kinds::whole().analyse(text));
    let view = analysis.checks.get(check.checked_sub(1)?)?;
    let kind = analysis.structure.kind();
    let outcome = (!only_asked)
        .then(|| answer(text, kind, check - 1))
        .flatten();
    let outcome = outcome.as_deref();
    match kind {
        StructureKind::Machines | StructureKind::Transitions | StructureKind::Generic(_) => {
            export(Format::Svg, &analysis, view, outcome, None)
        }
        StructureKind::Statecharts => {
            let (objects, charts) = chart_scene(text);
            let of = ObjectScene {
                objects: &objects,
                charts: &charts,
                drawn: &[],
            };
            export_of_objects(Format::Svg, of, &analysis, view, outcome, None)
        }
    }
}

/// The answer to a check, from 0.
fn answer(text: &str, kind: StructureKind, check: usize) -> Option<Box<Outcome>> {
    let question = Question {
        text: text.to_owned(),
        kind,
        check,
        printed: None,
    };
    match lesson::answer(&question, &Options::default(), &mut Clockless) {
        Answer::Outcome(outcome) => Some(outcome),
        Answer::Printed(_) | Answer::Refused(_) => None,
    }
}

/// The right choice of a bet, and why.
fn right(bet: &Bet, files: &Files) -> Option<(usize, String)> {
    let question = lesson::bet_question(&Kinds::whole(), bet, files).ok()?;
    let outcome = answer(&question.text, question.kind, question.check)?;
    let right = lesson::right_choice(bet, &outcome)?;
    Some((right, outcome.sentence.clone()))
}
