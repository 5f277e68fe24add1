//! What the text of a transition system means, for drawing, and its runs.

use serde::{Deserialize, Serialize};

use super::answer::CertificateView;
use super::{BlockedChoice, Event, InputRead, Queue, Range, RunChoice, StepAction, StepTurn};

/// A transition system.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemView {
    /// The variables of the system, in the order of the text; runs list their values in this order.
    pub variables: Vec<VariableView>,
    /// All operations; the parts of one stand before it.
    pub operations: Vec<OperationView>,
    /// The alternatives of `init`: indices of operations.
    pub init: Vec<usize>,
    /// The alternatives of `env`.
    pub env: Vec<usize>,
    /// The alternatives of `trans`.
    pub trans: Vec<usize>,
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct VariableView {
    /// The name as written.
    pub name: String,
    /// The type as written in the language.
    pub sort: String,
    /// Its values as the language writes them, where there are few.
    pub values: Vec<String>,
    /// What conditions write before one of [`Self::values`]: `Direction::` in class models, nothing elsewhere.
    #[serde(default)]
    pub before_value: String,
    /// The condition that it is true, where that is not its name: of a link in class models, what its roles lead to. Else empty.
    #[serde(default)]
    pub condition: String,
    /// Where it is a member of a property, of a link in class models, which.
    #[serde(default)]
    pub member: Option<super::MemberView>,
    /// Whether it is marked as one that controls the flow.
    pub control: bool,
    /// Where it is declared.
    pub range: Range,
}

/// An operation: a node of the control flow.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct OperationView {
    /// What it is.
    pub shape: OperationShape,
    /// What it does, as written; of what has parts only its head, such as the condition of an `if`.
    pub text: String,
    /// Where it is written.
    pub range: Range,
    /// The operations directly inside it, in order.
    pub parts: Vec<usize>,
}

/// What an operation is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OperationShape {
    /// `x := 1`
    Assign,
    /// `assume x > 0`
    Assume,
    /// `havoc x`
    Havoc,
    /// `local var x : integer`
    Local,
    /// One after the other.
    Sequence,
    /// One of them.
    Choice,
    /// The first where a condition is true, else the second.
    If,
    /// Once for each value of a counter.
    For,
    /// All of them, in any order of their steps.
    Parallel,
}

/// What an answer about a transition system rests on.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemEvidenceView {
    /// The names of the variables, in the order in which states list their values.
    pub variables: Vec<String>,
    /// The run that shows the answer: the declared values first, then one entry per transition. Empty where there
    /// is none.
    pub run: Vec<SystemStepView>,
    /// Where there is no run, the entries with which every run would begin: the declared values and what `init` makes of them, or objects
    /// that begin. Where several starts are possible it is the first of them.
    #[serde(default)]
    pub start: Vec<SystemStepView>,
    /// Where there is no run, how many states were met first after so many steps that count, from 0 on; nothing where none were visited, and
    /// of very long searches.
    #[serde(default)]
    pub layers: Vec<u64>,
    /// What was found to hold always and shows that nothing is there: conditions over the variables, all
    /// of them true in every stable state.
    pub invariant: Vec<String>,
    /// Of an answer that there is no run: one that ends because its only way on is not possible, as
    /// [`super::Outcome::vacuity`] says.
    #[serde(default)]
    pub ends: Vec<SystemStepView>,
    /// Whether the run ends inside a step that was taken apart; only of runs by hand.
    #[serde(default)]
    pub inside: bool,
    /// Of a deadlock, what is impossible after its run, each with what forbids it, of kinds of model that tell it.
    #[serde(default)]
    pub refused: Vec<BlockedChoice>,
    /// Of an invariant that is not preserved, the call that meets its contract at the end of the run and leads to a state that
    /// violates the invariant.
    #[serde(default)]
    pub breaking: Option<Box<super::CallView>>,
    /// Of a scenario over objects how many of its messages have been sent after each entry of the run.
    #[serde(default)]
    pub done: Vec<usize>,
    /// Whether a limit kept it from being known that no shorter run shows the same.
    pub may_be_shorter: bool,
    /// Of a deadlock of statecharts that is not there: whether that is so only because something can come from outside.
    #[serde(default)]
    pub needs_environment: bool,
    /// What rules out what was looked for; only where [`super::Options::blame`] asks for it.
    #[serde(default)]
    pub blame: Option<SystemBlameView>,
    /// Of two readings that do not admit the same what the other one does; boxed, for no other answer has it.
    #[serde(default)]
    pub beside: Option<Box<BesideView>>,
}

/// The run of a reading beside that of another one, which admits more.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct BesideView {
    /// The words of the readings: of the one that admits more, and of this one.
    pub readings: [String; 2],
    /// What is seen of the run of the other one, the last of it there alone.
    pub seen: Vec<String>,
    /// A run of this one that looks the same up to there.
    pub run: Vec<SystemStepView>,
    /// How much has been seen after each entry of the run of the other one, and of this one. Both count their steps
    /// differently; where nothing is said, they count them alike.
    #[serde(default)]
    pub seen_so_far: [Vec<usize>; 2],
    /// The rules by which both part, a sentence each; empty where it is not known.
    #[serde(default)]
    pub rules: Vec<String>,
    /// Of the run of this one as [`SystemEvidenceView::refused`].
    #[serde(default)]
    pub refused: Vec<BlockedChoice>,
    /// Of the run of this one as [`SystemEvidenceView::breaking`].
    #[serde(default)]
    pub breaking: Option<Box<super::CallView>>,
}

impl SystemEvidenceView {
    /// The run of the other reading, as an answer of its own; `None` where there is none.
    #[must_use]
    pub fn of_beside(&self) -> Option<Self> {
        let beside = self.beside.as_ref()?;
        Some(Self {
            variables: self.variables.clone(),
            run: beside.run.clone(),
            refused: beside.refused.clone(),
            breaking: beside.breaking.clone(),
            ..Self::default()
        })
    }

    /// Whether after a step of the run a relation has been executed as a whole, however finely it was taken apart.
    /// Of statecharts, whether the next step that counts begins after it.
    #[must_use]
    pub fn ends_a_firing(&self, step: usize) -> bool {
        match (self.run.get(step), self.run.get(step + 1)) {
            (None, _) => false,
            (Some(it), Some(next)) => {
                let is_other = next.turn != it.turn;
                next.counts.unwrap_or(is_other || !it.can_be_a_part())
            }
            (Some(_), None) => !self.inside,
        }
    }

    /// The choice of the start of its run, to make it again by hand; of transition systems only.
    #[must_use]
    pub fn start_choice(&self) -> Option<RunChoice> {
        let start = self.run.first().filter(|_| !self.is_of_charts())?;
        let all = self.variables.iter().cloned();
        Some(RunChoice::unlisted(StepAction::start(
            all.zip(start.state.iter().cloned()),
        )))
    }

    /// Whether it is about statecharts.
    #[must_use]
    pub fn is_of_charts(&self) -> bool {
        self.run.first().is_some_and(|it| it.counts.is_some())
    }
}

/// Assumptions, conditions, assignments and initial values that together rule out what was looked for: without
/// all others there is still nothing.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SystemBlameView {
    /// What is to blame, in the order of the text; empty where nothing that the text demands is needed.
    pub elements: Vec<SystemBlamedView>,
    /// Whether each of them is known to be needed: without it, too, there is a run. Of statecharts whether no other, and no
    /// fewer, are to blame as they are.
    pub minimal: bool,
    /// Why there is nothing without all others.
    pub certificate: CertificateView,
    /// One or two sentences.
    pub sentence: String,
}

/// One of them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SystemBlamedView {
    /// Where it is written.
    pub range: Range,
    /// What it demands, in words with the text between backticks.
    pub what: String,
    /// Without all that is not to blame and without this one there is a run of so many firings of `trans`, or a shorter one;
    /// `None` where that was not found out. Of statecharts the steps of a shortest run without this one alone; `None` where
    /// all are to blame together.
    pub depth: Option<u32>,
}

/// One entry of a run.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct SystemStepView {
    /// Whose turn it was.
    #[serde(default)]
    pub turn: StepTurn,
    /// The operations that were executed, in order.
    pub fired: Vec<usize>,
    /// Values that a `havoc` of a transition system has given and that are not there any more after it: the place of the
    /// `havoc` in `fired`, and the value.
    #[serde(default)]
    pub passing: Vec<(usize, String)>,
    /// The values after it.
    pub state: Vec<String>,
    /// Which of them are other than before.
    pub changed: Vec<usize>,
    /// What happens, in one sentence with names between backticks.
    pub sentence: String,
    /// Of statecharts what is sent, taken and how much time passes, in order.
    #[serde(default)]
    pub events: Vec<Event>,
    /// Of statecharts the inputs that guards have read, each once.
    #[serde(default)]
    pub inputs: Vec<InputRead>,
    /// Of statecharts what waits for each object after it.
    #[serde(default)]
    pub waiting: Vec<Queue>,
    /// Of statecharts the objects for which something else waits than before.
    #[serde(default)]
    pub queues: Vec<QueueChange>,
    /// Of statecharts whether it is a step that counts, not what follows one before it; `None` of other kinds, see
    /// [`SystemStepView::begins_a_step`].
    #[serde(default)]
    pub counts: Option<bool>,
    /// Of statecharts whether an object begins with it.
    #[serde(default)]
    pub begins: bool,
    /// Of statecharts what its sentence says behind who acts and why; empty where that is all.
    #[serde(default)]
    pub adds: String,
    /// Of statecharts the latest entry before it after which the run was in the same state.
    #[serde(default)]
    pub again: Option<usize>,
    /// Of class models the call.
    #[serde(default)]
    pub call: Option<Box<super::CallView>>,
}

/// The relations of a transition system, in the order of the text.
pub const RELATIONS: [&str; 3] = ["init", "env", "trans"];

impl SystemStepView {
    /// Whether it can be a part of a firing: relations of transition systems are taken apart, steps of other kinds never.
    fn can_be_a_part(&self) -> bool {
        matches!(self.turn, StepTurn::Start | StepTurn::Relation(_))
    }

    /// Whether it is a part of the same relation, executed once, as the entry before it.
    #[must_use]
    pub fn goes_on(&self, before: &Self) -> bool {
        match self.counts {
            Some(counts) => !counts,
            None => self.can_be_a_part() && self.turn == before.turn,
        }
    }

    /// Whether a step begins with it, behind another entry, as answers and bounds count steps: one of statecharts that counts, a
    /// firing of `trans`, a call. What `init` and `env` do is told behind the step before.
    #[must_use]
    pub fn begins_a_step(&self, before: &Self) -> bool {
        let is_beside = match &self.turn {
            StepTurn::Start => true,
            StepTurn::Relation(word) => word != "trans",
            _ => false,
        };
        match self.counts {
            Some(counts) => counts,
            None => !is_beside && !self.goes_on(before),
        }
    }

    /// Whether another entry is of the same step into the same state, whatever words it has and whatever came before.
    #[must_use]
    pub fn is_same_step(&self, other: &Self) -> bool {
        let bare = |it: &Self| Self {
            sentence: String::new(),
            again: None,
            ..it.clone()
        };
        bare(self) == bare(other)
    }
}

/// What waits for an object after a step, and where it comes from: events of one name are not told apart otherwise.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct QueueChange {
    /// The object.
    pub object: usize,
    /// For each event that waits, those that are deferred last, its number among what waited before the step in the same
    /// order, followed by what the step sends to the object.
    pub from: Vec<usize>,
}

/// What the entries of a run are called: the number of the step that begins with it or before it, and behind a dot the number of the
/// entry among those that follow: `8`, `8.1`, `8.2`, `9`. So answers and runs count the same. Of transition systems `8` is the state
/// after eight firings of `trans`, and `8.1` what `env` makes of it.
#[must_use]
pub fn step_numbers(run: &[SystemStepView]) -> Vec<String> {
    let (mut steps, mut part) = (0, 0);
    let number = |at: usize| {
        match at.checked_sub(1) {
            None => {}
            Some(before) if run[at].begins_a_step(&run[before]) => (steps, part) = (steps + 1, 0),
            Some(_) => part += 1,
        }
        match part {
            0 => steps.to_string(),
            part => format!("{steps}.{part}"),
        }
    };
    (0..run.len()).map(number).collect()
}

/// How many steps a run has, as [`step_numbers`] counts them. O(entries).
#[must_use]
pub fn step_count(run: &[SystemStepView]) -> usize {
    let pairs = run.windows(2);
    pairs.filter(|it| it[1].begins_a_step(&it[0])).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(relations: &[&str]) -> SystemEvidenceView {
        let entry = |it: &&str| SystemStepView {
            turn: StepTurn::of(it),
            ..SystemStepView::default()
        };
        SystemEvidenceView {
            run: relations.iter().map(entry).collect(),
            ..SystemEvidenceView::default()
        }
    }

    #[test]
    fn parts_of_a_firing_are_one_and_calls_of_the_same_name_are_two() {
        let parts = evidence(&["env", "trans", "trans", "env"]);
        let ends: Vec<_> = (0..4).map(|it| parts.ends_a_firing(it)).collect();
        assert_eq!(ends, [true, false, true, true]);
        let calls = evidence(&["l.switch()", "l.switch()", "l.stop()"]);
        assert!((0..3).all(|it| calls.ends_a_firing(it)));
    }

    #[test]
    fn firings_and_calls_are_numbered() {
        let numbers = |relations: &[&str]| step_numbers(&evidence(relations).run).join(" ");
        let all = ["", "init", "env", "trans", "env", "trans", "trans", "env"];
        assert_eq!(numbers(&all), "0 0.1 0.2 1 1.1 2 2.1 2.2");
        assert_eq!(step_count(&evidence(&all).run), 2);
        assert_eq!(numbers(&["", "a.f()", "a.f()", "a.g()"]), "0 1 2 3");
    }
}
