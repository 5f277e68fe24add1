//! The form of a question that is put together by pointing: at states, at values, or by typing what they are called.

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{Asks, drafted_line};
use lockstep_core::diagram::words;

use super::StageContext;
use crate::keys;
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::stage::draft::MOST;
use crate::state::stage::simulation::Wish;
use crate::ui::{Prose, WindowKind, button, focus, focus_first, on_window};

/// Shown in the place of the run while a question is being asked, once the part that draws it is there.
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

/// What is typed, and what is wrong with it.
#[derive(Clone, Copy)]
struct Typed {
    text: RwSignal<String>,
    wrong: RwSignal<Option<String>>,
}

fn drawn(page: Page, play: StageContext) -> AnyView {
    let draft = page.stage.draft;
    let by_hand = move || page.stage.is_simulated();
    let typed = Typed {
        text: RwSignal::new(String::new()),
        wrong: RwSignal::new(None),
    };
    let line = Memo::new(move |_| page.drafted_line());
    let problem = Memo::new(move |_| {
        page.document.settled().track();
        let unasked = page.why_unasked().map(str::to_owned);
        unasked.or_else(|| page.drafted(&line.get()?).err())
    });
    let no_goal = move || draft.goal().is_empty();
    let names_terms = Memo::new(move |_| !by_hand() && draft.asks.get().names_terms());
    let is_typed = move || names_terms.get() && typed.text.with(|it| !it.trim().is_empty());
    // Whether something is missing. What is typed and not added yet is asked for, too.
    let is_open = move || {
        if by_hand() {
            return no_goal();
        }
        !is_typed() && line.with(Option::is_none) || problem.with(Option::is_some)
    };
    let submit = move || {
        if untrack(is_open) || untrack(is_typed) && !add(page, typed) {
            return;
        }
        if untrack(by_hand) {
            page.stage.simulation.wish.set(Some(Wish::GoOn));
        } else if page.keep_asked() {
            leave();
        }
    };
    let cancel = move || {
        let is_own = !untrack(by_hand);
        page.choose_goal(false);
        if is_own {
            leave();
        }
    };
    on_window(leptos::ev::keydown, move |event: KeyboardEvent| {
        if event.key() == "Escape" && !keys::is_taken(&event) {
            event.prevent_default();
            cancel();
        }
    });
    view! {
        <form
            class="ask"
            aria-labelledby="ask-title"
            on:submit=move |event| {
                event.prevent_default();
                submit();
            }
            on:keydown=move |event| {
                let is_field = event_target::<web_sys::Element>(&event).tag_name() == "INPUT";
                match event.key().as_str() {
                    // In the field letters are text, but Escape still ends it.
                    "Escape" => cancel(),
                    // Who has typed a term and presses Enter means to add it, or to read what is wrong; an empty field asks.
                    "Enter" if is_field && untrack(is_typed) => {
                        add(page, typed);
                    }
                    // Browsers send no form whose button cannot be pressed yet.
                    "Enter" if is_field => submit(),
                    _ => return,
                }
                event.prevent_default();
            }
        >
            <div class="ask-head">
                <h3 id="ask-title">{move || if by_hand() {
                    "To which states should the solver go on?"
                } else {
                    "Ask a question"
                }}</h3>
                {move || (!by_hand()).then(|| what(page))}
            </div>
            {move || names_terms.get().then(|| view! {
                <div class="ask-goal" role="status">{terms(page)}</div>
                {field(page, typed)}
            })}
            {move || by_hand().then(|| view! {
                <div class="ask-goal" role="status">{move || goal(page, play)}</div>
            })}
            {bound(page)}
            {move || (!by_hand()).then(|| view! {
                <output class="ask-line">{move || line.get().map(|line| view! { <code>{line}</code> })}</output>
            })}
            <p id="ask-wrong" class="ask-wrong" aria-live="polite">{move || {
                let wrong = problem.get().or_else(|| typed.wrong.get())?;
                let text = format!("{}.", wrong.trim_end_matches('.'));
                Some(view! { <Prose text/> })
            }}</p>
            <div class="ask-foot">
                <button
                    type="submit"
                    class="button primary"
                    disabled=is_open
                >
                    {move || if by_hand() { "Go on" } else { "Ask" }}
                </button>
                {move || by_hand().then(|| view! {
                    <button
                        type="button"
                        class="button"
                        disabled=is_open
                        on:click=move |_| page.stage.simulation.wish.set(Some(Wish::Keep))
                    >
                        "Keep as question"
                    </button>
                })}
                {button("button", "Cancel", cancel)}
                <p class="remark-soft" hidden=by_hand>
                    "The question is added to the model as a line of text."
                </p>
            </div>
        </form>
    }
    .into_any()
}

/// What is asked of the terms.
fn what(page: Page) -> AnyView {
    let asks = page.stage.draft.asks;
    let choice = move |&it: &Asks| {
        let words = match it {
            Asks::Reach => "Can it be reached?",
            Asks::Always => "Is it always so?",
            Asks::Deadlock => "Can it get stuck?",
        };
        view! {
            <button
                type="button"
                aria-pressed=move || (asks.get() == it).to_string()
                on:click=move |_| asks.set(it)
            >
                {words}
            </button>
        }
    };
    let all = Asks::of(page.kind());
    view! {
        <div class="frame-views ask-what" role="group" aria-label="What is asked">
            {all.iter().map(choice).collect_view()}
        </div>
    }
    .into_any()
}

/// The chosen terms; each takes itself away again.
fn terms(page: Page) -> AnyView {
    let draft = page.stage.draft;
    (move || {
        let terms = draft.terms();
        if terms.is_empty() {
            let words = match page.kind().title().asking.equals {
                "" => "Click states in the drawing, or type them.",
                _ => "Click states or values in the drawing, or type a condition.",
            };
            return view! { <p class="remark-soft">{words}</p> }.into_any();
        }
        let chips = terms.into_iter().map(|text| {
            let gone = text.clone();
            chip(text, move || draft.leave_out(&gone))
        });
        chips.collect_view().into_any()
    })
    .into_any()
}

/// The states that the solver is to go on to; each takes itself away again.
fn goal(page: Page, play: StageContext) -> AnyView {
    let check = play.check.get();
    let analysis = play.analysis.get();
    let chosen = page.stage.draft.goal().into_iter();
    let chosen: Vec<_> = chosen
        .filter_map(|(lifeline, state)| {
            let line = check.as_ref()?.lifelines.get(lifeline)?;
            let machine = analysis.machines.get(line.machine)?;
            let name = format!("{}.{}", line.name, words::state(machine, state));
            Some(chip(name, move || page.choose_state(lifeline, state)))
        })
        .collect();
    if chosen.is_empty() {
        return view! { <p class="remark-soft">"Click states in the drawing."</p> }.into_any();
    }
    chosen.into_any()
}

/// Something that was chosen, which a press leaves out.
fn chip(text: String, leave_out: impl Fn() + Send + 'static) -> AnyView {
    let label = format!("Leave out {text}");
    view! {
        <button
            type="button"
            class="ask-term"
            aria-label=label
            on:click=move |_| {
                leave_out();
                // The button disappears with its term. The field would open the keyboard of a phone.
                focus(document().query_selector(".ask-foot .button:last-of-type").ok().flatten());
            }
        >
            {text}
            <span aria-hidden="true">"\u{d7}"</span>
        </button>
    }
    .into_any()
}

/// The field in which terms are typed, with what the model has.
fn field(page: Page, typed: Typed) -> AnyView {
    let offered = page.stage.draft.offered;
    let Typed { text, wrong } = typed;
    let node = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        // On a phone the keyboard would hide what is to be pointed at.
        let is_phone = page.folds.window.kind.get_untracked() == WindowKind::Phone;
        if let (Some(node), false) = (node.get(), is_phone) {
            // What was just drawn takes the focus.
            let _ = node.focus();
        }
    });
    let options = move || {
        let all = offered.get().into_iter();
        all.map(|it| view! { <option value=it></option> })
            .collect_view()
    };
    view! {
        <div class="ask-field">
            <label for="ask-term">"State or value"</label>
            <input
                id="ask-term"
                type="text"
                list="ask-offered"
                autocomplete="off"
                spellcheck="false"
                node_ref=node
                aria-invalid=move || wrong.with(Option::is_some).to_string()
                aria-describedby="ask-wrong"
                prop:value=text
                on:input=move |event| {
                    text.set(event_target_value(&event));
                    wrong.set(None);
                }
            />
            <datalist id="ask-offered">{options}</datalist>
            {button("button", "Add", move || {
                add(page, typed);
            })}
        </div>
    }
    .into_any()
}

/// Gives the focus back to the button that begins a question, or to the way there.
fn leave() {
    focus_first(&[".checks-ask", ".text-unfold", ".strip-check"]);
}

/// Adds what was typed, and says whether it could be asked; what could not stays in the field, with the reason below it.
fn add(page: Page, typed: Typed) -> bool {
    let text = typed.text.get_untracked().trim().to_owned();
    let alone = std::slice::from_ref(&text);
    // What is always so can say more than what is reached, in some languages.
    let asks = Some(page.stage.draft.asks.get_untracked()).filter(|it| it.names_terms());
    let kind = untrack(|| page.kind());
    let asked = drafted_line(kind, asks.unwrap_or_default(), alone, None);
    // Behind a comment nothing of the line would be asked.
    let has_comment = text.contains("//") || text.contains("/*");
    let asked = match asked.filter(|_| !text.is_empty()) {
        Some(_) if has_comment => Err("A condition has no comments".to_owned()),
        Some(line) => page.drafted(&line).map(|_| ()),
        None => Err("Write a state or a value first".to_owned()),
    };
    let is_added = asked.is_ok();
    if is_added {
        page.stage.draft.add(&text);
        typed.text.set(String::new());
    }
    typed.wrong.set(asked.err());
    is_added
}

fn bound(page: Page) -> AnyView {
    let bound = page.stage.draft.bound;
    let shown = move || {
        let step = page.kind().title().step;
        match bound.get() {
            None => "at any length".to_owned(),
            Some(1) => format!("within 1 {step}"),
            Some(more) => format!("within {more} {step}s"),
        }
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
