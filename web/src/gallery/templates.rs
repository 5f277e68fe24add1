//! Texts to begin with: nothing, two machines and a scenario, a protocol with a channel, a transition system, statecharts.

/// A text to begin with.
#[derive(Clone, Copy, Debug)]
pub struct Template {
    /// What it is called in menus and on buttons.
    pub title: &'static str,
    /// What is in it.
    pub about: &'static str,
    /// The whole of it.
    pub text: &'static str,
}

/// The position of the one with nothing in it.
pub const EMPTY: usize = 0;

/// All templates in the order of the menu.
pub const TEMPLATES: [Template; 5] = [
    Template {
        title: "Empty",
        about: "Begin from nothing",
        text: include_str!("../../../static/examples/templates/empty.lks"),
    },
    Template {
        title: "Two machines and a scenario",
        about: "A customer, a shop, and what they should say",
        text: include_str!("../../../static/examples/templates/scenario.lks"),
    },
    Template {
        title: "A protocol with a channel",
        about: "What is sent is on its way for a while",
        text: include_str!("../../../static/examples/templates/channel.lks"),
    },
    Template {
        title: "A transition system",
        about: "Variables, and what happens to them",
        text: include_str!("../../../static/examples/templates/system.xsts"),
    },
    Template {
        title: "Statecharts",
        about: "Objects with nested states, events and time",
        text: include_str!("../../../static/examples/templates/statechart.lks"),
    },
];
