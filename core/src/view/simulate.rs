//! Simulations as plain data: where a run is, what can be done there, runs by chance, and all runs at once.

use serde::{Deserialize, Serialize};

use super::text::Range;
use super::{
    KnownBy, Occurrence, RunChoice, StepAction, StepEffect, StepTrigger, StepTurn,
    SystemEvidenceView, SystemStepView,
};

/// How a model is simulated.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SimulationOptions {
    /// How fine a step is: `transition`, `choice` or `statement`; empty means `transition`. Of machines a
    /// transition is a transaction, and everything finer one message set.
    pub grain: String,
    /// By which rules transitions are taken apart where a step is finer than one: `corrected`, `printed` or `literal`; empty
    /// means `corrected`. Of transition systems only.
    pub rules: String,
    /// Names or expressions that are shown; none means everything.
    pub track: Vec<String>,
    /// Of machines: the index of the check whose lifelines are run, from where it says; `None` runs the system. Of statecharts,
    /// where one of all runs is played: the check whose scenario it plays. Of kinds that are checked by their definitions
    /// alone: the check whose system is run.
    pub check: Option<usize>,
}

/// Where a run is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimulationState {
    /// Steps that were taken, the choice of the start not counted.
    pub steps: usize,
    /// What was done last; `None` before and at the start.
    pub done: Option<String>,
    /// What is shown: names or expressions with their values; empty before the start was chosen.
    pub values: Vec<ShownValue>,
    /// How the state stands: `start` (one has to be chosen), `running`, `terminated`, `stuck`, `inside` a step that was
    /// taken apart, or `covered`: by the thesis' rules a run ends where it was before.
    pub status: String,
    /// After how many steps the run was here before, if it was.
    pub was_here_after: Option<usize>,
    /// What can be done.
    pub choices: Vec<SimulationChoice>,
    /// Whether there are more choices that are not listed.
    pub more: bool,
    /// The variables for which another integer than those of the choices can be named, where not all are tried.
    #[serde(default)]
    pub nameable: Vec<String>,
    /// What could be decided here but cannot be completed; of statecharts the transitions of active states that do not fire.
    #[serde(default)]
    pub blocked: Vec<BlockedChoice>,
    /// Of statecharts what can be sent by hand although the environment of the text does not send it.
    #[serde(default)]
    pub sends: Vec<SendView>,
    /// Why the run ends here, of transition systems: at a deadlock since when every run gets stuck; by the thesis' rules why
    /// they end it, and what the corrected ones do.
    #[serde(default)]
    pub ending: Option<String>,
}

/// An event that can be sent by hand although the environment of the text does not send it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SendView {
    /// The object that gets it.
    pub to: String,
    /// The event.
    pub event: String,
    /// What it brings.
    pub brings: Vec<ValueOfSendView>,
    /// Whether an event whose name goes on behind this one with a dot is taken as this one, as SCXML says.
    #[serde(default)]
    pub takes_longer: bool,
    /// What is done, in words; what the event brings would stand behind them.
    pub what: String,
}

/// A value that an event brings.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueOfSendView {
    /// What it is called.
    pub name: String,
    /// Its type.
    pub sort: String,
    /// What it can be; nothing where that is too much to be listed.
    pub values: Vec<String>,
}

impl SendView {
    /// The choice in which it is sent, with what it brings.
    #[must_use]
    pub fn choice(&self, brought: &[String]) -> RunChoice {
        RunChoice::unlisted(StepAction {
            turn: StepTurn::Environment,
            trigger: Some(StepTrigger::Hand),
            effects: vec![StepEffect::Sends {
                from: None,
                to: self.to.clone(),
                event: Occurrence {
                    name: self.event.clone(),
                    arguments: brought.to_vec(),
                },
            }],
        })
    }
}

/// Something that could be decided but cannot be completed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockedChoice {
    /// What would be done, as it is written.
    pub what: String,
    /// Where that is.
    pub range: Range,
    /// What stops it: every way to go on from there ends at one of these.
    pub reasons: Vec<StoppedBy>,
}

/// What stops a way.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoppedBy {
    /// In words: `assume light == Red` is false.
    pub what: String,
    /// Where that is.
    pub range: Range,
    /// Whether it is not the choice itself that is stopped, but what must follow it.
    pub later: bool,
}

/// Something with its value.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ShownValue {
    /// The name or expression.
    pub name: String,
    /// Its value, as the language writes it; empty of a remark, which is its name.
    pub value: String,
    /// Whether it is other than in the state before.
    pub changed: bool,
}

impl ShownValue {
    /// Something that is said of a step in the place of a value.
    #[must_use]
    pub(crate) fn remark(what: String) -> Self {
        Self {
            name: what,
            value: String::new(),
            changed: true,
        }
    }

    /// As it is shown: `name = value`, or the remark.
    #[must_use]
    pub fn shown(&self) -> String {
        match self.value.is_empty() {
            true => self.name.clone(),
            false => format!("{} = {}", self.name, self.value),
        }
    }
}

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SimulationChoice {
    /// What is done, in words.
    pub what: String,
    /// The same as data.
    pub action: StepAction,
    /// What is other after it; where the same is done with several outcomes, also what is other after another one of them.
    pub changes: Vec<ShownValue>,
}

impl SimulationChoice {
    /// The choice in which it is taken, by its number among those that are listed.
    #[must_use]
    pub fn taken(&self, number: usize) -> RunChoice {
        RunChoice {
            number,
            known_by: KnownBy::Action(self.action.clone()),
        }
    }
}

/// Runs by chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RandomRuns {
    /// The seed: the same seed makes the same runs for ever.
    pub seed: u64,
    /// The runs.
    pub runs: Vec<RandomRun>,
    /// Different states that were visited.
    pub states: usize,
    /// Different transitions, fragments or half-steps that were executed.
    pub executed: usize,
}

/// One run by chance.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RandomRun {
    /// What is shown at the start.
    pub start: Vec<ShownValue>,
    /// The steps.
    pub steps: Vec<SimulationChoice>,
    /// What they are called, as the player numbers them.
    #[serde(default)]
    pub numbers: Vec<String>,
    /// Why it ended: `steps` (as many as were asked for), `terminated`, `stuck`, `inside` a step, or `covered`: by the thesis'
    /// rules it ends where it was before.
    pub end: String,
    /// Why, as in [`SimulationState::ending`].
    #[serde(default)]
    pub ending: Option<String>,
}

/// All runs at once, as a graph of what changes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AllRuns {
    /// What is tracked, in the order in which changes name it.
    pub tracked: Vec<String>,
    /// The nodes.
    pub nodes: Vec<RunNode>,
    /// Where runs begin.
    pub starts: Vec<usize>,
    /// How many different runs there are, loops not gone round; the largest number that can be said where
    /// there are more.
    pub runs: u64,
    /// States that were visited.
    pub states: usize,
    /// Whether these are all.
    pub complete: bool,
    /// The variables that may begin with any value and whose first value is never read: runs do not differ in it.
    #[serde(default)]
    pub unread: Vec<String>,
}

/// Changes that runs show at once.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RunNode {
    /// What changes; at a start all that is tracked.
    pub changes: Vec<ShownValue>,
    /// How runs can end here: `terminated`, `stuck`, `dead-end`, `silent` (it goes on, and nothing that is tracked changes),
    /// `cut-off`.
    pub ends: Vec<String>,
    /// Why a run gets stuck that ends here, as in [`SimulationState::ending`].
    pub why: Option<String>,
    /// What can change next: nodes, and whether the edge leads back.
    pub next: Vec<(usize, bool)>,
}

/// A run of a transition system that somebody makes by hand, as it is asked for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RunRequest {
    /// How fine a step is, as in [`SimulationOptions::grain`].
    pub grain: String,
    /// By which rules, as in [`SimulationOptions::rules`].
    pub rules: String,
    /// The choices so far, the first of which chooses the start.
    pub choices: Vec<RunChoice>,
    /// States that it goes through then, as a run lists their values: how a run that somebody else has made is
    /// taken up.
    pub along: Vec<Vec<String>>,
    /// How it is to go on by itself.
    pub onward: Onward,
    /// Whether it goes past what is no decision and tells nothing, once it has gone on: of transition systems `init` where it can do only one thing,
    /// and `env` where it can do only one thing and that changes nothing.
    #[serde(default)]
    pub past: bool,
    /// Of statecharts the check whose scenario is followed; else as [`SimulationOptions::check`].
    #[serde(default)]
    pub check: Option<usize>,
}

impl RunRequest {
    /// Whether a step is a whole transition, of machines a transaction.
    #[must_use]
    pub fn is_by_transitions(&self) -> bool {
        matches!(&*self.grain, "" | "transition")
    }
}

/// What state space of a transition system is to be drawn.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SpaceRequest {
    /// Whether states between those that properties are about are drawn, too: the declared values, and what lies
    /// between `env` and `trans`.
    pub between: bool,
    /// The check whose goal is marked.
    pub check: Option<usize>,
    /// The run in it.
    pub run: SystemEvidenceView,
}

/// How a run goes on by itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub enum Onward {
    /// It does not.
    #[default]
    Stay,
    /// By chance, so many steps at most.
    Chance {
        /// The seed: with the same one the same run goes on in the same way.
        seed: u64,
        /// The steps.
        steps: usize,
    },
    /// By the fewest steps, to where an expression is true.
    Until(String),
    /// By one step in which variables get these values, also such as are not among the choices.
    Named(Vec<NamedValue>),
}

/// A value that somebody names for a variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NamedValue {
    /// The variable.
    pub variable: String,
    /// The value, an integer.
    pub value: String,
}

/// A run of a transition system that was made by hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SimulatedRun {
    /// Its choices, as far as they are possible.
    pub choices: Vec<RunChoice>,
    /// The start, and one entry per step; empty while a start has to be chosen.
    pub run: Vec<SystemStepView>,
    /// Where it is, and what can be done there.
    pub state: SimulationState,
    /// What fires in each of the choices, as pairs of numbers: of statecharts the object and the transition of its statechart, of
    /// transition systems the relation among [`super::RELATIONS`] and an operation that is executed, in their order.
    #[serde(default)]
    pub fires: Vec<Vec<(usize, usize)>>,
    /// Of statecharts, where a scenario is followed, how many of its messages have been sent after each entry.
    #[serde(default)]
    pub done: Vec<usize>,
    /// That it begins in a state in which the system does not start, as a sentence; names stand between backticks.
    #[serde(default)]
    pub begins: Option<String>,
    /// What there is to say: how far it still goes, or what became of going on. Names stand between backticks.
    pub said: Option<String>,
    /// Where going on has not found what is wanted nearby: the question that engines can answer.
    pub question: Option<OnwardQuestion>,
}

/// A question about how a run goes on, for engines.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OnwardQuestion {
    /// The system from where the run is; its only check asks for the goal.
    pub text: String,
    /// The goal.
    pub goal: String,
    /// Entries of a run of that system that come before what follows.
    pub entries: usize,
}

/// What a run shows.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct TraceView {
    /// What behaviours show, in order.
    pub trace: Vec<String>,
    /// How the run ends: as in [`RunNode::ends`], or `loop` where it goes on as it has before.
    pub end: String,
}
