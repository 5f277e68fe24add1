//! The questions as formulas, for solvers of such: ours, and that of Soeken, Wille and Drechsler, which is what they had measured.
//!
//! Both ask for one number of calls, that after which something is found. The paper's asks for exactly so many; as printed it may
//! have another answer, and then it is said which of its repairs makes it the true one.

use lockstep_core::api::{Clockless, Kinds, Options, scripts_of};

use super::Question;
use crate::beside::{Beside, Notation, Said};
use crate::report::{Report, Sample};
use crate::{Disagreement, Setting};

/// So many calls are asked for where there is nothing to find.
const FAR: u32 = 100;

/// The repairs with which the paper's formula holds for exactly that number of calls.
const REPAIRS: [&str; 3] = ["frame", "ceil", "undefined"];

/// The formulas by their names: `None` is ours, else the paper's with these repairs.
const FORMULAS: [(&str, Option<&[&str]>); 3] = [
    ("our formula", None),
    ("the paper's, repaired", Some(&REPAIRS)),
    ("the paper's as printed", Some(&[])),
];

/// Has every solver answer every formula of a question.
pub(super) fn ask(
    setting: &Setting<'_>,
    report: &mut Report,
    question: &Question,
) -> Result<(), Disagreement> {
    let peers: Vec<_> = setting.peers(Notation::Script).collect();
    if peers.is_empty() {
        return Ok(());
    }
    for (formula, repairs) in FORMULAS {
        let script = script(question, repairs)?;
        for peer in &peers {
            let said = said(*peer, question, &script)?;
            let is_printed = repairs.is_some_and(<[_]>::is_empty);
            let name = format!("{formula}, {}", peer.name());
            match said.found {
                Some(found) if found != question.depth.is_some() && !is_printed => {
                    let what = format!("{}: {name} says {found}", question.model);
                    return Err(Disagreement(what));
                }
                Some(found) if found != question.depth.is_some() => {
                    let note = deviation(*peer, question, found)?;
                    if !report.notes.contains(&note) {
                        report.notes.push(note);
                    }
                }
                Some(_) => {}
                None => {
                    // An answer that others may have has no figure.
                    let seconds = said.search_ms / 1000.0;
                    let note =
                        format!("{}: {name} was ended after {seconds:.0} s.", question.model);
                    report.notes.push(note);
                    continue;
                }
            }
            report.add(&question.model, &name, &[sample(question, said)], false);
        }
    }
    Ok(())
}

/// What the figures of the solvers are.
pub(super) fn about(setting: &Setting<'_>) -> String {
    let names: Vec<_> = setting.peers(Notation::Script).map(Beside::name).collect();
    match names.is_empty() {
        true => {
            "No other solver was measured: none is installed, or `--beside` was not given.".into()
        }
        false => format!(
            "{} are timed from their start to their end, Python's included where a module of it is asked, on formulas that were written before. Ours asks for what is found within \
             so many calls, the paper's after exactly so many; both for one number of calls, where `sat` tries every number up to it, \
             and checks the proof of each.",
            names.join(" and ")
        ),
    }
}

/// The formula of a question as text.
fn script(question: &Question, repairs: Option<&[&str]>) -> Result<String, Disagreement> {
    let text = match question.text.contains(" within ") {
        true => question.text.clone(),
        false => {
            let calls = question.depth.unwrap_or(FAR);
            format!("{} within {calls}\n", question.text.trim_end())
        }
    };
    let repairs: Option<Vec<_>> =
        repairs.map(|all| all.iter().map(|it| (*it).to_owned()).collect());
    let kind = Kinds::whole().analyse(&text).structure.kind();
    let write =
        scripts_of(kind).ok_or_else(|| Disagreement("class models have no scripts".into()))?;
    let options = Options::default();
    let script = write(&text, 0, repairs.as_deref(), &options, &mut Clockless);
    script.map_err(|it| Disagreement(format!("{}: {it:?}", question.model)))
}

fn said(peer: &dyn Beside, question: &Question, script: &str) -> Result<Said, Disagreement> {
    let said = peer.ask(&question.model, script);
    said.map_err(|it| Disagreement(format!("{}: {it}", peer.name())))
}

/// Which of the repairs alone gives the formula as printed the true answer.
fn deviation(peer: &dyn Beside, question: &Question, found: bool) -> Result<String, Disagreement> {
    let (mut mends, mut open) = (Vec::new(), Vec::new());
    for repair in &REPAIRS {
        let script = script(question, Some(std::slice::from_ref(repair)))?;
        let name = format!("`{repair}`");
        match said(peer, question, &script)?.found {
            Some(found) if found == question.depth.is_some() => mends.push(name),
            Some(_) => {}
            None => open.push(name),
        }
    }
    let answer = word(found);
    let mends = match (mends.is_empty(), open.is_empty()) {
        (true, true) => "no repair alone makes it true".to_owned(),
        (true, false) => format!(
            "whether {} makes it true was open in the end",
            open.join(" or ")
        ),
        (false, _) => format!("true with {}", mends.join(" or with ")),
    };
    Ok(format!(
        "{}: as printed the paper's formula is {answer}; {mends}.",
        question.model
    ))
}

/// The word of the solvers for an answer.
fn word(found: bool) -> &'static str {
    if found { "sat" } else { "unsat" }
}

fn sample(question: &Question, said: Said) -> Sample {
    Sample {
        number: 0,
        answer: word(said.found == Some(true)),
        value: question
            .depth
            .filter(|_| said.found == Some(true))
            .unwrap_or(0),
        engine: "",
        encode_ms: 0.0,
        total_ms: said.search_ms,
        variables: 0,
        clauses: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::ticking;

    /// Says so of every formula but of the paper's as printed.
    struct Says {
        all: bool,
        printed: bool,
    }

    impl Beside for Says {
        fn name(&self) -> String {
            "oracle".into()
        }

        fn reads(&self) -> Notation {
            Notation::Script
        }

        fn ask(&self, _name: &str, model: &str) -> Result<Said, String> {
            let is_printed = model
                .lines()
                .next()
                .is_some_and(|it| it.contains("as printed"));
            Ok(Said {
                found: Some(if is_printed { self.printed } else { self.all }),
                states: 0,
                search_ms: 1.0,
                build_ms: 0.0,
            })
        }
    }

    fn asked(peer: &Says) -> Result<Report, Disagreement> {
        let text = "class C {\n  n : 0..3 = 0\n  count()\n    post: n = n@pre + 1\n}\nsystem {\n  c : C\n}\ncheck reach c.n = 2\n";
        let question = Question {
            model: "counter".into(),
            text: text.into(),
            is_small: true,
            depth: Some(2),
        };
        let clock = ticking();
        let mut setting = Setting::new(&clock);
        setting.beside = vec![peer];
        let mut report = Report::new("", 0);
        ask(&setting, &mut report, &question).map(|()| report)
    }

    #[test]
    fn every_formula_is_asked_and_a_wrong_answer_is_no_figure() {
        let report = asked(&Says {
            all: true,
            printed: true,
        });
        let report = report.expect("the answers are as they must be");
        assert_eq!(report.rows.len(), FORMULAS.len());
        assert!(report.notes.is_empty());
        let wrong = asked(&Says {
            all: false,
            printed: true,
        });
        assert!(wrong.is_err());
    }

    #[test]
    fn where_the_printed_formula_differs_it_is_said_what_mends_it() {
        let report = asked(&Says {
            all: true,
            printed: false,
        });
        let report = report.expect("the printed one may differ");
        let [note] = &report.notes[..] else {
            panic!("{:?}", report.notes);
        };
        assert_eq!(
            note,
            "counter: as printed the paper's formula is unsat; true with `frame` or with `ceil` or with `undefined`."
        );
    }
}
