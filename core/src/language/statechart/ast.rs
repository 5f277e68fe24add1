//! Statecharts as written: the tree of one text, with the place of every part.
//!
//! What could not be read is left out and has been reported. Invariant: states and conditions are nested no deeper
//! than [`MOST_NESTED`], so every walk over the tree may be recursive.

use crate::expression::ast::{Expression, SortSyntax};
use crate::language::Name;
use crate::language::questions::Mode;
use crate::language::questions::{ExpectedAnswer, PropertySubject};
use crate::text::Span;

/// How deep states, regions and conditions can be nested.
pub const MOST_NESTED: usize = 60;

/// A whole text.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatechartDocument {
    /// The items in the order of the text.
    pub items: Vec<Item>,
}

/// An item of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Item {
    /// `signal request(s : Slave)`
    Signal(SignalSyntax),
    /// `statechart Train { … }`
    Chart(ChartSyntax),
    /// `system { … }`
    System(SystemSyntax),
    /// `scenario grants { … }`
    Scenario(ScenarioSyntax),
    /// `check …`
    Check(Box<PropertySyntax>),
}

/// An event with parameters.
#[derive(Clone, Debug, PartialEq)]
pub struct SignalSyntax {
    /// The event.
    pub name: Name,
    /// Its parameters with their types.
    pub parameters: Vec<(Name, SortSyntax)>,
}

/// A statechart.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartSyntax {
    /// The name.
    pub name: Name,
    /// What stands between the braces.
    pub body: Vec<Statement>,
    /// All of it.
    pub span: Span,
}

/// A statement of a statechart, a state or a region.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `var cnt : 0..20 = 0`
    Variable(VariableSyntax),
    /// `input "x > 0" : boolean`
    Input(InputSyntax),
    /// `queue 4 overflow drop`
    Queue(QueueSyntax),
    /// `state Main { … }`
    State(StateSyntax),
    /// `region Gate { … }`
    Region {
        /// The name.
        name: Name,
        /// What stands in it.
        body: Vec<Statement>,
        /// All of it.
        span: Span,
    },
    /// `--`: what follows is another region.
    Separator(Span),
    /// `a --> b : trigger [guard] / action`
    Transition(Box<TransitionSyntax>),
    /// `entry / …`, `exit / …`, `do / …`
    Behaviour {
        /// Whose it is, where that is not the state around it: `S : entry / …`.
        state: Option<Name>,
        /// When it runs.
        moment: Moment,
        /// What it does.
        actions: Vec<Action>,
        /// All of it.
        span: Span,
    },
    /// `e [g] / …`: an internal transition.
    Internal {
        /// Whose it is, where that is not the state around it.
        state: Option<Name>,
        /// When and what.
        label: Label,
        /// All of it.
        span: Span,
    },
    /// `e / defer`
    Defer {
        /// Whose it is, where that is not the state around it.
        state: Option<Name>,
        /// The events.
        events: Vec<Name>,
        /// All of it.
        span: Span,
    },
}

/// A variable.
#[derive(Clone, Debug, PartialEq)]
pub struct VariableSyntax {
    /// Its name.
    pub name: Name,
    /// Its type.
    pub sort: SortSyntax,
    /// The value it starts with.
    pub initial: Option<Expression>,
}

/// A value without memory.
#[derive(Clone, Debug, PartialEq)]
pub struct InputSyntax {
    /// Its name.
    pub name: Name,
    /// Its values.
    pub values: InputValues,
}

/// The values of an input.
#[derive(Clone, Debug, PartialEq)]
pub enum InputValues {
    /// Those of a type.
    Type(SortSyntax),
    /// `{ idle, busy }`: these, and where they are written.
    Literals(Vec<Name>, Span),
}

/// How many events a queue holds.
#[derive(Clone, Debug, PartialEq)]
pub struct QueueSyntax {
    /// The number.
    pub size: (u32, Span),
    /// What becomes of one more.
    pub policy: Option<(Overflow, Span)>,
}

/// What becomes of an event for which a queue has no room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Overflow {
    /// Nobody looks at runs in which that happens: the size is a bound of the analysis.
    #[default]
    Bound,
    /// It is lost.
    Drop,
    /// Its sender waits.
    Block,
    /// The run ends there, and says so.
    Error,
}

/// A state or pseudostate.
#[derive(Clone, Debug, PartialEq)]
pub struct StateSyntax {
    /// The name.
    pub name: Name,
    /// The text in drawings.
    pub label: Option<Name>,
    /// What it is.
    pub kind: Option<(Stereotype, Span)>,
    /// What stands between the braces.
    pub body: Option<Vec<Statement>>,
    /// From `state` to the end of the head.
    pub span: Span,
}

/// What a declared vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stereotype {
    /// `<<choice>>`
    Choice,
    /// `<<junction>>`
    Junction,
    /// `<<fork>>`
    Fork,
    /// `<<join>>`
    Join,
    /// `<<entryPoint>>`
    EntryPoint,
    /// `<<exitPoint>>`
    ExitPoint,
    /// `<<terminate>>`
    Terminate,
    /// `<<final>>`: another final state of its region than `[*]`.
    Final,
    /// `<<rest>>`: a state in which its object may stay for ever.
    Rest,
}

/// A transition.
#[derive(Clone, Debug, PartialEq)]
pub struct TransitionSyntax {
    /// Where it begins.
    pub source: End,
    /// Where it leads to.
    pub target: End,
    /// `<<local>>`: it does not leave its source.
    pub local: Option<Span>,
    /// When and what.
    pub label: Label,
    /// All of it.
    pub span: Span,
}

/// One end of a transition.
#[derive(Clone, Debug, PartialEq)]
pub enum End {
    /// `[*]`: the initial pseudostate, or the final state, of the region around it.
    Pseudo(Span),
    /// `[H]`, `[H*]`, `Main[H]`
    History {
        /// Whether everything inside is remembered.
        deep: bool,
        /// The state or region, where that is not the one around it.
        of: Option<Name>,
        /// Its place.
        span: Span,
    },
    /// A state or pseudostate by its name or path.
    State(Name),
}

/// `trigger [guard] / action; action`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Label {
    /// What it waits for; nothing for completion.
    pub triggers: Vec<Trigger>,
    /// The condition.
    pub guard: Option<Guard>,
    /// What it does.
    pub actions: Vec<Action>,
}

/// What a transition waits for.
#[derive(Clone, Debug, PartialEq)]
pub enum Trigger {
    /// An event, with names for what it brings.
    Event {
        /// The event.
        name: Name,
        /// Names of its parameters.
        parameters: Vec<Name>,
    },
    /// `after(1, 20)`
    After {
        /// The least time.
        from: u32,
        /// The most.
        to: u32,
        /// All of it.
        span: Span,
    },
}

/// A condition.
#[derive(Clone, Debug, PartialEq)]
pub enum Guard {
    /// `[else]`
    Else(Span),
    /// `[x > 0]`
    Expression(Expression),
}

/// When a behaviour of a state runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moment {
    /// When it is entered.
    Entry,
    /// When it is left.
    Exit,
    /// While it is active.
    Do,
}

impl Moment {
    /// The word of the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Entry => "entry",
            Self::Exit => "exit",
            Self::Do => "do",
        }
    }
}

/// Something that is done.
#[derive(Clone, Debug, PartialEq)]
pub struct Action {
    /// What.
    pub kind: ActionKind,
    /// All of it.
    pub span: Span,
}

/// What is done.
#[derive(Clone, Debug, PartialEq)]
pub enum ActionKind {
    /// `x := e`
    Assign {
        /// The variable.
        name: Name,
        /// Its new value.
        value: Expression,
    },
    /// `o.event(e, …)`
    Send {
        /// The object, or a variable that holds one, or `self`.
        to: Name,
        /// The event.
        event: Name,
        /// What it brings.
        arguments: Vec<Expression>,
    },
    /// `trace("text")`
    Trace(Name),
    /// `accept E`, in a do behaviour.
    Accept(Vec<Name>),
    /// `if (e) … else …`
    If {
        /// What decides.
        condition: Expression,
        /// Done where it is true.
        then: Vec<Action>,
        /// Done where it is not.
        otherwise: Vec<Action>,
    },
}

/// The objects.
#[derive(Clone, Debug, PartialEq)]
pub struct SystemSyntax {
    /// What stands between the braces.
    pub statements: Vec<SystemStatement>,
    /// All of it.
    pub span: Span,
}

/// A statement of a system.
#[derive(Clone, Debug, PartialEq)]
pub enum SystemStatement {
    /// `t1, t2 : Train`
    Objects {
        /// Their names.
        names: Vec<Name>,
        /// Their statechart.
        chart: Name,
    },
    /// `environment sends Start, Continue to m`
    Environment(ScriptSyntax),
    /// `semantics scxml`
    Semantics(Reading, Span),
}

/// What comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptSyntax {
    /// What is sent.
    pub stimuli: Vec<StimulusSyntax>,
    /// Whether it comes in this order and once (`then`; `once` where it is one thing), or in any, again and again (`,`).
    pub in_order: bool,
    /// The objects that receive it.
    pub to: Vec<Name>,
    /// All of it.
    pub span: Span,
}

/// Something that comes from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum StimulusSyntax {
    /// An event; a `call` waits for its end.
    Event {
        /// The event.
        name: Name,
        /// What it brings.
        arguments: Vec<Expression>,
        /// Whether whoever sends it waits for its end.
        call: bool,
    },
    /// Something that is only seen.
    Trace(Name),
}

/// How a model is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reading {
    /// UML's run-to-completion step as the PSSM standard refines it.
    #[default]
    Uml,
    /// The rules of the BMC4UML paper.
    Bmc4uml,
    /// SCXML's.
    Scxml,
}

impl Reading {
    /// All readings.
    pub const ALL: [Self; 3] = [Self::Uml, Self::Bmc4uml, Self::Scxml];

    /// The word of the language.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Uml => "uml",
            Self::Bmc4uml => "bmc4uml",
            Self::Scxml => "scxml",
        }
    }
}

/// A question.
#[derive(Clone, Debug, PartialEq)]
pub struct PropertySyntax {
    /// What is asked.
    pub subject: SubjectSyntax,
    /// How the model is read, where that differs from the system's reading.
    pub semantics: Option<(Reading, Span)>,
    /// The K of `within K`.
    pub within: Option<(u32, Span)>,
    /// The answer after `expect`.
    pub expect: Option<(ExpectedAnswer, Span)>,
    /// All of it.
    pub span: Span,
}

/// What is asked.
#[derive(Clone, Debug, PartialEq)]
pub enum SubjectSyntax {
    /// Something about states.
    Property(PropertySubject<Expression>),
    /// `deadlock without environment`: can the system get stuck until something comes from outside?
    DeadlockAlone,
    /// Can this scenario be played?
    Scenario {
        /// Its name.
        name: Name,
        /// `strict` or `loose`, where it is written.
        mode: Option<(Mode, Span)>,
    },
    /// Do these two readings admit the same?
    Same([(Reading, Span); 2]),
}

impl SubjectSyntax {
    /// What it can answer.
    #[must_use]
    pub fn answers(&self) -> [ExpectedAnswer; 2] {
        match self {
            Self::Property(it) => it.answers(),
            Self::DeadlockAlone => [ExpectedAnswer::Deadlock, ExpectedAnswer::None],
            Self::Scenario { .. } => [ExpectedAnswer::Consistent, ExpectedAnswer::Inconsistent],
            Self::Same(_) => [ExpectedAnswer::Same, ExpectedAnswer::Different],
        }
    }
}

/// Calls in the order in which they are sent.
#[derive(Clone, Debug, PartialEq)]
pub struct ScenarioSyntax {
    /// Its name.
    pub name: Name,
    /// Whether it must not be possible: `neg scenario`.
    pub forbidden: bool,
    /// Its messages.
    pub messages: Vec<MessageSyntax>,
    /// Whether errors kept some line from being read: then nobody knows what is missing.
    pub in_doubt: bool,
}

/// `m -> s1 : grant(3)`
#[derive(Clone, Debug, PartialEq)]
pub struct MessageSyntax {
    /// Who sends it: an object, or `environment`.
    pub from: Name,
    /// Who receives it.
    pub to: Name,
    /// The event.
    pub event: Name,
    /// What it brings; `None` where that does not matter.
    pub arguments: Option<Vec<Expression>>,
    /// All of it.
    pub span: Span,
}
