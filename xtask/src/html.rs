//! Finding and replacing `<link>` elements in `index.html`.
//!
//! Not an HTML parser: it knows comments and the attributes of links, which is all that our own
//! page needs. Everything else passes through unchanged.

use std::ops::Range;

/// A `<link …>` element.
#[derive(Debug, PartialEq, Eq)]
pub struct Link {
    /// Its bytes in the page.
    pub range: Range<usize>,
    attributes: Vec<(String, String)>,
}

impl Link {
    /// The value of an attribute; empty for one without a value.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map(|(_, value)| value.as_str())
    }

    /// The element with another `href`.
    pub fn with_href(&self, href: &str) -> String {
        let mut text = String::from("<link");
        for (name, value) in &self.attributes {
            let value = if name == "href" { href } else { value };
            text.push_str(&format!(" {name}=\"{value}\""));
        }
        text + ">"
    }
}

/// All links outside comments, in the order of the page.
pub fn links(page: &str) -> Vec<Link> {
    let mut links = Vec::new();
    let mut at = 0;
    while let Some(found) = page[at..].find('<') {
        let start = at + found;
        let rest = &page[start..];
        if rest.starts_with("<!--") {
            at = start + rest.find("-->").map_or(rest.len(), |end| end + 3);
            continue;
        }
        let end = start + tag_length(rest);
        if rest.starts_with("<link") && rest[5..].starts_with([' ', '\n', '\t', '>']) {
            links.push(Link {
                range: start..end,
                attributes: attributes(&page[start + 5..end - 1]),
            });
        }
        at = end;
    }
    links
}

/// Replaces each link by what `replace` says, or leaves it where that is `None`.
pub fn replace_links<E>(
    page: &str,
    mut replace: impl FnMut(&Link) -> Result<Option<String>, E>,
) -> Result<String, E> {
    let mut result = String::with_capacity(page.len());
    let mut done = 0;
    for link in links(page) {
        result.push_str(&page[done..link.range.start]);
        done = link.range.end;
        match replace(&link)? {
            Some(text) => result.push_str(&text),
            None => result.push_str(&page[link.range]),
        }
    }
    result.push_str(&page[done..]);
    Ok(result)
}

/// Bytes of the tag that `text` starts with, the `>` included; quoted values may contain one.
fn tag_length(text: &str) -> usize {
    let mut quote = None;
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (None, '>') => return at + 1,
            (None, '"' | '\'') => quote = Some(c),
            (Some(open), c) if c == open => quote = None,
            _ => {}
        }
    }
    text.len()
}

fn attributes(text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = text.trim_matches(|c: char| c.is_whitespace() || c == '/');
    while !rest.is_empty() {
        let end = rest.find(|c: char| c.is_whitespace() || c == '=');
        let (name, after) = rest.split_at(end.unwrap_or(rest.len()));
        let (value, after) = match after.trim_start().strip_prefix('=') {
            None => ("", after),
            Some(after) => value(after.trim_start()),
        };
        found.push((name.to_string(), value.to_string()));
        rest = after.trim_start();
    }
    found
}

/// The attribute value that `text` starts with, and what follows it.
fn value(text: &str) -> (&str, &str) {
    if let Some(open) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) {
        let inner = &text[1..];
        let (value, after) = inner.split_once(open).unwrap_or((inner, ""));
        return (value, after);
    }
    text.split_at(text.find(char::is_whitespace).unwrap_or(text.len()))
}

#[cfg(test)]
mod tests {
    use super::{links, replace_links};

    const PAGE: &str = r#"<!-- <link rel="no"> --><p title="a > b">x</p>
        <link data-trunk rel="css" href='a b.css'><linked><link rel=icon href=i.svg />"#;

    #[test]
    fn links_are_found_outside_comments_with_every_kind_of_attribute() {
        let found = links(PAGE);
        assert_eq!(found.len(), 2);
        assert_eq!(found[0].get("data-trunk"), Some(""));
        assert_eq!(found[0].get("href"), Some("a b.css"));
        assert_eq!(found[1].get("rel"), Some("icon"));
        assert_eq!(found[1].get("href"), Some("i.svg"));
        assert_eq!(found[1].get("data-trunk"), None);
    }

    #[test]
    fn only_what_is_replaced_changes() {
        let result = replace_links::<()>(PAGE, |link| {
            Ok((link.get("rel") == Some("css")).then(|| link.with_href("b.css")))
        });
        let expected = PAGE.replace(
            "<link data-trunk rel=\"css\" href='a b.css'>",
            "<link data-trunk=\"\" rel=\"css\" href=\"b.css\">",
        );
        assert_eq!(result.unwrap(), expected);
    }

    #[test]
    fn a_page_that_breaks_off_is_no_reason_to_panic() {
        for end in (0..PAGE.len()).filter(|&end| PAGE.is_char_boundary(end)) {
            links(&PAGE[..end]);
        }
    }
}
