//! Why a property holds: the invariant that proves it, folded, and its first lines where it is opened.

use leptos::prelude::*;

use crate::state::Page;
use crate::state::run::Row;
use crate::ui::button;

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
    move || due().then(|| folded(lines.get()))
}

fn folded(lines: Vec<String>) -> AnyView {
    let all = lines.len();
    let is_whole = RwSignal::new(all <= FIRST);
    let shown = move || {
        let most = if is_whole.get() { all } else { FIRST };
        let lines = lines.iter().take(most);
        lines
            .map(|it| view! { <li><code>{it.clone()}</code></li> })
            .collect_view()
    };
    view! {
        <details class="invariant">
            <summary>"Why it holds"</summary>
            <p>"Each of these is true after "<code>"init"</code>" and stays true (proof checked)."</p>
            <ul>{shown}</ul>
            {move || (!is_whole.get()).then(|| {
                button("link", "Show the rest", move || is_whole.set(true))
            })}
        </details>
    }
    .into_any()
}
