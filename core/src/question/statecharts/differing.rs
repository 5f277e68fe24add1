//! The rules by which two readings part: the fewest that have to be exchanged for the reading that lacks a sequence to admit it.
//!
//! Interpreters ask whose version of each rule holds ([`Rules`]). So the reading that lacks the sequence is followed with rules
//! of the other one, one at a time, then two, until it admits it. Of UML and SCXML all rules can be exchanged, and with all of
//! them one is the other. BMC4UML's interpreter is its own, and of its rules some can be exchanged: where these do not
//! explain a difference, none is named.

use super::side::Side;
use super::sight::Seen;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::Reading;
use crate::language::statechart::semantics::{Rule, Rules};

/// The fewest rules of which the reading that lacks what is seen takes the other reading's version and then admits it; the first
/// such set that is tried. The readings are the one that admits it, then the one that lacks it. None where no set
/// does, or where `go_on`, asked before each state that is met, says that it is enough.
#[must_use]
pub fn differing(
    model: &StatechartModel,
    [admits, lacks]: [Reading; 2],
    seen: &[Seen],
    go_on: &mut dyn FnMut() -> bool,
) -> Vec<Rule> {
    let mut all = Rule::ALL.to_vec();
    all.retain(|it| it.can_be_taken(lacks, admits));
    // What SCXML enters at once it does not with other rules of UML either: it is tried before these.
    if lacks == Reading::Scxml {
        all.sort_by_key(|it| *it != Rule::Entry);
    }
    for count in 1..=all.len() {
        for rules in choices(&all, count) {
            let mixed = Rules::of(lacks).with(&rules, admits);
            match Side::with_rules(model, lacks, mixed).admits(seen, go_on) {
                Some(true) => return rules,
                Some(false) => {}
                None => return Vec::new(),
            }
        }
    }
    Vec::new()
}

/// Every choice of so many of some rules, in their order.
fn choices(rules: &[Rule], count: usize) -> Vec<Vec<Rule>> {
    if count == 0 {
        return vec![Vec::new()];
    }
    let firsts = rules.iter().enumerate();
    let all = firsts.flat_map(|(at, &first)| {
        let others = choices(&rules[at + 1..], count - 1).into_iter();
        others.map(move |others| [vec![first], others].concat())
    });
    all.collect()
}
