//! One step of the system: something that counts, and what belongs to running steps behind it, in any order.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Beyond;
use super::super::terms::{and, choose, known, not, or, truth};
use super::automaton::{Effect, LocalId};
use super::closure::{automata, longest_delay};
use super::layout::Places;
use super::members::index;
use crate::expression::{Sort, Term};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::ObjectId;
use crate::language::statechart::semantics::{Machine, ObjectStatus};
use crate::language::transitions::{
    DeclaredVariable, Initial, OperationId, OperationKind, TransitionModel, VariableId,
};
use crate::text::Span;

/// Moves without a count at most that are written behind one that counts.
const MOST_BEHIND: usize = 12;

/// What does the same to pools and scripts, with from where to where an object goes.
type Moves = BTreeMap<Effect, Vec<(LocalId, LocalId)>>;

/// Writes a system.
pub(super) struct Writer<'m> {
    pub(super) model: &'m StatechartModel,
    pub(super) places: Places,
    pub(super) out: TransitionModel,
    /// The moves of each object.
    pub(super) moves: Vec<Moves>,
    /// The largest number that a clock is compared with.
    pub(super) longest: u32,
    /// For each object and state the least time to where something is due, and to where it must fire.
    pub(super) delays: Vec<Vec<Option<(u32, u32)>>>,
    /// For each object and state whether it has ended or rests.
    pub(super) may_stay: Vec<Vec<bool>>,
    /// The alternative at hand.
    steps: Vec<OperationId>,
}

impl<'m> Writer<'m> {
    /// Of a machine whose queues have room for everything, and the model as it is.
    /// `passes` says whether what a running step does without anybody noticing may belong to the move before it.
    pub(super) fn new(
        model: &'m StatechartModel,
        machine: &Machine<'_>,
        passes: bool,
    ) -> Result<Self, Beyond> {
        let automata = automata(machine, passes)?;
        let moves = automata.iter().map(|it| {
            let mut moves = Moves::new();
            for (from, all) in it.moves.iter().enumerate() {
                for it in all {
                    let pairs = moves.entry(it.effect.clone()).or_default();
                    pairs.push((from, it.to));
                }
            }
            moves
        });
        let moves = moves.collect();
        let delays = automata.iter().enumerate().map(|(object, it)| {
            let states = it.states.iter();
            let each = states.map(|own| match machine.delays_of(object, own)[..] {
                [only] => Ok(only),
                // How far time can pass depends on inputs.
                _ => Err(Beyond::Inputs),
            });
            each.collect::<Result<Vec<_>, Beyond>>()
        });
        let delays = delays.collect::<Result<Vec<_>, Beyond>>()?;
        let may_stay = automata.iter().enumerate().map(|(object, it)| {
            let states = it.states.iter();
            states.map(|own| machine.may_stay(object, own)).collect()
        });
        let may_stay = may_stay.collect();
        let mut out = TransitionModel::default();
        Ok(Self {
            model,
            places: Places::new(model, automata, &mut out),
            out,
            moves,
            longest: longest_delay(model),
            delays,
            may_stay,
            steps: Vec::new(),
        })
    }

    /// Writes what a step is.
    pub(super) fn step(&mut self) -> Result<(), Beyond> {
        let longest = self.places.automata.iter().map(|it| it.longest_step());
        let behind = longest.sum::<Result<usize, Beyond>>()?;
        if behind > MOST_BEHIND {
            return Err(Beyond::Size);
        }
        let mut counting = Vec::new();
        let mut others = vec![self.sequence(Vec::new())];
        for object in 0..self.model.objects.len() {
            let moves = std::mem::take(&mut self.moves[object]);
            for (effect, pairs) in &moves {
                let alternative = self.alternative(object, effect, pairs);
                match effect.counts {
                    true => counting.push(alternative),
                    false => others.push(alternative),
                }
            }
            self.moves[object] = moves;
        }
        counting.extend(self.scripts());
        counting.extend(self.time());
        let first = self.add(OperationKind::Choice(counting));
        let next = self.add(OperationKind::Choice(others));
        let steps = std::iter::once(first).chain(std::iter::repeat_n(next, behind));
        let step = self.sequence(steps.collect());
        self.out.trans.push(step);
        Ok(())
    }

    /// Whether something has happened that must not.
    pub(super) fn fault(&self) -> Term {
        let all = 0..self.model.objects.len();
        let each = all.map(|object| {
            let fails = |status: ObjectStatus| matches!(status, ObjectStatus::Fault(_));
            or(vec![
                self.places.is(object, |it| fails(it.status)),
                self.is_too_full(object),
            ])
        });
        or(each.collect())
    }

    /// Whether the queue of an object was too full, where that is an error.
    pub(super) fn is_too_full(&self, object: ObjectId) -> Term {
        let flag = self.places.flag_of(object);
        flag.map_or(truth(false), |it| Term::variable(it, Sort::Boolean))
    }

    /// Whether no step is running, or a queue that was too full has ended the run.
    pub(super) fn is_stable(&self) -> Term {
        let all = 0..self.model.objects.len();
        let each = all
            .clone()
            .map(|it| self.places.is(it, |it| it.is_stable()));
        let ended = all.map(|it| self.is_too_full(it));
        or(vec![and(each.collect()), or(ended.collect())])
    }

    /// Whether an object is where some moves begin.
    pub(super) fn starts(&self, object: ObjectId, pairs: &[(LocalId, LocalId)]) -> Term {
        let from: BTreeSet<LocalId> = pairs.iter().map(|it| it.0).collect();
        let from: Vec<LocalId> = from.into_iter().collect();
        self.places.is_one_of(object, &from)
    }

    fn add(&mut self, kind: OperationKind) -> OperationId {
        self.out.add(kind, Span::default())
    }

    fn sequence(&mut self, steps: Vec<OperationId>) -> OperationId {
        self.add(OperationKind::Sequence(steps, Vec::new()))
    }

    pub(super) fn begin(&mut self) {
        self.steps.clear();
        self.assume(not(self.fault()));
    }

    pub(super) fn end(&mut self) -> OperationId {
        let steps = std::mem::take(&mut self.steps);
        self.sequence(steps)
    }

    fn push(&mut self, kind: OperationKind) {
        let step = self.add(kind);
        self.steps.push(step);
    }

    pub(super) fn assume(&mut self, term: Term) {
        if known(&term) != Some(true) {
            self.push(OperationKind::Assume(term));
        }
    }

    pub(super) fn assign(&mut self, variable: VariableId, value: Term) {
        self.push(OperationKind::Assign(variable, value));
    }

    /// Gives a variable a value, where a condition holds.
    pub(super) fn set(&mut self, condition: &Term, variable: VariableId, value: Term) {
        if known(condition) != Some(false) {
            let sort = self.out.variables[variable].sort.clone();
            let old = Term::variable(variable, sort);
            self.assign(variable, choose(condition.clone(), value, old));
        }
    }

    /// A condition as it is now, whatever is assigned later.
    pub(super) fn keep(&mut self, term: Term) -> Term {
        if known(&term).is_some() {
            return term;
        }
        let variable = self.out.variables.len();
        self.out.variables.push(DeclaredVariable {
            name: format!("kept {variable}"),
            sort: Sort::Boolean,
            control: false,
            initial: Initial::Irrelevant,
            span: Span::default(),
        });
        self.assign(variable, term);
        Term::variable(variable, Sort::Boolean)
    }

    /// The moves of an object that do the same to pools and scripts.
    fn alternative(
        &mut self,
        object: ObjectId,
        effect: &Effect,
        pairs: &[(LocalId, LocalId)],
    ) -> OperationId {
        self.begin();
        self.assume(self.starts(object, pairs));
        self.effect(object, effect);
        // A state from where there are several ways has one in each layer.
        let mut layers: Vec<Vec<(LocalId, LocalId)>> = Vec::new();
        let mut ways: BTreeMap<LocalId, usize> = BTreeMap::new();
        for &(from, to) in pairs {
            let way = ways.entry(from).or_default();
            if layers.len() == *way {
                layers.push(Vec::new());
            }
            layers[*way].push((from, to));
            *way += 1;
        }
        if let [only] = &layers[..] {
            self.goes(object, only);
            return self.end();
        }
        let before = std::mem::take(&mut self.steps);
        let mut ends = Vec::new();
        for layer in &layers {
            self.assume(self.starts(object, layer));
            self.goes(object, layer);
            ends.push(self.end());
        }
        self.steps = before;
        self.push(OperationKind::Choice(ends));
        self.end()
    }

    /// An object goes from where it is to where a function of that says.
    pub(super) fn goes(&mut self, object: ObjectId, pairs: &[(LocalId, LocalId)]) {
        let mut targets: BTreeMap<LocalId, Vec<LocalId>> = BTreeMap::new();
        for &(from, to) in pairs {
            targets.entry(to).or_default().push(from);
        }
        let Some((last, _)) = targets.pop_last() else {
            return;
        };
        let value = targets
            .into_iter()
            .fold(index(last), |otherwise, (to, mut from)| {
                from.sort_unstable();
                choose(self.places.is_one_of(object, &from), index(to), otherwise)
            });
        self.assign(self.places.local_of(object), value);
    }
}
