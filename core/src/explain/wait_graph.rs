//! Who waits for whom in a deadlock, and a circle of waiting where there is one.
//!
//! A lifeline that still has to send waits for those who could come to take the symbol; one in a
//! state waits for those who could come to send what it would take. Who could: whose transitions lead
//! there from where it is, if nothing but its own place were in the way. Any one of them would do, so
//! not every edge is to blame. Where a symbol has nobody any more, waiting for it is in vain, and the
//! lifeline waits for nobody.
//!
//! For the circle each lifeline looks at one of those it waits for: whom it last exchanged a message
//! with (who took the fork is who will put it back), else the first. Following these looks leads into
//! a circle, or to a lifeline that waits for nobody.

use crate::language::machines::{GlobalState, Machine, Place};
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

/// What keeps a lifeline where it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hold {
    /// It has to send these, and none of those who could come to take them is ready.
    Sends(Vec<Symbol>),
    /// It has to send all these at once. Each has somebody who is ready, but there are too few.
    SendsAtOnce(Vec<Symbol>),
    /// It has to send these, and nobody can come to take them any more.
    SendsInVain(Vec<Symbol>),
    /// It has to send all these at once. Too few are ready, and nobody else can come to take any.
    SendsAtOnceInVain(Vec<Symbol>),
    /// It is in a state and takes one of these, which somebody could come to send.
    Takes(Vec<Symbol>),
    /// It is in a state and takes one of these, which nobody can come to send any more.
    TakesInVain(Vec<Symbol>),
    /// It is in a state that no transition leaves.
    NoTransition,
}

/// Who waits for whom.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct WaitGraph {
    /// All that wait, in the order of the lifelines.
    pub edges: Vec<Waiting>,
    /// Lifelines each of which waits for the next, the last one for the first; empty where waiting
    /// ends at a lifeline that waits for nobody.
    pub cycle: Vec<LifelineId>,
    /// For each lifeline what keeps it.
    pub holds: Vec<Hold>,
    /// The lifeline at which waiting ends, where it is in no circle.
    end: Option<LifelineId>,
    state: GlobalState,
}

/// The wait graph of a stuck state, after these messages: who sent and who received each of them.
#[must_use]
pub fn wait_graph(
    model: &Model,
    lifelines: &[Lifeline],
    state: &GlobalState,
    messages: &[(LifelineId, LifelineId)],
) -> WaitGraph {
    let stuck = Stuck::new(model, lifelines, state);
    let mut graph = WaitGraph {
        state: state.clone(),
        ..WaitGraph::default()
    };
    for (from, &place) in state.iter().enumerate() {
        let (hold, edges) = match place {
            Place::Intermediate(index) => {
                stuck.pending(from, &stuck.machine(from).transitions[index].effects)
            }
            Place::State(_) => stuck.waiting(from),
        };
        graph.holds.push(hold);
        graph.edges.extend(edges);
    }
    let looks = looks(lifelines.len(), &graph.edges, messages);
    graph.cycle = cycle(&looks);
    if graph.cycle.is_empty() {
        graph.end = end(&looks);
    }
    graph
}

/// A state in which nothing can happen.
struct Stuck<'m> {
    model: &'m Model,
    lifelines: &'m [Lifeline],
    state: &'m GlobalState,
    /// For each lifeline the places to which its transitions lead from its place, that one included.
    ahead: Vec<Vec<Place>>,
}

impl<'m> Stuck<'m> {
    fn new(model: &'m Model, lifelines: &'m [Lifeline], state: &'m GlobalState) -> Self {
        let all = lifelines.iter().zip(state);
        let ahead = all.map(|(it, &place)| ahead(&model.machines[it.machine], place));
        Self {
            ahead: ahead.collect(),
            model,
            lifelines,
            state,
        }
    }

    fn machine(&self, lifeline: LifelineId) -> &'m Machine {
        &self.model.machines[self.lifelines[lifeline].machine]
    }

    fn others(&self, from: LifelineId) -> impl Iterator<Item = LifelineId> + use<> {
        (0..self.lifelines.len()).filter(move |&it| it != from)
    }

    fn takes(&self, lifeline: LifelineId, place: Place, symbol: Symbol) -> bool {
        let mut transitions = self.machine(lifeline).transitions.iter();
        transitions.any(|it| place == Place::State(it.source) && it.trigger == Some(symbol))
    }

    fn is_ready(&self, lifeline: LifelineId, symbol: Symbol) -> bool {
        self.takes(lifeline, self.state[lifeline], symbol)
    }

    fn could_take(&self, lifeline: LifelineId, symbol: Symbol) -> bool {
        let mut places = self.ahead[lifeline].iter();
        places.any(|&place| self.takes(lifeline, place, symbol))
    }

    fn could_send(&self, lifeline: LifelineId, symbol: Symbol) -> bool {
        let transitions = &self.machine(lifeline).transitions;
        let mut places = self.ahead[lifeline].iter();
        places.any(|&place| match place {
            Place::Intermediate(index) => transitions[index].effects.contains(&symbol),
            Place::State(_) => false,
        })
    }

    fn edges(
        &self,
        from: LifelineId,
        symbols: &[Symbol],
        sends: bool,
        could: impl Fn(LifelineId, Symbol) -> bool,
    ) -> Vec<Waiting> {
        let mut edges = Vec::new();
        for &symbol in symbols {
            let to = self.others(from).filter(|&to| could(to, symbol));
            edges.extend(to.map(|to| Waiting {
                from,
                to,
                symbol,
                sends,
            }));
        }
        edges
    }

    /// A lifeline that still has to send waits for symbols that nobody takes now. Where each symbol has
    /// somebody, too many have the same one: then it waits for others to become ready.
    fn pending(&self, from: LifelineId, effects: &[Symbol]) -> (Hold, Vec<Waiting>) {
        let is_open = |symbol: &Symbol| !self.others(from).any(|it| self.is_ready(it, *symbol));
        let open: Vec<_> = effects.iter().copied().filter(is_open).collect();
        let is_in_vain =
            |symbol: &Symbol| !self.others(from).any(|it| self.could_take(it, *symbol));
        let in_vain: Vec<_> = open.iter().copied().filter(is_in_vain).collect();
        if !in_vain.is_empty() {
            return (Hold::SendsInVain(in_vain), Vec::new());
        }
        if !open.is_empty() {
            let edges = self.edges(from, &open, true, |to, symbol| self.could_take(to, symbol));
            return (Hold::Sends(open), edges);
        }
        let comes = |to, symbol| self.could_take(to, symbol) && !self.is_ready(to, symbol);
        let edges = self.edges(from, effects, true, comes);
        let effects = effects.to_vec();
        if edges.is_empty() {
            (Hold::SendsAtOnceInVain(effects), edges)
        } else {
            (Hold::SendsAtOnce(effects), edges)
        }
    }

    fn waiting(&self, from: LifelineId) -> (Hold, Vec<Waiting>) {
        let transitions = self.machine(from).transitions.iter();
        let mut symbols: Vec<_> = transitions
            .filter(|it| self.state[from] == Place::State(it.source))
            .filter_map(|it| it.trigger)
            .collect();
        symbols.sort_unstable();
        symbols.dedup();
        if symbols.is_empty() {
            return (Hold::NoTransition, Vec::new());
        }
        let edges = self.edges(from, &symbols, false, |to, symbol| {
            self.could_send(to, symbol)
        });
        if edges.is_empty() {
            return (Hold::TakesInVain(symbols), edges);
        }
        symbols.retain(|&symbol| edges.iter().any(|it| it.symbol == symbol));
        (Hold::Takes(symbols), edges)
    }
}

/// The places to which transitions lead from a place, whatever starts and ends them.
fn ahead(machine: &Machine, place: Place) -> Vec<Place> {
    let mut places = vec![place];
    let mut at = 0;
    while let Some(&place) = places.get(at) {
        at += 1;
        let next: Vec<_> = match place {
            Place::Intermediate(index) => vec![Place::State(machine.transitions[index].target)],
            Place::State(state) => {
                let all = machine.transitions.iter().enumerate();
                let leaving = all.filter(|(_, it)| it.source == state);
                leaving
                    .map(|(index, _)| Place::Intermediate(index))
                    .collect()
            }
        };
        for place in next {
            if !places.contains(&place) {
                places.push(place);
            }
        }
    }
    places
}

/// At whom each lifeline looks of those it waits for.
fn looks(
    count: usize,
    edges: &[Waiting],
    messages: &[(LifelineId, LifelineId)],
) -> Vec<Option<LifelineId>> {
    let look = |from| {
        let partners = || edges.iter().filter(|it| it.from == from).map(|it| it.to);
        let last = last_partners(from, messages);
        let known = last.into_iter().find(|it| partners().any(|to| to == *it));
        known.or_else(|| partners().next())
    };
    (0..count).map(look).collect()
}

/// The circle into which the looks lead, from the first lifeline that comes to one.
fn cycle(looks: &[Option<LifelineId>]) -> Vec<LifelineId> {
    for start in 0..looks.len() {
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

/// Where the looks end that lead into no circle, from the first lifeline that looks at another.
fn end(looks: &[Option<LifelineId>]) -> Option<LifelineId> {
    let mut at = (0..looks.len()).find(|&it| looks[it].is_some())?;
    while let Some(next) = looks[at] {
        at = next;
    }
    Some(at)
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
    /// The circle in words, or the one at whom waiting ends; names stand in backticks.
    #[must_use]
    pub fn sentence(&self, model: &Model, lifelines: &[Lifeline]) -> String {
        let words = Words { model, lifelines };
        let Some(&first) = self.cycle.first() else {
            return match self.end {
                Some(end) => format!(
                    "Waiting ends with {}, which {}.",
                    words.name(end),
                    words.kept(self, end)
                ),
                None if self.holds.iter().all(|it| *it == Hold::NoTransition) => {
                    "Every lifeline is in a state that it never leaves.".into()
                }
                None => "No lifeline could go on any more, whatever the others did.".into(),
            };
        };
        let rounds = self.cycle.iter().skip(1).chain([&first]);
        let pairs = self.cycle.iter().zip(rounds);
        let parts: Vec<_> = pairs
            .map(|(&from, &to)| {
                let edge = self.edges.iter().find(|it| (it.from, it.to) == (from, to));
                let what = edge.map_or_else(String::new, |edge| words.purpose(edge));
                format!("{} waits for {}{what}", words.name(from), words.name(to))
            })
            .collect();
        format!("A circle: {}.", parts.join("; "))
    }

    /// One line for each lifeline that is not in a final state: for whom it waits and for which
    /// symbols, or that it cannot go on.
    #[must_use]
    pub fn lines(&self, model: &Model, lifelines: &[Lifeline]) -> Vec<String> {
        let words = Words { model, lifelines };
        let may_end = |lifeline: LifelineId| match self.state[lifeline] {
            Place::State(state) => {
                model.machines[lifelines[lifeline].machine].states[state].is_final
            }
            Place::Intermediate(_) => false,
        };
        let has_edges = |lifeline| self.edges.iter().any(|it| it.from == lifeline);
        let lines = (0..self.holds.len()).filter(|&it| has_edges(it) || !may_end(it));
        lines
            .map(|it| format!("{} {}.", words.name(it), words.kept(self, it)))
            .collect()
    }
}

struct Words<'m> {
    model: &'m Model,
    lifelines: &'m [Lifeline],
}

impl Words<'_> {
    fn name(&self, lifeline: LifelineId) -> String {
        format!("`{}`", self.lifelines[lifeline].name)
    }

    fn symbols(&self, symbols: &[Symbol], word: &str) -> String {
        let names = symbols
            .iter()
            .map(|&it| format!("`{}`", self.model.symbols[it]));
        super::phrase::list(&names.collect::<Vec<_>>(), word)
    }

    /// What keeps a lifeline, without its name.
    fn kept(&self, graph: &WaitGraph, lifeline: LifelineId) -> String {
        let place = || {
            let machine = self.lifelines[lifeline].machine;
            self.model.place_name(machine, graph.state[lifeline])
        };
        match &graph.holds[lifeline] {
            // All that it has to send are to be taken; of what it could take one is enough.
            Hold::Sends(_) => format!("waits {}", self.parts(graph, lifeline, " and ")),
            Hold::Takes(_) => format!("waits {}", self.parts(graph, lifeline, ", or ")),
            Hold::SendsAtOnce(all) => format!(
                "has to send {} at once, for which too few are ready, and waits {}",
                self.symbols(all, "and"),
                self.parts(graph, lifeline, ", or ")
            ),
            Hold::SendsInVain(some) => format!(
                "still has to send {}, which nobody can take any more",
                self.symbols(some, "and")
            ),
            Hold::SendsAtOnceInVain(all) => format!(
                "has to send {} at once, for which too few are ready, and no others can be any more",
                self.symbols(all, "and")
            ),
            Hold::TakesInVain(symbols) => format!(
                "waits in `{}` for {}, which nobody can send any more",
                place(),
                self.symbols(symbols, "or")
            ),
            Hold::NoTransition => format!("is in `{}`, which it never leaves", place()),
        }
    }

    /// For whom a lifeline waits, symbol by symbol.
    fn parts(&self, graph: &WaitGraph, lifeline: LifelineId, word: &str) -> String {
        let edges: Vec<_> = graph
            .edges
            .iter()
            .filter(|it| it.from == lifeline)
            .collect();
        let by_symbol = edges.chunk_by(|one, next| one.symbol == next.symbol);
        let parts = by_symbol.map(|some| {
            let names: Vec<_> = some.iter().map(|edge| self.name(edge.to)).collect();
            format!("for {}{}", names.join(" or "), self.purpose(some[0]))
        });
        parts.collect::<Vec<_>>().join(word)
    }

    /// What one who is waited for should do: ` to take `symbol``.
    fn purpose(&self, edge: &Waiting) -> String {
        let verb = if edge.sends { "take" } else { "send" };
        format!(" to {verb} `{}`", self.model.symbols[edge.symbol])
    }
}
