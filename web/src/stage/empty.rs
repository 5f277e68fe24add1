//! What the stage says in words while there is no run to play, or when a run is not the whole
//! answer.

use leptos::prelude::*;
use lockstep_core::api::{
    Analysis, CertificateView, CheckView, Outcome, Range, StopView, StructureKind, Verdict,
};
use lockstep_core::diagram::text;

use super::player::named;
use super::{StageContext, looked_at};
use crate::gallery::{TEMPLATES, Template};
use crate::header::ABOUT;
use crate::state::Page;
use crate::state::action::Action;
use crate::state::checks::{Health, OVERDUE};
use crate::state::run::{Phase, RowId};
use crate::state::stage::views::CanvasMode;
use crate::ui::{Prose, button};
use crate::words::{self, counted_large};

/// Why the diagram is missing, or not all there is to say.
#[derive(Clone, Debug, PartialEq)]
enum Situation {
    /// There is a run: the diagram speaks for itself.
    Playing,
    /// The text has errors; what is drawn is of the text before them.
    Earlier,
    /// The text has errors.
    Errors {
        count: usize,
        title: String,
        range: Range,
    },
    /// The text has nothing in it.
    Blank,
    /// A model, but no question.
    NoChecks,
    /// There is nothing to be played, or not yet; the sentence says why.
    Apart(&'static str),
    /// The answer is being computed.
    Running,
    /// An answer without a run.
    NothingToPlay {
        sentence: String,
        certificate: String,
        layers: Vec<u64>,
    },
    /// No answer.
    Unknown { sentence: String, reached: String },
    /// The check of this row came to no answer, or nothing can be checked; whatever run is shown is of
    /// an earlier answer.
    Trouble {
        heading: &'static str,
        words: String,
        row: Option<RowId>,
        is_overdue: bool,
    },
}

/// A remark above the diagram, or in its place.
#[component]
pub fn Remark(page: Page, play: StageContext) -> impl IntoView {
    let situation = Memo::new(move |_| {
        if play.asking.get() {
            // The form of the question says all there is to say.
            return Situation::Playing;
        }
        if let Some(trouble) = trouble(page) {
            return trouble;
        }
        if !page.document.is_model() {
            return Situation::Apart("This text is no model: nothing is drawn of it.");
        }
        let check = play.check.get();
        if check
            .as_ref()
            .is_some_and(|it| page.checks.is_held(it.index))
            && play.outcome.get().is_none()
        {
            return Situation::Apart("The answer is played here after your bet.");
        }
        let outcome = play.outcome.get();
        // What is drawn is of a text without errors; what is wrong is in the text as it stands.
        (page.document.analysis())
            .with(|analysis| situation(analysis, check.as_ref(), outcome.as_deref()))
    });
    move || match situation.get() {
        Situation::Playing => ().into_any(),
        Situation::Earlier => view! {
            <p class="remark-earlier">"This run is of the text before the errors."</p>
        }
        .into_any(),
        Situation::Errors {
            count,
            title,
            range,
        } => {
            let heading = if count == 1 {
                "The text has an error".to_owned()
            } else {
                format!("The text has {count} errors")
            };
            let word = if count == 1 {
                "Show it"
            } else {
                "Show the first"
            };
            view! {
                <div class="remark bad">
                    <h3>{heading}</h3>
                    <p>{format!("Line {}: {}", range.line, text::plain(&title))}</p>
                    {button("remark-button", word, move || play.on_reveal.run(range))}
                </div>
            }
            .into_any()
        }
        Situation::Trouble {
            heading,
            words,
            row,
            is_overdue,
        } => {
            let again = move || match row {
                Some(row) => page.checks.ask_again(row),
                None => page.checks.begin(),
            };
            let patiently = row.filter(|_| is_overdue).map(|row| {
                let word = "Ask again without a limit of time";
                button("remark-button", word, move || {
                    page.checks.ask_patiently(row);
                })
            });
            view! {
                <div class="remark warn">
                    <h3>{heading}</h3>
                    <p><Prose text=words/></p>
                    {button("remark-button", "Check again", again)}
                    {patiently}
                </div>
            }
            .into_any()
        }
        Situation::Blank => blank(page),
        Situation::NoChecks => say(
            "No question yet",
            "Add a scenario, or a line such as “check deadlock”, and its answer will be played here. Without one you can step by hand.",
        ),
        Situation::Apart(why) => view! { <div class="remark"><p>{why}</p></div> }.into_any(),
        Situation::Running => view! {
            <div class="remark running">
                <span class="remark-dots" aria-hidden="true"><i></i><i></i><i></i></span>
                <p>"The answer will be played here." {move || progress(page)}</p>
            </div>
        }
        .into_any(),
        Situation::NothingToPlay {
            sentence,
            certificate,
            layers,
        } => nothing_to_play(page, &sentence, certificate, &layers),
        Situation::Unknown { sentence, reached } => view! {
            <div class="remark warn">
                <h3>"No answer yet"</h3>
                <p>{named(&sentence)}</p>
                <p class="remark-soft">{reached}</p>
            </div>
        }
        .into_any(),
    }
}

/// An answer without a run: what was looked at, or, where that is not told, the answer.
fn nothing_to_play(page: Page, sentence: &str, certificate: String, layers: &[u64]) -> AnyView {
    let words = if let Some(bars) = looked_at::picture(layers, words::step(page.kind())) {
        view! { <h3>"What was looked at"</h3> <p>{certificate}</p> {bars} }.into_any()
    } else {
        view! { <h3>{named(sentence)}</h3> <p class="remark-soft">{certificate}</p> }.into_any()
    };
    let show = move || page.stage.views.show_on_canvas(CanvasMode::States);
    let comes_near = Memo::new(move |_| !page.near_misses().is_empty());
    let near = move || {
        comes_near.get().then(|| {
            button("remark-button", "Show the nearest miss", move || {
                page.show_near_miss();
            })
        })
    };
    view! {
        <div class="remark">
            {words}
            <div class="remark-buttons">{near} {button("remark-button", "Show the states", show)}</div>
            <p class="remark-soft" role="status">{move || page.stage.side_question.status.get()}</p>
        </div>
    }
    .into_any()
}

/// How far the search for the selected check got.
fn progress(page: Page) -> Option<AnyView> {
    let row = page.checks.selected_row()?;
    let step = words::step(page.kind());
    let words = row.run.with(|run| match &run.phase {
        Phase::Running(it) => Some(words::search(it.seconds, it.covered, &it.progress, step)),
        _ => None,
    })?;
    Some(view! { <small class="remark-progress">{words}</small> }.into_any())
}

/// What the page is, and what one can begin with.
fn blank(page: Page) -> AnyView {
    let template = |(at, template): (usize, &Template)| {
        let open = move || page.perform(Action::OpenTemplate(at));
        button("button", template.title, open)
    };
    // The empty one is what there is.
    let templates = TEMPLATES.iter().enumerate().skip(1).map(template);
    let help = move || page.perform(Action::Help);
    view! {
        <div class="remark blank">
            <h3>"Nothing here yet"</h3>
            <p>{ABOUT}</p>
            <p class="remark-soft">"Write a machine in the text, open an example, or begin with"</p>
            <p class="remark-buttons">
                {templates.collect_view()} {button("button", "Help on the language", help)}
            </p>
        </div>
    }
    .into_any()
}

fn say(heading: &'static str, text: &'static str) -> AnyView {
    view! {
        <div class="remark">
            <h3>{heading}</h3>
            <p>{text}</p>
        </div>
    }
    .into_any()
}

/// Why the selected check has no answer, where something has gone wrong.
fn trouble(page: Page) -> Option<Situation> {
    if page.shown_run().is_some() || page.document.analysis().with(|it| it.has_errors) {
        return None;
    }
    let row = page.checks.selected_row()?;
    let phase = row.run.with(|run| run.phase.clone());
    let is_overdue = phase == Phase::Overdue;
    let (heading, words) = match phase {
        Phase::Stopped => ("Stopped", "The question is still open.".to_owned()),
        Phase::Overdue => ("No answer in time", OVERDUE.to_owned()),
        Phase::Failed(why) => ("No answer", why),
        Phase::Waiting => match page.checks.health().get() {
            Health::Working => return None,
            Health::Unavailable(why) => {
                return Some(Situation::Trouble {
                    heading: "Nothing can be checked",
                    words: format!("The checker cannot be started in this browser: {why}."),
                    row: None,
                    is_overdue: false,
                });
            }
        },
        Phase::Running(_) | Phase::Done => return None,
    };
    Some(Situation::Trouble {
        heading,
        words,
        row: Some(row.id),
        is_overdue,
    })
}

fn situation(
    analysis: &Analysis,
    check: Option<&CheckView>,
    outcome: Option<&Outcome>,
) -> Situation {
    if outcome.is_some() && analysis.has_errors {
        return Situation::Earlier;
    }
    if let Some(outcome) = outcome {
        let sentence = outcome.sentence.clone();
        return match &outcome.certificate {
            CertificateView::Open { reached } => Situation::Unknown {
                sentence,
                reached: match outcome.verdict == Verdict::Unknown(StopView::Late) {
                    true => format!(
                        "{reached} Beside the check it can be asked again, without a limit."
                    ),
                    false => reached.clone(),
                },
            },
            certificate if outcome.length() == 0 => Situation::NothingToPlay {
                layers: (outcome.system.as_ref()).map_or_else(Vec::new, |it| it.layers.clone()),
                sentence,
                certificate: made_sure(certificate, outcome.verdict.is_proved()),
            },
            _ => Situation::Playing,
        };
    }
    let mut errors = analysis.diagnostics.iter().filter(|found| found.error);
    if let Some(first) = errors.next() {
        return Situation::Errors {
            count: 1 + errors.count(),
            title: first.title.clone(),
            range: first.range,
        };
    }
    match check {
        Some(_) => Situation::Running,
        None if is_blank(analysis) => Situation::Blank,
        None => Situation::NoChecks,
    }
}

/// Whether there is nothing in the text that could be asked about.
fn is_blank(analysis: &Analysis) -> bool {
    analysis.structure.kind() == StructureKind::Machines && analysis.machines.is_empty()
}

/// How an answer was made sure, in a sentence.
fn made_sure(certificate: &CertificateView, proved: bool) -> String {
    match certificate {
        CertificateView::Replayed => "The run was replayed by the definitions.".to_owned(),
        CertificateView::Proof { lemmas } => {
            format!("A proof of {} was checked.", counted_large(*lemmas, "step"))
        }
        CertificateView::Exhausted { states } => {
            let which = if proved {
                "that can be reached"
            } else {
                "that can matter within the bound"
            };
            match states {
                0 => "The condition reads no variable: no state had to be visited.".to_owned(),
                1 => format!("The only global state {which} was visited."),
                _ => format!(
                    "All {} {which} were visited.",
                    counted_large(*states, "global state")
                ),
            }
        }
        CertificateView::Bound { what } => what.clone(),
        CertificateView::Open { reached, .. } => reached.clone(),
    }
}
