//! The list of checks: one row each, the selected one open.
//!
//! A row is a button that selects; what else can be done with a check stands beside it, never
//! inside it, so that every control has its own name and its own place in the tab order.

mod detail;
pub mod formulas;
mod help;
mod invariant;
pub mod judgement;
mod paper;
pub mod rail;
mod row;
mod strip;

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::state::Page;
use crate::state::checks::Health;
use crate::ui::{Icon, button, on_paper};
pub use strip::strip;

use judgement::{Badge, Judgement, Standing};
use row::CheckRow;

/// The pane with the checks.
#[component]
pub fn ChecksPane(page: Page) -> impl IntoView {
    let rows = page.checks.rows();
    let health = page.checks.health();
    let empty = move || rows.with(Vec::is_empty);
    let broken = move || page.document.analysis().with(|it| it.has_errors);
    let held = move || broken() && !empty();
    let pressed = StoredValue::new(None);
    view! {
        <section class="checks" aria-labelledby="checks-title">
            <header class="pane-head">
                <h2 id="checks-title">"Checks"</h2>
                <Summary page/>
                <button
                    type="button"
                    class="button quiet checks-ask"
                    // Stays focusable, so that everybody can learn why.
                    aria-disabled=move || page.why_unasked().map(|_| "true")
                    title=move || page.why_unasked().unwrap_or("Ask a question (q)")
                    aria-pressed=move || page.stage.asks.get().to_string()
                    on:click=move |_| page.ask()
                >
                    "Ask a question"
                </button>
            </header>
            <div class="checks-scroll">
                <Show when=held>
                    <p class="checks-note">
                        "These answers are for the text before the errors."
                    </p>
                </Show>
                {move || match health.get() {
                    Health::Working => None,
                    Health::Unavailable(why) => Some(view! { <Unavailable page why/> }),
                }}
                <Show when=empty>
                    <p class="checks-empty">
                        {move || if !page.document.is_model() {
                            "This text is no model: it has no checks."
                        } else if broken() {
                            "Nothing can be checked before the errors in the text are fixed."
                        } else {
                            "Nothing to check yet. Write a scenario, or a line such as “check deadlock within 20”."
                        }}
                    </p>
                </Show>
                <ol
                    class="check-list"
                    data-held=move || held().to_string()
                    on:keydown=walk
                    on:pointerdown=move |event| {
                        let place = (event.client_x(), event.client_y());
                        pressed.set_value(row_at(&event).map(|row| (row, place)));
                    }
                    on:click=move |event| {
                        // Where an answer moves the rows between press and release, browsers send the click to the list. A
                        // pointer that has moved cancels the press, as on any button.
                        let place = (event.client_x(), event.client_y());
                        let missed = pressed.get_value().filter(|it| it.1 == place && !is_on_control(&event));
                        pressed.set_value(None);
                        if let Some(id) = missed.and_then(|it| page.checks.id_at(it.0)) {
                            page.select_row(id);
                        }
                    }
                >
                    <For each=move || rows.get() key=|row| row.id let:row>
                        <CheckRow page row/>
                    </For>
                </ol>
            </div>
            {on_paper(move || paper::checks(page))}
        </section>
    }
}

/// How many checks are answered; a screen reader hears it when the last answer is there. A search that lasts is said
/// with the check that it is for (`stage/spoken`): here nothing is said then, and nothing of an earlier text.
#[component]
fn Summary(page: Page) -> impl IntoView {
    let tally = Memo::new(move |_| Tally::of(page));
    let broken = Memo::new(move |_| page.document.analysis().with(|it| it.has_errors));
    let settled = Memo::new(move |before: Option<&String>| {
        let tally = tally.get();
        match before {
            _ if broken.get() || tally.checking > 0 => String::new(),
            // Most answers come at once; the same as before need not be said again.
            Some(before) if tally.unsettled > 0 => before.clone(),
            _ => tally.sentence(),
        }
    });
    let seen = move || match tally.get() {
        tally if tally.all > 0 && broken.get() => "not checked: errors in the text".to_owned(),
        tally => tally.sentence(),
    };
    view! {
        <p class="pane-note checks-summary" aria-hidden="true">{seen}</p>
        <p class="visually-hidden" role="status">{move || settled.get()}</p>
    }
}

/// The checks, counted by their outcomes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    all: usize,
    answered: usize,
    /// Those whose row says that they are as expected.
    met: usize,
    /// Those whose row says that another answer was expected.
    contrary: usize,
    /// Those without an `expect` in the text.
    unasked: usize,
    unsettled: usize,
    checking: usize,
}

impl Tally {
    fn of(page: Page) -> Self {
        let mut tally = Self::default();
        for row in page.checks.rows().get() {
            tally.count(&Judgement::of_row(page, &row));
        }
        tally
    }

    fn count(&mut self, judgement: &Judgement) {
        self.all += 1;
        self.answered += usize::from(judgement.standing == Standing::Answered);
        self.met += usize::from(judgement.badge == Some(Badge::Met));
        self.contrary += usize::from(judgement.is_contrary());
        self.unasked += usize::from(judgement.badge.is_none());
        self.checking += usize::from(judgement.standing == Standing::Checking);
        let is_unsettled = matches!(judgement.standing, Standing::Waiting | Standing::Checking);
        self.unsettled += usize::from(is_unsettled);
    }

    /// "3 of 3 as expected" where the text says so of each check, else how many are answered.
    fn sentence(self) -> String {
        let Self { all, answered, .. } = self;
        match self.contrary {
            _ if all == 0 => String::new(),
            _ if self.unasked == 0 && answered == all => {
                format!("{} of {all} as expected", self.met)
            }
            0 => format!("{answered} of {all} answered"),
            contrary => format!("{answered} of {all} answered, {contrary} not as expected"),
        }
    }
}

/// The worker cannot be started: say so, and offer another try.
#[component]
fn Unavailable(page: Page, why: String) -> impl IntoView {
    view! {
        <div class="checks-unavailable" role="alert">
            <Icon name="problem"/>
            <p>
                "The checker cannot be started in this browser: " {why} ". "
                "The text and the diagrams work without it."
            </p>
            {button("button", "Try again", move || page.checks.begin())}
        </div>
    }
}

/// The position of the row whose button an event is about.
fn row_at(event: &web_sys::Event) -> Option<usize> {
    let button = element(event)?.closest(".check-select").ok()??;
    let number: usize = button.get_attribute("data-check")?.parse().ok()?;
    number.checked_sub(1)
}

/// Whether an event is about something that acts by itself.
fn is_on_control(event: &web_sys::Event) -> bool {
    let control = element(event).map(|it| it.closest("button, a, summary, input"));
    matches!(control, Some(Ok(Some(_))))
}

fn element(event: &web_sys::Event) -> Option<Element> {
    event.target()?.dyn_into().ok()
}

/// Up and down walk from row to row.
fn walk(event: KeyboardEvent) {
    let key = event.key();
    let forward = match key.as_str() {
        "ArrowDown" => true,
        "ArrowUp" => false,
        _ => return,
    };
    let Some(button) = event
        .target()
        .and_then(|target| target.dyn_into::<HtmlElement>().ok())
        .filter(|element| element.class_list().contains("check-select"))
    else {
        return;
    };
    let sibling = button.closest("li").ok().flatten().and_then(|item| {
        if forward {
            item.next_element_sibling()
        } else {
            item.previous_element_sibling()
        }
    });
    let next = sibling
        .and_then(|item| item.query_selector(".check-select").ok().flatten())
        .and_then(|element| element.dyn_into::<HtmlElement>().ok());
    if let Some(next) = next {
        event.prevent_default();
        // An element that has just been found in the document takes the focus.
        let _ = next.focus();
        next.click();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_counter_says_what_the_rows_say() {
        let of = |answered, met, contrary, unasked| Tally {
            all: 4,
            answered,
            met,
            contrary,
            unasked,
            ..Tally::default()
        };
        let said = [
            (of(4, 4, 0, 0), "4 of 4 as expected"),
            (of(4, 3, 1, 0), "3 of 4 as expected"),
            (of(4, 1, 0, 3), "4 of 4 answered"),
            (of(4, 1, 1, 2), "4 of 4 answered, 1 not as expected"),
            (of(3, 3, 0, 0), "3 of 4 answered"),
            (Tally::default(), ""),
        ];
        for (tally, sentence) in said {
            assert_eq!(tally.sentence(), sentence);
        }
    }
}
