//! From a text as written to what it means: types first, then objects, then contracts, then questions.
//!
//! Looking names up never fails: what is wrong is reported, and left out of the model.

use std::cell::RefCell;

use super::ast::{ClassDocument, Item, ScenarioSyntax};
use super::model::{ClassModel, DomainKind};
use super::ocl::check::{Checker, Scope};
use super::{check_contracts, check_frames, check_questions, check_system, check_types};
use crate::text::Findings;

/// What a document means.
pub(super) fn resolve(document: &ClassDocument, findings: &mut Findings) -> ClassModel {
    let items = &document.items;
    let mut model = check_types::types(items, findings);
    let declared = check_system::objects(items, &mut model, findings);
    let (queries, contracts) = check_contracts::signatures(items, &mut model, findings);
    model.lay_out();
    let mut scope = Scope {
        model,
        queries,
        texts: RefCell::default(),
    };
    check_contracts::queries(&scope, findings);
    for contract in &contracts {
        let operation = check_contracts::clauses(&scope, contract, findings);
        scope.model.operations[contract.number()] = operation;
    }
    scope.model.invariants = check_contracts::invariants(items, &scope, findings);
    check_system::values(items, &mut scope, findings);
    scope.model.start = check_system::start(&declared, &scope, findings);
    for item in items {
        if let Item::System(it) = item {
            let finals = it.finals.iter();
            let finals = finals.map(|it| Checker::new(&scope, findings).condition(it));
            let finals: Vec<_> = finals.collect();
            scope.model.finals.extend(finals);
        }
    }
    let scenarios: Vec<&ScenarioSyntax> = items
        .iter()
        .filter_map(|it| match it {
            Item::Scenario(it) => Some(it),
            _ => None,
        })
        .collect();
    scope.model.scenarios = check_questions::scenarios(&scenarios, &scope, findings);
    scope.model.checks = check_questions::checks(items, &scope, findings);
    let Scope {
        mut model, texts, ..
    } = scope;
    model.texts = all_texts(texts.into_inner(), &model);
    check_system::sizes(items, &model, findings);
    check_frames::warnings(&model, findings);
    model
}

/// The texts that are written, and as many more as can be told apart at once: in the slots before a call, in those after it, and in
/// the arguments. With fewer, something that differs from all that is there could not be.
fn all_texts(mut texts: Vec<String>, model: &ClassModel) -> Vec<String> {
    let is_text = |kind: DomainKind| kind == DomainKind::Text;
    let slots = (0..model.layout.slots.len()).filter(|it| is_text(model.slot_domain(*it).kind));
    let slots = slots.count();
    let parameters = model.operations.iter().map(|it| {
        let domains = it.parameters.iter().map(|it| &it.1).chain(&it.result);
        domains.filter(|it| is_text(it.kind)).count()
    });
    let changes = model
        .operations
        .iter()
        .any(|it| check_frames::changes(model, it, is_text))
        || model.checks.iter().any(|it| it.is_open);
    let more = slots * if changes { 2 } else { 1 } + parameters.max().unwrap_or(0);
    let mut number = 0;
    for _ in 0..more {
        let name = loop {
            number += 1;
            let name = format!("text {number}");
            if !texts.contains(&name) {
                break name;
            }
        };
        texts.push(name);
    }
    texts
}
