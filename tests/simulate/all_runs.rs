//! Every way there is: what the graph of all runs shows, and where it ends.

use super::*;

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
    let model = example("coffee.lks");
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
    let model = example("philosophers.lks");
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
