//! Golden files in two: facts, which no change of words may touch, and the words.
//!
//! `FOLDER/facts/NAME` has the kind of an answer, depths, counts, runs by their values and places in the text;
//! `FOLDER/words/NAME` has the sentences. One call compares both, or with `LOCKSTEP_RECORD` in the environment writes both.

use std::path::Path;

use serde_json::{Map, Value};

/// Keys whose text, or list of texts, is for people.
const WORDS: [&str; 10] = [
    "sentence", "reason", "what", "done", "said", "ending", "why", "told", "help", "rules",
];
/// Keys that hold times, which no two runs share.
const TIMES: [&str; 2] = ["encode_ms", "solve_ms"];

/// Takes words and times out of an answer. The words come back in their order, each behind its key.
pub fn cut(answer: &mut Value) -> Vec<String> {
    let mut words = Vec::new();
    walk(answer, &mut words);
    words
}

fn walk(value: &mut Value, words: &mut Vec<String>) {
    match value {
        Value::Object(object) => {
            for (key, mut value) in std::mem::take(object) {
                if TIMES.contains(&&*key) {
                    continue;
                }
                if is_words(&key, &value) {
                    words.push(format!("{key}: {}", plain(&value)));
                    continue;
                }
                walk(&mut value, words);
                object.insert(key, value);
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|it| walk(it, words)),
        _ => {}
    }
}

fn is_words(key: &str, value: &Value) -> bool {
    let is_text = match value {
        Value::Array(items) => !items.is_empty() && items.iter().all(Value::is_string),
        value => value.is_string(),
    };
    WORDS.contains(&key) && is_text
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}

/// Entries of runs with the values that have changed alone: what stays is told by the entry before.
pub fn shorten_runs(answer: &mut Value) {
    match answer {
        Value::Object(object) => {
            let changed = object.get("changed").and_then(Value::as_array).cloned();
            let is_first = object.get("relation").is_some_and(Value::is_null);
            if let (Some(changed), Some(Value::Object(state))) = (changed, object.get_mut("state"))
                && !is_first
            {
                let old: Map<_, _> = std::mem::take(state);
                let is_new = |name: &String| changed.iter().any(|it| it.as_str() == Some(name));
                state.extend(old.into_iter().filter(|(name, _)| is_new(name)));
            }
            object.values_mut().for_each(shorten_runs);
        }
        Value::Array(items) => items.iter_mut().for_each(shorten_runs),
        _ => {}
    }
}

/// Whether golden files are written anew.
#[must_use]
pub fn is_recording() -> bool {
    std::env::var_os("LOCKSTEP_RECORD").is_some()
}

/// Compares facts and words with what was recorded, or records them.
///
/// # Panics
/// The first line that differs, facts before words.
pub fn settle(folder: &Path, name: &str, facts: &str, words: &str) {
    settle_one(&folder.join("facts").join(name), facts);
    settle_one(&folder.join("words").join(name), words);
}

/// The same of what has no words.
///
/// # Panics
/// As [`settle`].
pub fn settle_facts(folder: &Path, name: &str, facts: &str) {
    settle_one(&folder.join("facts").join(name), facts);
}

fn settle_one(path: &Path, now: &str) {
    if is_recording() {
        std::fs::write(path, now).expect("golden files can be written");
        return;
    }
    let name = path.display();
    let before = std::fs::read_to_string(path).unwrap_or_else(|why| panic!("{name}: {why}"));
    let mut lines = before.lines().zip(now.lines()).enumerate();
    if let Some((index, (before, now))) = lines.find(|(_, (before, now))| before != now) {
        panic!("{name}, line {}:\nbefore {before}\nnow    {now}", index + 1);
    }
    assert_eq!(before.len(), now.len(), "{name} has other lines at its end");
}
