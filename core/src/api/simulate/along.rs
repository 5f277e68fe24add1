//! A run that is told, followed through the states of the system as it is written now.
//!
//! A run tells its states by the values that are shown. Each step is looked for in the definitions: among those that are
//! offered, then with the integers of the run where any is possible. So what is followed is a run of the system, whoever told
//! it; where that ends there is a sentence.

use std::collections::BTreeSet;

use super::model::{Listed, SimulatedModel};
use super::named::steps_with;
use super::run::{MOST_LOOKED_AT, follow};
use crate::simulate::Session;
use crate::system::{Flow, Valuation};
use crate::view::{RunChoice, SystemEvidenceView, SystemStepView, UndrawnView};
use crate::wording::simulate as wording;

/// A state of a run.
pub(super) struct Along {
    /// The step that ends here.
    pub(super) step: Option<usize>,
    pub(super) state: Valuation,
    /// The choices that lead here; of transition systems, whose states say where they stand, none.
    pub(super) way: Vec<usize>,
}

/// A run of the system through the states of a run that is told, as far as there is one.
pub(super) struct Followed {
    pub(super) along: Vec<Along>,
    /// What is not followed.
    pub(super) undrawn: Vec<UndrawnView>,
    /// Whether states were read from what is listed of them; else they were searched for, and some may be missing between others.
    pub(super) by_values: bool,
}

/// Follows a run that is told; `between` says whether every state is shown.
pub(super) fn along(
    model: &dyn SimulatedModel,
    told: &SystemEvidenceView,
    between: bool,
) -> Followed {
    let first = told.run.first().map(|it| model.state_of(it));
    let by_values = matches!(first, Some(Listed::Whole(_)));
    let (along, undrawn) = match by_values {
        true => self::by_values(model, told, between),
        false => by_search(model, told),
    };
    Followed {
        along,
        undrawn,
        by_values,
    }
}

/// Where all of a state is listed.
fn by_values(
    model: &dyn SimulatedModel,
    evidence: &SystemEvidenceView,
    between: bool,
) -> (Vec<Along>, Vec<UndrawnView>) {
    let run = &evidence.run;
    let mut along: Vec<Along> = Vec::new();
    let stops = (0..run.len()).filter(|&it| evidence.ends_a_firing(it));
    for stop in stops {
        let state = match model.state_of(&run[stop]) {
            Listed::Whole(state) => state,
            Listed::InPart => None,
        };
        let looked = match (along.last(), &state) {
            (_, None) => Looked::Gone,
            (None, Some(start)) if model.system().starts_in(start) => Looked::There,
            (None, Some(_)) => Looked::Gone,
            (Some(before), Some(state)) => {
                let from = before.step.map_or(0, |it| it + 1);
                look(model, &before.state, state, &run[from..=stop])
            }
        };
        let (Looked::There, Some(state)) = (looked, state) else {
            let from = along.last().and_then(|it| it.step).map_or(0, |it| it + 1);
            return (along, unfollowed(evidence, from, looked, between));
        };
        along.push(Along {
            step: Some(stop),
            state,
            way: Vec::new(),
        });
    }
    (along, Vec::new())
}

/// What is said of the steps from one on, which are not followed.
fn unfollowed(
    evidence: &SystemEvidenceView,
    from: usize,
    looked: Looked,
    between: bool,
) -> Vec<UndrawnView> {
    let (run, mut first) = (&evidence.run, from);
    let last = run.len() - 1;
    let undrawn = |first, last| UndrawnView {
        first,
        last,
        why: match looked {
            Looked::Gone => wording::no_such_step().to_owned(),
            _ => wording::not_followed(column(run, last, between)),
        },
    };
    if looked == Looked::Gone {
        return vec![undrawn(from, last)];
    }
    let mut all = Vec::new();
    for stop in from..=last {
        if evidence.ends_a_firing(stop) || stop == last {
            all.push(undrawn(first, stop));
            first = stop + 1;
        }
    }
    all
}

/// In which column the state after a step would stand at most; where only stable states are drawn, the next one.
fn column(run: &[SystemStepView], step: usize, between: bool) -> usize {
    let relations = run[..=step].iter().map(|it| &it.turn);
    let mut ends: Vec<_> = relations.collect();
    // However finely it was taken apart.
    ends.dedup();
    if between {
        return ends.len() - 1;
    }
    let fired = ends.iter().filter(|it| it.is_relation("trans")).count();
    fired + usize::from(ends.last().is_some_and(|it| it.is_relation("env")))
}

/// What was found of a step.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Looked {
    /// It is one of the system.
    There,
    /// The system has no such step.
    Gone,
    /// It is not among those that were looked at.
    Unknown,
}

/// Looks for a step from a state to another, with the integers that a run shows in between.
fn look(
    model: &dyn SimulatedModel,
    from: &Valuation,
    to: &Valuation,
    between: &[SystemStepView],
) -> Looked {
    let (mut found, mut looked_at) = (false, 0);
    model.system().steps(from, &mut |step| {
        looked_at += 1;
        found = model.system().apply(from, &step).as_ref() == Some(to);
        match found || looked_at == MOST_LOOKED_AT {
            true => Flow::Break(()),
            false => Flow::Continue(()),
        }
    });
    if found {
        return Looked::There;
    }
    if looked_at < MOST_LOOKED_AT && model.system().tells_every_step(from) {
        return Looked::Gone;
    }
    let shown = between.iter().flat_map(|it| &it.state);
    let numbers: BTreeSet<i64> = shown.flat_map(|it| integers(it)).collect();
    let numbers: Vec<i64> = numbers.into_iter().collect();
    let mut steps = steps_with(model, from, &numbers).into_iter();
    match steps.any(|step| model.system().apply(from, &step).as_ref() == Some(to)) {
        true => Looked::There,
        false => Looked::Unknown,
    }
}

/// The integers in a value that is shown, such as an array.
fn integers(shown: &str) -> impl Iterator<Item = i64> + '_ {
    let words = shown.split(|it: char| !it.is_ascii_digit() && it != '-');
    words.filter_map(|it| it.parse().ok())
}

/// Entry by entry, where not all of a state is listed: the next one is searched for.
fn by_search(
    model: &dyn SimulatedModel,
    evidence: &SystemEvidenceView,
) -> (Vec<Along>, Vec<UndrawnView>) {
    let (mut along, run) = (Vec::new(), &evidence.run);
    // Which steps are missing is not known of a run that may go past states.
    let missing = |first| match model.passes_over_states() {
        true => Vec::new(),
        false => vec![UndrawnView {
            first,
            last: run.len() - 1,
            why: wording::no_such_step().to_owned(),
        }],
    };
    let Some(first) = run.first() else {
        return (along, Vec::new());
    };
    let (starts, _) = Session::starts(model.system(), MOST_LOOKED_AT);
    let is_first = |it: &Valuation| model.values(it) == first.state;
    let Some(number) = starts.iter().position(is_first) else {
        return (along, missing(0));
    };
    let start = starts[number].clone();
    let Some(mut session) = Session::new(model.system(), start.clone()) else {
        return (along, missing(0));
    };
    along.push(Along {
        step: Some(0),
        state: start,
        way: vec![number],
    });
    let mut choices = vec![RunChoice::numbered(number)];
    for (stop, entry) in run.iter().enumerate().skip(1) {
        let before = session.states().len();
        if !follow(
            model,
            &mut session,
            &entry.state,
            &mut choices,
            &mut Vec::new(),
        ) {
            if model.passes_over_states() {
                continue;
            }
            return (along, missing(stop));
        }
        let passed = session.states().iter().enumerate().skip(before);
        along.extend(passed.map(|(at, state)| Along {
            step: (at + 1 == session.states().len()).then_some(stop),
            state: state.clone(),
            way: choices[..=at].iter().map(|it| it.number).collect(),
        }));
    }
    (along, Vec::new())
}
