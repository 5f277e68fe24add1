//! Running other programs: say what runs, run it, and name it when it fails.

use std::io::{BufRead, BufReader};
use std::process::{Command, ExitStatus, Stdio};

use anyhow::{Context, Result, bail};

/// The command as somebody would type it, for messages.
fn line(command: &Command) -> String {
    let mut line = command.get_program().to_string_lossy().into_owned();
    for arg in command.get_args() {
        line.push(' ');
        line.push_str(&arg.to_string_lossy());
    }
    line
}

/// Runs with the terminal's own streams and expects success.
pub fn run(command: &mut Command) -> Result<()> {
    let status = status(command)?;
    if !status.success() {
        bail!("`{}` failed ({status})", line(command));
    }
    Ok(())
}

/// Runs with the terminal's own streams and says how it ended.
pub fn status(command: &mut Command) -> Result<ExitStatus> {
    command
        .stdin(Stdio::null())
        .status()
        .with_context(|| format!("cannot run `{}`", line(command)))
}

/// Runs quietly and returns the standard output, or `None` where the program is missing or failed.
pub fn output(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    output.status.success().then_some(text)
}

/// Runs with its standard output shown line by line as it comes, each line also given to `see`.
pub fn watch(command: &mut Command, mut see: impl FnMut(&str)) -> Result<ExitStatus> {
    let mut child = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .with_context(|| format!("cannot run `{}`", line(command)))?;
    let stdout = child.stdout.take().context("the output was piped")?;
    for text in BufReader::new(stdout).lines() {
        let text = text.context("cannot read the program's output")?;
        println!("{text}");
        see(&text);
    }
    Ok(child.wait()?)
}
