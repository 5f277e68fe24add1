//! Whatever the scenario, nothing overlaps, everything fits, and the cursor follows the run.

use std::sync::Arc;

use super::*;
use crate::diagram::chart::chart;
use crate::diagram::sample;
use crate::view::{Detail, Kind, LifelineView, MessageView, Outcome, PlaceView, ReasonView};

/// A random scenario on random lifelines of the coffee machine, with a random run of it.
fn random(seed: u64) -> Chart {
    let mut random = oorandom::Rand32::new(seed);
    let mut analysis = sample::coffee();
    let count = random.rand_range(2..9);
    let mut word = |longest: u32| -> String {
        let letters = ["m", "i", "W", "_", "ő", "語", "a", "tion"];
        let length = random.rand_range(1..longest);
        (0..length)
            .map(|_| letters[random.rand_range(0..8) as usize])
            .collect()
    };
    let lifelines: Vec<LifelineView> = (0..count)
        .map(|_| LifelineView {
            name: word(14),
            machine: 1,
            range: sample::at(1),
        })
        .collect();
    let symbols: Vec<String> = (0..12).map(|_| word(22)).collect();
    let reason = (0..20).map(|_| word(9)).collect::<Vec<_>>().join(" ");
    let messages: Vec<MessageView> = (0..random.rand_range(1..20))
        .map(|_| {
            let from = random.rand_range(0..count);
            // One in nine or more is to its own sender.
            let to = (from + random.rand_range(0..count)) % count;
            MessageView {
                from: from as usize,
                to: to as usize,
                symbol: symbols[random.rand_range(0..12) as usize].clone(),
                range: None,
                plays: None,
            }
        })
        .collect();
    let mut outcome: Outcome = sample::outcome();
    let blank = outcome.trace[0].clone();
    outcome.trace.clear();
    let prefix = random.rand_range(0..messages.len() as u32 + 1) as usize;
    for (plays, message) in messages.iter().enumerate().take(prefix) {
        for _ in 0..=random.rand_range(0..3) {
            let mut step = blank.clone();
            step.state = (0..count)
                .map(|_| match random.rand_range(0..9) {
                    place @ 0..4 => PlaceView::State(place as usize),
                    place => PlaceView::Transition(place as usize - 4),
                })
                .collect();
            outcome.trace.push(step);
        }
        if let Some(step) = outcome.trace.last_mut() {
            step.messages = vec![MessageView {
                plays: Some(plays),
                ..message.clone()
            }];
        }
    }
    let sample = outcome.reason().expect("the sample has a reason");
    outcome.detail = Detail::Scenario {
        prefix: Some(prefix as u32),
        reason: Some(ReasonView {
            sentence: reason,
            ..sample.clone()
        }),
        blame: None,
    };
    analysis.scenarios[0].lifelines.clone_from(&lifelines);
    analysis.scenarios[0].messages = messages;
    analysis.checks[0].lifelines = lifelines;
    let analysis = Arc::new(analysis);
    chart(&analysis, &analysis.checks[0], Some(&outcome))
}

/// Everything with a text, heads excepted: they stand in a strip of their own.
fn texts(scene: &Scene) -> Vec<Rect> {
    let labels = scene.rows.iter().map(|row| row.label);
    let pills = scene
        .bands
        .iter()
        .flat_map(|band| band.pills.iter().copied().flatten());
    let note = scene.note.iter().map(|note| note.rect);
    labels.chain(pills).chain(note).collect()
}

#[test]
fn nothing_overlaps_in_random_scenarios() {
    for seed in 0..400 {
        let chart = random(seed);
        for available in [330.0, 900.0, 2000.0] {
            let scene = scene(&chart, available);
            let texts = texts(&scene);
            for (index, one) in texts.iter().enumerate() {
                for other in &texts[index + 1..] {
                    assert!(!one.overlaps(*other), "seed {seed}: {one:?} and {other:?}");
                }
                assert!(
                    one.x >= GUTTER - 1.0,
                    "seed {seed}: {one:?} covers the numbers"
                );
                assert!(
                    one.right() <= scene.width,
                    "seed {seed}: {one:?} leaves the picture"
                );
                assert!(
                    one.bottom() <= scene.height,
                    "seed {seed}: {one:?} is below"
                );
            }
            for pair in scene.heads.windows(2) {
                assert!(!pair[0].0.overlaps(pair[1].0), "seed {seed}: heads");
            }
        }
    }
}

#[test]
fn a_label_stays_between_its_lifelines() {
    for seed in 0..200 {
        let scene = scene(&random(seed), 800.0);
        for row in &scene.rows {
            let (left, right) = match row.from.x == row.to.x {
                // To itself: beside its loop, before the next lifeline.
                true => {
                    let mut behind = scene.columns.iter().filter(|&&x| x > row.from.x);
                    (row.turn, *behind.next().unwrap_or(&scene.width))
                }
                false => (row.from.x.min(row.to.x), row.from.x.max(row.to.x)),
            };
            assert!(
                row.label.x > left && row.label.right() < right,
                "seed {seed}: {row:?}"
            );
            assert!(
                row.label.bottom() < row.to.y,
                "the arrow runs below its label"
            );
        }
    }
}

#[test]
fn texts_fit_their_boxes() {
    for seed in 0..100 {
        let scene = scene(&random(seed), 500.0);
        for row in &scene.rows {
            assert!(text::width(&row.text, MESSAGE) <= row.label.width);
        }
        for (rect, head) in &scene.heads {
            assert!(text::width(head, MESSAGE) <= rect.width);
        }
        if let Some(note) = &scene.note {
            let widest = note.lines.iter().map(|line| text::width(line, NOTE));
            assert!(widest.fold(0.0, f64::max) <= note.rect.width);
        }
    }
}

#[test]
fn the_cursor_moves_down_with_every_step() {
    let analysis = Arc::new(sample::coffee());
    let chart = chart(&analysis, &analysis.checks[0], Some(&sample::outcome()));
    let scene = scene(&chart, 900.0);
    let at: Vec<f64> = (0..=10)
        .filter_map(|step| scene.cursor(&chart, step))
        .collect();
    assert_eq!(at.len(), 11);
    assert!(at.windows(2).all(|pair| pair[0] < pair[1]), "{at:?}");
    let failing = scene.rows[4].from.y;
    assert!(at[10] < failing, "the run stops above the failing message");
    assert_eq!(scene.cursor(&chart, 99), Some(at[10]));
}

#[test]
fn only_visible_rows_are_drawn() {
    let scene = scene(&random(3), 900.0);
    assert_eq!(scene.visible(0.0, scene.height), 0..scene.rows.len());
    let second = scene.rows[1].strip;
    let some = scene.visible(second.y + 1.0, second.y + 2.0);
    assert!(some.contains(&1) && some.len() <= 2, "{some:?}");
    assert!(scene.visible(1e9, 2e9).is_empty());
}

#[test]
fn spare_room_is_shared_and_the_picture_stays_in_the_middle() {
    let analysis = Arc::new(sample::coffee());
    let chart = chart(&analysis, &analysis.checks[0], None);
    let narrow = scene(&chart, 0.0);
    let wide = scene(&chart, 1400.0);
    assert!((wide.width - 1400.0).abs() < 1e-9);
    for index in 1..4 {
        let gap = |scene: &Scene| scene.columns[index] - scene.columns[index - 1];
        assert!(gap(&wide) >= gap(&narrow) && gap(&wide) <= WIDEST_GAP.max(gap(&narrow)) + 1e-9);
    }
}

#[test]
fn an_empty_chart_is_an_empty_picture() {
    let scene = scene(&Chart::default(), 300.0);
    assert!(scene.rows.is_empty() && scene.columns.is_empty() && scene.note.is_none());
    let analysis = Arc::new(sample::coffee());
    let mut check = analysis.checks[0].clone();
    check.kind = Kind::Reach;
    check.scenario = None;
    assert!(
        super::scene(&chart(&analysis, &check, None), 300.0)
            .rows
            .is_empty()
    );
}

#[test]
fn a_folded_lifeline_takes_little_room_and_no_places() {
    for seed in 0..60 {
        let mut chart = random(seed);
        let open = scene(&chart, 0.0);
        chart.folded = vec![1];
        let folded = scene(&chart, 0.0);
        assert!(folded.heads[1].0.width <= 32.0, "seed {seed}");
        assert!(folded.width <= open.width, "seed {seed}");
        assert!(folded.bands.iter().all(|band| band.pills[1].is_none()));
        assert_eq!(folded.rows.len(), open.rows.len());
    }
}
