//! The bar above the diagram while further runs with the same answer are looked at.

use leptos::html;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlElement};

use crate::parts::{self, part};
use crate::state::Page;
use crate::ui::dom::{add, set};

/// The bar, once somebody has asked for another run.
pub fn bar(page: Page) -> impl IntoView {
    let shown = Memo::new(move |_| page.others().is_some());
    move || {
        shown.get().then(|| {
            let draw = move || parts::now(others_bar(page)).into_any();
            parts::later("Other runs", fetch, draw)
        })
    }
}

part! {
    views, fetched by fetch;
    fn others_bar(page: Page) -> Result<AnyView, Missing> {
        let node = NodeRef::<html::Div>::new();
        Effect::new(move |_| {
            if let Some(node) = node.get() {
                fill(&node, page);
            }
        });
        let act = move |event: web_sys::MouseEvent| {
            let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
            let at = untrack(|| page.others()).map_or(0, |(_, at)| at);
            match target.and_then(|it| it.get_attribute("data-do")).as_deref() {
                Some("another") => page.show_another(),
                Some("back") => page.show_run(at.saturating_sub(1)),
                Some("first") => page.show_run(0),
                Some("compare") => page.compare_with_first(),
                Some("stop") => page.aside.end(),
                _ => {}
            }
        };
        Ok(view! {
            <div class="compared others" role="group" aria-label="Runs" node_ref=node on:click=act></div>
        }
        .into_any())
    }
}

fn fill(node: &Element, page: Page) {
    let status = page.aside.status.get();
    let Some((others, at)) = page.others() else {
        return;
    };
    let focused = document().active_element();
    let focused = focused.filter(|it| node.contains(Some(it)));
    let doing = focused.and_then(|it| it.get_attribute("data-do"));
    if node.child_element_count() == 0 {
        set(&add(node, "p", "", ""), "role", "status");
        add(node, "div", "others-do", "");
    }
    let (Some(said), Some(buttons)) = (node.first_element_child(), node.last_element_child())
    else {
        return;
    };
    said.set_text_content(None);
    buttons.set_text_content(None);
    let count = others.runs.len();
    let is_last = at + 1 == count;
    let of = match others.end.is_empty() {
        true => String::new(),
        false => format!(" of {count}"),
    };
    add(&said, "b", "", &format!("Run {}{of}. ", at + 1));
    let words = match (status.is_empty(), is_last && !others.end.is_empty()) {
        (false, _) => status.clone(),
        (true, true) => others.end.clone(),
        (true, false) if at == 0 => "The one that the answer came with, a shortest one.".into(),
        (true, false) => format!("{} It was replayed.", others.runs[at].sentence),
    };
    add(&said, "span", "", &words);
    let mut shown = Vec::new();
    let mut button = |doing: &'static str, label: &str| {
        let button = add(&buttons, "button", "button", label);
        set(&button, "type", "button");
        set(&button, "data-do", doing);
        shown.push((doing, button));
    };
    if at > 0 {
        button("compare", "Compare with the first");
        button("first", "First run");
    }
    if at > 1 {
        button("back", "Run before");
    }
    if !status.is_empty() {
        button("stop", "Stop");
    } else if !is_last || others.end.is_empty() {
        button("another", if is_last { "Another run" } else { "Next run" });
    }
    // The focus stays in the bar, on the same button where there still is one.
    if let Some(doing) = doing {
        let same = shown.iter().find(|(it, _)| *it == doing);
        if let Some((_, button)) = same.or_else(|| shown.last()) {
            // Fails only for an element that has just been removed.
            let _ = button.clone().unchecked_into::<HtmlElement>().focus();
        }
    }
}
