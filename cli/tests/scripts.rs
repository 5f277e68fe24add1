//! `lockstep check --smt2`: formulas of class models as text that SMT solvers read.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::check;

/// The examples with their checks: whether something is there within the bound, by our formula and by the printed one.
const EXAMPLES: [(&str, usize, [&str; 2]); 5] = [
    ("c1", 1, ["sat", "sat"]),
    ("c1", 2, ["sat", "unsat"]),
    ("c2", 1, ["sat", "unsat"]),
    ("c3", 1, ["sat", "unsat"]),
    ("c4", 1, ["unsat", "sat"]),
];

fn written() -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("smt2");
    std::fs::remove_dir_all(&folder).ok();
    let files = ["c1", "c2", "c3", "c4"].map(|it| format!("static/examples/encodings/{it}.lks"));
    let mut args = vec!["--smt2", folder.to_str().expect("a Unicode name")];
    args.extend(["--encoding", "paper"]);
    args.extend(files.iter().map(String::as_str));
    let run = check(&args);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    folder
}

/// The scripts of a check: ours, and the printed one.
fn scripts(folder: &Path, name: &str, check: usize) -> [PathBuf; 2] {
    let files = std::fs::read_dir(folder).expect("the folder has been written");
    let files = files.map(|it| it.expect("a file").path());
    let begins = format!("{name}-{check}-");
    let mut own: Vec<_> = files
        .filter(|it| {
            let file = it.file_name().expect("it is a file").to_string_lossy();
            file.starts_with(&begins)
        })
        .collect();
    own.sort_by_key(|it| it.to_string_lossy().ends_with("-paper.smt2"));
    own.try_into().expect("each check has two scripts")
}

/// A solver that is installed here.
fn solver() -> Option<&'static str> {
    let all = ["boolector", "bitwuzla"];
    all.into_iter()
        .find(|it| Command::new(it).arg("--version").output().is_ok())
}

#[test]
fn scripts_are_read_back_and_answered_as_checks_are() {
    let folder = written();
    let solver = solver();
    if solver.is_none() {
        println!("neither boolector nor bitwuzla is installed: their answers are not compared");
    }
    for (name, check, expected) in EXAMPLES {
        for (path, expected) in scripts(&folder, name, check).iter().zip(expected) {
            let text = std::fs::read_to_string(path).expect("an UTF-8 text");
            reads_back(&text);
            let Some(solver) = solver else { continue };
            let run = Command::new(solver).arg(path).output();
            let answer = String::from_utf8(run.expect("it runs").stdout).expect("an UTF-8 text");
            assert_eq!(answer.trim(), expected, "{solver}: {}", path.display());
        }
    }
}

/// Every line is a command with balanced brackets, and each name is declared once, before it is used.
fn reads_back(text: &str) {
    let mut declared = BTreeSet::new();
    let mut commands = Vec::new();
    for line in text.lines() {
        let line = line.split(';').next().unwrap_or_default().trim();
        if line.is_empty() {
            continue;
        }
        let count = |bracket: char| line.chars().filter(|it| *it == bracket).count();
        assert_eq!(count('('), count(')'), "{line}");
        let words = line.split(['(', ')', ' ']).filter(|it| !it.is_empty());
        let words: Vec<_> = words.collect();
        match words[0] {
            "declare-fun" => {
                assert_eq!(words[2], "Bool");
                assert!(declared.insert(words[1]), "{line}");
            }
            "assert" => {
                for word in &words[1..] {
                    let is_operator = ["and", "or", "xor", "not", "=", "true", "false"];
                    assert!(
                        is_operator.contains(word) || declared.contains(word),
                        "{line}"
                    );
                }
            }
            other => commands.push(other),
        }
    }
    assert_eq!(commands, ["set-logic", "check-sat", "exit"]);
}

#[test]
fn variables_say_which_slot_or_call_they_are() {
    let folder = written();
    let [ours, printed] = scripts(&folder, "c1", 1);
    let texts = [ours, printed].map(|it| std::fs::read_to_string(it).expect("an UTF-8 text"));
    for (text, about, bit) in [
        (
            &texts[0],
            "; what is asked, within k = 6 calls\n",
            " is at least 4",
        ),
        (&texts[1], "; ocl as printed, k = 6\n", ", bit 3"),
    ] {
        assert!(text.starts_with(about), "{about}");
        for meaning in [
            "() Bool) ; state 0: tl.pedLight".to_owned(),
            format!("() Bool) ; state 6: b1.counter{bit}\n"),
            "() Bool) ; call 1: tl.switchPedLight()".to_owned(),
        ] {
            assert!(text.contains(&meaning), "{about}{meaning}");
        }
    }
    assert!(texts[1].contains("() Bool) ; ω_0, bit 1\n"));
    let run = check(&["--smt2", "unused", "static/examples/machines/coffee.lks"]);
    assert!(
        run.err
            .contains("--smt2 writes formulas of class models only"),
        "{}",
        run.err
    );
}

#[test]
fn the_printed_formula_of_class_models_stands_below_the_answer() {
    let run = check(&["--encoding", "paper", "static/examples/encodings/c4.lks"]);
    assert_eq!(run.code, 0, "{}", run.err);
    for part in [
        "Soeken, Wille and Drechsler. As printed: reachable at k = 4. By the definitions: unreachable (wrong yes).",
        "          ^ `c.count()` makes `c.n` ⊥, which is none of its values.",
    ] {
        assert!(run.out.contains(part), "{part} is missing in\n{}", run.out);
    }
}
