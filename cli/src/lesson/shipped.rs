//! The lessons that come with Lockstep, as they lie in `static/lessons`.

use lockstep_core::lesson::Files;

/// A lesson: its folder, and its files by their names.
pub struct Shipped {
    /// The name of its folder.
    pub name: &'static str,
    files: &'static [(&'static str, &'static str)],
}

impl Shipped {
    /// Its files.
    pub fn files(&self) -> Files {
        let files = self.files.iter();
        let files = files.map(|(name, text)| ((*name).to_owned(), (*text).to_owned()));
        files.collect()
    }
}

macro_rules! lesson {
    ($folder:literal: $($file:literal),+ $(,)?) => {
        Shipped {
            name: $folder,
            files: &[$((
                $file,
                include_str!(concat!("../../../static/lessons/", $folder, "/", $file)),
            )),+],
        }
    };
}

/// The lessons in their order.
pub const ALL: &[Shipped] = &[
    lesson!("01-states-and-messages":
        "hidden.lks",
        "lesson.md",
        "solution.lks",
        "start.lks",
        "wrong-by-itself.lks",
        "wrong-sends.lks",
        "wrong-too-soon.lks",
    ),
    lesson!("02-a-scenario-fails":
        "lesson.md",
        "look-loose.lks",
        "solution.lks",
        "start.lks",
        "wrong-other-machine.lks",
        "wrong-sender.lks",
        "wrong-shortened.lks",
        "wrong-too-late.lks",
    ),
    lesson!("03-forbidden":
        "hidden.lks",
        "lesson.md",
        "solution.lks",
        "start.lks",
        "wrong-allowed.lks",
        "wrong-no-hand.lks",
        "wrong-nobody-gets-cash.lks",
    ),
    lesson!("04-bounded-is-not-never":
        "lesson.md",
        "solution.lks",
        "start.lks",
        "wrong-generous.lks",
        "wrong-one-less.lks",
        "wrong-still-bounded.lks",
    ),
    lesson!("05-deadlock":
        "hidden.lks",
        "lesson.md",
        "solution-other.lks",
        "solution.lks",
        "start.lks",
        "wrong-ends-not-marked.lks",
        "wrong-ends-only.lks",
        "wrong-never-hang-up.lks",
    ),
    lesson!("06-all-at-once":
        "hidden.lks",
        "lesson.md",
        "solution-reversed.lks",
        "solution.lks",
        "start.lks",
        "wrong-call-it-an-end.lks",
        "wrong-endless-forks.lks",
        "wrong-one-goes-hungry.lks",
        "wrong-put-back.lks",
    ),
    lesson!("07-steps-into-clauses":
        "lesson.md",
        "look.lks",
        "solution-two-receivers.lks",
        "solution.lks",
        "start.lks",
        "wrong-other-fault.lks",
        "wrong-really-reachable.lks",
    ),
    lesson!("08-planning":
        "hidden.xsts",
        "lesson.md",
        "solution.xsts",
        "start.xsts",
        "wrong-guess.xsts",
        "wrong-no-limit.xsts",
        "wrong-spills.xsts",
        "wrong-wish.xsts",
    ),
    lesson!("09-a-no-one-can-check":
        "formula.cnf",
        "lesson.md",
        "look.lks",
        "solution-other.drat",
        "solution.drat",
        "start.drat",
        "wrong-follows-but-not-enough.drat",
        "wrong-no-end.drat",
    ),
    lesson!("10-invariants":
        "lesson.md",
        "solution-range.xsts",
        "solution.xsts",
        "start.xsts",
        "wrong-does-not-imply.xsts",
        "wrong-false.xsts",
        "wrong-property-itself.xsts",
        "wrong-true-not-inductive.xsts",
    ),
    lesson!("11-who-chooses":
        "lesson.md",
        "look.xsts",
        "solution.lks",
        "start.lks",
        "wrong-an-end.lks",
        "wrong-changes-its-mind.lks",
        "wrong-tea-only.lks",
    ),
    lesson!("12-run-to-completion":
        "hidden.lks",
        "lesson.md",
        "look-completion.lks",
        "solution.lks",
        "start.lks",
        "wrong-deferred-in-idle.lks",
        "wrong-longer-queue.lks",
        "wrong-prints-at-once.lks",
        "wrong-taken-and-forgotten.lks",
    ),
    lesson!("13-three-readings":
        "hidden.lks",
        "lesson.md",
        "look.lks",
        "solution-internal.lks",
        "solution.lks",
        "start.lks",
        "wrong-deferred.lks",
        "wrong-no-time.lks",
        "wrong-noise-is-go.lks",
    ),
    lesson!("14-time":
        "lesson.md",
        "solution-longer.lks",
        "solution.lks",
        "start.lks",
        "wrong-never-comes.lks",
        "wrong-only-the-end.lks",
        "wrong-other-gate.lks",
        "wrong-too-careful.lks",
    ),
    lesson!("15-never-called":
        "hidden.lks",
        "lesson.md",
        "solution.lks",
        "start.lks",
        "wrong-asks-at-green.lks",
        "wrong-no-invariant.lks",
        "wrong-only-at-red.lks",
        "wrong-without-request.lks",
    ),
    lesson!("16-left-open":
        "hidden.lks",
        "lesson.md",
        "look.lks",
        "solution-rests.lks",
        "solution.lks",
        "start.lks",
        "wrong-any-amount.lks",
        "wrong-limit-moves.lks",
        "wrong-nothing-said.lks",
        "wrong-past-the-limit.lks",
    ),
];

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;
    use std::path::Path;

    use lockstep_core::lesson::PATH;

    use super::ALL;

    #[test]
    fn every_file_of_every_lesson_is_there() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/lessons");
        let names = |path: &Path| -> BTreeSet<String> {
            let entries = fs::read_dir(path).expect("the lessons are in the repository");
            let names = entries.map(|it| it.expect("it can be listed").file_name());
            names.map(|it| it.to_string_lossy().into_owned()).collect()
        };
        let all: BTreeSet<_> = ALL.iter().map(|it| it.name.to_owned()).collect();
        assert_eq!(all, names(&folder));
        assert!(ALL.iter().map(|it| it.name).eq(PATH.iter().map(|it| it.0)));
        for lesson in ALL {
            let here: BTreeSet<_> = lesson.files().into_keys().collect();
            assert_eq!(here, names(&folder.join(lesson.name)), "{}", lesson.name);
        }
    }
}
