//! The player: buttons, scrubber, speed, and the step in a sentence.
//!
//! It owns nothing but its playback state; the step belongs to the page.

use leptos::prelude::*;
use lockstep_core::api::Outcome;
use lockstep_core::diagram::{stops, text};

use super::StageContext;
use super::depths;
use super::hint;
use super::marked;
use super::scrubber::Scrubber;
use super::tools::Size;
use super::verdict;
use crate::keys::{self, Command};
use crate::persist;
use crate::settings;
use crate::state::Page;
use crate::state::action::{Action, Dialog};
use crate::state::folds::Fold;
use crate::state::timer::Timer;

/// The speed that was chosen last.
const SPEED: &str = "lockstep.speed";

/// Whether the run plays by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Playback {
    Paused,
    Playing { speed: Speed },
}

/// How fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Speed {
    Half,
    Normal,
    Double,
    Fourfold,
}

impl Speed {
    const ALL: [Self; 4] = [Self::Half, Self::Normal, Self::Double, Self::Fourfold];

    fn words(self) -> &'static str {
        match self {
            Self::Half => "½×",
            Self::Normal => "1×",
            Self::Double => "2×",
            Self::Fourfold => "4×",
        }
    }

    /// The speed of these words.
    fn of(words: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|speed| speed.words() == words)
    }

    /// How long a step stays, in milliseconds: long enough to read its sentence at speed 1.
    fn pause(self) -> u64 {
        match self {
            Self::Half => 2400,
            Self::Normal => 1200,
            Self::Double => 600,
            Self::Fourfold => 300,
        }
    }
}

/// The bar below the panes, as wide as the window: the buttons, the scrubber, and the step in a sentence.
#[component]
pub fn Player(
    /// What all parts of the stage read.
    play: StageContext,
) -> impl IntoView {
    let StageContext { page, step, .. } = play;
    let playback = RwSignal::new(Playback::Paused);
    let remembered = persist::read(SPEED).and_then(|words| Speed::of(&words));
    let remembered = remembered.unwrap_or(Speed::Normal);
    let speed = RwSignal::new(remembered);
    let StageContext { at, last, .. } = play;
    let empty = Memo::new(move |_| last.get() == 0);
    let act = move |command| {
        // What only some kinds of model have.
        let kind = untrack(|| page.kind());
        let is_there = match command {
            Command::Large | Command::Soon => kind.extras().depths,
            _ => true,
        };
        if !is_there {
            return;
        }
        match command {
            Command::View => return play.show_next(),
            Command::FoldText => return page.fold_text(),
            Command::FoldCanvas => return page.folds.toggle(Fold::Canvas),
            Command::FoldRun => return page.folds.toggle(Fold::Run),
            Command::Offer => {
                if let Some(action) = page.notices.take_offer() {
                    page.perform(action);
                }
                return;
            }
            Command::Ask => return page.ask(),
            Command::Stop => return page.checks.stop_selected(),
            Command::Keys => return page.perform(Action::Open(Dialog::Keys)),
            Command::Settings => return settings::show(page),
            Command::Larger => return play.resize(Size::Larger),
            Command::Smaller => return play.resize(Size::Smaller),
            Command::Usual => return play.resize(Size::Usual),
            Command::Large => return play.surface.fill(play.at_hand.get_untracked()),
            Command::Soon => return depths::toggle(page),
            Command::Another => return page.show_another(),
            Command::Number(number) => return page.press_number(number),
            Command::ShowText => return page.show_marked(),
            Command::Simulation => {
                let begins = page.stage.session.get_untracked().is_none();
                if begins {
                    page.folds.put_sheet_away();
                }
                return page.by_hand(begins);
            }
            _ => {}
        }
        let now = at.get_untracked();
        let end = last.get_untracked();
        let first = play.stop(0).min(end);
        let playing = playback.get_untracked() != Playback::Paused;
        playback.set(match command {
            Command::Toggle if !playing && end > 0 => Playback::Playing {
                speed: speed.get_untracked(),
            },
            _ => Playback::Paused,
        });
        match command {
            Command::First => step.set(first),
            Command::Back => step.set(play.stop_before(now)),
            Command::Forward => step.set(play.stop(now + 1)),
            Command::Last => step.set(end),
            // Played from the end, a run starts again.
            Command::Toggle if !playing && now == end => step.set(first),
            _ => {}
        }
    };
    keys::listen(move |command| {
        // Those work without a stage, too.
        let is_own = !matches!(command, Command::Find | Command::Help);
        if is_own {
            act(command);
        }
        is_own
    });
    run(play, step, playback);

    let playing = move || playback.get() != Playback::Paused;
    let at_start = move || at.get() <= play.stops.with(|it| it.first().copied().unwrap_or(0));
    let at_end = move || at.get() == last.get();
    let button =
        move |command: Command, name: &'static str, key: &'static str, icon: &'static str| {
            let disabled = move || match command {
                Command::First | Command::Back => at_start(),
                Command::Forward | Command::Last => at_end(),
                Command::Toggle => empty.get(),
                // These have no buttons in the bar, or are always possible.
                _ => false,
            };
            view! {
                <button
                    type="button"
                    class="player-button"
                    aria-label=name
                    title=format!("{name} ({key})")
                    data-step=match command {
                        Command::Back => Some("back"),
                        Command::Forward => Some("forward"),
                        _ => None,
                    }
                    // Stays focusable at the ends of the run, so that the focus is not lost there.
                    aria-disabled=move || disabled().then_some("true")
                    on:click=move |_| {
                        if !disabled() {
                            act(command);
                        }
                    }
                >
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=icon /></svg>
                </button>
            }
        };
    let toggle_name = move || if playing() { "Pause" } else { "Play" };
    let toggle_icon = move || {
        if playing() {
            "M4 3h3v10H4zM9 3h3v10H9z"
        } else {
            "M4.5 2.5v11l9-5.5z"
        }
    };
    view! {
        <footer class="bar">
        <section class="player" aria-label="Player">
            <div class="player-buttons">
                {button(Command::First, "First step", "Home", "M3 3h2v10H3zM13 3v10L6 8z")}
                {button(Command::Back, "Back one step", "←", "M11.5 3v10L4.5 8z")}
                <button
                    type="button"
                    class="player-button main"
                    aria-label=toggle_name
                    title=move || format!("{} (Space)", toggle_name())
                    aria-disabled=move || empty.get().then_some("true")
                    on:click=move |_| act(Command::Toggle)
                >
                    <svg viewBox="0 0 16 16" aria-hidden="true"><path d=toggle_icon /></svg>
                </button>
                {button(Command::Forward, "Forward one step", "→", "M4.5 3v10l7-5z")}
                {button(Command::Last, "Last step", "End", "M11 3h2v10h-2zM3 3v10l7-5z")}
            </div>
            <Scrubber play on_step=Callback::new(move |to| {
                playback.set(Playback::Paused);
                // A drag and a key go on to a stop in their direction.
                let is_back = to < at.get_untracked();
                step.set(if is_back { play.stop_before(to + 1) } else { play.stop(to) });
            }) />
            <p class="player-count">
                {move || if empty.get() { "no steps".into_any() } else { counted(play).into_any() }}
            </p>
            <div class="player-said">
                // It is said by `spoken`.
                <p class="player-sentence" title=move || text::plain(&sentence(play))>
                    {move || named(&sentence(play))}
                </p>
                {verdict::view(play)}
                {hint::view(page)}
                {marked::view(page)}
            </div>
            <label class="player-speed">
                <span class="visually-hidden">"Speed"</span>
                <select
                    title="Speed"
                    on:change=move |event| {
                        let chosen = event_target_value(&event);
                        if let Some(chosen) = Speed::of(&chosen) {
                            speed.set(chosen);
                            // A storage that refuses this plays at the usual speed next time.
                            let _ = persist::write(SPEED, chosen.words());
                            if playback.get_untracked() != Playback::Paused {
                                playback.set(Playback::Playing { speed: chosen });
                            }
                        }
                    }
                >
                    {Speed::ALL
                        .map(|one| view! {
                            <option value=one.words() selected=one == remembered>{one.words()}</option>
                        })
                        .into_iter()
                        .collect_view()}
                </select>
            </label>
            {button(Command::Keys, "Keys", "?", "M5.500 6a2.500 2.500 0 113.700 2.200c-.8.5-1.200 1-1.200 2.100M8 13v.2")}
            <button
                type="button"
                class="button player-hand"
                aria-pressed=move || page.stage.is_simulated().to_string()
                title="Choose each step yourself (h)"
                on:click=move |_| act(Command::Simulation)
            >
                "By hand"
            </button>
        </section>
        </footer>
    }
}

impl StageContext {
    /// The first stop at a step or after it; the last one behind all of them. Not tracked.
    pub fn stop(self, from: usize) -> usize {
        let last = self.last.get_untracked();
        (self.stops).with_untracked(|it| it.iter().copied().find(|&it| it >= from).unwrap_or(last))
    }

    /// The last stop before a step, else the first. Not tracked.
    fn stop_before(self, step: usize) -> usize {
        self.stops.with_untracked(|it| {
            let before = it.iter().rev().copied().find(|&it| it < step);
            before.or_else(|| it.first().copied()).unwrap_or(0)
        })
    }
}

/// A sentence with its names set apart.
pub fn named(sentence: &str) -> impl IntoView + use<> {
    let parts = text::spans(sentence).into_iter();
    let part = |(name, part): (bool, String)| {
        if name {
            view! { <b>{part}</b> }.into_any()
        } else {
            part.into_any()
        }
    };
    parts.map(part).collect_view()
}

/// The sentence of the step, with names between backticks; empty without a run.
pub fn sentence(play: StageContext) -> String {
    let at = play.at.get();
    play.outcome.with(|outcome| {
        let outcome = outcome.as_deref();
        let is_whole = play.page.plays_whole_steps();
        let own = outcome.map_or_else(String::new, |outcome| step_sentence(outcome, at, is_whole));
        beside_other(play.page, own)
    })
}

/// The sentence of a step, and where two runs are drawn beside each other that of the other one, each with its name. Tracked.
pub fn beside_other(page: Page, own: String) -> String {
    let is_whole = page.plays_whole_steps();
    let other = page.stage.other_run();
    let other = other.map(|it| (it.names, step_sentence(&it.outcome, it.at, is_whole)));
    match other {
        Some((_, there)) if there == own => own,
        Some(([name, other], there)) => format!("{name}: {own} {other}: {there}"),
        None => own,
    }
}

/// The sentence of a step of a run, with names between backticks: of a whole step what all its parts do.
pub fn step_sentence(outcome: &Outcome, at: usize, is_whole: bool) -> String {
    let run = outcome.system.as_ref().map(|it| &it.run);
    let run = run.filter(|it| is_whole && at < it.len());
    let mut sentence = match run {
        Some(run) => stops::together(run, stops::unit(run, at)).sentence,
        None => outcome.sentence_of(at).to_owned(),
    };
    if let Some(earlier) = outcome.was_here_after(at) {
        let earlier = number(outcome, earlier, is_whole);
        sentence += &format!(" This is the same state as after step {earlier}.");
    }
    sentence
}

/// The same with the number set apart; the word is for those who do not see where it stands.
fn counted(play: StageContext) -> impl IntoView {
    let words = count(play);
    let parts = words
        .strip_prefix("step ")
        .map(|it| it.split_once(' ').unwrap_or((it, "")));
    let (number, rest) = parts.unwrap_or((&words, ""));
    let (number, rest) = (number.to_owned(), format!(" {rest}"));
    view! { <span class="visually-hidden">"step "</span><b>{number}</b>{rest} }
}

/// Which step of how many is shown.
pub fn count(play: StageContext) -> String {
    let at = play.at.get();
    play.outcome.with(|outcome| {
        let outcome = outcome.as_deref();
        let is_whole = play.page.plays_whole_steps();
        let counted = |it| (number(it, at, is_whole), it.steps());
        let (number, steps) = outcome.map_or_else(Default::default, counted);
        // By hand a run begins with no step: there is nothing to count yet.
        match steps {
            0 => format!("step {number}"),
            _ => format!("step {number} of {steps}"),
        }
    })
}

/// What a step of a run is called.
pub fn number(outcome: &Outcome, at: usize, is_whole: bool) -> String {
    match &outcome.system {
        Some(it) if is_whole => stops::number(&it.run, at),
        _ => outcome.number_of(at),
    }
}

/// Moves on while playing; stops at the end, and when the answer changes.
fn run(play: StageContext, step: RwSignal<usize>, playback: RwSignal<Playback>) {
    Effect::new(move |_| {
        play.outcome.track();
        playback.set(Playback::Paused);
    });
    let timer = Timer::new();
    timer.on_tick(move || {
        let (at, last) = (play.at.get_untracked(), play.last.get_untracked());
        let breaks = play.page.stage.simulation.breaks;
        let next = play.stop(at + 1);
        // Playing pauses in the middle of a step, too.
        let pause =
            breaks.with_untracked(|it| it.iter().copied().find(|it| (at + 1..=next).contains(it)));
        step.set(pause.unwrap_or(next));
        if pause.is_some() || next >= last {
            playback.set(Playback::Paused);
        }
    });
    Effect::new(move |_| {
        timer.cancel();
        if let Playback::Playing { speed } = playback.get() {
            play.at.track();
            timer.after(speed.pause());
        }
    });
}
