//! Whose turn a step is, is data: an object may be called as what acts beside objects is.

use lockstep_core::api::{
    Onward, RunChoice, RunRequest, SimulatedKind, SimulatedRun, StepTurn, chart_scene,
    simulate_run_tracking,
};
use lockstep_core::diagram::axis::Axis;
use lockstep_core::diagram::events::event_chart;
use lockstep_core::view::KnownBy;

/// Two objects, one of them with this name; both wait for time.
fn text(name: &str) -> String {
    format!(
        "statechart Clock {{\n  [*] --> Off\n  Off --> On : after(2)\n  Off --> On : after(3)\n  On --> Off : tick\n}}\n\
         system {{\n  a, {name} : Clock\n}}\n"
    )
}

fn by_chance(text: &str, seed: u64) -> SimulatedRun {
    let request = RunRequest {
        onward: Onward::Chance { seed, steps: 12 },
        ..RunRequest::default()
    };
    simulate_run_tracking(text, SimulatedKind::STATECHARTS, &[], &request).expect("it runs")
}

/// What an object does is the same and is told the same, but for its name, whatever it is called: lanes are drawn for it alone.
#[test]
fn an_object_may_be_called_time_or_environment() {
    let renamed = |turn: &StepTurn, name: &str| match turn {
        StepTurn::Object(it) if it == name => StepTurn::Object("b".to_owned()),
        other => other.clone(),
    };
    let mut own = 0;
    for seed in 0..20 {
        let plain = by_chance(&text("b"), seed);
        for name in ["time", "environment"] {
            let text = text(name);
            let run = by_chance(&text, seed);
            let turns: Vec<_> = run.run.iter().map(|it| renamed(&it.turn, name)).collect();
            let plain_turns: Vec<_> = plain.run.iter().map(|it| it.turn.clone()).collect();
            assert_eq!(turns, plain_turns, "{name}, {seed}");
            let choices = run.state.choices.iter();
            let choices: Vec<_> = choices.map(|it| renamed(&it.action.turn, name)).collect();
            let plain_choices = plain.state.choices.iter();
            let plain_choices: Vec<_> = plain_choices.map(|it| it.action.turn.clone()).collect();
            assert_eq!(choices, plain_choices, "{name}, {seed}");
            own += turns.iter().filter(|it| it.is_object("b")).count();

            let (objects, charts) = chart_scene(&text);
            let drawn = event_chart(&objects, &charts, &run.run, Axis::Right, 700.0);
            let mut lanes: Vec<_> = drawn.lanes.iter().map(|it| &*it.name).collect();
            lanes.sort_unstable();
            assert_eq!(lanes, ["a", name], "nothing is sent from outside");
        }
    }
    assert!(own > 40, "{own}");
}

/// A step is found by what it does where another object has its name by now, and not by that name alone.
#[test]
fn what_time_does_is_not_what_an_object_called_time_does() {
    let text = text("time");
    let run = by_chance(&text, 3);
    let mut known = run.choices.iter().filter_map(|it| match &it.known_by {
        KnownBy::Action(it) => Some(it.clone()),
        KnownBy::Number | KnownBy::Words(_) => None,
    });
    let passes = known
        .find(|it| it.turn == StepTurn::Time)
        .expect("time passes");
    let mut acts = passes.clone();
    acts.turn = StepTurn::Object("time".to_owned());
    let at = run
        .choices
        .iter()
        .position(|it| it.known_by == KnownBy::Action(passes.clone()));
    let before = &run.choices[..at.expect("it is in the run")];
    for (action, goes) in [(passes, true), (acts, false)] {
        let choices = [before, &[RunChoice::unlisted(action)]].concat();
        let request = RunRequest {
            choices,
            ..RunRequest::default()
        };
        let again = simulate_run_tracking(&text, SimulatedKind::STATECHARTS, &[], &request);
        let again = again.expect("it runs");
        assert_eq!(
            again.run.len() == before.len() + 1,
            goes,
            "{:?}",
            again.said
        );
    }
}
