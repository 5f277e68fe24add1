//! The verb "another run": a run that shows the same answer and is none of those that are known, for every kind that has
//! [`Explore`](super::Explore). Asked with the runs that were shown, so that no search is kept between two requests.

use super::check::{after_end, ended};
use super::{Asked, KindValues, Opened, OtherRuns};
use crate::api::found::visited;
use crate::api::report::covers_view;
use crate::api::request::{Host, HostWatch, Refusal, SearchOptions};
use crate::budget::Meter;
use crate::engine::Coverage;
use crate::engine::systems::{Others, Shown, Space, Visit, Way};
use crate::system::{Trace, Valuation};
use crate::view::{Kind, NextWitnessView, Options, SystemStepView};
use crate::wording::another::{self, OtherWords};

impl KindValues {
    /// A shortest run that shows the positive answer to a check and is none of those in `shown`, as its kind tells runs apart. A
    /// run ends where it shows what was looked for first. Found by visiting states, and replayed.
    ///
    /// Asking again with the answer added to `shown` gives one run after the other, shortest first, each once.
    ///
    /// # Errors
    /// Refuses texts with errors, checks that do not exist or compare two readings, and runs that are not of this check;
    /// [`Refusal::Capabilities`] says that `explore` is missing. Limits are no errors: [`NextWitnessView::covers`] then says
    /// `open`.
    pub fn another(
        &self,
        text: &str,
        index: usize,
        shown: &[Vec<SystemStepView>],
        options: &Options,
        host: &mut dyn Host,
    ) -> Result<NextWitnessView, Refusal> {
        let model = self.read(text)?;
        let asked = Asked::new((text, &*model), index, options);
        let head = self.search.head(asked).filter(|it| it.kind != Kind::Same);
        let head = head.ok_or(Refusal::NoSuchCheck)?;
        let within = head.within;
        let opened = self
            .explore()?
            .value
            .open(asked)
            .ok_or(Refusal::NoSuchCheck)?;
        let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
        let gate = HostWatch::new(host, options.timeout_ms);
        let started = gate.now_ms();
        let foreign = || Refusal::Option("a run that was shown is not of this check".into());
        let others = opened.others(shown).ok_or_else(foreign)?;
        let finding = visited(Visit::new(others.space(), within), &chosen.limits, &gate);
        let mut coverage = gate.why_open(finding.coverage);
        let mut view = NextWitnessView {
            trace: Vec::new(),
            run: Vec::new(),
            done: Vec::new(),
            depth: None,
            waits: None,
            refused: Vec::new(),
            breaking: None,
            covers: covers_view(coverage),
            sentence: String::new(),
            search_ms: 0.0,
        };
        if let Some(Way::States(rows)) = &finding.way {
            let mut watch = gate.watch();
            let meter = Meter::new(&mut watch, chosen.limits.memory);
            match (others.run_along(rows, &meter), meter.ended()) {
                (Some(trace), _) => {
                    view.run = opened.entries(&trace);
                    view.done = opened.progress(&trace);
                    view.depth = Some(finding.depth);
                    if matches!(head.kind, Kind::Deadlock | Kind::Always)
                        && let Some(last) = opened.confirmed(&trace, &meter)
                    {
                        let stop = || gate.should_stop();
                        (view.refused, view.breaking) =
                            after_end(&*opened, (head.kind, &last), &stop);
                    }
                }
                (None, Some(_)) => {
                    coverage = gate.why_open(Coverage::Open(ended(&meter)));
                    view.covers = covers_view(coverage);
                }
                (None, None) => return Err(Refusal::Defect("a run did not replay".into())),
            }
        }
        let count = view.depth.or(within).unwrap_or(finding.reached.depth);
        let words = others.words(count);
        view.sentence = another::another(view.depth, &finding, coverage, &words);
        view.search_ms = gate.now_ms() - started;
        Ok(view)
    }
}

/// The runs of which some state is shown otherwise than in those that are known, or that are longer.
pub(in crate::api) struct ByStates<'o> {
    opened: &'o dyn Opened,
    others: Others<'o, Vec<String>>,
    words: fn(u32) -> OtherWords,
}

impl<'o> ByStates<'o> {
    /// Such runs; `state` says what is shown of a row.
    pub(in crate::api) fn new(
        opened: &'o dyn Opened,
        state: Shown<'o, Vec<String>>,
        shown: &[Vec<SystemStepView>],
        words: fn(u32) -> OtherWords,
    ) -> Self {
        let known = shown.iter().map(|run| {
            let states = run.iter().map(|it| it.state.clone());
            states.collect::<Vec<_>>()
        });
        let known: Vec<_> = known.collect();
        Self {
            opened,
            others: Others::new(opened.space(), state, &known),
            words,
        }
    }
}

impl OtherRuns for ByStates<'_> {
    fn space(&self) -> &dyn Space {
        &self.others
    }

    fn run_along(&self, rows: &[Valuation], meter: &Meter<'_>) -> Option<Trace> {
        let rows: Vec<_> = rows.iter().map(|it| self.others.below(it).into()).collect();
        let trace = self.opened.run_along(&rows, meter)?;
        let is_shown = self.opened.confirmed(&trace, meter).is_some();
        is_shown.then_some(trace)
    }

    fn words(&self, count: u32) -> OtherWords {
        (self.words)(count)
    }
}
