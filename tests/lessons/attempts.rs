//! Every claim is true, every bet has a right choice, every solution meets all criteria, and what is wrong misses the criterion
//! that it should, with its sentence and what shows it.
#![allow(clippy::unwrap_used)]

use lockstep_core::api::Kinds;
use lockstep_core::lesson::{
    self, Block, Evidence, Inline, Met, ModelSource, Played, examine, right_choice, words,
};

use super::{ask, lesson_of, shipped};

#[test]
fn all_lessons_are_as_they_say() {
    let (mut claims, mut attempts) = (0, 0);
    for it in shipped() {
        let report = examine(&it.lesson, &it.files, &mut |question| ask(question));
        assert!(report.is_as_expected(), "{}: {report:#?}", it.name);
        claims += report.claims.len() + report.bets.len();
        attempts += report.attempts.len();
    }
    assert_eq!((claims, attempts), (79, 94));
}

#[test]
fn each_lesson_has_what_a_lesson_has() {
    for it in shipped() {
        let (name, lesson) = (it.name, &it.lesson);
        assert_eq!(lesson.findings, [], "{name}");
        assert!(
            lesson.hints().count() >= 2,
            "{name}: the next step, and a second hint"
        );
        let says = lesson.blocks().filter_map(|it| match it {
            Block::Say(sentences) => Some(sentences.len()),
            _ => None,
        });
        assert_eq!(says.collect::<Vec<_>>(), [3], "{name}");
        for model in lesson.models() {
            let ModelSource::File(file) = &model.source else {
                panic!("{name}: shipped lessons have their own models");
            };
            assert!(it.files.contains_key(file), "{name}: {file}");
        }
        let words: usize = (it.files["lesson.md"].split("```").step_by(2))
            .map(|it| it.split_whitespace().count())
            .sum();
        assert!(words <= 200, "{name}: {words} words");
    }
}

/// What the page says of typical attempts: the criterion that speaks, and a part of its sentence.
const SAID: &[(&str, &str, &str, &str)] = &[
    (
        "01",
        "wrong-by-itself.lks",
        "hidden 3",
        "the guest has not asked",
    ),
    (
        "01",
        "wrong-too-soon.lks",
        "hidden 3",
        "the guest has not asked",
    ),
    ("01", "wrong-sends.lks", "expected", "cannot have hot water"),
    (
        "02",
        "wrong-shortened.lks",
        "keeps \"coffee for two\"",
        "is another question",
    ),
    ("02", "wrong-sender.lks", "expected", "the red message"),
    ("02", "wrong-too-late.lks", "expected", "the red message"),
    (
        "02",
        "wrong-other-machine.lks",
        "open 29-34",
        "Line 15 is locked",
    ),
    ("03", "wrong-no-hand.lks", "hidden 2", "Play the run"),
    (
        "03",
        "wrong-allowed.lks",
        "open 2-8, 12-16",
        "Line 29 is locked",
    ),
    (
        "03",
        "wrong-nobody-gets-cash.lks",
        "expected",
        "`withdrawal` must be possible",
    ),
    ("04", "wrong-generous.lks", "tight 1", "sooner"),
    (
        "04",
        "wrong-still-bounded.lks",
        "every-length 2",
        "still about short runs",
    ),
    (
        "04",
        "wrong-one-less.lks",
        "answers 1 reachable",
        "not what was asked",
    ),
    ("05", "wrong-ends-only.lks", "expected", "Still a deadlock"),
    (
        "05",
        "wrong-ends-not-marked.lks",
        "expected",
        "an end not marked",
    ),
    ("05", "wrong-never-hang-up.lks", "hidden 1", "able to talk"),
    (
        "06",
        "wrong-put-back.lks",
        "expected",
        "Putting a fork back does not help",
    ),
    (
        "06",
        "wrong-call-it-an-end.lks",
        "expected",
        "circle of waiting",
    ),
    (
        "06",
        "wrong-one-goes-hungry.lks",
        "hidden 1-3",
        "can never eat",
    ),
    (
        "06",
        "wrong-endless-forks.lks",
        "open 3-4, 10-11, 17-18",
        "Line 24 is locked",
    ),
    (
        "07",
        "wrong-really-reachable.lks",
        "lies gsc range,environ,intermediate",
        "in k only",
    ),
    (
        "07",
        "wrong-other-fault.lks",
        "lies gsc range,environ,intermediate",
        "No wrong",
    ),
    (
        "08",
        "wrong-wish.xsts",
        "hidden 1-2",
        "water comes from nowhere",
    ),
    ("08", "wrong-guess.xsts", "tight 2", "a shorter plan"),
    ("08", "wrong-no-limit.xsts", "expected", "as much as fits"),
    ("08", "wrong-spills.xsts", "expected", "as much as fits"),
    ("09", "start.drat", "proof formula.cnf", "has to follow"),
    (
        "09",
        "wrong-no-end.drat",
        "proof formula.cnf",
        "the last line is `0`",
    ),
    (
        "09",
        "wrong-follows-but-not-enough.drat",
        "proof formula.cnf",
        "Another line may help",
    ),
    (
        "10",
        "wrong-property-itself.xsts",
        "inductive 2 step",
        "a step does not keep it",
    ),
    (
        "10",
        "wrong-true-not-inductive.xsts",
        "inductive 2 step",
        "a step does not keep it",
    ),
    (
        "10",
        "wrong-does-not-imply.xsts",
        "inductive 2 implies",
        "also true of 13",
    ),
    (
        "10",
        "wrong-false.xsts",
        "inductive 2 step",
        "a step does not keep it",
    ),
    (
        "11",
        "start.lks",
        "same-refusals machine Machine reference=solution.lks",
        "lets the user decide",
    ),
    (
        "11",
        "wrong-tea-only.lks",
        "same-refusals machine Machine reference=solution.lks",
        "lets the user decide",
    ),
    ("12", "wrong-longer-queue.lks", "expected", "thrown away"),
    (
        "12",
        "wrong-prints-at-once.lks",
        "contains Printing --> Idle : after(2, 2) / clerk.printed()",
        "`after(2, 2)` stays",
    ),
    (
        "12",
        "wrong-taken-and-forgotten.lks",
        "expected",
        "thrown away",
    ),
    (
        "13",
        "wrong-deferred.lks",
        "expected",
        "only one reading admits",
    ),
    (
        "13",
        "wrong-no-time.lks",
        "contains Wait --> Late : after(0, 3)",
        "The time limit stays",
    ),
    ("14", "wrong-only-the-end.lks", "expected", "the worst case"),
    (
        "14",
        "wrong-too-careful.lks",
        "tight-first 1",
        "later than necessary",
    ),
    ("14", "wrong-other-gate.lks", "open 4", "Line 11 is locked"),
    (
        "14",
        "wrong-never-comes.lks",
        "expected",
        "must also still come",
    ),
    (
        "15",
        "wrong-without-request.lks",
        "hidden 1",
        "green without a request",
    ),
    (
        "15",
        "wrong-asks-at-green.lks",
        "expected",
        "there must be no request",
    ),
    ("15", "wrong-only-at-red.lks", "hidden 2", "what forbids it"),
    (
        "15",
        "wrong-no-invariant.lks",
        "open 5, 8, 14",
        "Line 3 is locked",
    ),
    (
        "16",
        "wrong-limit-moves.lks",
        "expected",
        "does the call change `limit`",
    ),
    (
        "16",
        "wrong-nothing-said.lks",
        "expected",
        "only fails to exclude",
    ),
    (
        "16",
        "wrong-past-the-limit.lks",
        "expected",
        "only fails to exclude",
    ),
    (
        "16",
        "wrong-any-amount.lks",
        "hidden 1",
        "add more than one",
    ),
];

#[test]
fn the_first_criterion_that_is_missed_speaks() {
    for &(number, file, criterion, sentence) in SAID {
        let it = lesson_of(number);
        let judgement = it.judge(&it.files[file]);
        let (index, judged) = judgement.first().unwrap();
        let found = &it.lesson.task().unwrap().criteria[index];
        assert_eq!(found.written, criterion, "{number} {file}");
        assert_eq!(judged.met, Met::No, "{number} {file}");
        assert!(
            judged.sentence.contains(sentence),
            "{number} {file}: {}",
            judged.sentence
        );
        assert!(!words(&judged.sentence).is_empty());
        let shows_nothing = ["keeps", "contains", "every-length"];
        let word = criterion.split(' ').next().unwrap();
        assert_eq!(
            judged.evidence.is_none(),
            shows_nothing.contains(&word),
            "{number} {file}"
        );
    }
}

#[test]
fn every_right_choice_is_a_choice() {
    for it in shipped() {
        for bet in it.lesson.bets() {
            let kinds = Kinds::whole();
            let question = lesson::bet_question(&kinds, bet, &it.files).unwrap();
            let lesson::Answer::Outcome(outcome) = ask(&question) else {
                panic!("{}: the check is answered", it.name);
            };
            assert!(right_choice(bet, &outcome).is_some(), "{}", it.name);
            assert!(bet.question.iter().any(|it| matches!(it, Inline::Text(_))));
        }
    }
}

/// The evidence of the criterion that speaks.
fn evidence(number: &str, file: &str) -> Evidence {
    let it = lesson_of(number);
    let judgement = it.judge(&it.files[file]);
    let (_, judged) = judgement.first().unwrap();
    judged.evidence.clone().unwrap()
}

#[test]
fn what_is_missed_is_shown_by_a_run() {
    let Evidence::Shown(shown) = evidence("05", "wrong-ends-only.lks") else {
        panic!("a check shows it");
    };
    assert_eq!((shown.of, shown.check), (Played::Attempt, 0));
    assert_eq!((shown.text.as_str(), shown.outcome.depth()), ("", Some(7)));
    assert_eq!(shown.outcome.length(), 8);

    let Evidence::Shown(shown) = evidence("03", "wrong-no-hand.lks") else {
        panic!("a hidden check shows it");
    };
    assert_eq!(
        (shown.of, shown.title.as_str()),
        (Played::WithHidden, "deadlock")
    );
    assert_eq!(shown.outcome.depth(), Some(2));
    let analysis = Kinds::whole().analyse(&shown.text);
    assert_eq!(analysis.checks[shown.check].title, "deadlock");

    let Evidence::Shown(shown) = evidence("10", "wrong-true-not-inductive.xsts") else {
        panic!("a step shows it");
    };
    assert_eq!(shown.of, Played::Derived);
    let run = &shown.outcome.system.as_ref().unwrap().run;
    let values: Vec<_> = run.iter().map(|it| it.state[0].as_str()).collect();
    assert_eq!(values[values.len() - 2..], ["11", "13"], "{values:?}");

    let Evidence::Differs(difference) = evidence("11", "start.lks") else {
        panic!("a run shows it");
    };
    assert_eq!(difference.run, ["?coin"]);
    assert_eq!(
        difference.sentence,
        "After `coin` yours may refuse `wantTea`, and the reference never does."
    );

    let Evidence::Printed(0, view) = evidence("07", "wrong-really-reachable.lks") else {
        panic!("the printed formulas show it");
    };
    assert_ne!(view.difference.as_deref(), Some("wrong yes"));

    let Evidence::Proof(fault) = evidence("09", "wrong-follows-but-not-enough.drat") else {
        panic!("a line shows it");
    };
    assert_eq!(fault.line, 2);
}

#[test]
fn an_attempt_with_an_error_is_told_so_where_the_error_is() {
    let it = lesson_of("05");
    let broken = it.files["solution.lks"].replace(
        "  done    --> [*]\n}\n\nmachine Callee",
        "  done    --> [*]\n\nmachine Callee",
    );
    let judgement = it.judge(&broken);
    let (index, judged) = judgement.first().unwrap();
    assert_eq!(index, 0, "a locked brace is gone");
    assert!(matches!(judged.evidence, Some(Evidence::Locked(_))));
    let later = &judgement.criteria[1..];
    assert!(
        later
            .iter()
            .all(|it| matches!(it.evidence, Some(Evidence::Error(_))))
    );
    assert!(
        later[0].sentence.ends_with("Correct this first."),
        "{}",
        later[0].sentence
    );
}

#[test]
fn a_hidden_item_that_does_not_fit_is_not_met() {
    let it = lesson_of("05");
    let judgement = it.judge(&it.files["wrong-never-hang-up.lks"]);
    let judged = judgement.criteria.last().unwrap();
    let Some(Evidence::Missing(what)) = &judged.evidence else {
        panic!("`done` is gone: {judged:?}");
    };
    assert!(what.contains("`done`"), "{what}");
}

#[test]
fn a_limit_says_nothing_against_an_attempt() {
    let it = lesson_of("06");
    let task = it.lesson.task().unwrap();
    let options = lockstep_core::api::Options {
        max_states: Some(1),
        max_clauses: Some(1),
        engine: "explicit".into(),
        ..Default::default()
    };
    let host = &mut lockstep_tests::Clockless;
    let judgement = lesson::judge(task, &it.files, &it.files["solution.lks"], &options, host);
    assert!(!judgement.is_solved());
    let (_, judged) = judgement.first().unwrap();
    assert_eq!(judged.met, Met::Unknown);
    assert!(
        judged.sentence.contains("was not decided"),
        "{}",
        judged.sentence
    );
}
