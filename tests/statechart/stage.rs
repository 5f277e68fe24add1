//! What the page shows of statecharts: runs by hand at each grain, what waits, what is watched, and where a run goes on to.

use std::collections::BTreeSet;

use lockstep_core::api::{
    Onward, RunRequest, SimulatedKind, SimulatedRun, SpaceRequest, chart_scene,
    simulate_run_tracking, simulate_space, watched_chart,
};
use lockstep_core::generate::Random;

use super::answers::answer;

const CROSSING: &str = include_str!("../../static/examples/statecharts/railroad-crossing.lks");
const LIFT: &str = include_str!("../../static/examples/statecharts/lift.lks");
const DOOR: &str = include_str!("../../static/examples/templates/statechart.lks");

fn made(text: &str, request: &RunRequest) -> SimulatedRun {
    simulate_run_tracking(text, SimulatedKind::STATECHARTS, &[], request).unwrap()
}

#[test]
fn the_run_of_an_answer_is_taken_up_at_every_grain() {
    for text in [CROSSING, DOOR] {
        let evidence = answer(text, 1).system.unwrap();
        let along: Vec<_> = evidence
            .run
            .iter()
            .skip(1)
            .map(|it| it.state.clone())
            .collect();
        for grain in ["transition", "behaviour", "statement"] {
            let run = made(
                text,
                &RunRequest {
                    grain: grain.into(),
                    along: along.clone(),
                    ..RunRequest::default()
                },
            );
            let last = &run.run.last().unwrap().state;
            assert_eq!(Some(last), along.last(), "{grain}\n{text}");
            assert!(
                run.state
                    .choices
                    .iter()
                    .all(|it| it.action.turn.of_objects().is_some())
            );
        }
    }
}

#[test]
fn a_run_goes_on_to_where_a_condition_is_true_and_it_is_so_along_it() {
    let goal = "t1.In and ctl.queue.size == 0 and not ctl.Closed";
    let run = made(
        CROSSING,
        &RunRequest {
            onward: Onward::Until(goal.into()),
            ..RunRequest::default()
        },
    );
    let seen = watched_chart(CROSSING, goal, &run.run).unwrap();
    assert_eq!(seen.values.last().map(String::as_str), Some("true"));
    assert_eq!(seen.values.iter().filter(|it| *it == "true").count(), 1);
    let objects = chart_scene(CROSSING).0;
    let control = objects.iter().position(|it| it.name == "ctl").unwrap();
    let last = run.run.last().unwrap();
    assert!(last.waiting[control].pool.is_empty());
    for wrong in [
        "t1.Nowhere",
        "t1.In then t2.In",
        "t1.In within 3",
        "t1.In\ncheck deadlock",
        "(",
    ] {
        let said = watched_chart(CROSSING, wrong, &run.run).unwrap_err();
        assert!(said.contains("cannot be read"), "{said}");
    }
}

#[test]
fn the_states_mark_the_goal_of_a_check_and_the_run_in_them() {
    let run = answer(DOOR, 1).system.unwrap();
    let request = SpaceRequest {
        between: true,
        check: Some(1),
        run,
    };
    let space = simulate_space(DOOR, SimulatedKind::STATECHARTS, &request).unwrap();
    assert_eq!(space.goal, "violated");
    let goals: Vec<_> = space.states.iter().filter(|it| it.goal).collect();
    assert!(
        goals.iter().any(|it| !it.steps.is_empty()),
        "the run ends at one"
    );
}

#[test]
fn what_can_fire_next_is_what_fires_in_one_of_the_choices() {
    let mut marked = 0;
    for (seed, text) in [(1, CROSSING), (2, DOOR), (3, LIFT)] {
        let (objects, charts) = chart_scene(text);
        let before = |chart: usize| {
            let all = charts[..chart].iter();
            all.map(|it| it.transitions.len()).sum::<usize>()
        };
        for grain in ["step", "behaviour"] {
            let mut random = Random::new(seed);
            let mut request = RunRequest {
                grain: grain.into(),
                ..RunRequest::default()
            };
            for _ in 0..12 {
                let run = made(text, &request);
                let taking = |number: usize| {
                    let mut choices = run.choices.clone();
                    choices.push(run.state.choices[number].taken(number));
                    RunRequest {
                        grain: grain.into(),
                        choices,
                        ..RunRequest::default()
                    }
                };
                let mut fires = BTreeSet::new();
                for (number, choice) in run.state.choices.iter().enumerate() {
                    let after = made(text, &taking(number)).run.pop().unwrap();
                    let fired = after.fired.into_iter();
                    match objects
                        .iter()
                        .position(|it| choice.action.turn.is_object(&it.name))
                    {
                        Some(object) => {
                            let first = before(objects[object].chart);
                            fires.extend(fired.map(|it| (object, it - first)));
                        }
                        None => assert_eq!(fired.count(), 0, "{}", choice.what),
                    }
                }
                let can: BTreeSet<_> = run.fires.iter().flatten().copied().collect();
                assert_eq!(can, fires, "{grain}\n{text}");
                assert_eq!(run.fires.len(), run.state.choices.len());
                marked += can.len();
                if run.state.choices.is_empty() {
                    break;
                }
                request = taking(random.between(0, run.state.choices.len() - 1));
            }
        }
    }
    assert!(marked > 50, "only {marked} transitions could fire");
}
