//! The chart of events: lanes in which bars say where objects are for how long, and events that lead from one to another, wait
//! there and end where they are taken. Time runs along the longer side of what shows it ([`Axis`]).
//!
//! An object that is in several places at once has a lane for each of its regions. Nothing but what is told stands here: the
//! entries of the run along time (`stops`), the lanes and the gaps between them across it. O(entries · lanes + events²).

mod gaps;
mod lanes;
mod messages;
mod stops;
#[cfg(test)]
mod tests;

use std::borrow::Borrow;

pub use messages::{ENVIRONMENT, Fate, Messages, Sending, messages};
pub use stops::Stop;

use super::axis::{Axis, Frame};
use super::text::{LABEL, MESSAGE, PILL, ellipsize, width};
use super::{Point, Rect, drawing};
use crate::view::{ObjectView, StatechartView, SystemStepView, step_numbers};
use gaps::{Gaps, Way, gaps};
use lanes::{Found, Run};

/// Entries that are drawn at most.
pub const MOST: usize = 1_000;
/// Size of a bar across time where time runs to the right, and of the line of what comes from outside.
const BAR: (f64, f64) = (24.0, 16.0);
/// How wide the names of lanes are at most, and bars at least, where time runs downwards.
const NAMES: (f64, f64) = (132.0, 40.0);
/// Height of the line of numbers, and width of their column; height of the names above columns.
const STRIP: (f64, f64, f64) = (24.0, 44.0, 40.0);
/// Size of the strip that says how much time passes, across time: where it runs to the right, and downwards.
const PASSED: (f64, f64) = (15.0, 26.0);
/// Between two bars of a lane, and around all.
const APART: f64 = 1.5;
/// What is left free behind the last entry.
const BEHIND: f64 = 10.0;
/// Radius of the corners of ways, and the length of points of arrows.
const CORNER: (f64, f64) = (4.0, 6.5);

/// The chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventChart {
    /// The picture, with room for the names of lanes and the numbers of steps.
    pub frame: Frame,
    /// The lanes, across time.
    pub lanes: Vec<Lane>,
    /// The entries of the run, along time.
    pub stops: Vec<Stop>,
    /// Where objects are.
    pub bars: Vec<Bar>,
    /// The events.
    pub arrows: Vec<Arrow>,
    /// Where time passes: the entry, all of it across the lanes, the words and their middle.
    pub passes: Vec<(usize, Rect, String, Point)>,
}

/// A lane.
#[derive(Clone, Debug, PartialEq)]
pub struct Lane {
    /// The name as it is shown.
    pub name: String,
    /// What stands below it: the statechart of an object, the object of a region, or nothing.
    pub below: String,
    /// All of both.
    pub whole: String,
    /// The object; `None` of what comes from outside.
    pub object: Option<usize>,
    /// Its middle, across time.
    pub middle: f64,
    /// Its size across time.
    pub size: f64,
    /// The line in its middle.
    pub line: String,
}

/// How long a lane is in a state.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The entry that enters it.
    pub from: usize,
    /// The entry behind its last one.
    pub until: usize,
    /// The object.
    pub object: usize,
    /// The number of the region.
    pub region: usize,
    /// The state.
    pub state: String,
    /// The state as it is shown; empty where there is no room.
    pub text: String,
    /// All of it, in one sentence.
    pub whole: String,
    /// The bar.
    pub rect: Rect,
}

/// An event: where it goes and waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// Its name as it is shown; empty where there is no room.
    pub text: String,
    /// The middle of the name.
    pub at: Point,
    /// What happens with it, in one sentence.
    pub sentence: String,
    /// The entry at which it is sent.
    pub sent: usize,
    /// What becomes of it.
    pub fate: Fate,
    /// Whether it was put aside.
    pub aside: bool,
    /// Where it begins.
    pub begin: Point,
    /// From there to the gap in which it waits.
    pub shaft: String,
    /// Where it waits.
    pub wait: String,
    /// From there to its receiver; empty while it waits and where it is lost.
    pub end: String,
    /// The point of the arrow; empty where nothing takes it.
    pub tip: String,
    /// Where a cross says that nothing comes of it.
    pub cross: Option<Point>,
}

/// Places a run of the objects, whose statecharts tell which region acts, in so much room for time.
#[must_use]
pub fn event_chart<T: Borrow<StatechartView>>(
    objects: &[ObjectView],
    charts: &[T],
    run: &[SystemStepView],
    axis: Axis,
    room: f64,
) -> EventChart {
    let steps = &run[..run.len().min(MOST)];
    let names: Vec<_> = objects.iter().map(|it| it.name.clone()).collect();
    let told = messages(&names, steps);
    let of = Run {
        objects,
        charts,
        steps,
    };
    let found = of.lanes(&told);
    let beside = names_size(axis, &found);
    let stops = stops::stops(axis, steps, &found, &told, room - beside - BEHIND);
    let last = stops.last().map_or(0.0, Stop::end);
    let ends: Vec<_> = (told.all.iter())
        .map(|it| {
            let from = of.sender(&found, it.from, it.sent);
            (from, of.receiver(&found, it.to, it.end()))
        })
        .collect();
    let gaps = gaps(axis, &told.all, &ends, &stops, (found.len(), last));
    let mut chart = EventChart {
        frame: Frame {
            axis,
            names: beside,
            numbers: axis.choose(STRIP.0, STRIP.1),
            ..Frame::default()
        },
        ..EventChart::default()
    };
    let strips = chart.place_lanes(&found, &gaps, &told, last);
    let size = axis.point(last + BEHIND, strips);
    (chart.frame.width, chart.frame.height) = (size.x.ceil(), size.y.ceil());
    chart.place_time(&stops, strips);
    chart.place_bars(&found, &stops, objects);
    let called = Called {
        names,
        numbers: step_numbers(steps),
    };
    for (it, way) in told.all.iter().zip(&gaps.ways) {
        let arrow = chart.arrow(it, way, &gaps, called.sentence(it));
        chart.arrows.push(arrow);
    }
    chart.stops = stops;
    chart
}

/// How much the names of lanes take.
fn names_size(axis: Axis, lanes: &[Found]) -> f64 {
    let widest = lanes.iter().map(|it| {
        let (name, below) = (width(&it.name, MESSAGE) * 1.06, width(&it.below, PILL));
        name.max(below)
    });
    match axis {
        Axis::Right => (widest.fold(0.0, f64::max) + 24.0).min(NAMES.0).ceil(),
        Axis::Down => STRIP.2,
    }
}

/// What a sentence about an event names.
struct Called {
    /// The objects.
    names: Vec<String>,
    /// The entries.
    numbers: Vec<String>,
}

impl EventChart {
    /// Places the lanes; the size of all of them across time.
    fn place_lanes(&mut self, found: &[Found], gaps: &Gaps, told: &Messages, last: f64) -> f64 {
        let axis = self.frame.axis;
        // Beside what comes from outside there is room for the time that passes: both are never at one entry.
        let is_outside = found.first().is_some_and(|it| it.object.is_none());
        let passed = !is_outside && told.passed.iter().any(|&it| it > 0);
        let mut at = match (passed, axis) {
            (false, _) => 0.0,
            (true, Axis::Right) => PASSED.0,
            (true, Axis::Down) => PASSED.1,
        };
        for (number, it) in found.iter().enumerate() {
            at += gaps.size(number);
            let room = match axis {
                Axis::Right => self.frame.names - 20.0,
                Axis::Down => NAMES.0,
            };
            // Bold letters are somewhat wider.
            let name = ellipsize(&it.name, MESSAGE * 1.06, room);
            let below = ellipsize(&it.below, PILL, room);
            let size = match (axis, it.object) {
                (Axis::Right, Some(_)) => BAR.0,
                (Axis::Right, None) => BAR.1,
                (Axis::Down, _) => {
                    let states = it.spans.iter().map(|it| width(&it.state, LABEL) + 16.0);
                    let states = states.fold(NAMES.1, f64::max).min(stops::WIDEST + 16.0);
                    let head = (width(&name, MESSAGE) * 1.06).max(width(&below, PILL)) + 12.0;
                    // A name may stand above half of the gaps beside it.
                    let beside = gaps.size(number).min(gaps.size(number + 1));
                    states.max(head - beside).ceil()
                }
            };
            let middle = at + size / 2.0;
            let line = [axis.point(0.0, middle), axis.point(last, middle)];
            self.lanes.push(Lane {
                whole: match it.below.is_empty() {
                    true => it.name.clone(),
                    false => format!("{}, {}", it.name, it.below),
                },
                name,
                below,
                object: it.object,
                middle,
                size,
                line: drawing::path(&line, 0.0),
            });
            at += size;
        }
        at + gaps.size(found.len())
    }

    fn place_time(&mut self, stops: &[Stop], across: f64) {
        let axis = self.frame.axis;
        let outside = self.lanes.first().filter(|it| it.object.is_none());
        let strip = match (outside, axis) {
            (Some(it), _) => it.middle,
            (None, Axis::Right) => PASSED.0 / 2.0 + 1.0,
            (None, Axis::Down) => PASSED.1 / 2.0 + 1.0,
        };
        for (entry, it) in stops.iter().enumerate().filter(|it| it.1.passed > 0) {
            let rect = axis.rect((it.start, it.end()), (0.0, across));
            let middle = axis.point(f64::midpoint(it.start, it.end()), strip);
            self.passes
                .push((entry, rect, format!("+{}", it.passed), middle));
        }
    }

    fn place_bars(&mut self, found: &[Found], stops: &[Stop], objects: &[ObjectView]) {
        let axis = self.frame.axis;
        for (it, lane) in found.iter().zip(&self.lanes) {
            let Some(object) = it.object else { continue };
            let name = objects.get(object).map_or("", |it| &it.name);
            for span in &it.spans {
                let (Some(first), Some(last)) = (stops.get(span.from), stops.get(span.until - 1))
                else {
                    continue;
                };
                let half = lane.size / 2.0;
                let rect = axis.rect(
                    (first.start + APART, last.end() - APART),
                    (lane.middle - half, lane.middle + half),
                );
                let text = ellipsize(&span.state, LABEL, (rect.width - 8.0).min(stops::WIDEST));
                self.bars.push(Bar {
                    from: span.from,
                    until: span.until,
                    object,
                    text: if rect.width < 16.0 {
                        String::new()
                    } else {
                        text
                    },
                    whole: format!("{name} is in {}", span.state),
                    region: span.region,
                    state: span.state.clone(),
                    rect,
                });
            }
        }
    }

    fn arrow(&self, it: &Sending, way: &Way, gaps: &Gaps, sentence: String) -> Arrow {
        let axis = self.frame.axis;
        let (from, to) = (&self.lanes[way.lanes.0], &self.lanes[way.lanes.1]);
        let (begin, end) = way.time;
        // The side of a lane at which something leaves or reaches it; the line of what comes from outside.
        let side = |lane: &Lane, behind: bool| match (lane.object, behind) {
            (None, _) => lane.middle,
            (_, true) => lane.middle + lane.size / 2.0,
            (_, false) => lane.middle - lane.size / 2.0,
        };
        let gap = |number: usize| match number.checked_sub(1) {
            None => self.lanes[0].middle - self.lanes[0].size / 2.0 - gaps.size(0),
            Some(before) => self.lanes[before].middle + self.lanes[before].size / 2.0,
        };
        let row = |at: (usize, usize)| gap(at.0) + gaps.row(at);
        let track = row(way.waits);
        let leaves = side(from, !way.is_back());
        let reaches = side(to, way.lanes.1 <= way.lanes.0);
        let (start, turn) = (axis.point(begin, leaves), axis.point(begin, track));
        let corner = axis.point((end - CORNER.0).max(begin), track);
        let ends = it.end().is_some() && it.fate != Fate::Lost;
        let forgotten = matches!(it.fate, Fate::Forgotten(_));
        let last = match forgotten {
            true => vec![axis.point(end, track - 5.0), axis.point(end, track + 5.0)],
            false => vec![corner, axis.point(end, track), axis.point(end, reaches)],
        };
        let before = axis.point(end, reaches + if reaches > track { -7.0 } else { 7.0 });
        Arrow {
            at: axis.point(
                begin - 4.0 - stops::extent(axis, &way.name).0 / 2.0,
                row(way.named),
            ),
            text: way.name.clone(),
            sentence,
            sent: it.sent,
            fate: it.fate,
            aside: it.aside,
            begin: start,
            shaft: match it.fate {
                Fate::Lost => drawing::path(&[start, turn], 0.0),
                _ => {
                    let out = axis.point((begin + CORNER.0).min(end), track);
                    drawing::path(&[start, turn, out], CORNER.0)
                }
            },
            wait: match it.fate {
                Fate::Lost => String::new(),
                _ => {
                    let out = axis.point((begin + CORNER.0).min(end), track);
                    let until = axis.point(if ends { end - CORNER.0 } else { end }, track);
                    drawing::path(&[out, until], 0.0)
                }
            },
            end: match ends {
                true => drawing::path(&last, CORNER.0),
                false => String::new(),
            },
            tip: match it.fate {
                Fate::Taken(_) | Fate::Deferred(_) => {
                    drawing::arrow_head(&[before, axis.point(end, reaches)], CORNER.1)
                }
                _ => String::new(),
            },
            cross: match it.fate {
                Fate::Lost => Some(turn),
                Fate::Discarded(_) => Some(before),
                _ => None,
            },
        }
    }
}

impl Called {
    /// What happens with an event.
    fn sentence(&self, it: &Sending) -> String {
        let name = |object: usize| self.names.get(object).map_or(ENVIRONMENT, |it| it);
        let called = |step: usize| self.numbers.get(step).map_or("", |it| it);
        let (event, receiver) = (&it.event, name(it.to));
        let becomes = match it.fate {
            Fate::Waits => "it waits until the end".to_owned(),
            Fate::Lost => format!("it is lost: {receiver} has ended or has no room for it"),
            Fate::Taken(step) => format!("{receiver} takes it at step {}", called(step)),
            Fate::Discarded(step) => format!("{receiver} discards it at step {}", called(step)),
            Fate::Deferred(step) => format!("{receiver} puts it aside at step {}", called(step)),
            Fate::Forgotten(step) => {
                format!("it is forgotten: {receiver} ends at step {}", called(step))
            }
        };
        match it.aside {
            true => format!("{event}, put aside at step {}; {becomes}", called(it.sent)),
            false => format!(
                "{} sends {event} to {receiver} at step {}; {becomes}",
                name(it.from),
                called(it.sent)
            ),
        }
    }
}
