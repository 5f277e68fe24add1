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
    /// Its text that can be opened.
    pub fn model(&self) -> Option<&str> {
        self.blocks.iter().find_map(|it| match it {
            Block::Model(_, text) => Some(text.as_str()),
            Block::Words(_) | Block::Lines(_) => None,
        })
    }

    /// How many of the words that are looked for occur in it; capitals do not matter.
    pub fn count(&self, looked_for: &str) -> usize {
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
        let words = looked_for.split_whitespace();
        words.filter(|word| all.contains(word)).count()
    }
}

/// The topics that have all the words that are looked for; where none has, those that have most of them. Those that are about
/// the kind of model at hand come first, else the order stays. Says too whether all words were found.
pub fn found(all: &[(Topic, bool)], looked_for: &str) -> (Vec<Topic>, bool) {
    let words = looked_for.split_whitespace().count();
    let counted = all
        .iter()
        .map(|(topic, is_own)| (topic.count(looked_for), is_own, topic));
    let counted: Vec<_> = counted.collect();
    let most = counted.iter().map(|it| it.0).max().unwrap_or(0);
    let is_found = |it: &&(usize, &bool, &Topic)| it.0 == most && (most > 0 || words == 0);
    let found = counted.iter().filter(is_found);
    let (own, others): (Vec<_>, Vec<_>) = found.partition(|it| *it.1);
    let all = own.into_iter().chain(others);
    let all = all.map(|it: &(usize, &bool, &Topic)| it.2.clone());
    (all.collect(), most == words)
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
        assert_eq!(
            ["mark ENDS", "[*]", "mark twice", ""].map(|it| ends.count(it)),
            [2, 1, 1, 0]
        );
    }

    #[test]
    fn the_kind_at_hand_comes_first_and_a_wrong_word_hides_nothing() {
        let topic = |title: &str| Topic {
            title: title.into(),
            ..Topic::default()
        };
        let all = [
            (topic("machines and queues"), false),
            (topic("queues"), true),
            (topic("time"), true),
        ];
        let titles = |looked_for: &str| {
            let (found, whole) = found(&all, looked_for);
            (
                found.into_iter().map(|it| it.title).collect::<Vec<_>>(),
                whole,
            )
        };
        assert_eq!(
            titles(""),
            (
                vec!["queues".into(), "time".into(), "machines and queues".into()],
                true
            )
        );
        assert_eq!(
            titles("queues"),
            (vec!["queues".into(), "machines and queues".into()], true)
        );
        assert_eq!(
            titles("machines queues"),
            (vec!["machines and queues".into()], true)
        );
        assert_eq!(titles("time zebra"), (vec!["time".into()], false));
        assert_eq!(titles("zebra"), (vec![], false));
    }

    #[test]
    fn what_newcomers_look_for_is_found_in_the_topics_of_its_kind() {
        let (_, topics) = read(FILE);
        let all: Vec<_> = topics.into_iter().map(|it| (it, false)).collect();
        for word in ["timeout", "SCXML", "PlantUML", "Mermaid", "queue"] {
            let (found, whole) = found(&all, word);
            assert!(whole, "{word}");
            let of_charts = found
                .iter()
                .filter(|it| it.model().is_some_and(|it| it.contains("statechart ")));
            assert!(of_charts.count() > 0, "{word}");
        }
        let operators = [
            "implies",
            "<>",
            "@pre",
            "forAll",
            "includes",
            "oclIsUndefined",
            "div",
            "allInstances",
        ];
        let questions = [
            "always",
            "preserves",
            "deadlock",
            "consistent",
            "independent",
            "frame open",
            "from any",
            "multiplicity",
        ];
        for word in ["class", "invariant", "contract"]
            .into_iter()
            .chain(operators)
            .chain(questions)
        {
            let (found, whole) = found(&all, word);
            assert!(
                whole
                    && found
                        .iter()
                        .any(|it| it.model().is_some_and(|it| it.contains("class "))),
                "{word}"
            );
        }
    }
}
