//! Light, dark, or as the system says.
//!
//! The choice is an attribute of the document element; `static/theme.js` sets it before the first
//! paint, so that a chosen theme never flashes in the other one.

use leptos::prelude::*;

use super::persist;

/// The user's choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// As the system says.
    System,
    /// Always light.
    Light,
    /// Always dark.
    Dark,
}

impl Theme {
    /// All choices, in the order of the switch.
    pub const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// The word on the switch.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::System => "System",
            Self::Light => "Light",
            Self::Dark => "Dark",
        }
    }

    /// The remembered choice.
    #[must_use]
    pub fn remembered() -> Self {
        match persist::read(persist::THEME).as_deref() {
            Some("light") => Self::Light,
            Some("dark") => Self::Dark,
            _ => Self::System,
        }
    }

    /// Makes the choice visible and remembers it.
    pub fn apply(self) {
        let value = match self {
            Self::System => None,
            Self::Light => Some("light"),
            Self::Dark => Some("dark"),
        };
        let root = document().document_element();
        match (value, root) {
            (Some(value), Some(root)) => {
                // Neither call can fail for a valid attribute name; a full storage costs only
                // the memory of the choice.
                let _ = root.set_attribute("data-theme", value);
                let _ = persist::write(persist::THEME, value);
            }
            (None, Some(root)) => {
                let _ = root.remove_attribute("data-theme");
                persist::forget(persist::THEME);
            }
            (_, None) => {}
        }
    }
}
