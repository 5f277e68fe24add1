//! The chart of events as a picture of its own, in the page's light colours.
//!
//! In a picture that is to play, what belongs to a step carries its number, for the script of [`super::html`].

use super::objects::ObjectScene;
use super::svg::{TITLE, escape, goes_on, opened};
use crate::diagram::axis::Axis;
use crate::diagram::events::{Arrow, Bar, EventChart, Fate, Lane, MOST, event_chart};
use crate::diagram::text::width;
use crate::view::SystemStepView;

const STYLE: &str = "\
svg{font:11.5px \"Plex Sans\",\"IBM Plex Sans\",system-ui,\"Segoe UI\",Roboto,Arial,sans-serif}\
text{fill:#1a1e26;text-anchor:middle}.bg{fill:#fff}.t{font-size:14px;font-weight:600;text-anchor:start}\
.h .k{font-size:13px;font-weight:600}.h .y,.n{fill:#545d6d}.g .h text{text-anchor:start}.l{stroke:#d5dae2}\
.m{fill:#1a1e26;opacity:.07}.u{fill:#545d6d;paint-order:stroke;stroke:#fff;stroke-width:3px}.d{fill:#1a1e26}.s{fill:none;stroke:#1a1e26;stroke-width:1.2}\
.w{fill:none;stroke:#2c5ccc;stroke-width:1.2}.a{fill:#1a1e26}.x{fill:none;stroke:#c22a30;stroke-width:1.8}\
.q .s,.q .w{stroke-dasharray:4 2}.z .s{stroke:#c22a30;stroke-dasharray:4 2}.p rect{fill:#fff;stroke:#858e9d}\
.cur{fill:#edf2fd}.now .s{stroke:#2c5ccc;stroke-width:2}.now .a{fill:#2c5ccc}.p.now rect{stroke:#2c5ccc;stroke-width:1.8}\
.later{opacity:.4}";

/// Room for the axis of time where it runs to the right: wider runs are drawn downwards, as a page is read.
const WIDEST: f64 = 1_600.0;

/// The picture; with `playing`, every step has a mark that is seen at this step only.
pub(super) fn draw(title: &str, of: ObjectScene, run: &[SystemStepView], playing: bool) -> String {
    let placed = |axis| event_chart(of.objects, of.charts, run, axis, 0.0);
    let is_narrow = |it: &EventChart| it.frame.width + it.frame.names <= WIDEST;
    let chart = Some(placed(Axis::Right)).filter(is_narrow);
    let chart = chart.unwrap_or_else(|| placed(Axis::Down));
    let (left, top) = chart.frame.beside();
    let cut = run.len() > MOST;
    let title = format!("run  {title}");
    // Bold letters are somewhat wider.
    let (width, height) = (
        (left + chart.frame.width + 8.0).max(width(&title, 14.0) * 1.1 + 24.0),
        TITLE + top + chart.frame.height + if cut { 24.0 } else { 4.0 },
    );
    let turned = match chart.frame.axis {
        Axis::Right => "g",
        Axis::Down => "f",
    };
    let mut out = opened(STYLE, &title, (width, height));
    out += &format!(
        "\n<g class=\"{turned}\" transform=\"translate({left:.0} {:.0})\">\n",
        TITLE + top
    );
    for it in &chart.lanes {
        lane(&mut out, &chart, it);
    }
    stops(&mut out, &chart, playing);
    for it in &chart.arrows {
        arrow(&mut out, it, playing);
    }
    for it in &chart.bars {
        bar(&mut out, it, playing);
    }
    if cut {
        out += &goes_on("n", (0.0, chart.frame.height + 14.0), MOST);
    }
    out + "</g></svg>\n"
}

/// Notes the step of what belongs to one.
fn at(step: usize, playing: bool) -> String {
    match playing {
        true => format!(" data-at=\"{step}\""),
        false => String::new(),
    }
}

/// Numbers of steps, how much time passes, and what marks the step that is shown.
fn stops(out: &mut String, chart: &EventChart, playing: bool) {
    for (entry, rect, text, middle) in &chart.passes {
        *out += &format!(
            "<g{}><rect class=\"m\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>\
             <text class=\"u\" x=\"{:.1}\" y=\"{:.1}\">{text}</text></g>",
            at(*entry, playing),
            rect.x,
            rect.y,
            rect.width,
            rect.height,
            middle.x,
            middle.y + 4.0
        );
    }
    for (index, stop) in chart.stops.iter().enumerate() {
        if playing {
            let rect = chart.frame.stretch((stop.start, stop.end()));
            *out += &format!(
                "<rect class=\"cur\" data-from=\"{index}\" data-until=\"{index}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\"/>",
                rect.x, rect.y, rect.width, rect.height
            );
        }
        if let Some((number, middle)) = &stop.number {
            let (x, y) = match chart.frame.axis {
                Axis::Right => (*middle, -8.0),
                Axis::Down => (-chart.frame.numbers / 2.0, middle + 4.0),
            };
            *out += &format!(
                "<text class=\"n\"{} x=\"{x:.1}\" y=\"{y:.1}\">{number}</text>",
                at(index, playing)
            );
        }
    }
    out.push('\n');
}

/// The name of a lane, and its line.
fn lane(out: &mut String, chart: &EventChart, it: &Lane) {
    let (x, y) = match chart.frame.axis {
        Axis::Right => (12.0 - chart.frame.names, it.middle + 4.0),
        Axis::Down => (it.middle, 22.0 - chart.frame.names),
    };
    let up = if it.below.is_empty() { 0.0 } else { 6.0 };
    *out += &format!(
        "<path class=\"l\" d=\"{}\"/><g class=\"h\"><text class=\"k\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
        it.line,
        y - up,
        escape(&it.name)
    );
    if !it.below.is_empty() {
        *out += &format!(
            "<text class=\"y\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>",
            y + 7.0,
            escape(&it.below)
        );
    }
    *out += "</g>\n";
}

/// How long a lane is in a state.
fn bar(out: &mut String, it: &Bar, playing: bool) {
    let (rect, middle) = (it.rect, it.rect.centre());
    *out += &format!(
        "<g class=\"p\"{}><title>{}</title><rect x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" \
         rx=\"4\"/><text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>\n",
        at(it.from, playing),
        escape(&it.whole),
        rect.x,
        rect.y,
        rect.width,
        rect.height,
        middle.x,
        middle.y + 4.0,
        escape(&it.text)
    );
}

/// An event from its sender to where it is taken.
fn arrow(out: &mut String, it: &Arrow, playing: bool) {
    let class = match (it.fate, it.aside) {
        (Fate::Lost | Fate::Forgotten(_), _) => "z",
        (_, true) => "q",
        (_, false) => "",
    };
    *out += &format!(
        "<g class=\"{class}\"{}><title>{}</title><path class=\"s\" d=\"{}\"/><path class=\"w\" d=\"{}\"/>\
         <circle class=\"d\" cx=\"{:.1}\" cy=\"{:.1}\" r=\"2.5\"/>",
        at(it.sent, playing),
        escape(&it.sentence),
        it.shaft,
        it.wait,
        it.begin.x,
        it.begin.y
    );
    let ended = match it.fate {
        Fate::Taken(step)
        | Fate::Discarded(step)
        | Fate::Deferred(step)
        | Fate::Forgotten(step) => at(step, playing),
        Fate::Waits | Fate::Lost => String::new(),
    };
    *out += &format!(
        "<g{ended}><path class=\"s\" d=\"{}\"/><path class=\"a\" d=\"{}\"/>",
        it.end, it.tip
    );
    if let Some(it) = it.cross {
        *out += &format!(
            "<path class=\"x\" d=\"M{:.1} {:.1}l8 8m0 -8l-8 8\"/>",
            it.x - 4.0,
            it.y - 4.0
        );
    }
    *out += &format!(
        "</g><text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>\n",
        it.at.x,
        it.at.y + 4.0,
        escape(&it.text)
    );
}
