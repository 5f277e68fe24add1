//! Limits are kept. Memory is counted where it is taken; an answer under tight limits is the right one
//! or `unknown`, which says why; and who is told to stop stops.
#![allow(clippy::unwrap_used, missing_docs)]

use std::cell::Cell;

use lockstep_core::api::{
    self, Capabilities, CertificateView, Host, Options, Outcome, Progress, StopView, Verdict,
};
use lockstep_core::engine::portfolio::{self, Choice};
use lockstep_core::engine::{Coverage, Limits, Reached, Stop, Unwatched, Watch};
use lockstep_core::generate::{Random, Shape, model, question};
use lockstep_core::language::{Answer, Check, read};
use lockstep_core::question::{answer, task, witness};
use lockstep_core::sat;
use lockstep_seeds::{seeds, share};
use lockstep_tests::visit;

/// A sender with so many effects and one receiver more, who are all alike or all different.
fn effect_sets(effects: usize, alike: bool) -> String {
    let symbols: Vec<_> = (0..effects).map(|it| format!("x{it}")).collect();
    let takes: String = symbols
        .iter()
        .map(|it| format!("  e --> e : {it}\n"))
        .collect();
    let machine = |number: usize| {
        let own: String = (0..number)
            .map(|it| format!("  e --> f{it} : y\n"))
            .collect();
        format!("machine B{number} {{\n  [*] --> e\n{takes}{own}}}\n")
    };
    let kind = |it: usize| if alike { 0 } else { it };
    let machines = if alike { 0..1 } else { 0..effects + 1 };
    let machines: String = machines.map(machine).collect();
    let receivers = (0..=effects).map(|it| format!(" b{it} : B{}\n", kind(it)));
    format!(
        "machine A {{\n  [*] --> s\n  s --> t : / {}\n}}\n{machines}system {{\n a : A\n{}}}\n\
         check reach a.t\ncheck deadlock\n",
        symbols.join(", "),
        receivers.collect::<String>()
    )
}

/// Lifelines that go round by themselves, each with a period of its own: the global states are all
/// combinations, and none is a deadlock.
fn rounds(lifelines: usize) -> String {
    let machine = |number: usize| {
        let size = number + 5;
        let next = |it: usize| format!("  s{it} --> s{}\n", (it + 1) % size);
        let steps: String = (0..size).map(next).collect();
        format!("machine M{number} {{\n  [*] --> s0\n{steps}}}\n")
    };
    let machines: String = (0..lifelines).map(machine).collect();
    let names = (0..lifelines).map(|it| format!(" l{it} : M{it}\n"));
    let names: String = names.collect();
    format!("{machines}system {{\n{names}}}\ncheck deadlock\n")
}

/// A host who takes note of the memory that he is told of.
#[derive(Default)]
struct Looking {
    looks: u64,
    most_bytes: u64,
}

impl Host for Looking {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, progress: &Progress) -> bool {
        self.looks += 1;
        self.most_bytes = self.most_bytes.max(progress.bytes);
        true
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }
}

/// Says stop from one of its looks on, and counts who asks again.
struct Stopping {
    looks: Cell<u64>,
    from: u64,
}

impl Stopping {
    fn look(&self) -> bool {
        self.looks.set(self.looks.get() + 1);
        self.looks.get() >= self.from
    }
}

impl Watch for &Stopping {
    fn keep_going(&mut self, _reached: Reached) -> bool {
        !self.look()
    }
}

fn asked(text: &str, index: usize, engine: &str, memory: u64, host: &mut Looking) -> Outcome {
    let options = Options {
        engine: engine.into(),
        max_memory: Some(memory),
        ..Options::default()
    };
    api::check(text, index, &options, host).unwrap()
}

fn reached(outcome: &Outcome) -> &str {
    match &outcome.certificate {
        CertificateView::Open { reached } => reached,
        other => panic!("{other:?}"),
    }
}

#[test]
fn large_effect_sets_fit_into_little_memory() {
    for (effects, alike) in [(8, true), (10, true), (8, false), (10, false)] {
        let text = effect_sets(effects, alike);
        for (index, engine) in [
            (0, "auto"),
            (0, "explicit"),
            (0, "sat"),
            (1, "auto"),
            (1, "explicit"),
        ] {
            let (mut host, memory) = (Looking::default(), 20_000_000);
            let outcome = asked(&text, index, engine, memory, &mut host);
            let name = format!("{effects} effects, alike: {alike}, check {index} by {engine}");
            assert!(
                host.most_bytes <= memory,
                "{name}: {} bytes",
                host.most_bytes
            );
            // Message sets of one state are millions here; what is looked for needs none but the first ones.
            let looks = host.looks;
            assert!(
                index != 0 || engine != "auto" || looks < 20,
                "{name}: {looks} looks"
            );
            // The states after the sending are all different where the receivers are.
            if index == 0 || alike {
                let is_found = outcome.verdict.is_found();
                assert!(is_found, "{name}: {}", outcome.sentence);
            }
        }
    }
}

#[test]
fn a_search_that_has_no_memory_left_says_so() {
    let text = rounds(7);
    for (engine, memory) in [
        ("explicit", 1_000_000),
        ("explicit", 4_000_000),
        ("sat", 3_000_000),
        // Visits and SAT, half of it each, and both of them are counted.
        ("auto", 10_000_000),
        ("auto", 40_000_000),
    ] {
        let mut host = Looking::default();
        let outcome = asked(&text, 0, engine, memory, &mut host);
        let expected = Verdict::Unknown(StopView::Memory);
        assert_eq!(outcome.verdict, expected, "{engine}");
        let why = reached(&outcome);
        assert!(
            why.starts_with("The search reached its limit of memory after"),
            "{why}"
        );
        let (first, _) = why.split_once(" in use.").expect("it says how much");
        assert!(first.ends_with("MB"), "{why}");
        assert!(
            host.most_bytes <= memory,
            "{engine}: {} bytes",
            host.most_bytes
        );
        assert!(
            host.most_bytes * 4 > memory,
            "{engine}: only {} bytes",
            host.most_bytes
        );
        // What is said to be in use is what whoever watched was told.
        let number = first.rsplit(", ").next().unwrap_or_default();
        let said: f64 = number.trim_end_matches(" MB").parse().unwrap();
        let told = host.most_bytes as f64 / 1e6;
        assert!((said - told).abs() <= 0.6, "{engine}: {told} MB, {why}");
        // The same input, the same answer.
        let again = asked(&text, 0, engine, memory, &mut Looking::default());
        assert_eq!(reached(&again), why);
    }
}

/// A model whose states are few and whose formulas are many: its length-by-length search never ends.
const SLOW: &str = "machine C {\n [*] --> idle\n idle --> wait : / request\n wait --> done : grant\n \
    done --> done : / log\n}\nmachine S {\n [*] --> free\n free --> busy : request\n busy --> free : / grant\n}\n\
    machine L {\n [*] --> l\n l --> l : log\n}\nneg scenario twice {\n c1, c2 : C\n s : S\n g : L\n \
    c1 -> s : request\n s -> c1 : grant\n c2 -> s : request\n s -> c1 : grant\n}\ncheck twice loose\n";

#[test]
fn sat_alone_ends_and_says_who_can_prove_never() {
    let mut host = Looking::default();
    let all = asked(SLOW, 0, "auto", 500_000_000, &mut host);
    assert!(all.verdict.is_absent() && all.verdict.is_proved());
    assert_eq!(all.instead, None);
    for text in [SLOW.to_owned(), rounds(7)] {
        let (model, _) = read(&text);
        let check = &model.checks[0];
        let mut task = task(&model, check);
        let limits = Limits {
            solving: 40,
            memory: 60_000_000,
            ..Limits::default()
        };
        let solvers = || sat::ALL[0].create(Some(&|| false));
        let found = portfolio::solve(&mut task, Choice::Sat, &limits, &solvers, &mut Unwatched);
        let coverage = found.finding.coverage;
        let ends = [Stop::Solving, Stop::Memory].map(Coverage::Open);
        assert!(ends.contains(&coverage), "{coverage:?}");
    }
    let outcome = asked(&rounds(7), 0, "sat", 20_000_000, &mut host);
    assert_eq!(outcome.instead.as_deref(), Some("auto"));
    let why = reached(&outcome);
    let offer = "cannot prove \"never\"; a visit of all states may.";
    assert!(why.ends_with(offer), "{why}");
    // Within a bound there is no "never" to prove.
    let bounded = rounds(7).replace("check deadlock", "check deadlock within 5000");
    let outcome = asked(&bounded, 0, "sat", 20_000_000, &mut host);
    assert!(outcome.verdict.is_unknown() && outcome.instead.is_none());
}

/// Were any of these to be gone through without a look at the watch, it would take days.
#[test]
fn whoever_is_told_to_stop_stops() {
    let texts = [effect_sets(14, true), effect_sets(14, false), rounds(12)];
    let (mut stopped, mut answered) = (0, 0);
    for text in &texts {
        let (model, _) = read(text);
        for check in &model.checks {
            for choice in [Choice::Auto, Choice::Explicit, Choice::Sat] {
                for from in [1, 2, 3, 5, 20] {
                    let stopping = Stopping {
                        looks: Cell::new(0),
                        from,
                    };
                    let (stop, limits) = (|| stopping.look(), Limits::default());
                    let solvers = || sat::ALL[0].create(Some(&stop));
                    let mut task = task(&model, check);
                    let mut watch = &stopping;
                    let found = portfolio::solve(&mut task, choice, &limits, &solvers, &mut watch);
                    witness(&model, check, found.task(), &found.finding).expect("its run replays");
                    let name = format!("{} by {choice:?}, told at {from}", check.title);
                    let looks = stopping.looks.get();
                    if found.finding.coverage == Coverage::Open(Stop::Asked) {
                        stopped += 1;
                        // Bounds are done without where there is no time for them.
                        assert!(looks <= from + 1, "{name}: {looks} looks");
                    } else {
                        answered += 1;
                        assert!(looks <= from, "{name}: {looks} looks");
                    }
                }
            }
        }
    }
    assert!(
        stopped > 20 && answered > 5,
        "{stopped} stopped, {answered} not"
    );
}

#[test]
fn under_tight_limits_an_answer_is_right_or_unknown() {
    let (mut answered, mut unknown) = (0, 0);
    for seed in seeds(0..1_200) {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let question = question(seed % 5, &model, &mut random);
        let bound = random.percent(60).then(|| random.between(0, 8) as u32);
        let check = Check::asking(question, bound);
        let asked = task(&model, &check);
        let Some(expected) = visit(&asked) else {
            continue;
        };
        let expected_answer = answer(&check, &expected);
        for choice in [Choice::Auto, Choice::Explicit, Choice::Sat] {
            let memory = [3_000, 20_000, 30_000, 50_000, 100_000, 400_000];
            let limits = Limits {
                memory: *random.choose(&memory),
                few_states: 0,
                ..Limits::default()
            };
            let mut task = asked.clone();
            let solvers = || sat::ALL[0].create(Some(&|| false));
            let found = portfolio::solve(&mut task, choice, &limits, &solvers, &mut Unwatched);
            let finding = &found.finding;
            witness(&model, &check, found.task(), finding).expect("its run replays");
            match answer(&check, finding) {
                Answer::Unknown => {
                    unknown += 1;
                    let stop = Coverage::Open(Stop::Memory);
                    assert_eq!(finding.coverage, stop, "seed {seed} {choice:?}");
                    assert!(finding.value <= expected.value, "seed {seed} {choice:?}");
                }
                answer => {
                    answered += 1;
                    assert_eq!(answer, expected_answer, "seed {seed} {choice:?}");
                    assert_eq!(finding.value, expected.value, "seed {seed} {choice:?}");
                }
            }
        }
    }
    assert!(
        answered > share(500) && unknown > share(500),
        "{answered} answered, {unknown} not"
    );
}
