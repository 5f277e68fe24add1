//! What is drawn of transition systems: control flow, values over time, all runs at once.

use lockstep_core::api::{
    Kinds, SimulatedKind, SimulationOptions, Structure, SystemView, simulate_all,
};
use lockstep_core::diagram::control_flow::{
    ControlFlow, FlowEdge, FlowNode, FlowShape, Fold, control_flow, control_flow_in, executed,
};
use lockstep_core::diagram::executions::picture;
use lockstep_core::diagram::{Point, Rect};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print::print;

pub(super) fn view(text: &str) -> Option<SystemView> {
    let analysis = Kinds::whole().analyse(text);
    if analysis.has_errors {
        return None;
    }
    match analysis.structure {
        Structure::Transitions(system) => Some(*system),
        _ => None,
    }
}

/// The systems of a few hundred random texts.
fn systems(count: u64) -> Vec<(String, SystemView)> {
    let random = (0..count).filter_map(|seed| {
        let text = print(&transitions(
            &SystemShape::default(),
            &mut Random::new(seed),
        ));
        let system = view(&text)?;
        Some((text, system))
    });
    random.collect()
}

fn overlap(one: Rect, other: Rect) -> bool {
    let apart = one.x + one.width <= other.x
        || other.x + other.width <= one.x
        || one.y + one.height <= other.y
        || other.y + other.height <= one.y;
    !apart
}

fn flows(system: &SystemView) -> Vec<ControlFlow> {
    let all = [&system.init, &system.env, &system.trans];
    all.iter()
        .filter_map(|it| control_flow(system, it, Fold::Flat))
        .collect()
}

/// The pictures of every alternative of a relation eight times, in columns, and of each alone, in rows.
fn folded(system: &SystemView) -> Vec<ControlFlow> {
    let all = [&system.init, &system.env, &system.trans];
    let of = |it: &&Vec<usize>| {
        let many: Vec<_> = it.iter().copied().cycle().take(8).collect();
        [2, 3].map(|it| control_flow(system, &many, Fold::Columns(it)))
    };
    let each = all
        .iter()
        .flat_map(|it| it.iter())
        .flat_map(|&it| [2, 3].map(|rows| control_flow(system, &[it], Fold::Rows(rows))));
    let columns = all.iter().filter(|it| !it.is_empty()).flat_map(of);
    columns.chain(each).flatten().collect()
}

#[test]
fn nothing_in_a_control_flow_overlaps_and_all_of_it_is_inside() {
    let systems = systems(300);
    assert!(systems.len() > 250);
    for (text, system) in systems {
        for flow in flows(&system).into_iter().chain(folded(&system)) {
            let solid = flow.nodes.iter().filter(|it| it.shape != FlowShape::Frame);
            let solid: Vec<_> = solid.collect();
            for (index, one) in solid.iter().enumerate() {
                let it = one.rect;
                let inside = it.x >= -0.1
                    && it.y >= -0.1
                    && it.x + it.width <= flow.width + 0.1
                    && it.y + it.height <= flow.height + 0.1;
                assert!(
                    inside,
                    "{one:?} in {} x {}\n{text}",
                    flow.width, flow.height
                );
                for other in &solid[index + 1..] {
                    assert!(!overlap(it, other.rect), "{one:?}\n{other:?}\n{text}");
                }
            }
        }
    }
}

#[test]
fn no_line_runs_through_a_block() {
    for (text, system) in systems(300) {
        for flow in flows(&system).into_iter().chain(folded(&system)) {
            let blocks = flow.nodes.iter();
            let blocks =
                blocks.filter(|it| matches!(it.shape, FlowShape::Block | FlowShape::Condition));
            for block in blocks {
                let Rect {
                    x,
                    y,
                    width,
                    height,
                } = block.rect;
                let inner = Rect {
                    x: x + 0.5,
                    y: y + 0.5,
                    width: width - 1.0,
                    height: height - 1.0,
                };
                for edge in &flow.edges {
                    for ends in edge.points.windows(2) {
                        assert!(!overlap(inner, around(ends)), "{edge:?} {block:?}\n{text}");
                    }
                }
            }
        }
    }
}

/// The rectangle around a line that goes along an axis.
fn around(ends: &[Point]) -> Rect {
    let (one, other) = (ends[0], ends[1]);
    Rect {
        x: one.x.min(other.x),
        y: one.y.min(other.y),
        width: (one.x - other.x).abs(),
        height: (one.y - other.y).abs(),
    }
}

#[test]
fn an_arrow_leads_into_every_node_but_the_start_and_none_ends_in_nothing() {
    let (mut nodes, mut without) = (0, 0);
    for (text, system) in systems(300) {
        for flow in flows(&system).into_iter().chain(folded(&system)) {
            let (into, past): (Vec<_>, Vec<_>) =
                (flow.edges.iter()).partition(|it| flow.leads_into_a_node(it));
            let tips: Vec<Point> = into
                .iter()
                .filter_map(|it| it.points.last().copied())
                .collect();
            for node in flow.nodes.iter().filter(|it| it.shape != FlowShape::Start) {
                let rect = node.rect;
                let touches = |it: &&Point| {
                    (rect.x - 0.2..=rect.right()).contains(&it.x)
                        && (rect.y..=rect.bottom() + 0.2).contains(&it.y)
                };
                assert!(
                    tips.iter().any(|it| touches(&it)),
                    "nothing leads into {node:?} in\n{text}"
                );
                nodes += 1;
            }
            // What leads into no node goes on, or ends a repetition.
            for it in past {
                let end = it.points.last().expect("a line has two ends");
                let goes_on = |it: &FlowEdge| {
                    it.points
                        .first()
                        .is_some_and(|it| (it.x - end.x).hypot(it.y - end.y) < 0.1)
                };
                let ends_a_frame = |it: &FlowNode| {
                    it.shape == FlowShape::Frame && (it.rect.right() - end.x).abs() < 0.1
                };
                assert!(
                    flow.edges.iter().any(goes_on) || flow.nodes.iter().any(ends_a_frame),
                    "a line ends in nothing in\n{text}"
                );
                without += 1;
            }
        }
    }
    assert!(nodes > 1_000 && without > 10, "{nodes} {without}");
}

#[test]
fn a_relation_has_as_many_columns_as_are_seen_largest() {
    let text = include_str!("../../static/examples/systems/peterson.xsts");
    let system = view(text).unwrap();
    let of = |room| control_flow_in(&system, &system.trans, room).unwrap();
    let begins = |flow: &ControlFlow| {
        let blocks = flow.nodes.iter().filter(|it| it.shape == FlowShape::Block);
        let mut lefts: Vec<_> = blocks.map(|it| it.rect.x as i32).collect();
        lefts.dedup();
        lefts.len()
    };
    let tall = of((400.0, 900.0));
    assert_eq!(begins(&tall), 1);
    let wide = of((900.0, 380.0));
    assert_eq!(begins(&wide), 2);
    assert!(wide.height < 0.6 * tall.height);
    // While the room is not known, they stand below one another.
    assert_eq!(begins(&of((0.0, 0.0))), 1);
}

#[test]
fn a_long_sequence_has_as_many_rows_as_are_seen_largest() {
    let text = include_str!("../../static/examples/systems/lift.xsts");
    let system = view(text).unwrap();
    let of = |room| control_flow_in(&system, &system.trans, room).unwrap();
    let wide = of((1400.0, 380.0));
    let tall = of((900.0, 1200.0));
    assert!(tall.width < 0.8 * wide.width && tall.height > wide.height);
    assert_eq!(tall.nodes.len(), wide.nodes.len());
    // Each row after the first has a line that leads to it from the end of the row before, below which it stands.
    let back = |flow: &ControlFlow| {
        let is_back = |points: &[Point]| points.last().unwrap().x < points[0].x;
        flow.edges.iter().filter(|it| is_back(&it.points)).count()
    };
    assert_eq!(back(&wide), 0);
    assert!(back(&tall) >= 1);
}

#[test]
fn every_statement_is_drawn_once() {
    for (text, system) in systems(300) {
        let mut drawn = vec![0; system.operations.len()];
        for flow in flows(&system) {
            for line in flow.nodes.iter().flat_map(|it| &it.lines) {
                drawn[line.operation] += 1;
            }
        }
        for (operation, it) in system.operations.iter().enumerate() {
            let named = !it.text.is_empty() && it.text != "choice" && it.text != "par";
            assert_eq!(drawn[operation], i32::from(named), "{it:?}\n{text}");
        }
    }
}

#[test]
fn what_contains_something_executed_is_executed() {
    for (text, system) in systems(50) {
        for operation in 0..system.operations.len() {
            let marks = executed(&system, &[operation]);
            assert!(marks[operation]);
            for (outer, it) in system.operations.iter().enumerate() {
                let expected = outer == operation || it.parts.iter().any(|&part| marks[part]);
                assert_eq!(marks[outer], expected, "{outer} of {operation}\n{text}");
            }
        }
    }
}

#[test]
fn boxes_of_all_runs_do_not_overlap_and_lines_go_to_the_right() {
    let mut seen = 0;
    for (text, _) in systems(200) {
        let options = SimulationOptions::default();
        let runs = simulate_all(&text, SimulatedKind::TRANSITIONS, &options, 200);
        let Some(picture) = runs.ok().and_then(|runs| picture(&runs)) else {
            continue;
        };
        seen += 1;
        for (index, one) in picture.boxes.iter().enumerate() {
            for other in &picture.boxes[index + 1..] {
                assert!(!overlap(one.rect, other.rect), "{one:?}\n{other:?}\n{text}");
            }
            let right = one.rect.x + one.rect.width;
            assert!(right <= picture.width && one.rect.y + one.rect.height <= picture.height);
        }
        for edge in picture.edges.iter().filter(|it| !it.back) {
            let (from, to) = (picture.boxes[edge.from].rect, picture.boxes[edge.to].rect);
            assert!(from.x + from.width < to.x, "{edge:?}\n{text}");
        }
    }
    assert!(seen > 100, "{seen} pictures");
}
