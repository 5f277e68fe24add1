//! The arrangements of a state's regions, and how large each makes the state.

use crate::diagram::Rect;
use crate::diagram::statechart::MARGIN;

/// Regions of a state up to which all arrangements are tried: 2,430 of four in three flows. Of five there are 25,272, and a drawing
/// that is packed anew would be felt.
const TRIED: usize = 4;
/// Between two regions: each has room of its own.
const GAP: f64 = 4.0;

/// Width and height of a region in each flow.
pub(super) type Sizes = Vec<(f64, f64)>;

/// How the regions of a state stand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Arrangement {
    /// Whether they stand in rows that lie below one another; else in columns side by side.
    pub rows: bool,
    /// The rows or columns, with the regions of each by their place among those of the state.
    pub groups: Vec<Vec<usize>>,
    /// For each region the flow that it has, by its number among the drawings.
    pub flows: Vec<usize>,
}

/// The arrangements of so many regions in so many flows: all of few, all in one row or column of many.
pub(super) fn all(count: usize, flows: usize) -> impl Iterator<Item = Arrangement> {
    let one: Vec<usize> = (0..count).collect();
    let groups = match count <= TRIED {
        true => partitions(count),
        false => vec![vec![one.clone()], one.iter().map(|&it| vec![it]).collect()],
    };
    let each: Vec<Vec<usize>> = match count <= TRIED {
        true => (0..count).fold(vec![Vec::new()], |all, _| {
            let longer = |it: &Vec<usize>, flow| it.iter().copied().chain([flow]).collect();
            let one = |it: Vec<usize>| (0..flows).map(move |flow| longer(&it, flow));
            all.into_iter().flat_map(one).collect()
        }),
        false => (0..flows).map(|flow| vec![flow; count]).collect(),
    };
    groups.into_iter().flat_map(move |groups| {
        let each = each.clone();
        each.into_iter().flat_map(move |flows| {
            let groups = groups.clone();
            [true, false].map(move |rows| Arrangement {
                rows,
                groups: groups.clone(),
                flows: flows.clone(),
            })
        })
    })
}

/// All ways to share out so many regions, those with the first ones together first.
fn partitions(count: usize) -> Vec<Vec<Vec<usize>>> {
    let mut all: Vec<Vec<Vec<usize>>> = vec![Vec::new()];
    for it in 0..count {
        let mut next = Vec::new();
        for groups in all {
            for at in 0..=groups.len() {
                let mut more = groups.clone();
                match more.get_mut(at) {
                    Some(group) => group.push(it),
                    None => more.push(vec![it]),
                }
                next.push(more);
            }
        }
        all = next;
    }
    all
}

/// The size of a region in an arrangement, along its group and across it.
fn along(it: &Arrangement, sizes: &[Sizes], region: usize) -> (f64, f64) {
    let (width, height) = sizes[region][it.flows[region]];
    if it.rows {
        (width, height)
    } else {
        (height, width)
    }
}

/// How long and how thick each group is.
fn groups(it: &Arrangement, sizes: &[Sizes]) -> Vec<(f64, f64)> {
    let group = |group: &Vec<usize>| {
        let each = group.iter().map(|&region| along(it, sizes, region));
        let (long, thick) = each.fold((0.0, 0.0), |(long, thick): (f64, f64), it| {
            (long + it.0 + GAP, thick.max(it.1))
        });
        (long - GAP, thick)
    };
    it.groups.iter().map(group).collect()
}

/// The size of the state around an arrangement.
pub(super) fn size(it: &Arrangement, sizes: &[Sizes], head: f64) -> (f64, f64) {
    let groups = groups(it, sizes);
    let long = groups.iter().map(|it| it.0).fold(0.0, f64::max);
    let thick: f64 = groups.iter().map(|it| it.1 + GAP).sum::<f64>() - GAP;
    let (width, height) = if it.rows {
        (long, thick)
    } else {
        (thick, long)
    };
    (width + 2.0 * MARGIN, height + head + MARGIN)
}

/// The places of regions from the corner of their state: each group fills the state, and what is left over is shared out.
pub(super) fn slots(it: &Arrangement, sizes: &[Sizes], head: f64) -> Vec<Rect> {
    let groups = groups(it, sizes);
    let longest = groups.iter().map(|it| it.0).fold(0.0, f64::max);
    let mut slots = vec![Rect::default(); sizes.len()];
    let mut across = 0.0;
    for (group, (long, thick)) in it.groups.iter().zip(groups) {
        // Counts are small.
        #[allow(clippy::cast_precision_loss)]
        let more = (longest - long) / group.len() as f64;
        let mut at = 0.0;
        for &region in group {
            let own = along(it, sizes, region).0 + more;
            let (x, y, width, height) = match it.rows {
                true => (at, across, own, thick),
                false => (across, at, thick, own),
            };
            slots[region] = Rect {
                x: x + MARGIN,
                y: y + head,
                width,
                height,
            };
            at += own + GAP;
        }
        across += thick + GAP;
    }
    slots
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_shared_out_in_every_way_once() {
        let mut all = partitions(4);
        assert_eq!(all.len(), 15);
        all.sort();
        all.dedup();
        assert_eq!(all.len(), 15);
    }
}
