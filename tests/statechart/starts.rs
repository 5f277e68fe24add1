//! What an answer without a run shows of statecharts: the beginning of a run of the definitions, in which nothing is seen but objects
//! that begin.

use lockstep_core::api::{RunRequest, SimulatedKind, simulate_run_tracking};
use lockstep_core::diagram::stops::played;
use lockstep_core::fuzz::plain;
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::text::Severity;
use lockstep_seeds::seeds_from;

use super::answers::answer;
use crate::statechart::read;

/// Judges what the answers about a text show; how many have no run.
fn judge(text: &str) -> usize {
    let (model, findings) = read(text);
    if findings.iter().any(|it| it.severity == Severity::Error) || plain(&model, 300).is_none() {
        return 0;
    }
    let mut shown = 0;
    for check in 0..model.properties.len() {
        let evidence = answer(text, check).system.unwrap();
        if !evidence.run.is_empty() {
            assert_eq!(evidence.start, [], "{text}");
            continue;
        }
        let start = evidence.start;
        let steps = played(&start);
        assert_eq!((steps.len(), steps[0].len()), (1, start.len()), "{text}");
        let along = start.iter().skip(1).map(|it| it.state.clone());
        let request = RunRequest {
            grain: "behaviour".to_owned(),
            along: along.collect(),
            ..RunRequest::default()
        };
        let made = simulate_run_tracking(text, SimulatedKind::STATECHARTS, &[], &request).unwrap();
        assert_eq!(made.said, None, "{text}");
        assert_eq!(made.run[0].state, start[0].state, "{text}");
        let ends = (made.run.last(), start.last());
        let (Some(made), Some(shown_last)) = ends else {
            panic!("both have a first entry\n{text}");
        };
        assert_eq!(made.state, shown_last.state, "{text}");
        shown += 1;
    }
    shown
}

#[test]
fn an_answer_without_a_run_shows_how_the_objects_begin() {
    let mut shown = 0;
    for seed in seeds_from(1).take(300) {
        shown += judge(&text(&ChartShape::SMALL, &mut Random::new(seed)));
    }
    assert!(shown > 40, "{shown}");
}
