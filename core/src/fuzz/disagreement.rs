//! A disagreement as a model text that tells what is wrong, ready to be opened and checked.

use super::examine::{Examined, Said};
use super::hunt::Found;
use super::subject::Subject;
use crate::encode::paper::{Claim, Instance};
use crate::language::machines::document::{print, unresolve};
use crate::language::{Answer, Model, Question};

/// The model as canonical text: both answers as comments, then the model with its check and the
/// answer that the definitions expect.
#[must_use]
pub fn tell(subject: &Subject, found: &Found) -> String {
    let Found { model, examined } = found;
    let name = subject.name();
    let difference = examined
        .difference
        .map_or("agreement", super::Difference::name);
    let mut text = format!("// {name}: {difference}\n");
    let counted = if subject.style().is_some() {
        " (ε-moves before the first message count, as in the paper)"
    } else {
        ""
    };
    let is_scenario = matches!(model.checks[0].question, Question::Scenario { .. });
    text.push_str(&format!(
        "// by the definitions: {}{}\n// {name} says: {}\n",
        answer(model, examined.defined),
        if is_scenario { counted } else { "" },
        answer(model, examined.claimed),
    ));
    if let Ok(instance) = Instance::new(model, &model.checks[0]) {
        path(&mut text, &instance, examined);
    }
    let mut model = model.clone();
    // The text asks as the language does, which counts no ε-moves before the first message.
    let bound = model.checks[0].bound.unwrap_or(0) as usize;
    let said = super::judge::defined(&model, &model.checks[0], bound);
    model.checks[0].expected = Some(word(&model, said));
    model.checks[0].expect_written = true;
    text.push('\n');
    text.push_str(&print(&unresolve(&model)));
    text
}

fn word(model: &Model, said: Said) -> Answer {
    match (&model.checks[0].question, said.yes) {
        (Question::Scenario { .. }, true) => Answer::Consistent,
        (Question::Scenario { .. }, false) => Answer::Inconsistent,
        (Question::Reach { .. }, true) => Answer::Reachable,
        (Question::Reach { .. }, false) => Answer::Unreachable,
        (Question::Always { .. }, true) => Answer::Violated,
        (Question::Always { .. }, false) => Answer::Holds,
        (Question::Deadlock, true) => Answer::Deadlock,
        (Question::Deadlock, false) => Answer::None,
    }
}

fn answer(model: &Model, said: Said) -> String {
    let word = word(model, said).word();
    let bound = model.checks[0].bound.unwrap_or(0);
    match (&model.checks[0].question, said.yes) {
        (_, true) => format!("{word} with {} transactions", said.depth),
        (Question::Scenario { scenario, .. }, false) if said.value > 0 => {
            let messages = model.scenarios[*scenario].messages.len();
            let depth = said.depth;
            format!(
                "{word} within {bound}: {} of {messages} messages, with {depth} transactions",
                said.value
            )
        }
        (_, false) => format!("{word} within {bound}"),
    }
}

/// The path that a printed encoding claims, and where it stops being one.
fn path(text: &mut String, instance: &Instance<'_>, examined: &Examined) {
    let wrong = instance.first_impossible(&examined.claims);
    for (index, claim) in examined.claims.iter().enumerate() {
        let mark = if wrong == Some(index) {
            "   <- no transaction leads here"
        } else {
            ""
        };
        text.push_str(&format!("//   {index}: {}{mark}\n", state(instance, claim)));
    }
}

fn state(instance: &Instance<'_>, claim: &Claim) -> String {
    let lifelines = instance.lifelines().iter().zip(&claim.places);
    let lifelines: Vec<_> = lifelines
        .map(|(lifeline, places)| {
            let places = places.iter();
            let names = places.map(|&place| instance.model().place_name(lifeline.machine, place));
            let names: Vec<_> = names.collect();
            let names = if names.is_empty() {
                "nowhere".into()
            } else {
                names.join(" and ")
            };
            format!("{}: {names}", lifeline.name)
        })
        .collect();
    let symbols = &instance.model().symbols;
    let waiting: Vec<_> = claim
        .waiting
        .iter()
        .map(|&it| symbols[it].as_str())
        .collect();
    if waiting.is_empty() {
        lifelines.join(", ")
    } else {
        format!("{}; waiting: {}", lifelines.join(", "), waiting.join(", "))
    }
}
