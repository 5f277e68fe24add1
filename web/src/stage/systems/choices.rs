//! What can happen next, as buttons: of statecharts by whose turn it is, with time as a slider within what is possible.

use leptos::prelude::*;
use lockstep_core::api::{
    BlockedChoice, Range, RunChoice, ShownValue, SimulatedRun, SimulationChoice, StepTrigger,
    StepTurn,
};

use crate::stage::choice_focus::{DIGITS, digit};
use crate::ui::Strong;

/// For so long after a list has come up the second press of a double one does nothing, in milliseconds: the button under the
/// pointer has just got another meaning.
const SETTLES_MS: f64 = 250.0;

/// Takes a choice.
type Take = Callback<RunChoice>;

/// The choices, numbered from 1 in the order in which they stand.
/// `is_pointed` says of one, tracked, whether it fires what is pointed at on a drawing.
pub fn list(
    choices: &[SimulationChoice],
    take: Take,
    is_pointed: impl Fn(usize) -> bool + Copy + Send + 'static,
) -> AnyView {
    let shown_at = js_sys::Date::now();
    let is_meant = move |clicks: i32| clicks < 2 || js_sys::Date::now() - shown_at > SETTLES_MS;
    let all: Vec<_> = choices.iter().enumerate().collect();
    if all
        .iter()
        .all(|(_, it)| it.action.turn.of_objects().is_none())
    {
        let buttons = all
            .iter()
            .map(|&(number, it)| choice((number, number), it, take, (is_meant, is_pointed)));
        return view! { <ol>{buttons.collect_view()}</ol> }.into_any();
    }
    let places = places(choices);
    let groups = whose(choices).into_iter().map(|who| {
        let own = all.iter().copied().filter(|(_, it)| it.action.turn == *who);
        let own: Vec<_> = own.collect();
        let title = match who {
            StepTurn::Environment => "From outside",
            StepTurn::Time => "Time",
            who => who.word(),
        };
        let contents = match *who == StepTurn::Time && own.len() > 1 {
            true => time(&own, places[own[0].0], take),
            false => {
                let buttons = own.iter().map(|&(number, it)| {
                    choice((number, places[number]), it, take, (is_meant, is_pointed))
                });
                view! { <ol>{buttons.collect_view()}</ol> }.into_any()
            }
        };
        view! {
            <section class="by-hand-group" aria-label=title.to_owned()>
                <h3>{title.to_owned()}</h3>
                {contents}
            </section>
        }
    });
    groups.collect_view().into_any()
}

/// The place of each choice in the list: those of one object stand together, and amounts of time have one place.
pub fn places(choices: &[SimulationChoice]) -> Vec<usize> {
    let mut places = vec![0; choices.len()];
    let mut place = 0;
    for who in whose(choices) {
        let own = choices
            .iter()
            .enumerate()
            .filter(|it| it.1.action.turn == *who);
        let own: Vec<_> = own.map(|it| it.0).collect();
        let is_one = *who == StepTurn::Time && own.len() > 1;
        for &number in &own {
            places[number] = place;
            place += usize::from(!is_one);
        }
        place += usize::from(is_one);
    }
    places
}

/// The digits of choices at what fires in them, as [`SimulatedRun::fires`] has it.
///
/// A transition of statecharts has the first digit of those that it fires in. Of the operations of a transition system, which many choices may
/// share, each choice has its digit at the first of those that the fewest choices execute.
pub fn numbers(run: &SimulatedRun, of_charts: bool) -> Vec<(usize, usize, usize)> {
    let places = places(&run.state.choices);
    let all = places.iter().zip(&run.fires).filter(|it| *it.0 < DIGITS);
    let mut numbers: Vec<(usize, usize, usize)> = Vec::new();
    for (&place, fires) in all {
        let sharers = |it: &(usize, usize)| run.fires.iter().filter(|all| all.contains(it)).count();
        let own = match of_charts {
            true => &fires[..],
            false => fires
                .iter()
                .min_by_key(|it| sharers(it))
                .map_or(&[][..], std::slice::from_ref),
        };
        for &(who, what) in own {
            if !numbers.iter().any(|it| (it.0, it.1) == (who, what)) {
                numbers.push((who, what, place + 1));
            }
        }
    }
    numbers
}

/// Whose choices there are, in the order in which they stand.
fn whose(choices: &[SimulationChoice]) -> Vec<&StepTurn> {
    let mut whose = Vec::new();
    for it in choices {
        if !whose.contains(&&it.action.turn) {
            whose.push(&it.action.turn);
        }
    }
    whose
}

/// A choice as a button at a place of the list; `is_meant` says of a press, by how many have followed one another at its place, whether it is meant.
fn choice(
    (number, place): (usize, usize),
    it: &SimulationChoice,
    take: Take,
    (is_meant, is_pointed): (
        impl Fn(i32) -> bool + 'static,
        impl Fn(usize) -> bool + Send + 'static,
    ),
) -> AnyView {
    let what = it.what.clone();
    let changes: Vec<_> = it.changes.iter().map(ShownValue::shown).collect();
    // Whose turn it is stands above.
    let own = what
        .strip_prefix(it.action.turn.of_objects().unwrap_or_default())
        .map(|it| it.trim_start_matches(':').trim_start());
    let shown = own
        .filter(|it| !it.is_empty() && what.len() != it.len())
        .unwrap_or(&what)
        .to_owned();
    let changes = match changes.is_empty() {
        true => "nothing changes".to_owned(),
        false => changes.join(", "),
    };
    view! {
        <li>
            <button
                type="button"
                class="by-hand-choice"
                data-i=number.to_string()
                data-pointed=move || is_pointed(number).then_some("")
                data-number=digit(place)
                aria-keyshortcuts=digit(place)
                on:click={
                    let taken = it.taken(number);
                    // By keyboard no presses are counted.
                    move |event| {
                        if is_meant(event.detail()) {
                            take.run(taken.clone());
                        }
                    }
                }
            >
                <span class="system-code">{shown}</span>
                <small>{changes}</small>
            </button>
        </li>
    }
    .into_any()
}

/// How much time passes: one of the amounts that are possible.
fn time(choices: &[(usize, &SimulationChoice)], place: usize, take: Take) -> AnyView {
    let all: Vec<_> = choices
        .iter()
        .map(|&(number, it)| it.taken(number))
        .collect();
    let units = choices.iter().map(|(_, it)| match it.action.trigger {
        Some(StepTrigger::Elapsed(units)) => units,
        _ => 0,
    });
    let units: Vec<u64> = units.collect();
    let last = all.len() - 1;
    let at = RwSignal::new(0_usize);
    let word = move || match units[at.get().min(last)] {
        1 => "1 unit of time".to_owned(),
        units => format!("{units} units of time"),
    };
    let pass = move |_| take.run(all[at.get_untracked().min(last)].clone());
    view! {
        <div class="by-hand-time">
            <input
                type="range"
                aria-label="How much time passes"
                aria-valuetext=word.clone()
                min="0"
                max=last.to_string()
                prop:value=move || at.get().to_string()
                on:input=move |event| at.set(event_target_value(&event).parse().unwrap_or(0))
            />
            <button
                type="button"
                class="button by-hand-pass"
                data-number=digit(place)
                aria-keyshortcuts=digit(place)
                on:click=pass
            >
                "Let " {word}
                " pass"
            </button>
        </div>
    }
    .into_any()
}

/// More than so many that are not possible are not listed.
const MOST_STOPPED: usize = 100;

/// What is not possible, each with what stops it.
pub fn not_possible(all: &[BlockedChoice], on_reveal: Callback<Range>) -> AnyView {
    if all.is_empty() {
        return ().into_any();
    }
    view! {
        <p class="by-hand-blocked-head">"Not possible:"</p>
        {all_stopped(all, on_reveal)}
    }
    .into_any()
}

/// What is not possible as a list, the first so many.
pub fn all_stopped(all: &[BlockedChoice], on_reveal: Callback<Range>) -> AnyView {
    let listed = all.iter().take(MOST_STOPPED);
    let listed = listed.map(|it| stopped(it, on_reveal)).collect_view();
    let more = all.len().saturating_sub(MOST_STOPPED);
    let more = (more > 0)
        .then(|| view! { <p class="by-hand-blocked-head">{format!("And {more} more.")}</p> });
    view! {
        <ul class="by-hand-blocked" aria-label="Not possible">{listed}</ul>
        {more}
    }
    .into_any()
}

/// A branch that cannot be completed, and what stops it.
fn stopped(it: &BlockedChoice, on_reveal: Callback<Range>) -> AnyView {
    let reasons = it.reasons.iter().map(|reason| {
        let range = reason.range;
        let later = if reason.later { "later, " } else { "" };
        view! {
            <button
                type="button"
                class="link"
                title="Show in the text"
                on:click=move |_| on_reveal.run(range)
            >
                {later}<Strong text=reason.what.clone()/>
            </button>
        }
    });
    view! {
        <li>
            <span class="system-code">{it.what.clone()}</span>
            {reasons.collect_view()}
        </li>
    }
    .into_any()
}
