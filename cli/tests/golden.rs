//! Golden files: what the command line has said about every example and about 300 random models
//! stays as it is, to the byte.
//!
//! A change of the house must not change an answer. Each file stands twice: `golden/facts` has what is so, `golden/words` how
//! it is said, and a commit about words changes the second alone. `LOCKSTEP_RECORD=1 cargo test -p lockstep-cli --test all golden`
//! records both anew: say in the commit why.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::process::{Run, golden, run};
use lockstep_core::api::{Kinds, StructureKind, analyse};
use lockstep_core::diagram::graph::graph;
use lockstep_core::generate::{Random, Shape, goal, model};
use lockstep_core::interchange::{Format, share};
use lockstep_core::language::Model;
use lockstep_core::language::machines::document::{print, unresolve};
use lockstep_tests::golden::{cut, is_recording, settle, settle_facts, shorten_runs};
use serde_json::Value;

/// Random models with every kind of question.
const MODELS: usize = 300;
/// Keys that hold times, which no two runs share.
const TIMES: [&str; 2] = ["encode_ms", "solve_ms"];

/// The 64-bit fingerprint FNV-1a: stable for ever, and enough to notice a change.
fn fingerprint(text: &str) -> String {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    format!("{:016x}", text.bytes().fold(0xcbf2_9ce4_8422_2325, step))
}

/// The examples of communicating machines, each as a file name relative to the repository, whatever machine this is.
fn examples() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut found = Vec::new();
    for group in ["machines", "encodings"] {
        let folder = format!("static/examples/{group}");
        for entry in std::fs::read_dir(root.join(&folder)).expect("the examples are there") {
            let entry = entry.expect("the folder can be read");
            let text = std::fs::read_to_string(entry.path()).expect("an UTF-8 text");
            let name = entry.file_name();
            if Kinds::whole().analyse(&text).structure.kind() == StructureKind::Machines {
                found.push(format!(
                    "{folder}/{}",
                    name.to_str().expect("an ASCII name")
                ));
            }
        }
    }
    found.sort_unstable();
    found
}

fn json(run: &Run) -> Value {
    serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err))
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("golden")
        .join(name);
    std::fs::remove_dir_all(&folder).ok();
    std::fs::create_dir_all(&folder).expect("cargo provides this directory for tests");
    folder
}

fn path(path: &Path) -> &str {
    path.to_str()
        .expect("cargo's directories have Unicode names")
}

/// What the answers to checks say, check by check.
fn words_of(answers: &mut Value) -> String {
    let Value::Array(answers) = answers else {
        panic!("{answers} is no list of answers")
    };
    let mut lines = String::new();
    for answer in answers {
        let _ = writeln!(lines, "{}: {}", answer["file"], answer["check"]);
        for word in cut(answer) {
            let _ = writeln!(lines, "  {}", word.replace('\n', " / "));
        }
    }
    lines
}

#[test]
fn every_example_answers_as_recorded() {
    let files = examples();
    let mut args = vec!["check", "--json", "--explain", "--witnesses", "3"];
    args.extend(files.iter().map(String::as_str));
    let mut answers = json(&run(&args));
    let words = words_of(&mut answers);
    let facts = serde_json::to_string_pretty(&answers).expect("JSON can be written");
    settle(&golden(), "examples.json", &(facts + "\n"), &words);
}

/// Transition systems and statecharts: an answer is a line, and an entry of a run has the values that have changed.
#[test]
fn every_example_of_another_kind_answers_as_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for kind in ["systems", "statecharts"] {
        let folder = format!("static/examples/{kind}");
        let found = std::fs::read_dir(root.join(&folder)).expect("the examples are there");
        let name = |it: std::io::Result<std::fs::DirEntry>| {
            let name = it.expect("the folder can be read").file_name();
            format!("{folder}/{}", name.to_str().expect("an ASCII name"))
        };
        let mut files: Vec<_> = found.map(name).collect();
        files.sort_unstable();
        let mut args = vec!["check", "--json"];
        args.extend(files.iter().map(String::as_str));
        let mut answers = json(&run(&args));
        let words = words_of(&mut answers);
        shorten_runs(&mut answers);
        let lines = answers.as_array().expect("a list of answers").iter();
        let facts: String = lines.map(|it| format!("{it}\n")).collect();
        settle(&golden(), &format!("{kind}.jsonl"), &facts, &words);
    }
}

#[test]
fn every_other_command_answers_as_recorded() {
    let (mut facts, mut words) = (String::new(), String::new());
    for file in examples() {
        let commands: [&[&str]; 5] = [
            &["check", "--json", "--engine", "sat", "--timeout", "60"],
            &["check", "--json", "--engine", "explicit"],
            &["check", "--json", "--encoding", "paper", "--timeout", "60"],
            &["repair", "--json"],
            &["matrix", "--json"],
        ];
        for command in commands {
            let unbounded = command.contains(&"sat") && !bounded(&file);
            if unbounded {
                continue;
            }
            let run = run(&[command, &[&file]].concat());
            // Where there is nothing to mend, `repair` says so in words.
            let (told, evidence) = match serde_json::from_str::<Value>(&run.out) {
                Ok(mut answer) => (cut(&mut answer).join("\n"), answer.to_string()),
                Err(_) => (run.out.clone() + &run.err, String::new()),
            };
            let what = format!("{} {file}", command.join(" "));
            let evidence = fingerprint(&evidence);
            let _ = writeln!(facts, "{what} exit {} evidence {evidence}", run.code);
            let _ = writeln!(words, "{what} words {}", fingerprint(&told));
        }
    }
    settle(&golden(), "commands.txt", &facts, &words);
}

/// Whether every check of a file has a bound: plain unrolling ends there.
fn bounded(file: &str) -> bool {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let text = std::fs::read_to_string(root.join(file)).expect("the example can be read");
    analyse(&text)
        .checks
        .iter()
        .all(|check| check.bound.is_some())
}

#[test]
fn every_example_travels_as_recorded() {
    let (mut facts, mut words) = (String::new(), String::new());
    let files = examples();
    let mut args = vec!["check", "--json"];
    args.extend(files.iter().map(String::as_str));
    let said = cut(&mut json(&run(&args)));
    // As pages write them, too.
    let said: Vec<_> = said
        .iter()
        .filter_map(|it| it.split_once(": "))
        .flat_map(|(_, it)| [it.to_owned(), it.replace('>', "&gt;")])
        .filter(|it| it.len() > 8)
        .collect();
    for format in Format::ALL {
        let into = folder(format.name());
        let mut args = vec!["check", "--trace", path(&into), "--trace-as", format.name()];
        args.extend(files.iter().map(String::as_str));
        run(&args);
        let mut names: Vec<_> = std::fs::read_dir(&into)
            .expect("the command made the folder")
            .map(|entry| entry.expect("it can be read").file_name())
            .collect();
        names.sort_unstable();
        for name in names {
            let text = std::fs::read_to_string(into.join(&name)).expect("exports are text");
            // Times of this run stand in the JSON, and in pages that carry it.
            let text = timeless(&text);
            let name = name.to_str().expect("an ASCII name").to_owned();
            let whole = fingerprint(&text);
            // Without its sentences; a picture that has none is a fact as a whole.
            let bare = said.iter().fold(text, |text, it| text.replace(it, ""));
            let _ = writeln!(facts, "{} {name} {}", format.name(), fingerprint(&bare));
            let _ = writeln!(words, "{} {name} {whole}", format.name());
        }
    }
    settle(&golden(), "exports.txt", &facts, &words);
}

/// A text without the numbers that follow a key for times.
fn timeless(text: &str) -> String {
    let mut kept = text.to_owned();
    for key in TIMES {
        let key = format!("\"{key}\":");
        let mut parts = kept.split(&key).map(str::to_owned);
        let first = parts.next().unwrap_or_default();
        let rest = parts.map(|part| {
            let number = |it: char| it.is_ascii_digit() || " .e-".contains(it);
            part.trim_start_matches(number).to_owned()
        });
        kept = rest.fold(first, |all, part| all + &part);
    }
    kept
}

#[test]
fn every_recorded_link_opens_as_recorded() {
    if is_recording() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut lines = String::new();
        for file in examples() {
            let text = std::fs::read_to_string(root.join(&file)).expect("it can be read");
            let _ = writeln!(lines, "{file} {}", share::encode(&text));
        }
        settle_facts(&golden(), "links.txt", &lines);
    }
    let recorded =
        std::fs::read_to_string(golden().join("facts/links.txt")).expect("links are recorded");
    for line in recorded.lines() {
        let (file, link) = line.split_once(' ').expect("a file and its link");
        let shared = share::decode(link).unwrap_or_else(|error| panic!("{file}: {error}"));
        assert_eq!(
            share::encode(&shared.text),
            link,
            "{file} is written as it was"
        );
        assert!(!analyse(&shared.text).has_errors, "{file} still reads");
    }
}

/// A random model with every kind of question, with a bound and without.
fn questions(seed: u64) -> Option<String> {
    let mut random = Random::new(seed);
    let model = model(&Shape::default(), &mut random);
    let bound = random.between(0, 7);
    let goal = places(&model, &goal(&model, &mut random));
    let from = places(&model, &lockstep_core::generate::goal(&model, &mut random));
    let scenario = format!("{:?}", model.scenarios[0].name);
    let mut text = print(&unresolve(&model));
    for within in [format!(" within {bound}"), String::new()] {
        let _ = writeln!(text, "check {scenario} strict{within}");
        // Without a bound, a loose scenario that cannot be played was once not decided at all.
        if !within.is_empty() {
            let _ = writeln!(text, "check {scenario} loose{within}");
        }
        let _ = writeln!(text, "check reach {goal}{within}");
        let _ = writeln!(text, "check reach {goal} from {from}{within}");
        let _ = writeln!(text, "check deadlock{within}");
    }
    (!analyse(&text).has_errors).then_some(text)
}

fn places(model: &Model, goal: &[(usize, lockstep_core::language::machines::Place)]) -> String {
    let place = |&(lifeline, place): &(usize, _)| {
        let lifeline = &model.system[lifeline];
        format!(
            "{}.{}",
            lifeline.name,
            model.place_name(lifeline.machine, place)
        )
    };
    goal.iter().map(place).collect::<Vec<_>>().join(", ")
}

#[test]
fn random_models_answer_as_recorded() {
    let into = folder("random");
    let mut files = Vec::new();
    for seed in 1.. {
        if files.len() == MODELS {
            break;
        }
        if let Some(text) = questions(seed) {
            let file = into.join(format!("{seed}.lks"));
            std::fs::write(&file, text).expect("cargo's directory can be written");
            files.push(file);
        }
    }
    let mut args = vec!["check", "--json"];
    args.extend(files.iter().map(|it| path(it)));
    let answered = run(&args);
    let Value::Array(records) = json(&answered) else {
        panic!("{}", answered.err)
    };
    let (mut facts, mut words) = (String::new(), String::new());
    for mut record in records {
        let file = record["file"].as_str().expect("a file").to_owned();
        let seed = file
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .trim_end_matches(".lks");
        let kind = record["kind"].as_str().expect("a kind").to_owned();
        let answer = record["answer"].as_str().expect("an answer").to_owned();
        let summary = format!(
            "{seed} {kind} bound {} {answer} proved {} depth {} prefix {}",
            record["bound"], record["proved"], record["depth"], record["prefix"]
        );
        let keys = record.as_object_mut().expect("a record has keys");
        // The file lies in a folder of this machine. The rest was recorded before answers said what they rest on;
        // `tests/vacuity.rs` judges that.
        keys.retain(|key, _| key != "file" && key != "vacuity");
        let told = cut(&mut record).join("\n");
        let evidence = fingerprint(&record.to_string());
        let _ = writeln!(facts, "{summary} evidence {evidence}");
        let _ = writeln!(words, "{seed} {kind} words {}", fingerprint(&told));
    }
    settle(&golden(), "random.txt", &facts, &words);
}

#[test]
fn every_machine_is_drawn_as_recorded() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut lines = String::new();
    for file in examples() {
        let text = std::fs::read_to_string(root.join(&file)).expect("it can be read");
        for machine in &analyse(&text).machines {
            let graph = graph(machine).expect("examples can be drawn");
            let _ = write!(lines, "{file} {}:", machine.name);
            for node in &graph.nodes {
                let _ = write!(lines, " {}x{}", node.width, node.height);
            }
            for edge in &graph.edges {
                let (width, height) = edge.label.unwrap_or_default();
                let _ = write!(lines, " {}-{}:{width}x{height}", edge.source, edge.target);
            }
            lines.push('\n');
        }
    }
    settle_facts(&golden(), "drawings.txt", &lines);
}
