//! Relaxed reachability: the earliest step at which a place could be occupied if nothing were ever
//! used up, as in planning.
//!
//! A move becomes possible once its place and a partner for each of its symbols are; a place stays
//! possible for ever. So every real path reaches a place no earlier, and a place that is never
//! possible here is unreachable.

use super::{LocalMoves, LocalPlace, Network, Objective};

/// A place that is never possible.
pub const NEVER: u32 = u32::MAX;

/// For each component and place a lower bound on the transactions after which it can be occupied;
/// [`NEVER`] where it cannot be at all.
///
/// O(moves · effects): a move is looked at when its place becomes possible, and again when somebody can
/// first do the part of a partner that it waited for.
#[must_use]
pub fn earliest(network: &Network) -> Vec<Vec<u32>> {
    let steps = network.components.iter();
    let mut front = Front {
        network,
        steps: steps.map(|it| vec![NEVER; it.places.len()]).collect(),
        step: 0,
        reached: Vec::new(),
        senders: Offers::default(),
        receivers: Offers::default(),
    };
    for (index, &start) in network.start.iter().enumerate() {
        front.steps[index][usize::from(start)] = 0;
        front.reached.push((index, start));
    }
    while !front.reached.is_empty() {
        front.go_on();
    }
    front.steps
}

/// A number of transactions below which no value of at least this is possible, for every component
/// must be in time for it; 0 for objectives that are not met place by place, [`NEVER`] where some
/// component cannot get there at all.
#[must_use]
pub fn soonest(objective: &Objective, earliest: &[Vec<u32>], value: u32) -> u32 {
    let Objective::Allowed { by_place, .. } = objective else {
        return 0;
    };
    let steps = by_place.iter().zip(earliest).map(|(places, steps)| {
        let rows = places.iter().zip(steps);
        let allowing = rows.filter(|(allowed, _)| allowed.last() >= Some(value as usize));
        allowing.map(|(_, &step)| step).min().unwrap_or(NEVER)
    });
    steps.max().unwrap_or(0)
}

/// The places that have become possible, step by step.
struct Front<'n> {
    network: &'n Network,
    steps: Vec<Vec<u32>>,
    step: u32,
    /// The places of this step, with their components.
    reached: Vec<(usize, LocalPlace)>,
    /// Who could send each symbol, and who waits for that to take it.
    senders: Offers,
    /// Who could take each symbol, and which places wait for that to send it.
    receivers: Offers,
}

impl<'n> Front<'n> {
    #[inline]
    fn row(&self, component: usize, place: LocalPlace) -> &'n LocalMoves {
        &self.network.components[component].places[usize::from(place)]
    }

    /// Fires everything that is possible now and was not before.
    fn go_on(&mut self) {
        let now = std::mem::take(&mut self.reached);
        self.step += 1;
        let (mut takes, mut sends) = (Vec::new(), Vec::new());
        for &(component, place) in &now {
            let row = self.row(component, place);
            for &(symbol, _) in &row.receive {
                sends.append(&mut self.receivers.offer(symbol, component));
            }
            for &symbol in row.send.iter().flat_map(|send| &send.effects) {
                takes.append(&mut self.senders.offer(symbol, component));
            }
        }
        for &(component, place) in &now {
            let row = self.row(component, place);
            for &to in &row.silent {
                self.reach(component, to);
            }
            takes.extend(
                row.receive
                    .iter()
                    .map(|&(symbol, to)| (symbol, (component, to))),
            );
            if row.send.is_some() {
                sends.push((0, (component, place)));
            }
        }
        for (symbol, (component, to)) in takes {
            match self.senders.has_other(symbol, component) {
                true => self.reach(component, to),
                false => self.senders.wait(symbol, (component, to)),
            }
        }
        for (_, (component, place)) in sends {
            let Some(send) = &self.row(component, place).send else {
                continue;
            };
            let mut effects = send.effects.iter();
            match effects.find(|&&it| !self.receivers.has_other(it, component)) {
                None => self.reach(component, send.to),
                Some(&missing) => self.receivers.wait(missing, (component, place)),
            }
        }
    }

    #[inline]
    fn reach(&mut self, component: usize, place: LocalPlace) {
        let step = &mut self.steps[component][usize::from(place)];
        if *step == NEVER {
            *step = self.step;
            self.reached.push((component, place));
        }
    }
}

/// For each symbol up to two components that could do their part for it: whoever needs another than
/// itself finds one among two. And what waits for the first or the second of them.
#[derive(Default)]
struct Offers {
    by_symbol: Vec<Offer>,
}

#[derive(Clone, Default)]
struct Offer {
    components: Vec<usize>,
    waiting: Vec<(usize, LocalPlace)>,
}

/// What has waited for a symbol: a component with a place.
type Waiting = (usize, (usize, LocalPlace));

impl Offers {
    #[inline]
    fn of(&mut self, symbol: usize) -> &mut Offer {
        if self.by_symbol.len() <= symbol {
            self.by_symbol.resize(symbol + 1, Offer::default());
        }
        &mut self.by_symbol[symbol]
    }

    /// A component can do its part for a symbol; what has waited for that.
    #[inline]
    fn offer(&mut self, symbol: usize, component: usize) -> Vec<Waiting> {
        let offer = self.of(symbol);
        if offer.components.len() == 2 || offer.components.contains(&component) {
            return Vec::new();
        }
        offer.components.push(component);
        let waiting = std::mem::take(&mut offer.waiting);
        waiting.into_iter().map(|it| (symbol, it)).collect()
    }

    /// Whether another component can do its part for a symbol.
    #[inline]
    fn has_other(&self, symbol: usize, component: usize) -> bool {
        let offer = self.by_symbol.get(symbol);
        offer.is_some_and(|it| it.components.iter().any(|&other| other != component))
    }

    #[inline]
    fn wait(&mut self, symbol: usize, what: (usize, LocalPlace)) {
        self.of(symbol).waiting.push(what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sample::compile;
    use lockstep_core::generate::{Random, Shape, model};

    /// Straight from the definition: round by round, everything is looked at again.
    fn by_rounds(network: &Network) -> Vec<Vec<u32>> {
        let components = &network.components;
        let mut steps: Vec<_> = components
            .iter()
            .map(|it| vec![NEVER; it.places.len()])
            .collect();
        for (places, &start) in steps.iter_mut().zip(&network.start) {
            places[usize::from(start)] = 0;
        }
        for step in 0.. {
            let rows = |index: usize| {
                let rows = components[index].places.iter().zip(&steps[index]);
                rows.filter(|&(_, &at)| at <= step).map(|(row, _)| row)
            };
            let others = |index: usize| (0..components.len()).filter(move |&it| it != index);
            let sends = |index: usize, symbol: usize| {
                rows(index).any(|row| row.send.iter().any(|it| it.effects.contains(&symbol)))
            };
            let takes = |index: usize, symbol: usize| {
                rows(index).any(|row| row.receive.iter().any(|it| it.0 == symbol))
            };
            let mut fresh = Vec::new();
            for index in 0..components.len() {
                for row in rows(index) {
                    let taken = row
                        .receive
                        .iter()
                        .filter(|it| others(index).any(|o| sends(o, it.0)));
                    let sent = row.send.iter().filter(|it| {
                        let mut effects = it.effects.iter();
                        effects.all(|&it| others(index).any(|o| takes(o, it)))
                    });
                    let targets = row.silent.iter().copied().chain(taken.map(|it| it.1));
                    fresh.extend(targets.chain(sent.map(|it| it.to)).map(|to| (index, to)));
                }
            }
            fresh.retain(|&(index, to)| steps[index][usize::from(to)] == NEVER);
            if fresh.is_empty() {
                break;
            }
            for (index, to) in fresh {
                steps[index][usize::from(to)] = step + 1;
            }
        }
        steps
    }

    #[test]
    fn who_is_woken_is_in_time() {
        let (mut late, mut never) = (0, 0);
        for seed in 0..1_000 {
            let model = model(&Shape::default(), &mut Random::new(seed));
            let network = compile(&model, &model.system, &[]);
            let steps = earliest(&network);
            assert_eq!(steps, by_rounds(&network), "seed {seed}");
            let all = || steps.iter().flatten();
            late += all().filter(|&&it| it != NEVER && it > 3).count();
            never += all().filter(|&&it| it == NEVER).count();
        }
        assert!(late > 200 && never > 200, "{late} {never}");
    }
}
