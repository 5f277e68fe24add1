//! What does not fit into one number each, as a list of numbers: pools, do behaviours, and terms.

use super::state::{Activity, Message};
use super::term::{Action, Term};

/// Writes numbers.
#[derive(Debug, Default)]
pub struct NumberWriter {
    /// The numbers so far.
    pub numbers: Vec<i64>,
}

/// Reads numbers; what is not there is an error.
#[derive(Debug)]
pub struct NumberReader<'n> {
    numbers: &'n [i64],
    at: usize,
}

impl NumberWriter {
    /// A number.
    pub fn number(&mut self, number: i64) {
        self.numbers.push(number);
    }

    /// An index.
    pub fn index(&mut self, index: usize) {
        self.number(i64::try_from(index).expect("no text has 2⁶³ things"));
    }

    /// A list of numbers.
    pub fn list(&mut self, all: &[i64]) {
        self.index(all.len());
        self.numbers.extend_from_slice(all);
    }

    /// An event with what it brings.
    pub fn message(&mut self, it: &Message) {
        self.index(it.event);
        self.index(it.caller.map_or(0, |it| it + 1));
        self.list(&it.arguments);
    }

    /// A do behaviour.
    pub fn activity(&mut self, it: &Activity) {
        self.index(it.state);
        self.index(it.at);
        self.index(usize::from(it.waits));
        self.list(&it.data);
    }

    /// A term.
    pub fn term(&mut self, term: &Term) {
        match term {
            Term::Done => self.number(0),
            Term::Act(action) => self.action(action),
            Term::Sequence(parts) | Term::Parallel(parts) => {
                self.number(if matches!(term, Term::Sequence(_)) {
                    1
                } else {
                    2
                });
                self.index(parts.len());
                parts.iter().for_each(|it| self.term(it));
            }
            Term::Frozen(values, inner) => {
                self.number(3);
                self.list(values);
                self.term(inner);
            }
        }
    }

    fn action(&mut self, action: &Action) {
        let (code, one) = match action {
            Action::Run(it) => (10, *it),
            Action::Exit(it) => (11, *it),
            Action::Abort(it) => (12, *it),
            Action::Leave(it) => (13, *it),
            Action::Complete(it) => (14, *it),
            Action::Reopen(it) => (15, *it),
            Action::Entered(it) => (16, *it),
            Action::Default(it) => (17, *it),
            Action::Restore(it) => (18, *it),
            Action::StartActivity(it) => (19, *it),
            Action::Segment(it) => (20, *it),
            Action::Enter(it, _) => (21, *it),
            Action::Ensure(it, ..) => (22, *it),
            Action::Microstep(all) => (23, all.len()),
        };
        self.number(code);
        self.index(one);
        match action {
            Action::Enter(_, by) => self.index(*by),
            Action::Microstep(all) => all.iter().for_each(|&it| self.index(it)),
            Action::Ensure(_, explicit, beside) => {
                self.index(explicit.len());
                explicit.iter().for_each(|&it| self.index(it));
                self.term(beside);
            }
            _ => {}
        }
    }
}

impl<'n> NumberReader<'n> {
    /// Reads some numbers.
    #[must_use]
    pub fn new(numbers: &'n [i64]) -> Self {
        Self { numbers, at: 0 }
    }

    /// Whether all were read.
    #[must_use]
    pub fn is_at_end(&self) -> bool {
        self.at == self.numbers.len()
    }

    /// A number.
    pub fn number(&mut self) -> Option<i64> {
        let number = self.numbers.get(self.at).copied();
        self.at += usize::from(number.is_some());
        number
    }

    /// An index.
    pub fn index(&mut self) -> Option<usize> {
        usize::try_from(self.number()?).ok()
    }

    /// A list of numbers.
    pub fn list(&mut self) -> Option<Vec<i64>> {
        let count = self.index()?;
        (0..count.min(self.numbers.len()))
            .map(|_| self.number())
            .collect()
    }

    /// An event with what it brings.
    pub fn message(&mut self) -> Option<Message> {
        let event = self.index()?;
        let caller = self.index()?.checked_sub(1);
        Some(Message {
            event,
            caller,
            arguments: self.list()?,
        })
    }

    /// A do behaviour.
    pub fn activity(&mut self) -> Option<Activity> {
        let (state, at) = (self.index()?, self.index()?);
        let waits = self.index()? == 1;
        Some(Activity {
            state,
            at,
            waits,
            data: self.list()?,
        })
    }

    /// A term.
    pub fn term(&mut self) -> Option<Term> {
        Some(match self.number()? {
            0 => Term::Done,
            kind @ (1 | 2) => {
                let count = self.index()?.min(self.numbers.len());
                let parts = (0..count)
                    .map(|_| self.term())
                    .collect::<Option<Vec<_>>>()?;
                match kind {
                    1 => Term::Sequence(parts),
                    _ => Term::Parallel(parts),
                }
            }
            3 => {
                let values = self.list()?;
                Term::Frozen(values, Box::new(self.term()?))
            }
            code => Term::Act(self.action(code)?),
        })
    }

    fn action(&mut self, code: i64) -> Option<Action> {
        let one = self.index()?;
        Some(match code {
            10 => Action::Run(one),
            11 => Action::Exit(one),
            12 => Action::Abort(one),
            13 => Action::Leave(one),
            14 => Action::Complete(one),
            15 => Action::Reopen(one),
            16 => Action::Entered(one),
            17 => Action::Default(one),
            18 => Action::Restore(one),
            19 => Action::StartActivity(one),
            20 => Action::Segment(one),
            21 => Action::Enter(one, self.index()?),
            22 => {
                let count = self.index()?.min(self.numbers.len());
                let explicit = (0..count)
                    .map(|_| self.index())
                    .collect::<Option<Vec<_>>>()?;
                Action::Ensure(one, explicit, Box::new(self.term()?))
            }
            23 => {
                let count = one.min(self.numbers.len());
                let all = (0..count).map(|_| self.index());
                Action::Microstep(all.collect::<Option<Vec<_>>>()?)
            }
            _ => return None,
        })
    }
}
