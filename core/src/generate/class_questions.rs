//! Random questions about the models of [`super::classes`], of every kind and in both frames.

use super::Random;

/// What can be true of a state of these models.
pub const CLASS_CONDITIONS: [&str; 10] = [
    "o.a",
    "not o.a",
    "o.n = 1",
    "p.c",
    "p.m = 1 and o.n = 0",
    "o.other->isEmpty()",
    "o.other->notEmpty() and not p.c",
    "o.a = p.c",
    "o.n + p.m = 2",
    "B.allInstances()->forAll(y | y.m = 0)",
];

/// The operations of a text, each with an object that has it and any arguments: `("o", "opA0(_)")`.
fn calls(text: &str) -> Vec<(&'static str, String)> {
    ["opA0", "opA1", "opA2", "opB0", "opB1"]
        .into_iter()
        .filter(|it| text.contains(&format!("{it}(")))
        .map(|it| {
            let has_parameter = text.contains(&format!("{it}(x"));
            let object = if it.starts_with("opA") { "o" } else { "p" };
            let argument = if has_parameter { "_" } else { "" };
            (object, format!("{it}({argument})"))
        })
        .collect()
}

/// Items to be written behind a model: checks, and before them a scenario where there are calls for it.
#[must_use]
pub fn class_questions(text: &str, random: &mut Random) -> Vec<String> {
    let operations = calls(text);
    let mut all = Vec::new();
    let from = |random: &mut Random| match random.between(0, 5) {
        0 => " from any".to_owned(),
        1 => format!(" from {}", random.choose(&CLASS_CONDITIONS)),
        _ => String::new(),
    };
    for frame in ["", " frame open"] {
        let (one, other) = (
            *random.choose(&CLASS_CONDITIONS),
            *random.choose(&CLASS_CONDITIONS),
        );
        let mut ask = |random: &mut Random, subject: String| {
            let from = from(random);
            let within = match random.percent(25) {
                true => format!(" within {}", random.between(0, 2)),
                false => String::new(),
            };
            all.push(format!("check {subject}{from}{frame}{within}"));
        };
        ask(random, format!("reach {one}"));
        ask(random, format!("reach {one} then {other}"));
        ask(random, format!("always {other}"));
        ask(random, "deadlock".into());
        ask(random, "preserves".into());
        if let [first, ..] = operations.as_slice() {
            let (object, call) = first;
            ask(random, format!("reach {object}.{call}"));
            ask(random, "\"two calls\" strict".into());
            ask(random, "\"two calls\" loose".into());
        }
        for invariant in ["iA", "iB"] {
            if text.contains(&format!("inv {invariant}:")) {
                ask(random, format!("preserves {invariant}"));
            }
        }
    }
    all.push("check consistent".into());
    for invariant in ["iA", "iB"] {
        if text.contains(&format!("inv {invariant}:")) {
            all.push(format!("check independent {invariant}"));
        }
    }
    if !operations.is_empty() {
        let mut steps = String::new();
        for _ in 0..2 {
            let (object, call) = random.choose(&operations);
            if random.percent(30) {
                steps += &format!("  [{}]\n", random.choose(&CLASS_CONDITIONS));
            }
            steps += &format!("  -> {object} : {call}\n");
        }
        if random.percent(40) {
            steps += &format!("  [{}]\n", random.choose(&CLASS_CONDITIONS));
        }
        all.insert(0, format!("scenario \"two calls\" {{\n{steps}}}"));
    }
    all
}

/// Checks that the paper's formula encodes, within few calls: the model starts in one state, or in few. The text comes back with both.
#[must_use]
pub fn bounded_classes(random: &mut Random, most: usize) -> String {
    let mut text = super::classes(random);
    for (object, slots) in [("o : A", ["a", "n"]), ("p : B", ["c", "m"])] {
        let [truth, number] = slots;
        let truth = format!("{truth} = {}", random.percent(50));
        let number = format!("{number} = {}", random.between(0, 1));
        text = text.replace(
            &format!("  {object}\n"),
            &format!("  {object} {{ {truth}, {number} }}\n"),
        );
    }
    let condition = |random: &mut Random| *random.choose(&CLASS_CONDITIONS);
    let mut checks = vec![format!("reach {}", condition(random))];
    checks.push(format!(
        "reach {} then {}",
        condition(random),
        condition(random)
    ));
    checks.push(format!("always {}", condition(random)));
    checks.push("deadlock".to_owned());
    let calls = calls(&text);
    if let Some((object, call)) = calls.last() {
        checks.push(format!("reach {object}.{call}"));
        let (last, again) = random.choose(&calls);
        text +=
            &format!("scenario \"two\" {{\n  -> {object} : {call}\n  -> {last} : {again}\n}}\n");
        checks.push("\"two\" strict".to_owned());
        checks.push("\"two\" loose".to_owned());
    }
    for it in &checks {
        // The calls of a strict scenario come after those that are counted.
        let within = if it.contains("strict") {
            most.saturating_sub(2)
        } else {
            most
        };
        text += &format!("check {it} within {within}\n");
    }
    text
}
