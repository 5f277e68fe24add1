//! Scenarios: what is known after a visit of how far they can be played, and why not further.

use super::ChartSpace;
pub use super::observer::Call;
use super::observer::Seen;
use crate::expression::TermKind;
use crate::language::questions::Mode;
use crate::language::statechart::model::{
    Guard, ObjectId, Scenario, ScenarioMessage, Statement, StatementKind, Subject, TransitionId,
    VertexId, VertexKind,
};
use crate::language::statechart::semantics::{ObjectState, scenario};
use crate::language::statechart::sites::{Owner, Site, sites};
use crate::system::{Step, Trace, Valuation};

/// Why a message cannot follow, over all states after which exactly the messages before it have been sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayed {
    /// The sender; `None` where the message comes from outside.
    pub from: Option<ObjectId>,
    /// Where the sender is between its steps: each time its innermost active states.
    pub places: Vec<Vec<VertexId>>,
    /// What keeps it from sending, call by call in its statechart; none where nothing in the text sends the message.
    pub calls: Vec<Unsent>,
    /// The calls that can be sent instead; `None` where what else is sent does not matter.
    pub instead: Option<Vec<Call>>,
    /// Whether the message would be sent if there were room for what is sent with it.
    pub has_no_room: bool,
}

/// Why a call in the text is not the message that is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsent {
    /// Whose behaviour holds it.
    pub owner: Owner,
    /// What keeps it from running.
    pub why: Why,
}

/// What keeps a call from running between the steps of its object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// The state that this transition leaves is never active.
    NotThere(VertexId, TransitionId),
    /// The state is active, but the guard of this transition is never true there.
    Guard(VertexId, TransitionId),
    /// The state is active, but none of the events of this transition is ever the first that waits there.
    NoEvent(VertexId, TransitionId),
    /// The state is active, but the guard of this transition is false whenever one of its events is the first that waits.
    GuardThen(VertexId, TransitionId),
    /// The state is active, but the variable to which this transition sends never holds the receiver there.
    Receiver(VertexId, TransitionId, usize),
    /// It could run, as far as states tell.
    Open,
}

impl ChartSpace<'_> {
    /// The scenario that is asked about.
    fn asked(&self) -> Option<(&Scenario, Mode)> {
        match *self.subject {
            Subject::Scenario(number, mode) => {
                Some((&self.system.machine().model.scenarios[number], mode))
            }
            _ => None,
        }
    }

    /// The most messages that have been sent in what was visited.
    #[must_use]
    pub fn most_played(&self) -> u32 {
        let steps = self.steps.borrow();
        steps.observer.as_ref().map_or(0, |it| it.most)
    }

    /// From now on a run is looked for that sends so many messages.
    pub fn look_for(&self, messages: u32) {
        self.wanted.set(messages);
    }

    /// How many messages have been sent after each step of a run, the start first.
    #[must_use]
    pub fn progress(&self, trace: &Trace) -> Option<Vec<usize>> {
        let (it, mode) = self.asked()?;
        scenario::progress(&self.system, it, mode, trace)
    }

    /// Whether a step of the definitions leads from so many messages to so many.
    pub(super) fn sends(&self, at: &Valuation, step: &Step, done: (u32, u32)) -> bool {
        let Some((it, mode)) = self.asked() else {
            return true;
        };
        let Some((_, report)) = self.system.taken(at, step) else {
            return false;
        };
        let progress = |count: u32| match (mode, count) {
            (Mode::Strict, 0) => scenario::Progress::Path,
            (_, count) => scenario::Progress::Played(count as usize),
        };
        scenario::after(&it.messages, mode, progress(done.0), &report.sent)
            .contains(&progress(done.1))
    }

    /// Why the message after so many cannot follow, when all states have been visited.
    #[must_use]
    pub fn unplayed(&self, done: u32) -> Option<Unplayed> {
        let (it, mode) = self.asked()?;
        let message = it.messages.get(done as usize)?;
        let steps = self.steps.borrow();
        let seen: &Seen = steps.observer.as_ref()?.seen.get(done as usize)?;
        let model = self.system.machine().model;
        let mut places = Vec::new();
        let mut calls = Vec::new();
        if let Some(from) = message.from {
            let chart = &model.charts[model.objects[from].chart];
            let states = seen.senders.iter().map(|&it| steps.locals.state(from, it));
            let states: Vec<&ObjectState> = states.map(|it| &**it).collect();
            places = states.iter().map(|it| innermost(self, from, it)).collect();
            places.sort();
            places.dedup();
            for site in sites(chart).iter().filter(|it| it.can_be(model, message)) {
                let why = match self.why(from, site.owner, &states) {
                    Why::Open => self.receiver(message, site, &states),
                    why => why,
                };
                let unsent = Unsent {
                    owner: site.owner,
                    why,
                };
                if !calls.contains(&unsent) {
                    calls.push(unsent);
                }
            }
        }
        let instead = (mode == Mode::Strict && done > 0).then(|| steps.everybody(&seen.instead));
        Some(Unplayed {
            from: message.from,
            places,
            calls,
            instead,
            has_no_room: seen.has_no_room,
        })
    }

    /// What keeps a behaviour from running where its object is in one of some states.
    fn why(&self, object: ObjectId, owner: Owner, states: &[&ObjectState]) -> Why {
        let model = self.system.machine().model;
        let chart = &model.charts[model.objects[object].chart];
        let (vertex, number) = match owner {
            Owner::Effect(it) => (chart.transitions[it].source, it),
            // These can run where their state is active in the middle of a step only.
            Owner::Entry(_) | Owner::Exit(_) | Owner::Activity(_) => return Why::Open,
        };
        if chart.vertices[vertex].kind != VertexKind::State {
            return Why::Open;
        }
        let there: Vec<_> = states.iter().filter(|it| it.active[vertex]).collect();
        if there.is_empty() {
            return Why::NotThere(vertex, number);
        }
        let it = &chart.transitions[number];
        let machine = self.system.machine();
        let shut = |own: &&&ObjectState| !machine.can_hold(object, number, &own.values, None);
        if tells(&it.guard, chart.variables.len()) && there.iter().all(shut) {
            return Why::Guard(vertex, number);
        }
        if it.triggers.is_empty() || !it.after.is_empty() {
            return Why::Open;
        }
        let first = |own: &'_ &ObjectState| {
            let first = own.pool.first().cloned();
            first.filter(|first| it.triggers.contains(&first.event))
        };
        let fires = |own: &&ObjectState| {
            first(own).is_some_and(|it| machine.can_hold(object, number, &own.values, Some(&it)))
        };
        match () {
            () if !there.iter().any(|own| first(own).is_some()) => {
                return Why::NoEvent(vertex, number);
            }
            () if !there.iter().any(|own| fires(own)) => return Why::GuardThen(vertex, number),
            () => {}
        }
        Why::Open
    }

    /// Whether a call goes to somebody else wherever its transition can begin.
    fn receiver(&self, message: &ScenarioMessage, site: &Site<'_>, states: &[&ObjectState]) -> Why {
        let model = self.system.machine().model;
        let (Owner::Effect(number), TermKind::Variable(variable), Some(from)) =
            (site.owner, &site.to.kind, message.from)
        else {
            return Why::Open;
        };
        let chart = &model.charts[model.objects[from].chart];
        let source = chart.transitions[number].source;
        let wanted = model.objects[message.to].reference;
        let assigns = |it: &Statement| match &it.kind {
            StatementKind::Assign(target, _) => target == variable,
            StatementKind::If(..) => true,
            _ => false,
        };
        let behaviour = chart.transitions[number].effect;
        let changes =
            behaviour.is_none_or(|it| chart.behaviours[it].statements.iter().any(assigns));
        let there = states.iter().copied().filter(|it| it.active[source]);
        let never = |own: &ObjectState| own.values[*variable] != wanted;
        match *variable < chart.variables.len() && !changes && there.clone().all(never) {
            true => Why::Receiver(source, number, *variable),
            false => Why::Open,
        }
    }
}

/// Whether the state of an object tells whether a guard is true: it does not look at what an event brings.
fn tells(guard: &Guard, variables: usize) -> bool {
    let Guard::Term(term) = guard else {
        return false;
    };
    let mut tells = true;
    term.each(&mut |it| {
        tells &= !matches!(it.kind, TermKind::Variable(number) if number > variables);
    });
    tells
}

/// The active states of an object that hold no other active state, in their order.
fn innermost(space: &ChartSpace<'_>, object: ObjectId, own: &ObjectState) -> Vec<VertexId> {
    let model = space.system.machine().model;
    let chart = &model.charts[model.objects[object].chart];
    let active = |it: &VertexId| own.active[*it] && chart.vertices[*it].kind == VertexKind::State;
    let holds = |it: VertexId| {
        let regions = chart.vertices[it].regions.iter();
        let inside = regions.flat_map(|&it| &chart.regions[it].vertices);
        inside.into_iter().any(active)
    };
    let all = 0..chart.vertices.len();
    all.filter(active).filter(|&it| !holds(it)).collect()
}
