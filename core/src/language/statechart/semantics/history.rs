//! What histories remember: H(r) of each region, as UML records it (section 3) and as SCXML does.
//!
//! UML writes it whenever a state of the region is left; SCXML when the state that holds the region is, and final states
//! are remembered, too.

use super::super::model::{ObjectId, RegionId, VertexId, VertexKind};
use super::machine::Machine;
use super::state::ObjectState;
use super::term::{Action, Term};

impl Machine<'_> {
    /// A region with the states that it was left with.
    pub(super) fn restore(&self, state: &ObjectState, object: ObjectId, region: RegionId) -> Term {
        let Some(vertex) = state.history[region] else {
            return Action::Default(region).into();
        };
        let chart = self.structure(object).chart;
        if chart.vertices[vertex].kind == VertexKind::Final {
            return Action::Complete(region).into();
        }
        let regions = &chart.vertices[vertex].regions;
        let recorded: Vec<_> = regions
            .iter()
            .copied()
            .filter(|&it| state.history[it].is_some())
            .collect();
        let beside = Term::parallel(recorded.iter().map(|&it| Action::Restore(it).into()));
        Action::Ensure(vertex, recorded, Box::new(beside)).into()
    }

    /// What SCXML's histories of a state remember when it is left: what is there then, final states with it.
    pub(super) fn remember(
        &self,
        state: &mut ObjectState,
        object: ObjectId,
        vertex: VertexId,
        is_deep: bool,
    ) {
        let chart = self.structure(object).chart;
        for &region in &chart.vertices[vertex].regions {
            let has = |kind| {
                let mut all = chart.regions[region].vertices.iter();
                all.any(|&it| chart.vertices[it].kind == kind)
            };
            let is_deep = is_deep || has(VertexKind::DeepHistory);
            if !is_deep && !has(VertexKind::ShallowHistory) {
                continue;
            }
            state.history[region] = self.present(object, state, region);
            if let Some(inner) = state.history[region].filter(|_| is_deep) {
                self.remember(state, object, inner, true);
            }
        }
    }

    /// The state of a region that is active, or the final state in which it has ended.
    pub(super) fn present(
        &self,
        object: ObjectId,
        state: &ObjectState,
        region: RegionId,
    ) -> Option<VertexId> {
        let chart = self.structure(object).chart;
        let vertices = &chart.regions[region].vertices;
        let is_final = |it: &VertexId| chart.vertices[*it].kind == VertexKind::Final;
        let ended = || vertices.iter().copied().find(is_final);
        let active = state.active_in(vertices);
        active.or_else(|| state.complete[region].then(ended).flatten())
    }

    /// Whether anything ever asks which state of a region was left last: what nobody reads is not kept.
    pub(super) fn keeps_history(&self, object: ObjectId, region: RegionId) -> bool {
        let structure = self.structure(object);
        let chart = structure.chart;
        let asks = |kind, region: RegionId| {
            chart.regions[region]
                .vertices
                .iter()
                .any(|&it| chart.vertices[it].kind == kind)
        };
        let around = chart.regions[region].owner;
        asks(VertexKind::ShallowHistory, region)
            || asks(VertexKind::DeepHistory, region)
            || around.is_some_and(|owner| {
                structure
                    .regions_of(owner)
                    .any(|it| asks(VertexKind::DeepHistory, it))
            })
    }
}
