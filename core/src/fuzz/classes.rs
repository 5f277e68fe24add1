//! Random class models on which explicit search, formulas, the paper's formula and the definitions part ways.
//!
//! The judge is [`defined`]. What is found is made small by leaving out lines as long as the answer to the only check is wrong.

use super::class_judge::{defined, valid_states};
use crate::api::{CLASS_VALUES, Clockless, Refusal};
use crate::encode::paper::{ClassInstance, ClassSheet, Repairs};
use crate::generate::{Random, bounded_classes, class_heirs, class_questions, classes};
use crate::language::Languages;
use crate::language::classes::model::ClassModel;
use crate::language::classes::{Classes, LANGUAGE};
use crate::sat;
use crate::text::Severity;
use crate::view::{Options, Verdict};

/// Bytes that a search may take.
const MEMORY: u64 = 400_000_000;
/// Gates of one printed formula at most.
const GATES: usize = 1_000_000;
/// Calls that printed formulas are asked about, at most.
const MOST_CALLS: usize = 6;
/// Valid states of a model at most: larger ones are passed over.
const MOST_STATES: usize = 80;

/// An answer is the fewest calls after which something is found, or `None` where there is nothing.
pub type Depth = Option<u32>;

/// Whose answers are compared with the definitions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClassSubject {
    /// An engine, as the option `--engine` names it.
    Engine(&'static str),
    /// The paper's formula with some repairs.
    Printed(Repairs),
}

impl ClassSubject {
    /// How it is called.
    #[must_use]
    pub fn name(self) -> String {
        match self {
            Self::Engine(name) => format!("engine {name}"),
            Self::Printed(repairs) => {
                match repairs.iter().map(|it| it.name()).collect::<Vec<_>>() {
                    names if names.is_empty() => "the printed formula".into(),
                    names => format!("the printed formula with {}", names.join(", ")),
                }
            }
        }
    }

    /// What it says of a check: `None` where it gives no answer. An answer that does not replay is told in words.
    fn says(self, text: &str, check: usize) -> Option<Result<Depth, String>> {
        match self {
            Self::Engine(engine) => {
                let options = Options {
                    engine: engine.into(),
                    max_memory: Some(MEMORY),
                    ..Options::default()
                };
                match CLASS_VALUES.check(text, check, &options, &mut Clockless) {
                    Ok(outcome) => match outcome.verdict {
                        Verdict::Found { depth } => Some(Ok(Some(depth))),
                        Verdict::Absent(_) => Some(Ok(None)),
                        Verdict::Unknown(_) => None,
                    },
                    Err(Refusal::Defect(what)) => Some(Err(what)),
                    Err(_) => None,
                }
            }
            Self::Printed(repairs) => {
                let model = read(text)?;
                let instance = ClassInstance::new(&model, check).ok()?;
                let sheet = ClassSheet::new(&instance, repairs, GATES, &|| false).ok()?;
                let solver = sat::ALL.last().copied()?;
                let smallest = sheet.smallest(MOST_CALLS, solver).ok()?;
                let found = smallest.found.filter(|_| smallest.lost.is_none());
                Some(Ok(found.and_then(|it| u32::try_from(it.0).ok())))
            }
        }
    }

    /// A random model with questions that it answers.
    fn drawn(self, seed: u64) -> String {
        let mut random = Random::new(seed);
        if let Self::Printed(_) = self {
            return bounded_classes(&mut random, MOST_CALLS);
        }
        let (mut text, by_class) = match random.percent(20) {
            true => class_heirs(&mut random),
            false => (classes(&mut random), Vec::new()),
        };
        if random.percent(30) {
            let condition = random.choose(&crate::generate::CLASS_CONDITIONS);
            let ends = format!("  final {condition}\n}}\n");
            text = text.trim_end().trim_end_matches('}').to_owned() + &ends;
        }
        for it in class_questions(&text, &mut random).iter().chain(&by_class) {
            text += it;
            text.push('\n');
        }
        text
    }
}

/// A wrong answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrongAnswer {
    /// The seed of the model.
    pub seed: u64,
    /// Who gave it.
    pub subject: ClassSubject,
    /// The model, with this check alone.
    pub text: String,
    /// What the definitions say.
    pub defined: Depth,
    /// What was said instead.
    pub said: Result<Depth, String>,
}

/// What came of a random model.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ExaminedClasses {
    /// Answers that were given.
    pub answers: usize,
    /// Those of them that found something.
    pub found: usize,
    /// Those that are wrong.
    pub wrong: Vec<WrongAnswer>,
}

/// Asks the random model of a seed. `None` where it has too many states.
#[must_use]
pub fn examine_classes(subjects: &[ClassSubject], seed: u64) -> Option<ExaminedClasses> {
    let mut examined = ExaminedClasses::default();
    let mut before: Option<(String, Vec<Option<Depth>>)> = None;
    for &subject in subjects {
        let text = subject.drawn(seed);
        // Engines are asked about the same text.
        let depths = match before.take() {
            Some((same, depths)) if same == text => depths,
            _ => {
                let model = read(&text)?;
                if valid_states(&model) > MOST_STATES {
                    return None;
                }
                let checks = 0..model.checks.len();
                checks.map(|it| defined(&model, it)).collect()
            }
        };
        for (check, depth) in depths.iter().enumerate() {
            let Some(defined) = *depth else { continue };
            let Some(said) = subject.says(&text, check) else {
                continue;
            };
            examined.answers += 1;
            examined.found += usize::from(matches!(said, Ok(Some(_))));
            if said != Ok(defined) {
                examined.wrong.push(WrongAnswer {
                    seed,
                    subject,
                    text: alone(&text, check),
                    defined,
                    said,
                });
            }
        }
        before = Some((text, depths));
    }
    Some(examined)
}

impl WrongAnswer {
    /// The same subject with a wrong answer on a text of which no lines can be left out.
    #[must_use]
    pub fn shrunk(mut self) -> Self {
        let mut lines: Vec<String> = self.text.lines().map(str::to_owned).collect();
        let mut length = lines.len();
        while length > 0 {
            let mut at = 0;
            let mut is_shorter = false;
            while at + length <= lines.len() {
                let rest = [&lines[..at], &lines[at + length..]].concat();
                match wrong(self.subject, &(rest.join("\n") + "\n")) {
                    Some((defined, said)) => {
                        (self.defined, self.said) = (defined, said);
                        (lines, is_shorter) = (rest, true);
                    }
                    None => at += 1,
                }
            }
            length = match is_shorter {
                true => lines.len().min(length),
                false => length - 1,
            };
        }
        self.text = lines.join("\n") + "\n";
        self
    }

    /// The text with both answers as a comment.
    #[must_use]
    pub fn told(&self) -> String {
        let words = |depth: Depth| match depth {
            Some(depth) => format!("something after {depth} calls"),
            None => "nothing".to_owned(),
        };
        let said = match &self.said {
            Ok(depth) => format!("finds {}", words(*depth)),
            Err(what) => format!("says: {what}"),
        };
        let (seed, name, defined) = (self.seed, self.subject.name(), words(self.defined));
        let text = &self.text;
        format!("// seed {seed}: the definitions find {defined}, {name} {said}\n{text}")
    }
}

/// Both answers to the only check of a text, where they differ.
fn wrong(subject: ClassSubject, text: &str) -> Option<(Depth, Result<Depth, String>)> {
    let model = read(text).filter(|it| it.checks.len() == 1)?;
    let defined = defined(&model, 0)?;
    let said = subject.says(text, 0)?;
    (said != Ok(defined)).then_some((defined, said))
}

/// A text with one of its checks alone.
fn alone(text: &str, check: usize) -> String {
    let mut number = 0;
    let lines = text.lines().filter(|line| {
        let is_check = line.starts_with("check ");
        number += usize::from(is_check);
        !is_check || number == check + 1
    });
    lines.map(|it| format!("{it}\n")).collect()
}

/// What a text means, if it has no errors.
fn read(text: &str) -> Option<ClassModel> {
    let languages = Languages::only(&LANGUAGE);
    let (model, findings) = languages.read(text).into_model::<Classes>();
    let is_clear = findings.iter().all(|it| it.severity != Severity::Error);
    is_clear.then_some(model)
}
