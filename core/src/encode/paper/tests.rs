//! What the formulas look like; what they answer is in `tests/printed.rs`.

use super::*;
use crate::language::read;

const TEXT: &str = "
machine P { [*] --> p0; p0 --> p1 : / a }
machine R { [*] --> r0; r0 --> r1 : a; r1 --> r0 }
scenario s { p : P; r : R; p -> r : a }
check reach P.p1, R.r1
check s
";

fn printed(check: usize, k: usize, style: &Style) -> Printed {
    let (model, _) = read(TEXT);
    let instance = Instance::new(&model, &model.checks[check]).unwrap();
    Printed::new(&instance, k, style).unwrap()
}

#[test]
fn a_formula_is_the_comment_of_its_function() {
    for (formulas, source) in [
        (&gsc::FORMULAS, include_str!("gsc.rs")),
        (&mscp::FORMULAS, include_str!("mscp.rs")),
    ] {
        for formula in formulas {
            let comment = format!("\n/// {}\n", formula.text);
            assert!(source.contains(&comment), "{}", formula.name);
        }
    }
}

#[test]
fn counts_add_up() {
    for check in [0, 1] {
        let printed = printed(check, 3, &Style::default());
        let clauses: usize = printed.counts().iter().map(|count| count.clauses).sum();
        assert_eq!(clauses, printed.formula().clause_count());
        let last = if check == 0 { 3 } else { 3 + 4 };
        // Three places and one transition of P, four and two of R, one symbol.
        assert_eq!(printed.formula().var_count(), (last + 1) * 11);
    }
}

#[test]
fn counts_are_those_of_the_formulas() {
    let clauses = |style: &Style| -> Vec<usize> {
        let printed = printed(0, 2, style);
        printed.counts().iter().map(|count| count.clauses).collect()
    };
    // φ_1: four conjuncts of P's transition, four and two of R's. φ_8: one and 3, one and 6.
    let as_printed = [8, 2, 20, 2, 2, 8, 2, 2, 12, 22];
    assert_eq!(clauses(&Style::default()), as_printed);
    let both = Style {
        both_orders: true,
        ..Style::default()
    };
    assert_eq!(clauses(&both)[9], 2 * (1 + 6 + 1 + 12));
    assert_eq!(clauses(&Style::with(Repairs::RANGE))[9], 33);
}

#[test]
fn a_limit_is_kept() {
    let (model, _) = read(TEXT);
    let instance = Instance::new(&model, &model.checks[0]).unwrap();
    let style = Style {
        max_clauses: 100,
        ..Style::default()
    };
    assert!(Printed::new(&instance, 1, &style).is_ok());
    for k in [10, 1_000_000, usize::MAX] {
        assert!(matches!(Printed::new(&instance, k, &style), Err(TooLarge)));
    }
}

#[test]
fn names_of_repairs_lead_back() {
    for repair in Repair::ALL {
        assert_eq!(Repair::named(repair.name()), Some(repair));
        assert!(Repairs::ALL.has(repair) && !Repairs::NONE.has(repair));
        assert!(!Repairs::ALL.without(repair).has(repair));
    }
    assert_eq!(Repairs::FULL.iter().collect::<Repairs>(), Repairs::FULL);
    assert_eq!(Repairs::FULL.iter().count(), 4);
}
