//! Scenarios over objects: what `check` answers is what the definitions say of random systems and scenarios, runs and
//! longest prefixes included; and every reason is true of all runs of the longest prefix.

use crate::statechart::read;
use lockstep_core::api::{Outcome, SimulatedKind, Verdict, simulate_all, simulate_run_to};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::StatechartModel;
use lockstep_core::language::statechart::model::{Reading, Subject};
use lockstep_core::language::statechart::semantics::scenario::judge;
use lockstep_core::language::statechart::semantics::{Grain, Sending, StatechartSystem};
use lockstep_core::text::Severity;

use lockstep_core::view::{SimulationOptions, SystemStepView};
use lockstep_seeds::{self as seeds, seeds_from};

use super::answers::answer;
use super::scenario_sentences::true_of;

/// A number below another.
fn below(random: &mut Random, most: usize) -> usize {
    random.between(0, most - 1)
}

/// The calls of a random run.
fn calls(model: &StatechartModel, random: &mut Random) -> Vec<Sending> {
    let system = StatechartSystem::new(model, model.reading, Grain::Behaviour, false);
    let mut state = system.beginning();
    let mut calls = Vec::new();
    for _ in 0..40 {
        let mut all = system.successors(&state).all;
        if all.is_empty() {
            break;
        }
        let taken = all.swap_remove(below(random, all.len()));
        calls.extend(taken.report.sent);
        state = taken.after;
    }
    calls
}

/// A message as the text writes it; with what it brings, or without.
fn written(model: &StatechartModel, call: &Sending, brings: bool) -> String {
    let event = &model.events[call.message.event];
    let values = call.message.arguments.iter().zip(&event.parameters);
    let values: Vec<_> = values.map(|(&it, (_, sort))| sort.show(it)).collect();
    let from = call
        .from
        .map_or("environment", |it| &*model.objects[it].name);
    let arguments = match brings && !values.is_empty() {
        true => format!("({})", values.join(", ")),
        false => String::new(),
    };
    let to = &model.objects[call.to].name;
    format!("  {from} -> {to} : {}{arguments}\n", event.name)
}

/// A scenario that may be possible: what some run sends, with a piece left out or moved now and then.
fn scenario(model: &StatechartModel, random: &mut Random) -> Option<String> {
    let mut calls = calls(model, random);
    if calls.is_empty() {
        return None;
    }
    let start = below(random, calls.len());
    calls.drain(..start);
    calls.truncate(1 + below(random, 5));
    if below(random, 3) == 0 && calls.len() > 1 {
        calls.remove(below(random, calls.len()));
    }
    if below(random, 3) == 0 {
        let (one, other) = (below(random, calls.len()), below(random, calls.len()));
        calls.swap(one, other);
    }
    if below(random, 4) == 0 {
        let it = calls[below(random, calls.len())].clone();
        calls.push(it);
    }
    let messages = calls
        .iter()
        .map(|it| written(model, it, random.percent(50)));
    Some(messages.collect())
}

fn errors(findings: &[lockstep_core::text::Diagnostic]) -> bool {
    findings.iter().any(|it| it.severity == Severity::Error)
}

/// What was compared.
#[derive(Debug, Default)]
struct Counted {
    systems: usize,
    played: usize,
    parts: usize,
    reasons: usize,
}

fn agree(shape: &ChartShape, reading: Reading, wanted: usize, most: usize) {
    let mut counted = Counted::default();
    let wanted = seeds::wanted(wanted);
    let mut numbers = seeds_from(1);
    while counted.systems < wanted {
        let seed = numbers.next().expect("seeds do not end");
        let random = &mut Random::new(seed);
        let text = text(shape, random);
        let text: String = text
            .lines()
            .filter(|it| !it.starts_with("check"))
            .map(|it| format!("{it}\n"))
            .collect();
        let system = format!("system {{\n  semantics {}\n", reading.word());
        let text = text.replace("system {\n", &system);
        let (model, findings) = read(&text);
        if errors(&findings) {
            continue;
        }
        let Some(messages) = scenario(&model, random) else {
            continue;
        };
        let bound = below(random, 9);
        let text = format!(
            "{text}\nscenario s {{\n{messages}}}\n\ncheck s\ncheck s loose\ncheck s within {bound}\ncheck s loose within {bound}\n"
        );
        let (model, findings) = read(&text);
        assert!(!errors(&findings), "{findings:?}\n{text}");
        counted.systems += usize::from(compare(&text, &model, seed, most, &mut counted));
    }
    println!("{}: {counted:?}", reading.word());
    // Of a few systems of a share no more can be said than that there are some.
    let least = |of_all: usize| if seeds::is_all() { of_all } else { 0 };
    assert!(counted.played > least(wanted / 2), "{counted:?}");
    assert!(counted.reasons > least(wanted / 2), "{counted:?}");
    assert!(counted.parts > least(wanted / 10), "{counted:?}");
}

fn compare(
    text: &str,
    model: &StatechartModel,
    seed: u64,
    most: usize,
    counted: &mut Counted,
) -> bool {
    let system = StatechartSystem::new(model, model.reading, Grain::Behaviour, false);
    for (number, property) in model.properties.iter().enumerate() {
        let Subject::Scenario(scenario, mode) = property.subject else {
            panic!("all checks are of scenarios");
        };
        let asked = &model.scenarios[scenario];
        let Some(judged) = judge(&system, asked, mode, property.within, most) else {
            return false;
        };
        let outcome: Outcome = answer(text, number);
        let at = format!("seed {seed}, check {number}: {}\n{text}", outcome.sentence);
        let prefix = outcome.prefix().map(|it| it as usize);
        assert_eq!(prefix, Some(judged.prefix), "{at}");
        let evidence = outcome.system.as_ref().unwrap();
        assert_eq!(
            evidence.done.last().copied().unwrap_or(0),
            judged.prefix,
            "{at}"
        );
        assert_eq!(evidence.done.len(), evidence.run.len(), "{at}");
        match outcome.verdict {
            Verdict::Found { depth } => {
                assert_eq!(judged.prefix, asked.messages.len(), "{at}");
                assert_eq!(depth, judged.depth, "{at}");
                counted.played += 1;
            }
            Verdict::Absent(_) => {
                assert!(judged.prefix < asked.messages.len(), "{at}");
                let reason = outcome.reason().unwrap();
                let sentence = &reason.sentence;
                true_of(
                    &system,
                    text,
                    asked,
                    (&judged, mode, property.within),
                    sentence,
                )
                .unwrap_or_else(|why| panic!("{why}: {sentence}\n{at}"));
                counted.reasons += 1;
                counted.parts += usize::from(judged.prefix > 0);
            }
            Verdict::Unknown(_) => panic!("not decided: {at}"),
        }
    }
    true
}

#[test]
fn scenarios_are_played_as_the_definitions_say() {
    agree(&ChartShape::SMALL, Reading::Uml, 250, 2_000);
}

#[test]
fn scenarios_are_played_as_the_definitions_say_where_states_are_nested_deeply() {
    agree(&ChartShape::DEEP, Reading::Uml, 150, 2_000);
}

#[test]
fn scenarios_are_played_as_the_definitions_say_in_the_papers_reading() {
    agree(&ChartShape::PAPER, Reading::Bmc4uml, 250, 2_000);
}

#[test]
fn scenarios_are_played_as_the_definitions_say_in_scxml() {
    agree(&ChartShape::DEEP, Reading::Scxml, 100, 2_000);
}

#[test]
fn alike_objects_change_no_scenario() {
    agree(&ChartShape::ALIKE, Reading::Uml, 20, 1_500);
}

#[test]
fn a_run_that_is_picked_among_all_runs_plays_the_scenario_of_a_check() {
    let text = "statechart M {\n  [*] --> A\n  A --> B : go / n.ping()\n}\nstatechart N {\n  [*] --> C\n  C --> C : ping\n}\n\
                system {\n  m : M\n  n : N\n  environment sends go once to m\n}\nscenario twice {\n  environment -> m : go\n  \
                m -> n : ping\n  m -> n : ping\n}\ncheck twice\n";
    let options = SimulationOptions {
        check: Some(0),
        ..SimulationOptions::default()
    };
    let kind = SimulatedKind::STATECHARTS;
    let all = simulate_all(text, kind, &options, 10_000).unwrap();
    let mut ends = 0;
    for (number, node) in all.nodes.iter().enumerate() {
        for end in &node.ends {
            let run = simulate_run_to(text, kind, &options, 10_000, number, Some(end)).unwrap();
            let sent = |it: &SystemStepView| it.events.iter().filter(|it| it.is_sent()).count();
            let mut so_far = 0;
            let told = run.run.iter().map(|it| {
                so_far += sent(it);
                so_far
            });
            assert_eq!(run.done, told.collect::<Vec<_>>());
            assert_eq!(run.done.last(), Some(&2));
            ends += 1;
            let unasked = SimulationOptions::default();
            let run = simulate_run_to(text, kind, &unasked, 10_000, number, Some(end)).unwrap();
            assert!(run.done.is_empty());
        }
    }
    assert!(ends > 0);
}
