//! Where things stand over time, in both directions.

use super::*;
use crate::view::{Range, StepTurn, VariableView};

fn entry(relation: &str, value: &str, flag: &str, changed: &[usize]) -> SystemStepView {
    SystemStepView {
        turn: StepTurn::of(relation),
        state: vec![value.to_owned(), flag.to_owned()],
        changed: changed.to_vec(),
        ..SystemStepView::default()
    }
}

fn run() -> Vec<SystemStepView> {
    vec![
        entry("", "0", "false", &[]),
        entry("init", "1", "false", &[0]),
        entry("env", "1", "false", &[]),
        entry("trans", "2", "false", &[0]),
        entry("env", "2", "true", &[1]),
        entry("trans", "2", "true", &[]),
    ]
}

fn system() -> SystemView {
    let variable = |name: &str, sort: &str| VariableView {
        name: name.to_owned(),
        sort: sort.to_owned(),
        values: Vec::new(),
        before_value: String::new(),
        condition: String::new(),
        member: None,
        control: false,
        range: Range::default(),
    };
    SystemView {
        variables: vec![variable("x", "0..3"), variable("on", "boolean")],
        ..SystemView::default()
    }
}

#[test]
fn whole_steps_have_columns_by_their_numbers() {
    let all = moments(&run(), true);
    let told: Vec<_> = all.iter().map(|it| (&*it.name, it.between)).collect();
    let (step, between) = (false, true);
    assert_eq!(
        told,
        [("start", step), ("1", step), ("env", between), ("2", step)]
    );
    assert!(all.iter().all(|it| it.turn.is_empty()));
    let parts = moments(&run(), false);
    let told: Vec<_> = parts.iter().map(|it| (&*it.name, &*it.turn)).collect();
    assert_eq!(told[..3], [("0", "start"), ("0.1", "init"), ("0.2", "env")]);
    assert_eq!(told[3..], [("1", "trans"), ("1.1", "env"), ("2", "trans")]);
}

#[test]
fn values_are_bars_as_long_as_they_stay_and_false_is_a_line() {
    let placed = timeline(
        &system(),
        &run(),
        &moments(&run(), true),
        (Axis::Right, (0.0, 0.0)),
    );
    let told = |track: usize| -> Vec<_> {
        let all = placed.tracks[track].segments.iter();
        all.map(|it| (&*it.value, it.is_bar)).collect()
    };
    assert_eq!(told(0), [("1", true), ("2", true)]);
    assert_eq!(told(1), [("false", false), ("true", true)]);
    // The step of an entry that is passed over is the one before it.
    let column = |entry| placed.column(entry).unwrap().moment.name.clone();
    assert_eq!(
        [0, 1, 2, 3, 4].map(column),
        ["start", "start", "start", "1", "env"]
    );
}

/// In both directions bars lie in their tracks and columns, texts in bars, and names and numbers in the room beside the picture.
#[test]
fn what_is_written_has_room_in_both_directions() {
    let each = [Axis::Right, Axis::Down].into_iter();
    let each = each.flat_map(|it| [(it, true, 0.0), (it, false, 0.0), (it, true, 900.0)]);
    for (axis, is_whole, room) in each {
        let room = (axis, (room, room));
        let placed = timeline(&system(), &run(), &moments(&run(), is_whole), room);
        let (left, above) = placed.frame.beside();
        let whole = Rect {
            x: -left,
            y: -above,
            width: left + placed.frame.width,
            height: above + placed.frame.height,
        };
        let text = |words: &str, at: Point| Rect::around(at, width(words, LABEL), 12.0);
        let mut beside: Vec<_> = (placed.columns.iter())
            .flat_map(|it| {
                let turn = it.turn.as_ref().map(|it| text(&it.0, it.1));
                [Some(text(&it.moment.name, it.number)), turn]
            })
            .flatten()
            .collect();
        if axis == Axis::Down {
            beside.extend(placed.tracks.iter().map(|it| text(&it.shown.0, it.shown.1)));
        }
        for (number, it) in beside.iter().enumerate() {
            let inside = it.x >= whole.x && it.right() <= whole.right() && it.y >= whole.y;
            assert!(inside, "{axis:?}: {it:?} in {whole:?}");
            let over = |other: &&Rect| it.overlaps(**other);
            assert_eq!(beside[number + 1..].iter().find(over), None, "{axis:?}");
        }
        for (track, it) in placed.tracks.iter().enumerate() {
            let row = placed.cells(0..placed.columns.len(), track, 1).unwrap();
            for it in &it.segments {
                let told = text(&it.text.0, it.text.1);
                let inside = told.x >= row.x && told.right() <= row.right();
                assert!(
                    inside && told.y >= row.y && told.bottom() <= row.bottom(),
                    "{axis:?}"
                );
            }
        }
    }
}
