//! A system made ready for showing: what is tracked of a state, and what a step does, in words.

use super::charts::labels;
use super::ending::Ends;
use super::{NoSimulation, SimulatedKind};
use crate::api::systems::Fired;
use crate::expression::{Sort, Term, Value, evaluate};
use crate::language::transitions::{Named, TransitionModel, watch};
use crate::system::{Role, Step, System, Trace, Valuation};
use crate::view::{
    BlockedChoice, OnwardQuestion, PlaceView, SendView, ShownValue, SimulationChoice,
    SimulationOptions, SystemStepView,
};

/// Tells of a step which relation it executes, and which operations of the text.
type Executes<'s> = dyn Fn(&Valuation, &Step) -> (String, Fired) + 's;

/// Tells what cannot be completed in a state with values that were named for a variable.
type Refuses<'s> = dyn Fn(&Valuation, &str, &[i64]) -> Vec<BlockedChoice> + 's;

/// Whether a state is as is wanted.
pub(super) type Wanted<'s> = Box<dyn Fn(&Valuation) -> bool + 's>;

/// Writes the entry of a run: of a step, or of the start.
pub(super) type Enters<'s> = dyn Fn(Option<(&Valuation, &Step)>, &Valuation) -> SystemStepView + 's;

/// What fires in a step of a state.
type Fires<'s> = dyn Fn(&Valuation, &Step) -> Vec<(usize, usize)> + 's;

/// What a language says of its states by itself.
#[derive(Clone, Copy)]
pub(super) struct Own<'s> {
    /// What runs list of a state.
    pub(super) list: &'s dyn Fn(&Valuation) -> Vec<String>,
    /// Writes the entry of a run.
    pub(super) enter: &'s Enters<'s>,
    /// What fires in a step of a state: who, and which of its transitions.
    pub(super) fires: &'s Fires<'s>,
    /// How many messages of the scenario of a check have been sent after each entry of a run.
    pub(super) played: &'s dyn Fn(usize, &Trace) -> Option<Vec<usize>>,
    /// Reads a condition.
    pub(super) wanted: &'s dyn Fn(&str) -> Result<Wanted<'s>, NoSimulation>,
    /// What can be sent by hand in a state, besides its steps.
    pub(super) sends: &'s dyn Fn(&Valuation) -> Vec<SendView>,
    /// The step in which that is done, by its words.
    pub(super) sent: &'s dyn Fn(&Valuation, &str) -> Option<Step>,
    /// Steps in which that is done that may lead to a state of which this is shown.
    pub(super) sent_nearby: &'s dyn Fn(&[String]) -> Vec<Step>,
    /// What a check asks for, by its number, and what a state is where it does.
    pub(super) goal: &'s dyn Fn(usize) -> Option<(Wanted<'s>, &'static str)>,
}

/// A system with what is shown of it.
pub(super) struct Stage<'s> {
    /// Where there is none runs list the declared variables. Of statecharts.
    pub(super) own: Option<Own<'s>>,
    pub(super) system: &'s dyn System,
    pub(super) tracked: Vec<Tracked>,
    /// The names of the variables that the text declares; of transition systems only.
    pub(super) declared: Vec<String>,
    /// Where the lifelines are along a run, one message set after the other; of machines only.
    pub(super) places: &'s dyn Fn(&Trace) -> Option<Vec<Vec<PlaceView>>>,
    /// Reads an expression over its variables.
    pub(super) read: &'s dyn Fn(&str) -> Result<Term, NoSimulation>,
    /// The relation whose turn a step is, and the operations that it executes; of transition systems only.
    pub(super) executes: &'s Executes<'s>,
    /// What a step does, in words.
    pub(super) tell: &'s dyn Fn(&Valuation, &Step) -> String,
    /// Whether properties are about a state.
    pub(super) stable: &'s dyn Fn(&Valuation) -> bool,
    /// The question of engines for a way from a state to where an expression is true; of transition systems only.
    pub(super) question: &'s dyn Fn(&Stage<'_>, &Valuation, &str) -> Option<OnwardQuestion>,
    /// Whether a limit keeps it from being known which steps can be completed; of transitions that are taken apart.
    pub(super) undecided: &'s dyn Fn() -> bool,
    /// What a check of the text asks for, by its number; of transition systems only.
    pub(super) goal: &'s dyn Fn(usize) -> Option<Goal>,
    /// What cannot be completed in a state.
    pub(super) blocked: &'s dyn Fn(&Valuation) -> Vec<BlockedChoice>,
    /// The steps of a state, where any integer is possible with these as well, or these only.
    pub(super) with_named: &'s dyn Fn(&Valuation, Named) -> Vec<Step>,
    /// The starts, where any integer is possible with these as well, or these only.
    pub(super) starts_with: &'s dyn Fn(Named) -> Vec<Valuation>,
    /// The variables that can start with any value, by name, and those of them that can start with any integer; of
    /// transition systems only.
    pub(super) free: Vec<String>,
    /// Those that may begin with any value, which is never read.
    pub(super) unread: Vec<String>,
    pub(super) free_integers: Vec<String>,
    /// The variables that a step of a state can give any integer; of transition systems only.
    pub(super) nameable: &'s dyn Fn(&Valuation) -> Vec<String>,
    /// Why nothing goes on where a run is; of transition systems by the thesis' rules only.
    pub(super) as_printed: Option<&'s Ends<'s>>,
    /// What cannot be completed in a state, of what gives a variable any value, if that is one of these integers.
    pub(super) refused: &'s Refuses<'s>,
}

/// What a check asks for: a condition that has this value.
pub(super) struct Goal {
    pub(super) term: Term,
    pub(super) value: bool,
    /// What a state is where it does.
    pub(super) word: &'static str,
}

/// Something that is shown.
pub(super) struct Tracked {
    pub(super) name: String,
    pub(super) term: Term,
}

impl Stage<'_> {
    /// The names of what is tracked.
    pub(super) fn names(&self) -> Vec<String> {
        self.tracked.iter().map(|it| it.name.clone()).collect()
    }

    /// A term over the variables that are shown, such as a goal.
    pub(super) fn read(&self, text: &str) -> Result<Term, NoSimulation> {
        (self.read)(text)
    }

    /// The values of what is tracked; nothing where it has none.
    pub(super) fn values(&self, at: &Valuation) -> Box<[Option<Value>]> {
        let values = self.system.schema().values(at);
        let values = values.expect("a state of this system");
        let each = self.tracked.iter();
        each.map(|it| evaluate(&it.term, &values).ok()).collect()
    }

    /// The names of the variables that the text declares, in its order.
    pub(super) fn declared_names(&self) -> &[String] {
        &self.declared
    }

    /// The values of the variables that the text declares, in its order.
    pub(super) fn declared(&self, at: &Valuation) -> Vec<String> {
        if let Some(own) = self.own {
            return (own.list)(at);
        }
        let schema = self.system.schema();
        let values = schema.values(at).expect("a state of this system");
        let of = |name: &String| {
            let number = schema.variable(name)?;
            Some(values[number].show(&schema.variables[number].sort))
        };
        self.declared
            .iter()
            .map(|it| of(it).unwrap_or_default())
            .collect()
    }

    /// A value in words.
    pub(super) fn show(&self, tracked: usize, value: Option<&Value>, changed: bool) -> ShownValue {
        let it = &self.tracked[tracked];
        if it.name == "trace" && matches!(it.term.sort, Sort::Array { .. }) {
            // What was shown, without the places at which it stands in a list.
            let labels = value.map_or(Vec::new(), |value| labels(value, &it.term.sort));
            let (name, value) = (it.name.clone(), labels.join("; "));
            return ShownValue {
                name,
                value,
                changed,
            };
        }
        ShownValue {
            name: it.name.clone(),
            value: value.map_or("undefined".into(), |value| value.show(&it.term.sort)),
            changed,
        }
    }

    /// What is shown of a state, given the one before.
    pub(super) fn shown(&self, at: &Valuation, before: Option<&Valuation>) -> Vec<ShownValue> {
        let values = self.values(at);
        let before = before.map(|it| self.values(it));
        let changed = |it: usize| before.as_ref().is_some_and(|all| all[it] != values[it]);
        let all = values.iter().enumerate();
        all.map(|(number, it)| self.show(number, it.as_ref(), changed(number)))
            .collect()
    }

    /// A step in words, with what it changes.
    pub(super) fn choice(
        &self,
        at: &Valuation,
        step: &Step,
        after: &Valuation,
    ) -> SimulationChoice {
        let changes = self.shown(after, Some(at)).into_iter();
        SimulationChoice {
            what: (self.tell)(at, step),
            changes: changes.filter(|it| it.changed).collect(),
            who: match self.own {
                Some(_) => (self.executes)(at, step).0,
                None => String::new(),
            },
        }
    }
}

/// Makes the system of a text ready and hands it on: whether all runs are wanted, and what is to be done with it.
pub(super) type Staging =
    fn(&str, &SimulationOptions, bool, &mut dyn FnMut(&Stage<'_>)) -> Result<(), NoSimulation>;

/// Makes the system of a text ready and hands it on.
pub(super) fn with_stage<R>(
    text: &str,
    kind: SimulatedKind,
    options: &SimulationOptions,
    all_runs: bool,
    act: impl FnOnce(&Stage<'_>) -> Result<R, NoSimulation>,
) -> Result<R, NoSimulation> {
    let (mut act, mut done) = (Some(act), None);
    (kind.stage)(text, options, all_runs, &mut |stage| {
        done = act.take().map(|act| act(stage));
    })?;
    done.expect("a system that is ready is handed on")
}

/// What is to be shown: some expressions, or everything but what only says how far a step is.
pub(super) fn tracked(
    system: &dyn System,
    track: &[String],
    model: Option<&TransitionModel>,
) -> Result<Vec<Tracked>, NoSimulation> {
    let schema = system.schema();
    let variable = |number: usize| Tracked {
        name: schema.variables[number].name.clone(),
        term: Term::variable(number, schema.variables[number].sort.clone()),
    };
    if track.is_empty() {
        let all = 0..schema.variables.len();
        let shown = all.filter(|&it| schema.variables[it].role != Role::ProgramCounter);
        return Ok(shown.map(variable).collect());
    }
    let read = |text: &String| {
        let name = text.trim().to_string();
        let Some(model) = model else {
            let number = schema.variable(&name);
            let known: Vec<_> = schema.variables.iter().map(|it| it.name.as_str()).collect();
            let known = known.join(", ");
            let what = format!("there is no lifeline `{name}`; lifelines are {known}");
            return number.map(variable).ok_or(NoSimulation::Option(what));
        };
        let term = expression(model, &name)?;
        Ok(Tracked { name, term })
    };
    track.iter().map(read).collect()
}

/// An expression over the variables of a model.
pub(super) fn expression(model: &TransitionModel, text: &str) -> Result<Term, NoSimulation> {
    watch::expression(model, text).map_err(|findings| {
        let titles: Vec<_> = findings.iter().map(|it| it.title.as_str()).collect();
        let what = format!("`{text}` cannot be tracked: {}", titles.join("; "));
        NoSimulation::Option(what)
    })
}
