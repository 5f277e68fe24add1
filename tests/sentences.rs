//! What is said about random models is true: each sentence is read by its judge, who knows only the
//! definitions. Reasons have a file of their own.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeMap;

use lockstep_core::api::{self, Options, PlaceView, RepairOptions, StepView};
use lockstep_core::generate::Shape;
use lockstep_core::language::machines::{GlobalState, Place};
use lockstep_core::language::read;
use lockstep_seeds::{is_all, seeds, share};
use lockstep_tests::judge::scene::Scene;
use lockstep_tests::judge::{answer, steps, waits};
use lockstep_tests::{Clockless, asked};

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
                !is_all() || self.0.contains_key(form),
                "{form} was not met: {:?}",
                self.0
            );
        }
    }
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
    for seed in seeds(0..MODELS) {
        let Some((model, text)) = asked(seed, seed % 5, &small()) else {
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
    for seed in seeds(0..MODELS) {
        let Some((model, text)) = asked(seed, seed % 5, &small()) else {
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
    assert!(told > share(800), "{told}");
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
    for seed in seeds(0..MODELS) {
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

/// Models that end now and then: few transitions, most with a trigger.
fn ending() -> Shape {
    Shape {
        lifelines: (2, 3),
        states: (2, 3),
        transitions: (1, 3),
        symbols: (1, 3),
        effects: (1, 1),
        ..Shape::default()
    }
}

#[test]
fn endings_are_what_they_look_like() {
    let mut forms = Forms::default();
    let mut others = 0;
    for seed in seeds(0..MODELS) {
        let Some((model, text)) = asked(seed, 3, &ending()) else {
            continue;
        };
        let outcome = outcome(&text);
        let Some(graph) = outcome.waits() else {
            continue;
        };
        let scene = Scene::new(&model, &model.checks[0]);
        let stuck = waits::Stuck::new(scene, state(outcome.trace.last().unwrap()));
        let looks = stuck.looks_like_an_end();
        assert_eq!(graph.ending.is_some(), looks, "seed {seed}\n{text}");
        let Some(ending) = &graph.ending else {
            others += 1;
            continue;
        };
        let about = format!("seed {seed}: {}\n{text}", ending.sentence);
        let judged = stuck.ending(&ending.sentence);
        assert!(judged.is_some(), "no known form: {about}");
        forms.note(judged, &about);
    }
    assert!(
        others > share(100),
        "{others} deadlocks did not look like ends"
    );
    forms.were_all_met(&["ended", "ended or at rest"]);
}

/// A mark comes first where it mends the check, and then no deadlock is left.
#[test]
fn ends_are_marked_first() {
    let options = RepairOptions {
        edits: Some(1),
        checks: Some(60),
        ..RepairOptions::default()
    };
    let (mut marked, mut offered) = (0, 0);
    for seed in seeds(0..MODELS / 10) {
        let Some((_, text)) = asked(seed, 3, &ending()) else {
            continue;
        };
        let looks = outcome(&text).waits().is_some_and(|it| it.ending.is_some());
        let text = text.replace("check deadlock", "check deadlock expect none");
        let text = text.replace(" expect none within", " within");
        let repairs = api::repair(&text, 0, &options, &mut Clockless).unwrap();
        let marks = |title: &str| title.starts_with("Mark ");
        let count = repairs
            .proposals
            .iter()
            .filter(|it| marks(&it.title))
            .count();
        offered += usize::from(!repairs.proposals.is_empty());
        let Some(first) = repairs.proposals.first().filter(|it| marks(&it.title)) else {
            assert_eq!(
                count, 0,
                "seed {seed}: a mark that is not the first\n{text}"
            );
            continue;
        };
        assert!(looks && count == 1, "seed {seed}: {}\n{text}", first.title);
        let mended = api::with_patches(&text, &first.patches);
        let (model, _) = read(&mended);
        let answer = outcome(&mended);
        assert_eq!(answer.as_expected(), Some(true), "seed {seed}\n{mended}");
        let judged = answer::judge(&model, &model.checks[0], &answer.sentence);
        assert!(
            matches!(judged, Ok(None | Some((_, true)))),
            "seed {seed}\n{mended}"
        );
        marked += 1;
    }
    assert!(
        marked > share(20) && offered > marked,
        "{marked} of {offered}"
    );
}

/// A server that serves again has not ended in the middle of something; a client without its answer has.
#[test]
fn a_client_without_its_answer_has_not_ended() {
    let model = |client: &str, check: &str| {
        format!(
            "machine Client {{\n  [*] --> idle\n  idle --> wait : / request\n{client}}}\n\
             machine Server {{\n  [*] --> free\n  free --> busy : request\n  busy --> free{check}\n}}\n\
             check deadlock\n"
        )
    };
    let ends = model("  wait --> done : reply\n", " : / reply");
    let lost = model("  wait --> done : reply\n", "");
    let ending = |text: &str| outcome(text).waits().unwrap().ending.clone();
    assert_eq!(ending(&lost), None, "the reply is missing, not a mark");
    assert_eq!(
        ending(&ends).unwrap().sentence,
        "Every lifeline is in a state that it never leaves or where it may end, or waits where it could \
         wait before its first message; if that is where it should end, write `done --> [*]` in `Client` \
         and `free --> [*]` in `Server`."
    );
    let repairs = api::repair(&ends, 0, &RepairOptions::default(), &mut Clockless).unwrap();
    let first = &repairs.proposals[0];
    assert_eq!(
        first.title,
        "Mark `done` of `Client` and `free` of `Server` as ends"
    );
    let mended = api::with_patches(&ends, &first.patches);
    let (client, server) = ("  done --> [*]\n}\nmachine", "  free --> [*]\n}\ncheck");
    assert!(
        mended.contains(client) && mended.contains(server),
        "{mended}"
    );
    let repairs = api::repair(&lost, 0, &RepairOptions::default(), &mut Clockless).unwrap();
    let marks = |title: &str| title.starts_with("Mark ");
    assert!(!repairs.proposals.iter().any(|it| marks(&it.title)));
}
