//! A whole text: from names to the resolved [`Model`].
//!
//! Order of work: sizes, machines, system, scenarios, checks; each refers only to what stands
//! before it here, wherever it stands in the text. The model is always usable: every index is
//! valid, even where errors keep it from being checked.

use std::collections::BTreeMap;

use super::ast::{CheckSyntax, Document, Item, SystemSyntax};
use super::questions::{self, Scope};
use crate::language::machines::alphabet::Alphabet;
use crate::language::machines::ast::MachineSyntax;
use crate::language::machines::check as machines;
use crate::language::machines::scenario::ast::ScenarioSyntax;
use crate::language::machines::scenario::check::{self as scenarios, Context, Lifelines};
use crate::language::machines::{Machine, MachineId};
use crate::language::names::shown;
use crate::language::{Lifeline, Model, limits};
use crate::text::{Diagnostic, Findings, Span};

/// The items of a text, sorted by kind.
#[derive(Default)]
struct Items<'d> {
    machines: Vec<&'d MachineSyntax>,
    systems: Vec<&'d SystemSyntax>,
    scenarios: Vec<&'d ScenarioSyntax>,
    checks: Vec<&'d CheckSyntax>,
}

/// Resolves a document and reports into `findings`.
pub fn resolve_into(document: &Document, findings: &mut Findings) -> Model {
    let mut items = Items::default();
    for item in &document.items {
        match item {
            Item::Machine(it) => items.machines.push(it),
            Item::System(it) => items.systems.push(it),
            Item::Scenario(it) => items.scenarios.push(it),
            Item::Check(it) => items.checks.push(it),
        }
    }
    if let Some(finding) = oversized(&items) {
        findings.push(finding);
        return Model::default();
    }
    let mut alphabet = Alphabet::default();
    let (list, names): (Vec<_>, Vec<_>) = items
        .machines
        .iter()
        .map(|syntax| machines::machine(syntax, &mut alphabet, findings))
        .unzip();
    // What a broken line sends or takes is not known.
    if !items.machines.iter().any(|it| it.in_doubt) {
        alphabet.warn(findings);
    }
    let named = list.iter().map(|it| (it.name.as_str(), it.span));
    let by_name = unique("machine", "duplicate-machine", named, findings);
    let context = Context {
        machines: &list,
        names: &names,
        by_name: &by_name,
    };
    let system = system(&items, &context, findings);
    let resolved: Vec<_> = items
        .scenarios
        .iter()
        .map(|it| scenarios::scenario(it, &system, &context, &mut alphabet, findings))
        .collect();
    let named = resolved.iter().map(|(it, _)| (it.name.as_str(), it.span));
    let scenario_names = unique("scenario", "duplicate-scenario", named, findings);
    let scope = Scope {
        context,
        alphabet: &alphabet,
        system: &system,
        scenarios: &resolved,
        by_name: &scenario_names,
    };
    let checks = if items.checks.is_empty() {
        let all = resolved.iter().enumerate();
        all.map(|(number, (it, _))| questions::implicit(number, it))
            .collect()
    } else {
        let all = items.checks.iter();
        all.filter_map(|it| questions::check(it, &scope, findings))
            .collect()
    };
    Model {
        symbols: alphabet.names,
        machines: list,
        system: system.list,
        scenarios: resolved.into_iter().map(|(it, _)| it).collect(),
        checks,
    }
}

/// The finding about a model with too many of something.
fn oversized(items: &Items) -> Option<Diagnostic> {
    let (mut states, mut transitions, mut place) = (0, 0, None);
    for machine in &items.machines {
        let (more_states, more_transitions) = machines::size(machine);
        states += more_states;
        transitions += more_transitions;
        if states > limits::STATES || transitions > limits::TRANSITIONS {
            place.get_or_insert(machine.name.span);
        }
    }
    let span = place.unwrap_or_default();
    let hint = "Leave out what the question does not need, or split the model.";
    for (what, found, most) in [
        ("states in the model", states, limits::STATES),
        ("transitions in the model", transitions, limits::TRANSITIONS),
    ] {
        if found > most {
            return Some(limits::too_many(span, what, found, most, hint));
        }
    }
    let scenario = items
        .scenarios
        .get(limits::SCENARIOS)
        .map(|it| it.name.span);
    let check = items.checks.get(limits::CHECKS).map(|it| it.span);
    let hint = "Split the text into several files.";
    for (what, span, found, most) in [
        (
            "scenarios",
            scenario,
            items.scenarios.len(),
            limits::SCENARIOS,
        ),
        ("checks", check, items.checks.len(), limits::CHECKS),
    ] {
        if let Some(span) = span {
            return Some(limits::too_many(span, what, found, most, hint));
        }
    }
    None
}

/// Numbers by name; the first of several with one name counts, the others are reported.
fn unique<'n>(
    what: &str,
    code: &'static str,
    named: impl Iterator<Item = (&'n str, Span)>,
    findings: &mut Findings,
) -> BTreeMap<String, usize> {
    let mut places: BTreeMap<&str, Span> = BTreeMap::new();
    let mut numbers = BTreeMap::new();
    for (number, (name, span)) in named.enumerate() {
        if let Some(&first) = places.get(name) {
            let title = format!("The {what} {} is there twice", shown(name));
            findings.push(
                Diagnostic::error(code, span, title)
                    .label(first, "the first one")
                    .hint("Give one of the two another name."),
            );
        } else {
            places.insert(name, span);
            numbers.insert(name.to_string(), number);
        }
    }
    numbers
}

/// The lifelines of `system`, else one for each machine.
fn system(items: &Items, context: &Context, findings: &mut Findings) -> Lifelines {
    if let Some(first) = items.systems.first() {
        for other in &items.systems[1..] {
            findings.push(
                Diagnostic::error("duplicate-system", other.span, "There is a second `system`")
                    .label(first.span, "the first one")
                    .hint("Put all lifelines into one `system { … }`."),
            );
        }
        return scenarios::lifelines(&first.lifelines, context, findings);
    }
    let mut machines: Vec<(MachineId, &Machine)> = context.machines.iter().enumerate().collect();
    machines.retain(|(number, it)| context.by_name.get(&it.name) == Some(number));
    let mut system = Lifelines::default();
    if let Some((_, machine)) = machines.get(limits::LIFELINES) {
        let asked = items.checks.iter().any(|it| it.is_about_system())
            || items.scenarios.iter().any(|it| it.lifelines.is_empty());
        if asked {
            let what = "machines that play together";
            let hint = "Name the lifelines that take part in `system { … }`.";
            let found = machines.len();
            let most = limits::LIFELINES;
            findings.push(limits::too_many(machine.span, what, found, most, hint));
        }
    }
    for (number, machine) in machines {
        let id = (system.list.len() < limits::LIFELINES).then(|| {
            system.list.push(Lifeline {
                name: machine.name.clone(),
                machine: number,
                span: machine.span,
            });
            system.list.len() - 1
        });
        system.by_name.insert(machine.name.clone(), id);
    }
    system
}
