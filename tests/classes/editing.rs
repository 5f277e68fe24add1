//! What the editor paints and offers in class models comes from their parser.

use lockstep_core::api::TOKEN_ROLES;
use lockstep_core::language::{complete, tokens};

use super::languages;

/// The tokens of a text, as `text role`, apart from punctuation and operators that are no words.
fn painted(text: &str) -> String {
    let all = tokens(&languages(), text).into_iter();
    let all = all.map(|(span, role)| (span.text(text), TOKEN_ROLES[role as usize]));
    let words = all.filter(|(text, role)| {
        *role != "punctuation" && (*role != "operator" || text.starts_with(char::is_alphabetic))
    });
    let words: Vec<_> = words.map(|(text, role)| format!("{text} {role}")).collect();
    words.join(", ")
}

#[test]
fn tokens_are_painted_as_what_they_stand_for() {
    for (text, expected) in [
        (
            "class A < B { -- why\n  x : Boolean[0..1] = true\n  inv i: x and self.y->size() = 1\n}",
            "class keyword, A declaration, B type, -- why comment, x declaration, Boolean type, \
             0 number, 1 number, true constant, inv keyword, i declaration, x name, and operator, \
             self keyword, y name, size event, 1 number",
        ),
        (
            "class A { go(n : E) post p: n = #a and c = E::b and x@pre\n modifies nothing }",
            "class keyword, A declaration, go declaration, n declaration, E type, post keyword, \
             p declaration, n name, a constant, and operator, c name, E type, b constant, \
             and operator, x name, pre keyword, modifies keyword, nothing keyword",
        ),
        (
            "enum E { a, b }\nassociation L { A[1] role c; B[*] }\nintegers 0..3",
            "enum keyword, E declaration, a declaration, b declaration, association keyword, \
             L declaration, A type, 1 number, role keyword, c declaration, B type, integers keyword, \
             0 number, 3 number",
        ),
        (
            "class A { }\nsystem { a, b[2] : A { x = b1 } }\nscenario s { -> a : go(_)\n [a.x] }",
            "class keyword, A declaration, system keyword, a declaration, b declaration, 2 number, \
             A type, x name, b1 name, scenario keyword, s declaration, a name, go event, _ keyword, \
             a name, x name",
        ),
        (
            "class A { }\ncheck reach A.go() from any frame open within 3 expect reachable",
            "class keyword, A declaration, check keyword, reach keyword, A name, go event, \
             from keyword, any keyword, frame keyword, open constant, within keyword, 3 number, \
             expect keyword, reachable constant",
        ),
    ] {
        assert_eq!(painted(text), expected, "{text}");
    }
}

/// What is offered at the `|` of a text.
fn offered(text: &str) -> Vec<String> {
    let caret = text.find('|').expect("a caret");
    let found = complete(&languages(), &text.replacen('|', "", 1), caret);
    found.list.iter().map(|it| it.label.clone()).collect()
}

#[test]
fn what_can_be_written_is_offered() {
    const CLASS: &str = "class A {\n  x : Boolean\n  go()\n    post: x\n  inv i: x\n}\nenum E { a }\nsystem { o : A }\n";
    for (text, expected) in [
        ("class A {\n  |\n}", vec!["inv", "pre", "post", "modifies"]),
        (&*format!("{CLASS}context |"), vec!["A"]),
        (
            &*format!("{CLASS}class B {{\n  y : |\n}}"),
            vec!["Boolean", "Integer", "String", "E", "A", "B"],
        ),
        (
            &*format!("{CLASS}check preserves |"),
            vec!["i", "from", "frame", "within", "expect"],
        ),
        (
            &*format!("{CLASS}check deadlock frame |"),
            vec!["named", "open"],
        ),
        (
            &*format!("{CLASS}check deadlock expect |"),
            vec!["deadlock", "none"],
        ),
        (&*format!("{CLASS}scenario s {{ -> | }}"), vec!["o"]),
        (&*format!("{CLASS}scenario s {{ -> o : | }}"), vec!["go"]),
        (&*format!("{CLASS}system {{ p : A {{ | }} }}"), vec!["x"]),
    ] {
        assert_eq!(offered(text), expected, "{text}");
    }
    let behind = offered(&format!("{CLASS}check always o.|"));
    assert_eq!(behind[..2], ["x", "go"]);
    let arrow = offered(&format!("{CLASS}check always A.allInstances()->|"));
    assert!(arrow.contains(&"forAll".to_owned()) && arrow.contains(&"size".to_owned()));
    let first = offered(&format!("{CLASS}check always |"));
    assert!(first.contains(&"x".to_owned()) && first.contains(&"o".to_owned()));
}
