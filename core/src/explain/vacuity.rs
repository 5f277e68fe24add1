//! Vacuity: a "no" that is only said because something in the model can never happen.
//!
//! **Definition.** An answer that there is no run *rests on* unmet demands where there is one as soon as all
//! demands that [`network::unmet`](crate::network::unmet) finds are waived: then the model cannot do what was
//! asked about because a trigger that is waited for is never sent, or an effect is never taken, and not because
//! of what it does. Named are the demands that the run which was found then needs to be waived; without them
//! alone there is such a run. An answer that shows a run rests on none: waiving only adds runs.

use crate::language::machines::{Place, TransitionId};
use crate::language::questions::Mode;
use crate::language::{Check, LifelineId, Model, Question, Symbol};
use crate::network::{Part, Unmet};

/// A transition that can never start or never end, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The lifeline.
    pub lifeline: LifelineId,
    /// Its transition.
    pub transition: TransitionId,
    /// The symbol that is never sent, or never taken.
    pub symbol: Symbol,
    /// Whether it can never start for want of its trigger; else it can never end, for an effect is not taken.
    pub never_starts: bool,
    /// Whether another lifeline has a transition that would do its part, but never gets there.
    pub is_mentioned: bool,
}

impl Idle {
    /// The transition of an unmet demand of a check.
    #[must_use]
    pub fn of(model: &Model, check: &Check, unmet: &Unmet) -> Option<Self> {
        let lifeline = &model.lifelines_of(check)[unmet.component];
        match model.machines[lifeline.machine].place_at(usize::from(unmet.inside)) {
            Place::State(_) => None,
            Place::Intermediate(transition) => Some(Self {
                lifeline: unmet.component,
                transition,
                symbol: unmet.symbol,
                never_starts: unmet.part == Part::Trigger,
                is_mentioned: unmet.is_mentioned,
            }),
        }
    }

    fn words(&self, model: &Model, check: &Check) -> String {
        let lifeline = &model.lifelines_of(check)[self.lifeline];
        let machine = &model.machines[lifeline.machine];
        let transition = model.transition_text(machine, &machine.transitions[self.transition]);
        let symbol = &model.symbols[self.symbol];
        let (cannot, part) = match (self.never_starts, self.is_mentioned) {
            (true, false) => ("start", "sends"),
            (true, true) => ("start", "ever gets to send"),
            (false, _) => ("end", "takes"),
        };
        format!(
            "`{transition}` of `{}` can never {cannot}, as no other lifeline {part} `{symbol}`",
            lifeline.name
        )
    }
}

/// One sentence that names what an answer rests on; at least one.
#[must_use]
pub fn vacuity(model: &Model, check: &Check, idle: &[Idle]) -> String {
    let mut each: Vec<_> = idle.iter().map(|it| it.words(model, check)).collect();
    let last = each.pop().unwrap_or_default();
    let all = match each.as_slice() {
        [] => last,
        init => format!("{}, and {last}", init.join(", ")),
    };
    let pronoun = if idle.len() == 1 { "it" } else { "they" };
    let within = match check.bound {
        None => String::new(),
        Some(1) => " within 1 transaction".into(),
        Some(bound) => format!(" within {bound} transactions"),
    };
    let then = match &check.question {
        Question::Reach { .. } => format!("the goal would be reached{within}"),
        Question::Always { .. } => format!("it would be false{within}"),
        Question::Deadlock => format!("the machines could get stuck{within}"),
        Question::Scenario {
            mode: Mode::Strict, ..
        } if check.bound.is_some() => format!("the scenario could begin{within} and be played"),
        Question::Scenario { .. } => format!("the scenario could be played{within}"),
    };
    format!("This is so only because {all}; if {pronoun} could, {then}.")
}
