//! What stands on the stage, derived from what it shows: the check, the run, and what of the text belongs to it.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    Analysis, CheckView, Outcome, PlaceView, Range, RunRequest, StepView, SystemEvidenceView,
    SystemView,
};
use lockstep_core::diagram::stops;

use super::content::StageContent;
use crate::protocol::Wanted;
use crate::state::Page;
use crate::state::aid::Aid;
use crate::state::run::Blamed;

impl Page {
    /// What the structure is drawn from: the text without errors, or what a preview shows.
    #[must_use]
    pub fn shown(&self) -> Signal<Arc<Analysis>> {
        let page = *self;
        Signal::derive(move || {
            let other = page.stage_content().analysis().cloned();
            other.unwrap_or_else(|| page.document.settled().get())
        })
    }

    /// What is to blame for the selected check's answer, where that is known and of this text. Of a property that holds
    /// nothing is: then it is told in the list of checks alone.
    #[must_use]
    pub fn blamed(&self) -> Signal<Vec<Range>> {
        let page = *self;
        let (checks, stale) = (self.checks, self.stale());
        Memo::new(move |_| {
            if !page.stage_content().is_check() {
                return Vec::new();
            }
            let blame = checks.selected_row().and_then(|row| {
                row.run.with(|run| {
                    let answer = run.answer.as_ref()?;
                    let verdict = answer.outcome.verdict;
                    if row.view.with(|it| it.is_held(verdict)) {
                        return None;
                    }
                    match answer.help.of::<Option<Blamed>>(Wanted::Blame) {
                        Aid::There(blame) => blame.as_ref().clone(),
                        Aid::Unasked | Aid::Asked | Aid::Refused(_) | Aid::Failed(_) => None,
                    }
                })
            });
            match blame {
                Some(blame) if !stale.get() => blame.elements.iter().map(|it| it.range).collect(),
                _ => Vec::new(),
            }
        })
        .into()
    }

    /// Whether the run that is shown is played by whole steps: by hand each part is one that was chosen, unless transition systems go by
    /// whole transitions. Tracked.
    #[must_use]
    pub fn plays_whole_steps(&self) -> bool {
        let is_whole = || {
            let kept = self.stage.simulation.kept;
            let by_transitions =
                kept.with(|it| it.as_ref().is_none_or(RunRequest::is_by_transitions));
            // Entries of statecharts say whether they count.
            let has_relations =
                |it: &SystemEvidenceView| it.run.first().is_some_and(|it| it.counts.is_none());
            by_transitions
                && self.outcome().with(|it| {
                    it.as_ref()
                        .and_then(|it| it.system.as_ref())
                        .is_some_and(has_relations)
                })
        };
        self.settings.plays_whole_steps() && (!self.stage.is_simulated() || is_whole())
    }

    /// What of the text the step at hand plays: of machines the messages of the scenario and the transitions, of other models the
    /// operations. The text follows the first. Where two runs are drawn beside each other it is what both play, with the
    /// name of the run.
    #[must_use]
    pub fn executed(&self) -> Signal<Vec<(Range, String)>> {
        let page = *self;
        let (outcome, step, stale) = (self.outcome(), self.checks.step(), self.stale());
        let check = self.check();
        Memo::new(move |_| {
            // A preview runs another text, whose operations have other numbers.
            if page.stage_content().analysis().is_some() {
                return Vec::new();
            }
            let Some(outcome) = outcome.get().filter(|_| !stale.get()) else {
                return Vec::new();
            };
            let Some(run) = &outcome.system else {
                let last = outcome.trace.len().saturating_sub(1);
                let played = outcome.trace.get(step.get().min(last));
                return page.document.settled().with(|analysis| {
                    let ranges = check.with(|it| Some(played_by(analysis, it.as_ref()?, played?)));
                    let ranges = ranges.into_iter().flatten();
                    ranges.map(|it| (it, String::new())).collect()
                });
            };
            let at = step.get().min(run.run.len().saturating_sub(1));
            let is_whole = page.plays_whole_steps();
            let other = page.stage.other_run();
            page.document.settled().with(|analysis| {
                let Some(system) = analysis.structure.system() else {
                    return Vec::new();
                };
                let executed = |run, at| executed(system, run, at, is_whole);
                let Some(other) = other else {
                    let own = executed(run, at).into_iter();
                    return own.map(|it| (it, String::new())).collect();
                };
                let there = other.outcome.system.as_ref().filter(|_| other.is_of_text);
                let there = there.map_or_else(Vec::new, |it| executed(it, other.at));
                let runs = [executed(run, at), there];
                let mut lines: Vec<(Range, Vec<String>)> = Vec::new();
                for (ranges, name) in runs.into_iter().zip(other.names) {
                    for range in ranges {
                        match lines.iter_mut().find(|it| it.0 == range) {
                            Some((_, names)) if names.contains(&name) => {}
                            Some((_, names)) => names.push(name.clone()),
                            None => lines.push((range, vec![name.clone()])),
                        }
                    }
                }
                let lines = lines.into_iter();
                lines.map(|(at, names)| (at, names.join(", "))).collect()
            })
        })
        .into()
    }

    /// Shows the place of something on the stage to be edited; a preview is of another text.
    pub fn reveal_shown(&self, range: Range) {
        if !self.shows_another_text() {
            self.reveal(range);
        }
    }

    /// Marks the place of something on the stage; a preview is of another text.
    pub fn mark_shown(&self, range: Range) {
        if !self.shows_another_text() {
            self.mark(range);
        }
    }

    fn shows_another_text(&self) -> bool {
        let is_other = |it: &StageContent| it.analysis().is_some();
        self.stage.content.with_untracked(is_other)
    }

    /// The run by hand, else what is compared, else the question that is being put together, else the selected check as
    /// written.
    #[must_use]
    pub fn check(&self) -> Signal<Option<CheckView>> {
        let page = *self;
        Memo::new(move |_| {
            let content = page.stage_content();
            if let Some(run) = content.run() {
                let mut check = run.check.clone();
                if matches!(content, StageContent::Simulation { .. }) {
                    let goal = page.stage.draft.goal().into_iter();
                    check.goal = goal
                        .map(|(lifeline, state)| (lifeline, PlaceView::State(state)))
                        .collect();
                }
                return Some(check);
            }
            match content {
                StageContent::Draft => Some(page.asked()),
                _ => Some((*page.checks.selected_row()?.view.get()).clone()),
            }
        })
        .into()
    }

    /// The run by hand, else what is compared, else the selected check's answer; none while a question is being put
    /// together. Of a check that has just been edited the earlier answer stays for a moment, see [`Run::shown`].
    ///
    /// [`Run::shown`]: crate::state::run::Run::shown
    #[must_use]
    pub fn outcome(&self) -> Signal<Option<Arc<Outcome>>> {
        let page = *self;
        Memo::new_with_compare(
            move |_| {
                let content = page.stage_content();
                if let Some(run) = content.run() {
                    return Some(Arc::clone(&run.outcome));
                }
                let row = page.checks.selected_row()?;
                let is_asked = matches!(content, StageContent::Draft);
                (!is_asked).then(|| row.run.with(|run| Some(Arc::clone(&run.shown()?.outcome))))?
            },
            |before, now| match (before, now) {
                // The same answer, not merely an equal one: comparing long runs would cost.
                (Some(Some(before)), Some(Some(now))) => !Arc::ptr_eq(before, now),
                (Some(None), Some(None)) => false,
                _ => true,
            },
        )
        .into()
    }

    /// Whether the run that is shown of the selected check is about an earlier text.
    #[must_use]
    pub fn stale(&self) -> Signal<bool> {
        let page = *self;
        let checks = self.checks;
        Memo::new(move |_| {
            let row = checks.selected_row();
            page.stage_content().run().is_none()
                && row.is_some_and(|row| {
                    row.run
                        .with(|run| run.shown().is_some_and(|it| checks.is_stale(it)))
                })
        })
        .into()
    }
}

/// Where the messages of the scenario stand that a step of machines plays, then the transitions that it begins or completes.
fn played_by(analysis: &Analysis, check: &CheckView, step: &StepView) -> Vec<Range> {
    let scenario = check.scenario.and_then(|it| analysis.scenarios.get(it));
    let messages = step.messages.iter().filter_map(|it| it.plays);
    let messages = messages.filter_map(|it| scenario?.messages.get(it)?.range);
    let transitions = step.moves.iter().filter_map(|it| {
        let lifeline = check.lifelines.get(it.lifeline)?;
        let machine = analysis.machines.get(lifeline.machine)?;
        Some(machine.transitions.get(it.transition)?.range)
    });
    let mut all = Vec::new();
    for range in messages.chain(transitions) {
        if !all.contains(&range) {
            all.push(range);
        }
    }
    all
}

/// Where the operations stand that an entry of a run executes, or the whole step that it ends.
fn executed(
    system: &SystemView,
    run: &SystemEvidenceView,
    at: usize,
    is_whole: bool,
) -> Vec<Range> {
    let fired = match run.run.get(at) {
        Some(_) if is_whole => stops::together(&run.run, stops::unit(&run.run, at)).fired,
        Some(it) => it.fired.clone(),
        None => Vec::new(),
    };
    let operations = fired.iter().filter_map(|&it| system.operations.get(it));
    let lines = operations.filter(|it| it.parts.is_empty());
    let mut lines: Vec<_> = lines.map(|it| it.range).collect();
    lines.sort_by_key(|it| it.from);
    lines
}
