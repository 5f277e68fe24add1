//! A state diagram when all of it has been read: what its vertices are by their arrows, and where its regions begin.

use super::Why;
use super::state_diagram::{Arrow, Diagram, End, Kind, Region, Vertex};
use super::state_forks;

const TWICE: Why =
    Why::lossy("A region begins at one place: only the first arrow from its dot comes in.");

impl Diagram {
    /// Makes of vertices what their arrows say that they are.
    pub(super) fn settle(&mut self) {
        let (mut ins, mut outs) = (vec![0; self.vertices.len()], vec![0; self.vertices.len()]);
        for arrow in &self.arrows {
            for (end, count) in [(arrow.to, &mut ins), (arrow.from, &mut outs)] {
                if let End::Vertex(vertex) = end {
                    count[vertex] += 1;
                }
            }
        }
        for vertex in 0..self.vertices.len() {
            let (into, out) = (ins[vertex], outs[vertex]);
            let is_top = self.regions[self.vertices[vertex].region].owner.is_none();
            let holds = !self.vertices[vertex].regions.is_empty();
            let kind = &mut self.vertices[vertex].kind;
            *kind = match *kind {
                // Only a state holds others.
                _ if holds => Kind::State,
                Kind::Bar if out > 1 => Kind::Fork,
                Kind::Bar if into > 1 => Kind::Join,
                // With one arrow in and one out it only stands in the way.
                Kind::Bar => Kind::Junction,
                // Points stand on the border of a state.
                Kind::Entry | Kind::Exit if is_top => Kind::Junction,
                other => other,
            };
            // Where nothing leads on from a way in or out, there is nothing to say of it.
            if *kind == Kind::Junction && out == 0 {
                *kind = Kind::State;
            }
        }
        self.named_dots();
        state_forks::give_regions(self);
        self.open_ends();
        for region in 0..self.regions.len() {
            self.begin(region);
        }
    }

    /// Dots and histories that have names are those of their regions.
    fn named_dots(&mut self) {
        let plain = |it: End, vertices: &[Vertex], regions: &[Region]| match it {
            End::Vertex(vertex) => match vertices[vertex].kind {
                Kind::Start => End::Pseudo,
                kind @ (Kind::History | Kind::DeepHistory) => End::History {
                    deep: kind == Kind::DeepHistory,
                    of: regions[vertices[vertex].region].owner,
                },
                _ => it,
            },
            _ => it,
        };
        let mut moved = Vec::new();
        for (number, arrow) in self.arrows.iter_mut().enumerate() {
            if let End::Vertex(vertex) = arrow.from
                && self.vertices[vertex].kind == Kind::Start
            {
                moved.push((number, self.vertices[vertex].region));
            }
            arrow.from = plain(arrow.from, &self.vertices, &self.regions);
            arrow.to = plain(arrow.to, &self.vertices, &self.regions);
        }
        for (number, region) in moved {
            self.regions
                .iter_mut()
                .for_each(|it| it.arrows.retain(|it| *it != number));
            self.regions[region].arrows.push(number);
        }
        for region in &mut self.regions {
            let vertices = &self.vertices;
            let is_drawn = |it: &usize| {
                let kind = vertices[*it].kind;
                !matches!(kind, Kind::Start | Kind::History | Kind::DeepHistory)
            };
            region.vertices.retain(is_drawn);
        }
    }

    /// A join to nowhere is where its region ends.
    fn open_ends(&mut self) {
        for vertex in 0..self.vertices.len() {
            let is_open = self.vertices[vertex].kind == Kind::Join
                && (self.arrows.iter()).all(|it| it.from != End::Vertex(vertex));
            if is_open {
                let region = self.vertices[vertex].region;
                let arrow = self.plain_arrow(End::Vertex(vertex), End::Pseudo);
                self.regions[region].arrows.push(arrow);
            }
        }
    }

    /// An arrow without text.
    fn plain_arrow(&mut self, from: End, to: End) -> usize {
        self.arrows.push(Arrow {
            from,
            to,
            text: String::new(),
            line: 0,
            what: String::new(),
        });
        self.arrows.len() - 1
    }

    /// A region begins at one place: the first that the diagram says, else a fork or its first
    /// state.
    fn begin(&mut self, region: usize) {
        let from_dot = |it: &usize| self.arrows[*it].from == End::Pseudo;
        let (dots, rest): (Vec<usize>, Vec<usize>) = self.regions[region]
            .arrows
            .iter()
            .partition(|it| from_dot(it));
        let first = match dots.split_first() {
            Some((&first, others)) => {
                for &other in others {
                    let (line, what) = (self.arrows[other].line, self.arrows[other].what.clone());
                    self.leave_out(line, &what, TWICE);
                }
                Some(first)
            }
            None => {
                // A fork to which nothing leads is where it begins.
                let is_first = |it: &&usize| {
                    let is_led_to = || {
                        self.arrows
                            .iter()
                            .any(|arrow| arrow.to == End::Vertex(**it))
                    };
                    self.vertices[**it].kind == Kind::Fork && !is_led_to()
                };
                let is_state = |it: &&usize| self.vertices[**it].kind == Kind::State;
                let all = &self.regions[region].vertices;
                let first = all
                    .iter()
                    .find(is_first)
                    .or_else(|| all.iter().find(is_state));
                let first = first.copied();
                first.map(|vertex| self.plain_arrow(End::Pseudo, End::Vertex(vertex)))
            }
        };
        self.regions[region].arrows = first.into_iter().chain(rest).collect();
    }
}
