//! Stepping by hand: everything that can happen after the step at hand, to choose from.
//!
//! The page computes it itself: listing what is admissible in one state takes microseconds, while
//! the worker may be busy with a check for as long as it likes. Only a search for a way to a goal
//! goes to a worker, one of its own. The run stands in what the stage shows, in the form of an answer, so
//! that cards, diagram, table and player show it like any other.

mod act;
mod list;

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{Analysis, ByHand, StepView};
use web_sys::Element;

use super::StageContext;
use super::choice_focus::DIGITS;
use super::roving::Roving;
use super::{by_chance, choice_focus, sought};
use crate::parts::{self, part};
use crate::state::Page;
use crate::state::run::RowId;
use crate::state::run::ShownRun;
use crate::state::stage::side_question::SideQuestion;
use crate::state::stage::simulation::Wish;
use crate::ui::{NextFrame, StayInside, focus};

/// Everything that the parts of the pane share.
#[derive(Clone, Copy)]
struct Bench {
    page: Page,
    play: StageContext,
    step: RwSignal<usize>,
    node: NodeRef<html::Section>,
    row: Option<RowId>,
    session: Option<usize>,
    /// The machines that are moved, and the text that they are of.
    tool: StoredValue<Option<(Arc<str>, ByHand)>>,
    choices: RwSignal<Choices>,
    roving: Roving,
    /// What random choices are made by.
    seed: RwSignal<String>,
    /// What there is to say beyond the list.
    said: RwSignal<String>,
    search: SideQuestion,
}

/// What can happen after the step at hand.
#[derive(Clone, Default, PartialEq)]
struct Choices {
    run: Vec<StepView>,
    at: usize,
    /// The choices; `None` where there are too many to list.
    next: Option<Vec<StepView>>,
    /// Counts them: each list is one of its own, so that none keeps the focus of another.
    generation: usize,
}

/// The pane, once the part that makes runs by hand is there.
pub fn view(page: Page, play: StageContext, step: RwSignal<usize>) -> AnyView {
    let draw = move || parts::now(by_hand_pane(page, play, step)).into_any();
    let pane = parts::later("Stepping by hand", fetch, draw);
    view! { <div class="by-hand-frame">{pane}</div> }.into_any()
}

part! {
    views, fetched by fetch;
    fn by_hand_pane(page: Page, play: StageContext, step: RwSignal<usize>) -> Result<AnyView, Missing> {
        Ok(pane(page, play, step))
    }
}

fn pane(page: Page, play: StageContext, step: RwSignal<usize>) -> AnyView {
    let bench = Bench {
        page,
        play,
        step,
        node: NodeRef::new(),
        row: page.checks.selected().get_untracked(),
        session: page.stage.session.get_untracked(),
        tool: StoredValue::new(None),
        choices: RwSignal::new(Choices::default()),
        roving: Roving::new(),
        seed: by_chance::seed(),
        said: RwSignal::new(String::new()),
        search: SideQuestion::new(page.settings),
    };
    // The stage draws the pane anew only when it is opened.
    untrack(|| bench.begin());
    bench.follow();
    (bench.search).on_answer(move |asked, reported| bench.hear(asked, reported));
    let stay = StayInside::new(
        move || {
            bench.choices.track();
            bench.search.status.track();
        },
        move || bench.heir(0),
    );
    let list = move || bench.choices.with(|choices| vec![choices.generation]);
    let drawn = move |_| {
        bench
            .choices
            .with_untracked(|choices| list::choices(bench, choices))
    };
    view! {
        <section
            class="by-hand"
            aria-label="By hand"
            node_ref=bench.node
            on:keydown=move |event| bench.key(&event)
            on:focusin=move |event| stay.came(&event)
            on:focusout=move |event| stay.left(&event)
        >
            {list::head(bench)}
            <div class="by-hand-list">
                <For each=list key=|&it| it children=drawn/>
            </div>
            {sought::said(bench.search, bench.said)}
            {list::more(bench)}
        </section>
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
        if let Some(resumed) = self.page.stage.simulation.runs.resumed.get_value() {
            self.page.stage.simulation.runs.resumed.set_value(None);
            let run = self.with_tool(|tool| tool.again(&resumed.shown.outcome.trace));
            return self.show(run.unwrap_or_default(), resumed.step);
        }
        if let Some((step, told)) = self.page.stage.simulation.told.get_untracked() {
            self.page.stage.simulation.told.set(None);
            return self.follow_link(step, &told);
        }
        let run = self.with_tool(|tool| {
            let start = tool.start();
            let mut run = vec![start];
            let kept = self.page.stage.simulation.put_away.get_untracked();
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
    fn follow_link(self, step: usize, told: &str) {
        if let Some((run, whole)) = self.with_tool(|tool| tool.follow_link(told)) {
            if !whole {
                let last = run.len() - 1;
                self.said.set(format!(
                    "This is not all of the run in the link: what it tells after step {last} cannot be \
                     followed in this model."
                ));
            }
            self.show(run, Some(step));
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
            self.tool.set_value(Some((text, tool)));
        }
        there
    }

    fn with_tool<T>(self, action: impl FnOnce(&ByHand) -> T) -> Option<T> {
        self.tool
            .with_value(|tool| tool.as_ref().map(|(_, tool)| action(tool)))
    }

    /// Shows a run, at this step or at its end.
    fn show(self, run: Vec<StepView>, at: Option<usize>) {
        // Without a run, as after an edit that leaves nothing of it, there is nothing to show.
        let Some(end) = run.len().checked_sub(1) else {
            return;
        };
        let made = self.with_tool(|tool| ShownRun {
            row: self.row,
            check: tool.view(self.page.lifelines()),
            outcome: Arc::new(tool.outcome(run)),
        });
        if let Some(made) = made {
            self.page.show_simulated(made, None);
        }
        self.step.set(at.unwrap_or(end));
    }

    /// The run so far, from its start to its end.
    fn run(self) -> Vec<StepView> {
        let made = untrack(|| self.page.shown_run());
        made.map(|made| made.outcome.trace.clone())
            .unwrap_or_default()
    }

    /// The run up to the step at hand.
    fn run_to_here(self) -> Vec<StepView> {
        let mut run = self.run();
        run.truncate(self.play.at.get_untracked() + 1);
        run
    }

    /// Follows the step, the text and what is asked for elsewhere.
    fn follow(self) {
        let Self { page, play, .. } = self;
        Effect::new(move |_| {
            let at = play.at.get();
            let run = self.run();
            let next = match run.get(at) {
                Some(step) => self.with_tool(|tool| tool.choices(&step.state)).flatten(),
                None => Some(Vec::new()),
            };
            let before = self.choices.get_untracked();
            let choices = Choices {
                run,
                at,
                next,
                generation: before.generation,
            };
            if choices != before {
                self.roving.go_to(0);
                self.choices.set(Choices {
                    generation: before.generation + 1,
                    ..choices
                });
            }
            self.light(None);
        });
        // Who opens the pane by a key goes on by keys.
        let opened = NextFrame::new();
        Effect::new(move |_| {
            if self.node.get().is_some() {
                opened.run(move || {
                    self.roving.go_to(0);
                    if let Some(node) = self.node.get_untracked() {
                        choice_focus::enter(&node);
                    }
                });
            }
        });
        Effect::new(move |before: Option<Arc<Analysis>>| {
            let settled = page.document.settled().get();
            let wish = page.stage.simulation.wish.get();
            // Left already, and only waiting to be taken off the page.
            if page.stage.session.get_untracked() != self.session {
                return settled;
            }
            if before.is_some_and(|before| !Arc::ptr_eq(&before, &settled)) {
                self.text_changed();
            }
            if wish.is_some() {
                page.stage.simulation.wish.set(None);
            }
            match wish {
                None => {}
                Some(Wish::GoOn) => self.go_on(),
                Some(Wish::Keep) => self.keep_question(),
                Some(Wish::Choose(number)) => self.choose(number),
                Some(Wish::Take(lifeline, transition)) => {
                    self.take_transition(lifeline, transition);
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

    /// Lights what can happen, or what one choice would move. A transition is labelled with the number of the first choice that it is in.
    fn light(self, choice: Option<usize>) {
        let (mut can, mut numbers) = (Vec::new(), Vec::new());
        self.choices.with_untracked(|choices| {
            let choices = choices.next.iter().flatten().enumerate();
            for (index, step) in choices.filter(|(index, _)| choice.is_none_or(|it| it == *index)) {
                for half in &step.moves {
                    let pair = (half.lifeline, half.transition);
                    if !can.contains(&pair) {
                        can.push(pair);
                        numbers.extend((index < DIGITS).then_some((pair.0, pair.1, index + 1)));
                    }
                }
            }
        });
        let now = self.page.stage.simulation.numbers;
        if now.with_untracked(|it| *it != numbers) {
            now.set(numbers);
        }
        let can = Some(can);
        if self
            .page
            .stage
            .simulation
            .can
            .with_untracked(|before| *before != can)
        {
            self.page.stage.simulation.can.set(can);
        }
    }

    /// ↑ and ↓ walk through the list; Esc leaves.
    fn key(self, event: &KeyboardEvent) {
        if event.key() == "Escape" {
            event.prevent_default();
            return self.page.by_hand(false);
        }
        let count = self
            .choices
            .with_untracked(|it| it.next.as_ref().map_or(0, Vec::len));
        if let Some(index) = self.roving.key(event, count) {
            self.take(index);
        } else if event.default_prevented() {
            self.light(Some(self.roving.at()));
        }
    }

    /// Moves the focus, and the tab stop, to a choice; else to what is always there.
    fn focus(self, index: usize) {
        self.roving.go_to(index);
        focus(self.heir(index));
    }

    /// What takes over where the choice that has the focus is gone: another one, or the head's first
    /// button.
    fn heir(self, index: usize) -> Option<Element> {
        let node = self.node.get_untracked()?;
        let find = |selector: &str| node.query_selector(selector).ok()?;
        find(&format!("[data-i='{index}']")).or_else(|| choice_focus::first(&node))
    }
}
