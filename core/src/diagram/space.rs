//! The state space as a picture: small shapes for global states, said in words.
//!
//! States stand in columns by their depth, in an order that brings what is joined together: the
//! barycentre heuristic of Sugiyama, Tagawa and Toda. The layout engine of the machines takes a quarter
//! of a minute for 144 states, and this a moment. A shape says what a state is: a circle, a diamond for a
//! deadlock, a bullseye where all has ended, a square where the goal holds.

use super::Point;
use super::words;
use crate::view::{
    Analysis, CheckView, EndView, Folding, SpaceStateView, SpaceUnitView, SpaceView,
    SystemStepView, SystemView, step_numbers,
};

/// Width and height of a state.
pub const SIZE: f64 = 18.0;
/// Height of the line that names the columns.
const HEAD: f64 = 26.0;
/// From one column to the next, and from one state of a column to the next.
const STEP: (f64, f64) = (54.0, 30.0);
/// How often the order is improved: further rounds change little.
const ROUNDS: usize = 12;

/// A state space with places for all that is drawn.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Placed {
    /// Width of the whole picture.
    pub width: f64,
    /// Height of the whole picture.
    pub height: f64,
    /// The centre of each state.
    pub states: Vec<Point>,
    /// Each edge as a quadratic curve: from the rim of a state by a control point to the rim of another.
    pub edges: Vec<[Point; 3]>,
    /// The centre of each column whose number is a depth; behind them stands what only the run is known to lead to.
    pub columns: Vec<f64>,
}

/// Places states and edges. O(rounds · (states · log states + edges)).
#[must_use]
pub fn place(view: &SpaceView) -> Placed {
    let (column, known) = columns(view);
    let mut layers: Vec<Vec<usize>> = Vec::new();
    for (state, &at) in column.iter().enumerate() {
        layers.resize(layers.len().max(at + 1), Vec::new());
        layers[at].push(state);
    }
    let mut joined = vec![Vec::new(); view.states.len()];
    for edge in &view.edges {
        joined[edge.from].push(edge.to);
        joined[edge.to].push(edge.from);
    }
    let mut y = vec![0.0; view.states.len()];
    spread(&layers, &mut y);
    for round in 0..ROUNDS {
        let forward = round % 2 == 0;
        let order: Vec<usize> = match forward {
            true => (0..layers.len()).collect(),
            false => (0..layers.len()).rev().collect(),
        };
        for at in order {
            // Only columns that this round has put in order count.
            let is_before = |it: usize| match forward {
                true => column[it] < at,
                false => column[it] > at,
            };
            let mut wished: Vec<_> = layers[at]
                .iter()
                .map(|&state| {
                    let near = joined[state].iter().filter(|&&it| is_before(it));
                    let near: Vec<f64> = near.map(|&it| y[it]).collect();
                    // Counts of neighbours are small.
                    #[allow(clippy::cast_precision_loss)]
                    let mean = near.iter().sum::<f64>() / near.len().max(1) as f64;
                    let wish = if near.is_empty() { y[state] } else { mean };
                    (order_key(wish), state)
                })
                .collect();
            wished.sort();
            layers[at] = wished.into_iter().map(|(_, state)| state).collect();
            spread(&layers[at..=at], &mut y);
        }
    }
    // Columns and rows are counted in hundreds.
    #[allow(clippy::cast_precision_loss)]
    let x = |at: usize| STEP.0 / 2.0 + at as f64 * STEP.0;
    let tallest = layers.iter().map(Vec::len).max().unwrap_or(0);
    #[allow(clippy::cast_precision_loss)]
    let height = tallest as f64 * STEP.1;
    let states: Vec<_> = (0..view.states.len())
        .map(|state| Point {
            x: x(column[state]),
            y: HEAD + height / 2.0 + y[state],
        })
        .collect();
    let edges = view.edges.iter();
    Placed {
        width: x(layers.len().saturating_sub(1)) + STEP.0 / 2.0,
        height: HEAD + height + STEP.1 / 2.0,
        edges: edges
            .map(|edge| curve(states[edge.from], states[edge.to]))
            .collect(),
        states,
        columns: (0..known).map(x).collect(),
    }
}

/// The column of each state: its depth, or where that is unknown its distance from the start; and how many columns these are.
fn columns(view: &SpaceView) -> (Vec<usize>, usize) {
    let mut distance = vec![None; view.states.len()];
    let is_root = |it: &usize| view.states[*it].depth == Some(0);
    let mut layer: Vec<usize> = (0..view.states.len()).filter(is_root).collect();
    if layer.is_empty() && !view.states.is_empty() {
        layer.push(0);
    }
    let mut far = 0;
    while !layer.is_empty() {
        for &state in &layer {
            distance[state] = Some(far);
        }
        far += 1;
        let mut next = Vec::new();
        for edge in &view.edges {
            let is_new = distance[edge.to].is_none() && !next.contains(&edge.to);
            if layer.contains(&edge.from) && is_new {
                next.push(edge.to);
            }
        }
        layer = next;
    }
    let states = view.states.iter().zip(distance);
    let mut columns: Vec<_> = states
        .map(|(state, distance)| state.depth.map(|it| it as usize).or(distance))
        .collect();
    // What only the run is known to lead to stands behind all others, in its order.
    let known = columns.iter().flatten().max().map_or(0, |it| it + 1);
    let mut beyond: Vec<_> = (0..columns.len())
        .filter(|&it| columns[it].is_none() && !view.states[it].steps.is_empty())
        .collect();
    beyond.sort_by_key(|&it| view.states[it].steps.first());
    for (state, behind) in beyond.into_iter().zip(known..) {
        columns[state] = Some(behind);
    }
    let columns = columns.into_iter().map(|it| it.unwrap_or(0));
    (columns.collect(), known)
}

/// Puts the states of each column one below the other, around 0.
fn spread(layers: &[Vec<usize>], y: &mut [f64]) {
    for layer in layers {
        let mut at = 0.0;
        for &state in layer {
            y[state] = at;
            at += STEP.1;
        }
        let middle = (at - STEP.1) / 2.0;
        layer.iter().for_each(|&state| y[state] -= middle);
    }
}

/// A distance as a number that can be compared.
fn order_key(wish: f64) -> i64 {
    // Pixels of a picture, in hundredths.
    #[allow(clippy::cast_possible_truncation)]
    let key = (wish * 100.0).round() as i64;
    key
}

/// Straight to the next columns, in a bow inside a column and back, as a small arch above a state to itself.
fn curve(from: Point, to: Point) -> [Point; 3] {
    if from == to {
        let (side, rim) = (SIZE / 3.0, SIZE / 2.0);
        let at = |dx: f64, dy: f64| Point {
            x: from.x + dx,
            y: from.y - dy,
        };
        return [at(-side, rim), at(0.0, 1.3 * SIZE), at(side, rim + 1.0)];
    }
    let (dx, dy) = (to.x - from.x, to.y - from.y);
    let length = dx.hypot(dy).max(1.0);
    let bend = if dx > 0.5 {
        0.0
    } else {
        (length * 0.22).min(60.0)
    };
    let control = Point {
        x: f64::midpoint(from.x, to.x) - dy / length * bend,
        y: f64::midpoint(from.y, to.y) + dx / length * bend,
    };
    let rim = |end: Point, gap: f64| {
        let (dx, dy) = (control.x - end.x, control.y - end.y);
        let length = dx.hypot(dy).max(1.0);
        Point {
            x: end.x + dx / length * gap,
            y: end.y + dy / length * gap,
        }
    };
    [
        rim(from, SIZE / 2.0 + 1.0),
        control,
        rim(to, SIZE / 2.0 + 2.0),
    ]
}

/// Which shape a state has.
#[must_use]
pub fn shape(state: &SpaceStateView) -> &'static str {
    match state.end {
        EndView::Deadlock => "deadlock",
        _ if state.goal => "goal",
        EndView::Terminated => "terminated",
        EndView::None => "plain",
    }
}

/// A state in words: where everybody is, how far it is, and what is special about it.
#[must_use]
pub fn words(
    analysis: &Analysis,
    check: &CheckView,
    view: &SpaceView,
    index: usize,
    at: usize,
) -> String {
    let Some(state) = view.states.get(index) else {
        return String::new();
    };
    let places = check.lifelines.iter().zip(&state.places);
    let told = places.filter_map(|(lifeline, &place)| {
        let machine = analysis.machines.get(lifeline.machine)?;
        Some(format!(
            "{} {}",
            lifeline.name,
            words::place(machine, place)
        ))
    });
    let words = told.collect::<Vec<_>>().join(", ");
    with_remarks(words, view, index, (at, &|step| step.to_string()))
}

/// The same of a state of a transition system or of statecharts, whose run gives its steps their numbers: its values come
/// first.
#[must_use]
pub fn system_words(
    system: &SystemView,
    run: &[SystemStepView],
    view: &SpaceView,
    index: usize,
    at: usize,
) -> String {
    let Some(state) = view.states.get(index) else {
        return String::new();
    };
    let at_hand = SystemStepView {
        state: state.values.clone(),
        ..SystemStepView::default()
    };
    let at_hand = [at_hand];
    let (listed, values) = Folding::of_run(system, &at_hand);
    let values = listed.variables.iter().zip(&values[0].state);
    let values: Vec<_> = values
        .map(|(variable, value)| format!("{} = {value}", variable.name))
        .collect();
    let numbers = step_numbers(run);
    let called = |step: usize| numbers.get(step).cloned().unwrap_or_default();
    with_remarks(values.join(", "), view, index, (at, &called))
}

/// What is special about a state, behind what it is.
fn with_remarks(
    mut words: String,
    view: &SpaceView,
    index: usize,
    (at, called): (usize, &dyn Fn(usize) -> String),
) -> String {
    let state = &view.states[index];
    let mut add = |more: &str| {
        words.push_str("; ");
        words.push_str(more);
    };
    match (view.unit, state.depth) {
        (SpaceUnitView::Firings, Some(0)) if state.between => {
            add("before the first firing of trans");
        }
        (SpaceUnitView::Firings, Some(0)) => add("after init"),
        (SpaceUnitView::Firings, Some(depth)) => add(&counted(depth, "firing", " of trans")),
        (_, Some(0)) => add("the start"),
        (SpaceUnitView::MessageSets, Some(depth)) => add(&counted(depth, "message set", "")),
        (SpaceUnitView::Steps, Some(depth)) => add(&counted(depth, "step", "")),
        (SpaceUnitView::Behaviours, Some(depth)) => add(&counted(depth, "behaviour", "")),
        (SpaceUnitView::MessageSets, None) if index == 0 => add("the start"),
        (_, None) => {}
    }
    if state.between {
        add("not a stable state");
    }
    match (state.end, view.unit) {
        (EndView::Deadlock, _) => add("a deadlock"),
        (EndView::Terminated, SpaceUnitView::MessageSets) => add("all have ended"),
        (EndView::Terminated, _) => add("an end"),
        (EndView::None, _) => {}
    }
    if state.goal {
        match view.goal.as_str() {
            "violated" => add("violated"),
            goal => add(&format!("the {goal}")),
        }
    }
    if !state.steps.is_empty() {
        let steps: Vec<_> = state.steps.iter().map(|&it| called(it)).collect();
        add(&format!("step {} of the run", steps.join(" and ")));
    }
    if state.steps.contains(&at) {
        add("shown now");
    }
    words
}

/// After how many of something.
fn counted(depth: u32, what: &str, of: &str) -> String {
    match depth {
        1 => format!("after 1 {what}{of}"),
        depth => format!("after {depth} {what}s{of}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{ByHand, Clockless, analyse, check};
    use crate::view::Options;

    const COFFEE: &str = include_str!("../../../static/examples/machines/coffee-for-two.lks");
    const BROKEN: &str = include_str!("../../../static/examples/machines/coffee-broken.lks");

    #[test]
    fn the_run_is_lit_and_said() {
        let analysis = analyse(COFFEE);
        let outcome =
            check(COFFEE, 0, &Options::default(), &mut Clockless).expect("it has no errors");
        let tool = ByHand::new(COFFEE, Some(0)).expect("it has lifelines");
        let view = tool.space(&outcome.trace, &[]).expect("all agree");
        assert_eq!((view.states.len(), view.whole), (144, true));
        assert_eq!(view.sentence, "There are 144 global states.");
        let on_run = view.states.iter().filter(|state| !state.steps.is_empty());
        assert!(on_run.count() > 5);
        assert!(view.edges.iter().filter(|edge| edge.lit).count() >= outcome.trace.len() - 1);
        let told = |index, at| words(&analysis, &analysis.checks[0], &view, index, at);
        let start = "alice working, bob working, cm idle, m idle; the start; step 0 of the run; \
                     shown now";
        assert_eq!(told(0, 0), start);
        assert_eq!(told(view.states.len(), 0), "");
    }

    #[test]
    fn columns_are_depths_and_nothing_covers_anything() {
        let tool = ByHand::new(COFFEE, Some(0)).expect("it has lifelines");
        let view = tool.space(&[], &[]).expect("all agree");
        let placed = place(&view);
        for (one, at) in placed.states.iter().enumerate() {
            let depth = view.states[one].depth.expect("all were visited") as usize;
            assert!((at.x - placed.columns[depth]).abs() < 1e-9);
            assert!(at.x < placed.width && at.y < placed.height && at.y > HEAD / 2.0);
            let others = placed.states[one + 1..].iter();
            assert!(
                others
                    .clone()
                    .all(|it| (it.x - at.x).hypot(it.y - at.y) > SIZE)
            );
        }
        assert_eq!(placed.edges.len(), view.edges.len());
        // Better than in the order of the visit: shorter lines.
        let length = |of: &dyn Fn(usize) -> Point| -> f64 {
            let edges = view.edges.iter();
            edges.map(|it| (of(it.from).y - of(it.to).y).abs()).sum()
        };
        let mut plain = vec![0.0; view.states.len()];
        let mut layers = vec![Vec::new(); placed.columns.len()];
        for (state, at) in columns(&view).0.into_iter().enumerate() {
            layers[at].push(state);
        }
        spread(&layers, &mut plain);
        let before = length(&|it| Point {
            x: 0.0,
            y: plain[it],
        });
        let after = length(&|it| placed.states[it]);
        assert!(after < before, "{after} of {before}");
        assert_eq!(place(&SpaceView::default()).states, []);
    }

    #[test]
    fn a_deadlock_has_a_shape_and_a_way_to_it() {
        let tool = ByHand::new(BROKEN, Some(0)).expect("it has lifelines");
        let view = tool.space(&[], &[]).expect("all agree");
        let dead = view
            .states
            .iter()
            .position(|it| it.end == EndView::Deadlock);
        let dead = dead.expect("the user can wait for ever");
        assert_eq!(shape(&view.states[dead]), "deadlock");
        let way = view.way(dead).expect("it is reachable");
        let states: Vec<_> = way
            .iter()
            .map(|&it| view.states[it].places.clone())
            .collect();
        let run = tool.through(&states);
        assert_eq!(run.len(), way.len());
        assert_eq!(run.last().map(|it| &it.state), states.last());
        assert!(tool.stuck(&run).is_some_and(|stuck| !stuck.terminated));
    }
}
