//! A run in the picture of a state space: each of its steps is in a state that is drawn, or on the way to one, or a sentence says
//! why not; whatever values it has been given.

use lockstep_core::api::{
    Clockless, NamedValue, Onward, Options, RunChoice, RunRequest, SimulatedKind, SpaceRequest,
    SpaceView, StepTurn, SystemEvidenceView, SystemStepView, TRANSITION_VALUES, simulate_run,
    simulate_space,
};

/// The run of the first check's answer.
fn answer(text: &str) -> SystemEvidenceView {
    let outcome = TRANSITION_VALUES
        .check(text, 0, &Options::default(), &mut Clockless)
        .unwrap();
    assert!(outcome.verdict.is_found(), "{text}");
    outcome.system.unwrap()
}

fn drawn(text: &str, run: SystemEvidenceView, between: bool) -> SpaceView {
    let request = SpaceRequest {
        run,
        check: Some(0),
        between,
    };
    simulate_space(text, SimulatedKind::TRANSITIONS, &request).unwrap()
}

/// In which of the drawn states a step is, each of which has its values.
fn place(view: &SpaceView, run: &SystemEvidenceView, step: usize) -> Option<usize> {
    let at = view.states.iter().position(|it| it.steps.contains(&step))?;
    assert_eq!(view.states[at].values, run.run[step].state);
    Some(at)
}

fn why(view: &SpaceView, step: usize) -> Option<&str> {
    let mut undrawn = view.undrawn.iter();
    let it = undrawn.find(|it| (it.first..=it.last).contains(&step))?;
    Some(&it.why)
}

/// Whether a step is lit, or on the way along an edge that is.
fn is_shown(view: &SpaceView, run: &SystemEvidenceView, step: usize) -> bool {
    place(view, run, step).is_some()
        || (view.edges.iter()).any(|it| it.lit && it.within.contains(&step))
}

#[test]
fn values_that_are_not_tried_are_lit_where_a_run_has_them() {
    let texts = [
        "var x : integer trans { x := x; } init {} env {} prop { x != 1000 }",
        "var x : integer var y : integer = 0 trans { y := x; } init {} env {} prop { x * x != 10000 }",
        "var x : integer = 0 trans { havoc x; } init {} env {} prop { x != 1000 }",
        "var x : integer = 0 var y : integer = 0 trans { y := x; } init {} env { havoc x; } prop { y != 2000 }",
    ];
    for text in texts {
        let run = answer(text);
        let last = run.run.len() - 1;
        for between in [false, true] {
            let view = drawn(text, run.clone(), between);
            let at = place(&view, &run, last).unwrap_or_else(|| panic!("{text}"));
            assert!(view.states[at].goal, "{text}");
            assert_eq!(view.undrawn, [], "{text}");
            for step in 0..=last {
                let before = (0..step).all(|it| place(&view, &run, it).is_none());
                assert!(is_shown(&view, &run, step) || before, "{step} {text}");
            }
        }
    }
}

#[test]
fn a_value_named_by_hand_is_lit_at_every_grain() {
    let text = "var x : integer = 0 var n : 0..1 = 0 trans { havoc x; n := 1; } init {} env {} prop { true }";
    for grain in ["", "choice", "statement"] {
        let mut request = RunRequest {
            grain: grain.into(),
            choices: vec![RunChoice::numbered(0)],
            ..RunRequest::default()
        };
        // Up to where the value is asked for.
        for _ in 0..6 {
            let run = simulate_run(text, &request).unwrap();
            request.choices = run.choices;
            if !run.state.nameable.is_empty() {
                break;
            }
            let mut on = request.clone();
            on.onward = Onward::Chance { seed: 1, steps: 1 };
            request.choices = simulate_run(text, &on).unwrap().choices;
        }
        request.onward = Onward::Named(vec![NamedValue {
            variable: "x".into(),
            value: "123456".into(),
        }]);
        let mut made = simulate_run(text, &request).unwrap();
        while made.state.status == "inside" {
            let on = RunRequest {
                grain: grain.into(),
                choices: made.choices,
                onward: Onward::Chance { seed: 1, steps: 1 },
                ..RunRequest::default()
            };
            made = simulate_run(text, &on).unwrap();
        }
        let run = SystemEvidenceView {
            run: made.run,
            ..SystemEvidenceView::default()
        };
        let last = run.run.len() - 1;
        assert_eq!(run.run[last].state, ["123456", "1"], "{grain}");
        for between in [false, true] {
            let view = drawn(text, run.clone(), between);
            let at = place(&view, &run, last);
            let at = at.unwrap_or_else(|| panic!("{grain} {between}: {:?}", view.undrawn));
            assert!(
                (view.edges.iter()).any(|it| it.lit && it.to == at),
                "{grain}"
            );
        }
    }
}

#[test]
fn where_a_step_is_not_drawn_a_sentence_says_why() {
    // Nothing of the run shows the value that was chosen.
    let hidden = "var x : integer = 0 var y : integer = 0 trans { havoc x; y := x * 2; x := 0; } init {} env {} prop { y != 2000 }";
    let run = answer(hidden);
    let view = drawn(hidden, run.clone(), false);
    let last = run.run.len() - 1;
    assert_eq!(place(&view, &run, last), None);
    assert_eq!(
        why(&view, last),
        Some(
            "is not drawn: it needs values that were not tried. It would stand in column 1 or before."
        )
    );
    let between = drawn(hidden, run, true);
    assert!(
        why(&between, last)
            .unwrap()
            .ends_with("column 3 or before.")
    );

    // Each step that follows has its own column.
    let longer = "var x : integer = 0 var y : integer = 0 trans { havoc x; y := x * 2; x := 0; } or { assume y > 9; y := y + 1; } init {} env {} prop { y != 2001 || x != 0 }";
    let run = SystemEvidenceView {
        run: [
            ("", "0"),
            ("init", "0"),
            ("env", "0"),
            ("trans", "2000"),
            ("env", "2000"),
            ("trans", "2001"),
        ]
        .map(|(relation, y)| SystemStepView {
            turn: match relation {
                "" => StepTurn::Start,
                relation => StepTurn::Relation(relation.to_owned()),
            },
            state: vec!["0".to_owned(), y.to_owned()],
            ..SystemStepView::default()
        })
        .into(),
        ..SystemEvidenceView::default()
    };
    let view = drawn(longer, run.clone(), false);
    assert!(why(&view, 3).unwrap().ends_with("column 1 or before."));
    assert!(why(&view, 5).unwrap().ends_with("column 2 or before."));
    let view = drawn(longer, run, true);
    let columns = [3, 4, 5].map(|step| {
        why(&view, step)
            .unwrap()
            .ends_with(&format!("column {step} or before."))
    });
    assert_eq!(columns, [true; 3]);

    // The text has been edited since.
    let edited = "var x : 0..9 = 0 trans { x := x + 1; } init {} env {} prop { x < 3 }";
    let run = answer(edited);
    let view = drawn(&edited.replace("+ 1", "+ 2"), run.clone(), false);
    let gone = Some("is not drawn: the text has no such run any more.");
    assert_eq!(why(&view, 3), gone);
    assert_eq!(why(&view, run.run.len() - 1), gone);
    assert_eq!(why(&view, 1), None);

    // It stands between two states.
    let run = answer(edited);
    let open = SystemEvidenceView {
        run: run.run[..3].to_vec(),
        ..SystemEvidenceView::default()
    };
    let view = drawn(edited, open.clone(), false);
    assert_eq!(
        why(&view, 2),
        Some("is on the way to a state that the run has not reached yet.")
    );
    assert!(place(&view, &open, 1).is_some());
    assert!(place(&drawn(edited, open.clone(), true), &open, 2).is_some());
}

#[test]
fn of_a_run_through_very_many_states_the_end_is_lit() {
    let text = "var x : integer = 0 trans { x := x + 1; } init {} env {} prop { x != 1000 }";
    let run = answer(text);
    let view = drawn(text, run.clone(), false);
    let last = run.run.len() - 1;
    assert!(place(&view, &run, last).is_some() && place(&view, &run, 1).is_some());
    let mut left_out = 0;
    for step in 1..=last {
        let said = why(&view, step);
        match is_shown(&view, &run, step) {
            true => assert_eq!(said, None, "{step}"),
            false if run.run[step].turn.of_step() == Some("env") => {}
            false => {
                let many = "is in a state that is not drawn: the run has too many.";
                assert_eq!(said, Some(many), "{step}");
                left_out += 1;
            }
        }
    }
    assert_eq!(left_out, 1001 - 300 - 150);
}
