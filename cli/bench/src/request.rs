//! Measurements on request: a text asks for one and a text answers, so that whoever has the program
//! running elsewhere (`cargo xtask bench` in a worker of the page) needs nothing but a way to send both.

use std::collections::BTreeMap;

use lockstep_core::sat;
use serde::Deserialize;
use serde_json::json;

use crate::report::Report;
use crate::{Setting, named, systems};

/// What is to be measured; what is left out is as usual.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(default)]
pub struct Request {
    /// The name of the measurement.
    pub what: String,
    /// The class of instances; empty for all.
    pub class: String,
    /// Instances per class; 0 for what the measurement thinks is enough.
    pub count: u64,
    /// Seed of the generator.
    pub seed: u64,
    /// The solver; empty for the faster one of those that the program has.
    pub solver: String,
    /// Whether to measure the printed encoding too.
    pub printed: bool,
    /// Whether the report lists every instance.
    pub each: bool,
    /// Of `systems`: files with published models, by their paths.
    pub published: BTreeMap<String, String>,
}

/// Answers a request in JSON: `{"report": …}`, or `{"error": …}` in words. `memory` says how many bytes
/// the program has taken, and is asked at the end.
pub fn answer(request: &str, clock: &dyn Fn() -> f64, memory: &dyn Fn() -> usize) -> String {
    let answered = serde_json::from_str(request)
        .map_err(|error| error.to_string())
        .and_then(|request| measured(&request, clock));
    let answer = answered.map(|mut report| {
        // Memory that a program has taken in a browser it keeps: what it has now is the most it needed.
        let megabytes = memory() as f64 / 1e6;
        let note = format!("WebAssembly memory at the end: {megabytes:.1} MB.");
        report.notes.push(note);
        report
    });
    match answer {
        Ok(report) => json!({ "report": report }),
        Err(error) => json!({ "error": error }),
    }
    .to_string()
}

fn measured(request: &Request, clock: &dyn Fn() -> f64) -> Result<Report, String> {
    let name = &request.what;
    let measurement = named(name).ok_or_else(|| format!("there is no measurement `{name}`"))?;
    let mut setting = Setting::new(clock);
    setting.class = Some(request.class.clone()).filter(|class| !class.is_empty());
    setting.count = request.count;
    setting.seed = request.seed;
    setting.printed = request.printed;
    setting.each = request.each;
    setting.published = systems::published(&|path| request.published.get(path).cloned());
    if !request.solver.is_empty() {
        let name = &request.solver;
        let found = sat::named(name);
        setting.solver = Some(found.ok_or_else(|| format!("there is no solver `{name}`"))?);
    }
    (measurement.run)(&setting).map_err(|error| error.0)
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::answer;
    use crate::tests::ticking;

    fn answered(request: &str) -> Value {
        let answer = answer(request, &ticking(), &|| 2_000_000);
        serde_json::from_str(&answer).expect("an answer is JSON")
    }

    #[test]
    fn a_request_is_answered_with_a_report() {
        let request =
            r#"{"what": "table2", "class": "small", "count": 2, "seed": 9, "each": true}"#;
        let report = &answered(request)["report"];
        assert_eq!(report["seed"], 9);
        assert_eq!(report["rows"][0]["each"].as_array().map(Vec::len), Some(2));
        let notes = report["notes"].to_string();
        assert!(notes.contains("2.0 MB"), "{notes}");
    }

    #[test]
    fn what_there_is_not_is_said() {
        for (request, error) in [
            (r#"{"what": "speed"}"#, "there is no measurement `speed`"),
            (
                r#"{"what": "table2", "solver": "none"}"#,
                "there is no solver `none`",
            ),
            (
                r#"{"what": "table2", "class": "tiny"}"#,
                "there is no class `tiny`",
            ),
            ("all", "expected"),
        ] {
            let answer = answered(request)["error"].to_string();
            assert!(answer.contains(error), "{answer}");
        }
    }
}
