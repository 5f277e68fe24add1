//! What answers are made with beyond visiting states: solvers, proofs that are checked, blame.
//!
//! A program that arrives in parts need not have all of it from the start. [`Host::capabilities`] says what
//! there is. A check that needs more is refused with [`Refusal::Capabilities`], never answered worse, and
//! can be asked once more when the rest has arrived.
//!
//! [`Host::capabilities`]: super::Host::capabilities
//! [`Refusal::Capabilities`]: super::Refusal::Capabilities

use super::blame::blame;
use super::check::prove;
use super::host_watch::HostWatch;
use crate::engine::Finding;
use crate::engine::portfolio::Answered;
use crate::explain::Reason;
use crate::language::{Check, Model};
use crate::network::Task;
use crate::sat::{self, Backend, Stop, proof::NoCertificate};
use crate::view::BlameView;

/// Has the proofs of an answer checked: the number of lemmas.
type Prove = fn(&Answered<'_, '_>, Stop<'_>) -> Option<Result<u64, NoCertificate>>;
/// Looks for what makes a check impossible.
type Blame = fn(
    &str,
    (&Model, &Check, &Task),
    &Finding,
    Option<&Reason>,
    Backend,
    &HostWatch<'_>,
) -> Option<BlameView>;

/// What there is to answer with. Code that no value refers to is not in the program, so a part of it
/// that only holds [`Capabilities::FEW`] is without solvers.
#[derive(Clone, Copy)]
pub struct Capabilities {
    pub(super) solvers: &'static [Backend],
    pub(super) prove: Prove,
    pub(super) blame: Blame,
    pub(super) complete: bool,
}

impl Capabilities {
    /// Everything.
    pub const ALL: Self = Self {
        solvers: sat::ALL,
        prove,
        blame,
        complete: true,
    };

    /// No solver, and nothing that needs one: enough for small state spaces.
    pub const FEW: Self = Self {
        solvers: sat::NONE,
        prove: |_, _| None,
        blame: |_, _, _, _, _, _| None,
        complete: false,
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Host, KindValue, Options, Progress, Refusal, RepairOptions, check, repair};

    struct With(Capabilities);

    impl Host for With {
        fn now_ms(&self) -> f64 {
            0.0
        }

        fn progress(&mut self, _progress: &Progress) -> bool {
            true
        }

        fn capabilities(&self) -> Capabilities {
            self.0
        }
    }

    const TEXT: &str = "machine A {\n  [*] --> a\n  a --> b : / ping\n  b --> a : pong\n}\n\
        machine B {\n  [*] --> c\n  c --> d : ping\n}\n\
        check reach A.a, B.d within 6 expect reachable\n";

    #[test]
    fn few_means_answer_as_all_do_or_refuse() {
        let asked = |engine: &str, means| {
            let options = Options {
                engine: engine.into(),
                ..Options::default()
            };
            check(TEXT, 0, &options, &mut With(means))
        };
        assert_eq!(
            asked("auto", Capabilities::FEW),
            asked("auto", Capabilities::ALL)
        );
        assert!(asked("auto", Capabilities::FEW).is_ok());
        assert_eq!(
            asked("sat", Capabilities::FEW),
            Err(Refusal::Capabilities(KindValue::Prove))
        );
        assert!(asked("sat", Capabilities::ALL).is_ok());
    }

    #[test]
    fn blame_and_repairs_need_everything() {
        let options = Options {
            blame: true,
            ..Options::default()
        };
        let few = &mut With(Capabilities::FEW);
        assert_eq!(
            check(TEXT, 0, &options, few),
            Err(Refusal::Capabilities(KindValue::Prove))
        );
        let repairs = repair(TEXT, 0, &RepairOptions::default(), few);
        assert_eq!(repairs, Err(Refusal::Capabilities(KindValue::Prove)));
        let blamed = check(TEXT, 0, &options, &mut With(Capabilities::ALL));
        assert!(blamed.is_ok_and(|outcome| outcome.blame().is_some()));
    }
}
