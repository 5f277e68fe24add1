//! What the worker says, and what becomes of it: an answer, help with one, or why there is none.
//!
//! What is not said about the request under way is not listened to: the text has moved on.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Outcome, Refusal, capitalised};

use super::help::Mark;
use super::{Busy, Checks, Health, NOTICEABLE};
use crate::parts::Missing;
use crate::protocol::{Done, Reply, Ticket, Wanted};
use crate::state::help::HelpKind;
use crate::state::run::{Answer, Phase};
use crate::state::search::now;
use crate::words;
use crate::worker::{Client, Event};

/// Said where the time was over and the worker had to be ended.
pub const OVERDUE: &str = "The time was over, and the search did not stop by itself: it was ended, and the \
                           checker started again.";

impl Checks {
    /// Hears the worker.
    pub(super) fn hear(&self, event: Event) {
        match event {
            Event::Ready => {
                if self.busy.with_value(Option::is_some) {
                    // It was sent ahead, and is looked into from now on.
                    self.busy.update_value(|busy| {
                        if let Some(busy) = busy {
                            busy.began = now();
                        }
                    });
                    self.noticeable.after(NOTICEABLE);
                }
                self.send_next();
            }
            Event::Reply(Reply::Progress { ticket, progress }) => {
                if self.busy_row(ticket).is_some() {
                    self.update_search(|search| search.hear(progress));
                } else {
                    self.working.set(words::progress(&progress));
                }
            }
            Event::Reply(Reply::Done { ticket, result }) => {
                if let Some(busy) = self.come_back(ticket) {
                    match result {
                        Ok(done) => self.store_answer(&busy, done),
                        Err(refusal) => self.fail(&busy, Mark::Refused(refused(&refusal))),
                    }
                }
                self.send_next();
            }
            Event::Reply(Reply::Unfetched { ticket }) => {
                if let Some(busy) = self.come_back(ticket) {
                    let why = Missing.sentence(needed(busy.wants));
                    self.fail(&busy, Mark::Failed(why));
                }
                self.send_next();
            }
            // These never leave the client.
            Event::Reply(Reply::Ready | Reply::Computing { .. } | Reply::Panicked { .. }) => {}
            Event::Crashed(ticket, message) => {
                if let Some(busy) = self.come_back(ticket) {
                    let why = format!(
                        "The checker broke down on this check and was started again. \
                         Your text is safe. ({message})"
                    );
                    self.fail(&busy, Mark::Failed(why));
                }
            }
            Event::Overdue(ticket) => {
                if let Some(busy) = self.come_back(ticket) {
                    match busy.wants {
                        Wanted::Answer => self.set_phase(busy.row, Phase::Overdue),
                        _ => self.fail(&busy, Mark::Failed(OVERDUE.to_owned())),
                    }
                }
            }
            Event::CannotStart(message) => {
                self.busy.set_value(None);
                self.release();
                self.health.set(Health::Unavailable(message));
            }
        }
    }

    /// The request under way, if this is its ticket: it is so no more.
    fn come_back(&self, ticket: Ticket) -> Option<Busy> {
        let busy = self.busy.get_value().filter(|busy| busy.ticket == ticket)?;
        self.busy.set_value(None);
        if busy.wants == Wanted::Answer {
            self.noticeable.cancel();
            self.second.cancel();
        }
        Some(busy)
    }

    fn store_answer(&self, busy: &Busy, done: Done) {
        match done {
            Done::Answer(outcome) if busy.wants == Wanted::Answer => {
                self.settle_answer(busy, Arc::from(outcome));
            }
            Done::Clauses(files) => self.grant(busy.wants, Ok(*files)),
            done => self.settle_help(busy, done),
        }
    }

    fn settle_answer(&self, busy: &Busy, outcome: Arc<Outcome>) {
        if outcome.verdict.is_unknown() {
            // A search without an answer was a large one.
            self.with_client(Client::refresh);
        }
        let Some(row) = self.row(busy.row) else {
            return;
        };
        let shows_other = (self.content).with_untracked(|content| content.run().is_some());
        if self.selected.get_untracked() == Some(row.id) && !shows_other {
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
    }

    /// A request has come to nothing.
    fn fail(&self, busy: &Busy, mark: Mark) {
        match mark {
            Mark::Refused(why) | Mark::Failed(why) if busy.wants == Wanted::Answer => {
                self.set_phase(busy.row, Phase::Failed(why));
            }
            mark => {
                if let Some(row) = self.row(busy.row) {
                    self.mark(&row, busy.wants, mark);
                }
            }
        }
    }

    fn settle_help(&self, busy: &Busy, done: Done) {
        let Some(row) = self.row(busy.row) else {
            return;
        };
        row.run.update(|run| {
            let answer = run.answer.as_mut();
            let Some(Answer { help, .. }) = answer.filter(|answer| answer.text == busy.text) else {
                return;
            };
            help.keep(busy.wants, done);
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
