//! What comes from outside, and what is asked: events of the environment, conditions over the objects.

use std::cell::RefCell;
use std::collections::BTreeMap;

use super::ast::{
    PropertySyntax, ScriptSyntax, StimulusSyntax, SubjectSyntax, SystemStatement, SystemSyntax,
};
use super::check::Resolver;
use super::check_vertices::by_path;
use super::model::{
    Atom, ObjectId, Property, Query, Reading, Script, Stimulus, Subject, VertexKind,
};
use crate::expression::ast::Expression;
use crate::expression::{Checker, Scope, Sort};
use crate::language::Name;
use crate::language::names::{did_you_mean, shown, shown_list};
use crate::language::questions::ExpectedAnswer;
use crate::language::questions::Mode;
use crate::text::{Diagnostic, Severity, Span, similar};

/// The members of every object.
const MEMBERS: [&str; 3] = ["queue.size", "queue.overflows", "ended"];

/// What can be named in a question.
struct QuestionScope<'r> {
    atoms: BTreeMap<String, (usize, Sort)>,
    /// Everything there is, for "did you mean".
    all: &'r [String],
}

impl Scope for QuestionScope<'_> {
    fn variable(&self, name: &str) -> Option<(usize, &Sort)> {
        self.atoms.get(name).map(|(number, sort)| (*number, sort))
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(self.all.iter().map(String::as_str))
    }
}

impl Resolver<'_> {
    pub(super) fn scripts(&mut self, system: &SystemSyntax) {
        for it in &system.statements {
            if let SystemStatement::Environment(it) = it {
                self.script(it);
            }
        }
    }

    fn script(&mut self, syntax: &ScriptSyntax) {
        let mut to = Vec::new();
        for name in &syntax.to {
            match self.objects.get(&name.text) {
                Some(&object) if object < self.model.objects.len() => to.push(object),
                _ => self.unknown_object(name),
            }
        }
        let mut stimuli = Vec::new();
        for it in &syntax.stimuli {
            match it {
                StimulusSyntax::Trace(text) => {
                    stimuli.push(Stimulus::Trace(self.label_text(&text.text)));
                }
                StimulusSyntax::Event {
                    name,
                    arguments,
                    call,
                } => {
                    let Some((event, sorts)) = self.sending(name, arguments, name.span) else {
                        continue;
                    };
                    let values = arguments.iter().zip(&sorts);
                    let values: Vec<_> = values
                        .map(|(it, sort)| self.constant(it, sort)?.number())
                        .collect();
                    let Some(arguments) = values.into_iter().collect::<Option<_>>() else {
                        continue;
                    };
                    stimuli.push(Stimulus::Event {
                        event,
                        arguments,
                        call: *call,
                        to: to.clone(),
                    });
                }
            }
        }
        if !to.is_empty() {
            self.model.scripts.push(Script {
                stimuli,
                in_order: syntax.in_order,
                span: syntax.span,
            });
        }
    }

    fn unknown_object(&mut self, name: &Name) {
        let title = format!("There is no object {}", shown(&name.text));
        let finding = Diagnostic::error("unknown-object", name.span, title);
        let meant = similar(&name.text, self.objects.keys().map(String::as_str));
        self.findings.push(match meant {
            Some(meant) => did_you_mean(finding, meant),
            None => finding.hint("Declare it in the system: `name : Statechart`."),
        });
    }

    pub(super) fn property(&mut self, syntax: &PropertySyntax) {
        let mut usual = None;
        let mut reading = syntax.semantics.map_or(self.model.reading, |it| it.0);
        let subject = match &syntax.subject {
            SubjectSyntax::Property(it) => {
                // Each condition has its diagnostics, also behind one with a mistake.
                it.map(|it| self.query(it)).whole().map(Subject::from)
            }
            SubjectSyntax::DeadlockAlone => Some(Subject::DeadlockAlone),
            SubjectSyntax::Scenario { name, mode } => self.scenario_of(name).map(|it| {
                usual = Some(match self.model.scenarios[it].forbidden {
                    true => ExpectedAnswer::Inconsistent,
                    false => ExpectedAnswer::Consistent,
                });
                Subject::Scenario(it, mode.map_or(Mode::default(), |it| it.0))
            }),
            SubjectSyntax::Same([one, other]) => {
                if one.0 == other.0 {
                    self.itself(*other);
                }
                reading = one.0;
                Some(Subject::Same(other.0))
            }
        };
        if let Some(subject) = subject {
            self.model.properties.push(Property {
                subject,
                reading,
                within: syntax.within.map(|it| it.0),
                expected: syntax.expect.map(|it| it.0).or(usual),
                span: syntax.span,
            });
        }
    }

    /// Warns where a reading is compared with itself.
    fn itself(&mut self, (reading, span): (Reading, Span)) {
        let title = format!("Both readings are `{}`", reading.word());
        let others = Reading::ALL.into_iter().filter(|it| *it != reading);
        let others: Vec<_> = others.map(|it| format!("`{}`", it.word())).collect();
        let hint = format!("Compare it with {}.", others.join(" or "));
        let finding = Diagnostic::warning("same-reading", span, title);
        self.findings.push(finding.hint(hint));
    }

    /// A condition over the objects.
    pub(super) fn query(&mut self, expression: &Expression) -> Option<Query> {
        let names = RefCell::new(Vec::new());
        expression.each_name(&mut |name, span| {
            names.borrow_mut().push(Name {
                text: name.to_owned(),
                span,
            });
        });
        let mut atoms: Vec<Atom> = Vec::new();
        let mut known = BTreeMap::new();
        let mut fine = true;
        for name in names.into_inner() {
            if known.contains_key(&name.text) {
                continue;
            }
            match self.atom(&name) {
                Ok(Some((atom, sort))) => {
                    known.insert(name.text, (atoms.len(), sort));
                    atoms.push(atom);
                }
                Ok(None) => {
                    if let Some(finding) = self.unknown_member(&name) {
                        fine = false;
                        self.findings.push(finding);
                    }
                }
                Err(finding) => {
                    fine = false;
                    self.findings.push(*finding);
                }
            }
        }
        if !fine {
            return None;
        }
        let all = match self.findings.wants(Severity::Error) {
            true => self.everything(),
            false => Vec::new(),
        };
        let scope = QuestionScope {
            atoms: known,
            all: &all,
        };
        let mut checker = Checker {
            types: &self.types,
            scope: &scope,
            findings: self.findings,
        };
        let term = checker.expect(expression, &Sort::Boolean)?;
        Some(Query { term, atoms })
    }

    /// What is said of something that an object does not have.
    fn unknown_member(&self, name: &Name) -> Option<Diagnostic> {
        let (object, member) = name.text.split_once('.')?;
        if !self.objects.contains_key(object) {
            return None;
        }
        let title = format!(
            "{} has no state or variable {}",
            shown(object),
            shown(member)
        );
        let finding = Diagnostic::error("unknown-name", name.span, title);
        let all = match self.findings.wants(Severity::Error) {
            true => self.everything(),
            false => Vec::new(),
        };
        Some(match similar(&name.text, all.iter().map(String::as_str)) {
            Some(meant) => finding.hint(format!("Did you mean `{meant}`?")),
            None => finding.hint("Name one of its states, one of its variables, `queue.size`, `queue.overflows` or `ended`."),
        })
    }

    /// What a name stands for; nothing where it is no member of an object.
    fn atom(&self, name: &Name) -> Result<Option<(Atom, Sort)>, Box<Diagnostic>> {
        let (object, member) = match name.text.split_once('.') {
            Some((object, member)) if self.objects.contains_key(object) => {
                (self.objects[object], member)
            }
            // Of a system with one object its name can be left out.
            _ if self.model.objects.len() == 1 && !self.objects.contains_key(&name.text) => {
                (0, name.text.as_str())
            }
            _ => return Ok(None),
        };
        if object >= self.model.objects.len() {
            return Ok(None);
        }
        self.member(object, member, name)
    }

    fn member(
        &self,
        object: ObjectId,
        member: &str,
        name: &Name,
    ) -> Result<Option<(Atom, Sort)>, Box<Diagnostic>> {
        let chart = &self.model.charts[self.model.objects[object].chart];
        if let Some(number) = chart.variables.iter().position(|it| it.name == member) {
            return Ok(Some((
                Atom::Variable(object, number),
                chart.variables[number].sort.clone(),
            )));
        }
        let states: Vec<_> = by_path(chart, member)
            .into_iter()
            .filter(|&it| {
                matches!(
                    chart.vertices[it].kind,
                    VertexKind::State | VertexKind::Final
                )
            })
            .collect();
        match (states.as_slice(), member) {
            (&[only], _) => Ok(Some((Atom::In(object, only), Sort::Boolean))),
            ([_, _, ..], _) => {
                let title = format!("{} names {} states", shown(&name.text), states.len());
                let paths: Vec<_> = states.iter().map(|&it| chart.path(it)).collect();
                let hint = format!(
                    "Write more of the path: {}.",
                    shown_list(paths.iter().map(String::as_str))
                );
                Err(Box::new(
                    Diagnostic::error("ambiguous-state", name.span, title).hint(hint),
                ))
            }
            ([], "queue.size") => Ok(Some((Atom::QueueSize(object), Sort::INTEGER))),
            ([], "queue.overflows") => Ok(Some((Atom::Overflows(object), Sort::Boolean))),
            ([], "ended") => Ok(Some((Atom::Ended(object), Sort::Boolean))),
            ([], _) if chart.inputs.iter().any(|it| it.name == member) => {
                let title = format!("No question is about the input {}", shown(member));
                let hint = "It has a value only while guards are selected. Ask about the states that depend on it.";
                let finding = Diagnostic::error("input-in-question", name.span, title);
                Err(Box::new(finding.hint(hint)))
            }
            ([], _) => Ok(None),
        }
    }

    /// All that a question can name.
    fn everything(&self) -> Vec<String> {
        let mut all = Vec::new();
        for object in &self.model.objects {
            let chart = &self.model.charts[object.chart];
            let states = chart
                .vertices
                .iter()
                .filter(|it| it.kind == VertexKind::State);
            let names = states
                .map(|it| it.name.as_str())
                .chain(chart.variables.iter().map(|it| it.name.as_str()));
            let names = names.chain(MEMBERS);
            all.extend(names.map(|it| format!("{}.{it}", object.name)));
        }
        all
    }
}
