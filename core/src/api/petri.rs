//! Petri nets as a kind: what is shown of them, what is asked, when a goal holds, and what fires is called.

use super::kind::{
    Exploring, KindValues, ModelKind, ShownCheck, ShownKind, ShownOperation, ShownVariable,
    StepKind, StepQuestion, Stepwise, analysis_of,
};
use super::simulate::SimulatedKind;
use crate::expression::Sort;
use crate::language::petri::kind::{Document, VOCABULARY};
use crate::language::petri::{LANGUAGE, Net, NetSystem, Petri};
use crate::language::questions::{ExpectedAnswer, PropertySubject, Subject};
use crate::language::{Answer, Language};
use crate::question::stepwise::Holds;
use crate::system::{ElementId, System};
use crate::text::Span;
use crate::view::{EdgeHead, GraphEdgeView, GraphNodeView, GraphView, Kind, NodeShape, Range};

/// What reads Petri nets.
pub static PETRI: ModelKind = ModelKind {
    language: &LANGUAGE,
    analyse: analysis_of::<Petri>,
};

/// What verbs ask of Petri nets.
pub const PETRI_VALUES: KindValues = KindValues {
    explore: Some(Exploring::new(&NETS)),
    ..KindValues::new(&NETS)
};

/// Petri nets that are run.
pub const PETRI_RUNS: SimulatedKind = SimulatedKind::new(&NETS);

const NETS: Stepwise<Petri> = Stepwise::new();

fn expected(answer: Answer) -> Option<ExpectedAnswer> {
    let mut all = ExpectedAnswer::ALL.into_iter();
    all.find(|it| it.word() == answer.word())
}

/// Each check has one goal, whose number is that of the check.
impl StepKind for Petri {
    fn language() -> &'static Language {
        &LANGUAGE
    }

    fn question(net: &Net, number: usize) -> Option<StepQuestion> {
        let check = net.checks.get(number)?;
        Some(StepQuestion {
            subject: match check.goal {
                Some(_) => PropertySubject::Reach(vec![number]),
                None => PropertySubject::Deadlock,
            },
            within: check.bound,
            expected: check.expected.and_then(expected),
        })
    }

    fn system(net: &Net, _check: Option<usize>) -> Box<dyn System + '_> {
        Box::new(NetSystem::new(net))
    }

    fn conditions(net: &Net, _check: usize) -> Box<Holds<'_>> {
        Box::new(|number, at| {
            let goal = net.checks.get(number)?.goal.as_ref()?;
            Some(goal.iter().all(|&(place, count)| match count {
                Some(count) => at[place] == count,
                None => at[place] > 0,
            }))
        })
    }

    fn name(net: &Net, element: ElementId) -> String {
        net.transitions[element.index as usize].name.clone()
    }
}

impl ShownKind for Petri {
    fn variables(net: &Net) -> Vec<ShownVariable> {
        let places = net.places.iter().map(|it| ShownVariable {
            name: it.name.clone(),
            sort: Sort::INTEGER,
            before_value: String::new(),
            condition: String::new(),
            member: None,
            span: it.span,
        });
        places.collect()
    }

    fn operations(net: &Net) -> Vec<ShownOperation> {
        let transitions = net.transitions.iter().map(|it| ShownOperation {
            name: it.name.clone(),
            span: it.span,
        });
        transitions.collect()
    }

    fn checks(document: &Document, net: &Net) -> Vec<ShownCheck> {
        let pairs = document.checks.iter().zip(&net.checks);
        let checks = pairs.map(|(syntax, check)| {
            let (title, kind) = match &syntax.subject {
                Subject::Reach { goal } => (format!("reach {}", goal.words()), Kind::Reach),
                Subject::Scenario { name, .. } => (VOCABULARY.written(&name.text), Kind::Scenario),
                Subject::Always { condition } => match *condition {},
                Subject::Deadlock => ("deadlock".to_owned(), Kind::Deadlock),
            };
            ShownCheck {
                title,
                kind,
                within: check.bound,
                expected: check.expected.and_then(expected),
                is_implicit: false,
                span: syntax.span,
            }
        });
        checks.collect()
    }

    fn graphs(net: &Net, range: &dyn Fn(Span) -> Range) -> Vec<GraphView> {
        let places = net.places.iter().enumerate();
        let places = places.map(|(number, it)| GraphNodeView {
            name: it.name.clone(),
            shape: NodeShape::Round,
            compartments: Vec::new(),
            shows: vec![(String::new(), number)],
            fires: Vec::new(),
            range: range(it.span),
        });
        let transitions = net.transitions.iter().enumerate();
        let transitions = transitions.map(|(number, it)| GraphNodeView {
            name: it.name.clone(),
            shape: NodeShape::Bar,
            compartments: Vec::new(),
            shows: Vec::new(),
            fires: vec![number],
            range: range(it.span),
        });
        let first = net.places.len();
        let edges = net.transitions.iter().enumerate().flat_map(|(number, it)| {
            let bar = first + number;
            let takes = weights(&it.takes).into_iter();
            let takes = takes.map(move |(place, label)| (place, bar, label));
            let gives = weights(&it.gives).into_iter();
            let gives = gives.map(move |(place, label)| (bar, place, label));
            takes.chain(gives).map(|(from, to, label)| GraphEdgeView {
                from,
                to,
                label,
                ends: None,
                head: EdgeHead::Arrow,
                while_true: None,
                range: range(it.span),
            })
        });
        vec![GraphView {
            title: "Net".to_owned(),
            edges: edges.collect(),
            nodes: places.chain(transitions).collect(),
        }]
    }
}

/// Each place once, with how often it is there where that is more than once.
fn weights(places: &[usize]) -> Vec<(usize, String)> {
    let mut weights: Vec<(usize, usize)> = Vec::new();
    for &place in places {
        match weights.iter_mut().find(|it| it.0 == place) {
            Some(it) => it.1 += 1,
            None => weights.push((place, 1)),
        }
    }
    let weights = weights.into_iter().map(|(place, count)| {
        let label = if count > 1 {
            count.to_string()
        } else {
            String::new()
        };
        (place, label)
    });
    weights.collect()
}
