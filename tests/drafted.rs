//! Questions that are put together by pointing: every term that is offered can be read, and it is true exactly where it was pointed at.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use lockstep_core::api::{
    Analysis, Asks, Kinds, Onward, Options, RunRequest, StructureKind, SystemStepView, analyse,
    chart_scene, chart_state_term, check_of_kind, drafted, drafted_line, drafted_text, near_misses,
    place_term, runs_of, simulate_run_tracking, value_term, value_terms, watched, watched_chart,
};
use lockstep_tests::Clockless;

/// Entries of the run by chance that the values are taken from.
const STEPS: usize = 12;

/// All examples with what they mean.
fn examples() -> Vec<(PathBuf, String, Analysis)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples");
    let mut found = Vec::new();
    for folder in ["classes", "machines", "statecharts", "systems", "templates"] {
        let files = std::fs::read_dir(root.join(folder)).expect("the examples are there");
        let mut files: Vec<_> = files.map(|it| it.unwrap().path()).collect();
        files.sort();
        for path in files {
            let Ok(text) = std::fs::read_to_string(&path) else {
                continue;
            };
            let analysis = Kinds::whole().analyse(&text);
            if !analysis.has_errors && path.extension().is_some_and(|it| it != "use") {
                found.push((path, text, analysis));
            }
        }
    }
    assert!(found.len() > 30, "{}", found.len());
    found
}

/// Asks for terms in every way, each by itself and two of them together.
fn can_be_read(text: &str, kind: StructureKind, terms: &[String]) {
    let whole = Kinds::whole();
    let analyse = |text: &str| whole.analyse(text);
    let last = terms.last().cloned();
    let pairs = terms.iter().zip(last.iter().cycle());
    let pairs = pairs.filter(|it| it.0.split('.').next() != it.1.split('.').next());
    let pairs = pairs.map(|(one, other)| vec![one.clone(), other.clone()]);
    let alone = terms.iter().map(|it| vec![it.clone()]);
    for terms in alone.chain(pairs) {
        for &asks in Asks::of(kind) {
            let line = drafted_line(kind, asks, &terms, Some(3)).unwrap();
            let asked = drafted(text, &line, analyse);
            let asked = asked.unwrap_or_else(|why| panic!("{line}: {why}\n{text}"));
            assert_eq!(format!("check {} within 3", asked.title), line, "{text}");
            assert_eq!(asked.bound, Some(3));
        }
    }
}

/// A run by chance of a text.
fn run(text: &str, kind: StructureKind) -> Vec<SystemStepView> {
    let onward = Onward::Chance {
        seed: 1,
        steps: STEPS,
    };
    let request = RunRequest {
        onward,
        ..RunRequest::default()
    };
    let made = simulate_run_tracking(text, runs_of(kind), &[], &request);
    made.map(|it| it.run).unwrap_or_default()
}

/// Whether an expression is true after each entry of a run.
fn along(text: &str, kind: StructureKind, term: &str, run: &[SystemStepView]) -> Vec<bool> {
    let of = match kind {
        StructureKind::Transitions => watched,
        _ => watched_chart,
    };
    let seen = of(text, term, run).unwrap_or_else(|why| panic!("{term}: {why}\n{text}"));
    seen.values.iter().map(|it| it == "true").collect()
}

#[test]
fn what_examples_offer_can_be_asked() {
    let mut asked = 0;
    for (path, text, analysis) in examples() {
        let kind = analysis.structure.kind();
        let mut terms = Vec::new();
        for (at, lifeline) in analysis.system.iter().enumerate() {
            let states = 0..analysis.machines[lifeline.machine].states.len();
            terms.extend(states.filter_map(|state| place_term(&analysis, at, state)));
        }
        if let Some(system) = analysis.structure.system() {
            let is_chart = kind == StructureKind::Statecharts;
            let attributes = |at: &usize| {
                let scene = chart_scene(&text).0;
                !is_chart || scene.iter().any(|it| it.attributes.contains(at))
            };
            let own = system.variables.iter().enumerate();
            let own = own.filter(|(at, _)| attributes(at));
            terms.extend(own.flat_map(|(_, it)| value_terms(kind, it)));
        }
        if kind == StructureKind::Statecharts {
            let (objects, charts) = chart_scene(&text);
            for object in objects {
                let chart = &charts[object.chart];
                let states = 0..chart.vertices.len();
                terms.extend(states.filter_map(|it| chart_state_term(&object.name, chart, it)));
            }
        }
        assert!(
            !terms.is_empty() || kind == StructureKind::Transitions || analysis.system.is_empty(),
            "{}",
            path.display()
        );
        asked += terms.len();
        can_be_read(&text, kind, &terms);
    }
    assert!(asked > 300, "{asked}");
}

#[test]
fn a_value_that_was_pointed_at_is_the_one_that_is_asked_for() {
    let mut judged = BTreeSet::new();
    for (path, text, analysis) in examples() {
        let kind = analysis.structure.kind();
        if !matches!(
            kind,
            StructureKind::Transitions | StructureKind::Statecharts
        ) {
            continue;
        }
        let run = run(&text, kind);
        let system = analysis.structure.system().unwrap();
        let scene = chart_scene(&text);
        for (at, variable) in system.variables.iter().enumerate() {
            let is_own = scene.0.iter().any(|it| it.attributes.contains(&at));
            if kind == StructureKind::Statecharts && !is_own {
                continue;
            }
            let values: BTreeSet<_> = run.iter().map(|it| it.state[at].clone()).collect();
            for value in values {
                let Some(term) = value_term(kind, variable, &value) else {
                    continue;
                };
                let about = format!("{}: {term}", path.display());
                let is_there = run.iter().map(|it| it.state[at] == value);
                let said = along(&text, kind, &term, &run);
                assert_eq!(said, is_there.collect::<Vec<_>>(), "{about}");
                judged.insert(about);
            }
        }
        for object in &scene.0 {
            let chart = &scene.1[object.chart];
            for (number, vertex) in chart.vertices.iter().enumerate() {
                let Some(term) = chart_state_term(&object.name, chart, number) else {
                    continue;
                };
                if term.ends_with(".ended") {
                    continue;
                }
                let entry = object.regions[vertex.region].entry;
                let about = format!("{}: {term}", path.display());
                let is_there = run.iter().map(|it| it.state[entry] == vertex.name);
                let said = along(&text, kind, &term, &run);
                assert_eq!(said, is_there.collect::<Vec<_>>(), "{about}");
                judged.insert(about);
            }
        }
    }
    assert!(judged.len() > 150, "{}", judged.len());
}

#[test]
fn values_of_objects_and_places_can_be_asked_for() {
    let mut asked = 0;
    for (_, text, analysis) in examples() {
        let kind = analysis.structure.kind();
        let StructureKind::Generic(_) = kind else {
            continue;
        };
        let run = run(&text, kind);
        let system = analysis.structure.system().unwrap();
        let terms = system.variables.iter().enumerate().filter_map(|(at, it)| {
            let value = run.last()?.state.get(at)?;
            value_term(kind, it, value)
        });
        let terms: Vec<_> = terms.collect();
        asked += terms.len();
        can_be_read(&text, kind, &terms);
    }
    assert!(asked > 20, "{asked}");
    let net = "net N {\n  place p = 1\n  place q = 0\n  transition t { p -> q }\n}\n";
    let analysis = analyse(net);
    if let Some(system) = analysis.structure.system() {
        let kind = analysis.structure.kind();
        let terms = system
            .variables
            .iter()
            .filter_map(|it| value_term(kind, it, "1"));
        can_be_read(net, kind, &terms.collect::<Vec<_>>());
    }
}

#[test]
fn a_near_miss_misses_what_it_leaves_out_and_nothing_else() {
    let (mut shown, mut never) = (0, 0);
    for (path, text, analysis) in examples() {
        let kind = analysis.structure.kind();
        if !matches!(
            kind,
            StructureKind::Transitions | StructureKind::Statecharts
        ) {
            continue;
        }
        let answer = |text: &str, check: usize| {
            check_of_kind(kind, text, check, &Options::default(), &mut Clockless).unwrap()
        };
        for check in &analysis.checks {
            let misses = near_misses(kind, &text, check);
            if misses.is_empty() || !answer(&text, check.index).verdict.is_absent() {
                continue;
            }
            for miss in misses {
                let asked = drafted(&text, &miss.line, |it| Kinds::whole().analyse(it));
                let asked = asked.unwrap_or_else(|why| panic!("{}: {why}", miss.line));
                let other = drafted_text(&text, &miss.line, |it| Kinds::whole().analyse(it));
                let outcome = answer(&other, asked.index);
                if !outcome.verdict.is_found() {
                    never += 1;
                    continue;
                }
                let run = outcome.system.unwrap().run;
                let about = format!("{}: {} in {}", check.title, miss.line, path.display());
                let at_end = |term: &str| along(&text, kind, term, &run).last().copied();
                assert_eq!(at_end(&miss.left_out), Some(false), "{about}");
                let rest = miss.line.strip_prefix("check reach ").unwrap();
                let rest = rest.split(" within ").next().unwrap();
                assert_eq!(at_end(rest), Some(true), "{about}");
                shown += 1;
            }
        }
    }
    assert!(shown > 5, "{shown} shown, {never} never");
}
