//! Verdicts in words. What an answer covers is never overstated: "not within 12" is not "never".

use lockstep_core::api::{
    CertificateView, CheckView, Extent, Kind, Outcome, Progress, StructureKind, Verdict,
    capitalised, grouped, megabytes,
};

/// What the question covers: "within 6" or "every length". The bound of a strict scenario is for what
/// comes before its first message; its own messages do not count. That of a scenario over objects, which declares no
/// lifelines of its own, is for the whole run.
#[must_use]
pub fn asked(check: &CheckView) -> String {
    match check.bound {
        Some(bound)
            if check.kind == Kind::Scenario && !check.loose && !check.lifelines.is_empty() =>
        {
            format!("begins within {bound}")
        }
        Some(bound) => format!("within {bound}"),
        None => "every length".to_owned(),
    }
}

/// What a row says of its question: that its scenario is forbidden, and its bound. Every length is not worth a word.
#[must_use]
pub fn limits(check: &CheckView) -> String {
    let forbidden = check.forbidden.then(|| "forbidden run".to_owned());
    let bound = check.bound.map(|_| asked(check));
    let parts: Vec<_> = forbidden.into_iter().chain(bound).collect();
    parts.join(", ")
}

/// What the answer covers. A witness is its own proof; only a negative answer has a reach.
#[must_use]
pub fn covers(outcome: &Outcome) -> String {
    match (outcome.verdict, outcome.bound) {
        (Verdict::Unknown(_), _) => "nothing yet".to_owned(),
        (Verdict::Found { .. } | Verdict::Absent(Extent::Every), _) => "every length".to_owned(),
        (Verdict::Absent(Extent::Bound), Some(bound)) => format!("within {bound}"),
        (Verdict::Absent(Extent::Bound), None) => "as far as searched".to_owned(),
    }
}

/// "4 of 6 messages", for the scenario of an answer.
#[must_use]
pub fn played(outcome: &Outcome, messages: usize) -> Option<String> {
    let prefix = outcome.prefix()?;
    Some(format!("{prefix} of {}", counted(messages, "message")))
}

/// The answer's evidence in one line: "every length · exhaustive search, 144 states · 11 ms".
#[must_use]
pub fn evidence(outcome: &Outcome, step: &str) -> String {
    let mut parts = Vec::new();
    if outcome.verdict.is_found() {
        parts.push(found(outcome, step));
    } else {
        parts.push(covers(outcome));
    }
    let mut size = size(outcome);
    match &outcome.certificate {
        CertificateView::Exhausted { states } if *states > 0 => {
            let states = counted_large(*states, "state");
            parts.push(format!("exhaustive search, {states}"));
            size = size.filter(|it| *it != states);
        }
        CertificateView::Replayed | CertificateView::Open { .. } => {}
        _ if outcome.verdict.is_found() => {}
        _ => parts.push(certificate(outcome)),
    }
    parts.extend(size);
    parts.push(milliseconds(outcome.work.encode_ms + outcome.work.solve_ms));
    parts.join(" · ")
}

/// How a run was made sure, and how long it is.
fn found(outcome: &Outcome, step: &str) -> String {
    let depth = outcome.depth().unwrap_or_default();
    let replayed = match &outcome.certificate {
        CertificateView::Replayed => "replayed".to_owned(),
        _ => certificate(outcome),
    };
    let run = match outcome.kind() {
        Kind::Reach | Kind::Deadlock | Kind::Always => format!("shortest run, depth {depth}"),
        // Its own messages do not count.
        Kind::Scenario if outcome.system.is_none() && depth > 0 => {
            format!("begins after {}", counted(depth as usize, step))
        }
        Kind::Scenario => "run".to_owned(),
        Kind::Same | Kind::Consistent | Kind::Independent => "witness".to_owned(),
    };
    let parts = [run, replayed];
    parts
        .into_iter()
        .filter(|it| !it.is_empty())
        .collect::<Vec<_>>()
        .join(", ")
}

/// Why the answer is what it is, as far as it is known, else the answer in a sentence.
#[must_use]
pub fn why(outcome: &Outcome) -> &str {
    let rests = outcome.vacuity.as_ref().map(|it| it.sentence.as_str());
    match (outcome.reason(), &outcome.certificate) {
        (Some(reason), _) => &reason.sentence,
        (None, CertificateView::Open { reached }) if !reached.is_empty() => reached,
        _ => rests.unwrap_or(&outcome.sentence),
    }
}

/// How the answer was made sure; empty where there is none.
#[must_use]
pub fn certificate(outcome: &Outcome) -> String {
    match &outcome.certificate {
        CertificateView::Replayed => "witness replayed".to_owned(),
        CertificateView::Proof { lemmas } => {
            format!("proof checked, {}", counted_large(*lemmas, "lemma"))
        }
        CertificateView::Exhausted { states: 0 } => "true of any state".to_owned(),
        CertificateView::Exhausted { states: 1 } => "the only state visited".to_owned(),
        CertificateView::Exhausted { states } => {
            let all = counted_large(*states, "state");
            match outcome.system.is_none() && !outcome.verdict.is_proved() {
                // From others nothing better can be in time.
                true => format!("all {all} visited that matter"),
                false => format!("all {all} visited"),
            }
        }
        CertificateView::Bound { what } => format!("verified bound: {what}"),
        CertificateView::Open { .. } => String::new(),
    }
}

/// The size of what was searched: of the formula, or of the set of states.
#[must_use]
pub fn size(outcome: &Outcome) -> Option<String> {
    let work = &outcome.work;
    match (work.variables, work.clauses, work.states) {
        (Some(variables), Some(clauses), _) => Some(format!(
            "{}, {}",
            counted_large(variables, "variable"),
            counted_large(clauses, "clause")
        )),
        (_, _, Some(states)) => Some(counted_large(states, "state")),
        _ => None,
    }
}

/// Who found it: engine, and encoding and solver where there were any.
#[must_use]
pub fn engine(outcome: &Outcome) -> String {
    let work = &outcome.work;
    [
        Some(&work.engine),
        work.encoding.as_ref(),
        work.solver.as_ref(),
    ]
    .into_iter()
    .flatten()
    .filter(|part| !part.is_empty())
    .cloned()
    .collect::<Vec<_>>()
    .join(", ")
}

/// How far help with an answer got.
#[must_use]
pub fn progress(progress: &Progress) -> String {
    let mut parts = Vec::new();
    // The words name the depth where it matters.
    if !progress.what.is_empty() {
        parts.push(capitalised(&progress.what));
    } else if progress.depth > 0 {
        parts.push(format!("depth {}", progress.depth));
    }
    sizes(progress, &mut parts);
    if parts.is_empty() {
        return "Checking…".to_owned();
    }
    parts.join(" · ")
}

/// How far a check got that is being searched for so many seconds; every run of at most `covered` steps is covered.
#[must_use]
pub fn search(seconds: u32, bound: u32, progress: &Progress, step: &str) -> String {
    let mut parts = vec![format!("Checking for {} s", grouped(u64::from(seconds)))];
    if bound > 0 {
        parts.push(covered(bound, step));
    }
    // What searches is told by what it has covered.
    if !matches!(progress.engine.as_str(), "" | "explicit" | "sat") {
        parts.push(progress.what.clone());
    }
    sizes(progress, &mut parts);
    parts.join(" · ")
}

/// What a row says of a search that lasts: "checking, 80,118 states so far".
#[must_use]
pub fn checking(progress: &Progress) -> String {
    let so_far = match (progress.states, progress.clauses) {
        (0, 0) => return "checking".to_owned(),
        (0, clauses) => counted_large(clauses, "clause"),
        (states, _) => counted_large(states, "state"),
    };
    format!("checking, {so_far} so far")
}

/// "all runs of up to 12 steps covered".
#[must_use]
pub fn covered(bound: u32, step: &str) -> String {
    format!(
        "all runs of up to {} covered",
        counted(bound as usize, step)
    )
}

/// What the depth of an answer counts.
#[must_use]
pub fn step(kind: StructureKind) -> &'static str {
    kind.title().step
}

/// How large what is searched has become.
fn sizes(progress: &Progress, parts: &mut Vec<String>) {
    if progress.states > 0 {
        parts.push(counted_large(progress.states, "state"));
    }
    if progress.clauses > 0 {
        parts.push(counted_large(progress.clauses, "clause"));
    }
    // Less is not worth a word.
    if progress.bytes >= 1_000_000 {
        parts.push(megabytes(progress.bytes));
    }
}

/// What a kind of check asks, as a short noun.
#[must_use]
pub fn kind(check: &CheckView) -> &'static str {
    match check.kind {
        Kind::Scenario => "scenario",
        Kind::Reach => "reachability",
        Kind::Deadlock => "deadlock",
        Kind::Always => "invariant",
        Kind::Same => "comparison",
        Kind::Consistent => "consistency",
        Kind::Independent => "independence",
    }
}

/// Milliseconds for people: three digits at most, and never a false zero.
#[must_use]
pub fn milliseconds(time: f64) -> String {
    if time < 0.1 {
        "< 0.1 ms".to_owned()
    } else if time < 10.0 {
        format!("{time:.1} ms")
    } else if time < 1_000.0 {
        format!("{time:.0} ms")
    } else {
        format!("{:.1} s", time / 1_000.0)
    }
}

/// "1 error", "2 errors".
#[must_use]
pub fn counted(count: usize, what: &str) -> String {
    counted_large(count as u64, what)
}

/// As [`counted`], for numbers that may not fit `usize`.
#[must_use]
pub fn counted_large(count: u64, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{} {what}{plural}", grouped(count))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_core::api::{Detail, Expected, StopView, Work};

    fn outcome(verdict: Verdict, expected: Option<Expected>) -> Outcome {
        Outcome {
            verdict,
            expected,
            bound: Some(12),
            certificate: CertificateView::Proof { lemmas: 1 },
            work: Work {
                engine: "sat".to_owned(),
                encoding: Some("delivery".to_owned()),
                variables: Some(943),
                clauses: Some(1_700_101),
                ..Work::default()
            },
            ..Outcome::unanswered(0, Kind::Reach)
        }
    }

    const ABSENT: Verdict = Verdict::Absent(Extent::Bound);
    const UNKNOWN: Verdict = Verdict::Unknown(StopView::Late);

    #[test]
    fn a_bounded_no_is_not_worded_as_never() {
        assert_eq!(covers(&outcome(ABSENT, None)), "within 12");
        let every = outcome(Verdict::Absent(Extent::Every), None);
        assert_eq!(covers(&every), "every length");
        assert_eq!(covers(&outcome(UNKNOWN, None)), "nothing yet");
    }

    #[test]
    fn a_row_says_how_far_a_scenario_can_be_played_and_a_line_what_makes_it_sure() {
        let mut stopped = outcome(ABSENT, Some(Expected::Absent));
        stopped.detail = Detail::Scenario {
            prefix: Some(2),
            reason: None,
            blame: None,
        };
        assert_eq!(played(&stopped, 4).as_deref(), Some("2 of 4 messages"));
        assert_eq!(
            evidence(&stopped, "step"),
            "within 12 · proof checked, 1 lemma · 943 variables, 1,700,101 clauses · < 0.1 ms"
        );
        let every = Outcome {
            certificate: CertificateView::Exhausted { states: 144 },
            work: Work {
                states: Some(144),
                solve_ms: 11.0,
                ..Work::default()
            },
            ..outcome(Verdict::Absent(Extent::Every), None)
        };
        assert_eq!(
            evidence(&every, "step"),
            "every length · exhaustive search, 144 states · 11 ms"
        );
        let found = Outcome {
            certificate: CertificateView::Replayed,
            ..outcome(Verdict::Found { depth: 28 }, None)
        };
        assert!(evidence(&found, "step").starts_with("shortest run, depth 28, replayed · "));
    }

    #[test]
    fn numbers_are_readable() {
        assert_eq!(milliseconds(0.02), "< 0.1 ms");
        assert_eq!(milliseconds(3.21), "3.2 ms");
        assert_eq!(milliseconds(1_432.0), "1.4 s");
        assert_eq!(
            size(&outcome(ABSENT, None)).as_deref(),
            Some("943 variables, 1,700,101 clauses")
        );
        assert_eq!(
            certificate(&outcome(ABSENT, None)),
            "proof checked, 1 lemma"
        );
    }
}
