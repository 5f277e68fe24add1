//! `cargo xtask …`: what a clone needs beyond `cargo`, without anything installed by hand.
//!
//! The commands build on each other: [`setup`] fetches what is missing, [`page`] turns the web
//! crate into a directory of static files, [`serve`] shows that directory, [`mod@test`] runs every test
//! against it, and [`budget`] weighs it. `.ci/run` is made of these commands and of plain cargo.
#![allow(
    clippy::print_stdout,
    reason = "a developer's command line tool reports on standard output"
)]

mod args;
mod bench;
mod beside;
mod browser;
mod budget;
mod html;
mod lesson_page;
mod lessons;
mod offline;
mod page;
mod parts;
mod process;
mod program;
mod scripts;
mod serve;
mod setup;
mod test;
mod toys;
mod workspace;

use std::process::ExitCode;

use anyhow::{Result, bail};

use args::Args;
use page::{Kinds, Profile};
use workspace::Workspace;

const USAGE: &str = "\
Usage: cargo xtask COMMAND

  serve [--port N] [--dev] [--out DIR]   build the page and serve it on localhost (port 8080)
  build [--dev] [--toy-kinds] [--out DIR] build the page into dist/; with the kinds of model that only tests have
  dist                                   the release page in dist/, without those, weighed against its budget
  test [--no-browser]                    every test: native while the page is built, then that page in Chromium;
    [--only-browser] [--page DIR]        random suites take the fifth of their seeds that the commit chooses
    [--all]                              every seed
    [--quick]                            what most changes break: format, lints, native tests but for long suites
    [--repeat N]                         the browser's tests alone, each N times
  budget [--out DIR]                     weigh dist/, or the page in DIR, against the size budget
  bench WHAT [--class C] [--count N]     what `lockstep bench` measures, in the page's worker in Chromium
    [--native] [--sat4j N] [--url URL]   beside the command line, beside Sat4j, on a page that is served
    [--published DIR]                    of `systems`: published models as well
  bench page [--count N]                 the page itself: opening it N times, stepping a long run
  bench steady [--count N] [--seed N]    how far drawings stay as they were under small edits
  scripts [--out DIR]                    bundle web/js for Trunk (its post-build hook)

--dev builds faster and answers slower; without it the page is what users get.";

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the command; false says that it ran and found something to be mended.
fn run() -> Result<bool> {
    let workspace = Workspace::find();
    let mut args = Args::new(std::env::args().skip(1));
    let Some(command) = args.command() else {
        println!("{USAGE}");
        return Ok(true);
    };
    match command.as_str() {
        "serve" => {
            let port = args.number("--port")?.unwrap_or(8080);
            let (profile, kinds, out) = build_options(&mut args, &workspace)?;
            args.finish()?;
            let listener = serve::listen(port)?;
            page::build(&workspace, profile, kinds, &out)?;
            serve::forever(listener, &out)?;
        }
        "build" => {
            let (profile, kinds, out) = build_options(&mut args, &workspace)?;
            args.finish()?;
            page::build(&workspace, profile, kinds, &out)?;
        }
        "dist" => {
            args.finish()?;
            page::build(&workspace, Profile::Page, Kinds::Shipped, &workspace.dist())?;
            toys::absent(&workspace.dist())?;
            return budget::weigh(&workspace, &workspace.dist());
        }
        "test" => {
            let wish = test::Wish {
                all: args.flag("--all"),
                quick: args.flag("--quick"),
                no_browser: args.flag("--no-browser"),
                only_browser: args.flag("--only-browser"),
                page: args.path("--page")?,
                repeat: args.number("--repeat")?,
            };
            args.finish()?;
            return test::run(&workspace, &wish);
        }
        "budget" => {
            let page = args.path("--out")?.unwrap_or_else(|| workspace.dist());
            args.finish()?;
            return budget::weigh(&workspace, &page);
        }
        "bench" => bench::run(&workspace, args)?,
        "scripts" => {
            let out = args.path("--out")?;
            args.finish()?;
            scripts::for_trunk(&workspace, out)?;
        }
        "help" | "--help" | "-h" => println!("{USAGE}"),
        other => bail!("there is no command `{other}`\n\n{USAGE}"),
    }
    Ok(true)
}

fn build_options(
    args: &mut Args,
    workspace: &Workspace,
) -> Result<(Profile, Kinds, std::path::PathBuf)> {
    let profile = if args.flag("--dev") {
        Profile::Dev
    } else {
        Profile::Page
    };
    let kinds = match args.flag("--toy-kinds") {
        true => Kinds::WithToys,
        false => Kinds::Shipped,
    };
    let out = args.path("--out")?.unwrap_or_else(|| workspace.dist());
    Ok((profile, kinds, out))
}
