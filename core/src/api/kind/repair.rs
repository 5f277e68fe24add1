//! The verb "repair": edits of the text after which a check is as it should be, for every kind that lists some
//! ([`Repair`](super::Repair)).
//!
//! An edit is tried on the text itself: the edited text is read anew, the check is answered by a visit of its states, every check
//! that was as expected must be so again, and everything that happened in some run must still happen. So a text is not mended by
//! doing less: where the light never turns green nothing is stuck at green.
//!
//! Invariant: no edit is proposed of which one of these is not known. Trials are bounded by states and memory, all together by the
//! time of the request; how many were made is said.

use std::any::Any;
use std::collections::BTreeSet;

use super::{Asked, KindValue, KindValues, Repair};
use crate::api::patch::{line_views, patch_views};
use crate::api::request::{Behind, Host, HostWatch, Refusal};
use crate::language::ProposedRepairs;
use crate::repair::TextEdit;
use crate::simulate::Happening;
use crate::text::{LineIndex, Severity, apply, capitalised};
use crate::view::{
    CertificateView, Expected, Options, Outcome, RepairOptions, RepairView, Repairs,
};
use crate::wording::repairs::{
    keeps, more_come_right, not_so_many, nothing_to_mend, tried, undecided, with_states,
};

/// States of one trial at most.
const MOST_STATES: u64 = 20_000;
/// Bytes of one trial at most.
const MOST_MEMORY: u64 = 200_000_000;
/// Trials at most, where the request names no number of checks.
const MOST_TRIALS: u64 = 1_000;

/// What looks for repairs of a kind: a function beside the value, so that code that opens checks does not bring the verb with it.
#[derive(Clone, Copy)]
pub struct Repairing {
    value: &'static dyn Repair,
    propose: Propose,
}

type Propose = fn(&Trials<'_, '_>, &dyn Repair, &RepairOptions) -> Repairs;

impl Repairing {
    /// With the edits of a kind.
    #[must_use]
    pub const fn new(value: &'static dyn Repair) -> Self {
        Self { value, propose }
    }
}

impl KindValues {
    /// Proposes edits after which a check is as expected, or there is no deadlock any more, and all that was as expected is so.
    ///
    /// No proposals where the check is as it should be, or has no answer within the limits; the sentence says which.
    ///
    /// # Errors
    /// As [`Self::check`]; [`Refusal::Capabilities`] says that `repair` is missing.
    pub fn repair(
        &self,
        text: &str,
        index: usize,
        options: &RepairOptions,
        host: &mut dyn Host,
    ) -> Result<Repairs, Refusal> {
        if let Some(other) = options.edits.filter(|it| !(1..=2).contains(it)) {
            return Err(Refusal::Option(not_so_many(other)));
        }
        let model = self.read(text)?;
        let repairing = self.repair.ok_or_else(|| self.lacks(KindValue::Repair))?;
        self.explore()?;
        let gate = HostWatch::new(host, options.timeout_ms);
        let trials = Trials {
            values: self.by_visits(),
            gate: &gate,
            text,
            model: &*model,
            index,
        };
        self.search
            .head(trials.asked(&Options::default()))
            .ok_or(Refusal::NoSuchCheck)?;
        Ok((repairing.propose)(&trials, repairing.value, options))
    }
}

/// A text with the check that is to be mended, and what answers checks of edited texts.
struct Trials<'t, 'h> {
    values: KindValues,
    gate: &'t HostWatch<'h>,
    text: &'t str,
    model: &'t dyn Any,
    index: usize,
}

/// How an edited text was turned down.
enum Down {
    /// It cannot be read, or says what was tried before.
    NoText,
    /// It does not mend the check, or breaks something.
    Fails,
    /// Something is not known of it within the limits.
    Undecided,
    /// The request has to end.
    Stopped,
}

/// The text before any edit, as trials compare with it.
struct Before {
    outcomes: Vec<Outcome>,
    wanted: Expected,
    happens: BTreeSet<Happening>,
    warnings: usize,
}

fn propose(trials: &Trials<'_, '_>, repair: &dyn Repair, options: &RepairOptions) -> Repairs {
    let own = Options::default();
    let outcomes = trials.outcomes(trials.text);
    let Some(before) = outcomes.get(trials.index) else {
        return Repairs {
            sentence: tried(&Repairs::default()),
            ..Repairs::default()
        };
    };
    let Some(wanted) = wanted(before) else {
        return nothing_to_mend(before);
    };
    let asked = trials.asked(&own);
    let mut goes_on = || !trials.gate.should_stop();
    let before = Before {
        wanted,
        happens: repair.happenings(asked, None, &mut goes_on),
        warnings: trials.values.search.read(trials.text).1.len(),
        outcomes,
    };
    let most = options.proposals.unwrap_or(8) as usize;
    let most_trials = options.checks.unwrap_or(MOST_TRIALS);
    let mut found = Repairs {
        complete: true,
        ..Repairs::default()
    };
    let (mut known, mut open) = (BTreeSet::from([trials.text.to_owned()]), 0);
    // The check that has turned the last edit down is asked first.
    let mut others: Vec<_> = (0..before.outcomes.len()).collect();
    others.retain(|it| *it != trials.index);
    let against = !before.outcomes[trials.index].is_contrary();
    for edit in repair.edits(asked, against) {
        if trials.gate.should_stop() || found.tried >= most_trials || found.proposals.len() >= most
        {
            found.complete = false;
            break;
        }
        trials.gate.repairing(found.tried);
        let text = apply(trials.text, &edit.patches);
        if !known.insert(text.clone()) {
            continue;
        }
        match trials.edited(repair, &before, &text, &mut others, &mut found.checks) {
            Ok(mended) => {
                found.tried += 1;
                found.proposals.push(trials.view(&before, &edit, &mended));
            }
            Err(Down::NoText) => {}
            Err(Down::Fails) => found.tried += 1,
            Err(Down::Undecided) => {
                found.tried += 1;
                open += 1;
            }
            Err(Down::Stopped) => {
                found.complete = false;
                break;
            }
        }
    }
    found.sentence = tried(&found);
    found
        .sentence
        .extend(undecided(open).map(|it| format!(" {it}")));
    found
}

/// What is wanted of a check: what it expects, and of a deadlock that there is none.
fn wanted(outcome: &Outcome) -> Option<Expected> {
    let of = ProposedRepairs::OfDeadlocksToo;
    match outcome.is_contrary() {
        true => outcome.expected,
        false => outcome.wants_repairs(of).then_some(Expected::Absent),
    }
}

/// An edited text that mends the check.
struct Mended {
    outcome: Outcome,
    mends_too: Vec<usize>,
    warnings: usize,
}

impl Trials<'_, '_> {
    fn asked<'a>(&'a self, options: &'a Options) -> Asked<'a> {
        Asked::new((self.text, self.model), self.index, options)
    }

    /// The answer to a check of a text within the limits of a trial; `None` where there is none that stands.
    fn outcome(&self, text: &str, index: usize) -> Option<Outcome> {
        let options = Options {
            engine: "explicit".into(),
            max_states: Some(MOST_STATES),
            max_memory: Some(MOST_MEMORY),
            ..Options::default()
        };
        let host = &mut Behind::new(self.gate);
        self.values.check(text, index, &options, host).ok()
    }

    /// The answers to all checks of a text.
    fn outcomes(&self, text: &str) -> Vec<Outcome> {
        (0..).map_while(|index| self.outcome(text, index)).collect()
    }

    /// Whether an edited text mends the check and keeps everything else.
    fn edited(
        &self,
        repair: &dyn Repair,
        before: &Before,
        text: &str,
        others: &mut [usize],
        checks: &mut u64,
    ) -> Result<Mended, Down> {
        let (model, diagnostics) = self.values.search.read(text);
        if diagnostics.iter().any(|it| it.severity == Severity::Error) {
            return Err(Down::NoText);
        }
        let mut ask = |index: usize| {
            *checks += 1;
            let outcome = self.outcome(text, index);
            match self.gate.should_stop() {
                true => Err(Down::Stopped),
                false => outcome.ok_or(Down::Fails),
            }
        };
        let outcome = ask(self.index)?;
        if outcome.verdict.is_unknown() {
            return Err(Down::Undecided);
        }
        let is_mended = outcome.verdict.meets(Some(before.wanted)) == Some(true);
        if !is_mended || outcome.as_expected() == Some(false) {
            return Err(Down::Fails);
        }
        let mut mends_too = Vec::new();
        for at in 0..others.len() {
            let index = others[at];
            let was = &before.outcomes[index];
            if was.expected.is_none() {
                continue;
            }
            let outcome = ask(index)?;
            if outcome.as_expected() == Some(true) {
                mends_too.extend(was.is_contrary().then_some(index));
            } else if !was.is_contrary() {
                others[..=at].rotate_right(1);
                return Err(match outcome.verdict.is_unknown() {
                    true => Down::Undecided,
                    false => Down::Fails,
                });
            }
        }
        let options = Options::default();
        let asked = Asked::new((text, &*model), self.index, &options);
        let mut goes_on = || !self.gate.should_stop();
        let happens = repair.happenings(asked, Some(&before.happens), &mut goes_on);
        match before.happens.is_subset(&happens) {
            true => Ok(Mended {
                outcome,
                mends_too,
                warnings: diagnostics.len(),
            }),
            false if self.gate.should_stop() => Err(Down::Stopped),
            false => Err(Down::Fails),
        }
    }

    fn view(&self, before: &Before, edit: &TextEdit, mended: &Mended) -> RepairView {
        let lines = LineIndex::new(self.text);
        let expecting = before.outcomes.iter().enumerate();
        let expecting = expecting.filter(|(index, it)| {
            *index != self.index && it.expected.is_some() && !it.is_contrary()
        });
        let more = more_come_right(mended.mends_too.len()).into_iter();
        let effect: Vec<_> = more.chain([keeps(expecting.count())]).collect();
        let verdict = match mended.outcome.certificate {
            CertificateView::Exhausted { states } => with_states(&mended.outcome.sentence, states),
            _ => mended.outcome.sentence.clone(),
        };
        let more = mended.warnings.saturating_sub(before.warnings);
        RepairView {
            title: capitalised(&edit.title),
            edits: 1,
            patches: patch_views(&lines, &edit.patches),
            preview: line_views(self.text, &edit.patches),
            verdict,
            new_warnings: u32::try_from(more).unwrap_or(u32::MAX),
            mends_too: mended.mends_too.clone(),
            lost: Some(Vec::new()),
            effect: effect.join(" "),
        }
    }
}
