//! Answers that rest on what can never happen say so, and only they do: on random models, judged by the
//! definitions on the model and on the model in which it could happen.
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::api::{self, Options};
use lockstep_core::generate::Shape;
use lockstep_seeds::{seeds, share};
use lockstep_tests::judge::scene::Scene;
use lockstep_tests::judge::vacuity::{has_run, judge, unmet};
use lockstep_tests::{Clockless, asked};

/// Random models with a question, per run of the suite.
const MODELS: u64 = 6_000;

#[test]
fn what_answers_rest_on_is_said_where_they_do_and_nowhere_else() {
    let (mut marked, mut starts, mut ends, mut late) = (0, 0, 0, 0);
    let (mut plain, mut open) = (0, 0);
    for seed in seeds(0..MODELS) {
        let shape = Shape {
            lifelines: (2, 4),
            symbols: (2, 5),
            messages: (1, 3),
            ..Shape::default()
        };
        let Some((model, text)) = asked(seed, seed % 5, &shape) else {
            continue;
        };
        let scene = Scene::new(&model, &model.checks[0]);
        let options = Options {
            engine: "explicit".into(),
            ..Options::default()
        };
        let outcome = api::check(&text, 0, &options, &mut Clockless).unwrap();
        let Some(vacuity) = &outcome.vacuity else {
            // Not marked: it shows a run, or there would be none even if all unmet demands were waived.
            if outcome.verdict.is_absent() {
                match has_run(&scene, &unmet(&scene)) {
                    Some(would) => assert!(!would, "seed {seed}\n{text}"),
                    None => open += 1,
                }
            }
            plain += 1;
            continue;
        };
        assert!(outcome.verdict.is_absent(), "seed {seed}");
        let all = unmet(&scene);
        for it in &vacuity.idle {
            let named = |demand: &&lockstep_tests::judge::vacuity::Demand| {
                let of = (demand.lifeline, demand.transition);
                of == (it.lifeline, it.transition) && demand.effect.is_none() == it.never_starts
            };
            assert!(
                all.iter().any(|demand| named(&demand)),
                "seed {seed}\n{text}"
            );
            starts += u32::from(it.never_starts);
            ends += u32::from(!it.never_starts);
        }
        late += u32::from(vacuity.sentence.contains("ever gets to send"));
        match judge(&scene, &vacuity.sentence).unwrap() {
            Some(is_true) => assert!(is_true, "seed {seed}: {}\n{text}", vacuity.sentence),
            None => open += 1,
        }
        marked += 1;
    }
    let seen = (marked, starts, ends, late, plain, open);
    assert!(
        marked > share(250) && starts > share(200) && ends > share(100),
        "{seen:?}"
    );
    assert!(
        late > share(10) && plain > share(1_000) && open < 300,
        "{seen:?}"
    );
}

/// What was said of the example of the house, and where nothing is to be said.
#[test]
fn a_typing_mistake_is_named_where_the_answer_rests_on_it() {
    let text = "machine A { [*] --> x\n x --> y : paid\n y --> x : / bill }\n\
                machine B { [*] --> u\n u --> v : / payed\n v --> u : bill }\n\
                check reach A.y expect unreachable\ncheck reach A.x, B.v\ncheck deadlock within 1\n";
    let said = |index| {
        let outcome = api::check(text, index, &Options::default(), &mut Clockless).unwrap();
        outcome.vacuity.map(|it| it.sentence)
    };
    let expected = "This is so only because `x --> y : paid` of `A` can never start, as no other lifeline \
                    sends `paid`; if it could, the goal would be reached.";
    assert_eq!(said(0).as_deref(), Some(expected));
    // Its place inside the transition is reached, its end is not.
    let expected = "This is so only because `u --> v : / payed` of `B` can never end, as no other lifeline \
                    takes `payed`; if it could, the goal would be reached.";
    assert_eq!(said(1).as_deref(), Some(expected));
}
