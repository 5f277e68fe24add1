//! Numbers in sentences agree with what they count: nobody reads of "all 1 messages" or "and 0 more".
#![allow(clippy::unwrap_used, missing_docs)]

use lockstep_core::api::{
    self, Capabilities, CertificateView, ChoiceView, Host, MatrixOptions, Options, Progress,
    RepairOptions,
};
use lockstep_core::generate::{Random, Shape};
use lockstep_seeds::{seeds, share};
use lockstep_tests::{Clockless, asked};

/// Random models, per run of the suite.
const MODELS: u64 = 600;

/// A host who soon wants to stop.
struct Hasty(u32);

impl Host for Hasty {
    fn now_ms(&self) -> f64 {
        0.0
    }

    fn progress(&mut self, _progress: &Progress) -> bool {
        self.0 = self.0.saturating_sub(1);
        self.0 > 0
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::ALL
    }
}

/// What is wrong with the numbers of a sentence; names, which stand in backticks, may say anything.
fn wrong(sentence: &str) -> Option<String> {
    let plain: Vec<_> = sentence.split('`').step_by(2).collect();
    let adjectives = ["global", "pending", "different", "further"];
    let words = plain.iter().flat_map(|it| it.split_whitespace());
    let words: Vec<_> = words.filter(|it| !adjectives.contains(it)).collect();
    let is_plural = |word: &str| {
        let word = word.trim_end_matches(['.', ',', ';', ':', ')']);
        word.ends_with('s') && !["is", "was", "has"].contains(&word)
    };
    words.windows(2).find_map(|pair| {
        let (first, second) = (pair[0].trim_start_matches('('), pair[1]);
        let is_wrong = match first {
            "1" => is_plural(second),
            "all" => second == "1" || second == "0",
            "0" => second.starts_with("more") || second.starts_with("state"),
            "than" => second == "0",
            _ => second == "1" && first == "the",
        };
        is_wrong.then(|| format!("{} {}: {sentence}", pair[0], pair[1]))
    })
}

#[test]
fn what_is_wrong_is_found() {
    for sentence in [
        "The machines can play all 1 messages.",
        "(1 global states)",
        "There are `a` and 0 more.",
        "There are more than 0 global states.",
    ] {
        assert!(wrong(sentence).is_some(), "{sentence}");
    }
    assert_eq!(wrong("After 1 transaction `1 states` is 1."), None);
}

#[test]
fn numbers_agree_with_what_they_count() {
    let (mut read, mut ones) = (0, 0);
    let mut agrees = |sentence: &str, text: &str| {
        assert_eq!(wrong(sentence), None, "{text}");
        read += 1;
        ones += usize::from(sentence.contains(" 1 ") || sentence.contains("only"));
    };
    for seed in seeds(0..MODELS) {
        let mut random = Random::new(seed);
        let shape = Shape {
            lifelines: (2, 3),
            messages: (1, 3),
            ..Shape::default()
        };
        let Some((model, text)) = asked(seed, seed % 5, &shape) else {
            continue;
        };
        let bound = model.checks[0].bound;
        for engine in ["auto", "explicit", "sat"] {
            for patience in [1, 2, u32::MAX] {
                let options = Options {
                    engine: engine.into(),
                    timeout_ms: None,
                    max_clauses: Some(20_000),
                    ..Options::default()
                };
                let outcome = api::check(&text, 0, &options, &mut Hasty(patience)).unwrap();
                agrees(&outcome.sentence, &text);
                if let CertificateView::Open { reached } = &outcome.certificate {
                    agrees(reached, &text);
                }
                if let Some(vacuity) = &outcome.vacuity {
                    agrees(&vacuity.sentence, &text);
                }
                if let Some(reason) = outcome.reason() {
                    agrees(&reason.sentence, &text);
                }
            }
        }
        for choice in [ChoiceView::Full, ChoiceView::Each, ChoiceView::Pairs] {
            let options = MatrixOptions {
                choice,
                max_states: Some(random.between(1, 40) as u64),
                within: random.percent(50).then(|| random.between(0, 3) as u32),
                ..MatrixOptions::default()
            };
            let patience = [2, u32::MAX][random.between(0, 1)];
            let found = api::matrix(&text, &options, &mut Hasty(patience)).unwrap();
            agrees(&found.sentence, &text);
        }
        let depths = api::depths(&text, 0, None, &mut Clockless).unwrap();
        for sentence in depths.lines.iter().chain([&depths.sentence, &depths.stuck]) {
            agrees(sentence, &text);
        }
        let options = RepairOptions {
            edits: Some(1),
            checks: Some(30),
            ..RepairOptions::default()
        };
        let repairs = api::repair(&text, 0, &options, &mut Clockless).unwrap();
        agrees(&repairs.sentence, &text);
        for proposal in &repairs.proposals {
            agrees(&proposal.effect, &text);
            agrees(&proposal.verdict, &text);
        }
        if bound.is_some() {
            let formula = api::formula(&text, 0, &Options::default(), &mut Clockless).unwrap();
            let comments = formula.dimacs.lines().filter(|it| it.starts_with("c "));
            comments.for_each(|it| agrees(it, &text));
        }
    }
    assert!(read > share(5_000) && ones > share(500), "{read} {ones}");
}
