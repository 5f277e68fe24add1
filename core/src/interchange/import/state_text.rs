//! A state diagram as a statechart: written, read again, and written without what our language does not take.

use std::collections::BTreeSet;

use super::Why;
use super::chart_text::{ChartText, Removed, identifier, without_errors};
use super::state_conditions::{Becomes, Conditions};
use super::state_diagram::{
    Arrow, BRANCH, CONDITION, Diagram, End, Kind, NO_CONDITION, TIME_IN_WORDS, WHEN,
};
use super::state_label::{After, LONGEST, Label, Text, label};
use super::times::{names_time, unit_of};
use crate::language::statechart::print;
use crate::text::quote;

const UNITS_DIFFER: Why =
    Why::lossy("The units of these times cannot be brought to one: the numbers come in without.");

/// What a line of the text says of the diagram.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    Arrow(usize),
    Line(usize, usize),
    Vertex(usize),
}

/// The statechart. What is left out is told in the diagram's report. `None` where nothing can begin.
pub(super) fn written(diagram: &mut Diagram) -> Option<String> {
    let found = without_errors(|removed| Ok(Writer::new(diagram, removed).write()));
    let (text, removed) = match found {
        Ok((text, removed)) => (Some(text), removed),
        Err(_) => (None, Removed::new()),
    };
    for (origin, code) in removed {
        let (line, what) = match origin {
            Origin::Arrow(it) => (diagram.arrows[it].line, diagram.arrows[it].what.clone()),
            Origin::Line(vertex, it) => {
                let it = &diagram.vertices[vertex].texts[it];
                (it.line, it.what.clone())
            }
            Origin::Vertex(it) => {
                let it = &diagram.vertices[it];
                (it.line, format!("state {}", it.name))
            }
        };
        // What was added for the diagram is not missed.
        if line > 0 {
            diagram.leave_out(line, &what, why(code));
        }
    }
    conditions(diagram);
    text
}

/// How the times of a diagram become numbers without a unit: all in the shortest unit that it names.
#[derive(Clone, Copy, Debug)]
struct Clock {
    /// In milliseconds; none where the numbers stay as they are.
    unit: Option<u64>,
}

impl Clock {
    /// The clock of a diagram, and what is said of it.
    fn of(diagram: &Diagram) -> (Self, Option<Why>) {
        let labels = diagram.arrows.iter().map(|it| label(&it.text));
        let times: Vec<After> = labels.filter_map(|it| it.after).collect();
        let units: BTreeSet<Option<u64>> = times.iter().map(|it| it.unit).collect();
        let clock = Self {
            unit: units.iter().copied().flatten().min(),
        };
        let is_mixed = units.contains(&None) && units.len() > 1;
        let is_long = times.iter().any(|it| clock.time(*it) > LONGEST);
        if is_mixed || is_long {
            return (Self { unit: None }, Some(UNITS_DIFFER));
        }
        let unit = clock.unit.and_then(unit_of);
        (clock, unit.map(|it| Why::exact(it.sentence)))
    }

    fn time(self, after: After) -> u64 {
        let unit = self.unit.and_then(|unit| Some(after.unit? / unit));
        after.number.saturating_mul(unit.unwrap_or(1))
    }
}

/// Tells of times: their unit, once, and those in words that are not read.
pub(super) fn times(diagram: &mut Diagram) {
    let mut first = None;
    let mut words = Vec::new();
    for arrow in &diagram.arrows {
        let label = label(&arrow.text);
        if label.after.is_some() {
            first.get_or_insert((arrow.line, arrow.what.clone()));
        }
        if label.events.iter().any(|it| names_time(it)) {
            words.push((arrow.line, arrow.what.clone()));
        }
    }
    if let (Some((line, what)), (_, Some(why))) = (first, Clock::of(diagram)) {
        diagram.leave_out(line, &what, why);
    }
    for (line, what) in words {
        diagram.leave_out(line, &what, TIME_IN_WORDS);
    }
}

/// Tells of conditions: what they are about is not in the diagram.
fn conditions(diagram: &mut Diagram) {
    let all = Conditions::of(diagram);
    let arrows = diagram.arrows.iter().zip(&all.arrows);
    let mut found: Vec<_> = arrows
        .filter_map(|(it, becomes)| Some((it.line, it.what.clone(), said(becomes)?)))
        .collect();
    for (&(vertex, number), becomes) in &all.texts {
        let it = &diagram.vertices[vertex].texts[number];
        found.extend(said(becomes).map(|why| (it.line, it.what.clone(), why)));
    }
    for (line, what, why) in found {
        diagram.leave_out(line, &what, why);
    }
}

/// What is said of a condition.
fn said(becomes: &Becomes) -> Option<Why> {
    match becomes {
        Becomes::Nothing => None,
        Becomes::Guard(it) if ["else", "true", "false", "!true", "!false"].contains(&&**it) => None,
        Becomes::Guard(_) => Some(CONDITION),
        Becomes::Event(_) => Some(WHEN),
        Becomes::Branch(_) => Some(BRANCH),
        Becomes::Words(_) => Some(NO_CONDITION),
    }
}

/// What the source of an arrow is; none of a dot or a history.
fn from(diagram: &Diagram, arrow: &Arrow) -> (Option<Kind>, bool) {
    match arrow.from {
        End::Vertex(it) => (
            Some(diagram.vertices[it].kind),
            diagram.vertices[it].kind == Kind::State,
        ),
        End::Pseudo | End::History { .. } => (None, false),
    }
}

pub(super) fn is_else(guard: &str) -> bool {
    ["else", "otherwise", "default"].contains(&guard.to_lowercase().as_str())
}

/// Why our language does not take a line.
fn why(code: &str) -> Why {
    Why::lossy(if code == "no-way-out" {
        "Nothing leads away from it, and no run can stay there."
    } else if code == "history-of-regions" {
        "A state with several regions has no history of its own; each of its regions has one."
    } else if code == "nested-too-deeply" {
        "States are nested too deeply here."
    } else if code.contains("history") {
        "Only a state with other states inside has a history."
    } else if code.contains("fork") || code.contains("join") || code.contains("region") {
        "The branches of a fork begin, and those of a join end, in different regions of one state; here they do not."
    } else if code.contains("initial") || code.contains("final") || code.contains("end") {
        "Nothing leads to where a region begins, nor away from where it ends."
    } else {
        "UML has no such transition between these two."
    })
}

struct Writer<'d> {
    diagram: &'d Diagram,
    clock: Clock,
    removed: &'d Removed<Origin>,
    out: ChartText,
    /// What each line of the text says.
    origins: Vec<Option<Origin>>,
    events: Vec<String>,
    conditions: Conditions,
}

impl<'d> Writer<'d> {
    fn new(diagram: &'d Diagram, removed: &'d Removed<Origin>) -> Self {
        Self {
            diagram,
            clock: Clock::of(diagram).0,
            removed,
            out: ChartText::default(),
            origins: Vec::new(),
            events: Vec::new(),
            conditions: Conditions::of(diagram),
        }
    }

    fn write(mut self) -> (String, Vec<Option<Origin>>) {
        let title = match self.diagram.title.is_empty() {
            true => "Diagram",
            false => &self.diagram.title,
        };
        let name = identifier(title, &mut BTreeSet::new());
        self.open(&format!("statechart {name}"), None);
        for input in self.conditions.inputs.clone() {
            self.line(&format!("input {} : boolean", print::name(&input)), None);
        }
        let top =
            (0..self.diagram.regions.len()).filter(|&it| self.diagram.regions[it].owner.is_none());
        self.regions(&top.collect::<Vec<_>>());
        self.close();
        self.line("", None);
        self.open("system", None);
        self.line(&format!("m : {name}"), None);
        if !self.events.is_empty() {
            let events: Vec<_> = self.events.iter().map(|it| print::name(it)).collect();
            self.line(
                &format!("environment sends {} to m", events.join(", ")),
                None,
            );
        }
        self.close();
        (self.out.text, self.origins)
    }

    fn line(&mut self, text: &str, origin: Option<Origin>) {
        match text.is_empty() {
            true => self.out.text.push('\n'),
            false => self.out.line(text),
        }
        self.origins.push(origin);
    }

    fn open(&mut self, head: &str, origin: Option<Origin>) {
        self.out.open(head);
        self.origins.push(origin);
    }

    fn close(&mut self) {
        self.out.close();
        self.origins.push(None);
    }

    fn regions(&mut self, all: &[usize]) {
        let filled = all.iter().copied().filter(|&it| {
            let region = &self.diagram.regions[it];
            !region.vertices.is_empty() || !region.arrows.is_empty()
        });
        for (number, region) in filled.collect::<Vec<_>>().into_iter().enumerate() {
            if number > 0 {
                self.line("--", None);
            }
            self.region(region);
        }
    }

    fn region(&mut self, region: usize) {
        let region = &self.diagram.regions[region];
        for &vertex in &region.vertices {
            self.vertex(vertex);
        }
        for &arrow in &region.arrows {
            self.arrow(arrow);
        }
    }

    fn vertex(&mut self, vertex: usize) {
        let it = &self.diagram.vertices[vertex];
        let origin = Origin::Vertex(vertex);
        if self.removed.contains_key(&origin) {
            return;
        }
        let label = it.label.as_ref().map(|it| format!(" as {}", quote(it)));
        let kind = match it.kind {
            Kind::Choice => " <<choice>>",
            Kind::Junction | Kind::Bar => " <<junction>>",
            Kind::Fork => " <<fork>>",
            Kind::Join => " <<join>>",
            Kind::Entry => " <<entryPoint>>",
            Kind::Exit => " <<exitPoint>>",
            Kind::End => " <<final>>",
            Kind::State | Kind::Start | Kind::History | Kind::DeepHistory => "",
        };
        let label = label.filter(|_| kind.is_empty()).unwrap_or_default();
        let head = format!("state {}{label}{kind}", print::name(&it.name));
        let is_state = it.kind == Kind::State;
        let holds = it.regions.iter().any(|&it| {
            let region = &self.diagram.regions[it];
            !region.vertices.is_empty() || !region.arrows.is_empty()
        });
        if !is_state || (!holds && it.texts.is_empty()) {
            return self.line(&head, Some(origin));
        }
        self.open(&head, Some(origin));
        self.behaviours(vertex);
        self.regions(&it.regions);
        self.close();
    }

    /// What a state does: each kind of behaviour in one line.
    fn behaviours(&mut self, vertex: usize) {
        let it = &self.diagram.vertices[vertex];
        let kinds = [
            ("entry", Text::Entry as fn(String) -> Text),
            ("exit", Text::Exit),
            ("do", Text::Do),
        ];
        for (word, kind) in kinds {
            let mut actions = Vec::new();
            let mut first = None;
            for (number, text) in it.texts.iter().enumerate() {
                let origin = Origin::Line(vertex, number);
                let what = match &text.text {
                    Text::Entry(what) | Text::Exit(what) | Text::Do(what) => what,
                    _ => continue,
                };
                if text.text == kind(what.clone()) && !self.removed.contains_key(&origin) {
                    first.get_or_insert(origin);
                    actions.push(shown(what));
                }
            }
            if !actions.is_empty() {
                self.line(&format!("{word} / {}", actions.join("; ")), first);
            }
        }
        for (number, text) in it.texts.iter().enumerate() {
            let origin = Origin::Line(vertex, number);
            if self.removed.contains_key(&origin) {
                continue;
            }
            match &text.text {
                Text::Internal(label) => {
                    let becomes = self.conditions.texts.get(&(vertex, number));
                    let becomes = becomes.cloned().unwrap_or_default();
                    let text = self.label(label, true, becomes);
                    self.line(&text, Some(origin));
                }
                Text::Defer(events) => {
                    let names: Vec<_> = events.iter().map(|it| print::name(it)).collect();
                    self.sent(events);
                    self.line(&format!("{} / defer", names.join(", ")), Some(origin));
                }
                _ => {}
            }
        }
    }

    fn arrow(&mut self, number: usize) {
        let origin = Origin::Arrow(number);
        let arrow = &self.diagram.arrows[number];
        if self.removed.contains_key(&origin) {
            return;
        }
        let (_, waits) = from(self.diagram, arrow);
        let becomes = self.conditions.arrows[number].clone();
        let label = self.label(&label(&arrow.text), waits, becomes);
        let colon = if label.is_empty() { "" } else { " : " };
        let (from, to) = (self.end(arrow.from), self.end(arrow.to));
        self.line(&format!("{from} --> {to}{colon}{label}"), Some(origin));
    }

    fn end(&self, end: End) -> String {
        match end {
            End::Pseudo => "[*]".into(),
            End::History { deep, of } => {
                let of = of.map_or(String::new(), |it| {
                    print::name(&self.diagram.vertices[it].name)
                });
                format!("{of}{}", if deep { "[H*]" } else { "[H]" })
            }
            End::Vertex(it) => print::name(&self.diagram.vertices[it].name),
        }
    }

    /// A label in our language. What cannot wait shows its words instead.
    fn label(&mut self, label: &Label, waits: bool, becomes: Becomes) -> String {
        let mut parts = Vec::new();
        let mut actions = Vec::new();
        match (waits, label.after) {
            (true, Some(time)) => parts.push(format!("after({})", self.clock.time(time))),
            (true, None) => {
                let names: Vec<_> = label.events.iter().map(|it| print::name(it)).collect();
                self.sent(&label.events);
                parts.push(names.join(", "));
            }
            (false, Some(time)) => {
                let time = self.clock.time(time);
                actions.push(shown(&format!("after {time}")));
            }
            (false, None) => actions.extend(label.events.iter().map(|it| shown(it))),
        }
        match becomes {
            Becomes::Nothing => {}
            Becomes::Guard(guard) => parts.push(format!("[{guard}]")),
            Becomes::Event(event) => {
                parts.push(print::name(&event));
                self.sent(&[event]);
            }
            Becomes::Branch(guard) => {
                if !guard.is_empty() {
                    parts.push(format!("[{guard}]"));
                }
                if !label.guard.is_empty() && !is_else(&label.guard) {
                    actions.push(shown(&format!("[{}]", label.guard)));
                }
            }
            Becomes::Words(words) => actions.push(shown(&format!("[{words}]"))),
        }
        if !label.effect.is_empty() {
            actions.push(shown(&label.effect));
        }
        if !actions.is_empty() {
            parts.push(format!("/ {}", actions.join("; ")));
        }
        parts.retain(|it| !it.is_empty());
        parts.join(" ")
    }

    fn sent(&mut self, events: &[String]) {
        for event in events {
            if !self.events.contains(event) {
                self.events.push(event.clone());
            }
        }
    }
}

/// What is done, as the run shows it.
fn shown(words: &str) -> String {
    format!("trace({})", quote(words))
}
