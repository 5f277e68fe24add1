//! The statecharts of objects as a picture that plays, in the page's light colours: states in states with what is active at
//! each step, and the transitions that fire.
//!
//! Where everything stands the page's layout engine has said. What is seen at some steps only says which (`data-from`,
//! `data-until`), for the script of [`super::html`] and the rules of [`super::animation`]; without either the last step is seen.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::svg::escape;
use crate::diagram::drawing::{Drawing, DrawnEdge, arrow_head, path};
use crate::diagram::graph::{Edge, LABEL_HEIGHT, Node};
use crate::diagram::statechart::dividers::{dividers, name_at, shares_line};
use crate::diagram::statechart::marks::{self, StatechartMarks};
use crate::diagram::statechart::words::drawn_lines;
use crate::diagram::statechart::{BESIDE_NAME, LINE, PADDING, TITLE, lines, stereotype, title};
use crate::diagram::{Element, Rect, text};
use crate::view::{ObjectView, StatechartView, SystemStepView, VertexShape, VertexView};

/// An object with the picture of its statechart.
#[derive(Clone, Debug)]
pub struct DrawnObject {
    /// The object.
    pub object: ObjectView,
    /// Its statechart.
    pub chart: Arc<StatechartView>,
    /// Where everything stands.
    pub drawing: Arc<Drawing>,
    /// How many transitions the statecharts before it have: a run counts them through all statecharts.
    pub before: usize,
}

/// Names of its own, for the picture may stand beside others in one page.
const STYLE: &str = "\
.sc text{fill:#1a1e26;text-anchor:middle;font:11.5px \"Plex Sans\",\"IBM Plex Sans\",system-ui,\"Segoe UI\",Roboto,Arial,sans-serif}\
.sc .sc-t{font-size:14px;font-weight:600;text-anchor:start}.sc .sc-b{fill:#fff;stroke:#858e9d;stroke-width:1.25}\
.sc .sc-o{fill:#f8f9fa}.sc .sc-n{font-size:12.5px;font-weight:500}.sc .sc-i{text-anchor:start}.sc .sc-s{fill:#545d6d;font-size:12px;font-weight:400}\
.sc .sc-on{fill:#dfe8fb;stroke:#2c5ccc;stroke-width:2}.sc .sc-d{stroke:#858e9d;stroke-dasharray:6 4}.sc .sc-u{stroke:#c3c8d1}\
.sc .sc-r{fill:#545d6d;font-size:12px;text-anchor:start}.sc .sc-k{fill:#1a1e26}\
.sc .sc-x{fill:none;stroke:#1a1e26;stroke-width:1.75}.sc .sc-a{fill:none;stroke:#6a7382;stroke-width:1.4}.sc .sc-h{fill:#6a7382}\
.sc .sc-f{fill:none;stroke:#2c5ccc;stroke-width:3}.sc .sc-g{fill:#2c5ccc}\
.sc .sc-l,.sc .sc-r{paint-order:stroke;stroke:#fff;stroke-width:3px;stroke-linejoin:round}";

/// Around and between the objects, and the height of a name.
const GAP: f64 = 20.0;
const NAME: f64 = 24.0;
/// Objects stand side by side up to this width.
const WIDE: f64 = 1_060.0;

/// The picture of all objects.
#[derive(Default)]
pub(super) struct Sheet {
    /// What is drawn; empty where nothing is.
    pub picture: String,
    /// From which step until which something on it is seen that is gone afterwards.
    pub spans: Vec<(usize, usize)>,
    width: f64,
    height: f64,
}

impl Sheet {
    /// The picture by itself; empty where there is none.
    pub(super) fn whole(&self) -> String {
        match self.picture.is_empty() {
            true => String::new(),
            false => self.tagged(self.height, ""),
        }
    }

    /// The picture above another one, which has this width and says its own height.
    pub(super) fn above(&self, other: &str, width: f64) -> String {
        let tall = other
            .split_once(" height=\"")
            .and_then(|it| it.1.split_once('"')?.0.parse::<f64>().ok())
            .unwrap_or_default();
        let sheet = Self {
            picture: self.picture.clone(),
            width: self.width.max(width),
            ..Self::default()
        };
        let below = other.replacen("<svg ", &format!("<svg y=\"{:.0}\" ", self.height), 1);
        sheet.tagged(self.height + tall, &below)
    }

    fn tagged(&self, height: f64, below: &str) -> String {
        let (width, picture) = (self.width, &self.picture);
        let size = format!("width=\"{width:.0}\" height=\"{height:.0}\"");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\">\
             <title>Statecharts</title><style>{STYLE}</style><rect fill=\"#fff\" {size}/><g class=\"sc\">\n{picture}</g>{below}</svg>\n"
        )
    }
}

/// Draws the objects along a run. O(steps · states + length of the result).
pub(super) fn sheet(all: &[DrawnObject], run: &[SystemStepView]) -> Sheet {
    let mut sheet = Sheet::default();
    let mut spans = BTreeSet::new();
    let (mut x, mut y, mut tallest) = (GAP, GAP, 0.0_f64);
    for it in all {
        let name = format!("{} : {}", it.object.name, it.object.chart_name);
        // Bold letters are somewhat wider.
        let wide = it.drawing.width.max(text::width(&name, 14.0) * 1.1);
        if x > GAP && x + wide + GAP > WIDE {
            (x, y, tallest) = (GAP, y + tallest + GAP, 0.0);
        }
        sheet.picture += &format!(
            "<g transform=\"translate({x:.1} {y:.1})\"><text class=\"sc-t\" y=\"14\">{}</text>\
             <g transform=\"translate(0 {NAME})\">\n",
            escape(&name)
        );
        let marks = (0..run.len()).map(|step| {
            let was = step.checked_sub(1).map(|it| &run[it]);
            marks::at(&it.object, &it.chart, it.before, &run[step..=step], was)
        });
        let mut artist = Artist {
            chart: &it.chart,
            drawing: &it.drawing,
            marks: marks.collect(),
            out: &mut sheet.picture,
            spans: &mut spans,
        };
        artist.draw();
        sheet.picture += "</g></g>\n";
        tallest = tallest.max(it.drawing.height + NAME);
        sheet.width = sheet.width.max(x + wide + GAP);
        x += wide + GAP;
        sheet.height = y + tallest + GAP;
    }
    sheet.spans = spans.into_iter().collect();
    sheet
}

/// Draws one object.
struct Artist<'a> {
    chart: &'a StatechartView,
    drawing: &'a Drawing,
    /// How it stands at each step.
    marks: Vec<StatechartMarks>,
    out: &'a mut String,
    spans: &'a mut BTreeSet<(usize, usize)>,
}

impl Artist<'_> {
    fn draw(&mut self) {
        let nodes = self
            .drawing
            .nodes
            .iter()
            .filter_map(|&(node, rect)| match node {
                Node::Element(element) => Some((element.as_state()?, rect)),
                Node::Initial | Node::Final(_) => None,
            });
        let (outer, inner): (Vec<_>, Vec<_>) = nodes.partition(|it| self.holds(it.0));
        for (vertex, rect) in outer {
            self.vertex(vertex, rect, true);
        }
        let compartments = dividers(self.chart, self.drawing);
        for (from, to) in compartments.lines {
            *self.out += &format!(
                "<path class=\"sc-d\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/>",
                from.x, from.y, to.x, to.y
            );
        }
        for (region, at) in compartments.names {
            let name = escape(&self.chart.regions[region].name);
            self.text("sc-r", (at.x, at.y), &name);
        }
        for edge in &self.drawing.edges {
            self.arrow(edge);
        }
        for (vertex, rect) in inner {
            self.vertex(vertex, rect, false);
        }
    }

    /// Whether other vertices are drawn inside a state.
    fn holds(&self, vertex: usize) -> bool {
        let regions = self.chart.vertices.get(vertex).map(|it| &it.regions);
        let regions = regions.into_iter().flatten();
        let mut inside = regions.flat_map(|&it| &self.chart.regions[it].vertices);
        inside.any(|&it| {
            let node = Node::Element(Element::state(it));
            self.drawing.nodes.iter().any(|it| it.0 == node)
        })
    }

    fn text(&mut self, class: &str, (x, y): (f64, f64), words: &str) {
        *self.out += &format!("<text class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\">{words}</text>");
    }

    /// Says of a shape at which steps it is seen: once for each time.
    fn seen(&mut self, shape: &str, is_seen: impl Fn(&StatechartMarks) -> bool) {
        let last = self.marks.len().saturating_sub(1);
        let mut step = 0;
        while step < self.marks.len() {
            let from = step;
            while step < self.marks.len() && is_seen(&self.marks[step]) {
                step += 1;
            }
            if step > from {
                let until = step - 1;
                *self.out += &format!("<g data-from=\"{from}\"");
                if until < last {
                    self.spans.insert((from, until));
                    *self.out += &format!(" data-until=\"{until}\"");
                }
                *self.out += &format!(">{shape}</g>");
            }
            step += 1;
        }
    }

    /// A state or pseudostate.
    fn vertex(&mut self, vertex: usize, rect: Rect, outer: bool) {
        let view = &self.chart.vertices[vertex];
        match view.shape {
            VertexShape::State => self.state(vertex, view, rect, outer),
            shape => *self.out += &mark(shape, rect),
        }
        if view.shape == VertexShape::Final {
            let shape = mark(view.shape, rect).replace("sc-b", "sc-on");
            self.seen(&shape, |it| it.is_active(vertex));
        }
        self.out.push('\n');
    }

    fn state(&mut self, vertex: usize, view: &VertexView, rect: Rect, outer: bool) {
        let boxed = |class: &str| {
            format!(
                "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"9\"/>",
                rect.x, rect.y, rect.width, rect.height
            )
        };
        *self.out += &boxed(if outer { "sc-b sc-o" } else { "sc-b" });
        self.seen(&boxed("sc-on"), |it| it.is_active(vertex));
        let inside = lines(view);
        let has_lines = !inside.is_empty();
        let (simple, centre) = (!outer && !has_lines, rect.centre());
        let (x, y) = match (outer, simple) {
            (true, _) => (
                name_at(self.chart, self.drawing, vertex, rect),
                rect.y + 16.5,
            ),
            (false, true) => (centre.x, centre.y + 4.3),
            (false, false) => (centre.x, rect.y + 16.5),
        };
        let mut name = escape(&title(view));
        if let Some(it) = stereotype(view) {
            name += &format!("<tspan class=\"sc-s\" dx=\"{BESIDE_NAME}\">{it}</tspan>");
        }
        self.text("sc-n", (x, y), &name);
        let mut below = rect.y + TITLE - 4.0;
        for line in inside {
            below += LINE;
            self.text("sc-i", (rect.x + PADDING, below), &escape(&line));
        }
        if outer && !shares_line(self.chart, self.drawing, vertex) {
            let y = if has_lines {
                below + 8.0
            } else {
                rect.y + TITLE - 1.0
            };
            *self.out += &format!(
                "<path class=\"sc-u\" d=\"M{:.1} {y:.1}H{:.1}\"/>",
                rect.x,
                rect.right()
            );
        }
    }

    /// An arrow with its label.
    fn arrow(&mut self, edge: &DrawnEdge) {
        let Edge::Element(element) = edge.edge else {
            return;
        };
        let Some(arc) = self.chart.transitions.get(element.index) else {
            return;
        };
        let shapes = |line: &str, head: &str| {
            format!(
                "<path class=\"{line}\" d=\"{}\"/><path class=\"{head}\" d=\"{}\"/>",
                path(&edge.points, 6.0),
                arrow_head(&edge.points, 7.0)
            )
        };
        *self.out += &shapes("sc-a", "sc-h");
        self.seen(&shapes("sc-f", "sc-g"), |it| {
            it.fired.contains(&element.index)
        });
        if let Some(rect) = edge.label {
            let mut y = rect.y - 4.0;
            for line in drawn_lines(arc, rect) {
                y += LABEL_HEIGHT;
                let words: String = line.into_iter().map(|it| it.1).collect();
                self.text("sc-l", (rect.centre().x, y), &escape(words.trim()));
            }
        }
        self.out.push('\n');
    }
}

/// A pseudostate or final state.
fn mark(shape: VertexShape, rect: Rect) -> String {
    let (centre, radius) = (rect.centre(), rect.width.min(rect.height) / 2.0);
    let circle = |class: &str, r: f64| {
        format!(
            "<circle class=\"{class}\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"{r:.1}\"/>",
            centre.x, centre.y
        )
    };
    let cross = |arm: f64| {
        let (left, top) = (centre.x - arm, centre.y - arm);
        let wide = 2.0 * arm;
        format!(
            "<path class=\"sc-x\" d=\"M{left:.1} {top:.1}l{wide:.1} {wide:.1}m0 -{wide:.1}l-{wide:.1} {wide:.1}\"/>"
        )
    };
    match shape {
        VertexShape::Final => circle("sc-b", radius - 1.0) + &circle("sc-k", radius - 4.5),
        VertexShape::Choice => format!(
            "<path class=\"sc-b\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}L{:.1} {:.1}Z\"/>",
            centre.x,
            rect.y,
            rect.right(),
            centre.y,
            centre.x,
            rect.bottom(),
            rect.x,
            centre.y
        ),
        VertexShape::Fork | VertexShape::Join => format!(
            "<rect class=\"sc-k\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"1.5\"/>",
            rect.x, rect.y, rect.width, rect.height
        ),
        VertexShape::ShallowHistory | VertexShape::DeepHistory => {
            let word = if shape == VertexShape::DeepHistory {
                "H*"
            } else {
                "H"
            };
            let (x, y) = (centre.x, centre.y + 4.3);
            circle("sc-b", radius - 0.5) + &format!("<text x=\"{x:.1}\" y=\"{y:.1}\">{word}</text>")
        }
        VertexShape::EntryPoint => circle("sc-b", radius - 0.5),
        VertexShape::ExitPoint => circle("sc-b", radius - 0.5) + &cross(radius * 0.62),
        VertexShape::Terminate => cross(radius * 0.9),
        _ => circle("sc-k", radius),
    }
}
