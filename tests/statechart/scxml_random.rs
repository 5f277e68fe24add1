//! Random SCXML documents: the reading `scxml` of what they are imported as, against W3C's algorithm.
//!
//! Compared after the start and after every event: where the session is, and what it left, took and entered on the way.

use lockstep_core::generate::Random;
use lockstep_core::interchange::import::state_machine;
use lockstep_core::language::statechart::model::Reading;
use lockstep_core::language::statechart::model::StatechartModel;
use lockstep_core::language::statechart::read;
use lockstep_core::language::statechart::semantics::{
    Grain, Message, StatechartSystem, SystemState,
};
use lockstep_core::text::Severity;
use lockstep_seeds::{seeds, share};

use super::appendix_d::{Kind, Session, State, StateId, Transition};
use super::scxml::{alone, leaves};

/// What comes from outside; one is the beginning of another.
const EVENTS: [&str; 4] = ["a", "b", "c", "a.x"];

/// A random document: two to four levels, parallel states, histories, final states.
fn document(random: &mut Random) -> Vec<State> {
    let mut all = Vec::new();
    element(Kind::Document, 0, 0, random, &mut all);
    let count = all.len();
    for at in 0..count {
        let children = all[at].children.clone();
        let is_history = |&it: &StateId| matches!(all[it].kind, Kind::History(_));
        let places: Vec<StateId> = children.into_iter().filter(|it| !is_history(it)).collect();
        let state = &all[at];
        match state.kind {
            Kind::History(is_deep) => {
                let around = state.parent;
                let siblings: Vec<StateId> = all[around].children.clone();
                let siblings = siblings.into_iter().filter(|it| !is_history(it));
                let siblings: Vec<StateId> = siblings.collect();
                all[at].initial = match all[around].kind {
                    Kind::Parallel => siblings,
                    _ if is_deep => vec![inside(*random.choose(&siblings), &all, random)],
                    _ => vec![*random.choose(&siblings)],
                };
            }
            Kind::State | Kind::Document if !places.is_empty() => {
                let first = *random.choose(&places);
                all[at].initial = vec![match random.percent(25) {
                    true => inside(first, &all, random),
                    false => first,
                }];
            }
            _ => {}
        }
        if matches!(all[at].kind, Kind::State | Kind::Parallel) {
            for _ in 0..*random.choose(&[0, 1, 1, 1, 2, 2]) {
                let transition = transition(at, &all, random);
                all[at].transitions.push(transition);
            }
            if random.percent(8) {
                all[at].raises = Some("i".into());
            }
        }
    }
    all
}

fn element(
    kind: Kind,
    parent: StateId,
    depth: usize,
    random: &mut Random,
    all: &mut Vec<State>,
) -> StateId {
    let own = all.len();
    all.push(State {
        kind,
        parent,
        children: Vec::new(),
        initial: Vec::new(),
        transitions: Vec::new(),
        raises: None,
    });
    let has_children = match kind {
        Kind::Document | Kind::Parallel => true,
        Kind::State => depth < 4 && all.len() < 13 && random.percent(45),
        _ => false,
    };
    if !has_children {
        return own;
    }
    let is_parallel = kind == Kind::Parallel;
    for _ in 0..random.between(2, 3) {
        let kind = match depth < 3 && all.len() < 12 && random.percent(25) {
            true => Kind::Parallel,
            false => Kind::State,
        };
        let child = element(kind, own, depth + 1, random, all);
        all[own].children.push(child);
    }
    let mut more = Vec::new();
    if !is_parallel && random.percent(if own == 0 { 10 } else { 25 }) {
        more.push(Kind::Final);
    }
    if own != 0 && random.percent(40) {
        more.push(Kind::History(random.percent(50)));
    }
    for kind in more {
        let child = element(kind, own, depth + 1, random, all);
        all[own].children.push(child);
    }
    own
}

/// A state or one inside it.
fn inside(state: StateId, all: &[State], random: &mut Random) -> StateId {
    let mut at = state;
    loop {
        let children = all[at].children.iter().copied();
        let children = children.filter(|&it| !matches!(all[it].kind, Kind::History(_)));
        let children: Vec<StateId> = children.collect();
        if children.is_empty() || random.percent(50) {
            return at;
        }
        at = *random.choose(&children);
    }
}

fn transition(source: StateId, all: &[State], random: &mut Random) -> Transition {
    let is_composite = !all[source].children.is_empty();
    let mut events = vec![(*random.choose(&EVENTS)).to_owned()];
    match random.between(0, 99) {
        0..=7 => events.push((*random.choose(&EVENTS)).to_owned()),
        8..=10 => events = vec!["*".into()],
        11..=16 => events = vec!["i".into()],
        17..=22 if is_composite => events = vec![format!("done.state.s{source}")],
        23..=25 => events = vec!["done.state".into()],
        26..=28 => events.clear(),
        _ => {}
    }
    let parallels: Vec<StateId> = (0..all.len())
        .filter(|&it| all[it].kind == Kind::Parallel)
        .collect();
    let targets = match random.between(0, 99) {
        0..=5 if !events.is_empty() => Vec::new(),
        6..=13 if !parallels.is_empty() => {
            let children = all[*random.choose(&parallels)].children.clone();
            let states = children
                .into_iter()
                .filter(|&it| !matches!(all[it].kind, Kind::History(_)));
            states.map(|it| inside(it, all, random)).collect()
        }
        _ => vec![random.between(1, all.len() - 1)],
    };
    // Whether one to a history outside of its source is internal depends on what is remembered; an import decides it once.
    let is_history = |&it: &StateId| matches!(all[it].kind, Kind::History(_));
    let is_internal = random.percent(20) && !targets.iter().any(is_history);
    Transition {
        events,
        targets,
        is_internal,
        raises: random.percent(8).then(|| "i".into()),
    }
}

/// A document as a file: every state and transition logs what happens to it.
fn written(state: StateId, all: &[State]) -> String {
    let it = &all[state];
    let names = |of: &[StateId]| {
        let names: Vec<_> = of.iter().map(|it| format!("s{it}")).collect();
        names.join(" ")
    };
    let raised = |it: &Option<String>| match it {
        Some(event) => format!("<raise event='{event}'/>"),
        None => String::new(),
    };
    let tag = match it.kind {
        Kind::Document => "scxml",
        Kind::State => "state",
        Kind::Parallel => "parallel",
        Kind::Final => return format!("<final id='s{state}'/>\n"),
        Kind::History(is_deep) => {
            let kind = if is_deep { "deep" } else { "shallow" };
            let to = names(&it.initial);
            return format!(
                "<history id='s{state}' type='{kind}'><transition target='{to}'/></history>\n"
            );
        }
    };
    let mut text = format!("<{tag}");
    if state != 0 {
        text += &format!(" id='s{state}'");
    }
    if !it.initial.is_empty() {
        text += &format!(" initial='{}'", names(&it.initial));
    }
    text += ">\n";
    if state != 0 {
        let raised = raised(&it.raises);
        text += &format!("<onentry><log label='+s{state}'/>{raised}</onentry>");
        text += &format!("<onexit><log label='-s{state}'/></onexit>\n");
    }
    for (number, it) in it.transitions.iter().enumerate() {
        text += "<transition";
        if !it.events.is_empty() {
            text += &format!(" event='{}'", it.events.join(" "));
        }
        if !it.targets.is_empty() {
            text += &format!(" target='{}'", names(&it.targets));
        }
        if it.is_internal {
            text += " type='internal'";
        }
        let raised = raised(&it.raises);
        text += &format!("><log label='t{state}.{number}'/>{raised}</transition>\n");
    }
    for &child in &it.children {
        text += &written(child, all);
    }
    text + &format!("</{tag}>\n")
}

/// The one state in which nothing is left to do, and what was logged up to there.
fn rest(
    system: &StatechartSystem<'_>,
    model: &StatechartModel,
    from: SystemState,
) -> (SystemState, Vec<String>) {
    let mut state = from;
    let mut said = Vec::new();
    for _ in 0..2_000 {
        let mut next = system.successors(&state).all;
        assert!(next.len() < 2, "{} ways", next.len());
        let Some(it) = next.pop() else {
            return (state, said);
        };
        said.extend(it.report.labels.iter().map(|&it| model.labels[it].clone()));
        state = it.after;
    }
    said.truncate(40);
    said.push("and so on".into());
    (state, said)
}

/// Follows a document with random events; how many were compared, or what differs.
fn judge(seed: u64) -> Result<usize, String> {
    let mut random = Random::new(seed);
    let all = document(&mut random);
    let Some(mut session) = Session::start(&all) else {
        return Ok(0);
    };
    let xml = written(0, &all);
    let converted = state_machine(&xml).unwrap()?;
    if let Some(it) = converted.left_out.first() {
        return Err(format!("left out: {it:?}\n{xml}"));
    }
    let signals: String = EVENTS
        .iter()
        .map(|it| format!("signal \"{it}\"\n"))
        .collect();
    let opened = "statechart Machine {";
    let text = alone(&converted.text).replace(opened, &format!("{opened}\n  queue 60"));
    let text = format!("{signals}{text}");
    let (model, findings) = read(&text);
    let errors = findings.iter().filter(|it| it.severity == Severity::Error);
    if let Some(it) = errors.into_iter().next() {
        return Err(format!("{it:?}\n{xml}\n{text}"));
    }
    let system = StatechartSystem::new(&model, Reading::Scxml, Grain::Behaviour, false);
    let (mut state, mut said) = rest(&system, &model, system.beginning());
    let mut events: Vec<&str> = Vec::new();
    loop {
        let wanted = session.configuration.iter().filter(|&&it| {
            let children = &all[it].children;
            children
                .iter()
                .all(|it| !session.configuration.contains(it))
        });
        let wanted = wanted.map(|it| format!("s{it}")).collect();
        let found = leaves(&model, &state);
        if found != wanted || said != session.log {
            return Err(format!(
                "after {events:?}: {found:?} in place of {wanted:?}\nsaid {said:?}\nnot  {:?}\n{xml}\n{text}",
                session.log
            ));
        }
        if events.len() == 8 || !session.running {
            return Ok(events.len() + 1);
        }
        let event = *random.choose(&EVENTS);
        events.push(event);
        session.log.clear();
        if session.event(event).is_none() {
            return Ok(events.len());
        }
        let number = model.events.iter().position(|it| it.name == event);
        state.objects[0].pool.push(Message {
            event: number.unwrap(),
            arguments: Vec::new(),
            caller: None,
        });
        (state, said) = rest(&system, &model, state);
    }
}

#[test]
fn sessions_are_those_of_the_algorithm() {
    let mut compared = 0;
    let mut wrong = Vec::new();
    for seed in seeds(1..3_001) {
        match judge(seed) {
            Ok(places) => compared += places,
            Err(it) => wrong.push(format!("{seed}: {it}")),
        }
    }
    println!("{compared} places compared");
    let shown = wrong.iter().take(3).cloned().collect::<Vec<_>>();
    assert!(wrong.is_empty(), "{}: {}", wrong.len(), shown.join("\n\n"));
    assert!(compared > share(15_000), "{compared}");
}
