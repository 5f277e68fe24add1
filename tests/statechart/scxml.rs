//! SCXML machines made by others: after every event exactly the published configuration.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use crate::statechart::read;
use lockstep_core::interchange::import::state_machine;
use lockstep_core::language::statechart::model::{Reading, StatechartModel, VertexKind};
use lockstep_core::language::statechart::semantics::{
    Grain, Message, StatechartSystem, SystemState,
};
use lockstep_core::text::Severity;
use serde_json::Value;

use super::answers::answer;

fn files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/statecharts/scxml");
    let Ok(groups) = std::fs::read_dir(&root) else {
        println!("skipped: {} is missing", root.display());
        return Vec::new();
    };
    let folders = groups.map(|it| it.unwrap().path()).filter(|it| it.is_dir());
    let all = folders.flat_map(|it| std::fs::read_dir(it).unwrap().map(|it| it.unwrap().path()));
    let mut all: Vec<_> = all
        .filter(|it| it.extension().is_some_and(|it| it == "scxml"))
        .collect();
    all.sort();
    all
}

/// Every state in which nothing is left to do.
pub(crate) fn at_rest(system: &StatechartSystem<'_>, from: SystemState) -> Vec<SystemState> {
    let mut open = vec![from];
    let mut met = BTreeSet::new();
    let mut rest = Vec::new();
    while let Some(state) = open.pop() {
        if !met.insert(state.clone()) {
            continue;
        }
        let next = system.successors(&state);
        if next.all.is_empty() {
            rest.push(state);
        } else {
            open.extend(next.all.into_iter().map(|it| it.after));
        }
    }
    rest
}

/// The innermost active states of the first object, final ones included, as the document calls them.
pub(crate) fn leaves(model: &StatechartModel, state: &SystemState) -> BTreeSet<String> {
    let (chart, own) = (&model.charts[0], &state.objects[0]);
    let inner = |it: usize| {
        let mut regions = chart.vertices[it].regions.iter();
        regions.any(|&it| {
            own.complete[it] || chart.regions[it].vertices.iter().any(|&it| own.active[it])
        })
    };
    let active = (0..chart.vertices.len()).filter(|&it| {
        let ended =
            chart.vertices[it].kind == VertexKind::Final && own.complete[chart.vertices[it].region];
        (own.active[it] && !inner(it)) || ended
    });
    let named = |it: usize| {
        let it = &chart.vertices[it];
        it.label.clone().unwrap_or(it.name.clone())
    };
    active.map(named).collect()
}

/// A text without its environment: a test sends its events itself.
pub(crate) fn alone(text: &str) -> String {
    let lines = text.lines().filter(|it| !it.contains("environment sends "));
    lines.map(|it| format!("{it}\n")).collect()
}

fn judge(file: &Path) -> Result<(), String> {
    let converted = state_machine(&std::fs::read_to_string(file).unwrap()).unwrap()?;
    let test: Value =
        serde_json::from_str(&std::fs::read_to_string(file.with_extension("json")).unwrap())
            .unwrap();
    let events = test["events"].as_array().unwrap();
    let name = |it: &Value| it["event"]["name"].as_str().unwrap().to_owned();
    // The events are mentioned, so that the text knows them; they are sent here.
    let signals: String = events
        .iter()
        .map(name)
        .collect::<BTreeSet<_>>()
        .iter()
        .map(|it| format!("signal \"{it}\"\n"))
        .collect();
    let text = format!("{signals}{}", alone(&converted.text));
    let (model, findings) = read(&text);
    let errors: Vec<_> = findings
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .collect();
    if !errors.is_empty() {
        return Err(format!("{errors:#?}\n{text}"));
    }
    assert_eq!(model.reading, Reading::Scxml);
    let system = StatechartSystem::new(&model, Reading::Scxml, Grain::Behaviour, false);
    let leaves = |state: &SystemState| leaves(&model, state);
    let mut states = at_rest(&system, system.beginning());
    let wanted = |it: &Value| {
        it.as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap().to_owned())
            .collect::<BTreeSet<_>>()
    };
    let compare = |states: &[SystemState], configuration: &Value, after: &str| {
        let found: BTreeSet<_> = states.iter().map(leaves).collect();
        match found.len() == 1 && found.contains(&wanted(configuration)) {
            true => Ok(()),
            false => Err(format!(
                "after {after}: {found:?} in place of {configuration}\n{text}"
            )),
        }
    };
    compare(&states, &test["initialConfiguration"], "the start")?;
    for event in events {
        let number = model
            .events
            .iter()
            .position(|it| it.name == name(event))
            .unwrap();
        let message = Message {
            event: number,
            arguments: Vec::new(),
            caller: None,
        };
        let sent = states.into_iter().flat_map(|mut state| {
            state.objects[0].pool.push(message.clone());
            at_rest(&system, state)
        });
        states = sent.collect();
        compare(&states, &event["nextConfiguration"], &name(event))?;
    }
    Ok(())
}

#[test]
fn machines_come_to_the_published_configurations() {
    let files = files();
    let wrong: Vec<_> = files
        .iter()
        .filter_map(|it| {
            judge(it)
                .err()
                .map(|what| format!("{}: {what}", it.display()))
        })
        .collect();
    println!(
        "scxml: {} of {} machines are as published",
        files.len() - wrong.len(),
        files.len()
    );
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        files.len(),
        wrong.join("\n\n")
    );
    assert!(files.is_empty() || files.len() >= 39);
}

#[test]
fn what_cannot_be_said_is_told_with_its_line() {
    let text = "<scxml initial='a'>\n<datamodel/>\n<state id='a'>\n<onentry><assign location='x' expr='1'/></onentry>\n<transition event='go' cond='x &gt; 1' target='b'/>\n<transition event='stop' target='nowhere'/></state>\n<state id='b'/>\n</scxml>";
    let converted = state_machine(text).unwrap().unwrap();
    let lines: Vec<_> = converted.left_out.iter().map(|it| it.line).collect();
    assert_eq!(lines, [2, 4, 5, 6], "{:#?}", converted.left_out);
    for bad in [
        "<scxml>",
        "<html><scxml/></html>",
        "<scxml><state id='a'/><state id='a'/></scxml>",
    ] {
        assert!(state_machine(bad).unwrap().is_err(), "{bad}");
    }
}

/// A machine of SCXML as text, which must be one without errors.
fn text_of(xml: &str) -> String {
    let converted = state_machine(xml).unwrap().unwrap();
    assert!(converted.left_out.is_empty(), "{:#?}", converted.left_out);
    let (_, findings) = read(&converted.text);
    let errors = findings.iter().any(|it| it.severity == Severity::Error);
    assert!(!errors, "{}\n{findings:#?}", converted.text);
    converted.text
}

#[test]
fn the_end_of_a_state_is_heard_by_itself_and_by_others() {
    let text = text_of(
        "<scxml><parallel id='p'>\
         <state id='a'><initial><transition target='a1'><raise event='x.y'/></transition></initial>\
         <state id='a1'><transition event='t' target='a2'/></state><final id='a2'/></state>\
         <state id='b' initial='b1'><state id='b1'><transition event='done.state.a x.y' target='b2'/></state><final id='b2'/></state>\
         <transition event='done.state.p' target='c'/></parallel><state id='c'/></scxml>",
    );
    for line in [
        "[*] --> a1 : / self.\"x.y\"()",
        "a1 --> a2 : t\n",
        "b1 --> b2 : \"done.state.a\", \"x.y\"",
        "p --> c : \"done.state.p\"\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
    assert!(text.contains("environment sends t to m\n"), "{text}");
    let answer = answer(&format!("{text}\ncheck reach m.c"), 0);
    assert!(answer.verdict.is_found(), "{text}");
}

#[test]
fn several_initial_states_are_a_fork_and_internal_transitions_stay_inside() {
    let text = text_of(
        "<scxml initial='a2 b2'><parallel id='p'>\
         <state id='a'><state id='a1'/><state id='a2'><transition event='t' type='internal' target='a1'/></state></state>\
         <state id='b'><state id='b1'/><state id='b2'/><transition event='u' type='internal' target='b1'/></state>\
         </parallel></scxml>",
    );
    assert!(text.contains("[*] --> fork"), "{text}");
    assert!(text.contains("a2 --> a1 : t"), "{text}");
    assert!(text.contains("b --> b1 <<local>> : u"), "{text}");
}

#[test]
fn a_descriptor_may_end_with_a_dot_or_a_star() {
    let machine = |event: &str| {
        let xml = format!(
            "<scxml><state id='a'><transition event='{event}' target='b'/></state><state id='b'/></scxml>"
        );
        state_machine(&xml).unwrap().unwrap().text
    };
    for event in ["error", "error.", "error.*"] {
        assert_eq!(machine(event), machine("error"));
    }
    assert_eq!(machine(".*"), machine("*"));
    assert_ne!(machine("*"), machine("error"));
}

#[test]
fn transitions_of_nobody_and_what_final_states_do_are_told() {
    let text = "<scxml>\n<state id='a'><transition event='go' target='f'/></state>\n<transition event='x' target='a'/>\n<final id='f'><onentry><raise event='e'/></onentry></final></scxml>";
    let converted = state_machine(text).unwrap().unwrap();
    let lines: Vec<_> = converted.left_out.iter().map(|it| it.line).collect();
    assert_eq!(lines, [3, 4], "{:#?}", converted.left_out);
}
