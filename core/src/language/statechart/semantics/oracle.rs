//! What the rules leave open inside a macro-step, and every way to decide it.
//!
//! Code that has to choose asks an [`Oracle`] and goes on with the answer. [`every_way`] runs the same code again and again, each
//! time with other answers, until there are no others: depth first, in the order of the options.

/// Decides what is open.
#[derive(Clone, Debug, Default)]
pub struct Oracle {
    /// Each decision so far, with the number of options there were.
    decisions: Vec<(usize, usize)>,
    at: usize,
}

impl Oracle {
    /// One of so many options.
    pub fn choose(&mut self, options: usize) -> usize {
        if options <= 1 {
            return 0;
        }
        if self.at == self.decisions.len() {
            self.decisions.push((0, options));
        }
        self.at += 1;
        self.decisions[self.at - 1].0
    }

    /// Goes to the next way; `false` where there is none.
    fn turn(&mut self) -> bool {
        self.at = 0;
        while let Some((taken, options)) = self.decisions.pop() {
            if taken + 1 < options {
                self.decisions.push((taken + 1, options));
                return true;
            }
        }
        false
    }
}

/// Runs something once for every way to decide what is open in it, at most so many times; whether that were all.
pub fn every_way(most: usize, mut run: impl FnMut(&mut Oracle)) -> bool {
    let mut oracle = Oracle::default();
    for _ in 0..most {
        run(&mut oracle);
        if !oracle.turn() {
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_combination_is_met_once() {
        let mut met = Vec::new();
        let all = every_way(100, |oracle| {
            let first = oracle.choose(2);
            let second = if first == 0 { oracle.choose(3) } else { 7 };
            met.push((first, second, oracle.choose(1)));
        });
        assert!(all);
        assert_eq!(met, [(0, 0, 0), (0, 1, 0), (0, 2, 0), (1, 7, 0)]);
    }
}
