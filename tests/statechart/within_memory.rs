//! Five thousand random systems of each reading against their definitions, with many regions, completions and every policy of full
//! queues, under a limit of memory: explicit search and formulas say what a plain visit of every interleaving says.

use std::collections::BTreeMap;

use lockstep_core::fuzz::{Asking, examine_charts};
use lockstep_core::generate::statecharts::ChartShape;
use lockstep_core::language::statechart::model::Reading;
use lockstep_seeds::{seeds, seeds_from, wanted};

/// Systems of each reading.
const SYSTEMS: usize = 5_000;

const REGIONS: ChartShape = ChartShape {
    depth: 2,
    states: (1, 2),
    transitions: (0, 2),
    composite: 60,
    regions: 4,
    ..ChartShape::SMALL
};

const PAPER: ChartShape = ChartShape {
    depth: 1,
    states: (1, 2),
    transitions: (0, 2),
    composite: 60,
    regions: 4,
    ..ChartShape::PAPER
};

/// What is written in place of the queues of random systems, which are bounds of the analysis.
const POLICIES: [&[(&str, &str)]; 4] = [
    &[],
    &[
        ("  queue 1\n", "  queue 1 overflow drop\n"),
        ("  queue 2\n", "  queue 2 overflow drop\n"),
    ],
    &[
        ("  queue 1\n", "  queue 1 overflow block\n"),
        ("  queue 2\n", "  queue 1 overflow block\n"),
    ],
    &[
        ("  queue 1\n", "  queue 1 overflow error\n"),
        ("  queue 2\n", "  queue 1 overflow error\n"),
        ("  queue 3\n", "  queue 2 overflow error\n"),
        (
            "check deadlock\n",
            "check deadlock\ncheck reach o0.queue.overflows\ncheck reach o0.queue.overflows && o0.x == 1\n",
        ),
    ],
];

/// Compares so many systems of a reading from a seed on; how many answers there were, by engine.
fn agree(reading: Reading, from: u64, shapes: &[&ChartShape], engines: &[&str]) {
    let mut systems = 0;
    let mut numbers = seeds_from(from);
    let mut answers: BTreeMap<(String, bool), usize> = BTreeMap::new();
    let count = wanted(SYSTEMS);
    while systems < count {
        let seed = numbers.next().expect("seeds do not end");
        let number = usize::try_from(seed).unwrap();
        let asking = Asking {
            shape: shapes[number / POLICIES.len() % shapes.len()],
            reading,
            rewritten: POLICIES[number % POLICIES.len()],
            engines,
            only: None,
            within: Some(4),
            most_states: 300,
            most_clauses: 40_000,
        };
        let Some(examined) = examine_charts(&asking, seed) else {
            continue;
        };
        assert!(examined.wrong.is_empty(), "{}", examined.wrong[0]);
        systems += 1;
        for it in examined.answers {
            *answers.entry(it).or_insert(0) += 1;
        }
    }
    println!("{}: {systems} systems: {answers:?}", reading.word());
    for found in [true, false] {
        let by_visits = answers.get(&("explicit".to_owned(), found));
        assert!(by_visits.is_some_and(|it| *it > count / 2), "{answers:?}");
    }
}

#[test]
fn many_regions_and_full_queues_in_umls_reading() {
    let shapes = [&REGIONS, &ChartShape::SMALL, &REGIONS, &ChartShape::ALIKE];
    agree(Reading::Uml, 20_000_000, &shapes, &["explicit"]);
}

#[test]
fn many_regions_and_full_queues_in_the_papers_reading() {
    let shapes = [&PAPER, &ChartShape::TINY, &PAPER, &ChartShape::ALIKE];
    agree(Reading::Bmc4uml, 21_000_000, &shapes, &["explicit"]);
}

#[test]
fn many_regions_and_full_queues_in_scxml() {
    let shapes = [&REGIONS, &ChartShape::DEEP];
    agree(Reading::Scxml, 22_000_000, &shapes, &["explicit"]);
}

/// The same by formulas, of fewer: they take longer.
#[test]
fn formulas_say_the_same_of_many_regions_and_full_queues() {
    let mut by_formulas = 0;
    for seed in seeds(0..1_500_u64) {
        let reading = match seed % 2 {
            0 => Reading::Uml,
            _ => Reading::Bmc4uml,
        };
        let asking = Asking {
            shape: &PAPER,
            reading,
            rewritten: POLICIES[(seed / 2 % 4) as usize],
            engines: &["sat"],
            only: Some((seed / 8 % 5) as usize),
            within: Some(4),
            most_states: 120,
            most_clauses: 60_000,
        };
        if let Some(examined) = examine_charts(&asking, 23_000_000 + seed) {
            assert!(examined.wrong.is_empty(), "{}", examined.wrong[0]);
            by_formulas += examined.answers.len();
        }
    }
    println!("{by_formulas} answers by formulas");
    assert!(by_formulas > wanted(300), "{by_formulas}");
}
