//! The sentence of each answer, taken apart and judged: what it counts and names is what a visit of all states finds.

use lockstep_core::api::{CertificateView, Extent, Verdict};

use super::{answer, light, visited};

#[test]
fn sentences_of_the_ten_answers() {
    let expected = [
        "The scenario can be played at the start.",
        "The goal is not reached within 2 calls.",
        "The goal is reached after 1 call, and not sooner.",
        "The call `TrafficLight.switchPedLight()` is possible after 2 calls, and not sooner.",
        "The condition is true in every reachable state.",
        "The invariant `oneAlwaysRed` is not preserved: after 1 call, `tl.switchPedLight()` meets its contract and leads to a state that violates it.",
        "No call is possible after 3 calls, and not sooner.",
        "A call is possible in every reachable state.",
        "There is a valid state that agrees with `system`.",
        "The invariant `oneAlwaysRed` is independent: it is violated in a state that satisfies all other invariants.",
    ];
    for (check, expected) in expected.into_iter().enumerate() {
        assert_eq!(
            answer(light::TEXT, check).sentence,
            expected,
            "check {check}"
        );
    }
}

/// Two lights of which one can be switched on for ever, with every kind of question.
const LIGHTS: &str = "class Light {
  on : Boolean = false
  count : 0..2 = 0
  inv few: count <= 1
  inv fewer: count <= 1 and count >= 0
  press(by : 0..1)
    pre:  not on
    post: on and count = count@pre + by
}
system {
  a, b : Light
  final a.on and b.on
}
scenario both {
  -> a : press(1)
  -> b : press(0)
}
scenario again {
  [b.on]
  -> a : press(_)
  [not a.on]
}
scenario late {
  [b.on]
  -> a : press(_)
}
";

#[test]
fn sentences_of_every_kind_of_check() {
    for (check, expected) in [
        ("both", "The scenario can be played at the start."),
        (
            "late",
            "The scenario can be played after 1 call, and not sooner.",
        ),
        (
            "both loose",
            "The scenario can be played within 2 calls, and not within fewer.",
        ),
        ("again", "The scenario can never be played."),
        (
            "late within 0",
            "The scenario cannot be played after at most 0 calls.",
        ),
        (
            "again loose within 1",
            "The scenario cannot be played within 1 call.",
        ),
        (
            "reach a.press(1)",
            "The call `a.press(1)` is possible at the start.",
        ),
        (
            "reach a.press() within 0",
            "The call `a.press()` is none of the first 0 calls.",
        ),
        (
            "reach a.press(_) from a.on",
            "The call `a.press(_)` is never possible from any valid state that `from` admits.",
        ),
        ("reach not a.on", "The goal holds at the start."),
        (
            "reach a.on and b.on",
            "The goal is reached after 2 calls, and not sooner.",
        ),
        (
            "reach a.on and b.on from any within 1",
            "The goal holds in some valid state.",
        ),
        (
            "reach a.on then b.on from not a.on and not b.on",
            "The goal is reached after 2 calls from some valid state that `from` admits, and not sooner.",
        ),
        (
            "reach a.count = 2 from any",
            "The goal is never reached from any valid state.",
        ),
        (
            "always not a.on",
            "The condition is false after 1 call, and not sooner.",
        ),
        (
            "always not a.on within 0",
            "The condition is true in every state within 0 calls.",
        ),
        (
            "always a.count <= 1",
            "The condition is true in every reachable state.",
        ),
        (
            "preserves few",
            "The invariant `few` is preserved by every call in every reachable state.",
        ),
        (
            "preserves",
            "Each invariant is preserved by every call in every reachable state.",
        ),
        (
            "preserves from any",
            "An invariant is not preserved: in some valid state, `b.press(1)` meets its contract and leads to a state that violates it.",
        ),
        (
            "deadlock",
            "A call is possible in every reachable state, or a `final` condition holds.",
        ),
        (
            "deadlock within 1",
            "A call is possible in every state within 1 call, or a `final` condition holds.",
        ),
        (
            "deadlock from a.on",
            "A call is possible in every reachable state from any valid state that `from` admits, or a `final` condition holds.",
        ),
        (
            "consistent from a.count = 2",
            "There is no valid state that `from` admits.",
        ),
        ("consistent from any", "There is a valid state."),
        (
            "independent few",
            "The invariant `few` is implied: it holds in every state that satisfies all other invariants.",
        ),
        (
            "independent",
            "Each of these invariants follows from the others: `few`, `fewer`.",
        ),
    ] {
        let text = format!("{LIGHTS}check {check}\n");
        let outcome = answer(&text, 0);
        assert_eq!(outcome.sentence, expected, "{check}");
        let is_sure = match outcome.verdict {
            Verdict::Found { .. } => outcome.certificate == CertificateView::Replayed,
            Verdict::Absent(_) => matches!(outcome.certificate, CertificateView::Exhausted { .. }),
            Verdict::Unknown(_) => false,
        };
        assert!(is_sure, "{check}: {:?}", outcome.certificate);
    }
    let stuck = LIGHTS.replace("a.on and b.on\n}", "a.on and b.count = 1\n}");
    let text = format!("{stuck}check deadlock\n");
    assert_eq!(
        answer(&text, 0).sentence,
        "No call is possible after 2 calls, and not sooner, where no `final` condition holds."
    );
    let loose = LIGHTS.replace("  inv fewer: count <= 1 and count >= 0\n", "");
    let text = format!("{loose}check independent\n");
    assert_eq!(
        answer(&text, 0).sentence,
        "No invariant follows from the others."
    );
}

/// A "no" names all states that a visit finds.
#[test]
fn what_is_never_is_certified_by_all_states() {
    let outcome = answer(light::TEXT, 4);
    assert_eq!(outcome.verdict, Verdict::Absent(Extent::Every));
    let states = visited(light::TEXT).states as u64;
    assert_eq!(outcome.certificate, CertificateView::Exhausted { states });
}

/// Where the state that `system` gives is not valid, a "no" says that it holds for want of runs, and of what they are kept.
#[test]
fn a_no_for_want_of_runs_says_what_the_start_breaks() {
    let start = "  a : Light { count = 2 }\n  b : Light\n";
    let text = LIGHTS.replace("  a, b : Light\n", start);
    assert_ne!(text, LIGHTS);
    let why = "There is no run at all: the state that `system` gives breaks `few` and `fewer`.";
    for (question, said) in [
        ("check reach a.on", "The goal is never reached."),
        (
            "check always not a.on",
            "The condition is true in every reachable state.",
        ),
        (
            "check deadlock",
            "A call is possible in every reachable state, or a `final` condition holds.",
        ),
    ] {
        let asked = format!("{text}{question}\n");
        assert_eq!(visited(&asked).states, 0);
        assert_eq!(answer(&asked, 0).sentence, format!("{said} {why}"));
        // From every state there are runs, and a start that is valid is no reason.
        for other in [
            format!("{text}{question} from any\n"),
            format!("{LIGHTS}{question}\n"),
        ] {
            assert!(
                !answer(&other, 0).sentence.contains("no run at all"),
                "{other}"
            );
        }
    }
}
