//! The words of a reason. Names stand in backticks, so that shells can set them apart.

use super::reason::{Cause, Reason, Wait};
use crate::language::machines::{Place, Transition};
use crate::language::scenario::{Message, Mode, Scenario};
use crate::language::{Check, LifelineId, Model};
use crate::network::LocalPlace;

/// Places are listed by name up to here, and counted beyond.
const LISTED: usize = 4;

/// One sentence that says why the failing message fails.
pub(super) fn reason(
    model: &Model,
    check: &Check,
    scenario: &Scenario,
    mode: Mode,
    reason: &Reason,
) -> String {
    let words = Words { model, scenario };
    let failing = &scenario.messages[reason.message];
    if let Some(never) = words.never(failing) {
        return never;
    }
    let when = when(check, mode, reason.message);
    let symbol = format!("`{}`", model.symbols[failing.symbol]);
    let sender = words.name(failing.from);
    let receiver = words.name(failing.to);
    let blocked = |lifeline, places: &[LocalPlace], cannot: String| {
        let subject = format!("{when}, {}", words.name(lifeline));
        words.blocked(&subject, lifeline, places, &reason.waits, &cannot)
    };
    match reason.cause {
        Cause::NeverTaken => blocked(
            failing.to,
            &reason.receiver_places,
            format!("receive {symbol}"),
        ),
        Cause::NeverOffered => blocked(
            failing.from,
            &reason.sender_places,
            format!("send {symbol}"),
        ),
        Cause::NeverMeet => format!(
            "{when}, {sender} can be ready to send {symbol} and {receiver} can be ready to receive \
             it, but never in the same run."
        ),
    }
}

fn when(check: &Check, mode: Mode, prefix: usize) -> String {
    match (prefix, check.bound, mode) {
        (0, Some(1), _) => "Within 1 transaction".into(),
        (0, Some(bound), _) => format!("Within {bound} transactions"),
        (0, None, _) => "In every run".into(),
        (prefix, Some(bound), Mode::Loose) => {
            format!("After message {prefix} and within {bound} transactions")
        }
        (prefix, ..) => format!("After message {prefix}"),
    }
}

struct Words<'m> {
    model: &'m Model,
    scenario: &'m Scenario,
}

impl Words<'_> {
    /// Why nothing could ever play a message: then it does not matter where anybody is.
    fn never(&self, message: &Message) -> Option<String> {
        let machine =
            |lifeline: LifelineId| &self.model.machines[self.scenario.lifelines[lifeline].machine];
        let (from, to) = (machine(message.from), machine(message.to));
        let sends = |it: &Transition| it.effects.contains(&message.symbol);
        let takes = |it: &Transition| it.trigger == Some(message.symbol);
        let (who, machine, verb) = if !from.transitions.iter().any(sends) {
            (message.from, from, "sends")
        } else if !to.transitions.iter().any(takes) {
            (message.to, to, "receives")
        } else {
            return None;
        };
        Some(format!(
            "{} never {verb} `{}`: no transition of `{}` does.",
            self.name(who),
            self.model.symbols[message.symbol],
            machine.name
        ))
    }

    fn name(&self, lifeline: LifelineId) -> String {
        format!("`{}`", self.scenario.lifelines[lifeline].name)
    }

    fn place(&self, lifeline: LifelineId, place: LocalPlace) -> Place {
        let machine = self.scenario.lifelines[lifeline].machine;
        self.model.machines[machine].place_at(usize::from(place))
    }

    fn place_name(&self, lifeline: LifelineId, place: LocalPlace) -> String {
        let machine = self.scenario.lifelines[lifeline].machine;
        let name = self.model.place_name(machine, self.place(lifeline, place));
        format!("`{name}`")
    }

    /// What keeps one lifeline from doing its part.
    fn blocked(
        &self,
        subject: &str,
        lifeline: LifelineId,
        places: &[LocalPlace],
        waits: &[Wait],
        cannot: &str,
    ) -> String {
        match waits {
            [wait] if !wait.sends.is_empty() => {
                let pending = self.symbols(&wait.sends, "and");
                let it = if wait.sends.len() == 1 { "it" } else { "them" };
                match self.partner(wait) {
                    Some(partner) => format!(
                        "{subject} always still has to send {pending}; until {partner} takes {it}, \
                         it cannot {cannot}."
                    ),
                    None => format!(
                        "{subject} always still has to send {pending}, which nobody ever takes, so \
                         it cannot {cannot}."
                    ),
                }
            }
            [wait] if wait.takes.is_empty() => {
                let place = self.place_name(lifeline, wait.place);
                format!(
                    "{subject} always ends up in {place}, which it never leaves, so it cannot {cannot}."
                )
            }
            [wait] => {
                let place = self.place_name(lifeline, wait.place);
                let takes = self.symbols(&wait.takes, "or");
                format!("{subject} always waits in {place} for {takes}, so it cannot {cannot}.")
            }
            _ => {
                let names: Vec<_> = places
                    .iter()
                    .filter(|&&place| matches!(self.place(lifeline, place), Place::State(_)))
                    .map(|&place| self.place_name(lifeline, place))
                    .collect();
                if names.is_empty() || names.len() > LISTED {
                    let count = places.len();
                    return format!(
                        "{subject} can be in {count} places, but in none of them can it {cannot}."
                    );
                }
                let list = list(&names, "or");
                format!("{subject} can be in {list}, but can never {cannot} there.")
            }
        }
    }

    fn symbols(&self, symbols: &[usize], word: &str) -> String {
        let names: Vec<_> = symbols
            .iter()
            .map(|&symbol| format!("`{}`", self.model.symbols[symbol]))
            .collect();
        list(&names, word)
    }

    /// "a `PhD` in `desperate`" where several lifelines run that machine, else the lifeline.
    fn partner(&self, wait: &Wait) -> Option<String> {
        let &(lifeline, place) = wait.partners.first()?;
        let machine = self.scenario.lifelines[lifeline].machine;
        let mut alike = self
            .scenario
            .lifelines
            .iter()
            .filter(|l| l.machine == machine);
        let who = if alike.nth(1).is_some() {
            let machine = &self.model.machines[machine].name;
            format!("{} `{machine}`", article(machine))
        } else {
            self.name(lifeline)
        };
        Some(format!("{who} in {}", self.place_name(lifeline, place)))
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

fn list(names: &[String], word: &str) -> String {
    match names {
        [] => "nothing".into(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} {word} {last}", first.join(", ")),
    }
}
