//! Labels and behaviours of statecharts: what transitions wait for, and what is done.

use super::ast::{self, Action, ChartSyntax, End, Label, Moment, Trigger};
use super::check::Resolver;
use super::check_actions::{Place, values};
use super::check_states::{AreaId, Builder};
use super::model::{
    Behaviour, BehaviourId, ChartId, EventId, Guard, Reading, StatechartModel, Statement,
    Transition, TransitionKind, VertexId, VertexKind,
};
use crate::expression::Sort;
use crate::language::Name;
use crate::language::names::shown;
use crate::text::{Diagnostic, Span};

impl Resolver<'_> {
    /// Adds the transitions and behaviours of a statechart.
    pub(super) fn labels(&mut self, chart: ChartId, _: &ChartSyntax, builder: &Builder<'_>) {
        for &(area, statement) in &builder.statements {
            match statement {
                ast::Statement::Transition(it) => self.transition(chart, area, it, builder),
                ast::Statement::Internal { state, label, span } => {
                    let Some(vertex) = self.state_of(chart, area, state.as_ref(), *span, builder)
                    else {
                        continue;
                    };
                    self.connect(
                        chart,
                        [vertex, vertex],
                        TransitionKind::Internal,
                        label,
                        *span,
                    );
                }
                ast::Statement::Defer {
                    state,
                    events,
                    span,
                } => {
                    let Some(vertex) = self.state_of(chart, area, state.as_ref(), *span, builder)
                    else {
                        continue;
                    };
                    for event in events {
                        let event = self.event(event);
                        self.model.charts[chart].vertices[vertex]
                            .deferred
                            .push(event);
                    }
                }
                ast::Statement::Behaviour {
                    state,
                    moment,
                    actions,
                    span,
                } => {
                    let Some(vertex) = self.state_of(chart, area, state.as_ref(), *span, builder)
                    else {
                        continue;
                    };
                    self.behaviour_of(chart, vertex, *moment, actions, *span);
                }
                _ => {}
            }
        }
    }

    /// The state that a line in an area is about.
    fn state_of(
        &mut self,
        chart: ChartId,
        area: AreaId,
        name: Option<&Name>,
        span: Span,
        builder: &Builder<'_>,
    ) -> Option<VertexId> {
        let vertex = match name {
            Some(name) => builder.vertex(area, name, &self.model.charts[chart], self.findings)?,
            None => match builder.areas[area].owner {
                Some(owner) => owner,
                None => {
                    let title = "This stands in no state";
                    let hint = "Put the line into a state, or write `State : …` before it.";
                    self.findings
                        .push(Diagnostic::error("outside-states", span, title).hint(hint));
                    return None;
                }
            },
        };
        if self.model.charts[chart].vertices[vertex].kind != VertexKind::State {
            let title = "Only states have behaviours, internal transitions and deferred events";
            let finding = Diagnostic::error("behaviour-of-pseudostate", span, title);
            self.findings
                .push(finding.hint("Put the actions on a transition."));
            return None;
        }
        Some(vertex)
    }

    fn behaviour_of(
        &mut self,
        chart: ChartId,
        vertex: VertexId,
        moment: Moment,
        actions: &[Action],
        span: Span,
    ) {
        let place = Place {
            chart,
            parameters: self.event_parameters(chart),
            activity: moment == Moment::Do,
        };
        let statements = self.statements(actions, &place);
        let it = &self.model.charts[chart].vertices[vertex];
        let known = match moment {
            Moment::Entry => it.entry,
            Moment::Exit => it.exit,
            Moment::Do => it.activity,
        };
        if let Some(known) = known {
            if moment == Moment::Do {
                let title = "There is a second `do` behaviour";
                let hint = "Write one after the other with `;`, or use regions.";
                self.findings
                    .push(Diagnostic::error("second-activity", span, title).hint(hint));
                return;
            }
            // Several lines are one behaviour, in the order of the text.
            self.model.charts[chart].behaviours[known]
                .statements
                .extend(statements);
            return;
        }
        if statements.is_empty() {
            return;
        }
        let behaviour = self.add_behaviour(chart, statements, span);
        let it = &mut self.model.charts[chart].vertices[vertex];
        match moment {
            Moment::Entry => it.entry = Some(behaviour),
            Moment::Exit => it.exit = Some(behaviour),
            Moment::Do => it.activity = Some(behaviour),
        }
    }

    fn add_behaviour(
        &mut self,
        chart: ChartId,
        statements: Vec<Statement>,
        span: Span,
    ) -> BehaviourId {
        let behaviours = &mut self.model.charts[chart].behaviours;
        behaviours.push(Behaviour { statements, span });
        behaviours.len() - 1
    }

    fn transition(
        &mut self,
        chart: ChartId,
        area: AreaId,
        it: &ast::TransitionSyntax,
        builder: &Builder<'_>,
    ) {
        let source = self.end(chart, area, &it.source, true, builder);
        let target = self.end(chart, area, &it.target, false, builder);
        let (Some(source), Some(target)) = (source, target) else {
            return;
        };
        let kind = match it.local {
            Some(_) => TransitionKind::Local,
            None => TransitionKind::External,
        };
        self.connect(chart, [source, target], kind, &it.label, it.span);
    }

    fn end(
        &mut self,
        chart: ChartId,
        area: AreaId,
        end: &End,
        is_source: bool,
        builder: &Builder<'_>,
    ) -> Option<VertexId> {
        let chart = &mut self.model.charts[chart];
        match end {
            End::State(name) => builder.vertex(area, name, chart, self.findings),
            End::Pseudo(span) => {
                let region = builder.known_region(area)?;
                let kind = if is_source {
                    VertexKind::Initial
                } else {
                    VertexKind::Final
                };
                Some(builder.pseudostate(region, kind, *span, chart))
            }
            End::History { deep, of, span } => {
                let region = match of {
                    None => builder.known_region(area)?,
                    Some(_) => builder.history_region(area, of.as_ref(), chart, self.findings)?,
                };
                let kind = if *deep {
                    VertexKind::DeepHistory
                } else {
                    VertexKind::ShallowHistory
                };
                Some(builder.pseudostate(region, kind, *span, chart))
            }
        }
    }

    fn connect(
        &mut self,
        chart: ChartId,
        ends: [VertexId; 2],
        kind: TransitionKind,
        label: &Label,
        span: Span,
    ) {
        let mut parameters = self.event_parameters(chart);
        let mut triggers = Vec::new();
        let mut after = Vec::new();
        for it in &label.triggers {
            match it {
                Trigger::After { from, to, .. } => after.push((*from, *to)),
                Trigger::Event {
                    name,
                    parameters: names,
                } => {
                    let event = self.event(name);
                    triggers.push(event);
                    self.bound(chart, event, name, names, &mut parameters);
                }
            }
        }
        triggers.sort_unstable();
        triggers.dedup();
        let place = Place {
            chart,
            parameters,
            activity: false,
        };
        let guard = match &label.guard {
            None => Guard::True,
            Some(ast::Guard::Else(place)) => {
                let number = self.model.charts[chart].transitions.len();
                self.elses.push((chart, number, *place));
                Guard::Else
            }
            Some(ast::Guard::Expression(it)) => match self.guard(it, &place) {
                Some(term) => Guard::Term(term),
                None => Guard::True,
            },
        };
        let statements = self.statements(&label.actions, &place);
        let effect = (!statements.is_empty()).then(|| self.add_behaviour(chart, statements, span));
        let it = &mut self.model.charts[chart];
        let number = it.transitions.len();
        let [source, target] = ends;
        it.transitions.push(Transition {
            source,
            target,
            kind,
            triggers,
            after,
            guard,
            effect,
            span,
        });
        it.vertices[source].outgoing.push(number);
        it.vertices[target].incoming.push(number);
    }

    /// `event.x`, for everything that a declared event brings: known wherever its name and place are the same in all.
    fn event_parameters(&self, chart: ChartId) -> Vec<(String, usize, Sort)> {
        let first = self.model.charts[chart].first_parameter();
        let mut known: Vec<(String, usize, Sort)> = Vec::new();
        for event in &self.model.events {
            for (at, (name, sort)) in event.parameters.iter().enumerate() {
                let entry = (format!("event.{name}"), first + at, sort.clone());
                if !known.contains(&entry) {
                    known.push(entry);
                }
            }
        }
        known
    }

    /// The names that a trigger gives to what its event brings.
    fn bound(
        &mut self,
        chart: ChartId,
        event: EventId,
        name: &Name,
        names: &[Name],
        parameters: &mut Vec<(String, usize, Sort)>,
    ) {
        let first = self.model.charts[chart].first_parameter();
        let declared = self.model.events[event].parameters.clone();
        for (at, (parameter, sort)) in declared.iter().enumerate() {
            parameters.push((format!("event.{parameter}"), first + at, sort.clone()));
        }
        if self.brings_undeclared(name, names.len()).is_some() {
            let each: Vec<_> = names.iter().map(|it| (it.text.clone(), None)).collect();
            self.undeclared(event, each, name.span);
            // They have names here, so that nothing else is wrong with them.
            let each = names.iter().enumerate();
            parameters.extend(each.map(|(at, it)| (it.text.clone(), first + at, Sort::INTEGER)));
            return;
        }
        if names.len() > declared.len() {
            let title = format!(
                "{} brings {}, but {} are named",
                shown(&name.text),
                match declared.len() {
                    0 => "nothing".to_owned(),
                    many => values(many),
                },
                names.len()
            );
            let hint = "Name as many as its `signal` has, or fewer.";
            self.findings
                .push(Diagnostic::error("wrong-parameters", name.span, title).hint(hint));
        }
        for (at, (name, (_, sort))) in names.iter().zip(&declared).enumerate() {
            let clash = parameters
                .iter()
                .any(|it| it.0 == name.text && (it.1 != first + at || it.2 != *sort));
            if clash {
                let title = format!(
                    "{} stands for different things in these triggers",
                    shown(&name.text)
                );
                let finding = Diagnostic::error("wrong-parameters", name.span, title);
                self.findings
                    .push(finding.hint("Write a transition for each trigger."));
            }
            parameters.push((name.text.clone(), first + at, sort.clone()));
        }
    }
}

/// `*` is every event; in SCXML `a` is also `a.b`.
pub(super) fn match_prefixes(model: &mut StatechartModel) {
    let names: Vec<String> = model.events.iter().map(|it| it.name.clone()).collect();
    let by_prefix = model.reading == Reading::Scxml;
    let matched = |triggers: &[EventId]| {
        let mut all: Vec<EventId> = Vec::new();
        for &trigger in triggers {
            let pattern = names[trigger].trim_end_matches(".*");
            for (event, name) in names.iter().enumerate() {
                let inner = by_prefix
                    && name
                        .strip_prefix(pattern)
                        .is_some_and(|rest| rest.starts_with('.'));
                if event == trigger || pattern == "*" || inner || (by_prefix && name == pattern) {
                    all.push(event);
                }
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    };
    for chart in &mut model.charts {
        for it in &mut chart.transitions {
            it.triggers = matched(&it.triggers);
        }
        for it in &mut chart.vertices {
            it.deferred = matched(&it.deferred);
        }
    }
}
