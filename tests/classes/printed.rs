//! The formula that Soeken, Wille and Drechsler print, beside the definitions: corrected it has the same least numbers of calls, and
//! each deviation by itself is found on random models.

use std::path::Path;

use lockstep_core::api::{
    CLASS_VALUES, Clockless, Options, Refusal, every_repair, printed_classes,
};
use lockstep_core::encode::paper::{
    ClassFault, ClassInstance, ClassSheet, Repair, Repairs, Smallest,
};
use lockstep_core::generate::{Random, classes};
use lockstep_core::sat;
use lockstep_seeds::{seeds, share};

use super::model;

/// Most calls that are asked about.
const MOST: u32 = 6;

/// What f says of a check with some corrections, for k up to a bound.
fn smallest(text: &str, check: usize, repairs: Repairs, bound: u32) -> Smallest {
    let model = model(text);
    let instance = ClassInstance::new(&model, check).expect("it is about runs");
    let sheet = ClassSheet::new(&instance, repairs, 1_000_000, &|| false);
    let sheet = sheet.expect("small models are written");
    let found = sheet.smallest(bound as usize, sat::ALL[1]);
    let found = found.unwrap_or_else(|why| panic!("{why:?}, check {check}, {repairs:?}\n{text}"));
    if let Some((k, path)) = &found.found
        && repairs == Repairs::ALL
    {
        assert!(path.calls.len() <= *k);
        let flaw = instance.flaw(path);
        assert_eq!(flaw.fault, ClassFault::NotThere, "{text}");
        assert_eq!(flaw.index, path.calls.len());
    }
    found
}

/// The least number of calls by the definitions; `Err` where they have no answer.
fn defined(text: &str, check: usize) -> Result<Option<u32>, ()> {
    let options = Options {
        engine: "explicit".into(),
        ..Options::default()
    };
    let answer = CLASS_VALUES.check(text, check, &options, &mut Clockless);
    let answer = answer.unwrap_or_else(|why| panic!("{why:?}\n{text}"));
    match answer.answer().word() {
        "unknown" => Err(()),
        _ => Ok(answer.depth()),
    }
}

const CONDITIONS: [&str; 7] = [
    "o.a",
    "not o.a",
    "o.n = 1 and p.c",
    "p.m = 1 and o.n = 0",
    "o.other->notEmpty() and not p.c",
    "o.a = p.c",
    "B.allInstances()->forAll(y | y.m = 0)",
];

/// A random model that starts in one state, or in few, with questions about it.
fn asked(random: &mut Random) -> (String, usize) {
    let mut text = classes(random);
    for (object, slots) in [("o : A", ["a", "n"]), ("p : B", ["c", "m"])] {
        let [truth, number] = slots;
        let truth = format!("{truth} = {}", random.percent(50));
        let number = format!("{number} = {}", random.between(0, 1));
        text = text.replace(
            &format!("  {object}\n"),
            &format!("  {object} {{ {truth}, {number} }}\n"),
        );
    }
    let mut checks = vec![
        format!("reach {}", random.choose(&CONDITIONS)),
        format!(
            "reach {} then {}",
            random.choose(&CONDITIONS),
            random.choose(&CONDITIONS)
        ),
        format!("always {}", random.choose(&CONDITIONS)),
        "deadlock".to_owned(),
    ];
    let calls = [("o", "opA0"), ("o", "opA1"), ("p", "opB0"), ("p", "opB1")];
    let calls: Vec<_> = calls
        .into_iter()
        .filter(|it| text.contains(&format!("{}(", it.1)))
        .map(|(object, it)| {
            let argument = ["", "_"][usize::from(text.contains(&format!("{it}(x")))];
            (object, format!("{it}({argument})"))
        })
        .collect();
    if let Some((object, call)) = calls.last() {
        checks.push(format!("reach {object}.{call}"));
        let last = random.choose(&calls);
        text += &format!(
            "scenario \"two\" {{\n  -> {object} : {call}\n  -> {} : {}\n}}\n",
            last.0, last.1
        );
        checks.push("\"two\" strict".to_owned());
        checks.push("\"two\" loose".to_owned());
    }
    for it in &checks {
        text += &format!(
            "check {it} within {}\n",
            if it.contains("strict") {
                MOST - 2
            } else {
                MOST
            }
        );
    }
    (text, checks.len())
}

#[test]
fn corrected_it_agrees_and_each_deviation_is_found() {
    let slips = [
        Repair::Frame,
        Repair::AtMostK,
        Repair::Ceil,
        Repair::Undefined,
    ];
    let (mut questions, mut yes, mut wrong) = (0, 0, [[0; 2]; 4]);
    for seed in seeds(0..1_000_u64) {
        let mut random = Random::new(seed);
        let (text, checks) = asked(&mut random);
        for check in 0..checks {
            let Ok(defined) = defined(&text, check) else {
                continue;
            };
            questions += 1;
            yes += usize::from(defined.is_some());
            let corrected = smallest(&text, check, Repairs::ALL, MOST);
            let depth = depth(&corrected);
            assert_eq!(depth, defined, "seed {seed}, check {check}\n{text}");
            // Each deviation with a share of the questions.
            let slip = (seed as usize + check) % slips.len();
            let found = smallest(&text, check, Repairs::ALL.without(slips[slip]), MOST);
            let is_wrong = self::depth(&found) != defined || found.lost.is_some();
            wrong[slip][usize::from(text_of(&text, check).contains("deadlock"))] +=
                usize::from(is_wrong);
        }
    }
    println!("{questions} questions, {yes} yes; wrong, without and with deadlocks: {wrong:?}");
    assert!(yes > share(2_000) && yes < questions, "{yes}");
    for (slip, wrong) in slips.iter().zip(wrong) {
        assert!(
            wrong[0] + wrong[1] > share(20),
            "{}: {wrong:?}",
            slip.name()
        );
    }
}

/// The smallest models that show each deviation, as printed and corrected; where a k is lost, it stands second.
#[test]
fn each_deviation_has_its_witness() {
    let rows = [
        (1, 0, Repair::Frame, (Some(1), None), (Some(3), None)),
        (1, 1, Repair::Frame, (None, None), (Some(3), None)),
        (2, 0, Repair::AtMostK, (Some(1), Some(2)), (Some(1), None)),
        (3, 0, Repair::Ceil, (None, None), (Some(5), None)),
        (4, 0, Repair::Undefined, (Some(4), None), (None, None)),
    ];
    for (number, check, slip, printed, corrected) in rows {
        let text = example(number);
        let asked = |repairs| {
            let found = smallest(&text, check, repairs, MOST);
            (depth(&found), found.lost.map(|it| it as u32))
        };
        assert_eq!(asked(Repairs::ALL), corrected, "c{number}, check {check}");
        assert_eq!(defined(&text, check), Ok(corrected.0), "c{number}");
        // It is this deviation alone, whichever of the others is there, but for runs of exactly k calls that are lost.
        for repair in Repair::ALL.into_iter().filter(|it| it.is_for_classes()) {
            let expected = if repair == slip { printed } else { corrected };
            assert_eq!(
                asked(Repairs::ALL.without(repair)).0,
                expected.0,
                "c{number}: {}",
                repair.name()
            );
        }
        assert_eq!(asked(Repairs::ALL.without(slip)).1, printed.1, "c{number}");
    }
}

fn depth(found: &Smallest) -> Option<u32> {
    found.found.as_ref().map(|it| it.0 as u32)
}

/// The text of a check.
fn text_of(text: &str, check: usize) -> &str {
    let mut checks = text.lines().filter(|it| it.starts_with("check"));
    checks.nth(check).expect("the check is there")
}

fn example(number: usize) -> String {
    let name = format!("../static/examples/encodings/c{number}.lks");
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name));
    text.expect("the example is there")
}

/// What is shown beside the definitions is true of them, and says what the headers say.
#[test]
fn the_examples_say_what_is_printed() {
    let asked = |number: usize, check: usize, repairs: &[String]| {
        let options = Options::default();
        printed_classes(&example(number), check, repairs, &options, &mut Clockless).unwrap()
    };
    let rows = [
        (
            1,
            0,
            "As printed: reachable at k = 1. By the definitions: reachable at k = 3 (other k).",
            "changes",
        ),
        (
            1,
            1,
            "As printed: none at every k up to 6. By the definitions: deadlock at k = 3 (wrong no).",
            "τ",
        ),
        (
            2,
            0,
            "As printed: found at k = 1, unreachable at k = 2. By the definitions: reachable at k = 1 (wrong no).",
            "f",
        ),
        (
            3,
            0,
            "As printed: unreachable at every k up to 5. By the definitions: reachable at k = 5 (wrong no).",
            "ω",
        ),
        (
            4,
            0,
            "As printed: reachable at k = 4. By the definitions: unreachable (wrong yes).",
            "`c.count()` makes `c.n` ⊥, which is none of its values.",
        ),
    ];
    for (number, check, sentence, why) in rows {
        let view = asked(number, check, &[]);
        assert_eq!(view.sentence, sentence, "c{number}");
        let flaw = view.flaw.map(|it| it.sentence);
        let rejected = view.rejected.map(|it| it.formulas.join(" "));
        let found = flaw.or(rejected).unwrap_or_default();
        assert!(found.contains(why), "c{number}: {found}");
        assert!(view.told.len() > 1, "c{number}: {:?}", view.told);
        let names: Vec<_> = view.formulas.iter().map(|it| it.name.as_str()).collect();
        assert_eq!(names[..2], ["σ₀", "α"], "c{number}");
        let mended = asked(number, check, &every_repair());
        assert_eq!(mended.difference, None, "c{number}: {}", mended.sentence);
        assert!(mended.all_repairs);
    }
    let told = asked(4, 0, &[]).told;
    let states = [
        "c.n = 0",
        "c.count(): c.n = 1",
        "c.count(): c.n = 2",
        "c.count(): c.n = ⊥",
        "c.count(): c.n = 0",
    ];
    assert_eq!(told, states);
}

#[test]
fn what_the_paper_does_not_encode_is_refused() {
    let text = "class A {\n  n : Integer = 0\n  inv small: n < 3\n  grow()\n    post: n = n@pre + 1\n}\nsystem {\n  a : A\n}\ncheck deadlock\ncheck preserves small\ncheck consistent\n";
    for (check, why) in [(0, "`Integer`"), (1, "keep"), (2, "states")] {
        let options = Options::default();
        let view = printed_classes(text, check, &[], &options, &mut Clockless);
        let Err(Refusal::Option(told)) = view else {
            panic!("check {check}: {view:?}")
        };
        assert!(told.contains(why), "{told}");
    }
}
