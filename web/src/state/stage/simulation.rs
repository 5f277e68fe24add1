//! Stepping by hand, as the rest of the page knows it.
//!
//! Here are only the values that the whole stage follows; what makes the run is loaded when it is
//! asked for (`stage/simulation`). The run itself stands in [`Page::stage_content`].

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{LifelineView, RunChoice, RunRequest, asked};

use super::content::{ShownRun, StageContent};
use super::hand_run::HandRuns;
use crate::state::Page;

/// What was asked for elsewhere on the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wish {
    /// A transition of a lifeline is taken.
    Take(usize, usize),
    /// A choice is taken by its number, from 1.
    Choose(usize),
    /// The solver goes on to the chosen states.
    GoOn,
    /// The question whether it can is kept.
    Keep,
}

/// An expression that is watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watch {
    /// The expression.
    pub text: String,
    /// Whether playing pauses where it becomes true: a breakpoint.
    pub stops: bool,
}

/// Stepping by hand.
#[derive(Clone, Copy)]
pub struct Simulation {
    /// What can happen next: lifeline and transition, each once.
    pub can: RwSignal<Option<Vec<(usize, usize)>>>,
    /// What was asked for elsewhere on the stage and has not been seen to.
    pub wish: RwSignal<Option<Wish>>,
    /// The step and the run that a link tells, until the run is made.
    pub told: RwSignal<Option<(usize, String)>>,
    /// Expressions that are watched beside the variables.
    pub watched: RwSignal<Vec<Watch>>,
    /// Steps at which playing pauses: where something that is watched for has just become true.
    pub breaks: RwSignal<Vec<usize>>,
    /// The run of a transition system that was made last.
    pub kept: RwSignal<Option<RunRequest>>,
    /// The run that was put away last.
    pub put_away: RwSignal<Option<Arc<ShownRun>>>,
    /// The run that is made, and those that can be taken up again.
    pub runs: HandRuns,
}

impl Simulation {
    /// Nobody steps by hand.
    #[must_use]
    pub fn new() -> Self {
        Self {
            can: RwSignal::new(None),
            wish: RwSignal::new(None),
            told: RwSignal::new(None),
            watched: RwSignal::new(Vec::new()),
            breaks: RwSignal::new(Vec::new()),
            kept: RwSignal::new(None),
            put_away: RwSignal::new(None),
            runs: HandRuns::new(),
        }
    }

    /// Takes a transition of a lifeline.
    pub fn take(&self, lifeline: usize, transition: usize) {
        self.wish.set(Some(Wish::Take(lifeline, transition)));
    }

    /// Something else is shown: the run is put away.
    pub(super) fn leave(&self, content: &StageContent) {
        let made = content.run().filter(|_| content.is_by_hand());
        // A run of a transition system is kept as its choices.
        if let Some(made) = made
            && made.outcome.length() > 1
            && made.outcome.system.is_none()
        {
            self.put_away.set(Some(Arc::clone(made)));
        }
        self.can.set(None);
        // Those who follow the wish may be the ones who leave.
        if self.wish.with_untracked(Option::is_some) {
            self.wish.set(None);
        }
    }
}

impl Page {
    /// Begins to step by hand, or leaves it: then the run is put away, and comes back when the same
    /// check is stepped by hand from its start.
    pub fn by_hand(&self, open: bool) {
        if !open {
            return self.show(StageContent::Check);
        }
        self.stage.sessions.update_value(|count| *count += 1);
        if let StageContent::Execution(_, Some(choices)) = self.stage.content.get_untracked() {
            self.stage.simulation.kept.set(Some(choices));
        }
        self.show(StageContent::Simulation {
            session: self.stage.sessions.get_value(),
            row: self.checks.selected().get_untracked(),
            run: None,
            asks: false,
        });
    }

    /// How the run is made that is shown and that nobody asked a check for, tracked; of machines nothing but that it is.
    #[must_use]
    pub fn made_by_hand(&self) -> Option<RunRequest> {
        let content = self.stage_content();
        let made = content.run().filter(|_| content.is_by_hand())?;
        let kept = match &content {
            StageContent::Execution(_, choices) => choices.clone(),
            _ => self.stage.simulation.kept.get(),
        };
        let kept = kept.filter(|_| made.outcome.system.is_some());
        Some(kept.unwrap_or_default())
    }

    /// The lifelines of a run that is made on the page: those of the selected check, else all. Not tracked.
    #[must_use]
    pub fn lifelines(&self) -> Vec<LifelineView> {
        match untrack(|| self.checks.selected_row()) {
            Some(row) => row.view.with_untracked(|view| view.lifelines.clone()),
            None => asked(&self.document.settled().get_untracked(), &[], None).lifelines,
        }
    }

    /// Shows the run that is made by hand as it is now, of systems with its choices; nothing changes where no run is made by
    /// hand any more.
    pub fn show_simulated(&self, run: ShownRun, choices: Option<RunRequest>) {
        if let StageContent::Simulation {
            session, row, asks, ..
        } = self.stage.content.get_untracked()
        {
            let run = Arc::new(run);
            self.note_run(&run, choices);
            self.show(StageContent::Simulation {
                session,
                row,
                run: Some(run),
                asks,
            });
        }
    }

    /// Shows a run of the picture of all runs. Who steps machines by hand goes on with it; a run of a transition
    /// system is taken up when stepping by hand begins.
    pub fn show_execution(&self, run: ShownRun, choices: Option<RunRequest>) {
        let is_simulated = self.stage.session.with_untracked(Option::is_some);
        match is_simulated && run.outcome.system.is_none() {
            true => self.show_simulated(run, None),
            false => self.show(StageContent::Execution(Arc::new(run), choices)),
        }
    }
}

/// Rules that are not the usual ones, with the letter that tells them: none that a grain begins with.
const RULES: [(&str, char); 2] = [("printed", 'p'), ("literal", 'l')];

/// A run of a transition system as a link tells it: the letter of the rules where they are not the usual ones, the
/// grain's first letter, and the numbers of the choices.
#[must_use]
pub fn link_of_run(run: &RunRequest) -> String {
    let choices: Vec<_> = run.choices.iter().map(told).collect();
    format!("{}{}", letters(&run.grain, &run.rules), choices.join("."))
}

/// What all runs are seen through, as a link tells it: the same letters, and what is tracked like a choice that has no
/// number.
#[must_use]
pub fn link_of_runs(grain: &str, rules: &str, tracked: &str) -> String {
    let tracked = match tracked.trim() {
        "" => String::new(),
        tracked => hexadecimal(tracked),
    };
    format!("{}{tracked}", letters(grain, rules))
}

fn letters(grain: &str, rules: &str) -> String {
    let grain = grain.chars().next().unwrap_or('t');
    let rules = RULES.iter().find(|it| it.0 == rules);
    let rules = rules.map_or_else(String::new, |it| it.1.to_string());
    format!("{rules}{grain}")
}

/// A choice by its number; one that has none, because its value was named, by what it does, in hexadecimal digits.
fn told(choice: &RunChoice) -> String {
    match choice.number {
        usize::MAX => hexadecimal(&choice.what),
        number => number.to_string(),
    }
}

/// Words in hexadecimal digits, which no link changes on its way.
fn hexadecimal(words: &str) -> String {
    let digits = words.bytes().map(|it| format!("{it:02x}"));
    format!("{NAMED}{}", digits.collect::<String>())
}

/// What words begin with that are told in digits.
const NAMED: char = 'x';

/// The choice that is told.
fn choice_of(told: &str) -> Option<RunChoice> {
    let Some(digits) = told.strip_prefix(NAMED) else {
        return Some(RunChoice {
            number: told.parse().ok()?,
            what: String::new(),
        });
    };
    Some(RunChoice {
        number: usize::MAX,
        what: of_hexadecimal(digits)?,
    })
}

fn of_hexadecimal(digits: &str) -> Option<String> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
    String::from_utf8(bytes?).ok()
}

/// The grain and the rules that a link's letters stand for, and what is behind them.
fn of_letters(words: &str) -> Option<(&'static str, &'static str, &str)> {
    let rules = RULES.iter().find(|it| words.starts_with(it.1));
    let mut letters = words[usize::from(rules.is_some())..].chars();
    let first = letters.next()?;
    let grains = ["transition", "choice", "statement", "behaviour"];
    let grain = grains.into_iter().find(|it| it.starts_with(first))?;
    Some((grain, rules.map_or("", |it| it.0), letters.as_str()))
}

/// The run that a link tells.
#[must_use]
pub fn run_of_link(words: &str) -> Option<RunRequest> {
    let (grain, rules, choices) = of_letters(words)?;
    Some(RunRequest {
        grain: grain.to_owned(),
        rules: rules.to_owned(),
        choices: choices.split('.').filter_map(choice_of).collect(),
        ..RunRequest::default()
    })
}

/// Grain, rules and what is tracked of the picture of all runs that a link tells.
#[must_use]
pub fn runs_of_link(words: &str) -> Option<(&'static str, &'static str, String)> {
    let (grain, rules, tracked) = of_letters(words)?;
    let tracked = match tracked.strip_prefix(NAMED) {
        Some(digits) => of_hexadecimal(digits)?,
        None if tracked.is_empty() => String::new(),
        None => return None,
    };
    Some((grain, rules, tracked))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_run_with_a_named_value_comes_back_from_its_link() {
        let choice = |number, what: &str| RunChoice {
            number,
            what: what.to_owned(),
        };
        let run = RunRequest {
            grain: "choice".to_owned(),
            choices: vec![
                choice(0, ""),
                choice(12, ""),
                choice(usize::MAX, "env: ä := 1000"),
            ],
            ..RunRequest::default()
        };
        let link = link_of_run(&run);
        assert_eq!(link, "c0.12.x656e763a20c3a4203a3d2031303030");
        assert_eq!(run_of_link(&link).as_ref(), Some(&run));
        for (rules, letter) in RULES {
            let rules = rules.to_owned();
            let by_rules = RunRequest {
                rules,
                ..run.clone()
            };
            let link = link_of_run(&by_rules);
            assert!(link.starts_with(&format!("{letter}c0.12.")));
            assert_eq!(run_of_link(&link), Some(by_rules));
        }
        assert_eq!(run_of_link("p"), None);
        assert_eq!(run_of_link(""), None);
        for broken in ["c0.xzz", "c0.x6", "cx\u{e4}"] {
            assert!(run_of_link(broken).is_some_and(|it| it.choices.len() <= 1));
        }
    }

    #[test]
    fn what_all_runs_are_seen_through_comes_back_from_its_link() {
        assert_eq!(link_of_runs("transition", "", " "), "t");
        assert_eq!(link_of_runs("choice", "printed", "log"), "pcx6c6f67");
        for grain in ["transition", "choice", "statement", "behaviour"] {
            for rules in ["", "printed", "literal"] {
                for tracked in ["", "log", "a, ä > 3 & b = \"x\""] {
                    let link = link_of_runs(grain, rules, tracked);
                    assert!(link.chars().all(|it| it.is_ascii_alphanumeric()));
                    assert_eq!(
                        runs_of_link(&link),
                        Some((grain, rules, tracked.to_owned()))
                    );
                }
            }
        }
        for broken in ["", "p", "z", "c12", "tx6", "txzz", "tx\u{e4}", "txff"] {
            assert_eq!(runs_of_link(broken), None, "{broken}");
        }
    }
}
