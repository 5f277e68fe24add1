//! Texts of statecharts: read, printed, and what is wrong is named at its place.

use crate::statechart::{parse, read};
use lockstep_core::api::{Kinds, StructureKind};
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::generate::{Random, bytes, mutated};
use lockstep_core::language::statechart::model::{TransitionKind, VertexKind};
use lockstep_core::language::statechart::{StatechartModel, print};
use lockstep_core::text::{Severity, apply};
use lockstep_tests::spans_fit;

/// Three trains and a gate: everything that the page shows first.
pub const CROSSING: &str = "statechart Train {
  [*]      --> Away
  Away     --> Approach : after(1, 20) / ctl.approach()
  Approach --> In       : after(2, 3)
  In       --> Away     : after(1, 2)  / ctl.exit()
}

statechart Crossing {
  var cnt : 0..20 = 0
  queue 4
  [*] --> Main
  state Main {
    region Gate {
      [*]      --> Open
      Open     --> Lowering : lower
      Lowering --> Closed   : after(1, 2)
      Closed   --> Raising  : raise
      Raising  --> Open     : after(1, 2)
      Raising  --> Lowering : lower
    }
    region Controller {
      [*]     --> control
      control --> control : approach [cnt == 0] / cnt := cnt + 1; self.lower()
      control --> control : approach [cnt > 0]  / cnt := cnt + 1
      control --> control : exit [cnt == 1]     / cnt := cnt - 1; self.raise()
      control --> control : exit [cnt > 1]      / cnt := cnt - 1
    }
  }
}

system {
  t1, t2, t3 : Train
  ctl : Crossing
}

check reach ctl.Closed then ctl.Open then ctl.Closed
check always not (t1.In and not ctl.Closed)
check deadlock
";

/// A model without findings.
fn fine(text: &str) -> StatechartModel {
    let (model, findings) = read(text);
    assert_eq!(findings, [], "{text}");
    model
}

#[test]
fn the_crossing_is_read_as_it_is_drawn() {
    let model = fine(CROSSING);
    let names: Vec<_> = model.objects.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["t1", "t2", "t3", "ctl"]);
    let crossing = &model.charts[1];
    let regions: Vec<_> = (0..crossing.regions.len())
        .map(|it| crossing.region_path(it))
        .collect();
    assert_eq!(regions, ["", "Main.Gate", "Main.Controller"]);
    let states: Vec<_> = (0..crossing.vertices.len())
        .filter(|&it| crossing.vertices[it].kind == VertexKind::State)
        .map(|it| crossing.path(it))
        .collect();
    assert_eq!(
        states,
        [
            "Main",
            "Main.Gate.Open",
            "Main.Controller.control",
            "Main.Gate.Lowering",
            "Main.Gate.Closed",
            "Main.Gate.Raising",
        ]
    );
    assert_eq!(crossing.transitions.len(), 12);
    assert_eq!((crossing.queue, model.properties.len()), (4, 3));
    assert_eq!(model.charts[0].transitions[1].after, [(1, 20)]);
}

#[test]
fn every_construct_is_read() {
    let model = fine(
        "signal request(s : Slave, n : 0..3)
statechart Master {
  var client : Slave = null
  var free : 0..4 = 4
  queue 3 overflow drop
  [*] --> Idle
  state Idle as \"at rest\" {
    entry / trace(\"idle\"); free := free
    exit / { trace(\"busy\")
      if (free > 0) { free := free - 1 } else client := null
    }
    do / trace(\"working\"); accept stop, halt; self.done()
    poke [free > 0] / trace(\"poked\")
    late / defer
  }
  Idle : entry / trace(\"twice\")
  Idle --> Busy : request(s, n) [n > 0 && free > 0] / client := s; s.grant()
  Idle --> c : done
  state c <<choice>>
  c --> Busy : [free > 2]
  c --> Idle : [else]
  state Busy {
    [*] --> A
    A --> B
    B --> [*] : stop
    --
    [*] --> D
    D --> [H] : late
    D --> out
    state out <<exitPoint>>
    state in <<entryPoint>>
    in --> D
  }
  Busy --> B <<local>> : halt
  Busy.out --> Idle
  Idle --> Busy.in : after(3)
  Idle --> f : halt
  state f <<fork>>
  f --> B
  f --> D
  Busy --> t : late
  state t <<terminate>>
}
statechart Slave { [*] --> Idle
  Idle --> Idle : grant, poke / m.request(self, 1)
}
system {
  m : Master
  s1, s2 : Slave
  environment sends poke, halt, late to m
  environment sends call poke then trace(\"sent\") then stop to m, s1
  semantics uml
}
check reach m.Busy.B, s1.Idle then m.free == 0 semantics uml within 20 expect reachable
check always m.queue.size <= 3 && !m.ended && m.client != s1
",
    );
    let master = &model.charts[0];
    let local = master
        .transitions
        .iter()
        .filter(|it| it.kind == TransitionKind::Local);
    assert_eq!(local.count(), 1);
    let internal = master
        .transitions
        .iter()
        .filter(|it| it.kind == TransitionKind::Internal);
    assert_eq!(internal.count(), 1);
    let idle = master.vertices.iter().find(|it| it.name == "Idle").unwrap();
    assert!(idle.activity.is_some() && idle.exit.is_some() && idle.deferred.len() == 1);
    assert_eq!(
        master.behaviours[idle.entry.unwrap()].statements.len(),
        3,
        "several lines are one behaviour"
    );
    assert_eq!(model.scripts.len(), 2);
}

#[test]
fn names_mean_what_is_nearest() {
    let model = fine(
        "statechart M {
  [*] --> X
  state X { [*] --> Idle
    Idle --> Busy : go
    Busy --> Idle : go
  }
  state Y { [*] --> Idle
    Idle --> X.Busy : go
  }
  X --> Y : stop
  X.Idle --> Y.Idle : stop
}
system { m : M
  environment sends go, stop to m
}
check reach m.Y.Idle then m.X.Idle",
    );
    let chart = &model.charts[0];
    let arrows: Vec<_> = chart
        .transitions
        .iter()
        .map(|it| format!("{} {}", chart.path(it.source), chart.path(it.target)))
        .collect();
    assert!(arrows.contains(&"Y.Idle X.Busy".to_owned()), "{arrows:?}");
    assert!(arrows.contains(&"X.Idle Y.Idle".to_owned()), "{arrows:?}");
    let (_, findings) = read(
        "statechart M { [*] --> X\n state X { [*] --> Idle\n }\n state Y { [*] --> Idle\n }\n X --> Y : go }\ncheck reach M.Idle",
    );
    assert!(
        findings.iter().any(|it| it.code == "ambiguous-state"),
        "{findings:?}"
    );
}

/// A document without places, as text: derived output names each of them in one way.
fn without_places(document: &impl std::fmt::Debug) -> String {
    let text = format!("{document:?}");
    let mut parts = text.split("Span { start: ");
    let mut out = parts.next().unwrap().to_owned();
    for part in parts {
        out.push_str(part.split_once('}').map_or("", |it| it.1));
    }
    out
}

/// Reads a text, prints it, and reads that: the same.
fn comes_back(text: &str) {
    let (document, findings) = parse(text);
    if findings.iter().any(|it| it.severity == Severity::Error) {
        return;
    }
    let printed = print::print(&document);
    let (again, findings) = parse(&printed);
    let errors: Vec<_> = findings
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{text}\n{printed}\n{errors:?}");
    assert_eq!(
        without_places(&again),
        without_places(&document),
        "{text}\n{printed}"
    );
    assert_eq!(print::print(&again), printed);
}

#[test]
fn what_is_printed_reads_back() {
    comes_back(CROSSING);
    let mut errors = 0;
    for seed in 0..300 {
        let text = text(&ChartShape::SMALL, &mut Random::new(seed));
        errors += usize::from(
            read(&text)
                .1
                .iter()
                .any(|it| it.severity == Severity::Error),
        );
        comes_back(&text);
    }
    assert!(errors < 90, "most random texts are fine, {errors} are not");
}

#[test]
fn nothing_brings_the_reader_down() {
    let mut random = Random::new(5);
    for round in 0..600 {
        let text = match round % 10 {
            0 => bytes(300, &mut random),
            1 => mutated(CROSSING, &mut random),
            _ => {
                let text = text(&ChartShape::SMALL, &mut random);
                mutated(&text, &mut random)
            }
        };
        let (_, findings) = read(&text);
        spans_fit(&findings, &text);
        for fix in findings.iter().flat_map(|it| &it.fixes) {
            let _ = read(&apply(&text, &fix.patches));
        }
        comes_back(&text);
    }
}

#[test]
fn deep_nesting_is_bounded() {
    let deep = |open: &str, close: &str| {
        format!(
            "statechart M {{ [*] --> A\n{}{}\n}}\ncheck deadlock",
            open.repeat(500),
            close.repeat(500)
        )
    };
    let mut number = 0;
    let states: String = (0..500).map(|it| format!("state S{it} {{ ")).collect();
    let text = format!(
        "statechart M {{ [*] --> S0\n{states}{}\n}}\ncheck deadlock",
        "} ".repeat(500)
    );
    let once = |open: &str, inner: &str, close: &str| {
        let (inner, close) = (inner.repeat(500), close.repeat(500));
        format!("statechart M {{ [*] --> A\n{open}{inner}{close}\n}}\ncheck deadlock")
    };
    for text in [
        text,
        once("A : go / ", "if (true) { ", "}"),
        once("A --> A : go [", "(", ")"),
        deep("A --> A : go [(", ")]"),
        deep("region R { ", "}"),
    ] {
        let (_, findings) = read(&text);
        assert!(!findings.is_empty(), "{text}");
        number += usize::from(findings.iter().any(|it| it.code == "nested-too-deeply"));
    }
    assert!(number >= 3, "{number}");
}

#[test]
fn events_that_are_words_of_the_language_are_drawn_as_they_are_called() {
    let text = "statechart M {\n[*] --> A\nA --> A : exit / self.entry(); self.\"a.b\"()\nA --> A : entry, \"a.b\"\n}\nsystem { m : M }";
    let drawn = lockstep_core::api::chart_scene(text).1;
    let arcs = drawn[0].transitions.iter();
    let labels: Vec<_> = arcs
        .map(|it| (it.trigger.as_str(), it.effect.as_str()))
        .collect();
    assert!(
        labels.contains(&("exit", "self.entry(); self.\"a.b\"()")),
        "{labels:?}"
    );
    assert!(labels.contains(&("entry, \"a.b\"", "")), "{labels:?}");
}

#[test]
fn operators_are_shown_as_their_author_spelled_them() {
    let label = |text: &str| {
        let text = format!(
            "statechart M {{\nvar a : boolean = false\nvar b : boolean = true\n[*] --> A\nA --> B : {text}\n}}\nsystem {{ m : M }}"
        );
        let drawn = lockstep_core::api::chart_scene(&text).1;
        let arc = drawn[0].transitions.last().expect("it has been read");
        (arc.guard.clone(), arc.effect.clone())
    };
    let both = |guard: &str, effect: &str| (guard.to_owned(), effect.to_owned());
    assert_eq!(label("go [not a  or b]"), both("not a or b", ""));
    assert_eq!(
        label("go [(a or b) and not (a and b)]"),
        both("(a or b) and not (a and b)", "")
    );
    assert_eq!(label("go [!a||b]"), both("!a || b", ""));
    assert_eq!(
        label("go / a := not b and a; b:=!a"),
        both("", "a := not b and a; b := !a")
    );
    let text = "statechart M {\n[*] --> A\nA --> B\n}\nsystem { m : M }\ncheck always not (m.A and m.B)\ncheck reach !m.A&&m.B then m.A or m.B\n";
    let analysis = Kinds::whole().analyse_as(StructureKind::Statecharts, text);
    let titles: Vec<_> = analysis.checks.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(
        titles,
        [
            "always not (m.A and m.B)",
            "reach !m.A && m.B then m.A or m.B"
        ]
    );
}

#[test]
fn a_drawing_without_its_places_is_the_same_wherever_it_is_written() {
    let text = "statechart M {\n[*] --> A\nA --> B : go / trace(\"x\")\nstate B {\n[*] --> C\n}\n}\nsystem { m : M }";
    let mut here = lockstep_core::api::chart_scene(text).1;
    let mut below = lockstep_core::api::chart_scene(&format!("// a line above\n{text}")).1;
    assert_ne!(here, below);
    let (written, moved) = (here[0].take_places(), below[0].take_places());
    assert_eq!(here, below);
    assert_eq!(written.vertices.len(), here[0].vertices.len());
    assert_eq!(written.transitions.len(), here[0].transitions.len());
    assert!(
        written
            .transitions
            .iter()
            .zip(&moved.transitions)
            .all(|(it, other)| it != other)
    );
}

/// Somebody who writes sees what there is so far: every beginning of a text has its objects and their drawings.
#[test]
fn the_beginning_of_a_text_is_drawn_as_far_as_it_can_be_read() {
    let text = include_str!("../../static/examples/statecharts/railroad-crossing.lks");
    let mut most = 0;
    for (end, _) in text.char_indices() {
        let (objects, charts) = lockstep_core::api::chart_scene(&text[..end]);
        assert!(
            objects.iter().all(|it| it.chart < charts.len()),
            "{}",
            &text[..end]
        );
        most = most.max(objects.len());
    }
    assert_eq!(most, 4);
    let (objects, charts) = lockstep_core::api::chart_scene(
        "statechart A {\n  [*] --> Idle\n  Idle --> Busy : go / other.call()\n}\nsystem {\n  a : A\n  b : Nothing\n}\n",
    );
    let names: Vec<_> = objects.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["a"]);
    assert!(charts[0].vertices.iter().any(|it| it.name == "Busy"));
}
