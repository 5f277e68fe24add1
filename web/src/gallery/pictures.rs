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

/// A light for those on foot, and none of its calls is possible.
pub const ON_FOOT_STUCK: Picture = ON_FOOT.with("M26 11l8 8m0-8-8 8");
/// The same where all is well.
pub const ON_FOOT_MENDED: Picture = Picture::of(
    "M8 3h10v24H8zM16 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM16 20a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM25 16l4 4 7-9",
);
const ON_FOOT: Picture = Picture::of(
    "M8 3h10v24H8zM16 10a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM16 20a3 3 0 1 1-6 0 3 3 0 0 1 6 0z",
);
/// Four frames.
pub const FRAMES: Picture = Picture::of("M4 4h12v9H4zM24 4h12v9H24zM4 17h12v9H4zM24 17h12v9H24z");
/// Clients around a switch.
pub const HUB: Picture = Picture::of(
    "M14 9h12v12H14zM2 4h7v7H2zM2 19h7v7H2zM31 4h7v7h-7zM31 19h7v7h-7zM9 8l5 3M9 22l5-3M31 8l-5 3M31 22l-5-3",
);
/// A chip.
pub const CHIP: Picture =
    Picture::of("M11 7h18v16H11zM16 3v4M24 3v4M16 23v4M24 23v4M7 12h4M7 18h4M29 12h4M29 18h4");
/// Two roads that cross.
pub const ROADS: Picture = Picture::of("M16 2v10H3M24 2v10h13M16 28V18H3M24 28V18h13");
/// Books.
pub const BOOKS: Picture = Picture::of("M5 4h6v22H5zM14 4h6v22h-6zM24 6l5-2 6 20-5 2z");
/// A bank, and a call that is never possible.
pub const BANK: Picture =
    Picture::of("M6 13h28v13H6zM6 13l14-9 14 9M12 17v5M20 17v5M28 17v5").with("M31 2l6 6m0-6-6 6");
/// A door that stays shut.
pub const DOOR_SHUT: Picture =
    Picture::of("M12 3h14v24H12zM22 15h1M4 27h30").with("M30 9l6 6m0-6-6 6");

/// φ, struck out.
pub const FORMULA: Picture =
    Picture::of("M28 15a8 8 0 1 1-16 0 8 8 0 0 1 16 0zM20 3v24").with("M9 25 31 5");

/// One transition in parts, one of which leads nowhere.
pub const PARTS: Picture =
    Picture::of("M2 15h9m-3-3 3 3-3 3M11 11h8v8h-8zM19 13l10-6M19 17l7 5M29 3h8v8h-8z")
        .with("M27 20l8 8m0-8-8 8");

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

/// A gate before rails.
pub const CROSSING_SAFE: Picture = Picture::of("M2 24h36M2 28h36M8 24V8M5 12h26M31 12v4");
/// The gate is open, and a train is there.
pub const CROSSING: Picture =
    Picture::of("M2 24h36M2 28h36M8 24V8M5 12 26 2").with("M18 23v-9h16v9zM22 18h2m4 0h2");
/// Calls between three lifelines, and one that cannot be.
pub const CROSSING_SCENARIOS: Picture = Picture::of(
    "M6 2v26M20 2v26M34 2v26M6 7h14m-3-2 3 2-3 2M20 13h14m-3-2 3 2-3 2M6 19h14m-3-2 3 2-3 2",
)
.with("M20 25h6M28 22l6 6m0-6-6 6");
/// One gives, several ask.
pub const MASTER: Picture = Picture::of(
    "M13 3h14v8H13zM3 20h8v7H3zM16 20h8v7h-8zM29 20h8v7h-8zM17 11 8 20M20 11v9M23 11l9 9",
);
/// A state with two parts, and an event beside it.
pub const RACE: Picture = Picture::of(
    "M12 5h22a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H12a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM23 8v4m0 3v4m0 3v3",
)
.with("M1 15h8m-3-3 3 3-3 3");

/// A valve before a pump that stands.
pub const PUMP: Picture = Picture::of(
    "M2 15h4M6 10l10 10V10L6 20zM11 15V5M8 5h6M16 15h6M38 15a8 8 0 1 1-16 0 8 8 0 0 1 16 0z",
)
.with("M27 12l6 6m0-6-6 6");

/// A light for walkers, and the button that they press.
pub const BUTTON: Picture = Picture::of(
    "M6 2h12v26H6zM15 9a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM15 21a3 3 0 1 1-6 0 3 3 0 0 1 6 0zM28 10h8v10h-8z",
)
.with("M34 15a2 2 0 1 1-4 0 2 2 0 0 1 4 0z");
/// A lift that moves while its door is open.
pub const LIFT_OPEN: Picture =
    Picture::of("M8 4h18v22H8zM14 4v22M20 4v22").with("M33 22V8m-4 4 4-4 4 4");
/// A state that is gone back to.
pub const HISTORY: Picture = Picture::of(
    "M5 5h22a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3H5a3 3 0 0 1-3-3V8a3 3 0 0 1 3-3zM13 11v8M19 11v8M13 15h6",
)
.with("M38 6c0 5-3 8-8 8m3-3-3 3 3 3");
/// A phone with a list.
pub const PHONE: Picture = Picture::of(
    "M14 2h12a2 2 0 0 1 2 2v22a2 2 0 0 1-2 2H14a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2zM16 8h8M16 13h8M16 18h5M19 24h2",
);
/// Two ends of a wire that loses things.
pub const BITS: Picture =
    Picture::of("M2 9h8v12H2zM30 9h8v12h-8zM10 12h20m-3-2 3 2-3 2M30 18h-8M10 18h4m3-2-3 2 3 2")
        .with("M17 15l6 6m0-6-6 6");
/// A key, and the time that it has.
pub const KEY: Picture =
    Picture::of("M14 18a5 5 0 1 1-10 0 5 5 0 0 1 10 0zM14 18h14M22 18v5M27 18v4")
        .with("M38 8a6 6 0 1 1-12 0 6 6 0 0 1 12 0zM32 5v3l2 2");
