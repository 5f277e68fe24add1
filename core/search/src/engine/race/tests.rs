//! Turns are fair by work and price, and whoever finds something ends the run of SAT.

use std::cmp::Reverse;

use super::*;

/// A visit that has to try so many steps.
struct Counted {
    tried: u64,
    needed: u64,
    outlook: u64,
}

impl Visit for Counted {
    fn go_on(&mut self, steps: u64, _memory: u64, watch: &mut dyn Watch) -> Option<Coverage> {
        self.tried += steps;
        if !watch.keep_going(self.reached()) {
            return Some(Coverage::Open(Stop::Asked));
        }
        (self.tried >= self.needed).then_some(Coverage::Every)
    }

    fn tried(&self) -> u64 {
        self.tried
    }

    fn bytes(&self) -> u64 {
        1_000
    }

    fn reached(&self) -> Reached {
        Reached {
            states: self.tried,
            bytes: self.bytes(),
            ..Reached::default()
        }
    }

    fn is_beyond(&self) -> bool {
        false
    }

    fn outlook(&self) -> u64 {
        self.outlook
    }

    fn finding(&mut self, coverage: Coverage) -> Finding {
        Finding {
            value: 0,
            met: false,
            depth: 0,
            shortest: true,
            path: vec![Vec::new()],
            coverage,
            reached: self.reached(),
        }
    }
}

fn counted(needed: u64, outlook: u64) -> Option<Box<dyn Visit>> {
    Some(Box::new(Counted {
        tried: 0,
        needed,
        outlook,
    }))
}

fn race() -> Race {
    Race::new(1_000_000, 100, |_, finding| {
        finding.coverage == Coverage::Every
    })
}

/// What each racer has tried, once a solver has paused so often.
fn tried(race: &Race, pauses: usize) -> Vec<u64> {
    let pause = race.pause();
    assert!((0..pauses).all(|_| !pause()), "nothing is found");
    let track = race.0.borrow();
    track.racers.iter().map(|it| it.visit.tried()).collect()
}

#[test]
fn everybody_has_work_by_the_price() {
    let race = race();
    for (pace, price, outlook) in [
        (Pace::Transactions, 1, 0),
        (Pace::MessageSets, 4, 0),
        (Pace::MessageSets, 1, 1_000),
    ] {
        race.enter(counted(u64::MAX, outlook), pace, price, 0);
    }
    let pauses = 2_000;
    let work = PAUSE * pauses as u64;
    let mut tried = tried(&race, pauses);
    tried.sort_unstable_by_key(|&it| Reverse(it));
    for (tried, price) in tried.into_iter().zip([1, 4, HOPELESS]) {
        assert!(tried >= work / price, "{tried} at {price}");
        assert!(tried <= work / price + 2 * TURN, "{tried} at {price}");
    }
    assert!(race.is_on() && !race.has_spoken());
}

#[test]
fn head_starts_come_before_sat_and_cost_nothing() {
    let race = race();
    race.enter(counted(u64::MAX, 0), Pace::Transactions, 1, 0);
    race.enter(counted(u64::MAX, 0), Pace::MessageSets, 1, 500_000);
    assert!(race.run_visits(false, &mut Unwatched));
    let after = tried(&race, 0);
    assert_eq!(after[0], 0);
    assert!((500_000..500_000 + 8 * TURN).contains(&after[1]));
    let later = tried(&race, 100);
    assert!(later[1] - after[1] + 8 * TURN >= 100 * PAUSE);
    assert!(later[0] + 8 * TURN >= 100 * PAUSE);
}

#[test]
fn whoever_finds_something_ends_the_run_of_sat() {
    let race = race();
    race.enter(counted(200_000, 0), Pace::Transactions, 1, 0);
    race.enter(counted(u64::MAX, 0), Pace::MessageSets, 1, 0);
    let pause = race.pause();
    let pauses = (1..).find(|_| pause()).expect("it is found");
    let work = pauses * PAUSE;
    // A turn is given where the work of SAT begins to exceed, so it may be one ahead.
    assert!(
        (200_000 - TURN..200_000 + 10 * TURN).contains(&work),
        "{work}"
    );
    assert!(race.has_spoken() && race.is_on());
    let found = race.take_news().expect("there is news");
    assert_eq!(found.coverage, Coverage::Every);
    assert!(race.take_news().is_none());
    race.close();
    assert!(!pause() && !race.is_on());
}

#[test]
fn looks_of_sat_are_turns_as_well_and_reach_the_watch() {
    struct Last(Reached);
    impl Watch for Last {
        fn keep_going(&mut self, reached: Reached) -> bool {
            self.0 = reached;
            reached.clauses < 500_000
        }
    }
    let race = race();
    race.enter(counted(u64::MAX, 0), Pace::Transactions, 1, 0);
    let mut last = Last(Reached::default());
    let mut clauses = 0;
    loop {
        clauses += 10_000;
        let reached = Reached {
            clauses,
            bytes: 7,
            ..Reached::default()
        };
        if !race.watch(&mut last).keep_going(reached) {
            break;
        }
    }
    // Who is told to stop in his turn is out of the race.
    let tried = last.0.states;
    assert!(tried + TURN >= CLAUSE * clauses, "{tried}");
    assert!(tried <= (CLAUSE + 1) * clauses + 2 * TURN, "{tried}");
    assert_eq!(last.0.clauses, 500_000);
    assert_eq!(last.0.bytes, 1_007);
}

#[test]
fn once_sat_is_over_the_others_go_to_their_ends() {
    let race = race();
    race.enter(counted(10_000_000, 0), Pace::MessageSets, 1, 0);
    assert!(race.run_visits(true, &mut Unwatched));
    assert!(race.take_news().is_some() && !race.is_on());
    // With nobody else, SAT has all the memory.
    assert_eq!(race.limits_of_sat(&Limits::default()), Limits::default());
}
