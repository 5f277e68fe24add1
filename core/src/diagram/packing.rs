//! Where the drawings of a model stand on the canvas: in rows, in the order of the text, so that the whole is shown as large
//! as it can be.

use super::Rect;
use super::viewport::{LARGEST, READABLE};

/// Between two drawings, and between the drawings and the rim of the world, in pixels.
pub const GAP: f64 = 11.0;

/// How much larger another arrangement must show everything before one that is known is given up.
const LARGER: f64 = 1.25;

/// What is so much wider than the room at the scale at which it can be read is as good as seen whole.
pub const NEARLY: f64 = 1.08;

/// Above so many drawings only rows of the same number are tried: a divider that is dragged packs at each move.
const MANY: usize = 12;

/// Drawings in rows.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Packing {
    /// The size of the whole, with [`GAP`] around it.
    pub size: (f64, f64),
    /// Where each stands.
    pub places: Vec<Rect>,
    /// How many stand in each row.
    pub rows: Vec<usize>,
}

/// Packs drawings of these sizes for a room. Those of a row share its height, and all share what room is left at the scale at which
/// the whole is seen, or can just be read, each by its size. Where that is much wider than the room, as few drawings as can be are cut at
/// its side: the rest lies below. What is arranged in the rows of `before` stays so unless it is cut then, or something else shows all
/// of it much larger. O(n⁵) for up to twelve drawings, O(n²) for more.
#[must_use]
pub fn packed(sizes: &[(f64, f64)], room: (f64, f64), before: &[usize]) -> Packing {
    if sizes.is_empty() {
        return Packing::default();
    }
    stretched(arranged(sizes, room, before), room)
}

/// How high drawings of these sizes are in a room of this width: at their own size, or where they can just be read.
#[must_use]
pub fn height(sizes: &[(f64, f64)], width: f64) -> f64 {
    let all = arrangements(sizes).into_iter().map(|it| placed(sizes, it));
    // The fewest rows that fit, or nearly do where they can just be read, else the narrowest.
    let fits = |it: &Packing| it.size.0 * READABLE <= width * NEARLY;
    let (fitting, wider): (Vec<_>, Vec<_>) = all.partition(fits);
    let narrowest = wider
        .into_iter()
        .min_by(|one, other| one.size.0.total_cmp(&other.size.0));
    let fewest = fitting.into_iter().min_by_key(|it| it.rows.len());
    let chosen = fewest.or(narrowest);
    let scale = |it: &Packing| (width / it.size.0).clamp(READABLE, 1.0);
    chosen.map_or(0.0, |it| it.size.1 * scale(&it))
}

/// The part of a room that each of so many drawings has, if they are alike: what one is laid out for.
#[must_use]
pub fn cell(count: usize, room: (f64, f64)) -> (f64, f64) {
    // Counts of drawings: far below 2^52.
    #[allow(clippy::cast_precision_loss)]
    let cells = (1..=count.max(1)).map(|rows| {
        let each = count.max(1).div_ceil(rows);
        (room.0 / each as f64, room.1 / rows as f64)
    });
    let side = |it: &(f64, f64)| it.0.min(it.1);
    let mut best = room;
    let mut widest = 0.0;
    for cell in cells {
        if side(&cell) > widest + 1e-9 {
            (best, widest) = (cell, side(&cell));
        }
    }
    best
}

/// The part of a room that each of so many drawings has by area, in the shape of the whole: what the regions of one are packed for, since
/// how drawings of different shapes will stand is not known.
#[must_use]
pub fn share(count: usize, room: (f64, f64)) -> (f64, f64) {
    // Counts of drawings: far below 2^52.
    #[allow(clippy::cast_precision_loss)]
    let side = (count.max(1) as f64).sqrt();
    (room.0 / side, room.1 / side)
}

/// Shares out what is left of a room at the scale at which the whole is seen in it, or can just be read.
fn stretched(mut it: Packing, room: (f64, f64)) -> Packing {
    let scale = (room.0 / it.size.0).min(room.1 / it.size.1);
    let scale = scale.clamp(READABLE, LARGEST);
    let size = (it.size.0.max(room.0 / scale), it.size.1.max(room.1 / scale));
    // A small drawing beside a large one stays small.
    let part = |of: f64, whole: f64| if whole > 0.0 { of / whole } else { 0.0 };
    // All of a row are as high as the row.
    let firsts = it.rows.iter().scan(0, |next, &count| {
        *next += count;
        Some(*next - count)
    });
    let high = firsts.map(|first| it.places[first].height).sum();
    let left = size.1 - it.size.1;
    let mut at = 0;
    let mut lower = 0.0;
    for &count in &it.rows {
        let row = &mut it.places[at..at + count];
        let right = row.last().map_or(0.0, |last| last.right() + GAP);
        let wide = row.iter().map(|it| it.width).sum();
        let higher = left * part(row[0].height, high);
        let mut x = 0.0;
        for place in row {
            let wider = (size.0 - right) * part(place.width, wide);
            place.x += x;
            place.y += lower;
            place.width += wider;
            place.height += higher;
            x += wider;
        }
        lower += higher;
        at += count;
    }
    it.size = size;
    it
}

fn arranged(sizes: &[(f64, f64)], room: (f64, f64), before: &[usize]) -> Packing {
    let scale = |it: &Packing| (room.0 / it.size.0).min(room.1 / it.size.1);
    let all = arrangements(sizes).into_iter();
    let all: Vec<_> = all.map(|it| placed(sizes, it)).collect();
    // Of alike ones that with the fewest rows.
    let larger = |it: Packing, other: Packing| {
        let by = scale(&other) - scale(&it);
        if by > 1e-9 || by > -1e-9 && other.rows.len() < it.rows.len() {
            other
        } else {
            it
        }
    };
    let mut best = all.iter().cloned().reduce(larger).unwrap_or_default();
    let is_wide = best.size.0 * READABLE > room.0 * NEARLY;
    if is_wide {
        let most = all.iter().map(|it| uncut(it, room)).max();
        let those = all.into_iter().filter(|it| Some(uncut(it, room)) == most);
        best = those.reduce(larger).unwrap_or(best);
    }
    if before.iter().sum::<usize>() == sizes.len() && *before != best.rows[..] {
        let known = placed(sizes, before.to_vec());
        let is_cut = is_wide && uncut(&known, room) < uncut(&best, room);
        if !is_cut && scale(&best) <= scale(&known) * LARGER {
            return known;
        }
    }
    best
}

/// How many drawings of an arrangement are not cut at the side of a room, at the scale at which they can just be read.
fn uncut(it: &Packing, room: (f64, f64)) -> usize {
    let width = room.0 / READABLE;
    it.places.iter().filter(|it| it.right() <= width).count()
}

/// The rows that are tried, each arrangement once.
fn arrangements(sizes: &[(f64, f64)]) -> Vec<Vec<usize>> {
    let count = sizes.len();
    let mut all: Vec<Vec<usize>> = Vec::new();
    if count == 0 {
        return all;
    }
    let mut add = |rows: Vec<usize>| {
        if !all.contains(&rows) {
            all.push(rows);
        }
    };
    if count > MANY {
        for each in (1..=count).rev() {
            add(filled(count, |from| (from + each).min(count)));
        }
    } else {
        // A row is never wider than some drawings that follow one another.
        for from in 0..count {
            for to in from + 1..=count {
                let widest = width(&sizes[from..to]);
                add(filled(count, |from| {
                    let fits = |to: &usize| width(&sizes[from..*to]) <= widest + 1e-9;
                    (from + 1..=count)
                        .take_while(fits)
                        .last()
                        .unwrap_or(from + 1)
                }));
            }
        }
    }
    all
}

/// Rows of which each ends where `end` says of its beginning.
fn filled(count: usize, end: impl Fn(usize) -> usize) -> Vec<usize> {
    let (mut from, mut rows) = (0, Vec::new());
    while from < count {
        let to = end(from);
        rows.push(to - from);
        from = to;
    }
    rows
}

fn width(row: &[(f64, f64)]) -> f64 {
    row.iter().map(|it| it.0 + GAP).sum::<f64>() - GAP
}

fn placed(sizes: &[(f64, f64)], rows: Vec<usize>) -> Packing {
    let mut places = Vec::with_capacity(sizes.len());
    let (mut at, mut y, mut widest) = (0, GAP, 0.0_f64);
    for &count in &rows {
        let row = &sizes[at..at + count];
        let height = row.iter().map(|it| it.1).fold(0.0, f64::max);
        let mut x = GAP;
        for &(width, _) in row {
            places.push(Rect {
                x,
                y,
                width,
                height,
            });
            x += width + GAP;
        }
        widest = widest.max(x);
        y += height + GAP;
        at += count;
    }
    Packing {
        size: (widest, y),
        places,
        rows,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_stand_in_as_many_rows_as_the_room_asks_for() {
        let four = [(100.0, 100.0); 4];
        let rows = |room| packed(&four, room, &[]).rows;
        assert_eq!(rows((900.0, 200.0)), [4]);
        assert_eq!(rows((400.0, 400.0)), [2, 2]);
        assert_eq!(rows((200.0, 900.0)), [1, 1, 1, 1]);
        assert_eq!(packed(&[], (100.0, 100.0), &[]), Packing::default());
    }

    #[test]
    fn where_all_cannot_be_read_some_are_seen_whole_and_the_rest_lies_below() {
        let four = [(216.0, 220.0); 4];
        let phone = (390.0, 330.0);
        assert_eq!(packed(&four, phone, &[]).rows, [1, 1, 1, 1]);
        // Also after the window was wider.
        assert_eq!(packed(&four, phone, &[2, 2]).rows, [1, 1, 1, 1]);
        // Also where one is wider than the room by itself.
        let with_one = [four[0], four[1], (520.0, 220.0)];
        assert_eq!(packed(&with_one, phone, &[]).rows, [1, 1, 1]);
        // What is nearly seen whole is not torn apart.
        assert_eq!(packed(&[(232.0, 300.0); 4], (870.0, 370.0), &[]).rows, [4]);
    }

    #[test]
    fn none_lies_over_another_and_all_keep_their_size() {
        let sizes: Vec<_> = (0..30_u8)
            .map(|it| {
                (
                    60.0 + f64::from(it % 7) * 30.0,
                    80.0 + f64::from(it % 5) * 40.0,
                )
            })
            .collect();
        for count in [1, 2, 5, 13, 30] {
            for room in [(1000.0, 300.0), (390.0, 400.0), (600.0, 1200.0)] {
                let packing = packed(&sizes[..count], room, &[]);
                assert_eq!(packing.rows.iter().sum::<usize>(), count);
                for (at, one) in packing.places.iter().enumerate() {
                    assert!((one.width, one.height) >= (sizes[at].0, sizes[at].1));
                    assert!(
                        one.right() + GAP <= packing.size.0 + 1e-9
                            && one.bottom() + GAP <= packing.size.1 + 1e-9
                    );
                    for other in &packing.places[..at] {
                        let apart = one.x >= other.right() + GAP - 1e-9
                            || other.x >= one.right() + GAP - 1e-9
                            || one.y >= other.bottom() + GAP - 1e-9
                            || other.y >= one.bottom() + GAP - 1e-9;
                        assert!(apart, "{one:?} lies over {other:?}");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_seen_whole_fills_the_room() {
        let (sizes, room) = ([(100.0, 80.0), (140.0, 60.0), (90.0, 90.0)], (900.0, 300.0));
        let packing = packed(&sizes, room, &[]);
        let scale = (room.0 / packing.size.0).min(room.1 / packing.size.1);
        assert!(
            (packing.size.0 * scale - room.0).abs() < 1e-6
                && (packing.size.1 * scale - room.1).abs() < 1e-6
        );
        let last = packing.places[2];
        assert!(
            (last.right() + GAP - packing.size.0).abs() < 1e-6
                && (last.bottom() + GAP - packing.size.1).abs() < 1e-6
        );
        // What is larger than the room is moved about in it, and fills it in the other direction.
        let large = packed(&[(2000.0, 80.0)], room, &[]);
        assert_eq!(large.places[0].width, 2000.0);
        assert!((large.size.1 * READABLE - room.1).abs() < 1e-6);
    }

    #[test]
    fn the_height_at_full_size_is_that_of_the_fewest_rows_that_fit() {
        let four = [(100.0, 80.0); 4];
        assert_eq!(height(&four, 900.0), 80.0 + 2.0 * GAP);
        assert_eq!(height(&four, 300.0), 2.0 * 80.0 + 3.0 * GAP);
        let lower = |high: f64, width: f64| (height(&four, width) - high).abs() < 1e-9;
        assert!(lower((4.0 * 80.0 + 5.0 * GAP) * READABLE, 20.0));
        // A row that is a little wider is seen a little smaller.
        let wide = 4.0 * 100.0 + 5.0 * GAP;
        let high = 80.0 + 2.0 * GAP;
        assert!(lower(high * 0.95, wide * 0.95) && lower(high * READABLE, wide * 0.87));
        assert!(height(&four, wide * 0.8) > 2.0 * 80.0);
        assert_eq!(height(&[], 300.0), 0.0);
    }

    #[test]
    fn a_cell_is_what_one_of_several_has() {
        assert_eq!(cell(1, (1000.0, 400.0)), (1000.0, 400.0));
        assert_eq!(cell(4, (1000.0, 400.0)), (250.0, 400.0));
        assert_eq!(cell(4, (390.0, 370.0)), (195.0, 185.0));
        assert_eq!(cell(0, (390.0, 370.0)), (390.0, 370.0));
    }

    #[test]
    fn what_is_known_stays_unless_it_has_become_much_smaller() {
        let (room, two) = ((620.0, 310.0), |height| [(300.0, 150.0), (300.0, height)]);
        let first = packed(&two(150.0), room, &[]);
        assert_eq!(first.rows, [2]);
        // Beside one another is a little better now; below one another it is known.
        assert_eq!(packed(&two(150.0), (400.0, 310.0), &[2]).rows, [1, 1]);
        assert_eq!(packed(&two(160.0), (620.0, 300.0), &[1, 1]).rows, [1, 1]);
    }
}
