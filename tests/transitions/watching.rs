//! Watch lists: an expression is worth along a run what the evaluator of the definitions says.

use lockstep_core::api::{Kinds, StructureKind};
use lockstep_core::api::{Onward, RunChoice, RunRequest, simulate_run, watched};

const LIGHT: &str = include_str!("../../static/examples/systems/traffic-light.xsts");
const LIFT: &str = include_str!("../../static/examples/systems/lift.xsts");

fn walk(text: &str) -> Vec<lockstep_core::api::SystemStepView> {
    let start = RunChoice::numbered(0);
    let request = RunRequest {
        choices: vec![start],
        onward: Onward::Chance { seed: 3, steps: 30 },
        ..RunRequest::default()
    };
    simulate_run(text, &request).unwrap().run
}

#[test]
fn a_variable_is_worth_what_the_run_lists() {
    for text in [LIGHT, LIFT] {
        let run = walk(text);
        let names = Kinds::whole()
            .analyse_as(StructureKind::Transitions, text)
            .structure
            .system()
            .expect("a system")
            .variables
            .clone();
        assert!(run.len() > 5);
        for (number, it) in names.iter().enumerate() {
            let values = watched(text, &it.name, &run).unwrap();
            assert_eq!(values.sort, it.sort);
            let listed: Vec<_> = run.iter().map(|step| step.state[number].clone()).collect();
            assert_eq!(values.values, listed, "{}", it.name);
        }
    }
}

#[test]
fn an_expression_is_worth_what_its_parts_are() {
    let run = walk(LIGHT);
    let doubled = watched(LIGHT, "ticks * 2 + 1", &run).unwrap();
    for (step, value) in run.iter().zip(&doubled.values) {
        let ticks: i64 = step.state[2].parse().unwrap();
        assert_eq!(*value, (ticks * 2 + 1).to_string());
    }
    let red = watched(LIGHT, "light == Red && !emergency", &run).unwrap();
    assert_eq!(red.sort, "boolean");
    for (step, value) in run.iter().zip(&red.values) {
        let expected = step.state[0] == "Red" && step.state[1] == "false";
        assert_eq!(*value, expected.to_string());
    }
    let undefined = watched(LIGHT, "1 / ticks", &run).unwrap();
    let none = run.iter().zip(&undefined.values);
    assert!(none.clone().any(|(_, value)| value == "undefined"));
    for (step, value) in none {
        assert_eq!(value == "undefined", step.state[2] == "0");
    }
}

#[test]
fn what_cannot_be_watched_says_why() {
    let run = walk(LIGHT);
    for wrong in ["nobody", "ticks +", "light && true", ""] {
        let why = watched(LIGHT, wrong, &run).unwrap_err();
        assert!(why.contains("cannot be watched"), "{wrong}: {why}");
    }
    let other = watched(LIFT, "1 + 1", &run).unwrap_err();
    assert_eq!(other, "The run is of another text.");
}
