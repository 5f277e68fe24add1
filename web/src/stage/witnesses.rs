//! The bar above the diagram while further runs with the same answer are looked at.

use leptos::html;
use leptos::prelude::*;

use crate::parts::{self, part};
use crate::state::Page;
use crate::ui::{StayInside, Strong};

/// The bar, once somebody has asked for another run.
pub fn bar(page: Page) -> impl IntoView {
    let shown = Memo::new(move |_| page.others().is_some());
    move || {
        shown.get().then(|| {
            let draw = move || parts::now(others_bar(page)).into_any();
            parts::later("Other runs", fetch, draw)
        })
    }
}

part! {
    dialogs, fetched by fetch;
    fn others_bar(page: Page) -> Result<AnyView, Missing> {
        Ok(drawn(page))
    }
}

/// What can be done in the bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Action {
    Compare,
    First,
    Before,
    Stop,
    Next,
    Another,
}

impl Action {
    fn label(self) -> &'static str {
        match self {
            Self::Compare => "Compare with the first",
            Self::First => "First run",
            Self::Before => "Run before",
            Self::Stop => "Stop",
            Self::Next => "Next run",
            Self::Another => "Another run",
        }
    }

    fn run(self, page: Page) {
        let at = untrack(|| page.others()).map_or(0, |(_, at)| at);
        match self {
            Self::Compare => page.compare_with_first(),
            Self::First => page.show_run(0),
            Self::Before => page.show_run(at.saturating_sub(1)),
            Self::Stop => page.stage.side_question.end(),
            Self::Next | Self::Another => page.show_another(),
        }
    }
}

fn drawn(page: Page) -> AnyView {
    let buttons = NodeRef::<html::Div>::new();
    let actions = Memo::new(move |_| actions(page));
    let stay = StayInside::new(
        move || actions.track(),
        move || buttons.get_untracked()?.last_element_child(),
    );
    let button = move |action: Action| {
        view! {
            <button type="button" class="button" on:click=move |_| action.run(page)>
                {action.label()}
            </button>
        }
    };
    view! {
        <div
            class="compared others"
            role="group"
            aria-label="Runs"
            on:focusin=move |event| stay.came(&event)
            on:focusout=move |event| stay.left(&event)
        >
            <p role="status">{move || said(page)}</p>
            <div class="others-do" node_ref=buttons>
                <For each=move || actions.get() key=|&it| it children=button/>
            </div>
        </div>
    }
    .into_any()
}

/// Which run it is, and what is known of it.
fn said(page: Page) -> Option<AnyView> {
    let status = page.stage.side_question.status.get();
    let (others, at) = page.others()?;
    let count = others.runs.len();
    let of = match others.end.is_empty() {
        true => String::new(),
        false => format!(" of {count}"),
    };
    let is_end = at + 1 == count && !others.end.is_empty();
    let words = match (status.is_empty(), is_end) {
        (false, _) => status,
        (true, true) => others.end.clone(),
        (true, false) if at == 0 => "The one that the answer came with, a shortest one.".into(),
        (true, false) => format!("{} It was replayed.", others.runs[at].sentence),
    };
    Some(
        view! { <b>{format!("Run {}{of}. ", at + 1)}</b> <span><Strong text=words/></span> }
            .into_any(),
    )
}

fn actions(page: Page) -> Vec<Action> {
    let searching = page
        .stage
        .side_question
        .status
        .with(|status| !status.is_empty());
    let Some((others, at)) = page.others() else {
        return Vec::new();
    };
    let mut actions = Vec::new();
    if at > 0 {
        actions.extend([Action::Compare, Action::First]);
    }
    if at > 1 {
        actions.push(Action::Before);
    }
    let is_last = at + 1 == others.runs.len();
    if searching {
        actions.push(Action::Stop);
    } else if !is_last {
        actions.push(Action::Next);
    } else if others.end.is_empty() {
        actions.push(Action::Another);
    }
    actions
}
