//! Repairs of examples, through the same door as the shells, and the layout of edited texts.

use super::preview;
use crate::api::{Clockless, Options, RepairOptions, Repairs, check, repair, with_patches};
use crate::edit::Page;
use crate::edit::change::Change;
use crate::language::machines::document;
use crate::language::read;
use crate::text::apply;

const COFFEE: &str = include_str!("../../../static/examples/machines/coffee-for-two.lks");

fn repairs(text: &str, index: usize, options: RepairOptions) -> Repairs {
    repair(text, index, &options, &mut Clockless).expect("the text can be checked")
}

fn answers(text: &str) -> Vec<&'static str> {
    let checks = crate::api::analyse(text).checks.len();
    let answer = |index| {
        let outcome = check(text, index, &Options::default(), &mut Clockless);
        outcome.expect("the text can be checked").answer().word()
    };
    (0..checks).map(answer).collect()
}

#[test]
fn the_missing_message_of_coffee_for_two_comes_first() {
    let found = repairs(COFFEE, 0, RepairOptions::default());
    let first = &found.proposals[0];
    assert_eq!(
        first.title,
        "After message 4, let `cm` send `repaired` to `alice`"
    );
    assert_eq!(
        first.verdict,
        "The machines can play all 7 messages from the start."
    );
    let [line] = &first.preview[..] else {
        panic!("{:?}", first.preview);
    };
    assert_eq!(
        (line.line, line.is_new, line.text.as_str()),
        (37, true, "  cm    -> alice : repaired")
    );
    assert!(found.complete && found.proposals.len() == 1);
    let fixed = with_patches(COFFEE, &first.patches);
    assert_eq!(
        answers(&fixed),
        ["consistent", "inconsistent", "unreachable", "none"]
    );
}

#[test]
fn the_papers_repair_is_among_those_of_two_edits() {
    let options = RepairOptions {
        edits: Some(2),
        ..RepairOptions::default()
    };
    let found = repairs(COFFEE, 0, options);
    let papers = found.proposals.iter().find(|it| {
        it.title
            .contains("`waiting --> desperate : error` of `PhD` lead to `working`")
            && it.title.contains(
                "`maintenance --> idle : done / repaired` of `CoffeeMachine` send nothing",
            )
    });
    let papers = papers.expect("the repair of the paper's Section 3 is proposed");
    let fixed = with_patches(COFFEE, &papers.patches);
    assert!(fixed.contains("\n  waiting   --> working   : error\n"));
    assert!(fixed.contains("\n  maintenance --> idle        : done\n"));
    assert_eq!(
        papers.new_warnings, 2,
        "desperate and repaired are left over"
    );
    // One edit comes before two, and none is there twice.
    assert_eq!(found.proposals[0].edits, 1);
    let mut titles: Vec<_> = found.proposals.iter().map(|it| &it.title).collect();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), found.proposals.len());
}

#[test]
fn a_forbidden_scenario_is_mended_in_the_machines_only() {
    let text = "\
machine Door {
  [*] --> shut
  shut --> open : push
  open --> shut : pull
}
machine Hand {
  [*] --> idle
  idle --> done : / push
}
neg scenario opens {
  h : Hand
  d : Door
  h -> d : push
}
check reach Door.open expect reachable
check opens
";
    assert_eq!(answers(text), ["reachable", "consistent"]);
    let found = repairs(text, 1, RepairOptions::default());
    // The hand must not push and the door must open all the same: by itself, then.
    let titles: Vec<_> = found.proposals.iter().map(|it| it.title.as_str()).collect();
    assert_eq!(
        titles,
        ["Let `shut --> open : push` of `Door` start by itself"]
    );
    let alone = text.replace("check reach Door.open expect reachable\n", "");
    let found = repairs(&alone, 0, RepairOptions::default());
    assert!(!found.proposals.is_empty());
    for proposal in &found.proposals {
        let fixed = with_patches(&alone, &proposal.patches);
        assert_eq!(answers(&fixed), ["inconsistent"], "{}", proposal.title);
        assert!(fixed.contains("neg scenario opens {\n  h : Hand\n  d : Door\n  h -> d : push\n}"));
    }
}

#[test]
fn what_holds_needs_no_repair() {
    let found = repairs(COFFEE, 1, RepairOptions::default());
    assert!(found.proposals.is_empty());
    assert!(found.sentence.contains("as expected"), "{}", found.sentence);
}

#[test]
fn a_budget_ends_the_search_and_is_admitted() {
    let options = RepairOptions {
        checks: Some(5),
        ..RepairOptions::default()
    };
    let found = repairs(COFFEE, 0, options);
    assert_eq!((found.checks, found.complete), (5, false));
    assert_eq!(
        found.proposals.len(),
        1,
        "found before the budget was used up"
    );
}

/// Applies changes to a text and shows the lines that differ.
fn edited(text: &str, changes: &[Change]) -> String {
    let (model, _) = read(text);
    let (document, _) = document::parse(text);
    let page = Page::new(text, &document);
    let patches = page.patches(&model, changes).expect("the changes fit");
    let lines = preview(text, &patches).into_iter().map(|line| {
        let sign = if line.is_new { '+' } else { '-' };
        format!("{sign}{}|{}\n", line.number, line.text)
    });
    let shown = lines.collect();
    let (_, findings) = read(&apply(text, &patches));
    let errors = findings
        .iter()
        .filter(|it| it.severity == crate::text::Severity::Error);
    assert_eq!(errors.count(), 0, "{}", apply(text, &patches));
    shown
}

const LAYOUT: &str = "\
machine A { [*] --> s; s --> t : / x } // all on one line
machine B {
  [*] --> s
  s   --> long : x   // takes it
  long --> s
}
scenario S {
  a : A; b : B
  a -> b : x  // the only one
}
scenario T { a : A; b : B; a -> b : x; a -> b : x }
check S
";

#[test]
fn edits_keep_the_layout_of_their_neighbours() {
    let insert = |scenario, before| Change::Insert {
        scenario,
        before,
        from: 1,
        to: 0,
        symbol: 0,
    };
    let remove = |scenario, message| Change::Remove { scenario, message };
    let add = |machine| Change::Add {
        machine,
        source: 1,
        trigger: Some(0),
        effects: Vec::new(),
        target: 0,
    };
    let rows: [(&[Change], &str); 13] = [
        (&[insert(0, 1)], "+10|  b -> a : x\n"),
        (&[insert(0, 0)], "+9|  b -> a : x\n"),
        (
            &[insert(1, 1)],
            "-11|scenario T { a : A; b : B; a -> b : x; a -> b : x }\n\
             +11|scenario T { a : A; b : B; a -> b : x; b -> a : x; a -> b : x }\n",
        ),
        (
            &[insert(1, 0)],
            "-11|scenario T { a : A; b : B; a -> b : x; a -> b : x }\n\
             +11|scenario T { a : A; b : B; b -> a : x; a -> b : x; a -> b : x }\n",
        ),
        (
            &[remove(1, 0)],
            "-11|scenario T { a : A; b : B; a -> b : x; a -> b : x }\n\
             +11|scenario T { a : A; b : B; a -> b : x }\n",
        ),
        (
            &[remove(0, 0)],
            "-9|  a -> b : x  // the only one\n+9|    // the only one\n",
        ),
        (
            &[Change::Target(1, 0, 0)],
            "-4|  s   --> long : x   // takes it\n+4|  s   --> s    : x   // takes it\n",
        ),
        (
            &[Change::Trigger(1, 0, None)],
            "-4|  s   --> long : x   // takes it\n+4|  s   --> long   // takes it\n",
        ),
        (
            &[Change::Target(1, 0, 0), Change::Trigger(1, 0, None)],
            "-4|  s   --> long : x   // takes it\n+4|  s   --> s   // takes it\n",
        ),
        (
            &[Change::Effects(1, 0, vec![0])],
            "-4|  s   --> long : x   // takes it\n+4|  s   --> long : x / x   // takes it\n",
        ),
        (
            &[Change::Trigger(1, 1, Some(0))],
            "-5|  long --> s\n+5|  long --> s   : x\n",
        ),
        (
            &[Change::Effects(0, 0, Vec::new())],
            "-1|machine A { [*] --> s; s --> t : / x } // all on one line\n\
             +1|machine A { [*] --> s; s --> t } // all on one line\n",
        ),
        (&[add(1)], "+6|  long --> s   : x\n"),
    ];
    for (changes, expected) in rows {
        assert_eq!(edited(LAYOUT, changes), expected, "{changes:?}");
        // The same text with the line breaks of another system is edited in the same way.
        let foreign = LAYOUT.replace('\n', "\r\n");
        let (model, _) = read(&foreign);
        let (document, _) = document::parse(&foreign);
        let page = Page::new(&foreign, &document);
        let patches = page.patches(&model, changes).expect("the changes fit");
        let plain = apply(&foreign, &patches).replace("\r\n", "\n");
        assert!(!plain.contains('\r'), "{changes:?}");
    }
}

#[test]
fn broken_examples_are_led_back_to_the_sound_ones() {
    let coffee = include_str!("../../../static/examples/machines/coffee-broken.lks");
    let mail = include_str!("../../../static/examples/machines/mail-broken.lks");
    for (broken, sound) in [
        (
            coffee,
            "  Fixing         --> IdleTechnician : notFixed / reportFailure",
        ),
        (mail, "  HasSender    --> Ready        : RCPT / err550"),
    ] {
        let machines = broken.lines().filter(|line| !line.starts_with("check"));
        let text: String = machines.map(|line| format!("{line}\n")).collect();
        let text = text + "check deadlock expect none\n";
        let found = repairs(&text, 0, RepairOptions::default());
        let restores =
            |it: &crate::api::RepairView| it.preview.iter().any(|line| line.text == sound);
        assert!(found.proposals.iter().any(restores), "{found:?}");
        assert_eq!(found.proposals[0].edits, 1);
    }
}
