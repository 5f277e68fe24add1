//! How runs are played: what is passed over changes nothing, the start is where the objects are that have begun, and a step tells what
//! all its parts do.

use lockstep_core::api::{
    Onward, RunRequest, SimulatedKind, StepTurn, chart_scene, simulate_run_tracking,
};
use lockstep_core::diagram::stops::{played, stops, together};
use lockstep_core::fuzz::plain;
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::text::Severity;
use lockstep_core::view::{EMPTY, Event, SystemStepView};

use crate::statechart::read;

/// Judges how a run by chance is played; how many entries are passed over, parts put together, and objects there at the start.
fn judge(text: &str, seed: u64) -> [usize; 3] {
    let request = RunRequest {
        // One behaviour after the other, as the definitions have it: only so a step has parts.
        grain: "behaviour".to_owned(),
        onward: Onward::Chance { seed, steps: 50 },
        ..RunRequest::default()
    };
    let made = simulate_run_tracking(text, SimulatedKind::STATECHARTS, &[], &request).unwrap();
    let run = made.run;
    let steps = played(&run);
    assert_eq!(stops(&run).last(), Some(&(run.len() - 1)), "{text}");
    let mut counted = [0, 0, start_of(text, &run)];
    let mut end = 0;
    for step in &steps {
        for passed in end.max(1)..step.start {
            let (before, now) = (&run[passed - 1], &run[passed]);
            assert_eq!(
                (&before.state, &before.waiting),
                (&now.state, &now.waiting),
                "{passed} of\n{text}"
            );
            assert!(
                now.fired.is_empty() && now.events.is_empty(),
                "{passed} of\n{text}"
            );
            counted[0] += 1;
        }
        if step.start > 0 {
            tells_all(&run, step.clone());
            counted[1] += step.len() - 1;
        }
        end = step.end;
    }
    counted
}

/// The sentence of the start names the objects that have begun: all that are in a state, and none that does not begin in it; how many.
/// One that has begun can still be on its way to its first state while the environment acts.
fn start_of(text: &str, run: &[SystemStepView]) -> usize {
    let first = played(run)[0].clone();
    if first.len() == 1 {
        return 0;
    }
    let entries = &run[first.clone()];
    let start = together(run, first);
    let (objects, _) = chart_scene(text);
    let mut named = 0;
    for it in &objects {
        let mut outermost = it.regions.iter().filter(|it| it.around.is_none());
        let is_there = outermost.any(|it| !start.state[it.entry].starts_with(EMPTY));
        let is_named = start.sentence.contains(&format!("`{}`", it.name));
        let mut own = entries
            .iter()
            .filter(|entry| entry.turn.is_object(&it.name));
        let begins = own.any(|entry| entry.sentence.starts_with(&format!("{} begins", it.name)));
        assert!(
            !is_there || is_named,
            "{}: {}\n{text}",
            it.name,
            start.sentence
        );
        assert_eq!(is_named, begins, "{}: {}\n{text}", it.name, start.sentence);
        named += usize::from(is_named);
    }
    assert!(start.turn == StepTurn::Start && start.fired.is_empty());
    named
}

/// A step has changed what its entries have changed, and its sentence tells what each of them does and every event that is sent.
fn tells_all(run: &[SystemStepView], step: std::ops::Range<usize>) {
    let whole = together(run, step.clone());
    let before = &run[step.start - 1].state;
    let changed: Vec<_> = (0..before.len())
        .filter(|&it| before[it] != whole.state[it])
        .collect();
    assert_eq!(whole.changed, changed, "{}", whole.sentence);
    for part in &run[step] {
        assert!(
            whole.sentence.contains(&part.adds),
            "{:?} in {}",
            part.adds,
            whole.sentence
        );
        for event in &part.events {
            if let Event::Sent { to, event, .. } = event {
                let is_told =
                    whole.sentence.contains(&*event.name) && whole.sentence.contains(&**to);
                assert!(is_told, "{event:?} in {}", whole.sentence);
            }
        }
    }
}

#[test]
fn runs_of_examples_are_played_as_they_are() {
    let folder = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../static/examples/statecharts"
    );
    let mut all = [0; 3];
    for file in std::fs::read_dir(folder).unwrap() {
        let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
        for seed in 1..6 {
            let counted = judge(&text, seed);
            all = std::array::from_fn(|it| all[it] + counted[it]);
        }
    }
    assert!(all.iter().all(|&it| it > 40), "{all:?}");
}

#[test]
fn runs_of_random_systems_are_played_as_they_are() {
    let mut all = [0; 3];
    for seed in 1..400 {
        let text = text(&ChartShape::SMALL, &mut Random::new(seed));
        let (model, findings) = read(&text);
        let is_wrong = findings.iter().any(|it| it.severity == Severity::Error);
        if is_wrong || plain(&model, 300).is_none() {
            continue;
        }
        let counted = judge(&text, seed);
        all = std::array::from_fn(|it| all[it] + counted[it]);
    }
    assert!(all.iter().all(|&it| it > 100), "{all:?}");
}
