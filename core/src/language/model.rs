//! The resolved model: what a `*.lks` text means once all names are looked up.

use super::machines::{Machine, MachineId, Place, Transition};
use super::scenario::{Mode, Scenario};
use crate::text::Span;

/// Index of a symbol in [`Model::symbols`].
pub type Symbol = usize;
/// Index of a lifeline in the list of lifelines at hand (a scenario's or the system's).
pub type LifelineId = usize;

/// An instance of a machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lifeline {
    /// The name, unique among the lifelines that play together.
    pub name: String,
    /// The machine it runs.
    pub machine: MachineId,
    /// Where it is declared.
    pub span: Span,
}

/// Machines, lifelines, scenarios and questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The alphabet A, in the order of first mention.
    pub symbols: Vec<String>,
    /// The machines in the order of the text.
    pub machines: Vec<Machine>,
    /// The lifelines of `reach` and `deadlock` checks: those of `system`, else one per machine.
    pub system: Vec<Lifeline>,
    /// The scenarios in the order of the text.
    pub scenarios: Vec<Scenario>,
    /// The checks in the order of the text; one per scenario where the text has none.
    pub checks: Vec<Check>,
}

/// One question with its expected answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Check {
    /// The question as a short text, such as `reach PhD.waiting, CoffeeMachine.error`, or the
    /// scenario's name.
    pub title: String,
    /// What is asked.
    pub question: Question,
    /// Start places from `from`; lifelines not named start in their machine's initial state.
    pub from: Vec<(LifelineId, Place)>,
    /// The K of `within`, in transactions; `None` asks about every length.
    pub bound: Option<u32>,
    /// The answer after `expect`, or what the kind of question expects by itself
    /// (scenarios always, deadlock: none); `None` where nothing is expected.
    pub expected: Option<Answer>,
    /// True where the text says `expect`.
    pub expect_written: bool,
    /// True where no `check` line asked: every scenario of a text without checks.
    pub implicit: bool,
    /// The whole line in the text; the scenario's name where the check is implicit.
    pub span: Span,
}

impl Check {
    /// A question as a program asks it: from the initial states, expecting nothing, without a text.
    #[must_use]
    pub fn asking(question: Question, bound: Option<u32>) -> Self {
        Self {
            title: String::new(),
            question,
            from: Vec::new(),
            bound,
            expected: None,
            expect_written: false,
            implicit: false,
            span: Span::default(),
        }
    }
}

/// What can be asked about communicating machines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// Can the machines play this scenario?
    Scenario {
        /// Index in [`Model::scenarios`].
        scenario: usize,
        /// What may happen between its messages.
        mode: Mode,
    },
    /// Can these places be occupied at the same time? Decision 7: exactly these places.
    Reach {
        /// At most one place per lifeline of the system.
        goal: Vec<(LifelineId, Place)>,
    },
    /// Can the system get stuck outside final states? Decision 8.
    Deadlock,
}

/// What a check can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Answer {
    /// The scenario can be played.
    Consistent,
    /// The scenario cannot be played.
    Inconsistent,
    /// The goal can be reached.
    Reachable,
    /// The goal cannot be reached.
    Unreachable,
    /// The system can get stuck.
    Deadlock,
    /// The system cannot get stuck.
    None,
    /// It is true all the time.
    Holds,
    /// It is false at some time.
    Violated,
    /// Two readings of a text admit the same.
    Same,
    /// One of them admits what the other does not.
    Different,
    /// It can be false while all else holds.
    Independent,
    /// It follows from all else.
    Implied,
    /// A limit was hit before an answer was found.
    Unknown,
}

impl Answer {
    /// The word of the language and of the command line's JSON.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Consistent => "consistent",
            Self::Inconsistent => "inconsistent",
            Self::Reachable => "reachable",
            Self::Unreachable => "unreachable",
            Self::Deadlock => "deadlock",
            Self::None => "none",
            Self::Holds => "holds",
            Self::Violated => "violated",
            Self::Same => "same",
            Self::Different => "different",
            Self::Independent => "independent",
            Self::Implied => "implied",
            Self::Unknown => "unknown",
        }
    }
}

impl Model {
    /// The lifelines on which a check is played.
    #[must_use]
    pub fn lifelines_of(&self, check: &Check) -> &[Lifeline] {
        match check.question {
            Question::Scenario { scenario, .. } => &self.scenarios[scenario].lifelines,
            Question::Reach { .. } | Question::Deadlock => &self.system,
        }
    }

    /// A transition in the words of the language: `wait --> go : trigger / effect, effect`.
    #[must_use]
    pub fn transition_text(&self, machine: &Machine, transition: &Transition) -> String {
        let state = |index: usize| &machine.states[index].name;
        let (source, target) = (state(transition.source), state(transition.target));
        let mut text = format!("{source} --> {target}");
        if transition.trigger.is_some() || !transition.effects.is_empty() {
            text += " :";
        }
        if let Some(trigger) = transition.trigger {
            text += &format!(" {}", self.symbols[trigger]);
        }
        if !transition.effects.is_empty() {
            let effects = transition.effects.iter();
            let effects: Vec<_> = effects.map(|&it| self.symbols[it].as_str()).collect();
            text += &format!(" / {}", effects.join(", "));
        }
        text
    }

    /// A place as the language writes it: `name`, or `<source/trigger/effects/target>`.
    #[must_use]
    pub fn place_name(&self, machine: MachineId, place: Place) -> String {
        let machine = &self.machines[machine];
        match place {
            Place::State(state) => machine.states[state].name.clone(),
            Place::Intermediate(transition) => {
                let transition = &machine.transitions[transition];
                let trigger = transition
                    .trigger
                    .map_or("", |symbol| &self.symbols[symbol]);
                let effects: Vec<_> = transition
                    .effects
                    .iter()
                    .map(|&symbol| self.symbols[symbol].as_str())
                    .collect();
                format!(
                    "<{}/{trigger}/{}/{}>",
                    machine.states[transition.source].name,
                    effects.join(","),
                    machine.states[transition.target].name
                )
            }
        }
    }
}
