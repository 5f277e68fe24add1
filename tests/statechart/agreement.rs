//! 5,000 random systems: what `check` answers is what a plain visit of the definitions finds, minimal depths included.
//!
//! The plain visit knows nothing of equal objects, of moves that come first, or of states by number. Every run that is
//! answered is replayed before it is answered.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};

use lockstep_core::api::{Outcome, Refusal, Verdict, check_chart_by_all};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::{ObjectId, Reading, StatechartModel, Subject};
use lockstep_core::language::statechart::read;
use lockstep_core::language::statechart::semantics::{
    Grain, Move, StatechartSystem, Successors, SystemState,
};
use lockstep_core::text::Severity;
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

use super::answers::answer;

/// What a plain visit has found: for each question the fewest steps that count to what it looks for; and whose queue would
/// have held more than is looked at.
pub(crate) struct Plain {
    pub(crate) fewest: Vec<Option<u32>>,
    beyond: BTreeSet<ObjectId>,
}

/// Whether a state shows what a question looks for.
fn shows(
    system: &StatechartSystem<'_>,
    state: &SystemState,
    found: &Successors,
    subject: &Subject,
) -> bool {
    let stable = system.is_stable(state);
    match subject {
        Subject::Reach(goals) => stable && system.holds(state, &goals[0]),
        Subject::Always(query) => stable && !system.holds(state, query),
        Subject::Deadlock => {
            let ended = state.objects.iter().all(|it| it.status.is_ended());
            found.all.is_empty() && found.beyond.is_empty() && !ended
        }
        Subject::Scenario(..) | Subject::Same(_) => unreachable!("random texts ask for neither"),
    }
}

/// A visit of every interleaving; `None` where there are more states than that.
pub(crate) fn plain(model: &StatechartModel, most: usize) -> Option<Plain> {
    let system = StatechartSystem::new(model, model.reading, Grain::Behaviour, false);
    let start = system.beginning();
    let mut depths = HashMap::from([(start.clone(), 0)]);
    let mut open = VecDeque::from([(start, 0)]);
    let mut result = Plain {
        fewest: vec![None; model.properties.len()],
        beyond: BTreeSet::new(),
    };
    while let Some((state, depth)) = open.pop_front() {
        if depths[&state] < depth {
            continue;
        }
        let found = system.successors(&state);
        for (number, property) in model.properties.iter().enumerate() {
            if shows(&system, &state, &found, &property.subject) {
                let best = &mut result.fewest[number];
                *best = Some(best.map_or(depth, |it| it.min(depth)));
            }
        }
        result.beyond.extend(&found.beyond);
        for it in found.all {
            let free = matches!(it.what, Move::Thread(_));
            let next = depth + u32::from(!free);
            if depths.get(&it.after).is_some_and(|known| *known <= next) {
                continue;
            }
            depths.insert(it.after.clone(), next);
            if depths.len() > most {
                return None;
            }
            match free {
                true => open.push_front((it.after, next)),
                false => open.push_back((it.after, next)),
            }
        }
    }
    Some(result)
}

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
    let (mut systems, mut found, mut seed) = (0, 0, 0);
    let mut engines: BTreeMap<String, usize> = BTreeMap::new();
    while systems < wanted {
        seed += 1;
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
        "{}: {systems} systems of {seed}, {found} runs, answers by {engines:?}",
        reading.word()
    );
    let answers = engines.values().sum::<usize>();
    assert!(answers > 2 * wanted, "{answers} answers");
    assert!(found > wanted / 2 && found < 5 * wanted / 2, "{found}");
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

/// The answer by formulas alone; none where the system is larger than is written out, or the work is. No run of these systems
/// ends with an error, which formulas would not tell apart from what is looked for.
fn by_formulas(text: &str, check: usize) -> Option<Outcome> {
    let asked = |engine: &str| {
        let options = Options {
            engine: engine.into(),
            max_clauses: Some(400_000),
            ..Options::default()
        };
        check_chart_by_all(text, check, &options, &mut Clockless)
    };
    match asked("sat") {
        Ok(outcome) if outcome.verdict.is_unknown() => None,
        Ok(outcome) => Some(outcome),
        Err(Refusal::Option(what)) if what.contains("as large as here") => None,
        Err(why) => panic!("{why:?}\n{text}"),
    }
}

#[test]
fn formulas_and_their_proofs_say_the_same() {
    let shape = ChartShape {
        depth: 1,
        states: (1, 2),
        transitions: (1, 2),
        composite: 30,
        ..ChartShape::PAPER
    };
    compare(&shape, Reading::Bmc4uml, 24, 60, &by_formulas);
}
