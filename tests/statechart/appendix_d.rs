//! W3C's algorithm for SCXML (appendix D of the recommendation), word for word, over documents without data: what the reading
//! `scxml` is compared with.
//!
//! Its functions have the names that they have there. It differs in one thing: what is active is not entered again.

use std::collections::{BTreeSet, VecDeque};

/// A state by its place in the document, outermost and first in the text first; 0 is the document itself.
pub(super) type StateId = usize;

/// What an element is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// `scxml` itself.
    Document,
    /// `state`, with or without states of its own.
    State,
    /// `parallel`.
    Parallel,
    /// `final`.
    Final,
    /// `history`; whether it is deep.
    History(bool),
}

/// A state.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) kind: Kind,
    /// Whether it is a child of a parallel state that a region of a text stands for: nothing is logged of it.
    pub(super) is_region: bool,
    pub(super) parent: StateId,
    pub(super) children: Vec<StateId>,
    /// Where it begins, with states of its own; what a history does without a past.
    pub(super) initial: Vec<StateId>,
    pub(super) transitions: Vec<Transition>,
    /// What it raises when it is entered.
    pub(super) raises: Option<String>,
}

/// A transition of a state.
#[derive(Clone, Debug)]
pub(super) struct Transition {
    /// Descriptors of events; none for a transition without.
    pub(super) events: Vec<String>,
    pub(super) targets: Vec<StateId>,
    pub(super) is_internal: bool,
    /// What it raises.
    pub(super) raises: Option<String>,
}

/// A transition by its source and its number there.
type TransitionId = (StateId, usize);

/// Microsteps for one event at most; more are a document that does not come to rest.
const MOST_MICROSTEPS: usize = 60;

/// A session.
pub(super) struct Session<'d> {
    document: &'d [State],
    /// The active states.
    pub(super) configuration: BTreeSet<StateId>,
    history: Vec<Option<BTreeSet<StateId>>>,
    internal: VecDeque<String>,
    /// False once a final state of the document itself was entered.
    pub(super) running: bool,
    /// States entered (`+s1`) and left (`-s1`), and transitions taken (`t1.0`), in their order.
    pub(super) log: Vec<String>,
}

impl<'d> Session<'d> {
    /// The session at rest before its first event; `None` where it never rests.
    pub(super) fn start(document: &'d [State]) -> Option<Self> {
        let mut it = Self {
            document,
            configuration: BTreeSet::new(),
            history: vec![None; document.len()],
            internal: VecDeque::new(),
            running: true,
            log: Vec::new(),
        };
        let mut entered = Entered::default();
        for &target in &document[0].initial {
            it.add_descendants(target, &mut entered);
        }
        for &target in &document[0].initial {
            it.add_ancestors(target, 0, &mut entered);
        }
        it.enter(&entered);
        it.macrostep()?;
        Some(it)
    }

    /// Whether one state of each that has states is active, and all of each parallel one. To the letter the algorithm enters others
    /// beside what is active where a history without a past is reached from inside its own state.
    pub(super) fn is_legal(&self) -> bool {
        let mut active = self.configuration.iter();
        active.all(|&state| {
            let children = self.child_states(state);
            let there = children.iter().filter(|it| self.configuration.contains(it));
            match self.document[state].kind {
                Kind::Parallel => there.count() == children.len(),
                _ => there.count() == usize::from(!children.is_empty()),
            }
        })
    }

    /// What an event from outside leads to; `None` where the session does not come to rest.
    pub(super) fn event(&mut self, event: &str) -> Option<()> {
        let chosen = self.select_transitions(Some(event));
        self.microstep(&chosen);
        self.macrostep()
    }

    fn macrostep(&mut self) -> Option<()> {
        for _ in 0..MOST_MICROSTEPS {
            if !self.running {
                return Some(());
            }
            let mut chosen = self.select_transitions(None);
            if chosen.is_empty() {
                let Some(event) = self.internal.pop_front() else {
                    return Some(());
                };
                chosen = self.select_transitions(Some(&event));
            }
            self.microstep(&chosen);
        }
        None
    }

    fn is_atomic(&self, state: StateId) -> bool {
        let it = &self.document[state];
        matches!(it.kind, Kind::State | Kind::Final) && it.children.is_empty()
    }

    fn is_compound(&self, state: StateId) -> bool {
        let it = &self.document[state];
        it.kind == Kind::State && !it.children.is_empty()
    }

    /// The states around one, innermost first, up to one that is left out.
    fn proper_ancestors(&self, state: StateId, up_to: Option<StateId>) -> Vec<StateId> {
        let mut all = Vec::new();
        let mut at = state;
        while at != 0 {
            at = self.document[at].parent;
            if Some(at) == up_to {
                break;
            }
            all.push(at);
        }
        all
    }

    fn is_descendant(&self, state: StateId, around: StateId) -> bool {
        self.proper_ancestors(state, None).contains(&around)
    }

    fn child_states(&self, state: StateId) -> Vec<StateId> {
        let all = self.document[state].children.iter().copied();
        all.filter(|&it| !matches!(self.document[it].kind, Kind::History(_)))
            .collect()
    }

    fn transition(&self, it: TransitionId) -> &'d Transition {
        &self.document[it.0].transitions[it.1]
    }

    fn select_transitions(&self, event: Option<&str>) -> Vec<TransitionId> {
        let fits = |it: &Transition| match event {
            None => it.events.is_empty(),
            Some(event) => it.events.iter().any(|it| matches(it, event)),
        };
        let mut enabled: Vec<TransitionId> = Vec::new();
        for &leaf in self.configuration.iter().filter(|&&it| self.is_atomic(it)) {
            let around = self.proper_ancestors(leaf, None);
            let first = std::iter::once(leaf).chain(around).find_map(|state| {
                let number = self.document[state].transitions.iter().position(fits)?;
                Some((state, number))
            });
            enabled.extend(first.filter(|it| !enabled.contains(it)));
        }
        self.remove_conflicting(&enabled)
    }

    fn remove_conflicting(&self, enabled: &[TransitionId]) -> Vec<TransitionId> {
        let mut filtered: Vec<TransitionId> = Vec::new();
        for &one in enabled {
            let mut preempted = false;
            let mut removed = Vec::new();
            for &other in &filtered {
                let both = self.exit_set(&[one]);
                if !both.is_disjoint(&self.exit_set(&[other])) {
                    if self.is_descendant(one.0, other.0) {
                        removed.push(other);
                    } else {
                        preempted = true;
                        break;
                    }
                }
            }
            if !preempted {
                filtered.retain(|it| !removed.contains(it));
                filtered.push(one);
            }
        }
        filtered
    }

    fn exit_set(&self, transitions: &[TransitionId]) -> BTreeSet<StateId> {
        let mut all = BTreeSet::new();
        for &it in transitions {
            if let Some(domain) = self.transition_domain(it) {
                let inside = self.configuration.iter().copied();
                all.extend(inside.filter(|&state| self.is_descendant(state, domain)));
            }
        }
        all
    }

    fn transition_domain(&self, it: TransitionId) -> Option<StateId> {
        let transition = self.transition(it);
        let targets = self.effective_targets(&transition.targets);
        if targets.is_empty() {
            return None;
        }
        let are_inside = targets.iter().all(|&to| self.is_descendant(to, it.0));
        if transition.is_internal && self.is_compound(it.0) && are_inside {
            return Some(it.0);
        }
        // The least compound state around them all.
        self.proper_ancestors(it.0, None)
            .into_iter()
            .find(|&state| {
                (self.is_compound(state) || state == 0)
                    && targets.iter().all(|&to| self.is_descendant(to, state))
            })
    }

    fn effective_targets(&self, targets: &[StateId]) -> BTreeSet<StateId> {
        let mut all = BTreeSet::new();
        for &it in targets {
            match (self.document[it].kind, &self.history[it]) {
                (Kind::History(_), Some(past)) => all.extend(past),
                (Kind::History(_), None) => {
                    all.extend(self.effective_targets(&self.document[it].initial));
                }
                _ => {
                    all.insert(it);
                }
            }
        }
        all
    }

    fn microstep(&mut self, transitions: &[TransitionId]) {
        let left = self.exit_set(transitions);
        for &state in left.iter().rev() {
            for history in self.document[state].children.clone() {
                let Kind::History(is_deep) = self.document[history].kind else {
                    continue;
                };
                let is_kept = |&it: &StateId| match is_deep {
                    true => self.is_atomic(it) && self.is_descendant(it, state),
                    false => self.document[it].parent == state,
                };
                let past = self.configuration.iter().copied().filter(is_kept);
                self.history[history] = Some(past.collect());
            }
        }
        let mut entered = Entered::default();
        // What is entered is found before anything is left, but for what histories remember.
        for &it in transitions {
            let targets = &self.transition(it).targets;
            for &to in targets {
                self.add_descendants(to, &mut entered);
            }
            let Some(domain) = self.transition_domain(it) else {
                continue;
            };
            for to in self.effective_targets(targets) {
                self.add_ancestors(to, domain, &mut entered);
            }
        }
        for &state in left.iter().rev() {
            if self.document[state].kind != Kind::Final && !self.document[state].is_region {
                self.log.push(format!("-s{state}"));
            }
            self.configuration.remove(&state);
        }
        for &it in transitions {
            self.log.push(format!("t{}.{}", it.0, it.1));
            self.internal.extend(self.transition(it).raises.clone());
        }
        self.enter(&entered);
    }

    fn enter(&mut self, entered: &Entered) {
        for &state in &entered.states {
            // To the letter, states around what a history remembers are entered again though they are active, where the
            // history is reached from inside of its own state. What was not left is not entered.
            if !self.configuration.insert(state) {
                continue;
            }
            let it = &self.document[state];
            if it.kind != Kind::Final && !it.is_region {
                self.log.push(format!("+s{state}"));
            }
            self.internal.extend(it.raises.clone());
            if it.kind != Kind::Final {
                continue;
            }
            if it.parent == 0 {
                self.running = false;
                continue;
            }
            self.internal
                .push_back(format!("done.state.s{}", it.parent));
            let around = self.document[it.parent].parent;
            let children = self.child_states(around);
            if self.document[around].kind == Kind::Parallel
                && children.iter().all(|&it| self.is_in_final(it))
            {
                self.internal.push_back(format!("done.state.s{around}"));
            }
        }
    }

    fn is_in_final(&self, state: StateId) -> bool {
        let children = self.child_states(state);
        match self.document[state].kind {
            Kind::Parallel => children.iter().all(|&it| self.is_in_final(it)),
            _ => children.iter().any(|it| {
                self.document[*it].kind == Kind::Final && self.configuration.contains(it)
            }),
        }
    }

    fn add_descendants(&self, state: StateId, entered: &mut Entered) {
        let it = &self.document[state];
        if let Kind::History(_) = it.kind {
            let past = self.history[state].iter().flatten().copied();
            let targets: Vec<StateId> = match self.history[state] {
                Some(_) => past.collect(),
                None => it.initial.clone(),
            };
            for &to in &targets {
                self.add_descendants(to, entered);
            }
            for &to in &targets {
                self.add_ancestors(to, it.parent, entered);
            }
            return;
        }
        entered.states.insert(state);
        if self.is_compound(state) {
            for &to in &it.initial {
                self.add_descendants(to, entered);
            }
            for &to in &it.initial {
                self.add_ancestors(to, state, entered);
            }
        } else if it.kind == Kind::Parallel {
            self.add_children(state, entered);
        }
    }

    /// The children of a parallel state in which nothing is entered yet.
    fn add_children(&self, state: StateId, entered: &mut Entered) {
        for child in self.child_states(state) {
            let mut states = entered.states.iter();
            if !states.any(|&it| self.is_descendant(it, child)) {
                self.add_descendants(child, entered);
            }
        }
    }

    fn add_ancestors(&self, state: StateId, up_to: StateId, entered: &mut Entered) {
        for around in self.proper_ancestors(state, Some(up_to)) {
            entered.states.insert(around);
            if self.document[around].kind == Kind::Parallel {
                self.add_children(around, entered);
            }
        }
    }
}

/// What is to be entered.
#[derive(Default)]
struct Entered {
    states: BTreeSet<StateId>,
}

/// Whether a descriptor names an event: it is the event's name or the beginning of it, word by word.
fn matches(descriptor: &str, event: &str) -> bool {
    let words = descriptor.trim_end_matches(".*").trim_end_matches('.');
    descriptor == "*"
        || event == words
        || event
            .strip_prefix(words)
            .is_some_and(|it| it.starts_with('.'))
}
