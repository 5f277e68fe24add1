//! One machine card: a lifeline's name, where it is, and its machine with that place lit.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{MachineView, Range};
use lockstep_core::diagram::marks::{self, CardMarks, Mark};
use lockstep_core::diagram::{Element, ElementId, ElementKind};
use lockstep_core::diagram::{graph, words};

use super::StageContext;
use super::cards::CardSpec;
use super::depths::LifelineDepths;
use super::layout::{Layouts, Placed};
use super::machine_graph::MachineGraph;

/// What the drawing of a machine needs to know.
#[derive(Clone)]
pub struct Actor {
    /// The machine.
    pub machine: Arc<MachineView>,
    /// What is lit.
    pub marks: Memo<CardMarks>,
    /// The lifeline and its place in words.
    pub whereabouts: Signal<String>,
    /// The state or transition that is selected.
    pub picked: Memo<Option<Element>>,
    /// The transitions that the answer is blamed on.
    pub blamed: Memo<Vec<Element>>,
    /// The transitions that can be taken next in a run by hand.
    pub can: Memo<Vec<Element>>,
    /// The digits of the choices that take them, each with its transition.
    pub numbers: Memo<Vec<(usize, usize)>>,
    /// Marks an element's place in the text, a state's or a transition's; shows the lifeline's.
    pub reveal: Callback<Element>,
    /// How soon its states and transitions are reached.
    pub depths: LifelineDepths,
}

impl Actor {
    /// The same lifeline with another machine, of which nothing is lit.
    fn unlit(&self, machine: Arc<MachineView>) -> Self {
        Self {
            machine,
            marks: Memo::new(|_| CardMarks::default()),
            picked: Memo::new(|_| None),
            blamed: Memo::new(|_| Vec::new()),
            can: Memo::new(|_| Vec::new()),
            numbers: Memo::new(|_| Vec::new()),
            ..self.clone()
        }
    }
}

/// The card of one lifeline.
#[component]
pub fn Card(play: StageContext, spec: CardSpec) -> impl IntoView {
    let actor = actor(play, &spec);
    let (marks, whereabouts, reveal) = (actor.marks, actor.whereabouts, actor.reveal);
    let (name, machine) = spec.title();
    let place = place(&actor);
    let body = picture(play, actor);
    let moved = move || marks.with(CardMarks::has_moved);
    let waits = move || marks.with(|marks| marks.wait.is_some());
    let arrived =
        move || marks.with(|marks| marks.goal().is_some() && marks.goal() == marks.place());
    view! {
        <article
            class="chart card"
            class:moved=moved
            class:waits=waits
            class:arrived=arrived
            aria-label=move || whereabouts.get()
        >
            <header class="chart-head">
                <button
                    type="button"
                    class="card-name"
                    title="Show in the text"
                    on:click=move |_| reveal.run(Element::LIFELINE)
                >
                    <b>{name}</b>
                    <span>{machine}</span>
                </button>
                <p class="card-place" title=move || place.get()>{move || place.get()}</p>
            </header>
            <div class="chart-body">{body}</div>
        </article>
    }
}

/// What is lit on the card of a lifeline, tracked.
pub fn marks_of(play: StageContext, lifeline: usize) -> CardMarks {
    let check = play.check.get();
    let outcome = play.outcome.get();
    marks::marks(check.as_ref(), outcome.as_deref(), play.at.get(), lifeline)
}

/// What a picture of a lifeline needs to know.
pub fn actor(play: StageContext, spec: &CardSpec) -> Actor {
    let CardSpec {
        lifeline,
        name,
        machine: machine_index,
        drawn,
        ..
    } = spec.clone();
    let marks = Memo::new(move |_| marks_of(play, lifeline));
    let whereabouts = {
        let machine = Arc::clone(&drawn);
        let name = name.clone();
        let tell = move || {
            marks.with(|marks| {
                let mut told = words::whereabouts(&name, &machine, marks.place());
                if let Some(wait) = &marks.wait {
                    told.push_str(", ");
                    told.push_str(&wait.words());
                }
                told
            })
        };
        Signal::derive(tell)
    };
    let reveal = Callback::new(move |element: Element| {
        if let (Some(state), true) = (element.as_state(), play.asking.get_untracked()) {
            return play.on_state.run((lifeline, state));
        }
        if let Some(transition) = element.as_transition()
            && play
                .can
                .with_untracked(|can| can.iter().flatten().any(|&it| it == (lifeline, transition)))
        {
            return play.on_take.run((lifeline, transition));
        }
        if let Some(range) = find(play, lifeline, machine_index, element) {
            match element == Element::LIFELINE {
                true => play.on_reveal.run(range),
                false => play.on_mark.run(range),
            }
        }
    });
    let picked = Memo::new(move |_| {
        let picked: ElementId = play.picked.get()?;
        let drawn = [ElementKind::State, ElementKind::Transition];
        (drawn.contains(&picked.kind) && picked.is_of(machine_index)).then(|| picked.element())
    });
    let blamed = Memo::new(move |_| {
        play.analysis.with(|analysis| {
            let machine = analysis.machines.get(machine_index);
            let transitions = machine.map_or(&[][..], |machine| &machine.transitions);
            (0..transitions.len())
                .filter(|&at| play.is_blamed(transitions[at].range))
                .map(Element::transition)
                .collect()
        })
    });
    let can = Memo::new(move |_| {
        let of = |&(of, transition): &(usize, usize)| {
            (of == lifeline).then(|| Element::transition(transition))
        };
        play.can
            .with(|can| can.iter().flatten().filter_map(of).collect())
    });
    let numbers = numbers_of(play, lifeline);
    Actor {
        machine: drawn,
        marks,
        numbers,
        whereabouts,
        picked,
        blamed,
        can,
        reveal,
        depths: LifelineDepths {
            page: Some(play.page),
            lifeline,
            name: name.as_str().into(),
        },
    }
}

/// The digits at the transitions of a lifeline or object.
pub fn numbers_of(play: StageContext, owner: usize) -> Memo<Vec<(usize, usize)>> {
    let numbers = play.page.stage.simulation.numbers;
    Memo::new(move |_| {
        numbers.with(|all| {
            let own = all.iter().filter(|it| it.0 == owner);
            own.map(|it| (it.1, it.2)).collect()
        })
    })
}

/// The picture of a lifeline, once it has been laid out.
pub fn picture(play: StageContext, actor: Actor) -> impl Fn() -> AnyView + Send + 'static {
    let layouts = expect_context::<Layouts>();
    let layout = layouts.of(&actor.machine, play.page.document.generation());
    move || match layout.get() {
        // What was there before stands until there is something new, without lights: places of the
        // run may have other numbers in it.
        Placed::Waiting => match layouts.seen(&actor.machine.name) {
            Some((machine, drawing)) => {
                let actor = actor.unlit(machine);
                view! { <MachineGraph actor drawing ways=None /> }.into_any()
            }
            None => view! { <div class="card-skeleton" aria-hidden="true"></div> }.into_any(),
        },
        Placed::Ready(drawing, _) => {
            let actor = actor.clone();
            let ways = layouts.ways(&actor.machine);
            view! { <MachineGraph actor drawing ways /> }.into_any()
        }
        Placed::Plain(why) => plain(&actor, why).into_any(),
    }
}

/// Where a lifeline is, in words.
pub fn place(actor: &Actor) -> Memo<String> {
    let (machine, marks) = (Arc::clone(&actor.machine), actor.marks);
    Memo::new(move |_| marks.with(|marks| place_words(&machine, marks)))
}

/// The place as the head of the card tells it; a blocked lifeline says what it waits for.
pub fn place_words(machine: &MachineView, marks: &CardMarks) -> String {
    match (&marks.wait, marks.place()) {
        (Some(wait), _) => wait.words(),
        (None, Some(place)) => words::place(machine, place),
        (None, None) => match marks.goal() {
            Some(goal) => format!("goal: {}", words::place(machine, goal)),
            None => String::new(),
        },
    }
}

/// Where an element stands in the text as it is now.
fn find(play: StageContext, lifeline: usize, machine: usize, element: Element) -> Option<Range> {
    play.analysis.with_untracked(|analysis| {
        let machine = analysis.machines.get(machine)?;
        match element.kind {
            ElementKind::State => Some(machine.states.get(element.index)?.range),
            ElementKind::Transition => Some(machine.transitions.get(element.index)?.range),
            _ => play.check.with_untracked(|check| {
                let declared = check
                    .as_ref()
                    .and_then(|check| check.lifelines.get(lifeline));
                Some(declared.map_or(machine.range, |declared| declared.range))
            }),
        }
    })
}

/// The machine as a list, where there is no picture.
fn plain(actor: &Actor, why: &'static str) -> impl IntoView + use<> {
    let Actor {
        machine,
        marks,
        reveal,
        ..
    } = actor.clone();
    let count = machine.transitions.len();
    let item = move |index: usize| {
        let text = words::transition(&machine, &machine.transitions[index]);
        let transition = Element::transition(index);
        let inside = move || marks.with(|marks| marks.has(Mark::Here, transition));
        view! {
            <li class:inside=inside>
                <button type="button" on:click=move |_| reveal.run(transition)>
                    {text}
                </button>
            </li>
        }
    };
    let rest = count.checked_sub(graph::LARGEST).filter(|&rest| rest > 0);
    view! {
        <div class="card-plain" tabindex="0" role="group" aria-label="Transitions">
            <p>{why}</p>
            <ul>{(0..count.min(graph::LARGEST)).map(item).collect_view()}</ul>
            {rest.map(|rest| view! { <p>{format!("… and {rest} more transitions.")}</p> })}
        </div>
    }
}
