//! Criteria about models that are derived from the attempt: `tight-first`, `inductive`.

use super::{Judge, Verdict, no, refused, shown, undecided, unknown, yes};
use crate::expression::ast::Expression;
use crate::language::questions::PropertySubject;
use crate::language::transitions::Transitions;
use crate::language::transitions::ast::{
    PropertySyntax, RelationSyntax, StatementKind, TransitionDocument,
};
use crate::language::transitions::print;
use crate::lesson::judgement::{Evidence, Met, Played};
use crate::lesson::locks::locks;
use crate::lesson::task::{Criterion, Part};
use crate::text::{LineIndex, Span, TokenRole};
use crate::view::Outcome;

/// Where the derived check stands: behind the `prop`.
const DERIVED: usize = 1;

impl Judge {
    /// With the first number of the delay in line N of the open lines less by one, a check fails. Where there is nothing to
    /// lessen, the text itself is asked.
    pub(super) fn tight_first(&self, criterion: &Criterion, line: usize) -> Verdict {
        let start = match self.file(&self.task.file) {
            Ok(start) => start,
            Err(missing) => return Ok(unknown(missing)),
        };
        let open = self.task.open_lines();
        let locks = locks(start, &open, &self.attempt).lines;
        let mut lines = (1..).zip(&locks).filter(|(_, it)| !it.locked);
        let number = lines
            .nth(line.saturating_sub(1))
            .and_then(|(line, _)| self.delay(line));
        let mut less = self.attempt.clone();
        if let Some((span, number)) = number {
            let Some(number) = number.checked_sub(1) else {
                // No delay is less than none.
                return Ok(yes());
            };
            less.replace_range(span.start..span.end, &number.to_string());
        }
        let analysis = self.kinds.analyse(&less);
        if analysis.has_errors {
            return Ok(yes());
        }
        let (of, checks) = (Played::Derived, 0..analysis.checks.len());
        let met = |outcome: &Outcome| outcome.as_expected() != Some(false);
        let judged = self.all(criterion, (of, &less), &analysis, checks, met)?;
        Ok(match judged.met {
            Met::No => yes(),
            Met::Yes => {
                let first = match self.ask(&less, &analysis, 0)? {
                    Ok(outcome) => Some(shown(of, &less, &analysis, 0, outcome)),
                    Err(_) => None,
                };
                no(criterion, first.map(|it| Evidence::Shown(Box::new(it))))
            }
            Met::Unknown | Met::Open => judged,
        })
    }

    /// The first number of the first delay in a line of the attempt, with its place.
    fn delay(&self, line: u32) -> Option<(Span, u64)> {
        let (read, _) = self.model.as_ref()?;
        let lines = LineIndex::new(&self.attempt);
        let tokens = read.spans().iter();
        let here = tokens.filter(|it| lines.position(it.0.start).line == line);
        let here = here.filter(|it| it.1 != TokenRole::Comment);
        let mut here = here.skip_while(|it| it.0.text(&self.attempt) != "after");
        here.find_map(|(span, _)| Some((*span, span.text(&self.attempt).parse().ok()?)))
    }

    /// A part of: the condition C of check N is inductive, and implies the `prop` P.
    pub(super) fn inductive(&self, criterion: &Criterion, check: usize, part: Part) -> Verdict {
        let document = self.model.as_ref();
        let document = document.and_then(|(read, _)| read.reading().document::<Transitions>());
        let Some(document) = document else {
            return Ok(unknown(
                "Inductive is what conditions of transition systems are.",
            ));
        };
        let condition = document
            .properties
            .get(check.saturating_sub(1))
            .and_then(always);
        let (Some(condition), Some(property)) = (condition, property(document)) else {
            return Ok(no(criterion, None));
        };
        let (goal, within) = match part {
            Part::Start => (condition, 0),
            Part::Step => (condition, 1),
            Part::Implies => (property, 0),
        };
        let mut derived = document.clone();
        if part != Part::Start {
            start_where(&mut derived, condition);
        }
        derived.properties.retain(|it| it.is_prop);
        derived.properties.truncate(DERIVED);
        derived.properties.push(PropertySyntax {
            subject: PropertySubject::Always(goal.clone()),
            is_prop: false,
            every_state: None,
            within: Some((within, Span::default())),
            expect: None,
            span: Span::default(),
        });
        let text = print::print(&derived);
        let analysis = self.kinds.analyse(&text);
        if let Some(error) = analysis.diagnostics.iter().find(|it| it.error) {
            return Ok(unknown(format!(
                "Whether it is inductive cannot be asked: {}",
                error.title
            )));
        }
        let outcome = match self.ask(&text, &analysis, DERIVED)? {
            Ok(outcome) => outcome,
            Err(why) => return Ok(refused(&why)),
        };
        let evidence = shown(Played::Derived, &text, &analysis, DERIVED, outcome);
        Ok(if outcome.verdict.is_unknown() {
            undecided(evidence)
        } else if outcome.verdict.is_absent() {
            yes()
        } else {
            no(criterion, Some(Evidence::Shown(Box::new(evidence))))
        })
    }
}

/// The condition of an `always`.
fn always(property: &PropertySyntax) -> Option<&Expression> {
    match &property.subject {
        PropertySubject::Always(condition) => Some(condition),
        PropertySubject::Reach(_) | PropertySubject::Deadlock => None,
    }
}

/// The condition of the `prop`.
fn property(document: &TransitionDocument) -> Option<&Expression> {
    let mut properties = document.properties.iter();
    properties.find(|it| it.is_prop).and_then(always)
}

/// Lets a system start in every state in which a condition is true.
fn start_where(document: &mut TransitionDocument, condition: &Expression) {
    let nowhere = Span::default();
    let names: Vec<_> = document
        .variables
        .iter()
        .map(|it| it.name.clone())
        .collect();
    let mut parts: Vec<_> = (names.into_iter())
        .map(|it| document.add(StatementKind::Havoc(it), nowhere))
        .collect();
    parts.push(document.add(StatementKind::Assume(condition.clone()), nowhere));
    let block = document.add(StatementKind::Block(parts), nowhere);
    document.init = Some(RelationSyntax {
        alternatives: vec![block],
        word: nowhere,
    });
}
