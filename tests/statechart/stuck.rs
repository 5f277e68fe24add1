//! What is said of the end of a run that is stuck: where each object is, what it waits for, and what waits meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::statechart::read;
use lockstep_core::api::{ObjectView, Outcome, STATECHART_VALUES, Verdict, chart_scene};
use lockstep_core::fuzz::plain;
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::Subject;
use lockstep_core::text::Severity;
use lockstep_core::view::{EMPTY, Options};
use lockstep_tests::Clockless;

/// The clauses of the sentence, by the object that each is about.
fn clauses(sentence: &str) -> BTreeMap<String, String> {
    let said = sentence.split_once("sooner: ").map_or("", |it| it.1);
    let each = said
        .trim_end_matches('.')
        .split("; ")
        .filter(|it| !it.is_empty());
    // Others are of events, transitions and who rests.
    let of_object = |rest: &str| rest.starts_with(" is ") || rest.starts_with(" has ");
    each.filter_map(|it| it.strip_prefix('`')?.split_once('`'))
        .filter(|it| of_object(it.1))
        .map(|(name, rest)| (name.to_owned(), rest.to_owned()))
        .collect()
}

#[test]
fn a_deadlock_says_where_everybody_is_and_what_waits() {
    let sentence = |text: &str| {
        let outcome =
            STATECHART_VALUES
                .by_visits()
                .check(text, 0, &Options::default(), &mut Clockless);
        outcome.unwrap().sentence
    };
    assert_eq!(
        sentence(
            "statechart A {\n  [*] --> Idle\n  state Idle {\n    late / defer\n  }\n  Idle --> Busy : go, stop\n}\n\
             system {\n  a : A\n  environment sends late then nobody to a\n}\ncheck deadlock\n"
        ),
        "The system can get stuck after 6 steps, and not sooner: `a` is in `Idle`, waits for `go` or `stop` and `late` is put aside; `a` throws `nobody` away in step 6."
    );
    assert_eq!(
        sentence(
            include_str!("../../static/examples/statecharts/do-race.lks")
                .split("check reach")
                .next()
                .map(|it| format!("{it}check deadlock\n"))
                .unwrap()
                .as_str()
        ),
        "The system can get stuck after 8 steps, and not sooner: `m` is in `S1` and the do behaviour of `S1` waits for `Continue`; `m` throws `Continue` away in step 7."
    );
}

#[test]
fn who_can_be_woken_from_outside_at_any_time_is_not_stuck() {
    let answer = |sends: &str| {
        let text = format!(
            "statechart Server {{\n  [*] --> Idle\n  Idle --> Busy : go\n  Busy --> Idle : after(2)\n}}\n\
             system {{\n  m : Server\n  environment sends {sends} to m\n}}\ncheck deadlock\n"
        );
        let outcome =
            STATECHART_VALUES
                .by_visits()
                .check(&text, 0, &Options::default(), &mut Clockless);
        outcome.unwrap().verdict
    };
    assert!(matches!(answer("go once"), Verdict::Found { .. }));
    assert!(matches!(answer("go"), Verdict::Absent(_)));
}

/// The positive answers to some questions about the random systems of some seeds, each with the text and its objects.
fn found(
    seeds: Range<u64>,
    is_asked: fn(&Subject) -> bool,
) -> impl Iterator<Item = (String, Vec<ObjectView>, Outcome)> {
    seeds.flat_map(move |seed| {
        let text = text(&ChartShape::SMALL, &mut Random::new(seed));
        let (model, findings) = read(&text);
        let is_wrong = findings.iter().any(|it| it.severity == Severity::Error);
        if is_wrong || plain(&model, 300).is_none() {
            return Vec::new();
        }
        let objects = chart_scene(&text).0;
        let asked = model.properties.iter().enumerate();
        let asked = asked.filter(|it| is_asked(&it.1.subject));
        let answers = asked.map(|(check, _)| {
            STATECHART_VALUES
                .by_visits()
                .check(&text, check, &Options::default(), &mut Clockless)
                .unwrap()
        });
        let found = answers.filter(|it| matches!(it.verdict, Verdict::Found { .. }));
        let found = found.map(|it| (text.clone(), objects.clone(), it));
        found.collect()
    })
}

#[test]
fn in_random_systems_it_is_what_the_run_shows() {
    let (mut told, mut objects_told) = (0, 0);
    for (text, objects, outcome) in found(1..200, Subject::seeks_ends) {
        let model = read(&text).0;
        let Some(last) = outcome.system.as_ref().and_then(|it| it.run.last()) else {
            continue;
        };
        let said = clauses(&outcome.sentence);
        for (it, waiting) in objects.iter().zip(&last.waiting) {
            let Some(clause) = said.get(&it.name) else {
                continue;
            };
            objects_told += 1;
            // Where it is: every innermost state that is shown is named.
            let at = |region: usize| &last.state[it.regions[region].entry];
            for region in 0..it.regions.len() {
                let own = at(region);
                let holds = it.regions.iter().enumerate().any(|(inner, around)| {
                    let is_its = around
                        .around
                        .as_ref()
                        .is_some_and(|it| it.0 == region && it.1 == *own);
                    is_its && !at(inner).starts_with(EMPTY)
                });
                if !own.starts_with(EMPTY) && !holds && !own.starts_with('[') {
                    let path = format!("{own}`");
                    assert!(clause.contains(&path), "{clause}: {own}\n{text}");
                }
            }
            // What it waits for: the triggers of all that leaves these states, or what is around them.
            let chart = &model.charts[it.chart];
            let is_named = |path: &str| {
                let (own, inner) = (format!("`{path}`"), format!("`{path}."));
                clause.contains(&own) || clause.contains(&inner)
            };
            let triggers = chart
                .transitions
                .iter()
                .filter(|it| is_named(&chart.path(it.source)));
            let triggers: BTreeSet<_> = triggers.flat_map(|it| it.triggers.clone()).collect();
            let waits = clause.split("waits for ").nth(1).unwrap_or("");
            for (number, event) in model.events.iter().enumerate() {
                let is_said =
                    clause.starts_with(" is in") && waits.contains(&format!("`{}`", event.name));
                let is_meant = triggers.contains(&number);
                assert!(is_said || !is_meant, "{clause}: {}\n{text}", event.name);
            }
            assert_eq!(
                clause.contains("in its queue"),
                !waiting.pool.is_empty(),
                "{clause}\n{text}"
            );
            assert_eq!(
                clause.contains("put aside"),
                !waiting.deferred.is_empty(),
                "{clause}\n{text}"
            );
        }
        told += usize::from(!said.is_empty());
    }
    println!("{told} deadlocks, {objects_told} objects");
    assert!(told > 20 && objects_told > 25, "{told}, {objects_told}");
}

#[test]
fn a_condition_that_is_false_says_what_makes_it_so_and_a_deadlock_what_nothing_leaves() {
    let outcome = |check: &str| {
        let text = format!(
            "statechart A {{\n  var n : 0..2 = 0\n  [*] --> Idle\n  Idle --> Busy : go / n := n + 1\n}}\n\
             system {{\n  a : A\n  environment sends go once to a\n}}\ncheck {check}\n"
        );
        STATECHART_VALUES
            .by_visits()
            .check(&text, 0, &Options::default(), &mut Clockless)
            .unwrap()
    };
    assert_eq!(
        outcome("always not a.Busy or a.n == 2").sentence,
        "`Busy` is active and `n` is 1 after 4 steps; no run violates it sooner."
    );
    assert_eq!(
        outcome("deadlock").sentence,
        "The system can get stuck after 5 steps, and not sooner: `a` is in `Busy` and no transition leaves that."
    );
    let ends = "statechart A {\n  var n : 0..2 = 0\n  [*] --> Idle\n  Idle --> Idle : after(1) / n := n + 1\n}\nsystem {\n  a : A\n}\ncheck deadlock\n";
    let ends = STATECHART_VALUES
        .by_visits()
        .check(ends, 0, &Options::default(), &mut Clockless)
        .unwrap();
    assert!(
        ends.sentence
            .ends_with("`a` gives `n` a value that it cannot have: it is 0..2."),
        "{}",
        ends.sentence
    );
    let last = ends.system.unwrap().run.pop().unwrap().sentence;
    assert_eq!(
        last,
        "a goes on; a gives n a value that it cannot have: it is 0..2, and the run ends."
    );
}
