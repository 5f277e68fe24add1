//! Runs of class models in other formats: as sequence diagrams of their calls.

use std::sync::Arc;

use lockstep_core::api::{Analysis, Kinds, Outcome};
use lockstep_core::interchange::{Format, export, values};

use super::{answer, light};

/// The light with its answer to a check.
fn answered(check: usize) -> (Arc<Analysis>, Outcome) {
    let analysis = Kinds::whole().analyse(light::TEXT);
    (Arc::new(analysis), answer(light::TEXT, check))
}

fn written(format: Format, check: usize) -> Option<String> {
    let (analysis, outcome) = answered(check);
    let asked = &analysis.checks[check];
    export(format, &analysis, asked, Some(&outcome), None)
}

/// The run of the light after which no call is possible.
const STUCK: usize = 6;

#[test]
fn mermaid_and_plantuml_tell_each_call_and_what_it_has_changed() {
    let mermaid = "\
sequenceDiagram
  title deadlock
  actor caller
  participant p0 as tl : TrafficLight
  participant p1 as b1 : Button
  participant p2 as b2 : Button
  caller->>p0: switchCarLight#40;#41;
  Note over p0: tl.carLight #61; false
  caller->>p1: requesting#40;#41;
  Note over p1: tl.request #61; true<br/>b1.counter #61; 1
  caller->>p0: switchPedLight#40;#41;
  Note over p0: tl.pedLight #61; true<br/>tl.request #61; false
  Note over p0,p2: Deadlock#58; no call is possible.
";
    assert_eq!(written(Format::Mermaid, STUCK).as_deref(), Some(mermaid));
    let plantuml = written(Format::PlantUml, STUCK).expect("it has a run");
    for line in [
        "participant \"tl : TrafficLight\" as p0\n",
        "[o-> p1 : requesting<U+0028><U+0029>\n",
        "rnote over p0 : tl.pedLight <U+003D> true\\ntl.request <U+003D> false\n",
        "note over p0, p2 : Deadlock<U+003A> no call is possible.\n@enduml\n",
    ] {
        assert!(plantuml.contains(line), "{line}{plantuml}");
    }
}

#[test]
fn the_picture_has_every_call_and_the_page_plays_it() {
    let svg = written(Format::Svg, STUCK).expect("it has a run");
    let mut parts: Vec<_> = svg.split("</text>").collect();
    parts.pop();
    let texts = parts.iter().filter_map(|it| it.rsplit_once('>'));
    let texts: Vec<_> = texts.map(|it| it.1).collect();
    let expected = [
        "run  deadlock",
        "tl : TrafficLight",
        "b1 : Button",
        "b2 : Button",
        "1",
        "switchCarLight()",
        "tl.carLight = false",
        "2",
        "requesting()",
        "tl.request = true",
        "b1.counter = 1",
        "3",
        "switchPedLight()",
        "tl.pedLight = true",
        "tl.request = false",
        "Deadlock: no call is possible.",
    ];
    assert_eq!(texts, expected);
    assert!(!svg.contains("data-from"));
    let html = written(Format::Html, STUCK).expect("it has a run");
    for entry in 0..4 {
        let mark = format!("data-from=\"{entry}\" data-until=\"{entry}\"");
        // In the calls, and in the values over time.
        assert_eq!(html.matches(&mark).count(), 2, "{mark}");
    }
    let (analysis, outcome) = answered(STUCK);
    let over_time = values(&analysis, &analysis.checks[STUCK], Some(&outcome));
    assert!(over_time.is_some_and(|it| it.contains("tl.pedLight")));
}

/// What is asked of the light: whether its invariant is preserved.
const PRESERVES: usize = 5;

#[test]
fn the_call_that_would_violate_an_invariant_is_told_below_the_run_as_one_that_does_not_arrive() {
    let mermaid = written(Format::Mermaid, PRESERVES).expect("it has a run");
    let last = "  caller->>p1: requesting#40;#41;
  Note over p1: tl.request #61; true<br/>b1.counter #61; 1
  caller--xp0: switchPedLight#40;#41;
  Note over p0: would break oneAlwaysRed<br/>tl.pedLight #61; true<br/>tl.request #61; false
";
    assert!(mermaid.ends_with(last), "{mermaid}");
    let plantuml = written(Format::PlantUml, PRESERVES).expect("it has a run");
    for line in [
        "[o--x p0 : switchPedLight<U+0028><U+0029>\n",
        "rnote over p0 : would break oneAlwaysRed\\ntl.pedLight",
    ] {
        assert!(plantuml.contains(line), "{line}{plantuml}");
    }
    let svg = written(Format::Svg, PRESERVES).expect("it has a run");
    let (run, breaking) = svg.split_once("class=\"cb\"").expect("it is drawn");
    assert!(run.contains("requesting()") && breaking.contains("would break oneAlwaysRed"));
    let html = written(Format::Html, PRESERVES).expect("it has a run");
    assert!(
        html.contains("would break oneAlwaysRed")
            && html.contains("data-at=\"1\"")
            && !html.contains("data-at=\"2\"")
    );
}

#[test]
fn without_a_run_there_is_nothing_to_write() {
    let (analysis, _) = answered(STUCK);
    let mut checks = 0..analysis.checks.len();
    let none = checks.find(|&it| !answer(light::TEXT, it).verdict.is_found());
    let none = none.expect("some answer is no");
    for format in Format::ALL {
        assert_eq!(written(format, none), None, "{}", format.name());
    }
}

#[test]
fn a_long_run_is_told_whole_and_its_picture_says_that_it_is_cut() {
    let (analysis, mut outcome) = answered(STUCK);
    let evidence = outcome.system.as_mut().expect("it has a run");
    let calls = evidence.run.split_off(1);
    let count = 3 * 700;
    evidence.run.extend(calls.into_iter().cycle().take(count));
    let asked = &analysis.checks[STUCK];
    let written = |format| export(format, &analysis, asked, Some(&outcome), None);
    let mermaid = written(Format::Mermaid).expect("it has a run");
    assert_eq!(mermaid.matches("caller->>").count(), count);
    assert!(mermaid.ends_with("no call is possible.\n"));
    let svg = written(Format::Svg).expect("it has a run");
    assert!(svg.contains("The run goes on: the first 2000 entries are drawn."));
    assert!(!svg.contains("no call is possible."));
    let html = written(Format::Html).expect("it has a run");
    let calls = &html[..html.find("Values over time").expect("below the calls")];
    assert_eq!(calls.matches("data-from").count(), 2_000);
}

#[test]
fn in_a_page_the_calls_and_the_values_do_not_style_each_other() {
    let html = written(Format::Html, STUCK).expect("it has a run");
    let [calls, values] = ["Calls", "Values over time"].map(|name| {
        let picture = &html[html
            .find(&format!("aria-label=\"{name}\""))
            .expect("it is there")..];
        let style = picture.split("<style>").nth(1).expect("it has a style");
        let rules = style.split("</style>").next().unwrap_or_default();
        let rules = rules.split('}').filter_map(|it| it.split_once('{'));
        rules
            .map(|it| (it.0.to_owned(), it.1.to_owned()))
            .collect::<Vec<_>>()
    });
    assert!(calls.len() > 10 && values.len() > 5);
    for (selector, rule) in &calls {
        // Ground, title and letters look the same in both.
        let is_shared = ["svg", ".bg"].contains(&selector.as_str()) && {
            let it = (selector.clone(), rule.clone());
            values.contains(&it)
        };
        let is_own = selector.starts_with(".ca") || selector == ".t";
        assert!(is_shared || is_own, "{selector}");
    }
    // What the values say of their classes meets none of the calls.
    let used = html.split("class=\"ca\"").nth(1).expect("the calls");
    let used = used.split("</svg>").next().unwrap_or_default();
    for (selector, _) in &values {
        let class = selector.trim_start_matches('.');
        let is_met = used.contains(&format!("class=\"{class}\""));
        assert!(!selector.starts_with('.') || !is_met, "{selector}");
    }
}
