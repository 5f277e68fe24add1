//! Transition systems: states per second of explicit search, and how soon each engine answers.
//!
//! Every answer is compared with the one that the model must have, and what is timed is all that a user waits for: reading
//! the text, searching, and making the answer sure. Beside them, in the same run, stands a peer where there is one
//! ([`crate::beside::Beside`]), on models translated by hand; and published models, where the shell was told where they are.

pub mod models;

use lockstep_core::api::{Clockless, Options, Outcome, TRANSITION_VALUES};
use lockstep_core::engine::systems::{Evidence, Space, Visit};
use lockstep_core::engine::{Limits, Unwatched};
use lockstep_core::language::transitions::{Settings, read};
use lockstep_core::question::systems::SystemSpace;
use models::{Model, TRANSFER};

use crate::beside::Notation;
use crate::report::{Report, Sample};
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const MEASUREMENT: Measurement = Measurement {
    name: "systems",
    about: "Transition systems: states per second, and each engine on counters, loops and lights",
    run,
};

/// A model that was published with its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// What it is called in the report.
    pub name: String,
    /// The text, whose last check is asked.
    pub text: String,
    /// As [`Model::depth`].
    pub depth: Option<u32>,
}

/// Models of Theta's, by model and property, with the firings of `trans` after which they are violated.
const PUBLISHED: &[(&str, &str, Option<u32>)] = &[
    ("counter50", "x_eq_50", Some(50)),
    ("counter50", "x_eq_51", None),
    ("count_up_down", "count_up_down", Some(10)),
    ("count_up_down", "count_up_down2", None),
    ("bhmr2007", "bhmr2007", None),
    ("loopxy", "loopxy", None),
    ("cross_with", "cross", Some(4)),
    ("TrafficLightWrapper", "TrafficLight_tran7", Some(12)),
];

/// Those of them whose files somebody has, by the path in a directory of theirs; a property stands behind its model.
pub fn published(read: &dyn Fn(&str) -> Option<String>) -> Vec<Published> {
    let model = |&(model, property, depth): &(&str, &str, Option<u32>)| {
        let text = read(&format!("models/{model}.xsts"))?;
        let property_text = read(&format!("properties/{property}.prop"))?;
        let text = format!("{text}\n{property_text}");
        let name = match model == property {
            true => model.to_string(),
            false => format!("{model}, {property}"),
        };
        Some(Published { name, text, depth })
    };
    PUBLISHED.iter().filter_map(model).collect()
}

fn run(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Transition systems", setting.seed);
    rate(setting, &mut report)?;
    for model in models::ALL {
        for engine in ["auto", "explicit", "sat"] {
            if engine != "sat" || model.formulas {
                ask(
                    setting,
                    &mut report,
                    model.name,
                    model.text,
                    model.depth,
                    engine,
                )?;
            }
        }
        beside(setting, &mut report, model)?;
    }
    for model in &setting.published {
        for engine in ["auto", "explicit", "sat"] {
            ask(
                setting,
                &mut report,
                &model.name,
                &model.text,
                model.depth,
                engine,
            )?;
        }
    }
    if setting.published.is_empty() {
        let note = "Published models were not measured: nobody said where they are.";
        report.notes.push(note.into());
    }
    report.notes.push(match setting.peer(Notation::Promela) {
        Some(peer) => format!("{} is timed from its start to its end, without what it takes to translate and compile its model.", peer.name()),
        None => "No peer was measured: none is installed, or nobody asked for it.".into(),
    });
    Ok(report)
}

/// States per second of explicit search, by code and by the interpreter, and of the peer.
fn rate(setting: &Setting<'_>, report: &mut Report) -> Result<(), Disagreement> {
    let (model, _) = read(TRANSFER.text);
    let subject = &model.properties[0].subject;
    let settings = Settings::default();
    let compiled = SystemSpace::new(&model, subject, settings);
    let interpreted = SystemSpace::interpreted(&model, subject, settings);
    let most = setting.count_or(10_000_000);
    for (method, space, most) in [
        ("explicit, compiled", &compiled, most),
        ("explicit, interpreted", &interpreted, most.min(100_000)),
    ] {
        let (states, total_ms) = setting.time_once(|| visit(space, most));
        let sample = Sample {
            number: 0,
            answer: "visited",
            value: 0,
            engine: "explicit",
            encode_ms: 0.0,
            total_ms,
            variables: 0,
            clauses: 0,
        };
        report.add(
            &format!("{}, {states} states", TRANSFER.name),
            method,
            &[sample],
            false,
        );
        let rate = states as f64 / total_ms / 1000.0;
        report
            .notes
            .push(format!("{method}: {rate:.2} million states per second."));
    }
    beside(setting, report, &TRANSFER)
}

/// Visits a space to its end, or up to so many states.
fn visit(space: &dyn Space, most: u64) -> u64 {
    let limits = Limits {
        states: most,
        memory: u64::MAX,
        ..Limits::default()
    };
    let mut visit = Visit::new(space, None);
    loop {
        if let Some(finding) = visit.go_on(most, &limits, &mut Unwatched) {
            return match finding.evidence {
                Evidence::Visited(states) => states,
                _ => finding.reached.states,
            };
        }
    }
}

/// One engine's answer to a model.
fn ask(
    setting: &Setting<'_>,
    report: &mut Report,
    name: &str,
    text: &str,
    depth: Option<u32>,
    engine: &str,
) -> Result<(), Disagreement> {
    let options = Options {
        engine: engine.into(),
        ..Options::default()
    };
    let last = read(text).0.properties.len().saturating_sub(1);
    let answer = || TRANSITION_VALUES.check(text, last, &options, &mut Clockless);
    let (outcome, total_ms) = setting.time(answer);
    let outcome: Outcome =
        outcome.map_err(|it| Disagreement(format!("{name} by {engine}: {it:?}")))?;
    let word = outcome.answer().word();
    let expected = if depth.is_some() { "violated" } else { "holds" };
    if !outcome.verdict.is_unknown() && (word, outcome.depth()) != (expected, depth) {
        let found = outcome.depth();
        return Err(Disagreement(format!(
            "{name} by {engine}: {word} {found:?}, where {expected} {depth:?} is true"
        )));
    }
    report.add_outcome(name, engine, &outcome, total_ms);
    Ok(())
}

/// What the peer says to a model.
fn beside(setting: &Setting<'_>, report: &mut Report, model: &Model) -> Result<(), Disagreement> {
    let (Some(peer), Some(promela)) = (setting.peer(Notation::Promela), model.promela) else {
        return Ok(());
    };
    let said = peer.ask(model.name, promela);
    let said = said.map_err(|it| Disagreement(format!("{}: {it}", peer.name())))?;
    let violated = said.found == Some(true);
    if violated != model.depth.is_some() {
        return Err(Disagreement(format!(
            "{} differs on {}",
            peer.name(),
            model.name
        )));
    }
    let sample = Sample {
        number: 0,
        answer: if violated { "violated" } else { "holds" },
        value: 0,
        engine: "",
        encode_ms: 0.0,
        total_ms: said.search_ms,
        variables: 0,
        clauses: 0,
    };
    report.add(model.name, &peer.name(), &[sample], false);
    report.notes.push(format!(
        "{}: {} stored {} states, after {:.0} ms of translating and compiling.",
        model.name,
        peer.name(),
        said.states,
        said.build_ms
    ));
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beside::{Beside, Said};
    use crate::tests::ticking;

    /// A peer that knows.
    struct Knows;

    impl Beside for Knows {
        fn name(&self) -> String {
            "oracle".into()
        }

        fn reads(&self) -> Notation {
            Notation::Promela
        }

        fn ask(&self, name: &str, _model: &str) -> Result<Said, String> {
            let all = models::ALL.iter().chain([&TRANSFER]);
            let model = all.into_iter().find(|it| it.name == name);
            Ok(Said {
                found: Some(model.is_some_and(|it| it.depth.is_some())),
                states: 1,
                search_ms: 1.0,
                build_ms: 1.0,
            })
        }
    }

    #[test]
    fn every_engine_answers_as_the_model_must() {
        let clock = ticking();
        let mut setting = Setting::new(&clock);
        setting.count = 3000;
        setting.beside = vec![&Knows];
        let report = run(&setting).expect("the answers are as they must be");
        let peers = report.rows.iter().filter(|it| it.method == "oracle");
        assert_eq!(peers.count(), 6);
        for model in models::ALL {
            let methods = report.rows.iter().filter(|it| it.group == model.name);
            assert!(methods.count() >= 3, "{}", model.name);
        }
    }

    #[test]
    fn a_wrong_answer_is_no_figure() {
        let clock = ticking();
        let setting = Setting::new(&clock);
        let mut report = Report::new("", 0);
        let text = models::ALL[0].text;
        let wrong = ask(&setting, &mut report, "wrong", text, Some(49), "explicit");
        assert!(wrong.is_err());
    }
}
