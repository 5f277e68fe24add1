//! Each form of address with links that earlier builds have written: what they open, and that they are written so still.

use lockstep_core::address::{Address, Moment, Place, run};
use lockstep_core::api::{RunChoice, RunRequest};

/// A link to `model.lks` as the builds since the first one with golden files have written it.
const MODEL: &str = include_str!("model.link");
/// The text in it.
const TEXT: &str = include_str!("model.lks");

fn model() -> &'static str {
    MODEL.trim_end()
}

fn moment() -> Moment {
    Moment {
        text: TEXT.to_owned(),
        ..Moment::default()
    }
}

/// A row for each form: what stands behind `#`, and what it opens. `M` stands for the recorded link.
fn forms() -> Vec<(&'static str, Address)> {
    let words = |it: &str| Some(it.to_owned());
    let at = |moment: Moment| Address::Model(moment);
    vec![
        ("", Address::Page),
        ("M", at(moment())),
        (
            "M&check=2&step=4",
            at(Moment {
                check: Some(1),
                step: Some(4),
                ..moment()
            }),
        ),
        (
            "M&step=0&select=120-131",
            at(Moment {
                step: Some(0),
                select: Some((120, 131)),
                ..moment()
            }),
        ),
        (
            "M&check=1&step=2&hand=3.0e1-1b3.1e3.0b0",
            at(Moment {
                check: Some(0),
                step: Some(2),
                hand: words("3.0e1-1b3.1e3.0b0"),
                ..moment()
            }),
        ),
        (
            "M&hand=pc0.12.x656e763a20c3a4203a3d2031303030",
            at(Moment {
                hand: words("pc0.12.x656e763a20c3a4203a3d2031303030"),
                ..moment()
            }),
        ),
        (
            "M&runs=pcx6c6f67",
            at(Moment {
                runs: words("pcx6c6f67"),
                ..moment()
            }),
        ),
        ("lessons", Address::Lesson(Place::Path, None)),
        ("lesson=01", Address::Lesson(Place::Slide(0, 0), None)),
        ("lesson=04/2", Address::Lesson(Place::Slide(3, 1), None)),
        (
            "lesson=14/3&M",
            Address::Lesson(Place::Slide(13, 2), words(TEXT)),
        ),
    ]
}

#[test]
fn every_form_opens_what_it_names_and_is_written_as_it_was() {
    for (form, address) in forms() {
        let fragment = form.replace('M', model());
        assert_eq!(Address::read(&fragment).as_ref(), Ok(&address), "{form}");
        if !fragment.is_empty() {
            let with_sign = format!("#{fragment}");
            assert_eq!(Address::read(&with_sign).as_ref(), Ok(&address), "{form}");
        }
        assert_eq!(address.fragment(), fragment, "{form}");
    }
}

#[test]
fn other_spellings_open_the_same() {
    let slide = |lesson, slide| Address::Lesson(Place::Slide(lesson, slide), None);
    let rows = [
        ("lesson=4", slide(3, 0)),
        ("lesson=04/1", slide(3, 0)),
        ("lesson=04/2&theme=dark", slide(3, 1)),
        ("lessons&M", Address::Lesson(Place::Path, None)),
        ("embed&M&theme=dark", Address::Model(moment())),
        ("M&check=0", Address::Model(moment())),
        ("M&check=two&step=-1&select=9-3", Address::Model(moment())),
    ];
    for (form, address) in rows {
        let fragment = form.replace('M', model());
        assert_eq!(Address::read(&fragment), Ok(address), "{form}");
    }
}

#[test]
fn what_cannot_be_opened_is_said_in_the_same_words() {
    let no_model = "This link holds no model. Open an example, or ask for the link again.";
    let cut = "The end of this link is missing. Copy the whole link: mail programs like to break long lines.";
    let other_version = "This link has version 2; this page reads version 1. Reload the page to get its newest version, then \
                         open it again.";
    let damaged = "This link was changed on its way: its checksum is wrong. Ask for the link again, and copy it without the text \
                   around it.";
    let no_lesson = |named: &str| format!("There is no lesson “{named}”: the lessons are 1 to 16.");
    let half = &model()[..model().len() / 2];
    let rows = [
        ("#".to_owned(), no_model.to_owned(), false),
        ("nonsense".to_owned(), no_model.to_owned(), false),
        ("m1=".to_owned(), no_model.to_owned(), false),
        ("m2=abc".to_owned(), other_version.to_owned(), false),
        (half.to_owned(), cut.to_owned(), false),
        (format!("{})", model()), damaged.to_owned(), false),
        (format!("lesson=04&{half}"), cut.to_owned(), true),
        ("lesson=04&m1=".to_owned(), no_model.to_owned(), true),
        ("lesson=17".to_owned(), no_lesson("17"), true),
        ("lesson=0".to_owned(), no_lesson("0"), true),
        ("lesson=04/0".to_owned(), no_lesson("04/0"), true),
        ("lesson=04/x".to_owned(), no_lesson("04/x"), true),
        ("lesson=four".to_owned(), no_lesson("four"), true),
        ("lesson=".to_owned(), no_lesson(""), true),
        (
            "lesson=99999999999999999999".to_owned(),
            no_lesson("999999999999"),
            true,
        ),
    ];
    for (fragment, sentence, is_about_lessons) in rows {
        let problem = Address::read(&fragment).expect_err(&fragment);
        assert_eq!(problem.to_string(), sentence, "{fragment}");
        assert_eq!(problem.is_about_lessons(), is_about_lessons, "{fragment}");
    }
}

/// Runs by hand as links tell them, recorded with what they are.
#[test]
fn runs_in_links_are_read_and_written_as_they_were() {
    let named = "env: ä := 1000";
    let rows: [(&str, &str, &str, &[Option<usize>]); 6] = [
        ("t0.1.2", "transition", "", &[Some(0), Some(1), Some(2)]),
        (
            "c0.12.x656e763a20c3a4203a3d2031303030",
            "choice",
            "",
            &[Some(0), Some(12), None],
        ),
        ("s7", "statement", "", &[Some(7)]),
        ("b0.0", "behaviour", "", &[Some(0), Some(0)]),
        ("pc0.1", "choice", "printed", &[Some(0), Some(1)]),
        ("ls3", "statement", "literal", &[Some(3)]),
    ];
    for (link, grain, rules, choices) in rows {
        let choice = |number: &Option<usize>| match number {
            Some(number) => RunChoice::numbered(*number),
            None => RunChoice::of_words(usize::MAX, named.to_owned()),
        };
        let wanted = RunRequest {
            grain: grain.to_owned(),
            rules: rules.to_owned(),
            choices: choices.iter().map(choice).collect(),
            ..RunRequest::default()
        };
        assert_eq!(run::read(link).as_ref(), Some(&wanted), "{link}");
        assert_eq!(run::write(&wanted), link);
    }
    for none in ["p", "", "z0", "0.1"] {
        assert_eq!(run::read(none), None, "{none}");
    }
    for broken in ["c0.xzz", "c0.x6", "cx\u{e4}"] {
        assert!(run::read(broken).is_some_and(|it| it.choices.len() <= 1));
    }
}

#[test]
fn what_all_runs_are_seen_through_comes_back_from_its_link() {
    assert_eq!(run::write_view("transition", "", " "), "t");
    assert_eq!(run::write_view("choice", "printed", "log"), "pcx6c6f67");
    for grain in ["transition", "choice", "statement", "behaviour"] {
        for rules in ["", "printed", "literal"] {
            for tracked in ["", "log", "a, ä > 3 & b = \"x\""] {
                let link = run::write_view(grain, rules, tracked);
                assert!(link.chars().all(|it| it.is_ascii_alphanumeric()));
                let seen = (grain, rules, tracked.to_owned());
                assert_eq!(run::read_view(&link), Some(seen));
            }
        }
    }
    for broken in ["", "p", "z", "c12", "tx6", "txzz", "tx\u{e4}", "txff"] {
        assert_eq!(run::read_view(broken), None, "{broken}");
    }
}
