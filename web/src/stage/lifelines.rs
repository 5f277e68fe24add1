//! What a sequence diagram has besides its messages: heads, lifelines, and the remark at the message
//! that stops.

use leptos::prelude::*;
use lockstep_core::diagram::sequence::{LINE, Note};
use lockstep_core::diagram::text;

use super::StageContext;
use super::sequence::Sheet;
use super::short::shortened;
use crate::keys::presses;

/// A lifeline: dashed, and solid as far as the run has come.
pub fn lifeline(x: f64, height: f64, cursor: Memo<Option<f64>>) -> impl IntoView {
    view! {
        <path class="lifeline" d=format!("M{x:.1} 0V{height:.1}") />
        <path
            class="lived"
            d=move || format!("M{x:.1} 0V{:.1}", cursor.get().unwrap_or_default())
        />
    }
}

/// The head of a lifeline.
pub fn head(play: StageContext, sheet: &Sheet, index: usize) -> impl IntoView + use<> {
    let (rect, text) = sheet.scene.heads[index].clone();
    let full = sheet.chart.head(index);
    let text = shortened(text, &full);
    let centre = rect.centre();
    // The range is looked up when it is needed: typing elsewhere moves it.
    let mark = move || {
        let range = play.check.with_untracked(|check| {
            let lifeline = check.as_ref()?.lifelines.get(index)?;
            Some(lifeline.range)
        });
        if let Some(range) = range {
            play.on_mark.run(range);
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
            on:click=move |_| mark()
            on:keydown=move |event| {
                if presses(&event) {
                    event.prevent_default();
                    event.stop_propagation();
                    mark();
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
pub fn note(note: &Note, wanted: bool) -> impl IntoView + use<> {
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
