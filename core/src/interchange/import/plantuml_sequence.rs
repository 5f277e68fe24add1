//! PlantUML sequence diagrams.
//!
//! A line is a message where an arrow stands behind its first name; else its first word says what it is. Words of the
//! preprocessor are not carried out.

use super::lines::{Lines, first_word, name};
use super::sequence::{Drawn, ENVIRONMENT, FrameKind, Sequence};
use super::times::{self, names_time};
use super::{Imported, TIME_IN_NOTE, Why, plantuml};

const PREPROCESSOR: Why =
    Why::lossy("PlantUML's preprocessor is not carried out: what it would write does not come in.");
const REFERENCE: Why = Why::lossy("A reference stands for another diagram, which is not here.");
const LOST: Why = Why::lossy("A message that is lost does not arrive anywhere.");
const BOTH_WAYS: Why = Why::lossy("A message both ways comes in from left to right only.");
const TOGETHER: Why =
    Why::lossy("What happens at the same time comes in in the order in which it is written.");
const DELAY: Why = Why::exact("That time passes here says nothing about the order of messages.");
const DELAY_OF: Why =
    Why::wider("How long this takes is not kept: what follows can come sooner or later.");
const UNKNOWN: Why = Why::lossy("This line is not one that we read.");

/// Whether there is a PlantUML text with a message in it, and nothing that only other diagrams have.
pub(super) fn recognises(text: &str) -> bool {
    let is_marked = text
        .lines()
        .any(|line| line.trim_start().starts_with("@startuml"));
    if !is_marked {
        return false;
    }
    let is_state = |line: &str| {
        let (word, rest) = first_word(line);
        line.contains("[*]") || (word == "state" && arrow(rest).is_none())
    };
    !text.lines().map(str::trim).any(is_state)
}

/// Reads a text.
pub(super) fn read(text: &str) -> Imported {
    sequence(text).imported()
}

/// Reads a text for whoever has something to take the place of its participants.
pub(super) fn drawn(text: &str) -> Drawn {
    sequence(text).drawn()
}

fn sequence(text: &str) -> Sequence {
    let text = plantuml::without_comments(text);
    let mut lines = Lines::of(&text);
    let mut sequence = Sequence::default();
    while let Some((number, line)) = lines.next() {
        if line.is_empty() || line.starts_with(['\'', '@']) {
            continue;
        }
        // An anchor, `{start} A -> B`, is what durations refer to.
        let anchored = line.strip_prefix('{').and_then(|it| it.split_once('}'));
        let plain = anchored.map_or(line, |it| it.1.trim_start());
        if let Some(message) = message(plain) {
            take(&mut sequence, number, line, &message);
        } else if anchored.is_some() {
            let is_duration = plain.starts_with('<') || plain.starts_with('-');
            let why = if is_duration { DELAY_OF } else { UNKNOWN };
            sequence.leave_out(number, line, why);
        } else {
            other(&mut sequence, &mut lines, number, line);
        }
    }
    sequence
}

/// A message as written: names or the edge of the diagram, and which way it goes.
struct Arrowed {
    from: End,
    to: End,
    text: String,
    lost: bool,
    is_hidden: bool,
    both_ways: bool,
    together: bool,
    activates: bool,
    deactivates: bool,
    creates: bool,
    destroys: bool,
}

/// An end of an arrow.
#[derive(Clone)]
enum End {
    Named { key: String, name: Option<String> },
    Outside,
}

fn is_of_name(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '_' | '.' | '@')
}

/// A message; `None` where the line is none.
fn message(line: &str) -> Option<Arrowed> {
    let (line, together) = match line.strip_prefix('&') {
        Some(line) => (line.trim_start(), true),
        None => (line, false),
    };
    let (left, rest) = match name(line, is_of_name) {
        Some((key, rest)) => (End::Named { key, name: None }, rest.trim_start()),
        None => (End::Outside, line),
    };
    let (arrow, rest) = arrow(rest)?;
    let rest = unslanted(rest.trim_start());
    let (right, mut rest) = match name(rest, is_of_name) {
        Some((key, rest)) => {
            let rest = rest.trim_start();
            match rest
                .strip_prefix("as ")
                .and_then(|rest| name(rest.trim_start(), is_of_name))
            {
                Some((alias, rest)) => {
                    let name = Some(key);
                    (End::Named { key: alias, name }, rest)
                }
                None => (End::Named { key, name: None }, rest),
            }
        }
        None => (End::Outside, rest),
    };
    if matches!((&left, &right), (End::Outside, End::Outside)) {
        return None;
    }
    let (mut activates, mut deactivates) = (false, false);
    let (mut creates, mut destroys) = (false, false);
    loop {
        rest = rest.trim_start();
        if let Some(after) = rest.strip_prefix("++") {
            (activates, rest) = (true, after);
        } else if let Some(after) = rest.strip_prefix("--") {
            (deactivates, rest) = (true, after);
        } else if let Some(after) = rest.strip_prefix("**") {
            (creates, rest) = (true, after);
        } else if let Some(after) = rest.strip_prefix("!!") {
            (destroys, rest) = (true, after);
        } else if let Some((_, after)) =
            enclosed(rest, "<<", ">>").or_else(|| enclosed(rest, "[[", "]]"))
        {
            rest = after;
        } else if let Some(after) = rest.strip_prefix('#') {
            let end = after.find([' ', ':', '\t']).unwrap_or(after.len());
            rest = &after[end..];
        } else {
            break;
        }
    }
    let text = match rest.strip_prefix(':') {
        Some(text) => text.trim().to_owned(),
        None if rest.is_empty() => String::new(),
        None => return None,
    };
    let (from, to) = match arrow.leftwards && !arrow.rightwards {
        true => (right, left),
        false => (left, right),
    };
    Some(Arrowed {
        from,
        to,
        text,
        lost: arrow.lost,
        is_hidden: arrow.is_hidden,
        both_ways: arrow.leftwards && arrow.rightwards,
        together,
        activates,
        deactivates,
        creates,
        destroys,
    })
}

/// A text without how far its arrow slants, `(10)`.
fn unslanted(text: &str) -> &str {
    let slant = text.strip_prefix('(').and_then(|it| it.split_once(')'));
    let slant = slant.filter(|it| !it.0.is_empty() && it.0.chars().all(|it| it.is_ascii_digit()));
    slant.map_or(text, |it| it.1.trim_start())
}

/// What stands between two marks at the beginning, and the rest: a stereotype, or an address.
fn enclosed<'t>(text: &'t str, opens: &str, closes: &str) -> Option<(&'t str, &'t str)> {
    text.strip_prefix(opens)?.split_once(closes)
}

/// What an arrow says.
#[derive(Default)]
struct Arrow {
    leftwards: bool,
    rightwards: bool,
    lost: bool,
    is_hidden: bool,
}

/// The arrow that a text begins with, and the rest.
fn arrow(text: &str) -> Option<(Arrow, &str)> {
    let mut arrow = Arrow::default();
    let end = text.find(|it| !"<\\/xo?[ ".contains(it))?;
    let (head, mut rest) = text.split_at(end);
    // A head that is styled: `<[#red]-`. At the edge of the diagram a bracket stands alone: `[->`.
    if rest.starts_with('#') && head.ends_with('[') {
        rest = rest.split_once(']')?.1;
    }
    if !rest.starts_with('-') {
        return None;
    }
    arrow.leftwards = head.contains(['<', '\\', '/']);
    arrow.lost = head.contains('x');
    rest = rest.trim_start_matches('-');
    if let Some(styled) = rest.strip_prefix('[')
        && let Some((_, after)) = styled.split_once(']')
    {
        arrow.is_hidden = plantuml::is_hidden(rest);
        rest = after.trim_start_matches('-');
    }
    let end = rest.find(|it| !">\\/?]".contains(it)).unwrap_or(rest.len());
    let (head, mut rest) = rest.split_at(end);
    arrow.rightwards = head.contains(['>', '\\', '/']);
    // `o` and `x` are heads where a name cannot go on with them.
    for sign in ['o', 'x'] {
        if let Some(after) = rest.strip_prefix(sign)
            && (after.is_empty() || after.starts_with([' ', '\t', ']', '"']))
        {
            arrow.lost |= sign == 'x';
            rest = after.strip_prefix(']').unwrap_or(after);
        }
    }
    (arrow.leftwards || arrow.rightwards || arrow.lost).then_some((arrow, rest))
}

fn take(sequence: &mut Sequence, line: usize, whole: &str, message: &Arrowed) {
    let mut end = |end: &End| match end {
        End::Outside => sequence.participant(ENVIRONMENT),
        End::Named {
            key,
            name: Some(name),
        } => sequence.declare(key, name),
        End::Named { key, name: None } => sequence.participant(key),
    };
    let (from, to) = (end(&message.from), end(&message.to));
    if message.is_hidden {
        return;
    }
    if message.lost {
        return sequence.leave_out(line, whole, LOST);
    }
    if message.both_ways {
        sequence.leave_out(line, whole, BOTH_WAYS);
    }
    if message.together {
        sequence.leave_out(line, whole, TOGETHER);
    }
    if message.creates {
        sequence.create(line, whole, to);
    }
    sequence.message(line, from, to, &message.text);
    if message.destroys {
        sequence.destroy(line, whole, to);
    }
    if message.deactivates {
        sequence.deactivate(from);
    }
    if message.activates {
        sequence.activate(to);
    }
}

/// Whoever can take part.
const PARTICIPANTS: [&str; 8] = [
    "participant",
    "actor",
    "boundary",
    "control",
    "entity",
    "database",
    "collections",
    "queue",
];

/// What only looks.
const LOOKS: [&str; 21] = [
    "autonumber",
    "autoactivate",
    "hide",
    "show",
    "scale",
    "rotate",
    "skin",
    "newpage",
    "mainframe",
    "caption",
    "left",
    "order",
    "page",
    "allow_mixing",
    "footbox",
    "ignore",
    "also",
    "minwidth",
    "center",
    "right",
    "remove",
];

/// A line that is no message.
fn other(sequence: &mut Sequence, lines: &mut Lines<'_>, number: usize, line: &str) {
    let (word, rest) = first_word(line);
    match &*word {
        it if PARTICIPANTS.contains(&it) => {
            participant(sequence, lines, rest, &word);
        }
        "create" => {
            let (kind, of_kind) = first_word(rest);
            let rest = if PARTICIPANTS.contains(&&*kind) && !of_kind.is_empty() {
                of_kind
            } else {
                rest
            };
            if let Some(who) = participant(sequence, lines, rest, &kind) {
                sequence.create(number, line, who);
            }
        }
        "header" | "footer" if !rest.is_empty() => {}
        "title" | "header" | "footer" | "legend" if rest.is_empty() || word == "legend" => {
            let end = format!("end{word}");
            lines.skip_past(|line| line.replace(' ', "").eq_ignore_ascii_case(&end));
        }
        "title" => sequence.title(rest),
        "activate" | "deactivate" | "destroy" => {
            if let Some((key, _)) = name(rest, is_of_name) {
                let who = sequence.participant(&key);
                match &*word {
                    "activate" => sequence.activate(who),
                    "deactivate" => sequence.deactivate(who),
                    _ => {
                        sequence.destroy(number, line, who);
                        sequence.deactivate(who);
                    }
                }
            }
        }
        "return" => {
            let colour = rest.strip_prefix('#').and_then(|it| it.split_once(' '));
            sequence.give_back(number, colour.map_or(rest, |(_, rest)| rest));
        }
        "note" | "hnote" | "rnote" => {
            let mut names_time = names_time(rest);
            if !rest.contains(':') {
                let end = format!("end{word}");
                let inside = lines.skip_past(|line| {
                    let line = line.replace(' ', "").to_lowercase();
                    line == end || line == "endnote"
                });
                names_time |= inside.iter().any(|it| times::names_time(it));
            }
            if names_time {
                sequence.leave_out(number, line, TIME_IN_NOTE);
            }
        }
        "ref" => {
            sequence.leave_out(number, line, REFERENCE);
            if !rest.contains(':') {
                lines.skip_past(|line| line.replace(' ', "").eq_ignore_ascii_case("endref"));
            }
        }
        "alt" => sequence.begin(number, line, FrameKind::Alternative),
        "opt" => sequence.begin(number, line, FrameKind::Optional),
        "loop" => sequence.begin(number, line, FrameKind::Repeated),
        "par" | "par2" => sequence.begin(number, line, FrameKind::Parallel),
        "break" => sequence.begin(number, line, FrameKind::Break),
        "group" => group(sequence, number, line, rest),
        "critical" => sequence.begin(number, line, FrameKind::Whole),
        "partition" | "box" => sequence.begin(number, line, FrameKind::Plain),
        "else" => sequence.next_part(number, line),
        "end" | "endbox" => sequence.end(),
        "sprite" if rest.contains("<svg") => {
            if !rest.contains("</svg>") {
                lines.skip_past(|line| line.contains("</svg>"));
            }
        }
        "skinparam" | "sprite" | "together" => {
            if line.ends_with('{') {
                lines.skip_past(|line| line == "}");
            }
        }
        it if LOOKS.contains(&it) => {}
        _ if line.starts_with("<style>") => {
            lines.skip_past(|line| line == "</style>");
        }
        _ if line.starts_with('!') => preprocessor(sequence, lines, number, line),
        _ if line.starts_with("...") => {
            let why = if names_time(line) { DELAY_OF } else { DELAY };
            sequence.leave_out(number, line, why);
        }
        // Dividers, blanks, and what closes a block that only looks.
        _ if line.starts_with(['=', '.', '|', '}', '/']) => {}
        _ => sequence.leave_out(number, line, UNKNOWN),
    }
}

/// A frame with a label of its own; operators of UML that PlantUML has no word for are written so.
fn group(sequence: &mut Sequence, number: usize, line: &str, rest: &str) {
    let (label, title) = match rest.split_once('[') {
        Some((label, title)) => (label.trim(), title.trim_end().trim_end_matches(']')),
        None => (rest.trim(), ""),
    };
    match &*label.to_lowercase() {
        "neg" => sequence.begin_forbidden(number, line, title),
        "alt" => sequence.begin(number, line, FrameKind::Alternative),
        "opt" => sequence.begin(number, line, FrameKind::Optional),
        "loop" => sequence.begin(number, line, FrameKind::Repeated),
        "par" => sequence.begin(number, line, FrameKind::Parallel),
        "break" => sequence.begin(number, line, FrameKind::Break),
        "critical" | "strict" => sequence.begin(number, line, FrameKind::Whole),
        "assert" | "consider" | "ignore" => {
            sequence.begin(number, line, FrameKind::Restricted);
        }
        _ => sequence.begin(number, line, FrameKind::Plain),
    }
}

/// A declaration; the number of who is declared.
fn participant(
    sequence: &mut Sequence,
    lines: &mut Lines<'_>,
    rest: &str,
    kind: &str,
) -> Option<usize> {
    let (first, rest) = name(rest, is_of_name)?;
    let rest = rest.trim_start();
    let alias = rest
        .strip_prefix("as ")
        .and_then(|rest| name(rest.trim_start(), is_of_name));
    // `"A long name" as short`, and the other way round.
    let number = match alias {
        Some((alias, _)) if alias.chars().all(is_of_name) => sequence.declare(&alias, &first),
        Some((shown, _)) => sequence.declare(&first, &shown),
        None => sequence.declare(&first, &first),
    };
    if kind == "actor" {
        sequence.is_actor(number);
    }
    if rest.ends_with('[') && !rest.ends_with("[[") {
        lines.skip_past(|line| line == "]");
    }
    Some(number)
}

fn preprocessor(sequence: &mut Sequence, lines: &mut Lines<'_>, number: usize, line: &str) {
    let (word, _) = first_word(&line[1..]);
    match &*word {
        // What only looks.
        "pragma" | "theme" | "assume" => return,
        "function" | "unquoted" if !line.contains("return ") => {
            lines.skip_past(|line| line == "!endfunction" || line == "!endprocedure");
        }
        "procedure" => {
            lines.skip_past(|line| line == "!endprocedure");
        }
        "definelong" => {
            lines.skip_past(|line| line == "!enddefinelong");
        }
        _ => {}
    }
    sequence.leave_out(number, line, PREPROCESSOR);
}
