//! Behaviours: what they show, assign and send (the action `run` of section 3), and sending itself.

use super::super::model::{ObjectId, Overflow, Reading, Statement, StatementKind};
use super::actions::{Amount, Refused};
use super::code::{Operation, Position};
use super::machine::{MOST_ACTIONS, Machine};
use super::oracle::Oracle;
use super::rules::Rule;
use super::state::{Fault, Message, ObjectStatus, Put, Report, Sending, SystemState};
use crate::expression::{Reason, Sort, TermKind, Value};

impl Machine<'_> {
    /// Runs a behaviour from a position on; where it stopped, if it has not come to its end.
    #[expect(
        clippy::too_many_arguments,
        reason = "a behaviour reads all that a step has"
    )]
    pub(super) fn run(
        &self,
        state: &mut SystemState,
        object: ObjectId,
        from: Position,
        data: &[i64],
        amount: Amount,
        oracle: &mut Oracle,
        report: &mut Report,
    ) -> Result<Option<Position>, Refused> {
        let code = &self.codes[self.chart_of(object)];
        let mut at = code.settled(from);
        for _ in 0..MOST_ACTIONS {
            at = match code.operations[at] {
                Operation::End => return Ok(None),
                Operation::Jump(to) => to,
                Operation::Unless(condition, otherwise) => {
                    let values = &state.objects[object].values;
                    match self.number(object, condition, values, data) {
                        Some(1) => at + 1,
                        Some(_) => otherwise,
                        None => {
                            state.objects[object].status = ObjectStatus::Fault(Fault::Value(0));
                            return Ok(None);
                        }
                    }
                }
                Operation::Do(statement) => {
                    self.statement(state, object, statement, data, oracle, report)?;
                    at + 1
                }
            };
            at = code.settled(at);
            if !matches!(
                state.objects[object].status,
                ObjectStatus::Run | ObjectStatus::Final
            ) {
                return Ok(None);
            }
            if code.is_end(at) {
                return Ok(None);
            }
            if amount == Amount::Statement {
                return Ok(Some(at));
            }
        }
        Ok(None)
    }

    fn statement(
        &self,
        state: &mut SystemState,
        object: ObjectId,
        statement: &Statement,
        data: &[i64],
        _: &mut Oracle,
        report: &mut Report,
    ) -> Result<(), Refused> {
        let chart = self.structure(object).chart;
        match &statement.kind {
            StatementKind::Trace(label) => report.labels.push(*label),
            StatementKind::Accept(_) | StatementKind::If(..) => {}
            StatementKind::Assign(variable, term) => {
                let own = &mut state.objects[object];
                let sort = &chart.variables[*variable].sort;
                let value = self.value(object, term, &own.values, data);
                let number = value.as_ref().ok().and_then(Value::number);
                match number.filter(|&it| Value::Number(it).fits(sort)) {
                    Some(value) => own.values[*variable] = value,
                    None => {
                        let is_large = value.is_err_and(|it| it.reason == Reason::Beyond64Bits);
                        own.status =
                            ObjectStatus::Fault(match is_large && *sort == Sort::INTEGER {
                                true => Fault::Beyond64Bits(*variable),
                                false => Fault::Value(*variable),
                            });
                    }
                }
            }
            StatementKind::Send {
                to,
                chart: of,
                event,
                arguments,
            } => {
                let own = &mut state.objects[object];
                let reference = self.number(object, to, &own.values, data).unwrap_or(0);
                let mut objects = self.model.objects.iter();
                let receiver = objects
                    .position(|it| it.chart == *of && it.reference == reference && reference > 0);
                let Some(receiver) = receiver else {
                    own.status = ObjectStatus::Fault(Fault::NoReceiver);
                    return Ok(());
                };
                let mut values = Vec::with_capacity(arguments.len());
                let parameters = &self.model.events[*event].parameters;
                for (argument, (_, sort)) in arguments.iter().zip(parameters) {
                    let value = self.number(object, argument, &own.values, data);
                    match value.filter(|&it| Value::Number(it).fits(sort)) {
                        Some(value) => values.push(value),
                        None => {
                            own.status = ObjectStatus::Fault(Fault::Value(0));
                            return Ok(());
                        }
                    }
                }
                let message = Message {
                    event: *event,
                    arguments: values,
                    caller: None,
                };
                let sending = Sending {
                    from: Some(object),
                    to: receiver,
                    message,
                    put: Put::default(),
                };
                // `self` stands behind the variables of the statechart.
                let itself = to.kind == TermKind::Variable(chart.variables.len());
                if itself && self.is_scxml(Rule::Internal) {
                    self.raise(state, sending, report)?;
                } else {
                    self.deliver(state, sending, report)?;
                }
            }
        }
        Ok(())
    }

    /// Appends an event to a pool, if its receiver still takes any and has room for it.
    pub(super) fn deliver(
        &self,
        state: &mut SystemState,
        sending: Sending,
        report: &mut Report,
    ) -> Result<(), Refused> {
        self.put(state, sending, false, report)
    }

    /// The same of SCXML's internal queue: before all that comes from outside.
    pub(super) fn raise(
        &self,
        state: &mut SystemState,
        sending: Sending,
        report: &mut Report,
    ) -> Result<(), Refused> {
        self.put(state, sending, true, report)
    }

    fn put(
        &self,
        state: &mut SystemState,
        sending: Sending,
        internal: bool,
        report: &mut Report,
    ) -> Result<(), Refused> {
        let chart = self.structure(sending.to).chart;
        let receiver = &mut state.objects[sending.to];
        report.sent.push(sending.clone());
        if !self.takes_events(receiver) {
            // Nobody is there any more; a caller is not kept waiting.
            if let Some(caller) = sending.message.caller {
                state.scripts[caller].waits = false;
            }
            return Ok(());
        }
        // What is deferred still waits, so it takes room.
        if receiver.pool.len() + receiver.deferred.len() < chart.queue {
            receiver.put(sending.message, internal);
            if let Some(sent) = report.sent.last_mut() {
                sent.put = match internal {
                    true => Put::Internal,
                    false => Put::Last,
                };
            }
            return Ok(());
        }
        match chart.overflow {
            Overflow::Bound if self.reading == Reading::Bmc4uml => Err(Refused::Blocked),
            Overflow::Bound => Err(Refused::BeyondBound(sending.to)),
            Overflow::Block => Err(Refused::Blocked),
            Overflow::Error => {
                receiver.status = ObjectStatus::Fault(Fault::Overflow);
                self.settle(state, sending.to);
                Ok(())
            }
            Overflow::Drop => {
                if let Some(caller) = sending.message.caller {
                    state.scripts[caller].waits = false;
                }
                Ok(())
            }
        }
    }
}
