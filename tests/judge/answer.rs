//! The sentence that states an answer and what it covers, judged by visiting all states.

use lockstep_core::language::machines::judge::explore;
use lockstep_core::language::machines::scenario::Scenario;
use lockstep_core::language::machines::scenario::semantics::judge as longest;
use lockstep_core::language::questions::Mode;
use lockstep_core::language::{Check, Model, Question};

use super::Judged;
use super::after::FAR;
use super::scene::Scene;
use super::words::{counted, fits};

/// Every form of an answer, but for those of a search that was not finished.
pub const FORMS: [&str; 17] = [
    "plays from the start",
    "plays after",
    "plays in",
    "plays no more within",
    "plays no more",
    "goal at the start",
    "goal after",
    "goal never",
    "goal not within",
    "false at the start",
    "false after",
    "always true",
    "not false within",
    "stuck at the start",
    "stuck after",
    "never stuck",
    "not stuck within",
];

/// Judges the sentence of an answer.
///
/// # Errors
/// Where it has no known form.
pub fn judge(model: &Model, check: &Check, sentence: &str) -> Result<Judged, String> {
    let unknown = || format!("no known form: {sentence}");
    let scene = Scene::new(model, check);
    match &check.question {
        Question::Scenario { scenario, mode } => {
            let scenario = &model.scenarios[*scenario];
            Ok(scenario_answer(&scene, scenario, *mode, sentence).ok_or_else(unknown)?)
        }
        Question::Reach { goal } => {
            let found = nearest(&scene, |state| {
                goal.iter()
                    .all(|&(lifeline, place)| state[lifeline] == place)
            });
            let forms = [
                ("goal at the start", "The goal holds at the start."),
                (
                    "goal after",
                    "The goal is reached after {}, and not sooner.",
                ),
                ("goal never", "The goal is never reached."),
                ("goal not within", "The goal is not reached within {}."),
            ];
            Ok(depth_answer(&scene, found, forms, sentence).ok_or_else(unknown)?)
        }
        Question::Always { condition } => {
            let found = nearest(&scene, |state| !condition.holds(state));
            let forms = [
                ("false at the start", "It is false at the start."),
                ("false after", "It is false after {}, and not sooner."),
                ("always true", "It is always true."),
                ("not false within", "It is not false within {}."),
            ];
            Ok(depth_answer(&scene, found, forms, sentence).ok_or_else(unknown)?)
        }
        Question::Deadlock => {
            let composition = scene.composition();
            let found = nearest(&scene, |state| composition.stuck(state) == Some(false));
            let forms = [
                ("stuck at the start", "The machines are stuck at the start."),
                (
                    "stuck after",
                    "The machines can get stuck after {}, and not sooner.",
                ),
                ("never stuck", "The machines never get stuck."),
                (
                    "not stuck within",
                    "The machines do not get stuck within {}.",
                ),
            ];
            Ok(depth_answer(&scene, found, forms, sentence).ok_or_else(unknown)?)
        }
    }
}

/// Whether all messages of a scenario can be played within the bound of the check; `None` where there are
/// too many states.
#[must_use]
pub fn plays(scene: &Scene<'_>, scenario: &Scenario, mode: Mode) -> Option<bool> {
    let count = scenario.messages.len();
    match scene.check.bound {
        Some(bound) => {
            let found = longest(&scene.composition(), scenario, mode, bound as usize);
            Some(found.prefix == count)
        }
        None => Some(every_length(scene, scenario, mode)?? == count),
    }
}

/// The fewest transactions to a state with a property, at every length; `None` where there are too many
/// states.
pub fn nearest(
    scene: &Scene<'_>,
    mut holds: impl FnMut(&lockstep_core::language::machines::GlobalState) -> bool,
) -> Option<Option<usize>> {
    const MOST: usize = 2_000;
    let mut found = None;
    let mut last = 0;
    let seen = explore(&scene.composition(), FAR, |state, depth| {
        last += 1;
        if found.is_none() && holds(state) {
            found = Some(depth);
        }
        last < MOST
    });
    (seen < MOST).then_some(found)
}

fn depth_answer(
    scene: &Scene<'_>,
    found: Option<Option<usize>>,
    forms: [(&'static str, &str); 4],
    sentence: &str,
) -> Option<Judged> {
    let bound = scene.check.bound.map(|it| it as usize);
    for (index, (kind, form)) in forms.into_iter().enumerate() {
        let Some(gaps) = fits(sentence, form) else {
            continue;
        };
        let number = match gaps.first() {
            Some(text) => Some(counted(text, "transaction")? as usize),
            None => None,
        };
        let Some(found) = found else {
            return Some(None);
        };
        let is_true = match index {
            0 => found == Some(0),
            1 => found == number,
            2 => found.is_none(),
            _ => number == bound && found.is_none_or(|depth| Some(depth) > bound),
        };
        return Some(Some((kind, is_true)));
    }
    None
}

fn scenario_answer(
    scene: &Scene<'_>,
    scenario: &Scenario,
    mode: Mode,
    sentence: &str,
) -> Option<Judged> {
    let composition = scene.composition();
    let count = scenario.messages.len();
    let all = match count {
        1 => "the message".to_string(),
        _ => format!("all {count} messages"),
    };
    let within = |bound: usize| longest(&composition, scenario, mode, bound);
    let said = |kind: &'static str, is_true: bool| Some(Some((kind, is_true)));
    let form = format!("The machines can play {all} from the start.");
    if sentence == form {
        let found = within(0);
        return said("plays from the start", found.prefix == count);
    }
    let before = format!("The machines can play {all}");
    let strict = mode == Mode::Strict;
    if let Some(rest) = sentence.strip_prefix(&before) {
        let (kind, form) = if strict {
            ("plays after", " after {}.")
        } else {
            ("plays in", " in {}.")
        };
        let depth = counted(fits(rest, form)?[0], "transaction")? as usize;
        let found = within(depth);
        return said(kind, (found.prefix, found.depth) == (count, depth));
    }
    let of = format!("The machines can play {{}} of {count} message");
    let of = if count == 1 { of } else { of + "s" };
    let gaps = fits(sentence, &format!("{of}, no more {{}}."))?;
    let prefix: usize = gaps[0].parse().ok()?;
    if gaps[1] == "at any length" {
        return Some(
            every_length(scene, scenario, mode)?.map(|it| ("plays no more", it == prefix)),
        );
    }
    let bound = counted(gaps[1].strip_prefix("within ")?, "transaction")?;
    let is_asked = scene.check.bound == Some(bound);
    said(
        "plays no more within",
        is_asked && within(bound as usize).prefix == prefix,
    )
}

/// The longest prefix at every length. The inner `None` is for too many states.
fn every_length(scene: &Scene<'_>, scenario: &Scenario, mode: Mode) -> Option<Option<usize>> {
    let composition = scene.composition();
    for prefix in (0..=scenario.messages.len()).rev() {
        match super::after::after(&composition, &scenario.messages, mode, None, prefix) {
            None => return Some(None),
            Some(states) if !states.is_empty() => return Some(Some(prefix)),
            Some(_) => {}
        }
    }
    None
}
