//! Runs the built command, as a shell would.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

/// What a run printed and how it ended.
pub struct Run {
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
    /// The exit code.
    pub code: i32,
}

/// `lockstep check ARGS`, in the repository's root.
#[allow(
    dead_code,
    reason = "each test file is a crate and needs some of these"
)]
pub fn check(args: &[&str]) -> Run {
    run(&[&["check"], args].concat())
}

/// `lockstep ARGS`, in the repository's root.
pub fn run(args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
    command.args(args);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    let Output {
        stdout,
        stderr,
        status,
    } = command
        .output()
        .expect("the command was built with this test");
    Run {
        out: String::from_utf8(stdout).expect("lockstep prints UTF-8"),
        err: String::from_utf8(stderr).expect("lockstep prints UTF-8"),
        code: status.code().expect("lockstep exits by itself"),
    }
}

/// `lockstep ARGS`, in the repository's root, with this on its standard input.
#[allow(
    dead_code,
    reason = "each test file is a crate and needs some of these"
)]
pub fn with_input(args: &[&str], input: &str) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
    command.args(args);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped());
    command.stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .expect("the command was built with this test");
    let mut stdin = child.stdin.take().expect("it was asked for");
    // A command that has ended already does not read.
    stdin.write_all(input.as_bytes()).ok();
    drop(stdin);
    let Output {
        stdout,
        stderr,
        status,
    } = child.wait_with_output().expect("it ends by itself");
    Run {
        out: String::from_utf8(stdout).expect("lockstep prints UTF-8"),
        err: String::from_utf8(stderr).expect("lockstep prints UTF-8"),
        code: status.code().expect("lockstep exits by itself"),
    }
}

/// A file with this content, for this test alone: `name` must be unique among the tests.
#[allow(
    dead_code,
    reason = "each test file is a crate and needs some of these"
)]
pub fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("cargo provides this directory for tests");
    path.to_str()
        .expect("cargo's directories have Unicode names")
        .to_string()
}

/// A file of `tests/golden`.
#[allow(
    dead_code,
    reason = "each test file is a crate and needs some of these"
)]
pub fn golden(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(name)
}

/// Compares with what was recorded, or records it.
#[allow(
    dead_code,
    reason = "each test file is a crate and needs some of these"
)]
pub fn settle(name: &str, now: &str) {
    let path = golden(name);
    if std::env::var_os("LOCKSTEP_RECORD").is_some() {
        std::fs::write(&path, now).expect("the golden files can be written");
        return;
    }
    let before = std::fs::read_to_string(&path).expect("the golden files are in the repository");
    let mut lines = before.lines().zip(now.lines()).enumerate();
    if let Some((index, (before, now))) = lines.find(|(_, (before, now))| before != now) {
        panic!("{name}, line {}:\nbefore {before}\nnow    {now}", index + 1);
    }
    assert_eq!(before.len(), now.len(), "{name} has other lines at its end");
}

/// The keys that `--json` promises for every check.
#[allow(
    dead_code,
    reason = "each test file is a crate and needs some of these"
)]
pub const KEYS: [&str; 20] = [
    "file",
    "check",
    "kind",
    "answer",
    "expected",
    "as_expected",
    "bound",
    "proved",
    "depth",
    "prefix",
    "failing",
    "trace",
    "certificate",
    "engine",
    "encoding",
    "solver",
    "variables",
    "clauses",
    "encode_ms",
    "solve_ms",
];
