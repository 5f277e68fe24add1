//! What of a machine's picture must be in sight at a step, where the picture is larger than its card.

use super::Rect;
use super::drawing::{Drawing, middle};
use super::graph::{Edge, Node};
use super::marks::{CardMarks, Mark};
use crate::system::Element;

/// The stretches of a picture that a step is about, the widest first: the place with all that was
/// fired in the step, then the place alone, and what was fired alone where that is in several places at once. Who
/// cannot show one shows the next. Empty without a run.
#[must_use]
pub fn stretches(drawing: &Drawing, marks: &CardMarks) -> Vec<Rect> {
    let places: Vec<_> = (marks.all(Mark::Here))
        .filter_map(|it| room(drawing, it))
        .collect();
    let several = places.len() > 1;
    let Some(place) = places.iter().copied().reduce(Rect::around_both) else {
        return Vec::new();
    };
    let fired = marks.all(Mark::Begun).chain(marks.all(Mark::Completed));
    let arrows: Vec<_> = fired.filter_map(|it| whole(drawing, it)).collect();
    let left = marks.all(Mark::Left).filter_map(|it| room(drawing, it));
    // With where it led to: the boxes that its arrows touch.
    let happened = arrows.iter().copied().reduce(Rect::around_both);
    let happened = happened.map(|it| {
        let touched = places.iter().filter(|place| touches(&arrows, place));
        touched.copied().fold(it, Rect::around_both)
    });
    let all = arrows.into_iter().chain(left);
    let all = all.fold(place, Rect::around_both);
    let mut found = vec![place];
    if all != place {
        found.insert(0, all);
    }
    found.extend(happened.filter(|_| several));
    found
}

/// Whether one of some arrows, each in its room, leads from or to a box.
fn touches(arrows: &[Rect], place: &Rect) -> bool {
    let meets = |it: &Rect| {
        it.x <= place.right()
            && place.x <= it.right()
            && it.y <= place.bottom()
            && place.y <= it.bottom()
    };
    arrows.iter().any(meets)
}

/// Where an element is drawn: the box of a state, or the token on its arrow with the arrow's label.
fn room(drawing: &Drawing, element: Element) -> Option<Rect> {
    let is_it = |(node, _): &&(Node, Rect)| *node == Node::Element(element);
    if let Some(&(_, rect)) = drawing.nodes.iter().find(is_it) {
        return Some(rect);
    }
    let edge = (drawing.edges.iter()).find(|it| it.edge == Edge::Element(element))?;
    let token = Rect::around(middle(&edge.points), 12.0, 12.0);
    Some(edge.label.map_or(token, |label| token.around_both(label)))
}

/// The room of an arrow with its label.
fn whole(drawing: &Drawing, transition: Element) -> Option<Rect> {
    let edge = (drawing.edges.iter()).find(|it| it.edge == Edge::Element(transition))?;
    let points = edge.points.iter();
    let points = points.map(|&point| Rect::around(point, 2.0, 2.0));
    points.chain(edge.label).reduce(Rect::around_both)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Point;
    use crate::diagram::drawing::DrawnEdge;

    fn rect(x: f64, y: f64, width: f64, height: f64) -> Rect {
        Rect {
            x,
            y,
            width,
            height,
        }
    }

    /// Two states, one below the other, and the arrow between them with its label.
    fn drawing() -> Drawing {
        Drawing {
            width: 200.0,
            height: 300.0,
            nodes: vec![
                (
                    Node::Element(Element::state(0)),
                    rect(10.0, 10.0, 60.0, 26.0),
                ),
                (
                    Node::Element(Element::state(1)),
                    rect(10.0, 260.0, 60.0, 26.0),
                ),
            ],
            edges: vec![DrawnEdge {
                edge: Edge::Element(Element::transition(0)),
                points: vec![Point { x: 40.0, y: 36.0 }, Point { x: 40.0, y: 260.0 }],
                label: Some(rect(50.0, 140.0, 80.0, 14.0)),
            }],
            ..Drawing::default()
        }
    }

    #[test]
    fn in_several_places_at_once_what_was_fired_is_worth_more_than_half_of_them() {
        let mut marks = CardMarks::default();
        marks.set(Mark::Here, Element::state(0));
        marks.set(Mark::Here, Element::state(1));
        marks.set(Mark::Completed, Element::transition(0));
        let found = stretches(&drawing(), &marks);
        assert_eq!(found.len(), 3);
        assert_eq!((found[1].y, found[1].bottom()), (10.0, 286.0));
        // With the boxes it leads from and to, as both are places here.
        assert_eq!((found[2].y, found[2].bottom()), (10.0, 286.0));
        let mut elsewhere = drawing();
        let away = (
            Node::Element(Element::state(2)),
            rect(10.0, 400.0, 60.0, 26.0),
        );
        elsewhere.nodes.push(away);
        let mut marks = CardMarks::default();
        marks.set(Mark::Here, Element::state(1));
        marks.set(Mark::Here, Element::state(2));
        marks.set(Mark::Completed, Element::transition(0));
        let found = stretches(&elsewhere, &marks);
        assert_eq!((found[1].y, found[1].bottom()), (260.0, 426.0));
        assert_eq!((found[2].y, found[2].bottom()), (35.0, 286.0));
    }

    #[test]
    fn at_rest_the_state_alone() {
        let mut marks = CardMarks::default();
        marks.set(Mark::Here, Element::state(1));
        assert_eq!(
            stretches(&drawing(), &marks),
            [rect(10.0, 260.0, 60.0, 26.0)]
        );
        assert!(stretches(&drawing(), &CardMarks::default()).is_empty());
        assert!(stretches(&Drawing::default(), &marks).is_empty());
    }

    #[test]
    fn inside_a_transition_its_token_and_label_and_if_there_is_room_where_it_came_from() {
        let mut marks = CardMarks::default();
        marks.set(Mark::Here, Element::transition(0));
        marks.set(Mark::Left, Element::state(0));
        marks.set(Mark::Begun, Element::transition(0));
        let found = stretches(&drawing(), &marks);
        assert_eq!(found[1], rect(34.0, 140.0, 96.0, 14.0));
        assert_eq!((found[0].y, found[0].bottom()), (10.0, 261.0));
        assert_eq!((found[0].x, found[0].right()), (10.0, 130.0));
    }
}
