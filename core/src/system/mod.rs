//! What every kind of model offers: states that are vectors of integers, and the steps between them.
//!
//! A [`System`] is the definitions of its language, word for word: slow, obvious, and the judge of every
//! encoding and every fast engine. Its states are [`Valuation`]s; a [`Schema`] says what each of the numbers
//! is. Replay, simulation, state space, tables and links are written once, over this trait. The
//! idea of one state vector with a description beside it is that of LTSmin's PINS interface.

mod element;
mod events;
mod explore;
mod orbits;
mod replay;
mod schema;
mod trace;

pub use element::{Element, ElementId, ElementKind};
pub use events::{Events, Fired, Phase, Sent};
pub use explore::{explore, shortest};
pub use lockstep_search::state::{Flow, Valuation};
pub use orbits::Orbits;
pub use replay::{WrongStep, replay};
pub use schema::{Group, GroupId, Role, Schema, Variable};
pub use trace::Trace;

/// Which of the things that can be executed a step executes; each language numbers its own.
pub type LabelId = u32;

/// One step, with enough to apply it again and no more.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Step {
    /// What is executed.
    pub label: LabelId,
    /// How: transitions, receivers, delays, values that were chosen; each language has its own list.
    pub choice: Box<[i64]>,
}

/// How a state stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Something can happen.
    Running,
    /// Nothing can happen, and that is fine: everybody may end here.
    Terminated,
    /// Nothing can happen, and somebody is not where it may end: a deadlock.
    Stuck,
    /// Between the parts of one step that is taken apart; not a state of the system itself.
    Inside,
}

/// The step relation of a model, as the definitions of its language give it.
pub trait System {
    /// What the numbers of a state are.
    fn schema(&self) -> &Schema;

    /// Every start state, in a fixed order, until `visit` breaks off.
    fn initial(&self, visit: &mut dyn FnMut(Valuation) -> Flow);

    /// Whether the system can start in a state, also where it has too many start states to tell them all.
    fn starts_in(&self, state: &Valuation) -> bool {
        let mut found = false;
        self.initial(&mut |start| {
            found = start == *state;
            if found {
                Flow::Break(())
            } else {
                Flow::Continue(())
            }
        });
        found
    }

    /// Every step that is possible in a state, in a fixed order, until `visit` breaks off. Found while
    /// they are told, so that a state with very many steps costs no more than those that are heard.
    fn steps(&self, at: &Valuation, visit: &mut dyn FnMut(Step) -> Flow);

    /// Whether [`System::steps`] tells every step that the definitions allow in a state. Where a variable can have
    /// any of very many values only some are tried, and then nobody may speak of all.
    fn tells_every_step(&self, _at: &Valuation) -> bool {
        true
    }

    /// The same of [`System::initial`] and the start states.
    fn tells_every_start(&self) -> bool {
        true
    }

    /// Whether what was told so far ended at a bound that the analysis was given, such as the integers that slots can hold:
    /// what is not there may be there with a wider one.
    fn meets_bound(&self) -> bool {
        false
    }

    /// The state after a step, or `None` where the step is not possible.
    fn apply(&self, at: &Valuation, step: &Step) -> Option<Valuation>;

    /// How a state stands.
    fn status(&self, at: &Valuation) -> Status;

    /// What a step that is possible in a state shows: who sends what to whom, and which elements of the
    /// model fire. Data; sentences are written elsewhere.
    fn narrate(&self, at: &Valuation, step: &Step) -> Events;
}

impl dyn System + '_ {
    /// The first start state; most languages have no other.
    #[must_use]
    pub fn start(&self) -> Option<Valuation> {
        let mut start = None;
        self.initial(&mut |state| {
            start = Some(state);
            Flow::Break(())
        });
        start
    }

    /// The steps of a state; `None` where there are more than `most`.
    #[must_use]
    pub fn steps_up_to(&self, at: &Valuation, most: usize) -> Option<Vec<Step>> {
        let mut steps = Vec::new();
        let mut whole = true;
        self.steps(at, &mut |step| {
            whole = steps.len() < most;
            if !whole {
                return Flow::Break(());
            }
            steps.push(step);
            Flow::Continue(())
        });
        whole.then_some(steps)
    }
}
