//! The rules, one function each, with the reason beside it.

use super::Finding;
use super::chapters::{chapter, imports_follow_the_pipeline};
use super::source::Source;

/// A rule looks at one file.
pub type Rule = fn(&Source) -> Vec<Finding>;

/// Every rule there is.
pub const ALL: &[Rule] = &[
    opens_with_its_story,
    is_a_chapter,
    does_not_unwrap,
    leaves_no_notes_to_self,
    stands_alone,
    core_is_pure,
    serde_stays_at_the_border,
    imports_follow_the_pipeline,
    engines_name_no_member,
    answers_are_no_words,
    messages_have_all_their_fields,
    web_asks_through_the_api,
    shells_name_kinds_in_tables,
    state_holds_no_callbacks,
    tasks_end_with_their_owner,
];

/// A file opens by saying what it is.
fn opens_with_its_story(source: &Source) -> Vec<Finding> {
    let opening: &[&str] = match () {
        () if source.is("rs") => &["//!"],
        () if source.is("js") || source.is("mjs") || source.is("ts") => &["//", "/*"],
        () => return Vec::new(),
    };
    let opens = opening.iter().any(|it| source.text.starts_with(it));
    let what = format!("does not open with `{}` and what it is", opening[0]);
    if opens {
        Vec::new()
    } else {
        vec![(Some(1), what)]
    }
}

/// Near 500 lines there is a second chapter inside.
fn is_a_chapter(source: &Source) -> Vec<Finding> {
    const LONGEST: usize = 500;
    let written = ["rs", "js", "mjs", "ts", "css"];
    let lines = source.text.lines().count();
    if !written.iter().any(|it| source.is(it)) || lines <= LONGEST {
        return Vec::new();
    }
    vec![(
        None,
        format!("{lines} lines; find the second chapter inside (at most {LONGEST})"),
    )]
}

/// `expect` states the invariant that makes it safe; `unwrap` says nothing.
fn does_not_unwrap(source: &Source) -> Vec<Finding> {
    if !source.is("rs") {
        return Vec::new();
    }
    mentions(source, &[".unwrap()"], "use expect(\"why it holds\")")
}

/// What is left to do is an issue, not a comment.
fn leaves_no_notes_to_self(source: &Source) -> Vec<Finding> {
    if source.path == "tests/tidy/rules.rs" {
        return Vec::new();
    }
    let notes = ["TODO", "FIXME", "XXX"];
    let lines = source.text.lines().enumerate();
    let lines = lines.filter(|(_, line)| notes.iter().any(|note| has_word(line, note)));
    lines
        .map(|(index, _)| {
            (
                Some(index + 1),
                "a note to self; do it or open an issue".into(),
            )
        })
        .collect()
}

/// A clone is complete: nothing outside tests looks beside it (a test may, and then skips where
/// the folder is missing).
fn stands_alone(source: &Source) -> Vec<Finding> {
    if source.for_tests {
        return Vec::new();
    }
    let lines = source.text.lines().enumerate();
    let lines = lines.filter(|(_, line)| line.contains("../shared"));
    lines
        .map(|(index, _)| {
            (
                Some(index + 1),
                "refers to a folder outside the repository".into(),
            )
        })
        .collect()
}

/// The core has no clock, files, threads or network, so that it gives the same answer everywhere.
fn core_is_pure(source: &Source) -> Vec<Finding> {
    if chapter(source).is_none() {
        return Vec::new();
    }
    let impure = [
        "std::time",
        "std::fs",
        "std::thread",
        "std::net",
        "std::env",
        "std::process",
    ];
    mentions(source, &impure, "the core takes this from its host")
}

/// Data crosses borders in `view`, `api`, `interchange` and `lesson`; inside, types are free to change.
/// `generate` writes samples to files.
fn serde_stays_at_the_border(source: &Source) -> Vec<Finding> {
    let border = ["view", "api", "interchange", "lesson", "generate"];
    match chapter(source) {
        Some(chapter) if !border.contains(&chapter) => mentions(
            source,
            &["serde"],
            "serde belongs to view, api, interchange and lesson",
        ),
        _ => Vec::new(),
    }
}

/// Engines name no solver and no language: adding a member is a new file elsewhere.
fn engines_name_no_member(source: &Source) -> Vec<Finding> {
    if chapter(source) != Some("engine") {
        return Vec::new();
    }
    let members = ["varisat", "batsat", "cadical", "language::machines"];
    mentions(
        source,
        &members,
        "an engine names no solver and no language",
    )
}

/// The page speaks the core's plain data and draws its geometry; it knows no model types.
fn web_asks_through_the_api(source: &Source) -> Vec<Finding> {
    if !source.path.starts_with("web/src/") {
        return Vec::new();
    }
    let allowed = ["address", "api", "diagram", "interchange", "lesson"];
    let mut findings = Vec::new();
    for (line, code) in source.code() {
        for after in code.split("lockstep_core::").skip(1) {
            let name = after
                .split(|c: char| !c.is_alphanumeric() && c != '_')
                .next();
            if !name.is_some_and(|name| allowed.contains(&name)) {
                findings.push((Some(line), "the page asks the core through its api".into()));
            }
        }
    }
    findings
}

/// What is done for some kinds of model only is asked of their titles (`Extras`), so that a further kind is no search for places
/// that ask which one it is. Files that choose a part of the program, drawings or formats by the kind are the tables.
fn shells_name_kinds_in_tables(source: &Source) -> Vec<Finding> {
    const TABLES: [&str; 14] = [
        // Parts of the program.
        "web/src/worker/",
        "web/src/kinds.rs",
        // Drawings and formats.
        "web/src/stage/mod.rs",
        "web/src/stage/systems/",
        "web/src/export/dialog.rs",
        // What is there of machines, or of transition systems, only.
        "web/src/stage/empty.rs",
        "web/src/learn/",
        "web/src/protocol.rs",
        "web/src/state/mod.rs",
        "web/src/state/stage/side_question.rs",
        "cli/src/check.rs",
        "cli/src/checked.rs",
        "cli/src/convert.rs",
        "cli/src/input.rs",
    ];
    let is_shell = source.path.starts_with("web/src/") || source.path.starts_with("cli/src/");
    if !is_shell || TABLES.iter().any(|it| source.path.starts_with(it)) {
        return Vec::new();
    }
    let kinds = ["Machines", "Transitions", "Statecharts"].map(|it| format!("StructureKind::{it}"));
    let kinds = kinds.each_ref().map(String::as_str);
    mentions(source, &kinds, "ask the kind's title for its extras")
}

/// The page's state outlives every component, and a callback belongs to the component that made it:
/// what is to be done later is data (`state/action.rs`).
fn state_holds_no_callbacks(source: &Source) -> Vec<Finding> {
    if !source.path.starts_with("web/src/state/") {
        return Vec::new();
    }
    mentions(
        source,
        &["Callback"],
        "components end before the state does: take an Action, or other data",
    )
}

/// Whatever waits for something (a task, a timer, a listener of the window) ends with the component that
/// began it, or it would touch signals that are gone. Few files may ask the browser directly: those
/// that see to this end, and those that hold no signals of components.
fn tasks_end_with_their_owner(source: &Source) -> Vec<Finding> {
    const MAY: [&str; 4] = [
        "web/src/ui/",
        "web/src/state/timer.rs",
        "web/src/stage/layout/",
        "web/src/worker/",
    ];
    let path = &source.path;
    if !path.starts_with("web/src/") || MAY.iter().any(|it| path.starts_with(it)) {
        return Vec::new();
    }
    let raw = [
        "spawn_local",
        "spawn_local_scoped",
        "spawn_local_scoped_with_cancellation",
        "set_timeout",
        "set_timeout_with_handle",
        "set_interval",
        "request_animation_frame",
        "window_event_listener",
    ];
    mentions(
        source,
        &raw,
        "use ui::task, Timer, NextFrame or ui::on_window, which end with their owner",
    )
}

/// What a check came to is a verdict; its word is for people, and a comparison with it breaks with the next
/// kind of question. The language has the words, because texts have them after `expect`.
fn answers_are_no_words(source: &Source) -> Vec<Finding> {
    let is_asked = chapter(source).is_some() || source.path.starts_with("web/src/");
    if !is_asked || chapter(source) == Some("language") {
        return Vec::new();
    }
    let words = [
        "\"consistent\"",
        "\"inconsistent\"",
        "\"reachable\"",
        "\"unreachable\"",
    ];
    mentions(source, &words, "ask the verdict, not its word")
}

/// Page and worker send each other bytes without names of fields: one that is left out shifts all that
/// follow, and nothing can be read. The command line's JSON has structures of its own.
fn messages_have_all_their_fields(source: &Source) -> Vec<Finding> {
    let path = &source.path;
    if !path.starts_with("core/src/view/") && path != "web/src/protocol.rs" {
        return Vec::new();
    }
    mentions(
        source,
        &["skip_serializing_if", "skip_serializing", "untagged"],
        "a field that is not always sent makes the rest unreadable",
    )
}

/// Findings for the code lines that mention one of the words.
fn mentions(source: &Source, words: &[&str], advice: &str) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (line, code) in source.code() {
        for word in words.iter().filter(|word| has_word(code, word)) {
            findings.push((Some(line), format!("`{word}`: {advice}")));
        }
    }
    findings
}

/// Whether the text contains the word, not as a part of a longer one.
pub fn has_word(text: &str, word: &str) -> bool {
    let part = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + word.len()..].chars().next();
        let joins_before = word.starts_with(part) && before.is_some_and(part);
        let joins_after = word.ends_with(part) && after.is_some_and(part);
        !joins_before && !joins_after
    })
}

#[cfg(test)]
mod tests {
    use super::{ALL, Rule, Source, has_word};

    /// The lines in which the rules find something.
    fn found(path: &str, text: &str) -> Vec<Option<usize>> {
        let source = Source::sample(path, text);
        let all = ALL.iter().flat_map(|rule: &Rule| rule(&source));
        all.map(|(line, _)| line).collect()
    }

    #[test]
    fn each_rule_finds_what_it_is_for() {
        let long = "//! Long.\n".repeat(501);
        let rows = [
            ("cli/src/a.rs", "fn f() {}\n", Some(1)),
            ("web/js/a.js", "let x;\n", Some(1)),
            ("cli/src/a.rs", long.as_str(), None),
            ("cli/src/a.rs", "//! A.\nlet x = y.unwrap();\n", Some(2)),
            ("docs/a.md", "words\nTODO: more words\n", Some(2)),
            ("README.md", "see ../shared/x\n", Some(1)),
            (
                "core/src/text/a.rs",
                "//! A.\nuse std::time::Instant;\n",
                Some(2),
            ),
            (
                "core/src/cnf/a.rs",
                "//! A.\nuse serde::Serialize;\n",
                Some(2),
            ),
            (
                "core/src/system/replay.rs",
                "//! A.\nuse crate::encode::Legend;\n",
                Some(2),
            ),
            (
                "core/src/language/a.rs",
                "//! A.\nuse lockstep_search::sat::Solver;\n",
                Some(2),
            ),
            (
                "core/search/src/network/a.rs",
                "//! A.\nuse crate::engine::Finding;\n",
                Some(2),
            ),
            (
                "core/search/src/engine/a.rs",
                "//! A.\nlet s = varisat::Solver::new();\n",
                Some(2),
            ),
            (
                "core/src/diagram/a.rs",
                "//! A.\nif word == \"unreachable\" {}\n",
                Some(2),
            ),
            (
                "web/src/app.rs",
                "//! A.\nuse lockstep_core::language::Model;\n",
                Some(2),
            ),
            (
                "cli/src/human.rs",
                "//! A.\nlet it = kind == StructureKind::Machines;\n",
                Some(2),
            ),
            (
                "web/src/state/a.rs",
                "//! A.\nuse crate::{persist, stage};\n",
                Some(2),
            ),
            (
                "web/src/ui/a.rs",
                "//! A.\nuse crate::state::Page;\n",
                Some(2),
            ),
            (
                "web/src/state/a.rs",
                "//! A.\nstruct A(Callback<()>);\n",
                Some(2),
            ),
            (
                "web/src/results/a.rs",
                "//! A.\nset_timeout(act, pause);\n",
                Some(2),
            ),
        ];
        for (path, text, line) in rows {
            assert_eq!(found(path, text), [line], "{path}\n{text}");
        }
    }

    #[test]
    fn what_keeps_the_rules_is_left_alone() {
        let test = "//! A.\n#[cfg(test)]\nmod tests {\n    x.unwrap();\n}\n";
        for (path, text) in [
            ("core/src/text/a.rs", test),
            ("tests/a.rs", "//! A.\nread(\"../shared/x\").unwrap();\n"),
            ("core/src/api/a.rs", "//! A.\nuse serde::Serialize;\n"),
            (
                "core/src/cnf/a.rs",
                "//! Not serde, nor std::time.\nlet encoder = 1;\n",
            ),
            (
                "web/src/app.rs",
                "//! A.\nuse lockstep_core::api::Analysis;\n",
            ),
        ] {
            assert_eq!(found(path, text), [], "{path}\n{text}");
        }
    }

    #[test]
    fn words_are_whole() {
        assert!(has_word("use crate::sat;", "crate::sat"));
        assert!(!has_word("use crate::satellite;", "crate::sat"));
        assert!(has_word("x.unwrap().y", ".unwrap()"));
        assert!(!has_word("MASTODONS", "TODO"));
    }
}
