//! What is lost on its way out is told: a full disk is an error, and no file takes the place of another.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use crate::process::{file, run};

const COFFEE: &str = "static/examples/machines/coffee.lks";

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::remove_dir_all(&path).ok();
    fs::create_dir_all(&path).expect("cargo provides this directory for tests");
    path
}

fn path(path: &Path) -> &str {
    path.to_str()
        .expect("cargo's directories have Unicode names")
}

/// A device that is always full stands for a disk that is.
#[test]
fn a_full_disk_is_an_error() {
    let Ok(full) = File::options().write(true).open("/dev/full") else {
        eprintln!("skipped: there is no /dev/full");
        return;
    };
    let traces = folder("full-disk");
    let random = ["simulate", "--mode", "random", COFFEE];
    for args in [
        &["check", COFFEE][..],
        &["check", "--json", COFFEE],
        &["check", "--trace", path(&traces), COFFEE],
        &["matrix", COFFEE],
        &["repair", COFFEE],
        &random,
        &["bench", "coffee"],
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_lockstep"))
            .args(args)
            .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
            .stdout(Stdio::from(
                full.try_clone().expect("a handle can be copied"),
            ))
            .stderr(Stdio::piped())
            .output()
            .expect("the command was built with this test");
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(
            said.contains("error: cannot write to standard output: "),
            "{args:?}: {said}"
        );
    }
}

#[test]
fn what_cannot_be_written_is_told() {
    let nowhere = path(Path::new(&file("no-directory", ""))).to_owned();
    for option in ["--trace", "--proof", "--dimacs"] {
        let run = run(&[
            "check",
            option,
            &nowhere,
            "static/examples/machines/coffee-broken.lks",
        ]);
        assert_eq!(run.code, 2, "{option}: {}", run.out);
        assert!(
            run.err.contains("error: cannot write "),
            "{option}: {}",
            run.err
        );
    }
}

#[test]
fn files_about_two_models_of_one_name_stand_beside_each_other() {
    let model = "machine A { [*] --> s\n s --> t : x }\nmachine B { [*] --> u\n u --> v : / y }\n\
                 check reach A.t within 3\n";
    let into = folder("one-name");
    let mut inputs = Vec::new();
    for name in ["one", "two"] {
        fs::create_dir_all(into.join(name)).expect("cargo's directory can be written");
        let input = into.join(name).join("model.lks");
        fs::write(&input, model).expect("cargo's directory can be written");
        inputs.push(path(&input).to_owned());
    }
    let out = into.join("out");
    let args = [
        "check",
        &inputs[0],
        &inputs[1],
        "--proof",
        path(&out),
        "--trace",
        path(&out),
    ];
    run(&args);
    let names = fs::read_dir(&out).expect("the files were written");
    let names = names.map(|it| it.expect("it can be listed").file_name().into_string());
    let mut names: Vec<_> = names.map(|it| it.expect("names are plain")).collect();
    names.sort();
    let expected = ["one", "two"]
        .map(|it| ["cnf", "drat"].map(|ending| format!("{it}-model-1-reach-A-t.{ending}")));
    assert_eq!(names, expected.concat());
}

/// A reader that has what it wanted is no error.
#[test]
fn a_reader_that_goes_away_is_none() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_lockstep"))
        .args(["matrix", "--partial", COFFEE])
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."))
        .stdout(Stdio::piped())
        .spawn()
        .expect("the command was built with this test");
    drop(child.stdout.take());
    let status = child.wait().expect("it ends by itself");
    assert_eq!(status.code(), Some(0));
}
