//! The state of the page: few values, each with one owner; components read them and call back.
//!
//! [`Page`] is the whole of it. Data flows one way: the editor reports a text, the document takes
//! it, the checks follow it, the worker answers them, and everything on the screen is derived.

pub mod action;
pub mod aid;
pub mod checks;
pub mod depths;
pub mod document;
pub mod folds;
pub mod hand_run;
pub mod help;
pub mod learn;
pub mod moments;
pub mod notices;
pub mod run;
pub mod search;
pub mod selection;
pub mod settings;
pub mod stage;
pub mod start;
pub mod texts;
pub mod timer;
mod title;
mod way_back;
pub mod written_file;

use leptos::prelude::*;
use lockstep_core::api::{PatchView, StructureKind, with_patches};

use crate::codemirror::Handle;
use crate::ui::Window;
use action::{Action, Dialog, Performer};
use checks::Checks;
use document::Document;
use folds::Folds;
use learn::Learn;
use lockstep_core::address::Moment;
use moments::Moments;
use notices::Notices;
use selection::Selection;
use settings::Settings;
use stage::StageState;
use start::Opened;
use texts::Texts;
use way_back::WayBack;

/// The panes of the page; on a phone one of them is seen at a time, and on a tablet the first is a sheet over the second.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The text, or the lesson, and the checks.
    Model,
    /// Diagrams and player.
    Stage,
}

/// Everything the page knows.
#[derive(Clone, Copy)]
pub struct Page {
    /// The text and its analysis.
    pub document: Document,
    /// The checks, the selection and the step.
    pub checks: Checks,
    /// What the page has to say to the user.
    pub notices: Notices,
    /// The pane in view on a phone; on a tablet, whether the sheet is there.
    pub pane: RwSignal<Pane>,
    /// Which panes are folded where several are seen.
    pub folds: Folds,
    /// The editor, once it has arrived.
    pub editor: Handle,
    /// What is selected, in all views.
    pub selection: Selection,
    /// From the text back to where the user came from.
    pub way_back: WayBack,
    /// What the stage shows, and what belongs to that.
    pub stage: StageState,
    /// What the user has chosen for good.
    pub settings: Settings,
    /// Whether the help on the language is open.
    pub help: RwSignal<bool>,
    /// Where the user is among the lessons.
    pub learn: Learn,
    /// The dialog that is open.
    pub dialog: RwSignal<Option<Dialog>>,
    /// What has been typed for the palette of commands before it was there, while it is waited for.
    pub typed_ahead: StoredValue<Option<String>>,
    /// The number of the text, as in [`document::Revision`], whose first check opens the papers'
    /// formulas when it has been answered; none has 0.
    pub papers_of: RwSignal<usize>,
    /// Whether nobody has written here before, and no link was followed.
    pub greets: bool,
    moments: Moments,
    /// Where the text is kept, and those beside it.
    pub texts: Texts,
    performer: Performer,
    /// What lives as long as the page belongs to it.
    owner: StoredValue<WeakOwner>,
}

impl Page {
    /// The state of a page that opens with a text; it belongs to the current owner.
    #[must_use]
    pub fn new(opened: Opened, performer: Performer) -> Self {
        let Opened {
            link,
            learn,
            greets,
            notice,
            found,
        } = opened;
        let document = Document::new(&link.text);
        let settings = Settings::remembered();
        let notices = Notices::new(document);
        let stage = StageState::new(settings);
        let (lessons, pane) = (Learn::new(), RwSignal::new(Pane::Stage));
        let page = Self {
            document,
            checks: Checks::new(document, settings, stage.has_run()),
            notices,
            pane,
            folds: Folds::remembered(Window::followed(), lessons, pane),
            editor: Handle::new(),
            selection: Selection::new(document),
            way_back: WayBack::new(),
            stage,
            settings,
            help: RwSignal::new(false),
            learn: lessons,
            dialog: RwSignal::new(None),
            typed_ahead: StoredValue::new(None),
            papers_of: RwSignal::new(0),
            greets,
            moments: Moments::new(),
            texts: Texts::new(document, notices, found),
            performer,
            owner: StoredValue::new(Owner::current().unwrap_or_default().downgrade()),
        };
        page.follow_selection();
        (page.stage.side_question).on_answer(move |asked, reply| page.hear(asked, reply));
        Effect::new(move || {
            let needs = page.document.analysis().with(|it| it.needs.clone());
            if let Some(part) = needs {
                page.perform(Action::FetchKind(part));
            }
        });
        page.look_at(&link);
        page.checks.begin();
        if let Some((place, attempt)) = learn {
            page.learn_at(place, attempt);
        }
        if let Some(notice) = notice {
            notices.say(notice);
        }
        page
    }

    /// Shows what a link holds in the open page.
    pub fn open(&self, opened: &Moment) {
        self.replace(&opened.text);
        self.look_at(opened);
    }

    fn look_at(&self, opened: &Moment) {
        if let Some(position) = opened.check {
            self.checks.select_at(position);
        }
        if let Some((from, to)) = opened.select {
            self.selection.caret_moved(from, to);
            self.editor.select(from, to);
        }
        let is_chosen = opened.check.is_some() || opened.step.is_some();
        let step = opened.step.unwrap_or(0);
        if let Some(told) = &opened.hand {
            self.make_run(step, told);
        }
        if let Some(told) = &opened.runs {
            self.look_at_runs(told);
        }
        if is_chosen {
            self.checks.go_to(step);
        } else {
            self.checks.open_story();
        }
    }

    /// Steps by hand along the run that a link or an example tells.
    pub fn make_run(&self, step: usize, told: &str) {
        self.by_hand(true);
        let told = (step, told.to_owned());
        self.stage.simulation.told.set(Some(told));
    }

    /// The editor reports a change; `undone` where undo or redo made it.
    pub fn edited(&self, text: &str, undone: bool) {
        self.end_comparison();
        self.moments.leave(self);
        self.document.set_text(text);
        self.checks.follow();
        if undone {
            self.moments.come_back(self, text);
            self.take_up_of(text);
        }
        self.notices.follow_text();
        self.texts.keep();
        self.follow_address();
    }

    /// Reads the text again: another kind of model can be read now.
    pub fn read_again(&self) {
        self.document.read_again();
        self.editor.read_again();
        self.checks.follow_at_once();
    }

    /// Replaces the text, in one step that undo takes back. A lesson that is open ends first.
    pub fn replace(&self, text: &str) {
        self.leave_lessons();
        self.leave_draft();
        self.texts.begin(text);
        self.document.begin_anew();
        self.stage.simulation.kept.set(None);
        if self.editor.replace(text) {
            // The editor has reported the change by now; only the waiting is cut short.
            self.checks.follow_at_once();
        } else {
            self.edited(text, false);
        }
    }

    /// Puts an earlier text of the same model back, with the check and the step it was seen at.
    pub fn put_back(&self, text: &str) {
        if self.editor.replace(text) {
            self.checks.follow_at_once();
        } else {
            self.edited(text, false);
        }
        self.moments.come_back(self, text);
    }

    /// Applies changes of the text, in one step that undo takes back.
    pub fn patch(&self, patches: &[PatchView]) {
        let text = self.document.revision().get_untracked().text;
        if self.editor.patch(patches) {
            self.checks.follow_at_once();
        } else {
            self.edited(&with_patches(&text, patches), false);
        }
    }

    /// What kind of model the text is about, tracked.
    #[must_use]
    pub fn kind(&self) -> StructureKind {
        self.document.settled().with(|it| it.structure.kind())
    }

    /// Whether the text is about something else than machines, tracked.
    #[must_use]
    pub fn is_about_systems(&self) -> bool {
        self.kind() != StructureKind::Machines
    }
}
