//! The parts of the program and how they stand to one another: what [`crate::parts`] shares out to files by, and
//! [`crate::budget`] weighs by. A test finds every part that the page declares here.

/// A part of the program, as `web/src/parts.rs` declares them.
pub struct Part {
    pub name: &'static str,
    /// Parts that are always there when this one comes.
    pub after: &'static [&'static str],
    pub role: Role,
}

/// What a part is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Something that the page shows, or reads to show it.
    Page,
    /// Answers checks, or goes on with one.
    Searches,
    /// Something else that a worker does.
    Worker,
    /// The lessons: what they share with others is no reason for a file of its own, since that would cost every first view and
    /// every first verdict.
    Lesson,
    /// The judge of attempts: a lesson's part, in a worker.
    Judge,
    /// The measurements, and the kind of model that only tests have: no user waits for them, and they share as lessons do.
    Unasked,
}

/// Every part.
pub const PARTS: [Part; 31] = [
    part("views", &[], Role::Page),
    part("dialogs", &[], Role::Page),
    part("running", &[], Role::Page),
    part("transitions", &[], Role::Page),
    part("statecharts", &[], Role::Page),
    // What draws statecharts, after what reads them; and their runs, below the cards.
    part("charts", &["statecharts"], Role::Page),
    part("charts_run", &["charts"], Role::Page),
    // What shows kinds of model without drawings of their own, and what reads such.
    part("generic", &[], Role::Page),
    part("classes", &[], Role::Page),
    part("petri", &[], Role::Unasked),
    // What brings state machines of other tools in writes texts that only this reads.
    part("imports", &["statecharts"], Role::Page),
    // Likewise of class models.
    part("class_imports", &["classes"], Role::Page),
    part("search", &[], Role::Searches),
    part("systems_search", &[], Role::Searches),
    part("statecharts_search", &[], Role::Searches),
    part("classes_search", &[], Role::Searches),
    part("petri_search", &[], Role::Unasked),
    part("systems", &["systems_search"], Role::Worker),
    part("simulation", &["systems_search"], Role::Worker),
    part("charts_simulation", &["statecharts_search"], Role::Worker),
    part("charts_formulas", &["statecharts_search"], Role::Searches),
    part("classes_simulation", &["classes_search"], Role::Worker),
    part("classes_formulas", &["classes_search"], Role::Searches),
    part("classes_help", &["classes_search"], Role::Worker),
    part("solver", &[], Role::Worker),
    part("formulas", &[], Role::Worker),
    part("repairs", &[], Role::Worker),
    part("learn", &[], Role::Lesson),
    // What reads lessons and judges attempts, after what shows them.
    part("markdown", &["learn"], Role::Lesson),
    part("judge", &["learn"], Role::Judge),
    part("bench", &[], Role::Unasked),
];

/// Kinds of model, and the parts that a first verdict about them waits for beside the first view.
pub const KINDS: [(&str, &[&str]); 4] = [
    ("machines", &["search"]),
    ("transition systems", &["transitions", "systems_search"]),
    ("statecharts", &["statecharts", "statecharts_search"]),
    ("class models", &["classes", "classes_search"]),
];

const fn part(name: &'static str, after: &'static [&'static str], role: Role) -> Part {
    Part { name, after, role }
}

/// The part of a name.
fn named(name: &str) -> Option<&'static Part> {
    PARTS.iter().find(|it| it.name == name)
}

/// What a part is for; of one that is not listed, something that the page shows.
pub fn role(name: &str) -> Role {
    named(name).map_or(Role::Page, |it| it.role)
}

/// Whether a part always comes after another one.
pub fn comes_after(name: &str, other: &str) -> bool {
    named(name).is_some_and(|it| {
        let mut after = it.after.iter();
        after.any(|before| *before == other || comes_after(before, other))
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use super::{KINDS, PARTS, comes_after};

    /// The parts that the files of a folder declare.
    fn declared(folder: &Path, into: &mut BTreeSet<String>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                declared(&path, into);
            } else if let Ok(text) = fs::read_to_string(&path) {
                let parts = text.split("\npart! {").skip(1);
                let names = parts.filter_map(|it| it.split([';', ',']).next());
                into.extend(names.map(|it| it.trim().to_owned()));
            }
        }
    }

    #[test]
    fn the_parts_are_those_that_the_page_declares() {
        let mut found = BTreeSet::new();
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../web/src");
        declared(&page, &mut found);
        let listed: BTreeSet<_> = PARTS.iter().map(|it| it.name.to_owned()).collect();
        assert_eq!(listed, found);
        assert_eq!(listed.len(), PARTS.len(), "each stands there once");
        let mut named = PARTS.iter().flat_map(|it| it.after);
        assert!(named.all(|it| listed.contains(*it)));
        let mut needed = KINDS.iter().flat_map(|it| it.1);
        assert!(needed.all(|it| listed.contains(*it)));
    }

    #[test]
    fn what_comes_after_another_comes_after_what_that_comes_after() {
        assert!(comes_after("charts_formulas", "statecharts_search"));
        assert!(comes_after("charts_run", "statecharts"));
        assert!(!comes_after("systems_search", "systems"));
        assert!(!comes_after("search", "search"));
    }
}
