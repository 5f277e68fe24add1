//! Pictures of statecharts: laid out by the engine of the page, nothing covers anything else.

use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use lockstep_core::api::{StatechartView, chart_scene};
use lockstep_core::diagram::Rect;
use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::graph::{Graph, Node};
use lockstep_core::diagram::statechart::dividers::{dividers, name_at, shares_line};
use lockstep_core::diagram::statechart::words::Wording;
use lockstep_core::diagram::statechart::{self, Flow, name_width};
use lockstep_core::diagram::text::{LABEL, width};
use lockstep_core::interchange::import::state_machine;
use lockstep_core::interchange::layout;

/// What each kind of vertex looks like, all in one chart.
const EVERYTHING: &str = r#"
statechart Everything {
  var x : 0..9 = 0
  [*] --> Idle : / x := 1
  state Idle as "waits for somebody" {
    entry / trace("idle")
    exit / x := 0
    poke [x > 3] / x := x - 1
    late / defer
  }
  Idle --> Main : start_with_a_very_long_name_of_an_event [x > 0 && x < 9 && x != 5] / x := x + 1; trace("begins with something long")
  Idle --> Idle : again
  Idle --> f : both
  state f <<fork>>
  f --> A1
  f --> B2
  state Main {
    entry / trace("main")
    region A {
      [*] --> A1
      A1 --> A2 : go [x == 1] / x := 2
      A2 --> A1 : back
      A2 --> A2 : twice
      A2 --> c : choose
      state c <<choice>>
      c --> A1 : [x > 2]
      c --> [*] : [else]
    }
    region B {
      [*] --> B1
      state B2
      state B1 {
        [*] --> [H]
        [H] --> Deep
        Deep --> Deeper : down
        Deeper --> Deep : up
        state Deeper { entry / trace("deeper") }
      }
      B1 --> B2 : after(1, 2)
      B2 --> B1 : poke
    }
  }
  Main --> Main : whole
  A2 --> j
  B2 --> j
  state j <<join>>
  j --> Point.in
  state Point {
    state in <<entryPoint>>
    state out <<exitPoint>>
    [*] --> P1
    in --> P2
    P1 --> P2 : next / x := 3
    P2 --> out : leave
  }
  Point.out --> k
  state k <<junction>>
  k --> Idle : [x == 0]
  k --> T : [else]
  state T <<terminate>>
  Main --> Point : after(9)
  Deeper --> Idle : escape / trace("up and away")
}
"#;

fn texts() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut all = vec![("everything".to_owned(), EVERYTHING.to_owned())];
    let mut folders = vec![
        root.join("../static/examples/statecharts"),
        root.join("../../shared/data/statecharts/pssm"),
    ];
    let scxml = root.join("../../shared/data/statecharts/scxml");
    match std::fs::read_dir(&scxml) {
        Ok(groups) => folders.extend(groups.map(|it| it.unwrap().path()).filter(|it| it.is_dir())),
        Err(_) => println!("skipped: {} is missing", scxml.display()),
    }
    for folder in folders {
        let files = std::fs::read_dir(&folder).into_iter().flatten();
        let mut files: Vec<_> = files.map(|it| it.unwrap().path()).collect();
        files.sort();
        for file in files {
            let Ok(text) = std::fs::read_to_string(&file) else {
                continue;
            };
            let name = file.file_name().unwrap().to_string_lossy().into_owned();
            let text = match file.extension().and_then(|it| it.to_str()) {
                Some("lks") => Some(text),
                Some("json" | "scxml") => {
                    state_machine(&text).and_then(Result::ok).map(|it| it.text)
                }
                _ => None,
            };
            all.extend(text.map(|text| (name, text)));
        }
    }
    all
}

/// What the engine makes of graphs; `None` without node or elkjs.
pub(crate) fn laid_out(graphs: &[(&Graph, Flow)]) -> Option<Vec<Drawing>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join("../node_modules/elkjs").is_dir() {
        println!("skipped: elkjs is not installed");
        return None;
    }
    let requests = graphs
        .iter()
        .map(|(graph, flow)| serde_json::json!([layout::request(graph), flow.direction()]));
    let requests = serde_json::Value::Array(requests.collect()).to_string();
    let node = Command::new("node")
        .arg(root.join("statechart/layout.mjs"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut node) = node else {
        println!("skipped: there is no node");
        return None;
    };
    let mut input = node.stdin.take().unwrap();
    let writer = std::thread::spawn(move || input.write_all(requests.as_bytes()));
    let output = node.wait_with_output().unwrap();
    writer.join().unwrap().unwrap();
    let placed: Vec<serde_json::Value> = serde_json::from_slice(&output.stdout).unwrap();
    let drawings = placed.into_iter().zip(graphs).map(|(it, (graph, _))| {
        let placed: layout::Placed =
            serde_json::from_value(it.clone()).unwrap_or_else(|error| panic!("{error}: {it}"));
        placed
            .drawing(graph)
            .unwrap_or_else(|| panic!("does not fit: {it}"))
    });
    Some(drawings.collect())
}

/// Everything in a picture that covers something else, in words.
fn findings(chart: &StatechartView, graph: &Graph, drawing: &Drawing) -> Vec<String> {
    let mut found = Vec::new();
    let name = |index: usize| match graph.nodes[index].node {
        Node::Element(it) => match it.as_state() {
            Some(vertex) => chart.vertices[vertex].path.clone(),
            None => format!("region {}", chart.regions[it.index].name),
        },
        _ => String::new(),
    };
    let rect = |index: usize| drawing.nodes[index].1;
    let whole = Rect {
        x: 0.0,
        y: 0.0,
        width: drawing.width,
        height: drawing.height,
    };
    for (index, nested) in graph.nested.iter().enumerate() {
        let outer = nested.inside.map_or(whole, rect);
        let shares = |it: usize| match graph.nodes[it].node {
            Node::Element(it) => it
                .as_state()
                .is_some_and(|it| shares_line(chart, drawing, it)),
            _ => false,
        };
        let outer_head = nested.inside.filter(|&it| !shares(it));
        let head = outer_head
            .and_then(|it| graph.nested[it].head)
            .unwrap_or(0.0);
        if !nested.on_border {
            let inner = Rect {
                y: outer.y + head,
                height: outer.height - head,
                ..outer
            };
            if !holds(inner, rect(index)) {
                found.push(format!("{} is not inside its container", name(index)));
            }
        }
        for (other, sibling) in graph.nested.iter().enumerate().skip(index + 1) {
            let apart = sibling.inside == nested.inside && !sibling.on_border && !nested.on_border;
            if apart && rect(index).overlaps(rect(other)) {
                found.push(format!("{} covers {}", name(index), name(other)));
            }
        }
    }
    let labels: Vec<_> = drawing
        .edges
        .iter()
        .enumerate()
        .filter_map(|it| Some((it.0, it.1.label?)))
        .collect();
    let text = |edge: usize| match drawing.edges[edge].edge {
        lockstep_core::diagram::graph::Edge::Element(it) => chart.transitions[it.index].label(),
        _ => String::new(),
    };
    for (at, &(edge, label)) in labels.iter().enumerate() {
        if !holds(whole, label) {
            found.push(format!("`{}` is outside", text(edge)));
        }
        for &(other, second) in &labels[at + 1..] {
            if label.overlaps(second) {
                found.push(format!("`{}` covers `{}`", text(edge), text(other)));
            }
        }
        for index in 0..graph.nodes.len() {
            let body = rect(index);
            let inside = graph.nested[index].head.is_some_and(|head| {
                holds(
                    Rect {
                        y: body.y + head,
                        height: body.height - head,
                        ..body
                    },
                    label,
                )
            });
            if body.overlaps(label) && !inside {
                found.push(format!("`{}` covers {}", text(edge), name(index)));
            }
        }
        for (other, second) in drawing.edges.iter().enumerate() {
            // Loops of one state share their line.
            if second.points == drawing.edges[edge].points {
                continue;
            }
            let core = Rect {
                x: label.x + 2.0,
                y: label.y + 2.0,
                width: label.width - 4.0,
                height: label.height - 4.0,
            };
            if second
                .points
                .windows(2)
                .any(|it| span(it[0], it[1]).overlaps(core))
            {
                found.push(format!(
                    "the arrow `{}` goes through `{}`",
                    text(other),
                    text(edge)
                ));
            }
        }
    }
    for (edge, it) in drawing.edges.iter().enumerate() {
        for index in 0..graph.nodes.len() {
            let body = rect(index);
            let core = match graph.nested[index].head {
                None => Rect {
                    x: body.x + 1.5,
                    y: body.y + 1.5,
                    width: body.width - 3.0,
                    height: body.height - 3.0,
                },
                // The name of a container is crossed by what leads from it to what is inside only.
                Some(_) => continue,
            };
            let is_end = [graph.edges[edge].source, graph.edges[edge].target].contains(&index);
            if graph.nested[index].on_border && is_end {
                continue;
            }
            if it
                .points
                .windows(2)
                .any(|it| span(it[0], it[1]).overlaps(core))
            {
                found.push(format!(
                    "the arrow `{}` goes through {}",
                    text(edge),
                    name(index)
                ));
            }
        }
    }
    found
}

fn holds(outer: Rect, inner: Rect) -> bool {
    let slack = 0.5;
    inner.x + slack >= outer.x
        && inner.y + slack >= outer.y
        && inner.right() <= outer.right() + slack
        && inner.bottom() <= outer.bottom() + slack
}

pub(crate) fn span(
    one: lockstep_core::diagram::Point,
    other: lockstep_core::diagram::Point,
) -> Rect {
    let (x, y) = (one.x.min(other.x), one.y.min(other.y));
    Rect {
        x,
        y,
        width: (one.x - other.x).abs().max(0.1),
        height: (one.y - other.y).abs().max(0.1),
    }
}

#[test]
fn nothing_covers_anything_else() {
    let mut charts = Vec::new();
    for (name, text) in texts() {
        let all = chart_scene(&text).1;
        charts.extend(all.into_iter().map(|it| (name.clone(), it)));
    }
    let mut graphs = Vec::new();
    for (name, chart) in &charts {
        for wording in [Wording::Full, Wording::Short] {
            for flow in Flow::ALL {
                let graph = statechart::graph(chart, flow, wording).unwrap();
                graphs.push((name, chart, graph, flow));
            }
        }
    }
    let asked: Vec<_> = graphs.iter().map(|it| (&it.2, it.3)).collect();
    let Some(drawings) = laid_out(&asked) else {
        return;
    };
    let mut bad = Vec::new();
    for ((name, chart, graph, flow), drawing) in graphs.iter().zip(&drawings) {
        let found = findings(chart, graph, drawing);
        bad.extend(
            found
                .into_iter()
                .map(|it| format!("{name} {} {}: {it}", chart.name, flow.word())),
        );
    }
    println!(
        "{} pictures of {} statecharts",
        drawings.len(),
        charts.len()
    );
    assert!(bad.is_empty(), "{} findings\n{}", bad.len(), bad.join("\n"));
}

/// What of names and of the lines between regions lies on anything else, in words.
fn names_over(chart: &StatechartView, graph: &Graph, drawing: &Drawing) -> Vec<String> {
    let found = dividers(chart, drawing);
    let line = |x: f64, y: f64, wide: f64| Rect {
        x,
        y: y - 10.0,
        width: wide,
        height: 12.0,
    };
    let mut names: Vec<_> = (found.names.iter())
        .map(|&(region, at)| {
            let name = &chart.regions[region].name;
            (name.clone(), line(at.x, at.y, width(name, LABEL)))
        })
        .filter(|it| !it.0.is_empty())
        .collect();
    for (at, node) in graph
        .nodes
        .iter()
        .enumerate()
        .filter(|it| graph.nested[it.0].head.is_some())
    {
        if let Node::Element(it) = node.node
            && let Some(state) = it.as_state()
        {
            let outer = drawing.nodes[at].1;
            let wide = name_width(&chart.vertices[state]);
            let middle = name_at(chart, drawing, state, outer);
            names.push((
                chart.vertices[state].path.clone(),
                line(middle - wide / 2.0, outer.y + 16.5, wide),
            ));
        }
    }
    let mut over = Vec::new();
    for (at, (name, place)) in names.iter().enumerate() {
        for (other, second) in &names[at + 1..] {
            if place.overlaps(*second) {
                over.push(format!("the name {name} covers the name {other}"));
            }
        }
        for (from, to) in &found.lines {
            if span(*from, *to).overlaps(*place) {
                over.push(format!("a line runs through the name {name}"));
            }
        }
        for (node, rect) in &drawing.nodes {
            let at = drawing.nodes.iter().position(|it| it.0 == *node).unwrap();
            if graph.nested[at].head.is_none() && rect.overlaps(*place) {
                over.push(format!("a state covers the name {name}"));
            }
        }
        for edge in &drawing.edges {
            if edge.label.is_some_and(|it| it.overlaps(*place)) {
                over.push(format!("a label covers the name {name}"));
            }
        }
    }
    over
}

#[test]
fn in_packed_regions_nothing_covers_anything_else_and_a_state_has_others_on_both_sides() {
    let mut charts = Vec::new();
    for (name, text) in texts() {
        let all = chart_scene(&text).1;
        charts.extend(all.into_iter().map(|it| (name.clone(), it)));
    }
    let graphs: Vec<_> = charts
        .iter()
        .flat_map(|(_, chart)| {
            Flow::ALL.map(|flow| (statechart::graph(chart, flow, Wording::Full).unwrap(), flow))
        })
        .collect();
    let asked: Vec<_> = graphs.iter().map(|it| (&it.0, it.1)).collect();
    let Some(drawings) = laid_out(&asked) else {
        return;
    };
    let (mut bad, mut packed, mut shared, mut between) = (Vec::new(), 0, 0, 0);
    for (at, (name, chart)) in charts.iter().enumerate() {
        let own = &drawings[3 * at..3 * at + 3];
        let graph = &graphs[3 * at].0;
        for room in [
            (900.0, 300.0),
            (950.0, 400.0),
            (360.0, 340.0),
            (300.0, 900.0),
            (1500.0, 900.0),
        ] {
            for base in 0..own.len() {
                let all: Vec<_> = own.iter().collect();
                let made = statechart::regions::packed(chart, (graph, &all), base, room, &[]);
                let Some(made) = made else { continue };
                packed += 1;
                let states = 0..chart.vertices.len();
                shared += states
                    .filter(|&it| shares_line(chart, &made.drawing, it))
                    .count();
                let mut found = findings(chart, graph, &made.drawing);
                found.extend(names_over(chart, graph, &made.drawing));
                bad.extend(
                    found
                        .iter()
                        .map(|it| format!("{name} {} in {room:?}: {it}", chart.name)),
                );
            }
        }
        let both = &graphs[3 * at + 2].0;
        for (node, nested) in both.nested.iter().enumerate() {
            let Some(hub) = nested.before else { continue };
            let x = |it: usize| own[2].nodes[it].1;
            assert!(x(node).right() < x(hub).x, "{name} {}", chart.name);
            between += 1;
        }
    }
    println!(
        "{packed} packed drawings, {shared} with names in one line, {between} states before another"
    );
    assert!(
        packed > 50 && shared > 20 && between > 0,
        "{packed} {shared} {between}"
    );
    assert!(bad.is_empty(), "{} findings\n{}", bad.len(), bad.join("\n"));
}
