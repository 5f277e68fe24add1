//! Insert what the scenario does not say: one message, or one whole message set.
//!
//! Where the reason is a lifeline that still has to send, its message set to those who could take
//! it is the first thing to try. Beyond that, every message that its two machines know is tried at
//! every place up to the failing one. A loose scenario allows other messages anyway; one more
//! demand cannot help it.

use super::{Edit, Kind};
use crate::edit::change::Change;
use crate::language::LifelineId;
use crate::language::questions::Mode;
use crate::repair::situation::Situation;

pub(super) const KIND: Kind = Kind {
    name: "insert message",
    candidates,
};

/// A message set: sender, symbol and receiver of each message.
type Messages = Vec<(LifelineId, usize, LifelineId)>;

/// Most ways to hand out one message set that are tried.
const MOST_WAYS: usize = 32;

fn candidates(situation: &Situation<'_>) -> Vec<Edit> {
    let Some((index, scenario, Mode::Strict)) = situation.scenario() else {
        return Vec::new();
    };
    let failing = (situation.value as usize).min(scenario.messages.len());
    let mut edits = Vec::new();
    for messages in pending(situation) {
        edits.push(edit(situation, index, failing, &messages, 1));
    }
    let lifelines = scenario.lifelines.len();
    for before in (0..=failing).rev() {
        for from in 0..lifelines {
            for symbol in 0..situation.model.symbols.len() {
                for to in (0..lifelines).filter(|&to| to != from) {
                    if situation.sends(from, symbol) && situation.takes(to, symbol) {
                        let cost = if before == failing { 3 } else { 4 };
                        let messages = [(from, symbol, to)];
                        edits.push(edit(situation, index, before, &messages, cost));
                    }
                }
            }
        }
    }
    edits
}

/// What the waiting lifelines still have to send, or wait for, as message sets.
fn pending(situation: &Situation<'_>) -> Vec<Messages> {
    let mut all = Vec::new();
    for wait in situation.reason.iter().flat_map(|reason| &reason.waits) {
        let mut receivers: Vec<_> = wait.candidates.iter().map(|&(who, _)| who).collect();
        receivers.dedup();
        let mut ways: Vec<Messages> = vec![Vec::new()];
        for &symbol in &wait.sends {
            let mut longer = Vec::new();
            for way in &ways {
                for &to in &receivers {
                    let free = way.iter().all(|&(_, _, taken)| taken != to);
                    if free && situation.takes(to, symbol) && longer.len() < MOST_WAYS {
                        longer.push([way.as_slice(), &[(wait.lifeline, symbol, to)]].concat());
                    }
                }
            }
            ways = longer;
        }
        all.extend(ways.into_iter().filter(|way| !way.is_empty()));
        for &symbol in &wait.takes {
            let senders = receivers
                .iter()
                .filter(|&&from| situation.sends(from, symbol));
            all.extend(senders.map(|&from| vec![(from, symbol, wait.lifeline)]));
        }
    }
    all
}

fn edit(
    situation: &Situation<'_>,
    scenario: usize,
    before: usize,
    messages: &[(LifelineId, usize, LifelineId)],
    cost: u32,
) -> Edit {
    let changes = messages.iter().map(|&(from, symbol, to)| Change::Insert {
        scenario,
        before,
        from,
        to,
        symbol,
    });
    let sent: Vec<_> = messages
        .iter()
        .map(|&(_, symbol, to)| {
            let symbol = &situation.model.symbols[symbol];
            format!("`{symbol}` to {}", situation.lifeline(to))
        })
        .collect();
    let when = match before {
        0 => "before the first message".to_string(),
        before => format!("after message {before}"),
    };
    let sender = situation.lifeline(messages[0].0);
    Edit {
        // Each further message is a further line to accept.
        cost: cost + messages.len() as u32 - 1,
        changes: changes.collect(),
        title: format!("{when}, let {sender} send {}", sent.join(" and ")),
    }
}
