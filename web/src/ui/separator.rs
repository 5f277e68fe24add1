//! A line between two panes that can be moved, by pointer or by arrow keys.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;

use crate::persist;

/// How far the line may go, in percent of the room both panes share.
const LEAST: f64 = 20.0;
/// See [`LEAST`].
const MOST: f64 = 80.0;
/// One press of an arrow key.
const STRIDE: f64 = 2.0;

/// Which way the line moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Left and right: the line stands upright.
    Sideways,
    /// Up and down: the line lies flat.
    Upright,
}

/// A share of the room in percent, remembered under a key of the storage.
#[derive(Clone, Copy)]
pub struct Share {
    percent: RwSignal<f64>,
    usual: f64,
    key: &'static str,
}

impl Share {
    /// The remembered share, else the usual one.
    #[must_use]
    pub fn remembered(key: &'static str, usual: f64) -> Self {
        let percent = persist::read(key)
            .and_then(|value| value.parse().ok())
            .filter(|value| (LEAST..=MOST).contains(value))
            .unwrap_or(usual);
        Self {
            percent: RwSignal::new(percent),
            usual,
            key,
        }
    }

    /// As a value of style sheets.
    #[must_use]
    pub fn css(self) -> String {
        format!("{:.1}%", self.percent.get())
    }

    fn set(self, percent: f64) {
        self.percent.set(percent.clamp(LEAST, MOST));
    }

    fn remember(self) {
        // A storage that refuses costs only the memory.
        let _ = persist::write(self.key, &format!("{:.1}", self.percent.get_untracked()));
    }
}

/// The line. It must stand between its two panes, directly inside the box they share.
#[component]
pub fn Separator(
    /// What the line divides, for a screen reader.
    label: &'static str,
    /// Which way it moves.
    direction: Direction,
    /// The share of the first pane.
    share: Share,
    /// The id of the first pane.
    controls: &'static str,
) -> impl IntoView {
    let line = NodeRef::<Div>::new();
    let dragging = RwSignal::new(false);
    let on_down = move |event: PointerEvent| {
        if event.button() == 0
            && let Some(line) = line.get_untracked()
        {
            event.prevent_default();
            // A pointer that is gone already cannot be captured, and will not move either.
            let _ = line.set_pointer_capture(event.pointer_id());
            dragging.set(true);
        }
    };
    let on_move = move |event: PointerEvent| {
        if !dragging.get_untracked() {
            return;
        }
        let Some(room) = line.get_untracked().and_then(|line| line.parent_element()) else {
            return;
        };
        let room = room.get_bounding_client_rect();
        let (at, size) = match direction {
            Direction::Sideways => (f64::from(event.client_x()) - room.left(), room.width()),
            Direction::Upright => (f64::from(event.client_y()) - room.top(), room.height()),
        };
        if size > 0.0 {
            share.set(at / size * 100.0);
        }
    };
    let on_up = move |_: PointerEvent| {
        if dragging.get_untracked() {
            dragging.set(false);
            share.remember();
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let now = share.percent.get_untracked();
        let next = match (event.key().as_str(), direction) {
            ("ArrowLeft", Direction::Sideways) | ("ArrowUp", Direction::Upright) => now - STRIDE,
            ("ArrowRight", Direction::Sideways) | ("ArrowDown", Direction::Upright) => now + STRIDE,
            ("Home", _) => LEAST,
            ("End", _) => MOST,
            ("Enter", _) => share.usual,
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        share.set(next);
        share.remember();
    };
    let orientation = match direction {
        Direction::Sideways => "vertical",
        Direction::Upright => "horizontal",
    };
    view! {
        <div
            class="separator"
            role="separator"
            tabindex="0"
            node_ref=line
            aria-label=label
            aria-orientation=orientation
            aria-controls=controls
            aria-valuenow=move || format!("{:.0}", share.percent.get())
            aria-valuemin=LEAST
            aria-valuemax=MOST
            data-dragging=move || dragging.get().to_string()
            on:pointerdown=on_down
            on:pointermove=on_move
            on:pointerup=on_up
            on:pointercancel=on_up
            on:dblclick=move |_| {
                share.set(share.usual);
                share.remember();
            }
            on:keydown=on_key
        ></div>
    }
}
