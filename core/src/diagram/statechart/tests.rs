//! Pictures of a small statechart, without a layout engine.

use super::dividers::{clear_of_arrows, dividers};
use super::marks::{StatechartMarks, active, place};
use super::words::{Piece, Wording, arc, drawn_lines, label_lines, label_size, vertex};
use super::*;
use crate::api::chart_scene;
use crate::diagram::drawing::{Drawing, DrawnEdge};
use crate::diagram::{Point, Rect};
use crate::view::{ArcView, Range, RegionView, StateLineView};

/// `[*] --> Idle --> Main { Gate { Open --> Closed } Control { [*] --> c } }`, with a way back and two loops.
fn chart() -> StatechartView {
    use VertexShape::{Initial, State};
    let vertices = [
        (Initial, "", "[*]", 0),
        (State, "Idle", "Idle", 0),
        (State, "Main", "Main", 0),
        (State, "Open", "Main.Gate.Open", 1),
        (State, "Closed", "Main.Gate.Closed", 1),
        (Initial, "", "Main.Control.[*]", 2),
        (State, "c", "Main.Control.c", 2),
    ];
    let vertices = vertices.map(|(shape, name, path, region)| VertexView {
        shape,
        name: name.into(),
        path: path.into(),
        label: None,
        region,
        own: None,
        regions: if name == "Main" {
            vec![1, 2]
        } else {
            Vec::new()
        },
        lines: Vec::new(),
        range: Range::default(),
    });
    let regions = [
        ("", None, vec![0, 1, 2]),
        ("Gate", Some(2), vec![4, 3]),
        ("Control", Some(2), vec![5, 6]),
    ];
    let regions = regions.map(|(name, owner, vertices)| RegionView {
        name: name.into(),
        owner,
        vertices,
        range: Range::default(),
    });
    let arcs = [
        (0, 1, "", "", ""),
        (1, 2, "go", "", ""),
        (4, 1, "out", "x > 0", "x := 1"),
        (3, 4, "lower", "", ""),
        (5, 6, "", "", ""),
        (6, 6, "approach", "cnt == 0", "cnt := cnt + 1; self.lower()"),
        (6, 6, "leave", "", ""),
    ];
    StatechartView {
        name: "Crossing".into(),
        vertices: vertices.into(),
        regions: regions.into(),
        transitions: arcs.map(new_arc).into(),
        range: Range::default(),
    }
}

fn new_arc((source, target, trigger, guard, effect): (usize, usize, &str, &str, &str)) -> ArcView {
    ArcView {
        source,
        target,
        internal: false,
        trigger: trigger.into(),
        guard: guard.into(),
        effect: effect.into(),
        range: Range::default(),
    }
}

fn names(chart: &StatechartView, graph: &Graph) -> Vec<String> {
    let name = |node: &GraphNode| match node.node {
        Node::Element(it) => match it.as_state() {
            Some(it) => chart.vertices[it].path.clone(),
            None => chart.regions[it.index].name.clone(),
        },
        _ => String::new(),
    };
    graph.nodes.iter().map(name).collect()
}

#[test]
fn what_is_inside_follows_its_container() {
    let chart = chart();
    let graph = graph(&chart, Flow::Down, Wording::Full).unwrap();
    let expected = [
        "[*]",
        "Idle",
        "Main",
        "Gate",
        "Main.Gate.Closed",
        "Main.Gate.Open",
        "Control",
        "Main.Control.[*]",
        "Main.Control.c",
    ];
    assert_eq!(names(&chart, &graph), expected);
    let inside: Vec<_> = graph.nested.iter().map(|it| it.inside).collect();
    let (top, main) = (None, Some(2));
    let (gate, control) = (Some(3), Some(6));
    assert_eq!(
        inside,
        [top, top, top, main, gate, gate, main, control, control]
    );
    assert_eq!(graph.edges.len(), chart.transitions.len());
    assert!(graph.nested[2].head.is_some() && graph.nested[1].head.is_none());
}

#[test]
fn what_contains_itself_is_not_drawn() {
    let mut chart = chart();
    chart.regions[0].owner = Some(3);
    assert!(graph(&chart, Flow::Down, Wording::Full).is_none());
    chart.regions[0].owner = None;
    chart.regions[2].owner = Some(6);
    let inner = graph(&chart, Flow::Down, Wording::Full).unwrap();
    assert_eq!(inner.nodes.len(), 6, "what is in itself is nowhere");
    chart.transitions = vec![chart.transitions[0].clone(); LARGEST + 1];
    assert!(graph(&chart, Flow::Down, Wording::Full).is_none());
}

#[test]
fn a_long_label_has_two_lines() {
    let text = |arc: &ArcView| {
        let lines = label_lines(arc, Wording::Full);
        let line = |it: &Vec<(Piece, String)>| it.iter().map(|it| it.1.as_str()).collect();
        lines.iter().map(line).collect::<Vec<String>>()
    };
    let chart = chart();
    assert_eq!(text(&chart.transitions[2]), ["out [x > 0] / x := 1"]);
    assert_eq!(
        text(&chart.transitions[5]),
        ["approach [cnt == 0]", "/ cnt := cnt + 1; self.lower()"]
    );
    assert!(
        text(&chart.transitions[0]).is_empty()
            && label_size(&chart.transitions[0], Wording::Full).is_none()
    );
    let long = new_arc((
        0,
        1,
        &"event".repeat(20),
        &"a && ".repeat(30),
        &"x := x + 1; ".repeat(9),
    ));
    let lines = text(&long);
    assert_eq!(lines.len(), 2, "{lines:?}");
    assert!(lines.iter().all(|it| width(it, LABEL) < 200.0), "{lines:?}");
}

#[test]
fn a_short_label_says_that_there_is_more() {
    let text = |arc: &ArcView, wording| {
        let lines = label_lines(arc, wording);
        let line = |it: &Vec<(Piece, String)>| it.iter().map(|it| it.1.as_str()).collect();
        lines.iter().map(line).collect::<Vec<String>>()
    };
    let chart = chart();
    let long = &chart.transitions[5];
    assert_eq!(text(long, Wording::Short), ["approach […] / …"]);
    let plain = new_arc((0, 1, "go", "x", ""));
    assert_eq!(text(&plain, Wording::Short), ["go [x]"], "it is as short");
    let named = new_arc((0, 1, &"event".repeat(20), "", ""));
    assert!(width(&text(&named, Wording::Short)[0], LABEL) < 95.0);
    // What is drawn is told from its place.
    for wording in [Wording::Full, Wording::Short] {
        for arc in &chart.transitions {
            let Some((width, height)) = label_size(arc, wording) else {
                continue;
            };
            let place = Rect {
                width,
                height,
                ..Rect::default()
            };
            assert_eq!(drawn_lines(arc, place), label_lines(arc, wording));
        }
    }
}

#[test]
fn a_state_between_others_has_them_on_both_sides() {
    let text = "statechart C {\n  [*] --> A\n  A --> B : b\n  B --> A : a\n  A --> C : c\n  C --> A : a\n  A --> D : d\n  D --> C : c\n}\nsystem {\n  c : C\n}\ncheck deadlock\n";
    let chart = chart_scene(text).1.remove(0);
    let before = |text: Flow| {
        let graph = graph(&chart, text, Wording::Full).unwrap();
        let all = names(&chart, &graph);
        let pairs = graph.nested.iter().zip(&all);
        pairs
            .filter_map(|(it, name)| Some((name.clone(), all[it.before?].clone())))
            .collect::<Vec<_>>()
    };
    // `D` leads on, so `C` does not come back to `A` alone: one leaf has no half.
    assert_eq!(before(Flow::Both), []);
    let text = text.replace("  A --> D : d\n  D --> C : c\n", "");
    let chart = chart_scene(&text).1.remove(0);
    let both = graph(&chart, Flow::Both, Wording::Full).unwrap();
    let all = names(&chart, &both);
    let first = both
        .nested
        .iter()
        .position(|it| it.before.is_some())
        .unwrap();
    assert_eq!(
        (
            all[first].as_str(),
            all[both.nested[first].before.unwrap()].as_str()
        ),
        ("B", "A")
    );
    assert!(both != graph(&chart, Flow::Right, Wording::Full).unwrap());
}

#[test]
fn after_an_edit_the_same_state_stands_before_another() {
    let regions = |first: &str, second: &str| {
        let text = format!(
            "statechart C {{\n  [*] --> M\n  state M {{\n{first}{second}  }}\n}}\nsystem {{\n  c : C\n}}\ncheck deadlock\n"
        );
        chart_scene(&text).1.remove(0)
    };
    let one = "    region One {\n      [*] --> A\n      A --> B : b\n      B --> A : a\n      A --> C : c\n      C --> A : a\n    }\n";
    let two = "    region Two {\n      [*] --> D\n      D --> E : e\n    }\n";
    let (was, now) = (regions(one, two), regions(two, one));
    let pair = |chart: &StatechartView, graph: &Graph| {
        let all = names(chart, graph);
        let at = graph
            .nested
            .iter()
            .position(|it| it.before.is_some())
            .unwrap();
        (
            all[at].clone(),
            all[graph.nested[at].before.unwrap()].clone(),
        )
    };
    let before = graph(&was, Flow::Both, Wording::Full).unwrap();
    let fresh = graph(&now, Flow::Both, Wording::Full).unwrap();
    let reminded = known::remind((&was, &drawn(&before)), &now, &fresh).unwrap();
    let expected = ("M.One.B".to_owned(), "M.One.A".to_owned());
    assert_eq!(pair(&was, &before), expected);
    assert_eq!(pair(&now, &reminded), expected);
}

#[test]
fn the_order_in_which_transitions_fired_is_written_where_there_were_several() {
    let mut marks = StatechartMarks {
        fired: vec![3],
        ..StatechartMarks::default()
    };
    assert_eq!(marks.turn_text(3), None);
    marks.fired = vec![3, 5, 3];
    assert_eq!(marks.turn_text(3).as_deref(), Some("1, 3"));
    assert_eq!(marks.turn_text(5).as_deref(), Some("2"));
    assert_eq!(marks.turn_text(0), None);
}

#[test]
fn places_of_a_run_are_vertices() {
    let chart = chart();
    let at = [
        place(&chart, 0, "Main"),
        place(&chart, 1, "Open"),
        place(&chart, 2, "c"),
    ];
    assert_eq!(at, [Some(2), Some(3), Some(6)]);
    assert_eq!(place(&chart, 2, "–"), None);
    assert_eq!(active(&chart, &at), [2, 3, 6]);
    assert_eq!(active(&chart, &[Some(1), Some(3), None]), [1]);
}

#[test]
fn words_say_what_it_is_and_where() {
    let chart = chart();
    assert_eq!(vertex(&chart.vertices[3]), "state Main.Gate.Open");
    assert_eq!(vertex(&chart.vertices[5]), "initial dot of Main.Control");
    assert_eq!(vertex(&chart.vertices[0]), "initial dot");
    assert_eq!(
        arc(&chart, &chart.transitions[2]),
        "out [x > 0] / x := 1, Closed to Idle"
    );
}

/// Nodes one below the other, containers around what is in them.
fn drawn(graph: &Graph) -> Drawing {
    let mut y = 0.0;
    let mut nodes = Vec::new();
    for node in &graph.nodes {
        y += 40.0;
        let rect = Rect {
            x: 10.0,
            y,
            width: node.width,
            height: 30.0,
        };
        nodes.push((node.node, rect));
    }
    let edges = graph.edges.iter().map(|edge| DrawnEdge {
        edge: edge.edge,
        points: vec![Point::default(); 2],
        label: None,
    });
    Drawing {
        width: 300.0,
        height: y + 40.0,
        nodes,
        edges: edges.collect(),
        ..Drawing::default()
    }
}

#[test]
fn regions_have_a_line_between_them() {
    let chart = chart();
    let graph = graph(&chart, Flow::Down, Wording::Full).unwrap();
    let drawing = drawn(&graph);
    let found = dividers(&chart, &drawing);
    let gate = drawing.nodes[3].1;
    let control = drawing.nodes[6].1;
    let y = f64::midpoint(gate.bottom(), control.y);
    assert_eq!(found.lines.len(), 1);
    assert_eq!((found.lines[0].0.y, found.lines[0].1.y), (y, y));
    let regions: Vec<_> = found.names.iter().map(|it| it.0).collect();
    assert_eq!(regions, [1, 2]);
    assert!(found.names[1].1.y > y && found.names[0].1.y < y);
}

#[test]
fn a_name_makes_room_for_an_arrow() {
    let outer = Rect {
        x: 0.0,
        y: 0.0,
        width: 200.0,
        height: 100.0,
    };
    let with = |lines: &[f64]| {
        let line = |&x: &f64| DrawnEdge {
            edge: Edge::Initial,
            points: vec![Point { x, y: 50.0 }, Point { x, y: -20.0 }],
            label: None,
        };
        let edges = lines.iter().map(line).collect();
        let drawing = Drawing {
            edges,
            ..Drawing::default()
        };
        clear_of_arrows(&drawing, outer, 30.0)
    };
    assert_eq!(with(&[]), 100.0);
    assert_eq!(with(&[70.0, 130.0]), 100.0, "beside it is room enough");
    assert_eq!(with(&[105.0]), 85.0, "to the nearer side");
    assert_eq!(with(&[105.0, 80.0]), 125.0);
    let everywhere: Vec<f64> = (0..20).map(|it| f64::from(it) * 10.0).collect();
    assert_eq!(
        with(&everywhere),
        100.0,
        "nowhere better than in the middle"
    );
}

#[test]
fn after_an_edit_what_was_drawn_keeps_its_order() {
    let was = chart();
    let before = graph(&was, Flow::Down, Wording::Full).unwrap();
    let drawing = drawn(&before);
    let mut now = was.clone();
    // Closed now comes after Open, and a new state after it.
    now.regions[1].vertices = vec![3, 4, 7];
    now.vertices.push(VertexView {
        name: "New".into(),
        path: "Main.Gate.New".into(),
        lines: vec![StateLineView {
            text: "entry / x := 1".into(),
            transition: None,
        }],
        ..was.vertices[3].clone()
    });
    now.transitions.push(new_arc((3, 7, "x", "", "")));
    let fresh = graph(&now, Flow::Down, Wording::Full).unwrap();
    let reminded = known::remind((&was, &drawing), &now, &fresh).unwrap();
    let inner = &names(&now, &reminded)[4..7];
    assert_eq!(
        inner,
        ["Main.Gate.Closed", "Main.Gate.New", "Main.Gate.Open"]
    );
    assert_eq!(
        reminded
            .nodes
            .iter()
            .filter(|it| it.before.is_none())
            .count(),
        1
    );
    for (one, other) in fresh.edges.iter().zip(&reminded.edges) {
        assert_eq!(
            fresh.nodes[one.source].node,
            reminded.nodes[other.source].node
        );
        assert_eq!(
            fresh.nodes[one.target].node,
            reminded.nodes[other.target].node
        );
    }
    assert_eq!(reminded.edges.iter().filter(|it| it.straight).count(), 7);
    let other = StatechartView {
        vertices: now.vertices[..1].to_vec(),
        ..was.clone()
    };
    assert!(known::remind((&other, &Drawing::default()), &now, &fresh).is_none());
}
