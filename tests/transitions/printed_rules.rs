//! Runs by the thesis' rules: the examples show each defect, beside the corrected rules.

use std::path::Path;

use lockstep_core::api::{
    AllRuns, NoSimulation, Onward, RunChoice, RunRequest, SimulatedKind, SimulatedRun,
    SimulationOptions, simulate_all, simulate_by_chance, simulate_run,
};

/// An example of the folder, and the rules and choices that its header opens it with.
/// What choices do, in words.
fn words(choices: &[RunChoice]) -> Vec<String> {
    let words = choices.iter().map(|it| it.known_by.to_string());
    words.collect()
}

fn example(name: &str) -> (String, &'static str, Vec<RunChoice>) {
    let file = format!("../static/examples/splitting/{name}.xsts");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
    let told = text.lines().find_map(|it| it.strip_prefix("// by hand: "));
    let told = told.unwrap();
    let rules = match &told[..2] {
        "pc" => "printed",
        "lc" => "literal",
        other => panic!("{name}: {other}"),
    };
    let choices = told[2..]
        .split('.')
        .map(|it| RunChoice::numbered(it.parse().unwrap()));
    let choices = choices.collect();
    (text, rules, choices)
}

pub fn made(text: &str, rules: &str, choices: Vec<RunChoice>, onward: Onward) -> SimulatedRun {
    let request = RunRequest {
        grain: "choice".into(),
        rules: rules.into(),
        choices,
        onward,
        ..RunRequest::default()
    };
    simulate_run(text, &request).unwrap()
}

fn all(text: &str, rules: &str) -> AllRuns {
    let options = SimulationOptions {
        grain: "choice".into(),
        rules: rules.into(),
        ..SimulationOptions::default()
    };
    simulate_all(text, SimulatedKind::TRANSITIONS, &options, 10_000).unwrap()
}

/// Nodes of all runs at which some run ends in this way.
fn ending(all: &AllRuns, word: &str) -> usize {
    let ends = |it: &&lockstep_core::api::RunNode| it.ends.iter().any(|it| it == word);
    all.nodes.iter().filter(ends).count()
}

/// What the buttons of a run would say.
fn offered(run: &SimulatedRun) -> Vec<&str> {
    run.state.choices.iter().map(|it| &*it.what).collect()
}

#[test]
fn each_example_ends_where_its_header_says() {
    let lost = "The printed splitting is stuck here and loses the run: by the definitions the transition can be completed.";
    let not_offered = |step: &str| {
        format!(
            "The printed splitting is stuck here: no way on completes the transition. The corrected one does not offer step {step}."
        )
    };
    for (name, status, ending) in [
        ("t1", "inside", Some(lost.to_owned())),
        ("t2", "inside", Some(lost.to_owned())),
        ("t3", "inside", Some(not_offered("1.1, `trans: y := 1`"))),
        ("t4", "running", None),
        (
            "t5",
            "covered",
            Some("As printed a run ends where it comes back: it was in this state after step 0.1. As corrected it goes on.".into()),
        ),
        (
            "t6",
            "stuck",
            Some("The printed splitting is stuck here: it has no fragment for what comes next. By the definitions the run goes on.".into()),
        ),
        ("t7", "inside", Some(not_offered("1.1, `trans: x := -8`"))),
    ] {
        let (text, rules, choices) = example(name);
        let steps = choices.len();
        let run = made(&text, rules, choices, Onward::Stay);
        assert_eq!(run.said, None, "{name}");
        assert_eq!(run.run.len(), steps, "{name}: the header's run goes to its end");
        assert_eq!((&*run.state.status, &run.state.ending), (status, &ending), "{name}");
        assert_eq!(run.state.choices.is_empty(), ending.is_some(), "{name}");
        // By the corrected rules no run ends in one of these ways, however far chance goes.
        let onward = Onward::Chance { seed: 1, steps: 40 };
        let start = RunChoice::numbered(0);
        let corrected = made(&text, "", vec![start], onward);
        assert_eq!(corrected.state.ending, None, "{name}");
        assert_eq!(corrected.run.len(), 41, "{name}");
    }
}

#[test]
fn what_is_lost_dead_or_empty_in_the_examples() {
    // B4.1: after the fork nothing happens, so that no state but the first is stable.
    let (text, rules, _) = example("t1");
    let literal = all(&text, rules);
    assert_eq!((literal.nodes.len(), ending(&literal, "dead-end")), (1, 1));
    assert_eq!(
        ending(&all(&text, "printed"), "dead-end"),
        0,
        "as meant it is right"
    );
    assert_eq!(ending(&all(&text, ""), "dead-end"), 0);
    // B4.2: y gets no value ever, and both of its values by the corrected rules.
    let (text, rules, _) = example("t2");
    let gives = |all: &AllRuns| {
        let changes = all.nodes.iter().skip(1).flat_map(|it| &it.changes);
        changes.filter(|it| it.name == "y").count()
    };
    let (printed, corrected) = (all(&text, rules), all(&text, ""));
    assert_eq!(gives(&printed), 0);
    assert!(gives(&corrected) > 1 && ending(&corrected, "dead-end") == 0);
    assert!(ending(&printed, "dead-end") > 0);
    // B4.3: the run through y := 1 is saved as one that ends; the corrected rules do not offer it.
    let (text, rules, mut choices) = example("t3");
    let (printed, corrected) = (all(&text, rules), all(&text, ""));
    assert!(ending(&printed, "dead-end") == 1 && ending(&printed, "stuck") == 0);
    assert_eq!(ending(&corrected, "dead-end"), 0);
    choices.pop();
    let before = made(&text, rules, choices.clone(), Onward::Stay);
    assert_eq!(offered(&before), ["trans: y := 1", "trans: y := 2"]);
    // One empty fragment less comes before the choice.
    choices.pop();
    let before = made(&text, "", choices, Onward::Stay);
    assert_eq!(offered(&before), ["trans: y := 2"]);
    let stopped: Vec<_> = before.state.blocked.iter().map(|it| &*it.what).collect();
    assert_eq!(stopped, ["trans: y := 1"]);
    // B4.4: of the three steps of a transition two do nothing.
    let (text, rules, choices) = example("t4");
    let run = made(&text, rules, choices.clone(), Onward::Stay);
    let done: Vec<_> = words(&run.choices[3..]);
    let empty = "trans: an empty fragment";
    assert_eq!(done, [empty, "trans: x := 1", empty]);
    assert!(run.run[3].changed.is_empty() && run.run[5].changed.is_empty());
    let run = made(&text, "", choices, Onward::Stay);
    let done: Vec<_> = words(&run.choices[3..]);
    assert_eq!(done, ["trans: x := 1", "env", "trans: x := 1"]);
    // B4.6: to the letter nothing happens; as meant all that does.
    let (text, rules, _) = example("t6");
    assert_eq!(
        (
            all(&text, rules).states,
            ending(&all(&text, rules), "stuck")
        ),
        (1, 1)
    );
    for rules in ["", "printed"] {
        assert!(all(&text, rules).nodes.len() == 4 && ending(&all(&text, rules), "stuck") == 0);
    }
    // B4.7: sixteen of seventeen values are offered for nothing; the corrected rules offer one and ask for others.
    let (text, rules, mut choices) = example("t7");
    choices.pop();
    let before = made(&text, rules, choices.clone(), Onward::Stay);
    assert_eq!(before.state.choices.len(), 17);
    let dead = (0..17).filter(|&number| {
        let mut choices = choices.clone();
        choices.push(RunChoice::numbered(number));
        made(&text, rules, choices, Onward::Stay)
            .state
            .ending
            .is_some()
    });
    assert_eq!(dead.count(), 16);
    choices.pop();
    let before = made(&text, "", choices, Onward::Stay);
    assert_eq!(
        (&offered(&before)[..], before.state.more),
        (&["trans: x := 3"][..], true)
    );
    assert_eq!(before.state.nameable, ["x"]);
    assert!(!all(&text, rules).complete && !all(&text, "").complete);
}

/// B4.5: as printed nobody goes round a loop twice, by hand, by chance, or on to where something is true.
#[test]
fn a_run_ends_where_it_comes_back_as_printed_only() {
    let (text, rules, choices) = example("t5");
    let mut farther = choices.clone();
    farther.push(RunChoice::of_words(0, "env".into()));
    let stopped = made(&text, rules, farther.clone(), Onward::Stay);
    assert_eq!(
        stopped.said.as_deref(),
        Some("The run still goes as far as step 2: `env` is not possible.")
    );
    assert_eq!(made(&text, "", farther, Onward::Stay).said, None);
    for onward in [
        Onward::Chance { seed: 3, steps: 9 },
        Onward::Until("light == Green".into()),
    ] {
        let here = made(&text, rules, choices.clone(), onward.clone());
        assert_eq!((here.run.len(), here.said), (choices.len(), None));
        assert!(made(&text, "", choices.clone(), onward).run.len() > choices.len());
    }
    let options = |rules: &str| SimulationOptions {
        grain: "choice".into(),
        rules: rules.into(),
        ..SimulationOptions::default()
    };
    let walk = |rules| {
        let kind = SimulatedKind::TRANSITIONS;
        let runs = simulate_by_chance(&text, kind, &options(rules), 1, 1, 30).unwrap();
        let run = &runs.runs[0];
        (run.steps.len(), run.end.clone(), run.ending.is_some())
    };
    assert_eq!(walk("printed"), (5, "covered".into(), true));
    assert_eq!(walk(""), (30, "steps".into(), false));
    // A run that was made by other rules is followed as far as it goes.
    let round = made(
        &text,
        "",
        choices[..1].to_vec(),
        Onward::Chance { seed: 1, steps: 9 },
    );
    let along = round.run[1..].iter().map(|it| it.state.clone()).collect();
    let request = RunRequest {
        grain: "choice".into(),
        rules: rules.into(),
        choices: choices[..1].to_vec(),
        along,
        ..RunRequest::default()
    };
    let taken_up = simulate_run(&text, &request).unwrap();
    assert_eq!(taken_up.run.len(), 6);
    assert_eq!(
        taken_up.said.as_deref(),
        Some(
            "The run is followed for 5 of 9 choices: there it comes back, and as printed it ends."
        )
    );
}

#[test]
fn rules_that_do_not_exist_are_refused() {
    let (text, ..) = example("t3");
    let request = RunRequest {
        grain: "choice".into(),
        rules: "Printed".into(),
        ..RunRequest::default()
    };
    let what = "there are no rules `Printed`; rules are corrected, printed, literal";
    assert_eq!(
        simulate_run(&text, &request),
        Err(NoSimulation::Option(what.into()))
    );
}
