//! A check by the frames *named* and *open*, side by side: the other frame as an edit of the text, and the first slot that jumps.
//!
//! A slot jumps where a call changes it though its contract does not release it. Each that is told was looked at by the definitions:
//! the step is one by the frame *open*, and none by the frame *named*.

use crate::api::kind::{BothRuns, OtherReading};
use crate::language::classes::ClassModel;
use crate::language::classes::ClassSystem;
use crate::language::classes::ast::{ClassDocument, Item};
use crate::language::classes::model::Subject;
use crate::language::classes::ocl::evaluate::World;
use crate::language::classes::ocl::value::Value;
use crate::language::classes::semantics::release::released;
use crate::language::classes::semantics::{
    Call, Frame, MOST_CALLS, Tried, is_step, stacks, successors,
};
use crate::language::questions::PropertySubject;
use crate::system::{Flow, System};
use crate::text::{Patch, apply};
use crate::view::SystemStepView;
use crate::wording::calls::{Jumped, jump, no_jump};

/// The words of the frames; *open* is the second.
pub(super) const FRAMES: [&str; 2] = ["named", "open"];
/// What is tried in one state at most.
const MOST_TRIED: u64 = 60_000;

/// The text in which a check has the other frame.
pub(super) fn other(text: &str, document: &ClassDocument, check: usize) -> Option<OtherReading> {
    let mut checks = document.items.iter().filter_map(|it| match it {
        Item::Check(it) => Some(it),
        _ => None,
    });
    let check = checks.nth(check)?;
    let is_open = check.frame.is_some_and(|it| it.0);
    let [own, other] = match is_open {
        true => [FRAMES[1], FRAMES[0]],
        false => FRAMES,
    };
    let patch = match check.frame {
        Some((_, span)) => Patch::replace(span, other),
        None => Patch::insert(check.span.end, format!(" frame {other}")),
    };
    Some(OtherReading {
        text: apply(text, &[patch]),
        noun: "frame",
        readings: [own, other],
        wider: usize::from(!is_open),
    })
}

/// The first slot that jumps: along the run by the frame *open*, else from a state of the other run, else from a first one.
pub(super) fn apart(
    model: &ClassModel,
    check: usize,
    [own, other]: BothRuns<'_>,
    goes_on: &mut dyn FnMut() -> bool,
) -> String {
    let asked = &model.checks[check];
    let [named, open] = match asked.is_open {
        true => [other, own],
        false => [own, other],
    };
    let frames = Frames {
        model,
        system: ClassSystem::of_check(model, check),
    };
    let is_stuck = asked.subject == Subject::Property(PropertySubject::Deadlock);
    let mut look = Look {
        goes_on,
        is_complete: frames.system.calls().len() < MOST_CALLS,
    };
    let found = frames.along(open).or_else(|| {
        let mut states = frames.states(named);
        if states.is_empty() {
            states.extend(frames.start());
        }
        let mut numbers: Vec<_> = (0..states.len()).collect();
        if is_stuck {
            // Where it is stuck is what the other frame gets out of.
            numbers.reverse();
        }
        let mut numbers = numbers.into_iter();
        numbers.find_map(|it| frames.from((it, &states[it]), &mut look))
    });
    found.unwrap_or_else(|| no_jump(look.is_complete).to_owned())
}

/// How far a look at what calls lead to has got.
struct Look<'l> {
    goes_on: &'l mut dyn FnMut() -> bool,
    /// Whether nothing was left out.
    is_complete: bool,
}

impl Look<'_> {
    fn goes_on(&mut self) -> bool {
        let goes_on = (self.goes_on)();
        self.is_complete &= goes_on;
        goes_on
    }
}

struct Frames<'m> {
    model: &'m ClassModel,
    system: ClassSystem<'m>,
}

impl Frames<'_> {
    /// The first step of a run in which a slot jumps.
    fn along(&self, run: &[SystemStepView]) -> Option<String> {
        let states = self.states(run);
        let steps = states.windows(2).zip(run.iter().skip(1)).enumerate();
        let mut steps = steps.map(|(number, (pair, entry))| {
            let name = &entry.call.as_ref()?.call;
            let mut calls = self.system.calls().iter();
            let call = calls.find(|it| it.shown(self.model) == *name)?;
            let slot = self.jumps(&pair[0], call, &pair[1])?;
            Some(self.told((number, true), call, slot, [&pair[0], &pair[1]]))
        });
        steps.find_map(|it| it)
    }

    /// The first call from a state in which a slot jumps, with as few slots that change as there are.
    fn from(
        &self,
        (calls_before, before): (usize, &[Value]),
        look: &mut Look<'_>,
    ) -> Option<String> {
        let open = Frame::of(self.model, true);
        for call in self.system.calls() {
            let mut best: Option<(usize, usize, Vec<Value>)> = None;
            if !look.goes_on() {
                return None;
            }
            let mut tried = Tried::at_most(MOST_TRIED);
            let listed = successors(self.model, open, before, call, &mut tried, &mut |after| {
                let changed = (0..before.len()).filter(|it| before[*it] != after[*it]);
                let changed = changed.count();
                if best.as_ref().is_none_or(|it| changed < it.0)
                    && let Some(slot) = self.jumps(before, call, after)
                {
                    best = Some((changed, slot, after.to_vec()));
                }
                match look.goes_on() {
                    true => Flow::Continue(()),
                    false => Flow::Break(()),
                }
            });
            look.is_complete &= listed.is_ok() && !tried.is_over();
            if let Some((_, slot, after)) = best {
                return Some(self.told((calls_before, false), call, slot, [before, &after]));
            }
        }
        None
    }

    /// The first slot that a call changes and does not release, where the step is one by the frame *open* alone.
    fn jumps(&self, before: &[Value], call: &Call, after: &[Value]) -> Option<usize> {
        let [named, open] = [false, true].map(|is_open| {
            let frame = Frame::of(self.model, is_open);
            is_step(self.model, frame, before, call, after)
        });
        if (named, open) != (Ok(false), Ok(true)) {
            return None;
        }
        let operation = &self.model.operations[call.operation];
        let world = World {
            model: self.model,
            before,
            after,
        };
        let stacks = stacks(self.model, Frame::of(self.model, true), call);
        let is_kept = |slot: &usize| {
            let mut all = stacks.iter();
            all.all(|stack| {
                released(&world, operation, stack, false).is_ok_and(|it| !it.contains(slot))
            })
        };
        let mut changed = (0..before.len()).filter(|it| before[*it] != after[*it]);
        changed.find(is_kept)
    }

    fn told(
        &self,
        (calls_before, is_in_run): (usize, bool),
        call: &Call,
        slot: usize,
        [before, after]: [&[Value]; 2],
    ) -> String {
        let kind = self.model.slot_domain(slot).kind;
        jump(&Jumped {
            calls_before,
            is_in_run,
            call: call.shown(self.model),
            slot: self.model.slot_name(slot),
            before: self.model.shown(kind, &before[slot]),
            after: self.model.shown(kind, &after[slot]),
            has_modifies: self.model.operations[call.operation].modifies.is_some(),
        })
    }

    /// The states of a run, by what it shows of them; none of a run that is not of this model.
    fn states(&self, run: &[SystemStepView]) -> Vec<Vec<Value>> {
        let states = run.iter().map(|it| self.state(&it.state));
        states.collect::<Option<_>>().unwrap_or_default()
    }

    fn state(&self, shown: &[String]) -> Option<Vec<Value>> {
        let variables = &self.system.schema().variables;
        let slots = self.model.layout.slots.len();
        let slots = (0..slots).zip(shown).map(|(slot, shown)| {
            let domain = self.model.slot_domain(slot);
            let mut values = domain.values(self.model, self.model.integers).into_iter();
            values.find(|it| {
                let number = domain.number(self.model, it);
                number.is_some_and(|it| variables[slot].sort.show(it) == *shown)
            })
        });
        slots.collect()
    }

    /// A first state.
    fn start(&self) -> Option<Vec<Value>> {
        let system: &dyn System = &self.system;
        let start = system.start()?;
        self.system.values(&start)
    }
}
