//! Stepping by hand: everything that can happen after the step at hand, to choose from.
//!
//! The page computes it itself: listing what is admissible in one state takes microseconds, while
//! the worker may be busy with a check for as long as it likes. Only a search for a way to a goal
//! goes to a worker, one of its own. The run stands in [`Page::hand`] in the form of an answer, so
//! that cards, diagram, table and player show it like any other.
//!
//! The pane is built by hand and listens for all that is inside it; what its buttons do is named by
//! their `data-do`.

mod act;
mod list;

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{Analysis, ByHand, StepView, asked};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::Play;
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::aside::Aside;
use crate::state::hand::{GO_ON, KEEP};
use crate::state::instead::{Instead, Kind};
use crate::state::run::RowId;

/// The seed that was used last.
const SEED: &str = "lockstep.seed";
/// Steps of one walk.
const WALK: usize = 20;

/// Everything that the parts of the pane share.
#[derive(Clone, Copy)]
struct Bench {
    page: Page,
    play: Play,
    step: RwSignal<usize>,
    node: NodeRef<html::Section>,
    row: Option<RowId>,
    kit: StoredValue<Kit>,
    /// What there is to say beyond the list.
    said: RwSignal<String>,
    search: Aside,
}

/// What a run is made with.
#[derive(Default)]
struct Kit {
    /// The machines that are moved, and the text that they are of.
    tool: Option<(Arc<str>, ByHand)>,
    /// What can happen after the step at hand; `None` where that is too much to list.
    choices: Option<Vec<StepView>>,
}

/// The pane, once the part that makes runs by hand is there.
pub fn view(page: Page, play: Play, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(by_hand_pane(page, play, step)).into_any();
    let pane = parts::later("Stepping by hand", fetch, draw);
    view! { <div class="by-hand-frame">{pane}</div> }.into_any()
}

part! {
    views, fetched by fetch;
    fn by_hand_pane(page: Page, play: Play, step: RwSignal<usize>) -> Result<AnyView, Missing> {
        Ok(pane(page, play, step))
    }
}

fn pane(page: Page, play: Play, step: RwSignal<usize>) -> AnyView {
    let bench = Bench {
        page,
        play,
        step,
        node: NodeRef::new(),
        row: page.checks.selected().get_untracked(),
        kit: StoredValue::new(Kit::default()),
        said: RwSignal::new(String::new()),
        search: Aside::new(page.settings),
    };
    // The stage draws the pane anew only when it is opened.
    untrack(|| bench.begin());
    bench.follow();
    (bench.search).on_answer(move |asked, reported| bench.hear(asked, reported));
    view! {
        <section
            class="by-hand"
            aria-label="By hand"
            node_ref=bench.node
            on:click=move |event| bench.click(event.target())
            on:keydown=move |event| bench.key(&event)
            on:pointerover=move |event| bench.point(event.target())
            on:pointerleave=move |_| bench.point(None)
        ></section>
    }
    .into_any()
}

impl Bench {
    /// Starts the run: with the one that was put away where the check is at its start, else with
    /// what is shown of the check's run up to here.
    fn begin(self) {
        let answer = self
            .page
            .checks
            .selected_row()
            .and_then(|row| row.run.get_untracked().answer);
        let text = self.page.document.revision().get_untracked().text;
        let shown = answer.filter(|answer| answer.text == text);
        let at = self.play.at.get_untracked();
        if !self.adopt() {
            return;
        }
        let told = self.page.hand.told.get_untracked();
        if let Some((step, told)) = told.split_once(' ') {
            self.page.hand.told.set(String::new());
            return self.follow_link(step.parse().ok(), told);
        }
        let run = self.with_tool(|tool| {
            let start = tool.start();
            let mut run = vec![start];
            let kept = self.page.hand.put_away.get_untracked();
            match (kept, shown) {
                (Some(kept), _) if at == 0 && kept.row == self.row => {
                    run = tool.again(&kept.outcome.trace);
                }
                (_, Some(shown)) if shown.outcome.trace.first() == run.first() => {
                    let steps = shown.outcome.trace.get(1..=at).unwrap_or_default();
                    run.extend(tool.along(&run[0].state, steps));
                }
                _ => {}
            }
            run
        });
        if let Some(run) = run {
            self.show(run, None);
        }
    }

    /// Makes the run that a link tells, by the definitions.
    fn follow_link(self, step: Option<usize>, told: &str) {
        if let Some((run, whole)) = self.with_tool(|tool| tool.follow_link(told)) {
            if !whole {
                let last = run.len() - 1;
                self.said.set(format!(
                    "This is not all of the run in the link: what it tells after step {last} cannot be \
                     followed in this model."
                ));
            }
            self.show(run, step);
        }
    }

    /// Takes the machines from the text as it is now; false where it has errors or no lifelines.
    fn adopt(self) -> bool {
        let text = self.page.document.revision().get_untracked().text;
        let row = untrack(|| self.page.checks.selected_row());
        let index = row.map(|row| row.view.with_untracked(|view| view.index));
        let tool = ByHand::new(&text, index);
        let there = tool.is_some();
        if let Some(tool) = tool {
            self.kit.update_value(|kit| kit.tool = Some((text, tool)));
        }
        there
    }

    fn with_tool<T>(self, action: impl FnOnce(&ByHand) -> T) -> Option<T> {
        self.kit
            .with_value(|kit| kit.tool.as_ref().map(|(_, tool)| action(tool)))
    }

    /// Shows a run, at this step or at its end.
    fn show(self, run: Vec<StepView>, at: Option<usize>) {
        let analysis = self.page.document.settled().get_untracked();
        let row = untrack(|| self.page.checks.selected_row());
        let lifelines = match row {
            Some(row) => row.view.with_untracked(|view| view.lifelines.clone()),
            None => asked(&analysis, &[], None).lifelines,
        };
        // Without a run, as after an edit that leaves nothing of it, there is nothing to show.
        let Some(end) = run.len().checked_sub(1) else {
            return;
        };
        let made = self.with_tool(|tool| Instead {
            row: self.row,
            analysis: None,
            check: tool.view(lifelines),
            outcome: Arc::new(tool.outcome(run)),
            kind: Kind::ByHand,
        });
        self.page.show_instead(made);
        self.step.set(at.unwrap_or(end));
    }

    /// The run so far, from its start to its end.
    fn run(self) -> Vec<StepView> {
        let made = untrack(|| self.page.instead());
        made.map(|made| made.outcome.trace.clone())
            .unwrap_or_default()
    }

    /// The run up to the step at hand.
    fn run_to_here(self) -> Vec<StepView> {
        let mut run = self.run();
        run.truncate(self.play.at.get_untracked() + 1);
        run
    }

    /// Follows the step, the text and the selection.
    fn follow(self) {
        let Self { page, play, .. } = self;
        Effect::new(move |_| {
            play.outcome.track();
            let at = play.at.get();
            self.said.track();
            self.search.status.track();
            let run = self.run();
            let Some(node) = self.node.get() else { return };
            let choices = match run.get(at) {
                Some(step) => self.with_tool(|tool| tool.choices(&step.state)).flatten(),
                None => Some(Vec::new()),
            };
            self.kit.update_value(|kit| kit.choices = choices);
            self.light(None);
            list::draw(self, &node, &run);
        });
        Effect::new(move |before: Option<Arc<Analysis>>| {
            let settled = page.document.settled().get();
            let wish = page.hand.wish.get();
            let row = page.checks.selected().get();
            // Left already, and only waiting to be taken off the page.
            if !page.hand.open.get_untracked() {
                return settled;
            }
            if row != self.row {
                page.by_hand(false);
                return settled;
            }
            if before.is_some_and(|before| !Arc::ptr_eq(&before, &settled)) {
                self.text_changed();
            }
            if wish.is_some() {
                page.hand.wish.set(None);
            }
            match wish {
                None => {}
                Some(GO_ON) => self.go_on(),
                Some(KEEP) => self.keep_question(),
                Some((lifeline, transition)) => {
                    self.take_transition(lifeline as usize, transition as usize);
                }
            }
            settled
        });
    }

    /// The text is another one: the run goes as far as it still can.
    fn text_changed(self) {
        let run = self.run();
        self.search.end();
        if run.is_empty() || !self.adopt() {
            return;
        }
        let again = self.with_tool(|tool| tool.again(&run)).unwrap_or_default();
        let cut = run.len() - again.len();
        if again.is_empty() {
            return;
        }
        if cut > 0 {
            let last = again.len() - 1;
            self.said.set(format!(
                "The text has changed: after step {last} the run cannot go on as it did."
            ));
        }
        let at = self.play.at.get_untracked().min(again.len() - 1);
        self.show(again, Some(at));
    }

    /// Lights what can happen, or what one choice would move.
    fn light(self, choice: Option<usize>) {
        let mut can = Vec::new();
        self.kit.with_value(|kit| {
            let choices = kit.choices.iter().flatten().enumerate();
            for (_, step) in choices.filter(|(index, _)| choice.is_none_or(|it| it == *index)) {
                for half in &step.moves {
                    let pair = (half.lifeline, half.transition);
                    if !can.contains(&pair) {
                        can.push(pair);
                    }
                }
            }
        });
        let can = Some(can);
        if self.page.hand.can.with_untracked(|before| *before != can) {
            self.page.hand.can.set(can);
        }
    }

    fn point(self, target: Option<web_sys::EventTarget>) {
        self.light(target.and_then(closest).and_then(|element| index(&element)));
    }

    fn click(self, target: Option<web_sys::EventTarget>) {
        let Some(button) = target.and_then(closest) else {
            return;
        };
        if let Some(index) = index(&button) {
            return self.take(index);
        }
        match button.get_attribute("data-do").unwrap_or_default().as_str() {
            "random" => self.walk(1),
            "walk" => self.walk(WALK),
            "go" => self.page.ask.open(true),
            "stop" => {
                self.search.end();
                self.said.set("Stopped.".into());
            }
            "scenario" => self.keep_scenario(),
            "question" => self.keep_question(),
            "over" => {
                self.said.set(String::new());
                self.show(self.run().into_iter().take(1).collect(), None);
            }
            "leave" => self.page.by_hand(false),
            _ => {}
        }
    }

    /// ↑ and ↓ walk through the list; Esc leaves.
    fn key(self, event: &KeyboardEvent) {
        let next = match event.key().as_str() {
            "ArrowDown" => 1,
            "ArrowUp" => -1,
            "Escape" => {
                event.prevent_default();
                return self.page.by_hand(false);
            }
            _ => return,
        };
        let Some(here) = event.target().and_then(closest).as_ref().and_then(index) else {
            return;
        };
        event.prevent_default();
        let next = here.saturating_add_signed(next);
        let node = self.node.get_untracked();
        if node.is_some_and(|node| list::focus(&node, next)) {
            self.light(Some(next));
        }
    }
}

/// The button or choice that an event is about.
fn closest(target: web_sys::EventTarget) -> Option<Element> {
    let element: Element = target.dyn_into().ok()?;
    element.closest("button").ok()?
}

/// Which choice a button takes.
fn index(element: &Element) -> Option<usize> {
    element.get_attribute("data-i")?.parse().ok()
}

fn seed_input(node: &Element) -> Option<HtmlInputElement> {
    node.query_selector("input").ok()??.dyn_into().ok()
}
