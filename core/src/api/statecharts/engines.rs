//! Who answers checks of statecharts: visits, and formulas with their solvers.

use std::cell::Cell;

use super::check::{Asked, Found};
use super::matching::values;
use crate::api::check::Refusal;
use crate::api::found::by_turns;
use crate::api::systems::Encoded;
use crate::encode::statecharts::{Beyond, compose, lower};
use crate::engine::systems::{Choice, Engine, Visit, Way};
use crate::engine::{Coverage, Stop};
use crate::language::statechart::model::{ObjectId, Reading, Subject};
use crate::language::statechart::semantics::SystemState;
use crate::language::transitions::{Settings, TransitionModel};
use crate::question::statecharts::ChartSpace;
use crate::system::Trace;

/// Visits states; where formulas may be written and are not at hand, no more than their head start.
pub(super) fn by_visiting(asked: &Asked<'_, '_>, space: &ChartSpace<'_>) -> Result<Found, Refusal> {
    if asked.budget.choice.is_of_formulas() {
        if !asked.complete {
            return Err(Refusal::Capabilities);
        }
        return Err(Refusal::Option(
            "statecharts are answered by explicit search here".into(),
        ));
    }
    let mut visit = Visit::new(space, asked.budget.within);
    let mut watch = asked.gate.watch();
    let may_be_written = asked.property.reading != Reading::Scxml
        && !matches!(asked.property.subject, Subject::Scenario(..));
    let hands_over = !asked.complete && may_be_written && asked.budget.choice == Choice::Auto;
    let most = match hands_over {
        true => asked.budget.head_start,
        false => u64::from(u32::MAX),
    };
    let finding = loop {
        let finding = visit.go_on(most, &asked.budget.limits, &mut watch);
        let is_large = match finding.as_ref().map(|it| it.coverage) {
            None => true,
            Some(Coverage::Open(stop)) => stop != Stop::Asked,
            Some(Coverage::Every | Coverage::Bound) => false,
        };
        if hands_over && is_large {
            return Err(Refusal::Capabilities);
        }
        if let Some(finding) = finding {
            break finding;
        }
    };
    let trace = match &finding.way {
        Some(Way::States(rows)) => space.run_along(rows),
        _ => None,
    };
    Ok(Found {
        beyond: space.beyond(),
        exceeds_bits: space.exceeds_bits(),
        cut: space.cut(),
        finding,
        trace,
    })
}

/// Has all engines take turns, where the check can be written as formulas.
pub(super) fn by_all(asked: &Asked<'_, '_>, space: &ChartSpace<'_>) -> Result<Found, Refusal> {
    if asked.budget.choice == Choice::Explicit {
        return by_visiting(asked, space);
    }
    let written = match written(asked) {
        Ok(written) => written,
        Err(why) if asked.budget.choice.is_of_formulas() => {
            return Err(Refusal::Option(format!(
                "{}; explicit search answers this check",
                said(why)
            )));
        }
        Err(_) => return by_visiting(asked, space),
    };
    let missed = Cell::new(false);
    let missing = || missed.set(!asked.complete);
    let stop = || asked.gate.should_stop() || missed.get();
    let subject = &written.model.properties[0].subject;
    let of = (&written.model, subject, Settings::default());
    let memory = asked.budget.limits.memory;
    let formulas = Encoded::new(of, memory, &missing, &stop);
    let means = (&asked.budget, asked.solver);
    let finding = by_turns(space, &formulas, means, &missed, asked.gate)?;
    let trace = match &finding.way {
        None => None,
        Some(Way::States(rows)) => space.run_along(rows),
        Some(way) => {
            let trace = along(space, &formulas, &*written.fits, way);
            let trace = trace.filter(|it| space.confirms(it));
            if trace.is_none() && asked.budget.choice == Choice::Auto {
                // It ends with an error, which formulas take for what is looked for.
                return by_visiting(asked, space);
            }
            trace
        }
    };
    let (beyond, exceeds_bits) = match finding.engine {
        Engine::Explicit => (space.beyond(), space.exceeds_bits()),
        // Formulas do not tell who is sent more than that: all that may be are named.
        _ => (written.bounded, written.exceeds_bits),
    };
    Ok(Found {
        finding,
        trace,
        beyond,
        exceeds_bits,
        cut: space.cut(),
    })
}

/// Whether the variables of formulas have some values in a state of the definitions.
type Fits<'m> = Box<dyn Fn(&SystemState, &[i64]) -> bool + 'm>;

/// A check as a transition system.
struct Written<'m> {
    model: TransitionModel,
    fits: Fits<'m>,
    /// The objects on whose queue's bound a "no" may depend.
    bounded: Vec<ObjectId>,
    /// Whether some run may end since a value needs more than 64 bits.
    exceeds_bits: bool,
}

/// Writes a check, as its reading demands.
fn written<'q>(asked: &Asked<'q, '_>) -> Result<Written<'q>, Beyond> {
    let (model, property) = (asked.model, asked.property);
    Ok(match property.reading {
        Reading::Uml => {
            let composed = compose(model, property)?;
            let places = composed.places;
            Written {
                model: composed.model,
                bounded: places.bounded(),
                exceeds_bits: places.exceeds_bits(),
                fits: Box::new(move |state, wanted| places.is_at(state, wanted)),
            }
        }
        Reading::Bmc4uml | Reading::Scxml => {
            let lowered = lower(model, property)?;
            let layout = lowered.layout;
            Written {
                model: lowered.model,
                // Whoever has no room waits in this reading.
                bounded: Vec::new(),
                exceeds_bits: false,
                // What more there is says what happens next.
                fits: Box::new(move |state, wanted| {
                    wanted.starts_with(&values(model, &layout, state))
                }),
            }
        }
    })
}

/// The run of the definitions that an assignment stands for.
fn along(
    space: &ChartSpace<'_>,
    formulas: &Encoded<'_>,
    fits: &dyn Fn(&SystemState, &[i64]) -> bool,
    way: &Way,
) -> Option<Trace> {
    let Way::Bits(width, run) = way else {
        return None;
    };
    let states = formulas.with(*width, |it| {
        let values = run.states.iter().map(|state| {
            let values = it.values(state)?.into_iter();
            values.map(|it| it.number()).collect::<Option<Vec<i64>>>()
        });
        values.collect::<Option<Vec<_>>>()
    })??;
    space.run_through(&states, fits)
}

/// What formulas are not written of.
fn said(why: Beyond) -> &'static str {
    match why {
        Beyond::Reading => "formulas are not written of `semantics scxml`",
        Beyond::Construct => {
            "formulas are not written of pseudostates, do behaviours, deferred events and calls that wait"
        }
        Beyond::Scenario => "formulas are not written of scenarios over objects",
        Beyond::Inputs => "formulas are not written of inputs here",
        Beyond::Division => "formulas are not written of divisions",
        Beyond::Size => {
            "formulas are not written of queues, delays and sets of transitions as large as here"
        }
    }
}
