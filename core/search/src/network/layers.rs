//! From a run of single message sets to a run of transactions.
//!
//! A message set goes into the first transaction after the last one in which any of its
//! participants took part. Participants keep their places in between, so it can still happen
//! there; and message sets of one transaction share no participant, because the later of two that
//! do is put behind the earlier. The run ends in the same state and no order of these message sets
//! needs fewer transactions.

use super::{LocalPlace, Places, ScenarioMessage};

/// The states between transactions for a run that is given by its states, from one to the next by
/// one message set. Every half-step changes the place of its component, so the participants are
/// those that differ.
#[must_use]
pub fn in_parallel(run: &[Places]) -> Vec<Places> {
    in_parallel_observing(run, &[])
}

/// As [`in_parallel`], for states whose last coordinate counts how many of some messages were observed.
/// Who observes takes part in every message set that may carry one of them: so these keep their order, no
/// transaction has two of them, and as much is observed at each as before.
#[must_use]
pub fn in_parallel_observing(run: &[Places], observed: &[ScenarioMessage]) -> Vec<Places> {
    let Some(start) = run.first() else {
        return Vec::new();
    };
    let mut last = vec![0; start.len()];
    let mut moved: Vec<Vec<(usize, LocalPlace)>> = Vec::new();
    for pair in run.windows(2) {
        let differs = |&index: &usize| pair[0][index] != pair[1][index];
        let mut participants: Vec<_> = (0..start.len()).filter(differs).collect();
        let takes_part = |it| participants.contains(&it);
        let observer = start.len() - 1;
        let carries = |it: &ScenarioMessage| takes_part(it.from) && takes_part(it.to);
        if !takes_part(observer) && observed.iter().any(carries) {
            participants.push(observer);
        }
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
    fn messages_that_are_observed_keep_their_order() {
        // 0 tells 1, then 2 tells 3 the same, of which only the second is looked for after the first.
        let run = [[0, 0, 0, 0, 0], [1, 1, 0, 0, 1], [1, 1, 1, 1, 2]].map(Vec::from);
        let message = |from, to| ScenarioMessage {
            from,
            to,
            symbol: 0,
        };
        let observed = [message(0, 1), message(2, 3)];
        assert_eq!(in_parallel_observing(&run, &observed), run.to_vec());
        // What is not looked for any more keeps its place, too: looked for earlier, it would count.
        let late = [[0, 0, 0, 0, 0], [0, 0, 1, 1, 0], [1, 1, 1, 1, 1]].map(Vec::from);
        assert_eq!(in_parallel_observing(&late, &observed), late.to_vec());
        assert_eq!(in_parallel_observing(&late, &observed[..1]).len(), 2);
    }

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
