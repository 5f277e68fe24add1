//! The judge of reasons why a scenario cannot be played on: reads the words, and asks the definitions about all states after
//! which exactly the messages before have been sent.

use std::collections::BTreeSet;

use lockstep_core::language::questions::Mode;
use lockstep_core::language::statechart::model::{
    Chart, ObjectId, Scenario, ScenarioMessage, Stimulus, TransitionId, VertexId, VertexKind,
};
use lockstep_core::language::statechart::semantics::scenario::{Judgement, counts, is_message};
use lockstep_core::language::statechart::semantics::{
    ObjectState, Sending, StatechartSystem, SystemState,
};

/// What is judged.
struct Judge<'s, 'm> {
    system: &'s StatechartSystem<'m>,
    text: &'s str,
    scenario: &'s Scenario,
    message: &'s ScenarioMessage,
    judged: &'s Judgement,
    mode: Mode,
    bound: Option<u32>,
}

/// The names between backticks.
fn quoted(text: &str) -> Vec<&str> {
    text.split('`').skip(1).step_by(2).collect()
}

/// Whether a sentence is true.
pub fn true_of(
    system: &StatechartSystem<'_>,
    text: &str,
    scenario: &Scenario,
    (judged, mode, bound): (&Judgement, Mode, Option<u32>),
    sentence: &str,
) -> Result<(), String> {
    let judge = Judge {
        system,
        text,
        scenario,
        message: &scenario.messages[judged.prefix],
        judged,
        mode,
        bound,
    };
    let (head, clauses) = sentence.split_once(": ").ok_or("no clauses")?;
    // A message holds the same sign.
    let (more, clauses) = clauses.split_once(": ").ok_or("no clauses")?;
    let head = format!("{head}: {more}");
    let what = if judged.prefix == 0 {
        "cannot be sent"
    } else {
        "cannot follow"
    };
    if !head.contains(what) {
        return Err(format!("`{what}` is missing"));
    }
    let names = quoted(&head);
    if names != [judge.written(judge.message).as_str()] {
        return Err(format!("another message: {names:?}"));
    }
    if head.contains("within") && bound.is_none() {
        return Err("there is no bound".into());
    }
    let clauses = clauses.strip_suffix('.').ok_or("no full stop")?;
    // Texts of transitions have `; ` as well, between backticks.
    let mut clause = String::new();
    for (number, part) in clauses.split('`').enumerate() {
        if number > 0 {
            clause.push('`');
        }
        let mut pieces = part.split("; ");
        if number % 2 == 1 {
            clause.push_str(part);
            continue;
        }
        clause.push_str(pieces.next().unwrap_or_default());
        for next in pieces {
            judge.clause(&clause)?;
            clause = next.to_owned();
        }
    }
    judge.clause(&clause)
}

impl Judge<'_, '_> {
    fn written(&self, it: &ScenarioMessage) -> String {
        let model = self.system.machine().model;
        let event = &model.events[it.event];
        let arguments = it.arguments.as_ref().map(|values| {
            let values = values.iter().zip(&event.parameters);
            let values: Vec<_> = values.map(|(&it, (_, sort))| sort.show(it)).collect();
            format!("({})", values.join(", "))
        });
        format!(
            "{} -> {} : {}{}",
            it.from.map_or("environment", |it| &*model.objects[it].name),
            model.objects[it.to].name,
            event.name,
            arguments.unwrap_or_default()
        )
    }

    fn chart(&self, object: ObjectId) -> &Chart {
        let model = self.system.machine().model;
        &model.charts[model.objects[object].chart]
    }

    fn sender(&self) -> Result<ObjectId, String> {
        self.message.from.ok_or_else(|| "nobody sends it".into())
    }

    /// The states of the sender between its steps.
    fn between(&self) -> Result<Vec<&ObjectState>, String> {
        let sender = self.sender()?;
        let all = self.judged.then.keys().map(|it| &it.objects[sender]);
        Ok(all.filter(|it| it.is_stable()).collect())
    }

    fn vertex(&self, path: &str) -> Result<VertexId, String> {
        let chart = self.chart(self.sender()?);
        let all = 0..chart.vertices.len();
        let found = all.into_iter().find(|&it| chart.path(it) == path);
        found.ok_or_else(|| format!("no state {path}"))
    }

    /// The transitions with these words that leave a state.
    fn transitions(&self, words: &str, from: VertexId) -> Result<Vec<TransitionId>, String> {
        let chart = self.chart(self.sender()?);
        let all = chart.transitions.iter().enumerate();
        let found: Vec<_> = all
            .filter(|(_, it)| {
                let text: Vec<_> = it.span.text(self.text).split_whitespace().collect();
                text.join(" ") == words && it.source == from
            })
            .map(|it| it.0)
            .collect();
        match found.is_empty() {
            true => Err(format!("no transition {words}")),
            false => Ok(found),
        }
    }

    /// Whether something is true of the sender wherever a state of it is active between its steps, which happens.
    fn wherever(
        &self,
        vertex: VertexId,
        is_true: impl Fn(&ObjectState) -> bool,
    ) -> Result<bool, String> {
        let between = self.between()?;
        let mut there = between.iter().filter(|it| it.active[vertex]).peekable();
        Ok(there.peek().is_some() && there.all(|it| is_true(it)))
    }

    fn clause(&self, clause: &str) -> Result<(), String> {
        let model = self.system.machine().model;
        let names = quoted(clause);
        let holds = if clause == "no run sends it" {
            true
        } else if clause.ends_with("sends it") && clause.starts_with("no behaviour of") {
            let sent = self.all_calls();
            let chart = self.chart(self.sender()?);
            chart.name == names[0] && !sent.iter().any(|it| is_message(it, self.message))
        } else if clause == "`environment` never sends it" {
            let stimuli = model.scripts.iter().flat_map(|it| &it.stimuli);
            self.message.from.is_none()
                && !stimuli.into_iter().any(|it| {
                    matches!(it, Stimulus::Event { event, to, .. }
                        if *event == self.message.event && to.contains(&self.message.to))
                })
        } else if clause.starts_with("between its steps") {
            self.places(clause)?
        } else if clause.ends_with("where it never is") {
            let vertex = self.vertex(names[1])?;
            self.transitions(names[0], vertex)?;
            self.between()?.iter().all(|it| !it.active[vertex])
        } else if clause.contains("but its guard is false in") {
            let vertex = self.vertex(names[1])?;
            let sender = self.sender()?;
            let all = self.transitions(names[0], vertex)?;
            let machine = self.system.machine();
            let shut = |own: &ObjectState| {
                let shut = |&it: &TransitionId| !machine.can_hold(sender, it, &own.values, None);
                all.iter().any(shut)
            };
            self.wherever(vertex, shut)?
        } else if clause
            .ends_with("guard is false whenever what it waits for is first in the queue")
        {
            let vertex = self.vertex(names[1])?;
            let all = self.transitions(names[0], vertex)?;
            let (sender, machine) = (self.sender()?, self.system.machine());
            let chart = self.chart(sender);
            let fires = |own: &ObjectState, it: TransitionId| {
                own.pool.first().is_some_and(|first| {
                    chart.transitions[it].triggers.contains(&first.event)
                        && machine.can_hold(sender, it, &own.values, Some(first))
                })
            };
            self.wherever(vertex, |own| all.iter().any(|&it| !fires(own, it)))?
        } else if clause.ends_with("what it waits for is never first in the queue") {
            let vertex = self.vertex(names[1])?;
            let all = self.transitions(names[0], vertex)?;
            let chart = self.chart(self.sender()?);
            let never = |own: &ObjectState| {
                let first = own.pool.first().map(|it| it.event);
                all.iter().any(|&it| {
                    first.is_none_or(|first| !chart.transitions[it].triggers.contains(&first))
                })
            };
            self.wherever(vertex, never)?
        } else if clause.contains(" would send it, but in ") && names.len() == 4 {
            let vertex = self.vertex(names[1])?;
            self.transitions(names[0], vertex)?;
            let chart = self.chart(self.sender()?);
            let variable = chart.variables.iter().position(|it| it.name == names[2]);
            let variable = variable.ok_or("no such variable")?;
            let receiver = &model.objects[self.message.to];
            receiver.name == names[3]
                && self.wherever(vertex, |own| own.values[variable] != receiver.reference)?
        } else if clause == "no other call can be sent either" {
            self.instead().is_empty()
        } else if clause.starts_with("what can be sent is") {
            let said: BTreeSet<String> = names.iter().map(|&it| it.to_owned()).collect();
            self.instead() == said
        } else if clause == "it would be sent if queues had room" {
            let found = |state: &SystemState| {
                let found = self.system.successors(state);
                found.blocked || !found.beyond.is_empty()
            };
            self.judged.then.keys().any(found)
        } else {
            return Err(format!("nobody judges `{clause}`"));
        };
        match holds {
            true => Ok(()),
            false => Err(format!("`{clause}` is false")),
        }
    }

    /// `x` can be in these places, and in no others.
    fn places(&self, clause: &str) -> Result<bool, String> {
        let sender = self.sender()?;
        let (head, list) = clause.split_once("be in ").ok_or("no places")?;
        let name = &self.system.machine().model.objects[sender].name;
        let only = head.contains("only");
        let list = list.replace(" or ", ", ");
        let said: BTreeSet<String> = list.split(", ").map(str::to_owned).collect();
        let chart = self.chart(sender);
        let place = |own: &&ObjectState| {
            let active: Vec<VertexId> = (0..chart.vertices.len())
                .filter(|&it| own.active[it] && chart.vertices[it].kind == VertexKind::State)
                .collect();
            let holds = |outer: VertexId, inner: VertexId| {
                let mut at = chart.regions[chart.vertices[inner].region].owner;
                while let Some(owner) = at {
                    if owner == outer {
                        return true;
                    }
                    at = chart.regions[chart.vertices[owner].region].owner;
                }
                false
            };
            let innermost = active
                .iter()
                .filter(|&&it| !active.iter().any(|&other| holds(it, other)));
            let names: Vec<_> = innermost
                .map(|&it| format!("`{}`", chart.path(it)))
                .collect();
            match names.is_empty() {
                true => "no state".into(),
                false => names.join(" with "),
            }
        };
        let between = self.between()?;
        let places: BTreeSet<String> = between.iter().map(place).collect();
        Ok(quoted(head) == [name.as_str()] && said == places && only == (said.len() == 1))
    }

    /// What the steps from there send, as far as they are within the bound.
    fn all_calls(&self) -> Vec<Sending> {
        let mut all = Vec::new();
        for state in self.judged.then.keys() {
            let found = self.system.successors(state).all;
            all.extend(found.into_iter().flat_map(|it| it.report.sent));
        }
        all
    }

    /// The first call of each step that is out of order.
    fn instead(&self) -> BTreeSet<String> {
        assert_eq!(
            self.mode,
            Mode::Strict,
            "in a loose run nothing is out of order"
        );
        let model = self.system.machine().model;
        let mut all = BTreeSet::new();
        for (state, depth) in &self.judged.then {
            for it in self.system.successors(state).all {
                let after = depth + u32::from(counts(it.what));
                if self.bound.is_some_and(|most| after > most) {
                    continue;
                }
                let mut rest = self.scenario.messages[self.judged.prefix..]
                    .iter()
                    .peekable();
                let out_of_order = it.report.sent.iter().find(|call| {
                    if rest.peek().is_none() || rest.next_if(|it| is_message(call, it)).is_some() {
                        return false;
                    }
                    call.from != Some(call.to)
                });
                all.extend(out_of_order.map(|call| {
                    let from = call
                        .from
                        .map_or("environment", |it| &*model.objects[it].name);
                    let to = &model.objects[call.to].name;
                    format!("{from} -> {to} : {}", model.events[call.message.event].name)
                }));
            }
        }
        all
    }
}
