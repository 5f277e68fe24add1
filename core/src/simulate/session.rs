//! One run: choices, taken and taken back; walks by chance; and going on until something is true.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::system::{Events, Flow, LabelId, Status, Step, System, Trace, Valuation};

/// Steps of a state that a draw is made from at most: the first so many.
const MOST_DRAWN_FROM: usize = 10_000;

/// A run while somebody makes it. Invariant: each state follows from the one before it by its step, as
/// the system itself applies it.
#[derive(Clone)]
pub struct Session<'s> {
    system: &'s dyn System,
    /// The start and the state after each step.
    states: Vec<Valuation>,
    steps: Vec<Step>,
}

/// What can be done in a state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choices {
    /// The steps, in the order of the system.
    pub all: Vec<Choice>,
    /// Whether there are more that were not listed.
    pub more: bool,
}

/// One thing that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The step.
    pub step: Step,
    /// The state after it.
    pub after: Valuation,
    /// What it shows.
    pub events: Events,
}

/// Why a walk ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// What was waited for has become true.
    Wanted,
    /// Nothing can happen any more.
    End(Status),
    /// As many steps as were asked for have been taken.
    Steps,
}

/// What a search for a state has found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found {
    /// The run goes there now, by so many steps, the fewest.
    After(usize),
    /// There is no such state ahead.
    Never,
    /// The budget of states was used up.
    Unknown,
}

/// How often each label has been executed, and how many states have been seen.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// The labels, with how often.
    pub labels: BTreeMap<LabelId, u64>,
    /// The states.
    pub states: BTreeSet<Valuation>,
}

/// A seeded source of draws.
#[derive(Clone, Debug)]
pub struct Dice(oorandom::Rand64);

impl Dice {
    /// The source of a seed: the same seed makes the same draws for ever.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(oorandom::Rand64::new(u128::from(seed)))
    }

    /// A number below another, which is not 0; each as likely as the others.
    pub fn below(&mut self, count: usize) -> usize {
        let drawn = self.0.rand_range(0..count.max(1) as u64);
        usize::try_from(drawn).unwrap_or(0)
    }

    /// True in one of `count` draws.
    fn one_in(&mut self, count: u64) -> bool {
        self.0.rand_range(0..count) == 0
    }
}

impl<'s> Session<'s> {
    /// A run from a start state; `None` where the system does not start there.
    #[must_use]
    pub fn new(system: &'s dyn System, start: Valuation) -> Option<Self> {
        system.starts_in(&start).then(|| Self {
            system,
            states: vec![start],
            steps: Vec::new(),
        })
    }

    /// A run from a state in which the system need not start; `None` for what is no state of it.
    #[must_use]
    pub fn from_anywhere(system: &'s dyn System, state: Valuation) -> Option<Self> {
        system.schema().values(&state).map(|_| Self {
            system,
            states: vec![state],
            steps: Vec::new(),
        })
    }

    /// Takes up a run that was made before, as far as it still goes; `None` where it does not even begin.
    #[must_use]
    pub fn resume(system: &'s dyn System, trace: &Trace) -> Option<Self> {
        let mut session = Self::new(system, trace.start.clone())?;
        for step in &trace.steps {
            if !session.take(step) {
                break;
            }
        }
        Some(session)
    }

    /// The start states, the first so many, and whether there are more.
    #[must_use]
    pub fn starts(system: &dyn System, most: usize) -> (Vec<Valuation>, bool) {
        let mut starts = Vec::new();
        let mut more = false;
        system.initial(&mut |state| {
            more = starts.len() == most;
            if more {
                return Flow::Break(());
            }
            starts.push(state);
            Flow::Continue(())
        });
        (starts, more)
    }

    /// The system that runs.
    #[must_use]
    pub fn system(&self) -> &'s dyn System {
        self.system
    }

    /// Where the run is.
    #[must_use]
    pub fn state(&self) -> &Valuation {
        self.states.last().expect("a run has a start")
    }

    /// The start and the state after each step.
    #[must_use]
    pub fn states(&self) -> &[Valuation] {
        &self.states
    }

    /// The run so far.
    #[must_use]
    pub fn trace(&self) -> Trace {
        Trace {
            start: self.states[0].clone(),
            steps: self.steps.clone(),
        }
    }

    /// What can be done now, the first so many.
    #[must_use]
    pub fn choices(&self, most: usize) -> Choices {
        let mut choices = Choices {
            all: Vec::new(),
            more: false,
        };
        self.system.steps(self.state(), &mut |step| {
            choices.more = choices.all.len() == most;
            if choices.more {
                return Flow::Break(());
            }
            if let Some(after) = self.system.apply(self.state(), &step) {
                choices.all.push(Choice {
                    events: self.system.narrate(self.state(), &step),
                    after,
                    step,
                });
            }
            Flow::Continue(())
        });
        choices
    }

    /// Takes a step; `false` where it is not possible, and nothing has changed.
    pub fn take(&mut self, step: &Step) -> bool {
        let Some(after) = self.system.apply(self.state(), step) else {
            return false;
        };
        self.states.push(after);
        self.steps.push(step.clone());
        true
    }

    /// Takes the last step back; `false` at the start.
    pub fn take_back(&mut self) -> bool {
        let taken = self.steps.pop().is_some();
        if taken {
            self.states.pop();
        }
        taken
    }

    /// Takes back all steps but the first so many.
    pub fn go_back_to(&mut self, steps: usize) {
        self.steps.truncate(steps);
        self.states.truncate(steps + 1);
    }

    /// After how many steps the run was in this state before, if it was: there the thesis' Algorithm 1
    /// stops an interactive run, and here it goes on.
    #[must_use]
    pub fn was_here_after(&self) -> Option<usize> {
        let (last, before) = self.states.split_last()?;
        before.iter().position(|it| it == last)
    }

    /// Takes steps by chance, until something is true, nothing can happen, or so many are taken. Among
    /// very many steps the first ten thousand are drawn from.
    pub fn walk(
        &mut self,
        dice: &mut Dice,
        steps: usize,
        coverage: &mut Coverage,
        wanted: &mut dyn FnMut(&Valuation) -> bool,
    ) -> Stop {
        coverage.states.insert(self.state().clone());
        for _ in 0..steps {
            let Some(step) = self.drawn(dice) else {
                return Stop::End(self.system.status(self.state()));
            };
            if !self.take(&step) {
                return Stop::End(self.system.status(self.state()));
            }
            *coverage.labels.entry(step.label).or_default() += 1;
            coverage.states.insert(self.state().clone());
            if wanted(self.state()) {
                return Stop::Wanted;
            }
        }
        Stop::Steps
    }

    /// One of the steps, each as likely as the others: the k-th that is told replaces what was drawn in
    /// one of k cases.
    fn drawn(&self, dice: &mut Dice) -> Option<Step> {
        let mut drawn = None;
        let mut told = 0;
        self.system.steps(self.state(), &mut |step| {
            told += 1;
            if dice.one_in(told as u64) {
                drawn = Some(step);
            }
            if told < MOST_DRAWN_FROM {
                Flow::Continue(())
            } else {
                Flow::Break(())
            }
        });
        drawn
    }

    /// Goes on by the fewest steps, at least one, to a state with a property. Breadth first, with a budget of
    /// states to visit; where nothing is found nothing changes. The second answer is whether the system has told every
    /// step on the way: only then is there no shorter way, or none.
    pub fn go_until(
        &mut self,
        most_states: usize,
        wanted: &mut dyn FnMut(&Valuation) -> bool,
    ) -> (Found, bool) {
        let mut whole = true;
        // Each state that was met, with the one before it and the step that led to it.
        let mut met: Vec<(Valuation, Option<(usize, Step)>)> = vec![(self.state().clone(), None)];
        let mut seen = BTreeSet::new();
        let mut open = VecDeque::from([0]);
        let mut found = None;
        while let Some(at) = open.pop_front() {
            let state = met[at].0.clone();
            whole = whole && self.system.tells_every_step(&state);
            self.system.steps(&state, &mut |step| {
                let Some(after) = self.system.apply(&state, &step) else {
                    return Flow::Continue(());
                };
                if seen.contains(&after) {
                    return Flow::Continue(());
                }
                let reached = wanted(&after);
                seen.insert(after.clone());
                met.push((after, Some((at, step))));
                if reached {
                    found = Some(met.len() - 1);
                    return Flow::Break(());
                }
                open.push_back(met.len() - 1);
                if met.len() > most_states {
                    return Flow::Break(());
                }
                Flow::Continue(())
            });
            if let Some(found) = found {
                return (self.go_along(&met, found), whole);
            }
            if met.len() > most_states {
                return (Found::Unknown, false);
            }
        }
        (Found::Never, whole)
    }

    fn go_along(&mut self, met: &[(Valuation, Option<(usize, Step)>)], to: usize) -> Found {
        let mut way = Vec::new();
        let mut at = to;
        while let (_, Some((before, step))) = &met[at] {
            way.push(step.clone());
            at = *before;
        }
        way.reverse();
        for step in &way {
            let taken = self.take(step);
            debug_assert!(taken, "a step that was found is possible");
        }
        Found::After(way.len())
    }
}
