//! Runs made by hand: what can happen in a global state, by the definitions, one message set at a
//! time.
//!
//! A transaction of several message sets can be taken as its sets one after the other, in any
//! order: they share no lifeline. So one set at a time reaches every global state, and a run made
//! of single sets can be written as a scenario as it is. The interpreter lists the sets; nothing
//! here decides what is admissible.

use super::blame::wait_graph_view;
use super::request::checkable;
use super::steps::Teller;
use crate::generate::Random;
use crate::language::machines::{Composition, GlobalState, Place};
use crate::language::{Lifeline, LifelineId, Model};
use crate::view::{
    CertificateView, CheckView, Detail, Kind, LifelineView, Outcome, PlaceView, Range, StepView,
    Verdict, WaitGraphView,
};

/// Most message sets that are listed for one global state.
pub const MOST_CHOICES: usize = 1_000;

/// The lifelines of one check in the model of one text, ready to be moved by hand.
#[derive(Clone, Debug)]
pub struct ByHand {
    pub(super) model: Model,
    pub(super) lifelines: Vec<Lifeline>,
    pub(super) from: Vec<(LifelineId, Place)>,
}

/// Nothing can happen any more.
#[derive(Clone, Debug, PartialEq)]
pub struct Stuck {
    /// True where all lifelines are in final states: nothing is wrong.
    pub terminated: bool,
    /// Who waits for whom.
    pub waits: WaitGraphView,
}

impl ByHand {
    /// The lifelines of a check with their start, or those of the system where no check is named.
    /// `None` for a text with errors, a check that does not exist, and where there are no lifelines.
    #[must_use]
    pub fn new(text: &str, check: Option<usize>) -> Option<Self> {
        let model = checkable(text).ok()?;
        let (lifelines, from) = match check {
            Some(index) => {
                let check = model.checks.get(index)?;
                (model.lifelines_of(check).to_vec(), check.from.clone())
            }
            None => (model.system.clone(), Vec::new()),
        };
        (!lifelines.is_empty()).then_some(Self {
            model,
            lifelines,
            from,
        })
    }

    /// The machine of a lifeline: an index in [`super::Analysis::machines`].
    ///
    /// # Panics
    /// For a lifeline that does not exist.
    #[must_use]
    pub fn machine(&self, lifeline: LifelineId) -> usize {
        self.lifelines[lifeline].machine
    }

    fn composition(&self) -> Composition<'_> {
        Composition::new(&self.model, &self.lifelines, &self.from)
    }

    /// The entry of a run before its first step.
    #[must_use]
    pub fn start(&self) -> StepView {
        Teller::start(&self.composition().initial())
    }

    /// The global state of a step, where all its places exist.
    pub(super) fn state(&self, places: &[PlaceView]) -> Option<GlobalState> {
        let place = |(lifeline, &place): (&Lifeline, &PlaceView)| {
            let machine = &self.model.machines[lifeline.machine];
            let (place, exists) = match place {
                PlaceView::State(state) => (Place::State(state), state < machine.states.len()),
                PlaceView::Transition(transition) => (
                    Place::Intermediate(transition),
                    transition < machine.transitions.len(),
                ),
            };
            exists.then_some(place)
        };
        let state: Option<GlobalState> = self.lifelines.iter().zip(places).map(place).collect();
        state.filter(|_| places.len() == self.lifelines.len())
    }

    /// Every admissible message set of a global state, each as the step that takes it, in the order
    /// of the interpreter. Sentences that read the same are told apart by where they lead. `None`
    /// where there are more than [`MOST_CHOICES`], or too many ways to go through. O(sets²).
    #[must_use]
    pub fn choices(&self, places: &[PlaceView]) -> Option<Vec<StepView>> {
        let Some(state) = self.state(places) else {
            return Some(Vec::new());
        };
        let teller = Teller {
            model: &self.model,
            lifelines: &self.lifelines,
        };
        let composition = self.composition();
        let sets = composition.admissible_if_few(&state);
        let sets = sets.filter(|sets| sets.len() <= MOST_CHOICES)?;
        let mut steps: Vec<_> = sets
            .into_iter()
            .map(|set| {
                let after = composition.after(&state, &set);
                teller.step(&vec![set], (&state, &after), &[], 0..0)
            })
            .collect();
        let alike = |(index, step): (usize, &StepView)| {
            let mut others = steps.iter().enumerate();
            let is_twin = others.any(|(at, it)| at != index && it.sentence == step.sentence);
            is_twin.then(|| (index, self.with_targets(step)))
        };
        let alike: Vec<_> = steps.iter().enumerate().filter_map(alike).collect();
        for (index, sentence) in alike {
            steps[index].sentence = sentence;
        }
        Some(steps)
    }

    /// The sentence of a step with the states that its transitions lead to.
    fn with_targets(&self, step: &StepView) -> String {
        let targets: Vec<_> = step
            .moves
            .iter()
            .filter(|half| half.begins)
            .map(|half| {
                let machine = &self.model.machines[self.lifelines[half.lifeline].machine];
                let target = machine.transitions[half.transition].target;
                format!("`{}`", machine.states[target].name)
            })
            .collect();
        let told = step.sentence.trim_end_matches('.');
        format!("{told}, on the way to {}.", targets.join(" and "))
    }

    /// Takes the transactions of a run one message set at a time, from a global state; ends before
    /// the first that the definitions do not allow.
    #[must_use]
    pub fn along(&self, from: &[PlaceView], steps: &[StepView]) -> Vec<StepView> {
        let mut taken: Vec<StepView> = Vec::new();
        for step in steps {
            let mut left = step.moves.clone();
            while !left.is_empty() {
                let at = taken.last().map_or(from, |last| &*last.state);
                let is_part = |choice: &StepView| {
                    let moves = choice.moves.iter().all(|half| left.contains(half));
                    let mut messages = choice.messages.iter();
                    moves
                        && messages.all(|it| {
                            let same = |other: &super::MessageView| {
                                (it.from, it.to, &it.symbol)
                                    == (other.from, other.to, &other.symbol)
                            };
                            step.messages.iter().any(same)
                        })
                };
                let Some(next) = self
                    .choices(at)
                    .and_then(|all| all.into_iter().find(is_part))
                else {
                    return taken;
                };
                left.retain(|half| !next.moves.contains(half));
                taken.push(next);
            }
        }
        taken
    }

    /// The same run in this model, step by step with the same sentences: after an edit of the text
    /// it goes as far as it still can. The start comes first.
    #[must_use]
    pub fn again(&self, run: &[StepView]) -> Vec<StepView> {
        let mut taken = vec![self.start()];
        for step in run.iter().skip(1) {
            let at = &taken[taken.len() - 1].state;
            let choices = self.choices(at).unwrap_or_default();
            // Transitions that are written alike read the same: the very one is preferred.
            let same = choices.iter().position(|choice| choice == step);
            let same = same.or_else(|| {
                let mut told = choices.iter();
                told.position(|choice| choice.sentence == step.sentence)
            });
            match same.and_then(|same| choices.into_iter().nth(same)) {
                Some(next) => taken.push(next),
                None => break,
            }
        }
        taken
    }

    /// Whether nothing can happen at the end of a run, and who waits for whom there.
    #[must_use]
    pub fn stuck(&self, run: &[StepView]) -> Option<Stuck> {
        let state = self.state(&run.last()?.state)?;
        let terminated = self.composition().stuck(&state)?;
        let messages = run.iter().flat_map(|step| &step.messages);
        let messages: Vec<_> = messages.map(|it| (it.from, it.to)).collect();
        let (model, lifelines) = (&self.model, &self.lifelines);
        Some(Stuck {
            terminated,
            waits: wait_graph_view(model, lifelines, &self.from, (&state, &messages)),
        })
    }

    /// The run as an answer that everything which shows runs can show; [`Self::view`] is its question.
    #[must_use]
    pub fn outcome(&self, run: Vec<StepView>) -> Outcome {
        let stuck = self.stuck(&run);
        let detail = match stuck.filter(|stuck| !stuck.terminated) {
            Some(stuck) => Detail::Deadlock {
                waits: Some(stuck.waits),
            },
            None => Detail::none(Kind::Reach),
        };
        let depth = u32::try_from(run.len().saturating_sub(1)).unwrap_or(u32::MAX);
        Outcome {
            verdict: Verdict::Found { depth },
            detail,
            trace: run,
            certificate: CertificateView::Replayed,
            ..Outcome::unanswered(0, Kind::Reach)
        }
    }

    /// The question that a run by hand answers, as plain data: its lifelines and its name.
    #[must_use]
    pub fn view(&self, lifelines: Vec<LifelineView>) -> CheckView {
        CheckView {
            index: 0,
            kind: Kind::Reach,
            title: "By hand".into(),
            scenario: None,
            loose: false,
            goal: Vec::new(),
            lifelines,
            bound: None,
            expected: None,
            expect_written: false,
            forbidden: false,
            implicit: false,
            range: Range::default(),
        }
    }

    /// The choice of a random walk at a step, among so many (at least one). The same seed makes the
    /// same choices, whether a walk is made at once or step by step.
    #[must_use]
    pub fn pick(seed: u32, step: usize, count: usize) -> usize {
        let of_step = u64::from(seed) << 32 | (step as u64 & 0xffff_ffff);
        Random::new(of_step).between(0, count.saturating_sub(1))
    }

    /// The places of a global state that differ from the machines' initial states.
    pub(super) fn named(&self, state: &GlobalState) -> Vec<(LifelineId, Place)> {
        let places = state.iter().copied().enumerate();
        let is_named = |&(lifeline, place): &(LifelineId, Place)| {
            let machine = &self.model.machines[self.lifelines[lifeline].machine];
            place != Place::State(machine.initial)
        };
        places.filter(is_named).collect()
    }
}
