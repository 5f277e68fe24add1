//! `cargo xtask test`: every test there is, and one line at the end that sums them up.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::browser;
use crate::process;
use crate::serve;
use crate::setup;
use crate::workspace::Workspace;

/// How many tests passed and failed, and which want a look.
#[derive(Debug, Default, PartialEq, Eq)]
struct Tally {
    passed: u64,
    failed: u64,
    /// A line each: `failed: NAME` or `unsteady: NAME`. They are repeated at the end, where somebody looks who was not
    /// there.
    names: Vec<String>,
}

impl Tally {
    /// Adds what other tests came to.
    fn add(&mut self, other: Self) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.names.extend(other.names);
    }

    /// Something failed that no test stands for.
    fn fail(&mut self, what: &str) {
        self.failed += 1;
        self.names.push(format!("failed: {what}"));
    }
}

/// Suites that a quick run leaves out: they compare on random models, or go to limits.
const LONG: [&str; 16] = [
    "agreement",
    "beside",
    "blame",
    "corpus",
    "fuzz",
    "limits",
    "matrices_agree",
    "mutations",
    "printed_endings",
    "random_systems",
    "reasons",
    "repairs",
    "scenarios",
    "sentences",
    "splitting",
    "transitions::deadlocks",
];

/// How often random walks over the page press something when every seed runs; a change runs a fifth of it.
const WALK: u32 = 2_000;
/// The files of tests that are run in a whole browser, where there is another one for the rest.
const WHOLE_BROWSER: &str = r"(smoke|offline)\.spec\.js$";
/// The environment variable by which walks are told (tests/e2e/walk.spec.js).
const WALK_COUNT: &str = "LOCKSTEP_WALK_COUNT";

/// What of the tests is to run, and how.
#[derive(Debug, Default)]
pub struct Wish {
    /// Every seed of the random suites, not the fifth that the commit chooses.
    pub all: bool,
    /// What most changes break, in three minutes: no browser, without [`LONG`] suites, and format and lints before.
    pub quick: bool,
    /// Without Chromium.
    pub no_browser: bool,
    /// Without the native tests.
    pub only_browser: bool,
    /// A page that is built already.
    pub page: Option<PathBuf>,
    /// Each browser test so many times, without a second try: what is unsteady shows.
    pub repeat: Option<u16>,
}

/// Runs the native tests while the page is built, then the browser's against that page. One failure does not hide the
/// others; the last line printed is the sum.
pub fn run(workspace: &Workspace, wish: &Wish) -> Result<bool> {
    // First, so that a missing browser is known before minutes have been spent.
    let chromium = (!wish.no_browser && !wish.quick)
        .then(|| browser::chromium(workspace))
        .transpose()?;
    let mut tally = Tally::default();
    if wish.quick {
        lint(workspace, &mut tally);
    }
    let page = match &chromium {
        Some(_) => Some(PageUnderTest::of(workspace, wish.page.as_deref())?),
        None => None,
    };
    if !wish.only_browser && wish.repeat.is_none() {
        tally.add(native(workspace, wish)?);
    }
    if let (Some(chromium), Some(page)) = (chromium, page) {
        let browser = in_browser(workspace, &chromium, page, wish).unwrap_or_else(|error| {
            eprintln!("error: {error:#}");
            let mut tally = Tally::default();
            tally.fail(&format!("the browser's tests: {error:#}"));
            tally
        });
        tally.add(browser);
    }
    for name in &tally.names {
        println!("{name}");
    }
    println!("{} passed, {} failed", tally.passed, tally.failed);
    Ok(tally.failed == 0)
}

/// The part of the seeds of random suites that this run takes, as tests/seeds reads it: the commit chooses, so that
/// consecutive changes run different parts, and the same commit runs the same models everywhere. A part that the environment names is taken instead.
fn seeds(workspace: &Workspace, wish: &Wish) -> String {
    if wish.all {
        return "0/1".into();
    }
    if let Ok(named) = std::env::var("LOCKSTEP_SEEDS") {
        return named;
    }
    let mut git = Command::new("git");
    git.current_dir(workspace.root())
        .args(["rev-parse", "HEAD"]);
    let commit = process::output(&mut git).unwrap_or_default();
    let digits = commit.get(..8).unwrap_or_default();
    let number = u32::from_str_radix(digits, 16).unwrap_or(0) % 5;
    format!("{number}/5")
}

/// Format and lints of the native crates, one test each.
fn lint(workspace: &Workspace, tally: &mut Tally) {
    for (what, args) in [
        ("format", &["fmt", "--all", "--check"][..]),
        (
            "clippy",
            &[
                "clippy",
                "--locked",
                "--all-targets",
                "--",
                "-D",
                "warnings",
            ],
        ),
    ] {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(workspace.root()).args(args);
        match process::run(&mut cargo) {
            Ok(()) => tally.passed += 1,
            Err(error) => {
                eprintln!("error: {error:#}");
                tally.fail(what);
            }
        }
    }
}

/// Everything that runs without a browser: what the page computes and words by itself, too.
fn native(workspace: &Workspace, wish: &Wish) -> Result<Tally> {
    let seeds = &seeds(workspace, wish);
    println!("random suites take part {seeds} of their seeds (LOCKSTEP_SEEDS={seeds})");
    let mut cargo = Command::new("cargo");
    cargo.current_dir(workspace.root());
    cargo.args(["test", "--locked", "--no-fail-fast"]);
    cargo.args(["--workspace", "--exclude", "lockstep-benches"]);
    if wish.quick {
        cargo.arg("--");
        let skipped = LONG.iter().flat_map(|suite| ["--skip", suite]);
        cargo.args(skipped);
    }
    cargo.env("LOCKSTEP_SEEDS", seeds);
    cargo.env("LOCKSTEP_PROOF_CHECKER", setup::proof_checker(workspace));
    let mut tally = Tally::default();
    let status = process::watch(&mut cargo, |line| {
        if let Some(sum) = test_result(line) {
            tally.add(sum);
        } else if let Some(test) = failed_test(line) {
            tally.names.push(format!("failed: {test}"));
        }
    })?;
    // Code that does not compile, or a test process that died, is a failure without a count.
    if !status.success() && tally.failed == 0 {
        tally.fail("cargo test");
    }
    Ok(tally)
}

/// Reads libtest's closing line.
fn test_result(line: &str) -> Option<Tally> {
    let counts = line.strip_prefix("test result: ")?.split_once(". ")?.1;
    let mut tally = Tally::default();
    for part in counts.split("; ") {
        match part.split_once(' ') {
            Some((count, "passed")) => tally.passed = count.parse().ok()?,
            Some((count, "failed")) => tally.failed = count.parse().ok()?,
            _ => {}
        }
    }
    Some(tally)
}

/// The name in libtest's line about one test that failed.
fn failed_test(line: &str) -> Option<&str> {
    line.strip_prefix("test ")?.strip_suffix(" ... FAILED")
}

/// The page that browser tests open: built by another process while native tests run, or given.
enum PageUnderTest {
    Given(PathBuf),
    Building { process: Child, dist: PathBuf },
}

impl PageUnderTest {
    /// The page in `given`, or one whose build begins here.
    fn of(workspace: &Workspace, given: Option<&Path>) -> Result<Self> {
        if let Some(given) = given {
            return Ok(Self::Given(given.to_path_buf()));
        }
        let dist = workspace.target().join("page-under-test");
        let this = std::env::current_exe().context("this program has a path")?;
        let mut build = Command::new(this);
        build.current_dir(workspace.root());
        build.args(["build", "--toy-kinds", "--out"]).arg(&dist);
        // The page has directories of its own in the target directory, so neither waits for the other.
        let process = build.stdin(Stdio::null()).spawn();
        Ok(Self::Building {
            process: process.context("cannot start the build of the page")?,
            dist,
        })
    }

    /// The directory, when the page is there.
    fn built(self) -> Result<PathBuf> {
        match self {
            Self::Given(dist) => Ok(dist),
            Self::Building { mut process, dist } => {
                let status = process.wait()?;
                if !status.success() {
                    bail!("the page cannot be built ({status})");
                }
                Ok(dist)
            }
        }
    }
}

/// Lets Playwright loose on the page, at the root of a host and under a path.
fn in_browser(
    workspace: &Workspace,
    chromium: &Path,
    page: PageUnderTest,
    wish: &Wish,
) -> Result<Tally> {
    let dist = page.built()?;
    let repeat = wish.repeat.map(|times| format!("--repeat-each={times}"));
    let presses = if wish.all { WALK } else { WALK / 5 };
    let shell = browser::headless_shell(workspace);
    let most = shell.as_deref().unwrap_or(chromium);
    let repeat = repeat.as_deref();
    let mut tally = Tally::default();
    let elsewhere = if shell.is_some() {
        // Some things are done by the browser around the engine: these are asked what most people open the page with.
        let whole = [Some(WHOLE_BROWSER), repeat];
        tally.add(playwright(
            workspace, chromium, &dist, &whole, None, presses,
        )?);
        Some(WHOLE_BROWSER)
    } else {
        None
    };
    tally.add(playwright(
        workspace,
        most,
        &dist,
        &[repeat],
        elsewhere,
        presses,
    )?);
    if let Some(dist) = trunk(workspace)? {
        let smoke = playwright(workspace, chromium, &dist, &[Some("smoke")], None, presses)?;
        tally.add(smoke);
    }
    Ok(tally)
}

/// The page as Trunk builds it, where Trunk is installed.
fn trunk(workspace: &Workspace) -> Result<Option<PathBuf>> {
    let installed = |name| process::output(Command::new(name).arg("--version")).is_some();
    if !installed("trunk") || !installed("wasm-bindgen") {
        println!("skipped: the page as Trunk builds it (trunk or wasm-bindgen is not installed)");
        return Ok(None);
    }
    let dist = workspace.target().join("page-by-trunk");
    let mut trunk = Command::new("trunk");
    trunk.args(["build", "--release", "--dist"]).arg(&dist);
    // Trunk and cargo disagree on what NO_COLOR may be set to.
    trunk.env_remove("NO_COLOR");
    process::run(trunk.current_dir(workspace.root()))?;
    Ok(Some(dist))
}

/// Runs the browser tests against a built page; `further` are more arguments, such as the names of files, and `elsewhere`
/// the files that are run in another browser.
fn playwright(
    workspace: &Workspace,
    chromium: &Path,
    dist: &Path,
    further: &[Option<&str>],
    elsewhere: Option<&str>,
    presses: u32,
) -> Result<Tally> {
    let report = workspace.target().join("playwright.json");
    // The report of an earlier run must not speak for this one.
    if report.exists() {
        fs::remove_file(&report)?;
    }
    let mut node = Command::new("node");
    node.current_dir(workspace.root());
    node.arg(workspace.npm_script("@playwright/test/cli.js"));
    node.args(["test", "--config", "tests/e2e/playwright.config.js"]);
    node.args(further.iter().flatten());
    node.env("LOCKSTEP_CHROMIUM", chromium);
    if let Some(elsewhere) = elsewhere {
        node.env("LOCKSTEP_ELSEWHERE", elsewhere);
    }
    node.env("LOCKSTEP_URL", serve::background(dist, "/")?);
    node.env(
        "LOCKSTEP_DEEP_URL",
        serve::background(dist, "/some/sub-path/")?,
    );
    node.env("PLAYWRIGHT_JSON_OUTPUT_FILE", &report);
    if std::env::var_os(WALK_COUNT).is_none() {
        node.env(WALK_COUNT, presses.to_string());
    }
    let status = process::status(&mut node)?;
    let text = fs::read(&report).context("Playwright wrote no report")?;
    let mut tally = playwright_tally(&serde_json::from_slice(&text)?);
    if !status.success() && tally.failed == 0 {
        tally.fail("Playwright");
    }
    Ok(tally)
}

/// Reads Playwright's report. A test that fails is run once more: what fails twice has failed, and what passes then is
/// named as unsteady, for somebody to mend. A browser on two busy cores is late once in thousands of tests, and that
/// must not decide whether a change is taken.
fn playwright_tally(report: &Value) -> Tally {
    let count = |name: &str| report["stats"][name].as_u64().unwrap_or(0);
    let mut names = Vec::new();
    for suite in report["suites"].as_array().into_iter().flatten() {
        unsteady(suite, &mut names);
    }
    Tally {
        passed: count("expected") + count("flaky"),
        failed: count("unexpected"),
        names,
    }
}

/// Collects what failed at least once in a suite and those inside it.
fn unsteady(suite: &Value, names: &mut Vec<String>) {
    let inside = |name: &str| suite[name].as_array().into_iter().flatten();
    for spec in inside("specs") {
        let file = spec["file"].as_str().unwrap_or_default();
        let title = spec["title"].as_str().unwrap_or_default();
        for test in spec["tests"].as_array().into_iter().flatten() {
            let what = match test["status"].as_str() {
                Some("unexpected") => "failed",
                Some("flaky") => "unsteady",
                _ => continue,
            };
            names.push(format!("{what}: {file}: {title}"));
        }
    }
    for suite in inside("suites") {
        unsteady(suite, names);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Tally, failed_test, playwright_tally, test_result};

    #[test]
    fn closing_lines_of_test_programs_are_counted() {
        let line = "test result: FAILED. 12 passed; 3 failed; 1 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        let sum = test_result(line).expect("a closing line");
        assert_eq!((sum.passed, sum.failed), (12, 3));
        assert_eq!(test_result("test result_of_something ... ok"), None);
        assert_eq!(failed_test("test a::b ... FAILED"), Some("a::b"));
        assert_eq!(failed_test("test a::b ... ok"), None);
    }

    #[test]
    fn what_fails_twice_has_failed_and_what_fails_once_is_named() {
        let test = |title: &str, status: &str| json!({"title": title, "file": "a.spec.js", "tests": [{"status": status}]});
        let inner = json!({"specs": [test("late", "flaky"), test("wrong", "unexpected")]});
        let report = json!({
            "stats": {"expected": 4, "unexpected": 1, "flaky": 1, "skipped": 1},
            "suites": [{"specs": [test("right", "expected")], "suites": [inner]}],
        });
        let expected = Tally {
            passed: 5,
            failed: 1,
            names: vec![
                "unsteady: a.spec.js: late".into(),
                "failed: a.spec.js: wrong".into(),
            ],
        };
        assert_eq!(playwright_tally(&report), expected);
    }
}
