//! The printed encodings against the definitions: every row of the known disagreements in every
//! column, and what their repairs are worth on random models.
#![allow(clippy::unwrap_used, missing_docs)]

use std::path::Path;

use lockstep_core::api::analyse;
use lockstep_core::encode::paper::{Instance, Repair, Repairs, Style, smallest};
use lockstep_core::language::machines::Composition;
use lockstep_core::language::machines::judge::shortest;
use lockstep_core::language::{Check, Model, Question, read};
use lockstep_core::sat;
use lockstep_tests::Clockless;

/// "Never" means: not with any bound up to this one.
const FAR: usize = 14;

/// The smallest bound at which a printed encoding says yes to the first check of a text.
fn printed(model: &Model, style: &Style) -> Option<usize> {
    let instance = Instance::new(model, &model.checks[0]).unwrap();
    let solver = sat::named("batsat").unwrap();
    let found = smallest(&instance, FAR, style, solver, None).unwrap();
    found.map(|found| found.k)
}

fn example(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/encodings");
    std::fs::read_to_string(folder.join(name).with_extension("lks")).unwrap()
}

fn goal_holds(model: &Model, check: &Check) -> Option<usize> {
    let composition = Composition::new(model, model.lifelines_of(check), &check.from);
    let Question::Reach { goal } = &check.question else {
        panic!("asks for a goal")
    };
    shortest(&composition, FAR, |state| {
        goal.iter()
            .all(|&(lifeline, place)| state[lifeline] == place)
    })
}

/// Columns: definitions; as printed; with the range of φ_8; with all repairs.
#[test]
fn goals_of_the_first_paper() {
    let never = None;
    let rows = [
        ("g0", 0, [never, Some(1), never, never]),
        ("g1", 0, [never, Some(1), Some(2), never]),
        ("g2", 0, [never, Some(1), Some(2), never]),
        ("g3", 2, [Some(8), Some(1), never, never]),
        ("g3", 0, [Some(4), Some(1), never, never]),
        ("g4", 0, [Some(4), Some(1), never, never]),
        ("g5", 0, [Some(5), Some(1), never, never]),
        ("g6", 0, [Some(3), Some(1), Some(2), Some(3)]),
    ];
    for (name, check, expected) in rows {
        let mut model = read(&example(name)).0;
        model.checks.drain(..check);
        let found = [
            goal_holds(&model, &model.checks[0]),
            printed(&model, &Style::default()),
            printed(&model, &Style::with(Repairs::RANGE)),
            printed(&model, &Style::with(Repairs::ALL)),
        ];
        assert_eq!(found, expected, "{name}, check {check}");
    }
}

/// Each row needs exactly the repair that it is a witness of.
#[test]
fn each_repair_of_the_first_paper_mends_its_witness() {
    for (name, repair, right) in [
        ("g0", Repair::Range, None),
        ("g1", Repair::AtMostOne, None),
        ("g2", Repair::AtMostOne, None),
        ("g6", Repair::Environ, Some(3)),
    ] {
        let model = read(&example(name)).0;
        for dropped in Repair::ALL {
            let style = Style::with(Repairs::ALL.without(dropped));
            let wrong = printed(&model, &style) != right;
            // Without the range nothing is worth anything.
            let expected = dropped == repair || dropped == Repair::Range;
            assert_eq!(wrong, expected, "{name} without {}", dropped.name());
        }
    }
}

/// Columns: definitions with the ε-moves before the first message counted, as the encoding does;
/// φ_seq as it is left; symbols protected; sender and receiver named as well.
#[test]
fn scenarios_of_the_second_paper() {
    let never = None;
    let rows = [
        ("s1", [never, Some(1), Some(1), never]),
        ("s2", [never, Some(1), never, never]),
        ("s3", [Some(1), never, never, never]),
        ("s4", [Some(1), never, never, never]),
        ("s5", [Some(1), Some(1), Some(1), Some(1)]),
    ];
    for (name, expected) in rows {
        let model = read(&example(name)).0;
        let instance = Instance::new(&model, &model.checks[0]).unwrap();
        let found = [
            lockstep_core::fuzz::judge::immediately(&instance, FAR),
            printed(&model, &Style::with(Repairs::NONE)),
            printed(&model, &Style::with(Repairs::SYMBOLS)),
            printed(&model, &Style::with(Repairs::FULL)),
        ];
        assert_eq!(found, expected, "{name}");
    }
}

/// Slots of four steps as printed, of three, and of two.
#[test]
fn three_steps_for_a_message_suffice_and_two_do_not() {
    let model = read(&example("s5")).0;
    for (factor, expected) in [(4, Some(1)), (3, Some(1)), (2, None)] {
        for repairs in [Repairs::NONE, Repairs::SYMBOLS, Repairs::FULL] {
            let style = Style {
                factor,
                ..Style::with(repairs)
            };
            assert_eq!(printed(&model, &style), expected, "{factor} {repairs:?}");
        }
    }
}

/// Fig. 4 of the second paper: seven messages, of which the definitions allow four.
#[test]
fn every_step_of_a_slot_must_be_protected() {
    let text = example("s2").replace(
        "bob   -> cm    : wantCoffee\n",
        "bob   -> cm    : wantCoffee
         cm    -> bob   : coffeeDone
         alice -> cm    : wantCoffee\n",
    );
    let prefix = |repairs: Repairs| {
        let prefixes = (1..=7).rev();
        let mut longest = prefixes.filter(|&count| {
            let mut model = read(&text).0;
            assert_eq!(model.scenarios[0].messages.len(), 7);
            model.scenarios[0].messages.truncate(count);
            printed(&model, &Style::with(repairs)).is_some()
        });
        longest.next().unwrap_or(0)
    };
    let after = [Repair::ProtectFirst, Repair::ProtectThird];
    for mask in 0..4 {
        let chosen = (0..2).filter(|bit| mask & 1 << bit != 0);
        let chosen: Repairs = chosen.map(|bit| after[bit]).collect();
        let repairs = chosen.and(Repair::Names).and(Repair::ProtectMessage);
        assert_eq!(prefix(repairs), if mask == 3 { 4 } else { 7 }, "{mask}");
    }
}

#[test]
fn what_is_claimed_for_a_wrong_yes_is_no_run() {
    for (name, repairs, bogus) in [
        ("g0", Repairs::NONE, true),
        ("g1", Repairs::RANGE, true),
        ("g2", Repairs::RANGE, true),
        ("g6", Repairs::ALL, false),
        ("s5", Repairs::ALL, false),
    ] {
        let model = read(&example(name)).0;
        let instance = Instance::new(&model, &model.checks[0]).unwrap();
        let style = Style::with(repairs);
        let found = smallest(&instance, FAR, &style, sat::ALL[0], None)
            .unwrap()
            .unwrap();
        let wrong = instance.first_impossible(&found.claims);
        assert_eq!(wrong.is_some(), bogus, "{name}: {:?}", found.claims);
        assert_eq!(found.claims[0].state().as_ref(), Some(instance.start()));
    }
}

#[test]
fn examples_are_sound_canonical_and_asked() {
    let mut names: Vec<_> = (0..7).map(|number| format!("g{number}")).collect();
    names.extend((1..6).map(|number| format!("s{number}")));
    let charts = (1..6).map(|number| format!("b{number}"));
    let classes = (1..5).map(|number| format!("c{number}"));
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/encodings");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .map(|file| file.strip_suffix(".lks").unwrap().to_owned())
        .collect();
    files.sort();
    let all: Vec<_> = charts.chain(classes).chain(names.iter().cloned()).collect();
    assert_eq!(files, all);
    for name in names {
        let text = example(&name);
        for (line, key) in text.lines().zip(["// title: ", "// source: ", "// look: "]) {
            assert!(line.starts_with(key), "{name}: {line}");
            assert!(line.len() > key.len() + 5, "{name}: {line}");
        }
        let body: String = text.lines().skip(4).flat_map(|line| [line, "\n"]).collect();
        let document = lockstep_core::language::machines::document::parse(&text).0;
        let canonical = lockstep_core::language::machines::document::print(&document);
        assert_eq!(canonical, body, "{name}");
        let analysis = analyse(&text);
        assert!(!analysis.has_errors, "{name}: {:?}", analysis.diagnostics);
        for index in 0..analysis.checks.len() {
            let outcome =
                lockstep_core::api::check(&text, index, &Default::default(), &mut Clockless)
                    .unwrap();
            assert_eq!(outcome.as_expected(), Some(true), "{name}, check {index}");
        }
    }
}
