//! Why a property holds: the invariant that proves it, folded, and its first lines where it is opened.

use leptos::prelude::*;

use crate::state::Page;
use crate::state::run::Row;

/// How many lines are shown before the rest is asked for.
const FIRST: usize = 5;

/// What was found to hold always and shows that nothing is there: the certificate, to be read.
pub fn view(page: Page, row: &Row) -> impl IntoView + use<> {
    let run = row.run.clone();
    let lines = Memo::new(move |_| {
        run.with(|run| {
            let system = run.answer.as_ref()?.outcome.system.as_ref()?;
            Some(system.invariant.clone())
        })
        .unwrap_or_default()
    });
    // In a task it may be what is to be found.
    let due = move || !page.learn.keeps_repairs.get() && lines.with(|it| !it.is_empty());
    move || due().then(|| lines.with(|it| folded(it)))
}

fn folded(lines: &[String]) -> AnyView {
    let (first, rest) = lines.split_at(lines.len().min(FIRST));
    let rest = (!rest.is_empty()).then(|| {
        view! {
            <details>
                <summary>"Show the rest"</summary>
                {list(rest)}
            </details>
        }
    });
    view! {
        <details class="invariant">
            <summary>"Why it holds"</summary>
            <p>"Each of these is true after "<code>"init"</code>" and stays true (proof checked)."</p>
            {list(first)}
            {rest}
        </details>
    }
    .into_any()
}

fn list(lines: &[String]) -> AnyView {
    let lines = lines.iter();
    let items = lines.map(|it| view! { <li><code>{it.clone()}</code></li> });
    view! { <ul>{items.collect_view()}</ul> }.into_any()
}
