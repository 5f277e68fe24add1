//! The examples. The first one is built into the page, since it must be there at once; the others
//! are fetched from beside the page when they are chosen.

mod menu;
mod pictures;

use wasm_bindgen::JsValue;

use crate::assets;

pub use menu::{ExamplesMenu, open};
use pictures::Picture;

/// The text that greets a new visitor: the first of [`ALL`].
pub const FIRST: &str = include_str!("../../../static/examples/machines/coffee-for-two.lks");

/// An example of `static/examples`.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The file's name without its ending.
    pub name: &'static str,
    /// The title of its header.
    pub title: &'static str,
    /// What to look at, from its header.
    pub look: &'static str,
    /// A small drawing of it, see [`Picture`].
    pub picture: Picture,
    /// The fingerprint of the whole file.
    fingerprint: u64,
}

macro_rules! example {
    ($name:literal, $picture:path, $title:literal, $look:literal $(,)?) => {
        Example {
            name: $name,
            title: $title,
            look: $look,
            picture: $picture,
            fingerprint: {
                const FILE: &[u8] =
                    include_bytes!(concat!("../../../static/examples/machines/", $name, ".lks"));
                const FINGERPRINT: u64 = fingerprint(FILE);
                FINGERPRINT
            },
        }
    };
}

/// All examples in the order of the menu.
pub const ALL: &[Example] = &[
    example!(
        "coffee-for-two",
        pictures::MESSAGES,
        "Coffee for two",
        "the fifth message fails. The machine still has to tell alice that it was repaired, and the scenario does not say so",
    ),
    example!(
        "coffee",
        pictures::ROOM,
        "Coffee room with a technician",
        "the user never waits for a report while the machine is out of order and the technician idle",
    ),
    example!(
        "coffee-broken",
        pictures::ROOM_BROKEN,
        "Coffee room whose technician reports no failure",
        "after a repair that did not help the technician goes home without a word, and the user waits for ever: eleven transactions, the only deadlock",
    ),
    example!(
        "mail",
        pictures::MAIL,
        "Sending a mail",
        "both sides always come to an end together, after ten transactions at the earliest, also when the recipient is refused",
    ),
    example!(
        "mail-broken",
        pictures::MAIL_BROKEN,
        "Mail server that forgets to start again",
        "after a refused recipient the server still has a sender and does not take QUIT: deadlock after seven transactions",
    ),
    example!(
        "philosophers",
        pictures::TABLE,
        "Dining philosophers, the last one reversed",
        "the last philosopher takes the right fork first, so no circle of waiting can close",
    ),
    example!(
        "philosophers-broken",
        pictures::TABLE_BROKEN,
        "Dining philosophers who all reach for the left fork first",
        "after three transactions each one holds a fork and waits for the next: the classic deadlock",
    ),
    example!(
        "philosophers-atomic",
        pictures::TABLE_ATOMIC,
        "Dining philosophers who take both forks at once",
        "both forks are taken in one step or not at all, so nobody ever holds only one",
    ),
];

impl Example {
    /// The whole file.
    ///
    /// # Errors
    /// The JavaScript error, where it cannot be fetched.
    pub async fn text(&self) -> Result<String, JsValue> {
        if self.name == ALL[0].name {
            return Ok(FIRST.to_owned());
        }
        assets::example(self.name).await
    }
}

/// Whether a text is an example as delivered, so that nothing is lost when it goes.
#[must_use]
pub fn is_example(text: &str) -> bool {
    let own = fingerprint(text.as_bytes());
    ALL.iter().any(|example| example.fingerprint == own)
}

/// FNV-1a: tells the examples from one another and from what a user wrote.
const fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}

#[cfg(test)]
mod tests {
    use super::*;

    const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples/machines");

    #[test]
    fn every_example_of_the_folder_is_in_the_menu() {
        let mut files: Vec<String> = std::fs::read_dir(FOLDER)
            .expect("the examples stand beside the page")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter_map(|name| Some(name.strip_suffix(".lks")?.to_owned()))
            .collect();
        files.sort();
        let mut listed: Vec<_> = ALL.iter().map(|example| example.name.to_owned()).collect();
        listed.sort();
        assert_eq!(files, listed);
    }

    #[test]
    fn the_menu_says_what_the_headers_say() {
        for example in ALL {
            let text = std::fs::read_to_string(format!("{FOLDER}/{}.lks", example.name))
                .expect("the examples stand beside the page");
            let header = |key: &str, value: &str| text.contains(&format!("// {key}: {value}\n"));
            assert!(header("title", example.title), "{}", example.name);
            assert!(header("look", example.look), "{}", example.name);
            assert!(is_example(&text));
            assert!(!is_example(&format!("{text}\n")));
        }
    }
}
