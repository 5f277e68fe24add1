//! A segment of a transition, when its thread reaches it: exits, effect, entry (section 3, second table).
//!
//! Exits and entries are computed here and not before: what is active, and which segment of a join is the last, depends
//! on what other threads did.

use super::super::model::{
    ObjectId, Reading, RegionId, TransitionId, TransitionKind, VertexId, VertexKind,
};
use super::machine::Machine;
use super::rules::Rule;
use super::state::ObjectState;
use super::term::{Action, Term};

impl Machine<'_> {
    /// The innermost region that a transition does not leave: LCA(src, tgt), and in SCXML for a state further up as long as
    /// what the region holds is the child of a `<parallel>`.
    #[must_use]
    pub fn domain(&self, object: ObjectId, transition: TransitionId) -> Option<RegionId> {
        let structure = self.structure(object);
        let chart = structure.chart;
        let it = &chart.transitions[transition];
        let mut region = structure.common_region(it.source, it.target);
        if self.is_scxml(Rule::Domain) && chart.vertices[it.source].kind == VertexKind::State {
            while let Some(inner) = region
                && let Some(owner) = chart.regions[inner].owner
                && structure.is_parallel(owner)
                && !structure.is_child(inner)
            {
                region = Some(chart.vertices[owner].region);
            }
        }
        region
    }

    /// The state among a vertex and what contains it that stands directly in a region; the outermost where there is no
    /// region.
    #[must_use]
    pub fn below(
        &self,
        object: ObjectId,
        vertex: VertexId,
        region: Option<RegionId>,
        itself: bool,
    ) -> Option<VertexId> {
        let structure = self.structure(object);
        let chart = structure.chart;
        let own = itself.then_some(vertex);
        let mut all = own
            .into_iter()
            .chain(structure.ancestors(vertex).iter().copied());
        match region {
            Some(region) => all.find(|&it| chart.vertices[it].region == region),
            None => all.last(),
        }
    }

    /// What a segment becomes.
    #[must_use]
    pub fn segment(&self, object: ObjectId, state: &ObjectState, transition: TransitionId) -> Term {
        Term::sequence(self.parts(object, state, transition))
    }

    /// What several transitions of SCXML that are taken at once become: what is left, the last in the text first, then all
    /// effects, then what is entered.
    #[must_use]
    pub fn microstep(&self, object: ObjectId, state: &ObjectState, all: &[TransitionId]) -> Term {
        let parts = all.iter().map(|&it| self.parts(object, state, it));
        let mut phases = [const { Vec::new() }; 3];
        for part in parts {
            for (phase, term) in phases.iter_mut().zip(part) {
                phase.push(term);
            }
        }
        phases[0].reverse();
        Term::sequence(phases.into_iter().flatten())
    }

    /// The exits, the effect, and the entries of a segment.
    fn parts(&self, object: ObjectId, state: &ObjectState, transition: TransitionId) -> [Term; 3] {
        let structure = self.structure(object);
        let chart = structure.chart;
        let it = &chart.transitions[transition];
        let (source, target) = (&chart.vertices[it.source], &chart.vertices[it.target]);
        let from_state = source.kind == VertexKind::State;
        if from_state && !state.active[it.source] {
            return [Term::Done, Term::Done, Term::Done];
        }
        let effect = it.effect.map_or(Term::Done, |effect| {
            Action::Run(self.codes[self.chart_of(object)].starts[effect]).into()
        });
        let enter = || Term::from(Action::Enter(it.target, transition));
        let exit =
            |vertex: Option<VertexId>| vertex.map_or(Term::Done, |it| Action::Exit(it).into());
        // The source and what is around it, one after the other, up to a state; a pseudostate is not left itself.
        let up_to = |outermost: Option<VertexId>| {
            let own = from_state.then_some(it.source);
            let mut all = own
                .into_iter()
                .chain(structure.ancestors(it.source).iter().copied());
            if self.is_scxml(Rule::Order) {
                // The outermost is left with all that is inside, the last in the text first.
                return exit(outermost.filter(|outermost| all.any(|it| it == *outermost)));
            }
            let mut left = Vec::new();
            for state in all {
                left.push(Action::Exit(state).into());
                if outermost == Some(state) {
                    return Term::sequence(left);
                }
            }
            Term::Done
        };
        let inside = |state: Option<VertexId>| {
            // What is left below a state, or below the statechart itself.
            let region = state.and_then(|state| structure.region_in(state, it.source));
            up_to(self.below(object, it.source, region, from_state))
        };
        if it.kind == TransitionKind::Internal {
            return [Term::Done, effect, Term::Done];
        }
        if it.kind == TransitionKind::Local {
            if target.kind == VertexKind::ExitPoint && target.own == Some(it.source) {
                return [Term::Done, effect, enter()];
            }
            if let Some(region) = structure.region_in(it.source, it.target) {
                let left = state.active_in(&chart.regions[region].vertices);
                let path = self.path(object, transition, Some(region));
                let left = Term::sequence([exit(left), Action::Reopen(region).into()]);
                return [left, effect, path];
            }
            if it.source == it.target {
                // Everything inside is left, and entered by default.
                let inner = source.regions.iter();
                let exits = inner
                    .clone()
                    .filter_map(|&it| state.active_in(&chart.regions[it].vertices));
                let exits = Term::parallel(exits.map(|it| Action::Exit(it).into()));
                let opened = Term::sequence(inner.clone().map(|&it| Action::Reopen(it).into()));
                let entries = Term::parallel(inner.map(|&it| Action::Default(it).into()));
                return [Term::sequence([exits, opened]), effect, entries];
            }
        }
        if target.kind == VertexKind::State
            && structure.is_inside(it.source, it.target)
            && state.active[it.target]
            && self.version(Rule::Ancestor) == Reading::Uml
        {
            let region = structure.region_in(it.target, it.source);
            let complete = region.map_or(Term::Done, |it| Action::Complete(it).into());
            return [inside(Some(it.target)), effect, complete];
        }
        if target.kind == VertexKind::Join {
            let sources = structure.sources(it.target);
            let others = target.incoming.iter().filter(|&&other| other != transition);
            let is_last = others.clone().all(|&it| state.joined[it]);
            let left = match is_last {
                true => up_to(self.below(
                    object,
                    it.source,
                    structure.common_region(it.source, it.target),
                    from_state,
                )),
                false => inside(structure.common_state(&sources)),
            };
            return [left, effect, enter()];
        }
        if let (VertexKind::ExitPoint, Some(own)) = (target.kind, target.own)
            && structure.is_inside(it.source, own)
        {
            return [inside(Some(own)), effect, enter()];
        }
        if source.kind == VertexKind::EntryPoint {
            if source.own == Some(it.target) {
                return [Term::Done, effect, Term::Done];
            }
            if target.kind == VertexKind::ExitPoint && target.own == source.own {
                return [Term::Done, effect, enter()];
            }
        }
        let domain = self.domain(object, transition);
        let left = match source.kind {
            VertexKind::Initial
            | VertexKind::Fork
            | VertexKind::ShallowHistory
            | VertexKind::DeepHistory
            | VertexKind::EntryPoint => Term::Done,
            _ => up_to(self.below(object, it.source, domain, from_state)),
        };
        [left, effect, self.path(object, transition, domain)]
    }

    /// The entries from a region to the target of a transition.
    fn path(&self, object: ObjectId, transition: TransitionId, from: Option<RegionId>) -> Term {
        let structure = self.structure(object);
        let chart = structure.chart;
        let it = &chart.transitions[transition];
        let mut targets = vec![it.target];
        if chart.vertices[it.source].kind == VertexKind::Fork {
            targets = chart.vertices[it.source]
                .outgoing
                .iter()
                .map(|&it| chart.transitions[it].target)
                .collect();
        }
        // Innermost first, up to the state that stands directly in the region.
        let mut around: Vec<VertexId> = Vec::new();
        if Some(chart.vertices[it.target].region) != from {
            for &state in structure.ancestors(it.target) {
                around.push(state);
                if Some(chart.vertices[state].region) == from {
                    break;
                }
            }
        }
        let mut path = Term::from(Action::Enter(it.target, transition));
        for state in around {
            let explicit = chart.vertices[state].regions.iter().copied();
            let explicit = explicit.filter(|&region| {
                targets
                    .iter()
                    .any(|&it| structure.region_in(state, it) == Some(region))
            });
            path = Action::Ensure(state, explicit.collect(), Box::new(path)).into();
        }
        path
    }

    /// exits(t, A): the states that a transition leaves; for conflicts only.
    #[must_use]
    pub fn exits(
        &self,
        object: ObjectId,
        state: &ObjectState,
        transition: TransitionId,
    ) -> Vec<VertexId> {
        let structure = self.structure(object);
        let chart = structure.chart;
        let it = &chart.transitions[transition];
        let target = &chart.vertices[it.target];
        if self.is_scxml(Rule::Domain)
            && let Some(domain) = self.scope(object, state, transition)
        {
            return self.exit_set(object, state, domain).into_iter().collect();
        }
        let active = |inside: VertexId, itself: bool| -> Vec<VertexId> {
            let all = (0..chart.vertices.len()).filter(|&it| state.active[it]);
            all.filter(|&it| structure.is_inside(it, inside) || (itself && it == inside))
                .collect()
        };
        if it.kind == TransitionKind::Internal {
            // In SCXML it leaves nothing, so it is in conflict with nothing.
            if self.is_scxml(Rule::Selection) {
                return Vec::new();
            }
            return vec![it.source];
        }
        if it.kind == TransitionKind::Local && structure.is_inside(it.target, it.source) {
            return active(it.source, false);
        }
        let to_own_exit = target.kind == VertexKind::ExitPoint && target.own == Some(it.source);
        if to_own_exit || target.kind == VertexKind::Join {
            return active(it.source, true);
        }
        match self.below(object, it.source, self.domain(object, transition), true) {
            Some(outermost) => active(outermost, true),
            None => vec![it.source],
        }
    }
}
