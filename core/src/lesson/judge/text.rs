//! Criteria about the text itself: `open`, `keeps`, `contains`.

use super::{Judge, no, unknown, yes};
use crate::lesson::judgement::{Evidence, Judged, Met};
use crate::lesson::locks::locks;
use crate::lesson::task::{Criterion, OpenLines};
use crate::text::TokenRole;
use crate::view::{Analysis, ScenarioView};

impl Judge {
    /// Only open lines of the start text differ.
    pub(super) fn open(&self, criterion: &Criterion, open: &OpenLines) -> Judged {
        let start = match self.file(&self.task.file) {
            Ok(start) => start,
            Err(missing) => return unknown(missing),
        };
        let Some(change) = locks(start, open, &self.attempt).change else {
            return yes();
        };
        let sentence = match criterion.sentence.as_str() {
            "" => change.sentence.clone(),
            sentence => sentence.to_owned(),
        };
        Judged {
            met: Met::No,
            sentence,
            evidence: Some(Evidence::Locked(change)),
        }
    }

    /// The messages of a scenario of the start text are still there, in their order.
    pub(super) fn keeps(
        &self,
        criterion: &Criterion,
        analysis: &Analysis,
        scenario: &str,
    ) -> Judged {
        let start = match self.file(&self.task.file) {
            Ok(start) => self.kinds.analyse(start),
            Err(missing) => return unknown(missing),
        };
        let named = |it: &&ScenarioView| it.name == scenario;
        let Some(before) = start.scenarios.iter().find(named) else {
            return unknown(format!("The start text has no scenario `{scenario}`."));
        };
        let Some(now) = analysis.scenarios.iter().find(named) else {
            return no(criterion, None);
        };
        let mut now = messages(now).into_iter();
        let mut before = messages(before).into_iter();
        match before.all(|message| now.any(|it| it == message)) {
            true => yes(),
            false => no(criterion, None),
        }
    }

    /// This line is there, blanks and comments aside.
    pub(super) fn contains(&self, criterion: &Criterion, line: &str) -> Judged {
        let wanted = without_blanks(line);
        let text = self.without_comments();
        match text.lines().any(|it| without_blanks(it) == wanted) {
            true => yes(),
            false => no(criterion, None),
        }
    }

    /// The attempt with blanks in the place of comments, line by line.
    fn without_comments(&self) -> String {
        let mut text = self.attempt.clone();
        let tokens = self.model.iter().flat_map(|(read, _)| read.spans());
        for (span, _) in tokens.filter(|it| it.1 == TokenRole::Comment) {
            let comment = span.text(&self.attempt);
            let blank: String = comment
                .bytes()
                .map(|it| if it == b'\n' { '\n' } else { ' ' })
                .collect();
            text.replace_range(span.start..span.end, &blank);
        }
        text
    }
}

/// The messages of a scenario: who sends what to whom.
fn messages(scenario: &ScenarioView) -> Vec<(&str, &str, &str)> {
    let name = |lifeline: usize| {
        let lifeline = scenario.lifelines.get(lifeline);
        lifeline.map_or("", |it| it.name.as_str())
    };
    let messages = scenario.messages.iter();
    messages
        .map(|it| (name(it.from), it.symbol.as_str(), name(it.to)))
        .collect()
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}
