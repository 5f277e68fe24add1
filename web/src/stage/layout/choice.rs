//! Which of several pictures of a machine is shown.
//!
//! A machine without a picture gets the one, of all flows, that its part of the canvas shows larger.
//! One that has been seen before is drawn as it was, with what an edit has changed, unless that has
//! become much worse than drawing it anew.

use lockstep_core::diagram::drawing::Drawing;
use lockstep_core::diagram::statechart::regions::Arrangement;

/// The room for which pictures are chosen while that of the canvas is not known.
pub const CARD: (f64, f64) = (205.0, 236.0);

/// How much larger a new picture must show a machine before the one that is known is given up.
const LARGER: f64 = 1.25;

/// How many crossings more the known picture may have.
const TANGLED: usize = 3;

/// A picture, and how it was made.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// The picture.
    pub drawing: Drawing,
    /// The direction in which it flows.
    pub direction: &'static str,
    /// Whether it keeps what was seen before.
    pub steady: bool,
    /// Of a statechart how the regions of its states were packed, if they were.
    pub regions: Vec<Arrangement>,
}

/// The picture to show in a room; `None` where there is none. Among equal ones the first.
pub fn choose(candidates: Vec<Candidate>, room: (f64, f64)) -> Option<Candidate> {
    let scale = |it: &Candidate| it.drawing.scale_into(room.0, room.1);
    let (steady, fresh): (Vec<_>, Vec<_>) = candidates.into_iter().partition(|it| it.steady);
    let fresh = fresh.into_iter().reduce(|best, it| {
        if scale(&it) > scale(&best) + 1e-6 {
            it
        } else {
            best
        }
    });
    let (Some(steady), Some(fresh)) = (steady.into_iter().next(), &fresh) else {
        return fresh;
    };
    let larger = scale(fresh) > scale(&steady) * LARGER;
    let tangled = steady.drawing.crossings() > fresh.drawing.crossings() + TANGLED;
    if larger || tangled {
        fresh.clone().into()
    } else {
        Some(steady)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lockstep_core::diagram::Point;
    use lockstep_core::diagram::drawing::DrawnEdge;
    use lockstep_core::diagram::graph::Edge;

    fn drawn((width, height): (f64, f64), direction: &'static str, steady: bool) -> Candidate {
        let drawing = Drawing {
            width,
            height,
            ..Drawing::default()
        };
        Candidate {
            drawing,
            direction,
            steady,
            regions: Vec::new(),
        }
    }

    /// A grid of edges with this many crossings in a row.
    fn tangle(candidate: &mut Candidate, crossings: u32) {
        let mut edge = |from: (f64, f64), to: (f64, f64)| {
            let point = |(x, y)| Point { x, y };
            candidate.drawing.edges.push(DrawnEdge {
                edge: Edge::Initial,
                points: vec![point(from), point(to)],
                label: None,
            });
        };
        edge((0.0, 10.0), (100.0, 10.0));
        for x in 1..=crossings {
            edge((f64::from(x), 0.0), (f64::from(x), 20.0));
        }
    }

    #[test]
    fn a_new_machine_flows_as_it_is_shown_larger() {
        let choice = |down, right| {
            let both = vec![drawn(down, "DOWN", false), drawn(right, "RIGHT", false)];
            choose(both, CARD).map(|it| it.direction)
        };
        let (tall, wide) = ((205.0, 472.0), (300.0, 236.0));
        assert_eq!(choice(tall, wide), Some("RIGHT"));
        assert_eq!(choice(wide, tall), Some("DOWN"));
        assert_eq!(choice(tall, tall), Some("DOWN"));
        assert_eq!(
            choose(vec![drawn(tall, "RIGHT", false)], CARD).map(|it| it.direction),
            Some("RIGHT")
        );
        assert_eq!(choose(Vec::new(), CARD), None);
    }

    #[test]
    fn a_known_machine_stays_as_it_is_until_it_is_much_worse() {
        let fresh = drawn((205.0, 472.0), "DOWN", false);
        let known = |width: f64| drawn((width, 400.0), "RIGHT", true);
        let steady = |known: Candidate| {
            let all = vec![fresh.clone(), known];
            choose(all, CARD).is_some_and(|it| it.steady)
        };
        assert!(steady(known(410.0)));
        assert!(steady(known(512.0)), "shown almost 1.25 times as small");
        assert!(!steady(known(513.0)), "shown 1.25 times as small");
        for (crossings, stays) in [(3, true), (4, false)] {
            let mut tangled = known(410.0);
            tangle(&mut tangled, crossings);
            assert_eq!(tangled.drawing.crossings(), crossings as usize);
            assert_eq!(steady(tangled), stays);
        }
    }
}
