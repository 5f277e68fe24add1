//! Statecharts: from the tree to the resolved model, and what is wrong on the way.
//!
//! The model is always usable: what has an error is left out. States come first (`check_states`), since names of states
//! need no declaration; then variables, labels and behaviours (`check_labels`), what comes from outside and the
//! questions (`check_questions`); `structure_rules` and `hints` look at the whole.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::ast::{ChartSyntax, Item, SignalSyntax, StatechartDocument, Statement, SystemStatement};
use super::check_actions::Undeclared;
use super::check_states::Builder;
use super::model::{
    Chart, ChartId, ChartVariable, Event, EventId, Object, Overflow, StatechartModel, TransitionId,
};
use super::{hints, structure_rules};
use crate::expression::{Checker, Enumeration, Scope, Sort, Types, Value, evaluate};
use crate::language::Name;
use crate::language::names::{did_you_mean, shown};
use crate::text::{Diagnostic, Findings, Span, similar};

/// Most events that a queue holds.
pub const LONGEST_QUEUE: usize = 64;
/// How many it holds where the text does not say.
pub const USUAL_QUEUE: usize = 4;
/// Most objects.
pub const MOST_OBJECTS: usize = 64;
/// Most states, pseudostates included, of all objects together.
pub const MOST_VERTICES: usize = 5_000;

/// Looks everything up.
#[must_use]
pub fn resolve_into(document: &StatechartDocument, findings: &mut Findings) -> StatechartModel {
    let mut resolver = Resolver {
        findings,
        types: Types::default(),
        model: StatechartModel::default(),
        by_event: BTreeMap::new(),
        by_label: BTreeMap::new(),
        charts: BTreeMap::new(),
        objects: BTreeMap::new(),
        sent: BTreeMap::new(),
        undeclared: BTreeMap::new(),
        elses: Vec::new(),
        declared: 0,
        front: 0,
    };
    resolver.document(document);
    resolver.model
}

pub(super) struct Resolver<'f> {
    pub(super) findings: &'f mut Findings,
    pub(super) types: Types,
    pub(super) model: StatechartModel,
    by_event: BTreeMap<String, EventId>,
    by_label: BTreeMap<String, usize>,
    pub(super) charts: BTreeMap<String, ChartId>,
    pub(super) objects: BTreeMap<String, usize>,
    /// Events that somebody sends, with the first place.
    pub(super) sent: BTreeMap<EventId, Span>,
    /// Events that bring something without a declaration: it is said once of each, when all uses of it are known.
    pub(super) undeclared: BTreeMap<EventId, Undeclared>,
    /// Each `else`: the statechart and number of its transition, and where it is written.
    pub(super) elses: Vec<(ChartId, TransitionId, Span)>,
    /// How many events have a `signal`: they come first.
    pub(super) declared: usize,
    /// Where the first statechart begins: declarations stand before it.
    pub(super) front: usize,
}

/// Nothing can be named.
struct Nothing;

impl Scope for Nothing {
    fn variable(&self, _: &str) -> Option<(usize, &Sort)> {
        None
    }

    fn names(&self) -> Box<dyn Iterator<Item = &str> + '_> {
        Box::new(std::iter::empty())
    }
}

impl Resolver<'_> {
    fn document(&mut self, document: &StatechartDocument) {
        let charts: Vec<&ChartSyntax> = self.chart_names(document);
        self.front = charts.iter().map(|it| it.span.start).min().unwrap_or(0);
        self.declare_objects(document, &charts);
        for item in &document.items {
            if let Item::Signal(it) = item {
                self.signal(it);
            }
        }
        self.declared = self.model.events.len();
        let mut labels = Vec::new();
        for (number, syntax) in charts.iter().enumerate() {
            labels.push(self.chart_states(number, syntax));
        }
        for (number, (syntax, builder)) in charts.iter().zip(labels).enumerate() {
            self.labels(number, syntax, &builder);
        }
        for item in &document.items {
            if let Item::System(it) = item {
                self.scripts(it);
            }
        }
        super::check_labels::match_prefixes(&mut self.model);
        self.opposites();
        let scenarios = document.items.iter().filter_map(|item| match item {
            Item::Scenario(it) => Some(it),
            _ => None,
        });
        self.scenarios(&scenarios.collect::<Vec<_>>());
        for item in &document.items {
            if let Item::Check(it) = item {
                self.property(it);
            }
        }
        if !document.items.iter().any(|it| matches!(it, Item::Check(_))) {
            self.implicit_checks();
        }
        self.declare_signals();
        let vertices = self
            .model
            .objects
            .iter()
            .map(|it| self.model.charts[it.chart].vertices.len());
        let vertices: usize = vertices.sum();
        if vertices > MOST_VERTICES {
            let span = self
                .model
                .charts
                .first()
                .map_or(Span::default(), |it| it.span);
            let hint = "Leave objects out, or states that do not matter.";
            let what = "states of all objects";
            self.findings.push(crate::language::limits::too_many(
                span,
                what,
                vertices,
                MOST_VERTICES,
                hint,
            ));
        }
        structure_rules::check(&self.model, self.findings);
        // What is probably not meant shows where the rest is fine.
        if self.findings.errors() == 0 {
            hints::check(&self.model, &self.sent, self.findings);
        }
    }

    fn chart_names<'d>(&mut self, document: &'d StatechartDocument) -> Vec<&'d ChartSyntax> {
        let mut all: Vec<&ChartSyntax> = Vec::new();
        for item in &document.items {
            let Item::Chart(it) = item else { continue };
            if let Some(&first) = self.charts.get(&it.name.text) {
                self.twice("statechart", &it.name, all[first].name.span);
                continue;
            }
            self.charts.insert(it.name.text.clone(), all.len());
            all.push(it);
        }
        all
    }

    pub(super) fn twice(&mut self, what: &str, name: &Name, first: Span) {
        let title = format!("The {what} {} is declared twice", shown(&name.text));
        let finding =
            Diagnostic::error("declared-twice", name.span, title).label(first, "the first one");
        self.findings
            .push(finding.hint("Rename or remove one of the two."));
    }

    /// The objects, and for each statechart the sort of references to its objects.
    fn declare_objects(&mut self, document: &StatechartDocument, charts: &[&ChartSyntax]) {
        let mut system = None;
        for item in &document.items {
            let Item::System(it) = item else { continue };
            if let Some(first) = system.replace(it.span) {
                let finding =
                    Diagnostic::error("second-system", it.span, "There is a second `system`");
                self.findings.push(
                    finding
                        .label(first, "the first one")
                        .hint("Write all objects into one of them."),
                );
            }
            for statement in &it.statements {
                match statement {
                    SystemStatement::Objects { names, chart } => {
                        let Some(chart) = self.chart_of(chart) else {
                            continue;
                        };
                        names.iter().for_each(|it| self.object(it, chart));
                    }
                    SystemStatement::Semantics(reading, _) => self.model.reading = *reading,
                    SystemStatement::Environment(_) => {}
                }
            }
        }
        if self.model.objects.is_empty() && system.is_none() {
            for (chart, it) in charts.iter().enumerate() {
                self.object(&it.name, chart);
            }
        }
        if self.model.objects.len() > MOST_OBJECTS {
            let span = self.model.objects[MOST_OBJECTS].span;
            let (found, hint) = (self.model.objects.len(), "Leave some out.");
            self.findings.push(crate::language::limits::too_many(
                span,
                "objects",
                found,
                MOST_OBJECTS,
                hint,
            ));
            self.model.objects.truncate(MOST_OBJECTS);
        }
        for (number, it) in charts.iter().enumerate() {
            let mut literals = vec!["null".to_owned()];
            for object in self
                .model
                .objects
                .iter_mut()
                .filter(|it| it.chart == number)
            {
                object.reference = i64::try_from(literals.len()).expect("objects are few");
                literals.push(object.name.clone());
            }
            self.types.declare(Enumeration {
                name: it.name.text.clone(),
                literals,
            });
        }
    }

    fn chart_of(&mut self, name: &Name) -> Option<ChartId> {
        let found = self.charts.get(&name.text).copied();
        if found.is_none() {
            let title = format!("There is no statechart {}", shown(&name.text));
            let finding = Diagnostic::error("unknown-statechart", name.span, title);
            let meant = similar(&name.text, self.charts.keys().map(String::as_str));
            self.findings.push(match meant {
                Some(meant) => did_you_mean(finding, meant),
                None => finding.hint(format!("Declare it: `statechart {} {{ … }}`.", name.text)),
            });
        }
        found
    }

    fn object(&mut self, name: &Name, chart: ChartId) {
        if let Some(&first) = self.objects.get(&name.text) {
            let first = self.model.objects[first].span;
            return self.twice("object", name, first);
        }
        self.objects
            .insert(name.text.clone(), self.model.objects.len());
        self.model.objects.push(Object {
            name: name.text.clone(),
            chart,
            reference: 0,
            span: name.span,
        });
    }

    fn signal(&mut self, syntax: &SignalSyntax) {
        if let Some(&known) = self.by_event.get(&syntax.name.text) {
            let title = format!("The signal {} is declared twice", shown(&syntax.name.text));
            let finding = Diagnostic::error("declared-twice", syntax.name.span, title);
            self.findings.push(finding.hint("Remove one of the two."));
            let _ = known;
            return;
        }
        let event = self.event(&syntax.name);
        for (name, sort) in &syntax.parameters {
            let sort = self
                .types
                .sort(sort, self.findings)
                .unwrap_or(Sort::INTEGER);
            self.model.events[event]
                .parameters
                .push((name.text.clone(), sort));
        }
    }

    /// The event of a name; events without parameters need no declaration.
    pub(super) fn event(&mut self, name: &Name) -> EventId {
        if let Some(&known) = self.by_event.get(&name.text) {
            return known;
        }
        let event = self.model.events.len();
        self.by_event.insert(name.text.clone(), event);
        self.model.events.push(Event {
            name: name.text.clone(),
            parameters: Vec::new(),
        });
        event
    }

    /// The number of a text that is shown.
    pub(super) fn label_text(&mut self, text: &str) -> usize {
        let next = self.by_label.len();
        let known = *self.by_label.entry(text.to_owned()).or_insert(next);
        if known == next {
            self.model.labels.push(text.to_owned());
        }
        known
    }

    fn chart_states<'d>(&mut self, number: ChartId, syntax: &'d ChartSyntax) -> Builder<'d> {
        let mut chart = Chart {
            name: syntax.name.text.clone(),
            queue: USUAL_QUEUE,
            overflow: Overflow::Bound,
            references: self.types.named(&syntax.name.text).map(Arc::clone),
            span: syntax.name.span,
            ..Chart::default()
        };
        let mut queue = None;
        for statement in &syntax.body {
            match statement {
                Statement::Variable(it) => self.variable(&mut chart, it),
                Statement::Input(it) => self.input(&mut chart, it),
                Statement::Queue(it) => {
                    let (size, span) = it.size;
                    if queue.replace(span).is_some() {
                        let finding = Diagnostic::error(
                            "declared-twice",
                            span,
                            "The queue is declared twice",
                        );
                        self.findings.push(finding.hint("Keep one of the lines."));
                    }
                    let size = usize::try_from(size).unwrap_or(usize::MAX);
                    if size == 0 || size > LONGEST_QUEUE {
                        let title = format!("A queue holds between 1 and {LONGEST_QUEUE} events");
                        let hint = "What matters shows with few: the states grow with every event that can wait.";
                        self.findings
                            .push(Diagnostic::error("queue-size", span, title).hint(hint));
                    }
                    chart.queue = size.clamp(1, LONGEST_QUEUE);
                    chart.overflow = it.policy.map_or(Overflow::Bound, |it| it.0);
                }
                _ => {}
            }
        }
        let builder = Builder::build(syntax, &mut chart, self.findings);
        debug_assert_eq!(
            self.model.charts.len(),
            number,
            "charts are resolved in order"
        );
        self.model.charts.push(chart);
        builder
    }

    fn variable(&mut self, chart: &mut Chart, syntax: &super::ast::VariableSyntax) {
        if let Some(first) = declared(chart, &syntax.name.text) {
            return self.twice("variable", &syntax.name, first);
        }
        let sort = self
            .types
            .sort(&syntax.sort, self.findings)
            .unwrap_or(Sort::INTEGER);
        if matches!(sort, Sort::Array { .. }) {
            let title = "Variables of statecharts cannot be arrays";
            let hint = "Write one variable for each place.";
            self.findings
                .push(Diagnostic::error("array-variable", syntax.sort.span, title).hint(hint));
            return;
        }
        let mut initial = sort.default_value();
        if let Some(expression) = &syntax.initial
            && let Some(value) = self.constant(expression, &sort)
        {
            if !value.fits(&sort) {
                let title = format!("{} is not in {}", value.show(&sort), sort.name());
                let finding = Diagnostic::error("outside-range", expression.span, title);
                self.findings
                    .push(finding.hint("Choose a value of the range."));
            } else {
                initial = value;
            }
        }
        chart.variables.push(ChartVariable {
            name: syntax.name.text.clone(),
            sort,
            initial,
            span: syntax.name.span,
        });
    }

    /// The value of an expression without variables.
    pub(super) fn constant(
        &mut self,
        it: &crate::expression::ast::Expression,
        sort: &Sort,
    ) -> Option<Value> {
        let mut checker = Checker {
            types: &self.types,
            scope: &Nothing,
            findings: self.findings,
        };
        let term = checker.expect(it, sort)?;
        match evaluate(&term, &[]) {
            Ok(value) => Some(value),
            Err(_) => {
                let finding = Diagnostic::error("undefined-value", it.span, "This has no value");
                self.findings
                    .push(finding.hint("It divides by zero, or needs more than 64 bits."));
                None
            }
        }
    }
}

/// Where a variable or input of a name is declared.
pub(super) fn declared(chart: &Chart, name: &str) -> Option<Span> {
    let variables = chart.variables.iter().map(|it| (&it.name, it.span));
    let inputs = chart.inputs.iter().map(|it| (&it.name, it.span));
    variables
        .chain(inputs)
        .find(|it| it.0 == name)
        .map(|it| it.1)
}
