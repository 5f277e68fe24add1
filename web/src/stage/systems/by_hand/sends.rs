//! What the environment of the text does not send, sent by hand all the same: a list below the choices, folded until somebody
//! wants it. Such a step says of itself what it is, so the run is replayed, saved and linked as any other.

use leptos::prelude::*;
use lockstep_core::api::{SendView, ValueOfSendView};

use super::Bench;
use crate::ui::Prose;

/// The list, where there is something to be sent.
pub(super) fn list(bench: Bench, sends: &[SendView]) -> Option<AnyView> {
    if sends.is_empty() {
        return None;
    }
    let rows = sends.iter().map(|it| row(bench, it));
    let unfolded = bench.unfolded;
    let longer = sends.iter().find(|it| it.takes_longer);
    let note = longer.map(|it| {
        let note = format!(
            "In SCXML an event whose name goes on with a dot, such as `{0}.now`, is taken as the one that it begins \
             with: send `{0}`.",
            it.event
        );
        view! { <p class="by-hand-note"><Prose text=note/></p> }
    });
    let view = view! {
        <details
            class="by-hand-sends"
            prop:open=unfolded.get_value()
            on:toggle=move |event| {
                let it: web_sys::Element = event_target(&event);
                unfolded.set_value(it.has_attribute("open"));
            }
        >
            <summary>"Any other event " <small>"not sent by the environment of the text"</small></summary>
            <ul>{rows.collect_view()}</ul>
            {note}
        </details>
    };
    Some(view.into_any())
}

/// An event: a button, with fields for what it brings.
fn row(bench: Bench, it: &SendView) -> AnyView {
    let fields = it.brings.iter().map(|it| {
        let first = it.values.first().cloned().unwrap_or_else(|| "0".to_owned());
        (it.clone(), RwSignal::new(first))
    });
    let fields: Vec<_> = fields.collect();
    let send = {
        let (it, fields) = (it.clone(), fields.clone());
        move || {
            let brought = fields.iter().map(|(_, value)| value.get_untracked());
            let brought: Vec<_> = brought.map(|it| it.trim().to_owned()).collect();
            bench.take(it.choice(&brought));
        }
    };
    let label = format!("Send {} to {}", it.event, it.to);
    let (event, to) = (it.event.clone(), it.to.clone());
    let inputs = fields.into_iter().map(|(it, value)| field(&it, value));
    let inputs = inputs.collect_view();
    view! {
        <li>
            <form
                class="by-hand-send"
                on:submit=move |event| {
                    event.prevent_default();
                    send();
                }
            >
                <span class="system-code">{event}</span>
                {inputs}
                <span>" to "<b>{to}</b></span>
                <button type="submit" class="button" aria-label=label>"Send"</button>
            </form>
        </li>
    }
    .into_any()
}

/// A field for something that an event brings.
fn field(it: &ValueOfSendView, value: RwSignal<String>) -> AnyView {
    let name = it.name.clone();
    let input = match it.values.is_empty() {
        true => view! {
            <input
                type="text"
                inputmode="numeric"
                autocomplete="off"
                size="5"
                title=it.sort.clone()
                prop:value=value
                on:input=move |event| value.set(event_target_value(&event))
            />
        }
        .into_any(),
        false => {
            let options = it
                .values
                .iter()
                .map(|it| view! { <option>{it.clone()}</option> });
            view! {
                <select on:change=move |event| value.set(event_target_value(&event))>
                    {options.collect_view()}
                </select>
            }
            .into_any()
        }
    };
    view! { <label>{name} " " {input}</label> }.into_any()
}
