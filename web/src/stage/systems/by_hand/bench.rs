//! What the buttons of the pane ask for.

use leptos::prelude::*;

use lockstep_core::api::{Onward, RunChoice, RunRequest, SystemEvidenceView, onward_by_answer};

use super::{Bench, Later, is_about_charts};
use crate::protocol::{Done, Simulation, Wanted};
use crate::stage::by_chance;
use crate::state::stage::side_question::{Asked, Reported};
use lockstep_core::address;

impl Bench {
    /// Takes up the run that a link tells, or the one that was made before, else what is shown of the check's run.
    pub(super) fn begin(self) {
        let resumed = self.page.stage.simulation.runs.resumed.get_value();
        if let Some(resumed) = resumed {
            self.page.stage.simulation.runs.resumed.set_value(None);
            self.ask_as_it_is(resumed.choices.unwrap_or_default());
            return self.to_step.set_value(resumed.step);
        }
        let told = self.page.stage.simulation.told.get_untracked();
        let told = told.and_then(|(_, words)| address::run::read(&words));
        self.page.stage.simulation.told.set(None);
        let kept = self.page.stage.simulation.kept.get_untracked();
        let at = self.shown.play.at.get_untracked();
        let check = untrack(|| self.page.checks.selected_row());
        let check = check.map(|row| row.view.with_untracked(|it| it.index));
        // A run that begins in a state of an answer is that answer's.
        let kept = kept.filter(|it| at == 0 && (it.check.is_none() || it.check == check));
        if let Some(request) = told.or(kept) {
            return self.ask_as_it_is(request);
        }
        let row = self.page.checks.selected_row();
        let answer = row.and_then(|row| row.run.get_untracked().answer);
        let evidence = answer.and_then(|it| it.outcome.system.clone());
        let start = evidence.as_ref().and_then(SystemEvidenceView::start_choice);
        let run = evidence.map_or_else(Vec::new, |it| it.run);
        let along = run.iter().take(at + 1).skip(1).map(|it| it.state.clone());
        let along: Vec<_> = along.collect();
        // Runs of answers go by behaviours.
        let is_fine = is_about_charts(self.page) && !along.is_empty();
        self.ask(RunRequest {
            grain: if is_fine { "behaviour" } else { "" }.to_owned(),
            choices: start.into_iter().collect(),
            along,
            ..RunRequest::default()
        });
    }

    /// Asks for a run, which goes past what is no decision where steps are whole transitions.
    pub(super) fn ask(self, run: RunRequest) {
        let past = run.is_by_transitions();
        self.ask_as_it_is(RunRequest { past, ..run });
    }

    /// Asks for a run that ends where it is told.
    fn ask_as_it_is(self, run: RunRequest) {
        let check = untrack(|| self.page.checks.selected_row());
        let run = RunRequest {
            check: check.map(|row| row.view.with_untracked(|it| it.index)),
            ..run
        };
        // Whoever goes another way does not wait for this one any more.
        self.search.end();
        self.later.set_value(None);
        self.to_say.set_value(None);
        self.to_step.set_value(None);
        // Where it is not made of choices alone these are known when the answer is there.
        self.made.set(run.clone());
        let simulation = Simulation {
            run,
            ..Simulation::default()
        };
        self.simulator.ask(Wanted::Run, &simulation);
    }

    /// The choices up to the step at hand.
    pub(super) fn so_far(self) -> RunRequest {
        let mut request = self.made.get_untracked();
        request
            .choices
            .truncate(self.shown.play.at.get_untracked() + 1);
        request
    }

    /// The run so far by steps of another grain: it goes through the same states where it is in none of them inside
    /// a transition.
    pub(super) fn at_grain(self, grain: &str) {
        let rules = self.made.with_untracked(|it| it.rules.clone());
        self.again(grain, &rules);
    }

    /// The same by other rules.
    pub(super) fn by_rules(self, rules: &str) {
        let grain = self.made.with_untracked(|it| it.grain.clone());
        self.again(&grain, rules);
    }

    pub(super) fn again(self, grain: &str, rules: &str) {
        if self.simulator.is_busy.get_untracked() {
            // The state at which the run is, is not known yet: this would begin at another one.
            self.made.update(|it| {
                it.grain = grain.to_owned();
                it.rules = rules.to_owned();
            });
            return self.later.set_value(Some(Later::Again));
        }
        let so_far = self.so_far();
        let found = self.found.get_untracked();
        let along = found.as_ref().map_or_else(Vec::new, |found| {
            let at = self.shown.play.at.get_untracked();
            let run = &found.run[..found.run.len().min(at + 1)];
            let of_charts = is_about_charts(self.page);
            let ends = |number: usize| match run.get(number + 1) {
                _ if of_charts => true,
                Some(next) => next.turn != run[number].turn,
                None => number + 1 < found.run.len() || found.state.status != "inside",
            };
            let states = (1..run.len()).filter(|&number| ends(number));
            states.map(|number| run[number].state.clone()).collect()
        });
        self.ask(RunRequest {
            grain: grain.to_owned(),
            rules: rules.to_owned(),
            choices: so_far.choices.into_iter().take(1).collect(),
            along,
            ..RunRequest::default()
        });
    }

    pub(super) fn take(self, choice: RunChoice) {
        let mut request = self.so_far();
        request.choices.push(choice);
        self.ask(request);
    }

    pub(super) fn go_on(self, onward: Onward) {
        // A run that is told by its states has no choices yet to go on from: it goes on as soon as it is there.
        if self.made.with_untracked(|it| !it.along.is_empty()) {
            return self.later.set_value(Some(Later::Onward(onward)));
        }
        let request = RunRequest {
            onward,
            ..self.so_far()
        };
        self.ask(request);
    }

    /// Does what was wanted while the run was not there yet.
    pub(super) fn catch_up(self) {
        let Some(later) = self.later.get_value() else {
            return;
        };
        if self.made.with_untracked(|it| !it.along.is_empty()) {
            return;
        }
        self.later.set_value(None);
        match later {
            Later::Onward(onward) => self.go_on(onward),
            Later::Again => {
                let made = self.made.get_untracked();
                self.again(&made.grain, &made.rules);
            }
        }
    }

    /// Takes up what engines have found.
    pub(super) fn hear(self, asked: Asked, reported: Reported) {
        match (asked, reported) {
            (Asked::OnwardOfSystem(question), Ok(Done::Answer(outcome))) => {
                let run = self.made.get_untracked();
                let (request, said) = onward_by_answer(&run, &question, &outcome);
                self.ask(request);
                self.to_say.set_value(Some(said));
            }
            (_, Err(why)) => self.said.set(why),
            (_, Ok(_)) => {}
        }
    }

    pub(super) fn walk(self, steps: usize) {
        let written = self.seed.get_untracked();
        let Ok(seed) = written.trim().parse() else {
            return self.said.set("A seed is a number.".into());
        };
        by_chance::remember(&written);
        self.go_on(Onward::Chance { seed, steps });
    }

    pub(super) fn go_until(self) {
        let goal = self.goal.get_untracked().trim().to_owned();
        match goal.is_empty() {
            true => self
                .said
                .set("Write until what is true, as in a check.".into()),
            false => self.go_on(Onward::Until(goal)),
        }
    }
}
