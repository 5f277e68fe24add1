//! What SCXML leaves and enters at once, as W3C's algorithm finds it (appendix D: `getTransitionDomain`, `computeExitSet`,
//! `computeEntrySet`): all that is entered is known before the first of it is, and is entered in the order of the text.
//!
//! A region of several is to SCXML a child state of a `<parallel>`, or stands for the only state in it
//! ([`Structure::is_child`](super::Structure::is_child)). Transitions by way of choices, joins, junctions,
//! entry and exit points, which SCXML does not have, are left to the segments ([`Machine::segment`]).

use std::collections::{BTreeMap, BTreeSet};

use super::super::model::{
    Guard, ObjectId, RegionId, TransitionId, TransitionKind, Vertex, VertexId, VertexKind,
};
use super::machine::Machine;
use super::state::ObjectState;
use super::term::{Action, Term};

/// What is entered.
#[derive(Default)]
struct Entries {
    states: BTreeSet<VertexId>,
    ways: Ways,
}

/// Segments that lead on from pseudostates, by the regions of these: what they do is done once the state is entered that is
/// around them, or the region itself where that is one to SCXML.
type Ways = BTreeMap<RegionId, Vec<TransitionId>>;

/// Where some transitions begin.
#[derive(Clone, Copy)]
struct Before<'s> {
    object: ObjectId,
    state: &'s ObjectState,
    /// What they leave.
    left: &'s BTreeSet<VertexId>,
}

impl Machine<'_> {
    /// `getTransitionDomain`, as the region in which a transition leaves what there is; `None` for one that leaves nothing, and
    /// for one that SCXML does not have.
    pub(super) fn scope(
        &self,
        object: ObjectId,
        state: &ObjectState,
        transition: TransitionId,
    ) -> Option<RegionId> {
        let structure = self.structure(object);
        let chart = structure.chart;
        let it = &chart.transitions[transition];
        let source = &chart.vertices[it.source];
        let is_of_scxml = match source.kind {
            VertexKind::State => it.kind != TransitionKind::Internal,
            VertexKind::Initial => chart.regions[source.region].owner.is_none(),
            _ => false,
        };
        let targets = match is_of_scxml {
            true => {
                let before = Before {
                    object,
                    state,
                    left: &BTreeSet::new(),
                };
                self.effective_targets(before, it.target, &mut Ways::new())?
            }
            false => return None,
        };
        let holds = |region: RegionId, vertex: VertexId| {
            structure.regions_of(vertex).any(|it| it == region)
        };
        let mut around = structure.regions_of(it.source);
        match source.regions[..] {
            [own]
                if it.kind == TransitionKind::Local && targets.iter().all(|&it| holds(own, it)) =>
            {
                Some(own)
            }
            _ => around.find(|&region| {
                let owner = chart.regions[region].owner;
                let is_parallel = owner.is_some_and(|it| structure.is_parallel(it));
                (!is_parallel || structure.is_child(region))
                    && targets.iter().all(|&it| holds(region, it))
            }),
        }
    }

    /// `computeExitSet`: all that is active in a region, final states with it.
    pub(super) fn exit_set(
        &self,
        object: ObjectId,
        state: &ObjectState,
        domain: RegionId,
    ) -> BTreeSet<VertexId> {
        let structure = self.structure(object);
        let chart = structure.chart;
        let is_there = |&it: &VertexId| {
            let vertex = &chart.vertices[it];
            let has_ended = vertex.kind == VertexKind::Final && state.complete[vertex.region];
            (state.active[it] || has_ended) && structure.regions_of(it).any(|it| it == domain)
        };
        (0..chart.vertices.len()).filter(is_there).collect()
    }

    /// What transitions that are taken at once become: what is left, from the end of the text, then what they do, then what is
    /// entered. With it the segments that follow by themselves. `None` if one of them is none of SCXML's, or where rules hold that this does not follow.
    pub(super) fn at_once(
        &self,
        object: ObjectId,
        state: &ObjectState,
        transitions: &[TransitionId],
    ) -> Option<(Term, Vec<TransitionId>)> {
        if !self.enters_at_once() {
            return None;
        }
        let chart = self.structure(object).chart;
        let (mut exits, mut effects) = (Vec::new(), Vec::new());
        let mut entered = Vec::new();
        let mut left = BTreeSet::new();
        for &transition in transitions {
            let it = &chart.transitions[transition];
            effects.extend(self.effect(object, transition));
            if it.kind == TransitionKind::Internal {
                continue;
            }
            let domain = self.scope(object, state, transition)?;
            let inside = &chart.regions[domain].vertices;
            exits.extend(
                state
                    .active_in(inside)
                    .map(|it| Term::from(Action::Exit(it))),
            );
            if state.complete[domain] {
                exits.push(Action::Reopen(domain).into());
            }
            left.extend(self.exit_set(object, state, domain));
            entered.push((it.target, domain));
        }
        exits.reverse();
        let mut entries = Entries::default();
        let before = Before {
            object,
            state,
            left: &left,
        };
        for (target, domain) in entered {
            self.add_target(before, target, domain, &mut entries)?;
        }
        let followed = entries.ways.values().flatten().copied().collect();
        let entered = self.entered(object, &entries);
        let term = Term::sequence(exits.into_iter().chain(effects).chain(entered));
        Some((term, followed))
    }

    fn effect(&self, object: ObjectId, transition: TransitionId) -> Option<Term> {
        let effect = self.structure(object).chart.transitions[transition].effect?;
        Some(Action::Run(self.codes[self.chart_of(object)].starts[effect]).into())
    }

    /// `enterStates`: in the order of the text.
    fn entered(&self, object: ObjectId, entries: &Entries) -> Vec<Term> {
        let structure = self.structure(object);
        let chart = structure.chart;
        let mut states: Vec<VertexId> = entries.states.iter().copied().collect();
        states.sort_by_key(|&it| self.document_place(object, it));
        let done = |region: RegionId| {
            let all = entries.ways.get(&region).into_iter().flatten();
            all.filter_map(|&it| self.effect(object, it))
        };
        let mut terms: Vec<Term> = chart.top().flat_map(done).collect();
        // A region that is a state is entered with its `<parallel>`, right before the first state in it.
        let mut begun = BTreeSet::new();
        for it in states {
            let vertex = &chart.vertices[it];
            let around = chart.regions[vertex.region].owner;
            if structure.is_child(vertex.region)
                && around.is_some_and(|it| entries.states.contains(&it))
                && begun.insert(vertex.region)
            {
                terms.extend(done(vertex.region));
            }
            if vertex.kind == VertexKind::Final {
                terms.push(Action::Complete(vertex.region).into());
                continue;
            }
            // What is entered in its regions comes by itself; a region without a beginning has ended at once.
            let is_entered = |&&region: &&RegionId| {
                let inside = &chart.regions[region];
                inside.initial.is_some()
                    || inside.vertices.iter().any(|it| entries.states.contains(it))
            };
            let regions = vertex.regions.iter().filter(is_entered).copied().collect();
            terms.push(Action::Ensure(it, regions, Box::default()).into());
            let inner = vertex.regions.iter().copied();
            terms.extend(inner.filter(|&it| !structure.is_child(it)).flat_map(done));
        }
        terms
    }

    /// What a history remembers, as it will be once what transitions leave is left.
    fn past(&self, before: Before<'_>, history: VertexId) -> Option<Vec<VertexId>> {
        let Before {
            object,
            state,
            left,
        } = before;
        let chart = self.structure(object).chart;
        let Vertex { kind, region, .. } = &chart.vertices[history];
        let owner = chart.regions[*region].owner;
        let is_left = owner.is_some_and(|it| left.contains(&it));
        let last = |region: RegionId| match is_left {
            true => self.present(object, state, region),
            false => state.history[region],
        };
        let mut open = vec![last(*region)?];
        let mut leaves = Vec::new();
        while let Some(it) = open.pop() {
            let inner = chart.vertices[it].regions.iter();
            let inner = inner.filter_map(|&it| last(it));
            let inner: Vec<VertexId> = match kind {
                VertexKind::DeepHistory => inner.collect(),
                _ => Vec::new(),
            };
            if inner.is_empty() {
                leaves.push(it);
            }
            open.extend(inner);
        }
        Some(leaves)
    }

    /// The segments by which one goes on from a pseudostate without asking anything.
    fn onward(&self, object: ObjectId, vertex: VertexId) -> Option<&[TransitionId]> {
        let chart = self.structure(object).chart;
        let it = &chart.vertices[vertex];
        let is_plain = |&way: &TransitionId| {
            let way = &chart.transitions[way];
            way.guard == Guard::True && (it.kind != VertexKind::Fork || way.effect.is_none())
        };
        it.outgoing.iter().all(is_plain).then_some(&it.outgoing)
    }

    /// `getEffectiveTargetStates`: states, final ones with them. Notes the segments on the way; `None` where something is met
    /// that SCXML does not have.
    fn effective_targets(
        &self,
        before: Before<'_>,
        target: VertexId,
        ways: &mut Ways,
    ) -> Option<Vec<VertexId>> {
        let chart = self.structure(before.object).chart;
        let mut all = Vec::new();
        let mut open = vec![target];
        // No way through pseudostates is longer than there are vertices, unless it goes round.
        let mut hops = 0;
        while let Some(at) = open.pop() {
            let it = &chart.vertices[at];
            let next = match it.kind {
                VertexKind::State | VertexKind::Final => {
                    all.push(at);
                    continue;
                }
                VertexKind::Fork => self.onward(before.object, at)?,
                VertexKind::ShallowHistory | VertexKind::DeepHistory => {
                    if let Some(past) = self.past(before, at) {
                        all.extend(past);
                        continue;
                    }
                    match self.onward(before.object, at)? {
                        [] => self.onward(before.object, chart.regions[it.region].initial?)?,
                        all => all,
                    }
                }
                _ => return None,
            };
            hops += 1;
            if hops > chart.vertices.len() {
                return None;
            }
            ways.entry(it.region).or_default().extend(next);
            open.extend(next.iter().rev().map(|&it| chart.transitions[it].target));
        }
        Some(all)
    }

    /// What a transition or a segment enters: its targets with all that is inside (`addDescendantStatesToEnter`), then the states
    /// around them up to a region (`addAncestorStatesToEnter`). `None` for a beginning that leads out of its region, which SCXML
    /// does not have: two that lead into each other would be followed for ever.
    fn add_target(
        &self,
        before: Before<'_>,
        target: VertexId,
        up_to: RegionId,
        entries: &mut Entries,
    ) -> Option<()> {
        let structure = self.structure(before.object);
        let chart = structure.chart;
        let targets = self.effective_targets(before, target, &mut entries.ways)?;
        let is_inside = |&it: &VertexId| structure.regions_of(it).any(|it| it == up_to);
        if !targets.iter().all(is_inside) {
            return None;
        }
        for &it in &targets {
            entries.states.insert(it);
            self.add_regions(before, it, entries)?;
        }
        let owner = chart.regions[up_to].owner;
        for it in targets {
            let around = structure.ancestors(it).iter().copied();
            for state in around.take_while(|&it| Some(it) != owner) {
                entries.states.insert(state);
                self.add_regions(before, state, entries)?;
            }
        }
        Some(())
    }

    /// The regions of a state in which nothing is entered yet, by default.
    fn add_regions(
        &self,
        before: Before<'_>,
        vertex: VertexId,
        entries: &mut Entries,
    ) -> Option<()> {
        let structure = self.structure(before.object);
        let chart = structure.chart;
        for &region in &chart.vertices[vertex].regions {
            let is_in_it = |&it: &VertexId| structure.regions_of(it).any(|it| it == region);
            let Some(initial) = chart.regions[region].initial else {
                continue;
            };
            if entries.states.iter().any(is_in_it) {
                continue;
            }
            for &way in self.onward(before.object, initial)? {
                entries.ways.entry(region).or_default().push(way);
                self.add_target(before, chart.transitions[way].target, region, entries)?;
            }
        }
        Some(())
    }
}
