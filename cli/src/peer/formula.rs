//! Solvers of formulas over bits, Boolector and Bitwuzla, where they are installed: the peers of class models.
//!
//! Bitwuzla is asked by its command, or where there is none by the module of that name for Python.

use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs, thread};

use lockstep_bench::beside::{Beside, Notation, Said};

/// What a solver has for a formula.
const LIMIT: Duration = Duration::from_secs(120);
/// Between two looks at whether it has ended.
const PAUSE: Duration = Duration::from_millis(1);

/// Has Bitwuzla's module answer a file, or say its version.
const MODULE: &str = "
import sys, bitwuzla
if len(sys.argv) < 2:
    print(bitwuzla.version())
else:
    bitwuzla.Parser(bitwuzla.TermManager(), bitwuzla.Options()).parse(sys.argv[1])
";

/// A solver with a file to work on.
#[derive(Debug)]
pub struct Solver {
    name: String,
    /// The program and its first arguments; the file follows them.
    command: Vec<&'static str>,
    file: PathBuf,
    limit: Duration,
}

/// The solvers that are installed.
pub fn installed() -> Vec<Solver> {
    let boolector = Solver::found("Boolector", &["boolector"], &["--version"]);
    let bitwuzla = Solver::found("Bitwuzla", &["bitwuzla"], &["--version"]);
    let module = || Solver::found("Bitwuzla", &["python3", "-c", MODULE], &[]);
    let bitwuzla = bitwuzla.or_else(module);
    boolector.into_iter().chain(bitwuzla).collect()
}

impl Solver {
    /// The solver with its version, if its command says one.
    fn found(name: &str, command: &[&'static str], version: &[&str]) -> Option<Self> {
        let mut asked = Command::new(command[0]);
        let said = asked.args(&command[1..]).args(version).output().ok()?;
        let version = String::from_utf8_lossy(&said.stdout).trim().to_owned();
        if !said.status.success() || version.is_empty() {
            return None;
        }
        let own = format!(
            "lockstep-{}-{}.smt2",
            name.to_lowercase(),
            std::process::id()
        );
        Some(Self {
            name: format!("{name} {version}"),
            command: command.to_vec(),
            file: env::temp_dir().join(own),
            limit: LIMIT,
        })
    }
}

impl Beside for Solver {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn reads(&self) -> Notation {
        Notation::Script
    }

    fn ask(&self, name: &str, model: &str) -> Result<Said, String> {
        let mut file = fs::File::create(&self.file).map_err(|it| it.to_string())?;
        file.write_all(model.as_bytes())
            .map_err(|it| it.to_string())?;
        drop(file);
        let mut command = Command::new(self.command[0]);
        command.args(&self.command[1..]).arg(&self.file);
        command.stdout(Stdio::piped()).stderr(Stdio::null());
        let started = Instant::now();
        let mut child = command.spawn().map_err(|it| it.to_string())?;
        let has_ended = ends(&mut child, started, self.limit)?;
        let search_ms = started.elapsed().as_secs_f64() * 1000.0;
        let mut said = String::new();
        // A killed one has said nothing, and the answer is one line: it fits into the pipe.
        if let Some(mut out) = child.stdout.take().filter(|_| has_ended) {
            out.read_to_string(&mut said).map_err(|it| it.to_string())?;
        }
        let found = match (has_ended, said.lines().next().map(str::trim)) {
            (false, _) => None,
            (true, Some("sat")) => Some(true),
            (true, Some("unsat")) => Some(false),
            (true, other) => return Err(format!("{name}: it said {other:?}")),
        };
        Ok(Said {
            found,
            states: 0,
            search_ms,
            build_ms: 0.0,
        })
    }
}

/// Waits until a program has ended, or ends it when its time is over; whether it has ended by itself.
fn ends(child: &mut Child, started: Instant, limit: Duration) -> Result<bool, String> {
    loop {
        if child.try_wait().map_err(|it| it.to_string())?.is_some() {
            return Ok(true);
        }
        if started.elapsed() >= limit {
            child.kill().ok();
            child.wait().ok();
            return Ok(false);
        }
        thread::sleep(PAUSE);
    }
}

impl Drop for Solver {
    fn drop(&mut self) {
        fs::remove_file(&self.file).ok();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// A shell that is asked in the place of a solver.
    fn asked(script: &'static str, limit: Duration) -> Result<Option<bool>, String> {
        let found = Solver::found("Stub", &["sh", "-c", script], &[]);
        let mut solver = found.expect("there is a shell");
        solver.limit = limit;
        solver.ask("a question", "(check-sat)").map(|it| it.found)
    }

    #[test]
    fn answers_are_read_and_one_that_takes_too_long_is_ended() {
        assert_eq!(asked("echo sat", LIMIT), Ok(Some(true)));
        assert_eq!(asked("echo unsat", LIMIT), Ok(Some(false)));
        assert!(asked("echo unknown", LIMIT).is_err());
        // Without a file it says its version.
        let slow = "if [ -n \"$0\" ] && [ -f \"$0\" ]; then sleep 60; else echo 1; fi";
        assert_eq!(asked(slow, Duration::ZERO), Ok(None));
    }

    #[test]
    fn what_is_not_installed_is_left_out() {
        let found = Solver::found("None", &["lockstep-there-is-no-such-program"], &[]);
        assert!(found.is_none());
        let silent = Solver::found("None", &["sh", "-c", "true"], &[]);
        assert!(silent.is_none());
    }
}
