//! One machine card: a lifeline's name, where it is, and its machine with that place lit.

use std::sync::Arc;

use leptos::prelude::*;
use lockstep_core::api::{MachineView, PlaceView, Range};
use lockstep_core::diagram::marks::{self, CardMarks};
use lockstep_core::diagram::pick::Picked;
use lockstep_core::diagram::{graph, words};

use super::Play;
use super::cards::CardSpec;
use super::layout::{Layouts, Placed};
use super::machine_graph::MachineGraph;
use super::soon::LifelineDepths;

/// What the drawing of a machine needs to know.
#[derive(Clone)]
pub struct Actor {
    /// The machine.
    pub machine: Arc<MachineView>,
    /// What is lit.
    pub marks: Memo<CardMarks>,
    /// The lifeline and its place in words.
    pub whereabouts: Signal<String>,
    /// The element that is selected.
    pub picked: Memo<Option<Element>>,
    /// The transitions that the answer is blamed on.
    pub blamed: Memo<Vec<usize>>,
    /// The transitions that can be taken next in a run by hand.
    pub can: Memo<Vec<usize>>,
    /// Goes to an element's place in the text.
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
            ..self.clone()
        }
    }
}

/// Something on a card that can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    /// The lifeline itself.
    Lifeline,
    /// A state of its machine.
    State(usize),
    /// A transition of its machine.
    Transition(usize),
}

/// The card of one lifeline.
#[component]
pub fn Card(play: Play, spec: CardSpec) -> impl IntoView {
    let CardSpec {
        lifeline,
        name,
        machine: machine_index,
        drawn,
        ..
    } = spec;
    let marks = Memo::new(move |_| {
        let check = play.check.get();
        let outcome = play.outcome.get();
        marks::marks(check.as_ref(), outcome.as_deref(), play.at.get(), lifeline)
    });
    let place = {
        let machine = Arc::clone(&drawn);
        Memo::new(move |_| marks.with(|marks| place_words(&machine, marks)))
    };
    let whereabouts = {
        let machine = Arc::clone(&drawn);
        let name = name.clone();
        let tell = move || {
            marks.with(|marks| {
                let mut told = words::whereabouts(&name, &machine, marks.place);
                if let Some(wait) = &marks.wait {
                    told.push_str(", ");
                    told.push_str(&wait.words());
                }
                told
            })
        };
        Signal::derive(tell)
    };
    let reveal = Callback::new(move |element| {
        if let (Element::State(state), true) = (element, play.asking.get_untracked()) {
            return play.on_state.run((lifeline, state));
        }
        if let Element::Transition(transition) = element
            && play
                .can
                .with_untracked(|can| can.iter().flatten().any(|&it| it == (lifeline, transition)))
        {
            return play.on_take.run((lifeline, transition));
        }
        if let Some(range) = find(play, lifeline, machine_index, element) {
            play.on_reveal.run(range);
        }
    });
    let picked = Memo::new(move |_| match play.picked.get()? {
        Picked::State { machine, state } if machine == machine_index => Some(Element::State(state)),
        Picked::Transition {
            machine,
            transition,
        } if machine == machine_index => Some(Element::Transition(transition)),
        _ => None,
    });
    let blamed = Memo::new(move |_| {
        play.analysis.with(|analysis| {
            let machine = analysis.machines.get(machine_index);
            let transitions = machine.map_or(&[][..], |machine| &machine.transitions);
            (0..transitions.len())
                .filter(|&at| play.is_blamed(transitions[at].range))
                .collect()
        })
    });
    let can = Memo::new(move |_| {
        let of = |&(of, transition): &(usize, usize)| (of == lifeline).then_some(transition);
        play.can
            .with(|can| can.iter().flatten().filter_map(of).collect())
    });
    let layouts = expect_context::<Layouts>();
    let layout = layouts.of(&drawn, play.page.document.generation());
    let machine_name = (drawn.name != name).then(|| format!(": {}", drawn.name));
    let head = format!("{name} {}", machine_name.as_deref().unwrap_or_default());
    let width = graph::expected_width(&drawn, &head);
    let style = format!(
        "--expected: {width:.0}; --min: {:.0}px",
        width * 0.75 + 12.0
    );
    let actor = Actor {
        machine: drawn,
        marks,
        whereabouts,
        picked,
        blamed,
        can,
        reveal,
        depths: LifelineDepths {
            page: play.page,
            lifeline,
            name: name.as_str().into(),
        },
    };
    let body = move || match layout.get() {
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
    };
    let moved = move || marks.with(|marks| !marks.fired.is_empty());
    let waits = move || marks.with(|marks| marks.wait.is_some());
    let arrived = move || marks.with(|marks| marks.goal.is_some() && marks.goal == marks.place);
    view! {
        <article
            class="card"
            class:moved=moved
            class:waits=waits
            class:arrived=arrived
            style=style
            aria-label=move || whereabouts.get()
        >
            <header class="card-head">
                <button
                    type="button"
                    class="card-name"
                    title="Show where this lifeline is declared"
                    on:click=move |_| reveal.run(Element::Lifeline)
                >
                    <b>{name}</b>
                    <span>{machine_name}</span>
                </button>
            </header>
            <div class="card-body">{body}</div>
            <p class="card-place" title=move || place.get()>{move || place.get()}</p>
        </article>
    }
}

/// The place as the head of the card tells it; a blocked lifeline says what it waits for.
fn place_words(machine: &MachineView, marks: &CardMarks) -> String {
    match (&marks.wait, marks.place) {
        (Some(wait), _) => wait.words(),
        (None, Some(place)) => words::place(machine, place),
        (None, None) => match marks.goal {
            Some(goal) => format!("goal: {}", words::place(machine, goal)),
            None => String::new(),
        },
    }
}

/// Where an element stands in the text as it is now.
fn find(play: Play, lifeline: usize, machine: usize, element: Element) -> Option<Range> {
    play.analysis.with_untracked(|analysis| {
        let machine = analysis.machines.get(machine)?;
        match element {
            Element::State(state) => Some(machine.states.get(state)?.range),
            Element::Transition(transition) => Some(machine.transitions.get(transition)?.range),
            Element::Lifeline => play.check.with_untracked(|check| {
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
    let item = move |transition: usize| {
        let text = words::transition(&machine, &machine.transitions[transition]);
        let inside =
            move || marks.with(|marks| marks.place == Some(PlaceView::Transition(transition)));
        view! {
            <li class:inside=inside>
                <button type="button" on:click=move |_| reveal.run(Element::Transition(transition))>
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
