//! What a statechart must not be: choices without a way out, joins that never join, transitions from nowhere.

use super::model::{
    Chart, Guard, StatechartModel, TransitionId, TransitionKind, VertexId, VertexKind,
};
use super::structure::Structure;
use crate::language::names::shown;
use crate::text::{Diagnostic, Findings, Span};

/// Looks at every statechart.
pub(super) fn check(model: &StatechartModel, findings: &mut Findings) {
    for chart in &model.charts {
        let rules = Rules {
            chart,
            structure: Structure::new(chart),
        };
        rules.regions(findings);
        for vertex in 0..chart.vertices.len() {
            rules.vertex(vertex, findings);
        }
        for transition in 0..chart.transitions.len() {
            rules.transition(transition, findings);
        }
    }
}

struct Rules<'m> {
    chart: &'m Chart,
    structure: Structure<'m>,
}

fn error(findings: &mut Findings, code: &'static str, span: Span, title: String, hint: &str) {
    findings.push(Diagnostic::error(code, span, title).hint(hint));
}

impl Rules<'_> {
    fn name(&self, vertex: VertexId) -> String {
        shown(&self.chart.path(vertex))
    }

    fn regions(&self, findings: &mut Findings) {
        let chart = self.chart;
        if chart.regions.is_empty() {
            let title = format!("{} has no states", shown(&chart.name));
            error(
                findings,
                "no-initial-state",
                chart.span,
                title,
                "Write at least `[*] --> first`.",
            );
        }
        for (number, region) in chart.regions.iter().enumerate() {
            match region.initial {
                None if region.owner.is_none() => {
                    let title = "Nothing says where this statechart starts".to_owned();
                    let span = if region.span == Span::default() {
                        chart.span
                    } else {
                        region.span
                    };
                    error(
                        findings,
                        "no-initial-state",
                        span,
                        title,
                        "Write `[*] --> first`.",
                    );
                }
                None => {
                    let is_entered = region
                        .vertices
                        .iter()
                        .any(|&it| self.is_entered_from_outside(it, number));
                    if !is_entered && !region.vertices.is_empty() {
                        let title = match region.name.is_empty() {
                            true => {
                                "Nothing says where this region starts, and nothing leads into it"
                                    .to_owned()
                            }
                            false => format!(
                                "Nothing says where {} starts, and nothing leads into it",
                                shown(&region.name)
                            ),
                        };
                        let finding = Diagnostic::warning("no-initial-state", region.span, title);
                        findings.push(
                            finding.hint(
                                "Write `[*] --> first` in it; as it is, it counts as complete.",
                            ),
                        );
                    }
                }
                Some(initial) => {
                    let outgoing = &chart.vertices[initial].outgoing;
                    if let [first, second, ..] = outgoing[..] {
                        let title = "There are two initial transitions in one region";
                        let finding = Diagnostic::error(
                            "two-initial-states",
                            chart.transitions[second].span,
                            title,
                        );
                        let finding = finding.label(chart.transitions[first].span, "the first one");
                        findings.push(
                            finding
                                .hint("Keep one of them; `--` or `region` begins another region."),
                        );
                    }
                }
            }
        }
    }

    fn is_entered_from_outside(&self, vertex: VertexId, region: usize) -> bool {
        let sources = self.structure.sources(vertex);
        let outside = |it: &VertexId| !self.structure.regions_of(*it).any(|it| it == region);
        sources.iter().any(outside)
            || matches!(
                self.chart.vertices[vertex].kind,
                VertexKind::ShallowHistory | VertexKind::DeepHistory
            )
            || self.chart.vertices[vertex].regions.iter().any(|&inner| {
                self.chart.regions[inner]
                    .vertices
                    .iter()
                    .any(|&it| self.is_entered_from_outside(it, region))
            })
    }

    fn vertex(&self, vertex: VertexId, findings: &mut Findings) {
        let it = &self.chart.vertices[vertex];
        let name = self.name(vertex);
        let no_way_out = it.outgoing.is_empty();
        match it.kind {
            VertexKind::Choice | VertexKind::Junction | VertexKind::Fork | VertexKind::Join
                if no_way_out =>
            {
                let title = format!("There is no way out of {name}");
                error(
                    findings,
                    "no-way-out",
                    it.span,
                    title,
                    "Write at least one transition that leaves it.",
                );
            }
            VertexKind::Choice if !self.always_goes_on(vertex) => {
                let title = format!("Perhaps no way out of the choice {name} is open");
                let finding = Diagnostic::warning("no-way-out", it.span, title);
                findings.push(finding.hint("Add a transition with `[else]`; without one the run ends there, with an error."));
            }
            VertexKind::Final if !no_way_out => {
                let span = self.chart.transitions[it.outgoing[0]].span;
                let title = "A final state is never left".to_owned();
                error(
                    findings,
                    "leaves-final",
                    span,
                    title,
                    "Make it a state, or leave the transition out.",
                );
            }
            VertexKind::Terminate if !no_way_out => {
                let span = self.chart.transitions[it.outgoing[0]].span;
                let title = "Everything stops here, and nothing goes on".to_owned();
                error(
                    findings,
                    "leaves-final",
                    span,
                    title,
                    "Leave the transition out.",
                );
            }
            VertexKind::ShallowHistory | VertexKind::DeepHistory if it.outgoing.len() > 1 => {
                let span = self.chart.transitions[it.outgoing[1]].span;
                let title = "A history has one default".to_owned();
                error(
                    findings,
                    "second-default",
                    span,
                    title,
                    "Keep one of the transitions.",
                );
            }
            VertexKind::Fork => self.fork(vertex, findings),
            VertexKind::Join => self.join(vertex, findings),
            _ => {}
        }
    }

    /// Whether some segment is open whatever the variables are.
    fn always_goes_on(&self, vertex: VertexId) -> bool {
        let open = |&it: &TransitionId| {
            matches!(self.chart.transitions[it].guard, Guard::True | Guard::Else)
        };
        self.chart.vertices[vertex].outgoing.iter().any(open)
    }

    fn fork(&self, vertex: VertexId, findings: &mut Findings) {
        let it = &self.chart.vertices[vertex];
        let targets: Vec<_> = it
            .outgoing
            .iter()
            .map(|&it| self.chart.transitions[it].target)
            .collect();
        for (at, &one) in targets.iter().enumerate() {
            for &other in &targets[at + 1..] {
                if !self.orthogonal(one, other) {
                    let title =
                        format!("The fork {} leads twice into one region", self.name(vertex));
                    let hint = "Each branch of a fork leads into a region of its own.";
                    return error(findings, "fork-targets", it.span, title, hint);
                }
            }
        }
    }

    fn join(&self, vertex: VertexId, findings: &mut Findings) {
        let it = &self.chart.vertices[vertex];
        let sources = self.structure.sources(vertex);
        let name = self.name(vertex);
        if it.outgoing.len() > 1 {
            let title = format!("The join {name} has several ways out");
            error(
                findings,
                "join-ways-out",
                it.span,
                title,
                "A join has one; put a choice behind it.",
            );
        }
        if sources.is_empty() {
            let title = format!("Nothing leads to the join {name}");
            error(
                findings,
                "join-without-sources",
                it.span,
                title,
                "Let a transition from each region lead to it.",
            );
        }
        for (at, &one) in sources.iter().enumerate() {
            for &other in &sources[at + 1..] {
                if !self.orthogonal(one, other) {
                    let title = format!(
                        "{} and {} are never active together, so {name} waits for ever",
                        self.name(one),
                        self.name(other)
                    );
                    let hint = "A join has one source in each of several regions. Where either is enough, use a junction.";
                    return error(findings, "join-without-fork", it.span, title, hint);
                }
            }
        }
    }

    /// Whether two vertices are in different regions of one state, or in different top regions.
    fn orthogonal(&self, one: VertexId, other: VertexId) -> bool {
        let of_other: Vec<_> = self.structure.regions_of(other).collect();
        let mut common = self
            .structure
            .regions_of(one)
            .filter(|it| of_other.contains(it));
        let within = |it: VertexId, region: Option<usize>| {
            let owner = |it: usize| self.chart.regions[it].owner;
            let of = |it: VertexId| self.chart.vertices[it].region;
            self.structure
                .regions_of(it)
                .find(|&it| owner(it).map(of) == region)
        };
        let common = common.next();
        match (within(one, common), within(other, common)) {
            (Some(one), Some(other)) => {
                one != other && self.chart.regions[one].owner == self.chart.regions[other].owner
            }
            _ => false,
        }
    }

    fn transition(&self, transition: TransitionId, findings: &mut Findings) {
        let it = &self.chart.transitions[transition];
        let (source, target) = (
            &self.chart.vertices[it.source],
            &self.chart.vertices[it.target],
        );
        if source.kind != VertexKind::State && !it.is_completion() {
            let title = "Only a transition that leaves a state waits for an event".to_owned();
            let hint = "Put the event on the transition that leads here.";
            error(findings, "trigger-behind-pseudostate", it.span, title, hint);
        }
        let is_branch = matches!(
            source.kind,
            VertexKind::Choice
                | VertexKind::Junction
                | VertexKind::EntryPoint
                | VertexKind::ExitPoint
        );
        // At a state it has become a condition, or has been reported.
        if it.guard == Guard::Else && !is_branch && source.kind != VertexKind::State {
            let title =
                "`else` stands at the ways out of a state, a choice or a junction".to_owned();
            error(
                findings,
                "misplaced-else",
                it.span,
                title,
                "Write the condition, or lead the transition through a choice.",
            );
        }
        if matches!(source.kind, VertexKind::Initial | VertexKind::Fork) && it.guard != Guard::True
        {
            let title = "This transition cannot have a guard: it is always taken".to_owned();
            error(
                findings,
                "guard-behind-pseudostate",
                it.span,
                title,
                "Lead it to a choice, and put the guards there.",
            );
        }
        if target.kind == VertexKind::Initial {
            let title = "Nothing leads to an initial pseudostate".to_owned();
            error(
                findings,
                "leads-to-initial",
                it.span,
                title,
                "Let it lead to the state around it.",
            );
        }
        if it.kind == TransitionKind::Local && !self.is_local(it.source, it.target) {
            let title = "A local transition leads to what is inside its source".to_owned();
            error(
                findings,
                "not-local",
                it.span,
                title,
                "Leave `<<local>>` out.",
            );
        }
        if it.kind == TransitionKind::Internal && it.is_completion() {
            let title = "An internal transition waits for an event".to_owned();
            error(
                findings,
                "internal-completion",
                it.span,
                title,
                "Write `event / action`.",
            );
        }
        if self.structure.leads_outwards(transition) {
            let title = format!(
                "{} contains {}: it is not entered again, and its region completes",
                self.name(it.target),
                self.name(it.source)
            );
            let finding = Diagnostic::warning("target-contains-source", it.span, title);
            let hint = "To start it anew, let the transition leave it from outside: write it at the outer state.";
            findings.push(finding.hint(hint));
        } else if self.structure.common_region(it.source, it.target).is_none()
            && target.kind != VertexKind::Join
            && source.kind != VertexKind::Fork
        {
            let title =
                "This transition leads from one region to another that runs beside it".to_owned();
            let hint = "Send an event instead: `self.event()`, and let the other region take it.";
            error(findings, "across-regions", it.span, title, hint);
        }
        let around = self.structure.common_state(&[it.source, it.target]);
        if let Some(around) = around
            && source.kind == VertexKind::State
            && target.kind == VertexKind::State
            && self.structure.region_in(around, it.source)
                != self.structure.region_in(around, it.target)
        {
            let title = format!(
                "This transition leads to another region of {}, which it leaves and enters again",
                self.name(around)
            );
            let finding = Diagnostic::warning("across-regions", it.span, title);
            findings.push(
                finding.hint(
                    "Send an event instead: `self.event()`, and let the other region take it.",
                ),
            );
        }
        let own = target.own.filter(|_| target.kind == VertexKind::ExitPoint);
        if let Some(own) = own
            && !self.structure.is_inside(it.source, own)
            && it.source != own
            && source.own != Some(own)
        {
            let title = format!(
                "{} is a way out of {}, and this transition does not come from inside",
                self.name(it.target),
                self.name(own)
            );
            error(
                findings,
                "exit-from-outside",
                it.span,
                title,
                "Let it lead to the state itself, or to an entry point.",
            );
        }
    }

    /// UML 2.5.1, `state_is_local`: the source is a state around the target, or an entry point of one.
    fn is_local(&self, source: VertexId, target: VertexId) -> bool {
        let it = &self.chart.vertices[source];
        let around = it.own.filter(|_| it.kind == VertexKind::EntryPoint);
        self.structure.is_inside(target, around.unwrap_or(source))
            || self.chart.vertices[target].own == Some(source)
            || source == target
    }
}
