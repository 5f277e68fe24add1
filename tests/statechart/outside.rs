//! Any event by hand: what the environment of the text does not send is sent all the same, and the run is that of the text
//! whose environment does. Judged by the interpreter of that other text.

use crate::statechart::read;
use lockstep_core::api::{
    Clockless, Kinds, Onward, Options, RunChoice, RunRequest, STATECHART_VALUES, SendView,
    SimulatedKind, SimulatedRun, chart_run_as_scenario, simulate_run_tracking,
};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::Reading;
use lockstep_core::language::statechart::semantics::{Grain, StatechartSystem, step_by_hand};
use lockstep_core::system::System;
use lockstep_core::text::Severity;
use lockstep_core::view::{Event, Sender, SystemStepView};

const TWO: &str = "signal pay(amount : 0..3, by : Buyer, note : integer, quick : boolean)\n\
    statechart Till {\n  var taken : integer = 0\n  queue 2\n  [*] --> Open\n  Open --> Open : pay(amount, by, note, quick) / taken := taken + amount + note\n  \
    Open --> Shut : shut\n  Open --> Shut : go\n}\n\
    statechart Buyer {\n  [*] --> Home\n  Home --> Shop : go\n}\n\
    system {\n  t : Till\n  b : Buyer\n  environment sends go to b\n}\n";

fn made(text: &str, request: &RunRequest) -> SimulatedRun {
    simulate_run_tracking(text, SimulatedKind::STATECHARTS, &[], request).unwrap()
}

fn by(grain: &str, choices: &[RunChoice]) -> RunRequest {
    RunRequest {
        grain: grain.to_owned(),
        choices: choices.to_vec(),
        ..RunRequest::default()
    }
}

/// Some value for each thing that an event brings.
fn brought(it: &SendView, random: &mut Random) -> Vec<String> {
    let each = it.brings.iter().map(|it| match it.values.is_empty() {
        true => random.between(0, 3).to_string(),
        false => random.choose(&it.values).clone(),
    });
    each.collect()
}

/// A text whose environment sends something besides.
fn with_sender(text: &str, sent: &[String]) -> Option<String> {
    let (before, after) = text.split_once("system {\n")?;
    let (inside, after) = after.split_once("\n}")?;
    let lines = sent.iter().map(|it| format!("  environment sends {it}\n"));
    let lines: String = lines.collect();
    Some(format!("{before}system {{\n{inside}\n{lines}}}{after}"))
}

/// How much was judged.
#[derive(Default)]
struct Judged {
    /// Events that were sent by hand.
    sent: usize,
    /// Runs with such events.
    runs: usize,
    /// Those that are found again by their states.
    followed: usize,
}

/// Makes a run by chance in which now and then something is sent by hand, and asks the text whose environment sends that for
/// the same run.
fn judge(text: &str, seed: u64, grain: &str) -> Judged {
    let mut random = Random::new(seed);
    let mut now = made(text, &by(grain, &[]));
    let mut sent: Vec<String> = Vec::new();
    for step in 0..8 {
        let sends = &now.state.sends;
        let mut choices = now.choices.clone();
        if !sends.is_empty() && random.percent(40) {
            let it = random.choose(sends);
            let brought = brought(it, &mut random);
            choices.push(it.choice(&brought));
            let brought = match brought.is_empty() {
                true => String::new(),
                false => format!("({})", brought.join(", ")),
            };
            sent.push(format!("{}{brought} to {}", it.event, it.to));
            now = made(text, &by(grain, &choices));
            assert_eq!(now.said, None, "{text}");
            assert_eq!(now.run.len(), choices.len(), "{text}");
            let last = now.run.last().unwrap();
            let Event::Sent { from, .. } = &last.events[0] else {
                panic!("{last:?}");
            };
            assert_ne!(
                *from == Sender::Environment,
                last.sentence
                    .starts_with("Sent by hand, not by the environment")
            );
            if *from == Sender::Environment {
                // With just this the environment of the text sends it.
                sent.pop();
            }
            assert_eq!(last.turn.of_step(), Some("environment"));
            continue;
        }
        let request = RunRequest {
            onward: Onward::Chance {
                seed: seed + step,
                steps: 1,
            },
            ..by(grain, &choices)
        };
        now = made(text, &request);
    }
    if sent.is_empty() {
        return Judged::default();
    }
    let count = sent.len();
    sent.sort();
    sent.dedup();
    // What the text says already is not said again.
    let other = with_sender(text, &sent).unwrap_or_else(|| panic!("{text}"));
    let (_, findings) = read(&other);
    let errors: Vec<_> = findings
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:?}\n{other}");
    let again = made(&other, &by(grain, &now.choices));
    assert_eq!(again.said, None, "{other}\n{:?}", now.choices);
    assert_eq!(again.run.len(), now.run.len(), "{other}");
    for (ours, theirs) in now.run.iter().zip(&again.run) {
        assert_eq!(ours.state, theirs.state, "{other}");
        let told = |it: &SystemStepView| it.events.iter().map(Event::to_string).collect::<Vec<_>>();
        assert_eq!(told(ours), told(theirs), "{other}");
        assert_eq!(ours.queues, theirs.queues, "{other}");
    }
    // Followed by its states, as where the grain is changed, the run is found as well.
    let along = now.run.iter().skip(1).map(|it| it.state.clone()).collect();
    let followed = made(
        text,
        &RunRequest {
            along,
            ..by(grain, &now.choices[..1])
        },
    );
    // States that are shown alike need not be the same: now and then another step leads to one of which as much is shown.
    let is_there = followed.said.is_none();
    if is_there {
        let last = |run: &SimulatedRun| run.run.last().map(|it| it.state.clone());
        assert_eq!(last(&followed), last(&now), "{text}");
    }
    Judged {
        sent: count,
        runs: 1,
        followed: usize::from(is_there),
    }
}

#[test]
fn what_is_sent_by_hand_is_as_if_the_text_said_so() {
    let mut all = Judged::default();
    let mut add = |it: Judged| {
        all.sent += it.sent;
        all.runs += it.runs;
        all.followed += it.followed;
    };
    add(judge(TWO, 3, "step"));
    add(judge(TWO, 5, "behaviour"));
    let shapes = [ChartShape::SMALL, ChartShape::ALIKE];
    for seed in 1..200 {
        let text = text(&shapes[usize::from(seed % 2 == 0)], &mut Random::new(seed));
        let (_, findings) = read(&text);
        if findings.iter().any(|it| it.severity == Severity::Error) {
            continue;
        }
        let grain = match seed % 3 {
            0 => "step",
            1 => "behaviour",
            _ => "statement",
        };
        add(judge(&text, seed, grain));
    }
    let Judged {
        sent,
        runs,
        followed,
    } = all;
    println!("{sent} events were sent by hand in {runs} runs, {followed} followed by states");
    assert!(
        sent > 150 && followed * 10 > runs * 8,
        "{sent} {runs} {followed}"
    );
}

#[test]
fn what_can_be_sent_is_what_objects_know_and_the_text_does_not_send() {
    let begun = made(TWO, &by("step", &[]));
    let sends: Vec<_> = begun
        .state
        .sends
        .iter()
        .map(|it| (&*it.to, &*it.event))
        .collect();
    assert_eq!(sends, [("t", "pay"), ("t", "shut"), ("t", "go")]);
    let pay = &begun.state.sends[0];
    let brings: Vec<_> = pay
        .brings
        .iter()
        .map(|it| (&*it.name, it.values.len()))
        .collect();
    assert_eq!(
        brings,
        [("amount", 4), ("by", 2), ("note", 0), ("quick", 2)]
    );
    let brought = ["2", "b", "1000", "true"].map(str::to_owned);
    let mut choices = begun.choices.clone();
    choices.push(pay.choice(&brought));
    let run = made(TWO, &by("step", &choices));
    let last = &run.run.last().unwrap();
    assert_eq!(last.events.len(), 1);
    assert_eq!(
        last.events[0].to_string(),
        "environment -> t: pay(2, b, 1000, true)"
    );
    assert_eq!(
        last.sentence,
        "Sent by hand, not by the environment of the text: environment -> t: pay(2, b, 1000, true)."
    );
    // Kept as a scenario it says what it is.
    let analysis = Kinds::whole().analyse(TWO);
    let kept = chart_run_as_scenario(&analysis, &run.run, false).expect("something is sent");
    let said = "  // sent by hand, not by the environment of the text\n";
    assert_eq!(kept.matches(said).count(), 1, "{kept}");
    // There is room for two.
    choices.push(pay.choice(&brought));
    choices.push(pay.choice(&brought));
    let full = made(TWO, &by("step", &choices));
    assert_eq!(full.run.len(), 3);
    assert!(full.said.unwrap().contains("is not possible"));
    assert!(full.state.sends.is_empty());
    // What is no value is not sent.
    for wrong in [
        ["4", "b", "1", "true"],
        ["1", "c", "1", "true"],
        ["1", "b", "x", "true"],
    ] {
        let choices = [
            begun.choices[0].clone(),
            pay.choice(&wrong.map(str::to_owned)),
        ];
        let run = made(TWO, &by("step", &choices));
        assert_eq!(run.run.len(), 1, "{wrong:?}");
        assert!(run.said.is_some(), "{wrong:?}");
    }
}

#[test]
fn only_an_open_system_applies_what_nobody_sends_and_it_never_tells_it() {
    let (model, _) = read(TWO);
    for reading in [Reading::Uml, Reading::Bmc4uml, Reading::Scxml] {
        let closed = StatechartSystem::new(&model, reading, Grain::Behaviour, false);
        let open = closed.clone().open();
        let start = closed.valuation(&closed.beginning());
        let shut = model
            .events
            .iter()
            .position(|it| it.name == "shut")
            .unwrap();
        let step = step_by_hand(0, shut, &[]);
        assert_eq!(closed.apply(&start, &step), None);
        let after = open.apply(&start, &step).expect("there is room");
        let own = &open.state(&after).unwrap().objects[0];
        assert_eq!((own.pool.len(), own.pool[0].event), (1, shut));
        let (dyn_closed, dyn_open): (&dyn System, &dyn System) = (&closed, &open);
        for at in [&start, &after] {
            assert_eq!(
                dyn_closed.steps_up_to(at, 100),
                dyn_open.steps_up_to(at, 100)
            );
            assert_eq!(closed.status(at), open.status(at));
        }
    }
}

/// What is said beside events that can be sent in SCXML's reading, asked of the text whose environment sends the longer name.
#[test]
fn an_event_with_a_longer_name_is_taken_as_the_one_it_begins_with_in_scxml_alone() {
    let radio = |reading: &str| {
        format!(
            "statechart Radio {{\n  [*] --> Quiet\n  Quiet --> Loud : news\n}}\n\
             system {{\n  r : Radio\n  semantics {reading}\n}}\ncheck reach r.Loud\n"
        )
    };
    for (reading, is_taken) in [("scxml", true), ("uml", false)] {
        let text = radio(reading);
        let now = made(&text, &by("step", &[]));
        let [send] = &now.state.sends[..] else {
            panic!("one event: {:?}", now.state.sends)
        };
        assert_eq!((&*send.event, send.takes_longer), ("news", is_taken));
        for (name, comes) in [("news.now", is_taken), ("newsnow", false)] {
            let sent = with_sender(&text, &[format!("{name} to r")]).unwrap();
            let outcome =
                STATECHART_VALUES
                    .by_visits()
                    .check(&sent, 0, &Options::default(), &mut Clockless);
            let is_reached = outcome.is_ok_and(|it| it.verdict.is_found());
            assert_eq!(is_reached, comes, "{reading}: {name}");
        }
    }
}
