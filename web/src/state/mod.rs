//! The state of the page: few values, each with one owner; components read them and call back.
//!
//! [`Page`] is the whole of it. Data flows one way: the editor reports a text, the document takes
//! it, the checks follow it, the worker answers them, and everything on the screen is derived.

pub mod action;
pub mod checks;
pub mod depths;
pub mod document;
pub mod draft;
pub mod moments;
pub mod notices;
pub mod persist;
pub mod run;
pub mod selection;
pub mod settings;
pub mod side_question;
pub mod simulation;
pub mod simulator;
pub mod stage_content;
pub mod start;
pub mod texts;
pub mod timer;
pub mod witnesses;

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{
    CheckView, Outcome, PatchView, PlaceView, Range, Structure, StructureKind, with_patches,
};

use crate::editor::Handle;
use crate::share::link::Link;
use action::{Action, Dialog, Performer};
use checks::Checks;
use document::Document;
use draft::Draft;
use moments::Moments;
use notices::Notices;
use run::Aid;
use selection::Selection;
use settings::Settings;
use side_question::SideQuestion;
use simulation::Simulation;
use stage_content::StageContent;
use start::Opened;
use texts::Texts;
use witnesses::Witnesses;

/// The panes of the page; on a phone one of them is seen at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pane {
    /// The text.
    Model,
    /// The list of checks.
    Checks,
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
    /// The pane in view on a phone.
    pub pane: RwSignal<Pane>,
    /// The editor, once it has arrived.
    pub editor: Handle,
    /// What is selected, in all views.
    pub selection: Selection,
    /// The question that is being put together.
    pub draft: Draft,
    /// Stepping by hand.
    pub simulation: Simulation,
    /// What the user has chosen for good.
    pub settings: Settings,
    /// Whether the help on the language is open.
    pub help: RwSignal<bool>,
    /// The dialog that is open.
    pub dialog: RwSignal<Option<Dialog>>,
    /// The number of the text, as in [`document::Revision`], whose first check opens the papers'
    /// formulas when it has been answered; none has 0.
    pub papers_of: RwSignal<usize>,
    /// Whether nobody has written here before, and no link was followed.
    pub greets: bool,
    moments: Moments,
    /// What the stage shows instead of the selected check's run, if its row is selected.
    content: RwSignal<Option<Arc<StageContent>>>,
    /// The question behind a comparison, or another run.
    pub side_question: SideQuestion,
    /// The runs that show one answer, as far as somebody has asked for them.
    others: RwSignal<Option<Arc<Witnesses>>>,
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
            greets,
            notice,
            found,
        } = opened;
        let document = Document::new(&link.text);
        let settings = Settings::remembered();
        let notices = Notices::new(document);
        let content = RwSignal::new(None);
        let page = Self {
            document,
            checks: Checks::new(document, settings, content),
            notices,
            pane: RwSignal::new(Pane::Stage),
            editor: Handle::new(),
            selection: Selection::new(document),
            draft: Draft::new(),
            simulation: Simulation::new(),
            settings,
            help: RwSignal::new(false),
            dialog: RwSignal::new(None),
            papers_of: RwSignal::new(0),
            greets,
            moments: Moments::new(),
            content,
            side_question: SideQuestion::new(settings),
            others: RwSignal::new(None),
            texts: Texts::new(document, notices, found),
            performer,
            owner: StoredValue::new(Owner::current().unwrap_or_default().downgrade()),
        };
        page.side_question
            .on_answer(move |asked, reply| page.hear(asked, reply));
        Effect::new(move || {
            let needs = page.document.analysis().with(|it| it.needs.clone());
            if let Some(part) = needs {
                page.perform(Action::FetchKind(part));
            }
        });
        page.look_at(&link);
        if let Some(notice) = notice {
            notices.say(notice);
        }
        page
    }

    /// Shows what a link holds in the open page.
    pub fn open(&self, opened: &Link) {
        self.replace(&opened.text);
        self.look_at(opened);
    }

    fn look_at(&self, opened: &Link) {
        if let Some(position) = opened.check {
            self.checks.select_at(position);
        }
        if let Some((from, to)) = opened.select {
            self.selection.caret_moved(from, to);
            self.editor.select(from, to);
        }
        let step = opened.step.unwrap_or(0);
        if let Some(told) = &opened.hand {
            self.by_hand(true);
            self.simulation.told.set(Some((step, told.clone())));
        }
        self.checks.step().set(step);
    }

    /// The editor reports a change; `undone` where undo or redo made it.
    pub fn edited(&self, text: &str, undone: bool) {
        self.end_comparison();
        self.moments.leave(self);
        self.document.set_text(text);
        self.checks.follow();
        if undone {
            self.moments.come_back(self, text);
        }
        self.notices.follow_text();
        self.texts.keep();
        // What is in the address no longer is what is on the page; a reload would bring it back.
        persist::clear_fragment();
    }

    /// Reads the text again: another kind of model can be read now.
    pub fn read_again(&self) {
        self.document.read_again();
        self.editor.read_again();
        self.checks.follow_at_once();
    }

    /// Replaces the text, in one step that undo takes back.
    pub fn replace(&self, text: &str) {
        self.texts.begin(text);
        self.document.begin_anew();
        self.simulation.kept.set(None);
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

    /// Whether the text is about a transition system, tracked.
    #[must_use]
    pub fn is_about_transitions(&self) -> bool {
        let settled = self.document.settled();
        settled.with(|it| it.structure.kind() == StructureKind::Transitions)
    }

    /// What is to blame for the selected check's answer, where that is known and of this text.
    #[must_use]
    pub fn blamed(&self) -> Signal<Vec<Range>> {
        let page = *self;
        let (checks, stale) = (self.checks, self.stale());
        Memo::new(move |_| {
            if page.draft.is_open() || page.stage_content().is_some() {
                return Vec::new();
            }
            let blame = checks.selected_row().and_then(|row| {
                row.run.with(|run| match &run.answer.as_ref()?.help.blame {
                    Aid::There(blame) => blame.as_ref().clone(),
                    Aid::Unasked | Aid::Asked | Aid::Refused(_) | Aid::Failed(_) => None,
                })
            });
            match blame {
                Some(blame) if !stale.get() => blame.elements.iter().map(|it| it.range).collect(),
                _ => Vec::new(),
            }
        })
        .into()
    }

    /// Where the operations stand that the step at hand executes, of a transition system whose text this is.
    #[must_use]
    pub fn executed(&self) -> Signal<Vec<Range>> {
        let page = *self;
        let (outcome, step, stale) = (self.outcome(), self.checks.step(), self.stale());
        Memo::new(move |_| {
            let run = outcome.with(|it| it.as_ref().and_then(|it| it.system.clone()));
            let Some(run) = run.filter(|_| !stale.get()) else {
                return Vec::new();
            };
            let at = step.get().min(run.run.len().saturating_sub(1));
            page.document.settled().with(|analysis| {
                let Structure::Transitions(system) = &analysis.structure else {
                    return Vec::new();
                };
                let fired = run.run.get(at).map_or(&[][..], |it| &it.fired);
                let operations = fired.iter().filter_map(|&it| system.operations.get(it));
                let lines = operations.filter(|it| it.parts.is_empty());
                lines.map(|it| it.range).collect()
            })
        })
        .into()
    }

    /// Puts the editor's caret at a place of the text.
    pub fn reveal(&self, range: Range) {
        self.pane.set(Pane::Model);
        self.editor.reveal(range);
    }

    /// Puts the caret at the place of something on the stage; a preview is of another text.
    pub fn reveal_shown(&self, range: Range) {
        let other =
            |it: &Option<Arc<StageContent>>| it.as_ref().is_some_and(|it| it.analysis.is_some());
        if !self.content.with_untracked(other) {
            self.reveal(range);
        }
    }

    /// The run by hand, else what is compared, else the question that is being put together, else the selected check as
    /// written.
    #[must_use]
    pub fn check(&self) -> Signal<Option<CheckView>> {
        let page = *self;
        Memo::new(move |_| {
            if let Some(content) = page.stage_content() {
                let mut check = content.check.clone();
                if matches!(content.kind, stage_content::Kind::ByHand) {
                    let goal = page.draft.goal().into_iter();
                    check.goal = goal
                        .map(|(lifeline, state)| (lifeline, PlaceView::State(state)))
                        .collect();
                }
                return Some(check);
            }
            match page.asked() {
                Some(asked) => Some(asked),
                None => Some((*page.checks.selected_row()?.view.get()).clone()),
            }
        })
        .into()
    }

    /// The run by hand, else what is compared, else the selected check's last answer; none while a question is being put
    /// together.
    #[must_use]
    pub fn outcome(&self) -> Signal<Option<Arc<Outcome>>> {
        let page = *self;
        Memo::new_with_compare(
            move |_| {
                if let Some(content) = page.stage_content() {
                    return Some(Arc::clone(&content.outcome));
                }
                let row = page.checks.selected_row()?;
                (!page.draft.is_open()).then(|| row.run.get().answer.map(|it| it.outcome))?
            },
            |before, now| match (before, now) {
                // The same answer, not merely an equal one: comparing long runs would cost.
                (Some(Some(before)), Some(Some(now))) => !Arc::ptr_eq(before, now),
                (Some(None), Some(None)) => false,
                _ => true,
            },
        )
        .into()
    }

    /// Whether the selected check's answer is about an earlier text.
    #[must_use]
    pub fn stale(&self) -> Signal<bool> {
        let page = *self;
        let checks = self.checks;
        Memo::new(move |_| {
            let row = checks.selected_row();
            page.stage_content().is_none()
                && row
                    .and_then(|row| row.run.get().answer)
                    .is_some_and(|answer| checks.is_stale(&answer))
        })
        .into()
    }
}
