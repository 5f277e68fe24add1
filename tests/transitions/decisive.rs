//! What is said of a state in which a property is false: the run ends so, and no state in which it is so has the property.

use lockstep_core::api::{TRANSITION_VALUES, Verdict};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::{Subject, print};
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

use super::explore::model;

/// Names with their values, as the sentence has them before it says when.
fn facts(sentence: &str) -> Vec<(String, String)> {
    let ends = [" after ", " with the declared values", " right after "];
    let end = ends.iter().filter_map(|it| sentence.find(it)).min();
    let said = &sentence[..end.unwrap()];
    let parts = said.split('`').collect::<Vec<_>>();
    let mut all = Vec::new();
    let mut at = 1;
    while at < parts.len() {
        let words = parts[at + 1].strip_prefix(" is ").unwrap();
        let value = match words.split([',', ' ']).next() {
            Some(word @ ("true" | "false")) => word,
            _ => {
                at += 2;
                parts[at]
            }
        };
        let name = if words.starts_with(value) {
            parts[at]
        } else {
            parts[at - 2]
        };
        all.push((name.to_owned(), value.to_owned()));
        at += 2;
    }
    all
}

#[test]
fn what_makes_a_property_false_is_so_and_is_enough() {
    let ask = |text: &str, number: usize| {
        let options = Options {
            max_states: Some(1_000),
            engine: "explicit".into(),
            ..Options::default()
        };
        TRANSITION_VALUES
            .check(text, number, &options, &mut Clockless)
            .unwrap()
    };
    let shape = SystemShape {
        parallels: false,
        depth: 2,
        ..SystemShape::default()
    };
    let (mut told, mut several, mut proved) = (0, 0, 0);
    for seed in 1..300 {
        let text = print::print(&transitions(&shape, &mut Random::new(seed)));
        let model = model(&text);
        for (number, property) in model.properties.iter().enumerate() {
            let Subject::Always(term) = &property.subject else {
                continue;
            };
            let outcome = ask(&text, number);
            if !matches!(outcome.verdict, Verdict::Found { .. })
                || !outcome.sentence.starts_with('`')
            {
                continue;
            }
            let facts = facts(&outcome.sentence);
            let evidence = outcome.system.as_ref().unwrap();
            let last = evidence.run.last().unwrap();
            for (name, value) in &facts {
                let at = evidence.variables.iter().position(|it| it == name).unwrap();
                assert_eq!(
                    last.state[at], *value,
                    "seed {seed}: {}\n{text}",
                    outcome.sentence
                );
            }
            let are_so: Vec<_> = facts
                .iter()
                .map(|(name, value)| match value.as_str() {
                    "true" => name.clone(),
                    "false" => format!("!{name}"),
                    _ => format!("{name} == {value}"),
                })
                .collect();
            let condition = term.span.text(&text);
            let both = format!(
                "{text}\ncheck reach {} && ({condition}) every state\n",
                are_so.join(" && ")
            );
            let last = model.properties.len();
            let outcome = ask(&both, last);
            let is_enough = matches!(outcome.verdict, Verdict::Absent(_) | Verdict::Unknown(_));
            assert!(is_enough, "seed {seed}: {facts:?}\n{both}");
            told += 1;
            proved += usize::from(matches!(outcome.verdict, Verdict::Absent(_)));
            several += usize::from(facts.len() > 1);
        }
    }
    println!("{told} sentences, {several} of several values, {proved} proved");
    assert!(
        told > 60 && several > 8 && proved > 40,
        "{told} {several} {proved}"
    );
}
