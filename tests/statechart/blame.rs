//! What rules out a goal does: without it the definitions reach the goal, and without less they do not.

use std::collections::BTreeMap;

use crate::statechart::read;
use lockstep_core::api::{Outcome, STATECHART_VALUES, Verdict};
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::model::{Reading, StatechartModel};
use lockstep_core::language::statechart::waive::{Demand, demands, without};
use lockstep_core::text::Severity;
use lockstep_core::view::{Options, SystemBlameView, SystemBlamedView};
use lockstep_tests::Clockless;

use lockstep_core::fuzz::plain;

fn asked(text: &str, check: usize) -> Outcome {
    let options = Options {
        blame: true,
        ..Options::default()
    };
    STATECHART_VALUES
        .by_visits()
        .check(text, check, &options, &mut Clockless)
        .unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

fn blamed(text: &str) -> SystemBlameView {
    let outcome = asked(text, 0);
    assert!(outcome.verdict.is_absent(), "{text}");
    outcome.system.unwrap().blame.unwrap()
}

/// Whether each of the elements rules it out by itself.
fn is_alone(blame: &SystemBlameView) -> bool {
    !blame.elements.is_empty() && blame.elements.iter().all(|it| it.depth.is_some())
}

/// After how many steps a run shows what the text's first check asks for.
fn depth(text: &str) -> Option<u32> {
    match asked(text, 0).verdict {
        Verdict::Found { depth } => Some(depth),
        _ => None,
    }
}

/// A gate that is closed long before a train comes, and does not open while a car is on the track.
const GATE: &str = "statechart Train {
  [*] --> Far
  Far --> Near : after(2, 3) / g.close()
  Near --> In : after(4, 6)
}
statechart Gate {
  var cars : 0..1 = 0
  [*] --> Open
  Open --> Closing : close
  Closing --> Closed : after(1, 2) [cars == 0]
}
system {
  t : Train
  g : Gate
}
check reach t.In && g.Closing
";

#[test]
fn a_delay_and_a_guard_rule_a_goal_out_each_alone() {
    let said = |text: &str| {
        let blame = blamed(text);
        assert!(is_alone(&blame));
        assert!(blame.minimal);
        blame.sentence
    };
    assert_eq!(
        said(GATE),
        "Without any one of these the goal can be reached: the delay `after(4, 6)`, with `after(0, 7)` in its place; \
         the delay `after(1, 2)`, with `after(0, 7)` in its place."
    );
    // Whoever writes what is said finds the run, after as many steps.
    let blame = blamed(GATE);
    for (it, written) in blame.elements.iter().zip(["after(4, 6)", "after(1, 2)"]) {
        let edited = GATE.replace(written, "after(0, 7)");
        assert_eq!(depth(&edited), it.depth, "{edited}");
    }
    let guarded = GATE
        .replace(
            "check reach t.In && g.Closing",
            "check reach g.Closed && g.cars == 0 && t.Near",
        )
        .replace("cars == 0]", "cars == 1]");
    assert_eq!(
        said(&guarded),
        "Without the guard `cars == 1` the goal can be reached after 11 steps."
    );
    let edited = guarded.replace(" [cars == 1]", "");
    assert_eq!(depth(&edited), Some(11));
}

#[test]
fn orders_deferrals_queues_and_priorities_are_named() {
    let machine = |rest: &str, system: &str, goal: &str| {
        format!("statechart M {{\n{rest}}}\nsystem {{\n  m : M\n{system}}}\ncheck reach {goal}\n")
    };
    let said = |text: &str| blamed(text).sentence;
    let order = machine(
        "  [*] --> A\n  A --> B : go\n  B --> C : stop\n",
        "  environment sends stop then go to m\n",
        "m.C",
    );
    assert_eq!(
        said(&order),
        "Without the order of `environment sends stop then go to m`, with any order and number in its place, the goal can be reached after 7 steps."
    );
    let edited = order.replace("stop then go", "stop, go");
    assert_eq!(depth(&edited), Some(7));
    let defers = machine(
        "  [*] --> A\n  state A {\n    go / defer\n  }\n  A --> B : go\n  state B {\n    stop / defer\n  }\n  B --> C : fin\n  A --> D : stop\n  D --> E : fin\n  state Z\n  B --> F : stop\n",
        "  environment sends stop once to m\n",
        "m.D && m.A",
    );
    assert!(said(&defers).starts_with("No guard"));
    let defers = machine(
        "  [*] --> P\n  state P {\n    region One {\n      [*] --> A\n      state A {\n        go / defer\n      }\n    }\n    region Two {\n      [*] --> B\n      B --> C : go\n    }\n  }\n",
        "  environment sends go once to m\n",
        "m.C",
    );
    assert_eq!(
        said(&defers),
        "Without the deferrals of `P.One.A` the goal can be reached after 5 steps."
    );
    let edited = defers.replace("go / defer", "other / defer");
    assert_eq!(depth(&edited), Some(5));
    let queue = machine(
        "  queue 1 overflow drop\n  var n : 0..2 = 0\n  [*] --> A\n  A --> B : / n := n + 1; self.go(); self.go()\n  B --> C : go\n  C --> D : go\n",
        "",
        "m.D",
    );
    assert_eq!(
        said(&queue),
        "Without the bound `queue 1` of `M`, with `queue 2` in its place, the goal can be reached after 6 steps."
    );
    let edited = queue.replace("queue 1", "queue 2");
    assert_eq!(depth(&edited), Some(6));
    let inside = machine(
        "  [*] --> S\n  state S {\n    [*] --> A\n    A --> A : go\n  }\n  S --> T : go\n",
        "  environment sends go to m\n",
        "m.T",
    );
    assert_eq!(
        said(&inside),
        "Without the priority of transitions further in the goal can be reached after 4 steps."
    );
    let completion = machine(
        "  [*] --> A\n  A --> B\n  A --> C : go\n",
        "  environment sends go once to m\n",
        "m.C",
    );
    assert_eq!(
        said(&completion),
        "Without the priority of completions the goal can be reached after 3 steps."
    );
}

#[test]
fn demands_that_are_only_too_much_together_are_named_together() {
    let text = "statechart M {\n  var a : boolean = false\n  var b : boolean = false\n  [*] --> A\n  A --> B : [a]\n  \
                B --> C : [b]\n  A --> D : [a && b]\n}\ncheck reach M.C\ncheck always !M.C\ncheck reach false\ncheck deadlock\n";
    let blame = blamed(text);
    assert!(!is_alone(&blame) && blame.minimal);
    assert_eq!(
        blame.sentence,
        "Without all of these together the goal can be reached after 3 steps; without fewer of these it cannot: the guard `a`; the guard `b`."
    );
    let always = asked(text, 1).system.unwrap().blame.unwrap();
    assert!(always.sentence.contains("it can be false after 3 steps"));
    let never = asked(text, 2).system.unwrap().blame.unwrap();
    assert_eq!(
        never.sentence,
        "No guard, delay, order, deferral, length of a queue or priority rules it out: it is so without all of them, too."
    );
    assert!(asked(text, 3).system.unwrap().blame.is_none());
}

/// The demand of which it is said.
fn told<'d>(all: &'d [Demand], model: &StatechartModel, it: &SystemBlamedView) -> &'d Demand {
    let is_it = |demand: &&Demand| {
        let kind = match demand {
            Demand::Guard(..) => it.what.starts_with("the guard"),
            Demand::Delay(..) => it.what.starts_with("the delay"),
            Demand::Queue(..) => it.what.starts_with("the bound"),
            Demand::Defers(..) => it.what.starts_with("the deferrals"),
            Demand::Order(..) => it.what.starts_with("the order"),
            Demand::InsideFirst => it.what.ends_with("further in"),
            Demand::CompletionFirst => {
                it.what.ends_with("of completions") || it.what.ends_with("without an event")
            }
        };
        let there = demand
            .span(model)
            .is_none_or(|span| span.start == it.range.from as usize);
        kind && there
    };
    all.iter().find(is_it).unwrap()
}

fn judge(
    shape: &ChartShape,
    reading: Reading,
    wanted: usize,
    counts: &mut BTreeMap<String, usize>,
) {
    let (mut judged, mut seed) = (0, 0);
    while judged < wanted {
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
        let Some(before) = plain(&model, 400) else {
            continue;
        };
        for (check, fewest) in before.fewest.iter().enumerate() {
            if fewest.is_some() {
                continue;
            }
            let Some(blame) = asked(&text, check).system.unwrap().blame else {
                continue;
            };
            let fewest = |waived: &[Demand]| {
                let found = plain(&without(&model, waived), 3_000)?;
                Some(found.fewest[check])
            };
            let all = demands(&model);
            let place = (seed, check, &blame.sentence, &text);
            let parts: Vec<_> = blame
                .elements
                .iter()
                .map(|it| *told(&all, &model, it))
                .collect();
            let mut known = true;
            for (number, one) in all.iter().enumerate() {
                assert!(!all[..number].contains(one));
                let Some(alone) = fewest(&[*one]) else {
                    known = false;
                    continue;
                };
                let said = parts
                    .iter()
                    .position(|it| it == one)
                    .filter(|_| is_alone(&blame));
                let said = said.and_then(|it| blame.elements[it].depth);
                if blame.minimal || said.is_some() {
                    assert_eq!(alone, said, "{one:?} {place:?}");
                }
            }
            if !is_alone(&blame) && known {
                let some = |chosen: u32| -> Vec<Demand> {
                    let is_in = |it: &usize| chosen >> it & 1 == 1;
                    (0..parts.len()).filter(is_in).map(|it| parts[it]).collect()
                };
                let full = (1_u32 << parts.len()) - 1;
                for chosen in 1..full {
                    let Some(found) = fewest(&some(chosen)).filter(|_| blame.minimal) else {
                        continue;
                    };
                    assert_eq!(found, None, "{:?} {place:?}", some(chosen));
                }
                let whole = if parts.is_empty() {
                    all.clone()
                } else {
                    parts.clone()
                };
                if let Some(found) = fewest(&whole).filter(|_| blame.minimal) {
                    let said = found.map(|it| format!(" after {it} "));
                    let is_so = said.is_none_or(|it| blame.sentence.contains(&it));
                    assert!(is_so && found.is_none() == parts.is_empty(), "{place:?}");
                }
            }
            judged += 1;
            let kind = match (is_alone(&blame), parts.len()) {
                (_, 0) => "nothing",
                (true, _) => "alone",
                _ => "together",
            };
            *counts.entry(kind.into()).or_insert(0) += 1;
            *counts
                .entry(format!("minimal {}", blame.minimal))
                .or_insert(0) += 1;
            for it in parts {
                let kind = format!("{it:?}");
                let kind = kind.split('(').next().unwrap().to_owned();
                *counts.entry(kind).or_insert(0) += 1;
            }
        }
    }
}

#[test]
fn what_is_to_blame_is_and_nothing_less() {
    let mut counts = BTreeMap::new();
    judge(&ChartShape::SMALL, Reading::Uml, 60, &mut counts);
    judge(&ChartShape::DEEP, Reading::Scxml, 30, &mut counts);
    judge(&ChartShape::PAPER, Reading::Bmc4uml, 40, &mut counts);
    println!("{counts:?}");
    for kind in [
        "alone",
        "together",
        "nothing",
        "Guard",
        "Delay",
        "InsideFirst",
        "CompletionFirst",
    ] {
        assert!(
            counts.get(kind).is_some_and(|it| *it > 2),
            "{kind}: {counts:?}"
        );
    }
}
