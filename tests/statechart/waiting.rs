//! Which event is which: the chart of events pairs what is sent with what is taken, also where events have one name.
//!
//! The judge is the interpreter itself: every event that waits is given a mark that no rule looks at, and after each step
//! the marks say who is who. And in whole runs what the chart takes to wait is what waits.

use crate::statechart::read;
use lockstep_core::api::{Kinds, STATECHART_VALUES, Verdict, chart_run_as_scenario, chart_scene};
use lockstep_core::diagram::events::{Fate, messages};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::{Reading, StatechartModel};
use lockstep_core::language::statechart::semantics::{
    Grain, Message, ObjectState, Put, StatechartSystem, SystemState, whence,
};
use lockstep_core::text::Severity;
use lockstep_core::view::{Event, Occurrence, Options, SystemStepView};
use lockstep_tests::Clockless;

use lockstep_core::fuzz::plain;

/// Marks are larger than any value.
const MARK: i64 = 1_000_000;

fn all_of(own: &ObjectState) -> Vec<Message> {
    let deferred = own.deferred.iter().map(|it| it.0.clone());
    own.pool.iter().cloned().chain(deferred).collect()
}

fn marked(state: &SystemState) -> SystemState {
    let mut state = state.clone();
    for own in &mut state.objects {
        let deferred = own.deferred.iter_mut().map(|it| &mut it.0);
        for (mark, it) in own.pool.iter_mut().chain(deferred).enumerate() {
            it.arguments.push(MARK + i64::try_from(mark).unwrap());
        }
    }
    state
}

fn without_marks(state: &SystemState) -> SystemState {
    let mut state = state.clone();
    for own in &mut state.objects {
        let pool = own.pool.iter_mut().chain(&mut own.current);
        let messages = pool.chain(own.deferred.iter_mut().map(|it| &mut it.0));
        let data = messages.map(|it| &mut it.arguments);
        for it in data.chain(own.activities.iter_mut().map(|it| &mut it.data)) {
            it.retain(|&it| it < MARK);
        }
    }
    state
}

/// What the steps of a state do with what waits; how many events that waited elsewhere than their names tell.
fn judge(system: &StatechartSystem<'_>, state: &SystemState, text: &str) -> usize {
    let (plain, told) = (system.successors(state), system.successors(&marked(state)));
    let mut surprises = 0;
    for step in &plain.all {
        let same = told.all.iter().filter(|it| {
            it.what == step.what
                && it.report.fired == step.report.fired
                && without_marks(&it.after) == step.after
        });
        let mut ways = 0;
        for marked in same {
            ways += 1;
            for object in 0..state.objects.len() {
                let (before, after) = (&state.objects[object], &marked.after.objects[object]);
                let pair = (before, after);
                let from = whence(object, pair, marked.what, &marked.report);
                let (old, new) = (all_of(before), all_of(after));
                assert_eq!(from.len(), new.len(), "{:?} in\n{text}", step.what);
                let sent = marked.report.sent.iter().filter(|it| it.to == object);
                let sent: Vec<_> = sent.collect();
                for (&number, it) in from.iter().zip(&new) {
                    let mark = it.arguments.iter().find(|&&it| it >= MARK);
                    let mark = mark.map(|it| usize::try_from(it - MARK).unwrap());
                    let known = (number < old.len()).then_some(number);
                    assert_eq!(known, mark, "{:?} in\n{text}", step.what);
                    match number.checked_sub(old.len()) {
                        None => {
                            let name = |it: &&Message| it.event == old[number].event;
                            let by_name = old.iter().position(|it| name(&it));
                            surprises += usize::from(by_name != Some(number));
                        }
                        Some(number) => {
                            assert_eq!(sent[number].message, *it);
                            assert_ne!(sent[number].put, Put::Nowhere);
                        }
                    }
                }
            }
        }
        assert!(
            ways > 0,
            "{:?} is not there with marks in\n{text}",
            step.what
        );
    }
    surprises
}

fn models(shape: &ChartShape, reading: Reading) -> impl Iterator<Item = (String, StatechartModel)> {
    (1..).filter_map(move |seed| {
        let text = text(shape, &mut Random::new(seed)).replace(
            "system {\n",
            &format!("system {{\n  semantics {}\n", reading.word()),
        );
        let (model, findings) = read(&text);
        let is_wrong = findings.iter().any(|it| it.severity == Severity::Error);
        (!is_wrong).then_some((text, model))
    })
}

fn agree(shape: &ChartShape, reading: Reading, wanted: usize, grain: Grain) {
    let (mut surprises, mut states) = (0, 0);
    for (text, model) in models(shape, reading).take(wanted) {
        let system = StatechartSystem::new(&model, reading, grain, false);
        let mut open = vec![system.beginning()];
        let mut seen = open.clone();
        while let Some(state) = open.pop().filter(|_| seen.len() < 60) {
            states += 1;
            surprises += judge(&system, &state, &text);
            for it in system.successors(&state).all {
                if !seen.contains(&it.after) {
                    seen.push(it.after.clone());
                    open.push(it.after);
                }
            }
        }
    }
    println!("{}: {states} states, {surprises} surprises", reading.word());
    // Where names say it all nothing would be tried.
    assert!(surprises > wanted / 4, "{surprises}");
}

#[test]
fn marks_say_the_same() {
    agree(&ChartShape::SMALL, Reading::Uml, 150, Grain::Behaviour);
}

#[test]
fn marks_say_the_same_statement_by_statement() {
    agree(&ChartShape::DEEP, Reading::Uml, 100, Grain::Statement);
}

#[test]
fn marks_say_the_same_in_scxml() {
    agree(&ChartShape::SMALL, Reading::Scxml, 150, Grain::Behaviour);
}

#[test]
fn marks_say_the_same_in_the_papers_reading() {
    agree(&ChartShape::PAPER, Reading::Bmc4uml, 100, Grain::Behaviour);
}

fn names(text: &str) -> Vec<String> {
    let objects = chart_scene(text).0;
    objects.into_iter().map(|it| it.name).collect()
}

/// After every step what the chart takes to wait is what the state shows; how many events there were.
fn agrees_with_the_pools(text: &str, run: &[SystemStepView]) -> usize {
    let names = names(text);
    for upto in 1..=run.len() {
        let told = messages(&names, &run[..upto]);
        for (object, (name, it)) in names.iter().zip(&run[upto - 1].waiting).enumerate() {
            let waiting = it.pool.iter().chain(&it.deferred);
            let waiting: Vec<_> = waiting.map(Occurrence::to_string).collect();
            let shown = told.waiting[object].iter().map(|&it| &*told.all[it].event);
            let shown: Vec<_> = shown.collect();
            assert_eq!(shown, waiting, "{name} at {upto}\n{text}");
        }
    }
    messages(&names, run).all.len()
}

#[test]
fn in_runs_of_random_systems_what_waits_is_what_is_shown() {
    let (mut runs, mut events) = (0, 0);
    for reading in [Reading::Uml, Reading::Scxml] {
        for (text, model) in models(&ChartShape::SMALL, reading).take(120) {
            if plain(&model, 300).is_none() {
                continue;
            }
            for check in 0..model.properties.len() {
                let Ok(outcome) = STATECHART_VALUES.by_visits().check(
                    &text,
                    check,
                    &Options::default(),
                    &mut Clockless,
                ) else {
                    continue;
                };
                if let (Verdict::Found { .. }, Some(system)) = (outcome.verdict, outcome.system) {
                    runs += 1;
                    events += agrees_with_the_pools(&text, &system.run);
                }
            }
        }
    }
    println!("{runs} runs, {events} events");
    assert!(runs > 100 && events > 150, "{runs} runs, {events} events");
}

/// A run whose events are told apart by what they bring, and the same run with that left out.
fn twice(text: &str) -> (Vec<String>, Vec<SystemStepView>, Vec<SystemStepView>) {
    let outcome = STATECHART_VALUES
        .by_visits()
        .check(text, 0, &Options::default(), &mut Clockless)
        .unwrap();
    let run = outcome.system.unwrap().run;
    agrees_with_the_pools(text, &run);
    let mut bare = run.clone();
    for told in bare.iter_mut().flat_map(|it| &mut it.events) {
        if let Event::Sent { event, .. } | Event::Dispatched { event, .. } = told {
            event.arguments.clear();
        }
    }
    (names(text), run, bare)
}

/// What becomes of the events of a run, by what they bring: the same without that.
fn fates(text: &str) -> Vec<(String, Fate)> {
    let (names, run, bare) = twice(text);
    let (told, bare) = (messages(&names, &run), messages(&names, &bare));
    let of = |it: &lockstep_core::diagram::events::Messages| -> Vec<_> {
        let all = it.all.iter();
        all.map(|it| (it.from, it.to, it.sent, it.aside, it.fate))
            .collect()
    };
    assert_eq!(of(&told), of(&bare), "{run:#?}");
    // By what they bring it is plain which is taken.
    for (step, entry) in run.iter().enumerate() {
        for it in &entry.events {
            let Event::Dispatched { event, .. } = it else {
                continue;
            };
            let ends = |it: &&lockstep_core::diagram::events::Sending| it.end() == Some(step);
            assert_eq!(
                told.all.iter().find(ends).unwrap().event,
                event.to_string(),
                "{it}"
            );
        }
    }
    told.all.into_iter().map(|it| (it.event, it.fate)).collect()
}

/// Where an event ends, by what it brings.
fn end_of(fates: &[(String, Fate)], event: &str) -> usize {
    let found = fates.iter().rev().find(|it| it.0 == event).unwrap();
    match found.1 {
        Fate::Taken(step) | Fate::Discarded(step) | Fate::Forgotten(step) => step,
        other => panic!("{event}: {other:?}"),
    }
}

#[test]
fn what_an_object_raises_overtakes_in_scxml() {
    let fates = fates(
        "signal m(k : 0..3)\nsignal go\nstatechart A {\n  queue 4\n  [*] --> Idle\n  Idle --> Busy : go / self.m(3)\n  \
         Busy --> Late : m(k) [k == 3]\n  Late --> Done : m(k) [k == 1]\n}\n\
         system {\n  semantics scxml\n  a : A\n  environment sends go then m(1) to a\n}\n\
         check reach a.Done\n",
    );
    assert!(end_of(&fates, "m(3)") < end_of(&fates, "m(1)"), "{fates:?}");
}

#[test]
fn what_is_given_back_comes_before_what_was_sent_later() {
    let fates = fates(
        "signal m(k : 0..3)\nsignal go\nstatechart A {\n  queue 4\n  [*] --> Idle\n  state Idle {\n    m / defer\n  }\n  \
         Idle --> Busy : go\n  Busy --> Next : m(k) [k == 1]\n  Next --> Done : m(k) [k == 2]\n}\n\
         system {\n  a : A\n  environment sends m(1) then go then m(2) to a\n}\n\
         check reach a.Done\n",
    );
    assert!(matches!(fates[0], (_, Fate::Deferred(_))), "{fates:?}");
    assert!(end_of(&fates, "m(1)") < end_of(&fates, "m(2)"), "{fates:?}");
}

#[test]
fn a_do_behaviour_takes_what_was_deferred() {
    let fates = fates(
        "signal m(k : 0..3)\nsignal go\nstatechart A {\n  queue 4\n  [*] --> Idle\n  state Idle {\n    m / defer\n    \
         do / accept go; accept m; trace(\"two\")\n  }\n  \
         Idle --> Done : / trace(\"three\")\n}\n\
         system {\n  a : A\n  environment sends m(1) then m(2) then go to a\n}\n\
         check reach a.Done\n",
    );
    // Both are put aside, and the first of them is taken.
    let aside = fates.iter().filter(|it| matches!(it.1, Fate::Deferred(_)));
    assert_eq!(aside.count(), 2, "{fates:?}");
    assert!(end_of(&fates, "m(1)") > end_of(&fates, "go"), "{fates:?}");
}

#[test]
fn what_waits_for_an_object_that_ends_is_forgotten() {
    let fates = fates(
        "signal m(k : 0..3)\nsignal go\nstatechart A {\n  queue 4\n  [*] --> Idle\n  Idle --> [*] : m(k) [k == 1]\n}\n\
         statechart B {\n  queue 4\n  [*] --> First\n  First --> Second : / a.m(1); a.m(2); a.m(3)\n  Second --> Last\n}\n\
         system {\n  a : A\n  b : B\n}\n\
         check reach a.ended and b.Second\n",
    );
    let ends = fates.iter().map(|it| it.1);
    let forgotten = ends.filter(|it| matches!(it, Fate::Forgotten(_)));
    assert_eq!(forgotten.count(), 2, "{fates:?}");
}

/// Names that hold what stands between the parts of an event in words.
#[test]
fn names_may_hold_what_stands_between_the_parts_of_an_event() {
    let text = "statechart A {\n  [*] --> Idle\n  Idle --> Busy : \"go: on, or (lost)\" / m.done()\n}\n\
         statechart M {\n  [*] --> Wait\n  Wait --> Done : done\n}\n\
         system {\n  \"b: x -> y\" : A\n  m : M\n  environment sends \"go: on, or (lost)\" to \"b: x -> y\"\n}\n\
         check reach m.Done\n";
    let (names, run, _) = twice(text);
    let told = messages(&names, &run).all;
    let told: Vec<_> = told
        .iter()
        .map(|it| {
            (
                &*it.event,
                it.from,
                it.to,
                matches!(it.fate, Fate::Taken(_)),
            )
        })
        .collect();
    assert_eq!(
        told,
        [("go: on, or (lost)", 2, 0, true), ("done", 0, 1, true)]
    );
    let kept = chart_run_as_scenario(&Kinds::whole().analyse(text), &run, false);
    let sent =
        "  \"environment\" -> \"b: x -> y\" : \"go: on, or (lost)\"\n  \"b: x -> y\" -> m : done\n";
    assert!(
        kept.as_ref().is_some_and(|it| it.contains(sent)),
        "{kept:?}"
    );
}
