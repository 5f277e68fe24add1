//! From events of the Markdown parser to blocks and words.
//!
//! The tree is built with a stack of open containers, not by recursion, and containers that are nested too deeply
//! are flattened: a text of quotation marks alone cannot exhaust the stack when it is read, drawn or dropped.

use std::ops::Range;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, Options, Parser, Tag};

use crate::lesson::document::{Align, Block, Inline, ListItem, Table, Words};

/// Containers inside one another; what is nested more deeply is read as if it were not.
const DEEPEST: usize = 24;

/// A block at the margin, with the place of its text.
pub enum Top {
    /// `# Title` and `## Title`, with the level.
    Heading(u32, Words),
    /// A fence: what stands behind its marks, the text inside, and whether it ends.
    Fence(String, String, bool),
    /// Any other block.
    Block(Block),
}

/// The blocks of a text, with the byte offsets at which they begin.
#[derive(Default)]
pub struct Blocks {
    /// Those at the margin.
    pub top: Vec<(usize, Top)>,
    /// Fences that stand inside other blocks: what stands behind their marks.
    pub inner: Vec<(usize, String)>,
}

/// Reads Markdown.
pub fn blocks(markdown: &str) -> Blocks {
    let mut builder = Builder::default();
    let events = Parser::new_ext(markdown, Options::ENABLE_TABLES).into_offset_iter();
    for (event, range) in events {
        builder.event(markdown, event, range);
    }
    builder.found
}

/// Reads text with marks inside a line, such as a sentence of a criterion. Paragraphs are separated by breaks.
#[must_use]
pub fn words(text: &str) -> Words {
    let mut words = Words::new();
    for (offset, block) in blocks(text).top {
        if !words.is_empty() {
            words.push(Inline::Break);
        }
        match block {
            Top::Block(Block::Paragraph(more)) | Top::Heading(_, more) => words.extend(more),
            // Lists and the like are no words: the text as it is written.
            _ => {
                let rest = text.get(offset..).unwrap_or_default();
                words.push(Inline::Text(rest.trim().to_owned()));
                break;
            }
        }
    }
    words
}

/// What is open.
enum Frame {
    /// A quotation or an item of a list.
    Blocks(Container, Vec<Block>),
    List(Option<u64>, Vec<ListItem>),
    Words(Span, Words),
    Table(Table, Vec<Words>),
    Fence(Option<String>, String),
    Html(String),
    /// Something whose marks are not kept, or that is nested too deeply.
    Flat,
}

enum Container {
    Quote,
    Item,
}

/// What words belong to.
enum Span {
    Paragraph,
    Heading(u32),
    Emphasis,
    Strong,
    Link(String),
    Cell,
}

#[derive(Default)]
struct Builder {
    stack: Vec<Frame>,
    found: Blocks,
    /// Where the block at the margin begins.
    start: usize,
}

impl Builder {
    fn event(&mut self, markdown: &str, event: Event<'_>, range: Range<usize>) {
        if self.stack.is_empty() {
            self.start = range.start;
        }
        match event {
            Event::Start(tag) => self.open(tag, &range),
            Event::End(_) => self.close(markdown, &range),
            Event::Text(text) => self.text(&text),
            Event::Html(text) | Event::InlineHtml(text) => self.text(&text),
            Event::Code(text) => self.word(Inline::Code(text.to_string())),
            Event::SoftBreak => self.text(" "),
            Event::HardBreak => self.word(Inline::Break),
            Event::Rule => self.block(Block::Rule),
            // Options for these are not given.
            Event::InlineMath(text) | Event::DisplayMath(text) | Event::FootnoteReference(text) => {
                self.text(&text);
            }
            Event::TaskListMarker(_) => {}
        }
    }

    fn open(&mut self, tag: Tag<'_>, range: &Range<usize>) {
        let is_deep = self.stack.len() >= DEEPEST;
        let frame = match tag {
            Tag::Paragraph => Frame::Words(Span::Paragraph, Words::new()),
            Tag::Heading { level, .. } => Frame::Words(Span::Heading(number(level)), Words::new()),
            Tag::CodeBlock(kind) => {
                let info = match kind {
                    CodeBlockKind::Fenced(info) => Some(info.to_string()),
                    CodeBlockKind::Indented => None,
                };
                if !self.stack.is_empty()
                    && let Some(info) = &info
                {
                    self.found.inner.push((range.start, info.clone()));
                }
                Frame::Fence(info, String::new())
            }
            Tag::HtmlBlock => Frame::Html(String::new()),
            Tag::Table(columns) => {
                let align = columns.iter().map(align).collect();
                let table = Table {
                    align,
                    ..Table::default()
                };
                Frame::Table(table, Vec::new())
            }
            Tag::TableCell => Frame::Words(Span::Cell, Words::new()),
            _ if is_deep => Frame::Flat,
            Tag::BlockQuote(_) => Frame::Blocks(Container::Quote, Vec::new()),
            Tag::List(first) => Frame::List(first, Vec::new()),
            Tag::Item => Frame::Blocks(Container::Item, Vec::new()),
            Tag::Emphasis => Frame::Words(Span::Emphasis, Words::new()),
            Tag::Strong => Frame::Words(Span::Strong, Words::new()),
            Tag::Link { dest_url, .. } => {
                Frame::Words(Span::Link(dest_url.to_string()), Words::new())
            }
            _ => Frame::Flat,
        };
        self.stack.push(frame);
    }

    fn close(&mut self, markdown: &str, range: &Range<usize>) {
        let Some(frame) = self.stack.pop() else {
            return;
        };
        match frame {
            Frame::Words(span, words) => self.close_words(span, words),
            Frame::Blocks(Container::Quote, blocks) => self.block(Block::Quote(blocks)),
            Frame::Blocks(Container::Item, blocks) => match self.stack.last_mut() {
                Some(Frame::List(_, items)) => items.push(blocks),
                // Its list is nested too deeply.
                _ => blocks.into_iter().for_each(|it| self.block(it)),
            },
            Frame::List(first, items) => self.block(Block::List(first, items)),
            Frame::Table(table, _) => self.block(Block::Table(table)),
            Frame::Fence(Some(info), text) if self.stack.is_empty() => {
                let written = markdown.get(range.clone()).unwrap_or_default();
                let ends = ends(written);
                self.found
                    .top
                    .push((self.start, Top::Fence(info, text, ends)));
            }
            Frame::Fence(info, text) => {
                let info = info.unwrap_or_default();
                let word = info.split_whitespace().next().unwrap_or_default();
                self.block(Block::Code(word.to_owned(), text));
            }
            Frame::Html(text) => {
                let words = vec![Inline::Text(text.trim_end().to_owned())];
                self.block(Block::Paragraph(words));
            }
            Frame::Flat => self.close_row(),
        }
    }

    /// The head and the rows of a table have no frame of their own: their cells are kept by the table.
    fn close_row(&mut self) {
        if let Some(Frame::Table(table, cells)) = self.stack.last_mut() {
            let cells = std::mem::take(cells);
            if table.head.is_empty() {
                table.head = cells;
            } else {
                table.rows.push(cells);
            }
        }
    }

    fn close_words(&mut self, span: Span, words: Words) {
        match span {
            Span::Paragraph => self.block(Block::Paragraph(words)),
            Span::Heading(level) if self.stack.is_empty() => {
                self.found
                    .top
                    .push((self.start, Top::Heading(level, words)));
            }
            Span::Heading(level) => self.block(Block::Heading(level, words)),
            Span::Emphasis => self.word(Inline::Emphasis(words)),
            Span::Strong => self.word(Inline::Strong(words)),
            Span::Link(to) if is_safe(&to) => self.word(Inline::Link(to, words)),
            Span::Link(_) => words.into_iter().for_each(|it| self.word(it)),
            Span::Cell => {
                let tables = self.stack.iter_mut().rev();
                let table = tables.into_iter().find_map(|it| match it {
                    Frame::Table(_, cells) => Some(cells),
                    _ => None,
                });
                if let Some(cells) = table {
                    cells.push(words);
                }
            }
        }
    }

    /// Adds a whole block to the innermost container that holds blocks.
    fn block(&mut self, block: Block) {
        let containers = self.stack.iter_mut().rev();
        let container = containers.into_iter().find_map(|it| match it {
            Frame::Blocks(_, blocks) => Some(blocks),
            _ => None,
        });
        match container {
            Some(blocks) => blocks.push(block),
            None => self.found.top.push((self.start, Top::Block(block))),
        }
    }

    fn text(&mut self, text: &str) {
        match self.stack.last_mut() {
            Some(Frame::Fence(_, inside) | Frame::Html(inside)) => inside.push_str(text),
            _ => self.word(Inline::Text(text.to_owned())),
        }
    }

    /// Adds to the innermost words; an item of a list without paragraphs holds words directly.
    fn word(&mut self, word: Inline) {
        let holders = self.stack.iter_mut().rev();
        let words = holders.into_iter().find_map(|it| match it {
            Frame::Words(_, words) => Some(words),
            Frame::Blocks(_, blocks) => {
                if !matches!(blocks.last(), Some(Block::Paragraph(_))) {
                    blocks.push(Block::Paragraph(Words::new()));
                }
                match blocks.last_mut() {
                    Some(Block::Paragraph(words)) => Some(words),
                    _ => None,
                }
            }
            _ => None,
        });
        let Some(words) = words else { return };
        match (words.last_mut(), word) {
            (Some(Inline::Text(before)), Inline::Text(more)) => before.push_str(&more),
            (_, word) => words.push(word),
        }
    }
}

fn number(level: HeadingLevel) -> u32 {
    match level {
        HeadingLevel::H1 => 1,
        HeadingLevel::H2 => 2,
        HeadingLevel::H3 => 3,
        HeadingLevel::H4 => 4,
        HeadingLevel::H5 => 5,
        HeadingLevel::H6 => 6,
    }
}

fn align(it: &Alignment) -> Align {
    match it {
        Alignment::None | Alignment::Left => Align::Start,
        Alignment::Center => Align::Middle,
        Alignment::Right => Align::End,
    }
}

/// Whether a fence ends with a line of its marks. One that does not goes on to the end of the text.
fn ends(written: &str) -> bool {
    let mark = written.trim_start().chars().next().unwrap_or('`');
    let opening = written.trim_start().chars().take_while(|it| *it == mark);
    let opening = opening.count();
    let mut lines = written.trim_end().lines();
    let first = lines.next();
    let last = lines.next_back();
    first.is_some()
        && last.is_some_and(|it| {
            let it = it.trim();
            it.chars().count() >= opening && it.chars().all(|it| it == mark)
        })
}

/// Whether an address may be followed: pages, places in this one, and files beside it, nothing that runs.
fn is_safe(to: &str) -> bool {
    let scheme = to.find([':', '/', '?', '#']);
    let scheme = scheme.filter(|&at| to[at..].starts_with(':'));
    match scheme {
        None => true,
        Some(end) => ["https", "http"]
            .iter()
            .any(|it| to[..end].eq_ignore_ascii_case(it)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(it: &str) -> Inline {
        Inline::Text(it.into())
    }

    #[test]
    fn marks_become_words_and_html_is_text() {
        let expected = vec![
            text("Say "),
            Inline::Emphasis(vec![text("yes")]),
            text(" to "),
            Inline::Code("a < b".into()),
            text(" <b>now</b> & here"),
        ];
        assert_eq!(
            words("Say *yes* to `a < b` <b>now</b> &amp;\nhere"),
            expected
        );
    }

    #[test]
    fn only_addresses_that_do_not_run_are_links() {
        for (to, is_link) in [
            ("https://example.org/a", true),
            ("#lesson=04", true),
            ("models/a.lks", true),
            ("?a=b:c", true),
            ("javascript:alert(1)", false),
            ("JavaScript:alert(1)", false),
            ("data:text/html,x", false),
        ] {
            let words = words(&format!("[go]({to})"));
            let found = matches!(words.as_slice(), [Inline::Link(..)]);
            assert_eq!(found, is_link, "{to}");
            if !is_link {
                assert_eq!(words, [text("go")], "{to}");
            }
        }
    }

    #[test]
    fn lists_tables_and_quotations_are_blocks() {
        let markdown =
            "- one\n- two\n  - three\n\n> said\n\n| a | b |\n|:-:|--:|\n| 1 | `2` |\n\n---\n";
        let found = blocks(markdown);
        assert!(found.inner.is_empty());
        let found: Vec<_> = (found.top.into_iter())
            .map(|(_, it)| match it {
                Top::Block(block) => block,
                _ => Block::Rule,
            })
            .collect();
        let paragraph = |it: &str| Block::Paragraph(vec![text(it)]);
        let three = Block::List(None, vec![vec![paragraph("three")]]);
        let expected = vec![
            Block::List(
                None,
                vec![vec![paragraph("one")], vec![paragraph("two"), three]],
            ),
            Block::Quote(vec![paragraph("said")]),
            Block::Table(Table {
                align: vec![Align::Middle, Align::End],
                head: vec![vec![text("a")], vec![text("b")]],
                rows: vec![vec![vec![text("1")], vec![Inline::Code("2".into())]]],
            }),
            Block::Rule,
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn deep_nesting_is_flattened() {
        for piece in ["> ", "- ", "*_", "[", "1. "] {
            let markdown = piece.repeat(3_000) + "x";
            assert!(!blocks(&markdown).top.is_empty(), "{piece}");
        }
    }

    #[test]
    fn a_fence_without_an_end_is_known() {
        let end_of = |markdown: &str| match blocks(markdown).top.pop() {
            Some((_, Top::Fence(_, _, ends))) => Some(ends),
            _ => None,
        };
        assert_eq!(end_of("```bet\na\n```\n"), Some(true));
        assert_eq!(end_of("```bet\na\n"), Some(false));
        assert_eq!(end_of("````bet\n```\n"), Some(false));
        assert_eq!(end_of("```bet"), Some(false));
    }
}
