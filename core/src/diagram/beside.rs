//! Two runs of a transition system side by side: at each step of the later one the values of the earlier one after as
//! many firings.
//!
//! Runs are compared by firings, not by steps: one of them may have been made by hand with its firings taken apart. Runs of two
//! readings that count differently are compared by what has been seen of them. Variables are compared by their names, because
//! the text may have been edited between the two. O(steps · variables), times the unseen steps in a row of two readings.

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
    /// the earlier one; `None` where they count differently.
    pub firings: Option<(usize, usize)>,
    /// For each step of the later run the one of the earlier run that has come as far; `None` where that is over.
    pub there: Vec<Option<usize>>,
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
            counts || entry.turn.is_relation("trans")
        };
        ends.iter().filter(is_firing).count()
    };
    let (later_ends, earlier_ends) = (ends(run), ends(earlier));
    let column = |name: &String| earlier_names.iter().position(|it| it == name);
    let columns: Vec<_> = names.iter().map(column).collect();
    let is_same = |step: usize, there: usize| {
        let (now, then) = (&run.run[step].state, &earlier.run[there].state);
        let mut values = columns.iter().enumerate();
        values.all(|(own, other)| other.is_none_or(|it| now.get(own) == then.get(it)))
    };
    let seen = seen_so_far(run, earlier);
    let there = match seen {
        Some(seen) => by_sight(seen, is_same).into_iter().map(Some).collect(),
        None => by_firings(run.run.len(), &later_ends, &earlier_ends),
    };
    let firings =
        (seen.is_none()).then(|| (fires(run, &later_ends), fires(earlier, &earlier_ends)));
    let both = Beside {
        firings,
        there,
        ..Beside::default()
    };
    both.with_values((names, &run.run), (earlier_names, &earlier.run))
}

impl Beside {
    /// The same with other values of the two runs, as of columns that put several variables together.
    #[must_use]
    pub fn with_values(
        &self,
        (names, run): (&[String], &[SystemStepView]),
        (earlier_names, earlier): (&[String], &[SystemStepView]),
    ) -> Self {
        let column = |name: &String| earlier_names.iter().position(|it| it == name);
        let values = names.iter().map(column).map(|column| {
            let value = |at: &Option<usize>| earlier.get((*at)?)?.state.get(column?).cloned();
            self.there.iter().map(value).collect()
        });
        let values: Vec<Vec<Option<String>>> = values.collect();
        let differs = values.iter().enumerate().map(|(variable, values)| {
            let steps = values.iter().zip(run);
            let differs = |(old, new): (&Option<String>, &SystemStepView)| {
                old.is_some() && old.as_ref() != new.state.get(variable)
            };
            steps.map(differs).collect()
        });
        Self {
            differs: differs.collect(),
            values,
            firings: self.firings,
            there: self.there.clone(),
        }
    }
}

/// Steps as stretches of them; they come in their order, and may come more than once.
fn stretches(steps: impl Iterator<Item = usize>) -> Vec<Range<usize>> {
    let mut all: Vec<Range<usize>> = Vec::new();
    for step in steps {
        match all.last_mut() {
            Some(last) if step <= last.end => last.end = last.end.max(step + 1),
            _ => all.push(step..step + 1),
        }
    }
    all
}

/// Which step of the earlier run has had as many firings as each of the later one.
fn by_firings(steps: usize, later: &[usize], earlier: &[usize]) -> Vec<Option<usize>> {
    let mut fired = 0;
    let there = (0..steps).map(|step| {
        fired += usize::from(later.get(fired) == Some(&step));
        fired.checked_sub(1).and_then(|it| earlier.get(it).copied())
    });
    there.collect()
}

/// How much has been seen after each step of the two, where they are the runs of an answer that tells it.
fn seen_so_far<'a>(
    run: &'a SystemEvidenceView,
    earlier: &SystemEvidenceView,
) -> Option<[&'a [usize]; 2]> {
    let beside = run.beside.as_deref()?;
    let [own, other] = beside.seen_so_far.each_ref().map(Vec::as_slice);
    let is_told = own.len() == run.run.len() && other.len() == beside.run.len();
    (is_told && beside.run == earlier.run).then_some([own, other])
}

/// Which step of the earlier run has come as far as each of the later one: the next after which as much has been seen and the
/// values are the same; where there is none, the one before, and where that shows less, the first that shows as much. Where less is
/// seen of the earlier run as a whole, it stays at its end: it cannot go on as the later one does.
fn by_sight([own, other]: [&[usize]; 2], is_same: impl Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut last = 0;
    let there = own.iter().enumerate().map(|(step, seen)| {
        let there = (last..other.len()).take_while(|&it| other[it] <= *seen);
        let mut as_far = there.filter(|&it| other[it] == *seen);
        let first = as_far.clone().next();
        last = as_far
            .find(|&it| is_same(step, it))
            .or(first)
            .unwrap_or(other.len().saturating_sub(1));
        last
    });
    there.collect()
}

impl Beside {
    /// The value of the earlier run, where it is another one.
    #[must_use]
    pub fn other(&self, variable: usize, step: usize) -> Option<&str> {
        let differs = self.differs.get(variable)?.get(step)?;
        let value = self.values.get(variable)?.get(step)?.as_deref();
        value.filter(|_| *differs)
    }

    /// The stretches of steps at which both have the same values: of the later run, and of the earlier one.
    #[must_use]
    pub fn common(&self) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
        let differs = |step: usize| self.differs.iter().any(|it| it.get(step) == Some(&true));
        let steps = self.there.iter().enumerate();
        let same = steps.filter_map(|(step, there)| Some((step, (*there)?)));
        let same: Vec<_> = same.filter(|it| !differs(it.0)).collect();
        let there = same.iter().map(|it| it.1);
        (stretches(same.iter().map(|it| it.0)), stretches(there))
    }

    /// The step of the later run that has come as far as one of the earlier run: the first that is held beside it, or where none is,
    /// the last that is held beside one before it.
    #[must_use]
    pub fn step_of_later(&self, earlier: usize) -> usize {
        let there = &self.there;
        let exact = there.iter().position(|it| *it == Some(earlier));
        let before = |it: &Option<usize>| it.is_some_and(|it| it <= earlier);
        exact
            .or_else(|| there.iter().rposition(before))
            .unwrap_or(0)
    }

    /// The variables that have two values that differ after a step.
    #[must_use]
    pub fn apart(&self, step: usize) -> Vec<usize> {
        let all = self.differs.iter().enumerate();
        let apart = all.filter(|(_, steps)| steps.get(step) == Some(&true));
        apart.map(|it| it.0).collect()
    }

    /// The stretches of steps in which a variable has two values that differ.
    #[must_use]
    pub fn spans(&self, variable: usize) -> Vec<Range<usize>> {
        let steps = self.differs.get(variable).into_iter().flatten();
        stretches(steps.enumerate().filter(|it| *it.1).map(|it| it.0))
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
        let number = |step: usize| step_numbers(run).get(step).cloned().unwrap_or_default();
        // Runs that are held beside each other by what is seen of them may differ on the way: they begin otherwise.
        if self.firings.is_none() {
            let common = self.common().0;
            return match common.last() {
                Some(last) => format!("They part after step {}.", number(last.end - 1)),
                None => "They differ at every step.".into(),
            };
        }
        let steps = self.there.len();
        let at = |step: usize| -> Vec<String> {
            let apart = self.apart(step).into_iter();
            let names = apart.filter_map(|it| names.get(it));
            names.map(|name| format!("`{name}`")).collect()
        };
        let first = (0..steps).map(|step| (step, at(step)));
        let first = first.into_iter().find(|(_, names)| !names.is_empty());
        let (later, earlier) = self.firings.unwrap_or_default();
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
                let number = number(step);
                format!("First after step {number} they differ, in {names}.{longer}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::StepTurn;

    fn run(steps: &[(&str, &[&str])]) -> SystemEvidenceView {
        let entry = |(relation, state): &(&str, &[&str])| SystemStepView {
            turn: StepTurn::of(relation),
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
        assert_eq!(both.firings, Some((1, 1)));
        let there = [Some(0), Some(1), Some(1), Some(2), Some(3), None];
        assert_eq!(both.there, there);
        let steps = |it: Range<usize>| vec![it];
        assert_eq!(both.common(), (steps(0..2), steps(0..2)));
        assert_eq!((both.apart(1), both.apart(4)), (vec![], vec![1]));
        let summary = "First after step 0.2 they differ, in `n`.";
        assert_eq!(both.summary(&new, &later.run), summary);
    }

    #[test]
    fn runs_of_two_readings_are_side_by_side_by_what_is_seen_of_them() {
        use crate::view::BesideView;
        // One of them begins in one step, the other one in two; then each is seen to take something.
        let mut later = run(&[("", &["0"]), ("a", &["2"]), ("a", &["3"]), ("a", &["9"])]);
        let earlier = run(&[("", &["0"]), ("a", &["1"]), ("a", &["2"]), ("a", &["3"])]);
        later.beside = Some(Box::new(BesideView {
            run: earlier.run.clone(),
            seen_so_far: [vec![0, 0, 1, 2], vec![0, 0, 0, 1]],
            ..BesideView::default()
        }));
        let of = names(&["n"]);
        let both = beside((&of, &later), (&of, &earlier));
        assert_eq!(both.there, [Some(0), Some(2), Some(3), Some(3)]);
        let (own, other) = both.common();
        assert_eq!(own.into_iter().flatten().collect::<Vec<_>>(), [0, 1, 2]);
        assert_eq!(other, [0..1, 2..4]);
        assert_eq!((both.apart(2), both.apart(3)), (vec![], vec![0]));
        let summary = "They part after step 2.";
        assert_eq!(both.summary(&of, &later.run), summary);
        assert_eq!([0, 1, 2, 3].map(|it| both.step_of_later(it)), [0, 0, 1, 2]);
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
