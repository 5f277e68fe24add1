//! What happens in some run of a system: which of its operations fire, and which of its variables ever change.
//!
//! An edit of a model that takes away one of these has answered another question: nothing goes wrong where nothing is done.

use std::collections::BTreeSet;

use crate::system::{ElementId, Flow, System};

/// Something that happens in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Happening {
    /// An element fires.
    Fires(ElementId),
    /// The variable of this number changes.
    Changes(usize),
}

/// What happens in the runs of a system: in all of them, in as many as `most` states show, or as soon as everything that is
/// `wanted` has happened. `goes_on` is asked before each state. Breadth first, so that the same limit gives the same answer.
pub fn happenings(
    system: &dyn System,
    most: usize,
    wanted: Option<&BTreeSet<Happening>>,
    goes_on: &mut dyn FnMut() -> bool,
) -> BTreeSet<Happening> {
    let mut found = BTreeSet::new();
    let is_enough = |found: &BTreeSet<Happening>| wanted.is_some_and(|it| it.is_subset(found));
    let (mut seen, mut layer) = (BTreeSet::new(), Vec::new());
    system.initial(&mut |state| {
        if seen.insert(state.clone()) {
            layer.push(state);
        }
        match seen.len() < most {
            true => Flow::Continue(()),
            false => Flow::Break(()),
        }
    });
    while !layer.is_empty() {
        let mut next = Vec::new();
        for state in &layer {
            if is_enough(&found) || !goes_on() {
                return found;
            }
            system.steps(state, &mut |step| {
                let Some(after) = system.apply(state, &step) else {
                    return Flow::Continue(());
                };
                let fired = system.narrate(state, &step).fired;
                found.extend(fired.iter().map(|it| Happening::Fires(it.element)));
                let changed = (0..state.len()).filter(|it| state[*it] != after[*it]);
                found.extend(changed.map(Happening::Changes));
                if seen.len() < most && seen.insert(after.clone()) {
                    next.push(after);
                }
                Flow::Continue(())
            });
        }
        layer = next;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Languages;
    use crate::language::classes::{ClassSystem, Classes, LANGUAGE};

    const TEXT: &str = "class Door {
  open, locked : Boolean = false
  enter()
    pre: not locked
    post: open = not open@pre
  lock()
    pre: open and locked
    post: locked
}
system { d : Door }
";

    #[test]
    fn what_fires_and_changes_is_told() {
        let mut languages = Languages::default();
        languages.bring(&LANGUAGE);
        let (model, _) = languages.read(TEXT).into_model::<Classes>();
        let system = ClassSystem::new(&model);
        let found = happenings(&system, 100, None, &mut || true);
        let fired = found.iter().filter(|it| matches!(it, Happening::Fires(_)));
        assert_eq!(fired.count(), 1, "`lock` is never possible: {found:?}");
        let changed = found
            .iter()
            .filter(|it| matches!(it, Happening::Changes(_)));
        assert_eq!(changed.count(), 1, "`locked` never changes: {found:?}");
        assert_eq!(happenings(&system, 100, Some(&found), &mut || true), found);
        assert!(happenings(&system, 100, None, &mut || false).is_empty());
    }
}
