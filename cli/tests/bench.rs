//! `lockstep bench --against`: a report beside one that was kept. What is asserted depends on no time: the kept times are made far too
//! long, so that whatever this machine takes is better.

use crate::process::{Run, file, run};
use serde_json::{Value, json};

const MEASURE: [&str; 5] = ["bench", "philosophers", "--count", "4", "--json"];

/// A report of one run whose times are a million times as long.
fn kept() -> Value {
    let said = run(&MEASURE);
    assert_eq!((said.code, said.err.as_str()), (0, ""));
    let mut report: Value = serde_json::from_str(&said.out).expect("this is JSON");
    assert_eq!(report["runs"], 1);
    let rows = report["rows"].as_array_mut().expect("rows");
    assert!(!rows.is_empty());
    for row in rows {
        for key in ["encode_ms", "solve_ms", "median_ms", "worst_ms"] {
            let ms = row[key].as_f64().expect("a time");
            row[key] = json!((ms + 0.001) * 1e6);
        }
    }
    report
}

fn against(name: &str, report: &Value) -> Run {
    let path = file(name, report.to_string());
    run(&[&MEASURE[..], &["--runs", "2", "--against", &path]].concat())
}

#[test]
fn what_is_better_and_what_is_worse_is_told_from_noise() {
    let mut report = kept();
    let said = against("kept.json", &report);
    assert_eq!((said.code, said.err.as_str()), (0, ""), "{}", said.out);
    let beside: Value = serde_json::from_str(&said.out).expect("this is JSON");
    assert_eq!(beside["worse"], 0, "{beside:#}");
    assert!(beside["better"].as_u64() > Some(0), "{beside:#}");
    let figures = beside["figures"].as_array().expect("figures");
    let change = |figure: &str| {
        let found = figures.iter().find(|it| it["figure"] == figure);
        found.expect("it is there")["change"].clone()
    };
    assert_eq!(change("mean ms"), "better");
    assert_eq!(change("values"), "same");

    // Another answer is worse, however soon it comes.
    let values = report["rows"][0]["values"].as_u64().expect("a count");
    report["rows"][0]["values"] = json!(values + 1);
    let said = against("kept-other-answers.json", &report);
    assert_eq!(said.code, 1, "{}", said.out);
    let beside: Value = serde_json::from_str(&said.out).expect("this is JSON");
    assert_eq!(beside["worse"], 1, "{beside:#}");
}

#[test]
fn what_cannot_be_compared_is_refused_with_the_reason() {
    let mut report = kept();
    report["seed"] = json!(8);
    let said = against("kept-other-seed.json", &report);
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("another seed"), "{}", said.err);
    let said = against("kept-nothing.json", &json!({"rows": 7}));
    assert_eq!((said.code, said.out.as_str()), (2, ""));
    assert!(said.err.contains("no report of"), "{}", said.err);
    let said = run(&["bench", "coffee", "--against", "/no/such/file.json"]);
    assert_eq!(said.code, 2);
    assert!(said.err.contains("cannot read"), "{}", said.err);
}
