//! What is drawn of a text of any kind of model: graphs of what it describes, beside what runs list of their states.
//!
//! A kind that has drawings of its own needs none of this; one that has none is drawn by one component for all such kinds.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Range, SystemView};
use crate::language::{self, Title};

/// A kind of model by the title of its language. It crosses as its name.
#[derive(Clone, Copy)]
pub struct KindName(&'static Title);

impl KindName {
    /// The kind whose language has this title.
    #[must_use]
    pub const fn new(title: &'static Title) -> Self {
        Self(title)
    }

    /// What is known of its language.
    #[must_use]
    pub fn title(self) -> &'static Title {
        self.0
    }
}

impl PartialEq for KindName {
    fn eq(&self, other: &Self) -> bool {
        self.0.name == other.0.name
    }
}

impl Eq for KindName {}

impl std::fmt::Debug for KindName {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0.name)
    }
}

impl Serialize for KindName {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.0.name)
    }
}

impl<'de> Deserialize<'de> for KindName {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let title = language::list::title(&name);
        title
            .map(Self)
            .ok_or_else(|| de::Error::custom(format!("there is no kind of model `{name}`")))
    }
}

/// What is drawn of a text of a kind that has no drawing of its own.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GenericStructure {
    /// Which kind it is.
    pub kind: KindName,
    /// What runs list of their states, and what they execute: each operation is one thing that a step can fire.
    pub system: SystemView,
    /// The graphs, in the order in which they are drawn.
    pub graphs: Vec<GraphView>,
    /// The objects that steps call, as `name : Class`; `None` where steps are no calls.
    pub lifelines: Option<Vec<String>>,
}

/// A graph of what a text describes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct GraphView {
    /// What it shows, as a heading: `Objects`.
    pub title: String,
    /// The nodes in the order of the text.
    pub nodes: Vec<GraphNodeView>,
    /// The edges in the order of the text.
    pub edges: Vec<GraphEdgeView>,
}

/// A node.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GraphNodeView {
    /// Its name, in the first line.
    pub name: String,
    /// How it is drawn.
    pub shape: NodeShape,
    /// What stands below the name, in compartments with lines between them.
    pub compartments: Vec<Vec<String>>,
    /// Values that are shown in it as they are at each step: what stands before one, and which variable it is.
    pub shows: Vec<(String, usize)>,
    /// The operations that it stands for: it is lit where a step executes one.
    pub fires: Vec<usize>,
    /// Where it is declared.
    pub range: Range,
}

/// How a node is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum NodeShape {
    /// A box with corners.
    Box,
    /// A box with round ends.
    Round,
    /// A low box, such as a transition's bar.
    Bar,
}

/// An edge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GraphEdgeView {
    /// The node where it begins.
    pub from: usize,
    /// The node where it ends.
    pub to: usize,
    /// What stands beside it; empty for nothing.
    pub label: String,
    /// What stands at its two ends, such as those of an association.
    pub ends: Option<[EdgeEndView; 2]>,
    /// How it ends.
    pub head: EdgeHead,
    /// The variable that says in each state whether it is there; `None` where it always is.
    pub while_true: Option<usize>,
    /// Where it is declared.
    pub range: Range,
}

/// What stands at the end of an edge.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EdgeEndView {
    /// How many nodes there can be here for each at the other end: `1..2`.
    pub many: String,
    /// What they are for the other end.
    pub role: String,
}

/// How an edge ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EdgeHead {
    /// As an arrow.
    Arrow,
    /// As a line.
    Line,
    /// With the triangle of inheritance.
    Triangle,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_kind_crosses_by_its_name_and_no_other_name_is_read() {
        let kind = KindName::new(&language::machines::kind::TITLE);
        let text = serde_json::to_string(&kind).expect("it can be written");
        assert_eq!(text, "\"communicating machines\"");
        assert_eq!(serde_json::from_str::<KindName>(&text).ok(), Some(kind));
        let unknown = serde_json::from_str::<KindName>("\"poems\"");
        let why = unknown.expect_err("there are none").to_string();
        assert_eq!(why, "there is no kind of model `poems`");
    }
}
