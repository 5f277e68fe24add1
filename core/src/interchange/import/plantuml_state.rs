//! PlantUML state diagrams.
//!
//! A line with an arrow between two names is a transition; else its first word says what it is. Words of the
//! preprocessor are not carried out; colours, notes and styles say nothing about behaviour.

use super::lines::{Lines, first_word, name};
use super::state_diagram::{Diagram, End, Kind, UNKNOWN};
use super::times::{self, names_time};
use super::{Imported, TIME_IN_NOTE, Why, plantuml};

const PREPROCESSOR: Why =
    Why::lossy("PlantUML's preprocessor is not carried out: what it would write does not come in.");
const REMOVED: Why = Why::wider("What is hidden in the drawing comes in all the same.");
const DATA: Why = Why::exact("Data that is shown beside states says nothing about what happens.");

/// Whether there is a PlantUML text with a state in it.
pub(super) fn recognises(text: &str) -> bool {
    let is_marked = |line: &str| line.trim_start().starts_with("@startuml");
    if !text.lines().any(is_marked) {
        return false;
    }
    text.lines().map(str::trim).any(|line| {
        let (word, rest) = first_word(line);
        line.contains("[*]")
            || line.contains("[H]")
            || (word == "state" && !rest.is_empty() && arrow(rest).is_none_or(|it| it.0 > 0))
    })
}

/// Reads a text.
pub(super) fn read(text: &str) -> Imported {
    let text = plain(text);
    let mut lines = Lines::of(&text);
    let mut diagram = Diagram::new();
    while let Some((number, line)) = lines.next() {
        if line.is_empty() || line.starts_with(['\'', '@']) {
            continue;
        }
        one(&mut diagram, &mut lines, number, line);
    }
    diagram.imported()
}

/// Comments are blanked out, and a line that ends with a backslash goes on with the next one; numbers of lines stay.
fn plain(text: &str) -> String {
    let text = plantuml::without_comments(text);
    let mut joined = String::with_capacity(text.len());
    let mut owed = 0;
    for line in text.lines() {
        match line.strip_suffix('\\').filter(|it| !it.ends_with('\\')) {
            Some(line) => {
                joined.push_str(line);
                owed += 1;
            }
            None => {
                joined.push_str(line);
                joined.extend(std::iter::repeat_n('\n', owed + 1));
                owed = 0;
            }
        }
    }
    joined
}

fn is_of_name(it: char) -> bool {
    it.is_alphanumeric() || matches!(it, '_' | '.' | '@' | '$' | '#')
}

fn one(diagram: &mut Diagram, lines: &mut Lines<'_>, number: usize, line: &str) {
    diagram.line = number;
    if line.chars().all(|it| it == '-') && line.len() >= 2 || line.chars().all(|it| it == '|') {
        return diagram.divide();
    }
    if line == "}" {
        diagram.leave();
        return;
    }
    if let Some(found) = transition(diagram, line) {
        if !found.is_hidden {
            diagram.arrow((found.from, found.to), found.text, number, line);
        }
        return;
    }
    let (word, rest) = first_word(line);
    match &*word {
        "state" if !rest.starts_with(':') => state(diagram, number, line, rest),
        "end" if first_word(rest).0 == "state" || rest.is_empty() => {
            diagram.leave();
        }
        "note" => {
            let plain = rest.split("[[").next().unwrap_or_default();
            let is_block = !plain.contains(':') && !plain.starts_with('"');
            let mut names_time = names_time(rest);
            if is_block {
                let inside = lines.skip_past(|line| {
                    let line: String = line.split_whitespace().collect();
                    line.eq_ignore_ascii_case("endnote")
                });
                names_time |= inside.iter().any(|it| times::names_time(it));
            }
            if names_time {
                diagram.leave_out(number, line, TIME_IN_NOTE);
            }
        }
        "title" if !rest.is_empty() => diagram.title = super::state_diagram::one_line(rest),
        "legend" | "header" | "footer" | "title" if rest.is_empty() || word == "legend" => {
            lines.skip_past(|line| {
                let line: String = line.split_whitespace().collect();
                line.eq_ignore_ascii_case(&format!("end{word}"))
            });
        }
        "skinparam" if line.ends_with('{') => skip_block(lines),
        "json" | "yaml" | "map" | "object" => {
            diagram.leave_out(number, line, DATA);
            if line.ends_with('{') {
                skip_block(lines);
            }
        }
        "together" | "package" | "frame" | "rectangle" if line.ends_with('{') => {
            diagram.enter_block();
        }
        "remove" | "hide" if hides_states(rest) => diagram.leave_out(number, line, REMOVED),
        "skinparam" | "hide" | "show" | "scale" | "set" | "header" | "footer" | "caption"
        | "left" | "top" | "remove" | "mainframe" | "skin" | "sprite" | "allow_mixing"
        | "allowmixing" | "legend" => {}
        _ if line.starts_with("<style") => {
            lines.skip_past(|line| line.starts_with("</style"));
        }
        _ if line.starts_with('!') => {
            let (word, _) = first_word(&line[1..]);
            if !matches!(&*word, "pragma" | "theme") {
                diagram.leave_out(number, line, PREPROCESSOR);
            }
        }
        _ => described(diagram, number, line),
    }
}

/// Skips to the end of a block that has begun in the line before.
fn skip_block(lines: &mut Lines<'_>) {
    let mut depth = 1_usize;
    while depth > 0 {
        let Some((_, line)) = lines.next() else {
            return;
        };
        depth += line.matches('{').count();
        depth = depth.saturating_sub(line.matches('}').count());
    }
}

/// `S : text`
fn described(diagram: &mut Diagram, number: usize, line: &str) {
    let found = name(line, is_of_name).and_then(|(key, rest)| {
        let text = rest.trim_start().strip_prefix(':')?;
        Some((key, text))
    });
    match found {
        Some((key, text)) => {
            let vertex = diagram.mention_path(&key);
            diagram.describe(vertex, text, number, false);
        }
        None => {
            diagram.leave_out(number, line, UNKNOWN);
            // What it opens is closed later.
            if line.ends_with('{') {
                diagram.enter_block();
            }
        }
    }
}

/// Whether what is hidden or removed is more than how states look: `empty description`, `@unlinked`.
fn hides_states(rest: &str) -> bool {
    let (word, _) = first_word(rest);
    let looks = [
        "empty",
        "footbox",
        "stereotype",
        "circle",
        "members",
        "unlinked",
    ];
    !rest.is_empty() && !rest.starts_with('@') && !looks.contains(&word.as_str())
}

/// What stands behind `state`.
fn state(diagram: &mut Diagram, number: usize, line: &str, rest: &str) {
    let Some((first, mut rest)) = name(rest, is_of_name) else {
        return diagram.leave_out(number, line, UNKNOWN);
    };
    let mut key = first.clone();
    let mut label = None;
    let mut kind = None;
    let mut opens = false;
    let mut text = None;
    loop {
        rest = rest.trim_start();
        if let Some((second, after)) = rest
            .strip_prefix("as ")
            .and_then(|rest| name(rest.trim_start(), is_of_name))
        {
            // The one between quotes is what is shown.
            match rest.trim_start()[3..].trim_start().starts_with('"') {
                true => label = Some(second),
                false => (label, key) = (Some(first.clone()), second),
            }
            rest = after;
        } else if let Some((word, after)) = enclosed(rest, "<<", ">>") {
            kind = kind.or(stereotype(word));
            rest = after;
        } else if let Some((_, after)) = enclosed(rest, "[[", "]]") {
            rest = after;
        } else if let Some(after) = rest.strip_prefix(['#', '$']) {
            // A colour, or a tag.
            let end = after.find([' ', '\t', '{']).unwrap_or(after.len());
            rest = &after[end..];
        } else if let Some(after) = rest.strip_prefix(':') {
            text = Some(after);
            break;
        } else if rest == "{" || rest.eq_ignore_ascii_case("begin") {
            opens = true;
            break;
        } else if rest == "{}" || rest == "{ }" || rest.is_empty() {
            break;
        } else {
            diagram.leave_out(number, line, UNKNOWN);
            break;
        }
    }
    let vertex = match key.contains('.') {
        true => diagram.mention_path(&key),
        false => diagram.declare(&key, label.as_deref(), kind),
    };
    if let Some(text) = text {
        let (text, brace) = match text.trim_end().strip_suffix('{') {
            Some(text) => (text, true),
            None => (text, false),
        };
        diagram.describe(vertex, text, number, false);
        opens |= brace;
    }
    if opens {
        diagram.enter(vertex);
    }
}

fn stereotype(word: &str) -> Option<Kind> {
    Some(match &*word.trim().to_lowercase() {
        "start" => Kind::Start,
        "end" => Kind::End,
        "choice" => Kind::Choice,
        "junction" => Kind::Junction,
        "fork" => Kind::Fork,
        "join" => Kind::Join,
        "entrypoint" | "inputpin" | "expansioninput" => Kind::Entry,
        "exitpoint" | "outputpin" | "expansionoutput" => Kind::Exit,
        "history" => Kind::History,
        "history*" => Kind::DeepHistory,
        // Any other word only looks.
        _ => return None,
    })
}

/// What stands between two marks at the beginning of a text, and what follows.
fn enclosed<'t>(text: &'t str, open: &str, close: &str) -> Option<(&'t str, &'t str)> {
    text.strip_prefix(open)?.split_once(close)
}

/// An arrow as written.
struct Arrowed<'t> {
    from: End,
    to: End,
    text: &'t str,
    /// It only arranges the drawing; the states at its ends are drawn all the same.
    is_hidden: bool,
}

/// `A -down-> B : text`, either way round.
fn transition<'t>(diagram: &mut Diagram, line: &'t str) -> Option<Arrowed<'t>> {
    let (left, rest) = end(line)?;
    let rest = rest.trim_start();
    let (length, forwards) = arrow_at(rest)?;
    let is_hidden = plantuml::is_hidden(&rest[..length]);
    let (right, rest) = end(rest[length..].trim_start())?;
    let mut rest = rest.trim_start();
    loop {
        if let Some((_, after)) = enclosed(rest, "<<", ">>").or_else(|| enclosed(rest, "[[", "]]"))
        {
            rest = after.trim_start();
        } else if let Some(after) = rest.strip_prefix('#') {
            let end = after.find([' ', ':', '\t']).unwrap_or(after.len());
            rest = after[end..].trim_start();
        } else {
            break;
        }
    }
    let text = match rest.strip_prefix(':') {
        Some(text) => text,
        None if rest.is_empty() => "",
        None => return None,
    };
    let left = left.known(diagram);
    let right = right.known(diagram);
    let (from, to) = match forwards {
        true => (left, right),
        false => (right, left),
    };
    Some(Arrowed {
        from,
        to,
        text,
        is_hidden,
    })
}

/// An end as it is written.
enum Written {
    Pseudo,
    History(Option<String>, bool),
    Bar(String),
    Key(String),
}

impl Written {
    fn known(self, diagram: &mut Diagram) -> End {
        match self {
            Self::Pseudo => End::Pseudo,
            Self::History(of, deep) => End::History {
                deep,
                of: of.map(|it| diagram.mention_path(&it)),
            },
            Self::Bar(key) => {
                let bar = diagram.declare(&key, None, Some(Kind::Bar));
                End::Vertex(bar)
            }
            Self::Key(key) => End::Vertex(diagram.mention_path(&key)),
        }
    }
}

/// The end of an arrow that a text begins with, and what follows.
fn end(text: &str) -> Option<(Written, &str)> {
    if let Some(rest) = text.strip_prefix("[*]") {
        return Some((Written::Pseudo, rest));
    }
    if let Some((deep, rest)) = history(text) {
        return Some((Written::History(None, deep), rest));
    }
    if let Some(rest) = text.strip_prefix("==") {
        let rest = rest.trim_start_matches('=');
        let (key, rest) = name(rest, is_of_name)?;
        return Some((Written::Bar(key), rest.trim_start_matches('=')));
    }
    let (key, rest) = name(text, is_of_name)?;
    Some(match history(rest) {
        Some((deep, rest)) => (Written::History(Some(key), deep), rest),
        None => (Written::Key(key), rest),
    })
}

fn history(text: &str) -> Option<(bool, &str)> {
    let shallow = text.strip_prefix("[H]").map(|rest| (false, rest));
    shallow.or_else(|| text.strip_prefix("[H*]").map(|rest| (true, rest)))
}

/// The first arrow of a text: where it begins, its length, and whether it points to the right.
fn arrow(text: &str) -> Option<(usize, usize, bool)> {
    text.char_indices().find_map(|(at, _)| {
        let (length, forwards) = arrow_at(&text[at..])?;
        Some((at, length, forwards))
    })
}

/// The arrow that a text begins with: dashes with a direction or a style between them, a head at one end.
fn arrow_at(text: &str) -> Option<(usize, bool)> {
    let mut rest = text;
    let mut backwards = false;
    if let Some(after) = rest.strip_prefix('<') {
        (backwards, rest) = (true, after);
    } else if let Some(after) = rest
        .strip_prefix(['x', 'o', 'X', 'O'])
        .filter(|it| it.starts_with('-'))
    {
        rest = after;
    }
    let first = rest.trim_start_matches('-');
    if first.len() == rest.len() {
        return None;
    }
    rest = first;
    if let Some((_, after)) = enclosed(rest, "[", "]").filter(|it| !it.0.contains('*')) {
        rest = after;
    }
    let word = rest.trim_start_matches(|it: char| it.is_ascii_lowercase());
    let direction = &rest[..rest.len() - word.len()];
    let is_direction = !direction.is_empty()
        && ["up", "down", "left", "right"]
            .iter()
            .any(|it| it.starts_with(direction));
    if is_direction && word.starts_with(['-', '[']) {
        rest = word;
    }
    if let Some((_, after)) = enclosed(rest, "[", "]").filter(|it| !it.0.contains('*')) {
        rest = after;
    }
    rest = rest.trim_start_matches('-');
    match (backwards, rest.strip_prefix('>')) {
        (true, _) => Some((text.len() - rest.len(), false)),
        (false, Some(after)) => {
            let after = after
                .strip_prefix(['x', 'o', 'X', 'O'])
                .filter(|it| it.starts_with(' '))
                .unwrap_or(after);
            Some((text.len() - after.len(), true))
        }
        (false, None) => None,
    }
}
