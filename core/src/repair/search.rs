//! The search for edits: all single ones, then guided pairs, within a budget of checks.
//!
//! A candidate is tried on the resolved model: first the check to be mended, then every other
//! check that it can affect, the one that most recently turned a candidate down first. Pairs start
//! from the near misses: edits that mend the check at the price of another one, or that bring a
//! scenario further. No pair contains an edit that is enough by itself.

use std::collections::BTreeSet;

use super::kinds::{Edit, candidates};
use super::situation::Situation;
use super::{Judge, Stopped, Tally};
use crate::edit::change::{Change, changed, clash};
use crate::language::{Answer, Check, Model, Question};

/// Edits that together mend the check, as far as the model tells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Candidate {
    /// One or two edits.
    pub edits: Vec<Edit>,
}

impl Candidate {
    pub(super) fn cost(&self) -> u32 {
        self.edits.iter().map(|edit| edit.cost).sum()
    }

    pub(super) fn changes(&self) -> Vec<Change> {
        let changes = self.edits.iter().flat_map(|edit| edit.changes.clone());
        changes.collect()
    }
}

/// What came of trying a candidate.
enum Trial {
    /// It mends the check and keeps all others.
    Mends,
    /// It mends the check, but not the model.
    Breaks,
    /// It brings a scenario further.
    Closer,
    /// None of these.
    Fails,
}

/// A search in progress.
pub(super) struct Search<'a> {
    situation: Situation<'a>,
    /// The answers before any edit, check by check.
    before: &'a [Answer],
    judge: &'a mut dyn Judge,
    pub(super) tally: Tally,
    budget: u64,
    /// The other checks, the one that turned the last candidate down first.
    others: Vec<usize>,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        situation: Situation<'a>,
        before: &'a [Answer],
        judge: &'a mut dyn Judge,
        budget: u64,
    ) -> Self {
        let others = (0..situation.model.checks.len()).filter(|&it| it != situation.index);
        Self {
            situation,
            before,
            judge,
            tally: Tally::default(),
            budget,
            others: others.collect(),
        }
    }

    /// The candidates of at most so many edits (1 or 2) that hold on the model.
    pub(super) fn run(&mut self, edits: usize) -> Vec<Candidate> {
        let mut found = Vec::new();
        // Out of budget, or asked to stop: what was found until then still counts.
        self.tally.complete = self.explore(edits, &mut found).is_ok();
        found
    }

    fn explore(&mut self, edits: usize, found: &mut Vec<Candidate>) -> Result<(), Stopped> {
        let singles = candidates(&self.situation);
        let mut near: Vec<usize> = Vec::new();
        let mut closer = Vec::new();
        let mut enough = BTreeSet::new();
        for (index, edit) in singles.iter().enumerate() {
            let candidate = Candidate {
                edits: vec![edit.clone()],
            };
            match self.trial(&candidate)? {
                Trial::Mends => {
                    enough.insert(index);
                    found.push(candidate);
                }
                Trial::Breaks => near.push(index),
                Trial::Closer => closer.push(index),
                Trial::Fails => {}
            }
        }
        if edits < 2 {
            return Ok(());
        }
        let open: Vec<_> = (0..singles.len())
            .filter(|it| !enough.contains(it))
            .collect();
        for bases in [near, closer] {
            for (one, other) in pairs(&singles, &bases, &open) {
                let candidate = Candidate {
                    edits: vec![singles[one].clone(), singles[other].clone()],
                };
                if matches!(self.trial(&candidate)?, Trial::Mends) {
                    found.push(candidate);
                }
            }
        }
        Ok(())
    }

    fn trial(&mut self, candidate: &Candidate) -> Result<Trial, Stopped> {
        self.tally.tried += 1;
        let changes = candidate.changes();
        let model = changed(self.situation.model, &changes);
        let (answer, value) = self.ask(&model, self.situation.index)?;
        if answer != self.situation.wanted {
            let further = matches!(self.situation.check.question, Question::Scenario { .. })
                && self.situation.wants_more()
                && is_further(self.situation, &changes, value);
            return Ok(if further { Trial::Closer } else { Trial::Fails });
        }
        for at in 0..self.others.len() {
            let index = self.others[at];
            if !affects(&model, &model.checks[index], &changes) {
                continue;
            }
            let (answer, _) = self.ask(&model, index)?;
            if !keeps(self.situation, index, self.before[index], answer) {
                let first = self.others.remove(at);
                self.others.insert(0, first);
                return Ok(Trial::Breaks);
            }
        }
        Ok(Trial::Mends)
    }

    fn ask(&mut self, model: &Model, index: usize) -> Result<(Answer, u32), Stopped> {
        if self.tally.checks >= self.budget {
            return Err(Stopped);
        }
        self.tally.checks += 1;
        self.judge.answer(model, index, &self.tally)
    }
}

/// The pairs of a base and a partner, the cheapest first, each once, without those that clash.
fn pairs(singles: &[Edit], bases: &[usize], open: &[usize]) -> Vec<(usize, usize)> {
    let mut pairs = BTreeSet::new();
    for &base in bases {
        for &partner in open {
            let (one, other) = (base.min(partner), base.max(partner));
            let clashes = singles[one]
                .changes
                .iter()
                .any(|change| singles[other].changes.iter().any(|it| clash(change, it)));
            if one != other && !clashes {
                let cost = singles[one].cost + singles[other].cost;
                pairs.insert((cost, one, other));
            }
        }
    }
    pairs
        .into_iter()
        .map(|(_, one, other)| (one, other))
        .collect()
}

/// Whether a scenario gets further than its failing message, not only further down because
/// messages were added before it.
fn is_further(situation: Situation<'_>, changes: &[Change], value: u32) -> bool {
    let added = changes
        .iter()
        .filter(|it| matches!(it, Change::Insert { .. }));
    let gone = changes
        .iter()
        .filter(|it| matches!(it, Change::Remove { .. }));
    u64::from(value) + gone.count() as u64 > u64::from(situation.value) + added.count() as u64
}

/// Whether a check keeps its verdict. Another check of the same scenario, or of deadlocks, may come to
/// pass with the one that is mended: it asks the same with another bound or mode.
#[must_use]
pub(super) fn keeps(situation: Situation<'_>, index: usize, before: Answer, after: Answer) -> bool {
    let scenario = |check: &Check| match check.question {
        Question::Scenario { scenario, .. } => Some(scenario),
        Question::Reach { .. } | Question::Always { .. } | Question::Deadlock => None,
    };
    let check = &situation.model.checks[index];
    let is_deadlock = |check: &Check| check.question == Question::Deadlock;
    let same = scenario(check).is_some() && scenario(check) == scenario(situation.check)
        || is_deadlock(check) && is_deadlock(situation.check);
    before == after || same && check.expected == Some(after)
}

/// Whether changes can touch a check at all: one of its machines, or its scenario.
fn affects(model: &Model, check: &Check, changes: &[Change]) -> bool {
    let plays = |machine| {
        let mut lifelines = model.lifelines_of(check).iter();
        lifelines.any(|it| it.machine == machine)
    };
    changes.iter().any(|change| match change.machine() {
        Some(machine) => plays(machine),
        None => matches!(check.question, Question::Scenario { scenario, .. }
            if change.scenario() == Some(scenario)),
    })
}
