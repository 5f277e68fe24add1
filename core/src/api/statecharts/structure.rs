//! Statecharts as they are drawn.

use std::collections::HashMap;

use super::objects::{named, objects};
use crate::api::patch;
use crate::api::property::{in_own_words, one_line};
use crate::api::read_text::ReadText;
use crate::language::statechart::ast::{Action, Guard, Item, Label, StatechartDocument, Statement};
use crate::language::statechart::model::{
    BehaviourId, Chart, StatechartModel, TransitionKind, VertexId, VertexKind,
};
use crate::language::statechart::{LANGUAGE, Statecharts, print};
use crate::language::{Languages, Reading};
use crate::text::{LineIndex, Severity};
use crate::view::{
    ArcView, ObjectView, REST, RegionView, StateLineView, StatechartView, VertexShape, VertexView,
};

/// The objects of a text of statecharts, none while it has errors, and its statecharts as they are drawn, as far as they
/// could be read. Linear in the text.
#[must_use]
pub fn chart_scene(text: &str) -> (Vec<ObjectView>, Vec<StatechartView>) {
    scene(text, &Languages::only(&LANGUAGE).read(text))
}

/// The same of a text that has been read; nothing where it is about something else.
#[must_use]
pub fn chart_scene_of(read: &ReadText) -> (Vec<ObjectView>, Vec<StatechartView>) {
    scene(read.text(), read.reading())
}

fn scene(text: &str, reading: &Reading) -> (Vec<ObjectView>, Vec<StatechartView>) {
    let (Some(document), Some(model)) = (
        reading.document::<Statecharts>(),
        reading.model::<Statecharts>(),
    ) else {
        return <_>::default();
    };
    let mut errors = reading.diagnostics.iter();
    let objects = match errors.any(|it| it.severity == Severity::Error) {
        true => named(text, model),
        false => objects(text, model),
    };
    (objects, structure(text, document, model))
}

/// The same of a text that has been read.
#[must_use]
pub fn structure(
    text: &str,
    document: &StatechartDocument,
    model: &StatechartModel,
) -> Vec<StatechartView> {
    let lines = LineIndex::new(text);
    let mut labels = HashMap::new();
    for item in &document.items {
        if let Item::Chart(chart) = item {
            labels_of(&chart.body, &mut labels);
        }
    }
    let charts = model.charts.iter();
    let charts = charts.map(|chart| {
        Drafter {
            text,
            lines: &lines,
            labels: &labels,
            model,
            chart,
        }
        .view()
    });
    charts.collect()
}

/// The labels of transitions, by their places.
fn labels_of<'d>(body: &'d [Statement], labels: &mut HashMap<(usize, usize), &'d Label>) {
    for statement in body {
        let (span, label) = match statement {
            Statement::Transition(it) => (it.span, &it.label),
            Statement::Internal { label, span, .. } => (*span, label),
            Statement::State(it) => {
                labels_of(it.body.as_deref().unwrap_or_default(), labels);
                continue;
            }
            Statement::Region { body, .. } => {
                labels_of(body, labels);
                continue;
            }
            _ => continue,
        };
        labels.insert((span.start, span.end), label);
    }
}

struct Drafter<'m> {
    text: &'m str,
    lines: &'m LineIndex<'m>,
    labels: &'m HashMap<(usize, usize), &'m Label>,
    model: &'m StatechartModel,
    chart: &'m Chart,
}

impl Drafter<'_> {
    fn view(&self) -> StatechartView {
        let chart = self.chart;
        let regions = chart.regions.iter().map(|it| RegionView {
            name: it.name.clone(),
            owner: it.owner,
            vertices: it.vertices.clone(),
            range: patch::range(self.lines, it.span),
        });
        StatechartView {
            name: chart.name.clone(),
            vertices: (0..chart.vertices.len())
                .map(|it| self.vertex(it))
                .collect(),
            regions: regions.collect(),
            transitions: (0..chart.transitions.len())
                .map(|it| self.arc(it))
                .collect(),
            range: patch::range(self.lines, chart.span),
        }
    }

    fn arc(&self, transition: usize) -> ArcView {
        let it = &self.chart.transitions[transition];
        let label = self.labels.get(&(it.span.start, it.span.end));
        let part = |print: &dyn Fn(&Label) -> String| label.map_or(String::new(), |it| print(it));
        ArcView {
            source: it.source,
            target: it.target,
            internal: it.kind == TransitionKind::Internal,
            trigger: part(&print::triggers_drawn),
            guard: part(&|it| self.guard(it)),
            effect: part(&|it| self.effect(&it.actions)),
            range: patch::range(self.lines, it.span),
        }
    }

    /// The condition of a label, spelled as its author did.
    fn guard(&self, it: &Label) -> String {
        let printed = print::guard(it);
        match &it.guard {
            Some(Guard::Expression(it)) => in_own_words(it.span.text(self.text), printed),
            _ => printed,
        }
    }

    /// Actions, likewise.
    fn effect(&self, all: &[Action]) -> String {
        let one = |it: &Action| {
            let printed = print::actions(std::slice::from_ref(it));
            in_own_words(it.span.text(self.text), printed)
        };
        let all: Vec<_> = all.iter().map(one).collect();
        all.join("; ")
    }

    fn vertex(&self, vertex: VertexId) -> VertexView {
        let it = &self.chart.vertices[vertex];
        let rests = it.rests.then(|| StateLineView {
            text: REST.into(),
            transition: None,
        });
        let own = [("entry", it.entry), ("do", it.activity), ("exit", it.exit)];
        let own = own
            .into_iter()
            .filter_map(|(word, behaviour)| self.behaviour(word, behaviour?));
        let own = own.map(|text| StateLineView {
            text,
            transition: None,
        });
        let mut lines: Vec<_> = rests.into_iter().chain(own).collect();
        for &number in &it.outgoing {
            let view = self.arc(number);
            if view.internal {
                lines.push(StateLineView {
                    text: view.label(),
                    transition: Some(number),
                });
            }
        }
        if !it.deferred.is_empty() {
            let names = it.deferred.iter().map(|&it| &*self.model.events[it].name);
            lines.push(StateLineView {
                text: format!("{} / defer", names.collect::<Vec<_>>().join(", ")),
                transition: None,
            });
        }
        VertexView {
            shape: shape(it.kind),
            name: it.name.clone(),
            path: self.chart.path(vertex),
            label: it.label.clone(),
            region: it.region,
            own: it.own,
            regions: it.regions.clone(),
            lines,
            range: patch::range(self.lines, it.span),
        }
    }

    /// `entry / …`; `None` where nothing is done.
    fn behaviour(&self, word: &str, behaviour: BehaviourId) -> Option<String> {
        let all = self.chart.behaviours[behaviour].statements.iter();
        let all: Vec<_> = all.map(|it| one_line(it.span.text(self.text))).collect();
        (!all.is_empty()).then(|| format!("{word} / {}", all.join("; ")))
    }
}

fn shape(kind: VertexKind) -> VertexShape {
    match kind {
        VertexKind::State => VertexShape::State,
        VertexKind::Initial => VertexShape::Initial,
        VertexKind::Final => VertexShape::Final,
        VertexKind::Junction => VertexShape::Junction,
        VertexKind::Choice => VertexShape::Choice,
        VertexKind::Fork => VertexShape::Fork,
        VertexKind::Join => VertexShape::Join,
        VertexKind::ShallowHistory => VertexShape::ShallowHistory,
        VertexKind::DeepHistory => VertexShape::DeepHistory,
        VertexKind::EntryPoint => VertexShape::EntryPoint,
        VertexKind::ExitPoint => VertexShape::ExitPoint,
        VertexKind::Terminate => VertexShape::Terminate,
    }
}
