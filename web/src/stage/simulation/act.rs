//! What the choices and buttons do: take, walk, let the solver go on, keep.

use leptos::prelude::*;
use lockstep_core::api::{ByHand, Outcome, PlaceView};

use super::{Bench, Choices};
use crate::protocol::Done;
use crate::stage::{by_chance, choice_focus};
use crate::state::settings::READING;
use crate::state::stage::side_question::{Asked, Reported};

/// Most steps of a run: texts with longer scenarios are not read.
const MOST_STEPS: usize = 2_000;

impl Bench {
    /// Takes a choice. What came after the step at hand is forgotten, unless it is the same.
    pub(super) fn take(self, index: usize) {
        let choice = self
            .choices
            .with_untracked(|choices| choices.next.as_ref()?.get(index).cloned());
        let Some(choice) = choice else { return };
        self.said.set(String::new());
        let at = self.play.at.get_untracked();
        if self.run().get(at + 1) == Some(&choice) {
            return self.step.set(at + 1);
        }
        let mut run = self.run_to_here();
        if run.len() <= MOST_STEPS {
            run.push(choice);
        }
        self.show(run, None);
    }

    /// Takes a choice by its number, from 1.
    pub(super) fn choose(self, number: usize) {
        let Some(index) = number.checked_sub(1) else {
            return;
        };
        let is_there = |it: &Choices| it.next.as_ref().is_some_and(|it| index < it.len());
        if self.choices.with_untracked(is_there) {
            if let Some(node) = self.node.get_untracked() {
                choice_focus::prepare(&node);
            }
            self.take(index);
        }
    }

    /// A lit transition on a card was clicked: takes the only choice that moves it, else goes to the
    /// first of them in the list.
    pub(super) fn take_transition(self, lifeline: usize, transition: usize) {
        let mut found = Vec::new();
        self.choices.with_untracked(|choices| {
            for (index, step) in choices.next.iter().flatten().enumerate() {
                let mut moves = step.moves.iter();
                if moves.any(|half| (half.lifeline, half.transition) == (lifeline, transition)) {
                    found.push(index);
                }
            }
        });
        match found[..] {
            [only] => self.take(only),
            [first, ..] => self.focus(first),
            [] => {}
        }
    }

    /// Steps at random, by the seed that stands in the pane.
    pub(super) fn walk(self, steps: usize) {
        let seed = self.seed.get_untracked();
        by_chance::remember(&seed);
        let seed = seed.trim().parse().unwrap_or(0);
        let mut run = self.run_to_here();
        self.said.set(String::new());
        for _ in 0..steps {
            let (Some(last), true) = (run.last(), run.len() <= MOST_STEPS) else {
                break;
            };
            let choices = self.with_tool(|tool| tool.choices(&last.state)).flatten();
            let mut choices = choices.unwrap_or_default();
            if choices.is_empty() {
                break;
            }
            let pick = ByHand::pick(seed, run.len() - 1, choices.len());
            run.push(choices.swap_remove(pick));
        }
        self.show(run, None);
    }

    /// Writes the run into the text as a scenario with its check, and goes there.
    pub(super) fn keep_scenario(self) {
        let run = self.run_to_here();
        let loose = self.page.settings.value(READING) == "loose";
        let kept = self.with_tool(|tool| tool.run_as_scenario(&run, loose));
        match kept.flatten() {
            Some(lines) => self.keep(&lines),
            None => self
                .said
                .set("A scenario needs a message, and none has been sent yet.".into()),
        }
    }

    /// Writes the question whether this state can be reached into the text; with a goal, whether
    /// that can be reached from here.
    pub(super) fn keep_question(self) {
        let run = self.run_to_here();
        let (goal, bound) = self.goal();
        let lines = self.tool.with_value(|tool| {
            let (text, tool) = tool.as_ref()?;
            tool.run_as_question(text, &run, &goal, bound)
        });
        match lines {
            Some(lines) => self.keep(&lines),
            None => self.said.set(
                "Questions are about the lifelines of the system, and this run is on those of a \
                 scenario. Keep it as a scenario instead."
                    .into(),
            ),
        }
    }

    /// Has the solver look for a way from the step at hand to the states that were chosen.
    pub(super) fn go_on(self) {
        let (goal, bound) = self.goal();
        let run = self.run_to_here();
        let question = self.tool.with_value(|tool| {
            let (text, tool) = tool.as_ref()?;
            tool.onward(text, &run.last()?.state, &goal, bound)
        });
        let Some(question) = question.filter(|_| !goal.is_empty()) else {
            return;
        };
        self.page.choose_goal(false);
        self.said.set(String::new());
        (self.search).ask(question, 0, Asked::Onward(run.len() - 1));
    }

    /// Hears what the solver has found.
    pub(super) fn hear(self, asked: Asked, reported: Reported) {
        match (asked, reported) {
            (Asked::Onward(at), Ok(Done::Answer(outcome))) => self.found(at, outcome),
            (_, Err(why)) => self.said.set(why),
            // Nothing else is asked here.
            (_, Ok(_)) => {}
        }
    }

    /// The solver has answered about the state after a step.
    fn found(self, at: usize, outcome: Box<Outcome>) {
        let mut run = self.run();
        let Some((first, steps)) = outcome.trace.split_first() else {
            return self.said.set(outcome.sentence);
        };
        if !outcome.verdict.is_found() || run.len() <= at {
            return self.said.set(outcome.sentence);
        }
        run.truncate(at + 1);
        let taken = self.with_tool(|tool| tool.along(&first.state, steps));
        let taken = taken.unwrap_or_default();
        self.said.set(match taken.len() {
            0 => "The goal holds here already.".into(),
            1 => "The solver went on by one step.".into(),
            more => format!("The solver went on by {more} steps."),
        });
        run.extend(taken);
        self.show(run, None);
    }

    /// The states that the solver is to go on to, and how far.
    fn goal(self) -> (Vec<(usize, PlaceView)>, Option<u32>) {
        let check = self.play.check.get_untracked();
        let goal = check.map(|check| check.goal).unwrap_or_default();
        (goal, self.page.stage.draft.bound.get_untracked())
    }

    fn keep(self, lines: &str) {
        let page = self.page;
        page.by_hand(false);
        page.append(lines);
        page.checks.select_last();
    }
}
