//! Whether a transition has a way through (section 5): static, with the values at the dispatch.
//!
//! A transition without one is not enabled: it neither fires nor hides others.

use super::super::model::{ObjectId, TransitionId, VertexId, VertexKind};
use super::machine::Machine;
use super::moment::Moment;
use super::state::{Message, ObjectState};

impl Machine<'_> {
    /// Whether a transition or segment leads somewhere, with these values of the variables.
    #[must_use]
    pub fn has_way(
        &self,
        object: ObjectId,
        state: &ObjectState,
        transition: TransitionId,
        variables: &[i64],
        event: Option<&Message>,
        moment: &mut Moment<'_>,
    ) -> bool {
        Ways {
            machine: self,
            object,
            state,
            variables,
            event,
            moment,
            open: Vec::new(),
        }
        .through(transition)
    }
}

struct Ways<'w, 'm, 'o> {
    machine: &'w Machine<'m>,
    object: ObjectId,
    state: &'w ObjectState,
    variables: &'w [i64],
    event: Option<&'w Message>,
    moment: &'w mut Moment<'o>,
    /// Segments on the way: what leads in a circle leads nowhere.
    open: Vec<TransitionId>,
}

impl Ways<'_, '_, '_> {
    fn through(&mut self, transition: TransitionId) -> bool {
        if self.open.contains(&transition) {
            return false;
        }
        self.open.push(transition);
        let chart = self.machine.structure(self.object).chart;
        let through = self.into(chart.transitions[transition].target, transition);
        self.open.pop();
        through
    }

    fn some_way(&mut self, vertex: VertexId) -> bool {
        let machine = self.machine;
        let (object, variables, event) = (self.object, self.variables, self.event);
        let open = machine.open_ways(object, vertex, variables, event, self.moment);
        // Each is looked at, so that what is read does not depend on their order.
        let mut any = false;
        for it in open {
            any |= self.through(it);
        }
        any
    }

    fn every_way(&mut self, vertex: VertexId) -> bool {
        let outgoing = self.machine.structure(self.object).chart.vertices[vertex]
            .outgoing
            .clone();
        outgoing.into_iter().all(|it| self.through(it))
    }

    fn into(&mut self, vertex: VertexId, by: TransitionId) -> bool {
        let chart = self.machine.structure(self.object).chart;
        let it = &chart.vertices[vertex];
        match it.kind {
            VertexKind::Junction => self.some_way(vertex),
            VertexKind::ExitPoint => it.outgoing.is_empty() || self.some_way(vertex),
            VertexKind::Fork => self.every_way(vertex),
            VertexKind::EntryPoint => {
                let own = it.own.map_or(0, |own| chart.vertices[own].regions.len());
                match own > 1 {
                    true => self.every_way(vertex),
                    false => it.outgoing.is_empty() || self.some_way(vertex),
                }
            }
            VertexKind::Join => {
                let others = it.incoming.iter().filter(|&&it| it != by);
                let is_last = others.clone().all(|&it| self.state.joined[it]);
                !is_last || self.some_way(vertex)
            }
            VertexKind::State if !self.state.active[vertex] => {
                let initials = it
                    .regions
                    .iter()
                    .filter_map(|&it| chart.regions[it].initial);
                initials
                    .collect::<Vec<_>>()
                    .into_iter()
                    .all(|it| self.every_way(it))
            }
            _ => true,
        }
    }
}
