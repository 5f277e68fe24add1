//! A run as it is played: what its author means by a step is one step, and what changes nothing is passed over.
//!
//! An entry of a run of statecharts is a micro-step: an object takes an event, and behind it come what its regions do, one entry
//! after the other. By hand a relation of a transition system is taken apart as well. Here such entries are put together: a *unit* is
//! an entry with those that [go on](SystemStepView::goes_on) with it, and the run stops at the last entry of each unit in which something
//! can be seen. Units in which objects only begin, and `init`, are one stop, the start: after it the model is in its initial state, or
//! on its way there. An `env` without effect is passed over.

use std::cmp::Ordering;
use std::ops::Range;

use crate::explain::list;
use crate::view::{StepTurn, SystemStepView, step_numbers};
use crate::wording::events::TIMED;

/// The steps that are shown when a run is played, in order, by their entries: the start with all before it, each unit in which something
/// is seen, and the one that ends the run. Of runs that have no parts each entry is one. O(entries).
#[must_use]
pub fn played(run: &[SystemStepView]) -> Vec<Range<usize>> {
    if run.is_empty() {
        return Vec::new();
    }
    let start = start(run);
    let is_played = |it: &Range<usize>| {
        it.start > start && (it.end == run.len() || run[it.clone()].iter().any(is_seen))
    };
    let first = std::iter::once(0..start + 1);
    first.chain(units(run).filter(is_played)).collect()
}

/// The entries at which a run stops when it is played: the last of each step of [`played`]. O(entries).
#[must_use]
pub fn stops(run: &[SystemStepView]) -> Vec<usize> {
    played(run).iter().map(|it| it.end - 1).collect()
}

/// The entry at which all objects have begun that begin before anything else is seen; 0 where none does. O(entries).
#[must_use]
pub fn start(run: &[SystemStepView]) -> usize {
    let mut start = 0;
    for unit in units(run) {
        let entries = &run[unit.clone()];
        if entries.iter().any(belongs_to_start) {
            start = unit.end - 1;
        } else if entries.iter().any(is_seen) {
            break;
        }
    }
    start
}

/// The entries that an entry is shown with: those of its unit up to it. The start is all that is before it, and what is before the start
/// is each entry alone.
#[must_use]
pub fn unit(run: &[SystemStepView], at: usize) -> Range<usize> {
    let first = match at.cmp(&start(run)) {
        Ordering::Less => at,
        Ordering::Equal => 0,
        Ordering::Greater => (0..=at).rev().find(|&it| !goes_on(run, it)).unwrap_or(at),
    };
    first..at + 1
}

/// What an entry is called where whole steps are played: by the number of its step, if all parts of that are done. What `env` does
/// is no part of a firing. O(entries).
#[must_use]
pub fn number(run: &[SystemStepView], at: usize) -> String {
    numbers(run).into_iter().nth(at).unwrap_or_default()
}

/// The same of all entries. O(entries).
#[must_use]
pub fn numbers(run: &[SystemStepView]) -> Vec<String> {
    let start = start(run);
    // Whether a step begins with the first entry of the unit at hand.
    let mut begins = true;
    let number = |(at, number): (usize, String)| {
        if at > 0 && !goes_on(run, at) {
            begins = run[at].begins_a_step(&run[at - 1]);
        }
        let is_done = at == start || begins && !goes_on(run, at + 1);
        match number.split_once('.') {
            Some((whole, _)) if is_done => whole.to_owned(),
            _ => number,
        }
    };
    step_numbers(run)
        .into_iter()
        .enumerate()
        .map(number)
        .collect()
}

/// The entries of a unit as one: what they do together, and the values after the last. The start does nothing, and no object acts in it.
///
/// # Panics
///
/// Where the range is empty or not within the run.
#[must_use]
pub fn together(run: &[SystemStepView], unit: Range<usize>) -> SystemStepView {
    let entries = &run[unit.clone()];
    let last = &entries[entries.len() - 1];
    if unit.start == 0 && unit.end > 1 {
        // What `init` makes of the values that are declared is seen.
        let begins = entries.iter().any(|it| it.begins);
        let says = if last.changed.is_empty() {
            &entries[0]
        } else {
            last
        };
        return SystemStepView {
            turn: StepTurn::Start,
            fired: Vec::new(),
            changed: Vec::new(),
            events: Vec::new(),
            sentence: match begins {
                true => begun(entries),
                false => says.sentence.clone(),
            },
            ..last.clone()
        };
    }
    if entries.len() == 1 {
        return last.clone();
    }
    let before = unit.start.checked_sub(1).map(|it| &run[it].state);
    let is_changed = |it: &usize| before.and_then(|of| of.get(*it)) != last.state.get(*it);
    SystemStepView {
        turn: entries[0].turn.clone(),
        fired: entries.iter().flat_map(|it| it.fired.clone()).collect(),
        changed: (0..last.state.len()).filter(is_changed).collect(),
        sentence: said(entries),
        events: entries.iter().flat_map(|it| it.events.clone()).collect(),
        inputs: entries.iter().flat_map(|it| it.inputs.clone()).collect(),
        ..last.clone()
    }
}

/// The units of a run after its first entry.
fn units(run: &[SystemStepView]) -> impl Iterator<Item = Range<usize>> {
    let firsts = (1..run.len()).filter(|&it| !goes_on(run, it));
    let ends = firsts.clone().skip(1).chain([run.len()]);
    firsts.zip(ends).map(|(from, until)| from..until)
}

/// Whether an entry goes on with the unit of the one before it. An `env` without effect that ends a run has nothing behind it that it could
/// belong to: it goes on, too.
fn goes_on(run: &[SystemStepView], at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|it| run.get(it));
    let is_idle = at + 1 == run.len() && run[at].counts.is_none() && !is_seen(&run[at]);
    before
        .zip(run.get(at))
        .is_some_and(|(before, it)| is_idle || it.goes_on(before))
}

/// Whether an entry leads to the initial state.
fn belongs_to_start(it: &SystemStepView) -> bool {
    it.begins || it.counts.is_none() && it.turn.is_relation("init")
}

/// Whether something can be seen of an entry: a call, something has fired, been sent, taken, shown or changed, or time has passed. What
/// `env` does is seen where it changes something.
fn is_seen(it: &SystemStepView) -> bool {
    let does = !(it.fired.is_empty() && it.changed.is_empty() && it.events.is_empty());
    // What a guard reads in vain changes nothing.
    let says = !it.adds.is_empty() && it.inputs.is_empty();
    match it.counts {
        Some(_) => does || says || it.begins,
        None => !it.turn.is_relation("env") || !it.changed.is_empty(),
    }
}

/// That objects have begun, in words.
fn begun(run: &[SystemStepView]) -> String {
    let names = run.iter().filter(|it| it.begins);
    let names: Vec<_> = names.map(|it| format!("`{}`", it.turn.word())).collect();
    let have = if names.len() == 1 { "has" } else { "have" };
    format!("{} {have} begun.", list(&names, "and"))
}

/// What the entries of a unit say together: the first its sentence, the others what they add to it, and those of another object, which
/// can go on in between, all that they say.
fn said(entries: &[SystemStepView]) -> String {
    let first = &entries[0];
    let mut said = first.sentence.trim_end_matches('.').to_owned();
    let mut between = if first.adds.is_empty() { ": " } else { "; " };
    // What fires tells that its time has come.
    let is_told = |it: &&SystemStepView| it.counts.is_some() || is_seen(it);
    let next = entries[1..].iter().find(is_told);
    let is_own = next.is_some_and(|it| it.turn == first.turn && !it.adds.is_empty());
    if let Some(head) = said.strip_suffix(TIMED).filter(|_| is_own) {
        said = head.to_owned();
        between = "";
    }
    for it in entries[1..].iter().filter(is_told) {
        let is_own = it.turn == first.turn;
        if !is_own {
            said = said + "; " + it.sentence.trim_end_matches('.');
        } else if !it.adds.is_empty() {
            said = said + between + &it.adds;
            between = "; ";
        }
    }
    said + "."
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::InputRead;

    /// An entry of an object: whether it counts, and whether something fires.
    fn entry(who: &str, counts: bool, fires: bool, value: &str) -> SystemStepView {
        SystemStepView {
            turn: StepTurn::Object(who.to_owned()),
            counts: Some(counts),
            fired: fires.then_some(7).into_iter().collect(),
            state: vec![value.to_owned()],
            sentence: format!("{who} acts: {value}."),
            adds: if fires {
                value.to_owned()
            } else {
                String::new()
            },
            ..SystemStepView::default()
        }
    }

    /// Two objects begin, one of them in two parts; nothing; a step of three parts; nothing; nothing.
    fn run() -> Vec<SystemStepView> {
        let begins = |who: &str| SystemStepView {
            begins: true,
            ..entry(who, true, true, "0")
        };
        let mut first = entry("", true, false, "0");
        first.turn = StepTurn::Start;
        vec![
            first,
            begins("a"),
            entry("a", false, true, "0"),
            entry("a", true, false, "0"),
            begins("b"),
            entry("b", true, false, "0"),
            SystemStepView {
                changed: vec![0],
                ..entry("b", true, true, "1")
            },
            entry("b", false, true, "2"),
            SystemStepView {
                adds: String::new(),
                ..entry("b", false, false, "3")
            },
            entry("a", true, false, "3"),
            entry("a", true, false, "3"),
        ]
    }

    #[test]
    fn a_run_stops_at_the_start_behind_what_is_seen_and_at_its_end() {
        let run = run();
        assert_eq!(start(&run), 4);
        assert_eq!(stops(&run), [4, 8, 10]);
        assert_eq!(stops(&run[..9]), [4, 8]);
        assert_eq!(stops(&run[..1]), [0]);
        assert!(stops(&[]).is_empty());
        // What a behaviour shows is seen; what a guard reads in vain is not.
        let mut says = run.clone();
        says[9].adds = "\"done\"".to_owned();
        assert_eq!(stops(&says), [4, 8, 9, 10]);
        says[9].inputs.push(InputRead {
            object: "a".to_owned(),
            name: "x".to_owned(),
            value: "1".to_owned(),
        });
        assert_eq!(stops(&says), [4, 8, 10]);
        // Without an object that begins the start is the first entry.
        let late = [&run[..1], &run[6..]].concat();
        assert_eq!((start(&late), stops(&late)), (0, vec![0, 3, 5]));
    }

    #[test]
    fn a_step_does_what_its_parts_do() {
        let run = run();
        let parts: Vec<_> = [6, 7, 8].map(|at| unit(&run, at)).into();
        assert_eq!(parts, [6..7, 6..8, 6..9]);
        let whole = together(&run, 6..9);
        assert_eq!(whole.fired, [7, 7]);
        assert_eq!(
            (whole.state, whole.changed),
            (vec!["3".to_owned()], vec![0])
        );
        assert_eq!(whole.sentence, "b acts: 1; 2.");
        // Another object goes on in between.
        let mut mixed = run.clone();
        mixed[7].turn = StepTurn::Object("a".to_owned());
        mixed[7].sentence = "a goes on: 2.".to_owned();
        assert_eq!(together(&mixed, 6..9).sentence, "b acts: 1; a goes on: 2.");
        // What fires tells that its time has come, unless another object goes on first.
        let timed = |mut run: Vec<SystemStepView>| {
            run[6].sentence = "b: the time has come.".to_owned();
            run[6].adds = String::new();
            together(&run, 6..9).sentence
        };
        assert_eq!(timed(run.clone()), "b: 2.");
        assert_eq!(timed(mixed), "b: the time has come; a goes on: 2.");
        // One entry is itself.
        assert_eq!(together(&run, 9..10), run[9]);
    }

    #[test]
    fn at_the_start_nothing_acts() {
        let run = run();
        let start = together(&run, unit(&run, 4));
        assert_eq!(start.sentence, "`a` and `b` have begun.");
        assert!(start.fired.is_empty() && start.turn == StepTurn::Start);
        assert_eq!(unit(&run, 4), 0..5);
        assert_eq!(unit(&run, 2), 2..3);
        assert_eq!(together(&run, 2..3).fired, [7]);
    }

    #[test]
    fn a_step_has_its_number_when_its_parts_are_done() {
        let run = run();
        let numbers: Vec<_> = [4, 6, 7, 8, 9].map(|at| number(&run, at)).into();
        assert_eq!(numbers, ["3", "5", "5.1", "5", "6"]);
    }

    #[test]
    fn an_env_without_effect_that_ends_a_run_belongs_to_what_is_before_it() {
        let run = firings();
        let (firing, start) = (&run[..8], &run[..3]);
        assert_eq!(stops(firing), [1, 3, 4, 7]);
        assert_eq!((unit(firing, 7), number(firing, 7)), (5..8, "2".to_owned()));
        let said = together(firing, 5..8).sentence;
        assert!(!said.contains("env"), "{said}");
        assert_eq!((stops(start), number(start, 2)), (vec![2], "0".to_owned()));
        // One with an effect is a stop, and one in the middle is passed over.
        assert_eq!(
            (stops(&run[..5]), number(&run[..5], 4)),
            (vec![1, 3, 4], "1.1".to_owned())
        );
        assert_eq!(stops(&run), [1, 3, 4, 6, 8]);
    }

    #[test]
    fn runs_without_parts_stop_everywhere() {
        let run: Vec<_> = (0..4)
            .map(|_| SystemStepView {
                counts: None,
                ..entry("a.f()", true, false, "0")
            })
            .collect();
        assert_eq!(stops(&run), [0, 1, 2, 3]);
        assert_eq!(unit(&run, 2), 2..3);
        assert_eq!(number(&run, 2), "2");
    }

    /// The declared values; `init`; an `env` without effect, and one with; firings, one of them in two parts.
    fn firings() -> Vec<SystemStepView> {
        let relations = [
            "", "init", "env", "trans", "env", "trans", "trans", "env", "trans",
        ];
        let values = ["0", "1", "1", "2", "3", "3", "4", "4", "4"];
        let mut before = "0";
        let entry = |(relation, value): (&&str, &&'static str)| {
            let changed = if *value == before { vec![] } else { vec![0] };
            before = value;
            SystemStepView {
                counts: None,
                turn: StepTurn::of(relation),
                changed,
                ..entry(relation, true, true, value)
            }
        };
        relations.iter().zip(&values).map(entry).collect()
    }

    #[test]
    fn a_transition_system_stops_at_firings_and_where_env_changes_something() {
        let run = firings();
        assert_eq!(stops(&run), [1, 3, 4, 6, 8]);
        let numbers: Vec<_> = stops(&run).iter().map(|&at| number(&run, at)).collect();
        assert_eq!(numbers, ["0", "1", "1.1", "2", "3"]);
        let units: Vec<_> = [1, 3, 4, 5, 6].map(|at| unit(&run, at)).into();
        assert_eq!(units, [0..2, 3..4, 4..5, 5..6, 5..7]);
        let start = together(&run, 0..2);
        assert_eq!((start.state, start.fired), (vec!["1".to_owned()], vec![]));
        assert_eq!(together(&run, 5..7).changed, [0]);
        // In the middle of a firing it is not done.
        assert_eq!(
            (number(&run, 5), number(&run, 7)),
            ("2".to_owned(), "2.2".to_owned())
        );
        assert_eq!(stops(&run[..1]), [0]);
    }
}
