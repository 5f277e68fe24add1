//! One line per check, for people.

use lockstep_core::api::{CertificateView, CheckView, Outcome};

use crate::style::{Meaning, Style};

/// The line of an outcome: verdict, file, check, what was found, how it was made sure.
pub fn line(style: Style, file: &str, check: &CheckView, outcome: &Outcome) -> String {
    let (meaning, word) = match (outcome.as_expected, outcome.answer.as_str()) {
        (_, "unknown") => (Meaning::Open, "??"),
        (Some(true), _) => (Meaning::Good, "ok"),
        (Some(false), _) => (Meaning::Bad, "NO"),
        (None, _) => (Meaning::Strong, "--"),
    };
    let mut line = format!(
        "{} {file}: {}: {}. {}",
        style.paint(meaning, word),
        style.paint(Meaning::Strong, &one_line(&check.title)),
        outcome.answer,
        one_line(&outcome.sentence),
    );
    if let Some(reason) = &outcome.reason {
        line.push(' ');
        line.push_str(&one_line(&reason.sentence));
    }
    let mut notes = Vec::new();
    match (&outcome.expected, outcome.as_expected) {
        (Some(expected), Some(false)) => notes.push(format!("expected {expected}")),
        (None, _) => notes.push("nothing was expected".into()),
        _ => {}
    }
    notes.push(match &outcome.certificate {
        CertificateView::Replayed => "replayed".into(),
        CertificateView::Proof { lemmas } => format!("proof of {lemmas} lemmas checked"),
        CertificateView::Exhausted { states } => format!("all {states} global states visited"),
        CertificateView::Bound { what } => format!("{what} verified"),
        CertificateView::Open { reached } => one_line(reached),
    });
    notes.push(outcome.engine.clone());
    notes.push(format!("{:.1} ms", outcome.encode_ms + outcome.solve_ms));
    format!(
        "{line} {}",
        style.paint(Meaning::Frame, &format!("({})", notes.join(", ")))
    )
}

/// Names may contain any character, also those that would break the line.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
