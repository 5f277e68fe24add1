//! The report of an answer: from findings and witnesses to plain data.

use super::analysis::place_view;
use super::blame::wait_graph_view;
use super::steps::Teller;
use crate::engine::portfolio::{Answered, Engine};
use crate::engine::{Coverage, Finding, Stop, is_full};
use crate::explain;
use crate::language::{Answer, Check, Lifeline, Model, Question};
use crate::network::{LocalPlace, Task};
use crate::question::{Verdict, Witness};
use crate::view::{
    BlameView, CauseView, CertificateView, Kind, Outcome, PlaceView, ReasonView, StepView,
    WaitGraphView, WaitView,
};
use crate::wording::answer;

/// How an answer was made sure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Evidence {
    Replayed,
    Exhausted(u64),
    Proof(u64),
    /// A bound; with the size of the closed set of pairs where that shows it.
    Bound(Coverage, Option<u64>),
    Open(Stop),
}

/// An outcome under construction.
pub(super) struct Report<'m> {
    model: &'m Model,
    check: &'m Check,
    outcome: Outcome,
}

impl<'m> Report<'m> {
    pub(super) fn new(model: &'m Model, check: &'m Check, index: usize) -> Self {
        let kind = match check.question {
            Question::Scenario { .. } => Kind::Scenario,
            Question::Reach { .. } => Kind::Reach,
            Question::Deadlock => Kind::Deadlock,
        };
        let outcome = Outcome {
            expected: check.expected.map(|answer| answer.word().into()),
            bound: check.bound,
            ..Outcome::unanswered(index, kind)
        };
        Self {
            model,
            check,
            outcome,
        }
    }

    pub(super) fn solver(&mut self, answered: &Answered<'_, '_>, solver: &str) {
        self.outcome.engine = answered.engine.name().into();
        match answered.engine {
            Engine::Bounds => {}
            Engine::Greedy | Engine::Explicit => {
                self.outcome.states = Some(answered.finding.reached.states);
            }
            Engine::Sat => {
                self.outcome.encoding = Some(crate::encode::ALL[0].name.into());
                self.outcome.solver = Some(solver.into());
                self.outcome.encode_ms = answered.encode_ms();
                if let Some((formula, _)) = answered.formula() {
                    self.outcome.variables = Some(formula.var_count() as u64);
                    self.outcome.clauses = Some(formula.clause_count() as u64);
                }
            }
        }
    }

    pub(super) fn answer(
        &mut self,
        task: &Task,
        verdict: Verdict,
        finding: &Finding,
        witness: &Witness,
        evidence: Evidence,
    ) {
        let full = is_full(task, finding.value);
        let steps = self.steps(witness);
        self.outcome.waits = self.waits(verdict, witness);
        let outcome = &mut self.outcome;
        outcome.answer = verdict.answer.word().into();
        outcome.proved = verdict.proved;
        outcome.as_expected = match self.check.expected {
            Some(expected) if verdict.answer != Answer::Unknown => Some(expected == verdict.answer),
            _ => None,
        };
        outcome.depth = full.then_some(finding.depth);
        if outcome.kind == Kind::Scenario {
            outcome.prefix = Some(finding.value);
            outcome.failing =
                (!full && verdict.answer != Answer::Unknown).then_some(finding.value as usize);
        }
        if full || outcome.kind == Kind::Scenario {
            outcome.trace = steps;
        }
        let evidence = match evidence {
            Evidence::Replayed => CertificateView::Replayed,
            Evidence::Exhausted(states) => CertificateView::Exhausted { states },
            Evidence::Proof(lemmas) => CertificateView::Proof { lemmas },
            Evidence::Bound(Coverage::Every, Some(pairs)) => CertificateView::Bound {
                what: format!("a closed set of {pairs} pairs of places, checked"),
            },
            Evidence::Bound(..) => CertificateView::Bound {
                what: "a table of earliest steps, checked".into(),
            },
            Evidence::Open(stop) => CertificateView::Open {
                reached: answer::reached(stop, finding.reached),
                late: stop == Stop::Late,
            },
        };
        self.outcome.certificate = evidence;
    }

    pub(super) fn reason(&mut self, reason: Option<explain::Reason>) {
        self.outcome.reason = reason.map(|reason| self.reason_view(reason));
    }

    pub(super) fn blame(&mut self, blame: Option<BlameView>) {
        self.outcome.blame = blame;
    }

    pub(super) fn finish(mut self, elapsed_ms: f64) -> Outcome {
        self.outcome.solve_ms = elapsed_ms - self.outcome.encode_ms;
        self.outcome.sentence = answer::answer(self.model, self.check, &self.outcome);
        self.outcome
    }

    fn waits(&self, verdict: Verdict, witness: &Witness) -> Option<WaitGraphView> {
        (verdict.answer == Answer::Deadlock).then(|| self.waits_at_end(witness))?
    }

    /// Who waits for whom at the end of a run into a deadlock.
    pub(super) fn waits_at_end(&self, witness: &Witness) -> Option<WaitGraphView> {
        let stuck = witness.states.last()?;
        let sets = witness.trace.steps.iter().flatten();
        let messages: Vec<_> = sets
            .flat_map(|set| set.deliveries.iter().map(|it| (set.sender, it.receiver)))
            .collect();
        let graph = explain::wait_graph(self.model, self.lifelines(), stuck, &messages);
        Some(wait_graph_view(self.model, self.lifelines(), &graph))
    }

    fn lifelines(&self) -> &'m [Lifeline] {
        self.model.lifelines_of(self.check)
    }

    fn place(&self, lifeline: usize, place: LocalPlace) -> PlaceView {
        let machine = &self.model.machines[self.lifelines()[lifeline].machine];
        place_view(machine.place_at(usize::from(place)))
    }

    pub(super) fn steps(&self, witness: &Witness) -> Vec<StepView> {
        let teller = Teller {
            model: self.model,
            lifelines: self.lifelines(),
        };
        let scenario = match self.check.question {
            Question::Scenario { scenario, .. } => &*self.model.scenarios[scenario].messages,
            Question::Reach { .. } | Question::Deadlock => &[],
        };
        let mut views = vec![Teller::start(&witness.states[0])];
        let mut before = 0;
        for (index, step) in witness.trace.steps.iter().enumerate() {
            let done = witness.done[index];
            let states = (&*witness.states[index], &*witness.states[index + 1]);
            views.push(teller.step(step, states, scenario, before..done));
            before = done;
        }
        views
    }

    fn reason_view(&self, reason: explain::Reason) -> ReasonView {
        let Question::Scenario { scenario, .. } = self.check.question else {
            unreachable!("only scenarios have a reason")
        };
        let message = &self.model.scenarios[scenario].messages[reason.message];
        let places = |lifeline: usize, places: &[LocalPlace]| {
            places
                .iter()
                .map(|&place| self.place(lifeline, place))
                .collect()
        };
        let symbols = |symbols: &[usize]| {
            symbols
                .iter()
                .map(|&symbol| self.model.symbols[symbol].clone())
                .collect()
        };
        ReasonView {
            sentence: reason.sentence.clone(),
            cause: match reason.cause {
                explain::Cause::NeverOffered => CauseView::NeverOffered,
                explain::Cause::NeverTaken => CauseView::NeverTaken,
                explain::Cause::NeverMeet => CauseView::NeverMeet,
                explain::Cause::NoTransactionLeft => CauseView::NoTransactionLeft,
            },
            sender_places: places(message.from, &reason.sender_places),
            receiver_places: places(message.to, &reason.receiver_places),
            waits: reason
                .waits
                .iter()
                .map(|wait| WaitView {
                    lifeline: wait.lifeline,
                    place: self.place(wait.lifeline, wait.place),
                    sends: symbols(&wait.sends),
                    takes: symbols(&wait.takes),
                    partners: wait
                        .partners
                        .iter()
                        .map(|&(lifeline, place)| (lifeline, self.place(lifeline, place)))
                        .collect(),
                })
                .collect(),
        }
    }
}
