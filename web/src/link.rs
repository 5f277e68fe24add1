//! Between a link's fragment and what it shows. The format is the core's, versioned there.
//!
//! People count checks from 1, and so do links; the page counts from 0.

use lockstep_core::interchange::share::{self, Shared};

/// What a link shows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Link {
    /// The whole text.
    pub text: String,
    /// The selected check, from 0.
    pub check: Option<usize>,
    /// The step of its run.
    pub step: Option<usize>,
    /// What is selected in the text.
    pub select: Option<(u32, u32)>,
    /// The run that was made by hand.
    pub hand: Option<String>,
    /// What all runs are seen through, where they are shown.
    pub runs: Option<String>,
}

/// Reads a fragment, with or without its `#`.
///
/// # Errors
/// What is wrong and what to do, for whoever opened the link.
pub fn read(fragment: &str) -> Result<Link, String> {
    let shared = share::decode(fragment).map_err(|error| error.to_string())?;
    Ok(Link {
        text: shared.text,
        check: shared
            .check
            .and_then(|check| (check as usize).checked_sub(1)),
        step: shared.step.map(|step| step as usize),
        select: shared.select,
        hand: shared.hand,
        runs: shared.runs,
    })
}

/// The fragment that shows this, with its `#`.
#[must_use]
pub fn write(link: &Link) -> String {
    // A number that does not fit is left out: the link then opens at the beginning.
    let shared = Shared {
        text: link.text.clone(),
        check: link.check.and_then(|check| u32::try_from(check + 1).ok()),
        step: link.step.and_then(|step| u32::try_from(step).ok()),
        select: link.select,
        hand: link.hand.clone(),
        runs: link.runs.clone(),
    };
    shared.encode()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moment_comes_back_and_its_check_is_counted_from_one() {
        let link = Link {
            text: "machine A {\n  [*] --> ε\n}\n".to_owned(),
            check: Some(1),
            step: Some(4),
            ..Link::default()
        };
        let fragment = write(&link);
        assert!(fragment.ends_with("&check=2&step=4"), "{fragment}");
        assert_eq!(read(&fragment), Ok(link));
    }

    #[test]
    fn a_check_without_a_number_selects_nothing() {
        let fragment = format!("{}&check=0", share::encode("x"));
        assert_eq!(read(&fragment).map(|link| link.check), Ok(None));
        assert!(read("nonsense").is_err());
    }
}
