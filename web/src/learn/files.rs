//! The files of a lesson, as they lie beside the page: its Markdown, and every text that this names.

use std::collections::BTreeMap;

use lockstep_core::lesson::{self, Files, Lesson, ModelBlock, ModelSource, PATH};

use super::reading;
use crate::assets;
use crate::gallery;

/// A lesson with its files.
pub struct Loaded {
    /// Its position in [`PATH`].
    pub position: usize,
    /// What it says.
    pub lesson: Lesson,
    /// The texts that it names.
    pub files: Files,
    /// The examples of the page that it names, by their names there.
    pub examples: BTreeMap<String, String>,
}

impl Loaded {
    /// The text of a model; empty where the lesson names a file that it has not.
    pub fn text_of(&self, model: &ModelBlock) -> &str {
        let text = match &model.source {
            ModelSource::File(file) => self.files.get(file),
            ModelSource::Example(name) => self.examples.get(name),
        };
        text.map_or("", String::as_str)
    }

    /// The start text of the task; empty where there is none.
    pub fn start(&self) -> &str {
        let file = self.lesson.task().and_then(|it| self.files.get(&it.file));
        file.map_or("", String::as_str)
    }

    /// How many models and how many bets stand on the slides before this one: the numbers of its first ones.
    pub fn before(&self, slide: usize) -> (usize, usize) {
        let blocks = self.lesson.slides.iter().take(slide);
        let blocks = blocks.flat_map(|it| &it.blocks);
        blocks.fold((0, 0), |(models, bets), it| match it {
            lesson::Block::Model(_) => (models + 1, bets),
            lesson::Block::Bet(_) => (models, bets + 1),
            _ => (models, bets),
        })
    }

    /// The slide with the task.
    pub fn task_slide(&self) -> Option<usize> {
        let has_task = |it: &lesson::Block| matches!(it, lesson::Block::Task(_));
        let mut slides = self.lesson.slides.iter();
        slides.position(|it| it.blocks.iter().any(has_task))
    }
}

/// Fetches a lesson.
///
/// # Errors
/// A sentence for the user: which file could not be fetched, or that the lesson is broken, with place and what is expected
/// there.
pub async fn load(position: usize) -> Result<Loaded, String> {
    let (folder, _) = PATH.get(position).ok_or("There is no such lesson.")?;
    // By its number: a title has quotation marks of its own.
    let number = position + 1;
    let missing = || {
        format!(
            "Lesson {number} could not be fetched. Your text is kept; try again when you are online."
        )
    };
    let file = async |name: &str| assets::lesson(&format!("{folder}/{name}")).await;
    let markdown = file("lesson.md").await.map_err(|_| missing())?;
    let lesson = reading::lesson(markdown).await;
    let lesson = lesson.map_err(|it| it.sentence("What reads lessons"))?;
    if let Some(it) = lesson.findings.first() {
        return Err(format!(
            "Lesson {number} cannot be shown. Line {} of `lesson.md`: {}. {}",
            it.line,
            it.title.trim_end_matches('.'),
            it.hint
        ));
    }
    let mut files: Files = lesson.texts.iter().cloned().collect();
    for name in lesson.files() {
        let text = file(name).await.map_err(|_| missing())?;
        files.insert(name.to_owned(), text);
    }
    let mut examples = BTreeMap::new();
    for model in lesson.models() {
        if let ModelSource::Example(name) = &model.source {
            let mut all = gallery::ALL.iter();
            let example = all.find(|it| it.path.rsplit_once('.').is_some_and(|it| it.0 == name));
            let example = example.ok_or_else(|| format!("There is no example `{name}`."))?;
            let text = example.text().await.map_err(|_| missing())?;
            examples.insert(name.clone(), text);
        }
    }
    Ok(Loaded {
        position,
        lesson,
        files,
        examples,
    })
}
