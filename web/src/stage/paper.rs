//! The stage on paper: machines and the whole diagram, cut between messages and nowhere else.
//!
//! Paper cannot be played. Where nobody has taken a step it shows the end of the run, else the step
//! at hand, and says which. A diagram is one row of a table for each message, so that pages break
//! between messages and every page begins with the heads of the lifelines; its drawings are as wide
//! as they need to be, or as the paper is where that is less.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::diagram::chart::{Chart, Frame};
use lockstep_core::diagram::sequence::{HEADS, Scene, scene};
use lockstep_core::diagram::text;

use super::StageContext;
use super::card::Card;
use super::cards;
use super::lifelines::{head, note};
use super::player::named;
use super::roving::Roving;
use super::row;
use super::sequence::{Sheet, frame_tag, told};
use super::shown_step::At;
use super::tools::Zoom;
use crate::state::Page;

/// The width of upright paper between its margins, in the pixels of CSS: A4 has 718, Letter 740.
pub const SHEET: f64 = 700.0;

/// Machines, diagram and sentence of the selected check.
pub fn stage(page: Page, play: StageContext) -> AnyView {
    let last = play.last.get_untracked();
    let step = match play.at.get_untracked() {
        0 => last,
        step => step,
    };
    let shown = RwSignal::new(step);
    // Every lifeline in full, whatever somebody has folded or drawn larger on the screen.
    let play = StageContext {
        at: At::new(shown, play.outcome, play.last),
        zoom_sequence: Zoom::new(),
        folded: RwSignal::default(),
        ..play
    };
    let chart = untrack(|| told(page, play));
    let specs = untrack(|| {
        let check = play.check.get();
        play.analysis
            .with(|analysis| cards::specs(analysis, check.as_ref()))
    });
    if specs.is_empty() {
        return ().into_any();
    }
    let cards = specs
        .into_iter()
        .map(|spec| view! { <Card play spec/> })
        .collect_view();
    let title = chart.as_ref().map(|chart| {
        let (tag, _) = frame_tag(chart.frame);
        view! { <h2><span class="frame-tag">{tag}</span> {chart.title.clone()}</h2> }
    });
    let forbidden = chart
        .as_ref()
        .is_some_and(|chart| chart.frame == Frame::Forbidden);
    view! {
        <section class="paper paper-stage" class:forbidden=forbidden>
            {title}
            {(last > 0).then(|| caption(play, step, last))}
            <div class="paper-cards">{cards}</div>
            {chart.filter(|chart| !chart.rows.is_empty()).map(|chart| diagram(play, chart))}
            {waits(play)}
        </section>
    }
    .into_any()
}

/// Which step the paper shows, and what happens in it.
fn caption(play: StageContext, step: usize, last: usize) -> impl IntoView + use<> {
    let sentence = play.outcome.with_untracked(|outcome| {
        let view = outcome.as_ref()?.trace.get(step)?;
        Some(view.sentence.clone())
    });
    let sentence = sentence.unwrap_or_default();
    view! { <p>{format!("Step {step} of {last}. ")} {named(&sentence)}</p> }
}

/// The messages, a row of a table each, under the heads that every page repeats.
pub fn diagram(play: StageContext, chart: Arc<Chart>) -> AnyView {
    // Where the usual picture is wider than the paper, the narrowest is shrunk least.
    let usual = scene(&chart, SHEET);
    let scene = Arc::new(match usual.width > SHEET {
        true => scene(&chart, 0.0),
        false => usual,
    });
    let sheet = Sheet {
        chart: Arc::clone(&chart),
        scene: Arc::clone(&scene),
        at: play.at,
        roving: Roving::new(),
        play,
    };
    let heads = (0..scene.heads.len())
        .map(|index| head(play, &sheet, index))
        .collect_view();
    let rows = strips(&scene)
        .into_iter()
        .enumerate()
        .map(|(index, strip)| {
            view! { <tr><td>{piece(&sheet, index, strip)}</td></tr> }
        })
        .collect_view();
    let wide = format!("max-width: {:.0}px", scene.width);
    view! {
        <table class="paper-messages" style=wide>
            <thead><tr><th>
                <svg class="heads" viewBox=format!("0 0 {:.1} {HEADS}", scene.width)>{heads}</svg>
            </th></tr></thead>
            <tbody>{rows}</tbody>
        </table>
    }
    .into_any()
}

/// Upper and lower edge of what stays together: the places above a message, the message, and what is
/// remarked on it; at the end, the places below the last.
fn strips(scene: &Scene) -> Vec<(f64, f64)> {
    let tops = scene.bands.iter().map(|band| band.top);
    let ends = tops.clone().skip(1).chain([scene.height]);
    tops.zip(ends).collect()
}

/// What is drawn between two edges.
fn piece(sheet: &Sheet, index: usize, (top, end): (f64, f64)) -> impl IntoView + use<> {
    let scene = &sheet.scene;
    // Solid as far as the run has come. Only the piece: the whole line at each message would make the
    // drawing of a long scenario grow with the square of its length.
    let run = scene.cursor(&sheet.chart, sheet.at.get_untracked());
    let lived = run.unwrap_or_default().clamp(top, end);
    let columns = scene.columns.iter();
    let lines = columns
        .map(|x| {
            view! {
                <path class="lifeline" d=format!("M{x:.1} {top:.1}V{end:.1}") />
                <path class="lived" d=format!("M{x:.1} {top:.1}V{lived:.1}") />
            }
        })
        .collect_view();
    let stop = sheet.chart.stop.as_ref().filter(|stop| stop.row == index);
    let remark = scene.note.as_ref().zip(stop);
    let remark = remark.map(|(place, stop)| note(place, stop.wanted));
    let (width, height) = (scene.width, end - top);
    view! {
        <svg class="messages" viewBox=format!("0 {top:.1} {width:.1} {height:.1}")>
            {lines} {row::draw(sheet, index)} {remark}
        </svg>
    }
}

/// In a deadlock, who waits for whom.
fn waits(play: StageContext) -> Option<AnyView> {
    let lines = play.outcome.with_untracked(|outcome| {
        let waits = outcome.as_ref()?.waits()?;
        Some(waits.lines.clone())
    })?;
    let items = lines
        .iter()
        .map(|line| view! { <li>{text::plain(line)}</li> })
        .collect_view();
    Some(view! { <ul class="paper-waits">{items}</ul> }.into_any())
}
