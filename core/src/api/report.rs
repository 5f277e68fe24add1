//! The report of an answer: from findings and witnesses to plain data.

use super::analysis::place_view;
use super::blame::wait_graph_view;
use super::steps::Teller;
use crate::engine::induction::Induction;
use crate::engine::portfolio::{Answered, Choice, Engine};
use crate::engine::{Coverage, Finding, Stop};
use crate::explain;
use crate::language::{Check, Lifeline, Model, Question};
use crate::network::{LocalPlace, Task};
use crate::question::Witness;
use crate::view::{
    BlameView, CauseView, CertificateView, CoversView, Detail, Expected, Extent, Kind, Outcome,
    PlaceView, ReasonView, StepView, StopView, VacuityView, Verdict, WaitGraphView, WaitView,
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

impl Evidence {
    /// What a finding comes to with this evidence: without any, nothing is claimed.
    ///
    /// A witness answers for every length: a longer bound only adds paths. The absence of one answers
    /// for every length where every reachable state was covered, else within the bound (decision 10).
    fn verdict(self, finding: &Finding) -> Verdict {
        match self {
            Self::Replayed => Verdict::Found {
                depth: finding.depth,
            },
            Self::Open(stop) => Verdict::Unknown(stop_view(stop)),
            Self::Exhausted(_) | Self::Proof(_) | Self::Bound(..) => {
                Verdict::Absent(match finding.coverage {
                    Coverage::Every => Extent::Every,
                    Coverage::Bound | Coverage::Open(_) => Extent::Bound,
                })
            }
        }
    }
}

pub(super) fn stop_view(stop: Stop) -> StopView {
    match stop {
        Stop::Asked => StopView::Asked,
        Stop::Late => StopView::Late,
        Stop::States => StopView::States,
        Stop::Transactions => StopView::Transactions,
        Stop::Clauses => StopView::Clauses,
        Stop::Memory => StopView::Memory,
        Stop::Solving => StopView::Solving,
        Stop::Size => StopView::Size,
    }
}

/// How much of the runs an answer about one more is sure of.
pub(super) fn covers_view(coverage: Coverage) -> CoversView {
    match coverage {
        Coverage::Every => CoversView::Every,
        Coverage::Bound => CoversView::Bound,
        Coverage::Open(_) => CoversView::Open,
    }
}

/// An outcome under construction.
pub(super) struct Report<'m> {
    model: &'m Model,
    check: &'m Check,
    outcome: Outcome,
    /// Where SAT alone is asked about every length: whether it may try induction.
    sat_alone: Option<bool>,
}

impl<'m> Report<'m> {
    pub(super) fn new(model: &'m Model, check: &'m Check, index: usize) -> Self {
        let kind = match check.question {
            Question::Scenario { .. } => Kind::Scenario,
            Question::Reach { .. } => Kind::Reach,
            Question::Always { .. } => Kind::Always,
            Question::Deadlock => Kind::Deadlock,
        };
        let outcome = Outcome {
            expected: check.expected.and_then(Expected::of),
            bound: check.bound,
            ..Outcome::unanswered(index, kind)
        };
        Self {
            model,
            check,
            outcome,
            sat_alone: None,
        }
    }

    pub(super) fn solver(&mut self, answered: &Answered<'_, '_>, solver: &str) {
        let work = &mut self.outcome.work;
        work.engine = answered.engine.name().into();
        match answered.engine {
            Engine::Bounds => {}
            Engine::Greedy | Engine::Explicit => {
                work.states = Some(answered.finding.reached.states);
            }
            Engine::Sat => {
                work.encoding = Some(crate::encode::ALL[0].name.into());
                work.solver = Some(solver.into());
                work.encode_ms = answered.encode_ms();
                if let Some((formula, _)) = answered.formula() {
                    work.variables = Some(formula.var_count() as u64);
                    work.clauses = Some(formula.clause_count() as u64);
                }
            }
        }
    }

    /// Takes note of who was asked.
    pub(super) fn choice(&mut self, choice: Choice, task: &Task) {
        let is_alone = choice == Choice::Sat && self.check.bound.is_none();
        self.sat_alone = is_alone.then(|| Induction::can_handle(task));
    }

    /// Enters what was found, as far as the evidence goes.
    pub(super) fn answer(&mut self, finding: &Finding, witness: &Witness, evidence: Evidence) {
        let verdict = evidence.verdict(finding);
        let steps = self.steps(witness);
        let is_stuck = verdict.is_found() && self.outcome.kind() == Kind::Deadlock;
        let waits = is_stuck.then(|| self.waits_at_end(witness)).flatten();
        let outcome = &mut self.outcome;
        outcome.verdict = verdict;
        match &mut outcome.detail {
            Detail::Scenario { prefix, .. } => {
                *prefix = Some(finding.value);
                outcome.trace = steps;
            }
            Detail::Reach { .. } | Detail::Always { .. } if verdict.is_found() => {
                outcome.trace = steps;
            }
            Detail::Deadlock { waits: shown } if verdict.is_found() => {
                *shown = waits;
                outcome.trace = steps;
            }
            Detail::Reach { .. }
            | Detail::Deadlock { .. }
            | Detail::Always { .. }
            | Detail::Same
            | Detail::Consistent
            | Detail::Independent => {}
        }
        outcome.certificate = match evidence {
            Evidence::Replayed => CertificateView::Replayed,
            Evidence::Exhausted(states) => CertificateView::Exhausted { states },
            Evidence::Proof(lemmas) => CertificateView::Proof { lemmas },
            Evidence::Bound(Coverage::Every, Some(pairs)) => CertificateView::Bound {
                what: format!("a closed set of {pairs} pairs of places, checked"),
            },
            Evidence::Bound(..) => CertificateView::Bound {
                what: "a table of earliest steps, checked".into(),
            },
            Evidence::Open(stop) => {
                let mut reached = answer::reached(stop, finding.reached);
                if let Some(has_induction) = self.sat_alone {
                    reached += " ";
                    reached += answer::by_sat_alone(has_induction);
                    outcome.instead = Some("auto".into());
                }
                CertificateView::Open { reached }
            }
        };
    }

    pub(super) fn reason(&mut self, found: Option<explain::Reason>) {
        let found = found.map(|reason| self.reason_view(reason));
        if let Detail::Scenario { reason, .. } = &mut self.outcome.detail {
            *reason = found;
        }
    }

    pub(super) fn vacuity(&mut self, found: Option<VacuityView>) {
        self.outcome.vacuity = found.filter(|_| self.outcome.verdict.is_absent());
    }

    pub(super) fn blame(&mut self, found: Option<BlameView>) {
        match &mut self.outcome.detail {
            Detail::Scenario { blame, .. } | Detail::Reach { blame } | Detail::Always { blame } => {
                *blame = found;
            }
            Detail::Deadlock { .. } | Detail::Same | Detail::Consistent | Detail::Independent => {}
        }
    }

    pub(super) fn finish(mut self, elapsed_ms: f64) -> Outcome {
        let work = &mut self.outcome.work;
        work.solve_ms = elapsed_ms - work.encode_ms;
        self.outcome.sentence = answer::answer(self.model, self.check, &self.outcome);
        self.outcome
    }

    /// Who waits for whom at the end of a run into a deadlock.
    pub(super) fn waits_at_end(&self, witness: &Witness) -> Option<WaitGraphView> {
        let stuck = witness.states.last()?;
        let sets = witness.trace.steps.iter().flatten();
        let messages: Vec<_> = sets
            .flat_map(|set| set.deliveries.iter().map(|it| (set.sender, it.receiver)))
            .collect();
        let (lifelines, from) = (self.lifelines(), &self.check.from);
        Some(wait_graph_view(
            self.model,
            lifelines,
            from,
            (stuck, &messages),
        ))
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
            Question::Reach { .. } | Question::Always { .. } | Question::Deadlock => &[],
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
