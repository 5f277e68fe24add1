//! The encoding of the sequence checker (its section 5), formula by formula.
//!
//! The print that we have lost its overlines, one of φ_5 to φ_7 and most of φ_seq. The formulas here
//! are the intended ones, by the paper's prose and by the first paper's formulas, which they extend.
//! What is left of φ_seq speaks of symbols only and protects one step of four; functions `snd`,
//! `rec` and `trans` are declared and used nowhere. So three readings are offered as sets of repairs:
//! what is left ([`Repairs::NONE`](super::Repairs::NONE)), all other symbols protected
//! ([`Repairs::SYMBOLS`](super::Repairs::SYMBOLS)), and sender and receiver named besides
//! ([`Repairs::FULL`](super::Repairs::FULL)).
//!
//! ¬ stands for the overline, a' for the index i+1, k' for k+4n (4: [`super::Style::factor`]).

use super::page::{Page, Range, Step};
use super::{Conjunct, Repair, gsc};

/// The formulas in the order of the paper.
pub(super) const FORMULAS: [Conjunct; 10] = [
    Conjunct {
        name: "φ_init",
        text: "⋀_j ( ι_j⁰ ∧ ⋀_{s ∈ S_j ∪ S*_j, s ≠ ι_j} ¬s⁰ ) ∧ ⋀_{a ∈ A} ¬a⁰",
        range: Range::Once,
        write: init,
    },
    Conjunct {
        name: "φ_1",
        text: "⋀_{i<k'} ⋀_{t ∈ T} [ t → src(t) ∧ int(t)' ∧ (trg(t) ≠ ε → trg(t) ∧ ¬trg(t)') ∧ (eff(t) ≠ ε → ¬eff(t) ∧ eff(t)') ]",
        range: Range::Steps,
        write: phi_1,
    },
    Conjunct {
        name: "φ_2",
        text: "⋀_{i<k'} ⋀_{a ∈ A} [ a ∧ ¬a' → ⋁_{t ∈ T, trg(t) = a} t ∧ ⋀_{t₁ ≠ t₂, trg(t₁) = trg(t₂) = a} (¬t₁ ∨ ¬t₂) ]",
        range: Range::Steps,
        write: phi_2,
    },
    Conjunct {
        name: "φ_3",
        text: "⋀_{i<k'} ⋀_{a ∈ A} [ ¬a ∧ a' → ⋁_{t ∈ T, eff(t) = a} t ∧ ⋀_{t₁ ≠ t₂, eff(t₁) = eff(t₂) = a} (¬t₁ ∨ ¬t₂) ]",
        range: Range::Steps,
        write: phi_3,
    },
    Conjunct {
        name: "φ_4",
        text: "⋀_{i<k'} ⋀_{s ∈ S} [ s ∧ ¬s' → ⋁_{t ∈ T, s = src(t)} t ]",
        range: Range::Steps,
        write: phi_4,
    },
    Conjunct {
        name: "φ_5",
        text: "⋀_{i<k'} ⋀_{t ∈ T, eff(t) ≠ ε} [ int(t) ∧ ¬int(t)' → ¬eff(t)' ]",
        range: Range::Steps,
        write: phi_5,
    },
    Conjunct {
        name: "φ_6",
        text: "⋀_{i<k'} ⋀_{t ∈ T, eff(t) ≠ ε} [ int(t) ∧ int(t)' → eff(t)' ]",
        range: Range::Steps,
        write: phi_6,
    },
    Conjunct {
        name: "φ_7",
        text: "⋀_{i<k'} ⋀_{t ∈ T} [ int(t) ∧ (eff(t) ≠ ε → ¬eff(t)') → ¬int(t)' ∧ tgt(t)' ]",
        range: Range::Steps,
        write: phi_7,
    },
    Conjunct {
        name: "φ_8",
        text: "⋀_{i≤k'} ⋀_j [ ⋁_{s ∈ S_j ∪ S*_j} s ∧ ⋀_{s₁, s₂ ∈ S_j ∪ S*_j, s₁ ≠ s₂} (¬s₁ ∨ ¬s₂) ]",
        range: Range::Indices,
        write: phi_8,
    },
    Conjunct {
        name: "φ_seq",
        text: "⋀_{1≤i≤n, j=k+4(i-1)} [ symb(m_i)ʲ ∧ ¬symb(m_i)ʲ⁺¹ ∧ ⋀_{a ∈ A} (aʲ⁺² → aʲ⁺³) ]",
        range: Range::Messages,
        write: seq,
    },
];

/// ⋀_j ( ι_j⁰ ∧ ⋀_{s ∈ S_j ∪ S*_j, s ≠ ι_j} ¬s⁰ ) ∧ ⋀_{a ∈ A} ¬a⁰
fn init(page: &mut Page, index: usize) {
    gsc::init(page, index);
}

/// ⋀_{i<k'} ⋀_{t ∈ T} [ t → src(t) ∧ int(t)' ∧ (trg(t) ≠ ε → trg(t) ∧ ¬trg(t)') ∧ (eff(t) ≠ ε → ¬eff(t) ∧ eff(t)') ]
fn phi_1(page: &mut Page, i: usize) {
    gsc::phi_1(page, i);
}

/// ⋀_{i<k'} ⋀_{a ∈ A} [ a ∧ ¬a' → ⋁_{t ∈ T, trg(t) = a} t ∧ ⋀_{t₁ ≠ t₂, trg(t₁) = trg(t₂) = a} (¬t₁ ∨ ¬t₂) ]
fn phi_2(page: &mut Page, i: usize) {
    gsc::consumed(page, i, true);
}

/// ⋀_{i<k'} ⋀_{a ∈ A} [ ¬a ∧ a' → ⋁_{t ∈ T, eff(t) = a} t ∧ ⋀_{t₁ ≠ t₂, eff(t₁) = eff(t₂) = a} (¬t₁ ∨ ¬t₂) ]
fn phi_3(page: &mut Page, i: usize) {
    gsc::emitted(page, i, true);
}

/// ⋀_{i<k'} ⋀_{s ∈ S} [ s ∧ ¬s' → ⋁_{t ∈ T, s = src(t)} t ]
fn phi_4(page: &mut Page, i: usize) {
    gsc::phi_4(page, i);
}

/// ⋀_{i<k'} ⋀_{t ∈ T, eff(t) ≠ ε} [ int(t) ∧ ¬int(t)' → ¬eff(t)' ]
fn phi_5(page: &mut Page, i: usize) {
    gsc::phi_5(page, i);
}

/// ⋀_{i<k'} ⋀_{t ∈ T, eff(t) ≠ ε} [ int(t) ∧ int(t)' → eff(t)' ]
fn phi_6(page: &mut Page, i: usize) {
    gsc::phi_6(page, i);
}

/// ⋀_{i<k'} ⋀_{t ∈ T} [ int(t) ∧ (eff(t) ≠ ε → ¬eff(t)') → ¬int(t)' ∧ tgt(t)' ]
fn phi_7(page: &mut Page, i: usize) {
    gsc::phi_7(page, i);
}

/// ⋀_{i≤k'} ⋀_j [ ⋁_{s ∈ S_j ∪ S*_j} s ∧ ⋀_{s₁, s₂ ∈ S_j ∪ S*_j, s₁ ≠ s₂} (¬s₁ ∨ ¬s₂) ]
fn phi_8(page: &mut Page, i: usize) {
    gsc::phi_8(page, i);
}

/// ⋀_{1≤i≤n, j=k+4(i-1)} [ symb(m_i)ʲ ∧ ¬symb(m_i)ʲ⁺¹ ∧ ⋀_{a ∈ A} (aʲ⁺² → aʲ⁺³) ]
///
/// The message is consumed in the first step of its slot; the rest of the slot is for ε-moves.
/// [`Repair::Names`] adds ⋁{ int(t)ʲ | t ∈ trans(snd(m_i)), eff(t) = symb(m_i) } and
/// ⋁{ tʲ | t ∈ trans(rec(m_i)), trg(t) = symb(m_i) }. The protecting repairs add aʲ → aʲ⁺¹ for
/// a ≠ symb(m_i), aʲ⁺¹ → aʲ⁺² and aʲ⁺³ → aʲ⁺⁴. In a slot of fewer than four steps, what would lie
/// in the next one is left out.
fn seq(page: &mut Page, i: usize) {
    let slot = page.slots[i].clone();
    let j = page.k + page.factor() * i;
    let (waits, waits_on) = (page.at(slot.symbol, j), page.at(slot.symbol, j + 1));
    page.clause(&[waits]);
    page.clause(&[!waits_on]);
    if page.has(Repair::Names) {
        let sends = |step: &&Step| step.lifeline == slot.from && step.eff.contains(&slot.symbol);
        let sending = page.steps.iter().filter(sends);
        let sending: Vec<_> = sending.map(|step| page.at(step.int, j)).collect();
        page.clause(&sending);
        let taking = page.steps_at(j, |step| {
            step.lifeline == slot.to && step.trg == Some(slot.symbol)
        });
        page.clause(&taking);
    }
    let protected = [
        page.has(Repair::ProtectMessage),
        page.has(Repair::ProtectFirst),
        true,
        page.has(Repair::ProtectThird),
    ];
    for step in (0..page.factor().min(4)).filter(|&step| protected[step]) {
        for a in page.symbols.values().copied().collect::<Vec<_>>() {
            if step > 0 || a != slot.symbol {
                let (before, after) = (page.at(a, j + step), page.at(a, j + step + 1));
                page.implies(&[before], &[after]);
            }
        }
    }
}
