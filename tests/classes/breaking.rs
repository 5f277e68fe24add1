//! The call that would violate an invariant, as an answer that it is not preserved shows it: judged by the definition.

use std::collections::BTreeSet;

use lockstep_core::api::{
    CLASS_VALUES, CallView, ClauseKind, ClauseView, Clockless, Options, SystemStepView,
};
use lockstep_core::generate::{Random, classes};
use lockstep_core::language::classes::model::{Slot, Subject};
use lockstep_core::language::classes::ocl::value::Value;
use lockstep_core::language::classes::semantics::{instances_broken, is_step};
use lockstep_core::language::classes::{ClassModel, ClassSystem};
use lockstep_seeds::{seeds, share};

use super::calls::{assignments, shown};
use super::{Visited, answer, model};

/// Whether a call that is shown is one of the model that leads to such a state: precondition, postconditions and frame hold, all invariants
/// but those asked about hold, and it violates what is shown, one that is asked about among them.
fn is_right(
    model: &ClassModel,
    (check, before): (usize, &[Value]),
    shown_call: &CallView,
    after: &[Value],
) -> bool {
    let system = ClassSystem::of_check(model, check);
    let Subject::Preserves(asked) = model.checks[check].subject else {
        panic!("it asks what is preserved");
    };
    let frame = system.frame_without(asked);
    let mut calls = system.calls().iter();
    let call = calls.find(|it| it.shown(model) == shown_call.call);
    let call = call.expect("it is a call of the model");
    if is_step(model, frame, before, call, after) != Ok(true) {
        return false;
    }
    let numbers = 0..model.invariants.len();
    let broken: BTreeSet<_> = numbers
        .filter(|it| instances_broken(model, after, *it) == Ok(true))
        .collect();
    let told: Vec<_> = shown_call.violated().map(|it| it.name.clone()).collect();
    let names: Vec<_> = broken
        .iter()
        .map(|it| model.invariants[*it].clause.name.clone())
        .collect();
    let is_asked = asked.map_or(!broken.is_empty(), |it| broken.contains(&it));
    let (before, after) = (shown(model, before), shown(model, after));
    let slots = model.layout.slots.iter().enumerate();
    let changed: BTreeSet<_> = slots
        .filter(|it| before[it.0] != after[it.0])
        .filter_map(|(slot, what)| match *what {
            Slot::Attribute { object, attribute } => Some((
                model.objects[object].name.clone(),
                model.attributes[attribute].name.clone(),
                after[slot].clone(),
            )),
            Slot::Link { .. } => None,
        })
        .collect();
    // A link is told from one of its ends, by all that is linked there.
    let of_links: Vec<_> = model
        .layout
        .slots
        .iter()
        .enumerate()
        .filter(|it| before[it.0] != after[it.0])
        .filter_map(|(slot, what)| match *what {
            Slot::Link {
                association,
                objects,
            } => Some((slot, association, objects)),
            Slot::Attribute { .. } => None,
        })
        .collect();
    let is_told = |&(slot, association, objects): &(usize, usize, [usize; 2])| {
        let ends = &model.associations[association].ends;
        let names = objects.map(|it| &*model.objects[it].name);
        let told = shown_call.changes.iter().filter(|it| {
            let one = it.object == names[0] && it.property == ends[1].role;
            one || it.object == names[1] && it.property == ends[0].role
        });
        let told: Vec<_> = told.collect();
        let [change] = told.as_slice() else {
            return false;
        };
        let other = if change.object == names[0] {
            names[1]
        } else {
            names[0]
        };
        let words = change.after.split(|it: char| !it.is_alphanumeric());
        let is_linked = words.into_iter().any(|it| it == other);
        is_linked == (after[slot] == "true")
    };
    let links_are_told = of_links.iter().all(is_told);
    let is_attribute = |property: &str| model.attributes.iter().any(|it| it.name == *property);
    let changes = shown_call.changes.iter();
    let changes = changes.filter(|it| is_attribute(&it.property));
    let changes: BTreeSet<_> = changes
        .map(|it| (it.object.clone(), it.property.clone(), it.after.clone()))
        .collect();
    is_asked && told == names && changes == changed && links_are_told
}

#[test]
fn what_would_violate_an_invariant_is_a_call_that_its_contract_allows() {
    let (mut found, mut links, mut another, mut kept) = (0, 0, 0, 0);
    for seed in seeds(0..500) {
        let text = classes(&mut Random::new(seed));
        let text = format!("{text}\ncheck preserves\ncheck preserves frame open\n");
        let model = model(&text);
        let Some(all) = assignments(&model) else {
            continue;
        };
        for check in [model.checks.len() - 2, model.checks.len() - 1] {
            let of = format!("check {check}, seed {seed}\n{text}");
            let outcome = answer(&text, check);
            let evidence = outcome.system.as_ref().expect("it is answered");
            if !outcome.verdict.is_found() {
                assert_eq!(evidence.breaking, None, "{of}");
                kept += 1;
                continue;
            }
            let states = Visited::of(&model, &ClassSystem::of_check(&model, check)).seen;
            let judge = |call: &CallView, run: &[SystemStepView]| {
                let last = &run.last().expect("a run has a start").state;
                let system = ClassSystem::of_check(&model, check);
                let values = states.iter().filter_map(|it| system.values(it));
                let mut before = values.filter(|it| shown(&model, it) == *last);
                let before = before.next().expect("its last state can be reached");
                let is_met = |it: &ClauseView| match it.kind {
                    ClauseKind::Pre => it.before == Some(true),
                    ClauseKind::Post => it.after == Some(true),
                    ClauseKind::Inv | ClauseKind::Multiplicity => it.before == Some(true),
                };
                assert!(call.clauses.iter().all(is_met), "{of}");
                let is_right = |it: &Vec<Value>| is_right(&model, (check, &before), call, it);
                assert!(all.iter().any(is_right), "{of}");
            };
            let call = evidence.breaking.as_deref();
            let call = call.unwrap_or_else(|| panic!("no call is shown: {of}"));
            judge(call, &evidence.run);
            assert!(
                outcome.sentence.contains(&format!("`{}`", call.call)),
                "{of}"
            );
            found += 1;
            links += usize::from(call.changes.iter().any(|it| {
                model
                    .attributes
                    .iter()
                    .all(|attribute| attribute.name != it.property)
            }));
            let shown_runs = [evidence.run.clone()];
            let next = CLASS_VALUES.another(
                &text,
                check,
                &shown_runs,
                &Options::default(),
                &mut Clockless,
            );
            let next = next.unwrap_or_else(|why| panic!("{why:?}\n{of}"));
            assert_eq!(next.breaking.is_some(), next.depth.is_some(), "{of}");
            if let Some(call) = next.breaking.as_deref() {
                judge(call, &next.run);
                another += 1;
            }
        }
    }
    for (count, least) in [(found, 20), (another, 20), (kept, 20), (links, 4)] {
        assert!(count >= share(least), "{found} {links} {another} {kept}");
    }
}

#[test]
fn an_always_that_is_false_shows_no_call() {
    let text = "class A {\n  n : 0..3 = 0\n  inv few: n < 3\n  grow()\n    post: n = n@pre + 1\n}\nsystem { a : A }\n\
                check always a.n < 2\ncheck preserves few\ncheck reach a.n = 2\n";
    let shows = |check| {
        let evidence = answer(text, check).system.expect("it is answered");
        evidence.breaking.map(|it| it.call)
    };
    assert_eq!(
        [0, 1, 2].map(shows),
        [None, Some("a.grow()".to_owned()), None]
    );
}
