//! The run as a table: a row per step, a column per lifeline, and a search over all of it.
//!
//! The table is built once per answer and watch list; a step changes which row is current, a search
//! which are hidden. What the rows tell comes from [`lockstep_core::diagram::table`].

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::diagram::chart::Chart;
use lockstep_core::diagram::table::{self, Row};
use lockstep_core::diagram::text;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use super::StageContext;
use super::in_sight::follow;
use super::watch::{self, Pin};
use crate::parts::{self, part};
use crate::ui::{NextFrame, Strong, focus};

/// Rows that are drawn at most: browsers lay tables out as a whole.
const MOST: usize = 2000;

/// The table, once the part that draws it is there.
pub fn view(play: StageContext, told: Memo<Option<Arc<Chart>>>, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(table_pane(play, told, step)).into_any();
    parts::later("The table", fetch, draw)
}

part! {
    views, fetched by fetch;
    fn table_pane(
        play: StageContext,
        told: Memo<Option<Arc<Chart>>>,
        step: RwSignal<usize>,
    ) -> Result<AnyView, Missing> {
        Ok(pane(play, told, step))
    }
}

/// What the table is of.
struct Run {
    chart: Arc<Chart>,
    rows: Vec<Row>,
    /// What a search looks at: for each row, and for the one below the last.
    texts: Vec<String>,
}

/// Everything that the parts of the table share.
#[derive(Clone)]
struct Steps {
    run: Arc<Run>,
    play: StageContext,
    step: RwSignal<usize>,
    pins: RwSignal<Vec<Pin>>,
    /// The step that others are compared with.
    base: RwSignal<Option<usize>>,
    /// What a search has left, as [`Run::texts`].
    found: Memo<Vec<bool>>,
    current: Selector<usize>,
    /// The row that Tab reaches.
    stop: Selector<usize>,
    based: Selector<Option<usize>>,
    scroller: NodeRef<html::Div>,
    /// What waits until the table has been built anew.
    rebuilt: NextFrame,
}

fn pane(play: StageContext, told: Memo<Option<Arc<Chart>>>, step: RwSignal<usize>) -> AnyView {
    // What was pinned, compared or looked for was so in another run.
    let contents = move || Some(contents(Arc::new(tell(play, told.get()?)?), play, step));
    view! { <div class="steps-pane">{contents}</div> }.into_any()
}

/// The rows of the answer at hand; nothing where it has no run.
fn tell(play: StageContext, chart: Arc<Chart>) -> Option<Run> {
    let outcome = play.outcome.get_untracked()?;
    let check = play.check.get_untracked()?;
    let analysis = play.analysis.get_untracked();
    let rows = table::rows(&analysis, &check, &chart, &outcome);
    if rows.is_empty() {
        return None;
    }
    let mut texts: Vec<_> = rows.iter().enumerate().map(searched).collect();
    texts.extend(
        ending(&chart).map(|(_, title, reason)| format!("{title} {}", text::plain(reason))),
    );
    for text in &mut texts {
        text.make_ascii_lowercase();
    }
    Some(Run { chart, rows, texts })
}

/// All that a row says.
fn searched((index, row): (usize, &Row)) -> String {
    let mut text = format!("{index} {}", text::plain(&row.sentence));
    let messages = row.messages.iter().map(|(_, words)| words);
    let cells = row.cells.iter();
    let cells = cells.flat_map(|cell| std::iter::once(&cell.place).chain(&cell.from));
    for words in messages.chain(cells).chain(&row.pending) {
        text.push('\n');
        text.push_str(words);
    }
    text
}

fn contents(run: Arc<Run>, play: StageContext, step: RwSignal<usize>) -> AnyView {
    let search = RwSignal::new(String::new());
    let (pins, base) = (RwSignal::new(Vec::new()), RwSignal::new(None));
    let found = {
        let run = Arc::clone(&run);
        Memo::new(move |_| {
            // Whatever the case of its Latin letters.
            let words = search.get().trim().to_ascii_lowercase();
            let texts = run.texts.iter();
            texts.map(|text| text.contains(&words)).collect::<Vec<_>>()
        })
    };
    let count = run.rows.len().min(MOST);
    let at = play.at;
    let stop = Memo::new(move |_| {
        let at = at.get();
        let shown = |&it: &usize| found.with(|found| found.get(it) == Some(&true));
        let first = || (0..count).find(shown);
        Some(at).filter(shown).or_else(first).unwrap_or(0)
    });
    let steps = Steps {
        run,
        play,
        step,
        pins,
        base,
        found,
        current: Selector::new(move || at.get()),
        stop: Selector::new(move || stop.get()),
        based: Selector::new(move || base.get()),
        scroller: NodeRef::new(),
        rebuilt: NextFrame::new(),
    };
    steps.clone().keep_in_view();
    let left = move || {
        let shown = found.with(|found| found.iter().take(count).filter(|&&it| it).count());
        search.with(|words| match words.trim() {
            "" => String::new(),
            _ => format!("{shown} of {count} steps"),
        })
    };
    let go_round = move |event: KeyboardEvent| {
        if event.key() == "Enter"
            && let Some(next) = next_found(found, count, at.get_untracked())
        {
            step.set(next);
        }
    };
    let differ = move || {
        let base = base.get()?;
        let (check, outcome) = (play.check.get_untracked()?, play.outcome.get_untracked()?);
        let analysis = play.analysis.get_untracked();
        watch::compare((&analysis, &check, &outcome), base, at.get())
    };
    let compare = move || match base.get() {
        None => format!("Compare step {} with…", at.get()),
        Some(base) => format!("Stop comparing with step {base}"),
    };
    let hold = move |_| {
        let at = at.get_untracked();
        base.update(|base| *base = base.is_none().then_some(at));
    };
    let scroller = steps.scroller;
    let built = move || {
        let pins = pins.get();
        view! { {steps.head(&pins)} {steps.body(&pins)} }
    };
    view! {
        <div class="steps-find">
            <input
                type="search"
                placeholder="Find a message or a state"
                aria-label="Find steps"
                title="Enter goes to the next step found"
                on:input=move |event| search.set(event_target_value(&event))
                on:keydown=go_round
            />
            <span role="status">{left}</span>
            <button type="button" class="button" on:click=hold>{compare}</button>
        </div>
        <div class="steps-compare" aria-live="polite">{differ}</div>
        <div class="steps-scroll" node_ref=scroller>
            <table class="steps">
                <caption class="visually-hidden">"Steps of the run"</caption>
                {built}
            </table>
        </div>
    }
    .into_any()
}

/// The next step that a search has left, from the first one again after the last.
fn next_found(found: Memo<Vec<bool>>, count: usize, at: usize) -> Option<usize> {
    found.with_untracked(|found| {
        let mut steps = (0..count).filter(|&it| found.get(it) == Some(&true));
        let first = steps.next();
        let next = first.into_iter().chain(steps).find(|&it| it > at);
        next.or(first)
    })
}

impl Steps {
    /// The lifelines that are not watched.
    fn unwatched(&self, pins: &[Pin]) -> Vec<usize> {
        let all = 0..self.run.chart.lifelines.len();
        all.filter(|&it| !pins.contains(&Pin::Lifeline(it)))
            .collect()
    }

    fn head(&self, pins: &[Pin]) -> AnyView {
        let chart = &self.run.chart;
        let plain = |words: &'static str| view! { <th scope="col">{words}</th> };
        let pinned = |(pin, watched): (Pin, bool)| {
            let words = match &pin {
                Pin::Lifeline(lifeline) => chart.head(*lifeline),
                Pin::Pending(words) => words.clone(),
            };
            view! { <th scope="col">{self.pin(pin, words, watched, None)}</th> }
        };
        let watched = pins.iter().map(|pin| (pin.clone(), true));
        let others = self.unwatched(pins).into_iter();
        let others = others.map(|lifeline| (Pin::Lifeline(lifeline), false));
        view! {
            <thead>
                <tr>
                    {plain("Step")}
                    {watched.map(pinned).collect_view()}
                    {plain("What happens")}
                    {others.map(pinned).collect_view()}
                    {plain("Pending")}
                </tr>
            </thead>
        }
        .into_any()
    }

    fn body(&self, pins: &[Pin]) -> AnyView {
        let others = self.unwatched(pins);
        let rows = self.run.rows.iter().take(MOST).enumerate();
        let rows = rows.map(|(index, row)| self.row(index, row, pins, &others));
        let columns = (self.run.chart.lifelines.len() + 3 + pins.len()).to_string();
        let more = (self.run.rows.len() > MOST).then(|| {
            let words = format!("The first {MOST} steps");
            view! { <tr><td colspan=columns.clone()>{words}</td></tr> }
        });
        view! { <tbody>{rows.collect_view()}{more}{self.ending(pins.len())}</tbody> }.into_any()
    }

    fn row(&self, index: usize, row: &Row, pins: &[Pin], others: &[usize]) -> AnyView {
        let before = index.checked_sub(1).and_then(|it| self.run.rows.get(it));
        let watched = pins.iter().map(|pin| {
            let now = pin.cell(row);
            let moved = before.is_some_and(|before| pin.cell(before) != now);
            view! { <td class="watched" class:moved=moved>{now}</td> }
        });
        let messages = row.messages.iter().map(|(number, words)| {
            let number = number.map(|number| view! { <i>{format!("{number} ")}</i> });
            view! { <span class="steps-message">{number}<span>{words.clone()}</span></span> }
        });
        let again = row.again.map(|earlier| {
            let words = format!("↺ the same state as after step {earlier}");
            view! { <span class="steps-again">{words}</span> }
        });
        let places = others.iter().filter_map(|&it| row.cells.get(it));
        let places = places.map(|cell| {
            let from = cell.from.as_ref();
            let from = from.map(|from| view! { <small>{format!("before: {from}")}</small> });
            view! { <td class:moved=cell.from.is_some()>{cell.place.clone()}{from}</td> }
        });
        let pending = row.pending.iter().map(|words| {
            let pin = Pin::Pending(words.clone());
            let watched = pins.contains(&pin);
            self.pin(pin, words.clone(), watched, Some(index))
        });
        let Self {
            step, found, base, ..
        } = *self;
        let (current, based, stop) = (self.current.clone(), self.based.clone(), self.stop.clone());
        let steps = self.clone();
        view! {
            <tr
                data-i=index.to_string()
                aria-current=move || current.selected(&index).then_some("step")
                data-base=move || {
                    (base.with(Option::is_some) && based.selected(&Some(index))).then_some("")
                }
                hidden=move || found.with(|found| found.get(index) == Some(&false))
                on:click=move |_| step.set(index)
                on:keydown=move |event| steps.walk(&event, index)
            >
                <th scope="row">
                    <button
                        type="button"
                        aria-label=format!("{index}, go to this step")
                        tabindex=move || if stop.selected(&index) { "0" } else { "-1" }
                    >
                        {index}
                    </button>
                </th>
                {watched.collect_view()}
                <td class="story">
                    {messages.collect_view()}
                    <span><Strong text=row.sentence.clone()/></span>
                    {again}
                </td>
                {places.collect_view()}
                <td>{pending.collect_view()}</td>
            </tr>
        }
        .into_any()
    }

    /// The row below the last step where the scenario goes on and the machines cannot.
    fn ending(&self, pins: usize) -> Option<AnyView> {
        let chart = &self.run.chart;
        let (wanted, title, reason) = ending(chart)?;
        let sign = if wanted { "✓" } else { "✗" };
        let (found, last) = (self.found, self.run.rows.len());
        let columns = (chart.lifelines.len() + 2 + pins).to_string();
        let row = view! {
            <tr
                class="steps-stop"
                class:wanted=wanted
                hidden=move || found.with(|found| found.get(last) == Some(&false))
            >
                <th scope="row">{sign}</th>
                <td colspan=columns><b>{title}</b><span><Strong text=reason/></span></td>
            </tr>
        };
        Some(row.into_any())
    }

    /// A button that watches something or lets it go; one in a row is reached with the row.
    fn pin(&self, pin: Pin, words: String, watched: bool, row: Option<usize>) -> AnyView {
        let title = if watched {
            "Watched: click to let it go"
        } else {
            "Watch this beside the steps"
        };
        let stop = self.stop.clone();
        let tabindex = move || {
            let row = row?;
            Some(if stop.selected(&row) { "0" } else { "-1" })
        };
        let (pins, scroller, rebuilt) = (self.pins, self.scroller, self.rebuilt);
        let name = words.clone();
        let toggle = move |event: web_sys::MouseEvent| {
            event.stop_propagation();
            pins.update(|pins| match pins.iter().position(|it| *it == pin) {
                Some(at) => drop(pins.remove(at)),
                None => pins.push(pin.clone()),
            });
            // The table is built anew: its button of this name is the first in the heads.
            let name = name.clone();
            rebuilt.run(move || {
                let named = |it: &Element| it.text_content().as_deref() == Some(&name);
                let buttons = scroller.get_untracked().map(|it| all(&it, ".pin"));
                focus(buttons.unwrap_or_default().into_iter().find(named));
            });
        };
        view! {
            <button
                type="button"
                class="pin"
                aria-pressed=watched.to_string()
                title=title
                tabindex=tabindex
                on:click=toggle
            >
                {words}
            </button>
        }
        .into_any()
    }

    /// ↑ and ↓ move the focus among the rows that are shown.
    fn walk(&self, event: &KeyboardEvent, index: usize) {
        let is_shown = |&it: &usize| {
            self.found
                .with_untracked(|found| found.get(it) == Some(&true))
        };
        let count = self.run.rows.len().min(MOST);
        let next = match event.key().as_str() {
            "ArrowDown" => (index + 1..count).find(is_shown),
            "ArrowUp" => (0..index).rev().find(is_shown),
            _ => return,
        };
        event.prevent_default();
        let scroller = self.scroller.get_untracked();
        let row = |next: usize| format!("tr[data-i='{next}'] th button");
        focus(next.and_then(|next| scroller?.query_selector(&row(next)).ok()?));
    }

    /// Scrolls so that the row of the step can be seen below the heads; after the last step also the
    /// row that says why there is no other.
    fn keep_in_view(self) {
        Effect::new(move |_| {
            let (at, last) = (self.play.at.get(), self.play.last.get());
            let Some(pane) = self.scroller.get() else {
                return;
            };
            let find = |selector: &str| {
                let found = pane.query_selector(selector).ok()??;
                found.dyn_into::<HtmlElement>().ok()
            };
            let row = find(&format!("tr[data-i='{at}']"));
            let (Some(row), Some(head)) = (row, find("thead")) else {
                return;
            };
            let ending = find(".steps-stop").filter(|_| at == last);
            let lowest = ending.as_ref().unwrap_or(&row);
            let bottom = f64::from(lowest.offset_top() + lowest.offset_height());
            let top = f64::from(row.offset_top() - head.offset_height());
            let room = f64::from(pane.client_height());
            let y = follow(f64::from(pane.scroll_top()), room, top, bottom);
            pane.scroll_to_with_x_and_y(f64::from(pane.scroll_left()), y);
        });
    }
}

/// Where the scenario goes on and the machines cannot: whether that is wanted, which message it is,
/// and why it cannot happen.
fn ending(chart: &Chart) -> Option<(bool, String, &str)> {
    let stop = chart.stop.as_ref()?;
    let row = chart.rows.get(stop.row)?;
    let all = chart.rows.iter().filter(|row| row.number.is_some()).count();
    let message = table::message(chart, row);
    let number = row.number.unwrap_or_default();
    let title = format!("Message {number} of {all}, {message}, cannot happen");
    Some((stop.wanted, title, &stop.reason))
}

/// The elements inside another that a selector of ours finds.
fn all(parent: &Element, selector: &str) -> Vec<Element> {
    let Ok(found) = parent.query_selector_all(selector) else {
        return Vec::new();
    };
    let all = (0..found.length()).filter_map(|at| found.get(at)?.dyn_into().ok());
    all.collect()
}
