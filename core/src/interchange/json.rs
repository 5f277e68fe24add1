//! The trace of an answer as JSON: the keys of the command line's `--json` that say what was asked,
//! what the answer is and how it is shown. Times and counts of the search are left out, so that the
//! same model always gives the same text.

use super::by_hand;
use super::names::Names;
use crate::diagram::chart::Chart;
use crate::language::Answer;
use crate::view::{Analysis, CheckView, Kind, MessageView, Outcome, RunRequest};

/// One object. Without an outcome only the question is there, and an empty trace.
pub(super) fn write(
    analysis: &Analysis,
    check: &CheckView,
    chart: &Chart,
    outcome: Option<&Outcome>,
    by_hand: Option<&RunRequest>,
) -> String {
    let names = Names::of(analysis, check);
    let kind = match check.kind {
        Kind::Scenario => "scenario",
        Kind::Reach => "reach",
        Kind::Deadlock => "deadlock",
        Kind::Always => "always",
        Kind::Same => "same",
        Kind::Consistent => Answer::Consistent.word(),
        Kind::Independent => Answer::Independent.word(),
    };
    let mut keys = vec![("check", text(&check.title))];
    if by_hand.is_none() {
        keys.push(("kind", text(kind)));
    }
    if outcome.is_none() {
        let expected = check.expected.map(|it| it.answer(check.kind).word());
        keys.push(("expected", optional(expected)));
    }
    let mut steps = Vec::new();
    if let Some(outcome) = outcome {
        let expected = outcome.expected_answer().map(Answer::word);
        let reason = outcome.reason().map(|it| it.sentence.as_str());
        let failing = chart.stop.as_ref().and_then(|stop| {
            let row = chart.rows.get(stop.row)?;
            let number = row.number?;
            let (from, to) = (chart.name(row.from), chart.name(row.to));
            Some(object(&[
                ("index", number.to_string()),
                ("from", text(from)),
                ("symbol", text(&row.symbol)),
                ("to", text(to)),
            ]))
        });
        let answer = [
            ("answer", text(outcome.answer().word())),
            ("expected", optional(expected)),
            ("as_expected", plain(outcome.as_expected())),
            ("bound", plain(outcome.bound)),
            ("proved", outcome.verdict.is_proved().to_string()),
            ("depth", plain(outcome.depth())),
            ("prefix", plain(outcome.prefix())),
            ("failing", plain(failing)),
            ("sentence", text(&outcome.sentence)),
            ("reason", optional(reason)),
        ];
        match by_hand {
            Some(run) => keys.extend(by_hand::keys(&analysis.structure, outcome, run)),
            None => keys.extend(answer),
        }
        for step in &outcome.trace {
            let messages = step.messages.iter().map(|it| message(names, it));
            let moves = step.moves.iter().map(|it| {
                object(&[
                    ("lifeline", text(names.lifeline(it.lifeline))),
                    ("from", text(&names.place(it.lifeline, it.from))),
                    ("to", text(&names.place(it.lifeline, it.to))),
                ])
            });
            let places = step.state.iter().enumerate();
            let places: Vec<_> = places
                .map(|(lifeline, &place)| {
                    let name = names.lifeline(lifeline);
                    (name, text(&names.place(lifeline, place)))
                })
                .collect();
            steps.push(object(&[
                ("messages", list(&messages.collect::<Vec<_>>())),
                ("moves", list(&moves.collect::<Vec<_>>())),
                ("state", object(&places)),
            ]));
        }
    }
    // A step is a line: runs are compared line by line.
    let steps = match steps.as_slice() {
        [] => "[]".to_owned(),
        steps => format!("[\n    {}\n  ]", steps.join(",\n    ")),
    };
    keys.push(("trace", steps));
    lines(&keys)
}

/// An object with a line for each key.
pub(super) fn lines(keys: &[(&str, String)]) -> String {
    let keys: Vec<_> = keys
        .iter()
        .map(|(key, value)| format!("  {}: {value}", text(key)))
        .collect();
    format!("{{\n{}\n}}\n", keys.join(",\n"))
}

fn message(names: Names, message: &MessageView) -> String {
    object(&[
        ("from", text(names.lifeline(message.from))),
        ("symbol", text(&message.symbol)),
        ("to", text(names.lifeline(message.to))),
    ])
}

pub(super) fn object(keys: &[(&str, String)]) -> String {
    let keys: Vec<_> = keys
        .iter()
        .map(|(key, value)| format!("{}: {value}", text(key)))
        .collect();
    format!("{{{}}}", keys.join(", "))
}

pub(super) fn list(values: &[String]) -> String {
    format!("[{}]", values.join(", "))
}

pub(super) fn plain(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "null".to_owned(), |value| value.to_string())
}

pub(super) fn optional(value: Option<&str>) -> String {
    plain(value.map(text))
}

/// A string with what JSON must have escaped (RFC 8259, section 7).
pub(super) fn text(value: &str) -> String {
    let mut out = String::from("\"");
    for letter in value.chars() {
        match letter {
            '"' | '\\' => {
                out.push('\\');
                out.push(letter);
            }
            letter if letter < ' ' => out += &format!("\\u{:04x}", u32::from(letter)),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
