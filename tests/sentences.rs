//! What is said about random models is true: each sentence is read by its judge, who knows only the
//! definitions. Reasons have a file of their own.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use lockstep_core::api::{self, Options, PlaceView, StepView};
use lockstep_core::generate::{Random, Shape, goal, model};
use lockstep_core::language::document::{print, unresolve};
use lockstep_core::language::machines::{GlobalState, Place};
use lockstep_core::language::scenario::Mode;
use lockstep_core::language::{Check, Model, Question, read};
use lockstep_tests::Clockless;
use lockstep_tests::judge::scene::Scene;
use lockstep_tests::judge::{answer, steps, waits};

/// Random models with a question, per run of the suite.
const MODELS: u64 = 3_000;

/// How often each form was met; a sentence that is not true ends the test.
#[derive(Default)]
struct Forms(BTreeMap<&'static str, usize>);

impl Forms {
    fn note(&mut self, judged: Option<(&'static str, bool)>, about: &str) {
        if let Some((form, is_true)) = judged {
            assert!(is_true, "{form}: {about}");
            *self.0.entry(form).or_default() += 1;
        }
    }

    fn were_all_met(&self, forms: &[&str]) {
        for form in forms {
            assert!(
                self.0.contains_key(form),
                "{form} was not met: {:?}",
                self.0
            );
        }
    }
}

/// A random model with one question of a kind, and what it says as a text.
fn asked(seed: u64, kind: u64, shape: &Shape) -> Option<(Model, String)> {
    let mut random = Random::new(seed);
    let mut model = model(shape, &mut random);
    let scenario = |mode| Question::Scenario { scenario: 0, mode };
    let question = match kind {
        0 => scenario(Mode::Strict),
        1 => scenario(Mode::Loose),
        2 => Question::Reach {
            goal: Some(goal(&model, &mut random)).filter(|it| !it.is_empty())?,
        },
        _ => Question::Deadlock,
    };
    let bound = random.percent(60).then(|| random.between(0, 6) as u32);
    model.checks = vec![Check {
        title: model.scenarios[0].name.clone(),
        ..Check::asking(question, bound)
    }];
    let text = print(&unresolve(&model));
    let (model, _) = read(&text);
    (!api::analyse(&text).has_errors).then_some((model, text))
}

fn small() -> Shape {
    Shape {
        lifelines: (2, 4),
        messages: (1, 3),
        ..Shape::default()
    }
}

fn outcome(text: &str) -> api::Outcome {
    // A visit decides what induction would take long for.
    let options = Options {
        engine: "explicit".into(),
        ..Options::default()
    };
    api::check(text, 0, &options, &mut Clockless).unwrap()
}

fn state(step: &StepView) -> GlobalState {
    let place = |view: &PlaceView| match *view {
        PlaceView::State(state) => Place::State(state),
        PlaceView::Transition(transition) => Place::Intermediate(transition),
    };
    step.state.iter().map(place).collect()
}

#[test]
fn answers_state_what_holds() {
    let mut forms = Forms::default();
    for seed in 0..MODELS {
        let Some((model, text)) = asked(seed, seed % 4, &small()) else {
            continue;
        };
        let outcome = outcome(&text);
        let about = format!("seed {seed}: {}\n{text}", outcome.sentence);
        let judged = answer::judge(&model, &model.checks[0], &outcome.sentence);
        forms.note(
            judged.unwrap_or_else(|why| panic!("{why}\n{about}")),
            &about,
        );
    }
    forms.were_all_met(&answer::FORMS);
}

#[test]
fn steps_tell_what_happens() {
    let mut told = 0;
    for seed in 0..MODELS {
        let Some((model, text)) = asked(seed, seed % 4, &small()) else {
            continue;
        };
        let scene = Scene::new(&model, &model.checks[0]);
        let outcome = outcome(&text);
        for pair in outcome.trace.windows(2) {
            let (before, after) = (state(&pair[0]), state(&pair[1]));
            let sentence = &pair[1].sentence;
            let mut candidates = steps::between(&scene, &before, &after).into_iter();
            let is_one = candidates.any(|step| {
                let is_told = steps::is_told(&scene, &step, sentence);
                is_told.unwrap_or_else(|| panic!("no known form: {sentence}"))
            });
            assert!(is_one, "seed {seed}: {sentence}\n{text}");
            told += 1;
        }
        if let Some(start) = outcome.trace.first() {
            assert_eq!(start.sentence, "The start.");
        }
    }
    assert!(told > 800, "{told}");
}

#[test]
fn wait_graphs_say_who_could_help() {
    let mut forms = Forms::default();
    // Several effects and few lifelines: sets for which there are too few that are ready.
    let crowded = Shape {
        machines: (1, 3),
        symbols: (1, 3),
        effects: (1, 3),
        lifelines: (2, 4),
        transitions: (2, 5),
        ..Shape::default()
    };
    for seed in 0..MODELS {
        let shape = if seed % 2 == 0 { small() } else { crowded };
        let Some((model, text)) = asked(seed, 3, &shape) else {
            continue;
        };
        let outcome = outcome(&text);
        let Some(graph) = outcome.waits() else {
            continue;
        };
        let scene = Scene::new(&model, &model.checks[0]);
        let stuck = waits::Stuck::new(scene, state(outcome.trace.last().unwrap()));
        let about = |line: &str| format!("seed {seed}: {line}\n{text}");
        for line in &graph.lines {
            let judged = stuck.line(line);
            assert!(judged.is_some(), "no known form: {}", about(line));
            forms.note(judged, &about(line));
        }
        let judged = stuck.sentence(&graph.sentence);
        assert!(
            judged.is_some(),
            "no known form: {}",
            about(&graph.sentence)
        );
        forms.note(judged, &about(&graph.sentence));
    }
    forms.were_all_met(&waits::FORMS);
}
