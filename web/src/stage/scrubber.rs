//! The scrubber: a range input over the steps, with a tick per step, taller ones where a message
//! of the scenario is exchanged, `trans` has fired or a run stops, an arc over every loop, a flag where
//! playing pauses, and a mark where the run can go no further.
//! What lies behind the step is a second scale in the colour of the step, cut off there: a step then changes one element
//! however many ticks there are.

use leptos::prelude::*;
use lockstep_core::api::{Outcome, SystemStepView};
use lockstep_core::diagram::table::{closings, loops};
use lockstep_core::diagram::text;

use super::StageContext;
use super::player::{count, sentence};

/// Above this many steps only messages and firings have ticks: more could not be told apart.
const TICKS: usize = 120;

/// Above this many loops none is drawn; the table and the sentences still tell them.
const ARCS: usize = 24;

/// A tick of the scale.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tick {
    Step,
    /// A message, or where a step of a run begins.
    Message,
    /// Playing pauses here.
    Stop,
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
        let trace = outcome.with(|outcome| outcome.as_deref().map_or_else(Vec::new, of_steps));
        let trace = match play.page.plays_whole_steps() {
            true => play.stops.with(|stops| at_stops(trace, stops)),
            false => trace,
        };
        let trace: Vec<_> = trace.into_iter().enumerate().collect();
        let mut arcs = outcome.with(|outcome| match outcome.as_deref() {
            Some(outcome) if outcome.system.is_some() => {
                let steps = 0..outcome.length();
                closings(
                    &steps
                        .map(|it| outcome.was_here_after(it))
                        .collect::<Vec<_>>(),
                )
            }
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
        let stops = play.page.stage.simulation.breaks.get();
        if stops.len() <= TICKS {
            ticks.extend(stops.into_iter().map(|it| (it, Tick::Stop)));
        }
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
                <span
                    class="tick"
                    class:message=tick == Tick::Message
                    class:stop=tick == Tick::Stop
                    class:arc=arc
                    style=style
                ></span>
            }
        };
        ticks.get().into_iter().map(mark).collect_view()
    };
    let past = move || {
        let all = ticks.get().into_iter();
        let all = all.filter(|it| it.1 == Tick::Message);
        all.map(|(index, _)| view! { <span class="past" style=place(index)></span> })
            .collect_view()
    };
    let cut = move || {
        // Counts of steps: far below 2^52.
        #[allow(clippy::cast_precision_loss)]
        let part = at.get() as f64 / last.get().max(1) as f64;
        // The tick of the step itself is whole.
        format!(
            "inset(0 calc({:.2}% - 1.5px) 0 -1.5px)",
            (1.0 - part) * 100.0
        )
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
        format!("{}: {sentence}", count(play))
    };
    view! {
        <div class="scrubber">
            <div class="ticks" aria-hidden="true">{scale}{fails}</div>
            <div class="ticks behind" aria-hidden="true" style=("clip-path", cut)>{past}</div>
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

/// The ticks with tall ones where playing stops, if some that are tall are passed over.
fn at_stops(mut ticks: Vec<Tick>, stops: &[usize]) -> Vec<Tick> {
    if stops.len() < ticks.len() {
        ticks.fill(Tick::Step);
        for &it in stops {
            if let Some(tick) = ticks.get_mut(it) {
                *tick = Tick::Message;
            }
        }
    }
    ticks
}

/// What each step of a run is.
fn of_steps(outcome: &Outcome) -> Vec<Tick> {
    let tick = |is_tall: bool| if is_tall { Tick::Message } else { Tick::Step };
    match &outcome.system {
        Some(system) => {
            let begins = |it: &[SystemStepView]| it[1].begins_a_step(&it[0]);
            let begun = system.run.windows(2).map(|it| tick(begins(it)));
            std::iter::once(Tick::Step)
                .chain(begun)
                .take(system.run.len())
                .collect()
        }
        None => outcome
            .trace
            .iter()
            .map(|it| tick(!it.messages.is_empty()))
            .collect(),
    }
}
