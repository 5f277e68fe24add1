//! Runs by the thesis' rules: the examples show each defect, beside the corrected rules, and what is said of where such a run
//! ends is true of the definitions.

use std::collections::BTreeSet;
use std::path::Path;

use lockstep_core::api::{
    AllRuns, NoSimulation, Onward, RunChoice, RunRequest, SimulatedKind, SimulatedRun,
    SimulationOptions, simulate_all, simulate_by_chance, simulate_run,
};
use lockstep_core::expression::{Value, evaluate, truth};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print::print;
use lockstep_core::language::transitions::{OperationKind, Relation, TransitionModel, read};
use lockstep_core::text::Severity;

/// An example of the folder, and the rules and choices that its header opens it with.
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
    let choices = told[2..].split('.').map(|it| RunChoice {
        number: it.parse().unwrap(),
        what: String::new(),
    });
    let choices = choices.collect();
    (text, rules, choices)
}

fn made(text: &str, rules: &str, choices: Vec<RunChoice>, onward: Onward) -> SimulatedRun {
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
        ("t3", "inside", Some(not_offered("4, `trans: y := 1`"))),
        ("t4", "running", None),
        (
            "t5",
            "covered",
            Some("As printed a run ends where it comes back: it was in this state after step 1. As corrected it goes on.".into()),
        ),
        (
            "t6",
            "stuck",
            Some("The printed splitting is stuck here: it has no fragment for what comes next. By the definitions the run goes on.".into()),
        ),
        ("t7", "inside", Some(not_offered("4, `trans: x := -8`"))),
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
        let start = RunChoice { number: 0, what: String::new() };
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
    let done: Vec<_> = run.choices[3..].iter().map(|it| &*it.what).collect();
    let empty = "trans: an empty fragment";
    assert_eq!(done, [empty, "trans: x := 1", empty]);
    assert!(run.run[3].changed.is_empty() && run.run[5].changed.is_empty());
    let run = made(&text, "", choices, Onward::Stay);
    let done: Vec<_> = run.choices[3..].iter().map(|it| &*it.what).collect();
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
        let what = String::new();
        choices.push(RunChoice { number, what });
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
    farther.push(RunChoice {
        number: 0,
        what: "env".into(),
    });
    let stopped = made(&text, rules, farther.clone(), Onward::Stay);
    assert_eq!(
        stopped.said.as_deref(),
        Some("The run still goes 5 steps: step 6, `env`, is not possible.")
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
        Some("The run is followed for 5 of 9 steps: there it comes back, and as printed it ends.")
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

/// What a run has done since its last stable state, and the values that the text declares after so much of it.
#[derive(Default)]
struct Done {
    operations: Vec<usize>,
    states: Vec<(usize, Vec<String>)>,
}

/// What is still to be executed, the next on top; branches run beside one another, and what is below them waits.
type Rest = Vec<Part>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    One(usize),
    Beside(Vec<Rest>),
}

/// The definitions one operation at a time, and by themselves: of what this test makes, which is without local variables,
/// loops, arrays, and integers without a range.
struct Judge<'m> {
    model: &'m TransitionModel,
}

impl Judge<'_> {
    /// Whether something in an operation decides or changes anything.
    fn tells(&self, operation: usize) -> bool {
        use OperationKind::{Choice, Parallel, Sequence};
        match &self.model.operations[operation].kind {
            Sequence(parts, _) | Choice(parts) | Parallel(parts) => {
                parts.iter().any(|&it| self.tells(it))
            }
            _ => true,
        }
    }

    /// Every way to go on by one operation: what it was, if that is told, what is left, and the values after it.
    fn steps(&self, rest: &Rest, values: &[Value]) -> Vec<(Option<usize>, Rest, Vec<Value>)> {
        let mut rest = rest.clone();
        let operation = match rest.pop() {
            None => return Vec::new(),
            Some(Part::Beside(branches)) => {
                let open: Vec<Rest> = branches.into_iter().filter(|it| !it.is_empty()).collect();
                if open.is_empty() {
                    return vec![(None, rest, values.to_vec())];
                }
                let mut all = Vec::new();
                for (at, branch) in open.iter().enumerate() {
                    for (told, left, after) in self.steps(branch, values) {
                        let mut branches = open.clone();
                        branches[at] = left;
                        let mut rest = rest.clone();
                        rest.push(Part::Beside(branches));
                        all.push((told, rest, after));
                    }
                }
                return all;
            }
            Some(Part::One(operation)) => operation,
        };
        let told = Some(operation);
        let with = |part: usize| {
            let mut rest = rest.clone();
            rest.push(Part::One(part));
            rest
        };
        let set = |variable: usize, value: Value| {
            let mut after = values.to_vec();
            let fits = value.fits(&self.model.variables[variable].sort);
            after[variable] = value;
            fits.then(|| (told, rest.clone(), after))
        };
        match &self.model.operations[operation].kind {
            OperationKind::Assign(variable, term) => {
                let value = evaluate(term, values).ok();
                value
                    .and_then(|it| set(*variable, it))
                    .into_iter()
                    .collect()
            }
            OperationKind::Assume(term) => match truth(term, values) {
                Ok(true) => vec![(told, rest, values.to_vec())],
                _ => Vec::new(),
            },
            OperationKind::Havoc(variable) => (-9..99)
                .map(Value::Number)
                .filter_map(|it| set(*variable, it))
                .collect(),
            OperationKind::Sequence(parts, _) => {
                rest.extend(parts.iter().rev().map(|&it| Part::One(it)));
                vec![(None, rest, values.to_vec())]
            }
            OperationKind::Choice(parts) => {
                let entered = parts.iter().map(|&it| (None, with(it), values.to_vec()));
                entered.collect()
            }
            OperationKind::If(term, then, otherwise) => match (truth(term, values), otherwise) {
                (Ok(true), _) => vec![(told, with(*then), values.to_vec())],
                (Ok(false), Some(otherwise)) => vec![(told, with(*otherwise), values.to_vec())],
                (Ok(false), None) => vec![(told, rest, values.to_vec())],
                (Err(_), _) => Vec::new(),
            },
            OperationKind::Parallel(parts) => {
                let branches = parts.iter().map(|&it| vec![Part::One(it)]).collect();
                rest.push(Part::Beside(branches));
                let told = told.filter(|&it| self.tells(it));
                vec![(told, rest, values.to_vec())]
            }
            OperationKind::Declare(..) | OperationKind::For { .. } => {
                unreachable!("the test leaves these out")
            }
        }
    }

    fn shown(&self, values: &[Value]) -> Vec<String> {
        let sorts = self.model.variables.iter();
        let shown = sorts.zip(values).map(|(it, value)| value.show(&it.sort));
        shown.collect()
    }

    /// Whether some transition of a relation begins like this and comes to its end.
    fn begins(&self, values: &[Value], turn: Relation, done: &Done) -> bool {
        let agrees = |count: usize, values: &[Value]| {
            let told = done.states.iter().filter(|it| it.0 == count);
            { told }.all(|it| it.1 == self.shown(values))
        };
        let starts = self.model.alternatives(turn).iter();
        let starts = starts.map(|&it| (vec![Part::One(it)], values.to_vec(), 0));
        let mut open: Vec<(Rest, Vec<Value>, usize)> = starts.collect();
        let mut seen = BTreeSet::new();
        while let Some((rest, values, count)) = open.pop() {
            if rest.is_empty() && count == done.operations.len() {
                return true;
            }
            for (told, rest, after) in self.steps(&rest, &values) {
                let next = match (told, done.operations.get(count)) {
                    (Some(told), Some(&wanted)) if told == wanted => count + 1,
                    (Some(_), Some(_)) => continue,
                    (Some(_), None) | (None, _) => count,
                };
                let is_new = next > count;
                let next = (rest, after, next);
                if (!is_new || agrees(next.2, &next.1)) && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        false
    }
}

/// What is said where a run by the thesis' rules ends is judged by the definitions of whole transitions.
#[test]
fn every_ending_is_true() {
    let shape = SystemShape {
        integers: false,
        arrays: false,
        ..SystemShape::default()
    };
    let (mut dead, mut lost, mut back, mut before) = (0, 0, 0, 0);
    for seed in 0..12_000 {
        let mut random = Random::new(seed);
        let text = print(&transitions(&shape, &mut random));
        // Values of local variables are not shown.
        let (model, findings) = read(&text);
        if text.contains("local")
            || text.contains("for ")
            || findings.iter().any(|it| it.severity == Severity::Error)
        {
            continue;
        }
        let rules = ["printed", "literal"][seed as usize % 5 / 4];
        let start = RunChoice {
            number: 0,
            what: String::new(),
        };
        let run = made(
            &text,
            rules,
            vec![start],
            Onward::Chance { seed, steps: 30 },
        );
        let Some(said) = &run.state.ending else {
            continue;
        };
        let states: Vec<_> = run.run.iter().map(|it| &it.state).collect();
        if let Some(step) =
            said.strip_prefix("As printed a run ends where it comes back: it was in this state ")
        {
            let step = step.strip_suffix(". As corrected it goes on.").unwrap();
            let step = step
                .strip_prefix("after step ")
                .map_or(0, |it| it.parse().unwrap());
            assert_eq!(states[step], states[states.len() - 1], "{seed} {text}");
            back += 1;
            continue;
        }
        // The transition that has begun: the last steps of one relation.
        let inside = run.state.status == "inside";
        let last = run.run.len() - 1;
        let relation = run.run[last].relation.clone();
        let first = match inside {
            true => {
                (0..=last)
                    .rev()
                    .take_while(|&it| run.run[it].relation == relation)
                    .last()
                    .unwrap()
                    - 1
            }
            false => last,
        };
        let turn = match (inside, relation.as_deref()) {
            (true, Some("init")) | (false, None) => Relation::Init,
            (true, Some("env")) | (false, Some("init" | "trans")) => Relation::Env,
            _ => Relation::Trans,
        };
        let sorts = model.variables[..model.globals].iter();
        let values = sorts
            .zip(states[first])
            .map(|(it, shown)| Value::read(shown, &it.sort).unwrap());
        let values: Vec<_> = values.collect();
        let judge = Judge { model: &model };
        let begins = |to: usize| {
            let mut done = Done::default();
            for step in &run.run[first + 1..=to] {
                for &operation in step.fired.iter().filter(|&&it| judge.tells(it)) {
                    // A join is no operation, and is told as one.
                    let is_parallel =
                        matches!(model.operations[operation].kind, OperationKind::Parallel(_));
                    if !is_parallel || !done.operations.contains(&operation) {
                        done.operations.push(operation);
                    }
                }
                done.states
                    .push((done.operations.len(), step.state.clone()));
            }
            judge.begins(&values, turn, &done)
        };
        let rest = said
            .strip_prefix("The printed splitting is stuck here")
            .unwrap();
        if let Some(rest) = rest.strip_prefix(
            ": no way on completes the transition. The corrected one does not offer step ",
        ) {
            let (step, what) = rest.split_once(", `").unwrap();
            let step: usize = step.parse().unwrap();
            assert_eq!(what, format!("{}`.", run.choices[step].what));
            assert!(
                inside && step > first && !begins(step),
                "{seed} {rules} {said}\n{text}"
            );
            assert!(
                step == first + 1 || begins(step - 1),
                "{seed} {rules} {said}\n{text}"
            );
            dead += 1;
        } else if rest == " and loses the run: by the definitions the transition can be completed."
        {
            assert!(
                inside && begins(last),
                "{seed} {rules} {:?}\n{text}",
                run.choices
            );
            lost += 1;
        } else {
            assert_eq!(
                rest,
                ": it has no fragment for what comes next. By the definitions the run goes on."
            );
            assert!(!inside && begins(last), "{seed} {rules}\n{text}");
            before += 1;
        }
    }
    assert!(
        dead > 200 && lost > 120 && back > 700 && before > 120,
        "{dead} {lost} {back} {before}"
    );
}
