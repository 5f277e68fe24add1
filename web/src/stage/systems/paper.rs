//! A transition system on paper: its variables and control flow at a step, and the whole run, over time and step by
//! step. Paper cannot be played: as for machines it shows the end of the run where nobody has taken a step.

use leptos::prelude::*;
use lockstep_core::api::{SystemStepView, SystemView, step_count, step_numbers};
use lockstep_core::diagram::timeline::{OWN_SIZE, moments, timeline};

use super::columns::{Columns, columns};
use super::{Shown, time};
use crate::stage::paper::SHEET;
use crate::stage::player::named;

/// Steps that are written at most: nobody reads more on paper.
const MOST: usize = 500;

/// Structure and run; the kind's own picture is that at a step.
pub fn stage(shown: Shown, picture: impl FnOnce(usize) -> AnyView) -> AnyView {
    let Columns { system, run, .. } = untrack(|| columns(shown));
    let last = run.len().saturating_sub(1);
    let step = match shown.play.at.get_untracked() {
        0 => last,
        step => step,
    };
    let by_hand = untrack(|| shown.play.page.stage_content().is_by_hand());
    let title = match by_hand {
        true => Some("by hand".to_owned()),
        false => shown.play.check.get_untracked().map(|it| it.title),
    };
    let tag = if by_hand { "run" } else { "check" };
    let (entry, numbers) = (run.get(step), step_numbers(&run));
    let caption = entry.filter(|_| last > 0).map(|it| {
        let (number, steps) = (&numbers[step], step_count(&run));
        view! { <p>{format!("Step {number} of {steps}. ")} {named(&it.sentence)}</p> }
    });
    let run = (last > 0).then(|| (waves(&system, &run, step), steps(&system, &run)));
    view! {
        <section class="paper paper-stage">
            {title.map(|title| view! { <h2><span class="frame-tag">{tag}</span> {title}</h2> })}
            {caption}
            {variables(&system, entry)}
            <div class="paper-flow">{picture(step)}</div>
            {run}
        </section>
    }
    .into_any()
}

/// The variables with their values at the step.
fn variables(system: &SystemView, entry: Option<&SystemStepView>) -> AnyView {
    let rows = system.variables.iter().enumerate().map(|(number, it)| {
        let value = entry.and_then(|it| it.state.get(number)).cloned();
        view! { <tr><th scope="row">{it.name.clone()}</th><td>{it.sort.clone()}</td><td>{value}</td></tr> }
    });
    view! {
        <table class="paper-table">
            <thead><tr><th scope="col">"Name"</th><th scope="col">"Type"</th><th scope="col">"Value"</th></tr></thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// The run over time, in as many strips as the paper needs.
fn waves(system: &SystemView, run: &[SystemStepView], step: usize) -> AnyView {
    let run = &run[..run.len().min(MOST)];
    let moments = moments(run, false);
    let whole = timeline(system, run, &moments, OWN_SIZE);
    let room = SHEET - whole.frame.names - 16.0;
    // As many as stand on paper side by side, and one at least.
    let columns = whole.columns.iter().take_while(|it| it.end() <= room);
    let strips = moments.chunks(columns.count().max(1));
    let strips = strips.map(|strip| time::figure(&timeline(system, run, strip, OWN_SIZE), step));
    strips.collect_view().into_any()
}

/// The run step by step: whose turn it was, what was executed, and which values that gave.
fn steps(system: &SystemView, run: &[SystemStepView]) -> AnyView {
    let numbers = step_numbers(run).into_iter();
    let rows = run.iter().zip(numbers).take(MOST).enumerate();
    let rows = rows.map(|(index, (it, number))| {
        let fired = it.fired.iter().filter_map(|&it| system.operations.get(it));
        let fired = fired.filter(|it| !it.text.is_empty() && it.parts.is_empty());
        let fired: Vec<_> = fired.map(|it| it.text.clone()).collect();
        let is_told = |number: &usize| index == 0 || it.changed.contains(number);
        let values = (0..system.variables.len())
            .filter(is_told)
            .filter_map(|number| {
                let (variable, value) = (system.variables.get(number)?, it.state.get(number)?);
                Some(format!("{} = {value}", variable.name))
            });
        let values: Vec<_> = values.collect();
        let turn = it.turn.title().to_owned();
        view! {
            <tr>
                <th scope="row">{number}</th>
                <td>{turn}</td>
                <td class="system-code">{fired.join("; ")}</td>
                <td class="system-code">{values.join(", ")}</td>
            </tr>
        }
    });
    let more = (run.len() > MOST).then(|| {
        view! { <p>{format!("These are the first {} of {} steps.", step_count(&run[..MOST]), step_count(run))}</p> }
    });
    view! {
        <table class="paper-table">
            <thead>
                <tr>
                    <th scope="col">"Step"</th>
                    <th scope="col">"Turn"</th>
                    <th scope="col">"What is executed"</th>
                    <th scope="col">"What changes"</th>
                </tr>
            </thead>
            <tbody>{rows.collect_view()}</tbody>
        </table>
        {more}
    }
    .into_any()
}
