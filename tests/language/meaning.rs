//! What texts mean: the resolved model, and its view in plain data.

use lockstep_core::api::analyse;
use lockstep_core::language::{Answer, Question, read};

const COFFEE: &str = include_str!("../../static/examples/machines/coffee-for-two.lks");

#[test]
fn the_first_example_means_what_its_text_says() {
    let (model, _) = read(COFFEE);
    let names: Vec<_> = model.machines.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(names, ["PhD", "CoffeeMachine", "Maintenance"]);
    assert_eq!(
        model.symbols,
        [
            "wantCoffee",
            "coffeeDone",
            "error",
            "repaired",
            "repair",
            "done"
        ]
    );
    let machine = &model.machines[1];
    let states: Vec<_> = machine.states.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(states, ["idle", "preparing", "error", "maintenance"]);
    let last = &machine.transitions[4];
    assert_eq!(
        (last.source, last.trigger, &last.effects[..], last.target),
        (3, Some(5), &[3][..], 0)
    );
    assert_eq!(
        last.span.text(COFFEE),
        "maintenance --> idle        : done / repaired"
    );

    let scenario = &model.scenarios[0];
    let lifelines: Vec<_> = scenario
        .lifelines
        .iter()
        .map(|it| (&*it.name, it.machine))
        .collect();
    assert_eq!(lifelines, [("alice", 0), ("bob", 0), ("cm", 1), ("m", 2)]);
    let fifth = &scenario.messages[4];
    assert_eq!((fifth.from, fifth.to, fifth.symbol), (1, 2, 0));
    assert_eq!(fifth.span.text(COFFEE), "bob   -> cm    : wantCoffee");

    let checks: Vec<_> = model
        .checks
        .iter()
        .map(|it| (&*it.title, it.bound, it.expected, it.expect_written))
        .collect();
    assert_eq!(
        checks,
        [
            ("coffee for two", Some(6), Some(Answer::Consistent), false),
            ("brewsWhileBroken", None, Some(Answer::Inconsistent), false),
            (
                "reach PhD.waiting, CoffeeMachine.error",
                Some(15),
                Some(Answer::Unreachable),
                true
            ),
            ("deadlock", Some(20), Some(Answer::None), false),
        ]
    );
    let system: Vec<_> = model.system.iter().map(|it| it.name.as_str()).collect();
    assert_eq!(system, names);
}

#[test]
fn texts_without_checks_ask_about_each_scenario() {
    let text = "machine A { [*] --> a; a --> a : x; a --> a : / x }
        system { p, q : A }
        scenario one { p -> q : x }; neg scenario two { q -> p : x }";
    let (model, findings) = read(text);
    assert_eq!(findings, []);
    let checks: Vec<_> = model
        .checks
        .iter()
        .map(|it| (&*it.title, it.span.text(text), it.implicit, it.expected))
        .collect();
    assert_eq!(
        checks,
        [
            ("one", "one", true, Some(Answer::Consistent)),
            ("two", "two", true, Some(Answer::Inconsistent)),
        ]
    );
    assert_eq!(model.scenarios[0].lifelines, model.system);
}

#[test]
fn places_are_found_in_transitions_whatever_the_order_of_their_effects() {
    let text = "machine A { [*] --> a; a --> b : x / y, z; b --> a; a --> b : / x }
        machine B { [*] --> b; b --> b : y / x; b --> b : z }
        check reach A.<a/x/z, y/b>, B.<b/ε/ε/b>
        check deadlock from B.b, A.<b///a> // the empty transition";
    let (model, findings) = read(text);
    let codes: Vec<_> = findings.iter().map(|it| it.code).collect();
    assert_eq!(
        codes,
        ["unknown-transition"],
        "B has no transition without trigger and effect"
    );
    let Question::Reach { goal } = &model.checks[0].question else {
        panic!("the first check is about a goal");
    };
    let names = |places: &[(usize, _)]| -> Vec<String> {
        let places = places.iter();
        places
            .map(|&(it, place)| model.place_name(model.system[it].machine, place))
            .collect()
    };
    assert_eq!(names(goal), ["<a/x/y,z/b>"]);
    assert_eq!(names(&model.checks[1].from), ["b", "<b///a>"]);
    assert_eq!(model.checks[0].title, "reach A.<a/x/z,y/b>, B.<b///b>");
}

#[test]
fn an_analysis_counts_as_editors_do() {
    let text = "// 😀\r\nmachine Küche { [*] --> 学; 学 --> 学 : / ruf; 学 --> 学 : ruf }\ncheck reach Küche.字\n";
    let analysis = analyse(text);
    assert!(analysis.has_errors);
    assert!(
        analysis.checks.is_empty(),
        "nothing can be asked while there are errors"
    );
    let finding = &analysis.diagnostics[0];
    assert_eq!(
        (finding.code.as_str(), finding.error),
        ("unknown-state", true)
    );
    assert_eq!((finding.range.line, finding.range.column), (3, 19));
    let units: Vec<u16> = text.encode_utf16().collect();
    let marked = |from: u32, to: u32| String::from_utf16_lossy(&units[from as usize..to as usize]);
    assert_eq!(marked(finding.range.from, finding.range.to), "字");
    let machine = &analysis.machines[0];
    assert_eq!(marked(machine.range.from, machine.range.to), "Küche");
    let transition = &machine.transitions[0];
    assert_eq!(
        marked(transition.range.from, transition.range.to),
        "学 --> 学 : / ruf"
    );
    assert_eq!(transition.effects, ["ruf"]);
}

#[test]
fn the_analysis_of_the_first_example_is_complete() {
    let analysis = analyse(COFFEE);
    assert!(!analysis.has_errors && analysis.diagnostics.is_empty());
    assert_eq!(analysis.machines.len(), 3);
    assert_eq!(analysis.scenarios.len(), 2);
    assert!(analysis.scenarios[1].forbidden);
    assert_eq!(analysis.system.len(), 3);
    let checks: Vec<_> = analysis
        .checks
        .iter()
        .map(|it| {
            (
                it.index,
                it.scenario,
                it.goal.len(),
                it.lifelines.len(),
                it.expected.map(|expected| expected.answer(it.kind).word()),
            )
        })
        .collect();
    assert_eq!(
        checks,
        [
            (0, Some(0), 0, 4, Some("consistent")),
            (1, Some(1), 0, 3, Some("inconsistent")),
            (2, None, 2, 3, Some("unreachable")),
            (3, None, 0, 3, Some("none")),
        ]
    );
}
