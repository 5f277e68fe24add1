//! Runs made by hand as texts: a scenario, a question, and the question that the solver goes on with.

use super::ByHand;
use crate::language::machines::Place;
use crate::language::machines::document;
use crate::language::machines::document::ast::{Document, Item};
use crate::language::machines::document::pieces::{check_text, only_question, scenario_text};
use crate::language::machines::scenario::{Message, Scenario};
use crate::language::questions::Mode;
use crate::language::{Check, LifelineId, Model, Question};
use crate::text::Span;
use crate::view::{PlaceView, StepView};

impl ByHand {
    /// What to append to the text to have the run as a scenario with its check: its messages in
    /// their order, from the start of the run. Strict scenarios let moves without messages happen in
    /// between, so the machines can play it; `loose` ones let other messages happen as well. `None` for a
    /// run without messages.
    #[must_use]
    pub fn run_as_scenario(&self, run: &[StepView], loose: bool) -> Option<String> {
        let mut model = self.model.clone();
        let messages: Vec<_> = run
            .iter()
            .flat_map(|step| &step.messages)
            .filter_map(|message| {
                let symbols = &mut model.symbols.iter();
                Some(Message {
                    from: message.from,
                    to: message.to,
                    symbol: symbols.position(|it| *it == message.symbol)?,
                    span: Span::default(),
                })
            })
            .collect();
        if messages.is_empty() {
            return None;
        }
        let on_system = self.is_on_system();
        model.scenarios.push(Scenario {
            name: self.free_name(),
            forbidden: false,
            lifelines: self.lifelines.clone(),
            messages,
            span: Span::default(),
        });
        let scenario = model.scenarios.len() - 1;
        let mode = if loose { Mode::Loose } else { Mode::Strict };
        let mut check = Check::asking(Question::Scenario { scenario, mode }, None);
        check.from = self.named(&self.state(&run.first()?.state)?);
        let mut text = format!("\n{}\n", scenario_text(&model, scenario, !on_system));
        // Where nothing is asked, every scenario is checked by itself, and read strictly.
        if loose || !check.from.is_empty() || self.model.checks.iter().any(|it| !it.implicit) {
            text += &self.implicit_checks();
            text += &check_text(&model, &check);
        }
        Some(text)
    }

    /// What to append to the text to ask whether a global state can be reached from where the run
    /// starts, within the length of the run; or, with a goal, whether that can be reached from the
    /// state. Such questions are about the lifelines of the system: `None` where the run is on
    /// others and the text cannot be given them without changing what it says.
    #[must_use]
    pub fn run_as_question(
        &self,
        text: &str,
        run: &[StepView],
        goal: &[(usize, PlaceView)],
        bound: Option<u32>,
    ) -> Option<String> {
        let system = if self.is_on_system() {
            String::new()
        } else {
            self.new_system(text)?
        };
        let here = self.state(&run.last()?.state)?;
        let (goal, from, bound) = if goal.is_empty() {
            let start = self.state(&run.first()?.state)?;
            let steps = u32::try_from(run.len() - 1).ok();
            let all = here.iter().copied().enumerate().collect();
            (all, self.named(&start), steps)
        } else {
            (self.goal(goal), self.named(&here), bound)
        };
        let check = Check {
            from,
            ..Check::asking(Question::Reach { goal }, bound)
        };
        let mut model = self.model.clone();
        model.system.clone_from(&self.lifelines);
        let checks = self.implicit_checks();
        Some(format!("\n{system}{checks}{}", check_text(&model, &check)))
    }

    /// A text with these machines and lifelines whose only check asks whether the goal can be reached
    /// from a global state: for the worker.
    #[must_use]
    pub fn onward(
        &self,
        text: &str,
        places: &[PlaceView],
        goal: &[(usize, PlaceView)],
        bound: Option<u32>,
    ) -> Option<String> {
        let goal = self.goal(goal);
        let check = Check {
            from: self.named(&self.state(places)?),
            ..Check::asking(Question::Reach { goal }, bound)
        };
        let mut model: Model = self.model.clone();
        model.system.clone_from(&self.lifelines);
        let (document, _) = document::parse(text);
        Some(only_question(&document, &model, &check))
    }

    fn goal(&self, goal: &[(usize, PlaceView)]) -> Vec<(LifelineId, Place)> {
        let known = goal.iter().filter(|(of, _)| *of < self.lifelines.len());
        let place = |&(of, place): &(usize, PlaceView)| match place {
            PlaceView::State(state) => (of, Place::State(state)),
            PlaceView::Transition(transition) => (of, Place::Intermediate(transition)),
        };
        known.map(place).collect()
    }

    fn is_on_system(&self) -> bool {
        let pairs = self.lifelines.iter().zip(&self.model.system);
        let mut same =
            pairs.map(|(one, other)| one.name == other.name && one.machine == other.machine);
        self.lifelines.len() == self.model.system.len() && same.all(|same| same)
    }

    /// `by hand`, `by hand 2`, …
    fn free_name(&self) -> String {
        let is_free = |name: &String| self.model.scenarios.iter().all(|it| it.name != *name);
        let numbered = (2..).map(|number: usize| format!("by hand {number}"));
        let mut names = std::iter::once("by hand".to_owned()).chain(numbered);
        names
            .find(is_free)
            .expect("there are more numbers than scenarios")
    }

    /// A `system` with the lifelines of the run, where nothing in the text relies on another one.
    fn new_system(&self, text: &str) -> Option<String> {
        let (document, _) = document::parse(text);
        let relies = |item: &Item| match item {
            Item::System(_) => true,
            Item::Scenario(scenario) => scenario.lifelines.is_empty(),
            Item::Check(check) => check.is_about_system(),
            Item::Machine(_) => false,
        };
        if document.items.iter().any(relies) {
            return None;
        }
        let mut model = Model::default();
        model.machines.clone_from(&self.model.machines);
        model.system.clone_from(&self.lifelines);
        let system = document::pieces::system(&model);
        let items = vec![Item::System(system)];
        Some(format!("{}\n", document::print(&Document { items })))
    }

    /// The checks that a text without any has of itself: with the first one written, they have to
    /// be written too.
    fn implicit_checks(&self) -> String {
        let implicit = self.model.checks.iter().filter(|check| check.implicit);
        implicit
            .map(|check| check_text(&self.model, check))
            .collect()
    }
}
