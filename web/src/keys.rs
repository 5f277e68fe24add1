//! The one table of keys. The list that `?` opens shows it, every listener looks its commands up in it, and browser tests
//! press what the list names (`data-press`).
//!
//! A key belongs to the page unless the user types, a dialog is open, or the element with the focus needs the key itself.
//! What a click has focused in a drawing does not need Space: a user who pointed at a state goes on with the keys of the page,
//! while an element that was reached by keys is pressed by Space, as every button is.

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event, KeyboardEvent};

use crate::ui::on_window;

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// To the start state.
    First,
    /// One step back.
    Back,
    /// Play, or pause.
    Toggle,
    /// One step on.
    Forward,
    /// To the last step.
    Last,
    /// A check by its number, from 1; by hand a choice.
    Number(usize),
    /// The next mode of the canvas where that has the focus, else the next view of the run.
    View,
    /// Folds the text, or unfolds it.
    FoldText,
    /// The same of the canvas.
    FoldCanvas,
    /// The same of the run.
    FoldRun,
    /// Step by hand, or leave it.
    Simulation,
    /// Ask a question, or leave it.
    Ask,
    /// Another run with the same answer.
    Another,
    /// One machine large, or no more.
    Large,
    /// How soon, or no more.
    Soon,
    /// A diagram one size larger.
    Larger,
    /// One size smaller.
    Smaller,
    /// In its usual size.
    Usual,
    /// What the notice offers.
    Offer,
    /// Stop the search of the selected check.
    Stop,
    /// Go to the marked place of the text.
    ShowText,
    /// The palette.
    Find,
    /// The settings.
    Settings,
    /// The help on the language.
    Help,
    /// The list of keys.
    Keys,
}

/// Where a key is heard.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Heard {
    /// Everywhere, also while typing.
    Everywhere,
    /// Everywhere but where letters are text.
    Page,
    /// Nor in what arrows move.
    NotMoving,
    /// Nor on what a Space presses.
    NotPressed,
    /// By the element that has the focus; it is listed here, and its own listener acts.
    ByItself,
}

/// A row of the table.
pub struct Row {
    /// The keys as browsers name them, with `Space` for the blank and a modifier before a `+`.
    pub press: &'static [&'static str],
    /// As the list shows them.
    pub shown: &'static [&'static str],
    /// What they do.
    pub what: &'static str,
    heard: Heard,
    /// What each of them asks for.
    does: &'static [Command],
}

const fn row(
    press: &'static [&'static str],
    shown: &'static [&'static str],
    what: &'static str,
    heard: Heard,
    does: &'static [Command],
) -> Row {
    Row {
        press,
        shown,
        what,
        heard,
        does,
    }
}

use Command as C;
use Heard::{ByItself, Everywhere, NotMoving, NotPressed, Page};

/// All keys.
#[rustfmt::skip]
pub const TABLE: [Row; 26] = [
    row(&["Space"], &["Space"], "play or pause", NotPressed, &[C::Toggle]),
    row(&["ArrowRight"], &["→"], "one step on", NotMoving, &[C::Forward]),
    row(&["j"], &["j"], "one step on, wherever the focus is", Page, &[C::Forward]),
    row(&["ArrowLeft"], &["←"], "one step back", NotMoving, &[C::Back]),
    row(&["k"], &["k"], "one step back, wherever the focus is", Page, &[C::Back]),
    row(&["Home", "End"], &["Home", "End"], "to the first or the last step", NotMoving, &[C::First, C::Last]),
    row(
        &["1", "2", "3", "4", "5", "6", "7", "8", "9"], &["1", "…", "9"], "select that check; by hand, take that choice", Page,
        &[C::Number(1), C::Number(2), C::Number(3), C::Number(4), C::Number(5), C::Number(6), C::Number(7), C::Number(8), C::Number(9)],
    ),
    row(&["v"], &["v"], "show the next view of the run, or of the drawing that has the focus", Page, &[C::View]),
    row(
        &["t", "c", "b"], &["t", "c", "b"], "fold the text, the canvas, the run", Page,
        &[C::FoldText, C::FoldCanvas, C::FoldRun],
    ),
    row(&["h"], &["h"], "step by hand, or leave it", Page, &[C::Simulation]),
    row(&["q"], &["q"], "ask a question, or leave it", Page, &[C::Ask]),
    row(&["n"], &["n"], "show another run with the same answer", Page, &[C::Another]),
    row(&["l"], &["l"], "show one machine or object large, or no more", Page, &[C::Large]),
    row(&["s"], &["s"], "show how soon each state is reached, or no more", Page, &[C::Soon]),
    row(&["+", "-", "0"], &["+", "-", "0"], "larger, smaller, usual size", Page, &[C::Larger, C::Smaller, C::Usual]),
    row(&["ArrowUp", "ArrowDown"], &["↑", "↓"], "move inside a diagram, the table or the choices", ByItself, &[]),
    row(&["Enter"], &["Enter"], "mark what is focused in the text; by hand, take it", ByItself, &[]),
    row(&["e"], &["e"], "show what is marked in the text, to edit it", Page, &[C::ShowText]),
    row(&["Escape"], &["Esc"], "from the text back to where you came from; close the text that lies over the drawings; leave stepping by hand, or a question", ByItself, &[]),
    row(&["Escape", "Tab"], &["Esc, then Tab"], "leave the text", ByItself, &[]),
    row(&["u"], &["u"], "do what the notice in the head offers, such as Undo", Page, &[C::Offer]),
    row(&["x"], &["x"], "stop the search of the selected check", Page, &[C::Stop]),
    row(&["Control+k"], &["Ctrl K"], "find a check, a state, an example or a command", Everywhere, &[C::Find]),
    row(&[","], &[","], "settings", Page, &[C::Settings]),
    row(&["F1"], &["F1"], "help on the language, also while typing", Everywhere, &[C::Help]),
    row(&["?"], &["?"], "this list, and about Lockstep", Page, &[C::Keys]),
];

/// Elements in which letters are text.
const TYPING: &str = "textarea, select, [contenteditable]:not([contenteditable=false]), .cm-editor, dialog, \
    input:not([type=range]):not([type=checkbox]):not([type=radio]):not([type=button])";
/// Elements that use arrows and Home/End themselves.
const MOVING: &str = "input, [role=menu], [role=listbox], [role=tablist], [role=tree], \
    [role=slider], [role=separator]";
/// What a click has focused in a drawing.
const CLICKED: &str = "data-clicked";
/// Elements that a Space presses.
const PRESSED: &str =
    "button, a, summary, input, [role=button]:not([data-clicked]), [role=menuitem]";

/// Calls back for every key of the table, which says whether it has acted. Ends with the current owner.
pub fn listen(act: impl Fn(Command) -> bool + 'static) {
    on_window(ev::keydown, move |event| {
        if let Some(command) = command(&event)
            && act(command)
        {
            event.prevent_default();
        }
    });
}

/// Notes which element of a drawing has the focus because it was clicked.
pub fn follow_pointer() {
    on_window(ev::pointerdown, |event| {
        forget_clicked();
        let element = target(&event).and_then(|it| it.closest("svg [role=button]").ok()?);
        if let Some(element) = element {
            // Fails only for names that are none.
            let _ = element.set_attribute(CLICKED, "");
        }
    });
    on_window(ev::keydown, |event| {
        if matches!(&*event.key(), "Tab" | "ArrowUp" | "ArrowDown") {
            forget_clicked();
        }
    });
}

fn forget_clicked() {
    if let Ok(Some(element)) = document().query_selector("[data-clicked]") {
        // Fails only for names that are none.
        let _ = element.remove_attribute(CLICKED);
    }
}

/// Whether a key presses the element of a drawing that has the focus.
#[must_use]
pub fn presses(event: &KeyboardEvent) -> bool {
    let clicked = || within(event, "[data-clicked]");
    match event.key().as_str() {
        "Enter" => true,
        " " => !clicked(),
        _ => false,
    }
}

/// Whether letters are text where a key was pressed, or something else has already used it.
#[must_use]
pub fn is_taken(event: &KeyboardEvent) -> bool {
    let modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    modified || event.default_prevented() || event.is_composing() || within(event, TYPING)
}

/// What a key asks for where it was pressed.
fn command(event: &KeyboardEvent) -> Option<Command> {
    let key = name(event);
    let (row, at) = TABLE.iter().find_map(|row| {
        let at = row.press.iter().position(|it| *it == key)?;
        (row.heard != ByItself).then_some((row, at))
    })?;
    let command = *row.does.get(at)?;
    let is_heard = match row.heard {
        Everywhere => !event.default_prevented(),
        // A question mark needs Shift on most keyboards, a plus and digits on many.
        Page => {
            let is_letter = key.chars().all(char::is_alphabetic);
            !(is_taken(event) || event.shift_key() && is_letter)
        }
        NotMoving => !is_taken(event) && !event.shift_key() && !within(event, MOVING),
        NotPressed => !is_taken(event) && !event.shift_key() && !within(event, PRESSED),
        ByItself => false,
    };
    is_heard.then_some(command)
}

/// The name of the key in the table.
fn name(event: &KeyboardEvent) -> String {
    let key = event.key();
    let modified = event.ctrl_key() || event.meta_key();
    match &*key {
        // Keyboards on which it stands beside the digits; Shift makes it a plus on some.
        "=" if !modified => "+".to_owned(),
        " " => "Space".to_owned(),
        _ if modified && !event.alt_key() && !event.shift_key() => format!("Control+{key}"),
        _ => key,
    }
}

fn within(event: &Event, selector: &str) -> bool {
    let found = target(event).map(|it| it.closest(selector));
    matches!(found, Some(Ok(Some(_))))
}

fn target(event: &Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_of_the_table_asks_for_one_thing() {
        let mut seen = Vec::new();
        for row in TABLE.iter().filter(|it| it.heard != ByItself) {
            assert_eq!(row.press.len(), row.does.len(), "{}", row.what);
            for key in row.press {
                assert!(!seen.contains(key), "{key} stands in two rows");
                seen.push(key);
            }
        }
        let own = TABLE.iter().filter(|it| it.heard == ByItself);
        assert!(own.into_iter().all(|it| it.does.is_empty()));
    }
}
