//! The lessons that come with Lockstep, and the format in which they are written.

mod agreement;
mod attempts;
mod broken;
mod mutants;

use std::fs;
use std::path::{Path, PathBuf};

use lockstep_core::api::Options;
use lockstep_core::lesson::{self, Answer, Files, Judge, Judgement, Lesson, Question};

use lockstep_tests::Clockless;

/// A lesson with its files.
struct Shipped {
    name: &'static str,
    lesson: Lesson,
    files: Files,
}

/// The folder of the lessons.
fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/lessons")
}

/// The lessons in their order.
fn shipped() -> Vec<Shipped> {
    let lessons = lesson::PATH.into_iter().map(|(name, title)| {
        let entries = fs::read_dir(folder().join(name)).expect("each lesson has its folder");
        let files = entries.map(|entry| {
            let path = entry.expect("it can be listed").path();
            let name = path
                .file_name()
                .expect("files have names")
                .to_string_lossy();
            let text = fs::read_to_string(&path).expect("lessons are UTF-8");
            (name.into_owned(), text)
        });
        let files: Files = files.collect();
        let lesson = lesson::read(&files["lesson.md"]);
        assert_eq!(lesson.title, title);
        Shipped {
            name,
            lesson,
            files,
        }
    });
    lessons.collect()
}

/// One lesson, by the number with which its folder begins.
fn lesson_of(number: &str) -> Shipped {
    let mut all = shipped().into_iter();
    let found = all.find(|it| it.name.starts_with(number));
    found.expect("there is a lesson of this number")
}

/// Answers a question with no limit of time.
fn ask(question: &Question) -> Answer {
    lesson::answer(question, &Options::default(), &mut Clockless)
}

impl Shipped {
    /// Judges an attempt to the end.
    fn judge(&self, attempt: &str) -> Judgement {
        let task = self.lesson.task().expect("each lesson has a task");
        lesson::judge(
            task,
            &self.files,
            attempt,
            &Options::default(),
            &mut Clockless,
        )
    }

    /// Whether an attempt meets all criteria; asks no more than is needed to say no.
    fn is_solved(&self, attempt: &str) -> bool {
        let task = self.lesson.task().expect("each lesson has a task");
        let kinds = lockstep_core::api::Kinds::whole();
        let mut judge = Judge::new(&kinds, task, &self.files, attempt);
        loop {
            if judge.judgement().first().is_some() {
                return false;
            }
            let Some(question) = judge.question() else {
                return judge.judgement().is_solved();
            };
            let answer = ask(question);
            judge.answer(answer);
        }
    }
}
