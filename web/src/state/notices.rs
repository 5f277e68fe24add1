//! What the page has to say: short messages, one at a time, for as long as they apply.
//!
//! The newest is shown; those before it wait below and come back when it is over. What a notice
//! offers is an [`Action`], data that the page performs: a notice outlives the component that raised
//! it, so it can hold nothing of it.

use leptos::prelude::*;

use super::action::Action;
use super::document::Document;
use super::timer::Timer;

/// Milliseconds that good news stay.
const LINGER: u64 = 6_000;
/// Milliseconds that they stay with something to do about them.
const LINGER_OFFER: u64 = 24_000;
/// So many notices wait at most; of more the oldest go.
const MOST: usize = 20;

/// How a notice is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Something happened as it should.
    Good,
    /// Something to know.
    Plain,
    /// Something did not work.
    Bad,
}

/// What a notice is about. A newer one about the same takes its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Topic {
    /// A repair was applied.
    Repair,
    /// A text that something else has replaced, or a link that could not.
    Text,
    /// Something was copied or saved, or could not be.
    Export,
    /// A part of the program is missing: the place in the list of who needs one.
    Part(u8),
    /// What reads another kind of model is missing.
    Kind,
    /// The text is a diagram of another tool.
    Diagram,
    /// Texts are not kept.
    Storage,
    /// Another tab has changed the text that is open here.
    OtherTab,
    /// The editor is missing.
    Editor,
    /// There is a newer page.
    Version,
    /// A run that was asked for.
    Run,
    /// Steps of a run by hand that are gone.
    Hand,
    /// Why something cannot be done now.
    Refusal,
}

/// How long a notice applies, if nobody dismisses it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Life {
    /// Until its topic is over.
    Topic,
    /// Until another model is opened.
    Model,
    /// Until the text is changed.
    Text,
}

/// A message with at most one thing to do about it.
#[derive(Clone, Debug, PartialEq)]
pub struct Notice {
    topic: Topic,
    life: Life,
    /// How it is meant.
    pub tone: Tone,
    /// One or two sentences, with names between backticks.
    pub text: String,
    /// What can be done about it.
    pub action: Option<Action>,
}

impl Notice {
    /// A message that applies until its topic is over.
    #[must_use]
    pub fn new(topic: Topic, tone: Tone, text: impl Into<String>) -> Self {
        Self {
            topic,
            life: Life::Topic,
            tone,
            text: text.into(),
            action: None,
        }
    }

    /// The same, with something to do about it.
    #[must_use]
    pub fn offering(mut self, action: Action) -> Self {
        self.action = Some(action);
        self
    }

    /// The same, for as long as this.
    #[must_use]
    pub fn lasting(mut self, life: Life) -> Self {
        self.life = life;
        self
    }

    /// How long it stays by itself; what went wrong, or has to be known, is not taken away.
    fn time(&self) -> Option<u64> {
        (self.tone == Tone::Good).then_some(match self.action {
            None => LINGER,
            Some(_) => LINGER_OFFER,
        })
    }
}

/// A notice with its number and the text it was raised at.
#[derive(Clone, Debug, PartialEq)]
pub struct Raised {
    /// Distinguishes notices.
    pub id: u32,
    /// What it says.
    pub notice: Notice,
    generation: u32,
    revision: u32,
}

/// The notices, oldest first.
#[derive(Clone, Copy)]
pub struct Notices {
    document: Document,
    all: RwSignal<Vec<Raised>>,
    count: StoredValue<u32>,
    timer: Timer,
}

impl Notices {
    /// No notices yet.
    #[must_use]
    pub fn new(document: Document) -> Self {
        let notices = Self {
            document,
            all: RwSignal::new(Vec::new()),
            count: StoredValue::new(0),
            timer: Timer::new(),
        };
        notices.timer.on_tick(move || {
            let last = notices.all.with_untracked(|all| all.last().map(|it| it.id));
            if let Some(id) = last {
                notices.dismiss(id);
            }
        });
        notices
    }

    /// The one that is shown, tracked.
    #[must_use]
    pub fn shown(&self) -> Option<Raised> {
        self.all.with(|all| all.last().cloned())
    }

    /// How many wait behind it, tracked.
    #[must_use]
    pub fn waiting(&self) -> usize {
        self.all.with(|all| all.len().saturating_sub(1))
    }

    /// Says something, in place of what was said about the same.
    pub fn say(&self, notice: Notice) {
        self.count.update_value(|count| *count += 1);
        let raised = Raised {
            id: self.count.get_value(),
            generation: self.document.generation(),
            revision: self.document.revision().with_untracked(|it| it.number),
            notice,
        };
        self.change(|all| {
            all.retain(|it| it.notice.topic != raised.notice.topic);
            if all.len() >= MOST {
                all.remove(0);
            }
            all.push(raised);
        });
    }

    /// Takes a notice away; returns what it offered, once.
    pub fn take(&self, id: u32) -> Option<Action> {
        let found = self.all.with_untracked(|all| {
            let found = all.iter().find(|it| it.id == id)?;
            found.notice.action.clone()
        });
        self.dismiss(id);
        found
    }

    /// Takes the notice that is shown away if it offers something; returns that.
    pub fn take_offer(&self) -> Option<Action> {
        let shown = untrack(|| self.shown())?;
        shown.notice.action.as_ref()?;
        self.take(shown.id)
    }

    /// Takes a notice away.
    pub fn dismiss(&self, id: u32) {
        self.change(|all| all.retain(|it| it.id != id));
    }

    /// What was said about this no longer applies.
    pub fn over(&self, topic: Topic) {
        self.change(|all| all.retain(|it| it.notice.topic != topic));
    }

    /// What was offered about this is something else now; where it was dismissed it stays so.
    pub fn renew(&self, topic: Topic, action: Action) {
        self.change(|all| {
            for it in all.iter_mut().filter(|it| it.notice.topic == topic) {
                it.notice.action = Some(action.clone());
            }
        });
    }

    /// The text is another one: what was said about the one before goes, and so does what would bring
    /// back the one that is there.
    pub fn follow_text(&self) {
        let generation = self.document.generation();
        let revision = self.document.revision().get_untracked();
        self.change(|all| {
            all.retain(|it| {
                let text = it.notice.action.as_ref().and_then(Action::text);
                let applies = match it.notice.life {
                    Life::Topic => true,
                    Life::Model => it.generation == generation,
                    Life::Text => it.revision == revision.number,
                };
                applies && text != Some(&*revision.text)
            });
        });
    }

    /// Somebody is reading it: it stays.
    pub fn hold(&self) {
        self.timer.cancel();
    }

    /// It has its time, from now.
    pub fn let_go(&self) {
        let time = self.all.with_untracked(|all| all.last()?.notice.time());
        match time {
            Some(time) => self.timer.after(time),
            None => self.timer.cancel(),
        }
    }

    /// Changes the list; whatever is shown then for the first time has its whole time.
    fn change(&self, change: impl FnOnce(&mut Vec<Raised>)) {
        let before = self.all.get_untracked();
        let mut all = before.clone();
        change(&mut all);
        if all == before {
            return;
        }
        let last = |all: &[Raised]| all.last().map(|it| it.id);
        let is_new = last(&all) != last(&before);
        self.all.set(all);
        if is_new {
            self.let_go();
        }
    }
}
