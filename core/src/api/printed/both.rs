//! A check by the papers' formulas twice: as printed, and with all that is known to be wrong mended.

use super::Printing;
use crate::api::request::{Host, Refusal};
use crate::encode::paper::Repair;
use crate::view::{BothView, Options};

/// Asks the printed formulas of a kind of model without and with all repairs.
///
/// # Errors
/// As [`super::printed`].
pub fn both(
    printed: Printing,
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<BothView, Refusal> {
    let all = every_repair();
    Ok(BothView {
        as_printed: printed(text, index, &[], options, host)?,
        mended: printed(text, index, &all, options, host)?,
    })
}

/// The names of all repairs of printed formulas.
#[must_use]
pub fn every_repair() -> Vec<String> {
    let all = Repair::ALL.iter().map(|repair| repair.name().to_string());
    all.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::api::{Clockless, PrintedView, printed};

    #[test]
    fn the_coffee_for_two_is_possible_in_print_only() {
        let text = include_str!("../../../../static/examples/machines/coffee-for-two.lks");
        let view = both(printed, text, 0, &Options::default(), &mut Clockless).unwrap();
        assert_eq!(view.as_printed.difference.as_deref(), Some("wrong yes"));
        assert_eq!(view.mended.difference, None);
        let names = |view: &PrintedView| -> Vec<_> {
            view.formulas.iter().map(|it| it.name.clone()).collect()
        };
        assert_eq!(names(&view.as_printed), names(&view.mended));
    }
}
