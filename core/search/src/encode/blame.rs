//! Blame: the delivery encoding with one selector literal per demand.
//!
//! Assuming a selector makes the demand; leaving it free lets the solver waive it. Waived triggers
//! and effects are silent moves of the unrolling ([`Unrolling::with_waivers`]). The messages of a
//! scenario are passed by a cursor c over windows of any width, so that waived messages cost no
//! step; `s_m` is the selector of message m, `start` begins the scenario of a strict reading.
//!
//! ```text
//! exactly one c_j^i;  c_0^0;  c_j^i → OR_{w ≥ 0} c_{j+w}^{i+1}
//! c_j^i ∧ c_{j+w}^{i+1} → d_m^i ∨ ¬s_m                   for each m of the window
//! c_j^i ∧ c_{j+w}^{i+1} → ¬s_m ∨ ¬s_n                    for m, n of it that no message set has both
//! strict:  start^i → start^{i+1};  start^path
//!          c_j^i ∧ c_{j+w}^{i+1} → start^i  (w > 0)
//!          start^i ∧ d^i → OR{ w_{j,w}^i : d is a message of the window },  w_{j,w}^i → c_j^i ∧ c_{j+w}^{i+1}
//! played:  c_j^k → ¬s_m                                   for each m ≥ j
//! ```
//!
//! Strict, and every message set has one message: windows of width 1 do, for the scenario has its
//! own steps. Strict: two message sets of one step are in order among themselves, for they share no lifeline,
//! so only the same message twice is kept apart. Loose (decision 5): all that is demanded of one
//! window belongs to one message set.

use std::collections::BTreeMap;

use super::delivery::{Deliveries, Unrolling};
use crate::budget::{Limits, Stop, Watch};
use crate::cnf::at_most_one::exactly_one;
use crate::cnf::{ClauseSink, Formula, Lit};
use crate::network::relaxation::{Aim, Relaxation};
use crate::network::{ScenarioMessage, Task};

/// A formula that can be satisfied exactly if the aim can be had under the selected demands.
pub struct Demands<'t> {
    unrolling: Unrolling<'t>,
}

type Messages<'t> = &'t [(ScenarioMessage, usize)];

impl<'t> Demands<'t> {
    /// Builds the whole formula. The task gives the network; what it asks for does not matter.
    ///
    /// # Errors
    /// Where the formula outgrows its limits, or somebody asked to stop.
    pub fn new(
        task: &'t Task,
        relaxation: &'t Relaxation,
        limits: &Limits,
        watch: &mut dyn Watch,
    ) -> Result<Self, Stop> {
        let (waivers, demands) = (&relaxation.waivers, relaxation.demands);
        let unrolling = Unrolling::with_waivers(task, waivers, demands, limits);
        let mut all = Self { unrolling };
        match &relaxation.aim {
            Aim::OneOf(regions) => {
                all.unrolling.extend_to(relaxation.steps as usize, watch)?;
                let frame = all.unrolling.depth();
                let regions = regions.iter();
                let demanded = regions.map(|it| all.unrolling.demand_region(frame, it));
                let demanded: Vec<_> = demanded.collect();
                all.unrolling.formula.add_clause(&demanded);
            }
            Aim::Play { messages, path } => {
                all.play(messages, *path, relaxation.steps, watch)?;
            }
        }
        all.unrolling.check_size()?;
        Ok(all)
    }

    /// The formula.
    #[must_use]
    pub fn formula(&self) -> &Formula {
        self.unrolling.formula()
    }

    /// The literal that makes a demand.
    #[must_use]
    pub fn selector(&self, demand: usize) -> Lit {
        self.unrolling.selectors[demand]
    }

    fn play(
        &mut self,
        messages: Messages,
        path: Option<u32>,
        steps: u32,
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        let single = self.unrolling.task.network.largest_set() <= 1;
        let widest = if single && path.is_some() {
            1
        } else {
            messages.len()
        };
        let formula = &mut self.unrolling.formula;
        let mut cursor = new_cursor(messages.len(), formula);
        formula.add_clause(&[cursor[0]]);
        let mut start = path.map(|_| formula.new_lit());
        for step in 0..=steps {
            if let (Some(start), Some(path)) = (start, path)
                && step >= path
            {
                self.unrolling.formula.add_clause(&[start]);
            }
            if step == steps {
                break;
            }
            let deliveries = self.unrolling.add_step(watch)?;
            let next = new_cursor(messages.len(), &mut self.unrolling.formula);
            let cursors = (&*cursor, &*next);
            self.advance(messages, widest, cursors, (start, &deliveries), watch)?;
            start = start.map(|before| {
                let after = self.unrolling.formula.new_lit();
                self.unrolling.formula.add_clause(&[!before, after]);
                after
            });
            cursor = next;
        }
        for (seen, &at) in cursor.iter().enumerate() {
            for &(_, demand) in &messages[seen..] {
                let skipped = !self.selector(demand);
                self.unrolling.formula.add_clause(&[!at, skipped]);
            }
        }
        Ok(())
    }

    /// The windows of one step.
    fn advance(
        &mut self,
        messages: Messages,
        widest: usize,
        (before, after): (&[Lit], &[Lit]),
        (start, deliveries): (Option<Lit>, &Deliveries),
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        let key = |message: &ScenarioMessage| (message.from, message.symbol, message.to);
        // For each delivery the windows that contain it.
        let mut covers: BTreeMap<_, Vec<Lit>> = BTreeMap::new();
        for (from, &here) in before.iter().enumerate() {
            let mut goes_on = vec![!here];
            let furthest = messages.len().min(from + widest);
            goes_on.extend(&after[from..=furthest]);
            self.unrolling.formula.add_clause(&goes_on);
            for (to, &there) in after.iter().enumerate().take(furthest + 1).skip(from + 1) {
                self.unrolling.look(watch)?;
                let selectors = &self.unrolling.selectors;
                let formula = &mut self.unrolling.formula;
                let window = formula.new_lit();
                formula.add_clause(&[!window, here]);
                formula.add_clause(&[!window, there]);
                formula.add_clause(&[!here, !there, window]);
                if let Some(start) = start {
                    formula.add_clause(&[!window, start]);
                }
                for index in from..to {
                    let (message, demand) = &messages[index];
                    let mut clause = vec![!window, !selectors[*demand]];
                    clause.extend(deliveries.get(&key(message)));
                    formula.add_clause(&clause);
                    covers.entry(key(message)).or_default().push(window);
                    for (other, another) in &messages[from..index] {
                        let together = match start {
                            Some(_) => other != message,
                            None => one_set(other, message),
                        };
                        if !together {
                            let apart = [!window, !selectors[*demand], !selectors[*another]];
                            formula.add_clause(&apart);
                        }
                    }
                }
            }
        }
        let Some(start) = start else {
            return Ok(());
        };
        for (delivery, &happens) in deliveries {
            let mut clause = vec![!start, !happens];
            clause.extend(covers.get(delivery).into_iter().flatten());
            self.unrolling.formula.add_clause(&clause);
        }
        Ok(())
    }
}

/// Whether one message set can have both messages.
fn one_set(one: &ScenarioMessage, other: &ScenarioMessage) -> bool {
    one.from == other.from && one.symbol != other.symbol && one.to != other.to
}

fn new_cursor(messages: usize, formula: &mut Formula) -> Vec<Lit> {
    let cursor: Vec<_> = (0..=messages).map(|_| formula.new_lit()).collect();
    exactly_one(formula, &cursor);
    cursor
}
