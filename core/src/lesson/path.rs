//! The lessons that come with Lockstep, in the order in which they build on one another.

/// The folders of `static/lessons`, each with the title of its lesson.
pub const PATH: [(&str, &str); 16] = [
    ("01-states-and-messages", "States and messages"),
    ("02-a-scenario-fails", "A scenario fails, and why"),
    ("03-forbidden", "What must never happen"),
    (
        "04-bounded-is-not-never",
        "\"Not within 12\" is not \"never\"",
    ),
    ("05-deadlock", "Stuck, or at the end"),
    ("06-all-at-once", "All at once, or not at all"),
    ("07-steps-into-clauses", "Steps become clauses"),
    ("08-planning", "A plan is a run"),
    ("09-a-no-one-can-check", "A no that one can check"),
    ("10-invariants", "Invariants"),
    ("11-who-chooses", "Who chooses?"),
    ("12-run-to-completion", "Run to completion"),
    ("13-three-readings", "One chart, three readings"),
    ("14-time", "Time"),
    ("15-never-called", "A call that can never be made"),
    ("16-left-open", "What a contract leaves open"),
];
