//! Running systems step by step: by hand, by chance, and every way there is; machines as well as
//! transition systems.
#![allow(clippy::unwrap_used, missing_docs)]

use std::collections::BTreeSet;
use std::path::Path;

use lockstep_core::expression::Value;
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::machines::{Composition, Grain, MachineSystem};
use lockstep_core::language::transitions::split::{
    Rules, SplitGrain, SplitOptions, SplitSystem, split,
};
use lockstep_core::language::transitions::{Settings, TransitionSystem, print, read};
use lockstep_core::simulate::{Coverage, Dice, End, Executions, Exhaustive, Found, Session, Stop};
use lockstep_core::system::{Status, System, Valuation, replay, shortest};

fn machines(name: &str) -> lockstep_core::language::Model {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../static/examples/machines");
    let text = std::fs::read_to_string(folder.join(name)).unwrap();
    lockstep_core::language::read(&text).0
}

/// What a system shows of some variables.
fn tracked<'s>(system: &'s dyn System, names: &[&str]) -> impl Fn(&Valuation) -> Box<[Value]> + 's {
    let variables = names.iter().map(|it| system.schema().variable(it).unwrap());
    let variables: Vec<_> = variables.collect();
    move |at| {
        let values = system.schema().values(at).unwrap();
        variables.iter().map(|&it| values[it].clone()).collect()
    }
}

/// The graph as lines `changes: ends -> next`, names instead of numbers.
fn lines(graph: &Executions, system: &dyn System, names: &[&str]) -> Vec<String> {
    let label = |node: usize| {
        let changes = graph.nodes[node].changes.iter().map(|(at, value)| {
            let schema = system.schema();
            let variable = schema.variable(names[*at]).unwrap();
            format!(
                "{}={}",
                names[*at],
                value.show(&schema.variables[variable].sort)
            )
        });
        changes.collect::<Vec<_>>().join(" ")
    };
    let line = |node: usize| {
        let it = &graph.nodes[node];
        let ends: Vec<_> = it.ends.iter().map(|it| format!("{it:?}")).collect();
        let next = it.next.iter().map(|edge| {
            let back = if edge.back { "back to " } else { "" };
            format!("{back}{}", label(edge.to))
        });
        let mut next: Vec<_> = next.collect();
        next.sort();
        format!("{}: {} -> {}", label(node), ends.join(","), next.join(", "))
    };
    let mut all: Vec<_> = (0..graph.nodes.len()).map(line).collect();
    all.sort();
    all
}

fn visited<'s>(system: &'s dyn System) -> Exhaustive<'s> {
    let mut visit = Exhaustive::new(system, 1_000, 1_000);
    assert!(visit.go_on(1_000_000).finished);
    visit
}

const TWO_WAYS: &str = "var x : integer = 0 var pause : boolean = false
    trans { assume !pause; x := 0; choice x := x + 1; or x := x + 2;
      choice { assume x == 1; x := x + 2; } or { assume x == 2; x := x + 1; } pause := true; }
    init {} env {} prop { true }";

#[test]
fn internal_choices_are_seen_through_what_is_tracked() {
    let (model, _) = read(TWO_WAYS);
    let atomic = TransitionSystem::new(&model, Settings::default());
    let visit = visited(&atomic);
    let graph = Executions::new(&visit, &tracked(&atomic, &["x"]), 100).unwrap();
    // Example 5: from outside nobody can tell how x became 3.
    assert_eq!(
        lines(&graph, &atomic, &["x"]),
        ["x=0:  -> x=3", "x=3: Stuck -> "]
    );
    assert_eq!(graph.count(), 1);
    let split = split(
        &model,
        SplitOptions {
            rules: Rules::Corrected,
            grain: SplitGrain::Choice,
            settings: Settings::default(),
        },
    );
    let fine = SplitSystem::new(&split);
    let visit = visited(&fine);
    let graph = Executions::new(&visit, &tracked(&fine, &["x"]), 100).unwrap();
    // Both ways side by side, their common end drawn once.
    assert_eq!(
        lines(&graph, &fine, &["x"]),
        [
            "x=0:  -> x=1, x=2",
            "x=1:  -> x=3",
            "x=2:  -> x=3",
            "x=3: Stuck -> "
        ]
    );
    assert_eq!(graph.count(), 2);
    for node in 0..graph.nodes.len() {
        let trace = graph.run_to(&visit, node, None).unwrap();
        let states = replay(&fine, &trace).unwrap();
        let x = tracked(&fine, &["x"])(states.last().unwrap());
        assert_eq!(x[0], graph.nodes[node].changes[0].1);
    }
}

#[test]
fn what_leads_back_is_a_loop_and_what_changes_nothing_is_silent() {
    let text = "type T : { A, B, C } var t : T = A var n : 0..3 = 0
        trans { assume t != C; choice { assume t == A; t := B; } or { assume t == B; t := A; } or { t := C; } }
        init {} env { n := (n + 1) % 3; } prop { true }";
    let (model, _) = read(text);
    let system = TransitionSystem::new(&model, Settings::default());
    let visit = visited(&system);
    let graph = Executions::new(&visit, &tracked(&system, &["t"]), 100).unwrap();
    // In C the environment counts once more, and then nothing can happen.
    assert_eq!(
        lines(&graph, &system, &["t"]),
        [
            "t=A:  -> t=B, t=C",
            "t=B:  -> back to t=A, t=C",
            "t=C: Stuck -> ",
        ]
    );
    assert_eq!(graph.count(), 3);
    let forever = "var n : 0..2 = 0 var a : boolean = false trans { a := true; } init {} \
                   env { n := (n + 1) % 3; } prop { true }";
    let (model, _) = read(forever);
    let system = TransitionSystem::new(&model, Settings::default());
    let visit = visited(&system);
    let graph = Executions::new(&visit, &tracked(&system, &["a"]), 100).unwrap();
    assert_eq!(
        lines(&graph, &system, &["a"]),
        ["a=false:  -> a=true", "a=true: Silent -> "]
    );
    let nothing = Executions::new(&visit, &tracked(&system, &[]), 100).unwrap();
    assert_eq!(lines(&nothing, &system, &[]), [": Silent -> "]);
}

/// Every list of what is seen along paths of so many steps, without repetitions.
fn traces(
    visit: &Exhaustive<'_>,
    seen: &[Box<[Value]>],
    most: usize,
) -> BTreeSet<Vec<Box<[Value]>>> {
    let mut found = BTreeSet::new();
    let mut open: BTreeSet<_> = visit
        .starts()
        .iter()
        .map(|&it| (it, vec![seen[it].clone()]))
        .collect();
    let mut met = open.clone();
    while let Some((node, trace)) = open.pop_first() {
        for (_, to) in &visit.nodes()[node].edges {
            let mut trace = trace.clone();
            if seen[*to] != seen[node] {
                trace.push(seen[*to].clone());
            }
            if trace.len() <= most && met.insert((*to, trace.clone())) {
                open.insert((*to, trace));
            }
        }
        found.insert(trace);
    }
    found
}

/// The same, along paths of the graph.
fn graph_traces(graph: &Executions, most: usize) -> BTreeSet<Vec<Box<[Value]>>> {
    let mut found = BTreeSet::new();
    let begin = |&node: &usize| {
        let values = graph.nodes[node]
            .changes
            .iter()
            .map(|(_, value)| value.clone());
        (node, vec![values.collect::<Box<[Value]>>()])
    };
    let mut open: Vec<_> = graph.starts.iter().map(begin).collect();
    while let Some((node, trace)) = open.pop() {
        if trace.len() < most {
            for edge in &graph.nodes[node].next {
                let mut values = trace.last().unwrap().clone();
                for (at, value) in &graph.nodes[edge.to].changes {
                    values[*at] = value.clone();
                }
                let mut trace = trace.clone();
                trace.push(values);
                open.push((edge.to, trace));
            }
        }
        found.insert(trace);
    }
    found
}

#[test]
fn the_graph_shows_the_runs_and_nothing_else() {
    let (mut graphs, mut merged, mut loops, mut ends) = (0, 0, 0, 0);
    for seed in 1..=400 {
        let mut random = Random::new(seed);
        let shape = SystemShape {
            depth: 1,
            integers: false,
            parallels: false,
            ..SystemShape::default()
        };
        let (model, _) = read(&print::print(&transitions(&shape, &mut random)));
        let system = TransitionSystem::new(&model, Settings::default());
        let mut visit = Exhaustive::new(&system, 100, 1_000);
        if !visit.go_on(5_000).finished || visit.nodes().len() > 60 {
            continue;
        }
        let names = [
            model.variables[0].name.as_str(),
            model.variables[1].name.as_str(),
        ];
        let track = tracked(&system, &names);
        let seen: Vec<_> = visit.nodes().iter().map(|it| track(&it.state)).collect();
        let Ok(graph) = Executions::new(&visit, &track, 200) else {
            continue;
        };
        let most = if graph.nodes.len() > 8 { 4 } else { 6 };
        assert_eq!(
            graph_traces(&graph, most),
            traces(&visit, &seen, most),
            "seed {seed}"
        );
        for (node, it) in graph.nodes.iter().enumerate() {
            let again = graph.nodes.iter().filter(|other| *other == it).count();
            assert_eq!(again, 1, "seed {seed}: what is the same is drawn once");
            loops += it.next.iter().filter(|it| it.back).count();
            ends += it.ends.len();
            for end in it.ends.iter().map(|it| Some(*it)).chain([None]) {
                let trace = graph.run_to(&visit, node, end).unwrap();
                let states = replay(&system, &trace).unwrap();
                let last = states.last().unwrap();
                if end == Some(End::Stuck) {
                    assert_eq!(system.status(last), Status::Stuck, "seed {seed}");
                }
                let values = track(last);
                assert!(it.changes.iter().all(|(at, value)| values[*at] == *value));
            }
        }
        graphs += 1;
        merged += usize::from(graph.nodes.len() < visit.nodes().len());
    }
    assert!(
        graphs > 200 && merged > 150 && loops > 50 && ends > 200,
        "{graphs} {merged} {loops} {ends}"
    );
}

#[test]
fn a_visit_in_pieces_is_the_same_visit() {
    let model = machines("coffee.lks");
    let composition = Composition::new(&model, &model.system, &[]);
    let system = MachineSystem::new(composition, Grain::MessageSet);
    let whole = visited(&system);
    let mut pieces = Exhaustive::new(&system, 10, 1_000);
    let mut rounds = 0;
    while !pieces.go_on(7).finished {
        rounds += 1;
    }
    assert!(rounds > 3);
    assert_eq!(pieces.nodes(), whole.nodes());
    assert_eq!(pieces.so_far(), whole.so_far());
    // Every state there is, each with the run that led to it first.
    let mut states = 0;
    lockstep_core::system::explore(&system, usize::MAX, |_, _| {
        states += 1;
        true
    });
    assert_eq!(whole.nodes().len(), states);
    for node in 0..states {
        let reached = replay(&system, &whole.run_to(node)).unwrap();
        assert_eq!(reached.last(), Some(&whole.nodes()[node].state));
    }
    // Each path has ended at a state that was met before, or at an end.
    let covered = whole.so_far().edges + 1 - states;
    let ended = whole
        .nodes()
        .iter()
        .filter(|it| it.edges.is_empty())
        .count();
    assert_eq!(whole.so_far().paths, covered + ended);
}

#[test]
fn a_visit_that_has_no_memory_left_follows_nothing_more_and_says_so() {
    let model = machines("philosophers.lks");
    let composition = Composition::new(&model, &model.system, &[]);
    let system = MachineSystem::new(composition, Grain::MessageSet);
    let mut whole = Exhaustive::new(&system, 10, 1_000);
    assert!(whole.go_on(usize::MAX).finished);
    for part in [3, 10] {
        let memory = whole.bytes() / part;
        let mut visit = Exhaustive::new(&system, 10, 1_000).within(memory);
        let so_far = visit.go_on(usize::MAX);
        assert!(!so_far.finished && so_far.nodes < whole.nodes().len());
        // The step that went beyond it was the last one.
        let last = whole.bytes() / whole.nodes().len() as u64 * 2;
        assert!((memory..=memory + last).contains(&visit.bytes()));
        assert_eq!(visit.go_on(100), so_far);
        assert!(visit.nodes().iter().any(|it| it.end == Some(End::CutOff)));
        assert_eq!(visit.nodes()[1].state, whole.nodes()[1].state);
    }
}

#[test]
fn machines_are_simulated_as_well() {
    let model = machines("coffee-broken.lks");
    let composition = Composition::new(&model, &model.system, &[]);
    let system = MachineSystem::new(composition, Grain::MessageSet);
    let stuck = |at: &Valuation| system.status(at) == Status::Stuck;
    let depth = shortest(&system, 40, stuck).unwrap();
    let start = (&system as &dyn System).start().unwrap();
    let mut session = Session::new(&system, start.clone()).unwrap();
    assert_eq!(
        session.go_until(100_000, &mut |at| stuck(at)),
        Found::After(depth)
    );
    assert!(replay(&system, &session.trace()).is_ok());
    assert_eq!(
        session.go_until(100_000, &mut |_| true),
        Found::Never,
        "nothing leads on"
    );
    let visit = visited(&system);
    let names: Vec<_> = system
        .schema()
        .variables
        .iter()
        .map(|it| it.name.as_str())
        .collect();
    let graph = Executions::new(&visit, &tracked(&system, &names[..1]), 1_000).unwrap();
    let stuck = graph
        .nodes
        .iter()
        .position(|it| it.ends.contains(&End::Stuck))
        .unwrap();
    let trace = graph.run_to(&visit, stuck, Some(End::Stuck)).unwrap();
    let states = replay(&system, &trace).unwrap();
    assert_eq!(system.status(states.last().unwrap()), Status::Stuck);
}

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
        session.go_until(1_000, &mut |at| hundred(at)),
        Found::After(3)
    );
    session.go_back_to(0);
    assert_eq!(
        session.go_until(1_000, &mut |at| at[0] == 50),
        Found::Never,
        "the window is -8..8"
    );
    assert_eq!(session.go_until(10, &mut |at| at[0] == 50), Found::Unknown);
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
