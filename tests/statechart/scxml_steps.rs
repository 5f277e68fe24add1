//! SCXML's macrosteps, after W3C's algorithm (appendix D): what needs no event at once, then what was raised, then what comes.
//!
//! Small machines written by hand, each with the configuration at the start and after each event, and with what it logs.

use std::collections::BTreeSet;

use crate::statechart::read;
use lockstep_core::interchange::import::state_machine;
use lockstep_core::language::statechart::model::Reading;
use lockstep_core::language::statechart::semantics::{
    Grain, Message, StatechartSystem, SystemState,
};
use lockstep_core::text::Severity;

use super::scxml::{alone, at_rest, leaves};

/// Where a machine is after the start and after each event (`a`, `b c`), which must be one place each time.
fn places(xml: &str, events: &[&str]) -> Vec<String> {
    let converted = state_machine(&format!("<scxml>{xml}</scxml>"))
        .unwrap()
        .unwrap();
    assert!(converted.left_out.is_empty(), "{:#?}", converted.left_out);
    let known: BTreeSet<_> = events.iter().flat_map(|it| it.split(' ')).collect();
    let signals: String = known.iter().map(|it| format!("signal {it}\n")).collect();
    places_of(&format!("{signals}{}", alone(&converted.text)), events)
}

/// The same of a text; several events come before the first of them is taken.
fn places_of(text: &str, events: &[&str]) -> Vec<String> {
    let (model, findings) = read(text);
    let errors = findings.iter().any(|it| it.severity == Severity::Error);
    assert!(!errors, "{findings:#?}\n{text}");
    assert_eq!(model.reading, Reading::Scxml);
    let system = StatechartSystem::new(&model, Reading::Scxml, Grain::Behaviour, false);
    let mut states = vec![system.beginning()];
    let mut places = Vec::new();
    for coming in std::iter::once(&"").chain(events) {
        let come = |mut state: SystemState| {
            for name in coming.split(' ').filter(|it| !it.is_empty()) {
                let event = model.events.iter().position(|it| it.name == name).unwrap();
                state.objects[0].pool.push(Message {
                    event,
                    arguments: Vec::new(),
                    caller: None,
                });
            }
            at_rest(&system, state)
        };
        states = states.into_iter().flat_map(come).collect();
        assert_eq!(states.len(), 1, "after {coming}\n{text}");
        let all = leaves(&model, &states[0]);
        places.push(all.into_iter().collect::<Vec<_>>().join(" "));
    }
    places
}

#[test]
fn what_needs_no_event_leaves_a_composite_state_at_once() {
    let xml = "<state id='s' initial='a'><state id='a'><transition event='e' target='b'/></state>\
               <state id='b'/><final id='f'/><transition target='t'/></state><state id='t'/>";
    assert_eq!(places(xml, &["e"]), ["t", "t"]);
}

#[test]
fn what_is_inside_goes_first_without_an_event_too() {
    let xml = "<state id='s'><state id='a'><transition target='b'/></state><state id='b'>\
               <transition target='c'/></state><state id='c'/></state><state id='t'/>";
    assert_eq!(places(xml, &[]), ["c"]);
    // Of one state the first in the text; the state around only where nothing inside is open.
    let xml = "<state id='s'><transition target='t'/><state id='a'><transition target='b'/>\
               <transition target='t'/></state><state id='b'/></state><state id='t'/>";
    assert_eq!(places(xml, &[]), ["t"]);
}

#[test]
fn chains_without_events_end_before_the_next_event() {
    let xml = "<state id='a'><transition event='e' target='b'/></state><state id='b'>\
               <transition target='c'/><transition event='f' target='wrong'/></state><state id='c'>\
               <transition target='d'/></state><state id='d'><transition event='f' target='right'/>\
               </state><state id='right'/><state id='wrong'/>";
    assert_eq!(places(xml, &["e f"]), ["a", "right"]);
}

#[test]
fn what_is_raised_comes_before_what_waits_outside() {
    let xml = "<state id='a'><transition event='e' target='b'><raise event='i'/></transition></state>\
               <state id='b'><transition event='i' target='c'/><transition event='f' target='wrong'/>\
               </state><state id='c'><transition event='f' target='right'/></state>\
               <state id='right'/><state id='wrong'/>";
    assert_eq!(places(xml, &["e f"]), ["a", "right"]);
}

#[test]
fn what_a_session_sends_itself_waits_behind_what_came_before() {
    let machine = |target: &str| {
        format!(
            "<state id='a'><transition event='e' target='b'><send event='i'{target}/></transition></state>\
             <state id='b'><transition event='i' target='sent'/><transition event='f' target='outside'/>\
             </state><state id='sent'/><state id='outside'/>"
        )
    };
    assert_eq!(places(&machine(""), &["e f"]), ["a", "outside"]);
    let internal = machine(" target='#_internal'");
    assert_eq!(places(&internal, &["e f"]), ["a", "sent"]);
}

#[test]
fn raised_events_are_taken_in_their_order_and_transitions_without_events_before_them() {
    let xml = "<state id='a'><onentry><raise event='i'/><raise event='j'/></onentry>\
               <transition target='b'/><transition event='i' target='wrong'/></state>\
               <state id='b'><transition event='j' target='wrong'/><transition event='i' target='c'>\
               <raise event='k'/></transition></state><state id='c'><transition event='k' target='wrong'/>\
               <transition event='j' target='d'/></state><state id='d'><transition event='k' target='right'/>\
               </state><state id='right'/><state id='wrong'/>";
    assert_eq!(places(xml, &[]), ["right"]);
}

#[test]
fn the_end_of_a_state_is_an_event_behind_what_was_raised() {
    let xml = "<state id='s'><state id='a'><transition event='e' target='f'><raise event='i'/></transition>\
               </state><final id='f'/><transition event='done.state.s' target='wrong'/>\
               <transition event='i' target='t'/></state><state id='t'/><state id='wrong'/>";
    assert_eq!(places(xml, &["e"]), ["a", "t"]);
    let xml = "<state id='s'><state id='a'><transition event='e' target='f'/></state><final id='f'/>\
               <transition event='done.state.s' target='t'/><transition event='x' target='wrong'/>\
               </state><state id='t'><transition event='x' target='u'/></state><state id='u'/><state id='wrong'/>";
    assert_eq!(places(xml, &["e x"]), ["a", "u"]);
}

#[test]
fn a_parallel_state_has_ended_when_all_its_children_have() {
    let xml = "<parallel id='p'><state id='a'><state id='a1'><transition event='e' target='af'/></state>\
               <final id='af'/></state><state id='b'><state id='b1'>\
               <transition event='done.state.a' target='b2'/></state><state id='b2'>\
               <transition event='g' target='bf'/></state><final id='bf'/></state>\
               <transition event='done.state.p' target='t'/></parallel><state id='t'/>";
    assert_eq!(
        places(xml, &["g", "e", "g"]),
        ["a1 b1", "a1 b1", "af b2", "t"]
    );
}

#[test]
fn the_ends_of_nested_parallel_states_are_heard_from_the_inside_out() {
    let xml = "<parallel id='p'><parallel id='q'><state id='a'><initial><transition target='af'/></initial>\
               <final id='af'/></state><state id='b'><state id='b1'><transition event='e' target='bf'/>\
               </state><final id='bf'/></state></parallel><state id='c'><state id='c1'>\
               <transition event='done.state.q' target='cf'/></state><final id='cf'/></state>\
               <transition event='done.state.p' target='t'/></parallel><state id='t'/>";
    assert_eq!(places(xml, &["e"]), ["af b1 c1", "t"]);
}

#[test]
fn an_end_is_raised_each_time_that_a_final_state_is_entered() {
    let xml = "<state id='s'><state id='a'><transition event='e' target='f'/></state><final id='f'/>\
               <transition event='r' type='internal' target='a'/></state>";
    let beside = "<state id='n'><state id='n0'><transition event='done.state.s' target='n1'/></state>\
                  <state id='n1'><transition event='done.*' target='n2'/></state><state id='n2'/></state>";
    let xml = format!("<parallel id='p'>{xml}{beside}</parallel>");
    let wanted = ["a n0", "f n1", "a n1", "f n2"];
    assert_eq!(places(&xml, &["e", "r", "e"]), wanted);
}

#[test]
fn regions_move_together_and_one_that_leaves_them_all_excludes_later_ones() {
    let xml = "<parallel id='p'><state id='a'><state id='a1'><transition event='e' target='a2'/></state>\
               <state id='a2'><transition target='a3'/></state><state id='a3'/></state>\
               <state id='b'><state id='b1'><transition event='e' target='b2'/></state><state id='b2'>\
               <transition event='e' target='t'/></state></state></parallel><state id='t'/>";
    assert_eq!(places(xml, &["e", "e"]), ["a1 b1", "a3 b2", "t"]);
    let xml = "<parallel id='p'><state id='a'><state id='a1'><transition event='e' target='t'/></state>\
               </state><state id='b'><state id='b1'><transition event='e' target='b2'/></state>\
               <state id='b2'/></state></parallel><state id='t'/>";
    assert_eq!(places(xml, &["e"]), ["a1 b1", "t"]);
}

#[test]
fn what_leaves_nothing_is_in_nobodys_way() {
    let xml = "<parallel id='p'><state id='a'><transition event='e'><raise event='i'/></transition></state>\
               <state id='b'><transition event='e' target='t'/></state></parallel>\
               <state id='t'><transition event='i' target='u'/></state><state id='u'/>";
    assert_eq!(places(xml, &["e"]), ["a b", "u"]);
}

#[test]
fn history_is_what_was_left_before_a_transition_without_event() {
    let xml = "<state id='s' initial='a'><history id='h'><transition target='a'/></history>\
               <state id='a'><transition event='e' target='b'/></state><state id='b'>\
               <transition event='e' target='c'/></state><state id='c'/>\
               <transition event='out' target='t'/></state>\
               <state id='t'><transition target='u'/></state><state id='u'><transition target='h'/></state>";
    assert_eq!(
        places(xml, &["out", "e", "out", "e", "out"]),
        ["a", "a", "b", "b", "c", "c"]
    );
}

/// What is logged on the way, in every run.
fn logged(xml: &str, event: &str) -> Vec<String> {
    let converted = state_machine(&format!("<scxml>{xml}</scxml>"))
        .unwrap()
        .unwrap();
    let text = format!("signal {event}\n{}", alone(&converted.text));
    let (model, _) = read(&text);
    let system = StatechartSystem::new(&model, Reading::Scxml, Grain::Behaviour, false);
    let mut state = at_rest(&system, system.beginning()).remove(0);
    let event = model.events.iter().position(|it| it.name == event).unwrap();
    state.objects[0].pool.push(Message {
        event,
        arguments: Vec::new(),
        caller: None,
    });
    let mut said = Vec::new();
    loop {
        let mut next = system.successors(&state).all;
        assert!(next.len() < 2, "{text}");
        let Some(it) = next.pop() else { return said };
        said.extend(it.report.labels.iter().map(|&it| model.labels[it].clone()));
        state = it.after;
    }
}

#[test]
fn a_microstep_leaves_from_the_end_then_acts_then_enters_from_the_beginning() {
    let state = |id: &str, more: &str| {
        format!(
            "<state id='{id}'><onentry><log label='+{id}'/></onentry><onexit><log label='-{id}'/></onexit>{more}</state>"
        )
    };
    let moved =
        |to: &str| format!("<transition event='e' target='{to}'><log label='{to}'/></transition>");
    let one = state("a", &(state("a1", &moved("a2")) + &state("a2", "")));
    let other = state("b", &(state("b1", &moved("b2")) + &state("b2", "")));
    let xml = format!(
        "<parallel id='p'>{one}{other}<transition event='o' target='t'/></parallel>{}",
        state("t", "")
    );
    assert_eq!(logged(&xml, "e"), ["-b1", "-a1", "a2", "b2", "+a2", "+b2"]);
    assert_eq!(logged(&xml, "o"), ["-b1", "-b", "-a1", "-a", "+t"]);
}

#[test]
fn texts_read_as_scxml_take_guards_time_and_what_is_raised_in_that_order() {
    // `s` is left as soon as its guard holds, in the middle of a chain; what is raised comes before time.
    let text = "statechart M {\n  var n : 0..3 = 0\n  [*] --> s\n  state s {\n    [*] --> a\n    a --> b : e / n := 1\n    \
                b --> c : / n := 2\n    c --> d : e\n  }\n  s --> t : [n == 2]\n  state t {\n    [*] --> x\n  }\n  \
                t --> late : after(9)\n  t --> soon : i\n  t : f / self.i()\n}\nsystem {\n  m : M\n  semantics scxml\n}\n";
    assert_eq!(places_of(text, &["e e"])[1], "late");
    let raised = text.replace("b --> c : / n := 2", "b --> c : / n := 2; self.i()");
    assert_eq!(places_of(&raised, &["e"])[1], "soon");
}

#[test]
fn endless_chains_are_bounded_and_told_of() {
    let converted = state_machine(
        "<scxml><state id='a'><transition target='b'/></state><state id='b'><transition target='a'/></state></scxml>",
    );
    let text = converted.unwrap().unwrap().text;
    let (model, findings) = read(&text);
    let titles: Vec<_> = findings.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(
        titles,
        ["`a`, `b` follow one another without an event, for ever"]
    );
    let system = StatechartSystem::new(&model, Reading::Scxml, Grain::Step, false);
    assert!(at_rest(&system, system.beginning()).is_empty());
    let answer = super::answers::answer(&format!("{text}\ncheck reach m.b && m.a"), 0);
    assert!(!answer.verdict.is_found());
}

#[test]
fn beginnings_that_lead_into_each_other_come_to_an_end() {
    let state = |name: &str, inner: &str, to: &str| {
        format!(
            "  state {name} {{\n    [*] --> {inner}\n    state {inner} {{\n      [*] --> {to}\n      state x\n    }}\n  }}\n"
        )
    };
    let (one, other) = (state("S", "P", "T.Q"), state("T", "Q", "S.P"));
    let text = format!(
        "statechart M {{\n  [*] --> S\n{one}{other}}}\nsystem {{\n  m : M\n  semantics scxml\n}}\ncheck reach m.T.Q.x\n"
    );
    let (_, findings) = read(&text);
    assert!(
        findings.iter().all(|it| it.severity != Severity::Error),
        "{findings:#?}"
    );
    assert!(!super::answers::answer(&text, 0).verdict.is_found());
}

#[test]
fn who_sends_what_goes_on_with_a_dot_sends_what_is_waited_for() {
    let text = |reading: &str, waits: &str, sent: &str| {
        format!(
            "statechart Machine {{\n[*] --> a\nstate a\na --> b : {waits}\nstate b\n}}\nsystem {{\nm : Machine\n\
             environment sends {sent} to m\n{reading}\n}}\ncheck reach m.b\n"
        )
    };
    let warns = |text: &str| read(text).1.iter().any(|it| it.code == "never-sent");
    for (reading, waits, sent, expected) in [
        ("semantics scxml", "news", "\"news.today\"", false),
        ("semantics scxml", "\"news.*\"", "\"news.today\"", false),
        ("semantics scxml", "news", "newspaper", true),
        ("semantics scxml", "\"news.today\"", "news", true),
        ("", "news", "\"news.today\"", true),
    ] {
        let text = text(reading, waits, sent);
        assert_eq!(warns(&text), expected, "{text}\n{:#?}", read(&text).1);
        let answer = super::answers::answer(&text, 0);
        assert_eq!(answer.verdict.is_found(), !expected, "{text}");
    }
}
