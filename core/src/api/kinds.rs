//! The kinds of model that requests can be about, as a list of values.
//!
//! Machines are always there. What reads another kind is brought by a part of the program that is fetched
//! when a text needs it: whoever reads texts keeps a [`Kinds`], asks it, and where the answer names a part
//! ([`Analysis::needs`]) fetches that, brings it in and asks again.

use super::analysis::machines_of;
use super::check::check;
use super::classes::{CLASS_RUNS, CLASS_VALUES, CLASSES};
use super::editing;
use super::kind::{Exploring, KindValues, ModelKind};
#[cfg(feature = "toy-kinds")]
use super::petri::{PETRI, PETRI_RUNS, PETRI_VALUES};
use super::printed::{
    Printing, Scripting, printed, printed_charts, printed_classes, script_of_classes,
};
use super::read_text::ReadText;
use super::repair::repair;
use super::request::{Host, Refusal};
use super::simulate::SimulatedKind;
use super::statecharts::{self, Statecharts, compare_readings};
use super::systems::{self, TransitionSystems};
use crate::language::{Languages, Reading, statechart, transitions};
use crate::view::{
    Analysis, ComparedReadings, CompletionsView, Options, Outcome, RepairOptions, Repairs,
    StructureKind,
};

/// Transition systems.
pub static TRANSITIONS: ModelKind = ModelKind {
    language: &transitions::LANGUAGE,
    analyse: systems::analysis_of,
};

/// Statecharts.
pub static STATECHARTS: ModelKind = ModelKind {
    language: &statechart::LANGUAGE,
    analyse: statecharts::analysis_of,
};

/// The values of transition systems.
pub const TRANSITION_VALUES: KindValues = KindValues {
    explore: Some(Exploring::new(&TransitionSystems)),
    prove: Some(&TransitionSystems),
    ..KindValues::new(&TransitionSystems)
};

/// The values of statecharts.
pub const STATECHART_VALUES: KindValues = KindValues {
    explore: Some(Exploring::new(&Statecharts)),
    prove: Some(&Statecharts),
    ..KindValues::new(&Statecharts)
};

/// Everything there is of a kind that a part of the program brings.
struct WholeKind {
    /// What reads it.
    kind: &'static ModelKind,
    /// What verbs ask of it.
    values: KindValues,
    /// What runs it.
    runs: SimulatedKind,
    /// What asks the formulas that a paper prints of it.
    printed: Option<Printing>,
    /// What writes its formulas for other tools.
    scripts: Option<Scripting>,
}

/// Every such kind, for callers that have the whole program. The page has a list of its own, by parts.
const WHOLE: &[WholeKind] = &[
    WholeKind {
        kind: &TRANSITIONS,
        values: TRANSITION_VALUES,
        runs: SimulatedKind::TRANSITIONS,
        printed: None,
        scripts: None,
    },
    WholeKind {
        kind: &STATECHARTS,
        values: STATECHART_VALUES,
        runs: SimulatedKind::STATECHARTS,
        printed: Some(printed_charts),
        scripts: None,
    },
    WholeKind {
        kind: &CLASSES,
        values: CLASS_VALUES,
        runs: CLASS_RUNS,
        printed: Some(printed_classes),
        scripts: Some(script_of_classes),
    },
    #[cfg(feature = "toy-kinds")]
    WholeKind {
        kind: &PETRI,
        values: PETRI_VALUES,
        runs: PETRI_RUNS,
        printed: None,
        scripts: None,
    },
];

fn whole(kind: StructureKind) -> Option<&'static WholeKind> {
    let name = kind.title().name;
    let mut all = WHOLE.iter();
    all.find(|it| it.kind.language.title.name == name)
}

/// Everything that there is of a kind; `None` of machines, which are answered by engines of their own.
#[must_use]
pub fn values_of(kind: StructureKind) -> Option<KindValues> {
    whole(kind).map(|it| it.values)
}

/// What runs models of a kind.
#[must_use]
pub fn runs_of(kind: StructureKind) -> SimulatedKind {
    whole(kind).map_or(SimulatedKind::MACHINES, |it| it.runs)
}

/// What asks the formulas that a paper prints of a kind; `None` where no paper has such.
#[must_use]
pub fn printed_of(kind: StructureKind) -> Option<Printing> {
    match whole(kind) {
        None => Some(printed),
        Some(it) => it.printed,
    }
}

/// What writes formulas of a kind for other tools.
#[must_use]
pub fn scripts_of(kind: StructureKind) -> Option<Scripting> {
    whole(kind)?.scripts
}

/// Answers one check of a text whose kind is known, with everything there is.
///
/// # Errors
/// As [`super::check`].
pub fn check_of_kind(
    kind: StructureKind,
    text: &str,
    index: usize,
    options: &Options,
    host: &mut dyn Host,
) -> Result<Outcome, Refusal> {
    match values_of(kind) {
        None => check(text, index, options, host),
        Some(values) => values.check(text, index, options, host),
    }
}

/// Proposes edits of a text whose kind is known.
///
/// # Errors
/// As [`super::repair`].
pub fn repair_of_kind(
    kind: StructureKind,
    text: &str,
    index: usize,
    options: &RepairOptions,
    host: &mut dyn Host,
) -> Result<Repairs, Refusal> {
    match values_of(kind) {
        None => repair(text, index, options, host),
        Some(values) => values.repair(text, index, options, host),
    }
}

/// Compares two readings of a text whose kind is known, by their words: of the whole text once, or of each of its checks about runs,
/// with its number, where its kind has readings of a check.
///
/// # Errors
/// Refuses texts with errors, kinds without readings and words that are none.
pub fn compare_of_kind(
    kind: StructureKind,
    text: &str,
    (readings, checks): ([&str; 2], usize),
    options: &Options,
    host: &mut dyn Host,
) -> Result<Vec<(Option<usize>, ComparedReadings)>, Refusal> {
    let Some(values) = values_of(kind).filter(|_| kind.extras().compares.is_some()) else {
        let found = compare_readings(text, readings, None, options, host)?;
        return Ok(vec![(None, found)]);
    };
    let mut all = Vec::new();
    for index in 0..checks {
        let found = values.compared(text, index, readings, options, host)?;
        all.extend(found.map(|it| (Some(index), it)));
    }
    Ok(all)
}

/// Whether some kind of model has a reading of this word.
#[must_use]
pub fn is_reading(word: &str) -> bool {
    let mut all = WHOLE
        .iter()
        .flat_map(|it| it.kind.language.title.extras.readings);
    all.any(|it| *it == word)
}

/// The kinds of model whose code is there.
#[derive(Clone, Debug, Default)]
pub struct Kinds {
    languages: Languages,
    brought: Vec<&'static ModelKind>,
}

impl Kinds {
    /// All there are.
    #[must_use]
    pub fn whole() -> Self {
        let mut kinds = Self::default();
        WHOLE.iter().for_each(|it| kinds.bring(it.kind));
        kinds
    }

    /// Adds a kind of model; nothing changes where it is there already.
    pub fn bring(&mut self, kind: &'static ModelKind) {
        let name = kind.language.title.name;
        if !(self.brought.iter()).any(|it| it.language.title.name == name) {
            self.languages.bring(kind.language);
            self.brought.push(kind);
        }
    }

    /// Reads a text as [`super::analyse`] does, of any kind that is there. Linear in the text, but for
    /// logarithms.
    #[must_use]
    pub fn analyse(&self, text: &str) -> Analysis {
        self.analysis(text, &self.languages.read(text))
    }

    /// Reads a text as one of a kind, whatever its words say.
    #[must_use]
    pub fn analyse_as(&self, kind: StructureKind, text: &str) -> Analysis {
        let name = kind.title().name;
        let own = (self.brought.iter()).find(|it| it.language.title.name == name);
        match own {
            Some(kind) => (kind.analyse)(text, &Languages::only(kind.language).read(text)),
            None => self.analyse(text),
        }
    }

    /// Reads a text once for all that is asked about it. Linear in the text, but for logarithms.
    #[must_use]
    pub fn read(&self, text: &str) -> ReadText {
        ReadText::new(&self.languages, text)
    }

    /// Reads a text in the language of another one, whatever its words say: a text of checks alone does not tell its language.
    #[must_use]
    pub fn read_like(&self, text: &str, other: &ReadText) -> ReadText {
        match other.reading().language() {
            Some(language) => ReadText::new(&Languages::only(language), text),
            None => self.read(text),
        }
    }

    /// As [`Self::analyse`], of a text that these kinds have read.
    #[must_use]
    pub fn analysis_of(&self, read: &ReadText) -> Analysis {
        self.analysis(read.text(), read.reading())
    }

    fn analysis(&self, text: &str, reading: &Reading) -> Analysis {
        let title = reading.title.name;
        let kind = (self.brought.iter()).find(|it| it.language.title.name == title);
        match kind {
            Some(kind) => (kind.analyse)(text, reading),
            None => machines_of(text, reading),
        }
    }

    /// As [`super::complete`].
    #[must_use]
    pub fn complete(&self, text: &str, offset: u32) -> CompletionsView {
        editing::complete_with(&self.languages, text, offset)
    }
}
