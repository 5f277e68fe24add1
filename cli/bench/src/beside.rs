//! Other programs that are asked the same, in the same run.

/// What a program reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notation {
    /// Spin's models, which were translated by hand.
    Promela,
    /// Formulas as SMT-LIB 2 text.
    Script,
}

/// Another program that is asked the same.
pub trait Beside {
    /// Its name with its version.
    fn name(&self) -> String;

    /// What it reads.
    fn reads(&self) -> Notation;

    /// What it says to a model, or to a formula, in its own notation.
    ///
    /// # Errors
    /// Says what went wrong.
    fn ask(&self, name: &str, model: &str) -> Result<Said, String>;
}

/// What another program says.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Said {
    /// Whether there is what was looked for: a violation, or what satisfies a formula. `None` where it had no more time.
    pub found: Option<bool>,
    /// States that it stored; 0 where it stores none.
    pub states: u64,
    /// Milliseconds of its search.
    pub search_ms: f64,
    /// Milliseconds until it could begin.
    pub build_ms: f64,
}
