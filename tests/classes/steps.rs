//! The step relation: frames, word for word, and that what is listed is all that the definition allows.

use std::collections::BTreeSet;

use lockstep_core::generate::{Random, classes};
use lockstep_core::language::Languages;
use lockstep_core::language::classes::model::From;
use lockstep_core::language::classes::ocl::term::Term;
use lockstep_core::language::classes::ocl::value::Value;
use lockstep_core::language::classes::semantics::{Frame, Guards, calls, is_step, is_valid};
use lockstep_core::language::classes::{ClassModel, ClassSystem, Classes, LANGUAGE};
use lockstep_core::system::{Flow, System, Valuation};
use lockstep_core::text::Severity;
use lockstep_seeds::{seeds, share};

use super::model;

/// Every state that multiplicities and invariants allow.
pub(super) fn valid(model: &ClassModel) -> Vec<Valuation> {
    let everywhere = From::Valid(Term::Constant(Value::Boolean(true)));
    let mut all = Vec::new();
    ClassSystem::new(model)
        .starting(everywhere)
        .initial(&mut |state| {
            all.push(state);
            Flow::Continue(())
        });
    all
}

#[test]
fn what_is_listed_is_what_the_definition_allows() {
    let (mut models, mut steps, mut kept) = (0, 0, 0);
    for seed in seeds(0..2_000_u64) {
        let text = classes(&mut Random::new(seed));
        let (model, findings) = Languages::of(&[&LANGUAGE])
            .read(&text)
            .into_model::<Classes>();
        let errors: Vec<_> = findings
            .iter()
            .filter(|it| it.severity == Severity::Error)
            .collect();
        assert!(errors.is_empty(), "seed {seed}: {errors:?}\n{text}");
        let states = valid(&model);
        if states.len() > 80 {
            continue;
        }
        models += 1;
        let calls = calls(&model, model.integers);
        for is_open in [false, true] {
            let system = match is_open {
                true => ClassSystem::new(&model).open(),
                false => ClassSystem::new(&model),
            };
            let frame = Frame::of(&model, is_open);
            for before in &states {
                let mut listed = BTreeSet::new();
                system.steps(before, &mut |step| {
                    assert_eq!(
                        system.apply(before, &step),
                        Some(step.choice.clone()),
                        "seed {seed}\n{text}"
                    );
                    assert!(
                        listed.insert((step.label as usize, step.choice)),
                        "seed {seed}\n{text}"
                    );
                    Flow::Continue(())
                });
                let mut allowed = BTreeSet::new();
                let old = system.values(before).expect("a state");
                for after in &states {
                    let new = system.values(after).expect("a state");
                    for (number, call) in calls.iter().enumerate() {
                        if is_step(&model, frame, &old, call, &new) == Ok(true) {
                            allowed.insert((number, after.clone()));
                            kept += usize::from(!is_open && before != after);
                        }
                    }
                }
                assert_eq!(
                    listed, allowed,
                    "seed {seed}, open {is_open}: {before:?}\n{text}"
                );
                steps += listed.len();
            }
        }
    }
    println!("{models} models, {steps} steps, {kept} that change something by the frame `named`");
    assert!(
        models > share(1_000) && kept > share(5_000),
        "{models} {kept}"
    );
}

#[test]
fn random_models_read_back_as_they_were() {
    for seed in seeds(0..2_000_u64) {
        let text = classes(&mut Random::new(seed));
        let languages = Languages::of(&[&LANGUAGE]);
        let printed = languages.read(&text).print().expect("it was read");
        assert_eq!(
            languages.read(&printed).print().expect("it was read"),
            printed
        );
        // Places differ; findings and states do not.
        let (one, _) = languages.read(&text).into_model::<Classes>();
        let (other, _) = languages.read(&printed).into_model::<Classes>();
        assert_eq!(one.layout, other.layout, "seed {seed}\n{text}");
        let counts = |it: &ClassModel| valid(it).len();
        assert_eq!(counts(&one), counts(&other), "seed {seed}\n{text}");
    }
}

/// The slots that a call can change in the first state of a system of two lights and two buttons.
fn changes(post: &str) -> String {
    let text = format!(
        "class Light {{ green, request : Boolean = false }}
class Button {{
  pressed : Boolean = false
  press()
    {post}
}}
association Has {{ Light[1] role light; Button[*] role buttons }}
system {{
  l1, l2 : Light
  b1 : Button {{ light = l1 }}
  b2 : Button {{ light = l2 }}
}}
"
    );
    let model = model(&text);
    let system = ClassSystem::new(&model);
    let start = (&system as &dyn System).start().expect("a start");
    let mut changed = BTreeSet::new();
    system.steps(&start, &mut |step| {
        if step.label == 0 {
            let both = step.choice.iter().zip(&start).enumerate();
            changed.extend(
                both.filter(|it| it.1.0 != it.1.1)
                    .map(|it| model.slot_name(it.0)),
            );
        }
        Flow::Continue(())
    });
    changed.into_iter().collect::<Vec<_>>().join(", ")
}

#[test]
fn a_frame_releases_what_is_named_and_not_what_is_navigated_through() {
    for (post, expected) in [
        ("post: pressed", "b1.pressed"),
        ("post: pressed or not pressed", "b1.pressed"),
        ("post: pressed@pre = false", ""),
        // Else the button could be wired to the other light, and set its request.
        ("post: light.request", "l1.request"),
        ("post: let x : Light = light in x.request", "l1.request"),
        (
            "post: (if pressed@pre then light else light endif).request",
            "l1.request",
        ),
        ("post: light->asSet().request->includes(true)", "l1.request"),
        ("post: light.buttons->forAll(b | b.pressed)", "b1.pressed"),
        (
            "post: Light.allInstances()->exists(l | l.green)",
            "l1.green, l2.green",
        ),
        ("post: light.buttons->exists(b | b.light.green)", "l1.green"),
        // A link is released from both sides.
        ("post: light <> light@pre", "Has(l1, b1), Has(l2, b1)"),
        (
            "post: Light.allInstances()->forAll(l | l.buttons->size() <> 1)",
            "Has(l1, b1), Has(l1, b2), Has(l2, b1), Has(l2, b2)",
        ),
        // The links of the first light alone: the other button would have two.
        ("post: light@pre.buttons->size() = 2", ""),
        // What is released may depend on what is released.
        (
            "post: light = l2 and light.green",
            "Has(l1, b1), Has(l2, b1), l2.green",
        ),
        (
            "post: true\n    modifies Light.green, pressed",
            "b1.pressed, l1.green, l2.green",
        ),
        ("post: true\n    modifies light.request", "l1.request"),
        ("post: pressed\n    modifies nothing", ""),
        ("post: true", ""),
    ] {
        assert_eq!(changes(post), expected, "{post}");
    }
}

#[test]
fn a_result_can_be_anything_that_the_postcondition_allows() {
    for (post, is_possible) in [
        ("result = n + 1", true),
        ("result = n + 9", false),
        ("result > 2 and result < n + 4", true),
        ("result = null", false),
        ("n = 1 and result = n", true),
        ("n = 1 and result <> n and result < 1 and result > 0", false),
    ] {
        let text = format!(
            "class A {{ n : 0..1 = 0\n get() : 0..3 post: {post}\n}}\nsystem {{ o : A }}\n"
        );
        let model = model(&text);
        let system = ClassSystem::new(&model);
        let start = (&system as &dyn System).start().expect("a start");
        let steps = (&system as &dyn System)
            .steps_up_to(&start, 10)
            .expect("few");
        assert_eq!(!steps.is_empty(), is_possible, "{post}");
    }
}

/// With one text for each slot there would be none to change to.
#[test]
fn a_text_can_become_another_one() {
    let text =
        "class A { s : String\n change() post: s <> s@pre\n}\nsystem { o, p : A { s = \"x\" } }\n";
    let found = super::visited(text);
    assert_eq!(found.deadlock(), None);
    assert_eq!(found.call("change"), Some(1));
}

/// Every state whose slots hold these integers and that is valid.
fn wide_states(model: &ClassModel, integers: (i64, i64)) -> Vec<Vec<Value>> {
    let mut all = vec![Vec::new()];
    for slot in 0..model.layout.slots.len() {
        let values = model.slot_domain(slot).values(model, integers);
        let longer = all.iter().flat_map(|it: &Vec<Value>| {
            let with = |value: &Value| it.iter().cloned().chain([value.clone()]).collect();
            values.iter().map(with).collect::<Vec<_>>()
        });
        all = longer.collect();
    }
    all.retain(|it| is_valid(model, it, Guards::All) == Ok(true));
    all
}

#[test]
fn an_edge_is_where_a_step_needs_other_integers() {
    let (mut models, mut edges, mut others) = (0, 0, 0);
    for seed in seeds(0..400_u64) {
        let text = classes(&mut Random::new(seed));
        let text = format!("integers 0..1\n{}", text.replace("0..1\n", "Integer\n"));
        let text = text
            .replace("0..1[0..1]\n", "Integer\n")
            .replace("  q : B\n", "");
        let model = model(&text);
        let near = valid(&model);
        let far = wide_states(&model, (-2, 3));
        if !text.contains("n : Integer") || near.len() * far.len() > 6_000 {
            continue;
        }
        models += 1;
        let system = ClassSystem::new(&model);
        let frame = Frame {
            integers: (-2, 3),
            ..Frame::of(&model, false)
        };
        let calls = calls(&model, model.integers);
        let fits = |it: &Vec<Value>| {
            let mut all = it.iter().enumerate();
            all.all(|(slot, it)| model.slot_domain(slot).number(&model, it).is_some())
        };
        let beyond: Vec<_> = far.iter().filter(|it| !fits(it)).collect();
        for at in &near {
            let before = system.values(at).expect("a state");
            let leads = |call| {
                let mut all = beyond.iter();
                all.any(|after| is_step(&model, frame, &before, call, after) == Ok(true))
            };
            let is_edge = calls.iter().any(leads);
            assert_eq!(system.is_edge(at), is_edge, "seed {seed}: {at:?}\n{text}");
            edges += usize::from(is_edge);
            others += usize::from(!is_edge);
        }
        // A visit says that it met the bound exactly where it met an edge.
        let system = ClassSystem::new(&model);
        let mut met = false;
        lockstep_core::system::explore(&system, 30, |at, _| {
            system.steps(at, &mut |_| Flow::Continue(()));
            met |= ClassSystem::new(&model).is_edge(at);
            true
        });
        let has_start = far.iter().any(|it| !fits(it));
        assert_eq!(
            system.meets_bound(),
            met || has_start,
            "seed {seed}\n{text}"
        );
    }
    println!("{models} models, {edges} edges, {others} other states");
    assert!(
        models > share(40) && edges > share(50) && others > share(200),
        "{models} {edges} {others}"
    );
}
