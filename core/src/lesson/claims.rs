//! What a lesson says about answers: its claims, and the right choices of its bets.

use super::document::{Bet, CheckRef, Claim};
use super::judge::Files;
use super::question::{Answer, Question};
use crate::api::{Kinds, every_repair};
use crate::view::{CertificateView, Outcome, PrintedView};

/// The value of a key of `lockstep check --json`, of those that lessons use; `null` where the answer has none.
#[must_use]
pub fn value_of(outcome: &Outcome, key: &str) -> Option<String> {
    let number = |it: Option<u32>| it.map_or("null".into(), |it| it.to_string());
    Some(match key {
        "answer" => outcome.answer().word().into(),
        "expected" => match outcome.expected_answer() {
            Some(it) => it.word().into(),
            None => "null".into(),
        },
        "as_expected" => match outcome.as_expected() {
            Some(it) => it.to_string(),
            None => "null".into(),
        },
        "proved" => outcome.verdict.is_proved().to_string(),
        "bound" => number(outcome.bound),
        "depth" => number(outcome.depth()),
        "prefix" => number(outcome.prefix()),
        "certificate" => match &outcome.certificate {
            CertificateView::Replayed => "replayed".into(),
            CertificateView::Proof { .. } => "proof".into(),
            CertificateView::Exhausted { .. } => "exhausted".into(),
            CertificateView::Bound { .. } => "bound".into(),
            CertificateView::Open { .. } => "null".into(),
        },
        "states" => match outcome.certificate {
            CertificateView::Exhausted { states } => states.to_string(),
            _ => outcome
                .work
                .states
                .map_or("null".into(), |it| it.to_string()),
        },
        _ => return None,
    })
}

/// The index of the right choice of a bet, once its check is answered; `None` where no choice is right.
#[must_use]
pub fn right_choice(bet: &Bet, outcome: &Outcome) -> Option<usize> {
    let value = value_of(outcome, &bet.key)?;
    bet.choices.iter().position(|it| *it == value)
}

/// The question of a bet.
///
/// # Errors
/// Says which file or check of the lesson is missing.
pub fn bet_question(kinds: &Kinds, bet: &Bet, files: &Files) -> Result<Question, String> {
    question(kinds, &bet.check, files, None)
}

/// The question that decides a claim.
///
/// # Errors
/// Says which file or check of the lesson is missing.
pub fn claim_question(kinds: &Kinds, claim: &Claim, files: &Files) -> Result<Question, String> {
    match claim {
        Claim::Value { check, .. } => question(kinds, check, files, None),
        Claim::Clauses { check, .. } => question(kinds, check, files, Some(every_repair())),
    }
}

fn question(
    kinds: &Kinds,
    check: &CheckRef,
    files: &Files,
    printed: Option<Vec<String>>,
) -> Result<Question, String> {
    let CheckRef { file, check } = check;
    let text = files.get(file);
    let text = text.ok_or_else(|| format!("The file `{file}` is missing."))?;
    let analysis = kinds.analyse(text);
    if let Some(error) = analysis.diagnostics.iter().find(|it| it.error) {
        let title = error.title.trim_end_matches('.');
        return Err(format!(
            "`{file}` has an error in line {}: {title}.",
            error.range.line
        ));
    }
    if !(1..=analysis.checks.len()).contains(check) {
        return Err(format!("`{file}` has no check {check}."));
    }
    Ok(Question {
        text: text.clone(),
        kind: analysis.structure.kind(),
        check: check - 1,
        printed,
    })
}

/// Whether an answer is what a claim says.
///
/// # Errors
/// Says what the answer is instead.
pub fn claim_holds(claim: &Claim, answer: &Answer) -> Result<(), String> {
    match (claim, answer) {
        (Claim::Value { key, value, .. }, Answer::Outcome(outcome)) => {
            let found = value_of(outcome, key);
            let found = found.ok_or_else(|| format!("Answers have no key `{key}`."))?;
            match found == *value {
                true => Ok(()),
                false => Err(format!("`{key}` is `{found}`, not `{value}`.")),
            }
        }
        (
            Claim::Clauses {
                formula, clauses, ..
            },
            Answer::Printed(view),
        ) => {
            let found = clauses_of(view, formula);
            let found = found.ok_or_else(|| format!("There is no formula `{formula}`."))?;
            match found == *clauses {
                true => Ok(()),
                false => Err(format!("`{formula}` has {found} clauses, not {clauses}.")),
            }
        }
        (_, Answer::Refused(why)) => Err(format!("The check was not answered: {why}.")),
        _ => Err("The answer is to another question.".into()),
    }
}

fn clauses_of(view: &PrintedView, formula: &str) -> Option<u64> {
    let mut formulas = view.formulas.iter();
    formulas.find(|it| it.name == formula).map(|it| it.clauses)
}
