//! No engine starves another: what one of them answers alone with little work, all together answer with
//! little more. Work is counted by looks at the watch, never timed.
#![allow(clippy::unwrap_used, missing_docs)]

use std::cell::Cell;

use lockstep_core::api::{self, Clockless, Extent, Options, Verdict};
use lockstep_core::engine::portfolio::{self, Choice, Engine};
use lockstep_core::engine::{Coverage, Limits, Reached, Unwatched, Watch, explicit};
use lockstep_core::generate::{Random, Shape, model, question};
use lockstep_core::language::{Check, read};
use lockstep_core::question::{task, witness};
use lockstep_core::sat;
use lockstep_seeds::{seeds, share};
use lockstep_tests::{VISIT, visit};

/// Clients who log once they have their grant, and a loose scenario that wants a second one.
fn clients(count: usize) -> String {
    let names: Vec<_> = (1..=count).map(|it| format!("c{it}")).collect();
    format!(
        "machine Client {{\n  [*] --> idle\n  idle --> wait : / request\n  wait --> done : grant\n  \
         done --> done : / log\n}}\nmachine Server {{\n  [*] --> free\n  free --> busy : request\n  \
         busy --> free : / grant\n}}\nmachine Log {{\n  [*] --> l\n  l --> l : log\n}}\n\
         neg scenario twice {{\n  {} : Client\n  s : Server\n  g : Log\n  c1 -> s : request\n  \
         s -> c1 : grant\n  c2 -> s : request\n  s -> c1 : grant\n}}\ncheck twice loose\n",
        names.join(", ")
    )
}

/// Many lifelines of one machine, or of as many that differ in a state nobody leaves.
fn many(count: usize, alike: bool) -> String {
    let machine = |number: usize| {
        let own: String = (0..number)
            .map(|it| format!(" s --> x{it} : never\n"))
            .collect();
        format!(
            "machine A{number} {{\n [*] --> s\n s --> t : / a\n s --> t : a\n t --> s : / b\n \
             t --> s : b\n s --> s : / a, b\n{own}}}\n"
        )
    };
    let kinds = if alike { 1 } else { count };
    let machines: String = (0..kinds).map(machine).collect();
    let lifeline = |it: usize| format!(" l{it} : A{}\n", if alike { 0 } else { it });
    let lifelines: String = (0..count).map(lifeline).collect();
    format!("{machines}system {{\n{lifelines}}}\ncheck reach l0.t, l1.t, l2.<s//a, b/s>\n")
}

/// Counts looks, and stops whoever needs too many.
struct Counting {
    looks: Cell<u64>,
    most: u64,
}

impl Counting {
    fn look(&self) -> bool {
        self.looks.set(self.looks.get() + 1);
        self.looks.get() > self.most
    }
}

impl Watch for &Counting {
    fn keep_going(&mut self, _reached: Reached) -> bool {
        !self.look()
    }
}

fn answer(text: &str) -> api::Outcome {
    api::check(text, 0, &Options::default(), &mut Clockless).unwrap()
}

#[test]
fn loose_questions_without_a_bound_fall_through_to_a_visit() {
    for count in [2, 4, 7] {
        let outcome = answer(&clients(count));
        assert_eq!(
            outcome.verdict,
            Verdict::Absent(Extent::Every),
            "{count}: {}",
            outcome.sentence
        );
        assert_eq!(outcome.prefix(), Some(3), "{count} clients");
        assert_eq!(outcome.work.engine, "explicit");
    }
}

#[test]
fn many_lifelines_cost_no_more_than_sat_needs() {
    for (count, alike) in [(24, true), (24, false), (40, true), (40, false)] {
        let text = many(count, alike);
        let (model, _) = read(&text);
        let check = &model.checks[0];
        let counting = Counting {
            looks: Cell::new(0),
            most: 3_000,
        };
        let (stop, limits) = (|| counting.look(), Limits::default());
        let solvers = || sat::ALL[0].create(Some(&stop));
        let mut task = task(&model, check);
        let mut watch = &counting;
        let found = portfolio::solve(&mut task, Choice::Auto, &limits, &solvers, &mut watch);
        let finding = &found.finding;
        let name = format!(
            "{count} lifelines, alike: {alike}, {} looks",
            counting.looks.get()
        );
        assert_eq!((finding.value, finding.depth), (1, 2), "{name}");
        assert!(finding.shortest, "{name}");
        witness(&model, check, found.task(), finding).expect("its run replays");
    }
}

#[test]
fn every_engine_says_the_same_of_questions_without_a_bound() {
    let (mut none, mut all, mut by_sat) = (0, 0, 0);
    for seed in seeds(0..700) {
        let mut random = Random::new(seed);
        let model = model(&Shape::default(), &mut random);
        let kind = [3, 4, 1][(seed % 3) as usize];
        let check = Check::asking(question(kind, &model, &mut random), None);
        let asked = task(&model, &check);
        let Some(expected) = visit(&asked) else {
            continue;
        };
        // One message set at a time is another order of the same states.
        let closed = explicit::closure(&asked, &VISIT, &mut Unwatched);
        assert_eq!(closed.value, expected.value, "seed {seed}");
        witness(&model, &check, &asked, &closed).expect("its run replays");
        let limits = Limits {
            few_states: 0,
            ..Limits::default()
        };
        let mut task = asked.clone();
        let solvers = || sat::ALL[0].create(Some(&|| false));
        let choice = Choice::Auto;
        let found = portfolio::solve(&mut task, choice, &limits, &solvers, &mut Unwatched);
        let finding = &found.finding;
        assert!(
            !matches!(finding.coverage, Coverage::Open(_)),
            "seed {seed}"
        );
        assert_eq!(finding.value, expected.value, "seed {seed}");
        assert!(
            !finding.met || finding.depth == expected.depth,
            "seed {seed}"
        );
        witness(&model, &check, found.task(), finding).expect("its run replays");
        *(if finding.met { &mut all } else { &mut none }) += 1;
        by_sat += u32::from(found.engine == Engine::Sat);
    }
    assert!(none > share(50) && all > share(50), "{none} {all} {by_sat}");
}
