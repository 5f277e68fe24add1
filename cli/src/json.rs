//! `--json`: one object per check, with exactly the keys that the language's page promises, and a
//! few more beside them.

use std::collections::BTreeMap;

use lockstep_core::api::{
    Analysis, BlameView, CertificateView, CheckView, Kind, MessageView, Outcome, ScenarioView,
    StepView, VacuityView, WaitGraphView,
};
use serde::Serialize;

use crate::printed;
use crate::witnesses::Others;
use lockstep_core::interchange::Names;

/// What is promised of every check, whatever the kind of its model; and a few keys more.
#[derive(Debug, Serialize)]
pub struct Promised<Step, Failing> {
    file: String,
    check: String,
    kind: Kind,
    answer: &'static str,
    expected: Option<&'static str>,
    as_expected: Option<bool>,
    bound: Option<u32>,
    proved: bool,
    depth: Option<u32>,
    prefix: Option<u32>,
    failing: Option<Failing>,
    trace: Vec<Step>,
    certificate: Option<&'static str>,
    engine: String,
    encoding: Option<String>,
    solver: Option<String>,
    variables: Option<u64>,
    clauses: Option<u64>,
    encode_ms: f64,
    solve_ms: f64,
    // Beside the promised keys:
    states: Option<u64>,
    lemmas: Option<u64>,
    sentence: String,
}

/// One answered check of machines.
#[derive(Debug, Serialize)]
pub struct Record {
    #[serde(flatten)]
    promised: Promised<Step, Failing>,
    reason: Option<String>,
    waits: Option<Waits>,
    blame: Option<Blame>,
    /// What a "no" rests on that can never happen; only there.
    #[serde(skip_serializing_if = "Option::is_none")]
    vacuity: Option<Vacuity>,
    /// The engine to ask where this one cannot answer; only then.
    #[serde(skip_serializing_if = "Option::is_none")]
    instead: Option<String>,
    /// What the papers' formulas say; only where they were asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<printed::Record>,
    /// Further runs with other messages; only where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses: Option<Vec<Witness>>,
    /// Whether there are no others within the bound; null where nobody knows.
    #[serde(skip_serializing_if = "Option::is_none")]
    witnesses_complete: Option<Option<bool>>,
}

#[derive(Debug, Serialize)]
struct Witness {
    depth: Option<u32>,
    trace: Vec<Step>,
}

impl Record {
    /// Adds the further witnesses.
    pub fn others(&mut self, names: Names, others: Option<Others>) {
        let Some(others) = others else { return };
        let witnesses = others.runs.iter().map(|run| Witness {
            depth: run.depth,
            trace: run.trace.iter().map(|it| step(names, it)).collect(),
        });
        self.witnesses = Some(witnesses.collect());
        self.witnesses_complete = Some(others.is_complete());
    }
}

/// Who waits for whom in a deadlock.
#[derive(Debug, Serialize)]
struct Waits {
    edges: Vec<Wait>,
    cycle: Vec<String>,
    sentence: String,
    /// Only where the deadlock looks like an end.
    #[serde(skip_serializing_if = "Option::is_none")]
    ending: Option<Ending>,
}

/// A deadlock that looks like an end.
#[derive(Debug, Serialize)]
struct Ending {
    states: Vec<EndingState>,
    sentence: String,
}

#[derive(Debug, Serialize)]
struct EndingState {
    machine: String,
    state: String,
}

#[derive(Debug, Serialize)]
struct Wait {
    from: String,
    to: String,
    symbol: String,
    sends: bool,
}

/// What makes a scenario or a goal impossible.
#[derive(Debug, Serialize)]
struct Blame {
    elements: Vec<Blamed>,
    within: u32,
    /// Lemmas of its checked proof.
    lemmas: u64,
    sentence: String,
}

#[derive(Debug, Serialize)]
struct Blamed {
    line: u32,
    column: u32,
    what: String,
}

/// What an answer rests on.
#[derive(Debug, Serialize)]
struct Vacuity {
    idle: Vec<Idle>,
    sentence: String,
}

/// A transition that can never start, or never end.
#[derive(Debug, Serialize)]
struct Idle {
    lifeline: String,
    line: u32,
    column: u32,
    symbol: String,
    never_starts: bool,
}

/// The message of a scenario that cannot follow.
#[derive(Debug, Serialize)]
pub struct Failing {
    /// From 1.
    index: usize,
    #[serde(flatten)]
    message: Message,
}

/// Who sends what to whom.
#[derive(Debug, Serialize)]
pub struct Message {
    pub from: String,
    pub symbol: String,
    pub to: String,
}

#[derive(Debug, Serialize)]
struct Move {
    lifeline: String,
    from: String,
    to: String,
}

#[derive(Debug, Serialize)]
struct Step {
    messages: Vec<Message>,
    moves: Vec<Move>,
    state: BTreeMap<String, String>,
}

impl<Step, Failing> Promised<Step, Failing> {
    /// The keys of an outcome; its run and the message that fails are of its kind of model.
    pub fn of(
        file: &str,
        check: &CheckView,
        outcome: &Outcome,
        trace: Vec<Step>,
        failing: Option<Failing>,
    ) -> Self {
        let (certificate, lemmas, states) = match &outcome.certificate {
            CertificateView::Replayed => (Some("replayed"), None, None),
            CertificateView::Proof { lemmas } => (Some("proof"), Some(*lemmas), None),
            CertificateView::Exhausted { states } => (Some("exhausted"), None, Some(*states)),
            CertificateView::Bound { .. } => (Some("bound"), None, None),
            CertificateView::Open { .. } => (None, None, None),
        };
        let work = &outcome.work;
        Self {
            file: file.to_string(),
            check: check.title.clone(),
            kind: outcome.kind(),
            answer: outcome.answer().word(),
            expected: outcome.expected_answer().map(|it| it.word()),
            as_expected: outcome.as_expected(),
            bound: outcome.bound,
            proved: outcome.verdict.is_proved(),
            depth: outcome.depth(),
            prefix: outcome.prefix(),
            failing,
            trace,
            certificate,
            engine: work.engine.clone(),
            encoding: work.encoding.clone(),
            solver: work.solver.clone(),
            variables: work.variables,
            clauses: work.clauses,
            encode_ms: work.encode_ms,
            solve_ms: work.solve_ms,
            states: states.or(work.states),
            lemmas,
            sentence: outcome.sentence.clone(),
        }
    }
}

impl Failing {
    /// That of an outcome of a scenario over objects.
    pub fn of(scenario: &ScenarioView, outcome: &Outcome) -> Option<Self> {
        let index = outcome.failing()?;
        let it = scenario.messages.get(index)?;
        let lifeline = |number: usize| scenario.lifelines.get(number).map(|it| it.name.clone());
        Some(Self {
            index: index + 1,
            message: Message {
                from: lifeline(it.from)?,
                symbol: it.symbol.clone(),
                to: lifeline(it.to)?,
            },
        })
    }
}

/// The record of an outcome.
pub fn record(file: &str, analysis: &Analysis, check: &CheckView, outcome: &Outcome) -> Record {
    let names = Names::of(analysis, check);
    let failing = outcome.failing().and_then(|index| {
        let scenario = analysis.scenarios.get(check.scenario?)?;
        let message = message(names, scenario.messages.get(index)?);
        let index = index + 1;
        Some(Failing { index, message })
    });
    let trace = outcome.trace.iter().map(|it| step(names, it)).collect();
    Record {
        promised: Promised::of(file, check, outcome, trace, failing),
        reason: outcome.reason().map(|it| it.sentence.clone()),
        waits: outcome.waits().map(|it| waits(names, it)),
        blame: outcome.blame().map(blame),
        vacuity: outcome
            .vacuity
            .as_ref()
            .map(|it| vacuity(analysis, check, it)),
        instead: outcome.instead.clone(),
        printed: None,
        witnesses: None,
        witnesses_complete: None,
    }
}

fn waits(names: Names, graph: &WaitGraphView) -> Waits {
    let name = |lifeline: usize| names.lifeline(lifeline).to_string();
    let edges = graph.edges.iter().map(|edge| Wait {
        from: name(edge.from),
        to: name(edge.to),
        symbol: edge.symbol.clone(),
        sends: edge.sends,
    });
    Waits {
        edges: edges.collect(),
        cycle: graph.cycle.iter().map(|&it| name(it)).collect(),
        sentence: graph.sentence.clone(),
        ending: graph.ending.as_ref().map(|it| Ending {
            states: it
                .states
                .iter()
                .map(|it| EndingState {
                    machine: it.machine.clone(),
                    state: it.state.clone(),
                })
                .collect(),
            sentence: it.sentence.clone(),
        }),
    }
}

fn vacuity(analysis: &Analysis, check: &CheckView, view: &VacuityView) -> Vacuity {
    let names = Names::of(analysis, check);
    let idle = view.idle.iter().map(|it| {
        let machine = &analysis.machines[check.lifelines[it.lifeline].machine];
        let range = machine.transitions[it.transition].range;
        Idle {
            lifeline: names.lifeline(it.lifeline).to_string(),
            line: range.line,
            column: range.column,
            symbol: it.symbol.clone(),
            never_starts: it.never_starts,
        }
    });
    Vacuity {
        idle: idle.collect(),
        sentence: view.sentence.clone(),
    }
}

fn blame(view: &BlameView) -> Blame {
    let elements = view.elements.iter().map(|it| Blamed {
        line: it.range.line,
        column: it.range.column,
        what: it.what.clone(),
    });
    Blame {
        elements: elements.collect(),
        within: view.within,
        lemmas: view.lemmas,
        sentence: view.sentence.clone(),
    }
}

fn message(names: Names, message: &MessageView) -> Message {
    Message {
        from: names.lifeline(message.from).to_string(),
        symbol: message.symbol.clone(),
        to: names.lifeline(message.to).to_string(),
    }
}

fn step(names: Names, step: &StepView) -> Step {
    let moves = step.moves.iter().map(|it| Move {
        lifeline: names.lifeline(it.lifeline).to_string(),
        from: names.place(it.lifeline, it.from),
        to: names.place(it.lifeline, it.to),
    });
    let state = step.state.iter().enumerate();
    let state = state.map(|(lifeline, &place)| {
        let name = names.lifeline(lifeline).to_string();
        (name, names.place(lifeline, place))
    });
    Step {
        messages: step.messages.iter().map(|it| message(names, it)).collect(),
        moves: moves.collect(),
        state: state.collect(),
    }
}
