//! Another run that shows the same answer, or that there is none, in words.

use super::systems::reached;
use crate::engine::Coverage;
use crate::engine::systems::Finding;

/// What sets another run apart, in the words of a kind of model.
pub struct OtherWords {
    /// Behind "Another run".
    pub found: &'static str,
    /// Behind "There is no other run", with what that depends on.
    pub absent: String,
    /// What is counted, with its number.
    pub steps: String,
}

/// One sentence about another run of a depth, or about there being none.
pub(crate) fn another(
    depth: Option<u32>,
    finding: &Finding,
    coverage: Coverage,
    words: &OtherWords,
) -> String {
    let OtherWords {
        found,
        absent,
        steps,
    } = words;
    match (depth, coverage) {
        (Some(_), _) => {
            let sooner = match finding.shortest {
                true => "none is shorter",
                false => "perhaps one is shorter",
            };
            format!("Another run{found}, after {steps}; {sooner}.")
        }
        (None, Coverage::Every) => format!("There is no other run{absent}."),
        (None, Coverage::Bound) => format!("There is no other run within {steps}{absent}."),
        (None, Coverage::Open(stop)) => {
            let far = reached(stop, finding.reached);
            format!("Whether there is another run was not decided. {far}")
        }
    }
}
