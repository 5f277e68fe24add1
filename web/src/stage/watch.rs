//! The table's watch list and its comparison of two steps: what is pinned, and what differs.

use lockstep_core::api::{Analysis, CheckView, Outcome};
use lockstep_core::diagram::compare;
use lockstep_core::diagram::table::Row;
use web_sys::Element;

use crate::ui::dom::{add, set};

/// Something that is watched: it has a column of its own beside the steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pin {
    /// A lifeline.
    Lifeline(usize),
    /// A pending effect, as the table writes it.
    Pending(String),
}

impl Pin {
    /// As it stands in `data-pin`.
    pub fn key(&self) -> String {
        match self {
            Self::Lifeline(lifeline) => format!("@{lifeline}"),
            Self::Pending(words) => words.clone(),
        }
    }

    /// What an element pins.
    pub fn of(element: &Element) -> Option<Self> {
        let key = element.get_attribute("data-pin")?;
        let lifeline = key.strip_prefix('@').and_then(|it| it.parse().ok());
        Some(lifeline.map_or(Self::Pending(key), Self::Lifeline))
    }

    /// What stands in its column at a step.
    pub fn cell(&self, row: &Row) -> String {
        match self {
            Self::Lifeline(lifeline) => {
                let cell = row.cells.get(*lifeline);
                cell.map_or_else(String::new, |cell| cell.place.clone())
            }
            Self::Pending(words) => {
                let is_pending = row.pending.contains(words);
                if is_pending { "pending" } else { "" }.to_owned()
            }
        }
    }
}

/// A button that pins something or lets it go.
pub fn button(parent: &Element, pin: &Pin, words: &str, pinned: bool) -> Element {
    let button = add(parent, "button", "pin", words);
    set(&button, "type", "button");
    set(&button, "data-pin", &pin.key());
    set(
        &button,
        "aria-pressed",
        if pinned { "true" } else { "false" },
    );
    let title = if pinned {
        "Watched: click to let it go"
    } else {
        "Watch this beside the steps"
    };
    set(&button, "title", title);
    button
}

/// Writes what differs between two steps into an element.
pub fn compare(
    strip: &Element,
    (analysis, check, outcome): (&Analysis, &CheckView, &Outcome),
    base: Option<usize>,
    at: usize,
) {
    strip.set_text_content(None);
    let of = |step: usize| outcome.trace.get(step);
    let Some((base, one, other)) = base.and_then(|base| Some((base, of(base)?, of(at)?))) else {
        return;
    };
    if base == at {
        add(
            strip,
            "p",
            "",
            &format!("Step {base} is compared with the step you go to."),
        );
        return;
    }
    let (places, pending) = compare::steps(analysis, check, one, other);
    let words = if places.is_empty() {
        format!("Steps {base} and {at} are in the same global state.")
    } else {
        format!("From step {base} to step {at}:")
    };
    add(strip, "p", "", &words);
    let list = add(strip, "ul", "", "");
    for it in &places {
        let item = add(&list, "li", "", "");
        add(&item, "b", "", &it.who);
        add(&item, "span", "", &format!(" {} → {}", it.before, it.after));
    }
    for words in &pending {
        add(&list, "li", "", words);
    }
}
