//! Who waits for whom in a deadlock, judged in the stuck state.

use std::collections::BTreeSet;

use lockstep_core::language::machines::{GlobalState, Place};
use lockstep_core::language::{LifelineId, Symbol};

use super::scene::Scene;
use super::words::{fits, name, names};

/// Every form of a line and of the sentence.
pub const FORMS: [&str; 11] = [
    "waits to send",
    "waits to take",
    "too few ready",
    "too few in vain",
    "sends in vain",
    "takes in vain",
    "never leaves",
    "circle",
    "ends with",
    "all never leave",
    "whatever the others did",
];

/// One lifeline waits for another to take (true) or to send a symbol.
type Edge = (LifelineId, LifelineId, Symbol, bool);

/// A deadlock.
pub struct Stuck<'m> {
    scene: Scene<'m>,
    state: GlobalState,
}

impl<'m> Stuck<'m> {
    /// The deadlock at the end of a run.
    ///
    /// # Panics
    /// Where something can happen in the state.
    #[must_use]
    pub fn new(scene: Scene<'m>, state: GlobalState) -> Self {
        assert_eq!(scene.composition().stuck(&state), Some(false));
        Self { scene, state }
    }

    /// All places ahead of a lifeline, if nothing but its own place were in the way.
    fn ahead(&self, who: LifelineId) -> BTreeSet<Place> {
        let transitions = &self.scene.machine(who).transitions;
        let mut ahead = BTreeSet::from([self.state[who]]);
        loop {
            let mut more = ahead.clone();
            for (index, it) in transitions.iter().enumerate() {
                if ahead.contains(&Place::State(it.source)) {
                    more.insert(Place::Intermediate(index));
                }
                if ahead.contains(&Place::Intermediate(index)) {
                    more.insert(Place::State(it.target));
                }
            }
            if more == ahead {
                return ahead;
            }
            ahead = more;
        }
    }

    fn is_ready(&self, who: LifelineId, symbol: Symbol) -> bool {
        self.scene.takes(who, self.state[who]).contains(&symbol)
    }

    fn could_take(&self, who: LifelineId, symbol: Symbol) -> bool {
        let takes = |place| self.scene.takes(who, place).contains(&symbol);
        self.ahead(who).into_iter().any(takes)
    }

    fn could_send(&self, who: LifelineId, symbol: Symbol) -> bool {
        let transitions = &self.scene.machine(who).transitions;
        let sends = |place| matches!(place, Place::Intermediate(it) if transitions[it].effects.contains(&symbol));
        self.ahead(who).into_iter().any(sends)
    }

    fn others(&self, who: LifelineId) -> impl Iterator<Item = LifelineId> + use<> {
        (0..self.state.len()).filter(move |&it| it != who)
    }

    /// Whether somebody else could.
    fn some(&self, who: LifelineId, could: impl Fn(LifelineId) -> bool) -> bool {
        self.others(who).any(could)
    }

    /// Whether there are different lifelines that are ready for all of these.
    fn all_ready(&self, symbols: &[Symbol], busy: &[LifelineId]) -> bool {
        let Some((&symbol, rest)) = symbols.split_first() else {
            return true;
        };
        (0..self.state.len()).any(|it| {
            !busy.contains(&it)
                && self.is_ready(it, symbol)
                && self.all_ready(rest, &[busy, &[it]].concat())
        })
    }

    /// Whom a lifeline waits for, and for what, by the definition: nobody where it waits in vain.
    fn edges(&self, who: LifelineId) -> BTreeSet<Edge> {
        let mut edges = BTreeSet::new();
        let pending = self.scene.pending(who, &self.state);
        if pending.is_empty() {
            for symbol in self.scene.takes(who, self.state[who]) {
                let senders = self.others(who).filter(|&it| self.could_send(it, symbol));
                edges.extend(senders.map(|to| (who, to, symbol, false)));
            }
            return edges;
        }
        let ready = |symbol: &Symbol| self.some(who, |it| self.is_ready(it, *symbol));
        let open: BTreeSet<_> = pending.iter().copied().filter(|it| !ready(it)).collect();
        let in_vain = |symbol: &Symbol| !self.some(who, |it| self.could_take(it, *symbol));
        if open.iter().any(in_vain) {
            return edges;
        }
        let few = open.is_empty();
        for &symbol in if few { &pending } else { &open } {
            let takers = self.others(who).filter(|&it| self.could_take(it, symbol));
            let takers = takers.filter(|&it| !self.is_ready(it, symbol));
            edges.extend(takers.map(|to| (who, to, symbol, true)));
        }
        edges
    }

    fn who(&self, text: &str) -> Option<LifelineId> {
        self.scene.lifeline(name(text)?)
    }

    fn is_in(&self, who: LifelineId, place: &str) -> Option<bool> {
        let places = self.scene.places(who, name(place)?);
        Some(places.contains(&self.state[who]))
    }

    /// Judges a line: its form, and whether it is true.
    #[must_use]
    pub fn line(&self, line: &str) -> Option<(&'static str, bool)> {
        let line = line.strip_suffix('.')?;
        let end = line[1..].find('`')? + 2;
        let who = self.who(&line[..end])?;
        self.kept(who, line[end..].strip_prefix(' ')?)
    }

    /// What is said to keep a lifeline.
    fn kept(&self, who: LifelineId, said: &str) -> Option<(&'static str, bool)> {
        let pending = self.scene.pending(who, &self.state);
        let all: Vec<_> = pending.iter().copied().collect();
        let few = !self.all_ready(&all, &[who]);
        let set = |text, word| self.scene.symbols(&names(text, word)?);
        let form =
            "has to send {} at once, for which too few are ready, and no others can be any more";
        if let Some(gaps) = fits(said, form) {
            let others = |&symbol: &Symbol| {
                self.some(who, |it| {
                    self.could_take(it, symbol) && !self.is_ready(it, symbol)
                })
            };
            let is_true = set(gaps[0], "and")? == pending && few && !all.iter().any(others);
            return Some(("too few in vain", is_true && all.len() > 1));
        }
        let form = "has to send {} at once, for which too few are ready, and waits {}";
        if let Some(gaps) = fits(said, form) {
            let waits = self.waits(who, gaps[1], ", or ")?;
            let is_true = set(gaps[0], "and")? == pending && few && waits == self.edges(who);
            return Some(("too few ready", is_true && all.len() > 1));
        }
        if let Some(gaps) = fits(said, "still has to send {}, which nobody can take any more") {
            let some = set(gaps[0], "and")?;
            let nobody = |&symbol: &Symbol| !self.some(who, |it| self.could_take(it, symbol));
            let is_true = some.is_subset(&pending) && some.iter().all(nobody);
            return Some(("sends in vain", is_true));
        }
        if let Some(gaps) = fits(said, "waits in {} for {}, which nobody can send any more") {
            let symbols = set(gaps[1], "or")?;
            let nobody = |&symbol: &Symbol| !self.some(who, |it| self.could_send(it, symbol));
            let takes = self.scene.takes(who, self.state[who]);
            let is_true =
                self.is_in(who, gaps[0])? && symbols == takes && symbols.iter().all(nobody);
            return Some(("takes in vain", is_true));
        }
        if let Some(gaps) = fits(said, "is in {}, which it never leaves") {
            let is_there = self.is_in(who, gaps[0])?;
            return Some(("never leaves", is_there && self.never_leaves(who)));
        }
        let rest = said.strip_prefix("waits ")?;
        let (form, word) = if pending.is_empty() {
            ("waits to take", ", or ")
        } else {
            ("waits to send", " and ")
        };
        let said = self.waits(who, rest, word)?;
        Some((form, !said.is_empty() && said == self.edges(who)))
    }

    fn never_leaves(&self, who: LifelineId) -> bool {
        let transitions = &self.scene.machine(who).transitions;
        let leaves = |state| transitions.iter().any(|it| it.source == state);
        matches!(self.state[who], Place::State(state) if !leaves(state))
    }

    /// "for `a` or `b` to take `x`", with that word between several.
    fn waits(&self, who: LifelineId, text: &str, word: &str) -> Option<BTreeSet<Edge>> {
        let mut edges = BTreeSet::new();
        let between = format!("{word}for ");
        for part in text.strip_prefix("for ")?.split(&between) {
            let (sends, gaps) = match fits(part, "{} to take {}") {
                Some(gaps) => (true, gaps),
                None => (false, fits(part, "{} to send {}")?),
            };
            let symbol = self.scene.symbol(name(gaps[1])?)?;
            for to in gaps[0].split(" or ") {
                edges.insert((who, self.who(to)?, symbol, sends));
            }
        }
        Some(edges)
    }

    /// Whether a lifeline can be in its state before it has had a message.
    fn is_at_rest(&self, who: LifelineId) -> bool {
        let start = self.scene.composition().initial()[who];
        let mut places = BTreeSet::from([start]);
        loop {
            let next = places.iter().flat_map(|&it| self.scene.alone(who, it));
            let more: BTreeSet<_> = next.chain(places.iter().copied()).collect();
            if more == places {
                return places.contains(&self.state[who]);
            }
            places = more;
        }
    }

    fn may_end(&self, who: LifelineId) -> bool {
        let states = &self.scene.machine(who).states;
        matches!(self.state[who], Place::State(state) if states[state].is_final)
    }

    /// Whether the deadlock looks like an end.
    #[must_use]
    pub fn looks_like_an_end(&self) -> bool {
        let mut all = 0..self.state.len();
        let has_ended = |who| self.never_leaves(who) || self.may_end(who);
        let in_a_state = |who: LifelineId| matches!(self.state[who], Place::State(_));
        all.clone().any(has_ended)
            && all.all(|who| has_ended(who) || in_a_state(who) && self.is_at_rest(who))
    }

    /// Judges what is said of an end: that it looks like one, and that it is one with these marks.
    #[must_use]
    pub fn ending(&self, sentence: &str) -> Option<(&'static str, bool)> {
        let all = "Every lifeline is in a state that it never leaves";
        let some = "Every lifeline is in a state that it never leaves or where it may end, or waits where \
                    it could wait before its first message";
        let write = "; if that is where it should end, write {}.";
        let one = fits(sentence, &format!("{all}{write}"));
        let is_one = one.is_some();
        let gaps = one.or_else(|| fits(sentence, &format!("{some}{write}")))?;
        let mut model = self.scene.model.clone();
        let mut marked = BTreeSet::new();
        for mark in gaps[0].replace("`, `", "` and `").split(" and ") {
            let gaps = fits(mark, "`{} --> [*]` in `{}`")?;
            let machine = model.machines.iter().position(|it| it.name == gaps[1])?;
            let states = &mut model.machines[machine].states;
            let state = states.iter().position(|it| it.name == gaps[0])?;
            let is_new = !std::mem::replace(&mut states[state].is_final, true);
            marked.insert((machine, state, is_new));
        }
        let scene = Scene {
            model: &model,
            ..self.scene
        };
        let is_end = scene.composition().stuck(&self.state) == Some(true);
        let needed = marked.iter().all(|&(machine, state, is_new)| {
            let here = |who: LifelineId| {
                self.scene.lifelines[who].machine == machine
                    && self.state[who] == Place::State(state)
            };
            is_new && (0..self.state.len()).any(here)
        });
        let none_left = (0..self.state.len()).all(|who| self.never_leaves(who));
        let form = if is_one { "ended" } else { "ended or at rest" };
        let is_true = self.looks_like_an_end() && is_end && needed && none_left == is_one;
        Some((form, is_true))
    }

    /// Judges the sentence.
    #[must_use]
    pub fn sentence(&self, sentence: &str) -> Option<(&'static str, bool)> {
        let count = self.state.len();
        if sentence == "Every lifeline is in a state that it never leaves." {
            return Some((
                "all never leave",
                (0..count).all(|it| self.never_leaves(it)),
            ));
        }
        let nobody = (0..count).all(|it| self.edges(it).is_empty());
        if sentence == "No lifeline could go on any more, whatever the others did." {
            return Some(("whatever the others did", nobody));
        }
        if let Some(gaps) = fits(sentence, "Waiting ends with {}, which {}.") {
            let end = self.who(gaps[0])?;
            let is_waited_for = |it| self.edges(it).iter().any(|edge| edge.1 == end);
            let waited_for = (0..count).any(is_waited_for);
            let (_, is_true) = self.kept(end, gaps[1])?;
            let is_end = waited_for && self.edges(end).is_empty();
            return Some(("ends with", is_true && is_end));
        }
        let circle = fits(sentence, "A circle: {}.")?;
        let mut round = Vec::new();
        for part in circle[0].split("; ") {
            let gaps = fits(part, "{} waits {}")?;
            let who = self.who(gaps[0])?;
            let edge = self.waits(who, gaps[1], " and ")?;
            round.extend(edge);
        }
        let are_edges = round.iter().all(|it| self.edges(it.0).contains(it));
        let next = round.iter().skip(1).chain(round.first());
        let is_round = round.iter().zip(next).all(|(edge, next)| edge.1 == next.0);
        Some(("circle", are_edges && is_round))
    }
}
