//! How the command ends, as a number for scripts.

/// How a run ended. The worst of all files and checks counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum ExitStatus {
    /// Every expectation was met.
    AsExpected,
    /// Some answer is not the expected one.
    Unexpected,
    /// Some file, option or other input is bad, or what there is to say could not be written.
    Bad,
}

impl ExitStatus {
    /// The exit code.
    pub fn code(self) -> u8 {
        match self {
            Self::AsExpected => 0,
            Self::Unexpected => 1,
            Self::Bad => 2,
        }
    }
}
