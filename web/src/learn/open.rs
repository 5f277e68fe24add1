//! The lesson that is open: what of it has the editor and the stage, and what became of its task.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::lesson::{Bet, Block, Judgement, ModelBlock, OpenLines, Task};

use super::announce::Announcer;
use super::ask::Asker;
use super::files::Loaded;
use super::progress::{self, Progress};
use super::{locks, models, task};
use crate::state::Page;
use lockstep_core::address::Place;

/// Said where locked lines of an attempt differ.
const UNFIT: &str = "This attempt was made with another version of the lesson: its locked lines differ. The task begins anew.";

/// What of a lesson has the editor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    /// A model, by its position among those of the lesson.
    Model(usize),
    /// The attempt at the task.
    Task,
}

/// What is known about the attempt.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Judged {
    /// Nothing: it is being judged.
    #[default]
    Waiting,
    /// What the judge says.
    Done(Arc<Judgement>),
    /// It cannot be judged; a sentence.
    Failed(String),
}

/// A lesson that is open. Copies of it are handles to the same.
#[derive(Clone, Copy)]
pub struct Open {
    /// The page.
    pub page: Page,
    /// The lesson and its files.
    pub loaded: StoredValue<Arc<Loaded>>,
    /// What is solved.
    pub progress: Progress,
    /// Who asks about attempts.
    pub asker: StoredValue<Asker, LocalStorage>,
    /// What has the editor.
    pub shown: RwSignal<Option<Shown>>,
    /// What became of the attempt.
    pub judged: RwSignal<Judged>,
    /// Says to screen readers what changes.
    pub announcer: Announcer,
}

impl Open {
    /// Opens a lesson; it belongs to the current owner, and ends with it.
    pub fn new(page: Page, loaded: Arc<Loaded>) -> Self {
        let asker = StoredValue::new_local(Asker::new(page.settings));
        on_cleanup(move || {
            if let Some(asker) = asker.try_get_value() {
                asker.end();
            }
        });
        let open = Self {
            page,
            loaded: StoredValue::new(loaded),
            progress: Progress::remembered(),
            asker,
            shown: RwSignal::new(None),
            judged: RwSignal::new(Judged::Waiting),
            announcer: Announcer::new(),
        };
        Effect::new(move || {
            if open.is_current() {
                open.begin_slide(open.slide());
            }
        });
        Effect::new(move || {
            if open.is_current() {
                open.keep_back();
            }
        });
        locks::follow(open);
        task::follow(open);
        open
    }

    /// The lesson and its files.
    pub fn lesson(&self) -> Arc<Loaded> {
        self.loaded.get_value()
    }

    /// The position of the lesson in the path.
    pub fn position(&self) -> usize {
        self.loaded.with_value(|it| it.position)
    }

    /// Whether the user is still in this lesson, tracked. One that is left may hear of what came after it before it ends.
    pub fn is_current(&self) -> bool {
        let position = self.position();
        matches!(self.page.learn.place().get(), Some(Place::Slide(it, _)) if it == position)
    }

    /// The slide that is shown, tracked; where an address names none that there is, the last.
    pub fn slide(&self) -> usize {
        let last = self
            .loaded
            .with_value(|it| it.lesson.slides.len())
            .saturating_sub(1);
        match self.page.learn.place().get() {
            Some(Place::Slide(_, slide)) => slide.min(last),
            _ => 0,
        }
    }

    /// Whether the task is solved, tracked.
    pub fn is_solved(&self) -> bool {
        self.progress.is_solved(self.position())
    }

    /// Whether the attempt has the editor, tracked.
    pub fn is_at_task(&self) -> bool {
        self.is_current() && self.shown.get() == Some(Shown::Task)
    }

    /// The task.
    pub fn task(&self) -> Option<Task> {
        self.loaded.with_value(|it| it.lesson.task().cloned())
    }

    /// The lines of the start text that may be changed.
    pub fn open_lines(&self) -> OpenLines {
        self.task().map(|it| it.open_lines()).unwrap_or_default()
    }

    /// A model of the lesson.
    pub fn model(&self, at: usize) -> Option<ModelBlock> {
        self.loaded
            .with_value(|it| it.lesson.models().nth(at).cloned())
    }

    /// The first bet of a slide that is still to be made, tracked.
    pub fn open_bet(&self, slide: usize) -> Option<Bet> {
        let lesson = self.lesson();
        let (_, first) = lesson.before(slide);
        let slide = lesson.lesson.slides.get(slide)?;
        let bets = slide.blocks.iter().filter_map(|it| match it {
            Block::Bet(bet) => Some(bet),
            _ => None,
        });
        let position = lesson.position;
        let mut open = (first..).zip(bets);
        let open = open.find(|(at, _)| self.progress.choice(position, *at).is_none());
        open.map(|(_, bet)| bet.clone())
    }

    /// A slide begins: its first model is shown, or its task; one without either goes on with what is there, as far as the
    /// lesson has come.
    fn begin_slide(&self, slide: usize) {
        let lesson = self.lesson();
        let attempt = self.page.learn.take_attempt();
        let (before, there) = (lesson.before(slide).0, lesson.before(slide + 1).0);
        untrack(|| {
            if lesson.task_slide() == Some(slide) {
                if self.shown.get() != Some(Shown::Task) || attempt.is_some() {
                    self.show_task(attempt);
                }
            } else if there > before {
                self.show_model(before, attempt);
            } else if self.shown.get().is_none() || attempt.is_some() {
                match before.checked_sub(1) {
                    Some(last) => self.show_model(last, attempt),
                    None => self.show_task(attempt),
                }
            }
        });
    }

    /// Opens a model, as the lesson has it or with a user's changes.
    pub fn show_model(&self, at: usize, changed: Option<String>) {
        let Some(model) = self.model(at) else { return };
        let lesson = self.lesson();
        let text = lesson.text_of(&model).to_owned();
        self.shown.set(Some(Shown::Model(at)));
        self.keep_back();
        self.page
            .open_in_lesson(changed.as_deref().unwrap_or(&text), &text, true);
        models::look_at(self.page, &model);
    }

    /// Opens the attempt at the task: that of a link, else the one that was made last, else the start text.
    pub fn show_task(&self, attempt: Option<String>) {
        let lesson = self.lesson();
        let start = lesson.start();
        let is_model = self.task().is_some_and(|it| task::is_about_model(&it));
        let attempt = attempt.or_else(|| progress::attempt(lesson.position));
        let fits = |it: &String| locks::allows(start, &self.open_lines(), it);
        if attempt.as_ref().is_some_and(|it| !fits(it)) {
            self.announcer.refuse(UNFIT);
        }
        let attempt = attempt.filter(fits);
        self.shown.set(Some(Shown::Task));
        self.keep_back();
        self.judged.set(Judged::Waiting);
        self.page
            .open_in_lesson(attempt.as_deref().unwrap_or(start), start, is_model);
        self.page.checks.select_at(0);
    }

    /// The attempt begins anew.
    pub fn start_over(&self) {
        let lesson = self.lesson();
        progress::forget_attempt(lesson.position);
        self.show_task(Some(lesson.start().to_owned()));
    }

    /// Keeps back the answer of a bet that is still to be made, and repairs until the task is solved: its models often are
    /// what is to be repaired; tracked.
    fn keep_back(&self) {
        let shown = self.shown.get();
        let bet = self.open_bet(self.slide());
        let held = bet.and_then(|bet| {
            let file = match shown? {
                Shown::Task => self.task()?.file,
                Shown::Model(at) => models::file_of(&self.model(at)?)?.to_owned(),
            };
            (file == bet.check.file).then(|| bet.check.check.checked_sub(1))?
        });
        self.page.checks.hold(held);
        let keeps = self.page.learn.keeps_repairs;
        keeps.set(!self.is_solved());
    }
}
