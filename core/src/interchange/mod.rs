//! How models and runs travel: links, and other tools' formats.
//!
//! A model's names may be any text. Every format has an escape of its own, and each writer sends
//! every name through it: a name is never markup, a command or the end of a line.

mod animation;
mod by_hand;
mod calls;
mod charts;
mod events;
mod graphviz;
mod html;
pub mod import;
mod json;
pub mod layout;
mod mermaid;
mod names;
mod objects;
mod plantuml;
pub mod share;
mod story;
mod svg;
mod system;

use std::sync::Arc;

use crate::diagram::chart::{Chart, chart};
use crate::view::{Analysis, CheckView, Outcome, RunRequest, Structure};

use calls::Called;

pub use charts::DrawnObject;
pub use graphviz::graphviz;
pub use names::Names;
pub use objects::{ObjectScene, events_of_objects, export_of_objects};

/// A format for a run, or for a scenario that no run has played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// A Mermaid `sequenceDiagram`.
    Mermaid,
    /// A PlantUML sequence diagram.
    PlantUml,
    /// The keys of the command line's `--json` that tell the answer and its run.
    Json,
    /// The sequence diagram as the page draws it.
    Svg,
    /// The same, playing the run over and over.
    AnimatedSvg,
    /// A page of its own that plays the run and asks nobody for anything.
    Html,
}

impl Format {
    /// Every format, the short texts first.
    pub const ALL: [Self; 6] = [
        Self::Mermaid,
        Self::PlantUml,
        Self::Json,
        Self::Svg,
        Self::AnimatedSvg,
        Self::Html,
    ];

    /// The name on the command line.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Mermaid => "mermaid",
            Self::PlantUml => "plantuml",
            Self::Json => "json",
            Self::Svg => "svg",
            Self::AnimatedSvg => "animated-svg",
            Self::Html => "html",
        }
    }

    /// The usual ending of a file's name, without the dot.
    #[must_use]
    pub fn ending(self) -> &'static str {
        match self {
            Self::Mermaid => "mmd",
            Self::PlantUml => "puml",
            Self::AnimatedSvg => "animated.svg",
            _ => self.name(),
        }
    }

    /// The media type.
    #[must_use]
    pub fn media_type(self) -> &'static str {
        match self {
            Self::Mermaid | Self::PlantUml => "text/plain",
            Self::Json => "application/json",
            Self::Svg | Self::AnimatedSvg => "image/svg+xml",
            Self::Html => "text/html",
        }
    }
}

/// The chart of a check, if there is anything on it.
fn drawn(analysis: &Arc<Analysis>, check: &CheckView, outcome: Option<&Outcome>) -> Option<Chart> {
    let chart = chart(analysis, check, outcome);
    let empty = chart.rows.is_empty() && chart.band_at(0).is_none();
    (!empty).then_some(chart)
}

/// What is on the page for one check, in another format; `None` where there is neither a run nor a
/// scenario, and for statecharts, which [`export_of_objects`] writes. O(length of the result), but for the loops of [`crate::diagram::table::rows`].
/// A run by hand is no answer: how it was made, where it is one, stands in its JSON.
#[must_use]
pub fn export(
    format: Format,
    analysis: &Arc<Analysis>,
    check: &CheckView,
    outcome: Option<&Outcome>,
    by_hand: Option<&RunRequest>,
) -> Option<String> {
    let system = match &analysis.structure {
        Structure::Transitions(system) => Some(&**system),
        Structure::Generic(it) => Some(&it.system),
        Structure::Machines | Structure::Statecharts(_) => None,
    };
    if let Some(system) = system {
        let outcome = outcome.filter(|it| it.length() > 0)?;
        let run = &outcome.system.as_ref()?.run;
        let called = match &analysis.structure {
            Structure::Generic(it) => Called::of(it, check, outcome),
            _ => None,
        };
        return Some(match (format, called) {
            (Format::Json, _) => system::json(analysis, check, outcome, by_hand)?,
            (Format::Svg, Some(called)) => called.svg(false),
            (Format::Svg, None) => system::svg(system, check, run),
            (Format::Html, called) => system::html(system, check, outcome, called),
            (Format::Mermaid, Some(called)) => called.mermaid(),
            (Format::PlantUml, Some(called)) => called.plantuml(),
            // Sequence diagrams have no variables.
            (Format::Mermaid | Format::PlantUml | Format::AnimatedSvg, _) => return None,
        });
    }
    if let Structure::Statecharts(_) = &analysis.structure {
        return None;
    }
    let chart = drawn(analysis, check, outcome)?;
    Some(match format {
        Format::Mermaid => mermaid::write(&chart, story::story(&chart)),
        Format::PlantUml => plantuml::write(&chart, story::story(&chart)),
        Format::Json => json::write(analysis, check, &chart, outcome, by_hand),
        Format::Svg => svg::write(&chart),
        Format::AnimatedSvg => animation::write(&chart, outcome, &[], &[]),
        Format::Html => html::write(analysis, check, &chart, outcome),
    })
}

/// The values of a run over time, as an SVG, of models that have no picture of their own or another one; `None` where there is no run, and
/// of machines and statecharts.
#[must_use]
pub fn values(analysis: &Analysis, check: &CheckView, outcome: Option<&Outcome>) -> Option<String> {
    let system = match &analysis.structure {
        Structure::Transitions(system) => system,
        Structure::Generic(it) => &it.system,
        Structure::Machines | Structure::Statecharts(_) => return None,
    };
    let run = &outcome?.system.as_ref()?.run;
    (!run.is_empty()).then(|| system::svg(system, check, run))
}

/// A file's name for what a check shows.
#[must_use]
pub fn file_name(check: &CheckView, format: Format) -> String {
    format!("{}.{}", file_stem(check), format.ending())
}

/// The title of a check in letters that every file system takes, for files about it.
#[must_use]
pub fn file_stem(check: &CheckView) -> String {
    let mut name = String::new();
    for letter in check.title.chars().take(60) {
        let plain = letter.is_ascii_alphanumeric();
        if plain || !(name.is_empty() || name.ends_with('-')) {
            name.push(if plain { letter } else { '-' });
        }
    }
    match name.trim_end_matches('-') {
        "" => "run".to_owned(),
        stem => stem.to_owned(),
    }
}

#[cfg(test)]
mod tests;
