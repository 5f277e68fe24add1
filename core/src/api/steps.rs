//! Steps of a run as plain data: messages, half-steps, places and a sentence.

use std::ops::Range;

use super::analysis::place_view;
use crate::explain::narrate;
use crate::language::machines::scenario::Message;
use crate::language::machines::{Half, Place, Transaction};
use crate::language::{Lifeline, Model};
use crate::view::{MessageView, MoveView, StepView};

/// Tells the steps of runs on some lifelines of a model.
#[derive(Clone, Copy)]
pub(super) struct Teller<'m> {
    pub(super) model: &'m Model,
    pub(super) lifelines: &'m [Lifeline],
}

impl Teller<'_> {
    /// The entry of a run before its first step.
    pub(super) fn start(state: &[Place]) -> StepView {
        StepView {
            messages: Vec::new(),
            moves: Vec::new(),
            state: state.iter().copied().map(place_view).collect(),
            done: 0,
            sentence: "The start.".into(),
        }
    }

    /// A step between two global states that plays the messages `played` of a scenario.
    pub(super) fn step(
        &self,
        step: &Transaction,
        (before, after): (&[Place], &[Place]),
        scenario: &[Message],
        played: Range<usize>,
    ) -> StepView {
        StepView {
            messages: self.messages(step, scenario, played.clone()),
            moves: self.moves(step, before),
            state: after.iter().copied().map(place_view).collect(),
            done: played.end,
            sentence: narrate(self.model, self.lifelines, step),
        }
    }

    fn messages(
        &self,
        step: &Transaction,
        scenario: &[Message],
        played: Range<usize>,
    ) -> Vec<MessageView> {
        let first = played.start;
        let scenario = &scenario[played];
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
                    plays: plays.map(|index| first + index),
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
        moves.sort_by_key(|a_move| a_move.lifeline);
        moves
    }

    fn half(&self, lifeline: usize, half: Half, before: &[Place]) -> MoveView {
        let machine = &self.model.machines[self.lifelines[lifeline].machine];
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
}
