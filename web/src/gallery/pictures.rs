//! The small drawings beside the examples: what each is about, and where something goes wrong in it.

/// A drawing of 40 by 30 units as two paths: the lines, and over them what goes wrong.
#[derive(Clone, Copy, Debug)]
pub struct Picture {
    /// In ink.
    pub lines: &'static str,
    /// In the colour of what is bad; empty where nothing is.
    pub fault: &'static str,
}

impl Picture {
    const fn of(lines: &'static str) -> Self {
        Self { lines, fault: "" }
    }

    /// The same with something wrong in it.
    const fn with(self, fault: &'static str) -> Self {
        Self { fault, ..self }
    }
}

/// Lifelines with messages between them, and the one that fails.
pub const MESSAGES: Picture = Picture {
    lines: "M6 3v24M16 3v24M26 3v24M36 3v24M6 7h10M16 12h20M36 17H26",
    fault: "M16 22H6m3-3 4 6m0-6-4 6",
};

/// Three machines that talk to each other.
pub const ROOM: Picture = Picture::of(
    "M12 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM38 8a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM25 23a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM12 8h16M9 12l7 7M31 12l-7 7",
);
/// One of them does not get through.
pub const ROOM_BROKEN: Picture = ROOM.with("M31 12l-7 7m1-6 5 5");

/// A letter.
pub const MAIL: Picture = Picture::of("M6 6h28v18H6zM6 7l14 10L34 7");
/// A letter that does not arrive.
pub const MAIL_BROKEN: Picture = MAIL.with("M28 18l8 8m0-8-8 8");

/// A round table, and forks that are taken one by one.
pub const TABLE: Picture =
    Picture::of("M26 15a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM20 3v4M30 21l-4-2M10 21l4-2");
/// Everybody waits for the next.
pub const TABLE_BROKEN: Picture = Picture::of("M26 15a6 6 0 1 1-12 0 6 6 0 0 1 12 0z").with(
    "M20 3a12 12 0 0 1 10 6m0-5v5h-5M31 19a12 12 0 0 1-9 7m4 2-4-2 2-4M12 24a12 12 0 0 1-2-14m-4 3 4-3 3 4",
);
/// Forks that are taken two by two.
pub const TABLE_ATOMIC: Picture = Picture::of(
    "M26 15a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM18 3v4M22 3v4M31 20l-4-2M29 24l-4-2M9 20l4-2M11 24l4-2",
);

/// φ, struck out.
pub const FORMULA: Picture =
    Picture::of("M28 15a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM20 3v24").with("M9 25 31 5");

/// A beep after three presses.
pub const BEEPER: Picture =
    Picture::of("M4 10h4v10h4V10h4v10h4V10h4v10h4M31 9a8 8 0 0 1 0 12M34 6a12 12 0 0 1 0 18");
/// A light for the traffic.
pub const LIGHT: Picture = Picture::of(
    "M14 2h12v26H14zM23 7a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM23 15a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM23 23a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
);
/// A cabin between floors.
pub const LIFT: Picture =
    Picture::of("M6 4h28M6 15h6M28 15h6M6 26h28M14 9h12v12H14zM20 9v12M20 2v5");
/// From one step to the next.
pub const INDUCTION: Picture = Picture::of(
    "M10 15a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM24 15a4 4 0 1 1-8 0 4 4 0 0 1 8 0zM10 15h6m-3-3 3 3-3 3M24 15h12m-3-3 3 3-3 3",
);
/// One place that two want.
pub const MUTEX: Picture =
    Picture::of("M14 9h12v12H14zM2 9l10 5m-4-5 4 5-6 1M38 9l-10 5m4-5-4 5 6 1");
/// Two ways to one end.
pub const ONE_END: Picture = Picture::of(
    "M9 15a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM37 15a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM9 14l8-8h6l8 8M9 16l8 8h6l8-8",
);
/// Two ways to two ends.
pub const TWO_ENDS: Picture = Picture::of(
    "M9 15a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM37 6a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM37 24a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM9 14l8-8h14M9 16l8 8h14",
);
/// The second of them gets stuck.
pub const TWO_ENDS_STUCK: Picture = Picture::of(
    "M9 15a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM37 6a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM9 14l8-8h14M9 16l8 8h11",
)
.with("M31 20l7 8m0-8-7 8");
