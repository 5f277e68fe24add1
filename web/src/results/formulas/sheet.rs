//! The table of formulas: a row for each, with its clauses as bars; pointing at a row shows one of its
//! clauses in words.

use leptos::prelude::*;
use lockstep_core::api::{ConjunctView, grouped};

use super::notation::formula;
use crate::ui::Prose;
use crate::words::counted;

/// A formula, and the same once it is mended where there are two.
pub type Line = (ConjunctView, Option<ConjunctView>);

/// Said where nothing is pointed at.
const HINT: &str = "Point at a formula, or step through them with Tab, to read one of its clauses, or it, in words.";

/// The table under these heads.
pub fn sheet(heads: Vec<String>, lines: Vec<Line>) -> AnyView {
    let pointed = RwSignal::new(None::<usize>);
    let examples: Vec<String> = lines.iter().map(|(it, _)| it.example.clone()).collect();
    let words = move || match pointed.get().and_then(|it| examples.get(it)) {
        Some(example) => view! { <Prose text=example.clone()/> }.into_any(),
        None => HINT.into_any(),
    };
    let all = lines
        .iter()
        .flat_map(|(one, other)| [Some(one), other.as_ref()]);
    let most = all.flatten().map(|it| it.clauses).max().unwrap_or(1).max(1);
    let two = heads.len() > 2;
    let rows = lines.iter().enumerate().map(|(number, line)| {
        let show = move || pointed.set(Some(number));
        row(line, two, most, show)
    });
    let rows = rows.collect_view();
    let heads = heads.into_iter().map(|head| view! { <th>{head}</th> });
    view! {
        <div class="formulas-table" tabindex="0" role="region" aria-label="Formulas">
            <table>
                <thead><tr>{heads.collect_view()}</tr></thead>
                <tbody>{rows}</tbody>
            </table>
        </div>
        <p class="formulas-example" aria-live="polite">{words}</p>
    }
    .into_any()
}

/// One formula; `show` is called when somebody points at it.
fn row((one, mended): &Line, two: bool, most: u64, show: impl Fn() + Copy + 'static) -> AnyView {
    // `φ_init` with its index below the line.
    let (symbol, index) = one.name.split_once('_').unwrap_or((&one.name, ""));
    let (symbol, index) = (symbol.to_owned(), index.to_owned());
    let other = mended.as_ref().filter(|it| it.text != one.text);
    let other = other.map(|it| {
        view! { <span class="formulas-mended">"mended: "{formula(&it.text)}</span> }
    });
    let second = two.then(|| match mended {
        Some(mended) => bar(mended, most),
        None => view! { <td></td> }.into_any(),
    });
    view! {
        <tr tabindex="0" on:pointerover=move |_| show() on:focusin=move |_| show()>
            <th scope="row"><b>{symbol}<sub>{index}</sub></b>{formula(&one.text)}{other}</th>
            {bar(one, most)}
            {second}
        </tr>
    }
    .into_any()
}

/// A number of clauses with its share of the largest as a bar.
fn bar(formula: &ConjunctView, most: u64) -> AnyView {
    let share = formula.clauses * 100 / most;
    let variables = usize::try_from(formula.variables).unwrap_or(usize::MAX);
    view! {
        <td>
            <span class="formulas-bar" style=format!("--share: {share}%")></span>
            <span>{grouped(formula.clauses)}</span>
            <small>{counted(variables, "variable")}</small>
        </td>
    }
    .into_any()
}
