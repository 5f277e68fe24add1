//! Where nothing is left to do: objects that have ended or rest, and systems that only something from outside takes on.
//!
//! An object rests between its steps where each innermost active state is marked `<<rest>>` or lies in a state that is; final
//! states of regions do not count. A state of the system is a deadlock where nothing can happen although some object
//! neither has ended nor rests; a *deadlock without environment* where nothing but an event from outside can.

use super::super::model::{ObjectId, VertexKind};
use super::machine::Machine;
use super::state::{ObjectState, ObjectStatus, SystemState};
use super::system::StatechartSystem;

impl Machine<'_> {
    /// Whether an object rests.
    #[must_use]
    pub fn rests(&self, object: ObjectId, own: &ObjectState) -> bool {
        let structure = self.structure(object);
        let vertices = &structure.chart.vertices;
        let counts = |it: usize| vertices[it].kind != VertexKind::Final;
        let active: Vec<_> = own.active.iter().filter(|&it| counts(it)).collect();
        let is_leaf = |it: usize| !active.iter().any(|&inner| structure.is_inside(inner, it));
        let is_marked = |it: usize| {
            let mut around = structure.ancestors(it).iter();
            vertices[it].rests || around.any(|&it| vertices[it].rests)
        };
        let mut leaves = active.iter().copied().filter(|&it| is_leaf(it));
        own.status == ObjectStatus::Run
            && own.is_stable()
            && !active.is_empty()
            && leaves.all(is_marked)
    }

    /// Whether an object has ended or rests.
    #[must_use]
    pub fn may_stay(&self, object: ObjectId, own: &ObjectState) -> bool {
        own.status.is_ended() || self.rests(object, own)
    }
}

impl StatechartSystem<'_> {
    /// Whether every object has ended or rests.
    #[must_use]
    pub fn all_may_stay(&self, state: &SystemState) -> bool {
        let mut objects = state.objects.iter().enumerate();
        objects.all(|(object, own)| self.machine().may_stay(object, own))
    }

    /// Whether nothing but an event from outside takes a state on, although some object neither has ended nor rests.
    #[must_use]
    pub fn is_stuck_alone(&self, state: &SystemState) -> bool {
        // Scripts that wait send nothing.
        let mut alone = state.clone();
        for script in &mut alone.scripts {
            script.waits = true;
        }
        let next = self.successors(&alone);
        let is_silent = next.all.is_empty() && next.beyond.is_empty() && next.cut.is_empty();
        is_silent && !self.all_may_stay(state)
    }
}
