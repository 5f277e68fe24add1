//! A lesson as plain data: slides of blocks, as they are shown.

use serde::{Deserialize, Serialize};

use super::task::Task;

/// A lesson that was read.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Lesson {
    /// The title, from `# Title`.
    pub title: String,
    /// The goal: the paragraph below the title.
    pub goal: Words,
    /// The sections, each with `## Title`.
    pub slides: Vec<Slide>,
    /// What the lesson says about answers without showing it, from blocks `expect`.
    pub claims: Vec<Claim>,
    /// Files that stand in the document itself, from blocks `text`: the name and the text.
    pub texts: Vec<(String, String)>,
    /// What could not be read, in the order of the lines. A lesson with findings can be shown, but is not published.
    pub findings: Vec<Finding>,
}

/// A section of a lesson.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Slide {
    /// The title, from `## Title`.
    pub title: Words,
    /// What it shows, in the order of the text.
    pub blocks: Vec<Block>,
    /// The line of its title, from 1.
    pub line: u32,
}

/// Something that could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    /// The line in the lesson, from 1.
    pub line: u32,
    /// What is wrong, one sentence.
    pub title: String,
    /// What is expected instead.
    pub hint: String,
}

/// Text with its marks.
pub type Words = Vec<Inline>;

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Inline {
    /// Plain text; raw HTML is plain text, too.
    Text(String),
    /// Code between backticks.
    Code(String),
    /// Emphasis.
    Emphasis(Words),
    /// Strong emphasis.
    Strong(Words),
    /// A link with its address and its text. Only `https:`, `http:`, `#…` and addresses without a scheme are links;
    /// others are read as their text.
    Link(String, Words),
    /// A line that ends here.
    Break,
}

/// A block of a slide.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum Block {
    /// A paragraph.
    Paragraph(Words),
    /// A heading below the slide's own, with its level from 3.
    Heading(u32, Words),
    /// A list; numbered from the first number where it has one.
    List(Option<u64>, Vec<ListItem>),
    /// A table.
    Table(Table),
    /// A quotation.
    Quote(Vec<Block>),
    /// Code, with the first word of its fence (empty where there is none) and its text.
    Code(String, String),
    /// A line across.
    Rule,
    /// A live model.
    Model(ModelBlock),
    /// A question to answer before the answer is shown.
    Bet(Bet),
    /// The task; a lesson has one.
    Task(Task),
    /// A hint; a lesson may have several, which are shown one by one.
    Hint(Words),
    /// The sentences that one should be able to say at the end.
    Say(Vec<Words>),
}

/// What an item of a list holds.
pub type ListItem = Vec<Block>;

/// A table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// How the columns stand.
    pub align: Vec<Align>,
    /// The cells of its head.
    pub head: Vec<Words>,
    /// The rows, each with as many cells as the head.
    pub rows: Vec<Vec<Words>>,
}

/// How a column of a table stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Align {
    /// As usual: at the left.
    #[default]
    Start,
    /// In the middle.
    Middle,
    /// At the right.
    End,
}

/// A live model.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ModelBlock {
    /// Its name, unique in the lesson.
    pub name: String,
    /// Where its text is.
    pub source: ModelSource,
    /// What is shown of it; `None` is what the page shows by itself.
    pub view: Option<View>,
    /// The check that is selected, from 1.
    pub check: Option<usize>,
    /// The step that is shown, from 0.
    pub step: Option<usize>,
    /// Whether the text is only read.
    pub read: bool,
}

/// Where the text of a model is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ModelSource {
    /// A file of the lesson: beside it, or among [`Lesson::texts`].
    File(String),
    /// An example of the page, by its path without the ending, such as `machines/coffee`.
    Example(String),
}

/// What is shown of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum View {
    /// Machines, charts or the control flow; `cards` is read as this, too.
    Structure,
    /// The sequence diagram; `diagram` is read as this, too.
    Scenario,
    /// The chart of events.
    Events,
    /// Values over time.
    Values,
    /// The table of steps; `table` is read as this, too.
    Steps,
    /// The state space.
    States,
    /// All runs.
    Runs,
    /// The encoding.
    Formulas,
}

/// A check of a file of the lesson.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CheckRef {
    /// The file.
    pub file: String,
    /// The check, from 1 in the order of the text; of a transition system 1 is the `prop`.
    pub check: usize,
}

/// A question with choices. The right one is what the check answers: see [`super::right_choice`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Bet {
    /// The question.
    pub question: Words,
    /// The check that knows the answer.
    pub check: CheckRef,
    /// The key of the answer that is asked about, as `lockstep check --json` has it: `answer`, `depth`, `prefix`.
    pub key: String,
    /// The choices, in the order of the lesson.
    pub choices: Vec<String>,
    /// The line of the question, from 1.
    pub line: u32,
}

/// Something that the lesson says about an answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Claim {
    /// `F N: key=value`: the check has this value for this key of `lockstep check --json`.
    Value {
        /// The check.
        check: CheckRef,
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// The line, from 1.
        line: u32,
    },
    /// `F formulas: N:NAME=CLAUSES`: the printed formula of this name, with every repair, has so many clauses.
    Clauses {
        /// The check.
        check: CheckRef,
        /// The name of the formula, such as `φ_1`.
        formula: String,
        /// How many clauses it has.
        clauses: u64,
        /// The line, from 1.
        line: u32,
    },
}

impl Lesson {
    /// All blocks, slide by slide, without those inside lists and quotations.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.slides.iter().flat_map(|it| &it.blocks)
    }

    /// The task.
    #[must_use]
    pub fn task(&self) -> Option<&Task> {
        self.blocks().find_map(|it| match it {
            Block::Task(task) => Some(task),
            _ => None,
        })
    }

    /// The hints, the next step first.
    pub fn hints(&self) -> impl Iterator<Item = &Words> {
        self.blocks().filter_map(|it| match it {
            Block::Hint(words) => Some(words),
            _ => None,
        })
    }

    /// The bets.
    pub fn bets(&self) -> impl Iterator<Item = &Bet> {
        self.blocks().filter_map(|it| match it {
            Block::Bet(bet) => Some(bet),
            _ => None,
        })
    }

    /// The live models.
    pub fn models(&self) -> impl Iterator<Item = &ModelBlock> {
        self.blocks().filter_map(|it| match it {
            Block::Model(model) => Some(model),
            _ => None,
        })
    }

    /// The files that the lesson refers to and does not hold itself, each once, in the order of the text.
    #[must_use]
    pub fn files(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for block in self.blocks() {
            match block {
                Block::Model(ModelBlock {
                    source: ModelSource::File(file),
                    ..
                }) => names.push(file),
                Block::Bet(bet) => names.push(&bet.check.file),
                Block::Task(task) => names.extend(task.files()),
                _ => {}
            }
        }
        names.extend(self.claims.iter().map(Claim::file));
        let mut files: Vec<&str> = Vec::new();
        for name in names {
            let is_here = self.texts.iter().any(|(it, _)| it == name);
            if !is_here && !files.contains(&name) {
                files.push(name);
            }
        }
        files
    }
}

impl Claim {
    /// The file that it is about.
    #[must_use]
    pub fn file(&self) -> &str {
        let (Self::Value { check, .. } | Self::Clauses { check, .. }) = self;
        &check.file
    }
}
