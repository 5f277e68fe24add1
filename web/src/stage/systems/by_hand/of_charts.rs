//! What is asked for elsewhere: a choice by its number, a transition that is clicked in a drawing; and what keeps a run of
//! statecharts in the text.

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{chart_run_as_scenario, chart_scene_of, chart_state_as_question};
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

use super::Bench;
use crate::kinds;
use crate::stage::choice_focus;
use crate::state::settings::READING;
use crate::state::stage::simulation::Wish;
use crate::ui::titled_button;

/// Sees to digits, and to what is clicked in drawings.
pub(super) fn follow(bench: Bench, node: NodeRef<html::Section>) {
    let wish = bench.page.stage.simulation.wish;
    Effect::new(move || match wish.get() {
        Some(Wish::Take(object, transition)) => {
            wish.set(None);
            bench.take_transition(object, transition);
        }
        Some(Wish::Choose(number)) => {
            wish.set(None);
            choose(bench, node, number);
        }
        _ => {}
    });
    Effect::new(move || {
        let Some(number) = bench.focus.get() else {
            return;
        };
        bench.focus.set(None);
        let find = || {
            let place = format!("[data-i='{number}']");
            node.get_untracked()?.query_selector(&place).ok()?
        };
        if let Some(it) = find().and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
            // An element that has gone cannot be focused, and nothing is lost.
            let _ = it.focus();
        }
    });
}

/// A digit takes the choice with its number, by its button; while the list is being made there is nothing to be chosen.
fn choose(bench: Bench, node: NodeRef<html::Section>, number: usize) {
    let Some(pane) = node.get_untracked() else {
        return;
    };
    let found = pane.query_selector(&format!("[data-number='{number}']"));
    let button = found.ok().flatten();
    let button = button.and_then(|it| it.dyn_into::<HtmlElement>().ok());
    if let Some(button) = button.filter(|_| !bench.simulator.is_busy.get_untracked()) {
        choice_focus::prepare(&pane);
        button.click();
    }
}

/// What writes the run into the text.
pub(super) fn keep(bench: Bench) -> AnyView {
    view! {
        {titled_button(
            "Keep as scenario",
            "Writes what has been sent up to this step into the text",
            move || bench.keep_run(true),
        )}
        {titled_button(
            "Keep as question",
            "Asks in the text whether the objects can be where they are at this step",
            move || bench.keep_run(false),
        )}
    }
    .into_any()
}

impl Bench {
    /// A transition that can fire was clicked in a drawing: takes the only choice in which it fires, else goes to the first
    /// of them in the list.
    fn take_transition(self, object: usize, transition: usize) {
        let Some(found) = self.found.get_untracked() else {
            return;
        };
        let fires = found.fires.iter().enumerate();
        let mut fires = fires.filter(|it| it.1.contains(&(object, transition)));
        match (fires.next(), fires.next()) {
            (Some((only, _)), None) => {
                if let Some(it) = found.state.choices.get(only) {
                    self.take(it.taken(only));
                }
            }
            (Some((first, _)), Some(_)) => self.focus.set(Some(first)),
            (None, _) => {}
        }
    }

    /// Whether the run ends in the middle of a step.
    fn is_inside(self) -> bool {
        let found = self.found.get_untracked();
        found.is_some_and(|it| it.state.status == "inside")
    }

    /// Writes the run up to the step at hand into the text, as a scenario or as a question, and goes there.
    fn keep_run(self, as_scenario: bool) {
        let (page, shown) = (self.page, self.shown);
        let text = page.document.revision().get_untracked().text;
        let run = shown.run.get_untracked();
        let upto = (shown.play.at.get_untracked() + 1).min(run.len());
        let loose = page.settings.value(READING) == "loose";
        let lines = page.document.settled().with_untracked(|analysis| {
            if as_scenario {
                return chart_run_as_scenario(analysis, &run[..upto], loose);
            }
            // Behind a dot stands what belongs to the step before.
            let goes_on = run.get(upto).is_some_and(|it| it.counts == Some(false));
            if goes_on || upto == run.len() && self.is_inside() {
                return None;
            }
            let (objects, charts) = chart_scene_of(&kinds::read(&text));
            chart_state_as_question(analysis, (&objects, &charts), &run[..upto])
        });
        let Some(lines) = lines else {
            return self.said.set(match as_scenario {
                true => "A scenario needs a message, and none has been sent yet.".into(),
                false => "A question is about a state in which every object is somewhere and no step is running.".into(),
            });
        };
        if kinds::analyse(&format!("{text}\n{lines}")).has_errors {
            return self
                .said
                .set("This run cannot be written into the text.".into());
        }
        page.by_hand(false);
        page.append(&lines);
        page.checks.select_last();
    }
}
