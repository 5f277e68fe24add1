//! Links that are pointed at for a question: the condition is true exactly where the link is there.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::Path;

use lockstep_core::api::{StructureKind, value_term};
use lockstep_core::generate::{Random, classes};
use lockstep_core::language::classes::model::{From, Slot, Subject};
use lockstep_core::language::classes::ocl::term::Term;
use lockstep_core::language::classes::ocl::value::Value;
use lockstep_core::language::classes::{ClassModel, ClassSystem};
use lockstep_core::language::questions::PropertySubject;
use lockstep_core::system::{System, Valuation};
use lockstep_seeds::{seeds, share};

use super::{languages, model};

/// Valid states that are looked at of each model.
const MOST: usize = 40;

/// The first valid states, and one in ten of those that follow.
fn states(model: &ClassModel) -> Vec<Valuation> {
    let everywhere = From::Valid(Term::Constant(Value::Boolean(true)));
    let (mut all, mut met) = (Vec::new(), 0);
    ClassSystem::new(model)
        .starting(everywhere)
        .initial(&mut |state| {
            if met < MOST / 2 || met % 10 == 0 {
                all.push(state);
            }
            met += 1;
            match all.len() < MOST {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        });
    all
}

/// Asks for every link of a text, as there and as missing; counts by the shape of the condition and by what it was.
fn judge(text: &str, seen: &mut BTreeMap<(&'static str, bool), usize>) {
    let analysis = lockstep_core::api::Kinds::whole().analyse(text);
    let Some(system) = analysis.structure.system() else {
        panic!("{text}");
    };
    let kind: StructureKind = analysis.structure.kind();
    let bare = model(text);
    let links = bare.layout.slots.iter().enumerate();
    let links = links.filter(|it| matches!(it.1, Slot::Link { .. }));
    let links: Vec<_> = links.map(|it| it.0).collect();
    let mut asked = text.to_owned();
    for &slot in &links {
        for value in ["true", "false"] {
            let term = value_term(kind, &system.variables[slot], value).expect("links have terms");
            asked += &format!("\ncheck reach {term}");
        }
    }
    let asked = model(&asked);
    let system = ClassSystem::new(&asked);
    let states = states(&asked);
    for (number, slot) in links.into_iter().enumerate() {
        for (further, value) in [true, false].into_iter().enumerate() {
            let check = &asked.checks[bare.checks.len() + 2 * number + further];
            let Subject::Property(PropertySubject::Reach(parts)) = &check.subject else {
                panic!("a reach check");
            };
            let [term] = &parts[..] else {
                panic!("one state")
            };
            for state in &states {
                let values = system.values(state).expect("a state");
                let is_there = values[slot] == Value::Boolean(true);
                let said = system.holds(term, state);
                assert_eq!(
                    said,
                    Some(is_there == value),
                    "{term:?}\n{values:?}\n{text}"
                );
                let shape = match analysis.structure.system() {
                    Some(it) if it.variables[slot].condition.contains("->") => "sets",
                    _ => "one",
                };
                *seen.entry((shape, is_there)).or_default() += 1;
            }
        }
    }
}

#[test]
fn a_link_that_was_pointed_at_is_the_one_that_is_asked_for() {
    let mut seen = BTreeMap::new();
    let numbers = seeds(0..200_u64);
    for seed in numbers {
        judge(&classes(&mut Random::new(seed)), &mut seen);
    }
    let examples = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/classes");
    let mut files: Vec<_> = (std::fs::read_dir(examples).expect("the examples are there"))
        .map(|it| it.expect("a file").path())
        .filter(|it| it.extension().is_some_and(|it| it == "lks"))
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a text");
        let (_, findings) = languages()
            .read(&text)
            .into_model::<lockstep_core::language::classes::Classes>();
        assert!(
            findings
                .iter()
                .all(|it| it.severity != lockstep_core::text::Severity::Error)
        );
        judge(&text, &mut seen);
    }
    // A role whose name needs quotes has them in the condition; of an object with such a name no condition is offered.
    let quoted = "class A {\n  a : Boolean = false\n}\nclass B {\n  b : Boolean = false\n}\nassociation L { A[*] role \"next one\"; B[*] role others }\nsystem {\n  o : A\n  p, q : B\n}\n";
    judge(quoted, &mut seen);
    for shape in ["one", "sets"] {
        for is_there in [true, false] {
            let count = seen.get(&(shape, is_there)).copied().unwrap_or_default();
            assert!(count > share(20), "{seen:?}");
        }
    }
}
