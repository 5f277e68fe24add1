//! Calls by the name of a class: of its objects and of those of classes that inherit from it, and of no others, by whichever operation of
//! the name an object answers with.

use std::collections::{BTreeMap, BTreeSet};

use lockstep_core::generate::{Random, class_heirs};
use lockstep_core::language::classes::{ClassModel, ClassSystem};
use lockstep_core::system::{Flow, System};
use lockstep_seeds::{seeds, share};

use super::{answer_by, said};

/// Of each object and operation the least number of calls up to its first one, by a visit of the definitions.
fn first_calls(model: &ClassModel) -> BTreeMap<(String, String), u32> {
    let system = ClassSystem::new(model);
    let (mut seen, mut layer, mut first) = (BTreeSet::new(), Vec::new(), BTreeMap::new());
    system.initial(&mut |state| {
        seen.insert(state.clone());
        layer.push(state);
        Flow::Continue(())
    });
    for depth in 1.. {
        let mut next = Vec::new();
        for at in &layer {
            system.steps(at, &mut |step| {
                let fired = &system.narrate(at, &step).fired[0];
                let operation = &model.operations[fired.element.index as usize];
                let object = &model.objects[fired.group.expect("a call is of an object")];
                let call = (object.name.clone(), operation.name.clone());
                first.entry(call).or_insert(depth);
                if seen.insert(step.choice.clone()) {
                    next.push(step.choice);
                }
                Flow::Continue(())
            });
        }
        if next.is_empty() {
            break;
        }
        layer = next;
    }
    first
}

/// What is asked of `C.op(…)`: the class or object, and the operation.
fn asked(check: &str) -> Option<(&str, &str)> {
    let (of, call) = check.strip_prefix("check reach ")?.split_once('.')?;
    Some((of, call.split_once('(')?.0))
}

#[test]
fn a_class_stands_for_its_objects_and_those_of_its_heirs() {
    let (mut found, mut never, mut told_apart, mut others) = (0, 0, 0, 0);
    for seed in seeds(0..400_u64) {
        let (text, checks) = class_heirs(&mut Random::new(seed));
        let text = format!("{text}{}\n", checks.join("\n"));
        let model = super::model(&text);
        if checks.is_empty() || super::steps::valid(&model).len() > 160 {
            continue;
        }
        let first = first_calls(&model);
        // The objects that are meant, by the texts of the generator.
        let is_of = |object: &str, of: &str| {
            let is_heir = text.contains(&format!("  {object} : C\n"));
            let is_own = text.contains(&format!("  {object} : {of}\n"));
            object == of || is_own || (of == "A" && is_heir)
        };
        let mut by_class = BTreeMap::new();
        for (check, question) in checks.iter().enumerate() {
            let by = |engine| said(&answer_by(&text, check, engine));
            let (explicit, formulas) = (by("explicit"), by("sat"));
            let told = format!("seed {seed}: {question}\n{text}");
            if formulas.0 != "unknown" {
                assert_eq!(explicit, formulas, "{told}");
            }
            let Some((of, operation)) = asked(question) else {
                others += 1;
                continue;
            };
            let calls = first.iter();
            let calls = calls.filter(|((object, name), _)| name == operation && is_of(object, of));
            let depth = calls.map(|it| *it.1).min();
            assert_eq!(explicit.1, depth, "{told}");
            found += usize::from(depth.is_some());
            never += usize::from(depth.is_none());
            by_class.insert(of, depth);
        }
        told_apart += usize::from(by_class.get("A") != by_class.get("C"));
    }
    println!("{found} found, {never} never, {others} others; {told_apart} differ by class");
    assert!(found > share(400) && never > share(300) && told_apart > share(8) && others > 0);
}

#[test]
fn a_class_that_inherits_an_operation_stands_for_its_own_objects() {
    let text = "class P {
  n : 0..3
  op()
    pre: n > 0
}
class Q < P {
}
system {
  p1 : P { n = 1 }
  q1 : Q { n = 0 }
}
check reach Q.op()
check reach P.op()
";
    let words = [0, 1].map(|it| super::answer(text, it).answer().word());
    assert_eq!(words, ["unreachable", "reachable"]);
    let sentence = super::answer(text, 0).sentence;
    assert!(
        sentence.contains("`Q.op()` is never possible"),
        "{sentence}"
    );
}

/// Of which class an object is, and which query it answers by, is asked on the way: the link that leads there is kept.
#[test]
fn what_is_asked_about_a_class_on_the_way_releases_nothing() {
    let text = |post: &str| {
        format!(
            "class Light {{
  on() : Boolean = false
}}
class Lamp < Light {{
  x : Boolean = false
  on() : Boolean = x
}}
class Button {{
  hit()
    post: {post}
}}
association Has {{ Button[0..1] role button; Light[1] role light }}
system {{
  f, g : Lamp
  b : Button {{ light = f }}
}}
check reach f.x
check reach g.x
"
        )
    };
    for (post, found) in [
        ("light.oclAsType(Lamp).x = true", true),
        ("light.oclIsKindOf(Lamp) and light.oclAsType(Lamp).x", true),
        (
            "light.oclIsTypeOf(Lamp) and light@pre.oclAsType(Lamp).x",
            true,
        ),
        (
            "light.oclIsTypeOf(Light) and light@pre.oclAsType(Lamp).x",
            false,
        ),
        ("light.on()", true),
    ] {
        let text = text(post);
        for engine in ["explicit", "sat"] {
            let words = [0, 1].map(|check| said(&answer_by(&text, check, engine)).0);
            let expected = if found { "reachable" } else { "unreachable" };
            assert_eq!(words, [expected, "unreachable"], "{engine}: {post}");
        }
    }
}
