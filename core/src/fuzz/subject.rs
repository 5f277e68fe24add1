//! Who is examined.

use super::Difference;
use crate::encode::paper::{Repairs, Style};
use crate::sat::{self, Backend};

/// An engine or an encoding whose answers are compared with the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The first paper's formulas, with what is mended.
    PaperGsc(Style),
    /// The second paper's formulas, with what is mended.
    PaperMscp(Style),
    /// Bounded model checking on the delivery encoding by the solver with this place in
    /// [`sat::ALL`], refutations checked.
    Delivery(usize),
    /// Explicit search.
    Explicit,
    /// All engines together, as checks are answered.
    Portfolio,
    /// The edits that are proposed where a scenario fails.
    Repairs,
}

impl Subject {
    /// All names, the default one first.
    pub const NAMES: [&str; 6] = [
        "delivery",
        "explicit",
        "portfolio",
        "repairs",
        "paper-gsc",
        "paper-mscp",
    ];

    /// Everybody of whom agreement is demanded: our engines with each solver, repairs, and the
    /// papers' formulas with everything mended, whose yes must be right ([`Self::owes`]).
    #[must_use]
    pub fn everybody() -> Vec<Self> {
        let mended = Style::with(Repairs::ALL);
        let mut all: Vec<_> = (0..sat::ALL.len()).map(Self::Delivery).collect();
        all.extend([Self::Explicit, Self::Portfolio, Self::Repairs]);
        all.extend([Self::PaperGsc(mended), Self::PaperMscp(mended)]);
        all
    }

    /// The subject of a name; repairs matter to the papers only. `delivery-NAME` asks the solver of
    /// that name.
    #[must_use]
    pub fn named(name: &str, repairs: Repairs) -> Option<Self> {
        let style = Style::with(repairs);
        Some(match name {
            "delivery" => Self::Delivery(0),
            "explicit" => Self::Explicit,
            "portfolio" => Self::Portfolio,
            "repairs" => Self::Repairs,
            "paper-gsc" => Self::PaperGsc(style),
            "paper-mscp" => Self::PaperMscp(style),
            _ => {
                let solver = name.strip_prefix("delivery-")?;
                Self::Delivery(sat::ALL.iter().position(|it| it.name == solver)?)
            }
        })
    }

    /// The name in options and reports.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::PaperGsc(_) => "paper-gsc".into(),
            Self::PaperMscp(_) => "paper-mscp".into(),
            Self::Delivery(0) => "delivery".into(),
            Self::Delivery(_) => format!("delivery-{}", self.solver().name),
            Self::Explicit => "explicit".into(),
            Self::Portfolio => "portfolio".into(),
            Self::Repairs => "repairs".into(),
        }
    }

    /// How the formulas are written, for the papers.
    #[must_use]
    pub fn style(&self) -> Option<&Style> {
        match self {
            Self::PaperGsc(style) | Self::PaperMscp(style) => Some(style),
            _ => None,
        }
    }

    /// The solver that it asks.
    #[must_use]
    pub fn solver(&self) -> Backend {
        match self {
            Self::Delivery(solver) => sat::ALL[*solver],
            _ => sat::ALL[0],
        }
    }

    /// Whether a difference speaks against the subject where everybody is examined. Mended formulas
    /// of the papers may miss runs, which their counting of steps rules out; nothing else is
    /// forgiven.
    #[must_use]
    pub fn owes(&self, difference: Difference) -> bool {
        let missed = matches!(difference, Difference::WrongNo | Difference::Measure);
        self.style().is_none() || !missed
    }
}
