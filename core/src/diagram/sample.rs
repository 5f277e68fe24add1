//! The coffee room by hand, for tests: the analysis of `coffee-for-two.lks`, and the run of the
//! four messages that its first scenario can exchange.

use crate::view::{
    Analysis, CauseView, CertificateView, CheckView, Detail, Expected, Extent, Kind, LifelineView,
    MachineView, MessageView, MoveView, Outcome, PlaceView, Range, ReasonView, ScenarioView,
    StateView, StepView, TransitionView, Verdict, WaitView, Work,
};

/// A made-up place in the text: only the line matters.
pub fn at(line: u32) -> Range {
    Range {
        from: line * 10,
        to: line * 10 + 9,
        line,
        column: 1,
    }
}

/// A machine from its transitions `source > target > trigger > effects`; the first source is
/// initial.
pub fn machine(name: &str, transitions: &[[&str; 4]]) -> MachineView {
    let mut states: Vec<StateView> = Vec::new();
    let mut index = |name: &str| {
        states
            .iter()
            .position(|state| state.name == name)
            .unwrap_or_else(|| {
                states.push(StateView {
                    name: name.to_owned(),
                    label: None,
                    is_final: false,
                    range: at(1),
                });
                states.len() - 1
            })
    };
    let transitions = transitions
        .iter()
        .map(|[source, target, trigger, effects]| TransitionView {
            source: index(source),
            target: index(target),
            trigger: (!trigger.is_empty()).then(|| (*trigger).to_owned()),
            effects: effects.split_whitespace().map(str::to_owned).collect(),
            range: at(2),
        })
        .collect();
    MachineView {
        name: name.to_owned(),
        range: at(1),
        states,
        initial: 0,
        transitions,
    }
}

/// The analysis of the coffee room.
pub fn coffee() -> Analysis {
    let machines = vec![
        machine(
            "PhD",
            &[
                ["working", "waiting", "", "wantCoffee"],
                ["waiting", "working", "coffeeDone", ""],
                ["waiting", "desperate", "error", ""],
                ["desperate", "working", "repaired", ""],
            ],
        ),
        machine(
            "CoffeeMachine",
            &[
                ["idle", "preparing", "wantCoffee", ""],
                ["preparing", "idle", "", "coffeeDone"],
                ["preparing", "error", "", "error"],
                ["error", "maintenance", "", "repair"],
                ["maintenance", "idle", "done", "repaired"],
            ],
        ),
        machine(
            "Maintenance",
            &[
                ["idle", "repairing", "repair", ""],
                ["repairing", "idle", "", "done"],
            ],
        ),
    ];
    let lifelines: Vec<_> = [("alice", 0), ("bob", 0), ("cm", 1), ("m", 2)]
        .map(|(name, machine)| LifelineView {
            name: name.to_owned(),
            machine,
            range: at(20),
        })
        .into();
    let messages = [
        (0, 2, "wantCoffee"),
        (2, 0, "error"),
        (2, 3, "repair"),
        (3, 2, "done"),
        (1, 2, "wantCoffee"),
        (2, 1, "coffeeDone"),
    ];
    let scenario = ScenarioView {
        name: "coffee for two".to_owned(),
        forbidden: false,
        range: at(22),
        lifelines: lifelines.clone(),
        messages: (30..)
            .zip(messages)
            .map(|(line, (from, to, symbol))| MessageView {
                from,
                to,
                symbol: symbol.to_owned(),
                range: Some(at(line)),
                plays: None,
            })
            .collect(),
    };
    Analysis {
        machines,
        system: Vec::new(),
        checks: vec![CheckView {
            index: 0,
            kind: Kind::Scenario,
            title: scenario.name.clone(),
            scenario: Some(0),
            loose: false,
            goal: Vec::new(),
            lifelines,
            bound: Some(6),
            expected: None,
            expect_written: false,
            forbidden: false,
            implicit: false,
            range: at(40),
        }],
        scenarios: vec![scenario],
        ..Analysis::default()
    }
}

/// The answer to its check: inconsistent, with the run of the longest prefix.
pub fn outcome() -> Outcome {
    let mut run = Run::new(4);
    run.step(&[], &[(0, 0, true)], "alice starts to send wantCoffee");
    run.step(
        &[(0, 2, "wantCoffee")],
        &[(0, 0, false), (2, 0, true)],
        "alice sends wantCoffee to cm",
    );
    run.step(&[], &[(2, 0, false)], "cm goes to preparing");
    run.step(&[], &[(2, 2, true)], "cm leaves preparing to send error");
    run.step(
        &[(2, 0, "error")],
        &[(2, 2, false), (0, 2, true)],
        "cm sends error to alice",
    );
    run.step(
        &[],
        &[(0, 2, false), (2, 3, true)],
        "alice goes to desperate; cm leaves error to send repair",
    );
    run.step(
        &[(2, 3, "repair")],
        &[(2, 3, false), (3, 0, true)],
        "cm sends repair to m",
    );
    run.step(&[], &[(3, 0, false)], "m goes to repairing");
    run.step(
        &[],
        &[(3, 1, true), (1, 0, true)],
        "m leaves repairing to send done; bob leaves working",
    );
    run.step(
        &[(3, 2, "done")],
        &[(3, 1, false), (2, 4, true)],
        "m sends done to cm",
    );
    let sentence = "After message 4, cm always still has to send repaired; until a PhD in desperate \
                    takes it, cm cannot receive wantCoffee.";
    let reason = ReasonView {
        sentence: sentence.to_owned(),
        cause: CauseView::NeverTaken,
        sender_places: vec![PlaceView::Transition(0)],
        receiver_places: vec![PlaceView::Transition(4)],
        waits: vec![WaitView {
            lifeline: 2,
            place: PlaceView::Transition(4),
            sends: vec!["repaired".to_owned()],
            takes: Vec::new(),
            partners: vec![(0, PlaceView::State(2))],
        }],
    };
    Outcome {
        verdict: Verdict::Absent(Extent::Bound),
        expected: Some(Expected::Found),
        bound: Some(6),
        detail: Detail::Scenario {
            prefix: Some(4),
            reason: Some(reason),
            blame: None,
        },
        trace: run.steps,
        certificate: CertificateView::Replayed,
        sentence: "Not within 6: message 5 cannot be exchanged.".to_owned(),
        work: Work {
            engine: "explicit".to_owned(),
            states: Some(58),
            solve_ms: 1.0,
            ..Work::default()
        },
        ..Outcome::unanswered(0, Kind::Scenario)
    }
}

/// A run that is written down step by step, on the machines of [`coffee`].
struct Run {
    steps: Vec<StepView>,
}

impl Run {
    fn new(lifelines: usize) -> Self {
        Self {
            steps: vec![StepView {
                messages: Vec::new(),
                moves: Vec::new(),
                state: vec![PlaceView::State(0); lifelines],
                done: 0,
                sentence: "The start: everybody is in the initial state.".to_owned(),
            }],
        }
    }

    fn step(
        &mut self,
        messages: &[(usize, usize, &str)],
        moves: &[(usize, usize, bool)],
        sentence: &str,
    ) {
        let analysis = coffee();
        let machine_of = |lifeline: usize| &analysis.machines[[0, 0, 1, 2][lifeline]];
        let before = &self.steps[self.steps.len() - 1];
        let mut state = before.state.clone();
        let mut done = before.done;
        let moves = moves
            .iter()
            .map(|&(lifeline, transition, begins)| {
                let from = state[lifeline];
                let to = if begins {
                    PlaceView::Transition(transition)
                } else {
                    PlaceView::State(machine_of(lifeline).transitions[transition].target)
                };
                state[lifeline] = to;
                MoveView {
                    lifeline,
                    transition,
                    begins,
                    from,
                    to,
                }
            })
            .collect();
        let messages = messages
            .iter()
            .map(|&(from, to, symbol)| {
                done += 1;
                MessageView {
                    from,
                    to,
                    symbol: symbol.to_owned(),
                    range: None,
                    plays: Some(done - 1),
                }
            })
            .collect();
        self.steps.push(StepView {
            messages,
            moves,
            state,
            done,
            sentence: sentence.to_owned(),
        });
    }
}
