//! One line per check, for people.

use lockstep_core::api::{CertificateView, CheckView, Outcome};

use crate::style::{Meaning, Style};

/// The line of an outcome: verdict, file, check, what was found, how it was made sure.
pub fn line(style: Style, file: &str, check: &CheckView, outcome: &Outcome) -> String {
    let (meaning, word) = match outcome.as_expected() {
        _ if outcome.verdict.is_unknown() => (Meaning::Open, "??"),
        Some(true) => (Meaning::Good, "ok"),
        Some(false) => (Meaning::Bad, "NO"),
        None => (Meaning::Strong, "--"),
    };
    let mut line = format!(
        "{} {file}: {}: {}. {}",
        style.paint(meaning, word),
        style.paint(Meaning::Strong, &one_line(&check.title)),
        outcome.answer().word(),
        one_line(&outcome.sentence),
    );
    if let Some(reason) = outcome.reason() {
        line.push(' ');
        line.push_str(&one_line(&reason.sentence));
    }
    let mut notes = Vec::new();
    match (outcome.expected_answer(), outcome.as_expected()) {
        (Some(expected), Some(false)) => notes.push(format!("expected {}", expected.word())),
        (None, _) => notes.push("nothing was expected".into()),
        _ => {}
    }
    notes.push(match &outcome.certificate {
        CertificateView::Replayed => "replayed".into(),
        CertificateView::Proof { lemmas: 1 } => "proof of 1 lemma checked".into(),
        CertificateView::Proof { lemmas } => format!("proof of {lemmas} lemmas checked"),
        CertificateView::Exhausted { states } => {
            let kind = if outcome.system.is_some() {
                ""
            } else {
                "global "
            };
            match states {
                0 => "no state had to be visited".to_owned(),
                1 => format!("the only {kind}state visited"),
                // Within a bound those are left out from which nothing better can be in time.
                _ if outcome.system.is_none() && !outcome.verdict.is_proved() => {
                    format!("all {states} {kind}states visited that matter")
                }
                _ => format!("all {states} {kind}states visited"),
            }
        }
        CertificateView::Bound { what } => format!("{what} verified"),
        CertificateView::Open { reached } => one_line(reached),
    });
    notes.push(outcome.work.engine.clone());
    notes.push(format!(
        "{:.1} ms",
        outcome.work.encode_ms + outcome.work.solve_ms
    ));
    format!(
        "{line} {}",
        style.paint(Meaning::Frame, &format!("({})", notes.join(", ")))
    )
}

/// The lines below an answer: what it rests on, by which rules two readings part, who waits for whom in a deadlock, and what makes a scenario
/// or a goal impossible, where that was asked for.
pub fn causes(style: Style, outcome: &Outcome) -> Vec<String> {
    let mut lines = Vec::new();
    if let Some(vacuity) = &outcome.vacuity {
        lines.push(format!("   {}", one_line(&vacuity.sentence)));
    }
    if let Some(engine) = &outcome.instead {
        lines.push(format!("   Ask with `--engine {engine}`."));
    }
    let beside = outcome.system.as_ref().and_then(|it| it.beside.as_ref());
    let rules = beside.into_iter().flat_map(|it| &it.rules);
    lines.extend(rules.map(|it| format!("   {}", one_line(it))));
    if let Some(waits) = outcome.waits() {
        lines.push(format!("   {}", one_line(&waits.sentence)));
        let ending = waits.ending.as_ref();
        if let Some(ending) = ending.filter(|_| outcome.as_expected() != Some(true)) {
            lines.push(format!("   {}", one_line(&ending.sentence)));
        }
    }
    if let Some(blame) = outcome.blame() {
        let head = match blame.elements.as_slice() {
            [] => one_line(&blame.sentence),
            [_] => "It is impossible, whatever else is given up, because of".into(),
            _ => "It is impossible, whatever else is given up, because of all of these together"
                .into(),
        };
        let plural = if blame.within == 1 { "" } else { "s" };
        let within = format!(
            "(runs of up to {} transaction{plural}, proof checked)",
            blame.within
        );
        lines.push(format!(
            "   {head} {}",
            style.paint(Meaning::Frame, &within)
        ));
        for element in &blame.elements {
            let line = format!("{:7}", element.range.line);
            let what = one_line(&element.what);
            lines.push(format!("{} {what}", style.paint(Meaning::Frame, &line)));
        }
    }
    lines
}

/// Names may contain any character, also those that would break the line.
fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() { ' ' } else { c })
        .collect()
}
