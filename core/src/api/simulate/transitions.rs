//! Transition systems made ready for showing: whole transitions, or split ones.

use std::cell::OnceCell;

use super::blocked::blocked;
use super::ending::{self, Ends};
use super::named::{first_starts, first_steps, freed, frees};
use super::stage::{Goal, Stage, expression, tracked};
use super::step_in_words::{in_words, told};
use super::{NoSimulation, onward};
use crate::api::systems::{Fired, executed};
use crate::expression::{Sort, Value};
use crate::language::transitions::split::{Rules, SplitGrain, SplitOptions, SplitSystem, split};
use crate::language::transitions::{
    Initial, Named, Relation, Settings, Subject, TransitionModel, TransitionSystem, free_at_start,
};
use crate::simulate::Session;
use crate::system::{LabelId, Step, System, Valuation};
use crate::text::Severity;
use crate::view::SimulationOptions;

/// Substeps of one step, where all runs are listed: there are many steps.
const MOST_SUBSTEPS_OF_ALL_RUNS: u64 = 50_000;

/// Makes the transition system of a text ready and hands it on.
pub(super) fn transitions<R>(
    text: &str,
    ((grain, rules), all_runs): ((Option<SplitGrain>, Rules), bool),
    options: &SimulationOptions,
    act: impl FnOnce(&Stage<'_>) -> Result<R, NoSimulation>,
) -> Result<R, NoSimulation> {
    let (model, diagnostics) = crate::language::transitions::read(text);
    if diagnostics.iter().any(|it| it.severity == Severity::Error) {
        return Err(NoSimulation::Errors);
    }
    let settings = Settings::default();
    let settings = Settings {
        most_substeps: match all_runs {
            true => MOST_SUBSTEPS_OF_ALL_RUNS,
            false => settings.most_substeps,
        },
        ..settings
    };
    let globals = model.variables[..model.globals].iter();
    let declared: Vec<String> = globals.map(|it| it.name.clone()).collect();
    let free: Vec<_> = free_at_start(&model, settings)
        .map(|it| it.name.clone())
        .collect();
    let wide = free_at_start(&model, settings).filter(|it| matches!(it.sort, Sort::Integer { .. }));
    let free_integers: Vec<_> = wide.map(|it| it.name.clone()).collect();
    let unread = model.variables[..model.globals].iter();
    let unread = unread.filter(|it| it.initial == Initial::Irrelevant);
    let unread: Vec<_> = unread.map(|it| it.name.clone()).collect();
    let Some(grain) = grain else {
        let system = TransitionSystem::new(&model, settings);
        let tell = |at: &Valuation, step: &Step| {
            let mut fired = Vec::new();
            system.follow(at, step, &mut |operation, values| {
                fired.push(told(text, &model, operation, values));
            });
            let word = system.alternative(step.label).map_or("", |it| it.0.word());
            in_words(word, fired)
        };
        let executes = |at: &Valuation, step: &Step| {
            let fired = executed(&system, at, step).0;
            let word = system.alternative(step.label).map_or("", |it| it.0.word());
            (word.to_owned(), fired)
        };
        let stopped = |at: &Valuation| {
            let relation = |label| system.alternative(label).map_or("", |it| it.0.word());
            let branches = system.branches(at, 1);
            blocked(text, &model, &branches, |it| relation(it.label))
        };
        let naming = |named| system.clone().naming(named);
        let refused = |at: &Valuation, variable: &str, numbers: &[i64]| {
            let relation = |label| system.alternative(label).map_or("", |it| it.0.word());
            let mut branches = naming(only(numbers)).branches(at, 1);
            branches.retain(|it| frees(&model, it, variable));
            blocked(text, &model, &branches, |it| relation(it.label))
        };
        return act(&Stage {
            own: None,
            as_printed: None,
            with_named: &|at, named| first_steps(&naming(named), at),
            starts_with: &|named| first_starts(&naming(named)),
            free,
            unread,
            free_integers,
            nameable: &|at| freed(&model, &system.branches(at, 1)),
            refused: &refused,
            tracked: tracked(&system, &options.track, Some(&model))?,
            system: &system,
            tell: &tell,
            blocked: &stopped,
            executes: &executes,
            declared,
            stable: &|at| system.is_observed(at),
            question: &|stage, at, goal| {
                let turn = system.state(at).map(|it| it.1);
                onward::question(stage, &model, (at, turn), goal)
            },
            undecided: &|| false,
            goal: &|check| goal(&model, check),
            places: &|_| None,
            read: &|text| expression(&model, text),
        });
    };
    let by_rules = SplitOptions {
        rules,
        grain,
        settings,
    };
    let parts = split(&model, by_rules);
    let system = SplitSystem::new(&parts);
    let tell = |at: &Valuation, step: &Step| {
        let after = system.apply(at, step);
        let values = after.and_then(|it| system.schema().values(&it));
        let values = values.unwrap_or_default();
        let origins = system.origins(step.label);
        let inside = |it: &[Value]| !it.is_empty() && !system.is_stable(it);
        let before = system.schema().values(at).unwrap_or_default();
        if origins.is_empty() && (inside(&before) || inside(&values)) {
            return format!("{}: an empty fragment", relation(&system, step.label));
        }
        let fired = origins.iter();
        let fired = fired.map(|&it| told(text, &model, it, &values));
        in_words(relation(&system, step.label), fired.collect())
    };
    let executes = |_: &Valuation, step: &Step| {
        // A havoc ends its fragment, so what it gives is there.
        let fired = Fired {
            operations: system.origins(step.label).to_vec(),
            passing: Vec::new(),
        };
        (relation(&system, step.label).to_owned(), fired)
    };
    let stopped = |at: &Valuation| {
        let branches = system.branches(at, 1);
        blocked(text, &parts.model, &branches, |it| {
            relation(&system, it.label)
        })
    };
    let naming = |named| SplitSystem::new(&parts).naming(named);
    let refused = |at: &Valuation, variable: &str, numbers: &[i64]| {
        let mut branches = naming(only(numbers)).branches(at, 1);
        branches.retain(|it| frees(&parts.model, it, variable));
        blocked(text, &parts.model, &branches, |it| {
            relation(&system, it.label)
        })
    };
    // Corrected only where a run by other rules has come to its end.
    let corrected = OnceCell::new();
    let stuck = |session: &Session<'_>| {
        let corrected = corrected.get_or_init(|| ending::corrected(&model, by_rules));
        ending::stuck(&model, &system, corrected, session)
    };
    act(&Stage {
        own: None,
        as_printed: (rules != Rules::Corrected).then_some(&stuck as &Ends<'_>),
        with_named: &|at, named| first_steps(&naming(named), at),
        starts_with: &|named| first_starts(&naming(named)),
        free,
        unread,
        free_integers,
        nameable: &|at| freed(&parts.model, &system.branches(at, 1)),
        refused: &refused,
        tracked: tracked(&system, &options.track, Some(&parts.model))?,
        system: &system,
        tell: &tell,
        blocked: &stopped,
        executes: &executes,
        declared,
        stable: &|at| {
            let values = system.schema().values(at);
            values.is_some_and(|it| system.is_stable(&it) && system.turn(&it) == Relation::Env)
        },
        question: &|stage, at, goal| {
            // Engines know nothing of other rules.
            stage.as_printed.is_none().then_some(())?;
            let values = system.schema().values(at)?;
            let turn = system.is_stable(&values).then(|| system.turn(&values));
            onward::question(stage, &model, (at, turn), goal)
        },
        undecided: &|| system.gave_up(),
        goal: &|check| goal(&model, check),
        places: &|_| None,
        read: &|text| expression(&parts.model, text),
    })
}

/// These integers and no others.
fn only(numbers: &[i64]) -> Named {
    Named {
        numbers: numbers.to_vec(),
        only: true,
    }
}

/// What a check asks for; of goals that are to be reached one after the other the last one.
fn goal(model: &TransitionModel, check: usize) -> Option<Goal> {
    match &model.properties.get(check)?.subject {
        Subject::Always(term) => Some(Goal {
            term: term.clone(),
            value: false,
            word: "violated",
        }),
        Subject::Reach(goals) => Some(Goal {
            term: goals.last()?.clone(),
            value: true,
            word: if goals.len() == 1 {
                "goal"
            } else {
                "last goal"
            },
        }),
        Subject::Deadlock => None,
    }
}

fn relation(system: &SplitSystem<'_>, label: LabelId) -> &'static str {
    let fragment = usize::try_from(label).ok();
    let fragment = fragment.and_then(|it| system.split().fragments.get(it));
    fragment.map_or("", |it| it.relation.word())
}
