//! A whole lesson, checked: what it claims, its bets, and attempts at its task that are meant to be right or wrong.

use serde::Serialize;

use super::claims::{bet_question, claim_holds, claim_question, value_of};
use super::document::{Block, Claim, Finding, Lesson, ModelBlock, ModelSource};
use super::judge::{Files, Judge};
use super::judgement::{Judgement, Met};
use super::question::{Answer, Question};
use crate::api::Kinds;

/// What was found out about a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Report {
    /// What is wrong with the lesson itself.
    pub findings: Vec<Finding>,
    /// Its claims.
    pub claims: Vec<Checked>,
    /// Its bets.
    pub bets: Vec<Checked>,
    /// The attempts among its files, and the start text, which must not meet all criteria.
    pub attempts: Vec<Attempt>,
}

/// A claim or a bet.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Checked {
    /// The line in the lesson, from 1.
    pub line: u32,
    /// What is claimed, as `FILE N: KEY=VALUE`; of a bet with all its choices.
    pub claim: String,
    /// Whether it is true; of a bet, whether one choice is right.
    pub holds: bool,
    /// Of a bet the right choice; of a claim that is not true what is true instead.
    pub sentence: String,
}

/// An attempt that is meant to meet all criteria, or not.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Attempt {
    /// Its file.
    pub file: String,
    /// Whether it is meant to meet all criteria: files whose names begin with `solution` are, those with `wrong` and the start
    /// text are not.
    pub expected: bool,
    /// Whether it does as it is meant to.
    pub as_expected: bool,
    /// The criteria in their order.
    pub criteria: Vec<Verdict>,
}

/// A criterion that was judged.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verdict {
    /// The criterion as written.
    pub criterion: String,
    /// `yes`, `no` or `unknown`.
    pub met: &'static str,
    /// What is said where it is not met.
    pub sentence: String,
}

impl Report {
    /// Whether the lesson can be read, and everything is as it is meant to be.
    #[must_use]
    pub fn is_as_expected(&self) -> bool {
        self.findings.is_empty()
            && self.claims.iter().chain(&self.bets).all(|it| it.holds)
            && self.attempts.iter().all(|it| it.as_expected)
    }
}

/// Checks a lesson with its files; `ask` answers questions about checks. The same question is asked once.
#[must_use]
pub fn examine(lesson: &Lesson, files: &Files, ask: &mut dyn FnMut(&Question) -> Answer) -> Report {
    let mut examiner = Examiner {
        kinds: Kinds::whole(),
        files: with_texts(lesson, files),
        ask,
        answers: Vec::new(),
    };
    let mut report = Report {
        findings: lesson.findings.clone(),
        ..Report::default()
    };
    report.findings.extend(examiner.missing(lesson));
    report.claims = (lesson.claims.iter())
        .map(|it| examiner.claim(it))
        .collect();
    report.bets = lesson.bets().map(|it| examiner.bet(it)).collect();
    report.attempts = examiner.attempts(lesson);
    report
}

/// The files of a lesson with those that stand in it.
fn with_texts(lesson: &Lesson, files: &Files) -> Files {
    let mut files = files.clone();
    files.extend(lesson.texts.iter().cloned());
    files
}

struct Examiner<'a> {
    kinds: Kinds,
    files: Files,
    ask: &'a mut dyn FnMut(&Question) -> Answer,
    answers: Vec<(Question, Answer)>,
}

impl Examiner<'_> {
    fn answer(&mut self, question: &Question) -> Answer {
        let known = self.answers.iter().find(|(it, _)| it == question);
        if let Some((_, answer)) = known {
            return answer.clone();
        }
        let answer = (self.ask)(question);
        self.answers.push((question.clone(), answer.clone()));
        answer
    }

    /// Files and checks that the lesson names and that are not there.
    fn missing(&self, lesson: &Lesson) -> Vec<Finding> {
        let mut findings = Vec::new();
        let mut report = |line: u32, title: String, hint: &str| {
            findings.push(Finding {
                line,
                title,
                hint: hint.to_owned(),
            });
        };
        for name in lesson.files() {
            if !self.files.contains_key(name) {
                let title = format!("The file `{name}` is missing");
                report(
                    self.line_of(lesson, name),
                    title,
                    "Put it beside the lesson.",
                );
            }
        }
        for (slide, block) in
            (lesson.slides.iter()).flat_map(|it| it.blocks.iter().map(move |b| (it, b)))
        {
            let Block::Model(ModelBlock {
                name,
                source: ModelSource::File(file),
                check: Some(check),
                ..
            }) = block
            else {
                continue;
            };
            let text = self.files.get(file);
            let checks = text.map(|it| self.kinds.analyse(it).checks.len());
            if checks.is_some_and(|it| it < *check) {
                let title = format!("The model `{name}` has no check {check}");
                report(
                    slide.line,
                    title,
                    "Checks count from 1 in the order of the text.",
                );
            }
        }
        if let Some(task) = lesson.task() {
            if let Some(hidden) = self.files.get(task.hidden_file())
                && let Some(word) = foreign(hidden)
            {
                let title = format!("`{}` has an item `{word}`", task.hidden_file());
                let hint = "Hidden items are checks and scenarios of the attempt's own machines.";
                report(task.line, title, hint);
            }
            let mut names = self.files.keys();
            if !names.any(|it| it.starts_with("solution") && task.is_attempt(it)) {
                let hint =
                    "Put a file `solution` with the ending of the start text beside the lesson.";
                report(task.line, "The task has no solution".into(), hint);
            }
        }
        findings
    }

    /// The line of the lesson that names a file.
    fn line_of(&self, lesson: &Lesson, file: &str) -> u32 {
        let claims = lesson.claims.iter().map(|it| match it {
            Claim::Value { check, line, .. } | Claim::Clauses { check, line, .. } => {
                (&check.file, *line)
            }
        });
        let bets = lesson.bets().map(|it| (&it.check.file, it.line));
        let mut all = claims.chain(bets);
        let named = all.find(|it| it.0 == file).map(|it| it.1);
        let task = lesson.task().filter(|it| it.files().any(|it| it == file));
        let slide = (lesson.slides.iter()).find(|it| {
            let mut models = it.blocks.iter();
            models.any(|it| matches!(it, Block::Model(ModelBlock { source: ModelSource::File(it), .. }) if it == file))
        });
        named
            .or(task.map(|it| it.line))
            .or(slide.map(|it| it.line))
            .unwrap_or(1)
    }

    fn claim(&mut self, claim: &Claim) -> Checked {
        let question = claim_question(&self.kinds, claim, &self.files);
        let found = question.and_then(|it| claim_holds(claim, &self.answer(&it)));
        let (line, claim) = match claim {
            Claim::Value {
                check,
                key,
                value,
                line,
            } => (
                line,
                format!("{} {}: {key}={value}", check.file, check.check),
            ),
            Claim::Clauses {
                check,
                formula,
                clauses,
                line,
            } => (
                line,
                format!(
                    "{} formulas: {}:{formula}={clauses}",
                    check.file, check.check
                ),
            ),
        };
        Checked {
            line: *line,
            claim,
            holds: found.is_ok(),
            sentence: found.err().unwrap_or_default(),
        }
    }

    fn bet(&mut self, bet: &super::Bet) -> Checked {
        let question = bet_question(&self.kinds, bet, &self.files);
        let value = question.and_then(|it| match self.answer(&it) {
            Answer::Outcome(outcome) => value_of(&outcome, &bet.key)
                .ok_or_else(|| format!("Answers have no key `{}`.", bet.key)),
            Answer::Refused(why) => Err(format!("The check was not answered: {why}.")),
            Answer::Printed(_) => Err("The answer is to another question.".into()),
        });
        let holds = value.as_ref().is_ok_and(|it| bet.choices.contains(it));
        let sentence = match value {
            Ok(value) if !holds => format!("No choice is right: `{}` is `{value}`.", bet.key),
            Ok(value) => value,
            Err(what) => what,
        };
        let check = &bet.check;
        let choices = bet.choices.join(" ");
        Checked {
            line: bet.line,
            claim: format!("{} {} {}: {choices}", check.file, check.check, bet.key),
            holds,
            sentence,
        }
    }

    fn attempts(&mut self, lesson: &Lesson) -> Vec<Attempt> {
        let Some(task) = lesson.task() else {
            return Vec::new();
        };
        let of_task = |it: &&String| **it == task.file || task.is_attempt(it);
        let names: Vec<_> = self.files.keys().filter(of_task).cloned().collect();
        let attempts = names.into_iter().map(|file| {
            let text = self.files.get(&file).cloned().unwrap_or_default();
            let mut judge = Judge::new(&self.kinds, task, &self.files, &text);
            while let Some(question) = judge.question().cloned() {
                let answer = self.answer(&question);
                judge.answer(answer);
            }
            let expected = file.starts_with("solution");
            let judgement = judge.judgement();
            let as_expected = match expected {
                true => judgement.is_solved(),
                false => judgement.criteria.iter().any(|it| it.met == Met::No),
            };
            Attempt {
                file,
                expected,
                as_expected,
                criteria: verdicts(task, &judgement),
            }
        });
        attempts.collect()
    }
}

fn verdicts(task: &super::Task, judgement: &Judgement) -> Vec<Verdict> {
    let pairs = task.criteria.iter().zip(&judgement.criteria);
    pairs
        .map(|(criterion, judged)| Verdict {
            criterion: criterion.written.clone(),
            met: match judged.met {
                Met::Yes => "yes",
                Met::No => "no",
                Met::Unknown | Met::Open => "unknown",
            },
            sentence: judged.sentence.clone(),
        })
        .collect()
}

/// A word at the margin of hidden items that begins something else than a check or a scenario.
fn foreign(hidden: &str) -> Option<&str> {
    let at_margin = |it: &&str| it.starts_with(|it: char| it.is_alphabetic());
    let lines = hidden.lines().filter(at_margin);
    let words = lines.filter_map(|it| it.split_whitespace().next());
    let mut others = words.filter(|it| !matches!(*it, "check" | "scenario" | "neg"));
    others.next()
}
