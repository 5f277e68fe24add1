//! The words on arrows and in states, as parts: what is waited for, a condition, what is done.

use super::state_diagram::one_line;
use super::times::unit;

/// The longest time that is read.
pub(super) const LONGEST: u64 = 1_000_000;

/// The parts of a label.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Label {
    /// The events, of which any will do.
    pub(super) events: Vec<String>,
    /// A time.
    pub(super) after: Option<After>,
    /// The condition; empty where there is none.
    pub(super) guard: String,
    /// What is done; empty where nothing is.
    pub(super) effect: String,
}

/// A time as written: a number, and how many milliseconds one of it is; none where there is no unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct After {
    pub(super) number: u64,
    pub(super) unit: Option<u64>,
}

/// What a line in a state says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    /// `entry / …`
    Entry(String),
    /// `exit / …`
    Exit(String),
    /// `do / …`
    Do(String),
    /// `event [condition] / …`
    Internal(Label),
    /// `event / defer`
    Defer(Vec<String>),
    /// Anything else.
    Words(String),
}

/// The label of an arrow.
pub(super) fn label(text: &str) -> Label {
    let text = one_line(text);
    let text = text.trim_end_matches(':').trim();
    let (before, guard, after) = guarded(text);
    let (event, effect) = match (after.split_once('/'), before.split_once('/')) {
        // What is done can stand before the bracket of something else.
        (_, Some((event, effect))) => (event.to_owned(), format!("{effect} {after}")),
        (Some((event, effect)), None) => (format!("{before} {event}"), effect.to_owned()),
        (None, None) => (format!("{before} {after}"), String::new()),
    };
    let event = event.trim();
    let time = time(event);
    Label {
        events: match time {
            Some(_) => Vec::new(),
            None => events(event),
        },
        after: time,
        guard: guard.trim().to_owned(),
        effect: effect.trim().to_owned(),
    }
}

/// What stands before, between and behind the first brackets.
fn guarded(text: &str) -> (&str, &str, &str) {
    let Some(open) = text.find('[') else {
        return (text, "", "");
    };
    let mut depth = 0_usize;
    for (at, character) in text[open..].char_indices() {
        match character {
            '[' => depth += 1,
            ']' if depth == 1 => {
                let end = open + at;
                return (&text[..open], &text[open + 1..end], &text[end + 1..]);
            }
            ']' => depth -= 1,
            _ => {}
        }
    }
    (text, "", "")
}

/// The names of events: several where each is one word.
fn events(text: &str) -> Vec<String> {
    let parts: Vec<_> = text.split(',').map(str::trim).collect();
    let is_word = |it: &&str| !it.is_empty() && !it.contains([' ', '(', ')']);
    let parts = match parts.iter().all(is_word) {
        true => parts,
        false => vec![text.trim()],
    };
    let mut names: Vec<String> = Vec::new();
    for part in parts {
        let name = part.strip_suffix("()").unwrap_or(part).trim();
        if !name.is_empty() && !names.contains(&name.replace('.', "_")) {
            // A dot would make a path of it.
            names.push(name.replace('.', "_"));
        }
    }
    names
}

/// `after(3)`, `after 3 s`
fn time(text: &str) -> Option<After> {
    let rest = text.strip_prefix("after")?.trim_start_matches([' ', '(']);
    let end = rest
        .find(|it: char| !it.is_ascii_digit())
        .unwrap_or(rest.len());
    let word = rest[end..].trim().trim_end_matches(')').trim();
    let number: u64 = rest[..end].parse().ok()?;
    let unit = match word {
        "" | "time units" => None,
        word => Some(unit(word)?.milliseconds),
    };
    (number <= LONGEST).then_some(After { number, unit })
}

/// What a line in a state says.
pub(super) fn state_text(text: &str) -> Text {
    let text = one_line(text);
    let plain = text.trim_start_matches('/').trim_start();
    for (word, of) in [
        ("entry", Text::Entry as fn(String) -> Text),
        ("exit", Text::Exit),
        ("do", Text::Do),
    ] {
        let rest = plain
            .get(..word.len())
            .filter(|it| it.eq_ignore_ascii_case(word));
        let rest = rest.map(|_| plain[word.len()..].trim_start());
        if let Some(rest) = rest.and_then(|it| it.strip_prefix(['/', ':'])) {
            let what = rest.trim();
            return match what.is_empty() {
                true => Text::Words(String::new()),
                false => of(what.to_owned()),
            };
        }
    }
    if let Some((before, effect)) = text.split_once('/') {
        let label = label(&text);
        let name = before.split('[').next().unwrap_or_default().trim();
        let is_word = !name.is_empty()
            && name.split(',').all(|it| {
                let it = it.trim();
                !it.is_empty() && !it.contains([' ', ':', '<', '=', ';'])
            });
        if is_word && !label.events.is_empty() && !effect.trim().is_empty() {
            return match effect.trim().eq_ignore_ascii_case("defer") {
                true => Text::Defer(label.events),
                false => Text::Internal(label),
            };
        }
    }
    Text::Words(text)
}
