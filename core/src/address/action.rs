//! What a step does in the few characters of a link: a letter for each part and what it names, between characters that no name has.

use crate::view::{InputRead, Occurrence, StepAction, StepEffect, StepTrigger, StepTurn};

/// Between the turn, the trigger and each effect.
const PART: char = '\u{1e}';
/// Between a letter and what is named, and between names.
const NAME: char = '\u{1f}';

/// What a step does, as a link tells it before it is made of digits.
pub(super) fn write(action: &StepAction) -> String {
    let mut parts = vec![turn(&action.turn)];
    parts.push(action.trigger.as_ref().map_or_else(String::new, trigger));
    parts.extend(action.effects.iter().map(effect));
    parts.join(&PART.to_string())
}

/// What a link tells; `None` where it tells no step.
pub(super) fn read(written: &str) -> Option<StepAction> {
    let mut parts = written.split(PART);
    Some(StepAction {
        turn: turn_of(&names(parts.next()?))?,
        trigger: match parts.next()? {
            "" => None,
            trigger => Some(trigger_of(&names(trigger))?),
        },
        effects: parts
            .map(|it| effect_of(&names(it)))
            .collect::<Option<_>>()?,
    })
}

fn names(part: &str) -> Vec<&str> {
    part.split(NAME).collect()
}

fn part(letter: char, names: &[&str]) -> String {
    let mut part = letter.to_string();
    for name in names {
        part.push(NAME);
        part.push_str(name);
    }
    part
}

fn turn(it: &StepTurn) -> String {
    match it {
        StepTurn::Start => part('s', &[]),
        StepTurn::Relation(word) => part('r', &[word]),
        StepTurn::Call(name) => part('c', &[name]),
        StepTurn::Object(name) => part('o', &[name]),
        StepTurn::Environment => part('e', &[]),
        StepTurn::Time => part('t', &[]),
        StepTurn::System => part('m', &[]),
    }
}

fn turn_of(names: &[&str]) -> Option<StepTurn> {
    Some(match *names {
        ["s"] => StepTurn::Start,
        ["r", word] => StepTurn::Relation(word.to_owned()),
        ["c", name] => StepTurn::Call(name.to_owned()),
        ["o", name] => StepTurn::Object(name.to_owned()),
        ["e"] => StepTurn::Environment,
        ["t"] => StepTurn::Time,
        ["m"] => StepTurn::System,
        _ => return None,
    })
}

fn trigger(it: &StepTrigger) -> String {
    match it {
        StepTrigger::Begin => part('b', &[]),
        StepTrigger::Thread => part('g', &[]),
        StepTrigger::Completion(path) => part('c', &[path]),
        StepTrigger::Eventless => part('n', &[]),
        StepTrigger::Event(name) => part('v', &[name]),
        StepTrigger::Timed => part('t', &[]),
        StepTrigger::Activity => part('d', &[]),
        StepTrigger::Forget => part('f', &[]),
        StepTrigger::Elapsed(units) => part('e', &[&units.to_string()]),
        StepTrigger::Hand => part('h', &[]),
    }
}

fn trigger_of(names: &[&str]) -> Option<StepTrigger> {
    Some(match *names {
        ["b"] => StepTrigger::Begin,
        ["g"] => StepTrigger::Thread,
        ["c", path] => StepTrigger::Completion(path.to_owned()),
        ["n"] => StepTrigger::Eventless,
        ["v", name] => StepTrigger::Event(name.to_owned()),
        ["t"] => StepTrigger::Timed,
        ["d"] => StepTrigger::Activity,
        ["f"] => StepTrigger::Forget,
        ["e", units] => StepTrigger::Elapsed(units.parse().ok()?),
        ["h"] => StepTrigger::Hand,
        _ => return None,
    })
}

fn effect(it: &StepEffect) -> String {
    match it {
        StepEffect::Reads(it) => part('i', &[&it.object, &it.name, &it.value]),
        StepEffect::Executes(line) => part('x', &[line]),
        StepEffect::Moves {
            lifeline,
            line,
            begins,
        } => part(if *begins { 'b' } else { 'e' }, &[lifeline, line]),
        StepEffect::Gives { variable, value } => part('g', &[variable, value]),
        StepEffect::Nothing => part('n', &[]),
        StepEffect::Sends { from, to, event } => {
            // No name is empty: what comes from outside has no sender.
            let from = from.as_deref().unwrap_or_default();
            let mut names = vec![from, to, &event.name];
            names.extend(event.arguments.iter().map(String::as_str));
            part('m', &names)
        }
        StepEffect::Shows(label) => part('l', &[label]),
    }
}

fn effect_of(names: &[&str]) -> Option<StepEffect> {
    Some(match *names {
        ["i", object, name, value] => StepEffect::Reads(InputRead {
            object: object.to_owned(),
            name: name.to_owned(),
            value: value.to_owned(),
        }),
        ["x", line] => StepEffect::Executes(line.to_owned()),
        [letter @ ("b" | "e"), lifeline, line] => StepEffect::Moves {
            lifeline: lifeline.to_owned(),
            line: line.to_owned(),
            begins: letter == "b",
        },
        ["g", variable, value] => StepEffect::Gives {
            variable: variable.to_owned(),
            value: value.to_owned(),
        },
        ["n"] => StepEffect::Nothing,
        ["m", from, to, name, ref arguments @ ..] => StepEffect::Sends {
            from: Some(from.to_owned()).filter(|it| !it.is_empty()),
            to: to.to_owned(),
            event: Occurrence {
                name: name.to_owned(),
                arguments: arguments.iter().map(|it| (*it).to_owned()).collect(),
            },
        },
        ["l", label] => StepEffect::Shows(label.to_owned()),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back_and_nothing_else_is() {
        let name = |it: &str| it.to_owned();
        let turns = [
            StepTurn::Start,
            StepTurn::Relation(name("trans")),
            StepTurn::Call(name("b1.requesting()")),
            StepTurn::Object(name("time")),
            StepTurn::Environment,
            StepTurn::Time,
            StepTurn::System,
        ];
        let triggers = [
            None,
            Some(StepTrigger::Begin),
            Some(StepTrigger::Thread),
            Some(StepTrigger::Completion(name("A.B"))),
            Some(StepTrigger::Eventless),
            Some(StepTrigger::Event(name("go; a: b"))),
            Some(StepTrigger::Timed),
            Some(StepTrigger::Activity),
            Some(StepTrigger::Forget),
            Some(StepTrigger::Elapsed(7)),
            Some(StepTrigger::Hand),
        ];
        let sends = |from: Option<&str>, arguments: &[&str]| StepEffect::Sends {
            from: from.map(name),
            to: name("b"),
            event: Occurrence {
                name: name("pay"),
                arguments: arguments.iter().copied().map(name).collect(),
            },
        };
        let effects = vec![
            StepEffect::Reads(InputRead {
                object: name("a"),
                name: name("x > 0"),
                value: name("true"),
            }),
            StepEffect::Executes(name("S --> T : go / x := 1")),
            StepEffect::Moves {
                lifeline: name("cm"),
                line: name("ready --> busy : coffee"),
                begins: true,
            },
            StepEffect::Moves {
                lifeline: name("cm"),
                line: name("busy --> ready : / done"),
                begins: false,
            },
            StepEffect::Gives {
                variable: name("x"),
                value: name("-3"),
            },
            StepEffect::Nothing,
            sends(None, &[]),
            sends(Some("a"), &["2", "Red"]),
            StepEffect::Shows(name("é")),
        ];
        for turn in &turns {
            for trigger in &triggers {
                for effects in [&[][..], &effects] {
                    let action = StepAction {
                        turn: turn.clone(),
                        trigger: trigger.clone(),
                        effects: effects.to_vec(),
                    };
                    assert_eq!(read(&write(&action)), Some(action));
                }
            }
        }
        for written in [
            "",
            "s",
            "q\u{1e}",
            "s\u{1e}e\u{1f}many",
            "s\u{1e}\u{1e}",
            "start: x := 3",
        ] {
            assert_eq!(read(written), None, "{written:?}");
        }
    }
}
