//! Entering a vertex by a transition, by the kind of the vertex (section 3).

use super::super::model::{ObjectId, TransitionId, VertexId, VertexKind};
use super::machine::Machine;
use super::oracle::Oracle;
use super::state::{Fault, ObjectState, ObjectStatus, Report};
use super::term::{Action, Term};

impl Machine<'_> {
    /// enter(v, t), by the kind of v.
    pub(super) fn enter(
        &self,
        state: &mut ObjectState,
        object: ObjectId,
        vertex: VertexId,
        by: TransitionId,
        frozen: Option<&[i64]>,
        (oracle, report): (&mut Oracle, &mut Report),
    ) -> Term {
        let chart = self.structure(object).chart;
        let it = &chart.vertices[vertex];
        let segments = |all: &[TransitionId]| {
            all.iter()
                .map(|&it| Term::from(Action::Segment(it)))
                .collect::<Vec<_>>()
        };
        match it.kind {
            VertexKind::State => Action::Ensure(vertex, Vec::new(), Box::default()).into(),
            VertexKind::Final => Action::Complete(it.region).into(),
            VertexKind::Initial => Term::Done,
            VertexKind::Terminate => {
                state.status = ObjectStatus::Terminated;
                Term::Done
            }
            VertexKind::Junction => self.one_way(state, object, vertex, frozen, (oracle, report)),
            VertexKind::Choice => {
                let values = state.values.clone();
                let event = state.current.as_ref();
                let mut moment = self.moment(object, oracle);
                let open = self.open_ways(object, vertex, &values, event, &mut moment);
                moment.tell(object, report);
                if open.is_empty() {
                    state.status = ObjectStatus::Fault(Fault::NoWayOut(vertex));
                    return Term::Done;
                }
                let chosen = open[moment.choose(open.len())];
                let values = self.frozen(object, &values, &mut moment);
                Term::frozen(values, Action::Segment(chosen).into())
            }
            VertexKind::Fork => Term::parallel(segments(&it.outgoing)),
            VertexKind::Join => {
                if !self.joined(state, object, vertex, by) {
                    return Term::Done;
                }
                let common = self
                    .structure(object)
                    .common_state(&self.structure(object).sources(vertex));
                let left = common.filter(|&it| !self.structure(object).is_inside(vertex, it));
                let left = left.map_or(Term::Done, |it| Action::Exit(it).into());
                Term::sequence([
                    left,
                    self.one_way(state, object, vertex, frozen, (oracle, report)),
                ])
            }
            VertexKind::ExitPoint => {
                if self.structure(object).joins(vertex) && !self.joined(state, object, vertex, by) {
                    return Term::Done;
                }
                let left = it.own.map_or(Term::Done, |it| Action::Exit(it).into());
                Term::sequence([
                    left,
                    self.one_way(state, object, vertex, frozen, (oracle, report)),
                ])
            }
            VertexKind::EntryPoint => {
                self.enter_point(state, object, vertex, frozen, (oracle, report))
            }
            VertexKind::ShallowHistory | VertexKind::DeepHistory => {
                match state.history[it.region] {
                    Some(last) if chart.vertices[last].kind == VertexKind::Final => {
                        Action::Complete(it.region).into()
                    }
                    Some(last) if it.kind == VertexKind::ShallowHistory => {
                        Action::Ensure(last, Vec::new(), Box::default()).into()
                    }
                    Some(_) => Action::Restore(it.region).into(),
                    None => match it.outgoing.first() {
                        Some(&default) => Action::Segment(default).into(),
                        None => Action::Default(it.region).into(),
                    },
                }
            }
        }
    }

    /// Notes that a segment has come to a join; whether it was the last, and then forgets them all.
    fn joined(
        &self,
        state: &mut ObjectState,
        object: ObjectId,
        vertex: VertexId,
        by: TransitionId,
    ) -> bool {
        let incoming = &self.structure(object).chart.vertices[vertex].incoming;
        state.joined.set(by, true);
        let all = incoming.iter().all(|&it| state.joined[it]);
        if all {
            for &it in incoming {
                state.joined.set(it, false);
            }
        }
        all
    }

    /// One of the open segments that leave a pseudostate, by the values at the dispatch; nothing where there is none.
    fn one_way(
        &self,
        state: &mut ObjectState,
        object: ObjectId,
        vertex: VertexId,
        frozen: Option<&[i64]>,
        (oracle, report): (&mut Oracle, &mut Report),
    ) -> Term {
        let before = frozen.unwrap_or(match state.dispatched.is_empty() {
            true => &state.values,
            false => &state.dispatched,
        });
        let event = state.current.as_ref();
        let (values, mut moment) = self.thawed(object, before, oracle);
        let mut open = self.open_ways(object, vertex, values, event, &mut moment);
        open.retain(|&it| self.has_way(object, state, it, values, event, &mut moment));
        let term = match open[..] {
            [] => Term::Done,
            _ => Action::Segment(open[moment.choose(open.len())]).into(),
        };
        moment.tell(object, report);
        if frozen.is_none() {
            self.keep(object, &mut state.dispatched, moment.read());
        }
        term
    }

    fn enter_point(
        &self,
        state: &mut ObjectState,
        object: ObjectId,
        vertex: VertexId,
        frozen: Option<&[i64]>,
        (oracle, report): (&mut Oracle, &mut Report),
    ) -> Term {
        let structure = self.structure(object);
        let chart = structure.chart;
        let it = &chart.vertices[vertex];
        let Some(own) = it.own else { return Term::Done };
        let taken: Vec<TransitionId> = match chart.vertices[own].regions.len() > 1 {
            true => it.outgoing.clone(),
            false => match self.one_way(state, object, vertex, frozen, (oracle, report)) {
                Term::Act(Action::Segment(only)) => vec![only],
                _ => Vec::new(),
            },
        };
        let inward = |it: &&TransitionId| {
            structure
                .region_in(own, chart.transitions[**it].target)
                .is_some()
        };
        let explicit = taken
            .iter()
            .filter_map(|&it| structure.region_in(own, chart.transitions[it].target));
        let explicit: Vec<_> = explicit.collect();
        let inner = Term::parallel(
            taken
                .iter()
                .filter(inward)
                .map(|&it| Action::Segment(it).into()),
        );
        let outer = Term::sequence(
            taken
                .iter()
                .filter(|it| !inward(it))
                .map(|&it| Action::Segment(it).into()),
        );
        Term::sequence([Action::Ensure(own, explicit, Box::new(inner)).into(), outer])
    }
}
