//! Static structure: what contains what (section 1 of the rules).
//!
//! An entry or exit point counts as a vertex of the region that holds its state.

use super::model::{Chart, RegionId, TransitionId, VertexId, VertexKind};

/// A statechart with what follows from its tree.
#[derive(Clone, Debug)]
pub struct Structure<'m> {
    /// The statechart.
    pub chart: &'m Chart,
    /// For each vertex the states that contain it, innermost first.
    ancestors: Vec<Vec<VertexId>>,
    /// For each region whether it is, in SCXML, a child of a `<parallel>` by itself.
    is_child: Vec<bool>,
}

/// What the name of a region begins with that imports of SCXML write around a child of a `<parallel>`; behind it that child's.
pub const AROUND: &str = "r_";

impl<'m> Structure<'m> {
    /// The structure of a statechart.
    #[must_use]
    pub fn new(chart: &'m Chart) -> Self {
        let up = |vertex: VertexId| chart.regions[chart.vertices[vertex].region].owner;
        let ancestors = (0..chart.vertices.len())
            .map(|it| std::iter::successors(up(it), |&it| up(it)).collect());
        let regions = 0..chart.regions.len();
        Self {
            chart,
            ancestors: ancestors.collect(),
            is_child: regions.map(|it| is_child(chart, it)).collect(),
        }
    }

    /// Whether a region is, in SCXML, a child state of a `<parallel>` by itself: one of several regions of a state, unless it
    /// stands for the only state in it, as imports write it.
    #[must_use]
    pub fn is_child(&self, region: RegionId) -> bool {
        self.is_child[region]
    }

    /// Whether a state is a `<parallel>` in SCXML.
    #[must_use]
    pub fn is_parallel(&self, state: VertexId) -> bool {
        self.chart.vertices[state].regions.len() > 1
    }

    /// anc(v): the states that contain a vertex, innermost first.
    #[must_use]
    pub fn ancestors(&self, vertex: VertexId) -> &[VertexId] {
        &self.ancestors[vertex]
    }

    /// Whether a vertex is inside a state.
    #[must_use]
    pub fn is_inside(&self, vertex: VertexId, state: VertexId) -> bool {
        self.ancestors[vertex].contains(&state)
    }

    /// The regions that contain a vertex, innermost first.
    pub fn regions_of(&self, vertex: VertexId) -> impl Iterator<Item = RegionId> + '_ {
        let own = self.chart.vertices[vertex].region;
        let outer = self.ancestors[vertex]
            .iter()
            .map(|&it| self.chart.vertices[it].region);
        std::iter::once(own).chain(outer)
    }

    /// reg(s,v): the region of a state that contains a vertex.
    #[must_use]
    pub fn region_in(&self, state: VertexId, vertex: VertexId) -> Option<RegionId> {
        self.regions_of(vertex)
            .find(|&it| self.chart.regions[it].owner == Some(state))
    }

    /// LCA(u,v): the innermost region that contains both; none where they are in different top regions.
    #[must_use]
    pub fn common_region(&self, one: VertexId, other: VertexId) -> Option<RegionId> {
        let it = &self.chart.vertices[one];
        if let (VertexKind::EntryPoint, Some(own)) = (it.kind, it.own)
            && self.is_inside(other, own)
        {
            return self.region_in(own, other);
        }
        let of_other: Vec<_> = self.regions_of(other).collect();
        self.regions_of(one).find(|it| of_other.contains(it))
    }

    /// The innermost state that contains all of some vertices; none where only the statechart does.
    #[must_use]
    pub fn common_state(&self, vertices: &[VertexId]) -> Option<VertexId> {
        let (&first, rest) = vertices.split_first()?;
        let all = |state: &VertexId| rest.iter().all(|&it| self.is_inside(it, *state));
        self.ancestors[first].iter().copied().find(all)
    }

    /// The sources of the transitions that lead to a vertex.
    #[must_use]
    pub fn sources(&self, vertex: VertexId) -> Vec<VertexId> {
        let incoming = self.chart.vertices[vertex].incoming.iter();
        incoming
            .map(|&it| self.chart.transitions[it].source)
            .collect()
    }

    /// Whether a transition leads to a state that contains its source.
    #[must_use]
    pub fn leads_outwards(&self, transition: TransitionId) -> bool {
        let it = &self.chart.transitions[transition];
        self.chart.vertices[it.target].kind == VertexKind::State
            && self.is_inside(it.source, it.target)
    }

    /// Whether an exit point is left like a join: its incoming transitions come from several regions of its state.
    #[must_use]
    pub fn joins(&self, exit_point: VertexId) -> bool {
        let Some(own) = self.chart.vertices[exit_point].own else {
            return false;
        };
        let mut regions: Vec<_> = self
            .sources(exit_point)
            .iter()
            .filter_map(|&it| self.region_in(own, it))
            .collect();
        regions.sort_unstable();
        regions.dedup();
        regions.len() > 1
    }
}

fn is_child(chart: &Chart, region: RegionId) -> bool {
    let it = &chart.regions[region];
    let of_several = it
        .owner
        .is_some_and(|it| chart.vertices[it].regions.len() > 1);
    let of_kind = |kind| {
        let all = it.vertices.iter().map(|&it| &chart.vertices[it]);
        all.filter(move |it| it.kind == kind)
    };
    let mut states = of_kind(VertexKind::State);
    let only = states.next().filter(|_| states.next().is_none());
    let stands_for = only.filter(|_| of_kind(VertexKind::Final).next().is_none());
    of_several && stands_for.is_none_or(|state| it.name.strip_prefix(AROUND) != Some(&state.name))
}
