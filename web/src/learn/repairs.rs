//! Once a task is solved: the edits that the page would have proposed for its start text, each with what becomes of the
//! task by it. Until then they are kept back, since some of them solve a task by a click.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{ProposedRepairs, RepairView, with_patches};
use lockstep_core::lesson::Judgement;

use super::ask::Stopped;
use super::open::Open;
use super::{judging, words};
use crate::kinds;
use crate::ui::Prose;
use crate::ui::task::spawn;

/// A proposal with what the judge says about it.
#[derive(Clone)]
struct Proposal {
    repair: RepairView,
    judgement: Arc<Judgement>,
}

/// The proposals, once the task is solved and the user has opened them.
pub fn view(open: Open) -> AnyView {
    let analysis = kinds::analyse(open.lesson().start());
    let has_repairs = analysis.needs.is_none()
        && analysis.structure.kind().extras().repairs != ProposedRepairs::None
        && analysis.checks.iter().any(|it| it.expected.is_some());
    if !has_repairs {
        return ().into_any();
    }
    let found: RwSignal<Option<Vec<Proposal>>> = RwSignal::new(None);
    let asked = StoredValue::new(false);
    let ask = move || {
        if asked.get_value() {
            return;
        }
        asked.set_value(true);
        spawn(async move {
            match proposals(open).await {
                Ok(proposals) => found.set(Some(proposals)),
                Err(Stopped) => asked.set_value(false),
            }
        });
    };
    let list = move || match found.get() {
        None => view! { <p role="status">"Looking for edits."</p> }.into_any(),
        Some(found) if found.is_empty() => {
            view! { <p>"The page would have proposed nothing."</p> }.into_any()
        }
        Some(found) => {
            let items = found.iter().map(item).collect_view();
            view! { <ol class="lesson-repairs">{items}</ol> }.into_any()
        }
    };
    view! {
        <Show when=move || open.is_solved()>
            <details class="lesson-proposals" on:toggle=move |_| ask()>
                <summary>"What the page would have proposed"</summary>
                {list}
            </details>
        </Show>
    }
    .into_any()
}

fn item(proposal: &Proposal) -> AnyView {
    let title = proposal.repair.title.clone();
    let verdict = match proposal.judgement.first() {
        _ if proposal.judgement.is_solved() => words::sentence("It meets every criterion."),
        Some((_, first)) => {
            view! { "It does not solve the task: " {words::sentence(&first.sentence)} }.into_any()
        }
        None => ().into_any(),
    };
    view! {
        <li>
            <p><Prose text=title/></p>
            <p class="lesson-soft">{verdict}</p>
        </li>
    }
    .into_any()
}

/// The repairs of the first check of the start text that is not as expected, each judged as an attempt.
async fn proposals(open: Open) -> Result<Vec<Proposal>, Stopped> {
    let Some(asker) = open.asker.try_get_value() else {
        return Err(Stopped);
    };
    let (lesson, task) = (open.lesson(), open.task().unwrap_or_default());
    let start = lesson.start();
    let kinds = kinds::known();
    let analysis = kinds::analyse(start);
    let (kind, checks) = (analysis.structure.kind(), analysis.checks.len());
    let mut proposals = Vec::new();
    for check in 0..checks {
        let Some(found) = asker.repairs(kind, start, check).await? else {
            continue;
        };
        for repair in found.proposals {
            let text = with_patches(start, &repair.patches);
            let (kinds, files) = (kinds.clone(), lesson.files.clone());
            let judge = judging::begin(kinds, task.clone(), files, text).await;
            let judge = judge.map_err(|_| Stopped)?;
            let judgement = Arc::new(asker.judge(judge).await?);
            proposals.push(Proposal { repair, judgement });
        }
        if !proposals.is_empty() {
            break;
        }
    }
    Ok(proposals)
}
