//! What models of USE have beyond the small ones: each comes in with its meaning, or is named at its line, and takes nothing else with it.

use lockstep_core::interchange::import::{
    Class, ocl, use_model, with_one_object_each, with_questions,
};

use super::{answer, model};

/// What a model comes in as, without its comment, and its report.
fn comes_in(text: &str) -> (String, Vec<(usize, String, Class)>) {
    let imported = use_model(text).unwrap_or_else(|| panic!("no model: {text}"));
    let report = imported.left_out.iter();
    let report = report.map(|it| (it.line, format!("{} | {}", it.what, it.why), it.class));
    let report = report.collect();
    if imported.text.is_empty() {
        return (String::new(), report);
    }
    model(&imported.text);
    let (_, inside) = imported.text.split_once('\n').expect("a comment");
    (inside.to_owned(), report)
}

/// A class `C` with three attributes of each of two types, and clauses in it.
fn of_class(clauses: &str) -> String {
    format!(
        "model M\nclass C\nattributes\n  a : Boolean b : Boolean c : Boolean\n  n : Integer m : Integer s : String\nconstraints\n{clauses}\nend\n"
    )
}

#[test]
fn clauses_come_in_as_they_are_meant() {
    for (clause, expected) in [
        // `xor` binds tighter than `or` there, and less tight here.
        ("inv: a or b xor c", "a or (b xor c)"),
        (
            "inv: not a xor b or c implies a",
            "(not a xor b) or c implies a",
        ),
        ("inv: Set{1,2}->includes(n)", "Set{1, 2}->includes(n)"),
        (
            "inv: Set{1..3}->forAll(i | n > i)",
            "Set{1..3}->forAll(i | n > i)",
        ),
        (
            "inv: let x : Integer = n, y = 3 in x > y",
            "let x : Integer = n in let y = 3 in x > y",
        ),
        (
            "inv: n.mod(2) = 0 and m.abs > n.max(1)",
            "n.mod(2) = 0 and m.abs() > n.max(1)",
        ),
        ("inv: n <> oclUndefined(Integer)", "n <> null"),
        (
            "inv: a.isDefined.isDefined",
            "not (not a.oclIsUndefined()).oclIsUndefined()",
        ),
        (
            "inv: C.allInstances@pre->size = 1",
            "C.allInstances()->size() = 1",
        ),
        (
            "inv: C.allInstances - Set{self} = oclEmpty(Set(C))",
            "C.allInstances() - Set{self} = Set{}",
        ),
        ("inv: -3 < n and n - 1 > - n", "-3 < n and n - 1 > -n"),
        (r"inv: s = 'it\'s'", "s = \"it's\""),
        (r"inv: s = 'a\\'", r#"s = "a\\""#),
    ] {
        let (text, report) = comes_in(&of_class(clause));
        assert!(
            text.contains(&format!("  inv: {expected}\n")),
            "{clause}: {text}"
        );
        assert_eq!(report, [], "{clause}");
    }
}

#[test]
fn what_is_not_read_is_one_finding_and_takes_nothing_with_it() {
    for (clause, why) in [
        (
            "inv: Sequence{1,2}->includes(n)",
            "Sequences, ordered sets and tuples are not read",
        ),
        (
            "inv: Set{1}->iterate(x : Integer; acc : Integer = 0 | acc + x) < 5",
            "`iterate` is not read",
        ),
        (
            "inv: Set{1}->sortedBy(x | x)->first() = 1",
            "no operation `sortedBy`",
        ),
        ("inv: Set{1}->exists1(x | x = n)", "no operation `exists1`"),
        (
            "inv: Set{1}->includesOnly(n)",
            "no operation `includesOnly`",
        ),
        ("inv: s = 'abc", "not a whole expression"),
        ("inv: n / 2 > 1.5", "no real numbers"),
        ("inv: Set{1.5, 2.5}->size() = 2", "no real numbers"),
        ("inv: Set{'a''b'}->size() = 1", ""),
        ("inv: (n > 1", "not a whole expression"),
    ] {
        let text = of_class(&format!("{clause}\ninv kept: n > 0"));
        let (text, report) = comes_in(&text);
        assert!(text.contains("  inv kept: n > 0\n"), "{clause}: {text}");
        assert!(text.contains("  s : String[0..1]\n"), "{clause}: {text}");
        assert!(!text.contains("acc"), "{clause}: {text}");
        let [(line, said, class)] = &report[..] else {
            panic!("{clause}: {report:?}");
        };
        assert_eq!((*line, *class), (7, Class::Wider), "{clause}");
        assert!(said.contains(why), "{clause}: {said}");
    }
    // What is any of several there has no value here, and the sentence stays.
    let (text, report) = comes_in(&of_class("inv: C.allInstances->any(x | true) = self"));
    assert!(text.contains("->any(x | true) = self"), "{text}");
    assert_eq!((report[0].0, report[0].2), (7, Class::Lossy));
}

/// An object of a class with a query of its own answers by that one; where it is left out, the one above would.
#[test]
fn a_query_of_a_class_that_inherits_matters() {
    let model_of = |body: &str| {
        format!(
            "model M\nclass P\noperations\n  q() : Integer = 1\nend\nclass Q < P\noperations\n  q() : Integer = {body}\nend\nconstraints\ncontext P inv: q() = 1\n"
        )
    };
    let (text, report) = comes_in(&model_of("2"));
    assert_eq!(report, []);
    for (class, word) in [("P", "consistent"), ("Q", "inconsistent")] {
        let questions = format!("system {{ z : {class} }}\ncheck consistent\n");
        let text = with_questions(&text, &questions).expect("questions");
        assert_eq!(answer(&text, 0).answer().word(), word, "{class}");
    }
    let (_, report) = comes_in(&model_of("Sequence{1, 2}->size()"));
    assert_eq!((report[0].0, report[0].2), (8, Class::Lossy), "{report:?}");
    let (_, report) = comes_in(&model_of("self.q()"));
    assert_eq!((report[0].0, report[0].2), (8, Class::Lossy), "{report:?}");
}

/// The only invariant is asked of each object; `existential` asks for one, and several variables for all pairs.
#[test]
fn invariants_of_some_object_and_of_several_at_once() {
    let class = "model M\nclass C\nattributes\n  n : Integer\nend\nconstraints\n";
    let questions = "system {\n  x : C { n = 5 }\n  y : C { n = 1 }\n}\ncheck consistent\n";
    for (constraint, expected, word) in [
        (
            "context C existential inv some: n = 5",
            "context C inv some: C.allInstances()->exists(self | n = 5)",
            "consistent",
        ),
        (
            "context x : C existential inv some: x.n = 7",
            "context C inv some: C.allInstances()->exists(self | self.n = 7)",
            "inconsistent",
        ),
        (
            "context x : C existential inv some: n = 5 and x.n = n",
            "context C inv some: C.allInstances()->exists(self | n = 5 and self.n = n)",
            "consistent",
        ),
        (
            "context x, y : C existential inv some: n = 5 and y.n = 1",
            "context C inv some: C.allInstances()->exists(self, y | n = 5 and y.n = 1)",
            "consistent",
        ),
        (
            "context x, y : C inv: x <> y implies x.n <> y.n",
            "context C inv: C.allInstances()->forAll(y | self <> y implies self.n <> y.n)",
            "consistent",
        ),
        (
            "context x, y : C inv: x.n = y.n",
            "context C inv: C.allInstances()->forAll(y | self.n = y.n)",
            "inconsistent",
        ),
        (
            "context C inv all: n = 5",
            "context C inv all: n = 5",
            "inconsistent",
        ),
    ] {
        let (text, _) = comes_in(&format!("{class}{constraint}\n"));
        assert!(text.contains(&format!("{expected}\n")), "{text}");
        let text = with_questions(&text, questions).expect("questions");
        assert_eq!(answer(&text, 0).answer().word(), word, "{constraint}");
    }
    let inside =
        "model M\nclass C\nattributes\n  n : Integer\nconstraints\n  existential inv: n = 5\nend\n";
    let (text, report) = comes_in(inside);
    assert!(
        text.contains("  inv: C.allInstances()->exists(self | n = 5)\n"),
        "{text}"
    );
    assert_eq!((report[0].0, report[0].2), (6, Class::Wider));
}

#[test]
fn statements_and_machines_end_where_they_end() {
    let text = "model M
class A
attributes
  x : Integer
operations
  f()
  begin
    if x > 0 then
      for i in Set{1} do x := 0 end
    end;
    x := if x > 1 then 1 else 2 endif
  end
  pre p: x > 0
  g()
    post: x = 0
statemachines
  psm One
  states
    s : initial
    t
  transitions
    s -> t { f() }
  end
  psm Two
  states
    s : initial
  end
end
class B
end
";
    let (text, report) = comes_in(text);
    assert_eq!(
        text,
        "class A {\n  x : Integer[0..1]\n  f()\n    pre p: x > 0\n  g()\n    post: x = 0\n}\nclass B {\n}\n"
    );
    let lines: Vec<_> = report.iter().map(|it| it.0).collect();
    assert_eq!(lines, [7, 16], "{report:?}");
}

#[test]
fn queries_may_compute_collections_and_have_no_contract() {
    let text = "model M
class P
attributes
  n : Integer
operations
  others() : Set(P) = P.allInstances - Set{self}
  numbers(all : Set(P)) : Bag(Integer) = all->collect(p | p.n)
  double() : Integer = n + n
    pre: n > 0
  all(x : Set(P))
    pre: x->size() > 0
  fac(i : Integer) : Integer = if i < 1 then 1 else i * self.fac(i - 1) endif
constraints
  inv one: self.others()->size() < 2
  inv two: numbers(P.allInstances)->size() > 0
  inv three: fac(3) = 6
  inv four: self.fac(n) > 0
end
constraints
context P::double() : Integer
  post: result > 1
";
    let (text, report) = comes_in(text);
    assert_eq!(
        text,
        "class P {
  n : Integer[0..1]
  others() : Set(P) = P.allInstances() - Set{self}
  numbers(all : Set(P)) : Bag(Integer) = all->collect(p | p.n)
  double() : Integer = n + n
  inv one: self.others()->size() < 2
  inv two: numbers(P.allInstances())->size() > 0
}
"
    );
    let of_line = |line: usize| {
        let found = report.iter().filter(|it| it.0 == line);
        found.map(|it| it.1.as_str()).collect::<Vec<_>>().join("; ")
    };
    for (line, said) in [
        (9, "has no contract"),
        (10, "Types are"),
        (11, "Its operation is left out"),
        (12, "calls itself"),
        (16, "It names `fac`, which is left out."),
        (17, "It names `fac`, which is left out."),
        (21, "has no contract"),
    ] {
        assert!(of_line(line).contains(said), "{line}: {report:?}");
    }
}

/// The order of links and what parts and wholes are makes a difference only where something asks for it.
#[test]
fn orders_and_wholes_are_named_where_they_matter() {
    let ordered = |clause: &str| {
        let text = format!(
            "model M\nclass W\nend\nclass S\nend\nassociation L between\n  W[*]\n  S[2..*] role stops ordered\nend\nconstraints\ncontext W inv: {clause}\n"
        );
        let (_, report) = comes_in(&text);
        let found = report.iter().find(|it| it.1.starts_with("ordered"));
        found.map(|it| (it.0, it.2)).expect("it is named")
    };
    assert_eq!(ordered("stops->size() > 1"), (8, Class::Exact));
    let compared = "W.allInstances->forAll(w | w.stops = self.stops implies w = self)";
    assert_eq!(ordered(compared), (8, Class::Lossy));
    assert_eq!(
        ordered("stops->select(s | true) = stops"),
        (8, Class::Lossy)
    );
    let wholes = |associations: &str| -> Vec<_> {
        let text =
            format!("model M\nclass A\nend\nclass B\nend\nclass D < A\nend\n{associations}\n");
        let (_, report) = comes_in(&text);
        report.into_iter().map(|it| (it.0, it.2)).collect()
    };
    let of = |kind: &str, name: &str, ends: &str| format!("{kind} {name} between {ends} end\n");
    let shared = of("composition", "X", "A[*] role w B[*] role p");
    assert_eq!(wholes(&shared), [(8, Class::Wider)]);
    let alone = of("composition", "X", "A[0..1] role w B[*] role p");
    assert_eq!(wholes(&alone), []);
    let other = of("composition", "Y", "D[0..1] role v B[*] role q");
    assert_eq!(wholes(&(alone.clone() + &other)).len(), 2);
    let circle = of("aggregation", "Y", "B[0..1] role v D[*] role q");
    assert_eq!(wholes(&(alone + &circle)).len(), 2);
    assert_eq!(
        wholes(&of("aggregation", "Z", "A[*] role v B[*] role q")),
        []
    );
    assert_eq!(
        wholes(&of("aggregation", "Z", "A[0..1] role v D[*] role q")).len(),
        1
    );
}

#[test]
fn values_that_are_written_out_are_what_objects_start_with() {
    let text = "model M
enum E { x, y }
class A
attributes
  n : Integer init = 5
  m : Integer init: -3
  e : E init = E::x
  f : E init = #y
  b : Boolean init = true;
  s : String init = 'it'
  z : Integer init = n + 1
  d : Integer derived = n * 2
end
";
    let (text, report) = comes_in(text);
    assert_eq!(
        text,
        "enum E { x, y }
class A {
  n : Integer[0..1] = 5
  m : Integer[0..1] = -3
  e : E[0..1] = E::x
  f : E[0..1] = #y
  b : Boolean[0..1] = true
  s : String[0..1] = \"it\"
  z : Integer[0..1]
  d : Integer[0..1]
}
"
    );
    let lines: Vec<_> = report.iter().map(|it| (it.0, it.2)).collect();
    assert_eq!(lines, [(11, Class::Lossy), (12, Class::Lossy)]);
}

#[test]
fn several_ranges_are_read_as_one_that_has_them_all() {
    let text = "model M\nclass A\nend\nclass B\nend\nassociation L between\n  A[1,3..5]\n  B[2..4,8..*] role bs\nend\n";
    let (text, report) = comes_in(text);
    assert!(text.contains("  A[1..5]\n  B[2..*] role bs\n"), "{text}");
    assert_eq!(
        report.iter().map(|it| (it.0, it.2)).collect::<Vec<_>>(),
        [(7, Class::Wider), (8, Class::Wider)]
    );
}

#[test]
fn what_ends_too_early_or_is_of_another_kind_is_named() {
    for (text, line, said) in [
        (
            "model M\nclass A\noperations\n  f(\n",
            4,
            "The text ends before this does.",
        ),
        (
            "model M\nclass A\noperations\n  f()\n",
            2,
            "The text ends before this does.",
        ),
        (
            "model M\nabstract dataType D\n  operations f() : Integer\nend\nclass A\nend\n",
            2,
            "Data types and signals are not read.",
        ),
        (
            "import \"x.use\"\nmodel M\nclass A\nend\n",
            1,
            "Other files are not read.",
        ),
        (
            "model M\nimport E from \"x.use\"\nclass A\nend\n",
            2,
            "Other files are not read.",
        ),
    ] {
        let (_, report) = comes_in(text);
        let is_said = report.iter().any(|it| it.0 == line && it.1.contains(said));
        assert!(is_said, "{text}: {report:?}");
    }
    let (text, report) = comes_in(
        "model M\nenum E { a, b\nclass A\nattributes\n  n : E\ncomposition C between\n  A[0..1] role w subsets x B[*] role p union\nend\nclass B\nend\n",
    );
    assert_eq!(
        text,
        "enum E { a, b }\nclass A {\n  n : E[0..1]\n}\nassociation C {\n  A[0..1] role w\n  B[*] role p\n}\nclass B {\n}\n"
    );
    let lines: Vec<_> = report.iter().map(|it| it.0).collect();
    assert_eq!(lines, [2, 3, 7, 7], "{report:?}");
    assert_eq!(comes_in("model Empty\n").0, "");
    let annotated = "@Test(a=\"b\")\nmodel M\n@Doc(a=\"1\")\nclass A\nattributes\n  @Doc(b=\"2\")\n  n : Integer\nend\n";
    assert_eq!(
        comes_in(annotated),
        ("class A {\n  n : Integer[0..1]\n}\n".into(), Vec::new())
    );
}

#[test]
fn a_context_may_name_the_package_of_its_class() {
    let classes = "package p;\nclass A {\n  attr int n;\n  op void go();\n}\n";
    let text = "package p\ncontext p::A inv few: n < 5\ncontext p::A::go()\n  pre: n > 0\ncontext p::A::n : Integer init: 0\nendpackage\n";
    let imported = ocl(text, classes).expect("an OCL file");
    let expected = "context A inv few: n < 5\ncontext A::go()\n  pre: n > 0\n";
    assert!(imported.text.ends_with(expected), "{}", imported.text);
    let lines: Vec<_> = imported.left_out.iter().map(|it| it.line).collect();
    assert_eq!(lines, [5]);
}

#[test]
fn an_operation_with_a_name_that_iterators_have_stays_one() {
    let text = "model M\nclass A\nattributes\n  n : Integer\noperations\n  closure() : Integer = n + 1\n  any(i : Integer) : Integer = n + i\nconstraints\n  inv: self.closure() > self.any(2)\nend\n";
    let (text, report) = comes_in(text);
    assert!(text.contains("inv: self.closure() > self.any(2)"), "{text}");
    assert_eq!(report, []);
}

/// What grows with the text, and what nests, has its end.
#[test]
fn long_and_deep_texts_come_in() {
    let deep = "Set(".repeat(100_000);
    let (text, report) = comes_in(&format!(
        "model M\nclass A\noperations\n  f(x : {deep}\nend\n"
    ));
    assert!(text.starts_with("class A"), "{text}");
    assert!(!report.is_empty());
    let classes = (0..800).map(|it| format!("class C{it}\nend\n"));
    let parts = (1..800).map(|it| {
        format!(
            "composition P{it} between C{}[1] role w{it} C{it}[*] role p{it} end\n",
            it - 1
        )
    });
    let chain: String = std::iter::once("model M\n".to_owned())
        .chain(classes)
        .chain(parts)
        .collect();
    assert_eq!(comes_in(&chain).1, []);
    // Of queries that need each other all go, and nothing else.
    let queries = (0..60).map(|it| format!("  q{it}() : Integer = self.q{}()\n", it + 1));
    let queries: String = queries.collect();
    let (text, report) = comes_in(&format!(
        "model M\nclass A\noperations\n{queries}  go()\nend\n"
    ));
    assert_eq!(text, "class A {\n  go()\n}\n");
    assert_eq!(report.len(), 60);
}

/// Two plain integers as parameters would be 65,536 calls of each object.
#[test]
fn a_model_by_itself_can_be_asked_whether_it_is_consistent() {
    let text = "model M\nclass A\nattributes\n  n : Integer\noperations\n  f(i : Integer, j : Integer)\n    post: n = i + j\nend\n";
    let imported = use_model(text).expect("a model");
    let text = with_one_object_each(&imported.text);
    assert!(text.contains("integers 0..63\n"), "{text}");
    assert_eq!(answer(&text, 0).answer().word(), "consistent");
}
