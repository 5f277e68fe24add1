//! `lockstep lesson`: the lessons that come with Lockstep, lessons in files, and the program in another language that judges
//! lessons by the answers of `lockstep check` alone.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{file, run};
use serde_json::Value;

/// The lessons as JSON, with how the command ended.
fn records(args: &[&str]) -> (i32, Vec<Value>) {
    let run = run(&[&["lesson", "--json"], args].concat());
    let records = serde_json::from_str(&run.out).unwrap();
    (run.code, records)
}

#[test]
fn the_lessons_that_come_with_lockstep_are_as_they_say() {
    let run = run(&["lesson"]);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let lines: Vec<_> = run.out.lines().collect();
    assert_eq!(lines.len(), 16);
    let first =
        "ok 01-states-and-messages: 2 claims, 0 bets, 5 attempts at the task: 1 right, 4 not";
    assert_eq!(lines[0], first);
    assert!(lines.iter().all(|it| it.starts_with("ok ")), "{}", run.out);
}

#[test]
fn json_has_every_criterion_with_what_is_said() {
    let (code, records) = records(&[]);
    assert_eq!((code, records.len()), (0, 16));
    let crossing = records.iter().find(|it| it["title"] == "Time").unwrap();
    assert_eq!(crossing["as_expected"], true);
    assert_eq!(crossing["bets"][0]["sentence"], "violated");
    let attempts = crossing["attempts"].as_array().unwrap();
    let careful = attempts
        .iter()
        .find(|it| it["file"] == "wrong-too-careful.lks")
        .unwrap();
    assert_eq!(careful["expected"], false);
    assert_eq!(careful["as_expected"], true);
    let last = careful["criteria"].as_array().unwrap().last().unwrap();
    assert_eq!(
        (&last["criterion"], &last["met"]),
        (&"tight-first 1".into(), &"no".into())
    );
    assert!(
        last["sentence"]
            .as_str()
            .unwrap()
            .starts_with("Safe, but later than necessary")
    );
}

/// A folder with a lesson and its files.
fn lesson(name: &str, text: &str, files: &[(&str, &str)]) -> String {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::create_dir_all(&folder).unwrap();
    fs::write(folder.join("lesson.md"), text).unwrap();
    for (name, text) in files {
        fs::write(folder.join(name), text).unwrap();
    }
    folder.to_str().unwrap().to_owned()
}

const MODEL: &str = "machine A {\n  [*] --> a\n  a --> b\n}\ncheck reach A.b expect reachable\ncheck deadlock expect none\n";
const TEXT: &str = "# Ends\n\nMark an end.\n\n## An end\n\n```expect\nstart.lks 1: answer=reachable\n```\n\n\
    ```task file=start.lks\nopen 3\nexpected :: It is stuck.\n```\n";

#[test]
fn a_lesson_in_a_folder_is_checked_with_its_files() {
    let right = MODEL.replace("a --> b\n", "a --> b\n  b --> [*]\n");
    let files = [("start.lks", MODEL), ("solution.lks", right.as_str())];
    let folder = lesson("a-lesson", TEXT, &files);
    for path in [folder.clone(), format!("{folder}/lesson.md")] {
        let run = run(&["lesson", &path]);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
        assert!(
            run.out.contains("1 claim, 0 bets, 2 attempts"),
            "{}",
            run.out
        );
    }

    let claims = TEXT.replace("answer=reachable", "answer=unreachable");
    let folder = lesson(
        "a-false-lesson",
        &claims,
        &[("start.lks", MODEL), ("solution.lks", MODEL)],
    );
    let run = run(&["lesson", &folder]);
    assert_eq!(run.code, 1);
    let claim =
        "line 8: start.lks 1: answer=unreachable: `answer` is `reachable`, not `unreachable`.";
    assert!(run.out.contains(claim), "{}", run.out);
    assert!(
        run.out
            .contains("solution.lks does not meet `expected`: It is stuck."),
        "{}",
        run.out
    );
}

#[test]
fn a_broken_lesson_is_told_its_lines_and_what_is_expected() {
    let text = TEXT
        .replace("expected ::", "expeced ::")
        .replace("file=start.lks", "file=../start.lks");
    let folder = lesson("a-broken-lesson", &text, &[("start.lks", MODEL)]);
    let found = run(&["lesson", &folder]);
    assert_eq!(found.code, 2);
    for part in [
        "line 13: `expeced` is no criterion. Did you mean `expected`?",
        "line 11: The file `../start.lks` is missing. Put it beside the lesson.",
    ] {
        assert!(found.err.contains(part), "{}", found.err);
    }
    let missing = run(&["lesson", "no-such-lesson.md"]);
    assert_eq!(missing.code, 2);
    assert!(
        missing.err.contains("cannot read no-such-lesson.md"),
        "{}",
        missing.err
    );
    let bytes = file("not-text.md", [0xff, 0xfe]);
    assert_eq!(run(&["lesson", &bytes]).code, 2);
}

/// The criteria that are not met, by lesson and attempt.
type Missed = BTreeMap<String, BTreeMap<String, Vec<String>>>;

/// Lessons say what Lockstep answers, and which attempts at their tasks meet which criteria. The program that comes with them
/// asks `lockstep check` whether that is so; it knows the criteria by its own lines, and has to agree with `lockstep lesson`.
#[test]
fn another_program_judges_lessons_alike() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/lessons");
    let program = folder.join("check.py");
    if !program.is_file() {
        println!("skipped: {} is missing", program.display());
        return;
    }
    let mut python = Command::new("python3");
    python.arg(&program).arg(env!("CARGO_BIN_EXE_lockstep"));
    let Ok(said) = python.output() else {
        println!("skipped: python3 is not installed");
        return;
    };
    let out = String::from_utf8_lossy(&said.stdout);
    let err = String::from_utf8_lossy(&said.stderr);
    let wrong = out
        .lines()
        .filter(|line| line.starts_with(|it: char| it.is_ascii_uppercase()));
    let wrong: Vec<_> = wrong.collect();
    assert!(said.status.success(), "{}\n{err}", wrong.join("\n"));
    assert!(out.contains(" claims, "), "{out}");

    let theirs: Missed = (out.lines())
        .filter_map(|line| line.split_once(" {"))
        .map(|(name, rest)| {
            let missed = serde_json::from_str(&format!("{{{rest}")).unwrap();
            (name.to_owned(), missed)
        })
        .collect();
    let folders: Vec<_> = (theirs.keys())
        .map(|it| folder.join(it).to_str().unwrap().to_owned())
        .collect();
    let args: Vec<_> = folders.iter().map(String::as_str).collect();
    let (code, records) = records(&args);
    assert_eq!(code, 0);
    let ours: Missed = (records.iter())
        .map(|it| {
            let path = Path::new(it["lesson"].as_str().unwrap());
            let name = path.file_name().unwrap().to_str().unwrap();
            (name.to_owned(), missed(it))
        })
        .collect();
    assert_eq!(ours, theirs);
}

/// The criteria of a lesson that are not met, by attempt.
fn missed(record: &Value) -> BTreeMap<String, Vec<String>> {
    let attempts = record["attempts"].as_array().unwrap().iter();
    attempts
        .map(|it| {
            let criteria = it["criteria"].as_array().unwrap().iter();
            let missed = criteria.filter(|it| it["met"] != "yes");
            let missed = missed.map(|it| it["criterion"].as_str().unwrap().to_owned());
            (it["file"].as_str().unwrap().to_owned(), missed.collect())
        })
        .collect()
}
