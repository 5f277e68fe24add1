//! Formulas of class models against their definitions: the same depths and answers, and every witness is replayed.

use std::collections::BTreeMap;

use lockstep_core::generate::{CLASS_CONDITIONS, Random, class_questions, classes};
use lockstep_seeds::{seeds, share};

use super::steps::valid;
use super::{answer_by, said};

#[test]
fn random_models_are_answered_as_by_the_definitions() {
    let (mut found, mut never, mut unknown, mut proofs) = (0, 0, 0, 0);
    let mut decided = BTreeMap::new();
    let mut open = BTreeMap::new();
    for seed in seeds(0..500_u64) {
        let mut random = Random::new(seed);
        let mut text = classes(&mut random);
        if random.percent(30) {
            let ends = format!("  final {}\n}}\n", random.choose(&CLASS_CONDITIONS));
            text = text.trim_end().strip_suffix('}').unwrap().to_owned() + &ends;
        }
        // Visits of all pairs of states would take too long.
        if valid(&super::model(&text)).len() > 80 {
            continue;
        }
        let questions = class_questions(&text, &mut random);
        for it in &questions {
            text += it;
            text.push('\n');
        }
        let checks = questions.iter().filter(|it| it.starts_with("check"));
        for (check, question) in checks.enumerate() {
            let by_visits = answer_by(&text, check, "explicit");
            let expected = said(&by_visits);
            if by_visits.answer().word() == "unknown" {
                continue;
            }
            for engine in ["sat", ["bmc", "induction", "ic3"][(seed % 3) as usize]] {
                // Without the others these go on for ever.
                if engine == "bmc" && expected.1.is_none() && by_visits.bound.is_none() {
                    continue;
                }
                let outcome = answer_by(&text, check, engine);
                if outcome.answer().word() == "unknown" {
                    unknown += 1;
                    let kind = question.split(' ').nth(1).unwrap();
                    *open.entry(format!("{engine} {kind}")).or_insert(0) += 1;
                    continue;
                }
                let kind = question.split(' ').nth(1).unwrap();
                *decided.entry(kind.to_owned()).or_insert(0) += 1;
                assert_eq!(
                    said(&outcome),
                    expected,
                    "seed {seed}, {engine}: {question}\n{text}"
                );
                match expected.1 {
                    Some(_) => found += 1,
                    None => never += 1,
                }
                proofs += usize::from(outcome.verdict.is_absent() && outcome.verdict.is_proved());
            }
        }
    }
    println!(
        "{found} found, {never} never, {proofs} proved, {unknown} unknown; {decided:?}; {open:?}"
    );
    assert!(
        found > share(4_000) && never > share(3_000) && unknown < share(2_000),
        "{found} {never} {unknown}"
    );
}

/// Which object is released depends on a link that is open at the start: of the other one nothing changes.
#[test]
fn a_slot_is_kept_where_another_object_is_meant() {
    let text = "class A {
  hit()
    post: other.c
}
class B { c : Boolean = false }
association L { A[0..1] role back; B[1] role other }
system {
  o : A
  p, q : B
}
check reach p.c
check reach p.c and q.c
check reach p.c and q.c frame open
";
    for engine in ["explicit", "sat"] {
        let all = [0, 1, 2].map(|it| said(&answer_by(text, it, engine)));
        let expected = [
            ("reachable", Some(1)),
            ("unreachable", None),
            ("reachable", Some(1)),
        ];
        assert_eq!(all, expected, "{engine}");
    }
}

/// Some counters that calls move, each in steps of its own, and a phase that calls need; what is asked is so many calls away.
fn counting(random: &mut Random) -> String {
    let objects = random.between(1, 2);
    let most = random.between(9, 14);
    let names = ["c1, c2", "c1"][usize::from(objects == 1)];
    let fast = *random.choose(&[
        "n@pre + 1",
        "n@pre + 1",
        "n@pre + 2",
        "if n@pre < 4 then n@pre + 1 else n@pre + 2 endif",
    ]);
    let slow = *random.choose(&["n@pre + 1", "n@pre", "0"]);
    let back = *random.choose(&["n > 2", "n = 3 and ready", "false"]);
    let goal = *random.choose(&[
        "C.allInstances()->exists(n = MOST)",
        "C.allInstances()->forAll(n >= MOST - 1)",
        "c1.n = MOST and not c1.ready",
    ]);
    let goal = goal.replace("MOST", &most.to_string());
    let start = random.between(0, 2);
    let question = match random.percent(50) {
        true => format!("check reach {goal} within {}", random.between(17, 34)),
        false => format!("check reach {goal}"),
    };
    format!(
        "class C {{
  n : 0..{most} = {start}
  ready : Boolean = false
  prepare()
    pre: not ready
    post: ready
  count()
    pre: ready
    post: n = {fast} and not ready
  slip()
    pre: ready
    post: n = {slow} and not ready
  back()
    pre: {back}
    post: n = n@pre - 1
}}
system {{ {names} : C }}
{question}
"
    )
}

#[test]
fn deep_questions_about_counters_are_answered_as_by_the_definitions() {
    let (mut deep, mut never) = (0, 0);
    for seed in seeds(0..200_u64) {
        let text = counting(&mut Random::new(seed));
        let expected = answer_by(&text, 0, "explicit");
        for engine in ["bmc", "sat"] {
            if engine == "bmc" && expected.depth().is_none() && expected.bound.is_none() {
                continue;
            }
            let outcome = answer_by(&text, 0, engine);
            assert_eq!(
                said(&outcome),
                said(&expected),
                "seed {seed}, {engine}\n{text}"
            );
            deep += usize::from(outcome.depth().is_some_and(|it| it > 16));
            let is_deep = outcome.bound.is_some_and(|it| it > 16);
            never += usize::from(is_deep && outcome.verdict.is_absent());
        }
    }
    assert!(deep > share(30) && never > share(20), "{deep} {never}");
}
