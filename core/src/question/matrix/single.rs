//! Combinations that the visit of the states leaves open: excluded by pairs, or asked one by one.

use super::{Group, Known, Matrix, Means, Replay, Unsound};
use crate::bounds::{self, leaves_possible};
use crate::engine::portfolio::{self, Choice, Engine};
use crate::engine::{Coverage, Reached, Watch};
use crate::network::{Objective, Task};

/// Notes "never" for the combinations that a closed set of pairs of places excludes, once its
/// checker has agreed; how many there are, as far as nobody wants to stop.
pub(super) fn excluded(task: &Task, groups: &mut [Group], watch: &mut dyn Watch) -> u64 {
    let Some(pairs) = bounds::pairs(&task.network, watch) else {
        return 0;
    };
    if bounds::check(&task.network, &pairs).is_err() {
        return 0;
    }
    let sizes = task.sizes();
    let mut count = 0;
    for group in groups {
        for index in 0..group.known.len() {
            if index % 64 == 0 && !watch.keep_going(Reached::default()) {
                return count;
            }
            if !leaves_possible(&pairs, &group.region(index, &sizes), &sizes) {
                group.known[index] = Known::Never;
                count += 1;
            }
        }
    }
    count
}

/// Asks all engines together about each combination that is open, until somebody wants to stop.
pub(super) fn decide(
    task: &Task,
    replay: &Replay<'_>,
    found: &mut Matrix,
    means: &mut Means<'_>,
) -> Result<(), Unsound> {
    let sizes = task.sizes();
    for group in &mut found.groups {
        for index in 0..group.known.len() {
            if group.known[index] != Known::Open {
                continue;
            }
            if !means.watch.keep_going(Reached::default()) {
                return Ok(());
            }
            let objective = Objective::region(&group.region(index, &sizes), &sizes);
            let asked = Task {
                network: task.network.clone(),
                observed: Vec::new(),
                enough: 1,
                objective,
                bound: task.bound,
            };
            group.known[index] = ask(asked, replay, means)?;
            found.asked += 1;
        }
    }
    Ok(())
}

/// One combination, with its evidence: a run that replays, or a proof that was checked.
fn ask(mut task: Task, replay: &Replay<'_>, means: &mut Means<'_>) -> Result<Known, Unsound> {
    let answered = portfolio::solve(
        &mut task,
        Choice::Auto,
        means.limits,
        means.solvers,
        means.watch,
    );
    let finding = &answered.finding;
    if finding.met {
        let steps = finding.path.windows(2);
        let replayed = steps.into_iter().all(|it| replay.admits(&it[0], &it[1]));
        return match (replayed, finding.shortest) {
            (false, _) => Err(Unsound),
            (true, true) => Ok(Known::After(finding.depth)),
            // It was stopped before it knew whether there is a shorter run.
            (true, false) => Ok(Known::Open),
        };
    }
    let never = match finding.coverage {
        Coverage::Every => Known::Never,
        Coverage::Bound => Known::NotWithin,
        Coverage::Open(_) => return Ok(Known::Open),
    };
    // Bounds have a checker of their own, and a visit of all states is its own evidence.
    if answered.is_bounded() || answered.engine == Engine::Explicit {
        return Ok(never);
    }
    let is_proved = (means.prove)(&answered)?;
    Ok(if is_proved { never } else { Known::Open })
}
