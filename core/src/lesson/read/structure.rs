//! From blocks to the structure of a lesson: title, goal, slides, and what each may hold.

use super::fences::{self, Fence};
use super::finding;
use super::markdown::{Blocks, Top, blocks};
use crate::lesson::document::{Block, Finding, Inline, Lesson, Slide, Words};
use crate::text::LineIndex;

/// Puts a lesson together.
pub fn lesson(markdown: &str) -> Lesson {
    let lines = LineIndex::new(markdown);
    let line_of = |offset: usize| lines.position(offset).line;
    let Blocks { top, inner } = blocks(markdown);
    let mut reader = Reader::default();
    for (offset, top) in top {
        let line = line_of(offset);
        match top {
            Top::Heading(1, words) => reader.title(words, line),
            Top::Heading(2, title) => reader.lesson.slides.push(Slide {
                title,
                blocks: Vec::new(),
                line,
            }),
            Top::Heading(level, words) => reader.block(Block::Heading(level, words), line),
            Top::Block(block) => reader.block(block, line),
            Top::Fence(info, text, ends) => {
                let fence = Fence {
                    info: &info,
                    text: &text,
                    line,
                    ends,
                };
                reader.fence(&fence);
            }
        }
    }
    for (offset, info) in inner {
        if let Some(word) = fences::special(&info) {
            let title = format!("The block `{word}` stands inside another block");
            let hint = "Put it at the margin, outside lists and quotations.";
            reader.report(finding(line_of(offset), title, hint));
        }
    }
    reader.finish(line_of(markdown.len()))
}

#[derive(Default)]
struct Reader {
    lesson: Lesson,
    /// Lines of `# Title` and of the task.
    title: Option<u32>,
    task: Option<u32>,
    names: Vec<String>,
}

impl Reader {
    fn report(&mut self, finding: Finding) {
        self.lesson.findings.push(finding);
    }

    fn title(&mut self, words: Words, line: u32) {
        if let Some(first) = self.title {
            let title = format!("There is a second title; the first is in line {first}");
            let hint = "A lesson has one `# Title`; its sections begin with `##`.";
            return self.report(finding(line, title, hint));
        }
        self.title = Some(line);
        self.lesson.title = plain(&words);
    }

    /// Adds a block to the slide at hand; before the first one only the goal is allowed.
    fn block(&mut self, block: Block, line: u32) {
        if let Some(slide) = self.lesson.slides.last_mut() {
            slide.blocks.push(block);
            return;
        }
        match block {
            Block::Paragraph(words) if self.title.is_some() && self.lesson.goal.is_empty() => {
                self.lesson.goal = words;
            }
            _ => self.report(finding(
                line,
                "This stands before the first section",
                "Below the title stands one paragraph with the goal, then the first `## Section`.",
            )),
        }
    }

    fn fence(&mut self, fence: &Fence<'_>) {
        let Some(word) = fences::special(fence.info) else {
            let language = fence.info.split_whitespace().next().unwrap_or_default();
            let block = Block::Code(language.to_owned(), fence.text.to_owned());
            return self.block(block, fence.line);
        };
        if !fence.ends {
            let title = format!("The block `{word}` does not end");
            let hint = "Expected a line with the same marks as its first line: ```.";
            return self.report(finding(fence.line, title, hint));
        }
        let findings = &mut self.lesson.findings;
        match word {
            "expect" => self.lesson.claims.extend(fences::claims(fence, findings)),
            "text" => match fences::name(fence, "text NAME", findings) {
                Some(name) if self.lesson.texts.iter().any(|(it, _)| *it == name) => {
                    let title = format!("There is a second text `{name}`");
                    findings.push(finding(fence.line, title, "Give it another name."));
                }
                Some(name) => self.lesson.texts.push((name, fence.text.to_owned())),
                None => {}
            },
            "model" => {
                let Some(model) = fences::model(fence, findings) else {
                    return;
                };
                if self.names.contains(&model.name) {
                    let title = format!("There is a second model `{}`", model.name);
                    findings.push(finding(fence.line, title, "Give it another name."));
                }
                self.names.push(model.name.clone());
                self.block(Block::Model(model), fence.line);
            }
            "bet" => {
                let bet = fences::bet(fence, findings);
                bet.into_iter()
                    .for_each(|it| self.block(Block::Bet(it), fence.line));
            }
            "task" => {
                let task = fences::task(fence, findings);
                if let Some(first) = self.task {
                    let title = format!("There is a second task; the first is in line {first}");
                    findings.push(finding(fence.line, title, "A lesson has one task."));
                    return;
                }
                self.task = Some(fence.line);
                task.into_iter()
                    .for_each(|it| self.block(Block::Task(it), fence.line));
            }
            "hint" => {
                let hint = fences::hint(fence, findings);
                hint.into_iter()
                    .for_each(|it| self.block(Block::Hint(it), fence.line));
            }
            _ => {
                let say = fences::say(fence, findings);
                say.into_iter()
                    .for_each(|it| self.block(Block::Say(it), fence.line));
            }
        }
    }

    /// Reports what is missing as a whole.
    fn finish(mut self, last: u32) -> Lesson {
        if self.title.is_none() {
            let hint = "A lesson begins with `# Title`.";
            self.report(finding(1, "The lesson has no title", hint));
        } else if self.lesson.goal.is_empty() {
            let line = self.title.unwrap_or(1);
            let hint = "Below the title stands one paragraph that says what one can do afterwards.";
            self.report(finding(line, "The lesson has no goal", hint));
        }
        if self.lesson.slides.is_empty() {
            let hint = "A section begins with `## Title`.";
            self.report(finding(last, "The lesson has no section", hint));
        }
        let hints = self.lesson.blocks();
        let has_hints = hints.into_iter().any(|it| matches!(it, Block::Hint(_)));
        if has_hints && self.task.is_none() {
            let hint = "Hints belong to a task: add a block `task`, or leave them out.";
            self.report(finding(last, "There are hints and no task", hint));
        }
        self.lesson
    }
}

/// Words without their marks.
fn plain(words: &[Inline]) -> String {
    let mut text = String::new();
    for word in words {
        match word {
            Inline::Text(it) | Inline::Code(it) => text.push_str(it),
            Inline::Emphasis(it) | Inline::Strong(it) | Inline::Link(_, it) => {
                text.push_str(&plain(it));
            }
            Inline::Break => text.push(' '),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use crate::lesson::read;

    /// The lines and titles of what is found.
    fn found(markdown: &str) -> Vec<(u32, String)> {
        let lesson = read(markdown);
        (lesson.findings.into_iter())
            .map(|it| (it.line, it.title))
            .collect()
    }

    #[test]
    fn what_is_missing_is_said() {
        let rows = [
            ("", "The lesson has no title"),
            ("# A\n## B\n", "The lesson has no goal"),
            ("# A\n\nGoal.\n", "The lesson has no section"),
            (
                "# A\n\nGoal.\n\nMore.\n## B\n",
                "This stands before the first section",
            ),
            (
                "# A\n\nGoal.\n# B\n## C\n",
                "There is a second title; the first is in line 1",
            ),
            (
                "# A\n\nGoal.\n## B\n```hint\nx\n```\n",
                "There are hints and no task",
            ),
            (
                "# A\n\nGoal.\n## B\n- x\n  ```task file=a.lks\n  ```\n",
                "The block `task` stands inside another block",
            ),
        ];
        for (markdown, title) in rows {
            let found = found(markdown);
            assert!(
                found.iter().any(|it| it.1 == title),
                "{markdown}: {found:?}"
            );
        }
    }

    #[test]
    fn blocks_that_do_not_end_are_at_their_line() {
        let markdown = "# A\n\nGoal.\n## B\n\n```bet\nWhat?\na.lks 1 answer: yes no\n";
        let expected = (6, "The block `bet` does not end".to_owned());
        assert_eq!(found(markdown), [expected]);
    }
}
