//! Who is examined.

use crate::encode::paper::{Repairs, Style};

/// An engine or an encoding whose answers are compared with the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The first paper's formulas, with what is mended.
    PaperGsc(Style),
    /// The second paper's formulas, with what is mended.
    PaperMscp(Style),
    /// Bounded model checking on the delivery encoding, refutations checked.
    Delivery,
    /// Explicit search.
    Explicit,
    /// All engines together, as checks are answered.
    Portfolio,
}

impl Subject {
    /// All names, the default one first.
    pub const NAMES: [&str; 5] = [
        "delivery",
        "explicit",
        "portfolio",
        "paper-gsc",
        "paper-mscp",
    ];

    /// The subject of a name; repairs matter to the papers only.
    #[must_use]
    pub fn named(name: &str, repairs: Repairs) -> Option<Self> {
        let style = Style::with(repairs);
        Some(match name {
            "delivery" => Self::Delivery,
            "explicit" => Self::Explicit,
            "portfolio" => Self::Portfolio,
            "paper-gsc" => Self::PaperGsc(style),
            "paper-mscp" => Self::PaperMscp(style),
            _ => return None,
        })
    }

    /// The name in options and reports.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::PaperGsc(_) => "paper-gsc",
            Self::PaperMscp(_) => "paper-mscp",
            Self::Delivery => "delivery",
            Self::Explicit => "explicit",
            Self::Portfolio => "portfolio",
        }
    }

    /// How the formulas are written, for the papers.
    #[must_use]
    pub fn style(&self) -> Option<&Style> {
        match self {
            Self::PaperGsc(style) | Self::PaperMscp(style) => Some(style),
            Self::Delivery | Self::Explicit | Self::Portfolio => None,
        }
    }
}
