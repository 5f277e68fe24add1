//! What an import of SCXML is worth: which events come from outside, what is reported in which class, and what is refused.

use std::collections::BTreeSet;

use crate::statechart::read;
use lockstep_core::interchange::import::{Class, Imported, state_machine};
use lockstep_core::text::Severity;

use super::answers::answer;

fn imported(inside: &str) -> Imported {
    let xml = format!("<scxml xmlns='http://www.w3.org/2005/07/scxml'>\n{inside}\n</scxml>");
    without_errors(&xml)
}

/// What comes in of a file; its text has no errors.
pub(super) fn without_errors(file: &str) -> Imported {
    let found = state_machine(file).unwrap().unwrap();
    let (_, findings) = read(&found.text);
    let errors: Vec<_> = findings
        .iter()
        .filter(|it| it.severity == Severity::Error)
        .collect();
    assert!(errors.is_empty(), "{errors:#?}\n{}", found.text);
    found
}

/// The lines of the report, each with its class.
fn report(found: &Imported) -> Vec<(usize, Class)> {
    let all = found.left_out.iter().map(|it| (it.line, it.class));
    all.collect()
}

fn outside_names(found: &Imported) -> Option<&str> {
    let mut lines = found.text.lines().map(str::trim);
    lines.find_map(|it| it.strip_prefix("environment sends ")?.strip_suffix(" to m"))
}

#[test]
fn events_that_the_document_does_not_send_come_from_outside() {
    let state = |inside: &str| format!("<state id='a'>{inside}</state><state id='b'/>");
    let on = |event: &str| format!("<transition event='{event}' target='b'/>");
    for (inside, expected) in [
        (on("go stop"), Some("go, stop")),
        (on("news.*"), Some("news")),
        (on("*"), Some("other")),
        (on("other *"), Some("other, other_")),
        (on("done.state.b"), None),
        (on("done.invoke.x"), Some("\"done.invoke.x\"")),
        (
            format!("<onentry><raise event='i.x'/></onentry>{}", on("i go")),
            Some("go"),
        ),
        (
            format!("<onentry><send event='i'/></onentry>{}", on("*")),
            None,
        ),
        (
            format!("<onentry><send event='i' delay='1s'/></onentry>{}", on("i")),
            Some("i"),
        ),
        (
            format!(
                "<onentry><send event='i.x' delay='1s'/></onentry>{}",
                on("*")
            ),
            Some("other, \"i.x\""),
        ),
        (
            format!(
                "<onentry><raise event='i'/><send eventexpr='x'/></onentry>{}",
                on("i")
            ),
            Some("i"),
        ),
    ] {
        let found = imported(&state(&inside));
        assert_eq!(outside_names(&found), expected, "{inside}\n{}", found.text);
    }
    // What is waited for can happen.
    let found = imported(&state(&on("news.*")));
    assert_eq!(found.class(), Class::Exact);
    let answer = answer(&format!("{}\ncheck reach m.b", found.text), 0);
    assert!(answer.verdict.is_found(), "{}", found.text);
}

#[test]
fn a_report_has_a_class_and_the_true_reason() {
    let rows: &[(&str, Class, &str)] = &[
        (
            "<send event='t' delay='2s'/>",
            Class::Wider,
            "Its delay is not taken over",
        ),
        (
            "<send event='t' delayexpr='x'/>",
            Class::Wider,
            "Its delay is not taken over",
        ),
        ("<cancel sendid='k'/>", Class::Wider, "nothing is cancelled"),
        (
            "<send event='t' target='#_other'/>",
            Class::Exact,
            "Sent elsewhere",
        ),
        (
            "<send event='t' type='http://x/BasicHTTPEventProcessor'/>",
            Class::Exact,
            "Sent elsewhere",
        ),
        ("<send eventexpr='x'/>", Class::Wider, "is computed"),
        (
            "<send eventexpr='x' target='#_internal'/>",
            Class::Lossy,
            "is computed",
        ),
        (
            "<send event='t' targetexpr='x'/>",
            Class::Wider,
            "Where it is sent is computed",
        ),
        (
            "<send event='t' namelist='x'/>",
            Class::Exact,
            "brings is not taken over",
        ),
        (
            "<send event='t'><param name='x' expr='1'/></send>",
            Class::Exact,
            "brings is not taken over",
        ),
        (
            "<assign location='x' expr='1'/>",
            Class::Wider,
            "Values are not taken over",
        ),
        (
            "<script>x = 1</script>",
            Class::Wider,
            "Values are not taken over",
        ),
        (
            "<if cond='x'><assign location='x' expr='1'/></if>",
            Class::Wider,
            "Values are not taken over",
        ),
        (
            "<if cond='x'><raise event='t'/></if>",
            Class::Lossy,
            "under a condition",
        ),
        (
            "<my:hello xmlns:my='x'/>",
            Class::Lossy,
            "This is not SCXML",
        ),
        ("<surprise/>", Class::Lossy, "no element of SCXML"),
    ];
    for (action, class, why) in rows {
        let inside = format!(
            "<state id='a'>\n<onentry>\n{action}\n</onentry><transition event='t' target='b'/></state><state id='b'/>"
        );
        let found = imported(&inside);
        assert_eq!(
            report(&found),
            [(4, *class)],
            "{action}: {:?}",
            found.left_out
        );
        assert!(found.left_out[0].why.contains(why), "{:?}", found.left_out);
        assert_eq!(found.class(), *class);
        assert!(!found.left_out[0].why.contains("script language"));
    }
    // What nothing depends on is exact: no delay, the type of SCXML itself.
    for action in [
        "<send event='t' delay='0s'/>",
        "<send event='t' type='http://www.w3.org/TR/scxml/#SCXMLEventProcessor'/>",
        "<log expr='x'/>",
    ] {
        let inside = format!(
            "<state id='a'><onentry>{action}</onentry><transition event='t' target='b'/></state><state id='b'/>"
        );
        let found = imported(&inside);
        assert_eq!(found.left_out, [], "{action}");
    }
    for (inside, class) in [
        ("<state id='a'><invoke/></state>", Class::Wider),
        ("<datamodel/><state id='a'/>", Class::Wider),
        (
            "<state id='a'><transition event='error.*' target='a'/></state>",
            Class::Wider,
        ),
        (
            "<state id='a'><transition event='e' cond='x' target='a'/></state>",
            Class::Lossy,
        ),
        (
            "<state id='a'><state id='c'/><final id='b'><donedata/></final></state>",
            Class::Wider,
        ),
        (
            "<state id='a'><history id='h'><transition target='b'><log expr='x'/></transition></history><state id='b'/></state>",
            Class::Lossy,
        ),
    ] {
        let found = imported(inside);
        assert_eq!(found.class(), class, "{inside}: {:?}", found.left_out);
        assert_eq!(found.left_out.len(), 1, "{inside}");
    }
}

#[test]
fn what_is_no_legal_document_is_left_out_at_its_line() {
    // Two targets in one region.
    let found = imported(
        "<state id='a'><transition event='e' target='b c'/></state>\n<state id='b'/><state id='c'/>",
    );
    assert_eq!(report(&found), [(2, Class::Lossy)], "{:?}", found.left_out);
    assert!(
        found.left_out[0].what.starts_with("<transition"),
        "{:?}",
        found.left_out
    );
    // A target that is no state, of a transition and of the beginning.
    let found = imported("<state id='a'>\n<transition event='e' target='nowhere'/></state>");
    assert_eq!(report(&found), [(3, Class::Lossy)], "{:?}", found.left_out);
    let found = imported("<state id='s' initial='nowhere'>\n<state id='a'/></state>");
    assert_eq!(found.class(), Class::Lossy, "{:?}", found.left_out);
    assert!(
        found.left_out.iter().all(|it| it.line == 2),
        "{:?}",
        found.left_out
    );
}

#[test]
fn nesting_and_document_types_are_refused_before_they_cost_anything() {
    let nested = |count: usize| {
        format!(
            "<scxml xmlns='http://www.w3.org/2005/07/scxml'>{}{}</scxml>",
            "<state>".repeat(count),
            "</state>".repeat(count)
        )
    };
    for count in [101, 500, 15_000, 1_000_000] {
        let error = state_machine(&nested(count)).unwrap().unwrap_err();
        assert!(error.contains("levels deep"), "{count}: {error}");
    }
    // What stands in comments, in sections of characters and between quotes is not nested; what never ends is no XML.
    let deep = "<state a='>'>".repeat(500);
    let text = format!(
        "<scxml><!-- {deep} --><state id='a'><log><![CDATA[{deep}]]></log><?p {deep}?></state></scxml>"
    );
    assert!(state_machine(&text).unwrap().is_ok());
    assert!(
        state_machine(&format!("<scxml>{}", "<state a='".repeat(15_000)))
            .unwrap()
            .is_err()
    );
    assert!(state_machine("<scxml><state id=\"a").unwrap().is_err());
    let error = state_machine("<!DOCTYPE scxml [<!ENTITY a '<state/>'>]><scxml>&a;</scxml>");
    let error = error.unwrap().unwrap_err();
    assert!(error.contains("document types are not read"), "{error}");
    // Deeper than a text can be nested: what is outside comes in.
    let found = imported(
        &nested(90)
            .replace("<scxml xmlns='http://www.w3.org/2005/07/scxml'>", "")
            .replace("</scxml>", ""),
    );
    assert_eq!(found.class(), Class::Lossy);
    let why: BTreeSet<_> = found.left_out.iter().map(|it| &*it.why).collect();
    assert!(
        why.contains("States are nested too deeply here."),
        "{why:?}"
    );
}
