//! The run of a transition system, or of statecharts, in other formats: as JSON, as a picture over time, as a page that plays it.

use super::by_hand;
use super::calls::Called;
use super::html::{BAR, SCRIPT, head};
use super::json::{lines, list, object, optional, plain, text as quoted};
use super::svg::{TITLE, escape, opened};
use crate::diagram::text;
use crate::diagram::timeline::{OWN_SIZE, moments, timeline};
use crate::language::Answer;
use crate::view::{
    Analysis, CheckView, Folding, Outcome, RunRequest, SystemStepView, SystemView, step_numbers,
};

const STYLE: &str = "\
svg{font:11.5px \"Plex Sans\",\"IBM Plex Sans\",system-ui,\"Segoe UI\",Roboto,Arial,sans-serif}\
text{fill:#1a1e26;text-anchor:middle}.bg{fill:#fff}.t{font-size:14px;font-weight:600;text-anchor:start}\
.n{text-anchor:end;font-size:13px}.s{fill:#545d6d}.g{stroke:#e2e5eb;fill:none}.l{fill:none}\
.v,.l{stroke:#858e9d;stroke-width:1.25}.v{fill:#fff}.lt{fill:#545d6d}.now{fill:#edf2fd}";

/// One object: what was asked, what the answer is, and its run.
pub(super) fn json(
    analysis: &Analysis,
    check: &CheckView,
    outcome: &Outcome,
    by_hand: Option<&RunRequest>,
) -> Option<String> {
    let system = analysis.structure.system()?;
    let evidence = outcome.system.as_ref();
    let run = evidence.map_or(&[][..], |it| &it.run);
    let reads = run.iter().any(|it| !it.inputs.is_empty());
    let tells_events = run.iter().any(|it| it.counts.is_some());
    let steps = run.iter().zip(step_numbers(run)).map(|(step, number)| {
        let fired = step
            .fired
            .iter()
            .filter_map(|&it| system.operations.get(it));
        let fired = fired.filter(|it| !it.text.is_empty());
        let fired: Vec<_> = fired.map(|it| quoted(&it.text)).collect();
        let names = system.variables.iter().map(|it| it.name.as_str());
        let state: Vec<_> = names.zip(step.state.iter().map(|it| quoted(it))).collect();
        let changed = step
            .changed
            .iter()
            .filter_map(|&it| system.variables.get(it));
        let changed: Vec<_> = changed.map(|it| quoted(&it.name)).collect();
        let mut keys = vec![
            ("step", quoted(&number)),
            ("relation", optional(step.turn.of_step())),
            ("fired", list(&fired)),
            ("state", object(&state)),
            ("changed", list(&changed)),
        ];
        if tells_events {
            let events: Vec<_> = step
                .events
                .iter()
                .map(|it| quoted(&it.to_string()))
                .collect();
            keys.push(("events", list(&events)));
        }
        if reads {
            let inputs: Vec<_> = step
                .inputs
                .iter()
                .map(|it| quoted(&it.to_string()))
                .collect();
            keys.push(("inputs", list(&inputs)));
        }
        object(&keys)
    });
    let steps: Vec<_> = steps.collect();
    let mut keys = vec![("check", quoted(&check.title))];
    match by_hand {
        Some(run) => keys.extend(by_hand::keys(&analysis.structure, outcome, run)),
        None => keys.extend([
            ("answer", quoted(outcome.answer().word())),
            (
                "expected",
                optional(outcome.expected_answer().map(Answer::word)),
            ),
            ("depth", plain(outcome.depth())),
        ]),
    }
    keys.extend([
        ("sentence", quoted(&outcome.sentence)),
        ("trace", format!("[\n    {}\n  ]", steps.join(",\n    "))),
    ]);
    Some(lines(&keys))
}

/// The values over time.
pub(super) fn svg(system: &SystemView, check: &CheckView, run: &[SystemStepView]) -> String {
    draw(system, &check.title, run, false)
}

/// The picture; with `playing`, every step has a mark that is seen at this step only.
fn draw(system: &SystemView, title: &str, run: &[SystemStepView], playing: bool) -> String {
    let (system, run) = Folding::of_run(system, run);
    let placed = timeline(&system, &run, &moments(&run, false), OWN_SIZE);
    let frame = placed.frame;
    let (left, above) = frame.beside();
    let (width, height) = (left + frame.width + 8.0, TITLE + above + frame.height + 4.0);
    let mut out = opened(STYLE, &format!("run  {title}"), (width, height));
    out += &format!(
        "<g transform=\"translate({left:.0} {:.0})\">\n",
        TITLE + above
    );
    for (index, column) in placed.columns.iter().enumerate() {
        if playing {
            let rect = frame.stretch((column.start, column.end()));
            out += &format!(
                "<rect class=\"now\" data-from=\"{index}\" data-until=\"{index}\" x=\"{:.1}\" y=\"{:.0}\" \
                 width=\"{:.1}\" height=\"{:.0}\"/>",
                rect.x,
                -above,
                rect.width,
                rect.height + above
            );
        }
        out += &format!(
            "<text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            column.number.x,
            column.number.y + 4.0,
            column.moment.name
        );
        if let Some((turn, at)) = &column.turn {
            let (x, y) = (at.x, at.y + 4.0);
            out += &format!(
                "<text class=\"s\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>",
                escape(turn)
            );
        }
        out += &format!("<path class=\"g\" d=\"{}\"/>\n", column.line);
    }
    for track in &placed.tracks {
        let (name, at) = &track.shown;
        out += &format!(
            "<text class=\"n\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            at.x,
            at.y + 4.5,
            escape(name)
        );
        for segment in &track.segments {
            let class = if segment.is_bar { "v" } else { "l" };
            let (words, at) = &segment.text;
            out += &format!(
                "<path class=\"{class}\" d=\"{}\"><title>{}</title></path>\
                 <text class=\"{class}t\" x=\"{:.1}\" y=\"{:.1}\">{}</text>",
                segment.outline,
                escape(&segment.value),
                at.x,
                at.y + 4.0,
                escape(words)
            );
        }
        out.push('\n');
    }
    out + "</g></svg>\n"
}

/// A page of its own that plays the run, as calls where its steps are such.
pub(super) fn html(
    system: &SystemView,
    check: &CheckView,
    outcome: &Outcome,
    called: Option<Called<'_>>,
) -> String {
    let run = outcome.system.as_ref().map_or(&[][..], |it| &it.run);
    let values = draw(system, &check.title, run, true);
    let calls = called.map_or_else(String::new, |it| it.svg(true));
    let pictures = [("Calls", &*calls), ("Values over time", &*values)];
    page(system, check, outcome, &pictures, &|_| 0.0)
}

/// A page with pictures that play, those that are there, and all steps; the height at which the cursor stands at a step.
pub(super) fn page(
    system: &SystemView,
    check: &CheckView,
    outcome: &Outcome,
    pictures: &[(&str, &str)],
    height: &dyn Fn(usize) -> f64,
) -> String {
    let run = outcome.system.as_ref().map_or(&[][..], |it| &it.run);
    let (system, run) = Folding::of_run(system, run);
    let mut out = head(check, Some(outcome)) + BAR;
    for (name, picture) in pictures.iter().filter(|it| !it.1.is_empty()) {
        out += &format!(
            "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"{name}\">{picture}</div>\n"
        );
    }
    out += "<div class=\"box\" tabindex=\"0\" role=\"region\" aria-label=\"Steps\"><table><thead><tr>\
            <th>Step</th><th>What happens</th>";
    for variable in &system.variables {
        out += &format!("<th>{}</th>", escape(&variable.name));
    }
    out += "</tr></thead><tbody>\n";
    for (index, (number, step)) in step_numbers(&run).iter().zip(&*run).enumerate() {
        let words = escape(&text::plain(&step.sentence));
        let y = height(index);
        out += &format!(
            "<tr data-y=\"{y:.1}\" data-say=\"{words}\"><td>{number}</td><td>{words}</td>"
        );
        for (number, value) in step.state.iter().enumerate() {
            let class = if step.changed.contains(&number) {
                " class=\"c\""
            } else {
                ""
            };
            out += &format!("<td{class}>{}</td>", escape(value));
        }
        out += "</tr>\n";
    }
    out + &format!("</tbody></table></div></main>\n<script>{SCRIPT}</script></body></html>\n")
}
