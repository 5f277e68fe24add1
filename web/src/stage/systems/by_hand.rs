//! A transition system by hand: everything that can happen next, at the grain that somebody has chosen, and what
//! cannot, with the assumption that stops it.
//!
//! A worker makes the run (`state::stage::simulator`); here are its choices as data and what is shown of them. The run
//! stands in [`Page::stage_content`] in the form of an answer, so that all views show it like any other. Its
//! choices outlive the pane: they are taken up again when it is opened, and after an edit as far as they still go.

mod bench;
mod of_charts;
mod sends;

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{Onward, RunRequest, SimulatedRun, StructureKind};
use lockstep_core::diagram::stops;

use super::made::{Grain, grains as all_grains, shown_run};
use super::other_value::{self, OtherValue};
use super::pointed::{By, Pointed, choice_at};
use super::{Shown, choices, compared, run_file};
use crate::protocol::Simulated;
use crate::stage::player::number;
use crate::stage::{by_chance, choice_focus, rules, sought};
use crate::state::Page;
use crate::state::stage::side_question::SideQuestion;
use crate::state::stage::simulator::Simulator;
use crate::ui::{NextFrame, Prose, StayInside, titled_button};

/// Everything that the parts of the pane share.
#[derive(Clone, Copy)]
struct Bench {
    page: Page,
    shown: Shown,
    simulator: Simulator,
    /// The run that was asked for last, without going on.
    made: RwSignal<RunRequest>,
    /// What came of it.
    found: RwSignal<Option<Arc<SimulatedRun>>>,
    seed: RwSignal<String>,
    goal: RwSignal<String>,
    said: RwSignal<String>,
    /// What engines look for: a way on that is not found nearby.
    search: SideQuestion,
    /// The choice that is to have the focus.
    focus: RwSignal<Option<usize>>,
    /// Whether what the environment of the text does not send is unfolded.
    unfolded: StoredValue<bool>,
    /// What there is to say once the run that they have found is there.
    to_say: StoredValue<Option<String>>,
    /// The step that is shown once the run is there, where that is not its end.
    to_step: StoredValue<Option<usize>>,
    /// What is wanted once the run is there that was begun with.
    later: StoredValue<Option<Later>>,
}

/// What was wanted of a run before it was there.
#[derive(Clone)]
enum Later {
    /// That it goes on.
    Onward(Onward),
    /// The same by steps of another grain, or by other rules, as they stand in what was asked for.
    Again,
}

/// The pane.
pub fn view(page: Page, shown: Shown) -> AnyView {
    let found = RwSignal::new(None);
    let said = RwSignal::new(String::new());
    let made = RwSignal::new(RunRequest::default());
    let other = OtherValue::new();
    let search = SideQuestion::new(page.settings);
    let to_say = StoredValue::new(None);
    let to_step = StoredValue::new(None);
    let named = move || made.with_untracked(|it| matches!(it.onward, Onward::Named(_)));
    let simulator = Simulator::new(page, move |_, result| match result {
        Ok(Simulated::Run(run)) => {
            let is_longer = run.choices.len() > made.with_untracked(|it| it.choices.len());
            let run = match (named(), is_longer) {
                (true, false) => {
                    other.refuse(run.said.clone().unwrap_or_default());
                    SimulatedRun { said: None, ..*run }
                }
                _ => {
                    other.taken();
                    *run
                }
            };
            let question = run.question.clone();
            let run = SimulatedRun {
                said: run.said.clone().or(to_say.get_value()),
                ..run
            };
            let step = to_step.get_value();
            to_step.set_value(None);
            take_over(page, shown, (made, found, said), run, step);
            if let Some(question) = question {
                search.ask_onward(question);
            }
        }
        Ok(_) => {}
        Err(why) if named() => {
            other.refuse(why);
            made.update(|it| it.onward = Onward::Stay);
        }
        Err(why) => said.set(why),
    });
    let bench = Bench {
        page,
        shown,
        simulator,
        made,
        found,
        seed: by_chance::seed(),
        goal: RwSignal::new(String::new()),
        said,
        search,
        focus: RwSignal::new(None),
        unfolded: StoredValue::new(false),
        to_say,
        to_step,
        later: StoredValue::new(None),
    };
    Effect::new(move |_| {
        found.track();
        untrack(|| bench.catch_up());
    });
    search.on_answer(move |asked, reported| bench.hear(asked, reported));
    let take = Callback::new(move |named| bench.go_on(Onward::Named(vec![named])));
    untrack(|| bench.begin());
    // After an edit the run is made again, as far as it still goes; at another step its choices are listed.
    Effect::new(move |before: Option<u32>| {
        let number = page.document.revision().with(|it| it.number);
        let reads = page.document.analysis().with(|it| !it.has_errors);
        if before.is_some_and(|before| before != number) && reads {
            bench.ask(made.get_untracked());
        }
        number
    });
    let node = NodeRef::<html::Section>::new();
    let pointed = shown.pointed;
    on_cleanup(move || pointed.set_choices(None));
    let stay = StayInside::new(
        move || {
            found.track();
            shown.play.at.get();
            search.status.track();
        },
        move || choice_focus::first(&*node.get_untracked()?),
    );
    of_charts::follow(bench, node);
    // Who opens the pane goes on with its first choice, as soon as that is known.
    let opened = NextFrame::new();
    Effect::new(move |entered: Option<bool>| {
        let is_there = found.with(Option::is_some);
        if is_there && entered != Some(true) {
            opened.run(move || {
                if let Some(node) = node.get_untracked() {
                    choice_focus::enter(&node);
                }
            });
        }
        is_there
    });
    let act = move |event: KeyboardEvent| {
        if event.key() == "Escape" {
            event.prevent_default();
            return page.by_hand(false);
        }
        if let Some(node) = node.get_untracked() {
            choice_focus::walk(&node, &event);
        }
    };
    view! {
        <section
            class="by-hand"
            aria-label="By hand"
            node_ref=node
            on:keydown=act
            on:focusin=move |event| stay.came(&event)
            on:focusout=move |event| stay.left(&event)
        >
                {head(bench)}
                {grains(bench)}
                <div
                    class="by-hand-list"
                    on:pointerover=move |event| pointed.set(By::Pointer, choice_at(&event))
                    on:pointerleave=move |_| pointed.set(By::Pointer, Pointed::Nothing)
                    on:focusin=move |event| pointed.set(By::Focus, choice_at(&event))
                    on:focusout=move |_| pointed.set(By::Focus, Pointed::Nothing)
                >
                    {move || list(bench)}
                </div>
                {other_value::form(shown, found, other, take)}
                {sought::said(bench.search, bench.said)}
                {onward(bench)}
        </section>
    }
    .into_any()
}

/// A run is there: it is shown, and its choices are kept.
fn take_over(
    page: Page,
    shown: Shown,
    (made, found, said): (
        RwSignal<RunRequest>,
        RwSignal<Option<Arc<SimulatedRun>>>,
        RwSignal<String>,
    ),
    run: SimulatedRun,
    step: Option<usize>,
) {
    let request = RunRequest {
        check: made
            .with_untracked(|it| it.check)
            .filter(|_| run.begins.is_some()),
        grain: made.with_untracked(|it| it.grain.clone()),
        rules: made.with_untracked(|it| it.rules.clone()),
        choices: run.choices.clone(),
        ..RunRequest::default()
    };
    said.set(run.said.clone().unwrap_or_default());
    page.stage.simulation.kept.set(Some(request.clone()));
    made.set(request.clone());
    let last = run.run.len().saturating_sub(1);
    page.show_simulated(shown_run(page, &run), Some(request));
    let mut can: Vec<_> = run.fires.iter().flatten().copied().collect();
    can.sort_unstable();
    can.dedup();
    page.stage.simulation.can.set(Some(can));
    let numbers = choices::numbers(&run, is_about_charts(page));
    page.stage.simulation.numbers.set(numbers);
    shown.step.set(step.map_or(last, |it| it.min(last)));
    found.set(Some(Arc::new(run)));
}

fn head(bench: Bench) -> AnyView {
    let over = move || {
        bench.ask(RunRequest {
            choices: bench
                .made
                .with_untracked(|it| it.choices.iter().take(1).cloned().collect()),
            ..bench.so_far()
        });
    };
    let leave = move || bench.page.by_hand(false);
    view! {
        <header class="by-hand-head">
            <h2>"By hand"</h2>
            {titled_button("Start over", "Back to the start of the run", over)}
            {titled_button("Leave", "Leave stepping by hand (Esc)", leave)}
        </header>
    }
    .into_any()
}

/// Whether statecharts are stepped.
fn is_about_charts(page: Page) -> bool {
    untrack(|| page.kind()) == StructureKind::Statecharts
}

/// How fine a step is.
fn grains(bench: Bench) -> AnyView {
    let all = all_grains(bench.page);
    // Where steps are not taken apart there is nothing to choose.
    if all.len() == 1 {
        return ().into_any();
    }
    let grain = move || {
        let grain = bench.made.with(|it| it.grain.clone());
        if grain.is_empty() {
            all[0].0.to_owned()
        } else {
            grain
        }
    };
    let about_charts = is_about_charts(bench.page);
    let rules = rules::switch(
        &rules::ALL,
        Signal::derive(move || !about_charts && grain() != all[0].0),
        Signal::derive(move || bench.made.with(|it| it.rules.clone())),
        Callback::new(move |rules| bench.by_rules(rules)),
    );
    let choice = move |&(name, word, title): &Grain| {
        view! {
            <button
                type="button"
                title=title
                aria-pressed=move || (grain() == name).to_string()
                on:click=move |_| bench.at_grain(name)
            >
                {word}
            </button>
        }
    };
    view! {
        <div class="frame-views by-hand-grain" role="group" aria-label="How fine a step is">
            {all.iter().map(choice).collect_view()}
        </div>
        {rules}
    }
    .into_any()
}

/// What can happen after the step at hand.
fn list(bench: Bench) -> AnyView {
    let (found, at) = (bench.found.get(), bench.shown.play.at.get());
    let listed = found.as_deref().filter(|it| at + 1 >= it.run.len());
    bench.shown.pointed.set_choices(listed);
    let Some(found) = found else {
        return view! { <p role="status">"Looking what can happen."</p> }.into_any();
    };
    let last = found.run.len().saturating_sub(1);
    let (play, is_whole) = (bench.shown.play, bench.page.plays_whole_steps());
    let number = play.outcome.with(|it| {
        it.as_ref()
            .map_or_else(|| at.to_string(), |it| number(it, at, is_whole))
    });
    if at < last {
        // What a whole step passes over before it is no choice.
        let next = match is_whole {
            true => stops::unit(&found.run, play.stop(at + 1)).start,
            false => at + 1,
        };
        let taken = found
            .choices
            .get(next)
            .map(|it| it.known_by.to_string())
            .unwrap_or_default();
        let go_back = move || bench.ask(bench.so_far());
        return view! {
            <p role="status">
                {format!("After step {number} the run went on with ")}<b class="system-code">{taken}</b>"."
            </p>
            {titled_button("Choose otherwise from here", "The steps after this one are taken back", go_back)}
        }
        .into_any();
    }
    let state = &found.state;
    let here = match (&*state.status, at) {
        ("start", _) => "The run can start in several ways".to_owned(),
        _ if number == "0" || found.run.is_empty() => "At the start".to_owned(),
        _ => format!("After step {number}"),
    };
    let inside = match (&*state.status, is_about_charts(bench.page)) {
        ("inside", false) => ", inside a transition",
        ("inside", true) if at > 0 => ", inside a step",
        _ => "",
    };
    let count = match (state.choices.len(), state.more) {
        (0, false) => "nothing can happen any more".to_owned(),
        (0, true) => "none of the values that were tried lets it go on".to_owned(),
        (1, false) => "one thing can happen".to_owned(),
        (many, false) => format!("{many} things can happen"),
        (many, true) => format!("more than {many} things can happen, some of them"),
    };
    let words = match (&*state.status, state.choices.is_empty()) {
        ("start", _) => format!("{here}:"),
        ("covered", _) => format!("{here} the run ends."),
        (_, true) => format!("{here}{inside}, {count}."),
        (_, false) => format!("{here}{inside}, {count}:"),
    };
    let stuck = match untrack(|| bench.page.kind()) {
        StructureKind::Statecharts => {
            "No object has anything to do, and not all have come to their end."
        }
        StructureKind::Generic(_) => "Nothing can happen here.",
        _ => "No branch can be completed.",
    };
    // Nothing is said of a deadlock where it is rules that end a run.
    let by_rules = bench
        .made
        .with_untracked(|it| !it.rules.is_empty() && it.grain != "transition");
    let is_deadlock = state.status == "stuck" && !(by_rules && state.ending.is_some());
    let ending = (is_deadlock || state.ending.is_some()).then(|| {
        let deadlock = is_deadlock.then(|| view! { <b>"Deadlock. "</b>{stuck}" " });
        let why = state.ending.clone().unwrap_or_default();
        view! { <p class="by-hand-end bad">{deadlock}<Prose text=why/></p> }
    });
    view! {
        <p role="status">{words}</p>
        {found.begins.clone().map(|it| view! { <p class="by-hand-begins"><Prose text=it/></p> })}
        {ending}
        {choices::list(&state.choices, Callback::new(move |choice| bench.take(choice)), move |it| bench.shown.pointed.is_of(it))}
        {sends::list(bench, &state.sends)}
        {choices::not_possible(&state.blocked, bench.shown.play.on_reveal)}
    }
    .into_any()
}

/// By chance, and on to where something is true.
fn onward(bench: Bench) -> AnyView {
    let example = match untrack(|| bench.page.kind()) {
        StructureKind::Statecharts => "a.Busy and b.Done",
        StructureKind::Generic(_) => "as behind check reach",
        _ => "x == 3",
    };
    view! {
        {by_chance::controls(bench.seed, move |steps| bench.walk(steps))}
        <form
            class="by-hand-until"
            on:submit=move |event| {
                event.prevent_default();
                bench.go_until();
            }
        >
            <label>
                "Go on until "
                <input
                    type="text"
                    placeholder=example
                    title="By the fewest steps, to a state where this is true"
                    prop:value=bench.goal
                    on:input=move |event| bench.goal.set(event_target_value(&event))
                />
            </label>
            <button type="submit" class="button">"Go"</button>
        </form>
        <div class="by-hand-keep">
            {titled_button(
                "Save run",
                "A file with the choices of this run, to be replayed later",
                move || run_file::save(bench.page, &bench.so_far()),
            )}
            {run_file::load_button(bench.page, Callback::new(move |run| bench.ask(run)))}
            {is_about_charts(bench.page).then(|| of_charts::keep(bench))}
            {move || compared::with_answer(bench.page, bench.found)}
        </div>
    }
    .into_any()
}
