//! A line between two panes that can be moved, by pointer or by arrow keys.

use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;

use super::WindowKind;
use crate::persist;

/// How far the line may go, in percent of the room both panes share.
const LEAST: f64 = 20.0;
/// See [`LEAST`].
const MOST: f64 = 80.0;
/// One press of an arrow key.
const STRIDE: f64 = 2.0;
/// Less than this is no move where a tap means something, in percent.
const TREMBLE: f64 = 3.0;

/// Which way the line moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Left and right: the line stands upright.
    Sideways,
    /// Up and down: the line lies flat.
    Upright,
}

/// A share of the room in percent, one for each kind of window, remembered in the storage.
#[derive(Clone, Copy)]
pub struct Share {
    window: Memo<WindowKind>,
    percents: RwSignal<[f64; WindowKind::COUNT]>,
    /// Whether the user has moved the line: then nothing else does.
    chosen: RwSignal<[bool; WindowKind::COUNT]>,
    usual: [f64; WindowKind::COUNT],
    key: &'static str,
}

impl Share {
    /// The remembered shares, else the usual ones, of the kinds of window in their order.
    #[must_use]
    pub fn remembered(
        window: Memo<WindowKind>,
        key: &'static str,
        usual: [f64; WindowKind::COUNT],
    ) -> Self {
        let kept = WindowKind::ALL.map(|kind| {
            let kept = persist::read(&place(key, kind)).and_then(|value| value.parse().ok());
            kept.filter(|value: &f64| (LEAST..=MOST).contains(value))
        });
        let mut percents = usual;
        for (percent, kept) in percents.iter_mut().zip(kept) {
            *percent = kept.unwrap_or(*percent);
        }
        Self {
            window,
            percents: RwSignal::new(percents),
            chosen: RwSignal::new(kept.map(|it| it.is_some())),
            usual,
            key,
        }
    }

    /// As a value of style sheets.
    #[must_use]
    pub fn css(self) -> String {
        format!("{:.1}%", self.get())
    }

    fn get(self) -> f64 {
        let kind = self.window.get();
        self.percents.with(|it| it[kind as usize])
    }

    fn set(self, percent: f64) {
        let kind = self.window.get_untracked();
        let percent = percent.clamp(LEAST, MOST);
        self.percents.update(|it| it[kind as usize] = percent);
    }

    /// Moves the line to where what it parts has room, unless the user has moved it.
    pub fn suggest(self, percent: f64) {
        if !self.is_chosen() {
            self.set(percent);
        }
    }

    /// Whether the user has moved the line.
    pub fn is_chosen(self) -> bool {
        let kind = self.window.get_untracked();
        self.chosen.with_untracked(|it| it[kind as usize])
    }

    /// Goes to the nearest of some places, if there are any.
    fn snap(self, stops: &[f64]) {
        let now = untrack(|| self.get());
        let nearer = |a: &&f64, b: &&f64| (*a - now).abs().total_cmp(&(*b - now).abs());
        if let Some(&nearest) = stops.iter().min_by(nearer) {
            self.set(nearest);
        }
    }

    /// Goes to the next of some places, from the last one to the first.
    fn turn(self, stops: &[f64]) {
        let now = untrack(|| self.get());
        let next = stops.iter().find(|it| **it < now - 1.0).or(stops.first());
        if let Some(&next) = next {
            self.set(next);
        }
    }

    fn reset(self) {
        self.set(self.usual[self.window.get_untracked() as usize]);
    }

    fn remember(self) {
        let kind = self.window.get_untracked();
        let percent = self.percents.with_untracked(|it| it[kind as usize]);
        self.chosen.update(|it| it[kind as usize] = true);
        // A storage that refuses costs only the memory.
        let _ = persist::write(&place(self.key, kind), &format!("{percent:.1}"));
    }
}

/// Where the share of a kind of window is kept.
fn place(key: &str, kind: WindowKind) -> String {
    format!("{key}.{}", kind.name())
}

/// The line. It must stand between its two panes, directly inside the box they share.
#[component]
pub fn Separator(
    /// What the line divides, for a screen reader.
    label: &'static str,
    /// Which way it moves.
    #[prop(into)]
    direction: Signal<Direction>,
    /// The share of the first pane.
    share: Share,
    /// The id of the first pane.
    controls: &'static str,
    /// Where the line comes to rest, from the largest share on; a tap goes to the next. Everywhere if there are none.
    #[prop(into, default = Signal::stored(&[] as &'static [f64]))]
    stops: Signal<&'static [f64]>,
) -> impl IntoView {
    let line = NodeRef::<Div>::new();
    let dragging = RwSignal::new(false);
    // Whether the pointer that is down has moved the line.
    let moved = StoredValue::new(false);
    let on_down = move |event: PointerEvent| {
        if event.button() == 0
            && let Some(line) = line.get_untracked()
        {
            event.prevent_default();
            // A pointer that is gone already cannot be captured, and will not move either.
            let _ = line.set_pointer_capture(event.pointer_id());
            dragging.set(true);
            moved.set_value(false);
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
        // Something may stand before the first pane.
        let pane = document().get_element_by_id(controls);
        let first = pane.map_or_else(|| room.clone(), |it| it.get_bounding_client_rect());
        let (at, size) = match direction.get_untracked() {
            Direction::Sideways => (f64::from(event.client_x()) - first.left(), room.width()),
            Direction::Upright => (f64::from(event.client_y()) - first.top(), room.height()),
        };
        let percent = at / size * 100.0;
        // A finger that only taps trembles.
        let far = if stops.get_untracked().is_empty() {
            0.0
        } else {
            TREMBLE
        };
        if size > 0.0 && (moved.get_value() || (percent - untrack(|| share.get())).abs() > far) {
            moved.set_value(true);
            share.set(percent);
        }
    };
    let on_up = move |_: PointerEvent| {
        if dragging.get_untracked() {
            dragging.set(false);
            let stops = stops.get_untracked();
            match (moved.get_value(), stops.is_empty()) {
                (true, _) => share.snap(stops),
                (false, false) => share.turn(stops),
                (false, true) => return,
            }
            share.remember();
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let now = untrack(|| share.get());
        let next = match (event.key().as_str(), direction.get_untracked()) {
            ("ArrowLeft", Direction::Sideways) | ("ArrowUp", Direction::Upright) => now - STRIDE,
            ("ArrowRight", Direction::Sideways) | ("ArrowDown", Direction::Upright) => now + STRIDE,
            ("Home", _) => LEAST,
            ("End", _) => MOST,
            ("Enter", _) => share.usual[share.window.get_untracked() as usize],
            _ => return,
        };
        event.prevent_default();
        event.stop_propagation();
        share.set(next);
        share.remember();
    };
    let orientation = move || match direction.get() {
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
            aria-valuenow=move || format!("{:.0}", share.get())
            aria-valuemin=LEAST
            aria-valuemax=MOST
            data-dragging=move || dragging.get().to_string()
            on:pointerdown=on_down
            on:pointermove=on_move
            on:pointerup=on_up
            on:pointercancel=on_up
            on:dblclick=move |_| {
                share.reset();
                share.remember();
            }
            on:keydown=on_key
        ></div>
    }
}
