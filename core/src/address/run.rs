//! Runs made by hand and pictures of all runs in the few characters of a link, of transition systems and statecharts.
//!
//! `pc0.12.y731e1e`: the letter of the rules where they are not the usual ones, the first letter of the grain, and the
//! numbers of the choices; a choice that has no number, because its value was named or it was sent by hand, is what it does, in
//! hexadecimal digits, which no link changes on its way. Links of earlier builds tell that in their words, behind an `x`. What all
//! runs are seen through is the same letters, and what is tracked, again behind an `x`: `pcx6c6f67`. Runs of machines tell what moves ([`crate::api::ByHand::run_link`]).

use super::action;
use crate::view::{KnownBy, RunChoice, RunRequest};

/// Grains by their first letters.
const GRAINS: [&str; 4] = ["transition", "choice", "statement", "behaviour"];
/// Rules that are not the usual ones, with the letter that tells them: none that a grain begins with.
const RULES: [(&str, char); 2] = [("printed", 'p'), ("literal", 'l')];
/// What words begin with that are told in digits.
const NAMED: char = 'x';
/// What an action begins with that is told in digits.
const ACTION: char = 'y';

/// A run as a link tells it.
#[must_use]
pub fn write(run: &RunRequest) -> String {
    let choices: Vec<_> = run.choices.iter().map(told).collect();
    format!("{}{}", letters(&run.grain, &run.rules), choices.join("."))
}

/// The run that a link tells; choices that cannot be read are left out. `None` for what is no run.
#[must_use]
pub fn read(words: &str) -> Option<RunRequest> {
    let (grain, rules, choices) = of_letters(words)?;
    Some(RunRequest {
        grain: grain.to_owned(),
        rules: rules.to_owned(),
        choices: choices.split('.').filter_map(choice_of).collect(),
        ..RunRequest::default()
    })
}

/// What all runs are seen through, as a link tells it.
#[must_use]
pub fn write_view(grain: &str, rules: &str, tracked: &str) -> String {
    let tracked = match tracked.trim() {
        "" => String::new(),
        tracked => hexadecimal(NAMED, tracked),
    };
    format!("{}{tracked}", letters(grain, rules))
}

/// Grain, rules and what is tracked of the picture of all runs that a link tells.
#[must_use]
pub fn read_view(words: &str) -> Option<(&'static str, &'static str, String)> {
    let (grain, rules, tracked) = of_letters(words)?;
    let tracked = match tracked.strip_prefix(NAMED) {
        Some(digits) => of_hexadecimal(digits)?,
        None if tracked.is_empty() => String::new(),
        None => return None,
    };
    Some((grain, rules, tracked))
}

fn letters(grain: &str, rules: &str) -> String {
    let grain = grain.chars().next().unwrap_or('t');
    let rules = RULES.iter().find(|it| it.0 == rules);
    let rules = rules.map_or_else(String::new, |it| it.1.to_string());
    format!("{rules}{grain}")
}

/// The grain and the rules that a link's letters stand for, and what is behind them.
fn of_letters(words: &str) -> Option<(&'static str, &'static str, &str)> {
    let rules = RULES.iter().find(|it| words.starts_with(it.1));
    let mut letters = words[usize::from(rules.is_some())..].chars();
    let first = letters.next()?;
    let grain = GRAINS.into_iter().find(|it| it.starts_with(first))?;
    Some((grain, rules.map_or("", |it| it.0), letters.as_str()))
}

/// A choice by its number; one that has none by what it does.
fn told(choice: &RunChoice) -> String {
    match (choice.number, &choice.known_by) {
        (usize::MAX, KnownBy::Action(it)) => hexadecimal(ACTION, &action::write(it)),
        (usize::MAX, KnownBy::Words(words)) => hexadecimal(NAMED, words),
        (number, _) => number.to_string(),
    }
}

/// The choice that is told.
fn choice_of(told: &str) -> Option<RunChoice> {
    if let Some(digits) = told.strip_prefix(ACTION) {
        let action = action::read(&of_hexadecimal(digits)?)?;
        return Some(RunChoice::unlisted(action));
    }
    if let Some(digits) = told.strip_prefix(NAMED) {
        let words = of_hexadecimal(digits)?;
        return Some(RunChoice::of_words(usize::MAX, words));
    }
    Some(RunChoice::numbered(told.parse().ok()?))
}

fn hexadecimal(letter: char, words: &str) -> String {
    let digits = words.bytes().map(|it| format!("{it:02x}"));
    format!("{letter}{}", digits.collect::<String>())
}

fn of_hexadecimal(digits: &str) -> Option<String> {
    let byte = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
    let bytes: Option<Vec<u8>> = (0..digits.len()).step_by(2).map(byte).collect();
    String::from_utf8(bytes?).ok()
}
