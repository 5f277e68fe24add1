//! One model, one question, two answers.

use super::judge;
use super::repaired;
use super::subject::Subject;
use crate::encode::paper::{Claim, Instance, Printed, Style, smallest};
use crate::engine::bmc::Bmc;
use crate::engine::portfolio::{self, Choice};
use crate::engine::{Coverage, Finding, Limits, Unwatched, explicit};
use crate::language::Model;
use crate::language::machines::Composition;
use crate::language::machines::judge::explore;
use crate::network::Task;
use crate::question::{task, witness};
use crate::sat::{self, proof};

/// Models with more global states than this within the bound are left alone: the interpreter
/// enumerates all transactions of each.
const MOST_STATES: usize = 400;
/// A printed encoding that says no gets so many more transactions, to tell "later" from "never".
const GRACE: usize = 6;

/// An answer with its measure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Said {
    /// Whether all that was asked can be had.
    pub yes: bool,
    /// How much of it: messages of a scenario, 1 or 0 for other questions.
    pub value: usize,
    /// The fewest transactions for that much.
    pub depth: usize,
}

/// How an answer differs from the definitions'.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Difference {
    /// It says yes where the definitions say no.
    WrongYes,
    /// It says no where the definitions say yes.
    WrongNo,
    /// The answers agree, but not the number of transactions or of messages.
    Measure,
    /// It gave up on a small model.
    Unanswered,
    /// Its witness is no run, or not of what was claimed.
    Witness,
    /// The proof of its no does not hold.
    Proof,
    /// An edit that is proposed does not mend the check, or changes another one's answer.
    Repair,
}

impl Difference {
    /// All of them, the gravest first.
    pub const ALL: [Self; 7] = [
        Self::WrongYes,
        Self::WrongNo,
        Self::Measure,
        Self::Unanswered,
        Self::Witness,
        Self::Proof,
        Self::Repair,
    ];

    /// The difference in two words.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::WrongYes => "wrong yes",
            Self::WrongNo => "wrong no",
            Self::Measure => "other measure",
            Self::Unanswered => "no answer",
            Self::Witness => "bad witness",
            Self::Proof => "bad proof",
            Self::Repair => "bad repair",
        }
    }
}

/// Both answers to the one check of a model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The subject's answer.
    pub claimed: Said,
    /// The definitions' answer.
    pub defined: Said,
    /// How they differ, if they do.
    pub difference: Option<Difference>,
    /// For a yes of a printed encoding: the path that it claims.
    pub claims: Vec<Claim>,
}

/// Asks a subject and the definitions the first check of a model, which must have a bound.
///
/// `None` where the model is too large for the interpreter or not covered by the subject.
#[must_use]
pub fn examine(subject: &Subject, model: &Model) -> Option<Examined> {
    let check = model.checks.first()?;
    let bound = check.bound? as usize;
    let composition = Composition::new(model, model.lifelines_of(check), &check.from);
    let mut states = 0;
    explore(&composition, bound, |_, _| {
        states += 1;
        states <= MOST_STATES
    });
    if states > MOST_STATES {
        return None;
    }
    match subject {
        Subject::PaperGsc(style) | Subject::PaperMscp(style) => {
            let instance = Instance::new(model, check).ok()?;
            examine_printed(&instance, bound, style)
        }
        Subject::Repairs => repaired::examine(model, bound),
        Subject::Delivery(_) | Subject::Explicit | Subject::Portfolio => {
            Some(examine_engine(subject, model, bound))
        }
    }
}

fn compared(claimed: Said, defined: Said) -> Option<Difference> {
    match (claimed.yes, defined.yes) {
        (true, false) => Some(Difference::WrongYes),
        (false, true) => Some(Difference::WrongNo),
        _ if claimed != defined => Some(Difference::Measure),
        _ => None,
    }
}

fn examine_printed(instance: &Instance<'_>, bound: usize, style: &Style) -> Option<Examined> {
    let said = |depth: Option<usize>| Said {
        yes: depth.is_some(),
        value: usize::from(depth.is_some()),
        depth: depth.unwrap_or(0),
    };
    let defined = said(judge::immediately(instance, bound));
    let grace = if defined.yes { GRACE } else { 0 };
    let found = smallest(instance, bound + grace, style, sat::ALL[0], None).ok()?;
    let refuted = match &found {
        Some(found) => found.k.checked_sub(1),
        None => Some(bound),
    };
    let claimed = said(found.as_ref().map(|found| found.k));
    let proved = refuted.is_none_or(|k| {
        let printed = Printed::new(instance, k, style);
        printed.is_ok_and(|it| proof::certify(it.formula(), &[], None).is_ok())
    });
    let unproved = (!proved).then_some(Difference::Proof);
    Some(Examined {
        claimed,
        defined,
        difference: compared(claimed, defined).or(unproved),
        claims: found.map_or_else(Vec::new, |found| found.claims),
    })
}

fn examine_engine(subject: &Subject, model: &Model, bound: usize) -> Examined {
    let check = &model.checks[0];
    let mut task = task(model, check);
    // No state space is so small that the portfolio passes its bounds by.
    let limits = Limits {
        few_states: 0,
        ..Limits::default()
    };
    let backend = subject.solver();
    let (finding, proved) = match subject {
        Subject::Explicit => (explicit::solve(&task, &limits, &mut Unwatched), true),
        Subject::Portfolio => {
            let solvers = || backend.create(None);
            let answered =
                portfolio::solve(&mut task, Choice::Auto, &limits, &solvers, &mut Unwatched);
            let refuted = answered
                .formula()
                .and_then(|(formula, lit)| Some((formula, lit?)));
            let proved =
                refuted.is_none_or(|(formula, lit)| proof::certify(formula, &[lit], None).is_ok());
            (answered.finding, proved)
        }
        _ => {
            let mut bmc = Bmc::new(&task, &limits, backend.create(None));
            let finding = bmc.run(&mut Unwatched);
            let proved = bmc
                .refuted()
                .is_none_or(|lit| proof::certify(bmc.formula(), &[lit], None).is_ok());
            // A "no" within the bound always leaves what it refuted.
            let refuted = finding.coverage != Coverage::Bound || bmc.refuted().is_some();
            (finding, proved && refuted)
        }
    };
    let defined = judge::defined(model, check, bound);
    // Only a witness must be a shortest run; to a part of what was asked any run will do, and an
    // engine that found a longer one says so.
    let any_run = !finding.met && !finding.shortest;
    let depth = finding.depth as usize;
    let claimed = Said {
        yes: finding.met,
        value: finding.value as usize,
        depth: if any_run && depth > defined.depth && depth <= bound {
            defined.depth
        } else {
            depth
        },
    };
    Examined {
        claimed,
        defined,
        difference: compared(claimed, defined)
            .or_else(|| unsure(model, &task, &finding))
            .or((!proved).then_some(Difference::Proof)),
        claims: Vec::new(),
    }
}

/// What is wrong with the evidence of an engine.
fn unsure(model: &Model, task: &Task, finding: &Finding) -> Option<Difference> {
    let open = matches!(finding.coverage, Coverage::Open(_)) && !finding.met;
    if open {
        return Some(Difference::Unanswered);
    }
    witness(model, &model.checks[0], task, finding)
        .is_err()
        .then_some(Difference::Witness)
}
