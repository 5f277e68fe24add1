//! What sequence diagrams of all notations have in common: who takes part, and what is sent in which order.
//!
//! A scenario of ours plays on machines, and a sequence diagram has none; where statecharts stand beside it their
//! objects take part ([`super::scenario_of_objects`]), else machines are written for it ([`super::sequence_text`]).
//! What must not happen (`neg`) is a scenario of its own: what comes before it, and what is in it.

use std::collections::{BTreeMap, BTreeSet};

use super::{LeftOut, Why};

/// Who sends what comes from outside of the diagram, and gets what leaves it.
pub(super) const ENVIRONMENT: &str = "environment";
/// Why a frame is left out whose content comes in.
const OPTIONAL: Why = Why::lossy("What may happen comes in as if it always happened.");
const REPEATED: Why = Why::lossy("What is repeated comes in once.");
const PARALLEL: Why = Why::lossy("What may overlap comes in in the order in which it is written.");
const ALTERNATIVE: Why = Why::lossy("Of several alternatives only the first comes in.");
const BREAK: Why = Why::lossy("What happens instead of the rest does not come in.");
const NOBODY_RETURNS: Why = Why::lossy("Nobody is active who could return.");
const WHOLE: Why = Why::wider("Here other messages may come between these.");
const RESTRICTED: Why =
    Why::lossy("What this says of other messages does not come in: these come in as drawn.");
const CREATED: Why =
    Why::exact("It exists from the start here; its first message is the one that creates it.");
const CREATED_EARLY: Why =
    Why::wider("It exists from the start here, and need not wait until it is created.");
const DESTROYED: Why = Why::exact("It goes on to exist here; no message follows.");
const DESTROYED_EARLY: Why =
    Why::wider("It goes on to exist here, and its later messages come in.");
const TWICE_FORBIDDEN: Why =
    Why::lossy("What must not happen inside of what must not happen is left out.");
const NOTHING_FORBIDDEN: Why =
    Why::lossy("No message between two participants is in it: nothing is forbidden.");

/// A sequence diagram as far as it has been read.
#[derive(Default)]
pub(super) struct Sequence {
    pub(super) title: String,
    /// The names, in the order of the lifelines.
    pub(super) names: Vec<String>,
    /// The number of each participant by what the text calls it.
    numbers: BTreeMap<String, usize>,
    /// Those of them that are people: they stand outside of what is drawn.
    actors: BTreeSet<usize>,
    pub(super) messages: Vec<Message>,
    pub(super) forbidden: Vec<Forbidden>,
    /// Who is created or destroyed, in the order of the lines.
    lives: Vec<Life>,
    frames: Vec<Frame>,
    /// Who was activated, and by whom: the last is who returns.
    active: Vec<(usize, usize)>,
    pub(super) left_out: Vec<LeftOut>,
}

/// What must not happen: after messages of the diagram, others.
pub(super) struct Forbidden {
    /// Its line, from 1, and what stands there.
    pub line: usize,
    pub what: String,
    /// Empty where it has none.
    pub title: String,
    /// How many messages of the diagram come before it.
    pub after: usize,
    pub messages: Vec<Message>,
}

/// A participant is created or destroyed.
struct Life {
    line: usize,
    what: String,
    who: usize,
    /// How many messages come before.
    after: usize,
    begins: bool,
}

impl Forbidden {
    /// What its scenario is called.
    pub(super) fn name(&self) -> &str {
        match self.title.is_empty() {
            true => "must not happen",
            false => &self.title,
        }
    }
}

/// A message between two participants, by their numbers.
pub(super) struct Message {
    /// Its line, from 1.
    pub line: usize,
    pub from: usize,
    pub to: usize,
    pub text: String,
}

/// A sequence diagram for whoever has something to take the place of its participants.
pub(super) struct Drawn {
    /// Empty where it has none.
    pub title: String,
    /// Their names, and whether they are people.
    pub participants: Vec<(String, bool)>,
    pub messages: Vec<Message>,
    pub forbidden: Vec<Forbidden>,
    pub left_out: Vec<LeftOut>,
}

/// A frame that is open: whether its messages come in.
struct Frame {
    kind: FrameKind,
    comes_in: bool,
}

/// What a frame means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum FrameKind {
    /// Nothing: a box, a colour, a title.
    Plain,
    Optional,
    Repeated,
    Parallel,
    Alternative,
    Break,
    /// Nothing comes between its messages.
    Whole,
    /// An operator of UML that restricts what may happen besides.
    Restricted,
    Forbidden,
}

impl Sequence {
    pub(super) fn title(&mut self, title: &str) {
        if self.title.is_empty() {
            self.title = plain(title);
        }
    }

    /// The number of a participant, who is new where nobody has named it.
    pub(super) fn participant(&mut self, key: &str) -> usize {
        if let Some(&number) = self.numbers.get(key) {
            return number;
        }
        let name = plain(key);
        self.declare(key, &name)
    }

    /// A participant with a name of its own.
    pub(super) fn declare(&mut self, key: &str, name: &str) -> usize {
        if let Some(&number) = self.numbers.get(key) {
            return number;
        }
        let mut name = plain(name);
        if name.is_empty() {
            "participant".clone_into(&mut name);
        }
        while self.names.contains(&name) {
            name.push('\'');
        }
        let number = self.names.len();
        self.names.push(name);
        self.numbers.insert(key.to_owned(), number);
        number
    }

    /// A participant is somebody outside.
    pub(super) fn is_actor(&mut self, number: usize) {
        self.actors.insert(number);
    }

    /// A message; to oneself it is a step that nobody else takes part in.
    pub(super) fn message(&mut self, line: usize, from: usize, to: usize, text: &str) {
        if !self.frames.iter().all(|frame| frame.comes_in) {
            return;
        }
        let is_forbidden = self.is_in_forbidden();
        let messages = match self.forbidden.last_mut() {
            Some(it) if is_forbidden => &mut it.messages,
            _ => &mut self.messages,
        };
        let text = match plain(text) {
            text if text.is_empty() => format!("message {}", messages.len() + 1),
            text => text,
        };
        messages.push(Message {
            line,
            from,
            to,
            text,
        });
    }

    /// A participant is created by the next message.
    pub(super) fn create(&mut self, line: usize, what: &str, who: usize) {
        self.live(line, what, who, true);
    }

    /// A participant is destroyed by the last message.
    pub(super) fn destroy(&mut self, line: usize, what: &str, who: usize) {
        self.live(line, what, who, false);
    }

    fn live(&mut self, line: usize, what: &str, who: usize, begins: bool) {
        if self.frames.iter().all(|frame| frame.comes_in) {
            self.lives.push(Life {
                line,
                what: what.to_owned(),
                who,
                after: self.messages.len(),
                begins,
            });
        }
    }

    /// What is known at the end of the diagram only.
    pub(super) fn settle(&mut self) {
        self.close_forbidden();
        for life in std::mem::take(&mut self.lives) {
            let (before, after) = self.messages.split_at(life.after);
            let is_of = |it: &&Message| it.from == life.who || it.to == life.who;
            let why = match life.begins {
                true => match after.iter().find(is_of) {
                    _ if before.iter().any(|it| is_of(&it)) => CREATED_EARLY,
                    Some(first) if first.to != life.who => CREATED_EARLY,
                    _ => CREATED,
                },
                false if after.iter().any(|it| is_of(&it)) => DESTROYED_EARLY,
                false => DESTROYED,
            };
            self.leave_out(life.line, &life.what, why);
        }
    }

    /// Somebody is activated by whoever has sent the last message to it.
    pub(super) fn activate(&mut self, who: usize) {
        let last = self.messages.iter().rev().find(|it| it.to == who);
        if let Some(by) = last.map(|it| it.from) {
            self.active.push((who, by));
        }
    }

    pub(super) fn deactivate(&mut self, who: usize) {
        if let Some(at) = self.active.iter().rposition(|it| it.0 == who) {
            self.active.remove(at);
        }
    }

    /// Who was activated last answers.
    pub(super) fn give_back(&mut self, line: usize, text: &str) {
        match self.active.pop() {
            Some((who, by)) => {
                let text = if text.is_empty() { "return" } else { text };
                self.message(line, who, by, text);
            }
            None => self.leave_out(line, text, NOBODY_RETURNS),
        }
    }

    pub(super) fn begin(&mut self, line: usize, what: &str, kind: FrameKind) {
        let why = match kind {
            FrameKind::Optional => Some(OPTIONAL),
            FrameKind::Repeated => Some(REPEATED),
            FrameKind::Parallel => Some(PARALLEL),
            FrameKind::Break => Some(BREAK),
            FrameKind::Whole => Some(WHOLE),
            FrameKind::Restricted => Some(RESTRICTED),
            FrameKind::Plain | FrameKind::Alternative | FrameKind::Forbidden => None,
        };
        if let Some(why) = why {
            self.leave_out(line, what, why);
        }
        let comes_in = kind != FrameKind::Break;
        self.frames.push(Frame { kind, comes_in });
    }

    /// A frame with what must not happen.
    pub(super) fn begin_forbidden(&mut self, line: usize, what: &str, title: &str) {
        let is_nested = self.is_in_forbidden();
        if is_nested {
            self.leave_out(line, what, TWICE_FORBIDDEN);
        } else if self.frames.iter().all(|frame| frame.comes_in) {
            self.forbidden.push(Forbidden {
                line,
                what: what.to_owned(),
                title: plain(title),
                after: self.messages.len(),
                messages: Vec::new(),
            });
        }
        self.frames.push(Frame {
            kind: FrameKind::Forbidden,
            comes_in: !is_nested,
        });
    }

    fn is_in_forbidden(&self) -> bool {
        let mut frames = self.frames.iter();
        frames.any(|it| it.kind == FrameKind::Forbidden)
    }

    /// The next part of a frame.
    pub(super) fn next_part(&mut self, line: usize, what: &str) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if matches!(
            frame.kind,
            FrameKind::Alternative | FrameKind::Plain | FrameKind::Forbidden
        ) {
            frame.comes_in = false;
            self.leave_out(line, what, ALTERNATIVE);
        }
    }

    pub(super) fn end(&mut self) {
        let ended = self.frames.pop();
        if ended.is_some_and(|it| it.kind == FrameKind::Forbidden) && !self.is_in_forbidden() {
            self.close_forbidden();
        }
    }

    /// What must not happen is a message between two participants at least.
    fn close_forbidden(&mut self) {
        let is_empty = |it: &mut Forbidden| it.messages.iter().all(|it| it.from == it.to);
        if let Some(it) = self.forbidden.pop_if(is_empty) {
            self.leave_out(it.line, &it.what, NOTHING_FORBIDDEN);
        }
    }

    pub(super) fn leave_out(&mut self, line: usize, what: &str, why: Why) {
        self.left_out.push(LeftOut::new(line, what, why));
    }

    /// What was read, as it is drawn.
    pub(super) fn drawn(mut self) -> Drawn {
        self.settle();
        let names = self.names.into_iter().enumerate();
        let participants = names.map(|(at, it)| (it, self.actors.contains(&at)));
        Drawn {
            title: self.title,
            participants: participants.collect(),
            messages: self.messages,
            forbidden: self.forbidden,
            left_out: self.left_out,
        }
    }
}

/// A text on one line, as people read it: line breaks of either notation are blanks.
fn plain(text: &str) -> String {
    let text = text
        .replace("\\n", " ")
        .replace("<br/>", " ")
        .replace("<br>", " ");
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}
