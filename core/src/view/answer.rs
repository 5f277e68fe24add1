//! The answer to a check, with its evidence and its reason.

use serde::{Deserialize, Serialize};

use super::{
    BlameView, Expected, Kind, ReasonView, StepView, StopView, SystemEvidenceView, VacuityView,
    Verdict, WaitGraphView,
};
use crate::language::{Answer, ProposedRepairs};

/// What the shell wants of a check.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Options {
    /// `auto`, `sat` or `explicit`, of transition systems, statecharts and class models also `bmc`, `induction` or `ic3`; empty means `auto`.
    pub engine: String,
    /// `delivery`; empty means `delivery`.
    pub encoding: String,
    /// The solver's name; empty means the default one.
    pub solver: String,
    /// Most global states that explicit search may hold; `None` is the default.
    pub max_states: Option<u64>,
    /// Most clauses of a formula; `None` is the default.
    pub max_clauses: Option<u64>,
    /// Most bytes that a search may take; `None` is the default.
    #[serde(default)]
    pub max_memory: Option<u64>,
    /// Milliseconds until the answer is `unknown`; `None` is no limit.
    pub timeout_ms: Option<f64>,
    /// Whether to find out which demands of the model make a scenario or goal impossible. Takes
    /// further questions to the solver.
    #[serde(default)]
    pub blame: bool,
    /// Of transition systems: whether variables without a declared value begin with the default of their type, and not with any.
    #[serde(default)]
    pub missing_default: bool,
}

/// The answer to one check, with its evidence.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// Index of the check.
    pub check: usize,
    /// What it came to.
    pub verdict: Verdict,
    /// What was expected.
    pub expected: Option<Expected>,
    /// The K of `within`.
    pub bound: Option<u32>,
    /// What there is to say about a question of this kind.
    pub detail: Detail,
    /// The run: the start state first, then one entry per step. Empty where there is none.
    pub trace: Vec<StepView>,
    /// The run, and what else the answer rests on, where the model is a transition system.
    #[serde(default)]
    pub system: Option<SystemEvidenceView>,
    /// How the answer was made sure.
    pub certificate: CertificateView,
    /// Of an unknown answer by one engine: the choice of engines that could find one, by its name in
    /// [`Options::engine`].
    #[serde(default)]
    pub instead: Option<String>,
    /// Of an answer that there is no run: what it rests on that can never happen.
    #[serde(default)]
    pub vacuity: Option<VacuityView>,
    /// One sentence that states the answer and what it covers.
    pub sentence: String,
    /// What it took.
    pub work: Work,
}

/// What an answer says beyond its verdict, by what was asked.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Detail {
    /// Can the scenario be played?
    Scenario {
        /// How many of its messages can be exchanged at most, as far as is known.
        prefix: Option<u32>,
        /// Why the next one cannot.
        reason: Option<ReasonView>,
        /// Which demands of the model make it impossible; only where [`Options::blame`] asks for it.
        blame: Option<BlameView>,
    },
    /// Can the goal be reached?
    Reach {
        /// The same of a goal.
        blame: Option<BlameView>,
    },
    /// Can the system get stuck?
    Deadlock {
        /// Who waits for whom where it is.
        waits: Option<WaitGraphView>,
    },
    /// Is something true all the time?
    Always {
        /// Of machines what rules out that it is false; only where [`super::Options::blame`] asks for it.
        blame: Option<BlameView>,
    },
    /// Do two readings of the text admit the same?
    Same,
    /// Is there what the text describes?
    Consistent,
    /// Can something be false while all else holds?
    Independent,
}

/// What an answer took.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Work {
    /// Which engine answered.
    pub engine: String,
    /// Which encoding, where one was used.
    pub encoding: Option<String>,
    /// Which solver, where one was used.
    pub solver: Option<String>,
    /// Variables of the largest formula.
    pub variables: Option<u64>,
    /// Clauses of the largest formula.
    pub clauses: Option<u64>,
    /// Global states that explicit search visited.
    pub states: Option<u64>,
    /// Milliseconds spent on building formulas.
    pub encode_ms: f64,
    /// Milliseconds spent on solving and searching.
    pub solve_ms: f64,
}

impl Outcome {
    /// Nothing is known about the check of an index yet: what every answer is built from.
    #[must_use]
    pub fn unanswered(check: usize, kind: Kind) -> Self {
        Self {
            check,
            verdict: Verdict::Unknown(StopView::Asked),
            expected: None,
            bound: None,
            detail: Detail::none(kind),
            trace: Vec::new(),
            system: None,
            certificate: CertificateView::Open {
                reached: String::new(),
            },
            instead: None,
            vacuity: None,
            sentence: String::new(),
            work: Work::default(),
        }
    }

    /// How many states the run has: one more than steps, none without a run. Of a transition system those of its
    /// own run count.
    #[must_use]
    pub fn length(&self) -> usize {
        let system = self.system.as_ref().map_or(0, |it| it.run.len());
        system.max(self.trace.len())
    }

    /// The sentence of a step; empty where there is none.
    #[must_use]
    pub fn sentence_of(&self, step: usize) -> &str {
        let system = self.system.as_ref().and_then(|it| it.run.get(step));
        let machines = self.trace.get(step);
        let sentence = system.map(|it| &it.sentence);
        sentence
            .or(machines.map(|it| &it.sentence))
            .map_or("", |it| it)
    }

    /// What a step of the run is called, as [`super::step_numbers`] has it.
    #[must_use]
    pub fn number_of(&self, step: usize) -> String {
        match &self.system {
            Some(it) => {
                let run = &it.run[..it.run.len().min(step + 1)];
                super::step_numbers(run).pop().unwrap_or_default()
            }
            None => step.to_string(),
        }
    }

    /// How many steps of the run count.
    #[must_use]
    pub fn steps(&self) -> usize {
        match &self.system {
            Some(it) => super::step_count(&it.run),
            None => self.length().saturating_sub(1),
        }
    }

    /// The latest step before this one after which the run was in the same state. O(steps).
    #[must_use]
    pub fn was_here_after(&self, step: usize) -> Option<usize> {
        if let Some(system) = &self.system {
            let now = system.run.get(step)?;
            if now.counts.is_some() {
                return now.again;
            }
            // Inside a step that is taken apart a state is more than its values.
            let same = |at: &usize| {
                let it = &system.run[*at];
                it.turn == now.turn && it.state == now.state && system.ends_a_firing(*at)
            };
            return (0..step)
                .rev()
                .find(same)
                .filter(|_| system.ends_a_firing(step));
        }
        let state = &self.trace.get(step)?.state;
        self.trace[..step].iter().rposition(|it| it.state == *state)
    }

    /// What was asked.
    #[must_use]
    pub fn kind(&self) -> Kind {
        match self.detail {
            Detail::Scenario { .. } => Kind::Scenario,
            Detail::Reach { .. } => Kind::Reach,
            Detail::Deadlock { .. } => Kind::Deadlock,
            Detail::Always { .. } => Kind::Always,
            Detail::Same => Kind::Same,
            Detail::Consistent => Kind::Consistent,
            Detail::Independent => Kind::Independent,
        }
    }

    /// The answer in the language's words.
    #[must_use]
    pub fn answer(&self) -> Answer {
        self.verdict.answer(self.kind())
    }

    /// The answer that was expected, in the language's words.
    #[must_use]
    pub fn expected_answer(&self) -> Option<Answer> {
        self.expected.map(|expected| expected.answer(self.kind()))
    }

    /// Whether the expectation is met; `None` where nothing was expected. What was not decided meets none.
    #[must_use]
    pub fn as_expected(&self) -> Option<bool> {
        self.verdict.meets(self.expected)
    }

    /// Whether there is an answer, and another one was expected.
    #[must_use]
    pub fn is_contrary(&self) -> bool {
        !self.verdict.is_unknown() && self.as_expected() == Some(false)
    }

    /// Whether edits are looked for that change it, of a kind of model with such repairs.
    #[must_use]
    pub fn wants_repairs(&self, of: ProposedRepairs) -> bool {
        let is_stuck = self.kind() == Kind::Deadlock && self.verdict.is_found();
        match of {
            ProposedRepairs::None => false,
            ProposedRepairs::OfUnexpected => self.is_contrary(),
            ProposedRepairs::OfDeadlocksToo => self.is_contrary() || is_stuck,
        }
    }

    /// Transactions on the shortest witness (for a scenario: before its first message).
    #[must_use]
    pub fn depth(&self) -> Option<u32> {
        match self.verdict {
            Verdict::Found { depth } => Some(depth),
            Verdict::Absent(_) | Verdict::Unknown(_) => None,
        }
    }

    /// How many messages of the scenario can be exchanged at most, as far as is known.
    #[must_use]
    pub fn prefix(&self) -> Option<u32> {
        match self.detail {
            Detail::Scenario { prefix, .. } => prefix,
            Detail::Reach { .. }
            | Detail::Deadlock { .. }
            | Detail::Always { .. }
            | Detail::Same
            | Detail::Consistent
            | Detail::Independent => None,
        }
    }

    /// Index (from 0) of the scenario's first message that cannot be exchanged.
    #[must_use]
    pub fn failing(&self) -> Option<usize> {
        let prefix = self.prefix().filter(|_| self.verdict.is_absent())?;
        usize::try_from(prefix).ok()
    }

    /// Why it cannot.
    #[must_use]
    pub fn reason(&self) -> Option<&ReasonView> {
        match &self.detail {
            Detail::Scenario { reason, .. } => reason.as_ref(),
            Detail::Reach { .. }
            | Detail::Deadlock { .. }
            | Detail::Always { .. }
            | Detail::Same
            | Detail::Consistent
            | Detail::Independent => None,
        }
    }

    /// Which demands of the model make a scenario or goal impossible.
    #[must_use]
    pub fn blame(&self) -> Option<&BlameView> {
        match &self.detail {
            Detail::Scenario { blame, .. } | Detail::Reach { blame } | Detail::Always { blame } => {
                blame.as_ref()
            }
            Detail::Deadlock { .. } | Detail::Same | Detail::Consistent | Detail::Independent => {
                None
            }
        }
    }

    /// Who waits for whom in a deadlock.
    #[must_use]
    pub fn waits(&self) -> Option<&WaitGraphView> {
        match &self.detail {
            Detail::Deadlock { waits } => waits.as_ref(),
            Detail::Scenario { .. }
            | Detail::Reach { .. }
            | Detail::Always { .. }
            | Detail::Same
            | Detail::Consistent
            | Detail::Independent => None,
        }
    }
}

impl Detail {
    /// Nothing is known about a question of this kind.
    #[must_use]
    pub fn none(kind: Kind) -> Self {
        match kind {
            Kind::Scenario => Self::Scenario {
                prefix: None,
                reason: None,
                blame: None,
            },
            Kind::Reach => Self::Reach { blame: None },
            Kind::Deadlock => Self::Deadlock { waits: None },
            Kind::Always => Self::Always { blame: None },
            Kind::Same => Self::Same,
            Kind::Consistent => Self::Consistent,
            Kind::Independent => Self::Independent,
        }
    }
}

/// How an answer was made sure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum CertificateView {
    /// The witness was replayed by the definitions.
    Replayed,
    /// The solver's proof of unsatisfiability was checked.
    Proof {
        /// Lemmas in the proof.
        lemmas: u64,
    },
    /// Every reachable global state was visited, or one that differs from it only in which of several
    /// equal lifelines is where; within a bound every one from which more could be in time.
    Exhausted {
        /// How many there are, not counting equal lifelines as one.
        states: u64,
    },
    /// A bound such as a rank table, verified by a small checker.
    Bound {
        /// What the bound is, in words.
        what: String,
    },
    /// No answer, so nothing to certify; how far the search got.
    Open {
        /// One sentence.
        reached: String,
    },
}
