//! Statecharts: the two case studies of the BMC4UML paper by growing N, and Spin on the same models.
//!
//! Every answer must be reachable with the minimal depth that the rules have (two independent interpreters agree on
//! them), and what is timed is all that a user waits for: reading the text, searching, and replaying the run. The peer
//! searches breadth first, too; its models are written by hand, rule by rule, and know no equal objects.

use std::fmt::Write;

use lockstep_core::api::{Clockless, Options, Outcome, STATECHART_VALUES};

use crate::beside::Notation;
use crate::report::{Report, Sample};
use crate::{Disagreement, Measured, Measurement, Setting};

/// The entry in [`crate::ALL`].
pub const MEASUREMENT: Measurement = Measurement {
    name: "statecharts",
    about: "Statecharts: Master-Slave and the railroad crossing of the BMC4UML paper, by growing N",
    run,
};

const MASTER_SLAVE: &str = include_str!("../../../static/examples/statecharts/master-slave.lks");
const CROSSING: &str = include_str!("../../../static/examples/statecharts/railroad-crossing.lks");

/// A case study.
struct Study {
    name: &'static str,
    /// The text of so many objects.
    text: fn(u32) -> String,
    /// The N of the tables, each with the fewest applications of rules to the goal of the first check.
    depths: &'static [(u32, u32)],
    /// The same model for the peer, which reads N from a definition.
    promela: &'static str,
    /// The greatest N that the peer is asked about: beyond it takes minutes and more than three gigabytes.
    most: u32,
}

const ALL: [Study; 2] = [
    Study {
        name: "Master-Slave",
        text: |count| MASTER_SLAVE.replace("s1, s2, s3, s4", &named("s", count)),
        depths: &[
            (2, 26),
            (3, 24),
            (4, 22),
            (5, 22),
            (6, 22),
            (7, 22),
            (8, 22),
            (9, 22),
        ],
        promela: include_str!("../peers/master-slave.pml"),
        most: 7,
    },
    // One step for each initial pseudostate, N + 3, and 18 from there.
    Study {
        name: "Railroad crossing",
        text: |count| CROSSING.replace("t1, t2, t3", &named("t", count)),
        depths: &[(3, 24), (4, 25), (5, 26), (6, 27), (10, 31), (20, 41)],
        promela: include_str!("../peers/crossing.pml"),
        most: 5,
    },
];

/// The names of so many objects.
fn named(letter: &str, count: u32) -> String {
    let mut names = format!("{letter}1");
    for number in 2..=count {
        let _ = write!(names, ", {letter}{number}");
    }
    names
}

fn run(setting: &Setting<'_>) -> Measured {
    let mut report = Report::new("Statecharts", setting.seed);
    let most = u32::try_from(setting.count_or(u64::from(u32::MAX))).unwrap_or(u32::MAX);
    for study in ALL {
        for &(count, depth) in study.depths.iter().filter(|it| it.0 <= most) {
            let group = format!("{}, N = {count}", study.name);
            ask(setting, &mut report, &group, &(study.text)(count), depth)?;
            if count <= study.most {
                beside(setting, &mut report, &group, &study, count)?;
            }
        }
    }
    report.notes.push(match setting.peer(Notation::Promela) {
        Some(peer) => format!(
            "{} is timed from its start to its end, without what it takes to translate and compile its model. Its steps are the \
             same applications of rules; that time passes it writes as several, so its depth is not compared, and its \
             processes are told apart where ours are exchanged. Larger N were left out: they need more than three gigabytes.",
            peer.name()
        ),
        None => "No peer was measured: none is installed, or nobody asked for it.".into(),
    });
    Ok(report)
}

/// Our answer to the first check of a text.
fn ask(
    setting: &Setting<'_>,
    report: &mut Report,
    group: &str,
    text: &str,
    depth: u32,
) -> Result<(), Disagreement> {
    let options = Options::default();
    let (outcome, total_ms) = setting.time(|| {
        STATECHART_VALUES
            .by_visits()
            .check(text, 0, &options, &mut Clockless)
    });
    let outcome: Outcome = outcome.map_err(|it| Disagreement(format!("{group}: {it:?}")))?;
    if outcome.depth() != Some(depth) {
        let found = outcome.depth();
        return Err(Disagreement(format!(
            "{group}: {found:?}, where {depth} is true"
        )));
    }
    report.add(
        group,
        &outcome.work.engine,
        &[sample("reachable", depth, total_ms)],
        false,
    );
    report.notes.push(format!(
        "{group}: depth {depth}, {} states.",
        outcome.work.states.unwrap_or(0)
    ));
    Ok(())
}

/// What the peer says to a model.
fn beside(
    setting: &Setting<'_>,
    report: &mut Report,
    group: &str,
    study: &Study,
    count: u32,
) -> Result<(), Disagreement> {
    let Some(peer) = setting.peer(Notation::Promela) else {
        return Ok(());
    };
    let model = format!("#define N {count}\n{}", study.promela);
    let said = peer.ask(group, &model);
    let said = said.map_err(|it| Disagreement(format!("{}: {it}", peer.name())))?;
    if said.found != Some(true) {
        return Err(Disagreement(format!("{} differs on {group}", peer.name())));
    }
    let sample = sample("reachable", 0, said.search_ms);
    report.add(group, &peer.name(), &[sample], false);
    report.notes.push(format!(
        "{group}: {} stored {} states, after {:.0} ms of translating and compiling.",
        peer.name(),
        said.states,
        said.build_ms
    ));
    Ok(())
}

fn sample(answer: &'static str, value: u32, total_ms: f64) -> Sample {
    Sample {
        number: 0,
        answer,
        value,
        engine: "",
        encode_ms: 0.0,
        total_ms,
        variables: 0,
        clauses: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::beside::{Beside, Said};
    use crate::tests::ticking;

    /// A peer that always says the same.
    struct Says(bool);

    impl Beside for Says {
        fn name(&self) -> String {
            "oracle".into()
        }

        fn reads(&self) -> Notation {
            Notation::Promela
        }

        fn ask(&self, _name: &str, model: &str) -> Result<Said, String> {
            assert!(model.starts_with("#define N "));
            Ok(Said {
                found: Some(self.0),
                states: 1,
                search_ms: 1.0,
                build_ms: 1.0,
            })
        }
    }

    #[test]
    fn both_case_studies_have_the_depths_of_the_tables() {
        let clock = ticking();
        let mut setting = Setting::new(&clock);
        setting.count = 4;
        setting.beside = vec![&Says(true)];
        let report = run(&setting).expect("the depths are as they must be");
        assert_eq!(report.rows.len(), 10);
        setting.beside = vec![&Says(false)];
        assert!(run(&setting).is_err());
    }

    #[test]
    fn texts_have_as_many_objects_as_are_asked_for() {
        for study in ALL {
            assert_ne!((study.text)(9), (study.text)(8), "{}", study.name);
        }
    }
}
