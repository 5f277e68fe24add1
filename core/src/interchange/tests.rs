//! What every format must keep: the whole run, and names as text.

use super::*;
use crate::diagram::sample;
use crate::view::{Detail, ObjectView, StatechartView};

fn exported(format: Format) -> String {
    let analysis = Arc::new(sample::coffee());
    let outcome = sample::outcome();
    export(format, &analysis, &analysis.checks[0], Some(&outcome), None).unwrap()
}

/// The coffee room with names that try to be something else.
fn hostile(format: Format) -> String {
    let mut analysis = sample::coffee();
    let bad = "</script><b a=\"1\">\nend;@enduml%%";
    analysis.scenarios[0].lifelines[0].name = bad.to_owned();
    analysis.checks[0].lifelines[0].name = bad.to_owned();
    analysis.checks[0].title = bad.to_owned();
    analysis.machines[0].name = bad.to_owned();
    analysis.machines[0].states[1].name = bad.to_owned();
    analysis.scenarios[0].messages[5].symbol = bad.to_owned();
    let mut outcome = sample::outcome();
    outcome.sentence = bad.to_owned();
    outcome.trace[3].sentence = format!("`{bad}`");
    if let Detail::Scenario { reason, .. } = &mut outcome.detail {
        reason.as_mut().unwrap().sentence = bad.to_owned();
    }
    let analysis = Arc::new(analysis);
    export(format, &analysis, &analysis.checks[0], Some(&outcome), None).unwrap()
}

#[test]
fn mermaid_tells_the_run_and_where_it_stops() {
    let expected = "\
sequenceDiagram
  title coffee for two
  participant p0 as alice : PhD
  participant p1 as bob : PhD
  participant p2 as cm : CoffeeMachine
  participant p3 as m : Maintenance
  Note over p0: sending wantCoffee
  Note over p1: working
  Note over p2: idle
  Note over p3: idle
  p0->>p2: wantCoffee
";
    let text = exported(Format::Mermaid);
    assert!(text.starts_with(expected), "{text}");
    let end = "
  p3->>p2: done
  Note over p2: sending repaired
  Note over p3: idle
  p1-xp2: wantCoffee
";
    assert!(text.contains(end), "{text}");
    assert!(text.contains("  Note over p1,p2: After message 4, cm always"));
    assert!(text.ends_with("  p2-->>p1: coffeeDone\n"), "{text}");
}

#[test]
fn plantuml_tells_the_run_and_where_it_stops() {
    let text = exported(Format::PlantUml);
    let start = "@startuml\ntitle coffee for two\nparticipant \"alice : PhD\" as p0\n";
    assert!(text.starts_with(start), "{text}");
    assert!(text.contains("\nrnote over p0 : sending wantCoffee\n/ rnote over p1 : working\n"));
    assert!(text.contains("\np1 ->x p2 : wantCoffee\nnote over p1, p2 : After message 4, cm"));
    assert!(
        text.ends_with("\np2 --> p1 : coffeeDone\n@enduml\n"),
        "{text}"
    );
}

#[test]
fn lines_of_text_formats_are_ours_whatever_the_names() {
    for format in [Format::Mermaid, Format::PlantUml] {
        let (plain, hostile) = (exported(format), hostile(format));
        // The remark at the failing message may be broken elsewhere, but stays one line.
        assert_eq!(plain.lines().count(), hostile.lines().count(), "{hostile}");
        let ours = |text: &str, mark: &str| text.matches(mark).count();
        assert_eq!(ours(&hostile, "<b"), 0);
        assert!(ours(&hostile, "@enduml") <= 1);
        assert_eq!(ours(&hostile, "%%"), 0);
    }
}

#[test]
fn pictures_and_pages_hold_names_as_text() {
    for format in [Format::Svg, Format::AnimatedSvg, Format::Html] {
        let (plain, hostile) = (exported(format), hostile(format));
        let tags = |text: &str| text.matches('<').count();
        // Each line of the remark is an element of its own.
        let lines = |text: &str| text.matches("<text x=").count();
        assert_eq!(
            tags(&plain) - 2 * lines(&plain),
            tags(&hostile) - 2 * lines(&hostile)
        );
        assert!(hostile.contains("&lt;/script&gt;"));
        assert!(!hostile.contains("<b a="));
    }
}

#[test]
fn json_is_read_back_with_every_name() {
    let value: serde_json::Value = serde_json::from_str(&hostile(Format::Json)).unwrap();
    let trace = value["trace"].as_array().unwrap();
    assert_eq!(trace.len(), 11);
    assert_eq!(value["check"], "</script><b a=\"1\">\nend;@enduml%%");
    assert_eq!(trace[2]["messages"][0]["from"], value["check"]);
    assert_eq!(value["failing"]["index"], 5);
    assert_eq!(value["expected"], "consistent");
    assert_eq!(value["as_expected"], false);
    assert_eq!(value["depth"], serde_json::Value::Null);
    assert_eq!(trace[10]["state"]["cm"], "<maintenance/done/repaired/idle>");
}

#[test]
fn the_page_asks_nobody() {
    let page = exported(Format::Html);
    assert!(page.contains("default-src 'none'"));
    let addresses: Vec<_> = page
        .match_indices("http")
        .map(|(at, _)| &page[at..at + 14])
        .collect();
    assert_eq!(addresses, ["http-equiv=\"Co", "http://www.w3."]);
    assert_eq!(page.matches("<tr data-y").count(), 11);
}

#[test]
fn without_a_run_the_scenario_is_there_and_without_both_nothing() {
    let analysis = Arc::new(sample::coffee());
    let mut check = analysis.checks[0].clone();
    for format in Format::ALL {
        assert!(export(format, &analysis, &check, None, None).is_some());
    }
    check.scenario = None;
    for format in Format::ALL {
        assert_eq!(export(format, &analysis, &check, None, None), None);
    }
}

#[test]
fn file_names_are_plain() {
    let mut check = sample::coffee().checks[0].clone();
    assert_eq!(file_name(&check, Format::Mermaid), "coffee-for-two.mmd");
    check.title = "../../è: \"x\"".to_owned();
    assert_eq!(file_name(&check, Format::Svg), "x.svg");
    check.title = "→".to_owned();
    assert_eq!(file_name(&check, Format::Html), "run.html");
}

#[test]
fn the_animation_shows_each_step_for_its_time_and_rests_at_the_last() {
    let picture = exported(Format::AnimatedSvg);
    let steps = sample::outcome().trace.len();
    // Every step has its number, and all but the last make way for the next.
    assert_eq!(picture.matches("\">step ").count(), steps);
    assert!(picture.contains(&format!("\">step {0} of {0}</text>", steps - 1)));
    assert!(!picture.contains(&format!("data-until=\"{}\"", steps - 1)));
    // Whatever goes has keyframes.
    for part in picture.split("data-from=\"").skip(1) {
        let attribute = |text: &str| text.split('"').next().unwrap().to_owned();
        let from = attribute(part);
        let rest = part.split('>').next().unwrap();
        let name = match rest.split_once("data-until=\"") {
            Some((_, until)) => format!("@keyframes p{from}-{}{{", attribute(until)),
            None => format!("@keyframes p{from}{{"),
        };
        assert!(picture.contains(&name), "{name}");
    }
    assert!(!picture.contains("<script"));
}

/// A run of statecharts with the objects of its text.
fn scene<'a>(
    objects: &'a [ObjectView],
    charts: &'a [StatechartView],
    drawn: &'a [DrawnObject],
) -> ObjectScene<'a> {
    ObjectScene {
        objects,
        charts,
        drawn,
    }
}

fn of_objects(format: Format, text: &str, check: usize) -> Option<String> {
    use crate::api::{Clockless, Kinds, STATECHART_VALUES, chart_scene};
    let outcome = STATECHART_VALUES.by_visits().check(
        text,
        check,
        &crate::view::Options::default(),
        &mut Clockless,
    );
    let analysis = Arc::new(Kinds::whole().analyse(text));
    let (objects, charts) = chart_scene(text);
    let check = &analysis.checks[check];
    export_of_objects(
        format,
        scene(&objects, &charts, &[]),
        &analysis,
        check,
        Some(&outcome.unwrap()),
        None,
    )
}

const DESK: &str = "statechart Desk {\n  queue 1 overflow drop\n  [*] --> Idle\n  Idle --> Busy : after(2, 2)\n  Busy --> Done : go\n}\n\
    system {\n  desk : Desk\n  environment sends go then go to desk\n}\ncheck reach desk.Done\n\
    check always desk.Idle or true\n";

#[test]
fn runs_of_objects_tell_what_is_sent_where_they_are_and_how_much_time_passes() {
    let expected = "\
sequenceDiagram
  title reach desk.Done
  participant p0 as environment
  participant p1 as desk : Desk
";
    let text = of_objects(Format::Mermaid, DESK, 0).unwrap();
    assert!(text.starts_with(expected), "{text}");
    for line in [
        "  Note over p1: Idle\n",
        "  Note over p0,p1: 2 units of time pass\n",
        "  p0->>p1: go\n",
        "  Note over p1: Done\n",
    ] {
        assert!(text.contains(line), "{line} in {text}");
    }
    let text = of_objects(Format::PlantUml, DESK, 0).unwrap();
    assert!(text.contains("... 2 units of time pass ...\n"), "{text}");
    let picture = of_objects(Format::Svg, DESK, 0).unwrap();
    assert!(
        picture.contains("environment sends go to desk at step"),
        "{picture}"
    );
    assert!(
        of_objects(Format::Json, DESK, 0)
            .unwrap()
            .contains("\"+2\"")
    );
    // What holds has no run.
    for format in Format::ALL {
        assert_eq!(of_objects(format, DESK, 1), None, "{format:?}");
    }
}

#[test]
fn the_json_of_a_run_by_hand_says_what_it_is_and_gives_no_answer() {
    use crate::view::{RunChoice, RunRequest};
    let choice = |number, what: &str| RunChoice::of_words(number, what.to_owned());
    let run = |grain: &str, rules: &str, choices: Vec<RunChoice>| RunRequest {
        grain: grain.to_owned(),
        rules: rules.to_owned(),
        choices,
        ..RunRequest::default()
    };
    let is_no_answer = |json: &str| {
        assert!(json.contains("\n  \"answer\": null,\n"), "{json}");
        for key in ["kind", "expected", "depth", "proved"] {
            assert!(!json.contains(&format!("\n  \"{key}\"")), "{key} in {json}");
        }
    };
    let analysis = Arc::new(sample::coffee());
    let (check, outcome) = (&analysis.checks[0], sample::outcome());
    let json = |run: Option<&RunRequest>| {
        export(Format::Json, &analysis, check, Some(&outcome), run).unwrap()
    };
    let made = json(Some(&RunRequest::default()));
    let steps = outcome.trace.len() - 1;
    let about = format!(
        "\n  \"by_hand\": {{\"steps\": {steps}, \"grain\": \"choice\", \"rules\": null, \"inside\": false, \"named\": []}},\n"
    );
    assert!(made.contains(&about), "{made}");
    is_no_answer(&made);
    let trace = |json: &str| json.split_once("\"trace\"").unwrap().1.to_owned();
    assert_eq!(trace(&made), trace(&json(None)));

    let text = "var x : integer\ntrans { havoc x; }\ninit {}\nenv {}\nprop { x != 3 }\n";
    let analysis = Arc::new(crate::api::Kinds::whole().analyse(text));
    let check = &analysis.checks[0];
    let options = crate::view::Options::default();
    let mut host = crate::api::Clockless;
    let outcome = crate::api::TRANSITION_VALUES
        .check(text, 0, &options, &mut host)
        .unwrap();
    let json = |run: &RunRequest| {
        export(Format::Json, &analysis, check, Some(&outcome), Some(run)).unwrap()
    };
    let named = vec![
        choice(usize::MAX, "start: x := 1000"),
        choice(0, "init"),
        choice(usize::MAX, "trans: x := 7"),
    ];
    let made = json(&run("choice", "", named));
    let about = "\"grain\": \"choice\", \"rules\": \"corrected\", \"inside\": false, \"named\": [\"start: x := 1000\", \"trans: x := 7\"]},";
    assert!(made.contains(about), "{made}");
    is_no_answer(&made);
    assert!(json(&run("statement", "printed", vec![])).contains("\"rules\": \"printed\""));
    // A whole transition is not taken apart, by no rules.
    let whole = json(&run("", "printed", vec![]));
    assert!(whole.contains("\"grain\": \"transition\", \"rules\": null"));

    let analysis = Arc::new(crate::api::Kinds::whole().analyse(DESK));
    let (objects, charts) = crate::api::chart_scene(DESK);
    let outcome = crate::api::STATECHART_VALUES
        .by_visits()
        .check(DESK, 0, &options, &mut host)
        .unwrap();
    let check = &analysis.checks[0];
    let by_hand = run("behaviour", "", vec![choice(0, "")]);
    let made = export_of_objects(
        Format::Json,
        scene(&objects, &charts, &[]),
        &analysis,
        check,
        Some(&outcome),
        Some(&by_hand),
    );
    let made = made.unwrap();
    assert!(
        made.contains("\"grain\": \"behaviour\", \"rules\": null"),
        "{made}"
    );
    is_no_answer(&made);
}

/// What the page's layout engine would say, one below the other.
fn placed(text: &str) -> Vec<DrawnObject> {
    use crate::diagram::drawing::{Drawing, DrawnEdge};
    use crate::diagram::graph::{Edge, Node};
    use crate::diagram::{Element, Point, Rect};
    let (objects, charts) = crate::api::chart_scene(text);
    let drawn = objects.into_iter().map(|object| {
        let chart = charts[object.chart].clone();
        let at = |number: usize| Rect {
            x: 0.0,
            y: 60.0 * f64::from(u32::try_from(number).unwrap()),
            width: 90.0,
            height: 30.0,
        };
        let states = 0..chart.vertices.len();
        let arrows = chart.transitions.iter().enumerate();
        let drawing = Drawing {
            width: 200.0,
            height: 400.0,
            nodes: states
                .map(|it| (Node::Element(Element::state(it)), at(it)))
                .collect(),
            edges: arrows
                .map(|(number, it)| DrawnEdge {
                    edge: Edge::Element(Element::transition(number)),
                    points: vec![at(it.source).centre(), at(it.target).centre()],
                    label: Some(Rect::around(
                        Point {
                            x: 150.0,
                            y: at(it.target).y,
                        },
                        80.0,
                        16.0,
                    )),
                })
                .collect(),
            ..Drawing::default()
        };
        let before = charts[..object.chart].iter();
        DrawnObject {
            before: before.map(|it| it.transitions.len()).sum(),
            object,
            chart: Arc::new(chart),
            drawing: Arc::new(drawing),
        }
    });
    drawn.collect()
}

#[test]
fn what_plays_a_run_of_statecharts_shows_the_statecharts() {
    use crate::api::{Clockless, Kinds, STATECHART_VALUES, chart_scene};
    let options = crate::view::Options::default();
    let outcome = STATECHART_VALUES
        .by_visits()
        .check(DESK, 0, &options, &mut Clockless)
        .unwrap();
    let analysis = Arc::new(Kinds::whole().analyse(DESK));
    let ((objects, charts), drawn) = (chart_scene(DESK), placed(DESK));
    let last = outcome.length() - 1;
    for format in [Format::Html, Format::AnimatedSvg] {
        let of = scene(&objects, &charts, &drawn);
        let made = export_of_objects(
            format,
            of,
            &analysis,
            &analysis.checks[0],
            Some(&outcome),
            None,
        );
        let made = made.unwrap();
        for words in [
            "desk : Desk",
            ">Idle<",
            ">Busy<",
            ">Done<",
            ">after(2)<",
            ">go<",
        ] {
            assert!(made.contains(words), "{format:?} shows {words}:\n{made}");
        }
        // Where it is at the end is seen to the end, and what it left is seen until then.
        assert!(made.contains(&format!("<g data-from=\"{last}\"><rect class=\"sc-on\"")));
        let until = format!(" data-until=\"{}\"><rect class=\"sc-on\"", last - 1);
        assert!(made.contains(&until), "{made}");
        assert_eq!(made.matches("<svg").count(), made.matches("</svg>").count());
        if format == Format::AnimatedSvg {
            // Each of its spans has a rule.
            for span in made.split("<g data-from=\"").skip(1) {
                let (from, rest) = span.split_once('"').unwrap();
                if let Some(until) = rest.strip_prefix(" data-until=\"") {
                    let until = until.split('"').next().unwrap();
                    let rule =
                        format!("[data-from=\"{from}\"][data-until=\"{until}\"]{{animation-name:");
                    assert!(made.contains(&rule), "{rule}");
                }
            }
        }
    }
    // The command line has no layout engine: there the rest is as it was.
    let bare = of_objects(Format::Html, DESK, 0).unwrap();
    assert!(!bare.contains("class=\"sc\"") && bare.contains("Chart of events"));
}
