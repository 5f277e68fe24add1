//! Scenarios: from names to lifelines, machines and symbols, and what is wrong on the way.
//!
//! A scenario keeps its good messages: a message that names an unknown lifeline is left out, one
//! with an unknown symbol stays, so that it can be drawn.

use std::collections::BTreeMap;

use super::ast::{LifelinesSyntax, MessageSyntax, ScenarioSyntax};
use super::{Message, Scenario};
use crate::language::limits;
use crate::language::machines::alphabet::Alphabet;
use crate::language::machines::check::Names;
use crate::language::machines::{Machine, MachineId};
use crate::language::names::{did_you_mean, shown, shown_list};
use crate::language::{Lifeline, LifelineId, Name, Symbol};
use crate::text::{Diagnostic, Findings, Fix, Patch, Severity, similar};

/// Lifelines that play together.
#[derive(Clone, Debug, Default)]
pub struct Lifelines {
    /// The lifelines.
    pub list: Vec<Lifeline>,
    /// By name; `None` where the lifeline is declared, but broken: that is reported already.
    pub by_name: BTreeMap<String, Option<LifelineId>>,
}

/// All that scenarios refer to.
#[derive(Debug)]
pub struct Context<'a> {
    /// The machines.
    pub machines: &'a [Machine],
    /// Their names, machine by machine.
    pub names: &'a [Names],
    /// Machines by name.
    pub by_name: &'a BTreeMap<String, MachineId>,
}

/// Resolves declarations of lifelines.
pub fn lifelines(
    syntax: &[LifelinesSyntax],
    context: &Context,
    findings: &mut Findings,
) -> Lifelines {
    let mut lifelines = Lifelines::default();
    let count: usize = syntax.iter().map(|it| it.names.len()).sum();
    let mut places = BTreeMap::new();
    for declaration in syntax {
        let machine = machine(&declaration.machine, context, findings);
        for name in &declaration.names {
            if let Some(&first) = places.get(name.text.as_str()) {
                let title = format!("The lifeline {} is declared twice", shown(&name.text));
                findings.push(
                    Diagnostic::error("duplicate-lifeline", name.span, title)
                        .label(first, "the first declaration")
                        .hint("Give one of the two another name."),
                );
                continue;
            }
            places.insert(name.text.as_str(), name.span);
            if places.len() == limits::LIFELINES + 1 {
                let hint = "Leave out lifelines that are not needed for the question.";
                let what = "lifelines that play together";
                let most = limits::LIFELINES;
                findings.push(limits::too_many(name.span, what, count, most, hint));
            }
            let id = machine
                .filter(|_| places.len() <= limits::LIFELINES)
                .map(|machine| {
                    lifelines.list.push(Lifeline {
                        name: name.text.clone(),
                        machine,
                        span: name.span,
                    });
                    lifelines.list.len() - 1
                });
            lifelines.by_name.insert(name.text.clone(), id);
        }
    }
    lifelines
}

fn machine(name: &Name, context: &Context, findings: &mut Findings) -> Option<MachineId> {
    let found = context.by_name.get(&name.text).copied();
    if found.is_none() {
        let candidates = || context.by_name.keys().map(String::as_str);
        let finding = unknown("machine", name, candidates(), "machines", findings);
        findings.push(finding);
    }
    found
}

/// An error about a name that nothing has, with the most similar one or a list of those there are.
pub fn unknown<'n>(
    what: &'static str,
    name: &Name,
    candidates: impl Iterator<Item = &'n str> + Clone,
    plural: &str,
    findings: &Findings,
) -> Diagnostic {
    let code = match what {
        "machine" => "unknown-machine",
        "state" => "unknown-state",
        "lifeline" => "unknown-lifeline",
        "symbol" => "unknown-symbol",
        _ => "unknown-scenario",
    };
    let title = format!("There is no {what} {}", shown(&name.text));
    let finding = Diagnostic::error(code, name.span, title);
    if !findings.wants(Severity::Error) {
        return finding;
    }
    if let Some(meant) = similar(&name.text, candidates.clone()) {
        return did_you_mean(finding, meant);
    }
    let mut candidates = candidates.peekable();
    if candidates.peek().is_none() {
        return finding.hint(format!("There are no {plural} here yet."));
    }
    finding.hint(format!("The {plural} here: {}.", shown_list(candidates)))
}

/// Looks a lifeline up. `None` where it is unknown or broken; that is then reported.
pub fn lifeline(name: &Name, lifelines: &Lifelines, findings: &mut Findings) -> Option<LifelineId> {
    if let Some(&found) = lifelines.by_name.get(&name.text) {
        return found;
    }
    let candidates = lifelines.by_name.keys().map(String::as_str);
    let finding = unknown("lifeline", name, candidates, "lifelines", findings);
    findings.push(finding);
    None
}

/// Resolves one scenario; `system` are the lifelines it plays on where it declares none.
pub fn scenario(
    syntax: &ScenarioSyntax,
    system: &Lifelines,
    context: &Context,
    alphabet: &mut Alphabet,
    findings: &mut Findings,
) -> (Scenario, Lifelines) {
    let lifelines = if syntax.lifelines.is_empty() {
        system.clone()
    } else {
        lifelines(&syntax.lifelines, context, findings)
    };
    let name = shown(&syntax.name.text);
    if syntax.messages.is_empty() && !syntax.in_doubt {
        let title = format!("The scenario {name} has no messages: it can always be played");
        findings.push(
            Diagnostic::warning("empty-scenario", syntax.name.span, title)
                .hint("Add a line such as `sender -> receiver : symbol`."),
        );
    }
    if syntax.messages.len() > limits::MESSAGES {
        let (found, most) = (syntax.messages.len(), limits::MESSAGES);
        let hint = "Split the scenario into shorter ones.";
        let what = "messages in this scenario";
        findings.push(limits::too_many(syntax.name.span, what, found, most, hint));
    }
    let messages = syntax.messages.iter().take(limits::MESSAGES);
    let messages = messages
        .filter_map(|it| message(it, &lifelines, context, alphabet, findings))
        .collect();
    let scenario = Scenario {
        name: syntax.name.text.clone(),
        forbidden: syntax.forbidden,
        lifelines: lifelines.list.clone(),
        messages,
        span: syntax.name.span,
    };
    (scenario, lifelines)
}

fn message(
    syntax: &MessageSyntax,
    lifelines: &Lifelines,
    context: &Context,
    alphabet: &mut Alphabet,
    findings: &mut Findings,
) -> Option<Message> {
    let from = lifeline(&syntax.from, lifelines, findings);
    let to = lifeline(&syntax.to, lifelines, findings);
    let symbol = symbol(&syntax.symbol, alphabet, findings);
    if syntax.from.text == syntax.to.text {
        let title = format!("{} sends this message to itself", shown(&syntax.from.text));
        findings.push(
            Diagnostic::error("self-message", syntax.span, title)
                .hint("A message goes from one lifeline to another one."),
        );
        return None;
    }
    let message = Message {
        from: from?,
        to: to?,
        symbol,
        span: syntax.span,
    };
    if alphabet.is_used(symbol) {
        impossible(&message, syntax, lifelines, context, findings);
    }
    Some(message)
}

fn symbol(name: &Name, alphabet: &mut Alphabet, findings: &mut Findings) -> Symbol {
    let used = alphabet.find(&name.text).filter(|&it| alphabet.is_used(it));
    if used.is_none() {
        let used = (0..alphabet.names.len()).filter(|&it| alphabet.is_used(it));
        let candidates = used.map(|it| alphabet.names[it].as_str());
        let finding = unknown("symbol", name, candidates, "symbols", findings);
        findings.push(finding);
    }
    alphabet.intern(&name.text)
}

/// Warns about a message that one of its two ends can never exchange.
fn impossible(
    message: &Message,
    syntax: &MessageSyntax,
    lifelines: &Lifelines,
    context: &Context,
    findings: &mut Findings,
) {
    let machine_of = |lifeline: LifelineId| lifelines.list[lifeline].machine;
    let (sender, receiver) = (machine_of(message.from), machine_of(message.to));
    let names = context.names;
    let sends = |machine: MachineId| names[machine].sends.contains(&message.symbol);
    let takes = |machine: MachineId| names[machine].takes.contains(&message.symbol);
    let symbol = shown(&syntax.symbol.text);
    let reversed = sends(receiver) && takes(sender);
    let others = |can: &dyn Fn(MachineId) -> bool| {
        let machines = (0..context.machines.len()).filter(|&it| can(it));
        shown_list(machines.map(|it| context.machines[it].name.as_str()))
    };
    let turn = "Turn the arrow around.";
    for (possible, code, lifeline, machine, verb, part, can) in [
        (
            sends(sender),
            "cannot-send",
            &syntax.from,
            sender,
            "send",
            "effect",
            &sends as &dyn Fn(MachineId) -> bool,
        ),
        (
            takes(receiver),
            "cannot-take",
            &syntax.to,
            receiver,
            "take",
            "trigger",
            &takes,
        ),
    ] {
        if possible || names[machine].in_doubt || !findings.wants(Severity::Warning) {
            continue;
        }
        let title = format!(
            "{} can never {verb} {symbol}: {} has no transition with that {part}",
            shown(&lifeline.text),
            shown(&context.machines[machine].name)
        );
        let able = others(can);
        let hint = if reversed {
            turn.to_string()
        } else if able.is_empty() {
            format!("Add a transition with the {part} {symbol}.")
        } else {
            format!("Machines that {verb} it: {able}.")
        };
        let mut finding = Diagnostic::warning(code, syntax.span, title).hint(hint);
        if reversed {
            finding = finding.fix(turned(syntax));
        }
        findings.push(finding);
    }
}

/// The fix that lets a message go the other way.
fn turned(syntax: &MessageSyntax) -> Fix {
    let patches = [
        Patch::replace(syntax.from.span, syntax.to.written()),
        Patch::replace(syntax.to.span, syntax.from.written()),
    ];
    Fix::new("Turn the arrow around", patches)
}
