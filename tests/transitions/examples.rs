//! Our own examples: each claim in them is true.

use std::path::Path;

use lockstep_core::api::{Clockless, Kinds, Options, StructureKind, TRANSITION_VALUES};
use lockstep_core::expression::Term;
use lockstep_core::language::transitions::{Settings, Subject, TransitionSystem, parse, print};
use lockstep_core::system::{Flow, System};

use super::explore::{model, search};

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
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples");
    let (mut count, mut compared) = (0, 0);
    let folders = ["systems", "splitting"].map(|it| folder.join(it));
    for file in folders.iter().flat_map(|it| std::fs::read_dir(it).unwrap()) {
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
        let analysis = Kinds::whole().analyse_as(StructureKind::Transitions, &text);
        assert!(analysis.diagnostics.is_empty(), "{path:?}");
        let model = model(&text);
        let system = TransitionSystem::new(&model, Settings::default());
        for (check, property) in analysis.checks.iter().zip(&model.properties) {
            let options = Options::default();
            let outcome = TRANSITION_VALUES
                .check(&text, check.index, &options, &mut Clockless)
                .unwrap();
            assert_eq!(
                outcome.as_expected(),
                Some(true),
                "{path:?} {}: {}",
                check.title,
                outcome.sentence
            );
            // The same by a plain search, where that comes to an end.
            if let Subject::Always(term) = &property.subject
                && property.within.is_none()
            {
                let found = search(&model, Settings::default(), term, 20_000);
                if found.complete || found.violated.is_some() {
                    let depth = found.violated.map(|it| u32::try_from(it / 2).unwrap());
                    assert_eq!(outcome.depth(), depth, "{path:?} {}", check.title);
                    compared += 1;
                }
            }
            if let Subject::Reach(goals) = &property.subject
                && goals.len() > 1
            {
                let reached = reaches(&system, goals);
                assert_eq!(reached, outcome.answer().word() == "reachable", "{path:?}");
                compared += 1;
            }
            count += 1;
        }
    }
    assert!(count >= 60 && compared >= 18, "{count} {compared}");
}
