//! What helps with an answer that is not as wished: repairs to apply, and what is to blame.

use leptos::prelude::*;
use lockstep_core::api::{BlamedView, CheckView, Outcome, RepairView, Repairs};

use crate::protocol::Wanted;
use crate::state::Page;
use crate::state::action::Action;
use crate::state::aid::{Aid, Help};
use crate::state::notices::{Life, Notice, Tone, Topic};
use crate::state::run::Blamed;
use crate::state::settings::{SOLUTIONS, WHEN_ASKED};
use crate::ui::{Prose, button};
use crate::words::counted;

/// The help that there is for an answer of the present text.
pub fn help(page: Page, help: &Help, check: &CheckView, outcome: &Outcome) -> AnyView {
    let repairs = match help.of::<Repairs>(Wanted::Repairs) {
        // Of a task they are kept back until it is solved; then the lesson shows them.
        _ if page.learn.keeps_repairs.get() => None,
        Aid::Unasked => None,
        Aid::Asked => Some(soft("Looking for a fix.".to_owned())),
        Aid::Refused(why) => Some(soft(why)),
        Aid::Failed(why) => Some(failed(page, why)),
        Aid::There(found) => Some(repairs(page, &found)),
    };
    let blame = match help.of::<Option<Blamed>>(Wanted::Blame) {
        Aid::There(blame) => (blame.as_ref().as_ref()).map(|blame| {
            // What holds needs no repair: its reason is shown on request.
            match check.is_held(outcome.verdict) {
                true => folded(page, blame, outcome),
                false => blamed(page, blame),
            }
        }),
        // Nobody waits for blame, and a reason stands above already.
        Aid::Unasked | Aid::Asked | Aid::Refused(_) | Aid::Failed(_) => None,
    };
    view! { {repairs} {blame} }.into_any()
}

fn soft(text: String) -> AnyView {
    view! { <p class="help-note"><Prose text/></p> }.into_any()
}

/// Why help could not be had, and a way to ask again.
fn failed(page: Page, why: String) -> AnyView {
    view! {
        {soft(why)}
        {again(page)}
    }
    .into_any()
}

/// Asks once more for what could not be had.
pub(super) fn again(page: Page) -> AnyView {
    button("button", "Try again", move || page.checks.help_again())
}

fn repairs(page: Page, found: &Repairs) -> AnyView {
    if found.proposals.is_empty() {
        return soft(found.sentence.clone());
    }
    let is_asked_for = page.settings.chosen(SOLUTIONS) == WHEN_ASKED;
    // A single one has its heading in its first line.
    let is_single = found.proposals.len() == 1 && !is_asked_for;
    let proposals = found.proposals.iter();
    let items: Vec<_> = proposals.map(|it| repair(page, it, is_single)).collect();
    let title = format!("{} suggested fixes", items.len());
    let list = view! { <ol class="repairs">{items}</ol> };
    if is_asked_for {
        // Who teaches lets the class look for the mistake first.
        let summary = match found.proposals.len() {
            1 => "Show a solution".to_owned(),
            more => format!("Show {more} solutions"),
        };
        return view! {
            <details class="help">
                <summary>{summary}</summary>
                {list}
            </details>
        }
        .into_any();
    }
    view! {
        <section class="help">
            {(!is_single).then(|| view! { <h3>{title}</h3> })}
            {list}
        </section>
    }
    .into_any()
}

/// A proposal: what to do, the lines that change, what becomes of the check, and the button.
fn repair(page: Page, proposal: &RepairView, is_single: bool) -> AnyView {
    let lines: Vec<_> = proposal
        .preview
        .iter()
        .map(|line| {
            let (class, sign, words) = if line.is_new {
                ("comes", "+", "comes: ")
            } else {
                ("goes", "\u{2212}", "goes: ")
            };
            view! {
                <li class=class>
                    <span class="line-number" aria-hidden="true">{line.line}</span>
                    <span aria-hidden="true">{sign}</span>
                    <span class="visually-hidden">{format!("Line {} {words}", line.line)}</span>
                    <code>{line.text.clone()}</code>
                </li>
            }
            .into_any()
        })
        .collect();
    let warns = (proposal.new_warnings > 0).then(|| {
        let warnings = counted(proposal.new_warnings as usize, "new warning");
        view! { <p class="repair-warns">{warnings}</p> }.into_any()
    });
    let patches = proposal.patches.clone();
    let apply = move |_| {
        let before = page.document.revision().get_untracked().text;
        page.patch(&patches);
        let notice = Notice::new(Topic::Repair, Tone::Good, "The text is mended.");
        let notice = notice.offering(Action::Undo(before));
        page.notices.say(notice.lasting(Life::Text));
    };
    let told = format!("{} {}", proposal.verdict, proposal.effect);
    let label = format!("Apply: {}", proposal.title.replace('`', ""));
    let compare = untrack(|| page.kind()).extras().compares_repairs.then(|| {
        let see = format!("Compare the runs: {}", proposal.title.replace('`', ""));
        let seen = proposal.clone();
        view! {
            <button
                type="button"
                class="button"
                aria-label=see
                on:click=move |_| page.preview_repair(&seen)
            >
                "Compare"
            </button>
        }
    });
    view! {
        <li class="repair">
            <div class="repair-head">
                {is_single.then(|| view! { <h3>"Suggested fix"</h3> })}
                <p class="repair-title"><Prose text=proposal.title.clone()/></p>
            </div>
            <ul class="repair-lines">{lines}</ul>
            <div class="repair-foot">
                <p><Prose text=told/></p>
                {warns}
                {compare}
                <button type="button" class="button primary" aria-label=label on:click=apply>"Apply"</button>
            </div>
        </li>
    }
    .into_any()
}

/// The demands that make it impossible.
fn blamed(page: Page, blame: &Blamed) -> AnyView {
    if blame.elements.is_empty() {
        return soft(blame.sentence.clone());
    }
    view! {
        <section class="help">
            <h3>"Why it cannot happen"</h3>
            <p class="help-note"><Prose text=blame.note.clone()/></p>
            <ul class="blame">{demands(page, &blame.elements)}</ul>
        </section>
    }
    .into_any()
}

/// The demands that keep a property true or the system from getting stuck, folded; some first, the rest on request.
fn folded(page: Page, blame: &Blamed, outcome: &Outcome) -> AnyView {
    // Why it holds is said above already where there is an invariant.
    let is_said = (outcome.system.as_ref()).is_some_and(|it| !it.invariant.is_empty());
    let summary = if is_said {
        "The lines that it needs"
    } else {
        "Why it holds"
    };
    if blame.elements.is_empty() {
        return soft(blame.sentence.clone());
    }
    let (first, rest) = blame.elements.split_at(blame.elements.len().min(FIRST));
    let rest = (!rest.is_empty()).then(|| {
        view! {
            <details>
                <summary>"Show the rest"</summary>
                <ul class="blame">{demands(page, rest)}</ul>
            </details>
        }
    });
    view! {
        <details class="help">
            <summary>{summary}</summary>
            <ul class="blame">{demands(page, first)}</ul>
            {rest}
            <p class="help-note"><Prose text=blame.note.clone()/></p>
        </details>
    }
    .into_any()
}

/// How many demands are shown before the rest is asked for.
const FIRST: usize = 5;

/// Demands; each is lit while it is pointed at, and shown by a click.
fn demands(page: Page, all: &[BlamedView]) -> AnyView {
    let items = all.iter().map(|element| {
        let range = element.range;
        let point = move |on: bool| page.selection.point_at(on.then_some(range));
        view! {
            <li>
                <button
                    type="button"
                    class="blamed"
                    on:click=move |_| page.reveal(range)
                    on:pointerenter=move |_| point(true)
                    on:pointerleave=move |_| point(false)
                    on:focus=move |_| point(true)
                    on:blur=move |_| point(false)
                >
                    <span class="line-number">{format!("line {}", range.line)}</span>
                    <span><Prose text=element.what.clone()/></span>
                </button>
            </li>
        }
        .into_any()
    });
    items.collect::<Vec<_>>().into_any()
}
