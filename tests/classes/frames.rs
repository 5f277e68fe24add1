//! A check by both frames, side by side: which run is shown, and the first slot that jumps without being named.

use lockstep_core::api::{
    CLASS_VALUES, Capabilities, Clockless, Host, Kind, Kinds, Options, Outcome, Progress, Refusal,
    StructureKind, compare_of_kind, is_reading,
};
use lockstep_core::diagram::calls::End;
use lockstep_core::language::classes::semantics::{Call, Frame, is_step};
use lockstep_core::language::classes::{ClassModel, ClassSystem};
use lockstep_core::system::System;

use super::light::TEXT;
use super::model;

/// The light with counters up to 3: by the frame open each call has hundreds of outcomes, not thousands.
fn small() -> String {
    TEXT.replace("0..9", "0..3")
}

fn side_by_side(text: &str, check: usize) -> Outcome {
    let options = Options::default();
    let found = CLASS_VALUES.side_by_side(text, check, &options, &mut Clockless);
    found.unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

fn apart(outcome: &Outcome) -> &str {
    let evidence = outcome.system.as_ref().expect("evidence");
    &evidence.beside.as_ref().expect("the other reading").seen[0]
}

/// Where both frames get stuck, both runs end with the sign that says so.
#[test]
fn a_run_beside_another_one_that_is_stuck_is_told_to_be_stuck() {
    let text = "class A {
  x, y : 0..2 = 0
  step()
    pre: x < 2 and y = 0
    post: x = x@pre + 1
}
system { a : A }
check deadlock
";
    let outcome = side_by_side(text, 0);
    let evidence = outcome.system.as_ref().expect("evidence");
    let beside = evidence.beside.as_ref().expect("the other reading");
    let mut depths = [evidence.run.len() - 1, beside.run.len() - 1];
    depths.sort_unstable();
    assert_eq!(depths, [1, 2]);
    let refused = [&evidence.refused, &beside.refused].map(|it| it[0].what.as_str());
    assert_eq!(refused, ["a.step()"; 2]);
    let other = Outcome {
        system: evidence.of_beside(),
        ..Outcome::unanswered(0, Kind::Deadlock)
    };
    for it in [&outcome, &other] {
        assert!(matches!(End::of(it), End::Stuck), "{it:?}");
    }
}

/// By the frame open the light is green after one call, which changes what it does not name.
#[test]
fn the_first_slot_that_jumps_is_told_with_its_call() {
    let outcome = side_by_side(&small(), 1);
    let evidence = outcome.system.as_ref().expect("evidence");
    let beside = evidence.beside.as_ref().expect("the other reading");
    assert_eq!(beside.readings, ["open", "named"]);
    assert_eq!((evidence.run.len(), beside.run.len()), (2, 0));
    let told = apart(&outcome);
    let call = evidence.run[1].call.as_ref().expect("a call");
    let start = format!(
        "Call 1, `{}`, changes `tl.pedLight` from `false` to `true`, ",
        call.call
    );
    assert!(told.starts_with(&start), "{told}");
    assert_eq!(
        outcome.sentence,
        format!("By frame `open`: The goal is reached after 1 call, and not sooner. {told}")
    );
}

fn system_start(system: &ClassSystem<'_>) -> lockstep_core::system::Valuation {
    let system: &dyn System = system;
    system.start().expect("a start")
}

fn shown(model: &ClassModel, at: &lockstep_core::system::Valuation) -> Vec<String> {
    let system = ClassSystem::new(model);
    let variables = &system.schema().variables;
    let all = at.iter().zip(variables);
    all.map(|(value, it)| it.sort.show(*value)).collect()
}

/// Where it is stuck by the frame named, the frame open has a call.
#[test]
fn what_the_other_frame_gets_out_of_a_deadlock_by_is_told() {
    let text = small();
    for check in [6, 7] {
        let outcome = side_by_side(&text, check);
        let evidence = outcome.system.as_ref().expect("evidence");
        let beside = evidence.beside.as_ref().expect("the other reading");
        assert_eq!(beside.readings, ["named", "open"]);
        assert_eq!((evidence.run.len(), beside.run.len()), (4, 0));
        let told = apart(&outcome);
        assert!(
            told.starts_with("After 3 calls frame `open` also allows `tl.switchCarLight()` to change `tl.pedLight` from `true` to `false`"),
            "{told}"
        );
        let model = model(&text);
        let system = ClassSystem::new(&model);
        let number = |name: &str| {
            system
                .calls()
                .iter()
                .position(|it| it.shown(&model) == name)
        };
        let call: &Call = &system.calls()[number("tl.switchCarLight()").expect("a call")];
        let last = &evidence.run[3].state;
        let mut at = system_start(&system);
        for step in &evidence.run[1..] {
            let mut next = None;
            System::steps(&system, &at, &mut |it| {
                let after = system.apply(&at, &it).expect("a step");
                if shown(&model, &after) == step.state {
                    next = Some(after);
                }
                lockstep_core::system::Flow::Continue(())
            });
            at = next.expect("the run is one of the definitions");
        }
        assert_eq!(&shown(&model, &at), last);
        let before = system.values(&at).expect("a state");
        let mut after = before.clone();
        for (slot, value) in before.iter().enumerate() {
            let name = model.slot_name(slot);
            if name == "tl.pedLight" || name == "tl.carLight" {
                after[slot] =
                    lockstep_core::language::classes::ocl::value::Value::Boolean(!value.is_true());
            }
        }
        let [named, open] = [false, true].map(|is_open| {
            let frame = Frame::of(&model, is_open);
            is_step(&model, frame, &before, call, &after)
        });
        assert_eq!((named, open), (Ok(false), Ok(true)));
    }
}

#[test]
fn frames_that_allow_the_same_and_modifies_are_told_so() {
    let text = "class Counter {
  one, two : 0..1 = 0
  count()
    pre: one = 0
    post: one = 1 and two = 1
    modifies one
}
system { c : Counter }
check reach c.count() expect unreachable
";
    let outcome = side_by_side(text, 0);
    assert_eq!(
        apart(&outcome),
        "Call 1, `c.count()`, changes `c.two` from `0` to `1`, though `modifies` leaves it out."
    );
    let whole = text.replace("modifies one", "modifies one, two");
    assert_eq!(
        apart(&side_by_side(&whole, 0)),
        "Both frames allow the same calls in the states of this run."
    );
}

/// A host without time.
struct Hurried;

impl Host for Hurried {
    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }

    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, _: &Progress) -> bool {
        false
    }
}

/// With ten values in each counter a call has more outcomes by the frame open than are looked at.
#[test]
fn a_comparison_that_was_cut_short_says_so() {
    let text = "class Counter {
  a, b, c, d, e, f : 0..9 = 0
  count()
    pre: a = 0
    post: a = 1 and b + c + d + e + f = 0
    modifies a
}
system { c : Counter }
check reach c.count() expect reachable
";
    let cut = "Not every call from the states of this run was looked at.";
    let outcome = side_by_side(text, 0);
    assert_eq!(apart(&outcome), cut);
    let small = text
        .replace(", c, d, e, f", "")
        .replace(" + c + d + e + f", "");
    let same = "Both frames allow the same calls in the states of this run.";
    assert_eq!(apart(&side_by_side(&small, 0)), same);
    let options = Options::default();
    let found = CLASS_VALUES.side_by_side(&small, 0, &options, &mut Hurried);
    assert_eq!(apart(&found.expect("an answer")), cut);
}

/// On the command line each check of a text is compared; readings of one kind of model are none of another.
#[test]
fn each_check_is_compared_by_the_words_of_its_frames() {
    let text = small();
    let kind = Kinds::whole().analyse(&text).structure.kind();
    let ask = |readings: [&str; 2]| {
        let asked = (readings, model(&text).checks.len());
        compare_of_kind(kind, &text, asked, &Options::default(), &mut Clockless)
    };
    let all = ask(["named", "open"]).expect("these are readings");
    // The last two ask about states alone.
    let numbers: Vec<_> = all.iter().filter_map(|it| it.0).collect();
    assert_eq!(numbers, (0..8).collect::<Vec<_>>());
    let answers: Vec<_> = all.iter().map(|it| &*it.1.answer).collect();
    assert_eq!(
        [answers[1], answers[4], answers[6]],
        ["different", "same", "different"]
    );
    assert_eq!(all[1].1.admits.as_deref(), Some("open"));
    let wrong = ask(["named", "uml"]).expect_err("no frame of this name");
    let said = "there is no reading `uml`; readings are named, open";
    assert_eq!(wrong, Refusal::Option(said.into()));
    for kind in [StructureKind::Statecharts, kind] {
        assert!(kind.extras().readings.iter().all(|it| is_reading(it)));
    }
    assert!(!is_reading("sysml"));
}
