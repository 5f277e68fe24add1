//! What a sequence diagram tells: lifelines, messages in their order, and where everybody is
//! between them.
//!
//! A chart weaves two orders into one: the messages of the scenario as written, and the steps of
//! the run that plays them. Messages of the run that the scenario does not name stand where they
//! happened; messages of the scenario that the run never gets to stand below. Between two rows is
//! a **band**: the stretch of the run in which no message is exchanged. Every step belongs to
//! exactly one row or band, and that is what lets one step value drive the whole diagram.

use std::ops::Range as Steps;
use std::sync::Arc;

use super::words;
use crate::view::{Analysis, CheckView, LifelineView, MessageView, Outcome, PlaceView, Range};

/// A sequence diagram without geometry.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// What the frame says about the diagram.
    pub frame: Frame,
    /// The scenario's name or the question.
    pub title: String,
    /// The lifelines from left to right.
    pub lifelines: Vec<LifelineView>,
    /// The messages from top to bottom.
    pub rows: Vec<Row>,
    /// The stretches around the rows: `bands[r]` stands above row `r`, the last below all rows.
    pub bands: Vec<Band>,
    /// The row at which every run stops.
    pub stop: Option<Stop>,
    /// Lifelines that are drawn without their places, to save room.
    pub folded: Vec<usize>,
    /// Where every lifeline is after each step of the run.
    states: Vec<Vec<PlaceView>>,
    analysis: Arc<Analysis>,
}

/// The kind of a diagram, as the tag of its frame tells it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Frame {
    /// A scenario that should be possible.
    Desired,
    /// A scenario that must not be possible.
    Forbidden,
    /// A run, without a scenario.
    #[default]
    Run,
}

/// A message.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Index of the sending lifeline.
    pub from: usize,
    /// Index of the receiving lifeline.
    pub to: usize,
    /// The symbol.
    pub symbol: String,
    /// Its number, from 1: in the scenario, or in a run without a scenario. `None` for a message
    /// that the scenario does not name.
    pub number: Option<usize>,
    /// The line in the text.
    pub range: Option<Range>,
    /// The step of the run that exchanges it.
    pub step: Option<usize>,
    /// In a comparison of two runs: which of them alone exchanges it.
    pub change: Option<Change>,
}

/// A message that one of two runs exchanges and the other does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// Only the earlier run does.
    Gone,
    /// Only the later run does.
    Come,
}

/// A stretch of the run without messages: the steps after which the run stands between two rows.
/// Empty between messages of one step, and below the last step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Band {
    /// Indices into the run.
    pub steps: Steps<usize>,
}

/// The message that no run exchanges.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// Its row.
    pub row: usize,
    /// Why, in one sentence.
    pub reason: String,
    /// True where the author asked for just that, as with a forbidden scenario.
    pub wanted: bool,
}

/// How a row stands at a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It was exchanged before.
    Done,
    /// It is exchanged in this very step.
    Current,
    /// It is the next to be exchanged.
    Next,
    /// The run has it, further down.
    Later,
    /// No run exchanges it.
    Stops,
    /// Nothing is known about it, or it stands below the message that stops.
    Open,
}

impl Status {
    /// The status in a word or two, for text alternatives.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Done => "done",
            Self::Current => "happens now",
            Self::Next => "next",
            Self::Later => "still to come",
            Self::Stops => "cannot happen",
            Self::Open => "not reached",
        }
    }
}

impl Chart {
    /// How a row stands at a step of the run. O(rows), because of the search for the next one.
    #[must_use]
    pub fn status(&self, row: usize, step: usize) -> Status {
        if self.stop.as_ref().is_some_and(|stop| stop.row == row) {
            return Status::Stops;
        }
        let step = step.min(self.states.len().saturating_sub(1));
        match self.rows.get(row).and_then(|row| row.step) {
            None => Status::Open,
            Some(at) if at < step => Status::Done,
            Some(at) if at == step => Status::Current,
            Some(at) if self.next_step(step) == Some(at) => Status::Next,
            Some(_) => Status::Later,
        }
    }

    /// The first step after this one that exchanges a message.
    fn next_step(&self, step: usize) -> Option<usize> {
        // Rows without a step stand at the end; in a comparison also among the others.
        let is_played = |row: &&Row| row.step.is_some_and(|at| at > step);
        self.rows.iter().find(is_played).and_then(|row| row.step)
    }

    /// The place to write on a lifeline inside a band, once the run has come there: only where it
    /// differs from the place before the band. The first band shows everybody.
    #[must_use]
    pub fn place(&self, band: usize, lifeline: usize, step: usize) -> Option<PlaceView> {
        let steps = &self.bands.get(band)?.steps;
        if steps.is_empty() || step < steps.start {
            return None;
        }
        let at = |step: usize| self.states.get(step)?.get(lifeline).copied();
        let place = at(step.min(steps.end - 1))?;
        let before = steps.start.checked_sub(1).and_then(at);
        (before != Some(place)).then_some(place)
    }

    /// The band in which the run stands after a step.
    #[must_use]
    pub fn band_at(&self, step: usize) -> Option<usize> {
        let step = step.min(self.states.len().checked_sub(1)?);
        self.bands
            .iter()
            .position(|band| band.steps.contains(&step))
    }

    /// A place on a lifeline in a few words.
    #[must_use]
    pub fn place_words(&self, lifeline: usize, place: PlaceView) -> String {
        self.lifelines
            .get(lifeline)
            .and_then(|lifeline| self.analysis.machines.get(lifeline.machine))
            .map_or_else(String::new, |machine| words::place(machine, place))
    }

    /// The text of a lifeline's head.
    #[must_use]
    pub fn head(&self, lifeline: usize) -> String {
        self.lifelines
            .get(lifeline)
            .map_or_else(String::new, |lifeline| {
                words::head(lifeline, self.analysis.machines.get(lifeline.machine))
            })
    }

    /// The name of a lifeline; empty for one that does not exist.
    #[must_use]
    pub fn name(&self, lifeline: usize) -> &str {
        self.lifelines
            .get(lifeline)
            .map_or("", |lifeline| &lifeline.name)
    }

    /// A row in words: `message 5, bob to cm, wantCoffee: cannot happen`.
    #[must_use]
    pub fn row_words(&self, row: usize, step: usize) -> String {
        let status = self.status(row, step).words();
        let Some(row) = self.rows.get(row) else {
            return String::new();
        };
        let number = match row.number {
            Some(number) => format!("message {number}"),
            None => "message of the run".to_owned(),
        };
        let status = match row.change {
            None => status.to_owned(),
            Some(Change::Gone) => "in the other run only".to_owned(),
            Some(Change::Come) => format!("{status}, not in the other run"),
        };
        let (from, to) = (self.name(row.from), self.name(row.to));
        format!("{number}, {from} to {to}, {}: {status}", row.symbol)
    }
}

/// The chart of a check: its scenario as written, woven with the run where there is one; without
/// a scenario, the run. O(messages + steps · lifelines).
#[must_use]
pub fn chart(analysis: &Arc<Analysis>, check: &CheckView, outcome: Option<&Outcome>) -> Chart {
    let scenario = check
        .scenario
        .and_then(|index| analysis.scenarios.get(index));
    let written: &[MessageView] = scenario.map_or(&[], |scenario| &scenario.messages);
    let trace = outcome.map_or(&[][..], |outcome| &outcome.trace);

    let mut chart = Chart {
        frame: match scenario {
            None => Frame::Run,
            Some(scenario) if scenario.forbidden => Frame::Forbidden,
            Some(_) => Frame::Desired,
        },
        title: check.title.clone(),
        lifelines: check.lifelines.clone(),
        rows: Vec::new(),
        bands: vec![Band {
            steps: 0..trace.len(),
        }],
        stop: None,
        folded: Vec::new(),
        states: trace.iter().map(|step| step.state.clone()).collect(),
        analysis: Arc::clone(analysis),
    };
    let mut played = vec![false; written.len()];
    let mut row_of = vec![0; written.len()];
    for (step, view) in trace.iter().enumerate() {
        for message in &view.messages {
            let index = message
                .plays
                .filter(|&index| index < written.len() && !played[index]);
            let number = match index {
                Some(index) => {
                    played[index] = true;
                    row_of[index] = chart.rows.len();
                    Some(index + 1)
                }
                None if scenario.is_none() => Some(chart.rows.len() + 1),
                None => None,
            };
            let source = index.map_or(message, |index| &written[index]);
            chart.push(source, number, Some(step), trace.len());
        }
    }
    for (index, message) in written.iter().enumerate() {
        if !played[index] {
            row_of[index] = chart.rows.len();
            chart.push(message, Some(index + 1), None, trace.len());
        }
    }
    chart.stop = outcome.and_then(|outcome| {
        let failing = outcome
            .failing()
            .filter(|&index| index < written.len() && !played[index])?;
        let reason = match outcome.reason() {
            Some(reason) => reason.sentence.clone(),
            None => fallback(outcome, failing),
        };
        Some(Stop {
            row: row_of[failing],
            reason,
            wanted: outcome.as_expected() == Some(true),
        })
    });
    chart
}

/// What is said where no reason is known: that there is no such run, as far as the answer goes.
fn fallback(outcome: &Outcome, failing: usize) -> String {
    let within = match outcome.bound.filter(|_| !outcome.verdict.is_proved()) {
        Some(1) => " within 1 transaction".to_owned(),
        Some(bound) => format!(" within {bound} transactions"),
        None => String::new(),
    };
    match failing {
        0 => format!("No run{within} exchanges this message."),
        before => format!("No run{within} exchanges this message after message {before}."),
    }
}

impl Chart {
    /// Appends a row and opens the band below it.
    fn push(
        &mut self,
        message: &MessageView,
        number: Option<usize>,
        step: Option<usize>,
        end: usize,
    ) {
        let below = match step {
            Some(step) => {
                if let Some(above) = self.bands.last_mut() {
                    above.steps.end = step.max(above.steps.start);
                }
                step..end
            }
            None => end..end,
        };
        self.rows.push(Row {
            from: message.from,
            to: message.to,
            symbol: message.symbol.clone(),
            number,
            range: message.range,
            step,
            change: None,
        });
        self.bands.push(Band { steps: below });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::sample;

    fn coffee() -> Chart {
        let analysis = Arc::new(sample::coffee());
        chart(&analysis, &analysis.checks[0], Some(&sample::outcome()))
    }

    #[test]
    fn every_step_lies_in_exactly_one_band() {
        let chart = coffee();
        for step in 0..=10 {
            let around = chart.bands.iter().filter(|band| band.steps.contains(&step));
            assert_eq!(around.count(), 1, "step {step}");
        }
        assert_eq!(chart.bands.len(), chart.rows.len() + 1);
        assert_eq!(chart.band_at(0), Some(0));
        assert_eq!(chart.band_at(4), Some(1));
        assert_eq!(chart.band_at(999), Some(4));
    }

    #[test]
    fn messages_are_done_current_next_and_stopped() {
        let chart = coffee();
        let at = |step| -> Vec<_> { (0..6).map(|row| chart.status(row, step)).collect() };
        use Status::{Current, Done, Later, Next, Open, Stops};
        assert_eq!(at(0), [Next, Later, Later, Later, Stops, Open]);
        assert_eq!(at(2), [Current, Next, Later, Later, Stops, Open]);
        assert_eq!(at(3), [Done, Next, Later, Later, Stops, Open]);
        assert_eq!(at(10), [Done, Done, Done, Current, Stops, Open]);
        assert_eq!(at(4000), at(10));
    }

    #[test]
    fn places_appear_when_the_run_gets_there() {
        let chart = coffee();
        let words = |band, lifeline, step| {
            chart
                .place(band, lifeline, step)
                .map(|place| chart.place_words(lifeline, place))
        };
        assert_eq!(words(0, 0, 0).as_deref(), Some("working"));
        assert_eq!(words(0, 0, 1).as_deref(), Some("sending wantCoffee"));
        assert_eq!(words(1, 2, 1), None, "not there yet");
        assert_eq!(words(1, 2, 2).as_deref(), Some("to preparing"));
        assert_eq!(words(1, 2, 3).as_deref(), Some("preparing"));
        assert_eq!(words(1, 2, 10).as_deref(), Some("sending error"));
        assert_eq!(words(1, 3, 10), None, "m has not moved");
        assert_eq!(words(4, 2, 10).as_deref(), Some("sending repaired"));
        assert_eq!(words(6, 2, 10), None, "below the last step");
    }

    #[test]
    fn the_row_is_told_in_words() {
        let chart = coffee();
        assert_eq!(
            chart.row_words(4, 10),
            "message 5, bob to cm, wantCoffee: cannot happen"
        );
        assert_eq!(chart.row_words(99, 0), "");
    }

    #[test]
    fn messages_that_the_scenario_does_not_name_stand_between() {
        let analysis = Arc::new(sample::coffee());
        let mut outcome = sample::outcome();
        let mut extra = outcome.trace[2].messages[0].clone();
        extra.plays = None;
        outcome.trace[4].messages.push(extra);
        let chart = chart(&analysis, &analysis.checks[0], Some(&outcome));
        let numbers: Vec<_> = chart.rows.iter().map(|row| row.number).collect();
        assert_eq!(
            numbers,
            [Some(1), None, Some(2), Some(3), Some(4), Some(5), Some(6)]
        );
        assert_eq!(chart.stop.map(|stop| stop.row), Some(5));
    }

    #[test]
    fn without_an_answer_the_scenario_stands_as_written() {
        let analysis = Arc::new(sample::coffee());
        let chart = chart(&analysis, &analysis.checks[0], None);
        assert_eq!(chart.rows.len(), 6);
        assert!((0..6).all(|row| chart.status(row, 0) == Status::Open));
        assert_eq!((chart.stop.clone(), chart.band_at(0)), (None, None));
        assert_eq!(chart.frame, Frame::Desired);
    }

    #[test]
    fn a_question_without_a_scenario_shows_the_run() {
        let analysis = Arc::new(sample::coffee());
        let check = CheckView {
            scenario: None,
            ..analysis.checks[0].clone()
        };
        let chart = chart(&analysis, &check, Some(&sample::outcome()));
        assert_eq!(
            (chart.frame, chart.rows.len(), chart.stop.is_none()),
            (Frame::Run, 4, true)
        );
        assert_eq!(chart.rows[3].number, Some(4));
    }
}
