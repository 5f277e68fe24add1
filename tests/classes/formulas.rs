//! Formulas of class models against their definitions: the same depths and answers, and every witness is replayed.

use std::collections::BTreeMap;

use lockstep_core::api::{CLASS_VALUES, Clockless, Options, Outcome};
use lockstep_core::generate::{Random, classes};
use lockstep_seeds::{seeds, share};

use super::steps::valid;

/// The answer of some engines to a check of a text; the answer is withheld where a run does not replay.
fn answer(text: &str, check: usize, engine: &str) -> Outcome {
    let options = Options {
        engine: engine.into(),
        max_memory: Some(400_000_000),
        ..Options::default()
    };
    let answer = CLASS_VALUES.check(text, check, &options, &mut Clockless);
    answer.unwrap_or_else(|why| panic!("{engine}, check {check}: {why:?}\n{text}"))
}

/// What an answer says, and after how many calls.
fn said(outcome: &Outcome) -> (&'static str, Option<u32>) {
    (outcome.answer().word(), outcome.depth())
}

const CONDITIONS: [&str; 10] = [
    "o.a",
    "not o.a",
    "o.n = 1",
    "p.c",
    "p.m = 1 and o.n = 0",
    "o.other->isEmpty()",
    "o.other->notEmpty() and not p.c",
    "o.a = p.c",
    "o.n + p.m = 2",
    "B.allInstances()->forAll(y | y.m = 0)",
];

/// Questions about a random model, of every kind, in both frames.
fn questions(text: &str, random: &mut Random) -> Vec<String> {
    let operations: Vec<_> = ["opA0", "opA1", "opA2", "opB0", "opB1"]
        .into_iter()
        .filter(|it| text.contains(&format!("{it}(")))
        .map(|it| {
            let has_parameter = text.contains(&format!("{it}(x"));
            let object = if it.starts_with("opA") { "o" } else { "p" };
            (
                object,
                format!("{it}({})", if has_parameter { "_" } else { "" }),
            )
        })
        .collect();
    let mut all = Vec::new();
    let from = |random: &mut Random| match random.between(0, 5) {
        0 => " from any".to_owned(),
        1 => format!(" from {}", random.choose(&CONDITIONS)),
        _ => String::new(),
    };
    for frame in ["", " frame open"] {
        let (one, other) = (*random.choose(&CONDITIONS), *random.choose(&CONDITIONS));
        let mut ask = |random: &mut Random, subject: String| {
            let from = from(random);
            let within = match random.percent(25) {
                true => format!(" within {}", random.between(0, 2)),
                false => String::new(),
            };
            all.push(format!("check {subject}{from}{frame}{within}"));
        };
        ask(random, format!("reach {one}"));
        ask(random, format!("reach {one} then {other}"));
        ask(random, format!("always {other}"));
        ask(random, "deadlock".into());
        ask(random, "preserves".into());
        if let [first, ..] = operations.as_slice() {
            let (object, call) = first;
            ask(random, format!("reach {object}.{call}"));
            ask(random, "\"two calls\" strict".into());
            ask(random, "\"two calls\" loose".into());
        }
        for invariant in ["iA", "iB"] {
            if text.contains(&format!("inv {invariant}:")) {
                ask(random, format!("preserves {invariant}"));
            }
        }
    }
    all.push("check consistent".into());
    for invariant in ["iA", "iB"] {
        if text.contains(&format!("inv {invariant}:")) {
            all.push(format!("check independent {invariant}"));
        }
    }
    if !operations.is_empty() {
        let mut steps = String::new();
        for _ in 0..2 {
            let (object, call) = random.choose(&operations);
            if random.percent(30) {
                steps += &format!("  [{}]\n", random.choose(&CONDITIONS));
            }
            steps += &format!("  -> {object} : {call}\n");
        }
        if random.percent(40) {
            steps += &format!("  [{}]\n", random.choose(&CONDITIONS));
        }
        all.insert(0, format!("scenario \"two calls\" {{\n{steps}}}"));
    }
    all
}

#[test]
fn random_models_are_answered_as_by_the_definitions() {
    let (mut found, mut never, mut unknown, mut proofs) = (0, 0, 0, 0);
    let mut decided = BTreeMap::new();
    let mut open = BTreeMap::new();
    for seed in seeds(0..500_u64) {
        let mut random = Random::new(seed);
        let mut text = classes(&mut random);
        if random.percent(30) {
            let ends = format!("  final {}\n}}\n", random.choose(&CONDITIONS));
            text = text.trim_end().strip_suffix('}').unwrap().to_owned() + &ends;
        }
        // Visits of all pairs of states would take too long.
        if valid(&super::model(&text)).len() > 80 {
            continue;
        }
        let questions = questions(&text, &mut random);
        for it in &questions {
            text += it;
            text.push('\n');
        }
        let checks = questions.iter().filter(|it| it.starts_with("check"));
        for (check, question) in checks.enumerate() {
            let by_visits = answer(&text, check, "explicit");
            let expected = said(&by_visits);
            if by_visits.answer().word() == "unknown" {
                continue;
            }
            for engine in ["sat", ["bmc", "induction", "ic3"][(seed % 3) as usize]] {
                // Without the others these go on for ever.
                if engine == "bmc" && expected.1.is_none() && by_visits.bound.is_none() {
                    continue;
                }
                let outcome = answer(&text, check, engine);
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
        let all = [0, 1, 2].map(|it| said(&answer(text, it, engine)));
        let expected = [
            ("reachable", Some(1)),
            ("unreachable", None),
            ("reachable", Some(1)),
        ];
        assert_eq!(all, expected, "{engine}");
    }
}
