//! The words of a reason: one sentence for each claim. Names stand in backticks, so that shells can
//! set them apart.

use super::claim::{Act, Claim, Scope, Takers};
use super::reason::Reason;
use crate::language::machines::scenario::Scenario;
use crate::language::machines::{Machine, Place};
use crate::language::questions::Mode;
use crate::language::{LifelineId, Model};
use crate::network::LocalPlace;

/// Places and transitions are listed by name up to here, and counted beyond.
const LISTED: usize = 4;

/// One sentence that says why the failing message fails.
pub(super) fn reason(model: &Model, scenario: &Scenario, mode: Mode, reason: &Reason) -> String {
    let words = Words { model, scenario };
    let said = match &reason.claim {
        Claim::NoTransition(lifeline, act) => return words.no_transition(*lifeline, *act),
        Claim::NoTransactionLeft => return no_transaction_left(reason),
        claim => words.claim(claim, reason.message),
    };
    format!("{}, {said}", when(mode, reason))
}

/// Of which runs the rest of the sentence speaks.
fn when(mode: Mode, reason: &Reason) -> String {
    let prefix = reason.message;
    match (reason.scope, mode) {
        (Scope::EveryLength, _) if prefix == 0 => "In every run".into(),
        (Scope::EveryLength, _) => format!("After message {prefix}"),
        (Scope::Within(bound), Mode::Strict) => {
            let begins = format!("f the scenario begins within {}", transactions(bound));
            match prefix {
                0 => format!("I{begins}"),
                _ => format!("After message {prefix}, i{begins}"),
            }
        }
        (Scope::Within(bound), Mode::Loose) => match prefix {
            0 => format!("Within {}", transactions(bound)),
            _ => format!("After message {prefix} and within {}", transactions(bound)),
        },
    }
}

fn no_transaction_left(reason: &Reason) -> String {
    let Scope::Within(bound) = reason.scope else {
        unreachable!("only a bound can be too small")
    };
    let next = reason.message + 1;
    let but = format!(
        "but not within {}: it takes {}.",
        transactions(bound),
        bound.saturating_add(1)
    );
    match reason.message {
        0 => format!("Message 1 can be exchanged, {but}"),
        prefix => format!("After message {prefix}, message {next} can follow, {but}"),
    }
}

fn transactions(count: u32) -> String {
    match count {
        1 => "1 transaction".into(),
        _ => format!("{count} transactions"),
    }
}

struct Words<'m> {
    model: &'m Model,
    scenario: &'m Scenario,
}

impl Words<'_> {
    /// Then it does not matter where anybody is.
    fn no_transition(&self, lifeline: LifelineId, act: Act) -> String {
        let (verb, symbol) = match act {
            Act::Send(symbol) => ("sends", symbol),
            Act::Receive(symbol) => ("receives", symbol),
        };
        format!(
            "{} never {verb} {}: no transition of `{}` does.",
            self.name(lifeline),
            self.symbol(symbol),
            self.machine(lifeline).name
        )
    }

    fn claim(&self, claim: &Claim, failing: usize) -> String {
        let failing = &self.scenario.messages[failing];
        let (sender, receiver) = (self.name(failing.from), self.name(failing.to));
        let symbol = self.symbol(failing.symbol);
        let others = |others: &Option<Vec<usize>>| match others {
            Some(others) => self.symbols(others, "and"),
            None => "other symbols".into(),
        };
        match claim {
            Claim::NoTransition(..) | Claim::NoTransactionLeft => {
                unreachable!("these have sentences of their own")
            }
            Claim::Pending {
                lifeline,
                arrives,
                symbols,
                takers,
                cannot,
            } => self.pending(*lifeline, *arrives, symbols, takers, *cannot),
            Claim::Waits {
                lifeline,
                arrives,
                place,
                symbols,
                cannot,
            } => format!(
                "{} always {} in {} for {}, so it cannot {}.",
                self.name(*lifeline),
                if *arrives { "comes to wait" } else { "waits" },
                self.place_name(*lifeline, *place),
                self.symbols(symbols, "or"),
                self.act(*cannot)
            ),
            Claim::NeverLeaves {
                lifeline,
                place,
                cannot,
            } => format!(
                "{} always ends up in {}, which it never leaves, so it cannot {}.",
                self.name(*lifeline),
                self.place_name(*lifeline, *place),
                self.act(*cannot)
            ),
            Claim::NeverInside(lifeline, symbol) => self.never_inside(*lifeline, *symbol),
            Claim::Places {
                lifeline,
                places,
                cannot,
            } => format!(
                "{} can be {}, but cannot {} there.",
                self.name(*lifeline),
                self.places(*lifeline, places),
                self.act(*cannot)
            ),
            Claim::OnlyTogether(with) => format!(
                "{sender} can be ready to send {symbol}, but only together with {}, and that is not \
                 what the scenario has next.",
                others(with)
            ),
            Claim::NeverAtOnce { alone } => format!(
                "{sender} can be ready to send {symbol}{} and {receiver} can be ready to receive it, \
                 but never at the same time.",
                if *alone { " alone" } else { "" }
            ),
            Claim::NeverAllTaken(parts) => {
                let parts = parts.iter();
                let parts: Vec<_> = parts
                    .map(|&(symbol, to)| format!("{} to {}", self.symbol(symbol), self.name(to)))
                    .collect();
                format!(
                    "{sender} can be ready to send {} at once, but never while all of them can be \
                     taken.",
                    parts.join(" and ")
                )
            }
            Claim::OthersNeverTaken(with) => format!(
                "{sender} can be ready to send {symbol} while {receiver} is ready to receive it, but \
                 only together with {}, which nobody can take at the same time.",
                others(with)
            ),
        }
    }

    fn pending(
        &self,
        lifeline: LifelineId,
        arrives: bool,
        symbols: &[usize],
        takers: &Takers,
        cannot: Act,
    ) -> String {
        let has = match arrives {
            true => "always comes to where it has to send",
            false => "always still has to send",
        };
        let at_once = if symbols.len() > 1 { " at once" } else { "" };
        let has = format!(
            "{} {has} {}{at_once}",
            self.name(lifeline),
            self.symbols(symbols, "and")
        );
        let cannot = self.act(cannot);
        match takers {
            Takers::Only(takers) => {
                let takers = takers.iter().map(|&(who, place)| self.taker(who, place));
                let takers = list(&takers.collect::<Vec<_>>(), "or");
                format!("{has}; until {takers} takes it, it cannot {cannot}.")
            }
            Takers::NobodyFor(untaken) => {
                let it = match symbols.len() {
                    1 => "it".into(),
                    _ => self.symbols(untaken, "or"),
                };
                format!("{has}, and nobody can take {it} then, so it cannot {cannot}.")
            }
            Takers::Unsaid => format!("{has}; before that it cannot {cannot}."),
        }
    }

    fn never_inside(&self, lifeline: LifelineId, symbol: usize) -> String {
        let machine = self.machine(lifeline);
        let sending = machine.transitions.iter();
        let sending: Vec<_> = sending
            .filter(|it| it.effects.contains(&symbol))
            .map(|it| format!("`{}`", self.model.transition_text(machine, it)))
            .collect();
        let which = match sending.len() {
            1 => format!("{}, the only transition", sending[0]),
            count if count > LISTED => format!("any of the {count} transitions"),
            _ => format!("{}, the only transitions", list(&sending, "or")),
        };
        let verb = if sending.len() == 1 { "sends" } else { "send" };
        format!(
            "{} is never inside {which} that {verb} {}.",
            self.name(lifeline),
            self.symbol(symbol)
        )
    }

    /// "in `a`, `b` or inside a transition".
    fn places(&self, lifeline: LifelineId, places: &[LocalPlace]) -> String {
        let is_state = |&place: &LocalPlace| matches!(self.place(lifeline, place), Place::State(_));
        let states = places.iter().copied().filter(is_state);
        let names: Vec<_> = states.map(|it| self.place_name(lifeline, it)).collect();
        let is_inside = names.len() < places.len();
        match (names.len(), is_inside) {
            (0, _) => "inside transitions only".into(),
            (count, _) if count > LISTED => format!("in {} places", places.len()),
            (_, true) => format!("in {} or inside a transition", names.join(", ")),
            (_, false) => format!("in {}", list(&names, "or")),
        }
    }

    fn act(&self, act: Act) -> String {
        match act {
            Act::Send(symbol) => format!("send {}", self.symbol(symbol)),
            Act::Receive(symbol) => format!("receive {}", self.symbol(symbol)),
        }
    }

    fn name(&self, lifeline: LifelineId) -> String {
        format!("`{}`", self.scenario.lifelines[lifeline].name)
    }

    fn machine(&self, lifeline: LifelineId) -> &Machine {
        &self.model.machines[self.scenario.lifelines[lifeline].machine]
    }

    fn place(&self, lifeline: LifelineId, place: LocalPlace) -> Place {
        self.machine(lifeline).place_at(usize::from(place))
    }

    fn place_name(&self, lifeline: LifelineId, place: LocalPlace) -> String {
        let machine = self.scenario.lifelines[lifeline].machine;
        let name = self.model.place_name(machine, self.place(lifeline, place));
        format!("`{name}`")
    }

    fn symbol(&self, symbol: usize) -> String {
        format!("`{}`", self.model.symbols[symbol])
    }

    fn symbols(&self, symbols: &[usize], word: &str) -> String {
        let names: Vec<_> = symbols.iter().map(|&it| self.symbol(it)).collect();
        list(&names, word)
    }

    /// "a `PhD` in `desperate`" where several lifelines run that machine, else the lifeline.
    fn taker(&self, lifeline: LifelineId, place: LocalPlace) -> String {
        let machine = self.scenario.lifelines[lifeline].machine;
        let lifelines = self.scenario.lifelines.iter();
        let alike = lifelines.filter(|it| it.machine == machine).count();
        let who = if alike > 1 {
            let machine = &self.machine(lifeline).name;
            format!("{} `{machine}`", article(machine))
        } else {
            self.name(lifeline)
        };
        format!("{who} in {}", self.place_name(lifeline, place))
    }
}

fn article(noun: &str) -> &'static str {
    match noun
        .chars()
        .next()
        .map(|letter| letter.to_ascii_lowercase())
    {
        Some('a' | 'e' | 'i' | 'o' | 'u') => "an",
        _ => "a",
    }
}

/// "nothing", "a", "a and b", "a, b and c", with the word that is given.
pub(crate) fn list(names: &[String], word: &str) -> String {
    match names {
        [] => "nothing".into(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
