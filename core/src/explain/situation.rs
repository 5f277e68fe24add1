//! The situation after the longest prefix, over all runs that play it.
//!
//! The places of a lifeline are found by asking the engine that answered whether a state of
//! greatest value lies in a region, one region for each place. For a strict scenario the state is
//! the one at the end of the path: a lifeline can be in a place after the prefix exactly if it
//! started the scenario in a place from which a local run leads there. What others do does not
//! matter to that, so for a strict scenario the places from which there is any such run bound what
//! is possible at every length, however short the runs were that the engine looked at.

use super::reason::{Survey, Wait};
use crate::language::LifelineId;
use crate::language::machines::MachineId;
use crate::language::machines::scenario::Scenario;
use crate::language::questions::Mode;
use crate::network::{
    Component, LocalMoves, LocalPlace, LocalRuns, Objective, PlaceSet, ScenarioMessage, Task,
};
use crate::question::messages_of;

pub(super) struct Situation<'t> {
    task: &'t Task,
    pub(super) mode: Mode,
    pub(super) messages: Vec<ScenarioMessage>,
    pub(super) prefix: usize,
    machines: Vec<MachineId>,
    /// For each lifeline and place the places at the end of the path from which it can get there by
    /// the prefix. A loose scenario has no phase of its own: the place itself.
    starts: Vec<Vec<PlaceSet>>,
}

/// Where each lifeline can be after the prefix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Whereabouts {
    /// Some run leads there.
    pub(super) surely: Vec<PlaceSet>,
    /// No run leads anywhere else.
    pub(super) perhaps: Vec<PlaceSet>,
}

impl Whereabouts {
    /// The places of a lifeline, where they are all known.
    pub(super) fn exactly(&self, lifeline: LifelineId) -> Option<Vec<LocalPlace>> {
        let (surely, perhaps) = (&self.surely[lifeline], &self.perhaps[lifeline]);
        (surely == perhaps).then(|| surely.iter().map(number).collect())
    }

    /// The places that nothing rules out.
    pub(super) fn possible(&self, lifeline: LifelineId) -> Vec<LocalPlace> {
        self.perhaps[lifeline].iter().map(number).collect()
    }
}

impl<'t> Situation<'t> {
    pub(super) fn new(task: &'t Task, mode: Mode, scenario: &Scenario, prefix: usize) -> Self {
        let messages = messages_of(&scenario.messages);
        let components = task.network.components.iter().enumerate();
        let starts = components.map(|(lifeline, component)| {
            let runs = LocalRuns::new(lifeline, component, &messages);
            let size = component.places.len();
            let mut starts = vec![PlaceSet::empty(size); size];
            for start in 0..size {
                match mode {
                    Mode::Loose => {
                        starts[start].insert(start);
                    }
                    Mode::Strict => {
                        for end in runs.ends(number(start), prefix).iter() {
                            starts[end].insert(start);
                        }
                    }
                }
            }
            starts
        });
        Self {
            starts: starts.collect(),
            machines: scenario.lifelines.iter().map(|it| it.machine).collect(),
            task,
            mode,
            messages,
            prefix,
        }
    }

    pub(super) fn lifelines(&self) -> std::ops::Range<LifelineId> {
        0..self.task.network.components.len()
    }

    pub(super) fn machine(&self, lifeline: LifelineId) -> MachineId {
        self.machines[lifeline]
    }

    pub(super) fn component(&self, lifeline: LifelineId) -> &'t Component {
        &self.task.network.components[lifeline]
    }

    pub(super) fn row(&self, lifeline: LifelineId, place: LocalPlace) -> &'t LocalMoves {
        &self.component(lifeline).places[usize::from(place)]
    }

    /// What local runs leave possible, at every length; nothing is sure.
    pub(super) fn anywhere(&self) -> Whereabouts {
        let empty = |starts: &Vec<PlaceSet>| PlaceSet::empty(starts.len());
        let surely: Vec<_> = self.starts.iter().map(empty).collect();
        let mut perhaps = surely.clone();
        for (places, starts) in perhaps.iter_mut().zip(&self.starts) {
            for (place, starts) in starts.iter().enumerate() {
                if !starts.is_empty() {
                    places.insert(place);
                }
            }
        }
        Whereabouts { surely, perhaps }
    }

    /// Where each lifeline can be within the bound, as far as the engine can say; those who `meet`
    /// in the failing message matter most.
    pub(super) fn surveyed(&self, meet: [LifelineId; 2], survey: Survey<'_>) -> Whereabouts {
        let mut found = self.anywhere();
        let others = self.lifelines().filter(|it| !meet.contains(it));
        let mut regions = Vec::new();
        let mut asked = Vec::new();
        let mut needed = 0;
        for lifeline in meet.into_iter().chain(others) {
            for place in found.perhaps[lifeline].iter() {
                let mut only = PlaceSet::empty(self.component(lifeline).places.len());
                only.insert(place);
                regions.push(self.region(&[(lifeline, &only)]));
                asked.push((lifeline, place));
                needed += usize::from(meet.contains(&lifeline));
            }
        }
        for ((lifeline, place), met) in asked.into_iter().zip(survey(&regions, needed)) {
            match met {
                Some(true) => {
                    found.surely[lifeline].insert(place);
                }
                Some(false) => found.perhaps[lifeline].remove(place),
                None => {}
            }
        }
        found
    }

    /// All states that allow the prefix and after which lifelines can be in these places.
    pub(super) fn region(&self, after: &[(LifelineId, &PlaceSet)]) -> Vec<PlaceSet> {
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
        for &(lifeline, places) in after {
            let mut starts = PlaceSet::empty(self.component(lifeline).places.len());
            for place in places.iter() {
                starts.union_with(&self.starts[lifeline][place]);
            }
            region[lifeline].intersect_with(&starts);
        }
        region
    }

    /// The effects that are pending in a place.
    pub(super) fn pending(&self, lifeline: LifelineId, place: LocalPlace) -> &'t [usize] {
        let send = self.row(lifeline, place).send.as_ref();
        send.map_or(&[], |send| &send.effects)
    }

    /// Whether a lifeline can send the failing message next: as a whole message set of the
    /// scenario (strict), or among other deliveries (loose).
    pub(super) fn offers(&self, lifeline: LifelineId, place: LocalPlace) -> bool {
        let effects = self.pending(lifeline, place);
        match self.mode {
            _ if effects.is_empty() => false,
            Mode::Loose => effects.contains(&self.messages[self.prefix].symbol),
            Mode::Strict => LocalRuns::new(lifeline, self.component(lifeline), &self.messages)
                .sends_next(self.prefix, effects),
        }
    }

    /// Whether a lifeline can receive a symbol in a place.
    pub(super) fn takes(&self, lifeline: LifelineId, place: LocalPlace, symbol: usize) -> bool {
        let mut receive = self.row(lifeline, place).receive.iter();
        receive.any(|&(taken, _)| taken == symbol)
    }

    /// The symbols that can be received in a place, each once.
    pub(super) fn taken(&self, lifeline: LifelineId, place: LocalPlace) -> Vec<usize> {
        let receive = self.row(lifeline, place).receive.iter();
        let mut taken: Vec<_> = receive.map(|&(symbol, _)| symbol).collect();
        taken.sort_unstable();
        taken.dedup();
        taken
    }

    /// What a lifeline waits for in each place that it cannot leave on its own.
    pub(super) fn waits(&self, lifeline: LifelineId, found: &Whereabouts) -> Vec<Wait> {
        let places = found.possible(lifeline).into_iter();
        let at_rest = places.filter(|&place| self.row(lifeline, place).silent.is_empty());
        let wait = |place| {
            let sends = self.pending(lifeline, place).to_vec();
            let takes = self.taken(lifeline, place);
            let anywhere = self.partners(lifeline, &sends, &takes);
            let among = |places: &[PlaceSet]| {
                let all = anywhere.iter().copied();
                let some = all.filter(|&(other, place)| places[other].contains(place.into()));
                some.collect::<Vec<_>>()
            };
            let possible = among(&found.perhaps);
            Wait {
                lifeline,
                place,
                sends,
                takes,
                partners: among(&found.surely),
                candidates: if possible.is_empty() {
                    anywhere
                } else {
                    possible
                },
            }
        };
        at_rest.map(wait).collect()
    }

    /// Who could take one of these or send one of those, in any place.
    fn partners(
        &self,
        lifeline: LifelineId,
        sends: &[usize],
        takes: &[usize],
    ) -> Vec<(LifelineId, LocalPlace)> {
        let mut partners = Vec::new();
        for (other, component) in self.task.network.components.iter().enumerate() {
            for (place, row) in component.places.iter().enumerate() {
                let receives = row.receive.iter().any(|(symbol, _)| sends.contains(symbol));
                let mut offered = row.send.iter().flat_map(|send| &send.effects);
                if other != lifeline && (receives || offered.any(|symbol| takes.contains(symbol))) {
                    partners.push((other, number(place)));
                }
            }
        }
        partners
    }
}

pub(super) fn number(place: usize) -> LocalPlace {
    LocalPlace::try_from(place).expect("the language limits places to 2^16")
}
