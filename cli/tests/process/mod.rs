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

impl Run {
    fn of(output: Output) -> Self {
        let Output {
            stdout,
            stderr,
            status,
        } = output;
        Self {
            out: String::from_utf8(stdout).expect("lockstep prints UTF-8"),
            err: String::from_utf8(stderr).expect("lockstep prints UTF-8"),
            code: status.code().expect("lockstep exits by itself"),
        }
    }
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
    Run::of(
        command
            .output()
            .expect("the command was built with this test"),
    )
}

/// `lockstep ARGS` with the most memory that it has held, in kB, where the system tells that.
pub fn with_peak(args: &[&str]) -> (Run, Option<u64>) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lockstep"));
    command.args(args);
    command.current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join(".."));
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = command
        .spawn()
        .expect("the command was built with this test");
    let status = format!("/proc/{}/status", child.id());
    let watched = std::thread::spawn(move || {
        let mut most = None;
        // The kernel's own high-water mark, read until the process is gone.
        while let Some(kilobytes) = high_water(&status) {
            most = most.max(Some(kilobytes));
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
        most
    });
    let output = child.wait_with_output().expect("it ends by itself");
    let peak = watched.join().expect("it only reads");
    (Run::of(output), peak)
}

/// The most memory that a process has held, in kB.
fn high_water(status: &str) -> Option<u64> {
    let status = std::fs::read_to_string(status).ok()?;
    let line = status.lines().find(|it| it.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
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
    Run::of(child.wait_with_output().expect("it ends by itself"))
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
