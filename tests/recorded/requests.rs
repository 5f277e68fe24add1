//! What the worker answers to each request about each kind of model: text, check and question, and the facts of the answer.
//!
//! A request is asked as the worker asks it, so that another way to ask must give the same. The facts are read from answers
//! by [`super::facts`]; where a type of the answers changes, that file alone changes with it.

use std::fmt::Write as _;
use std::path::Path;

use lockstep_core::api::{
    self, Analysis, Capabilities, Host, KindValue, KindValues, Kinds, Options, Outcome, Progress,
    Refusal, RepairOptions, RunRequest, STATECHART_VALUES, SimulationOptions, SpaceRequest,
    StructureKind, SystemEvidenceView, TRANSITION_VALUES,
};
use lockstep_tests::golden::{cut, settle};
use serde_json::{Value, json};

use super::facts;

/// Two models of each kind.
const MODELS: [(&str, &str); 6] = [
    (
        "coffee-for-two",
        include_str!("../../static/examples/machines/coffee-for-two.lks"),
    ),
    (
        "philosophers-broken",
        include_str!("../../static/examples/machines/philosophers-broken.lks"),
    ),
    (
        "beeper",
        include_str!("../../static/examples/systems/beeper.xsts"),
    ),
    (
        "traffic-light",
        include_str!("../../static/examples/systems/traffic-light.xsts"),
    ),
    (
        "pump",
        include_str!("../../static/examples/statecharts/pump.lks"),
    ),
    (
        "railroad-scenarios",
        include_str!("../../static/examples/statecharts/railroad-scenarios.lks"),
    ),
];

/// As many steps as the pictures of all runs follow here.
const STEPS: usize = 6;

/// The worker, without a clock.
struct Worker(Capabilities);

impl Host for Worker {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, _: &Progress) -> bool {
        true
    }

    fn capabilities(&self) -> Capabilities {
        self.0
    }
}

/// The answer to a check as the worker finds it: what is missing is brought in when it turns out to be.
fn answer(text: &str, kind: StructureKind, check: usize) -> Result<Outcome, Refusal> {
    let (options, few) = (&Options::default(), &mut Worker(Capabilities::FEW));
    let Some(all) = api::values_of(kind) else {
        return match api::check(text, check, options, few) {
            Err(Refusal::Capabilities(_)) => further(text, kind, check, options),
            first => first,
        };
    };
    let mut there = KindValues::new(all.search);
    loop {
        match there.check(text, check, options, few) {
            Err(Refusal::Capabilities(KindValue::Explore)) if there.explore.is_none() => {
                there.explore = all.explore;
            }
            Err(Refusal::Capabilities(KindValue::Prove)) if there.prove.is_none() => {
                there.prove = all.prove;
                there.continues = true;
            }
            found => return found,
        }
    }
}

/// The same with everything there is.
fn further(
    text: &str,
    kind: StructureKind,
    check: usize,
    options: &Options,
) -> Result<Outcome, Refusal> {
    let all = &mut Worker(Capabilities::ALL);
    api::check_of_kind(kind, text, check, options, all)
}

/// What is said to each request about a check, by the request's name; those that a kind does not know are left out.
fn about_check(text: &str, analysis: &Analysis, check: usize) -> Vec<(&'static str, Value)> {
    let kind = analysis.structure.kind();
    let view = &analysis.checks[check];
    let options = &Options::default();
    let all = &mut Worker(Capabilities::ALL);
    let found = answer(text, kind, check);
    let mut said = vec![("answer", facts::outcome(&found))];
    let blame = Options {
        blame: true,
        ..Options::default()
    };
    said.push(("blame", facts::outcome(&further(text, kind, check, &blame))));
    let shown = found.as_ref().ok();
    let run = shown.map(|it| vec![it.trace.clone()]).unwrap_or_default();
    let system = shown.and_then(|it| it.system.clone());
    let runs: Vec<_> = system.iter().map(|it| it.run.clone()).collect();
    match kind {
        StructureKind::Machines => {
            let another = api::next_witness(text, check, &run, options, all);
            said.push(("another", facts::another(&another)));
            let repairs = api::repair(text, check, &RepairOptions::default(), all);
            said.push(("repairs", facts::repairs(&repairs)));
            let depths = api::depths(text, check, None, all);
            said.push(("depths", facts::depths(&depths)));
            let own = api::encoded(text, check, options, all);
            said.push(("encoding", facts::encoded(&own)));
            let file = api::encoded_file(text, check, options, all);
            said.push(("clauses, own", facts::file(&file)));
            if view.bound.is_some() {
                let both = api::both(api::printed, text, check, options, all);
                said.push(("formulas", facts::both(&both)));
                let file = api::printed_formula(text, check, &[], options, all);
                said.push(("clauses, printed", facts::file(&file)));
            }
        }
        StructureKind::Transitions => {
            let another = TRANSITION_VALUES.another(text, check, &runs, options, all);
            said.push(("another", facts::another(&another)));
        }
        StructureKind::Statecharts => {
            let another = STATECHART_VALUES.another(text, check, &runs, options, all);
            said.push(("another", facts::another(&another)));
            let depths = STATECHART_VALUES.depths(text, check, options, all);
            said.push(("depths", facts::depths(&depths)));
        }
        StructureKind::Generic(_) => {}
    }
    said
}

/// What is said to requests about a model.
fn about_model(text: &str, kind: StructureKind) -> Vec<(&'static str, Value)> {
    let simulated = api::runs_of(kind);
    let options = SimulationOptions::default();
    let all = api::simulate_all(text, simulated, &options, STEPS);
    let mut said = vec![("all runs", facts::all_runs(&all))];
    let last = all.as_ref().map_or(0, |it| it.nodes.len() - 1);
    if kind == StructureKind::Machines {
        let to = api::simulate_states_to(text, &options, STEPS, last, None);
        said.push(("run to", to.map_or_else(facts::refused, |it| json!(it))));
        return said;
    }
    let to = api::simulate_run_to(text, simulated, &options, STEPS, last, None);
    said.push(("run to", facts::run(&to)));
    let by_hand = api::simulate_run_tracking(text, simulated, &[], &RunRequest::default());
    said.push(("run", facts::run(&by_hand)));
    let chance = RunRequest {
        onward: api::Onward::Chance { seed: 3, steps: 5 },
        ..RunRequest::default()
    };
    let by_chance = api::simulate_run_tracking(text, simulated, &[], &chance);
    said.push(("run, by chance", facts::run(&by_chance)));
    let space = SpaceRequest {
        between: false,
        check: None,
        run: SystemEvidenceView::default(),
    };
    let space = api::simulate_space(text, simulated, &space);
    said.push(("space", facts::space(&space)));
    said
}

#[test]
fn each_request_is_answered_as_recorded() {
    let (mut so, mut words) = (String::new(), String::new());
    let mut note = |about: &str, mut said: Value| {
        let told = cut(&mut said);
        let _ = writeln!(so, "{about}: {said}");
        if !told.is_empty() {
            let _ = writeln!(words, "{about}:\n  {}", told.join("\n  "));
        }
    };
    for (name, text) in MODELS {
        let analysis = Kinds::whole().analyse(text);
        assert!(!analysis.has_errors, "{name}");
        for check in 0..analysis.checks.len() {
            for (request, said) in about_check(text, &analysis, check) {
                let title = &analysis.checks[check].title;
                note(&format!("{name}, {title}, {request}"), said);
            }
        }
        for (request, said) in about_model(text, analysis.structure.kind()) {
            note(&format!("{name}, {request}"), said);
        }
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("recorded");
    settle(&folder, "requests.txt", &so, &words);
}
