//! The blocks of a slide.

use leptos::prelude::*;
use lockstep_core::lesson::{Align, Block, Table};

use super::open::Open;
use super::words::words;
use super::{bet, models, task};

/// The position of a model in its lesson, and whether it is the only one of its slide.
pub type Numbered = (usize, bool);

/// A block; `model` and `bet` are the positions in the lesson of the next of each.
pub fn block(open: Open, block: &Block, model: Numbered, bet: usize) -> AnyView {
    match block {
        Block::Paragraph(text) => view! { <p>{words(text)}</p> }.into_any(),
        Block::Heading(_, text) => view! { <p class="lesson-heading">{words(text)}</p> }.into_any(),
        Block::List(first, items) => {
            let item = |it: &Vec<Block>| view! { <li>{inner(open, it)}</li> };
            let items = items.iter().map(item).collect_view();
            match first {
                Some(first) => view! { <ol start=first.to_string()>{items}</ol> }.into_any(),
                None => view! { <ul>{items}</ul> }.into_any(),
            }
        }
        Block::Table(it) => table(it),
        Block::Quote(blocks) => view! { <blockquote>{inner(open, blocks)}</blockquote> }.into_any(),
        Block::Code(_, text) => {
            view! { <pre tabindex="0"><code>{text.clone()}</code></pre> }.into_any()
        }
        Block::Rule => view! { <hr/> }.into_any(),
        Block::Model(it) => models::card(open, model.0, it, model.1),
        Block::Bet(it) => bet::view(open, bet, it),
        Block::Task(it) => task::view(open, it),
        // Hints are asked for below the task (`status`).
        Block::Hint(_) => ().into_any(),
        Block::Say(sentences) => {
            let sentences = sentences.iter().map(|it| view! { <li>{words(it)}</li> });
            let solved = move || open.is_solved();
            view! {
                <details class="lesson-say" open=solved>
                    <summary>"What you should be able to say"</summary>
                    <ul>{sentences.collect_view()}</ul>
                </details>
            }
            .into_any()
        }
    }
}

/// Blocks inside a list or a quotation; models, bets and tasks do not stand there.
fn inner(open: Open, blocks: &[Block]) -> AnyView {
    let blocks = blocks
        .iter()
        .map(|it| block(open, it, (usize::MAX, false), usize::MAX));
    blocks.collect_view().into_any()
}

/// What stands behind a bet: shown once the user has bet.
pub fn after_bet(open: Open, bet: usize, view: AnyView) -> AnyView {
    let position = open.position();
    let hidden = move || open.progress.choice(position, bet).is_none();
    view! { <div class="lesson-after" hidden=hidden>{view}</div> }.into_any()
}

fn table(table: &Table) -> AnyView {
    let align = table.align.clone();
    let class = move |at: usize| match align.get(at) {
        Some(Align::Middle) => "middle",
        Some(Align::End) => "end",
        Some(Align::Start) | None => "start",
    };
    let head = table.head.iter().enumerate();
    let head = head.map(|(at, it)| view! { <th scope="col" class=class(at)>{words(it)}</th> });
    let head = head.collect_view();
    let row = |row: &Vec<_>| {
        let cells = row.iter().enumerate();
        let cells = cells.map(|(at, it): (usize, &lockstep_core::lesson::Words)| {
            view! { <td class=class(at)>{words(it)}</td> }
        });
        view! { <tr>{cells.collect_view()}</tr> }
    };
    let rows = table.rows.iter().map(row).collect_view();
    view! {
        <div class="lesson-table" tabindex="0" role="group" aria-label="Table">
            <table>
                <thead><tr>{head}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}
