//! Communicating machines in the same views as everything else.

use super::*;

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
