//! The examples, built into the page: they are small, and the first one must be there at once.
//!
//! Titles and descriptions stand in the examples' own headers (`// title: …`, `// look: …`).

mod menu;

pub use menu::ExamplesMenu;

/// An example as it stands in `static/examples`.
#[derive(Clone, Copy, Debug)]
pub struct Example {
    /// The file's name without its ending.
    pub name: &'static str,
    /// The whole file.
    pub text: &'static str,
}

macro_rules! machines {
    ($($name:literal),* $(,)?) => {
        &[$(Example {
            name: $name,
            text: include_str!(concat!("../../../static/examples/machines/", $name, ".lks")),
        }),*]
    };
}

/// All examples in the order of the menu; the first one greets a new visitor.
pub const ALL: &[Example] = machines![
    "coffee-for-two",
    "coffee",
    "coffee-broken",
    "mail",
    "mail-broken",
    "philosophers",
    "philosophers-broken",
    "philosophers-atomic",
];

impl Example {
    /// The title of its header, else its name.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.header("title:").unwrap_or(self.name)
    }

    /// What to look at, from its header.
    #[must_use]
    pub fn look(&self) -> Option<&'static str> {
        self.header("look:")
    }

    fn header(&self, key: &str) -> Option<&'static str> {
        self.text
            .lines()
            .map_while(|line| line.strip_prefix("//"))
            .find_map(|line| line.trim().strip_prefix(key))
            .map(str::trim)
    }
}

/// Whether a text is an example as delivered, so that nothing is lost when it goes.
#[must_use]
pub fn is_example(text: &str) -> bool {
    ALL.iter().any(|example| example.text == text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_of_the_folder_is_in_the_menu() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../static/examples/machines");
        let mut files: Vec<String> = std::fs::read_dir(folder)
            .expect("the examples stand beside the page")
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter_map(|name| Some(name.strip_suffix(".lks")?.to_owned()))
            .collect();
        files.sort();
        let mut listed: Vec<_> = ALL.iter().map(|example| example.name.to_owned()).collect();
        listed.sort();
        assert_eq!(files, listed);
    }
}
