//! The sequence diagram: the scenario as written, or the run where there is no scenario; and in its
//! place, when asked for, the table of steps.
//!
//! Places and sizes come from [`lockstep_core::diagram::sequence`]. Only the rows near the
//! visible part are in the page, so that a scenario of thousands of messages stays quick. The
//! heads of the lifelines stay on top while the messages scroll under them.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::chart::{Chart, Frame, chart};
use lockstep_core::diagram::sequence::{HEADS, LINE, Note, Scene, scene};
use lockstep_core::diagram::text;
use wasm_bindgen::prelude::*;
use web_sys::{ResizeObserver, ResizeObserverEntry};

use super::Play;
use super::ask::AskForm;
use super::empty::Remark;
use super::roving::Roving;
use super::row;
use super::table;
use crate::state::Page;

/// Rows are drawn this many pixels above and below the visible part.
const MARGIN: f64 = 600.0;

/// A diagram with everything that its parts read.
#[derive(Clone)]
pub struct Sheet {
    /// What is told.
    pub chart: Arc<Chart>,
    /// Where it stands.
    pub scene: Arc<Scene>,
    /// The step.
    pub at: Memo<usize>,
    /// The tab stop among the messages.
    pub roving: Roving,
    /// What the whole stage reads.
    pub play: Play,
}

/// The pane with the diagram.
#[component]
pub fn Sequence(page: Page, play: Play, step: RwSignal<usize>) -> impl IntoView {
    let scroller = NodeRef::<html::Div>::new();
    let size = RwSignal::new((0.0, 400.0));
    let scrolled = RwSignal::new(0.0);
    observe_size(scroller, size);

    let told = Memo::new(move |_| {
        let check = play.check.get()?;
        let outcome = play.outcome.get();
        let analysis = play.analysis.get();
        Some(Arc::new(chart(&analysis, &check, outcome.as_deref())))
    });
    let placed = Memo::new(move |_| {
        let width = size.get().0;
        told.get().map(|chart| Arc::new(scene(&chart, width)))
    });
    keep_in_view(play, told, placed, scroller);

    // The part of the rows to draw, in coarse steps of scrolling.
    let window = Memo::new(move |_| {
        let top = (scrolled.get() / MARGIN).floor() * MARGIN;
        let bottom = top + size.get().1 + 2.0 * MARGIN;
        (top - MARGIN, bottom)
    });
    let picture = move || {
        let sheet = Sheet {
            chart: told.get()?,
            scene: placed.get()?,
            at: play.at,
            roving: Roving::new(),
            play,
        };
        // Lifelines without a run and without a scenario tell nothing.
        let told = !sheet.chart.rows.is_empty() || sheet.chart.band_at(0).is_some();
        (told && !sheet.scene.columns.is_empty()).then(|| picture(play, step, sheet, window))
    };
    let frame = move || told.get().map(|chart| frame(&chart));
    let forbidden = move || {
        told.with(|told| {
            told.as_ref()
                .is_some_and(|chart| chart.frame == Frame::Forbidden)
        })
    };
    let contents = move || {
        if play.table.get() {
            return table::view(play, told, step);
        }
        view! {
            <div
                class="sequence-scroll"
                node_ref=scroller
                on:scroll=move |_| {
                    if let Some(scroller) = scroller.get_untracked() {
                        scrolled.set(f64::from(scroller.scroll_top()));
                    }
                }
            >
                {picture}
            </div>
        }
        .into_any()
    };
    let choice = move |of: bool, word: &'static str| {
        view! {
            <button
                type="button"
                aria-pressed=move || (play.table.get() == of).to_string()
                title="Change with t"
                on:click=move |_| play.show_table(of)
            >
                {word}
            </button>
        }
        .into_any()
    };
    view! {
        <section class="sequence" class:forbidden=forbidden aria-label="Sequence diagram">
            <header class="frame" hidden=move || told.with(Option::is_none)>
                {frame}
                <div class="frame-views" role="group" aria-label="View of the run">
                    {choice(false, "Diagram")} {choice(true, "Table")}
                </div>
            </header>
            <AskForm page play />
            <Remark play />
            {contents}
        </section>
    }
}

/// The tag of the frame, as UML writes it, and the name.
fn frame(chart: &Chart) -> impl IntoView + use<> {
    let (tag, meaning) = match chart.frame {
        Frame::Desired => ("sd", "A scenario that should be possible"),
        Frame::Forbidden => ("neg", "A scenario that must not be possible"),
        Frame::Run => ("run", "A run that answers the question"),
    };
    view! {
        <span class="frame-tag" title=meaning>{tag}</span>
        <h2 class="frame-title">{chart.title.clone()}</h2>
    }
}

/// Heads, lifelines, messages, places, remark and cursor.
fn picture(
    play: Play,
    step: RwSignal<usize>,
    sheet: Sheet,
    window: Memo<(f64, f64)>,
) -> impl IntoView {
    let Sheet {
        chart,
        scene,
        at,
        roving,
        ..
    } = sheet.clone();
    let count = chart.rows.len();
    let act = {
        let chart = Arc::clone(&chart);
        move |index: usize| {
            let Some(row) = chart.rows.get(index) else {
                return;
            };
            if let Some(at) = row.step {
                step.set(at);
            }
            if let Some(range) = row.range {
                play.on_reveal.run(range);
            }
        }
    };
    let act_by_key = act.clone();
    let cursor = {
        let (chart, scene) = (Arc::clone(&chart), Arc::clone(&scene));
        Memo::new(move |_| scene.cursor(&chart, at.get()))
    };
    let rows = {
        let scene = Arc::clone(&scene);
        move || {
            let (top, bottom) = window.get();
            let visible = scene.visible(top, bottom);
            // The band below the last row belongs to it.
            let end = if visible.end == scene.rows.len() {
                visible.end + 1
            } else {
                visible.end
            };
            visible.start..end
        }
    };
    let draw = {
        let sheet = sheet.clone();
        move |index: usize| row::draw(&sheet, index)
    };
    let lines: Vec<_> = scene
        .columns
        .iter()
        .map(|&x| lifeline(x, scene.height, cursor))
        .collect();
    let heads: Vec<_> = (0..scene.heads.len())
        .map(|index| head(play, &sheet, index))
        .collect();
    let (width, height) = (scene.width, scene.height);
    let summary = format!(
        "{count} messages between {} lifelines",
        chart.lifelines.len()
    );
    let wanted = chart.stop.as_ref().is_some_and(|stop| stop.wanted);
    let note = scene.note.as_ref().map(|place| note(place, wanted));
    let cursor_line = move || {
        cursor.get().map(|y| {
            view! {
                <g class="cursor" style=format!("transform: translateY({y:.1}px)") aria-hidden="true">
                    <path class="cursor-line" d=format!("M14 0H{width:.1}") />
                    <path class="cursor-handle" d="M4 -6H10L16 0L10 6H4Z" />
                </g>
            }
        })
    };
    view! {
        <div class="sequence-sheet" style=format!("width: {width:.1}px")>
            <svg class="heads" width=width height=HEADS role="group" aria-label="Lifelines">
                {heads}
            </svg>
            <svg
                class="messages"
                width=width
                height=height
                role="group"
                aria-label=summary
                on:click=move |event| {
                    if let Some(index) = roving.target(&event) {
                        act(index);
                    }
                }
                on:keydown=move |event| {
                    if let Some(index) = roving.key(&event, count) {
                        act_by_key(index);
                    }
                }
            >
                {lines}
                {cursor_line}
                <For each=rows key=|&index| index children=draw />
                {note}
            </svg>
        </div>
    }
}

/// A lifeline: dashed, and solid as far as the run has come.
fn lifeline(x: f64, height: f64, cursor: Memo<Option<f64>>) -> impl IntoView {
    view! {
        <path class="lifeline" d=format!("M{x:.1} 0V{height:.1}") />
        <path
            class="lived"
            d=move || format!("M{x:.1} 0V{:.1}", cursor.get().unwrap_or_default())
        />
    }
}

/// The head of a lifeline.
fn head(play: Play, sheet: &Sheet, index: usize) -> impl IntoView + use<> {
    let (rect, text) = sheet.scene.heads[index].clone();
    let full = sheet.chart.head(index);
    let centre = rect.centre();
    // The range is looked up when it is needed: typing elsewhere moves it.
    let reveal = move || {
        let range = play.check.with_untracked(|check| {
            let lifeline = check.as_ref()?.lifelines.get(index)?;
            Some(lifeline.range)
        });
        if let Some(range) = range {
            play.on_reveal.run(range);
        }
    };
    let active = {
        let at = sheet.at;
        move || {
            let moved = |step: &lockstep_core::api::StepView| {
                step.moves.iter().any(|half| half.lifeline == index)
            };
            play.outcome.with(|outcome| {
                outcome
                    .as_ref()
                    .and_then(|outcome| outcome.trace.get(at.get()))
                    .is_some_and(moved)
            })
        }
    };
    view! {
        <g
            class="head"
            class:active=active
            role="button"
            tabindex="0"
            aria-label=format!("lifeline {full}")
            on:click=move |_| reveal()
            on:keydown=move |event| {
                if matches!(event.key().as_str(), "Enter" | " ") {
                    event.prevent_default();
                    event.stop_propagation();
                    reveal();
                }
            }
        >
            <title>{full.clone()}</title>
            <rect x=rect.x y=rect.y width=rect.width height=rect.height rx="3" />
            <text x=centre.x y=centre.y + 4.5>{text}</text>
        </g>
    }
}

/// The remark at the message that stops, with a beak that points at it.
fn note(note: &Note, wanted: bool) -> impl IntoView + use<> {
    let rect = note.rect;
    let beak = note.tip.x.clamp(rect.x + 16.0, rect.right() - 16.0);
    let outline = format!(
        "M{:.1} {:.1}H{:.1}L{beak:.1} {:.1}L{:.1} {:.1}H{:.1}V{:.1}H{:.1}Z",
        rect.x,
        rect.y,
        beak - 6.0,
        rect.y - 6.0,
        beak + 6.0,
        rect.y,
        rect.right(),
        rect.bottom(),
        rect.x,
    );
    let mut y = rect.y + 2.0;
    let mut inside = false;
    let lines: Vec<_> = note
        .lines
        .iter()
        .map(|line| {
            y += LINE;
            // A name may be broken over lines: the next line goes on inside it.
            let marked = if inside {
                format!("`{line}")
            } else {
                line.clone()
            };
            inside = text::spans(&format!("{marked} "))
                .last()
                .is_some_and(|(name, _)| *name);
            let parts = text::spans(&marked).into_iter().map(|(name, part)| {
                view! { <tspan class:name=name>{part}</tspan> }
            });
            view! { <text x=rect.x + 14.0 y=y>{parts.collect_view()}</text> }
        })
        .collect();
    view! {
        <g class="note" class:wanted=wanted>
            <path d=outline />
            {lines}
        </g>
    }
}

/// Follows the size of the pane.
fn observe_size(scroller: NodeRef<html::Div>, size: RwSignal<(f64, f64)>) {
    Effect::new(move |_| {
        let Some(element) = scroller.get() else {
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
        // The closure lives as long as the pane, which is as long as the page.
        seen.forget();
        if let Ok(observer) = observer {
            observer.observe(&element);
            let observer = StoredValue::new_local(observer);
            on_cleanup(move || observer.with_value(ResizeObserver::disconnect));
        }
    });
}

/// Scrolls so that the current message, and at the end the remark, can be seen.
fn keep_in_view(
    play: Play,
    told: Memo<Option<Arc<Chart>>>,
    placed: Memo<Option<Arc<Scene>>>,
    scroller: NodeRef<html::Div>,
) {
    Effect::new(move |_| {
        let (Some(chart), Some(scene)) = (told.get(), placed.get()) else {
            return;
        };
        let step = play.at.get();
        let (Some(cursor), Some(pane)) = (scene.cursor(&chart, step), scroller.get()) else {
            return;
        };
        let at_end = step == play.last.get();
        let note = scene.note.as_ref().filter(|_| at_end);
        let bottom = note.map_or(cursor + 40.0, |note| note.rect.bottom()) + 12.0;
        let room = f64::from(pane.client_height()) - HEADS;
        let y = follow(f64::from(pane.scroll_top()), room, cursor - 70.0, bottom);
        // Sideways, the message at hand: the one that stops, else the one just exchanged.
        let row = match (&chart.stop, at_end) {
            (Some(stop), true) => Some(stop.row),
            _ => chart.rows.iter().position(|row| row.step == Some(step)),
        };
        let across = row.and_then(|row| scene.rows.get(row)).map(|row| {
            let note = note.map_or((f64::MAX, f64::MIN), |note| {
                (note.rect.x, note.rect.right())
            });
            let left = row.from.x.min(row.to.x).min(note.0) - 50.0;
            (left, row.from.x.max(row.to.x).max(note.1) + 20.0)
        });
        let x = f64::from(pane.scroll_left());
        let x = across.map_or(x, |(left, right)| {
            follow(x, f64::from(pane.client_width()), left, right)
        });
        // Pixels on a screen: far inside the range of i32.
        #[allow(clippy::cast_possible_truncation)]
        let (x, y) = (x as i32, y as i32);
        if (x, y) != (pane.scroll_left(), pane.scroll_top()) {
            pane.scroll_to_with_x_and_y(f64::from(x), f64::from(y));
        }
    });
}

/// The smallest change of a scroll position that shows a stretch; its beginning where it is longer
/// than the room.
pub fn follow(at: f64, room: f64, from: f64, to: f64) -> f64 {
    let shown = at.max(to - room);
    shown.min(from).max(0.0)
}
