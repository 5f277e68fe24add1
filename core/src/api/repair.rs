//! From a failing check to edits of the text that mend it.

use super::check::{check, reason};
use super::ends::ends;
use super::patch::{line_views, patch_views};
use super::request::{Behind, HostWatch, SearchOptions, Session, of_trials};
use super::{Host, KindValue, Refusal};
use crate::engine::Coverage;
use crate::language::{Answer, Model, read};
use crate::question::{answer, task};
use crate::repair::{
    self as core_repair, Judge, Limits, Lost, Proposal, Situation, Stopped, Tally,
};
use crate::text::{LineIndex, capitalised};
use crate::view::{Options, Outcome, RepairOptions, RepairView, Repairs};
use crate::wording::repairs::{come_right, not_so_many, nothing_to_mend, tried};

/// Proposes edits that make a failing check pass and keep the verdict of all others.
///
/// No proposals where the check is as expected, expects nothing, or has no answer within the
/// limits; the sentence says which.
///
/// # Errors
/// As [`check`].
pub fn repair(
    text: &str,
    index: usize,
    options: &RepairOptions,
    host: &mut dyn Host,
) -> Result<Repairs, Refusal> {
    let sizes: &[usize] = match options.edits {
        None => &[1, 2],
        Some(1) => &[1],
        Some(2) => &[2],
        Some(other) => {
            return Err(Refusal::Option(not_so_many(other)));
        }
    };
    let search = Options {
        timeout_ms: options.timeout_ms,
        ..Options::default()
    };
    let session = Session::open(text, index, &search, host)?;
    let (asked, gate) = (session.check(), &session.gate);
    if !gate.capabilities().complete {
        return Err(Refusal::Capabilities(KindValue::Prove));
    }
    let mut bench = Bench {
        gate,
        search: SearchOptions {
            limits: of_trials(),
            ..session.options
        },
        last: Vec::new(),
    };
    let outcomes = bench.outcomes(text)?;
    let Some(wanted) = asked.expected.filter(|_| outcomes[index].is_contrary()) else {
        return Ok(nothing_to_mend(&outcomes[index]));
    };
    let before: Vec<_> = outcomes.iter().map(Outcome::answer).collect();

    let (value, reason) = session.solve(session.task(), |answered| {
        (answered.finding.value, reason(&session, answered))
    });
    let ends = match wanted {
        Answer::None => ends(&session.model, index, gate),
        _ => Vec::new(),
    };
    let situation = Situation {
        model: &session.model,
        check: asked,
        index,
        wanted,
        value,
        reason: reason.as_ref(),
        ends: &ends,
    };
    let mut repairs = Repairs::default();
    for &edits in sizes {
        let limits = Limits {
            edits,
            proposals: options.proposals.unwrap_or(8) as usize,
            checks: options.checks.unwrap_or(50_000),
        };
        let (found, tally) = core_repair::propose(text, situation, &before, &limits, &mut bench);
        let lines = LineIndex::new(text);
        let mut proposals = Vec::new();
        for proposal in found {
            let verdict = bench.sentence(&proposal.text, index)?;
            proposals.push(view(&situation, (text, &lines), proposal, verdict));
        }
        repairs = Repairs {
            proposals,
            complete: tally.complete,
            tried: tally.tried,
            checks: tally.checks,
            sentence: String::new(),
        };
        if !repairs.proposals.is_empty() || gate.should_stop() {
            break;
        }
    }
    repairs.sentence = tried(&repairs);
    Ok(repairs)
}

fn view(
    situation: &Situation<'_>,
    (text, lines): (&str, &LineIndex<'_>),
    proposal: Proposal,
    verdict: String,
) -> RepairView {
    let lost = proposal.lost.as_ref();
    let lost = lost.map(|it| it.names(situation.model, situation.check));
    let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    RepairView {
        title: capitalised(&proposal.titles.join(", and ")),
        edits: count(proposal.titles.len()),
        patches: patch_views(lines, &proposal.patches),
        preview: line_views(text, &proposal.patches),
        verdict,
        new_warnings: count(proposal.new_warnings),
        effect: effect(situation.model, &proposal.mends_too, lost.as_deref()),
        mends_too: proposal.mends_too,
        lost,
    }
}

/// What becomes of the other checks and of the runs.
fn effect(model: &Model, mends_too: &[usize], lost: Option<&[String]>) -> String {
    let titles = mends_too.iter().map(|&it| &model.checks[it].title);
    let titles: Vec<_> = titles.map(|title| format!("`{title}`")).collect();
    let same = (model.checks.len() - 1).saturating_sub(titles.len());
    let mut sentences = Vec::new();
    sentences.extend(come_right(&titles));
    match (same, titles.is_empty()) {
        (0, _) => {}
        (_, false) => sentences.push("All others answer as before.".to_owned()),
        (1, true) => sentences.push("The other check answers as before.".to_owned()),
        (same, true) => sentences.push(format!("The {same} other checks answer as before.")),
    }
    sentences.push(lost.map_or_else(
        || "There are too many runs to say what they lose.".to_owned(),
        Lost::sentence,
    ));
    sentences.join(" ")
}

/// Answers the search's questions: quickly on models, in full on texts.
struct Bench<'g, 'h> {
    gate: &'g HostWatch<'h>,
    /// How trials are searched.
    search: SearchOptions,
    /// The outcomes of the last texts that were checked, with the texts.
    last: Vec<(String, Vec<Outcome>)>,
}

impl Bench<'_, '_> {
    fn outcomes(&mut self, text: &str) -> Result<Vec<Outcome>, Refusal> {
        let (model, _) = read(text);
        let mut host = Behind::new(self.gate);
        (0..model.checks.len())
            .map(|index| check(text, index, &Options::default(), &mut host))
            .collect()
    }

    /// The sentence of a check of a text that was re-checked.
    fn sentence(&mut self, text: &str, index: usize) -> Result<String, Refusal> {
        let known = self.last.iter().find(|(known, _)| known == text);
        if let Some((_, outcomes)) = known {
            return Ok(outcomes[index].sentence.clone());
        }
        let mut host = Behind::new(self.gate);
        Ok(check(text, index, &Options::default(), &mut host)?.sentence)
    }
}

impl Judge for Bench<'_, '_> {
    fn answer(
        &mut self,
        model: &Model,
        index: usize,
        tally: &Tally,
    ) -> Result<(Answer, u32), Stopped> {
        self.gate.repairing(tally.tried);
        let check = &model.checks[index];
        let task = task(model, check);
        let finding = self.search.solve(task, self.gate, |it| it.finding);
        let asked = Coverage::Open(crate::engine::Stop::Asked);
        if finding.coverage == asked || self.gate.should_stop() {
            return Err(Stopped);
        }
        Ok((answer(check, &finding), finding.value))
    }

    fn recheck(&mut self, text: &str, tally: &Tally) -> Result<Option<Vec<Answer>>, Stopped> {
        self.gate.repairing(tally.tried);
        let outcomes = self.outcomes(text);
        if self.gate.should_stop() {
            return Err(Stopped);
        }
        let Ok(outcomes) = outcomes else {
            return Ok(None);
        };
        let answers = outcomes.iter().map(Outcome::answer).collect();
        self.last.push((text.to_string(), outcomes));
        Ok(Some(answers))
    }
}
