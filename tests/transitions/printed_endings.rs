//! What is said of where a run by the thesis' rules ends is true of the definitions, which are here once more, one operation
//! at a time.

use std::collections::BTreeSet;

use lockstep_core::api::{Onward, RunChoice};
use lockstep_core::expression::{Value, evaluate, truth};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print::print;
use lockstep_core::language::transitions::{OperationKind, Relation, TransitionModel, read};
use lockstep_core::text::Severity;
use lockstep_seeds::{seeds, share};

use super::entry;
use super::printed_rules::made;

/// What a run has done since its last stable state, and the values that the text declares after so much of it.
#[derive(Default)]
struct Done {
    operations: Vec<usize>,
    states: Vec<(usize, Vec<String>)>,
}

/// What is still to be executed, the next on top; branches run beside one another, and what is below them waits.
type Rest = Vec<Part>;

#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    One(usize),
    Beside(Vec<Rest>),
}

/// The definitions one operation at a time, and by themselves: of what this test makes, which is without local variables,
/// loops, arrays, and integers without a range.
struct Judge<'m> {
    model: &'m TransitionModel,
}

impl Judge<'_> {
    /// Whether something in an operation decides or changes anything.
    fn tells(&self, operation: usize) -> bool {
        use OperationKind::{Choice, Parallel, Sequence};
        match &self.model.operations[operation].kind {
            Sequence(parts, _) | Choice(parts) | Parallel(parts) => {
                parts.iter().any(|&it| self.tells(it))
            }
            _ => true,
        }
    }

    /// Every way to go on by one operation: what it was, if that is told, what is left, and the values after it.
    fn steps(&self, rest: &Rest, values: &[Value]) -> Vec<(Option<usize>, Rest, Vec<Value>)> {
        let mut rest = rest.clone();
        let operation = match rest.pop() {
            None => return Vec::new(),
            Some(Part::Beside(branches)) => {
                let open: Vec<Rest> = branches.into_iter().filter(|it| !it.is_empty()).collect();
                if open.is_empty() {
                    return vec![(None, rest, values.to_vec())];
                }
                let mut all = Vec::new();
                for (at, branch) in open.iter().enumerate() {
                    for (told, left, after) in self.steps(branch, values) {
                        let mut branches = open.clone();
                        branches[at] = left;
                        let mut rest = rest.clone();
                        rest.push(Part::Beside(branches));
                        all.push((told, rest, after));
                    }
                }
                return all;
            }
            Some(Part::One(operation)) => operation,
        };
        let told = Some(operation);
        let with = |part: usize| {
            let mut rest = rest.clone();
            rest.push(Part::One(part));
            rest
        };
        let set = |variable: usize, value: Value| {
            let mut after = values.to_vec();
            let fits = value.fits(&self.model.variables[variable].sort);
            after[variable] = value;
            fits.then(|| (told, rest.clone(), after))
        };
        match &self.model.operations[operation].kind {
            OperationKind::Assign(variable, term) => {
                let value = evaluate(term, values).ok();
                value
                    .and_then(|it| set(*variable, it))
                    .into_iter()
                    .collect()
            }
            OperationKind::Assume(term) => match truth(term, values) {
                Ok(true) => vec![(told, rest, values.to_vec())],
                _ => Vec::new(),
            },
            OperationKind::Havoc(variable) => (-9..99)
                .map(Value::Number)
                .filter_map(|it| set(*variable, it))
                .collect(),
            OperationKind::Sequence(parts, _) => {
                rest.extend(parts.iter().rev().map(|&it| Part::One(it)));
                vec![(None, rest, values.to_vec())]
            }
            OperationKind::Choice(parts) => {
                let entered = parts.iter().map(|&it| (None, with(it), values.to_vec()));
                entered.collect()
            }
            OperationKind::If(term, then, otherwise) => match (truth(term, values), otherwise) {
                (Ok(true), _) => vec![(told, with(*then), values.to_vec())],
                (Ok(false), Some(otherwise)) => vec![(told, with(*otherwise), values.to_vec())],
                (Ok(false), None) => vec![(told, rest, values.to_vec())],
                (Err(_), _) => Vec::new(),
            },
            OperationKind::Parallel(parts) => {
                let branches = parts.iter().map(|&it| vec![Part::One(it)]).collect();
                rest.push(Part::Beside(branches));
                let told = told.filter(|&it| self.tells(it));
                vec![(told, rest, values.to_vec())]
            }
            OperationKind::Declare(..) | OperationKind::For { .. } => {
                unreachable!("the test leaves these out")
            }
        }
    }

    fn shown(&self, values: &[Value]) -> Vec<String> {
        let sorts = self.model.variables.iter();
        let shown = sorts.zip(values).map(|(it, value)| value.show(&it.sort));
        shown.collect()
    }

    /// Whether some transition of a relation begins like this and comes to its end.
    fn begins(&self, values: &[Value], turn: Relation, done: &Done) -> bool {
        let agrees = |count: usize, values: &[Value]| {
            let told = done.states.iter().filter(|it| it.0 == count);
            { told }.all(|it| it.1 == self.shown(values))
        };
        let starts = self.model.alternatives(turn).iter();
        let starts = starts.map(|&it| (vec![Part::One(it)], values.to_vec(), 0));
        let mut open: Vec<(Rest, Vec<Value>, usize)> = starts.collect();
        let mut seen = BTreeSet::new();
        while let Some((rest, values, count)) = open.pop() {
            if rest.is_empty() && count == done.operations.len() {
                return true;
            }
            for (told, rest, after) in self.steps(&rest, &values) {
                let next = match (told, done.operations.get(count)) {
                    (Some(told), Some(&wanted)) if told == wanted => count + 1,
                    (Some(_), Some(_)) => continue,
                    (Some(_), None) | (None, _) => count,
                };
                let is_new = next > count;
                let next = (rest, after, next);
                if (!is_new || agrees(next.2, &next.1)) && seen.insert(next.clone()) {
                    open.push(next);
                }
            }
        }
        false
    }
}

/// What is said where a run by the thesis' rules ends is judged by the definitions of whole transitions.
#[test]
fn every_ending_is_true() {
    let shape = SystemShape {
        integers: false,
        arrays: false,
        ..SystemShape::default()
    };
    let (mut dead, mut lost, mut back, mut before) = (0, 0, 0, 0);
    for seed in seeds(0..12_000) {
        let mut random = Random::new(seed);
        let text = print(&transitions(&shape, &mut random));
        // Values of local variables are not shown.
        let (model, findings) = read(&text);
        if text.contains("local")
            || text.contains("for ")
            || findings.iter().any(|it| it.severity == Severity::Error)
        {
            continue;
        }
        let rules = ["printed", "literal"][seed as usize / 5 % 5 / 4];
        let start = RunChoice::numbered(0);
        let run = made(
            &text,
            rules,
            vec![start],
            Onward::Chance { seed, steps: 30 },
        );
        let Some(said) = &run.state.ending else {
            continue;
        };
        let states: Vec<_> = run.run.iter().map(|it| &it.state).collect();
        if let Some(step) =
            said.strip_prefix("As printed a run ends where it comes back: it was in this state ")
        {
            let step = step.strip_suffix(". As corrected it goes on.").unwrap();
            let step = step
                .strip_prefix("after step ")
                .map_or(0, |it| entry(&run.run, it));
            assert_eq!(states[step], states[states.len() - 1], "{seed} {text}");
            back += 1;
            continue;
        }
        // The transition that has begun: the last steps of one relation.
        let inside = run.state.status == "inside";
        let last = run.run.len() - 1;
        let relation = run.run[last].turn.clone();
        let first = match inside {
            true => {
                (0..=last)
                    .rev()
                    .take_while(|&it| run.run[it].turn == relation)
                    .last()
                    .unwrap()
                    - 1
            }
            false => last,
        };
        let turn = match (inside, relation.of_step()) {
            (true, Some("init")) | (false, None) => Relation::Init,
            (true, Some("env")) | (false, Some("init" | "trans")) => Relation::Env,
            _ => Relation::Trans,
        };
        let sorts = model.variables[..model.globals].iter();
        let values = sorts
            .zip(states[first])
            .map(|(it, shown)| Value::read(shown, &it.sort).unwrap());
        let values: Vec<_> = values.collect();
        let judge = Judge { model: &model };
        let begins = |to: usize| {
            let mut done = Done::default();
            for step in &run.run[first + 1..=to] {
                for &operation in step.fired.iter().filter(|&&it| judge.tells(it)) {
                    // A join is no operation, and is told as one.
                    let is_parallel =
                        matches!(model.operations[operation].kind, OperationKind::Parallel(_));
                    if !is_parallel || !done.operations.contains(&operation) {
                        done.operations.push(operation);
                    }
                }
                done.states
                    .push((done.operations.len(), step.state.clone()));
            }
            judge.begins(&values, turn, &done)
        };
        let rest = said
            .strip_prefix("The printed splitting is stuck here")
            .unwrap();
        if let Some(rest) = rest.strip_prefix(
            ": no way on completes the transition. The corrected one does not offer step ",
        ) {
            let (step, what) = rest.split_once(", `").unwrap();
            let step = entry(&run.run, step);
            assert_eq!(what, format!("{}`.", run.choices[step].known_by));
            assert!(
                inside && step > first && !begins(step),
                "{seed} {rules} {said}\n{text}"
            );
            assert!(
                step == first + 1 || begins(step - 1),
                "{seed} {rules} {said}\n{text}"
            );
            dead += 1;
        } else if rest == " and loses the run: by the definitions the transition can be completed."
        {
            assert!(
                inside && begins(last),
                "{seed} {rules} {:?}\n{text}",
                run.choices
            );
            lost += 1;
        } else {
            assert_eq!(
                rest,
                ": it has no fragment for what comes next. By the definitions the run goes on."
            );
            assert!(!inside && begins(last), "{seed} {rules}\n{text}");
            before += 1;
        }
    }
    assert!(
        dead > share(200) && lost > share(120) && back > share(700) && before > share(120),
        "{dead} {lost} {back} {before}"
    );
}
