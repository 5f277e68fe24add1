//! What is outside the view of the surface.

use leptos::prelude::*;

use super::{OUTSIDE, Surface, Told};

/// What is outside the view: pills at the rim with name and place, which lead there.
pub(super) fn rim<T>(
    surface: Surface,
    all: Memo<Vec<T>>,
    told: Told<T, (String, String)>,
) -> AnyView
where
    T: Clone + PartialEq + Send + Sync + 'static,
{
    let outside = Memo::new(move |_| {
        let (view, room, packing) = (
            surface.view.get(),
            surface.room.get(),
            surface.packing.get(),
        );
        let places = packing.places.iter().enumerate();
        let outside = places.filter_map(|(at, &place)| {
            let seen = view.on_screen(place);
            let width = seen.right().min(room.0) - seen.x.max(0.0);
            let height = seen.bottom().min(room.1) - seen.y.max(0.0);
            let part = width.max(0.0) * height.max(0.0);
            // Of a large chart it is enough that it fills a good part of the room.
            let whole = (seen.width * seen.height).min(room.0 * room.1);
            let side = if seen.centre().x > room.0 / 2.0 {
                "right"
            } else {
                "left"
            };
            (part < OUTSIDE * whole).then_some((at, side))
        });
        outside.collect::<Vec<_>>()
    });
    let pill = move |at: usize| {
        let item = all.with(|all| all.get(at).cloned())?;
        let (name, place) = told(&item);
        let go = move |_| {
            let place = surface
                .packing
                .with_untracked(|it| it.places.get(at).copied());
            let Some(place) = place else { return };
            let (room, whole) = (surface.room.get_untracked(), surface.whole());
            let next = surface
                .view
                .get_untracked()
                .following(whole, room, &[place]);
            surface.chosen.set(true);
            surface.go(next, true);
        };
        Some(view! {
            <button type="button" class="rim-pill" on:click=go>
                <span class="visually-hidden">"Go to "</span>
                <b>{name}</b>
                " "
                <span>{place}</span>
            </button>
        })
    };
    let side = move |side: &'static str| {
        let pill = pill.clone();
        move || {
            let here = outside.get().into_iter().filter(|it| it.1 == side);
            here.filter_map(|it| pill(it.0)).collect_view()
        }
    };
    view! {
        <div class="rim" data-side="left">{side("left")}</div>
        <div class="rim" data-side="right">{side("right")}</div>
    }
    .into_any()
}
