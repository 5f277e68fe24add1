//! The few command line arguments, read by hand: xtask is compiled before anything else can happen,
//! so it stays small.

use std::path::PathBuf;

use anyhow::{Context, Result, bail};

/// Arguments that nobody has asked for yet; [`Args::finish`] complains about the rest.
pub struct Args {
    left: Vec<String>,
}

impl Args {
    /// Takes the arguments after the program's name.
    pub fn new(args: impl Iterator<Item = String>) -> Self {
        Self {
            left: args.collect(),
        }
    }

    /// The first argument, the command.
    pub fn command(&mut self) -> Option<String> {
        (!self.left.is_empty()).then(|| self.left.remove(0))
    }

    /// Whether `name` was given.
    pub fn flag(&mut self, name: &str) -> bool {
        let before = self.left.len();
        self.left.retain(|arg| arg != name);
        self.left.len() < before
    }

    /// The value of `name VALUE` or `name=VALUE`.
    pub fn value(&mut self, name: &str) -> Result<Option<String>> {
        if let Some(at) = self.left.iter().position(|arg| arg == name) {
            self.left.remove(at);
            if at == self.left.len() {
                bail!("{name} needs a value");
            }
            return Ok(Some(self.left.remove(at)));
        }
        let prefix = format!("{name}=");
        let at = self.left.iter().position(|arg| arg.starts_with(&prefix));
        Ok(at.map(|at| self.left.remove(at)[prefix.len()..].to_string()))
    }

    /// The value of an option that takes a port number.
    pub fn number(&mut self, name: &str) -> Result<Option<u16>> {
        self.value(name)?
            .map(|text| {
                text.parse()
                    .with_context(|| format!("{name} needs a number up to 65535, not `{text}`"))
            })
            .transpose()
    }

    /// The value of an option that takes a path.
    pub fn path(&mut self, name: &str) -> Result<Option<PathBuf>> {
        Ok(self.value(name)?.map(PathBuf::from))
    }

    /// Refuses arguments that no command knows.
    pub fn finish(self) -> Result<()> {
        match self.left.first() {
            None => Ok(()),
            Some(arg) => bail!("unknown argument `{arg}`; `cargo xtask help` lists what there is"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Args;

    fn args(line: &str) -> Args {
        Args::new(line.split_whitespace().map(String::from))
    }

    #[test]
    fn options_may_stand_in_any_order() {
        let mut args = args("serve --dev --port 4110 --out=here");
        assert_eq!(args.command().as_deref(), Some("serve"));
        assert_eq!(args.number("--port").unwrap(), Some(4110));
        assert_eq!(args.path("--out").unwrap(), Some("here".into()));
        assert!(args.flag("--dev"));
        assert!(!args.flag("--dev"));
        args.finish().unwrap();
    }

    #[test]
    fn leftovers_and_missing_values_are_errors() {
        assert!(args("--prot 1").finish().is_err());
        assert!(args("--port").number("--port").is_err());
        assert!(args("--port http").number("--port").is_err());
    }
}
