//! The call of the step at hand, of models whose steps are calls with contracts: its clauses, what it has changed, and what it
//! left open.

use leptos::prelude::*;
use lockstep_core::api::{CallView, ClauseKind, ClauseView, PropertyChangeView, PropertyView};

use crate::stage::systems::Shown;

/// The contract, where the step at hand is a call.
pub(super) fn view(shown: Shown) -> AnyView {
    let call = Memo::new(move |_| {
        shown.of_entry(|entry| entry.and_then(|it| it.call.as_deref().cloned()))
    });
    (move || call.get().map(|it| figure(shown, it))).into_any()
}

fn figure(shown: Shown, call: CallView) -> AnyView {
    let clauses = call.clauses.iter().map(|it| clause(shown, it));
    let changes = call.changes.iter().map(change).collect_view();
    let open = names(&call.open);
    let open = (!open.is_empty()).then(|| {
        let only = if call.complete { "" } else { ", perhaps more" };
        view! { <p>"Left open: " <span class="system-code">{open}</span>{only}</p> }
    });
    let kept = (!call.kept.is_empty()).then(|| {
        view! { <p class="generic-kept">{format!("Kept: {}", names(&call.kept))}</p> }
    });
    view! {
        <figure class="generic-figure generic-call">
            <figcaption>"Contract of " <span class="system-code">{call.call.clone()}</span></figcaption>
            <ul>{clauses.collect_view()}</ul>
            <ul>{changes}</ul>
            {open}
            {kept}
        </figure>
    }
    .into_any()
}

/// A clause with what is true of it.
fn clause(shown: Shown, it: &ClauseView) -> AnyView {
    // The others begin with their word.
    let kind = (it.kind == ClauseKind::Multiplicity).then(|| view! { <b>"multiplicity"</b> });
    let holds = match (it.kind, it.before, it.after) {
        (ClauseKind::Pre, Some(true), _) => "true before",
        (ClauseKind::Pre, Some(false), _) => "false before",
        (_, _, Some(true)) => "true after",
        (_, _, Some(false)) => "false after",
        _ => "",
    };
    let sign = if holds.starts_with("true") {
        "✓"
    } else {
        "✗"
    };
    let sign = (!holds.is_empty()).then_some(sign);
    let range = it.range;
    let mark = move |_| shown.play.on_mark.run(range);
    view! {
        <li>
            <span class="generic-sign" aria-hidden="true">{sign}</span>
            {kind}
            <button type="button" class="link system-code" title="Mark in the text" on:click=mark>{it.text.clone()}</button>
            <span class="generic-holds">{holds}</span>
        </li>
    }
    .into_any()
}

fn change(it: &PropertyChangeView) -> AnyView {
    let what = format!(
        "{}.{}: {} → {}",
        it.object, it.property, it.before, it.after
    );
    view! { <li class="system-code">{what}</li> }.into_any()
}

fn names(all: &[PropertyView]) -> String {
    let names: Vec<_> = all
        .iter()
        .map(|it| format!("{}.{}", it.object, it.property))
        .collect();
    names.join(", ")
}
