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

const LIFT: &str = include_str!("../../../../static/examples/statecharts/lift.lks");

#[test]
fn nothing_overlaps() {
    for axis in [Axis::Right, Axis::Down] {
        let chart = no_overlaps(CROSSING, axis);
        assert!(!chart.passes.is_empty());
        let chart = no_overlaps(BURST, axis);
        let forgotten = chart.arrows.iter();
        let forgotten = forgotten.filter(|it| matches!(it.fate, Fate::Forgotten(_)));
        assert!(forgotten.count() > 1);
        no_overlaps(DEFERS, axis);
        no_overlaps(LIFT, axis);
    }
    let none: [ObjectView; 0] = [];
    let charts: [StatechartView; 0] = [];
    assert!(
        event_chart(&none, &charts, &[], Axis::Right, 0.0)
            .arrows
            .is_empty()
    );
}

fn chart_of(text: &str, axis: Axis) -> (EventChart, Vec<SystemStepView>) {
    let (objects, run) = run(text, 0);
    let charts = chart_scene(text).1;
    (event_chart(&objects, &charts, &run, axis, 700.0), run)
}

fn no_overlaps(text: &str, axis: Axis) -> EventChart {
    let (chart, run) = chart_of(text, axis);
    assert_eq!(chart.stops.len(), run.len());
    let names = chart.arrows.iter().filter(|it| !it.text.is_empty());
    let names = names.map(|it| Rect::around(it.at, width(&it.text, LABEL), stops::LINE));
    let bars = chart.bars.iter().map(|it| it.rect);
    let all: Vec<_> = names.chain(bars).collect();
    for (number, it) in all.iter().enumerate() {
        let inside = it.x >= 0.0
            && it.right() <= chart.frame.width + 0.1
            && it.y >= 0.0
            && it.bottom() <= chart.frame.height + 0.1;
        assert!(
            inside,
            "{it:?} in {} × {}",
            chart.frame.width, chart.frame.height
        );
        for other in &all[number + 1..] {
            let apart = it.right() <= other.x + 0.1
                || other.right() <= it.x + 0.1
                || it.bottom() <= other.y + 0.1
                || other.bottom() <= it.y + 0.1;
            assert!(apart, "{it:?} and {other:?}");
        }
    }
    chart
}

#[test]
fn names_that_are_shown_lie_on_no_line() {
    for (text, axis) in [CROSSING, BURST, DEFERS, LIFT]
        .into_iter()
        .flat_map(|it| [(it, Axis::Right), (it, Axis::Down)])
    {
        let chart = chart_of(text, axis).0;
        for named in chart.arrows.iter().filter(|it| !it.text.is_empty()) {
            let name = Rect::around(named.at, width(&named.text, LABEL), 9.0);
            for other in &chart.arrows {
                for line in [&other.shaft, &other.wait, &other.end] {
                    assert!(
                        !crosses(line, name),
                        "{axis:?}: {} on {line} of {}",
                        named.text,
                        other.text
                    );
                }
            }
        }
    }
}

/// Whether a path of straight lines, whose corners are a little rounded, runs through a rectangle.
fn crosses(path: &str, rect: Rect) -> bool {
    let numbers = path
        .split(|it: char| it.is_ascii_alphabetic() || it == ' ')
        .filter(|it| !it.is_empty())
        .map(|it| it.parse::<f64>().expect("a number"));
    let numbers: Vec<_> = numbers.collect();
    let points: Vec<_> = numbers.chunks(2).map(|it| (it[0], it[1])).collect();
    points.windows(2).any(|it| {
        let ((x, y), (to_x, to_y)) = (it[0], it[1]);
        x.min(to_x) < rect.right() - 0.5
            && rect.x + 0.5 < x.max(to_x) + 0.01
            && y.min(to_y) < rect.bottom() - 0.5
            && rect.y + 0.5 < y.max(to_y) + 0.01
    })
}

#[test]
fn regions_that_are_active_at_once_have_lanes_and_bars_say_where_they_are() {
    let (chart, run) = chart_of(LIFT, Axis::Right);
    let mut names: Vec<_> = chart.lanes.iter().map(|it| &*it.name).collect();
    assert_eq!(names[0], ENVIRONMENT);
    names.sort_unstable();
    assert_eq!(names, ["Buttons", "Door", "Motor", ENVIRONMENT]);
    let objects = chart_scene(LIFT).0;
    for bar in &chart.bars {
        for step in &run[bar.from..bar.until] {
            let places = objects[bar.object].regions.iter();
            let mut places = places.filter_map(|it| step.state.get(it.entry));
            assert!(places.any(|it| *it == bar.state), "{bar:?}");
        }
    }
    // Every place of the three regions is told by a bar.
    for (step, entry) in run.iter().enumerate() {
        for region in objects[0].regions.iter().filter(|it| it.around.is_some()) {
            let Some(state) = entry.state.get(region.entry) else {
                continue;
            };
            let told = |it: &Bar| it.from <= step && step < it.until && it.state == *state;
            assert!(
                state.starts_with(crate::view::EMPTY) || chart.bars.iter().any(told),
                "{state} at {step}"
            );
        }
    }
    // An event goes from the region that sends it to the one that takes it.
    let of = |text: &str| {
        let mut all = chart.arrows.iter();
        all.find(|it| it.sentence.contains(text)).cloned()
    };
    let moved = of("sends moved").expect("the buttons send it");
    let buttons = chart.lanes.iter().find(|it| it.name == "Buttons");
    let buttons = buttons.expect("it is a lane");
    assert!((moved.begin.y - buttons.middle).abs() <= buttons.size / 2.0 + 0.1);
}

#[test]
fn a_run_fills_the_room_that_it_has_and_is_never_smaller_than_its_names() {
    let (objects, run) = run(CROSSING, 0);
    let charts = chart_scene(CROSSING).1;
    let of = |room| event_chart(&objects, &charts, &run, Axis::Right, room);
    let (narrow, wide) = (of(200.0), of(2_000.0));
    assert!(narrow.frame.width > 200.0);
    assert!(
        (wide.frame.width + wide.frame.names - 2_000.0).abs() < 2.0
            || wide.frame.width < 2.5 * narrow.frame.width
    );
    for bar in &narrow.bars {
        assert_eq!(bar.text, bar.state, "{bar:?}");
    }
}

/// Many events that wait until the end take no more rows than can be told apart.
#[test]
fn rows_are_few_however_much_waits() {
    let sends = vec!["a.go()"; 40].join("; ");
    let text = format!(
        "statechart A {{\n  queue 64\n  [*] --> Idle\n  Idle --> Idle : go\n}}\n\
         statechart B {{\n  [*] --> First\n  First --> Second : / {sends}\n}}\n\
         system {{\n  b : B\n  a : A\n}}\ncheck reach b.Second\n"
    );
    let (chart, _) = chart_of(&text, Axis::Right);
    assert_eq!(chart.arrows.len(), 40);
    assert!(
        chart.frame.height < 24.0 * 15.0 + 120.0,
        "{}",
        chart.frame.height
    );
}
