//! What a step does, as data: a step of a run that was kept is found again by it, whatever words it has by then.

use serde::{Deserialize, Serialize};

use super::{InputRead, Occurrence};
use crate::language::statechart::ENVIRONMENT;

/// Whose turn a step is.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepTurn {
    /// There is no step: a run starts.
    #[default]
    Start,
    /// Of transition systems a relation, by its word: `init`, `env` or `trans`.
    Relation(String),
    /// Of kinds that are checked by their definitions alone, whatever the kind calls the step: `b1.requesting()`.
    Call(String),
    /// Of statecharts an object, by its name.
    Object(String),
    /// Of statecharts what is outside of the objects.
    Environment,
    /// Of statecharts time, which passes.
    Time,
    /// Of machines all of them.
    System,
}

impl StepTurn {
    /// The word of a relation, the name of a call or an object, `environment` or `time`; nothing at the start and of machines. Two
    /// turns can have the same word: an object may be called `time`.
    #[must_use]
    pub fn word(&self) -> &str {
        match self {
            Self::Start | Self::System => "",
            Self::Relation(it) | Self::Call(it) | Self::Object(it) => it,
            Self::Environment => ENVIRONMENT,
            Self::Time => "time",
        }
    }

    /// The word of a step; `None` at the start, where there is none.
    #[must_use]
    pub fn of_step(&self) -> Option<&str> {
        (*self != Self::Start).then(|| self.word())
    }

    /// As [`Self::word`], with a word for the start.
    #[must_use]
    pub fn title(&self) -> &str {
        self.of_step().unwrap_or("start")
    }

    /// The word where it is one of several that act: objects, what is outside of them, and time.
    #[must_use]
    pub fn of_objects(&self) -> Option<&str> {
        let is_one = matches!(self, Self::Object(_) | Self::Environment | Self::Time);
        is_one.then(|| self.word())
    }

    /// Whether it is this relation's.
    #[must_use]
    pub fn is_relation(&self, word: &str) -> bool {
        matches!(self, Self::Relation(it) if it == word)
    }

    /// Whether it is this object's.
    #[must_use]
    pub fn is_object(&self, name: &str) -> bool {
        matches!(self, Self::Object(it) if it == name)
    }

    /// That of a relation of transition systems, else of a call; without a word the start.
    #[cfg(test)]
    pub(crate) fn of(word: &str) -> Self {
        match word {
            "" => Self::Start,
            "init" | "env" | "trans" => Self::Relation(word.to_owned()),
            call => Self::Call(call.to_owned()),
        }
    }
}

/// What sets a step of statecharts off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepTrigger {
    /// The object begins.
    Begin,
    /// A behaviour that has begun goes on.
    Thread,
    /// A state is completed, by its path; nothing where that is not one state.
    Completion(String),
    /// In the reading of SCXML, nothing.
    Eventless,
    /// An event that waited, by its name.
    Event(String),
    /// A delay that has passed.
    Timed,
    /// A `do` behaviour goes on.
    Activity,
    /// Completions that no transition waits for are forgotten.
    Forget,
    /// So many units of time pass.
    Elapsed(u64),
    /// An event is sent by hand that the environment of the text does not send.
    Hand,
}

/// One thing that a step does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum StepEffect {
    /// A guard reads an input.
    Reads(InputRead),
    /// A line of the text is executed: a transition of a statechart, an operation of a transition system.
    Executes(String),
    /// A transition of a machine begins, where its trigger is taken, or ends, where its effects are sent. Words leave it out: they tell
    /// what is sent.
    Moves {
        /// Whose transition it is.
        lifeline: String,
        /// The transition, as it is written.
        line: String,
        /// Whether it begins.
        begins: bool,
    },
    /// A variable gets a value that nothing but the choice decides.
    Gives {
        /// The variable, by its name.
        variable: String,
        /// The value, as the language writes it.
        value: String,
    },
    /// Nothing, where it is a fragment of a transition that is taken apart.
    Nothing,
    /// A message is sent.
    Sends {
        /// Who sends it; `None` where that is outside.
        from: Option<String>,
        /// Who gets it.
        to: String,
        /// The event or message.
        event: Occurrence,
    },
    /// `trace("…")` is shown.
    Shows(String),
}

/// What a step does. In textbooks it is the action of a transition: (S, Act, →, …).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StepAction {
    /// Whose turn it is.
    pub turn: StepTurn,
    /// What sets it off, of statecharts.
    pub trigger: Option<StepTrigger>,
    /// What it does, in order.
    pub effects: Vec<StepEffect>,
}

impl StepAction {
    /// Whether another one does the same, in whatever order: builds differ in the order of what happens at once.
    /// O(n log n) in the effects.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let sorted = |it: &Self| {
            let mut effects = it.effects.clone();
            effects.sort();
            effects
        };
        self.turn == other.turn
            && self.trigger == other.trigger
            && self.effects.len() == other.effects.len()
            && sorted(self) == sorted(other)
    }

    /// The start of a run in which variables have these values.
    #[must_use]
    pub fn start(values: impl IntoIterator<Item = (String, String)>) -> Self {
        let gives = |(variable, value)| StepEffect::Gives { variable, value };
        Self {
            effects: values.into_iter().map(gives).collect(),
            ..Self::default()
        }
    }
}

/// By what a choice is known.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum KnownBy {
    /// By its number alone.
    #[default]
    Number,
    /// By what it does.
    Action(StepAction),
    /// By the words that an earlier build had for what it does: of files and links.
    Words(String),
}

/// A choice of a run. The text may have changed since it was made, so it is known by what was done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunChoice {
    /// Its number among the choices there were; the greatest number there is, where it is not among them: a value was named,
    /// or an event was sent by hand.
    pub number: usize,
    /// By what else it is known.
    pub known_by: KnownBy,
}

impl RunChoice {
    /// A choice by its number.
    #[must_use]
    pub fn numbered(number: usize) -> Self {
        Self {
            number,
            known_by: KnownBy::Number,
        }
    }

    /// A choice that has no number, by what it does.
    #[must_use]
    pub fn unlisted(action: StepAction) -> Self {
        Self {
            number: usize::MAX,
            known_by: KnownBy::Action(action),
        }
    }

    /// A choice as earlier builds have kept it, by the words of what it does; without words it is known by its number.
    #[must_use]
    pub fn of_words(number: usize, words: String) -> Self {
        let known_by = match words.is_empty() {
            true => KnownBy::Number,
            false => KnownBy::Words(words),
        };
        Self { number, known_by }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_does_not_make_two_actions_different_but_what_they_do_does() {
        let line = |it: &str| StepEffect::Executes(it.to_owned());
        let action = |effects: &[StepEffect]| StepAction {
            turn: StepTurn::Object("lift".into()),
            trigger: Some(StepTrigger::Begin),
            effects: effects.to_vec(),
        };
        let one = action(&[line("[*] --> A"), line("[*] --> B")]);
        assert!(one.is_like(&action(&[line("[*] --> B"), line("[*] --> A")])));
        assert!(!one.is_like(&action(&[line("[*] --> A"), line("[*] --> A")])));
        assert!(!one.is_like(&action(&[line("[*] --> A")])));
        let other = StepAction {
            trigger: None,
            ..one.clone()
        };
        assert!(!one.is_like(&other));
        let other = StepAction {
            turn: StepTurn::Time,
            ..one.clone()
        };
        assert!(!one.is_like(&other));
    }
}
