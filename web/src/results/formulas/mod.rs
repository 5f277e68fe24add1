//! The formulas of a check, open: those that Lockstep solves, and the papers' as printed and mended,
//! each with how many clauses it becomes and one of them in words; and all of them as files.
//! Drawn by a part of the program.

pub mod files;
mod notation;
mod ours;
mod papers;
mod sheet;

use leptos::prelude::*;
use lockstep_core::api::ShownFormulas;
use lockstep_core::api::{BothView, EncodedView};

use super::help::again;
use crate::protocol::Wanted;
use crate::state::Page;
use crate::state::action::{Action, Dialog};
use crate::state::aid::Aid;
use crate::state::document::Revision;
use crate::state::run::{Phase, Row, RowId};
use crate::ui::{Prose, modal};

/// The button that opens them.
pub fn button(page: Page, row: Row) -> AnyView {
    let show = move |papers| page.perform(Action::Open(Dialog::Formulas(row.id, papers)));
    // An example of the papers' formulas shows them by itself.
    Effect::new(move |_| {
        let wanted = page.papers_of.get();
        let is_it = |it: &Revision| it.number as usize == wanted;
        let is_due = wanted > 0 && row.run.with(|run| run.phase == Phase::Done);
        if is_due && page.document.revision().with(is_it) {
            page.papers_of.set(0);
            show(true);
        }
    });
    view! {
        <button type="button" class="link" aria-haspopup="dialog" on:click=move |_| show(false)>
            "Formulas"
        </button>
    }
    .into_any()
}

/// The dialog about the check of a row.
pub fn view(page: Page, row: RowId, of_papers: bool) -> AnyView {
    let this = Dialog::Formulas(row, of_papers);
    let Some(row) = page.checks.row(row) else {
        return ().into_any();
    };
    let has_ours = page.kind().extras().formulas == ShownFormulas::Both;
    let papers = RwSignal::new(of_papers || !has_ours);
    let node = modal();
    let title = row.view.with_untracked(|view| view.title.clone());
    let run = row.run.clone();
    let help = move || run.with(|run| Some(run.answer.as_ref()?.help.clone()));
    let now = row.run.clone();
    // How far what is looked at got: what comes beside it must not draw it anew.
    let phase = Memo::new(move |_| {
        let (papers, help) = (papers.get(), help());
        help.map_or(0, |help| match papers {
            true => help.phase(Wanted::Formulas),
            false => help.phase(Wanted::Encoding),
        })
    });
    let contents = move || {
        // Read, not only tracked: a memo that nobody reads follows nothing.
        if phase.get() == 0 {
            return waiting(page);
        }
        let papers = papers.get();
        let Some(help) = now.with_untracked(|run| Some(run.answer.as_ref()?.help.clone())) else {
            return waiting(page);
        };
        if papers {
            aided(page, help.of::<BothView>(Wanted::Formulas), |both| {
                papers::contents(page, both)
            })
        } else {
            aided(page, help.of::<EncodedView>(Wanted::Encoding), |view| {
                ours::contents(page, view)
            })
        }
    };
    let choice = move |of: bool, word: &'static str| {
        view! {
            <button
                type="button"
                aria-pressed=move || (papers.get() == of).to_string()
                on:click=move |_| papers.set(of)
            >
                {word}
            </button>
        }
        .into_any()
    };
    view! {
        <dialog
            class="dialog formulas"
            node_ref=node
            aria-labelledby="formulas-title"
            on:close=move |_| page.close(&this)
        >
            <header class="formulas-head">
                <h2 id="formulas-title">"The formulas " <span class="export-what">{title}</span></h2>
                {has_ours.then(|| view! {
                    <div class="frame-views" role="group" aria-label="Encoding">
                        {choice(false, "Lockstep’s")} {choice(true, "The papers’")}
                    </div>
                })}
            </header>
            {contents}
            <form method="dialog" class="dialog-foot">
                <span class="dialog-note">
                    {move || if papers.get() {
                        "Answers never rest on the papers’ formulas: see “Certificate” beside the check."
                    } else {
                        "A prime is the next index: p is now, p' is after one transaction."
                    }}
                </span>
                <button class="button primary">"Done"</button>
            </form>
        </dialog>
    }
    .into_any()
}

/// What there is of a piece of help, or how far it got.
fn aided<T>(page: Page, aid: Aid<T>, draw: impl Fn(&T) -> AnyView) -> AnyView {
    match aid {
        Aid::Unasked | Aid::Asked => waiting(page),
        Aid::Refused(why) => view! { <p role="alert"><Prose text=why/></p> }.into_any(),
        Aid::Failed(why) => view! {
            <p role="alert"><Prose text=why/></p>
            {again(page)}
        }
        .into_any(),
        Aid::There(found) => draw(&found),
    }
}

fn waiting(page: Page) -> AnyView {
    let working = page.checks.working();
    view! {
        <p role="status">"The formulas are being written and solved."</p>
        <p class="help-note">{working}</p>
    }
    .into_any()
}
