//! What the views of a run of a system share: the system, its run, and what the step at hand does.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{Outcome, SystemEvidenceView, SystemStepView, SystemView};
use lockstep_core::diagram::beside::Beside;
use lockstep_core::diagram::{ElementId, ElementKind, stops};

use super::pointed::PointedAt;
use super::{compared, named, other_run, watch_list};
use crate::stage::StageContext;
use crate::state::stage::beside::OtherRun;

/// Everything that the views of a system share. Cheap to copy: all of it is handles.
#[derive(Clone, Copy)]
pub struct Shown {
    pub play: StageContext,
    pub step: RwSignal<usize>,
    /// The system.
    pub system: Memo<Arc<SystemView>>,
    /// The run that is shown; empty without one.
    pub run: Memo<Arc<Vec<SystemStepView>>>,
    /// What the step at hand does.
    pub current: Memo<Option<Arc<CurrentStep>>>,
    /// What is watched along the run.
    pub watched: Memo<Vec<watch_list::Seen>>,
    /// The variables that the check names.
    pub named: Memo<BTreeSet<usize>>,
    /// What is pointed at among what can happen next in a run by hand.
    pub pointed: PointedAt,
    /// The run that it is compared with, in the form of an answer.
    pub(super) other_run: Memo<Option<Arc<Outcome>>>,
    /// The same along the run.
    pub beside: Memo<Option<Arc<Beside>>>,
    /// What two runs are called that are drawn beside each other: the one that is played, then the other one.
    pub run_names: Memo<Option<[String; 2]>>,
    /// The variables in which these differ at the step at hand.
    pub apart: Memo<BTreeSet<usize>>,
    /// The entries of the run at which both have the same values; none where one run is drawn.
    pub common: Memo<Vec<Range<usize>>>,
}

/// A step: its entries as one, and the entry before them.
#[derive(Clone, Debug, PartialEq)]
pub struct CurrentStep {
    /// The numbers of its entries in the run.
    pub entries: Range<usize>,
    /// What its entries do together, and the values after it.
    pub entry: SystemStepView,
    /// Its entries one by one; at the start the whole of it.
    pub parts: Vec<SystemStepView>,
    /// What was before it.
    pub was: Option<SystemStepView>,
}

impl CurrentStep {
    /// The step that an entry of a run ends, or the entry alone; `None` where it is not in the run.
    pub fn of(run: &[SystemStepView], at: usize, is_whole: bool) -> Option<Self> {
        let entries = match is_whole {
            true => stops::unit(run, at),
            false => at..at + 1,
        };
        let was = entries.start.checked_sub(1).and_then(|it| run.get(it));
        let parts = run.get(entries.clone())?;
        let entry = match is_whole {
            true => stops::together(run, entries.clone()),
            false => parts.last()?.clone(),
        };
        Some(Self {
            // At the start no object acts.
            parts: match entries.start {
                0 => vec![entry.clone()],
                _ => parts.to_vec(),
            },
            was: was.cloned(),
            entry,
            entries,
        })
    }

    /// The step at hand of a run.
    pub fn at_hand(
        play: StageContext,
        run: Memo<Arc<Vec<SystemStepView>>>,
    ) -> Memo<Option<Arc<Self>>> {
        Memo::new(move |_| {
            let at = play.at.get();
            let is_whole = play.page.plays_whole_steps();
            let now = run.with(|run| Self::of(run, at, is_whole));
            now.or_else(|| Self::start(play)).map(Arc::new)
        })
    }

    /// The start of the model, of an answer that has no run, and while a question is put together; tracked.
    fn start(play: StageContext) -> Option<Self> {
        let of = |evidence: &SystemEvidenceView| {
            let start = &evidence.start;
            match start.len().checked_sub(1) {
                Some(last) => Self::of(start, last, true),
                None => Self::of(
                    &evidence.run,
                    stops::stops(&evidence.run).first().copied()?,
                    true,
                ),
            }
        };
        let outcome = play.outcome.get();
        if outcome.is_some() || !play.asking.get() {
            return of(outcome?.system.as_ref()?);
        }
        let rows = play.page.checks.rows().get();
        rows.iter().find_map(|row| {
            row.run
                .with(|run| of(run.answer.as_ref()?.outcome.system.as_ref()?))
        })
    }
}

impl Shown {
    /// What is shown of the text and of the run at hand. What is watched along it, as a kind of model reads it, stands behind
    /// the variables and is seen as they are.
    pub fn new(
        play: StageContext,
        step: RwSignal<usize>,
        watch: Option<watch_list::ValuesOf>,
    ) -> Self {
        let (declared, whole) = (system(play), run(play));
        let watched = match watch {
            Some(values_of) => watch_list::watched(play.page, whole, values_of),
            None => Memo::new(|_| Vec::new()),
        };
        let system =
            Memo::new(move |_| watched.with(|it| watch_list::with_watches(&declared.get(), it)));
        let run = Memo::new(move |_| watched.with(|it| watch_list::along(&whole.get(), it)));
        let other_run = compared::other_run(play);
        let beside = compared::beside(play, declared, other_run);
        let run_names = Memo::new(move |_| compared::run_names(play, other_run));
        let apart = Memo::new(move |_| {
            let at = play.at.get();
            let both = beside.get().filter(|_| run_names.with(Option::is_some));
            both.map_or_else(BTreeSet::new, |it| it.apart(at).into_iter().collect())
        });
        let shown = Self {
            play,
            step,
            system,
            run,
            current: CurrentStep::at_hand(play, run),
            watched,
            named: named::named(play, system),
            pointed: PointedAt::new(),
            other_run,
            beside,
            run_names,
            apart,
            common: Memo::new(move |_| {
                let both = beside.get().filter(|_| run_names.with(Option::is_some));
                both.map_or_else(Vec::new, |it| it.common().0)
            }),
        };
        watch_list::break_where_true(shown);
        play.page.stage.keep_other_run(Signal::derive(move || {
            let names = run_names.get()?;
            let outcome = other_run.get()?;
            let last = outcome.length().saturating_sub(1);
            let at = other_run::there(beside, play.at.get(), last);
            let is_of_text = compared::other_text(play.page).is_none();
            Some(OtherRun {
                names,
                outcome,
                at,
                is_of_text,
            })
        }));
        shown
    }

    /// What a variable is in the other of two runs that are compared, where that is something else; tracked.
    pub fn other(self, variable: usize) -> Option<String> {
        let at = self.play.at.get();
        if self.run_names.with(Option::is_some) {
            return None;
        }
        let beside = self.beside.get()?;
        beside.other(variable, at).map(str::to_owned)
    }

    /// The entry of the step at hand, tracked.
    pub fn entry(self) -> Option<SystemStepView> {
        self.of_entry(|it| it.cloned())
    }

    /// Reads the entry of the step at hand, tracked. It has all values of a state: who needs few does not copy it.
    pub fn of_entry<T>(self, read: impl FnOnce(Option<&SystemStepView>) -> T) -> T {
        self.current
            .with(|now| read(now.as_ref().map(|it| &it.entry)))
    }

    /// Whether an object acts in the step at hand, tracked.
    pub fn acts(self, name: &str) -> bool {
        let is_its = |it: &SystemStepView| it.turn.is_object(name);
        (self.current).with(|now| now.as_ref().is_some_and(|it| it.parts.iter().any(is_its)))
    }

    /// Whether an entry of the run is one of the step at hand, tracked.
    pub fn is_now(self, entry: usize) -> bool {
        (self.current).with(|now| now.as_ref().is_some_and(|it| it.entries.contains(&entry)))
    }

    /// Whether there is a run.
    pub fn has_run(self) -> Memo<bool> {
        Memo::new(move |_| !self.run.with(|run| run.is_empty()))
    }

    /// Whether the caret, or what is pointed at, selects an element of the system as a whole, tracked. What a statechart declares is none: each
    /// of its objects has one of its own.
    pub fn picks(self, kind: ElementKind, index: usize) -> bool {
        let of = |it: ElementId| it.kind == kind && it.element().index == index;
        let picked = self.play.picked.get();
        picked.is_some_and(|it| it.owner == ElementId::SYSTEM && of(it))
    }
}

/// The system that the text is about.
pub(super) fn system(play: StageContext) -> Memo<Arc<SystemView>> {
    Memo::new(move |_| {
        let system = play.analysis.with(|it| it.structure.system().cloned());
        Arc::new(system.unwrap_or_default())
    })
}

/// The run that is shown.
pub(super) fn run(play: StageContext) -> Memo<Arc<Vec<SystemStepView>>> {
    Memo::new(move |_| {
        play.outcome.with(|outcome| {
            let evidence = outcome.as_ref().and_then(|it| it.system.as_ref());
            Arc::new(evidence.map_or_else(Vec::new, |it| it.run.clone()))
        })
    })
}
