//! The control flow of a transition system: what `init`, `env` and `trans` do, drawn from left to right.
//!
//! Operations are structured, so the picture is made by one walk through them and needs no layout engine: what
//! follows stands to the right, or in a further row, what is instead of something else stands below it, and whatever opens is closed
//! at the same height. Statements that always come one after the other share a block, a line each, as basic
//! blocks do. Time is linear in the operations, and an edit moves only what stands behind it.

mod columns;
mod fold;
mod part;
mod rows;

use super::text::{LABEL, ellipsize, width};
use super::{Point, Rect};
use crate::view::{OperationShape, SystemView};
pub use fold::{Fold, control_flow_in};
use part::{Part, empty, leaf, row, sized};
use rows::in_rows;

/// Height of a line of a block.
pub const LINE: f64 = 18.0;
/// From one block to the next.
const GAP: f64 = 26.0;
/// From a condition to what follows, with room for the word that says which way.
const WORD: f64 = 50.0;
/// Between what stands one below the other.
const SPACE: f64 = 10.0;
/// Half the width of a decision.
pub const DIAMOND: f64 = 7.0;
/// Half the width of a bar.
pub const BAR: f64 = 2.5;
/// From the rim of a block to its text.
pub const PADDING: f64 = 9.0;
/// Longer lines are cut; the text has them whole.
const LONGEST: f64 = 260.0;
/// Room for the name of a frame.
const HEAD: f64 = 20.0;
/// More operations are not drawn.
pub const MOST: usize = 600;

/// A relation as a picture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ControlFlow {
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// Blocks, decisions, bars and frames.
    pub nodes: Vec<FlowNode>,
    /// Lines from left to right, but for those that lead to a further row; those that say where they lead to are lit with it.
    pub edges: Vec<FlowEdge>,
}

/// Something that is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowNode {
    /// What it is.
    pub shape: FlowShape,
    /// Where it stands.
    pub rect: Rect,
    /// The operations it stands for, with their texts; a decision has one.
    pub lines: Vec<FlowLine>,
}

/// One operation inside a node.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowLine {
    /// Its number.
    pub operation: usize,
    /// Its text, cut where it is very long.
    pub text: String,
}

/// What is drawn of operations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FlowShape {
    /// Where the relation begins.
    Start,
    /// Where it ends.
    End,
    /// Statements, one below the other.
    Block,
    /// One of several ways is taken.
    Decision,
    /// Ways come together.
    Merge,
    /// A condition says which way.
    Condition,
    /// Ways begin, or end, that all are taken.
    Bar,
    /// What is inside is repeated.
    Frame,
}

/// A line between two nodes.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowEdge {
    /// Its corners.
    pub points: Vec<Point>,
    /// What is on the way that it belongs to: the operation, none where the way is empty.
    pub way: Way,
    /// What stands beside it: whether the condition is true.
    pub label: Option<(&'static str, Point)>,
}

/// The way that a line belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// Everything goes along it.
    Main,
    /// What is executed with this operation.
    Into(usize),
    /// What goes past the operation, where the condition of another is false.
    Past {
        /// The condition.
        condition: usize,
        /// What is not executed.
        operation: usize,
    },
}

/// The picture of the alternatives of a relation. `None` where the system is too large for one.
#[must_use]
pub fn control_flow(
    system: &SystemView,
    alternatives: &[usize],
    fold: Fold,
) -> Option<ControlFlow> {
    if system.operations.len() > MOST {
        return None;
    }
    let drawer = Drawer { system };
    let inner = match (alternatives, fold) {
        ([], _) => Vec::new(),
        ([only], _) => drawer.parts(*only),
        (several, Fold::Columns(columns)) => vec![drawer.in_columns(several, columns)],
        (several, Fold::Flat | Fold::Rows(_)) => vec![
            drawer.beside(
                FlowShape::Decision,
                FlowShape::Merge,
                several
                    .iter()
                    .map(|&it| (Some(it), Way::Into(it)))
                    .collect(),
            ),
        ],
    };
    let dot = |shape| leaf(shape, 2.0 * DIAMOND, 2.0 * DIAMOND, Vec::new());
    let start = std::iter::once(dot(FlowShape::Start));
    let parts = start.chain(inner).chain([dot(FlowShape::End)]).collect();
    let rows = match fold {
        Fold::Rows(rows) => rows,
        Fold::Flat | Fold::Columns(_) => 1,
    };
    let whole = in_rows(parts, rows, Way::Main);
    Some(ControlFlow {
        width: whole.width,
        height: whole.height,
        ..whole.flow
    })
}

struct Drawer<'s> {
    system: &'s SystemView,
}

impl Drawer<'_> {
    fn part(&self, operation: usize) -> Part {
        let it = &self.system.operations[operation];
        match it.shape {
            OperationShape::Assign
            | OperationShape::Assume
            | OperationShape::Havoc
            | OperationShape::Local => self.block(&[operation]),
            OperationShape::Sequence => self.sequence(operation),
            OperationShape::Choice => {
                let ways = it.parts.iter().map(|&part| (Some(part), Way::Into(part)));
                self.beside(FlowShape::Decision, FlowShape::Merge, ways.collect())
            }
            OperationShape::Parallel => {
                let ways = it.parts.iter().map(|&part| (Some(part), Way::Into(part)));
                self.beside(FlowShape::Bar, FlowShape::Bar, ways.collect())
            }
            OperationShape::If => self.condition(operation),
            OperationShape::For => self.repeated(operation),
        }
    }

    /// A sequence: its parts are drawn one behind the other.
    fn sequence(&self, operation: usize) -> Part {
        row(self.parts(operation), Way::Into(operation))
    }

    /// What follows one another in an operation. Statements in a row share a block.
    fn parts(&self, operation: usize) -> Vec<Part> {
        let mut parts = Vec::new();
        let mut lines: Vec<usize> = Vec::new();
        for inner in self.flat(operation) {
            match self.system.operations[inner].shape {
                OperationShape::Assign
                | OperationShape::Assume
                | OperationShape::Havoc
                | OperationShape::Local => lines.push(inner),
                _ => {
                    if !lines.is_empty() {
                        parts.push(self.block(&std::mem::take(&mut lines)));
                    }
                    parts.push(self.part(inner));
                }
            }
        }
        if !lines.is_empty() {
            parts.push(self.block(&lines));
        }
        parts
    }

    /// The operations of a sequence, those of sequences inside it among them.
    fn flat(&self, operation: usize) -> Vec<usize> {
        let mut flat = Vec::new();
        let mut open = vec![operation];
        while let Some(next) = open.pop() {
            let it = &self.system.operations[next];
            match it.shape {
                OperationShape::Sequence => open.extend(it.parts.iter().rev()),
                _ => flat.push(next),
            }
        }
        flat
    }

    fn line(&self, operation: usize) -> FlowLine {
        let it = &self.system.operations[operation];
        let text = match it.shape {
            // A guard, as UML writes it.
            OperationShape::Assume => {
                let condition = it.text.strip_prefix("assume").unwrap_or(&it.text);
                format!("[{}]", condition.trim())
            }
            _ => it.text.clone(),
        };
        FlowLine {
            operation,
            text: ellipsize(&text, LABEL, LONGEST),
        }
    }

    fn block(&self, operations: &[usize]) -> Part {
        let lines: Vec<_> = operations.iter().map(|&it| self.line(it)).collect();
        let widest = lines.iter().map(|it| width(&it.text, LABEL));
        let widest = widest.fold(0.0, f64::max);
        // Lines of a text are counted in thousands at most.
        #[allow(clippy::cast_precision_loss)]
        let height = lines.len() as f64 * LINE + 8.0;
        leaf(FlowShape::Block, widest + 2.0 * PADDING, height, lines)
    }

    fn condition(&self, operation: usize) -> Part {
        let it = &self.system.operations[operation];
        let line = self.line(operation);
        let size = width(&line.text, LABEL) + 2.0 * PADDING + 2.0 * DIAMOND;
        let head = leaf(FlowShape::Condition, size, LINE + 8.0, vec![line]);
        let then = it.parts.first().copied();
        let past = Way::Past {
            condition: operation,
            operation: then.unwrap_or(operation),
        };
        let ways = vec![
            (then, then.map_or(Way::Main, Way::Into)),
            match it.parts.get(1) {
                Some(&other) => (Some(other), Way::Into(other)),
                None => (None, past),
            },
        ];
        let mut part = self.joined(head, FlowShape::Merge, ways);
        // Which way is which stands beside its beginning, in the order of the ways.
        let mut words = ["true", "false"].into_iter();
        for edge in part.flow.edges.iter_mut().filter(|it| it.label.is_some()) {
            if let Some((label, word)) = edge.label.as_mut().zip(words.next()) {
                label.0 = word;
            }
        }
        part
    }

    fn repeated(&self, operation: usize) -> Part {
        let it = &self.system.operations[operation];
        let line = self.line(operation);
        let body = it
            .parts
            .first()
            .map_or_else(Part::default, |&it| self.part(it));
        let name = width(&line.text, LABEL) + 2.0 * PADDING;
        let (inner, port) = (body.width, body.port + HEAD + SPACE);
        let size = (inner + 2.0 * GAP).max(name);
        let height = body.height + HEAD + 2.0 * SPACE;
        let mut part = leaf(FlowShape::Frame, size, height, vec![line]);
        part.port = port;
        let left = (size - inner) / 2.0;
        let way = it.parts.first().map_or(Way::Main, |&it| Way::Into(it));
        part.join(&[(0.0, port), (left, port)], way);
        part.join(&[(left + inner, port), (size, port)], way);
        part.put(body, left, HEAD + SPACE);
        part
    }

    /// Ways one below the other, between two small nodes.
    fn beside(&self, opens: FlowShape, closes: FlowShape, ways: Vec<(Option<usize>, Way)>) -> Part {
        let half = if opens == FlowShape::Bar {
            BAR
        } else {
            DIAMOND
        };
        let head = leaf(opens, 2.0 * half, 2.0 * DIAMOND, Vec::new());
        self.joined(head, closes, ways)
    }

    /// Ways one below the other, behind a head, and together again.
    fn joined(&self, head: Part, closes: FlowShape, ways: Vec<(Option<usize>, Way)>) -> Part {
        let of = |(operation, way): (Option<usize>, Way)| {
            (operation.map_or_else(empty, |it| self.part(it)), way)
        };
        let parts: Vec<_> = ways.into_iter().map(of).collect();
        let widest = parts.iter().map(|it| it.0.width).fold(0.0, f64::max);
        let inner: f64 = parts.iter().map(|it| it.0.height + SPACE).sum::<f64>() - SPACE;
        let is_bar = closes == FlowShape::Bar;
        let is_condition = (head.flow.nodes.iter()).any(|it| it.shape == FlowShape::Condition);
        let half = if is_bar { BAR } else { DIAMOND };
        // What goes on without a turn is the first way; bars are as high as all that is between them.
        let first = parts.first().map_or(0.0, |it| it.0.port);
        let port = match is_bar {
            true => inner.max(head.height) / 2.0,
            false => first.max(head.height / 2.0),
        };
        let top = if is_bar { 0.0 } else { port - first };
        let below = head.height / 2.0;
        let gap = if is_condition { WORD } else { GAP };
        let left = head.width + gap;
        let right = left + widest;
        let mut part = Part {
            width: right + GAP + 2.0 * half,
            height: (top + inner).max(port + below),
            port,
            ..Part::default()
        };
        let high = part.height;
        match is_bar {
            true => part.put(sized(head, high), 0.0, 0.0),
            false => part.put(head, 0.0, port - below),
        }
        let mut y = top;
        for (inner, way) in parts {
            let (middle, end) = (y + inner.port, left + inner.width);
            let start = if is_bar { middle } else { port };
            let (turn, back) = (left - gap + GAP / 2.0, right + GAP / 2.0);
            let from = left - gap;
            part.join(
                &[(from, start), (turn, start), (turn, middle), (left, middle)],
                way,
            );
            if is_condition {
                let at = Point {
                    x: turn + 4.0,
                    y: middle - 4.0,
                };
                part.flow.edges.last_mut().expect("just joined").label = Some(("", at));
            }
            part.join(
                &[
                    (end, middle),
                    (back, middle),
                    (back, start),
                    (right + GAP, start),
                ],
                way,
            );
            let height = inner.height;
            part.put(inner, left, y);
            y += height + SPACE;
        }
        let close = leaf(closes, 2.0 * half, 2.0 * DIAMOND, Vec::new());
        match is_bar {
            true => part.put(sized(close, high), right + GAP, 0.0),
            false => part.put(close, right + GAP, port - DIAMOND),
        }
        part
    }
}

impl ControlFlow {
    /// Whether a line leads into a node, and has the head of an arrow there: what is empty has none, and neither has the end of what a
    /// frame repeats. O(nodes).
    #[must_use]
    pub fn leads_into_a_node(&self, edge: &FlowEdge) -> bool {
        let Some(&Point { x, y }) = edge.points.last() else {
            return false;
        };
        let near = |one: f64, other: f64| (one - other).abs() < 0.1;
        self.nodes.iter().any(|FlowNode { rect, .. }| {
            let from_the_left = near(x, rect.x) && rect.y <= y && y <= rect.bottom();
            // What comes back from below all columns.
            let from_below = near(y, rect.bottom()) && near(x, rect.centre().x);
            from_the_left || from_below
        })
    }

    /// Where the mark of an operation stands: in the middle of the left side of its node, or beside its line where another line of the node
    /// has a mark, too. `None` for what is no line. O(nodes · lines).
    #[must_use]
    pub fn place(&self, operation: usize, is_marked: &dyn Fn(usize) -> bool) -> Option<Point> {
        let holds = |it: &&FlowNode| it.lines.iter().any(|line| line.operation == operation);
        let node = self.nodes.iter().find(holds)?;
        let marked = node.lines.iter().filter(|it| is_marked(it.operation));
        let line = node.lines.iter().position(|it| it.operation == operation)?;
        // A handful of lines.
        #[allow(clippy::cast_precision_loss)]
        let beside = node.rect.y + 4.0 + (line as f64 + 0.5) * LINE;
        Some(Point {
            // So far outside that it covers no text.
            x: node.rect.x - PADDING / 2.0,
            y: match marked.count() > 1 {
                true => beside,
                false => node.rect.centre().y,
            },
        })
    }

    /// Whether something is executed on a way, where `fired` says of an operation or something inside it that
    /// it is.
    #[must_use]
    pub fn is_taken(way: Way, fired: &dyn Fn(usize) -> bool) -> bool {
        match way {
            Way::Main => true,
            Way::Into(operation) => fired(operation),
            Way::Past {
                condition,
                operation,
            } => fired(condition) && !fired(operation),
        }
    }
}

/// For each operation whether it, or something inside it, is among these. O(operations).
#[must_use]
pub fn executed(system: &SystemView, fired: &[usize]) -> Vec<bool> {
    let mut marks = vec![false; system.operations.len()];
    for &operation in fired {
        if let Some(mark) = marks.get_mut(operation) {
            *mark = true;
        }
    }
    // The parts of an operation stand before it.
    for (operation, it) in system.operations.iter().enumerate() {
        if it.parts.iter().any(|&part| marks.get(part) == Some(&true)) {
            marks[operation] = true;
        }
    }
    marks
}
