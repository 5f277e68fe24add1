//! Petri nets as a kind that is checked by its definitions: what is asked, when a goal holds, and what fires is called.

use lockstep_core::api::{Exploring, KindValues, SimulatedKind, StepKind, StepQuestion, Stepwise};
use lockstep_core::language::Language;
use lockstep_core::language::questions::{ExpectedAnswer, PropertySubject};
use lockstep_core::system::{ElementId, System, Valuation};

use super::net::{Net, PETRI, Petri};
use super::system::NetSystem;

/// What verbs ask of Petri nets.
pub const VALUES: KindValues = KindValues {
    explore: Some(Exploring::new(&NETS)),
    ..KindValues::new(&NETS)
};

/// Petri nets that are run.
pub const RUNS: SimulatedKind = SimulatedKind::new(&NETS);

const NETS: Stepwise<Petri> = Stepwise::new();

/// Each check has one goal, whose number is that of the check.
impl StepKind for Petri {
    fn language() -> &'static Language {
        &PETRI
    }

    fn question(net: &Net, number: usize) -> Option<StepQuestion> {
        let check = net.checks.get(number)?;
        let expected = check.expected.and_then(|answer| {
            let mut all = ExpectedAnswer::ALL.into_iter();
            all.find(|it| it.word() == answer.word())
        });
        Some(StepQuestion {
            subject: match check.goal {
                Some(_) => PropertySubject::Reach(vec![number]),
                None => PropertySubject::Deadlock,
            },
            within: check.bound,
            expected,
        })
    }

    fn system(net: &Net, _check: Option<usize>) -> Box<dyn System + '_> {
        Box::new(NetSystem::new(net))
    }

    fn holds(net: &Net, number: usize, at: &Valuation) -> Option<bool> {
        let goal = net.checks.get(number)?.goal.as_ref()?;
        Some(goal.iter().all(|&(place, count)| match count {
            Some(count) => at[place] == count,
            None => at[place] > 0,
        }))
    }

    fn name(net: &Net, element: ElementId) -> String {
        net.transitions[element.index as usize].name.clone()
    }
}
