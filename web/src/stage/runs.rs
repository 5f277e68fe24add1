//! All runs at once, seen through what somebody tracks: equal parts are drawn once, ends say what they are, and a
//! click plays the run that leads there.

use std::sync::Arc;

use leptos::ev::KeyboardEvent;
use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{AllRuns, SimulationOptions, capitalised, grouped};
use lockstep_core::diagram::drawing::arrow_head;
use lockstep_core::diagram::executions::{self, LINE, PADDING, Picture, RunBox, RunEdge, picture};

use super::roving::Roving;
use super::rules;
use super::tools::{self, Size, Zoom};
use crate::persist;
use crate::protocol::{Simulated, Simulation, Wanted};
use crate::state::Page;
use crate::state::stage::simulator::Simulator;
use crate::state::stage::views::Views;
use crate::ui::{NextFrame, Prose, button};
use lockstep_core::address::run;

/// What was tracked last.
const TRACKED: &str = "lockstep.tracked";
/// The steps that are followed, and how many more each time.
const STEPS: usize = 2_000;
/// Everything that the parts of the view share.
#[derive(Clone, Copy)]
struct Bench {
    page: Page,
    simulator: Simulator,
    grain: RwSignal<&'static str>,
    rules: RwSignal<&'static str>,
    tracked: RwSignal<String>,
    /// The same as a link tells it.
    views: Views,
    steps: RwSignal<usize>,
    found: RwSignal<Option<Arc<AllRuns>>>,
    said: RwSignal<String>,
    zoom: Zoom,
    /// Of machines the check whose lifelines are run; of systems there is one for all.
    check: Memo<Option<usize>>,
}

/// What a kind of model does with a run that is to be played, and how its grains are called.
#[derive(Clone, Copy)]
pub struct Kind {
    /// The grains: the core's words, those of buttons, and what they mean.
    pub grains: &'static [(&'static str, &'static str, &'static str)],
    /// The rules by which steps are taken apart, likewise; empty where there is no choice.
    pub rules: &'static [(&'static str, &'static str, &'static str)],
    /// An example of what can be tracked.
    pub example: &'static str,
    /// Shows a run, at its end; the grain and the rules are those of the picture.
    pub play: fn(Page, RwSignal<usize>, (&str, &str), Simulated),
}

/// The view.
pub fn view(page: Page, step: RwSignal<usize>, kind: Kind) -> AnyView {
    let (found, said) = (RwSignal::new(None), RwSignal::new(String::new()));
    let views = page.stage.views;
    // What was seen before another view was shown is seen again.
    let told = (views.runs_told.get_untracked()).or_else(|| views.runs.get_untracked());
    let begun = told.and_then(|words| seen(kind, &words));
    let usual = || {
        let tracked = persist::read(TRACKED).unwrap_or_default();
        (kind.grains[0].0, "", tracked)
    };
    let (grain, rules, tracked) = begun.unwrap_or_else(usual);
    let (grain, rules) = (RwSignal::new(grain), RwSignal::new(rules));
    on_cleanup(move || page.stage.all_runs.set_value(None));
    let simulator = Simulator::new(page, move |_, result| match result {
        Ok(Simulated::AllRuns(runs)) => {
            said.set(summary(&runs));
            let runs = Arc::from(runs);
            page.stage.all_runs.set_value(Some(Arc::clone(&runs)));
            found.set(Some(runs));
        }
        Ok(run @ (Simulated::Run(_) | Simulated::States(_))) => {
            let why = match &run {
                Simulated::Run(run) => run.state.ending.clone(),
                _ => None,
            };
            (kind.play)(
                page,
                step,
                (grain.get_untracked(), rules.get_untracked()),
                run,
            );
            let there = "The run that leads there is in the player; the other views show it.";
            said.set(format!("{there} {}", why.unwrap_or_default()));
        }
        Ok(_) => {}
        Err(why) => said.set(capitalised(&why)),
    });
    let bench = Bench {
        page,
        simulator,
        grain,
        rules,
        tracked: RwSignal::new(tracked),
        views,
        steps: RwSignal::new(STEPS),
        found,
        said,
        zoom: Zoom::new(),
        check: Memo::new(move |_| {
            let row = page.checks.selected_row()?;
            (!page.is_about_systems()).then(|| row.view.with(|view| view.index))
        }),
    };
    Effect::new(move |_| {
        bench.check.track();
        page.document.revision().track();
        let reads = page.document.analysis().with(|it| !it.has_errors);
        bench.grain.track();
        bench.rules.track();
        bench.steps.track();
        if reads {
            untrack(|| {
                bench.takes_up(kind);
                bench.ask();
            });
        }
    });
    // Where only what is tracked is another thing nobody else asks.
    Effect::new(move |_| {
        bench.views.runs_told.track();
        if untrack(|| bench.takes_up(kind)) {
            bench.ask();
        }
    });
    let scroller = NodeRef::<html::Div>::new();
    begin_in_sight(bench, scroller);
    let drawing = move || bench.found.get().map(|runs| drawing(bench, &runs));
    view! {
        <div class="runs">
            {controls(bench, kind)}
            <p class="runs-said" role="status">{move || view! { <Prose text=bench.said.get()/> }}</p>
            <div class="runs-scroll" node_ref=scroller on:wheel=move |event| bench.zoom.wheel(&event)>{drawing}</div>
            {tools::tools(bench.zoom, "runs", move || bench.zoom.change(Size::Usual), None)}
        </div>
    }
    .into_any()
}

/// A picture may be much higher than its pane, and its runs begin half way down: there it is seen first.
fn begin_in_sight(bench: Bench, scroller: NodeRef<html::Div>) {
    let frame = NextFrame::new();
    let show = move || {
        let Some(pane) = scroller.get_untracked() else {
            return;
        };
        let Ok(Some(start)) = pane.query_selector(".runs-box.start") else {
            return;
        };
        let (it, around) = (
            start.get_bounding_client_rect(),
            pane.get_bounding_client_rect(),
        );
        let hidden = it.top() < around.top() || it.bottom() > around.bottom();
        // Who has scrolled is looking at something else.
        if hidden && pane.scroll_top() == 0 && pane.scroll_left() == 0 {
            let middle = f64::midpoint(it.top(), it.bottom());
            let to = middle - f64::midpoint(around.top(), around.bottom());
            let to = to.min(it.top() - around.top() - 8.0);
            // Some ten thousands of pixels at most.
            #[allow(clippy::cast_possible_truncation)]
            pane.set_scroll_top(to as i32);
        }
    };
    Effect::new(move |_| {
        bench.found.track();
        scroller.track();
        frame.run(show);
    });
}

/// What a link tells, where this kind of model has that.
fn seen(kind: Kind, words: &str) -> Option<(&'static str, &'static str, String)> {
    let (grain, rules, tracked) = run::read_view(words)?;
    let has = |all: &[(&str, &str, &str)], name| all.iter().any(|it| it.0 == name);
    let known = has(kind.grains, grain) && (rules.is_empty() || has(kind.rules, rules));
    known.then_some((grain, rules, tracked))
}

impl Bench {
    /// What is shown, as a link tells it.
    fn words(self) -> String {
        let (grain, rules) = (self.grain.get_untracked(), self.rules.get_untracked());
        run::write_view(grain, rules, &self.tracked.get_untracked())
    }

    /// Takes up what a link tells that was opened in the page; whether that is something else. What another kind of model
    /// has is left for its picture.
    fn takes_up(self, kind: Kind) -> bool {
        let told = self.views.runs_told.get_untracked();
        let Some((grain, rules, tracked)) = told.and_then(|words| seen(kind, &words)) else {
            return false;
        };
        self.views.runs_told.set(None);
        let is_new = run::write_view(grain, rules, &tracked) != self.words();
        if is_new {
            self.tracked.set(tracked);
            self.rules.set(rules);
            self.grain.set(grain);
        }
        is_new
    }

    fn options(self) -> SimulationOptions {
        let tracked = self.tracked.get_untracked();
        let each = tracked
            .split(',')
            .map(str::trim)
            .filter(|it| !it.is_empty());
        SimulationOptions {
            grain: self.grain.get_untracked().to_owned(),
            rules: self.rules.get_untracked().to_owned(),
            track: each.map(str::to_owned).collect(),
            check: self.check.get_untracked(),
        }
    }

    fn simulation(self) -> Simulation {
        Simulation {
            options: self.options(),
            steps: self.steps.get_untracked(),
            ..Simulation::default()
        }
    }

    fn ask(self) {
        self.views.runs.set(Some(self.words()));
        self.said.set("Running every way there is.".to_owned());
        self.simulator.ask(Wanted::AllRuns, &self.simulation());
    }

    /// Plays a run that leads to a node, and ends there in this way where one is chosen.
    fn play(self, node: usize, end: Option<String>) {
        let mut simulation = Simulation {
            to: (node, end),
            ..self.simulation()
        };
        // Which of them is played depends on what is tracked alone; the check says which scenario it plays along.
        let check = &mut simulation.options.check;
        let selected = untrack(|| self.page.checks.selected_row());
        *check = check.or(selected.map(|row| row.view.with_untracked(|it| it.index)));
        self.simulator.ask(Wanted::RunTo, &simulation);
    }
}

/// How many there are, and whether these are all.
fn summary(runs: &AllRuns) -> String {
    let count = match runs.runs {
        0 => "No run comes to an end here yet".to_owned(),
        1 => "Exactly 1 run".to_owned(),
        u64::MAX => "Very many runs".to_owned(),
        many => format!("{} runs", grouped(many)),
    };
    let states = match runs.states {
        1 => "1 state".to_owned(),
        many => format!("{} states", grouped(many as u64)),
    };
    let said = match runs.complete {
        true => format!("{count}, loops not gone round: these are all, over {states}."),
        false => format!("{count} so far, over {states}: not everything has been followed."),
    };
    match runs.unread.is_empty() {
        true => said,
        false => format!(
            "{said} Left out: first values of {}, which may be any and are never read.",
            runs.unread.join(", ")
        ),
    }
}

/// The grain, what is tracked, and how far.
fn controls(bench: Bench, kind: Kind) -> AnyView {
    let grain = move |(name, word, title): (&'static str, &'static str, &'static str)| {
        view! {
            <button
                type="button"
                title=title
                aria-pressed=move || (bench.grain.get() == name).to_string()
                on:click=move |_| bench.grain.set(name)
            >
                {word}
            </button>
        }
    };
    let is_fine = move || !kind.rules.is_empty() && bench.grain.get() != kind.grains[0].0;
    let rules = rules::switch(
        kind.rules,
        Signal::derive(is_fine),
        Signal::derive(move || bench.rules.get().to_owned()),
        Callback::new(move |rules| bench.rules.set(rules)),
    );
    let track = move || {
        // A storage that refuses this asks again next time.
        let _ = persist::write(TRACKED, bench.tracked.get_untracked().trim());
        bench.ask();
    };
    let farther = move || {
        let cut = bench
            .found
            .with(|it| it.as_ref().is_some_and(|it| !it.complete));
        let more = move || bench.steps.update(|it| *it *= 4);
        (cut && !bench.simulator.is_busy.get()).then(|| button("button", "Follow more steps", more))
    };
    let stop = move || {
        let stop = move || {
            bench.simulator.stop();
            bench.said.set("Stopped.".to_owned());
        };
        bench
            .simulator
            .is_busy
            .get()
            .then(|| button("button", "Stop", stop))
    };
    view! {
        <form
            class="runs-controls"
            on:submit=move |event| {
                event.prevent_default();
                track();
            }
        >
            {(kind.grains.len() > 1).then(|| view! {
                <div class="frame-views by-hand-grain" role="group" aria-label="How fine a step is">
                    {kind.grains.iter().copied().map(grain).collect_view()}
                </div>
            })}
            {rules}
            <label>
                "Track "
                <input
                    type="text"
                    placeholder=kind.example
                    title="What is to be seen of the runs, with commas between; empty means everything"
                    prop:value=bench.tracked
                    on:input=move |event| bench.tracked.set(event_target_value(&event))
                />
            </label>
            <button type="submit" class="button">"Track"</button>
            {farther}
            {stop}
        </form>
    }
    .into_any()
}

fn drawing(bench: Bench, runs: &Arc<AllRuns>) -> AnyView {
    let Some(picture) = picture(runs) else {
        let words = format!(
            "{} boxes are no picture any more. Track less, and equal runs become one.",
            grouped(runs.nodes.len() as u64)
        );
        return view! { <p class="runs-large">{words}</p> }.into_any();
    };
    let Picture {
        width,
        height,
        boxes,
        edges,
    } = picture;
    let roving = Roving::new();
    let count = boxes.len();
    let runs = Arc::clone(runs);
    let act = {
        let runs = Arc::clone(&runs);
        move |event: &KeyboardEvent| {
            if let Some(node) = roving.key(event, count) {
                // A finger or a mouse chooses an end by itself; keys go to the worst.
                let ends = &runs.nodes[node].ends;
                let end = ends.iter().find(|it| is_bad(it)).or(ends.first());
                bench.play(node, end.cloned());
            }
        }
    };
    let boxes = boxes.into_iter().enumerate();
    let boxes = boxes.map(|(node, it)| run_box(bench, &runs, node, &it, roving));
    view! {
        <svg
            viewBox=format!("0 0 {width:.0} {height:.0}")
            width=move || format!("{:.0}", width * bench.zoom.get())
            height=move || format!("{:.0}", height * bench.zoom.get())
            role="group"
            aria-label="All runs"
            on:keydown=move |event| act(&event)
        >
            {edges.iter().map(run_edge).collect_view()}
            {boxes.collect_view()}
        </svg>
    }
    .into_any()
}

/// Whether an end is none that is fine.
fn is_bad(end: &str) -> bool {
    matches!(end, "stuck" | "dead-end")
}

fn run_edge(edge: &RunEdge) -> AnyView {
    let back = edge.back;
    view! {
        <path class="runs-line" class:back=back d=edge.path.clone()/>
        <path class="runs-head" d=arrow_head(&edge.tip, 7.0)/>
    }
    .into_any()
}

fn run_box(bench: Bench, runs: &AllRuns, node: usize, it: &RunBox, roving: Roving) -> AnyView {
    let rect = it.rect;
    let start = runs.starts.contains(&node);
    let lines = it.lines.iter().enumerate().map(|(index, line)| {
        // A dozen lines.
        #[allow(clippy::cast_precision_loss)]
        let y = rect.y + 4.0 + index as f64 * LINE + LINE - 4.0;
        view! { <text x=rect.x + PADDING y=y>{line.clone()}</text> }
    });
    let ends = it.ends.iter().map(|(end, at)| {
        let bad = is_bad(end);
        let (word, chosen) = (executions::word(end), end.clone());
        view! {
            <text
                class="runs-end"
                class:bad=bad
                x=at.x
                y=at.y
                on:click=move |event| {
                    event.stop_propagation();
                    bench.play(node, Some(chosen.clone()));
                }
            >
                {if bad { "✗ " } else { "● " }}{word}
            </text>
        }
    });
    view! {
        <g
            class="runs-box"
            class:start=start
            role="button"
            data-i=node.to_string()
            tabindex=move || roving.tabindex(node)
            on:click=move |_| bench.play(node, None)
        >
            <title>{spoken(runs, node)}</title>
            <rect x=rect.x y=rect.y width=rect.width height=rect.height rx="4"/>
            {lines.collect_view()}
            {ends.collect_view()}
        </g>
    }
    .into_any()
}

/// A box in words.
fn spoken(runs: &AllRuns, node: usize) -> String {
    let it = &runs.nodes[node];
    let changes = it
        .changes
        .iter()
        .map(|it| format!("{} is {}", it.name, it.value));
    let changes: Vec<_> = changes.collect();
    let mut words = match changes.is_empty() {
        true => "nothing that is tracked".to_owned(),
        false => changes.join(", "),
    };
    for end in &it.ends {
        words += "; ";
        words += executions::word(end);
    }
    if let Some(why) = &it.why {
        words += ". ";
        words += &why.replace('`', "");
        return words + " Play a run that leads there";
    }
    words + "; play a run that leads there"
}
