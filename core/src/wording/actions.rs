//! What a step does in words: `lift takes up: Free --> Busy : up; lift -> door: close`.

use std::fmt::{Display, Formatter, Result};

use super::events::TIMED;
use crate::language::statechart::{ENVIRONMENT, print};
use crate::view::{KnownBy, StepAction, StepEffect, StepTrigger, StepTurn};

impl Display for StepAction {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        let (head, adds) = head_and_effects(self);
        to.write_str(&together(head, &adds))
    }
}

/// What a choice does, in the words that are known; nothing where only its number is.
impl Display for KnownBy {
    fn fmt(&self, to: &mut Formatter<'_>) -> Result {
        match self {
            Self::Number => Ok(()),
            Self::Action(it) => it.fmt(to),
            Self::Words(it) => to.write_str(it),
        }
    }
}

/// Who acts and why, with what that adds.
pub(crate) fn together(head: String, adds: &str) -> String {
    match (head.is_empty(), adds.is_empty()) {
        (_, true) => head,
        (true, false) => adds.to_owned(),
        (false, false) => format!("{head}: {adds}"),
    }
}

/// Who acts and why, and what comes of it; one of both can be empty.
pub(crate) fn head_and_effects(action: &StepAction) -> (String, String) {
    let effects = effects(action);
    match (&action.turn, &action.trigger) {
        (StepTurn::System, _) if effects.is_empty() => {
            ("a step without messages".into(), String::new())
        }
        (StepTurn::System, _) => (String::new(), effects.join(", ")),
        (_, Some(StepTrigger::Hand)) => (effects.join("; "), String::new()),
        // Who acts stands with what is sent.
        (StepTurn::Environment, _) if !effects.is_empty() => (String::new(), effects.join("; ")),
        (turn, trigger) => (head(turn, trigger.as_ref()), effects.join("; ")),
    }
}

/// Who acts and why.
fn head(turn: &StepTurn, trigger: Option<&StepTrigger>) -> String {
    let who = match turn {
        StepTurn::Start => "start",
        StepTurn::Environment => return "the environment acts".into(),
        turn => turn.word(),
    };
    match trigger {
        None | Some(StepTrigger::Hand) => who.to_owned(),
        Some(StepTrigger::Begin) => format!("{who} begins"),
        Some(StepTrigger::Thread) => format!("{who} goes on"),
        Some(StepTrigger::Completion(path)) if path.is_empty() => {
            format!("{who} takes the completion")
        }
        Some(StepTrigger::Completion(path)) => format!("{who} takes the completion of {path}"),
        Some(StepTrigger::Eventless) => format!("{who} goes on without an event"),
        Some(StepTrigger::Event(event)) => format!("{who} takes {event}"),
        Some(StepTrigger::Timed) => format!("{who}: {TIMED}"),
        Some(StepTrigger::Activity) => format!("{who} goes on with its do behaviour"),
        Some(StepTrigger::Forget) => format!("{who} forgets completions"),
        Some(StepTrigger::Elapsed(1)) => "1 unit of time passes".into(),
        Some(StepTrigger::Elapsed(passed)) => format!("{passed} units of time pass"),
    }
}

/// What comes of it, each thing in words.
fn effects(action: &StepAction) -> Vec<String> {
    let each = action.effects.iter();
    let readers = each.filter_map(|it| match it {
        StepEffect::Reads(it) => Some(&it.object),
        _ => None,
    });
    let mut readers: Vec<_> = readers.collect();
    readers.dedup();
    let words = |it: &StepEffect| {
        Some(match it {
            StepEffect::Moves { .. } => return None,
            StepEffect::Reads(it) => {
                let words = format!("{} is {}", print::name(&it.name), it.value);
                match readers.len() {
                    0 | 1 => words,
                    _ => format!("{}: {words}", it.object),
                }
            }
            StepEffect::Executes(line) => line.clone(),
            StepEffect::Gives { variable, value } => format!("{variable} := {value}"),
            StepEffect::Nothing => "an empty fragment".to_owned(),
            StepEffect::Sends { from, to, event } => match (from, &action.turn, &action.trigger) {
                (_, _, Some(StepTrigger::Hand)) => sent_by_hand(to, &event.to_string()),
                (None, StepTurn::System, _) => format!("-> {to}: {}", event.name),
                (None, ..) => format!("{ENVIRONMENT} -> {to}: {}", event.name),
                (Some(from), ..) => format!("{from} -> {to}: {}", event.name),
            },
            StepEffect::Shows(label) => format!("\"{label}\""),
        })
    };
    action.effects.iter().filter_map(words).collect()
}

/// What is sent by hand to an object of statecharts, though the environment of the text does not.
pub(crate) fn sent_by_hand(to: &str, event: &str) -> String {
    format!("sent by hand, not by the environment of the text: {ENVIRONMENT} -> {to}: {event}")
}
