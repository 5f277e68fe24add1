//! What the numbers of a state are: for each object its regions, variables, clocks and queue, and what still has to run.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::super::model::{ObjectId, RegionId, StatechartModel};
use super::codec::timed;
use super::machine::Machine;
use crate::expression::{Enumeration, Sort};
use crate::system::{ElementId, ElementKind, Group, Role, Schema, Variable};

/// Writes a schema.
pub(super) struct Drafter<'m> {
    pub(super) model: &'m StatechartModel,
    pub(super) schema: Schema,
    pub(super) names: BTreeSet<String>,
}

impl Drafter<'_> {
    pub(super) fn add(
        &mut self,
        name: String,
        sort: Sort,
        role: Role,
        group: Option<usize>,
        element: ElementId,
    ) {
        let mut unique = name.clone();
        let mut number = 1;
        while !self.names.insert(unique.clone()) {
            number += 1;
            unique = format!("{name}.{number}");
        }
        self.schema.variables.push(Variable {
            name: unique,
            sort,
            role,
            group,
            element,
        });
    }

    pub(super) fn object(&mut self, object: ObjectId, machine: &Machine<'_>) {
        let it = &self.model.objects[object];
        let chart = &self.model.charts[it.chart];
        let owner = ElementId::SYSTEM as usize;
        self.schema.groups.push(Group {
            name: it.name.clone(),
            element: ElementId::new(ElementKind::Lifeline, owner, object),
        });
        let group = Some(object);
        let dotted = |path: &str| match path.is_empty() {
            true => it.name.clone(),
            false => format!("{}.{path}", it.name),
        };
        for region in 0..chart.regions.len() {
            let element = ElementId::new(ElementKind::Region, it.chart, region);
            let name = dotted(&chart.region_path(region));
            self.add(
                name.clone(),
                places(chart, region),
                Role::Location,
                group,
                element,
            );
            let marks = Sort::Integer {
                range: Some((0, 3)),
            };
            self.add(
                format!("{name}.completed"),
                marks,
                Role::Completed,
                group,
                element,
            );
        }
        for (number, variable) in chart.variables.iter().enumerate() {
            let element = ElementId::new(ElementKind::Attribute, it.chart, number);
            let role = match variable.sort {
                Sort::Enumeration(_) => Role::Link,
                _ => Role::Attribute,
            };
            self.add(
                dotted(&variable.name),
                variable.sort.clone(),
                role,
                group,
                element,
            );
        }
        for vertex in timed(machine, object) {
            let element = ElementId::new(ElementKind::State, it.chart, vertex);
            let name = dotted(&format!("{}.clock", chart.path(vertex)));
            self.add(name, Sort::INTEGER, Role::Clock, group, element);
        }
        let element = ElementId::new(ElementKind::Lifeline, owner, object);
        self.add(
            dotted("queue.size"),
            Sort::INTEGER,
            Role::QueueLength,
            group,
            element,
        );
        let events = self.model.events.iter().map(|it| it.name.clone());
        let events = Sort::Enumeration(Arc::new(Enumeration {
            name: "event".into(),
            literals: std::iter::once("–".to_owned()).chain(events).collect(),
        }));
        for cell in 0..chart.queue {
            self.add(
                dotted(&format!("queue.{cell}")),
                events.clone(),
                Role::QueueCell,
                group,
                element,
            );
            for parameter in 0..machine.most_parameters {
                let name = dotted(&format!("queue.{cell}.{parameter}"));
                self.add(name, Sort::INTEGER, Role::QueueCell, group, element);
            }
        }
        self.add(
            dotted("status"),
            Sort::INTEGER,
            Role::Completed,
            group,
            element,
        );
        self.add(
            dotted("status.about"),
            Sort::INTEGER,
            Role::ProgramCounter,
            group,
            element,
        );
        let numbers = Arc::new(Sort::INTEGER);
        let list = Sort::Array {
            index: Arc::clone(&numbers),
            element: numbers,
        };
        self.add(dotted("rest"), list, Role::ProgramCounter, group, element);
    }
}

/// Where a region can be: nowhere, at one of its vertices, or at its end.
fn places(chart: &super::super::model::Chart, region: RegionId) -> Sort {
    let names = chart.regions[region].vertices.iter().map(|&it| {
        let path = chart.path(it);
        let prefix = chart.region_path(region);
        path.strip_prefix(&format!("{prefix}."))
            .map_or(path.clone(), str::to_owned)
    });
    let names = std::iter::once("–".to_owned())
        .chain(names)
        .chain(["[end]".to_owned()]);
    Sort::Enumeration(Arc::new(Enumeration {
        name: "place".into(),
        literals: names.collect(),
    }))
}
