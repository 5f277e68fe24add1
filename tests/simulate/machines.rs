//! Communicating machines in the same views as everything else.

use super::*;
use lockstep_core::api::{
    KnownBy, Onward, RunRequest, SimulatedKind, StepEffect, simulate_run_tracking,
};
use lockstep_core::view::{step_count, step_numbers};

#[test]
fn machines_are_simulated_as_well() {
    let model = example("coffee-broken.lks");
    let composition = Composition::new(&model, &model.system, &[]);
    let system = MachineSystem::new(composition, Grain::MessageSet);
    let stuck = |at: &Valuation| system.status(at) == Status::Stuck;
    let depth = shortest(&system, 40, stuck).unwrap();
    let start = (&system as &dyn System).start().unwrap();
    let mut session = Session::new(&system, start.clone()).unwrap();
    assert_eq!(
        session.go_until(100_000, &mut |at| stuck(at)).0,
        Found::After(depth)
    );
    assert!(replay(&system, &session.trace()).is_ok());
    assert_eq!(
        session.go_until(100_000, &mut |_| true).0,
        Found::Never,
        "nothing leads on"
    );
    let visit = visited(&system);
    let names: Vec<_> = system
        .schema()
        .variables
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    let graph = Executions::new(&visit, &tracked(&system, &names[..1]), 1_000).unwrap();
    let stuck = graph
        .nodes
        .iter()
        .position(|it| it.ends.contains(&End::Stuck))
        .unwrap();
    let trace = graph.run_to(&visit, stuck, Some(End::Stuck)).unwrap();
    let states = replay(&system, &trace).unwrap();
    assert_eq!(system.status(states.last().unwrap()), Status::Stuck);
}

/// On the page each box of all runs plays: the run goes to where the box is, at both grains.
#[test]
fn every_box_of_all_runs_of_machines_can_be_played() {
    use lockstep_core::api::{
        self, ByHand, SimulatedKind, SimulationOptions, simulate_all, simulate_states_to,
    };
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/machines");
    let mut played = 0;
    for name in [
        "coffee.lks",
        "coffee-broken.lks",
        "mail.lks",
        "mail-broken.lks",
    ] {
        let text = std::fs::read_to_string(folder.join(name)).unwrap();
        let tool = ByHand::new(&text, None).unwrap();
        let lifelines = api::analyse(&text).system;
        for grain in ["transition", "choice"] {
            let options = SimulationOptions {
                grain: grain.into(),
                rules: String::new(),
                track: vec![lifelines[0].name.clone()],
                check: None,
            };
            let all = simulate_all(&text, SimulatedKind::MACHINES, &options, 20_000).unwrap();
            assert!(all.complete, "{name} {grain}");
            for (node, it) in all.nodes.iter().enumerate() {
                for end in std::iter::once(None).chain(it.ends.iter().map(|it| Some(&**it))) {
                    let states = simulate_states_to(&text, &options, 20_000, node, end).unwrap();
                    let run = tool.through(&states);
                    assert_eq!(run.len(), states.len(), "{name} {grain} {node} {end:?}");
                    if end == Some("stuck") {
                        assert!(!tool.stuck(&run).unwrap().terminated);
                    }
                    played += 1;
                }
            }
        }
    }
    assert!(played > 30, "{played}");
}

/// A step is a transaction, so a run has as many as it has entries behind its start, and each has its number.
#[test]
fn steps_of_machines_are_counted_one_by_one() {
    let text = include_str!("../../static/examples/machines/coffee-for-two.lks");
    let request = RunRequest {
        onward: Onward::Chance { seed: 3, steps: 6 },
        ..RunRequest::default()
    };
    let run = simulate_run_tracking(text, SimulatedKind::MACHINES, &[], &request).expect("it runs");
    assert_eq!(run.run.len(), 7);
    assert_eq!(step_count(&run.run), 6);
    assert_eq!(step_numbers(&run.run).join(" "), "0 1 2 3 4 5 6");
    assert!(
        run.run[1..]
            .iter()
            .all(|it| it.sentence != run.run[0].sentence)
    );
}

/// A step whose transition leads elsewhere by now is known by what it sends.
#[test]
fn a_kept_run_of_machines_outlives_another_name_of_a_state() {
    let text = include_str!("../../static/examples/machines/coffee-for-two.lks");
    let made = |text: &str, request: &RunRequest| {
        simulate_run_tracking(text, SimulatedKind::MACHINES, &[], request).expect("it runs")
    };
    let by_chance = RunRequest {
        grain: "choice".into(),
        onward: Onward::Chance { seed: 3, steps: 8 },
        ..RunRequest::default()
    };
    let run = made(text, &by_chance);
    let sends = |it: &StepEffect| matches!(it, StepEffect::Sends { .. });
    let known = run.choices.iter().filter(|it| match &it.known_by {
        KnownBy::Action(it) => it.effects.iter().any(sends),
        KnownBy::Number | KnownBy::Words(_) => false,
    });
    assert!(known.count() > 1, "something is sent");
    let again = RunRequest {
        grain: "choice".into(),
        choices: run.choices,
        ..RunRequest::default()
    };
    let renamed = text.replace("preparing", "brewing");
    assert_ne!(renamed, text);
    assert_eq!(made(&renamed, &again).run.len(), run.run.len());
}
