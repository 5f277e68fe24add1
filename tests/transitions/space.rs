//! The state space of a transition system: what is drawn is what the definitions say, and so is the sentence above it.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use lockstep_core::api::{
    EndView, Onward, RunChoice, RunRequest, SimulatedKind, SpaceRequest, SpaceView,
    SystemEvidenceView, simulate_run, simulate_space,
};
use lockstep_core::diagram::space::{SIZE, place, system_words};
use lockstep_core::expression::truth;
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print::print;
use lockstep_core::language::transitions::{
    Relation, Settings, Subject, TransitionModel, TransitionSystem, read,
};
use lockstep_core::simulate::Session;
use lockstep_core::system::{Status, System, Valuation};
use lockstep_core::text::Severity;
use lockstep_seeds::{is_all, seeds, share};

const LIGHT: &str = include_str!("../../static/examples/systems/traffic-light.xsts");
const BEHAVIOR: &str = include_str!("../../static/examples/systems/behavior-003-b.xsts");

fn random_text(seed: u64) -> String {
    let mut random = Random::new(seed);
    let mut text = print(&transitions(&SystemShape::default(), &mut random));
    text.push_str("\ncheck deadlock\n");
    text
}

fn space(text: &str, request: &SpaceRequest) -> Option<SpaceView> {
    simulate_space(text, SimulatedKind::TRANSITIONS, request).ok()
}

/// All that the definitions reach, by no more than so many states; `None` where there are more or not all is told.
struct Judge<'m> {
    system: &'m TransitionSystem<'m>,
    between: bool,
}

impl Judge<'_> {
    fn stable(&self, at: &Valuation) -> bool {
        self.system.state(at).unwrap().1 == Relation::Env
    }

    fn seen(&self, at: &Valuation) -> bool {
        self.between || self.stable(at)
    }

    fn after(&self, at: &Valuation) -> Vec<Valuation> {
        let mut all = Vec::new();
        self.system.steps(at, &mut |step| {
            all.push(self.system.apply(at, &step).unwrap());
            ControlFlow::Continue(())
        });
        all
    }

    /// What is to be seen next after some states, those that end on the way included.
    fn next(&self, from: Vec<Valuation>) -> BTreeSet<Valuation> {
        let (mut open, mut passed, mut next) = (from, BTreeSet::new(), BTreeSet::new());
        while let Some(at) = open.pop() {
            if self.seen(&at) || self.system.status(&at) == Status::Stuck {
                next.insert(at);
            } else if passed.insert(at.clone()) {
                open.extend(self.after(&at));
            }
        }
        next
    }

    /// Each state with its depth, and what is joined.
    #[allow(clippy::type_complexity)]
    fn all(
        &self,
        most: usize,
    ) -> Option<(BTreeMap<Valuation, usize>, BTreeSet<(Valuation, Valuation)>)> {
        let (mut depths, mut edges) = (BTreeMap::new(), BTreeSet::new());
        let mut starts = Vec::new();
        self.system.initial(&mut |it| {
            starts.push(it);
            ControlFlow::Continue(())
        });
        let mut layer: Vec<_> = self.next(starts).into_iter().collect();
        for it in &layer {
            depths.insert(it.clone(), 0);
        }
        while !layer.is_empty() {
            let mut following = Vec::new();
            for at in &layer {
                for to in self.next(self.after(at)) {
                    edges.insert((at.clone(), to.clone()));
                    if !depths.contains_key(&to) {
                        depths.insert(to.clone(), depths[at] + usize::from(self.seen(&to)));
                        following.push(to);
                    }
                }
                if depths.len() > most {
                    return None;
                }
            }
            layer = following;
        }
        Some((depths, edges))
    }
}

/// The state after some choices, by the definitions.
fn follow(system: &TransitionSystem<'_>, way: &[usize]) -> Vec<Valuation> {
    let (first, rest) = way.split_first().unwrap();
    let (starts, _) = Session::starts(system, 10_000);
    let mut session = Session::new(system, starts[*first].clone()).unwrap();
    for &number in rest {
        let step = session.choices(number + 1).all[number].step.clone();
        assert!(session.take(&step));
    }
    session.states().to_vec()
}

fn values(model: &TransitionModel, system: &TransitionSystem<'_>, at: &Valuation) -> Vec<String> {
    let (values, _) = system.state(at).unwrap();
    let shown = values.iter().zip(&model.variables);
    shown.map(|(it, of)| it.show(&of.sort)).collect()
}

/// The numbers that a sentence says: states that are to be seen, and deadlocks on the way.
fn told(sentence: &str, kind: &str) -> (usize, usize) {
    let rest = sentence
        .strip_prefix("There ")
        .unwrap_or_else(|| panic!("{sentence}"));
    let rest = rest.split_once(", as far as").map_or(rest, |it| it.0);
    let rest = rest.trim_end_matches('.');
    let (states, ends) = match rest.split_once(", and ") {
        None => (rest, 0),
        Some((states, "a deadlock on the way to one")) => (states, 1),
        Some((states, ends)) => {
            let count = ends.strip_suffix(" deadlocks on the way to one").unwrap();
            (states, count.parse().unwrap())
        }
    };
    let states = match states.split_once(' ').unwrap() {
        ("is", rest) if rest == format!("no {kind}state") => 0,
        ("is", rest) if rest == format!("one {kind}state") => 1,
        ("are", rest) => {
            let count = rest.strip_suffix(&format!(" {kind}states")).unwrap();
            count
                .replace(['\u{a0}', '\u{202f}', ','], "")
                .parse()
                .unwrap()
        }
        _ => panic!("{sentence}"),
    };
    (states, ends)
}

#[test]
fn what_is_drawn_and_said_is_what_the_definitions_reach() {
    let (mut whole, mut ends, mut open) = (0, 0, 0);
    for seed in seeds(0..400) {
        let text = random_text(seed);
        let (model, findings) = read(&text);
        if findings.iter().any(|it| it.severity == Severity::Error) {
            continue;
        }
        let system = TransitionSystem::new(&model, Settings::default());
        for between in [false, true] {
            let request = SpaceRequest {
                between,
                check: Some(0),
                ..SpaceRequest::default()
            };
            let Some(view) = space(&text, &request) else {
                continue;
            };
            let judge = Judge {
                system: &system,
                between,
            };
            let at: Vec<_> = view
                .states
                .iter()
                .map(|it| follow(&system, &it.way).pop().unwrap())
                .collect();
            for (it, at) in view.states.iter().zip(&at) {
                assert_eq!(it.values, values(&model, &system, at), "{text}");
                assert_eq!(it.between, !judge.stable(at), "{text}");
                let stuck = system.status(at) == Status::Stuck;
                assert_eq!(it.end == EndView::Deadlock, stuck, "{text}");
                assert!(judge.seen(at) || stuck, "{text}");
                let goal = match &model.properties[0].subject {
                    Subject::Always(term) => Some((term, false)),
                    Subject::Reach(goals) => goals.last().map(|it| (it, true)),
                    Subject::Deadlock => None,
                };
                let goal = goal.is_some_and(|(term, value)| {
                    let values = system.schema().values(at).unwrap();
                    judge.stable(at) && truth(term, &values) == Ok(value)
                });
                assert_eq!(it.goal, goal, "{text}");
            }
            let kind = if between { "" } else { "stable " };
            if view
                .sentence
                .starts_with("There are more states than can be drawn")
            {
                let tried = !view.sentence.contains("not every value was tried");
                assert!(
                    !view.whole && tried == view_is_told(&judge),
                    "{}",
                    view.sentence
                );
                assert!(
                    view.sentence
                        .contains(&format!("here are {} of the nearest", view.states.len()))
                );
                open += 1;
                continue;
            }
            if view.sentence.starts_with("The system cannot start") {
                assert!(view.states.is_empty() && view.whole);
                continue;
            }
            let count = told(&view.sentence, kind);
            let seen = at.iter().filter(|it| judge.seen(it)).count();
            assert_eq!(count, (seen, at.len() - seen), "{}", view.sentence);
            if !view.whole {
                assert!(view.sentence.contains("as far as was looked"));
                continue;
            }
            let (depths, edges) = judge.all(1_000).expect("all are drawn");
            let drawn: BTreeMap<_, _> = at.iter().cloned().zip(&view.states).collect();
            assert_eq!(drawn.len(), view.states.len(), "each once");
            assert!(depths.keys().eq(drawn.keys()), "{text}");
            for (at, depth) in &depths {
                assert_eq!(
                    drawn[at].depth.map(|it| it as usize),
                    Some(*depth),
                    "{text}"
                );
            }
            let joined: BTreeSet<_> = view
                .edges
                .iter()
                .map(|it| (at[it.from].clone(), at[it.to].clone()))
                .collect();
            assert_eq!(joined, edges, "{text}");
            assert_eq!(joined.len(), view.edges.len());
            whole += 1;
            ends += count.1;
        }
    }
    println!("{whole} whole, {ends} deadlocks on the way, {open} too large");
    assert!(whole > share(500) && ends > share(100));
    assert!(!is_all() || open > 3);
}

/// Whether the definitions tell every start and every step of what is nearest: only asked where there are too many states.
fn view_is_told(judge: &Judge<'_>) -> bool {
    let mut open = Vec::new();
    let mut told = judge.system.tells_every_start();
    judge.system.initial(&mut |it| {
        open.push(it);
        ControlFlow::Continue(())
    });
    let mut met: BTreeSet<_> = open.iter().cloned().collect();
    let mut at = 0;
    // The same states in the same order as far as there is room; what is told of one is told of its like.
    while at < open.len() && met.len() < 400 {
        told &= judge.system.tells_every_step(&open[at]);
        for to in judge.after(&open[at].clone()) {
            if met.insert(to.clone()) {
                open.push(to);
            }
        }
        at += 1;
    }
    told
}

#[test]
fn a_run_is_lit_where_it_goes() {
    let mut lit = 0;
    for seed in seeds(0..200) {
        let text = random_text(seed);
        for grain in ["transition", "choice", "statement"] {
            let made = RunRequest {
                grain: grain.into(),
                choices: vec![RunChoice::numbered(0)],
                onward: Onward::Chance { seed, steps: 15 },
                ..RunRequest::default()
            };
            let Ok(run) = simulate_run(&text, &made) else {
                continue;
            };
            let request = SpaceRequest {
                run: SystemEvidenceView {
                    run: run.run.clone(),
                    inside: run.state.status == "inside",
                    ..SystemEvidenceView::default()
                },
                ..SpaceRequest::default()
            };
            let Some(view) = space(&text, &request) else {
                continue;
            };
            let mut before = None;
            for (step, it) in run.run.iter().enumerate() {
                let here: Vec<_> = (0..view.states.len())
                    .filter(|&at| view.states[at].steps.contains(&step))
                    .collect();
                let next = run.run.get(step + 1);
                let ends = match next {
                    Some(next) => next.turn != it.turn,
                    None => run.state.status != "inside",
                };
                let is_stable = ends && matches!(it.turn.of_step(), Some("init" | "trans"));
                match here[..] {
                    [] => assert!(!is_stable, "step {step} is nowhere\n{text}"),
                    [at] => {
                        assert_eq!(view.states[at].values, it.state, "{text}");
                        assert!(
                            is_stable || view.states[at].end == EndView::Deadlock,
                            "{text}"
                        );
                        if let Some((from, since)) = before {
                            let edge = view.edges.iter().find(|it| (it.from, it.to) == (from, at));
                            let edge = edge.unwrap_or_else(|| panic!("{from} to {at}\n{text}"));
                            assert!(edge.lit);
                            for on_the_way in since + 1..step {
                                assert!(edge.within.contains(&on_the_way));
                            }
                            lit += 1;
                        }
                        before = Some((at, step));
                    }
                    _ => panic!("step {step} is in two states\n{text}"),
                }
            }
            let steps = view.states.iter().flat_map(|it| &it.steps);
            assert!(steps.max() < Some(&run.run.len()), "{text}");
        }
    }
    assert!(lit > share(500), "{lit} edges were lit");
}

#[test]
fn nothing_covers_anything_and_all_is_inside() {
    for seed in seeds(0..150) {
        for between in [false, true] {
            let request = SpaceRequest {
                between,
                ..SpaceRequest::default()
            };
            let Some(view) = space(&random_text(seed), &request) else {
                continue;
            };
            let placed = place(&view);
            for (number, one) in placed.states.iter().enumerate() {
                assert!(
                    one.x < placed.width && one.y < placed.height && one.x > 0.0 && one.y > 0.0
                );
                for other in &placed.states[number + 1..] {
                    assert!((one.x - other.x).hypot(one.y - other.y) > SIZE);
                }
                if let Some(depth) = view.states[number].depth {
                    assert!((one.x - placed.columns[depth as usize]).abs() < 1e-9);
                }
            }
            let spans = placed.edges.iter().zip(&view.edges);
            for (points, edge) in spans {
                let length = (points[0].x - points[2].x).hypot(points[0].y - points[2].y);
                assert!(length > 1.0, "{edge:?}: {points:?}");
            }
        }
    }
}

#[test]
fn the_examples_have_the_states_that_they_have() {
    let request = SpaceRequest {
        check: Some(2),
        ..SpaceRequest::default()
    };
    let view = space(LIGHT, &request).unwrap();
    assert!(view.whole);
    let states = format!("There are {} stable states.", view.states.len());
    assert_eq!(view.sentence, states);
    assert_eq!(view.goal, "goal");
    assert!(view.states.iter().any(|it| it.goal));
    let fine = space(
        LIGHT,
        &SpaceRequest {
            between: true,
            ..request
        },
    )
    .unwrap();
    assert!(fine.whole && fine.states.len() > view.states.len());
    assert_eq!(
        fine.states.iter().filter(|it| !it.between).count(),
        view.states.len()
    );
    // 003-B gets stuck in a stable state.
    let view = space(BEHAVIOR, &SpaceRequest::default()).unwrap();
    assert!(view.states.iter().any(|it| it.end == EndView::Deadlock));
}

#[test]
fn where_not_every_value_is_tried_nobody_speaks_of_all() {
    let text = "var x : integer = 0 trans { havoc x; assume x > 5; } init {} env {} prop { x < 8 }";
    let request = SpaceRequest {
        check: Some(0),
        ..SpaceRequest::default()
    };
    let view = space(text, &request).unwrap();
    assert!(!view.whole);
    assert_eq!(
        view.sentence,
        "There are 4 stable states, as far as was looked: not every value was tried, so there may be others."
    );
    assert_eq!(
        (
            view.goal.as_str(),
            view.states.iter().filter(|it| it.goal).count()
        ),
        ("violated", 1)
    );
    let stuck = "var x : integer = 0 trans { assume x == 1; } init {} env { choice x := 1; or x := 2; } prop { true }";
    let view = space(stuck, &SpaceRequest::default()).unwrap();
    assert_eq!(
        view.sentence,
        "There are 2 stable states, and a deadlock on the way to one."
    );
    let dead = view
        .states
        .iter()
        .position(|it| it.end == EndView::Deadlock)
        .unwrap();
    assert_eq!(view.states[dead].values, ["2"]);
    let system = lockstep_core::api::Kinds::whole().analyse(stuck).structure;
    let lockstep_core::api::Structure::Transitions(system) = system else {
        panic!("it is a transition system");
    };
    assert_eq!(
        system_words(&system, &[], &view, dead, 0),
        "x = 2; before the first firing of trans; not a stable state; a deadlock"
    );
}
