//! Drawing models and asking about them.

use super::examine::{Examined, examine};
use super::shrink::{shrink, tidied};
use super::subject::Subject;
use crate::generate::{Random, Shape, condition, goal, model};
use crate::language::questions::Mode;
use crate::language::{Check, Model, Question};
use crate::text::Span;

/// Random models are asked about at most so many transactions.
const MOST_TRANSACTIONS: usize = 7;

/// A hunt in progress.
#[derive(Clone, Debug)]
pub struct Hunt {
    subject: Subject,
    seed: u64,
    drawn: u64,
}

/// A disagreement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The model, with the one check on which the answers differ.
    pub model: Model,
    /// Both answers.
    pub examined: Examined,
}

impl Hunt {
    /// A hunt that has not begun. Hunts of different seeds draw different models.
    #[must_use]
    pub fn new(subject: Subject, seed: u64) -> Self {
        Self {
            subject,
            seed,
            drawn: 0,
        }
    }

    /// Whom the hunt is after.
    #[must_use]
    pub fn subject(&self) -> &Subject {
        &self.subject
    }

    /// Draws one more model that the interpreter can judge and asks all questions that the subject
    /// answers. Says how many there were, and on which the answers differ.
    pub fn next_model(&mut self) -> (usize, Vec<Found>) {
        loop {
            let cases = self.draw();
            let mut judged = 0;
            let mut found = Vec::new();
            for model in cases {
                let Some(examined) = examine(&self.subject, &model) else {
                    continue;
                };
                judged += 1;
                if examined.difference.is_some() {
                    found.push(Found { model, examined });
                }
            }
            if judged > 0 {
                return (judged, found);
            }
        }
    }

    /// One random model once for each question.
    fn draw(&mut self) -> Vec<Model> {
        self.drawn += 1;
        let mut random = Random::new((self.seed << 32).wrapping_add(self.drawn));
        let mut shape = Shape::default();
        if let Subject::PaperMscp(_) = self.subject {
            // The second paper knows single effects only.
            shape.effects = (1, 1);
        }
        let model = model(&shape, &mut random);
        let bound = random.between(0, MOST_TRANSACTIONS);
        let goal = goal(&model, &mut random);
        let condition = condition(&model, &mut random);
        let scenario = |mode| Question::Scenario { scenario: 0, mode };
        let mut questions = match self.subject {
            Subject::PaperGsc(_) => Vec::new(),
            Subject::PaperMscp(_) | Subject::Repairs => vec![scenario(Mode::Strict)],
            Subject::Delivery(_) | Subject::Explicit | Subject::Portfolio => vec![
                scenario(Mode::Strict),
                scenario(Mode::Loose),
                Question::Always { condition },
                Question::Deadlock,
            ],
        };
        let scenarios = matches!(self.subject, Subject::PaperMscp(_) | Subject::Repairs);
        if !goal.is_empty() && !scenarios {
            questions.push(Question::Reach { goal });
        }
        questions
            .into_iter()
            .filter_map(|question| case(&model, question, bound))
            .collect()
    }
}

impl Found {
    /// The same difference on a model from which nothing more can be left out.
    #[must_use]
    pub fn shrunk(self, subject: &Subject) -> Self {
        let (model, examined) = shrink(subject, self.model, self.examined);
        Self { model, examined }
    }
}

/// The model with one check and without what that check does not look at.
fn case(model: &Model, question: Question, bound: usize) -> Option<Model> {
    let mut model = model.clone();
    if let Question::Scenario { .. } = question {
        model.system.clear();
    } else {
        model.scenarios.clear();
    }
    model.checks = vec![Check {
        title: "random".into(),
        question,
        from: Vec::new(),
        bound: u32::try_from(bound).ok(),
        expected: None,
        expect_written: false,
        implicit: false,
        span: Span::default(),
    }];
    tidied(model)
}
