//! Answers to checks of every kind of model that has values (`api::KindValues`), and what a visit can tell beside them.
//!
//! Parts of the program hand the values over. What opens checks brings the verb with it, as a function that takes values: so the
//! verb is there once, in files that all such parts share, and a first verdict fetches what opens checks of one kind and no
//! more. Where that is not enough the refusal names what is missing.

use lockstep_core::api::{
    self, Capabilities, Comparing, Explore, Exploring, KindValue, KindValues, Options, Prove,
    Refusal, RepairOptions, Repairing, Search, Statecharts, StructureKind, SystemStepView,
    TransitionSystems,
};

use super::reply::{Reporter, compute, options, post};
use crate::parts::{Missing, part};
use crate::protocol::{self, Done, Reply, Request, Wanted};

/// The values that are there, and what answers requests by them. Parts take one and give it back with more: one type for all, since
/// each type of an answer costs the first view.
#[derive(Clone, Copy)]
struct Ready {
    values: KindValues,
    answer: fn(&Request, &KindValues) -> Result<Done, Refusal>,
}

impl Ready {
    fn new(search: &'static dyn Search) -> Self {
        Self {
            values: KindValues::new(search),
            answer: checked,
        }
    }

    /// All values of a kind at once.
    fn whole(values: KindValues) -> Self {
        Self {
            values,
            answer: explored,
        }
    }

    /// With what more a visit can tell, and the requests that are about that.
    fn explore(mut self, explore: &'static dyn Explore) -> Self {
        self.values.explore = Some(Exploring::new(explore));
        self.answer = explored;
        self
    }

    /// With edits of the text and two readings of checks, and the requests that are about them.
    fn help(mut self, repair: Repairing, compare: Comparing) -> Self {
        self.values.repair = Some(repair);
        self.values.compare = Some(compare);
        self.answer = helped;
        self
    }

    /// With formulas, after a visit that was not enough.
    fn prove(mut self, prove: &'static dyn Prove) -> Self {
        self.values.prove = Some(prove);
        self.values.continues = true;
        self
    }
}

part! {
    systems_search;
    /// Opens checks of transition systems.
    fn search_of_systems() -> Result<Ready, Missing> {
        Ok(Ready::new(&TransitionSystems))
    }
}

part! {
    systems_search;
    /// Finds other runs of them.
    fn explore_of_systems(ready: Ready) -> Result<Ready, Missing> {
        Ok(ready.explore(&TransitionSystems))
    }
}

part! {
    systems;
    /// Writes formulas of them.
    fn prove_of_systems(ready: Ready) -> Result<Ready, Missing> {
        Ok(ready.prove(&TransitionSystems))
    }
}

part! {
    statecharts_search;
    /// Opens checks of statecharts.
    fn search_of_charts() -> Result<Ready, Missing> {
        Ok(Ready::new(&Statecharts))
    }
}

part! {
    charts_simulation;
    /// Explains scenarios and answers of them, finds other runs, says how soon objects are where, and compares two readings.
    fn explore_of_charts(ready: Ready) -> Result<Ready, Missing> {
        Ok(ready.explore(&Statecharts))
    }
}

part! {
    charts_formulas;
    /// Writes formulas of them.
    fn prove_of_charts(ready: Ready) -> Result<Ready, Missing> {
        Ok(ready.prove(&Statecharts))
    }
}

part! {
    classes_search;
    /// Opens checks of class models; what more a visit tells of them comes along.
    fn search_of_classes() -> Result<Ready, Missing> {
        Ok(Ready::whole(api::CLASS_VISITS))
    }
}

part! {
    classes_formulas;
    /// Writes formulas of them.
    fn prove_of_classes(ready: Ready) -> Result<Ready, Missing> {
        Ok(ready.prove(api::CLASS_PROOFS))
    }
}

part! {
    classes_help;
    /// Looks for edits of them that mend a check, and puts the frames of one side by side.
    fn help_of_classes(ready: Ready) -> Result<Ready, Missing> {
        Ok(ready.help(api::CLASS_REPAIRS, api::CLASS_FRAMES))
    }
}

#[cfg(feature = "toy-kinds")]
part! {
    petri_search;
    /// Opens checks of Petri nets.
    fn search_of_petri() -> Result<Ready, Missing> {
        Ok(Ready::whole(api::PETRI_VALUES))
    }
}

/// What opens checks of a kind, by the part that reads it.
async fn search_of(kind: StructureKind) -> Result<Ready, Missing> {
    match kind.title().part {
        Some("transitions") => search_of_systems().await,
        Some("statecharts") => search_of_charts().await,
        Some("classes") => search_of_classes().await,
        #[cfg(feature = "toy-kinds")]
        Some("petri") => search_of_petri().await,
        _ => Err(Missing),
    }
}

/// Never called by its name: the first part of the program must not know it.
fn checked(request: &Request, values: &KindValues) -> Result<Done, Refusal> {
    let options = Options {
        blame: request.wants == Wanted::Blame,
        ..options(&request.engine, request.limit_ms)
    };
    let host = &mut Reporter::new(request.ticket, Capabilities::FEW);
    let outcome = values.check(&request.text, request.index, &options, host)?;
    Ok(Done::Answer(Box::new(outcome)))
}

/// Answers what is about [`Explore`], too; comes with that value.
fn explored(request: &Request, values: &KindValues) -> Result<Done, Refusal> {
    if !matches!(request.wants, Wanted::Another | Wanted::Depths) {
        return checked(request, values);
    }
    let (text, index) = (&request.text, request.index);
    let options = options("", request.limit_ms);
    let host = &mut Reporter::new(request.ticket, Capabilities::FEW);
    if request.wants == Wanted::Depths {
        let depths = values.depths(text, index, &options, host)?;
        return Ok(Done::Depths(Box::new(depths)));
    }
    let shown = protocol::read::<Vec<Vec<SystemStepView>>>(&request.simulation);
    let shown = shown.map_err(|_| Refusal::Option("the request cannot be read".to_owned()))?;
    let found = values.another(text, index, &shown, &options, host)?;
    Ok(Done::Another(Box::new(found)))
}

/// Proposes edits, and answers a check by both readings; comes with what looks for them.
fn helped(request: &Request, values: &KindValues) -> Result<Done, Refusal> {
    let (text, index) = (&request.text, request.index);
    let host = &mut Reporter::new(request.ticket, Capabilities::FEW);
    if request.wants == Wanted::SideBySide {
        let options = options(&request.engine, request.limit_ms);
        let outcome = values.side_by_side(text, index, &options, host)?;
        return Ok(Done::Answer(Box::new(outcome)));
    }
    let options = RepairOptions {
        timeout_ms: request.limit_ms,
        ..RepairOptions::default()
    };
    let repairs = values.repair(text, index, &options, host)?;
    Ok(Done::Repairs(Box::new(repairs)))
}

/// Answers a check, or what is asked about its answer, by what opens it, and brings in what turns out to be missing.
pub async fn check(request: &Request) -> Result<Result<Done, Refusal>, Missing> {
    let mut ready = search_of(request.kind).await?;
    // Before blame the answer was there already, by whatever it took.
    let mut wanted: &[KindValue] = match request.wants {
        Wanted::Blame => &[KindValue::Explore, KindValue::Prove],
        Wanted::Another | Wanted::Depths => &[KindValue::Explore],
        Wanted::Repairs => &[KindValue::Explore, KindValue::Repair],
        Wanted::SideBySide => &[KindValue::Explore, KindValue::Compare],
        _ => &[],
    };
    loop {
        for &value in wanted {
            if ready.values.has(value) {
                continue;
            }
            ready = with(ready, request.kind, value).await?;
        }
        let found = compute(request, |request| (ready.answer)(request, &ready.values));
        let missing = match found {
            Err(Refusal::Capabilities(it)) if !wanted.contains(&it) => it,
            found => return Ok(found),
        };
        // The network's time is not the check's.
        post(&Reply::Computing {
            ticket: request.ticket,
            now: false,
        });
        wanted = match missing {
            KindValue::Explore => &[KindValue::Explore],
            KindValue::Prove => &[KindValue::Prove],
            KindValue::Repair => &[KindValue::Repair],
            KindValue::Compare => &[KindValue::Compare],
        };
    }
}

/// The same with one more value of a kind of model, where it has that.
async fn with(ready: Ready, kind: StructureKind, value: KindValue) -> Result<Ready, Missing> {
    match (kind.title().part, value) {
        (Some("transitions"), KindValue::Explore) => explore_of_systems(ready).await,
        (Some("transitions"), KindValue::Prove) => prove_of_systems(ready).await,
        (Some("statecharts"), KindValue::Explore) => explore_of_charts(ready).await,
        (Some("statecharts"), KindValue::Prove) => prove_of_charts(ready).await,
        (Some("classes"), KindValue::Prove) => prove_of_classes(ready).await,
        (Some("classes"), KindValue::Repair | KindValue::Compare) => help_of_classes(ready).await,
        // Others have all their values in one part.
        _ => Ok(ready),
    }
}
