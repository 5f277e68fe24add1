//! Random class models in which a class inherits from another one: its objects answer to the operations of both, and to one of a name
//! that both have by their own contract.

use super::Random;

/// One of the models of [`super::classes`] with a class `C` that inherits from `A` and has an object; and checks that ask for calls by
/// the class.
#[must_use]
pub fn class_heirs(random: &mut Random) -> (String, Vec<String>) {
    let text = super::classes(random);
    let first = text.lines().map(str::trim);
    let mut first = first.filter(|it| it.starts_with("opA0("));
    let Some(signature) = first.next().map(str::to_owned) else {
        return (text, Vec::new());
    };
    let mut heir = "class C < A {\n  h : Boolean\n".to_owned();
    if random.percent(20) {
        heir += *random.choose(&["  inv iC: h or not a\n", "  inv iC: not h or n = 0\n"]);
    }
    if random.percent(50) {
        heir += &format!("  {signature}\n");
        heir += *random.choose(&["    pre: not h\n", "    pre: a\n", ""]);
        heir += *random.choose(&["    post: h = not h@pre\n", "    post: a = h@pre\n"]);
    }
    if random.percent(50) {
        heir += "  opC()\n";
        heir += *random.choose(&["    pre: h\n", "    pre: n = 1\n", "    pre: not a\n"]);
        heir += *random.choose(&["    post: n = 0\n", "    post: h = false\n"]);
    }
    heir += "}\n";
    // An object of each, where that leaves few states.
    let is_another = random.percent(60) && !text.contains("  q : B\n");
    let (objects, object) = match is_another {
        true => ("  o : A\n  r : C\n", "r"),
        false => ("  o : C\n", "o"),
    };
    let text = text.replacen("association", &(heir.clone() + "association"), 1);
    let text = text.replacen("  o : A\n", objects, 1);
    let argument = if signature.contains("(x") { "_" } else { "" };
    let mut calls = vec![
        format!("A.opA0({argument})"),
        format!("C.opA0({argument})"),
        "A.opA0()".to_owned(),
        format!("{object}.opA0({argument})"),
    ];
    if heir.contains("opC()") {
        calls.push("C.opC()".to_owned());
        calls.push(format!("{object}.opC()"));
    }
    let mut checks: Vec<_> = calls.iter().map(|it| format!("check reach {it}")).collect();
    let from = *random.choose(&["", " from any"]);
    let frame = *random.choose(&["", " frame open"]);
    checks.push(format!("check reach {object}.h{from}{frame}"));
    checks.push(format!("check deadlock{from}{frame}"));
    (text, checks)
}
