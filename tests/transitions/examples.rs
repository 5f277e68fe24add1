//! Our own examples: each claim in them is true.

use std::path::Path;

use lockstep_core::expression::{Term, TermKind};
use lockstep_core::language::transitions::ast::ExpectedAnswer;
use lockstep_core::language::transitions::{Settings, Subject, TransitionSystem, parse, print};
use lockstep_core::system::{Flow, Status, System, explore};

use crate::explore::{model, search};

/// Runs with a goal after another are looked for one after the other, from every state of the first.
fn reaches(system: &TransitionSystem<'_>, goals: &[Term]) -> bool {
    let mut layer = Vec::new();
    system.initial(&mut |it| {
        layer.push((it, 0));
        Flow::Continue(())
    });
    let mut seen: std::collections::BTreeSet<_> = layer.iter().cloned().collect();
    while let Some((at, mut met)) = layer.pop() {
        while met < goals.len()
            && system.is_observed(&at)
            && system.truth(&at, &goals[met]) == Ok(true)
        {
            met += 1;
        }
        if met == goals.len() {
            return true;
        }
        system.expand(&at, &mut |_, after| {
            if seen.insert((after.clone(), met)) {
                layer.push((after, met));
            }
            Flow::Continue(())
        });
    }
    false
}

#[test]
fn examples_keep_their_promises() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/systems");
    let mut count = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        for header in ["// title: ", "// source: ", "// look: "] {
            assert!(text.contains(header), "{path:?} lacks {header}");
        }
        let (document, _) = parse(&text);
        let body = text.split_once("\n\n").unwrap().1;
        let printed = print::print(&document);
        let (again, _) = parse(&printed);
        assert_eq!(again.without_spans(), document.without_spans(), "{path:?}");
        assert!(body.contains("prop"), "{path:?}");
        let model = model(&text);
        let system = TransitionSystem::new(&model, Settings::default());
        for property in &model.properties {
            let most = property.within.map(|it| 2 * it as usize + 1);
            let found = match &property.subject {
                Subject::Always(term) => {
                    let found = search(&model, Settings::default(), term, 100_000);
                    assert!(found.violated.is_some() || found.complete, "{path:?}");
                    [ExpectedAnswer::Violated, ExpectedAnswer::Holds]
                        [usize::from(found.violated.is_none())]
                }
                Subject::Reach(goals) => {
                    let [goal] = &goals[..] else {
                        assert!(reaches(&system, goals), "{path:?}");
                        continue;
                    };
                    let never = Term::boolean(TermKind::Not(Box::new(goal.clone())));
                    let found = search(&model, Settings::default(), &never, 100_000);
                    let near = found
                        .violated
                        .is_some_and(|it| most.is_none_or(|most| it <= most));
                    [ExpectedAnswer::Unreachable, ExpectedAnswer::Reachable][usize::from(near)]
                }
                Subject::Deadlock => {
                    let mut stuck = false;
                    explore(&system, usize::MAX, |at, _| {
                        stuck |= system.status(at) == Status::Stuck;
                        true
                    });
                    [ExpectedAnswer::None, ExpectedAnswer::Deadlock][usize::from(stuck)]
                }
            };
            if let Some(expected) = property.expected {
                assert_eq!(found, expected, "{path:?} {}", property.span.text(&text));
            } else {
                assert_eq!(found, ExpectedAnswer::Holds, "{path:?}");
            }
            count += 1;
        }
    }
    assert!(count >= 15, "{count}");
}
