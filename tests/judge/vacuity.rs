//! What an answer is said to rest on, judged on the model and on the model in which it could happen.

use std::collections::BTreeSet;

use lockstep_core::language::machines::{Half, Place, Transition, TransitionId};
use lockstep_core::language::{Check, LifelineId, Question};

use super::answer::{nearest, plays};
use super::scene::Scene;
use super::words::{fits, name};

/// A demand that is not met: a trigger that is never sent, or an effect that is never taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Demand {
    /// The lifeline.
    pub lifeline: LifelineId,
    /// Its transition.
    pub transition: TransitionId,
    /// The effect; `None` for the trigger.
    pub effect: Option<usize>,
}

/// Judges a sentence: each transition that it names can never start or end, for the reason that it names,
/// and with these alone able to there would be a run as asked for. `None` where there are too many states.
///
/// # Errors
/// Where the sentence has no known form.
pub fn judge(scene: &Scene<'_>, sentence: &str) -> Result<Option<bool>, String> {
    let unknown = || format!("no known form: {sentence}");
    let parts = fits(sentence, "This is so only because {}; if {} could, {}.");
    let parts = parts.ok_or_else(unknown)?;
    let mut claims = Vec::new();
    let listed = parts[0].replace(", and `", ", `");
    for (index, claim) in listed.split(", `").enumerate() {
        let claim = if index == 0 {
            claim.to_owned()
        } else {
            format!("`{claim}")
        };
        claims.push(claim);
    }
    let pronoun = if claims.len() == 1 { "it" } else { "they" };
    if parts[1] != pronoun || !says(scene.check, parts[2]) {
        return Err(unknown());
    }
    let mut waived = BTreeSet::new();
    for claim in &claims {
        let (demands, is_true) = one(scene, claim).ok_or_else(unknown)?;
        match is_true {
            Some(true) => waived.extend(demands),
            other => return Ok(other),
        }
    }
    let (before, after) = (has_run(scene, &BTreeSet::new()), has_run(scene, &waived));
    Ok(before.zip(after).map(|it| it == (false, true)))
}

/// Whether the end of the sentence is about what was asked.
fn says(check: &Check, end: &str) -> bool {
    let within = match check.bound {
        None => String::new(),
        Some(1) => " within 1 transaction".into(),
        Some(bound) => format!(" within {bound} transactions"),
    };
    let forms = match check.question {
        Question::Reach { .. } => ["the goal would be reached{}", "-"],
        Question::Always { .. } => ["it would be false{}", "-"],
        Question::Deadlock => ["the machines could get stuck{}", "-"],
        Question::Scenario { .. } => [
            "the scenario could be played{}",
            "the scenario could begin{} and be played",
        ],
    };
    forms.iter().any(|form| form.replace("{}", &within) == end)
}

/// The demands that a claim is about, and whether it is true.
fn one(scene: &Scene<'_>, claim: &str) -> Option<(Vec<Demand>, Option<bool>)> {
    let parts = fits(claim, "{} of {} can never {}, as no other lifeline {} `{}`")?;
    let lifeline = scene.lifeline(name(parts[1])?)?;
    let symbol = scene.symbol(parts[4])?;
    let machine = scene.machine(lifeline);
    let written = name(parts[0])?;
    // Transitions that are written alike are alike.
    let all = machine.transitions.iter().enumerate();
    let named = all.filter(|(_, it)| scene.written(machine, it) == written);
    let named: Vec<_> = named.collect();
    let others = |has: &dyn Fn(&Transition) -> bool| {
        let others = (0..scene.lifelines.len()).filter(|&it| it != lifeline);
        let all = others.flat_map(|it| &scene.machine(it).transitions);
        all.filter(|it| has(it)).count()
    };
    let sends = others(&|it| it.effects.contains(&symbol));
    let takes = others(&|it| it.trigger == Some(symbol));
    let (effect, fits_words) = match (parts[2], parts[3]) {
        ("start", "sends") => (None, sends == 0),
        ("start", "ever gets to send") => (None, sends > 0),
        ("end", "takes") => (Some(symbol), takes == 0),
        _ => return None,
    };
    let has_symbol = |it: &Transition| match effect {
        None => it.trigger == Some(symbol),
        Some(_) => it.effects.contains(&symbol),
    };
    let is_about = !named.is_empty() && named.iter().all(|(_, it)| has_symbol(it));
    let demands: Vec<_> = named
        .iter()
        .map(|&(transition, _)| Demand {
            lifeline,
            transition,
            effect,
        })
        .collect();
    let composition = scene.composition();
    let happens = |it: &Demand, state: &Vec<Place>| {
        composition.admissible(state).iter().any(|set| {
            let own = set.sender == it.lifeline;
            let received = set.deliveries.iter();
            match it.effect {
                Some(_) => own && set.half == Half::Finish(it.transition),
                None => {
                    own && set.half == Half::Begin(it.transition)
                        || received
                            .map(|d| (d.receiver, d.transition))
                            .any(|d| d == (it.lifeline, it.transition))
                }
            }
        })
    };
    // Nobody else is ever about to send the trigger, either.
    let is_sent = |state: &Vec<Place>| {
        let others = (0..state.len()).filter(|&it| it != lifeline);
        let mut pending = others.map(|it| scene.pending(it, state));
        effect.is_none() && pending.any(|it| it.contains(&symbol))
    };
    let wrong = nearest(scene, |state| {
        is_sent(state) || demands.iter().any(|it| happens(it, state))
    });
    let is_true = wrong.map(|it| it.is_none() && fits_words && is_about);
    Some((demands, is_true))
}

/// Every demand that is unmet by the definition in `core/search/src/network/unmet.rs`, worked out on the machines.
#[must_use]
pub fn unmet(scene: &Scene<'_>) -> BTreeSet<Demand> {
    let lifelines = 0..scene.lifelines.len();
    let each = |it: LifelineId| scene.machine(it).transitions.iter().enumerate();
    let others = |it: LifelineId| lifelines.clone().filter(move |&other| other != it);
    let mut found = BTreeSet::new();
    for lifeline in lifelines.clone() {
        let sends = |symbol: usize| {
            let mut all = others(lifeline).flat_map(each);
            all.any(|(_, it)| it.effects.contains(&symbol))
        };
        let takes = |symbol: usize| {
            let mut all = others(lifeline).flat_map(each);
            all.any(|(_, it)| it.trigger == Some(symbol))
        };
        for (transition, it) in each(lifeline) {
            let trigger = it.trigger.filter(|&it| !sends(it)).map(|_| None);
            let effects = it.effects.iter().filter(|&&it| !takes(it));
            let parts = trigger.into_iter().chain(effects.map(|&it| Some(it)));
            found.extend(parts.map(|effect| Demand {
                lifeline,
                transition,
                effect,
            }));
        }
    }
    loop {
        let possible = possible(scene, &found);
        let mut fresh = Vec::new();
        for lifeline in lifelines.clone() {
            for (transition, it) in each(lifeline) {
                let demand = Demand {
                    lifeline,
                    transition,
                    effect: None,
                };
                let Some(symbol) = it.trigger else { continue };
                let at = possible[lifeline].contains(&Place::State(it.source));
                let offered = others(lifeline).any(|other| {
                    each(other).any(|(index, it)| {
                        let inside = possible[other].contains(&Place::Intermediate(index));
                        inside && it.effects.contains(&symbol)
                    })
                });
                if at && !offered && !found.contains(&demand) {
                    fresh.push(demand);
                }
            }
        }
        if fresh.is_empty() {
            return found;
        }
        found.extend(fresh);
    }
}

/// The places that are possible if nothing were ever used up, with these demands waived.
fn possible(scene: &Scene<'_>, waived: &BTreeSet<Demand>) -> Vec<BTreeSet<Place>> {
    let start = scene.composition().initial();
    let mut possible: Vec<_> = start.into_iter().map(|it| BTreeSet::from([it])).collect();
    let is_waived = |lifeline, transition, effect| {
        waived.contains(&Demand {
            lifeline,
            transition,
            effect,
        })
    };
    loop {
        let mut fresh = Vec::new();
        for lifeline in 0..possible.len() {
            for (index, it) in scene.machine(lifeline).transitions.iter().enumerate() {
                let others = || (0..possible.len()).filter(|&it| it != lifeline);
                let each = |it: usize| scene.machine(it).transitions.iter().enumerate();
                let sends = |symbol: usize| {
                    others().any(|other| {
                        each(other).any(|(at, it)| {
                            possible[other].contains(&Place::Intermediate(at))
                                && it.effects.contains(&symbol)
                        })
                    })
                };
                let takes = |symbol: usize| {
                    others().any(|other| {
                        each(other).any(|(_, it)| {
                            possible[other].contains(&Place::State(it.source))
                                && it.trigger == Some(symbol)
                        })
                    })
                };
                let starts = it
                    .trigger
                    .is_none_or(|symbol| is_waived(lifeline, index, None) || sends(symbol));
                let inside = Place::Intermediate(index);
                if possible[lifeline].contains(&Place::State(it.source)) && starts {
                    fresh.push((lifeline, inside));
                }
                let mut effects = it.effects.iter();
                let ends = effects.all(|&it| is_waived(lifeline, index, Some(it)) || takes(it));
                if possible[lifeline].contains(&inside) && ends {
                    fresh.push((lifeline, Place::State(it.target)));
                }
            }
        }
        fresh.retain(|(lifeline, place)| !possible[*lifeline].contains(place));
        if fresh.is_empty() {
            return possible;
        }
        for (lifeline, place) in fresh {
            possible[lifeline].insert(place);
        }
    }
}

/// Whether there is a run as the check asks, where these demands are waived; `None` for too many states.
#[must_use]
pub fn has_run(scene: &Scene<'_>, waived: &BTreeSet<Demand>) -> Option<bool> {
    let mut model = scene.model.clone();
    // Each lifeline gets a machine of its own; a transition that may start by itself is there twice.
    let mut copies: Vec<Vec<(TransitionId, TransitionId)>> = Vec::new();
    for lifeline in 0..scene.lifelines.len() {
        let mut machine = scene.machine(lifeline).clone();
        let own = || waived.iter().filter(|it| it.lifeline == lifeline);
        for demand in own() {
            let effects = &mut machine.transitions[demand.transition].effects;
            effects.retain(|&it| demand.effect != Some(it));
        }
        let mut twice = Vec::new();
        for demand in own().filter(|it| it.effect.is_none()) {
            twice.push((demand.transition, machine.transitions.len()));
            machine.transitions.push(Transition {
                trigger: None,
                ..machine.transitions[demand.transition].clone()
            });
        }
        copies.push(twice);
        let lifelines = match scene.check.question {
            Question::Scenario { scenario, .. } => &mut model.scenarios[scenario].lifelines,
            _ => &mut model.system,
        };
        lifelines[lifeline].machine = model.machines.len();
        model.machines.push(machine);
    }
    run(&Scene::new(&model, scene.check), &copies)
}

fn run(scene: &Scene<'_>, copies: &[Vec<(TransitionId, TransitionId)>]) -> Option<bool> {
    let in_time = |found: Option<usize>| match (found, scene.check.bound) {
        (Some(depth), Some(bound)) => depth <= bound as usize,
        (found, _) => found.is_some(),
    };
    match &scene.check.question {
        Question::Scenario { scenario, mode } => {
            plays(scene, &scene.model.scenarios[*scenario], *mode)
        }
        Question::Deadlock => {
            let composition = scene.composition();
            nearest(scene, |state| composition.stuck(state) == Some(false)).map(in_time)
        }
        Question::Always { condition } => {
            // Who is inside of a copy of a transition is inside of that transition.
            let meant = |lifeline: LifelineId, place: Place| match place {
                Place::Intermediate(copy) => {
                    let all = copies[lifeline].iter();
                    let one = all.copied().find(|it| it.1 == copy);
                    Place::Intermediate(one.map_or(copy, |it| it.0))
                }
                state => state,
            };
            let found = nearest(scene, |state| {
                let state = state.iter().enumerate();
                let state: Vec<_> = state.map(|(it, &place)| meant(it, place)).collect();
                !condition.holds(&state)
            });
            found.map(in_time)
        }
        Question::Reach { goal } => {
            let is_at = |lifeline: LifelineId, place: Place, there: Place| {
                let copy = copies[lifeline].iter().any(|&(one, other)| {
                    (place, there) == (Place::Intermediate(one), Place::Intermediate(other))
                });
                place == there || copy
            };
            let found = nearest(scene, |state| {
                goal.iter().all(|&(it, place)| is_at(it, place, state[it]))
            });
            found.map(in_time)
        }
    }
}
