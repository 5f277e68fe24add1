//! What the page opens with: a link's model, else the text of last time, else the first example.

use leptos::prelude::Callback;

use super::notices::{Notices, Tone};
use super::persist;
use crate::gallery;
use crate::share::link::{self, Link};

/// The text to begin with, and where to look; and whether nobody has been here before.
pub type Opened = (Link, bool);

/// Reads the address and the storage. `bring_back` puts a text into the editor: it is offered for
/// the stored text where a link's model takes its place.
#[must_use]
pub fn open(notices: Notices, bring_back: Callback<String>) -> Opened {
    let stored = persist::read(persist::TEXT);
    let fragment = persist::fragment();
    if fragment.is_empty() {
        let greets = stored.is_none();
        return (with_text(stored), greets);
    }
    match link::read(&fragment) {
        Ok(link) => {
            set_aside(stored, &link.text, notices, bring_back);
            (link, false)
        }
        Err(problem) => {
            notices.say(
                Tone::Bad,
                match stored {
                    Some(_) => format!("{problem} Your own text is shown instead."),
                    None => format!("{problem} An example is shown instead."),
                },
            );
            (with_text(stored), false)
        }
    }
}

/// Keeps the text that a link replaces, and offers it.
pub fn set_aside(
    own: Option<String>,
    opened: &str,
    notices: Notices,
    bring_back: Callback<String>,
) {
    let Some(own) = own.filter(|own| own != opened && !gallery::is_example(own)) else {
        return;
    };
    // Where storage is full the text still lives in the button of the notice.
    let _ = persist::write(persist::PREVIOUS, &own);
    notices.offer(
        Tone::Plain,
        "This model came with a link. The text you had before is kept.",
        "Bring back my text",
        Callback::new(move |()| {
            use leptos::prelude::Callable;
            bring_back.run(own.clone());
        }),
    );
}

/// The stored text, else the first example.
fn with_text(stored: Option<String>) -> Link {
    Link {
        text: stored.unwrap_or_else(|| gallery::FIRST.to_owned()),
        ..Link::default()
    }
}
