//! Scenarios: from names to objects and events, and what is wrong on the way.
//!
//! A scenario keeps its good messages: one that names what is not there is left out.

use super::ast::{MessageSyntax, ScenarioSyntax};
use super::check::Resolver;
use super::model::{EventId, ObjectId, Property, Scenario, ScenarioMessage, Stimulus, Subject};
use super::parse_checks::QUESTIONS;
use super::sites::sites;
use crate::language::Name;
use crate::language::limits;
use crate::language::names::{did_you_mean, shown, shown_list};
use crate::language::questions::ExpectedAnswer;
use crate::language::questions::Mode;
use crate::text::{Diagnostic, Fix, Patch, similar};

/// The lifeline that stands for everything outside, where no object has its name.
pub const ENVIRONMENT: &str = "environment";

impl Resolver<'_> {
    /// Resolves the scenarios of a text.
    pub(super) fn scenarios(&mut self, all: &[&ScenarioSyntax]) {
        if let Some(first) = all.get(limits::SCENARIOS) {
            let (what, span) = ("scenarios", first.name.span);
            let hint = "Put some of them into a text of their own.";
            let (found, most) = (all.len(), limits::SCENARIOS);
            self.findings
                .push(limits::too_many(span, what, found, most, hint));
        }
        for it in all.iter().take(limits::SCENARIOS) {
            self.scenario(it);
        }
    }

    fn scenario(&mut self, syntax: &ScenarioSyntax) {
        let first = self.model.scenarios.iter();
        let first = first
            .filter(|it| it.name == syntax.name.text)
            .map(|it| it.span);
        if let Some(first) = first.clone().next() {
            return self.twice("scenario", &syntax.name, first);
        }
        let name = shown(&syntax.name.text);
        if syntax.messages.is_empty() && !syntax.in_doubt {
            let title = format!("The scenario {name} has no messages: it can always be played");
            let finding = Diagnostic::warning("empty-scenario", syntax.name.span, title);
            let hint = "Add a line such as `sender -> receiver : event`.";
            self.findings.push(finding.hint(hint));
        }
        if syntax.messages.len() > limits::MESSAGES {
            let (found, most) = (syntax.messages.len(), limits::MESSAGES);
            let (what, hint) = (
                "messages in this scenario",
                "Split the scenario into shorter ones.",
            );
            let span = syntax.name.span;
            self.findings
                .push(limits::too_many(span, what, found, most, hint));
        }
        let messages = syntax.messages.iter().take(limits::MESSAGES);
        let messages = messages.filter_map(|it| self.message(it)).collect();
        self.model.scenarios.push(Scenario {
            name: syntax.name.text.clone(),
            forbidden: syntax.forbidden,
            messages,
            span: syntax.name.span,
        });
    }

    fn message(&mut self, syntax: &MessageSyntax) -> Option<ScenarioMessage> {
        let outside = |it: &Self, name: &Name| {
            name.text == ENVIRONMENT && !it.objects.contains_key(ENVIRONMENT)
        };
        let from = match outside(self, &syntax.from) {
            true => Some(None),
            false => self.lifeline(&syntax.from).map(Some),
        };
        if outside(self, &syntax.to) {
            let title = "Nothing is sent to the environment";
            let finding = Diagnostic::error("to-environment", syntax.to.span, title);
            let hint = "Messages end at objects; those from outside begin at `environment`.";
            self.findings.push(finding.hint(hint));
            return None;
        }
        let to = self.lifeline(&syntax.to);
        let event = self.known_event(&syntax.event);
        let (from, to, event) = (from?, to?, event?);
        let arguments = match &syntax.arguments {
            None => None,
            Some(written) => {
                let sorts = self.model.events[event].parameters.iter();
                let sorts: Vec<_> = sorts.map(|it| it.1.clone()).collect();
                if sorts.len() != written.len() {
                    self.brings(&syntax.event, sorts.len(), written.len());
                    return None;
                }
                let values = written.iter().zip(&sorts);
                let values: Vec<_> = values
                    .map(|(it, sort)| {
                        let value = self.constant(it, sort)?;
                        if !value.fits(sort) {
                            let (value, sort) = (value.show(sort), sort.name());
                            let title = format!("{value} is not in {sort}");
                            let finding = Diagnostic::error("outside-range", it.span, title);
                            self.findings
                                .push(finding.hint("Choose a value of the range."));
                            return None;
                        }
                        value.number()
                    })
                    .collect();
                Some(values.into_iter().collect::<Option<_>>()?)
            }
        };
        let message = ScenarioMessage {
            from,
            to,
            event,
            arguments,
            span: syntax.span,
        };
        self.impossible(&message, syntax);
        Some(message)
    }

    fn lifeline(&mut self, name: &Name) -> Option<ObjectId> {
        let found = self.objects.get(&name.text).copied();
        let found = found.filter(|&it| it < self.model.objects.len());
        if found.is_none() {
            let title = format!("There is no object {}", shown(&name.text));
            let finding = Diagnostic::error("unknown-object", name.span, title);
            let known = self.objects.keys().map(String::as_str);
            let meant = similar(&name.text, known.clone().chain([ENVIRONMENT]));
            self.findings.push(match meant {
                Some(meant) => did_you_mean(finding, meant),
                None => finding.hint(format!(
                    "The objects here: {}; what is outside is `environment`.",
                    shown_list(known)
                )),
            });
        }
        found
    }

    /// The event of a name that some statechart, signal or script has.
    fn known_event(&mut self, name: &Name) -> Option<EventId> {
        let found = self.model.events.iter().position(|it| it.name == name.text);
        if found.is_none() {
            let title = format!("There is no event {}", shown(&name.text));
            let finding = Diagnostic::error("unknown-event", name.span, title);
            let known = self.model.events.iter().map(|it| it.name.as_str());
            self.findings
                .push(match similar(&name.text, known.clone()) {
                    Some(meant) => did_you_mean(finding, meant),
                    None => finding.hint(format!("The events here: {}.", shown_list(known))),
                });
        }
        found
    }

    fn brings(&mut self, event: &Name, brings: usize, written: usize) {
        let values = |count: usize| match count {
            0 => "nothing".to_owned(),
            1 => "one value".to_owned(),
            many => format!("{many} values"),
        };
        let title = format!(
            "{} brings {}, but {written} are written",
            shown(&event.text),
            values(brings)
        );
        let finding = Diagnostic::error("wrong-parameters", event.span, title);
        let hint = "Write a value for each parameter, or leave the brackets out: then any will do.";
        self.findings.push(finding.hint(hint));
    }

    /// Warns about a message that its sender can never send.
    fn impossible(&mut self, message: &ScenarioMessage, syntax: &MessageSyntax) {
        let model = &self.model;
        let sends = |message: &ScenarioMessage| match message.from {
            Some(from) => sites(&model.charts[model.objects[from].chart])
                .iter()
                .any(|it| it.can_be(model, message)),
            None => model.scripts.iter().flat_map(|it| &it.stimuli).any(|it| {
                matches!(it, Stimulus::Event { event, to, .. }
                    if *event == message.event && to.contains(&message.to))
            }),
        };
        if sends(message) {
            return;
        }
        let event = shown(&syntax.event.text);
        let (from, to) = (shown(&syntax.from.text), shown(&syntax.to.text));
        let title = format!("{from} can never send {event} to {to}");
        let turned = message.from.filter(|&from| {
            sends(&ScenarioMessage {
                from: Some(message.to),
                to: from,
                ..message.clone()
            })
        });
        let finding = Diagnostic::warning("cannot-send", syntax.span, title);
        let written = super::print::name;
        self.findings.push(match (turned, message.from) {
            (Some(_), _) => {
                let patches = [
                    Patch::replace(syntax.from.span, written(&syntax.to.text)),
                    Patch::replace(syntax.to.span, written(&syntax.from.text)),
                ];
                let fix = Fix::new("Turn the arrow around", patches);
                finding.hint("Turn the arrow around.").fix(fix)
            }
            (None, Some(_)) => finding.hint(format!(
                "No behaviour of its statechart does that: add `{}.{}(…)` to one.",
                syntax.to.text, syntax.event.text
            )),
            (None, None) => finding.hint(format!(
                "Add `environment sends {} to {}` to the system.",
                syntax.event.text, syntax.to.text
            )),
        });
    }

    /// The scenario of a name.
    pub(super) fn scenario_of(&mut self, name: &Name) -> Option<usize> {
        let all = self.model.scenarios.iter();
        let found = all.clone().position(|it| it.name == name.text);
        if found.is_none() {
            let title = format!("There is no scenario {}", shown(&name.text));
            let finding = Diagnostic::error("unknown-scenario", name.span, title);
            let names = all.map(|it| it.name.as_str());
            let candidates = names.chain(QUESTIONS);
            self.findings
                .push(match similar(&name.text, candidates.clone()) {
                    Some(meant) => did_you_mean(finding, meant),
                    None => finding.hint(format!(
                        "The scenarios and questions here: {}.",
                        shown_list(candidates)
                    )),
                });
        }
        found
    }

    /// In a text without checks each scenario is one.
    pub(super) fn implicit_checks(&mut self) {
        for (number, it) in self.model.scenarios.iter().enumerate() {
            self.model.properties.push(Property {
                subject: Subject::Scenario(number, Mode::default()),
                reading: self.model.reading,
                within: None,
                expected: Some(match it.forbidden {
                    true => ExpectedAnswer::Inconsistent,
                    false => ExpectedAnswer::Consistent,
                }),
                span: it.span,
            });
        }
    }
}
