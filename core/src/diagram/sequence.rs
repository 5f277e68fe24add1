//! The geometry of a sequence diagram.
//!
//! Columns are the lifelines: each stands as far right as the labels of the messages between it
//! and the columns before demand (a longest path over the pairs), then spare room is shared out.
//! Rows and bands are stacked from the top, each in a strip of its own, so labels, places and the
//! remark at the failing message cannot overlap, whatever the scenario. The first test says so
//! for random ones.

use std::ops::Range;

use super::chart::Chart;
use super::text::{self, MESSAGE, NOTE, PILL};
use super::{Point, Rect};

/// Width of the margin with the numbers of the messages.
pub const GUTTER: f64 = 44.0;
/// Height of the strip with the heads of the lifelines.
pub const HEADS: f64 = 36.0;
/// Length of the head of an arrow.
pub const ARROW: f64 = 9.0;

/// How far a message to its own sender reaches to the right.
const LOOP: f64 = 20.0;
/// How far above its end it starts.
const LOOP_HEIGHT: f64 = 12.0;
const HEAD_HEIGHT: f64 = 27.0;
const ROW: f64 = 28.0;
const BAND: f64 = 25.0;
const BARE_BAND: f64 = 5.0;
const PILL_HEIGHT: f64 = 19.0;
/// Height of a line of the remark.
pub const LINE: f64 = 18.0;
/// Below this width of the pane, heads name only the lifeline.
const NARROW: f64 = 520.0;
const LONGEST_HEAD: f64 = 190.0;
/// The name of a folded lifeline is cut to this width.
const FOLDED: f64 = 22.0;
const LONGEST_LABEL: f64 = 240.0;
const LONGEST_PILL: f64 = 150.0;
const WIDEST_GAP: f64 = 235.0;
const WIDEST_NOTE: f64 = 440.0;

/// A sequence diagram with a place for everything.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Width of the picture.
    pub width: f64,
    /// Height of the picture below the heads.
    pub height: f64,
    /// The x of each lifeline.
    pub columns: Vec<f64>,
    /// The heads, in a strip of their own of height [`HEADS`].
    pub heads: Vec<(Rect, String)>,
    /// The messages.
    pub rows: Vec<SceneRow>,
    /// The stretches around them.
    pub bands: Vec<SceneBand>,
    /// The remark at the message that stops.
    pub note: Option<Note>,
}

/// A placed message.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneRow {
    /// Where the arrow starts.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// The x to which it goes before it goes down to its end: where it starts, but for a message to its own sender, which
    /// is a loop to the right.
    pub turn: f64,
    /// Room of the label.
    pub label: Rect,
    /// The label, shortened where it is very long.
    pub text: String,
    /// The strip that belongs to the row.
    pub strip: Rect,
}

/// A placed band.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneBand {
    /// Its upper edge.
    pub top: f64,
    /// Its height.
    pub height: f64,
    /// Room for the place of each lifeline that changes in the band.
    pub pills: Vec<Option<Rect>>,
}

/// A placed remark.
#[derive(Clone, Debug, PartialEq)]
pub struct Note {
    /// Its box.
    pub rect: Rect,
    /// Its text in lines.
    pub lines: Vec<String>,
    /// What it points at.
    pub tip: Point,
}

impl Scene {
    /// Where the line stands that shows how far the run has come: inside the band of the step.
    #[must_use]
    pub fn cursor(&self, chart: &Chart, step: usize) -> Option<f64> {
        let band = chart.band_at(step)?;
        let steps = &chart.bands[band].steps;
        let place = self.bands.get(band)?;
        let within = step.clamp(steps.start, steps.end - 1) - steps.start;
        // Ratios of two counts of steps: far below 2^52.
        #[allow(clippy::cast_precision_loss)]
        let part = (within as f64 + 1.0) / (steps.len() as f64);
        Some(place.top + place.height * part)
    }

    /// The rows that touch a vertical stretch of the picture: all that need to be drawn.
    #[must_use]
    pub fn visible(&self, top: f64, bottom: f64) -> Range<usize> {
        let first = self.rows.partition_point(|row| row.strip.bottom() < top);
        let last = self.rows.partition_point(|row| row.strip.y <= bottom);
        first..last.max(first)
    }

    /// The room of a place along a lifeline.
    #[must_use]
    pub fn pill(&self, band: usize, lifeline: usize) -> Option<Rect> {
        *self.bands.get(band)?.pills.get(lifeline)?
    }
}

/// The text of a place along a lifeline, shortened where it is very long.
#[must_use]
pub fn pill_text(words: &str) -> String {
    text::ellipsize(words, PILL, LONGEST_PILL - 16.0)
}

/// Places everything of a chart. The picture is at least as wide as its contents need; where
/// `available` is more, the columns spread. O(rows + steps · lifelines + lifelines²).
#[must_use]
pub fn scene(chart: &Chart, available: f64) -> Scene {
    let heads: Vec<String> = (0..chart.lifelines.len())
        .map(|lifeline| {
            let head = if chart.folded.contains(&lifeline) {
                return text::ellipsize(chart.name(lifeline), MESSAGE, FOLDED);
            } else if available < NARROW {
                chart.name(lifeline).to_owned()
            } else {
                chart.head(lifeline)
            };
            text::ellipsize(&head, MESSAGE, LONGEST_HEAD - 20.0)
        })
        .collect();
    let head_widths: Vec<f64> = heads
        .iter()
        .enumerate()
        .map(|(lifeline, head)| {
            let folded = chart.folded.contains(&lifeline);
            let (beside, least) = if folded { (8.0, 0.0) } else { (20.0, 56.0) };
            (text::width(head, MESSAGE) + beside).max(least).ceil()
        })
        .collect();
    let pills = pill_widths(chart);
    let labels: Vec<(String, f64)> = chart
        .rows
        .iter()
        .map(|row| {
            let label = text::ellipsize(&row.symbol, MESSAGE, LONGEST_LABEL);
            let width = text::width(&label, MESSAGE).ceil() + 8.0;
            (label, width)
        })
        .collect();
    let (columns, width) = columns(chart, &head_widths, &pills, &labels, available);

    let mut scene = Scene {
        width,
        columns,
        ..Scene::default()
    };
    scene.heads = heads
        .into_iter()
        .zip(&head_widths)
        .zip(&scene.columns)
        .map(|((text, &width), &x)| {
            let centre = Point { x, y: HEADS / 2.0 };
            (Rect::around(centre, width, HEAD_HEIGHT), text)
        })
        .collect();

    let mut y = 0.0;
    for (index, widths) in pills.iter().enumerate() {
        y = scene.place_band(y, widths);
        if let Some((text, width)) = labels.get(index) {
            y = scene.place_row(chart, index, y, text, *width);
            if let Some(stop) = chart.stop.as_ref().filter(|stop| stop.row == index) {
                y = scene.place_note(y, &stop.reason, available);
            }
        }
    }
    scene.height = y + 6.0;
    scene
}

impl Scene {
    fn place_band(&mut self, top: f64, widths: &[f64]) -> f64 {
        let bare = widths.iter().all(|&width| width <= 0.0);
        let height = if bare { BARE_BAND } else { BAND };
        let pill = |(&width, &x): (&f64, &f64)| {
            let centre = Point {
                x,
                y: top + height / 2.0,
            };
            (width > 0.0).then(|| Rect::around(centre, width, PILL_HEIGHT))
        };
        let pills = widths.iter().zip(&self.columns).map(pill).collect();
        self.bands.push(SceneBand { top, height, pills });
        top + height
    }

    fn place_row(&mut self, chart: &Chart, index: usize, top: f64, text: &str, width: f64) -> f64 {
        let row = &chart.rows[index];
        let x = |lifeline: usize| self.columns.get(lifeline).copied().unwrap_or(GUTTER);
        let (from, to) = (x(row.from), x(row.to));
        // Beside the sender where the label fits before the next lifeline, else over the arrow.
        let neighbour = if row.to > row.from {
            row.from + 1
        } else {
            row.from.saturating_sub(1)
        };
        let near = x(neighbour);
        let fits = width + 2.0 * ARROW + 4.0 <= (near - from).abs();
        let y = top + 22.0;
        let (turn, start) = match row.to == row.from {
            true => (from + LOOP, y - LOOP_HEIGHT),
            false => (from, y),
        };
        let middle = if row.to == row.from {
            turn + 4.0 + width / 2.0
        } else if fits {
            f64::midpoint(from, near)
        } else {
            f64::midpoint(from, to)
        };
        self.rows.push(SceneRow {
            from: Point { x: from, y: start },
            to: Point { x: to, y },
            turn,
            label: Rect {
                x: middle - width / 2.0,
                y: top + 1.0,
                width,
                height: 17.0,
            },
            text: text.to_owned(),
            strip: Rect {
                x: 0.0,
                y: top,
                width: self.width,
                height: ROW,
            },
        });
        top + ROW
    }

    fn place_note(&mut self, top: f64, reason: &str, available: f64) -> f64 {
        let Some(row) = self.rows.last() else {
            return top;
        };
        let room = (self.width - GUTTER - 12.0).min(available - 24.0);
        let lines = text::wrap(reason, NOTE, room.clamp(140.0, WIDEST_NOTE) - 28.0);
        let widest = lines
            .iter()
            .map(|line| text::width(line, NOTE))
            .fold(0.0, f64::max);
        let width = (widest + 28.0).ceil();
        let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
        let height = f64::from(count) * LINE + 14.0;
        let tip = Point {
            x: f64::midpoint(row.from.x, row.to.x),
            y: row.to.y + 4.0,
        };
        let furthest = (self.width - width - 8.0).max(GUTTER);
        let x = (tip.x - width / 2.0).clamp(GUTTER, furthest);
        self.width = self.width.max(x + width + 8.0);
        let rect = Rect {
            x,
            y: top + 6.0,
            width,
            height,
        };
        self.note = Some(Note { rect, lines, tip });
        rect.bottom() + 8.0
    }
}

/// For each band and lifeline the widest place that may be written there; 0 where none is.
fn pill_widths(chart: &Chart) -> Vec<Vec<f64>> {
    let of = |band: usize, lifeline: usize| {
        chart.bands[band]
            .steps
            .clone()
            .filter_map(|step| chart.place(band, lifeline, step))
            .map(|place| pill_text(&chart.place_words(lifeline, place)))
            .map(|text| text::width(&text, PILL).ceil() + 16.0)
            .fold(0.0, f64::max)
    };
    (0..chart.bands.len())
        .map(|band| {
            let width = |lifeline| match chart.folded.contains(&lifeline) {
                true => 0.0,
                false => of(band, lifeline),
            };
            (0..chart.lifelines.len()).map(width).collect()
        })
        .collect()
}

/// The columns and the width of the picture.
fn columns(
    chart: &Chart,
    heads: &[f64],
    pills: &[Vec<f64>],
    labels: &[(String, f64)],
    available: f64,
) -> (Vec<f64>, f64) {
    let count = heads.len();
    if count == 0 {
        return (Vec::new(), available.max(0.0));
    }
    let widest = |lifeline: usize| {
        let places = pills.iter().map(|band| band[lifeline]);
        places.fold(heads[lifeline], f64::max)
    };
    let halves: Vec<f64> = (0..count).map(|lifeline| widest(lifeline) / 2.0).collect();
    // The widest label between each pair of lifelines; behind the last is the end of the picture. A message to its own
    // sender goes as far as the next.
    let mut between = vec![vec![0.0_f64; count + 1]; count + 1];
    for (row, (_, width)) in chart.rows.iter().zip(labels) {
        let left = row.from.min(row.to);
        let right = row.from.max(row.to).max(left + 1);
        if right <= count {
            between[left][right] = between[left][right].max(width + 2.0 * ARROW + 8.0);
        }
    }
    let mut columns = vec![GUTTER + halves[0]];
    for right in 1..=count {
        let half = halves.get(right).copied().unwrap_or(0.0);
        let beside = columns[right - 1] + halves[right - 1] + half + 12.0;
        let x = (0..right)
            .map(|left| columns[left] + between[left][right])
            .fold(beside, f64::max);
        columns.push(x);
    }
    let natural = columns.pop().unwrap_or(0.0);
    let spare = (available - natural).max(0.0);
    // A count of lifelines: small.
    #[allow(clippy::cast_precision_loss)]
    let share = spare / (count as f64);
    let mut shift = 0.0;
    let mut spread = columns.clone();
    for index in 1..count {
        let gap = columns[index] - columns[index - 1];
        shift += share.min((WIDEST_GAP - gap).max(0.0));
        spread[index] += shift;
    }
    let left_over = (spare - shift) / 2.0;
    for x in &mut spread {
        *x += left_over;
    }
    (spread, natural.max(available))
}

#[cfg(test)]
mod tests;
