//! A run of a transition system that is made by hand, with all its steps: what the page plays.
//!
//! The choices are data and say everything, so a run outlives the text it was made for: each choice is looked for
//! by what it did, and where it is gone the run ends there and says so.

use std::collections::BTreeSet;

use super::ending::covered;
use super::hand::{MOST_CHOICES, state, state_after};
use super::named;
use super::stage::{Stage, Wanted, with_stage};
use super::{NoSimulation, SimulatedKind};
use crate::expression::{Sort, Term, truth};
use crate::simulate::{Choice, Coverage, Dice, Found, Session, Stop};
use crate::system::{Status, Step, Trace, Valuation};
use crate::view::{
    Onward, OnwardQuestion, RunChoice, RunRequest, SimulatedRun, SimulationOptions, SystemStepView,
    step_numbers,
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

/// As [`simulate_run`], of transition systems or statecharts, with what is to be shown of its state: names or expressions;
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
        check: None,
    };
    with_stage(text, kind, &options, false, |stage| run(stage, request))
}

/// States that are looked at on the way from one state of a run to the next, where a step is finer than that.
const MOST_WITHIN: usize = 5_000;
/// The same of statecharts, where some states of a run are in no coarser one.
const MOST_WITHIN_CHARTS: usize = 300;

fn run(stage: &Stage<'_>, request: &RunRequest) -> Result<SimulatedRun, NoSimulation> {
    let (first, mut said) = start(stage, request)?;
    let session = first.as_ref();
    let session = session.and_then(|it| Session::new(stage.system, it.1.clone()));
    let (Some((first, _)), Some(mut session)) = (first, session) else {
        let state = state(stage, &[])?;
        let gone = !request.choices.is_empty();
        return Ok(SimulatedRun {
            choices: Vec::new(),
            run: Vec::new(),
            fires: Vec::new(),
            done: Vec::new(),
            state,
            said: said.or_else(|| gone.then(|| wording::start_is_gone().to_owned())),
            question: None,
        });
    };
    let mut choices = vec![first];
    let mut run = vec![entry(stage, None, session.state())];
    // A value that was named for the start is named already.
    let is_named = request.choices.is_empty() && matches!(request.onward, Onward::Named(_));
    for (number, wanted) in request.choices.iter().enumerate().skip(1) {
        let is_over = covered(stage, &session).is_some();
        let found = (!is_over).then(|| find(stage, &session, wanted)).flatten();
        let Some((at, chosen)) = found else {
            said = Some(match stage.own {
                Some(_) => {
                    let number = step_numbers(&run).pop().unwrap_or_default();
                    wording::step_of_charts_is_gone(&number, &wanted.what)
                }
                None => wording::step_is_gone(number, &wanted.what),
            });
            break;
        };
        push(stage, &mut session, at, &chosen, &mut choices, &mut run);
    }
    for (number, wanted) in request.along.iter().enumerate() {
        // A step of statecharts may go past states that are inside of it.
        let last = number + 1 == request.along.len();
        if said.is_none()
            && !follow(stage, &mut session, wanted, &mut choices, &mut run)
            && (stage.own.is_none() || last)
        {
            let of = request.along.len();
            said = Some(match covered(stage, &session) {
                Some(_) => wording::followed_as_printed(number, of),
                None => wording::followed_in_part(number, of),
            });
        }
    }
    let mut question = None;
    if said.is_none() && !is_named {
        let open = &mut question;
        said = go_on(stage, &mut session, request, (&mut choices, &mut run), open)?;
    }
    Ok(SimulatedRun {
        state: state_after(stage, &session, done(&choices)),
        fires: fires(stage, &session),
        done: played(stage, &session, request.check),
        choices,
        run,
        said,
        question,
    })
}

/// The start of a run with what there is to say of it: the one that was chosen, the one there is, or one with values that
/// are named.
fn start(stage: &Stage<'_>, request: &RunRequest) -> named::Wished<named::Start> {
    let first = match (request.choices.first(), &request.onward) {
        (Some(wanted), _) => named::chosen_start(stage, wanted),
        (None, Onward::Named(values)) => return named::start(stage, values),
        (None, _) => {
            let (mut starts, more) = Session::starts(stage.system, 1);
            let only = starts.pop().filter(|_| !more);
            only.map(|it| named::start_choice(stage, it))
        }
    };
    Ok((first, None))
}

/// Goes on to the next state of a run whose steps may have been coarser: by one step, else by the fewest that end
/// there; false where none do.
pub(super) fn follow(
    stage: &Stage<'_>,
    session: &mut Session<'_>,
    wanted: &[String],
    choices: &mut Vec<RunChoice>,
    run: &mut Vec<SystemStepView>,
) -> bool {
    if covered(stage, session).is_some() {
        return false;
    }
    let from = session.states().len() - 1;
    let mut ahead = Session::resume(stage.system, &session.trace()).expect("it has just been run");
    let mut there = |at: &Valuation| {
        let whole = stage.own.is_some() || stage.system.status(at) != Status::Inside;
        whole && *stage.declared(at) == *wanted
    };
    let most = match stage.own {
        Some(_) => MOST_WITHIN_CHARTS,
        None => MOST_WITHIN,
    };
    let (found, _) = ahead.go_until(most, &mut there);
    if !matches!(found, Found::After(_)) {
        return match named::step_to(stage, session, wanted) {
            Some(unlisted) => {
                push(stage, session, usize::MAX, &unlisted, choices, run);
                true
            }
            None => false,
        };
    }
    for (at, step) in ahead.trace().steps[from..].iter().enumerate() {
        let all = session.choices(MOST_LOOKED_AT).all;
        let number = all.iter().position(|it| it.step == *step);
        let Some(number) = number.filter(|_| at == 0 || covered(stage, session).is_none()) else {
            return false;
        };
        push(stage, session, number, &all[number], choices, run);
    }
    true
}

/// A run that was found, as if it had been made by hand.
pub(super) fn run_along(
    stage: &Stage<'_>,
    trace: &Trace,
    check: Option<usize>,
) -> Result<SimulatedRun, NoSimulation> {
    let gone = || NoSimulation::Option("the run is too long to be shown".into());
    let (first, start) = named::start_choice(stage, trace.start.clone());
    let mut session = Session::new(stage.system, start).ok_or_else(gone)?;
    let mut choices = vec![first];
    let mut run = vec![entry(stage, None, session.state())];
    for step in &trace.steps {
        let all = session.choices(MOST_LOOKED_AT).all;
        let number = all
            .iter()
            .position(|it| it.step == *step)
            .ok_or_else(gone)?;
        push(
            stage,
            &mut session,
            number,
            &all[number],
            &mut choices,
            &mut run,
        );
    }
    Ok(SimulatedRun {
        state: state_after(stage, &session, done(&choices)),
        fires: fires(stage, &session),
        done: played(stage, &session, check),
        choices,
        run,
        said: None,
        question: None,
    })
}

/// What fires in each of the choices of statecharts.
fn fires(stage: &Stage<'_>, session: &Session<'_>) -> Vec<Vec<(usize, usize)>> {
    let Some(own) = stage.own else {
        return Vec::new();
    };
    let all = session.choices(MOST_CHOICES).all.into_iter();
    all.map(|it| (own.fires)(session.state(), &it.step))
        .collect()
}

/// How many messages of a scenario of statecharts have been sent after each entry of a run.
fn played(stage: &Stage<'_>, session: &Session<'_>, check: Option<usize>) -> Vec<usize> {
    let done = stage
        .own
        .zip(check)
        .and_then(|(own, check)| (own.played)(check, &session.trace()));
    done.unwrap_or_default()
}

/// What a step that a run was kept with is called now: earlier builds said first who acts where that is the environment.
fn words_of_today(what: &str) -> &str {
    what.strip_prefix("the environment acts: ").unwrap_or(what)
}

/// The choice that was made, by what it does; where nothing is known of that, by its number.
fn find(stage: &Stage<'_>, session: &Session<'_>, wanted: &RunChoice) -> Option<(usize, Choice)> {
    let all = session.choices(MOST_LOOKED_AT).all;
    let what = words_of_today(&wanted.what);
    let does = |it: &Choice| stage.choice(session.state(), &it.step, &it.after).what == what;
    let same = all
        .get(wanted.number)
        .filter(|it| what.is_empty() || does(it));
    let at = match same {
        Some(_) => Some(wanted.number),
        None => all.iter().position(does),
    };
    match at {
        Some(at) => Some((at, all[at].clone())),
        None => match stage.own {
            Some(own) => {
                let step = (own.sent)(session.state(), what)?;
                let listed = all.iter().position(|it| it.step == step);
                let number = listed.unwrap_or(usize::MAX);
                Some((number, chosen(stage, session.state(), step)?))
            }
            None => named::unlisted(stage, session, what).map(|it| (usize::MAX, it)),
        },
    }
}

/// A step that is possible, as a choice.
pub(super) fn chosen(stage: &Stage<'_>, at: &Valuation, step: Step) -> Option<Choice> {
    Some(Choice {
        events: stage.system.narrate(at, &step),
        after: stage.system.apply(at, &step)?,
        step,
    })
}

/// What the last step did.
fn done(choices: &[RunChoice]) -> Option<String> {
    let (last, _) = choices
        .split_last()
        .filter(|(_, before)| !before.is_empty())?;
    Some(last.what.clone())
}

/// Takes a step and notes it down.
fn push(
    stage: &Stage<'_>,
    session: &mut Session<'_>,
    number: usize,
    chosen: &Choice,
    choices: &mut Vec<RunChoice>,
    run: &mut Vec<SystemStepView>,
) {
    let before = session.state().clone();
    if session.take(&chosen.step) {
        let what = stage.choice(&before, &chosen.step, &chosen.after).what;
        choices.push(RunChoice { number, what });
        let again = match stage.own {
            Some(_) => {
                let (now, before) = session.states().split_last().expect("it has a start");
                before.iter().rposition(|it| it == now)
            }
            None => None,
        };
        run.push(SystemStepView {
            again,
            ..entry(stage, Some((&before, &chosen.step)), session.state())
        });
    }
}

/// Lets the run go on by itself, and says what became of it; what is left open is a question.
fn go_on(
    stage: &Stage<'_>,
    session: &mut Session<'_>,
    request: &RunRequest,
    (choices, run): (&mut Vec<RunChoice>, &mut Vec<SystemStepView>),
    question: &mut Option<OnwardQuestion>,
) -> Result<Option<String>, NoSimulation> {
    if covered(stage, session).is_some() {
        return Ok(None);
    }
    let from = session.states().len() - 1;
    let mut ahead = Session::resume(stage.system, &session.trace()).expect("it has just been run");
    let mut said = match &request.onward {
        Onward::Stay => return Ok(None),
        Onward::Chance { seed, steps } => {
            // Each step of a run draws anew, so that going on from here does not depend on how one came here.
            let mut dice = Dice::new(seed.wrapping_add(from as u64));
            let mut seen: BTreeSet<_> = session.states().iter().cloned().collect();
            let mut comes_back =
                |at: &Valuation| stage.as_printed.is_some() && !seen.insert(at.clone());
            let stop = ahead.walk(&mut dice, *steps, &mut Coverage::default(), &mut comes_back);
            match stop {
                // Why it ends by the thesis' rules is told with where it is.
                Stop::End(status) if stage.as_printed.is_none() => {
                    Some(wording::walk_ended(status))
                }
                Stop::End(_) | Stop::Steps | Stop::Wanted => None,
            }
        }
        Onward::Named(values) => {
            let (chosen, said) = named::step(stage, session, values)?;
            if let Some((number, chosen)) = chosen {
                push(stage, session, number, &chosen, choices, run);
            }
            return Ok(said);
        }
        Onward::Until(goal) => {
            let wanted = wanted(stage, goal)?;
            let open = (stage.question)(stage, session.state(), goal.trim());
            let most = MOST_STATES[usize::from(open.is_none())];
            let (found, whole) = ahead.go_until(most, &mut |at| wanted(at));
            // Where not every value was tried, "none" is not known either.
            let is_open = match found {
                Found::After(_) => false,
                Found::Never => !whole,
                Found::Unknown => true,
            };
            *question = open.filter(|_| is_open);
            Some(match found {
                Found::After(steps) => {
                    let unit = match (stage.own, &*request.grain) {
                        (Some(_), "behaviour" | "statement") => &request.grain,
                        _ => "step",
                    };
                    wording::gone_on(goal, (steps, unit), whole)
                }
                Found::Never => wording::never_true(goal, whole),
                Found::Unknown => wording::not_found(goal, most),
            })
        }
    };
    for (at, step) in ahead.trace().steps[from..].iter().enumerate() {
        if at > 0 && covered(stage, session).is_some() {
            if let Onward::Until(goal) = &request.onward {
                said = Some(wording::ends_on_the_way(goal));
            }
            break;
        }
        let all = session.choices(MOST_LOOKED_AT).all;
        let Some(number) = all.iter().position(|it| it.step == *step) else {
            break;
        };
        push(stage, session, number, &all[number], choices, run);
    }
    Ok(said)
}

/// Whether a state is one in which an expression is true.
fn wanted<'s>(stage: &'s Stage<'_>, goal: &str) -> Result<Wanted<'s>, NoSimulation> {
    if let Some(own) = stage.own {
        return (own.wanted)(goal);
    }
    let term = goal_of(stage, goal)?;
    Ok(Box::new(move |at| {
        let stable = stage.system.status(at) != Status::Inside;
        let values = stage.system.schema().values(at).filter(|_| stable);
        values.is_some_and(|values| truth(&term, &values) == Ok(true))
    }))
}

/// A goal: an expression that is true or false.
fn goal_of(stage: &Stage<'_>, goal: &str) -> Result<Term, NoSimulation> {
    let term = stage.read(goal.trim())?;
    match term.sort {
        Sort::Boolean => Ok(term),
        _ => {
            let what = format!("`{}` is neither true nor false", goal.trim());
            Err(NoSimulation::Option(what))
        }
    }
}

/// One entry of the run: the state after a step, or the start.
fn entry(
    stage: &Stage<'_>,
    step: Option<(&Valuation, &Step)>,
    after: &Valuation,
) -> SystemStepView {
    if let Some(own) = stage.own {
        return (own.enter)(step, after);
    }
    let shown = stage.declared(after);
    let before = step.map(|(at, _)| stage.declared(at));
    let changed: Vec<usize> = before.map_or_else(Vec::new, |before| {
        let pairs = shown.iter().zip(&before).enumerate();
        pairs
            .filter(|(_, (new, old))| new != old)
            .map(|it| it.0)
            .collect()
    });
    let names = stage.declared_names();
    let told: Vec<_> = changed
        .iter()
        .map(|&it| (&*names[it], &*shown[it]))
        .collect();
    let executed = step.map(|(at, step)| (stage.executes)(at, step));
    let (relation, fired) = executed.unzip();
    let fired = fired.unwrap_or_default();
    SystemStepView {
        sentence: crate::wording::systems::step(relation.as_deref(), &told),
        relation,
        fired: fired.operations,
        passing: fired.passing,
        state: shown,
        changed,
        ..SystemStepView::default()
    }
}
