//! One message of the sequence diagram, with the places above it.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Analysis, PlaceView};
use lockstep_core::diagram::chart::{Change, Status};
use lockstep_core::diagram::drawing;
use lockstep_core::diagram::sequence::{ARROW, pill_text};
use lockstep_core::diagram::text::{self, PILL};
use lockstep_core::diagram::{ElementId, ElementKind};
use lockstep_core::diagram::{Point, Rect};

use super::sequence::Sheet;
use super::short::shortened;

/// The band above row `index` and the row itself; only the band where there is no such row.
pub fn draw(sheet: &Sheet, index: usize) -> AnyView {
    // Once for the band, not for each place in it: what listens to the step is run at every step.
    let band = Band::new(sheet, index);
    let pills: Vec<_> = (0..sheet.chart.lifelines.len())
        .filter_map(|lifeline| {
            let room = sheet.scene.pill(index, lifeline)?;
            Some(pill(sheet, band, lifeline, room))
        })
        .collect();
    let row = (index < sheet.scene.rows.len()).then(|| message(sheet, index));
    view! {
        {pills}
        {row}
    }
    .into_any()
}

/// What a step changes in the band above a row.
#[derive(Clone, Copy)]
struct Band {
    /// For each lifeline its place, once the run has come there.
    places: Memo<Vec<Option<PlaceView>>>,
    /// Whether the run is there now.
    now: Memo<bool>,
}

impl Band {
    fn new(sheet: &Sheet, band: usize) -> Self {
        let (chart, at) = (sheet.chart.clone(), sheet.at);
        let places = Memo::new(move |_| {
            let lifelines = 0..chart.lifelines.len();
            let at = at.get();
            lifelines.map(|it| chart.place(band, it, at)).collect()
        });
        let chart = sheet.chart.clone();
        let now = Memo::new(move |_| chart.band_at(at.get()) == Some(band));
        Self { places, now }
    }
}

/// The place of a lifeline after the message above, once the run has come there.
fn pill(sheet: &Sheet, band: Band, lifeline: usize, room: Rect) -> AnyView {
    let chart = sheet.chart.clone();
    let Band { places, now } = band;
    let shown = Memo::new(move |_| places.with(|places| places.get(lifeline).copied().flatten()));
    let draw = move || {
        let place = shown.get()?;
        let words = chart.place_words(lifeline, place);
        let text = pill_text(&words);
        let width = (text::width(&text, PILL) + 16.0).min(room.width);
        let rect = Rect::around(room.centre(), width, room.height);
        let inside = matches!(place, PlaceView::Transition(_));
        Some(view! {
            <g class="pill" class:inside=inside class:now=move || now.get()>
                <title>{words}</title>
                <rect x=rect.x y=rect.y width=rect.width height=rect.height rx=rect.height / 2.0 />
                <text x=rect.centre().x y=rect.centre().y + 4.0>{text}</text>
            </g>
        })
    };
    draw.into_any()
}

/// A message: number, arrow, label.
fn message(sheet: &Sheet, index: usize) -> AnyView {
    let (chart, at, roving) = (sheet.chart.clone(), sheet.at, sheet.roving);
    let placed = sheet.scene.rows[index].clone();
    let wanted = chart.stop.as_ref().is_some_and(|stop| stop.wanted);
    let status = {
        let chart = chart.clone();
        Memo::new(move |_| chart.status(index, at.get()))
    };
    let extra = chart.rows[index].number.is_none();
    let number = chart.rows[index]
        .number
        .map_or("·".to_owned(), |number| number.to_string());
    let (number, change) = match chart.rows[index].change {
        None => (number, None),
        Some(Change::Gone) => ("\u{2212}".to_owned(), Some("gone")),
        Some(Change::Come) => (format!("+ {number}"), Some("come")),
    };
    let class = move || {
        let status = match status.get() {
            Status::Done => "message done",
            Status::Current => "message current",
            Status::Next => "message next",
            Status::Later => "message later",
            Status::Stops if wanted => "message stops wanted",
            Status::Stops => "message stops",
            Status::Open => "message open",
        };
        if extra {
            format!("{status} extra")
        } else {
            status.to_owned()
        }
    };
    let label = {
        let chart = chart.clone();
        move || chart.row_words(index, at.get())
    };
    let stops = chart.stop.as_ref().is_some_and(|stop| stop.row == index);
    let (from, to) = (placed.from, placed.to);
    // A message to its own sender comes back to it.
    let start = Point {
        x: placed.turn,
        y: to.y,
    };
    let direction = (to.x - start.x).signum();
    let ends = [
        start,
        Point {
            x: to.x - direction * 1.0,
            y: to.y,
        },
    ];
    let shaft = format!(
        "M{:.1} {:.1}H{:.1}V{:.1}H{:.1}",
        from.x,
        from.y,
        start.x,
        to.y,
        to.x - direction * (ARROW - 1.0)
    );
    let head = drawing::arrow_head(&ends, ARROW);
    let reach = Rect {
        x: 0.0,
        width: sheet.scene.width,
        ..placed.strip
    };
    let cross = stops.then(|| {
        let x = to.x - direction * 22.0;
        let (x0, x1, y0, y1) = (x - 5.0, x + 5.0, to.y - 5.0, to.y + 5.0);
        view! { <path class="cross" d=format!("M{x0:.1} {y0:.1}L{x1:.1} {y1:.1}M{x0:.1} {y1:.1}L{x1:.1} {y0:.1}") /> }
    });
    let ground = placed.label;
    let text = shortened(placed.text, &chart.rows[index].symbol);
    // Messages of a run without a scenario stand nowhere in the text.
    let (play, range) = (sheet.play, chart.rows[index].range);
    let picked = move || {
        let message = |picked: &ElementId| picked.kind == ElementKind::Message;
        let Some(picked) = play.picked.get().filter(message) else {
            return false;
        };
        let of = |analysis: &Arc<Analysis>| {
            let scenario = analysis.scenarios.get(picked.owner as usize)?;
            scenario.messages.get(picked.index as usize)?.range
        };
        let chosen = play.analysis.with(of).map(|it| (it.from, it.to));
        chosen.is_some() && chosen == range.map(|it| (it.from, it.to))
    };
    let blamed = move || range.is_some_and(|range| play.is_blamed(range));
    view! {
        <g
            class=class
            data-change=change
            data-picked=move || picked().then_some("")
            data-blamed=move || blamed().then_some("")
        >
            // Beside the button: what a button shows must be part of its name.
            <text class="number" aria-hidden="true" x="36" y=placed.label.y + 13.0>{number}</text>
            <g
                role="button"
                data-i=index.to_string()
                tabindex=move || roving.tabindex(index)
                aria-label=label
            >
            <rect class="reach" x=reach.x y=reach.y width=reach.width height=reach.height />
            <path class="shaft" d=shaft />
            <path class="tip" d=head />
            <rect class="label-ground" x=ground.x y=ground.y width=ground.width height=ground.height rx="4" />
            <text class="label" x=ground.centre().x y=ground.y + 13.0>{text}</text>
            {cross}
            </g>
        </g>
    }
    .into_any()
}
