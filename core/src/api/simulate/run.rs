//! A run that is made by hand, with all its steps: what the page plays.
//!
//! The choices are data and say everything, so a run outlives the text it was made for: each choice is looked for
//! by what it did, and where it is gone the run ends there and says so.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use super::ending::covered;
use super::hand::{state, state_after};
use super::known::{Fit, fit, gives};
use super::model::SimulatedModel;
use super::named;
use super::shown::with_model;
use super::{NoSimulation, SimulatedKind};
use crate::simulate::{Choice, Coverage, Dice, Found, Session, Stop};
use crate::system::{Step, Trace, Valuation};
use crate::view::{
    KnownBy, Onward, OnwardQuestion, RunChoice, RunRequest, SimulatedRun, SimulationOptions,
    SystemStepView, step_numbers,
};
use crate::wording::simulate as wording;

/// States that are visited at most to get to where an expression is true, where engines can be asked beyond that, and
/// where they cannot.
const MOST_STATES: [usize; 2] = [20_000, 200_000];
/// Choices that are looked through at most for the one that was made.
pub(super) const MOST_LOOKED_AT: usize = 10_000;

/// Makes a run of a transition system as far as its choices are possible, and goes on as is wished.
///
/// # Errors
/// Refuses texts with errors, grains and expressions that cannot be read.
pub fn simulate_run(text: &str, request: &RunRequest) -> Result<SimulatedRun, NoSimulation> {
    simulate_run_tracking(text, SimulatedKind::TRANSITIONS, &[], request)
}

/// As [`simulate_run`], of any kind, with what is to be shown of its state: names or expressions;
/// without any, everything.
///
/// # Errors
/// As [`simulate_run`].
pub fn simulate_run_tracking(
    text: &str,
    kind: SimulatedKind,
    track: &[String],
    request: &RunRequest,
) -> Result<SimulatedRun, NoSimulation> {
    let options = SimulationOptions {
        grain: request.grain.clone(),
        rules: request.rules.clone(),
        track: track.to_vec(),
        check: request.check,
    };
    with_model(text, kind, (&options, false), |model| run(model, request))
}

/// States that are looked at on the way from one state of a run to the next, where a step is finer than that.
/// The second is where it may go past some of them, and they are often looked for in vain.
const MOST_WITHIN: [usize; 2] = [5_000, 300];

fn run(model: &dyn SimulatedModel, request: &RunRequest) -> Result<SimulatedRun, NoSimulation> {
    let (mut first, mut said) = start(model, request)?;
    let session = first.as_ref();
    let mut session = session.and_then(|it| Session::new(model.system(), it.1.clone()));
    let mut begins = None;
    if session.is_none()
        && let Some(elsewhere) = request.choices.first().and_then(|it| anywhere(model, it))
    {
        let state = elsewhere.1.clone();
        session = Session::new(model.system(), state.clone());
        if session.is_none() {
            begins = Some(wording::begins_elsewhere(&model.broken(&state)));
            session = Session::from_anywhere(model.system(), state);
        }
        first = Some(elsewhere);
    }
    let (Some((first, _)), Some(mut session)) = (first, session) else {
        let state = state(model, &[])?;
        let gone = !request.choices.is_empty();
        return Ok(SimulatedRun {
            choices: Vec::new(),
            run: Vec::new(),
            fires: Vec::new(),
            done: Vec::new(),
            state,
            begins: None,
            said: said.or_else(|| gone.then(|| wording::start_is_gone().to_owned())),
            question: None,
        });
    };
    let mut choices = vec![first];
    let mut run = vec![model.entry(None, session.state())];
    // A value that was named for the start is named already.
    let is_named = request.choices.is_empty() && matches!(request.onward, Onward::Named(_));
    for wanted in request.choices.iter().skip(1) {
        let is_over = covered(model, &session).is_some();
        let found = (!is_over).then(|| find(model, &session, wanted)).flatten();
        let Some((at, chosen)) = found else {
            let number = step_numbers(&run).pop().unwrap_or_default();
            let what = wanted.known_by.to_string();
            said = Some(wording::step_is_gone(&number, &what));
            break;
        };
        push(model, &mut session, at, &chosen, &mut choices, &mut run);
    }
    for (number, wanted) in request.along.iter().enumerate() {
        let last = number + 1 == request.along.len();
        if said.is_none()
            && !follow(model, &mut session, wanted, &mut choices, &mut run)
            && (last || !model.passes_over_states())
        {
            let of = (request.along.len(), model.step_unit());
            said = Some(match covered(model, &session) {
                Some(_) => wording::followed_as_printed(number, of),
                None => wording::followed_in_part(number, of),
            });
        }
    }
    let mut question = None;
    if said.is_none() && !is_named {
        let open = &mut question;
        said = go_on(model, &mut session, request, (&mut choices, &mut run), open)?;
    }
    if request.past && question.is_none() {
        go_past(model, &mut session, &mut choices, &mut run);
    }
    Ok(SimulatedRun {
        state: state_after(model, &session, done(&choices)),
        fires: model.fires(&session),
        done: played(model, &session, request.check),
        choices,
        run,
        begins,
        said,
        question,
    })
}

/// The start of a run with what there is to say of it: the one that was chosen, the one there is, or one with values that
/// are named.
fn start(model: &dyn SimulatedModel, request: &RunRequest) -> named::Wished<named::Start> {
    let first = match (request.choices.first(), &request.onward) {
        (Some(wanted), _) => named::chosen_start(model, wanted),
        (None, Onward::Named(values)) => return named::start(model, values),
        (None, _) => {
            let (mut starts, more) = Session::starts(model.system(), 1);
            let only = starts.pop().filter(|_| !more);
            only.map(|it| named::start_choice(model, it))
        }
    };
    Ok((first, None))
}

/// A state that is told by its values, though the system does not start in it: answers show such states, and one can go on from them.
fn anywhere(model: &dyn SimulatedModel, wanted: &RunChoice) -> Option<named::Start> {
    let state = model.anywhere(&gives(&wanted.known_by))?;
    Some((wanted.clone(), state))
}

/// Goes on to the next state of a run whose steps may have been coarser: by one step, else by the fewest that end
/// there; false where none do.
pub(super) fn follow(
    model: &dyn SimulatedModel,
    session: &mut Session<'_>,
    wanted: &[String],
    choices: &mut Vec<RunChoice>,
    run: &mut Vec<SystemStepView>,
) -> bool {
    if covered(model, session).is_some() {
        return false;
    }
    let from = session.states().len() - 1;
    let mut ahead = session.clone();
    let mut there = |at: &Valuation| named::shows(model, at, wanted);
    let most = MOST_WITHIN[usize::from(model.passes_over_states())];
    let (found, _) = ahead.go_until(most, &mut there);
    if !matches!(found, Found::After(_)) {
        return match named::step_to(model, session, wanted) {
            Some(unlisted) => {
                push(model, session, usize::MAX, &unlisted, choices, run);
                true
            }
            None => false,
        };
    }
    for (at, step) in ahead.trace().steps[from..].iter().enumerate() {
        let all = session.choices(MOST_LOOKED_AT).all;
        let number = all.iter().position(|it| it.step == *step);
        let Some(number) = number.filter(|_| at == 0 || covered(model, session).is_none()) else {
            return false;
        };
        push(model, session, number, &all[number], choices, run);
    }
    true
}

/// A run that was found, as if it had been made by hand.
pub(super) fn run_along(
    model: &dyn SimulatedModel,
    trace: &Trace,
    check: Option<usize>,
) -> Result<SimulatedRun, NoSimulation> {
    let gone = || NoSimulation::Option("the run is too long to be shown".into());
    let (first, start) = named::start_choice(model, trace.start.clone());
    let mut session = Session::new(model.system(), start).ok_or_else(gone)?;
    let mut choices = vec![first];
    let mut run = vec![model.entry(None, session.state())];
    for step in &trace.steps {
        let all = session.choices(MOST_LOOKED_AT).all;
        let number = all
            .iter()
            .position(|it| it.step == *step)
            .ok_or_else(gone)?;
        push(
            model,
            &mut session,
            number,
            &all[number],
            &mut choices,
            &mut run,
        );
    }
    Ok(SimulatedRun {
        state: state_after(model, &session, done(&choices)),
        fires: model.fires(&session),
        done: played(model, &session, check),
        choices,
        run,
        begins: None,
        said: None,
        question: None,
    })
}

/// How many messages of a scenario have been sent after each entry of a run.
fn played(model: &dyn SimulatedModel, session: &Session<'_>, check: Option<usize>) -> Vec<usize> {
    let done = check.and_then(|check| model.played(check, &session.trace()));
    done.unwrap_or_default()
}

/// The choice that was made: by what it does, the one of its number before others that do the same, and these before those that do it
/// in another order or in transitions that are written otherwise; where nothing is known of that, by its number.
fn find(
    model: &dyn SimulatedModel,
    session: &Session<'_>,
    wanted: &RunChoice,
) -> Option<(usize, Choice)> {
    let all = session.choices(MOST_LOOKED_AT).all;
    let fit_of = |it: &Choice| fit(&model.action(session.state(), &it.step), &wanted.known_by);
    let at = match (all.get(wanted.number), &wanted.known_by) {
        (numbered, KnownBy::Number) => numbered.map(|_| wanted.number),
        (Some(numbered), _) if fit_of(numbered) == Some(Fit::Exact) => Some(wanted.number),
        _ => {
            let fits = all.iter().enumerate();
            let own = wanted.number;
            let fits = fits.filter_map(|(at, it)| Some((fit_of(it)?, at == own, Reverse(at))));
            fits.max().map(|(.., Reverse(at))| at)
        }
    };
    match at {
        Some(at) => Some((at, all[at].clone())),
        None => {
            let step = model.step_known(session.state(), &wanted.known_by)?;
            let listed = all.iter().position(|it| it.step == step);
            let number = listed.unwrap_or(usize::MAX);
            Some((number, chosen(model, session.state(), step)?))
        }
    }
}

/// A step that is possible, as a choice.
pub(super) fn chosen(model: &dyn SimulatedModel, at: &Valuation, step: Step) -> Option<Choice> {
    Some(Choice {
        events: model.system().narrate(at, &step),
        after: model.system().apply(at, &step)?,
        step,
    })
}

/// What the last step did.
fn done(choices: &[RunChoice]) -> Option<String> {
    let (last, _) = choices
        .split_last()
        .filter(|(_, before)| !before.is_empty())?;
    Some(last.known_by.to_string())
}

/// Takes a step and notes it down.
fn push(
    model: &dyn SimulatedModel,
    session: &mut Session<'_>,
    number: usize,
    chosen: &Choice,
    choices: &mut Vec<RunChoice>,
    run: &mut Vec<SystemStepView>,
) {
    let before = session.state().clone();
    if session.take(&chosen.step) {
        let known_by = KnownBy::Action(model.action(&before, &chosen.step));
        choices.push(RunChoice { number, known_by });
        let (now, earlier) = session.states().split_last().expect("it has a start");
        let again = || earlier.iter().rposition(|it| it == now);
        run.push(SystemStepView {
            again: model.tells_returns().then(again).flatten(),
            ..model.entry(Some((&before, &chosen.step)), now)
        });
    }
}

/// Goes past what is no decision and tells nothing ([`RunRequest::past`]).
fn go_past(
    model: &dyn SimulatedModel,
    session: &mut Session<'_>,
    choices: &mut Vec<RunChoice>,
    run: &mut Vec<SystemStepView>,
) {
    // Behind `init` and `env` comes what is one.
    for _ in 0..2 {
        let listed = session.choices(1);
        let [only] = &listed.all[..] else { return };
        let at = session.state();
        let is_decision = listed.more || !model.system().tells_every_step(at);
        let entry = model.entry(Some((at, &only.step)), &only.after);
        if is_decision || !model.passes(&entry) || covered(model, session).is_some() {
            return;
        }
        push(model, session, 0, only, choices, run);
    }
}

/// Lets the run go on by itself, and says what became of it; what is left open is a question.
fn go_on(
    model: &dyn SimulatedModel,
    session: &mut Session<'_>,
    request: &RunRequest,
    (choices, run): (&mut Vec<RunChoice>, &mut Vec<SystemStepView>),
    question: &mut Option<OnwardQuestion>,
) -> Result<Option<String>, NoSimulation> {
    if covered(model, session).is_some() {
        return Ok(None);
    }
    let from = session.states().len() - 1;
    let mut ahead = session.clone();
    let mut said = match &request.onward {
        Onward::Stay => return Ok(None),
        Onward::Chance { seed, steps } => {
            // Each step of a run draws anew, so that going on from here does not depend on how one came here.
            let mut dice = Dice::new(seed.wrapping_add(from as u64));
            let mut seen: BTreeSet<_> = session.states().iter().cloned().collect();
            let mut comes_back =
                |at: &Valuation| model.ends_where_it_returns() && !seen.insert(at.clone());
            let stop = ahead.walk(&mut dice, *steps, &mut Coverage::default(), &mut comes_back);
            match stop {
                // Why it ends by the thesis' rules is told with where it is.
                Stop::End(status) if !model.ends_where_it_returns() => {
                    Some(wording::walk_ended(status))
                }
                Stop::End(_) | Stop::Steps | Stop::Wanted => None,
            }
        }
        Onward::Named(values) => {
            let (chosen, said) = named::step(model, session, values)?;
            if let Some((number, chosen)) = chosen {
                push(model, session, number, &chosen, choices, run);
            }
            return Ok(said);
        }
        Onward::Until(goal) => {
            let wanted = model.wanted(goal)?;
            let open = model.question(session.state(), goal.trim());
            let most = MOST_STATES[usize::from(open.is_none())];
            let mut is_known = true;
            let (found, whole) = ahead.go_until(most, &mut |at| {
                let is_there = wanted(at);
                is_known &= is_there.is_some();
                is_there == Some(true)
            });
            let whole = whole && is_known;
            // Where not every value was tried, "none" is not known either.
            let is_open = match found {
                Found::After(_) => false,
                Found::Never => !whole,
                Found::Unknown => true,
            };
            *question = open.filter(|_| is_open);
            Some(match found {
                Found::After(steps) => wording::gone_on(goal, (steps, model.step_unit()), whole),
                Found::Never => wording::never_true(goal, whole),
                Found::Unknown => wording::not_found(goal, most),
            })
        }
    };
    for (at, step) in ahead.trace().steps[from..].iter().enumerate() {
        if at > 0 && covered(model, session).is_some() {
            if let Onward::Until(goal) = &request.onward {
                said = Some(wording::ends_on_the_way(goal));
            }
            break;
        }
        let all = session.choices(MOST_LOOKED_AT).all;
        let Some(number) = all.iter().position(|it| it.step == *step) else {
            break;
        };
        push(model, session, number, &all[number], choices, run);
    }
    Ok(said)
}
