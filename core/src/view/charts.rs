//! A statechart as it is drawn: states in regions in states, with their texts.

use serde::{Deserialize, Serialize};

use super::Range;

/// A statechart.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StatechartView {
    /// Its name.
    pub name: String,
    /// States and pseudostates.
    pub vertices: Vec<VertexView>,
    /// Regions; those without an owner are at the top.
    pub regions: Vec<RegionView>,
    /// Transitions and segments in the order of the text, internal ones among them.
    pub transitions: Vec<ArcView>,
    /// Where the name is written.
    pub range: Range,
}

/// Where the parts of a statechart are written: what an edit above it changes and its picture does not show.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatechartPlaces {
    /// The places of [`StatechartView::vertices`].
    pub vertices: Vec<Range>,
    /// The places of [`StatechartView::transitions`].
    pub transitions: Vec<Range>,
}

/// What a vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VertexShape {
    /// A state, with or without regions.
    State,
    /// The initial pseudostate of its region.
    Initial,
    /// A final state of its region.
    Final,
    /// Branches that are chosen before anything happens.
    Junction,
    /// Branches that are chosen when it is reached.
    Choice,
    /// All branches at once.
    Fork,
    /// Waits for all its incoming transitions.
    Join,
    /// The state left last.
    ShallowHistory,
    /// The same, with all that was inside.
    DeepHistory,
    /// A way into a state.
    EntryPoint,
    /// A way out of a state.
    ExitPoint,
    /// Everything stops.
    Terminate,
}

/// A state or pseudostate.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VertexView {
    /// What it is.
    pub shape: VertexShape,
    /// Its name in its region; empty for an initial pseudostate and the like.
    pub name: String,
    /// Its names from the outside in, with dots between them.
    pub path: String,
    /// The text in drawings, where it is not the name.
    pub label: Option<String>,
    /// The region that holds it; for an entry or exit point, that of its state.
    pub region: usize,
    /// The state of an entry or exit point.
    pub own: Option<usize>,
    /// Its regions.
    pub regions: Vec<usize>,
    /// What it does at its entry, while it is active and at its exit, its internal transitions, and what it defers.
    pub lines: Vec<StateLineView>,
    /// Where it is declared or first mentioned.
    pub range: Range,
}

/// The line of a state in which an object may stay.
pub const REST: &str = "«rest»";

/// A line inside a state.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateLineView {
    /// The line as the language writes it.
    pub text: String,
    /// The internal transition that it is.
    pub transition: Option<usize>,
}

/// A region.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RegionView {
    /// Its name; empty where it has none.
    pub name: String,
    /// The state that it divides; `None` at the top.
    pub owner: Option<usize>,
    /// What is in it.
    pub vertices: Vec<usize>,
    /// Where it begins.
    pub range: Range,
}

/// A transition, or a segment of one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ArcView {
    /// Where it begins: an index of [`StatechartView::vertices`].
    pub source: usize,
    /// Where it leads to.
    pub target: usize,
    /// Whether it leaves nothing: a line inside its state, no arrow.
    pub internal: bool,
    /// What it waits for, as the language writes it; empty for completion and segments.
    pub trigger: String,
    /// Its condition without brackets; empty where there is none.
    pub guard: String,
    /// What it does; empty where that is nothing.
    pub effect: String,
    /// Where it is written.
    pub range: Range,
}

impl StatechartView {
    /// Takes out where everything is written, so that two drawings are equal where they show the same.
    pub fn take_places(&mut self) -> StatechartPlaces {
        std::mem::take(&mut self.range);
        for it in &mut self.regions {
            std::mem::take(&mut it.range);
        }
        let vertices = self.vertices.iter_mut();
        let transitions = self.transitions.iter_mut();
        StatechartPlaces {
            vertices: vertices.map(|it| std::mem::take(&mut it.range)).collect(),
            transitions: transitions
                .map(|it| std::mem::take(&mut it.range))
                .collect(),
        }
    }
}

impl VertexView {
    /// What it is called in drawings and sentences.
    #[must_use]
    pub fn title(&self) -> &str {
        self.label.as_deref().unwrap_or(&self.name)
    }
}

impl ArcView {
    /// `trigger [guard] / effect`
    #[must_use]
    pub fn label(&self) -> String {
        let mut parts = Vec::new();
        if !self.trigger.is_empty() {
            parts.push(self.trigger.clone());
        }
        if !self.guard.is_empty() {
            parts.push(format!("[{}]", self.guard));
        }
        if !self.effect.is_empty() {
            parts.push(format!("/ {}", self.effect));
        }
        parts.join(" ")
    }
}
