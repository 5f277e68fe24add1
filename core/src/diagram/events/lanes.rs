//! The lanes of a run: one for what comes from outside, one for each object, and one for each region of an object that is in
//! several places at once.
//!
//! The regions of an object form a tree: a region that is alone in its state shares the lane of the region around it, and regions
//! that stand beside one another have a lane each. A lane says the innermost state of its regions. O(steps · regions²).

use std::borrow::Borrow;

use super::messages::{ENVIRONMENT, Messages};
use crate::view::{EMPTY, ObjectView, StatechartView, StepTurn, SystemStepView};

/// Lanes up to which all orders are tried.
const ORDERED: usize = 6;

/// What a region is in before its first state.
const BEGINS: &str = "[*]";

/// A lane before it has a place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Found {
    /// What it is called.
    pub name: String,
    /// What stands below that: the statechart of an object, or the object of a region.
    pub below: String,
    /// The object; `None` of what comes from outside.
    pub object: Option<usize>,
    /// Its regions, by number.
    regions: Vec<usize>,
    /// How long it is where.
    pub spans: Vec<Span>,
}

/// A stretch of a run in which a lane is in one state.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Span {
    /// The entry that enters it.
    pub from: usize,
    /// The entry behind its last one.
    pub until: usize,
    /// The innermost region that is in a state, and the state.
    pub region: usize,
    pub state: String,
}

/// What lanes are made of.
pub(super) struct Run<'a, T> {
    pub objects: &'a [ObjectView],
    /// The statecharts of the text; none where they are not at hand: then a lane acts where its state changes.
    pub charts: &'a [T],
    pub steps: &'a [SystemStepView],
}

impl<T: Borrow<StatechartView>> Run<'_, T> {
    /// The lanes, so that those that exchange events stand near one another; what comes from outside is the first.
    pub(super) fn lanes(&self, told: &Messages) -> Vec<Found> {
        let outside = self.objects.len();
        let is_outside = |it: &SystemStepView| it.turn == StepTurn::Environment;
        let sends = told.all.iter().any(|it| it.from == outside);
        let mut lanes = Vec::new();
        if sends || self.steps.iter().any(is_outside) {
            lanes.push(Found {
                name: ENVIRONMENT.to_owned(),
                below: String::new(),
                object: None,
                regions: Vec::new(),
                spans: Vec::new(),
            });
        }
        for object in 0..self.objects.len() {
            lanes.extend(self.lanes_of(object));
        }
        let talks: Vec<_> = (told.all.iter())
            .map(|it| {
                let from = self.sender(&lanes, it.from, it.sent);
                (from, self.receiver(&lanes, it.to, it.end()))
            })
            .collect();
        let order = order(&lanes, &talks);
        let mut lanes: Vec<_> = lanes.into_iter().map(Some).collect();
        (order.into_iter())
            .filter_map(|it| lanes[it].take())
            .collect()
    }

    /// The lanes of an object, in the order of the text.
    fn lanes_of(&self, number: usize) -> Vec<Found> {
        let object = &self.objects[number];
        let heads: Vec<_> = (0..object.regions.len())
            .map(|it| head(object, it))
            .collect();
        let mut lanes = Vec::new();
        for head in 0..object.regions.len() {
            let regions: Vec<_> = (0..heads.len()).filter(|&it| heads[it] == head).collect();
            if regions.is_empty() {
                continue;
            }
            let (spans, only_parted) = self.spans(number, head, &regions);
            if !only_parted {
                lanes.push(Found {
                    name: object.regions[head].name.clone(),
                    below: object.name.clone(),
                    object: Some(number),
                    regions,
                    spans,
                });
            }
        }
        if lanes.is_empty() {
            lanes.push(Found {
                name: String::new(),
                below: String::new(),
                object: Some(number),
                regions: (0..object.regions.len()).collect(),
                spans: Vec::new(),
            });
        }
        let is_alone = lanes.len() == 1;
        for it in &mut lanes {
            if is_alone || it.name.is_empty() {
                it.name.clone_from(&object.name);
                it.below.clone_from(&object.chart_name);
            } else if self.objects.len() == 1 {
                it.below.clear();
            }
        }
        lanes
    }

    /// How long the regions of a lane are where, and whether they are nowhere but in states whose regions have lanes.
    fn spans(&self, number: usize, head: usize, regions: &[usize]) -> (Vec<Span>, bool) {
        let object = &self.objects[number];
        let mut spans: Vec<Span> = Vec::new();
        let mut only_parted = true;
        for (step, entry) in self.steps.iter().enumerate() {
            let Some((region, state, is_parted)) = innermost(object, head, regions, entry) else {
                continue;
            };
            only_parted &= is_parted || state == BEGINS;
            match spans.last_mut() {
                Some(last)
                    if last.until == step
                        && (last.region, &*last.state) == (region, state)
                        && !self.enters_anew(number, regions, step) =>
                {
                    last.until = step + 1;
                }
                _ => spans.push(Span {
                    from: step,
                    until: step + 1,
                    region,
                    state: state.to_owned(),
                }),
            }
        }
        (spans, only_parted)
    }

    /// The statechart of an object, with the number of transitions that are counted before its own.
    fn chart(&self, object: usize) -> Option<(&StatechartView, usize)> {
        let number = self.objects.get(object)?.chart;
        let before = self.charts.iter().take(number);
        let before = before.map(|it| it.borrow().transitions.len()).sum();
        Some((self.charts.get(number)?.borrow(), before))
    }

    /// The regions of an object in which something fires at an entry, and whether that leaves its state.
    fn fired(&self, object: usize, step: usize) -> Vec<(usize, bool)> {
        let (Some(entry), Some((chart, before))) = (self.steps.get(step), self.chart(object))
        else {
            return Vec::new();
        };
        if !entry.turn.is_object(&self.objects[object].name) {
            return Vec::new();
        }
        let arcs = entry.fired.iter().filter_map(|it| it.checked_sub(before));
        let arcs = arcs.filter_map(|it| chart.transitions.get(it));
        arcs.filter_map(|it| Some((chart.vertices.get(it.source)?.region, !it.internal)))
            .collect()
    }

    /// Whether regions leave a state and enter it again at an entry.
    fn enters_anew(&self, object: usize, regions: &[usize], step: usize) -> bool {
        let mut fired = self.fired(object, step).into_iter();
        fired.any(|(region, leaves)| leaves && regions.contains(&region))
    }

    /// The lane that sends at an entry.
    pub(super) fn sender(&self, lanes: &[Found], from: usize, step: usize) -> usize {
        self.acting(lanes, from, step..step + 1)
    }

    /// The lane that takes what an object takes at an entry, or would.
    pub(super) fn receiver(&self, lanes: &[Found], to: usize, end: Option<usize>) -> usize {
        let from = end.unwrap_or(self.steps.len());
        let follows = |it: &&SystemStepView| it.counts == Some(false);
        let parts = self.steps.iter().skip(from + 1).take_while(follows).count();
        self.acting(lanes, to, from..from + 1 + parts)
    }

    /// The lane of an object that acts first at some entries; its first one where none does.
    fn acting(&self, lanes: &[Found], object: usize, steps: std::ops::Range<usize>) -> usize {
        let own = |it: &usize| match lanes[*it].object {
            Some(number) => number == object,
            None => object == self.objects.len(),
        };
        let own: Vec<_> = (0..lanes.len()).filter(own).collect();
        let of_region = |region: usize| {
            let mut own = own.iter().copied();
            own.find(|&it| lanes[it].regions.contains(&region))
        };
        let mut fired = steps.clone().flat_map(|step| self.fired(object, step));
        let changes = |it: &usize| (lanes[*it].spans.iter()).any(|it| steps.contains(&it.from));
        fired
            .find_map(|(region, _)| of_region(region))
            .or_else(|| own.iter().copied().find(changes))
            .or_else(|| own.first().copied())
            .unwrap_or(0)
    }
}

/// The outermost region of the lane of a region.
fn head(object: &ObjectView, region: usize) -> usize {
    let mut head = region;
    // Regions form a tree: there are at most as many around one as there are.
    for _ in 0..object.regions.len() {
        let around = &object.regions[head].around;
        let Some((outer, _)) = around else {
            return head;
        };
        let beside = object.regions.iter().filter(|it| it.around == *around);
        if beside.count() > 1 || *outer >= object.regions.len() {
            return head;
        }
        head = *outer;
    }
    head
}

/// The innermost region of a lane that is in a state after an entry, the state, and whether its own regions have lanes.
fn innermost<'a>(
    object: &ObjectView,
    head: usize,
    regions: &[usize],
    entry: &'a SystemStepView,
) -> Option<(usize, &'a str, bool)> {
    let at = |region: usize| {
        let state = entry.state.get(object.regions[region].entry)?;
        (!state.starts_with(EMPTY)).then_some(&**state)
    };
    let (mut region, mut state) = (head, at(head)?);
    for _ in 0..object.regions.len() {
        let is_inside = |it: &usize| {
            let around = object.regions[*it].around.as_ref();
            around.is_some_and(|(outer, name)| *outer == region && name == state)
        };
        let mut inside = (0..object.regions.len()).filter(is_inside);
        let Some(inner) = inside.next() else {
            return Some((region, state, false));
        };
        if !regions.contains(&inner) {
            return Some((region, state, true));
        }
        match at(inner) {
            Some(name) => (region, state) = (inner, name),
            None => return Some((region, state, false)),
        }
    }
    Some((region, state, false))
}

/// The order in which lanes that exchange events are nearest to one another, the lanes of an object always side by side and
/// what comes from outside first; of equal ones, and of many lanes, that of the text.
fn order(lanes: &[Found], talks: &[(usize, usize)]) -> Vec<usize> {
    let mut best: Vec<_> = (0..lanes.len()).collect();
    if lanes.len() > ORDERED {
        return best;
    }
    let far = |order: &[usize]| {
        let place = |lane: usize| order.iter().position(|&it| it == lane).unwrap_or(0);
        let apart = talks
            .iter()
            .map(|&(from, to)| place(from).abs_diff(place(to)));
        apart.sum::<usize>()
    };
    let mut least = far(&best);
    let mut order = best.clone();
    while next(&mut order) {
        let parted = (0..order.len()).any(|it| {
            let own = lanes[order[it]].object;
            let ended = it + 1 < order.len() && lanes[order[it + 1]].object != own;
            ended && order[it + 1..].iter().any(|&it| lanes[it].object == own)
        });
        let outside = lanes.iter().position(|it| it.object.is_none());
        if parted || outside.is_some_and(|it| order[0] != it) {
            continue;
        }
        let now = far(&order);
        if now < least {
            (least, best) = (now, order.clone());
        }
    }
    best
}

/// The next order in the order of the dictionary; whether there is one.
fn next(order: &mut [usize]) -> bool {
    let Some(at) = order.windows(2).rposition(|it| it[0] < it[1]) else {
        return false;
    };
    let Some(larger) = order.iter().rposition(|&it| it > order[at]) else {
        return false;
    };
    order.swap(at, larger);
    order[at + 1..].reverse();
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lane(object: Option<usize>) -> Found {
        Found {
            name: String::new(),
            below: String::new(),
            object,
            regions: Vec::new(),
            spans: Vec::new(),
        }
    }

    #[test]
    fn lanes_that_exchange_events_are_neighbours_and_objects_stay_whole() {
        let lanes = [None, Some(0), Some(0), Some(1)].map(lane);
        assert_eq!(order(&lanes, &[]), [0, 1, 2, 3]);
        assert_eq!(order(&lanes, &[(0, 2), (2, 0), (1, 3)]), [0, 2, 1, 3]);
        // The second object would be nearer between the two lanes of the first one.
        assert_eq!(order(&lanes, &[(3, 1), (3, 2)]), [0, 1, 2, 3]);
        assert_eq!(order(&lanes, &[(0, 3)]), [0, 3, 1, 2]);
    }

    #[test]
    fn all_orders_come_once() {
        let mut order = vec![0, 1, 2, 3];
        let mut all = vec![order.clone()];
        while next(&mut order) {
            all.push(order.clone());
        }
        all.dedup();
        assert_eq!(all.len(), 24);
        assert!(all.is_sorted());
    }
}
