//! A sequence diagram beside statecharts: its messages as a scenario over their objects.
//!
//! The text holds both, as after a paste or a drop; or they come apart ([`onto`]). Participants are the objects of the same
//! name; where there is none, an actor, and the edge of the diagram, are the environment. A message is an event of the statecharts,
//! with what it brings where it says so. The statecharts stay as they are written, the scenario stands behind them. What must
//! not happen is a `neg` scenario of its own; it comes in whole or not at all, since fewer messages would forbid something else.
//!
//! Invariant: the text that comes out has no errors. It is read before it is handed out, and a message that would be one
//! is in the report instead.

use std::collections::{BTreeMap, BTreeSet};

use super::sequence::{Drawn, ENVIRONMENT, Forbidden, Message};
use super::{Imported, LeftOut, Why, mermaid_sequence, plantuml_sequence};
use crate::language::statechart::ast::Item;
use crate::language::statechart::{LANGUAGE, StatechartModel, Statecharts, print};
use crate::language::{Languages, read_as};
use crate::text::{Diagnostic, Severity};

const NOBODY: Why = Why::lossy("No object of the system has this name: its messages are left out.");
const TWO: Why = Why::lossy("Two objects have names like this one: its messages are left out.");
const OUTSIDE: Why =
    Why::exact("No object has this name: what it sends comes from the environment.");
const LEAVES: Why = Why::wider("What leaves the objects is no message of a scenario.");
const NO_EVENT: Why = Why::lossy("No statechart here has an event of this name.");
const BRINGS: Why = Why::wider("What it brings does not fit its event: it comes in with anything.");
const NOT_READ: Why = Why::lossy("It cannot be a message of a scenario here.");
const NOT_WHOLE: Why = Why::lossy(
    "What must not happen here cannot be said with the objects and events of the system.",
);
const NOTHING: Why = Why::lossy("No message of it can be one between these objects.");

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
    let (statecharts, findings) = read_as::<Statecharts>(model);
    if is_wrong(&findings) {
        let sentence = "the statecharts have errors: mend them first";
        return Some(Err(sentence.to_owned()));
    }
    if statecharts.objects.is_empty() {
        let sentence = "the system has no objects that could take part: declare them first";
        return Some(Err(sentence.to_owned()));
    }
    let scribe = Scribe::new(&statecharts, model);
    Some(Ok(scribe.scenario(drawn, notation)))
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
    /// As far as it is written.
    text: String,
    /// Whether checks are written in it.
    is_checked: bool,
    /// Where the first scenario begins that was written.
    first: Option<usize>,
    /// Those of its scenarios.
    names: BTreeSet<String>,
    objects: Alike,
    events: Alike,
    left_out: Vec<LeftOut>,
}

impl<'m> Scribe<'m> {
    fn new(model: &'m StatechartModel, text: &str) -> Self {
        let reading = Languages::only(&LANGUAGE).read(text);
        let document = reading.document::<Statecharts>();
        let mut items = document.iter().flat_map(|it| &it.items);
        Self {
            model,
            text: text.to_owned(),
            first: None,
            is_checked: items.any(|it| matches!(it, Item::Check(_))),
            names: model.scenarios.iter().map(|it| it.name.clone()).collect(),
            objects: Alike::new(model.objects.iter().map(|it| it.name.as_str())),
            events: Alike::new(model.events.iter().map(|it| it.name.as_str())),
            left_out: Vec::new(),
        }
    }

    /// The text with the scenario, and the report in the order of the lines.
    fn scenario(mut self, mut drawn: Drawn, notation: &'static str) -> Imported {
        self.left_out = std::mem::take(&mut drawn.left_out);
        let mut who = Vec::new();
        for (name, is_outside) in &drawn.participants {
            let found = self.objects.find(name);
            let uses = |it: &&Message| it.from == who.len() || it.to == who.len();
            let within = drawn.forbidden.iter().flat_map(|it| &it.messages);
            let first = drawn.messages.iter().chain(within).find(uses);
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
        let (lines, _) = self.lines(&drawn.messages, &who);
        let title = match drawn.title.is_empty() {
            true => "as drawn",
            false => &drawn.title,
        };
        let is_written = self.write(title, lines);
        if !is_written && !drawn.messages.is_empty() {
            self.left_out
                .push(LeftOut::new(drawn.messages[0].line, "the diagram", NOTHING));
        }
        for it in &drawn.forbidden {
            if !self.write_forbidden(&drawn, it, &who) {
                self.left_out
                    .push(LeftOut::new(it.line, &it.what, NOT_WHOLE));
            }
        }
        self.left_out.sort_by_key(|it| it.line);
        let found = Imported {
            notation,
            text: self.text,
            left_out: self.left_out,
            is_scenario: true,
        };
        match self.first {
            Some(first) => found.with_comment_at(first),
            None => found,
        }
    }

    /// The messages that are events between objects, or come from the environment; and whether the others only leave the objects.
    fn lines(&mut self, messages: &[Message], who: &[Who]) -> (Vec<Line>, bool) {
        let (mut lines, mut is_whole) = (Vec::new(), true);
        for message in messages {
            let (from, to) = (who[message.from], who[message.to]);
            let Some(sender) = self.lifeline(from) else {
                is_whole = false;
                continue;
            };
            let Who::Object(to) = to else {
                // Of whom nobody is, it is said once.
                if to == Who::Environment {
                    self.left_out
                        .push(LeftOut::new(message.line, &message.text, LEAVES));
                }
                is_whole &= to == Who::Environment;
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
                _ => {
                    is_whole = false;
                    self.left_out.push(LeftOut::new(at.0, &at.1, NO_EVENT));
                }
            }
        }
        (lines, is_whole)
    }

    /// Adds what must not happen; `false` where it cannot be said whole.
    fn write_forbidden(&mut self, drawn: &Drawn, it: &Forbidden, who: &[Who]) -> bool {
        // What is said of single messages is said already, or does not count where nothing of this comes in.
        let told = self.left_out.len();
        let (mut lines, is_whole) = self.lines(&drawn.messages[..it.after], who);
        let (inner, _) = self.lines(&it.messages, who);
        self.left_out.truncate(told);
        let is_whole = is_whole && inner.len() == it.messages.len();
        lines.extend(inner);
        let name = self.free_name(it.name());
        let (text, _) = self.with_lines("neg scenario", &name, &lines);
        let is_good = is_whole && !is_wrong(&read_as::<Statecharts>(&text).1);
        if is_good {
            self.take(text);
        }
        is_good
    }

    fn lifeline(&self, who: Who) -> Option<String> {
        match who {
            Who::Object(object) => Some(print::name(&self.model.objects[object].name)),
            Who::Environment => Some(ENVIRONMENT.to_owned()),
            Who::Nobody => None,
        }
    }

    /// Adds a scenario with these messages, as far as they can be read; `false` without any.
    fn write(&mut self, title: &str, mut lines: Vec<Line>) -> bool {
        let name = self.free_name(title);
        // First with what they bring, then without, then without those that are still wrong.
        for why in [Some(BRINGS), None, Some(NOT_READ)] {
            if lines.is_empty() {
                return false;
            }
            let (text, first) = self.with_lines("scenario", &name, &lines);
            let (_, findings) = read_as::<Statecharts>(&text);
            let wrong: BTreeSet<usize> = findings
                .iter()
                .filter(|it| it.severity == Severity::Error)
                .map(|it| text[..it.span.start].matches('\n').count())
                .collect();
            if wrong.is_empty() {
                self.take(text);
                return true;
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
        let (text, _) = self.with_lines("scenario", &name, &lines);
        let is_good = !lines.is_empty() && !is_wrong(&read_as::<Statecharts>(&text).1);
        if is_good {
            self.take(text);
        }
        is_good
    }

    /// The text with a scenario of these messages behind it, and the number of the line of the first of them, from 0.
    fn with_lines(&self, head: &str, name: &str, lines: &[Line]) -> (String, usize) {
        let mut text = format!("{}\n\n{head} {name} {{\n", self.text.trim_end());
        let first = text.matches('\n').count();
        for line in lines {
            text += &format!("  {} : {}{}\n", line.ends, line.event, line.brings);
        }
        text += "}\n";
        // Where checks are written a scenario is only asked about by one.
        if self.is_checked {
            text += &format!("check {name}\n");
        }
        (text, first)
    }

    /// What follows stands behind a text with one more scenario.
    fn take(&mut self, text: String) {
        self.first.get_or_insert(self.text.trim_end().len() + 2);
        self.text = text;
    }

    /// A name that no scenario here has, as the language writes it.
    fn free_name(&mut self, title: &str) -> String {
        let numbered = (2..).map(|it| format!("{title} {it}"));
        let mut names = std::iter::once(title.to_owned()).chain(numbered);
        let free = names.find(|it| self.names.insert(it.clone()));
        print::name(&free.unwrap_or_default())
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
