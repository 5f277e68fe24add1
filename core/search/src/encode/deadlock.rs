//! Deadlock in a frame (decision 8): no message set is admissible, and not everybody may end.
//!
//! ```text
//! stuck → ¬x_p                                      for every place p with a silent move
//! stuck → ¬x_p ∨ ¬r_{ρ1,a1} ∨ … ∨ ¬r_{ρn,an}        for every p with effects a1…an and every
//!                                                   choice of different receivers ρ1…ρn
//! x_q → r_{ρ,a}                                     for every place q of ρ that receives a
//! stuck → OR{ x_p : p is not final }
//! ```

use std::collections::BTreeMap;

use super::delivery::Unrolling;
use super::example::Meaning;
use super::rules::Rule;
use crate::budget::{Stop, Watch};
use crate::cnf::{ClauseSink, Lit};
use crate::network::have_receivers;

/// For each symbol the components that could take it, with the literal that they can.
type Takers = BTreeMap<usize, Vec<(usize, Lit)>>;

impl Unrolling<'_> {
    /// A literal that demands a deadlock in a frame.
    ///
    /// The choices of receivers are written out: exponential in the largest effect set.
    ///
    /// # Errors
    /// Where the formula outgrows its limits, or somebody asked to stop.
    pub(super) fn demand_stuck(
        &mut self,
        frame: usize,
        watch: &mut dyn Watch,
    ) -> Result<Lit, Stop> {
        self.under(Rule::Stuck);
        let stuck = self.formula.new_lit();
        self.note(stuck, Meaning::Asked { index: frame });
        let takes = self.takers(frame);
        let mut unfinished = vec![!stuck];
        let network = &self.task.network;
        for (index, component) in network.components.iter().enumerate() {
            for (place, row) in component.places.iter().enumerate() {
                let Some(here) = self.frames[frame].places[index][place] else {
                    continue;
                };
                if !row.is_final {
                    unfinished.push(here);
                }
                if !row.silent.is_empty() {
                    self.formula.add_clause(&[!stuck, !here]);
                }
                if let Some(send) = &row.send {
                    let mut clause = vec![!stuck, !here];
                    let chosen = (1 << index, &mut clause);
                    self.forbid_choices(index, &send.effects, &takes, chosen, watch)?;
                }
            }
        }
        self.formula.add_clause(&unfinished);
        Ok(stuck)
    }

    /// `r_{ρ,a}` by symbol.
    fn takers(&mut self, frame: usize) -> Takers {
        let mut takers = Takers::new();
        for (index, component) in self.task.network.components.iter().enumerate() {
            for (place, row) in component.places.iter().enumerate() {
                let Some(here) = self.frames[frame].places[index][place] else {
                    continue;
                };
                for &(symbol, _) in &row.receive {
                    let list = takers.entry(symbol).or_default();
                    let ready = match list.last() {
                        Some(&(receiver, ready)) if receiver == index => ready,
                        _ => {
                            let ready = self.formula.new_lit();
                            list.push((index, ready));
                            ready
                        }
                    };
                    self.formula.add_clause(&[!here, ready]);
                }
            }
        }
        takers
    }

    fn forbid_choices(
        &mut self,
        sender: usize,
        effects: &[usize],
        takers: &Takers,
        (chosen, clause): (u64, &mut Vec<Lit>),
        watch: &mut dyn Watch,
    ) -> Result<(), Stop> {
        let Some((symbol, rest)) = effects.split_first() else {
            self.formula.add_clause(clause);
            return self.look(watch);
        };
        for &(receiver, ready) in takers.get(symbol).into_iter().flatten() {
            let taken = chosen | 1 << receiver;
            if receiver == sender || taken == chosen || !can_be_chosen(rest, takers, taken) {
                continue;
            }
            clause.push(!ready);
            self.forbid_choices(sender, rest, takers, (taken, clause), watch)?;
            clause.pop();
        }
        Ok(())
    }
}

/// Whether there is a receiver of its own for each of these effects, besides those that are taken:
/// without one there is nothing to write further on.
fn can_be_chosen(effects: &[usize], takers: &Takers, taken: u64) -> bool {
    let able = effects.iter().map(|symbol| {
        let all = takers.get(symbol).into_iter().flatten();
        all.fold(0, |able, &(receiver, _)| able | 1 << receiver) & !taken
    });
    effects.len() < 2 || have_receivers(&able.collect::<Vec<_>>())
}
