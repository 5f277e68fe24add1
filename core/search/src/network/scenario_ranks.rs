//! What one lifeline can play of a strict scenario on its own.
//!
//! Between the messages of a strict scenario only ε-moves happen, and the order of the messages is
//! fixed. So whether a scenario runs from a global state splits into one question per lifeline:
//! can it serve its own messages, in order, from its own place? Here these questions are answered,
//! for every place at once.
//!
//! A message set of n messages stands for n consecutive messages of the scenario (decision 2). A
//! prefix may not end inside one, so a lifeline allows a *set* of prefixes, not a longest one.

use super::{Component, LocalMoves, LocalPlace, PlaceSet};

/// A message of a scenario between components.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ScenarioMessage {
    /// The sending component.
    pub from: usize,
    /// The receiving component.
    pub to: usize,
    /// The symbol.
    pub symbol: usize,
}

/// What one component can play of a scenario.
#[derive(Clone, Debug)]
pub struct LocalRuns<'n> {
    index: usize,
    component: &'n Component,
    messages: &'n [ScenarioMessage],
    /// The messages in which the component takes part, as indices into `messages`.
    own: Vec<usize>,
}

/// A point of a local run: the place, and how many of the component's own messages are played.
type Point = (LocalPlace, usize);

/// One half-step of a local run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LocalStep {
    /// The first message (index in the scenario) in which the step takes part; `None` for ε.
    pub message: Option<usize>,
    /// How many messages of the scenario it plays: 0 for ε, the size of the message set for the
    /// sender, 1 for a receiver.
    pub count: usize,
    /// The place afterwards.
    pub to: LocalPlace,
}

impl<'n> LocalRuns<'n> {
    /// The runs of the component with a number in its network.
    #[must_use]
    pub fn new(index: usize, component: &'n Component, messages: &'n [ScenarioMessage]) -> Self {
        let own = (0..messages.len())
            .filter(|&m| messages[m].from == index || messages[m].to == index)
            .collect();
        Self {
            index,
            component,
            messages,
            own,
        }
    }

    /// The half-steps from a point, each with the point after it, in a fixed order.
    fn steps(&self, (place, played): Point) -> Vec<(LocalStep, Point)> {
        let row = &self.component.places[usize::from(place)];
        let mut steps: Vec<_> = row
            .silent
            .iter()
            .map(|&to| {
                (
                    LocalStep {
                        message: None,
                        count: 0,
                        to,
                    },
                    (to, played),
                )
            })
            .collect();
        let next = self.own.get(played).copied();
        self.played_next(usize::from(place), played, |to, count| {
            let step = LocalStep {
                message: next,
                count,
                to,
            };
            steps.push((step, (to, played + count)));
        });
        steps
    }

    /// The half-steps from a place that play the next own message: the place afterwards and how
    /// many messages of the scenario it plays.
    #[inline]
    fn played_next(&self, place: usize, played: usize, mut tell: impl FnMut(LocalPlace, usize)) {
        if let Some(&next) = self.own.get(played) {
            self.plays(&self.component.places[place], next, &mut tell);
        }
    }

    /// The same from every place, which comes first.
    #[inline]
    fn each_next(&self, played: usize, mut tell: impl FnMut(usize, LocalPlace, usize)) {
        if let Some(&next) = self.own.get(played) {
            for (place, row) in self.component.places.iter().enumerate() {
                self.plays(row, next, &mut |to, count| tell(place, to, count));
            }
        }
    }

    #[inline]
    fn plays(&self, row: &LocalMoves, next: usize, tell: &mut impl FnMut(LocalPlace, usize)) {
        let message = self.messages[next];
        if message.to == self.index {
            for &(symbol, to) in &row.receive {
                if symbol == message.symbol {
                    tell(to, 1);
                }
            }
        } else if let Some(send) = &row.send
            && self.sends_next(next, &send.effects)
        {
            tell(send.to, send.effects.len());
        }
    }

    /// Whether the messages from `first` on are exactly one message set with these effects: all
    /// from this component, to pairwise different receivers, in any order.
    #[must_use]
    #[inline]
    pub fn sends_next(&self, first: usize, effects: &[usize]) -> bool {
        let Some(next) = self.messages.get(first..first + effects.len()) else {
            return false;
        };
        next.iter().all(|m| m.from == self.index)
            && effects
                .iter()
                .all(|&effect| next.iter().filter(|m| m.symbol == effect).count() == 1)
            && (0..next.len()).all(|i| (0..i).all(|j| next[i].to != next[j].to))
    }

    /// Every point that can be reached from a place at the start of the scenario.
    fn points(&self, from: LocalPlace) -> Vec<Point> {
        self.points_from(vec![(from, 0)])
    }

    /// Every point that can be reached from one of these, themselves included.
    fn points_from(&self, mut points: Vec<Point>) -> Vec<Point> {
        let width = self.own.len() + 1;
        let mut seen = PlaceSet::empty(self.component.places.len() * width);
        for &(place, played) in &points {
            seen.insert(usize::from(place) * width + played);
        }
        let mut next = 0;
        while let Some(&point) = points.get(next) {
            next += 1;
            for (_, (place, played)) in self.steps(point) {
                if seen.insert(usize::from(place) * width + played) {
                    points.push((place, played));
                }
            }
        }
        points
    }

    /// For each place the prefixes that the component allows from it: with prefix j it has played
    /// exactly its own messages among the first j, and stands between two message sets.
    ///
    /// One backward pass: with all own messages played, a place allows what is left of the
    /// scenario; with fewer, what its half-steps lead to, and what lies before its next message.
    /// O(own messages · moves · messages / 64), times the longest ε-chain.
    #[must_use]
    pub fn prefixes(&self) -> Vec<PlaceSet> {
        let places = self.component.places.len();
        let width = (self.messages.len() + 1).div_ceil(64);
        let sends = self.component.places.iter();
        let sends = sends.filter_map(|it| it.send.as_ref());
        let largest = sends.map(|it| it.effects.len()).max().unwrap_or(1).max(1);
        // One list for all layers, so that a small question takes memory once; no half-step plays more than the largest
        // message set, so a layer further than that is not asked again and its room is taken by another.
        let size = places * width;
        let kept = largest.min(self.own.len()) + 1;
        let mut layers = vec![0_u64; kept * size];
        for played in (0..=self.own.len()).rev() {
            let here = played % kept * size;
            layers[here..here + width].fill(0);
            for prefix in self.span(played) {
                layers[here + prefix / 64] |= 1 << (prefix % 64);
            }
            for place in 1..places {
                layers.copy_within(here..here + width, here + place * width);
            }
            self.each_next(played, |place, to, count| {
                let row = here + place * width;
                let further = (played + count) % kept * size + usize::from(to) * width;
                for word in 0..width {
                    let allowed = layers[further + word];
                    layers[row + word] |= allowed;
                }
            });
            self.close_under_silence(&mut layers[here..here + size], width);
        }
        let first = layers[..size].chunks_exact(width);
        first.map(PlaceSet::from_words).collect()
    }

    /// Hands on what ε-moves lead to, until nothing is new: rows of so many words, one for each place.
    #[inline]
    fn close_under_silence(&self, layer: &mut [u64], width: usize) {
        let mut is_open = true;
        while is_open {
            is_open = false;
            for (place, row) in self.component.places.iter().enumerate() {
                for &to in &row.silent {
                    for word in 0..width {
                        let further = layer[usize::from(to) * width + word];
                        let here = &mut layer[place * width + word];
                        is_open |= further & !*here != 0;
                        *here |= further;
                    }
                }
            }
        }
    }

    /// Whether the component can play its part of all messages from a place, its part of the first
    /// message of the scenario at once, without any ε-move before. For single effects only.
    #[must_use]
    pub fn plays_at_once(&self, from: LocalPlace) -> bool {
        let start = (from, 0);
        let starts = if self.own.first() == Some(&0) {
            let steps = self.steps(start).into_iter();
            let first = steps.filter(|(step, _)| step.message == Some(0));
            first.map(|(_, point)| point).collect()
        } else {
            vec![start]
        };
        let mut points = self.points_from(starts).into_iter();
        points.any(|(_, played)| played == self.own.len())
    }

    /// The prefixes in which exactly `played` of the component's own messages stand.
    #[inline]
    fn span(&self, played: usize) -> std::ops::RangeInclusive<usize> {
        let first = played.checked_sub(1).map_or(0, |last| self.own[last] + 1);
        let last = self.own.get(played).copied().unwrap_or(self.messages.len());
        first..=last
    }

    /// The places in which the component can be after a prefix played from a place, ε-moves
    /// before and after included.
    #[must_use]
    pub fn ends(&self, from: LocalPlace, prefix: usize) -> PlaceSet {
        let mut ends = PlaceSet::empty(self.component.places.len());
        for (place, played) in self.points(from) {
            if self.span(played).contains(&prefix) {
                ends.insert(usize::from(place));
            }
        }
        ends
    }

    /// A shortest local run from a place that plays a prefix, or `None` where there is none.
    /// Among shortest runs the first in the fixed order of moves.
    #[must_use]
    pub fn run(&self, from: LocalPlace, prefix: usize) -> Option<Vec<LocalStep>> {
        let played = self.own.partition_point(|&message| message < prefix);
        let width = self.own.len() + 1;
        let mut seen = PlaceSet::empty(self.component.places.len() * width);
        seen.insert(usize::from(from) * width);
        let mut points: Vec<(Point, Option<(usize, LocalStep)>)> = vec![((from, 0), None)];
        let mut next = 0;
        while let Some(&(point, _)) = points.get(next) {
            if point.1 == played {
                return Some(Self::path(&points, next));
            }
            for (step, after) in self.steps(point) {
                let key = usize::from(after.0) * width + after.1;
                if after.1 <= played && seen.insert(key) {
                    points.push((after, Some((next, step))));
                }
            }
            next += 1;
        }
        None
    }

    fn path(points: &[(Point, Option<(usize, LocalStep)>)], mut at: usize) -> Vec<LocalStep> {
        let mut steps = Vec::new();
        while let Some((before, step)) = points[at].1 {
            steps.push(step);
            at = before;
        }
        steps.reverse();
        steps
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::compile;
    use crate::sample::messages_of;
    use lockstep_core::generate::{Random, Shape, model};

    #[test]
    fn a_prefix_is_allowed_exactly_where_a_run_plays_it() {
        let (mut allowed, mut refused) = (0, 0);
        for seed in 0..300 {
            let model = model(&Shape::default(), &mut Random::new(seed));
            let scenario = &model.scenarios[0];
            let network = compile(&model, &scenario.lifelines, &[]);
            let messages = messages_of(&model, 0);
            for (index, component) in network.components.iter().enumerate() {
                let runs = LocalRuns::new(index, component, &messages);
                for (place, prefixes) in runs.prefixes().iter().enumerate() {
                    for prefix in 0..=messages.len() {
                        let run = runs.run(place as LocalPlace, prefix);
                        assert_eq!(prefixes.contains(prefix), run.is_some(), "seed {seed}");
                        *(if run.is_some() {
                            &mut allowed
                        } else {
                            &mut refused
                        }) += 1;
                    }
                }
            }
        }
        assert!(allowed > 1000 && refused > 1000, "{allowed}, {refused}");
    }
}
