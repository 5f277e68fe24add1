//! The observer of loose scenarios: a cursor over the scenario's messages.
//!
//! ```text
//! exactly one c_j^i;  c_0^0;  c_j^i → OR_n c_{j+n}^{i+1}  (n ≥ 0)
//! c_j^i ∧ c_{j+n}^{i+1} → d_{m_{j+1}}^i ∧ … ∧ d_{m_{j+n}}^i
//! ```
//!
//! The messages of one jump have one sender and are distinct, so they belong to one message set.

use super::delivery::Deliveries;
use crate::cnf::at_most_one::exactly_one;
use crate::cnf::{Assignment, ClauseSink, Formula, Lit};
use crate::network::Task;

/// The cursor in one frame: `c_j` for each number j of observed messages.
#[derive(Clone, Debug, Default)]
pub(super) struct Observer {
    cursor: Vec<Option<Lit>>,
}

impl Observer {
    /// The cursor of frame 0; empty where nothing is observed.
    pub(super) fn start(task: &Task, formula: &mut Formula) -> Self {
        if task.observed.is_empty() {
            return Self::default();
        }
        let mut cursor = vec![None; task.observed.len() + 1];
        let first = formula.new_lit();
        formula.add_clause(&[first]);
        cursor[0] = Some(first);
        Self { cursor }
    }

    /// The cursor after a step with these deliveries.
    pub(super) fn next(&self, task: &Task, deliveries: &Deliveries, formula: &mut Formula) -> Self {
        if task.observed.is_empty() {
            return Self::default();
        }
        let jumps: Vec<(usize, usize)> = (0..self.cursor.len())
            .filter(|&seen| self.cursor[seen].is_some())
            .flat_map(|seen| (0..=jump(task, seen)).map(move |count| (seen, count)))
            .filter(|&(seen, count)| {
                task.observed[seen..seen + count]
                    .iter()
                    .all(|m| deliveries.contains_key(&(m.from, m.symbol, m.to)))
            })
            .collect();
        let mut cursor = vec![None; self.cursor.len()];
        for &(seen, count) in &jumps {
            cursor[seen + count].get_or_insert_with(|| formula.new_lit());
        }
        let present: Vec<_> = cursor.iter().copied().flatten().collect();
        exactly_one(formula, &present);
        for (seen, before) in self.cursor.iter().enumerate() {
            let Some(before) = *before else { continue };
            let mut goes_on = vec![!before];
            for &(from, count) in jumps.iter().filter(|(from, _)| *from == seen) {
                let Some(after) = cursor[from + count] else {
                    continue;
                };
                goes_on.push(after);
                for message in &task.observed[from..from + count] {
                    let delivery = deliveries[&(message.from, message.symbol, message.to)];
                    formula.add_clause(&[!before, !after, delivery]);
                }
            }
            formula.add_clause(&goes_on);
        }
        Self { cursor }
    }

    /// How many messages were observed; `None` where there is nothing to observe.
    pub(super) fn position(&self, assignment: &Assignment) -> Option<usize> {
        self.cursor
            .iter()
            .position(|lit| lit.is_some_and(|lit| assignment.value(lit)))
    }

    /// `c_j` of this frame.
    pub(super) fn at(&self, seen: usize) -> Option<Lit> {
        self.cursor.get(seen).copied().flatten()
    }

    /// Number of positions; 0 where there is nothing to observe.
    pub(super) fn len(&self) -> usize {
        self.cursor.len()
    }
}

/// The most messages after the first `seen` that one message set could play: of one sender, and no
/// symbol and no receiver twice.
fn jump(task: &Task, seen: usize) -> usize {
    let next = &task.observed[seen..];
    let fits = |count: usize| {
        let message = next[count];
        next[..count].iter().all(|earlier| {
            earlier.from == message.from
                && earlier.symbol != message.symbol
                && earlier.to != message.to
        })
    };
    (0..next.len()).take_while(|&count| fits(count)).count()
}
