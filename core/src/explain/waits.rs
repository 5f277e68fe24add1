//! Who waits for whom in a deadlock, and a circle of waiting where there is one.
//!
//! A lifeline that still has to send waits for everybody whose machine could take the symbol; one
//! in a state waits for everybody whose machine could send what it would take. Any one of them
//! would do, so not every edge is to blame. For the circle each lifeline looks at one of those it
//! waits for: whom it last exchanged a message with (who took the fork is who will put it back),
//! else the first. Following these looks leads into a circle, or to a lifeline that waits for
//! nobody.

use crate::language::machines::{GlobalState, Place, TransitionId};
use crate::language::{Lifeline, LifelineId, Model, Symbol};

/// One lifeline waits for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Who waits.
    pub from: LifelineId,
    /// For whom.
    pub to: LifelineId,
    /// The symbol that would have to pass between them.
    pub symbol: Symbol,
    /// True where the one who waits has to send it, false where it would take it.
    pub sends: bool,
}

/// Who waits for whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitGraph {
    /// All that wait, in the order of the lifelines.
    pub edges: Vec<Waiting>,
    /// Lifelines each of which waits for the next, the last one for the first; empty where waiting
    /// ends at a lifeline that waits for nobody.
    pub cycle: Vec<LifelineId>,
}

/// The wait graph of a stuck state, after these messages: who sent and who received each of them.
#[must_use]
pub fn wait_graph(
    model: &Model,
    lifelines: &[Lifeline],
    state: &GlobalState,
    messages: &[(LifelineId, LifelineId)],
) -> WaitGraph {
    let mut edges = Vec::new();
    for from in 0..lifelines.len() {
        let machine = &model.machines[lifelines[from].machine];
        match state[from] {
            Place::Intermediate(index) => {
                edges.extend(pending(model, lifelines, state, from, index));
            }
            Place::State(source) => {
                let transitions = machine.transitions.iter();
                let mut symbols: Vec<_> = transitions
                    .filter(|it| it.source == source)
                    .filter_map(|it| it.trigger)
                    .collect();
                symbols.sort_unstable();
                symbols.dedup();
                for symbol in symbols {
                    let to =
                        others(lifelines, from).filter(|&to| sends(model, lifelines, to, symbol));
                    edges.extend(to.map(|to| Waiting {
                        from,
                        to,
                        symbol,
                        sends: false,
                    }));
                }
            }
        }
    }
    let cycle = cycle(lifelines.len(), &edges, messages);
    WaitGraph { edges, cycle }
}

/// For whom a lifeline waits that still has to send: for those who could take a symbol that nobody
/// takes now. Where each symbol has somebody, too many have the same one, and all are waited for.
fn pending(
    model: &Model,
    lifelines: &[Lifeline],
    state: &GlobalState,
    from: LifelineId,
    transition: TransitionId,
) -> Vec<Waiting> {
    let effects = &model.machines[lifelines[from].machine].transitions[transition].effects;
    let is_open = |symbol: &Symbol| {
        !others(lifelines, from).any(|to| is_ready(model, lifelines, state, to, *symbol))
    };
    let mut open: Vec<_> = effects.iter().copied().filter(is_open).collect();
    if open.is_empty() {
        open.clone_from(effects);
    }
    let mut edges = Vec::new();
    for symbol in open {
        let to = others(lifelines, from).filter(|&to| takes(model, lifelines, to, symbol));
        edges.extend(to.map(|to| Waiting {
            from,
            to,
            symbol,
            sends: true,
        }));
    }
    edges
}

fn others(lifelines: &[Lifeline], from: LifelineId) -> impl Iterator<Item = LifelineId> {
    (0..lifelines.len()).filter(move |&it| it != from)
}

fn takes(model: &Model, lifelines: &[Lifeline], lifeline: LifelineId, symbol: Symbol) -> bool {
    let transitions = &model.machines[lifelines[lifeline].machine].transitions;
    transitions.iter().any(|it| it.trigger == Some(symbol))
}

fn sends(model: &Model, lifelines: &[Lifeline], lifeline: LifelineId, symbol: Symbol) -> bool {
    let transitions = &model.machines[lifelines[lifeline].machine].transitions;
    transitions.iter().any(|it| it.effects.contains(&symbol))
}

fn is_ready(
    model: &Model,
    lifelines: &[Lifeline],
    state: &GlobalState,
    lifeline: LifelineId,
    symbol: Symbol,
) -> bool {
    let transitions = &model.machines[lifelines[lifeline].machine].transitions;
    let mut here = transitions
        .iter()
        .filter(|it| state[lifeline] == Place::State(it.source));
    here.any(|it| it.trigger == Some(symbol))
}

/// The circle into which the looks lead, from the first lifeline that comes to one.
fn cycle(
    count: usize,
    edges: &[Waiting],
    messages: &[(LifelineId, LifelineId)],
) -> Vec<LifelineId> {
    let looks: Vec<Option<LifelineId>> = (0..count)
        .map(|from| {
            let partners = || edges.iter().filter(|it| it.from == from).map(|it| it.to);
            let last = last_partners(from, messages);
            let known = last.into_iter().find(|it| partners().any(|to| to == *it));
            known.or_else(|| partners().next())
        })
        .collect();
    for start in 0..count {
        let mut path = vec![start];
        let mut at = start;
        while let Some(next) = looks[at] {
            if let Some(first) = path.iter().position(|&it| it == next) {
                return path.split_off(first);
            }
            path.push(next);
            at = next;
        }
    }
    Vec::new()
}

/// With whom a lifeline exchanged messages, the last one first.
fn last_partners(lifeline: LifelineId, messages: &[(LifelineId, LifelineId)]) -> Vec<LifelineId> {
    let latest = messages.iter().rev();
    let partners = latest.filter_map(|&(from, to)| match lifeline {
        it if it == from => Some(to),
        it if it == to => Some(from),
        _ => None,
    });
    partners.collect()
}

impl WaitGraph {
    /// The circle in words, or who waits for nobody that is left; names stand in backticks.
    #[must_use]
    pub fn sentence(&self, model: &Model, lifelines: &[Lifeline]) -> String {
        let name = |lifeline: LifelineId| format!("`{}`", lifelines[lifeline].name);
        let Some(&first) = self.cycle.first() else {
            return "Waiting leads to a lifeline that nobody can take on.".into();
        };
        let rounds = self.cycle.iter().skip(1).chain([&first]);
        let pairs = self.cycle.iter().zip(rounds);
        let parts: Vec<_> = pairs
            .map(|(&from, &to)| {
                let edge = self.edges.iter().find(|it| (it.from, it.to) == (from, to));
                let what = edge.map_or_else(String::new, |edge| purpose(model, edge));
                format!("{} waits for {}{what}", name(from), name(to))
            })
            .collect();
        format!("A circle: {}.", parts.join("; "))
    }

    /// One line for each lifeline that waits: for whom, and for which symbols.
    #[must_use]
    pub fn lines(&self, model: &Model, lifelines: &[Lifeline]) -> Vec<String> {
        let name = |lifeline: LifelineId| format!("`{}`", lifelines[lifeline].name);
        let mut lines = Vec::new();
        for edges in self.edges.chunk_by(|one, next| one.from == next.from) {
            let mut parts = Vec::new();
            for one in
                edges.chunk_by(|one, next| (one.symbol, one.sends) == (next.symbol, next.sends))
            {
                let names: Vec<_> = one.iter().map(|edge| name(edge.to)).collect();
                parts.push(format!(
                    "for {}{}",
                    names.join(" or "),
                    purpose(model, &one[0])
                ));
            }
            // What it has to send are all to be taken; of what it could take one is enough.
            let word = if edges[0].sends { " and " } else { ", or " };
            lines.push(format!(
                "{} waits {}.",
                name(edges[0].from),
                parts.join(word)
            ));
        }
        lines
    }
}

/// What one who is waited for should do: ` to take `symbol``.
fn purpose(model: &Model, edge: &Waiting) -> String {
    let verb = if edge.sends { "take" } else { "send" };
    format!(" to {verb} `{}`", model.symbols[edge.symbol])
}
