//! The list of keys, opened by `?`, and what Lockstep is and rests on.

use leptos::prelude::*;

use crate::keys::{Row, TABLE};
use crate::state::Page;
use crate::state::action::{Action, Dialog};
use crate::ui::{button, close_modal, modal};

/// What Lockstep is, what its answers rest on, and what may be done with it.
const ABOUT: [&str; 3] = [
    "Lockstep checks whether communicating state machines can play a sequence diagram, reach a goal or \
     get stuck, and plays the evidence on all of them at once. Everything is computed in this tab: \
     nothing leaves the browser.",
    "The checks follow the definitions of P. Kaufmann, M. Kronegger, A. Pfandler, M. Seidl and M. Widl: \
     Global State Checker: Towards SAT-based Reachability Analysis of Communicating State Machines \
     (2013), and A SAT-based Debugging Tool for State Machines and Sequence Diagrams (2014).",
    concat!(
        "Version ",
        env!("CARGO_PKG_VERSION"),
        ". Licensed under MIT or Apache 2.0, as you like."
    ),
];

/// The dialog.
pub fn view(page: Page) -> AnyView {
    let node = modal();
    let key = |row: &'static Row| {
        let keys = row.shown.iter().map(|key| view! { <kbd>{*key}</kbd> });
        // Browser tests press what stands here.
        let press = row.press.join(" ");
        view! { <dt data-press=press>{keys.collect_view()}</dt><dd>{row.what}</dd> }
    };
    let about = ABOUT.map(|words| view! { <p class="dialog-note">{words}</p> });
    let help = move || {
        close_modal(node);
        page.perform(Action::Help);
    };
    view! {
        <dialog
            class="dialog"
            id="keys"
            aria-label="Keys and About"
            node_ref=node
            on:close=move |_| page.close(&Dialog::Keys)
        >
            <h2>"Keys"</h2>
            <p class="dialog-note keys-note">"They work wherever you are not typing."</p>
            <dl class="keys">{TABLE.iter().map(key).collect_view()}</dl>
            <h2 class="about">"About Lockstep"</h2>
            {about.collect_view()}
            <form class="dialog-foot" method="dialog">
                {button("button", "Help on the language", help)}
                <button class="button primary">"Done"</button>
            </form>
        </dialog>
    }
    .into_any()
}
