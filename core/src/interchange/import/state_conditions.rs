//! Conditions of state diagrams: what they are about is not in the diagram, so they are inputs.
//!
//! Conditions that are equal up to blanks are one input, and one with `!` or `not` before it is its opposite. Where a condition
//! can stand in our language it is a guard. A transition without an event is another matter: UML drops a completion whose guard
//! is false, which is what conditions mean that leave nothing out (with `else`, or one and its opposite). Any other `[done]`
//! says "when done" to its author, and is an event of the environment. At a choice one of the branches is taken: where the
//! diagram says of none that it is taken if no other is, the last one is.

use std::collections::{BTreeMap, BTreeSet};

use super::state_diagram::{Diagram, End, Kind, one_line};
use super::state_label::{Label, Text, label};
use super::state_text::is_else;
use crate::expression::ast::{Expression, ExpressionKind};
use crate::language::statechart::print;
use crate::text::Span;

/// The longest name of an input in characters.
const LONGEST: usize = 150;

/// What a condition becomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) enum Becomes {
    /// There is none.
    #[default]
    Nothing,
    /// What stands between brackets.
    Guard(String),
    /// An event of the environment.
    Event(String),
    /// Words that the run shows: UML has no condition here.
    Words(String),
    /// The same of the only branch, or the last.
    Branch(String),
}

/// The conditions of a diagram.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions {
    /// The inputs, in the order of the diagram.
    pub(super) inputs: Vec<String>,
    /// For each arrow.
    pub(super) arrows: Vec<Becomes>,
    /// For each line of a state: its vertex and number.
    pub(super) texts: BTreeMap<(usize, usize), Becomes>,
}

/// An arrow that leaves a vertex.
struct Way {
    arrow: usize,
    label: Label,
    /// In one line, or empty.
    condition: String,
}

impl Conditions {
    /// Those of a diagram. O(arrows²) for arrows that leave one vertex.
    pub(super) fn of(diagram: &Diagram) -> Self {
        let mut all = Self {
            arrows: vec![Becomes::Nothing; diagram.arrows.len()],
            ..Self::default()
        };
        let mut from: BTreeMap<Option<usize>, Vec<Way>> = BTreeMap::new();
        for (number, arrow) in diagram.arrows.iter().enumerate() {
            let label = label(&arrow.text);
            let vertex = match arrow.from {
                End::Vertex(it) => Some(it),
                End::Pseudo | End::History { .. } => None,
            };
            let is_branch = vertex.is_some_and(|it| is_branching(diagram.vertices[it].kind));
            let words = match is_branch && label.guard.is_empty() && label.after.is_none() {
                true => label.events.join(", "),
                false => label.guard.clone(),
            };
            from.entry(vertex).or_default().push(Way {
                arrow: number,
                label,
                condition: one_line(&words),
            });
        }
        let mut known: BTreeSet<String> = BTreeSet::new();
        known.extend(from.values().flatten().map(|it| it.condition.clone()));
        // In the order of the diagram, whatever vertex they leave.
        let mut found: Vec<(usize, Becomes, Option<String>)> = Vec::new();
        for (vertex, ways) in &from {
            let kind = vertex.map(|it| diagram.vertices[it].kind);
            for (place, way) in ways.iter().enumerate() {
                if way.condition.is_empty() {
                    continue;
                }
                let (name, is_negated) = read(&way.condition, &known);
                let becomes = match kind {
                    Some(Kind::State) => of_state(ways, place, &known),
                    Some(Kind::Choice) => of_choice(ways, place),
                    Some(kind) if is_branching(kind) => Stands::Guard,
                    _ => Stands::Nowhere,
                };
                let words = way.condition.clone();
                let (becomes, input) = match becomes {
                    Stands::Else => (Becomes::Guard("else".into()), None),
                    Stands::Guard if ["true", "false"].contains(&&*name) => {
                        (Becomes::Guard(guard(&name, is_negated)), None)
                    }
                    Stands::Guard => (Becomes::Guard(guard(&name, is_negated)), Some(name)),
                    Stands::Event => (Becomes::Event(format!("when {words}")), None),
                    Stands::Last => (Becomes::Branch("else".into()), None),
                    Stands::Only => (Becomes::Branch(String::new()), None),
                    Stands::Nowhere => (Becomes::Words(words), None),
                };
                found.push((way.arrow, becomes, input));
            }
        }
        found.sort_by_key(|it| it.0);
        for (arrow, becomes, input) in found {
            all.arrows[arrow] = becomes;
            input.into_iter().for_each(|it| all.input(it));
        }
        for (vertex, it) in diagram.vertices.iter().enumerate() {
            for (number, text) in it.texts.iter().enumerate() {
                let Text::Internal(label) = &text.text else {
                    continue;
                };
                if label.guard.is_empty() {
                    continue;
                }
                let (name, is_negated) = read(&one_line(&label.guard), &known);
                let becomes = Becomes::Guard(guard(&name, is_negated));
                all.texts.insert((vertex, number), becomes);
                all.input(name);
            }
        }
        all
    }

    fn input(&mut self, name: String) {
        if !self.inputs.contains(&name) {
            self.inputs.push(name);
        }
    }
}

/// Where a condition stands.
enum Stands {
    Guard,
    /// It is the opposite of others.
    Else,
    /// An event says that it has become true.
    Event,
    /// At the last branch of a choice.
    Last,
    /// At the only one.
    Only,
    /// Where UML has none.
    Nowhere,
}

/// Whether conditions of the arrows that leave it, and words on them, say which of them is taken.
fn is_branching(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Choice | Kind::Junction | Kind::Bar | Kind::Entry | Kind::Exit | Kind::Join
    )
}

/// The condition of an arrow that leaves a state.
fn of_state(ways: &[Way], place: usize, known: &BTreeSet<String>) -> Stands {
    let way = &ways[place];
    let others = || {
        let all = ways.iter().enumerate();
        all.filter(|it| it.0 != place).map(|it| it.1)
    };
    if !waits(&way.label) {
        let is_complete = ways.iter().filter(|it| !waits(&it.label)).any(|it| {
            let (name, is_negated) = read(&it.condition, known);
            let opposite = |other: &Way| {
                !waits(&other.label) && read(&other.condition, known) == (name.clone(), !is_negated)
            };
            it.condition.is_empty() || is_else(&it.condition) || ways.iter().any(opposite)
        });
        let is_alone = others().all(|it| waits(&it.label));
        return match is_else(&way.condition) {
            _ if !is_complete || is_alone => Stands::Event,
            true => Stands::Else,
            false => Stands::Guard,
        };
    }
    // `else` is the opposite of all others that fire on the same.
    let meets = |it: &Way| {
        let any = it
            .label
            .events
            .iter()
            .any(|it| way.label.events.contains(it));
        any || (it.label.after.is_some() && it.label.after == way.label.after)
    };
    let covers = |it: &Way| {
        way.label
            .events
            .iter()
            .all(|event| it.label.events.contains(event))
    };
    let mut meeting = others().filter(|it| meets(it)).peekable();
    match is_else(&way.condition) && meeting.peek().is_some() && meeting.all(covers) {
        true => Stands::Else,
        false => Stands::Guard,
    }
}

fn waits(label: &Label) -> bool {
    !label.events.is_empty() || label.after.is_some()
}

/// The condition of a branch of a choice.
fn of_choice(ways: &[Way], place: usize) -> Stands {
    let is_open = |it: &Way| it.condition.is_empty() || is_else(&it.condition);
    match is_else(&ways[place].condition) {
        true if ways.len() > 1 => Stands::Else,
        true => Stands::Only,
        false if ways.iter().any(is_open) || place + 1 < ways.len() => Stands::Guard,
        false if place == 0 => Stands::Only,
        false => Stands::Last,
    }
}

/// The input of a condition, and whether it is its opposite. Of prose `not` is a word like others, unless the rest is a
/// condition elsewhere.
fn read(condition: &str, known: &BTreeSet<String>) -> (String, bool) {
    let rest = condition
        .strip_prefix('!')
        .or_else(|| condition.strip_prefix("not "))
        .or_else(|| condition.strip_prefix("not(").map(|_| &condition[3..]))
        .map(str::trim);
    let of = |rest: &str| {
        let inner = rest.strip_prefix('(').and_then(|it| it.strip_suffix(')'));
        let inner = inner.filter(|it| !it.contains(['(', ')'])).map(str::trim);
        let is_name = |it: &str| {
            let it = it.strip_suffix("()").unwrap_or(it);
            !it.is_empty()
                && it
                    .chars()
                    .all(|it| it.is_alphanumeric() || "_.".contains(it))
        };
        match inner {
            Some(inner) => Some(inner.to_owned()),
            None if is_name(rest) || known.contains(rest) => Some(rest.to_owned()),
            None => None,
        }
    };
    match rest.and_then(of) {
        Some(name) if !name.is_empty() => (short(&name), true),
        _ => (short(condition), false),
    }
}

/// A name that is not too long for one.
fn short(condition: &str) -> String {
    match condition.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}… {}", &condition[..end], condition.chars().count()),
        None => condition.to_owned(),
    }
}

/// A guard that reads an input.
fn guard(name: &str, is_negated: bool) -> String {
    let kind = match name {
        "true" | "false" => ExpressionKind::Boolean(name == "true"),
        _ => ExpressionKind::Name(name.to_owned()),
    };
    let name = Expression::new(kind, Span::default());
    print::expression(&match is_negated {
        true => Expression::new(ExpressionKind::Not(Box::new(name)), Span::default()),
        false => name,
    })
}
