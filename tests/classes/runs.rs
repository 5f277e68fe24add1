//! Class models are run by hand, by chance and in all ways, by their definitions alone.

use std::collections::BTreeSet;

use lockstep_core::api::{
    CLASS_RUNS, NoSimulation, Onward, RunChoice, RunRequest, ShownValue, SimulationOptions,
    SimulationState, SystemStepView, simulate_all, simulate_by_hand, simulate_run_to,
    simulate_run_tracking,
};
use lockstep_core::generate::{Random, class_questions, classes};
use lockstep_core::language::classes::{ClassModel, ClassSystem};
use lockstep_seeds::{seeds, share};

use super::calls::shown;
use super::light::TEXT;
use super::{Visited, answer, model};
use crate::simulate::by_definitions::Model;

#[test]
fn runs_of_random_models_are_those_of_the_definitions() {
    let (mut by_hand, mut by_chance, mut all, mut stuck) = (0, 0, 0, 0);
    for seed in seeds(0..300_u64) {
        let mut random = Random::new(seed);
        let text = classes(&mut random);
        let classes = model(&text);
        let system = ClassSystem::new(&classes);
        let model = Model::new(&text, CLASS_RUNS, &system);
        by_hand += model.by_hand(&mut random, 3);
        by_chance += model.by_chance(seed);
        if let Some(deadlocks) = model.in_all_ways(100) {
            all += 1;
            stuck += usize::from(deadlocks > 0);
        }
    }
    println!(
        "{by_hand} steps by hand, {by_chance} by chance; all runs of {all}, {stuck} get stuck"
    );
    assert!(by_hand > share(300) && by_chance > share(1_000));
    assert!(all > share(100) && stuck > share(30));
}

/// The states that runs get to by the definitions, as runs list states.
fn reached(model: &ClassModel) -> BTreeSet<Vec<String>> {
    let system = ClassSystem::new(model);
    let seen = Visited::of(model, &system).seen.into_iter();
    let values = seen.map(|at| system.values(&at).expect("a state of this system"));
    values.map(|it| shown(model, &it)).collect()
}

#[test]
fn one_can_go_on_from_every_state_that_an_answer_shows() {
    let (mut starts, mut elsewhere, mut broken, mut more) = (0, 0, 0, 0);
    for seed in seeds(0..250_u64) {
        let mut random = Random::new(seed);
        let text = classes(&mut random);
        let questions = class_questions(&text, &mut random);
        let text = format!("{text}\n{}\n", questions.join("\n"));
        let model = model(&text);
        let reached = reached(&model);
        for check in 0..model.checks.len() {
            let outcome = answer(&text, check);
            let evidence = outcome.system.unwrap();
            let Some(start) = evidence.start_choice() else {
                continue;
            };
            let along = evidence.run[1..].iter();
            let request = RunRequest {
                choices: vec![start],
                along: along.map(|it| it.state.clone()).collect(),
                check: Some(check),
                ..RunRequest::default()
            };
            let told = format!("seed {seed}, check {check}\n{text}");
            let made = simulate_run_tracking(&text, CLASS_RUNS, &[], &request).unwrap();
            // The state itself, and all of the answer's run.
            let states = |run: &[SystemStepView]| -> Vec<_> {
                run.iter().map(|it| it.state.clone()).collect()
            };
            assert_eq!(states(&made.run), states(&evidence.run), "{told}");
            let state = &evidence.run[0].state;
            match made.begins.as_deref() {
                None => starts += 1,
                Some("The run begins in a state in which the system does not start.") => {
                    elsewhere += 1;
                }
                Some(said) => {
                    assert!(
                        said.ends_with(": no run of the system gets there."),
                        "{told}"
                    );
                    assert!(!reached.contains(state), "{said}\n{told}");
                    broken += 1;
                }
            }
            // It goes on from there, and what is said of its beginning stays.
            if let Some(choice) = made.state.choices.first() {
                let mut choices = made.choices.clone();
                choices.push(choice.taken(0));
                let request = RunRequest {
                    choices,
                    check: Some(check),
                    ..RunRequest::default()
                };
                let longer = simulate_run_tracking(&text, CLASS_RUNS, &[], &request).unwrap();
                assert_eq!(longer.run.len(), made.run.len() + 1, "{told}");
                assert_eq!(longer.begins, made.begins, "{told}");
                more += 1;
            }
        }
    }
    println!(
        "{starts} begin at a start, {elsewhere} elsewhere, {broken} where something is broken; {more} go on"
    );
    assert!(starts > share(200) && broken > share(20) && more > share(100));
}

#[test]
fn a_run_that_begins_elsewhere_says_so_as_long_as_it_lasts() {
    let text = |most: i64| {
        format!(
            "class C {{\n  n : 0..{most} = 0\n  inv few: n < 8\n  up()\n    pre: n < 2\n    post: n = n@pre + 1\n}}\nsystem {{ c : C }}\n"
        )
    };
    let made = |most: i64, n: i64, onward: Onward| {
        let request = RunRequest {
            choices: vec![RunChoice::of_words(
                usize::MAX,
                format!("start: c.n := {n}"),
            )],
            onward,
            ..RunRequest::default()
        };
        let made = simulate_run_tracking(&text(most), CLASS_RUNS, &[], &request).unwrap();
        let states: Vec<_> = made.run.iter().map(|it| it.state[0].clone()).collect();
        let said = [made.begins, made.said].map(Option::unwrap_or_default);
        (states.join(" "), said)
    };
    let told = |states: &str, begins: &str, said: &str| {
        (states.to_owned(), [begins, said].map(str::to_owned))
    };
    assert_eq!(made(9, 0, Onward::Stay), told("0", "", ""));
    let begins = "The run begins in a state in which the system does not start.";
    assert_eq!(made(9, 1, Onward::Stay), told("1", begins, ""));
    let broken = "The run begins in a state that breaks `few`: no run of the system gets there.";
    assert_eq!(made(9, 9, Onward::Stay), told("9", broken, ""));
    // It goes on from there by itself, too.
    let chance = Onward::Chance { seed: 1, steps: 1 };
    assert_eq!(made(9, 1, chance).0, "1 2");
    let until = Onward::Until("c.n = 2".into());
    let after = "`c.n = 2` is true after 1 step more, and not sooner.";
    assert_eq!(made(9, 1, until), told("1 2", begins, after));
    // No such state: the run is not there.
    let gone = "The run starts where the system does not start any more.";
    assert_eq!(made(3, 7, Onward::Stay), told("", "", gone));
}

/// A start that is far down the list is a start all the same.
#[test]
fn a_start_beyond_ten_thousand_is_no_state_elsewhere() {
    let text = "class C {\n  a, b, c : 0..24\n  up()\n    pre: a < 24\n    post: a = a@pre + 1\n}\nsystem { c : C }\n\
                check reach c.a = 24 then c.a = 24\n";
    let request = RunRequest {
        choices: vec![RunChoice::of_words(
            usize::MAX,
            "start: c.a := 23; c.b := 24; c.c := 24".into(),
        )],
        ..RunRequest::default()
    };
    let made = simulate_run_tracking(text, CLASS_RUNS, &[], &request).unwrap();
    assert_eq!(made.run[0].state, ["23", "24", "24"]);
    assert_eq!((made.begins, made.said), (None, None));
}

/// The pedestrian light whose buttons count less far.
fn short() -> String {
    TEXT.replace("0..9", "0..1")
}

#[test]
fn the_pedestrian_light_is_run_by_hand_with_calls_as_choices() {
    let classes = model(TEXT);
    let system = ClassSystem::new(&classes);
    let model = Model::new(TEXT, CLASS_RUNS, &system);
    let options = SimulationOptions::default();
    let state = simulate_by_hand(TEXT, CLASS_RUNS, &options, &[]).unwrap();
    let calls: Vec<_> = state.choices.into_iter().map(|it| it.what).collect();
    assert_eq!(
        calls,
        ["tl.switchCarLight()", "b1.requesting()", "b2.requesting()"]
    );
    assert!(model.by_hand(&mut Random::new(1), 6) > 0);
}

#[test]
fn it_goes_on_until_a_condition_of_one_state_holds() {
    let classes = model(TEXT);
    let system = ClassSystem::new(&classes);
    let model = Model::new(TEXT, CLASS_RUNS, &system);
    let until = |goal: &str| model.made(Vec::new(), Onward::Until(goal.into()));
    let made = until("tl.pedLight").unwrap();
    let said = "`tl.pedLight` is true after 3 steps more, and not sooner.";
    assert_eq!(made.said.as_deref(), Some(said));
    let told: Vec<_> = made
        .choices
        .iter()
        .map(|it| it.known_by.to_string())
        .collect();
    let calls = [
        "",
        "tl.switchCarLight()",
        "b1.requesting()",
        "tl.switchPedLight()",
    ];
    assert_eq!(told, calls);
    model.replayed(&made);
    // A call is something that happens between states.
    let Err(NoSimulation::Option(what)) = until("TrafficLight.switchPedLight()") else {
        panic!("it is refused");
    };
    let why = "it is about several states of a run, not about one.";
    assert!(what.ends_with(why), "{what}");
    assert!(until("tl.pedestrian").is_err());
}

#[test]
fn its_deadlock_says_since_when_every_run_gets_stuck() {
    let text = short();
    let options = SimulationOptions {
        track: vec!["tl.pedLight".into(), "tl.carLight".into()],
        ..SimulationOptions::default()
    };
    let all = simulate_all(&text, CLASS_RUNS, &options, 100_000).unwrap();
    assert!(all.complete);
    let is_stuck = |it: &usize| all.nodes[*it].ends.iter().any(|it| it == "stuck");
    let stuck = (0..all.nodes.len()).find(is_stuck).unwrap();
    let made = simulate_run_to(&text, CLASS_RUNS, &options, 100_000, stuck, Some("stuck")).unwrap();
    assert_eq!(made.state.status, "stuck");
    let ending = made.state.ending.clone().unwrap();
    assert!(
        ending.ends_with("every run gets stuck; before it not every one."),
        "{ending}"
    );
    let classes = model(&text);
    let system = ClassSystem::new(&classes);
    let model = Model::new(&text, CLASS_RUNS, &system);
    model.replayed(&made);
    assert!(model.in_all_ways(100_000).is_none_or(|it| it > 0));
    assert!(model.by_chance(3) > 0);
}

/// A run that belongs to a check is one of the system that the check asks about.
#[test]
fn a_check_is_run_as_it_asks() {
    let open = SimulationOptions {
        check: Some(2),
        ..SimulationOptions::default()
    };
    let choices = |options: &SimulationOptions| {
        let state = simulate_by_hand(TEXT, CLASS_RUNS, options, &[]);
        state.unwrap().choices.len()
    };
    // By the frame *open* the calls do not say what else they change.
    assert!(choices(&open) > choices(&SimulationOptions::default()));
    let calls = SimulationOptions {
        check: Some(0),
        ..SimulationOptions::default()
    };
    let state = simulate_by_hand(TEXT, CLASS_RUNS, &calls, &[]).unwrap();
    assert_eq!(state.values.last().map(|it| &*it.name), Some("calls"));
}

/// A start of very many is told by its values.
#[test]
fn a_start_beyond_those_that_are_listed_is_found_again() {
    let text = "class A { n, m : 0..29\n step() post: n <> n@pre }\nsystem { a : A }\n";
    let classes = model(text);
    let system = ClassSystem::new(&classes);
    let model = Model::new(text, CLASS_RUNS, &system);
    let start = RunChoice::of_words(usize::MAX, "start: a.n := 29; a.m := 28".into());
    let made = model.made(vec![start], Onward::Stay).unwrap();
    assert_eq!(
        (made.run[0].state.clone(), made.said),
        (vec!["29".into(), "28".into()], None)
    );
}

/// What is listed as not possible, and with what: each call is either a choice or refused, and none is both.
#[test]
fn every_call_is_a_choice_or_says_what_forbids_it() {
    let options = SimulationOptions::default();
    let at_start = simulate_by_hand(TEXT, CLASS_RUNS, &options, &[]).unwrap();
    let told = |state: &SimulationState| -> Vec<(String, Vec<String>)> {
        let all = state.blocked.iter();
        all.map(|it| {
            let reasons = it.reasons.iter().map(|it| it.what.clone());
            (it.what.clone(), reasons.collect())
        })
        .collect()
    };
    let needs = |call: &str, clause: &str| (call.to_owned(), vec![clause.to_owned()]);
    assert_eq!(
        told(&at_start),
        [needs("tl.switchPedLight()", "needs `request`")]
    );
    // The stuck state: nothing is possible, and each call says why.
    let made = Onward::Until("tl.pedLight".into());
    let request = RunRequest {
        onward: made,
        ..RunRequest::default()
    };
    let made = simulate_run_tracking(TEXT, CLASS_RUNS, &[], &request).unwrap();
    assert_eq!(made.state.status, "stuck");
    assert_eq!(
        told(&made.state),
        [
            needs("tl.switchPedLight()", "needs `request`"),
            needs("tl.switchCarLight()", "would break `oneAlwaysRed`"),
            needs("b1.requesting()", "needs `not light.pedLight`"),
            needs("b2.requesting()", "needs `not light.pedLight`"),
        ]
    );
    let line = made.state.blocked[1].reasons[0].range.line as usize;
    assert!(TEXT.lines().nth(line - 1).unwrap().contains("oneAlwaysRed"));
    // Each step of a run that is made by hand has its contract.
    let calls: Vec<_> = made.run.iter().map(|it| it.call.clone()).collect();
    assert!(calls[0].is_none() && calls[1..].iter().all(Option::is_some));
    let last = calls[3].as_ref().unwrap();
    assert_eq!(last.call, "tl.switchPedLight()");
    assert_eq!(last.changes.len(), 2);
}

#[test]
fn outcomes_of_one_call_say_what_differs_and_a_scenario_what_it_does_not_ask_for() {
    let text = "class Counter {\n  value, limit : 0..3\n  count()\n    post: value > value@pre or limit = 0\n}\n\
        system {\n  c : Counter { value = 2, limit = 1 }\n}\n";
    let options = SimulationOptions::default();
    let state = simulate_by_hand(text, CLASS_RUNS, &options, &[]).unwrap();
    assert!(state.choices.iter().all(|it| it.what == "c.count()"));
    let told: BTreeSet<_> = (state.choices.iter())
        .map(|it| {
            let values = it
                .changes
                .iter()
                .map(|it| format!("{}={}", it.name, it.value));
            values.collect::<Vec<_>>().join(" ")
        })
        .collect();
    assert_eq!(told.len(), state.choices.len(), "no two read alike");
    assert!(told.contains("c.value=2 c.limit=0") && told.contains("c.value=3 c.limit=1"));

    let text = format!(
        "{TEXT}\nscenario \"asks\" {{\n  -> b1 : requesting()\n  -> b2 : requesting()\n}}\ncheck \"asks\"\n"
    );
    let checked = SimulationOptions {
        check: Some(TEXT.matches("\ncheck ").count()),
        ..SimulationOptions::default()
    };
    let state = simulate_by_hand(&text, CLASS_RUNS, &checked, &[]).unwrap();
    // By the scenario the same call is two choices, which differ by what they are to it alone.
    let asks = state.choices.iter().enumerate();
    let asks: Vec<_> = asks.filter(|it| it.1.what == "b1.requesting()").collect();
    let told: Vec<Vec<_>> = (asks.iter())
        .map(|it| it.1.changes.iter().map(ShownValue::shown).collect())
        .collect();
    let changes = ["tl.request = true", "b1.counter = 1"];
    let said = |order| [&[order], &changes[..]].concat();
    assert_eq!(
        told,
        [said("as another call"), said("as the scenario's next call")]
    );
    let begun = asks.last().map(|it| it.0);
    let state = simulate_by_hand(&text, CLASS_RUNS, &checked, &[0, begun.unwrap()]).unwrap();
    let why: Vec<_> = (state.blocked.iter())
        .filter(|it| it.what == "b1.requesting()")
        .map(|it| it.reasons[0].what.clone())
        .collect();
    assert_eq!(
        why,
        ["its contract allows it, but the check does not ask for it here"]
    );
}

/// A property is tracked by its name, as it is shown; a single link is shown as the link that it is.
#[test]
fn links_are_tracked_as_properties_or_one_by_one() {
    let text = include_str!("../../static/examples/classes/library.lks");
    let tracked = |track: &[&str]| {
        let options = SimulationOptions {
            track: track.iter().map(|it| (*it).to_owned()).collect(),
            ..SimulationOptions::default()
        };
        let all = simulate_all(text, CLASS_RUNS, &options, 100_000).unwrap();
        let changes = all.nodes.iter().flat_map(|it| &it.changes);
        let changes: BTreeSet<_> = changes.map(ShownValue::shown).collect();
        (all.tracked, changes.into_iter().collect::<Vec<_>>())
    };
    let (names, changes) = tracked(&["b1.borrower"]);
    assert_eq!(names, ["b1.borrower"]);
    let values = [
        "b1.borrower = ann",
        "b1.borrower = bob",
        "b1.borrower = null",
    ];
    assert_eq!(changes, values);
    let (names, changes) = tracked(&["Loan(ann, b1)"]);
    assert_eq!(names, ["Loan(ann, b1)"]);
    assert_eq!(changes, ["Loan(ann, b1) = false", "Loan(ann, b1) = true"]);
}
