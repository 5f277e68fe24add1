//! The states of a statechart: which names stand for which vertices, in which regions.
//!
//! A state need not be declared. A name in a transition means, in this order: a state of its own region or of one around
//! it; the only state of that name, or of a path that ends so, inside its region; the only one that is declared
//! (`state S`, or `[*] --> S`) anywhere in the statechart; else a new state of its region. So names may repeat in different
//! states, and where nothing declares a state, the line that mentions it first says where it is.

use std::collections::{BTreeMap, BTreeSet};

use super::ast::{ChartSyntax, End, StateSyntax, Statement, Stereotype};
use super::check_vertices::{add_region, add_vertex, by_path, is_inside, twice, unknown};
use super::model::{Chart, RegionId, VertexId, VertexKind};
use crate::language::Name;
use crate::language::names::{shown, shown_list};
use crate::text::{Diagnostic, Findings, Span};

/// Index of an area in [`Builder::areas`].
pub(super) type AreaId = usize;

/// A list of statements: the body of a statechart, state or region, up to a separator.
pub(super) struct Area {
    /// The state whose body it is in.
    pub(super) owner: Option<VertexId>,
    /// Its region, as soon as something needs one.
    region: Option<RegionId>,
    parent: Option<AreaId>,
    span: Span,
}

/// What is known of the states of a statechart.
pub(super) struct Builder<'d> {
    pub(super) areas: Vec<Area>,
    /// The statements that are not declarations of states, each with its area, in the order of the text.
    pub(super) statements: Vec<(AreaId, &'d Statement)>,
    /// What names stand for in a region.
    names: BTreeMap<(RegionId, String), VertexId>,
    /// Entry and exit points by their state and name.
    points: BTreeMap<(VertexId, String), VertexId>,
    /// States that nothing declares.
    mentioned: BTreeSet<VertexId>,
}

/// What a name stands for.
enum Found {
    Vertex(VertexId),
    Several(Vec<VertexId>),
    Nothing,
}

impl<'d> Builder<'d> {
    /// The states and regions of a statechart.
    pub(super) fn build(
        syntax: &'d ChartSyntax,
        chart: &mut Chart,
        findings: &mut Findings,
    ) -> Self {
        let mut builder = Self {
            areas: Vec::new(),
            statements: Vec::new(),
            names: BTreeMap::new(),
            points: BTreeMap::new(),
            mentioned: BTreeSet::new(),
        };
        builder.body(None, None, &syntax.body, syntax.name.span, chart, findings);
        builder.initial_targets(chart);
        builder.mentions(chart, findings);
        for vertex in &mut chart.vertices {
            vertex
                .regions
                .sort_by_key(|&it| chart.regions[it].span.start);
        }
        builder
    }

    fn body(
        &mut self,
        owner: Option<VertexId>,
        parent: Option<AreaId>,
        body: &'d [Statement],
        span: Span,
        chart: &mut Chart,
        findings: &mut Findings,
    ) {
        for section in body.split(|it| matches!(it, Statement::Separator(_))) {
            let area = self.area(owner, parent, span);
            self.section(area, section, chart, findings);
        }
    }

    fn area(&mut self, owner: Option<VertexId>, parent: Option<AreaId>, span: Span) -> AreaId {
        self.areas.push(Area {
            owner,
            region: None,
            parent,
            span,
        });
        self.areas.len() - 1
    }

    fn section(
        &mut self,
        area: AreaId,
        section: &'d [Statement],
        chart: &mut Chart,
        findings: &mut Findings,
    ) {
        for statement in section {
            match statement {
                Statement::State(it) => {
                    let vertex = self.declare(area, it, chart, findings);
                    if let (Some(vertex), Some(body)) = (vertex, &it.body) {
                        self.body(Some(vertex), Some(area), body, it.span, chart, findings);
                    }
                }
                Statement::Region { name, body, span } => {
                    let owner = self.areas[area].owner;
                    let region = add_region(chart, owner, &name.text, *span);
                    let inner = self.area(owner, Some(area), *span);
                    self.areas[inner].region = Some(region);
                    if let Some(second) =
                        body.iter().find(|it| matches!(it, Statement::Separator(_)))
                    {
                        let Statement::Separator(span) = second else {
                            continue;
                        };
                        let title = "A region is not divided by `--`";
                        let hint = "Write two regions, or a state with regions inside.";
                        findings.push(Diagnostic::error("divided-region", *span, title).hint(hint));
                    }
                    self.section(inner, body, chart, findings);
                }
                Statement::Separator(_) => {}
                Statement::Variable(it) if self.areas[area].parent.is_some() => {
                    let title = "Variables belong to the statechart as a whole";
                    let finding = Diagnostic::error("misplaced-declaration", it.name.span, title);
                    findings
                        .push(finding.hint("Move the line to the beginning of the statechart."));
                }
                Statement::Queue(it) if self.areas[area].parent.is_some() => {
                    let title = "The queue belongs to the statechart as a whole";
                    let finding = Diagnostic::error("misplaced-declaration", it.size.1, title);
                    findings
                        .push(finding.hint("Move the line to the beginning of the statechart."));
                }
                Statement::Input(it) if self.areas[area].parent.is_some() => {
                    let title = "Inputs belong to the statechart as a whole";
                    let finding = Diagnostic::error("misplaced-declaration", it.name.span, title);
                    findings
                        .push(finding.hint("Move the line to the beginning of the statechart."));
                }
                Statement::Variable(_) | Statement::Input(_) | Statement::Queue(_) => {}
                _ => self.statements.push((area, statement)),
            }
        }
    }

    /// The region of an area.
    pub(super) fn region(&mut self, area: AreaId, chart: &mut Chart) -> RegionId {
        if let Some(region) = self.areas[area].region {
            return region;
        }
        let it = &self.areas[area];
        // Statements between the regions of a state belong to what is around it.
        let divided = chart
            .regions
            .iter()
            .any(|region| region.owner == it.owner && !region.name.is_empty());
        let region = match it.parent {
            Some(parent) if divided => self.region(parent, chart),
            _ => add_region(chart, it.owner, "", it.span),
        };
        self.areas[area].region = Some(region);
        region
    }

    fn declare(
        &mut self,
        area: AreaId,
        syntax: &StateSyntax,
        chart: &mut Chart,
        findings: &mut Findings,
    ) -> Option<VertexId> {
        let kind = match syntax.kind.map(|it| it.0) {
            None | Some(Stereotype::Rest) => VertexKind::State,
            Some(Stereotype::Choice) => VertexKind::Choice,
            Some(Stereotype::Junction) => VertexKind::Junction,
            Some(Stereotype::Fork) => VertexKind::Fork,
            Some(Stereotype::Join) => VertexKind::Join,
            Some(Stereotype::EntryPoint) => VertexKind::EntryPoint,
            Some(Stereotype::ExitPoint) => VertexKind::ExitPoint,
            Some(Stereotype::Terminate) => VertexKind::Terminate,
            Some(Stereotype::Final) => VertexKind::Final,
        };
        if kind != VertexKind::State && syntax.body.as_ref().is_some_and(|it| !it.is_empty()) {
            let title = "Only states have something inside";
            let finding = Diagnostic::error("body-of-pseudostate", syntax.name.span, title);
            findings
                .push(finding.hint("Leave out what stands between the braces, or the `<<…>>`."));
        }
        let name = &syntax.name;
        if matches!(kind, VertexKind::EntryPoint | VertexKind::ExitPoint) {
            let Some(own) = self.areas[area].owner else {
                let title = "An entry or exit point belongs to a state";
                let finding = Diagnostic::error("point-without-state", name.span, title);
                findings.push(
                    finding.hint("Declare it inside the state that it leads into or out of."),
                );
                return None;
            };
            let region = chart.vertices[own].region;
            let vertex = add_vertex(chart, region, kind, name);
            chart.vertices[vertex].own = Some(own);
            if let Some(first) = self.points.insert((own, name.text.clone()), vertex) {
                twice(chart.vertices[first].span, name, findings);
            }
            return None;
        }
        let region = self.region(area, chart);
        if let Some(&first) = self.names.get(&(region, name.text.clone())) {
            twice(chart.vertices[first].span, name, findings);
            return Some(first);
        }
        if name.text.contains('.')
            && syntax.name.span.end - syntax.name.span.start == name.text.len()
        {
            let title = format!("{} looks like a path", shown(&name.text));
            let finding = Diagnostic::error("dotted-name", name.span, title);
            findings.push(
                finding.hint("Declare the state inside the one that holds it, by its own name."),
            );
        }
        let vertex = add_vertex(chart, region, kind, name);
        chart.vertices[vertex].label = syntax.label.as_ref().map(|it| it.text.clone());
        chart.vertices[vertex].rests = syntax.kind.is_some_and(|it| it.0 == Stereotype::Rest);
        self.names.insert((region, name.text.clone()), vertex);
        Some(vertex)
    }

    /// `[*] --> S` declares S in its region, unless it is a state further in.
    fn initial_targets(&mut self, chart: &mut Chart) {
        for (area, statement) in self.statements.clone() {
            let Statement::Transition(it) = statement else {
                continue;
            };
            for end in [&it.source, &it.target] {
                if let End::Pseudo(_) | End::History { of: None, .. } = end {
                    self.region(area, chart);
                }
            }
            let (End::Pseudo(_), End::State(name)) = (&it.source, &it.target) else {
                continue;
            };
            let region = self.region(area, chart);
            let own = self.names.contains_key(&(region, name.text.clone()));
            let further_in = chart.vertices.iter().any(|it| {
                let name_fits = it.name == name.text;
                name_fits && (it.own.is_some() || is_inside(chart, it.region, region))
            });
            if !own && !further_in && !name.text.contains('.') {
                let vertex = add_vertex(chart, region, VertexKind::State, name);
                self.names.insert((region, name.text.clone()), vertex);
            }
        }
    }

    /// Declares every state that is mentioned only, in the order of the text.
    fn mentions(&mut self, chart: &mut Chart, findings: &mut Findings) {
        let mut mentioned: Vec<(AreaId, &Name)> = Vec::new();
        for &(area, statement) in &self.statements {
            let mut mention = |it: &'d Name| mentioned.push((area, it));
            match statement {
                Statement::Transition(it) => {
                    for end in [&it.source, &it.target] {
                        if let End::State(name) = end {
                            mention(name);
                        }
                    }
                }
                Statement::Behaviour {
                    state: Some(name), ..
                }
                | Statement::Internal {
                    state: Some(name), ..
                }
                | Statement::Defer {
                    state: Some(name), ..
                } => mention(name),
                _ => {}
            }
        }
        mentioned.sort_by_key(|it| it.1.span.start);
        for (area, name) in mentioned {
            if !matches!(self.find(area, &name.text, chart), Found::Nothing) {
                continue;
            }
            if name.text.contains('.') && name.span.end - name.span.start == name.text.len() {
                unknown(name, chart, findings);
                continue;
            }
            let region = self.region(area, chart);
            let vertex = add_vertex(chart, region, VertexKind::State, name);
            self.mentioned.insert(vertex);
            self.names.insert((region, name.text.clone()), vertex);
        }
    }

    fn find(&self, area: AreaId, name: &str, chart: &Chart) -> Found {
        for it in std::iter::successors(Some(area), |&it| self.areas[it].parent) {
            let it = &self.areas[it];
            let own = it
                .region
                .and_then(|region| self.names.get(&(region, name.to_owned())));
            let point = it
                .owner
                .and_then(|owner| self.points.get(&(owner, name.to_owned())));
            if let Some(&found) = own.or(point) {
                return Found::Vertex(found);
            }
        }
        let named = by_path(chart, name);
        let region = self.areas[area].region;
        let inside = |it: &VertexId| {
            region.is_none_or(|region| is_inside(chart, chart.vertices[*it].region, region))
        };
        let inner: Vec<_> = named.iter().copied().filter(inside).collect();
        let declared = |it: &VertexId| name.contains('.') || !self.mentioned.contains(it);
        let named = match inner.is_empty() {
            true => named.into_iter().filter(declared).collect(),
            false => inner,
        };
        match named[..] {
            [] => Found::Nothing,
            [only] => Found::Vertex(only),
            _ => Found::Several(named),
        }
    }

    /// The vertex of a name in an area; reports a name of several.
    pub(super) fn vertex(
        &self,
        area: AreaId,
        name: &Name,
        chart: &Chart,
        findings: &mut Findings,
    ) -> Option<VertexId> {
        match self.find(area, &name.text, chart) {
            Found::Vertex(it) => Some(it),
            Found::Nothing => None,
            Found::Several(all) => {
                let title = format!("{} names {} states", shown(&name.text), all.len());
                let paths: Vec<_> = all.iter().map(|&it| chart.path(it)).collect();
                let hint = format!(
                    "Write more of the path: {}.",
                    shown_list(paths.iter().map(String::as_str))
                );
                findings.push(Diagnostic::error("ambiguous-state", name.span, title).hint(hint));
                None
            }
        }
    }

    /// The pseudostate of a kind in a region; there is one of each.
    pub(super) fn pseudostate(
        &self,
        region: RegionId,
        kind: VertexKind,
        span: Span,
        chart: &mut Chart,
    ) -> VertexId {
        let known = chart.regions[region].vertices.iter().copied();
        let mut known = known
            .filter(|&it| chart.vertices[it].kind == kind && chart.vertices[it].name.is_empty());
        if let Some(known) = known.next() {
            return known;
        }
        let name = Name {
            text: String::new(),
            span,
        };
        let vertex = add_vertex(chart, region, kind, &name);
        if kind == VertexKind::Initial {
            chart.regions[region].initial = Some(vertex);
        }
        vertex
    }

    /// The region of an area, where there is one by now; each `[*]` and `[H]` has made one.
    pub(super) fn known_region(&self, area: AreaId) -> Option<RegionId> {
        self.areas[area].region
    }

    /// The region that a history mark is about.
    pub(super) fn history_region(
        &self,
        area: AreaId,
        of: Option<&Name>,
        chart: &Chart,
        findings: &mut Findings,
    ) -> Option<RegionId> {
        let name = of?;
        let ends = |path: &str| path == name.text || path.ends_with(&format!(".{}", name.text));
        let all = 0..chart.regions.len();
        let regions: Vec<_> = all
            .filter(|&it| !chart.regions[it].name.is_empty() && ends(&chart.region_path(it)))
            .collect();
        if let [only] = regions[..] {
            return Some(only);
        }
        let Some(state) = self.vertex(area, name, chart, findings) else {
            unknown(name, chart, findings);
            return None;
        };
        match chart.vertices[state].regions[..] {
            [only] => Some(only),
            [] => {
                let title = format!("{} has nothing inside to remember", shown(&name.text));
                let hint = "Let the transition lead to the state itself.";
                findings.push(Diagnostic::error("history-of-simple", name.span, title).hint(hint));
                None
            }
            _ => {
                let title = format!(
                    "{} has several regions, and each has a history of its own",
                    shown(&name.text)
                );
                let hint = "Name the region: `State.Region[H]`; or fork to the histories of all.";
                findings.push(Diagnostic::error("history-of-regions", name.span, title).hint(hint));
                None
            }
        }
    }
}
