//! Kinds of model that offer their definitions and nothing else, run: [`Stepwise`] opens every [`StepKind`].
//!
//! A run that belongs to no check is one of the system that the text declares; one of a check is as that check asks. A condition to
//! go on to is read as the goal of one more check, so it means what it means there.

use std::collections::{BTreeMap, BTreeSet};

use super::NoSimulation;
use super::model::{Goal, Offers, Simulate, SimulatedModel, Tracked, Wanted};
use super::named::first_starts;
use super::shown::{is_of_model, listed, tracked_variables};
use crate::api::kind::{Calls, StepKind, Stepwise, ToldSteps, executed};
use crate::api::run_entry::{Executed, listed_names, listed_values, state_of};
use crate::language::Languages;
use crate::language::questions::PropertySubject;
use crate::language::transitions::Named;
use crate::system::{Step, System, Valuation};
use crate::text::{Diagnostic, Severity};
use crate::view::{
    BlockedChoice, Folding, MemberView, SimulationOptions, StepAction, StepTurn, SystemStepView,
};
use crate::wording::simulate as wording;

impl<K: StepKind> Simulate for Stepwise<K> {
    fn name(&self) -> &'static str {
        K::language().title.name
    }

    fn offers(&self) -> Offers {
        Offers {
            until: true,
            ..Offers::default()
        }
    }

    fn open(
        &self,
        text: &str,
        options: &SimulationOptions,
        _all_runs: bool,
        act: &mut dyn FnMut(&dyn SimulatedModel),
    ) -> Result<(), NoSimulation> {
        if !matches!(&*options.grain, "" | "transition" | "step") {
            let what = wording::only_whole_steps(&options.grain);
            return Err(NoSimulation::Option(what));
        }
        let (model, diagnostics) = read::<K>(text);
        NoSimulation::of(&diagnostics)?;
        let is_there =
            |it: &usize| K::question(&model, *it).is_some() && K::is_about_runs(&model, *it);
        let check = options.check.filter(is_there);
        let system = K::system(&model, check);
        let schema = system.schema();
        let unknown = |name: &str| wording::not_tracked(name, &listed(&schema.variables));
        let members = K::members(&model);
        let track = by_members(&options.track, &members);
        let tracked = tracked_variables(schema, &track, is_of_model, unknown)?;
        let names: Vec<_> = tracked.iter().map(|it| it.name.clone()).collect();
        act(&SimulatedSteps::<K> {
            text,
            model: &model,
            check,
            columns: columns(&names, &members),
            tracked,
            names: listed_names(schema),
            calls: K::calls(text, &model, check),
            system,
        });
        Ok(())
    }
}

fn read<K: StepKind>(text: &str) -> (K::Model, Vec<Diagnostic>) {
    Languages::only(K::language()).read(text).into_model::<K>()
}

/// The columns of what is tracked. Of a property some of whose members are not, the value is not known: its links stay.
fn columns(tracked: &[String], members: &[(String, MemberView)]) -> Option<Folding> {
    let names: BTreeSet<_> = tracked.iter().collect();
    let others = members.iter().filter(|it| !names.contains(&it.0));
    let others: BTreeSet<_> = others.map(|it| &it.1.property).collect();
    let whole = members.iter().filter(|it| !others.contains(&it.1.property));
    let whole: BTreeMap<_, _> = whole.map(|it| (&*it.0, &it.1)).collect();
    Folding::new(tracked, &|_, name| whole.get(name).copied())
}

/// What is tracked, each once, with all its members in the place of a property.
fn by_members(track: &[String], members: &[(String, MemberView)]) -> Vec<String> {
    let each = track.iter().flat_map(|name| {
        let own = members.iter().filter(|it| it.1.property == name.trim());
        let own: Vec<_> = own.map(|it| it.0.clone()).collect();
        match own.is_empty() {
            true => vec![name.clone()],
            false => own,
        }
    });
    let mut known = BTreeSet::new();
    each.filter(|it| known.insert(it.trim().to_owned()))
        .collect()
}

fn error(diagnostics: &[Diagnostic]) -> Option<&Diagnostic> {
    diagnostics.iter().find(|it| it.severity == Severity::Error)
}

/// The model of a text.
struct SimulatedSteps<'m, K: StepKind> {
    text: &'m str,
    model: &'m K::Model,
    /// The check that is run.
    check: Option<usize>,
    system: Box<dyn System + 'm>,
    tracked: Vec<Tracked>,
    columns: Option<Folding>,
    names: Vec<String>,
    /// What steps do.
    calls: Option<Box<Calls<'m>>>,
}

impl<K: StepKind> SimulatedModel for SimulatedSteps<'_, K> {
    fn system(&self) -> &dyn System {
        &*self.system
    }

    fn tracked(&self) -> &[Tracked] {
        &self.tracked
    }

    fn columns(&self) -> Option<&Folding> {
        self.columns.as_ref()
    }

    fn names(&self) -> &[String] {
        &self.names
    }

    fn action(&self, at: &Valuation, step: &Step) -> StepAction {
        StepAction {
            turn: StepTurn::Call(K::called(self.model, &self.system.narrate(at, step))),
            ..StepAction::default()
        }
    }

    fn values(&self, at: &Valuation) -> Vec<String> {
        listed_values(self.system.schema(), at)
    }

    /// With what the step does, where the kind tells that.
    fn entry(&self, step: Option<(&Valuation, &Step)>, after: &Valuation) -> SystemStepView {
        let told = ToldSteps {
            system: &*self.system,
            names: &self.names,
            called: &|events| K::called(self.model, events),
            calls: self.calls.as_deref(),
        };
        told.entry(step, after)
    }

    fn in_order(&self, at: &Valuation, after: &Valuation) -> Option<(usize, String)> {
        let (counter, next, other) = K::counted(self.model, self.check?)?;
        let said = match after.get(counter)? > at.get(counter)? {
            true => next,
            false => other,
        };
        Some((counter, said))
    }

    fn blocked(&self, at: &Valuation) -> Vec<BlockedChoice> {
        K::refused(self.text, self.model, self.check, at, &|| true)
    }

    fn executes(&self, at: &Valuation, step: &Step) -> Executed {
        let events = self.system.narrate(at, step);
        executed(&events, K::called(self.model, &events))
    }

    /// Of the check that is run: a condition may be about what its system alone has.
    fn goal(&self, check: usize) -> Option<Goal<'_>> {
        let question = K::question(self.model, check).filter(|_| self.check == Some(check));
        let (condition, value, word) = match question?.subject {
            PropertySubject::Always(it) => (it, false, "violated"),
            PropertySubject::Reach(goals) => (*goals.last()?, true, Goal::word(goals.len())),
            PropertySubject::Deadlock => return None,
        };
        let conditions = K::conditions(self.model, check);
        Some(Goal {
            wanted: Box::new(move |at| Some(conditions(condition, at)? == value)),
            word,
        })
    }

    fn wanted(&self, written: &str) -> Result<Wanted<'_>, NoSimulation> {
        let (model, check, condition) = self.condition(written.trim()).map_err(|why| {
            let what = wording::cannot_be_read(written.trim(), &why);
            NoSimulation::Option(what)
        })?;
        // The model is this question's own, so what is asked of it cannot be made before.
        Ok(Box::new(move |at| {
            K::conditions(&model, check)(condition, at)
        }))
    }

    fn anywhere(&self, values: &[(&str, &str)]) -> Option<Valuation> {
        state_of(self.system.schema(), values)
    }

    fn broken(&self, at: &Valuation) -> Vec<String> {
        K::broken(self.model, at)
    }

    /// All of them: nothing else tells one start of very many.
    fn free(&self) -> &[String] {
        &self.names
    }

    fn starts_with(&self, named: Named) -> Vec<Valuation> {
        match named.only {
            true => Vec::new(),
            false => first_starts(&*self.system),
        }
    }
}

impl<K: StepKind> SimulatedSteps<'_, K> {
    /// A condition as a model reads it in which one more check asks for it, with the numbers of check and condition; else what is wrong with it.
    fn condition(&self, written: &str) -> Result<(K::Model, usize, usize), String> {
        let (model, diagnostics) = read::<K>(&format!("{}\ncheck reach {written}\n", self.text));
        if let Some(error) = error(&diagnostics) {
            return Err(error.title.clone());
        }
        let mut numbers = 0..;
        let check = numbers.find(|it| K::question(self.model, *it).is_none());
        let check = check.expect("a text has not that many checks");
        let schema = |model, check| K::system(model, check).schema().clone();
        let own = schema(&model, None);
        let is_one = !written.contains('\n')
            && K::question(&model, check + 1).is_none()
            && own == schema(self.model, None);
        let question = K::question(&model, check).filter(|it| is_one && it.within.is_none());
        let condition = match question.map(|it| (it.subject, it.expected)) {
            Some((PropertySubject::Reach(goals), None)) if goals.len() == 1 => goals[0],
            _ => return Err(wording::not_one_condition().into()),
        };
        match own == schema(&model, Some(check)) {
            true => Ok((model, check, condition)),
            // Such as calls that happen: more than the state has to be known.
            false => Err(wording::not_of_one_state().into()),
        }
    }
}
