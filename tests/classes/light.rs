//! The pedestrian light, the example that class models open with: its ten answers, its runs and its repairs.

use lockstep_core::api::{CertificateView, Extent, Verdict};

use super::{Visited, answer, depth_of, model, visited, visited_open};
use lockstep_core::language::classes::ClassSystem;
use lockstep_core::system::{Status, System};

pub const TEXT: &str = "class TrafficLight {
  pedLight, carLight, request : Boolean
  inv oneAlwaysRed: not (pedLight and carLight)
  switchPedLight()
    pre:  request
    post: pedLight = not pedLight@pre and request = false
  switchCarLight()
    post: carLight = not carLight@pre
}
class Button {
  counter : 0..9 = 0
  requesting()
    pre:  not light.pedLight
    post: light.request and counter = counter@pre + 1
}
association HasButton { TrafficLight[1] role light; Button[1..2] role buttons }
system {
  tl : TrafficLight { pedLight = false, carLight = true, request = false }
  b1, b2 : Button { light = tl }
}
scenario \"somebody crosses\" {
  -> b1 : requesting()
  -> tl : switchCarLight()
  -> tl : switchPedLight()
  [tl.pedLight]
}
check \"somebody crosses\"
check reach tl.pedLight within 2 expect unreachable
check reach tl.pedLight frame open within 1 expect reachable
check reach TrafficLight.switchPedLight() expect reachable
check always not (tl.pedLight and tl.carLight)
check preserves oneAlwaysRed expect violated
check deadlock expect deadlock
check deadlock frame open expect none
check consistent
check independent oneAlwaysRed
";

#[test]
fn its_ten_answers() {
    let found = |depth| Verdict::Found { depth };
    let never = Verdict::Absent(Extent::Every);
    let expected = [
        (found(3), None),
        (Verdict::Absent(Extent::Bound), Some(true)),
        (found(1), Some(true)),
        (found(3), Some(true)),
        (never, Some(true)),
        (found(1), Some(true)),
        (found(3), Some(true)),
        (never, Some(true)),
        (found(0), None),
        (found(0), None),
    ];
    let words = [
        "consistent",
        "unreachable",
        "reachable",
        "reachable",
        "holds",
        "violated",
        "deadlock",
        "none",
        "consistent",
        "independent",
    ];
    for (check, (verdict, as_expected)) in expected.into_iter().enumerate() {
        let outcome = answer(TEXT, check);
        assert_eq!(outcome.verdict, verdict, "check {check}");
        assert_eq!(outcome.as_expected(), as_expected, "check {check}");
        assert_eq!(outcome.answer().word(), words[check]);
        let is_found = matches!(verdict, Verdict::Found { .. });
        let is_replayed = outcome.certificate == CertificateView::Replayed;
        assert_eq!(is_found, is_replayed, "check {check}");
    }
}

#[test]
fn it_is_stuck_after_requesting_and_switching_both() {
    let outcome = answer(TEXT, 6);
    let run = outcome.system.expect("evidence").run;
    let calls: Vec<_> = run.iter().filter_map(|it| it.turn.of_step()).collect();
    // The first two in either order.
    assert_eq!(
        calls,
        [
            "tl.switchCarLight()",
            "b1.requesting()",
            "tl.switchPedLight()"
        ]
    );
    assert_eq!(
        run[3].sentence,
        "In `tl.switchPedLight()`, `tl.pedLight` becomes `true` and `tl.request` becomes `false`."
    );
}

#[test]
fn its_states_and_depths() {
    let named = visited(TEXT);
    assert_eq!(named.states, 299);
    assert_eq!(named.deadlock(), Some(3));
    for (operation, depth) in [
        ("requesting", 1),
        ("switchCarLight", 1),
        ("switchPedLight", 3),
    ] {
        assert_eq!(named.call(operation), Some(depth), "{operation}");
    }
    assert_eq!(depth_of(TEXT, "tl.pedLight"), Some(3));
    assert_eq!(visited(&TEXT.replace("0..9", "0..3")).states, 47);
    // Every slot is released, so nothing is ever in the way.
    let open = visited_open(&TEXT.replace("0..9", "0..2"));
    assert_eq!(open.deadlock(), None);
}

/// An invariant is a guard where steps are taken, and an obligation where that is asked.
#[test]
fn two_operations_do_not_keep_the_invariant_by_themselves() {
    let model = model(TEXT);
    let system = ClassSystem::new(&model);
    let mut broken = Vec::new();
    lockstep_core::system::explore(&system, 1, |at, depth| {
        if system.preserves(Some(0), at) == Some(false) {
            broken.push((depth, at[3..].to_vec()));
        }
        true
    });
    // Slots: links first, then attributes; after one request by either button.
    assert_eq!(broken.len(), 2);
    assert!(broken.iter().all(|it| it.0 == 1));
}

#[test]
fn a_weaker_precondition_mends_it_and_dropping_one_does_not() {
    let mended = visited(&TEXT.replace("pre:  request", "pre:  request or pedLight"));
    assert_eq!((mended.states, mended.deadlock()), (497, None));
    let dropped = TEXT.replace("    pre:  not light.pedLight\n", "");
    assert_eq!(visited(&dropped).deadlock(), Some(20));
}

/// A bound of the analysis is not a bound of the model.
#[test]
fn where_only_wider_integers_would_help_nothing_is_stuck() {
    let dropped = TEXT.replace("    pre:  not light.pedLight\n", "");
    let plain = dropped.replace("counter : 0..9", "counter : Integer");
    let text = format!("integers 0..9\n{plain}");
    let model = model(&text);
    let system = ClassSystem::new(&model);
    let visited = Visited::of(&model, &system);
    assert_eq!(visited.deadlock(), None);
    let mut edges = 0;
    lockstep_core::system::explore(&system, 20, |at, depth| {
        if depth == 20 && system.is_edge(at) {
            assert_eq!(system.status(at), Status::Running);
            edges += 1;
        }
        true
    });
    assert!(edges > 0);
    let outcome = answer(&text, 6);
    assert_eq!(outcome.verdict, Verdict::Absent(Extent::Bound));
    assert_eq!(
        outcome.sentence,
        "A call is possible in every reachable state with integers 0..9. A wider bound on integers may change this."
    );
    // Where no integer is needed beyond the bound, nothing is said of it.
    assert_eq!(answer(&text, 1).sentence, answer(TEXT, 1).sentence);
    assert_eq!(answer(&text, 9).sentence, answer(TEXT, 9).sentence);
    let ranged = answer(&dropped, 6);
    assert_eq!(ranged.verdict, Verdict::Found { depth: 20 });
}
