//! Answers about class models in words: calls are counted, and what a check names is named.

use super::stepwise::sooner;
use super::stopped::written;
use crate::language::classes::model::{Check, ClassModel, From, Pattern, Sequence, Subject};
use crate::language::classes::ocl::term::Term;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::waive::Demand;
use crate::language::questions::PropertySubject;
use crate::view::{Extent, Outcome, Verdict};

/// What an answer names beyond what was asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Named {
    /// A call that violates an invariant.
    pub(crate) call: Option<String>,
    /// The names of invariants that follow from the others; empty for those without one.
    pub(crate) implied: Vec<String>,
    /// What the state that `system` gives breaks, between backticks: where that is something a "no" holds for want of runs.
    pub(crate) broken_start: Vec<String>,
    /// The bound of integers, where a "no" depends on it.
    pub(crate) integers: String,
}

/// The answer to a check in one sentence.
pub(crate) fn answer(
    model: &ClassModel,
    check: &Check,
    outcome: &Outcome,
    named: &Named,
) -> String {
    let said = match outcome.verdict {
        Verdict::Found { depth } => {
            let found = Found {
                depth,
                from: check,
                sooner: sooner(outcome),
            };
            found.said(model, named)
        }
        Verdict::Absent(extent) => {
            let bound = outcome.bound.filter(|_| extent == Extent::Bound);
            absent(model, check, bound, named)
        }
        Verdict::Unknown(_) => open(model, check),
    };
    match named.broken_start.is_empty() {
        true => format!("{said}."),
        false => format!(
            "{said}. There is no run at all: the state that `system` gives breaks {}.",
            named.broken_start.join(" and ")
        ),
    }
}

/// Something that was found.
struct Found<'c> {
    depth: u32,
    from: &'c Check,
    sooner: &'static str,
}

impl Found<'_> {
    fn said(&self, model: &ClassModel, named: &Named) -> String {
        match &self.from.subject {
            Subject::Property(PropertySubject::Reach(_)) if self.depth == 0 => {
                format!("The goal holds {}", start(self.from))
            }
            Subject::Property(PropertySubject::Reach(_)) => {
                format!("The goal is reached {}", self.after(self.depth))
            }
            Subject::Property(PropertySubject::Always(_)) => {
                format!("The condition is false {}", self.after(self.depth))
            }
            Subject::Property(PropertySubject::Deadlock) => {
                let finals = match model.finals.is_empty() {
                    true => "",
                    false => ", where no `final` condition holds",
                };
                format!("No call is possible {}{finals}", self.after(self.depth))
            }
            Subject::Calls(sequence, is_strict) => self.calls(model, sequence, *is_strict),
            Subject::Preserves(it) => {
                let call = named.call.as_ref();
                let call = call.map_or("a call".to_owned(), |it| format!("`{it}`"));
                let when = match self.depth {
                    0 => start(self.from).to_owned(),
                    count => format!("after {}{}", calls(count), origin(self.from, "some")),
                };
                format!(
                    "{} not preserved: {when}, {call} meets its contract and leads to a state that violates it",
                    invariant(model, *it, "An invariant is", "is")
                )
            }
            Subject::Consistent => format!("There is a valid state{}", agreeing(self.from)),
            Subject::Independent(Some(it)) => format!(
                "{} independent: it is violated in a state that satisfies all other invariants",
                invariant(model, Some(*it), "", "is")
            ),
            Subject::Independent(None) => "No invariant follows from the others".into(),
        }
    }

    /// When: at the start, or after so many calls.
    fn after(&self, count: u32) -> String {
        match count {
            0 => start(self.from).into(),
            _ => format!(
                "after {}{}{}",
                calls(count),
                origin(self.from, "some"),
                self.sooner
            ),
        }
    }

    fn calls(&self, model: &ClassModel, sequence: &Sequence, is_strict: bool) -> String {
        if let (Some(call), false) = (only_call(model, sequence), is_strict) {
            let before = self.depth.saturating_sub(1);
            return format!("The call `{call}` is possible {}", self.after(before));
        }
        let own = u32::try_from(sequence.calls.len()).unwrap_or(u32::MAX);
        match (is_strict, self.depth.saturating_sub(own)) {
            (true, 0) => format!("The scenario can be played {}", start(self.from)),
            (true, before) => format!("The scenario can be played {}", self.after(before)),
            (false, _) => format!(
                "The scenario can be played within {}{}, and not within fewer",
                calls(self.depth),
                origin(self.from, "some")
            ),
        }
    }
}

/// That nothing was found, within a bound where there is one.
fn absent(model: &ClassModel, check: &Check, bound: Option<u32>, named: &Named) -> String {
    let integers = &named.integers;
    let within = bound.map_or(String::new(), |it| format!(" within {}", calls(it)));
    let within = within + integers;
    let from = origin(check, "any");
    let never = if within.is_empty() { "never" } else { "not" };
    let states = match bound {
        Some(_) => format!("every state{within}{from}"),
        None => format!("every reachable state{within}{from}"),
    };
    let said = match &check.subject {
        Subject::Property(PropertySubject::Reach(_)) => {
            format!("The goal is {never} reached{within}{from}")
        }
        Subject::Property(PropertySubject::Always(_)) => {
            format!("The condition is true in {states}")
        }
        Subject::Property(PropertySubject::Deadlock) => {
            let finals = match model.finals.is_empty() {
                true => "",
                false => ", or a `final` condition holds",
            };
            format!("A call is possible in {states}{finals}")
        }
        Subject::Calls(sequence, is_strict) => match only_call(model, sequence) {
            Some(call) if !is_strict => match bound {
                Some(bound) => format!(
                    "The call `{call}` is none of the first {}{from}",
                    calls(bound)
                ),
                None => format!("The call `{call}` is never possible{from}"),
            },
            _ => {
                let own = u32::try_from(sequence.calls.len()).unwrap_or(u32::MAX);
                let within = match (bound, is_strict) {
                    (Some(bound), true) => {
                        format!(
                            " after at most {}{integers}",
                            calls(bound.saturating_sub(own))
                        )
                    }
                    _ => within,
                };
                let can = if bound.is_some() {
                    "cannot"
                } else {
                    "can never"
                };
                format!("The scenario {can} be played{within}{from}")
            }
        },
        Subject::Preserves(it) => format!(
            "{} preserved by every call in {states}",
            invariant(model, *it, "Each invariant is", "is")
        ),
        Subject::Consistent => format!("There is no valid state{integers}{}", agreeing(check)),
        Subject::Independent(Some(it)) => format!(
            "{} implied: it holds in every state{integers} that satisfies all other invariants",
            invariant(model, Some(*it), "", "is")
        ),
        Subject::Independent(None) => implied(&named.implied),
    };
    match integers.is_empty() {
        true => said,
        false => format!("{said}. A wider bound on integers may change this"),
    }
}

/// Something that a class model demands.
pub(crate) fn demand(text: &str, model: &ClassModel, demand: Demand) -> String {
    let operation = |number: usize| {
        let it = &model.operations[number];
        format!("{}.{}", model.classes[it.class].name, it.name)
    };
    let clause = || written(text, demand.span(model));
    match demand {
        Demand::Pre(number, _) => {
            format!("the precondition `{}` of `{}`", clause(), operation(number))
        }
        Demand::Post(number, _) => {
            format!(
                "the postcondition `{}` of `{}`",
                clause(),
                operation(number)
            )
        }
        Demand::Frame(number) => format!("the frame of `{}`", operation(number)),
        Demand::Invariant(_) => format!("the invariant `{}`", clause()),
        Demand::Multiplicity(it) => {
            let association = &model.associations[it.association];
            let role = &model.end(it).role;
            format!("the multiplicity of `{role}` in `{}`", association.name)
        }
        Demand::Start(slot) => {
            let kind = model.slot_domain(slot).kind;
            let value = model.start.get(slot).cloned().flatten();
            let value = value.map_or(String::new(), |it| model.shown(kind, &it));
            format!("the start value `{} = {value}`", model.slot_name(slot))
        }
        Demand::Links(it) => {
            format!(
                "the links of `{}` at the start",
                model.associations[it].name
            )
        }
    }
}

/// What so many demands are to blame for.
pub(crate) fn blame(subject: &Subject, count: usize, minimal: bool) -> String {
    let then = match subject {
        Subject::Property(PropertySubject::Always(_)) => "the condition can be false",
        Subject::Calls(sequence, false) if sequence.calls.len() == 1 => "the call is possible",
        Subject::Calls(..) => "the scenario can be played",
        Subject::Consistent => "there is a valid state",
        _ => "the goal can be reached",
    };
    match (count, minimal) {
        (0, _) => "It is so whatever the text demands of states and calls.".into(),
        (1, true) => format!("This alone rules it out. Without it {then}."),
        (_, true) => format!("These together rule it out. Without any one of them {then}."),
        (_, false) => "These together rule it out; fewer of them may do so, too.".into(),
    }
}

/// Which invariants follow from the others.
fn implied(names: &[String]) -> String {
    let shown = |it: &String| match it.is_empty() {
        true => "one without a name".to_owned(),
        false => format!("`{it}`"),
    };
    let shown: Vec<_> = names.iter().map(shown).collect();
    match shown.as_slice() {
        [] => "No state meets the multiplicities, so nothing can violate an invariant".into(),
        [one] => format!("An invariant follows from the others: {one}"),
        all => format!(
            "Each of these invariants follows from the others: {}",
            all.join(", ")
        ),
    }
}

/// That a question was not decided.
fn open(model: &ClassModel, check: &Check) -> String {
    let what = match &check.subject {
        Subject::Property(PropertySubject::Reach(_)) => "the goal can be reached".to_owned(),
        Subject::Property(PropertySubject::Always(_)) => "the condition is always true".into(),
        Subject::Property(PropertySubject::Deadlock) => "a call is always possible".into(),
        Subject::Calls(sequence, is_strict) => match only_call(model, sequence) {
            Some(call) if !is_strict => format!("the call `{call}` is ever possible"),
            _ => "the scenario can be played".into(),
        },
        Subject::Preserves(_) => "every call preserves the invariants".into(),
        Subject::Consistent => "there is a valid state".into(),
        Subject::Independent(_) => "the invariant follows from the others".into(),
    };
    format!("Whether {what} was not decided")
}

/// The call that a sequence of one call is about: `Light.switch()`, `b1.press(_, 3)`.
fn only_call(model: &ClassModel, sequence: &Sequence) -> Option<String> {
    let [(conditions, pattern)] = sequence.calls.as_slice() else {
        return None;
    };
    let is_bare = conditions.is_empty() && sequence.last.is_empty();
    is_bare.then(|| shown(model, pattern))
}

fn shown(model: &ClassModel, pattern: &Pattern) -> String {
    let operation = &model.operations[pattern.operation];
    let of = match pattern.object {
        Some(it) => &model.objects[it].name,
        None => &model.classes[pattern.class].name,
    };
    let arguments = pattern.arguments.iter().zip(&operation.parameters);
    let arguments = arguments.map(|(it, (_, domain))| match it {
        Some(it) => model.shown(domain.kind, it),
        None => "_".into(),
    });
    let arguments: Vec<_> = arguments.collect();
    format!("{of}.{}({})", operation.name, arguments.join(", "))
}

/// An invariant as the subject of a sentence; `all` where none is named.
fn invariant(model: &ClassModel, number: Option<usize>, all: &str, verb: &str) -> String {
    match number {
        Some(it) => format!(
            "The invariant `{}` {verb}",
            model.invariants[it].clause.name
        ),
        None => all.into(),
    }
}

fn is_any(from: &From) -> bool {
    matches!(from, From::Valid(Term::Constant(Value::Boolean(true))))
}

/// Where runs start, as a place.
fn start(check: &Check) -> &'static str {
    match &check.from {
        From::System => "at the start",
        from if is_any(from) => "in some valid state",
        From::Valid(_) => "in some valid state that `from` admits",
    }
}

/// Where runs start, behind a number of calls.
fn origin(check: &Check, which: &str) -> String {
    match &check.from {
        From::System => String::new(),
        from if is_any(from) => format!(" from {which} valid state"),
        From::Valid(_) => format!(" from {which} valid state that `from` admits"),
    }
}

/// Which valid states are meant.
fn agreeing(check: &Check) -> &'static str {
    match &check.from {
        From::System => " that agrees with `system`",
        from if is_any(from) => "",
        From::Valid(_) => " that `from` admits",
    }
}

fn calls(count: u32) -> String {
    match count {
        1 => "1 call".into(),
        count => format!("{count} calls"),
    }
}
