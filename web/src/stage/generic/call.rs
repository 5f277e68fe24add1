//! The call of the step at hand, of models whose steps are calls with contracts: its clauses, what it has changed, and what it
//! left open.

use leptos::prelude::*;
use lockstep_core::api::{CallView, ClauseKind, ClauseView, PropertyChangeView, PropertyView};
use lockstep_core::diagram::calls::would_break;

use crate::stage::systems::{Shown, all_stopped};

/// The contract, where the step at hand is a call.
pub(super) fn view(shown: Shown) -> AnyView {
    let call = Memo::new(move |_| {
        shown.of_entry(|entry| entry.and_then(|it| it.call.as_deref().cloned()))
    });
    view! {
        {move || call.get().map(|it| figure(shown, it))}
        {move || next_calls(shown, shown.play.at.get())}
        {move || breaking(shown, shown.play.at.get())}
    }
    .into_any()
}

/// The same of a step on paper.
pub(super) fn on_paper(shown: Shown, step: usize) -> AnyView {
    untrack(|| {
        let call = (shown.run).with(|it| it.get(step).and_then(|it| it.call.as_deref().cloned()));
        view! {
            <div class="paper-call">
                {call.map(|it| figure(shown, it))}
                {next_calls(shown, step)}
                {breaking(shown, step)}
            </div>
        }
        .into_any()
    })
}

/// What forbids each call at the end of a run after which none is possible. Why it is stuck is asked first, so it stays in sight below
/// the contract of the last call: static/style/stage-generic.css.
fn next_calls(shown: Shown, at: usize) -> Option<AnyView> {
    let outcome = shown.play.outcome.get()?;
    let evidence = outcome.system.as_ref()?;
    if evidence.refused.is_empty() || at + 1 != evidence.run.len() {
        return None;
    }
    let listed = all_stopped(&evidence.refused, shown.play.on_reveal);
    Some(
        view! {
            <section class="generic-next" aria-label="Next call">
                <h3>"Next call " <span>"none is possible"</span></h3>
                {listed}
            </section>
        }
        .into_any(),
    )
}

/// The contract of the call that would violate an invariant, at the end of a run that shows that.
fn breaking(shown: Shown, at: usize) -> Option<AnyView> {
    let outcome = shown.play.outcome.get()?;
    let evidence = outcome.system.as_ref()?;
    let call = evidence.breaking.as_deref();
    let call = call.filter(|_| at + 1 == evidence.run.len())?;
    Some(
        view! {
            <section class="generic-next generic-breaking" aria-label="Next call">
                <h3>"Next call " <span>{format!("{} {}", call.call, would_break(call))}</span></h3>
                <div class="generic-call">{contract(shown, call, Told::AsPossible)}</div>
            </section>
        }
        .into_any(),
    )
}

fn figure(shown: Shown, call: CallView) -> AnyView {
    view! {
        <figure class="generic-call">
            <figcaption>
                <b>"Contract"</b>
                <span class="system-code">{call.call.clone()}</span>
            </figcaption>
            {contract(shown, &call, Told::AsDone)}
        </figure>
    }
    .into_any()
}

/// Whether a call has been made, or could be made and must not.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Told {
    AsDone,
    AsPossible,
}

/// The clauses of a call in the order of the text, or of one that must not be made what it violates first; and what it leaves open and keeps.
fn contract(shown: Shown, call: &CallView, told_as: Told) -> AnyView {
    let mut clauses: Vec<_> = call.clauses.iter().enumerate().collect();
    if told_as == Told::AsPossible {
        clauses.sort_by_key(|it| !it.1.is_violated());
    }
    let clauses = clauses.into_iter().map(|(at, it)| {
        let own = call
            .changes
            .iter()
            .filter(|change| change.clauses.contains(&at));
        clause(shown, it, own.map(change).collect(), told_as)
    });
    // What no clause names is told by itself.
    let alone = call.changes.iter().filter(|it| it.clauses.is_empty());
    let alone: Vec<_> = alone.map(change).collect();
    let alone = (!alone.is_empty()).then(|| told("sets", alone.join(", "), "no clause names it"));
    let open = (!call.open.is_empty()).then(|| {
        let more = if call.complete {
            ""
        } else {
            ", and perhaps more"
        };
        told(
            "open",
            names(&call.open),
            &format!("left open: other values are possible{more}"),
        )
    });
    let kept =
        (!call.kept.is_empty()).then(|| told("frame", names(&call.kept), "kept by the frame"));
    view! { <ul>{clauses.collect_view()} {alone} {open} {kept}</ul> }.into_any()
}

/// A clause with what is true of it, and what the call has changed because of it.
fn clause(shown: Shown, it: &ClauseView, changes: Vec<String>, told_as: Told) -> AnyView {
    let word = match it.kind {
        ClauseKind::Pre => "pre",
        ClauseKind::Post => "post",
        ClauseKind::Inv => "inv",
        ClauseKind::Multiplicity => "many",
    };
    let (holds, is_false) = match (it.kind, it.before, it.after) {
        (ClauseKind::Pre, Some(true), _) => ("true before the call", false),
        (ClauseKind::Pre, Some(false), _) => ("false before the call", true),
        (_, _, Some(true)) => ("true after the call", false),
        (_, _, Some(false)) => ("false after the call", true),
        _ => ("", false),
    };
    let says = if changes.is_empty() || is_false {
        holds.to_owned()
    } else {
        let sets = match told_as {
            Told::AsDone => "sets",
            Told::AsPossible => "would set",
        };
        format!("{sets} {}", changes.join(", "))
    };
    // The word before it says what it is.
    let text = it.text.strip_prefix(word).unwrap_or(&it.text);
    let text = text.trim_start_matches(':').trim().to_owned();
    let sets = !changes.is_empty();
    let range = it.range;
    let mark = move |_| shown.play.on_mark.run(range);
    view! {
        <li class:sets=sets class:false=is_false>
            <span class="contract-word">{word}</span>
            <button type="button" class="link system-code" title="Mark in the text" on:click=mark>{text}</button>
            <p>{says}</p>
        </li>
    }
    .into_any()
}

/// A row that is no clause.
fn told(word: &'static str, text: String, says: &str) -> AnyView {
    view! {
        <li class="aside">
            <span class="contract-word">{word}</span>
            <span class="system-code">{text}</span>
            <p>{says.to_owned()}</p>
        </li>
    }
    .into_any()
}

fn change(it: &PropertyChangeView) -> String {
    format!(
        "{}.{}: {} → {}",
        it.object, it.property, it.before, it.after
    )
}

fn names(all: &[PropertyView]) -> String {
    let names: Vec<_> = all
        .iter()
        .map(|it| format!("{}.{}", it.object, it.property))
        .collect();
    names.join(", ")
}
