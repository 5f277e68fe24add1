//! Blame as plain data: what makes a check impossible, and who waits for whom in a deadlock.

use super::patch::range;
use super::request::HostWatch;
use crate::engine::blame::blame as search;
use crate::engine::{Coverage, Finding};
use crate::explain::{self, Reason};
use crate::language::machines::{GlobalState, Place};
use crate::language::{Check, Lifeline, LifelineId, Model, Question};
use crate::network::Task;
use crate::sat::Backend;
use crate::text::LineIndex;
use crate::text::capitalised;
use crate::view::{
    BlameView, BlamedView, EndingStateView, EndingView, HoldView, WaitEdgeView, WaitGraphView,
};

/// Most clauses of a formula with selectors; beyond, nobody is blamed.
const MOST_CLAUSES: u64 = 1_000_000;
/// A check without a bound is blamed within the depth that was searched, and at least within this.
const LEAST_BOUND: u32 = 8;
/// Blame is searched for within at most so many transactions.
const MOST_BOUND: u32 = 64;

/// What makes a check impossible; `None` where it is possible or open, for deadlock checks, and
/// where the search was stopped or its formula would be too large.
pub(super) fn blame(
    text: &str,
    (model, check, task): (&Model, &Check, &Task),
    finding: &Finding,
    reason: Option<&Reason>,
    solver: Backend,
    gate: &HostWatch<'_>,
) -> Option<BlameView> {
    if finding.met || matches!(finding.coverage, Coverage::Open(_)) {
        return None;
    }
    let searched = finding.reached.depth.max(LEAST_BOUND);
    let within = check.bound.unwrap_or(searched).min(MOST_BOUND);
    let prefix = finding.value as usize;
    let charges = explain::charges(model, check, task, within, prefix, reason)?;
    let stop = || gate.should_stop();
    let blamed = search(
        task,
        &charges.relaxation,
        &charges.order,
        MOST_CLAUSES,
        (solver, Some(&stop)),
        &mut gate.watch(),
    );
    let blamed = blamed.ok()??;
    let lines = LineIndex::new(text);
    let elements: Vec<_> = (blamed.demands)
        .into_iter()
        .map(|index| {
            let demand = charges.demands[index];
            BlamedView {
                range: range(&lines, demand.span(model, check)),
                what: demand.words(model, check),
            }
        })
        .collect();
    let is_always = matches!(check.question, Question::Always { .. });
    let parts: Vec<_> = elements.iter().map(|it| it.what.as_str()).collect();
    // What is true at any length is not said to be so within some.
    let keeps = |claim: String| match check.bound {
        None => capitalised(&claim),
        Some(1) => format!("Within 1 transaction {claim}"),
        Some(bound) => format!("Within {bound} transactions {claim}"),
    };
    let sentence = match (parts.as_slice(), is_always) {
        ([], false) => "No path of transitions leads there, whatever else is given up.".to_owned(),
        ([], true) => {
            "No path of transitions leads to where it is false, whatever else is given up."
                .to_owned()
        }
        ([only], false) => format!("It is impossible because {only}."),
        ([only], true) => keeps(format!("it is true because {only}.")),
        (all, false) => format!("These cannot hold together: {}.", all.join("; ")),
        (all, true) => keeps(format!("these keep it true together: {}.", all.join("; "))),
    };
    Some(BlameView {
        elements,
        within,
        lemmas: blamed.certificate.lemmas as u64,
        sentence,
    })
}

/// Who waits for whom in a stuck state after these messages, as plain data; and whether it looks like an
/// end, for lifelines that start there.
pub(super) fn wait_graph_view(
    model: &Model,
    lifelines: &[Lifeline],
    from: &[(LifelineId, Place)],
    (state, messages): (&GlobalState, &[(LifelineId, LifelineId)]),
) -> WaitGraphView {
    let graph = explain::wait_graph(model, lifelines, state, messages);
    let names = |symbols: Vec<usize>| {
        let symbols = symbols.into_iter();
        symbols.map(|it| model.symbols[it].clone()).collect()
    };
    let hold = |(lifeline, &place): (&Lifeline, &Place)| {
        let transitions = &model.machines[lifeline.machine].transitions;
        match place {
            Place::Intermediate(index) => HoldView {
                sends: names(transitions[index].effects.clone()),
                takes: Vec::new(),
            },
            Place::State(here) => {
                let leaving = transitions.iter().filter(|it| it.source == here);
                let mut takes: Vec<_> = leaving.filter_map(|it| it.trigger).collect();
                takes.sort_unstable();
                takes.dedup();
                HoldView {
                    sends: Vec::new(),
                    takes: names(takes),
                }
            }
        }
    };
    let ending = explain::ending(model, lifelines, from, state);
    let ending = ending.map(|ending| EndingView {
        sentence: ending.sentence(model),
        states: ending
            .unmarked
            .iter()
            .map(|&(machine, state)| {
                let machine = &model.machines[machine];
                EndingStateView {
                    machine: machine.name.clone(),
                    state: machine.states[state].name.clone(),
                }
            })
            .collect(),
    });
    let edges = graph.edges.iter().map(|edge| WaitEdgeView {
        from: edge.from,
        to: edge.to,
        symbol: model.symbols[edge.symbol].clone(),
        sends: edge.sends,
    });
    WaitGraphView {
        edges: edges.collect(),
        cycle: graph.cycle.clone(),
        sentence: graph.sentence(model, lifelines),
        lines: graph.lines(model, lifelines),
        holds: lifelines.iter().zip(state).map(hold).collect(),
        ending,
    }
}

#[cfg(test)]
mod tests {
    use crate::api::{BlameView, Clockless, Options, Outcome, check};
    use crate::language::Answer;

    const COFFEE: &str = include_str!("../../../static/examples/machines/coffee-for-two.lks");
    const BROKEN: &str = include_str!("../../../static/examples/machines/philosophers-broken.lks");

    fn outcome(text: &str, index: usize) -> Outcome {
        let options = Options {
            blame: true,
            ..Options::default()
        };
        check(text, index, &options, &mut Clockless).expect("the example can be checked")
    }

    fn blamed(text: &str, index: usize) -> BlameView {
        outcome(text, index)
            .blame()
            .cloned()
            .expect("somebody is to blame")
    }

    /// The lines of the text that are blamed, with what they demand.
    fn lines(text: &str, blame: &BlameView) -> Vec<String> {
        let elements = blame.elements.iter();
        let lines = elements.map(|it| {
            let units: Vec<u16> = text.encode_utf16().collect();
            let shown = &units[it.range.from as usize..it.range.to as usize];
            let shown = String::from_utf16_lossy(shown);
            let words: Vec<_> = shown.split_whitespace().collect();
            format!("{} | {}", words.join(" "), it.what)
        });
        lines.collect()
    }

    #[test]
    fn coffee_for_two_blames_the_pending_repaired() {
        let blame = blamed(COFFEE, 0);
        assert_eq!(
            lines(COFFEE, &blame),
            [
                "maintenance --> idle : done / repaired | `maintenance --> idle` of \
                 `CoffeeMachine` ends only when `repaired` is received",
                "m -> cm : done | message 4: `m` sends `done` to `cm`",
                "bob -> cm : wantCoffee | message 5: `bob` sends `wantCoffee` to `cm`",
            ]
        );
        assert_eq!(blame.within, 6);
    }

    #[test]
    fn a_loose_reading_and_goals_are_blamed_too() {
        let blame = blamed(COFFEE, 2);
        assert_eq!(
            lines(COFFEE, &blame),
            [
                "working --> waiting : / wantCoffee | `working --> waiting` of `PhD` ends only \
                 when `wantCoffee` is received",
                "preparing --> error : / error | `preparing --> error` of `CoffeeMachine` ends \
                 only when `error` is received",
            ]
        );
        let loose = COFFEE.replace(
            "check \"coffee for two\" within 6",
            "check \"coffee for two\" loose within 6",
        );
        let outcome = outcome(&loose, 0);
        assert_eq!(
            outcome.answer(),
            Answer::Inconsistent,
            "too short a bound for it"
        );
        assert!(outcome.blame().is_some_and(|it| !it.elements.is_empty()));
    }

    #[test]
    fn what_holds_blames_nobody() {
        assert_eq!(outcome(COFFEE, 3).blame(), None);
        let played = COFFEE.replace(
            "m     -> cm    : done\n",
            "m -> cm : done\n  cm -> alice : repaired\n",
        );
        assert_eq!(outcome(&played, 0).answer(), Answer::Consistent);
        assert_eq!(outcome(&played, 0).blame(), None);
    }

    #[test]
    fn philosophers_wait_in_a_circle() {
        let outcome = outcome(BROKEN, 0);
        assert_eq!(outcome.answer(), Answer::Deadlock);
        let waits = outcome.waits().expect("a deadlock has a wait graph");
        // p0 → f1 → p1 → f2 → p2 → f0 → p0; lifelines p0 p1 p2 f0 f1 f2.
        assert_eq!(waits.cycle, [0, 4, 1, 5, 2, 3]);
        for (index, &from) in waits.cycle.iter().enumerate() {
            let to = waits.cycle[(index + 1) % waits.cycle.len()];
            assert!(waits.edges.iter().any(|it| (it.from, it.to) == (from, to)));
        }
        assert!(
            waits.sentence.starts_with(
                "A circle: `p0` waits for `f1` to take `take_1`; `f1` waits for `p1` to send `put_1`"
            ),
            "{}",
            waits.sentence
        );
    }
}
