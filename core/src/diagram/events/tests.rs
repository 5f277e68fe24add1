//! The chart of runs of real answers: every event is followed, and nothing overlaps.

use super::*;
use crate::api::{Clockless, Options, STATECHART_VALUES, chart_scene};

fn run(text: &str, check: usize) -> (Vec<ObjectView>, Vec<SystemStepView>) {
    let outcome = STATECHART_VALUES
        .by_visits()
        .check(text, check, &Options::default(), &mut Clockless)
        .unwrap();
    (chart_scene(text).0, outcome.system.unwrap().run)
}

const CROSSING: &str =
    include_str!("../../../../static/examples/statecharts/railroad-crossing.lks");

const DEFERS: &str = "statechart A {\n  queue 4\n  [*] --> Idle\n  state Idle {\n    late / defer\n  }\n  \
    Idle --> Busy : go\n  Busy --> Done : late\n}\n\
    system {\n  a : A\n  environment sends late then nobody then go to a\n}\n\
    check reach a.Done\n";

#[test]
fn every_event_is_followed_from_its_sender_to_where_it_is_taken() {
    let (objects, run) = run(CROSSING, 0);
    let names: Vec<_> = objects.iter().map(|it| it.name.clone()).collect();
    let told = messages(&names, &run);
    let of = |event: &str| told.all.iter().filter(|it| it.event == event).count();
    assert!(of("approach") >= 1 && of("lower") >= 2 && of("raise") >= 1);
    for it in &told.all {
        assert!(it.end().is_none_or(|end| end > it.sent), "{it:?}");
        // What the views say of its queue agrees: it waits there in between.
        let until = it.end().unwrap_or(run.len());
        for entry in &run[it.sent..until] {
            let queue = &entry.waiting[it.to];
            let there = if it.aside {
                &queue.deferred
            } else {
                &queue.pool
            };
            let mut there = there.iter();
            assert!(
                there.any(|of| of.to_string() == it.event),
                "{it:?} in {queue}"
            );
        }
    }
    assert!(told.passed.iter().sum::<u64>() > 0);
}

#[test]
fn what_is_put_aside_and_what_nobody_wants_is_told() {
    let (objects, run) = run(DEFERS, 0);
    let names: Vec<_> = objects.iter().map(|it| it.name.clone()).collect();
    let told = messages(&names, &run);
    let fates: Vec<_> = told
        .all
        .iter()
        .map(|it| (&*it.event, it.aside, it.fate))
        .collect();
    assert!(
        matches!(fates[0], ("late", false, Fate::Deferred(_))),
        "{fates:?}"
    );
    assert!(
        fates
            .iter()
            .any(|it| matches!(it, ("late", true, Fate::Taken(_)))),
        "{fates:?}"
    );
    assert!(
        fates
            .iter()
            .any(|it| matches!(it, ("go", false, Fate::Taken(_)))),
        "{fates:?}"
    );
}

/// Several events at one step, to one object and to several, of which one ends.
const BURST: &str = "statechart A {\n  queue 8\n  [*] --> Idle\n  Idle --> [*] : go\n}\n\
    statechart B {\n  [*] --> First\n  First --> Second : / a.go(); a.stop(); c.stop(); a.wait(); c.go()\n}\n\
    system {\n  a : A\n  b : B\n  c : A\n}\ncheck reach a.ended and c.ended\n";

#[test]
fn nothing_overlaps() {
    let chart = no_overlaps(CROSSING);
    assert!(chart.ruler.is_some());
    assert!(chart.rows.iter().any(|it| it.time.is_some()));
    let chart = no_overlaps(BURST);
    let forgotten = chart.arrows.iter();
    let forgotten = forgotten.filter(|it| matches!(it.fate, Fate::Forgotten(_)));
    assert!(forgotten.count() > 1);
    assert!(event_chart(&[], &[]).arrows.is_empty());
}

fn no_overlaps(text: &str) -> EventChart {
    let (objects, run) = run(text, 0);
    let chart = event_chart(&objects, &run);
    assert_eq!(chart.lifelines.len(), objects.len());
    for pair in chart.lifelines.windows(2) {
        assert!(pair[0].x + pair[0].width / 2.0 < pair[1].x - pair[1].width / 2.0);
    }
    // Boxes and chips are inside the chart, and no chip covers a box or another chip.
    let boxes = chart.places.iter().map(|it| (it.rect, PLACE));
    let chips = chart.arrows.iter().map(|it| (it.chip, CHIP));
    let all: Vec<_> = boxes.chain(chips).collect();
    for (number, &((x, y, wide), high)) in all.iter().enumerate() {
        assert!(x >= 0.0 && x + wide <= chart.width && y >= 0.0 && y + high <= chart.height);
        for &((other_x, other_y, other_wide), other_high) in &all[number + 1..] {
            let apart = x + wide <= other_x
                || other_x + other_wide <= x
                || y + high <= other_y
                || other_y + other_high <= y;
            assert!(apart, "{x} {y} {wide} and {other_x} {other_y} {other_wide}");
        }
    }
    chart
}
