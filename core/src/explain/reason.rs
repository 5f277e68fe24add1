//! Why the failing message fails: over *all* runs of the longest prefix.
//!
//! After the prefix, can the sender ever offer the message, can the receiver ever take it, or do
//! the two never meet? What is said is a [`Claim`] that is true of the reading and the bound at hand;
//! where nothing is known to be true, nothing is said.

use super::choose::{self, Known};
use super::claim::{Claim, Scope};
use super::phrase;
use super::situation::{Situation, Whereabouts};
use crate::language::questions::Mode;
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
    /// Each is possible, but never in the same state.
    NeverMeet,
    /// It can follow, but not within the bound.
    NoTransactionLeft,
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
    /// Who could take what it sends, or send what it takes, and in which place; each can be there after
    /// the prefix.
    pub partners: Vec<(LifelineId, LocalPlace)>,
    /// The same for those who look for a repair: all that nothing rules out there; where there are
    /// none, all who could do it anywhere.
    pub candidates: Vec<(LifelineId, LocalPlace)>,
}

/// Why a message fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// Index of the failing message.
    pub message: usize,
    /// What goes wrong.
    pub cause: Cause,
    /// What is said about it.
    pub claim: Claim,
    /// Of which runs.
    pub scope: Scope,
    /// Where the sender can be after the prefix, within the bound.
    pub sender_places: Vec<LocalPlace>,
    /// Where the receiver can be after the prefix, within the bound.
    pub receiver_places: Vec<LocalPlace>,
    /// What the lifelines that are to blame wait for.
    pub waits: Vec<Wait>,
    /// The claim in one sentence.
    pub sentence: String,
}

/// Explains why the message after the longest prefix fails.
///
/// `None` where the check is no scenario, where nothing fails, or where nothing is known to be true
/// because the engine gave up.
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
    let situation = Situation::new(task, mode, scenario, prefix);
    let found = situation.surveyed([failing.from, failing.to], &mut *survey);
    let (cause, scope, claim) = said(&situation, &found, check.bound, survey)?;
    let blamed = match cause {
        Cause::NeverOffered => vec![failing.from],
        Cause::NeverTaken => vec![failing.to],
        Cause::NeverMeet | Cause::NoTransactionLeft => vec![failing.from, failing.to],
    };
    let waits = blamed
        .into_iter()
        .flat_map(|lifeline| situation.waits(lifeline, &found))
        .collect();
    let mut reason = Reason {
        message: prefix,
        cause,
        claim,
        scope,
        sender_places: found.exactly(failing.from).unwrap_or_default(),
        receiver_places: found.exactly(failing.to).unwrap_or_default(),
        waits,
        sentence: String::new(),
    };
    reason.sentence = phrase::reason(model, scenario, mode, &reason);
    Some(reason)
}

fn said(
    situation: &Situation<'_>,
    found: &Whereabouts,
    bound: Option<u32>,
    survey: Survey<'_>,
) -> Option<(Cause, Scope, Claim)> {
    if let Some((cause, claim)) = choose::no_transition(situation) {
        return Some((cause, Scope::EveryLength, claim));
    }
    let surveyed = match bound {
        None => Scope::EveryLength,
        Some(bound) => Scope::Within(bound),
    };
    // Longer runs may lead where those within the bound do not; what is sure stays so.
    let ever = Whereabouts {
        surely: found.surely.clone(),
        ..situation.anywhere()
    };
    let mut known = vec![Known {
        scope: surveyed,
        found,
    }];
    if bound.is_some() && situation.mode == Mode::Strict {
        let scope = Scope::EveryLength;
        known.insert(
            0,
            Known {
                scope,
                found: &ever,
            },
        );
    }
    choose::alone(situation, &known).or_else(|| {
        let (cause, claim) = choose::together(situation, found, bound, survey)?;
        Some((cause, surveyed, claim))
    })
}
