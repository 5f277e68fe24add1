//! Where objects may stay for ever, and deadlocks without further events of the environment.

use std::collections::BTreeSet;

use crate::statechart::read;
use lockstep_core::api::{STATECHART_VALUES, Verdict, chart_scene};
use lockstep_core::fuzz::plain;
use lockstep_core::generate::Random;
use lockstep_core::generate::statecharts::{ChartShape, text};
use lockstep_core::language::statechart::{Statecharts, print};
use lockstep_core::language::{Languages, complete, tokens};
use lockstep_core::text::{Severity, TokenRole};
use lockstep_core::view::{EMPTY, Kind, Options, SystemStepView};
use lockstep_tests::Clockless;

use super::answers::answer;

/// A sender without a timer over channels that may lose: after one loss it waits for ever, and further requests are thrown
/// away.
fn link(marked: bool, checks: &str) -> String {
    let mark = if marked { " <<rest>>" } else { "" };
    format!(
        "statechart Sender {{\n  queue 2 overflow drop\n  [*] --> Ready\n  state Ready{mark}\n  Ready --> Waiting : request / forth.packet()\n  Waiting --> Ready : receipt\n}}\n\
         statechart Channel {{\n  queue 1 overflow drop\n  [*] --> Idle\n  state Idle{mark}\n  Idle --> Busy : packet\n  Busy --> Idle : after(1, 2) / receiver.data()\n  Busy --> Idle : after(1, 2)\n}}\n\
         statechart Back {{\n  queue 1 overflow drop\n  [*] --> Idle\n  state Idle{mark}\n  Idle --> Busy : ack\n  Busy --> Idle : after(1, 2) / sender.receipt()\n  Busy --> Idle : after(1, 2)\n}}\n\
         statechart Receiver {{\n  queue 2 overflow drop\n  [*] --> Listen\n  state Listen{mark}\n  Listen --> Listen : data / back.ack()\n}}\n\
         system {{\n  sender : Sender\n  forth : Channel\n  back : Back\n  receiver : Receiver\n  environment sends request to sender\n}}\n{checks}"
    )
}

#[test]
fn a_protocol_that_loses_a_message_waits_for_ever() {
    let checks = "check deadlock\ncheck deadlock without environment\n";
    let text = link(true, checks);
    assert_eq!(
        answer(&text, 0).sentence,
        "The system never gets stuck, but only because the environment can still send something: \
         `check deadlock without environment` shows where."
    );
    let stuck = answer(&text, 1);
    assert_eq!(
        (stuck.kind(), stuck.answer().word()),
        (Kind::Deadlock, "deadlock")
    );
    assert_eq!(
        stuck.sentence,
        "Without further events of the environment the system can get stuck after 16 steps, and not sooner: \
         `sender` is in `Waiting` and waits for `receipt`; \
         the last transition, `Busy --> Idle : after(1, 2)` of `forth` in step 15, sends nothing; \
         at rest are `forth`, `back` and `receiver`."
    );
    // The text does not say where objects may stay.
    let unmarked = answer(&link(false, checks), 1);
    assert!(
        unmarked
            .sentence
            .ends_with("; a state in which an object may stay is marked `<<rest>>`."),
        "{}",
        unmarked.sentence
    );
    assert_eq!(unmarked.verdict, Verdict::Found { depth: 8 });
}

#[test]
fn what_may_stay_is_never_stuck() {
    let text = |mark: &str, more: &str, reading: &str| {
        format!(
            "statechart Server {{\n  [*] --> On\n  state On{mark} {{\n    region A {{\n      [*] --> Idle\n      Idle --> Busy : go\n      Busy --> Idle : after(2)\n    }}\n\
             \x20   region B {{\n      [*] --> Out\n      {more}\n      Out --> Out : stop\n    }}\n  }}\n}}\n\
             system {{\n  m : Server\n  environment sends go once to m\n  semantics {reading}\n}}\ncheck deadlock\ncheck deadlock without environment\n"
        )
    };
    for reading in ["uml", "bmc4uml", "scxml"] {
        for check in [0, 1] {
            let stays = |mark, more| {
                answer(&text(mark, more, reading), check)
                    .verdict
                    .is_absent()
            };
            assert!(!stays("", ""), "{reading}");
            // Each innermost state is marked, or what it is in; one of two regions is not enough.
            assert!(stays(" <<rest>>", ""), "{reading}");
            assert!(!stays("", "state Out <<rest>>"), "{reading}");
        }
    }
    // A sender is not where it may stay while it is in the middle of a step.
    let blocked = "statechart A {\n  [*] --> S\n  state S <<rest>> {\n    entry / b.x()\n  }\n  S --> U : / b.x()\n  state U <<rest>>\n}\n\
        statechart B {\n  queue 1 overflow block\n  [*] --> T\n  state T <<rest>> {\n    x / defer\n  }\n}\n\
        system {\n  a : A\n  b : B\n}\ncheck deadlock\n";
    let sentence = answer(blocked, 0).sentence;
    assert!(
        sentence
            .contains("`a` is between states and has no room in a queue for what it sends next"),
        "{sentence}"
    );
}

#[test]
fn the_mark_and_the_question_are_written_offered_painted_and_drawn() {
    let text = "statechart A {\n  [*] --> S\n\n  state S <<rest>>\n}\n\nsystem {\n  a : A\n}\n\ncheck deadlock without environment within 5 semantics scxml expect deadlock\n";
    let languages = Languages::whole();
    let (model, findings) = read(text);
    assert!(findings.is_empty(), "{findings:?}");
    let reading = languages.read(text);
    let printed = print::print(reading.document::<Statecharts>().unwrap());
    assert!(printed.contains("state S <<rest>>\n"), "{printed}");
    assert!(
        printed.contains("check deadlock without environment"),
        "{printed}"
    );
    assert_eq!(read(&printed).0.properties.len(), model.properties.len());
    let offers = |before: &str| {
        let before = &text[..text.find(before).unwrap() + before.len()];
        let found = complete(&languages, before, before.len()).list;
        found.into_iter().map(|it| it.label).collect::<Vec<_>>()
    };
    assert!(offers("state S <<").iter().any(|it| it == "rest"));
    assert!(offers("check deadlock ").iter().any(|it| it == "without"));
    assert_eq!(offers("check deadlock without "), ["environment"]);
    let painted: Vec<_> = tokens(&languages, text)
        .iter()
        .map(|it| (it.0.text(text).to_owned(), it.1))
        .collect();
    for word in ["rest", "without", "environment"] {
        assert!(
            painted.contains(&(word.to_owned(), TokenRole::Keyword)),
            "{word}: {painted:?}"
        );
    }
    let (_, charts) = chart_scene(text);
    let state = charts[0].vertices.iter().find(|it| it.name == "S").unwrap();
    assert_eq!(state.lines[0].text, "«rest»");
}

/// The random systems of some seeds that are small enough, with their texts.
fn systems(
    seeds: std::ops::Range<u64>,
    queue: &'static str,
) -> impl Iterator<Item = (String, lockstep_core::fuzz::Plain)> {
    seeds.filter_map(move |seed| {
        let text = text(&ChartShape::SMALL, &mut Random::new(seed));
        let text = text.replace("  queue 1\n", queue);
        let (model, findings) = read(&text);
        let is_wrong = findings.iter().any(|it| it.severity == Severity::Error);
        (!is_wrong)
            .then(|| plain(&model, 300))
            .flatten()
            .map(|it| (text, it))
    })
}

/// Of each random text the last two questions are `deadlock` and `deadlock without environment`.
const DEADLOCKS: [usize; 2] = [2, 3];

#[test]
fn a_no_that_rests_on_the_environment_says_so_and_no_other() {
    let (mut said, mut unsaid) = (0, 0);
    for (text, plain) in systems(1..400, "  queue 1\n") {
        let [any, alone] = DEADLOCKS.map(|it| plain.fewest[it]);
        // Whatever gets stuck gets stuck by itself.
        assert!(
            any.is_none() || alone.is_some_and(|it| Some(it) <= any),
            "{text}"
        );
        if any.is_some() {
            continue;
        }
        let sentence = answer(&text, DEADLOCKS[0]).sentence;
        let is_said = sentence.contains(SENDS);
        assert_eq!(is_said, alone.is_some(), "{sentence}\n{text}");
        said += usize::from(is_said);
        unsaid += usize::from(!is_said);
    }
    println!("{said} that say so, {unsaid} that do not");
    assert!(said > 5 && unsaid > 5, "{said} {unsaid}");
    // Formulas say so, too.
    let text = "statechart A {\n  [*] --> S\n  S --> S : go\n}\nsystem {\n  a : A\n  environment sends go to a\n}\ncheck deadlock\n";
    let sat = Options {
        engine: "sat".to_owned(),
        ..Options::default()
    };
    for text in [
        text.to_owned(),
        text.replace("a : A\n", "a : A\n  semantics bmc4uml\n"),
    ] {
        let by_formulas = STATECHART_VALUES
            .check(&text, 0, &sat, &mut Clockless)
            .unwrap();
        assert!(
            by_formulas.sentence.contains(SENDS),
            "{}",
            by_formulas.sentence
        );
        let explicit = answer(&text.replace("go to a", "go then go to a"), 0);
        assert!(!explicit.sentence.contains(SENDS), "{}", explicit.sentence);
    }
}

/// What is said of a deadlock that is not there only because something can come from outside.
const SENDS: &str = "but only because the environment can still send something";

/// The number of an entry of a run at which its counted step begins.
fn at_step(run: &[SystemStepView], step: usize) -> usize {
    let counted = run
        .iter()
        .enumerate()
        .skip(1)
        .filter(|it| it.1.counts == Some(true));
    counted.map(|it| it.0).nth(step - 1).unwrap()
}

#[test]
fn what_was_lost_or_thrown_away_and_who_rests_is_what_the_run_shows() {
    let (mut thrown, mut lost, mut silent, mut resting) = (0, 0, 0, 0);
    for (text, plain) in systems(1..500, "  queue 1 overflow drop\n") {
        let model = read(&text).0;
        let objects = chart_scene(&text).0;
        for check in DEADLOCKS {
            if plain.fewest[check].is_none() {
                continue;
            }
            let outcome = answer(&text, check);
            let Some(run) = outcome
                .system
                .as_ref()
                .map(|it| &it.run)
                .filter(|it| it.len() > 1)
            else {
                continue;
            };
            let of = |name: &str| objects.iter().find(|it| it.name == name).unwrap();
            let waits = |entry: &SystemStepView, name: &str| {
                let object = objects.iter().position(|it| it.name == name).unwrap();
                let it = &entry.waiting[object];
                (it.pool.len(), it.deferred.len())
            };
            let said = outcome
                .sentence
                .split_once("sooner: ")
                .map_or("", |it| it.1);
            for clause in said.trim_end_matches('.').split("; ") {
                let names: Vec<_> = clause.split('`').skip(1).step_by(2).collect();
                let step = || clause.rsplit_once("step ").unwrap().1;
                let number = |it: &str| it.split(',').next().unwrap().parse::<usize>().unwrap();
                if clause.contains(" throws ") {
                    let at = at_step(run, number(step()));
                    let (before, now) = (&run[at - 1], &run[at]);
                    assert_eq!(now.turn.of_step(), Some(names[0]), "{clause}\n{text}");
                    assert!(
                        now.fired.is_empty() && now.sentence.contains(" takes "),
                        "{clause}\n{text}"
                    );
                    assert_eq!(
                        waits(now, names[0]).0 + 1,
                        waits(before, names[0]).0,
                        "{clause}\n{text}"
                    );
                    assert!(
                        now.sentence.contains(names[1].split('(').next().unwrap()),
                        "{clause}\n{text}"
                    );
                    thrown += 1;
                } else if clause.contains(" is lost in ") {
                    let step = number(step());
                    let from = at_step(run, step);
                    let mut until = run.iter().enumerate().skip(from + 1);
                    let until = until.find(|it| it.1.counts == Some(true)).map(|it| it.0);
                    let sends = |at: usize| {
                        let arrow = format!("{} -> {}: ", names[1], names[2]);
                        let grows = waits(&run[at], names[2]) > waits(&run[at - 1], names[2]);
                        run[at].sentence.contains(&arrow) && !grows
                    };
                    assert!(
                        (from..until.unwrap_or(run.len())).any(sends),
                        "{clause}\n{text}"
                    );
                    lost += 1;
                } else if clause.starts_with("the last transition") {
                    let at = run.iter().rposition(|it| !it.fired.is_empty()).unwrap();
                    assert_eq!(run[at].turn.of_step(), Some(names[1]), "{clause}\n{text}");
                    assert!(
                        run[at].sentence.contains(names[0].trim_end_matches('…')),
                        "{clause}: {}\n{text}",
                        run[at].sentence
                    );
                    let later = run[at..].iter().all(|it| !it.sentence.contains(" -> "));
                    assert!(later, "{clause}\n{text}");
                    silent += 1;
                } else if clause.starts_with("at rest ") {
                    for name in names {
                        let it = of(name);
                        let chart = &model.charts[it.chart];
                        let last = &run[run.len() - 1].state;
                        let at = |region: usize| &last[it.regions[region].entry];
                        let shown: BTreeSet<&String> = (0..it.regions.len()).map(at).collect();
                        for region in 0..it.regions.len() {
                            let own = at(region);
                            let holds = it.regions.iter().enumerate().any(|(inner, around)| {
                                let is_its = around.around.as_ref();
                                is_its.is_some_and(|it| it.0 == region && it.1 == *own)
                                    && !at(inner).starts_with(EMPTY)
                                    && !at(inner).starts_with('[')
                            });
                            if own.starts_with(EMPTY) || own.starts_with('[') || holds {
                                continue;
                            }
                            let is_marked =
                                chart.vertices.iter().enumerate().any(|(vertex, it)| {
                                    let path = chart.path(vertex);
                                    let names: Vec<_> = path.split('.').collect();
                                    let around = |it: &&str| {
                                        let mut all = chart.vertices.iter();
                                        all.any(|vertex| vertex.rests && vertex.name == **it)
                                    };
                                    it.name == *own && names.iter().any(around)
                                });
                            assert!(is_marked, "{clause}: {own} of {shown:?}\n{text}");
                        }
                        resting += 1;
                    }
                }
            }
        }
    }
    println!("{thrown} thrown away, {lost} lost, {silent} send nothing, {resting} at rest");
    assert!(
        thrown > 20 && silent > 5 && resting > 5,
        "{thrown} {silent} {resting}"
    );
    assert!(lost > 0, "{lost}");
}

#[test]
fn a_reason_names_what_cannot_be_sent_and_what_has_no_value() {
    let full = "statechart A {\n  queue 2 overflow block\n  [*] --> S4\n  S4 --> F : / self.e()\n  S4 --> F : g\n  state F <<final>>\n}\n\
        system {\n  a : A\n  environment sends e then e to a\n  semantics bmc4uml\n}\ncheck deadlock\n";
    let sentence = answer(full, 0).sentence;
    assert!(
        sentence.contains("; `S4 --> F : / self.e()` of `a` cannot fire, since what it sends has no room in a queue"),
        "{sentence}"
    );
    let guard = "statechart A {\n  var x : 0..5 = 0\n  [*] --> S\n  S --> T : [1 / x == 1]\n}\nsystem {\n  a : A\n}\ncheck deadlock\n";
    for reading in ["uml", "bmc4uml", "scxml"] {
        let text = guard.replace("a : A\n", &format!("a : A\n  semantics {reading}\n"));
        let sentence = answer(&text, 0).sentence;
        let why = "`S --> T : [1 / x == 1]` of `a` cannot fire, since its guard has no value: `1 / x` divides by zero";
        assert!(sentence.contains(why), "{reading}: {sentence}");
    }
}

#[test]
fn a_no_that_holds_only_as_64_bits_end_the_run_says_so() {
    let text = "statechart A {\n  var x : integer = 1\n  [*] --> S\n  S --> S : / x := x * 2\n}\nsystem {\n  a : A\n}\n\
        check always a.x > 0\ncheck reach a.x == 3\ncheck deadlock\ncheck reach a.x >= 9000000000000000000\n";
    assert_eq!(
        answer(text, 0).sentence,
        "It is always true, with integers of at most 64 bits."
    );
    assert_eq!(
        answer(text, 1).sentence,
        "The goal is never reached, with integers of at most 64 bits."
    );
    assert!(
        answer(text, 2)
            .sentence
            .ends_with(": `a` gives `x` a value of more than 64 bits.")
    );
    assert!(answer(text, 3).sentence.ends_with("64 bits."));
    // A value that a range leaves out is another matter, and so is one that there is not.
    let ranged = text.replace("integer", "0..100");
    assert_eq!(answer(&ranged, 0).sentence, "It is always true.");
    let divided = text.replace("x * 2", "x / (x - x)");
    assert_eq!(answer(&divided, 0).sentence, "It is always true.");
}
