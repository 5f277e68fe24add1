//! How fine a step of a transition system is: a whole transition, or a fragment of one, by the rules that take it apart.

use std::cell::OnceCell;

use super::NoSimulation;
use super::ending::{self, Why};
use super::known::{effect, of_relation};
use crate::api::run_entry::Fired;
use crate::api::systems::executed;
use crate::expression::Value;
use crate::language::transitions::branches::Branch;
use crate::language::transitions::split::{
    Rules, SplitGrain, SplitModel, SplitOptions, SplitSystem,
};
use crate::language::transitions::{Named, Relation, Settings, TransitionModel, TransitionSystem};
use crate::simulate::Session;
use crate::system::{LabelId, Step, System, Valuation};
use crate::view::{StepAction, StepEffect};

/// The grain of a name; `None` for whole transitions.
pub(in crate::api) fn grain(name: &str) -> Result<Option<SplitGrain>, NoSimulation> {
    match name {
        "" | "transition" => Ok(None),
        "choice" => Ok(Some(SplitGrain::Choice)),
        "statement" => Ok(Some(SplitGrain::Statement)),
        other => Err(NoSimulation::Option(format!(
            "there is no grain `{other}`; grains are transition, choice and statement"
        ))),
    }
}

/// The rules of a name.
pub(in crate::api) fn rules(name: &str) -> Result<Rules, NoSimulation> {
    let unknown = || {
        let names = Rules::ALL.map(|it| it.0).join(", ");
        NoSimulation::Option(format!("there are no rules `{name}`; rules are {names}"))
    };
    Rules::named(name).ok_or_else(unknown)
}

/// The steps of a transition system.
pub(super) trait Steps {
    /// The system that takes them.
    fn system(&self) -> &dyn System;

    /// Its model: that of the text, or the one that is taken apart.
    fn model(&self) -> &TransitionModel;

    /// The relation of a label.
    fn relation(&self, label: LabelId) -> &'static str;

    /// What a step does.
    fn action(&self, text: &str, at: &Valuation, step: &Step) -> StepAction;

    /// The operations that a step executes.
    fn fired(&self, at: &Valuation, step: &Step) -> Fired;

    /// The same, where any integer is possible with these as well, or these only.
    fn naming(&self, named: Named) -> Box<dyn Steps + '_>;

    /// What could be decided in a state.
    fn branches(&self, at: &Valuation) -> Vec<Branch>;

    /// Whether properties are about a state.
    fn is_stable(&self, at: &Valuation) -> bool;

    /// Whose turn it is; `None` inside a transition.
    fn turn(&self, at: &Valuation) -> Option<Relation>;

    /// As [`SimulatedModel::ends_where_it_returns`](super::model::SimulatedModel::ends_where_it_returns).
    fn ends_where_it_returns(&self) -> bool {
        false
    }

    /// As [`SimulatedModel::why_stuck`](super::model::SimulatedModel::why_stuck).
    fn why_stuck(&self, run: &Session<'_>) -> Option<Why> {
        let _ = run;
        None
    }

    /// As [`SimulatedModel::gave_up`](super::model::SimulatedModel::gave_up).
    fn gave_up(&self) -> bool {
        false
    }
}

/// Whole transitions.
pub(super) struct WholeTransitions<'m>(TransitionSystem<'m>);

impl<'m> WholeTransitions<'m> {
    pub(super) fn new(model: &'m TransitionModel, settings: Settings) -> Self {
        Self(TransitionSystem::new(model, settings))
    }
}

impl Steps for WholeTransitions<'_> {
    fn system(&self) -> &dyn System {
        &self.0
    }

    fn model(&self) -> &TransitionModel {
        self.0.model()
    }

    fn relation(&self, label: LabelId) -> &'static str {
        self.0.alternative(label).map_or("", |it| it.0.word())
    }

    fn action(&self, text: &str, at: &Valuation, step: &Step) -> StepAction {
        let mut effects = Vec::new();
        self.0.follow(at, step, &mut |operation, values| {
            effects.extend(effect(text, self.model(), operation, values));
        });
        of_relation(self.relation(step.label), effects)
    }

    fn fired(&self, at: &Valuation, step: &Step) -> Fired {
        executed(&self.0, at, step).0
    }

    fn naming(&self, named: Named) -> Box<dyn Steps + '_> {
        Box::new(WholeTransitions(self.0.clone().naming(named)))
    }

    fn branches(&self, at: &Valuation) -> Vec<Branch> {
        self.0.branches(at, 1)
    }

    fn is_stable(&self, at: &Valuation) -> bool {
        self.0.is_observed(at)
    }

    fn turn(&self, at: &Valuation) -> Option<Relation> {
        self.0.state(at).map(|it| it.1)
    }
}

/// Fragments of transitions.
pub(super) struct Fragments<'m> {
    /// What the text means.
    source: &'m TransitionModel,
    options: SplitOptions,
    parts: &'m SplitModel,
    system: SplitSystem<'m>,
    /// The same by the corrected rules, made only where a run by other rules has come to its end.
    corrected: OnceCell<SplitModel>,
}

impl<'m> Fragments<'m> {
    pub(super) fn new(
        source: &'m TransitionModel,
        parts: &'m SplitModel,
        options: SplitOptions,
    ) -> Self {
        Self {
            source,
            options,
            parts,
            system: SplitSystem::new(parts),
            corrected: OnceCell::new(),
        }
    }
}

impl Steps for Fragments<'_> {
    fn system(&self) -> &dyn System {
        &self.system
    }

    fn model(&self) -> &TransitionModel {
        &self.parts.model
    }

    fn relation(&self, label: LabelId) -> &'static str {
        let fragment = usize::try_from(label).ok();
        let fragment = fragment.and_then(|it| self.parts.fragments.get(it));
        fragment.map_or("", |it| it.relation.word())
    }

    fn action(&self, text: &str, at: &Valuation, step: &Step) -> StepAction {
        let system = &self.system;
        let after = system.apply(at, step);
        let values = after.and_then(|it| system.schema().values(&it));
        let values = values.unwrap_or_default();
        let origins = system.origins(step.label);
        let inside = |it: &[Value]| !it.is_empty() && !system.is_stable(it);
        let before = system.schema().values(at).unwrap_or_default();
        let relation = self.relation(step.label);
        if origins.is_empty() && (inside(&before) || inside(&values)) {
            return of_relation(relation, vec![StepEffect::Nothing]);
        }
        let origins = origins.iter();
        let effects = origins.filter_map(|&it| effect(text, self.source, it, &values));
        of_relation(relation, effects.collect())
    }

    fn fired(&self, _at: &Valuation, step: &Step) -> Fired {
        // A havoc ends its fragment, so what it gives is there.
        Fired {
            operations: self.system.origins(step.label).to_vec(),
            passing: Vec::new(),
        }
    }

    fn naming(&self, named: Named) -> Box<dyn Steps + '_> {
        let Self {
            source,
            parts,
            options,
            ..
        } = *self;
        let plain = Fragments::new(source, parts, options);
        Box::new(Fragments {
            system: plain.system.naming(named),
            ..plain
        })
    }

    fn branches(&self, at: &Valuation) -> Vec<Branch> {
        self.system.branches(at, 1)
    }

    fn is_stable(&self, at: &Valuation) -> bool {
        self.turn(at) == Some(Relation::Env)
    }

    fn turn(&self, at: &Valuation) -> Option<Relation> {
        let values = self.system.schema().values(at)?;
        let is_stable = self.system.is_stable(&values);
        is_stable.then(|| self.system.turn(&values))
    }

    fn ends_where_it_returns(&self) -> bool {
        self.options.rules != Rules::Corrected
    }

    fn why_stuck(&self, run: &Session<'_>) -> Option<Why> {
        let corrected = || ending::corrected(self.source, self.options);
        let corrected = self.corrected.get_or_init(corrected);
        ending::stuck(self.source, &self.system, corrected, run)
    }

    fn gave_up(&self) -> bool {
        self.system.gave_up()
    }
}
