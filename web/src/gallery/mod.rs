//! The examples. The first one is built into the page, since it must be there at once; the others
//! are fetched from beside the page when they are chosen.

mod example;
mod pictures;
mod sections;
mod templates;

use wasm_bindgen::JsValue;

use crate::assets;

pub use example::{Example, fingerprint, run_by_hand};
pub use sections::{CHARTS, CLASSES, FORMULAS, SPLITTING, SYSTEMS};
pub use templates::{EMPTY, TEMPLATES, Template};

/// The text that greets a new visitor: the first of [`ALL`].
pub const FIRST: &str = include_str!("../../../static/examples/machines/coffee-for-two.lks");

macro_rules! example {
    (system, $path:literal, $picture:path, $title:literal, $look:literal $(,)?) => {
        example!(@ ".xsts", $path, $picture, $title, $look)
    };
    ($path:literal, $picture:path, $title:literal, $look:literal $(,)?) => {
        example!(@ ".lks", $path, $picture, $title, $look)
    };
    (@ $ending:literal, $path:literal, $picture:path, $title:literal, $look:literal) => {
        Example {
            path: concat!($path, $ending),
            title: $title,
            look: $look,
            picture: $picture,
            fingerprint: {
                const FILE: &[u8] =
                    include_bytes!(concat!("../../../static/examples/", $path, $ending));
                const FINGERPRINT: u64 = fingerprint(FILE);
                FINGERPRINT
            },
        }
    };
}

/// All examples in the order of the menu.
pub const ALL: &[Example] = &[
    example!(
        "machines/coffee-for-two",
        pictures::MESSAGES,
        "Coffee for two",
        "the fifth message fails. The machine still has to tell alice that it was repaired, and the scenario does not say so",
    ),
    example!(
        "machines/coffee",
        pictures::ROOM,
        "Coffee room with a technician",
        "the user never waits for a report while the machine is out of order and the technician idle",
    ),
    example!(
        "machines/coffee-broken",
        pictures::ROOM_BROKEN,
        "Coffee room whose technician reports no failure",
        "after a repair that did not help the technician goes home without a word, and the user waits for ever: eleven transactions, the only deadlock",
    ),
    example!(
        "machines/mail",
        pictures::MAIL,
        "Sending a mail",
        "both sides always come to an end together, after ten transactions at the earliest, also when the recipient is refused",
    ),
    example!(
        "machines/mail-broken",
        pictures::MAIL_BROKEN,
        "Mail server that forgets to start again",
        "after a refused recipient the server still has a sender and does not take QUIT: deadlock after seven transactions",
    ),
    example!(
        "machines/philosophers",
        pictures::TABLE,
        "Dining philosophers, the last one reversed",
        "the last philosopher takes the right fork first, so no circle of waiting can close",
    ),
    example!(
        "machines/philosophers-broken",
        pictures::TABLE_BROKEN,
        "Dining philosophers who all reach for the left fork first",
        "after three transactions each one holds a fork and waits for the next: the classic deadlock",
    ),
    example!(
        "machines/philosophers-atomic",
        pictures::TABLE_ATOMIC,
        "Dining philosophers who take both forks at once",
        "both forks are taken in one step or not at all, so nobody ever holds only one",
    ),
    example!(
        system,
        "systems/beeper",
        pictures::BEEPER,
        "A beeper that counts to three",
        "every third press beeps, and a reset begins anew; the environment chooses the button",
    ),
    example!(
        system,
        "systems/switch",
        pictures::BEEPER,
        "The beeper with a switch",
        "while it is on, one region counts presses and the other waits for the first reset; the switch beeps both ways",
    ),
    example!(
        system,
        "systems/traffic-light",
        pictures::LIGHT,
        "A traffic light with an emergency",
        "the environment decides whether there is an emergency; whatever the light was, it blinks at once, and begins with red again.",
    ),
    example!(
        system,
        "systems/lift",
        pictures::LIFT,
        "A lift",
        "An array remembers who has called. The door is never open between floors, and yet somebody can wait for ever.",
    ),
    example!(
        system,
        "systems/counter",
        pictures::INDUCTION,
        "Never, by induction",
        "Half a billion states are too many to visit. That no state has an odd `x` is shown by one step: what was even stays even.",
    ),
    example!(
        system,
        "systems/peterson",
        pictures::MUTEX,
        "Mutual exclusion by Peterson",
        "Each `or` is one step of one process. Both want to enter, both can, never both at once.",
    ),
    example!(
        system,
        "systems/one-end",
        pictures::ONE_END,
        "Two ways, one end",
        "every way through the transition ends in x = 3, so that afterwards nobody knows which one it was",
    ),
    example!(
        system,
        "systems/two-ends",
        pictures::TWO_ENDS,
        "One transition, two ends",
        "firing the transition leads to x = 1 or to x = 2, and nobody can say which",
    ),
    example!(
        system,
        "systems/behavior-003-b",
        pictures::TWO_ENDS_STUCK,
        "Behavior 003-B: an event that comes too early",
        "Track `log` in all runs: there are two. In the second the event `Continue` is dispatched before the activity waits for it; `log, dispatched` shows when.",
    ),
    example!(
        "statecharts/railroad-crossing",
        pictures::CROSSING,
        "Railroad crossing",
        "A train can be in the crossing while the gate is still closing: its approach is too short.",
    ),
    example!(
        "statecharts/railroad-crossing-safe",
        pictures::CROSSING_SAFE,
        "Railroad crossing, with a longer approach",
        "Two trains, and an approach that takes longer than the gate: no run of any length has a train before an open gate.",
    ),
    example!(
        "statecharts/railroad-scenarios",
        pictures::CROSSING_SCENARIOS,
        "Railroad crossing in scenarios",
        "The gate stays down for a second train: the last scenario stops at its last call, and the answer says why.",
    ),
    example!(
        "statecharts/master-slave",
        pictures::MASTER,
        "Master and slaves",
        "Nobody gives a resource back: with four slaves the master is stuck after 22 applications of rules, as in the paper.",
    ),
    example!(
        "statecharts/do-race",
        pictures::RACE,
        "An event that comes too early",
        "The published test lists one run. In the other one Continue is dispatched before anybody waits for it, and S1 never ends.",
    ),
    example!(
        "statecharts/pump",
        pictures::PUMP,
        "A pump that waits for its valve",
        "A guard without an event is asked only once: in UML the pump runs or stands for ever, as chance has it; by the rules of the BMC4UML paper it never runs.",
    ),
    example!(
        "statecharts/traffic-light",
        pictures::BUTTON,
        "A traffic light with a button",
        "Walkers can still have green while cars have it, too: the order to halt waits behind somebody who presses the button.",
    ),
    example!(
        "statecharts/lift",
        pictures::LIFT_OPEN,
        "A lift in three regions",
        "It moves with its door open: whoever presses a button while it stands there sets the motor going, and the door has no say.",
    ),
    example!(
        "statecharts/microwave",
        pictures::HISTORY,
        "A microwave with a memory",
        "The meal is taken out while it heats, and closing the door goes on heating: history brings back the state, not the meal.",
    ),
    example!(
        "statecharts/phone-menu",
        pictures::PHONE,
        "A phone's menu, deep and shallow",
        "After a call deep history brings back the very item; whoever declines finds only the list, by shallow history.",
    ),
    example!(
        "statecharts/alternating-bit",
        pictures::BITS,
        "The alternating bit over lossy channels",
        "Packets get lost, and the timer is too fast: nothing is delivered twice or left out, yet a copy can still be under way when all is done.",
    ),
    example!(
        "statecharts/login",
        pictures::KEY,
        "A login with time-outs",
        "A timer fires while the token is under way: the app asks with the same code again, and the server withdraws what it has just given.",
    ),
    example!(
        "classes/pedestrian-light",
        pictures::ON_FOOT_STUCK,
        "A pedestrian light that gets stuck",
        "After three calls no further one is possible. With frame open the light is green after one call.",
    ),
    example!(
        "classes/pedestrian-light-repaired",
        pictures::ON_FOOT_MENDED,
        "The pedestrian light, repaired",
        "A weaker precondition lets the light become red again: a call is always possible.",
    ),
    example!(
        "classes/counter-frames",
        pictures::FRAMES,
        "One counter, and four ways to say what it keeps",
        "By the frame named a call keeps what no postcondition names. With frame open it may change everything else, unless it says that it does not.",
    ),
    example!(
        "classes/switch",
        pictures::HUB,
        "A switch that is shut down late",
        "With data up to Q the switch is shut down after 4Q + 3 calls at the earliest: here after 11.",
    ),
    example!(
        "classes/simple-cpu",
        pictures::CHIP,
        "A simple processor",
        "The counter of instructions advances with each of them, so the last one is never reached sooner.",
    ),
    example!(
        "classes/traffic-control",
        pictures::ROADS,
        "Traffic control of two crossings",
        "Nothing forbids that the car lights of both crossings are green: it takes four calls. A further crossing is three more objects.",
    ),
    example!(
        "classes/library",
        pictures::BOOKS,
        "A library that lends books",
        "The invariant of at most two loans is kept by the precondition of borrowing; that each book has one borrower by the multiplicity.",
    ),
    example!(
        "classes/bank-account",
        pictures::BANK,
        "A bank account that can never be closed",
        "No valid state has the balance that closing asks for: the call is impossible from everywhere.",
    ),
    example!(
        "classes/access-control",
        pictures::DOOR_SHUT,
        "Access control of buildings",
        "A person is always where it may be. With one building that it may enter, it cannot go anywhere.",
    ),
    example!(
        "encodings/g0",
        pictures::FORMULA,
        "G0: everything is reachable",
        "φ_8 as printed ends at k-1, so that the goal may be true besides another state: it says yes at k = 1",
    ),
    example!(
        "encodings/g1",
        pictures::FORMULA,
        "G1: one receipt releases two senders",
        "two machines send the same symbol at once, and it is one Boolean: as printed reachable at k = 2",
    ),
    example!(
        "encodings/g2",
        pictures::FORMULA,
        "G2: one symbol is taken twice",
        "two machines take what one has sent: as printed reachable at k = 2",
    ),
    example!(
        "encodings/g3",
        pictures::FORMULA,
        "G3: two senders wait with one symbol",
        "no machine can begin to wait with a symbol while another waits with it: never reachable as printed",
    ),
    example!(
        "encodings/g4",
        pictures::FORMULA,
        "G4: a relay",
        "a transition whose trigger is its effect contradicts φ_1: token rings stand still as printed",
    ),
    example!(
        "encodings/g5",
        pictures::FORMULA,
        "G5: taken and sent again in one step",
        "the symbol y is consumed and emitted in the same step, and one Boolean cannot be both: never reachable as printed",
    ),
    example!(
        "encodings/g6",
        pictures::FORMULA,
        "G6: nearly there",
        "the formula environ takes a machine for arrived that has yet to leave its transition: k = 2 as printed, 3 by the definitions",
    ),
    example!(
        "encodings/s1",
        pictures::FORMULA,
        "S1: whose coffee",
        "φ_seq that speaks of symbols only takes alice's coffee for bob's: consistent at k = 1 unless sender and receiver are named",
    ),
    example!(
        "encodings/s2",
        pictures::FORMULA,
        "S2: a message slips in",
        "the symbol repaired is exchanged between two messages unless every step of a slot is protected: consistent at k = 1 as printed",
    ),
    example!(
        "encodings/s3",
        pictures::FORMULA,
        "S3: a relay in a scenario",
        "φ_1 contradicts itself where trigger and effect are the same: inconsistent at every k as printed",
    ),
    example!(
        "encodings/s4",
        pictures::FORMULA,
        "S4: two pending senders in a scenario",
        "lifeline q cannot begin to wait with a while p waits with it: inconsistent at every k as printed",
    ),
    example!(
        "encodings/s5",
        pictures::FORMULA,
        "S5: how many steps a message takes",
        "between two messages a lifeline may need two half-steps: slots of four and of three steps do, slots of two do not",
    ),
    example!(
        "encodings/b1",
        pictures::FORMULA,
        "B1: a number that has no room",
        "a number up to 4 gets three bits, from −4 to 3: as printed n is never 4, by the definition after six steps",
    ),
    example!(
        "encodings/b2",
        pictures::FORMULA,
        "B2: a queue that is empty when it is full",
        "two cells and two indices modulo two: a full queue looks empty, so that as printed both calls are lost; by the definition never",
    ),
    example!(
        "encodings/b3",
        pictures::FORMULA,
        "B3: one transition of two",
        "XO3 fires single transitions, and each takes the event: as printed one region moves and the other does not, by the definition both do",
    ),
    example!(
        "encodings/b4",
        pictures::FORMULA,
        "B4: time that hides a deadlock",
        "X5 takes any transition for one that waits, active or not: as printed time flows for ever in Gone, by the definition nothing can happen there",
    ),
    example!(
        "encodings/b5",
        pictures::FORMULA,
        "B5: an event that nobody wants",
        "the paper keeps an unwanted event while a timed transition can fire, so that Done is never reached; UML discards it, and Done is reached",
    ),
    example!(
        "encodings/c1",
        pictures::FORMULA,
        "C1: a call that changes what it does not name",
        "as printed nothing keeps an attribute that no postcondition names: the pedestrian light is green after one call and nothing gets stuck; by the definition both take three",
    ),
    example!(
        "encodings/c2",
        pictures::FORMULA,
        "C2: exactly k calls",
        "all k calls have to be made: as printed done is possible with one call and not with two, though at most k are asked for",
    ),
    example!(
        "encodings/c3",
        pictures::FORMULA,
        "C3: a call that has no number",
        "five calls need three bits and ⌊ld 5⌋ are two: as printed the fifth is never called, by the definition it is the fifth call",
    ),
    example!(
        "encodings/c4",
        pictures::FORMULA,
        "C4: a counter that counts beyond its end",
        "the undefined value is one word more: as printed the counter runs 0, 1, 2, ⊥, 0; by the definition it ends at 2",
    ),
    example!(
        system,
        "splitting/t1",
        pictures::PARTS,
        "T1: a fork that nobody waits for",
        "to the letter the fork makes the counter 2 while all branches wait for 1: nothing follows it",
    ),
    example!(
        system,
        "splitting/t2",
        pictures::PARTS,
        "T2: a branch that needs two fragments",
        "as printed nothing in a branch can follow its first fragment: after the condition the run is stuck",
    ),
    example!(
        system,
        "splitting/t3",
        pictures::PARTS,
        "T3: an assumption that comes late",
        "as printed `y := 1` is offered although the assumption behind it can only fail: a dead end that is no deadlock",
    ),
    example!(
        system,
        "splitting/t4",
        pictures::PARTS,
        "T4: steps that do nothing",
        "as printed a choice that comes first or last has an empty fragment before and behind it: two of three steps do nothing",
    ),
    example!(
        system,
        "splitting/t5",
        pictures::PARTS,
        "T5: once round and no farther",
        "as printed a run by hand ends where it comes back: nobody goes round the light twice",
    ),
    example!(
        system,
        "splitting/t6",
        pictures::PARTS,
        "T6: a beginning that never ends",
        "to the letter an empty `init` has no fragment and never ends: nothing happens",
    ),
    example!(
        system,
        "splitting/t7",
        pictures::PARTS,
        "T7: any integer whatever",
        "as printed 16 of the 17 values that are tried lead into a dead end; as corrected 3 is offered, and others are asked for",
    ),
];

impl Example {
    /// The whole file.
    ///
    /// # Errors
    /// The JavaScript error, where it cannot be fetched.
    pub async fn text(&self) -> Result<String, JsValue> {
        if self.path == ALL[0].path {
            return Ok(FIRST.to_owned());
        }
        assets::example(self.path).await
    }
}

/// Whether a text is an example as delivered, so that nothing is lost when it goes.
#[must_use]
pub fn is_example(text: &str) -> bool {
    let own = fingerprint(text.as_bytes());
    ALL.iter().any(|example| example.fingerprint == own)
        || TEMPLATES.iter().any(|template| template.text == text)
}

#[cfg(test)]
mod tests;
