//! Moments: when guards are selected, and what inputs are then.
//!
//! An input has no memory. At a dispatch, at a choice and where time passes each of them has one value, chosen anew, and all
//! guards that are looked at then read that value. A value is decided when the first guard reads it, so only what is read makes
//! ways. Static guards later in the step read what was chosen at its dispatch, as they read σ₀: behind the values of
//! variables σ₀ has a number for each input, [`UNREAD`] for one that no static guard reads, or that none has read yet.

use super::super::model::{Guard, ObjectId, StatechartModel, TransitionId, VertexKind};
use super::machine::{MOST_WAYS, Machine};
use super::moves::Successors;
use super::oracle::{Oracle, every_way};
use super::state::{ObjectState, Report};
use crate::expression::Sort;

/// In σ₀ the number of an input that has no value yet.
const UNREAD: i64 = i64::MIN + 1;

/// Why not everything that follows a state is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Cut {
    /// A step that never ends reads an input each time it goes round.
    Round,
    /// A step can go on in more than [`MOST_WAYS`] ways.
    Ways,
}

/// What inputs are at a moment, as far as it has been decided.
#[derive(Debug)]
pub struct Moment<'o> {
    oracle: &'o mut Oracle,
    chosen: Vec<Option<i64>>,
    read: Vec<usize>,
}

impl<'o> Moment<'o> {
    pub(super) fn new(oracle: &'o mut Oracle, inputs: usize) -> Self {
        Self {
            oracle,
            chosen: vec![None; inputs],
            read: Vec::new(),
        }
    }

    /// The value of an input.
    fn value(&mut self, input: usize, sort: &Sort) -> i64 {
        if !self.read.contains(&input) {
            self.read.push(input);
        }
        if let Some(known) = self.chosen[input] {
            return known;
        }
        let size = usize::try_from(sort.size().unwrap_or(1)).unwrap_or(usize::MAX);
        let first = sort.least().unwrap_or(0);
        let value = first.saturating_add_unsigned(self.oracle.choose(size) as u64);
        self.chosen[input] = Some(value);
        value
    }

    /// One of so many options that are no input.
    pub(super) fn choose(&mut self, options: usize) -> usize {
        self.oracle.choose(options)
    }

    /// Another moment begins.
    pub fn renew(&mut self) {
        self.chosen.fill(None);
        self.read.clear();
    }

    /// What was read, in order.
    pub(super) fn read(&self) -> impl Iterator<Item = (usize, i64)> + '_ {
        let all = self.read.iter();
        all.filter_map(|&it| Some((it, self.chosen[it]?)))
    }

    /// What a step of an object shows that begins with this moment.
    pub(super) fn report(&self, object: ObjectId) -> Report {
        let mut report = Report::default();
        self.tell(object, &mut report);
        report
    }

    /// Adds what was read to what a step shows.
    pub(super) fn tell(&self, object: ObjectId, report: &mut Report) {
        let read = self.read().map(|(input, value)| (object, input, value));
        report.read.extend(read);
    }
}

/// What guards of a statechart read.
#[derive(Clone, Debug, Default)]
pub(super) struct Reads {
    /// For each transition the inputs that its guard reads.
    guards: Vec<Vec<usize>>,
    /// For each input whether a static guard reads it.
    kept: Vec<bool>,
}

impl Reads {
    /// Those of each statechart.
    pub(super) fn of(model: &StatechartModel) -> Vec<Self> {
        let all = model.charts.iter().map(|chart| {
            let mut reads = Self {
                guards: Vec::with_capacity(chart.transitions.len()),
                kept: vec![false; chart.inputs.len()],
            };
            for it in &chart.transitions {
                let read = match &it.guard {
                    Guard::Term(term) => chart.inputs_of(term),
                    Guard::True | Guard::Else => Vec::new(),
                };
                let source = chart.vertices[it.source].kind;
                if !matches!(source, VertexKind::State | VertexKind::Choice) {
                    read.iter().for_each(|&it| reads.kept[it] = true);
                }
                reads.guards.push(read);
            }
            reads
        });
        all.collect()
    }
}

impl Machine<'_> {
    /// Whether an object has inputs.
    pub(super) fn has_inputs(&self, object: ObjectId) -> bool {
        !self.structure(object).chart.inputs.is_empty()
    }

    /// A moment of an object at which no input has a value yet.
    pub(super) fn moment<'o>(&self, object: ObjectId, oracle: &'o mut Oracle) -> Moment<'o> {
        Moment::new(oracle, self.structure(object).chart.inputs.len())
    }

    /// Calls `visit` at every moment of an object: once for all the values of the inputs that it reads.
    pub fn each_moment(&self, object: ObjectId, mut visit: impl FnMut(&mut Moment<'_>)) -> bool {
        every_way(MOST_WAYS, |oracle| visit(&mut self.moment(object, oracle)))
    }

    /// The same to find what follows, where it is said if there are too many.
    pub(super) fn at_every_moment(
        &self,
        object: ObjectId,
        found: &mut Successors,
        mut select: impl FnMut(&mut Moment<'_>, &mut Successors),
    ) {
        let all = self.each_moment(object, |moment| {
            if found.goes_on() {
                select(moment, found);
            }
        });
        if !all {
            found.cut.insert((object, Cut::Ways));
        }
    }

    /// Has the inputs that the guard of a transition reads chosen.
    pub(super) fn read_for(
        &self,
        object: ObjectId,
        transition: TransitionId,
        moment: &mut Moment<'_>,
    ) {
        let inputs = &self.structure(object).chart.inputs;
        for &input in &self.reads[self.chart_of(object)].guards[transition] {
            moment.value(input, &inputs[input].sort);
        }
    }

    /// What inputs are, as far as it has been chosen.
    pub(super) fn chosen<'s>(moment: &'s Moment<'_>) -> &'s [Option<i64>] {
        &moment.chosen
    }

    /// Whether σ₀ tells anything of inputs.
    fn keeps(&self, object: ObjectId) -> bool {
        self.reads[self.chart_of(object)].kept.contains(&true)
    }

    /// σ₀ of some values and a moment.
    fn kept(&self, object: ObjectId, values: &[i64], moment: Option<&Moment<'_>>) -> Vec<i64> {
        let mut all = values.to_vec();
        if self.keeps(object) {
            let kept = self.reads[self.chart_of(object)].kept.iter().enumerate();
            all.extend(kept.map(|(input, &is_kept)| {
                let chosen = moment.and_then(|it| it.chosen[input]);
                chosen.filter(|_| is_kept).unwrap_or(UNREAD)
            }));
        }
        all
    }

    /// σ₀ := σ with what inputs are at this moment, where anything reads it.
    pub(super) fn freeze(
        &self,
        object: ObjectId,
        state: &mut ObjectState,
        moment: Option<&Moment<'_>>,
    ) {
        if self.reads_dispatched[self.chart_of(object)] {
            state.dispatched = self.kept(object, &state.values, moment);
        }
    }

    /// σ₀ behind a choice: all that static guards may read is chosen there.
    pub(super) fn frozen(
        &self,
        object: ObjectId,
        values: &[i64],
        moment: &mut Moment<'_>,
    ) -> Vec<i64> {
        let inputs = &self.structure(object).chart.inputs;
        let kept = &self.reads[self.chart_of(object)].kept;
        let read = moment.read.len();
        for input in (0..kept.len()).filter(|&it| kept[it]) {
            moment.value(input, &inputs[input].sort);
        }
        // They show where they are read.
        moment.read.truncate(read);
        self.kept(object, values, Some(moment))
    }

    /// The values of variables in σ₀, and the moment at which it was.
    pub(super) fn thawed<'s, 'o>(
        &self,
        object: ObjectId,
        frozen: &'s [i64],
        oracle: &'o mut Oracle,
    ) -> (&'s [i64], Moment<'o>) {
        let count = self.structure(object).chart.variables.len();
        let (values, inputs) = frozen.split_at(count.min(frozen.len()));
        let mut moment = self.moment(object, oracle);
        for (chosen, &value) in moment.chosen.iter_mut().zip(inputs) {
            *chosen = (value != UNREAD).then_some(value);
        }
        (values, moment)
    }

    /// Notes in σ₀ what static guards have read for the first time.
    pub(super) fn keep(
        &self,
        object: ObjectId,
        dispatched: &mut [i64],
        read: impl Iterator<Item = (usize, i64)>,
    ) {
        let count = self.structure(object).chart.variables.len();
        for (input, value) in read {
            if let Some(kept) = dispatched.get_mut(count + input) {
                *kept = value;
            }
        }
    }
}
