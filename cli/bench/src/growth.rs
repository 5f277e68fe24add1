//! How costs grow, and where they are highest.
//!
//! `growth`: medium machines with ten times as many messages, and with a bound eight times as far.
//! `hard`: the largest class with a far bound, the corner in which neither bounds nor greedy search
//! say much. Answers by the portfolio and by the delivery encoding alone, which must agree.

use lockstep_core::generate::published::{Class, instance};

use crate::report::Report;
use crate::table2::{by_delivery, by_portfolio};
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const GROWTH: Measurement = Measurement {
    name: "growth",
    about: "Medium instances with more messages and with a farther bound",
    run: growth,
};

/// The entry in [`crate::ALL`].
pub const HARD: Measurement = Measurement {
    name: "hard",
    about: "Large instances with k = 20, the hard corner",
    run: hard,
};

/// The medium class.
const MEDIUM: Class = Class::ALL[1];
/// The large class.
const LARGE: Class = Class::ALL[2];

fn growth(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Growth on medium instances", setting.seed);
    let long = Class {
        messages: 100,
        ..MEDIUM
    };
    for (group, class, bound) in [
        ("10 messages, k = 6", &MEDIUM, 6),
        ("100 messages, k = 6", &long, 6),
        ("10 messages, k = 50", &MEDIUM, 50),
    ] {
        measure(setting, (group, class, bound), 40, &mut report)?;
    }
    Ok(report)
}

fn hard(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("The hard corner", setting.seed);
    let group = "8 lifelines of 7-10 states, k = 20";
    measure(setting, (group, &LARGE, 20), 20, &mut report)?;
    Ok(report)
}

fn measure(
    setting: &Setting<'_>,
    (group, class, bound): (&str, &Class, u32),
    usual: u64,
    report: &mut Report,
) -> Result<(), Disagreement> {
    let (mut many, mut sat) = (Vec::new(), Vec::new());
    for number in 0..setting.count_or(usual) {
        let mut model = instance(class, setting.seed, number);
        model.checks[0].bound = Some(bound);
        let failed = |what: &str| Disagreement(format!("{group}, {number}: {what}"));
        let one = by_portfolio(setting, &model, number);
        let two = by_delivery(setting, &model, number);
        let (Some(one), Some(two)) = (one, two) else {
            return Err(failed("a limit was hit"));
        };
        if one.value != two.value {
            return Err(failed("two engines disagree"));
        }
        many.push(one);
        sat.push(two);
    }
    report.add(group, "portfolio", &many, setting.each);
    report.add(group, "delivery", &sat, setting.each);
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::ticking;

    #[test]
    fn each_group_is_answered_twice() {
        let clock = ticking();
        let mut setting = Setting::new(&clock);
        setting.count = 2;
        for (run, groups) in [(GROWTH.run, 3), (HARD.run, 1)] {
            let report = run(&setting).expect("the engines agree");
            let mut seen: Vec<_> = report.rows.iter().map(|row| &row.group).collect();
            seen.dedup();
            assert_eq!(seen.len(), groups);
        }
    }
}
