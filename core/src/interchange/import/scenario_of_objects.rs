//! A sequence diagram beside statecharts: its messages as a scenario over their objects.
//!
//! The text holds both, as after a paste or a drop; or they come apart ([`onto`]). Participants are the objects of the same
//! name; where there is none, an actor, and the edge of the diagram, are the environment. A message is an event of the statecharts,
//! with what it brings where it says so. The statecharts stay as they are written, the scenario stands behind them.
//!
//! Invariant: the text that comes out has no errors. It is read before it is handed out, and a message that would be one
//! is in the report instead.

use std::collections::{BTreeMap, BTreeSet};

use super::sequence::{Drawn, ENVIRONMENT};
use super::{Imported, LeftOut, mermaid_sequence, plantuml_sequence};
use crate::language::statechart::ast::Item;
use crate::language::statechart::{LANGUAGE, StatechartModel, print, read};
use crate::language::{Languages, statechart};
use crate::text::{Diagnostic, Severity};

const NOBODY: &str = "No object of the system has this name: its messages are left out.";
const TWO: &str = "Two objects have names like this one: its messages are left out.";
const OUTSIDE: &str = "No object has this name: what it sends comes from the environment.";
const LEAVES: &str = "What leaves the objects is no message of a scenario.";
const NO_EVENT: &str = "No statechart here has an event of this name.";
const BRINGS: &str = "What it brings does not fit its event: it comes in with anything.";
const NOT_READ: &str = "It cannot be a message of a scenario here.";
const NOTHING: &str = "No message of it can be one between these objects.";

/// A text of statecharts in which a sequence diagram stands; `None` where it is something else.
///
/// # Errors
/// Says what keeps the statecharts from having a scenario.
pub(super) fn beside(text: &str) -> Option<Result<Imported, String>> {
    let (model, diagram, first) = split(text)?;
    let mut found = onto(&diagram, &model)?;
    if let Ok(found) = &mut found {
        for it in &mut found.left_out {
            it.line += first;
        }
    }
    Some(found)
}

/// A sequence diagram as a scenario of a text of statecharts; `None` where one of them is something else.
///
/// # Errors
/// Says what keeps the statecharts from having a scenario.
pub(super) fn onto(diagram: &str, model: &str) -> Option<Result<Imported, String>> {
    // Of the other languages their titles are enough: what reads them would make this part a quarter larger.
    let mut languages = Languages::default();
    languages.bring(&LANGUAGE);
    if languages.read(model).title.name != LANGUAGE.title.name {
        return None;
    }
    let (notation, drawn) = if mermaid_sequence::recognises(diagram) {
        ("Mermaid sequence diagram", mermaid_sequence::drawn(diagram))
    } else if plantuml_sequence::recognises(diagram) {
        (
            "PlantUML sequence diagram",
            plantuml_sequence::drawn(diagram),
        )
    } else {
        return None;
    };
    let (statecharts, findings) = read(model);
    if is_wrong(&findings) {
        let sentence = "the statecharts have errors: mend them first";
        return Some(Err(sentence.to_owned()));
    }
    if statecharts.objects.is_empty() {
        let sentence = "the system has no objects that could take part: declare them first";
        return Some(Err(sentence.to_owned()));
    }
    let (text, left_out) = Scribe::new(&statecharts, model).scenario(drawn);
    Some(Ok(Imported {
        notation,
        text,
        left_out,
        is_scenario: true,
    }))
}

fn is_wrong(findings: &[Diagnostic]) -> bool {
    findings.iter().any(|it| it.severity == Severity::Error)
}

/// The text without the diagram in it, the diagram, and how many lines stand before that.
fn split(text: &str) -> Option<(String, String, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let begins = |line: &&str| {
        let line = line.trim_start();
        line.starts_with("@startuml") || line.starts_with("sequenceDiagram")
    };
    let head = lines.iter().position(begins)?;
    let is_plantuml = lines[head].trim_start().starts_with("@startuml");
    let mut first = head;
    // What Mermaid calls front matter stands between two lines of three dashes.
    if head > 0 && lines[head - 1].trim() == "---" {
        let before = lines[..head - 1].iter().rposition(|it| it.trim() == "---");
        first = before.unwrap_or(head);
    }
    let ends = |line: &str| match is_plantuml {
        true => line.trim_start().starts_with("@enduml"),
        false => line.trim() == "```",
    };
    let rest = lines[head..].iter();
    let (end, mut after) = match rest.clone().position(|it| ends(it)) {
        Some(at) => (head + at, head + at + 1),
        // Mermaid has no last line: it goes on to where a statement of ours begins.
        None => {
            let next = rest.clone().position(|it| begins_ours(it));
            let next = next.map_or(lines.len(), |at| head + at);
            (next, next)
        }
    };
    // Fences around it belong to neither.
    let mut before = first;
    if before > 0 && lines[before - 1].trim_start().starts_with("```") {
        before -= 1;
        if lines.get(after).is_some_and(|it| it.trim() == "```") {
            after += 1;
        }
    }
    let model = [&lines[..before], &lines[after.min(lines.len())..]].concat();
    let diagram = lines[first..end].join("\n");
    let model = model.join("\n");
    (!model.trim().is_empty()).then_some((model, diagram, first))
}

/// Whether a line begins an item of statecharts.
fn begins_ours(line: &str) -> bool {
    let word = line.split([' ', '{']).next().unwrap_or_default();
    let is_item = |it: &crate::text::ItemWord| it.word == word;
    LANGUAGE.title.vocabulary.items.iter().any(is_item) && !line.contains("->")
}

/// Who a participant is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Who {
    Object(usize),
    Environment,
    Nobody,
}

struct Line {
    /// Where the message stands in the diagram, and what stands there.
    at: (usize, String),
    ends: String,
    event: String,
    brings: String,
}

struct Scribe<'m> {
    model: &'m StatechartModel,
    text: &'m str,
    objects: Alike,
    events: Alike,
    left_out: Vec<LeftOut>,
}

impl<'m> Scribe<'m> {
    fn new(model: &'m StatechartModel, text: &'m str) -> Self {
        Self {
            model,
            text,
            objects: Alike::new(model.objects.iter().map(|it| it.name.as_str())),
            events: Alike::new(model.events.iter().map(|it| it.name.as_str())),
            left_out: Vec::new(),
        }
    }

    /// The text with the scenario, and the report in the order of the lines.
    fn scenario(mut self, drawn: Drawn) -> (String, Vec<LeftOut>) {
        self.left_out = drawn.left_out;
        let mut who = Vec::new();
        for (name, is_outside) in &drawn.participants {
            let found = self.objects.find(name);
            let uses = |it: &&super::sequence::Message| it.from == who.len() || it.to == who.len();
            let first = drawn.messages.iter().find(uses);
            who.push(match found {
                Found::One(object) => Who::Object(object),
                Found::None if name == ENVIRONMENT => Who::Environment,
                Found::None if *is_outside => {
                    if let Some(first) = first {
                        self.left_out.push(LeftOut::new(first.line, name, OUTSIDE));
                    }
                    Who::Environment
                }
                other => {
                    let why = if other == Found::Several { TWO } else { NOBODY };
                    if let Some(first) = first {
                        self.left_out.push(LeftOut::new(first.line, name, why));
                    }
                    Who::Nobody
                }
            });
        }
        let mut lines = Vec::new();
        for message in &drawn.messages {
            let (from, to) = (who[message.from], who[message.to]);
            let Some(sender) = self.lifeline(from) else {
                continue;
            };
            let Who::Object(to) = to else {
                // Of whom nobody is, it is said once.
                if to == Who::Environment {
                    self.left_out
                        .push(LeftOut::new(message.line, &message.text, LEAVES));
                }
                continue;
            };
            let (event, brings) = called(&message.text);
            let at = (message.line, message.text.clone());
            match self.events.find(event) {
                Found::One(number) => lines.push(Line {
                    at,
                    ends: format!("{sender} -> {}", print::name(&self.model.objects[to].name)),
                    event: print::name(&self.model.events[number].name),
                    brings,
                }),
                _ => self.left_out.push(LeftOut::new(at.0, &at.1, NO_EVENT)),
            }
        }
        let text = self.written(&drawn.title, lines);
        if text.is_none() && !drawn.messages.is_empty() {
            self.left_out
                .push(LeftOut::new(drawn.messages[0].line, "the diagram", NOTHING));
        }
        self.left_out.sort_by_key(|it| it.line);
        (text.unwrap_or_else(|| self.text.to_owned()), self.left_out)
    }

    fn lifeline(&self, who: Who) -> Option<String> {
        match who {
            Who::Object(object) => Some(print::name(&self.model.objects[object].name)),
            Who::Environment => Some(ENVIRONMENT.to_owned()),
            Who::Nobody => None,
        }
    }

    /// The text with these messages, as far as they can be read; `None` without any.
    fn written(&mut self, title: &str, mut lines: Vec<Line>) -> Option<String> {
        let name = self.free_name(title);
        // First with what they bring, then without, then without those that are still wrong.
        for why in [Some(BRINGS), None, Some(NOT_READ)] {
            if lines.is_empty() {
                return None;
            }
            let (text, first) = self.with_lines(&name, &lines);
            let (_, findings) = read(&text);
            let wrong: BTreeSet<usize> = findings
                .iter()
                .filter(|it| it.severity == Severity::Error)
                .map(|it| text[..it.span.start].matches('\n').count())
                .collect();
            if wrong.is_empty() {
                return Some(text);
            }
            let is_wrong = |at: usize| wrong.contains(&(first + at));
            let mut at = 0;
            match why {
                Some(BRINGS) => {
                    for (at, line) in lines.iter_mut().enumerate() {
                        if is_wrong(at) && !line.brings.is_empty() {
                            line.brings.clear();
                            let (place, what) = &line.at;
                            self.left_out.push(LeftOut::new(*place, what, BRINGS));
                        }
                    }
                }
                _ => lines.retain(|line| {
                    at += 1;
                    if is_wrong(at - 1) {
                        let (place, what) = &line.at;
                        self.left_out.push(LeftOut::new(*place, what, NOT_READ));
                    }
                    !is_wrong(at - 1)
                }),
            }
        }
        let (text, _) = self.with_lines(&name, &lines);
        (!lines.is_empty() && !is_wrong(&read(&text).1)).then_some(text)
    }

    /// The text with a scenario of these messages behind it, and the number of the line of the first of them, from 0.
    fn with_lines(&self, name: &str, lines: &[Line]) -> (String, usize) {
        let mut text = format!("{}\n\nscenario {name} {{\n", self.text.trim_end());
        let first = text.matches('\n').count();
        for line in lines {
            text += &format!("  {} : {}{}\n", line.ends, line.event, line.brings);
        }
        text += "}\n";
        // Where checks are written a scenario is only asked about by one.
        if self.is_checked() {
            text += &format!("check {name}\n");
        }
        (text, first)
    }

    fn is_checked(&self) -> bool {
        let (document, _) = statechart::parse(self.text);
        let mut items = document.items.iter();
        items.any(|it| matches!(it, Item::Check(_)))
    }

    /// A name that no scenario here has, as the language writes it.
    fn free_name(&self, title: &str) -> String {
        let title = if title.is_empty() { "as drawn" } else { title };
        let taken = |name: &str| self.model.scenarios.iter().any(|it| it.name == name);
        let numbered = (2..).map(|it| format!("{title} {it}"));
        let mut names = std::iter::once(title.to_owned()).chain(numbered);
        let free = names.find(|it| !taken(it)).unwrap_or_default();
        print::name(&free)
    }
}

/// The event that a message calls, and what it brings, with its brackets.
fn called(text: &str) -> (&str, String) {
    let Some((event, rest)) = text.split_once('(') else {
        return (text.trim(), String::new());
    };
    let inside = rest.rsplit_once(')').map_or(rest, |it| it.0).trim();
    match inside.is_empty() {
        true => (event.trim(), String::new()),
        false => (event.trim(), format!("({inside})")),
    }
}

/// What is found of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Found {
    One(usize),
    Several,
    None,
}

/// Names by which people mean others: as they are written, else without regard to capitals and to what is no letter.
struct Alike {
    exact: BTreeMap<String, usize>,
    folded: BTreeMap<String, Vec<usize>>,
}

impl Alike {
    fn new<'n>(names: impl Iterator<Item = &'n str>) -> Self {
        let mut alike = Self {
            exact: BTreeMap::new(),
            folded: BTreeMap::new(),
        };
        for (number, name) in names.enumerate() {
            alike.exact.entry(name.to_owned()).or_insert(number);
            alike.folded.entry(folded(name)).or_default().push(number);
        }
        alike
    }

    fn find(&self, name: &str) -> Found {
        if let Some(&number) = self.exact.get(name) {
            return Found::One(number);
        }
        let folded = Some(folded(name)).filter(|it| !it.is_empty());
        match folded
            .and_then(|it| self.folded.get(&it))
            .map(Vec::as_slice)
        {
            Some([one]) => Found::One(*one),
            Some([_, _, ..]) => Found::Several,
            _ => Found::None,
        }
    }
}

fn folded(name: &str) -> String {
    let letters = name.chars().filter(|it| it.is_alphanumeric());
    letters.flat_map(char::to_lowercase).collect()
}
