//! The encoding of the Global State Checker (its section 4), formula by formula.
//!
//! As printed but for one letter: "trg(t)" in φ_1 is left out where it is ε, which is no symbol and
//! has no variable. Each function writes one index of its formula; places where a [`Repair`] changes
//! it say so. ¬ stands for the overline, a' for the index i+1.

use super::page::{Page, Range, Step};
use super::{Conjunct, Repair};
use crate::cnf::Lit;
use crate::language::machines::Place;

/// The formulas in the order of the paper.
pub(super) const FORMULAS: [Conjunct; 10] = [
    Conjunct {
        name: "φ_init",
        text: "⋀_j ( ⋀_{s ∈ S_j, s = x_j} s⁰ ∧ ⋀_{s ∈ S_j ∪ S*_j, s ≠ x_j} ¬s⁰ ∧ ⋀_{a ∈ A} ¬a⁰ )",
        range: Range::Once,
        write: init,
    },
    Conjunct {
        name: "φ_goal",
        text: "⋀_{j, g_j ≠ ?} ( g_jᵏ ∨ ⋁_{s ∈ environ(g_j)} sᵏ )",
        range: Range::Once,
        write: goal,
    },
    Conjunct {
        name: "φ_1",
        text: "⋀_{i<k} ⋀_{t ∈ T} [ t → src(t) ∧ int(t)' ∧ trg(t) ∧ ¬trg(t)' ∧ ⋀_{e ∈ eff(t)} (¬e ∧ e') ]",
        range: Range::Steps,
        write: phi_1,
    },
    Conjunct {
        name: "φ_2",
        text: "⋀_{i<k} ⋀_{a ∈ A} [ a ∧ ¬a' → ⋁_{t ∈ T, a = trg(t)} t ]",
        range: Range::Steps,
        write: phi_2,
    },
    Conjunct {
        name: "φ_3",
        text: "⋀_{i<k} ⋀_{a ∈ A} [ ¬a ∧ a' → ⋁_{t ∈ T, a ∈ eff(t)} t ]",
        range: Range::Steps,
        write: phi_3,
    },
    Conjunct {
        name: "φ_4",
        text: "⋀_{i<k} ⋀_{s ∈ S} [ s ∧ ¬s' → ⋁_{t ∈ T, s = src(t)} t ]",
        range: Range::Steps,
        write: phi_4,
    },
    Conjunct {
        name: "φ_5",
        text: "⋀_{i<k} ⋀_{t ∈ T} [ int(t) ∧ ¬int(t)' → ⋀_{e ∈ eff(t)} ¬e' ]",
        range: Range::Steps,
        write: phi_5,
    },
    Conjunct {
        name: "φ_6",
        text: "⋀_{i<k} ⋀_{t ∈ T} [ int(t) ∧ int(t)' → ⋀_{e ∈ eff(t)} e' ]",
        range: Range::Steps,
        write: phi_6,
    },
    Conjunct {
        name: "φ_7",
        text: "⋀_{i<k} ⋀_{t ∈ T} [ int(t) ∧ ⋀_{e ∈ eff(t)} ¬e' → ¬int(t)' ∧ tgt(t)' ]",
        range: Range::Steps,
        write: phi_7,
    },
    Conjunct {
        name: "φ_8",
        text: "⋀_{i<k} ⋀_j [ ⋁_{s ∈ S_j ∪ S*_j} s ∧ ⋀_{s₁, s₂ ∈ S_j ∪ S*_j, s₁ ≠ s₂} (¬s₁ ∨ ¬s₂) ]",
        range: Range::StepsUnlessRepaired,
        write: phi_8,
    },
];

/// ⋀_j ( ⋀_{s ∈ S_j, s = x_j} s⁰ ∧ ⋀_{s ∈ S_j ∪ S*_j, s ≠ x_j} ¬s⁰ ∧ ⋀_{a ∈ A} ¬a⁰ )
///
/// x_j may by definition be an intermediate state; then nothing of M_j is made true and φ_8 has no
/// model. [`Repair::Intermediate`] lets s range over S_j ∪ S*_j throughout, and the effects of such
/// an x_j wait at index 0. Two machines that wait with one symbol cannot be told apart; they are
/// refused.
pub(super) fn init(page: &mut Page, _: usize) {
    let mut waiting: Vec<_> = Vec::new();
    for lifeline in 0..page.places.len() {
        let start = page.place(lifeline, page.start[lifeline]);
        let original = matches!(page.start[lifeline], Place::State(_));
        for place in page.places[lifeline].clone() {
            let lit = page.at(place, 0);
            if place != start {
                page.clause(&[!lit]);
            } else if original || page.has(Repair::Intermediate) {
                page.clause(&[lit]);
            }
        }
        let inside = page.steps.iter().filter(|step| step.int == start);
        waiting.extend(inside.flat_map(|step| step.eff.iter().copied()));
    }
    for cell in page.symbols.values().copied().collect::<Vec<_>>() {
        let lit = page.at(cell, 0);
        let times = waiting.iter().filter(|&&other| other == cell).count();
        match times {
            1 if page.has(Repair::Intermediate) => page.clause(&[lit]),
            0 | 1 => page.clause(&[!lit]),
            _ => page.clause(&[]),
        }
    }
}

/// ⋀_{j, g_j ≠ ?} ( g_jᵏ ∨ ⋁_{s ∈ environ(g_j)} sᵏ )
///
/// environ(s) := { int(t) | eff(t) = ∅, tgt(t) = s } ∪ { int(t) | trg(t) = ε, src(t) = s }. The first
/// set counts a machine as arrived one step too early; [`Repair::Environ`] leaves both out. environ
/// is not defined for intermediate states: nothing is added to those.
fn goal(page: &mut Page, _: usize) {
    for (lifeline, place) in page.goal.clone() {
        let wanted = page.place(lifeline, place);
        let mut clause = vec![page.at(wanted, page.k)];
        if !page.has(Repair::Environ) {
            let around = |step: &&Step| {
                step.eff.is_empty() && step.tgt == wanted
                    || step.trg.is_none() && step.src == wanted
            };
            let around = page.steps.iter().filter(around);
            clause.extend(around.map(|step| page.at(step.int, page.k)));
        }
        page.clause(&clause);
    }
}

/// ⋀_{i<k} ⋀_{t ∈ T} [ t → src(t) ∧ int(t)' ∧ trg(t) ∧ ¬trg(t)' ∧ ⋀_{e ∈ eff(t)} (¬e ∧ e') ]
///
/// A transition whose trigger is among its effects contradicts itself here and is never taken.
pub(super) fn phi_1(page: &mut Page, i: usize) {
    for step in page.steps.clone() {
        let t = page.at(step.t, i);
        let mut all = vec![page.at(step.src, i), page.at(step.int, i + 1)];
        all.extend(
            step.trg
                .iter()
                .flat_map(|&a| [page.at(a, i), !page.at(a, i + 1)]),
        );
        all.extend(
            step.eff
                .iter()
                .flat_map(|&e| [!page.at(e, i), page.at(e, i + 1)]),
        );
        for lit in all {
            page.implies(&[t], &[lit]);
        }
    }
}

/// ⋀_{i<k} ⋀_{a ∈ A} [ a ∧ ¬a' → ⋁_{t ∈ T, a = trg(t)} t ]
///
/// [`Repair::AtMostOne`] adds: at most one of these t.
fn phi_2(page: &mut Page, i: usize) {
    let at_most_one = page.has(Repair::AtMostOne);
    consumed(page, i, at_most_one);
}

/// ⋀_{i<k} ⋀_{a ∈ A} [ ¬a ∧ a' → ⋁_{t ∈ T, a ∈ eff(t)} t ]
///
/// [`Repair::AtMostOne`] adds: at most one of these t.
fn phi_3(page: &mut Page, i: usize) {
    let at_most_one = page.has(Repair::AtMostOne);
    emitted(page, i, at_most_one);
}

/// A symbol that no longer waits was somebody's trigger.
pub(super) fn consumed(page: &mut Page, i: usize, at_most_one: bool) {
    for a in page.symbols.values().copied().collect::<Vec<_>>() {
        let change = [page.at(a, i), !page.at(a, i + 1)];
        let causes = page.steps_at(i, |step| step.trg == Some(a));
        caused(page, &change, &causes, at_most_one);
    }
}

/// A symbol that waits from now on was somebody's effect.
pub(super) fn emitted(page: &mut Page, i: usize, at_most_one: bool) {
    for a in page.symbols.values().copied().collect::<Vec<_>>() {
        let change = [!page.at(a, i), page.at(a, i + 1)];
        let causes = page.steps_at(i, |step| step.eff.contains(&a));
        caused(page, &change, &causes, at_most_one);
    }
}

fn caused(page: &mut Page, change: &[Lit], causes: &[Lit], at_most_one: bool) {
    page.implies(change, causes);
    if at_most_one {
        page.implies_at_most_one(change, causes);
    }
}

/// ⋀_{i<k} ⋀_{s ∈ S} [ s ∧ ¬s' → ⋁_{t ∈ T, s = src(t)} t ]
pub(super) fn phi_4(page: &mut Page, i: usize) {
    for lifeline in 0..page.places.len() {
        for state in 0..page.originals[lifeline] {
            let s = page.place(lifeline, Place::State(state));
            let left = [page.at(s, i), !page.at(s, i + 1)];
            let causes = page.steps_at(i, |step| step.src == s);
            page.implies(&left, &causes);
        }
    }
}

/// ⋀_{i<k} ⋀_{t ∈ T} [ int(t) ∧ ¬int(t)' → ⋀_{e ∈ eff(t)} ¬e' ]
pub(super) fn phi_5(page: &mut Page, i: usize) {
    for step in page.steps.clone() {
        let left = [page.at(step.int, i), !page.at(step.int, i + 1)];
        for e in step.eff {
            let still = page.at(e, i + 1);
            page.implies(&left, &[!still]);
        }
    }
}

/// ⋀_{i<k} ⋀_{t ∈ T} [ int(t) ∧ int(t)' → ⋀_{e ∈ eff(t)} e' ]
pub(super) fn phi_6(page: &mut Page, i: usize) {
    for step in page.steps.clone() {
        let stays = [page.at(step.int, i), page.at(step.int, i + 1)];
        for e in step.eff {
            let still = page.at(e, i + 1);
            page.implies(&stays, &[still]);
        }
    }
}

/// ⋀_{i<k} ⋀_{t ∈ T} [ int(t) ∧ ⋀_{e ∈ eff(t)} ¬e' → ¬int(t)' ∧ tgt(t)' ]
///
/// A transition without effects is completed at once, so that no goal can find a machine resting in
/// it. [`Repair::Intermediate`] only demands that it is completed when it is left.
pub(super) fn phi_7(page: &mut Page, i: usize) {
    for step in page.steps.clone() {
        let int = page.at(step.int, i);
        let (stays, there) = (page.at(step.int, i + 1), page.at(step.tgt, i + 1));
        if step.eff.is_empty() && page.has(Repair::Intermediate) {
            page.implies(&[int, !stays], &[there]);
            continue;
        }
        let mut premises = vec![int];
        premises.extend(step.eff.iter().map(|&e| !page.at(e, i + 1)));
        page.implies(&premises, &[!stays]);
        page.implies(&premises, &[there]);
    }
}

/// ⋀_{i<k} ⋀_j [ ⋁_{s ∈ S_j ∪ S*_j} s ∧ ⋀_{s₁, s₂ ∈ S_j ∪ S*_j, s₁ ≠ s₂} (¬s₁ ∨ ¬s₂) ]
///
/// [`Repair::Range`] makes it i ≤ k.
pub(super) fn phi_8(page: &mut Page, i: usize) {
    for lifeline in 0..page.places.len() {
        let places = page.places[lifeline].iter();
        let places: Vec<_> = places.map(|&place| page.at(place, i)).collect();
        page.clause(&places);
        page.implies_at_most_one(&[], &places);
    }
}
