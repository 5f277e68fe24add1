//! Regions are packed over the drawings of a plain engine.

use super::*;
use crate::api::chart_scene;
use crate::diagram::statechart::MARGIN;
use crate::diagram::statechart::words::Wording;
use crate::diagram::statechart::{Flow, graph};

const THREE: &str = "statechart C {\n  [*] --> Main\n  state Main {\n    region One {\n      [*] --> A\n      A --> B : x\n      B --> C : x\n    }\n    \
    region Two {\n      [*] --> D\n      D --> E : x\n      E --> F : x\n      F --> G : x\n    }\n    region Three {\n      [*] --> H\n    }\n  }\n}\nsystem {\n  c : C\n}\ncheck deadlock\n";

/// A drawing as an engine makes it: what is in a container stands in a row, or one below another.
fn drawn(graph: &Graph, is_right: bool) -> Drawing {
    let mut rects = vec![Rect::default(); graph.nodes.len()];
    let children = |of: Option<usize>| {
        let own = move |it: &usize| graph.nested[*it].inside == of;
        (0..graph.nodes.len()).filter(own).collect::<Vec<_>>()
    };
    // Sizes from the inside, then places from the outside.
    for at in (0..graph.nodes.len()).rev() {
        let inner = children(Some(at));
        let (mut width, mut height) = (graph.nodes[at].width, graph.nodes[at].height);
        if let Some(head) = graph.nested[at].head {
            let sum =
                |of: fn(&Rect) -> f64| inner.iter().map(|&it| of(&rects[it]) + 20.0).sum::<f64>();
            let most =
                |of: fn(&Rect) -> f64| inner.iter().map(|&it| of(&rects[it])).fold(0.0, f64::max);
            let (wide, high) = match is_right {
                true => (sum(|it| it.width), most(|it| it.height)),
                false => (most(|it| it.width), sum(|it| it.height)),
            };
            width = width.max(wide + 2.0 * MARGIN);
            height = height.max(high + head + MARGIN);
        }
        rects[at] = Rect {
            width,
            height,
            ..Rect::default()
        };
    }
    let mut open: Vec<(Option<usize>, f64, f64)> = vec![(None, 3.0, 3.0)];
    while let Some((of, mut x, mut y)) = open.pop() {
        for it in children(of) {
            (rects[it].x, rects[it].y) = (x, y);
            if let Some(head) = graph.nested[it].head {
                open.push((Some(it), x + MARGIN, y + head));
            }
            match is_right {
                true => x += rects[it].width + 20.0,
                false => y += rects[it].height + 20.0,
            }
        }
    }
    let edges = graph.edges.iter().map(|it| {
        let (from, to) = (rects[it.source], rects[it.target]);
        DrawnEdge {
            edge: it.edge,
            points: match is_right {
                true => vec![
                    Point {
                        x: from.right(),
                        y: from.y + 4.0,
                    },
                    Point {
                        x: to.x,
                        y: from.y + 4.0,
                    },
                ],
                false => vec![
                    Point {
                        x: from.x + 4.0,
                        y: from.bottom(),
                    },
                    Point {
                        x: from.x + 4.0,
                        y: to.y,
                    },
                ],
            },
            label: None,
        }
    });
    let (right, bottom) = rects
        .iter()
        .fold((0.0, 0.0), |(right, bottom): (f64, f64), it| {
            (right.max(it.right()), bottom.max(it.bottom()))
        });
    Drawing {
        width: right + 3.0,
        height: bottom + 3.0,
        nodes: graph
            .nodes
            .iter()
            .zip(&rects)
            .map(|(it, rect)| (it.node, *rect))
            .collect(),
        edges: edges.collect(),
        ..Drawing::default()
    }
}

fn of(text: &str, room: (f64, f64), known: &[Arrangement]) -> (Drawing, Drawing, Option<Packed>) {
    let chart = chart_scene(text).1.remove(0);
    let one = graph(&chart, Flow::Down, Wording::Full).expect("it is small");
    let (down, right) = (drawn(&one, false), drawn(&one, true));
    let made = packed(&chart, (&one, &[&down, &right]), 1, room, known);
    (down, right, made)
}

#[test]
fn regions_take_the_shape_of_the_room_and_each_its_own_direction() {
    for room in [(500.0, 250.0), (250.0, 500.0), (900.0, 120.0)] {
        let (down, right, made) = of(THREE, room, &[]);
        let made = made.expect("it has regions").drawing;
        let scale = |it: &Drawing| (room.0 / it.width).min(room.1 / it.height);
        assert!(
            scale(&made) > scale(&down).max(scale(&right)) - 0.02,
            "{room:?}"
        );
        for (_, it) in &made.nodes {
            assert!(it.x >= 0.0 && it.right() <= made.width && it.bottom() <= made.height);
        }
    }
    let (down, right, made) = of(THREE, (500.0, 250.0), &[]);
    let made = made.expect("it has regions").drawing;
    let scale = |it: &Drawing| (500.0 / it.width).min(250.0 / it.height);
    assert!(scale(&made) > 1.2 * scale(&down).max(scale(&right)));
}

#[test]
fn what_is_known_stays_until_another_is_seen_much_larger() {
    let first = of(THREE, (500.0, 250.0), &[])
        .2
        .expect("it has regions")
        .states;
    let near = of(THREE, (460.0, 260.0), &first)
        .2
        .expect("it has regions")
        .states;
    assert_eq!(near, first);
    let far = of(THREE, (150.0, 900.0), &first)
        .2
        .expect("it has regions")
        .states;
    assert_ne!(far, first);
}

#[test]
fn a_region_whose_flow_is_no_more_stays_where_it_was() {
    let room = (500.0, 250.0);
    let first = of(THREE, room, &[]).2.expect("it has regions").states;
    let third = |it: &Arrangement| Arrangement {
        flows: vec![2; 3],
        ..it.clone()
    };
    let third: Vec<_> = first.iter().map(third).collect();
    let after = of(THREE, room, &third).2.expect("it has regions").states;
    assert_eq!(
        (after[0].rows, &after[0].groups),
        (first[0].rows, &first[0].groups)
    );
    assert!(after[0].flows.iter().all(|&it| it < 2));
}

#[test]
fn a_region_that_an_arrow_enters_is_not_packed() {
    let entered = THREE.replace("  [*] --> Main\n", "  [*] --> Out\n  Out --> B : x\n");
    assert!(of(&entered, (500.0, 250.0), &[]).2.is_none());
    let alone = "statechart C {\n  [*] --> A\n}\nsystem {\n  c : C\n}\ncheck deadlock\n";
    assert!(of(alone, (500.0, 250.0), &[]).2.is_none());
}
