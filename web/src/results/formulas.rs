//! The papers' formulas of a check, each with what it says and how many clauses it becomes, as
//! printed and mended side by side. Drawn by a part of the program.

use leptos::prelude::*;
use lockstep_core::api::{BothView, ConjunctView, PrintedView};

use super::words::{counted, grouped};
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::run::{Aid, Row};
use crate::ui::{Prose, dom};

/// The button, and the dialog once it was pressed.
pub fn button(page: Page, row: Row) -> AnyView {
    let open = RwSignal::new(false);
    let shown = move || {
        let row = row.clone();
        if open.get() {
            parts::now(dialog(page, row, open))
        } else {
            None
        }
    };
    view! {
        <button type="button" class="link" aria-haspopup="dialog" on:click=move |_| show(page, open)>
            "The papers’ formulas"
        </button>
        {shown}
    }
    .into_any()
}

fn show(page: Page, open: RwSignal<bool>) {
    let write = Callback::new(move |()| {
        page.checks.write_formulas();
        // The row may be gone by now.
        open.try_set(true);
    });
    parts::with(page.notices, "The view of formulas", fetch, write);
}

part! {
    views, fetched by fetch;
    fn dialog(page: Page, row: Row, open: RwSignal<bool>) -> Result<AnyView, Missing> {
        Ok(drawn(page, row, open))
    }
}

fn drawn(page: Page, row: Row, open: RwSignal<bool>) -> AnyView {
    let node = dom::modal();
    let title = row.view.with_untracked(|view| view.title.clone());
    let run = row.run.clone();
    let contents = move || {
        let formulas = run.with(|run| Some(run.answer.as_ref()?.help.formulas.clone()));
        match formulas.unwrap_or_default() {
            Aid::Unasked | Aid::Asked => {
                view! { <p role="status">"The formulas are being written and solved."</p> }
                    .into_any()
            }
            Aid::Failed(why) => view! {
                <p role="alert"><Prose text=why/></p>
                <button type="button" class="button" on:click=move |_| page.checks.help_again()>
                    "Try again"
                </button>
            }
            .into_any(),
            Aid::There(both) => contents(&both),
        }
    };
    view! {
        <dialog
            class="dialog formulas"
            node_ref=node
            aria-labelledby="formulas-title"
            on:close=move |_| open.set(false)
        >
            <h2 id="formulas-title">"The papers’ formulas " <span class="export-what">{title}</span></h2>
            {contents}
            <form method="dialog" class="dialog-foot">
                <span class="dialog-note">
                    "Answers of Lockstep never rest on them: see “Made sure” beside the check."
                </span>
                <button class="button primary">"Done"</button>
            </form>
        </dialog>
    }
    .into_any()
}

fn contents(both: &BothView) -> AnyView {
    let BothView { as_printed, mended } = both;
    let all = as_printed.formulas.iter().chain(&mended.formulas);
    let most = all.map(|it| it.clauses).max().unwrap_or(1).max(1);
    let names = as_printed.formulas.iter();
    let rows: Vec<_> = names
        .map(|formula| {
            let other = mended.formulas.iter().find(|it| it.name == formula.name);
            line(formula, other, most)
        })
        .collect();
    let total = |view: &PrintedView| counted(sum(view), "clause");
    let head = |word: &str, view: &PrintedView| {
        let k = view.k.unwrap_or(view.up_to);
        format!("{word}, k = {k}: {}", total(view))
    };
    view! {
        {said("As printed", as_printed)}
        {said("Mended", mended)}
        <div class="formulas-table" tabindex="0" role="region" aria-label="Formulas">
            <table>
                <thead>
                    <tr>
                        <th>"Formula"</th>
                        <th>{head("As printed", as_printed)}</th>
                        <th>{head("Mended", mended)}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// Clauses of all formulas together.
fn sum(view: &PrintedView) -> usize {
    let clauses: u64 = view.formulas.iter().map(|it| it.clauses).sum();
    usize::try_from(clauses).unwrap_or(usize::MAX)
}

/// What the formulas answer, and what is wrong with it.
fn said(word: &'static str, view: &PrintedView) -> AnyView {
    let flaw = view.flaw.as_ref().map(|flaw| {
        let text = format!("At index {}: {}", flaw.index, flaw.sentence);
        view! { <p class="formulas-flaw"><Prose text/></p> }
    });
    let wrong = view.difference.is_some().to_string();
    view! {
        <div class="formulas-said" data-wrong=wrong>
            <h3>{word}": "<b>{view.answer.clone()}</b></h3>
            <p><Prose text=view.sentence.clone()/></p>
            {flaw}
        </div>
    }
    .into_any()
}

fn line(formula: &ConjunctView, mended: Option<&ConjunctView>, most: u64) -> AnyView {
    let changed = mended.filter(|it| it.text != formula.text).map(|it| {
        let text = it.text.clone();
        view! { <code class="formulas-mended"><span class="visually-hidden">"mended: "</span>{text}</code> }
    });
    view! {
        <tr>
            <th scope="row">
                {name(&formula.name)}
                <code>{formula.text.clone()}</code>
                {changed}
            </th>
            {bar(Some(formula), most)}
            {bar(mended, most)}
        </tr>
    }
    .into_any()
}

/// `φ_init` with its index below the line.
fn name(name: &str) -> AnyView {
    let (symbol, index) = name.split_once('_').unwrap_or((name, ""));
    let (symbol, index) = (symbol.to_owned(), index.to_owned());
    view! { <b>{symbol}<sub>{index}</sub></b> }.into_any()
}

/// A number of clauses with its share of the largest as a bar.
fn bar(formula: Option<&ConjunctView>, most: u64) -> AnyView {
    let Some(formula) = formula else {
        return view! { <td></td> }.into_any();
    };
    let share = format!("{}%", formula.clauses * 100 / most);
    let title = counted(usize::try_from(formula.variables).unwrap_or(0), "variable");
    view! {
        <td title=title>
            <span class="formulas-bar" style=("--share", share)></span>
            {grouped(formula.clauses)}
        </td>
    }
    .into_any()
}
