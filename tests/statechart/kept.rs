//! A run that was made by hand is kept in the text: as a scenario that the objects can play, and as a question that is answered
//! with yes.

use crate::statechart::read;
use lockstep_core::api::{
    Kinds, Onward, RunRequest, STATECHART_VALUES, SimulatedKind, Verdict, chart_run_as_scenario,
    chart_scene, chart_state_as_question, simulate_run_tracking,
};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::text::Severity;
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

use lockstep_core::fuzz::plain;

/// Keeps runs by chance of a text in both ways; how many scenarios and questions there were.
fn judge(text: &str, seed: u64) -> (usize, usize) {
    let mut kept = (0, 0);
    for steps in [3, 6, 12] {
        let request = RunRequest {
            onward: Onward::Chance { seed, steps },
            ..RunRequest::default()
        };
        let kind = SimulatedKind::STATECHARTS;
        let made = simulate_run_tracking(text, kind, &[], &request).unwrap();
        let analysis = Kinds::whole().analyse(text);
        let answer = |lines: &str| {
            let whole = format!("{text}\n{lines}");
            let checks = Kinds::whole().analyse(&whole).checks.len();
            let last = checks.checked_sub(1).unwrap_or_else(|| panic!("{whole}"));
            let outcome =
                STATECHART_VALUES.check(&whole, last, &Options::default(), &mut Clockless);
            let outcome = outcome.unwrap_or_else(|why| panic!("{why:?}\n{whole}"));
            let found = matches!(outcome.verdict, Verdict::Found { .. });
            assert!(found, "{}\n{whole}", outcome.sentence);
        };
        if let Some(lines) = chart_run_as_scenario(&analysis, &made.run, steps == 6) {
            answer(&lines);
            kept.0 += 1;
        }
        let (objects, charts) = chart_scene(text);
        let scene = (&*objects, &*charts);
        let is_inside = made.state.status == "inside";
        if let (false, Some(lines)) = (
            is_inside,
            chart_state_as_question(&analysis, scene, &made.run),
        ) {
            answer(&lines);
            kept.1 += 1;
        }
    }
    kept
}

#[test]
fn what_is_kept_of_examples_is_so() {
    for text in [
        include_str!("../../static/examples/statecharts/railroad-scenarios.lks"),
        include_str!("../../static/examples/statecharts/microwave.lks"),
        include_str!("../../static/examples/statecharts/login.lks"),
        include_str!("../../static/examples/statecharts/pump.lks"),
    ] {
        let (scenarios, questions) = judge(text, 3);
        assert!(scenarios + questions > 2, "{scenarios} {questions}\n{text}");
    }
}

#[test]
fn what_is_kept_of_random_systems_is_so() {
    let (mut scenarios, mut questions) = (0, 0);
    for seed in 1..120 {
        let text = text(&ChartShape::SMALL, &mut Random::new(seed));
        let (model, findings) = read(&text);
        let is_wrong = findings.iter().any(|it| it.severity == Severity::Error);
        if is_wrong || plain(&model, 300).is_none() {
            continue;
        }
        let kept = judge(&text, seed);
        scenarios += kept.0;
        questions += kept.1;
    }
    println!("{scenarios} scenarios, {questions} questions");
    assert!(scenarios > 40 && questions > 40, "{scenarios} {questions}");
}
