//! Class models: how soon each engine answers on models of the size of those of Soeken, Wille and Drechsler.
//!
//! Theirs are not published; these are ours, of the same numbers of objects and depths. Every answer is compared with the one that
//! the model must have, and what is timed is all that a user waits for.

mod beside;
mod models;

use lockstep_core::api::{CLASS_VALUES, Clockless, Options, Outcome};

use self::models::{Question, questions};
use crate::report::Report;
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const MEASUREMENT: Measurement = Measurement {
    name: "classes",
    about: "Class models: a switch, a processor and traffic lights, by visits and by formulas",
    run,
};

fn run(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Class models", setting.seed);
    for it in wanted(setting.class.as_deref())? {
        for engine in ["auto", "explicit", "sat"] {
            if engine != "explicit" || it.is_small {
                ask(setting, &mut report, &it, engine)?;
            }
        }
        beside::ask(setting, &mut report, &it)?;
    }
    report.notes.push(beside::about(setting));
    Ok(report)
}

/// The questions whose names begin so, or all.
fn wanted(class: Option<&str>) -> Result<Vec<Question>, Disagreement> {
    let class = class.unwrap_or_default();
    let mut all = questions();
    all.retain(|it| it.model.starts_with(class));
    match all.is_empty() {
        true => Err(Disagreement(format!(
            "there is no question whose name begins with `{class}`"
        ))),
        false => Ok(all),
    }
}

/// One engine's answer to a question.
fn ask(
    setting: &Setting<'_>,
    report: &mut Report,
    question: &Question,
    engine: &str,
) -> Result<(), Disagreement> {
    let options = Options {
        engine: engine.into(),
        ..Options::default()
    };
    let answer = || CLASS_VALUES.check(&question.text, 0, &options, &mut Clockless);
    let (outcome, total_ms) = setting.time(answer);
    let name = &question.model;
    let outcome: Outcome =
        outcome.map_err(|it| Disagreement(format!("{name} by {engine}: {it:?}")))?;
    if !outcome.verdict.is_unknown() && outcome.depth() != question.depth {
        let (found, depth) = (outcome.depth(), question.depth);
        return Err(Disagreement(format!(
            "{name} by {engine}: {found:?} calls, where {depth:?} is true"
        )));
    }
    report.add_outcome(name, engine, &outcome, total_ms);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn questions_are_chosen_by_how_their_names_begin() {
        let count = |class| wanted(class).map(|it| it.len());
        assert_eq!(count(None), Ok(questions().len()));
        assert_eq!(count(Some("traffic, 24")), Ok(1));
        let refused = count(Some("tiny")).expect_err("there is none");
        assert!(refused.0.contains("`tiny`"));
    }
}
