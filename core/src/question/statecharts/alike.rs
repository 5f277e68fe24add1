//! Objects that are alike: states that differ only in which of them is where count as one.
//!
//! Two objects are *alike* if they have the same statechart and nothing tells them apart: no expression, no initial
//! value, nothing from outside and nothing in the question names one of them, and every stimulus goes to both or to
//! neither. Let π exchange objects that are alike, and with them every reference to them.
//!
//! **Theorem.** s –t→ s' exactly if π(s) –π(t)→ π(s'), and s and π(s) give the same answer to the question.
//!
//! *Proof.* What an object can do is a function of its own state and of its name, `self`; no expression contains the name
//! of an object that is alike to another, so what it evaluates to is exchanged by π as the state is. Events are delivered to
//! whom a reference names. Time passes for all. The start holds no reference to any of them, so π keeps it. ∎
//!
//! So it is enough to follow one state of each orbit: Ip and Dill, *Better verification through symmetry* (1996), with
//! references as their scalarsets.

use std::collections::BTreeSet;

use super::references::{References, referred};
use crate::expression::{Term, TermKind, Value};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{
    Guard, ObjectId, Property, Statement, StatementKind, Stimulus, Subject,
};

/// Classes of two or more objects that are alike, each in ascending order.
pub(super) fn classes(
    model: &StatechartModel,
    property: &Property,
    references: &References,
) -> Vec<Vec<ObjectId>> {
    // What a do behaviour keeps of an event has no type, so what it refers to is not known.
    let charts = &model.charts;
    let keeps = charts
        .iter()
        .any(|it| it.vertices.iter().any(|it| it.activity.is_some()));
    if keeps && references.are_sent() {
        return Vec::new();
    }
    let mut named = Named {
        model,
        references,
        objects: BTreeSet::new(),
    };
    named.model();
    named.property(property);
    let receives = |object: ObjectId| -> Vec<bool> {
        let all = model.scripts.iter().flat_map(|it| &it.stimuli);
        all.map(|it| matches!(it, Stimulus::Event { to, .. } if to.contains(&object)))
            .collect()
    };
    let mut classes: Vec<Vec<ObjectId>> = Vec::new();
    for object in (0..model.objects.len()).filter(|it| !named.objects.contains(it)) {
        let alike = |class: &&mut Vec<ObjectId>| {
            model.objects[class[0]].chart == model.objects[object].chart
                && receives(class[0]) == receives(object)
        };
        match classes.iter_mut().find(alike) {
            Some(class) => class.push(object),
            None => classes.push(vec![object]),
        }
    }
    classes.retain(|it| it.len() > 1);
    classes
}

/// Objects that somebody names.
struct Named<'m> {
    model: &'m StatechartModel,
    references: &'m References,
    objects: BTreeSet<ObjectId>,
}

impl Named<'_> {
    fn model(&mut self) {
        for chart in &self.model.charts {
            for it in &chart.variables {
                if let Some(of) = referred(self.model, &it.sort) {
                    self.number(of, it.initial.number().unwrap_or(0));
                }
            }
            for it in &chart.transitions {
                if let Guard::Term(term) = &it.guard {
                    self.term(term);
                }
            }
            for it in &chart.behaviours {
                self.statements(&it.statements);
            }
        }
        for it in self.model.scripts.iter().flat_map(|it| &it.stimuli) {
            let Stimulus::Event {
                event, arguments, ..
            } = it
            else {
                continue;
            };
            let parameters = &self.model.events[*event].parameters;
            for (&argument, (_, sort)) in arguments.iter().zip(parameters) {
                if let Some(of) = referred(self.model, sort) {
                    self.number(of, argument);
                }
            }
        }
    }

    fn property(&mut self, property: &Property) {
        let queries = match &property.subject {
            Subject::Always(query) => std::slice::from_ref(query),
            Subject::Reach(goals) => goals,
            Subject::Deadlock | Subject::DeadlockAlone | Subject::Same(_) => &[],
            Subject::Scenario(number, _) => {
                for it in &self.model.scenarios[*number].messages {
                    self.objects.extend(it.from);
                    self.objects.insert(it.to);
                    let parameters = &self.model.events[it.event].parameters;
                    let brought = it.arguments.iter().flatten().zip(parameters);
                    for (&argument, (_, sort)) in brought {
                        if let Some(of) = referred(self.model, sort) {
                            self.number(of, argument);
                        }
                    }
                }
                &[]
            }
        };
        for query in queries {
            self.objects
                .extend(query.atoms.iter().map(|it| it.object()));
            self.term(&query.term);
        }
    }

    fn number(&mut self, chart: usize, number: i64) {
        self.objects.extend(self.references.object(chart, number));
    }

    fn statements(&mut self, statements: &[Statement]) {
        for it in statements {
            match &it.kind {
                StatementKind::Assign(_, term) => self.term(term),
                StatementKind::Send { to, arguments, .. } => {
                    self.term(to);
                    arguments.iter().for_each(|it| self.term(it));
                }
                StatementKind::If(condition, then, otherwise) => {
                    self.term(condition);
                    self.statements(then);
                    self.statements(otherwise);
                }
                StatementKind::Trace(_) | StatementKind::Accept(_) => {}
            }
        }
    }

    fn term(&mut self, term: &Term) {
        term.each(&mut |it| {
            if let TermKind::Constant(Value::Number(number)) = it.kind
                && let Some(of) = referred(self.model, &it.sort)
            {
                self.number(of, number);
            }
        });
    }
}
