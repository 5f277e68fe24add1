//! What is lit on the picture of an object at one step of a run.

use crate::view::{ObjectView, StatechartView, SystemStepView, VertexShape};

/// How an object stands: numbers of vertices and transitions of its statechart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StatechartMarks {
    /// Where it is: all active states.
    pub active: Vec<usize>,
    /// What it left in this step.
    pub left: Vec<usize>,
    /// What fired in this step, in its order.
    pub fired: Vec<usize>,
    /// What could fire next.
    pub can: Vec<usize>,
    /// What a check asks for.
    pub goal: Vec<usize>,
    /// Where only this one of two runs beside each other is.
    pub apart: Vec<usize>,
}

impl StatechartMarks {
    /// Whether a vertex is active.
    #[must_use]
    pub fn is_active(&self, vertex: usize) -> bool {
        self.active.contains(&vertex)
    }

    /// Whether a vertex was active before the step and is no more.
    #[must_use]
    pub fn is_left(&self, vertex: usize) -> bool {
        self.left.contains(&vertex) && !self.is_active(vertex)
    }

    /// When a transition fired in this step: 1 for the first one; several times where it fired again.
    #[must_use]
    pub fn turns(&self, transition: usize) -> Vec<usize> {
        let all = self.fired.iter().enumerate();
        all.filter(|it| *it.1 == transition)
            .map(|it| it.0 + 1)
            .collect()
    }

    /// What is written beside a transition that fired: when, where several fired in this step.
    #[must_use]
    pub fn turn_text(&self, transition: usize) -> Option<String> {
        if self.fired.len() < 2 {
            return None;
        }
        let turns = self.turns(transition);
        let turns: Vec<_> = turns.iter().map(ToString::to_string).collect();
        (!turns.is_empty()).then(|| turns.join(", "))
    }
}

/// How an object stands after some entries of a run that are one step, with what was active after the entry before them, where so many
/// transitions of other statecharts are counted before its own. What can fire next and what is asked for a run does not say.
/// O(entries · transitions + states).
#[must_use]
pub fn at(
    object: &ObjectView,
    chart: &StatechartView,
    before: usize,
    entries: &[SystemStepView],
    was: Option<&SystemStepView>,
) -> StatechartMarks {
    let active = |entry: &SystemStepView| {
        let places = object.regions.iter().enumerate();
        let places = places.map(|(region, it)| place(chart, region, entry.state.get(it.entry)?));
        active(chart, &places.collect::<Vec<_>>())
    };
    let own = entries.iter().filter(|it| it.turn.is_object(&object.name));
    let fired = own.flat_map(|it| &it.fired);
    let fired = fired.filter_map(|it| it.checked_sub(before));
    StatechartMarks {
        active: entries.last().map(active).unwrap_or_default(),
        left: was.map(active).unwrap_or_default(),
        fired: fired.filter(|&it| it < chart.transitions.len()).collect(),
        ..StatechartMarks::default()
    }
}

/// The active vertices, where for each region is known at which of its vertices it is (the values that a run shows of
/// its places, see [`place`]). What is in a state that is not active is not active either.
#[must_use]
pub fn active(chart: &StatechartView, places: &[Option<usize>]) -> Vec<usize> {
    let mut active: Vec<usize> = places.iter().flatten().copied().collect();
    active.retain(|&it| it < chart.vertices.len());
    active.sort_unstable();
    active.dedup();
    let all = active.clone();
    active.retain(|&it| {
        let region = chart.regions.get(chart.vertices[it].region);
        region.is_some_and(|it| it.owner.is_none_or(|owner| all.contains(&owner)))
    });
    active
}

/// The vertex of a region that a run shows as its place: by its name within the region, `[end]` at the end.
#[must_use]
pub fn place(chart: &StatechartView, region: usize, shown: &str) -> Option<usize> {
    let view = chart.regions.get(region)?;
    let is_end = shown == "[end]";
    view.vertices.iter().copied().find(|&it| {
        let Some(vertex) = chart.vertices.get(it) else {
            return false;
        };
        match is_end {
            true => vertex.shape == VertexShape::Final,
            false => {
                vertex.shape != VertexShape::Initial
                    && (vertex.path == shown
                        || vertex.name == shown
                        || (vertex.path.strip_suffix(shown)).is_some_and(|it| it.ends_with('.')))
            }
        }
    })
}
