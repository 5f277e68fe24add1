//! Actions and expressions of statecharts: names looked up, types found, receivers known.

use std::collections::btree_map::Entry;

use super::ast::{Action, ActionKind};
use super::check::Resolver;
use super::model::{Chart, ChartId, EventId, Statement, StatementKind};
use crate::expression::ast::{Expression, ExpressionKind};
use crate::expression::{Checker, Scope, Sort, Term};
use crate::language::Name;
use crate::language::names::{did_you_mean, shown, written};
use crate::text::{Diagnostic, Fix, Patch, Span, similar};

/// What can be named in a label.
struct LabelScope<'c> {
    chart: &'c Chart,
    own: Option<Sort>,
    /// What the event brings: name, number, sort.
    parameters: Vec<(String, usize, Sort)>,
}

impl Scope for LabelScope<'_> {
    fn variable(&self, name: &str) -> Option<(usize, &Sort)> {
        if let Some((_, number, sort)) = self.parameters.iter().rev().find(|it| it.0 == name) {
            return Some((*number, sort));
        }
        let variables = &self.chart.variables;
        if let Some(number) = variables.iter().position(|it| it.name == name) {
            return Some((number, &variables[number].sort));
        }
        let inputs = &self.chart.inputs;
        if let Some(number) = inputs.iter().position(|it| it.name == name) {
            return Some((self.chart.first_input() + number, &inputs[number].sort));
        }
        (name == "self").then_some((variables.len(), self.own.as_ref()?))
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        let variables = self.chart.variables.iter().map(|it| it.name.as_str());
        let parameters = self.parameters.iter().map(|it| it.0.as_str());
        let inputs = self.chart.inputs.iter().map(|it| it.name.as_str());
        Box::new(variables.chain(inputs).chain(parameters).chain(["self"]))
    }
}

/// What actions are read for.
pub(super) struct Place {
    pub(super) chart: ChartId,
    pub(super) parameters: Vec<(String, usize, Sort)>,
    /// Whether it is a do behaviour, which may wait.
    pub(super) activity: bool,
}

impl Resolver<'_> {
    /// An expression of an action, which can read no input.
    pub(super) fn term(
        &mut self,
        it: &Expression,
        sort: Option<&Sort>,
        place: &Place,
    ) -> Option<Term> {
        let term = self.with_inputs(it, sort, place)?;
        self.reads_no_input(&term, place.chart).then_some(term)
    }

    /// The condition of a transition.
    pub(super) fn guard(&mut self, it: &Expression, place: &Place) -> Option<Term> {
        self.with_inputs(it, Some(&Sort::Boolean), place)
    }

    fn with_inputs(&mut self, it: &Expression, sort: Option<&Sort>, place: &Place) -> Option<Term> {
        let chart = &self.model.charts[place.chart];
        let scope = LabelScope {
            chart,
            own: chart.references.clone().map(Sort::Enumeration),
            parameters: place.parameters.clone(),
        };
        let mut checker = Checker {
            types: &self.types,
            scope: &scope,
            findings: self.findings,
        };
        match sort {
            Some(sort) => checker.expect(it, sort),
            None => checker.infer(it, None),
        }
    }

    pub(super) fn statements(&mut self, actions: &[Action], place: &Place) -> Vec<Statement> {
        let all = actions.iter().filter_map(|it| {
            let kind = self.statement(it, place)?;
            Some(Statement {
                kind,
                span: it.span,
            })
        });
        all.collect()
    }

    fn statement(&mut self, action: &Action, place: &Place) -> Option<StatementKind> {
        Some(match &action.kind {
            ActionKind::Trace(text) => StatementKind::Trace(self.label_text(&text.text)),
            ActionKind::Assign { name, value } => {
                if self.is_assigned_input(place.chart, name) {
                    return None;
                }
                let variables = &self.model.charts[place.chart].variables;
                let Some(number) = variables.iter().position(|it| it.name == name.text) else {
                    let title = format!("There is no variable {}", shown(&name.text));
                    let finding = Diagnostic::error("unknown-variable", name.span, title);
                    let meant = similar(&name.text, variables.iter().map(|it| it.name.as_str()));
                    self.findings.push(match meant {
                        Some(meant) => did_you_mean(finding, meant),
                        None => {
                            finding.hint(format!("Declare it: `var {} : integer = 0`.", name.text))
                        }
                    });
                    return None;
                };
                let sort = variables[number].sort.clone();
                StatementKind::Assign(number, self.term(value, Some(&sort), place)?)
            }
            ActionKind::Accept(events) => {
                if !place.activity {
                    let title = "Only a `do` behaviour can wait for an event";
                    let finding = Diagnostic::error("accept-outside-do", action.span, title);
                    self.findings
                        .push(finding.hint("Use a transition with this event as its trigger."));
                    return None;
                }
                let mut events: Vec<_> = events.iter().map(|it| self.event(it)).collect();
                events.sort_unstable();
                events.dedup();
                StatementKind::Accept(events)
            }
            ActionKind::If {
                condition,
                then,
                otherwise,
            } => {
                let condition = self.term(condition, Some(&Sort::Boolean), place);
                let then = self.statements(then, place);
                let otherwise = self.statements(otherwise, place);
                StatementKind::If(condition?, then, otherwise)
            }
            ActionKind::Send {
                to,
                event,
                arguments,
            } => self.send(to, event, arguments, action.span, place)?,
        })
    }

    fn send(
        &mut self,
        to: &Name,
        event: &Name,
        arguments: &[Expression],
        span: Span,
        place: &Place,
    ) -> Option<StatementKind> {
        let target = Expression::new(ExpressionKind::Name(to.text.clone()), to.span);
        let to_term = self.term(&target, None, place)?;
        let chart = match &to_term.sort {
            Sort::Enumeration(it) => self.charts.get(&it.name).copied(),
            _ => None,
        };
        let Some(chart) = chart else {
            let title = format!("{} is no object", shown(&to.text));
            let hint = "Events are sent to an object of the system, to `self`, or to a variable whose type is a statechart.";
            self.findings
                .push(Diagnostic::error("no-receiver", to.span, title).hint(hint));
            return None;
        };
        if let Some(event) = self.brings_undeclared(event, arguments.len()) {
            let each = arguments.iter().map(|it| self.kind_of(it, place));
            let each: Vec<_> = each.collect();
            self.sent.entry(event).or_insert(span);
            self.undeclared(event, each, span);
            return None;
        }
        let (number, sorts) = self.sending(event, arguments, span)?;
        let arguments: Vec<_> = arguments
            .iter()
            .zip(&sorts)
            .map(|(it, sort)| self.term(it, Some(sort), place))
            .collect();
        let arguments = arguments.into_iter().collect::<Option<_>>()?;
        Some(StatementKind::Send {
            to: to_term,
            chart,
            event: number,
            arguments,
        })
    }

    /// An event that is sent with so many values, and what it brings; `None` where it brings more or fewer, which is
    /// reported at `span`.
    pub(super) fn sending(
        &mut self,
        name: &Name,
        arguments: &[Expression],
        span: Span,
    ) -> Option<(EventId, Vec<Sort>)> {
        let (event, sent) = (self.event(name), arguments.len());
        self.sent.entry(event).or_insert(name.span);
        let parameters = self.model.events[event].parameters.iter();
        let sorts: Vec<Sort> = parameters.map(|it| it.1.clone()).collect();
        if sorts.len() == sent {
            return Some((event, sorts));
        }
        if self.brings_undeclared(name, sent).is_some() {
            let each = arguments.iter().map(|it| (VALUE.to_owned(), literal(it)));
            self.undeclared(event, each.collect(), span);
            return None;
        }
        let brings = match sorts.len() {
            0 => "nothing".to_owned(),
            many => values(many),
        };
        let sends = match sent {
            0 => "nothing is sent".to_owned(),
            1 => "1 value is sent".to_owned(),
            many => format!("{many} values are sent"),
        };
        let title = format!("{} brings {brings}, but {sends}", shown(&name.text));
        let hint = match sorts.is_empty() {
            true => "Leave the values out.",
            false => "Send a value for each parameter of its signal.",
        };
        let finding = Diagnostic::error("wrong-parameters", span, title);
        self.findings.push(finding.hint(hint));
        None
    }

    /// The event of a name, where it is to bring something and no `signal` says what.
    pub(super) fn brings_undeclared(&mut self, name: &Name, count: usize) -> Option<EventId> {
        let event = self.event(name);
        let brings = !self.model.events[event].parameters.is_empty();
        (count > 0 && !brings && event >= self.declared).then_some(event)
    }

    /// What somebody would call a value that is sent, and its type; where that has something wrong with it, it is said elsewhere.
    fn kind_of(&mut self, it: &Expression, place: &Place) -> (String, Option<Sort>) {
        let sort = self.term(it, None, place).map(|it| it.sort);
        let name = match &it.kind {
            ExpressionKind::Name(name) if !name.contains('.') && name != "self" => name.clone(),
            _ => VALUE.to_owned(),
        };
        (name, literal(it).or(sort))
    }

    /// Notes that an event brings something without a declaration, and what this use of it tells of that.
    pub(super) fn undeclared(&mut self, event: EventId, each: Vec<Brought>, span: Span) {
        let known = match self.undeclared.entry(event) {
            Entry::Vacant(it) => {
                it.insert(Undeclared { span, each });
                return;
            }
            Entry::Occupied(it) => it.into_mut(),
        };
        if known.each.len() != each.len() {
            return;
        }
        for (known, (name, sort)) in known.each.iter_mut().zip(each) {
            if known.0 == VALUE {
                known.0 = name;
            }
            known.1 = both(known.1.take(), sort);
        }
    }

    /// Says once of each event that what it brings has to be declared, and offers the line.
    pub(super) fn declare_signals(&mut self) {
        for (event, it) in std::mem::take(&mut self.undeclared) {
            self.declare_signal(event, &it.each, it.span);
        }
    }

    fn declare_signal(&mut self, event: EventId, each: &[Brought], span: Span) {
        let name = written(&self.model.events[event].name);
        let mut known: Vec<String> = Vec::new();
        for (it, sort) in each {
            let same = known
                .iter()
                .filter(|known| known.starts_with(&format!("{it} ")));
            let it = match same.count() {
                0 => it.clone(),
                more => format!("{it}{}", more + 1),
            };
            // One number does not tell which others there are.
            let sort = sort.as_ref().filter(|it| it.size() != Some(1));
            let sort = sort.unwrap_or(&Sort::INTEGER).name();
            known.push(format!("{it} : {sort}"));
        }
        let line = format!("signal {name}({})", known.join(", "));
        let title = format!(
            "{} brings {}, but no `signal` says what",
            shown(&self.model.events[event].name),
            values(each.len())
        );
        let patch = Patch::insert(self.front, format!("{line}\n\n"));
        let finding = Diagnostic::error("wrong-parameters", span, title);
        let finding = finding.hint(format!("Declare it above the statecharts: `{line}`."));
        self.findings
            .push(finding.fix(Fix::new(format!("Declare `{line}`"), [patch])));
    }
}

/// What is known of a value that an event brings: its name, and its type where something tells that.
pub(super) type Brought = (String, Option<Sort>);

/// What the uses of an event tell of a declaration that is missing.
pub(super) struct Undeclared {
    /// The first use.
    span: Span,
    each: Vec<Brought>,
}

/// The type that a number alone tells: itself.
fn literal(it: &Expression) -> Option<Sort> {
    let number = |it: &Expression| match it.kind {
        ExpressionKind::Integer(number) => i64::try_from(number).ok(),
        _ => None,
    };
    let value = match &it.kind {
        ExpressionKind::Sign(true, it) => -number(it)?,
        _ => number(it)?,
    };
    Some(Sort::Integer {
        range: Some((value, value)),
    })
}

/// What two uses tell together: a range that holds both, and of what is no range nothing that a range does not tell better.
fn both(one: Option<Sort>, other: Option<Sort>) -> Option<Sort> {
    let range = |it: &Option<Sort>| match it {
        Some(Sort::Integer { range }) => *range,
        _ => None,
    };
    match (range(&one), range(&other)) {
        (Some((low, high)), Some((least, most))) => Some(Sort::Integer {
            range: Some((low.min(least), high.max(most))),
        }),
        (None, Some(_)) if one.is_none() || one == Some(Sort::INTEGER) => other,
        _ => one.or(other),
    }
}

/// What a value is called that has no name.
const VALUE: &str = "value";

/// So many values, in words.
pub(super) fn values(count: usize) -> String {
    match count {
        1 => "1 value".to_owned(),
        many => format!("{many} values"),
    }
}
