//! The findings about the text: underlined in the editor, counted in the head of its pane.

use leptos::prelude::*;
use lockstep_core::api::{Analysis, DiagnosticView, FixView};

use crate::codemirror::{Change, Finding, Fix};
use crate::help;
use crate::results::rail;
use crate::state::Page;
use crate::ui::{Icon, Prose};
use crate::words::counted;

/// Most findings that are underlined; a text with more is in a state where the first ones count.
const MOST: usize = 500;

/// Keeps the editor's squiggles equal to the findings.
pub fn underline(page: Page) {
    Effect::new(move || {
        let Some(editor) = page.editor.tracked() else {
            return;
        };
        let findings = page.document.analysis().with(|analysis| {
            let shown = analysis.diagnostics.iter().take(MOST);
            let shown: Vec<_> = shown.map(finding).collect();
            serde_wasm_bindgen::to_value(&shown)
        });
        if let Ok(findings) = findings {
            editor.set_diagnostics(findings);
        }
    });
}

fn finding(diagnostic: &DiagnosticView) -> Finding<'_> {
    Finding {
        from: diagnostic.range.from,
        to: diagnostic.range.to,
        error: diagnostic.error,
        title: diagnostic.title.clone(),
        labels: diagnostic
            .labels
            .iter()
            .map(|(range, text)| format!("Line {}: {text}", range.line))
            .collect(),
        hint: diagnostic.hint.clone(),
        fixes: diagnostic
            .fixes
            .iter()
            .map(|fix| Fix {
                name: name(fix),
                changes: fix.patches.iter().map(Change::of).collect(),
            })
            .collect(),
    }
}

/// The title of a fix for a button: names between quotation marks, for buttons hold plain text.
fn name(fix: &FixView) -> String {
    let pieces = fix.title.split('`').enumerate();
    let pieces = pieces.map(|(at, piece)| match at % 2 {
        0 => piece.to_owned(),
        _ => format!("“{piece}”"),
    });
    pieces.collect()
}

/// The head of the pane: how many findings there are, and help on the language.
#[component]
pub fn TextHead(page: Page) -> impl IntoView {
    let analysis = page.document.analysis();
    let summary = Memo::new(move |_| analysis.with(|analysis| summary(analysis)));
    let tone = move || analysis.with(|it| tone(it));
    view! {
        <header class="pane-head">
            <h2 id="editor-title">"Text"</h2>
            <p class="pane-note findings-count" data-tone=tone role="status">{move || summary.get()}</p>
            {help::button(page)}
            {rail::fold(page, "text-fold")}
        </header>
    }
}

/// One line below the editor, while there are findings: the worst of them as a button, with what fixes it.
#[component]
pub fn FindingsLine(page: Page) -> impl IntoView {
    let analysis = page.document.analysis();
    // Each press goes on to the next one.
    let turn = RwSignal::new(0_usize);
    // Another text begins with its worst finding.
    Effect::new(move || {
        analysis.track();
        turn.set(0);
    });
    let shown = move || analysis.with(|analysis| nth_finding(analysis, turn.get()).cloned());
    move || {
        let finding = shown()?;
        let (tone, count) = analysis.with(|it| (tone(it), summary(it)));
        let place = format!("Line {}", finding.range.line);
        Some(view! {
            <div class="findings" data-tone=tone>
                <button
                    type="button"
                    class="findings-jump"
                    on:click=move |_| {
                        page.reveal(finding.range);
                        turn.update(|turn| *turn += 1);
                    }
                >
                    <Icon name="problem"/>
                    <span class="visually-hidden">{count}": "</span>
                    <span class="findings-first">{place}": "<Prose text=finding.title.clone()/></span>
                </button>
                {finding.fixes.iter().take(2).map(|it| fix(page, it)).collect_view()}
            </div>
        })
    }
}

/// A button that makes the edit.
fn fix(page: Page, fix: &FixView) -> AnyView {
    let (name, patches) = (name(fix), fix.patches.clone());
    let apply = move |_| page.patch(&patches);
    view! { <button type="button" class="link findings-fix" on:click=apply>{name}</button> }
        .into_any()
}

/// The findings in turn, errors first.
fn nth_finding(analysis: &Analysis, turn: usize) -> Option<&DiagnosticView> {
    let found = &analysis.diagnostics;
    let of = |error: bool| found.iter().filter(move |one| one.error == error);
    of(true).chain(of(false)).nth(turn % found.len().max(1))
}

fn tone(analysis: &Analysis) -> &'static str {
    match nth_finding(analysis, 0) {
        Some(finding) if finding.error => "bad",
        Some(_) => "warn",
        None => "none",
    }
}

fn summary(analysis: &Analysis) -> String {
    let errors = analysis.diagnostics.iter().filter(|one| one.error).count();
    let warnings = analysis.diagnostics.len() - errors;
    match (errors, warnings) {
        (0, 0) => "no errors".to_owned(),
        (0, _) => counted(warnings, "warning"),
        (_, 0) => counted(errors, "error"),
        _ => format!(
            "{}, {}",
            counted(errors, "error"),
            counted(warnings, "warning")
        ),
    }
}
