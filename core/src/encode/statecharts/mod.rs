//! Statecharts in the reading of the BMC4UML paper as a transition system: what formulas are made of.
//!
//! One application of a rule is one `trans`. A region is a variable that says which of its vertices is active, so the
//! hierarchy needs no constraints; a queue is cells with a fill count, a clock a counter that stops behind all that it is
//! compared with. What fires together is one alternative for each set of transitions without a conflict, and a step of
//! time one for each delay. From there on formulas, their engines and their proofs are those of transition systems.
//!
//! Written from the rules, not from the interpreter: the two share the tree of the text and what contains what, and are
//! compared on random systems. What is not written is said ([`Beyond`]); explicit search answers it all the same. An error
//! that ends a run counts as what is looked for, so that a "no" is one; a run that ends so is not an answer by itself.
//!
//! UML's reading has constructs without number, so there only the system is written: see [`compose`].

mod automata;
mod fragment;
mod layout;
mod rules;
mod sets;
mod terms;
mod writer;

use crate::expression::Term;
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{Atom, Property, Query, Subject};
use crate::language::transitions::{
    Observe, OperationKind, Property as Asked, Subject as Question, TransitionModel,
};
use crate::text::Span;
pub use automata::{Composed, Places, compose};
use fragment::check;
pub(in crate::encode) use fragment::covers;
pub(in crate::encode) use layout::received;
pub use layout::{Layout, Part};
pub(in crate::encode) use sets::{conflict, sets};
use terms::{and, not, or, truth};
use writer::Writer;

/// What cannot be written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Beyond {
    /// Another reading than that of the paper.
    Reading,
    /// Something that the paper has not: pseudostates besides initial ones, do behaviours, deferred events, calls that wait.
    Construct,
    /// A scenario, whose calls are seen between states.
    Scenario,
    /// A division, which can be without a value.
    Division,
    /// Inputs, which are chosen anew while a step is taken.
    Inputs,
    /// Larger queues, longer delays or more sets of transitions than are written out.
    Size,
}

/// A check as a transition system.
#[derive(Clone, Debug)]
pub struct Lowered {
    /// The system; its only question is the check's.
    pub model: TransitionModel,
    /// What its variables are.
    pub layout: Layout,
}

/// Writes a check.
///
/// # Errors
/// Says what cannot be written.
pub fn lower(model: &StatechartModel, property: &Property) -> Result<Lowered, Beyond> {
    check(model, property)?;
    let mut writer = Writer::new(model);
    if property.subject == Subject::DeadlockAlone {
        writer.may_fall_silent();
    }
    writer.rules()?;
    let fault = writer.fault();
    let subject = match &property.subject {
        Subject::Always(query) => {
            let holds = asked(&writer, query);
            Question::Always(and(vec![holds, not(fault)]))
        }
        Subject::Reach(goals) => {
            let goals = goals
                .iter()
                .map(|it| or(vec![asked(&writer, it), fault.clone()]));
            Question::Reach(goals.collect())
        }
        Subject::Deadlock | Subject::DeadlockAlone => Question::Deadlock,
        Subject::Scenario(..) => return Err(Beyond::Scenario),
        Subject::Same(_) => return Err(Beyond::Reading),
    };
    let Writer {
        mut out, layout, ..
    } = writer;
    asks(&mut out, subject, property);
    Ok(Lowered { model: out, layout })
}

/// Ends a system whose steps are written: nothing happens before them or between them, and its only question is the check's.
fn asks(out: &mut TransitionModel, subject: Question, property: &Property) {
    let nothing = out.add(
        OperationKind::Sequence(Vec::new(), Vec::new()),
        Span::default(),
    );
    out.init.push(nothing);
    out.env.push(nothing);
    out.properties.push(Asked {
        subject,
        observe: Observe::Stable,
        within: property.within,
        expected: None,
        span: Span::default(),
    });
}

/// A condition over the variables of the system.
fn asked(writer: &Writer<'_>, query: &Query) -> Term {
    let mut term = query.term.clone();
    term.substitute(&|number| match query.atoms[number] {
        Atom::In(object, vertex) => writer.layout.is_active(object, vertex),
        Atom::Variable(object, variable) => writer.layout.value(object, variable),
        Atom::QueueSize(object) => writer.layout.length(object),
        // A fault, which is looked for anyway.
        Atom::Overflows(_) => truth(false),
        Atom::Ended(object) => writer.ended(object),
    });
    term
}
