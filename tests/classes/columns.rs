//! Values of class models as tables and sentences tell them: links as properties of objects.

use std::collections::BTreeSet;

use lockstep_core::api::{Folding, Kinds, SystemStepView};
use lockstep_core::generate::{Random, class_questions, classes};
use lockstep_seeds::{seeds, share};

use super::{answer, model};

/// What changes in a step, with the values after it, as its sentence tells.
fn told(sentence: &str) -> BTreeSet<(String, String)> {
    let parts = sentence.split(" becomes ").collect::<Vec<_>>();
    let quoted = |it: &str, from_the_right: bool| {
        let mut parts = it.split('`');
        let part = if from_the_right {
            parts.nth_back(1)
        } else {
            parts.nth(1)
        };
        part.unwrap_or_default().to_owned()
    };
    let pairs = parts.windows(2);
    pairs
        .map(|it| (quoted(it[0], true), quoted(it[1], false)))
        .collect()
}

#[test]
fn the_columns_of_a_run_are_the_properties_that_its_calls_change() {
    let (mut steps, mut links) = (0, 0);
    for seed in seeds(0..200) {
        let mut random = Random::new(seed);
        let text = classes(&mut random);
        let questions = class_questions(&text, &mut random);
        let text = format!("{text}\n{}\n", questions.join("\n"));
        let analysis = Kinds::whole().analyse(&text);
        let system = analysis.structure.system().expect("it has values");
        let checks = model(&text).checks.len();
        let associations = system
            .variables
            .iter()
            .filter(|it| it.member.is_some())
            .count();
        for check in 0..checks {
            let outcome = answer(&text, check);
            let run = outcome.system.as_ref().map_or(&[][..], |it| &it.run);
            let (columns, folded) = Folding::of_run(system, run);
            let (listed, all) = (columns.variables.len(), system.variables.len());
            assert!(if associations == 0 {
                listed == all
            } else {
                listed <= all
            });
            let names: Vec<_> = columns.variables.iter().map(|it| &*it.name).collect();
            let distinct: BTreeSet<_> = names.iter().collect();
            assert_eq!(distinct.len(), names.len(), "{text}");
            let mut before: Option<&SystemStepView> = None;
            for (entry, raw) in folded.iter().zip(run) {
                assert_eq!(entry.state.len(), names.len());
                let Some((was, call)) = before.zip(raw.call.as_ref()) else {
                    before = Some(entry);
                    continue;
                };
                let differs = |it: &usize| was.state[*it] != entry.state[*it];
                let changed: Vec<_> = (0..names.len()).filter(differs).collect();
                assert_eq!(entry.changed, changed, "{text}");
                let of = |it: &usize| (names[*it].to_owned(), entry.state[*it].clone());
                let changes: BTreeSet<_> = changed.iter().map(of).collect();
                assert_eq!(told(&raw.sentence), changes, "{}\n{text}", raw.sentence);
                let by_call = call.changes.iter();
                let by_call =
                    by_call.map(|it| (format!("{}.{}", it.object, it.property), it.after.clone()));
                assert_eq!(by_call.collect::<BTreeSet<_>>(), changes, "{text}");
                steps += 1;
                links += usize::from(
                    raw.changed
                        .iter()
                        .any(|it| system.variables[*it].member.is_some()),
                );
                before = Some(entry);
            }
        }
    }
    assert!(steps >= share(300) && links >= share(20), "{steps} {links}");
}

#[test]
fn a_loan_is_told_as_the_borrower_of_a_book() {
    let text = include_str!("../../static/examples/classes/library.lks");
    let outcome = answer(text, 0);
    let run = &outcome.system.as_ref().expect("it is played").run;
    let sentences: Vec<_> = run.iter().map(|it| &*it.sentence).collect();
    assert_eq!(
        sentences,
        [
            "Initial state.",
            "In `ann.borrow(b1)`, `b1.borrower` becomes `ann`.",
            "In `ann.giveBack(b1)`, `b1.borrower` becomes `null`.",
            "In `bob.borrow(b1)`, `b1.borrower` becomes `bob`.",
        ]
    );
    let analysis = Kinds::whole().analyse(text);
    let system = analysis.structure.system().expect("it has values");
    let (columns, folded) = Folding::of_run(system, run);
    let borrower = columns
        .variables
        .iter()
        .position(|it| it.name == "b1.borrower");
    let borrower = borrower.expect("each book has a borrower");
    assert_eq!(columns.variables[borrower].sort, "Reader [0..1]");
    let values: Vec<_> = folded.iter().map(|it| &*it.state[borrower]).collect();
    assert_eq!(values, ["null", "ann", "null", "bob"]);
}
