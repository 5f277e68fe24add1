//! Every repair repairs and breaks nothing: on random models, judged by the definitions.
#![allow(clippy::unwrap_used, missing_docs)]

use std::fmt::Write;

use lockstep_core::api::{self, Options, RepairOptions};
use lockstep_core::generate::{Random, Shape, model};
use lockstep_core::language::machines::Composition;
use lockstep_core::language::scenario::Mode;
use lockstep_core::language::scenario::semantics::judge;
use lockstep_core::language::{Answer, Model, Question, read};
use lockstep_tests::Clockless;

/// Random models with a scenario that is not as expected, per run of the suite.
const MODELS: u32 = 400;

/// A random model as a text, with a scenario check, a deadlock check and one about a place.
fn written(model: &Model, bound: u32) -> String {
    let mut text = String::new();
    for machine in &model.machines {
        writeln!(text, "machine {} {{\n  [*] --> s0", machine.name).unwrap();
        for state in machine.states.iter().filter(|it| it.is_final) {
            writeln!(text, "  {} --> [*]", state.name).unwrap();
        }
        for it in &machine.transitions {
            let state = |index: usize| &machine.states[index].name;
            let trigger = it.trigger.map_or("ε", |symbol| &model.symbols[symbol]);
            let effects: Vec<_> = it
                .effects
                .iter()
                .map(|&it| model.symbols[it].as_str())
                .collect();
            let effects = if effects.is_empty() {
                "ε".into()
            } else {
                effects.join(", ")
            };
            let (source, target) = (state(it.source), state(it.target));
            writeln!(text, "  {source} --> {target} : {trigger} / {effects}").unwrap();
        }
        text.push_str("}\n");
    }
    let scenario = &model.scenarios[0];
    let neg = if scenario.forbidden { "neg " } else { "" };
    writeln!(text, "{neg}scenario random {{").unwrap();
    for it in &scenario.lifelines {
        writeln!(text, "  {} : {}", it.name, model.machines[it.machine].name).unwrap();
    }
    for it in &scenario.messages {
        let name = |index: usize| &scenario.lifelines[index].name;
        let symbol = &model.symbols[it.symbol];
        writeln!(text, "  {} -> {} : {symbol}", name(it.from), name(it.to)).unwrap();
    }
    writeln!(text, "}}\ncheck random within {bound}").unwrap();
    writeln!(text, "check deadlock within {bound}").unwrap();
    writeln!(text, "check reach M0.s0 within {bound}").unwrap();
    text
}

fn answers(text: &str) -> Vec<(Answer, Option<bool>)> {
    (0..3)
        .map(|index| {
            let outcome = api::check(text, index, &Options::default(), &mut Clockless).unwrap();
            (outcome.answer(), outcome.as_expected())
        })
        .collect()
}

/// Whether the definitions say that the scenario can be played within the bound.
fn is_played(text: &str) -> bool {
    let (model, _) = read(text);
    let check = &model.checks[0];
    assert!(matches!(check.question, Question::Scenario { .. }));
    let composition = Composition::new(&model, model.lifelines_of(check), &[]);
    let scenario = &model.scenarios[0];
    let bound = check.bound.unwrap() as usize;
    judge(&composition, scenario, Mode::Strict, bound).prefix == scenario.messages.len()
}

#[test]
fn every_repair_repairs_and_breaks_nothing() {
    let shape = Shape {
        lifelines: (2, 3),
        ..Shape::default()
    };
    let options = RepairOptions {
        proposals: Some(3),
        checks: Some(400),
        ..RepairOptions::default()
    };
    let (mut models, mut proposals, mut pairs, mut forbidden) = (0, 0, 0, 0);
    for seed in 1.. {
        let mut random = Random::new(seed);
        let model = model(&shape, &mut random);
        let text = written(&model, 3);
        if api::analyse(&text).has_errors {
            continue;
        }
        let before = answers(&text);
        if before[0].1 != Some(false) {
            continue;
        }
        models += 1;
        let found = api::repair(&text, 0, &options, &mut Clockless).unwrap();
        for proposal in &found.proposals {
            let fixed = api::with_patches(&text, &proposal.patches);
            let after = answers(&fixed);
            let about = format!("seed {seed}, {}:\n{text}\n{fixed}", proposal.title);
            assert_eq!(after[0].1, Some(true), "{about}");
            assert_eq!(after[1..], before[1..], "{about}");
            assert_eq!(is_played(&fixed), !model.scenarios[0].forbidden, "{about}");
            proposals += 1;
            pairs += u32::from(proposal.edits == 2);
            forbidden += u32::from(model.scenarios[0].forbidden);
        }
        if models == MODELS {
            break;
        }
    }
    // All sorts must occur, or the property would say little.
    let counts = (proposals, pairs, forbidden);
    assert!(
        proposals > 200 && pairs > 50 && forbidden > 10,
        "{counts:?}"
    );
}
