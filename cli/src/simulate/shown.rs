//! Where a run by hand is, as lines or as JSON.

use super::made::Made;
use super::{Rules, Simulate};
use crate::output::print;
use crate::runs::{values, with_turns};

/// Prints where a run is, and what can be done there.
pub fn show(args: &Simulate, made: &Made) {
    let state = &made.state;
    if args.json {
        // One object in one line: programs that drive it read line by line.
        print(&with_turns(made).to_string());
        return;
    }
    let done = state.done.as_deref().unwrap_or("start");
    let called = |at: usize| made.numbers.get(at).map_or("0", |it| it);
    let mut head = format!("{}. {done}", called(state.steps));
    if let Some(before) = state.was_here_after {
        head.push_str(&format!(" (as after step {})", called(before)));
    }
    if state.status == "start" {
        print("Where does the run start?");
    } else {
        print(&head);
        print(&format!("   {}", values(&state.values)));
    }
    for (number, choice) in (1..).zip(&state.choices) {
        let what = match choice.changes.is_empty() && state.status != "start" {
            true => format!("{} (nothing that is shown changes)", choice.what),
            false => format!("{} => {}", choice.what, values(&choice.changes)),
        };
        print(&format!("   [{number}] {what}"));
    }
    for it in &state.sends {
        let brings = it.brings.iter().map(|it| match it.values.is_empty() {
            true => format!("{} : {}", it.name, it.sort),
            false => format!("{} : {}", it.name, it.values.join(" | ")),
        });
        let brings: Vec<_> = brings.collect();
        let brings = match brings.is_empty() {
            true => String::new(),
            false => format!("({})", brings.join(", ")),
        };
        let (event, to) = (&it.event, &it.to);
        print(&format!(
            "   [send] {event}{brings} to {to} (the environment of the text does not send it)"
        ));
    }
    for choice in &state.blocked {
        let reasons = choice.reasons.iter();
        let reasons = reasons.map(|it| format!("{} (line {})", it.what, it.range.line));
        let reasons: Vec<_> = reasons.collect();
        print(&format!("   [-] {}: {}", choice.what, reasons.join("; ")));
    }
    if state.more {
        print("   and more that are not listed");
    }
    match state.status.as_str() {
        // Why it ends by the thesis' rules is said below.
        _ if args.rules != Rules::Corrected && state.ending.is_some() => {}
        "stuck" => print("   Nothing can happen: a deadlock."),
        "terminated" => print("   Nothing can happen, and that is fine."),
        "inside" if state.choices.is_empty() => print("   This step cannot be completed."),
        _ => {}
    }
    for said in state.ending.iter().chain(&made.said) {
        print(&format!("   {said}"));
    }
}
