//! Why the failing message of a scenario fails, judged over all runs of the longest prefix.

mod alone;
mod case;
mod together;

use std::collections::BTreeSet;

use lockstep_core::api::{PlaceView, ReasonView};
use lockstep_core::language::machines::Place;
use lockstep_core::language::machines::scenario::Message;
use lockstep_core::language::machines::scenario::semantics::judge as longest;
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Check, LifelineId, Model, Question};

use super::Judged;
use super::after::after;
use super::scene::Scene;
use super::words::{counted, fits, name};
use case::Case;

/// Every form of a reason.
pub fn forms() -> impl Iterator<Item = &'static str> {
    let forms = together::FORMS.iter().chain(alone::FORMS);
    std::iter::once("no transition").chain(forms.map(|form| form.0))
}

/// Judges the reason for the message after the longest prefix.
///
/// # Errors
/// Where the sentence has no known form.
pub fn judge(
    model: &Model,
    check: &Check,
    prefix: usize,
    sentence: &str,
) -> Result<Judged, String> {
    let Question::Scenario { scenario, mode } = check.question else {
        return Err("only scenarios have reasons".into());
    };
    let scene = Scene::new(model, check);
    let messages = &model.scenarios[scenario].messages;
    if let Some(is_true) = no_transition(&scene, &messages[prefix], sentence) {
        return Ok(Some(("no transition", is_true)));
    }
    let unknown = || format!("no known form: {sentence}");
    let form = "Message {} can be exchanged, but not within {}: it takes {}.";
    if let Some(gaps) = fits(sentence, form) {
        let gaps = [gaps[0], gaps[1], gaps[2]];
        let is_true = no_transaction_left(&scene, prefix, gaps).ok_or_else(unknown)?;
        return Ok(Some(("no transaction left", is_true && prefix == 0)));
    }
    let (bound, rest) = when(mode, prefix, sentence).ok_or_else(unknown)?;
    if bound.is_some() && bound != check.bound {
        return Ok(Some(("bound", false)));
    }
    let composition = scene.composition();
    let bound = bound.map(|it| it as usize);
    let Some(states) = after(&composition, messages, mode, bound, prefix) else {
        return Ok(None);
    };
    let case = Case {
        scene,
        mode,
        messages,
        prefix,
        states,
    };
    // What is said of no run at all says nothing.
    for (kind, form, is_true) in together::FORMS.iter().chain(alone::FORMS) {
        if let Some(gaps) = fits(rest, form)
            && let Some(is_true) = is_true(&case, &gaps)
        {
            return Ok(Some((kind, is_true && !case.states.is_empty())));
        }
    }
    Err(unknown())
}

/// Whether the places that come with a reason are those after the prefix: of sender and receiver all
/// or none, and of partners some.
///
/// # Errors
/// Where the check is no scenario.
pub fn places_are_right(
    model: &Model,
    check: &Check,
    prefix: usize,
    reason: &ReasonView,
) -> Result<Option<bool>, String> {
    let Question::Scenario { scenario, mode } = check.question else {
        return Err("only scenarios have reasons".into());
    };
    let messages = &model.scenarios[scenario].messages;
    let failing = &messages[prefix];
    let composition = Scene::new(model, check).composition();
    let bound = check.bound.map(|it| it as usize);
    let Some(states) = after(&composition, messages, mode, bound, prefix) else {
        return Ok(None);
    };
    let of = |who: LifelineId| -> BTreeSet<Place> { states.keys().map(|it| it[who]).collect() };
    let place = |view: &PlaceView| match *view {
        PlaceView::State(state) => Place::State(state),
        PlaceView::Transition(transition) => Place::Intermediate(transition),
    };
    let is_all = |who, views: &[PlaceView]| {
        let views: BTreeSet<_> = views.iter().map(place).collect();
        views.is_empty() || views == of(who)
    };
    let partners = reason.waits.iter().flat_map(|wait| &wait.partners);
    let are_there = |(who, view): &(usize, PlaceView)| of(*who).contains(&place(view));
    let (senders, receivers) = (&reason.sender_places, &reason.receiver_places);
    Ok(Some(
        is_all(failing.from, senders)
            && is_all(failing.to, receivers)
            && partners.into_iter().all(are_there),
    ))
}

/// "`c` never sends `reply`: no transition of `Client` does."
fn no_transition(scene: &Scene<'_>, failing: &Message, sentence: &str) -> Option<bool> {
    let sends = fits(sentence, "{} never sends {}: no transition of {} does.");
    let takes = fits(sentence, "{} never receives {}: no transition of {} does.");
    let is_sender = sends.is_some();
    let gaps = sends.or(takes)?;
    let who = scene.lifeline(name(gaps[0])?)?;
    let symbol = scene.symbol(name(gaps[1])?)?;
    let machine = scene.machine(who);
    let is_part = if is_sender { failing.from } else { failing.to } == who;
    let does = machine.transitions.iter().any(|it| match is_sender {
        true => it.effects.contains(&symbol),
        false => it.trigger == Some(symbol),
    });
    Some(is_part && symbol == failing.symbol && machine.name == name(gaps[2])? && !does)
}

/// The message that fails can follow, in one transaction more than the bound allows.
fn no_transaction_left(scene: &Scene<'_>, prefix: usize, gaps: [&str; 3]) -> Option<bool> {
    let number: usize = gaps[0].parse().ok()?;
    let bound = counted(gaps[1], "transaction")?;
    let takes: u32 = gaps[2].parse().ok()?;
    let Question::Scenario { scenario, mode } = scene.check.question else {
        return None;
    };
    let scenario = &scene.model.scenarios[scenario];
    let composition = scene.composition();
    let longest = |bound: u32| longest(&composition, scenario, mode, bound as usize).prefix;
    Some(
        number == prefix + 1
            && scene.check.bound == Some(bound)
            && takes == bound + 1
            && longest(bound) == prefix
            && longest(takes) > prefix,
    )
}

/// Of which runs a sentence speaks: the bound that it states, and what it goes on with.
fn when(mode: Mode, prefix: usize, sentence: &str) -> Option<(Option<u32>, &str)> {
    let strict = mode == Mode::Strict;
    let number = prefix.to_string();
    let transactions = |text: &str| counted(text, "transaction");
    let forms = [
        ("In every run, {}", prefix == 0),
        (
            "If the scenario begins within {}, {}",
            prefix == 0 && strict,
        ),
        ("Within {}, {}", prefix == 0 && !strict),
        (
            "After message {}, if the scenario begins within {}, {}",
            strict,
        ),
        ("After message {} and within {}, {}", !strict),
        ("After message {}, {}", true),
    ];
    for (form, is_meant) in forms {
        let Some(gaps) = fits(sentence, form).filter(|_| is_meant) else {
            continue;
        };
        let (&rest, before) = gaps.split_last()?;
        let before = match before {
            [first, before @ ..] if form.starts_with("After") => {
                if *first != number {
                    return None;
                }
                before
            }
            before => before,
        };
        return match before {
            [] => Some((None, rest)),
            [bound] => Some((Some(transactions(bound)?), rest)),
            _ => None,
        };
    }
    None
}
