//! Weighs the built page: what travels over the wire, compressed as static hosts do.
//!
//! Budgets are about what somebody waits for: the first view, which is everything that is needed until
//! model and diagram stand there; each part that comes later; and the first verdict of a link to any kind of model.
//! The sum of all is told, and has no limit.
//!
//! Which file belongs to what stands in the built `index.html`: a file that only a link of the
//! relation `part` names is later, and `data-part` says which parts of the program need it. The service worker is
//! later, too, and so are fonts of other scripts, which a browser loads when a text needs them.
//! Examples, lessons, licences and source maps are loaded by nothing that runs by itself.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::html;
use crate::offline;
use crate::process;
use crate::program::{self, KINDS, Role};
use crate::workspace::Workspace;

/// Most bytes, brotli, of the first view. What keeps the page below it stands in
/// docs/decisions/0006-size-of-the-page.md.
///
/// Raised from 500 kB: what the page has to know of lessons from its first moment (addresses that lead to them and Back out of
/// them, the user's text set aside, checks that a bet holds back, locked lines in the editor) took 9 kB, and no part can bring it.
/// And from 508 kB: events, inputs and queues of runs travel as data instead of words that every reader took apart; reading that data took 2 kB.
/// And from 510 kB: a further kind of model took 6 kB (its words, which a text is known by, nine examples in the menu, graphs and calls as data, and the functions that
/// fetch its parts), and checks side by side 1.3 kB.
/// And from 518 kB: files of class models that are dropped or pasted, two lessons, a further view, and the functions that fetch three more parts took 4 kB.
/// And from 523 kB: four examples of printed formulas, repairs and two frames of class models, and the functions that fetch their part took 2.5 kB.
/// And from 526 kB: rows of checks that say outcome and expectation as two things took 3 kB; the canvas with its packing, viewport, pills and tools, panes that fold
/// and are remembered for each kind of window, and the title in the head took the rest. Large views, which came in a part, are gone with it.
/// And from 556 kB: what a phone has in place of panes (its head with the list behind a button, the strip with the verdict and its list, the sheet) and the verdict at the
/// end of a run took 10 kB; a phone shows them first, so no part can bring them.
/// And from 566 kB: a model that opens with what is found in it, runs that are played by whole steps, and a setting for each took 6.5 kB, nearly all in the player, which is
/// there at once. And from 573 kB: steps of transition systems are whole and numbered by firings, which took 2.7 kB of the player.
/// And from 575 kB: what was looked at where there is no run stands in the place of the run as bars, and runs by hand are played by whole steps, too.
/// And from 577 kB: questions are put together for every kind, so states and values know that they can be chosen; the goal
/// nearest missed is asked for in the place of a run. And from 583 kB: two readings are compared from a menu above the drawings, and a
/// surface can be seen through two windows; 2.7 kB are new, the rest was in parts before and is now needed at once.
/// And from 591 kB: the text and the bar, which are there at once, tell both of two runs.
/// And from 594 kB: the selected check is brought into sight, and the page follows colours of the system and the wish for contrast.
/// And from 597 kB: the text marks what machines play, too.
/// And from 599 kB: on tablets the text is a sheet, and a window that is turned is laid out anew.
/// And from 601 kB: the run before an edit is drawn beside the one of today, whose drawings stand at the same places, and nothing moves on a phone when a fix comes.
/// And from 605 kB: variables know which property they are members of.
/// And from 606 kB: what steps do is data, and machines are asked what is always so, which their texts are read for.
const FIRST_VIEW: u64 = 609_000;
/// Most bytes, brotli, of anything that comes later: a script, or a part of the program with what it
/// shares with other parts, except for what [`SEARCH`] has brought before anybody asks for the part.
/// Raised from 126 kB: dialogs say the class of an import and draw statecharts that play themselves, and reading transition
/// systems meets the words of temporal logic. Dialogs write all runs as a graph, and links to attempts, since then, and know the printed formulas of one more kind.
/// And from 146 kB: what draws transition systems lays their alternatives out in columns, and dialogs, which draw the chart of events, its lanes and the ways between them.
/// And from 149 kB: what draws transition systems has their values in the line of a chart, and columns for whole steps.
/// And from 152 kB: it has values along the longer side of their pane, and by hand what can be taken next, with its numbers.
/// And from 160 kB: its values can be chosen for a question, and those that the check names are marked.
/// And from 165 kB: two runs have a half each of the canvas.
/// And from 170 kB: long sequences of transition systems stand in rows, and *Values* marks what a step has changed.
/// And from 173 kB: control flow has heads of arrows, and what a choice fires that is pointed at is thick.
/// And from 176 kB: statecharts are laid out in a third flow, and with short labels where they could not be read as a whole.
/// And from 181 kB: they are laid out anew for a window that is turned.
/// And from 183 kB: they are drawn of two texts, that of today and that before an edit.
/// And from 186 kB: values are listed by columns, which put links of objects together.
const LATER: u64 = 189_000;
/// Most bytes of what shows the lessons, and of what reads them.
const LESSON: u64 = 126_000;
/// The same of a part that searches, or judges attempts, which is nearly all in files that the worker has fetched for its
/// searches. Each further kind of model cuts what they share into more files, which are
/// compressed apart (docs/decisions/0007), and what searches is one piece that is fetched beside the first view. The
/// largest that a first verdict brings is that of statecharts, which has their definitions in three readings, W3C's algorithm
/// among them, and what observes scenarios over objects. The largest of all comes where a visit has hit its limit: formulas of two readings of statecharts, their engines and the solver.
/// Raised from 232 kB: rules of readings can be exchanged one at a time, which says by which of them two readings part.
/// And from 233 kB: what makes a condition false is found, and said.
/// And from 238 kB: how far counters can get is proved by a few steps, and runs that get there are found so, too; that is fetched
/// with the other formulas, once a visit has hit its limit.
/// And from 242 kB: a goal can be one of several regions.
const SEARCHES: u64 = 244_000;
/// Most bytes, brotli, until the first verdict of a link to a model of any kind. The solver is not among them: a visit of
/// the states answers the front page without it (tests/e2e/parts.spec.js), and a check that such a visit does not decide
/// fetches it then, within a budget of its own. What searches is built for speed, which takes bytes and answers up to
/// twice as fast (docs/decisions/0006 has both figures).
///
/// Raised from 685 kB: looking at time and memory inside a step, deadlocks without environment with their reasons, the warnings
/// of runs that end early, what keeps an answer beside its own question, and one table of keys took 26 kB, 18 of them in the
/// first view. And from 715 kB: the inputs of statecharts took 13 kB, the lessons 9 in the first view. And from 740 kB: looking at
/// clock and memory among the ways of one step of a statechart, and refusing in words what a kind does not offer, took 0.6 kB. And from 741 kB: what [`FIRST_VIEW`] says of runs.
/// And from 743 kB: what it says of a further kind, whose parts also cut what searches share into more files. And from 756 kB: what it says of files that are dropped.
/// And from 763 kB: what it says of printed formulas, repairs and frames of class models. And from 766 kB: what it says of the canvas. And from 796 kB: what it says of phones.
/// And from 806 kB, and from 813 kB: what it says of whole steps. And from 817 kB: what both say of values and of runs by hand. And from 828 kB: what both
/// say of questions. And from 838 kB, and from 853 kB: what both say of two runs.
/// And from 858 kB: what both say of arrows, choices and contrast.
/// And from 864 kB: what makes a condition false, and what the text marks.
/// And from 870 kB: what both say of tablets.
/// And from 875 kB: what both say of runs before an edit. And from 880 kB: what the former says of columns.
/// And from 885 kB: what the former says of steps and of machines.
const FIRST_VERDICT: u64 = 889_000;

/// What comes later and may weigh more: published as a whole by others, in use when the first verdict
/// stands there.
const APART: [&str; 2] = ["editor", "layout"];

/// The part that every first verdict begins with.
const SEARCH: &str = "search";

/// The fonts that the first view is set in; those of other scripts wait for a text that needs them.
const FIRST_FONTS: [&str; 3] = ["sans-latin-400", "sans-latin-600", "mono-latin-400"];

/// When a file is fetched.
#[derive(Clone, Debug, PartialEq, Eq)]
enum When {
    /// Before the first verdict.
    First,
    /// Later, by itself; a name where a link has one.
    Later(Option<String>),
    /// With these parts of the program.
    Parts(BTreeSet<String>),
}

/// A file of the page.
struct File {
    name: String,
    when: When,
    raw: u64,
    packed: u64,
}

/// Something with a limit.
#[derive(Debug, PartialEq, Eq)]
struct Weight {
    what: String,
    bytes: u64,
    budget: u64,
}

/// Prints the sizes; false says that a budget is passed.
pub fn weigh(workspace: &Workspace, dist: &Path) -> Result<bool> {
    let files = files(workspace, dist)?;
    println!("{:>9}  {:>9}  file", "raw", "brotli");
    for file in &files {
        let note = match &file.when {
            When::First => String::new(),
            When::Later(_) => "  (later)".into(),
            When::Parts(parts) => format!("  (part of {})", joined(parts)),
        };
        println!("{:>9}  {:>9}  {}{note}", file.raw, file.packed, file.name);
    }
    let mut kept = true;
    for Weight {
        what,
        bytes,
        budget,
    } in weights(&files)?
    {
        let verdict = if bytes <= budget { "within" } else { "OVER" };
        println!("{what}: {bytes} bytes, {verdict} the budget of {budget}");
        kept &= bytes <= budget;
    }
    let all: u64 = files.iter().map(|file| file.packed).sum();
    println!("all: {all} bytes");
    Ok(kept)
}

fn joined(parts: &BTreeSet<String>) -> String {
    let names: Vec<&str> = parts.iter().map(String::as_str).collect();
    names.join(", ")
}

/// What has a limit, with what it weighs.
fn weights(files: &[File]) -> Result<Vec<Weight>> {
    let sum = |wanted: &dyn Fn(&When) -> bool| -> u64 {
        let wanted = files.iter().filter(|file| wanted(&file.when));
        wanted.map(|file| file.packed).sum()
    };
    let weight = |what: String, bytes, budget| Weight {
        what,
        bytes,
        budget,
    };
    let first = sum(&|when| *when == When::First);
    let mut weights = vec![weight("first view".into(), first, FIRST_VIEW)];

    let mut parts = BTreeSet::new();
    for file in files {
        match &file.when {
            When::First => {}
            When::Later(name) if APART.iter().any(|it| name.as_deref() == Some(it)) => {}
            When::Later(_) => weights.push(weight(file.name.clone(), file.packed, LATER)),
            When::Parts(needed_by) => parts.extend(needed_by),
        }
    }
    for &part in &parts {
        let (searches, budget) = match program::role(part) {
            Role::Unasked => continue,
            Role::Searches => (true, SEARCHES),
            Role::Judge => (false, SEARCHES),
            Role::Lesson => (false, LESSON),
            Role::Page | Role::Worker => (false, LATER),
        };
        let there = |it: &BTreeSet<String>| {
            let is_there = |other: &String| program::comes_after(part, other);
            !searches && it.contains(SEARCH) || it.iter().any(is_there)
        };
        let bytes = sum(&|when| matches!(when, When::Parts(it) if it.contains(part) && !there(it)));
        weights.push(weight(format!("part {part}"), bytes, budget));
    }
    for (kind, needed) in KINDS {
        if let Some(part) = needed
            .iter()
            .find(|&&it| !parts.iter().any(|part| *part == it))
        {
            bail!("the page has no part `{part}`, which {kind} should need");
        }
        let later = sum(
            &|when| matches!(when, When::Parts(it) if needed.iter().any(|&part| it.contains(part))),
        );
        let what = format!("first verdict, {kind}");
        weights.push(weight(what, first + later, FIRST_VERDICT));
    }
    Ok(weights)
}

/// What the page may load by itself, weighed.
fn files(workspace: &Workspace, dist: &Path) -> Result<Vec<File>> {
    let index = fs::read_to_string(dist.join("index.html"))
        .context("there is no built page; `cargo xtask build` makes one")?;
    let later = later(&index);
    let paths = loadable(dist)?;
    let sizes = brotli(workspace, &paths)?;
    let mut files = Vec::new();
    for (path, packed) in paths.iter().zip(sizes) {
        let name = path
            .strip_prefix(dist)
            .unwrap_or(path)
            .display()
            .to_string();
        files.push(File {
            when: when(&name, &later),
            raw: fs::metadata(path)?.len(),
            packed,
            name,
        });
    }
    Ok(files)
}

/// What comes later, by its address in the page.
fn later(index: &str) -> BTreeMap<String, When> {
    let mut files = BTreeMap::new();
    for link in html::links(index) {
        let when = match (link.get("data-part"), link.get("rel")) {
            (Some(parts), _) => When::Parts(parts.split_whitespace().map(String::from).collect()),
            (None, Some("part")) => When::Later(link.get("data-asset").map(String::from)),
            _ => continue,
        };
        if let Some(href) = link.get("href") {
            files.insert(href.to_owned(), when);
        }
    }
    files
}

fn when(name: &str, later: &BTreeMap<String, When>) -> When {
    let is_later_font = name.ends_with(".woff2") && !FIRST_FONTS.iter().any(|it| name.contains(it));
    match later.get(name) {
        Some(when) => when.clone(),
        None if name == offline::NAME || is_later_font => When::Later(None),
        None => When::First,
    }
}

/// What the page may load by itself: everything but examples, lessons, source maps and licence texts.
fn loadable(dist: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let mut dirs = vec![dist.to_path_buf()];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(dir)? {
            let path = entry?.path();
            let name = path.to_string_lossy();
            if path.is_dir() {
                let is_chosen = ["examples", "lessons"]
                    .iter()
                    .any(|it| path == dist.join(it));
                dirs.extend((!is_chosen).then_some(path));
            } else if ![".map", ".LEGAL.txt", ".nojekyll"]
                .iter()
                .any(|it| name.ends_with(it))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    Ok(files)
}

/// The size of each file after brotli at its best, as node's zlib does it.
fn brotli(workspace: &Workspace, files: &[PathBuf]) -> Result<Vec<u64>> {
    let mut node = Command::new("node");
    node.arg(workspace.root().join("xtask/brotli-sizes.mjs"));
    let text = process::output(node.args(files)).context("node could not compress the files")?;
    let sizes: Vec<u64> = text.lines().filter_map(|line| line.parse().ok()).collect();
    if sizes.len() != files.len() {
        bail!("node gave {} sizes for {} files", sizes.len(), files.len());
    }
    Ok(sizes)
}

#[cfg(test)]
mod tests {
    use super::{File, Weight, later, weights, when};

    const INDEX: &str = r#"
        <link rel="preload" href="assets/page.wasm" as="fetch">
        <link rel="part" href="assets/split_search.wasm" data-part="search">
        <link rel="part" href="assets/split_solver.wasm" data-part="solver">
        <link rel="part" href="assets/chunk_2.wasm" data-part="search solver">
        <link rel="part" href="assets/chunk_1.wasm" data-part="solver views">
        <link rel="part" href="assets/split_views.wasm" data-part="views">
        <link rel="part" href="assets/split_transitions.wasm" data-part="transitions">
        <link rel="part" href="assets/split_statecharts.wasm" data-part="statecharts">
        <link rel="part" href="assets/split_charts.wasm" data-part="statecharts_search">
        <link rel="stylesheet" href="assets/style-later.css" media="print" data-part="transitions statecharts">
        <link rel="part" href="assets/split_visit.wasm" data-part="systems_search">
        <link rel="part" href="assets/split_classes.wasm" data-part="classes classes_search">
        <link rel="part" href="assets/split_bench.wasm" data-part="bench">
        <link rel="part" href="js/layout.js" data-asset="layout">
        <link rel="part" href="js/save.js" data-asset="save" data-later>"#;

    /// The weights of a page of these files.
    fn weighed(sizes: &[(&str, u64)]) -> anyhow::Result<Vec<Weight>> {
        let later = later(INDEX);
        let file = |&(name, packed): &(&str, u64)| File {
            name: name.to_owned(),
            when: when(name, &later),
            raw: packed,
            packed,
        };
        weights(&sizes.iter().map(file).collect::<Vec<_>>())
    }

    /// What is weighed, in bytes, and whether it is within its budget.
    fn told(weights: &[Weight]) -> Vec<(&str, u64, bool)> {
        let told = weights.iter();
        told.map(|it| (&*it.what, it.bytes, it.bytes <= it.budget))
            .collect()
    }

    #[test]
    fn what_somebody_waits_for_has_a_budget_and_the_sum_has_none() {
        let page = [
            ("assets/page.wasm", 480_000),
            ("index.html", 20_000),
            ("assets/split_solver.wasm", 105_000),
            ("assets/chunk_1.wasm", 20_000),
            ("assets/split_search.wasm", 9_000),
            ("assets/chunk_2.wasm", 1_000),
            ("assets/split_views.wasm", 169_001),
            ("assets/split_transitions.wasm", 70_000),
            ("assets/split_visit.wasm", 139_000),
            ("assets/split_statecharts.wasm", 60_000),
            ("assets/style-later.css", 3_000),
            ("assets/split_charts.wasm", 50_000),
            ("assets/split_classes.wasm", 90_000),
            ("assets/split_bench.wasm", 300_000),
            ("js/layout.js", 400_000),
            ("js/save.js", 189_001),
            ("assets/sans-greek-400.woff2", 7_000),
            ("offline.js", 1_000),
        ];
        let weights = weighed(&page).expect("it has all parts");
        let expected = [
            ("first view", 500_000, true),
            ("js/save.js", 189_001, false),
            ("assets/sans-greek-400.woff2", 7_000, true),
            ("offline.js", 1_000, true),
            ("part classes", 90_000, true),
            ("part classes_search", 90_000, true),
            ("part search", 10_000, true),
            ("part solver", 125_000, true),
            ("part statecharts", 63_000, true),
            ("part statecharts_search", 50_000, true),
            ("part systems_search", 139_000, true),
            ("part transitions", 73_000, true),
            ("part views", 189_001, false),
            ("first verdict, machines", 510_000, true),
            ("first verdict, transition systems", 712_000, true),
            ("first verdict, statecharts", 613_000, true),
            ("first verdict, class models", 590_000, true),
        ];
        assert_eq!(told(&weights), expected);
    }

    #[test]
    fn the_first_verdict_has_a_budget_of_its_own() {
        let page = [
            ("index.html", 675_000),
            ("assets/split_search.wasm", 214_001),
            ("assets/split_solver.wasm", 124_001),
            ("assets/split_transitions.wasm", 1_000),
            ("assets/split_visit.wasm", 2_000),
            ("assets/split_statecharts.wasm", 3_000),
            ("assets/split_charts.wasm", 4_000),
            ("assets/split_classes.wasm", 5_000),
        ];
        let weights = weighed(&page).expect("it has all parts");
        let expected = [
            ("first view", 675_000, false),
            ("part classes", 5_000, true),
            ("part classes_search", 5_000, true),
            ("part search", 214_001, true),
            ("part solver", 124_001, true),
            ("part statecharts", 3_000, true),
            ("part statecharts_search", 4_000, true),
            ("part systems_search", 2_000, true),
            ("part transitions", 1_000, true),
            ("first verdict, machines", 889_001, false),
            ("first verdict, transition systems", 678_000, true),
            ("first verdict, statecharts", 682_000, true),
            ("first verdict, class models", 680_000, true),
        ];
        assert_eq!(told(&weights), expected);
    }

    #[test]
    fn a_part_that_is_gone_is_no_part_that_weighs_nothing() {
        assert!(weighed(&[("index.html", 1)]).is_err());
    }
}
