//! Between drawings and the text: what a click marks, what is shown to be edited, and the way back.
//!
//! A click on a drawing marks a place of the text and leaves the focus where it is, so that keys go on to mean what the
//! table of keys says. Text gets the focus on request only, and Escape leads back to the element that had it before.

use leptos::ev;
use leptos::prelude::*;
use lockstep_core::api::Range;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::folds::Fold;
use super::{Page, Pane};
use crate::ui::{NextFrame, WindowKind, focus, focus_first, on_window};

/// Where the user was before the text got the focus.
#[derive(Clone)]
struct Left {
    pane: Pane,
    /// The kind of window in which the text was folded, if it was.
    folded: Option<WindowKind>,
    /// Whether the prose of a lesson was in the place of the text.
    prose: bool,
    /// The element that had the focus, and those around it, which may outlive it.
    around: Vec<Element>,
}

/// The way back from the text, and where the last place was marked.
#[derive(Clone, Copy)]
pub struct WayBack {
    left: StoredValue<Option<Left>, LocalStorage>,
    marked: StoredValue<Option<Left>, LocalStorage>,
    /// The pane to which the way leads may have to be drawn first.
    drawn: NextFrame,
}

impl WayBack {
    /// There is none at first.
    #[must_use]
    pub fn new() -> Self {
        Self {
            left: StoredValue::new_local(None),
            marked: StoredValue::new_local(None),
            drawn: NextFrame::new(),
        }
    }

    /// Forgets the way back as soon as the focus is elsewhere.
    pub fn follow(&self) {
        let this = *self;
        on_window(ev::focusin, move |event| {
            let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
            let in_text = target.and_then(|it| it.closest(".cm-editor").ok()?);
            if in_text.is_none() {
                this.left.set_value(None);
            }
        });
    }
}

/// Whether the text has the focus.
fn is_in_text() -> bool {
    let focused = document().active_element();
    focused.is_some_and(|it| matches!(it.closest(".cm-editor"), Ok(Some(_))))
}

/// Where the focus is, if it is outside of the text, in what stays.
fn here(page: &Page) -> Option<Left> {
    let pane = page.pane.get_untracked();
    let prose = !page.learn.shows_text.get_untracked();
    let focused = document().active_element()?;
    let goes = focused.closest(".cm-editor, dialog, .marked-place, body > :not(main)");
    if focused.tag_name() == "BODY" || !matches!(goes, Ok(None)) {
        return None;
    }
    let mut around = Vec::new();
    let mut next = Some(focused);
    while let Some(element) = next {
        next = element.parent_element();
        if element.has_attribute("tabindex") || element.tag_name() == "BUTTON" {
            around.push(element);
        }
    }
    (!around.is_empty()).then_some(Left {
        pane,
        folded: None,
        prose,
        around,
    })
}

impl Page {
    /// Shows a place of the text to be edited: it is selected, and the text gets the focus.
    pub fn reveal(&self, range: Range) {
        // From a button that comes and goes the way leads to where the place was marked.
        let here = here(self);
        let mut left = here.or_else(|| self.way_back.marked.get_value());
        let (pane, kind) = (
            self.pane.get_untracked(),
            self.folds.window.kind.get_untracked(),
        );
        let is_folded = untrack(|| self.folds.has(Fold::Text));
        if let Some(left) = &mut left {
            (left.pane, left.folded) = (pane, is_folded.then_some(kind));
        }
        self.way_back.left.set_value(left);
        self.folds.show_text();
        self.learn.shows_text.set(true);
        self.editor.reveal(range);
        if !is_in_text() {
            // On a phone, folded, or in a lesson, its pane is only drawn now, and before that nothing in it takes the focus. Where it
            // has taken it, the user goes on at once: what is typed, or Escape, would come before a second time.
            let editor = self.editor;
            self.way_back.drawn.run(move || editor.reveal(range));
        }
    }

    /// Marks a place of the text; the focus stays where it is.
    pub fn mark(&self, range: Range) {
        // No more than the caret goes there: a selection would be replaced by the next letter that is typed into the text.
        self.editor.select(range.from, range.from);
        self.selection.mark(range);
        let here = here(self);
        self.way_back.marked.set_value(here);
    }

    /// Shows what is marked, or where the caret is, to be edited.
    pub fn show_marked(&self) {
        if let Some(range) = self.selection.place() {
            self.reveal(range);
        }
    }

    /// Shows the text, wherever it is, and acts when it is drawn: before that nothing in it takes the focus.
    pub fn show_text_and(&self, act: impl FnOnce() + 'static) {
        self.folds.show_text();
        self.way_back.drawn.run(act);
    }

    /// Folds the text, or unfolds it. The focus goes with the text to what shows it again, and back to what folds it.
    pub fn fold_text(&self) {
        const IN_TEXT: &str = "#column-text, .text-rail";
        const BUTTONS: [&str; 3] = [".text-unfold", ".text-fold", ".lesson-fold"];
        let focused = document().active_element();
        let goes = focused.is_some_and(|it| matches!(it.closest(IN_TEXT), Ok(Some(_))));
        self.folds.toggle(Fold::Text);
        self.editor.measure();
        if goes {
            self.way_back.drawn.run(|| focus_first(&BUTTONS));
        }
    }

    /// Leads from the text back to where the user came from, or from a sheet to the drawings; false where there is no way back.
    #[must_use]
    pub fn go_back(&self) -> bool {
        let Some(left) = self.way_back.left.get_value() else {
            let is_sheet = self.folds.text_is_sheet.get_untracked();
            if is_sheet {
                self.fold_text();
            }
            return is_sheet;
        };
        self.pane.set(left.pane);
        let kind = self.folds.window.kind.get_untracked();
        if left.folded == Some(kind) && untrack(|| !self.folds.has(Fold::Text)) {
            self.folds.toggle(Fold::Text);
        }
        self.learn.shows_text.set(!left.prose);
        self.way_back.left.set_value(None);
        // The element may have been drawn anew since; then what it was in takes the focus, when it can be seen again.
        self.way_back.drawn.run(move || {
            focus(left.around.into_iter().find(|it| it.is_connected()));
        });
        true
    }
}
