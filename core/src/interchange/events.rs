//! The chart of events as a picture of its own, in the page's light colours.
//!
//! In a picture that is to play, what belongs to a step carries its number, for the script of [`super::html`].

use super::svg::escape;
use crate::diagram::events::{Arrow, CHIP, EventChart, Fate, HEAD, MOST, PLACE, event_chart};
use crate::diagram::text::width;
use crate::view::{ObjectView, SystemStepView};

const STYLE: &str = "\
svg{font:11.5px \"Plex Sans\",\"IBM Plex Sans\",system-ui,\"Segoe UI\",Roboto,Arial,sans-serif}\
text{fill:#1a1e26;text-anchor:middle}.bg{fill:#fff}.t{font-size:14px;font-weight:600;text-anchor:start}\
.h rect{fill:#fff;stroke:#858e9d}.h .k{font-size:13px;font-weight:600}.h .y,.u{fill:#545d6d}.o rect{stroke-dasharray:4 3}\
.l{stroke:#858e9d;stroke-dasharray:4 4}.n{fill:#545d6d;text-anchor:end}.d{fill:#1a1e26}\
.r{stroke:#17754a}.q{stroke:#17754a;stroke-dasharray:2 4}.e{fill:#17754a;text-anchor:end}.i{fill:#17754a;text-anchor:start}\
.s{fill:none;stroke:#1a1e26;stroke-width:1.4}.w{fill:none;stroke:#2c5ccc;stroke-width:1.4;stroke-dasharray:3 3}\
.a{fill:#1a1e26}.x{fill:none;stroke:#c22a30;stroke-width:1.8}.c{fill:#fff;stroke:#858e9d}.b .c{fill:#edf2fd;stroke:#2c5ccc}\
.g .c{stroke-dasharray:4 2}.z .c,.z .s{stroke:#c22a30;stroke-dasharray:4 2}.p rect{fill:#f6f7f9;stroke:#b8bfca}\
.cur{fill:#edf2fd}.now .s{stroke:#2c5ccc;stroke-width:2}.now .a{fill:#2c5ccc}.p.now rect{fill:#fff;stroke:#2c5ccc}.later{opacity:.4}";

/// Room above the heads, for the title.
const TITLE: f64 = 34.0;

/// The picture; with `playing`, every step has a mark that is seen at this step only.
pub(super) fn draw(
    title: &str,
    objects: &[ObjectView],
    run: &[SystemStepView],
    playing: bool,
) -> String {
    let chart = event_chart(objects, run);
    let cut = run.len() > MOST;
    let title = format!("run  {title}");
    // Bold letters are somewhat wider.
    let (width, height) = (
        chart.width.max(width(&title, 14.0) * 1.1 + 24.0),
        TITLE + HEAD + chart.height + if cut { 24.0 } else { 4.0 },
    );
    let size = format!("width=\"{width:.0}\" height=\"{height:.0}\"");
    let title = escape(&title);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" {size} viewBox=\"0 0 {width:.0} {height:.0}\" \
         role=\"img\"><title>{title}</title><style>{STYLE}</style><rect class=\"bg\" {size}/>\
         <text class=\"t\" x=\"12\" y=\"22\">{title}</text>\n"
    );
    heads(&mut out, &chart);
    out += &format!("<g transform=\"translate(0 {})\">\n", TITLE + HEAD);
    for (index, row) in chart.rows.iter().enumerate().filter(|_| playing) {
        out += &format!(
            "<rect class=\"cur\" data-from=\"{index}\" data-until=\"{index}\" y=\"{:.1}\" width=\"{width:.0}\" height=\"{:.1}\"/>",
            row.y, row.height
        );
    }
    for it in &chart.lifelines {
        out += &format!(
            "<path class=\"l\" d=\"M{:.1} 0V{:.1}\"/>",
            it.x, chart.height
        );
    }
    out.push('\n');
    rows(&mut out, &chart, playing);
    for it in &chart.arrows {
        arrow(&mut out, it, playing);
    }
    for it in &chart.places {
        let (x, y, wide) = it.rect;
        let (whole, text) = (escape(&it.whole), escape(&it.text));
        out += &format!(
            "<g class=\"p\"{}><title>{whole}</title><rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{PLACE}\" \
             rx=\"4\"/><text x=\"{:.1}\" y=\"{:.1}\">{text}</text></g>\n",
            at(it.row, playing),
            x + wide / 2.0,
            y + 13.0
        );
    }
    if cut {
        out += &format!(
            "<text class=\"n\" style=\"text-anchor:start\" x=\"12\" y=\"{:.1}\">The run goes on: the first {MOST} entries are drawn.</text>",
            chart.height + 14.0
        );
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

fn heads(out: &mut String, chart: &EventChart) {
    for it in &chart.lifelines {
        let (x, left) = (it.x, it.x - it.width / 2.0);
        let (class, drop) = match it.object {
            Some(_) => ("h", 18.0),
            None => ("h o", 25.0),
        };
        *out += &format!(
            "<g class=\"{class}\"><rect x=\"{left:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" rx=\"5\"/>\
             <text class=\"k\" x=\"{x:.1}\" y=\"{:.1}\">{}</text><text class=\"y\" x=\"{x:.1}\" y=\"{:.1}\">{}</text></g>\n",
            TITLE + 4.0,
            it.width,
            HEAD - 6.0,
            TITLE + drop,
            escape(&it.name),
            TITLE + 31.0,
            escape(&it.chart)
        );
    }
}

/// Numbers of steps, who acts, and how much time passes.
fn rows(out: &mut String, chart: &EventChart, playing: bool) {
    if let Some(x) = chart.ruler {
        *out += &format!("<path class=\"r\" d=\"M{x:.1} 0V{:.1}\"/>", chart.height);
    }
    for (index, row) in chart.rows.iter().enumerate() {
        let line = row.line;
        *out += &format!(
            "<g{}><text class=\"n\" x=\"26\" y=\"{:.1}\">{}</text>",
            at(index, playing),
            line + 4.0,
            row.number
        );
        if let (Some((passed, total)), Some(x)) = (row.time, chart.ruler) {
            *out += &format!(
                "<path class=\"q\" d=\"M{x:.1} {line:.1}H{:.1}\"/><path class=\"r\" d=\"M{:.1} {line:.1}h8\"/>\
                 <text class=\"e\" x=\"{:.1}\" y=\"{:.1}\">{total}</text><text class=\"i\" x=\"{:.1}\" y=\"{:.1}\">+{passed}</text>",
                chart.width,
                x - 4.0,
                x - 7.0,
                line + 4.0,
                x + 8.0,
                line - 4.0
            );
        }
        if let Some(it) = row.actor.and_then(|it| chart.lifelines.get(it)) {
            *out += &format!(
                "<circle class=\"d\" cx=\"{:.1}\" cy=\"{line:.1}\" r=\"4.5\"/>",
                it.x
            );
        }
        *out += "</g>\n";
    }
}

/// An event from its sender to where it is taken.
fn arrow(out: &mut String, it: &Arrow, playing: bool) {
    let class = match (it.fate, it.aside) {
        (Fate::Lost | Fate::Forgotten(_), _) => "z",
        (Fate::Waits, false) => "b",
        (Fate::Waits, true) => "b g",
        (_, true) => "g",
        (_, false) => "",
    };
    let (x, y, wide) = it.chip;
    *out += &format!(
        "<g class=\"{class}\"{}><title>{}</title><path class=\"s\" d=\"{}\"/>",
        at(it.sent, playing),
        escape(&it.sentence),
        it.shaft
    );
    let ended = match it.fate {
        Fate::Taken(step)
        | Fate::Discarded(step)
        | Fate::Deferred(step)
        | Fate::Forgotten(step) => at(step, playing),
        Fate::Waits | Fate::Lost => String::new(),
    };
    *out += &format!(
        "<path class=\"w\" d=\"{}\"/><g{ended}><path class=\"s\" d=\"{}\"/>",
        it.wait, it.end
    );
    if let Some((x, y, right)) = it.point {
        let back = if right { x - 8.0 } else { x + 8.0 };
        *out += &match it.fate {
            Fate::Discarded(_) => format!(
                "<path class=\"x\" d=\"M{:.1} {:.1}l9 9m0 -9l-9 9\"/>",
                (x + back) / 2.0 - 4.5,
                y - 4.5
            ),
            _ => format!(
                "<path class=\"a\" d=\"M{x:.1} {y:.1}L{back:.1} {:.1}V{:.1}z\"/>",
                y - 4.0,
                y + 4.0
            ),
        };
    }
    *out += &format!(
        "</g><rect class=\"c\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{CHIP}\" rx=\"9\"/>\
         <text x=\"{:.1}\" y=\"{:.1}\">{}</text></g>\n",
        x + wide / 2.0,
        y + 13.0,
        escape(&it.text)
    );
}
