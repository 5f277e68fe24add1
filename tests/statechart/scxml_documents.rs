//! Random SCXML documents, and texts in which the regions of states are what they are in a document.

use lockstep_core::generate::Random;

use super::appendix_d::{Kind, State, StateId, Transition};

/// What comes from outside; one is the beginning of another.
pub(super) const EVENTS: [&str; 4] = ["a", "b", "c", "a.x"];

/// A random document: two to four levels, parallel states, histories, final states; whether the children of parallel states are
/// what regions of a text stand for, which have states and nothing else, and are not where anything leads.
pub(super) fn document(random: &mut Random, regions: bool) -> Vec<State> {
    let mut all = Vec::new();
    element((Kind::Document, regions), (0, 0), random, &mut all);
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
        if matches!(all[at].kind, Kind::State | Kind::Parallel) && !all[at].is_region {
            for _ in 0..*random.choose(&[0, 1, 1, 1, 2, 2]) {
                let transition = transition(at, &all, random);
                all[at].transitions.push(transition);
            }
            if random.percent(8) {
                all[at].raises = Some("i".into());
            }
        }
    }
    if regions {
        for at in 0..count {
            let within = |it: StateId| into_regions(it, &all);
            let initial = all[at].initial.iter().copied().map(within).collect();
            let transitions = all[at].transitions.iter().map(|it| Transition {
                targets: it.targets.iter().copied().map(within).collect(),
                ..it.clone()
            });
            (all[at].transitions, all[at].initial) = (transitions.collect(), initial);
        }
    }
    all
}

/// A state, or the first in a region.
fn into_regions(state: StateId, all: &[State]) -> StateId {
    match all[state].is_region {
        true => into_regions(all[state].children[0], all),
        false => state,
    }
}

fn element(
    (kind, regions): (Kind, bool),
    (parent, depth): (StateId, usize),
    random: &mut Random,
    all: &mut Vec<State>,
) -> StateId {
    let own = all.len();
    let of_parallel = own > 0 && all[parent].kind == Kind::Parallel;
    let is_region = regions && of_parallel;
    // A parallel state in a region is in a state of it.
    let kind = if is_region { Kind::State } else { kind };
    all.push(State {
        kind,
        is_region,
        parent,
        children: Vec::new(),
        initial: Vec::new(),
        transitions: Vec::new(),
        raises: None,
    });
    let has_children = match kind {
        Kind::Document | Kind::Parallel => true,
        Kind::State if is_region => true,
        Kind::State => depth < 4 && all.len() < 13 && random.percent(45),
        _ => false,
    };
    if !has_children {
        return own;
    }
    let is_parallel = kind == Kind::Parallel;
    let fewest = if is_region { 1 } else { 2 };
    for _ in 0..random.between(fewest, 3) {
        let kind = match depth < 3 && all.len() < 12 && random.percent(25) {
            true => Kind::Parallel,
            false => Kind::State,
        };
        let child = element((kind, regions), (own, depth + 1), random, all);
        all[own].children.push(child);
    }
    let mut more = Vec::new();
    if !is_parallel && random.percent(if own == 0 { 10 } else { 25 }) {
        more.push(Kind::Final);
    }
    // What a parallel state remembers its regions remember for themselves.
    if own != 0 && random.percent(40) && !(regions && is_parallel) {
        more.push(Kind::History(random.percent(50)));
    }
    for kind in more {
        let child = element((kind, regions), (own, depth + 1), random, all);
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
        17..=22 if all[all[source].parent].is_region => {
            events = vec![format!("done.state.s{}", all[source].parent)];
        }
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
pub(super) fn written(state: StateId, all: &[State]) -> String {
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
    if state != 0 && !it.is_region {
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

/// A text as it is imported with the children of parallel states left out that regions stand for: what is in them is in the
/// regions.
pub(super) fn with_regions(imported: &str, all: &[State]) -> String {
    let is_region = |name: &str| {
        let number = name
            .strip_prefix('s')
            .and_then(|it| it.parse::<StateId>().ok());
        number.is_some_and(|it| all[it].is_region)
    };
    let mut text = String::new();
    // For each block that is open whether its end is written.
    let mut open = Vec::new();
    let mut lines = imported.lines();
    while let Some(line) = lines.next() {
        let name = line.trim().strip_prefix("region r_");
        let name = name.and_then(|it| it.strip_suffix(" {"));
        if let Some(name) = name.filter(|it| is_region(it)) {
            let inside = [lines.next(), lines.next()].map(|it| it.unwrap().trim().to_owned());
            assert_eq!(
                inside,
                [format!("[*] --> {name}"), format!("state {name} {{")]
            );
            text += &format!("region {name} {{\n");
            open.extend([true, false]);
            continue;
        }
        let is_end = line.trim() == "}";
        if line.ends_with('{') {
            open.push(true);
        }
        if !is_end || open.pop() == Some(true) {
            text += line;
            text.push('\n');
        }
    }
    text
}
