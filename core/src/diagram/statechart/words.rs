//! Labels of arrows, and what a screen reader hears of a statechart.

use super::label_height;
use crate::diagram::Rect;
use crate::diagram::text::{LABEL, ellipsize, width};
use crate::view::{ArcView, StatechartView, VertexShape, VertexView};

/// The width to which a line of a label is cut.
const LONGEST: f64 = 180.0;
/// The width up to which a label has one line.
const SHORT: f64 = 120.0;

/// The width to which the trigger of a short label is cut.
const SHORT_TRIGGER: f64 = 90.0;
/// What stands for a condition, and for what is done, in short labels.
pub const GUARD: &str = "[…]";
/// See [`GUARD`].
pub const EFFECT: &str = "/ …";

/// How much the labels of a drawing say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Wording {
    /// All, cut where it is long.
    #[default]
    Full,
    /// What is waited for, and that there is a condition and something is done: for a drawing that could not be seen whole otherwise.
    Short,
}

/// A line of a label.
pub type Line = Vec<(Piece, String)>;

/// What a piece of a label is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Piece {
    /// What is waited for.
    Trigger,
    /// The condition, with its brackets.
    Guard,
    /// What is done, with its slash.
    Effect,
}

/// The lines of a label: one where it is short, else two, divided so that the longer one is as short as can be.
/// More is not read on a drawing, so what is long is cut. A short label has one line.
#[must_use]
pub fn label_lines(arc: &ArcView, wording: Wording) -> Vec<Line> {
    let guard = match arc.guard.is_empty() {
        true => String::new(),
        false => format!("[{}]", arc.guard),
    };
    let effect = match arc.effect.is_empty() {
        true => String::new(),
        false => format!("/ {}", arc.effect),
    };
    let pieces = [
        (Piece::Trigger, arc.trigger.clone()),
        (Piece::Guard, guard),
        (Piece::Effect, effect),
    ];
    let mut pieces: Vec<_> = pieces.into_iter().filter(|it| !it.1.is_empty()).collect();
    if pieces.is_empty() {
        return Vec::new();
    }
    if wording == Wording::Short {
        return vec![shorter(pieces)];
    }
    if pieces.len() == 1 || room(&pieces) <= SHORT {
        return vec![cut(pieces)];
    }
    let longer = |at: &usize| {
        let (first, second) = pieces.split_at(*at);
        room(first).max(room(second))
    };
    let at = (1..pieces.len()).rev();
    let at = at.min_by(|one, other| longer(one).total_cmp(&longer(other)));
    let second = pieces.split_off(at.unwrap_or(1));
    vec![cut(pieces), cut(second)]
}

/// The pieces of a short label, a blank between them.
fn shorter(pieces: Line) -> Line {
    let last = pieces.len().saturating_sub(1);
    let short = pieces
        .into_iter()
        .enumerate()
        .map(|(number, (piece, text))| {
            let text = match piece {
                Piece::Trigger => ellipsize(&text, LABEL, SHORT_TRIGGER),
                Piece::Guard => shorter_of(text, GUARD),
                Piece::Effect => shorter_of(text, EFFECT),
            };
            (piece, if number < last { text + " " } else { text })
        });
    short.collect()
}

/// A text, or what stands for it where that is clearly shorter.
fn shorter_of(text: String, sign: &str) -> String {
    if width(&text, LABEL) > 1.5 * width(sign, LABEL) {
        sign.to_owned()
    } else {
        text
    }
}

/// The width of pieces in one line.
fn room(pieces: &[(Piece, String)]) -> f64 {
    let texts: Vec<_> = pieces.iter().map(|it| it.1.as_str()).collect();
    width(&texts.join(" "), LABEL)
}

/// Pieces of one line, a blank between them, each cut to its share of the longest line where they are longer.
fn cut(pieces: Line) -> Line {
    let over = (room(&pieces) - LONGEST).max(0.0);
    let widest = pieces.iter().map(|it| width(&it.1, LABEL));
    let widest = widest.fold(0.0, f64::max);
    let last = pieces.len().saturating_sub(1);
    let share = match last {
        0 => LONGEST,
        _ => (widest - over).max(LONGEST / 2.0),
    };
    let cut = pieces
        .into_iter()
        .enumerate()
        .map(|(number, (piece, text))| {
            let text = ellipsize(&text, LABEL, share);
            (piece, if number < last { text + " " } else { text })
        });
    cut.collect()
}

/// Width and height of a label; `None` where there is nothing to write.
#[must_use]
pub fn label_size(arc: &ArcView, wording: Wording) -> Option<(f64, f64)> {
    let lines = label_lines(arc, wording);
    let width = lines
        .iter()
        .map(|line| line.iter().map(|(_, text)| width(text, LABEL)).sum())
        .fold(0.0, f64::max);
    (!lines.is_empty()).then(|| (width.ceil() + 4.0, label_height(lines.len())))
}

/// The lines of a label as it is drawn: those whose size its place has.
#[must_use]
pub fn drawn_lines(arc: &ArcView, place: Rect) -> Vec<Line> {
    let away = |wording: &Wording| {
        let (width, height) = label_size(arc, *wording).unwrap_or_default();
        (place.width - width).abs() + (place.height - height).abs()
    };
    let all = [Wording::Full, Wording::Short].into_iter();
    let nearest = all.min_by(|one, other| away(one).total_cmp(&away(other)));
    label_lines(arc, nearest.unwrap_or_default())
}

/// What a vertex is called: `state Main.Gate.Open`, `choice c`, `initial dot of Main`.
#[must_use]
pub fn vertex(view: &VertexView) -> String {
    let word = match view.shape {
        VertexShape::State => "state",
        VertexShape::Initial => "initial dot",
        VertexShape::Final => "final state",
        VertexShape::Junction => "junction",
        VertexShape::Choice => "choice",
        VertexShape::Fork => "fork",
        VertexShape::Join => "join",
        VertexShape::ShallowHistory => "history",
        VertexShape::DeepHistory => "deep history",
        VertexShape::EntryPoint => "entry point",
        VertexShape::ExitPoint => "exit point",
        VertexShape::Terminate => "end of the object",
    };
    let marks = [".[*]", ".[H]", ".[H*]"];
    let outer = marks.iter().find_map(|it| view.path.strip_suffix(it));
    match (outer, view.path.starts_with('[')) {
        (Some(outer), _) => format!("{word} of {outer}"),
        (None, true) => word.to_owned(),
        (None, false) => match view.label.as_deref().filter(|it| *it != view.name) {
            Some(label) => format!("{word} {} ({label})", view.path),
            None => format!("{word} {}", view.path),
        },
    }
}

/// An arrow in words: `lower [cnt > 0], Open to Lowering`.
#[must_use]
pub fn arc(chart: &StatechartView, arc: &ArcView) -> String {
    let end = |vertex: usize| {
        let view = chart.vertices.get(vertex);
        view.map_or("", |it| match it.name.is_empty() {
            true => it.path.as_str(),
            false => it.title(),
        })
    };
    let label = arc.label();
    let comma = if label.is_empty() { "" } else { ", " };
    match arc.internal {
        true => format!("{label}{comma}inside {}", end(arc.source)),
        false => format!("{label}{comma}{} to {}", end(arc.source), end(arc.target)),
    }
}
