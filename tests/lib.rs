//! Tests across the core's chapters. The test files beside this one are their own crates.

pub use lockstep_core::api::Clockless;
use lockstep_core::api::analyse;
use lockstep_core::engine::{Coverage, Finding, Limits, Unwatched, explicit};
use lockstep_core::generate::{Random, Shape, model, question};
use lockstep_core::language::machines::document::{print, unresolve};
use lockstep_core::language::{Check, Model, Question, read};
use lockstep_core::network::Task;
use lockstep_core::text::Diagnostic;

/// What a visit is allowed whose result others are judged by: enough for random models.
pub const VISIT: Limits = Limits {
    states: 20_000,
    transactions: 400_000,
    clauses: 0,
    memory: u64::MAX,
    solving: 0,
    few_states: 0,
};

/// What a visit of all states says of a task; `None` where there are too many of them.
#[must_use]
pub fn visit(task: &Task) -> Option<Finding> {
    let found = explicit::solve(task, &VISIT, &mut Unwatched);
    (!matches!(found.coverage, Coverage::Open(_))).then_some(found)
}

/// A random model with one question of a kind, see [`question`], as somebody writes it and as it is read.
/// `None` for a seed with which the text has an error.
#[must_use]
pub fn asked(seed: u64, kind: u64, shape: &Shape) -> Option<(Model, String)> {
    let mut random = Random::new(seed);
    let mut model = model(shape, &mut random);
    let question = question(kind, &model, &mut random);
    if matches!(&question, Question::Reach { goal } if goal.is_empty()) {
        return None;
    }
    let bound = random.percent(60).then(|| {
        let bound = random.between(0, 6);
        u32::try_from(bound).expect("a few transactions")
    });
    model.checks = vec![Check {
        title: model.scenarios[0].name.clone(),
        ..Check::asking(question, bound)
    }];
    let text = print(&unresolve(&model));
    let (model, _) = read(&text);
    (!analyse(&text).has_errors).then_some((model, text))
}

/// Random texts with their models; their last check is about all lifelines of the system.
pub fn about_the_system(seeds: std::ops::Range<u64>) -> impl Iterator<Item = (u64, String, Model)> {
    seeds.filter_map(|seed| {
        let mut random = Random::new(seed);
        let text = print(&unresolve(&model(&Shape::default(), &mut random)));
        let text = format!("{text}\ncheck deadlock\n");
        let (model, _) = read(&text);
        (!analyse(&text).has_errors).then_some((seed, text, model))
    })
}

/// Every place that a diagnostic names must be a part of the text.
pub fn spans_fit(findings: &[Diagnostic], text: &str) {
    for finding in findings {
        let labels = finding.labels.iter().map(|it| it.span);
        for span in labels.chain([finding.span]) {
            let part = text.get(span.start..span.end);
            assert!(part.is_some(), "{finding:?}\n{text}");
        }
    }
}

pub mod golden;
pub mod judge;
