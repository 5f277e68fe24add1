//! The definitions' verdict of a path that a printed encoding claims: where it stops being a run
//! that shows what was asked, and why.
//!
//! Between two global states there is a transaction exactly if every lifeline that moves takes a
//! half-step and, for each symbol, as many lifelines send it as receive it. For receiving takes one
//! half-step and sending another, so senders and receivers are different lifelines, and no lifeline
//! receives two symbols at once. So what follows is complete: a step without any of these faults is
//! a transaction.

use std::collections::BTreeMap;

use super::{Asked, Claim, Instance};
use crate::language::machines::{GlobalState, Place};
use crate::language::{LifelineId, Symbol};

/// Where a claimed path fails and what is wrong there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// The index of the path at which it shows: of the state, or of the state after the step.
    pub index: usize,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a claimed path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A lifeline is in several places at once, or in none.
    Places {
        /// Which lifeline.
        lifeline: LifelineId,
        /// The places.
        places: Vec<Place>,
    },
    /// A lifeline changes its place, but no half-step leads from one to the other.
    NoHalfStep {
        /// Which lifeline.
        lifeline: LifelineId,
        /// Where it was.
        from: Place,
        /// Where it is said to be.
        to: Place,
    },
    /// A symbol is sent and received by different numbers of lifelines.
    Unmatched {
        /// The symbol.
        symbol: Symbol,
        /// Who sends it in the step.
        senders: Vec<LifelineId>,
        /// Who receives it.
        receivers: Vec<LifelineId>,
    },
    /// All steps are transactions, but the goal does not hold at the end.
    NotThere {
        /// A lifeline of the goal.
        lifeline: LifelineId,
        /// Where it is.
        place: Place,
    },
    /// All steps are transactions, but a message of the scenario is not exchanged when its turn
    /// comes.
    Missing {
        /// Index of the message.
        message: usize,
        /// Who sends its symbol in the step instead, if anybody.
        senders: Vec<LifelineId>,
        /// Who receives it instead.
        receivers: Vec<LifelineId>,
    },
    /// All steps are transactions, but a message is exchanged that the scenario does not have
    /// there.
    SlipsIn {
        /// Index of the message of the scenario after which, or with which, it is.
        message: usize,
        /// The symbol.
        symbol: Symbol,
        /// Who sends it.
        sender: LifelineId,
    },
}

/// What happens between two states: for each symbol who sends and who receives it.
type Exchanges = BTreeMap<Symbol, (Vec<LifelineId>, Vec<LifelineId>)>;

impl Instance<'_> {
    /// The first fault of a path that is claimed with the bound `k` and `factor` indices for each
    /// message; `None` where it is a run by the definitions and shows what was asked.
    #[must_use]
    pub fn flaw(&self, claims: &[Claim], k: usize, factor: usize) -> Option<Flaw> {
        let mut states: Vec<GlobalState> = Vec::with_capacity(claims.len());
        let mut steps: Vec<Exchanges> = Vec::with_capacity(claims.len());
        for (index, claim) in claims.iter().enumerate() {
            let flaw = |fault| Some(Flaw { index, fault });
            let Some(state) = claim.state() else {
                let lifeline = claim.places.iter().position(|places| places.len() != 1)?;
                let places = claim.places[lifeline].clone();
                return flaw(Fault::Places { lifeline, places });
            };
            if let Some(before) = states.last() {
                match self.exchanges(before, &state) {
                    Ok(exchanges) => steps.push(exchanges),
                    Err(fault) => return flaw(fault),
                }
            }
            states.push(state);
        }
        match self.asked() {
            Asked::Goal(goal) => {
                let last = states.last()?;
                let astray = goal.iter().find(|&&(lifeline, it)| last[lifeline] != it);
                astray.map(|&(lifeline, _)| Flaw {
                    index: states.len() - 1,
                    fault: Fault::NotThere {
                        lifeline,
                        place: last[lifeline],
                    },
                })
            }
            Asked::Messages(_) => self.misplayed(&steps, k, factor),
        }
    }

    /// What is exchanged between two states, or why no transaction leads from one to the other.
    fn exchanges(&self, before: &GlobalState, after: &GlobalState) -> Result<Exchanges, Fault> {
        let mut exchanges = Exchanges::new();
        for (lifeline, (&from, &to)) in before.iter().zip(after).enumerate() {
            if from == to {
                continue;
            }
            let machine = &self.model().machines[self.lifelines()[lifeline].machine];
            match (from, to) {
                (Place::State(source), Place::Intermediate(index))
                    if machine.transitions[index].source == source =>
                {
                    if let Some(symbol) = machine.transitions[index].trigger {
                        exchanges.entry(symbol).or_default().1.push(lifeline);
                    }
                }
                (Place::Intermediate(index), Place::State(target))
                    if machine.transitions[index].target == target =>
                {
                    for &symbol in &machine.transitions[index].effects {
                        exchanges.entry(symbol).or_default().0.push(lifeline);
                    }
                }
                _ => return Err(Fault::NoHalfStep { lifeline, from, to }),
            }
        }
        let unmatched = exchanges
            .iter()
            .find(|(_, (senders, receivers))| senders.len() != receivers.len());
        match unmatched {
            None => Ok(exchanges),
            Some((&symbol, (senders, receivers))) => Err(Fault::Unmatched {
                symbol,
                senders: senders.clone(),
                receivers: receivers.clone(),
            }),
        }
    }

    /// The first step from index `k` on that does not play the scenario: message i is exchanged
    /// after index k + factor·i, and nothing else is.
    fn misplayed(&self, steps: &[Exchanges], k: usize, factor: usize) -> Option<Flaw> {
        let Asked::Messages(messages) = self.asked() else {
            return None;
        };
        for (index, exchanges) in steps.iter().enumerate().skip(k) {
            let message = (index - k) / factor;
            let due = (index - k).is_multiple_of(factor);
            let expected = messages.get(message).filter(|_| due);
            let flaw = |fault| {
                Some(Flaw {
                    index: index + 1,
                    fault,
                })
            };
            if let Some(it) = expected {
                let none = (Vec::new(), Vec::new());
                let (senders, receivers) = exchanges.get(&it.symbol).unwrap_or(&none);
                if !senders.contains(&it.from) || !receivers.contains(&it.to) {
                    let (senders, receivers) = (senders.clone(), receivers.clone());
                    return flaw(Fault::Missing {
                        message,
                        senders,
                        receivers,
                    });
                }
            }
            for (&symbol, (senders, _)) in exchanges {
                let plays = |&sender: &LifelineId| {
                    expected.is_some_and(|it| (it.symbol, it.from) == (symbol, sender))
                };
                if let Some(&sender) = senders.iter().find(|sender| !plays(sender)) {
                    return flaw(Fault::SlipsIn {
                        message,
                        symbol,
                        sender,
                    });
                }
            }
        }
        None
    }
}

impl Flaw {
    /// The fault in one sentence; names stand in backticks.
    #[must_use]
    pub fn sentence(&self, instance: &Instance<'_>) -> String {
        let name = |lifeline: LifelineId| format!("`{}`", instance.lifelines()[lifeline].name);
        let names = |lifelines: &[LifelineId]| {
            let names: Vec<_> = lifelines.iter().map(|&it| name(it)).collect();
            names.join(" and ")
        };
        let symbol = |symbol: Symbol| format!("`{}`", instance.model().symbols[symbol]);
        let place = |lifeline: LifelineId, place: Place| {
            let machine = instance.lifelines()[lifeline].machine;
            format!("`{}`", instance.model().place_name(machine, place))
        };
        match &self.fault {
            Fault::Places { lifeline, places } if places.is_empty() => {
                format!("{} is nowhere.", name(*lifeline))
            }
            Fault::Places { lifeline, places } => {
                let places: Vec<_> = places.iter().map(|&it| place(*lifeline, it)).collect();
                format!(
                    "{} is in {} at once.",
                    name(*lifeline),
                    places.join(" and ")
                )
            }
            Fault::NoHalfStep { lifeline, from, to } => format!(
                "{} goes from {} to {}, which its machine cannot.",
                name(*lifeline),
                place(*lifeline, *from),
                place(*lifeline, *to)
            ),
            Fault::Unmatched {
                symbol: it,
                senders,
                receivers,
            } => {
                let (sending, receiving) = (verb(senders, "send"), verb(receivers, "receive"));
                let it = symbol(*it);
                match (senders.len(), receivers.len()) {
                    (0, _) => format!("{} {receiving} {it}, which nobody sends.", names(receivers)),
                    (_, 0) => format!("{} {sending} {it}, which nobody receives.", names(senders)),
                    (more, fewer) if more > fewer => format!(
                        "{} {sending} {it}, but only {} {receiving} it.",
                        names(senders),
                        names(receivers)
                    ),
                    _ => format!(
                        "{} {receiving} {it}, but only {} {sending} it, once.",
                        names(receivers),
                        names(senders)
                    ),
                }
            }
            Fault::NotThere {
                lifeline,
                place: it,
            } => format!(
                "All steps are admissible, but {} is in {}, not yet or no longer where the goal \
                 has it.",
                name(*lifeline),
                place(*lifeline, *it)
            ),
            Fault::Missing {
                message,
                senders,
                receivers,
            } => {
                let Asked::Messages(messages) = instance.asked() else {
                    return String::new();
                };
                let it = &messages[*message];
                let instead = match (senders.as_slice(), receivers.as_slice()) {
                    ([], _) => "nobody does".into(),
                    _ => format!("{} sends it to {}", names(senders), names(receivers)),
                };
                format!(
                    "All steps are admissible, but in message {} {} sends {} to {}; here {instead}.",
                    message + 1,
                    name(it.from),
                    symbol(it.symbol),
                    name(it.to)
                )
            }
            Fault::SlipsIn {
                message,
                symbol: it,
                sender,
            } => format!(
                "All steps are admissible, but {} sends {} between message {} and the next, which \
                 the scenario does not have.",
                name(*sender),
                symbol(*it),
                message + 1
            ),
        }
    }
}

/// The verb for so many.
fn verb(subjects: &[LifelineId], plural: &str) -> String {
    match subjects {
        [_] => format!("{plural}s"),
        _ => plural.to_string(),
    }
}
