//! A model at a moment: the selected check, the step of its run, what is selected in the text, a run made by hand, the
//! picture of all runs.

use crate::interchange::share::{self, LinkError, Shared};

/// A model and what is looked at.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The whole text.
    pub text: String,
    /// The selected check, from 0.
    pub check: Option<usize>,
    /// The step of its run.
    pub step: Option<usize>,
    /// What is selected in the text: a range in UTF-16 offsets.
    pub select: Option<(u32, u32)>,
    /// The run that was made by hand. What it means depends on the kind of model: of machines [`crate::api::ByHand`] follows
    /// it, of others [`super::run::read`] reads it.
    pub hand: Option<String>,
    /// What all runs are seen through, where they are shown, as [`super::run::read_view`] reads it.
    pub runs: Option<String>,
}

impl Moment {
    /// Reads the fragment of a model.
    pub(super) fn read(fragment: &str) -> Result<Self, LinkError> {
        let shared = share::decode(fragment)?;
        let check = shared.check.map(|check| (check as usize).checked_sub(1));
        Ok(Self {
            text: shared.text,
            check: check.flatten(),
            step: shared.step.map(|step| step as usize),
            select: shared.select,
            hand: shared.hand,
            runs: shared.runs,
        })
    }

    /// Its fragment, without `#`. A number that does not fit is left out: the link then opens at the beginning.
    pub(super) fn fragment(&self) -> String {
        let shared = Shared {
            text: self.text.clone(),
            check: self.check.and_then(|check| u32::try_from(check + 1).ok()),
            step: self.step.and_then(|step| u32::try_from(step).ok()),
            select: self.select,
            hand: self.hand.clone(),
            runs: self.runs.clone(),
        };
        shared.encode().trim_start_matches('#').to_owned()
    }
}
