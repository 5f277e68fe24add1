//! What is probably not meant: states that nothing reaches, events that nobody sends, guards that are never true,
//! forks that divide nothing.

use std::collections::{BTreeMap, BTreeSet};

use super::model::{
    Chart, EventId, Guard, Reading, Region, StatechartModel, Statement, StatementKind,
    TransitionKind, Vertex, VertexId, VertexKind,
};
use super::semantics::DONE;
use super::structure::Structure;
use crate::expression::{Sort, Term, TermKind, Value, truth};
use crate::language::names::{did_you_mean, shown};
use crate::text::{Diagnostic, Findings, Severity, Span, similar};

/// Values of the variables of a guard that are tried at most.
const MOST_TRIED: u64 = 4_096;

/// Looks at every statechart.
pub(super) fn check(
    model: &StatechartModel,
    sent: &BTreeMap<EventId, Span>,
    findings: &mut Findings,
) {
    for chart in &model.charts {
        unreachable(chart, findings);
        false_guards(chart, findings);
        lonely(chart, findings);
        endless(chart, model.reading, findings);
    }
    events(model, sent, findings);
}

/// States that no way leads to from the initial pseudostates, whatever events come.
fn unreachable(chart: &Chart, findings: &mut Findings) {
    let structure = Structure::new(chart);
    let mut reached = vec![false; chart.vertices.len()];
    let mut open: Vec<VertexId> = chart
        .top()
        .filter_map(|it| chart.regions[it].initial)
        .collect();
    while let Some(vertex) = open.pop() {
        if std::mem::replace(&mut reached[vertex], true) {
            continue;
        }
        let it = &chart.vertices[vertex];
        open.extend(it.outgoing.iter().map(|&it| chart.transitions[it].target));
        // Who enters a state enters what is around it, and its regions by their default.
        for &state in structure.ancestors(vertex).iter().chain([&vertex]) {
            open.push(state);
            open.extend(
                chart.vertices[state]
                    .regions
                    .iter()
                    .filter_map(|&it| chart.regions[it].initial),
            );
        }
        if let Some(own) = it.own {
            open.push(own);
        }
        if matches!(
            it.kind,
            VertexKind::ShallowHistory | VertexKind::DeepHistory
        ) {
            open.extend(chart.regions[it.region].initial);
        }
    }
    for (vertex, it) in chart.vertices.iter().enumerate() {
        let around = structure.ancestors(vertex).first();
        // What is inside of something unreachable goes without saying.
        if it.kind == VertexKind::State && !reached[vertex] && around.is_none_or(|&it| reached[it])
        {
            let title = format!("Nothing leads to {}", shown(&chart.path(vertex)));
            let finding = Diagnostic::warning("unreachable-state", it.span, title);
            findings.push(finding.hint("Add a transition to it, or remove it."));
        }
    }
}

fn false_guards(chart: &Chart, findings: &mut Findings) {
    for it in &chart.transitions {
        let Guard::Term(term) = &it.guard else {
            continue;
        };
        if is_never_true(term, chart) {
            let finding =
                Diagnostic::warning("guard-never-true", term.span, "This guard is never true");
            findings.push(finding.hint("Mend it, or remove the transition."));
        }
    }
}

/// Forks and joins with one branch.
fn lonely(chart: &Chart, findings: &mut Findings) {
    let structure = Structure::new(chart);
    for (vertex, it) in chart.vertices.iter().enumerate() {
        let (what, branches) = match it.kind {
            VertexKind::Fork => ("The fork", it.outgoing.len()),
            VertexKind::Join => ("The join", structure.sources(vertex).len()),
            _ => continue,
        };
        if branches == 1 {
            let title = format!("{what} {} has one branch only", shown(&chart.path(vertex)));
            let finding = Diagnostic::warning("lonely-branch", it.span, title);
            findings.push(finding.hint("Add the other branches, or lead the transition past it."));
        }
    }
}

/// Whether a condition is true for no values of its variables, where these are few.
fn is_never_true(term: &Term, chart: &Chart) -> bool {
    let mut variables: BTreeMap<usize, Sort> = BTreeMap::new();
    term.each(&mut |it| {
        if let TermKind::Variable(number) = it.kind {
            variables.insert(number, it.sort.clone());
        }
    });
    let sizes = variables.values().map(|it| it.size());
    let Some(count) = sizes
        .into_iter()
        .try_fold(1_u64, |all, it| all.checked_mul(it?))
    else {
        return false;
    };
    let most = variables
        .keys()
        .max()
        .map_or(0, |it| it + 1)
        .max(chart.first_parameter());
    if count > MOST_TRIED || variables.values().any(|it| it.least().is_none()) {
        return false;
    }
    let mut values = vec![Value::Number(0); most];
    for mut number in 0..count {
        for (&variable, sort) in &variables {
            let size = sort.size().unwrap_or(1).max(1);
            let least = sort.least().unwrap_or(0);
            values[variable] = Value::Number(least + i64::try_from(number % size).unwrap_or(0));
            number /= size;
        }
        if truth(term, &values) == Ok(true) {
            return false;
        }
    }
    true
}

/// Simple states that lead to one another by completion alone, for ever. In SCXML a do behaviour keeps nothing from that.
fn endless(chart: &Chart, reading: Reading, findings: &mut Findings) {
    let is_scxml = reading == Reading::Scxml;
    let next = |vertex: VertexId| {
        let it = &chart.vertices[vertex];
        let simple = it.kind == VertexKind::State
            && it.regions.is_empty()
            && (it.activity.is_none() || is_scxml);
        let mut ways = it.outgoing.iter().map(|&it| &chart.transitions[it]);
        let way = ways.find(|it| {
            it.is_completion() && it.guard == Guard::True && it.kind == TransitionKind::External
        });
        way.filter(|_| simple).map(|it| (it.target, it.span))
    };
    let mut seen = BTreeSet::new();
    for vertex in 0..chart.vertices.len() {
        let mut path: Vec<VertexId> = Vec::new();
        let mut at = vertex;
        while seen.insert(at) {
            path.push(at);
            let Some((target, _)) = next(at) else { break };
            at = target;
        }
        let Some(begin) = path.iter().position(|&it| it == at) else {
            continue;
        };
        let Some((_, span)) = next(*path.last().unwrap_or(&at)) else {
            continue;
        };
        if next(at).is_none() {
            continue;
        }
        let names: Vec<_> = path[begin..]
            .iter()
            .map(|&it| shown(&chart.path(it)))
            .collect();
        let title = match &names[..] {
            [only] if is_scxml => {
                format!("{only} is left without an event and entered again, for ever")
            }
            [only] => format!("{only} completes and is entered again, for ever"),
            _ if is_scxml => format!(
                "{} follow one another without an event, for ever",
                names.join(", ")
            ),
            _ => format!(
                "{} follow one another by completion, for ever",
                names.join(", ")
            ),
        };
        let finding = Diagnostic::warning("endless-completion", span, title);
        findings.push(
            finding.hint("Let one of the transitions wait for an event, or give it a guard."),
        );
    }
}

/// Events that nobody sends, and those that their receiver never takes.
fn events(model: &StatechartModel, sent: &BTreeMap<EventId, Span>, findings: &mut Findings) {
    let mut taken: BTreeMap<EventId, Span> = BTreeMap::new();
    for chart in &model.charts {
        for it in &chart.transitions {
            for &event in &it.triggers {
                taken.entry(event).or_insert(it.span);
            }
        }
        for it in &chart.behaviours {
            accepted(&it.statements, &mut |event, span| {
                taken.entry(event).or_insert(span);
            });
        }
    }
    for (&event, &span) in &taken {
        let name = &model.events[event].name;
        if sent.contains_key(&event) || name == "*" || is_raised(model, name) {
            continue;
        }
        // In SCXML who waits for `news` also waits for `news.today`.
        let beginning = format!("{}.", name.trim_end_matches(".*"));
        let mut names = sent.keys().map(|&it| &model.events[it].name);
        if model.reading == Reading::Scxml && names.any(|it| it.starts_with(&beginning)) {
            continue;
        }
        let title = format!("Nobody sends {}", shown(name));
        let finding = Diagnostic::warning("never-sent", span, title);
        let meant = match findings.wants(Severity::Warning) {
            true => similar(
                name,
                sent.keys()
                    .filter(|it| !taken.contains_key(it))
                    .map(|&it| model.events[it].name.as_str()),
            ),
            false => None,
        };
        findings.push(match meant {
            Some(meant) => {
                let hint = format!("Did you mean {}?", shown(meant));
                finding.hint(hint)
            }
            None => finding.hint(format!("Send it, or let it come from outside: `environment sends {name} to …` in the system.")),
        });
    }
    for (&event, &span) in sent {
        if taken.contains_key(&event) {
            continue;
        }
        let name = &model.events[event].name;
        let finding =
            Diagnostic::warning("never-taken", span, format!("Nobody takes {}", shown(name)));
        let meant = match findings.wants(Severity::Warning) {
            true => similar(
                name,
                taken
                    .keys()
                    .filter(|it| !sent.contains_key(it))
                    .map(|&it| model.events[it].name.as_str()),
            ),
            false => None,
        };
        findings.push(match meant {
            Some(meant) => did_you_mean(finding, meant),
            None => finding.hint("Add a transition with it as its trigger, or leave it out."),
        });
    }
}

/// Whether SCXML raises an event itself: when the state of that name has ended.
fn is_raised(model: &StatechartModel, name: &str) -> bool {
    let id = name
        .strip_prefix(DONE)
        .filter(|_| model.reading == Reading::Scxml);
    let is_it = |it: &Vertex| {
        !it.regions.is_empty() && Some(it.label.as_ref().unwrap_or(&it.name).as_str()) == id
    };
    let mut states = model.charts.iter().flat_map(|it| &it.vertices);
    let mut regions = model.charts.iter().flat_map(|it| &it.regions);
    let is_region = |it: &Region| it.owner.is_some() && Some(it.name.as_str()) == id;
    id.is_some_and(|it| !it.is_empty()) && (states.any(is_it) || regions.any(is_region))
}

fn accepted(statements: &[Statement], visit: &mut dyn FnMut(EventId, Span)) {
    for it in statements {
        match &it.kind {
            StatementKind::Accept(events) => events.iter().for_each(|&event| visit(event, it.span)),
            StatementKind::If(_, then, otherwise) => {
                accepted(then, visit);
                accepted(otherwise, visit);
            }
            _ => {}
        }
    }
}
