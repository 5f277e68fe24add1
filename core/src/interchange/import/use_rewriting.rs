//! What USE says in another way than class models, told by the tokens of one expression.

/// The tokens of an expression as class models write it. O(tokens · parentheses that are added).
pub(super) fn rewritten(tokens: Vec<String>, is_use: bool) -> Vec<String> {
    let mut all = without_value(one_variable_each(tokens));
    while let Some(found) = all.windows(2).position(is_asked_for_a_value) {
        all = asked_for_null(all, found);
    }
    match is_use {
        true => with_xor_first(all),
        false => all,
    }
}

fn token(text: &str) -> String {
    text.into()
}

/// How much deeper in brackets it is behind a token.
fn depth(token: &str) -> i32 {
    match token {
        "(" | "[" | "{" | "if" => 1,
        ")" | "]" | "}" | "endif" => -1,
        _ => 0,
    }
}

/// `let a = 1, b = 2 in e` as one `let` in another.
fn one_variable_each(tokens: Vec<String>) -> Vec<String> {
    let mut all = Vec::with_capacity(tokens.len());
    // How deep each `let` stands whose variables go on.
    let (mut lets, mut at) = (Vec::new(), 0);
    for it in tokens {
        match it.as_str() {
            "let" => lets.push(at),
            "in" => {
                lets.pop();
            }
            "," if lets.last() == Some(&at) => {
                all.extend(["in", "let"].map(token));
                continue;
            }
            other => at += depth(other),
        }
        all.push(it);
    }
    all
}

/// `null` for the undefined value of a type, the empty set for that of a type of sets; and `allInstances()` without `@pre`: objects are
/// fixed.
fn without_value(tokens: Vec<String>) -> Vec<String> {
    let mut all: Vec<String> = Vec::with_capacity(tokens.len());
    let mut next = 0;
    while let Some(it) = tokens.get(next) {
        next += 1;
        let is_asked = matches!(
            all.last().map(String::as_str),
            Some("." | "->" | "::" | "#")
        );
        match it.as_str() {
            "oclUndefined" | "Undefined" | "OclUndefined" if !is_asked => {
                next = behind_parentheses(&tokens, next);
                all.push(token("null"));
            }
            "oclEmpty"
                if matches!(
                    tokens.get(next + 1).map(String::as_str),
                    Some("Set" | "Bag")
                ) =>
            {
                let sort = tokens[next + 1].clone();
                next = behind_parentheses(&tokens, next);
                all.extend([sort, token("{"), token("}")]);
            }
            "@" if all.ends_with(&["allInstances", "(", ")"].map(token)) => {
                next += usize::from(tokens.get(next).is_some_and(|it| it == "pre"));
                next = behind_parentheses(&tokens, next);
            }
            _ => all.push(it.clone()),
        }
    }
    all
}

/// The place behind the parentheses that open at a place, or that place.
fn behind_parentheses(tokens: &[String], start: usize) -> usize {
    if tokens.get(start).is_none_or(|it| it != "(") {
        return start;
    }
    let mut at = 0;
    for (number, it) in tokens.iter().enumerate().skip(start) {
        at += depth(it);
        if at == 0 {
            return number + 1;
        }
    }
    tokens.len()
}

fn is_asked_for_a_value(tokens: &[String]) -> bool {
    tokens[0] == "." && matches!(tokens[1].as_str(), "isDefined" | "isUndefined")
}

/// `e.isDefined()`, whose dot is at a place, as `not e.oclIsUndefined()`: in parentheses where something is asked of it.
fn asked_for_null(mut tokens: Vec<String>, dot: usize) -> Vec<String> {
    let is_negated = tokens[dot + 1] == "isDefined";
    tokens[dot + 1] = token("oclIsUndefined");
    if !is_negated {
        return tokens;
    }
    let start = operand(&tokens[..=dot]);
    let end = behind_parentheses(&tokens, dot + 2);
    let asks_on = matches!(tokens.get(end).map(String::as_str), Some("." | "->"));
    if asks_on {
        tokens.insert(end, token(")"));
    }
    tokens.insert(start, token("not"));
    if asks_on {
        tokens.insert(start, token("("));
    }
    tokens
}

/// Where the operand begins whose last token is the dot at the end.
fn operand(tokens: &[String]) -> usize {
    let is_name = |it: &str| {
        let is_word = it.starts_with(|it: char| it == '_' || it == '"' || it.is_alphanumeric());
        is_word && !["not", "and", "or", "xor", "implies", "then", "else", "in"].contains(&it)
    };
    // Before the dot.
    let mut at = tokens.len().saturating_sub(1);
    loop {
        if at == 0 {
            return 0;
        }
        at -= 1;
        if tokens[at] == "pre" && at >= 2 && tokens[at - 1] == "@" {
            at -= 2;
        }
        if depth(&tokens[at]) < 0 {
            let mut open = 0;
            loop {
                open -= depth(&tokens[at]);
                if open == 0 || at == 0 {
                    break;
                }
                at -= 1;
            }
            // What is called, or the kind of a collection.
            if at > 0 && tokens[at] != "if" && is_name(&tokens[at - 1]) {
                at -= 1;
            }
        }
        match at.checked_sub(1).map(|it| tokens[it].as_str()) {
            Some("." | "->" | "::") => at -= 1,
            _ => return at,
        }
    }
}

/// Operands of `or`, which get parentheses where they have an `xor`.
#[derive(Default)]
struct Operands {
    /// Where the first one begins, in what is written.
    start: usize,
    /// The places of each `or` and each `xor` since.
    ors: Vec<usize>,
    xors: Vec<usize>,
    /// Whether a `let` has begun them, which goes as far as it can.
    is_let: bool,
}

impl Operands {
    fn from(start: usize, is_let: bool) -> Self {
        Self {
            start,
            is_let,
            ..Self::default()
        }
    }

    /// Writes the parentheses of those that end here.
    fn close(&self, all: &mut Vec<String>) {
        if self.ors.is_empty() {
            return;
        }
        let starts = self.ors.iter().map(|it| it + 1);
        let starts = std::iter::once(self.start).chain(starts);
        let ends = self.ors.iter().copied().chain([all.len()]);
        // The last first, so that the places of the others stay.
        for (start, end) in starts.zip(ends).collect::<Vec<_>>().into_iter().rev() {
            if self.xors.iter().any(|it| (start..end).contains(it)) {
                all.insert(end, token(")"));
                all.insert(start, token("("));
            }
        }
    }
}

/// With the parentheses that say that `xor` binds tighter than `or`.
fn with_xor_first(tokens: Vec<String>) -> Vec<String> {
    let mut all = Vec::with_capacity(tokens.len());
    // One for each bracket and each `let` that is open.
    let mut open = vec![Operands::default()];
    for it in tokens {
        let change = depth(&it);
        // Each `let` ends with what it stands in; `in` and `implies` are inside of it.
        let ends_let = change < 0 || matches!(it.as_str(), "," | "|" | "then" | "else");
        let is_end = ends_let || matches!(it.as_str(), "implies" | "in");
        while ends_let && open.len() > 1 && open.last().is_some_and(|it| it.is_let) {
            close_last(&mut open, &mut all);
        }
        if change < 0 && open.len() > 1 {
            close_last(&mut open, &mut all);
        } else if is_end && let Some(here) = open.last_mut() {
            here.close(&mut all);
            *here = Operands::from(all.len() + 1, here.is_let);
        }
        match (it.as_str(), open.last_mut()) {
            ("or", Some(here)) => here.ors.push(all.len()),
            ("xor", Some(here)) => here.xors.push(all.len()),
            _ => {}
        }
        let is_let = it == "let";
        all.push(it);
        if change > 0 || is_let {
            open.push(Operands::from(all.len(), is_let));
        }
    }
    while !open.is_empty() {
        close_last(&mut open, &mut all);
    }
    all
}

fn close_last(open: &mut Vec<Operands>, all: &mut Vec<String>) {
    if let Some(ended) = open.pop() {
        ended.close(all);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        let tokens = text.split(' ').map(token).collect();
        rewritten(tokens, true).join(" ")
    }

    #[test]
    fn xor_binds_tighter_than_or() {
        for (given, expected) in [
            ("a or b xor c", "a or ( b xor c )"),
            ("a xor b or c", "( a xor b ) or c"),
            ("a xor b and c", "a xor b and c"),
            ("a or b implies c xor d", "a or b implies c xor d"),
            ("a or ( b xor c or d )", "a or ( ( b xor c ) or d )"),
            ("a xor ( b or c ) or d", "( a xor ( b or c ) ) or d"),
            (
                "x -> forAll ( y | y or z xor y )",
                "x -> forAll ( y | y or ( z xor y ) )",
            ),
            (
                "if a or b xor c then d else e endif xor f or g",
                "( if a or ( b xor c ) then d else e endif xor f ) or g",
            ),
            (
                "a or b xor let x = 1 in n or c xor x",
                "a or ( b xor let x = 1 in n or ( c xor x ) )",
            ),
            (
                "( a xor let x = 1 in b or c ) or d xor e",
                "( a xor let x = 1 in b or c ) or ( d xor e )",
            ),
            (
                "a xor b or let x = c xor d in x or c xor d",
                "( a xor b ) or let x = c xor d in x or ( c xor d )",
            ),
        ] {
            assert_eq!(of(given), expected);
        }
        let tokens = "a or b xor c".split(' ').map(token).collect();
        assert_eq!(rewritten(tokens, false).join(" "), "a or b xor c");
    }

    #[test]
    fn what_is_said_in_another_way_keeps_its_meaning() {
        for (given, expected) in [
            (
                "let a = f ( 1 , 2 ) , b = 3 in a + b",
                "let a = f ( 1 , 2 ) in let b = 3 in a + b",
            ),
            ("x = oclUndefined ( Integer )", "x = null"),
            ("x = Undefined", "x = null"),
            ("x = oclEmpty ( Set ( C ) )", "x = Set { }"),
            (
                "C . allInstances ( ) @ pre -> size ( )",
                "C . allInstances ( ) -> size ( )",
            ),
            (
                "a and b . c . isDefined ( )",
                "a and not b . c . oclIsUndefined ( )",
            ),
            (
                "a . isDefined ( ) . isDefined ( )",
                "not ( not a . oclIsUndefined ( ) ) . oclIsUndefined ( )",
            ),
            (
                "Set { 1 , 2 } -> size ( ) . isDefined ( )",
                "not Set { 1 , 2 } -> size ( ) . oclIsUndefined ( )",
            ),
            (
                "a = if a then b else c endif . isDefined ( )",
                "a = not if a then b else c endif . oclIsUndefined ( )",
            ),
            (
                "C . allInstances ( ) @ pre ( ) -> size ( )",
                "C . allInstances ( ) -> size ( )",
            ),
            ("a . isUndefined ( )", "a . oclIsUndefined ( )"),
        ] {
            assert_eq!(of(given), expected);
        }
    }
}
