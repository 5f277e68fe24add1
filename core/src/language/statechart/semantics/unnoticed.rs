//! What makes no difference to any answer: completion events that no transition waits for, and the order in which regions are entered where
//! nothing but that happens.
//!
//! A completion event of a state without completion transitions vanishes at its dispatch (section 4.1), and whatever is
//! dispatched before it leaves no trace in it. So of such events that stand next to each other in K it does not matter which
//! was raised first, and they are kept in one order: n regions that are entered raise n of them, not n! lists.
//!
//! A thread is *calm* if to its end it only enters states of regions of its own by default, states without completion
//! transitions and do behaviours, whose entry behaviours at most show texts. It reads nothing that others write and writes
//! nothing that others read. Where all threads of a step are calm, each order of their macro-steps comes to the same state, and
//! what is between is in the middle of a step, which no question is about: it is enough to follow one (Godefroid,
//! *Partial-order methods*, 1996). That is for searches; the definitions have every order.

use super::super::model::{Chart, ObjectId, RegionId, StatementKind, VertexId, VertexKind};
use super::machine::Machine;
use super::state::ObjectState;
use super::term::{Action, Term};

/// For each state whether one of its transitions waits for its completion.
pub(super) fn awaited(chart: &Chart) -> Vec<bool> {
    let waits = |it: &usize| chart.transitions[*it].is_completion();
    let all = chart.vertices.iter();
    all.map(|it| it.outgoing.iter().any(waits)).collect()
}

/// For each region whether to enter it by default is calm.
pub(super) fn calm(chart: &Chart) -> Vec<bool> {
    // Regions inside a state come after it in no order that is promised, so what is inside is asked until nothing changes.
    let mut calm = vec![true; chart.regions.len()];
    loop {
        let next: Vec<bool> = (0..calm.len())
            .map(|it| calm[it] && is_calm(chart, it, &calm))
            .collect();
        if next == calm {
            return calm;
        }
        calm = next;
    }
}

fn is_calm(chart: &Chart, region: RegionId, calm: &[bool]) -> bool {
    let Some(initial) = chart.regions[region].initial else {
        return false;
    };
    let [only] = chart.vertices[initial].outgoing[..] else {
        return false;
    };
    let it = &chart.transitions[only];
    chart.vertices[it.target].region == region
        && only_shows(chart, it.effect)
        && is_calm_state(chart, it.target, calm)
}

/// Whether to enter a state by default is calm.
fn is_calm_state(chart: &Chart, vertex: VertexId, calm: &[bool]) -> bool {
    let it = &chart.vertices[vertex];
    let waits = |it: &usize| chart.transitions[*it].is_completion();
    it.kind == VertexKind::State
        && it.activity.is_none()
        && !it.outgoing.iter().any(waits)
        && only_shows(chart, it.entry)
        && it
            .regions
            .iter()
            .all(|&it| chart.regions[it].initial.is_none() || calm[it])
}

/// Whether a behaviour, if there is one, does nothing but show texts.
fn only_shows(chart: &Chart, behaviour: Option<usize>) -> bool {
    let statements = behaviour.map(|it| &chart.behaviours[it].statements);
    let mut all = statements.into_iter().flatten();
    all.all(|it| matches!(it.kind, StatementKind::Trace(_)))
}

impl Machine<'_> {
    /// Puts completion events that no transition waits for, and that stand next to each other, into one order.
    pub(super) fn put_in_order(&self, object: ObjectId, own: &mut ObjectState) {
        let awaited = &self.awaited[self.chart_of(object)];
        let runs = own
            .completions
            .chunk_by_mut(|&one, &next| !awaited[one] && !awaited[next]);
        for run in runs {
            run.sort_unstable();
        }
    }

    /// Whether all threads of the running step of an object are calm, and nothing can end the run while they run.
    pub(super) fn is_calm(&self, object: ObjectId, own: &ObjectState) -> bool {
        own.activities.is_empty() && !self.can_overflow() && self.are_calm(object, &own.rest)
    }

    /// Whether the threads with which a term begins are calm.
    fn are_calm(&self, object: ObjectId, term: &Term) -> bool {
        match term {
            Term::Sequence(parts) => self.are_calm(object, &parts[0]),
            Term::Frozen(_, inner) => self.are_calm(object, inner),
            Term::Parallel(parts) => parts.iter().all(|it| self.goes_calmly(object, it)),
            Term::Done | Term::Act(_) => false,
        }
    }

    /// Whether everything in a term is calm.
    fn goes_calmly(&self, object: ObjectId, term: &Term) -> bool {
        let chart = self.structure(object).chart;
        let calm = &self.calm[self.chart_of(object)];
        match term {
            Term::Done => true,
            Term::Sequence(parts) | Term::Parallel(parts) => {
                parts.iter().all(|it| self.goes_calmly(object, it))
            }
            Term::Frozen(_, inner) => self.goes_calmly(object, inner),
            Term::Act(action) => match action {
                Action::Default(region) => calm[*region],
                Action::Ensure(vertex, explicit, beside) => {
                    explicit.is_empty() && beside.is_done() && is_calm_state(chart, *vertex, calm)
                }
                Action::Entered(vertex) => is_calm_state(chart, *vertex, calm),
                Action::Run(_)
                | Action::Exit(_)
                | Action::Abort(_)
                | Action::Leave(_)
                | Action::Complete(_)
                | Action::Reopen(_)
                | Action::Restore(_)
                | Action::StartActivity(_)
                | Action::Enter(..)
                | Action::Segment(_)
                | Action::Microstep(_) => false,
            },
        }
    }
}
