//! Random steps by a seed, for runs by hand of every kind of model.

use leptos::prelude::*;

use crate::persist;
use crate::ui::titled_button;

/// The seed that was used last.
const SEED: &str = "lockstep.seed";
/// Steps of one walk, and how its button says so.
const WALK: (usize, &str) = (20, "Takes up to 20 random steps");

/// The seed as it stands in the field: the one that was used last.
pub fn seed() -> RwSignal<String> {
    RwSignal::new(persist::read(SEED).unwrap_or_else(|| "1".to_owned()))
}

/// Keeps the seed for the next time.
pub fn remember(seed: &str) {
    // A storage that refuses this proposes the usual seed next time.
    let _ = persist::write(SEED, seed);
}

/// The field for the seed, a step, and a walk of so many.
pub fn controls(seed: RwSignal<String>, walk: impl Fn(usize) + Copy + 'static) -> AnyView {
    view! {
        <div class="by-hand-random">
            <label>
                "Seed "
                <input
                    type="text"
                    inputmode="numeric"
                    size="4"
                    maxlength="9"
                    title="The same seed makes the same choices"
                    prop:value=seed
                    on:input=move |event| seed.set(event_target_value(&event))
                />
            </label>
            {titled_button("Random step", "Takes one of these by the seed", move || walk(1))}
            {titled_button("Walk on", WALK.1, move || walk(WALK.0))}
        </div>
    }
    .into_any()
}
