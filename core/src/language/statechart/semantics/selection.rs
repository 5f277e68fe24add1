//! Which transitions an event fires (section 5): enabled ones, priority of what is inside, sets without conflicts.

use super::super::model::{EventId, ObjectId, Reading, TransitionId, VertexId, VertexKind};
use super::machine::Machine;
use super::moment::Moment;
use super::rules::Rule;
use super::state::{Message, ObjectState};

/// Sets of transitions that are offered at most.
const MOST_SETS: usize = 512;

impl Machine<'_> {
    /// enabled(e): transitions of active states that wait for an event, whose guard is true, and that have a way through.
    #[must_use]
    pub fn enabled(
        &self,
        object: ObjectId,
        state: &ObjectState,
        message: &Message,
        moment: &mut Moment<'_>,
    ) -> Vec<TransitionId> {
        let chart = self.structure(object).chart;
        let mut fits = |&it: &TransitionId| {
            let transition = &chart.transitions[it];
            chart.vertices[transition.source].kind == VertexKind::State
                && state.active[transition.source]
                && transition.triggers.contains(&message.event)
                && self.is_open(object, state, it, Some(message), moment)
        };
        (0..chart.transitions.len()).filter(|it| fits(it)).collect()
    }

    /// Whether the guard of a transition is true and it has a way through.
    #[must_use]
    pub fn is_open(
        &self,
        object: ObjectId,
        state: &ObjectState,
        transition: TransitionId,
        event: Option<&Message>,
        moment: &mut Moment<'_>,
    ) -> bool {
        self.holds(object, transition, &state.values, event, moment)
            && self.has_way(object, state, transition, &state.values, event, moment)
    }

    /// The sets of transitions of which one fires.
    #[must_use]
    pub fn selections(
        &self,
        object: ObjectId,
        state: &ObjectState,
        enabled: &[TransitionId],
    ) -> Vec<Vec<TransitionId>> {
        if enabled.is_empty() {
            return Vec::new();
        }
        if self.is_scxml(Rule::Selection) && !self.model.loosened.inside {
            return vec![self.by_document_order(object, state, enabled)];
        }
        let structure = self.structure(object);
        let source = |it: TransitionId| structure.chart.transitions[it].source;
        // What is inside comes first.
        let first = |&&it: &&TransitionId| {
            !enabled
                .iter()
                .any(|&other| structure.is_inside(source(other), source(it)))
        };
        let candidates: Vec<_> = match self.model.loosened.inside {
            true => enabled.to_vec(),
            false => enabled.iter().filter(first).copied().collect(),
        };
        let exits: Vec<_> = candidates
            .iter()
            .map(|&it| self.exits(object, state, it))
            .collect();
        let conflict = |one: usize, other: usize| {
            let (a, b) = (source(candidates[one]), source(candidates[other]));
            a == b
                || structure.is_inside(a, b)
                || structure.is_inside(b, a)
                || exits[one].iter().any(|it| exits[other].contains(it))
        };
        let mut sets = Vec::new();
        maximal_sets(candidates.len(), &conflict, &mut Vec::new(), 0, &mut sets);
        let named = |set: Vec<usize>| set.into_iter().map(|it| candidates[it]).collect();
        sets.into_iter().map(named).collect()
    }

    /// SCXML's transitions without an event that are taken before anything else happens; none where none is open.
    #[must_use]
    pub fn eventless(
        &self,
        object: ObjectId,
        state: &ObjectState,
        moment: &mut Moment<'_>,
    ) -> Vec<TransitionId> {
        let open = self.open_eventless(object, state, moment);
        match open.is_empty() {
            true => open,
            false => self.by_document_order(object, state, &open),
        }
    }

    /// Whether an object between its steps has something to do that is no event: completions, or transitions without an event
    /// that are open at every moment.
    #[must_use]
    pub fn completes(&self, object: ObjectId, state: &ObjectState) -> bool {
        match self.reading {
            Reading::Bmc4uml => !state.raised.is_empty(),
            _ if self.is_scxml(Rule::Completion) => self.goes_on_without_event(object, state),
            _ => !state.completions.is_empty(),
        }
    }

    /// Whether one of SCXML's transitions without an event is open at every moment.
    #[must_use]
    pub fn goes_on_without_event(&self, object: ObjectId, state: &ObjectState) -> bool {
        let mut always = true;
        self.each_moment(object, |moment| {
            always &= !self.open_eventless(object, state, moment).is_empty();
        });
        always
    }

    /// All of SCXML's transitions without an event that are open.
    pub(super) fn open_eventless(
        &self,
        object: ObjectId,
        state: &ObjectState,
        moment: &mut Moment<'_>,
    ) -> Vec<TransitionId> {
        let chart = self.structure(object).chart;
        let mut fits = |&it: &TransitionId| {
            let transition = &chart.transitions[it];
            chart.vertices[transition.source].kind == VertexKind::State
                && state.active[transition.source]
                && transition.is_completion()
                && self.is_open(object, state, it, None, moment)
        };
        (0..chart.transitions.len()).filter(|it| fits(it)).collect()
    }

    /// SCXML's one set: for each active leaf in the order of the text the first transition of it or of the nearest state
    /// around it; of two in conflict the one that is further in, else the earlier.
    fn by_document_order(
        &self,
        object: ObjectId,
        state: &ObjectState,
        enabled: &[TransitionId],
    ) -> Vec<TransitionId> {
        let structure = self.structure(object);
        let chart = structure.chart;
        let source = |it: TransitionId| chart.transitions[it].source;
        let mut leaves: Vec<VertexId> = (0..chart.vertices.len())
            .filter(|&it| state.active[it])
            .collect();
        leaves.retain(|&it| {
            let regions = &chart.vertices[it].regions;
            !regions
                .iter()
                .any(|&it| state.active_in(&chart.regions[it].vertices).is_some())
        });
        // A region that is a state to SCXML has ended in a final state, which is a leaf.
        let ended = (0..chart.regions.len()).filter(|&it| structure.is_child(it));
        let ended = ended.filter(|&it| state.active_in(&chart.regions[it].vertices).is_none());
        leaves.extend(ended.filter_map(|it| self.present(object, state, it)));
        leaves.sort_by_key(|&it| self.document_place(object, it));
        let mut kept: Vec<(TransitionId, Vec<VertexId>)> = Vec::new();
        for leaf in leaves {
            let mut states = std::iter::once(leaf).chain(structure.ancestors(leaf).iter().copied());
            let first =
                states.find_map(|state| enabled.iter().copied().find(|&it| source(it) == state));
            let Some(first) = first.filter(|first| !kept.iter().any(|it| it.0 == *first)) else {
                continue;
            };
            let exits = self.exits(object, state, first);
            let mut dropped = false;
            let mut without = Vec::new();
            for (number, (earlier, left)) in kept.iter().enumerate() {
                if exits.iter().any(|it| left.contains(it)) {
                    match structure.is_inside(source(first), source(*earlier)) {
                        true => without.push(number),
                        false => dropped = true,
                    }
                }
            }
            if !dropped {
                without.iter().rev().for_each(|&it| drop(kept.remove(it)));
                kept.push((first, exits));
            }
        }
        kept.into_iter().map(|it| it.0).collect()
    }

    /// Where a vertex stands in the order of the text: the numbers of regions and places, outermost first.
    pub(super) fn document_place(&self, object: ObjectId, vertex: VertexId) -> Vec<usize> {
        let structure = self.structure(object);
        let chart = structure.chart;
        let mut states: Vec<VertexId> = structure.ancestors(vertex).to_vec();
        states.reverse();
        states.push(vertex);
        let mut place = Vec::new();
        for state in states {
            let region = chart.vertices[state].region;
            let siblings = match chart.regions[region].owner {
                Some(owner) => chart.vertices[owner]
                    .regions
                    .iter()
                    .position(|&it| it == region),
                None => chart.top().position(|it| it == region),
            };
            place.push(siblings.unwrap_or(0));
            place.push(chart.vertices[state].span.start);
        }
        place
    }

    /// The state that defers an event: an active one that lists it, unless a transition of it or of what is inside is
    /// enabled; the innermost, first in order.
    #[must_use]
    pub fn deferring(
        &self,
        object: ObjectId,
        state: &ObjectState,
        event: EventId,
        enabled: &[TransitionId],
    ) -> Option<VertexId> {
        let structure = self.structure(object);
        let chart = structure.chart;
        let source = |it: TransitionId| chart.transitions[it].source;
        let defers = |&it: &VertexId| {
            state.active[it]
                && chart.vertices[it].deferred.contains(&event)
                && !enabled
                    .iter()
                    .any(|&other| source(other) == it || structure.is_inside(source(other), it))
        };
        let all: Vec<_> = (0..chart.vertices.len()).filter(defers).collect();
        let deepest = all.iter().map(|&it| structure.ancestors(it).len()).max()?;
        all.into_iter()
            .find(|&it| structure.ancestors(it).len() == deepest)
    }
}

/// Every maximal set of numbers without a conflict, in the order of its numbers.
pub(super) fn maximal_sets(
    count: usize,
    conflict: &dyn Fn(usize, usize) -> bool,
    chosen: &mut Vec<usize>,
    at: usize,
    sets: &mut Vec<Vec<usize>>,
) {
    if sets.len() >= MOST_SETS {
        return;
    }
    if at == count {
        let maximal = (0..count)
            .all(|it| chosen.contains(&it) || chosen.iter().any(|&other| conflict(it, other)));
        if maximal {
            sets.push(chosen.clone());
        }
        return;
    }
    if !chosen.iter().any(|&it| conflict(it, at)) {
        chosen.push(at);
        maximal_sets(count, conflict, chosen, at + 1, sets);
        chosen.pop();
        // Without a later one in conflict with it a set that leaves it out is not maximal.
        if !(at + 1..count).any(|it| conflict(it, at)) {
            return;
        }
    }
    maximal_sets(count, conflict, chosen, at + 1, sets);
}
