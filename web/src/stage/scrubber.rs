//! The scrubber: a range input over the steps, with a tick per step, taller ones where a message
//! of the scenario is exchanged, and a mark where the run can go no further.

use leptos::prelude::*;
use lockstep_core::diagram::text;

use super::Play;

/// Above this many steps only the messages have ticks: more could not be told apart.
const TICKS: usize = 120;

/// A tick of the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tick {
    Step,
    Message,
}

/// The scrubber.
#[component]
pub fn Scrubber(play: Play, on_step: Callback<usize>) -> impl IntoView {
    let Play {
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
        let many = trace.len() > TICKS;
        let of_messages = trace.iter().filter(|(_, tick)| *tick == Tick::Message);
        match (many, of_messages.count()) {
            (false, _) => trace,
            (true, count) if count <= TICKS => trace
                .into_iter()
                .filter(|(_, tick)| *tick == Tick::Message)
                .collect(),
            (true, _) => Vec::new(),
        }
    });
    let place = move |index: usize| {
        // Counts of steps: far below 2^52.
        #[allow(clippy::cast_precision_loss)]
        let part = index as f64 / last.get().max(1) as f64;
        format!("--at: {part:.4}")
    };
    let scale = move || {
        let mark = |(index, tick): (usize, Tick)| {
            let done = move || at.get() >= index;
            view! {
                <span class="tick" class:message=tick == Tick::Message class:done=done style=place(index)></span>
            }
        };
        ticks.get().into_iter().map(mark).collect_view()
    };
    let fails = move || {
        outcome.with(|outcome| {
            let outcome = outcome.as_ref()?;
            outcome.failing?;
            let wanted = outcome.as_expected == Some(true);
            Some(view! { <span class="tick end" class:wanted=wanted style="--at: 1">"✗"</span> })
        })
    };
    let spoken = move || {
        let sentence = outcome.with(|outcome| {
            let step = outcome
                .as_ref()
                .and_then(|outcome| outcome.trace.get(at.get()));
            step.map(|step| text::plain(&step.sentence))
        });
        match sentence {
            Some(sentence) => format!("step {} of {}: {sentence}", at.get(), last.get()),
            None => "no steps".to_owned(),
        }
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
