//! The variables of a system with their values at the step at hand, in the line of a chart: those that have just changed first.

use leptos::prelude::*;
use lockstep_core::api::{Range, VariableView, value_term, value_terms};
use lockstep_core::diagram::ElementKind;

use super::{Shown, steps};

/// The variables of these numbers, called without what all their names begin with; nothing where there are none.
pub fn strip(
    shown: Shown,
    numbers: impl Iterator<Item = usize>,
    prefix: &str,
    label: String,
) -> Option<AnyView> {
    let all: Vec<_> = numbers.map(|it| value(shown, it, prefix)).collect();
    (!all.is_empty())
        .then(|| view! { <ul class="object-values" aria-label=label>{all}</ul> }.into_any())
}

/// What an entry of the state is at the step at hand, and whether it has just changed.
pub fn entry(shown: Shown, number: usize) -> Memo<Option<(String, bool)>> {
    Memo::new(move |_| {
        shown.of_entry(|entry| {
            let entry = entry?;
            let changed = entry.changed.contains(&number);
            Some((entry.state.get(number)?.clone(), changed))
        })
    })
}

fn value(shown: Shown, number: usize, prefix: &str) -> AnyView {
    let variable = move || {
        let variable = |system: &std::sync::Arc<lockstep_core::api::SystemView>| {
            system.variables.get(number).cloned()
        };
        shown.system.with(variable)
    };
    let prefix = prefix.to_owned();
    let name = move || {
        let name = variable().map_or_else(String::new, |it| it.name);
        name.strip_prefix(&prefix).unwrap_or(&name).to_owned()
    };
    let value = entry(shown, number);
    let written = move || value.with(|it| it.as_ref().map(|it| it.0.clone()));
    let title = move || variable().map(|it| told(&it, written().as_deref(), shown.play.is_of_text));
    let place = Memo::new(move |_| variable().filter(is_declared).map(|it| it.range));
    let called = move || match place.get() {
        Some(range) => {
            let act = move |_| {
                if !shown.play.asking.get_untracked() {
                    shown.play.on_reveal.run(range);
                }
            };
            view! { <button type="button" class="link" title=title on:click=act>{name.clone()}</button> }
                .into_any()
        }
        // What is watched stands nowhere in the text.
        None => view! { <span class="object-watched" title=title>{name.clone()}</span> }.into_any(),
    };
    let moved = move || value.with(|it| it.as_ref().is_some_and(|it| it.1));
    let picked = move || shown.picks(ElementKind::Attribute, number).then_some("");
    let asked = move || variable().is_some_and(|it| shown.play.page.stage.draft.names(&it.name));
    view! {
        <li
            class:moved=moved
            class:asked=asked
            class:named=move || shown.named.with(|it| it.contains(&number))
            class:apart=move || shown.apart.with(|it| it.contains(&number))
            data-picked=picked
            on:click=move |_| {
                if shown.play.asking.get_untracked() {
                    choose(shown, number);
                }
            }
        >
            {called}
            " "
            <b>{move || written().unwrap_or_else(|| "\u{2013}".to_owned())}</b>
            {move || shown.other(number).map(steps::other)}
        </li>
    }
    .into_any()
}

/// Chooses the value that a variable has at the step at hand for a question, or leaves it out.
pub fn choose(shown: Shown, number: usize) {
    let page = shown.play.page;
    let variable = shown
        .system
        .with_untracked(|it| it.variables.get(number).cloned());
    let value = untrack(|| shown.of_entry(|it| it?.state.get(number).cloned()));
    if let (Some(variable), Some(value)) = (variable, value)
        && let Some(term) = value_term(untrack(|| page.kind()), &variable, &value)
    {
        page.stage.draft.toggle(variable.name, term);
    }
}

/// Offers the values of these variables to questions about the text that is shown.
pub fn offer(shown: Shown, further: impl Fn() -> Vec<String> + Send + Sync + 'static) {
    let offered = shown.play.page.stage.draft.offered;
    Effect::new(move |_| {
        let kind = shown.play.page.kind();
        let mut all = further();
        shown.system.with(|system| {
            let own = system.variables.iter().filter(|it| is_declared(it));
            all.extend(own.flat_map(|it| value_terms(kind, it)));
        });
        offered.set(all);
    });
}

/// Whether it stands in the text: behind the declared variables stands what is watched.
fn is_declared(it: &VariableView) -> bool {
    it.range != Range::default()
}

/// What can be said of a variable: all of what the line has no room for, and that a press shows it where it is of the text in the editor.
fn told(it: &VariableView, value: Option<&str>, is_of_text: bool) -> String {
    let VariableView { name, sort, .. } = it;
    let value = value.map_or_else(String::new, |it| format!(" = {it}"));
    let control = if it.control {
        ", controls the flow"
    } else {
        ""
    };
    match is_declared(it) {
        true if is_of_text => format!("{name} : {sort}{value}{control}. Show in the text"),
        true => format!("{name} : {sort}{value}{control}"),
        false => format!("{name}{value}, watched"),
    }
}
