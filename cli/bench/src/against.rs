//! A report beside one that was kept: what changed beyond noise.
//!
//! A figure in milliseconds has the median of several runs, the least and the most of them. It is better or worse where the two ranges do not
//! overlap and the medians differ by more than a floor, which is higher where one of the two was measured once or twice: then its
//! spread is not known. What does not depend on the machine (answers, their values, variables, clauses) is compared exactly: other
//! answers are worse, whatever they are, and so are larger formulas.

use std::fmt::Write;

use serde::{Deserialize, Serialize};

use crate::report::{Report, Spread};

/// Medians that differ by less than this part are the same.
const FLOOR: f64 = 0.05;
/// The same where there are too few runs to know how far figures scatter.
const FEW_RUNS_FLOOR: f64 = 0.3;
/// So many runs say how far figures scatter.
const ENOUGH_RUNS: usize = 3;

/// A report as it was kept, in JSON. Older ones have neither runs nor values.
#[derive(Clone, Debug, Deserialize)]
pub struct Kept {
    title: String,
    seed: u64,
    build: String,
    #[serde(default = "once")]
    runs: usize,
    rows: Vec<KeptRow>,
}

fn once() -> usize {
    1
}

#[derive(Clone, Debug, Deserialize)]
struct KeptRow {
    group: String,
    method: String,
    answer: String,
    instances: u64,
    encode_ms: f64,
    solve_ms: f64,
    median_ms: f64,
    worst_ms: f64,
    variables: u64,
    clauses: u64,
    #[serde(default)]
    values: Option<u64>,
    #[serde(default)]
    spread: Option<Spread>,
}

/// What became of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Change {
    /// It takes less beyond noise.
    Better,
    /// It takes more beyond noise, or the answers are others.
    Worse,
    /// No difference can be told from noise.
    Same,
}

/// A figure of both reports.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Figure {
    /// The class, or what else the instances have in common.
    pub group: String,
    /// How the answers were found.
    pub method: String,
    /// The answer that they share.
    pub answer: String,
    /// Which figure.
    pub figure: &'static str,
    /// What it was; `None` where the row was not there.
    pub before: Option<f64>,
    /// What it is.
    pub now: Option<f64>,
    /// What became of it.
    pub change: Change,
}

/// A report beside one that was kept.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Comparison {
    /// All figures, in the order of the report.
    pub figures: Vec<Figure>,
    /// How many are worse.
    pub worse: usize,
    /// How many are better.
    pub better: usize,
    /// How many are the same.
    pub same: usize,
}

/// Reads a report that was kept.
///
/// # Errors
/// Says what is wrong with it.
pub fn read(json: &str) -> Result<Kept, String> {
    serde_json::from_str(json)
        .map_err(|error| format!("this is no report of `lockstep bench WHAT --json` ({error})"))
}

/// Puts a report beside one that was kept.
///
/// # Errors
/// Where they cannot be compared: another measurement, other instances, or another build.
pub fn compare(before: &Kept, now: &Report) -> Result<Comparison, String> {
    let now = read(&now.json())?;
    for (what, was, is) in [
        ("measurement", &before.title, &now.title),
        ("build", &before.build, &now.build),
        ("seed", &before.seed.to_string(), &now.seed.to_string()),
    ] {
        if was != is {
            return Err(format!(
                "it was kept of another {what}: `{was}` there, `{is}` here"
            ));
        }
    }
    let floor = match before.runs.min(now.runs) >= ENOUGH_RUNS {
        true => FLOOR,
        false => FEW_RUNS_FLOOR,
    };
    let mut figures = Vec::new();
    for row in &now.rows {
        match before.rows.iter().find(|it| it.is_about(row)) {
            Some(was) => figures.extend(beside(was, row, floor)),
            None => figures.push(row.alone(false)),
        }
    }
    let gone = |it: &&KeptRow| !now.rows.iter().any(|row| it.is_about(row));
    figures.extend(before.rows.iter().filter(gone).map(|it| it.alone(true)));
    let count = |change| figures.iter().filter(|it| it.change == change).count();
    Ok(Comparison {
        worse: count(Change::Worse),
        better: count(Change::Better),
        same: count(Change::Same),
        figures,
    })
}

impl KeptRow {
    fn is_about(&self, other: &Self) -> bool {
        let key = |it: &Self| (it.group.clone(), it.method.clone(), it.answer.clone());
        key(self) == key(other)
    }

    /// The times with their names: median, least and most of all runs.
    fn times(&self) -> [(&'static str, [f64; 3]); 3] {
        let spread = self.spread.clone().unwrap_or_else(|| {
            let mean = self.encode_ms + self.solve_ms;
            Spread::of(&[[mean, self.median_ms, self.worst_ms]])
        });
        [
            ("mean ms", spread.mean_ms),
            ("median ms", spread.median_ms),
            ("worst ms", spread.worst_ms),
        ]
    }

    fn figure(
        &self,
        figure: &'static str,
        [before, now]: [Option<f64>; 2],
        change: Change,
    ) -> Figure {
        Figure {
            group: self.group.clone(),
            method: self.method.clone(),
            answer: self.answer.clone(),
            figure,
            before,
            now,
            change,
        }
    }

    /// A row that only one of the reports has: other answers were given.
    fn alone(&self, is_gone: bool) -> Figure {
        let count = Some(self.instances as f64);
        let sides = match is_gone {
            true => [count, None],
            false => [None, count],
        };
        self.figure("instances", sides, Change::Worse)
    }
}

/// The figures of a row that both reports have.
fn beside(was: &KeptRow, is: &KeptRow, floor: f64) -> Vec<Figure> {
    let mut figures = Vec::new();
    let values = was.values.zip(is.values);
    for (name, pair, may_shrink) in [
        ("instances", Some((was.instances, is.instances)), false),
        ("values", values, false),
        ("variables", Some((was.variables, is.variables)), true),
        ("clauses", Some((was.clauses, is.clauses)), true),
    ] {
        let Some((before, now)) = pair else { continue };
        let change = match before == now {
            true => Change::Same,
            false if may_shrink && now < before => Change::Better,
            false => Change::Worse,
        };
        let sides = [before, now].map(|it| Some(it as f64));
        figures.push(is.figure(name, sides, change));
    }
    for ((name, before), (_, now)) in was.times().into_iter().zip(is.times()) {
        let sides = [before, now].map(|it| Some(it[0]));
        figures.push(is.figure(name, sides, changed(before, now, floor)));
    }
    figures
}

/// What became of a time: its median, least and most of all runs before, and now.
fn changed(before: [f64; 3], now: [f64; 3], floor: f64) -> Change {
    let ([was, was_least, was_most], [is, is_least, is_most]) = (before, now);
    if is_least > was_most && is > was * (1.0 + floor) {
        Change::Worse
    } else if is_most < was_least && is * (1.0 + floor) < was {
        Change::Better
    } else {
        Change::Same
    }
}

impl Comparison {
    /// The comparison as a Markdown table: all times, and what else is not the same.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = String::from(
            "| group | method | answer | figure | before | now | ratio | change |\n|---|---|---|---|---|---|---|---|\n",
        );
        let shown = |it: Option<f64>| it.map_or("–".to_owned(), crate::report::figure);
        let tells = |it: &&Figure| it.change != Change::Same || it.figure.ends_with("ms");
        for it in self.figures.iter().filter(tells) {
            let ratio = it.before.zip(it.now).filter(|it| it.0 > 0.0);
            let ratio = ratio.map_or("–".to_owned(), |it| format!("{:.2}", it.1 / it.0));
            let change = match it.change {
                Change::Better => "**better**",
                Change::Worse => "**worse**",
                Change::Same => "same",
            };
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {ratio} | {change} |",
                it.group,
                it.method,
                it.answer,
                it.figure,
                shown(it.before),
                shown(it.now),
            );
        }
        let _ = write!(
            text,
            "\n{} figures: {} worse, {} better, {} the same.\n",
            self.figures.len(),
            self.worse,
            self.better,
            self.same
        );
        text
    }

    /// The comparison as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data with string keys can be written")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Sample;

    fn sample(answer: &'static str, total_ms: f64, clauses: u64) -> Sample {
        Sample {
            number: 0,
            answer,
            value: 1,
            engine: "sat",
            encode_ms: 0.0,
            total_ms,
            variables: 10,
            clauses,
        }
    }

    /// A report of several runs with these times.
    fn report(times: &[f64], clauses: u64) -> Report {
        let runs = times.iter().map(|&ms| {
            let mut report = Report::new("Something", 7);
            report.add("small", "any", &[sample("yes", ms, clauses)], false);
            report
        });
        Report::of_runs(runs.collect()).expect("the counts are the same")
    }

    fn kept(report: &Report) -> Kept {
        read(&report.json()).expect("a report reads back")
    }

    fn of(comparison: &Comparison, figure: &str) -> Change {
        let found = comparison.figures.iter().find(|it| it.figure == figure);
        found.expect("the figure is there").change
    }

    #[test]
    fn ranges_that_overlap_are_noise() {
        let before = kept(&report(&[1.0, 1.1, 1.3], 20));
        for (now, change) in [
            (&[1.2, 1.4, 1.5][..], Change::Same),
            (&[1.35, 1.4, 1.5], Change::Worse),
            (&[0.5, 0.6, 0.9], Change::Better),
            (&[1.31, 1.31, 1.31], Change::Worse),
            // Once is too little to know how far it scatters.
            (&[1.4], Change::Same),
            (&[1.5], Change::Worse),
        ] {
            let found = compare(&before, &report(now, 20)).expect("they can be compared");
            assert_eq!(of(&found, "median ms"), change, "{now:?}");
            assert_eq!(of(&found, "clauses"), Change::Same);
        }
        // Far apart, but hardly different.
        let steady = kept(&report(&[1.0, 1.0, 1.0], 20));
        let found =
            compare(&steady, &report(&[1.04, 1.04, 1.04], 20)).expect("they can be compared");
        assert_eq!(found.worse, 0);
    }

    #[test]
    fn counts_are_compared_exactly() {
        let before = kept(&report(&[1.0, 1.0, 1.0], 20));
        let found = compare(&before, &report(&[1.0, 1.0, 1.0], 21)).expect("they can be compared");
        assert_eq!((of(&found, "clauses"), found.worse), (Change::Worse, 1));
        let found = compare(&before, &report(&[1.0, 1.0, 1.0], 19)).expect("they can be compared");
        assert_eq!((of(&found, "clauses"), found.worse), (Change::Better, 0));
        assert!(
            found
                .markdown()
                .contains("| small | any | yes | clauses | 20.00 | 19.00 | 0.95 | **better** |"),
            "{}",
            found.markdown()
        );
        assert!(found.json().contains("\"change\": \"better\""));
        // Another answer is a row of its own, and one that is gone.
        let mut other = Report::new("Something", 7);
        other.add("small", "any", &[sample("no", 1.0, 20)], false);
        let found = compare(&before, &other).expect("they can be compared");
        assert_eq!((found.worse, found.figures.len()), (2, 2));
    }

    #[test]
    fn what_was_measured_otherwise_is_refused() {
        let mut other = report(&[1.0], 20);
        other.seed = 8;
        let before = kept(&report(&[1.0], 20));
        let error = compare(&before, &other).expect_err("another seed");
        assert!(
            error.contains("another seed: `7` there, `8` here"),
            "{error}"
        );
        assert!(read("[]").expect_err("no report").contains("no report of"));
    }

    #[test]
    fn runs_that_disagree_are_no_report() {
        let runs = [20, 21].map(|clauses| report(&[1.0], clauses));
        let error = Report::of_runs(runs.into()).expect_err("other counts");
        assert!(error.0.contains("small, any, yes"), "{}", error.0);
    }

    /// What is kept in `docs/figures` can be compared with what is measured now, row by row.
    #[test]
    fn kept_figures_are_reports_of_several_runs() {
        let directory = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/figures");
        let files = std::fs::read_dir(directory).expect("the directory is there");
        let mut count = 0;
        for file in files {
            let path = file.expect("it can be listed").path();
            let json = std::fs::read_to_string(&path).expect("it can be read");
            let kept = read(&json).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
            assert!(kept.runs >= ENOUGH_RUNS, "{}", path.display());
            assert!(!kept.rows.is_empty() && kept.rows.iter().all(|it| it.spread.is_some()));
            count += 1;
        }
        assert!(count >= 8, "{count} reports");
    }
}
