//! Checks of statecharts by all engines: visits, and formulas with their solvers.

use super::matching::values;
use super::search::{OpenedChart, Statecharts, limits};
use crate::api::found::by_turns;
use crate::api::kind::{Asked, Found, Opened, Provable, Prove, by_visits};
use crate::api::request::{Means, Refusal};
use crate::api::systems::Encoded;
use crate::encode::statecharts::{Beyond, compose, lower};
use crate::engine::systems::{Choice, Engine, Way};
use crate::language::statechart::StatechartModel;
use crate::language::statechart::model::{ObjectId, Property, Reading};
use crate::language::statechart::semantics::SystemState;
use crate::language::transitions::{Settings, TransitionModel};
use crate::question::statecharts::ChartSpace;
use crate::system::Trace;

impl Prove for Statecharts {
    fn open<'m>(&self, it: Asked<'m>) -> Option<Box<dyn Provable + 'm>> {
        Some(Box::new(OpenedChart::new(it)?))
    }
}

impl Provable for OpenedChart<'_> {
    fn search(&self, means: &Means<'_, '_>) -> Result<Found, Refusal> {
        let budget = &means.budget;
        if budget.choice == Choice::Explicit {
            return by_visits(self, means);
        }
        let written = match written(self.model, self.property) {
            Ok(written) => written,
            Err(why) if budget.choice.is_of_formulas() => {
                return Err(Refusal::Option(format!(
                    "{}; explicit search answers this check",
                    said(why)
                )));
            }
            Err(_) => return by_visits(self, means),
        };
        let subject = &written.model.properties[0].subject;
        let of = (&written.model, subject, Settings::default());
        let formulas = Encoded::new(of, budget.limits.memory, means.stop);
        let space = &self.space;
        let finding = by_turns(space, &formulas, means)?;
        let trace = match &finding.way {
            None => None,
            Some(Way::States(rows)) => space.run_along(rows),
            Some(way) => {
                let trace = along(space, &formulas, &*written.fits, way);
                let trace = trace.filter(|it| space.confirms(it));
                if trace.is_none() && budget.choice == Choice::Auto {
                    // It ends with an error, which formulas take for what is looked for.
                    return by_visits(self, means);
                }
                trace
            }
        };
        let limits = match finding.engine {
            Engine::Explicit => self.limits(),
            // Formulas do not tell who is sent more than that: all that may be are named.
            _ => {
                let met = (&written.bounded[..], &space.cut());
                limits(self.model, met, written.exceeds_bits).in_words()
            }
        };
        Ok(Found {
            finding,
            trace,
            invariant: Vec::new(),
            limits,
        })
    }
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
fn written<'m>(model: &'m StatechartModel, property: &'m Property) -> Result<Written<'m>, Beyond> {
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
                // In this reading a sender waits where the queue has no room.
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
