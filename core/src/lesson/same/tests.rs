//! Comparisons of behaviours: textbook pairs, and random machines against a search by another way.

use super::*;
use crate::generate::{Random, Shape, model};
use crate::language::{Model, read};

fn machine(lines: &str) -> Model {
    let (model, diagnostics) = read(&format!(
        "machine M {{\n  [*] --> s\n{lines}\n}}\ncheck deadlock\n"
    ));
    assert!(
        diagnostics
            .iter()
            .all(|it| it.severity != crate::text::Severity::Error),
        "{diagnostics:?}"
    );
    model
}

fn alone(model: &Model) -> Alone<'_> {
    let machine = &model.machines[0];
    Alone { model, machine }
}

fn difference(yours: &str, reference: &str, refusals: bool) -> Option<Difference> {
    let (yours, reference) = (machine(yours), machine(reference));
    match compare(&alone(&yours), &alone(&reference), refusals) {
        Compared::Same => None,
        Compared::Differ(difference) => Some(difference),
        Compared::TooLarge => panic!("they are small"),
    }
}

const OFFERED: &str = "s --> r : coin\nr --> s : tea\nr --> s : coffee";
const DECIDED: &str = "s --> t : coin\ns --> c : coin\nt --> s : tea\nc --> s : coffee";

#[test]
fn a_choice_that_was_made_is_told_from_one_that_is_offered() {
    assert_eq!(difference(DECIDED, OFFERED, false), None);
    let found = difference(DECIDED, OFFERED, true).expect("they differ");
    assert_eq!(found.run, ["?coin"]);
    assert_eq!(
        found.sentence,
        "After `coin` yours may refuse `tea`, and the reference never does."
    );
    let found = difference(OFFERED, DECIDED, true).expect("they differ");
    assert!(
        found.sentence.contains("the reference may refuse"),
        "{}",
        found.sentence
    );
}

#[test]
fn a_run_of_one_alone_is_shown_to_its_end() {
    let found = difference("s --> r : coin", OFFERED, false).expect("they differ");
    assert_eq!(found.run, ["?coin", "?coffee"]);
    assert_eq!(
        found.sentence,
        "This run is possible in the reference and not in yours."
    );
}

#[test]
fn silent_moves_and_names_of_states_do_not_count() {
    let other = "s --> x : coin\nx --> y\ny --> z : tea\ny --> z : coffee\nz --> s";
    assert_eq!(difference(other, OFFERED, true), None);
}

#[test]
fn ends_and_sets_of_effects_count() {
    let sends = "s --> s : a / b, c";
    assert_eq!(difference("s --> s : a / c, b", sends, true), None);
    let apart = difference("s --> x : a / b\nx --> s : / c", sends, true).expect("they differ");
    assert_eq!(apart.run, ["?a"]);
    let ends = difference("s --> s : a / b, c\ns --> [*]", sends, true).expect("they differ");
    assert_eq!(
        ends.sentence,
        "At the start yours may end, and the reference may not."
    );
    assert_eq!(
        difference("s --> s : a / b, c\ns --> [*]", sends, false),
        None
    );
}

/// All failures up to a length, by going through the runs one by one: a run with the actions that a state offers after it.
fn failures<B: Behaviour>(
    behaviour: &B,
    length: usize,
) -> BTreeSet<(Vec<String>, BTreeSet<String>)> {
    let mut found = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let mut todo = vec![(Vec::new(), behaviour.start())];
    while let Some((run, at)) = todo.pop() {
        if !seen.insert((run.clone(), at.clone())) {
            continue;
        }
        let (mut offers, mut is_stable) = (BTreeSet::new(), true);
        let mut next = Vec::new();
        behaviour.moves(&at, &mut |action, to| {
            let mut longer: Vec<String> = run.clone();
            is_stable &= action.is_some();
            offers.extend(action.clone());
            longer.extend(action);
            if longer.len() <= length {
                next.push((longer, to));
            }
            true
        });
        todo.extend(next);
        if behaviour.may_end(&at) {
            offers.insert(END.into());
        }
        if is_stable {
            found.insert((run, offers));
        }
    }
    found
}

/// Whether each failure of one is one of the other: after the same run the other may refuse as much.
fn refines<A: Behaviour, B: Behaviour>(one: &A, other: &B, length: usize) -> bool {
    let others = failures(other, length);
    failures(one, length).iter().all(|(run, offers)| {
        let mut same = others.iter().filter(|it| it.0 == *run);
        same.any(|it| it.1.is_subset(offers))
    })
}

#[test]
fn random_machines_are_told_apart_exactly_where_their_failures_differ() {
    let shape = Shape {
        lifelines: (2, 2),
        states: (1, 3),
        transitions: (1, 4),
        effects: (0, 1),
        ..Shape::default()
    };
    let (mut same, mut differ) = (0, 0);
    for seed in 0..4_000 {
        let mut random = Random::new(seed);
        let (one, other) = (model(&shape, &mut random), model(&shape, &mut random));
        let (one, other) = (alone(&one), alone(&other));
        let found = compare(&one, &other, true);
        const LENGTH: usize = 4;
        match found {
            Compared::Same => {
                same += 1;
                assert!(
                    refines(&one, &other, LENGTH) && refines(&other, &one, LENGTH),
                    "{seed}"
                );
            }
            Compared::Differ(difference) => {
                differ += 1;
                let length = difference.run.len();
                // What is found by ends or by a run counts as a failure only where some state after it is stable.
                if difference.sentence.contains("may refuse") {
                    let shorter = length.checked_sub(1);
                    let shorter = shorter
                        .is_none_or(|it| refines(&one, &other, it) && refines(&other, &one, it));
                    assert!(shorter, "{seed}: not a shortest run");
                    assert!(
                        !(refines(&one, &other, length) && refines(&other, &one, length)),
                        "{seed}"
                    );
                }
            }
            Compared::TooLarge => panic!("{seed}"),
        }
    }
    assert!(same > 20 && differ > 500, "{same} {differ}");
}

#[test]
fn a_system_is_compared_by_its_messages() {
    let text = |machine: &str| {
        let text = format!(
            "machine U {{\n  [*] --> s\n  s --> p : / coin\n  p --> q : / tea\n  p --> q : / coffee\n}}\n\
             machine M {{\n  [*] --> s\n{machine}\n}}\ncheck deadlock\n"
        );
        let (model, diagnostics) = read(&text);
        assert!(
            diagnostics
                .iter()
                .all(|it| it.severity != crate::text::Severity::Error),
            "{diagnostics:?}"
        );
        model
    };
    let (decided, offered) = (text(DECIDED), text(OFFERED));
    let found = |refusals| compare(&Together::new(&decided), &Together::new(&offered), refusals);
    assert_eq!(found(false), Compared::Same);
    let Compared::Differ(difference) = found(true) else {
        panic!("they differ");
    };
    assert_eq!(difference.run, ["U -> M : coin"]);
}
