//! 5,000 random systems: what `check` answers is what a plain visit of the definitions finds, minimal depths included.
//!
//! The plain visit knows nothing of equal objects, of moves that come first, or of states by number. Every run that is
//! answered is replayed before it is answered.

use std::collections::BTreeMap;

use crate::statechart::read;
use lockstep_core::api::{Outcome, Verdict};
use lockstep_core::fuzz::{Asking, examine_charts, plain};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::Reading;
use lockstep_core::text::Severity;
use lockstep_seeds::{self as seeds, seeds_from};

use super::answers::answer;

/// Compares the answers to so many random systems with those of plain visits.
fn agree(shape: &ChartShape, reading: Reading, wanted: usize, most: usize) {
    let answer = |text: &str, check: usize| Some(answer(text, check));
    compare(shape, reading, wanted, most, &answer);
}

/// The same of answers that somebody gives, where there are some.
fn compare(
    shape: &ChartShape,
    reading: Reading,
    wanted: usize,
    most: usize,
    answer: &dyn Fn(&str, usize) -> Option<Outcome>,
) {
    let (mut systems, mut found) = (0, 0);
    let wanted = seeds::wanted(wanted);
    let mut numbers = seeds_from(1);
    let mut engines: BTreeMap<String, usize> = BTreeMap::new();
    while systems < wanted {
        let seed = numbers.next().expect("seeds do not end");
        let text = text(shape, &mut Random::new(seed));
        let text = text.replace(
            "system {\n",
            &format!("system {{\n  semantics {}\n", reading.word()),
        );
        let (model, findings) = read(&text);
        if findings.iter().any(|it| it.severity == Severity::Error) {
            continue;
        }
        let Some(plain) = plain(&model, most) else {
            continue;
        };
        systems += 1;
        for (number, wanted) in plain.fewest.iter().enumerate() {
            let Some(outcome) = answer(&text, number) else {
                continue;
            };
            let depth = match outcome.verdict {
                Verdict::Found { depth } => Some(depth),
                Verdict::Absent(_) => None,
                Verdict::Unknown(_) => panic!("seed {seed}, check {number}: not decided\n{text}"),
            };
            let by = &outcome.work.engine;
            assert_eq!(
                depth, *wanted,
                "seed {seed}, check {number} by {by}\n{text}"
            );
            if depth.is_none() {
                let names = outcome.sentence.contains("queue");
                let bounded = !plain.beyond.is_empty();
                assert_eq!(names, bounded, "seed {seed}, check {number}\n{text}");
            }
            found += usize::from(depth.is_some());
            *engines.entry(outcome.work.engine.clone()).or_insert(0) += 1;
        }
    }
    println!(
        "{}: {systems} systems, {found} runs, answers by {engines:?}",
        reading.word()
    );
    let answers = engines.values().sum::<usize>();
    assert!(answers > 2 * wanted, "{answers} answers");
    assert!(found > wanted / 2 && found < 7 * wanted / 2, "{found}");
}

#[test]
fn answers_are_those_of_a_plain_visit() {
    agree(&ChartShape::SMALL, Reading::Uml, 1_000, 500);
}

#[test]
fn answers_are_those_of_a_plain_visit_where_states_are_nested_deeply() {
    agree(&ChartShape::DEEP, Reading::Uml, 1_000, 500);
}

#[test]
fn answers_are_those_of_a_plain_visit_in_the_papers_reading() {
    agree(&ChartShape::PAPER, Reading::Bmc4uml, 1_500, 600);
}

#[test]
fn answers_are_those_of_a_plain_visit_in_scxml() {
    agree(&ChartShape::DEEP, Reading::Scxml, 500, 500);
}

#[test]
fn alike_objects_change_no_answer() {
    agree(&ChartShape::ALIKE, Reading::Uml, 500, 700);
}

#[test]
fn alike_objects_change_no_answer_in_the_papers_reading() {
    agree(&ChartShape::ALIKE, Reading::Bmc4uml, 500, 700);
}

#[test]
fn inputs_change_no_answer() {
    agree(&ChartShape::INPUTS, Reading::Uml, 600, 500);
}

#[test]
fn inputs_change_no_answer_in_the_papers_reading() {
    const SHAPE: ChartShape = ChartShape {
        inputs: true,
        ..ChartShape::PAPER
    };
    agree(&SHAPE, Reading::Bmc4uml, 600, 600);
}

#[test]
fn inputs_change_no_answer_in_scxml() {
    agree(&ChartShape::INPUTS, Reading::Scxml, 500, 500);
}

/// Formulas of UML's reading are made of what the definitions let an object do, so inputs come with it.
#[test]
fn formulas_say_the_same_of_inputs() {
    let asking = |seed: u64| Asking {
        shape: &ChartShape::INPUTS,
        reading: Reading::Uml,
        rewritten: &[],
        engines: &["sat"],
        only: usize::try_from(seed % 3).ok(),
        within: Some(4),
        most_states: 200,
        most_clauses: 100_000,
    };
    let answers = formulas_agree(0, 200, &asking);
    assert!(answers.keys().any(|it| it.1), "{answers:?}");
}

/// How many systems of each share of the five thousand.
const SHARE: usize = 1_250;
/// Of so many systems one is asked for every length.
const UNBOUNDED: u64 = 20;

/// Who has answered, and whether there is a run, with how often.
type Answers = BTreeMap<(String, bool), usize>;

/// Has the systems from a seed on answered, until so many have been by formulas: all say what the definitions say.
fn formulas_agree(from: u64, count: usize, asking: &dyn Fn(u64) -> Asking<'static>) -> Answers {
    let mut systems = 0;
    let mut answers = Answers::new();
    let count = seeds::wanted(count);
    let mut numbers = seeds_from(from + 1);
    while systems < count {
        let seed = numbers.next().expect("seeds do not end");
        let Some(examined) = examine_charts(&asking(seed), seed) else {
            continue;
        };
        assert!(examined.wrong.is_empty(), "{}", examined.wrong[0]);
        let by_formulas = examined.answers.iter().filter(|it| it.0 != "explicit");
        systems += usize::from(by_formulas.count() > 0);
        for it in examined.answers {
            *answers.entry(it).or_insert(0) += 1;
        }
    }
    println!("{systems} systems: {answers:?}");
    answers
}

/// A share of five thousand small systems of a reading: the plain visit, explicit search, and bounded model checking, induction
/// and IC3 with their proofs checked say the same. `lockstep fuzz --encoding statecharts` goes on with larger ones.
fn share(number: u64, reading: Reading, shapes: &[&'static ChartShape]) {
    let asking = |seed: u64| Asking {
        shape: shapes[usize::try_from(seed).unwrap() % shapes.len()],
        reading,
        rewritten: &[],
        engines: &["explicit", "sat"],
        only: usize::try_from(seed % 4).ok(),
        within: (!(seed / 5).is_multiple_of(UNBOUNDED)).then_some(3),
        most_states: 40,
        most_clauses: 60_000,
    };
    let answers = formulas_agree(number * 1_000_000, SHARE, &asking);
    for found in [true, false] {
        let by_bmc = answers.get(&("bmc".to_owned(), found));
        assert!(
            by_bmc.is_some_and(|it| *it > seeds::share(200)),
            "{answers:?}"
        );
    }
}

/// A share in the paper's reading.
fn papers_share(number: u64) {
    share(number, Reading::Bmc4uml, &[&ChartShape::TINY]);
}

/// A share in UML's reading: every construct, nested deeply, several objects, some of them alike.
fn umls_share(number: u64) {
    const SHAPES: [&ChartShape; 4] = [
        &ChartShape::TINY,
        &ChartShape::SMALL,
        &ChartShape::DEEP,
        &ChartShape::ALIKE,
    ];
    share(number, Reading::Uml, &SHAPES);
}

#[test]
fn formulas_and_their_proofs_say_the_same() {
    papers_share(1);
}

#[test]
fn formulas_and_their_proofs_say_the_same_of_a_second_share() {
    papers_share(2);
}

#[test]
fn formulas_and_their_proofs_say_the_same_of_a_third_share() {
    papers_share(3);
}

#[test]
fn formulas_and_their_proofs_say_the_same_of_a_fourth_share() {
    papers_share(4);
}

#[test]
fn formulas_and_their_proofs_say_the_same_in_umls_reading() {
    umls_share(5);
}

#[test]
fn formulas_and_their_proofs_say_the_same_in_umls_reading_of_a_second_share() {
    umls_share(6);
}

#[test]
fn formulas_and_their_proofs_say_the_same_in_umls_reading_of_a_third_share() {
    umls_share(7);
}

#[test]
fn formulas_and_their_proofs_say_the_same_in_umls_reading_of_a_fourth_share() {
    umls_share(8);
}

/// Larger ones at every length, where a "no" takes induction or IC3.
#[test]
fn formulas_say_never_of_what_never_is() {
    const SHAPE: ChartShape = ChartShape {
        depth: 1,
        states: (1, 2),
        transitions: (1, 2),
        composite: 30,
        ..ChartShape::PAPER
    };
    let asking = |_| Asking {
        shape: &SHAPE,
        reading: Reading::Bmc4uml,
        rewritten: &[],
        engines: &["sat"],
        only: None,
        within: None,
        most_states: 60,
        most_clauses: 400_000,
    };
    let answers = formulas_agree(0, 24, &asking);
    for engine in ["bmc", "induction", "ic3"] {
        assert!(
            !seeds::is_all() || answers.keys().any(|it| it.0 == engine),
            "{engine}: {answers:?}"
        );
    }
}

/// The same in UML's reading.
#[test]
fn formulas_say_never_of_what_never_is_in_umls_reading() {
    let asking = |seed: u64| Asking {
        shape: match seed.is_multiple_of(2) {
            true => &ChartShape::SMALL,
            false => &ChartShape::DEEP,
        },
        reading: Reading::Uml,
        rewritten: &[],
        engines: &["sat"],
        only: None,
        within: None,
        most_states: 60,
        most_clauses: 60_000,
    };
    let answers = formulas_agree(0, 150, &asking);
    for (engine, fewest) in [("bmc", 40), ("induction", 40), ("ic3", 1)] {
        let by = answers.iter().filter(|it| it.0.0 == engine);
        let count: usize = by.map(|it| it.1).sum();
        assert!(count >= seeds::share(fewest), "{engine}: {answers:?}");
    }
}

/// Whatever happens where a queue is full, and where the environment waits for the end of what it calls.
#[test]
fn formulas_say_the_same_whatever_a_full_queue_means() {
    const DROP: &[(&str, &str)] = &[
        ("  queue 1\n", "  queue 1 overflow drop\n"),
        ("  queue 2\n", "  queue 2 overflow drop\n"),
        ("sends go", "sends call go"),
    ];
    const BLOCK: &[(&str, &str)] = &[
        ("  queue 1\n", "  queue 1 overflow block\n"),
        ("  queue 2\n", "  queue 1 overflow block\n"),
        (" then ask", " then call ask"),
    ];
    const ERROR: &[(&str, &str)] = &[
        ("  queue 1\n", "  queue 1 overflow error\n"),
        ("  queue 3\n", "  queue 2 overflow error\n"),
        ("sends go", "sends call go"),
    ];
    for (number, rewritten) in [DROP, BLOCK, ERROR].into_iter().enumerate() {
        let asking = |seed: u64| Asking {
            shape: match seed.is_multiple_of(2) {
                true => &ChartShape::SMALL,
                false => &ChartShape::ALIKE,
            },
            reading: Reading::Uml,
            rewritten,
            engines: &["sat"],
            only: usize::try_from(seed % 4).ok(),
            within: Some(5),
            most_states: 200,
            most_clauses: 100_000,
        };
        let answers = formulas_agree(10_000 * (number as u64 + 1), 200, &asking);
        assert!(answers.keys().any(|it| it.1), "{answers:?}");
    }
}
