//! Clauses and proofs as files, for other people's solvers and checkers.

use leptos::prelude::*;
use lockstep_core::interchange::file_stem;

use crate::export::save;
use crate::protocol::Edition;
use crate::state::Page;
use crate::state::written_file::{Wish, WrittenFile};

/// Buttons that save the clauses and the proof of an edition; `which` tells editions apart.
pub fn buttons(page: Page, which: &'static str, edition: Edition) -> AnyView {
    let button = move |proof: bool| {
        let (what, spoken) = if proof {
            ("Proof (DRAT)", "proof (DRAT)")
        } else {
            ("Clauses (DIMACS)", "clauses (DIMACS)")
        };
        let label = format!("Save {which}{spoken}");
        let ask = move |_| page.checks.write_file(wish(page, which, edition, proof));
        view! {
            <button type="button" class="button" aria-label=label on:click=ask>
                {what}
            </button>
        }
        .into_any()
    };
    // Beside the buttons, since notices lie under the dialog.
    let said = move || page.checks.wish_status(edition);
    view! {
        <div class="formulas-files">
            <span>"Save "{which}</span>
            {button(false)}
            {button(true)}
            <span role="status">{said}</span>
        </div>
    }
    .into_any()
}

fn wish(page: Page, which: &'static str, edition: Edition, proof: bool) -> Wish {
    let title = page.check().with_untracked(|check| {
        let check = check.as_ref();
        check.map_or_else(String::new, file_stem)
    });
    let ending = if proof { "drat" } else { "cnf" };
    let which = which.trim_end().replace(' ', "-");
    let dash = if which.is_empty() { "" } else { "-" };
    Wish {
        edition,
        proof,
        name: format!("{title}{dash}{which}.{ending}"),
    }
}

/// Saves a file that has been written, and says how it went.
pub async fn save_written(page: Page, file: &WrittenFile) {
    let name = &file.wish.name;
    let how = match save::text(name, "text/plain", &file.text).await {
        Ok(()) => format!("Saved {name}."),
        Err(_) => format!("{name} could not be saved. You may be offline."),
    };
    page.checks.say_of_wish(file.wish.edition, &how);
}
