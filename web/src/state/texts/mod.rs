//! Where texts are kept: one slot in local storage for each tab, so that tabs never write over one
//! another.
//!
//! A tab knows its slot by session storage, which outlives a reload and belongs to it alone; a copy of
//! a tab has the same, and moves on when it hears the other one write. Whatever takes the place of a text
//! gets a slot of its own: the one before stays, in the menu of examples, with those of tabs that were
//! closed. A tab that is new opens the text that was stored last, wherever that was.
//!
//! Invariant: what is in the editor is in this tab's slot, or is on its way there, or the page says that
//! it is not and asks before it is closed.

mod slot;
mod tabs;

use std::sync::Arc;

use leptos::ev;
use leptos::prelude::*;
use web_sys::Storage;

use super::action::Action;
use super::document::Document;
use super::notices::{Notice, Notices, Tone, Topic};
use super::timer::Timer;
use crate::gallery::{fingerprint, is_example};
use crate::persist;
use crate::ui::on_window;
use slot::Slot;

/// The text that was stored last by any tab.
const LATEST: &str = "lockstep.text";
/// In session storage: the key of this tab's slot.
const OWN: &str = "lockstep.tab";
/// The text that a link had replaced, as earlier versions kept it.
const BEFORE: &str = "lockstep.previous";

/// Milliseconds of silence before the text is stored.
const PAUSE: u64 = 250;
/// So many texts are kept beside that of the tab.
const MOST: usize = 8;

/// A text that is kept.
#[derive(Clone, Debug, PartialEq)]
pub struct KeptText {
    /// What it may be called.
    pub name: String,
    /// When it was stored, in milliseconds.
    pub stored: u64,
    /// The text.
    pub text: Arc<str>,
}

/// What a tab finds when it opens.
pub struct Found {
    /// Its own text, else the latest.
    pub text: Option<String>,
    slot: Option<(String, Slot)>,
}

/// The text of this tab in storage, and those beside it.
#[derive(Clone, Copy)]
pub struct Texts {
    document: Document,
    notices: Notices,
    timer: Timer,
    own: StoredValue<Own>,
}

/// What is known of the own slot.
#[derive(Clone)]
struct Own {
    /// Its key, once something was stored.
    key: Option<String>,
    /// Names this page.
    writer: u32,
    /// Which document the text is.
    document: u64,
    /// The fingerprint of the text as it was opened: as such it is not edited.
    opened: u64,
    /// Whether something waits to be stored.
    pending: bool,
    /// Whether it was said that nothing can be stored.
    complained: bool,
    /// The slot whose text was offered.
    offered: Option<String>,
    /// The user's text, while a lesson has its place in the editor.
    aside: Option<Arc<str>>,
}

/// What there is to open.
#[must_use]
pub fn find() -> Found {
    adopt_earlier_version();
    let key = session().and_then(|it| it.get_item(OWN).ok()?);
    let slot = key.and_then(|key| {
        let slot = Slot::read(&persist::read(&key)?)?;
        Some((key, slot))
    });
    let text = match &slot {
        Some((_, slot)) => Some(slot.text.clone()),
        None => persist::read(LATEST),
    };
    Found { text, slot }
}

impl Texts {
    /// The place of the document's text, which was opened as it is; `found` is what [`find`] has found.
    #[must_use]
    pub fn new(document: Document, notices: Notices, found: Found) -> Self {
        let text = document.revision().get_untracked().text;
        let opened = fingerprint(text.as_bytes());
        let own = found.slot.filter(|(_, slot)| *slot.text == *text);
        let texts = Self {
            document,
            notices,
            timer: Timer::new(),
            own: StoredValue::new(Own {
                key: own.as_ref().map(|(key, _)| key.clone()),
                writer: random(),
                document: own
                    .as_ref()
                    .map_or_else(|| lineage(&text), |(_, it)| it.document),
                opened,
                pending: false,
                complained: false,
                offered: None,
                aside: None,
            }),
        };
        // A tab with the same key hears of it and moves on. Nothing is written where nobody has
        // written before, nor for what a link shows until it is edited.
        if own.is_some() || found.text.is_some_and(|found| *found == *text) {
            texts.write_slot(false);
        }
        texts.timer.on_tick(move || texts.flush());
        on_window(ev::pagehide, move |_| texts.flush());
        on_window(ev::visibilitychange, move |_| texts.flush());
        texts.listen();
        texts
    }

    /// The text of the user: that in the editor, unless a lesson has its place.
    fn text(&self) -> Arc<str> {
        let aside = self.own.with_value(|own| own.aside.clone());
        aside.unwrap_or_else(|| self.document.revision().get_untracked().text)
    }

    /// A lesson is about to take the place of the text, which stays as it is and where it is kept.
    pub fn set_aside(&self) {
        if self.own.with_value(|own| own.aside.is_some()) {
            return;
        }
        let text = self.text();
        // What came with a link is kept nowhere until it is edited.
        if is_worth_keeping(&text) {
            self.own.update_value(|own| own.pending = true);
        }
        self.flush();
        self.own.update_value(|own| own.aside = Some(text));
    }

    /// The text that was set aside, if there is one: it is to be put back into the editor.
    #[must_use]
    pub fn take_aside(&self) -> Option<Arc<str>> {
        let aside = self.own.with_value(|own| own.aside.clone());
        self.own.update_value(|own| own.aside = None);
        aside
    }

    /// The text has changed: it is stored once it has not for a moment.
    pub fn keep(&self) {
        if self.own.with_value(|own| own.aside.is_some()) {
            return;
        }
        self.own.update_value(|own| own.pending = true);
        self.timer.after(PAUSE);
    }

    /// Another text is about to take the place of this one, which stays in its slot where there is
    /// something to lose.
    pub fn begin(&self, next: &str) {
        let text = self.text();
        let is_lost = *text != *next && is_worth_keeping(&text);
        if is_lost {
            self.own.update_value(|own| own.pending = true);
            self.flush();
        }
        let document = lineage(next);
        self.own.update_value(|own| {
            if is_lost {
                own.key = None;
            }
            own.document = document;
            own.opened = fingerprint(next.as_bytes());
            own.offered = None;
        });
        self.notices.over(Topic::OtherTab);
    }

    /// The texts beside that of this tab, the latest first; those that are examples, or empty, or the
    /// same as another one, are left out.
    #[must_use]
    pub fn kept(&self) -> Vec<KeptText> {
        let own = self.text();
        let mut slots: Vec<_> = slots().into_iter().map(|(_, slot)| slot).collect();
        slots.sort_by_key(|slot| std::cmp::Reverse(slot.stored));
        let mut kept: Vec<KeptText> = Vec::new();
        for slot in slots {
            let is_there = kept.iter().any(|it| *it.text == *slot.text);
            if *slot.text != *own && !is_there && is_worth_keeping(&slot.text) {
                kept.push(KeptText {
                    name: slot::name(&slot.text),
                    stored: slot.stored,
                    text: slot.text.into(),
                });
            }
        }
        kept
    }

    /// Stores what waits for it, at once.
    fn flush(&self) {
        self.timer.cancel();
        if self.own.with_value(|own| own.pending) {
            self.store();
        }
    }

    fn store(&self) {
        let text = self.text();
        let is_edited = self
            .own
            .with_value(|own| own.opened != fingerprint(text.as_bytes()));
        if !self.write_slot(is_edited) {
            return self.complain();
        }
        // Where there is no room for a second copy, a new tab finds an older text.
        let _ = persist::write(LATEST, &text);
        self.own.update_value(|own| {
            own.pending = false;
            own.complained = false;
        });
        tabs::ask_before_closing(false);
        self.notices.over(Topic::Storage);
    }

    /// Writes the own slot; returns whether that worked.
    fn write_slot(&self, edited: bool) -> bool {
        let own = self.own.get_value();
        let is_new = own.key.is_none();
        let key = own.key.unwrap_or_else(slot::fresh_key);
        let slot = Slot {
            stored: now(),
            edited,
            document: own.document,
            writer: own.writer,
            text: self.text().to_string(),
        };
        if !persist::write(&key, &slot.packed()) {
            return false;
        }
        if let Some(session) = session() {
            // Where that is refused, a reload opens the latest text.
            let _ = session.set_item(OWN, &key);
        }
        if is_new {
            clean_up(&key, &slot.text);
        }
        self.own.update_value(|own| own.key = Some(key));
        true
    }

    /// Says that the text is not kept, once, and has the browser ask before the page is closed.
    fn complain(&self) {
        tabs::ask_before_closing(true);
        if self.own.with_value(|own| own.complained) {
            return;
        }
        self.own.update_value(|own| own.complained = true);
        let sentence = "This browser does not keep the text: its storage is full or switched off. \
                        A link keeps a copy.";
        let notice = Notice::new(Topic::Storage, Tone::Bad, sentence);
        self.notices.say(notice.offering(Action::CopyLink));
    }
}

/// Whether there is something to lose in a text.
fn is_worth_keeping(text: &str) -> bool {
    !text.trim().is_empty() && !is_example(text)
}

/// The document that a text is: that of a slot with the same text, else one of its own. So tabs that
/// open the same text know that they did.
fn lineage(text: &str) -> u64 {
    let same = slots().into_iter().find(|(_, slot)| slot.text == text);
    same.map_or_else(|| fingerprint(text.as_bytes()), |(_, slot)| slot.document)
}

/// All slots with their keys.
fn slots() -> Vec<(String, Slot)> {
    let keys = persist::keys(slot::PREFIX).into_iter();
    keys.filter_map(|key| {
        let slot = Slot::read(&persist::read(&key)?)?;
        Some((key, slot))
    })
    .collect()
}

/// Forgets what lies in more slots than are kept. A tab that is still open stores its text again when
/// it hears of it.
fn clean_up(own: &str, text: &str) {
    let mut all = slots();
    all.retain(|(key, _)| key != own);
    let (keys, slots): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    for at in slot::surplus(&slots, text, MOST, is_worth_keeping) {
        persist::forget(&keys[at]);
    }
}

/// The text that a link had replaced lies in a slot now.
fn adopt_earlier_version() {
    let Some(text) = persist::read(BEFORE) else {
        return;
    };
    let slot = Slot {
        stored: 0,
        edited: false,
        document: fingerprint(text.as_bytes()),
        writer: 0,
        text,
    };
    if !is_worth_keeping(&slot.text) || persist::write(&slot::fresh_key(), &slot.packed()) {
        persist::forget(BEFORE);
    }
}

fn session() -> Option<Storage> {
    window().session_storage().ok()?
}

fn now() -> u64 {
    // Positive and whole for ages to come.
    js_sys::Date::now() as u64
}

/// A number that no other page has, as good as surely.
fn random() -> u32 {
    (js_sys::Math::random() * f64::from(u32::MAX)) as u32
}
