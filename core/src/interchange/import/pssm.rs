//! UML state machine tests in the JSON that restates the PSSM test suite: a machine, and what a tester sends to it.
//!
//! Vertices have names that are no identifiers (`S1.1`); they get one, and keep their own as the text in drawings. What
//! tells the tester that a test is over shows as `trace("end")`. The line of a vertex or transition is that of its `id`.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::chart_text::{ChartText, Removed, identifier, without_errors};
use super::{Imported, LeftOut, Why};
use crate::text::quote;

const NO_VERTEX: Why = Why::lossy(
    "There is no such kind of vertex: where something leads to it, it comes in as a state.",
);
const NO_TRANSITION: Why =
    Why::lossy("A transition is `external`, `local` or `internal`: it comes in as external.");
const NO_ACTION: Why = Why::lossy(
    "What is done is `trace`, `assign`, `send`, `accept` or `end`: anything else is left out.",
);

/// The statechart that a test is about.
///
/// # Errors
/// Says what is missing.
pub(super) fn read(json: &str) -> Result<Imported, String> {
    let test: Value =
        serde_json::from_str(json).map_err(|error| format!("this is no JSON: {error}"))?;
    let places = places(json);
    let numbers: BTreeMap<String, usize> = places.keys().cloned().zip(0..).collect();
    let mut left_out = Vec::new();
    let ids: Vec<&String> = places.keys().collect();
    let (text, removed) = without_errors(|removed| {
        let mut writer = Writer {
            removed: removed.clone(),
            numbers: numbers.clone(),
            ..Writer::default()
        };
        let out = writer.written(json, &test)?;
        left_out = writer.left_out;
        Ok((out.text, out.sources))
    })?;
    left_out.extend(removed.into_iter().map(|(at, code)| {
        let id = ids.get(at).map_or_else(String::new, |it| it.to_string());
        (id, why(code))
    }));
    let line = |id: &str| places.get(id).copied().unwrap_or(1);
    let told = left_out.iter();
    let told = told.map(|(id, why)| LeftOut::new(line(id), id, *why));
    Ok(Imported::new(text, told.collect()))
}

/// Why our language does not take something.
fn why(code: &str) -> Why {
    Why::lossy(match code {
        "nested-too-deeply" => "States are nested too deeply here.",
        it if it.starts_with("unknown") => "It names something that is not there.",
        it if it.contains("region") || it.contains("fork") || it.contains("join") => {
            "UML has no such transition between regions."
        }
        _ => "A guard, an action or a transition here is none of our language.",
    })
}

/// The line of each `"id": "…"`, from 1; of those that are alike the first.
fn places(json: &str) -> BTreeMap<String, usize> {
    let mut all = BTreeMap::new();
    let (mut line, mut rest) = (1, json);
    while let Some(at) = rest.find("\"id\"") {
        line += rest[..at].matches('\n').count();
        rest = &rest[at + 4..];
        let value = rest.trim_start().strip_prefix(':').map(str::trim_start);
        let id = value
            .and_then(|it| it.strip_prefix('"'))
            .and_then(|it| it.split_once('"'));
        if let Some((id, _)) = id {
            all.entry(id.to_owned()).or_insert(line);
        }
    }
    all
}

fn list<'v>(of: &'v Value, key: &str) -> &'v [Value] {
    of.get(key)
        .and_then(Value::as_array)
        .map_or(&[], Vec::as_slice)
}

fn word<'v>(of: &'v Value, key: &str) -> &'v str {
    of.get(key).and_then(Value::as_str).unwrap_or_default()
}

#[derive(Default)]
struct Writer {
    /// What is known of each vertex, by its own name.
    vertices: BTreeMap<String, Known>,
    names: BTreeSet<String>,
    /// The events that bring something.
    parameters: BTreeMap<String, Vec<(String, &'static str)>>,
    events: BTreeMap<String, String>,
    /// Vertices and transitions by their ids.
    numbers: BTreeMap<String, usize>,
    /// The id of the one that is being written.
    at: String,
    removed: Removed<usize>,
    left_out: Vec<(String, Why)>,
}

#[derive(Clone, Default)]
struct Known {
    /// As the text writes it.
    name: String,
    kind: String,
    /// The region that holds it, as the text would name it from anywhere.
    region: String,
}

impl Writer {
    /// The whole text.
    fn written(&mut self, json: &str, test: &Value) -> Result<ChartText, String> {
        let machine = test.get("machine").ok_or("there is no `machine`")?;
        let name = test
            .get("name")
            .and_then(Value::as_str)
            .unwrap_or("Machine");
        self.signals(test);
        self.collect(list(machine, "regions"), "");
        let mut out = ChartText::default();
        if let Some(why) = test.get("why").and_then(Value::as_str) {
            out.line(&format!("// {}", why.replace('\n', " ")));
        }
        for (event, parameters) in &self.parameters {
            let parameters: Vec<_> = parameters
                .iter()
                .map(|(name, sort)| format!("{name} : {sort}"))
                .collect();
            out.line(&format!("signal {event}({})", parameters.join(", ")));
        }
        let mut chart = identifier(name, &mut BTreeSet::new());
        chart[..1].make_ascii_uppercase();
        out.open(&format!("statechart {chart}"));
        for (name, value) in machine
            .get("attributes")
            .and_then(Value::as_object)
            .into_iter()
            .flatten()
        {
            let sort = if value.is_boolean() {
                "boolean"
            } else {
                "integer"
            };
            out.line(&format!("var {name} : {sort} = {value}"));
        }
        let stimuli = list(test, "stimuli");
        let room = stimuli.len() + json.matches("\"send\"").count();
        out.line(&format!("queue {}", room.clamp(4, 64)));
        let regions = list(machine, "regions");
        self.regions(&mut out, regions)?;
        out.close();
        out.open("system");
        out.line(&format!("test : {chart}"));
        let sent: Result<Vec<_>, String> = stimuli.iter().map(|it| self.stimulus(it)).collect();
        let sent = sent?;
        match &sent[..] {
            [] => {}
            [only] => out.line(&format!("environment sends {only} once to test")),
            all => out.line(&format!("environment sends {} to test", all.join(" then "))),
        }
        out.close();
        Ok(out)
    }

    /// The number of a vertex or transition, by which lines know what they say; `None` where our language does not take it.
    /// Those without an id have one number.
    fn source(&mut self, id: &str) -> Option<usize> {
        id.clone_into(&mut self.at);
        let number = self.numbers.get(id).copied().unwrap_or(self.numbers.len());
        (!self.removed.contains_key(&number)).then_some(number)
    }

    fn event(&mut self, name: &str) -> String {
        if let Some(known) = self.events.get(name) {
            return known.clone();
        }
        let mut taken: BTreeSet<String> = self.events.values().cloned().collect();
        let event = identifier(name, &mut taken);
        self.events.insert(name.to_owned(), event.clone());
        event
    }

    /// The events whose stimuli bring something.
    fn signals(&mut self, test: &Value) {
        for stimulus in list(test, "stimuli") {
            let event = stimulus
                .get("send")
                .or(stimulus.get("call"))
                .and_then(Value::as_str);
            let arguments = stimulus.get("args").and_then(Value::as_object);
            let (Some(event), Some(arguments)) = (event, arguments) else {
                continue;
            };
            let sort = |value: &Value| {
                if value.is_boolean() {
                    "boolean"
                } else {
                    "integer"
                }
            };
            let parameters = arguments
                .iter()
                .map(|(name, value)| (name.clone(), sort(value)));
            let event = self.event(event);
            self.parameters.insert(event, parameters.collect());
        }
    }

    /// Gives every vertex a name.
    fn collect(&mut self, regions: &[Value], owner: &str) {
        for (number, region) in regions.iter().enumerate() {
            let path = match (owner.is_empty(), regions.len()) {
                (_, 0 | 1) => owner.to_owned(),
                (true, _) => format!("R{}", number + 1),
                (false, _) => format!("{owner}.R{}", number + 1),
            };
            let mut finals = 0;
            for vertex in list(region, "vertices") {
                let id = word(vertex, "id").to_owned();
                let kind = word(vertex, "kind").to_owned();
                let mut name = identifier(&id, &mut self.names);
                finals += usize::from(kind == "final");
                if kind == "initial" || (kind == "final" && finals == 1) {
                    name = "[*]".into();
                }
                let known = Known {
                    name: name.clone(),
                    kind,
                    region: path.clone(),
                };
                self.vertices.insert(id, known);
                for point in list(vertex, "points") {
                    let id = word(point, "id").to_owned();
                    let name = identifier(&id, &mut self.names);
                    let known = Known {
                        name,
                        kind: word(point, "kind").to_owned(),
                        region: path.clone(),
                    };
                    self.vertices.insert(id, known);
                }
                self.collect(list(vertex, "regions"), &name);
            }
        }
    }

    fn regions(&mut self, out: &mut ChartText, regions: &[Value]) -> Result<(), String> {
        for (number, region) in regions.iter().enumerate() {
            if regions.len() > 1 {
                out.open(&format!("region R{}", number + 1));
            }
            self.region(out, region)?;
            if regions.len() > 1 {
                out.close();
            }
        }
        Ok(())
    }

    fn region(&mut self, out: &mut ChartText, region: &Value) -> Result<(), String> {
        let around = out.source;
        for vertex in list(region, "vertices") {
            let source = self.source(word(vertex, "id"));
            if source.is_some() {
                out.source = source;
                self.vertex(out, vertex)?;
            }
        }
        let here = list(region, "vertices")
            .first()
            .map_or("", |it| word(it, "id"));
        let here = self
            .vertices
            .get(here)
            .map_or(String::new(), |it| it.region.clone());
        for transition in list(region, "transitions") {
            let source = self.end(word(transition, "source"), &here)?;
            let target = self.end(word(transition, "target"), &here)?;
            let id = word(transition, "id");
            out.source = self.source(id);
            if out.source.is_none() {
                continue;
            }
            let label = self.label(transition);
            match word(transition, "kind") {
                "internal" => out.line(&format!("{source} : {label}")),
                kind => {
                    if !matches!(kind, "external" | "local" | "") {
                        self.left_out.push((id.to_owned(), NO_TRANSITION));
                    }
                    let local = if kind == "local" { " <<local>>" } else { "" };
                    let label = if label.is_empty() {
                        label
                    } else {
                        format!(" : {label}")
                    };
                    out.line(&format!("{source} --> {target}{local}{label}"));
                }
            }
        }
        out.source = around;
        Ok(())
    }

    /// One end of a transition that is written in a region.
    fn end(&self, id: &str, here: &str) -> Result<String, String> {
        let known = self
            .vertices
            .get(id)
            .ok_or_else(|| format!("there is no vertex `{id}`"))?;
        let mark = match known.kind.as_str() {
            "shallowHistory" => "[H]",
            "deepHistory" => "[H*]",
            _ => return Ok(known.name.clone()),
        };
        Ok(match known.region == here {
            true => mark.to_owned(),
            false => format!("{}{mark}", known.region),
        })
    }

    fn vertex(&mut self, out: &mut ChartText, vertex: &Value) -> Result<(), String> {
        let id = word(vertex, "id");
        let known = self.vertices.get(id).cloned().unwrap_or_default();
        let label = match known.name == id {
            true => String::new(),
            false => format!(" as {}", quote(id)),
        };
        let stereotype = match known.kind.as_str() {
            "state" => "",
            "final" if known.name != "[*]" => " <<final>>",
            "junction" => " <<junction>>",
            "choice" => " <<choice>>",
            "fork" => " <<fork>>",
            "join" => " <<join>>",
            "terminate" => " <<terminate>>",
            "initial" | "final" | "shallowHistory" | "deepHistory" => return Ok(()),
            _ => {
                self.left_out.push((id.to_owned(), NO_VERTEX));
                return Ok(());
            }
        };
        let head = format!("state {}{label}{stereotype}", known.name);
        let mut inner = ChartText {
            level: out.level + 1,
            source: out.source,
            ..ChartText::default()
        };
        for moment in ["entry", "exit", "do"] {
            if let Some(behaviour) = vertex.get(moment) {
                let actions = self.actions(behaviour);
                if !actions.is_empty() {
                    inner.line(&format!("{moment} / {}", actions.join("; ")));
                }
            }
        }
        let deferred: Vec<_> = list(vertex, "defer")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        for event in deferred {
            let event = self.event(event);
            inner.line(&format!("{event} / defer"));
        }
        for point in list(vertex, "points") {
            let known = self
                .vertices
                .get(word(point, "id"))
                .cloned()
                .unwrap_or_default();
            inner.line(&format!("state {} <<{}>>", known.name, known.kind));
        }
        self.regions(&mut inner, list(vertex, "regions"))?;
        out.block(&head, &inner);
        Ok(())
    }

    fn label(&mut self, transition: &Value) -> String {
        let events: Vec<_> = list(transition, "on")
            .iter()
            .filter_map(Value::as_str)
            .collect();
        let events: Vec<_> = events.into_iter().map(|it| self.event(it)).collect();
        let mut parts = vec![events.join(", ")];
        if let Some(guard) = transition.get("guard").and_then(Value::as_str) {
            parts.push(format!("[{guard}]"));
        }
        if let Some(effect) = transition.get("effect") {
            let actions = self.actions(effect);
            if !actions.is_empty() {
                parts.push(format!("/ {}", actions.join("; ")));
            }
        }
        parts.retain(|it| !it.is_empty());
        parts.join(" ")
    }

    /// A behaviour: one after the other; that the test is over comes first, as the tester does not look any further.
    fn actions(&mut self, behaviour: &Value) -> Vec<String> {
        if let Some(all) = behaviour.as_array() {
            return all.iter().flat_map(|it| self.actions(it)).collect();
        }
        let is_known =
            |it: &String| matches!(it.as_str(), "end" | "trace" | "assign" | "send" | "accept");
        if !behaviour
            .as_object()
            .is_some_and(|it| it.keys().all(is_known))
        {
            self.left_out.push((self.at.clone(), NO_ACTION));
        }
        let mut actions = Vec::new();
        if behaviour.get("end").is_some() {
            actions.push("trace(\"end\")".into());
        }
        if let Some(text) = behaviour.get("trace").and_then(Value::as_str) {
            actions.push(format!("trace({})", quote(text)));
        }
        for pair in list(behaviour, "assign") {
            let part = |at: usize| pair.get(at).and_then(Value::as_str).unwrap_or_default();
            actions.push(format!("{} := {}", part(0), part(1)));
        }
        // One event, or a list of them.
        let sent: Vec<&Value> = match behaviour.get("send") {
            Some(Value::Array(all)) => all.iter().collect(),
            other => other.into_iter().collect(),
        };
        for event in sent.into_iter().filter_map(Value::as_str) {
            let event = self.event(event);
            actions.push(format!("self.{event}()"));
        }
        if let Some(event) = behaviour.get("accept").and_then(Value::as_str) {
            let event = self.event(event);
            actions.push(format!("accept {event}"));
        }
        actions
    }

    fn stimulus(&mut self, stimulus: &Value) -> Result<String, String> {
        if let Some(text) = stimulus.get("trace").and_then(Value::as_str) {
            return Ok(format!("trace({})", quote(text)));
        }
        let (word, event) = match (stimulus.get("send"), stimulus.get("call")) {
            (Some(event), _) => ("", event),
            (_, Some(event)) => ("call ", event),
            _ => return Err("a stimulus is `send`, `call` or `trace`".into()),
        };
        let event = self.event(event.as_str().unwrap_or_default());
        let arguments = stimulus.get("args").and_then(Value::as_object);
        let arguments: Vec<_> = arguments
            .into_iter()
            .flatten()
            .map(|it| it.1.to_string())
            .collect();
        Ok(match arguments.is_empty() {
            true => format!("{word}{event}"),
            false => format!("{word}{event}({})", arguments.join(", ")),
        })
    }
}
