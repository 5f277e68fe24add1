//! The sequence diagram as a picture that plays its run over and over, without any script.
//!
//! CSS animations change what is seen, one keyframe per step, so the picture also plays where only
//! images are allowed. Whoever asks their system for less motion sees the last step, and so does a
//! program that knows no animations.

use std::collections::BTreeSet;

use super::svg;
use crate::diagram::chart::Chart;
use crate::diagram::sequence;
use crate::view::Outcome;

/// Seconds that a step stays: long enough to follow the arrow.
const STEP: f64 = 1.2;
/// How many steps longer the last one stays.
const REST: usize = 2;

/// The picture; without a run it does not move. Steps are called by these names, where there are any, else by their numbers.
/// Where it stands beside other pictures, `spans` are the steps from which and until which something is seen on those.
pub(super) fn write(
    chart: &Chart,
    outcome: Option<&Outcome>,
    names: &[String],
    spans: &[(usize, usize)],
) -> String {
    let steps = outcome.map_or(0, |outcome| outcome.trace.len());
    if steps == 0 {
        return svg::write(chart);
    }
    let last = steps - 1;
    let drawn = svg::draw(chart, true);
    let (head, body) = drawn.split_once("</style>").unwrap_or((&drawn, ""));
    let (body, end) = body.rsplit_once("</svg>").unwrap_or((body, ""));
    let mut out = format!("{head}{}</style>{body}", style(chart, steps, spans));
    let right = sequence::scene(chart, svg::WIDTH).width - 12.0;
    let called = |step: usize| names.get(step).cloned().unwrap_or_else(|| step.to_string());
    // What follows a step does not count: `8.2` is the end of a run of 8 steps.
    let whole = called(last);
    let whole = whole.split('.').next().unwrap_or_default();
    for at in 0..steps {
        let until = if at < last {
            format!(" data-until=\"{at}\"")
        } else {
            String::new()
        };
        out += &format!(
            "<text class=\"n\" data-from=\"{at}\"{until} x=\"{right:.1}\" y=\"22\">step {} of {whole}</text>\n",
            called(at)
        );
    }
    out + "</svg>" + end
}

/// The rules for every element that a step changes; [`svg::draw`] has noted the steps on them.
fn style(chart: &Chart, steps: usize, more: &[(usize, usize)]) -> String {
    let percent = |step: usize| 100.0 * step as f64 / (steps + REST - 1) as f64;
    let seconds = STEP * (steps + REST - 1) as f64;
    let mut out = String::from(
        "[data-until]{visibility:hidden}[data-at]{color:#1a1e26}[data-at] .s{stroke:currentColor}\
         [data-at] .a,[data-at] .l2,[data-at] .n{fill:currentColor}\
         @media(prefers-reduced-motion:no-preference){[data-at],[data-from],#cursor{",
    );
    out += &format!("animation:none {seconds:.1}s step-end infinite}}");
    out += "#cursor{animation-name:c}@keyframes c{";
    let scene = sequence::scene(chart, svg::WIDTH);
    for step in 0..steps {
        let y = scene.cursor(chart, step).unwrap_or_default();
        out += &format!("{:.3}%{{transform:translateY({y:.1}px)}}", percent(step));
    }
    out.push('}');
    // Inserted one by one: collecting sorts, and brings a sort of its own into the program.
    let mut messages = BTreeSet::new();
    for row in &chart.rows {
        messages.extend(row.step);
    }
    for step in messages {
        out += &format!(
            "[data-at=\"{step}\"]{{animation-name:m{step}}}@keyframes m{step}{{0%{{opacity:.35}}\
             {:.3}%{{opacity:1;color:#2c5ccc}}{:.3}%{{opacity:1;color:#1a1e26}}}}",
            percent(step),
            percent(step + 1),
        );
    }
    for from in 0..steps {
        out += &format!("[data-from=\"{from}\"]{{animation-name:p{from}}}");
        out += &seen(&format!("p{from}"), percent(from), None);
    }
    let mut spans = spans(chart, steps);
    spans.extend(more);
    for (from, until) in spans {
        out += &format!(
            "[data-from=\"{from}\"][data-until=\"{until}\"]{{animation-name:p{from}-{until}}}"
        );
        let gone = Some(percent(until + 1));
        out += &seen(&format!("p{from}-{until}"), percent(from), gone);
    }
    out.push('}');
    out
}

/// Keyframes of what is seen from one moment on, and perhaps until another.
fn seen(name: &str, from: f64, gone: Option<f64>) -> String {
    let mut out = format!("@keyframes {name}{{");
    if from > 0.0 {
        out += "0%{visibility:hidden}";
    }
    out += &format!("{from:.3}%{{visibility:visible}}");
    match gone {
        Some(gone) => out += &format!("{gone:.3}%{{visibility:hidden}}}}"),
        None => out += "100%{visibility:visible}}",
    }
    out
}

/// From which step until which something may be seen that is gone afterwards: a place along a
/// lifeline, and the number of the step.
fn spans(chart: &Chart, steps: usize) -> BTreeSet<(usize, usize)> {
    let mut spans = BTreeSet::new();
    spans.extend((0..steps - 1).map(|at| (at, at)));
    for (index, band) in chart.bands.iter().enumerate() {
        for lifeline in 0..chart.lifelines.len() {
            let mut from = band.steps.start;
            for step in band.steps.clone().skip(1) {
                if chart.place(index, lifeline, step) != chart.place(index, lifeline, from) {
                    spans.insert((from, step - 1));
                    from = step;
                }
            }
        }
    }
    spans
}
