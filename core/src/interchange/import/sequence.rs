//! What sequence diagrams of all notations have in common: who takes part, and what is sent in which order.
//!
//! A scenario of ours plays on machines, and a sequence diagram has none; where statecharts stand beside it their
//! objects take part ([`super::scenario_of_objects`]). Else each participant gets the smallest
//! machine that plays its part and nothing else: one state before each of its messages. The text is whole then, it
//! can be checked and played, and the author puts real machines in their place.

use std::collections::{BTreeMap, BTreeSet};

use super::{Imported, LeftOut};
use crate::language::Name;
use crate::language::document::ast::{Document, Item, SystemSyntax};
use crate::language::document::print;
use crate::language::machines::ast::{MachineSyntax, Statement, TransitionSyntax};
use crate::language::scenario::ast::{LifelinesSyntax, MessageSyntax, ScenarioSyntax};
use crate::text::Span;

/// Who sends what comes from outside of the diagram, and gets what leaves it.
pub(super) const ENVIRONMENT: &str = "environment";
/// Why a frame is left out whose content comes in.
const OPTIONAL: &str = "What may happen comes in as if it always happened.";
const REPEATED: &str = "What is repeated comes in once.";
const PARALLEL: &str = "What may overlap comes in in the order in which it is written.";
const ALTERNATIVE: &str = "Of several alternatives only the first comes in.";
const BREAK: &str = "What happens instead of the rest does not come in.";

/// A sequence diagram as far as it has been read.
#[derive(Default)]
pub(super) struct Sequence {
    title: String,
    /// The names, in the order of the lifelines.
    names: Vec<String>,
    /// The number of each participant by what the text calls it.
    numbers: BTreeMap<String, usize>,
    /// Those of them that are people: they stand outside of what is drawn.
    actors: BTreeSet<usize>,
    messages: Vec<Message>,
    frames: Vec<Frame>,
    /// Who was activated, and by whom: the last is who returns.
    active: Vec<(usize, usize)>,
    left_out: Vec<LeftOut>,
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
        let text = match plain(text) {
            text if text.is_empty() => format!("message {}", self.messages.len() + 1),
            text => text,
        };
        self.messages.push(Message {
            line,
            from,
            to,
            text,
        });
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
            None => self.leave_out(line, text, "Nobody is active who could return."),
        }
    }

    pub(super) fn begin(&mut self, line: usize, what: &str, kind: FrameKind) {
        let why = match kind {
            FrameKind::Optional => Some(OPTIONAL),
            FrameKind::Repeated => Some(REPEATED),
            FrameKind::Parallel => Some(PARALLEL),
            FrameKind::Break => Some(BREAK),
            FrameKind::Plain | FrameKind::Alternative => None,
        };
        if let Some(why) = why {
            self.leave_out(line, what, why);
        }
        let comes_in = kind != FrameKind::Break;
        self.frames.push(Frame { kind, comes_in });
    }

    /// The next part of a frame.
    pub(super) fn next_part(&mut self, line: usize, what: &str) {
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if matches!(frame.kind, FrameKind::Alternative | FrameKind::Plain) {
            frame.comes_in = false;
            self.leave_out(line, what, ALTERNATIVE);
        }
    }

    pub(super) fn end(&mut self) {
        self.frames.pop();
    }

    pub(super) fn leave_out(&mut self, line: usize, what: &str, why: &'static str) {
        self.left_out.push(LeftOut::new(line, what, why));
    }

    /// What was read, as it is drawn.
    pub(super) fn drawn(self) -> Drawn {
        let names = self.names.into_iter().enumerate();
        let participants = names.map(|(at, it)| (it, self.actors.contains(&at)));
        Drawn {
            title: self.title,
            participants: participants.collect(),
            messages: self.messages,
            left_out: self.left_out,
        }
    }

    /// The text in our language. O(messages · log of the text).
    pub(super) fn imported(mut self) -> Imported {
        if self.names.is_empty() {
            self.leave_out(
                1,
                "the diagram",
                "There is nobody in it who could do anything.",
            );
        }
        let machine = |number: usize| format!("{} plays", self.names[number]);
        let mut items: Vec<_> = (0..self.names.len())
            .map(|it| Item::Machine(self.machine(it, &machine(it))))
            .collect();
        let lifelines = (0..self.names.len()).map(|it| LifelinesSyntax {
            names: vec![name(&self.names[it])],
            machine: name(&machine(it)),
        });
        let exchanged = self.messages.iter().filter(|it| it.from != it.to);
        let messages = exchanged.map(|it| MessageSyntax {
            from: name(&self.names[it.from]),
            to: name(&self.names[it.to]),
            symbol: name(&it.text),
            span: Span::default(),
        });
        let messages: Vec<_> = messages.collect();
        let title = match self.title.is_empty() {
            true => "as drawn",
            false => &self.title,
        };
        if messages.is_empty() {
            // Who exchanges nothing plays no scenario; the machines alone are a system.
            let lifelines = lifelines.collect();
            items.extend((!self.names.is_empty()).then(|| {
                Item::System(SystemSyntax {
                    lifelines,
                    span: Span::default(),
                })
            }));
        } else {
            items.push(Item::Scenario(ScenarioSyntax {
                name: name(title),
                lifelines: lifelines.collect(),
                messages,
                ..ScenarioSyntax::default()
            }));
        }
        Imported {
            text: print(&Document { items }),
            left_out: self.left_out,
            ..Imported::default()
        }
    }

    /// The smallest machine that plays a participant's part.
    fn machine(&self, number: usize, machine: &str) -> MachineSyntax {
        let span = Span::default();
        let part = self
            .messages
            .iter()
            .filter(|it| it.from == number || it.to == number);
        let state = |at: usize| name(&format!("s{at}"));
        let mut statements = vec![Statement::Initial {
            state: state(0),
            span,
        }];
        let mut at = 0;
        for message in part {
            let (source, target) = (state(at), state(at + 1));
            let sends = message.from == number;
            let alone = sends && message.to == number;
            statements.push(Statement::Transition(TransitionSyntax {
                source,
                target,
                trigger: (!sends).then(|| name(&message.text)),
                effects: (sends && !alone)
                    .then(|| name(&message.text))
                    .into_iter()
                    .collect(),
                span,
            }));
            at += 1;
            // What somebody does alone has no name as a step, so the state behind it tells it.
            if alone {
                let label = Some(name(&format!("after: {}", message.text)));
                let (name, span) = (state(at), span);
                statements.push(Statement::State { name, label, span });
            }
        }
        statements.push(Statement::Final {
            state: state(at),
            span,
        });
        MachineSyntax {
            name: name(machine),
            statements,
            in_doubt: false,
        }
    }
}

fn name(text: &str) -> Name {
    Name {
        text: text.to_owned(),
        span: Span::default(),
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
