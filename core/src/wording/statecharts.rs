//! Answers about statecharts, in words.

use super::stepwise::{self, absent, false_sooner, found, sooner};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{Reading, Subject};
use crate::language::statechart::semantics::{Cut, MOST_WAYS, Rule};
use crate::text::{capitalised, grouped};
use crate::view::{Extent, Outcome, Verdict};

/// What a "no" depends on.
#[derive(Clone, Debug, Default)]
pub struct Limits {
    /// Queues, with how many events they hold, that some run would have exceeded.
    pub queues: Vec<(String, usize)>,
    /// Whether some run ended since a value needs more than 64 bits.
    pub bits: bool,
    /// Objects with what of their steps was not followed.
    pub cut: Vec<(String, Cut)>,
}

/// How two readings differ in a rule that can be exchanged between them, in one sentence.
#[must_use]
pub fn rule(rule: Rule, readings: [Reading; 2]) -> String {
    let beside = |it: Reading| {
        let other = readings.into_iter().find(|other| *other != it);
        other.unwrap_or(it).word().to_uppercase()
    };
    match rule {
        Rule::Completion if readings.contains(&Reading::Bmc4uml) => {
            "UML handles states that have ended one at a time, the oldest first; BMC4UML first forgets all of them whose guards are false.".into()
        }
        Rule::Completion => {
            "UML looks at a transition without an event once, when its state has ended; SCXML looks at it before every event.".into()
        }
        Rule::Done => {
            "SCXML raises an event, `done.state` with the name, when a state has ended; UML raises none.".into()
        }
        Rule::Entry => {
            "UML finds step by step what a transition enters; SCXML finds all of it before it leaves anything.".into()
        }
        Rule::Order => format!(
            "Within a step UML lets regions go on in any order, {} in the order of the text.",
            beside(Reading::Uml)
        ),
        Rule::Selection => format!(
            "Of the enabled transitions {} takes the innermost; where some exclude each other, any of them. SCXML goes through the active states in the order of the text, and takes what excludes nothing taken before.",
            beside(Reading::Scxml)
        ),
        Rule::Domain => format!(
            "A transition from a child of a parallel state leaves that child in {}, and the whole parallel state in SCXML.",
            beside(Reading::Scxml)
        ),
        Rule::Ancestor => format!(
            "A transition to a state around its source leaves that state active in UML; {} leaves it and enters it again.",
            beside(Reading::Uml)
        ),
        Rule::History => {
            "The history of UML remembers the state that was left last, that of SCXML what was active when the state around it was left.".into()
        }
        Rule::Internal => format!(
            "What an object sends to itself comes last in its queue in {}, and before all other events in SCXML.",
            beside(Reading::Scxml)
        ),
        Rule::Discarding => format!(
            "{} removes an event at once that no transition wants; BMC4UML keeps it while the time of a transition has come.",
            beside(Reading::Bmc4uml)
        ),
        Rule::End => format!(
            "An object that has come to its end takes no events in {}; in BMC4UML it takes and removes them.",
            beside(Reading::Bmc4uml)
        ),
    }
}

/// What is told of the end of a run.
#[derive(Clone, Copy, Debug)]
pub enum End<'t> {
    /// Nothing more.
    Plain,
    /// What follows the answer.
    With(&'t str),
    /// What the state shows there, which says why the answer is so.
    Shows(&'t str),
}

/// The answer to a check in one sentence, with what it depends on.
#[must_use]
pub fn answer(
    model: &StatechartModel,
    subject: &Subject,
    outcome: &Outcome,
    limits: &str,
    end: End<'_>,
    reading: Reading,
) -> String {
    let what = match outcome.verdict {
        Verdict::Unknown(_) => return "It was not decided.".into(),
        Verdict::Found { depth } => {
            let steps = steps(depth, reading);
            let what = match subject {
                Subject::Scenario(number, _) => {
                    let all = match model.scenarios[*number].messages.len() {
                        1 => "the message".to_owned(),
                        count => format!("all {count} messages"),
                    };
                    match depth {
                        0 => return format!("The objects can play {all} from the start."),
                        _ => format!("The objects can play {all} after {steps}"),
                    }
                }
                Subject::DeadlockAlone => {
                    format!("{ALONE} the system can get stuck after {steps}")
                }
                // Readings that are compared have sentences of their own.
                Subject::Same(_) => return String::new(),
                Subject::Always(_) | Subject::Reach(_) | Subject::Deadlock => match end {
                    End::Shows(it) => capitalised(&format!("{it} after {steps}")),
                    End::Plain | End::With(_) => found(outcome.kind(), &steps),
                },
            };
            return match end {
                End::Plain => format!("{what}{}.", sooner(outcome)),
                End::With(it) => format!("{what}{}: {it}.", sooner(outcome)),
                End::Shows(_) => format!("{what}{}.", false_sooner(outcome)),
            };
        }
        Verdict::Absent(extent) => {
            let within = match (extent, outcome.bound) {
                (Extent::Bound, Some(bound)) => format!(" within {}", steps(bound, reading)),
                _ => String::new(),
            };
            match (subject, extent) {
                (Subject::Scenario(number, _), _) => {
                    let messages = match model.scenarios[*number].messages.len() {
                        1 => "1 message".to_owned(),
                        count => format!("{count} messages"),
                    };
                    let prefix = outcome.prefix().unwrap_or(0);
                    let covered = match extent {
                        Extent::Every => " at any length",
                        Extent::Bound => &within,
                    };
                    format!("The objects can play {prefix} of {messages}, no more{covered}")
                }
                (Subject::Same(_), _) => return String::new(),
                (Subject::DeadlockAlone, Extent::Every) => {
                    format!("{ALONE} the system never gets stuck")
                }
                (Subject::DeadlockAlone, Extent::Bound) => {
                    format!("{ALONE} the system does not get stuck{within}")
                }
                (Subject::Always(_) | Subject::Reach(_) | Subject::Deadlock, _) => {
                    absent(outcome.kind(), extent, &within)
                }
            }
        }
    };
    match outcome
        .system
        .as_ref()
        .is_some_and(|it| it.needs_environment)
    {
        true => format!("{what}{limits}, {SENDS}."),
        false => format!("{what}{limits}."),
    }
}

/// How an answer about deadlocks without environment begins.
const ALONE: &str = "Without further events of the environment";
/// What is said of a deadlock that is not there only because something can come from outside.
const SENDS: &str = "but only because the environment can still send something: \
                     `check deadlock without environment` shows where";

impl Limits {
    /// What is said behind a "no" that depends on them; empty where nothing does.
    #[must_use]
    pub fn in_words(&self) -> String {
        let queues = queues(&self.queues);
        let bounds = match (self.bits, queues.is_empty()) {
            (false, _) => queues,
            (true, true) => ", with integers of at most 64 bits".to_owned(),
            (true, false) => format!("{queues} and integers of at most 64 bits"),
        };
        let cut = self.cut.iter().map(|(name, cut)| match cut {
            Cut::Round => format!(
                ", without steps of `{name}` that read an input again and again and never end"
            ),
            Cut::Ways => format!(
                ", with at most {} ways in which a step of `{name}` goes on",
                grouped(MOST_WAYS as u64)
            ),
        });
        std::iter::once(bounds).chain(cut).collect()
    }
}

/// The bounds of queues that an answer depends on.
fn queues(bounds: &[(String, usize)]) -> String {
    let Some((_, first)) = bounds.first() else {
        return String::new();
    };
    let events = |most: usize| match most {
        1 => "1 event".to_owned(),
        most => format!("{most} events"),
    };
    if bounds.iter().all(|it| it.1 == *first) {
        return format!(", with queues of at most {}", events(*first));
    }
    let each: Vec<_> = bounds
        .iter()
        .map(|(name, most)| format!("{} for `{name}`", events(*most)))
        .collect();
    format!(", with queues of at most {}", each.join(", "))
}

/// What is counted.
pub(crate) fn steps(count: u32, reading: Reading) -> String {
    match (count, reading) {
        (1, Reading::Bmc4uml) => "1 application of a rule".into(),
        (count, Reading::Bmc4uml) => format!("{count} applications of rules"),
        (count, _) => stepwise::steps(count),
    }
}
