//! What more a visit of transition systems can tell: other runs that show the same answer, and what can be to blame for a
//! "no".

use super::blame::DemandsOfSystem;
use super::run;
use super::search::{OpenedSystem, TransitionSystems};
use crate::api::kind::{Asked, ByStates, Demands, Explorable, Explore, OtherRuns, OtherWords};
use crate::view::SystemStepView;
use crate::wording::systems as wording;

impl Explore for TransitionSystems {
    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Explorable + 'm>> {
        Some(Box::new(OpenedSystem::new(it)?))
    }

    fn demands<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Demands + 'm>> {
        Some(Box::new(DemandsOfSystem::new(it)?))
    }
}

impl Explorable for OpenedSystem<'_> {
    fn others(&self, shown: &[Vec<SystemStepView>]) -> Option<Box<dyn OtherRuns + '_>> {
        let space = &self.space;
        let state = |at: &[i64]| run::state(space.system(), &space.valuation(at));
        let words = |count| OtherWords {
            found: " with other values",
            absent: String::new(),
            steps: wording::firings(count),
        };
        Some(Box::new(ByStates::new(self, Box::new(state), shown, words)))
    }
}
