//! The judge beside two other witnesses: the verdicts that were recorded when the lessons were written, and the program in
//! another language that judges them by the command line alone (`cli/tests/lessons.rs` runs it).
#![allow(clippy::unwrap_used)]

use std::fs;
use std::path::Path;

use lockstep_core::api::{Kinds, StructureKind};
use lockstep_core::lesson::{self, Answer, Evidence, Met, Question, value_of, with_hidden};
use serde_json::Value;

use super::{Shipped, ask, shipped};

/// The verdicts on the files of a lesson.
fn recorded(name: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons/expected");
    let text = fs::read_to_string(folder.join(format!("{name}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

/// Compares the answers to checks of a text with those that were recorded.
fn compare(text: &str, kind: StructureKind, first: usize, checks: &Value, about: &str) -> usize {
    let checks = checks["checks"].as_array().unwrap();
    for (number, expected) in checks.iter().enumerate() {
        let question = Question {
            text: text.to_owned(),
            kind,
            check: first + number,
            printed: None,
        };
        let Answer::Outcome(outcome) = ask(&question) else {
            panic!("{about}: check {number} is answered");
        };
        for key in [
            "answer",
            "proved",
            "as_expected",
            "depth",
            "prefix",
            "bound",
        ] {
            let wanted = match &expected[key] {
                Value::Null => "null".to_owned(),
                Value::String(it) => it.clone(),
                it => it.to_string(),
            };
            let found = value_of(&outcome, key).unwrap();
            assert_eq!(found, wanted, "{about}, check {number}: {key}");
        }
    }
    checks.len()
}

#[test]
fn every_text_is_answered_as_it_was() {
    let kinds = Kinds::whole();
    let mut answers = 0;
    for it in shipped() {
        for (file, expected) in recorded(it.name)["files"].as_object().unwrap() {
            let (about, text) = (format!("{} {file}", it.name), &it.files[file]);
            if let Some(itself) = expected.get("itself") {
                let kind = kinds.analyse(text).structure.kind();
                answers += compare(text, kind, 0, itself, &about);
            }
            if let Some(expected) = expected.get("with_hidden") {
                answers += hidden(&it, text, expected, &about);
            }
            if let Some(expected) = expected.get("proof") {
                proof(&it, text, expected.as_str().unwrap(), &about);
            }
            if let Some(expected) = expected.get("inductive") {
                inductive(&it, text, expected, &about);
            }
        }
    }
    assert!(answers > 150, "{answers}");
}

fn hidden(it: &Shipped, text: &str, expected: &Value, about: &str) -> usize {
    let kinds = Kinds::whole();
    let task = it.lesson.task().unwrap();
    let hidden = &it.files[task.hidden_file()];
    match with_hidden(&kinds, &kinds.read(text), hidden) {
        Ok(both) => {
            let kind = both.analysis.structure.kind();
            compare(&both.text, kind, both.checks[0], expected, about)
        }
        Err(_) => {
            assert!(expected.get("errors").is_some(), "{about}");
            1
        }
    }
}

fn proof(it: &Shipped, text: &str, expected: &str, about: &str) {
    let judged = it.judge(text).criteria.pop().unwrap();
    let line = match &judged.evidence {
        Some(Evidence::Proof(fault)) => fault.line.to_string(),
        _ => String::new(),
    };
    match expected {
        "accepted" => assert_eq!(judged.met, Met::Yes, "{about}"),
        "no empty clause" => assert_eq!((judged.met, line.as_str()), (Met::No, "2"), "{about}"),
        expected => assert!(expected.starts_with(&format!("line {line} ")), "{about}"),
    }
}

fn inductive(it: &Shipped, text: &str, expected: &Value, about: &str) {
    let judgement = it.judge(text);
    let task = it.lesson.task().unwrap();
    for (criterion, judged) in task.criteria.iter().zip(&judgement.criteria) {
        let lesson::Demand::Inductive(..) = criterion.demand else {
            continue;
        };
        let part = criterion.written.rsplit(' ').next().unwrap();
        let holds = expected[part]["answer"] == "holds";
        assert_eq!(judged.met == Met::Yes, holds, "{about} {part}");
    }
}
