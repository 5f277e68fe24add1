//! The comparison: both answers, both runs.

use super::sentence::{Open, sentence};
use super::{MOST, instance};
use crate::api::analysis::place_view;
use crate::api::encoded::{FAR, conjunct};
use crate::api::request::{Host, Refusal, Session};
use crate::encode::paper::{
    Asked, Claim, Instance, Printed, Repair, Repairs, Style, Unanswered, smallest,
};
use crate::engine::Finding;
use crate::language::machines::{GlobalState, Place};
use crate::language::{Answer, Check, Lifeline, Model};
use crate::network::{LocalPlace, Task, after, place_number, schedule};
use crate::question::{self, messages_of, task, task_at_once, witness};
use crate::sat::proof;
use crate::view::{ClaimView, FlawView, Options, PrintedView, RejectedView};

/// Asks the printed formulas, with the repairs of these names, and compares with the definitions.
///
/// # Errors
/// Refuses what [`crate::api::check`] refuses, repairs that do not exist, and checks that the papers do
/// not encode; the text says why.
pub fn printed(
    text: &str,
    index: usize,
    repairs: &[String],
    options: &Options,
    host: &mut dyn Host,
) -> Result<PrintedView, Refusal> {
    let session = Session::open(text, index, options, host)?;
    let (instance, style) = instance(&session, repairs)?;
    let asker = Asker {
        session: &session,
        model: &session.model,
        check: session.check(),
        instance,
        style,
    };
    asker.compare()
}

struct Asker<'m, 'h> {
    session: &'m Session<'h>,
    model: &'m Model,
    check: &'m Check,
    instance: Instance<'m>,
    style: Style,
}

/// What the definitions say.
struct Defined {
    answer: Answer,
    /// The smallest k, with a shortest path for it.
    found: Option<(u32, Vec<Vec<LocalPlace>>)>,
}

impl Asker<'_, '_> {
    fn compare(&self) -> Result<PrintedView, Refusal> {
        let (kind, words) = match self.instance.asked() {
            Asked::Goal(_) => ("gsc", [Answer::Reachable, Answer::Unreachable]),
            Asked::Messages(_) => ("mscp", [Answer::Consistent, Answer::Inconsistent]),
        };
        let [yes, no] = words;
        let defined = self.defined();
        let defined_k = defined.found.as_ref().map(|(k, _)| *k);
        let up_to = self
            .check
            .bound
            .unwrap_or(FAR)
            .max(defined_k.unwrap_or(0))
            .min(MOST);
        let stop = || self.session.gate.should_stop();
        let found = smallest(
            &self.instance,
            up_to as usize,
            &self.style,
            self.session.options.solver,
            Some(&stop),
        );
        let (answer, found) = match found {
            Ok(Some(found)) => (yes, Some(found)),
            Ok(None) => (no, None),
            Err(Unanswered::Stopped | Unanswered::TooLarge) => (Answer::Unknown, None),
        };
        let k = found.as_ref().map(|found| found.k);
        let last = k.unwrap_or(up_to as usize);
        let printed = Printed::new(&self.instance, last, &self.style).ok();
        let answer = match &printed {
            Some(printed) if answer == no => self.sure(printed, no)?,
            _ => answer,
        };
        let k = k.map(|k| u32::try_from(k).expect("no bound beyond MOST is tried"));
        let difference = match (defined.answer, answer) {
            (Answer::Unknown, _) | (_, Answer::Unknown) => None,
            // A run by the definitions that is longer than anything that was tried says nothing.
            _ if k.is_none() && defined_k.is_some_and(|defined| defined > up_to) => None,
            (ours, theirs) if ours == no && theirs == yes => Some("wrong yes"),
            (ours, theirs) if ours == yes && theirs == no => Some("wrong no"),
            _ if k != defined_k => Some("other k"),
            _ => None,
        };
        let path = found.map_or_else(Vec::new, |found| found.claims);
        let flaw = self.instance.flaw(&path, last, self.style.factor);
        let rejected = match (&printed, &defined.found) {
            (Some(printed), Some((k, path))) if difference == Some("wrong no") => {
                self.rejected(printed, *k, path)
            }
            _ => None,
        };
        let written = printed.iter().flat_map(|printed| printed.formulas());
        let formulas = written.map(|it| conjunct(self.model, self.check, &it));
        let formulas = formulas.collect();
        let concerned = |repair: &Repair| match self.instance.asked() {
            Asked::Goal(_) => repair.is_for_goals(),
            Asked::Messages(_) => repair.is_for_scenarios(),
        };
        let repairs: Vec<_> = self.style.repairs.iter().filter(concerned).collect();
        let mut view = PrintedView {
            paper: kind.into(),
            all_repairs: repairs.len() == Repairs::ALL.iter().filter(concerned).count(),
            repairs: repairs.iter().map(|it| it.name().into()).collect(),
            answer: answer.word().into(),
            k,
            lost: None,
            up_to,
            defined: defined.answer.word().into(),
            defined_k,
            difference: difference.map(String::from),
            told: Vec::new(),
            path: path.iter().map(|claim| self.claim(claim)).collect(),
            flaw: flaw.map(|flaw| FlawView {
                index: flaw.index,
                sentence: flaw.sentence(&self.instance),
            }),
            rejected,
            formulas,
            sentence: String::new(),
        };
        let open = Open {
            printed: answer == Answer::Unknown,
            defined: defined.answer == Answer::Unknown,
        };
        view.sentence = sentence(&view, open, "the definitions");
        Ok(view)
    }

    /// The definitions' answer by Lockstep's own engines.
    fn defined(&self) -> Defined {
        let ours = task(self.model, self.check);
        let finding = self.session.finding(ours.clone());
        let answer = question::answer(self.check, &finding);
        let yes = finding.met;
        let found = match task_at_once(self.model, self.check) {
            _ if !yes => None,
            None => self.goal_path(&ours, &finding),
            Some(mut at_once) => {
                // The scenario is consistent within the bound; the ε-moves before its first message
                // may take this count beyond it.
                at_once.bound = None;
                let found = self.session.finding(at_once);
                (found.value == 1).then_some((found.depth, found.path))
            }
        };
        Defined { answer, found }
    }

    /// A shortest run to the goal, without moves that it does not need.
    fn goal_path(&self, task: &Task, finding: &Finding) -> Option<(u32, Vec<Vec<LocalPlace>>)> {
        let run = witness(self.model, self.check, task, finding).ok()?;
        let lifelines = self.instance.lifelines();
        let numbers = |state: &GlobalState| {
            let places = state.iter().zip(lifelines);
            let number = |(&place, lifeline): (&Place, &Lifeline)| {
                place_number(&self.model.machines[lifeline.machine], place)
            };
            places.map(number).collect()
        };
        Some((finding.depth, run.states.iter().map(numbers).collect()))
    }

    /// The answer "no" with its proof checked, or "unknown" where the time did not suffice.
    fn sure(&self, printed: &Printed, no: Answer) -> Result<Answer, Refusal> {
        let stop = || self.session.gate.should_stop();
        match proof::certify(printed.formula(), &[], Some(&stop)) {
            Ok(_) => Ok(no),
            Err(proof::NoCertificate::Interrupted | proof::NoCertificate::Memory) => {
                Ok(Answer::Unknown)
            }
            Err(error) => Err(Refusal::Defect(format!("a proof did not hold: {error:?}"))),
        }
    }

    /// The definitions' run on the indices of the printed formula, and where that rules it out.
    fn rejected(
        &self,
        printed: &Printed,
        k: u32,
        path: &[Vec<LocalPlace>],
    ) -> Option<RejectedView> {
        let run = self.aligned(k as usize, path)?;
        let stop = || self.session.gate.should_stop();
        let rejection = printed.rejection(&run, self.session.options.solver, Some(&stop));
        let rejection = rejection.ok()??;
        let state = |state: &GlobalState| state.iter().copied().map(place_view).collect();
        Some(RejectedView {
            run: run.iter().map(state).collect(),
            index: rejection.index,
            formulas: rejection.formulas.iter().map(|&it| it.into()).collect(),
        })
    }

    /// One state for each index up to the end of what is asked: the path, then each message in its
    /// slot. `None` where the ε-moves between two messages take longer than a slot.
    fn aligned(&self, k: usize, path: &[Vec<LocalPlace>]) -> Option<Vec<GlobalState>> {
        let mut run = path.to_vec();
        if let Asked::Messages(messages) = self.instance.asked() {
            let network = task(self.model, self.check).network;
            let messages = messages_of(messages);
            let mut done = 0;
            for step in schedule(&network, run.last()?, &messages, messages.len())? {
                let last = run.last()?.clone();
                if step.done > done {
                    let slot = k + self.style.factor * done;
                    if run.len() > slot + 1 {
                        return None;
                    }
                    run.resize(slot + 1, last.clone());
                    done = step.done;
                }
                run.push(after(&last, &step.firings));
            }
        }
        let lifelines = self.instance.lifelines();
        let state = |places: &Vec<LocalPlace>| {
            let places = places.iter().zip(lifelines);
            let place = |(&place, lifeline): (&LocalPlace, &Lifeline)| {
                self.model.machines[lifeline.machine].place_at(usize::from(place))
            };
            places.map(place).collect()
        };
        Some(run.iter().map(state).collect())
    }

    fn claim(&self, claim: &Claim) -> ClaimView {
        let symbols = &self.model.symbols;
        ClaimView {
            places: claim
                .places
                .iter()
                .map(|places| places.iter().copied().map(place_view).collect())
                .collect(),
            waiting: claim
                .waiting
                .iter()
                .map(|&it| symbols[it].clone())
                .collect(),
        }
    }
}
