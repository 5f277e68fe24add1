//! The plain page of a lesson as HTML: what the lesson says, without a script.

use std::fmt::Write;

use lockstep_core::lesson::{Align, Block, Files, Inline, Lesson, PATH, Table, Words};

/// Nothing but pictures of this host and the styles of the page itself.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'";

const STYLE: &str = "\
:root{color-scheme:light dark;--line:#d5dae2;--soft:#545d6d;--back:#f6f7f9}\
@media screen and (prefers-color-scheme:dark){:root{--line:#343c48;--soft:#a4adbb;--back:#1c2128}}\
body{max-width:44rem;margin:2rem auto;padding:0 1rem;font:1rem/1.6 system-ui,sans-serif}\
code,pre{font:.9em/1.5 ui-monospace,monospace}pre{padding:.75rem 1rem;overflow:auto;background:var(--back);border-radius:6px}\
h1{line-height:1.25}h2{margin-top:2.5rem}.soft{color:var(--soft)}figure{margin:1.5rem 0}img{max-width:100%;background:#fff}\
fieldset,.task{border:1px solid var(--line);border-radius:8px;padding:.5rem 1rem}nav{display:flex;justify-content:space-between;gap:1rem;margin:2rem 0}\
table{border-collapse:collapse}td,th{padding:.25rem .75rem .25rem 0;border-bottom:1px solid var(--line);text-align:left}\
@media print{nav{display:none}details{display:block}}";

/// A model of a lesson as its plain page shows it.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Its text.
    pub text: String,
    /// What its check asks.
    pub title: String,
    /// Whether there is a picture beside the page.
    pub has_picture: bool,
}

/// The page of all lessons: the folder, the title and the goal of each.
pub fn path(lessons: &[(&str, String, Words)]) -> String {
    let mut body = String::from(
        "<h1>Learn model checking</h1>\n<p>Sixteen lessons with models to play with and tasks that check themselves. \
         <a href=\"../#lessons\">Open them in Lockstep</a>.</p>\n<ol>\n",
    );
    for (folder, title, goal) in lessons {
        let (title, goal) = (escape(title), words(goal));
        let _ = writeln!(
            body,
            "<li><a href=\"{folder}.html\">{title}</a><br>{goal}</li>"
        );
    }
    body += "</ol>\n";
    html(
        "Learn model checking",
        "Sixteen lessons on model checking.",
        &body,
    )
}

/// The page of a lesson. Of each bet there are the index of the right choice and the sentence that says why.
pub fn lesson(
    position: usize,
    lesson: &Lesson,
    files: &Files,
    models: &[Shown],
    bets: &[Option<(usize, String)>],
) -> String {
    let number = format!("{:02}", position + 1);
    let mut page = Page {
        folder: PATH[position].0,
        number: &number,
        lesson,
        files,
        models: models.iter(),
        bets: bets.iter(),
        out: String::new(),
    };
    page.all();
    html(&lesson.title, &plain(&lesson.goal), &page.out)
}

/// A page that is being written.
struct Page<'l> {
    folder: &'static str,
    number: &'l str,
    lesson: &'l Lesson,
    files: &'l Files,
    models: std::slice::Iter<'l, Shown>,
    bets: std::slice::Iter<'l, Option<(usize, String)>>,
    out: String,
}

impl Page<'_> {
    fn all(&mut self) {
        let (title, goal) = (escape(&self.lesson.title), words(&self.lesson.goal));
        let number = self.number;
        self.add(&format!(
            "<p class=\"soft\">Lesson {number} of {}</p>\n<h1>{title}</h1>\n<p class=\"soft\">{goal}</p>\n\
             <p><a href=\"../#lesson={number}\">Do this lesson in Lockstep</a>: with its models to play, and a task that checks itself.</p>",
            PATH.len()
        ));
        for slide in &self.lesson.slides {
            self.add(&format!("<h2>{}</h2>", words(&slide.title)));
            for block in &slide.blocks {
                self.block(block);
            }
        }
        self.ways();
    }

    fn ways(&mut self) {
        let at = PATH.iter().position(|it| it.0 == self.folder).unwrap_or(0);
        let way = |to: Option<usize>, words: &str| {
            let to = to.and_then(|it| PATH.get(it));
            to.map_or_else(
                || "<a href=\"./\">All lessons</a>".to_owned(),
                |(folder, title)| {
                    format!("<a href=\"{folder}.html\">{words}: {}</a>", escape(title))
                },
            )
        };
        let ways = format!(
            "<nav>{}{}</nav>",
            way(at.checked_sub(1), "Before"),
            way(Some(at + 1), "Next")
        );
        self.add(&ways);
    }

    fn add(&mut self, html: &str) {
        self.out += html;
        self.out.push('\n');
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Paragraph(text) => self.add(&format!("<p>{}</p>", words(text))),
            Block::Heading(level, text) => {
                let level = (*level).clamp(3, 6);
                self.add(&format!("<h{level}>{}</h{level}>", words(text)));
            }
            Block::List(first, items) => {
                let (open, end) = match first {
                    Some(first) => (format!("<ol start=\"{first}\">"), "</ol>"),
                    None => ("<ul>".to_owned(), "</ul>"),
                };
                self.add(&open);
                for item in items {
                    self.inside("<li>", item, "</li>");
                }
                self.add(end);
            }
            Block::Table(it) => self.add(&table(it)),
            Block::Quote(blocks) => self.inside("<blockquote>", blocks, "</blockquote>"),
            Block::Code(_, text) => self.add(&format!("<pre><code>{}</code></pre>", escape(text))),
            Block::Rule => self.add("<hr>"),
            Block::Model(model) => {
                let Some(shown) = self.models.next() else {
                    return;
                };
                let picture = match shown.has_picture {
                    true => format!(
                        "<figure><img src=\"{}/{}.svg\" alt=\"{}\"><figcaption class=\"soft\">{}</figcaption></figure>\n",
                        self.folder,
                        escape(&model.name),
                        escape(&format!("Diagram of the check {}", shown.title)),
                        escape(&shown.title)
                    ),
                    false => String::new(),
                };
                let text = escape(&shown.text);
                self.add(&format!(
                    "{picture}<details><summary>The text of this model</summary><pre><code>{text}</code></pre></details>"
                ));
            }
            Block::Bet(bet) => {
                let choices: Vec<_> = bet.choices.iter().map(|it| escape(it)).collect();
                let choices = choices.join("</li><li>");
                let answer = self
                    .bets
                    .next()
                    .and_then(Option::as_ref)
                    .map(|(right, why)| {
                        let right = bet
                            .choices
                            .get(*right)
                            .map(|it| escape(it))
                            .unwrap_or_default();
                        let why = words(&lockstep_core::lesson::words(why));
                        format!(
                            "<details><summary>The answer</summary><p>{right}. {why}</p></details>"
                        )
                    });
                self.add(&format!(
                    "<fieldset><legend>Bet before you read on</legend><p>{}</p><ul><li>{choices}</li></ul>{}</fieldset>",
                    words(&bet.question),
                    answer.unwrap_or_default()
                ));
            }
            Block::Task(task) => {
                let start = self
                    .files
                    .get(&task.file)
                    .map(|it| escape(it))
                    .unwrap_or_default();
                let number = self.number;
                let slide = self.lesson.slides.len();
                self.add(&format!(
                    "<div class=\"task\"><p>The text to begin with; \
                     <a href=\"../#lesson={number}/{slide}\">in Lockstep</a> your attempt checks itself.</p>\
                     <pre><code>{start}</code></pre></div>"
                ));
            }
            Block::Hint(text) => self.add(&format!(
                "<details><summary>Hint</summary><p>{}</p></details>",
                words(text)
            )),
            Block::Say(sentences) => {
                self.add("<h3>What you should be able to say</h3>\n<ul>");
                for it in sentences {
                    self.add(&format!("<li>{}</li>", words(it)));
                }
                self.add("</ul>");
            }
        }
    }

    fn inside(&mut self, open: &str, blocks: &[Block], end: &str) {
        self.add(open);
        for block in blocks {
            self.block(block);
        }
        self.add(end);
    }
}

fn html(title: &str, about: &str, body: &str) -> String {
    let (title, about) = (escape(title), escape(about));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · Lockstep</title>\n<link rel=\"icon\" href=\"../lockstep.svg\">\n<meta name=\"description\" content=\"{about}\">\n\
         <style>{STYLE}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n"
    )
}

fn table(table: &Table) -> String {
    let row = |cells: &[Words], tag: &str| {
        let cells = cells.iter().enumerate().map(|(at, it)| {
            let style = match table.align.get(at) {
                Some(Align::Middle) => " style=\"text-align:center\"",
                Some(Align::End) => " style=\"text-align:right\"",
                Some(Align::Start) | None => "",
            };
            format!("<{tag}{style}>{}</{tag}>", words(it))
        });
        format!("<tr>{}</tr>", cells.collect::<String>())
    };
    let rows: String = table.rows.iter().map(|it| row(it, "td")).collect();
    format!(
        "<table><thead>{}</thead><tbody>{rows}</tbody></table>",
        row(&table.head, "th")
    )
}

fn words(words: &[Inline]) -> String {
    words.iter().map(inline).collect()
}

fn inline(it: &Inline) -> String {
    match it {
        Inline::Text(text) => escape(text),
        Inline::Code(text) => format!("<code>{}</code>", escape(text)),
        Inline::Emphasis(inner) => format!("<em>{}</em>", words(inner)),
        Inline::Strong(inner) => format!("<strong>{}</strong>", words(inner)),
        Inline::Link(address, inner) => {
            format!("<a href=\"{}\">{}</a>", escape(address), words(inner))
        }
        Inline::Break => "<br>".to_owned(),
    }
}

/// Words without their marks.
fn plain(words: &[Inline]) -> String {
    let piece = |it: &Inline| match it {
        Inline::Text(text) | Inline::Code(text) => text.clone(),
        Inline::Emphasis(inner) | Inline::Strong(inner) | Inline::Link(_, inner) => plain(inner),
        Inline::Break => " ".to_owned(),
    };
    words.iter().map(piece).collect()
}

fn escape(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;");
    escaped.replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::lesson;
    use lockstep_core::lesson::{Files, read};

    #[test]
    fn a_page_says_what_its_lesson_says_and_markup_is_text() {
        let written = read(
            "# A <b>title</b>\n\nThe *goal*.\n\n## One\nWords & `a < b`.\n\n```bet\nHow many?\nF.lks 1 depth: 1 2\n```\n\n\
             ```hint\nLook.\n```\n",
        );
        let page = lesson(
            3,
            &written,
            &Files::new(),
            &[],
            &[Some((1, "Two `steps`.".into()))],
        );
        for there in [
            "<h1>A &lt;b&gt;title&lt;/b&gt;</h1>",
            "<em>goal</em>",
            "Words &amp; <code>a &lt; b</code>.",
            "<li>1</li><li>2</li>",
            "<p>2. Two <code>steps</code>.</p>",
            "../#lesson=04",
            "<summary>Hint</summary>",
        ] {
            assert!(page.contains(there), "{there}\n{page}");
        }
        assert!(!page.contains("<script"));
    }
}
