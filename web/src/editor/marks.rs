//! The outcomes in the editor's gutter: beside each check the shape that its row has.

use leptos::prelude::*;

use crate::codemirror::Mark;
use crate::results::judgement::Judgement;
use crate::state::Page;
use crate::state::run::Row;

/// Keeps the gutter's marks equal to the list of checks.
pub fn mark(page: Page) {
    Effect::new(move || {
        let Some(editor) = page.editor.tracked() else {
            return;
        };
        let frozen = page.document.analysis().with(|it| it.has_errors);
        let selected = page.checks.selected().get();
        let marks: Vec<Mark> = page.checks.rows().with(|rows| {
            rows.iter()
                .enumerate()
                .map(|(position, row)| {
                    let mut mark = mark_of(page, row, position, selected == Some(row.id));
                    if frozen {
                        // The rows are of an earlier text; the editor knows where they went. No answer of theirs is one
                        // to the text that stands there.
                        mark.at = None;
                        let title = row.view.with(|view| view.title.clone());
                        (mark.bad, mark.shape) = (false, "checking");
                        mark.label = format!("{title}: waiting, the text has errors");
                    }
                    mark
                })
                .collect()
        });
        if let Ok(value) = serde_wasm_bindgen::to_value(&marks) {
            editor.set_verdicts(value);
        }
    });
}

fn mark_of(page: Page, row: &Row, position: usize, selected: bool) -> Mark {
    let view = row.view.get();
    let judgement = Judgement::of_row(page, row);
    Mark {
        at: Some(view.range.from),
        // A list of four billion checks does not fit into a text.
        index: u32::try_from(position).unwrap_or(u32::MAX),
        bad: judgement.is_bad,
        shape: judgement.shape,
        label: format!("{}: {}", view.title, judgement.words()),
        selected,
    }
}
