//! Clauses and proofs as files, for other people's solvers and checkers.

use leptos::prelude::*;
use lockstep_core::interchange::file_stem;

use crate::export::save;
use crate::protocol::Edition;
use crate::state::Page;
use crate::state::checks::Files;

/// Buttons that save the clauses and the proof of an edition; `which` tells editions apart.
pub fn buttons(page: Page, which: &'static str, edition: Edition) -> AnyView {
    let said = RwSignal::new(String::new());
    let button = move |proof: bool| {
        let (what, spoken) = if proof {
            ("Proof (DRAT)", "proof (DRAT)")
        } else {
            ("Clauses (DIMACS)", "clauses (DIMACS)")
        };
        let label = format!("Save {which}{spoken}");
        view! {
            <button
                type="button"
                class="button"
                aria-label=label
                on:click=move |_| ask(page, which, edition, proof, said)
            >
                {what}
            </button>
        }
        .into_any()
    };
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

/// Has the worker write the files and saves one of them; says how it went beside the buttons, since
/// notices lie under the dialog.
fn ask(page: Page, which: &'static str, edition: Edition, proof: bool, said: RwSignal<String>) {
    let title = page.check().with_untracked(|check| {
        let check = check.as_ref();
        check.map_or_else(String::new, file_stem)
    });
    let save = Callback::new(move |files: Files| {
        let text = match files {
            Err(why) => Err(why),
            Ok(files) if !proof => Ok(files.dimacs),
            Ok(files) => {
                (files.drat).ok_or_else(|| "It can be satisfied, so there is no proof.".to_owned())
            }
        };
        let text = match text {
            Ok(text) => text,
            Err(why) => {
                // The dialog may be closed by now.
                said.try_set(why);
                return;
            }
        };
        let ending = if proof { "drat" } else { "cnf" };
        let which = which.trim_end().replace(' ', "-");
        let dash = if which.is_empty() { "" } else { "-" };
        let name = format!("{title}{dash}{which}.{ending}");
        leptos::task::spawn_local(async move {
            let how = match save::text(&name, "text/plain", &text).await {
                Ok(()) => format!("Saved {name}."),
                Err(_) => format!("{name} could not be saved. You may be offline."),
            };
            said.try_set(how);
        });
    });
    page.checks.write_files(edition, save);
}
