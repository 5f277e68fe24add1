//! The scrubber: a range input over the steps, with a tick per step, taller ones where a message
//! of the scenario is exchanged, an arc over every loop, and a mark where the run can go no further.
//! Which ticks lie behind the step is left to the style sheet, which knows both places: a step then
//! changes one element however many ticks there are.

use leptos::prelude::*;
use lockstep_core::diagram::table::{closings, loops};
use lockstep_core::diagram::text;

use super::StageContext;
use super::player::sentence;

/// Above this many steps only the messages have ticks: more could not be told apart.
const TICKS: usize = 120;

/// Above this many loops none is drawn; the table and the sentences still tell them.
const ARCS: usize = 24;

/// A tick of the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tick {
    Step,
    Message,
    /// An arc to this later step, at which the run is in the same state again.
    Loop(usize),
}

/// The scrubber.
#[component]
pub fn Scrubber(play: StageContext, on_step: Callback<usize>) -> impl IntoView {
    let StageContext {
        at, last, outcome, ..
    } = play;
    let ticks = Memo::new(move |_| {
        let trace = outcome.with(|outcome| {
            let steps = outcome
                .iter()
                .flat_map(|outcome| outcome.trace.iter().enumerate());
            let tick = |(index, step): (usize, &lockstep_core::api::StepView)| {
                let tick = if step.messages.is_empty() {
                    Tick::Step
                } else {
                    Tick::Message
                };
                (index, tick)
            };
            steps.map(tick).collect::<Vec<_>>()
        });
        let mut arcs = outcome.with(|outcome| match outcome {
            Some(outcome) => closings(&loops(&outcome.trace)),
            None => Vec::new(),
        });
        if arcs.len() > ARCS {
            arcs.clear();
        }
        let arcs = arcs.into_iter().map(|(from, to)| (from, Tick::Loop(to)));
        let many = trace.len() > TICKS;
        let of_messages = trace.iter().filter(|(_, tick)| *tick == Tick::Message);
        let mut ticks = match (many, of_messages.count()) {
            (false, _) => trace,
            (true, count) if count <= TICKS => trace
                .into_iter()
                .filter(|(_, tick)| *tick == Tick::Message)
                .collect(),
            (true, _) => Vec::new(),
        };
        ticks.extend(arcs);
        ticks
    });
    let place = move |index: usize| {
        // Counts of steps: far below 2^52.
        #[allow(clippy::cast_precision_loss)]
        let part = index as f64 / last.get().max(1) as f64;
        format!("--at: {part:.4}")
    };
    let scale = move || {
        let mark = |(index, tick): (usize, Tick)| {
            let (arc, style) = match tick {
                Tick::Loop(to) => (true, format!("{}; --to: {}", place(index), &place(to)[5..])),
                _ => (false, place(index)),
            };
            view! {
                <span class="tick" class:message=tick == Tick::Message class:arc=arc style=style></span>
            }
        };
        ticks.get().into_iter().map(mark).collect_view()
    };
    let fails = move || {
        outcome.with(|outcome| {
            let outcome = outcome.as_ref()?;
            outcome.failing()?;
            let wanted = outcome.as_expected() == Some(true);
            Some(view! { <span class="tick end" class:wanted=wanted style="--at: 1">"✗"</span> })
        })
    };
    let spoken = move || {
        let sentence = text::plain(&sentence(play));
        if sentence.is_empty() {
            return "no steps".to_owned();
        }
        format!("step {} of {}: {sentence}", at.get(), last.get())
    };
    view! {
        <div class="scrubber" style=move || place(at.get())>
            <div class="ticks" aria-hidden="true">{scale}{fails}</div>
            <input
                type="range"
                aria-label="Step of the run"
                aria-valuetext=spoken
                min="0"
                max=move || last.get().to_string()
                step="1"
                disabled=move || last.get() == 0
                prop:value=move || at.get().to_string()
                on:input=move |event| {
                    if let Ok(to) = event_target_value(&event).parse() {
                        on_step.run(to);
                    }
                }
            />
        </div>
    }
}
