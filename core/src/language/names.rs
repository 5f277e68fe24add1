//! Names: how they are written and shown, and what is said about a name that nobody has.
//!
//! A name is an identifier or stands in quotes. Words with a meaning are written in quotes as well,
//! so that what is printed reads back as it was.

use crate::text::{
    Cursor, Diagnostic, Fix, Kind, Patch, Span, Token, TokenRole, Vocabulary, is_epsilon,
};

/// Words with a meaning somewhere in texts about machines. A name that is one of them is written in quotes here, also where
/// the text is of another kind.
pub const KEYWORDS: &[&str] = &[
    "machine", "system", "scenario", "neg", "check", "state", "as", "strict", "loose", "reach",
    "deadlock", "from", "within", "expect",
];

/// Words of what is not available in such texts yet, with what they will mean.
pub const RESERVED: &[(&str, &str)] = &[
    ("entry", "entry actions"),
    ("exit", "exit actions"),
    ("after", "timed transitions"),
    ("alt", "alternatives"),
    ("opt", "optional parts"),
    ("loop", "loops"),
    ("par", "parallel parts"),
];

/// These words, as names are written by them.
static QUOTED: Vocabulary = Vocabulary {
    items: &[],
    keywords: KEYWORDS,
    reserved: RESERVED,
};

/// A name with its place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Name {
    /// The name without quotes.
    pub text: String,
    /// Where it is written.
    pub span: Span,
}

impl Name {
    /// The name as the language writes it: in quotes where it could be read as something else.
    #[must_use]
    pub fn written(&self) -> String {
        written(&self.text)
    }
}

/// A name as texts about machines write it.
#[must_use]
pub fn written(name: &str) -> String {
    QUOTED.written(name)
}

/// A name for a message: between backticks, shortened where it is long.
#[must_use]
pub fn shown(name: &str) -> String {
    match name.char_indices().nth(60) {
        None => format!("`{name}`"),
        Some((end, _)) => format!("`{}…`", &name[..end]),
    }
}

/// Some names for a hint: "`a`, `b` and 3 more".
#[must_use]
pub fn shown_list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    const MOST: usize = 8;
    let mut names = names.into_iter();
    let first: Vec<_> = names.by_ref().take(MOST).map(shown).collect();
    let more = names.count();
    match (first.as_slice(), more) {
        ([], _) => String::new(),
        ([only], 0) => only.clone(),
        ([init @ .., last], 0) => format!("{} and {last}", init.join(", ")),
        (all, _) => format!("{} and {more} more", all.join(", ")),
    }
}

/// The fix that puts a word in place of a span.
#[must_use]
pub fn writing(span: Span, word: &str) -> Fix {
    let title = format!("Write {}", shown(word));
    Fix::new(title, [Patch::replace(span, word)])
}

/// A finding about a name that is similar to another one, with the fix that writes the other one in
/// its place.
#[must_use]
pub fn did_you_mean(finding: Diagnostic, meant: &str) -> Diagnostic {
    let fix = writing(finding.span, &written(meant));
    let hint = format!("Did you mean {}?", shown(meant));
    finding.hint(hint).fix(fix)
}

/// A finding about a word that is similar to a keyword.
#[must_use]
pub fn did_you_mean_keyword(finding: Diagnostic, keyword: &str) -> Diagnostic {
    let fix = writing(finding.span, keyword);
    let hint = format!("Did you mean `{keyword}`?");
    finding.hint(hint).fix(fix)
}

/// Whether a token can be a name.
#[must_use]
pub fn is_name(token: Token) -> bool {
    matches!(token.kind, Kind::Word | Kind::Quoted)
}

/// Whether a token begins a name, perhaps one that lacks its quotes.
#[must_use]
pub fn begins_name(token: Token) -> bool {
    is_name(token) || matches!(token.kind, Kind::Number | Kind::Malformed)
}

/// Takes `ε` if it stands here.
pub fn eat_epsilon(cursor: &mut Cursor) -> bool {
    let token = cursor.peek();
    let found = token.kind == Kind::Word && is_epsilon(cursor.text(token));
    if found {
        cursor.advance();
        cursor.paint(token.span, TokenRole::Pseudo);
    }
    found
}

#[cfg(test)]
mod tests {
    use super::shown_list;

    #[test]
    fn a_list_counts_only_what_it_leaves_out() {
        let names = ["a"; 10];
        assert_eq!(shown_list([]), "");
        assert_eq!(shown_list(["a"]), "`a`");
        assert_eq!(shown_list(["a", "b"]), "`a` and `b`");
        assert!(shown_list(names[..8].iter().copied()).ends_with("`a` and `a`"));
        assert!(shown_list(names).ends_with("`a` and 2 more"));
    }
}
