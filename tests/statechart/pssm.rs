//! The OMG's tests of UML state machines, restated: the traces of all runs are those that are published.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use crate::statechart::read;
use lockstep_core::interchange::import::state_machine;
use lockstep_core::language::statechart::model::Reading;
use lockstep_core::language::statechart::semantics::{Grain, StatechartSystem};
use lockstep_core::system::{System, Valuation};
use lockstep_core::text::Severity;
use serde_json::Value;

/// The traces of runs, each with whether the tester was told that the test is over.
type Traces = BTreeSet<(Vec<String>, bool)>;

/// Published tests; nothing where they are not there.
pub fn files(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/data/statecharts")
        .join(folder);
    let Ok(entries) = std::fs::read_dir(&folder) else {
        println!("skipped: {} is missing", folder.display());
        return Vec::new();
    };
    let mut files: Vec<_> = entries.map(|it| it.unwrap().path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "json") && !it.ends_with("index.json"));
    files.sort();
    files
}

/// The traces of all runs from a state on, each state looked at once. What follows `end` is not seen.
fn traces(
    system: &StatechartSystem<'_>,
    labels: &[String],
    at: &Valuation,
    known: &mut BTreeMap<Valuation, Rc<Traces>>,
) -> Rc<Traces> {
    if let Some(known) = known.get(at) {
        return Rc::clone(known);
    }
    let mut steps = Vec::new();
    system.steps(at, &mut |step| {
        let after = system.apply(at, &step).unwrap();
        let (_, report) = system.taken(at, &step).unwrap();
        steps.push((after, report.labels));
        std::ops::ControlFlow::Continue(())
    });
    assert!(system.beyond(at).is_empty(), "the queue is long enough");
    let mut all = Traces::new();
    if steps.is_empty() {
        all.insert((Vec::new(), false));
    }
    for (after, shown) in steps {
        let shown: Vec<_> = shown.iter().map(|&it| labels[it].clone()).collect();
        if let Some(end) = shown.iter().position(|it| it == "end") {
            all.insert((shown[..end].to_vec(), true));
            continue;
        }
        for (rest, ended) in traces(system, labels, &after, known).iter() {
            all.insert((shown.iter().chain(rest).cloned().collect(), *ended));
        }
    }
    let all = Rc::new(all);
    known.insert(at.clone(), Rc::clone(&all));
    all
}

fn set(of: &Value) -> BTreeSet<Vec<String>> {
    let one = |it: &Value| {
        it.as_array()
            .unwrap()
            .iter()
            .map(|it| it.as_str().unwrap().to_owned())
            .collect()
    };
    of.as_array()
        .map_or(BTreeSet::new(), |all| all.iter().map(one).collect())
}

/// What is wrong with a test.
fn judge(file: &Path) -> Result<(), String> {
    let json = std::fs::read_to_string(file).unwrap();
    let test: Value = serde_json::from_str(&json).unwrap();
    let text = state_machine(&json).unwrap()?.text;
    let (model, findings) = read(&text);
    let errors: Vec<_> = findings
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .collect();
    if !errors.is_empty() {
        return Err(format!("{errors:#?}\n{text}"));
    }
    let system = StatechartSystem::new(&model, Reading::Uml, Grain::Behaviour, false);
    let start = (&system as &dyn System).start().unwrap();
    let mut known = BTreeMap::new();
    let found = traces(&system, &model.labels, &start, &mut known);
    let part = |ended: bool| -> BTreeSet<Vec<String>> {
        found
            .iter()
            .filter(|it| it.1 == ended)
            .map(|it| it.0.clone())
            .collect()
    };
    let (at_end, without) = (part(true), part(false));
    let expect = &test["expect"];
    let differ = |what: &str, found: &BTreeSet<Vec<String>>, wanted: &BTreeSet<Vec<String>>| {
        let missing: Vec<_> = wanted.difference(found).collect();
        let besides: Vec<_> = found.difference(wanted).collect();
        Err(format!(
            "{what}: missing {missing:#?}\nbesides {besides:#?}\n{text}"
        ))
    };
    let reference = &expect["reference"];
    if at_end != set(&reference["tracesAtEnd"]) {
        return differ("reference", &at_end, &set(&reference["tracesAtEnd"]));
    }
    if without != set(&reference["tracesWithoutEnd"]) {
        return differ(
            "reference without end",
            &without,
            &set(&reference["tracesWithoutEnd"]),
        );
    }
    match expect["relation"].as_str().unwrap() {
        "equal" if expect["admitted"].is_array() => {
            let admitted = set(&expect["admitted"]);
            if at_end != admitted {
                return differ("admitted", &at_end, &admitted);
            }
        }
        "one-trace-reachable" => {
            let one: Vec<String> = expect["oneTrace"]
                .as_array()
                .unwrap()
                .iter()
                .map(|it| it.as_str().unwrap().to_owned())
                .collect();
            if !at_end.contains(&one) {
                return Err(format!("{one:?} is not reached"));
            }
        }
        _ => {}
    }
    Ok(())
}

fn judge_all(folder: &str, least: usize) {
    let files = files(folder);
    let mut wrong = Vec::new();
    for file in &files {
        if let Err(what) = judge(file) {
            wrong.push(format!(
                "{}: {what}",
                file.file_stem().unwrap().to_string_lossy()
            ));
        }
    }
    println!(
        "{folder}: {} of {} tests are as published",
        files.len() - wrong.len(),
        files.len()
    );
    assert!(
        wrong.is_empty(),
        "{} of {}:\n{}",
        wrong.len(),
        files.len(),
        wrong.join("\n\n")
    );
    assert!(files.is_empty() || files.len() >= least, "{}", files.len());
}

#[test]
fn runs_show_the_published_traces() {
    judge_all("pssm", 37);
}

#[test]
fn runs_show_what_the_rules_say_where_no_published_test_does() {
    judge_all("pssm/own", 29);
}
