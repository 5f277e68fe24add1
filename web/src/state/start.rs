//! What the page opens with: a link's model, else the text of last time, else the first example.

use super::action::Action;
use super::notices::{Life, Notice, Tone, Topic};
use super::persist;
use crate::gallery;
use crate::share::link::{self, Link};

/// What a page begins with.
pub struct Opened {
    /// The text, and where to look.
    pub link: Link,
    /// Whether nobody has been here before.
    pub greets: bool,
    /// What there is to say about it.
    pub notice: Option<Notice>,
}

/// Reads the address and the storage.
#[must_use]
pub fn open() -> Opened {
    let stored = persist::read(persist::TEXT);
    let fragment = persist::fragment();
    if fragment.is_empty() {
        return Opened {
            greets: stored.is_none(),
            link: with_text(stored),
            notice: None,
        };
    }
    match link::read(&fragment) {
        Ok(link) => Opened {
            notice: stored.and_then(|own| set_aside(&own, &link.text)),
            link,
            greets: false,
        },
        Err(problem) => Opened {
            notice: Some(refused(match stored {
                Some(_) => format!("{problem} Your own text is shown instead."),
                None => format!("{problem} An example is shown instead."),
            })),
            link: with_text(stored),
            greets: false,
        },
    }
}

/// Keeps the text that a link replaces; says so, and offers it, where there is something to lose.
#[must_use]
pub fn set_aside(own: &str, opened: &str) -> Option<Notice> {
    if own == opened || gallery::is_example(own) {
        return None;
    }
    // Where storage is full the text still lives in the notice.
    let _ = persist::write(persist::PREVIOUS, own);
    let sentence = "This model came with a link. The text you had before is kept.";
    let notice = Notice::new(Topic::Text, Tone::Plain, sentence);
    let back = Action::BringBack(own.into());
    Some(notice.offering(back).lasting(Life::Model))
}

/// What is said of a link that cannot be read.
#[must_use]
pub fn refused(sentence: String) -> Notice {
    Notice::new(Topic::Text, Tone::Bad, sentence).lasting(Life::Model)
}

/// The stored text, else the first example.
fn with_text(stored: Option<String>) -> Link {
    Link {
        text: stored.unwrap_or_else(|| gallery::FIRST.to_owned()),
        ..Link::default()
    }
}
