//! Golden files: what the command line has said about every example and about 300 random models
//! stays as it is, to the byte.
//!
//! A change of the house must not change an answer. `golden/examples.json` holds the JSON of every
//! example whole; the other files have a line for each text with one fingerprint of the evidence
//! and one of the words, so that a sentence that was mended on purpose is told from an answer that
//! changed. `LOCKSTEP_RECORD=1 cargo test -p lockstep-cli --test golden` records them anew: say in
//! the commit why.

mod process;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use lockstep_core::api::{analyse, is_chart};
use lockstep_core::diagram::graph::graph;
use lockstep_core::generate::{Random, Shape, goal, model};
use lockstep_core::interchange::{Format, share};
use lockstep_core::language::Model;
use lockstep_core::language::document::{print, unresolve};
use process::{Run, golden, run, settle};
use serde_json::Value;

/// Random models with every kind of question.
const MODELS: usize = 300;
/// Keys that hold times, which no two runs share.
const TIMES: [&str; 2] = ["encode_ms", "solve_ms"];
/// Keys that hold sentences.
const WORDS: [&str; 3] = ["sentence", "reason", "what"];

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
            if !is_chart(&text) {
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

/// The JSON of a command without times, and without the words where only evidence is wanted.
fn without(value: &mut Value, left_out: &[&str]) {
    match value {
        Value::Object(object) => {
            object.retain(|key, _| !left_out.contains(&key.as_str()));
            object.values_mut().for_each(|it| without(it, left_out));
        }
        Value::Array(items) => items.iter_mut().for_each(|it| without(it, left_out)),
        _ => {}
    }
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

#[test]
fn every_example_answers_as_recorded() {
    let files = examples();
    let mut args = vec!["check", "--json", "--explain", "--witnesses", "3"];
    args.extend(files.iter().map(String::as_str));
    let mut answers = json(&run(&args));
    without(&mut answers, &TIMES);
    let text = serde_json::to_string_pretty(&answers).expect("JSON can be written");
    settle("examples.json", &(text + "\n"));
}

#[test]
fn every_other_command_answers_as_recorded() {
    let mut lines = String::new();
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
            let told = serde_json::from_str(&run.out).map_or_else(
                |_| Value::String(run.out.clone() + &run.err),
                |mut answer| {
                    without(&mut answer, &TIMES);
                    answer
                },
            );
            let mut evidence = told.clone();
            without(&mut evidence, &WORDS);
            let _ = writeln!(
                lines,
                "{} {} exit {} evidence {} all {}",
                command.join(" "),
                file,
                run.code,
                fingerprint(&evidence.to_string()),
                fingerprint(&told.to_string()),
            );
        }
    }
    settle("commands.txt", &lines);
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
    let mut lines = String::new();
    for format in Format::ALL {
        let into = folder(format.name());
        let files = examples();
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
            let _ = writeln!(lines, "{} {name} {}", format.name(), fingerprint(&text));
        }
    }
    settle("exports.txt", &lines);
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
    if std::env::var_os("LOCKSTEP_RECORD").is_some() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let mut lines = String::new();
        for file in examples() {
            let text = std::fs::read_to_string(root.join(&file)).expect("it can be read");
            let _ = writeln!(lines, "{file} {}", share::encode(&text));
        }
        settle("links.txt", &lines);
    }
    let recorded = std::fs::read_to_string(golden("links.txt")).expect("links are recorded");
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
    let mut lines = String::new();
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
        without(&mut record, &["file"]);
        // Recorded before answers said what they rest on; `tests/vacuity.rs` judges that.
        without(&mut record, &["vacuity"]);
        without(&mut record, &TIMES);
        let mut evidence = record.clone();
        without(&mut evidence, &WORDS);
        let _ = writeln!(
            lines,
            "{summary} evidence {} all {}",
            fingerprint(&evidence.to_string()),
            fingerprint(&record.to_string())
        );
    }
    settle("random.txt", &lines);
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
    settle("drawings.txt", &lines);
}
