//! From a run of single message sets to a run of transactions.
//!
//! A message set goes into the first transaction after the last one in which any of its
//! participants took part. Participants keep their places in between, so it can still happen
//! there; and message sets of one transaction share no participant, because the later of two that
//! do is put behind the earlier. The run ends in the same state and no order of these message sets
//! needs fewer transactions.

use super::{LocalPlace, Places};

/// The states between transactions for a run that is given by its states, from one to the next by
/// one message set. Every half-step changes the place of its component, so the participants are
/// those that differ.
#[must_use]
pub fn in_parallel(run: &[Places]) -> Vec<Places> {
    let Some(start) = run.first() else {
        return Vec::new();
    };
    let mut last = vec![0; start.len()];
    let mut moved: Vec<Vec<(usize, LocalPlace)>> = Vec::new();
    for pair in run.windows(2) {
        let differs = |&index: &usize| pair[0][index] != pair[1][index];
        let participants: Vec<_> = (0..start.len()).filter(differs).collect();
        let layer = participants.iter().map(|&index| last[index]).max();
        let layer = layer.unwrap_or(0);
        if moved.len() == layer {
            moved.push(Vec::new());
        }
        for index in participants {
            last[index] = layer + 1;
            moved[layer].push((index, pair[1][index]));
        }
    }
    let mut states = vec![start.clone()];
    for layer in moved {
        let mut state = states[states.len() - 1].clone();
        for (index, place) in layer {
            state[index] = place;
        }
        states.push(state);
    }
    states
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_shares_nobody_happens_at_once() {
        let run = [[0, 0, 0], [1, 0, 0], [1, 2, 0], [3, 4, 0], [3, 4, 5]].map(Vec::from);
        let states = in_parallel(&run);
        assert_eq!(
            states,
            [[0, 0, 0], [1, 2, 5], [3, 4, 5]].map(Vec::from).to_vec()
        );
        assert_eq!(in_parallel(&run[..1]), run[..1].to_vec());
        assert!(in_parallel(&[]).is_empty());
    }
}
