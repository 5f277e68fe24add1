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
pub fn file(name: &str, content: impl AsRef<[u8]>) -> String {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, content).expect("cargo provides this directory for tests");
    path.to_str()
        .expect("cargo's directories have Unicode names")
        .to_string()
}

/// Where the golden files are.
pub fn golden() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

/// The keys that `--json` promises for every check.
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
