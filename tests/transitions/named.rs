//! Values that are named by hand, among the choices or not: at the start, and in steps.

use lockstep_core::api::{
    Clockless, NamedValue, NoSimulation, Onward, Options, RunChoice, RunRequest, TRANSITION_VALUES,
    simulate_run,
};
use lockstep_core::language::transitions::{Settings, TransitionSystem, read};
use lockstep_core::system::System;

use super::runs::{number, request};

/// A start value that the text leaves open can be any.
#[test]
fn any_start_value_can_be_named() {
    let text = "var x : integer\nvar on : boolean\nvar kept : integer = 7\ntrans { kept := x; }\ninit {}\nenv {}\n\
                prop { kept < 1000 }\n";
    let named = |grain: &str, all: &[(&str, &str)]| {
        let of = |&(variable, value): &(&str, &str)| NamedValue {
            variable: variable.into(),
            value: value.into(),
        };
        let onward = Onward::Named(all.iter().map(of).collect());
        let request = RunRequest {
            onward,
            ..request(grain, Vec::new())
        };
        simulate_run(text, &request).unwrap()
    };
    let (model, _) = read(text);
    let system = TransitionSystem::new(&model, Settings::default());
    for grain in ["transition", "choice", "statement"] {
        let open = simulate_run(text, &request(grain, Vec::new())).unwrap();
        assert_eq!(open.state.nameable, ["x"]);
        for (value, is_listed) in [("1000", false), ("-70000000000", false), ("3", true)] {
            let found = named(grain, &[("x", value)]);
            assert_eq!(found.run.len(), 1);
            assert_eq!(found.run[0].state, [value, "false", "7"]);
            let said = format!(
                "2 of the starts that were tried have `x = {value}`; this is the first of them."
            );
            assert_eq!(found.said, Some(said));
            assert_eq!(found.choices[0].number == usize::MAX, !is_listed);
            // It is known again by what it gives, and one can go on from there and take it up at another grain.
            let again = simulate_run(text, &request(grain, found.choices.clone())).unwrap();
            assert_eq!((&again.run, again.said), (&found.run, None));
            let finer = request("statement", found.choices.clone());
            assert_eq!(simulate_run(text, &finer).unwrap().run, found.run);
            let mut choices = found.choices.clone();
            choices.extend([number(0), number(0), number(0)]);
            let on = simulate_run(text, &request("transition", choices)).unwrap();
            assert_eq!(on.run.last().unwrap().state, [value, "false", value]);
            let start = system.valuation(
                &[value.parse().unwrap(), 0, 7].map(lockstep_core::expression::Value::Number),
                lockstep_core::language::transitions::Relation::Init,
            );
            assert!(system.starts_in(&start));
        }
        for (variable, value) in [("kept", "8"), ("on", "1"), ("z", "1")] {
            let none = named(grain, &[(variable, value)]);
            assert!(none.choices.is_empty() && none.state.status == "start");
            let said = format!("The system cannot start with `{variable} = {value}`.");
            assert_eq!(none.said, Some(said));
        }
        let same = named(grain, &[("x", "1000"), ("kept", "7")]);
        assert!(
            same.choices.is_empty(),
            "only what is open can be named: {same:?}"
        );
    }
    // The run of an answer is taken up from its own start, which nobody would have offered.
    let outcome = TRANSITION_VALUES
        .check(text, 0, &Options::default(), &mut Clockless)
        .unwrap();
    let evidence = outcome.system.unwrap();
    let along = evidence.run[1..].iter().map(|it| it.state.clone());
    let taken = RunRequest {
        along: along.collect(),
        ..request("transition", evidence.start_choice().into_iter().collect())
    };
    let made = simulate_run(text, &taken).unwrap();
    let states = |run: &[lockstep_core::api::SystemStepView]| -> Vec<_> {
        run.iter().map(|it| it.state.clone()).collect()
    };
    assert_eq!(states(&made.run), states(&evidence.run));
    let gone = text.replace("var x : integer", "var x : 0..9");
    let gone = simulate_run(&gone, &taken).unwrap();
    let said = "The run starts where the system does not start any more.";
    assert_eq!(gone.said.as_deref(), Some(said));
}

/// A value need not be offered to be chosen: whoever names one gets a step of the interpreter with it, or the reason against it.
#[test]
fn any_value_can_be_named() {
    let text = "var x : integer = 0\nvar y : 0..9 = 0\nvar on : boolean = false\ntrans { choice { y := 1; } or { y := 2; } }\n\
                init {}\nenv {\n  havoc x;\n  assume x < 5000;\n  havoc on;\n}\nprop { true }\n";
    let named = |grain: &str, choices: &[RunChoice], variable: &str, value: &str| {
        let onward = Onward::Named(vec![NamedValue {
            variable: variable.into(),
            value: value.into(),
        }]);
        let request = RunRequest {
            onward,
            ..request(grain, choices.to_vec())
        };
        simulate_run(text, &request)
    };
    let made = |choices: &[RunChoice]| simulate_run(text, &request("transition", choices.to_vec()));
    for grain in ["transition", "choice", "statement"] {
        // Behind `init`, where it is a step of its own.
        let steps = |it: usize| vec![number(0); it + 1];
        let at = (0..4).find(|&it| {
            let found = named(grain, &steps(it), "x", "1000").unwrap();
            found.choices.len() == it + 2
        });
        let at = steps(at.unwrap());
        for value in ["1000", "-70000000000", "3"] {
            let found = named(grain, &at, "x", value).unwrap();
            assert_eq!(found.run.last().unwrap().state[0], value, "{grain}");
            assert_eq!(found.state.steps, at.len());
            // The system has it as one of several, where the other value is open as well.
            let several = found.said.is_some_and(|it| it.starts_with("2 steps with"));
            assert_eq!(several, grain == "transition");
            // It is known again by what it did, and one can go on from there.
            assert_eq!(made(&at).unwrap().state.nameable, ["x"]);
            let again = request(grain, found.choices.clone());
            let again = simulate_run(text, &again).unwrap();
            assert_eq!((&again.run, again.said), (&found.run, None));
            assert_eq!(again.state, found.state);
            assert!(!again.state.choices.is_empty());
            assert_eq!(
                found.choices.last().unwrap().number == usize::MAX,
                value != "3"
            );
        }
        let none = named(grain, &at, "x", "5000").unwrap();
        assert_eq!(none.choices.len(), at.len());
        let said = none.said.unwrap();
        // Where a choice is a step of its own, it is a later one that cannot be made.
        let after = if grain == "transition" {
            ""
        } else {
            "after it "
        };
        let why = format!("{after}`assume x < 5000` is false (line 8)");
        let expected = format!("No step with `x = 5000` can be completed: {why}.");
        assert_eq!(said, expected, "{grain}");
        let none = named(grain, &at, "y", "1").unwrap().said.unwrap();
        assert_eq!(none, "No step that is possible here asks for `y = 1`.");
        let none = named(grain, &at, "x", "1e3");
        assert!(matches!(none, Err(NoSimulation::Option(_))));
    }
    let found = named("transition", &[number(0), number(0)], "x", "1000").unwrap();
    let edited = simulate_run(
        &text.replace("5000", "500"),
        &request("transition", found.choices.clone()),
    );
    let said = edited.unwrap().said.unwrap();
    assert!(said.contains("`env: x := 1000"), "{said}");
    assert!(made(&found.choices).unwrap().said.is_none());
}
