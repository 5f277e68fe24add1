//! Keeps in sight what a step is about, in what scrolls. Drawings on the canvas are followed by its viewport ([`super::surface`]).

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{Outcome, StepView};
use lockstep_core::diagram::Rect;
use lockstep_core::diagram::chart::Chart;
use lockstep_core::diagram::sequence::{HEADS, Scene};
use wasm_bindgen::prelude::*;
use web_sys::{Element, ResizeObserver, ResizeObserverEntry};

use super::StageContext;
use crate::ui::NextFrame;

/// Room around what is shown.
const AROUND: f64 = 10.0;

/// Scrolls the sequence diagram to the message of the step, and at the end to the remark. Until somebody
/// has taken a step, what is in sight is the message that cannot happen: it is what the answer is about.
pub fn keep_message(
    play: StageContext,
    told: Memo<Option<Arc<Chart>>>,
    placed: Memo<Option<Arc<Scene>>>,
    scroller: NodeRef<html::Div>,
    size: RwSignal<(f64, f64)>,
) {
    // The answer whose run somebody has begun to follow.
    let begun = StoredValue::new(None::<Arc<Outcome>>);
    let scroll = move || {
        let (Some(chart), Some(scene), Some(pane)) = (
            told.get_untracked(),
            placed.get_untracked(),
            scroller.get_untracked(),
        ) else {
            return;
        };
        let outcome = play.outcome.get_untracked();
        let step = play.at.get_untracked();
        if step > 0 {
            begun.set_value(outcome.clone());
        }
        let is_begun = begun.with_value(|begun| match (begun, &outcome) {
            (Some(begun), Some(outcome)) => Arc::ptr_eq(begun, outcome),
            _ => false,
        });
        let moment = Moment {
            step,
            at_end: step == play.last.get_untracked(),
            at_stop: step == 0 && !is_begun,
            deadlock: outcome.as_ref().is_some_and(|it| it.waits().is_some()),
            moved: outcome
                .and_then(|outcome| Some(moved(outcome.trace.get(step)?)))
                .unwrap_or_default(),
        };
        let zoom = untrack(|| play.zoom_sequence.get());
        // All in the units of the diagram.
        let room = (
            f64::from(pane.client_width()) / zoom,
            f64::from(pane.client_height()) / zoom - HEADS,
        );
        let at = (
            f64::from(pane.scroll_left()) / zoom,
            f64::from(pane.scroll_top()) / zoom,
        );
        let below = f64::from(pane.scroll_height()) / zoom - HEADS;
        let x = moment
            .across(&chart, &scene, room.0)
            .map_or(at.0, |(from, to)| follow(at.0, room.0, from, to));
        let y = moment
            .down(&chart, &scene, below)
            .map_or(at.1, |(from, to)| follow(at.1, room.1, from, to));
        if (x - at.0).abs() * zoom >= 1.0 || (y - at.1).abs() * zoom >= 1.0 {
            pane.scroll_to_with_x_and_y(x * zoom, y * zoom);
        }
    };
    let frame = NextFrame::new();
    Effect::new(move |_| {
        play.at.track();
        play.last.track();
        play.zoom_sequence.get();
        scroller.track();
        // What stands above it comes with the answer, too.
        size.track();
        if told.with(Option::is_some) && placed.with(Option::is_some) {
            frame.run(scroll);
        }
    });
}

/// The lifelines that move in a step.
fn moved(step: &StepView) -> Vec<usize> {
    step.moves.iter().map(|half| half.lifeline).collect()
}

/// What of a sequence diagram a step is about.
struct Moment {
    step: usize,
    at_end: bool,
    /// Nobody has taken a step: the message that cannot happen comes first.
    at_stop: bool,
    deadlock: bool,
    moved: Vec<usize>,
}

impl Moment {
    /// The message that is at hand: the one that stops, else the one just exchanged.
    fn row(&self, chart: &Chart) -> Option<usize> {
        match &chart.stop {
            Some(stop) if self.at_end || self.at_stop => Some(stop.row),
            _ => chart
                .rows
                .iter()
                .position(|row| row.step == Some(self.step)),
        }
    }

    /// From where to where it goes downwards; `below` is the end of all that stands there.
    fn down(&self, chart: &Chart, scene: &Scene, below: f64) -> Option<(f64, f64)> {
        let note = scene.note.as_ref().map(|note| note.rect.bottom() + 12.0);
        if let (true, Some(stop), Some(note)) = (self.at_stop, &chart.stop, note) {
            return Some((scene.rows.get(stop.row)?.strip.y - 6.0, note));
        }
        let cursor = scene.cursor(chart, self.step)?;
        let bottom = match (self.at_end && self.deadlock, note) {
            // All that stands below the messages.
            (true, _) => below,
            (false, Some(note)) if self.at_end => note,
            (false, _) => cursor + 52.0,
        };
        Some((cursor - 70.0, bottom))
    }

    /// From where to where it goes sideways: the message with both its lifelines and the remark, or as
    /// much of it as there is room for. Without a message, the lifelines that move.
    fn across(&self, chart: &Chart, scene: &Scene, room: f64) -> Option<(f64, f64)> {
        let head = |lifeline: usize| scene.heads.get(lifeline).map(|(rect, _)| *rect);
        let Some(index) = self.row(chart) else {
            let all = self.moved.iter().filter_map(|&it| head(it));
            let first = self.moved.first().and_then(|&it| head(it));
            return widest(&[all.reduce(Rect::around_both), first], room);
        };
        let (told, placed) = (chart.rows.get(index)?, scene.rows.get(index)?);
        let (from, to) = (head(told.from)?, head(told.to)?);
        let whole = from.around_both(to).around_both(placed.label);
        let note = scene.note.as_ref().filter(|_| self.at_end || self.at_stop);
        let choices = match note.map(|note| note.rect) {
            // Why it cannot happen is worth more than between whom.
            Some(note) => [
                whole.around_both(note),
                note.around_both(placed.label),
                note,
            ],
            None => [whole, from.around_both(placed.label), placed.label],
        };
        widest(&choices.map(Some), room)
    }
}

/// The first of some stretches for which there is room, else the last.
fn widest(stretches: &[Option<Rect>], room: f64) -> Option<(f64, f64)> {
    let wanted = stretches.iter().flatten();
    let mut wanted = wanted.map(|it| (it.x - 2.0 * AROUND, it.right() + AROUND));
    let fits = |&(from, to): &(f64, f64)| to - from <= room;
    wanted.clone().find(fits).or(wanted.next_back())
}

/// The smallest change of a scroll position that shows a stretch; its beginning where it is longer
/// than the room.
pub fn follow(at: f64, room: f64, from: f64, to: f64) -> f64 {
    let shown = at.max(to - room);
    shown.min(from).max(0.0)
}

/// Follows the size of a pane.
pub fn observe_size(pane: Box<dyn Fn() -> Option<Element>>, size: RwSignal<(f64, f64)>) {
    Effect::new(move |_| {
        let Some(element) = pane() else {
            return;
        };
        let seen = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
            let Ok(entry) = entries.get(0).dyn_into::<ResizeObserverEntry>() else {
                return;
            };
            let rect = entry.content_rect();
            let now = (rect.width().floor(), rect.height());
            if size.try_get_untracked().is_some_and(|before| before != now) {
                size.set(now);
            }
        });
        let observer = ResizeObserver::new(seen.as_ref().unchecked_ref());
        if let Ok(observer) = observer {
            observer.observe(&element);
            // What is called lives as long as who calls it.
            let kept = StoredValue::new_local((observer, seen));
            on_cleanup(move || kept.with_value(|(observer, _)| observer.disconnect()));
        }
    });
}
