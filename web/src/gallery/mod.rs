//! The examples. The first one is built into the page, since it must be there at once; the others
//! are fetched from beside the page when they are chosen.

mod menu;

use wasm_bindgen::JsValue;

use crate::assets;

pub use menu::{ExamplesMenu, open};

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

/// A drawing of 40 by 30 units as two paths: the lines, and over them what goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// In ink.
    pub lines: &'static str,
    /// In the colour of what is bad; empty where nothing is.
    pub fault: &'static str,
}

/// Lifelines with messages between them, and the one that fails.
const MESSAGES: Picture = Picture {
    lines: "M6 3v24M16 3v24M26 3v24M36 3v24M6 7h10M16 12h20M36 17H26",
    fault: "M16 22H6m3-3 4 6m0-6-4 6",
};
/// Three machines that talk to each other.
const ROOM: Picture = Picture {
    lines: "M12 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM38 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM25 23a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM12 8h16M9 12l7 7M31 12l-7 7",
    fault: "",
};
const ROOM_BROKEN: Picture = Picture {
    lines: "M12 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM38 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM25 23a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM12 8h16M9 12l7 7",
    fault: "M31 12l-7 7m1-6 5 5",
};
/// A letter.
const MAIL: Picture = Picture {
    lines: "M6 6h28v18H6zM6 7l14 10L34 7",
    fault: "",
};
const MAIL_BROKEN: Picture = Picture {
    lines: "M6 6h28v18H6zM6 7l14 10L34 7",
    fault: "M28 18l8 8m0-8-8 8",
};
/// A round table.
const TABLE: Picture = Picture {
    lines: "M26 15a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM20 3v4M30 21l-4-2M10 21l4-2",
    fault: "",
};
const TABLE_BROKEN: Picture = Picture {
    lines: "M26 15a6 6 0 1 1-12 0 6 6 0 0 1 12 0z",
    fault: "M20 3a12 12 0 0 1 10 6m0-5v5h-5M31 19a12 12 0 0 1-9 7m4 2-4-2 2-4M12 24a12 12 0 0 1-2-14m-4 3 4-3 3 4",
};
const TABLE_ATOMIC: Picture = Picture {
    lines: "M26 15a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM18 3v4M22 3v4M31 20l-4-2M29 24l-4-2M9 20l4-2M11 24l4-2",
    fault: "",
};

macro_rules! example {
    ($name:literal, $picture:ident, $title:literal, $look:literal $(,)?) => {
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
        MESSAGES,
        "Coffee for two",
        "the fifth message fails. The machine still has to tell alice that it was repaired, and the scenario does not say so",
    ),
    example!(
        "coffee",
        ROOM,
        "Coffee room with a technician",
        "the user never waits for a report while the machine is out of order and the technician idle",
    ),
    example!(
        "coffee-broken",
        ROOM_BROKEN,
        "Coffee room whose technician reports no failure",
        "after a repair that did not help the technician goes home without a word, and the user waits for ever: eleven transactions, the only deadlock",
    ),
    example!(
        "mail",
        MAIL,
        "Sending a mail",
        "both sides always come to an end together, after ten transactions at the earliest, also when the recipient is refused",
    ),
    example!(
        "mail-broken",
        MAIL_BROKEN,
        "Mail server that forgets to start again",
        "after a refused recipient the server still has a sender and does not take QUIT: deadlock after seven transactions",
    ),
    example!(
        "philosophers",
        TABLE,
        "Dining philosophers, the last one reversed",
        "the last philosopher takes the right fork first, so no circle of waiting can close",
    ),
    example!(
        "philosophers-broken",
        TABLE_BROKEN,
        "Dining philosophers who all reach for the left fork first",
        "after three transactions each one holds a fork and waits for the next: the classic deadlock",
    ),
    example!(
        "philosophers-atomic",
        TABLE_ATOMIC,
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
