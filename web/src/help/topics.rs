//! The help on the language as it is written: `static/help/language.md`, cut into topics.
//!
//! Only as much of Markdown as that file uses: `##` begins a topic, paragraphs are separated by empty
//! lines, and code stands between fences. ```` ```model TITLE ```` is a whole text that can be opened,
//! ```` ```lines ```` are some of its lines by themselves.
//! `tests/help.rs` checks what the file says; here is only how it is read.

/// A topic.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Topic {
    /// Its title.
    pub title: String,
    /// The first paragraph: what the topic is about, in a line or two.
    pub summary: String,
    /// The rest.
    pub blocks: Vec<Block>,
}

/// A part of a topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A paragraph, with code between backticks.
    Words(String),
    /// Lines of the topic's text, by themselves.
    Lines(String),
    /// A whole text: its title and itself.
    Model(String, String),
}

impl Topic {
    /// Whether all the words that are looked for occur in it; capitals do not matter.
    pub fn has(&self, looked_for: &str) -> bool {
        let mut all = format!("{}\n{}", self.title, self.summary);
        for block in &self.blocks {
            if let Block::Model(title, _) = block {
                all.push('\n');
                all.push_str(title);
            }
            let (Block::Words(text) | Block::Lines(text) | Block::Model(_, text)) = block;
            all.push('\n');
            all.push_str(text);
        }
        let all = all.to_lowercase();
        let looked_for = looked_for.to_lowercase();
        looked_for.split_whitespace().all(|word| all.contains(word))
    }
}

/// The first paragraph of the file, and its topics.
pub fn read(file: &str) -> (String, Vec<Topic>) {
    let mut introduction = String::new();
    let mut topics: Vec<Topic> = Vec::new();
    let mut lines = file.lines();
    while let Some(line) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            topics.push(Topic {
                title: title.to_owned(),
                ..Topic::default()
            });
        } else if let Some(fence) = line.strip_prefix("```") {
            let mut code: Vec<_> = lines.by_ref().take_while(|line| *line != "```").collect();
            code.push("");
            let code = code.join("\n");
            let block = match fence.strip_prefix("model ") {
                Some(title) => Block::Model(title.to_owned(), code),
                None => Block::Lines(code),
            };
            if let Some(topic) = topics.last_mut() {
                topic.blocks.push(block);
            }
        } else if !line.is_empty() && !line.starts_with("# ") {
            match topics.last_mut() {
                None => line.clone_into(&mut introduction),
                Some(topic) if topic.summary.is_empty() => line.clone_into(&mut topic.summary),
                Some(topic) => topic.blocks.push(Block::Words(line.to_owned())),
            }
        }
    }
    (introduction, topics)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = include_str!("../../../static/help/language.md");

    #[test]
    fn every_topic_has_words_and_a_model_to_open() {
        let (introduction, topics) = read(FILE);
        assert!(introduction.starts_with("One text holds"));
        assert!(topics.len() > 10);
        for topic in &topics {
            assert!(topic.summary.len() > 20, "{}", topic.title);
            let models = topic.blocks.iter();
            let models = models.filter(|block| matches!(block, Block::Model(..)));
            assert_eq!(models.count(), 1, "{}", topic.title);
        }
    }

    #[test]
    fn a_topic_is_read_block_by_block_and_found_by_its_words() {
        let text = "# All\n\nFirst.\n\n## Ends\nWhat ends.\n\nMark it.\n\n```lines\na --> [*]\n```\n```model M\nb\n```\n";
        let (introduction, topics) = read(text);
        assert_eq!(introduction, "First.");
        let ends = &topics[0];
        assert_eq!(
            (ends.title.as_str(), ends.summary.as_str()),
            ("Ends", "What ends.")
        );
        let expected = [
            Block::Words("Mark it.".into()),
            Block::Lines("a --> [*]\n".into()),
            Block::Model("M".into(), "b\n".into()),
        ];
        assert_eq!(ends.blocks, expected);
        assert!(ends.has("mark ENDS") && ends.has("[*]") && !ends.has("mark twice"));
    }
}
