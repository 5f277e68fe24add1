//! The border of the core: requests and answers as plain data, ready to cross to a worker.
//!
//! [`analyse`] is cheap (linear in the text) and meant to run while somebody types; [`check`] may
//! take long and belongs into a worker. Both take the text itself: the shells hold no core types.

mod analysis;
mod another;
mod asked;
mod blame;
mod by_hand;
mod check;
mod chosen;
mod clause;
mod encoded;
mod formula;
mod gate;
mod kept;
mod matrix;
mod means;
mod outcome;
mod printed;
mod repair;
mod sentence;
mod soon;
mod space;
mod steps;
mod told;
mod views;

pub use analysis::analyse;
pub use another::{AnotherView, another};
pub use asked::{asked, asked_line, implicit_lines, unbounded_line};
pub use blame::{BlameView, BlamedView, WaitEdgeView, WaitGraphView};
pub use by_hand::{ByHand, MOST_CHOICES, Stuck};
pub use check::{Clockless, Host, Progress, Refusal, check};
pub use encoded::{ConjunctView, EncodedView, encoded, encoded_file};
pub use formula::{FormulaFile, formula};
pub use matrix::{
    ChoiceView, CoversView, MatrixGroupView, MatrixOptions, MatrixRowView, MatrixView, matrix,
};
pub use means::Means;
pub use printed::{
    BothView, ClaimView, FlawView, PrintedView, RejectedView, both, every_repair, printed,
    printed_formula,
};
pub use repair::{LineView, PatchView, RepairOptions, RepairView, Repairs, repair, with_patches};
pub use soon::{Soon, SoonLifelineView, SoonTransitionView, SoonView, how_soon};
pub use space::{EndView, MOST_DRAWN, SpaceEdgeView, SpaceStateView, SpaceView};
pub use views::*;

/// For the sentences that the shells write themselves.
pub use crate::text::{capitalised, grouped};
