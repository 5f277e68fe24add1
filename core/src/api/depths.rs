//! How soon each lifeline can be where: the depth of every state and transition as plain data, and the
//! pending effects that can get stuck.

use super::matrix::search;
use super::request::{Host, Refusal, Session};
use crate::engine::Limits;
use crate::language::{Lifeline, Model};
use crate::question::{self, Choice, Combinations, Known, Matrix, Visited};
use crate::view::{DepthsView, LifelineDepthsView, Options, Soon, TransitionDepthView};

/// Most global states of the visit; what is open then is asked about one by one.
const MOST_VISITED: u64 = 300_000;
/// Most global states among which stuck effects are looked for.
const MOST_STATES: u64 = 20_000;

/// Finds out how soon each lifeline of a check can be in each of its states and transitions, from
/// where the check starts, whatever its bound; and which pending effects can get stuck, where there
/// are few enough global states to look.
///
/// # Errors
/// Refuses a text with errors and a check that does not exist. Limits are no errors: the answers are
/// then [`Soon::NotWithin`].
pub fn depths(
    text: &str,
    index: usize,
    timeout_ms: Option<f64>,
    host: &mut dyn Host,
) -> Result<DepthsView, Refusal> {
    let options = Options {
        timeout_ms,
        ..Options::default()
    };
    let session = Session::open(text, index, &options, host)?;
    let (model, check, gate) = (&session.model, session.check(), &session.gate);
    let lifelines = session.lifelines();
    let all: Vec<_> = (0..lifelines.len()).collect();
    let asked = Combinations::new(model, lifelines, &all, Choice::Each, true);
    let asked = asked.starting(check.from.clone());
    let limits = Limits {
        states: MOST_VISITED,
        ..Limits::default()
    };
    let found = search(&asked, None, &limits, gate)?;
    let mut view = DepthsView::default();
    for (group, lifeline) in found.groups.iter().zip(lifelines) {
        let machine = &model.machines[lifeline.machine];
        let mut known = group.known().iter().map(|&known| soon(known, &found));
        let names = machine.states.iter().map(|state| state.name.clone());
        view.lifelines.push(LifelineDepthsView {
            name: lifeline.name.clone(),
            machine: machine.name.clone(),
            states: names.zip(known.by_ref()).collect(),
            transitions: known
                .map(|soon| TransitionDepthView { soon, stuck: None })
                .collect(),
        });
    }
    view.sentence = sentence(&view);
    view.never = never(model, lifelines, &view);
    let visited = question::space(
        model,
        lifelines,
        &check.from,
        MOST_STATES,
        &mut gate.watch(),
    );
    let visited = visited.map_err(|_| {
        Refusal::Defect("search and interpreter come to different global states".into())
    })?;
    view.stuck = match visited {
        Visited::Part(_) => format!(
            "Whether effects can get stuck was not looked into: there are more than {MOST_STATES} \
             global states, or it took too long."
        ),
        Visited::Whole(space) => {
            for it in space.stuck(model, lifelines) {
                let depth = space.depths[it.state];
                view.lifelines[it.lifeline].transitions[it.transition].stuck = Some(depth);
                view.lines
                    .push(line(model, &lifelines[it.lifeline], it, depth));
            }
            match view.lines.len() {
                0 => "No pending effect can get stuck.".into(),
                1 => "One pending effect can get stuck.".into(),
                more => format!("{more} pending effects can get stuck."),
            }
        }
    };
    Ok(view)
}

fn soon(known: Known, found: &Matrix) -> Soon {
    match known {
        Known::After(depth) => Soon::After(depth),
        Known::Never => Soon::Never,
        Known::NotWithin | Known::Open => Soon::NotWithin(found.reached.depth),
    }
}

fn sentence(view: &DepthsView) -> String {
    let states = || {
        let all = view.lifelines.iter().flat_map(|it| &it.states);
        all.map(|&(_, soon)| soon)
    };
    let transitions = || {
        let all = view.lifelines.iter().flat_map(|it| &it.transitions);
        all.map(|it| it.soon)
    };
    let told = |is: &dyn Fn(Soon) -> bool, rest: &str| {
        let states = states().filter(|&it| is(it)).count();
        let transitions = transitions().filter(|&it| is(it)).count();
        let verb = if states + transitions == 1 {
            "is"
        } else {
            "are"
        };
        let words = match (states, transitions) {
            (0, 0) => return None,
            (states, 0) => counted(states, "state"),
            (0, transitions) => counted(transitions, "transition"),
            (states, more) => {
                format!(
                    "{} and {}",
                    counted(states, "state"),
                    counted(more, "transition")
                )
            }
        };
        Some(format!("{words} {verb} {rest}"))
    };
    let covered = states().chain(transitions()).filter_map(|it| match it {
        Soon::NotWithin(depth) => Some(depth as usize),
        _ => None,
    });
    let within = counted(covered.max().unwrap_or(0), "transaction");
    let never = told(&|it| it == Soon::Never, "never reached");
    let open = told(
        &|it| matches!(it, Soon::NotWithin(_)),
        &format!("not reached within {within}; beyond, not everything was searched"),
    );
    match (never, open) {
        (None, None) => "Every state and every transition is reached.".into(),
        (Some(one), None) | (None, Some(one)) => format!("{one}."),
        (Some(never), Some(open)) => format!("{never}; {open}."),
    }
}

fn never(model: &Model, lifelines: &[Lifeline], view: &DepthsView) -> Vec<String> {
    let line = |(it, lifeline): (&LifelineDepthsView, &Lifeline)| {
        let states = it.states.iter();
        let states = states.filter(|(_, soon)| *soon == Soon::Never);
        let states = states.map(|(name, _)| format!("`{name}`"));
        let transitions = it.transitions.iter().enumerate();
        let transitions = transitions.filter(|(_, it)| it.soon == Soon::Never);
        let transitions = transitions.map(|(index, _)| transition(model, lifeline, index));
        let all: Vec<_> = states.chain(transitions).collect();
        (!all.is_empty()).then(|| format!("`{}`: {}", it.name, all.join(", ")))
    };
    let all = view.lifelines.iter().zip(lifelines);
    all.filter_map(line).collect()
}

fn line(model: &Model, lifeline: &Lifeline, stuck: question::Stuck, depth: u32) -> String {
    let machine = &model.machines[lifeline.machine];
    let effects = machine.transitions[stuck.transition].effects.iter();
    let effects: Vec<_> = effects
        .map(|&it| format!("`{}`", model.symbols[it]))
        .collect();
    let effects = effects.join(" and ");
    let name = &lifeline.name;
    let what = transition(model, lifeline, stuck.transition);
    let after = counted(depth as usize, "transaction");
    match stuck.always {
        true => format!("`{name}` can never send {effects}: {what} starts, and never ends."),
        false => format!(
            "`{name}` can get stuck on {what}: after {after} there is a state from which {effects} \
             is never sent."
        ),
    }
}

fn transition(model: &Model, lifeline: &Lifeline, index: usize) -> String {
    let machine = &model.machines[lifeline.machine];
    let name = |state: usize| &machine.states[state].name;
    let it = &machine.transitions[index];
    format!("`{} --> {}`", name(it.source), name(it.target))
}

fn counted(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}
