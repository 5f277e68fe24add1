//! Colours: on a terminal, unless `NO_COLOR` is set to anything (see no-color.org).

use std::io::IsTerminal;

/// What a piece of text means; colours have no other meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// An answer as expected.
    Good,
    /// An answer against expectations, or an error.
    Bad,
    /// An open question, or a warning.
    Open,
    /// Line numbers and other scaffolding.
    Frame,
    /// A headline.
    Strong,
}

/// Whether one output stream gets colours.
#[derive(Clone, Copy, Debug)]
pub struct Style {
    coloured: bool,
}

impl Style {
    /// For a stream such as `std::io::stdout()`.
    pub fn of(stream: &impl IsTerminal) -> Self {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Self {
            coloured: stream.is_terminal() && !refused,
        }
    }

    /// Without colours.
    #[cfg(test)]
    pub fn plain() -> Self {
        Self { coloured: false }
    }

    /// The text in the colour of its meaning.
    pub fn paint(self, meaning: Meaning, text: &str) -> String {
        let code = match meaning {
            Meaning::Good => "32",
            Meaning::Bad => "1;31",
            Meaning::Open => "1;33",
            Meaning::Frame => "34",
            Meaning::Strong => "1",
        };
        if self.coloured {
            format!("\u{1b}[{code}m{text}\u{1b}[0m")
        } else {
            text.to_string()
        }
    }
}
