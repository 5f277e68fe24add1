//! What states and transitions wear on a card where somebody asks how soon they are reached.
//!
//! The answer may be of a text before an edit: what it says goes to a state of the same name, and to
//! the transitions only while the machine still has as many of them.

use crate::system::Element;
use crate::view::{DepthsView, LifelineDepthsView, MachineView, Soon, TransitionDepthView};

/// What one state or transition wears.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Badge {
    /// In the picture: a number, "never", or the bound with a sign.
    pub text: String,
    /// For a screen reader, after the name.
    pub words: String,
    /// Whether it is never reached: then it is drawn as dead.
    pub dead: bool,
    /// Whether effects can get stuck in it.
    pub stuck: bool,
}

/// The answer about one lifeline, or about an object, of a machine or statechart of this name; `None` where it is about
/// others.
#[must_use]
pub fn of<'v>(
    view: &'v DepthsView,
    lifeline: usize,
    name: &str,
    machine: &str,
) -> Option<&'v LifelineDepthsView> {
    let found = view.lifelines.get(lifeline)?;
    (found.name == name && found.machine == machine).then_some(found)
}

/// What an element of the machine wears.
#[must_use]
pub fn badge(view: &LifelineDepthsView, machine: &MachineView, element: Element) -> Option<Badge> {
    let name = |it: usize| Some(&*machine.states.get(it)?.name);
    let of_state = element
        .as_state()
        .map(|it| state(view, name(it)?, "transaction"));
    of_state.or_else(|| {
        element
            .as_transition()
            .map(|it| transition(view, machine, it))
    })?
}

/// What a state of this name wears; `unit` is what depths count.
#[must_use]
pub fn state(view: &LifelineDepthsView, name: &str, unit: &str) -> Option<Badge> {
    let &(_, soon) = view.states.iter().find(|(it, _)| it == name)?;
    let words = match soon {
        Soon::After(0) => "at the start".into(),
        Soon::After(depth) => format!("first reached after {}", counted(depth, unit)),
        Soon::Never => "never reached".into(),
        Soon::NotWithin(depth) => format!("not reached within {}", counted(depth, unit)),
    };
    Some(badge_of(soon, words))
}

/// What a transition wears.
fn transition(
    view: &LifelineDepthsView,
    machine: &MachineView,
    transition: usize,
) -> Option<Badge> {
    if view.transitions.len() != machine.transitions.len() {
        return None;
    }
    let &TransitionDepthView { soon, stuck } = view.transitions.get(transition)?;
    let transactions = |depth| counted(depth, "transaction");
    let mut words = match soon {
        Soon::After(depth) => format!("first fires after {}", transactions(depth)),
        Soon::Never => "never fires".into(),
        Soon::NotWithin(depth) => format!("does not fire within {}", transactions(depth)),
    };
    if let Some(depth) = stuck {
        words += &format!(", its effects can get stuck after {}", transactions(depth));
    }
    let mut badge = badge_of(soon, words);
    badge.stuck = stuck.is_some();
    Some(badge)
}

fn badge_of(soon: Soon, words: String) -> Badge {
    Badge {
        text: match soon {
            Soon::After(depth) => depth.to_string(),
            Soon::Never => "never".into(),
            Soon::NotWithin(0) => "?".into(),
            Soon::NotWithin(depth) => format!("> {depth}"),
        },
        words,
        dead: soon == Soon::Never,
        stuck: false,
    }
}

fn counted(count: u32, unit: &str) -> String {
    match count {
        1 => format!("1 {unit}"),
        _ => format!("{count} {unit}s"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::sample;

    fn view(machine: &MachineView, soon: Soon, stuck: Option<u32>) -> DepthsView {
        let names = machine.states.iter().map(|state| state.name.clone());
        let transition = TransitionDepthView { soon, stuck };
        DepthsView {
            lifelines: vec![LifelineDepthsView {
                name: "m".into(),
                machine: machine.name.clone(),
                states: names.map(|name| (name, soon)).collect(),
                transitions: vec![transition; machine.transitions.len()],
            }],
            ..DepthsView::default()
        }
    }

    #[test]
    fn a_limit_is_never_worded_as_never() {
        let machine = sample::machine("M", &[["a", "b", "x", ""]]);
        let all = [
            (Soon::After(0), "0", "at the start", false),
            (
                Soon::After(1),
                "1",
                "first reached after 1 transaction",
                false,
            ),
            (Soon::Never, "never", "never reached", true),
            (
                Soon::NotWithin(12),
                "> 12",
                "not reached within 12 transactions",
                false,
            ),
            (
                Soon::NotWithin(0),
                "?",
                "not reached within 0 transactions",
                false,
            ),
        ];
        for (soon, text, words, dead) in all {
            let view = view(&machine, soon, None);
            let badge = state(&view.lifelines[0], "a", "transaction").expect("it is there");
            assert_eq!(
                (&*badge.text, &*badge.words, badge.dead),
                (text, words, dead)
            );
        }
    }

    #[test]
    fn what_can_get_stuck_is_said_with_the_transition() {
        let machine = sample::machine("M", &[["a", "b", "", "x"]]);
        let view = view(&machine, Soon::After(1), Some(4));
        let badge = transition(&view.lifelines[0], &machine, 0).expect("it is there");
        let words =
            "first fires after 1 transaction, its effects can get stuck after 4 transactions";
        assert_eq!((&*badge.words, badge.stuck), (words, true));
    }

    #[test]
    fn an_answer_of_another_machine_is_not_worn() {
        let one = sample::machine("M", &[["a", "b", "x", ""]]);
        let two = sample::machine("M", &[["a", "c", "x", ""], ["c", "a", "y", ""]]);
        let view = view(&one, Soon::After(2), None);
        let about = of(&view, 0, "m", "M").expect("the names are the same");
        let worn = |index: usize| badge(about, &two, Element::state(index));
        assert!(worn(0).is_some());
        assert_eq!(worn(1), None);
        assert_eq!(transition(about, &two, 0), None);
        assert_eq!(of(&view, 0, "m", "N"), None);
        assert_eq!(of(&view, 0, "n", "M"), None);
        assert_eq!(of(&view, 1, "m", "M"), None);
    }

    #[test]
    fn states_of_statecharts_are_counted_in_steps() {
        let machine = sample::machine("M", &[["a", "b", "x", ""]]);
        let view = view(&machine, Soon::After(3), None);
        let badge = state(&view.lifelines[0], "b", "step").expect("it is there");
        assert_eq!(badge.words, "first reached after 3 steps");
    }
}
