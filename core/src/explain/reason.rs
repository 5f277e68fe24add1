//! Why the failing message fails: over *all* runs of the longest prefix.
//!
//! After the prefix, can the sender ever offer the message, can the receiver ever take it, or do
//! the two never meet?

use super::after::After;
use super::phrase;
use crate::language::{Check, LifelineId, Model, Question};
use crate::network::{LocalPlace, PlaceSet, Task};

/// Asks an engine which regions hold a state of greatest value; `None` for those about which it gave
/// up. The first ones, as many as the number says, matter most.
pub type Survey<'a> = &'a mut dyn FnMut(&[Vec<PlaceSet>], usize) -> Vec<Option<bool>>;

/// What goes wrong at the failing message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// In no run of the prefix can the sender offer it.
    NeverOffered,
    /// In no run of the prefix can the receiver take it.
    NeverTaken,
    /// Each is possible, but never in the same run.
    NeverMeet,
}

/// What one lifeline waits for in a place that it cannot leave on its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Wait {
    /// The lifeline.
    pub lifeline: LifelineId,
    /// Its place.
    pub place: LocalPlace,
    /// The symbols that it still has to send.
    pub sends: Vec<usize>,
    /// The symbols that it could take.
    pub takes: Vec<usize>,
    /// Who could take what it sends, or send what it takes, and in which place.
    pub partners: Vec<(LifelineId, LocalPlace)>,
}

/// Why a message fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Index of the failing message.
    pub message: usize,
    /// What goes wrong.
    pub cause: Cause,
    /// Where the sender can be after the prefix.
    pub sender_places: Vec<LocalPlace>,
    /// Where the receiver can be after the prefix.
    pub receiver_places: Vec<LocalPlace>,
    /// What the lifelines that are to blame wait for.
    pub waits: Vec<Wait>,
    /// The reason in one sentence.
    pub sentence: String,
}

/// Explains why the message after the longest prefix fails.
///
/// `None` where the check is no scenario, where nothing fails, or where the engine gave up.
pub fn reason(
    model: &Model,
    check: &Check,
    task: &Task,
    prefix: usize,
    survey: Survey<'_>,
) -> Option<Reason> {
    let Question::Scenario { scenario, mode } = check.question else {
        return None;
    };
    let scenario = &model.scenarios[scenario];
    let failing = scenario.messages.get(prefix)?;
    let after = After::new(task, mode, &scenario.messages, prefix);
    let places = after.places([failing.from, failing.to], survey)?;
    let offers = |&place: &LocalPlace| after.offers(failing.from, place);
    let takes = |&place: &LocalPlace| after.takes(failing.to, place, failing.symbol);
    let (cause, blamed) = if !places[failing.from].iter().any(offers) {
        (Cause::NeverOffered, vec![failing.from])
    } else if !places[failing.to].iter().any(takes) {
        (Cause::NeverTaken, vec![failing.to])
    } else {
        (Cause::NeverMeet, vec![failing.from, failing.to])
    };
    let waits = blamed
        .into_iter()
        .flat_map(|lifeline| after.waits(lifeline, &places))
        .collect();
    let mut reason = Reason {
        message: prefix,
        cause,
        sender_places: places[failing.from].clone(),
        receiver_places: places[failing.to].clone(),
        waits,
        sentence: String::new(),
    };
    reason.sentence = phrase::reason(model, check, scenario, mode, &reason);
    Some(reason)
}
