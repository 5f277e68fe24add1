//! What the page can be asked to do by something that may be gone when it is done: a notice, a menu
//! that closes as it is used, a part that arrives late.
//!
//! Such a thing names what is to be done; it does not do it. An [`Action`] is plain data: it owns what
//! it needs and refers to no signal, callback or component, which its derived traits see to. The page
//! performs it ([`Page::perform`]) and outlives whoever asked.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::interchange::Format;
use lockstep_core::interchange::import::Imported;

use super::Page;
use super::hand_run::HandRun;
use super::run::RowId;
use super::written_file::WrittenFile;
use lockstep_core::address::Place;

/// Something to do.
#[derive(Clone, Debug, PartialEq)]
pub enum Action {
    /// Takes an applied repair back: this was the text.
    Undo(Arc<str>),
    /// Takes up a run by hand, steps of which were removed.
    TakeUp(HandRun),
    /// Opens this text again, which something else has replaced.
    BringBack(Arc<str>),
    /// Opens the text of another tab in the place of the own one, which is kept.
    OpenOther(Arc<str>),
    /// Opens the example at this position of the gallery.
    OpenExample(usize),
    /// Opens the template at this position.
    OpenTemplate(usize),
    /// Opens this text, which is nobody's own: an example of the help.
    OpenSample(Arc<str>),
    /// Opens the help on the language.
    Help,
    /// Goes to a place among the lessons.
    Learn(Place),
    /// Leaves the lessons.
    LeaveLessons,
    /// Opens a dialog, whose part may have to be fetched.
    Open(Dialog),
    /// Copies the link to what is on the page.
    CopyLink,
    /// Writes what is on the stage as a text and copies it.
    Copy(Export),
    /// Writes what is on the stage into a file.
    Save(Export),
    /// Saves a file of clauses or a proof that has been written.
    SaveFormula(Arc<WrittenFile>),
    /// Chooses which engine answers, as in the settings; all checks are asked anew.
    UseEngine(String),
    /// Asks whether two readings of the text are the same, by their words, and shows where they part.
    CompareReadings([&'static str; 2]),
    /// Brings the text in, which is a diagram of another tool.
    BringIn,
    /// Fetches the part of the program that reads another kind of model, and reads the text again.
    FetchKind(String),
    /// Goes over to the newer version of the page.
    Renew,
    /// Loads the page anew.
    Reload,
}

/// A dialog: one at a time is open, over everything else.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// The palette of commands.
    Commands,
    /// The settings.
    Settings,
    /// The list of keys, and what Lockstep is.
    Keys,
    /// Formats to copy and to save.
    Export,
    /// The formulas of the check of a row: the papers' where this is true.
    Formulas(RowId, bool),
    /// A text that the browser did not allow to be copied.
    CopyByHand(Arc<str>),
    /// What was left out of a diagram of another tool, which was this text.
    Imported(Arc<Imported>, Arc<str>),
}

/// What is on the stage, in a format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Export {
    /// The format's name in sentences.
    pub name: &'static str,
    /// The format.
    pub format: Format,
    /// Whether it becomes a picture made of points.
    pub png: bool,
    /// What of it.
    pub of: Taken,
}

/// What is taken along of the stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Taken {
    /// The answer: its run, or its scenario.
    Answer,
    /// Of statecharts the chart of events.
    Events,
    /// Of class models the values over time, beside the calls.
    Values,
    /// All runs, as a graph for GraphViz whatever the format says.
    AllRuns,
    /// What the browser copies from the page.
    Drawn(Drawn),
}

/// What the page draws besides answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawn {
    /// The cards of machines.
    Machines,
    /// The cards of objects.
    Objects,
    /// The control flow of a transition system.
    ControlFlow,
    /// Class and object diagram.
    Diagrams,
    /// All runs.
    AllRuns,
    /// The state space.
    States,
}

/// How actions are performed: a plain function, so that it holds on to nothing.
pub type Performer = fn(Page, Action);

impl Action {
    /// The word on its button, where a notice offers it.
    #[must_use]
    pub fn label(&self) -> &'static str {
        match self {
            Self::Undo(_) | Self::TakeUp(_) => "Undo",
            Self::BringBack(_) => "Bring it back",
            Self::OpenOther(_) => "Open the other text",
            Self::Renew | Self::Reload => "Reload",
            Self::CopyLink => "Copy a link",
            Self::UseEngine(_) => "Ask all engines",
            Self::BringIn => "Bring it in",
            Self::Learn(_) => "All lessons",
            Self::LeaveLessons => "Leave the lesson",
            Self::OpenExample(_)
            | Self::OpenTemplate(_)
            | Self::FetchKind(_)
            | Self::OpenSample(_)
            | Self::Help
            | Self::Open(_)
            | Self::Copy(_)
            | Self::Save(_)
            | Self::SaveFormula(_)
            | Self::CompareReadings(_) => "Try again",
        }
    }

    /// The text that it would put into the editor, if that is what it does.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Undo(text) | Self::BringBack(text) | Self::OpenOther(text) => Some(text),
            _ => None,
        }
    }
}

impl Page {
    /// Does what was asked for, as the page: tasks and signals that this begins belong to it, and live
    /// as long, whoever asked.
    pub fn perform(&self, action: Action) {
        let page = *self;
        let perform = self.performer;
        // Without an owner the page itself is gone.
        if let Some(owner) = self.owner.with_value(WeakOwner::upgrade) {
            owner.with(|| perform(page, action));
        }
    }

    /// Closes a dialog; another one that has been opened meanwhile stays.
    pub fn close(&self, dialog: &Dialog) {
        if self
            .dialog
            .with_untracked(|open| open.as_ref() == Some(dialog))
        {
            self.dialog.set(None);
        }
    }
}
