//! Spin, where it is installed with a C compiler: the peer of transition systems and statecharts.
//!
//! Its models are translated to C and compiled in a directory of their own, and searched breadth first, so that it
//! looks for a shortest run as well.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;
use std::{env, fs};

use lockstep_bench::beside::{Beside, Notation, Said};

/// Spin with a directory to work in.
#[derive(Debug)]
pub struct Spin {
    version: String,
    directory: PathBuf,
}

impl Spin {
    /// The installed one; `None` where there is none or no C compiler.
    pub fn installed() -> Option<Self> {
        let said = Command::new("spin").arg("-V").output().ok()?;
        Command::new("cc").arg("--version").output().ok()?;
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let version = said.split_whitespace().nth(2).unwrap_or("").to_string();
        let name = format!("lockstep-peer-{}", std::process::id());
        let directory = env::temp_dir().join(name);
        fs::create_dir_all(&directory).ok()?;
        Some(Self { version, directory })
    }

    fn run(&self, program: &str, args: &[&str]) -> Result<String, String> {
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.directory);
        let said = command.output().map_err(|it| format!("{program}: {it}"))?;
        let out = String::from_utf8_lossy(&said.stdout).into_owned();
        match said.status.success() {
            true => Ok(out),
            false => Err(format!("{program} failed: {out}")),
        }
    }
}

impl Beside for Spin {
    fn name(&self) -> String {
        format!("Spin {}", self.version)
    }

    fn reads(&self) -> Notation {
        Notation::Promela
    }

    fn ask(&self, _name: &str, model: &str) -> Result<Said, String> {
        let path = self.directory.join("model.pml");
        fs::write(&path, model).map_err(|it| it.to_string())?;
        let started = Instant::now();
        self.run("spin", &["-a", "model.pml"])?;
        let flags = [
            "-O2", "-w", "-DBFS", "-DSAFETY", "-DNOFAIR", "-o", "pan", "pan.c",
        ];
        self.run("cc", &flags)?;
        let build_ms = started.elapsed().as_secs_f64() * 1000.0;
        let started = Instant::now();
        let pan = Path::new("./pan").to_string_lossy().into_owned();
        let said = self.run(&pan, &["-E", "-w21"])?;
        let search_ms = started.elapsed().as_secs_f64() * 1000.0;
        let states = said.lines().find_map(|line| {
            let count = line.trim().strip_suffix("states, stored")?;
            count.trim().parse::<f64>().ok()
        });
        Ok(Said {
            found: Some(!said.contains("errors: 0")),
            states: states.unwrap_or(0.0) as u64,
            search_ms,
            build_ms,
        })
    }
}

impl Drop for Spin {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.directory).ok();
    }
}
