//! From a text to everything that can be said without solving.

use super::patch;
use crate::expression::Sort;
use crate::language::machines::scenario::Scenario;
use crate::language::machines::{Machine, Machines, Place};
use crate::language::questions::Mode;
use crate::language::{Check, Languages, Lifeline, Model, Question, Reading};
use crate::text::{Diagnostic, LineIndex, Severity, Span};
use crate::view::{
    Analysis, CheckView, DiagnosticView, Expected, Kind, LifelineView, MachineView, MessageView,
    PlaceView, Range, ScenarioView, StateView, Structure, TransitionView, VariableView,
};

/// Reads a text: diagnostics, machines, scenarios and checks. Linear in the length of the text,
/// but for logarithms; never panics, whatever the text.
#[must_use]
pub fn analyse(text: &str) -> Analysis {
    analyse_with(&Languages::default(), text)
}

/// The same with the languages that are there, and those that can be fetched.
#[must_use]
pub fn analyse_with(languages: &Languages, text: &str) -> Analysis {
    machines_of(text, &languages.read(text))
}

/// What a reading of a text about machines says.
pub(super) fn machines_of(text: &str, reading: &Reading) -> Analysis {
    let needs = reading.needs.map(str::to_owned);
    let nothing = Model::default();
    let model = reading.model::<Machines>().unwrap_or(&nothing);
    let diagnostics = &reading.diagnostics;
    let has_errors = diagnostics.iter().any(|it| it.severity == Severity::Error);
    let viewer = Viewer {
        lines: LineIndex::new(text),
        model,
    };
    let checks: &[Check] = if has_errors { &[] } else { &model.checks };
    let checks = checks.iter().enumerate();
    Analysis {
        diagnostics: diagnostics.iter().map(|it| viewer.diagnostic(it)).collect(),
        machines: model.machines.iter().map(|it| viewer.machine(it)).collect(),
        scenarios: model
            .scenarios
            .iter()
            .map(|it| viewer.scenario(it))
            .collect(),
        system: viewer.lifelines(&model.system),
        checks: checks.map(|(index, it)| viewer.check(index, it)).collect(),
        has_errors,
        needs,
        structure: Structure::Machines,
    }
}

/// Values that have names are listed, the first of them.
const MOST_LISTED: usize = 64;
/// Numbers are listed where they are not more than these.
const MOST_NUMBERS: usize = 16;

/// A variable as plain data.
pub(super) fn variable_view(name: &str, sort: &Sort, control: bool, range: Range) -> VariableView {
    let (least, count) = match sort {
        Sort::Boolean => (0, 2),
        Sort::Enumeration(literals) => (0, literals.literals.len().min(MOST_LISTED)),
        Sort::Integer { range } => {
            let count = sort.size().and_then(|it| usize::try_from(it).ok());
            let few = count.filter(|it| *it <= MOST_NUMBERS);
            (range.map_or(0, |it| it.0), few.unwrap_or(0))
        }
        Sort::Array { .. } => (0, 0),
    };
    VariableView {
        name: name.to_owned(),
        sort: sort.name(),
        values: (least..).take(count).map(|it| sort.show(it)).collect(),
        before_value: String::new(),
        condition: String::new(),
        member: None,
        control,
        range,
    }
}

/// A place as plain data.
#[must_use]
pub fn place_view(place: Place) -> PlaceView {
    match place {
        Place::State(state) => PlaceView::State(state),
        Place::Intermediate(transition) => PlaceView::Transition(transition),
    }
}

/// A finding as plain data.
pub(super) fn diagnostic_view(lines: &LineIndex<'_>, diagnostic: &Diagnostic) -> DiagnosticView {
    let labels = diagnostic.labels.iter();
    DiagnosticView {
        error: diagnostic.severity == Severity::Error,
        code: diagnostic.code.to_string(),
        range: patch::range(lines, diagnostic.span),
        title: diagnostic.title.clone(),
        labels: labels
            .map(|it| (patch::range(lines, it.span), it.text.clone()))
            .collect(),
        hint: diagnostic.hint.clone(),
        fixes: diagnostic
            .fixes
            .iter()
            .map(|it| patch::fix_view(lines, it))
            .collect(),
    }
}

struct Viewer<'a> {
    lines: LineIndex<'a>,
    model: &'a Model,
}

impl Viewer<'_> {
    fn range(&self, span: Span) -> Range {
        patch::range(&self.lines, span)
    }

    fn diagnostic(&self, diagnostic: &Diagnostic) -> DiagnosticView {
        diagnostic_view(&self.lines, diagnostic)
    }

    fn machine(&self, machine: &Machine) -> MachineView {
        let symbol = |symbol: &usize| self.model.symbols[*symbol].clone();
        let states = machine.states.iter().map(|state| StateView {
            name: state.name.clone(),
            label: state.label.clone(),
            is_final: state.is_final,
            range: self.range(state.span),
        });
        let transitions = machine.transitions.iter().map(|it| TransitionView {
            source: it.source,
            target: it.target,
            trigger: it.trigger.as_ref().map(symbol),
            effects: it.effects.iter().map(symbol).collect(),
            range: self.range(it.span),
        });
        MachineView {
            name: machine.name.clone(),
            range: self.range(machine.span),
            states: states.collect(),
            initial: machine.initial,
            transitions: transitions.collect(),
        }
    }

    fn lifelines(&self, lifelines: &[Lifeline]) -> Vec<LifelineView> {
        let views = lifelines.iter().map(|it| LifelineView {
            name: it.name.clone(),
            machine: it.machine,
            range: self.range(it.span),
        });
        views.collect()
    }

    fn scenario(&self, scenario: &Scenario) -> ScenarioView {
        let messages = scenario.messages.iter().map(|it| MessageView {
            from: it.from,
            to: it.to,
            symbol: self.model.symbols[it.symbol].clone(),
            range: Some(self.range(it.span)),
            plays: None,
        });
        ScenarioView {
            name: scenario.name.clone(),
            forbidden: scenario.forbidden,
            range: self.range(scenario.span),
            lifelines: self.lifelines(&scenario.lifelines),
            messages: messages.collect(),
        }
    }

    fn check(&self, index: usize, check: &Check) -> CheckView {
        let mut view = CheckView {
            index,
            kind: Kind::Deadlock,
            title: check.title.clone(),
            scenario: None,
            loose: false,
            goal: Vec::new(),
            lifelines: self.lifelines(self.model.lifelines_of(check)),
            bound: check.bound,
            expected: check.expected.and_then(Expected::of),
            expect_written: check.expect_written,
            forbidden: false,
            implicit: check.implicit,
            range: self.range(check.span),
        };
        match &check.question {
            Question::Scenario { scenario, mode } => {
                view.kind = Kind::Scenario;
                view.scenario = Some(*scenario);
                view.forbidden = self.model.scenarios[*scenario].forbidden;
                view.loose = *mode == Mode::Loose;
            }
            Question::Reach { goal } => {
                view.kind = Kind::Reach;
                let places = goal.iter();
                view.goal = places.map(|&(it, place)| (it, place_view(place))).collect();
            }
            Question::Always { .. } => view.kind = Kind::Always,
            Question::Deadlock => {}
        }
        view
    }
}
