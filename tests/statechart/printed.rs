//! The printed formulas of the BMC4UML paper beside its definitions: mended they have the same paths of every length, and each
//! slip by itself is shown by a small model.

use std::collections::HashSet;
use std::path::Path;

use crate::statechart::read;
use lockstep_core::api::{Kinds, StructureKind, every_repair, printed_charts};
use lockstep_core::encode::paper::{
    ChartInstance, PrintedCharts, Repair, Repairs, smallest_of_charts,
};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::{Reading, StatechartModel, Subject};
use lockstep_core::language::statechart::semantics::{
    Grain, ObjectStatus, StatechartSystem, SystemState,
};
use lockstep_core::sat;
use lockstep_core::text::Severity;
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

use super::answers::answer;

const MOST: u64 = 2_000_000;

/// The states after exactly 0, 1, … steps; nothing where there are too many, or where a run ends with an error, of which the
/// paper says nothing.
fn layers(
    system: &StatechartSystem<'_>,
    depth: usize,
    most: usize,
) -> Option<Vec<Vec<SystemState>>> {
    let mut layers = vec![vec![system.beginning()]];
    for _ in 0..depth {
        let mut next: HashSet<SystemState> = HashSet::new();
        for state in &layers[layers.len() - 1] {
            for it in system.successors(state).all {
                let fails = |it: &ObjectStatus| matches!(it, ObjectStatus::Fault(_));
                if it.after.objects.iter().any(|it| fails(&it.status)) {
                    return None;
                }
                next.insert(it.after);
            }
        }
        if next.len() > most {
            return None;
        }
        layers.push(next.into_iter().collect());
    }
    Some(layers)
}

fn shows(system: &StatechartSystem<'_>, state: &SystemState, subject: &Subject) -> bool {
    match subject {
        Subject::Reach(goals) => system.holds(state, &goals[0]),
        Subject::Always(query) => !system.holds(state, query),
        Subject::Scenario(..) | Subject::Same(_) => panic!("neither is asked here"),
        Subject::Deadlock => system.successors(state).all.is_empty() && !system.all_may_stay(state),
        Subject::DeadlockAlone => system.is_stuck_alone(state),
    }
}

fn satisfiable(model: &StatechartModel, check: usize, k: usize, repairs: Repairs) -> bool {
    let instance = ChartInstance::new(model, &model.properties[check]).unwrap();
    let printed = PrintedCharts::new(instance, k, repairs, MOST).unwrap();
    let mut solver = sat::named("batsat").unwrap().create(None);
    solver.read_formula(printed.formula(), &mut 0);
    let answer = solver.solve().unwrap();
    let sat::Answer::Satisfiable(assignment) = answer else {
        return false;
    };
    if repairs == Repairs::DEFINITION {
        let (states, steps) = printed.decode(&assignment);
        assert_eq!(steps.len(), k);
        assert_eq!(instance.flaw(&states, &steps), None);
        assert_eq!(instance.rejection(&states, repairs), None);
    }
    true
}

#[test]
fn mended_they_have_the_paths_of_the_definitions() {
    let shape = ChartShape {
        depth: 1,
        states: (1, 2),
        transitions: (1, 3),
        composite: 40,
        ..ChartShape::PAPER
    };
    let depth = 9;
    let (mut systems, mut seed, mut asked, mut yes, mut wrong) = (0, 0, 0, 0, 0);
    while systems < 120 {
        seed += 1;
        let text = text(&shape, &mut Random::new(seed));
        let text = text.replace("system {\n", "system {\n  semantics bmc4uml\n");
        let (model, findings) = read(&text);
        if findings.iter().any(|it| it.severity == Severity::Error) {
            continue;
        }
        let system = StatechartSystem::new(&model, Reading::Bmc4uml, Grain::Behaviour, false);
        let Some(layers) = layers(&system, depth, 300) else {
            continue;
        };
        if ChartInstance::new(&model, &model.properties[0]).is_err() {
            continue;
        }
        systems += 1;
        for (check, property) in model.properties.iter().enumerate() {
            for (k, layer) in layers.iter().enumerate().skip(seed as usize % 3).step_by(3) {
                let defined = layer.iter().any(|it| shows(&system, it, &property.subject));
                let printed = satisfiable(&model, check, k, Repairs::DEFINITION);
                assert_eq!(
                    printed, defined,
                    "seed {seed}, check {check}, k = {k}\n{text}"
                );
                wrong += usize::from(satisfiable(&model, check, k, Repairs::NONE) != defined);
                asked += 1;
                yes += usize::from(defined);
            }
        }
    }
    println!("{systems} systems of {seed}: {asked} questions, {yes} yes; {wrong} wrong as printed");
    assert!(yes * 5 > asked && yes * 5 < asked * 4, "{yes} of {asked}");
    assert!(wrong > 0);
}

fn example(number: usize) -> String {
    let name = format!("../static/examples/encodings/b{number}.lks");
    std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap()
}

/// The smallest k of a check of an example; none up to 20.
fn smallest(model: &StatechartModel, check: usize, repairs: Repairs) -> Option<usize> {
    let instance = ChartInstance::new(model, &model.properties[check]).unwrap();
    let solver = sat::named("batsat").unwrap();
    let found = smallest_of_charts(instance, 20, repairs, MOST, solver, None).unwrap();
    found.map(|it| it.k)
}

/// Columns: as printed; mended by the definition; mended in all.
#[test]
fn each_slip_has_its_witness() {
    let never = None;
    let rows = [
        (1, 0, [never, Some(6), Some(6)], Repair::Integers),
        (2, 0, [Some(4), never, never], Repair::Queues),
        (3, 0, [Some(6), never, never], Repair::Sets),
        (3, 1, [never, Some(6), Some(6)], Repair::Sets),
        (4, 0, [never, Some(3), Some(3)], Repair::Delays),
        (5, 0, [never, never, Some(6)], Repair::Discarding),
        (5, 1, [never, never, Some(6)], Repair::Discarding),
    ];
    for (number, check, expected, slip) in rows {
        let (model, findings) = read(&example(number));
        assert_eq!(findings, [], "b{number}");
        let all = [Repairs::NONE, Repairs::DEFINITION, Repairs::ALL];
        let found = all.map(|it| smallest(&model, check, it));
        assert_eq!(found, expected, "b{number}, check {check}");
        // It is this slip alone.
        for repair in Repair::ALL.into_iter().filter(|it| it.is_for_statecharts()) {
            let without = smallest(&model, check, Repairs::ALL.without(repair));
            let alone = smallest(&model, check, Repairs::NONE.and(repair));
            let (wrong, right) = (expected[0], expected[2]);
            let is_it = repair == slip;
            assert_eq!(
                without,
                if is_it { wrong } else { right },
                "b{number}: {}",
                repair.name()
            );
            assert_eq!(
                alone,
                if is_it { right } else { wrong },
                "b{number}: {}",
                repair.name()
            );
        }
    }
}

/// The number of bits of a global state is r.
#[test]
fn a_state_has_as_many_bits_as_the_paper_counts() {
    let (model, _) = read(&example(2));
    let instance = ChartInstance::new(&model, &model.properties[0]).unwrap();
    let bits = |repairs| {
        PrintedCharts::new(instance, 0, repairs, MOST)
            .unwrap()
            .bits()
    };
    // Sender: 4 states, 3 of them sensitive, a queue of 4 cells for no event; receiver: 4 states, 1, 2 cells for one event.
    let r = (4 + 3 + 2 * 2) + (4 + 1 + 2);
    assert_eq!(bits(Repairs::NONE), r);
    // Counts from 0 to 4, and from 0 to 2.
    assert_eq!(bits(Repairs::ALL), r + 3 + 2);
}

/// What is shown beside the definitions is true of them, and says what the headers say.
#[test]
fn the_examples_say_what_is_printed() {
    let asked = |number: usize, check: usize, repairs: &[String]| {
        let options = Options::default();
        printed_charts(&example(number), check, repairs, &options, &mut Clockless).unwrap()
    };
    let rows = [
        (1, 0, "wrong no", "int_size"),
        (
            2,
            0,
            "wrong yes",
            "The queue of `r` is full, so that its two indices are the same and it looks empty: its 2 events are lost.",
        ),
        (
            3,
            0,
            "wrong yes",
            "XO3 has `o` fire `A --> A2 : go` alone; by the definition `A --> A2 : go` and `B --> B2 : go` fire together.",
        ),
        (3, 1, "wrong no", "XO3"),
        (4, 0, "wrong no", "X5"),
        (5, 0, "wrong no", ""),
    ];
    for (number, check, difference, why) in rows {
        let view = asked(number, check, &[]);
        assert_eq!(
            view.difference.as_deref(),
            Some(difference),
            "b{number}: {}",
            view.sentence
        );
        let flaw = view.flaw.map(|it| it.sentence);
        let rejected = view.rejected.map(|it| it.formulas.join(" "));
        assert_eq!(flaw.or(rejected).unwrap_or_default(), why, "b{number}");
        assert!(view.told.len() > 2, "b{number}");
        let mended = asked(number, check, &every_repair());
        assert_eq!(mended.difference, None, "b{number}: {}", mended.sentence);
    }
    assert_eq!(asked(5, 1, &[]).difference, None);
}

#[test]
fn the_examples_are_asked_as_they_stand() {
    for number in 1..6 {
        let text = example(number);
        for (line, key) in text.lines().zip(["// title: ", "// source: ", "// look: "]) {
            assert!(
                line.starts_with(key) && line.len() > key.len() + 5,
                "b{number}: {line}"
            );
        }
        let analysis = Kinds::whole().analyse_as(StructureKind::Statecharts, &text);
        assert!(
            analysis.diagnostics.is_empty(),
            "b{number}: {:?}",
            analysis.diagnostics
        );
        for check in &analysis.checks {
            let outcome = answer(&text, check.index);
            assert_eq!(
                outcome.as_expected(),
                Some(true),
                "b{number}: {}",
                outcome.sentence
            );
        }
    }
}
