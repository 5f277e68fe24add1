//! An example: a file with a header that says what it is, and a drawing for the menu.
//!
//! Header lines are `// title:`, `// source:` and `// look:`, `// shows:` where another check than the first with a run tells the story,
//! and `// by hand:` where it is opened with a run. A file is known by its
//! fingerprint, so that an example which nobody has changed can be replaced without asking.

use super::pictures::Picture;

/// An example of `static/examples`.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The file in `static/examples`.
    pub path: &'static str,
    /// The title of its header.
    pub title: &'static str,
    /// What to look at, from its header.
    pub look: &'static str,
    /// A small drawing of it, see [`Picture`].
    pub picture: Picture,
    /// The fingerprint of the whole file.
    pub(super) fingerprint: u64,
}

impl Example {
    /// Whether it shows what the papers' formulas do.
    #[must_use]
    pub fn is_about_formulas(&self) -> bool {
        self.path.starts_with("encodings/")
    }
}

/// The line of an example's header that says how it is opened: the run by hand, as a link tells it.
const BY_HAND: &str = "// by hand: ";

/// The run by hand that an example is opened with, by its text.
#[must_use]
pub fn run_by_hand(text: &str) -> Option<&str> {
    let head = text.split("\n\n").next()?;
    head.lines().find_map(|it| it.strip_prefix(BY_HAND))
}

/// FNV-1a: tells the examples from one another and from what a user wrote.
pub const fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}
