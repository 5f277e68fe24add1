//! The papers' formulas, as printed and mended side by side.

use leptos::prelude::*;
use lockstep_core::api::{BothView, PrintedView};

use super::files;
use super::sheet::sheet;
use crate::protocol::Edition;
use crate::state::Page;
use crate::ui::Prose;
use crate::words::counted_large;

/// Both answers, what is wrong with them, the formulas, and their files.
pub fn contents(page: Page, both: &BothView) -> AnyView {
    let BothView { as_printed, mended } = both;
    let lines = as_printed.formulas.iter().map(|formula| {
        let other = mended.formulas.iter().find(|it| it.name == formula.name);
        (formula.clone(), other.cloned())
    });
    let head = |word: &str, view: &PrintedView| {
        let k = view.k.unwrap_or(view.up_to);
        let clauses = view.formulas.iter().map(|it| it.clauses).sum();
        format!("{word}, k = {k}: {}", counted_large(clauses, "clause"))
    };
    let heads = vec![
        "Formula".to_owned(),
        head("As printed", as_printed),
        head("Mended", mended),
    ];
    view! {
        {said("As printed", as_printed)}
        {said("Mended", mended)}
        {sheet(heads, lines.collect())}
        {files::buttons(page, "as printed ", Edition::Printed)}
        {files::buttons(page, "mended ", Edition::Mended)}
    }
    .into_any()
}

/// What the formulas answer, and what is wrong with it.
fn said(word: &'static str, view: &PrintedView) -> AnyView {
    let flaw = view.flaw.as_ref().map(|flaw| {
        let text = format!("At index {}: {}", flaw.index, flaw.sentence);
        view! { <p class="formulas-flaw"><Prose text/></p> }
    });
    let wrong = view.difference.is_some().to_string();
    let states = view.told.iter().cloned();
    let states = states.map(|it| view! { <li>{it}</li> }).collect_view();
    let run = (!view.told.is_empty()).then(|| {
        view! {
            <details>
                <summary>{if view.k.is_some() { "The run that they claim" } else { "The run by the definitions" }}</summary>
                <ol start="0" class="formulas-run">{states}</ol>
            </details>
        }
    });
    view! {
        <div class="formulas-said" data-wrong=wrong>
            <h3>{word}": "<b>{view.answer.clone()}</b></h3>
            <p><Prose text=view.sentence.clone()/></p>
            {flaw}
            {run}
        </div>
    }
    .into_any()
}
