//! The report of an answer: from findings and witnesses to plain data.

use super::analysis::place_view;
use super::blame::wait_graph_view;
use super::sentence;
use super::{
    BlameView, CauseView, CertificateView, Kind, MessageView, MoveView, Outcome, PlaceView,
    ReasonView, StepView, WaitGraphView, WaitView,
};
use crate::engine::portfolio::{Answered, Engine};
use crate::engine::{Coverage, Finding, Stop, is_full};
use crate::explain::{self, narrate};
use crate::language::machines::{Half, Place, Transaction};
use crate::language::{Answer, Check, Lifeline, Model, Question};
use crate::network::{LocalPlace, Task};
use crate::question::{Verdict, Witness};
use crate::sorting;

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
            check: index,
            kind,
            answer: Answer::Unknown.word().into(),
            expected: check.expected.map(|answer| answer.word().into()),
            as_expected: None,
            bound: check.bound,
            proved: false,
            depth: None,
            prefix: None,
            failing: None,
            reason: None,
            blame: None,
            waits: None,
            trace: Vec::new(),
            certificate: CertificateView::Open {
                reached: String::new(),
            },
            sentence: String::new(),
            engine: String::new(),
            encoding: None,
            solver: None,
            variables: None,
            clauses: None,
            states: None,
            encode_ms: 0.0,
            solve_ms: 0.0,
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
                reached: sentence::reached(stop, finding.reached),
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
        self.outcome.sentence = sentence::answer(self.model, self.check, &self.outcome);
        self.outcome
    }

    fn waits(&self, verdict: Verdict, witness: &Witness) -> Option<WaitGraphView> {
        let stuck = witness.states.last()?;
        if verdict.answer != Answer::Deadlock {
            return None;
        }
        let steps = &witness.trace.steps;
        let graph = explain::wait_graph(self.model, self.lifelines(), stuck, steps);
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
        let state = |index: usize| {
            witness.states[index]
                .iter()
                .copied()
                .map(place_view)
                .collect()
        };
        let mut views = vec![StepView {
            messages: Vec::new(),
            moves: Vec::new(),
            state: state(0),
            done: 0,
            sentence: "The start.".into(),
        }];
        let mut before = 0;
        for (index, step) in witness.trace.steps.iter().enumerate() {
            let done = witness.done[index];
            views.push(StepView {
                messages: self.messages(step, before, done),
                moves: self.moves(step, &witness.states[index]),
                state: state(index + 1),
                done,
                sentence: narrate(self.model, self.lifelines(), step),
            });
            before = done;
        }
        views
    }

    /// The messages of a step; those that play messages `before` to `done` of the scenario say so.
    fn messages(&self, step: &Transaction, before: usize, done: usize) -> Vec<MessageView> {
        let scenario = match self.check.question {
            Question::Scenario { scenario, .. } => {
                &self.model.scenarios[scenario].messages[before..done]
            }
            Question::Reach { .. } | Question::Deadlock => &[],
        };
        let mut views = Vec::new();
        for set in step {
            for delivery in &set.deliveries {
                let plays = scenario.iter().position(|message| {
                    (message.from, message.to, message.symbol)
                        == (set.sender, delivery.receiver, delivery.symbol)
                });
                views.push(MessageView {
                    from: set.sender,
                    to: delivery.receiver,
                    symbol: self.model.symbols[delivery.symbol].clone(),
                    range: None,
                    plays: plays.map(|index| before + index),
                });
            }
        }
        views
    }

    fn moves(&self, step: &Transaction, before: &[Place]) -> Vec<MoveView> {
        let mut moves = Vec::new();
        for set in step {
            moves.push(self.half(set.sender, set.half, before));
            for delivery in &set.deliveries {
                moves.push(self.half(delivery.receiver, Half::Begin(delivery.transition), before));
            }
        }
        sorting::by_key(&mut moves, |a_move| a_move.lifeline);
        moves
    }

    fn half(&self, lifeline: usize, half: Half, before: &[Place]) -> MoveView {
        let machine = &self.model.machines[self.lifelines()[lifeline].machine];
        let (transition, to, begins) = match half {
            Half::Begin(index) => (index, Place::Intermediate(index), true),
            Half::Finish(index) => (
                index,
                Place::State(machine.transitions[index].target),
                false,
            ),
        };
        MoveView {
            lifeline,
            transition,
            begins,
            from: place_view(before[lifeline]),
            to: place_view(to),
        }
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
