//! The table of formulas: a row for each, with its clauses as bars; pointing at a row shows one of its
//! clauses in words.

use leptos::html;
use leptos::prelude::*;
use lockstep_core::api::{ConjunctView, grouped};
use wasm_bindgen::JsCast;
use web_sys::Element;

use super::notation;
use crate::results::words::counted;
use crate::ui::dom::{add, prose, set};

/// A formula, and the same once it is mended where there are two.
pub type Line = (ConjunctView, Option<ConjunctView>);

/// Said where nothing is pointed at.
const HINT: &str =
    "Point at a formula, or step through them with Tab: one of its clauses in words.";

/// The table under these heads.
pub fn sheet(heads: Vec<String>, lines: Vec<Line>) -> AnyView {
    let (table, words) = (NodeRef::<html::Div>::new(), NodeRef::<html::P>::new());
    let examples: Vec<String> = lines.iter().map(|(it, _)| it.example.clone()).collect();
    Effect::new(move |_| {
        if let Some(node) = table.get() {
            build(&node, &heads, &lines);
        }
    });
    let show = move |event: &web_sys::Event| {
        let target = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let row = target.and_then(|it| it.closest("tr").ok()?);
        let number = row.and_then(|it| it.get_attribute("data-line")?.parse::<usize>().ok());
        if let (Some(words), Some(example)) = (words.get(), number.and_then(|it| examples.get(it)))
        {
            words.set_text_content(None);
            prose(&words, example);
        }
    };
    let (pointed, focused) = (show.clone(), show);
    view! {
        <div
            class="formulas-table"
            tabindex="0"
            role="region"
            aria-label="Formulas"
            node_ref=table
            on:pointerover=move |event| pointed(&event)
            on:focusin=move |event| focused(&event)
        ></div>
        <p class="formulas-example" aria-live="polite" node_ref=words>{HINT}</p>
    }
    .into_any()
}

fn build(node: &Element, heads: &[String], lines: &[Line]) {
    // The element may be that of the sheet before.
    node.set_text_content(None);
    let table = add(node, "table", "", "");
    let row = add(&add(&table, "thead", "", ""), "tr", "", "");
    for head in heads {
        add(&row, "th", "", head);
    }
    let body = add(&table, "tbody", "", "");
    let all = lines
        .iter()
        .flat_map(|(one, other)| [Some(one), other.as_ref()]);
    let most = all.flatten().map(|it| it.clauses).max().unwrap_or(1).max(1);
    for (number, (formula, mended)) in lines.iter().enumerate() {
        let row = add(&body, "tr", "", "");
        set(&row, "data-line", &number.to_string());
        set(&row, "tabindex", "0");
        let head = add(&row, "th", "", "");
        set(&head, "scope", "row");
        // `φ_init` with its index below the line.
        let (symbol, index) = formula.name.split_once('_').unwrap_or((&formula.name, ""));
        let name = add(&head, "b", "", symbol);
        add(&name, "sub", "", index);
        notation::write(&head, &formula.text);
        if let Some(mended) = mended.as_ref().filter(|it| it.text != formula.text) {
            let line = add(&head, "span", "formulas-mended", "");
            add(&line, "span", "", "mended: ");
            notation::write(&line, &mended.text);
        }
        bar(&row, formula, most);
        if heads.len() > 2 {
            match mended {
                Some(mended) => bar(&row, mended, most),
                None => drop(add(&row, "td", "", "")),
            }
        }
    }
}

/// A number of clauses with its share of the largest as a bar.
fn bar(row: &Element, formula: &ConjunctView, most: u64) {
    let cell = add(row, "td", "", "");
    let bar = add(&cell, "span", "formulas-bar", "");
    let share = formula.clauses * 100 / most;
    set(&bar, "style", &format!("--share: {share}%"));
    add(&cell, "span", "", &grouped(formula.clauses));
    let variables = usize::try_from(formula.variables).unwrap_or(usize::MAX);
    add(&cell, "small", "", &counted(variables, "variable"));
}
