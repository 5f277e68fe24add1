//! Runs by hand: choices are numbered and read from standard input, one line each, so that scripts can drive it as well as
//! people.

use lockstep_core::api::{
    NamedValue, NoSimulation, Offers, Onward, RunChoice, SendView, SimulatedKind, SimulationOptions,
};

use super::Simulate;
use super::made::made;
use super::shown::show;
use crate::input;
use crate::output::print;

/// Reads choices from standard input until it ends, or until the user ends it.
pub fn by_hand(
    args: &Simulate,
    text: &str,
    kind: SimulatedKind,
    options: &SimulationOptions,
) -> Result<(), NoSimulation> {
    let offers = kind.offers();
    let mut now = made(text, kind, options, Vec::new(), Onward::Stay)?;
    let own = now.choices.len();
    show(args, &now);
    for line in input::choices() {
        let line = line.trim();
        let mut choices = now.choices.clone();
        let mut onward = Onward::Stay;
        match line {
            "" => continue,
            "q" | "quit" => break,
            "b" | "back" if choices.len() > own => {
                choices.pop();
            }
            "b" | "back" => {
                print("This is the start.");
                continue;
            }
            word => {
                let number = word.parse::<usize>().ok();
                let number = number.filter(|it| (1..=now.state.choices.len()).contains(it));
                match (number, word.strip_prefix("until "), named(word)) {
                    (Some(number), ..) => choices.push(RunChoice::numbered(number - 1)),
                    (None, ..) if word.starts_with("send ") => match sent(&now.state.sends, word) {
                        Some(chosen) => choices.push(chosen),
                        None => {
                            print("That cannot be sent here; what can is listed behind [send].");
                            continue;
                        }
                    },
                    (_, Some(goal), _) if offers.until && !choices.is_empty() => {
                        onward = Onward::Until(goal.trim().into());
                    }
                    (_, _, Some(values)) if offers.values => onward = Onward::Named(values),
                    _ => {
                        help(offers);
                        continue;
                    }
                }
            }
        }
        let wanted = choices.len();
        match made(text, kind, options, choices, onward) {
            // What an event is to bring may be no value of its type.
            Ok(next) if next.choices.len() < wanted => {
                print(&next.said.unwrap_or_default());
                continue;
            }
            Ok(next) => now = next,
            // A goal that cannot be read is no reason to end a run.
            Err(NoSimulation::Option(what)) => {
                print(&what);
                continue;
            }
            Err(error) => return Err(error),
        }
        show(args, &now);
    }
    Ok(())
}

/// Values that are named: `x = 1000, y = -3`.
fn named(line: &str) -> Option<Vec<NamedValue>> {
    let each = line.split(',').map(|it| {
        let (variable, value) = it.split_once('=')?;
        let (variable, value) = (variable.trim(), value.trim());
        (!variable.is_empty() && value.parse::<i64>().is_ok()).then(|| NamedValue {
            variable: variable.into(),
            value: value.into(),
        })
    });
    each.collect()
}

/// What is to be sent by hand: `send pay(2, b) to t`.
fn sent(sends: &[SendView], line: &str) -> Option<RunChoice> {
    let (event, to) = line.strip_prefix("send ")?.rsplit_once(" to ")?;
    let (event, brought) = match event.trim().split_once('(') {
        Some((event, brought)) => (event, brought.strip_suffix(')')?),
        None => (event.trim(), ""),
    };
    let brought = brought.split(',').map(|it| it.trim().to_owned());
    let brought: Vec<_> = brought.filter(|it| !it.is_empty()).collect();
    let mut sends = sends.iter();
    let it = sends.find(|it| it.event == event.trim() && it.to == to.trim())?;
    Some(it.choice(&brought))
}

/// Says what can be typed.
fn help(offers: Offers) {
    print("Type the number of a choice, b to take the last step back, or q to end.");
    match (offers.values, offers.until) {
        (true, _) => print(
            "Or name a value, as in `x = 1000`, or say how far to go on, as in `until x > 3`.",
        ),
        (false, true) => print("Or say how far to go on, as in `until x = 3`."),
        (false, false) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::named;

    #[test]
    fn named_values_are_integers_of_variables() {
        let values = named("x = 1000,y=-3").expect("two values");
        let values: Vec<_> = values
            .iter()
            .map(|it| (it.variable.as_str(), it.value.as_str()))
            .collect();
        assert_eq!(values, [("x", "1000"), ("y", "-3")]);
        for line in ["x", "x = y", "= 3", "x == 3", "x = 3,", ""] {
            assert!(named(line).is_none(), "{line}");
        }
    }
}
