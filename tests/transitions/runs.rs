//! Runs that are made by hand: what the page plays is what the interpreter does, and a run outlives an edit.

use lockstep_core::api::{
    Clockless, NoSimulation, Onward, Options, RunChoice, RunRequest, SimulatedKind,
    SimulationOptions, TRANSITION_VALUES, onward_by_answer, simulate_all, simulate_run,
    simulate_run_to,
};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print::print;
use lockstep_core::language::transitions::{Settings, TransitionSystem, read};
use lockstep_core::system::{System, Valuation};
use lockstep_core::view::RELATIONS;

const LIGHT: &str = include_str!("../../static/examples/systems/traffic-light.xsts");
const BEHAVIOR: &str = include_str!("../../static/examples/systems/behavior-003-b.xsts");

pub(super) fn number(number: usize) -> RunChoice {
    RunChoice::numbered(number)
}

pub(super) fn request(grain: &str, choices: Vec<RunChoice>) -> RunRequest {
    RunRequest {
        grain: grain.into(),
        choices,
        ..RunRequest::default()
    }
}

fn random_text(seed: u64) -> String {
    let mut random = Random::new(seed);
    print(&transitions(&SystemShape::default(), &mut random))
}

/// Every state of a run by hand follows from the one before it, by the definitions.
#[test]
fn each_step_of_a_run_is_one_of_the_interpreter() {
    let mut steps = 0;
    for seed in 0..300 {
        let text = random_text(seed);
        let (model, findings) = read(&text);
        if findings
            .iter()
            .any(|it| it.severity == lockstep_core::text::Severity::Error)
        {
            continue;
        }
        let onward = Onward::Chance { seed, steps: 6 };
        let Ok(made) = simulate_run(
            &text,
            &RunRequest {
                onward,
                ..request("transition", vec![number(0)])
            },
        ) else {
            continue;
        };
        let system = TransitionSystem::new(&model, Settings::default());
        let values = |at: &Valuation| -> Vec<String> {
            let (values, _) = system.state(at).unwrap();
            let shown = values.iter().zip(&model.variables);
            shown
                .map(|(it, variable)| it.show(&variable.sort))
                .collect()
        };
        let Some(start) = (&system as &dyn System).start() else {
            continue;
        };
        let mut at = start;
        assert_eq!(made.run[0].state, values(&at), "{text}");
        for entry in &made.run[1..] {
            let mut next = None;
            system.steps(&at, &mut |step| {
                let after = system.apply(&at, &step).unwrap();
                if values(&after) == entry.state && next.is_none() {
                    next = Some(after);
                }
                std::ops::ControlFlow::Continue(())
            });
            at = next.unwrap_or_else(|| panic!("no step to {entry:?}\n{text}"));
            steps += 1;
        }
    }
    assert!(steps > 500, "{steps} steps");
}

#[test]
fn the_same_seed_walks_the_same_way_at_once_and_step_by_step() {
    for grain in ["transition", "choice", "statement"] {
        let walk = |steps, choices| {
            let onward = Onward::Chance { seed: 7, steps };
            simulate_run(
                LIGHT,
                &RunRequest {
                    onward,
                    ..request(grain, choices)
                },
            )
            .unwrap()
        };
        let once = walk(1, vec![number(0)]);
        let again = walk(1, vec![number(0)]);
        assert_eq!(once, again);
        // What was made by chance can be made by its choices.
        let long = walk(9, vec![number(0)]);
        let made = simulate_run(LIGHT, &request(grain, long.choices.clone())).unwrap();
        assert_eq!(made.run, long.run);
        assert_eq!(made.choices, long.choices);
    }
}

#[test]
fn a_goal_is_reached_by_the_fewest_steps() {
    let until = |goal: &str| {
        let onward = Onward::Until(goal.into());
        simulate_run(
            LIGHT,
            &RunRequest {
                onward,
                ..request("transition", vec![number(0)])
            },
        )
    };
    let green = until("light == Green").unwrap();
    // `init`, and four times `env` and `trans`: the check says that it takes four firings.
    assert_eq!(green.run.len(), 1 + 1 + 2 * 4);
    assert_eq!(green.run.last().unwrap().state[0], "Green");
    assert_eq!(
        green.said.as_deref(),
        Some("`light == Green` is true after 9 choices more, and not sooner.")
    );
    let never = until("ticks == 3 && light == Blinking").unwrap();
    assert_eq!(never.run.len(), 1);
    assert!(never.said.unwrap().contains("becomes true in no state"));
    for wrong in ["ticks", "nobody == 1", "ticks ==", ""] {
        let refused = until(wrong);
        assert!(
            matches!(refused, Err(NoSimulation::Option(_))),
            "{wrong}: {refused:?}"
        );
    }
}

#[test]
fn a_run_goes_as_far_as_an_edited_text_lets_it_and_says_what_stops_it() {
    let until = Onward::Until("light == Green".into());
    let made = simulate_run(
        LIGHT,
        &RunRequest {
            onward: until,
            ..request("transition", vec![number(0)])
        },
    );
    let kept = request("transition", made.unwrap().choices);
    // An edit elsewhere changes nothing.
    let same = simulate_run(&format!("// a comment\n{LIGHT}"), &kept).unwrap();
    assert_eq!((same.choices.len(), same.said), (kept.choices.len(), None));
    // Where a statement is gone the run ends before the first step that executed it.
    let edited = LIGHT.replace("ticks := ticks + 1", "ticks := ticks + 2");
    assert_ne!(edited, LIGHT);
    let shorter = simulate_run(&edited, &kept).unwrap();
    assert_eq!(shorter.choices.len(), 3);
    let said = shorter.said.unwrap();
    assert!(
        said.starts_with("The run still goes as far as step 0.2: `trans: "),
        "{said}"
    );
    // A text with errors makes no run, and loses none.
    assert_eq!(
        simulate_run("var x : = 1", &kept),
        Err(NoSimulation::Errors)
    );
}

#[test]
fn the_run_of_an_answer_can_be_taken_up() {
    let outcome = TRANSITION_VALUES
        .check(LIGHT, 2, &Options::default(), &mut Clockless)
        .unwrap();
    let run = outcome.system.unwrap().run;
    let along = run[1..].iter().map(|it| it.state.clone()).collect();
    let made = simulate_run(
        LIGHT,
        &RunRequest {
            along,
            ..request("transition", vec![number(0)])
        },
    )
    .unwrap();
    let states = |run: &[lockstep_core::api::SystemStepView]| -> Vec<_> {
        run.iter().map(|it| it.state.clone()).collect()
    };
    assert_eq!(states(&made.run), states(&run));
}

/// Every box of all runs is reached by the run that is played for it, and ends as its mark says.
#[test]
fn every_box_of_all_runs_can_be_played() {
    for grain in ["transition", "choice", "statement"] {
        let options = SimulationOptions {
            grain: grain.into(),
            rules: String::new(),
            track: vec!["log".into()],
            check: None,
        };
        let kind = SimulatedKind::TRANSITIONS;
        let all = simulate_all(BEHAVIOR, kind, &options, 50_000).unwrap();
        assert!(all.complete);
        for (node, it) in all.nodes.iter().enumerate() {
            let ends = std::iter::once(None).chain(it.ends.iter().map(|it| Some(&**it)));
            for end in ends {
                let run = simulate_run_to(BEHAVIOR, kind, &options, 50_000, node, end).unwrap();
                let stuck = run.state.status == "stuck";
                if end == Some("stuck") {
                    assert!(stuck, "{grain} {node}");
                }
                let log = &it.changes.iter().find(|it| it.name == "log").unwrap().value;
                let last = run.state.values.iter().find(|it| it.name == "log").unwrap();
                assert_eq!(&last.value, log);
            }
        }
    }
    let none = simulate_run_to(
        BEHAVIOR,
        SimulatedKind::TRANSITIONS,
        &SimulationOptions::default(),
        100,
        1_000_000,
        None,
    );
    assert!(matches!(none, Err(NoSimulation::Option(_))));
}

/// Of values without a limit only some are tried: nobody may then speak of all, or of never.
#[test]
fn where_not_every_value_is_tried_nothing_is_said_of_all() {
    let text = |values: &str| {
        format!(
            "var x : {values} = 0\ntrans {{ havoc x; }}\ninit {{}}\nenv {{}}\nprop {{ true }}\n"
        )
    };
    for grain in ["transition", "choice", "statement"] {
        for (values, whole) in [("0..3", true), ("integer", false)] {
            let text = text(values);
            let until = |goal: &str| {
                let onward = Onward::Until(goal.into());
                let request = RunRequest {
                    onward,
                    ..request(grain, vec![number(0)])
                };
                simulate_run(&text, &request).unwrap()
            };
            let never = until("x == 1000").said.unwrap();
            assert_eq!(never.contains("can be reached"), whole, "{never}");
            let found = until("x == 3").said.unwrap();
            assert_eq!(found.contains("not sooner"), whole, "{found}");
            assert!(until("x == 3").state.choices.len() <= 20);
            let options = SimulationOptions {
                grain: grain.into(),
                rules: String::new(),
                track: Vec::new(),
                check: None,
            };
            let all = simulate_all(&text, SimulatedKind::TRANSITIONS, &options, 100_000).unwrap();
            assert_eq!(all.complete, whole, "{grain} {values}");
        }
    }
    // So do start values that the text leaves open.
    let open = "var x : integer\ntrans {}\ninit {}\nenv {}\nprop { x == x }\n";
    let made = simulate_run(open, &request("transition", Vec::new())).unwrap();
    assert!(made.state.more && made.state.status == "start", "{made:?}");
}

/// What is not found nearby the engines find, from where the run is, and the run goes on along their answer.
#[test]
fn a_run_goes_on_by_the_engines() {
    let text = "var x : 0..99 = 0\nvar a : 0..300 = 0\nvar b : 0..90 = 7\n\
                trans { choice { assume x < 50; x := x + 1; } or { a := a + 1; assume a < 300; } or { assume b < 90; b := b + 1; } }\n\
                init { x := 1; }\nenv {}\nprop { true }\n";
    for grain in ["transition", "choice", "statement"] {
        // Before `init`, and where the turn is `env`'s and `trans`'s.
        for before in 0..3 {
            let walk = Onward::Chance { seed: 1, steps: 9 };
            let walked = RunRequest {
                onward: walk,
                ..request(grain, vec![number(0)])
            };
            let walked = simulate_run(text, &walked).unwrap();
            let turn = |relation: Option<&str>| match relation {
                None => 0,
                Some("env") => 2,
                Some(_) => 1,
            };
            // The first place on the way where a relation has ended and the next is this one.
            let ends = |at: usize| match (walked.run.get(at), walked.run.get(at + 1)) {
                (Some(it), Some(next)) => it.turn != next.turn && turn(it.turn.of_step()) == before,
                _ => false,
            };
            let at = (0..walked.run.len()).find(|&at| ends(at)).unwrap();
            let so_far = request(grain, walked.choices[..=at].to_vec());
            let x: u32 = walked.run[at].state[0].parse().unwrap();
            let until = |goal: &str| {
                let onward = Onward::Until(goal.into());
                let asked = RunRequest {
                    onward,
                    ..so_far.clone()
                };
                let nearby = simulate_run(text, &asked).unwrap();
                assert_eq!(nearby.run.len(), so_far.choices.len(), "{grain} {goal}");
                let question = nearby.question.unwrap();
                let mut host = Clockless;
                let outcome =
                    TRANSITION_VALUES.check(&question.text, 0, &Options::default(), &mut host);
                let (asked, said) = onward_by_answer(&so_far, &question, &outcome.unwrap());
                (simulate_run(text, &asked).unwrap(), said)
            };
            let (found, said) = until("x == 49");
            assert_eq!(found.said, None, "{grain} {before}");
            let last = found.run.last().unwrap();
            assert_eq!((&*last.state[0], &*found.state.status), ("49", "running"));
            let stable =
                |it: &&lockstep_core::api::SystemStepView| it.turn.of_step() == Some("trans");
            let fired = found.run[at + 1..].iter().filter(stable);
            let changed = fired.filter(|it| it.changed.contains(&0)).count();
            // A shortest way does nothing else than to count, also where `init` has the first of the counts.
            let counted = if before == 0 { 48 } else { 49 - x };
            assert_eq!(u32::try_from(changed).unwrap(), counted, "{grain} {before}");
            assert!(said.contains("in no stable state sooner"), "{said}");
            let (found, said) = until("x == 60");
            assert_eq!(found.run.len(), so_far.choices.len());
            assert!(
                said.contains("in no stable state that can be reached"),
                "{said}"
            );
        }
    }
}

/// Another grain takes a run up: finer steps go through the same states, and coarser ones come back to them.
#[test]
fn a_run_is_the_same_run_at_another_grain() {
    for seed in 0..20 {
        let walk = Onward::Chance { seed, steps: 12 };
        let made = RunRequest {
            onward: walk,
            ..request("transition", vec![number(0)])
        };
        let made = simulate_run(BEHAVIOR, &made).unwrap();
        let states: Vec<_> = made.run.iter().skip(1).map(|it| it.state.clone()).collect();
        for grain in ["choice", "statement"] {
            let finer = RunRequest {
                along: states.clone(),
                ..request(grain, vec![number(0)])
            };
            let finer = simulate_run(BEHAVIOR, &finer).unwrap();
            assert_eq!(finer.said, None);
            assert!(finer.run.len() >= made.run.len(), "{grain}");
            // Where the relation changes, it has been executed as a whole.
            let ends = |at: &usize| match finer.run.get(at + 1) {
                Some(next) => next.turn != finer.run[*at].turn,
                None => true,
            };
            let stable = (1..finer.run.len()).filter(ends);
            let stable: Vec<_> = stable.map(|at| finer.run[at].state.clone()).collect();
            assert_eq!(stable, states, "{grain} {seed}");
            let coarser = RunRequest {
                along: stable,
                ..request("transition", vec![number(0)])
            };
            let coarser = simulate_run(BEHAVIOR, &coarser).unwrap();
            assert_eq!(coarser.run.len(), made.run.len(), "{grain} {seed}");
        }
    }
}

/// A run that goes past what is no decision ends where something is to be decided, in a state that the same choices lead to.
#[test]
fn a_run_goes_past_what_is_no_decision_and_nothing_else() {
    let mut passed = 0;
    for seed in 0..300 {
        let text = random_text(seed);
        let plain = request("transition", vec![number(0)]);
        let past = RunRequest {
            past: true,
            ..plain.clone()
        };
        let (Ok(plain), Ok(past)) = (simulate_run(&text, &plain), simulate_run(&text, &past))
        else {
            continue;
        };
        let more = &past.run[plain.run.len()..];
        assert_eq!(past.run[..plain.run.len()], plain.run, "{text}");
        let mut choices = plain.choices.clone();
        for entry in more {
            let so_far = simulate_run(&text, &request("transition", choices.clone())).unwrap();
            assert_eq!(so_far.state.choices.len(), 1, "{text}");
            assert!(!so_far.state.more, "{text}");
            let is_idle = match entry.turn.of_step() {
                Some("init") => true,
                Some("env") => entry.changed.is_empty(),
                _ => false,
            };
            assert!(is_idle, "{entry:?}\n{text}");
            choices.push(number(0));
            passed += 1;
        }
        let made = simulate_run(&text, &request("transition", past.choices.clone())).unwrap();
        assert_eq!((made.run, made.state), (past.run, past.state), "{text}");
    }
    assert!(passed > 100, "{passed}");
}

/// What fires in a choice is what is executed once it has been taken.
#[test]
fn what_fires_in_a_choice_is_what_it_executes() {
    let mut judged = 0;
    for seed in 0..200 {
        let text = random_text(seed);
        for grain in ["transition", "choice", "statement"] {
            let onward = Onward::Chance { seed, steps: 3 };
            let walk = RunRequest {
                onward,
                ..request(grain, vec![number(0)])
            };
            let Ok(made) = simulate_run(&text, &walk) else {
                continue;
            };
            let listed = made.state.choices.len();
            assert!(made.fires.len() >= listed, "{grain}\n{text}");
            for (at, fires) in made.fires.iter().enumerate().take(listed.min(4)) {
                let mut choices = made.choices.clone();
                choices.push(number(at));
                let taken = simulate_run(&text, &request(grain, choices)).unwrap();
                let entry = taken.run.last().unwrap();
                let operations: Vec<_> = fires.iter().map(|it| it.1).collect();
                assert_eq!(operations, entry.fired, "{grain}\n{text}");
                let relation = fires.first().map(|it| RELATIONS[it.0]);
                assert!(relation.is_none_or(|it| Some(it) == entry.turn.of_step()));
                judged += 1;
            }
        }
    }
    assert!(judged > 500, "{judged}");
}
