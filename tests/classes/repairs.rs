//! Repairs of class models: each proposal is an edit of the text that mends the check, keeps what was as expected and takes
//! nothing away that can happen; and some edits that seem to mend are none.

use lockstep_core::api::{
    CLASS_VALUES, Clockless, RepairOptions, RepairView, Repairs, with_patches,
};

use lockstep_core::generate::{Random, classes};
use lockstep_seeds::{seeds, share};

use super::light::TEXT;
use super::{answer, model, visited};

fn repairs(text: &str, check: usize) -> Repairs {
    let options = RepairOptions::default();
    let found = CLASS_VALUES.repair(text, check, &options, &mut Clockless);
    found.unwrap_or_else(|why| panic!("{why:?}\n{text}"))
}

fn titles(repairs: &Repairs) -> Vec<&str> {
    repairs.proposals.iter().map(|it| &*it.title).collect()
}

/// The text with a proposal, after every check of it was answered anew by all engines.
fn mended(text: &str, check: usize, proposal: &RepairView) -> String {
    let mended = with_patches(text, &proposal.patches);
    let checks = model(text).checks.len();
    assert_eq!(model(&mended).checks.len(), checks, "{mended}");
    for index in 0..checks {
        let (before, after) = (answer(text, index), answer(&mended, index));
        if before.as_expected() == Some(true) || index == check {
            assert_ne!(after.as_expected(), Some(false), "check {index}\n{mended}");
        }
    }
    mended
}

#[test]
fn the_light_goes_on_with_a_weaker_precondition() {
    let found = repairs(TEXT, 6);
    assert_eq!(
        titles(&found),
        [
            "Weaken the precondition of `TrafficLight.switchPedLight` to `request or pedLight`, and expect `none`"
        ]
    );
    let proposal = &found.proposals[0];
    assert_eq!(
        proposal.verdict,
        "A call is possible in every reachable state (497 states)."
    );
    assert_eq!(
        proposal.effect,
        "All other checks that were as expected still are. Everything that could be called or changed still can be."
    );
    let lines: Vec<_> = proposal.preview.iter().map(|it| &*it.text).collect();
    assert_eq!(
        lines[..2],
        ["    pre:  request", "    pre:  request or pedLight"]
    );
    let mended = mended(TEXT, 6, proposal);
    assert_eq!(visited(&mended).states, 497);
    assert_eq!(visited(&mended).deadlock(), None);
    assert!(found.complete, "{}", found.sentence);
}

#[test]
fn what_only_moves_the_deadlock_or_does_nothing_is_not_proposed() {
    // Nothing else is asked that could turn an edit down.
    let text = TEXT.split("scenario").next().unwrap_or_default().to_owned() + "check deadlock\n";
    let found = repairs(&text, 0);
    let titles = titles(&found);
    let weaker =
        "Weaken the precondition of `TrafficLight.switchPedLight` to `request or pedLight`";
    assert!(titles.contains(&weaker), "{titles:#?}");
    for not in [
        "precondition `not light.pedLight`",
        "postcondition `pedLight =",
    ] {
        let is_there = titles.iter().any(|it| it.contains(not));
        assert!(!is_there, "{not}: {titles:#?}");
    }
    // Without the precondition it is stuck where both counters are full; without the postcondition it is never green.
    let moved = text.replace("    pre:  not light.pedLight\n", "");
    assert_eq!(visited(&moved).deadlock(), Some(20));
    let dark = text.replace(
        "    post: pedLight = not pedLight@pre and request = false\n",
        "",
    );
    assert_eq!(visited(&dark).deadlock(), None);
    for proposal in &found.proposals {
        mended(&text, 0, proposal);
    }
}

/// Models with one mistake each, and a proposal that takes it back.
const MISTAKES: &[(&str, &str)] = &[
    (
        "class Door {
  open : Boolean = false
  enter()
    pre:  not open and open
    post: open
}
system { d : Door }
check reach d.open expect reachable
",
        "Remove the precondition `not open and open` of `Door.enter`",
    ),
    (
        "class Counter {
  one, two : 0..3 = 0
  count()
    post: one = one@pre + 1 and two = two@pre + 1
    modifies one
}
system { c : Counter }
check reach c.count() expect reachable
",
        "Add `two` to what `Counter.count` modifies",
    ),
    (
        "class Counter {
  one : 0..3 = 0
  count()
    post: one = one@pre + 1
    modifies nothing
}
system { c : Counter }
check reach c.count() expect reachable
",
        "Add `one` to what `Counter.count` modifies",
    ),
    (
        "class Counter {
  one : 0..3 = 0
  count()
    post: one = one@pre + 1
}
system { c : Counter }
check reach c.one = 5 expect reachable
",
        "Widen the range of `Counter.one` to `0..5`",
    ),
    (
        "class Shop { }
class Visitor {
  enter(s : Shop)
    post: shop->includes(s)
}
association In { Shop[0..1] role shop; Visitor[0..1] role visitors }
system {
  s : Shop
  one, two : Visitor { shop = {} }
}
check reach one.shop->notEmpty() and two.shop->notEmpty() expect reachable
",
        "Widen the multiplicity of `visitors` in `In` to `[0..2]`",
    ),
    (
        "class Lamp {
  lit : Boolean = false
  light()
    pre:  not lit
    post: lit
}
system {
  l : Lamp
  final l.lit
}
check deadlock expect deadlock
",
        "Remove `final l.lit` of `system`",
    ),
    (
        "class Lamp {
  lit, warm : Boolean = false
  inv dark: not lit
  light()
    post: lit
  heat()
    post: warm = not warm@pre
}
system { l : Lamp }
check reach l.lit expect reachable
",
        "Remove the invariant `dark`",
    ),
];

#[test]
fn each_kind_of_edit_is_proposed_where_it_mends() {
    for (text, wanted) in MISTAKES {
        let found = repairs(text, 0);
        assert!(
            titles(&found).contains(wanted),
            "{wanted}: {found:#?}\n{text}"
        );
        for proposal in &found.proposals {
            mended(text, 0, proposal);
        }
    }
}

/// By `open implies …` a call may also shut the door, so that nothing has to follow.
#[test]
fn a_condition_reads_what_was_before_the_call() {
    let text = "class Oven {
  shut : Boolean = true
  hot : Boolean = false
  heat()
    post: shut implies hot
  turn()
    post: shut = not shut@pre
  cool()
    post: not hot
}
system { o : Oven }
scenario \"heated while shut\" {
  [o.shut]
  -> o : heat()
  [not o.shut]
}
check \"heated while shut\" expect inconsistent
";
    let found = repairs(text, 0);
    assert_eq!(
        titles(&found)[0],
        "Write `shut@pre` in the condition of `Oven.heat`"
    );
    let mended = mended(text, 0, &found.proposals[0]);
    assert!(mended.contains("post: shut@pre implies hot"), "{mended}");
}

/// `a implies b` binds less than `or`, so it is put in parentheses; a condition of several lines stays as it is.
#[test]
fn a_weaker_precondition_keeps_what_belongs_together() {
    let text = "class Door {
  open, locked : Boolean = false
  enter()
    pre:  not locked implies
      open -- or from inside
    post: locked = true and open = true
  lock()
    pre:  open and
      not locked
    post: open = open@pre
}
system { d : Door }
check reach d.locked expect reachable
";
    let weaker = repairs(text, 0);
    let titles = titles(&weaker);
    let whole =
        "Weaken the precondition of `Door.enter` to `(not locked implies open) or not locked`";
    assert!(titles.contains(&whole), "{titles:#?}");
    for proposal in &weaker.proposals {
        mended(text, 0, proposal);
    }
    let also = text.replace("d.locked expect", "d.lock() expect");
    let found = repairs(&also, 0);
    let open = found
        .proposals
        .iter()
        .find(|it| it.title.contains("Door.lock"));
    let open = open.expect("the lock is opened by a weaker precondition");
    assert!(
        open.title.contains("`open and not locked or "),
        "{}",
        open.title
    );
    assert!(mended(&also, 0, open).contains("      not locked or "));
}

#[test]
fn what_was_tried_is_said_where_a_limit_ends_it() {
    let options = RepairOptions {
        checks: Some(3),
        ..RepairOptions::default()
    };
    let found = CLASS_VALUES.repair(TEXT, 6, &options, &mut Clockless);
    let found = found.expect("there is such a check");
    assert_eq!(found.proposals, []);
    assert!(!found.complete);
    assert_eq!(
        found.sentence,
        "No repair was found; 3 candidates were tried, then a limit was reached."
    );
    let as_expected = repairs(TEXT, 1);
    assert_eq!(
        as_expected.sentence,
        "The check is as expected, so there is nothing to mend."
    );
}

/// Of random models by plain visits: after a repair there is no deadlock, and each operation that could be called still can be.
#[test]
fn repairs_of_random_models_take_nothing_away() {
    let (mut asked, mut proposed) = (0, 0);
    for seed in seeds(0..150_u64) {
        // From the first values, so that there are few states to start in.
        let text = classes(&mut Random::new(seed)).replace("  q : B\n", "");
        let text = text.replace("  o : A\n", "  o : A { a = false, n = 0 }\n");
        let text = text.replace("  p : B\n", "  p : B { c = false, m = 0 }\n");
        let text = format!("{text}check deadlock expect none\n");
        let check = model(&text).checks.len() - 1;
        let before = visited(&text);
        if before.deadlock().is_none() || before.states > 200 {
            continue;
        }
        asked += 1;
        let options = RepairOptions {
            proposals: Some(2),
            checks: Some(60),
            ..RepairOptions::default()
        };
        let found = CLASS_VALUES.repair(&text, check, &options, &mut Clockless);
        for proposal in found.expect("there is such a check").proposals {
            proposed += 1;
            let mended = with_patches(&text, &proposal.patches);
            let after = visited(&mended);
            assert_eq!(after.deadlock(), None, "{}\n{mended}", proposal.title);
            let mut kept = before.calls.keys();
            assert!(kept.all(|it| after.calls.contains_key(it)), "{mended}");
        }
    }
    assert!(
        asked >= share(20) && proposed >= share(5),
        "{asked} {proposed}"
    );
}
