//! What a user has chosen for good: looks, motion, and how checks are answered.
//!
//! A setting is data ([`ALL`]); its first choice is what the page does by itself. Choices live in
//! local storage, where other tabs see them, and hold without it for as long as the page is open.
//! Nothing here changes what a text means: a link says the same to everybody.

use leptos::prelude::*;

use crate::persist;

/// Something that can be chosen.
pub struct Setting {
    /// The key in storage.
    pub key: &'static str,
    /// Its name in the dialog.
    pub name: &'static str,
    /// What it is about; may be empty.
    pub about: &'static str,
    /// What is stored and the word for it; the first one is the default and stored as nothing.
    pub choices: &'static [(&'static str, &'static str)],
    /// The attribute of the document element that carries the choice for stylesheets, if any.
    attribute: Option<&'static str>,
}

/// Light or dark: an index in [`ALL`].
pub const THEME: usize = 0;
/// Which engine answers.
pub const ENGINE: usize = 2;
/// Seconds for each check.
pub const LIMIT: usize = 3;
/// What new checks of scenarios say.
pub const READING: usize = 4;
/// Whether repairs stand below an answer, or wait to be asked for.
pub const SOLUTIONS: usize = 5;
/// Whether a run is played by whole steps, or by all their parts.
pub const STEPS: usize = 6;
/// Whether a model opens with what is found in it, or at its beginning.
pub const OPENING: usize = 7;
/// The choice of [`SOLUTIONS`] that has them wait.
pub const WHEN_ASKED: usize = 1;

/// All settings, in the order of the dialog. `static/first.js` reads the first two as well, so that
/// nothing flashes before the page is there.
pub const ALL: [Setting; 8] = [
    Setting {
        key: "lockstep.theme",
        name: "Theme",
        about: "",
        choices: &[("", "System"), ("light", "Light"), ("dark", "Dark")],
        attribute: Some("data-theme"),
    },
    Setting {
        key: "lockstep.motion",
        name: "Motion",
        about: "Whether marks glide from step to step, or jump.",
        choices: &[("", "System"), ("reduced", "Reduced"), ("full", "Full")],
        attribute: Some("data-motion"),
    },
    Setting {
        key: "lockstep.engine",
        name: "Engine",
        about: "What looks for answers. They are the same; how they are made sure can differ.",
        choices: &[
            ("", "Automatic"),
            ("explicit", "Explicit search"),
            ("sat", "SAT"),
        ],
        attribute: None,
    },
    Setting {
        key: "lockstep.limit",
        name: "Time for each check",
        about: "When it is over the answer is “unknown”, never a wrong one.",
        choices: &[
            ("", "No limit"),
            ("10", "10 s"),
            ("60", "1 min"),
            ("600", "10 min"),
        ],
        attribute: None,
    },
    Setting {
        key: "lockstep.reading",
        name: "Scenarios kept from runs by hand",
        about: "What their new check lines say. In a text every check says it itself.",
        choices: &[("", "Strict"), ("loose", "Loose")],
        attribute: None,
    },
    Setting {
        key: "lockstep.solutions",
        name: "Solutions",
        about: "Whether the ways to mend a check are shown at once, or only when they are asked for.",
        choices: &[("", "Shown"), ("asked", "When asked for")],
        attribute: None,
    },
    Setting {
        key: "lockstep.steps",
        name: "Steps of statecharts",
        about: "Where a run that is played stops: after each step in which something changes, or after each of its parts.",
        choices: &[("", "What changes"), ("parts", "Every part")],
        attribute: None,
    },
    Setting {
        key: "lockstep.opening",
        name: "A model opens",
        about: "With the check that tells its story, and at the end of a run that ends badly; or with its first check at the start, for a class that is to guess.",
        choices: &[("", "With what is found"), ("start", "At the start")],
        attribute: None,
    },
];

/// The choices: for each setting an index in its list.
#[derive(Clone, Copy)]
pub struct Settings([RwSignal<usize>; ALL.len()]);

impl Settings {
    /// What was chosen before.
    #[must_use]
    pub fn remembered() -> Self {
        Self(std::array::from_fn(|which| RwSignal::new(stored(which))))
    }

    /// The index of what is chosen, tracked.
    #[must_use]
    pub fn chosen(&self, which: usize) -> usize {
        self.0[which].get()
    }

    /// What is chosen, as it is stored; empty for the default.
    #[must_use]
    pub fn value(&self, which: usize) -> &'static str {
        ALL[which].choices[self.0[which].get_untracked()].0
    }

    /// Whether runs are played by whole steps, tracked.
    #[must_use]
    pub fn plays_whole_steps(&self) -> bool {
        self.chosen(STEPS) == 0
    }

    /// Whether a model opens with what is found in it, tracked.
    #[must_use]
    pub fn opens_with_findings(&self) -> bool {
        self.chosen(OPENING) == 0
    }

    /// Milliseconds for each check, where there is a limit.
    #[must_use]
    pub fn limit_ms(&self) -> Option<f64> {
        let seconds: f64 = self.value(LIMIT).parse().ok()?;
        Some(1_000.0 * seconds)
    }

    /// Makes a choice and remembers it; returns whether it could be stored.
    pub fn choose(&self, which: usize, choice: usize) -> bool {
        let (value, _) = ALL[which].choices[choice];
        self.take(which, choice);
        let kept = persist::write(ALL[which].key, value);
        if value.is_empty() {
            persist::forget(ALL[which].key);
        }
        kept
    }

    /// Takes over what another tab has stored.
    pub fn follow(&self) {
        for which in 0..ALL.len() {
            self.take(which, stored(which));
        }
    }

    fn take(&self, which: usize, choice: usize) {
        if self.0[which].get_untracked() == choice {
            return;
        }
        if let (Some(attribute), Some(root)) = (ALL[which].attribute, document().document_element())
        {
            // Neither call can fail for a valid name of an attribute.
            let _ = match ALL[which].choices[choice].0 {
                "" => root.remove_attribute(attribute),
                value => root.set_attribute(attribute, value),
            };
        }
        self.0[which].set(choice);
    }
}

/// The index of what is stored; the default for what is not known.
fn stored(which: usize) -> usize {
    let value = persist::read(ALL[which].key).unwrap_or_default();
    let mut choices = ALL[which].choices.iter();
    choices.position(|(it, _)| *it == value).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_has_a_default_and_no_choice_twice() {
        for setting in &ALL {
            assert_eq!(setting.choices[0].0, "", "{}", setting.key);
            let mut values: Vec<_> = setting.choices.iter().map(|(value, _)| value).collect();
            values.sort_unstable();
            values.dedup();
            assert_eq!(values.len(), setting.choices.len(), "{}", setting.key);
        }
        let keys =
            [THEME, ENGINE, LIMIT, READING, SOLUTIONS, STEPS, OPENING].map(|which| ALL[which].key);
        assert_eq!(ALL[SOLUTIONS].choices[WHEN_ASKED].0, "asked");
        let names = [
            "theme",
            "engine",
            "limit",
            "reading",
            "solutions",
            "steps",
            "opening",
        ]
        .map(|it| format!("lockstep.{it}"));
        assert_eq!(keys.map(String::from), names);
    }

    #[test]
    fn the_engines_and_limits_are_such_as_the_core_takes() {
        use lockstep_core::api::{self, Clockless, Options};
        for (engine, _) in ALL[ENGINE].choices {
            let options = Options {
                engine: (*engine).to_owned(),
                ..Options::default()
            };
            assert!(api::check(crate::gallery::FIRST, 0, &options, &mut Clockless).is_ok());
        }
        for (limit, _) in &ALL[LIMIT].choices[1..] {
            assert!(limit.parse::<f64>().is_ok_and(|limit| limit > 0.0));
        }
    }
}
