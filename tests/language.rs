//! The model language as a whole: examples, canonical form, large texts.

use lockstep_core::language::document::{parse, print};
use lockstep_core::language::read;

const COFFEE: &str = include_str!("../static/examples/machines/coffee-for-two.lks");

#[test]
fn the_first_example_is_in_canonical_form() {
    let (_, findings) = read(COFFEE);
    assert_eq!(findings, []);
    let (document, _) = parse(COFFEE);
    let without_header: String = COFFEE
        .lines()
        .filter(|line| !line.starts_with("//"))
        .flat_map(|line| [line, "\n"])
        .collect();
    assert_eq!(print(&document), without_header);
}
