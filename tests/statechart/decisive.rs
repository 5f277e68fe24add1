//! What is said of a state in which a condition is false: it is so at the end of the run, and it is enough for the condition to be
//! false, in whatever state it is so.

use std::collections::BTreeSet;

use crate::statechart::read;
use lockstep_core::api::{ObjectView, Outcome, STATECHART_VALUES, Verdict, chart_scene};
use lockstep_core::fuzz::plain;
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::StatechartModel;
use lockstep_core::language::statechart::model::{Atom, Reading, Subject, VertexKind};
use lockstep_core::language::statechart::semantics::{Grain, StatechartSystem, SystemState};
use lockstep_core::text::Severity;
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

/// A part of what is said.
#[derive(Debug)]
enum Fact {
    /// Whether an object is in a state.
    In(usize, usize, bool),
    /// The value of a variable, as it is written.
    Variable(usize, usize, String),
}

/// The names of a sentence, each with the words behind it.
fn names(sentence: &str) -> Vec<(&str, &str)> {
    let parts: Vec<_> = sentence.split('`').collect();
    parts[1..].chunks(2).map(|it| (it[0], it[1])).collect()
}

/// What a sentence says, taken apart as its reader does: a name with a verb behind it is what the clause is about.
fn facts(model: &StatechartModel, sentence: &str) -> Vec<Fact> {
    let (said, _) = sentence.split_once(" after ").unwrap();
    let chart = |object: usize| &model.charts[model.objects[object].chart];
    let vertex = |object: usize, name: &str| {
        let suffix = format!(".{name}");
        let fits = |&it: &usize| {
            let path = chart(object).path(it);
            path == name || path.ends_with(&suffix)
        };
        let all: Vec<_> = (0..chart(object).vertices.len()).filter(fits).collect();
        assert_eq!(all.len(), 1, "{name} of {sentence}");
        all[0]
    };
    let object = |name: &str| model.objects.iter().position(|it| it.name == name);
    let is_alone = model.objects.len() == 1;
    let is_neither = said.to_lowercase().contains("neither ");
    let (mut all, mut open) = (Vec::new(), Vec::new());
    let mut subject = None;
    for (name, words) in names(said) {
        if words.starts_with(" is in ") || words.starts_with(" is not in ") {
            subject = Some((object(name).unwrap(), words.starts_with(" is in ")));
            continue;
        }
        if let Some((object, is_there)) = subject
            && !words.starts_with(" is ")
            && !words.starts_with(" has ")
        {
            all.push(Fact::In(object, vertex(object, name), is_there));
            continue;
        }
        if !is_alone || words.starts_with(" is ") && !words.contains("active") {
            let value = words.strip_prefix(" is ").unwrap();
            let value = value.split([',', ' ']).next().unwrap();
            let (owner, own) = match is_alone {
                true => (0, name),
                false => name
                    .split_once('.')
                    .map(|it| (object(it.0).unwrap(), it.1))
                    .unwrap(),
            };
            let variable = chart(owner).variables.iter().position(|it| it.name == own);
            all.push(Fact::Variable(owner, variable.unwrap(), value.to_owned()));
            continue;
        }
        open.push(name);
        if words.contains("active") {
            let is_there = !is_neither && !words.contains("not active");
            let states = open
                .drain(..)
                .map(|it| Fact::In(0, vertex(0, it), is_there));
            all.extend(states.collect::<Vec<_>>());
        }
    }
    assert!(open.is_empty(), "{sentence}");
    all
}

/// Conditions over states and variables of a model.
fn conditions(model: &StatechartModel, random: &mut Random) -> Vec<String> {
    let states = |object: usize| {
        let chart = &model.charts[model.objects[object].chart];
        let all = 0..chart.vertices.len();
        let named = all.filter(|&it| chart.vertices[it].kind == VertexKind::State);
        named.map(|it| chart.path(it)).collect::<Vec<_>>()
    };
    let mut pick = || {
        let object = random.between(0, model.objects.len() - 1);
        let states = states(object);
        format!("{}.{}", model.objects[object].name, random.choose(&states))
    };
    let (a, b, c, d) = (pick(), pick(), pick(), pick());
    let mut all = vec![
        format!("not ({a} and ({b} or {c}))"),
        format!("not {a} or {b} and not {d}"),
        format!("{a} or {b}"),
        format!("not ({a} and {b} or {c} and {d})"),
    ];
    let own = (0..model.objects.len()).find_map(|object| {
        let first = model.charts[model.objects[object].chart]
            .variables
            .first()?;
        Some((
            format!("{}.{}", model.objects[object].name, first.name),
            first,
        ))
    });
    if let Some((name, variable)) = own {
        let value = variable
            .sort
            .show(variable.sort.default_value().number().unwrap_or(0));
        all.push(format!("not ({a} and {b}) or {name} != {value}"));
    }
    all
}

/// All states by every interleaving; `None` of many.
fn visit<'m>(model: &'m StatechartModel) -> Option<(StatechartSystem<'m>, BTreeSet<SystemState>)> {
    let system = StatechartSystem::new(model, model.reading, Grain::Behaviour, false);
    let mut seen = BTreeSet::from([system.beginning()]);
    let mut open = vec![system.beginning()];
    while let Some(state) = open.pop() {
        for it in system.successors(&state).all {
            if seen.insert(it.after.clone()) {
                open.push(it.after);
            }
        }
        if seen.len() > 400 {
            return None;
        }
    }
    Some((system, seen))
}

/// Whether the end of a run shows a fact; what holds others is not named by its regions.
fn is_shown(
    model: &StatechartModel,
    objects: &[ObjectView],
    outcome: &Outcome,
    fact: &Fact,
) -> bool {
    let evidence = outcome.system.as_ref().unwrap();
    let last = evidence.run.last().unwrap();
    match fact {
        Fact::In(object, vertex, is_there) => {
            let own = &model.objects[*object];
            let chart = &model.charts[own.chart];
            let path = chart.path(*vertex);
            let view = objects.iter().find(|it| it.name == own.name).unwrap();
            let holds = view.regions.iter().any(|region| {
                let state = &last.state[region.entry];
                path == *state || path.ends_with(&format!(".{state}"))
            });
            !chart.vertices[*vertex].regions.is_empty() || holds == *is_there
        }
        Fact::Variable(object, variable, value) => {
            let own = &model.objects[*object];
            let name = &model.charts[own.chart].variables[*variable].name;
            let at = evidence
                .variables
                .iter()
                .position(|it| *it == format!("{}.{name}", own.name));
            at.is_none_or(|at| last.state[at] == *value)
        }
    }
}

#[test]
fn what_makes_a_condition_false_is_so_and_is_enough() {
    let (mut told, mut left_out, mut several) = (0, 0, 0);
    let mut random = Random::new(5);
    for seed in 1..260 {
        let text = text(&ChartShape::SMALL, &mut Random::new(seed));
        let (model, findings) = read(&text);
        if findings.iter().any(|it| it.severity == Severity::Error)
            || model.reading == Reading::Bmc4uml
        {
            continue;
        }
        let Some((system, seen)) = visit(&model) else {
            continue;
        };
        let objects = chart_scene(&text).0;
        for condition in conditions(&model, &mut random) {
            let text = format!("{text}check always {condition}\n");
            let (asked, findings) = read(&text);
            assert!(
                findings.iter().all(|it| it.severity != Severity::Error),
                "{findings:?}\n{text}"
            );
            let number = asked.properties.len() - 1;
            let search = STATECHART_VALUES.by_visits();
            let outcome = search
                .check(&text, number, &Options::default(), &mut Clockless)
                .unwrap();
            let Subject::Always(query) = &asked.properties[number].subject else {
                unreachable!("it was asked for");
            };
            let is_told =
                outcome.sentence.starts_with('`') || outcome.sentence.starts_with("Neither");
            if !matches!(outcome.verdict, Verdict::Found { .. }) || !is_told {
                continue;
            }
            let facts = facts(&model, &outcome.sentence);
            let about = || format!("{}\n{facts:?}\n{text}", outcome.sentence);
            assert!(
                facts
                    .iter()
                    .all(|it| is_shown(&model, &objects, &outcome, it)),
                "{}",
                about()
            );
            let is_so = |state: &SystemState| {
                facts.iter().all(|it| match it {
                    Fact::In(object, vertex, is_there) => {
                        let own = &state.objects[*object];
                        (system.seen(Atom::In(*object, *vertex), own) == 1) == *is_there
                    }
                    Fact::Variable(object, variable, value) => {
                        let own = &state.objects[*object];
                        let sort =
                            &model.charts[model.objects[*object].chart].variables[*variable].sort;
                        sort.show(system.seen(Atom::Variable(*object, *variable), own)) == *value
                    }
                })
            };
            let ends: Vec<_> = seen.iter().filter(|it| is_so(it)).collect();
            assert!(!ends.is_empty(), "{}", about());
            assert!(
                ends.iter().all(|it| !system.holds(it, query)),
                "{}",
                about()
            );
            let steps: u32 = outcome
                .sentence
                .split(" after ")
                .nth(1)
                .unwrap()
                .split(' ')
                .next()
                .unwrap()
                .parse()
                .unwrap();
            let fewest = plain(&asked, 400).unwrap().fewest[number];
            assert_eq!(fewest, Some(steps), "{}", about());
            assert!(
                outcome.sentence.ends_with("; no run violates it sooner."),
                "{}",
                about()
            );
            told += 1;
            left_out += usize::from(facts.len() < query.atoms.len());
            several += usize::from(facts.len() > 1);
        }
    }
    println!("{told} sentences, {left_out} leave something out, {several} of several facts");
    assert!(
        told > 100 && left_out > 30 && several > 30,
        "{told} {left_out} {several}"
    );
}
