//! The form of a question that is put together by clicking states on the cards.

use leptos::prelude::*;
use lockstep_core::api::PlaceView;
use lockstep_core::diagram::words;

use super::StageContext;
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::stage::draft::MOST;
use crate::state::stage::simulation::Wish;
use crate::ui::button;

/// Shown above the diagram while a question is being asked, once the part that draws it is there.
#[component]
pub fn AskForm(page: Page, play: StageContext) -> impl IntoView {
    move || {
        page.stage.asks.get().then(|| {
            let draw = move || parts::now(form(page, play)).into_any();
            parts::later("The form of a question", fetch, draw)
        })
    }
}

part! {
    dialogs, fetched by fetch;
    fn form(page: Page, play: StageContext) -> Result<AnyView, Missing> {
        Ok(drawn(page, play))
    }
}

fn drawn(page: Page, play: StageContext) -> AnyView {
    let by_hand = move || page.stage.is_simulated();
    let no_goal =
        move || (play.check).with(|check| check.as_ref().is_none_or(|check| check.goal.is_empty()));
    view! {
        <form
            class="ask"
            aria-labelledby="ask-title"
            on:submit=move |event| {
                event.prevent_default();
                if by_hand() {
                    page.stage.simulation.wish.set(Some(Wish::GoOn));
                } else {
                    page.keep_asked();
                }
            }
        >
            <h3 id="ask-title">{move || match by_hand() {
                true => "To which states should the solver go on?",
                false => "Can these states hold at the same time?",
            }}</h3>
            <div class="ask-goal" role="status">{move || goal(play)}</div>
            {bound(page)}
            <div class="ask-foot">
                <button
                    type="submit"
                    class="button primary"
                    disabled=no_goal
                >
                    {move || if by_hand() { "Go on" } else { "Ask" }}
                </button>
                {move || by_hand().then(|| view! {
                    <button
                        type="button"
                        class="button"
                        disabled=no_goal
                        on:click=move |_| page.stage.simulation.wish.set(Some(Wish::Keep))
                    >
                        "Keep as question"
                    </button>
                })}
                {button("button", "Cancel", move || page.choose_goal(false))}
                <p class="remark-soft" hidden=by_hand>
                    "The question is added to the model as a line of text."
                </p>
            </div>
        </form>
    }
    .into_any()
}

/// The chosen states; each name takes its state away again.
fn goal(play: StageContext) -> AnyView {
    let Some(check) = play.check.get() else {
        return ().into_any();
    };
    let analysis = play.analysis.get();
    let chosen: Vec<_> = check
        .goal
        .iter()
        .filter_map(|&(lifeline, place)| {
            let PlaceView::State(state) = place else {
                return None;
            };
            let line = check.lifelines.get(lifeline)?;
            let machine = analysis.machines.get(line.machine)?;
            let name = format!("{}.{}", line.name, words::state(machine, state));
            let label = format!("Leave out {name}");
            Some(
                view! {
                    <button
                        type="button"
                        class="chip"
                        aria-label=label
                        on:click=move |_| play.on_state.run((lifeline, state))
                    >
                        {name}
                        <span aria-hidden="true">"\u{d7}"</span>
                    </button>
                }
                .into_any(),
            )
        })
        .collect();
    if chosen.is_empty() {
        return view! { <p class="remark-soft">"Click states on the cards above."</p> }.into_any();
    }
    chosen.into_any()
}

fn bound(page: Page) -> AnyView {
    let bound = page.stage.draft.bound;
    let shown = move || match bound.get() {
        None => "at any length".to_owned(),
        Some(1) => "within 1 transaction".to_owned(),
        Some(more) => format!("within {more} transactions"),
    };
    view! {
        <div class="ask-bound">
            <label for="ask-bound">"How soon"</label>
            <input
                id="ask-bound"
                type="range"
                min="1"
                max=MOST + 1
                prop:value=move || bound.get().unwrap_or(MOST + 1).to_string()
                aria-valuetext=shown
                on:input=move |event| {
                    let steps = event_target_value(&event).parse::<u32>().unwrap_or(MOST);
                    bound.set((steps <= MOST).then_some(steps));
                }
            />
            <output for="ask-bound">{shown}</output>
        </div>
    }
    .into_any()
}
