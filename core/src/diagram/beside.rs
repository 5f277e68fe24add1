//! Two runs of a transition system side by side: at each step of the later one the values of the earlier one after as
//! many firings.
//!
//! Runs are compared by firings, not by steps: one of them may have been made by hand with its firings taken apart.
//! Variables are compared by their names, because the text may have been edited between the two. O(steps · variables).

use std::ops::Range;

use crate::view::{SystemEvidenceView, SystemStepView, SystemView, step_numbers};

/// The earlier of two runs, as it is seen along the later one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beside {
    /// For each variable of the later run and each of its steps the value in the earlier run; `None` where that is over, or
    /// has no such variable.
    pub values: Vec<Vec<Option<String>>>,
    /// For each variable and step whether there are two values that differ.
    pub differs: Vec<Vec<bool>>,
    /// How often `trans` has fired, or how many steps of statecharts count, in each of the two: in the later one, then in
    /// the earlier one.
    pub firings: (usize, usize),
}

/// Puts an earlier run beside a later one. The names say what is at which place of their states.
#[must_use]
pub fn beside(
    (names, run): (&[String], &SystemEvidenceView),
    (earlier_names, earlier): (&[String], &SystemEvidenceView),
) -> Beside {
    let ends = |of: &SystemEvidenceView| -> Vec<usize> {
        let steps = 0..of.run.len();
        steps.filter(|&it| of.ends_a_firing(it)).collect()
    };
    let fires = |of: &SystemEvidenceView, ends: &[usize]| {
        let is_firing = |it: &&usize| {
            let entry = &of.run[**it];
            let counts = entry.counts.is_some() && **it > 0;
            counts || entry.relation.as_deref() == Some("trans")
        };
        ends.iter().filter(is_firing).count()
    };
    let (later_ends, earlier_ends) = (ends(run), ends(earlier));
    // Which step of the earlier run has had as many firings.
    let mut fired = 0;
    let mut there = Vec::new();
    for step in 0..run.run.len() {
        fired += usize::from(later_ends.get(fired) == Some(&step));
        there.push(fired.checked_sub(1).and_then(|it| earlier_ends.get(it)));
    }
    let column = |name: &String| earlier_names.iter().position(|it| it == name);
    let values: Vec<Vec<Option<String>>> = names
        .iter()
        .map(|name| {
            let column = column(name);
            let value = |at: &Option<&usize>| earlier.run[*(*at)?].state.get(column?).cloned();
            there.iter().map(value).collect()
        })
        .collect();
    let differs = values.iter().enumerate().map(|(variable, values)| {
        let steps = values.iter().zip(&run.run);
        let differs = |(old, new): (&Option<String>, &SystemStepView)| {
            old.is_some() && old.as_ref() != new.state.get(variable)
        };
        steps.map(differs).collect()
    });
    let differs: Vec<Vec<bool>> = differs.collect();
    Beside {
        values,
        differs,
        firings: (fires(run, &later_ends), fires(earlier, &earlier_ends)),
    }
}

impl Beside {
    /// The value of the earlier run, where it is another one.
    #[must_use]
    pub fn other(&self, variable: usize, step: usize) -> Option<&str> {
        let differs = self.differs.get(variable)?.get(step)?;
        let value = self.values.get(variable)?.get(step)?.as_deref();
        value.filter(|_| *differs)
    }

    /// The stretches of steps in which a variable has two values that differ.
    #[must_use]
    pub fn spans(&self, variable: usize) -> Vec<Range<usize>> {
        let mut spans: Vec<Range<usize>> = Vec::new();
        let steps = self.differs.get(variable).into_iter().flatten();
        for (step, _) in steps.enumerate().filter(|(_, differs)| **differs) {
            match spans.last_mut() {
                Some(last) if last.end == step => last.end += 1,
                _ => spans.push(step..step + 1),
            }
        }
        spans
    }

    /// Both runs as one, for drawing: behind each variable that is compared stands what it is in the earlier run. With it
    /// for each row the variable, and whether it is of the earlier run.
    #[must_use]
    pub fn interleaved(
        &self,
        system: &SystemView,
        run: &[SystemStepView],
    ) -> (SystemView, Vec<SystemStepView>, Vec<(usize, bool)>) {
        let rows = (0..system.variables.len()).flat_map(|variable| {
            let is_compared = self.values.get(variable).is_some();
            let rows = [(variable, false), (variable, true)];
            rows.into_iter().take(1 + usize::from(is_compared))
        });
        let rows: Vec<_> = rows.collect();
        let variables = rows.iter().map(|it| system.variables[it.0].clone());
        let both = SystemView {
            variables: variables.collect(),
            ..SystemView::default()
        };
        let steps = run.iter().enumerate().map(|(step, it)| {
            let value = |&(variable, earlier): &(usize, bool)| {
                let value = match earlier {
                    false => it.state.get(variable).cloned(),
                    true => self.values[variable].get(step).cloned().flatten(),
                };
                value.unwrap_or_default()
            };
            SystemStepView {
                state: rows.iter().map(value).collect(),
                changed: Vec::new(),
                ..it.clone()
            }
        });
        (both, steps.collect(), rows)
    }

    /// Where the two differ first, and which of them is longer; names stand between backticks.
    #[must_use]
    pub fn summary(&self, names: &[String], run: &[SystemStepView]) -> String {
        if !self.values.is_empty() && self.values.iter().flatten().all(Option::is_none) {
            return "The other one has no run.".into();
        }
        let steps = self.differs.iter().map(Vec::len).max().unwrap_or(0);
        let at = |step: usize| -> Vec<String> {
            let all = self.differs.iter().zip(names);
            let differs = all.filter(|(it, _)| it.get(step) == Some(&true));
            differs.map(|(_, name)| format!("`{name}`")).collect()
        };
        let first = (0..steps).map(|step| (step, at(step)));
        let first = first.into_iter().find(|(_, names)| !names.is_empty());
        let (later, earlier) = self.firings;
        let longer = match later.abs_diff(earlier) {
            0 => String::new(),
            by => {
                let more = if later > earlier { "more" } else { "fewer" };
                let ending = if by == 1 { "" } else { "s" };
                match run.first().is_some_and(|it| it.counts.is_some()) {
                    true => format!(" This run has {by} step{ending} {more}."),
                    false => format!(" This run has {by} firing{ending} of `trans` {more}."),
                }
            }
        };
        match first {
            None => format!("The same values wherever both are.{longer}"),
            Some((step, names)) => {
                let names = match names.split_last() {
                    Some((last, [])) => last.clone(),
                    Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
                    None => String::new(),
                };
                let numbers = step_numbers(run);
                let number = numbers.get(step).map_or("", |it| it);
                format!("First after step {number} they differ, in {names}.{longer}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(steps: &[(&str, &[&str])]) -> SystemEvidenceView {
        let entry = |(relation, state): &(&str, &[&str])| SystemStepView {
            relation: (!relation.is_empty()).then(|| (*relation).to_owned()),
            state: state.iter().map(|it| (*it).to_owned()).collect(),
            ..SystemStepView::default()
        };
        SystemEvidenceView {
            run: steps.iter().map(entry).collect(),
            ..SystemEvidenceView::default()
        }
    }

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|it| (*it).to_owned()).collect()
    }

    #[test]
    fn values_of_the_same_firing_stand_side_by_side() {
        let earlier = run(&[
            ("", &["0", "a"]),
            ("init", &["0", "a"]),
            ("env", &["1", "a"]),
            ("trans", &["1", "b"]),
        ]);
        // The same with a firing taken apart, other values, and variables in another order.
        let later = run(&[
            ("", &["a", "0"]),
            ("init", &["a", "0"]),
            ("env", &["a", "7"]),
            ("env", &["a", "2"]),
            ("trans", &["b", "2"]),
            ("env", &["b", "3"]),
        ]);
        let (old, new) = (names(&["n", "s"]), names(&["s", "n"]));
        let both = beside((&new, &later), (&old, &earlier));
        let at = |step: usize| both.values[1][step].as_deref();
        let told: Vec<_> = (0..6).map(at).collect();
        let expected = [Some("0"), Some("0"), Some("0"), Some("1"), Some("1"), None];
        assert_eq!(told, expected);
        assert!(both.spans(0).is_empty());
        assert_eq!(both.spans(1).first(), Some(&(2..5)));
        assert_eq!(
            (both.other(1, 4), both.other(1, 1), both.other(0, 9)),
            (Some("1"), None, None)
        );
        assert_eq!(both.firings, (1, 1));
        let summary = "First after step 0.2 they differ, in `n`.";
        assert_eq!(both.summary(&new, &later.run), summary);
    }

    #[test]
    fn a_run_beside_itself_and_one_without_its_variables() {
        let one = run(&[("", &["0"]), ("init", &["1"])]);
        let of = names(&["n"]);
        let both = beside((&of, &one), (&of, &one));
        assert_eq!(
            both.summary(&of, &one.run),
            "The same values wherever both are."
        );
        let other = names(&["m"]);
        let both = beside((&of, &one), (&other, &one));
        assert_eq!(both.values, [[None, None]]);
        let none = beside((&[], &run(&[])), (&of, &one));
        assert_eq!(none.summary(&[], &[]), "The same values wherever both are.");
        let fires = run(&[
            ("", &["0"]),
            ("init", &["1"]),
            ("env", &["1"]),
            ("trans", &["1"]),
        ]);
        let both = beside((&of, &fires), (&of, &one));
        let summary = "The same values wherever both are. This run has 1 firing of `trans` more.";
        assert_eq!(both.summary(&of, &fires.run), summary);
    }
}
