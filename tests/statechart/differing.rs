//! The rules by which two readings part: with all of them UML is SCXML, and those that are named for a difference are the fewest that make
//! it go away.

use std::collections::{BTreeMap, HashSet, VecDeque};

use crate::statechart::compared::models;
use crate::statechart::read;
use lockstep_core::api::STATECHART_VALUES;
use lockstep_core::engine::Stop;
use lockstep_core::generate::statecharts::ChartShape;
use lockstep_core::language::statechart::model::{Reading, StatechartModel};
use lockstep_core::language::statechart::semantics::{
    Grain, Rule, Rules, StatechartSystem, Successor, SystemState,
};
use lockstep_core::question::statecharts::apart::{Compared, Seen, compare};
use lockstep_core::question::statecharts::differing::differing;
use lockstep_core::question::statecharts::sight::{rest, seen};
use lockstep_core::text::{Diagnostic, Severity};
use lockstep_core::view::Options;
use lockstep_tests::Clockless;

const BOTH: [Reading; 2] = [Reading::Uml, Reading::Scxml];

fn with(model: &StatechartModel, reading: Reading, rules: Rules) -> StatechartSystem<'_> {
    StatechartSystem::new(model, reading, Grain::Step, false).with_rules(rules)
}

#[test]
fn with_all_rules_of_the_other_a_reading_is_the_other() {
    let mut compared = 0;
    for shape in [ChartShape::SMALL, ChartShape::DEEP, ChartShape::INPUTS] {
        models(&shape, 60, &mut |seed, text, model| {
            for [one, other] in [BOTH, [BOTH[1], BOTH[0]]] {
                let mut rules = Rule::ALL.to_vec();
                rules.retain(|it| it.can_be_taken(one, other));
                let rules = Rules::of(one).with(&rules, other);
                let mixed = with(model, one, rules);
                let whole = StatechartSystem::new(model, other, Grain::Step, false);
                let mut met = HashSet::from([whole.beginning()]);
                let mut open = VecDeque::from([whole.beginning()]);
                assert_eq!(mixed.beginning(), whole.beginning());
                while let Some(state) = open.pop_front().filter(|_| met.len() < 60) {
                    let [found, wanted] = [&mixed, &whole].map(|it| it.successors(&state));
                    let all = |it: &[Successor]| {
                        let all = it.iter().map(|it| (it.what, it.after.clone()));
                        all.collect::<Vec<_>>()
                    };
                    assert_eq!(all(&found.all), all(&wanted.all), "seed {seed}\n{text}");
                    compared += 1;
                    for it in wanted.all {
                        if met.insert(it.after.clone()) {
                            open.push_back(it.after);
                        }
                    }
                }
            }
        });
    }
    assert!(compared > 5_000, "{compared}");
}

/// Whether a system has a run of which a sequence is seen: all ways are gone, one after the other.
fn plays(system: &StatechartSystem<'_>, wanted: &[Seen]) -> bool {
    let mut met: HashSet<(usize, SystemState)> = HashSet::new();
    let mut open = vec![(0, system.beginning())];
    while let Some((at, state)) = open.pop() {
        let is_rest = |last: &Seen| rest(system, &state).as_ref() == Some(last);
        if at == wanted.len() || (at + 1 == wanted.len() && is_rest(&wanted[at])) {
            return true;
        }
        if !met.insert((at, state.clone())) {
            continue;
        }
        for it in system.successors(&state).all {
            match seen(system, &state, it.what) {
                None => open.push((at, it.after)),
                Some(seen) if seen == wanted[at] => open.push((at + 1, it.after)),
                Some(_) => {}
            }
        }
    }
    false
}

/// The rules that are named for what tells two readings apart in random models, how often; each set judged.
fn named(
    shape: &ChartShape,
    count: usize,
    pair: [Reading; 2],
    counts: &mut BTreeMap<Vec<Rule>, usize>,
) {
    models(shape, count, &mut |seed, text, model| {
        let found = compare(model, pair, Some(4), 8_000, &mut |_| false);
        let Compared::Apart(apart) = found.compared else {
            return;
        };
        let [admitting, lacking] = [pair[apart.admits], pair[1 - apart.admits]];
        let mut left = 50_000;
        let rules = differing(model, [admitting, lacking], &apart.seen, &mut || {
            left -= 1;
            left > 0
        });
        let place = format!("seed {seed}, {admitting:?} not {lacking:?}: {rules:?}\n{text}");
        let admits = |rules: &[Rule]| {
            let mixed = Rules::of(lacking).with(rules, admitting);
            plays(&with(model, lacking, mixed), &apart.seen)
        };
        assert!(rules.is_empty() || admits(&rules), "{place}");
        let all = Rule::ALL
            .into_iter()
            .filter(|it| it.can_be_taken(lacking, admitting));
        let all: Vec<_> = all.collect();
        let fewer = (0..1_u32 << all.len()).filter(|it| (it.count_ones() as usize) < rules.len());
        for subset in fewer {
            let chosen = all
                .iter()
                .enumerate()
                .filter(|it| subset & (1 << it.0) != 0);
            let chosen: Vec<_> = chosen.map(|it| *it.1).collect();
            assert!(!admits(&chosen), "{chosen:?} is enough: {place}");
        }
        *counts.entry(rules).or_default() += 1;
    });
}

#[test]
fn rules_that_are_named_are_the_fewest_that_make_a_difference_go_away() {
    let mut counts = BTreeMap::new();
    for shape in [ChartShape::SMALL, ChartShape::DEEP] {
        named(&shape, 150, BOTH, &mut counts);
    }
    println!("{counts:?}");
    assert!(
        counts.values().sum::<usize>() > 60 && !counts.contains_key(&Vec::new()),
        "{counts:?}"
    );
    // Of BMC4UML not all rules can be exchanged, and most differences are explained all the same.
    for other in BOTH {
        let mut counts = BTreeMap::new();
        for shape in [ChartShape::PAPER, ChartShape::TINY] {
            named(&shape, 100, [other, Reading::Bmc4uml], &mut counts);
        }
        println!("{other:?} {counts:?}");
        let all: usize = counts.values().sum();
        let unexplained = counts.remove(&Vec::new()).unwrap_or_default();
        assert!(
            all > 30 && unexplained * 2 < all,
            "{other:?}: {unexplained} of {all}, {counts:?}"
        );
    }
}

/// What is said of the rules by which the readings of the last check of a text part.
fn said(text: &str) -> Vec<String> {
    let (model, findings) = read(text);
    let is_error = |it: &Diagnostic| it.severity == Severity::Error;
    assert!(!findings.iter().any(is_error), "{findings:?}\n{text}");
    let check = model.properties.len() - 1;
    let values = STATECHART_VALUES.by_visits();
    let found = values.check(text, check, &Options::default(), &mut Clockless);
    let beside = found.unwrap().system.unwrap().beside;
    beside.map_or(Vec::new(), |it| it.rules)
}

#[test]
fn each_rule_is_named_where_it_makes_the_difference() {
    let pump = include_str!("../../static/examples/statecharts/pump.lks");
    let noise = include_str!("../../static/examples/encodings/b5.lks");
    let model = |states: &str, more: &str, check: &str| {
        format!("statechart M {{\n{states}\n}}\nsystem {{\n  m : M\n{more}\n}}\ncheck {check}\n")
    };
    let go = "  environment sends go once to m";
    let again = "  environment sends go to m";
    let writes = "  var x : 0..2 = 0\n  [*] --> P\n  state P {\n    region L {\n      [*] --> A\n      A --> C : go / x := 1\n    }\n    region R {\n      [*] --> B\n      B --> D : go / x := 2\n    }\n  }";
    let leaves = "  [*] --> P\n  state P {\n    region L {\n      [*] --> A\n      A --> Out : go\n    }\n    region R {\n      [*] --> B\n      B --> C : go\n    }\n  }\n  state Out";
    let around = "  var x : 0..2 = 0\n  [*] --> P\n  state P {\n    entry / x := 1\n    [*] --> A\n    A --> P : go / x := 2\n  }";
    let itself = "  [*] --> A\n  A --> B : go / self.late\n  B --> C : late\n  B --> D : other";
    let both = "  environment sends go to m\n  environment sends other to m";
    let history = "  [*] --> P\n  state P {\n    [*] --> A\n    A --> [*] : go\n  }\n  P --> Q : go\n  Q --> P[H] : go";
    // What an import writes for a `<parallel>` with two states: a transition from one of them to itself leaves both.
    let imported = "  var x : 0..2 = 0\n  [*] --> P\n  state P {\n    region r_A {\n      [*] --> A\n      state A {\n      }\n      A --> A : go\n    }\n    region r_B {\n      [*] --> B\n      state B {\n        exit / x := 1\n        [*] --> C\n      }\n    }\n  }";
    let completion = "UML looks at a transition without an event once, when its state has ended; SCXML looks at it before every event.";
    let order =
        "Within a step UML lets regions go on in any order, SCXML in the order of the text.";
    // A transition of the state around both regions that leaves nothing: SCXML takes it beside one inside.
    let inside = "  var x : 0..2 = 0\n  [*] --> P\n  state P {\n    go / x := 1\n    region L {\n      [*] --> A\n      A --> B : go\n    }\n    region R {\n      [*] --> C\n    }\n  }";
    let done = "  [*] --> P\n  state P {\n    [*] --> A\n    A --> [*] : go\n  }\n  P --> Q : done.state.P";
    let entered = "  var x : 0..9 = 0\n  [*] --> P\n  state P {\n    [*] --> Q\n    state Q {\n      entry / x := x + 1\n      [*] --> S\n      S --> P[H*] : go\n    }\n  }\n  P --> Out : out\n  Out --> P[H*] : back";
    let three = "  environment sends go once to m\n  environment sends out once to m\n  environment sends back once to m";
    let entry = "UML finds step by step what a transition enters; SCXML finds all of it before it leaves anything.";
    let selection = "Of the enabled transitions UML takes the innermost; where some exclude each other, any of them. SCXML goes through the active states in the order of the text, and takes what excludes nothing taken before.";
    let cases: [(String, &[&str]); 15] = [
        (model(inside, go, "same uml, scxml"), &[selection]),
        (
            model(done, go, "same uml, scxml"),
            &[
                "SCXML raises an event, `done.state` with the name, when a state has ended; UML raises none.",
            ],
        ),
        (model(entered, three, "same uml, scxml"), &[entry]),
        (
            format!("{pump}check same uml, scxml\n"),
            &[completion, order],
        ),
        (
            pump.to_owned(),
            &[
                "UML handles states that have ended one at a time, the oldest first; BMC4UML first forgets all of them whose guards are false.",
            ],
        ),
        (
            format!("{noise}check same uml, bmc4uml\n"),
            &[
                "UML removes an event at once that no transition wants; BMC4UML keeps it while the time of a transition has come.",
            ],
        ),
        (
            format!("{noise}check same scxml, bmc4uml\n"),
            &[
                "SCXML removes an event at once that no transition wants; BMC4UML keeps it while the time of a transition has come.",
            ],
        ),
        (
            model(leaves, go, "same uml, scxml"),
            &[
                "Of the enabled transitions UML takes the innermost; where some exclude each other, any of them. SCXML goes through the active states in the order of the text, and takes what excludes nothing taken before.",
            ],
        ),
        (model(writes, go, "same uml, scxml"), &[order]),
        (
            model(writes, go, "same uml, bmc4uml"),
            &[
                "Within a step UML lets regions go on in any order, BMC4UML in the order of the text.",
            ],
        ),
        (
            model(around, go, "same uml, scxml"),
            &[
                "A transition to a state around its source leaves that state active in UML; SCXML leaves it and enters it again.",
            ],
        ),
        (
            model(itself, both, "same uml, scxml"),
            &[
                "What an object sends to itself comes last in its queue in UML, and before all other events in SCXML.",
            ],
        ),
        (
            model("  [*] --> A\n  A --> [*] : go", again, "same uml, bmc4uml"),
            &[
                "An object that has come to its end takes no events in UML; in BMC4UML it takes and removes them.",
            ],
        ),
        (
            model(history, again, "same uml, scxml"),
            &[
                "The history of UML remembers the state that was left last, that of SCXML what was active when the state around it was left.",
            ],
        ),
        (
            model(imported, go, "same uml, scxml"),
            &[
                "A transition from a child of a parallel state leaves that child in UML, and the whole parallel state in SCXML.",
            ],
        ),
    ];
    for (text, wanted) in cases {
        assert_eq!(said(&text), wanted, "{text}");
    }
    // Nothing is said where nothing differs.
    let same = model("  [*] --> A\n  A --> B : go", go, "same uml, scxml");
    assert!(said(&same).is_empty());
}

#[test]
fn silent_steps_without_end_are_stopped_by_the_limits() {
    let text = "statechart M {\n  var x : integer = 0\n  [*] --> A\n  A --> A : / x := x + 1\n}\nsystem {\n  m : M\n}\n";
    let (model, findings) = read(text);
    assert!(
        findings.iter().all(|it| it.severity != Severity::Error),
        "{findings:?}"
    );
    let found = compare(&model, BOTH, None, 1_000, &mut |_| false);
    assert!(matches!(found.compared, Compared::Open(Stop::States)));
    assert!(found.states < 1_100, "{}", found.states);
    let mut looks = 0;
    let stop = &mut |_| {
        looks += 1;
        looks > 50
    };
    let found = compare(&model, BOTH, None, 1_000_000, stop);
    assert!(matches!(found.compared, Compared::Open(Stop::Asked)));
}
