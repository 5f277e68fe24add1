//! The situation after the longest prefix, over all runs that play it.
//!
//! The places of a lifeline are found by asking the engine that answered whether a state of
//! greatest value lies in a region, one region for each place. For a strict scenario the state is
//! the one at the end of the path: a lifeline can be in a place after the prefix exactly if it
//! started the scenario in a place from which a local run leads there.

use super::reason::{Survey, Wait};
use crate::language::LifelineId;
use crate::language::scenario::{Message, Mode};
use crate::network::{
    Component, LocalPlace, LocalRuns, Objective, PlaceSet, ScenarioMessage, Task,
};
use crate::question::messages_of;

pub(super) struct After<'t> {
    task: &'t Task,
    mode: Mode,
    messages: Vec<ScenarioMessage>,
    prefix: usize,
}

impl<'t> After<'t> {
    pub(super) fn new(task: &'t Task, mode: Mode, messages: &[Message], prefix: usize) -> Self {
        Self {
            task,
            mode,
            messages: messages_of(messages),
            prefix,
        }
    }

    fn component(&self, lifeline: LifelineId) -> &'t Component {
        &self.task.network.components[lifeline]
    }

    /// For each lifeline the places in which it can be after the prefix; `None` where they could
    /// not all be found for those who `meet` in the failing message. Of others a place about which
    /// nothing is known counts: it is only told whom somebody waits for there.
    pub(super) fn places(
        &self,
        meet: [LifelineId; 2],
        survey: Survey<'_>,
    ) -> Option<Vec<Vec<LocalPlace>>> {
        let lifelines = 0..self.task.network.components.len();
        let others = lifelines.filter(|it| !meet.contains(it));
        let mut regions = Vec::new();
        let mut asked = Vec::new();
        let mut needed = 0;
        for lifeline in meet.into_iter().chain(others) {
            for (place, starts) in self.starts(lifeline).into_iter().enumerate() {
                if !starts.is_empty() {
                    regions.push(self.region(lifeline, starts));
                    asked.push((lifeline, number(place)));
                    needed += usize::from(meet.contains(&lifeline));
                }
            }
        }
        let met = survey(&regions, needed);
        if met[..needed].contains(&None) {
            return None;
        }
        let mut places = vec![Vec::new(); self.task.network.components.len()];
        for ((lifeline, place), met) in asked.into_iter().zip(met) {
            if met != Some(false) {
                places[lifeline].push(place);
            }
        }
        Some(places)
    }

    /// For each place of a lifeline the places at the end of the path from which it can get there
    /// by the prefix. A loose scenario has no phase of its own: the place itself.
    fn starts(&self, lifeline: LifelineId) -> Vec<PlaceSet> {
        let component = self.component(lifeline);
        let size = component.places.len();
        let runs = LocalRuns::new(lifeline, component, &self.messages);
        let mut starts = vec![PlaceSet::empty(size); size];
        for start in 0..size {
            match self.mode {
                Mode::Loose => {
                    starts[start].insert(start);
                }
                Mode::Strict => {
                    for end in runs.ends(number(start), self.prefix).iter() {
                        starts[end].insert(start);
                    }
                }
            }
        }
        starts
    }

    /// All states that allow the prefix in which one lifeline is in one of these places.
    fn region(&self, lifeline: LifelineId, starts: PlaceSet) -> Vec<PlaceSet> {
        let mut region: Vec<_> = self.task.sizes().into_iter().map(PlaceSet::full).collect();
        if let Objective::Allowed { by_place, .. } = &self.task.objective {
            for (places, allowed) in region.iter_mut().zip(by_place) {
                let mut allowing = PlaceSet::empty(allowed.len());
                for (place, prefixes) in allowed.iter().enumerate() {
                    if prefixes.contains(self.prefix) {
                        allowing.insert(place);
                    }
                }
                *places = allowing;
            }
        }
        region[lifeline].intersect_with(&starts);
        region
    }

    /// Whether a lifeline can send the failing message next: as a whole message set of the
    /// scenario (strict), or among other deliveries (loose).
    pub(super) fn offers(&self, lifeline: LifelineId, place: LocalPlace) -> bool {
        let component = self.component(lifeline);
        let Some(send) = &component.places[usize::from(place)].send else {
            return false;
        };
        match self.mode {
            Mode::Loose => send.effects.contains(&self.messages[self.prefix].symbol),
            Mode::Strict => LocalRuns::new(lifeline, component, &self.messages)
                .sends_next(self.prefix, &send.effects),
        }
    }

    /// Whether a lifeline can receive a symbol in a place.
    pub(super) fn takes(&self, lifeline: LifelineId, place: LocalPlace, symbol: usize) -> bool {
        let row = &self.component(lifeline).places[usize::from(place)];
        row.receive.iter().any(|&(taken, _)| taken == symbol)
    }

    /// What a lifeline waits for in each place that it cannot leave on its own.
    pub(super) fn waits(&self, lifeline: LifelineId, places: &[Vec<LocalPlace>]) -> Vec<Wait> {
        let mut waits = Vec::new();
        for &place in &places[lifeline] {
            let row = &self.component(lifeline).places[usize::from(place)];
            if !row.silent.is_empty() {
                continue;
            }
            let sends: Vec<_> = row
                .send
                .iter()
                .flat_map(|send| send.effects.clone())
                .collect();
            let mut takes: Vec<_> = row.receive.iter().map(|&(symbol, _)| symbol).collect();
            takes.sort_unstable();
            takes.dedup();
            waits.push(Wait {
                lifeline,
                place,
                partners: self.partners(lifeline, &sends, &takes, places),
                sends,
                takes,
            });
        }
        waits
    }

    /// Who could take one of these or send one of those: in a place that is possible after the
    /// prefix where there is one, else in any place.
    fn partners(
        &self,
        lifeline: LifelineId,
        sends: &[usize],
        takes: &[usize],
        places: &[Vec<LocalPlace>],
    ) -> Vec<(LifelineId, LocalPlace)> {
        let mut anywhere = Vec::new();
        for (other, component) in self.task.network.components.iter().enumerate() {
            for (place, row) in component.places.iter().enumerate() {
                let receives = row.receive.iter().any(|(symbol, _)| sends.contains(symbol));
                let mut offered = row.send.iter().flat_map(|send| &send.effects);
                if other != lifeline && (receives || offered.any(|symbol| takes.contains(symbol))) {
                    anywhere.push((other, number(place)));
                }
            }
        }
        let mut possible = anywhere.clone();
        possible.retain(|(other, place)| places[*other].contains(place));
        if possible.is_empty() {
            anywhere
        } else {
            possible
        }
    }
}

fn number(place: usize) -> LocalPlace {
    LocalPlace::try_from(place).expect("the language limits places to 2^16")
}
