//! Statecharts as a [`System`]: macro-steps, whole run-to-completion steps, or statements.
//!
//! At the grain of behaviours a step is a macro-step of one object, of a script, or of time: these are the definitions,
//! with every interleaving. At the grain of statements a behaviour is taken apart. At the grain of steps what an object
//! has begun it also ends, with nobody in between: fewer runs, the same for whoever looks at one object at a time.
//! In the BMC4UML reading an application of a rule is a step at every grain.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;

use super::super::model::{Atom, ObjectId, Query, Reading, StatechartModel, VertexKind};
use super::actions::Amount;
use super::codec::Codec;
use super::machine::Machine;
use super::moment::Cut;
use super::moves::{Move, Successor, Successors};
use super::outside::sent_in;
use super::rules::Rules;
use super::state::{Fault, ObjectState, ObjectStatus, Report, SystemState};
use crate::expression::{Value, truth};
use crate::system::{
    ElementId, ElementKind, Events, Fired, Flow, Phase, Schema, Sent, Status, Step, System,
    Valuation,
};

/// Ends of one run-to-completion step that are told at most.
const MOST_ENDS: usize = 2_000;

/// How fine a step is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Grain {
    /// A dispatch, with everything that follows until the object is stable.
    Step,
    /// A macro-step.
    #[default]
    Behaviour,
    /// A statement.
    Statement,
}

/// A step with what comes of it.
#[derive(Clone, Debug)]
struct Taken {
    step: Step,
    after: Valuation,
    what: Move,
    report: Report,
}

/// What was found to follow a state.
type Expanded = Rc<Followed>;

/// What follows a state: steps, and what is not told.
#[derive(Debug, Default)]
struct Followed {
    taken: Vec<Taken>,
    beyond: Vec<ObjectId>,
    cut: BTreeSet<(ObjectId, Cut)>,
}

/// Statecharts that run.
#[derive(Clone, Debug)]
pub struct StatechartSystem<'m> {
    machine: Machine<'m>,
    codec: Codec,
    grain: Grain,
    shows: bool,
    /// Whether it applies what somebody sends by hand.
    is_open: bool,
    /// What follows the state that was asked about last.
    last: RefCell<Option<(Valuation, Expanded)>>,
}

impl<'m> StatechartSystem<'m> {
    /// The system of a model without errors. `shows` says whether what behaviours showed last is a part of states.
    #[must_use]
    pub fn new(model: &'m StatechartModel, reading: Reading, grain: Grain, shows: bool) -> Self {
        let machine = Machine::new(model, reading);
        let codec = Codec::new(&machine, shows);
        Self {
            machine,
            codec,
            grain,
            shows,
            is_open: false,
            last: RefCell::new(None),
        }
    }

    /// The same system where other rules hold than those of its reading.
    #[must_use]
    pub fn with_rules(mut self, rules: Rules) -> Self {
        self.machine.rules = rules;
        self
    }

    /// The same system where any event can be sent from outside by hand: it applies such steps, and does not tell them.
    #[must_use]
    pub fn open(self) -> Self {
        Self {
            is_open: true,
            ..self
        }
    }

    /// The interpreter.
    #[must_use]
    pub fn machine(&self) -> &Machine<'m> {
        &self.machine
    }

    /// The state of a valuation.
    #[must_use]
    pub fn state(&self, at: &[i64]) -> Option<SystemState> {
        self.codec.decode(&self.machine, at)
    }

    /// The valuation of a state.
    #[must_use]
    pub fn valuation(&self, state: &SystemState) -> Valuation {
        self.codec.encode(&self.machine, state)
    }

    /// Where everything begins.
    #[must_use]
    pub fn beginning(&self) -> SystemState {
        match self.machine.reading {
            Reading::Bmc4uml => self.machine.initial_of_rules(self.shows),
            Reading::Uml | Reading::Scxml => self.machine.initial(self.shows),
        }
    }

    /// All that can happen in a state.
    #[must_use]
    pub fn successors(&self, state: &SystemState) -> Successors<'static> {
        if self.machine.reading == Reading::Bmc4uml {
            return self.machine.rules(state);
        }
        let amount = match self.grain {
            Grain::Statement => Amount::Statement,
            Grain::Step | Grain::Behaviour => Amount::Behaviour,
        };
        let found = self.machine.moves(state, amount);
        match self.grain {
            Grain::Step => self.whole(found, state.shown.as_ref().is_some_and(|it| it.1)),
            Grain::Behaviour | Grain::Statement => found,
        }
    }

    /// Goes on with every step that has begun until its object is stable, in every way.
    fn whole(&self, found: Successors<'static>, turn_before: bool) -> Successors<'static> {
        let mut whole = Successors {
            all: Vec::new(),
            beyond: found.beyond,
            blocked: found.blocked,
            cut: found.cut,
            ..Successors::default()
        };
        for begun in found.all {
            let object = match begun.what {
                Move::Begin(it)
                | Move::Thread(it)
                | Move::Completion(it)
                | Move::Event(it)
                | Move::Timed(it) => it,
                _ => {
                    whole.all.push(begun);
                    continue;
                }
            };
            let mut met = BTreeSet::new();
            let mut open = vec![begun];
            while let Some(it) = open.pop() {
                let labels = it.report.labels.clone();
                if !met.insert((it.after.clone(), labels)) || met.len() > MOST_ENDS {
                    continue;
                }
                if it.after.objects[object].is_stable() {
                    let mut after = it.after;
                    if let Some((labels, turn)) = &mut after.shown
                        && !it.report.labels.is_empty()
                    {
                        labels.clone_from(&it.report.labels);
                        *turn = !turn_before;
                    }
                    let same = |other: &Successor| {
                        other.what == it.what
                            && other.after == after
                            && other.report.labels == it.report.labels
                    };
                    if !whole.all.iter().any(same) {
                        whole.all.push(Successor {
                            what: it.what,
                            after,
                            report: it.report,
                        });
                    }
                    continue;
                }
                let next = self.machine.moves(&it.after, Amount::Behaviour);
                whole.blocked |= next.blocked;
                whole.beyond.extend(next.beyond);
                whole.cut.extend(next.cut);
                for mut step in next.all.into_iter().rev() {
                    if step.what != Move::Thread(object) && step.what != Move::Begin(object) {
                        continue;
                    }
                    let mut report = it.report.clone();
                    report.labels.append(&mut step.report.labels);
                    report.sent.append(&mut step.report.sent);
                    report.fired.append(&mut step.report.fired);
                    report.read.append(&mut step.report.read);
                    open.push(Successor {
                        what: it.what,
                        after: step.after,
                        report,
                    });
                }
            }
        }
        whole
    }

    fn expanded(&self, at: &Valuation) -> Expanded {
        if let Some((known, expanded)) = &*self.last.borrow()
            && known == at
        {
            return Rc::clone(expanded);
        }
        let mut all = Followed::default();
        if let Some(state) = self.state(at) {
            let found = self.successors(&state);
            all.beyond = found.beyond;
            all.cut = found.cut;
            for (number, it) in found.all.into_iter().enumerate() {
                let step = Step {
                    label: self.label(it.what, &it.report),
                    choice: [i64::try_from(number).unwrap_or(0)].into(),
                };
                all.taken.push(Taken {
                    step,
                    after: self.valuation(&it.after),
                    what: it.what,
                    report: it.report,
                });
            }
        }
        let expanded = Rc::new(all);
        *self.last.borrow_mut() = Some((at.clone(), Rc::clone(&expanded)));
        expanded
    }

    /// What can be executed: for each object the kinds of moves; then scripts; then time.
    fn label(&self, what: Move, _: &Report) -> u32 {
        let kinds = 7;
        let (object, kind) = match what {
            Move::Begin(it) => (it, 0),
            Move::Thread(it) => (it, 1),
            Move::Completion(it) => (it, 2),
            Move::Event(it) => (it, 3),
            Move::Timed(it) => (it, 4),
            Move::Activity(it) => (it, 5),
            Move::Forget(it) => (it, 6),
            Move::Time(_) => (self.machine.model.objects.len(), 0),
            Move::Script(it) => (self.machine.model.objects.len(), 1 + it),
            // Nobody tells it, so it has no number here.
            Move::ByHand => (usize::MAX / kinds, 0),
        };
        u32::try_from(object * kinds + kind).unwrap_or(u32::MAX)
    }

    /// What a step is, with what it shows.
    #[must_use]
    pub fn taken(&self, at: &Valuation, step: &Step) -> Option<(Move, Report)> {
        if let Some((_, report)) = self.by_hand(at, step) {
            return Some((Move::ByHand, report));
        }
        let expanded = self.expanded(at);
        let found = expanded.taken.iter().find(|it| it.step == *step)?;
        Some((found.what, found.report.clone()))
    }

    /// What follows a step in which somebody sends something, of an open system, with what it shows.
    fn by_hand(&self, at: &Valuation, step: &Step) -> Option<(Valuation, Report)> {
        let (object, event, arguments) = sent_in(step).filter(|_| self.is_open)?;
        let state = self.state(at)?;
        let found = self
            .machine
            .sent_by_hand(&state, object, (event, arguments))?;
        Some((self.valuation(&found.after), found.report))
    }

    /// The objects whose queue would hold more than is looked at, after some step of a state.
    #[must_use]
    pub fn beyond(&self, at: &Valuation) -> Vec<ObjectId> {
        self.expanded(at).beyond.clone()
    }

    /// What a state does that is not told, of which object and why.
    #[must_use]
    pub fn cut(&self, at: &Valuation) -> BTreeSet<(ObjectId, Cut)> {
        self.expanded(at).cut.clone()
    }

    /// The fault that ended a run, with its object.
    #[must_use]
    pub fn fault(&self, at: &Valuation) -> Option<(ObjectId, Fault)> {
        let state = self.state(at)?;
        state
            .objects
            .iter()
            .enumerate()
            .find_map(|(object, it)| match it.status {
                ObjectStatus::Fault(fault) => Some((object, fault)),
                _ => None,
            })
    }

    /// Whether questions are about a state: no step of any object is running, or a queue that overflowed has ended the run,
    /// also while another object is in the middle of a step.
    #[must_use]
    pub fn is_stable(&self, state: &SystemState) -> bool {
        state.objects.iter().any(ObjectState::overflows)
            || state.objects.iter().all(ObjectState::is_stable)
    }

    /// Whether a condition is true in a state; what has no value is not.
    #[must_use]
    pub fn holds(&self, state: &SystemState, query: &Query) -> bool {
        let values: Vec<Value> = query
            .atoms
            .iter()
            .map(|it| Value::Number(self.atom(state, it)))
            .collect();
        truth(&query.term, &values) == Ok(true)
    }

    fn atom(&self, state: &SystemState, atom: &Atom) -> i64 {
        self.seen(*atom, &state.objects[atom.object()])
    }

    /// What an atom is where its object is in a state.
    #[must_use]
    pub fn seen(&self, atom: Atom, own: &ObjectState) -> i64 {
        match atom {
            Atom::In(object, vertex) => {
                let chart = self.machine.structure(object).chart;
                let it = &chart.vertices[vertex];
                let ended = it.kind == VertexKind::Final && own.complete[it.region];
                i64::from(own.active[vertex] || ended)
            }
            Atom::Variable(_, variable) => own.values[variable],
            Atom::QueueSize(_) => i64::try_from(own.pool.len()).unwrap_or(0),
            Atom::Overflows(_) => i64::from(own.overflows()),
            Atom::Ended(_) => i64::from(own.status.is_ended()),
        }
    }
}

impl System for StatechartSystem<'_> {
    fn schema(&self) -> &Schema {
        &self.codec.schema
    }

    fn initial(&self, visit: &mut dyn FnMut(Valuation) -> Flow) {
        let _ = visit(self.valuation(&self.beginning()));
    }

    fn steps(&self, at: &Valuation, visit: &mut dyn FnMut(Step) -> Flow) {
        for it in &self.expanded(at).taken {
            if visit(it.step.clone()).is_break() {
                return;
            }
        }
    }

    fn tells_every_step(&self, at: &Valuation) -> bool {
        let expanded = self.expanded(at);
        expanded.beyond.is_empty() && expanded.cut.is_empty()
    }

    fn apply(&self, at: &Valuation, step: &Step) -> Option<Valuation> {
        if let Some((after, _)) = self.by_hand(at, step) {
            return Some(after);
        }
        let expanded = self.expanded(at);
        expanded
            .taken
            .iter()
            .find(|it| it.step == *step)
            .map(|it| it.after.clone())
    }

    fn status(&self, at: &Valuation) -> Status {
        let Some(state) = self.state(at) else {
            return Status::Stuck;
        };
        let expanded = self.expanded(at);
        match () {
            () if !expanded.taken.is_empty() && !self.is_stable(&state) => Status::Inside,
            () if !expanded.taken.is_empty() || !self.tells_every_step(at) => Status::Running,
            () if self.all_may_stay(&state) => Status::Terminated,
            () => Status::Stuck,
        }
    }

    fn narrate(&self, at: &Valuation, step: &Step) -> Events {
        let mut events = Events::default();
        let Some((_, report)) = self.taken(at, step) else {
            return events;
        };
        for it in report.sent {
            let what = self.machine.model.events[it.message.event].name.clone();
            events.messages.push(Sent {
                from: it.from,
                to: it.to,
                what,
            });
        }
        for (object, transition) in report.fired {
            let element = ElementId::new(
                ElementKind::Transition,
                self.machine.chart_of(object),
                transition,
            );
            events.fired.push(Fired {
                group: Some(object),
                element,
                phase: Phase::Whole,
            });
        }
        events
    }
}
