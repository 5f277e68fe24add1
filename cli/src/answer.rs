//! One check, answered within its time.
//!
//! The core asks between any two pieces of work whether the time is over, and ends by itself: the next
//! check has the processor to itself. Should it ever not, nobody waits for ever: the check runs in a thread
//! of its own, and some seconds after its time the answer is `unknown`, with the last thing the search
//! reported.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use lockstep_core::api::{
    self, Capabilities, CertificateView, CheckView, Host, Kinds, Options, Outcome, Progress,
    Refusal, StopView, StructureKind, Verdict, Work, megabytes,
};
use lockstep_core::lesson;

use crate::jobs::{STACK, Seat};
use crate::printed;

/// How long a search may take to notice that its time is over, before it is given up. Searches look at the clock every few
/// milliseconds.
const GRACE: Duration = Duration::from_millis(250);

/// Why there is no answer.
#[derive(Debug)]
pub enum Failure {
    /// The core refused the question.
    Refused(Refusal),
    /// The core panicked or its thread could not be had: our bug, or the machine's limits.
    Broken(String),
}

/// The clock and the ear of a running check.
struct Watch {
    started: Instant,
    progress: Arc<Mutex<Progress>>,
    stop: Arc<AtomicBool>,
    seat: Seat,
}

impl Host for Watch {
    fn now_ms(&self) -> f64 {
        self.started.elapsed().as_secs_f64() * 1000.0
    }

    fn progress(&mut self, progress: &Progress) -> bool {
        // A poisoned lock only means that a reader died; the value is whole.
        let mut last = self.progress.lock().unwrap_or_else(PoisonError::into_inner);
        last.clone_from(progress);
        self.seat.may_go_on(progress) && !self.stop.load(Ordering::Relaxed)
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }
}

/// Answers one check of a text of this kind of model, as the job that has this place.
pub fn answer(
    kind: StructureKind,
    text: &Arc<str>,
    check: &CheckView,
    (options, seat): (&Options, &Seat),
) -> Result<Outcome, Failure> {
    within(check, (options, seat), {
        let (text, index, options) = (Arc::clone(text), check.index, options.clone());
        move |host| api::check_of_kind(kind, &text, index, &options, host)
    })
}

/// Answers a question about a check, of any kind of model.
pub fn question(question: &lesson::Question, options: &Options) -> lesson::Answer {
    let seat = &Seat::alone();
    let text: Arc<str> = question.text.as_str().into();
    let analysis = Kinds::whole().analyse(&text);
    let Some(check) = analysis.checks.get(question.check) else {
        return Refusal::NoSuchCheck.into();
    };
    if let Some(repairs) = &question.printed {
        return match printed::ask(question.kind, &text, check, repairs, (options, seat)) {
            Ok(view) => lesson::Answer::Printed(Box::new(view)),
            Err(why) => lesson::Answer::Refused(why),
        };
    }
    match answer(question.kind, &text, check, (options, seat)) {
        Ok(outcome) => lesson::Answer::Outcome(Box::new(outcome)),
        Err(Failure::Refused(refusal)) => refusal.into(),
        Err(Failure::Broken(what)) => lesson::Answer::Refused(what),
    }
}

/// Runs `search` in its own thread and waits as long as the options say.
fn within(
    check: &CheckView,
    (options, seat): (&Options, &Seat),
    search: impl FnOnce(&mut dyn Host) -> Result<Outcome, Refusal> + Send + 'static,
) -> Result<Outcome, Failure> {
    let started = Instant::now();
    let progress = Arc::new(Mutex::new(Progress::default()));
    let stop = Arc::new(AtomicBool::new(false));
    let mut watch = Watch {
        started,
        progress: Arc::clone(&progress),
        stop: Arc::clone(&stop),
        seat: seat.clone(),
    };
    let (sender, receiver) = mpsc::channel();
    let thread = thread::Builder::new()
        .name("check".into())
        .stack_size(STACK);
    let spawned = thread.spawn(move || {
        // Nobody listens any more when the time is over.
        sender.send(search(&mut watch)).ok();
    });
    if let Err(error) = spawned {
        return Err(Failure::Broken(format!("no thread to search in: {error}")));
    }

    let limit = options
        .timeout_ms
        .map(|ms| Duration::from_secs_f64(ms / 1000.0));
    let received = match limit {
        None => receiver.recv().map_err(mpsc::RecvTimeoutError::from),
        Some(limit) => receiver.recv_timeout(limit + GRACE),
    };
    match received {
        Ok(answer) => answer.map_err(Failure::Refused),
        Err(mpsc::RecvTimeoutError::Disconnected) => {
            Err(Failure::Broken("the search ended without an answer".into()))
        }
        Err(mpsc::RecvTimeoutError::Timeout) => {
            stop.store(true, Ordering::Relaxed);
            let last = progress.lock().unwrap_or_else(PoisonError::into_inner);
            Ok(unknown(check, options, &last, started.elapsed()))
        }
    }
}

/// The answer where the time was over: nothing is claimed but how far the search got.
fn unknown(check: &CheckView, options: &Options, last: &Progress, spent: Duration) -> Outcome {
    let mut reached = format!("the time was over after {:.1} s", spent.as_secs_f64());
    if !last.what.is_empty() {
        reached.push_str(&format!(", {}", last.what));
    }
    if last.states > 0 {
        reached.push_str(&format!(", {} global states visited", last.states));
    }
    if last.clauses > 0 {
        reached.push_str(&format!(", {} clauses built", last.clauses));
    }
    if last.bytes > 0 {
        reached.push_str(&format!(", {} in use", megabytes(last.bytes)));
    }
    if last.depth > 0 {
        reached.push_str(&format!(
            ", everything up to {} transactions covered",
            last.depth
        ));
    }
    let engine = [&last.engine, &options.engine];
    let engine = engine.into_iter().find(|name| !name.is_empty());
    Outcome {
        verdict: Verdict::Unknown(StopView::Late),
        expected: check.expected,
        bound: check.bound,
        certificate: CertificateView::Open { reached },
        sentence: "It was not decided.".into(),
        work: Work {
            engine: engine.cloned().unwrap_or_else(|| "auto".into()),
            clauses: (last.clauses > 0).then_some(last.clauses),
            states: (last.states > 0).then_some(last.states),
            solve_ms: spent.as_secs_f64() * 1000.0,
            ..Work::default()
        },
        ..Outcome::unanswered(check.index, check.kind)
    }
}

#[cfg(test)]
mod tests {
    use std::thread;
    use std::time::Duration;

    use lockstep_core::api::{
        CheckView, Expected, Kind, Options, Progress, Range, Refusal, StopView, Verdict,
    };

    use super::{Failure, within};
    use crate::jobs::Seat;
    use crate::style::Style;

    fn check() -> CheckView {
        CheckView {
            index: 3,
            kind: Kind::Deadlock,
            title: "deadlock".into(),
            scenario: None,
            loose: false,
            goal: Vec::new(),
            lifelines: Vec::new(),
            bound: Some(9),
            expected: Some(Expected::Absent),
            expect_written: false,
            forbidden: false,
            implicit: false,
            range: Range::default(),
        }
    }

    fn limit(ms: f64) -> Options {
        Options {
            timeout_ms: Some(ms),
            ..Options::default()
        }
    }

    #[test]
    fn a_search_that_never_looks_up_is_given_up() {
        let outcome = within(&check(), (&limit(1.0), &Seat::alone()), |host| {
            host.progress(&Progress {
                engine: "sat".into(),
                depth: 7,
                what: "solving".into(),
                ..Progress::default()
            });
            loop {
                thread::sleep(Duration::from_secs(3600));
            }
        });
        let outcome = outcome.unwrap();
        assert_eq!(outcome.verdict, Verdict::Unknown(StopView::Late));
        assert_eq!(outcome.as_expected(), Some(false), "it expected `none`");
        assert_eq!((outcome.check, outcome.bound), (3, Some(9)));
        assert_eq!(outcome.work.engine, "sat");
        let line = crate::human::line(Style::plain(), "m.lks", &check(), &outcome);
        assert!(
            line.starts_with("?? m.lks: deadlock: unknown. It was not decided. (expected none"),
            "{line}"
        );
        assert!(line.contains(", solving, "), "{line}");
        assert!(line.contains("7 transactions"), "{line}");
        assert!(line.contains(", the time was over"), "{line}");
    }

    #[test]
    fn refusals_and_panics_come_back_as_failures() {
        let seat = &Seat::alone();
        let refused = within(&check(), (&limit(60_000.0), seat), |_| Err(Refusal::Errors));
        assert!(matches!(refused, Err(Failure::Refused(Refusal::Errors))));
        let broken = within(&check(), (&Options::default(), seat), |_| {
            panic!("a panic on purpose")
        });
        assert!(matches!(broken, Err(Failure::Broken(_))));
    }
}
