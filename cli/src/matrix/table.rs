//! The matrix for people: the sum, how many combinations come with which depth, then a grid for
//! every two lifelines, or a line for every combination.

use lockstep_core::api::{CoversView, MatrixGroupView, MatrixRowView, MatrixView};

use crate::style::{Meaning, Style};
use lockstep_core::interchange::Names;

/// Most characters of a bar.
const LONGEST_BAR: u64 = 40;

/// A matrix, ready to print.
pub fn text(style: Style, file: &str, names: Names, found: &MatrixView) -> String {
    let mut text = format!(
        "{}: {}\n",
        style.paint(Meaning::Strong, file),
        found.sentence
    );
    text += &histogram(style, found);
    let (pairs, others): (Vec<_>, Vec<_>) =
        (found.groups.iter()).partition(|group| group.lifelines.len() == 2);
    if others.is_empty() {
        for group in pairs {
            text += &grid(style, names, found, group);
        }
        text += &legend(style, found);
    } else {
        text += &lines(style, names, found);
    }
    text
}

/// How many combinations come with which depth; depths at which nothing is new are left out.
fn histogram(style: Style, found: &MatrixView) -> String {
    let most = found.by_depth.iter().copied().max().unwrap_or(0).max(1);
    let mut table = vec![["depth".to_string(), "new".into(), "so far".into()]];
    let mut bars = vec![String::new()];
    let mut sum = 0;
    for (depth, &count) in found.by_depth.iter().enumerate() {
        sum += count;
        if count > 0 {
            table.push([depth.to_string(), count.to_string(), sum.to_string()]);
            let length = (count * LONGEST_BAR).div_ceil(most);
            bars.push("█".repeat(usize::try_from(length).unwrap_or(0)));
        }
    }
    let widths = widths(table.iter().map(|row| row.as_slice()));
    let mut text = String::from("\n");
    for (row, bar) in table.iter().zip(bars) {
        let cells = row.iter().zip(&widths).map(|(it, &width)| right(it, width));
        let line = format!("  {}", cells.collect::<Vec<_>>().join("  "));
        if bar.is_empty() {
            text += &format!("{}\n", style.paint(Meaning::Frame, &line));
        } else {
            text += &format!("{line}  {bar}\n");
        }
    }
    text
}

/// A row for each place of the first lifeline, a column for each place of the second.
fn grid(style: Style, names: Names, found: &MatrixView, group: &MatrixGroupView) -> String {
    let &[first, second] = group.lifelines.as_slice() else {
        return String::new();
    };
    let name = |lifeline: usize, row: &MatrixRowView, at: usize| {
        row.places
            .get(at)
            .map_or_else(String::new, |&it| names.place(lifeline, it))
    };
    // The second lifeline's place changes fastest, so the first round has all of its places.
    let columns = group.rows.iter();
    let columns = columns.take_while(|row| row.places.first() == group.rows[0].places.first());
    let columns: Vec<_> = columns.map(|row| name(second, row, 1)).collect();
    let corner = format!("{} \\ {}", names.lifeline(first), names.lifeline(second));
    let mut table = vec![[vec![corner], columns.clone()].concat()];
    for rows in group.rows.chunks(columns.len().max(1)) {
        let cells = rows.iter().map(|row| short(found, row));
        let mut line = vec![name(first, &rows[0], 0)];
        line.extend(cells);
        table.push(line);
    }
    let widths = widths(table.iter().map(Vec::as_slice));
    let mut text = String::from("\n");
    for (index, row) in table.iter().enumerate() {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(at, (cell, &width))| match at {
            0 => left(cell, width),
            _ => right(cell, width),
        });
        let line = format!("  {}", cells.collect::<Vec<_>>().join("  "));
        let line = match index {
            0 => style.paint(Meaning::Frame, &line),
            _ => line,
        };
        text += &format!("{line}\n");
    }
    text
}

/// A line for each combination, the nearest first; lifelines that are not part of it are dots.
fn lines(style: Style, names: Names, found: &MatrixView) -> String {
    let mut shown: Vec<usize> = Vec::new();
    for group in &found.groups {
        shown.extend(&group.lifelines);
    }
    shown.sort_unstable();
    shown.dedup();
    let rows = found.groups.iter().flat_map(|group| {
        group.rows.iter().map(|row| {
            let cells = shown.iter().map(|lifeline| {
                let at = group.lifelines.iter().position(|it| it == lifeline);
                let place = at.and_then(|at| row.places.get(at));
                place.map_or_else(|| "·".into(), |&it| names.place(*lifeline, it))
            });
            (row, cells.collect::<Vec<String>>())
        })
    });
    let mut rows: Vec<_> = rows.collect();
    rows.sort_by_key(|(row, _)| row.depth.unwrap_or(u32::MAX));
    let head: Vec<_> = shown.iter().map(|&it| names.lifeline(it).into()).collect();
    let widths = widths(
        rows.iter()
            .map(|(_, cells)| cells.as_slice())
            .chain([head.as_slice()]),
    );
    let line = |cells: &[String], last: &str| {
        let cells = cells
            .iter()
            .zip(&widths)
            .map(|(it, &width)| left(it, width));
        let cells: Vec<_> = cells.chain([last.to_string()]).collect();
        format!("  {}", cells.join("  "))
    };
    let mut text = format!("\n{}\n", style.paint(Meaning::Frame, &line(&head, "depth")));
    for (row, cells) in &rows {
        text += &format!("{}\n", line(cells, &long(found, row.depth, row.covers)));
    }
    text
}

fn long(found: &MatrixView, depth: Option<u32>, covers: CoversView) -> String {
    match (depth, covers) {
        (Some(depth), _) => depth.to_string(),
        (None, CoversView::Every) => "never".into(),
        (None, CoversView::Bound) => format!("not within {}", found.bound.unwrap_or(found.depth)),
        (None, CoversView::Open) => format!("unknown beyond {}", found.depth),
    }
}

fn short(found: &MatrixView, row: &MatrixRowView) -> String {
    match row.depth {
        Some(depth) => depth.to_string(),
        None => mark(found, row.covers),
    }
}

fn mark(found: &MatrixView, covers: CoversView) -> String {
    match covers {
        CoversView::Every => "never".into(),
        CoversView::Bound => format!("> {}", found.bound.unwrap_or(found.depth)),
        CoversView::Open => "?".into(),
    }
}

/// What the short words of a grid stand for.
fn legend(style: Style, found: &MatrixView) -> String {
    let mut text = String::new();
    for covers in [CoversView::Bound, CoversView::Open] {
        let rows = found.groups.iter().flat_map(|group| &group.rows);
        if rows
            .into_iter()
            .any(|row| row.depth.is_none() && row.covers == covers)
        {
            let line = format!("  {}: {}", mark(found, covers), long(found, None, covers));
            text += &format!("\n{}\n", style.paint(Meaning::Frame, &line));
        }
    }
    text
}

fn widths<'a>(rows: impl Iterator<Item = &'a [String]>) -> Vec<usize> {
    rows.fold(Vec::new(), |mut widths, row| {
        widths.resize(widths.len().max(row.len()), 0);
        for (width, cell) in widths.iter_mut().zip(row) {
            *width = (*width).max(cell.chars().count());
        }
        widths
    })
}

fn left(cell: &str, width: usize) -> String {
    format!("{cell:<width$}")
}

fn right(cell: &str, width: usize) -> String {
    format!("{cell:>width$}")
}
