//! What the page has to say: short messages that stay until they are read or no longer matter.

use leptos::prelude::*;

use super::timer::Timer;

/// Milliseconds that a message without a choice stays.
const LINGER: u64 = 6_000;

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

/// A message with at most one thing to do about it.
#[derive(Clone)]
pub struct Notice {
    /// Distinguishes notices.
    pub id: u32,
    /// How it is meant.
    pub tone: Tone,
    /// One or two sentences.
    pub text: String,
    /// A button's word and what it does.
    pub action: Option<(&'static str, Callback<()>)>,
}

/// The notices on the screen, oldest first.
#[derive(Clone, Copy)]
pub struct Notices {
    shown: RwSignal<Vec<Notice>>,
    count: StoredValue<u32>,
}

impl Notices {
    /// No notices yet.
    #[must_use]
    pub fn new() -> Self {
        Self {
            shown: RwSignal::new(Vec::new()),
            count: StoredValue::new(0),
        }
    }

    /// The notices on the screen.
    #[must_use]
    pub fn shown(&self) -> Signal<Vec<Notice>> {
        self.shown.into()
    }

    /// Says something. Good news go away by themselves, everything else waits to be dismissed.
    pub fn say(&self, tone: Tone, text: impl Into<String>) {
        self.put(tone, text.into(), None);
    }

    /// Says something and offers one thing to do about it.
    pub fn offer(
        &self,
        tone: Tone,
        text: impl Into<String>,
        label: &'static str,
        action: Callback<()>,
    ) {
        self.put(tone, text.into(), Some((label, action)));
    }

    /// Takes a notice away.
    pub fn dismiss(&self, id: u32) {
        self.shown
            .update(|shown| shown.retain(|notice| notice.id != id));
    }

    fn put(&self, tone: Tone, text: String, action: Option<(&'static str, Callback<()>)>) {
        self.count.update_value(|count| *count += 1);
        let id = self.count.get_value();
        let is_offer = action.is_some();
        self.shown.update(|shown| {
            // The same words twice say no more than once.
            shown.retain(|notice| notice.text != text);
            shown.push(Notice {
                id,
                tone,
                text,
                action,
            });
        });
        if tone == Tone::Good {
            let notices = *self;
            let time = if is_offer { 4 * LINGER } else { LINGER };
            Timer::new().after(time, move || notices.dismiss(id));
        }
    }
}
