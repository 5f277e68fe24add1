//! Class diagrams: multiplicities and roles stand at the ends of their associations, and nothing lies over anything else.

use std::path::Path;

use lockstep_core::api::{EdgeEndView, EdgeHead, GraphEdgeView, GraphNodeView, GraphView};
use lockstep_core::api::{Kinds, NodeShape, Range, Structure, SystemView};
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::Graph;
use lockstep_core::diagram::statechart::Flow;
use lockstep_core::diagram::{Rect, structure};
use lockstep_core::generate::Random;

use crate::statechart::pictures::{laid_out, span};

/// The graphs of an example of class models.
fn example(name: &str) -> Vec<GraphView> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/classes");
    let text = std::fs::read_to_string(path.join(name)).expect("the example is there");
    match Kinds::whole().analyse(&text).structure {
        Structure::Generic(it) => it.graphs,
        other => panic!("{name} is no class model: {other:?}"),
    }
}

#[test]
fn a_class_has_its_invariants_and_starts_and_an_association_says_at_its_ends_how_many_there_are() {
    let graphs = example("pedestrian-light.lks");
    let titles: Vec<_> = graphs.iter().map(|it| &*it.title).collect();
    assert_eq!(titles, ["Classes", "Objects"]);
    let lines = |class: usize| graphs[0].nodes[class].compartments.concat();
    assert!(
        lines(0).contains(&"inv oneAlwaysRed".to_owned()),
        "{:?}",
        lines(0)
    );
    assert!(
        lines(1).contains(&"counter : 0..9 = 0".to_owned()),
        "{:?}",
        lines(1)
    );
    let edge = &graphs[0].edges[0];
    let end = |many: &str, role: &str| EdgeEndView {
        many: many.to_owned(),
        role: role.to_owned(),
    };
    assert_eq!(edge.label, "HasButton");
    assert_eq!(edge.ends, Some([end("1", "light"), end("1..2", "buttons")]));
    // Links of objects are there or not: how many there may be is told by the classes.
    assert!(graphs[1].edges.iter().all(|it| it.ends.is_none()));
}

/// Classes of random sizes with associations between them, several between the same two and loops among them, and what they
/// inherit.
fn random(random: &mut Random) -> GraphView {
    let word = |random: &mut Random| "associated".repeat(2)[..random.between(1, 16)].to_owned();
    let count = random.between(2, 5);
    let nodes = (0..count).map(|number| GraphNodeView {
        name: format!("C{number}"),
        shape: NodeShape::Box,
        compartments: vec![(0..random.between(0, 4)).map(|_| word(random)).collect()],
        shows: Vec::new(),
        fires: Vec::new(),
        range: Range::default(),
    });
    let nodes: Vec<_> = nodes.collect();
    let edges = (0..random.between(1, 6)).map(|_| {
        let inherits = random.between(0, 5) == 0;
        let mut end = || EdgeEndView {
            many: ["1", "*", "0..1", "1..2"][random.between(0, 3)].to_owned(),
            role: word(random),
        };
        let ends = (!inherits).then(|| [end(), end()]);
        let from = random.between(0, count - 1);
        let to = match inherits {
            true => (from + 1) % count,
            false => random.between(0, count - 1),
        };
        GraphEdgeView {
            from,
            to,
            label: if inherits {
                String::new()
            } else {
                word(random)
            },
            ends,
            head: if inherits {
                EdgeHead::Triangle
            } else {
                EdgeHead::Line
            },
            while_true: None,
            range: Range::default(),
        }
    });
    GraphView {
        title: "Classes".to_owned(),
        edges: edges.collect(),
        nodes,
    }
}

/// What lies over something else, in words, and how many ends are told far from where they are.
fn findings(view: &GraphView, graph: &Graph, drawing: &Drawing) -> (Vec<String>, usize) {
    let mut far = 0;
    let mut found: Vec<_> = (drawing.collisions().iter())
        .map(|(one, other)| format!("{one:?} lies over {other:?}"))
        .collect();
    let whole = Rect {
        x: 0.0,
        y: 0.0,
        width: drawing.width,
        height: drawing.height,
    };
    assert_eq!(drawing.ends.len(), graph.ends.len());
    for (at, ends) in drawing.ends.iter().enumerate() {
        let edge = &view.edges[at];
        let is_told = edge.ends.is_some() && edge.from != edge.to;
        assert_eq!(ends.map(|it| it.is_some()), [is_told; 2]);
        let tips = [
            drawing.edges[at].points.first(),
            drawing.edges[at].points.last(),
        ];
        for (end, tip) in ends.iter().zip(tips) {
            let (Some(end), Some(tip)) = (end, tip) else {
                continue;
            };
            if end.x < 0.0
                || end.y < 0.0
                || end.right() > whole.width
                || end.bottom() > whole.height
            {
                found.push(format!("the end {end:?} leaves the drawing"));
            }
            // It stands where its line ends.
            let near = Rect::around(*tip, 2.0 * end.width + 12.0, 2.0 * end.height + 12.0);
            far += usize::from(!near.overlaps(*end));
            for line in &drawing.edges {
                let mut pairs = line.points.windows(2);
                if pairs.any(|it| span(it[0], it[1]).overlaps(*end)) {
                    found.push(format!("a line runs through the end {end:?}"));
                }
            }
        }
    }
    (found, far)
}

#[test]
fn nothing_in_a_class_diagram_lies_over_anything_else() {
    let mut views: Vec<_> = ["pedestrian-light.lks", "library.lks", "traffic-control.lks"]
        .map(|it| example(it).swap_remove(0))
        .into();
    views.extend((0..300).map(|seed| random(&mut Random::new(seed))));
    let system = SystemView::default();
    let mut graphs = Vec::new();
    for view in &views {
        for flow in [Flow::Down, Flow::Right] {
            let graph = structure::graph(view, &system, flow).expect("it is small");
            graphs.push((view, graph, flow));
        }
    }
    let asked: Vec<_> = graphs.iter().map(|it| (&it.1, it.2)).collect();
    let Some(drawings) = laid_out(&asked) else {
        return;
    };
    let (mut bad, mut all_far) = (Vec::new(), 0);
    for ((view, graph, flow), drawing) in graphs.iter().zip(&drawings) {
        let (found, far) = findings(view, graph, drawing);
        all_far += far;
        bad.extend(
            found
                .into_iter()
                .map(|it| format!("{}: {it} in {view:?}", flow.word())),
        );
    }
    let ends = drawings
        .iter()
        .flat_map(|it| &it.ends)
        .flatten()
        .flatten()
        .count();
    println!(
        "{ends} ends in {} drawings, {all_far} far from their boxes",
        drawings.len()
    );
    assert!(ends > 500 && 100 * all_far < ends, "{all_far} of {ends}");
    assert!(bad.is_empty(), "{} findings\n{}", bad.len(), bad.join("\n"));
}
