//! Seeded random statecharts as texts: nesting, regions, history, choices, queues, variables and time.
//!
//! Most texts have no errors; whoever needs one without asks with the next seed where a text has some.

use std::fmt::Write;

use super::random::Random;

/// What random statecharts are like.
#[derive(Clone, Copy, Debug)]
pub struct ChartShape {
    /// How deep states are nested at most.
    pub depth: usize,
    /// States of a region.
    pub states: (usize, usize),
    /// Transitions besides those that make states reachable.
    pub transitions: (usize, usize),
    /// Objects.
    pub objects: (usize, usize),
    /// Percent of states with regions.
    pub composite: usize,
    /// How many regions such a state has at most.
    pub regions: usize,
    /// Percent of transitions that wait for time.
    pub timed: usize,
    /// Whether there are pseudostates besides initial and final ones, deferred events and do behaviours: what the
    /// BMC4UML paper has not.
    pub whole: bool,
    /// Whether all objects but the first are of one statechart and nobody names them: events bring references.
    pub alike: bool,
    /// Whether guards read inputs, and `else` stands at states.
    pub inputs: bool,
}

impl ChartShape {
    /// Small systems of everything there is.
    pub const SMALL: Self = Self {
        depth: 2,
        states: (2, 3),
        transitions: (1, 4),
        objects: (1, 2),
        composite: 35,
        regions: 2,
        timed: 10,
        whole: true,
        alike: false,
        inputs: false,
    };
    /// The same with inputs.
    pub const INPUTS: Self = Self {
        inputs: true,
        ..Self::SMALL
    };
    /// Small systems that are nested more deeply.
    pub const DEEP: Self = Self {
        depth: 3,
        states: (1, 3),
        transitions: (1, 3),
        composite: 45,
        ..Self::SMALL
    };
    /// Small systems with objects that are alike.
    pub const ALIKE: Self = Self {
        depth: 1,
        states: (2, 3),
        transitions: (1, 3),
        objects: (3, 4),
        composite: 20,
        regions: 2,
        timed: 15,
        whole: false,
        alike: true,
        inputs: false,
    };
    /// Tiny systems of what the BMC4UML paper has, that formulas answer in moments.
    pub const TINY: Self = Self {
        depth: 1,
        states: (1, 2),
        transitions: (0, 1),
        objects: (1, 1),
        composite: 25,
        ..Self::PAPER
    };
    /// The same of what the BMC4UML paper has.
    pub const PAPER: Self = Self {
        whole: false,
        timed: 25,
        ..Self::SMALL
    };
}

/// A number below another one.
fn below(random: &mut Random, count: usize) -> usize {
    random.between(0, count.max(1) - 1)
}

/// Percent of states in which an object may stay.
const RESTING: usize = 25;

/// A condition on inputs.
fn input_guard(random: &mut Random) -> &'static str {
    [
        "\"x > 9\"",
        "!\"x > 9\"",
        "k == x",
        "k > 0 && \"x > 9\"",
        "mode == idle",
        "mode == busy && b",
    ][below(random, 6)]
}

const EVENTS: [&str; 4] = ["go", "stop", "tick", "ask"];

/// A random text.
#[must_use]
pub fn text(shape: &ChartShape, random: &mut Random) -> String {
    let mut writer = Writer {
        out: String::new(),
        shape: *shape,
        number: 0,
        labels: 0,
        is_first: false,
        marks: random.clone(),
    };
    let objects = random.between(shape.objects.0, shape.objects.1);
    let charts = match shape.alike {
        true => 2,
        false => random.between(1, 2.min(objects)),
    };
    writer.out.push_str("signal ask(n : 0..2)\n");
    if shape.alike {
        writer.out.push_str("signal meet(c : C1)\n");
    }
    writer.out.push('\n');
    let names: Vec<String> = (0..objects).map(|it| format!("o{it}")).collect();
    for chart in 0..charts {
        let named = if shape.alike { 1 } else { objects };
        writer.chart(chart, &names[..named], random);
    }
    writer.out.push_str("system {\n");
    for (object, name) in names.iter().enumerate() {
        let chart = match shape.alike {
            true => object.min(1),
            false => object % charts,
        };
        let _ = writeln!(writer.out, "  {name} : C{chart}");
    }
    let mut stimuli = vec!["go".to_owned(), format!("ask({})", below(random, 3))];
    stimuli.extend(random.percent(50).then(|| "stop".to_owned()));
    let joint = if random.percent(80) { " then " } else { ", " };
    let _ = writeln!(
        writer.out,
        "  environment sends {} to o0",
        stimuli.join(joint)
    );
    if shape.alike && random.percent(50) {
        let _ = writeln!(
            writer.out,
            "  environment sends go once to {}",
            names[1..].join(", ")
        );
    }
    writer.out.push_str("}\n\n");
    let state = |random: &mut Random| {
        format!(
            "o{}.S{}",
            below(random, objects),
            below(random, writer.number)
        )
    };
    let (one, other) = (state(random), state(random));
    let mut out = writer.out.clone();
    let _ = writeln!(out, "check reach {one}");
    let _ = writeln!(out, "check always !({one} && {other})");
    out.push_str("check deadlock\ncheck deadlock without environment\n");
    out
}

struct Writer {
    out: String,
    shape: ChartShape,
    /// States so far, of all statecharts: names are unique in a text.
    number: usize,
    /// Labels that are shown so far.
    labels: usize,
    /// Whether the statechart at hand is that of the first object.
    is_first: bool,
    /// What says which states are marked; by itself, so that the rest of a text does not depend on it.
    marks: Random,
}

impl Writer {
    fn chart(&mut self, chart: usize, objects: &[String], random: &mut Random) {
        let _ = writeln!(self.out, "statechart C{chart} {{");
        let _ = writeln!(self.out, "  var x : 0..2 = {}", below(random, 3));
        self.out.push_str("  var b : boolean = false\n");
        if self.shape.alike {
            self.out.push_str("  var r : C1 = null\n");
            self.is_first = chart == 0;
        }
        if self.shape.inputs {
            self.out
                .push_str("  input \"x > 9\" : boolean\n  input k : 0..2\n");
            self.out.push_str("  input mode : { idle, busy }\n");
        }
        let _ = writeln!(self.out, "  queue {}", random.between(1, 3));
        self.region(1, objects, random);
        self.out.push_str("}\n\n");
    }

    fn line(&mut self, level: usize, text: &str) {
        self.out.extend(std::iter::repeat_n("  ", level));
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// States and transitions of a region.
    fn region(&mut self, level: usize, objects: &[String], random: &mut Random) {
        let shape = self.shape;
        let count = random.between(shape.states.0, shape.states.1);
        let mut states = Vec::new();
        for _ in 0..count {
            let name = format!("S{}", self.number);
            self.number += 1;
            self.state(level, &name, objects, random);
            states.push(name);
        }
        self.line(level, &format!("[*] --> {}", states[0]));
        for pair in 1..states.len() {
            let source = states[below(random, pair)].clone();
            let label = self.label(objects, random);
            self.line(level, &format!("{source} --> {}{label}", states[pair]));
        }
        for _ in 0..random.between(shape.transitions.0, shape.transitions.1) {
            let source = states[below(random, states.len())].clone();
            let label = self.label(objects, random);
            if shape.inputs && random.percent(40) {
                self.either(level, &states, random);
            }
            let pick = below(random, 10);
            match pick {
                0 => self.line(level, &format!("{source} --> [*]{label}")),
                1 if self.number > 1 => {
                    // Somewhere else, perhaps further in.
                    let to = below(random, self.number);
                    self.line(level, &format!("{source} --> S{to}{label}"));
                }
                2 if shape.whole => self.choice(level, &states, &source, &label, random),
                3 if shape.whole && level > 1 => {
                    self.line(level, &format!("{source} --> [H]{label}"));
                }
                _ => {
                    let target = states[below(random, states.len())].clone();
                    self.line(level, &format!("{source} --> {target}{label}"));
                }
            }
        }
    }

    /// Two transitions of a state on one event, one for each case of a condition.
    fn either(&mut self, level: usize, states: &[String], random: &mut Random) {
        let state = |random: &mut Random| &states[below(random, states.len())];
        let source = state(random);
        let trigger = ["go ", "stop ", "after(1, 2) ", ""][below(random, 4)];
        let guard = input_guard(random);
        let target = state(random);
        self.line(
            level,
            &format!("{source} --> {target} : {trigger}[{guard}]"),
        );
        let target = state(random);
        let text = self.trace();
        self.line(
            level,
            &format!("{source} --> {target} : {trigger}[else] / {text}"),
        );
    }

    fn choice(
        &mut self,
        level: usize,
        states: &[String],
        source: &str,
        label: &str,
        random: &mut Random,
    ) {
        let name = format!("c{}", self.labels);
        self.labels += 1;
        let kind = if random.percent(50) {
            "choice"
        } else {
            "junction"
        };
        self.line(level, &format!("state {name} <<{kind}>>"));
        self.line(level, &format!("{source} --> {name}{label}"));
        let (one, other) = (
            &states[below(random, states.len())],
            &states[below(random, states.len())],
        );
        let guard = match self.shape.inputs && random.percent(60) {
            true => input_guard(random).to_owned(),
            false => format!("x > {}", below(random, 2)),
        };
        self.line(level, &format!("{name} --> {one} : [{guard}]"));
        self.line(level, &format!("{name} --> {other} : [else] / x := 0"));
    }

    fn state(&mut self, level: usize, name: &str, objects: &[String], random: &mut Random) {
        let composite = level <= self.shape.depth && random.percent(self.shape.composite);
        let mark = match self.marks.percent(RESTING) {
            true => " <<rest>>",
            false => "",
        };
        if !composite && random.percent(70) {
            return self.line(level, &format!("state {name}{mark}"));
        }
        self.line(level, &format!("state {name}{mark} {{"));
        if random.percent(40) {
            let text = self.trace();
            self.line(level + 1, &format!("entry / {text}"));
        }
        if random.percent(30) {
            let action = self.action(objects, random);
            self.line(level + 1, &format!("exit / {action}"));
        }
        if self.shape.whole && random.percent(10) {
            let text = self.trace();
            self.line(level + 1, &format!("do / {text}; accept tick; x := 1"));
        }
        if self.shape.whole && random.percent(10) {
            self.line(level + 1, "go / defer");
        }
        if random.percent(15) {
            self.line(level + 1, "stop [b] / x := 2");
        }
        if composite {
            self.region(level + 1, objects, random);
            for _ in 1..self.shape.regions {
                if random.percent(40) {
                    self.line(level + 1, "--");
                    self.region(level + 1, objects, random);
                }
            }
        }
        self.line(level, "}");
    }

    fn trace(&mut self) -> String {
        self.labels += 1;
        format!("trace(\"t{}\")", self.labels)
    }

    fn action(&mut self, objects: &[String], random: &mut Random) -> String {
        if self.shape.alike && random.percent(50) {
            return match (self.is_first, below(random, 4)) {
                (_, 0) => "if (r != null) r.go()".into(),
                (true, 1) => "if (r != null) r.meet(r)".into(),
                (true, _) => "r := null".into(),
                (false, 1) => "r := self".into(),
                (false, _) => "o0.meet(self)".into(),
            };
        }
        match below(random, 6) {
            0 => format!("x := {}", below(random, 3)),
            1 => "b := !b".into(),
            2 => "if (x == 0) { x := 1 } else { b := true }".into(),
            3 => {
                let to = &objects[below(random, objects.len())];
                format!("{to}.{}()", EVENTS[below(random, 3)])
            }
            4 => format!("self.ask({})", below(random, 3)),
            _ => self.trace(),
        }
    }

    /// ` : trigger [guard] / action`, or nothing.
    fn label(&mut self, objects: &[String], random: &mut Random) -> String {
        let mut parts = Vec::new();
        if random.percent(self.shape.timed) {
            let from = below(random, 3);
            parts.push(format!("after({from}, {})", from + below(random, 3)));
        } else if random.percent(80) {
            parts.push(match below(random, EVENTS.len()) {
                _ if self.shape.alike && random.percent(40) => "meet(c)".into(),
                3 => "ask(n)".into(),
                event => EVENTS[event].to_owned(),
            });
        }
        let brings = parts.first().is_some_and(|it| it.starts_with("ask"));
        let meets = parts.first().is_some_and(|it| it.starts_with("meet"));
        if random.percent(30) {
            parts.push(match below(random, 3) {
                _ if self.shape.inputs && random.percent(60) => {
                    format!("[{}]", input_guard(random))
                }
                0 if meets => "[c != r]".into(),
                0 if brings => "[n > 0]".into(),
                0 | 1 => format!("[x == {}]", below(random, 3)),
                _ => "[!b]".into(),
            });
        }
        if meets && random.percent(70) {
            let action = ["r := c", "c.go()", "r := c; o0.meet(c)"][below(random, 3)];
            parts.push(format!("/ {action}"));
        } else if random.percent(45) {
            let action = match brings && random.percent(50) {
                true => "x := n".to_owned(),
                false => self.action(objects, random),
            };
            parts.push(format!("/ {action}"));
        }
        match parts.is_empty() {
            true => String::new(),
            false => format!(" : {}", parts.join(" ")),
        }
    }
}
