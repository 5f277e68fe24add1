//! How `lockstep simulate` prints runs: by chance, and every way there is.

use lockstep_core::api::{AllRuns, RandomRuns, ShownValue, StepTurn, TraceView};
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::output::print;
use crate::simulate::Rules;

/// Values and remarks in one line; what has changed has a mark.
pub fn values(all: &[ShownValue]) -> String {
    let each = all.iter().map(|it| {
        let mark = if it.changed { "*" } else { "" };
        match it.value.is_empty() {
            true => it.name.clone(),
            false => format!("{}{mark} = {}", it.name, it.value),
        }
    });
    let each: Vec<_> = each.collect();
    each.join(", ")
}

/// Runs by chance.
pub fn print_random(all: &RandomRuns, rules: Rules) {
    for (number, run) in (1..).zip(&all.runs) {
        print(&format!("run {number}: {}", values(&run.start)));
        for (number, step) in run.numbers.iter().zip(&run.steps) {
            print(&format!("  {number}. {}", step.what));
            if !step.changes.is_empty() {
                print(&format!("     {}", values(&step.changes)));
            }
        }
        let end = match run.end.as_str() {
            "steps" => "and so on",
            "stuck" => "deadlock",
            "terminated" => "the end",
            _ => "this step cannot be completed",
        };
        let end = (rules == Rules::Corrected || run.ending.is_none()).then_some(end);
        for said in end.into_iter().chain(run.ending.as_deref()) {
            print(&format!("  {said}"));
        }
    }
    let counted = |count: usize, one: &str, more: &str| match count {
        1 => format!("1 {one}"),
        _ => format!("{count} {more}"),
    };
    print(&format!(
        "{}, seed {}: {}, {} executed",
        counted(all.runs.len(), "run", "runs"),
        all.seed,
        counted(all.states, "state", "different states"),
        counted(all.executed, "thing", "different things")
    ));
}

/// All runs as a graph, one node in a line.
pub fn print_all(all: &AllRuns) {
    for (number, node) in all.nodes.iter().enumerate() {
        let start = if all.starts.contains(&number) {
            "start "
        } else {
            ""
        };
        let unmarked = node
            .changes
            .iter()
            .map(|it| format!("{} = {}", it.name, it.value));
        let unmarked: Vec<_> = unmarked.collect();
        let mut line = format!("{start}({number}) {}", unmarked.join(", "));
        let next = node.next.iter().map(|(to, back)| match back {
            true => format!("back to ({to})"),
            false => format!("({to})"),
        });
        let next: Vec<_> = next.collect();
        if !next.is_empty() {
            line.push_str(&format!(" -> {}", next.join(", ")));
        }
        if !node.ends.is_empty() {
            line.push_str(&format!("  [{}]", node.ends.join(", ")));
        }
        print(&line);
        if let Some(why) = &node.why {
            print(&format!("      One that ends here: {why}"));
        }
    }
    let runs = match all.runs {
        1 => "1 different run".to_string(),
        u64::MAX => "more different runs than can be counted".into(),
        runs => format!("{runs} different runs"),
    };
    let rest = match all.complete {
        true => "these are all",
        false => "a limit kept some states from being followed",
    };
    let states = match all.states {
        1 => "1 state".to_string(),
        states => format!("{states} states"),
    };
    print(&format!("{runs}, {states}; {rest}"));
    if !all.unread.is_empty() {
        let names = all.unread.iter().map(|it| format!("`{it}`"));
        let names: Vec<_> = names.collect();
        print(&format!(
            "Left out: first values of {}, which may be any and are never read",
            names.join(", ")
        ));
    }
}

/// All runs of statecharts, with what each of them shows.
#[derive(Serialize)]
pub struct Traced {
    #[serde(flatten)]
    /// The graph.
    pub all: AllRuns,
    /// The lists of texts.
    pub traces: Vec<TraceView>,
}

/// What all runs show, one of them in a line.
pub fn print_traces(all: &AllRuns, traces: &[TraceView]) {
    for it in traces {
        print(&format!("{}  [{}]", it.trace.join(", "), it.end));
    }
    let rest = match all.complete {
        true => "these are all",
        false => "a limit kept some states from being followed",
    };
    print(&format!(
        "{} different traces, {} states; {rest}",
        traces.len(),
        all.states
    ));
}

/// Runs as JSON.
pub fn print_json(value: &impl Serialize) {
    // Serialising plain data with string keys cannot fail.
    print(&serde_json::to_string_pretty(&with_turns(value)).unwrap_or_default());
}

/// Runs as JSON data in which each step, beside what it does as data, has in one word who acts: an object, the `environment` or
/// `time`; of other kinds than statecharts nothing.
pub fn with_turns(value: &impl Serialize) -> Value {
    let mut json = serde_json::to_value(value).unwrap_or_default();
    add_turns(&mut json);
    json
}

fn add_turns(json: &mut Value) {
    match json {
        Value::Array(all) => all.iter_mut().for_each(add_turns),
        Value::Object(all) => {
            all.values_mut().for_each(add_turns);
            let Some(action) = all.get("action") else {
                return;
            };
            let turn = StepTurn::deserialize(&action["turn"]).unwrap_or_default();
            let who = turn.of_objects().unwrap_or_default();
            all.insert("who".to_owned(), who.into());
        }
        _ => {}
    }
}
