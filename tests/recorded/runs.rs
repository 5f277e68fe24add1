//! Runs by hand that earlier builds have kept go through the same states today, whatever their steps are called now.
//!
//! `runs/BUILD.json` holds what a build wrote: the models as they were then, and for each run its choices with their numbers
//! and words, and the values after each step by their names. A file on the page keeps numbers and words, a link numbers, and
//! words only where a step has no number. Files of earlier builds are never written again.

use std::collections::BTreeMap;

use lockstep_core::address::run;
use lockstep_core::api::{
    Event, KnownBy, RunChoice, RunRequest, Sender, SimulatedKind, SimulatedRun, SimulationChoice,
    SimulationOptions, simulate_by_hand, simulate_run_tracking,
};
use serde_json::Value;

/// What each build wrote, in the order of the builds.
const BUILDS: [&str; 4] = [
    include_str!("runs/6066911.json"),
    include_str!("runs/a970205.json"),
    include_str!("runs/125b448.json"),
    include_str!("runs/d6c82cd.json"),
];

/// A run as a build kept it.
struct Kept<'a> {
    model: &'a str,
    text: &'a str,
    kind: SimulatedKind,
    request: RunRequest,
    /// The values after each step, by their names.
    states: Vec<BTreeMap<&'a str, &'a str>>,
    /// How the run stands at its end.
    status: Option<&'a str>,
    /// The object and the event of the last step, where that was sent by hand.
    sent: Option<(&'a str, &'a str)>,
}

impl<'a> Kept<'a> {
    fn read(run: &'a Value, models: &'a Value) -> Self {
        let word = |it: &'a Value| it.as_str().expect("a word");
        let list = |it: &'a Value| it.as_array().expect("a list");
        let model = word(&run["model"]);
        let choice = |it: &'a Value| {
            let number = it["number"].as_u64().expect("a number");
            let number = usize::try_from(number).expect("64 bits");
            RunChoice::of_words(number, word(&it["what"]).to_owned())
        };
        let values = |it: &'a Value| {
            let all = it.as_object().expect("values by names").iter();
            all.map(|(name, value)| (&**name, word(value))).collect()
        };
        Self {
            model,
            text: word(&models[model]),
            kind: match word(&run["kind"]) {
                "machines" => SimulatedKind::MACHINES,
                "systems" => SimulatedKind::TRANSITIONS,
                "statecharts" => SimulatedKind::STATECHARTS,
                other => panic!("{other} is no kind of model"),
            },
            request: RunRequest {
                grain: word(&run["grain"]).to_owned(),
                rules: word(&run["rules"]).to_owned(),
                choices: list(&run["choices"]).iter().map(choice).collect(),
                ..RunRequest::default()
            },
            states: list(&run["states"]).iter().map(values).collect(),
            status: run["status"].as_str(),
            sent: run["sent"]
                .as_array()
                .map(|it| (word(&it[0]), word(&it[1]))),
        }
    }

    fn is_of_machines(&self) -> bool {
        self.kind == SimulatedKind::MACHINES
    }

    /// The run as these choices make it today.
    fn made(&self, choices: Vec<RunChoice>) -> SimulatedRun {
        let request = RunRequest {
            choices,
            ..self.request.clone()
        };
        let made = simulate_run_tracking(self.text, self.kind, &[], &request);
        made.unwrap_or_else(|why| panic!("{}: {why:?}", self.model))
    }

    /// Its choices as they are kept: in a `file` with numbers and words, by `words` alone, as a text needs them whose choices
    /// have other numbers by now, and in a `link`.
    fn choices(&self, way: &str) -> Vec<RunChoice> {
        let kept = |it: &RunChoice| match way {
            "words" if it.known_by != KnownBy::Number => RunChoice {
                number: usize::MAX,
                ..it.clone()
            },
            "link" if it.number != usize::MAX => RunChoice::numbered(it.number),
            _ => it.clone(),
        };
        self.request.choices.iter().map(kept).collect()
    }

    /// After how many of its entries the run is where it was, start included.
    fn goes(&self, way: &str) -> usize {
        let choices = self.choices(way);
        let about = format!("{} {:?} by its {way}", self.model, self.request.grain);
        let is_there = |at: usize, wanted: &BTreeMap<&str, &str>| {
            let upto = self.made(choices[..=at].to_vec());
            let now = upto.state.values.iter();
            let now: BTreeMap<_, _> = now.map(|it| (&*it.name, &*it.value)).collect();
            let mut same = wanted
                .iter()
                .map(|(name, value)| now.get(name) == Some(value));
            upto.run.len() == at + 1 && same.all(|same| same)
        };
        let mut entries = self.states.iter().enumerate();
        let first = entries.position(|(at, wanted)| !is_there(at, wanted));
        if let Some(first) = first {
            return first;
        }
        let made = self.made(choices);
        if let Some(status) = self.status {
            assert_eq!(made.state.status, status, "{about}");
        }
        let Some((to, event)) = self.sent else {
            return made.run.len();
        };
        let is_it = |it: &Event| matches!(it, Event::Sent { from: Sender::Environment | Sender::Hand, to: of, event: sent, .. } if of == to && sent.name == event);
        let last = made.run.last().expect("it has a start");
        let is_sent = last.events.iter().any(is_it);
        self.states.len() + usize::from(is_sent)
    }
}

/// What is done with each run of each build; how many of each kind there were.
fn each(mut act: impl FnMut(&str, &Kept)) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for build in BUILDS {
        let build: Value = serde_json::from_str(build).expect("what a build wrote is JSON");
        for run in build["runs"].as_array().expect("a list of runs") {
            let kept = Kept::read(run, &build["models"]);
            *counts.entry(format!("{:?}", kept.kind)).or_default() += 1;
            act(build["build"].as_str().expect("a commit"), &kept);
        }
    }
    counts
}

/// Where the words of steps have changed, or a model means something else by now, a run ends earlier. What is lost so is
/// recorded: it must not become more. `LOCKSTEP_RECORD=1` writes it anew.
#[test]
fn runs_of_earlier_builds_go_through_the_same_states() {
    let mut lost = String::new();
    let counts = each(|build, kept| {
        if kept.is_of_machines() {
            return;
        }
        let all = kept.request.choices.len();
        for way in ["file", "words", "link"] {
            let goes = kept.goes(way);
            if goes < all {
                let (model, grain, rules) = (kept.model, &kept.request.grain, &kept.request.rules);
                let by = format!("{grain} {rules}");
                let what = &kept.request.choices[goes].known_by;
                let by = by.trim_end();
                lost += &format!("{build} {model} {by}, by {way}: {goes} of {all}, then {what}\n");
            }
        }
    });
    for kind in ["statecharts", "transitions"] {
        assert!(counts[kind] > 80, "{counts:?}");
    }
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/recorded/runs/lost.txt");
    if std::env::var_os("LOCKSTEP_RECORD").is_some() {
        std::fs::write(path, lost).expect("recorded files can be written");
        return;
    }
    let recorded = std::fs::read_to_string(path).expect("it is in the repository");
    for (now, before) in lost.lines().zip(recorded.lines()) {
        assert_eq!(now, before);
    }
    assert_eq!(lost.lines().count(), recorded.lines().count());
}

/// What steps do is enough to find them again, without numbers, from a link and in the words that they have today, unless another choice
/// does the same.
#[test]
fn runs_are_found_by_what_their_steps_do() {
    let (mut found, mut twins) = (0, 0);
    let counts = each(|_, kept| {
        let made = kept.made(kept.choices("link"));
        let rest = |known_by: &dyn Fn(&KnownBy) -> KnownBy| {
            let mut choices = made.choices.clone();
            for it in choices.iter_mut().skip(1) {
                *it = RunChoice {
                    number: usize::MAX,
                    known_by: known_by(&it.known_by),
                };
            }
            choices
        };
        let data = rest(&KnownBy::clone);
        let words = rest(&|it| KnownBy::Words(it.to_string()));
        let linked = run::write(&RunRequest {
            choices: data.clone(),
            ..kept.request.clone()
        });
        let linked = run::read(&linked).expect("it is a run").choices;
        assert_eq!(linked[1..], data[1..], "{}", kept.model);
        let has_twins = |is_it: &dyn Fn(&SimulationChoice, &KnownBy) -> bool| {
            (1..made.choices.len()).any(|at| {
                let there = kept.made(made.choices[..at].to_vec()).state.choices;
                let same = |it: &&SimulationChoice| is_it(it, &made.choices[at].known_by);
                there.iter().filter(same).count() > 1
            })
        };
        let by_data = has_twins(&|it, of| KnownBy::Action(it.action.clone()) == *of);
        let by_words = has_twins(&|it, of| it.what == of.to_string());
        for (choices, has_twins) in [(data, by_data), (words, by_words)] {
            match kept.made(choices).run == made.run {
                true => found += 1,
                false => {
                    assert!(has_twins, "{}: {:?}", kept.model, made.choices);
                    twins += 1;
                }
            }
        }
    });
    assert!(
        found > 400 && twins < found / 4,
        "{found}, {twins}, {counts:?}"
    );
}

#[test]
fn choices_of_machines_have_the_numbers_they_had() {
    let counts = each(|_, kept| {
        if !kept.is_of_machines() {
            return;
        }
        let numbers: Vec<_> = kept.request.choices.iter().map(|it| it.number).collect();
        let options = SimulationOptions {
            grain: kept.request.grain.clone(),
            ..SimulationOptions::default()
        };
        for (at, wanted) in kept.states.iter().enumerate() {
            let now = simulate_by_hand(kept.text, kept.kind, &options, &numbers[..=at]);
            let now = now.unwrap_or_else(|why| panic!("{}: {why:?}", kept.model));
            let values = now.values.iter().map(|it| (&*it.name, &*it.value));
            assert_eq!(
                values.collect::<BTreeMap<_, _>>(),
                *wanted,
                "{}",
                kept.model
            );
            let done = now.done.unwrap_or_default();
            assert_eq!(
                done,
                kept.request.choices[at].known_by.to_string(),
                "{}, step {at}",
                kept.model
            );
        }
    });
    assert!(counts["machines"] > 20, "{counts:?}");
}
