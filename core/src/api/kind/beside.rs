//! The verb "side by side": a check answered by each of the two readings that its kind has of it, and what sets their runs apart
//! first.
//!
//! The other reading is that of an edited text, so that both are answered as any check is. What sets them apart is found by the
//! definitions along the runs that were found.

use super::{Asked, Compare, KindValue, KindValues};
use crate::api::request::{Host, HostWatch, Refusal};
use crate::view::{BesideView, ComparedReadings, Options, Outcome, SystemStepView};
use crate::wording::stepwise as wording;

/// What answers a check by both readings of a kind: a function beside the value, as [`super::Repairing`].
#[derive(Clone, Copy)]
pub struct Comparing {
    value: &'static dyn Compare,
    sides: Answering,
}

type Answering = fn(
    &KindValues,
    &'static dyn Compare,
    Asked<'_>,
    &mut dyn Host,
) -> Result<Option<Sides>, Refusal>;

impl Comparing {
    /// With the readings of a kind.
    #[must_use]
    pub const fn new(value: &'static dyn Compare) -> Self {
        Self { value, sides }
    }
}

/// A check in the other reading of its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OtherReading {
    /// The text that reads it so.
    pub text: String,
    /// What a reading is called, such as `frame`.
    pub noun: &'static str,
    /// The words of the reading that the check has, and of this one.
    pub readings: [&'static str; 2],
    /// Which of these admits more runs.
    pub wider: usize,
}

/// The runs of a check in its own reading, and in the other one; empty where there is none.
pub type BothRuns<'r> = [&'r [SystemStepView]; 2];

/// A check by both readings.
struct Sides {
    noun: &'static str,
    readings: [&'static str; 2],
    wider: usize,
    outcomes: [Outcome; 2],
    /// What sets the runs apart first, as a sentence.
    apart: String,
}

impl KindValues {
    /// Answers a check by both readings of it: the answer of the one whose run is to be looked at, with the run of the other one
    /// beside it. Its sentence is the answer by the reading that the check has not, and what sets both apart.
    ///
    /// # Errors
    /// As [`Self::check`]; [`Refusal::Capabilities`] says that `compare` is missing.
    pub fn side_by_side(
        &self,
        text: &str,
        index: usize,
        options: &Options,
        host: &mut dyn Host,
    ) -> Result<Outcome, Refusal> {
        let sides = self.sides(text, index, options, host)?.ok_or_else(|| {
            let what = "this check asks about no runs, so both readings of it are the same";
            Refusal::Option(what.to_owned())
        })?;
        let sentence = format!("{} {}", sides.answer(1), sides.apart);
        let shown = sides.shown();
        let Sides {
            readings,
            outcomes: [own, other],
            apart,
            ..
        } = sides;
        let ((mut outcome, beside), words) = match shown {
            0 => ((own, other), readings),
            _ => ((other, own), [readings[1], readings[0]]),
        };
        outcome.sentence = sentence;
        let evidence = outcome.system.get_or_insert_default();
        let other = beside.system.unwrap_or_default();
        evidence.beside = Some(Box::new(BesideView {
            readings: words.map(str::to_owned),
            seen: vec![apart],
            run: other.run,
            refused: other.refused,
            breaking: other.breaking,
            ..BesideView::default()
        }));
        Ok(outcome)
    }

    /// The same as what comparisons of readings tell; `None` where both readings of the check are the same. `readings` are their
    /// words, in any order.
    ///
    /// # Errors
    /// As [`Self::side_by_side`], and refuses words that are no readings.
    pub fn compared(
        &self,
        text: &str,
        index: usize,
        readings: [&str; 2],
        options: &Options,
        host: &mut dyn Host,
    ) -> Result<Option<ComparedReadings>, Refusal> {
        let Some(sides) = self.sides(text, index, options, host)? else {
            return Ok(None);
        };
        if let Some(word) = readings.iter().find(|it| !sides.readings.contains(it)) {
            let all = sides.readings.join(", ");
            return Err(Refusal::Option(format!(
                "there is no reading `{word}`; readings are {all}"
            )));
        }
        let [one, other] = sides.outcomes.each_ref().map(|it| it.verdict);
        let answer = match () {
            () if one.is_unknown() || other.is_unknown() => "unknown",
            () if one.is_found() == other.is_found() && sides.depths_agree() => "same",
            () => "different",
        };
        let shown = sides.shown();
        let run = run(&sides.outcomes[shown]).to_vec();
        let states = sides.outcomes.iter().filter_map(|it| it.work.states).sum();
        let evidence = sides.outcomes[shown].system.as_ref();
        Ok(Some(ComparedReadings {
            readings: sides.readings.map(str::to_owned),
            answer: answer.into(),
            admits: (!run.is_empty()).then(|| sides.readings[shown].to_owned()),
            seen: vec![sides.apart.clone()],
            variables: evidence.map_or_else(Vec::new, |it| it.variables.clone()),
            run,
            states,
            rules: Vec::new(),
            sentence: sides.sentence(),
        }))
    }

    fn sides(
        &self,
        text: &str,
        index: usize,
        options: &Options,
        host: &mut dyn Host,
    ) -> Result<Option<Sides>, Refusal> {
        let comparing = self.compare.ok_or_else(|| self.lacks(KindValue::Compare))?;
        let model = self.read(text)?;
        let asked = Asked::new((text, &*model), index, options);
        self.search.head(asked).ok_or(Refusal::NoSuchCheck)?;
        (comparing.sides)(self, comparing.value, asked, host)
    }
}

fn sides(
    values: &KindValues,
    value: &'static dyn Compare,
    asked: Asked<'_>,
    host: &mut dyn Host,
) -> Result<Option<Sides>, Refusal> {
    let Some(other) = value.other(asked) else {
        return Ok(None);
    };
    let one = values.check(asked.text, asked.check, asked.options, host)?;
    let two = values.check(&other.text, asked.check, asked.options, host)?;
    let watch = HostWatch::new(host, asked.options.timeout_ms);
    let mut goes_on = || !watch.should_stop();
    let apart = value.apart(asked, [run(&one), run(&two)], &mut goes_on);
    Ok(Some(Sides {
        noun: other.noun,
        readings: other.readings,
        wider: other.wider,
        outcomes: [one, two],
        apart,
    }))
}

impl Sides {
    /// Which of the two is looked at: the one that admits more where it has a run, since the other may not admit that.
    fn shown(&self) -> usize {
        match run(&self.outcomes[self.wider]).is_empty() {
            true => 1 - self.wider,
            false => self.wider,
        }
    }

    fn depths_agree(&self) -> bool {
        self.outcomes[0].depth() == self.outcomes[1].depth()
    }

    /// What both answer, and what sets them apart.
    fn sentence(&self) -> String {
        format!("{} {} {}", self.answer(0), self.answer(1), self.apart)
    }

    /// What is answered in the own reading, or in the other one.
    fn answer(&self, side: usize) -> String {
        let (reading, outcome) = (self.readings[side], &self.outcomes[side]);
        wording::by_reading(self.noun, reading, &outcome.sentence)
    }
}

fn run(outcome: &Outcome) -> &[SystemStepView] {
    outcome.system.as_ref().map_or(&[], |it| &it.run)
}
