//! Reports: rows of figures, as JSON and as Markdown.

use std::fmt::Write;

use serde::Serialize;

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
    /// Every instance, where that was asked for.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub each: Vec<Sample>,
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
            rows: Vec::new(),
            notes: Vec::new(),
        }
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

/// Four digits that count are enough.
fn figure(ms: f64) -> String {
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
