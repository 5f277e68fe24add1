//! Where the drawings stand on the surface, how much of the stage it has, and what of it is brought into sight: each follows what the
//! drawings, their room and the step tell.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::packing;
use lockstep_core::diagram::{Point, Rect};

use super::{AROUND, Drawings, HEAD, Surface};
use crate::stage::StageContext;
use crate::state::Page;
use crate::state::folds::Fold;
use crate::ui::WindowKind;

/// No chart is narrower: its head has to be read.
const NARROWEST: f64 = 158.0;
/// The head of the canvas.
const PANE_HEAD: f64 = 36.0;
/// The canvas has this part of the stage at least, in percent, and that at most, until the user moves the line.
const LEAST: f64 = 40.0;
/// See [`LEAST`].
const MOST: f64 = 65.0;

/// Packs the drawings anew where their sizes or the room change.
pub(super) fn pack(play: StageContext, drawn: Memo<Vec<(f64, f64)>>) {
    let (surface, page) = (play.surface, play.page);
    // The text that was opened, its first revision, and how often the window had been turned by then.
    let opened = StoredValue::new(None::<((u32, u32), u32)>);
    Effect::new(move |_| {
        let room = surface.room.get();
        let sizes = with_other(surface, drawn.get());
        let sizes: Vec<_> = sizes.iter().map(chart).collect();
        if room.0 <= 0.0 {
            return;
        }
        surface.opened.track();
        let now = (untrack(|| moment(page)), surface.turns.get());
        if opened
            .get_value()
            .is_none_or(|it| (it.0.0, it.1) != (now.0.0, now.1))
        {
            opened.set_value(Some(now));
        }
        // Edits leave rows as they are; until then they are what is best for the room.
        let before = match opened.get_value() == Some(now) {
            true => Vec::new(),
            false => surface.packing.with_untracked(|it| it.rows.clone()),
        };
        let packing = packing::packed(&sizes, room, &before);
        surface.charts.set_value(sizes);
        if surface.packing.with_untracked(|it| **it != packing) {
            surface.packing.set(Arc::new(packing));
        }
    });
    // An edit leaves the view as it is; another kind of model has a surface of its own.
    Effect::new(move |before: Option<u32>| {
        page.document.revision().track();
        let now = page.document.generation();
        surface.turned.set_value(false);
        if before != Some(now) {
            surface.open();
        }
        now
    });
}

/// The sizes of drawings, each large enough for the one of the other run that stands at the same place; tracked.
fn with_other(surface: Surface, mut sizes: Vec<(f64, f64)>) -> Vec<(f64, f64)> {
    let other = surface.beside.get();
    let other = other.and_then(|it| it.slots.try_get().zip(it.sizes.try_get()));
    for (at, it) in other.into_iter().flat_map(|it| it.0.into_iter().zip(it.1)) {
        if sizes.len() <= at {
            sizes.resize(at + 1, (0.0, 0.0));
        }
        sizes[at] = (sizes[at].0.max(it.0), sizes[at].1.max(it.1));
    }
    sizes
}

/// Which text was opened, and which revision of it this is; tracked.
fn moment(page: Page) -> (u32, u32) {
    let number = page.document.revision().with(|it| it.number);
    (page.document.generation(), number)
}

/// Notes when the window has become one of another kind, as a tablet that is turned, and the canvas has the room that it has in it:
/// everything is seen as if it had just been opened.
pub(super) fn turn(play: StageContext) {
    let surface = play.surface;
    Effect::new(move |before: Option<(Standing, (f64, f64))>| {
        let now = (standing(play.page), surface.room.get());
        if now.1.0 <= 0.0 {
            // It is not seen: what it was when it was last seen is compared when it is seen again.
            return before.unwrap_or(now);
        }
        let Some(before) = before.filter(|it| it.0 != now.0 && it.1.0 > 0.0) else {
            return now;
        };
        if before.1 == now.1 {
            // Its size is told later.
            return before;
        }
        surface.filled.set(None);
        surface.chosen.set(false);
        surface.turned.set_value(true);
        surface.turns.update(|it| *it += 1);
        now
    });
}

/// The kind of the window, and whether the run stands beside the drawings.
type Standing = (WindowKind, bool);

fn standing(page: Page) -> Standing {
    (page.folds.stage_kind.get(), page.folds.run_is_beside.get())
}

/// Moves the line between canvas and run to where the drawings end at their own size, when a model is opened and until its pictures
/// are there; an edit leaves it where it is.
pub(super) fn divide(
    play: StageContext,
    node: NodeRef<html::Div>,
    drawn: Memo<Vec<(f64, f64)>>,
    once: bool,
) {
    let (page, surface) = (play.page, play.surface);
    // The text that was opened, its first revision, and how often the window had been turned by then.
    let opened = StoredValue::new(None::<((u32, u32), u32)>);
    // How often it had been turned when the text was opened.
    let begun = StoredValue::new((0, 0));
    Effect::new(move |_| {
        let measured = surface.room.get().0;
        let sizes = drawn.with(|all| all.iter().map(chart).collect::<Vec<_>>());
        let (kind, is_beside) = standing(page);
        // On a phone the run has a sheet of its own height.
        let is_below = !is_beside && kind != WindowKind::Phone;
        let now = (moment(page), surface.turns.get());
        let first = opened.get_value();
        let first = first.filter(|it| (it.0.0, it.1) == (now.0.0, now.1));
        if begun.get_value().0 != now.0.0 {
            begun.set_value((now.0.0, now.1));
        }
        // What is expected is that of the window as it was; after a turn pictures are waited for.
        let is_known = once && begun.get_value().1 == now.1;
        let is_placed = first.is_some_and(|it| is_known || it != now);
        let stage = node.get().and_then(|it| it.closest(".stage").ok()?);
        let whole = stage.map_or(0.0, |it| f64::from(it.client_height()));
        let may_grow = is_below && !is_placed && !play.halves.is_chosen();
        let most = if may_grow {
            whole * MOST / 100.0 - PANE_HEAD
        } else {
            0.0
        };
        surface.most.set(most);
        let keeps = is_below && !page.folds.has(Fold::Run) && !play.halves.is_chosen();
        let least = if keeps {
            (whole * LEAST / 100.0 - PANE_HEAD).max(0.0)
        } else {
            0.0
        };
        surface.least.set(least);
        if is_placed {
            return;
        }
        // What the page opens with is placed before it is painted, and so before its room has been told.
        let width = match measured {
            0.0 => node.get().map_or(0.0, |it| f64::from(it.client_width())),
            measured => measured,
        };
        if width <= 0.0 || whole <= 0.0 || sizes.is_empty() || !is_below {
            return;
        }
        opened.set_value(Some(now));
        let percent = (packing::height(&sizes, width) + PANE_HEAD) / whole * 100.0;
        play.halves.suggest(percent.clamp(LEAST, MOST));
    });
}

/// The size of the chart around a drawing.
fn chart(drawing: &(f64, f64)) -> (f64, f64) {
    let width = (drawing.0 + 2.0 * AROUND).max(NARROWEST);
    (width, HEAD + drawing.1 + 2.0 * AROUND)
}

/// Has what the other of two runs is about brought into sight, too.
pub(super) fn beside(surface: Surface, drawings: Drawings) {
    surface.beside.set(Some(drawings));
    on_cleanup(move || {
        // The surface may have gone before.
        let _ = surface.beside.try_set(None);
    });
}

/// Brings into sight what each step is about.
pub(super) fn follow(play: StageContext, drawings: Drawings) {
    let surface = play.surface;
    let page = play.page;
    // The step as the page has it and whose run it belongs to: both stay while an edit is checked. A turn of the window counts, too.
    let step = Memo::new(move |_| {
        let session = page.stage_content().session();
        let of = (page.checks.selected().get(), surface.turns.get());
        (play.step.get(), of, session)
    });
    Effect::new(move |before: Option<(_, (f64, f64), Vec<Rect>)>| {
        let (step, room) = (step.get(), surface.room.get());
        play.at.track();
        surface.opened.track();
        let packing = surface.packing.get();
        // What two runs beside each other are about is on the same places of the surface.
        let of = |it: Drawings| {
            let told = it.sights.try_get().zip(it.sizes.try_get());
            let placed = it.slots.try_get().zip(told).into_iter();
            let each = placed.flat_map(|(slots, (sights, sizes))| {
                slots.into_iter().zip(sights.into_iter().zip(sizes))
            });
            each.collect::<Vec<_>>()
        };
        let mut both = of(drawings);
        both.extend(surface.beside.get().into_iter().flat_map(of));
        let stretches = {
            let all = both.iter();
            let placed = all.filter_map(|(at, (sight, size))| {
                let place = packing.places.get(*at)?;
                let corner = Point {
                    x: place.x + (place.width - size.0) / 2.0,
                    y: place.y + HEAD + AROUND,
                };
                let on_canvas = |it: &Rect| Rect {
                    x: it.x + corner.x,
                    y: it.y + corner.y,
                    ..*it
                };
                let stretches: Vec<_> = sight.stretches.iter().map(on_canvas).collect();
                (!stretches.is_empty()).then_some((sight.acts, stretches))
            });
            wanted(&placed.collect::<Vec<_>>())
        };
        // Where the user has chosen what is seen, only a step leads elsewhere; by hand what it is about may come after it.
        let of_step = |it: &(usize, (_, u32), _)| (it.0, it.1.0, it.2);
        if (before.as_ref()).is_some_and(|it| of_step(&it.0) != of_step(&step)) {
            surface.turned.set_value(false);
        }
        let moved = before.is_none_or(|it| {
            let is_same = (it.0, it.1) == (step, room);
            let may_change = !surface.chosen.get_untracked() || step.2.is_some();
            !is_same || may_change && it.2 != stretches
        });
        surface.follow(&stretches, moved);
        (step, room, stretches)
    });
}

/// What to bring into sight, the best first: all that happens at once, then what happens in one drawing after the other.
fn wanted(all: &[(bool, Vec<Rect>)]) -> Vec<Rect> {
    let acting: Vec<_> = all.iter().filter(|it| it.0).collect();
    let chosen: Vec<_> = if acting.is_empty() {
        all.iter().collect()
    } else {
        acting
    };
    let widest = chosen.iter().filter_map(|it| it.1.first().copied());
    let together = widest.reduce(Rect::around_both);
    // The first of them as a whole, then less of it.
    let first = chosen.first().map(|it| it.1.clone()).unwrap_or_default();
    together.into_iter().chain(first).collect()
}
