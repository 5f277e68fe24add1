//! What is pointed at among what can happen next: a choice of the list thickens what it fires on the drawing, and what can
//! fire there marks its choices in the list.

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, Event};

/// What is pointed at; objects or relations with their transitions or operations are as the core lists what a choice fires.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Pointed {
    /// Nothing, or what cannot happen.
    #[default]
    Nothing,
    /// A choice of the list: what it fires.
    Choice(Vec<(usize, usize)>),
    /// What can fire, on a drawing.
    Drawn(usize, usize),
}

impl Pointed {
    /// What a choice of the list fires that is pointed at.
    pub fn fired(&self) -> &[(usize, usize)] {
        match self {
            Self::Choice(fires) => fires,
            Self::Nothing | Self::Drawn(..) => &[],
        }
    }

    /// Whether a choice fires what is pointed at on a drawing.
    pub fn is_of(&self, fires: &[(usize, usize)]) -> bool {
        match self {
            Self::Drawn(who, what) => fires.contains(&(*who, *what)),
            Self::Nothing | Self::Choice(_) => false,
        }
    }
}

/// By what something is pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum By {
    /// The pointer is over it.
    Pointer,
    /// It has the focus.
    Focus,
}

/// What the pointer is over, and what has the focus. Copies are handles to the same.
#[derive(Clone, Copy)]
pub struct PointedAt {
    pointer: RwSignal<Pointed>,
    focus: RwSignal<Pointed>,
}

impl PointedAt {
    /// Nothing is pointed at. It belongs to the current owner.
    pub fn new() -> Self {
        Self {
            pointer: RwSignal::default(),
            focus: RwSignal::default(),
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

    /// The list is another one: its choices are pointed at no more.
    pub fn forget_choices(self) {
        for (by, signal) in [(By::Pointer, self.pointer), (By::Focus, self.focus)] {
            let is_choice = |it: &Pointed| matches!(it, Pointed::Choice(_));
            if signal.try_with_untracked(is_choice) == Some(true) {
                self.set(by, Pointed::Nothing);
            }
        }
    }

    /// What is pointed at, by the pointer before the focus; tracked.
    pub fn with<T>(self, read: impl FnOnce(&Pointed) -> T) -> T {
        match self.pointer.with(|it| *it == Pointed::Nothing) {
            true => self.focus.with(read),
            false => self.pointer.with(read),
        }
    }
}

/// The number of the choice at which something happens in the list.
pub fn choice_at(event: &Event) -> Option<usize> {
    let target: Element = event.target()?.dyn_into().ok()?;
    let button = target.closest(".by-hand-choice").ok()??;
    button.get_attribute("data-i")?.parse().ok()
}
