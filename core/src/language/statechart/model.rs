//! Resolved statecharts: names are looked up, every reference is an index.
//!
//! The static structure of the semantics (section 1 of the rules): vertices in regions, regions in states or at the top,
//! transitions between vertices. A statechart is a type; objects are its instances.
//!
//! Variables of an expression are numbered: those of the statechart in their order, then `self`, then inputs, then what the
//! event brings that is being handled.

use std::sync::Arc;

pub use super::ast::{Overflow, Reading};
use crate::expression::{Enumeration, Sort, Term, Value};
use crate::language::questions::Mode;
use crate::language::questions::{ExpectedAnswer, PropertySubject};
use crate::text::Span;

/// Index of a statechart in [`StatechartModel::charts`].
pub type ChartId = usize;
/// Index of an object in [`StatechartModel::objects`].
pub type ObjectId = usize;
/// Index of an event in [`StatechartModel::events`].
pub type EventId = usize;
/// Index of a vertex in [`Chart::vertices`].
pub type VertexId = usize;
/// Index of a region in [`Chart::regions`].
pub type RegionId = usize;
/// Index of a transition in [`Chart::transitions`].
pub type TransitionId = usize;
/// Index of a behaviour in [`Chart::behaviours`].
pub type BehaviourId = usize;
/// Index of a text in [`StatechartModel::labels`].
pub type LabelTextId = usize;

/// Statecharts, their objects, and what is asked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatechartModel {
    /// The events, in the order of their first mention.
    pub events: Vec<Event>,
    /// The statecharts in the order of the text.
    pub charts: Vec<Chart>,
    /// The objects: those of `system`, else one per statechart.
    pub objects: Vec<Object>,
    /// What comes from outside.
    pub scripts: Vec<Script>,
    /// How the model is read where a check does not say.
    pub reading: Reading,
    /// What of its reading is not demanded; of a text everything is.
    pub loosened: Loosened,
    /// What behaviours can show.
    pub labels: Vec<String>,
    /// The scenarios in the order of the text.
    pub scenarios: Vec<Scenario>,
    /// The questions in the order of the text.
    pub properties: Vec<Property>,
}

/// Rules of a reading that are not kept, for whoever asks what they rule out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loosened {
    /// Of the transitions of states inside each other any can fire, not only the innermost.
    pub inside: bool,
    /// Events and time need not wait until completions, or SCXML's transitions without an event, have been dealt with.
    pub completion: bool,
}

/// An event.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Its name.
    pub name: String,
    /// The names and types of what it brings.
    pub parameters: Vec<(String, Sort)>,
}

/// A statechart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// The name.
    pub name: String,
    /// Its variables.
    pub variables: Vec<ChartVariable>,
    /// Its values without memory.
    pub inputs: Vec<ChartInput>,
    /// The sort of references to its objects: `null`, then its objects.
    pub references: Option<Arc<Enumeration>>,
    /// How many events the queue of an object holds.
    pub queue: usize,
    /// What becomes of one more.
    pub overflow: Overflow,
    /// States and pseudostates.
    pub vertices: Vec<Vertex>,
    /// Regions; those at the top have no owner.
    pub regions: Vec<Region>,
    /// Transitions in the order of the text.
    pub transitions: Vec<Transition>,
    /// Behaviours of states and effects of transitions.
    pub behaviours: Vec<Behaviour>,
    /// Where the name is written.
    pub span: Span,
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartVariable {
    /// Its name.
    pub name: String,
    /// Its values.
    pub sort: Sort,
    /// The value it starts with.
    pub initial: Value,
    /// Where it is declared.
    pub span: Span,
}

/// A value without memory: chosen anew whenever guards are selected, and at each choice.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartInput {
    /// Its name.
    pub name: String,
    /// Its values, which are finitely many.
    pub sort: Sort,
    /// Where it is declared.
    pub span: Span,
}

/// What a vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VertexKind {
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
#[derive(Clone, Debug, PartialEq)]
pub struct Vertex {
    /// What it is.
    pub kind: VertexKind,
    /// Its name in its region; empty for an initial pseudostate and the like.
    pub name: String,
    /// The text in drawings.
    pub label: Option<String>,
    /// The region that holds it; for an entry or exit point, that of its state.
    pub region: RegionId,
    /// The state of an entry or exit point.
    pub own: Option<VertexId>,
    /// Its regions.
    pub regions: Vec<RegionId>,
    /// What runs when it is entered.
    pub entry: Option<BehaviourId>,
    /// What runs when it is left.
    pub exit: Option<BehaviourId>,
    /// What runs while it is active.
    pub activity: Option<BehaviourId>,
    /// Events that it defers.
    pub deferred: Vec<EventId>,
    /// Transitions and segments that leave it, in the order of the text.
    pub outgoing: Vec<TransitionId>,
    /// Those that lead to it.
    pub incoming: Vec<TransitionId>,
    /// Whether its object may stay there for ever.
    pub rests: bool,
    /// Where it is declared or first mentioned.
    pub span: Span,
}

/// A region.
#[derive(Clone, Debug, PartialEq)]
pub struct Region {
    /// Its name; empty where it has none.
    pub name: String,
    /// The state that it divides; `None` at the top.
    pub owner: Option<VertexId>,
    /// What is in it.
    pub vertices: Vec<VertexId>,
    /// Its initial pseudostate.
    pub initial: Option<VertexId>,
    /// Where it begins.
    pub span: Span,
}

/// What a transition does with its source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TransitionKind {
    /// Leaves it.
    External,
    /// Leaves what is inside.
    Local,
    /// Leaves nothing.
    Internal,
}

/// A transition, or a segment of one.
#[derive(Clone, Debug, PartialEq)]
pub struct Transition {
    /// Where it begins.
    pub source: VertexId,
    /// Where it leads to.
    pub target: VertexId,
    /// What it does with its source.
    pub kind: TransitionKind,
    /// The events that it waits for, in ascending order; empty for completion and segments.
    pub triggers: Vec<EventId>,
    /// The least and the most time in its source after which it fires by itself.
    pub after: Vec<(u32, u32)>,
    /// When it can fire.
    pub guard: Guard,
    /// What it does.
    pub effect: Option<BehaviourId>,
    /// Where it is written.
    pub span: Span,
}

/// When a transition can fire.
#[derive(Clone, Debug, PartialEq)]
pub enum Guard {
    /// Always.
    True,
    /// Where no other from the same vertex can.
    Else,
    /// Where this is true.
    Term(Term),
}

impl Transition {
    /// Whether it waits for nothing but the completion of its source.
    #[must_use]
    pub fn is_completion(&self) -> bool {
        self.triggers.is_empty() && self.after.is_empty()
    }
}

/// What is done, in order.
#[derive(Clone, Debug, PartialEq)]
pub struct Behaviour {
    /// The statements.
    pub statements: Vec<Statement>,
    /// Where it is written.
    pub span: Span,
}

/// Something that is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// What.
    pub kind: StatementKind,
    /// Where it is written.
    pub span: Span,
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub enum StatementKind {
    /// A variable gets a value.
    Assign(usize, Term),
    /// An event is sent.
    Send {
        /// To whom: the value of a term, of the references of a statechart.
        to: Term,
        /// The statechart of the receiver.
        chart: ChartId,
        /// The event.
        event: EventId,
        /// What it brings.
        arguments: Vec<Term>,
    },
    /// Something is shown.
    Trace(LabelTextId),
    /// A do behaviour waits for one of these.
    Accept(Vec<EventId>),
    /// One of two.
    If(Term, Vec<Statement>, Vec<Statement>),
}

/// An instance of a statechart.
#[derive(Clone, Debug, PartialEq)]
pub struct Object {
    /// Its name.
    pub name: String,
    /// Its statechart.
    pub chart: ChartId,
    /// Its number among the references of its statechart.
    pub reference: i64,
    /// Where it is declared.
    pub span: Span,
}

/// What comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct Script {
    /// What is sent.
    pub stimuli: Vec<Stimulus>,
    /// Whether it comes in this order, once, or in any, again and again.
    pub in_order: bool,
    /// Where it is written.
    pub span: Span,
}

/// Something that comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Stimulus {
    /// An event to one of some objects; whoever calls waits for the end of its step.
    Event {
        /// The event.
        event: EventId,
        /// What it brings.
        arguments: Vec<i64>,
        /// Whether whoever sends it waits.
        call: bool,
        /// Who can receive it.
        to: Vec<ObjectId>,
    },
    /// Something that is only shown.
    Trace(LabelTextId),
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct Property {
    /// What is asked.
    pub subject: Subject,
    /// How the model is read.
    pub reading: Reading,
    /// The K of `within`.
    pub within: Option<u32>,
    /// The answer after `expect`.
    pub expected: Option<ExpectedAnswer>,
    /// Where it is written.
    pub span: Span,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// Is it true in every state in which no step is running?
    Always(Query),
    /// Is there a run that makes one after the other true?
    Reach(Vec<Query>),
    /// Can the system get stuck?
    Deadlock,
    /// Can it get stuck until something comes from outside?
    DeadlockAlone,
    /// Can a scenario, by its index in [`StatechartModel::scenarios`], be played?
    Scenario(usize, Mode),
    /// Does this reading admit the same as [`Property::reading`]?
    Same(Reading),
}

impl Subject {
    /// Whether a run is looked for that gets stuck.
    #[must_use]
    pub fn seeks_ends(&self) -> bool {
        matches!(self, Self::Deadlock | Self::DeadlockAlone)
    }
}

impl From<PropertySubject<Query>> for Subject {
    fn from(it: PropertySubject<Query>) -> Self {
        match it {
            PropertySubject::Always(query) => Self::Always(query),
            PropertySubject::Reach(goals) => Self::Reach(goals),
            PropertySubject::Deadlock => Self::Deadlock,
        }
    }
}

/// Calls in the order in which they are sent.
#[derive(Clone, Debug, PartialEq)]
pub struct Scenario {
    /// Its name.
    pub name: String,
    /// Whether it must not be possible.
    pub forbidden: bool,
    /// Its messages.
    pub messages: Vec<ScenarioMessage>,
    /// Where its name is written.
    pub span: Span,
}

/// A call.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioMessage {
    /// Who sends it; `None` where it comes from outside.
    pub from: Option<ObjectId>,
    /// Who receives it.
    pub to: ObjectId,
    /// The event.
    pub event: EventId,
    /// What it brings; `None` where that does not matter.
    pub arguments: Option<Vec<i64>>,
    /// Where it is written.
    pub span: Span,
}

/// A condition on a state of the system.
#[derive(Clone, Debug, PartialEq)]
pub struct Query {
    /// The condition over the atoms.
    pub term: Term,
    /// What its variables stand for.
    pub atoms: Vec<Atom>,
}

/// What can be seen of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Atom {
    /// Whether a state is active, or a region has come to its final state.
    In(ObjectId, VertexId),
    /// The value of a variable.
    Variable(ObjectId, usize),
    /// How many events wait.
    QueueSize(ObjectId),
    /// Whether its queue had no room for an event.
    Overflows(ObjectId),
    /// Whether it has come to its end.
    Ended(ObjectId),
}

impl Atom {
    /// The object that is looked at.
    #[must_use]
    pub fn object(self) -> ObjectId {
        match self {
            Self::In(object, _)
            | Self::Variable(object, _)
            | Self::QueueSize(object)
            | Self::Overflows(object)
            | Self::Ended(object) => object,
        }
    }
}

impl Chart {
    /// The top regions.
    pub fn top(&self) -> impl Iterator<Item = RegionId> + '_ {
        (0..self.regions.len()).filter(|&it| self.regions[it].owner.is_none())
    }

    /// The names of a vertex and of what holds it, outermost first, with dots between them.
    #[must_use]
    pub fn path(&self, vertex: VertexId) -> String {
        let it = &self.vertices[vertex];
        let name = match it.kind {
            VertexKind::Initial => "[*]",
            VertexKind::Final if it.name.is_empty() => "[*]",
            VertexKind::ShallowHistory => "[H]",
            VertexKind::DeepHistory => "[H*]",
            _ => &it.name,
        };
        let prefix = match it.own {
            Some(own) => self.path(own),
            None => self.region_path(it.region),
        };
        match prefix.is_empty() {
            true => name.to_owned(),
            false => format!("{prefix}.{name}"),
        }
    }

    /// The names of a region and of what holds it; empty for a top region without a name.
    #[must_use]
    pub fn region_path(&self, region: RegionId) -> String {
        let it = &self.regions[region];
        let prefix = it.owner.map(|owner| self.path(owner)).unwrap_or_default();
        match (prefix.is_empty(), it.name.is_empty()) {
            (_, true) => prefix,
            (true, false) => it.name.clone(),
            (false, false) => format!("{prefix}.{}", it.name),
        }
    }
}
