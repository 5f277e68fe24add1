//! What the page opens with: a link's model, else the text of this tab, else the latest of another, else
//! the first example.

use super::action::Action;
use super::notices::{Life, Notice, Tone, Topic};
use super::texts::{self, Found};
use crate::gallery;
use crate::persist;
use lockstep_core::address::{Address, AddressError, Moment, Place};

/// What a page begins with.
pub struct Opened {
    /// The text, and where to look.
    pub link: Moment,
    /// The place among the lessons that the address names, and its attempt.
    pub learn: Option<(Place, Option<String>)>,
    /// Whether nobody has been here before.
    pub greets: bool,
    /// What there is to say about it.
    pub notice: Option<Notice>,
    /// What was found in storage.
    pub found: Found,
}

/// Reads the address and the storage.
#[must_use]
pub fn open() -> Opened {
    let found = texts::find();
    let fragment = persist::fragment();
    let stored = found.text.as_deref();
    let mut learn = None;
    let address = Address::read(&fragment);
    let greets = address == Ok(Address::Page) && stored.is_none();
    let (link, notice) = match address {
        Ok(Address::Page) => (with_text(stored), None),
        Ok(Address::Lesson(place, attempt)) => {
            learn = Some((place, attempt));
            (with_text(stored), None)
        }
        Ok(Address::Model(link)) => {
            let link = with_step(link);
            let notice = stored.and_then(|own| replaced(own, &link.text));
            (link, notice)
        }
        Err(problem) => {
            let sentence = match stored {
                Some(_) => format!("{problem} Your own text is shown instead."),
                None => format!("{problem} An example is shown instead."),
            };
            let notice = refused(&problem, sentence);
            (with_text(stored), Some(notice))
        }
    };
    Opened {
        greets,
        link,
        learn,
        notice,
        found,
    }
}

/// A link with its step: one that says none was made at the start.
#[must_use]
pub fn with_step(link: Moment) -> Moment {
    Moment {
        step: link.step.or(Some(0)),
        ..link
    }
}

/// Offers the text that a link has replaced, where there is something to lose.
#[must_use]
pub fn replaced(own: &str, opened: &str) -> Option<Notice> {
    if own == opened || gallery::is_example(own) {
        return None;
    }
    let sentence = "This model came with a link. The text you had before is kept.";
    let notice = Notice::new(Topic::Text, Tone::Plain, sentence);
    let back = Action::BringBack(own.into());
    Some(notice.offering(back).lasting(Life::Model))
}

/// What is said of a link that cannot be read; one to a lesson offers those that there are.
#[must_use]
pub fn refused(problem: &AddressError, sentence: String) -> Notice {
    let notice = Notice::new(Topic::Text, Tone::Bad, sentence).lasting(Life::Model);
    if problem.is_about_lessons() {
        notice.offering(Action::Learn(Place::Path))
    } else {
        notice
    }
}

/// The stored text, else the first example.
fn with_text(stored: Option<&str>) -> Moment {
    Moment {
        text: stored.unwrap_or(gallery::FIRST).to_owned(),
        ..Moment::default()
    }
}
