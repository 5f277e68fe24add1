//! How soon: for each state of each object what a plain visit of the definitions finds, and what a check finds that asks to
//! reach it.

use std::collections::{HashMap, VecDeque};

use crate::statechart::read;
use lockstep_core::api::{DepthsView, STATECHART_VALUES, Soon};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::{Atom, Reading, StatechartModel, VertexKind};
use lockstep_core::language::statechart::semantics::{Grain, Move, StatechartSystem};
use lockstep_core::text::Severity;
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

use super::answers::answer;

fn ask(text: &str, most: Option<u64>) -> DepthsView {
    let options = Options {
        max_states: most,
        ..Options::default()
    };
    let found = STATECHART_VALUES.depths(text, 0, &options, &mut Clockless);
    found.unwrap()
}

/// For each object and vertex the fewest steps that count to a state in which no step is running and it is active, by every
/// interleaving; `None` where there are more states than that.
fn plain(model: &StatechartModel, most: usize) -> Option<Vec<Vec<Option<u32>>>> {
    let system = StatechartSystem::new(model, model.reading, Grain::Behaviour, false);
    let chart = |object: usize| &model.charts[model.objects[object].chart];
    let objects = 0..model.objects.len();
    let mut all: Vec<Vec<Option<u32>>> = objects
        .clone()
        .map(|it| vec![None; chart(it).vertices.len()])
        .collect();
    let start = system.beginning();
    let mut depths = HashMap::from([(start.clone(), 0)]);
    let mut open = VecDeque::from([(start, 0)]);
    while let Some((state, depth)) = open.pop_front() {
        if depths[&state] < depth {
            continue;
        }
        for object in objects.clone().filter(|_| system.is_stable(&state)) {
            for (vertex, soon) in all[object].iter_mut().enumerate() {
                if system.seen(Atom::In(object, vertex), &state.objects[object]) == 1 {
                    *soon = Some(soon.map_or(depth, |it| it.min(depth)));
                }
            }
        }
        for it in system.successors(&state).all {
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
    Some(all)
}

/// Compares what is said of so many random systems with plain visits, and of some states with checks.
fn agree(shape: &ChartShape, reading: Reading, wanted: usize) {
    let (mut systems, mut seed, mut never, mut checks, mut cut) = (0, 0, 0, 0, 0);
    let mut random = Random::new(7);
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
        let Some(plain) = plain(&model, 500) else {
            continue;
        };
        systems += 1;
        let (whole, part) = (ask(&text, None), ask(&text, Some(5)));
        for (object, plain) in plain.iter().enumerate() {
            let own = &model.objects[object];
            let chart = &model.charts[own.chart];
            let kinds = chart.vertices.iter().map(|it| it.kind);
            let is_state = |kind| matches!(kind, VertexKind::State | VertexKind::Final);
            let states = kinds.enumerate().filter(|it| is_state(it.1));
            let views = [&whole, &part].map(|it| &it.lifelines[object]);
            assert_eq!(
                (&views[0].name, &views[0].machine),
                (&own.name, &chart.name)
            );
            assert_eq!(states.clone().count(), views[0].states.len());
            for (place, (vertex, kind)) in states.enumerate() {
                let (path, soon) = &views[0].states[place];
                assert_eq!(*path, chart.path(vertex));
                let judged = plain[vertex].map_or(Soon::Never, Soon::After);
                let name = &own.name;
                assert_eq!(*soon, judged, "seed {seed}, `{name}.{path}`\n{text}");
                never += usize::from(judged == Soon::Never);
                match views[1].states[place].1 {
                    Soon::NotWithin(depth) => {
                        cut += 1;
                        let is_later = plain[vertex].is_none_or(|it| it > depth);
                        assert!(is_later, "seed {seed}, `{name}.{path}`: {depth}\n{text}");
                    }
                    soon => assert_eq!(soon, judged, "seed {seed}, `{name}.{path}`\n{text}"),
                }
                if kind == VertexKind::State && random.percent(25) {
                    let asked = format!("{text}check reach {name}.{path}\n");
                    let number = read(&asked).0.properties.len() - 1;
                    let found = answer(&asked, number).depth();
                    assert_eq!(found, plain[vertex], "seed {seed}, `{name}.{path}`\n{text}");
                    checks += 1;
                }
            }
        }
    }
    println!(
        "{}: {systems} systems, {never} never, {checks} checks, {cut} not within",
        reading.word()
    );
    assert!(checks > wanted / 2 && cut > wanted / 4, "{checks} {cut}");
    assert!(never > wanted / 20, "{never}");
}

#[test]
fn states_are_reached_as_soon_as_plain_visits_and_checks_find_them() {
    agree(&ChartShape::SMALL, Reading::Uml, 250);
    agree(&ChartShape::DEEP, Reading::Scxml, 200);
}

#[test]
fn the_same_in_the_papers_reading() {
    agree(&ChartShape::PAPER, Reading::Bmc4uml, 250);
}

#[test]
fn objects_that_are_alike_are_where_they_are_as_soon() {
    agree(&ChartShape::ALIKE, Reading::Uml, 150);
    agree(&ChartShape::ALIKE, Reading::Bmc4uml, 150);
}

#[test]
fn known_models_say_what_is_known_of_them() {
    let crossing = include_str!("../../static/examples/statecharts/railroad-crossing.lks");
    let view = ask(crossing, None);
    assert_eq!(view.sentence, "Every state is reached.");
    assert!(view.never.is_empty() && view.stuck.is_empty() && view.lines.is_empty());
    let text = "statechart M {
  queue 1
  [*] --> A
  A --> B : go
  B --> C : never [x > 0]
  C --> [*]
  state C {
    [*] --> In
  }
}
system {
  m : M
  environment sends go, go to m
}
check deadlock
";
    let text = text.replace("  queue 1", "  var x : 0..1 = 0\n  queue 1");
    let view = ask(&text, None);
    let states: Vec<_> = view.lifelines[0]
        .states
        .iter()
        .map(|it| (it.0.as_str(), it.1))
        .collect();
    assert_eq!(
        states,
        [
            ("C", Soon::Never),
            ("A", Soon::After(1)),
            ("C.In", Soon::Never),
            // The completion of `A`, the event that comes, and that it is taken.
            ("B", Soon::After(4)),
            ("[*]", Soon::Never),
        ]
    );
    assert_eq!(
        view.sentence,
        "3 states are never reached, with queues of at most 1 event."
    );
    assert_eq!(view.never, ["`m`: `C`, `C.In`, `[*]`"]);
    let few = ask(&text, Some(1));
    assert_eq!(
        few.sentence,
        "4 states are not reached within 1 step; beyond, not everything was searched."
    );
}
