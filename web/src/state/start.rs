//! What the page opens with: a link's model, else the text of last time, else the first example.

use leptos::prelude::Callback;

use super::notices::{Notices, Tone};
use super::persist;
use crate::gallery;
use crate::share::link::{self, Link};

/// The text to begin with, and where to look.
#[derive(Clone, Debug)]
pub struct Opened {
    /// The text.
    pub text: String,
    /// The check to select, from 0.
    pub check: Option<usize>,
    /// The step of its run.
    pub step: Option<usize>,
}

impl Opened {
    fn with_text(text: String) -> Self {
        Self {
            text,
            check: None,
            step: None,
        }
    }
}

/// Reads the address and the storage. `bring_back` puts a text into the editor: it is offered for
/// the stored text where a link's model takes its place.
#[must_use]
pub fn open(notices: Notices, bring_back: Callback<String>) -> Opened {
    let stored = persist::read(persist::TEXT);
    let fragment = persist::fragment();
    if fragment.is_empty() {
        return Opened::with_text(stored.unwrap_or_else(first_example));
    }
    match link::read(&fragment) {
        Ok(Link { text, check, step }) => {
            set_aside(stored, &text, notices, bring_back);
            Opened { text, check, step }
        }
        Err(problem) => {
            notices.say(
                Tone::Bad,
                match stored {
                    Some(_) => format!("{problem} Your own text is shown instead."),
                    None => format!("{problem} An example is shown instead."),
                },
            );
            Opened::with_text(stored.unwrap_or_else(first_example))
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

fn first_example() -> String {
    gallery::FIRST.to_owned()
}
