//! What the runs of a model do, so that a repair can be told by what it takes away.
//!
//! A check is also mended by an edit after which next to nothing happens. Therefore the states of the model
//! are visited before and after an edit, and what starts or is exchanged in some run is compared. An edit
//! never removes a transition nor a symbol, so that both have the same number before and after.

use std::collections::{BTreeSet, HashSet};

use super::Situation;
use crate::edit::change::{Change, changed};
use crate::language::machines::{MachineId, Place, TransitionId};
use crate::language::{Check, Lifeline, LifelineId, Model, Symbol, written};
use crate::network::{Firing, LocalPlace, compile, firings};

/// Most states of one model.
const MOST_STATES: usize = 5_000;
/// Most effects of one transition: those of larger sets can be handed out in too many ways.
const MOST_EFFECTS: usize = 4;
/// Most states of all edited models together; what is lost by further edits is not known.
const ALL_STATES: usize = 200_000;
/// Most losses that a sentence names.
const MOST_NAMED: usize = 3;

/// What happens in some run of a model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Life {
    transitions: BTreeSet<(MachineId, TransitionId)>,
    messages: BTreeSet<(LifelineId, LifelineId, Symbol)>,
    /// Whether every state was visited.
    is_whole: bool,
    /// How many states were visited.
    states: usize,
}

/// What happens in some run before an edit and in none after it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Lost {
    /// Transitions that never start any more.
    pub transitions: Vec<(MachineId, TransitionId)>,
    /// Messages that are never exchanged any more: from whom, to whom, and what.
    pub messages: Vec<(LifelineId, LifelineId, Symbol)>,
}

impl Life {
    /// Visits the states in which the lifelines of a check can be, one message set after the other: within
    /// no bound, for what is missing is to be missing for good.
    fn of(model: &Model, check: &Check) -> Self {
        let lifelines = model.lifelines_of(check);
        let network = compile(model, lifelines, &check.from);
        let mut life = Self::default();
        if network.largest_set() > MOST_EFFECTS {
            return life;
        }
        let mut seen = HashSet::from([network.start.clone()]);
        let mut open = vec![network.start.clone()];
        let mut next = Vec::new();
        while let Some(state) = open.pop() {
            life.states += 1;
            if life.states > MOST_STATES {
                return life;
            }
            firings(&network, &state, &mut next);
            for firing in &next {
                life.note(model, lifelines, firing);
                let mut after = state.clone();
                firing.apply(&mut after);
                if seen.insert(after.clone()) {
                    open.push(after);
                }
            }
        }
        life.is_whole = true;
        life
    }

    fn note(&mut self, model: &Model, lifelines: &[Lifeline], firing: &Firing) {
        let mut starts = |lifeline: LifelineId, place: LocalPlace| {
            let machine = lifelines[lifeline].machine;
            let place = model.machines[machine].place_at(usize::from(place));
            if let Place::Intermediate(transition) = place {
                self.transitions.insert((machine, transition));
            }
        };
        starts(firing.actor, firing.to);
        for it in &firing.delivered {
            starts(it.receiver, it.to);
            self.messages.insert((firing.actor, it.receiver, it.symbol));
        }
    }

    /// What is lost on the way to another life; `None` where there are too many states to tell.
    fn lost_in(&self, after: &Self) -> Option<Lost> {
        let lost = Lost {
            transitions: self
                .transitions
                .difference(&after.transitions)
                .copied()
                .collect(),
            messages: self.messages.difference(&after.messages).copied().collect(),
        };
        let is_known = self.is_whole || !lost.is_nothing();
        (after.is_whole && is_known).then_some(lost)
    }
}

impl Lost {
    /// Whether everything still happens in some run.
    #[must_use]
    pub fn is_nothing(&self) -> bool {
        self.count() == 0
    }

    /// How much is lost.
    #[must_use]
    pub fn count(&self) -> usize {
        self.transitions.len() + self.messages.len()
    }

    /// Each loss in the words of the model as it was; names stand in backticks.
    #[must_use]
    pub fn names(&self, model: &Model, check: &Check) -> Vec<String> {
        let lifelines = model.lifelines_of(check);
        let name = |lifeline: LifelineId| &lifelines[lifeline].name;
        let messages = self.messages.iter().map(|&(from, to, symbol)| {
            let symbol = written(&model.symbols[symbol]);
            format!("`{symbol}` from `{}` to `{}`", name(from), name(to))
        });
        let transitions = self.transitions.iter().map(|&(machine, transition)| {
            let machine = &model.machines[machine];
            let text = model.transition_text(machine, &machine.transitions[transition]);
            format!("`{text}` of `{}`", machine.name)
        });
        messages.chain(transitions).collect()
    }

    /// What is lost, given the [`names`](Self::names) of it.
    #[must_use]
    pub fn sentence(names: &[String]) -> String {
        if names.is_empty() {
            return "Every transition and every message that some run has, some run still has."
                .to_owned();
        }
        let named = names.len().min(MOST_NAMED);
        let more = match names.len() - named {
            0 => String::new(),
            more => format!(", and {more} more"),
        };
        format!("In no run any more: {}{more}.", names[..named].join(", "))
    }
}

/// Says of edits what they take away, as long as there is room for visits.
pub(super) struct Losses<'m> {
    situation: Situation<'m>,
    before: Life,
    room: usize,
}

impl<'m> Losses<'m> {
    pub(super) fn new(situation: Situation<'m>) -> Self {
        Self {
            situation,
            before: Life::of(situation.model, situation.check),
            room: ALL_STATES,
        }
    }

    /// What no run has after changes; `None` where that is too much to find out.
    pub(super) fn of(&mut self, changes: &[Change]) -> Option<Lost> {
        let moves = |it: &Change| it.machine().is_some() && !matches!(it, Change::MarkFinal(..));
        if !changes.iter().any(moves) {
            return Some(Lost::default());
        }
        if self.room == 0 {
            return None;
        }
        let model = changed(self.situation.model, changes);
        let after = Life::of(&model, &model.checks[self.situation.index]);
        self.room = self.room.saturating_sub(after.states);
        self.before.lost_in(&after)
    }
}

/// How much a repair takes away: the fewer, the better. What is not known comes last.
pub(super) fn weight(lost: Option<&Lost>, changes: &[Change]) -> usize {
    let count = |is: fn(&Change) -> bool| changes.iter().filter(|it| is(it)).count();
    let gone = count(|it| matches!(it, Change::Remove { .. }));
    let come = count(|it| matches!(it, Change::Insert { .. }));
    let lost = lost.map_or(usize::MAX, Lost::count);
    lost.saturating_add(gone.saturating_sub(come))
}
