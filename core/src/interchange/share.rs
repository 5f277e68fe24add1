//! Links that hold a whole model: `#m1=…`, everything in the fragment, nothing on a server.
//!
//! Version 1 is `m1=` and base64url (RFC 4648, no padding) of four bytes and a zlib stream
//! (RFC 1950) of the UTF-8 text. The four bytes are the length of the stream, little endian: a link
//! that was cut off is told from one that was changed, which zlib's own checksum finds. Parameters
//! may follow, `&check=2&step=4&select=120-131`: the moment to show, and `&hand=2.0e1-1b3.1e3`: a run made
//! by hand, `&runs=pcx6c6f67`: the picture of all runs, as it is seen. Parameters that are not known are ignored, so
//! that older pages open newer links.

use std::fmt;

use base64::Engine;
use base64::alphabet::URL_SAFE;
use base64::engine::{DecodePaddingMode, GeneralPurpose, GeneralPurposeConfig};
use miniz_oxide::deflate::compress_to_vec_zlib;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_zlib_with_limit};

use crate::language::limits;

/// Longest link in bytes that is looked at: a text of the largest size, not compressible, fits.
pub const LONGEST: usize = 2_000_000;

/// Bits that a cut leaves over are not held against a link: the length says what is missing.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &URL_SAFE,
    GeneralPurposeConfig::new()
        .with_encode_padding(false)
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true),
);

/// Length of the stream's length.
const PREFIX: usize = 4;

/// What a link holds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shared {
    /// The model's text.
    pub text: String,
    /// The check to show, as numbered by whoever made the link.
    pub check: Option<u32>,
    /// The step of its run to show.
    pub step: Option<u32>,
    /// What is selected: a range of the text in UTF-16 offsets.
    pub select: Option<(u32, u32)>,
    /// The run that was made by hand, as [`crate::api::ByHand::run_link`] tells it; whoever opens the link
    /// replays it by the definitions.
    pub hand: Option<String>,
    /// What all runs are seen through, where the link shows them: letters of rules and grain, and what is tracked, as the
    /// page writes it.
    pub runs: Option<String>,
}

/// Why a link cannot be opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkError {
    /// There is no model in it.
    NoModel,
    /// It was made by another version.
    Version(u32),
    /// It is longer than [`LONGEST`], or its text than [`limits::TEXT`].
    TooLarge,
    /// Its end is missing.
    Truncated,
    /// Some of its characters are wrong.
    Damaged,
    /// It arrived as it was made, and what it holds is no text: not UTF-8.
    NotText,
}

impl LinkError {
    /// What is wrong, in one sentence.
    #[must_use]
    pub fn message(self) -> String {
        match self {
            Self::NoModel => "This link holds no model.".to_string(),
            Self::Version(version) => {
                format!("This link has version {version}; this page reads version 1.")
            }
            Self::TooLarge => "This link is too large to be opened.".to_string(),
            Self::Truncated => "The end of this link is missing.".to_string(),
            Self::Damaged => "This link was changed on its way: its checksum is wrong.".to_string(),
            Self::NotText => "What this link holds is no text: it is not UTF-8.".to_string(),
        }
    }

    /// What to do next, in one sentence.
    #[must_use]
    pub fn next_action(self) -> &'static str {
        match self {
            Self::NoModel => "Open an example, or ask for the link again.",
            Self::Version(_) => "Reload the page to get its newest version, then open it again.",
            Self::TooLarge => "Ask for the model as a file.",
            Self::Truncated => "Copy the whole link: mail programs like to break long lines.",
            Self::Damaged => "Ask for the link again, and copy it without the text around it.",
            Self::NotText => "Save the model as UTF-8 and make a new link.",
        }
    }
}

impl fmt::Display for LinkError {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        write!(formatter, "{} {}", self.message(), self.next_action())
    }
}

impl std::error::Error for LinkError {}

/// The fragment of a link to a text, with its `#`. Linear in the text.
#[must_use]
pub fn encode(text: &str) -> String {
    let stream = compress_to_vec_zlib(text.as_bytes(), 9);
    let length = u32::try_from(stream.len()).unwrap_or(u32::MAX);
    let mut bytes = length.to_le_bytes().to_vec();
    bytes.extend(stream);
    format!("#m1={}", BASE64.encode(bytes))
}

impl Shared {
    /// The fragment of a link to a moment, with its `#`.
    #[must_use]
    pub fn encode(&self) -> String {
        let mut link = encode(&self.text);
        for (name, value) in [("check", self.check), ("step", self.step)] {
            if let Some(value) = value {
                link.push_str(&format!("&{name}={value}"));
            }
        }
        if let Some((from, to)) = self.select {
            link.push_str(&format!("&select={from}-{to}"));
        }
        for (name, value) in [("hand", &self.hand), ("runs", &self.runs)] {
            if let Some(value) = value {
                link.push_str(&format!("&{name}={value}"));
            }
        }
        link
    }
}

/// Reads a fragment, with or without its `#`, or a whole link with one.
///
/// # Errors
/// Tells why there is no text in it; see [`LinkError`]. Takes no more memory than the largest text
/// does, whatever the link claims to hold.
pub fn decode(link: &str) -> Result<Shared, LinkError> {
    if link.len() > LONGEST {
        return Err(LinkError::TooLarge);
    }
    let fragment = link.split_once('#').map_or(link, |(_, fragment)| fragment);
    let parameters = fragment.trim().split('&');
    let parameters = parameters.map(|it| it.split_once('=').unwrap_or((it, "")));
    let model = parameters.clone().find_map(|(name, value)| {
        let version: u32 = name.strip_prefix('m')?.parse().ok()?;
        Some((version, value))
    });
    let text = match model {
        None | Some((1, "")) => return Err(LinkError::NoModel),
        Some((1, payload)) => text(payload)?,
        Some((version, _)) => return Err(LinkError::Version(version)),
    };
    let value = |wanted: &str| {
        let mut parameters = parameters.clone();
        parameters.find_map(|(name, value)| (name == wanted).then_some(value))
    };
    let number = |wanted: &str| value(wanted)?.parse().ok();
    let select = value("select").and_then(|range| {
        let (from, to) = range.split_once('-')?;
        let (from, to): (u32, u32) = (from.parse().ok()?, to.parse().ok()?);
        (from <= to).then_some((from, to))
    });
    Ok(Shared {
        text,
        check: number("check"),
        step: number("step"),
        select,
        hand: value("hand").map(String::from),
        runs: value("runs").map(String::from),
    })
}

fn text(payload: &str) -> Result<String, LinkError> {
    // One character alone in the last group of four is no byte: the rest was cut off.
    let whole = match payload.len() % 4 {
        1 => payload.get(..payload.len() - 1).ok_or(LinkError::Damaged)?,
        _ => payload,
    };
    let bytes = BASE64.decode(whole).map_err(|_| LinkError::Damaged)?;
    let Some((prefix, stream)) = bytes.split_first_chunk::<PREFIX>() else {
        return Err(LinkError::Truncated);
    };
    let length = u32::from_le_bytes(*prefix) as usize;
    if length > LONGEST {
        return Err(LinkError::Damaged);
    }
    match stream.len().cmp(&length) {
        std::cmp::Ordering::Less => return Err(LinkError::Truncated),
        std::cmp::Ordering::Greater => return Err(LinkError::Damaged),
        std::cmp::Ordering::Equal if whole.len() < payload.len() => return Err(LinkError::Damaged),
        std::cmp::Ordering::Equal => {}
    }
    let text = decompress_to_vec_zlib_with_limit(stream, limits::TEXT).map_err(|error| {
        if error.status == TINFLStatus::HasMoreOutput {
            LinkError::TooLarge
        } else {
            LinkError::Damaged
        }
    })?;
    String::from_utf8(text).map_err(|_| LinkError::NotText)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "machine A {\n  [*] --> ε\n}\ncheck deadlock\n";

    #[test]
    fn a_text_comes_back_as_it_was() {
        for text in ["", "a", TEXT, "😀\r\n\0\u{feff}", &TEXT.repeat(2_000)] {
            let link = encode(text);
            assert!(link.starts_with("#m1="));
            for link in [
                link.clone(),
                link[1..].to_string(),
                format!("https://x.org/a?b=c{link}"),
            ] {
                assert_eq!(decode(&link).map(|it| it.text), Ok(text.to_string()));
            }
        }
    }

    #[test]
    fn a_moment_comes_back_and_unknown_parameters_do_no_harm() {
        let shared = Shared {
            text: TEXT.to_string(),
            check: Some(2),
            step: Some(40),
            select: Some((3, 12)),
            hand: Some("2.0e1-1b3.1e3".to_string()),
            runs: Some("pcx6c6f67".to_string()),
        };
        assert_eq!(decode(&shared.encode()), Ok(shared.clone()));
        let newer = format!("{}&embed&theme=dark", shared.encode());
        assert_eq!(decode(&newer), Ok(shared));
        let alone = Shared {
            text: TEXT.to_string(),
            ..Shared::default()
        };
        for odd in [
            "&check=two&step=-1",
            "&select=9-3",
            "&select=4",
            "&select=-1-2",
            "&step",
        ] {
            let link = format!("{}{odd}", encode(TEXT));
            assert_eq!(decode(&link), Ok(alone.clone()), "{odd}");
        }
    }

    #[test]
    fn every_mistake_has_its_own_error() {
        let link = encode(TEXT);
        let link_of = |text: &[u8]| {
            let stream = compress_to_vec_zlib(text, 9);
            let mut bytes = u32::try_from(stream.len()).unwrap().to_le_bytes().to_vec();
            bytes.extend(stream);
            format!("#m1={}", BASE64.encode(bytes))
        };
        let bomb = link_of(&vec![b' '; limits::TEXT + 1]);
        for (link, error) in [
            ("", LinkError::NoModel),
            ("#", LinkError::NoModel),
            ("#m1=", LinkError::NoModel),
            ("#about", LinkError::NoModel),
            ("#m2=abc", LinkError::Version(2)),
            (&link.replace("m1", "m17"), LinkError::Version(17)),
            ("#m1=AA", LinkError::Truncated),
            (&format!("{link})"), LinkError::Damaged),
            (&format!("{link}A"), LinkError::Damaged),
            (&format!("{link}AAAA"), LinkError::Damaged),
            (
                &format!("#m1={}", "x".repeat(5_000_000)),
                LinkError::TooLarge,
            ),
            (&bomb, LinkError::TooLarge),
            (&link_of(b"machine \xe9 {}"), LinkError::NotText),
        ] {
            let shown: String = link.chars().take(40).collect();
            assert_eq!(decode(link), Err(error), "{shown}");
        }
    }

    #[test]
    fn a_link_that_was_cut_off_anywhere_says_so() {
        let link = encode(TEXT);
        for end in "#m1=".len() + 1..link.len() {
            assert_eq!(decode(&link[..end]), Err(LinkError::Truncated), "{end}");
        }
    }

    #[test]
    fn no_changed_character_gives_another_text() {
        let link = encode(TEXT);
        let begin = "#m1=".len();
        for at in begin..link.len() {
            for other in ["A", "q", "_", "%", "é"] {
                let mut changed = link.clone();
                changed.replace_range(at..=at, other);
                if let Ok(shared) = decode(&changed) {
                    assert_eq!(shared.text, TEXT, "{at} {other}");
                }
            }
        }
        let mut changed = link.clone();
        let middle = link.len() / 2;
        let other = if &link[middle..=middle] == "A" {
            "B"
        } else {
            "A"
        };
        changed.replace_range(middle..=middle, other);
        assert_eq!(decode(&changed), Err(LinkError::Damaged));
    }

    #[test]
    fn errors_say_what_to_do() {
        let all = [
            LinkError::NoModel,
            LinkError::Version(2),
            LinkError::TooLarge,
            LinkError::Truncated,
            LinkError::Damaged,
            LinkError::NotText,
        ];
        let texts: std::collections::BTreeSet<_> = all.iter().map(LinkError::to_string).collect();
        assert_eq!(texts.len(), all.len());
    }
}
