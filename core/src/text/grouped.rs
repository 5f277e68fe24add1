//! Numbers as people read them.

/// A number with commas between its thousands, as in `1,700,101`. O(digits).
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// An amount of memory, as in `480 MB` and `0.4 MB`.
#[must_use]
pub fn megabytes(bytes: u64) -> String {
    let tenths = bytes / 100_000;
    if tenths < 100 {
        format!("{}.{} MB", tenths / 10, tenths % 10)
    } else {
        format!("{} MB", grouped(tenths / 10))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn thousands_are_grouped() {
        for (number, text) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (1_048_576, "1,048,576"),
        ] {
            assert_eq!(super::grouped(number), text);
        }
    }

    #[test]
    fn memory_is_counted_in_megabytes() {
        for (bytes, text) in [
            (0, "0.0 MB"),
            (440_000, "0.4 MB"),
            (9_990_000, "9.9 MB"),
            (10_000_000, "10 MB"),
            (5_700_000_000, "5,700 MB"),
        ] {
            assert_eq!(super::megabytes(bytes), text);
        }
    }
}
