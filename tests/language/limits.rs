//! Texts beyond all limits: one clear message, and soon.

use lockstep_core::api::analyse;
use lockstep_core::language::read;
use lockstep_core::network::Objective;
use lockstep_core::question::task;
use lockstep_core::text::MOST_FINDINGS;

use super::usable::assert_usable;

/// The findings' codes, without repetitions.
fn codes(text: &str) -> Vec<&'static str> {
    let (model, findings) = read(text);
    assert_usable(&model);
    let mut codes: Vec<_> = findings.iter().map(|it| it.code).collect();
    codes.dedup();
    codes
}

#[test]
fn too_much_of_anything_gives_one_clear_message() {
    let states: String = (0..10_000)
        .map(|it| format!("  s{it} --> s{}\n", it + 1))
        .collect();
    let transitions: String = (0..8_001)
        .map(|it| format!("  a --> a : x{it}\n"))
        .collect();
    let many = |count: usize, line: &str| line.repeat(count);
    let lifelines: String = (0..70).map(|it| format!("  p{it} : A\n")).collect();
    let machines: String = (0..65)
        .map(|it| format!("machine M{it} {{ [*] --> a }}\n"))
        .collect();
    let scenarios: String = (0..1_001)
        .map(|it| format!("scenario s{it} {{ }}\n"))
        .collect();
    let a = "machine A { [*] --> a; a --> a : x; a --> a : / x }\n";
    for (text, title) in [
        (
            format!("machine A {{ [*] --> s0\n{states} }}\ncheck reach A.s9"),
            "There are 10,001 states in the model; at most 2,000 can be handled",
        ),
        (
            format!("machine A {{ [*] --> a\n{transitions} }}"),
            "There are 8,001 transitions in the model; at most 8,000 can be handled",
        ),
        (
            format!(
                "{a}scenario s {{ p, q : A\n{} }}",
                many(10_000, "  p -> q : x\n")
            ),
            "There are 10,000 messages in this scenario; at most 2,000 can be handled",
        ),
        (
            format!("{a}system {{\n{lifelines} }}\ncheck reach p3.a, p69.a"),
            "There are 70 lifelines that play together; at most 64 can be handled",
        ),
        (
            format!("{machines}check deadlock"),
            "There are 65 machines that play together; at most 64 can be handled",
        ),
        (
            scenarios,
            "There are 1,001 scenarios; at most 1,000 can be handled",
        ),
        (
            format!("{a}{}", many(1_001, "check deadlock\n")),
            "There are 1,001 checks; at most 1,000 can be handled",
        ),
        (
            many((1 << 17) + 1, "machine "),
            "The text has 1,048,584 bytes; at most 1,048,576 can be read",
        ),
    ] {
        let (model, findings) = read(&text);
        assert_usable(&model);
        let titles: Vec<_> = findings.iter().map(|it| it.title.as_str()).collect();
        assert_eq!(titles, [title]);
        let analysis = analyse(&text);
        assert!(analysis.has_errors && analysis.checks.is_empty());
        assert_eq!(analysis.diagnostics.len(), 1);
    }
    assert_eq!(
        codes(&machines),
        [""; 0],
        "machines that nothing asks about do no harm"
    );
    let largest = many(1 << 17, "machine ");
    assert!(
        !codes(&largest).contains(&"too-large"),
        "the largest text is read"
    );
}

#[test]
fn long_names_are_cut_and_long_lists_of_findings_too() {
    let name = "x".repeat(500);
    let text = format!("machine {name} {{ [*] --> a }}");
    let (model, findings) = read(&text);
    assert_eq!(findings[0].title, "This name has more than 200 characters");
    assert_eq!(model.machines[0].name.len(), 200);

    let (_, findings) = read(&"?\n".repeat(10_000));
    assert_eq!(findings.len(), MOST_FINDINGS);
    let last = findings.last().expect("there are findings");
    assert_eq!(last.title, "There are 9801 more findings");
}

/// Texts of a megabyte, each of which would take hours if anything were quadratic in it.
#[test]
fn a_megabyte_of_anything_comes_to_an_end() {
    let size = 1 << 20;
    let fill = |begin: &str, piece: &str, end: &str| {
        let count = (size - begin.len() - end.len()) / piece.len();
        format!("{begin}{}{end}", piece.repeat(count))
    };
    let a = "machine A { [*] --> a; a --> a : x; a --> a : / x }\n";
    let scenario = format!("{a}scenario s {{ p, q : A;");
    for text in [
        fill("", "x", ""),
        fill("", "{", ""),
        fill("", "}", ""),
        fill("", "machine A {", ""),
        fill("", "machine A { a --> b\n", ""),
        fill("", "\"", ""),
        fill("", "/*", ""),
        fill("", "<a//", ""),
        fill("", "\n", ""),
        fill("", "€", ""),
        fill("", "😀 ", ""),
        fill("machine A { [*] --> a; a --> a : / ", "b,", "b }"),
        fill("machine A { [*] --> a; ", "a-->a:/b;", "}"),
        fill("machine A { [*] --> a; ", "b-->c:d e;", "}"),
        fill(&scenario, "p->q:x;", "}"),
        fill(&scenario, "p->qq:xx;", "}"),
        fill(&scenario, "alt {", "}"),
        fill(&format!("{a}check reach "), "A.a,", "A.a"),
        fill(&format!("{a}check deadlock "), "within 3 ", ""),
        fill(&format!("{a}system {{ "), "b,", "c : A }"),
        fill(a, "check deadlock from ", ""),
        fill(a, "check A\n", ""),
    ] {
        let analysis = analyse(&text);
        assert!(analysis.diagnostics.len() <= MOST_FINDINGS);
        assert_usable(&read(&text).0);
    }
    let distinct: String = (0..90_000).map(|it| format!("e{it},")).collect();
    let _ = analyse(&format!(
        "machine A {{ [*] --> a; a --> a : / {distinct}e }}"
    ));
}

/// A condition may name a thousand places, and is soon asked about; of more its author is told.
#[test]
fn a_condition_names_a_thousand_places_at_most() {
    let machine = "machine A { [*] --> a; a --> b }\nsystem { l0, l1, l2, l3, l4, l5, l6, l7, l8, l9, l10, l11, l12, l13, l14, l15 : A }\n";
    let pairs: Vec<_> = (0..8)
        .map(|it| format!("(l{}.a or l{}.a)", 2 * it, 2 * it + 1))
        .collect();
    for (more, is_allowed) in [(984, true), (985, false)] {
        let places = vec!["l0.a"; more].join(" and ");
        let text = format!(
            "{machine}check always not ({} and {places})\n",
            pairs.join(" and ")
        );
        let (model, diagnostics) = read(&text);
        assert_eq!(diagnostics.is_empty(), is_allowed, "{diagnostics:?}");
        if is_allowed {
            let asked = task(&model, &model.checks[0]);
            // Where `l0.a` is, the first pair says nothing more.
            let Objective::Allowed { numbers, .. } = asked.objective else {
                panic!("it is met place by place")
            };
            assert_eq!(numbers, 128);
        }
    }
}
