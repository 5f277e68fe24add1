//! The event chart: a lifeline for each object and one for what comes from outside; a call is an arrow that leaves one
//! lifeline, waits at the other as a chip, and ends where it is dispatched. Where time passes a ruler says how much.
//!
//! One row for each step. Chips stand on the side that their event comes from, one lane for each event that waits at the same
//! time, all of them outside of the boxes that say where the object is. O(steps · objects + events · waiting).

mod messages;
#[cfg(test)]
mod tests;

pub use messages::{ENVIRONMENT, Fate, Messages, Sending, messages};

use super::text::{MESSAGE, PILL, ellipsize, width};
use crate::view::{EMPTY, ObjectView, SystemStepView, step_numbers};

/// Height of the heads.
pub const HEAD: f64 = 40.0;
/// Height of a step, and of one at which time passes.
pub const ROW: (f64, f64) = (46.0, 30.0);
/// Height of a chip.
pub const CHIP: f64 = 18.0;
/// Height of a box that says where an object is.
pub const PLACE: f64 = 18.0;
/// From the top of a row to its arrows, and to its boxes.
const INSET: (f64, f64) = (13.0, 24.0);
/// Width of the column with numbers of steps, and of the ruler of time.
const NUMBERS: (f64, f64) = (38.0, 46.0);
/// From an event to the next that is sent at the same step, so that their chips do not cover each other.
const SLOT: f64 = 21.0;
/// Between two lanes.
const LANE: f64 = 14.0;
/// Widest texts of chips and boxes.
const WIDEST: f64 = 130.0;
/// Between what belongs to two lifelines.
const GAP: f64 = 26.0;
/// Steps that are drawn at most.
pub const MOST: usize = 1_000;

/// The chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventChart {
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole, without the heads.
    pub height: f64,
    /// The lifelines.
    pub lifelines: Vec<Lifeline>,
    /// The steps.
    pub rows: Vec<Row>,
    /// The events.
    pub arrows: Vec<Arrow>,
    /// Where objects come to be.
    pub places: Vec<Place>,
    /// Where the ruler of time stands, where time passes.
    pub ruler: Option<f64>,
}

/// A lifeline.
#[derive(Clone, Debug, PartialEq)]
pub struct Lifeline {
    /// The name as it is shown.
    pub name: String,
    /// The name of the statechart; empty of what comes from outside.
    pub chart: String,
    /// The object; `None` of what comes from outside.
    pub object: Option<usize>,
    /// Its middle.
    pub x: f64,
    /// Width of the head.
    pub width: f64,
}

/// A step.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// What it is called.
    pub number: String,
    /// Its upper edge.
    pub y: f64,
    /// Its height.
    pub height: f64,
    /// Where its arrows are.
    pub line: f64,
    /// The lifeline that acts.
    pub actor: Option<usize>,
    /// How much time passes, and how much has passed then.
    pub time: Option<(u64, u64)>,
}

/// An event: where it goes and waits.
#[derive(Clone, Debug, PartialEq)]
pub struct Arrow {
    /// The event as it is shown, and the whole of it.
    pub text: String,
    /// What happens with it, in one sentence.
    pub sentence: String,
    /// The step at which it is sent.
    pub sent: usize,
    /// What becomes of it.
    pub fate: Fate,
    /// Whether it was put aside: then nothing leads to its chip.
    pub aside: bool,
    /// From the lifeline that sends it to its chip; empty where it was put aside.
    pub shaft: String,
    /// Left edge, upper edge and width of the chip.
    pub chip: (f64, f64, f64),
    /// From the chip down to where it stops waiting; empty where that is at once.
    pub wait: String,
    /// From there to the lifeline, a bar where it is forgotten; empty while it waits.
    pub end: String,
    /// The point of the arrow, and whether it points to the right.
    pub point: Option<(f64, f64, bool)>,
}

/// A box on a lifeline that says where the object is from there on.
#[derive(Clone, Debug, PartialEq)]
pub struct Place {
    /// The step.
    pub row: usize,
    /// The object.
    pub object: usize,
    /// Where it is, as it is shown.
    pub text: String,
    /// All of it.
    pub whole: String,
    /// Left edge, upper edge and width.
    pub rect: (f64, f64, f64),
}

/// Places a run of the objects.
#[must_use]
pub fn event_chart(objects: &[ObjectView], run: &[SystemStepView]) -> EventChart {
    let run = &run[..run.len().min(MOST)];
    let names: Vec<_> = objects.iter().map(|it| it.name.clone()).collect();
    let outside = objects.len();
    let told = messages(&names, run);
    let is_outside = |it: &SystemStepView| it.relation.as_deref() == Some(ENVIRONMENT);
    let acts = told.all.iter().any(|it| it.from == outside) || run.iter().any(is_outside);
    // What comes from outside stands first.
    let order = acts.then_some(outside).into_iter().chain(0..objects.len());
    let order: Vec<_> = order.collect();
    let mut drafter = Drafter {
        objects,
        run,
        told: &told,
        slots: slots(&told),
        column: vec![0; objects.len() + 1],
        inner: vec![0.0; order.len()],
        chart: EventChart::default(),
    };
    for (column, &it) in order.iter().enumerate() {
        drafter.column[it] = column;
    }
    drafter.rows();
    drafter.lifelines(&order);
    drafter.places();
    drafter.arrows();
    drafter.chart
}

struct Drafter<'a> {
    objects: &'a [ObjectView],
    run: &'a [SystemStepView],
    told: &'a Messages,
    /// For each event its number among those that are sent at the same step.
    slots: Vec<usize>,
    /// For each name its column.
    column: Vec<usize>,
    /// For each column how far boxes reach from its middle.
    inner: Vec<f64>,
    chart: EventChart,
}

impl Drafter<'_> {
    fn rows(&mut self) {
        let (mut y, mut time) = (0.0, 0);
        let numbers = step_numbers(self.run).into_iter();
        for (step, (entry, number)) in self.run.iter().zip(numbers).enumerate() {
            let passed = self.told.passed.get(step).copied().unwrap_or(0);
            time += passed;
            let sent = self.told.all.iter().zip(&self.slots);
            let slots = sent.filter(|it| it.0.sent == step).map(|it| *it.1);
            let height = match passed {
                0 => ROW.0 + below(slots.max().unwrap_or(0)),
                _ => ROW.1,
            };
            self.chart.rows.push(Row {
                number,
                y,
                height,
                line: if passed > 0 {
                    y + height / 2.0
                } else {
                    y + INSET.0
                },
                actor: None,
                time: (passed > 0).then_some((passed, time)),
            });
            let relation = entry.relation.as_deref();
            let own = |it: &ObjectView| Some(&*it.name) == relation;
            let object = self.objects.iter().position(own);
            let actor = match relation {
                Some(ENVIRONMENT) => Some(self.objects.len()),
                _ => object,
            };
            self.chart.rows[step].actor = actor.map(|it| self.column[it]);
            y += height;
        }
        self.chart.height = y + 12.0;
        self.chart.ruler = (time > 0).then_some(NUMBERS.0 + NUMBERS.1 - 8.0);
    }

    /// Places the lifelines so that what stands beside them has room.
    fn lifelines(&mut self, order: &[usize]) {
        for (object, it) in self.objects.iter().enumerate() {
            let column = self.column[object];
            for step in 0..self.run.len() {
                if let Some(text) = self.place(it, step) {
                    let half = shown(&text, PILL).1 / 2.0;
                    self.inner[column] = self.inner[column].max(half);
                }
            }
        }
        // How far chips reach to either side.
        let mut reach: Vec<[f64; 2]> = Vec::new();
        for (column, _) in order.iter().enumerate() {
            reach.push([self.inner[column].max(10.0); 2]);
        }
        for it in &self.told.all {
            let (to, side) = (self.column[it.to], self.side(it));
            let far = self.lane(to, it.lane) + shown(&it.event, PILL).1;
            reach[to][side] = reach[to][side].max(far);
        }
        let mut x = NUMBERS.0
            + if self.chart.ruler.is_some() {
                NUMBERS.1
            } else {
                0.0
            };
        for (column, &it) in order.iter().enumerate() {
            let object = self.objects.get(it);
            let name = object.map_or(ENVIRONMENT, |it| &it.name);
            let chart = object.map_or("", |it| &it.chart_name);
            let head = width(name, MESSAGE).max(width(chart, PILL)) + 24.0;
            let [left, right] = reach[column].map(|it| it.max(head / 2.0));
            let middle = (x + left + GAP / 2.0).round();
            self.chart.lifelines.push(Lifeline {
                name: name.to_owned(),
                chart: chart.to_owned(),
                object: object.map(|_| it),
                x: middle,
                width: head,
            });
            x = middle + right + GAP / 2.0;
        }
        self.chart.width = (x + 8.0).ceil();
    }

    /// The side of the receiver at which an event waits: 0 is left.
    fn side(&self, it: &Sending) -> usize {
        usize::from(self.column[it.from] >= self.column[it.to])
    }

    /// How far a lane is from its lifeline.
    fn lane(&self, column: usize, lane: usize) -> f64 {
        // A queue holds some hundreds at most.
        #[allow(clippy::cast_precision_loss)]
        let lanes = lane as f64;
        self.inner[column] + 16.0 + LANE * lanes
    }

    /// Where an object is after a step, if that is elsewhere than before: the innermost states that it has entered.
    fn place(&self, object: &ObjectView, step: usize) -> Option<String> {
        let entry = &self.run[step];
        let at = |region: usize| entry.state.get(object.regions[region].entry);
        let moved = |region: usize| {
            let own = object.regions[region].entry;
            at(region).is_some_and(|it| !it.starts_with(EMPTY)) && entry.changed.contains(&own)
        };
        let holds = |region: usize| {
            let inner = object
                .regions
                .iter()
                .enumerate()
                .filter(|(it, _)| moved(*it));
            inner.into_iter().any(|(_, it)| {
                it.around
                    .as_ref()
                    .is_some_and(|(own, state)| *own == region && Some(state) == at(region))
            })
        };
        let all = (0..object.regions.len()).filter(|&it| moved(it) && !holds(it));
        let all: Vec<_> = all.filter_map(at).map(String::as_str).collect();
        (!all.is_empty()).then(|| all.join(", "))
    }

    fn places(&mut self) {
        for (object, it) in self.objects.iter().enumerate() {
            let x = self.chart.lifelines[self.column[object]].x;
            for step in 0..self.run.len() {
                let Some(whole) = self.place(it, step) else {
                    continue;
                };
                let (text, wide) = shown(&whole, PILL);
                let row = &self.chart.rows[step];
                let y = row.y + INSET.1 + (row.height - ROW.0).max(0.0);
                self.chart.places.push(Place {
                    row: step,
                    object,
                    text,
                    whole: format!("{} is in {whole}", it.name),
                    rect: (x - wide / 2.0, y, wide),
                });
            }
        }
    }

    fn arrows(&mut self) {
        let all = self.told.all.iter().zip(&self.slots);
        let arrows: Vec<_> = all.map(|(it, &slot)| self.arrow(it, slot)).collect();
        self.chart.arrows = arrows;
    }

    fn arrow(&self, it: &Sending, slot: usize) -> Arrow {
        let (from, to) = (self.column[it.from], self.column[it.to]);
        let (side, x) = (self.side(it), self.chart.lifelines[to].x);
        let out = if side == 0 { -1.0 } else { 1.0 };
        let (text, wide) = shown(&it.event, PILL);
        let stem = x + out * self.lane(to, it.lane);
        let top = self.chart.rows[it.sent].line + below(slot);
        // The chip stands outside of its stem.
        let left = if side == 0 { stem - wide } else { stem };
        let edge = if side == 0 { left } else { left + wide };
        let begin = self.chart.lifelines[from].x;
        let shaft = match (it.aside, from == to) {
            (true, _) => String::new(),
            // To itself: out to the chip, from the lifeline.
            (false, true) => format!("M{begin:.1} {top:.1}H{stem:.1}"),
            (false, false) => format!("M{begin:.1} {top:.1}H{edge:.1}"),
        };
        let half = CHIP / 2.0;
        let bottom = match it.end() {
            Some(step) => self.chart.rows[step].line,
            None => self.chart.height,
        };
        let waits = it.fate != Fate::Lost && bottom > top;
        let ends = waits && it.end().is_some();
        let (name, receiver) = (&it.event, &self.chart.lifelines[to].name);
        let called = |step: usize| &*self.chart.rows[step].number;
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
        let sentence = match it.aside {
            true => format!("{name}, put aside at step {}; {becomes}", called(it.sent)),
            false => {
                let sender = &self.chart.lifelines[from].name;
                format!(
                    "{sender} sends {name} to {receiver} at step {}; {becomes}",
                    called(it.sent)
                )
            }
        };
        Arrow {
            text,
            sentence,
            sent: it.sent,
            fate: it.fate,
            aside: it.aside,
            shaft,
            chip: (left, top - half, wide),
            wait: match waits {
                true => format!("M{stem:.1} {:.1}V{bottom:.1}", top + half),
                false => String::new(),
            },
            end: match (ends, it.fate) {
                (false, _) => String::new(),
                // It leads nowhere.
                (true, Fate::Forgotten(_)) => {
                    format!("M{:.1} {bottom:.1}H{:.1}", stem - 5.0, stem + 5.0)
                }
                (true, _) => format!("M{stem:.1} {bottom:.1}H{:.1}", x + out * 7.0),
            },
            point: (ends && !matches!(it.fate, Fate::Forgotten(_))).then_some((
                x + out * 5.0,
                bottom,
                side == 0,
            )),
        }
    }
}

/// How far below the line of its step an event stands.
fn below(slot: usize) -> f64 {
    // A step sends some hundreds at most.
    #[allow(clippy::cast_precision_loss)]
    let slots = slot as f64;
    slots * SLOT
}

/// For each event its number among those that are sent at the same step.
fn slots(told: &Messages) -> Vec<usize> {
    let mut slots: Vec<usize> = Vec::with_capacity(told.all.len());
    for (number, it) in told.all.iter().enumerate() {
        let same = told.all[..number].iter().zip(&slots).rev();
        let before = same.take_while(|other| other.0.sent == it.sent);
        slots.push(before.map(|it| it.1 + 1).next().unwrap_or(0));
    }
    slots
}

/// A text as it is shown, and how wide its chip is.
fn shown(text: &str, size: f64) -> (String, f64) {
    let text = ellipsize(text, size, WIDEST);
    let wide = (width(&text, size) + 14.0).round();
    (text, wide)
}
