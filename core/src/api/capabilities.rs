//! Everything that answers are made with beyond visiting states: solvers, proofs that are checked, blame.
//!
//! A host has it unless it says so otherwise, with [`Capabilities::FEW`]. Both stand apart, so that what reads a request brings no solver.

use super::blame::blame;
use super::check::prove;
use super::request::{Capabilities, Host, Progress};
use crate::sat;

impl Capabilities {
    /// Everything.
    pub const ALL: Self = Self {
        solvers: sat::ALL,
        prove,
        blame,
        complete: true,
    };
}

/// A host without a clock that stops no search: for tests, and wherever no user waits.
#[derive(Clone, Copy, Debug)]
pub struct Clockless;

impl Host for Clockless {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, _progress: &Progress) -> bool {
        true
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }
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
