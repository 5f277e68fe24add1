//! `lockstep matrix --json`: one object; each key stands in docs/command-line.md.

use std::collections::BTreeMap;

use lockstep_core::api::{ChoiceView, CoversView, MatrixOptions, MatrixView};
use serde::Serialize;

use lockstep_core::interchange::Names;

#[derive(Debug, Serialize)]
struct Object<'a> {
    file: &'a str,
    choice: ChoiceView,
    bound: Option<u32>,
    count: u64,
    reachable: u64,
    by_depth: &'a [u64],
    proved: bool,
    covered: u32,
    states: u64,
    certificate: Option<&'static str>,
    engine: &'static str,
    solve_ms: f64,
    sentence: &'a str,
    combinations: Vec<Combination>,
}

#[derive(Debug, Serialize)]
struct Combination {
    state: BTreeMap<String, String>,
    answer: &'static str,
    proved: bool,
    depth: Option<u32>,
}

/// The object of a matrix.
pub fn object(file: &str, names: Names, options: &MatrixOptions, found: &MatrixView) -> String {
    let combinations = found.groups.iter().flat_map(|group| {
        group.rows.iter().map(|row| {
            let places = group.lifelines.iter().zip(&row.places);
            let state = places.map(|(&lifeline, &place)| {
                let name = names.lifeline(lifeline).to_string();
                (name, names.place(lifeline, place))
            });
            Combination {
                state: state.collect(),
                answer: match (row.depth, row.covers) {
                    (Some(_), _) => "reachable",
                    (None, CoversView::Open) => "unknown",
                    (None, _) => "unreachable",
                },
                proved: row.depth.is_some() || row.covers == CoversView::Every,
                depth: row.depth,
            }
        })
    });
    let object = Object {
        file,
        choice: options.choice,
        bound: found.bound,
        count: found.count,
        reachable: found.reachable,
        by_depth: &found.by_depth,
        proved: found.covers == CoversView::Every,
        covered: found.depth,
        states: found.states,
        certificate: match found.covers {
            CoversView::Open => None,
            _ if found.visited => Some("exhausted"),
            _ if found.asked == 0 => Some("bound"),
            _ => Some("proof"),
        },
        engine: if found.asked > 0 { "auto" } else { "explicit" },
        solve_ms: found.search_ms,
        sentence: &found.sentence,
        combinations: combinations.collect(),
    };
    // Serialising plain data with string keys cannot fail.
    serde_json::to_string_pretty(&object).unwrap_or_default()
}
