//! What is pointed at among what can happen next: a choice of the list thickens what it fires on the drawing, and what can
//! fire there marks its choices in the list.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::SimulatedRun;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// What is pointed at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pointed {
    /// Nothing, or what cannot happen.
    #[default]
    Nothing,
    /// A choice of the list, by its number.
    Choice(usize),
    /// What can fire, on a drawing: object or relation, and transition or operation.
    Drawn(usize, usize),
}

/// By what something is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The pointer is over it.
    Pointer,
    /// It has the focus.
    Focus,
}

/// What the choices of a list fire, as the core has it; empty while there is no list.
type Fires = Arc<Vec<Vec<(usize, usize)>>>;

/// What the pointer is over, what has the focus, and what that has to do with the list. Copies are handles to the same.
#[derive(Clone, Copy)]
pub struct PointedAt {
    pointer: RwSignal<Pointed>,
    focus: RwSignal<Pointed>,
    fires: RwSignal<Fires>,
}

impl PointedAt {
    /// Nothing is pointed at, and there is no list. It belongs to the current owner.
    pub fn new() -> Self {
        Self {
            pointer: RwSignal::default(),
            focus: RwSignal::default(),
            fires: RwSignal::default(),
        }
    }

    /// Something else is pointed at; does nothing where the drawings are gone, since browsers say that the focus has left what
    /// has just been removed.
    pub fn set(self, by: By, to: Pointed) {
        let signal = match by {
            By::Pointer => self.pointer,
            By::Focus => self.focus,
        };
        if signal.try_with_untracked(|it| *it != to) == Some(true) {
            signal.set(to);
        }
    }

    /// Another list is shown, or none: the button at which the pointer or the focus is may be another choice now, and what the
    /// pointer was over on a drawing may be gone without a word.
    pub fn set_choices(self, run: Option<&SimulatedRun>) {
        let fires = run.map_or_else(Fires::default, |it| Arc::new(it.fires.clone()));
        if self.fires.try_with_untracked(|it| *it != fires) == Some(true) {
            self.fires.set(fires);
        }
        let is_drawn = |it: &Pointed| matches!(it, Pointed::Drawn(..));
        if self.pointer.try_with_untracked(is_drawn) == Some(true) {
            self.pointer.set(Pointed::Nothing);
        }
    }

    /// What is pointed at, by the pointer before the focus; tracked.
    fn now(self) -> Pointed {
        match self.pointer.get() {
            Pointed::Nothing => self.focus.get(),
            pointed => pointed,
        }
    }

    /// What the choice fires that is pointed at, tracked.
    pub fn fired(self) -> Vec<(usize, usize)> {
        let fires = self.fires.get();
        match self.now() {
            Pointed::Choice(number) => fires.get(number).cloned().unwrap_or_default(),
            Pointed::Nothing | Pointed::Drawn(..) => Vec::new(),
        }
    }

    /// Whether a choice fires what is pointed at on a drawing, tracked.
    pub fn is_of(self, choice: usize) -> bool {
        let fires = self.fires.get();
        match (self.now(), fires.get(choice)) {
            (Pointed::Drawn(who, what), Some(fires)) => fires.contains(&(who, what)),
            _ => false,
        }
    }
}

/// The choice at which something happens in the list.
pub fn choice_at(event: &Event) -> Pointed {
    let number = || {
        let target: Element = event.target()?.dyn_into().ok()?;
        let button = target.closest(".by-hand-choice").ok()??;
        button.get_attribute("data-i")?.parse().ok()
    };
    number().map_or(Pointed::Nothing, Pointed::Choice)
}
