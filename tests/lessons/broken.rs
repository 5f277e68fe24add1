//! Lessons that are broken, and lessons that are damaged at random: a sentence each, and no panic.

use lockstep_core::generate::Random;
use lockstep_core::lesson::{self, Files, Met, examine};
use lockstep_seeds::seeds;

use super::{ask, lesson_of, shipped};

#[test]
fn what_a_lesson_names_and_lacks_is_found() {
    let it = lesson_of("05");
    let mut files = it.files.clone();
    files.remove("hidden.lks");
    files.remove("solution.lks");
    files.remove("solution-other.lks");
    let report = examine(&it.lesson, &files, &mut |question| ask(question));
    let titles: Vec<_> = report.findings.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "The file `hidden.lks` is missing",
            "The task has no solution"
        ]
    );
    assert!(
        report
            .findings
            .iter()
            .all(|it| it.line > 1 && !it.hint.is_empty())
    );

    files.insert("hidden.lks".into(), "machine M {\n  [*] --> a\n}\n".into());
    let report = examine(&it.lesson, &files, &mut |question| ask(question));
    let found = report
        .findings
        .iter()
        .any(|it| it.title == "`hidden.lks` has an item `machine`");
    assert!(found, "{:?}", report.findings);
}

#[test]
fn a_claim_that_is_not_true_says_what_is() {
    let it = lesson_of("05");
    let text =
        it.files["lesson.md"].replace("answer=deadlock depth=7", "answer=none depth=6 colour=red");
    let report = examine(&lesson::read(&text), &it.files, &mut |question| {
        ask(question)
    });
    let said: Vec<_> = (report.claims.iter().filter(|it| !it.holds))
        .map(|it| it.sentence.as_str())
        .collect();
    let expected = [
        "`answer` is `deadlock`, not `none`.",
        "`depth` is `7`, not `6`.",
        "Answers have no key `colour`.",
    ];
    assert_eq!(said, expected);
}

#[test]
fn a_bet_without_a_right_choice_and_a_start_that_is_solved_are_found() {
    let it = lesson_of("06");
    let text = it.files["lesson.md"].replace("depth: 3 6 9", "depth: 4 6 9");
    let mut files = it.files.clone();
    files.insert("start.lks".into(), it.files["solution.lks"].clone());
    let report = examine(&lesson::read(&text), &files, &mut |question| ask(question));
    assert!(!report.bets[0].holds);
    let start = report.attempts.iter().find(|it| it.file == "start.lks");
    assert!(start.is_some_and(|it| !it.as_expected));
}

/// A lesson with a piece cut out, doubled or replaced.
fn damaged(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..random.between(1, 4) {
        let from = random.between(0, characters.len());
        let to = (from + random.between(0, 40)).min(characters.len());
        let cut: Vec<char> = characters.drain(from..to).collect();
        match random.between(0, 3) {
            0 => {}
            1 => characters
                .splice(from..from, cut.iter().chain(&cut).copied())
                .for_each(drop),
            2 => characters
                .splice(from..from, "`\n```#>|[:".chars())
                .for_each(drop),
            _ => characters
                .splice(from..from, cut.into_iter().rev())
                .for_each(drop),
        }
    }
    characters.into_iter().collect()
}

#[test]
fn damaged_lessons_are_read_and_found_to_be_damaged() {
    let lessons = shipped();
    let mut found = 0;
    for seed in seeds(0..2_000) {
        let random = &mut Random::new(seed);
        let it = &lessons[random.between(0, lessons.len() - 1)];
        let text = &it.files["lesson.md"];
        let lesson = lesson::read(&damaged(text, random));
        let lines = u32::try_from(text.lines().count() + 200).expect("lessons are short");
        for it in &lesson.findings {
            assert!(
                it.line >= 1 && it.line <= lines && !it.title.is_empty() && !it.hint.is_empty()
            );
        }
        found += usize::from(!lesson.findings.is_empty());
    }
    assert!(found > 20, "{found}");
}

#[test]
fn damaged_attempts_are_judged() {
    let lessons = shipped();
    for seed in seeds(0..400) {
        let random = &mut Random::new(seed);
        let it = &lessons[random.between(0, lessons.len() - 1)];
        let task = it.lesson.task().expect("each lesson has a task");
        let attempt = damaged(&it.files[&task.file], random);
        let kinds = lockstep_core::api::Kinds::whole();
        // Without an answer only the text is looked at.
        let judge = lesson::Judge::new(&kinds, task, &it.files, &attempt);
        let judgement = judge.judgement();
        assert_eq!(judgement.criteria.len(), task.criteria.len());
        let locks = lesson::locks(&it.files[&task.file], &task.open_lines(), &attempt);
        let is_open = judgement.criteria[0].met == Met::Yes;
        assert_eq!(locks.change.is_none(), is_open, "{attempt}");
    }
}

#[test]
fn a_task_without_its_files_is_not_decided() {
    let it = lesson_of("05");
    let task = it.lesson.task().expect("it has one");
    let kinds = lockstep_core::api::Kinds::whole();
    let judge = lesson::Judge::new(
        &kinds,
        task,
        &Files::new(),
        "machine A {\n  [*] --> a\n}\ncheck deadlock\n",
    );
    let first = &judge.judgement().criteria[0];
    assert_eq!(first.met, Met::Unknown);
    assert_eq!(
        first.sentence,
        "The file `start.lks` of the lesson is missing."
    );
}
