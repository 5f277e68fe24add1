//! `lockstep check --same A,B`: what tells two readings apart, of statecharts and of each check of class models.

use lockstep_core::api::{
    self, Analysis, ComparedReadings, Options, Refusal, StructureKind, SystemStepView,
};
use serde::Serialize;

use crate::clock::Clock;
use crate::jobs::Seat;
use crate::style::{Meaning, Style};
use crate::systems::{self, Step};

/// Compares two readings of a text of a kind with so many checks.
///
/// # Errors
/// Says why they cannot be compared.
pub fn ask(
    text: &str,
    (kind, checks): (StructureKind, usize),
    [one, other]: &[String; 2],
    (options, seat): (&Options, &Seat),
) -> Result<Vec<(Option<usize>, ComparedReadings)>, String> {
    let clock = &mut Clock::of(seat);
    let asked = ([&**one, other], checks);
    let found = api::compare_of_kind(kind, text, asked, options, clock);
    found.map_err(|refusal| match refusal {
        Refusal::Option(what) => what,
        other => format!("{other:?}. This is a defect of lockstep; please report it with the file"),
    })
}

/// The JSON of a comparison.
#[derive(Debug, Serialize)]
pub struct Record {
    file: String,
    /// The check that is compared, where that is not the whole text.
    #[serde(skip_serializing_if = "Option::is_none")]
    check: Option<String>,
    same: [String; 2],
    answer: String,
    admits: Option<String>,
    seen: Vec<String>,
    trace: Vec<Step>,
    states: u64,
    /// The rules by which both part, a sentence each; empty where it is not known.
    rules: Vec<String>,
    sentence: String,
}

/// The record of a comparison.
pub fn record(
    (file, check): (&str, Option<&str>),
    analysis: &Analysis,
    view: &ComparedReadings,
) -> Record {
    Record {
        file: file.to_owned(),
        check: check.map(str::to_owned),
        same: view.readings.clone(),
        answer: view.answer.clone(),
        admits: view.admits.clone(),
        seen: view.seen.clone(),
        trace: systems::steps(analysis, &view.run),
        states: view.states,
        rules: view.rules.clone(),
        sentence: view.sentence.clone(),
    }
}

/// The lines of a comparison: the answer, and the run of the reading that admits it.
pub fn block(style: Style, (file, check): (&str, Option<&str>), view: &ComparedReadings) -> String {
    let [one, other] = &view.readings;
    let meaning = match view.answer.as_str() {
        "unknown" => Meaning::Open,
        _ => Meaning::Frame,
    };
    let head = style.paint(meaning, &view.answer);
    let check = check.map_or_else(String::new, |it| format!("{it}: "));
    let mut text = format!("{head} {file}: {check}{one}, {other}. {}", view.sentence);
    for rule in &view.rules {
        text += &format!("\n   {rule}");
    }
    if let Some(admits) = &view.admits {
        text += &format!("\n   A run of `{admits}`:");
        for (number, step) in view.run.iter().enumerate() {
            let SystemStepView { sentence, .. } = step;
            text += &format!("\n   {number:5}  {sentence}");
        }
    }
    text
}
