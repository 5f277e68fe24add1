//! Petri nets are run by hand, by chance and in all ways because they are a [`StepKind`](lockstep_core::api::StepKind): no code of
//! theirs is about runs.

use lockstep_core::api::{
    NoSimulation, Onward, RunChoice, SimulationOptions, SpaceRequest, simulate_all,
    simulate_by_hand, simulate_space,
};
use lockstep_core::generate::Random;
use lockstep_seeds::{seeds, share};

use super::TEXT;
use super::checks::{net, random_text};
use crate::simulate::by_definitions::Model;
use lockstep_core::api::{PETRI_RUNS as RUNS, PETRI_VALUES as VALUES};
use lockstep_core::language::petri::NetSystem;

#[test]
fn runs_of_random_nets_are_those_of_the_definitions() {
    let (mut by_hand, mut by_chance, mut all, mut stuck) = (0, 0, 0, 0);
    for seed in seeds(0..500_u64) {
        let mut random = Random::new(seed);
        let text = random_text(&mut random);
        let net = net(&text);
        let system = NetSystem::new(&net);
        let model = Model::new(&text, RUNS, &system);
        by_hand += model.by_hand(&mut random, 5);
        by_chance += model.by_chance(seed);
        if let Some(deadlocks) = model.in_all_ways(300) {
            all += 1;
            stuck += usize::from(deadlocks > 0);
        }
    }
    println!(
        "{by_hand} steps by hand, {by_chance} by chance; all runs of {all}, {stuck} get stuck"
    );
    assert!(by_hand > share(700) && by_chance > share(1_000));
    assert!(all > share(150) && stuck > share(100));
}

fn choice(number: usize) -> RunChoice {
    RunChoice::numbered(number)
}

#[test]
fn a_step_is_called_after_the_transition_that_fires() {
    let state = simulate_by_hand(TEXT, RUNS, &SimulationOptions::default(), &[]).unwrap();
    let offered: Vec<_> = state.choices.iter().map(|it| it.what.as_str()).collect();
    assert_eq!(offered, ["take"]);
    let net = net(TEXT);
    let system = NetSystem::new(&net);
    let model = Model::new(TEXT, RUNS, &system);
    let choices = vec![choice(0); 4];
    let made = model.made(choices, Onward::Stay).unwrap();
    let told: Vec<_> = made
        .choices
        .iter()
        .map(|it| it.known_by.to_string())
        .collect();
    assert_eq!(told, ["", "take", "put", "take"]);
    assert_eq!(
        made.run[2].sentence,
        "In `put`, `free` becomes `1` and `eating` becomes `0`."
    );
    // Earlier builds have kept these words.
    let gone = RunChoice::of_words(0, "sit".into());
    let made = model.made(vec![choice(0), gone], Onward::Stay).unwrap();
    let said = "The run goes no further than its start: `sit` is not possible.";
    assert_eq!((made.run.len(), made.said.as_deref()), (1, Some(said)));
    let all = simulate_all(TEXT, RUNS, &SimulationOptions::default(), 100).unwrap();
    let why: Vec<_> = all
        .nodes
        .iter()
        .filter_map(|it| it.why.as_deref())
        .collect();
    assert_eq!(why, ["From this start every run gets stuck."]);
}

#[test]
fn it_goes_on_until_a_condition_holds_that_is_read_as_a_goal() {
    let net = net(TEXT);
    let system = NetSystem::new(&net);
    let model = Model::new(TEXT, RUNS, &system);
    let until = |goal: &str| model.made(Vec::new(), Onward::Until(goal.into()));
    let made = until("hungry = 0, eating").unwrap();
    let said = "`hungry = 0, eating` is true after 3 steps more, and not sooner.";
    assert_eq!((made.run.len(), made.said.as_deref()), (4, Some(said)));
    model.replayed(&made);
    let never = "`eating = 2` becomes true in no state that can be reached from here.";
    assert_eq!(until("eating = 2").unwrap().said.as_deref(), Some(never));
    for (goal, why) in [
        ("sleeping", "it has no place `sleeping`"),
        ("eating\ncheck deadlock", "it is not one condition"),
        ("eating within 3", "it is not one condition"),
        ("eating expect reachable", "it is not one condition"),
    ] {
        let Err(NoSimulation::Option(what)) = until(goal) else {
            panic!("{goal}");
        };
        assert!(
            what.starts_with(&format!("`{goal}` cannot be read: ")),
            "{what}"
        );
        assert!(goal == "sleeping" || what.contains(why), "{what}");
    }
}

#[test]
fn what_it_does_not_have_is_refused_in_words() {
    let refused = |options: &SimulationOptions| match simulate_by_hand(TEXT, RUNS, options, &[]) {
        Err(NoSimulation::Option(what)) => what,
        other => panic!("{other:?}"),
    };
    let finer = SimulationOptions {
        grain: "statement".into(),
        ..SimulationOptions::default()
    };
    assert_eq!(
        refused(&finer),
        "there is no grain `statement`; steps of this kind of model are whole"
    );
    let unknown = SimulationOptions {
        track: vec!["plate".into()],
        ..SimulationOptions::default()
    };
    assert_eq!(
        refused(&unknown),
        "there is no `plate`; there are free, hungry, eating"
    );
    let broken = simulate_by_hand("net N { place p; q }", RUNS, &unknown, &[]);
    assert_eq!(broken, Err(NoSimulation::Errors));
}

#[test]
fn its_states_are_drawn_with_the_run_of_an_answer() {
    let check = 1;
    let outcome = VALUES.check(
        TEXT,
        check,
        &lockstep_core::api::Options::default(),
        &mut lockstep_core::api::Clockless,
    );
    let run = outcome.unwrap().system.unwrap();
    let request = SpaceRequest {
        check: Some(check),
        run,
        ..SpaceRequest::default()
    };
    let space = simulate_space(TEXT, RUNS, &request).unwrap();
    assert_eq!((space.states.len(), space.edges.len()), (5, 4));
    assert_eq!(space.sentence, "There are 5 states.");
    let goals = space.states.iter().filter(|it| it.goal).count();
    assert_eq!((goals, &*space.goal, space.undrawn.len()), (1, "goal", 0));
    let lit = space.edges.iter().filter(|it| it.lit).count();
    assert_eq!(lit, 3);
    // Of another text the run is drawn as far as it goes.
    let other = TEXT.replace("eating -> free", "eating -> hungry");
    let space = simulate_space(&other, RUNS, &request).unwrap();
    let undrawn: Vec<_> = space.undrawn.iter().map(|it| (it.first, it.last)).collect();
    assert_eq!(undrawn, [(2, 3)]);
}
