//! A slot: one text as it lies in storage, with what tabs must know about it.
//!
//! The first line has five words: the version of the format, when the text was stored (milliseconds),
//! whether an edit was the reason (1 or 0), which document it is, and which page wrote it. The text
//! follows as it is.

use super::random;

/// How the keys of slots begin; the rest is the slot's id.
pub const PREFIX: &str = "lockstep.tab.";

const VERSION: &str = "1";

/// A text of a tab that is open, or was.
#[derive(Clone, Debug, PartialEq)]
pub struct Slot {
    /// When it was stored, in milliseconds.
    pub stored: u64,
    /// Whether it was stored because it had been edited.
    pub edited: bool,
    /// Which document it is: texts that come from the same one share it.
    pub document: u64,
    /// The page that wrote it: two pages may believe to be the same tab.
    pub writer: u32,
    /// The text.
    pub text: String,
}

impl Slot {
    /// As it lies in storage.
    #[must_use]
    pub fn packed(&self) -> String {
        let Self {
            stored,
            edited,
            document,
            writer,
            text,
        } = self;
        let edited = u8::from(*edited);
        format!("{VERSION} {stored} {edited} {document} {writer}\n{text}")
    }

    /// What lies in storage; `None` where that is something else.
    #[must_use]
    pub fn read(packed: &str) -> Option<Self> {
        let (head, text) = packed.split_once('\n')?;
        let mut words = head.split(' ');
        if words.next()? != VERSION {
            return None;
        }
        let slot = Self {
            stored: words.next()?.parse().ok()?,
            edited: words.next()? == "1",
            document: words.next()?.parse().ok()?,
            writer: words.next()?.parse().ok()?,
            text: text.to_owned(),
        };
        words.next().is_none().then_some(slot)
    }
}

/// The key of a slot that nobody has.
#[must_use]
pub fn fresh_key() -> String {
    format!("{PREFIX}{:08x}", random())
}

/// Which slots go when `most` may stay, by their positions: first those that lose nothing, because
/// another one, or this tab, has the same text or `is_worth_keeping` says so; then those that were
/// stored first.
#[must_use]
pub fn surplus(
    slots: &[Slot],
    own: &str,
    most: usize,
    is_worth_keeping: impl Fn(&str) -> bool,
) -> Vec<usize> {
    let mut order: Vec<usize> = (0..slots.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(slots[at].stored));
    let text = |at: usize| slots[at].text.as_str();
    let (mut precious, spare): (Vec<_>, Vec<_>) = (0..order.len()).partition(|&place| {
        let it = text(order[place]);
        let is_newest = order[..place].iter().all(|&at| text(at) != it);
        is_newest && it != own && is_worth_keeping(it)
    });
    precious.extend(spare);
    let going = precious.split_off(most.min(precious.len()));
    going.into_iter().map(|place| order[place]).collect()
}

/// What a text may be called: what its header says, else its machines, else how it begins.
#[must_use]
pub fn name(text: &str) -> String {
    const MOST: usize = 3;
    let lines = || text.lines().map(str::trim).filter(|line| !line.is_empty());
    if let Some(title) = lines().find_map(|line| line.strip_prefix("// title:")) {
        return title.trim().to_owned();
    }
    let machine = |line: &'_ str| -> Option<String> {
        let rest = line.strip_prefix("machine ")?;
        let name = rest.split('{').next()?.trim();
        (!name.is_empty()).then(|| name.to_owned())
    };
    let machines: Vec<_> = lines().filter_map(machine).collect();
    match machines.len() {
        0 => lines()
            .next()
            .unwrap_or_default()
            .chars()
            .take(40)
            .collect(),
        few if few <= MOST => machines.join(", "),
        more => format!("{} and {} more", machines[..MOST].join(", "), more - MOST),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn slot(stored: u64, text: &str) -> Slot {
        Slot {
            stored,
            edited: stored % 2 == 1,
            document: u64::MAX,
            writer: 3,
            text: text.to_owned(),
        }
    }

    #[test]
    fn a_text_comes_back_from_its_slot_as_it_was() {
        for text in ["", "\n", "machine Käse {\n}\n", "1 2 3 4 5\nx"] {
            let slot = slot(1_700_000_000_000, text);
            assert_eq!(Slot::read(&slot.packed()), Some(slot));
        }
    }

    #[test]
    fn what_is_no_slot_is_not_read_as_one() {
        for packed in [
            "",
            "machine A {\n}\n",
            "2 1 1 1 1\nx",
            "1 1 1 1\nx",
            "1 1 1 1 1 1\nx",
            "1 a 1 1 1\nx",
            "1 1 1 -1 1\nx",
            "1 1 1 1 1",
        ] {
            assert_eq!(Slot::read(packed), None, "{packed}");
        }
    }

    #[test]
    fn what_loses_nothing_goes_first_and_then_the_oldest() {
        let slots = [
            slot(5, "a"),
            slot(9, "b"),
            slot(1, "c"),
            slot(7, "d"),
            slot(8, "a"),
        ];
        let going = |own, most| surplus(&slots, own, most, |text| text != "d");
        assert!(going("", 9).is_empty());
        assert!(going("", 5).is_empty());
        assert_eq!(going("", 4), [0], "the newer one has the same text");
        assert_eq!(going("", 3), [3, 0]);
        assert_eq!(going("", 2), [2, 3, 0]);
        assert_eq!(going("b", 4), [0]);
        assert_eq!(going("b", 2), [1, 3, 0], "this tab has the text");
    }

    #[test]
    fn a_text_is_called_by_its_title_or_its_machines() {
        assert_eq!(name("// title: A relay\nmachine R {\n}\n"), "A relay");
        assert_eq!(name("machine A {\n}\nmachine B{\n}\n"), "A, B");
        let five = "machine A {}\nmachine B {}\nmachine C {}\nmachine D {}\nmachine E {}\n";
        assert_eq!(name(five), "A, B, C and 2 more");
        assert_eq!(name("\n  // to do\n"), "// to do");
        assert_eq!(name(""), "");
    }
}
