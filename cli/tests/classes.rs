//! Class models on the command line: answers in their words, calls in JSON, and USE models with questions of another file.

use crate::process::{check, file, run};
use serde_json::Value;

const LIGHT: &str = "class Light {
  green : Boolean
  inv real: green or not green
  switch() post: green = not green@pre
  stop() pre: green post: not green
}
system { l : Light { green = false } }
scenario \"on and off\" { -> l : switch(); -> l : stop() }
check \"on and off\" expect consistent
check reach l.stop() expect reachable
check always not l.green expect violated
check preserves real expect holds
check independent real expect implied
check deadlock expect none
";

const DOOR: &str = "model Door
class Door
attributes
  open : Boolean
operations
  push()
end
constraints
context Door::push()
  pre: not self.open
  post: self.open
";

#[test]
fn answers_and_calls_are_told_in_the_words_of_class_models() {
    let run = check(&["--json", &file("light.lks", LIGHT)]);
    assert_eq!((run.code, &*run.err), (0, ""));
    let all: Vec<Value> = serde_json::from_str(&run.out).expect("JSON");
    let answers: Vec<_> = all.iter().map(|it| it["answer"].as_str()).collect();
    let expected = [
        "consistent",
        "reachable",
        "violated",
        "holds",
        "implied",
        "none",
    ];
    assert_eq!(answers, expected.map(Some));
    let kinds: Vec<_> = all.iter().map(|it| it["kind"].as_str()).collect();
    let expected = [
        "consistent",
        "reach",
        "always",
        "always",
        "independent",
        "deadlock",
    ];
    assert_eq!(kinds, expected.map(Some));
    let step = &all[2]["trace"][1];
    assert_eq!(step["call"], "l.switch()");
    assert_eq!(step["changes"][0]["property"], "green");
    assert_eq!(step["changes"][0]["after"], "true");
    assert_eq!(step["state"]["l.green"], "true");
}

#[test]
fn a_use_model_is_asked_with_the_questions_of_another_file() {
    let door = file("door.use", DOOR);
    // By itself it has one question.
    let alone = check(&[&door]);
    assert_eq!(alone.code, 0, "{}", alone.err);
    assert!(alone.out.contains("consistent"), "{}", alone.out);
    let questions = "system { d : Door { open = false } }\ncheck reach d.open within 1 expect reachable\n\
                     check deadlock expect deadlock\n";
    let questions = file("questions.lks", questions);
    let both = check(&[&door, "--with", &questions]);
    assert_eq!(both.code, 0, "{}\n{}", both.out, both.err);
    assert_eq!(both.out.lines().count(), 2, "{}", both.out);
    // Questions declare nothing, and belong to class models.
    let more = file("more.lks", "class A { }\ncheck deadlock\n");
    let refused = check(&[&door, "--with", &more]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("declares a class"), "{}", refused.err);
    let machines = file("machines.lks", "machine A { [*] --> a }");
    let refused = check(&[&machines, "--with", &questions]);
    assert_eq!(refused.code, 2);
    assert!(
        refused.err.contains("holds no class model"),
        "{}",
        refused.err
    );
    // What is wrong is said of the file where it stands.
    let wrong = file(
        "wrong.lks",
        "system { d : Door { open = false } }\n\nchek deadlock\ncheck reach d.opn\n",
    );
    let told = check(&[&door, "--with", &wrong]);
    assert_eq!(told.code, 2);
    assert!(told.err.contains("wrong.lks:3:1"), "{}", told.err);
    assert!(told.err.contains("wrong.lks:4:15"), "{}", told.err);
    let door_alone = file("never.use", DOOR.replace("post: open", "post: true"));
    let told = check(&[&door_alone]);
    assert!(told.err.contains("never.use (converted):"), "{}", told.err);
    let shapes = file("shapes.use", "model Shapes\ndataType Point\nend\n");
    let nothing = check(&[&shapes]);
    assert_eq!(nothing.code, 2);
    assert!(nothing.err.contains("nothing of"), "{}", nothing.err);
    assert!(nothing.err.contains("Data types"), "{}", nothing.err);
    let converted = run(&["convert", &door]);
    assert!(converted.out.contains("class Door {"), "{}", converted.out);
}

#[test]
fn an_ocl_file_needs_its_classes() {
    let ocl = file("only.ocl", "package p\ncontext A inv i: true\nendpackage\n");
    let refused = check(&[&ocl]);
    assert_eq!(refused.code, 2);
    assert!(refused.err.contains("--classes FILE"), "{}", refused.err);
}

#[test]
fn class_models_are_run_by_chance_and_in_all_ways() {
    let light = file("run.lks", LIGHT);
    let all = run(&["simulate", "--mode", "exhaustive", &light]);
    assert_eq!(all.code, 0, "{}", all.err);
    let chance = run(&["simulate", "--mode", "random", "--steps", "3", &light]);
    assert_eq!(chance.code, 0, "{}", chance.err);
    assert!(chance.out.contains("l.switch()"), "{}", chance.out);
}

/// The pedestrian light, without the check by the frame open, of which each state has thousands of outcomes.
fn stuck() -> String {
    let text = include_str!("../../static/examples/classes/pedestrian-light.lks");
    text.replace("check deadlock frame open expect none\n", "")
}

#[test]
fn a_deadlock_says_what_forbids_each_call() {
    let path = file("forbids.lks", stuck());
    let explained = check(&["--explain", &path]);
    assert_eq!((explained.code, &*explained.err), (0, ""));
    for part in [
        "impossible in the last state:",
        "tl.switchPedLight(): needs `request` (line 9)",
        "tl.switchCarLight(): would break `oneAlwaysRed` (line 7)",
    ] {
        assert!(explained.out.contains(part), "{part}\n{}", explained.out);
    }
    let json = check(&["--json", &path]);
    let all: Vec<Value> = serde_json::from_str(&json.out).expect("JSON");
    let of = |kind: &str| {
        let its = all.iter().filter(|it| it["kind"] == kind);
        its.map(|it| it.get("refused").cloned()).collect::<Vec<_>>()
    };
    let [Some(refused)] = &of("deadlock")[..] else {
        panic!("one deadlock, with what is impossible: {}", json.out);
    };
    assert_eq!(refused.as_array().map(Vec::len), Some(4));
    assert_eq!(
        refused[0],
        serde_json::json!({
            "what": "tl.switchPedLight()",
            "reasons": [{ "what": "needs `request`", "line": 9 }],
        })
    );
    assert!(of("reach").iter().all(Option::is_none));
}

/// No check fails, so the deadlock is mended; what is written is checked anew.
#[test]
fn a_deadlock_is_mended_by_a_weaker_precondition() {
    let path = file("stuck.lks", stuck());
    let shown = run(&["repair", &path]);
    assert_eq!((shown.code, &*shown.err), (0, ""));
    for part in [
        "stuck.lks: deadlock: 1 repair was found; all 17 candidates were tried.",
        "1. Weaken the precondition of `TrafficLight.switchPedLight` to `request or pedLight`, and expect `none`",
        "A call is possible in every reachable state (497 states).",
        "+     pre:  request or pedLight",
    ] {
        assert!(shown.out.contains(part), "{part}\n{}", shown.out);
    }
    assert_eq!(run(&["repair", &path, "--apply", "1"]).code, 0);
    assert_eq!(check(&[&path]).code, 0);
    let again = run(&["repair", &path]);
    assert!(
        again.out.contains("every check is as expected"),
        "{}",
        again.out
    );
}

/// Each check by both frames: the answers, and the first slot that jumps.
#[test]
fn the_frames_of_a_check_are_compared() {
    let path = file("frames.lks", stuck().replace("0..9", "0..3"));
    let said = check(&["--same", "named,open", &path]);
    assert_eq!((said.code, &*said.err), (0, ""));
    for part in [
        "frames.lks: reach tl.pedLight: named, open. By frame `named`: The goal is not reached within 2 calls. By frame `open`: The goal is reached after 1 call, and not sooner. Call 1, `",
        "   A run of `open`:",
        "After 3 calls frame `open` also allows `tl.switchCarLight()` to change `tl.pedLight` from `true` to `false`, which no postcondition of it names.",
    ] {
        assert!(said.out.contains(part), "{part}\n{}", said.out);
    }
    let said = check(&["--json", "--same", "named,open", &path]);
    let all: Vec<Value> = serde_json::from_str(&said.out).expect("JSON");
    let last = all.last().expect("a comparison");
    assert_eq!(last["check"], "deadlock");
    // The readings of statecharts are none of class models, and the other way round.
    let said = check(&["--same", "uml,scxml", &path]);
    assert_eq!((said.code, &*said.err), (0, ""));
    assert!(!said.out.contains("uml"), "{}", said.out);
    assert_eq!(check(&["--same", "named,closed", &path]).code, 2);
}

/// Further runs say what the first one says: what is impossible after it, or which call would violate the invariant.
#[test]
fn further_runs_tell_what_comes_after_them_and_links_as_properties() {
    let example = |name: &str| format!("static/examples/classes/{name}.lks");
    let said = check(&["--json", "--witnesses", "3", &example("pedestrian-light")]);
    let all: Vec<Value> = serde_json::from_str(&said.out).expect("JSON");
    let (mut stuck, mut breaking) = (0, 0);
    for it in &all {
        let others = it["witnesses"].as_array().map_or(&[][..], Vec::as_slice);
        for other in others {
            assert_eq!(
                other["refused"].is_array(),
                it["refused"].is_array(),
                "{it}"
            );
            assert_eq!(other["breaking"].is_object(), it["breaking"].is_object());
            stuck += usize::from(other["refused"][0]["what"].is_string());
            breaking += usize::from(other["breaking"]["violates"].is_array());
        }
    }
    assert!(stuck > 0 && breaking > 0, "{stuck} {breaking}");

    let said = check(&["--witnesses", "2", &example("library")]);
    assert!(said.out.contains("b1.borrower = "), "{}", said.out);
    assert!(!said.out.contains("Loan("), "{}", said.out);
}
