//! Every repair repairs and breaks nothing: on random models, judged by the definitions.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::fmt::Write;

use lockstep_core::api::{self, Options, RepairOptions, RepairView};
use lockstep_core::generate::{Random, Shape, model};
use lockstep_core::language::machines::scenario::semantics::judge;
use lockstep_core::language::machines::{Composition, Place, Transition};
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Answer, Model, Question, read};
use lockstep_seeds::{seeds_from, share, wanted};
use lockstep_tests::Clockless;

/// Random models with a scenario that is not as expected, per run of the suite.
const MODELS: usize = 400;

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

/// What some run of the first check's lifelines does, by the definitions: messages and transitions in words.
fn life(text: &str) -> (BTreeSet<String>, BTreeSet<(usize, usize)>) {
    let (model, _) = read(text);
    let lifelines = model.lifelines_of(&model.checks[0]);
    let composition = Composition::new(&model, lifelines, &[]);
    let mut seen = BTreeSet::from([composition.initial()]);
    let mut open: Vec<_> = seen.iter().cloned().collect();
    let (mut messages, mut transitions) = (BTreeSet::new(), BTreeSet::new());
    while let Some(state) = open.pop() {
        for set in composition.admissible(&state) {
            let after = composition.after(&state, &set);
            for delivery in &set.deliveries {
                let name = |index: usize| &lifelines[index].name;
                let symbol = &model.symbols[delivery.symbol];
                let (from, to) = (name(set.sender), name(delivery.receiver));
                messages.insert(format!("`{symbol}` from `{from}` to `{to}`"));
            }
            for (lifeline, place) in after.iter().enumerate() {
                if let Place::Intermediate(transition) = *place {
                    transitions.insert((lifelines[lifeline].machine, transition));
                }
            }
            if seen.insert(after.clone()) {
                open.push(after);
            }
        }
    }
    (messages, transitions)
}

/// A place of the text in what the patches make of it.
fn moved(text: &str, proposal: &RepairView, at: usize) -> usize {
    let at = text[..at].encode_utf16().count();
    let before = proposal.patches.iter();
    let before = before.filter(|it| it.range.to as usize <= at);
    let (gone, come) = before.fold((0, 0), |(gone, come), it| {
        let range = (it.range.to - it.range.from) as usize;
        (gone + range, come + it.text.encode_utf16().count())
    });
    at + come - gone
}

/// What is said to be lost is what the definitions no longer find, and nothing else; and what becomes of
/// the other checks is said.
fn judge_effect(text: &str, fixed: &str, proposal: &RepairView) {
    let about = format!("{}: {}\n{text}\n{fixed}", proposal.title, proposal.effect);
    let lost = proposal.lost.as_ref().expect("small models are told whole");
    let (before, after) = (life(text), life(fixed));
    let (old, new) = (read(text).0, read(fixed).0);
    let gone = before.0.difference(&after.0).cloned();
    let stopped = before.1.iter().filter(|&&(machine, transition)| {
        let start = old.machines[machine].transitions[transition].span.start;
        let start = moved(text, proposal, start);
        let mut there = new.machines[machine].transitions.iter();
        let same = |it: &Transition| fixed[..it.span.start].encode_utf16().count() == start;
        let index = there
            .position(same)
            .expect("no edit takes a transition away");
        !after.1.contains(&(machine, index))
    });
    let stopped = stopped.map(|&(machine, transition)| {
        let machine = &old.machines[machine];
        let text = old.transition_text(machine, &machine.transitions[transition]);
        format!("`{text}` of `{}`", machine.name)
    });
    let expected: BTreeSet<_> = gone.chain(stopped).collect();
    assert_eq!(
        lost.iter().cloned().collect::<BTreeSet<_>>(),
        expected,
        "{about}"
    );
    let runs = match lost.as_slice() {
        [] => {
            "Every transition and every message that some run has, some run still has.".to_owned()
        }
        named if named.len() <= 3 => format!("In no run any more: {}.", named.join(", ")),
        named => {
            let more = named.len() - 3;
            format!(
                "In no run any more: {}, and {more} more.",
                named[..3].join(", ")
            )
        }
    };
    // The callers see to it that the other two checks answer as before.
    assert!(proposal.mends_too.is_empty(), "{about}");
    let said = format!("The 2 other checks answer as before. {runs}");
    assert_eq!(proposal.effect, said, "{about}");
}

/// Whether a repair leaves everything there: what happens in some run, and the messages of the scenario.
fn keeps_all(text: &str, fixed: &str, proposal: &RepairView) -> bool {
    let length = |text: &str| read(text).0.scenarios[0].messages.len();
    proposal.lost.as_ref().is_some_and(Vec::is_empty) && length(fixed) >= length(text)
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
    let (mut models, mut proposals, mut pairs, mut forbidden, mut gutting) = (0, 0, 0, 0, 0);
    let wanted = wanted(MODELS);
    for seed in seeds_from(1) {
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
        let mut kept = (0, true);
        for proposal in &found.proposals {
            let fixed = api::with_patches(&text, &proposal.patches);
            let after = answers(&fixed);
            let about = format!("seed {seed}, {}:\n{text}\n{fixed}", proposal.title);
            assert_eq!(after[0].1, Some(true), "{about}");
            assert_eq!(after[1..], before[1..], "{about}");
            assert_eq!(is_played(&fixed), !model.scenarios[0].forbidden, "{about}");
            judge_effect(&text, &fixed, proposal);
            let keeps = keeps_all(&text, &fixed, proposal);
            let comes_late = kept == (proposal.edits, false) && keeps;
            assert!(
                !comes_late,
                "it takes away less than one before it: {about}"
            );
            kept = (proposal.edits, keeps);
            gutting += usize::from(!keeps);
            proposals += 1;
            pairs += usize::from(proposal.edits == 2);
            forbidden += usize::from(model.scenarios[0].forbidden);
        }
        if models == wanted {
            break;
        }
    }
    // All sorts must occur, or the property would say little.
    let counts = (proposals, pairs, forbidden, gutting);
    assert!(
        proposals > share(200) && pairs > share(50) && forbidden > share(10) && gutting > share(10),
        "{counts:?}"
    );
}
