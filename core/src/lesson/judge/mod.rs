//! The judge of attempts: criterion by criterion, with what shows that one is not met.
//!
//! A criterion is a function from the attempt and the answers at hand to a verdict, or to the question whose answer it needs
//! next ([`Waits`]). So nothing is kept between two questions but the answers, and the same answers give the same verdicts.

mod checks;
mod derived;
mod printed;
mod proof;
mod same;
mod text;

use std::collections::BTreeMap;

use super::judgement::{Evidence, Judged, Judgement, Met, Played, Shown};
use super::question::{Answer, Question};
use super::task::{Criterion, Demand, Task};
use crate::api::{Kinds, ReadText};
use crate::view::{Analysis, CertificateView, CheckView, Outcome};

/// The files of a lesson by their names.
pub type Files = BTreeMap<String, String>;

/// An attempt that is being judged.
pub struct Judge {
    kinds: Kinds,
    task: Task,
    files: Files,
    attempt: String,
    /// The attempt as a model; `None` where the task is about another kind of text.
    model: Option<(ReadText, Analysis)>,
    answers: Vec<(Question, Answer)>,
    judged: Vec<Judged>,
    waits: Option<Question>,
}

/// A criterion, or the question that has to be answered before it can be judged.
type Verdict = Result<Judged, Waits>;

/// What a criterion waits for.
struct Waits(Box<Question>);

/// An answer of the definitions, or why there is none.
type Answered<'j> = Result<&'j Outcome, String>;

impl Judge {
    /// Begins to judge an attempt. The kinds must know the attempt's kind of model; a text of a kind that is still to be
    /// fetched is judged as one with an error.
    #[must_use]
    pub fn new(kinds: &Kinds, task: &Task, files: &Files, attempt: &str) -> Self {
        let is_model = matches!(task.ending(), "lks" | "xsts");
        let model = is_model.then(|| {
            let read = kinds.read(attempt);
            let analysis = kinds.analysis_of(&read);
            (read, analysis)
        });
        let mut judge = Self {
            kinds: kinds.clone(),
            task: task.clone(),
            files: files.clone(),
            attempt: attempt.to_owned(),
            model,
            answers: Vec::new(),
            judged: Vec::new(),
            waits: None,
        };
        judge.go_on();
        judge
    }

    /// The question that has to be answered next; `None` where every criterion is judged.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.waits.as_ref()
    }

    /// Takes the answer to [`Self::question`], and judges as far as that takes it.
    pub fn answer(&mut self, answer: Answer) {
        if let Some(question) = self.waits.take() {
            self.answers.push((question, answer));
            self.go_on();
        }
    }

    /// What is known so far: criteria that wait for an answer are open.
    #[must_use]
    pub fn judgement(&self) -> Judgement {
        let mut criteria = self.judged.clone();
        criteria.resize(self.task.criteria.len(), Judged::default());
        Judgement { criteria }
    }

    fn go_on(&mut self) {
        while let Some(criterion) = self.task.criteria.get(self.judged.len()) {
            match self.criterion(criterion) {
                Ok(judged) => self.judged.push(judged),
                Err(Waits(question)) => {
                    self.waits = Some(*question);
                    return;
                }
            }
        }
    }

    fn criterion(&self, criterion: &Criterion) -> Verdict {
        match &criterion.demand {
            Demand::Open(open) => return Ok(self.open(criterion, open)),
            Demand::Contains(line) => return Ok(self.contains(criterion, line)),
            Demand::Proof(file) => return Ok(self.proof(criterion, file)),
            _ => {}
        }
        let Some((_, analysis)) = &self.model else {
            return Ok(unknown(
                "This criterion is about a model, and the task is not.",
            ));
        };
        if let Some(error) = analysis.diagnostics.iter().find(|it| it.error) {
            let title = error.title.trim_end_matches('.');
            return Ok(Judged {
                met: Met::No,
                sentence: format!("Line {}: {title}. Correct this first.", error.range.line),
                evidence: Some(Evidence::Error(error.clone())),
            });
        }
        match &criterion.demand {
            Demand::Open(_) | Demand::Contains(_) | Demand::Proof(_) => Ok(yes()),
            Demand::Expected => self.expected(criterion, analysis),
            Demand::Hidden(first, last) => self.hidden(criterion, *first, *last),
            Demand::Keeps(scenario) => Ok(self.keeps(criterion, analysis, scenario)),
            Demand::Asks(check, question) => Ok(asks(criterion, analysis, *check, question)),
            Demand::Answers(check, word) => self.has_answer(criterion, analysis, *check, word),
            Demand::EveryLength(check) => Ok(every_length(criterion, analysis, *check)),
            Demand::Tight(check) => self.tight(criterion, analysis, *check),
            Demand::TightFirst(line) => self.tight_first(criterion, *line),
            Demand::Inductive(check, part) => self.inductive(criterion, *check, *part),
            Demand::Lies(paper, repairs) => self.lies(criterion, analysis, paper, repairs),
            Demand::Cured(paper, repairs) => self.cured(criterion, analysis, paper, repairs),
            Demand::Same(same) => Ok(self.same(criterion, same)),
        }
    }

    /// The answer to a question about a check of a text.
    fn ask(&self, text: &str, of: &Analysis, check: usize) -> Result<Answered<'_>, Waits> {
        let question = Question {
            text: text.to_owned(),
            kind: of.structure.kind(),
            check,
            printed: None,
        };
        Ok(match self.known(question)? {
            Answer::Outcome(outcome) => Ok(outcome),
            Answer::Refused(why) => Err(why.clone()),
            Answer::Printed(_) => Err("The answer is to another question.".into()),
        })
    }

    fn known(&self, question: Question) -> Result<&Answer, Waits> {
        let known = self.answers.iter().find(|(it, _)| *it == question);
        known
            .map(|(_, answer)| answer)
            .ok_or_else(|| Waits(Box::new(question)))
    }

    /// A file of the lesson, or a sentence on that it is missing.
    fn file(&self, name: &str) -> Result<&str, String> {
        let file = self.files.get(name).map(String::as_str);
        file.ok_or_else(|| format!("The file `{name}` of the lesson is missing."))
    }
}

/// Whether check N asks this.
fn asks(criterion: &Criterion, analysis: &Analysis, check: usize, question: &str) -> Judged {
    let title = numbered(analysis, check).map(|it| blanks_aside(&it.title));
    if title.as_deref() == Some(blanks_aside(question).as_str()) {
        yes()
    } else {
        no(criterion, None)
    }
}

/// Whether check N has no bound.
fn every_length(criterion: &Criterion, analysis: &Analysis, check: usize) -> Judged {
    match numbered(analysis, check) {
        Some(it) if it.bound.is_none() => yes(),
        _ => no(criterion, None),
    }
}

/// The check of a number from 1.
fn numbered(analysis: &Analysis, check: usize) -> Option<&CheckView> {
    analysis.checks.get(check.checked_sub(1)?)
}

/// A text with one blank for each run of blanks.
fn blanks_aside(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn yes() -> Judged {
    Judged {
        met: Met::Yes,
        ..Judged::default()
    }
}

/// Not met, with the lesson's sentence.
fn no(criterion: &Criterion, evidence: Option<Evidence>) -> Judged {
    let sentence = match criterion.sentence.as_str() {
        "" => format!("The criterion `{}` is not met.", criterion.written),
        sentence => sentence.to_owned(),
    };
    Judged {
        met: Met::No,
        sentence,
        evidence,
    }
}

/// Not decided, with the reason.
fn unknown(why: impl Into<String>) -> Judged {
    Judged {
        met: Met::Unknown,
        sentence: why.into(),
        evidence: None,
    }
}

/// Not decided, since a check was not.
fn undecided(shown: Shown) -> Judged {
    let reached = match &shown.outcome.certificate {
        CertificateView::Open { reached } if !reached.is_empty() => format!(": {reached}"),
        _ => String::new(),
    };
    Judged {
        met: Met::Unknown,
        sentence: format!("`{}` was not decided{reached}.", shown.title),
        evidence: Some(Evidence::Shown(Box::new(shown))),
    }
}

/// Not decided, since a check was refused.
fn refused(why: &str) -> Judged {
    unknown(format!("A check was not answered: {why}"))
}

/// A check with its answer as evidence; the text of the attempt is not repeated.
fn shown(of: Played, text: &str, analysis: &Analysis, check: usize, outcome: &Outcome) -> Shown {
    let text = match of {
        Played::Attempt => String::new(),
        Played::WithHidden | Played::Derived => text.to_owned(),
    };
    let title = analysis.checks.get(check).map(|it| it.title.clone());
    Shown {
        of,
        text,
        kind: analysis.structure.kind(),
        check,
        title: title.unwrap_or_default(),
        outcome: outcome.clone(),
    }
}
