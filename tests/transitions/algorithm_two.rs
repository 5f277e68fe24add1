//! Algorithm 2 of the thesis, which lists all runs (B4.5): as printed its path is never cut back, so that what it lists
//! behind the first run are no runs of the system.
//!
//! To the letter it lists nothing at all: the states go to a sequence that its result is not made of. It is read here as it
//! is meant, with one path, and then with and without the cut.

use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::{Relation, Settings, TransitionSystem, print, read};
use lockstep_core::simulate::Exhaustive;
use lockstep_core::system::{Flow, System, Valuation};
use lockstep_seeds::{seeds, share};

use super::explore::model;

/// A node of the reachability graph: its state, and its successors that have not been looked at.
struct Node {
    state: Valuation,
    open: std::vec::IntoIter<Valuation>,
}

/// The paths that Algorithm 2 lists from a start: with its path cut back where it goes back (after line 17), or as printed.
fn listed(system: &dyn System, start: &Valuation, cut: bool) -> Vec<Vec<Valuation>> {
    let successors = |at: &Valuation| {
        let mut all = Vec::new();
        system.steps(at, &mut |step| {
            all.extend(system.apply(at, &step));
            Flow::Continue(())
        });
        all
    };
    let (mut path, mut lists): (Vec<Node>, Vec<Vec<Valuation>>) = (Vec::new(), Vec::new());
    let mut met = std::collections::BTreeSet::new();
    let mut next = Some(start.clone());
    loop {
        while let Some(state) = next {
            let open = match met.insert(state.clone()) {
                true => successors(&state),
                // It is covered.
                false => Vec::new(),
            };
            path.push(Node {
                state,
                open: open.into_iter(),
            });
            next = path.last_mut().and_then(|it| it.open.next());
        }
        lists.push(path.iter().map(|it| it.state.clone()).collect());
        let back = path.iter().rposition(|it| it.open.len() > 0);
        let Some(back) = back else { return lists };
        next = path[back].open.next();
        if cut {
            path.truncate(back + 1);
        }
    }
}

/// Whether each state follows from the one before it.
fn is_run(system: &dyn System, states: &[Valuation]) -> bool {
    states.windows(2).all(|pair| {
        let mut follows = false;
        system.steps(&pair[0], &mut |step| {
            follows = follows || system.apply(&pair[0], &step).as_ref() == Some(&pair[1]);
            Flow::Continue(())
        });
        follows
    })
}

#[test]
fn without_the_cut_the_second_of_two_runs_goes_through_the_first() {
    let model = model(
        "var x : 0..2 = 0 trans { assume x == 0; choice { x := 1; } or { x := 2; } } \
         init {} env {} prop { true }",
    );
    let system = TransitionSystem::new(&model, Settings::default());
    let mut start = None;
    system.declared(&mut |values| {
        start = Some(system.valuation(values, Relation::Init));
        Flow::Continue(())
    });
    // The values of x, each once: init and env change nothing.
    let values = |cut| {
        let lists = listed(&system, start.as_ref().unwrap(), cut);
        let values = |list: &Vec<Valuation>| {
            let shown = list.iter().map(|at| {
                let values = system.schema().values(at).unwrap();
                values[0].show(&system.schema().variables[0].sort)
            });
            let mut shown: Vec<String> = shown.collect();
            shown.dedup();
            (shown.join(" "), is_run(&system, list))
        };
        lists.iter().map(values).collect::<Vec<_>>()
    };
    let listed = |all: &[(&str, bool)]| -> Vec<(String, bool)> {
        all.iter().map(|&(it, run)| (it.to_owned(), run)).collect()
    };
    assert_eq!(values(true), listed(&[("0 1", true), ("0 2", true)]));
    // From x = 1 nothing leads to x = 2.
    assert_eq!(values(false), listed(&[("0 1", true), ("0 1 2", false)]));
}

#[test]
fn with_the_cut_it_lists_what_all_runs_visit_and_without_it_lists_that_go_on_for_ever() {
    let shape = SystemShape {
        integers: false,
        depth: 2,
        ..SystemShape::default()
    };
    let (mut compared, mut wrong) = (0, 0);
    for seed in seeds(0..600) {
        let document = transitions(&shape, &mut Random::new(seed));
        let (model, _) = read(&print::print(&document));
        let system = TransitionSystem::new(&model, Settings::default());
        let mut visit = Exhaustive::new(&system, 2, 10_000);
        let so_far = visit.go_on(2_000);
        if !so_far.finished || !visit.is_whole() || visit.starts().len() != 1 || so_far.paths > 100
        {
            continue;
        }
        let start = visit.nodes()[visit.starts()[0]].state.clone();
        let (runs, printed) = (
            listed(&system, &start, true),
            listed(&system, &start, false),
        );
        assert_eq!(runs.len(), so_far.paths, "{seed}");
        assert_eq!(printed.len(), runs.len(), "{seed}");
        assert!(runs.iter().all(|it| is_run(&system, it)), "{seed}");
        assert_eq!(printed[0], runs[0], "{seed}");
        for pair in printed.windows(2) {
            assert!(
                pair[1].len() > pair[0].len() && pair[1].starts_with(&pair[0]),
                "{seed}"
            );
        }
        compared += 1;
        wrong += printed.iter().filter(|it| !is_run(&system, it)).count();
    }
    assert!(
        compared > share(100) && wrong > share(100),
        "{compared} {wrong}"
    );
}
