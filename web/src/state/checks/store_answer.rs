//! What the worker says, and what becomes of it: an answer, help with one, or why there is none.
//!
//! What is not said about the request under way is not listened to: the text has moved on.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Outcome, Refusal, capitalised};

use super::help::Mark;
use super::workers::{Busy, LASTING, Workers};
use super::{Checks, Health};
use crate::parts::Missing;
use crate::protocol::{Done, Reply, Wanted};
use crate::state::help::HelpKind;
use crate::state::run::{Answer, Phase};
use crate::state::search::now;
use crate::words;
use crate::worker::Event;

/// Said where the time was over and the worker had to be ended.
pub const OVERDUE: &str = "The time was over, and the search did not stop by itself: it was ended, and the \
                           checker started again.";

impl Checks {
    /// Hears a worker.
    pub(super) fn hear(&self, worker: usize, event: Event) {
        match event {
            Event::Ready => {
                // What was sent ahead is looked into from now on.
                self.change(worker, &|busy| busy.began = Some(now()));
                self.beat.within(LASTING as u64);
            }
            Event::Reply(Reply::Progress { progress, .. }) => {
                self.workers.update_value(Workers::warm);
                match self.change(worker, &|busy| busy.bytes = progress.bytes) {
                    Some(busy) if busy.is_answer() => {
                        self.update_search(&busy, |search| search.hear(progress));
                    }
                    _ => self.working.set(words::progress(&progress)),
                }
            }
            Event::Reply(Reply::Done { result, .. }) => {
                if let Some(busy) = self.come_back(worker) {
                    match result {
                        Ok(done) => self.store_answer(worker, &busy, done),
                        Err(refusal) => self.fail(&busy, Mark::Refused(refused(&refusal))),
                    }
                }
            }
            Event::Reply(Reply::Unfetched { .. }) => {
                if let Some(busy) = self.come_back(worker) {
                    let why = Missing.sentence(needed(busy.job.wants));
                    self.fail(&busy, Mark::Failed(why));
                }
            }
            // These never leave the client.
            Event::Reply(Reply::Ready | Reply::Computing { .. } | Reply::Panicked { .. }) => {}
            Event::Crashed(_, message) => {
                if let Some(busy) = self.come_back(worker) {
                    let why = format!(
                        "The checker broke down on this check and was started again. \
                         Your text is safe. ({message})"
                    );
                    self.fail(&busy, Mark::Failed(why));
                }
            }
            Event::Overdue(_) => {
                if let Some(busy) = self.come_back(worker) {
                    match busy.job.wants {
                        Wanted::Answer => self.set_phase(busy.job.row, Phase::Overdue),
                        _ => self.fail(&busy, Mark::Failed(OVERDUE.to_owned())),
                    }
                }
            }
            Event::CannotStart(message) => {
                self.release();
                self.unask(worker);
                let mut is_last = false;
                self.workers.update_value(|it| is_last = it.lose(worker));
                if is_last {
                    self.health.set(Health::Unavailable(message));
                }
            }
        }
        self.send_next();
    }

    fn store_answer(&self, worker: usize, busy: &Busy, done: Done) {
        match done {
            Done::Answer(outcome) if busy.is_answer() => {
                if outcome.verdict.is_unknown() {
                    // A search without an answer was a large one.
                    self.renew(worker);
                }
                self.settle_answer(busy, Arc::from(outcome));
            }
            Done::Clauses(files) => self.grant(busy.job.wants, Ok(*files)),
            done => self.settle_help(busy, done),
        }
    }

    fn settle_answer(&self, busy: &Busy, outcome: Arc<Outcome>) {
        let Some(row) = self.row(busy.job.row) else {
            return;
        };
        if self.selected.get_untracked() == Some(row.id) && !self.shows_other.get_untracked() {
            let last = outcome.length().saturating_sub(1);
            if self.step.get_untracked() > last {
                self.step.set(last);
            }
        }
        // The text may be another one by now, as long as it asks the same of the same model.
        let text = self.document.revision().get_untracked().text;
        let index = row.view.with_untracked(|view| view.index);
        row.run.update(|run| {
            run.take(Arc::clone(&text), outcome);
            run.follow(&busy.asked, index, &text);
        });
        if self.selected.get_untracked() == Some(row.id) {
            self.open_answered();
        }
        self.tell();
    }

    /// A request has come to nothing.
    pub(super) fn fail(&self, busy: &Busy, mark: Mark) {
        match mark {
            Mark::Refused(why) | Mark::Failed(why) if busy.is_answer() => {
                self.set_phase(busy.job.row, Phase::Failed(why));
            }
            mark => {
                if let Some(row) = self.row(busy.job.row) {
                    self.mark(&row, busy.job.wants, mark);
                }
            }
        }
    }

    fn settle_help(&self, busy: &Busy, done: Done) {
        let Some(row) = self.row(busy.job.row) else {
            return;
        };
        row.run.update(|run| {
            let answer = run.answer.as_mut();
            let Some(Answer { help, .. }) = answer.filter(|answer| answer.text == busy.text) else {
                return;
            };
            help.keep(busy.job.wants, done);
        });
    }
}

/// The part of the program that a request needs, at the beginning of a sentence.
fn needed(wants: Wanted) -> &'static str {
    match wants {
        Wanted::Answer => "The solver, which this check needs,",
        Wanted::Clauses(_) => "What writes formulas",
        Wanted::Run | Wanted::AllRuns | Wanted::RunTo | Wanted::Space => "What runs the model",
        wants => HelpKind::of(wants).map_or("The solver", |it| it.needs),
    }
}

/// Why there is no answer, for somebody who reads the page.
pub fn refused(refusal: &Refusal) -> String {
    match refusal {
        Refusal::Errors => "The text has errors; mend them to get an answer.".to_owned(),
        Refusal::NoSuchCheck => "The text has changed and this check is gone.".to_owned(),
        Refusal::Option(what) => format!("{}.", capitalised(what)),
        Refusal::Capabilities(_) => Missing.sentence("The solver"),
        Refusal::Defect(what) => format!(
            "The answer did not stand its own examination, so it is not shown. \
             Please report this model. ({what})"
        ),
    }
}
