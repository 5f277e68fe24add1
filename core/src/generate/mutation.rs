//! Texts that are almost right, and texts that are not texts: food for parsers.

use super::Random;

/// Pieces that meet the parser's decisions.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[*]",
    "-->",
    "->",
    ":",
    "/",
    "//",
    "/*",
    "*/",
    ",",
    ".",
    "<",
    ">",
    "\"",
    ";",
    "\n",
    "\r\n",
    "ε",
    "machine ",
    "scenario ",
    "neg ",
    "system ",
    "check ",
    "reach ",
    "deadlock ",
    "from ",
    "within ",
    "expect ",
    "state ",
    " as ",
    "alt ",
    "[",
    "(",
    "after(",
    "99999999999999",
    "\u{feff}",
    "😀",
    "\0",
    "\u{202e}",
    "é",
    "--",
    "||",
    "=",
    "strict ",
    "loose ",
];

/// A text with a few random changes: characters cut out, doubled, replaced, swapped; lines removed
/// and repeated; pieces of the language put in.
#[must_use]
pub fn mutated(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..random.between(1, 8) {
        let at = random.between(0, characters.len());
        let end = (at + random.between(0, 12)).min(characters.len());
        match random.between(0, 5) {
            0 => drop(characters.drain(at..end)),
            1 => {
                let copy = characters[at..end].to_vec();
                let to = random.between(0, characters.len());
                characters.splice(to..to, copy);
            }
            2 => {
                let until = characters[at..].iter().position(|&it| it == '\n');
                let end = until.map_or(characters.len(), |length| at + length + 1);
                let line: Vec<char> = characters.drain(at..end).collect();
                if random.percent(50) {
                    let to = random.between(0, characters.len());
                    characters.splice(to..to, line);
                }
            }
            3 => characters[at..end].reverse(),
            _ => {
                let piece = random.choose(PIECES);
                let end = if random.percent(50) { at } else { end };
                characters.splice(at..end, piece.chars());
            }
        }
    }
    characters.into_iter().collect()
}

/// Random bytes as a text: what is no UTF-8 is replaced as a browser does.
#[must_use]
pub fn bytes(length: usize, random: &mut Random) -> String {
    let bytes: Vec<u8> = (0..length)
        .map(|_| u8::try_from(random.between(0, 255)).unwrap_or(0))
        .collect();
    String::from_utf8_lossy(&bytes).into_owned()
}
