//! Reports: rows of figures, as JSON and as Markdown.

use std::fmt::Write;

use lockstep_core::api::Outcome;
use serde::{Deserialize, Serialize};

use crate::Disagreement;

/// One instance by one method.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Sample {
    /// The number of the instance.
    pub number: u64,
    /// The answer, in one word.
    pub answer: &'static str,
    /// The greatest value: the longest prefix of a scenario, 1 for a goal that is reached.
    pub value: u32,
    /// Who gave the answer.
    pub engine: &'static str,
    /// Milliseconds for building formulas.
    pub encode_ms: f64,
    /// Milliseconds in all.
    pub total_ms: f64,
    /// Variables of the largest formula, 0 where there was none.
    pub variables: u64,
    /// Clauses of it.
    pub clauses: u64,
}

/// One line: a group of instances, a method, and the instances with one answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Row {
    /// The class, or what else the instances have in common.
    pub group: String,
    /// How the answers were found.
    pub method: String,
    /// The answer that they share, or `all`.
    pub answer: String,
    /// How many instances there are.
    pub instances: usize,
    /// Mean milliseconds for building formulas.
    pub encode_ms: f64,
    /// Mean milliseconds for the rest.
    pub solve_ms: f64,
    /// Median milliseconds in all.
    pub median_ms: f64,
    /// Worst milliseconds in all.
    pub worst_ms: f64,
    /// Mean number of variables.
    pub variables: u64,
    /// Mean number of clauses.
    pub clauses: u64,
    /// The sum of what was found: the same wherever the answers are.
    pub values: u64,
    /// How far the times scatter, where there were several runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub spread: Option<Spread>,
    /// Every instance, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<Sample>,
}

/// The times of several runs: of each the median, the least and the most.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Spread {
    /// Of the mean.
    pub mean_ms: [f64; 3],
    /// Of the median.
    pub median_ms: [f64; 3],
    /// Of the worst.
    pub worst_ms: [f64; 3],
}

impl Spread {
    /// The spread of some runs, of each the mean, the median and the worst; there is at least one.
    #[must_use]
    pub fn of(runs: &[[f64; 3]]) -> Self {
        let [mean_ms, median_ms, worst_ms] = [0, 1, 2].map(|figure| {
            let mut all: Vec<_> = runs.iter().map(|it| it[figure]).collect();
            all.sort_by(f64::total_cmp);
            [all[all.len() / 2], all[0], all[all.len() - 1]]
        });
        Self {
            mean_ms,
            median_ms,
            worst_ms,
        }
    }
}

/// All that one measurement says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// What was measured.
    pub title: String,
    /// Seed of the instances.
    pub seed: u64,
    /// How the program was built, and for what.
    pub build: String,
    /// How often it was measured; the figures are the medians of all runs.
    pub runs: usize,
    /// The figures.
    pub rows: Vec<Row>,
    /// What else is to be said.
    pub notes: Vec<String>,
}

impl Report {
    /// A report without rows.
    #[must_use]
    pub fn new(title: impl Into<String>, seed: u64) -> Self {
        let speed = if cfg!(debug_assertions) {
            "not optimised"
        } else {
            "optimised"
        };
        Self {
            title: title.into(),
            seed,
            build: format!("{}, {speed}", std::env::consts::ARCH),
            runs: 1,
            rows: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The medians of several runs of one measurement, with their spread. Notes are those of the last run.
    ///
    /// # Errors
    /// Where the runs have other answers or counts, which do not depend on the machine.
    pub fn of_runs(runs: Vec<Self>) -> Result<Self, Disagreement> {
        let mut all = runs.iter();
        let mut report = runs
            .last()
            .cloned()
            .unwrap_or_else(|| Self::new("Nothing", 0));
        report.runs = runs.len();
        for (at, row) in report.rows.iter_mut().enumerate() {
            let about = format!("{}, {}, {}", row.group, row.method, row.answer);
            let same: Option<Vec<&Row>> = all
                .clone()
                .map(|it| it.rows.get(at).filter(|it| it.counts() == row.counts()))
                .collect();
            let same =
                same.ok_or_else(|| Disagreement(format!("two runs have other counts: {about}")))?;
            let times: Vec<_> = same
                .iter()
                .map(|it| [it.encode_ms + it.solve_ms, it.median_ms, it.worst_ms])
                .collect();
            let encode: Vec<_> = same.iter().map(|it| [it.encode_ms, 0.0, 0.0]).collect();
            if same.len() > 1 {
                let spread = Spread::of(&times);
                row.encode_ms = Spread::of(&encode).mean_ms[0];
                row.solve_ms = (spread.mean_ms[0] - row.encode_ms).max(0.0);
                row.median_ms = spread.median_ms[0];
                row.worst_ms = spread.worst_ms[0];
                row.spread = Some(spread);
            }
        }
        match all.all(|it| it.rows.len() == report.rows.len()) {
            true => Ok(report),
            false => Err(Disagreement("two runs have other rows".into())),
        }
    }

    /// Adds the answer of one engine to one question, where it has decided it or not.
    pub fn add_outcome(&mut self, question: &str, engine: &str, outcome: &Outcome, total_ms: f64) {
        if outcome.verdict.is_unknown() {
            let note = format!("{question}: {engine} does not decide it.");
            self.notes.push(note);
        }
        let sample = Sample {
            number: 0,
            answer: outcome.answer().word(),
            value: outcome.depth().unwrap_or(0),
            engine: "",
            encode_ms: 0.0,
            total_ms,
            variables: 0,
            clauses: outcome.work.clauses.unwrap_or(0),
        };
        let answered = &outcome.work.engine;
        let method = if answered == engine {
            engine.to_owned()
        } else {
            format!("{engine} ({answered})")
        };
        self.add(question, &method, &[sample], false);
    }

    /// Adds a row per answer, and one for all where answers differ.
    pub fn add(&mut self, group: &str, method: &str, samples: &[Sample], each: bool) {
        let mut answers: Vec<&str> = samples.iter().map(|sample| sample.answer).collect();
        answers.sort_unstable();
        answers.dedup();
        for answer in &answers {
            let part = samples.iter().filter(|sample| sample.answer == *answer);
            self.rows
                .push(row(group, method, answer, &part.collect::<Vec<_>>()));
        }
        if answers.len() > 1 {
            let all: Vec<_> = samples.iter().collect();
            self.rows.push(row(group, method, "all", &all));
        }
        if each
            && !samples.is_empty()
            && let Some(last) = self.rows.last_mut()
        {
            last.each = samples.to_vec();
        }
    }

    /// The report as JSON.
    #[must_use]
    pub fn json(&self) -> String {
        serde_json::to_string_pretty(self).expect("plain data with string keys can be written")
    }

    /// The report as a Markdown table.
    #[must_use]
    pub fn markdown(&self) -> String {
        let mut text = format!(
            "{}; seed {}; {}; times in ms.\n\n\
             | group | method | answer | instances | encode | solve | mean | median | worst | variables | clauses |\n\
             |---|---|---|---|---|---|---|---|---|---|---|\n",
            self.title, self.seed, self.build
        );
        for row in &self.rows {
            // Writing to a string cannot fail.
            let _ = writeln!(
                text,
                "| {} | {} | {} | {} | {} | {} | {} | {} | {} | {} | {} |",
                row.group,
                row.method,
                row.answer,
                row.instances,
                figure(row.encode_ms),
                figure(row.solve_ms),
                figure(row.encode_ms + row.solve_ms),
                figure(row.median_ms),
                figure(row.worst_ms),
                row.variables,
                row.clauses
            );
        }
        for note in &self.notes {
            text.push('\n');
            text.push_str(note);
            text.push('\n');
        }
        text
    }
}

impl Row {
    /// What does not depend on the machine.
    fn counts(&self) -> ([&str; 3], [u64; 4]) {
        let key = [&*self.group, &*self.method, &*self.answer];
        (
            key,
            [
                self.instances as u64,
                self.values,
                self.variables,
                self.clauses,
            ],
        )
    }
}

/// Four digits that count are enough.
pub(crate) fn figure(ms: f64) -> String {
    let decimals = match ms {
        ms if ms >= 100.0 => 0,
        ms if ms >= 1.0 => 2,
        _ => 4,
    };
    format!("{ms:.decimals$}")
}

fn row(group: &str, method: &str, answer: &str, part: &[&Sample]) -> Row {
    let count = part.len() as f64;
    let mean = |of: &dyn Fn(&Sample) -> f64| part.iter().map(|s| of(s)).sum::<f64>() / count;
    let mut totals: Vec<_> = part.iter().map(|s| s.total_ms).collect();
    totals.sort_by(f64::total_cmp);
    Row {
        group: group.into(),
        method: method.into(),
        answer: answer.into(),
        instances: part.len(),
        encode_ms: mean(&|s| s.encode_ms),
        solve_ms: mean(&|s| s.total_ms - s.encode_ms),
        median_ms: totals[totals.len() / 2],
        worst_ms: totals[totals.len() - 1],
        variables: mean(&|s| s.variables as f64) as u64,
        clauses: mean(&|s| s.clauses as f64) as u64,
        values: part.iter().map(|s| u64::from(s.value)).sum(),
        spread: None,
        each: Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(number: u64, answer: &'static str, total_ms: f64) -> Sample {
        Sample {
            number,
            answer,
            value: 1,
            engine: "sat",
            encode_ms: 1.0,
            total_ms,
            variables: 10,
            clauses: 20,
        }
    }

    #[test]
    fn answers_have_rows_of_their_own_and_one_together() {
        let mut report = Report::new("Something", 7);
        let samples = [
            sample(0, "yes", 2.0),
            sample(1, "no", 4.0),
            sample(2, "no", 9.0),
        ];
        report.add("small", "any", &samples, true);
        let rows: Vec<_> = report
            .rows
            .iter()
            .map(|row| (&*row.answer, row.instances))
            .collect();
        assert_eq!(rows, [("no", 2), ("yes", 1), ("all", 3)]);
        assert_eq!(
            (report.rows[0].solve_ms, report.rows[0].worst_ms),
            (5.5, 9.0)
        );
        assert_eq!(
            (report.rows[2].median_ms, report.rows[2].each.len()),
            (4.0, 3)
        );
        assert!(
            report
                .markdown()
                .contains("| small | any | all | 3 | 1.00 | 4.00 | 5.00 |")
        );
        assert!(report.json().contains("\"each\""));
    }
}
