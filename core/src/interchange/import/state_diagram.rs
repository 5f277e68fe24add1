//! A state diagram while it is read, in either notation, and what it says in our language.
//!
//! The notations differ in how lines are written; what the lines mean is here. Names are one for a whole diagram:
//! a state stands where it is declared, or else where it is mentioned first. Diagrams say with words what our
//! language says with events, conditions and actions, so there are rules ([`super::state_label`]):
//!
//! * what a condition is about is not in a diagram, so it is an input ([`super::state_conditions`]);
//! * the words before `[` and `/` are the name of an event, between quotes where they are prose, and the environment
//!   sends each of them at any time;
//! * what is done is shown in the run: `trace("…")`; so are words on an arrow that waits for nothing;
//! * a region for which the diagram does not say where it begins, begins at its first state.
//!
//! What is written is read again, and a line that our language does not take is left out with its reason.

use std::collections::{BTreeMap, BTreeSet};

use super::state_label::{Text, state_text};
use super::state_text::{times, written};
use super::times::names_time;
use super::{Imported, LeftOut, Why, state_machine_text};

pub(super) const UNKNOWN: Why = Why::lossy("This line is not one that we read.");
const NO_STATE: Why = Why::lossy("There is no state in it.");
const NO_BEGINNING: Why = Why::lossy("There is no state in it in which something could begin.");
const TOO_DEEP: Why =
    Why::lossy("States are nested too deeply: what is inside stands beside this one.");
pub(super) const TIME_IN_WORDS: Why =
    Why::wider("This time is not read: what it says can happen at any time.");
pub(super) const CONDITION: Why = Why::wider(
    "What this condition is about is not in the diagram: it is an input, which can be true or false each time. As in UML an event that finds it false is discarded.",
);
pub(super) const WHEN: Why = Why::wider(
    "A condition without an event: it becomes an event that can come from outside at any time.",
);
pub(super) const BRANCH: Why = Why::wider(
    "What this condition is about is not in the diagram: the last branch is taken where no other is.",
);
pub(super) const NO_CONDITION: Why = Why::wider(
    "UML has no condition here: the arrow is always taken, and the run shows the words.",
);

/// How deep states can be nested: deeper than a text can be, and no deeper than it can be walked through by recursion.
const MOST_NESTED: usize = 2 * crate::language::statechart::ast::MOST_NESTED;

/// What a vertex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    State,
    Choice,
    Junction,
    Fork,
    Join,
    /// A bar that forks or joins, as its arrows say.
    Bar,
    Entry,
    Exit,
    /// The dot at which a region begins, with a name.
    Start,
    /// A final state with a name.
    End,
    History,
    DeepHistory,
}

/// An end of an arrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// `[*]`
    Pseudo,
    /// `[H]`, of the region around it or of a state.
    History { deep: bool, of: Option<usize> },
    /// A state or pseudostate.
    Vertex(usize),
}

/// A state or pseudostate.
#[derive(Debug)]
pub(super) struct Vertex {
    pub(super) name: String,
    pub(super) label: Option<String>,
    pub(super) kind: Kind,
    /// Where it is declared, or met first.
    pub(super) line: usize,
    pub(super) region: usize,
    pub(super) regions: Vec<usize>,
    pub(super) texts: Vec<Described>,
    is_declared: bool,
}

/// A line inside a state.
#[derive(Debug)]
pub(super) struct Described {
    pub(super) line: usize,
    pub(super) what: String,
    pub(super) text: Text,
}

/// A region.
#[derive(Debug, Default)]
pub(super) struct Region {
    pub(super) owner: Option<usize>,
    pub(super) vertices: Vec<usize>,
    pub(super) arrows: Vec<usize>,
}

/// An arrow.
#[derive(Debug)]
pub(super) struct Arrow {
    pub(super) from: End,
    pub(super) to: End,
    pub(super) text: String,
    pub(super) line: usize,
    pub(super) what: String,
}

/// A diagram as far as it has been read.
#[derive(Debug)]
pub(super) struct Diagram {
    pub(super) title: String,
    pub(super) vertices: Vec<Vertex>,
    pub(super) regions: Vec<Region>,
    pub(super) arrows: Vec<Arrow>,
    /// The line that is being read.
    pub(super) line: usize,
    keys: BTreeMap<String, usize>,
    names: BTreeSet<String>,
    /// The regions that are open, the innermost last.
    open: Vec<usize>,
    left_out: Vec<LeftOut>,
}

impl Diagram {
    pub(super) fn new() -> Self {
        Self {
            title: String::new(),
            vertices: Vec::new(),
            regions: vec![Region::default()],
            arrows: Vec::new(),
            line: 1,
            keys: BTreeMap::new(),
            names: BTreeSet::new(),
            open: vec![0],
            left_out: Vec::new(),
        }
    }

    fn here(&self) -> usize {
        self.open.last().copied().unwrap_or(0)
    }

    pub(super) fn leave_out(&mut self, line: usize, what: &str, why: Why) {
        self.left_out.push(LeftOut::new(line, what, why));
    }

    /// A vertex that is mentioned.
    pub(super) fn mention(&mut self, key: &str) -> usize {
        if let Some(&vertex) = self.keys.get(key) {
            return vertex;
        }
        let region = self.here();
        let vertex = self.vertices.len();
        // A dot would make a path of it.
        let mut name = one_line(key).replace('.', "_");
        while !self.names.insert(name.clone()) {
            name.push('\'');
        }
        self.vertices.push(Vertex {
            name,
            label: None,
            kind: Kind::State,
            line: self.line,
            region,
            regions: Vec::new(),
            texts: Vec::new(),
            is_declared: false,
        });
        self.regions[region].vertices.push(vertex);
        self.keys.insert(key.to_owned(), vertex);
        vertex
    }

    /// A vertex by a path: `a.b` is `b` inside `a`.
    pub(super) fn mention_path(&mut self, key: &str) -> usize {
        let parts: Vec<_> = key.split('.').filter(|it| !it.is_empty()).collect();
        let Some((last, outer)) = parts.split_last().filter(|it| !it.1.is_empty()) else {
            return self.mention(key);
        };
        for part in outer {
            let vertex = self.mention(part);
            self.enter(vertex);
        }
        let vertex = self.mention(last);
        for _ in outer {
            self.leave();
        }
        vertex
    }

    /// A vertex that is declared here: this is where it stands, unless it has been declared before or contains this
    /// place.
    pub(super) fn declare(&mut self, key: &str, label: Option<&str>, kind: Option<Kind>) -> usize {
        let vertex = self.mention(key);
        let (here, from) = (self.here(), self.vertices[vertex].region);
        if !self.vertices[vertex].is_declared && here != from && !self.is_inside(here, vertex) {
            self.regions[from].vertices.retain(|it| *it != vertex);
            self.regions[here].vertices.push(vertex);
            self.vertices[vertex].region = here;
        }
        let it = &mut self.vertices[vertex];
        if !it.is_declared {
            it.line = self.line;
        }
        it.is_declared = true;
        if let Some(label) = label.map(one_line).filter(|label| *label != it.name) {
            it.label.get_or_insert(label);
        }
        it.kind = kind.unwrap_or(it.kind);
        vertex
    }

    /// Whether a region is somewhere in a state.
    fn is_inside(&self, region: usize, vertex: usize) -> bool {
        let mut at = self.regions[region].owner;
        while let Some(owner) = at {
            if owner == vertex {
                return true;
            }
            at = self.regions[self.vertices[owner].region].owner;
        }
        false
    }

    /// What follows is inside a block that is no state.
    pub(super) fn enter_block(&mut self) {
        self.open.push(self.here());
    }

    /// How many states are around a region.
    fn depth(&self, region: usize) -> usize {
        let around = |it: &usize| {
            let owner = self.regions[*it].owner?;
            Some(self.vertices[owner].region)
        };
        std::iter::successors(Some(region), around).count() - 1
    }

    /// What follows is inside a state.
    pub(super) fn enter(&mut self, vertex: usize) {
        if self.depth(self.vertices[vertex].region) + 1 >= MOST_NESTED {
            let name = self.vertices[vertex].name.clone();
            self.leave_out(self.line, &name, TOO_DEEP);
            return self.enter_block();
        }
        let region = match self.vertices[vertex].regions.last() {
            // A state that contains this place cannot be opened in it.
            _ if self.is_inside(self.here(), vertex) => self.here(),
            Some(&region) => region,
            None => self.region(Some(vertex)),
        };
        self.open.push(region);
    }

    /// A state of nobody's text.
    pub(super) fn add(&mut self, name: &str, region: usize) -> usize {
        let mut name = name.to_owned();
        while self.names.contains(&name) {
            name.push('\'');
        }
        self.open.push(region);
        let vertex = self.mention(&name);
        self.open.pop();
        vertex
    }

    pub(super) fn region(&mut self, owner: Option<usize>) -> usize {
        let region = self.regions.len();
        self.regions.push(Region {
            owner,
            ..Region::default()
        });
        if let Some(owner) = owner {
            self.vertices[owner].regions.push(region);
        }
        region
    }

    /// What follows is in another region of the same state; an empty one is as good.
    pub(super) fn divide(&mut self) {
        let here = self.here();
        let is_empty =
            self.regions[here].vertices.is_empty() && self.regions[here].arrows.is_empty();
        if !is_empty {
            let region = self.region(self.regions[here].owner);
            self.open.pop();
            self.open.push(region);
        }
    }

    /// The end of what is inside; `false` where nothing is open.
    pub(super) fn leave(&mut self) -> bool {
        let is_open = self.open.len() > 1;
        if is_open {
            self.open.pop();
        }
        is_open
    }

    pub(super) fn arrow(&mut self, (from, to): (End, End), text: &str, line: usize, what: &str) {
        let arrow = self.arrows.len();
        self.arrows.push(Arrow {
            from,
            to,
            text: text.to_owned(),
            line,
            what: what.to_owned(),
        });
        let here = self.here();
        self.regions[here].arrows.push(arrow);
    }

    /// A line of text in a state: what it does, or what it is called.
    pub(super) fn describe(&mut self, vertex: usize, text: &str, line: usize, is_label: bool) {
        match state_text(text) {
            Text::Words(words) => {
                if names_time(&words) {
                    self.leave_out(line, text, TIME_IN_WORDS);
                }
                let it = &mut self.vertices[vertex];
                if is_label && !words.is_empty() && words != it.name {
                    it.label.get_or_insert(words);
                }
            }
            text_of => {
                let it = Described {
                    line,
                    what: text.to_owned(),
                    text: text_of,
                };
                self.vertices[vertex].texts.push(it);
            }
        }
    }

    /// The text in our language. Each round leaves out at least one line, so there are at most as many as lines.
    pub(super) fn imported(mut self) -> Imported {
        self.settle();
        if self.vertices.is_empty() {
            self.leave_out(1, "the diagram", NO_STATE);
            return Imported {
                left_out: self.left_out,
                ..Imported::default()
            };
        }
        let flat = state_machine_text::as_machine(&self);
        let text = flat.or_else(|| written(&mut self)).unwrap_or_default();
        times(&mut self);
        if text.is_empty() {
            self.leave_out(1, "the diagram", NO_BEGINNING);
        }
        self.left_out.sort_by_key(|it| it.line);
        self.left_out.dedup();
        Imported {
            text,
            left_out: self.left_out,
            ..Imported::default()
        }
    }
}

/// A text on one line, as people read it: line breaks of either notation are blanks.
pub(super) fn one_line(text: &str) -> String {
    let text = text
        .replace("\\n", " ")
        .replace("\\t", " ")
        .replace("<br/>", " ")
        .replace("<br>", " ")
        .replace("**", "");
    let words: Vec<_> = text.split_whitespace().collect();
    words.join(" ")
}
