//! Steps taken by hand and by chance, taken back, and stopped by limits.

use super::*;

#[test]
fn steps_are_taken_and_taken_back() {
    let text = "var x : 0..2 = 0 trans { choice x := (x + 1) % 3; or { assume x == 2; x := 1; } } \
                init {} env {} prop { true }";
    let (model, _) = read(text);
    let system = TransitionSystem::new(&model, Settings::default());
    let (starts, more) = Session::starts(&system, 5);
    assert_eq!((starts.len(), more), (1, false));
    let start = starts[0].clone();
    let mut session = Session::new(&system, start.clone()).unwrap();
    let mut wrong = start.clone();
    wrong[0] = 1;
    assert!(Session::new(&system, wrong).is_none());
    assert!(!session.take_back());
    // Round and round: init, then env and trans for each of three values, twice.
    for _ in 0..13 {
        let choices = session.choices(10);
        assert!(!choices.more);
        let first = &choices.all[0];
        assert_eq!(
            system.apply(session.state(), &first.step).as_ref(),
            Some(&first.after)
        );
        assert!(session.take(&first.step));
    }
    assert_eq!(
        session.was_here_after(),
        Some(1),
        "Algorithm 1 would have stopped long ago"
    );
    assert_eq!(session.states().len(), 14);
    let trace = session.trace();
    assert!(session.take_back());
    session.go_back_to(6);
    assert_eq!(session.trace().steps[..], trace.steps[..6]);
    assert_eq!(session.choices(1).all.len(), 1);
    // A run that was kept goes on where the system allows it, and as far.
    let resumed = Session::resume(&system, &trace).unwrap();
    assert_eq!(resumed.trace(), trace);
    let (edited, _) = read(&text.replace("(x + 1) % 3", "(x + 1) % 2"));
    let edited = TransitionSystem::new(&edited, Settings::default());
    let resumed = Session::resume(&edited, &trace).unwrap();
    assert_eq!(
        resumed.trace().steps.len(),
        13,
        "the decisions are still possible"
    );
    let (edited, _) = read(&text.replace(
        "choice x := (x + 1) % 3; or",
        "choice { assume x < 1; x := 1; } or",
    ));
    let edited = TransitionSystem::new(&edited, Settings::default());
    let resumed = Session::resume(&edited, &trace).unwrap();
    assert_eq!(
        resumed.trace().steps.len(),
        4,
        "here x is 1 and nothing leads on"
    );
}

#[test]
fn chance_is_the_same_for_the_same_seed() {
    let text = "var x : integer = 0 trans { havoc x; choice {} or { x := 100; } } init {} env {} prop { true }";
    let (model, _) = read(text);
    let system = TransitionSystem::new(&model, Settings::default());
    let start = (&system as &dyn System).start().unwrap();
    let walked = |seed| {
        let mut session = Session::new(&system, start.clone()).unwrap();
        let mut coverage = Coverage::default();
        let stop = session.walk(&mut Dice::new(seed), 200, &mut coverage, &mut |_| false);
        assert_eq!(stop, Stop::Steps);
        (session.trace(), coverage)
    };
    let (trace, coverage) = walked(7);
    assert_eq!(walked(7).0, trace);
    assert_ne!(walked(8).0, trace);
    assert_eq!(coverage.labels.values().sum::<u64>(), 200);
    assert!(
        coverage.states.len() > 30,
        "eighteen values, before and after env: {}",
        coverage.states.len()
    );
    let mut session = Session::new(&system, start.clone()).unwrap();
    let hundred = |at: &Valuation| at[0] == 100;
    let stop = session.walk(
        &mut Dice::new(1),
        10_000,
        &mut Coverage::default(),
        &mut |at| hundred(at),
    );
    assert_eq!(stop, Stop::Wanted);
    assert!(hundred(session.state()));
    session.go_back_to(0);
    assert_eq!(
        session.go_until(1_000, &mut |at| hundred(at)).0,
        Found::After(3)
    );
    session.go_back_to(0);
    assert_eq!(
        session.go_until(1_000, &mut |at| at[0] == 50).0,
        Found::Never,
        "the window is -8..8"
    );
    assert_eq!(
        session.go_until(10, &mut |at| at[0] == 50).0,
        Found::Unknown
    );
    assert!(session.trace().steps.is_empty(), "nothing has changed");
}

#[test]
fn limits_cut_off_and_say_so() {
    let text = "var x : integer = 0 trans { x := x + 1; } init {} env {} prop { true }";
    let (model, _) = read(text);
    let system = TransitionSystem::new(&model, Settings::default());
    let mut visit = Exhaustive::new(&system, 10, 10);
    let so_far = visit.go_on(100);
    assert_eq!(
        (so_far.finished, so_far.nodes, so_far.edges),
        (false, 101, 100)
    );
    let graph = Executions::new(&visit, &tracked(&system, &["x"]), 1_000).unwrap();
    assert!(graph.nodes.iter().any(|it| it.ends.contains(&End::CutOff)));
    assert!(Executions::new(&visit, &tracked(&system, &["x"]), 10).is_err());
    let (model, _) = read(&text.replace("x := x + 1;", "havoc x;"));
    let system = TransitionSystem::new(&model, Settings::default());
    let mut visit = Exhaustive::new(&system, 10, 10);
    visit.go_on(1_000);
    let cut = visit
        .nodes()
        .iter()
        .filter(|it| it.end == Some(End::CutOff));
    assert!(
        cut.count() > 0,
        "seventeen steps, of which ten are followed"
    );
}
