//! Inputs, which are values without memory, and `else` at the ways out of a state.
//!
//! An input has a value only while guards are selected, so nothing but a guard can read it. `else` at a transition of a
//! state is the opposite of the guards of the other transitions that leave the same state on the same events; what has no
//! event, or waits for time, counts as one of its own kind. It becomes that condition here, so all that reads a model knows it.

use super::ast::{InputSyntax, InputValues};
use super::check::{Resolver, declared};
use super::model::{
    Chart, ChartId, ChartInput, Guard, Transition, TransitionId, Vertex, VertexKind,
};
use crate::expression::{Enumeration, Sort, Term, TermKind};
use crate::language::Name;
use crate::language::names::shown;
use crate::text::{Diagnostic, Span};

/// Values of an input at most.
pub const MOST_INPUT_VALUES: u64 = 1_000;

impl Resolver<'_> {
    /// Adds an input to its statechart.
    pub(super) fn input(&mut self, chart: &mut Chart, syntax: &InputSyntax) {
        let name = &syntax.name;
        if let Some(first) = declared(chart, &name.text) {
            return self.twice("input", name, first);
        }
        let (sort, span) = match &syntax.values {
            InputValues::Type(it) => (self.types.sort(it, self.findings), it.span),
            InputValues::Literals(all, span) => (self.literals(chart, name, all), *span),
        };
        // Where the type cannot be read the input is known all the same.
        let sort = sort.unwrap_or(Sort::Boolean);
        let is_reference =
            matches!(&sort, Sort::Enumeration(it) if self.charts.contains_key(&it.name));
        let size = match sort {
            Sort::Array { .. } => None,
            _ => sort.size(),
        };
        let wrong = match size {
            _ if is_reference => Some("An input cannot be an object"),
            None => Some("An input has a range"),
            Some(size) if size > MOST_INPUT_VALUES => Some("An input has at most 1,000 values"),
            Some(_) => None,
        };
        if let Some(title) = wrong {
            let hint =
                "Write `boolean`, a range such as `0..10`, or values such as `{ idle, busy }`.";
            let finding = Diagnostic::error("input-type", span, title);
            self.findings.push(finding.hint(hint));
        }
        chart.inputs.push(ChartInput {
            name: name.text.clone(),
            sort: match wrong {
                Some(_) => Sort::Boolean,
                None => sort,
            },
            span: name.span,
        });
    }

    /// `{ idle, busy }` as a sort of its own.
    fn literals(&mut self, chart: &Chart, name: &Name, all: &[Name]) -> Option<Sort> {
        let mut known: Vec<&Name> = Vec::new();
        for it in all {
            match known.iter().find(|known| known.text == it.text) {
                Some(first) => self.twice("value", it, first.span),
                None => known.push(it),
            }
        }
        let of = format!("{}.{}", chart.name, name.text);
        self.types.declare(Enumeration {
            name: of.clone(),
            literals: known.iter().map(|it| it.text.clone()).collect(),
        });
        let found = self.types.named(&of).cloned();
        found.filter(|_| !known.is_empty()).map(Sort::Enumeration)
    }

    /// Whether a term reads no input; one that does where it cannot is reported.
    pub(super) fn reads_no_input(&mut self, term: &Term, chart: ChartId) -> bool {
        let chart = &self.model.charts[chart];
        let Some(&first) = chart.inputs_of(term).first() else {
            return true;
        };
        let mut span = term.span;
        term.each(&mut |it| {
            if it.kind == TermKind::Variable(chart.first_input() + first) {
                span = it.span;
            }
        });
        let title = format!(
            "The input {} has a value only while guards are selected",
            shown(&chart.inputs[first].name)
        );
        let hint = "Read it in a guard: lead the transition to a choice, with a way for each case.";
        self.findings
            .push(Diagnostic::error("input-outside-guard", span, title).hint(hint));
        false
    }

    /// Reports an input that is given a value.
    pub(super) fn is_assigned_input(&mut self, chart: ChartId, name: &Name) -> bool {
        let mut inputs = self.model.charts[chart].inputs.iter();
        let is_input = inputs.any(|it| it.name == name.text);
        if is_input {
            let title = format!("The input {} is given no value", shown(&name.text));
            let hint = "It has any of its values, chosen anew at each moment. What keeps its value is a variable: `var`.";
            self.findings
                .push(Diagnostic::error("assigned-input", name.span, title).hint(hint));
        }
        is_input
    }

    /// Makes each `else` at a state the opposite of the other guards.
    pub(super) fn opposites(&mut self) {
        for (chart, number, span) in std::mem::take(&mut self.elses) {
            let chart = &mut self.model.charts[chart];
            if chart.vertices[chart.transitions[number].source].kind != VertexKind::State {
                continue;
            }
            match opposite(chart, number, span) {
                Ok(term) => chart.transitions[number].guard = Guard::Term(term),
                Err((title, hint)) => self
                    .findings
                    .push(Diagnostic::error("misplaced-else", span, title).hint(hint)),
            }
        }
    }
}

/// What `else` at a transition of a state says; else what is wrong with it.
fn opposite(
    chart: &Chart,
    number: TransitionId,
    span: Span,
) -> Result<Term, (&'static str, &'static str)> {
    let it = &chart.transitions[number];
    let Vertex { outgoing, .. } = &chart.vertices[it.source];
    let mut guards = Vec::new();
    for other in outgoing.iter().filter(|&&other| other != number) {
        let other = &chart.transitions[*other];
        match meets(it, other) {
            None => {
                let title = "The others of these events do not all have the same guards";
                return Err((title, "Write a transition with `else` for each event."));
            }
            Some(false) => {}
            Some(true) => match &other.guard {
                Guard::Term(term) => guards.push(term.clone()),
                Guard::True => guards.push(Term::constant(
                    crate::expression::Value::boolean(true),
                    Sort::Boolean,
                )),
                Guard::Else => {}
            },
        }
    }
    if guards.is_empty() {
        let title = "There is no other guard that `else` is the opposite of";
        let hint = "Write the condition, or another transition from this state for the same event.";
        return Err((title, hint));
    }
    let any = Term {
        span,
        ..Term::boolean(TermKind::Or(guards))
    };
    Ok(any.negated())
}

/// Whether a transition is fired by what fires another one that has `else`; `None` where it is by a part of that only.
fn meets(it: &Transition, other: &Transition) -> Option<bool> {
    if it.is_completion() || other.is_completion() {
        return Some(it.is_completion() && other.is_completion());
    }
    let in_events = |event| other.triggers.contains(event);
    let in_times = |time| other.after.contains(time);
    let any = it.triggers.iter().any(in_events) || it.after.iter().any(in_times);
    let all = it.triggers.iter().all(in_events) && it.after.iter().all(in_times);
    match (any, all) {
        (false, _) => Some(false),
        (true, true) => Some(true),
        (true, false) => None,
    }
}
