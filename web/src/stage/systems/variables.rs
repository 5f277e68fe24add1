//! The variables of a system with their types and, at the step at hand, their values.

use leptos::prelude::*;
use lockstep_core::api::{Range, VariableView};
use lockstep_core::diagram::ElementKind;

use super::{Shown, steps, watch_list};

/// The card with the variables, and the form for what is watched.
pub fn view(shown: Shown) -> AnyView {
    let rows = move || {
        let variables = shown.system.with(|system| system.variables.clone());
        let row = |(number, variable): (usize, VariableView)| row(shown, number, variable);
        variables.into_iter().enumerate().map(row).collect_view()
    };
    view! {
        <section class="chart system-variables" aria-labelledby="variables-title">
            <header class="chart-head"><h2 id="variables-title">"Variables"</h2></header>
            <div class="system-scroll" tabindex="0" role="group" aria-labelledby="variables-title">
                <table>
                    <thead>
                        <tr><th scope="col">"Name"</th><th scope="col">"Type"</th><th scope="col">"Value"</th></tr>
                    </thead>
                    <tbody>{rows}</tbody>
                </table>
            </div>
            {watch_list::form(shown)}
        </section>
    }
    .into_any()
}

fn row(shown: Shown, number: usize, variable: VariableView) -> AnyView {
    let value = Memo::new(move |_| {
        shown.of_entry(|entry| {
            let entry = entry?;
            let changed = entry.changed.contains(&number);
            Some((entry.state.get(number)?.clone(), changed))
        })
    });
    let changed = move || value.with(|it| it.as_ref().is_some_and(|it| it.1));
    let range = variable.range;
    let reveal = move |_| shown.play.on_reveal.run(range);
    // Behind the declared variables stands what is watched.
    let is_watched = range == Range::default();
    let name = match is_watched {
        false => view! {
            <button type="button" class="link" title="Show in the text" on:click=reveal>
                {variable.name.clone()}
            </button>
        }
        .into_any(),
        true => view! { <span class="system-code">{variable.name.clone()}</span> }.into_any(),
    };
    let buttons =
        is_watched.then(|| watch_list::buttons(shown, &variable.name, variable.sort == "boolean"));
    let picked = move || (!is_watched && shown.picks(ElementKind::Attribute, number)).then_some("");
    let mark = variable.control.then(|| {
        view! { <span class="system-control" title="marked as one that controls the flow">"ctrl"</span> }
    });
    view! {
        <tr class:moved=changed data-picked=picked>
            <th scope="row">
                {name}
                {mark}
            </th>
            <td class="system-type">{variable.sort}{buttons}</td>
            <td class="system-value">
                {move || value.with(|it| it.as_ref().map_or_else(|| "\u{2013}".to_owned(), |it| it.0.clone()))}
                {move || shown.other(number).map(steps::other)}
            </td>
        </tr>
    }
    .into_any()
}
