//! `lockstep check --encoding paper`: the printed answer stands beside Lockstep's own, never in its
//! place.

use crate::process::check;
use serde_json::{Value, json};

fn example(name: &str) -> String {
    format!("static/examples/encodings/{name}.lks")
}

fn records(args: &[&str]) -> Vec<Value> {
    let run = check(&[&["--json", "--encoding", "paper"], args].concat());
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}\n{}{}", run.out, run.err))
}

const ALL: [&str; 12] = [
    "g0", "g1", "g2", "g3", "g4", "g5", "g6", "s1", "s2", "s3", "s4", "s5",
];

#[test]
fn lockstep_answers_by_the_definitions_whatever_is_printed() {
    let files = ALL.map(example);
    let files: Vec<_> = files.iter().map(String::as_str).collect();
    let own = check(&[&["--json"], files.as_slice()].concat());
    let own: Vec<Value> = serde_json::from_str(&own.out).unwrap();
    for repairs in ["none", "range", "all"] {
        let beside = records(&[&["--repair", repairs], files.as_slice()].concat());
        assert_eq!(beside.len(), own.len());
        for (record, own) in beside.iter().zip(&own) {
            for key in [
                "answer",
                "as_expected",
                "depth",
                "trace",
                "certificate",
                "engine",
            ] {
                assert_eq!(record[key], own[key], "{key} of {}", record["check"]);
            }
            assert!(own.get("printed").is_none());
            let printed = &record["printed"];
            let differs = printed["difference"] != Value::Null;
            assert_eq!(
                differs && printed["answer"] == record["answer"],
                printed["difference"] == "other k",
                "{record}"
            );
            let shown = printed["flaw"] != Value::Null || printed["rejected"] != Value::Null;
            assert!(shown || !differs, "a difference has its reason: {record}");
        }
    }
    let run = check(&[&["--encoding", "paper"], files.as_slice()].concat());
    assert_eq!(run.code, 0, "the examples expect what the definitions say");
}

#[test]
fn json_has_the_claimed_path_and_the_first_fault() {
    let printed = &records(&["--repair", "range", &example("g1")])[0]["printed"];
    assert_eq!(printed["paper"], "gsc");
    assert_eq!(printed["repairs"], json!(["range"]));
    assert_eq!(
        (&printed["answer"], &printed["k"]),
        (&json!("reachable"), &json!(2))
    );
    assert_eq!(printed["defined"], "unreachable");
    assert_eq!(printed["difference"], "wrong yes");
    assert_eq!(
        printed["path"][1],
        json!({"state": {"P": ["<p0//a/p1>"], "Q": ["<q0//a/q1>"], "R": ["r0"]}, "waiting": ["a"]})
    );
    assert_eq!(
        printed["flaw"],
        json!({"index": 2, "sentence": "`P` and `Q` send `a`, but only `R` receives it."})
    );
    assert_eq!(printed["formulas"].as_array().unwrap().len(), 10);
}

#[test]
fn people_see_both_runs_where_the_answers_differ() {
    let shown = |args: &[&str]| {
        let run = check(&[&["--encoding", "paper"], args].concat());
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    let wrong_yes = shown(&["--repair", "range", &example("g2")]);
    for part in [
        "Global State Checker. With the repair range: reachable at k = 2. By the definitions: \
         unreachable (wrong yes).",
        "      2  P p1, R1 <r0/a//r1>, R2 <u0/a//u1>\n          ^ `R1` and `R2` receive `a`, but only",
        "By the definitions: no run.",
    ] {
        assert!(
            wrong_yes.contains(part),
            "{part} is missing in\n{wrong_yes}"
        );
    }
    let wrong_no = shown(&["--repair", "all", &example("s4")]);
    for part in [
        "sequence checker. With all repairs: inconsistent at every k up to 1. By the definitions: \
         consistent at k = 1 (wrong no).",
        "      5  p <p0/x/a/p1>, q q0, r <r1//c/r2>\n          ^ not by φ_1 and φ_seq",
    ] {
        assert!(wrong_no.contains(part), "{part} is missing in\n{wrong_no}");
    }
    let other_k = shown(&["--repair", "range", &example("g6")]);
    for part in [
        "(other k)",
        "n1, M <s0/a//s1>; N -> M : a\n       3  N n1, M s1",
    ] {
        assert!(other_k.contains(part), "{part} is missing in\n{other_k}");
    }
    let agreed = shown(&[&example("s5")]);
    assert!(
        agreed.contains("As printed: consistent at k = 1, as by the definitions."),
        "{agreed}"
    );
    assert!(!agreed.contains("What the formulas claim"), "{agreed}");
}

#[test]
fn what_is_not_encoded_says_so_and_unknown_repairs_are_refused() {
    let run = check(&["--encoding", "paper", "static/examples/machines/mail.lks"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(
        run.out
            .contains("no printed formula: the papers encode no deadlocks"),
        "{}",
        run.out
    );
    let record = records(&["static/examples/machines/mail.lks"])
        .pop()
        .unwrap();
    assert_eq!(
        record["printed"],
        json!({"uncovered": "the papers encode no deadlocks"})
    );
    let run = check(&["--encoding", "paper", "--repair", "magic", &example("g0")]);
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(run.err.contains("protect-message"), "{}", run.err);
}

#[test]
fn statecharts_are_told_beside_the_formulas_of_their_paper() {
    let shown = |number: usize, repair: &str| {
        let file = example(&format!("b{number}"));
        let run = check(&["--encoding", "paper", "--repair", repair, &file]);
        assert_eq!(run.code, 0, "{}", run.err);
        run.out
    };
    for (number, part) in [
        (1, "      5  c Count, n = 4\n          ^ not by int_size"),
        (
            2,
            "   BMC4UML. As printed: reachable at k = 4. By the definitions: unreachable (wrong yes).",
        ),
        (
            2,
            "      4  s Twice; r Zero\n          ^ The queue of `r` is full",
        ),
        (
            3,
            "      6  o Main.Left.A2 and Main.Right.B; p Pressed\n          ^ XO3 has `o` fire `A --> A2 : go` alone",
        ),
        (4, "      3  g Gone\n          ^ not by X5"),
        (
            5,
            "As printed: unreachable at every k up to 14. By UML’s rules: reachable (wrong no).",
        ),
    ] {
        let out = shown(number, "none");
        assert!(out.contains(part), "{part} is missing in\n{out}");
        let mended = shown(number, "all");
        assert!(mended.contains(", as by "), "{mended}");
        assert!(!mended.contains("wrong"), "{mended}");
    }
    let printed = &records(&[&example("b2")])[0]["printed"];
    assert_eq!(printed["paper"], "bmc4uml");
    assert_eq!(printed["told"].as_array().map(Vec::len), Some(5));
    assert_eq!(printed["flaw"]["index"], 4);
    let run = check(&[
        "--encoding",
        "paper",
        "static/examples/statecharts/microwave.lks",
    ]);
    assert!(
        run.out
            .contains("no printed formula: the paper has no pseudostates"),
        "{}",
        run.out
    );
}
