//! Which claim is made: the one that says most among those that are known to be true.
//!
//! First what one lifeline alone cannot do, sender before receiver; then what the two cannot do in the
//! same state. What holds at every length is said without the bound.

use super::claim::{Act, Claim, Scope, Takers};
use super::reason::{Cause, Survey};
use super::situation::{Situation, Whereabouts, number};
use crate::language::LifelineId;
use crate::language::questions::Mode;
use crate::network::{LocalPlace, PlaceSet};

/// Takers are named up to here.
const NAMED: usize = 3;
/// Most ways to hand out the effects that go with the failing message.
const MOST_WAYS: usize = 64;

/// What is known, and of which runs.
pub(super) struct Known<'a> {
    pub(super) scope: Scope,
    pub(super) found: &'a Whereabouts,
}

/// Why nobody's transitions have the failing message at all.
pub(super) fn no_transition(situation: &Situation<'_>) -> Option<(Cause, Claim)> {
    let failing = situation.messages[situation.prefix];
    let places = |lifeline| situation.component(lifeline).places.iter();
    let mut sends = places(failing.from).filter_map(|row| row.send.as_ref());
    let mut takes = places(failing.to).flat_map(|row| &row.receive);
    if !sends.any(|send| send.effects.contains(&failing.symbol)) {
        let claim = Claim::NoTransition(failing.from, Act::Send(failing.symbol));
        Some((Cause::NeverOffered, claim))
    } else if !takes.any(|&(symbol, _)| symbol == failing.symbol) {
        let claim = Claim::NoTransition(failing.to, Act::Receive(failing.symbol));
        Some((Cause::NeverTaken, claim))
    } else {
        None
    }
}

/// What one of the two who should meet cannot do, by itself.
pub(super) fn alone(
    situation: &Situation<'_>,
    known: &[Known<'_>],
) -> Option<(Cause, Scope, Claim)> {
    let failing = situation.messages[situation.prefix];
    let sender = (failing.from, Act::Send(failing.symbol));
    let receiver = (failing.to, Act::Receive(failing.symbol));
    for (cause, (lifeline, act)) in [(Cause::NeverOffered, sender), (Cause::NeverTaken, receiver)] {
        let claims = known.iter().filter_map(|known| {
            let claim = blocked(situation, lifeline, act, known.found)?;
            Some((known.scope, claim))
        });
        // Ties go to what comes first: every length before a bound.
        if let Some((scope, claim)) = claims.min_by_key(|(_, claim)| rank(claim)) {
            return Some((cause, scope, claim));
        }
    }
    None
}

/// How little a claim explains.
fn rank(claim: &Claim) -> u8 {
    match claim {
        Claim::Pending { .. } | Claim::Waits { .. } | Claim::NeverLeaves { .. } => 0,
        Claim::OnlyTogether(_) => 1,
        Claim::NeverInside(..) => 2,
        _ => 3,
    }
}

fn blocked(
    situation: &Situation<'_>,
    lifeline: LifelineId,
    cannot: Act,
    found: &Whereabouts,
) -> Option<Claim> {
    let possible = found.possible(lifeline);
    let can = |&place: &LocalPlace| match cannot {
        Act::Send(symbol) => situation.pending(lifeline, place).contains(&symbol),
        Act::Receive(symbol) => situation.takes(lifeline, place, symbol),
    };
    if possible.iter().any(can) {
        return only_together(situation, lifeline, cannot, found);
    }
    at_rest(situation, lifeline, cannot, found, &possible).or_else(|| match cannot {
        Act::Send(symbol) => Some(Claim::NeverInside(lifeline, symbol)),
        Act::Receive(_) => found.exactly(lifeline).map(|places| Claim::Places {
            lifeline,
            places,
            cannot,
        }),
    })
}

/// Strict: the symbol is pending, but never in a set that is made of the next messages.
fn only_together(
    situation: &Situation<'_>,
    lifeline: LifelineId,
    cannot: Act,
    found: &Whereabouts,
) -> Option<Claim> {
    let Act::Send(symbol) = cannot else {
        return None;
    };
    let possible = found.possible(lifeline);
    if possible.iter().any(|&it| situation.offers(lifeline, it)) {
        return None;
    }
    let has = |&place: &LocalPlace| situation.pending(lifeline, place).contains(&symbol);
    let is_sure = found.surely[lifeline].iter().map(number).any(|it| has(&it));
    let pending = possible.into_iter().filter(has);
    is_sure.then(|| Claim::OnlyTogether(others(situation, lifeline, symbol, pending)))
}

/// What goes with a symbol, if it is the same in all of these places.
fn others(
    situation: &Situation<'_>,
    lifeline: LifelineId,
    symbol: usize,
    places: impl Iterator<Item = LocalPlace>,
) -> Option<Vec<usize>> {
    let mut all = places.map(|place| {
        let effects = situation.pending(lifeline, place).iter().copied();
        let mut others: Vec<_> = effects.filter(|&it| it != symbol).collect();
        others.sort_unstable();
        others
    });
    let first = all.next()?;
    (!first.is_empty() && all.all(|it| it == first)).then_some(first)
}

/// Where the lifeline stays, if there is only one kind of place for that.
fn at_rest(
    situation: &Situation<'_>,
    lifeline: LifelineId,
    cannot: Act,
    found: &Whereabouts,
    possible: &[LocalPlace],
) -> Option<Claim> {
    let is_at_rest = |place: LocalPlace| situation.row(lifeline, place).silent.is_empty();
    let rest: Vec<_> = possible
        .iter()
        .copied()
        .filter(|&it| is_at_rest(it))
        .collect();
    let arrives = rest.len() < possible.len();
    let &place = rest.first()?;
    // Among the moves of others a lifeline need not take its own.
    if arrives && (situation.mode == Mode::Loose || !comes_to_rest(situation, lifeline, possible)) {
        return None;
    }
    let sorted = |place: LocalPlace| {
        let mut symbols = situation.pending(lifeline, place).to_vec();
        symbols.sort_unstable();
        symbols
    };
    let pending = sorted(place);
    if !pending.is_empty() {
        return rest
            .iter()
            .all(|&it| sorted(it) == pending)
            .then(|| Claim::Pending {
                lifeline,
                arrives,
                symbols: situation.pending(lifeline, place).to_vec(),
                takers: takers(situation, lifeline, &pending, found),
                cannot,
            });
    }
    if rest.len() > 1 {
        return None;
    }
    let symbols = situation.taken(lifeline, place);
    Some(if symbols.is_empty() {
        Claim::NeverLeaves {
            lifeline,
            place,
            cannot,
        }
    } else {
        Claim::Waits {
            lifeline,
            arrives,
            place,
            symbols,
            cannot,
        }
    })
}

/// Whether moves without messages come to an end from each of these places.
fn comes_to_rest(situation: &Situation<'_>, lifeline: LifelineId, places: &[LocalPlace]) -> bool {
    // A lifeline has come to rest after as many rounds as it has places, or it goes on for ever.
    let rows = &situation.component(lifeline).places;
    let mut moving = PlaceSet::empty(rows.len());
    for &place in places {
        moving.insert(usize::from(place));
    }
    for _ in 0..rows.len() {
        let mut next = PlaceSet::empty(rows.len());
        for place in moving.iter() {
            for &to in &rows[place].silent {
                next.insert(usize::from(to));
            }
        }
        moving = next;
    }
    moving.is_empty()
}

/// Who can take what is always pending.
fn takers(
    situation: &Situation<'_>,
    lifeline: LifelineId,
    symbols: &[usize],
    found: &Whereabouts,
) -> Takers {
    let ready = |among: &[PlaceSet], symbol| {
        let others = situation.lifelines().filter(|&it| it != lifeline);
        let places = others.flat_map(|it| among[it].iter().map(move |place| (it, number(place))));
        let ready = places.filter(|&(it, place)| situation.takes(it, place, symbol));
        ready.collect::<Vec<_>>()
    };
    let nobody: Vec<_> = symbols
        .iter()
        .copied()
        .filter(|&it| ready(&found.perhaps, it).is_empty())
        .collect();
    if !nobody.is_empty() {
        return Takers::NobodyFor(nobody);
    }
    let [symbol] = *symbols else {
        return Takers::Unsaid;
    };
    // Lifelines of one machine are told by its name, so one of them that is sure is enough.
    let kind = |&(lifeline, place): &(LifelineId, LocalPlace)| (situation.machine(lifeline), place);
    let mut named: Vec<(LifelineId, LocalPlace)> = Vec::new();
    let mut kinds = Vec::new();
    for it in ready(&found.surely, symbol) {
        if !kinds.contains(&kind(&it)) {
            kinds.push(kind(&it));
            named.push(it);
        }
    }
    let all = ready(&found.perhaps, symbol);
    if all.iter().all(|it| kinds.contains(&kind(it))) && named.len() <= NAMED {
        Takers::Only(named)
    } else {
        Takers::Unsaid
    }
}

/// Why the two never meet, where each can do its part.
pub(super) fn together(
    situation: &Situation<'_>,
    found: &Whereabouts,
    bound: Option<u32>,
    survey: Survey<'_>,
) -> Option<(Cause, Claim)> {
    let failing = situation.messages[situation.prefix];
    let (from, to) = (failing.from, failing.to);
    let only = |lifeline: LifelineId, can: &dyn Fn(LocalPlace) -> bool| {
        let places = found.exactly(lifeline)?.into_iter();
        let mut some = PlaceSet::empty(situation.component(lifeline).places.len());
        for place in places.filter(|&it| can(it)) {
            some.insert(usize::from(place));
        }
        Some(some)
    };
    let offering = only(from, &|place| situation.offers(from, place))?;
    let pending = only(from, &|place| {
        situation.pending(from, place).contains(&failing.symbol)
    })?;
    let taking = only(to, &|place| situation.takes(to, place, failing.symbol))?;
    if offering.is_empty() || taking.is_empty() {
        return None;
    }
    let size = |place: usize| situation.pending(from, number(place)).len();
    let never_meet = |claim| Some((Cause::NeverMeet, claim));
    let is_single = pending == offering && offering.iter().all(|place| size(place) == 1);
    if situation.mode == Mode::Strict && is_single {
        // In the same state it would be sent.
        return never_meet(Claim::NeverAtOnce { alone: false });
    }
    let both = situation.region(&[(from, &pending), (to, &taking)]);
    let both = survey(&[both], 1).pop().flatten();
    if both == Some(false) {
        return never_meet(Claim::NeverAtOnce { alone: false });
    }
    if situation.mode == Mode::Strict {
        let Some(place) = offering.iter().find(|&place| size(place) > 1) else {
            return never_meet(Claim::NeverAtOnce { alone: true });
        };
        let next = &situation.messages[situation.prefix..situation.prefix + size(place)];
        let parts = next.iter().map(|it| (it.symbol, it.to)).collect();
        return never_meet(Claim::NeverAllTaken(parts));
    }
    let ways = ways(situation, &offering, &taking, found)?;
    let regions: Vec<_> = ways
        .iter()
        .map(|way| {
            let places: Vec<_> = way.iter().map(|(it, places)| (*it, places)).collect();
            situation.region(&places)
        })
        .collect();
    let met = survey(&regions, regions.len());
    if met.contains(&Some(true)) {
        // It can be sent there, so there was no transaction left for it.
        bound?;
        return Some((Cause::NoTransactionLeft, Claim::NoTransactionLeft));
    }
    if both.is_none() || met.contains(&None) {
        return None;
    }
    let places = offering.iter().map(number);
    let others = others(situation, from, failing.symbol, places);
    never_meet(Claim::OthersNeverTaken(others))
}

/// Every way to deliver a set with the failing message in it: who has to be where. `None` where there
/// are too many.
fn ways(
    situation: &Situation<'_>,
    offering: &PlaceSet,
    taking: &PlaceSet,
    found: &Whereabouts,
) -> Option<Vec<Vec<(LifelineId, PlaceSet)>>> {
    let failing = situation.messages[situation.prefix];
    let mut all = Vec::new();
    for place in offering.iter() {
        let mut inside = PlaceSet::empty(situation.component(failing.from).places.len());
        inside.insert(place);
        let mut ways = vec![vec![(failing.from, inside), (failing.to, taking.clone())]];
        let effects = situation.pending(failing.from, number(place)).iter();
        for &symbol in effects.filter(|&&it| it != failing.symbol) {
            let mut longer = Vec::new();
            for way in &ways {
                for other in situation.lifelines() {
                    let mut ready = PlaceSet::empty(situation.component(other).places.len());
                    for place in found.perhaps[other].iter() {
                        if situation.takes(other, number(place), symbol) {
                            ready.insert(place);
                        }
                    }
                    if ready.is_empty() || way.iter().any(|(busy, _)| *busy == other) {
                        continue;
                    }
                    longer.push([way.as_slice(), &[(other, ready)]].concat());
                }
            }
            ways = longer;
            if ways.len() > MOST_WAYS {
                return None;
            }
        }
        all.extend(ways);
        if all.len() > MOST_WAYS {
            return None;
        }
    }
    Some(all)
}
