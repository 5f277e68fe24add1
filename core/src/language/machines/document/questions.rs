//! Checks: from names to places, answers and bounds, and what is wrong on the way.

use crate::language::coming;
use crate::language::limits;
use crate::language::machines::alphabet::Alphabet;
use crate::language::machines::document::ast::{
    AtSyntax, CheckSyntax, ConditionSyntax, PlaceSyntax, Subject,
};
use crate::language::machines::document::conditions::EXAMPLE;
use crate::language::machines::scenario::Scenario;
use crate::language::machines::scenario::check::{Context, Lifelines, lifeline, unknown};
use crate::language::machines::{Condition, Place};
use crate::language::names::{shown, writing};
use crate::language::questions::{self, Goal};
use crate::language::{Answer, Check, LifelineId, Name, Question};
use crate::text::{Diagnostic, Findings, Span, similar};
use std::collections::BTreeMap;

/// Subjects of checks that are no scenarios.
const QUESTIONS: [&str; 3] = ["reach", "always", "deadlock"];

/// All that checks refer to.
#[derive(Debug)]
pub struct Scope<'a> {
    /// Machines and their names.
    pub context: Context<'a>,
    /// The symbols.
    pub alphabet: &'a Alphabet,
    /// The lifelines of `reach` and `deadlock` checks.
    pub system: &'a Lifelines,
    /// Scenarios with their lifelines.
    pub scenarios: &'a [(Scenario, Lifelines)],
    /// Scenarios by name.
    pub by_name: &'a BTreeMap<String, usize>,
}

/// Resolves one check; `None` where its scenario is unknown.
pub fn check(syntax: &CheckSyntax, scope: &Scope, findings: &mut Findings) -> Option<Check> {
    let (question, title, lifelines) = match &syntax.subject {
        Subject::Scenario { name, mode } => {
            let scenario = scenario(name, scope, findings)?;
            let question = Question::Scenario {
                scenario,
                mode: mode.unwrap_or_default(),
            };
            (question, name.text.clone(), &scope.scenarios[scenario].1)
        }
        Subject::Reach { goal } => {
            let title = format!("reach {}", goal.written());
            let goal = places(goal, "goal", scope.system, scope, findings);
            (Question::Reach { goal }, title, scope.system)
        }
        Subject::Always { condition } => {
            let title = format!("always {}", questions::Condition::written(condition));
            let found = self::condition(condition, scope, findings)?;
            let (many_ways, many_places) = (
                found.ways(false) > limits::WAYS,
                found.places() > limits::NAMED_PLACES,
            );
            if many_ways || many_places {
                let title = match many_ways {
                    true => format!(
                        "This condition can be false in more than {} ways",
                        limits::WAYS
                    ),
                    false => format!(
                        "This condition names more than {} places",
                        limits::NAMED_PLACES
                    ),
                };
                let hint =
                    "Ask for its parts with checks of their own: all of them hold where it does.";
                let finding = Diagnostic::error("too-many-ways", syntax.span, title);
                findings.push(finding.hint(hint));
            }
            (Question::Always { condition: found }, title, scope.system)
        }
        Subject::Deadlock => (Question::Deadlock, "deadlock".to_string(), scope.system),
    };
    if !matches!(question, Question::Scenario { .. }) && lifelines.by_name.is_empty() {
        findings.push(
            Diagnostic::error(
                "no-lifelines",
                syntax.span,
                "No lifelines play in this check",
            )
            .hint("Add a machine, or lifelines in `system { … }`."),
        );
    }
    let from = places(&syntax.from, "start", lifelines, scope, findings);
    let usual = usual(&question, scope);
    let written = questions::expected(syntax, findings);
    Some(Check {
        title,
        from,
        bound: questions::bound(syntax, findings),
        expected: written.or(usual),
        expect_written: written.is_some(),
        implicit: false,
        span: syntax.span,
        question,
    })
}

/// The check that a scenario has by itself in a text without checks.
#[must_use]
pub fn implicit(number: usize, scenario: &Scenario) -> Check {
    Check {
        title: scenario.name.clone(),
        question: Question::Scenario {
            scenario: number,
            mode: questions::Mode::default(),
        },
        from: Vec::new(),
        bound: None,
        expected: Some(expected_of(scenario)),
        expect_written: false,
        implicit: true,
        span: scenario.span,
    }
}

fn expected_of(scenario: &Scenario) -> Answer {
    if scenario.forbidden {
        Answer::Inconsistent
    } else {
        Answer::Consistent
    }
}

/// What a question expects by itself.
fn usual(question: &Question, scope: &Scope) -> Option<Answer> {
    match question {
        Question::Scenario { scenario, .. } => Some(expected_of(&scope.scenarios[*scenario].0)),
        Question::Reach { .. } => None,
        Question::Always { .. } => Some(Answer::Holds),
        Question::Deadlock => Some(Answer::None),
    }
}

fn scenario(name: &Name, scope: &Scope, findings: &mut Findings) -> Option<usize> {
    let found = scope.by_name.get(&name.text).copied();
    if found.is_none()
        && let Some(coming) = coming::find(coming::QUESTIONS, &name.text)
    {
        findings.push(coming.finding(&name.text, name.span));
    } else if found.is_none() && name.text == "always" {
        let title = "After `always` stands what is always so";
        let finding = Diagnostic::error("expected-place", name.span, title);
        findings.push(finding.hint(EXAMPLE));
    } else if found.is_none() {
        let names = scope.by_name.keys().map(String::as_str);
        let candidates = names.chain(QUESTIONS);
        let mut finding = unknown(
            "scenario",
            name,
            candidates.clone(),
            "scenarios and questions",
            findings,
        );
        // A question is written without the quotes that a scenario of its name would need.
        if let Some(meant) = similar(&name.text, candidates)
            && QUESTIONS.contains(&meant)
        {
            finding.fixes = vec![writing(name.span, meant)];
        }
        findings.push(finding);
    }
    found
}

/// Resolves a condition; `None` where one of its places is unknown.
fn condition(
    syntax: &ConditionSyntax,
    scope: &Scope,
    findings: &mut Findings,
) -> Option<Condition> {
    // What is wrong is reported at each of the parts.
    let mut each = |parts: &[ConditionSyntax]| -> Option<Vec<Condition>> {
        let parts: Vec<_> = parts
            .iter()
            .map(|it| condition(it, scope, findings))
            .collect();
        parts.into_iter().collect()
    };
    Some(match syntax {
        ConditionSyntax::At(place) => {
            let lifeline = lifeline(&place.lifeline, scope.system, findings)?;
            let machine = scope.system.list[lifeline].machine;
            Condition::At(lifeline, at(place, machine, scope, findings)?)
        }
        ConditionSyntax::Not(part) => Condition::Not(Box::new(condition(part, scope, findings)?)),
        ConditionSyntax::And(parts) => Condition::All(each(parts)?),
        ConditionSyntax::Or(parts) => Condition::Any(each(parts)?),
        ConditionSyntax::Implies(both) => {
            let [first, then] = <[Condition; 2]>::try_from(each(&**both)?).ok()?;
            Condition::Any(vec![Condition::Not(Box::new(first)), then])
        }
    })
}

/// Resolves places; each lifeline counts once.
fn places(
    syntax: &[PlaceSyntax],
    what: &str,
    lifelines: &Lifelines,
    scope: &Scope,
    findings: &mut Findings,
) -> Vec<(LifelineId, Place)> {
    let mut first: BTreeMap<&str, Span> = BTreeMap::new();
    let mut places = Vec::new();
    for place in syntax {
        let name = &place.lifeline;
        if let Some(&other) = first.get(name.text.as_str()) {
            let title = format!("This {what} names {} twice", shown(&name.text));
            findings.push(
                Diagnostic::error("lifeline-twice", place.span, title)
                    .label(other, "the first place")
                    .hint("A lifeline is in one place at a time: keep one of the two."),
            );
            continue;
        }
        first.insert(&name.text, place.span);
        let Some(lifeline) = lifeline(name, lifelines, findings) else {
            continue;
        };
        let machine = lifelines.list[lifeline].machine;
        places.extend(at(place, machine, scope, findings).map(|at| (lifeline, at)));
    }
    places
}

fn at(
    place: &PlaceSyntax,
    machine: usize,
    scope: &Scope,
    findings: &mut Findings,
) -> Option<Place> {
    let names = &scope.context.names[machine];
    let machine = shown(&scope.context.machines[machine].name);
    let mut state = |name: &Name| {
        let found = names.states.get(&name.text).copied();
        if found.is_none() {
            let candidates = names.states.keys().map(String::as_str);
            let plural = format!("states of {machine}");
            let mut finding = unknown("state", name, candidates, &plural, findings);
            finding.title = format!("{machine} has no state {}", shown(&name.text));
            findings.push(finding);
        }
        found
    };
    match &place.at {
        AtSyntax::State(name) => state(name).map(Place::State),
        AtSyntax::Intermediate {
            source,
            trigger,
            effects,
            target,
        } => {
            let (source, target) = (state(source), state(target));
            let (source, target) = (source?, target?);
            let symbol = |name: &Name| scope.alphabet.find(&name.text);
            let trigger = trigger.as_ref().map(symbol);
            let effects: Option<_> = effects.iter().map(symbol).collect();
            // A symbol that nobody knows is a trigger or effect of no transition.
            let known = trigger.is_none_or(|it| it.is_some());
            let key = effects
                .filter(|_| known)
                .map(|effects| (source, trigger.flatten(), effects, target));
            let found = key.and_then(|key| names.transitions.get(&key).copied());
            if found.is_none() {
                let title = format!("{machine} has no such transition");
                findings.push(
                    Diagnostic::error("unknown-transition", place.span, title).hint(
                        "Write it as `<source/trigger/effects/target>`, all as in the machine.",
                    ),
                );
            }
            found.map(Place::Intermediate)
        }
    }
}
