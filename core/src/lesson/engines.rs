//! Answers to the judge's questions, by the engines: for those who have them at hand, such as the command line and tests.

use super::judge::{Files, Judge};
use super::judgement::Judgement;
use super::question::{Answer, Question};
use super::task::Task;
use crate::api::{self, Host, Kinds, Refusal};
use crate::view::Options;

/// Answers a question. Options and host limit each search; what hits a limit is an answer that is not decided.
#[must_use]
pub fn answer(question: &Question, options: &Options, host: &mut dyn Host) -> Answer {
    let Question {
        text,
        kind,
        check,
        printed,
    } = question;
    let Some(repairs) = printed else {
        let outcome = api::check_of_kind(*kind, text, *check, options, host);
        return outcome.map_or_else(Answer::from, |it| Answer::Outcome(Box::new(it)));
    };
    let Some(ask) = api::printed_of(*kind) else {
        let why = format!("the papers have no formulas of {}", kind.title().name);
        return Answer::Refused(why);
    };
    let view = ask(text, *check, repairs, options, host);
    view.map_or_else(Answer::from, |it| Answer::Printed(Box::new(it)))
}

impl From<Refusal> for Answer {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(match refusal {
            Refusal::Option(what) => what,
            Refusal::Errors => "the text has errors".into(),
            Refusal::NoSuchCheck => "there is no such check".into(),
            Refusal::Capabilities(_) => "a part of the program is missing".into(),
            Refusal::Defect(what) => format!("this is a defect of Lockstep: {what}"),
        })
    }
}

/// Judges an attempt, with every kind of model and every engine.
#[must_use]
pub fn judge(
    task: &Task,
    files: &Files,
    attempt: &str,
    options: &Options,
    host: &mut dyn Host,
) -> Judgement {
    let mut judge = Judge::new(&Kinds::whole(), task, files, attempt);
    while let Some(question) = judge.question() {
        let found = answer(question, options, host);
        judge.answer(found);
    }
    judge.judgement()
}
