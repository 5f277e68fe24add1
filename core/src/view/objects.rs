//! Objects whose behaviour is a statechart, as the stage shows them at a step.

use super::Range;

/// The objects of a text of statecharts. Which entry of a state of a run ([`super::SystemStepView::state`]) says what of
/// an object, stands with it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ObjectView {
    /// Its name.
    pub name: String,
    /// The name of its statechart.
    pub chart_name: String,
    /// The number of its statechart, in the order of the text.
    pub chart: usize,
    /// Where it is declared.
    pub range: Range,
    /// Where its regions are, one for each region of its statechart.
    pub regions: Vec<PlaceOfRegion>,
    /// The entries of its variables.
    pub attributes: Vec<usize>,
    /// Its clocks.
    pub clocks: Vec<ClockView>,
    /// The entry that lists what waits in its queue, as [`super::SystemStepView::waiting`] has it.
    pub queue: usize,
    /// How many events its queue holds.
    pub capacity: usize,
}

/// A region of an object.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceOfRegion {
    /// The entry that says where it is.
    pub entry: usize,
    /// The region's name; empty where it has none.
    pub name: String,
    /// The state around it: its region's number, and its name there.
    pub around: Option<(usize, String)>,
}

/// How long a state with timed transitions has been active.
#[derive(Clone, Debug, PartialEq)]
pub struct ClockView {
    /// The entry.
    pub entry: usize,
    /// The state, by its path.
    pub state: String,
    /// The number of its region, and its name there: the clock runs while that is active.
    pub at: (usize, String),
    /// When the first of its timed transitions can fire, and when the last must.
    pub span: (u32, u32),
}

/// How an empty queue is written, and where a region is that is in no state.
pub const EMPTY: char = '\u{2013}';
