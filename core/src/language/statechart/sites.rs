//! Where a statechart sends: every call in its behaviours, with what has to happen for it to run.

use super::model::{
    BehaviourId, Chart, EventId, ScenarioMessage, StatechartModel, Statement, StatementKind,
    TransitionId, VertexId,
};
use crate::expression::{Term, TermKind, Value};

/// What a behaviour belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Owner {
    /// The effect of a transition or segment.
    Effect(TransitionId),
    /// What runs when a state is entered.
    Entry(VertexId),
    /// What runs when it is left.
    Exit(VertexId),
    /// What runs while it is active.
    Activity(VertexId),
}

/// A call in a behaviour.
#[derive(Clone, Copy, Debug)]
pub struct Site<'c> {
    /// Whose behaviour it is.
    pub owner: Owner,
    /// To whom.
    pub to: &'c Term,
    /// The statechart of the receiver.
    pub chart: usize,
    /// The event.
    pub event: EventId,
}

/// All calls of a statechart, in the order of its behaviours' owners.
#[must_use]
pub fn sites(chart: &Chart) -> Vec<Site<'_>> {
    let mut all = Vec::new();
    let mut add = |owner: Owner, behaviour: Option<BehaviourId>| {
        if let Some(it) = behaviour {
            calls(&chart.behaviours[it].statements, owner, &mut all);
        }
    };
    for (number, it) in chart.transitions.iter().enumerate() {
        add(Owner::Effect(number), it.effect);
    }
    for (number, it) in chart.vertices.iter().enumerate() {
        add(Owner::Entry(number), it.entry);
        add(Owner::Activity(number), it.activity);
        add(Owner::Exit(number), it.exit);
    }
    all
}

fn calls<'c>(statements: &'c [Statement], owner: Owner, all: &mut Vec<Site<'c>>) {
    for it in statements {
        match &it.kind {
            StatementKind::Send {
                to, chart, event, ..
            } => all.push(Site {
                owner,
                to,
                chart: *chart,
                event: *event,
            }),
            StatementKind::If(_, then, otherwise) => {
                calls(then, owner, all);
                calls(otherwise, owner, all);
            }
            StatementKind::Assign(..) | StatementKind::Trace(_) | StatementKind::Accept(_) => {}
        }
    }
}

impl Site<'_> {
    /// Whether the call can be this message, as far as the text says: receivers in variables can be anybody.
    #[must_use]
    pub fn can_be(&self, model: &StatechartModel, message: &ScenarioMessage) -> bool {
        let Some(from) = message.from else {
            return false;
        };
        let (sender, receiver) = (&model.objects[from], &model.objects[message.to]);
        let itself = model.charts[sender.chart].variables.len();
        let fits = match &self.to.kind {
            TermKind::Constant(Value::Number(number)) => *number == receiver.reference,
            TermKind::Variable(number) if *number == itself => from == message.to,
            _ => true,
        };
        self.event == message.event && self.chart == receiver.chart && fits
    }
}
