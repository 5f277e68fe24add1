//! Vertices and regions: how they are added and found, and what is said of names that nobody or somebody else has.

use super::model::{Chart, Region, RegionId, Vertex, VertexId, VertexKind};
use crate::language::Name;
use crate::language::names::{did_you_mean, shown};
use crate::text::{Diagnostic, Findings, Span, similar};

/// The vertices whose path is this or ends so.
pub(super) fn by_path(chart: &Chart, name: &str) -> Vec<VertexId> {
    let suffix = format!(".{name}");
    let last = name.rsplit('.').next().unwrap_or(name);
    let fits = |&it: &VertexId| {
        let vertex = &chart.vertices[it];
        if vertex.name.is_empty() {
            return false;
        }
        if vertex.name == name {
            return true;
        }
        if !name.contains('.') || vertex.name != last {
            return false;
        }
        let path = chart.path(it);
        path == name || path.ends_with(&suffix)
    };
    (0..chart.vertices.len()).filter(fits).collect()
}

/// A state by the shortest end of its path that means no other one, and by all of it where there is none. O(vertices · depth²).
#[must_use]
pub fn shortest_name(chart: &Chart, vertex: VertexId) -> String {
    let path = chart.path(vertex);
    let mut ends = path.rmatch_indices('.').map(|it| &path[it.0 + 1..]);
    let own = ends.find(|end| by_path(chart, end) == [vertex]);
    own.unwrap_or(&path).to_owned()
}

pub(super) fn add_region(
    chart: &mut Chart,
    owner: Option<VertexId>,
    name: &str,
    span: Span,
) -> RegionId {
    let region = chart.regions.len();
    chart.regions.push(Region {
        name: name.to_owned(),
        owner,
        vertices: Vec::new(),
        initial: None,
        span,
    });
    if let Some(owner) = owner {
        chart.vertices[owner].regions.push(region);
    }
    region
}

pub(super) fn add_vertex(
    chart: &mut Chart,
    region: RegionId,
    kind: VertexKind,
    name: &Name,
) -> VertexId {
    let vertex = chart.vertices.len();
    chart.vertices.push(Vertex {
        kind,
        name: name.text.clone(),
        label: None,
        region,
        own: None,
        regions: Vec::new(),
        entry: None,
        exit: None,
        activity: None,
        deferred: Vec::new(),
        outgoing: Vec::new(),
        incoming: Vec::new(),
        rests: false,
        span: name.span,
    });
    chart.regions[region].vertices.push(vertex);
    vertex
}

/// Whether a region is inside a state of another one.
pub(super) fn is_inside(chart: &Chart, region: RegionId, of: RegionId) -> bool {
    let outer = |&it: &RegionId| {
        chart.regions[it]
            .owner
            .map(|owner| chart.vertices[owner].region)
    };
    std::iter::successors(outer(&region), outer).any(|it| it == of)
}

pub(super) fn twice(first: Span, name: &Name, findings: &mut Findings) {
    let title = format!("The state {} is declared twice", shown(&name.text));
    let finding =
        Diagnostic::error("declared-twice", name.span, title).label(first, "the first one");
    findings.push(finding.hint("Rename or remove one of the two."));
}

pub(super) fn unknown(name: &Name, chart: &Chart, findings: &mut Findings) {
    let title = format!("There is no state {}", shown(&name.text));
    let finding = Diagnostic::error("unknown-state", name.span, title);
    let paths: Vec<_> = (0..chart.vertices.len()).map(|it| chart.path(it)).collect();
    findings.push(
        match similar(&name.text, paths.iter().map(String::as_str)) {
            Some(meant) => did_you_mean(finding, meant),
            None => finding.hint(
                "Write the names of states from the outside to the inside, with dots between them.",
            ),
        },
    );
}
