//! What a text means, for drawing: machines, scenarios, lifelines, checks.

use serde::{Deserialize, Serialize};

use crate::language::{self, Extras, Title};

use super::{DiagnosticView, Expected, GenericStructure, KindName, Range, SystemView, Verdict};

/// What can be said about a text without solving anything.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// Findings in the order of the text.
    pub diagnostics: Vec<DiagnosticView>,
    /// Machines in the order of the text; broken ones as far as they could be read.
    pub machines: Vec<MachineView>,
    /// Scenarios in the order of the text.
    pub scenarios: Vec<ScenarioView>,
    /// Lifelines of `reach` and `deadlock` checks.
    pub system: Vec<LifelineView>,
    /// The questions; empty while the text has errors that keep them from being asked.
    pub checks: Vec<CheckView>,
    /// Whether any diagnostic is an error: then nothing can be checked.
    pub has_errors: bool,
    /// The part of the program that has to be fetched before the text can be read; then there is
    /// nothing else to say about it.
    #[serde(default)]
    pub needs: Option<String>,
    /// What the text holds beside machines.
    #[serde(default)]
    pub structure: Structure,
}

/// What is drawn of a text that holds another kind of model than machines.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Structure {
    /// Machines and scenarios, which the analysis lists itself.
    #[default]
    Machines,
    /// A transition system.
    Transitions(Box<SystemView>),
    /// Statecharts: what runs list of their states, and their transitions. What they look like is read where it is drawn
    /// (`api::chart_scene`).
    Statecharts(Box<SystemView>),
    /// A model of any further kind.
    Generic(Box<GenericStructure>),
}

/// Which kind of model a text holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StructureKind {
    /// Machines and scenarios.
    Machines,
    /// A transition system.
    Transitions,
    /// Statecharts.
    Statecharts,
    /// Any further kind.
    Generic(KindName),
}

impl StructureKind {
    /// What is known of its language.
    #[must_use]
    pub fn title(self) -> &'static Title {
        match self {
            Self::Machines => &language::machines::kind::TITLE,
            Self::Transitions => &language::transitions::kind::TITLE,
            Self::Statecharts => &language::statechart::kind::TITLE,
            Self::Generic(kind) => kind.title(),
        }
    }

    /// What it has beyond answers and their runs.
    #[must_use]
    pub fn extras(self) -> Extras {
        self.title().extras
    }
}

impl Structure {
    /// The kind of model.
    #[must_use]
    pub fn kind(&self) -> StructureKind {
        match self {
            Self::Machines => StructureKind::Machines,
            Self::Transitions(_) => StructureKind::Transitions,
            Self::Statecharts(_) => StructureKind::Statecharts,
            Self::Generic(it) => StructureKind::Generic(it.kind),
        }
    }

    /// What runs list of their states, and what they execute; `None` of machines.
    #[must_use]
    pub fn system(&self) -> Option<&SystemView> {
        match self {
            Self::Machines => None,
            Self::Transitions(system) | Self::Statecharts(system) => Some(system),
            Self::Generic(it) => Some(&it.system),
        }
    }
}

/// A machine for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MachineView {
    /// The name as written.
    pub name: String,
    /// Where the name is declared.
    pub range: Range,
    /// The states.
    pub states: Vec<StateView>,
    /// Index of the initial state.
    pub initial: usize,
    /// The transitions.
    pub transitions: Vec<TransitionView>,
}

/// A state for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StateView {
    /// The name.
    pub name: String,
    /// What the diagram shows instead of the name, where the text gives one.
    pub label: Option<String>,
    /// Whether it is fine to end here.
    pub is_final: bool,
    /// First mention.
    pub range: Range,
}

/// A transition for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TransitionView {
    /// Index of the source state.
    pub source: usize,
    /// Index of the target state.
    pub target: usize,
    /// The trigger; `None` is ε.
    pub trigger: Option<String>,
    /// The effects, possibly none.
    pub effects: Vec<String>,
    /// The line.
    pub range: Range,
}

/// A lifeline.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LifelineView {
    /// Its name.
    pub name: String,
    /// Index of its machine in [`Analysis::machines`].
    pub machine: usize,
    /// Where it is declared.
    pub range: Range,
}

/// A scenario for drawing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ScenarioView {
    /// The name without quotes.
    pub name: String,
    /// True for `neg scenario`.
    pub forbidden: bool,
    /// Where the name is declared.
    pub range: Range,
    /// Its lifelines.
    pub lifelines: Vec<LifelineView>,
    /// Its messages.
    pub messages: Vec<MessageView>,
}

/// A message of a scenario or of a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MessageView {
    /// Index of the sending lifeline.
    pub from: usize,
    /// Index of the receiving lifeline.
    pub to: usize,
    /// The symbol.
    pub symbol: String,
    /// The line in the text, for messages of a scenario.
    pub range: Option<Range>,
    /// For messages of a run: the message of the scenario (index from 0) that it plays.
    pub plays: Option<usize>,
}

/// Which kind of question a check asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// Can this scenario be played?
    Scenario,
    /// Can these places be occupied together?
    Reach,
    /// Can the system get stuck?
    Deadlock,
    /// Is something true all the time?
    Always,
    /// Do two readings of the text admit the same?
    Same,
    /// Is there what the text describes: a state to start in, or calls in their order?
    Consistent,
    /// Can something be false while all else holds?
    Independent,
}

/// A check as written.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckView {
    /// Index among the checks of the text.
    pub index: usize,
    /// What is asked.
    pub kind: Kind,
    /// The scenario's name, `reach PhD.waiting`, or `deadlock`.
    pub title: String,
    /// Index of the scenario, for scenario checks.
    pub scenario: Option<usize>,
    /// True for a loose reading of a scenario.
    pub loose: bool,
    /// The goal: index of the lifeline and its place.
    pub goal: Vec<(usize, PlaceView)>,
    /// The lifelines that play.
    pub lifelines: Vec<LifelineView>,
    /// The K of `within`.
    pub bound: Option<u32>,
    /// What is expected, where something is: what the text says, else what is usual for the question.
    pub expected: Option<Expected>,
    /// True where the text says `expect`.
    pub expect_written: bool,
    /// True where it asks about a `neg scenario`.
    pub forbidden: bool,
    /// True where no `check` line asked.
    pub implicit: bool,
    /// The line in the text.
    pub range: Range,
}

impl CheckView {
    /// Whether a verdict finds fault with the model: a violated property, a deadlock, two readings that differ, a desired
    /// scenario that cannot be played, a forbidden one that can. No answer about a goal is bad by itself.
    #[must_use]
    pub fn finds_fault(&self, verdict: Verdict) -> bool {
        match self.kind {
            Kind::Always | Kind::Deadlock | Kind::Same => verdict.is_found(),
            Kind::Scenario if self.forbidden => verdict.is_found(),
            Kind::Scenario | Kind::Consistent => verdict.is_absent(),
            Kind::Reach | Kind::Independent => false,
        }
    }

    /// Whether a verdict says that a property holds: nothing is wrong, and nothing is to be shown but why.
    #[must_use]
    pub fn is_held(&self, verdict: Verdict) -> bool {
        matches!(self.kind, Kind::Always | Kind::Deadlock | Kind::Same) && verdict.is_absent()
    }
}

/// Where one lifeline is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum PlaceView {
    /// In an original state (index in [`MachineView::states`]).
    State(usize),
    /// Inside a transition (index in [`MachineView::transitions`]): started, effects not yet sent.
    Transition(usize),
}
