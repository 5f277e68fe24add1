//! The slide that is shown: where it is, its title, its blocks. What follows a bet is shown once the user has bet.

use leptos::html;
use leptos::prelude::*;
use lockstep_core::lesson::{Block, PATH};

use super::open::Open;
use super::{blocks, words};

/// The slide at hand.
pub fn view(open: Open) -> AnyView {
    let body = NodeRef::<html::Div>::new();
    let at = Memo::new(move |_| open.slide());
    let first = StoredValue::new(true);
    // A user who goes on reads on from the title: it takes the focus, but not when the page has just been opened.
    Effect::new(move || {
        at.track();
        let Some(body) = body.get() else { return };
        body.set_scroll_top(0);
        let opens = first.get_value() && !came_from_link();
        first.set_value(false);
        if let Ok(Some(title)) = body.query_selector("[tabindex='-1']")
            && !opens
        {
            focus_title(&title);
        }
    });
    view! {
        // Scrolled by keys, too.
        <div class="lesson" role="region" aria-label="Lesson" tabindex="0" node_ref=body>
            {move || slide(open, at.get())}
        </div>
    }
    .into_any()
}

/// Whether the focus is in the page, and so the user has come from a link in it.
fn came_from_link() -> bool {
    let focused = document().active_element();
    focused.is_some_and(|it| it.tag_name() != "BODY")
}

fn focus_title(title: &web_sys::Element) {
    use wasm_bindgen::JsCast;
    if let Some(title) = title.dyn_ref::<web_sys::HtmlElement>() {
        // It has just been drawn, and takes the focus.
        let _ = title.focus();
    }
}

fn slide(open: Open, at: usize) -> AnyView {
    let lesson = open.lesson();
    let position = lesson.position;
    let Some(slide) = lesson.lesson.slides.get(at) else {
        return ().into_any();
    };
    let solved = move || open.is_solved().then_some("solved");
    let head = (at == 0).then(|| {
        view! {
            <h2 class="lesson-title" tabindex="-1">{typographic(&lesson.lesson.title)}</h2>
            <p class="lesson-goal">{words::words(&lesson.lesson.goal)}</p>
        }
    });
    let title = words::words(&slide.title);
    let title = match at {
        0 => view! { <h3 class="slide-title">{title}</h3> }.into_any(),
        _ => view! { <h2 class="slide-title" tabindex="-1">{title}</h2> }.into_any(),
    };
    let is_model = |it: &Block| matches!(it, Block::Model(_));
    let is_bet = |it: &Block| matches!(it, Block::Bet(_));
    // The numbers that models and bets have in the lesson.
    let (mut models, mut bets) = lesson.before(at);
    let is_alone = slide.blocks.iter().filter(|it| is_model(it)).count() == 1;
    let mut waits_for = None;
    let mut shown = Vec::new();
    for block in &slide.blocks {
        let view = blocks::block(open, block, (models, is_alone), bets);
        // Models are there to find out with; all else behind a bet may tell its answer.
        shown.push(match waits_for {
            Some(bet) if !is_model(block) => blocks::after_bet(open, bet, view),
            _ => view,
        });
        if is_bet(block) {
            waits_for = Some(bets);
        }
        models += usize::from(is_model(block));
        bets += usize::from(is_bet(block));
    }
    view! {
        <p class="lesson-where">
            {format!("Lesson {} of {}", position + 1, PATH.len())}
            <span class="lesson-solved">{solved}</span>
        </p>
        {head}
        {title}
        {shown}
    }
    .into_any()
}

/// A title with the quotation marks of print.
pub fn typographic(title: &str) -> String {
    let pieces = title.split('"').enumerate();
    let pieces = pieces.map(|(at, piece)| match at {
        0 => piece.to_owned(),
        at if at % 2 == 1 => format!("“{piece}"),
        _ => format!("”{piece}"),
    });
    pieces.collect()
}
