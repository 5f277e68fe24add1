//! The dialog of the palette: a field, and the commands that match what is typed.

use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::commands::{self, Command};
use crate::state::Page;
use crate::state::action::Dialog;
use crate::ui::{close_modal, modal};

/// At most so many commands are listed; whoever sees as many types on.
const MOST: usize = 12;

/// The dialog.
pub fn view(page: Page) -> AnyView {
    let node = modal();
    let all = StoredValue::new(commands::all(page));
    // What was typed while it was on its way.
    let early = page.typed_ahead.try_update_value(Option::take).flatten();
    let early = early.unwrap_or_default();
    let typed = RwSignal::new(early.clone());
    let at = RwSignal::new(0_usize);
    let found = Memo::new(move |_| {
        let typed = typed.get();
        let ranks = all.with_value(|all| {
            let ranks = all.iter().map(|command| command.rank(&typed));
            ranks.collect::<Vec<_>>()
        });
        let mut found = Vec::new();
        for wanted in 0..=2 {
            let fitting = ranks.iter().enumerate();
            let fitting = fitting.filter(|(_, rank)| **rank == Some(wanted));
            found.extend(fitting.map(|(index, _)| index));
        }
        found.truncate(MOST);
        found
    });
    let run = move |index: Option<usize>| {
        let command = all.with_value(|all| Some(all.get(index?)?.clone()));
        if let Some(command) = command {
            close_modal(node);
            command.run(page);
        }
    };
    let on_key = move |event: KeyboardEvent| {
        let last = found.with_untracked(Vec::len).saturating_sub(1);
        match event.key().as_str() {
            "ArrowDown" => at.update(|at| *at = if *at >= last { 0 } else { *at + 1 }),
            "ArrowUp" => at.update(|at| *at = at.checked_sub(1).unwrap_or(last)),
            "Enter" => {
                let chosen = at.get_untracked();
                run(found.with_untracked(|found| found.get(chosen).copied()));
            }
            _ => return,
        }
        event.prevent_default();
    };
    let on_click = move |event: web_sys::MouseEvent| {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let item = target.and_then(|it| it.closest("[data-command]").ok()?);
        run(item.and_then(|it| it.get_attribute("data-command")?.parse().ok()));
    };
    let items = move || {
        let chosen = at.get();
        let found = found.get();
        let item = |(position, index): (usize, &usize)| {
            let command = all.with_value(|all| all[*index].clone());
            item(position, *index, command, position == chosen)
        };
        found.iter().enumerate().map(item).collect_view().into_any()
    };
    let is_empty = move || found.with(Vec::is_empty);
    let active = move || {
        let is_there = found.with(|found| at.get() < found.len());
        is_there.then(|| format!("palette-{}", at.get()))
    };
    view! {
        <dialog class="dialog palette" node_ref=node aria-label="Commands" on:close=move |_| page.close(&Dialog::Commands)>
            <input
                type="text"
                class="palette-field"
                role="combobox"
                aria-label="Command"
                aria-expanded=move || (!is_empty()).to_string()
                aria-controls="palette-list"
                aria-activedescendant=active
                placeholder="A check, state, example or command"
                autocomplete="off"
                spellcheck="false"
                prop:value=early
                on:input=move |event| {
                    typed.set(event_target_value(&event));
                    at.set(0);
                }
                on:keydown=on_key
            />
            <ul
                id="palette-list"
                class="palette-list"
                role="listbox"
                aria-label="Commands"
                hidden=is_empty
                on:click=on_click
            >
                {items}
            </ul>
            <p class="palette-none" role="status">
                {move || is_empty().then_some("Nothing has that name.")}
            </p>
        </dialog>
    }
    .into_any()
}

fn item(position: usize, index: usize, command: Command, is_chosen: bool) -> AnyView {
    view! {
        <li
            id=format!("palette-{position}")
            role="option"
            aria-selected=is_chosen.to_string()
            data-command=index
        >
            <span class="palette-name">{command.name}</span>
            <span class="palette-kind">{command.kind}</span>
        </li>
    }
    .into_any()
}
