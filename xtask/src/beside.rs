//! Measurements side by side: natively and in the page, and beside another solver, as ratios.
//!
//! Native times are processor time of one thread, those of the page are wall time: ratios are worth
//! something on a machine that does nothing else.

use std::collections::BTreeMap;
use std::fmt::Write;

use serde_json::Value;

/// What another solver needed for an instance.
#[derive(Clone, Debug, PartialEq)]
pub struct Solved {
    class: String,
    number: u64,
    ms: f64,
}

impl Solved {
    /// Reads a line of `cli/bench/peers/Sat4j.java`: class, number, longest prefix, milliseconds.
    pub fn read(line: &str) -> Option<Self> {
        let mut words = line.split_whitespace();
        let class = words.next()?.to_owned();
        let number = words.next()?.parse().ok()?;
        let ms = words.nth(1)?.parse().ok()?;
        Some(Self { class, number, ms })
    }
}

/// The rows of two reports, native and of the page, that are about the same.
pub fn table(native: &Value, page: &Value) -> String {
    let said = |report: &Value, field: &str| report[field].as_str().unwrap_or_default().to_owned();
    let mut text = format!(
        "{}; seed {}; {} beside {}; times in ms.\n\n\
         | group | method | answer | instances | mean, native | page | ratio | median, native | page | ratio | worst, native | page |\n\
         |---|---|---|---|---|---|---|---|---|---|---|---|\n",
        said(page, "title"),
        page["seed"],
        said(native, "build"),
        said(page, "build"),
    );
    for row in rows(page) {
        let key = |row: &Value| ["group", "method", "answer"].map(|it| row[it].clone());
        let Some(other) = rows(native).find(|it| key(it) == key(row)) else {
            continue;
        };
        let mean = |row: &Value| number(row, "encode_ms") + number(row, "solve_ms");
        let pairs = [
            (mean(other), mean(row)),
            (number(other, "median_ms"), number(row, "median_ms")),
        ];
        let [group, method, answer] = key(row).map(|it| it.as_str().unwrap_or_default().to_owned());
        let _ = write!(
            text,
            "| {group} | {method} | {answer} | {} |",
            row["instances"]
        );
        for (ours, theirs) in pairs {
            let _ = write!(
                text,
                " {} | {} | {:.2} |",
                figure(ours),
                figure(theirs),
                theirs / ours
            );
        }
        let worst = [other, row].map(|it| figure(number(it, "worst_ms")));
        let _ = writeln!(text, " {} | {} |", worst[0], worst[1]);
    }
    for (who, report) in [("native", native), ("page", page)] {
        for note in report["notes"].as_array().into_iter().flatten() {
            let _ = writeln!(text, "\n{who}: {}", note.as_str().unwrap_or_default());
        }
    }
    text
}

/// Another solver on the printed formulas beside the portfolio, over the instances that it was given.
pub fn peer(name: &str, solved: &[Solved], native: &Value, page: &Value) -> String {
    let mut text = format!(
        "\n{name} on the printed encoding beside the portfolio, over the same instances; times in ms.\n\n\
         | class | instances | mean, {name} | native | page | ratio to native | to the page | median ratio to native | to the page |\n\
         |---|---|---|---|---|---|---|---|---|\n"
    );
    let mut classes: Vec<&str> = solved.iter().map(|it| &*it.class).collect();
    classes.sort_unstable();
    classes.dedup();
    for class in classes {
        let [ours, theirs] = [native, page].map(|report| portfolio(report, class));
        let both: Vec<_> = solved
            .iter()
            .filter(|it| it.class == class)
            .filter_map(|it| Some((it.ms, *ours.get(&it.number)?, *theirs.get(&it.number)?)))
            .collect();
        let mean = |of: &dyn Fn(&(f64, f64, f64)) -> f64| {
            both.iter().map(of).sum::<f64>() / both.len() as f64
        };
        let median = |of: &dyn Fn(&(f64, f64, f64)) -> f64| {
            let mut all: Vec<f64> = both.iter().map(of).collect();
            all.sort_by(f64::total_cmp);
            all.get(all.len() / 2).copied().unwrap_or(f64::NAN)
        };
        let means = [mean(&|it| it.0), mean(&|it| it.1), mean(&|it| it.2)];
        let _ = writeln!(
            text,
            "| {class} | {} | {} | {} | {} | {:.0} | {:.0} | {:.0} | {:.0} |",
            both.len(),
            figure(means[0]),
            figure(means[1]),
            figure(means[2]),
            means[0] / means[1],
            means[0] / means[2],
            median(&|it| it.0 / it.1),
            median(&|it| it.0 / it.2),
        );
    }
    text
}

/// The portfolio's milliseconds of each instance of a class.
fn portfolio(report: &Value, class: &str) -> BTreeMap<u64, f64> {
    rows(report)
        .filter(|row| row["method"] == "portfolio" && row["group"] == class)
        .flat_map(|row| row["each"].as_array().into_iter().flatten())
        .filter_map(|it| Some((it["number"].as_u64()?, it["total_ms"].as_f64()?)))
        .collect()
}

fn rows(report: &Value) -> impl Iterator<Item = &Value> {
    report["rows"].as_array().into_iter().flatten()
}

fn number(row: &Value, field: &str) -> f64 {
    row[field].as_f64().unwrap_or(f64::NAN)
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

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{Solved, peer, table};

    fn report(each: &[(u64, f64)]) -> Value {
        let each: Vec<_> = each
            .iter()
            .map(|(number, ms)| json!({ "number": number, "total_ms": ms }))
            .collect();
        json!({ "title": "T", "seed": 7, "build": "b", "notes": ["n"], "rows": [{
            "group": "small", "method": "portfolio", "answer": "all", "instances": each.len(),
            "encode_ms": 1.0, "solve_ms": each.len() as f64, "median_ms": 2.0, "worst_ms": 200.4, "each": each,
        }]})
    }

    #[test]
    fn rows_about_the_same_stand_side_by_side() {
        let text = table(
            &report(&[(0, 1.0)]),
            &report(&[(0, 1.0), (1, 1.0), (2, 1.0)]),
        );
        let row =
            "| small | portfolio | all | 3 | 2.00 | 4.00 | 2.00 | 2.00 | 2.00 | 1.00 | 200 | 200 |";
        assert!(text.contains(row), "{text}");
        assert!(text.contains("page: n"));
    }

    #[test]
    fn a_peer_is_compared_over_its_own_instances() {
        let solved: Vec<_> = ["small 0 5 8.0", "small 2 1 40.0", "nothing"]
            .into_iter()
            .filter_map(Solved::read)
            .collect();
        assert_eq!(solved.len(), 2);
        let (native, page) = (
            report(&[(0, 1.0), (1, 100.0), (2, 2.0)]),
            report(&[(0, 2.0), (1, 100.0), (2, 4.0)]),
        );
        let text = peer("Sat4j", &solved, &native, &page);
        let row = "| small | 2 | 24.00 | 1.50 | 3.00 | 16 | 8 | 20 | 10 |";
        assert!(text.contains(row), "{text}");
    }
}
