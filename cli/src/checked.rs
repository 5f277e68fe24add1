//! One check answered, and what there is to write about it. It is written when its turn comes: see [`crate::check`].

use std::sync::Arc;

use lockstep_core::api::ShownFormulas;
use lockstep_core::api::{self, Analysis, CheckView, Options, Outcome, Refusal, StructureKind};
use lockstep_core::interchange::Names;
use serde::Serialize;

use crate::answer::{Failure, answer};
use crate::args;
use crate::compared;
use crate::exit_status::ExitStatus;
use crate::export;
use crate::human;
use crate::jobs::Seat;
use crate::json;
use crate::printed;
use crate::style::Style;
use crate::systems;
use crate::witnesses;

/// How all files of a command are asked.
pub struct Asking {
    /// The command.
    pub args: args::Check,
    /// How to search.
    pub options: Options,
    /// What is repaired in the papers' formulas.
    pub repairs: Vec<String>,
    /// How standard output is coloured.
    pub out: Style,
}

/// A file without errors.
pub struct Model {
    /// Its path, as given.
    pub name: String,
    /// What the names of files about it begin with.
    pub stem: String,
    /// What stands in it.
    pub text: Arc<str>,
    /// What it says.
    pub analysis: Arc<Analysis>,
}

/// What `--json` prints of a check.
#[derive(Serialize)]
#[serde(untagged)]
pub enum Record {
    /// About machines.
    Machines(Box<json::Record>),
    /// About a transition system or statecharts.
    System(Box<systems::Record>),
    /// About two readings.
    Compared(Box<compared::Record>),
}

/// What there is to write, in this order.
pub struct Written {
    /// For standard error: what is wrong.
    pub errors: Vec<String>,
    /// For standard output.
    pub lines: Vec<String>,
    /// For standard output with `--json`, in the place of lines.
    pub records: Vec<Record>,
    /// What it makes of the command's end.
    pub status: ExitStatus,
    /// Whether nothing else can be asked of the file: the same option would be refused at every check.
    pub ends_file: bool,
}

impl Written {
    /// Nothing, and all is well.
    pub fn new() -> Self {
        Self {
            errors: Vec::new(),
            lines: Vec::new(),
            records: Vec::new(),
            status: ExitStatus::AsExpected,
            ends_file: false,
        }
    }

    /// An error.
    pub fn bad(what: String) -> Self {
        let mut written = Self::new();
        written.error(what);
        written
    }

    /// Nothing the author of the model did wrong.
    pub fn bug(name: &str, what: &str) -> Self {
        Self::bad(format!(
            "{name}: {what}. This is a defect of lockstep; please report it with the file"
        ))
    }

    fn error(&mut self, what: String) {
        self.status = ExitStatus::Bad;
        self.errors.push(what);
    }
}

impl Model {
    /// Its checks, as written.
    pub fn checks(&self) -> &[CheckView] {
        &self.analysis.checks
    }

    /// Its kind.
    pub fn kind(&self) -> StructureKind {
        self.analysis.structure.kind()
    }

    /// Answers a check.
    pub fn check(&self, index: usize, asking: &Asking, seat: &Seat) -> Written {
        let check = &self.checks()[index];
        let outcome = match answer(self.kind(), &self.text, check, (&asking.options, seat)) {
            Ok(outcome) => outcome,
            Err(Failure::Refused(Refusal::Option(what))) => {
                return Written {
                    ends_file: true,
                    ..Written::bad(what)
                };
            }
            Err(Failure::Refused(refusal)) => {
                return Written::bug(&self.name, &format!("{}: {refusal:?}", check.title));
            }
            Err(Failure::Broken(what)) => {
                return Written::bug(&self.name, &format!("{}: {what}", check.title));
            }
        };
        let mut written = Written::new();
        // It is asked again.
        if seat.was_stopped() {
            return written;
        }
        written.status = judge(&outcome);
        let exported = export::trace(
            &asking.args,
            &self.stem,
            &self.text,
            &self.analysis,
            (check, &outcome),
        );
        if let Err(what) = exported {
            written.error(what);
        }
        match self.kind() {
            StructureKind::Machines => {
                self.machines((check, &outcome), (asking, seat), &mut written);
            }
            kind => self.system(kind, (check, &outcome), (asking, seat), &mut written),
        }
        written
    }

    /// Writes about a check of machines.
    fn machines(
        &self,
        (check, outcome): (&CheckView, &Outcome),
        (asking, seat): (&Asking, &Seat),
        written: &mut Written,
    ) {
        let (args, text, analysis) = (&asking.args, &self.text, &self.analysis);
        let (options, repairs) = (&asking.options, asking.repairs.as_slice());
        let formulas = export::write(args, &self.stem, text, check, (options, repairs), seat);
        if let Err(what) = formulas {
            written.error(what);
        }
        let printed = (args.encoding == "paper")
            .then(|| printed::ask(self.kind(), text, check, repairs, (options, seat)));
        let others = witnesses::others(text, check, outcome, args.witnesses, (options, seat));
        let names = Names::of(analysis, check);
        if args.json {
            let mut record = json::record(&self.name, analysis, check, outcome);
            record.printed = printed.map(|it| printed::record(Some(names), it));
            record.others(names, others);
            written.records.push(Record::Machines(Box::new(record)));
            return;
        }
        let lines = &mut written.lines;
        lines.push(human::line(asking.out, &self.name, check, outcome));
        lines.extend(human::causes(asking.out, outcome));
        if let Some(others) = others {
            lines.push(witnesses::block(asking.out, names, outcome, &others));
        }
        if let Some(printed) = printed {
            lines.push(printed::block(asking.out, names, outcome, &printed));
        }
    }

    /// Writes about a check of any other kind of model.
    fn system(
        &self,
        kind: StructureKind,
        (check, outcome): (&CheckView, &Outcome),
        (asking, seat): (&Asking, &Seat),
        written: &mut Written,
    ) {
        let extras = kind.extras();
        let (args, text, options) = (&asking.args, &self.text, &asking.options);
        let analysis = &self.analysis;
        let of = (options, asking.repairs.as_slice());
        let scripts = export::scripts(args, &self.stem, text, (kind, check), of, seat);
        if let Err(what) = scripts {
            written.error(what);
        }
        let printed = (extras.formulas != ShownFormulas::None && args.encoding == "paper")
            .then(|| printed::ask(kind, text, check, &asking.repairs, (options, seat)));
        let others = api::values_of(kind).and_then(|it| {
            let asked = (check, outcome);
            witnesses::of_system(&it, text, asked, args.witnesses, (options, seat))
        });
        if args.json {
            let mut record = systems::record(&self.name, analysis, check, outcome, extras);
            record.others(analysis, others);
            record.printed = printed.map(|it| printed::record(None, it));
            written.records.push(Record::System(Box::new(record)));
            return;
        }
        let (out, lines) = (asking.out, &mut written.lines);
        lines.push(human::line(out, &self.name, check, outcome));
        lines.extend(systems::warning(analysis, outcome));
        if args.explain {
            lines.extend(systems::reasons(out, outcome, extras));
        }
        if let Some(others) = others {
            lines.push(witnesses::block_of_system(out, analysis, outcome, &others));
        }
        if let Some(printed) = printed {
            lines.push(printed::block_of_states(out, outcome, &printed));
        }
    }

    /// The two readings that are to be compared, where this file has such.
    pub fn readings<'a>(&self, asking: &'a Asking) -> Option<&'a [String; 2]> {
        let own = self.kind().extras().readings;
        // A word that no kind of model knows is reported where there are readings.
        let is_meant = |it: &String| own.contains(&&**it) || !api::is_reading(it);
        let same = asking.args.same.as_ref();
        same.filter(|it| !own.is_empty() && it.iter().any(is_meant))
    }

    /// Compares two readings, of the whole text or of each check.
    pub fn compare(&self, asking: &Asking, seat: &Seat) -> Written {
        let mut written = Written::new();
        let Some(readings) = self.readings(asking) else {
            return written;
        };
        let asked = (self.kind(), self.checks().len());
        let found = compared::ask(&self.text, asked, readings, (&asking.options, seat));
        let views = match found {
            Ok(views) => views,
            Err(what) => {
                written.error(what);
                return written;
            }
        };
        for (check, view) in &views {
            let check = check.and_then(|it| self.checks().get(it));
            let check = check.map(|it| it.title.as_str());
            if asking.args.json {
                let record = compared::record((&self.name, check), &self.analysis, view);
                written.records.push(Record::Compared(Box::new(record)));
            } else {
                let block = compared::block(asking.out, (&self.name, check), view);
                written.lines.push(block);
            }
        }
        written
    }
}

/// An expectation that is not known to be met is not met.
fn judge(outcome: &Outcome) -> ExitStatus {
    match outcome.as_expected() {
        None | Some(true) => ExitStatus::AsExpected,
        Some(false) => ExitStatus::Unexpected,
    }
}
