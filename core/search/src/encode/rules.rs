//! The formulas of the delivery encoding as one reads them, in the order in which one would explain
//! them. `super::delivery` writes their clauses.
//!
//! A place is a state s ∈ S or an intermediate state int(t) ∈ S*; a prime is the next index.

/// A formula of the delivery encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Rule {
    Init,
    Places,
    Silent,
    Begin,
    Finish,
    Leave,
    Taken,
    Given,
    Finishes,
    Begins,
    Once,
    Cursor,
    Asked,
    Stuck,
}

/// Name and text of each, by its number.
pub(super) const TEXTS: [(&str, &str); 14] = [
    ("φ_init", "⋀_j x_j⁰"),
    (
        "φ_place",
        "⋀_{i≤k} ⋀_j exactly one of { p : p ∈ S_j ∪ S*_j }",
    ),
    (
        "φ_silent",
        "⋀_{i<k} ⋀_{t, trg(t) = ε} [ b_t → src(t) ∧ int(t)' ] ∧ ⋀_{i<k} ⋀_{t, eff(t) = ∅} [ f_t → int(t) ∧ tgt(t)' ]",
    ),
    (
        "φ_begin",
        "⋀_{i<k} ⋀_{t, trg(t) ≠ ε} [ b_t → src(t) ∧ int(t)' ]",
    ),
    (
        "φ_finish",
        "⋀_{i<k} ⋀_{t, eff(t) ≠ ∅} [ f_t → int(t) ∧ tgt(t)' ]",
    ),
    (
        "φ_leave",
        "⋀_{i<k} ⋀_{p ∈ S ∪ S*} [ p ∧ ¬p' → ⋁_{t, p = src(t)} b_t ∨ ⋁_{t, p = int(t)} f_t ]",
    ),
    (
        "φ_taken",
        "⋀_{i<k} ⋀_{t ∈ T_ρ, a = trg(t)} [ b_t → ⋁_{σ ≠ ρ} d_{σ,a,ρ} ]",
    ),
    (
        "φ_given",
        "⋀_{i<k} ⋀_{t ∈ T_σ, a ∈ eff(t)} [ f_t → ⋁_{ρ ≠ σ} d_{σ,a,ρ} ]",
    ),
    (
        "φ_sends",
        "⋀_{i<k} ⋀_{σ,a,ρ} [ d_{σ,a,ρ} → ⋁_{t ∈ T_σ, a ∈ eff(t)} f_t ]",
    ),
    (
        "φ_takes",
        "⋀_{i<k} ⋀_{σ,a,ρ} [ d_{σ,a,ρ} → ⋁_{t ∈ T_ρ, a = trg(t)} b_t ]",
    ),
    (
        "φ_once",
        "⋀_{i<k} ⋀_ρ at most one of { d_{σ,a,ρ} } ∧ ⋀_{i<k} ⋀_{σ,a} at most one of { d_{σ,a,ρ} }",
    ),
    (
        "φ_seq",
        "⋀_{i<k} ⋀_j [ c_j → ⋁_{n ≥ 0} c_{j+n}' ] ∧ ⋀_{i<k} ⋀_{j,n} [ c_j ∧ c_{j+n}' → d_{j+1} ∧ … ∧ d_{j+n} ]",
    ),
    ("φ_goal", "g ∧ ( g → ⋀_j ⋁_{p ∈ goal_j} pᵏ )"),
    (
        "φ_stuck",
        "g ∧ ( g → ⋀_{p} ¬( p can go on alone ) ∧ ⋀_{t} ¬( int(t) ∧ all of eff(t) are taken ) ∧ ⋁_{p not final} pᵏ )",
    ),
];
