//! Two runs of a system side by side: what is said to differ differs, by the values of the runs themselves.

use lockstep_core::api::{
    Onward, RunChoice, RunRequest, SystemEvidenceView, SystemStepView, simulate_run,
};
use lockstep_core::diagram::beside::beside;
use lockstep_core::diagram::timeline::{OWN_SIZE, moments, timeline};
use lockstep_core::generate::{Random, SystemShape, transitions};
use lockstep_core::language::transitions::print::print;
use lockstep_core::view::step_numbers;

use super::pictures::view;

/// A run by chance, with the names of its variables.
fn walk(text: &str, grain: &str, seed: u64, names: &[String]) -> Option<SystemEvidenceView> {
    let request = RunRequest {
        grain: grain.into(),
        choices: vec![RunChoice::numbered(0)],
        onward: Onward::Chance { seed, steps: 12 },
        ..RunRequest::default()
    };
    let run = simulate_run(text, &request).ok()?;
    Some(SystemEvidenceView {
        variables: names.to_vec(),
        inside: run.state.status == "inside",
        run: run.run,
        ..SystemEvidenceView::default()
    })
}

/// The states after each relation that was executed as a whole, found by going back from the end.
fn whole(run: &SystemEvidenceView) -> Vec<&SystemStepView> {
    let mut whole: Vec<&SystemStepView> = Vec::new();
    let mut after: Option<&SystemStepView> = None;
    for it in run.run.iter().rev() {
        let is_whole = match after {
            None => !run.inside,
            Some(next) => next.turn != it.turn,
        };
        if is_whole {
            whole.push(it);
        }
        after = Some(it);
    }
    whole.reverse();
    whole
}

#[test]
fn what_is_said_to_differ_differs_and_the_rest_is_equal() {
    let (mut pairs, mut differing) = (0, 0);
    for seed in 0..250 {
        let mut random = Random::new(seed);
        let text = print(&transitions(&SystemShape::default(), &mut random));
        let Some(system) = view(&text) else { continue };
        let names: Vec<String> = system.variables.iter().map(|it| it.name.clone()).collect();
        for grain in ["transition", "choice"] {
            let later = walk(&text, grain, seed, &names);
            let earlier = walk(&text, "transition", seed + 1, &names);
            let (Some(later), Some(earlier)) = (later, earlier) else {
                continue;
            };
            pairs += 1;
            let both = beside((&names, &later), (&names, &earlier));
            let reached = whole(&earlier);
            // How many relations have been executed as a whole at each step.
            let ends: Vec<*const SystemStepView> =
                whole(&later).into_iter().map(std::ptr::from_ref).collect();
            let mut count = 0;
            let mut first = None;
            for (step, it) in later.run.iter().enumerate() {
                count += usize::from(ends.contains(&std::ptr::from_ref(it)));
                let there = count.checked_sub(1).and_then(|it| reached.get(it));
                let mut names_here = Vec::new();
                for (variable, name) in names.iter().enumerate() {
                    let expected = there.map(|it| &it.state[variable]);
                    assert_eq!(both.values[variable][step].as_ref(), expected, "{text}");
                    let other = expected.filter(|old| **old != it.state[variable]);
                    assert_eq!(
                        both.other(variable, step),
                        other.map(String::as_str),
                        "{text}"
                    );
                    let inside = both.spans(variable).iter().any(|span| span.contains(&step));
                    assert_eq!(inside, other.is_some(), "{text}");
                    if other.is_some() {
                        names_here.push(format!("`{name}`"));
                    }
                }
                if first.is_none() && !names_here.is_empty() {
                    first = Some((step, names_here));
                }
            }
            let said = both.summary(&names, &later.run);
            match first {
                None => assert!(
                    said.starts_with("The same values wherever both are."),
                    "{said}"
                ),
                Some((step, of)) => {
                    differing += 1;
                    let number = &step_numbers(&later.run)[step];
                    let rest =
                        said.strip_prefix(&format!("First after step {number} they differ, in "));
                    let rest = rest.unwrap_or_else(|| panic!("{said}"));
                    let list = rest.split_once('.').unwrap().0.replace(" and ", ", ");
                    assert_eq!(list, of.join(", "), "{said}");
                }
            }
            let fires = |run: &SystemEvidenceView| {
                let is_firing = |it: &&&SystemStepView| it.turn.of_step() == Some("trans");
                whole(run).iter().filter(is_firing).count()
            };
            let by = fires(&later).abs_diff(fires(&earlier));
            assert_eq!(said.contains("of `trans`"), by > 0, "{said}");
            assert!(
                by == 0 || said.contains(&format!("This run has {by} firing")),
                "{said}"
            );
            // Both are drawn: two tracks for each variable, and nothing where the other run is over.
            let (drawn, steps, rows) = both.interleaved(&system, &later.run);
            let placed = timeline(&drawn, &steps, &moments(&steps, false), OWN_SIZE);
            assert_eq!(placed.tracks.len(), 2 * names.len());
            for (track, &(variable, is_other)) in placed.tracks.iter().zip(&rows) {
                let values: Vec<_> = track.segments.iter().map(|it| it.value.as_str()).collect();
                assert!(values.iter().all(|it| !it.is_empty()), "{text}");
                assert!(values.windows(2).all(|it| it[0] != it[1]) || is_other);
                assert_eq!(track.name, names[variable]);
            }
        }
    }
    assert!(pairs > 200 && differing > 100, "{pairs} {differing}");
}
