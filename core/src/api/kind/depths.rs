//! The verb "how soon": the fewest steps until each part of a model is in each of its states, for every kind that finds it out
//! ([`Explore::soonest`](super::Explore::soonest)).

use super::{Asked, KindValues, Soonest};
use crate::api::request::{Host, HostWatch, Refusal, SearchOptions};
use crate::engine::Coverage;
use crate::view::{DepthsView, LifelineDepthsView, Options, Soon};

impl KindValues {
    /// Finds out how soon each part of a model can be in each of its states, from the start of a check. What counts are steps, as
    /// in answers.
    ///
    /// # Errors
    /// Refuses a text with errors, a check that does not exist, and kinds whose parts have no states;
    /// [`Refusal::Capabilities`] says that `explore` is missing. Limits are no errors: the answers are then
    /// [`Soon::NotWithin`].
    pub fn depths(
        &self,
        text: &str,
        index: usize,
        options: &Options,
        host: &mut dyn Host,
    ) -> Result<DepthsView, Refusal> {
        let model = self.read(text)?;
        let asked = Asked::new((text, &*model), index, options);
        self.search.head(asked).ok_or(Refusal::NoSuchCheck)?;
        let explore = self.explore()?.value;
        let chosen = SearchOptions::new(options, host.capabilities().solvers)?;
        let gate = HostWatch::new(host, options.timeout_ms);
        let found = explore.soonest(asked, &chosen.limits, &mut gate.watch());
        let Soonest {
            parts,
            finding,
            limits,
        } = found.ok_or_else(KindValues::not_answered)?;
        // All were found, or everything was visited.
        let whole = finding.way.is_some() || !matches!(finding.coverage, Coverage::Open(_));
        let limit = match whole {
            true => Soon::Never,
            false => Soon::NotWithin(finding.reached.depth),
        };
        let soon = |it: Option<u32>| it.map_or(limit, Soon::After);
        let lifelines = parts.into_iter().map(|it| LifelineDepthsView {
            name: it.name,
            machine: it.type_name,
            states: it.states.into_iter().map(|it| (it.0, soon(it.1))).collect(),
            transitions: Vec::new(),
        });
        let lifelines: Vec<_> = lifelines.collect();
        Ok(DepthsView {
            sentence: sentence(&lifelines, limit, &limits),
            never: lifelines.iter().filter_map(never).collect(),
            lifelines,
            ..DepthsView::default()
        })
    }
}

/// How many states are not reached, and what that depends on.
fn sentence(all: &[LifelineDepthsView], limit: Soon, bounds: &str) -> String {
    let states = all.iter().flat_map(|it| &it.states);
    let missing = states.filter(|it| it.1 == limit).count();
    let are = match missing {
        0 => return "Every state is reached.".into(),
        1 => "1 state is".to_owned(),
        more => format!("{} states are", crate::text::grouped(more as u64)),
    };
    match limit {
        Soon::NotWithin(depth) => {
            let steps = if depth == 1 { "step" } else { "steps" };
            format!(
                "{are} not reached within {depth} {steps}{bounds}; beyond, not everything was searched."
            )
        }
        _ => format!("{are} never reached{bounds}."),
    }
}

/// What a part of the model never comes to.
fn never(it: &LifelineDepthsView) -> Option<String> {
    let states = it.states.iter().filter(|it| it.1 == Soon::Never);
    let states: Vec<_> = states.map(|it| format!("`{}`", it.0)).collect();
    (!states.is_empty()).then(|| format!("`{}`: {}", it.name, states.join(", ")))
}
