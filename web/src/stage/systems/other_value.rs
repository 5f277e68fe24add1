//! A field for values that are not among the choices: where any integer is possible only some are offered by hand.

use std::sync::Arc;

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{NamedValue, SimulatedRun};

use super::Shown;
use crate::ui::{NextFrame, Strong};

/// The field.
#[derive(Clone, Copy)]
pub struct OtherValue {
    /// What stands in it.
    value: RwSignal<String>,
    /// The variable that is chosen, by its place among those that can be.
    chosen: RwSignal<usize>,
    /// Why what was written last is not possible.
    refused: RwSignal<String>,
}

impl OtherValue {
    /// Nothing is written.
    pub fn new() -> Self {
        Self {
            value: RwSignal::new(String::new()),
            chosen: RwSignal::new(0),
            refused: RwSignal::new(String::new()),
        }
    }

    /// The value was taken.
    pub fn taken(self) {
        self.value.set(String::new());
        self.refused.set(String::new());
    }

    /// The value is not possible.
    pub fn refuse(self, why: String) {
        self.refused.set(why);
    }
}

/// The form, where there is something to be named.
pub fn form(
    shown: Shown,
    found: RwSignal<Option<Arc<SimulatedRun>>>,
    field: OtherValue,
    take: Callback<NamedValue>,
) -> AnyView {
    let offered = Memo::new(move |_| {
        let run = found.get()?;
        let last = run.run.len().saturating_sub(1);
        let all = run.state.nameable.clone();
        (shown.play.at.get() == last && !all.is_empty()).then_some(all)
    });
    let form = move || offered.get().map(|all| drawn(all, field, take));
    view! { {form} }.into_any()
}

fn drawn(all: Vec<String>, field: OtherValue, take: Callback<NamedValue>) -> AnyView {
    let OtherValue {
        value,
        chosen,
        refused,
    } = field;
    chosen.set(0);
    let said = NodeRef::<html::P>::new();
    keep_in_sight(refused, said);
    let which = match &all[..] {
        [only] => view! { <b class="system-code">{only.clone()}</b> }.into_any(),
        all => {
            let options = all.iter().enumerate().map(|(at, name)| {
                view! { <option value=at.to_string()>{name.clone()}</option> }
            });
            view! {
                <select
                    aria-label="Variable"
                    on:change=move |event| chosen.set(event_target_value(&event).parse().unwrap_or(0))
                >
                    {options.collect_view()}
                </select>
            }
            .into_any()
        }
    };
    let submit = move || {
        let written = value.get_untracked().trim().to_owned();
        let variable = all.get(chosen.get_untracked()).cloned();
        match (variable, written.is_empty()) {
            (Some(variable), false) => take.run(NamedValue {
                variable,
                value: written,
            }),
            _ => refused.set("Write an integer, such as `1000`.".to_owned()),
        }
    };
    view! {
        <form
            class="by-hand-until by-hand-value"
            on:submit=move |event| {
                event.prevent_default();
                submit();
            }
        >
            <span>"Other value"</span>
            {which}
            <label>
                "= "
                <input
                    type="text"
                    autocomplete="off"
                    size="8"
                    aria-label="Other value"
                    title="Any integer: only a few of them are offered above"
                    aria-invalid=move || refused.with(|it| !it.is_empty()).then_some("true")
                    aria-describedby="other-value-refused"
                    prop:value=value
                    on:input=move |event| {
                        value.set(event_target_value(&event));
                        refused.set(String::new());
                    }
                />
            </label>
            <button type="submit" class="button">"Take"</button>
        </form>
        <p class="by-hand-refused" id="other-value-refused" role="alert" node_ref=said>
            {move || view! { <Strong text=refused.get()/> }}
        </p>
    }
    .into_any()
}

/// Scrolls to what is said: on a phone it stands below the edge.
fn keep_in_sight(refused: RwSignal<String>, said: NodeRef<html::P>) {
    let frame = NextFrame::new();
    Effect::new(move |_| {
        if refused.with(String::is_empty) {
            return;
        }
        frame.run(move || {
            if let Some(said) = said.get_untracked() {
                said.scroll_into_view_with_bool(false);
            }
        });
    });
}
